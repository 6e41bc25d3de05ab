/*
 * NVIDIA GPU: x-nv-gpu-debug: registers
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qapi/error.h"
#include "hw/nv/bus.h"
#include "look.h"

/* --- A register ------------------------------------------------------- */

void nv_debug_put_register(GString *text, const char *name,
                           const NVRegLook *look)
{
    g_string_append_printf(text, "0x%06x %s ", look->addr, name);
    if (look->acts) {
        g_string_append(text, "acts-on-read\n");
    } else {
        g_string_append_printf(text, "0x%08x\n", look->val);
    }
}

static bool nv_look_register(NVGPU *gpu, char **args, unsigned count,
                             GString *text, Error **errp)
{
    g_autofree char *name = NULL;
    uint64_t addr;
    NVRegLook look;

    if (!nv_debug_number("address", args[0], NV_BAR0_SIZE - 1, &addr, errp)) {
        return false;
    }
    if (addr % 4) {
        error_setg(errp, "registers are at multiples of 4");
        return false;
    }
    if (!nv_regs_look(gpu, addr, &look)) {
        error_setg(errp, "no register is kept at 0x%06" PRIx64 ": it is in a "
                   "window, and reading it may change something", addr);
        return false;
    }
    name = nv_regs_name(&look);
    nv_debug_put_register(text, name, &look);
    return true;
}

/* --- Interrupts ------------------------------------------------------- */

/* A register's name without the prefix of its generation */
static const char *nv_look_plain_name(const char *name)
{
    const char *end = strchr(name, '_');

    return end ? end + 1 : name;
}

/*
 * The name of the register that enables bits of another one: X_INTR and
 * X_INTR_EN, X_INTR_0 and X_INTR_EN_0, X_INTR_HOST_2 and X_INTR_HOST_2_EN.
 * NULL if it isn't such a register.
 */
static char *nv_look_enabler(const char *name)
{
    const char *intr = strstr(name, "_INTR");
    int head;

    if (!intr || strstr(name, "_EN_") || g_str_has_suffix(name, "_EN")) {
        return NULL;
    }
    if (strlen(intr) > strlen("_INTR_0")) {
        return g_strdup_printf("%s_EN", name);
    }
    head = intr + strlen("_INTR") - name;
    return g_strdup_printf("%.*s_EN%s", head, name, name + head);
}

/* Largest distance to that register: several units may use the same name. */
#define NV_LOOK_ENABLER_NEAR 0x80

static bool nv_look_find_enabler(NVGPU *gpu, const NVRegLook *intr,
                                 NVRegLook *look)
{
    g_autofree char *name =
        nv_look_enabler(nv_look_plain_name(intr->info->name));
    uint32_t at = intr->addr > NV_LOOK_ENABLER_NEAR
        ? intr->addr - NV_LOOK_ENABLER_NEAR : 0;

    while (name && nv_regs_next(gpu, at, look) &&
           look->addr <= intr->addr + NV_LOOK_ENABLER_NEAR) {
        if (!strcmp(nv_look_plain_name(look->info->name), name) &&
            look->index == intr->index) {
            return true;
        }
        at = look->addr + 4;
    }
    return false;
}

static bool nv_look_interrupts(NVGPU *gpu, char **args, unsigned count,
                               GString *text, Error **errp)
{
    NVRegLook intr, enable;

    g_string_append_printf(text, "line %u masked 0x%08x\n", gpu->bus->intx,
                           gpu->bus->masked);
    for (uint32_t at = 0; nv_regs_next(gpu, at, &intr); at = intr.addr + 4) {
        if (nv_look_find_enabler(gpu, &intr, &enable)) {
            g_autofree char *name = nv_regs_name(&intr);

            g_string_append_printf(text, "0x%06x %s pending 0x%08x enabled "
                                   "0x%08x\n", intr.addr, name, intr.val,
                                   enable.val);
        }
    }
    return true;
}

const NVDebugCommand nv_debug_register_commands[] = {
    { "register", "ADDRESS", "one of BAR0, without what reading it does", 1, 1,
      nv_look_register },
    { "interrupts", "", "what is pending, and enabled", 0, 0,
      nv_look_interrupts },
    { }
};
