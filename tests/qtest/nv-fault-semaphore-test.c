/*
 * Tests of the NVIDIA GPU: injected faults: semaphores
 *
 * Fences in memory, by NV11's methods and by NV84's trigger; waiting for
 * semaphores; and invalid methods.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "libnv/nv-debug.h"
#include "libnv/nv-either.h"
#include "libnv/nv-pbdma.h"
#include "libnv/nv-semaphore.h"
#include "libnv/nv-tesla.h"
#include "libnv/nv-test.h"

#define US 1000
#define MS 1000000

/* Before NV50; there is no enumeration in the register database. */
#define INVALID_OPERAND 1

#define INTR_SEMAPHORE 0x02000000

#define MTHD_ADDRESS_HIGH 0x10
#define MTHD_TRIGGER 0x1c
#define TRIGGER_ACQUIRE_EQUAL 1
#define TRIGGER_ACQUIRE_GEQUAL 4

/* Which methods a test uses, in NVTest.data */
#define BY_TRIGGER "trigger"

/**
 * struct Rig - a channel and a semaphore in memory
 *
 * @either: the channel
 * @sem, @va: the semaphore, and its address
 * @by_trigger: it is written and waited for by NV84's methods
 */
typedef struct Rig {
    NVEither either;
    NVEitherSemaphore sem;
    uint64_t va;
    bool by_trigger;
} Rig;

/* The channel has been loaded before, so that this isn't an occasion. */
static Rig rig_new(NVDev *nv)
{
    Rig rig = {
        .either = nv_either_new(nv, NV_DEBUG_CHID),
        .by_trigger = nv->test->data,
    };

    rig.va = nv_either_acquire(&rig.either, 0, 0, &rig.sem);
    nv_either_ref(&rig.either, 1);
    nv_either_kick(&rig.either);
    nv_poll(nv_either_user_ref(&rig.either) == 1);
    return rig;
}

static void rig_free(Rig *rig)
{
    nv_either_free(&rig->either);
    nv_either_free_semaphore(&rig->sem);
}

/* The method that writes it */
static uint32_t writes(const Rig *rig)
{
    return rig->by_trigger ? MTHD_TRIGGER : NV_MTHD_SEMAPHORE_RELEASE;
}

static uint32_t value(Rig *rig)
{
    return nv_either_semaphore(&rig->either, &rig->sem);
}

/* Its values in turn, and an unrelated reference */
static void submit(Rig *rig, uint32_t first, uint32_t last)
{
    for (uint32_t val = first; val <= last; val++) {
        nv_either_release(&rig->either, rig->va, val, rig->by_trigger);
    }
    nv_either_ref(&rig->either, 0x1000 + last);
    nv_either_kick(&rig->either);
}

static void wait_for(Rig *rig, uint32_t last)
{
    nv_poll(nv_either_user_ref(&rig->either) == 0x1000 + last);
}

static void run(Rig *rig, uint32_t first, uint32_t last)
{
    submit(rig, first, last);
    wait_for(rig, last);
}

/* --- Fences ----------------------------------------------------------- */

static void fence_lost(NVDev *nv)
{
    Rig rig = rig_new(nv);

    nv_inject(nv, "fence-lost data=0x13", "fence-lost channel=3 times=0");
    run(&rig, 0x11, 0x13);
    nv_assert_hex(value(&rig), 0x12);
    nv_assert_hex(nv_fault_done(nv, 0), 1);
    nv_assert_hex(nv_fault_done(nv, 1), 0);
    run(&rig, 0x11, 0x13);
    nv_assert_hex(value(&rig), 0x13);
    rig_free(&rig);
}

static void fence_late(NVDev *nv)
{
    Rig rig = rig_new(nv);
    g_autofree char *fault = g_strdup_printf("fence-late method=0x%x nth=2 "
                                             "by=1000000", writes(&rig));

    nv_inject(nv, fault);
    submit(&rig, 0x11, 0x12);
    nv_poll(value(&rig) == 0x11);
    nv_clock_step(nv, 999 * US);
    nv_assert_hex(value(&rig), 0x11);
    nv_clock_step(nv, 2 * US);
    wait_for(&rig, 0x12);
    nv_assert_hex(value(&rig), 0x12);
    nv_assert_hex(nv_fault_done(nv, 0), 1);
    rig_free(&rig);
}

