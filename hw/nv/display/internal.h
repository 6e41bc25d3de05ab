/*
 * NVIDIA GPU: declarations that the files of display/ share: VGA, CRTC, RAMDAC,
 * cursor, DDC, scanout
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_DISPLAY_INTERNAL_H
#define HW_NV_DISPLAY_INTERNAL_H

#include "hw/display/i2c-ddc.h"
#include "hw/display/vga_int.h"
#include "hw/i2c/bitbang_i2c.h"
#include "hw/nv/bus.h"
#include "hw/nv/display-regs.h"
#include "hw/nv/display.h"
#include "hw/nv/display/evo/evo.h"
#include "hw/nv/nv-gpu.h"
#include "hw/nv/vga-stack.h"

/* --- State ------------------------------------------------------------ */

/** Lines of the tallest cursor: 15 * 16, see CUR_LINES */
#define NV_CURSOR_LINES 240
/** Words of the largest cursor's image, 64 pixels of 32 bits wide */
#define NV_CURSOR_WORDS (64 * NV_CURSOR_LINES)

/**
 * struct NVCursor - the hardware cursor, decoded from the registers
 *
 * @visible: it is enabled, and all of its image is in memory
 * @argb: pixels are A8R8G8B8, else A1R5G5B5
 * @blend: colours aren't premultiplied with alpha
 * @mask: 16-bit pixels without bit 15 aren't shown; otherwise they invert
 * @double_scan: each line is shown twice
 * @vram: the image is in video memory, else in instance memory
 * @x, @y: position of its first pixel on the screen
 * @width, @lines: size of the image
 * @addr: address of the image
 */
typedef struct NVCursor {
    bool visible;
    bool argb;
    bool blend;
    bool mask;
    bool double_scan;
    bool vram;
    int x, y;
    unsigned width, lines;
    uint32_t addr;
} NVCursor;

/** enum NVPixelOrder - components of a 32-bit pixel, the highest first */
typedef enum NVPixelOrder {
    NV_PIXELS_RGB,
    NV_PIXELS_BGR,
    NV_PIXELS_BGR10,            /* of 10 bits each */
} NVPixelOrder;

/** Bytes in a line of a gob, the smallest piece of surfaces in blocks */
#define NV_GOB_WIDTH 64

/**
 * struct NVScanoutView - where a scaled picture is on the screen
 *
 * @in_width, @in_height: the part of the surface, in pixels
 * @x, @y, @width, @height: where it is shown, in pixels
 */
typedef struct NVScanoutView {
    unsigned in_width, in_height;
    int x, y;
    unsigned width, height;
} NVScanoutView;

/**
 * struct NVScanoutMode - what a head shows, decoded from the registers
 *
 * @native: pixels of 8 bits or more; otherwise VGA's picture
 * @blank: the screen is off
 * @double_scan: each line is shown twice
 * @gamma: colours go through the palette
 * @scaled: the picture covers @view, and the rest is black
 * @bpp: 8, 15, 16 or 32
 * @order: order of the components, for 32 bits
 * @width, @height: in pixels
 * @base: address of the surface in video memory
 * @pitch: bytes from one line to the next
 * @block_lines: lines of a block; 0: the surface is linear
 * @left, @top: the first visible pixel
 * @view: where the picture is
 */
typedef struct NVScanoutMode {
    bool native;
    bool blank;
    bool double_scan;
    bool gamma;
    bool scaled;
    unsigned bpp;
    NVPixelOrder order;
    unsigned width, height;
    uint32_t base;
    uint32_t pitch;
    unsigned block_lines;
    unsigned left, top;
    NVScanoutView view;
} NVScanoutMode;

/**
 * enum NVOverlayFormat - the pixels of an overlay
 *
 * @NV_OVERLAY_YUYV, @NV_OVERLAY_UYVY: two pixels in four bytes
 * @NV_OVERLAY_NV12, @NV_OVERLAY_NV21: a plane for Y, and one for U and V
 */
typedef enum NVOverlayFormat {
    NV_OVERLAY_YUYV,
    NV_OVERLAY_UYVY,
    NV_OVERLAY_NV12,
    NV_OVERLAY_NV21,
    NV_OVERLAY_X8R8G8B8,
    NV_OVERLAY_X1R5G5B5,
    NV_OVERLAY_X2B10G10R10,
} NVOverlayFormat;

