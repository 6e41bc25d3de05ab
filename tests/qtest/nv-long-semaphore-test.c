/*
 * Tests of the NVIDIA GPU: semaphores of 16 bytes, and what NV50 and later do
 *                          otherwise with the others
 *
 * envytools, hw/fifo/puller, "Semaphores".
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/bswap.h"
#include "hw/nv/bus-regs.h"
#include "libnv/nv-channel.h"
#include "libnv/nv-driver.h"
#include "libnv/nv-semaphore.h"
#include "libnv/nv-tesla.h"
#include "libnv/nv-test.h"

#define CHID 3

#define ADDRESS_HIGH 0x0010
#define ADDRESS_LOW 0x0014
#define SEQUENCE 0x0018
#define TRIGGER 0x001c
#define NOTIFY_INTR 0x0020
#define WRCACHE_FLUSH 0x0024

#define ACQUIRE_EQUAL 1
#define WRITE_LONG 2
#define ACQUIRE_GEQUAL 4

#define ACTIVE (1u << 4)
#define SOURCE_NEW (1u << 5)
#define MODE_GEQUAL (1u << 7)

static void push_long(NVChan *chan, uint64_t addr, uint32_t sequence,
                      uint32_t operation)
{
    nv_push_inc(chan, 0, ADDRESS_HIGH, addr >> 32, addr, sequence, operation);
}

/* --- An offset of 16 bits in a DMA object ------------------------------ */

/* "NV50 doesn't bother with verification" */
static void dma_semaphore_takes_any_object(NVDev *nv)
{
    static const uint32_t classes[] = { 0x02, 0x03, 0x3d, 0x30, 0x5039 };

    for (unsigned i = 0; i < ARRAY_SIZE(classes); i++) {
        NVChan *chan = nv_chan_new(nv, CHID + i, NV_IN_RAM);
        uint32_t base = nv_vram_alloc(nv, 4096);
        uint32_t inst = nv_tesla_dmaobj(nv, classes[i] | NV_VM_DMAOBJ_VRAM |
                                        NV_VM_DMAOBJ_RW, base, base + 0xfff);

        nv_ramht_insert(nv, CHID + i, 0x1234, NV_ENGINE_SW, inst);
        nv_push_inc(chan, 0, NV_MTHD_DMA_SEMAPHORE, 0x1234, 0x10);
        nv_push_inc(chan, 0, NV_MTHD_SEMAPHORE_RELEASE, 0x77);
        nv_run(chan);
        nv_assert_hex(nv_phys_rd32(nv, base + 0x10), 0x77);
        nv_assert_quiet(nv);
        nv_chan_free(chan);
    }
}

/* --- Errors ----------------------------------------------------------- */

/* DMA_SEMAPHORE's handle is looked up like others. */
static void unknown_handle(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);

    nv_push_inc(chan, 0, NV_MTHD_DMA_SEMAPHORE, 0xbad);
    nv_kick(chan);
    nv_assert_stopped(chan, NV_PULL0_HASH_FAILED, 0, NV_MTHD_DMA_SEMAPHORE,
                      0xbad);
    nv_assert_reg(nv, NV_PFIFO_INTR, R_NV_PFIFO_INTR_CACHE_ERROR_MASK);
    nv_assert_reg(nv, NV50_PFIFO_CACHE1_SEMAPHORE, 0);
    nv_handle_all(nv);
    g_assert_cmpuint(nv->cache_errors->len, ==, 1);
    nv_chan_free(chan);
}

/* Nothing has been bound: object 0 is none. */
static void without_an_object(NVDev *nv)
{
    static const uint32_t mthds[] = {
        NV_MTHD_SEMAPHORE_ACQUIRE, NV_MTHD_SEMAPHORE_RELEASE,
    };
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);
    NVVmTrap trap;

    nv_push_inc(chan, 0, NV_MTHD_SEMAPHORE_OFFSET, 0x10);
    nv_run(chan);
    for (unsigned i = 0; i < ARRAY_SIZE(mthds); i++) {
        nv_push_inc(chan, 0, mthds[i], 1);
        nv_kick(chan);
        g_assert_true(nv_vm_trap(nv, &trap));
        g_assert_cmpuint(trap.engine, ==, 5);
        g_assert_cmpuint(trap.reason, ==, 6);
        g_assert_cmpint(trap.read, ==, i == 0);
        nv_assert_semaphore_error(chan, NV50_SEMAPHORE_MEM_FAULT, mthds[i]);
    }
    nv_chan_free(chan);
}

