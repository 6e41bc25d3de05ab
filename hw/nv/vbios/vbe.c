/*
 * NVIDIA GPU: the built-in VBIOS: VBE: modes, and the segment of its code
 *
 * As a notebook's, this VBIOS is made for its monitor: it has the modes that
 * the monitor's EDID lists.  All of them are linear.
 *
 * Sources: VESA BIOS Extension Core Functions 2.0; VESA's E-EDID standard,
 * release A2, and its Display Monitor Timings.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/bswap.h"
#include "hw/nv/nv-gpu.h"
#include "vbe.h"
#include "vbe-code.c.inc"

#define NV_VBE_DATA 8
/* Scripts, modes and texts; a segment larger than this has no use. */
#define NV_VBE_MAX (16 * KiB)

/* Pictures needn't be in all of video memory; its end is the card's. */
#define NV_VBE_MEMORY_MAX (64 * MiB)
#define NV_VBE_RESERVED (1 * MiB)

/* --- Segment ---------------------------------------------------------- */

static uint16_t nv_vbe_here(const NVVbe *vbe)
{
    assert(vbe->bytes->len < NV_VBE_MAX);
    return vbe->bytes->len;
}

static void nv_vbe_append(NVVbe *vbe, const void *data, unsigned len)
{
    g_byte_array_append(vbe->bytes, data, len);
}

static void nv_vbe_8(NVVbe *vbe, uint8_t val)
{
    nv_vbe_append(vbe, &val, 1);
}

static void nv_vbe_16(NVVbe *vbe, uint16_t val)
{
    val = cpu_to_le16(val);
    nv_vbe_append(vbe, &val, 2);
}

static void nv_vbe_32(NVVbe *vbe, uint32_t val)
{
    val = cpu_to_le32(val);
    nv_vbe_append(vbe, &val, 4);
}

static uint16_t nv_vbe_text(NVVbe *vbe, const char *text)
{
    uint16_t at = nv_vbe_here(vbe);

    nv_vbe_append(vbe, text, strlen(text) + 1);
    return at;
}

/* --- Scripts ---------------------------------------------------------- */

/* As vbe.S' table of operations */
enum {
    NV_VBE_END,
    NV_VBE_CALL,
    NV_VBE_CR,
    NV_VBE_PORT,
    NV_VBE_READ_PORT,
    NV_VBE_REG,
    NV_VBE_MASK,
    NV_VBE_WAIT,
    NV_VBE_REG_PARAM,
    NV_VBE_CR_PARAM,
    NV_VBE_METHOD,
    NV_VBE_METHOD_PARAM,
};

void nv_vbe_end(NVVbe *vbe)
{
    nv_vbe_8(vbe, NV_VBE_END);
}

void nv_vbe_call(NVVbe *vbe, uint16_t script)
{
    nv_vbe_8(vbe, NV_VBE_CALL);
    nv_vbe_16(vbe, script);
}

void nv_vbe_cr(NVVbe *vbe, uint8_t index, uint8_t val)
{
    nv_vbe_8(vbe, NV_VBE_CR);
    nv_vbe_8(vbe, index);
    nv_vbe_8(vbe, val);
}

void nv_vbe_port(NVVbe *vbe, uint16_t port, uint8_t val)
{
    nv_vbe_8(vbe, NV_VBE_PORT);
    nv_vbe_16(vbe, port);
    nv_vbe_8(vbe, val);
}

void nv_vbe_read_port(NVVbe *vbe, uint16_t port)
{
    nv_vbe_8(vbe, NV_VBE_READ_PORT);
    nv_vbe_16(vbe, port);
}

void nv_vbe_reg(NVVbe *vbe, uint32_t addr, uint32_t val)
{
    nv_vbe_8(vbe, NV_VBE_REG);
    nv_vbe_32(vbe, addr);
    nv_vbe_32(vbe, val);
}

void nv_vbe_mask(NVVbe *vbe, uint32_t addr, uint32_t and, uint32_t or)
{
    nv_vbe_8(vbe, NV_VBE_MASK);
    nv_vbe_32(vbe, addr);
    nv_vbe_32(vbe, and);
    nv_vbe_32(vbe, or);
}

void nv_vbe_wait(NVVbe *vbe, uint32_t addr, uint32_t mask, uint32_t val)
{
    nv_vbe_8(vbe, NV_VBE_WAIT);
    nv_vbe_32(vbe, addr);
    nv_vbe_32(vbe, mask);
    nv_vbe_32(vbe, val);
}

void nv_vbe_reg_param(NVVbe *vbe, uint32_t addr, uint8_t shift)
{
    nv_vbe_8(vbe, NV_VBE_REG_PARAM);
    nv_vbe_32(vbe, addr);
    nv_vbe_8(vbe, shift);
}

