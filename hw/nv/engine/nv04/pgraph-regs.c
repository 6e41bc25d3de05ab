/*
 * NVIDIA GPU: PGRAPH: the registers of each generation
 *
 * Source: hwtest's pgraph_state.cc, and for what isn't part of a context the
 * register database (nv4_pgraph.xml).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "pgraph.h"
#include "state.h"
#include "hw/nv/engine/pgraph.h"

/* An array of @_n, spaced as in the register database */
#define NV_ARRAY(_reg, _n) \
    NV_ROW(_reg, .count = (_n), .rw = UINT32_MAX)
#define NV_MOVED_ARRAY(_reg, _addr, _n) \
    NV_MOVED(_reg, _addr, .count = (_n), .rw = UINT32_MAX)
#define NV_MOVED_STORAGE(_reg, _addr) \
    NV_MOVED(_reg, _addr, .rw = UINT32_MAX)

#define NV_TILE_ARRAY(_reg) \
    NV_ROW(_reg, .count = 8, .stride = 16, .rw = UINT32_MAX)
#define NV_MOVED_TILE_ARRAY(_reg, _addr) \
    NV_MOVED(_reg, _addr, .count = 8, .stride = 16, .rw = UINT32_MAX)

/* Ends of surfaces; after reset, the largest that a card can have */
#define NV_SURF_LIMITS(_limit) \
    NV_ROW(NV_PGRAPH_SURF_LIMIT, .count = NV_GRAPH_SURFACES, \
           .reset = (_limit), .rw = UINT32_MAX)
#define NV_MOVED_SURF_LIMITS(_addr, _limit) \
    NV_MOVED(NV_PGRAPH_SURF_LIMIT, _addr, .count = NV_GRAPH_SURFACES, \
             .reset = (_limit), .rw = UINT32_MAX)

#define NV_PGRAPH_BLOCK(_rows, ...) \
    NV_REG_BLOCK("PGRAPH", 0x400000, 0x2000, _rows, __VA_ARGS__)
#define NV40_PGRAPH_BLOCK(_rows, ...) \
    NV_REG_BLOCK("PGRAPH", 0x400000, 0x8000, _rows, __VA_ARGS__)

/* --- On all cards at the same addresses ------------------------------- */

static const NVRegInfo nv_pgraph_common_rows[] = {
    NV_STORAGE(NV_PGRAPH_DEBUG_0),
    NV_STORAGE(NV_PGRAPH_DEBUG_1),
    NV_STORAGE(NV_PGRAPH_DEBUG_2),
    NV_STORAGE(NV_PGRAPH_DEBUG_3),
    NV_STORAGE(NV_PGRAPH_NSTATUS),
    NV_STORAGE(NV_PGRAPH_NSOURCE),
    NV_STORAGE(NV_PGRAPH_LIMIT_VIOL_PIX),
    NV_STORAGE(NV_PGRAPH_LIMIT_VIOL_Z),
    NV_ROW(NV_PGRAPH_STATUS, .read = nv_pgraph_status_read),
    NV_ROW(NV_PGRAPH_TRAPPED_ADDR, .own = UINT32_MAX),
    NV_ROW(NV_PGRAPH_TRAPPED_DATA, .own = UINT32_MAX),
    NV_ROW(NV_PGRAPH_FIFO, .reset = R_NV_PGRAPH_FIFO_ACCESS_MASK,
           .rw = R_NV_PGRAPH_FIFO_ACCESS_MASK,
           .write = nv_pgraph_fifo_write),
    NV_ARRAY(NV_PGRAPH_VTX_X, NV_GRAPH_VERTICES),
    NV_ARRAY(NV_PGRAPH_VTX_Y, NV_GRAPH_VERTICES),
    NV_STORAGE(NV_PGRAPH_XY_D0),
    NV_STORAGE(NV_PGRAPH_XY_D1),
    NV_STORAGE(NV_PGRAPH_VALID),
    NV_STORAGE(NV_PGRAPH_SOURCE_COLOR),
    NV_STORAGE(NV_PGRAPH_MISC24_0),
    NV_STORAGE(NV_PGRAPH_XY_A),
    NV_STORAGE(NV_PGRAPH_XY_B0),
    NV_STORAGE(NV_PGRAPH_XY_B1),
    NV_STORAGE(NV_PGRAPH_XY_C),
    NV_ARRAY(NV_PGRAPH_XY_CLIP, 4),
    NV_STORAGE(NV_PGRAPH_ICLIP_XMAX),
    NV_STORAGE(NV_PGRAPH_ICLIP_YMAX),
    NV_STORAGE(NV_PGRAPH_UCLIP_XMIN),
    NV_STORAGE(NV_PGRAPH_UCLIP_YMIN),
    NV_STORAGE(NV_PGRAPH_UCLIP_XMAX),
    NV_STORAGE(NV_PGRAPH_UCLIP_YMAX),
    NV_ARRAY(NV_PGRAPH_CLIP3D, 4),
    NV_STORAGE(NV_PGRAPH_OCLIP_XMIN),
    NV_STORAGE(NV_PGRAPH_OCLIP_YMIN),
    NV_STORAGE(NV_PGRAPH_OCLIP_XMAX),
    NV_STORAGE(NV_PGRAPH_OCLIP_YMAX),
    NV_STORAGE(NV_PGRAPH_MISC24_1),
    NV_STORAGE(NV_PGRAPH_MISC24_2),
    NV_STORAGE(NV_PGRAPH_VALID2),
    NV_STORAGE(NV_PGRAPH_BITMAP_COLOR_1),
    NV_STORAGE(NV_PGRAPH_PASSTHRU_1),
    NV_STORAGE(NV_PGRAPH_PASSTHRU_2),
    NV_STORAGE(NV_PGRAPH_SURF_FORMAT),
    NV_STORAGE(NV_PGRAPH_DMA_OFFSET_IN),
    NV_STORAGE(NV_PGRAPH_DMA_OFFSET_OUT),
    NV_STORAGE(NV_PGRAPH_DMA_LENGTH),
    NV_STORAGE(NV_PGRAPH_DMA_MISC),
};

