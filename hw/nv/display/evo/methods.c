/*
 * NVIDIA GPU: PDISPLAY: the channels' methods, and registers that show them
 *
 * Sources: nouveau's nvkm/engine/disp/nv50.c, g84.c, g94.c and gt200.c for the
 * registers; the register database (display/nv_evo.xml) for names, and the
 * methods that have no register.  A method that it lacks is UNK and its offset
 * among those of its head or output.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "channel.h"
#include "chip.h"
#include "class.h"
#include "evo.h"
#include "lut.h"
#include "memory.h"
#include "methods.h"
#include "notify.h"
#include "pdisplay.h"
#include "state.h"
#include "hw/nv/display.h"
#include "hw/nv/display/state.h"
#include "hw/nv/evo-regs-nvd9.h"
#include "hw/nv/evo-regs.h"

/* --- Core ------------------------------------------------------------- */

static const NVEvoMethod nv50_core_rows[] = {
    { 0x0080, 0, NV_EVO_ACTION, "UPDATE" },
    { 0x0084, 0x610bb8, NV_EVO_STATE, "NOTIFIER_CTRL" },
    { 0x0088, 0x610b9c, NV_EVO_HANDLE, "DMA_NOTIFIER_HANDLE" },
    { 0x008c, 0, NV_EVO_ACTION, "GET_CAPABILITIES" },
    { 0x03bc, 0, NV_EVO_STATE, "SPARE_UNUSED" },
    { 0x03c0, 0, NV_EVO_STATE, "SPARE_NOOP_UNUSED" },
};

static const NVEvoMethod nv50_dac_rows[] = {
    { 0x0400, 0x610b58, NV_EVO_STATE, "DAC_CTRL" },
    { 0x0404, 0x610bdc, NV_EVO_STATE, "DAC_POLARITY" },
    { 0x0420, 0x610828, NV_EVO_STATE, "DAC_ENCODE_QUALITY" },
};

static const NVEvoMethod nv84_dac_rows[] = {
    { 0x0400, 0x610b58, NV_EVO_STATE, "DAC_CTRL" },
    { 0x0404, 0x610bdc, NV_EVO_STATE, "DAC_POLARITY" },
    { 0x0420, 0x610bc4, NV_EVO_STATE, "DAC_ENCODE_QUALITY" },
};

static const NVEvoMethod nv50_sor_rows[] = {
    { 0x0600, 0x610b70, NV_EVO_STATE, "SOR_CTRL" },
};

static const NVEvoMethod nv94_sor_rows[] = {
    { 0x0600, 0x610794, NV_EVO_STATE, "SOR_CTRL" },
};

static const NVEvoMethod nv50_pior_rows[] = {
    { 0x0700, 0x610b80, NV_EVO_STATE, "PIOR_CTRL" },
};