static void fence_wrong(NVDev *nv)
{
    Rig rig = rig_new(nv);

    nv_inject(nv, "fence-wrong data=0x12 xor=0x100");
    run(&rig, 0x11, 0x12);
    nv_assert_hex(value(&rig), 0x112);
    run(&rig, 0x11, 0x12);
    nv_assert_hex(value(&rig), 0x12);
    nv_inject(nv, "fence-wrong data=0x12 value=0x77");
    run(&rig, 0x11, 0x12);
    nv_assert_hex(value(&rig), 0x77);
    rig_free(&rig);
}

/* --- What waits ------------------------------------------------------- */

static void push_acquire(Rig *rig, uint32_t want, uint32_t operation)
{
    if (rig->by_trigger) {
        nv_either_method(&rig->either, 0, MTHD_ADDRESS_HIGH, rig->va >> 32);
        nv_either_method(&rig->either, 0, MTHD_ADDRESS_HIGH + 4, rig->va);
        nv_either_method(&rig->either, 0, MTHD_ADDRESS_HIGH + 8, want);
        nv_either_method(&rig->either, 0, MTHD_TRIGGER, operation);
    } else {
        nv_either_method(&rig->either, 0, NV_MTHD_SEMAPHORE_OFFSET, rig->va);
        nv_either_method(&rig->either, 0, NV_MTHD_SEMAPHORE_ACQUIRE, want);
    }
}

/* The wanted value is there, but it waits for @wrong, by @operation. */
static void check_acquire(Rig *rig, const char *fault, uint32_t wrong,
                          uint32_t operation)
{
    NVDev *nv = rig->either.nv;

    nv_either_set_semaphore(&rig->either, &rig->sem, 5);
    nv_inject(nv, fault);
    push_acquire(rig, 5, operation);
    submit(rig, 0x11, 0x11);
    nv_semaphore_retry(nv);
    nv_assert_hex(nv_fault_done(nv, 0), 1);
    nv_semaphore_retry(nv);
    nv_assert_hex(value(rig), 5);
    nv_either_set_semaphore(&rig->either, &rig->sem, wrong);
    nv_semaphore_retry(nv);
    wait_for(rig, 0x11);
    nv_assert_hex(value(rig), 0x11);
    /* The next one doesn't count as an occasion. */
    push_acquire(rig, 0x11, operation);
    run(rig, 0x12, 0x12);
    nv_assert_hex(nv_fault_done(nv, 0), 1);
}

static void acquire_wrong(NVDev *nv)
{
    Rig rig = rig_new(nv);

    check_acquire(&rig, "acquire-wrong", 5 ^ 0x5aa5a55a,
                  TRIGGER_ACQUIRE_EQUAL);
    check_acquire(&rig, "acquire-wrong value=0x99", 0x99,
                  TRIGGER_ACQUIRE_EQUAL);
    check_acquire(&rig, "acquire-wrong xor=0x100 channel=2", 0x105,
                  TRIGGER_ACQUIRE_GEQUAL);
    rig_free(&rig);
}

/* --- Errors ----------------------------------------------------------- */

/* The driver skips the method, and so the offset is the previous one. */
static void error_semaphore_old(NVDev *nv)
{
    Rig rig = rig_new(nv);

    nv_inject(nv, "error-semaphore nth=2");
    nv_either_release(&rig.either, rig.va, 0x11, false);
    nv_either_release(&rig.either, rig.va + 4, 0x12, false);
    nv_either_kick(&rig.either);
    nv_assert_semaphore_error(rig.either.chan, nv_is_tesla(nv)
                              ? NV50_SEMAPHORE_ADDRESS_UNALIGNED
                              : INVALID_OPERAND, NV_MTHD_SEMAPHORE_OFFSET);
    nv_assert_hex(value(&rig), 0x12);
    nv_assert_hex(nv_fault_done(nv, 0), 1);
    run(&rig, 0x13, 0x14);
    nv_assert_hex(value(&rig), 0x14);
    rig_free(&rig);
}