static const NVRegBlock nv_pgraph_common = NV_PGRAPH_BLOCK(
    nv_pgraph_common_rows);

/* --- Raster operation, pattern, surfaces: NV04:NV20 ------------------- */

static const NVRegInfo nv_pgraph_rop_rows[] = {
    NV_STORAGE(NV_PGRAPH_BITMAP_COLOR_0),
    NV_ROW(NV_PGRAPH_ROP, .rw = 0xff),
    NV_ROW(NV_PGRAPH_BETA1, .rw = 0x7f800000),
    NV_STORAGE(NV_PGRAPH_BETA4),
    NV_ARRAY(NV_PGRAPH_SURF_OFFSET, NV_GRAPH_SURFACES),
    NV_ARRAY(NV_PGRAPH_SURF_BASE, NV_GRAPH_SURFACES),
    NV_ARRAY(NV_PGRAPH_SURF_PITCH, NV_GRAPH_PITCHES),
    NV_SURF_LIMITS(0x07ffffff),
    NV_ARRAY(NV_PGRAPH_SURF_SWIZZLE, 2),
    NV_ARRAY(NV_PGRAPH_PATTERN_MONO_COLOR, 2),
    NV_ARRAY(NV_PGRAPH_PATTERN_MONO_BITMAP, 2),
    NV_ROW(NV_PGRAPH_PATTERN_CONFIG, .rw = 0x13),
    NV_STORAGE(NV_PGRAPH_CHROMA),
    NV_ROW(NV_PGRAPH_CTX_FORMAT, .rw = 0x3f3f3f3f),
    NV_ROW(NV_PGRAPH_PATTERN_COLOR, .count = 64, .rw = 0x00ffffff),
};

static const NVRegBlock nv_pgraph_rop = NV_PGRAPH_BLOCK(
    nv_pgraph_rop_rows, .parent = &nv_pgraph_common);

/* --- NV04, NV05 ------------------------------------------------------- */

