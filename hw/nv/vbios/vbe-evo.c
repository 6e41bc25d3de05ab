/*
 * NVIDIA GPU: the built-in VBIOS: VBE's modes from NV50 on
 *
 * The core channel shows video memory on the first head and DAC.  Up to Fermi's
 * first cards it takes methods from registers, as xf86-video-nv sends them:
 * g80_display.c and g80_dac.c.  GF119 needs a pushbuffer, which is near the end
 * of video memory, with RAMHT: nouveau's nvkm/engine/disp/gf119.c and
 * dispnv50/head907d.c.
 *
 * The rasters follow the core channel's clock; VPLLs aren't set.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/bus-regs.h"
#include "hw/nv/evo-regs.h"
#include "hw/nv/evo-regs-nvd9.h"
#include "hw/nv/nv-gpu.h"
#include "vbe.h"

#define NV50_VBE_PCI_CONFIG 0x88000
#define NV50_VBE_LOCK 0x3f

/* Surfaces begin, and lines of linear ones, at such addresses. */
#define NV50_VBE_UNIT 256
#define NV50_VBE_UNIT_SHIFT 8

/* The object of a core channel without RAMHT; of others, this file's choice */
#define NV_VBE_HANDLE 1

static uint32_t nv_vbe_pair(unsigned x, unsigned y)
{
    return y << R_NV_EVO_PAIR_Y_SHIFT | x;
}

/* --- Rasters ---------------------------------------------------------- */

/**
 * struct NVVbeRaster - timings as the core channel counts them: from HSync on
 *
 * Each is a pair of pixels and lines; the end of something is its last one.
 */
typedef struct NVVbeRaster {
    uint32_t size, sync_end, blank_end, blank_start, picture;
} NVVbeRaster;

static void nv_vbe_raster(const NVVbeTimings *t, NVVbeRaster *raster)
{
    unsigned x = t->htotal - t->hsync_start - 1;
    unsigned y = t->vtotal - t->vsync_start - 1;

    *raster = (NVVbeRaster) {
        .size = nv_vbe_pair(t->htotal, t->vtotal),
        .sync_end = nv_vbe_pair(t->hsync_end - t->hsync_start - 1,
                                t->vsync_end - t->vsync_start - 1),
        .blank_end = nv_vbe_pair(x, y),
        .blank_start = nv_vbe_pair(x + t->hdisplay, y + t->vdisplay),
        .picture = nv_vbe_pair(t->hdisplay, t->vdisplay),
    };
}

static uint32_t nv_vbe_params(unsigned bpp)
{
    return (bpp == 16 ? NV_EVO_FORMAT_R5G6B5 : NV_EVO_FORMAT_A8R8G8B8) <<
           R_NV_EVO_FB_PARAMS_FORMAT_SHIFT;
}

/* --- NV50: without a pushbuffer ---------------------------------------- */

#define NV50_VBE_STAT_CLOSED 0x2b00
#define NV50_VBE_STAT_OPEN 0x01000b03
#define NV50_VBE_STAT_CHANGING 0x1e0000
/* A mode with a clock of its own */
#define NV50_VBE_CLOCK 0x800000
#define NV50_VBE_LINEAR 0x100000
/* The object's flags, as xf86-video-nv has them: linear, video memory */
#define NV50_VBE_OBJECT 0x150000
/* A DAC shows head 0, by RGB_CRT. */
#define NV50_VBE_DAC_HEAD0 0x41

static void nv50_vbe_open(NVVbe *vbe)
{
    nv_vbe_reg(vbe, A_NV_PDISPLAY_CHANNEL_STAT, NV50_VBE_STAT_CLOSED);
    nv_vbe_wait(vbe, A_NV_PDISPLAY_CHANNEL_STAT, NV50_VBE_STAT_CHANGING, 0);
    nv_vbe_reg(vbe, A_NV_PDISPLAY_CTRL_STATE,
               R_NV_PDISPLAY_CTRL_STATE_ENABLE_MASK);
    nv_vbe_reg(vbe, A_NV_PDISPLAY_CHANNEL_STAT, NV50_VBE_STAT_OPEN);
    nv_vbe_wait(vbe, A_NV_PDISPLAY_CHANNEL_STAT,
                R_NV_PDISPLAY_CHANNEL_STAT_READY_MASK,
                R_NV_PDISPLAY_CHANNEL_STAT_READY_MASK);
    nv_vbe_reg(vbe, A_NV_PDISPLAY_UNK_380, 0);
    nv_vbe_reg(vbe, A_NV_PDISPLAY_RAM_AMOUNT, vbe->gpu->vram_size - 1);
    nv_vbe_reg(vbe, A_NV_PDISPLAY_UNK_388, NV50_VBE_OBJECT);
    nv_vbe_reg(vbe, A_NV_PDISPLAY_UNK_38C, 0);
}