/**
 * enum NVOverlayKey - where an overlay is seen
 *
 * @NV_OVERLAY_KEY_NONE: everywhere
 * @NV_OVERLAY_KEY_OWN: where its own pixels don't have the key's color
 * @NV_OVERLAY_KEY_UNDER: where the pixels under it have the key's color
 */
typedef enum NVOverlayKey {
    NV_OVERLAY_KEY_NONE,
    NV_OVERLAY_KEY_OWN,
    NV_OVERLAY_KEY_UNDER,
} NVOverlayKey;

/** Fractional bits of positions in an overlay's surface */
#define NV_OVERLAY_FRACTION 32

/** Factors for colors are fixed-point numbers with this as 1 */
#define NV_OVERLAY_ONE 4096

/**
 * struct NVOverlay - an overlay, decoded from the registers
 *
 * @visible: it is shown
 * @x, @y, @width, @height: where it is on the screen, in pixels
 * @format: format of its pixels
 * @base, @uv_base: address of its first pixel in video memory, and of the
 *                  second plane
 * @limit, @uv_limit: the last byte of each that may be read
 * @pitch: bytes from one line to the next, also in the second plane
 * @block_lines: lines of a block; 0: the surface is linear
 * @left, @top, @in_width, @in_height: the visible part of it
 * @s, @t: position of the first pixel in that part, with a fraction
 * @ds, @dt: step per pixel, or line, of the screen
 * @key, @key_color, @key_mask: where it is visible, by pixels as in memory
 * @bt709: Y, U and V are converted by ITU-R BT.709, else by BT.601
 * @contrast, @cosine, @sine: factors for Y; for U and V, rotated by the hue
 * @adjust: added to red, green and blue
 */
typedef struct NVOverlay {
    bool visible;
    int x, y;
    unsigned width, height;
    NVOverlayFormat format;
    uint64_t base, uv_base;
    uint64_t limit, uv_limit;
    uint32_t pitch;
    unsigned block_lines;
    unsigned left, top;
    unsigned in_width, in_height;
    uint64_t s, t;
    uint64_t ds, dt;
    NVOverlayKey key;
    uint32_t key_color, key_mask;
    bool bt709;
    int contrast, cosine, sine;
    int adjust[3];
} NVOverlay;

/**
 * struct NVPVideo - PVIDEO: the overlay of NV10 to NV40
 *
 * @regs: its registers
 * @flip: fires at the vertical blank at which a buffer becomes visible
 * @shown: the buffer that is shown, as a bit in BUFFER; 0: none
 */
typedef struct NVPVideo {
    NVRegFile regs;
    QEMUTimer *flip;
    uint8_t shown;
} NVPVideo;

/**
 * struct NVTimings - the timings of a head
 *
 * @htotal, @hdisplay: pixels of a line, all and visible
 * @vtotal, @vdisplay: lines of a frame, all and visible
 * @vsync_start, @vsync_end: lines between which the vertical sync is on
 * @period: nanoseconds from one frame to the next, bounded
 * @origin: when some frame began, in ns
 */
typedef struct NVTimings {
    unsigned htotal, hdisplay;
    unsigned vtotal, vdisplay;
    unsigned vsync_start, vsync_end;
    int64_t period, origin;
} NVTimings;

/**
 * struct NVRaster - the position of the raster
 *
 * @x, @y: pixel and line, counted from the first visible ones
 */
typedef struct NVRaster {
    unsigned x, y;
} NVRaster;