static const NVRegInfo nv04_pgraph_rows[] = {
    NV_ROW(NV_PGRAPH_DEBUG_0, .rw = 0x1337f000,
           .write = nv_pgraph_debug_0_write),
    NV_ROW(NV_PGRAPH_DEBUG_3, .rw = 0x11ffff33),
    NV_ROW(NV_PGRAPH_INTR, .w1c = 0x00011311, .write = nv_pgraph_intr_write),
    NV_ROW(NV_PGRAPH_INTR_EN, .rw = 0x00011311,
           .write = nv_pgraph_intr_en_write),
    NV_MOVED_STORAGE(NV_PGRAPH_CTX_SWITCH1, 0x400160),
    NV_MOVED_STORAGE(NV_PGRAPH_CTX_SWITCH2, 0x400164),
    NV_MOVED_STORAGE(NV_PGRAPH_CTX_SWITCH3, 0x400168),
    NV_MOVED_STORAGE(NV_PGRAPH_CTX_SWITCH4, 0x40016c),
    NV_MOVED(NV_PGRAPH_CTX_CONTROL, 0x400170, .rw = UINT32_MAX,
             .write = nv_pgraph_ctx_write),
    NV_MOVED(NV_PGRAPH_CTX_USER, 0x400174, .rw = 0x0f00e000,
             .write = nv_pgraph_ctx_write),
    NV_MOVED_ARRAY(NV_PGRAPH_CTX_CACHE1, 0x400180, NV_GRAPH_SUBCHANNELS),
    NV_MOVED_ARRAY(NV_PGRAPH_CTX_CACHE2, 0x4001a0, NV_GRAPH_SUBCHANNELS),
    NV_MOVED_ARRAY(NV_PGRAPH_CTX_CACHE3, 0x4001c0, NV_GRAPH_SUBCHANNELS),
    NV_MOVED_ARRAY(NV_PGRAPH_CTX_CACHE4, 0x4001e0, NV_GRAPH_SUBCHANNELS),
    NV_SURF_LIMITS(0x00ffffff),
    NV_MOVED_STORAGE(NV_PGRAPH_SURF_TYPE, 0x40070c),
    NV_MOVED_STORAGE(NV_PGRAPH_CTX_VALID, 0x400710),
    NV_MOVED(NV_PGRAPH_NOTIFY, 0x400714, .rw = 0x00110101),
    NV_MOVED_STORAGE(NV_PGRAPH_FIFO_PTR, 0x400750),
    NV_MOVED_STORAGE(NV_PGRAPH_ST2_ADDR, 0x400754),
    NV_MOVED_STORAGE(NV_PGRAPH_ST2_DATA, 0x400758),
    NV_MOVED_STORAGE(NV_PGRAPH_DMA_PITCH, 0x400760),
    NV_MOVED_STORAGE(NV_PGRAPH_DVD_FORMAT, 0x400764),
    NV_MOVED_STORAGE(NV_PGRAPH_SIFM_MODE, 0x400768),
    NV_ARRAY(NV_PGRAPH_D3D56_RC, 4),
    NV_ARRAY(NV_PGRAPH_D3D56_TEX, 4),
    NV_ARRAY(NV_PGRAPH_D3D56_TLV, 9),
    NV_ARRAY(NV_PGRAPH_D3D56_CONFIG, 4),
    NV_ARRAY(NV_PGRAPH_VTX_U, 16),
    NV_ARRAY(NV_PGRAPH_VTX_V, 16),
    NV_ARRAY(NV_PGRAPH_VTX_M, 16),
};

static const NVRegInfo nv05_pgraph_rows[] = {
    NV_SURF_LIMITS(0x01ffffff),
    NV_ROW(NV_PGRAPH_DEBUG_3, .rw = 0xfbffff73),
};

const NVRegBlock nv04_pgraph_regs = NV_PGRAPH_BLOCK(
    nv04_pgraph_rows, .parent = &nv_pgraph_rop);
const NVRegBlock nv05_pgraph_regs = NV_PGRAPH_BLOCK(
    nv05_pgraph_rows, .parent = &nv04_pgraph_regs);

/* --- NV10:NV40 -------------------------------------------------------- */