/* "Got VM fault when reading/writing semaphore" */
static void faults(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);
    NVBuf *buf = nv_semaphore_new(chan, NV_IN_GART);
    NVVmTrap trap;

    nv_vm_set(nv, nv->tesla->table, buf->va + 0x2000, NV_VM_SMALL, 0);
    nv_push_release(chan, 0x2010, 1);
    nv_kick(chan);
    g_assert_true(nv_vm_trap(nv, &trap));
    g_assert_cmpuint(trap.engine, ==, 5);
    g_assert_cmpuint(trap.client, ==, 4);
    g_assert_cmpuint(trap.slot, ==, 1);
    g_assert_false(trap.read);
    nv_assert_hex(trap.addr, buf->va + 0x2010);
    nv_assert_hex(trap.inst, nv->tesla->block[CHID]);
    nv_assert_semaphore_error(chan, NV50_SEMAPHORE_MEM_FAULT,
                              NV_MTHD_SEMAPHORE_RELEASE);

    nv_push_inc(chan, 0, NV_MTHD_SEMAPHORE_ACQUIRE, 1);
    nv_kick(chan);
    g_assert_true(nv_vm_trap(nv, &trap));
    g_assert_cmpuint(trap.engine, ==, 5);
    g_assert_cmpuint(trap.client, ==, 8);
    g_assert_true(trap.read);
    nv_assert_semaphore_error(chan, NV50_SEMAPHORE_MEM_FAULT,
                              NV_MTHD_SEMAPHORE_ACQUIRE);

    /* Beyond the object, which has 0x20000 bytes: no page is looked up */
    nv_vm_dmaobj(nv, buf->inst, NV_VM_DMAOBJ | 0x3d, buf->va,
                 buf->va + 0x1fff);
    nv_push_inc(chan, 0, NV_MTHD_SEMAPHORE_OFFSET, 0x2000, 1);
    nv_kick(chan);
    nv_assert_semaphore_error(chan, NV50_SEMAPHORE_MEM_FAULT,
                              NV_MTHD_SEMAPHORE_ACQUIRE);
    nv_chan_free(chan);
    nv_buf_free(buf);
}

/* --- Long semaphores, NV84+ ------------------------------------------- */

static void long_release(NVDev *nv)
{
    for (unsigned i = 0; i < ARRAY_SIZE(nv_places); i++) {
        NVChan *chan = nv_ib_chan_new(nv, CHID + i, NV_IN_RAM, NV_IB_ORDER);
        NVBuf *buf = nv_semaphore_new(chan, nv_places[i]);
        uint64_t time;

        nv_clock_step(nv, 12345678);
        nv_buf_wr32(buf, 0x10014, 0xffffffff);
        push_long(chan, 0x10010, 0xcafe0001, WRITE_LONG);
        nv_run(chan);
        /* The virtual clock is stopped: PTIMER still has the written time. */
        time = (uint64_t)nv_rd32(nv, A_NV_PTIMER_TIME_HIGH) << 32 |
               nv_rd32(nv, A_NV_PTIMER_TIME_LOW);
        nv_assert_hex(nv_buf_rd32(buf, 0x10010), 0xcafe0001);
        nv_assert_hex(nv_buf_rd32(buf, 0x10014), 0);
        nv_assert_hex(nv_buf_rd32(buf, 0x10018), (uint32_t)time);
        nv_assert_hex(nv_buf_rd32(buf, 0x1001c), time >> 32);
        nv_assert_hex(nv_buf_rd32(buf, 0x1000c), 0);
        nv_assert_hex(nv_buf_rd32(buf, 0x10020), 0);
        nv_assert_reg(nv, NV84_PFIFO_CACHE1_SEMAPHORE_ADDRESS_HIGH, 0);
        nv_assert_reg(nv, NV84_PFIFO_CACHE1_SEMAPHORE_ADDRESS_LOW, 0x10010);
        nv_assert_reg(nv, NV84_PFIFO_CACHE1_SEMAPHORE_SEQUENCE, 0xcafe0001);
        nv_assert_quiet(nv);
        nv_chan_free(chan);
        nv_buf_free(buf);
    }
}

