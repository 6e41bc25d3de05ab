/*
 * NVIDIA GPU: PDISPLAY: GF119's channels: their methods and objects
 *
 * Sources: NVIDIA's class headers (cl907c.h, cl907d.h, cl907e.h); nouveau's
 * nvkm/engine/disp/gf119.c and nvkm/engine/dma/usergf119.c.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "channel.h"
#include "chip.h"
#include "class.h"
#include "lut.h"
#include "methods-nvd9.h"
#include "notify.h"
#include "pdisplay.h"
#include "hw/nv/evo-regs-nvd9.h"
#include "hw/nv/evo-regs.h"

/* --- Methods ---------------------------------------------------------- */

static const NVEvoMethod nvd9_core_rows[] = {
    NV_EVO_IS(0x0080, ACTION, "UPDATE"),
    NV_EVO_IS(0x0084, STATE, "NOTIFIER_CTRL"),
    NV_EVO_IS(0x0088, HANDLE, "DMA_NOTIFIER_HANDLE"),
    NV_EVO_IS(0x008c, ACTION, "GET_CAPABILITIES"),
    NV_EVO_IS(0x016c, STATE, "SPARE_UNUSED"),
    NV_EVO_IS(0x0170, STATE, "SPARE_NOOP_UNUSED"),
    NV_EVO_IS(0x0174, STATE, "UNK174"),
    NV_EVO_IS(0x0178, STATE, "UNK178"),
    NV_EVO_IS(0x017c, STATE, "UNK17C"),
};

static const NVEvoMethod nvd9_dac_rows[] = {
    NV_EVO_IS(0x0180, STATE, "DAC_CTRL"),
    NV_EVO_IS(0x0184, STATE, "DAC_SW_SPARE_A_CODE"),
    NV_EVO_IS(0x0188, STATE, "DAC_SW_SPARE_B_CODE"),
    NV_EVO_IS(0x0190, STATE, "DAC_CUSTOM_REASON_CODE"),
};

static const NVEvoMethod nvd9_sor_rows[] = {
    NV_EVO_IS(0x0200, STATE, "SOR_CTRL"),
    NV_EVO_IS(0x0204, STATE, "SOR_SW_SPARE_A_CODE"),
    NV_EVO_IS(0x0208, STATE, "SOR_SW_SPARE_B_CODE"),
    NV_EVO_IS(0x0210, STATE, "SOR_CUSTOM_REASON_CODE"),
};

static const NVEvoMethod nvd9_pior_rows[] = {
    NV_EVO_IS(0x0300, STATE, "PIOR_CTRL"),
    NV_EVO_IS(0x0304, STATE, "PIOR_SW_SPARE_A_CODE"),
    NV_EVO_IS(0x0308, STATE, "PIOR_SW_SPARE_B_CODE"),
    NV_EVO_IS(0x0310, STATE, "PIOR_CUSTOM_REASON_CODE"),
};