void nv_vbe_cr_param(NVVbe *vbe, uint8_t index, uint8_t shift, uint8_t mask)
{
    nv_vbe_8(vbe, NV_VBE_CR_PARAM);
    nv_vbe_8(vbe, index);
    nv_vbe_8(vbe, shift);
    nv_vbe_8(vbe, mask);
}

void nv_vbe_method(NVVbe *vbe, uint16_t mthd, uint32_t val)
{
    nv_vbe_8(vbe, NV_VBE_METHOD);
    nv_vbe_16(vbe, mthd);
    nv_vbe_32(vbe, val);
}

void nv_vbe_method_param(NVVbe *vbe, uint16_t mthd, uint8_t shift)
{
    nv_vbe_8(vbe, NV_VBE_METHOD_PARAM);
    nv_vbe_16(vbe, mthd);
    nv_vbe_8(vbe, shift);
}

/* --- The monitor ------------------------------------------------------ */

/* In the EDID */
enum {
    NV_EDID_ESTABLISHED = 0x23,
    NV_EDID_DETAILED = 0x36,
    NV_EDID_SIZE = 128,
};

/**
 * struct NVVbeSize - a size of picture that modes have
 *
 * @established: its bit in the EDID's established timings
 * @modes: numbers of its modes with 8, 16 and 32 bits
 * @t: its timings
 *
 * The numbers of VESA's modes with 24 bits are also used for those with 32.
 */
typedef struct NVVbeSize {
    uint16_t established;
    uint16_t modes[3];
    NVVbeTimings t;
} NVVbeSize;

static const NVVbeSize nv_vbe_sizes[] = {
    {
        0x0020, { 0x101, 0x111, 0x112 },
        { 25175, 640, 656, 752, 800, 480, 490, 492, 525, .negative = 3 },
    }, {
        0x0001, { 0x103, 0x114, 0x115 },
        { 40000, 800, 840, 968, 1056, 600, 601, 605, 628 },
    }, {
        0x0800, { 0x105, 0x117, 0x118 },
        { 65000, 1024, 1048, 1184, 1344, 768, 771, 777, 806, .negative = 3 },
    },
};

/* Modes that VESA has no numbers for */
static const uint16_t nv_vbe_own_modes[] = { 0x160, 0x161, 0x162 };

static const uint8_t nv_vbe_depths[] = { 8, 16, 32 };

/* The preferred timings; false if the EDID doesn't describe them here */
static bool nv_vbe_preferred(const uint8_t *edid, NVVbeTimings *t)
{
    const uint8_t *d = edid + NV_EDID_DETAILED;
    unsigned hblank = d[3] | (d[4] & 0x0f) << 8;
    unsigned vblank = d[6] | (d[7] & 0x0f) << 8;

    *t = (NVVbeTimings) {
        .khz = lduw_le_p(d) * 10,
        .hdisplay = d[2] | (d[4] & 0xf0) << 4,
        .vdisplay = d[5] | (d[7] & 0xf0) << 4,
        .negative = ~d[17] >> 1 & 3,
    };
    t->htotal = t->hdisplay + hblank;
    t->vtotal = t->vdisplay + vblank;
    t->hsync_start = t->hdisplay + (d[8] | (d[11] & 0xc0) << 2);
    t->hsync_end = t->hsync_start + (d[9] | (d[11] & 0x30) << 4);
    t->vsync_start = t->vdisplay + (d[10] >> 4 | (d[11] & 0x0c) << 2);
    t->vsync_end = t->vsync_start + ((d[10] & 0x0f) | (d[11] & 0x03) << 4);
    return t->khz && t->hdisplay && t->vdisplay && hblank && vblank;
}

/* --- Modes ------------------------------------------------------------ */

/* ModeInfoBlock, and what precedes it in a record */
enum {
    NV_VBE_MODE_RECORD = 72,
    NV_VBE_MODE_INFO = 6,
};

/*
 * Supported, with all information, in color, graphics, not VGA's, without a
 * window, linear; the BIOS doesn't write text.
 */
#define NV_VBE_ATTRIBUTES 0xfb

#define NV_VBE_PACKED_PIXEL 4
#define NV_VBE_DIRECT_COLOR 6

/* Red, green, blue, rest: size and position of each */
static const uint8_t nv_vbe_masks_16[] = { 5, 11, 6, 5, 5, 0, 0, 0 };
static const uint8_t nv_vbe_masks_32[] = { 8, 16, 8, 8, 8, 0, 8, 24 };

