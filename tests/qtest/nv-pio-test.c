/*
 * Tests of the NVIDIA GPU: submission by writing methods
 *
 * pscnv's wiki, PFIFO "The pusher", and what the hardware tests
 * (hwtest/pfifo.cc) add to it.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/bus-regs.h"
#include "libnv/nv-channel.h"
#include "libnv/nv-debug.h"
#include "libnv/nv-pio.h"
#include "libnv/nv-test.h"

#define HANDLE 0xbeef0039
#define OTHER 0x80000001
#define SOFTWARE 0x55550000

/* A method that every object accepts */
#define NOP 0x0100

/* --- Methods ---------------------------------------------------------- */

/* "User pokes the commands directly through the USER MMIO area." */
static void methods_reach_the_engine(NVDev *nv)
{
    nv_pio_init(nv);
    nv_pio_object(nv, 0, HANDLE);
    nv_watch_methods(nv);
    nv_pio_method(nv, 0, 3, NV_MTHD_OBJECT, HANDLE);
    nv_pio_method(nv, 0, 3, NOP, 0x11111111);
    nv_pio_method(nv, 0, 3, NOP, 0x22222222);
    nv_assert_delivered(nv, { 0, 3, NV_MTHD_OBJECT, HANDLE },
                        { 0, 3, NOP, 0x11111111 },
                        { 0, 3, NOP, 0x22222222 });
    nv_assert_hex(nv_rd32(nv, nv_cache1(nv)->put), nv_pio_ptr(nv, 3));
    nv_assert_hex(nv_rd32(nv, nv_cache1(nv)->get), nv_pio_ptr(nv, 3));
    nv_assert_hex(nv_rd32(nv, nv_cache1(nv)->status),
                  R_NV_PFIFO_CACHE1_STATUS_EMPTY_MASK);
    if (nv->card->features & (NV_CARD_NV01 | NV_CARD_NV03)) {
        /* PGRAPH draws nothing there, and reports the first of each method. */
        g_assert_cmpuint(nv_log_count(nv, "method 0x0100 of class"), ==, 1);
        g_assert_cmpuint(nv_log_count(nv, "(0x11111111)"), ==, 1);
    }
    nv_assert_nothing_ran_out(nv);
}

/* What a debugger was to skip is gone after a reset, and the next one isn't. */
static void reset_forgets_to_skip(NVDev *nv)
{
    nv_pio_init(nv);
    nv_pio_object(nv, 0, HANDLE);
    nv_break(nv, "1 method channel=0");
    nv_pio_method(nv, 0, 3, NV_MTHD_OBJECT, HANDLE);
    nv_stopped_at(nv, "breakpoint=1");
    nv_control(nv, "skip", NULL);
    nv_break_none(nv);
    nv_machine_reset(nv);
    nv_go_on(nv);
    methods_reach_the_engine(nv);
}

/* "Commands, as stored in cache, are tuples of subchannel, method, data." */
static void cache1_holds_methods(NVDev *nv)
{
    unsigned slots = nv_pio_slots(nv);

    nv_pio_init(nv);
    nv_puller(nv, false);
    for (unsigned i = 0; i < slots; i++) {
        nv_assert_hex(nv_pio_free(nv, 0), (slots - i) * 4);
        nv_assert_hex(nv_rd32(nv, nv_cache1(nv)->put), nv_pio_ptr(nv, i));
        nv_pio_method(nv, 0, i % 8, 0x100 + i * 0x1c, 0x1000 + i);
    }
    nv_assert_hex(nv_pio_free(nv, 0), 0);
    nv_assert_hex(nv_rd32(nv, nv_cache1(nv)->status),
                  R_NV_PFIFO_CACHE1_STATUS_FULL_MASK);
    nv_assert_hex(nv_rd32(nv, nv_cache1(nv)->put), nv_pio_ptr(nv, slots));
    nv_assert_hex(nv_rd32(nv, nv_cache1(nv)->get), 0);
    for (unsigned i = 0; i < slots; i++) {
        NVMethod m = nv_cache1_slot(nv, nv_pio_ptr(nv, i));

        nv_assert_hex(m.addr, i % 8 << 13 | (0x100 + i * 0x1c));
        nv_assert_hex(m.data, 0x1000 + i);
    }
    nv_assert_nothing_ran_out(nv);
}