static void nv50_vbe_set(NVVbe *vbe, const NVVbeTimings *t, unsigned bpp,
                         unsigned pitch)
{
    const uint16_t fb = NV_EVO_HEAD(0, FB);
    NVVbeRaster raster;

    nv_vbe_raster(t, &raster);
    nv50_vbe_open(vbe);
    nv_vbe_method(vbe, NV_EVO_HEAD(0, PIXEL_CLOCK), t->khz | NV50_VBE_CLOCK);
    nv_vbe_method(vbe, NV_EVO_HEAD(0, CTRL), 0);
    nv_vbe_method(vbe, NV_EVO_HEAD(0, OVERSCAN_COLOR), 0);
    nv_vbe_method(vbe, NV_EVO_HEAD(0, RASTER_SIZE), raster.size);
    nv_vbe_method(vbe, NV_EVO_HEAD(0, RASTER_SYNC_END), raster.sync_end);
    nv_vbe_method(vbe, NV_EVO_HEAD(0, RASTER_BLANK_END), raster.blank_end);
    nv_vbe_method(vbe, NV_EVO_HEAD(0, RASTER_BLANK_START),
                  raster.blank_start);
    nv_vbe_method(vbe, NV_EVO_HEAD(0, BASE_LUT_LO), 0);
    nv_vbe_method(vbe, fb + NV_EVO_FB_OFFSET, 0);
    nv_vbe_method(vbe, fb + NV_EVO_FB_SIZE, raster.picture);
    nv_vbe_method(vbe, fb + NV_EVO_FB_STORAGE, pitch | NV50_VBE_LINEAR);
    nv_vbe_method(vbe, fb + NV_EVO_FB_PARAMS, nv_vbe_params(bpp));
    nv_vbe_method(vbe, NV_EVO_HEAD(0, DMA_ISO), NV_VBE_HANDLE);
    nv_vbe_method(vbe, NV_EVO_HEAD(0, CTRL_CURSOR), 0);
    nv_vbe_method(vbe, NV_EVO_HEAD(0, VIEWPORT_POINT_IN), 0);
    nv_vbe_method(vbe, NV_EVO_HEAD(0, VIEWPORT_SIZE_IN), raster.picture);
    nv_vbe_method(vbe, NV_EVO_HEAD(0, VIEWPORT_SIZE_OUT), raster.picture);
    nv_vbe_method(vbe, NV_EVO_DAC_CTRL(0), NV50_VBE_DAC_HEAD0);
    nv_vbe_method(vbe, NV_EVO_UPDATE, 0);
}

static void nv50_vbe_leave(NVVbe *vbe)
{
    nv_vbe_reg(vbe, A_NV_PDISPLAY_CHANNEL_STAT, 0);
    nv_vbe_reg(vbe, A_NV_PDISPLAY_CTRL_STATE, 0);
    nv_vbe_wait(vbe, A_NV_PDISPLAY_CHANNEL_STAT, NV50_VBE_STAT_CHANGING, 0);
}

static void nv50_vbe_start(NVVbe *vbe, const NVVbeTimings *t, unsigned bpp,
                           unsigned pitch)
{
    nv_vbe_method_param(vbe, NV_EVO_HEAD(0, FB) + NV_EVO_FB_OFFSET,
                        NV50_VBE_UNIT_SHIFT);
    nv_vbe_method(vbe, NV_EVO_UPDATE, 0);
}

/* --- GF119: with a pushbuffer ------------------------------------------- */