static const NVRegInfo nv10_pgraph_context_rows[] = {
    NV_STORAGE(NV_PGRAPH_DEBUG_4),
    NV_ROW(NV_PGRAPH_CTX_CONTROL, .rw = UINT32_MAX,
           .write = nv_pgraph_ctx_write),
    NV_ROW(NV_PGRAPH_CTX_USER, .rw = UINT32_MAX,
           .write = nv_pgraph_ctx_write),
    NV_STORAGE(NV_PGRAPH_CTX_SWITCH1),
    NV_STORAGE(NV_PGRAPH_CTX_SWITCH2),
    NV_STORAGE(NV_PGRAPH_CTX_SWITCH3),
    NV_STORAGE(NV_PGRAPH_CTX_SWITCH4),
    NV_STORAGE(NV_PGRAPH_CTX_SWITCH5),
    NV_ARRAY(NV_PGRAPH_CTX_CACHE1, NV_GRAPH_SUBCHANNELS),
    NV_ARRAY(NV_PGRAPH_CTX_CACHE2, NV_GRAPH_SUBCHANNELS),
    NV_ARRAY(NV_PGRAPH_CTX_CACHE3, NV_GRAPH_SUBCHANNELS),
    NV_ARRAY(NV_PGRAPH_CTX_CACHE4, NV_GRAPH_SUBCHANNELS),
    NV_ARRAY(NV_PGRAPH_CTX_CACHE5, NV_GRAPH_SUBCHANNELS),
    NV_ARRAY(NV_PGRAPH_TFC, 2),
    NV_ROW(NV_PGRAPH_TRAPPED_DATA_HIGH, .own = UINT32_MAX),
    NV_STORAGE(NV_PGRAPH_SURF_TYPE),
    NV_STORAGE(NV_PGRAPH_CTX_VALID),
    NV_STORAGE(NV_PGRAPH_NOTIFY),
    NV_STORAGE(NV_PGRAPH_RDI_INDEX),
    NV_STORAGE(NV_PGRAPH_RDI_DATA),
    NV_STORAGE(NV_PGRAPH_FIFO_PTR),
    NV_STORAGE(NV_PGRAPH_ST2_ADDR),
    NV_STORAGE(NV_PGRAPH_ST2_DATA),
    NV_STORAGE(NV_PGRAPH_ST2_DATA_HIGH),
    NV_STORAGE(NV_PGRAPH_DMA_PITCH),
    NV_STORAGE(NV_PGRAPH_DVD_FORMAT),
    NV_STORAGE(NV_PGRAPH_SIFM_MODE),
};

static const NVRegBlock nv10_pgraph_context = NV_PGRAPH_BLOCK(
    nv10_pgraph_context_rows, .parent = &nv_pgraph_rop);

static const NVRegInfo nv10_pgraph_rows[] = {
    NV_ROW(NV_PGRAPH_DEBUG_3, .rw = 0xfffffc70),
    NV_ROW(NV_PGRAPH_INTR, .w1c = 0x01113711, .write = nv_pgraph_intr_write),
    NV_ROW(NV_PGRAPH_INTR_EN, .rw = 0x01113711,
           .write = nv_pgraph_intr_en_write),
    NV_TILE_ARRAY(NV_PGRAPH_TILE),
    NV_TILE_ARRAY(NV_PGRAPH_TLIMIT),
    NV_TILE_ARRAY(NV_PGRAPH_TSIZE),
    NV_TILE_ARRAY(NV_PGRAPH_TSTATUS),
    NV_ARRAY(NV_PGRAPH_BUNDLE_TEX, 16),
    NV_ARRAY(NV_PGRAPH_BUNDLE_RC, 12),
    NV_ARRAY(NV_PGRAPH_BUNDLE_CONFIG, 15),
    NV_ARRAY(NV_PGRAPH_CLIP_RECT_HORIZ, 8),
    NV_ARRAY(NV_PGRAPH_CLIP_RECT_VERT, 8),
    NV_ARRAY(NV_PGRAPH_XF_MISC, 2),
    NV_STORAGE(NV_PGRAPH_CONFIG_C),
    NV_STORAGE(NV_PGRAPH_CELSIUS_DMA),
    NV_ROW(NV_PGRAPH_PIPE_ADDRESS, .rw = (NV_GRAPH_PIPE_WORDS - 1) * 4),
    NV_ROW(NV_PGRAPH_PIPE_DATA, .rw = UINT32_MAX,
           .read = nv_pgraph_pipe_read, .write = nv_pgraph_pipe_write,
           .acts_on_read = true),
};

static const NVRegInfo nv15_pgraph_rows[] = {
    NV_ROW(NV_PGRAPH_DEBUG_3, .rw = 0xffffff78),
};

static const NVRegInfo nv17_pgraph_rows[] = {
    NV_ROW(NV_PGRAPH_DEBUG_3, .reset = 0x00000400, .rw = 0xfffffb78),
    NV_STORAGE(NV_PGRAPH_UNK6B0),
    NV_STORAGE(NV_PGRAPH_UNK838),
    NV_STORAGE(NV_PGRAPH_UNK83C),
    NV_ARRAY(NV_PGRAPH_BUNDLE_NV17, 14),
    NV_ARRAY(NV_PGRAPH_UNKA00, 2),
    NV_STORAGE(NV_PGRAPH_ZCULL),
};