/* Methods waiting in CACHE1 are executed in order, across its end. */
static void puller_takes_them_in_order(NVDev *nv)
{
    unsigned slots = nv_pio_slots(nv);
    g_autoptr(GArray) got = NULL;

    nv_pio_init(nv);
    nv_pio_object(nv, 0, HANDLE);
    nv_watch_methods(nv);
    nv_pio_method(nv, 0, 1, NV_MTHD_OBJECT, HANDLE);
    for (unsigned round = 0; round < 3; round++) {
        nv_puller(nv, false);
        for (unsigned i = 0; i < slots; i++) {
            nv_pio_method(nv, 0, 1, NOP, round << 16 | i);
        }
        nv_puller(nv, true);
        nv_poll(nv_pio_free(nv, 0) == slots * 4);
        nv_assert_hex(nv_rd32(nv, nv_cache1(nv)->get),
                      nv_pio_ptr(nv, 1 + (round + 1) * slots));
    }
    got = nv_delivered(nv);
    g_assert(got->len == 1 + 3 * slots);
    for (unsigned i = 0; i < 3 * slots; i++) {
        nv_assert_hex(g_array_index(got, NVDelivered, i + 1).data,
                      i / slots << 16 | i % slots);
    }
    nv_assert_nothing_ran_out(nv);
}

/* The driver may put methods into the slots itself. */
static void slots_can_be_written(NVDev *nv)
{
    nv_pio_init(nv);
    nv_puller(nv, false);
    for (unsigned i = 0; i < nv->card->cache1_entries; i++) {
        nv_wr32(nv, nv_cache1(nv)->addr + i * 8, 0xffffffff ^ i << 2);
        nv_wr32(nv, nv_cache1(nv)->addr + i * 8 + 4, 0xdead0000 | i);
    }
    for (unsigned i = 0; i < nv->card->cache1_entries; i++) {
        uint32_t noninc = nv->card->features & NV_CARD_NONINC ? 1 : 0;

        nv_assert_hex(nv_rd32(nv, nv_cache1(nv)->addr + i * 8),
                      (0xfffc ^ i << 2) | noninc);
        nv_assert_hex(nv_rd32(nv, nv_cache1(nv)->addr + i * 8 + 4),
                      0xdead0000 | i);
    }
}

/* --- Free count ------------------------------------------------------- */

/* pfifo_cache1_free() */
static void free_count_of_others(NVDev *nv)
{
    unsigned slots = nv_pio_slots(nv);

    nv_pio_init(nv);
    nv_puller(nv, false);
    nv_pio_method(nv, 0, 0, NOP, 0);
    nv_assert_hex(nv_pio_free(nv, 0), (slots - 1) * 4);
    /* A channel that isn't in CACHE1 reads that there is room. */
    nv_assert_hex(nv_pio_free(nv, 1), slots * 4);
    nv_wr32(nv, nv_cache1(nv)->push, 0);
    nv_assert_hex(nv_pio_free(nv, 0), slots * 4);
    nv_wr32(nv, nv_cache1(nv)->push, 1);
    /* After another channel's runout it isn't; the owner still is. */
    nv_pio_method(nv, 1, 0, NOP, 0);
    nv_assert_hex(nv_pio_free(nv, 1), 0);
    nv_assert_hex(nv_pio_free(nv, 2), 0);
    nv_assert_hex(nv_pio_free(nv, 0), (slots - 1) * 4);
    /* After its own runout the owner isn't, either. */
    nv_pio_method(nv, 0, 0, 0x40, 0);
    nv_assert_hex(nv_pio_free(nv, 0), 0);
    nv_assert_hex(nv_rd32(nv, nv_cache1(nv)->status) &
                  R_NV_PFIFO_CACHE1_STATUS_RANOUT_MASK, 1);
    nv_ramro_clear(nv);
    nv_assert_hex(nv_rd32(nv, nv_cache1(nv)->status) &
                  R_NV_PFIFO_CACHE1_STATUS_RANOUT_MASK, 0);
    nv_assert_hex(nv_pio_free(nv, 0), (slots - 1) * 4);
    nv_assert_hex(nv_pio_free(nv, 1), slots * 4);
}

