/*
 * NVIDIA GPU: the ring through which the host reaches other units' registers,
 * and what its stations tell of accesses that fail, NVC0+
 *
 * Sources: rnndb's bus/pibus.xml; nouveau's nvkm/subdev/privring/gf100.c.  An
 * access that the ring reports to PBUS (mmio-fault.c) is kept by the station of
 * the hub, a partition or a GPC, too, and raises the ring's own interrupt.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/bus.h"
#include "hw/nv/nv-gpu.h"
#include "internal.h"

/* COMMAND's bits 5:0, and what acknowledges all interrupts */
#define NV_PRIVRING_ACK 2

/* --- Stations --------------------------------------------------------- */

/**
 * struct NVRingStation - one that can fail
 *
 * @first: address of its ADDRESS
 * @summary: the word of MAIN that has its bit
 * @bit: the bit
 */
typedef struct NVRingStation {
    uint32_t first;
    uint32_t summary;
    unsigned bit;
} NVRingStation;

/* GPCs' registers, and those of all GPCs at once, which the first one has */
#define NV_RING_GPC 0x500000
#define NV_RING_GPC_SIZE 0x8000
#define NV_RING_GPCS 0x418000
#define NV_RING_GPCS_SIZE 0x4000
/* Partitions' */
#define NV_RING_PART 0x110000
#define NV_RING_PART_SIZE 0x1000

static NVRingStation nv_ring_station(NVGPU *gpu, uint32_t addr)
{
    uint32_t gpc = (addr - NV_RING_GPC) / NV_RING_GPC_SIZE;
    uint32_t part = (addr - NV_RING_PART) / NV_RING_PART_SIZE;

    if (addr - NV_RING_GPCS < NV_RING_GPCS_SIZE) {
        gpc = 0;
    }
    if (gpc < gpu->chip->counts->gpcs) {
        return (NVRingStation) {
            A_NV_PRIVRING_GPC_ADDRESS + gpc * NV_PRIVRING_STRIDE,
            R_NV_PRIVRING_INTR_1, gpc,
        };
    }
    if (part < gpu->chip->counts->partitions) {
        return (NVRingStation) {
            A_NV_PRIVRING_ROP_ADDRESS + part * NV_PRIVRING_STRIDE,
            R_NV_PRIVRING_INTR_0, R_NV_PRIVRING_INTR_0_ROP_SHIFT + part,
        };
    }
    return (NVRingStation) {
        A_NV_PRIVRING_HUB_ADDRESS, R_NV_PRIVRING_INTR_0,
        R_NV_PRIVRING_INTR_0_HUB_SHIFT,
    };
}

static void nv_privring_update_intr(NVGPU *gpu)
{
    nv_pmc_set_intr(gpu, R_NV_PMC_INTR_PRIVRING_MASK,
                    NV_R(gpu, NV_PRIVRING_INTR_0) |
                    NV_R(gpu, NV_PRIVRING_INTR_1));
}

/* A station keeps the first access until it is acknowledged. */
void nv_privring_fail(NVGPU *gpu, uint32_t addr, bool write, uint32_t data)
{
    NVRingStation s = nv_ring_station(gpu, addr);
    uint32_t *words = &gpu->regs[s.first / 4];

    if (!(words[2] & R_NV_PRIVRING_HUB_INTR_PENDING_MASK)) {
        words[0] = addr;
        words[1] = write ? data : 0;
        words[2] |= R_NV_PRIVRING_HUB_INTR_PENDING_MASK;
    }
    gpu->regs[s.summary] |= BIT(s.bit);
    nv_privring_update_intr(gpu);
}

/* --- Registers -------------------------------------------------------- */

static uint32_t nv_privring_part_read(NVGPU *gpu, uint32_t addr)
{
    const NVUnitCounts *counts = gpu->chip->counts;

    return counts->partitions - ctpop32(counts->partitions_off);
}

/* The stations of a kind whose bits are @mask's in a summary */
static void nv_privring_settle(NVGPU *gpu, unsigned summary, uint32_t mask,
                               uint32_t intr)
{
    unsigned first = ctz32(mask);

    for (unsigned i = first; i < 32 && extract32(mask, i, 1); i++) {
        uint32_t *reg = &gpu->regs[(intr + (i - first) * NV_PRIVRING_STRIDE) /
                                   4];

        if (!(*reg & R_NV_PRIVRING_HUB_INTR_PENDING_MASK)) {
            gpu->regs[summary] &= ~BIT(i);
        }
    }
}

/* Older versions of nouveau clear a station's PENDING instead. */
static void nv_privring_station_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    nv_privring_settle(gpu, R_NV_PRIVRING_INTR_0,
                       R_NV_PRIVRING_INTR_0_HUB_MASK,
                       A_NV_PRIVRING_HUB_INTR);
    nv_privring_settle(gpu, R_NV_PRIVRING_INTR_0,
                       R_NV_PRIVRING_INTR_0_ROP_MASK,
                       A_NV_PRIVRING_ROP_INTR);
    nv_privring_settle(gpu, R_NV_PRIVRING_INTR_1, UINT32_MAX,
                       A_NV_PRIVRING_GPC_INTR);
    nv_privring_update_intr(gpu);
}

static void nv_privring_forget(NVGPU *gpu, uint32_t intr, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        gpu->regs[(intr + i * NV_PRIVRING_STRIDE) / 4] &=
            ~R_NV_PRIVRING_HUB_INTR_PENDING_MASK;
    }
}

/* Acknowledging takes effect at once: this reads as 0. */
static void nv_privring_command_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    if (FIELD_EX32(val, NV_PRIVRING_COMMAND, COMMAND) != NV_PRIVRING_ACK) {
        return;
    }
    nv_privring_forget(gpu, A_NV_PRIVRING_HUB_INTR, NV_PRIVRING_HUBS);
    nv_privring_forget(gpu, A_NV_PRIVRING_ROP_INTR, NV_PRIVRING_ROPS);
    nv_privring_forget(gpu, A_NV_PRIVRING_GPC_INTR, NV_PRIVRING_GPCS);
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

/* Other bits of INTR are of unknown meaning, and 0. */
#define NV_RING_ROWS(_kind, _count) \
    NV_ROW(NV_PRIVRING_ ## _kind ## _ADDRESS, .count = (_count), \
           .stride = NV_PRIVRING_STRIDE, .own = UINT32_MAX), \
    NV_ROW(NV_PRIVRING_ ## _kind ## _DATA, .count = (_count), \
           .stride = NV_PRIVRING_STRIDE, .own = UINT32_MAX), \
    NV_ROW(NV_PRIVRING_ ## _kind ## _INTR, .count = (_count), \
           .stride = NV_PRIVRING_STRIDE, \
           .rw = R_NV_PRIVRING_HUB_INTR_PENDING_MASK, \
           .write = nv_privring_station_write)

static const NVRegInfo nv_privring_station_rows[] = {
    NV_RING_ROWS(HUB, NV_PRIVRING_HUBS),
    NV_RING_ROWS(ROP, NV_PRIVRING_ROPS),
    NV_RING_ROWS(GPC, NV_PRIVRING_GPCS),
};

const NVRegBlock nv_privring_stations_block = NV_REG_BLOCK(
    "PRIVRING", 0x122000, 0xe000, nv_privring_station_rows);