/* What the channel needs, from a multiple of 64 KiB on: RAMHT comes first. */
#define NVD9_VBE_AREA (128 * KiB)       /* from the end of video memory */
#define NVD9_VBE_OBJECT 0x1000
#define NVD9_VBE_OBJECT_SIZE 0x20
#define NVD9_VBE_PUSH 0x2000
#define NVD9_VBE_NOTIFIER 0x3000

/* The second handle is the notifier's. */
#define NVD9_VBE_NOTIFIER_HANDLE (NV_VBE_HANDLE + 1)

#define NVD9_VBE_WINDOW 0x700000
#define NVD9_VBE_WINDOW_SIZE (1 * MiB)

#define NVD9_VBE_STAT_OPEN 0x01000013
#define NVD9_VBE_CLOCK_CONFIG (2 << R_NVD9_EVO_PIXEL_CLOCK_CONFIG_MODE_SHIFT)

/**
 * struct NVVbePush - commands for the core channel
 *
 * @vbe: the script
 * @words: how many there are so far
 */
typedef struct NVVbePush {
    NVVbe *vbe;
    unsigned words;
} NVVbePush;

/* BAR0 address of a byte of the area */
static uint32_t nvd9_vbe_area(uint32_t offset)
{
    return NVD9_VBE_WINDOW + NVD9_VBE_WINDOW_SIZE - NVD9_VBE_AREA + offset;
}

static void nvd9_vbe_word(NVVbePush *push, uint32_t word)
{
    nv_vbe_reg(push->vbe, nvd9_vbe_area(NVD9_VBE_PUSH + push->words++ * 4),
               word);
}

static void nvd9_vbe_method(NVVbePush *push, uint16_t mthd, uint32_t val)
{
    nvd9_vbe_word(push, 1 << R_NV_EVO_DMA_COUNT_SHIFT | mthd);
    nvd9_vbe_word(push, val);
}

static void nvd9_vbe_method_param(NVVbePush *push, uint16_t mthd,
                                  uint8_t shift)
{
    nvd9_vbe_word(push, 1 << R_NV_EVO_DMA_COUNT_SHIFT | mthd);
    nv_vbe_reg_param(push->vbe,
                     nvd9_vbe_area(NVD9_VBE_PUSH + push->words++ * 4), shift);
}

/*
 * An object, and its handle: its place in RAMHT is the handle itself, for the
 * core channel.
 */
static void nvd9_vbe_bind(NVVbe *vbe, uint32_t handle, uint32_t first,
                          uint32_t last)
{
    uint32_t object = NVD9_VBE_OBJECT + handle * NVD9_VBE_OBJECT_SIZE;

    nv_vbe_reg(vbe, nvd9_vbe_area(handle * 8), handle);
    nv_vbe_reg(vbe, nvd9_vbe_area(handle * 8 + 4),
               object / 16 << R_NVD9_EVO_RAMHT_OFFSET_SHIFT |
               R_NVD9_EVO_RAMHT_VALID_MASK);
    nv_vbe_reg(vbe, nvd9_vbe_area(object),
               NV_EVO_TARGET_VRAM | R_NVD9_EVO_DMAOBJ_VALID_MASK);
    nv_vbe_reg(vbe, nvd9_vbe_area(object + 4), first >> 8);
    nv_vbe_reg(vbe, nvd9_vbe_area(object + 8), last >> 8);
}