static const NVEvoMethod nvd9_head_rows[] = {
    NV_EVO_IS(0x0400, STATE, "HEAD_PRESENT_CTRL"),
    NV_EVO_IS(0x0404, STATE, "HEAD_CTRL_OUTPUT_RESOURCE"),
    NV_EVO_IS(0x0408, STATE, "HEAD_CTRL"),
    NV_EVO_IS(0x040c, STATE, "HEAD_UNK0C"),
    NV_EVO_IS(0x0410, STATE, "HEAD_OVERSCAN_COLOR"),
    NV_EVO_IS(0x0414, STATE, "HEAD_RASTER_SIZE"),
    NV_EVO_IS(0x0418, STATE, "HEAD_RASTER_SYNC_END"),
    NV_EVO_IS(0x041c, STATE, "HEAD_RASTER_BLANK_END"),
    NV_EVO_IS(0x0420, STATE, "HEAD_RASTER_BLANK_START"),
    NV_EVO_IS(0x0424, STATE, "HEAD_RASTER_VERT_BLANK2"),
    NV_EVO_IS(0x0428, STATE, "HEAD_UNK28"),
    NV_EVO_IS(0x042c, STATE, "HEAD_DEFAULT_BASE_COLOR"),
    NV_EVO_IS(0x0430, STATE, "HEAD_UNK30"),
    NV_EVO_IS(0x0434, STATE, "HEAD_UNK34"),
    NV_EVO_IS(0x0438, HANDLE, "HEAD_UNK38"),
    NV_EVO_IS(0x0440, STATE, "HEAD_BASE_LUT_LO"),
    NV_EVO_IS(0x0444, STATE, "HEAD_BASE_LUT_HI_ORIGIN"),
    NV_EVO_IS(0x0448, STATE, "HEAD_OUTPUT_LUT_LO"),
    NV_EVO_IS(0x044c, STATE, "HEAD_OUTPUT_LUT_HI_ORIGIN"),
    NV_EVO_IS(0x0450, STATE, "HEAD_PIXEL_CLOCK_FREQUENCY"),
    NV_EVO_IS(0x0454, STATE, "HEAD_PIXEL_CLOCK_CONFIGURATION"),
    NV_EVO_IS(0x0458, STATE, "HEAD_PIXEL_CLOCK_FREQUENCY_MAX"),
    NV_EVO_IS(0x045c, HANDLE, "HEAD_DMA_LUT_HANDLE"),
    NV_EVO_IS(0x0460, STATE, "HEAD_OFFSET_ORIGIN"),
    NV_EVO_IS(0x0464, STATE, "HEAD_UNK64"),
    NV_EVO_IS(0x0468, STATE, "HEAD_SIZE"),
    NV_EVO_IS(0x046c, STATE, "HEAD_STORAGE"),
    NV_EVO_IS(0x0470, FORMAT, "HEAD_PARAMS"),
    NV_EVO_IS(0x0474, HANDLE, "HEAD_DMA_ISO_HANDLE"),
    NV_EVO_IS(0x0478, HANDLE, "HEAD_UNK78"),
    NV_EVO_IS(0x0480, STATE, "HEAD_CTRL_CURSOR"),
    NV_EVO_IS(0x0484, STATE, "HEAD_OFFSET_CURSOR_ORIGIN"),
    NV_EVO_IS(0x0488, STATE, "HEAD_UNK88"),
    NV_EVO_IS(0x048c, HANDLE, "HEAD_DMA_CURSOR_HANDLE"),
    NV_EVO_IS(0x0490, STATE, "HEAD_DITHER_CTRL"),
    NV_EVO_IS(0x0494, STATE, "HEAD_CTRL_OUTPUT_SCALER"),
    NV_EVO_IS(0x0498, STATE, "HEAD_PROCAMP"),
    NV_EVO_IS(0x04b0, STATE, "HEAD_VIEWPORT_POINT_IN"),
    NV_EVO_IS(0x04b8, STATE, "HEAD_VIEWPORT_SIZE_IN"),
    NV_EVO_IS(0x04bc, STATE, "HEAD_VIEWPORT_POINT_OUT_ADJUST"),
    NV_EVO_IS(0x04c0, STATE, "HEAD_VIEWPORT_SIZE_OUT"),
    NV_EVO_IS(0x04c4, STATE, "HEAD_VIEWPORT_SIZE_OUT_MIN"),
    NV_EVO_IS(0x04c8, STATE, "HEAD_VIEWPORT_SIZE_OUT_MAX"),
    NV_EVO_IS(0x04d0, STATE, "HEAD_BASE_CHANNEL_USAGE_BOUNDS"),
    NV_EVO_IS(0x04d4, STATE, "HEAD_OVERLAY_USAGE_BOUNDS"),
    NV_EVO_IS(0x04e0, STATE, "HEAD_PROCESSING"),
    NV_EVO_IS(0x04e4, STATE, "HEAD_CONVERSION_RED"),
    NV_EVO_IS(0x04e8, STATE, "HEAD_CONVERSION_GREEN"),
    NV_EVO_IS(0x04ec, STATE, "HEAD_CONVERSION_BLUE"),
    /* A range of colours: from, to */
    NV_EVO_IS(0x04f0, STATE, "HEAD_UNKF0"),
    NV_EVO_IS(0x04f4, STATE, "HEAD_UNKF4"),
    NV_EVO_IS(0x04f8, STATE, "HEAD_UNKF8"),
    NV_EVO_IS(0x04fc, STATE, "HEAD_UNKFC"),
    NV_EVO_IS(0x0500, STATE, "HEAD_UNK100"),
    NV_EVO_IS(0x0504, STATE, "HEAD_UNK104"),
    NV_EVO_IS(0x0508, STATE, "HEAD_UNK108"),
    NV_EVO_IS(0x050c, STATE, "HEAD_UNK10C"),
    NV_EVO_IS(0x0510, STATE, "HEAD_UNK110"),
    NV_EVO_IS(0x0514, STATE, "HEAD_UNK114"),
    NV_EVO_IS(0x0518, STATE, "HEAD_UNK118"),
    NV_EVO_IS(0x051c, STATE, "HEAD_UNK11C"),
    NV_EVO_IS(0x052c, STATE, "HEAD_DISPLAY_ID_0"),
    NV_EVO_IS(0x0530, STATE, "HEAD_DISPLAY_ID_1"),
    NV_EVO_IS(0x054c, STATE, "HEAD_SW_SPARE_A_CODE"),
    NV_EVO_IS(0x0550, STATE, "HEAD_SW_SPARE_B_CODE"),
    NV_EVO_IS(0x0554, STATE, "HEAD_SW_SPARE_C_CODE"),
    NV_EVO_IS(0x0558, STATE, "HEAD_SW_SPARE_D_CODE"),
    NV_EVO_IS(0x055c, STATE, "HEAD_GET_BLANKING_CTRL"),
    NV_EVO_IS(0x06ec, STATE, "HEAD_SPARE_UNUSED"),
    NV_EVO_IS(0x06f0, STATE, "HEAD_SPARE_NOOP_UNUSED"),
    NV_EVO_IS(0x06f4, STATE, "HEAD_UNK2F4"),
    NV_EVO_IS(0x06f8, STATE, "HEAD_UNK2F8"),
    NV_EVO_IS(0x06fc, STATE, "HEAD_UNK2FC"),
};