/* Two of NV84's operations at once: the channel hangs without an interrupt. */
static void error_semaphore_hangs(NVDev *nv)
{
    Rig rig = rig_new(nv);
    NVEither other = nv_either_new(nv, NV_DEBUG_CHID + 1);

    nv_inject(nv, "error-semaphore nth=2");
    submit(&rig, 0x11, 0x13);
    nv_poll(nv_fault_done(nv, 0) == 1);
    nv_clock_step(nv, 100 * MS);
    nv_assert_hex(value(&rig), 0x11);
    nv_assert_hex(nv_either_user_ref(&rig.either), 1);
    nv_assert_reg(nv, NV_PFIFO_INTR, 0);
    nv_inject_none(nv);
    nv_either_ref(&other, 0x44);
    nv_either_kick(&other);
    nv_poll(nv_either_user_ref(&other) == 0x44);
    nv_clock_step(nv, 100 * MS);
    nv_assert_hex(value(&rig), 0x11);
    nv_either_free(&other);
    rig_free(&rig);
}

/* The PBDMA stops at the method, and continues behind it. */
static void error_semaphore_stops(NVDev *nv)
{
    Rig rig = rig_new(nv);
    uint32_t mthd = rig.by_trigger ? MTHD_TRIGGER : NV_MTHD_SEMAPHORE_OFFSET;

    nv_inject(nv, "error-semaphore nth=2");
    submit(&rig, 0x11, 0x12);
    nv_pbdma_expect(rig.either.fermi, INTR_SEMAPHORE);
    nv_assert_hex(nv_pbdma_rd32(rig.either.fermi, A_NV_PBDMA_METHOD0) & 0x3ffc,
                  mthd);
    nv_assert_hex(value(&rig), 0x11);
    nv_assert_hex(nv_fault_done(nv, 0), 1);
    nv_pbdma_skip(rig.either.fermi);
    wait_for(&rig, 0x12);
    nv_assert_hex(value(&rig), rig.by_trigger ? 0x11 : 0x12);
    run(&rig, 0x13, 0x13);
    nv_assert_hex(value(&rig), 0x13);
    rig_free(&rig);
}

/* --- The tests -------------------------------------------------------- */

#define OLD .tesla = true, .fermi = true, .applies = nv_has_semaphores
#define TRIGGER .tesla = true, .fermi = true, .applies = has_trigger, \
                .data = BY_TRIGGER

static bool has_trigger(const NVCard *card)
{
    return card->features & (NV_CARD_NV84 | NV_CARD_NVC0);
}

static const NVTest tests[] = {
    { "fault/semaphore-lost", "fault-injection", fence_lost, OLD },
    { "fault/semaphore-late", "fault-injection", fence_late, OLD },
    { "fault/semaphore-wrong", "fault-injection", fence_wrong, OLD },
    { "fault/long-semaphore-lost", "fault-injection", fence_lost, TRIGGER },
    { "fault/long-semaphore-late", "fault-injection", fence_late, TRIGGER },
    { "fault/long-semaphore-wrong", "fault-injection", fence_wrong, TRIGGER },
    { "fault/acquire-wrong", "fault-injection", acquire_wrong, OLD },
    { "fault/long-acquire-wrong", "fault-injection", acquire_wrong, TRIGGER },
    { "fault/error-semaphore", "fault-injection", error_semaphore_old,
      .tesla = true, .needs = NV_CARD_SEMAPHORE },
    { "fault/error-semaphore-hangs", "invalid-semaphore-op fault-injection",
      error_semaphore_hangs, .tesla = true, .needs = NV_CARD_NV84,
      .data = BY_TRIGGER },
    { "fault/error-semaphore-stops", "fault-injection", error_semaphore_stops,
      .fermi = true, .needs = NV_CARD_NVC0 },
    { "fault/error-long-semaphore-stops", "fault-injection",
      error_semaphore_stops, .fermi = true, .needs = NV_CARD_NVC0,
      .data = BY_TRIGGER },
};

int main(int argc, char **argv)
{
    return nv_test_main_by_family(argc, argv, tests, ARRAY_SIZE(tests));
}