/* A driver may have moved the window. */
static void nvd9_vbe_begin(NVVbePush *push)
{
    NVVbe *vbe = push->vbe;
    uint32_t vram = vbe->gpu->vram_size;
    uint32_t area = vram - NVD9_VBE_AREA;

    nv_vbe_reg(vbe, A_NV_PBUS_HOST_MEM_PMEM,
               (vram - NVD9_VBE_WINDOW_SIZE) >> 16);
    nvd9_vbe_bind(vbe, NV_VBE_HANDLE, 0, vram - 1);
    nvd9_vbe_bind(vbe, NVD9_VBE_NOTIFIER_HANDLE, area + NVD9_VBE_NOTIFIER,
                  area + NVD9_VBE_NOTIFIER + 0xfff);
    nv_vbe_reg(vbe, nvd9_vbe_area(NVD9_VBE_NOTIFIER), 0);
    nv_vbe_reg(vbe, A_NV_PDISPLAY_OBJECTS,
               area >> 16 << R_NV_PDISPLAY_OBJECTS_ADDRESS_SHIFT |
               R_NV_PDISPLAY_OBJECTS_VALID_MASK | NV_EVO_TARGET_VRAM);
    nv_vbe_reg(vbe, A_NVD9_PDISPLAY_CHANNEL_STAT, 0);
    nv_vbe_reg(vbe, A_NVD9_PDISPLAY_CHANNEL_DMA_CB,
               (area + NVD9_VBE_PUSH) >> 12 <<
               R_NV_PDISPLAY_CHANNEL_DMA_CB_ADDRESS_SHIFT |
               NV_EVO_TARGET_VRAM);
    nv_vbe_reg(vbe, A_NVD9_PDISPLAY_CHANNEL_UNK2, 0x00010000);
    nv_vbe_reg(vbe, A_NVD9_PDISPLAY_CHANNEL_UNK3, 1);
    nv_vbe_reg(vbe, A_NVD9_PDISPLAY_CHANNEL_STAT,
               R_NV_PDISPLAY_CHANNEL_STAT_DMA_ENABLED_MASK);
    nv_vbe_reg(vbe, A_NV_EVO_USER_PUT, 0);
    nv_vbe_reg(vbe, A_NVD9_PDISPLAY_CHANNEL_STAT, NVD9_VBE_STAT_OPEN);
    nv_vbe_wait(vbe, A_NVD9_PDISPLAY_CHANNEL_STAT,
                R_NV_PDISPLAY_CHANNEL_STAT_BUSY_MASK, 0);
}

/* gf119_disp_super(): there is nothing to do but to answer. */
static void nvd9_vbe_supervise(NVVbe *vbe)
{
    for (unsigned step = 0; step < 3; step++) {
        nv_vbe_wait(vbe, A_NV_PDISPLAY_INTR_HOST_2, 1 << step, 1 << step);
        nv_vbe_reg(vbe, A_NV_PDISPLAY_INTR_HOST_2, 1 << step);
        nv_vbe_reg(vbe, A_NVD9_PDISPLAY_SUPERVISOR_HEAD, 0);
        nv_vbe_reg(vbe, A_NVD9_PDISPLAY_SUPERVISOR,
                   R_NVD9_PDISPLAY_SUPERVISOR_PENDING_MASK);
    }
}

/* A head keeps running when its channel is taken away, after the UPDATE. */
static void nvd9_vbe_finish(NVVbePush *push, bool supervised)
{
    NVVbe *vbe = push->vbe;

    nvd9_vbe_method(push, NV_EVO_CORE_DMA_NOTIFIER, NVD9_VBE_NOTIFIER_HANDLE);
    nvd9_vbe_method(push, NV_EVO_CORE_NOTIFIER_CTRL,
                    R_NV_EVO_CORE_NOTIFIER_CTRL_NOTIFY_MASK);
    nvd9_vbe_method(push, NV_EVO_UPDATE, 0);
    nv_vbe_reg(vbe, A_NV_EVO_USER_PUT, push->words * 4);
    if (supervised) {
        nvd9_vbe_supervise(vbe);
    }
    nv_vbe_wait(vbe, nvd9_vbe_area(NVD9_VBE_NOTIFIER),
                R_NV_EVO_NOTIFIER_DONE_MASK, R_NV_EVO_NOTIFIER_DONE_MASK);
    nv_vbe_reg(vbe, A_NVD9_PDISPLAY_CHANNEL_STAT, 0);
}

#define NVD9_HEAD(_mthd) (NVD9_EVO_HEAD(0) + NVD9_EVO_HEAD_ ## _mthd)