/**
 * struct NVHead - a head; before NV50 a CRTC with its RAMDAC
 *
 * @gpu: the device
 * @index: number of the head
 * @con: the console, for when it shows this head
 * @vga: its VGA registers
 * @cr: its CRTC registers, VGA's and the extended ones
 * @palette: 256 times red, green, blue, as written
 * @palette_mask: VGA's pixel mask
 * @pcrtc, @pramdac: its register blocks; their tables are @pcrtc_block and
 *                   @pramdac_block
 * @vblank: fires at vertical blanks while their interrupt is enabled
 * @vblank_seen: the last blank whose bit in PCRTC_INTR has been set, in ns
 * @mode: what the console shows, if it shows this head
 * @redraw: the whole picture has to be redrawn
 * @lut: the palette's colour for each pixel value, as x8r8g8b8
 * @cursor: the cursor in the console's picture
 * @cursor_image: its image, as last drawn
 * @overlay: the overlay in the console's picture
 *
 * Not saved (follows from the options): @index
 * Not saved (follows from other state): @mode, @redraw, @lut, @cursor,
 * @cursor_image, @overlay
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
    NVOverlay overlay;
} NVHead;

/**
 * struct NVI2CPort - two lines that the driver drives bit by bit
 *
 * @bus: the bus on these lines
 * @bits: QEMU's decoder
 * @state: the decoder's state, for snapshots
 */
typedef struct NVI2CPort {
    I2CBus *bus;
    bitbang_i2c_interface bits;
    uint32_t state;
} NVI2CPort;

/**
 * struct NVVgaWindow - VGA registers in BAR0
 *
 * @gpu: the device
 * @head: the head whose registers they are; NULL: the one that CR44 selects
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

/**
 * struct NVVgaMap - where VGA is, on the bus and in BAR0
 *
 * @legacy: the card has VGA's addresses on the bus
 * @lowmem, @prmfb: VGA memory at 0xa0000 of the bus, and in BAR0
 * @gone: covers @lowmem while the card has fallen off the bus
 * @ports, @dispi: VGA registers, and those that SeaVGABIOS needs, on the bus
 * @window: VGA registers in BAR0
 */
typedef struct NVVgaMap {
    bool legacy;
    MemoryRegion lowmem, prmfb, gone;
    PortioList ports, dispi;
    NVVgaWindow window[NV_VGA_WINDOWS];
} NVVgaMap;

#define NV_I2C_PORTS 6

/**
 * struct NVDisplay - the display side of the card
 *
 * @gpu: the device
 * @vga: QEMU's VGA core; it allocates the card's video memory
 * @vga2: the second head's VGA registers; it shows nothing in VGA modes
 * @vga_map: where VGA's registers and memory are
 * @head: the heads; the card has chip->display->heads
 * @con: the monitor, which the first DAC drives
 * @shown: the head that @con shows
 * @pcrtc2: registers of a second head, for cards without one
 * @pvideo: the overlay before NV50; there is one for all heads
 * @stack: the VGA stack, which is in PBUS before NV50
 * @i2c: the ports; the monitor is on the first
 * @ddc: the monitor's DDC, NULL if there is none
 * @garbled: an injected fault garbles its answers
 * @evo, @pnvio: PDISPLAY, and GPIO and I2C lines, NV50+; from GF119 on most of
 *               the latter are in @pgpio
 * @probed: notified when observers want vertical blanks
 * @rma: the port to BAR0, at @rma_addr
 *
 * Not saved (follows from other state): @vga_map
 * Not saved (faults and debuggers are the process's): @garbled
 */
typedef struct NVDisplay {
    NVGPU *gpu;
    VGACommonState vga, vga2;
    NVVgaMap vga_map;
    NVHead head[NV_HEADS];
    QemuConsole *con;
    NVHead *shown;
    NVRegFile pcrtc2;
    NVPVideo pvideo;
    NVVgaStack *stack;
    NVI2CPort i2c[NV_I2C_PORTS];
    I2CDDCState *ddc;
    bool garbled;
    NVEvo evo;
    NVRegFile pnvio, pgpio;
    Notifier probed;
    PortioList rma;
    uint32_t rma_addr;
} NVDisplay;