/* Each subchannel has it; it can be read byte by byte. */
static void free_count_is_everywhere(NVDev *nv)
{
    uint32_t val;

    nv_pio_init(nv);
    val = nv_pio_slots(nv) * 4;
    for (unsigned subc = 0; subc < 8; subc++) {
        uint32_t addr = nv_pio_addr(nv, nv->card->channels - 1, subc, 0x10);

        nv_assert_hex(nv_rd32(nv, addr), val);
        nv_assert_hex(nv_rd16(nv, addr), val);
        nv_assert_hex(nv_rd08(nv, addr + 1), val >> 8);
    }
    /* It is that of the channel in CACHE1, at its place and behind the last */
    nv_puller(nv, false);
    nv_pio_method(nv, 1, 3, NOP, 1);
    for (unsigned chid = 0; chid < nv->card->channels; chid++) {
        nv_assert_hex(nv_rd32(nv, 0x800010 + chid * 0x10000),
                      chid == 1 ? val - 4 : val);
    }
    nv_assert_nothing_ran_out(nv);
}

/* rnndb, CHANNEL_SIZE: 124 or 512 bytes */
static void channel_size(NVDev *nv)
{
    nv_pio_init(nv);
    nv_puller(nv, false);
    nv_wr32(nv, A_NV_PFIFO_CHANNEL_SIZE, 0xfffffffd);
    nv_assert_hex(nv_pio_free(nv, 1), 124);
    nv_assert_hex(nv_pio_free(nv, 2), nv_pio_slots(nv) * 4);
    for (unsigned i = 0; i < 31; i++) {
        nv_assert_hex(nv_pio_free(nv, 1), 124 - i * 4);
        nv_pio_method(nv, 1, 0, NOP, i);
    }
    nv_assert_hex(nv_pio_free(nv, 1), 0);
    nv_assert_nothing_ran_out(nv);
    nv_pio_method(nv, 1, 0, NOP, 31);
    nv_assert_record(nv, 0, 1, NOP, NV_PIO_WORD, NV_RUNOUT_FREE_COUNT_OVERRUN,
                     31);
}

/* CONFIG.FREE_LIE, and the bit of the object's context */
static void free_count_lies(NVDev *nv)
{
    static const unsigned lies[] = { 0, 252, 508, 1020 };

    nv_pio_init(nv);
    nv_puller(nv, false);
    nv_wr32(nv, A_NV01_PFIFO_CACHE1_CTX + 2 * 0x10, 0x01000000);
    for (unsigned i = 0; i < 31; i++) {
        nv_pio_method(nv, 0, 0, NOP, i);
    }
    for (unsigned i = 0; i < ARRAY_SIZE(lies); i++) {
        nv_wr32(nv, A_NV01_PFIFO_CONFIG, i);
        nv_wr32(nv, A_NV01_PFIFO_CACHE1_PULL_STATE, 2);
        nv_assert_hex(nv_pio_free(nv, 0), lies[i]);
        nv_assert_hex(nv_pio_free(nv, 1), 124);
        nv_wr32(nv, A_NV01_PFIFO_CACHE1_PULL_STATE, 1);
        nv_assert_hex(nv_pio_free(nv, 0), 0);
    }
    nv_wr32(nv, A_NV01_PFIFO_CACHE1_PULL_STATE, 2);
    nv_pio_method(nv, 0, 5, 0x1ffc, 0x77);
    nv_assert_record(nv, 0, 0, 5 << 13 | 0x1ffc, NV_PIO_WORD,
                     NV_RUNOUT_CAUGHT_LYING, 0x77);
}

/* --- Channels --------------------------------------------------------- */