static const NVEvoGroup nvd9_core_groups[] = {
    NV_EVO_GROUP(nvd9_core_rows, 1, 0),
    NV_EVO_GROUP(nvd9_dac_rows, NVD9_EVO_DACS, 0x20),
    NV_EVO_GROUP(nvd9_sor_rows, NVD9_EVO_SORS, 0x20),
    NV_EVO_GROUP(nvd9_pior_rows, NVD9_EVO_PIORS, 0x20),
    NV_EVO_GROUP(nvd9_head_rows, NVD9_EVO_HEADS, 0x300),
};

/* What base and overlay channels have in common */
static const NVEvoMethod nvd9_window_rows[] = {
    NV_EVO_IS(0x0080, ACTION, "UPDATE"),
    NV_EVO_IS(0x0084, STATE, "PRESENT_CTRL"),
    NV_EVO_IS(0x0094, HANDLE, "DMA_SEM_HANDLE"),
    NV_EVO_IS(0x00a0, STATE, "NOTIFIER_CTRL"),
    NV_EVO_IS(0x00a4, HANDLE, "DMA_NOTIFIER_HANDLE"),
    NV_EVO_IS(0x0130, STATE, "TIMESTAMP_ORIGIN_LO"),
    NV_EVO_IS(0x0134, STATE, "TIMESTAMP_ORIGIN_HI"),
    NV_EVO_IS(0x0138, STATE, "UPDATE_TIMESTAMP_LO"),
    NV_EVO_IS(0x013c, STATE, "UPDATE_TIMESTAMP_HI"),
    NV_EVO_IS(0x0140, STATE, "CSC_RED_TO_RED"),
    NV_EVO_IS(0x0144, STATE, "CSC_GREEN_TO_RED"),
    NV_EVO_IS(0x0148, STATE, "CSC_BLUE_TO_RED"),
    NV_EVO_IS(0x014c, STATE, "CSC_CONSTANT_TO_RED"),
    NV_EVO_IS(0x0150, STATE, "CSC_RED_TO_GREEN"),
    NV_EVO_IS(0x0154, STATE, "CSC_GREEN_TO_GREEN"),
    NV_EVO_IS(0x0158, STATE, "CSC_BLUE_TO_GREEN"),
    NV_EVO_IS(0x015c, STATE, "CSC_CONSTANT_TO_GREEN"),
    NV_EVO_IS(0x0160, STATE, "CSC_RED_TO_BLUE"),
    NV_EVO_IS(0x0164, STATE, "CSC_GREEN_TO_BLUE"),
    NV_EVO_IS(0x0168, STATE, "CSC_BLUE_TO_BLUE"),
    NV_EVO_IS(0x016c, STATE, "CSC_CONSTANT_TO_BLUE"),
    NV_EVO_IS(0x03bc, STATE, "SPARE_UNUSED"),
    NV_EVO_IS(0x03c0, STATE, "SPARE_NOOP_UNUSED"),
    NV_EVO_IS(0x03c4, STATE, "UNK3C4"),
    NV_EVO_IS(0x03c8, STATE, "UNK3C8"),
    NV_EVO_IS(0x03cc, STATE, "UNK3CC"),
    NV_EVO_IS(0x0400, STATE, "OFFSET_ORIGIN"),
    NV_EVO_IS(0x0408, STATE, "SIZE"),
    NV_EVO_IS(0x040c, STATE, "STORAGE"),
    NV_EVO_IS(0x0410, FORMAT, "PARAMS"),
};

