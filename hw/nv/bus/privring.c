/*
 * NVIDIA GPU: the ring through which the host reaches other units' registers,
 * and what its stations tell of accesses that fail, NVC0+
 *
 * Sources: rnndb's bus/pibus.xml; nouveau's nvkm/subdev/privring/gf100.c and
 * gk104.c.  An access that the ring reports to PBUS (mmio-fault.c) is kept by
 * the station of the hub, a partition or a GPC, too, and raises the ring's own
 * interrupt.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/bus.h"
#include "hw/nv/nv-gpu.h"
#include "internal.h"

/* COMMAND's bits 5:0, and what acknowledges all interrupts */
#define NV_PRIVRING_ACK 2

/* --- Where the registers are ------------------------------------------- */

static const NVRegBlock *nv_privring_main(const NVGPU *gpu)
{
    return gpu->chip->privring ? gpu->chip->privring : &nv_privring_block;
}

/* A register of the ring itself, @addr on NVC0 */
static uint32_t *nv_privring_reg(NVGPU *gpu, uint32_t addr)
{
    return &gpu->regs[(addr + nv_privring_main(gpu)->shift) / 4];
}

#define NV_RING_R(_gpu, _reg) (*nv_privring_reg(_gpu, A_ ## _reg))

/* Bytes from one station to the next: all rows have the same. */
static uint32_t nv_privring_stride(const NVGPU *gpu)
{
    const NVRegBlock *stations = gpu->chip->privring_stations
        ? gpu->chip->privring_stations : &nv_privring_stations_block;

    return stations->rows->stride;
}

/* --- Stations --------------------------------------------------------- */

/**
 * struct NVRingStation - one that can fail
 *
 * @first: address of its ADDRESS
 * @summary: the register that has its bit, at its address on NVC0
 * @bit: the bit
 */
typedef struct NVRingStation {
    uint32_t first;
    uint32_t summary;
    unsigned bit;
} NVRingStation;

/* GPCs' registers, and those of all GPCs at once */
#define NV_RING_GPC 0x500000
#define NV_RING_GPC_SIZE 0x8000
#define NV_RING_GPCS 0x418000
#define NV_RING_GPCS_SIZE 0x4000
/* Partitions' */
#define NV_RING_PART 0x110000
#define NV_RING_PART_SIZE 0x1000

static NVRingStation nv_ring_gpc(NVGPU *gpu, unsigned gpc)
{
    return (NVRingStation) {
        A_NV_PRIVRING_GPC_ADDRESS + gpc * nv_privring_stride(gpu),
        A_NV_PRIVRING_INTR_1, gpc,
    };
}

static NVRingStation nv_ring_station(NVGPU *gpu, uint32_t addr)
{
    uint32_t gpc = (addr - NV_RING_GPC) / NV_RING_GPC_SIZE;
    uint32_t part = (addr - NV_RING_PART) / NV_RING_PART_SIZE;
    uint32_t stride = nv_privring_stride(gpu);

    if (gpc < gpu->chip->counts->gpcs) {
        return nv_ring_gpc(gpu, gpc);
    }
    if (part < gpu->chip->counts->partitions) {
        return (NVRingStation) {
            A_NV_PRIVRING_ROP_ADDRESS + part * stride,
            A_NV_PRIVRING_INTR_0, R_NV_PRIVRING_INTR_0_ROP_SHIFT + part,
        };
    }
    return (NVRingStation) {
        A_NV_PRIVRING_HUB_ADDRESS, A_NV_PRIVRING_INTR_0,
        R_NV_PRIVRING_INTR_0_HUB_SHIFT,
    };
}

static void nv_privring_update_intr(NVGPU *gpu)
{
    nv_pmc_set_intr(gpu, R_NV_PMC_INTR_PRIVRING_MASK,
                    NV_RING_R(gpu, NV_PRIVRING_INTR_0) |
                    NV_RING_R(gpu, NV_PRIVRING_INTR_1));
}

/* A station keeps the first access until it is acknowledged. */
static void nv_privring_keep(NVGPU *gpu, NVRingStation s, uint32_t addr,
                             uint32_t data)
{
    uint32_t *words = &gpu->regs[s.first / 4];

    if (!(words[2] & R_NV_PRIVRING_HUB_INTR_PENDING_MASK)) {
        words[0] = addr;
        words[1] = data;
        words[2] |= R_NV_PRIVRING_HUB_INTR_PENDING_MASK;
    }
    *nv_privring_reg(gpu, s.summary) |= BIT(s.bit);
}

/* A GTX 780M's log has what is for all GPCs of each of them. */
void nv_privring_fail(NVGPU *gpu, uint32_t addr, bool write, uint32_t data)
{
    bool all = addr - NV_RING_GPCS < NV_RING_GPCS_SIZE;

    data = write ? data : 0;
    for (unsigned gpc = 0; all && gpc < gpu->chip->counts->gpcs; gpc++) {
        nv_privring_keep(gpu, nv_ring_gpc(gpu, gpc), addr, data);
    }
    if (!all) {
        nv_privring_keep(gpu, nv_ring_station(gpu, addr), addr, data);
    }
    nv_privring_update_intr(gpu);
}

/* --- Registers -------------------------------------------------------- */

static uint32_t nv_privring_part_read(NVGPU *gpu, uint32_t addr)
{
    const NVUnitCounts *counts = gpu->chip->counts;

    return counts->partitions - ctpop32(counts->partitions_off);
}

/* A station's INTR, the register of the kind's first being @intr */
static uint32_t *nv_privring_intr(NVGPU *gpu, uint32_t intr, unsigned i)
{
    return &gpu->regs[(intr + i * nv_privring_stride(gpu)) / 4];
}