static const NVEvoMethod nv50_head_rows[] = {
    { 0x0800, 0x610ad8, NV_EVO_STATE, "HEAD_PRESENT_CTRL" },
    { 0x0804, 0x610ad0, NV_EVO_CLOCK, "HEAD_PIXEL_CLOCK" },
    { 0x0808, 0x610a48, NV_EVO_STATE, "HEAD_CTRL" },
    { 0x080c, 0x610a78, NV_EVO_STATE, "HEAD_UNK0C" },
    { 0x0810, 0x610ac0, NV_EVO_STATE, "HEAD_OVERSCAN_COLOR" },
    { 0x0814, 0x610af8, NV_EVO_STATE, "HEAD_RASTER_SIZE" },
    { 0x0818, 0x610b00, NV_EVO_STATE, "HEAD_RASTER_SYNC_END" },
    { 0x081c, 0x610ae8, NV_EVO_STATE, "HEAD_RASTER_BLANK_END" },
    { 0x0820, 0x610af0, NV_EVO_STATE, "HEAD_RASTER_BLANK_START" },
    { 0x0824, 0x610b08, NV_EVO_STATE, "HEAD_RASTER_VERT_BLANK2" },
    { 0x0828, 0x610b10, NV_EVO_STATE, "HEAD_RASTER_VERT_BLANK_DMI" },
    { 0x082c, 0x610a68, NV_EVO_STATE, "HEAD_DEFAULT_BASE_COLOR" },
    { 0x0830, 0x610a60, NV_EVO_STATE, "HEAD_UNK30" },
    { 0x0834, 0, NV_EVO_STATE, "HEAD_UNK34" },
    { 0x0838, 0x610a40, NV_EVO_STATE, "HEAD_UNK38" },
    { 0x0840, 0x610a24, NV_EVO_STATE, "HEAD_BASE_LUT_LO" },
    { 0x0844, 0x610a2c, NV_EVO_STATE, "HEAD_BASE_LUT_HI_ORIGIN" },
    { 0x0848, 0x610aa8, NV_EVO_STATE, "HEAD_OUTPUT_LUT_LO" },
    { 0x084c, 0x610ab0, NV_EVO_STATE, "HEAD_OUTPUT_LUT_HI_ORIGIN" },
    { 0x0860, 0x610a84, NV_EVO_STATE, "HEAD_OFFSET_ORIGIN_0" },
    { 0x0864, 0x610a90, NV_EVO_STATE, "HEAD_OFFSET_ORIGIN_1" },
    { 0x0868, 0x610b18, NV_EVO_STATE, "HEAD_SIZE" },
    { 0x086c, 0x610b20, NV_EVO_STATE, "HEAD_STORAGE" },
    { 0x0870, 0x610ac8, NV_EVO_FORMAT, "HEAD_PARAMS" },
    { 0x0874, 0x610a38, NV_EVO_HANDLE, "HEAD_DMA_ISO_HANDLE" },
    { 0x0880, 0x610a58, NV_EVO_STATE, "HEAD_CTRL_CURSOR" },
    { 0x0884, 0x610a9c, NV_EVO_STATE, "HEAD_OFFSET_CURSOR_ORIGIN" },
    { 0x08a0, 0x610a70, NV_EVO_STATE, "HEAD_DITHER_CTRL" },
    { 0x08a4, 0x610a50, NV_EVO_STATE, "HEAD_CTRL_OUTPUT_SCALER" },
    { 0x08a8, 0x610ae0, NV_EVO_STATE, "HEAD_PROCAMP" },
    { 0x08c0, 0x610b28, NV_EVO_STATE, "HEAD_VIEWPORT_POINT_IN" },
    { 0x08c4, 0x610b30, NV_EVO_STATE, "HEAD_UNKC4" },
    { 0x08c8, 0x610b40, NV_EVO_STATE, "HEAD_VIEWPORT_SIZE_IN" },
    { 0x08d4, 0x610b38, NV_EVO_STATE, "HEAD_VIEWPORT_POINT_OUT_ADJUST" },
    { 0x08d8, 0x610b48, NV_EVO_STATE, "HEAD_VIEWPORT_SIZE_OUT" },
    { 0x08dc, 0x610b50, NV_EVO_STATE, "HEAD_VIEWPORT_SIZE_OUT_MIN" },
    { 0x0900, 0x610a18, NV_EVO_STATE, "HEAD_BASE_CHANNEL_USAGE_BOUNDS" },
    { 0x0904, 0x610ab8, NV_EVO_STATE, "HEAD_OVERLAY_USAGE_BOUNDS" },
    { 0x0bbc, 0, NV_EVO_STATE, "HEAD_SPARE_UNUSED" },
    { 0x0bc0, 0, NV_EVO_STATE, "HEAD_SPARE_NOOP_UNUSED" },
};

/* Added by G84 */
static const NVEvoMethod nv84_head_rows[] = {
    { 0x085c, 0x610c5c, NV_EVO_HANDLE, "HEAD_DMA_LUT_HANDLE" },
    { 0x0878, 0x610c50, NV_EVO_HANDLE, "HEAD_DMAS_ISO_HANDLE_1" },
    { 0x089c, 0x610c68, NV_EVO_HANDLE, "HEAD_DMA_CURSOR_HANDLE" },
    { 0x0910, 0x610c70, NV_EVO_STATE, "HEAD_PROCESSING" },
    { 0x0914, 0x610c78, NV_EVO_STATE, "HEAD_CONVERSION" },
};

/** NV_EVO_GROUP - rows that a class has more than once */
#define NV_EVO_GROUP(_rows, _count, _mthd_stride, _val_stride) \
    { (_rows), ARRAY_SIZE(_rows), (_count), (_mthd_stride), (_val_stride) }

