/*
 * NVIDIA GPU: the table of cards
 *
 * A new card is a new row of nv_chips[], and a new row of one of the tables
 * before it where it differs from the card that it inherits from.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/nv-gpu.h"
#include "hw/nv/ramfc.h"

/* --- PFIFO ------------------------------------------------------------ */

/* The RAMFC layouts: nouveau-map 4.3; nvkm/engine/fifo/nv10.c. */
static const NVRamfcField nv10_ramfc[] = {
    { 0x00, R_NV_PFIFO_CACHE1_DMA_PUT, 32 },
    { 0x04, R_NV_PFIFO_CACHE1_DMA_GET, 32 },
    { 0x08, R_NV_PFIFO_CACHE1_REF, 32 },
    { 0x0c, R_NV_PFIFO_CACHE1_DMA_INSTANCE, 16 },
    { 0x0c, R_NV_PFIFO_CACHE1_DMA_DCOUNT_SHADOW, 16, .shift = 16 },
    { 0x10, R_NV_PFIFO_CACHE1_DMA_STATE, 32 },
    { 0x14, R_NV_PFIFO_CACHE1_DMA_FETCH, 32 },
    { 0x18, R_NV_PFIFO_CACHE1_ENGINE, 32 },
    { 0x1c, R_NV_PFIFO_CACHE1_PULL1, 32 },
    { }
};

/*
 * nvkm/engine/fifo/nv17.c.  With RAMFC.LARGE clear an entry ends where NV10's
 * does: the channels have no state for semaphores and subroutines then.
 */
static const NVRamfcField nv11_ramfc[] = {
    { 0x00, R_NV_PFIFO_CACHE1_DMA_PUT, 32 },
    { 0x04, R_NV_PFIFO_CACHE1_DMA_GET, 32 },
    { 0x08, R_NV_PFIFO_CACHE1_REF, 32 },
    { 0x0c, R_NV_PFIFO_CACHE1_DMA_INSTANCE, 16 },
    { 0x0c, R_NV_PFIFO_CACHE1_DMA_DCOUNT_SHADOW, 16, .shift = 16 },
    { 0x10, R_NV_PFIFO_CACHE1_DMA_STATE, 32 },
    { 0x14, R_NV_PFIFO_CACHE1_DMA_FETCH, 32 },
    { 0x18, R_NV_PFIFO_CACHE1_ENGINE, 32 },
    { 0x1c, R_NV_PFIFO_CACHE1_PULL1, 32 },
    { 0x20, R_NV_PFIFO_CACHE1_ACQUIRE_VALUE, 32 },
    { 0x24, R_NV_PFIFO_CACHE1_ACQUIRE_TIMESTAMP, 32 },
    { 0x28, R_NV_PFIFO_CACHE1_ACQUIRE_TIMEOUT, 32 },
    { 0x2c, R_NV_PFIFO_CACHE1_SEMAPHORE, 32 },
    { 0x30, R_NV_PFIFO_CACHE1_SUBROUTINE, 32 },
    { }
};

static const NVRamhtFormat nv04_ramht = {
    .inst_bits = 16,
    .engine_shift = 16, .engine_bits = 4,
    .chid_shift = 24, .chid_bits = 7,
    .valid = BIT(31),
};

static const NVFifoChip nv10_fifo = {
    .channels = 32,
    .user_base = 0x800000,
    .user_stride = 0x10000,
    .cache1_entries = 128,
    .cache1_window = A_NV_PFIFO_CACHE1_ADDR,
    .class_mask = 0xff,
    .ramfc = nv10_ramfc,
    .ramfc_base = nv_ramfc_base_nv04,
    .ramfc_stride = 0x20,
    .push1_mode = R_NV_PFIFO_CACHE1_PUSH1_MODE_MASK,
    .hash_valid = R_NV_PFIFO_CACHE1_HASH_VALID_MASK,
    .regs = &nv10_pfifo_regs,
    .ramht = &nv04_ramht,
    .pusher = NV_PUSHER_NV04 | NV_PUSHER_NONINC | NV_PUSHER_SHADOWS |
              NV_PUSHER_NVM,
    .puller = NV_PULLER_REF,
};

static const NVFifoChip nv11_fifo = {
    .channels = 32,
    .user_base = 0x800000,
    .user_stride = 0x10000,
    .cache1_entries = 128,
    .cache1_window = A_NV_PFIFO_CACHE1_ADDR,
    .class_mask = 0xff,
    .ramfc = nv11_ramfc,
    .ramfc_base = nv_ramfc_base_nv04,
    .ramfc_stride = 0x40,
    .ramfc_small = 0x20,
    .push1_mode = R_NV_PFIFO_CACHE1_PUSH1_MODE_MASK,
    .hash_valid = R_NV_PFIFO_CACHE1_HASH_VALID_MASK,
    .regs = &nv11_pfifo_regs,
    .ramht = &nv04_ramht,
    .pusher = NV_PUSHER_NV04 | NV_PUSHER_NONINC | NV_PUSHER_SHADOWS |
              NV_PUSHER_NVM | NV_PUSHER_CALL | NV_PUSHER_ENDIAN,
    .puller = NV_PULLER_REF | NV_PULLER_SEMAPHORE,
};

/* --- Instance memory -------------------------------------------------- */