static const NVEvoMethod nvd9_base_rows[] = {
    NV_EVO_IS(0x0088, STATE, "SEM_CTRL"),
    NV_EVO_IS(0x008c, STATE, "SEM_ACQUIRE_VALUE"),
    NV_EVO_IS(0x0090, STATE, "SEM_RELEASE_VALUE"),
    NV_EVO_IS(0x00c0, HANDLE, "DMAS_ISO_HANDLE_0"),
    NV_EVO_IS(0x00c4, HANDLE, "DMAS_ISO_HANDLE_1"),
    NV_EVO_IS(0x00c8, HANDLE, "UNKC8"),
    NV_EVO_IS(0x00cc, HANDLE, "UNKCC"),
    NV_EVO_IS(0x00e0, STATE, "BASE_LUT_LO"),
    NV_EVO_IS(0x00e4, STATE, "BASE_LUT_HI_ORIGIN"),
    NV_EVO_IS(0x00e8, STATE, "OUTPUT_LUT_LO"),
    NV_EVO_IS(0x00ec, STATE, "OUTPUT_LUT_HI_ORIGIN"),
    NV_EVO_IS(0x00fc, HANDLE, "DMA_LUT_HANDLE"),
    NV_EVO_IS(0x0100, STATE, "UNK100"),
    NV_EVO_IS(0x0104, STATE, "UNK104"),
    NV_EVO_IS(0x0108, STATE, "UNK108"),
    NV_EVO_IS(0x010c, STATE, "UNK10C"),
    NV_EVO_IS(0x0110, STATE, "PROCESSING"),
    NV_EVO_IS(0x0114, STATE, "CONVERSION_RED"),
    NV_EVO_IS(0x0118, STATE, "CONVERSION_GREEN"),
    NV_EVO_IS(0x011c, STATE, "CONVERSION_BLUE"),
    NV_EVO_IS(0x0404, STATE, "UNK404"),
    /* The second image, for stereo */
    NV_EVO_IS(0x0420, STATE, "UNK420"),
    NV_EVO_IS(0x0424, STATE, "UNK424"),
    NV_EVO_IS(0x0428, STATE, "UNK428"),
    NV_EVO_IS(0x042c, STATE, "UNK42C"),
    NV_EVO_IS(0x0430, FORMAT, "UNK430"),
};

