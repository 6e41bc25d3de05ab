/*
 * NVIDIA GPU: VGA, CRTC, RAMDAC, cursor, DDC, scanout
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_DISPLAY_H
#define HW_NV_DISPLAY_H

#include "hw/display/edid.h"
#include "hw/display/vga_int.h"
#include "hw/i2c/bitbang_i2c.h"
#include "hw/nv/display-regs.h"
#include "hw/nv/regs.h"
#include "hw/nv/vga-stack.h"

/* --- State ------------------------------------------------------------ */

#define NV_HEADS 2

/** Lines of the tallest cursor: 15 * 16, see CUR_LINES */
#define NV_CURSOR_LINES 240
/** Words of the largest cursor's image, 64 pixels of 32 bits wide */
#define NV_CURSOR_WORDS (64 * NV_CURSOR_LINES)

/**
 * struct NVCursor - the hardware cursor, decoded from the registers
 *
 * @visible: it is enabled, and its image lies in memory as a whole
 * @argb: pixels are A8R8G8B8, else A1R5G5B5
 * @blend: colours aren't multiplied with alpha yet
 * @double_scan: each line is shown twice
 * @vram: the image lies in video memory, else in instance memory
 * @x, @y: position of its first pixel on the screen
 * @width, @lines: size of the image
 * @addr: address of the image
 */
typedef struct NVCursor {
    bool visible;
    bool argb;
    bool blend;
    bool double_scan;
    bool vram;
    int x, y;
    unsigned width, lines;
    uint32_t addr;
} NVCursor;

/**
 * struct NVScanoutMode - what a head shows, decoded from the registers
 *
 * @native: pixels of 8 bits and more, else what VGA shows
 * @blank: the screen is off
 * @double_scan: each line is shown twice
 * @gamma: colours go through the palette
 * @bpp: 8, 15, 16 or 32
 * @width, @height: in pixels
 * @base: address of the first pixel in video memory
 * @pitch: bytes from a line to the next
 */
typedef struct NVScanoutMode {
    bool native;
    bool blank;
    bool double_scan;
    bool gamma;
    unsigned bpp;
    unsigned width, height;
    uint32_t base;
    uint32_t pitch;
} NVScanoutMode;

/**
 * struct NVTimings - the rhythm of a head
 *
 * @htotal, @hdisplay: pixels of a line, all and visible
 * @vtotal, @vdisplay: lines of a frame, all and visible
 * @vsync_start, @vsync_end: lines between which the vertical sync is on
 * @period: nanoseconds from a frame to the next, bounded
 */
typedef struct NVTimings {
    unsigned htotal, hdisplay;
    unsigned vtotal, vdisplay;
    unsigned vsync_start, vsync_end;
    int64_t period;
} NVTimings;

/**
 * struct NVHead - a CRTC with its RAMDAC
 *
 * @gpu: the device
 * @index: number of the head
 * @con: the console, while it shows this head
 * @vga: its VGA registers
 * @cr: its CRTC registers, VGA's and the extended ones
 * @palette: 256 times red, green, blue, as written
 * @palette_mask: VGA's pixel mask
 * @pcrtc, @pramdac: its register blocks, and @pcrtc_block, @pramdac_block
 *                   their tables
 * @vblank: fires at vertical blanks while their interrupt is enabled
 * @vblank_seen: the last blank whose bit in PCRTC_INTR has been set, in ns
 * @mode: what the console shows, if it shows this head
 * @redraw: the whole picture has to be drawn again
 * @lut: what the palette makes of each pixel value, as x8r8g8b8
 * @cursor: the cursor in the console's picture
 * @cursor_image: its image, as it was when it was drawn
 */
