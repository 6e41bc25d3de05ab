/*
 * Tests of the NVIDIA GPU: migration and snapshots, at any moment
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/bus-regs.h"
#include "hw/nv/graph-regs.h"
#include "qemu/timer.h"
#include "libnv/nv-channel.h"
#include "libnv/nv-driver.h"
#include "libnv/nv-pio.h"
#include "libnv/nv-snapshot.h"
#include "libnv/nv-test.h"

#define CHID 1

/* Memory to memory format: its NOP takes anything */
#define CLASS 0x0039
#define HANDLE 0xbeef0039
#define NOP 0x0100
#define SW_HANDLE 0x55550000

/* The registers that a driver can read, of units that a test uses */
static const struct {
    uint32_t start, end;
} ranges[] = {
    { 0x000100, 0x000204 }, /* PMC */
    { 0x001100, 0x001148 }, /* PBUS */
    { 0x002000, 0x004000 }, /* PFIFO */
    { 0x009100, 0x009144 }, /* PTIMER */
    { 0x009200, 0x009424 },
    { 0x100200, 0x100250 }, /* PFB */
    { 0x101000, 0x101004 }, /* PSTRAPS */
};

static GArray *registers(NVDev *nv)
{
    GArray *words = g_array_new(false, false, sizeof(uint32_t));

    for (unsigned i = 0; i < ARRAY_SIZE(ranges); i++) {
        unsigned count = (ranges[i].end - ranges[i].start) / 4;
        unsigned at = words->len;

        g_array_set_size(words, at + count);
        nv_rd_words(nv, ranges[i].start, &g_array_index(words, uint32_t, at),
                    count);
    }
    return words;
}

static void assert_registers(NVDev *nv, GArray *want)
{
    g_autoptr(GArray) got = registers(nv);
    unsigned n = 0;

    for (unsigned i = 0; i < ARRAY_SIZE(ranges); i++) {
        for (uint32_t a = ranges[i].start; a < ranges[i].end; a += 4, n++) {
            if (g_array_index(got, uint32_t, n) !=
                g_array_index(want, uint32_t, n)) {
                nv_fail("register 0x%06x was 0x%08x, is 0x%08x", a,
                        g_array_index(want, uint32_t, n),
                        g_array_index(got, uint32_t, n));
            }
        }
    }
}

/* A test's action at the moment in question */
static void migrate(NVDev *nv)
{
    g_autoptr(GArray) before = registers(nv);
    bool intx = nv_intx(nv);

    nv_migrate(nv);
    assert_registers(nv, before);
    g_assert_cmpint(nv_intx(nv), ==, intx);
}

/*
 * The same with a snapshot: meanwhile the card does other things, all of which
 * are undone.
 */
static void snapshot(NVDev *nv)
{
    g_autoptr(GArray) before = registers(nv);
    bool intx = nv_intx(nv);
    NVChan *chan;

    nv_savevm(nv);
    nv_mask(nv, A_NV_PMC_ENABLE, R_NV_PMC_ENABLE_PFIFO_MASK, 0);
    nv_init(nv);
    chan = nv_chan_new(nv, 9, NV_IN_RAM);
    nv_chan_software(chan, SW_HANDLE);
    nv_push_ref(chan, 0xbad);
    nv_push_object(chan, 3, SW_HANDLE);
    nv_push_ni(chan, 3, 0x0500, 1, 2, 3, 4, 5, 6, 7, 8);
    nv_push(chan, 0xffffffff);
    nv_kick(chan);
    nv_wr32(nv, A_NV_PTIMER_ALARM, 0x12345660);
    nv_wr32(nv, A_NV_PTIMER_TIME_HIGH, 7);
    nv_wr32(nv, 0x009200, 3);
    nv_chan_free(chan);

    nv_loadvm(nv);
    assert_registers(nv, before);
    g_assert_cmpint(nv_intx(nv), ==, intx);
}

typedef void Move(NVDev *nv);

static Move *move(NVDev *nv)
{
    return *(Move *const *)nv->test->data;
}

/* --- In the middle of things ------------------------------------------ */