const NVRegBlock nv10_pgraph_regs = NV_PGRAPH_BLOCK(
    nv10_pgraph_rows, .parent = &nv10_pgraph_context);
const NVRegBlock nv15_pgraph_regs = NV_PGRAPH_BLOCK(
    nv15_pgraph_rows, .parent = &nv10_pgraph_regs);
const NVRegBlock nv17_pgraph_regs = NV_PGRAPH_BLOCK(
    nv17_pgraph_rows, .parent = &nv15_pgraph_regs);

#define NV_ABSENT_AT(_addr, _n) { .addr = (_addr), .count = (_n) }

/* --- NV20:NV40 -------------------------------------------------------- */

/* The same rows, except for the first ones */
static const NVRegBlock nv20_pgraph_context = NV_PGRAPH_BLOCK(
    nv10_pgraph_context_rows, .parent = &nv_pgraph_common);

static const NVRegInfo nv20_pgraph_rows[] = {
    NV_ROW(NV_PGRAPH_DEBUG_3, .rw = 0xffffd77d),
    NV_ROW(NV_PGRAPH_INTR, .w1c = 0x011137d1, .write = nv_pgraph_intr_write),
    NV_ROW(NV_PGRAPH_INTR_EN, .rw = 0x011137d1,
           .write = nv_pgraph_intr_en_write),
    NV_STORAGE(NV_PGRAPH_CTX_TABLE),
    NV_STORAGE(NV_PGRAPH_CTX_POINTER),
    NV_ROW(NV_PGRAPH_CTX_XFER, .write = nv_pgraph_ctx_xfer_write),
    NV_MOVED_STORAGE(NV_PGRAPH_BITMAP_COLOR_0, 0x400814),
    NV_MOVED_ARRAY(NV_PGRAPH_SURF_SWIZZLE, 0x400818, 2),
    NV_MOVED_ARRAY(NV_PGRAPH_SURF_OFFSET, 0x400820, NV_GRAPH_SURFACES),
    NV_MOVED_ARRAY(NV_PGRAPH_SURF_BASE, 0x400838, NV_GRAPH_SURFACES),
    NV_MOVED_ARRAY(NV_PGRAPH_SURF_PITCH, 0x400850, NV_GRAPH_PITCHES),
    NV_MOVED_SURF_LIMITS(0x400864, 0x3fffffff),
    NV_MOVED_STORAGE(NV_PGRAPH_CHROMA, 0x40087c),
    NV_MOVED_TILE_ARRAY(NV_PGRAPH_TILE, 0x400900),
    NV_MOVED_TILE_ARRAY(NV_PGRAPH_TLIMIT, 0x400904),
    NV_MOVED_TILE_ARRAY(NV_PGRAPH_TSIZE, 0x400908),
    NV_MOVED_TILE_ARRAY(NV_PGRAPH_TSTATUS, 0x40090c),
    NV_STORAGE(NV_PGRAPH_DEBUG_5),
    NV_STORAGE(NV_PGRAPH_DEBUG_6),
    NV_STORAGE(NV_PGRAPH_DEBUG_7),
    NV_STORAGE(NV_PGRAPH_SURF_UNK880),
    NV_ARRAY(NV_PGRAPH_ZCOMP, 8),
    NV_STORAGE(NV_PGRAPH_ZCOMP_OFFSET),
    NV_STORAGE(NV_PGRAPH_FB_CFG0),
    NV_STORAGE(NV_PGRAPH_FB_CFG1),
    NV_ARRAY(NV_PGRAPH_UNKB80, 3),
    NV_MOVED(NV_PGRAPH_PATTERN_COLOR, 0x400a00, .count = 64,
             .rw = 0x00ffffff),
    NV_MOVED(NV_PGRAPH_ROP, 0x400b00, .rw = 0xff),
    NV_MOVED(NV_PGRAPH_BETA1, 0x400b04, .rw = 0x7f800000),
    NV_MOVED_STORAGE(NV_PGRAPH_BETA4, 0x400b08),
    NV_MOVED(NV_PGRAPH_CTX_FORMAT, 0x400b0c, .rw = 0x3f3f3f3f),
    NV_MOVED_ARRAY(NV_PGRAPH_PATTERN_MONO_COLOR, 0x400b10, 2),
    NV_MOVED_ARRAY(NV_PGRAPH_PATTERN_MONO_BITMAP, 0x400b18, 2),
    NV_MOVED(NV_PGRAPH_PATTERN_CONFIG, 0x400b20, .rw = 0x13),
    NV_STORAGE(NV_PGRAPH_BUNDLE_CONFIG_B),
    NV_STORAGE(NV_PGRAPH_BUNDLE_FENCE_OFFSET),
    NV_ARRAY(NV_PGRAPH_BUNDLE_CLIP_HV, 2),
    NV_MOVED_ARRAY(NV_PGRAPH_BUNDLE_CLEAR_HV, 0x401864, 2),
    NV_MOVED_STORAGE(NV_PGRAPH_BUNDLE_CLEAR_COLOR, 0x40186c),
    NV_STORAGE(NV_PGRAPH_BUNDLE_CLEAR_ZETA),
};