static const NVEvoMethod nvd9_overlay_rows[] = {
    NV_EVO_IS(0x0088, STATE, "SEM_ACQUIRE_VALUE"),
    NV_EVO_IS(0x008c, STATE, "SEM_RELEASE_VALUE"),
    NV_EVO_IS(0x0090, STATE, "SEM_CTRL"),
    NV_EVO_IS(0x00b0, HANDLE, "DMA_LUT_HANDLE"),
    NV_EVO_IS(0x00b4, STATE, "OVERLAY_LUT_LO"),
    NV_EVO_IS(0x00b8, STATE, "OVERLAY_LUT_HI_ORIGIN"),
    NV_EVO_IS(0x00c0, HANDLE, "DMA_ISO_HANDLE"),
    NV_EVO_IS(0x00e0, STATE, "POINT_IN"),
    NV_EVO_IS(0x00e4, STATE, "SIZE_IN"),
    NV_EVO_IS(0x00e8, STATE, "SIZE_OUT"),
    NV_EVO_IS(0x0100, STATE, "COMPOSITION_CTRL"),
    NV_EVO_IS(0x0104, STATE, "KEY_COLOR_LO"),
    NV_EVO_IS(0x0108, STATE, "KEY_COLOR_HI"),
    NV_EVO_IS(0x010c, STATE, "KEY_MASK_LO"),
    NV_EVO_IS(0x0110, STATE, "KEY_MASK_HI"),
    NV_EVO_IS(0x0118, STATE, "PROCESSING"),
    NV_EVO_IS(0x011c, STATE, "CONVERSION_RED"),
    NV_EVO_IS(0x0120, STATE, "CONVERSION_GREEN"),
    NV_EVO_IS(0x0124, STATE, "CONVERSION_BLUE"),
};

static const NVEvoGroup nvd9_base_groups[] = {
    NV_EVO_GROUP(nvd9_window_rows, 1, 0),
    NV_EVO_GROUP(nvd9_base_rows, 1, 0),
};

static const NVEvoGroup nvd9_overlay_groups[] = {
    NV_EVO_GROUP(nvd9_window_rows, 1, 0),
    NV_EVO_GROUP(nvd9_overlay_rows, 1, 0),
};

/* --- Classes ----------------------------------------------------------- */

const NVEvoClass nvd9_core_class = {
    NV_EVO_GROUPS(nvd9_core_groups), .formats = NVD9_FORMATS,
};

const NVEvoSemaphore nvd9_base_semaphore = { 0x88, 0x8c, 0x90 };

const NVEvoClass nvd9_base_class = {
    NV_EVO_GROUPS(nvd9_base_groups),
    .formats = NVD9_FORMATS,
    .semaphore = &nvd9_base_semaphore,
    .notify = nv50_evo_base_notify,
};

const NVEvoSemaphore nvd9_overlay_semaphore = { 0x90, 0x88, 0x8c };

const NVEvoClass nvd9_overlay_class = {
    NV_EVO_GROUPS(nvd9_overlay_groups),
    .formats = NVD9_OVERLAY_FORMATS,
    .semaphore = &nvd9_overlay_semaphore,
    .notify = nv84_evo_overlay_notify,
};

/* --- Objects ------------------------------------------------------------ */

static bool nvd9_evo_context(uint32_t context, unsigned hw, uint32_t *offset)
{
    *offset = FIELD_EX32(context, NVD9_EVO_RAMHT, OFFSET) * 16;
    return FIELD_EX32(context, NVD9_EVO_RAMHT, VALID) &&
           FIELD_EX32(context, NVD9_EVO_RAMHT, CHID) == hw;
}

