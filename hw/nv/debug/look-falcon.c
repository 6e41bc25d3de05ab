/*
 * NVIDIA GPU: x-nv-gpu-debug: falcons
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qapi/error.h"
#include "hw/nv/falcon.h"
#include "look.h"

static bool nv_look_falcons(NVGPU *gpu, char **args, unsigned count,
                            GString *text, Error **errp)
{
    NVFalconLook look;

    for (unsigned i = 0; i < nv_falcon_count(gpu); i++) {
        nv_falcon_look(gpu, i, &look);
        g_string_append_printf(text, "falcon %u unit %s base 0x%06x state %s "
                               "pc 0x%04x code 0x%x data 0x%x\n", i,
                               look.name, look.base, look.state, look.pc,
                               look.code_size, look.data_size);
    }
    if (!text->len) {
        g_string_append(text, "the card has no falcons\n");
    }
    return true;
}

static void nv_look_put_falcon_registers(NVGPU *gpu, GString *text,
                                         unsigned index)
{
    NVFalconLook look;
    const char *name;
    uint32_t val;

    nv_falcon_look(gpu, index, &look);
    for (unsigned i = 0; i < ARRAY_SIZE(look.r); i++) {
        g_string_append_printf(text, "r%u 0x%08x\n", i, look.r[i]);
    }
    for (unsigned i = 0; (name = nv_falcon_special(gpu, index, i, &val));
         i++) {
        g_string_append_printf(text, "%s 0x%08x\n", name, val);
    }
    g_string_append_printf(text, "state %s\n", look.state);
}

/* Print all of a falcon's memory, or the range given by @args. */
static bool nv_look_put_falcon_memory(NVGPU *gpu, GString *text,
                                      unsigned index, bool code, char **args,
                                      unsigned count, Error **errp)
{
    g_autofree uint32_t *words = NULL;
    NVFalconLook look;
    uint64_t addr = 0;
    uint32_t size, len;

    nv_falcon_look(gpu, index, &look);
    size = len = code ? look.code_size : look.data_size;
    if (count == 1) {
        error_setg(errp, "an ADDRESS has a LENGTH");
        return false;
    }
    if (count && !nv_debug_range(args, size - 4, &addr, &len, errp)) {
        return false;
    }
    len = MIN(len, size - addr);
    words = g_new(uint32_t, len / 4);
    for (uint32_t i = 0; i < len / 4; i++) {
        words[i] = nv_falcon_look_word(gpu, index, code, addr + i * 4);
    }
    nv_debug_words(text, addr, words, len / 4);
    return true;
}

static bool nv_look_falcon(NVGPU *gpu, char **args, unsigned count,
                           GString *text, Error **errp)
{
    uint64_t index;
    bool code;

    if (!nv_falcon_count(gpu)) {
        error_setg(errp, "the card has no falcons");
        return false;
    }
    if (!nv_debug_number("falcon", args[0], nv_falcon_count(gpu) - 1, &index,
                         errp)) {
        return false;
    }
    if (!strcmp(args[1], "registers")) {
        if (count > 2) {
            error_setg(errp, "'registers' are shown all: '%s' is too much",
                       args[2]);
            return false;
        }
        nv_look_put_falcon_registers(gpu, text, index);
        return true;
    }
    code = !strcmp(args[1], "code");
    if (!code && strcmp(args[1], "data")) {
        error_setg(errp, "a falcon has 'registers', 'code' and 'data'");
        return false;
    }
    return nv_look_put_falcon_memory(gpu, text, index, code, args + 2,
                                     count - 2, errp);
}

const NVDebugCommand nv_debug_falcon_commands[] = {
    { "falcons", "", "those that the card has", 0, 0, nv_look_falcons },
    { "falcon", "NUMBER registers|code|data [ADDRESS LENGTH]",
      "what is in one", 2, 4, nv_look_falcon },
    { }
};