static const NVRegInfo nv25_pgraph_rows[] = {
    NV_STORAGE(NV_PGRAPH_SURF_UNK890),
    NV_ROW(NV_PGRAPH_DEBUG_3, .rw = 0xffffdf7d),
};

static const NVRegInfo nv30_pgraph_rows[] = {
    NV_STORAGE(NV_PGRAPH_DEBUG_8),
    NV_STORAGE(NV_PGRAPH_DEBUG_9),
    NV_STORAGE(NV_PGRAPH_DEBUG_11),
    NV_STORAGE(NV_PGRAPH_UNK75C),
    NV_ARRAY(NV_PGRAPH_SURF_UNK8A4, 2),
    NV_ARRAY(NV_PGRAPH_UNKBA0, 2),
    NV_ROW(NV_PGRAPH_DEBUG_3, .rw = 0xfffedf7d),
    NV_ABSENT_AT(0x401864, 3),
    NV_MOVED_ARRAY(NV_PGRAPH_BUNDLE_CLEAR_HV, 0x401a10, 2),
    NV_MOVED_STORAGE(NV_PGRAPH_BUNDLE_CLEAR_COLOR, 0x401a18),
    NV_ARRAY(NV_PGRAPH_BUNDLE_VIEWPORT_HV, 2),
    NV_ARRAY(NV_PGRAPH_BUNDLE_SCISSOR_HV, 2),
};

const NVRegBlock nv20_pgraph_regs = NV_PGRAPH_BLOCK(
    nv20_pgraph_rows, .parent = &nv20_pgraph_context);
const NVRegBlock nv25_pgraph_regs = NV_PGRAPH_BLOCK(
    nv25_pgraph_rows, .parent = &nv20_pgraph_regs);
const NVRegBlock nv30_pgraph_regs = NV_PGRAPH_BLOCK(
    nv30_pgraph_rows, .parent = &nv25_pgraph_regs);

/* --- NV40:NV50 -------------------------------------------------------- */