/* The stations of a kind, with @size bytes, whose bits begin at @shift */
static void nv_privring_settle(NVGPU *gpu, uint32_t *summary, unsigned shift,
                               uint32_t intr, uint32_t size)
{
    for (unsigned i = 0; i < size / nv_privring_stride(gpu); i++) {
        if (!(*nv_privring_intr(gpu, intr, i) &
              R_NV_PRIVRING_HUB_INTR_PENDING_MASK)) {
            *summary &= ~BIT(shift + i);
        }
    }
}

/* Older versions of nouveau clear a station's PENDING instead. */
static void nv_privring_station_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    nv_privring_settle(gpu, &NV_RING_R(gpu, NV_PRIVRING_INTR_0),
                       R_NV_PRIVRING_INTR_0_HUB_SHIFT,
                       A_NV_PRIVRING_HUB_INTR, NV_PRIVRING_HUB_SIZE);
    nv_privring_settle(gpu, &NV_RING_R(gpu, NV_PRIVRING_INTR_0),
                       R_NV_PRIVRING_INTR_0_ROP_SHIFT,
                       A_NV_PRIVRING_ROP_INTR, NV_PRIVRING_ROP_SIZE);
    nv_privring_settle(gpu, &NV_RING_R(gpu, NV_PRIVRING_INTR_1), 0,
                       A_NV_PRIVRING_GPC_INTR, NV_PRIVRING_GPC_SIZE);
    nv_privring_update_intr(gpu);
}

static void nv_privring_forget(NVGPU *gpu, uint32_t intr, uint32_t size)
{
    for (unsigned i = 0; i < size / nv_privring_stride(gpu); i++) {
        *nv_privring_intr(gpu, intr, i) &=
            ~R_NV_PRIVRING_HUB_INTR_PENDING_MASK;
    }
}

/* Acknowledging takes effect at once: this reads as 0. */
static void nv_privring_command_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    if (FIELD_EX32(val, NV_PRIVRING_COMMAND, COMMAND) != NV_PRIVRING_ACK) {
        return;
    }
    nv_privring_forget(gpu, A_NV_PRIVRING_HUB_INTR, NV_PRIVRING_HUB_SIZE);
    nv_privring_forget(gpu, A_NV_PRIVRING_ROP_INTR, NV_PRIVRING_ROP_SIZE);
    nv_privring_forget(gpu, A_NV_PRIVRING_GPC_INTR, NV_PRIVRING_GPC_SIZE);
    nv_privring_station_write(gpu, addr, val);
}

static const NVRegInfo nv_privring_rows[] = {
    NV_ROW(NV_PRIVRING_COMMAND, .write = nv_privring_command_write),
    NV_ROW(NV_PRIVRING_INTR_0, .own = UINT32_MAX),
    NV_ROW(NV_PRIVRING_INTR_1, .own = UINT32_MAX),
    NV_ROW(NV_PRIVRING_HUB_COUNT, .reset = 1),
    NV_ROW(NV_PRIVRING_ROP_COUNT, .read = nv_privring_part_read),
    NV_ROW(NV_PRIVRING_GPC_COUNT, .read = nv_punits_gpc_read),
};

const NVRegBlock nv_privring_block = NV_REG_BLOCK(
    "PRIVRING", 0x121000, 0x1000, nv_privring_rows);

/* From NVE4 on they are elsewhere, in the same order. */
const NVRegBlock nve4_privring_regs = NV_REG_BLOCK(
    "PRIVRING", 0x120000, 0x1000, nv_privring_rows,
    .shift = NVE4_PRIVRING_SHIFT);

/* Other bits of INTR are of unknown meaning, and 0. */
#define NV_RING_ROWS(_kind, _stride) \
    NV_ROW(NV_PRIVRING_ ## _kind ## _ADDRESS, \
           .count = NV_PRIVRING_ ## _kind ## _SIZE / (_stride), \
           .stride = (_stride), .own = UINT32_MAX), \
    NV_ROW(NV_PRIVRING_ ## _kind ## _DATA, \
           .count = NV_PRIVRING_ ## _kind ## _SIZE / (_stride), \
           .stride = (_stride), .own = UINT32_MAX), \
    NV_ROW(NV_PRIVRING_ ## _kind ## _INTR, \
           .count = NV_PRIVRING_ ## _kind ## _SIZE / (_stride), \
           .stride = (_stride), .rw = R_NV_PRIVRING_HUB_INTR_PENDING_MASK, \
           .write = nv_privring_station_write)

static const NVRegInfo nv_privring_station_rows[] = {
    NV_RING_ROWS(HUB, NV_PRIVRING_STRIDE),
    NV_RING_ROWS(ROP, NV_PRIVRING_STRIDE),
    NV_RING_ROWS(GPC, NV_PRIVRING_STRIDE),
};

const NVRegBlock nv_privring_stations_block = NV_REG_BLOCK(
    "PRIVRING", 0x122000, 0xe000, nv_privring_station_rows);

static const NVRegInfo nve4_privring_station_rows[] = {
    NV_RING_ROWS(HUB, NVE4_PRIVRING_STRIDE),
    NV_ROW(NV_PRIVRING_HUB_CFG, .count = 64, .rw = UINT32_MAX),
    NV_RING_ROWS(ROP, NVE4_PRIVRING_STRIDE),
    NV_RING_ROWS(GPC, NVE4_PRIVRING_STRIDE),
};

const NVRegBlock nve4_privring_stations_regs = NV_REG_BLOCK(
    "PRIVRING", 0x122000, 0xe000, nve4_privring_station_rows);