typedef struct NVHead {
    NVGPU *gpu;
    unsigned index;
    QemuConsole *con;
    VGACommonState *vga;
    uint8_t *cr;
    uint8_t *palette;
    uint8_t palette_mask;
    NVRegBlock pcrtc_block, pramdac_block;
    NVRegFile pcrtc, pramdac;
    QEMUTimer *vblank;
    int64_t vblank_seen;

    NVScanoutMode mode;
    bool redraw;
    uint32_t lut[256];
    NVCursor cursor;
    uint32_t cursor_image[NV_CURSOR_WORDS];
} NVHead;

/**
 * struct NVI2CPort - two lines that the driver moves bit by bit
 *
 * @drive, @sense: indices of the CRTC registers that write and read them
 * @bus: what hangs on the lines
 * @bits: QEMU's decoder
 * @state: its state, in a snapshot
 */
typedef struct NVI2CPort {
    uint8_t drive, sense;
    I2CBus *bus;
    bitbang_i2c_interface bits;
    uint32_t state;
} NVI2CPort;

/**
 * struct NVVgaWindow - VGA registers in BAR0
 *
 * @gpu: the device
 * @head: the head whose registers they are; NULL: that of CR44
 * @base: BAR0 address; a port's register is at @base plus the port's number
 * @mr: the region
 */
typedef struct NVVgaWindow {
    NVGPU *gpu;
    NVHead *head;
    uint32_t base;
    MemoryRegion mr;
} NVVgaWindow;

/** PRMVIO, and PRMCIO and PRMDIO of each head */
#define NV_VGA_WINDOWS (1 + 2 * NV_HEADS)

#define NV_I2C_PORTS 2

/**
 * struct NVDisplay - the display side of the card
 *
 * @vga: QEMU's VGA core; its vram is the card's video memory
 * @vga2: the second head's VGA registers; it shows nothing in VGA's modes
 * @edid_info: properties xres, yres and so on
 * @head: the heads, of which the card has chip->display->heads
 * @con: the monitor, which the first DAC drives
 * @shown: the head that @con shows
 * @pcrtc2: what there is of a second head on cards without one
 * @pvideo: the overlay, which is the same for all heads
 * @stack: the VGA stack
 * @i2c: the ports, of which the first has the monitor
 * @lowmem, @prmfb: VGA memory at 0xa0000 of the bus, and in BAR0
 * @window: VGA registers in BAR0
 * @legacy: the card has VGA's addresses on the bus
 * @ports, @dispi: VGA registers, and those SeaVGABIOS asks for, on the bus
 * @rma: the port to @registers, at @rma_addr
 * @rma_root, @rma_bar0, @registers: BAR0, wherever the machine has mapped it
 */
typedef struct NVDisplay {
    VGACommonState vga, vga2;
    qemu_edid_info edid_info;
    NVHead head[NV_HEADS];
    QemuConsole *con;
    NVHead *shown;
    NVRegFile pcrtc2, pvideo;
    NVVgaStack stack;
    NVI2CPort i2c[NV_I2C_PORTS];
    MemoryRegion lowmem, prmfb;
    NVVgaWindow window[NV_VGA_WINDOWS];
    bool legacy;
    PortioList ports, dispi;
    PortioList rma;
    MemoryRegion rma_root, rma_bar0;
    AddressSpace registers;
    uint32_t rma_addr;
} NVDisplay;