/* An object has no class, and encodes where memory is as OBJECTS does. */
static bool nvd9_evo_load(NVGPU *gpu, uint32_t inst, NVDMAObject *obj)
{
    uint32_t flags = nv_ramin_read32(gpu, inst);
    uint64_t first = (uint64_t)nv_ramin_read32(gpu, inst + 4) << 8;
    uint64_t last = (uint64_t)nv_ramin_read32(gpu, inst + 8) << 8 | 0xff;
    bool vram = FIELD_EX32(flags, NVD9_EVO_DMAOBJ, TARGET) ==
                NV_EVO_TARGET_VRAM;

    *obj = (NVDMAObject) {
        .inst = inst,
        .class = NV_CLASS_DMA_IN_MEMORY,
        .target = vram ? NV_DMAOBJ_TARGET_NVM : NV_DMAOBJ_TARGET_PCI,
        .pt_present = first <= last,
        .linear = true,
        .readable = true,
        .writable = true,
        .base = first,
        .limit = last - first,
        .chid = -1,
    };
    return FIELD_EX32(flags, NVD9_EVO_DMAOBJ, VALID);
}

static const NVEvoObjects nvd9_evo_objects = {
    .context = nvd9_evo_context, .load = nvd9_evo_load,
};

/* --- The cards ---------------------------------------------------------- */

#define NVD9_LAYOUT \
    .head = NVD9_EVO_HEAD(0), \
    .head_stride = NVD9_EVO_HEAD(1) - NVD9_EVO_HEAD(0), \
    .words = { \
        [NV_EVO_W_PIXEL_CLOCK] = NVD9_EVO_HEAD_PIXEL_CLOCK, \
        [NV_EVO_W_PIXEL_CLOCK_MODE] = NVD9_EVO_HEAD_PIXEL_CLOCK_CONFIG, \
        [NV_EVO_W_OUTPUT_RESOURCE] = NVD9_EVO_HEAD_OUTPUT_RESOURCE, \
        [NV_EVO_W_CTRL] = NVD9_EVO_HEAD_CTRL, \
        [NV_EVO_W_RASTER_SIZE] = NVD9_EVO_HEAD_RASTER_SIZE, \
        [NV_EVO_W_RASTER_SYNC_END] = NVD9_EVO_HEAD_RASTER_SYNC_END, \
        [NV_EVO_W_RASTER_BLANK_END] = NVD9_EVO_HEAD_RASTER_BLANK_END, \
        [NV_EVO_W_RASTER_BLANK_START] = NVD9_EVO_HEAD_RASTER_BLANK_START, \
        [NV_EVO_W_RASTER_VERT_BLANK2] = NVD9_EVO_HEAD_RASTER_VERT_BLANK2, \
        [NV_EVO_W_FB] = NVD9_EVO_HEAD_FB, \
        [NV_EVO_W_DMA_ISO] = NVD9_EVO_HEAD_DMA_ISO, \
        [NV_EVO_W_CTRL_CURSOR] = NVD9_EVO_HEAD_CTRL_CURSOR, \
        [NV_EVO_W_OFFSET_CURSOR] = NVD9_EVO_HEAD_OFFSET_CURSOR, \
        [NV_EVO_W_DMA_CURSOR] = NVD9_EVO_HEAD_DMA_CURSOR, \
        [NV_EVO_W_VIEWPORT_POINT_IN] = NVD9_EVO_HEAD_VIEWPORT_POINT_IN, \
        [NV_EVO_W_VIEWPORT_SIZE_IN] = NVD9_EVO_HEAD_VIEWPORT_SIZE_IN, \
        [NV_EVO_W_VIEWPORT_POINT_OUT_ADJUST] = \
            NVD9_EVO_HEAD_VIEWPORT_POINT_OUT_ADJUST, \
        [NV_EVO_W_VIEWPORT_SIZE_OUT] = NVD9_EVO_HEAD_VIEWPORT_SIZE_OUT, \
    }, \
    .image = NVD9_EVO_BASE_FB, \
    .outputs = { \
        { NVD9_EVO_DAC_CTRL(0), 0x20, NVD9_EVO_DACS }, \
        { NVD9_EVO_SOR_CTRL(0), 0x20, NVD9_EVO_SORS }, \
        { NVD9_EVO_PIOR_CTRL(0), 0x20, NVD9_EVO_PIORS }, \
    }, \
    .interlock_stride = 4, \
    .key_mask = NVD9_EVO_OVERLAY_KEY_MASK, \
    .overlay_lut = R_NVD9_EVO_OVERLAY_LUT_ENABLE_MASK, \
    .pitch_bits = R_NVD9_EVO_FB_STORAGE_PITCH_LENGTH, \
    .linear = R_NVD9_EVO_FB_STORAGE_LINEAR_MASK, \
    .gob_lines = 8