static void in_the_middle_of_a_command(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_GART);

    nv_push_ref(chan, 0x11);
    nv_push(chan, nv_cmd_ref(nv->card, 3));
    nv_push(chan, 0x22);
    nv_run(chan);
    move(nv)(nv);
    nv_assert_hex(nv_user_ref(chan), 0x22);
    g_assert_cmpuint(nv_field(nv, NV_PFIFO_CACHE1_DMA_STATE, METHOD_COUNT),
                     ==, 2);
    nv_push(chan, 0x33);
    nv_run(chan);
    nv_assert_hex(nv_user_ref(chan), 0x33);
    nv_push(chan, 0x44);
    nv_push_ref(chan, 0x55);
    nv_run(chan);
    nv_assert_hex(nv_user_ref(chan), 0x55);
    g_assert_cmpuint(nv_references(nv), ==, 5);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

static void with_cache1_half_full(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);
    NVMethod methods[64];

    /* GET and PUT aren't where a reset leaves them. */
    nv_push_refs(chan, (const uint32_t[]) { 1, 2, 3, 4, 5 }, 5);
    nv_run(chan);
    nv_wr32(nv, A_NV_PFIFO_CACHE1_PULL0, 0);
    for (unsigned i = 0; i < 60; i++) {
        nv_push_inc(chan, i % 8, 0x0100 + i * 4, 0xca5e0000 + i);
    }
    nv_run(chan);
    move(nv)(nv);
    g_assert_cmpuint(nv_cache1_take(nv, methods), ==, 60);
    for (unsigned i = 0; i < 60; i++) {
        nv_assert_hex(methods[i].addr, (i % 8) << 13 | (0x0100 + i * 4));
        nv_assert_hex(methods[i].data, 0xca5e0000 + i);
    }
    nv_wr32(nv, A_NV_PFIFO_CACHE1_PULL0, 1);
    nv_push_ref(chan, 0x99);
    nv_run(chan);
    nv_assert_hex(nv_user_ref(chan), 0x99);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

static void with_cache1_full(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);
    uint32_t words[300];

    for (unsigned i = 0; i < ARRAY_SIZE(words); i++) {
        words[i] = 1 + i;
    }
    nv_wr32(nv, A_NV_PFIFO_CACHE1_PULL0, 0);
    nv_push_refs(chan, words, ARRAY_SIZE(words));
    nv_kick(chan);
    nv_poll(nv_field(nv, NV_PFIFO_CACHE1_STATUS, FULL));
    move(nv)(nv);
    g_assert_true(nv_field(nv, NV_PFIFO_CACHE1_STATUS, FULL));
    nv_wr32(nv, A_NV_PFIFO_CACHE1_PULL0, 1);
    nv_wait(chan);
    nv_assert_hex(nv_user_ref(chan), 300);
    g_assert_cmpuint(nv_references(nv), ==, 300);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/* --- After errors ----------------------------------------------------- */

static void assert_error_moves(NVChan *chan, unsigned error)
{
    NVDev *nv = chan->nv;

    nv_kick(chan);
    nv_poll(nv_rd32(nv, A_NV_PFIFO_INTR));
    g_assert_true(nv_intx(nv));
    move(nv)(nv);
    nv_assert_reg(nv, NV_PFIFO_INTR, R_NV_PFIFO_INTR_DMA_PUSHER_MASK);
    nv_handle_all(nv);
    g_assert_cmpuint(nv->pusher_errors->len, ==, 1);
    if (nv->pusher_errors->len) {
        g_assert_cmpuint(nv_pusher_fault(nv, 0).state >> 29, ==, error);
    }
    g_assert_false(nv_intx(nv));
    nv_seek(chan, 0x2000);
    nv_push_ref(chan, 0x600d);
    nv_run(chan);
    nv_assert_hex(nv_user_ref(chan), 0x600d);
    nv_assert_reg(nv, NV_PFIFO_INTR, 0);
}

static void after_invalid_cmd(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);

    nv_push(chan, 0xffffffff);
    assert_error_moves(chan, 4);
    nv_chan_free(chan);
}

static void after_invalid_mthd(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);

    nv_push_inc(chan, 0, 0x0004, 1);
    assert_error_moves(chan, 2);
    nv_chan_free(chan);
}