/* A release only needs 4-byte alignment, and may cross pages. */
static void long_release_across_pages(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);
    NVBuf *buf = nv_semaphore_new(chan, NV_IN_GART);

    nv_clock_step(nv, 1000);
    push_long(chan, 0x2ff4, 0xcafe0002, WRITE_LONG);
    nv_run(chan);
    nv_assert_hex(nv_buf_rd32(buf, 0x2ff4), 0xcafe0002);
    nv_assert_hex(nv_buf_rd32(buf, 0x2ff8), 0);
    nv_assert_hex(nv_buf_rd32(buf, 0x2ffc), nv_rd32(nv, A_NV_PTIMER_TIME_LOW));
    nv_assert_hex(nv_buf_rd32(buf, 0x3000), nv_rd32(nv, A_NV_PTIMER_TIME_HIGH));
    nv_assert_quiet(nv);
    nv_chan_free(chan);
    nv_buf_free(buf);
}

/* One submission covers several pages, which the next one finds elsewhere. */
static void pages_are_looked_up_again(NVDev *nv)
{
    NVChan *chan = nv_ib_chan_new(nv, CHID, NV_IN_RAM, NV_IB_ORDER);
    NVBuf *buf = nv_semaphore_new(chan, NV_IN_GART);
    uint64_t flags = NV_VM_PRESENT | NV_VM_SYSRAM;
    NVVmTrap trap;

    push_long(chan, 0x10, 1, WRITE_LONG);
    push_long(chan, 0x1010, 2, WRITE_LONG);
    push_long(chan, 0x20, 3, WRITE_LONG);
    push_long(chan, 0xff8, 4, WRITE_LONG);
    push_long(chan, 0x1010, 2, ACQUIRE_EQUAL);
    push_long(chan, 0x20, 3, ACQUIRE_GEQUAL);
    nv_push_ref(chan, 1);
    nv_run(chan);
    nv_assert_hex(nv_user_ref(chan), 1);
    nv_assert_hex(nv_buf_rd32(buf, 0x10), 1);
    nv_assert_hex(nv_buf_rd32(buf, 0x1010), 2);
    nv_assert_hex(nv_buf_rd32(buf, 0x20), 3);
    nv_assert_hex(nv_buf_rd32(buf, 0xff8), 4);

    nv_vm_set(nv, nv->tesla->table, buf->va, NV_VM_SMALL,
              buf->pages[2] | flags);
    push_long(chan, 0x10, 5, WRITE_LONG);
    push_long(chan, 0x10, 5, ACQUIRE_EQUAL);
    nv_push_ref(chan, 2);
    nv_run(chan);
    nv_assert_hex(nv_user_ref(chan), 2);
    nv_assert_hex(nv_buf_rd32(buf, 0x10), 1);
    nv_assert_hex(nv_buf_rd32(buf, 0x2010), 5);

    nv_vm_set(nv, nv->tesla->table, buf->va, NV_VM_SMALL,
              buf->pages[2] | flags | NV_VM_RO);
    push_long(chan, 0x10, 5, ACQUIRE_EQUAL);
    push_long(chan, 0x10, 6, WRITE_LONG);
    nv_kick(chan);
    g_assert_true(nv_vm_trap(nv, &trap));
    g_assert_false(trap.read);
    nv_assert_semaphore_error(chan, NV50_SEMAPHORE_MEM_FAULT, TRIGGER);
    nv_assert_hex(nv_buf_rd32(buf, 0x2010), 5);
    nv_chan_free(chan);
    nv_buf_free(buf);
}

static void acquire_equal(NVDev *nv)
{
    NVChan *chan = nv_ib_chan_new(nv, CHID, NV_IN_RAM, NV_IB_ORDER);
    NVBuf *buf = nv_semaphore_new(chan, NV_IN_VRAM);

    nv_buf_wr32(buf, 0x100, 5);
    push_long(chan, 0x100, 5, ACQUIRE_EQUAL);
    nv_push_ref(chan, 1);
    nv_run(chan);
    nv_assert_hex(nv_user_ref(chan), 1);

    push_long(chan, 0x100, 6, ACQUIRE_EQUAL);
    nv_push_ref(chan, 2);
    nv_kick(chan);
    nv_semaphore_retry(nv);
    nv_assert_hex(nv_user_ref(chan), 1);
    nv_assert_reg(nv, NV_PFIFO_CACHE1_PULL1, ACTIVE | SOURCE_NEW);
    nv_assert_reg(nv, NV_PFIFO_CACHE1_ACQUIRE_VALUE, 6);
    nv_buf_wr32(buf, 0x100, 7);
    nv_semaphore_retry(nv);
    nv_assert_hex(nv_user_ref(chan), 1);
    nv_buf_wr32(buf, 0x100, 6);
    nv_semaphore_retry(nv);
    nv_wait(chan);
    nv_assert_hex(nv_user_ref(chan), 2);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
    nv_buf_free(buf);
}