/** NV_HEAD_R - the stored word of a head's register, as an lvalue */
#define NV_HEAD_R(_head, _reg) \
    ((_head)->gpu->regs[R_ ## _reg + (_head)->index * NV_HEAD_STRIDE / 4])

/* --- Heads ------------------------------------------------------------ */

/** nv_heads_init: set what all parts of the heads need before any is created */
void nv_heads_init(NVGPU *gpu);

/** nv_head_at: the head that has the register block with an address of BAR0 */
NVHead *nv_head_at(NVGPU *gpu, uint32_t addr);

/** nv_head_count: number of heads of the card */
unsigned nv_head_count(const NVGPU *gpu);

/** nv_head_init_regs: copy a block of the first head's registers for a head */
void nv_head_init_regs(NVHead *head, NVRegFile *file, NVRegBlock *block,
                       const NVRegBlock *first);

/* --- VGA -------------------------------------------------------------- */

/** nv_vga_realize: VGA's ports and memory, on the bus and in BAR0 */
bool nv_vga_realize(NVGPU *gpu, Error **errp);
void nv_vga_reset(NVGPU *gpu);
void nv_vga_exit(NVGPU *gpu);

/* --- RMA -------------------------------------------------------------- */

void nv_rma_realize(NVGPU *gpu);
void nv_rma_exit(NVGPU *gpu);

/** nv_rma_set_enabled: show or hide the port */
void nv_rma_set_enabled(NVGPU *gpu, bool enabled);

/* --- Rasters ---------------------------------------------------------- */

/**
 * nv_raster_period: time from one frame to the next in ns, bounded
 * @t: the totals
 * @khz: pixel clock, 0 if it isn't known
 */
int64_t nv_raster_period(const NVTimings *t, uint32_t khz);

/** nv_raster_position: the raster's position at a time in ns */
void nv_raster_position(const NVTimings *t, int64_t now, NVRaster *raster);

/** nv_raster_last_vblank: when the last blank before a time began, in ns */
int64_t nv_raster_last_vblank(const NVTimings *t, int64_t now);

/* --- Clocks ----------------------------------------------------------- */

/** nv_vpll_pixel_clock: the pixel clock in kHz, 0 if there is none */
uint32_t nv_vpll_pixel_clock(NVHead *head);

/* --- CRTC ------------------------------------------------------------- */

void nv_crtc_realize(NVHead *head);
void nv_crtc_reset(NVHead *head);
void nv_crtc_exit(NVHead *head);

/** nv_crtc2_realize, nv_crtc2_exit: for cards without a second head */
void nv_crtc2_realize(NVGPU *gpu);
void nv_crtc2_exit(NVGPU *gpu);

/**
 * nv_crtc_timings: the timings that the registers describe
 * @head: the head
 * @t: the result, in which no value is 0
 */
void nv_crtc_timings(NVHead *head, NVTimings *t);

/** nv_crtc_status: VGA's input status 1 (port 0x3da), by the raster */
uint8_t nv_crtc_status(NVHead *head);

/** nv_crtc_retime: the timings may have changed: set the timer again */
void nv_crtc_retime(NVHead *head);

/* --- RAMDAC, PVIDEO --------------------------------------------------- */

void nv_ramdac_realize(NVHead *head);
void nv_ramdac_reset(NVHead *head);
void nv_ramdac_exit(NVHead *head);

/** nv_ramdac_post_load: restore state that the VGA core doesn't save */
void nv_ramdac_post_load(NVHead *head);

void nv_pvideo_realize(NVGPU *gpu);
void nv_pvideo_reset(NVGPU *gpu);
void nv_pvideo_exit(NVGPU *gpu);
bool nv_pvideo_post_load(NVGPU *gpu);

/* Decoders of each generation's overlay */
NVOverlayFn nv04_pvideo_overlay;
NVOverlayFn nv10_pvideo_overlay;
NVOverlayFn nv17_pvideo_overlay;

/* --- Cursor ----------------------------------------------------------- */

/**
 * nv_cursor_load: read a cursor's image
 * @head: the head
 * @cursor: the cursor, set to invisible if there is no such image
 *
 * Returns true if the image differs from that in @head, which it replaces.
 */
bool nv_cursor_load(NVHead *head, NVCursor *cursor);

/**
 * nv_cursor_covers: whether the cursor touches a line of the screen
 * @cursor: the cursor
 * @y: the line
 */
bool nv_cursor_covers(const NVCursor *cursor, int y);

/**
 * nv_cursor_draw: draw the part of the cursor that is in a line
 * @head: the head, whose cursor_image is drawn
 * @cursor: the cursor
 * @line: the line's pixels, x8r8g8b8
 * @width: their number
 * @y: number of the line on the screen
 */
void nv_cursor_draw(const NVHead *head, const NVCursor *cursor,
                    uint32_t *line, unsigned width, int y);

/* --- Overlays --------------------------------------------------------- */

/** nv_overlay_covers: whether the overlay touches a line of the screen */
bool nv_overlay_covers(const NVOverlay *ov, int y);

/**
 * nv_overlay_draw: draw the overlay's part of a line that it covers
 * @head: the head
 * @ov: the overlay
 * @y: number of the line on the screen
 * @width: pixels of the line
 * @keys: the pixels under the overlay, as they are in memory
 * @line: receives the overlay's pixels, x8r8g8b8
 * @shown: set for those that are visible
 */
void nv_overlay_draw(const NVHead *head, const NVOverlay *ov, int y,
                     unsigned width, const uint32_t *keys, uint32_t *line,
                     bool *shown);

/* --- Scanout ---------------------------------------------------------- */

/**
 * struct NVScanoutSource - how scanout finds out what a head shows
 *
 * @head: the head that the monitor shows
 * @decode: what it shows; the mode is zeroed before the call
 * @lut: 256 entries of x8r8g8b8, for indices or as gamma ramp
 * @cursor: its cursor; zeroed before the call
 * @overlay: its overlay; zeroed before the call
 */
typedef struct NVScanoutSource {
    NVHead *(*head)(NVGPU *gpu);
    void (*decode)(NVHead *head, NVScanoutMode *mode);
    void (*lut)(NVHead *head, const NVScanoutMode *mode, uint32_t *lut);
    void (*cursor)(NVHead *head, NVCursor *cursor);
    NVOverlayFn *overlay;
} NVScanoutSource;

extern const NVScanoutSource nv_crtc_scanout;
extern const NVScanoutSource nv_evo_scanout;

/**
 * nv_scanout_checksum: the CRC-32 of a head's picture
 *
 * The console needn't show this head, nor be up to date.
 */
uint32_t nv_scanout_checksum(const NVHead *head);

void nv_scanout_realize(NVGPU *gpu);
void nv_scanout_exit(NVGPU *gpu);

/* --- I2C -------------------------------------------------------------- */

void nv_i2c_realize(NVGPU *gpu);
void nv_i2c_reset(NVGPU *gpu);

/** nv_i2c_update_monitor: DDC's answers may change; there must be a monitor */
void nv_i2c_update_monitor(NVGPU *gpu);

/** nv_gpio_monitor: the monitor's GPIO line may have changed, NV50+ */
void nv_gpio_monitor(NVGPU *gpu);

/**
 * nv_i2c_drive, nv_i2c_sense: drive and read the lines of a port
 * @gpu: the device
 * @port: number of the port
 * @scl, @sda: the lines
 */
void nv_i2c_drive(NVGPU *gpu, unsigned port, bool scl, bool sda);
void nv_i2c_sense(NVGPU *gpu, unsigned port, bool *scl, bool *sda);

/**
 * nv_i2c_write: handle a write of a CRTC register that drives a port's lines
 * @gpu: the device
 * @index: index of the register
 * @val: its value
 */
void nv_i2c_write(NVGPU *gpu, uint8_t index, uint8_t val);

/**
 * nv_i2c_read: read the lines of a port
 * @gpu: the device
 * @index: index of a CRTC register
 * @val: receives the register's value
 *
 * Returns false if the register isn't one that shows lines.
 */
bool nv_i2c_read(NVGPU *gpu, uint8_t index, uint8_t *val);

extern const VMStateDescription nv_vmstate_i2c;

/* --- PNVIO, NV50+ ----------------------------------------------------- */

/* PNVIO's registers of each generation */
extern const NVRegBlock nv50_pnvio_regs;
extern const NVRegBlock nv94_pnvio_regs;
extern const NVRegBlock nva0_pnvio_regs;
extern const NVRegBlock nvd9_pnvio_regs;
extern const NVRegBlock nvd9_pgpio_regs;

/* As NVDisplayChip.gpio_place */
uint32_t nv50_gpio_place(unsigned line, unsigned *shift);
uint32_t nvd9_gpio_place(unsigned line, unsigned *shift);

void nv_pnvio_realize(NVGPU *gpu);
void nv_pnvio_reset(NVGPU *gpu);
void nv_pnvio_exit(NVGPU *gpu);

#endif /* HW_NV_DISPLAY_INTERNAL_H */