/** NV_HEAD_R - the stored word of a head's register, as an lvalue */
#define NV_HEAD_R(_head, _reg) \
    ((_head)->gpu->regs[R_ ## _reg + (_head)->index * NV_HEAD_STRIDE / 4])

/** nv_head_at: the head whose register block an address of BAR0 lies in */
NVHead *nv_head_at(NVGPU *gpu, uint32_t addr);

/** nv_head_count: heads that the card has */
unsigned nv_head_count(const NVGPU *gpu);

/** nv_head_init_regs: a head's copy of a block of the first one's registers */
void nv_head_init_regs(NVHead *head, NVRegFile *file, NVRegBlock *block,
                       const NVRegBlock *first);

extern const VMStateDescription nv_vmstate_display;

/* --- VGA -------------------------------------------------------------- */

/** nv_vga_realize: VGA's ports, memory and their images in BAR0 */
bool nv_vga_realize(NVGPU *gpu, Error **errp);
void nv_vga_reset(NVGPU *gpu);
void nv_vga_exit(NVGPU *gpu);

/** nv_vga_owner: the head whose registers are at VGA's ports */
NVHead *nv_vga_owner(NVGPU *gpu);

/* --- RMA -------------------------------------------------------------- */

void nv_rma_realize(NVGPU *gpu);
void nv_rma_exit(NVGPU *gpu);

/* --- CRTC ------------------------------------------------------------- */

void nv_crtc_realize(NVHead *head);
void nv_crtc_reset(NVHead *head);
void nv_crtc_exit(NVHead *head);

/** nv_crtc2_realize, nv_crtc2_exit: for cards without a second head */
void nv_crtc2_realize(NVGPU *gpu);
void nv_crtc2_exit(NVGPU *gpu);

/**
 * nv_crtc_timings: the rhythm that the registers give
 * @head: the head
 * @t: the result, in which no value is 0
 */
void nv_crtc_timings(NVHead *head, NVTimings *t);

/** nv_crtc_status: VGA's input status 1 (port 0x3da) as the raster has it */
uint8_t nv_crtc_status(NVHead *head);

/** nv_crtc_retime: the timings may have changed, wait for the right blank */
void nv_crtc_retime(NVHead *head);

/* --- RAMDAC, PVIDEO --------------------------------------------------- */

void nv_ramdac_realize(NVHead *head);
void nv_ramdac_reset(NVHead *head);
void nv_ramdac_exit(NVHead *head);

/** nv_ramdac_pixel_clock: the clock of the pixels in kHz, 0 if there is none */
uint32_t nv_ramdac_pixel_clock(NVHead *head);

/** nv_ramdac_post_load: tell the VGA core what it doesn't keep */
void nv_ramdac_post_load(NVHead *head);

void nv_pvideo_realize(NVGPU *gpu);
void nv_pvideo_reset(NVGPU *gpu);
void nv_pvideo_exit(NVGPU *gpu);

/* --- Cursor ----------------------------------------------------------- */

/**
 * nv_cursor_update: read the cursor's registers and its image
 * @head: the head
 * @cursor: the result
 *
 * Returns true if the image differs from that in @head, which it replaces.
 */
bool nv_cursor_update(NVHead *head, NVCursor *cursor);

/**
 * nv_cursor_covers: does the cursor touch a line of the screen?
 * @cursor: the cursor
 * @y: the line
 */
bool nv_cursor_covers(const NVCursor *cursor, int y);

/**
 * nv_cursor_draw: draw the part of the cursor that lies in a line
 * @head: the head, whose cursor_image is drawn
 * @cursor: the cursor
 * @line: the line's pixels, x8r8g8b8
 * @width: their number
 * @y: number of the line on the screen
 */
void nv_cursor_draw(const NVHead *head, const NVCursor *cursor,
                    uint32_t *line, unsigned width, int y);

/* --- Scanout ---------------------------------------------------------- */

void nv_scanout_realize(NVGPU *gpu);
void nv_scanout_exit(NVGPU *gpu);

/* --- I2C -------------------------------------------------------------- */

void nv_i2c_realize(NVGPU *gpu);
void nv_i2c_reset(NVGPU *gpu);

/**
 * nv_i2c_write: a CRTC register that drives a port's lines was written
 * @gpu: the device
 * @index: index of the register
 * @val: its value
 */
void nv_i2c_write(NVGPU *gpu, uint8_t index, uint8_t val);

/**
 * nv_i2c_read: read the lines of a port
 * @gpu: the device
 * @index: index of a CRTC register
 * @val: where the register's value goes
 *
 * Returns false if the register isn't one that shows lines.
 */
bool nv_i2c_read(NVGPU *gpu, uint8_t index, uint8_t *val);

extern const VMStateDescription nv_vmstate_i2c;

#endif /* HW_NV_DISPLAY_H */