/* A method for another channel makes PFIFO switch, if CACHE1 is empty. */
static void access_switches(NVDev *nv)
{
    unsigned last = nv->card->channels - 1;

    nv_pio_init(nv);
    nv_pio_object(nv, 0, HANDLE);
    nv_pio_object(nv, last, HANDLE);
    nv_pio_object(nv, last, OTHER);
    nv_watch_methods(nv);
    nv_pio_method(nv, 0, 1, NV_MTHD_OBJECT, HANDLE);
    nv_pio_method(nv, last, 1, NV_MTHD_OBJECT, HANDLE);
    nv_assert_hex(nv_rd32(nv, nv_cache1(nv)->chid), last);
    nv_pio_method(nv, last, 2, NV_MTHD_OBJECT, OTHER);
    /* The subchannels' bindings are in RAMFC meanwhile. */
    nv_pio_method(nv, 0, 1, NOP, 1);
    nv_assert_hex(nv_rd32(nv, nv_cache1(nv)->chid), 0);
    nv_pio_method(nv, last, 2, NOP, 2);
    nv_pio_method(nv, last, 1, NOP, 3);
    nv_assert_delivered(nv, { 0, 1, NV_MTHD_OBJECT, HANDLE },
                        { last, 1, NV_MTHD_OBJECT, HANDLE },
                        { last, 2, NV_MTHD_OBJECT, OTHER },
                        { 0, 1, NOP, 1 }, { last, 2, NOP, 2 },
                        { last, 1, NOP, 3 });
    nv_assert_nothing_ran_out(nv);
}

/* "Cache in use by a different channel", "channel switch disabled" */
static void access_cannot_switch(NVDev *nv)
{
    nv_pio_init(nv);
    nv_puller(nv, false);
    nv_pio_method(nv, 0, 0, NOP, 0);
    nv_pio_method(nv, 1, 0, NOP, 1);
    nv_assert_record(nv, 0, 1, NOP, NV_PIO_WORD, NV_RUNOUT_NO_CACHE_AVAILABLE,
                     1);
    nv_assert_hex(nv_rd32(nv, nv_cache1(nv)->status) &
                  R_NV_PFIFO_CACHE1_STATUS_RANOUT_MASK, 0);

    /* An empty one isn't available, either, before the record is handled. */
    nv_wr32(nv, nv_cache1(nv)->get, nv_pio_ptr(nv, 1));
    nv_pio_method(nv, 1, 0, NOP, 2);
    nv_assert_record(nv, 1, 1, NOP, NV_PIO_WORD, NV_RUNOUT_NO_CACHE_AVAILABLE,
                     2);
    nv_assert_hex(nv_rd32(nv, nv_cache1(nv)->chid), 0);

    nv_ramro_clear(nv);
    nv_wr32(nv, A_NV_PFIFO_CACHES, 0);
    nv_pio_method(nv, 1, 0, NOP, 3);
    nv_assert_record(nv, 0, 1, NOP, NV_PIO_WORD, NV_RUNOUT_NO_CACHE_AVAILABLE,
                     3);

    nv_ramro_clear(nv);
    nv_wr32(nv, A_NV_PFIFO_CACHES, 1);
    nv_pio_method(nv, 1, 0, NOP, 4);
    nv_assert_hex(nv_rd32(nv, nv_cache1(nv)->chid), 1);
    nv_assert_nothing_ran_out(nv);
}

/*
 * "1. All apps read free count register. 2. All apps figure that they can
 * safely send 0x7c/4 commands, and do so. 3. The first app to submit a command
 * causes the cache to be switched to its channel, and the remaining apps'
 * commands land in RAMRO."
 */
static void the_race_that_pio_has(NVDev *nv)
{
    nv_pio_init(nv);
    nv_puller(nv, false);
    for (unsigned chid = 1; chid < 4; chid++) {
        nv_assert_hex(nv_pio_free(nv, chid), nv_pio_slots(nv) * 4);
    }
    for (unsigned i = 0; i < 10; i++) {
        for (unsigned chid = 1; chid < 4; chid++) {
            nv_pio_method(nv, chid, 0, NOP, chid << 8 | i);
        }
    }
    nv_assert_hex(nv_rd32(nv, nv_cache1(nv)->chid), 1);
    nv_assert_hex(nv_pio_free(nv, 1), (nv_pio_slots(nv) - 10) * 4);
    for (unsigned i = 0; i < 10; i++) {
        nv_assert_hex(nv_cache1_slot(nv, nv_pio_ptr(nv, i)).data, 1 << 8 | i);
        for (unsigned chid = 2; chid < 4; chid++) {
            unsigned n = i * 2 + chid - 2;

            nv_assert_hex(nv_ramro_addr(nv, n),
                          nv_pio_record(nv, chid, NOP, NV_PIO_WORD,
                                        NV_RUNOUT_NO_CACHE_AVAILABLE));
            nv_assert_hex(nv_ramro_data(nv, n), chid << 8 | i);
        }
    }
    nv_assert_reg(nv, NV_PFIFO_RUNOUT_PUT, 20 * 8);
    nv_assert_reg(nv, NV_PFIFO_INTR, R_NV_PFIFO_INTR_RUNOUT_MASK);
}