/* "(int32_t)(val - semaphore_sequence) >= 0" */
static void acquire_gequal(NVDev *nv)
{
    static const struct {
        uint32_t val, sequence;
        bool true_at_once;
    } cases[] = {
        { 5, 5, true }, { 6, 5, true }, { 4, 5, false },
        { 0, 0xffffffff, true }, { 0xffffffff, 0, false },
        { 0x7fffffff, 0, true }, { 0x80000000, 0, false },
        { 0x80000000, 1, true }, { 0x10, 0xfffffff0, true },
        { 0xfffffff0, 0x10, false },
    };
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);
    NVBuf *buf = nv_semaphore_new(chan, NV_IN_RAM);

    for (unsigned i = 0; i < ARRAY_SIZE(cases); i++) {
        nv_buf_wr32(buf, 0x100, cases[i].val);
        push_long(chan, 0x100, cases[i].sequence, ACQUIRE_GEQUAL);
        nv_push_ref(chan, i + 1);
        nv_kick(chan);
        nv_semaphore_retry(nv);
        if (!cases[i].true_at_once) {
            nv_assert_hex(nv_user_ref(chan), i);
            nv_assert_reg(nv, NV_PFIFO_CACHE1_PULL1,
                          ACTIVE | SOURCE_NEW | MODE_GEQUAL);
            nv_buf_wr32(buf, 0x100, cases[i].sequence + 0x7fffffff);
            nv_semaphore_retry(nv);
        }
        nv_wait(chan);
        nv_assert_hex(nv_user_ref(chan), i + 1);
    }
    nv_assert_quiet(nv);
    nv_chan_free(chan);
    nv_buf_free(buf);
}

/* "Invalid combination - results in hang": of its channel */
static void invalid_operations_hang(NVDev *nv)
{
    static const uint32_t operations[] = { 0, 3, 5, 6, 7, 8, 0x1000 };
    NVChan *other = nv_ib_chan_new(nv, CHID + 20, NV_IN_RAM, NV_IB_ORDER);

    nv_trace(nv, "nv_guest_error", true);
    for (unsigned i = 0; i < ARRAY_SIZE(operations); i++) {
        NVChan *chan = nv_chan_new(nv, CHID + i, NV_IN_RAM);
        NVBuf *buf = nv_semaphore_new(chan, NV_IN_RAM);

        nv_buf_wr32(buf, 0x40, 3);
        push_long(chan, 0x40, 3, operations[i]);
        nv_push_ref(chan, 1);
        nv_kick(chan);
        for (unsigned n = 0; n < 3; n++) {
            nv_semaphore_retry(nv);
            nv_buf_wr32(buf, 0x40, n);
        }
        nv_assert_hex(nv_user_ref(chan), 0);
        nv_assert_reg(nv, NV_PFIFO_INTR, 0);
        /* Other channels don't notice. */
        nv_push_ref(other, i + 1);
        nv_run(other);
        nv_assert_hex(nv_user_ref(other), i + 1);
        nv_assert_hex(nv_user_ref(chan), 0);
        /* The driver can remove it. */
        nv_chan_fini(chan);
        nv_chan_free(chan);
        nv_buf_free(buf);
    }
    g_assert_cmpuint(nv_log_count(nv, ": SEMAPHORE_HANG\n"), ==,
                     ARRAY_SIZE(operations));
    nv_push_ref(other, 100);
    nv_run(other);
    nv_assert_hex(nv_user_ref(other), 100);
    nv_assert_quiet(nv);
    nv_chan_free(other);
}

