/*
 * Tests of the NVIDIA GPU: semaphores that change what is in memory: class A16F
 *
 * Source: class header A16F; NVIDIA's manuals/volta/gv100/dev_pbdma.ref.txt,
 * "Semaphore reduction operations".
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "libnv/nv-driver.h"
#include "libnv/nv-fermi.h"
#include "libnv/nv-snapshot.h"
#include "libnv/nv-test.h"

/* SEMAPHORED */
#define REDUCTION 0x10
#define OP(_op) ((uint32_t)(_op) << 27)
#define UNSIGNED 0x80000000

enum { MIN_, MAX_, XOR, AND, OR, ADD, INC, DEC };

static const uint32_t values[] = {
    0, 1, 2, 5, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff,
};

/* "v = (v < p) ? v : p" and so on */
static uint32_t result(unsigned op, bool is_signed, uint32_t v, uint32_t p)
{
    bool less = is_signed ? (int32_t)v < (int32_t)p : v < p;

    switch (op) {
    case MIN_:
        return less ? v : p;
    case MAX_:
        return v == p || !less ? v : p;
    case XOR:
        return v ^ p;
    case AND:
        return v & p;
    case OR:
        return v | p;
    case ADD:
        return v + p;
    case INC:
        return v >= p ? 0 : v + 1;
    default:
        return v == 0 || v > p ? p : v - 1;
    }
}

/* --- Operations -------------------------------------------------------- */

static void reduce(NVFermiChan *chan, uint64_t va, unsigned op, bool is_signed,
                   uint32_t val, uint32_t what)
{
    nv_fermi_semaphore(chan, va, val, REDUCTION | OP(op) | what |
                       (is_signed ? 0 : UNSIGNED));
}

static void operation(NVDev *nv, NVFermiChan *chan, uint64_t va, uint32_t addr,
                      unsigned op, bool is_signed)
{
    for (unsigned i = 0; i < ARRAY_SIZE(values); i++) {
        for (unsigned j = 0; j < ARRAY_SIZE(values); j++) {
            nv_phys_wr32(nv, addr, values[i]);
            nv_phys_wr32(nv, addr + 4, 0x12345678);
            reduce(chan, va, op, is_signed, values[j], NV_SEM_SIZE_4);
            nv_fermi_run(chan);
            nv_assert_hex(nv_phys_rd32(nv, addr),
                          result(op, is_signed, values[i], values[j]));
            nv_assert_hex(nv_phys_rd32(nv, addr + 4), 0x12345678);
        }
    }
}

static void operations(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, 3);
    uint32_t addr;
    uint64_t va = nv_fermi_buffer(chan, 0x1000, &addr);

    for (unsigned op = MIN_; op <= DEC; op++) {
        operation(nv, chan, va, addr, op, false);
        if (op < INC) {
            operation(nv, chan, va, addr, op, true);
        }
    }
    nv_fermi_assert_quiet(nv);
    nv_fermi_channel_free(chan);
}

/* Like a release's: the word, 0 and the time */
static void with_time(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, 3);
    uint32_t addr;
    uint64_t va = nv_fermi_buffer(chan, 0x1000, &addr);

    nv_clock_step(nv, 1000 * 1000);
    nv_phys_wr32(nv, addr, 5);
    nv_phys_wr32(nv, addr + 4, 0x12345678);
    reduce(chan, va, ADD, false, 3, 0);
    nv_fermi_run(chan);
    nv_assert_hex(nv_phys_rd32(nv, addr), 8);
    nv_assert_hex(nv_phys_rd32(nv, addr + 4), 0);
    g_assert_cmphex(nv_phys_rd32(nv, addr + 8) | nv_phys_rd32(nv, addr + 12),
                    !=, 0);
    nv_fermi_channel_free(chan);
}

/* --- Errors ------------------------------------------------------------ */

#define PBDMA_SEMAPHORE 0x02000000

/* The method is refused, and drivers replace it. */
static void expect_refused(NVFermiChan *chan, uint64_t va, uint32_t addr,
                           uint32_t what)
{
    NVDev *nv = chan->nv;
    uint32_t ref = ++nv->nr_refs;

    nv_phys_wr32(nv, addr, 7);
    nv_fermi_semaphore(chan, va, 3, what);
    nv_fermi_ref(chan, ref);
    nv_fermi_kick(chan);
    nv_clock_step(nv, 100 * 1000);
    nv_assert_hex(nv_rd32(nv, 0x40108), PBDMA_SEMAPHORE);
    nv_assert_hex(nv_rd32(nv, 0x400c4), what);
    nv_wr32(nv, 0x400c0, 0x80600008);
    nv_wr32(nv, 0x40108, PBDMA_SEMAPHORE);
    nv_fermi_wait(chan);
    nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_REF), ref);
    nv_assert_hex(nv_phys_rd32(nv, addr), 7);
}