/* "The DMA/PIO mode can now be selected per-channel." */
static void modes_are_per_channel(NVDev *nv)
{
    NVChan *dma;

    nv_pio_init(nv);
    dma = nv_chan_new(nv, 1, NV_IN_RAM);
    nv_pio_object(nv, 0, HANDLE);
    nv_pio_object(nv, 1, HANDLE);
    nv_watch_methods(nv);

    /* In one mode a method isn't a method, in the other PUT isn't PUT. */
    nv_pio_method(nv, 1, 0, NOP, 1);
    nv_assert_nothing_ran_out(nv);
    nv_wr32(nv, nv_pio_addr(nv, 0, 0, A_NV_USER_DMA_PUT), 0x10);
    nv_assert_record(nv, 0, 0, A_NV_USER_DMA_PUT, NV_PIO_WORD,
                     NV_RUNOUT_RESERVED_ACCESS, 0x10);
    nv_ramro_clear(nv);

    nv_pio_method(nv, 0, 2, NV_MTHD_OBJECT, HANDLE);
    nv_push_object(dma, 3, HANDLE);
    nv_push_inc(dma, 3, NOP, 2);
    nv_run(dma);
    nv_pio_method(nv, 0, 2, NOP, 3);
    nv_push_inc(dma, 3, NOP, 4);
    nv_run(dma);
    nv_assert_delivered(nv, { 0, 2, NV_MTHD_OBJECT, HANDLE },
                        { 1, 3, NV_MTHD_OBJECT, HANDLE }, { 1, 3, NOP, 2 },
                        { 0, 2, NOP, 3 }, { 1, 3, NOP, 4 });
    nv_assert_reg(nv, NV_PFIFO_CACHE1_PUSH1,
                  1 | (nv->card->cache1 == 0x90000 ? BIT(16) : BIT(8)));
    nv_assert_nothing_ran_out(nv);
    nv_chan_free(dma);
}

/* --- Errors of the puller --------------------------------------------- */

/*
 * Each method leaves CACHE1 by itself: the driver finds its object's method
 * at GET, behind any number of others.
 */
static void one_by_one(NVDev *nv)
{
    unsigned count = 0;

    nv_pio_init(nv);
    nv_pio_object(nv, 0, HANDLE);
    nv_pio_software(nv, 0, SOFTWARE);
    nv_pio_method(nv, 0, 3, NV_MTHD_OBJECT, HANDLE);
    count++;
    for (unsigned before = 1; before < 6; before++) {
        NVMethod slot;

        nv_puller(nv, false);
        for (unsigned i = 0; i < before; i++) {
            nv_pio_method(nv, 0, 3, NOP, before << 8 | i);
        }
        nv_pio_method(nv, 0, 6, NV_MTHD_OBJECT, SOFTWARE);
        nv_pio_method(nv, 0, 3, NOP, before << 8 | 0xff);
        nv_puller(nv, true);
        nv_poll(nv_rd32(nv, A_NV_PFIFO_INTR));
        nv_assert_reg(nv, NV_PFIFO_INTR, R_NV_PFIFO_INTR_CACHE_ERROR_MASK);
        count += before;
        nv_assert_hex(nv_rd32(nv, nv_cache1(nv)->get), nv_pio_ptr(nv, count));
        slot = nv_cache1_slot(nv, nv_pio_ptr(nv, count));
        nv_assert_hex(slot.addr, 6 << 13 | NV_MTHD_OBJECT);
        nv_assert_hex(slot.data, SOFTWARE);
        /* It takes the method out, and the next one is PGRAPH's. */
        nv_puller(nv, false);
        nv_wr32(nv, nv_cache1(nv)->get, nv_pio_ptr(nv, count + 1));
        nv_wr32(nv, A_NV_PFIFO_INTR, R_NV_PFIFO_INTR_CACHE_ERROR_MASK);
        nv_puller(nv, true);
        count += 2;
        nv_poll(nv_rd32(nv, nv_cache1(nv)->get) == nv_pio_ptr(nv, count));
        nv_assert_reg(nv, NV_PFIFO_INTR, 0);
    }
    nv_assert_nothing_ran_out(nv);
}