static const NVEvoLayout nvd9_evo_layout = {
    NVD9_LAYOUT,
    .cursor_bits = R_NV_EVO_CTRL_CURSOR_SIZE_LENGTH,
    .hot_spot_bits = R_NV_EVO_CTRL_CURSOR_HOT_SPOT_X_LENGTH,
};

/* Cursors of up to 256 pixels: cl917d.h */
static const NVEvoLayout nve4_evo_layout = {
    NVD9_LAYOUT, .cursor_bits = 2, .hot_spot_bits = 8,
};

static uint32_t nvd9_evo_khz(uint32_t clock, uint32_t mode)
{
    uint64_t hz = FIELD_EX32(clock, NVD9_EVO_PIXEL_CLOCK, HERTZ);

    switch (FIELD_EX32(mode, NVD9_EVO_PIXEL_CLOCK_CONFIG, MODE)) {
    case 0:
        return 25175;
    case 1:
        return 28322;
    default:
        return FIELD_EX32(clock, NVD9_EVO_PIXEL_CLOCK, ADJ1000DIV1001)
            ? hz / 1001 : hz / 1000;
    }
}

/* The number of outputs isn't known: these are as many as boards use. */
#define NVD9_EVO \
    .cap = 7 << R_NVD9_PDISPLAY_CLOCK_CAP_DACS_SHIFT | \
           0xf << R_NVD9_PDISPLAY_CLOCK_CAP_SORS_SHIFT, \
    .places = &nvd9_evo_places, \
    .objects = &nvd9_evo_objects, \
    .khz = nvd9_evo_khz, \
    .lut = nvd9_evo_lut, \
    .dma_lut = true, \
    .dma_cursor = true, \
    .checksums = true

const NVEvoChip nvd9_evo = {
    NVD9_EVO,
    .caps = 0x907d0200,
    .regs = &nvd9_pdisplay_regs,
    .user = &nvd9_evo_user,
    .images = &nvd9_evo_images,
    .capabilities = &nvd9_evo_capabilities,
    .layout = &nvd9_evo_layout,
    .core = &nvd9_core_class,
    .base = &nvd9_base_class,
    .overlay = &nvd9_overlay_class,
};

/* Later ones, with four heads, differ in classes. */
#define NVE4_EVO \
    NVD9_EVO, \
    .regs = &nve4_pdisplay_regs, \
    .user = &nve4_evo_user, \
    .images = &nve4_evo_images, \
    .hdmi = &nve4_hdmi_regs, \
    .capabilities = &nve4_evo_capabilities, \
    .layout = &nve4_evo_layout, \
    .overlay = &nve4_overlay_class

const NVEvoChip nve4_evo = {
    NVE4_EVO,
    .caps = 0x917d0210,
    .core = &nve4_core_class,
    .base = &nve4_base_class,
};

const NVEvoChip nvf0_evo = {
    NVE4_EVO,
    .caps = 0x927d0220,
    .core = &nvf0_core_class,
    .base = &nvf0_base_class,
};

const NVEvoChip nv117_evo = {
    NVE4_EVO,
    .caps = 0x947d0240,
    .core = &nv117_core_class,
    .base = &nvf0_base_class,
};