static void after_mem_fault(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_GART);

    nv_inst_wr32(nv, nv_buf_pte(chan->push, 0x1000), 0);
    chan->cur = 0x1000 - 4;
    nv_inst_wr32(nv, nv_ramfc(chan, nv->card->ramfc->get), chan->cur);
    nv_push(chan, nv_cmd_ref(nv->card, 7));
    chan->cur += 28;
    assert_error_moves(chan, 6);
    nv_chan_free(chan);
}

static void before_a_software_method(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);

    nv_chan_software(chan, SW_HANDLE);
    nv_push_object(chan, 1, SW_HANDLE);
    nv_push_inc(chan, 1, 0x0150, 0x1234);
    nv_push_ref(chan, 0x55);
    nv_run(chan);
    move(nv)(nv);
    nv_handle_all(nv);
    g_assert_cmpuint(nv->sw_methods->len, ==, 2);
    nv_assert_sw(nv, 0, CHID, 1, 0x0000, 4);
    nv_assert_sw(nv, 1, CHID, 1, 0x0150, 0x1234);
    nv_assert_hex(nv_user_ref(chan), 0x55);
    g_assert_cmpuint(nv->cache_errors->len, ==, 0);
    nv_chan_free(chan);
}

static void after_a_failed_hash(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);

    nv_chan_object(chan, HANDLE, CLASS);
    nv_push_object(chan, 2, HANDLE);
    nv_push_inc(chan, 2, 0x0180, 0x1a7e);
    nv_push_ref(chan, 0x55);
    nv_run(chan);
    move(nv)(nv);
    nv_ramht_insert(nv, CHID, 0x1a7e, NV_ENGINE_SW, nv_inst_object(nv, 0x30));
    nv_wr32(nv, A_NV_PFIFO_INTR, R_NV_PFIFO_INTR_CACHE_ERROR_MASK);
    nv_wr32(nv, A_NV_PFIFO_CACHE1_PULL0, 1);
    nv_assert_hex(nv_user_ref(chan), 0x55);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

static void before_an_engine_that_waits(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_GART);

    nv_chan_object(chan, HANDLE, CLASS);
    nv_push_object(chan, 2, HANDLE);
    nv_run(chan);
    nv_wr32(nv, A_NV_PGRAPH_FIFO, 0);
    nv_push_ni(chan, 2, NOP, 1, 2, 3);
    nv_push_object(chan, 3, HANDLE);
    nv_push_ref(chan, 0x55);
    nv_run(chan);
    move(nv)(nv);
    g_assert_cmpuint(nv_cache1_used(nv), ==, 5);
    nv_assert_hex(nv_user_ref(chan), 0);
    nv_wr32(nv, A_NV_PGRAPH_FIFO, 1);
    nv_poll(nv_user_ref(chan) == 0x55);
    g_assert_cmpuint(nv_cache1_used(nv), ==, 0);
    nv_assert_reg(nv, NV_PFIFO_CACHE1_ENGINE, 0x1100);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/* --- Several channels ------------------------------------------------- */

static void with_channels_waiting(NVDev *nv)
{
    NVChan *chans[4];

    for (unsigned i = 0; i < ARRAY_SIZE(chans); i++) {
        chans[i] = nv_chan_new(nv, 2 + i * 4, i & 1 ? NV_IN_RAM : NV_IN_GART);
        nv_push_ref(chans[i], i);
        nv_push(chans[i], nv_cmd_ref(nv->card, 2));
        nv_run(chans[i]);
    }
    nv_wr32(nv, A_NV_PFIFO_CACHES, 0);
    for (unsigned i = 0; i < ARRAY_SIZE(chans); i++) {
        nv_push(chans[i], 0x100 + i);
        nv_push(chans[i], 0x200 + i);
        nv_kick(chans[i]);
    }
    move(nv)(nv);
    nv_wr32(nv, A_NV_PFIFO_CACHES, 1);
    for (unsigned i = 0; i < ARRAY_SIZE(chans); i++) {
        nv_wait(chans[i]);
        nv_assert_hex(nv_user_ref(chans[i]), 0x200 + i);
        nv_chan_free(chans[i]);
    }
    nv_assert_quiet(nv);
}