/* The method stays in CACHE1 at GET, with those behind it. */
static void unknown_handle(NVDev *nv)
{
    nv_pio_init(nv);
    nv_pio_method(nv, 0, 1, NV_MTHD_OBJECT, 0x12345678);
    nv_pio_method(nv, 0, 1, NOP, 1);
    nv_assert_reg(nv, NV_PFIFO_INTR, R_NV_PFIFO_INTR_CACHE_ERROR_MASK);
    nv_assert_hex(nv_rd32(nv, nv_cache1(nv)->pull),
                  R_NV_PFIFO_CACHE1_PULL0_ACCESS_MASK |
                  R_NV_PFIFO_CACHE1_PULL0_HASH_FAILED_MASK);
    nv_assert_reg(nv, NV_PFIFO_DEBUG_0,
                  R_NV_PFIFO_DEBUG_0_CACHE_ERROR1_MASK);
    nv_assert_hex(nv_rd32(nv, nv_cache1(nv)->get), 0);
    nv_assert_hex(nv_rd32(nv, nv_cache1(nv)->put), nv_pio_ptr(nv, 2));
    nv_assert_hex(nv_cache1_slot(nv, 0).data, 0x12345678);
    /* Given the object, it continues. */
    nv_pio_object(nv, 0, 0x12345678);
    nv_watch_methods(nv);
    nv_puller(nv, true);
    nv_assert_delivered(nv, { 0, 1, NV_MTHD_OBJECT, 0x12345678 },
                        { 0, 1, NOP, 1 });
    nv_assert_reg(nv, NV_PFIFO_DEBUG_0, 0);
}

static void software_object(NVDev *nv)
{
    nv_pio_init(nv);
    nv_pio_software(nv, 0, SOFTWARE);
    nv_pio_method(nv, 0, 6, NV_MTHD_OBJECT, SOFTWARE);
    nv_assert_reg(nv, NV_PFIFO_INTR, R_NV_PFIFO_INTR_CACHE_ERROR_MASK);
    nv_assert_hex(nv_rd32(nv, nv_cache1(nv)->pull),
                  R_NV_PFIFO_CACHE1_PULL0_ACCESS_MASK |
                  R_NV_PFIFO_CACHE1_PULL0_DEVICE_SOFTWARE_MASK);
    nv_assert_hex(nv_rd32(nv, nv_cache1(nv)->get), 0);
    g_assert_cmpuint(nv_log_count(nv, "the subchannel has no object"), ==, 0);
}

static void empty_subchannel(NVDev *nv)
{
    const char *empty = "channel 0 subchannel 6 method 0x0100: the subchannel "
                        "has no object";

    nv_pio_init(nv);
    nv_pio_method(nv, 0, 6, NOP, 0);
    nv_assert_reg(nv, NV_PFIFO_INTR, R_NV_PFIFO_INTR_CACHE_ERROR_MASK);
    g_assert_cmpuint(nv_log_count(nv, empty), ==, 1);
}

/* --- Anything --------------------------------------------------------- */