/* Operations have three bits; the ones above are ignored. */
static void operation_has_3_bits(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);
    NVBuf *buf = nv_semaphore_new(chan, NV_IN_RAM);

    push_long(chan, 0x40, 0xabcd, 0xfffffff8 | WRITE_LONG);
    push_long(chan, 0x40, 0xabcd, 0x00001000 | ACQUIRE_EQUAL);
    nv_push_ref(chan, 1);
    nv_run(chan);
    nv_assert_hex(nv_buf_rd32(buf, 0x40), 0xabcd);
    nv_assert_hex(nv_user_ref(chan), 1);
    nv_chan_free(chan);
    nv_buf_free(buf);
}

static void bad_addresses(NVDev *nv)
{
    static const struct {
        uint32_t mthd, data;
        NV50SemaphoreError error;
    } bad[] = {
        { ADDRESS_HIGH, 0x100, NV50_SEMAPHORE_ADDRESS_TOO_LARGE },
        { ADDRESS_HIGH, 0x80000000, NV50_SEMAPHORE_ADDRESS_TOO_LARGE },
        { ADDRESS_LOW, 0x1, NV50_SEMAPHORE_ADDRESS_UNALIGNED },
        { ADDRESS_LOW, 0x2, NV50_SEMAPHORE_ADDRESS_UNALIGNED },
    };
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);

    nv_push_inc(chan, 0, ADDRESS_HIGH, 0xab, 0x12345678);
    nv_run(chan);
    for (unsigned i = 0; i < ARRAY_SIZE(bad); i++) {
        nv_push_inc(chan, 0, bad[i].mthd, bad[i].data);
        nv_kick(chan);
        nv_assert_semaphore_error(chan, bad[i].error, bad[i].mthd);
        nv_assert_reg(nv, NV84_PFIFO_CACHE1_SEMAPHORE_ADDRESS_HIGH, 0xab);
        nv_assert_reg(nv, NV84_PFIFO_CACHE1_SEMAPHORE_ADDRESS_LOW,
                      0x12345678);
    }
    nv_chan_free(chan);
}

/*
 * Within one command it stops where it would method by method, and continues
 * there.
 */
static void bad_addresses_in_a_row(NVDev *nv)
{
    for (unsigned ib = 0; ib < 2; ib++) {
        NVChan *chan = ib ? nv_ib_chan_new(nv, CHID + ib, NV_IN_RAM,
                                           NV_IB_ORDER)
                          : nv_chan_new(nv, CHID + ib, NV_IN_RAM);
        NVBuf *buf = nv_semaphore_new(chan, NV_IN_RAM);

        push_long(chan, 0x40, 1, WRITE_LONG);
        nv_run(chan);
        push_long(chan, 0x10000000050ull, 2, WRITE_LONG);
        nv_push_ref(chan, 1);
        nv_kick(chan);
        nv_assert_hex(nv_buf_rd32(buf, 0x50), 0);
        nv_assert_semaphore_error(chan, NV50_SEMAPHORE_ADDRESS_TOO_LARGE,
                                  ADDRESS_HIGH);
        nv_assert_hex(nv_buf_rd32(buf, 0x50), 2);
        nv_assert_hex(nv_user_ref(chan), 1);

        push_long(chan, 0x62, 3, WRITE_LONG);
        nv_push_ref(chan, 2);
        nv_kick(chan);
        nv_assert_hex(nv_user_ref(chan), 1);
        nv_assert_semaphore_error(chan, NV50_SEMAPHORE_ADDRESS_UNALIGNED,
                                  ADDRESS_LOW);
        nv_assert_hex(nv_buf_rd32(buf, 0x50), 3);
        nv_assert_hex(nv_buf_rd32(buf, 0x60), 0);
        nv_assert_hex(nv_user_ref(chan), 2);
        nv_chan_free(chan);
        nv_buf_free(buf);
    }
}