/* --- While the FIFO is at work ---------------------------------------- */

/* An endless pushbuffer continues in the other process. */
static void while_it_runs(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);
    uint32_t jump;

    nv_push_ref(chan, 0x5555);
    jump = nv_push(chan, NV_CMD_OLD_JUMP(0));
    nv_push_ref(chan, 0x600d);
    nv_kick(chan);
    nv_migrate(nv);
    nv_assert_hex(nv_user_ref(chan), 0x5555);
    g_assert_cmpuint(nv_user_get(chan), <=, jump);
    nv_buf_wr32(chan->push, jump, NV_CMD_NOP);
    nv_clock_step(nv, 10000000);
    nv_wait(chan);
    nv_assert_hex(nv_user_ref(chan), 0x600d);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/* And one that only jumps, and is polled now and then */
static void while_it_jumps(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);

    nv_push(chan, NV_CMD_OLD_JUMP(0));
    nv_push_ref(chan, 0x600d);
    nv_kick(chan);
    nv_migrate(nv);
    nv_assert_hex(nv_user_get(chan), 0);
    nv_buf_wr32(chan->push, 0, NV_CMD_NOP);
    nv_clock_step(nv, 10000000);
    nv_wait(chan);
    nv_assert_hex(nv_user_ref(chan), 0x600d);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/* Nothing changes while the machine is stopped; then everything continues. */
static void while_stopped(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);

    nv_push_ref(chan, 1);
    nv_run(chan);
    nv_stop(nv);
    nv_push_ref(chan, 2);
    nv_kick(chan);
    nv_assert_hex(nv_user_get(chan), 8);
    nv_assert_hex(nv_user_ref(chan), 1);
    nv_migrate(nv);
    nv_assert_hex(nv_user_put(chan), 16);
    nv_assert_hex(nv_user_get(chan), 8);
    nv_assert_hex(nv_user_ref(chan), 1);
    nv_cont(nv);
    nv_wait(chan);
    nv_assert_hex(nv_user_ref(chan), 2);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/* --- Time ------------------------------------------------------------- */

static void ptimer(NVDev *nv)
{
    uint32_t low;

    nv_clock_step(nv, 123456);
    nv_wr32(nv, A_NV_PTIMER_TIME_HIGH, 0x55);
    nv_wr32(nv, A_NV_PTIMER_TIME_LOW, 0x10000000);
    nv_wr32(nv, A_NV_PTIMER_INTR_EN, 1);
    nv_wr32(nv, A_NV_PTIMER_ALARM, 0x10002000);
    nv_clock_step(nv, 0x1000);
    nv_migrate(nv);
    nv_assert_reg(nv, NV_PTIMER_TIME_HIGH, 0x55);
    low = nv_rd32(nv, A_NV_PTIMER_TIME_LOW);
    nv_assert_hex(low, 0x10001000);
    g_assert_false(nv_intx(nv));
    nv_clock_step(nv, 0xfff);
    g_assert_false(nv_intx(nv));
    nv_clock_step(nv, 1);
    g_assert_true(nv_intx(nv));
    nv_migrate(nv);
    g_assert_true(nv_intx(nv));
    nv_wr32(nv, A_NV_PTIMER_INTR, 1);
    g_assert_false(nv_intx(nv));
}

/* Again and again, in the middle of one command */
static void many_times(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_GART);

    nv_push(chan, nv_cmd_ref(nv->card, 8));
    for (unsigned i = 0; i < 8; i++) {
        nv_push(chan, 0x70 + i);
        nv_run(chan);
        nv_assert_hex(nv_user_ref(chan), 0x70 + i);
        migrate(nv);
        nv_assert_hex(nv_user_ref(chan), 0x70 + i);
    }
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/* --- Subroutines ------------------------------------------------------ */

#define SUBR 0x4000

/* The channel is inside a subroutine, and returns from it. */
static void in_a_subroutine(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_GART);

    nv_push(chan, NV_CMD_CALL(SUBR));
    nv_push_ref(chan, 0x22);
    nv_buf_write(chan->push, SUBR,
                 (const uint32_t[]){ nv_cmd_ref(nv->card, 1), 0x11,
                                     NV_CMD_RETURN }, 12);
    nv_user_wr32(chan, A_NV_USER_DMA_PUT, SUBR + 8);
    nv_poll(nv_user_get(chan) == SUBR + 8);
    move(nv)(nv);
    nv_assert_hex(nv_user_ref(chan), 0x11);
    nv_run(chan);
    nv_assert_hex(nv_user_ref(chan), 0x22);
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