static const NVEvoGroup nv50_core_groups[] = {
    NV_EVO_GROUP(nv50_core_rows, 1, 0, 0),
    NV_EVO_GROUP(nv50_dac_rows, NV_EVO_DACS, 0x80, 8),
    NV_EVO_GROUP(nv50_sor_rows, 2, 0x40, 8),
    NV_EVO_GROUP(nv50_pior_rows, NV_EVO_PIORS, 0x40, 8),
    NV_EVO_GROUP(nv50_head_rows, NV50_EVO_HEADS, 0x400, 0x540),
};

static const NVEvoGroup nv84_core_groups[] = {
    NV_EVO_GROUP(nv50_core_rows, 1, 0, 0),
    NV_EVO_GROUP(nv84_dac_rows, NV_EVO_DACS, 0x80, 8),
    NV_EVO_GROUP(nv50_sor_rows, 2, 0x40, 8),
    NV_EVO_GROUP(nv50_pior_rows, NV_EVO_PIORS, 0x40, 8),
    NV_EVO_GROUP(nv50_head_rows, NV50_EVO_HEADS, 0x400, 0x540),
    NV_EVO_GROUP(nv84_head_rows, NV50_EVO_HEADS, 0x400, 0x540),
};

static const NVEvoGroup nv94_core_groups[] = {
    NV_EVO_GROUP(nv50_core_rows, 1, 0, 0),
    NV_EVO_GROUP(nv84_dac_rows, NV_EVO_DACS, 0x80, 8),
    NV_EVO_GROUP(nv94_sor_rows, 3, 0x40, 8),
    NV_EVO_GROUP(nv50_pior_rows, NV_EVO_PIORS, 0x40, 8),
    NV_EVO_GROUP(nv50_head_rows, NV50_EVO_HEADS, 0x400, 0x540),
    NV_EVO_GROUP(nv84_head_rows, NV50_EVO_HEADS, 0x400, 0x540),
};

/* --- Base ------------------------------------------------------------- */

static const NVEvoMethod nv50_base_rows[] = {
    { 0x0080, 0, NV_EVO_ACTION, "UPDATE" },
    { 0x0084, 0x6108c4, NV_EVO_STATE, "PRESENT_CTRL" },
    { 0x0088, 0x6108d0, NV_EVO_STATE, "SEM_CTRL" },
    { 0x008c, 0x6108dc, NV_EVO_STATE, "SEM_ACQUIRE_VALUE" },
    { 0x0090, 0x6108e4, NV_EVO_STATE, "SEM_RELEASE_VALUE" },
    { 0x0094, 0x610884, NV_EVO_HANDLE, "DMA_SEM_HANDLE" },
    { 0x00a0, 0x6108a0, NV_EVO_STATE, "NOTIFIER_CTRL" },
    { 0x00a4, 0x610878, NV_EVO_HANDLE, "DMA_NOTIFIER_HANDLE" },
    { 0x00c0, 0x61086c, NV_EVO_HANDLE, "DMA_ISO_HANDLE" },
    { 0x00e0, 0x610858, NV_EVO_STATE, "BASE_LUT_LO" },
    { 0x00e4, 0x610860, NV_EVO_STATE, "BASE_LUT_HI_ORIGIN" },
    { 0x00e8, 0x6108ac, NV_EVO_STATE, "OUTPUT_LUT_LO" },
    { 0x00ec, 0x6108b4, NV_EVO_STATE, "OUTPUT_LUT_HI_ORIGIN" },
    { 0x0100, 0x610894, NV_EVO_STATE, "UNK100" },
    { 0x0110, 0x6108bc, NV_EVO_STATE, "PROCESSING" },
    { 0x0114, 0x61088c, NV_EVO_STATE, "CONVERSION" },
    { 0x07bc, 0, NV_EVO_STATE, "SPARE_UNUSED" },
    { 0x07c0, 0, NV_EVO_STATE, "SPARE_NOOP_UNUSED" },
    { 0x0800, 0x6108f0, NV_EVO_STATE, "SURFACE_OFFSET_ORIGIN_0" },
    { 0x0804, 0x6108fc, NV_EVO_STATE, "SURFACE_OFFSET_ORIGIN_1" },
    { 0x0808, 0x61090c, NV_EVO_STATE, "SURFACE_SIZE" },
    { 0x080c, 0x610914, NV_EVO_STATE, "SURFACE_STORAGE" },
    { 0x0810, 0x610904, NV_EVO_FORMAT, "SURFACE_PARAMS" },
};