/* All 40 bits of the address go to the DMA object. */
static void long_faults(NVDev *nv)
{
    static const uint32_t operations[] = {
        WRITE_LONG, ACQUIRE_EQUAL, ACQUIRE_GEQUAL, 0,
    };
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);
    uint32_t inst = nv_tesla_dmaobj(nv, NV_VM_DMAOBJ | 0x3d, 0,
                                    0xffffffffffull);
    NVVmTrap trap;

    nv_ramht_insert(nv, CHID, 0x1234, NV_ENGINE_SW, inst);
    nv_push_inc(chan, 0, NV_MTHD_DMA_SEMAPHORE, 0x1234);
    for (unsigned i = 0; i < ARRAY_SIZE(operations); i++) {
        push_long(chan, 0xba98765430, 1, operations[i]);
        nv_kick(chan);
        g_assert_true(nv_vm_trap(nv, &trap));
        nv_assert_hex(trap.addr, 0xba98765430);
        g_assert_cmpuint(trap.engine, ==, 5);
        g_assert_cmpint(trap.read, ==, operations[i] != WRITE_LONG);
        nv_assert_semaphore_error(chan, NV50_SEMAPHORE_MEM_FAULT, TRIGGER);
    }
    nv_chan_free(chan);
}

/*
 * An access that nothing answers on the bus is no fault of virtual memory, even
 * if another client has had one.
 */
static void bus_errors_are_no_faults(NVDev *nv)
{
    static const uint32_t mthds[] = {
        NV_MTHD_SEMAPHORE_ACQUIRE, NV_MTHD_SEMAPHORE_RELEASE,
    };
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);
    uint64_t hole = 0xff00000000ull;
    uint32_t inst = nv_tesla_dmaobj(nv, NV_VM_DMAOBJ_SYSRAM |
                                        NV_VM_DMAOBJ_RW | 0x3d, hole,
                                    hole + 0xffff);
    NVVmTrap trap;

    nv_push_inc(chan, 0, NV_MTHD_SEMAPHORE_OFFSET, 0x10, 1);
    nv_kick(chan);
    g_assert_true(nv_vm_trap(nv, &trap));
    nv_assert_semaphore_error(chan, NV50_SEMAPHORE_MEM_FAULT,
                              NV_MTHD_SEMAPHORE_ACQUIRE);

    nv_ramht_insert(nv, CHID, 0x1234, NV_ENGINE_SW, inst);
    nv_push_inc(chan, 0, NV_MTHD_DMA_SEMAPHORE, 0x1234);
    for (unsigned i = 0; i < ARRAY_SIZE(mthds); i++) {
        nv_push_inc(chan, 0, mthds[i], 1);
        nv_kick(chan);
        nv_assert_semaphore_error(chan, NV50_SEMAPHORE_MEM_FAULT, mthds[i]);
        g_assert_false(nv_vm_trap(nv, &trap));
    }
    nv_chan_free(chan);
}

static const uint32_t acquires[] = { ACQUIRE_EQUAL, ACQUIRE_GEQUAL };

/* "The retry reads are issued from SEMAPHORE_BG VM engine" */
static void retries_are_in_the_background(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);
    NVBuf *buf = nv_semaphore_new(chan, NV_IN_GART);
    bool nv84 = nv->card->features & NV_CARD_NV84;
    const uint32_t *operation = nv->test->data;
    uint64_t page = buf->pages[0] | NV_VM_PRESENT | NV_VM_SYSRAM;
    NVVmTrap trap;

    if (operation) {
        push_long(chan, 0x40, 9, *operation);
    } else {
        nv_push_inc(chan, 0, NV_MTHD_SEMAPHORE_OFFSET, 0x40, 9);
    }
    nv_push_ref(chan, 1);
    nv_kick(chan);
    nv_semaphore_retry(nv);
    g_assert_false(nv_vm_trap(nv, &trap));
    nv_vm_set(nv, nv->tesla->table, buf->va, NV_VM_SMALL, 0);
    nv_semaphore_retry(nv);
    g_assert_true(nv_vm_trap(nv, &trap));
    g_assert_cmpuint(trap.engine, ==, nv84 ? 0xc : 0x5);
    g_assert_cmpuint(trap.client, ==, 8);
    g_assert_cmpuint(trap.slot, ==, 1);
    nv_assert_hex(trap.addr, buf->va + 0x40);
    /* The channel keeps waiting, and finds the value once it is there. */
    nv_assert_reg(nv, NV_PFIFO_INTR, 0);
    nv_vm_set(nv, nv->tesla->table, buf->va, NV_VM_SMALL, page);
    nv_buf_wr32(buf, 0x40, 9);
    nv_semaphore_retry(nv);
    nv_wait(chan);
    nv_assert_hex(nv_user_ref(chan), 1);
    nv_chan_free(chan);
    nv_buf_free(buf);
}