static const NVRegInfo nv40_pgraph_rows[] = {
    NV_ROW(NV_PGRAPH_DEBUG_3, .rw = 0xe1fad155),
    NV_ROW(NV_PGRAPH_INTR, .w1c = 0x03111fd1,
           .write = nv_pgraph_intr_write),
    NV_MOVED(NV_PGRAPH_INTR_EN, 0x40013c, .rw = 0x03111fd1,
             .write = nv_pgraph_intr_en_write),
    NV_ABSENT(NV_PGRAPH_INTR_EN),
    NV_MOVED(NV_PGRAPH_CTX_USER, 0x400144, .rw = 0x8000e001),
    NV_MOVED_STORAGE(NV_PGRAPH_CTX_SWITCH1, 0x400148),
    NV_MOVED_STORAGE(NV_PGRAPH_CTX_SWITCH2, 0x40014c),
    NV_MOVED(NV_PGRAPH_CTX_SWITCH3, 0x400150, .rw = 0x07ffffff),
    NV_MOVED(NV_PGRAPH_CTX_SWITCH6, 0x400154, .rw = 0x00ffffff),
    NV_ROW(NV_PGRAPH_CTX_SWITCH4, .rw = 0x00ffffff),
    NV_MOVED_ARRAY(NV_PGRAPH_CTX_CACHE6, 0x4001c0, NV_GRAPH_SUBCHANNELS),
    NV_MOVED(NV_PGRAPH_CTX_CACHE4, 0x4001e0, .count = NV_GRAPH_SUBCHANNELS,
             .rw = 0x00ffffff),
    NV_MOVED_ARRAY(NV_PGRAPH_CTX_CACHE5, 0x400200, NV_GRAPH_SUBCHANNELS),
    NV_ROW(NV_PGRAPH_SRC2D_DMA, .rw = 0x00ffffff),
    NV_ROW(NV_PGRAPH_SRC2D_PITCH, .rw = 0x0000ffff),
    NV_STORAGE(NV_PGRAPH_SRC2D_OFFSET),
    NV_ROW(NV_PGRAPH_CTXCTL_STATUS,
           .own = R_NV_PGRAPH_CTXCTL_STATUS_BUSY_MASK),
    NV_ROW(NV_PGRAPH_CTXCTL_CONTROL, .rw = UINT32_MAX,
           .write = nv_ctxctl_control_write),
    NV_ROW(NV_PGRAPH_CTXCTL_INSN,
           .own = R_NV_PGRAPH_CTXCTL_INSN_OPCODE_MASK |
                  R_NV_PGRAPH_CTXCTL_INSN_PC_MASK),
    NV_ROW(NV_PGRAPH_CTXCTL_FLAGS, .rw = 0x0000ffff),
    NV_ROW(NV_PGRAPH_CTXCTL_FLAGS_2, .rw = 0x0000ffff),
    NV_ROW(NV_PGRAPH_CTXCTL_RA, .rw = 0x000fffff),
    NV_STORAGE(NV_PGRAPH_CTXCTL_UCODE_INDEX),
    NV_ROW(NV_PGRAPH_CTXCTL_UCODE_DATA, .write = nv_ctxctl_ucode_write),
    NV_ROW(NV_PGRAPH_CTXCTL_CUR, .rw = 0x010fffff,
           .write = nv_ctxctl_cur_write),
    NV_ROW(NV_PGRAPH_CTXCTL_NEXT, .rw = 0x010fffff),
    NV_ROW(NV_PGRAPH_CTXCTL_POINTER, .rw = 0x000fffff),
    NV_ABSENT(NV_PGRAPH_CTX_XFER),
    NV_ARRAY(NV40_PGRAPH_UNK9B0, 4),
    NV_ARRAY(NV40_PGRAPH_UNKB38, 2),
    NV_STORAGE(NV40_PGRAPH_UNK5000),
    NV_TILE_ARRAY(NV40_PGRAPH_TILE1),
    NV_TILE_ARRAY(NV40_PGRAPH_TLIMIT1),
    NV_TILE_ARRAY(NV40_PGRAPH_TSIZE1),
    NV_ARRAY(NV40_PGRAPH_ZCOMP1, 8),
    NV_ARRAY(NV40_PGRAPH_FB_CFG1, 2),
};

/*
 * What drivers write shows where the surfaces' registers are; SURF_BASE and
 * SURF_PITCH are assumed to be between them.
 */
static const NVRegInfo nv45_pgraph_rows[] = {
    NV_ABSENT_AT(0x400820, NV_GRAPH_SURFACES),
    NV_ABSENT_AT(0x400838, NV_GRAPH_SURFACES),
    NV_ABSENT_AT(0x400850, NV_GRAPH_PITCHES),
    NV_ABSENT_AT(0x400864, NV_GRAPH_SURFACES),
    NV_MOVED_ARRAY(NV_PGRAPH_SURF_OFFSET, 0x400840, NV_GRAPH_SURFACES),
    NV_MOVED_ARRAY(NV_PGRAPH_SURF_BASE, 0x400860, NV_GRAPH_SURFACES),
    NV_MOVED_ARRAY(NV_PGRAPH_SURF_PITCH, 0x400880, NV_GRAPH_PITCHES),
    NV_MOVED_SURF_LIMITS(0x4008a0, 0x3fffffff),
    NV_ARRAY(NV45_PGRAPH_UNK820, 2),
    NV_ARRAY(NV45_PGRAPH_FB_CFG, 2),
    NV_ABSENT(NV40_PGRAPH_FB_CFG1, .count = 2),
    NV_ARRAY(NV45_PGRAPH_FB_CFG1, 2),
};

#define NV41_TILE_ARRAY(_reg, _n) \
    NV_ROW(_reg, .count = (_n), .stride = 16, .rw = UINT32_MAX)