/* The second image, for stereo */
static const NVEvoMethod nv50_image_rows[] = {
    { 0x0820, 0, NV_EVO_STATE, "SURFACE_OFFSET_ORIGIN_0" },
    { 0x0824, 0, NV_EVO_STATE, "SURFACE_OFFSET_ORIGIN_1" },
    { 0x0828, 0, NV_EVO_STATE, "SURFACE_SIZE" },
    { 0x082c, 0, NV_EVO_STATE, "SURFACE_STORAGE" },
    { 0x0830, 0, NV_EVO_FORMAT, "SURFACE_PARAMS" },
};

static const NVEvoMethod nv84_base_rows[] = {
    { 0x00c4, 0x610800, NV_EVO_HANDLE, "DMAS_ISO_HANDLE_1" },
    { 0x00c8, 0x61080c, NV_EVO_HANDLE, "UNKC8" },
    { 0x00cc, 0x610818, NV_EVO_HANDLE, "UNKCC" },
    { 0x00fc, 0x610824, NV_EVO_HANDLE, "DMA_LUT_HANDLE" },
    { 0x0104, 0x61082c, NV_EVO_STATE, "UNK104" },
};

static const NVEvoGroup nv50_base_groups[] = {
    NV_EVO_GROUP(nv50_base_rows, 1, 0, 0),
    NV_EVO_GROUP(nv50_image_rows, 1, 0, 0),
};

static const NVEvoGroup nv84_base_groups[] = {
    NV_EVO_GROUP(nv50_base_rows, 1, 0, 0),
    NV_EVO_GROUP(nv50_image_rows, 1, 0, 0),
    NV_EVO_GROUP(nv84_base_rows, 1, 0, 0),
};

/* --- Overlay ---------------------------------------------------------- */

static const NVEvoMethod nv50_overlay_rows[] = {
    { 0x0080, 0, NV_EVO_ACTION, "UPDATE" },
    { 0x0084, 0x6109a0, NV_EVO_STATE, "PRESENT_CTRL" },
    { 0x0088, 0x6109c0, NV_EVO_STATE, "SEM_ACQUIRE_VALUE" },
    { 0x008c, 0x6109c8, NV_EVO_STATE, "SEM_RELEASE_VALUE" },
    { 0x0090, 0x6109b4, NV_EVO_STATE, "SEM_CTRL" },
    { 0x0094, 0x610970, NV_EVO_HANDLE, "DMA_SEM_HANDLE" },
    { 0x00a0, 0x610998, NV_EVO_STATE, "NOTIFIER_CTRL" },
    { 0x00a4, 0x610964, NV_EVO_HANDLE, "DMA_NOTIFIER_HANDLE" },
    { 0x00c0, 0x610958, NV_EVO_HANDLE, "DMA_ISO_HANDLE" },
    { 0x00e0, 0x6109a8, NV_EVO_STATE, "POINT_IN" },
    { 0x00e4, 0x6109d0, NV_EVO_STATE, "SIZE_IN" },
    { 0x00e8, 0x6109d8, NV_EVO_STATE, "SIZE_OUT" },
    { 0x0100, 0x61094c, NV_EVO_STATE, "COMPOSITION_CTRL" },
    { 0x0104, 0x610984, NV_EVO_STATE, "KEY_COLOR" },
    { 0x0108, 0x61098c, NV_EVO_STATE, "KEY_MASK" },
    { 0x07bc, 0, NV_EVO_STATE, "SPARE_UNUSED" },
    { 0x07c0, 0, NV_EVO_STATE, "SPARE_NOOP_UNUSED" },
    { 0x0800, 0x6109f8, NV_EVO_STATE, "OFFSET_ORIGIN_0" },
    { 0x0808, 0x610a08, NV_EVO_STATE, "SIZE" },
    { 0x080c, 0x610a10, NV_EVO_STATE, "STORAGE" },
    { 0x0810, 0x610a00, NV_EVO_FORMAT, "PARAMS" },
};

/* Timed flips, which no driver uses */
static const NVEvoMethod nv50_timestamp_rows[] = {
    { 0x0120, 0, NV_EVO_STATE, "TIMESTAMP_VALUE" },
    { 0x0124, 0, NV_EVO_STATE, "UPDATE_TIMESTAMP" },
};