/* Without the place of the surface */
static void nvd9_vbe_push_mode(NVVbePush *push, const NVVbeTimings *t,
                               unsigned bpp, unsigned pitch)
{
    const uint16_t fb = NVD9_HEAD(FB);
    NVVbeRaster raster;

    nv_vbe_raster(t, &raster);
    nvd9_vbe_method(push, NVD9_EVO_DAC_CTRL(0), 1);
    nvd9_vbe_method(push, NVD9_HEAD(PIXEL_CLOCK), t->khz * 1000);
    nvd9_vbe_method(push, NVD9_HEAD(PIXEL_CLOCK_CONFIG),
                    NVD9_VBE_CLOCK_CONFIG);
    nvd9_vbe_method(push, NVD9_HEAD(RASTER_SIZE), raster.size);
    nvd9_vbe_method(push, NVD9_HEAD(RASTER_SYNC_END), raster.sync_end);
    nvd9_vbe_method(push, NVD9_HEAD(RASTER_BLANK_END), raster.blank_end);
    nvd9_vbe_method(push, NVD9_HEAD(RASTER_BLANK_START),
                    raster.blank_start);
    nvd9_vbe_method(push, NVD9_HEAD(BASE_LUT), 0);
    nvd9_vbe_method(push, NVD9_HEAD(OUTPUT_LUT), 0);
    nvd9_vbe_method(push, fb + NV_EVO_FB_SIZE, raster.picture);
    nvd9_vbe_method(push, fb + NV_EVO_FB_STORAGE,
                    pitch | R_NVD9_EVO_FB_STORAGE_LINEAR_MASK);
    nvd9_vbe_method(push, fb + NV_EVO_FB_PARAMS, nv_vbe_params(bpp));
    nvd9_vbe_method(push, NVD9_HEAD(DMA_ISO), NV_VBE_HANDLE);
    nvd9_vbe_method(push, NVD9_HEAD(CTRL_CURSOR), 0);
    nvd9_vbe_method(push, NVD9_HEAD(VIEWPORT_POINT_IN), 0);
    nvd9_vbe_method(push, NVD9_HEAD(VIEWPORT_SIZE_IN), raster.picture);
    nvd9_vbe_method(push, NVD9_HEAD(VIEWPORT_SIZE_OUT), raster.picture);
}

static void nvd9_vbe_set(NVVbe *vbe, const NVVbeTimings *t, unsigned bpp,
                         unsigned pitch)
{
    NVVbePush push = { .vbe = vbe };

    nvd9_vbe_begin(&push);
    nvd9_vbe_push_mode(&push, t, bpp, pitch);
    nvd9_vbe_method(&push, NVD9_HEAD(FB) + NV_EVO_FB_OFFSET, 0);
    nvd9_vbe_finish(&push, true);
}

static void nvd9_vbe_leave(NVVbe *vbe)
{
    NVVbePush push = { .vbe = vbe };

    nvd9_vbe_begin(&push);
    nvd9_vbe_method(&push, NVD9_EVO_DAC_CTRL(0), 0);
    nvd9_vbe_method(&push, NVD9_HEAD(DMA_ISO), 0);
    nvd9_vbe_finish(&push, true);
}

/* A new channel doesn't know the state of the one before. */
static void nvd9_vbe_start(NVVbe *vbe, const NVVbeTimings *t, unsigned bpp,
                           unsigned pitch)
{
    NVVbePush push = { .vbe = vbe };

    nvd9_vbe_begin(&push);
    nvd9_vbe_push_mode(&push, t, bpp, pitch);
    nvd9_vbe_method_param(&push, NVD9_HEAD(FB) + NV_EVO_FB_OFFSET,
                          NV50_VBE_UNIT_SHIFT);
    nvd9_vbe_finish(&push, false);
}

/* --- The cards ---------------------------------------------------------- */

#define NV50_VBE \
    .align = NV50_VBE_UNIT, \
    .start_low = NV50_VBE_UNIT - 1, \
    .max_lines = 4095, .max_pitch = 1023 * 64, \
    .lock_index = NV50_VBE_LOCK, \
    .pci_config = NV50_VBE_PCI_CONFIG

const NVVbeChip nv50_vbe = {
    NV50_VBE,
    .set = nv50_vbe_set, .leave = nv50_vbe_leave, .start = nv50_vbe_start,
    .ddc_kind = NV_VBE_DDC_PNVIO,
    .ddc_reg = A_NV_PNVIO_I2C_PORT_0_BITBANG,
};

const NVVbeChip nvd9_vbe = {
    NV50_VBE,
    .set = nvd9_vbe_set, .leave = nvd9_vbe_leave, .start = nvd9_vbe_start,
    .ddc_kind = NV_VBE_DDC_PGPIO,
    .ddc_reg = A_NV_PGPIO_I2C_BITBANG,
};
