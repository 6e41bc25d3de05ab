/*
 * Tests of the NVIDIA GPU: PDAEMON
 *
 * Everything except its falcon, which nv-falcon-test.c tests.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/bus-regs.h"
#include "libnv/nv-falcon.h"
#include "libnv/nv-test.h"

static uint32_t rd(NVDev *nv, uint32_t reg)
{
    return nv_falcon_rd32(nv, NV_PDAEMON, reg);
}

static void wr(NVDev *nv, uint32_t reg, uint32_t val)
{
    nv_falcon_wr32(nv, NV_PDAEMON, reg, val);
}

static uint32_t data(NVDev *nv, uint32_t addr)
{
    return nv_falcon_data_rd32(nv, NV_PDAEMON, addr);
}

/* --- The card's registers ----------------------------------------------- */

/* Makes MMIO do what D[0], D[4] and D[8] say; the result is in D[0xc]. */
static const uint8_t mmio_program[] = {
    0xbd, 0x04,                     /* 00 clear b32 $r0 */
    0xf1, 0x17, 0x00, 0xe8,         /* 02 mov $r1 0xe800 */
    0xf0, 0x13, 0x01,               /* 06 sethi $r1 1: MMIO_ADDR */
    0x98, 0x02, 0x00,               /* 09 ld b32 $r2 D[$r0] */
    0xd0, 0x12, 0x00,               /* 0c iowr I[$r1] $r2 */
    0x98, 0x02, 0x01,               /* 0f ld b32 $r2 D[$r0 + 4] */
    0xd0, 0x12, 0x40,               /* 12 iowr I[$r1 + 0x100] $r2 */
    0x98, 0x02, 0x02,               /* 15 ld b32 $r2 D[$r0 + 8] */
    0xd0, 0x12, 0xc0,               /* 18 iowr I[$r1 + 0x300] $r2 */
    0xcf, 0x13, 0xc0,               /* 1b iord $r3 I[$r1 + 0x300] */
    0xe4, 0x33, 0x00, 0x70,         /* 1e and $r3 0x7000 */
    0xf4, 0x1b, 0xf9,               /* 22 bra nz 0x1b */
    0xcf, 0x13, 0x40,               /* 25 iord $r3 I[$r1 + 0x100] */
    0x80, 0x03, 0x03,               /* 28 st b32 D[$r0 + 0xc] $r3 */
    0xf8, 0x02,                     /* 2b exit */
};

static const uint8_t unshifted_mmio_program[] = {
    0xbd, 0x04,                     /* 00 clear b32 $r0 */
    0xf1, 0x17, 0xa0, 0x07,         /* 02 mov $r1 0x7a0 */
    0xf0, 0x13, 0x00,               /* 06 sethi $r1 0: MMIO_ADDR */
    0x98, 0x02, 0x00,               /* 09 ld b32 $r2 D[$r0] */
    0xd0, 0x12, 0x00,               /* 0c iowr I[$r1] $r2 */
    0x98, 0x02, 0x01,               /* 0f ld b32 $r2 D[$r0 + 4] */
    0xd0, 0x12, 0x01,               /* 12 iowr I[$r1 + 4] $r2 */
    0x98, 0x02, 0x02,               /* 15 ld b32 $r2 D[$r0 + 8] */
    0xd0, 0x12, 0x03,               /* 18 iowr I[$r1 + 0xc] $r2 */
    0xcf, 0x13, 0x03,               /* 1b iord $r3 I[$r1 + 0xc] */
    0xe4, 0x33, 0x00, 0x70,         /* 1e and $r3 0x7000 */
    0xf4, 0x1b, 0xf9,               /* 22 bra nz 0x1b */
    0xcf, 0x13, 0x01,               /* 25 iord $r3 I[$r1 + 4] */
    0x80, 0x03, 0x03,               /* 28 st b32 D[$r0 + 0xc] $r3 */
    0xf8, 0x02,                     /* 2b exit */
};

/* Address, value, command */
static void do_mmio(NVDev *nv, const uint32_t *access)
{
    if (nv_pdaemon_unshifted(nv)) {
        nv_pdaemon_load(nv, unshifted_mmio_program,
                        sizeof(unshifted_mmio_program));
    } else {
        nv_pdaemon_load(nv, mmio_program, sizeof(mmio_program));
    }
    nv_falcon_data(nv, NV_PDAEMON, 0, access, 3);
    nv_pdaemon_finish(nv);
}

/* Writes a register of another unit, and its own, which it reads back. */
static void card_registers(NVDev *nv)
{
    static const uint32_t accesses[][4] = {
        { NV_PCOPY + A_NV_FALCON_SCRATCH0, 0x12345678, 0x100f2, 0x12345678 },
        { NV_PCOPY + A_NV_FALCON_SCRATCH0, 0xaabbccdd, 0x10052, 0xaabbccdd },
        { NV_PCOPY + A_NV_FALCON_SCRATCH0, 0, 0x100f1, 0x12bb56dd },
        { NV_PDAEMON + A_NV_FALCON_SCRATCH1, 99, 0x100f2, 99 },
        { A_NV_PMC_BOOT_0, 0, 0x100f1, 0 },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(accesses); i++) {
        uint32_t want = accesses[i][0] == A_NV_PMC_BOOT_0 ? nv->card->boot0
                                                          : accesses[i][3];

        do_mmio(nv, accesses[i]);
        nv_assert_hex(data(nv, 0xc), want);
    }
    nv_assert_hex(nv_rd32(nv, NV_PCOPY + A_NV_FALCON_SCRATCH0), 0x12bb56dd);
}

