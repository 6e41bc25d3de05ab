/*
 * NVIDIA GPU: x-nv-gpu-debug: what is on the screen, and interrupts
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/bus.h"
#include "hw/nv/display.h"
#include "look.h"

/* --- The screen ------------------------------------------------------- */

static void nv_look_put_head(GString *text, unsigned head,
                             const NVHeadLook *look)
{
    g_string_append_printf(text, "head %u monitor %s", head,
                           look->monitor ? "yes" : "no");
    if (!look->native) {
        g_string_append(text, " mode vga\n");
        return;
    }
    g_string_append_printf(text, " mode %s width %u height %u bpp %u order %s "
                           "base 0x%08x pitch %u block-lines %u",
                           look->blank ? "blank" : "native", look->width,
                           look->height, look->bpp, look->order, look->base,
                           look->pitch, look->block_lines);
    if (look->cursor) {
        g_string_append_printf(text, " cursor 0x%08x %ux%u at %d,%d",
                               look->cursor_addr, look->cursor_width,
                               look->cursor_lines, look->x, look->y);
    }
    g_string_append_c(text, '\n');
}

static void nv_look_put_evo(NVGPU *gpu, GString *text, unsigned chid)
{
    uint32_t written, armed;
    NVEvoLook look;

    nv_evo_look(gpu, chid, &look);
    if (!look.connected) {
        return;
    }
    g_string_append_printf(text, "evo %s %u", look.name, look.head);
    if (look.dma) {
        g_string_append_printf(text, " get 0x%03x put 0x%03x", look.get,
                               look.put);
    }
    g_string_append_printf(text, " wait %s\n",
                           *look.wait ? look.wait : "nothing");
    for (uint32_t mthd = 0;
         nv_evo_look_state(gpu, chid, &mthd, &written, &armed); mthd += 4) {
        g_string_append_printf(text, "evo %s %u method 0x%04x written 0x%08x "
                               "armed 0x%08x\n", look.name, look.head, mthd,
                               written, armed);
    }
}

static bool nv_look_screen(NVGPU *gpu, char **args, unsigned count,
                           GString *text, Error **errp)
{
    NVHeadLook look;

    for (unsigned i = 0; i < nv_display_heads(gpu); i++) {
        nv_display_look(gpu, i, &look);
        nv_look_put_head(text, i, &look);
    }
    for (unsigned i = 0; i < nv_evo_channels(gpu); i++) {
        nv_look_put_evo(gpu, text, i);
    }
    return true;
}

/* --- Interrupts ------------------------------------------------------- */

/* A register's name without the generation that it comes from */
static const char *nv_look_plain_name(const char *name)
{
    const char *end = strchr(name, '_');

    return end ? end + 1 : name;
}

/*
 * The name of the register that enables what another one tells of: X_INTR and
 * X_INTR_EN, X_INTR_0 and X_INTR_EN_0.  NULL if it isn't such a one.
 */
static char *nv_look_enabler(const char *name)
{
    const char *intr = strstr(name, "_INTR");
    int head;

    if (!intr || strstr(name, "_EN_") || g_str_has_suffix(name, "_EN") ||
        strlen(intr) > strlen("_INTR_0")) {
        return NULL;
    }
    head = intr + strlen("_INTR") - name;
    return g_strdup_printf("%.*s_EN%s", head, name, name + head);
}

/* It is near by: the same name may be that of a register of several units. */
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

const NVDebugCommand nv_debug_display_commands[] = {
    { "screen", "", "what heads show, and EVO's channels hold", 0, 0,
      nv_look_screen },
    { "interrupts", "", "what is pending, and enabled", 0, 0,
      nv_look_interrupts },
    { }
};
