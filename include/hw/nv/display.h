/*
 * NVIDIA GPU: the display, as the rest of the card sees it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_DISPLAY_H
#define HW_NV_DISPLAY_H

#include "hw/nv/chipset.h"

/** nv_display_init_vmstate: call this before nv_vmstate_display is used */
void nv_display_init_vmstate(void);

extern const VMStateDescription nv_vmstate_display;

/** nv_vga_in_window: whether a VGA register is at an address in BAR0 */
bool nv_vga_in_window(NVGPU *gpu, uint32_t addr);

/**
 * nv_vga_update_gone: call this when NV_FAULTY_GONE has changed
 * @gpu: the device
 *
 * A card that fell off the bus doesn't answer at VGA's legacy addresses.
 */
void nv_vga_update_gone(NVGPU *gpu);

/** nv_evo_head_blanks: whether a head is in its vertical blank, NV50+ */
bool nv_evo_head_blanks(NVGPU *gpu, unsigned head);

/** nv_monitor_there: whether the card has a connector, and a monitor on it */
bool nv_monitor_there(NVGPU *gpu);

/** nv_monitor_update: call this when the monitor's NV_FAULTY_ have changed */
void nv_monitor_update(NVGPU *gpu);

/* --- Debugging --------------------------------------------------------- */

/**
 * struct NVHeadLook - what a head shows
 *
 * @monitor: the monitor shows this head
 * @native: pixels have @bpp bits, else it shows VGA's picture; @blank: nothing
 * @order: order of the components, as in NVPixelOrder: "rgb"
 * @width, @height: size in pixels
 * @base, @pitch: the surface in video memory, in bytes
 * @block_lines: lines of a block; 0: the surface is linear
 * @cursor: there is one, of @cursor_width and @cursor_lines, at @x, @y; its
 *          image is at @cursor_addr
 */
typedef struct NVHeadLook {
    bool monitor;
    bool native, blank;
    unsigned bpp;
    const char *order;
    unsigned width, height;
    uint32_t base, pitch;
    unsigned block_lines;
    bool cursor;
    int x, y;
    unsigned cursor_width, cursor_lines;
    uint32_t cursor_addr;
} NVHeadLook;

/** nv_display_heads: number of heads, 0 if the card shows nothing */
unsigned nv_display_heads(NVGPU *gpu);

/** nv_display_look: look at a head, numbered below nv_display_heads() */
void nv_display_look(NVGPU *gpu, unsigned head, NVHeadLook *look);

/**
 * struct NVEvoLook - one of PDISPLAY's channels
 *
 * @name: "core", "base" and so on; @head: its head
 * @connected: it is in use
 * @dma: it has a pushbuffer, with @put and @get
 * @wait: what it waits for; "" for nothing
 */
typedef struct NVEvoLook {
    const char *name;
    unsigned head;
    bool connected;
    bool dma;
    uint32_t put, get;
    const char *wait;
} NVEvoLook;

/** nv_evo_channels: number of EVO channels, 0 before NV50 */
unsigned nv_evo_channels(NVGPU *gpu);

/**
 * nv_evo_has_error: whether EVO has an error, so that it can be ordered
 * @error: TYPE as in TRAPPED_ADDR, or 0 for INVALID_STATE, and a code in 7:0
 */
bool nv_evo_has_error(uint16_t error);

/** nv_evo_error_name: name @i of EVO's errors, for debuggers; NULL: no more */
const char *nv_evo_error_name(NVGPU *gpu, unsigned i);

/** nv_evo_look: look at a channel, numbered below nv_evo_channels() */
void nv_evo_look(NVGPU *gpu, unsigned chid, NVEvoLook *look);

/**
 * nv_evo_look_state: the next word of a channel's state that isn't 0
 * @gpu: the device
 * @chid: the channel
 * @mthd: where to start, in bytes; set to the word's method
 * @written, @armed: the word, as written and as in effect
 *
 * Returns false if there are no more.
 */
bool nv_evo_look_state(NVGPU *gpu, unsigned chid, uint32_t *mthd,
                       uint32_t *written, uint32_t *armed);

#endif /* HW_NV_DISPLAY_H */