static const NVEvoMethod nv84_timestamp_rows[] = {
    { 0x0130, 0, NV_EVO_STATE, "TIMESTAMP_ORIGIN_LO" },
    { 0x0134, 0, NV_EVO_STATE, "TIMESTAMP_ORIGIN_HI" },
    { 0x0138, 0, NV_EVO_STATE, "UPDATE_TIMESTAMP_LO" },
    { 0x013c, 0, NV_EVO_STATE, "UPDATE_TIMESTAMP_HI" },
};

/* With a LUT of its own */
static const NVEvoMethod nv94_overlay_rows[] = {
    { 0x00b0, 0x610c98, NV_EVO_HANDLE, "DMA_LUT_HANDLE" },
    { 0x00b4, 0x610ca4, NV_EVO_STATE, "OVERLAY_LUT_LO" },
    { 0x00b8, 0x610cac, NV_EVO_STATE, "OVERLAY_LUT_HI_ORIGIN" },
};

static const NVEvoGroup nv50_overlay_groups[] = {
    NV_EVO_GROUP(nv50_overlay_rows, 1, 0, 0),
    NV_EVO_GROUP(nv50_timestamp_rows, 1, 0, 0),
};

static const NVEvoGroup nv84_overlay_groups[] = {
    NV_EVO_GROUP(nv50_overlay_rows, 1, 0, 0),
    NV_EVO_GROUP(nv84_timestamp_rows, 1, 0, 0),
};

static const NVEvoGroup nv94_overlay_groups[] = {
    NV_EVO_GROUP(nv50_overlay_rows, 1, 0, 0),
    NV_EVO_GROUP(nv84_timestamp_rows, 1, 0, 0),
    NV_EVO_GROUP(nv94_overlay_rows, 1, 0, 0),
};

/* --- The cards --------------------------------------------------------- */

#define NV_EVO_GROUPS(_groups) \
    .groups = (_groups), .ngroups = ARRAY_SIZE(_groups)

/* As enumerated in evo-regs.h */
#define NV50_FORMATS "\x1e\x1f\x2e\xca\xcf\xd1\xd5\xe8\xe9"
#define NV50_OVERLAY_FORMATS "\x28\x29\xcf\xe9"
#define NV84_OVERLAY_FORMATS "\x28\x29\xcf\xd1\xe9"

static const NVEvoClass nv50_core_class = {
    NV_EVO_GROUPS(nv50_core_groups), .formats = NV50_FORMATS,
};

static const NVEvoClass nv84_core_class = {
    NV_EVO_GROUPS(nv84_core_groups), .formats = NV50_FORMATS,
};

static const NVEvoClass nv94_core_class = {
    NV_EVO_GROUPS(nv94_core_groups), .formats = NV50_FORMATS,
};

static const NVEvoSemaphore nv50_base_semaphore = { 0x88, 0x8c, 0x90 };

static const NVEvoClass nv50_base_class = {
    NV_EVO_GROUPS(nv50_base_groups),
    .formats = NV50_FORMATS,
    .semaphore = &nv50_base_semaphore,
    .notify = nv50_evo_base_notify,
};

static const NVEvoClass nv84_base_class = {
    NV_EVO_GROUPS(nv84_base_groups),
    .formats = NV50_FORMATS,
    .semaphore = &nv50_base_semaphore,
    .notify = nv50_evo_base_notify,
};

static const NVEvoSemaphore nv50_overlay_semaphore = { 0x90, 0x88, 0x8c };

static const NVEvoClass nv50_overlay_class = {
    NV_EVO_GROUPS(nv50_overlay_groups),
    .formats = NV50_OVERLAY_FORMATS,
    .semaphore = &nv50_overlay_semaphore,
    .notify = nv50_evo_overlay_notify,
};

static const NVEvoClass nv84_overlay_class = {
    NV_EVO_GROUPS(nv84_overlay_groups),
    .formats = NV84_OVERLAY_FORMATS,
    .semaphore = &nv50_overlay_semaphore,
    .notify = nv84_evo_overlay_notify,
};

static const NVEvoClass nv94_overlay_class = {
    NV_EVO_GROUPS(nv94_overlay_groups),
    .formats = NV84_OVERLAY_FORMATS,
    .semaphore = &nv50_overlay_semaphore,
    .notify = nv84_evo_overlay_notify,
};

