/*
 * NVIDIA GPU: x-nv-gpu-debug: the screen
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/display.h"
#include "look.h"

/* --- Heads ------------------------------------------------------------ */

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
    if (!text->len) {
        g_string_append(text, "the card has no heads, and shows nothing\n");
    }
    return true;
}

const NVDebugCommand nv_debug_display_commands[] = {
    { "screen", "", "what heads show, and EVO's channels hold", 0, 0,
      nv_look_screen },
    { }
};