static const NVRaminChip nv04_ramin = {
    .size = 1 * MiB,
    .piece = 64,
};

/* --- PGRAPH ----------------------------------------------------------- */

static const NVGraphChip nv15_graph = {
    .intr_error = R_NV_PGRAPH_INTR_ERROR_MASK,
    .nstatus_shift = 12,
    .nstatus_protection = R_NV_PGRAPH_NSTATUS_INVALID_STATE_MASK,
    .grobj = &nv04_grobj,
    .grobj_mask = 0x7fb3f0ff,
    .surf_offset_mask = 0x07fffff0,
    .surf_pitch_mask = 0xfff0,
};

static const NVGraphChip nv20_graph = {
    .intr_error = R_NV_PGRAPH_INTR_ERROR_MASK,
    .nstatus_shift = 12,
    .nstatus_protection = R_NV_PGRAPH_NSTATUS_INVALID_STATE_MASK,
    .grobj = &nv04_grobj,
    .grobj_mask = 0x7ffff0ff,
    .surf_offset_mask = 0x3fffffc0,
    .surf_pitch_mask = 0xffc0,
};

/* Source: the hardware tests' list (hwtest/pgraph.cc); 2D is what NV15 has. */
static const uint16_t nv15_classes[] = {
    0x0002, 0x0003, 0x0012, 0x0017, 0x0018, 0x0019, 0x001c, 0x001d, 0x001e,
    0x001f, 0x0021, 0x0030, 0x0036, 0x0037, 0x0038, 0x0039, 0x003d, 0x0042,
    0x0043, 0x0044, 0x004a, 0x004b, 0x0052, 0x0053, 0x0054, 0x0055, 0x0056,
    0x0057, 0x0058, 0x0059, 0x005a, 0x005b, 0x005c, 0x005d, 0x005e, 0x005f,
    0x0060, 0x0061, 0x0062, 0x0063, 0x0064, 0x0065, 0x0066, 0x0072, 0x0076,
    0x0077, 0x007b, 0x0088, 0x0089, 0x008a, 0x0093, 0x0094, 0x0095, 0x0096,
    0x009e, 0x009f,
    0
};

static const uint16_t nv20_classes[] = {
    0x0002, 0x0003, 0x0012, 0x0017, 0x0018, 0x0019, 0x001c, 0x001d, 0x001e,
    0x001f, 0x0021, 0x0030, 0x0036, 0x0037, 0x0038, 0x0039, 0x003d, 0x0042,
    0x0043, 0x0044, 0x004a, 0x004b, 0x0052, 0x0056, 0x0057, 0x0058, 0x0059,
    0x005a, 0x005b, 0x005c, 0x005d, 0x005e, 0x005f, 0x0060, 0x0061, 0x0062,
    0x0063, 0x0064, 0x0065, 0x0066, 0x0072, 0x0076, 0x0077, 0x007b, 0x0088,
    0x0089, 0x008a, 0x0096, 0x0097, 0x009e, 0x009f,
    0
};

/* --- Display and VBIOS ------------------------------------------------ */

static const NVDisplayChip nv15_display = {
    .heads = 1,
    /* 14.318 MHz * 84 / 6 = 200 MHz: drivers divide by what these give. */
    .core_pll = 0x00005406,
    .memory_pll = 0x00005406,
    .cursor_argb = true,
};

static const NVVbiosChip nv15_vbios = {
    .bmp_major = 5, .bmp_minor = 0x05,
    .dcb = 0x20,
    .chip = 0x15,
};

static const NVVbiosChip nv20_vbios = {
    .bmp_major = 5, .bmp_minor = 0x05,
    .dcb = 0x20,
    .chip = 0x20,
};

/* --- The cards -------------------------------------------------------- */

const NVChip nv_chips[] = {
    {
        .name = "nv15",
        .desc = "NVIDIA NV15 (GeForce2 GTS)",
        .pci_id = 0x0150,
        .boot0 = 0x015000a1,
        /* 14.318 MHz crystal, 128 bit bus */
        .straps = 0x7ff86c6b | 0x180 | 0x10,
        .crystal_khz = 14318,
        .vram_default = 128 * MiB,
        .vram_max = 128 * MiB,
        .intr_map = 0x91101100,
        .ramin = &nv04_ramin,
        .pfb = &nv10_pfb_regs,
        .fifo = &nv10_fifo,
        .graph = &nv15_graph,
        .display = &nv15_display,
        .vbios = &nv15_vbios,
        .classes = nv15_classes,
    },
    {
        .name = "nv20",
        .desc = "NVIDIA NV20 (GeForce3)",
        .pci_id = 0x0200,
        .boot0 = 0x020000a1,
        .straps = 0x7ff86c6b | 0x180 | 0x10,
        .crystal_khz = 14318,
        .vram_default = 128 * MiB,
        .vram_max = 128 * MiB,
        .intr_map = 0x91101100,
        .ramin = &nv04_ramin,
        .pfb = &nv20_pfb_regs,
        .fifo = &nv11_fifo,
        .graph = &nv20_graph,
        .display = &nv15_display,
        .vbios = &nv20_vbios,
        .classes = nv20_classes,
    },
};

const unsigned nv_chip_count = ARRAY_SIZE(nv_chips);