/* Four more tile regions, at the addresses of others' ZCOMP and FB_CFG */
static const NVRegInfo nv41_pgraph_rows[] = {
    NV_ABSENT(NV_PGRAPH_ZCOMP, .count = 8),
    NV_ABSENT(NV_PGRAPH_ZCOMP_OFFSET),
    NV_ABSENT(NV_PGRAPH_FB_CFG0),
    NV_ABSENT(NV_PGRAPH_FB_CFG1),
    NV_ABSENT(NV40_PGRAPH_UNK9B0, .count = 4),
    NV_ABSENT(NV40_PGRAPH_ZCOMP1, .count = 8),
    NV41_TILE_ARRAY(NV41_PGRAPH_TILE_8, 4),
    NV41_TILE_ARRAY(NV41_PGRAPH_TLIMIT_8, 4),
    NV41_TILE_ARRAY(NV41_PGRAPH_TSIZE_8, 4),
    NV41_TILE_ARRAY(NV40_PGRAPH_TILE1, 12),
    NV41_TILE_ARRAY(NV40_PGRAPH_TLIMIT1, 12),
    NV41_TILE_ARRAY(NV40_PGRAPH_TSIZE1, 12),
    NV_ARRAY(NV41_PGRAPH_ZCOMP0, 12),
    NV_ARRAY(NV41_PGRAPH_ZCOMP1, 12),
    NV_ARRAY(NV41_PGRAPH_UNK828, 2),
};

static const NVRegInfo nv44_pgraph_rows[] = {
    NV_ABSENT(NV41_PGRAPH_ZCOMP0, .count = 12),
    NV_ABSENT(NV41_PGRAPH_ZCOMP1, .count = 12),
    NV_ABSENT(NV41_PGRAPH_UNK828, .count = 2),
    NV_STORAGE(NV44_PGRAPH_UNKBBC),
    NV_STORAGE(NV44_PGRAPH_UNKBC4),
};

/* Fifteen tile regions, moved: nouveau's nv40_gr_tile(), nv44_gr_tile() */
#define NV47_TILES \
    NV_ABSENT_AT(0x400900, 32), \
    NV_ABSENT_AT(0x400980, 16), \
    NV_ABSENT(NV45_PGRAPH_FB_CFG, .count = 2), \
    NV41_TILE_ARRAY(NV47_PGRAPH_TILE, 15), \
    NV41_TILE_ARRAY(NV47_PGRAPH_TLIMIT, 15), \
    NV41_TILE_ARRAY(NV47_PGRAPH_TSIZE, 15), \
    NV41_TILE_ARRAY(NV40_PGRAPH_TILE1, 15), \
    NV41_TILE_ARRAY(NV40_PGRAPH_TLIMIT1, 15), \
    NV41_TILE_ARRAY(NV40_PGRAPH_TSIZE1, 15), \
    NV_ARRAY(NV47_PGRAPH_FB_CFG, 2)

static const NVRegInfo nv46_pgraph_rows[] = {
    NV47_TILES,
};

/* Some of the tile regions are at the address of NV41's ZCOMP1. */
static const NVRegInfo nv47_pgraph_rows[] = {
    NV_ABSENT(NV41_PGRAPH_ZCOMP0, .count = 12),
    NV_ABSENT(NV41_PGRAPH_ZCOMP1, .count = 12),
    NV47_TILES,
    NV_ARRAY(NV47_PGRAPH_ZCOMP0, 15),
    NV_ARRAY(NV47_PGRAPH_ZCOMP1, 15),
};

const NVRegBlock nv40_pgraph_regs = NV40_PGRAPH_BLOCK(
    nv40_pgraph_rows, .parent = &nv30_pgraph_regs);
const NVRegBlock nv45_pgraph_regs = NV40_PGRAPH_BLOCK(
    nv45_pgraph_rows, .parent = &nv40_pgraph_regs);
const NVRegBlock nv41_pgraph_regs = NV40_PGRAPH_BLOCK(
    nv41_pgraph_rows, .parent = &nv45_pgraph_regs);
const NVRegBlock nv44_pgraph_regs = NV40_PGRAPH_BLOCK(
    nv44_pgraph_rows, .parent = &nv41_pgraph_regs);
const NVRegBlock nv46_pgraph_regs = NV40_PGRAPH_BLOCK(
    nv46_pgraph_rows, .parent = &nv44_pgraph_regs);
const NVRegBlock nv47_pgraph_regs = NV40_PGRAPH_BLOCK(
    nv47_pgraph_rows, .parent = &nv41_pgraph_regs);