static void after_error(NVDev *nv, unsigned error)
{
    nv_poll(nv_rd32(nv, A_NV_PFIFO_INTR));
    move(nv)(nv);
    nv_assert_reg(nv, NV_PFIFO_INTR, R_NV_PFIFO_INTR_DMA_PUSHER_MASK);
    g_assert_cmpuint(nv_field(nv, NV_PFIFO_CACHE1_DMA_STATE, ERROR), ==,
                     error);
    nv_handle_all(nv);
    g_array_set_size(nv->pusher_errors, 0);
}

static void after_call(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);

    /* A subroutine that calls one */
    nv_buf_write(chan->push, SUBR,
                 (const uint32_t[]){ NV_CMD_CALL(SUBR) }, 4);
    nv_push(chan, NV_CMD_CALL(SUBR));
    nv_kick(chan);
    after_error(nv, 1);
    nv_push_ref(chan, 0x33);
    nv_run(chan);
    nv_assert_hex(nv_user_ref(chan), 0x33);
    nv_chan_free(chan);
}

static void after_return(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);

    nv_push(chan, NV_CMD_RETURN);
    nv_kick(chan);
    after_error(nv, 3);
    nv_push_ref(chan, 0x44);
    nv_run(chan);
    nv_assert_hex(nv_user_ref(chan), 0x44);
    nv_chan_free(chan);
}

/* --- Semaphores ------------------------------------------------------- */

#define SEMAPHORE 0x5e3a0000
#define DMA_SEMAPHORE 0x0060
#define SEMAPHORE_ACQUIRE 0x0068

static NVBuf *semaphore_new(NVChan *chan)
{
    NVDev *nv = chan->nv;
    NVBuf *buf = nv_buf_new(nv, NV_IN_VRAM, 0x1000, 0x3d);
    uint32_t inst = nv_inst_alloc(nv, 16, 16);

    nv_inst_wr32(nv, inst, 0x02 | NV_DMAOBJ_WRITE_ONLY |
                 NV_DMAOBJ_PT_PRESENT | NV_DMAOBJ_LINEAR | NV_DMAOBJ_VRAM);
    nv_inst_wr32(nv, inst + 4, 0xfff);
    nv_inst_wr32(nv, inst + 8, buf->base | 2);
    nv_inst_wr32(nv, inst + 12, buf->base | 2);
    nv_ramht_insert(nv, chan->chid, SEMAPHORE, NV_ENGINE_SW, inst);
    return buf;
}

/* The value arrives after the move: it keeps retrying there. */
static void during_an_acquire(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);
    NVBuf *buf = semaphore_new(chan);

    nv_push_inc(chan, 0, DMA_SEMAPHORE, SEMAPHORE, 0x40, 9, 10);
    nv_push_ref(chan, 0x55);
    nv_kick(chan);
    nv_poll(nv_field(nv, NV_PFIFO_CACHE1_PULL1, ACQUIRE_ACTIVE));
    move(nv)(nv);
    g_assert_true(nv_field(nv, NV_PFIFO_CACHE1_PULL1, ACQUIRE_ACTIVE));
    nv_clock_step(nv, 2 * SCALE_MS);
    nv_assert_hex(nv_user_ref(chan), 0);
    nv_buf_wr32(buf, 0x40, 9);
    nv_clock_step(nv, 2 * SCALE_MS);
    nv_wait(chan);
    nv_assert_hex(nv_user_ref(chan), 0x55);
    nv_assert_hex(nv_buf_rd32(buf, 0x40), 10);
    nv_assert_quiet(nv);
    nv_buf_free(buf);
    nv_chan_free(chan);
}