/* "All values are stored with endianness selected by ... PFIFO endianness" */
static void big_endian(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);
    NVBuf *buf = nv_semaphore_new(chan, NV_IN_VRAM);
    uint32_t at;

    nv_push_inc(chan, 0, NV_MTHD_SEMAPHORE_OFFSET, 0x10);
    nv_run(chan);
    at = chan->cur;
    nv_push_inc(chan, 0, NV_MTHD_SEMAPHORE_RELEASE, 0x11223344);
    nv_push_inc(chan, 0, NV_MTHD_SEMAPHORE_ACQUIRE, 0x11223344);
    if (nv->card->features & NV_CARD_NV84) {
        push_long(chan, 0x20, 0x55667788, WRITE_LONG);
    }
    for (; at < chan->cur; at += 4) {
        nv_buf_wr32(chan->push, at, bswap32(nv_buf_rd32(chan->push, at)));
    }
    nv_clock_step(nv, 1000 * 1000);
    nv_wr32(nv, A_NV50_PFIFO_CACHE1_FIFO_ENDIAN, 3);
    nv_run(chan);
    nv_assert_hex(nv_buf_rd32(buf, 0x10), 0x44332211);
    if (nv->card->features & NV_CARD_NV84) {
        nv_assert_hex(nv_buf_rd32(buf, 0x20), 0x88776655);
        nv_assert_hex(bswap32(nv_buf_rd32(buf, 0x28)),
                      nv_rd32(nv, A_NV_PTIMER_TIME_HIGH));
        nv_assert_hex(bswap32(nv_buf_rd32(buf, 0x2c)),
                      nv_rd32(nv, A_NV_PTIMER_TIME_LOW));
    }
    nv_assert_quiet(nv);
    nv_chan_free(chan);
    nv_buf_free(buf);
}

/* --- NOTIFY_INTR, WRCACHE_FLUSH --------------------------------------- */

/* The driver only enables it while something waits: g84_fifo_uevent_init() */
static void notify_intr(NVDev *nv)
{
    NVChan *chan = nv_ib_chan_new(nv, CHID, NV_IN_RAM, NV_IB_ORDER);

    nv_push_inc(chan, 0, NOTIFY_INTR, 0);
    nv_push_ref(chan, 1);
    nv_run(chan);
    nv_assert_hex(nv_user_ref(chan), 1);
    nv_assert_reg(nv, NV_PFIFO_INTR, R_NV50_PFIFO_INTR_NOTIFY_MASK);
    g_assert_false(nv_intx(nv));
    nv_mask(nv, A_NV_PFIFO_INTR_EN, 0x40000000, 0x40000000);
    g_assert_true(nv_intx(nv));
    nv_wr32(nv, A_NV_PFIFO_INTR, 0x40000000);
    nv_assert_reg(nv, NV_PFIFO_INTR, 0);
    g_assert_false(nv_intx(nv));

    /* As the driver's fence ends (nv84_fence.c) */
    NVBuf *buf = nv_semaphore_new(chan, NV_IN_VRAM);

    nv_push_inc(chan, 0, ADDRESS_HIGH, 0, 0x30, 0x1234, WRITE_LONG, 0);
    nv_run(chan);
    nv_assert_hex(nv_buf_rd32(buf, 0x30), 0x1234);
    nv_assert_reg(nv, NV_PFIFO_INTR, R_NV50_PFIFO_INTR_NOTIFY_MASK);
    g_assert_true(nv_intx(nv));
    nv_wr32(nv, A_NV_PFIFO_INTR, 0x40000000);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
    nv_buf_free(buf);
}

/* All that a program can tell: it exists, and does no harm. */
static void wrcache_flush(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);
    NVBuf *buf = nv_semaphore_new(chan, NV_IN_RAM);

    push_long(chan, 0x40, 0x55, WRITE_LONG);
    nv_push_inc(chan, 0, WRCACHE_FLUSH, 0);
    nv_push_ref(chan, 1);
    nv_run(chan);
    nv_assert_hex(nv_buf_rd32(buf, 0x40), 0x55);
    nv_assert_hex(nv_user_ref(chan), 1);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
    nv_buf_free(buf);
}