#define NV50_HEAD_WORDS { \
    [NV_EVO_W_PIXEL_CLOCK] = NV_EVO_HEAD_PIXEL_CLOCK, \
    [NV_EVO_W_PIXEL_CLOCK_MODE] = NV_EVO_HEAD_PIXEL_CLOCK, \
    [NV_EVO_W_OUTPUT_RESOURCE] = NV_EVO_HEAD_CTRL, \
    [NV_EVO_W_CTRL] = NV_EVO_HEAD_CTRL, \
    [NV_EVO_W_RASTER_SIZE] = NV_EVO_HEAD_RASTER_SIZE, \
    [NV_EVO_W_RASTER_SYNC_END] = NV_EVO_HEAD_RASTER_SYNC_END, \
    [NV_EVO_W_RASTER_BLANK_END] = NV_EVO_HEAD_RASTER_BLANK_END, \
    [NV_EVO_W_RASTER_BLANK_START] = NV_EVO_HEAD_RASTER_BLANK_START, \
    [NV_EVO_W_RASTER_VERT_BLANK2] = NV_EVO_HEAD_RASTER_VERT_BLANK2, \
    [NV_EVO_W_FB] = NV_EVO_HEAD_FB, \
    [NV_EVO_W_DMA_ISO] = NV_EVO_HEAD_DMA_ISO, \
    [NV_EVO_W_CTRL_CURSOR] = NV_EVO_HEAD_CTRL_CURSOR, \
    [NV_EVO_W_OFFSET_CURSOR] = NV_EVO_HEAD_OFFSET_CURSOR, \
    [NV_EVO_W_DMA_CURSOR] = NV_EVO_HEAD_DMA_CURSOR, \
    [NV_EVO_W_VIEWPORT_POINT_IN] = NV_EVO_HEAD_VIEWPORT_POINT_IN, \
    [NV_EVO_W_VIEWPORT_SIZE_IN] = NV_EVO_HEAD_VIEWPORT_SIZE_IN, \
    [NV_EVO_W_VIEWPORT_POINT_OUT_ADJUST] = \
        NV_EVO_HEAD_VIEWPORT_POINT_OUT_ADJUST, \
    [NV_EVO_W_VIEWPORT_SIZE_OUT] = NV_EVO_HEAD_VIEWPORT_SIZE_OUT, \
}

#define NV50_LAYOUT \
    .head = NV_EVO_HEAD(0, CTRL) - NV_EVO_HEAD_CTRL, \
    .head_stride = NV_EVO_HEAD(1, CTRL) - NV_EVO_HEAD(0, CTRL), \
    .words = NV50_HEAD_WORDS, \
    .image = NV_EVO_BASE_FB, \
    .outputs = { \
        { NV_EVO_DAC_CTRL(0), 0x80, NV_EVO_DACS }, \
        { NV_EVO_SOR_CTRL(0), 0x40, NV_EVO_SORS }, \
        { NV_EVO_PIOR_CTRL(0), 0x40, NV_EVO_PIORS }, \
    }, \
    .interlock_stride = 8, \
    .key_mask = NV_EVO_OVERLAY_KEY_MASK, \
    .overlay_lut = R_NV_EVO_OVERLAY_LUT_ENABLE_MASK, \
    .pitch_bits = R_NV_EVO_FB_STORAGE_PITCH_LENGTH, \
    .linear = R_NV_EVO_FB_STORAGE_LINEAR_MASK, \
    .cursor_bits = R_NV_EVO_CTRL_CURSOR_SIZE_LENGTH, \
    .hot_spot_bits = R_NV_EVO_CTRL_CURSOR_HOT_SPOT_X_LENGTH

static const NVEvoLayout nv50_evo_layout = {
    NV50_LAYOUT, .gob_lines = 4,
};

/* Blocks of surfaces have another size on Fermi. */
static const NVEvoLayout nvc0_evo_layout = {
    NV50_LAYOUT, .gob_lines = 8,
};