/**
 * struct NVVbeMode - a mode, before its record is made
 *
 * @number: for software
 * @script, @start: offsets of the scripts that set it, and move its start
 * @bpp, @pitch: bits of a pixel, bytes of a line
 * @t: its timings
 */
typedef struct NVVbeMode {
    uint16_t number, script, start;
    unsigned bpp, pitch;
    const NVVbeTimings *t;
} NVVbeMode;

static void nv_vbe_fill_info(const NVVbe *vbe, const NVVbeMode *mode,
                             uint8_t *info)
{
    uint32_t size = mode->pitch * mode->t->vdisplay;

    stw_le_p(info + 0x00, NV_VBE_ATTRIBUTES);
    stw_le_p(info + 0x10, mode->pitch);
    stw_le_p(info + 0x12, mode->t->hdisplay);
    stw_le_p(info + 0x14, mode->t->vdisplay);
    info[0x16] = 8;                             /* size of a character */
    info[0x17] = 16;
    info[0x18] = 1;                             /* planes */
    info[0x19] = mode->bpp;
    info[0x1a] = 1;                             /* banks */
    info[0x1b] = mode->bpp == 8 ? NV_VBE_PACKED_PIXEL : NV_VBE_DIRECT_COLOR;
    info[0x1d] = MIN(vbe->memory / size - 1, UINT8_MAX);
    info[0x1e] = 1;
    if (mode->bpp == 16) {
        memcpy(info + 0x1f, nv_vbe_masks_16, sizeof(nv_vbe_masks_16));
    } else if (mode->bpp == 32) {
        memcpy(info + 0x1f, nv_vbe_masks_32, sizeof(nv_vbe_masks_32));
    }
}

/* --- All of it --------------------------------------------------------- */

static const NVVbeChip *nv_vbe_chip(const NVVbe *vbe)
{
    return vbe->gpu->chip->vbios->vbe;
}

static void nv_vbe_add_scripts(NVVbe *vbe, NVVbeMode *mode)
{
    const NVVbeChip *chip = nv_vbe_chip(vbe);

    mode->script = nv_vbe_here(vbe);
    if (vbe->common) {
        nv_vbe_call(vbe, vbe->common);
    }
    chip->set(vbe, mode->t, mode->bpp, mode->pitch);
    nv_vbe_end(vbe);
    mode->start = nv_vbe_here(vbe);
    chip->start(vbe, mode->t, mode->bpp, mode->pitch);
    nv_vbe_end(vbe);
}

static void nv_vbe_add_size(NVVbe *vbe, GArray *modes, const NVVbeTimings *t,
                            const uint16_t *numbers)
{
    const NVVbeChip *chip = nv_vbe_chip(vbe);

    if (t->vtotal > chip->max_lines) {
        return;
    }
    for (unsigned i = 0; i < ARRAY_SIZE(nv_vbe_depths); i++) {
        NVVbeMode mode = {
            .number = numbers[i],
            .bpp = nv_vbe_depths[i],
            .t = t,
        };

        mode.pitch = ROUND_UP(t->hdisplay * mode.bpp / 8, chip->align);
        if ((mode.bpp == 8 && !chip->has_dac) ||
            mode.pitch > chip->max_pitch ||
            mode.pitch * t->vdisplay > vbe->memory) {
            continue;
        }
        nv_vbe_add_scripts(vbe, &mode);
        g_array_append_val(modes, mode);
    }
}

/* Widths are in characters of 8 pixels before NV50: nouveau rounds, too. */
static void nv_vbe_add_modes(NVVbe *vbe, GArray *modes, NVVbeTimings *own)
{
    uint8_t edid[NV_EDID_SIZE];
    qemu_edid_info info = vbe->gpu->edid;
    uint16_t established;
    bool has_own;

    qemu_edid_generate(edid, sizeof(edid), &info);
    established = lduw_le_p(edid + NV_EDID_ESTABLISHED);
    has_own = nv_vbe_preferred(edid, own);
    own->hdisplay = ROUND_DOWN(own->hdisplay, 8);
    for (unsigned i = 0; i < ARRAY_SIZE(nv_vbe_sizes); i++) {
        const NVVbeSize *size = &nv_vbe_sizes[i];
        bool is_own = has_own && size->t.hdisplay == own->hdisplay &&
                      size->t.vdisplay == own->vdisplay;

        if (is_own || established & size->established) {
            nv_vbe_add_size(vbe, modes, &size->t, size->modes);
        }
        has_own &= !is_own;
    }
    if (has_own) {
        nv_vbe_add_size(vbe, modes, own, nv_vbe_own_modes);
    }
}