/* The original NV50 doesn't have them. */
static void nv50_has_none(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);

    for (uint32_t mthd = ADDRESS_HIGH; mthd <= WRCACHE_FLUSH; mthd += 4) {
        nv_push_inc(chan, 0, mthd, 0);
        nv_kick(chan);
        g_assert_cmpuint(nv_field(nv, NV_PFIFO_CACHE1_DMA_STATE, ERROR), ==,
                         NV_PUSHER_INVALID_MTHD);
        nv_handle_all(nv);
        g_array_set_size(nv->pusher_errors, 0);
    }
    nv_chan_free(chan);
}

static const NVTest tests[] = {
    { "semaphore/dma-semaphore-takes-any-object", "dma-semaphore dma-classes",
      dma_semaphore_takes_any_object, .needs = NV_CARD_NV50 },
    { "semaphore/unknown-handle", "dma-semaphore ramht-miss", unknown_handle,
      .needs = NV_CARD_NV50 },
    { "semaphore/without-an-object", "tesla-semaphore-intr", without_an_object,
      .needs = NV_CARD_NV50 },
    { "semaphore/faults", "tesla-semaphore-intr", faults,
      .needs = NV_CARD_NV50 },
    { "semaphore/bus-errors-are-no-faults", "tesla-semaphore-intr",
      bus_errors_are_no_faults, .needs = NV_CARD_NV50 },
    { "semaphore/big-endian", "semaphore-endian!", big_endian,
      .needs = NV_CARD_NV50 },
    { "semaphore/retries-are-in-the-background", "acquire-retry",
      retries_are_in_the_background, .needs = NV_CARD_NV50,
      .lacks = NV_CARD_NV84 },
    { "long-semaphore/retries-are-in-the-background",
      "acquire-retry semaphore-bg!", retries_are_in_the_background,
      .needs = NV_CARD_NV84 },
    { "long-semaphore/retries-are-in-the-background/equal",
      "acquire-retry semaphore-bg", retries_are_in_the_background,
      .needs = NV_CARD_NV84, .data = &acquires[0] },
    { "long-semaphore/retries-are-in-the-background/gequal",
      "acquire-retry semaphore-bg", retries_are_in_the_background,
      .needs = NV_CARD_NV84, .data = &acquires[1] },
    { "long-semaphore/release",
      "semaphore-address semaphore-trigger new-semaphore-state new-semaphore! "
      "write-long!",
      long_release, .needs = NV_CARD_NV84 },
    { "long-semaphore/release-across-pages",
      "new-semaphore semaphore-alignment", long_release_across_pages,
      .needs = NV_CARD_NV84 },
    { "long-semaphore/pages-are-looked-up-again", "new-semaphore write-long",
      pages_are_looked_up_again, .needs = NV_CARD_NV84 },
    { "long-semaphore/acquire-equal",
      "semaphore-trigger acquire-state new-semaphore-state acquire-retry",
      acquire_equal, .needs = NV_CARD_NV84 },
    { "long-semaphore/acquire-gequal",
      "semaphore-trigger new-semaphore-state! acquire-gequal!", acquire_gequal,
      .needs = NV_CARD_NV84 },
    { "long-semaphore/invalid-operations-hang",
      "invalid-semaphore-op! hostile-commands", invalid_operations_hang,
      .needs = NV_CARD_NV84 },
    { "long-semaphore/operation-has-3-bits", "semaphore-trigger! write-long",
      operation_has_3_bits, .needs = NV_CARD_NV84 },
    { "long-semaphore/bad-addresses",
      "semaphore-address! semaphore-alignment tesla-semaphore-intr",
      bad_addresses, .needs = NV_CARD_NV84 },
    { "long-semaphore/bad-addresses-in-a-row",
      "semaphore-address semaphore-alignment tesla-semaphore-intr",
      bad_addresses_in_a_row, .needs = NV_CARD_NV84 },
    { "long-semaphore/faults", "new-semaphore tesla-semaphore-intr",
      long_faults, .needs = NV_CARD_NV84 },
    { "puller/notify-intr", "notify-intr! uevent-intr!", notify_intr,
      .needs = NV_CARD_NV84 },
    { "puller/wrcache-flush", "wrcache-flush", wrcache_flush,
      .needs = NV_CARD_NV84 },
    { "puller/no-long-semaphores", "error-non-cache unknown-host-methods",
      nv50_has_none, .needs = NV_CARD_NV50, .lacks = NV_CARD_NV84 },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}