/* No such operations, two at once, and "INC U inv, DEC U inv" */
static void errors(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, 3);
    uint32_t addr;
    uint64_t va = nv_fermi_buffer(chan, 0x1000, &addr);

    for (unsigned op = DEC + 1; op < 16; op++) {
        expect_refused(chan, va, addr, REDUCTION | OP(op) | UNSIGNED);
    }
    expect_refused(chan, va, addr, REDUCTION | OP(INC));
    expect_refused(chan, va, addr, REDUCTION | OP(DEC));
    expect_refused(chan, va, addr, REDUCTION | NV_SEM_RELEASE);
    expect_refused(chan, va, addr, REDUCTION | NV_SEM_ACQUIRE);
    nv_fermi_channel_free(chan);
}

/* Without them no operation has bit 4: a GK208's log has SEMAPHORE = 0x18. */
static void no_reductions(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, 3);
    uint32_t addr;
    uint64_t va = nv_fermi_buffer(chan, 0x1000, &addr);

    expect_refused(chan, va, addr, REDUCTION | OP(ADD) | UNSIGNED);
    expect_refused(chan, va, addr, REDUCTION | OP(ADD) | NV_SEM_RELEASE);
    nv_fermi_channel_free(chan);
}

static void fault(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, 3);
    NVFermiFault fault;
    uint32_t addr;
    uint64_t va = nv_fermi_buffer(chan, 0x1000, &addr);
    unsigned unit;

    nv_fermi_unmap(nv, chan->pd, va, 0x1000);
    reduce(chan, va + 0x10, ADD, false, 3, NV_SEM_SIZE_4);
    nv_fermi_kick(chan);
    nv_clock_step(nv, 100 * 1000);
    unit = ctz32(nv_rd32(nv, A_NVC0_PFIFO_VM_FAULT_UNITS));
    g_assert_true(nv_fermi_fault(nv, unit, &fault));
    nv_assert_hex(fault.addr, va + 0x10);
    nv_assert_hex(fault.inst, chan->block);
    nv_fermi_channel_fini(chan);
    nv_fermi_channel_free(chan);
}

/* --- Waiting ----------------------------------------------------------- */

/* Between two that count to a value that another channel waits for */
static void counts(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, 3);
    NVFermiChan *other = nv_kepler_channel_new(nv, 4, NV_KEPLER_RUNLIST_CE0);
    uint32_t addr;
    uint64_t va = nv_fermi_buffer(chan, 0x1000, &addr);

    nv_fermi_map(nv, other->pd, va, addr, 0x1000, NV_FERMI_VRAM);
    nv_fermi_semaphore(other, va, 2, NV_SEM_ACQUIRE | NV_SEM_SWITCH);
    nv_fermi_ref(other, 2);
    nv_fermi_kick(other);
    reduce(chan, va, INC, false, 9, NV_SEM_SIZE_4);
    nv_fermi_run(chan);
    nv_migrate(nv);
    nv_clock_step(nv, 1000 * 1000);
    g_assert_false(nv_fermi_user_rd32(other, A_NV_USERD_REF));
    reduce(chan, va, INC, false, 9, NV_SEM_SIZE_4);
    nv_fermi_run(chan);
    nv_clock_step(nv, 10 * 1000 * 1000);
    nv_fermi_wait(other);
    nv_assert_hex(nv_fermi_user_rd32(other, A_NV_USERD_REF), 2);
    nv_fermi_channel_free(chan);
    nv_fermi_channel_free(other);
}

#define R(_name, _rows, _fn) \
    { "kepler-reduction/" _name, _rows, _fn, \
      .needs = NV_CARD_NVE4 | NV_CARD_A16F }

static const NVTest tests[] = {
    R("operations", "reductions!", operations),
    R("with-time", "reductions!", with_time),
    R("errors", "reductions! fermi-errors", errors),
    R("fault", "reductions fermi-errors", fault),
    R("counts", "reductions migration", counts),
    { "kepler-reduction/no-reductions", "fermi-errors", no_reductions,
      .needs = NV_CARD_NVE4, .lacks = NV_CARD_A16F },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}