static uint32_t nv50_evo_khz(uint32_t clock, uint32_t mode)
{
    uint32_t khz = FIELD_EX32(clock, NV_EVO_PIXEL_CLOCK, FREQUENCY);

    switch (FIELD_EX32(mode, NV_EVO_PIXEL_CLOCK, MODE)) {
    case 0:
        return 25175;
    case 1:
        return 28322;
    default:
        return FIELD_EX32(clock, NV_EVO_PIXEL_CLOCK, ADJ1000DIV1001)
            ? khz * 1000ull / 1001 : khz;
    }
}

#define NV50_EVO \
    .user = &nv50_evo_user, \
    .places = &nv50_evo_places, \
    .objects = &nv50_evo_objects, \
    .khz = nv50_evo_khz, \
    .lut = nv50_evo_lut

const NVEvoChip nv50_evo = {
    NV50_EVO,
    .layout = &nv50_evo_layout,
    .caps = 0x507d0100,
    .cap = NV50_EVO_CAP,
    .regs = &nv50_pdisplay_regs,
    .core = &nv50_core_class,
    .base = &nv50_base_class,
    .overlay = &nv50_overlay_class,
    .capabilities = &nv50_evo_capabilities,
};

const NVEvoChip nv84_evo = {
    NV50_EVO,
    .layout = &nv50_evo_layout,
    .caps = 0x827d0110,
    .cap = NV50_EVO_CAP,
    .regs = &nv50_pdisplay_regs,
    .core = &nv84_core_class,
    .base = &nv84_base_class,
    .overlay = &nv84_overlay_class,
    .capabilities = &nv50_evo_capabilities,
    .dma_lut = true,
    .dma_cursor = true,
};

/* From NV94 on cards differ in the class, and later in the size of blocks. */
#define NV94_EVO \
    NV50_EVO, \
    .cap = NV94_EVO_CAP, \
    .regs = &nv94_pdisplay_regs, \
    .core = &nv94_core_class, \
    .base = &nv84_base_class, \
    .overlay = &nv94_overlay_class, \
    .capabilities = &nv94_evo_capabilities, \
    .dma_lut = true, \
    .dma_cursor = true

const NVEvoChip nv94_evo = {
    NV94_EVO,
    .layout = &nv50_evo_layout,
    .caps = 0x887d0140,
};

/* As NV84, except for the overlay's class */
const NVEvoChip nva0_evo = {
    NV50_EVO,
    .layout = &nv50_evo_layout,
    .caps = 0x837d0120,
    .cap = NV50_EVO_CAP,
    .regs = &nv50_pdisplay_regs,
    .core = &nv84_core_class,
    .base = &nv84_base_class,
    .overlay = &nv94_overlay_class,
    .capabilities = &nv50_evo_capabilities,
    .dma_lut = true,
    .dma_cursor = true,
};

const NVEvoChip nva3_evo = {
    NV94_EVO,
    .layout = &nv50_evo_layout,
    .caps = 0x857d0150,
};

const NVEvoChip nvc0_evo = {
    NV94_EVO,
    .layout = &nvc0_evo_layout,
    .caps = 0x857d0150,
};

/* --- Lookup ----------------------------------------------------------- */

/* Bytes from the first head's registers for base and overlay to the second's */
#define NV_EVO_VAL_STRIDE 0x540

/* In NVEvo.vals: what a word of PDISPLAY_VAL shows */
#define NV_EVO_VAL_USED BIT(31)
#define NV_EVO_VAL_ARMED BIT(30)
#define NV_EVO_VAL_CHID_SHIFT 16

static unsigned nv_evo_class_of(unsigned chid)
{
    return chid == NV_EVO_CORE ? 0 : nv_evo_is_base(chid) ? 1 : 2;
}

const NVEvoClass *nv_evo_class(const NVGPU *gpu, unsigned chid)
{
    const NVEvoChip *chip = gpu->chip->display->evo;
    const NVEvoClass *const classes[] = {
        chip->core, chip->base, chip->overlay,
    };

    return classes[nv_evo_class_of(chid)];
}

static const NVEvoMethod *nv_evo_find_row(const NVEvoClass *class,
                                          uint16_t mthd)
{
    for (unsigned g = 0; g < class->ngroups; g++) {
        const NVEvoGroup *group = &class->groups[g];

        for (unsigned i = 0; i < group->nrows * group->count; i++) {
            const NVEvoMethod *row = &group->rows[i % group->nrows];

            if (mthd == row->mthd + i / group->nrows * group->mthd_stride) {
                return row;
            }
        }
    }
    return NULL;
}