/* Only the CPU's accesses are reported as faults. */
static void no_fault(NVDev *nv)
{
    static const uint32_t accesses[][3] = {
        { 0x006000, 99, 0x100f2 }, { 0x006000, 0, 0x100f1 },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(accesses); i++) {
        do_mmio(nv, accesses[i]);
        nv_assert_reg(nv, NV_PBUS_INTR, 0);
        nv_assert_reg(nv, NV_PTIMER_MMIO_FAULT_ADDRESS, 0);
    }
    nv_assert_hex(data(nv, 0xc), 99);
    nv_rd32(nv, 0x006000);
    nv_assert_hex(nv_rd32(nv, A_NV_PTIMER_MMIO_FAULT_ADDRESS), 0x006001);
}

/* A command that itself is one: the first is still in progress. */
static void command_while_busy(NVDev *nv)
{
    static const uint32_t command[] = {
        NV_PDAEMON + A_NV_PDAEMON_MMIO_CTRL, 0x100f1, 0x100f2,
    };

    do_mmio(nv, command);
    nv_assert_hex(rd(nv, A_NV_PDAEMON_MMIO_ERR), 2);
    nv_assert_hex(rd(nv, A_NV_PDAEMON_MMIO_INTR), 1);
    nv_assert_hex(rd(nv, A_NV_PDAEMON_SUBINTR), 0);
    wr(nv, A_NV_PDAEMON_MMIO_INTR_EN, 1);
    nv_assert_hex(rd(nv, A_NV_PDAEMON_SUBINTR), 0x10);
}

/* --- Queues, mutexes ---------------------------------------------------- */

static void queues(NVDev *nv)
{
    nv_pdaemon_enable(nv, false);
    nv_pdaemon_enable(nv, true);
    wr(nv, A_NV_FALCON_INTR_EN_SET, 0x800);
    nv_assert_hex(rd(nv, A_NV_FALCON_INTR), 0);
    wr(nv, A_NV_PDAEMON_FIFO_PUT + 4, 7);
    nv_assert_hex(rd(nv, A_NV_PDAEMON_FIFO_PUT + 4), 7);
    nv_assert_hex(rd(nv, A_NV_PDAEMON_FIFO_INTR), 2);
    nv_assert_hex(rd(nv, A_NV_PDAEMON_SUBINTR), 0);
    wr(nv, A_NV_PDAEMON_FIFO_INTR_EN, 2);
    nv_assert_hex(rd(nv, A_NV_PDAEMON_SUBINTR), 2);
    nv_assert_hex(rd(nv, A_NV_FALCON_INTR), 0x800);
    /* It is raised again as long as its cause persists. */
    wr(nv, A_NV_PDAEMON_SUBINTR, 2);
    nv_assert_hex(rd(nv, A_NV_PDAEMON_SUBINTR), 2);
    wr(nv, A_NV_PDAEMON_FIFO_INTR, 2);
    wr(nv, A_NV_PDAEMON_SUBINTR, 2);
    nv_assert_hex(rd(nv, A_NV_PDAEMON_SUBINTR), 0);
    nv_assert_hex(rd(nv, A_NV_FALCON_INTR), 0);
    wr(nv, A_NV_PDAEMON_H2D_INTR_EN, 1);
    wr(nv, A_NV_PDAEMON_H2D, 0x55);
    nv_assert_hex(rd(nv, A_NV_PDAEMON_SUBINTR), 1);
}

static void mutexes(NVDev *nv)
{
    nv_assert_hex(rd(nv, A_NV_PDAEMON_TOKEN_ALLOC), 0x08);
    nv_assert_hex(rd(nv, A_NV_PDAEMON_TOKEN_ALLOC), 0x09);
    for (unsigned i = 0x0a; i <= 0xfe; i++) {
        rd(nv, A_NV_PDAEMON_TOKEN_ALLOC);
    }
    nv_assert_hex(rd(nv, A_NV_PDAEMON_TOKEN_ALLOC), 0xff);
    wr(nv, A_NV_PDAEMON_TOKEN_FREE, 0x42);
    nv_assert_hex(rd(nv, A_NV_PDAEMON_TOKEN_ALLOC), 0x42);

    wr(nv, A_NV_PDAEMON_MUTEX_TOKEN, 1);
    nv_assert_hex(rd(nv, A_NV_PDAEMON_MUTEX_TOKEN), 1);
    wr(nv, A_NV_PDAEMON_MUTEX_TOKEN, 2);
    nv_assert_hex(rd(nv, A_NV_PDAEMON_MUTEX_TOKEN), 1);
    wr(nv, A_NV_PDAEMON_MUTEX_TOKEN, 0);
    nv_assert_hex(rd(nv, A_NV_PDAEMON_MUTEX_TOKEN), 0);
    wr(nv, A_NV_PDAEMON_MUTEX_TOKEN, 0xff);
    nv_assert_hex(rd(nv, A_NV_PDAEMON_MUTEX_TOKEN), 0);
}

#define GT215 .needs = NV_CARD_PDAEMON, .tesla = true, .fermi = true

static const NVTest tests[] = {
    { "pdaemon/registers-of-the-card", "", card_registers, GT215 },
    { "pdaemon/no-fault", "mmio-fault!", no_fault, GT215 },
    { "pdaemon/command-while-busy", "", command_while_busy, GT215 },
    { "pdaemon/queues", "", queues, GT215 },
    { "pdaemon/mutexes", "", mutexes, GT215 },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}