static void after_a_semaphore_error(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);

    nv_push_inc(chan, 0, SEMAPHORE_ACQUIRE, 0);
    nv_kick(chan);
    nv_poll(nv_rd32(nv, A_NV_PFIFO_INTR));
    move(nv)(nv);
    nv_assert_reg(nv, NV_PFIFO_INTR, R_NV_PFIFO_INTR_SEMAPHORE_MASK);
    nv_handle_all(nv);
    nv_wait(chan);
    nv_push_ref(chan, 0x66);
    nv_run(chan);
    nv_assert_hex(nv_user_ref(chan), 0x66);
    nv_chan_free(chan);
}

/* --- Methods that the guest writes, on every card --------------------- */

#define PIO_HANDLE 0xbeef0010

static void with_methods_in_cache1(NVDev *nv)
{
    unsigned count = nv_pio_slots(nv) / 2;
    g_autoptr(GArray) got = NULL;

    nv_pio_init(nv);
    nv_pio_object(nv, 0, PIO_HANDLE);
    nv_pio_method(nv, 0, 3, NV_MTHD_OBJECT, PIO_HANDLE);
    nv_wr32(nv, nv_cache1(nv)->pull, 0);
    for (unsigned i = 0; i < count; i++) {
        nv_pio_method(nv, 0, 3, NOP, 0x1000 + i);
    }
    nv_migrate(nv);
    nv_assert_hex(nv_rd32(nv, nv_cache1(nv)->put), nv_pio_ptr(nv, 1 + count));
    nv_assert_hex(nv_rd32(nv, nv_cache1(nv)->get), nv_pio_ptr(nv, 1));
    nv_watch_methods(nv);
    nv_wr32(nv, nv_cache1(nv)->pull, 1);
    nv_poll(nv_pio_free(nv, 0) == nv_pio_slots(nv) * 4);
    got = nv_delivered(nv);
    g_assert_cmpuint(got->len, ==, count);
}

/* One method too many: it is in RAMRO, with the interrupt raised. */
static void with_a_method_run_out(NVDev *nv)
{
    nv_pio_init(nv);
    nv_wr32(nv, nv_cache1(nv)->push, 0);
    nv_pio_method(nv, 0, 3, NOP, 0x77);
    nv_assert_hex(nv_rd32(nv, A_NV_PFIFO_INTR), R_NV_PFIFO_INTR_RUNOUT_MASK);
    nv_migrate(nv);
    nv_assert_hex(nv_rd32(nv, A_NV_PFIFO_INTR), R_NV_PFIFO_INTR_RUNOUT_MASK);
    g_assert_true(nv_intx(nv));
    nv_assert_hex(nv_ramro_data(nv, 0), 0x77);
    nv_assert_reg(nv, NV_PFIFO_RUNOUT_PUT, 8);
    nv_pio_method(nv, 0, 3, NOP, 0x78);
    nv_assert_hex(nv_ramro_data(nv, 1), 0x78);
    nv_ramro_clear(nv);
    g_assert_false(nv_intx(nv));
}

/* ---------------------------------------------------------------------- */

static Move *const by_migration = migrate;
static Move *const by_snapshot = snapshot;

#define BY_MIGRATION(_name, _rows, _fn, ...) \
    { "migration/" _name, _rows, _fn, .props = "vram=16M", \
      .data = &by_migration, __VA_ARGS__ }
#define BY_SNAPSHOT(_name, _rows, _fn, ...) \
    { "snapshot/" _name, _rows, _fn, .props = "vram=16M", \
      .data = &by_snapshot, __VA_ARGS__ }