/* Anything that a guest writes there is harmless. */
static void anything(NVDev *nv)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(20);

    nv_pio_init(nv);
    nv_pio_object(nv, 0, HANDLE);
    for (unsigned i = 0; i < nv_test_rounds(NULL, 20000, 5000); i++) {
        unsigned chid = g_rand_int_range(rand, 0, nv->card->channels);
        uint32_t addr = nv_pio_addr(nv, chid, g_rand_int_range(rand, 0, 8),
                                    g_rand_int_range(rand, 0, 0x1ffd));
        uint32_t val = g_rand_int(rand);

        switch (g_rand_int_range(rand, 0, 8)) {
        case 0:
            nv_wr08(nv, addr, val);
            break;
        case 1:
            nv_wr16(nv, addr, val);
            break;
        case 2:
            nv_rd32(nv, addr);
            break;
        case 3:
            nv_wr32(nv, addr & ~0x1fff, HANDLE);
            break;
        case 4:
            nv_wr32(nv, 0x3000 + (val & 0x3fc),
                    g_rand_int(rand));
            break;
        case 5:
            nv_wr32(nv, A_NV_PFIFO_RUNOUT_GET,
                    nv_rd32(nv, A_NV_PFIFO_RUNOUT_PUT));
            nv_wr32(nv, A_NV_PFIFO_CACHES, 1);
            nv_wr32(nv, nv_cache1(nv)->push, 1);
            nv_wr32(nv, nv_cache1(nv)->pull, 1);
            break;
        default:
            nv_wr32(nv, addr & ~3, val);
            break;
        }
    }
    /* And the card still works. */
    nv_machine_reset(nv);
    nv_pio_init(nv);
    nv_pio_object(nv, 0, HANDLE);
    nv_watch_methods(nv);
    nv_pio_method(nv, 0, 5, NV_MTHD_OBJECT, HANDLE);
    nv_pio_method(nv, 0, 5, NOP, 0x600d);
    nv_assert_delivered(nv, { 0, 5, NV_MTHD_OBJECT, HANDLE },
                        { 0, 5, NOP, 0x600d });
    nv_assert_nothing_ran_out(nv);
}

static const NVTest tests[] = {
    { "pio/methods-reach-the-engine",
      "pio-mode! engine-methods! ramfc-layout pio-subchannel",
      methods_reach_the_engine, .early = true, .cold = true },
    { "pio/reset-forgets-to-skip", "reset introspection", reset_forgets_to_skip,
      .early = true, .cold = true },
    { "pio/cache1-holds-methods",
      "cache1-queue pio-mode cache1-size! gray-code! cache1-get-put! "
      "pio-subchannel cache1-method-data",
      cache1_holds_methods, .early = true, .cold = true },
    { "pio/puller-takes-them-in-order",
      "cache1-queue! cache1-size gray-code single-methods",
      puller_takes_them_in_order, .early = true, .cold = true },
    { "pio/slots-can-be-written", "cache1-size cache1-method-data",
      slots_can_be_written, .early = true, .cold = true },
    { "pio/free-count-of-others", "pio-subchannel pio-free-count!",
      free_count_of_others, .early = true, .cold = true },
    { "pio/free-count-is-everywhere", "user-window! pio-subchannel!",
      free_count_is_everywhere, .early = true, .cold = true },
    { "pio/channel-size", "pio-free-count", channel_size, .cold = true },
    { "pio/free-count-lies", "pio-free-count runout", free_count_lies,
      .needs = NV_CARD_NV01, .cold = true },
    { "pio/access-switches", "pio-mode ramfc-layout cache1-at-switch",
      access_switches, .early = true, .cold = true },
    { "pio/access-cannot-switch", "cache1-at-switch! runout",
      access_cannot_switch, .early = true, .cold = true },
    { "pio/the-race-that-pio-has", "runout pio-race!", the_race_that_pio_has,
      .early = true, .cold = true },
    { "pio/modes-are-per-channel", "pio-mode channel-mode!",
      modes_are_per_channel, .cold = true },
    { "pio/unknown-handle", "ramht-miss! cache1-method-data", unknown_handle,
      .early = true, .cold = true },
    { "pio/one-by-one", "software-method! single-methods!", one_by_one,
      .early = true, .cold = true },
    { "pio/software-object", "software-engine! software-method",
      software_object, .early = true, .cold = true },
    { "pio/empty-subchannel", "software-engine", empty_subchannel,
      .early = true, .cold = true },
    { "pio/anything", "hostile-commands!", anything, .early = true,
      .cold = true, .slow = true },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}