/* A head's or an output's methods have the same names for each. */
const char *nv_evo_method_name(NVGPU *gpu, unsigned chid, uint16_t mthd)
{
    const NVEvoClass *class = nv_evo_class(gpu, chid);

    for (; class; class = class->parent) {
        const NVEvoMethod *row = nv_evo_find_row(class, mthd);

        if (row) {
            return row->name;
        }
    }
    return NULL;
}

NVEvoKind nv_evo_method_kind(NVGPU *gpu, unsigned chid, uint16_t mthd)
{
    return gpu->display->evo.methods[nv_evo_class_of(chid)][mthd / 4];
}

uint32_t nv_evo_val_read(NVGPU *gpu, uint32_t addr)
{
    const NVEvo *evo = &gpu->display->evo;
    uint32_t val = evo->vals[(addr - A_NV_PDISPLAY_VAL) / 4];
    const NVEvoDma *chan;
    unsigned word;

    if (!(val & NV_EVO_VAL_USED)) {
        return 0;
    }
    chan = &evo->dma[extract32(val, NV_EVO_VAL_CHID_SHIFT, 8)];
    word = extract32(val, 2, 10);
    return val & NV_EVO_VAL_ARMED ? chan->arm[word] : chan->asy[word];
}

/* GF119+: a channel's state is readable at its methods' addresses. */
static const NVEvoDma *nv_evo_shown(const NVGPU *gpu, uint32_t offset)
{
    return &gpu->display->evo.dma[
        nv_evo_chid(gpu, offset / NV_EVO_USER_STRIDE)];
}

uint32_t nv_evo_arm_read(NVGPU *gpu, uint32_t addr)
{
    uint32_t offset = addr - A_NV_EVO_USER_PUT;

    return nv_evo_shown(gpu, offset)->arm[offset / 4 % NV_EVO_WORDS];
}

uint32_t nv_evo_asy_read(NVGPU *gpu, uint32_t addr)
{
    uint32_t offset = addr - A_NVD9_EVO_ASY;

    return nv_evo_shown(gpu, offset)->asy[offset / 4 % NV_EVO_WORDS];
}

static void nv_evo_show(NVEvo *evo, unsigned chid, uint16_t mthd,
                        uint32_t addr)
{
    uint32_t i = (addr - A_NV_PDISPLAY_VAL) / 4;
    uint32_t val = NV_EVO_VAL_USED | chid << NV_EVO_VAL_CHID_SHIFT | mthd;

    assert(i + 1 < NV_EVO_VALS);
    evo->vals[i] = val;
    evo->vals[i + 1] = val | NV_EVO_VAL_ARMED;
}

static void nv_evo_init_class(NVEvo *evo, unsigned first, unsigned count,
                              const NVEvoClass *class)
{
    uint8_t *methods = evo->methods[nv_evo_class_of(first)];

    if (class->parent) {
        nv_evo_init_class(evo, first, count, class->parent);
    }
    for (unsigned g = 0; g < class->ngroups; g++) {
        const NVEvoGroup *group = &class->groups[g];

        for (unsigned i = 0; i < group->nrows * group->count; i++) {
            const NVEvoMethod *row = &group->rows[i % group->nrows];
            unsigned n = i / group->nrows;
            uint16_t mthd = row->mthd + n * group->mthd_stride;

            methods[mthd / 4] = row->kind;
            for (unsigned h = 0; row->val && h < count; h++) {
                nv_evo_show(evo, first + h, mthd,
                            row->val + n * group->val_stride +
                            h * NV_EVO_VAL_STRIDE);
            }
        }
    }
}

void nv_evo_state_realize(NVGPU *gpu)
{
    const NVEvoChip *chip = gpu->chip->display->evo;
    NVEvo *evo = &gpu->display->evo;

    evo->vals = g_new0(uint32_t, NV_EVO_VALS);
    nv_evo_init_class(evo, NV_EVO_CORE, 1, chip->core);
    nv_evo_init_class(evo, NV_EVO_BASE, NV50_EVO_HEADS, chip->base);
    nv_evo_init_class(evo, NV_EVO_OVERLAY, NV50_EVO_HEADS, chip->overlay);
}

void nv_evo_state_exit(NVGPU *gpu)
{
    g_clear_pointer(&gpu->display->evo.vals, g_free);
}