static const NVTest tests[] = {
    BY_MIGRATION("in-the-middle-of-a-command",
                 "dma-state-mthd dma-state-mcnt migration",
                 in_the_middle_of_a_command),
    BY_MIGRATION("with-cache1-half-full", "cache1-size migration",
                 with_cache1_half_full),
    BY_MIGRATION("with-cache1-full", "queue-full migration", with_cache1_full),
    BY_MIGRATION("after-INVALID_CMD",
                 "error-reserved-cmd error-recovery migration",
                 after_invalid_cmd),
    BY_MIGRATION("after-INVALID_MTHD",
                 "error-non-cache error-recovery migration",
                 after_invalid_mthd),
    BY_MIGRATION("after-MEM_FAULT", "error-protection error-recovery migration",
                 after_mem_fault),
    BY_MIGRATION("before-a-software-method",
                 "software-engine software-method migration",
                 before_a_software_method),
    BY_MIGRATION("after-a-failed-hash", "ramht-miss migration",
                 after_a_failed_hash),
    BY_MIGRATION("before-an-engine-that-waits", "engine-queue migration",
                 before_an_engine_that_waits),
    BY_MIGRATION("with-channels-waiting", "ramfc-layout migration",
                 with_channels_waiting),
    BY_MIGRATION("in-a-subroutine",
                 "subr-state subroutine-call subroutine-return migration",
                 in_a_subroutine, .needs = NV_CARD_CALL),
    BY_MIGRATION("after-CALL", "error-call error-recovery migration",
                 after_call, .needs = NV_CARD_CALL),
    BY_MIGRATION("after-RETURN", "error-return error-recovery migration",
                 after_return, .needs = NV_CARD_CALL),
    BY_MIGRATION("during-an-acquire", "acquire-state acquire-retry migration",
                 during_an_acquire, .needs = NV_CARD_SEMAPHORE),
    BY_MIGRATION("after-a-semaphore-error", "semaphore-intr migration",
                 after_a_semaphore_error, .needs = NV_CARD_SEMAPHORE),
    { "migration/with-methods-in-cache1", "pio-mode cache1-size migration!",
      with_methods_in_cache1, .early = true, .cold = true },
    { "migration/with-a-method-run-out", "runout migration",
      with_a_method_run_out, .early = true, .cold = true },
    { "migration/while-it-runs", "bounded-work migration", while_it_runs,
      .props = "vram=16M" },
    { "migration/while-it-jumps", "bounded-work migration", while_it_jumps,
      .props = "vram=16M" },
    { "migration/while-stopped", "migration", while_stopped,
      .props = "vram=16M" },
    { "migration/ptimer", "migration pmc-ptimer", ptimer, .props = "vram=16M" },
    { "migration/many-times", "migration", many_times, .props = "vram=16M" },
    BY_SNAPSHOT("in-the-middle-of-a-command",
                "dma-state-mthd dma-state-mcnt migration",
                in_the_middle_of_a_command),
    BY_SNAPSHOT("with-cache1-half-full", "cache1-size migration",
                with_cache1_half_full),
    BY_SNAPSHOT("with-cache1-full", "queue-full migration", with_cache1_full),
    BY_SNAPSHOT("after-INVALID_CMD",
                "error-reserved-cmd error-recovery migration",
                after_invalid_cmd),
    BY_SNAPSHOT("after-INVALID_MTHD",
                "error-non-cache error-recovery migration", after_invalid_mthd),
    BY_SNAPSHOT("after-MEM_FAULT", "error-protection error-recovery migration",
                after_mem_fault),
    BY_SNAPSHOT("before-a-software-method",
                "software-engine software-method migration",
                before_a_software_method),
    BY_SNAPSHOT("after-a-failed-hash", "ramht-miss migration",
                after_a_failed_hash),
    BY_SNAPSHOT("before-an-engine-that-waits", "engine-queue migration",
                before_an_engine_that_waits),
    BY_SNAPSHOT("with-channels-waiting", "ramfc-layout migration",
                with_channels_waiting),
    BY_SNAPSHOT("in-a-subroutine",
                "subr-state subroutine-call subroutine-return migration",
                in_a_subroutine, .needs = NV_CARD_CALL),
    BY_SNAPSHOT("after-CALL", "error-call error-recovery migration", after_call,
                .needs = NV_CARD_CALL),
    BY_SNAPSHOT("after-RETURN", "error-return error-recovery migration",
                after_return, .needs = NV_CARD_CALL),
    BY_SNAPSHOT("during-an-acquire", "acquire-state acquire-retry migration",
                during_an_acquire, .needs = NV_CARD_SEMAPHORE),
    BY_SNAPSHOT("after-a-semaphore-error", "semaphore-intr migration",
                after_a_semaphore_error, .needs = NV_CARD_SEMAPHORE),
};

int main(int argc, char **argv)
{
    return nv_test_main_by_family(argc, argv, tests, ARRAY_SIZE(tests));
}