static uint16_t nv_vbe_add_records(NVVbe *vbe, const GArray *modes)
{
    uint16_t at = nv_vbe_here(vbe);

    for (unsigned i = 0; i < modes->len; i++) {
        const NVVbeMode *mode = &g_array_index(modes, NVVbeMode, i);
        uint8_t record[NV_VBE_MODE_RECORD] = { };

        stw_le_p(record, mode->number);
        stw_le_p(record + 2, mode->script);
        stw_le_p(record + 4, mode->start);
        nv_vbe_fill_info(vbe, mode, record + NV_VBE_MODE_INFO);
        nv_vbe_append(vbe, record, sizeof(record));
    }
    nv_vbe_16(vbe, 0);
    return at;
}

/* VbeInfoBlock; pointers are offsets here. */
static uint16_t nv_vbe_add_info(NVVbe *vbe, const GArray *modes)
{
    g_autofree char *product = g_strdup_printf("Fauxveau %s",
                                               vbe->gpu->chip->name);
    uint16_t oem = nv_vbe_text(vbe, "Fauxveau VGA BIOS");
    uint16_t vendor = nv_vbe_text(vbe, "Fauxveau");
    uint16_t name = nv_vbe_text(vbe, product);
    uint16_t revision = nv_vbe_text(vbe, "1");
    uint16_t list = nv_vbe_here(vbe);
    uint16_t at;

    for (unsigned i = 0; i < modes->len; i++) {
        nv_vbe_16(vbe, g_array_index(modes, NVVbeMode, i).number);
    }
    nv_vbe_16(vbe, 0xffff);
    at = nv_vbe_here(vbe);
    nv_vbe_append(vbe, "VESA", 4);
    nv_vbe_16(vbe, 0x0200);
    nv_vbe_32(vbe, oem);
    nv_vbe_32(vbe, nv_vbe_chip(vbe)->has_dac);  /* 8 bits in a DAC's entry */
    nv_vbe_32(vbe, list);
    nv_vbe_16(vbe, vbe->memory / (64 * KiB));
    nv_vbe_16(vbe, 0x0100);
    nv_vbe_32(vbe, vendor);
    nv_vbe_32(vbe, name);
    nv_vbe_32(vbe, revision);
    return at;
}

static uint16_t nv_vbe_add_script(NVVbe *vbe, void (*script)(NVVbe *vbe))
{
    uint16_t at = nv_vbe_here(vbe);

    if (!script) {
        return 0;
    }
    script(vbe);
    nv_vbe_end(vbe);
    return at;
}

static void nv_vbe_fill_data(NVVbe *vbe, const NVVbeData *data)
{
    const NVVbeChip *chip = nv_vbe_chip(vbe);
    NVVbeData *dest = (NVVbeData *)(vbe->bytes->data + NV_VBE_DATA);

    *dest = (NVVbeData) {
        .memory = cpu_to_le32(vbe->memory),
        .pci_config = cpu_to_le32(chip->pci_config),
        .ddc_reg = cpu_to_le32(chip->ddc_reg),
        .info_block = cpu_to_le16(data->info_block),
        .mode_records = cpu_to_le16(data->mode_records),
        .leave_script = cpu_to_le16(data->leave_script),
        .lock_port = cpu_to_le16(chip->lock_port),
        .lock_index = chip->lock_index,
        .start_low = chip->start_low,
        .ddc_kind = chip->ddc_kind,
        .has_dac = chip->has_dac,
    };
}

GByteArray *nv_vbe_build(NVGPU *gpu)
{
    const NVVbeChip *chip = gpu->chip->vbios->vbe;
    g_autoptr(GArray) modes = g_array_new(false, false, sizeof(NVVbeMode));
    NVVbe vbe = {
        .gpu = gpu,
        .bytes = g_byte_array_new(),
        .memory = MIN(gpu->vram_size - NV_VBE_RESERVED, NV_VBE_MEMORY_MAX),
    };
    NVVbeTimings own;
    NVVbeData data = { };

    nv_vbe_append(&vbe, nv_vbe_code, sizeof(nv_vbe_code));
    vbe.common = nv_vbe_add_script(&vbe, chip->common);
    data.leave_script = nv_vbe_add_script(&vbe, chip->leave);
    nv_vbe_add_modes(&vbe, modes, &own);
    data.mode_records = nv_vbe_add_records(&vbe, modes);
    data.info_block = nv_vbe_add_info(&vbe, modes);
    nv_vbe_fill_data(&vbe, &data);
    return vbe.bytes;
}

void nv_vbe_set_vga(uint8_t *segment, uint16_t distance)
{
    stw_le_p(segment + NV_VBE_DATA + offsetof(NVVbeData, vga_distance),
             distance);
}
