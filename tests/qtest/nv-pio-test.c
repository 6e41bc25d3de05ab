/*
 * Tests of the NVIDIA GPU: submission by writing methods, CACHE0, RAMRO
 *
 * spec/pfifo-overview.txt "The pusher", and what the hardware tests
 * (hwtest/pfifo.cc) tell of it beyond that.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/bus-regs.h"
#include "libnv/nv-channel.h"
#include "libnv/nv-driver.h"
#include "libnv/nv-pio.h"
#include "libnv/nv-test.h"

#define HANDLE 0xbeef0039
#define OTHER 0x80000001
#define SOFTWARE 0x55550000

/* A method that every object takes */
#define NOP 0x0100

/* The lowest bits of the address, in lanes */
#define WHOLE 0xf

#define RUNOUT R_NV_PFIFO_INTR_RUNOUT_MASK
#define RUNOUT_OVERFLOW \
    (RUNOUT | R_NV_PFIFO_INTR_RUNOUT_OVERFLOW_MASK)

static uint32_t cache1(NVDev *nv, unsigned slot, bool data)
{
    return nv_rd32(nv, nv_cache1(nv)->addr + nv_pio_ptr(nv, slot) * 2 +
                   (data ? 4 : 0));
}

static void puller(NVDev *nv, bool on)
{
    nv_wr32(nv, nv_cache1(nv)->pull, on);
}

static uint32_t intr(NVDev *nv)
{
    return nv_rd32(nv, A_NV_PFIFO_INTR);
}

/* Record @n tells of this write, and RAMRO has no other after it. */
#define assert_record(_nv, _n, _chid, _offset, _be, _reason, _data)         \
    do {                                                                    \
        nv_assert_hex(nv_ramro_addr(_nv, _n),                               \
                      nv_pio_record(_nv, _chid, _offset, _be, _reason));    \
        nv_assert_hex(nv_ramro_data(_nv, _n), _data);                       \
        nv_assert_reg(_nv, NV_PFIFO_RUNOUT_PUT, ((_n) + 1) * 8);            \
    } while (0)

static void assert_nothing_ran_out(NVDev *nv)
{
    nv_assert_reg(nv, NV_PFIFO_RUNOUT_PUT, 0);
    nv_assert_reg(nv, NV_PFIFO_RUNOUT_STATUS,
                  R_NV_PFIFO_RUNOUT_STATUS_EMPTY_MASK);
    nv_assert_hex(intr(nv) & RUNOUT_OVERFLOW, 0);
}

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
    assert_nothing_ran_out(nv);
}

/* "Commands, as stored in cache, are tuples of subchannel, method, data." */
static void cache1_holds_methods(NVDev *nv)
{
    unsigned slots = nv_pio_slots(nv);

    nv_pio_init(nv);
    puller(nv, false);
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
        nv_assert_hex(cache1(nv, i, false), i % 8 << 13 | (0x100 + i * 0x1c));
        nv_assert_hex(cache1(nv, i, true), 0x1000 + i);
    }
    assert_nothing_ran_out(nv);
}

/* What waited in CACHE1 is executed in its order, more than once round. */
static void puller_takes_them_in_order(NVDev *nv)
{
    unsigned slots = nv_pio_slots(nv);
    g_autoptr(GArray) got = NULL;

    nv_pio_init(nv);
    nv_pio_object(nv, 0, HANDLE);
    nv_watch_methods(nv);
    nv_pio_method(nv, 0, 1, NV_MTHD_OBJECT, HANDLE);
    for (unsigned round = 0; round < 3; round++) {
        puller(nv, false);
        for (unsigned i = 0; i < slots; i++) {
            nv_pio_method(nv, 0, 1, NOP, round << 16 | i);
        }
        puller(nv, true);
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
    assert_nothing_ran_out(nv);
}

/* The driver may put methods into the slots itself. */
static void slots_can_be_written(NVDev *nv)
{
    nv_pio_init(nv);
    puller(nv, false);
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
    puller(nv, false);
    nv_pio_method(nv, 0, 0, NOP, 0);
    nv_assert_hex(nv_pio_free(nv, 0), (slots - 1) * 4);
    /* A channel that hasn't CACHE1 is told that there is room. */
    nv_assert_hex(nv_pio_free(nv, 1), slots * 4);
    nv_wr32(nv, nv_cache1(nv)->push, 0);
    nv_assert_hex(nv_pio_free(nv, 0), slots * 4);
    nv_wr32(nv, nv_cache1(nv)->push, 1);
    /* After a runout of another channel it isn't; the owner still is. */
    nv_pio_method(nv, 1, 0, NOP, 0);
    nv_assert_hex(nv_pio_free(nv, 1), 0);
    nv_assert_hex(nv_pio_free(nv, 2), 0);
    nv_assert_hex(nv_pio_free(nv, 0), (slots - 1) * 4);
    /* After one of its own the owner isn't, either. */
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
    assert_nothing_ran_out(nv);
}

/* rnndb, CHANNEL_SIZE: 124 or 512 bytes */
static void channel_size(NVDev *nv)
{
    nv_pio_init(nv);
    puller(nv, false);
    nv_wr32(nv, A_NV_PFIFO_CHANNEL_SIZE, 0xfffffffd);
    nv_assert_hex(nv_pio_free(nv, 1), 124);
    nv_assert_hex(nv_pio_free(nv, 2), nv_pio_slots(nv) * 4);
    for (unsigned i = 0; i < 31; i++) {
        nv_assert_hex(nv_pio_free(nv, 1), 124 - i * 4);
        nv_pio_method(nv, 1, 0, NOP, i);
    }
    nv_assert_hex(nv_pio_free(nv, 1), 0);
    assert_nothing_ran_out(nv);
    nv_pio_method(nv, 1, 0, NOP, 31);
    assert_record(nv, 0, 1, NOP, WHOLE, NV_RUNOUT_FREE_COUNT_OVERRUN, 31);
}

/* CONFIG.FREE_LIE, and the bit of the object's context */
static void free_count_lies(NVDev *nv)
{
    static const unsigned lies[] = { 0, 252, 508, 1020 };

    nv_pio_init(nv);
    puller(nv, false);
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
    assert_record(nv, 0, 0, 5 << 13 | 0x1ffc, WHOLE, NV_RUNOUT_CAUGHT_LYING,
                  0x77);
}

/* --- Accesses that can't become methods ------------------------------- */

/* "User didn't pay attention - free count overrun." */
static void full_cache_overruns(NVDev *nv)
{
    nv_pio_init(nv);
    puller(nv, false);
    for (unsigned i = 0; i < nv_pio_slots(nv); i++) {
        nv_pio_method(nv, 0, 0, NOP, i);
    }
    assert_nothing_ran_out(nv);
    nv_pio_method(nv, 0, 7, 0x1ff8, 0xabcd);
    assert_record(nv, 0, 0, 7 << 13 | 0x1ff8, WHOLE,
                  NV_RUNOUT_FREE_COUNT_OVERRUN, 0xabcd);
    nv_assert_hex(intr(nv), RUNOUT);
    nv_assert_hex(nv_intx(nv), true);
    nv_assert_reg(nv, NV_PFIFO_RUNOUT_STATUS,
                  R_NV_PFIFO_RUNOUT_STATUS_RANOUT_MASK);
    /* What follows mustn't overtake it, even when there is room again. */
    nv_wr32(nv, nv_cache1(nv)->get, nv_rd32(nv, nv_cache1(nv)->put));
    puller(nv, true);
    nv_pio_method(nv, 0, 7, 0x1ffc, 0xabce);
    assert_record(nv, 1, 0, 7 << 13 | 0x1ffc, WHOLE, NV_RUNOUT_CACHE_RAN_OUT,
                  0xabce);
    nv_ramro_clear(nv);
    nv_assert_hex(nv_intx(nv), false);
    nv_pio_object(nv, 0, HANDLE);
    nv_watch_methods(nv);
    nv_pio_method(nv, 0, 7, NV_MTHD_OBJECT, HANDLE);
    nv_assert_delivered(nv, { 0, 7, NV_MTHD_OBJECT, HANDLE });
    assert_nothing_ran_out(nv);
}

/* "Pilot errors like writing to reserved method, or over the free count" */
static void reserved_methods(NVDev *nv)
{
    unsigned n = 0;

    nv_pio_init(nv);
    for (uint32_t mthd = 4; mthd < 0x100; mthd += 4) {
        if (nv_card_puller_knows(nv->card, mthd) ||
            (nv->card->features & NV_CARD_NV01 && (mthd & ~0xf) == 0x20)) {
            continue;
        }
        nv_pio_method(nv, 0, 4, mthd, ~mthd);
        assert_record(nv, n, 0, 4 << 13 | mthd, WHOLE,
                      NV_RUNOUT_RESERVED_ACCESS, ~mthd);
        if (++n == 60) {
            nv_ramro_clear(nv);
            n = 0;
        }
    }
    nv_assert_hex(nv_rd32(nv, nv_cache1(nv)->put), 0);
}

/* "Writing something else than aligned 32-bit word" */
static void narrow_writes(NVDev *nv)
{
    static const struct {
        uint32_t offset;
        unsigned size;
        unsigned reason;
    } tests[] = {
        { 0x0100, 1, NV_RUNOUT_ILLEGAL_ACCESS },
        { 0x0203, 1, NV_RUNOUT_ILLEGAL_ACCESS },
        { 0x2100, 2, NV_RUNOUT_ILLEGAL_ACCESS },
        { 0x2101, 2, NV_RUNOUT_ILLEGAL_ACCESS },
        { 0xfffe, 2, NV_RUNOUT_ILLEGAL_ACCESS },
        { 0x0001, 1, NV_RUNOUT_ILLEGAL_ACCESS },
        { 0x0034, 2, NV_RUNOUT_ILLEGAL_ACCESS },
        /* "16-bit or 32-bit write to the FREE row" */
        { 0x0010, 1, NV_RUNOUT_ILLEGAL_ACCESS },
        { 0x0013, 1, NV_RUNOUT_ILLEGAL_ACCESS },
        { 0x0011, 2, NV_RUNOUT_ILLEGAL_ACCESS },
        { 0x0010, 2, NV_RUNOUT_RESERVED_ACCESS },
        { 0x6016, 2, NV_RUNOUT_RESERVED_ACCESS },
        { 0x001c, 4, NV_RUNOUT_RESERVED_ACCESS },
    };

    nv_pio_init(nv);
    for (unsigned i = 0; i < ARRAY_SIZE(tests); i++) {
        uint32_t addr = nv_pio_addr(nv, 0, 0, tests[i].offset);
        unsigned lane = addr % 4;
        unsigned be = MAKE_64BIT_MASK(lane, tests[i].size);
        uint32_t data = 0x87654321 & MAKE_64BIT_MASK(0, tests[i].size * 8);

        switch (tests[i].size) {
        case 1:
            nv_wr08(nv, addr, data);
            break;
        case 2:
            nv_wr16(nv, addr, data);
            break;
        default:
            nv_wr32(nv, addr, data);
            break;
        }
        assert_record(nv, i, 0, tests[i].offset, be, tests[i].reason,
                      data << lane * 8);
    }
    nv_assert_hex(nv_rd32(nv, nv_cache1(nv)->put), 0);
}

/* One that crosses a word's end is two accesses. */
static void writes_across_words(NVDev *nv)
{
    nv_pio_init(nv);
    nv_wr32(nv, nv_pio_addr(nv, 0, 1, 0x101), 0x44332211);
    assert_record(nv, 1, 0, 0x2104, 0x1, NV_RUNOUT_ILLEGAL_ACCESS, 0x44);
    nv_assert_hex(nv_ramro_addr(nv, 0),
                  nv_pio_record(nv, 0, 0x2101, 0xe,
                                NV_RUNOUT_ILLEGAL_ACCESS));
    nv_assert_hex(nv_ramro_data(nv, 0), 0x33221100);
    nv_ramro_clear(nv);
    nv_wr16(nv, nv_pio_addr(nv, 0, 1, 0x10f), 0xbbaa);
    assert_record(nv, 1, 0, 0x2110, 0x1, NV_RUNOUT_ILLEGAL_ACCESS, 0xbb);
    nv_assert_hex(nv_ramro_addr(nv, 0),
                  nv_pio_record(nv, 0, 0x210f, 0x8,
                                NV_RUNOUT_ILLEGAL_ACCESS));
    nv_assert_hex(nv_ramro_data(nv, 0), 0xaa000000);
    nv_assert_hex(nv_rd32(nv, nv_cache1(nv)->put), 0);
}

/*
 * QEMU's translator cuts accesses that aren't aligned into bytes; those of a
 * word are one access again.
 */
static void pieces_of_a_word_are_joined(NVDev *nv)
{
    uint32_t addr;

    nv_pio_init(nv);
    addr = nv_pio_addr(nv, 0, 1, 0x100);
    /* 4 bytes at 1 */
    nv_wr08(nv, addr + 1, 0x11);
    nv_wr08(nv, addr + 2, 0x22);
    nv_wr08(nv, addr + 3, 0x33);
    assert_record(nv, 0, 0, 0x2101, 0xe, NV_RUNOUT_ILLEGAL_ACCESS,
                  0x33221100);
    nv_wr08(nv, addr + 4, 0x44);
    assert_record(nv, 1, 0, 0x2104, 0x1, NV_RUNOUT_ILLEGAL_ACCESS, 0x44);
    /* and at 5 */
    nv_wr08(nv, addr + 5, 0x55);
    nv_wr08(nv, addr + 6, 0x66);
    nv_wr08(nv, addr + 7, 0x77);
    assert_record(nv, 2, 0, 0x2105, 0xe, NV_RUNOUT_ILLEGAL_ACCESS,
                  0x77665500);
    /* 2 bytes at 1 */
    nv_wr08(nv, addr + 9, 0x11);
    nv_wr08(nv, addr + 10, 0x22);
    assert_record(nv, 3, 0, 0x2109, 0x6, NV_RUNOUT_ILLEGAL_ACCESS, 0x221100);
    /* 4 bytes at 3 */
    nv_wr08(nv, addr + 0x13, 0x11);
    nv_wr08(nv, addr + 0x14, 0x22);
    nv_wr08(nv, addr + 0x15, 0x33);
    nv_wr08(nv, addr + 0x16, 0x44);
    nv_assert_hex(nv_ramro_data(nv, 4), 0x11000000);
    assert_record(nv, 5, 0, 0x2114, 0x7, NV_RUNOUT_ILLEGAL_ACCESS, 0x443322);
    /* Bytes from a word's beginning aren't pieces of anything. */
    nv_wr08(nv, addr + 0x20, 0x55);
    nv_wr08(nv, addr + 0x21, 0x66);
    assert_record(nv, 7, 0, 0x2121, 0x2, NV_RUNOUT_ILLEGAL_ACCESS, 0x6600);
    /* Nor are those with anything in between. */
    nv_assert_reg(nv, NV_PFIFO_RUNOUT_PUT, 8 * 8);
    nv_wr08(nv, addr + 0x22, 0x77);
    assert_record(nv, 8, 0, 0x2122, 0x4, NV_RUNOUT_ILLEGAL_ACCESS, 0x770000);
}

/* rnndb, NV1_RAMRO: "You tried to read a normal method" */
static void methods_cannot_be_read(NVDev *nv)
{
    nv_pio_init(nv);
    nv_assert_hex(nv_rd32(nv, nv_pio_addr(nv, 0, 2, 0x304)), 0);
    assert_record(nv, 0, 0, 2 << 13 | 0x304 | 1 << 23, WHOLE,
                  NV_RUNOUT_ILLEGAL_ACCESS, 0);
    nv_assert_hex(intr(nv), RUNOUT);
}

/* "Pusher disabled - cache unavailable." */
static void pusher_off(NVDev *nv)
{
    nv_pio_init(nv);
    nv_wr32(nv, nv_cache1(nv)->push, 0);
    nv_pio_method(nv, 0, 0, NOP, 5);
    assert_record(nv, 0, 0, NOP, WHOLE, NV_RUNOUT_NO_CACHE_AVAILABLE, 5);
    nv_assert_hex(nv_rd32(nv, nv_cache1(nv)->put), 0);
}

/* --- RAMRO ------------------------------------------------------------ */

/* "When RAMRO overflows, the RUNOUT_OVERFLOW interrupt is triggered." */
static void runout_overflows(NVDev *nv)
{
    unsigned records = nv->card->features & NV_CARD_NV01 ? 512 : 64;

    nv_pio_init(nv);
    nv_wr32(nv, nv_cache1(nv)->push, 0);
    for (unsigned i = 0; i < records - 1; i++) {
        nv_pio_method(nv, 0, 0, NOP, i);
        nv_assert_reg(nv, NV_PFIFO_RUNOUT_PUT, (i + 1) * 8);
    }
    nv_assert_hex(intr(nv), RUNOUT);
    nv_assert_reg(nv, NV_PFIFO_RUNOUT_STATUS,
                  R_NV_PFIFO_RUNOUT_STATUS_RANOUT_MASK |
                  R_NV_PFIFO_RUNOUT_STATUS_FULL_MASK);
    nv_pio_method(nv, 0, 0, NOP, 0xdead);
    nv_assert_hex(intr(nv), RUNOUT_OVERFLOW);
    nv_assert_reg(nv, NV_PFIFO_RUNOUT_PUT, (records - 1) * 8);
    for (unsigned i = 0; i < records - 1; i++) {
        nv_assert_hex(nv_ramro_data(nv, i), i);
    }
    /* With room for one more, PUT goes round. */
    nv_wr32(nv, A_NV_PFIFO_RUNOUT_GET, 8);
    nv_pio_method(nv, 0, 0, NOP, 0xbeef);
    nv_assert_reg(nv, NV_PFIFO_RUNOUT_PUT, 0);
    nv_assert_hex(nv_ramro_data(nv, records - 1), 0xbeef);
}

/* RAMRO.SIZE */
static void runout_has_8_kib(NVDev *nv)
{
    nv_pio_init(nv);
    nv_mask(nv, A_NV_PFIFO_RAMRO, R_NV_PFIFO_RAMRO_SIZE_MASK,
            R_NV_PFIFO_RAMRO_SIZE_MASK);
    nv_wr32(nv, nv_cache1(nv)->push, 0);
    nv_wr32(nv, A_NV_PFIFO_RUNOUT_GET, 0x1ff0);
    nv_wr32(nv, A_NV_PFIFO_RUNOUT_PUT, 0x1ff0);
    nv_pio_method(nv, 0, 0, NOP, 0);
    nv_assert_reg(nv, NV_PFIFO_RUNOUT_PUT, 0x1ff8);
    nv_pio_method(nv, 0, 0, NOP, 0);
    nv_assert_reg(nv, NV_PFIFO_RUNOUT_PUT, 0);
}

/* --- Channels --------------------------------------------------------- */

/* A method for another channel has PFIFO switch, if CACHE1 is empty. */
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
    /* What subchannels are bound to is in RAMFC meanwhile. */
    nv_pio_method(nv, 0, 1, NOP, 1);
    nv_assert_hex(nv_rd32(nv, nv_cache1(nv)->chid), 0);
    nv_pio_method(nv, last, 2, NOP, 2);
    nv_pio_method(nv, last, 1, NOP, 3);
    nv_assert_delivered(nv, { 0, 1, NV_MTHD_OBJECT, HANDLE },
                        { last, 1, NV_MTHD_OBJECT, HANDLE },
                        { last, 2, NV_MTHD_OBJECT, OTHER },
                        { 0, 1, NOP, 1 }, { last, 2, NOP, 2 },
                        { last, 1, NOP, 3 });
    assert_nothing_ran_out(nv);
}

/* "Cache in use by a different channel", "channel switch disabled" */
static void access_cannot_switch(NVDev *nv)
{
    nv_pio_init(nv);
    puller(nv, false);
    nv_pio_method(nv, 0, 0, NOP, 0);
    nv_pio_method(nv, 1, 0, NOP, 1);
    assert_record(nv, 0, 1, NOP, WHOLE, NV_RUNOUT_NO_CACHE_AVAILABLE, 1);
    nv_assert_hex(nv_rd32(nv, nv_cache1(nv)->status) &
                  R_NV_PFIFO_CACHE1_STATUS_RANOUT_MASK, 0);

    /* An empty one can't be had, either, before the record is dealt with. */
    nv_wr32(nv, nv_cache1(nv)->get, nv_pio_ptr(nv, 1));
    nv_pio_method(nv, 1, 0, NOP, 2);
    assert_record(nv, 1, 1, NOP, WHOLE, NV_RUNOUT_NO_CACHE_AVAILABLE, 2);
    nv_assert_hex(nv_rd32(nv, nv_cache1(nv)->chid), 0);

    nv_ramro_clear(nv);
    nv_wr32(nv, A_NV_PFIFO_CACHES, 0);
    nv_pio_method(nv, 1, 0, NOP, 3);
    assert_record(nv, 0, 1, NOP, WHOLE, NV_RUNOUT_NO_CACHE_AVAILABLE, 3);

    nv_ramro_clear(nv);
    nv_wr32(nv, A_NV_PFIFO_CACHES, 1);
    nv_pio_method(nv, 1, 0, NOP, 4);
    nv_assert_hex(nv_rd32(nv, nv_cache1(nv)->chid), 1);
    assert_nothing_ran_out(nv);
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
    puller(nv, false);
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
        nv_assert_hex(cache1(nv, i, true), 1 << 8 | i);
        for (unsigned chid = 2; chid < 4; chid++) {
            unsigned n = i * 2 + chid - 2;

            nv_assert_hex(nv_ramro_addr(nv, n),
                          nv_pio_record(nv, chid, NOP, WHOLE,
                                        NV_RUNOUT_NO_CACHE_AVAILABLE));
            nv_assert_hex(nv_ramro_data(nv, n), chid << 8 | i);
        }
    }
    nv_assert_reg(nv, NV_PFIFO_RUNOUT_PUT, 20 * 8);
    nv_assert_hex(intr(nv), RUNOUT);
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

    /* A method isn't a method in the one mode, nor PUT PUT in the other. */
    nv_pio_method(nv, 1, 0, NOP, 1);
    assert_nothing_ran_out(nv);
    nv_wr32(nv, nv_pio_addr(nv, 0, 0, A_NV_USER_DMA_PUT), 0x10);
    assert_record(nv, 0, 0, A_NV_USER_DMA_PUT, WHOLE,
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
    assert_nothing_ran_out(nv);
    nv_chan_free(dma);
}

/* --- Errors of the puller --------------------------------------------- */

/* The method stays in CACHE1 at GET, with those behind it. */
static void unknown_handle(NVDev *nv)
{
    nv_pio_init(nv);
    nv_pio_method(nv, 0, 1, NV_MTHD_OBJECT, 0x12345678);
    nv_pio_method(nv, 0, 1, NOP, 1);
    nv_assert_hex(intr(nv), R_NV_PFIFO_INTR_CACHE_ERROR_MASK);
    nv_assert_hex(nv_rd32(nv, nv_cache1(nv)->pull),
                  R_NV_PFIFO_CACHE1_PULL0_ACCESS_MASK |
                  R_NV_PFIFO_CACHE1_PULL0_HASH_FAILED_MASK);
    nv_assert_reg(nv, NV_PFIFO_DEBUG_0,
                  R_NV_PFIFO_DEBUG_0_CACHE_ERROR1_MASK);
    nv_assert_hex(nv_rd32(nv, nv_cache1(nv)->get), 0);
    nv_assert_hex(nv_rd32(nv, nv_cache1(nv)->put), nv_pio_ptr(nv, 2));
    nv_assert_hex(cache1(nv, 0, true), 0x12345678);
    /* Given the object, it goes on. */
    nv_pio_object(nv, 0, 0x12345678);
    nv_watch_methods(nv);
    puller(nv, true);
    nv_assert_delivered(nv, { 0, 1, NV_MTHD_OBJECT, 0x12345678 },
                        { 0, 1, NOP, 1 });
    nv_assert_reg(nv, NV_PFIFO_DEBUG_0, 0);
}

static void software_object(NVDev *nv)
{
    nv_pio_init(nv);
    nv_pio_software(nv, 0, SOFTWARE);
    nv_pio_method(nv, 0, 6, NV_MTHD_OBJECT, SOFTWARE);
    nv_assert_hex(intr(nv), R_NV_PFIFO_INTR_CACHE_ERROR_MASK);
    nv_assert_hex(nv_rd32(nv, nv_cache1(nv)->pull),
                  R_NV_PFIFO_CACHE1_PULL0_ACCESS_MASK |
                  R_NV_PFIFO_CACHE1_PULL0_DEVICE_SOFTWARE_MASK);
    nv_assert_hex(nv_rd32(nv, nv_cache1(nv)->get), 0);
}

/* --- CACHE0 ----------------------------------------------------------- */

static void cache0_method(NVDev *nv, unsigned subc, uint32_t mthd,
                          uint32_t data)
{
    uint32_t put = nv_rd32(nv, nv_cache0(nv)->put);

    nv_wr32(nv, nv_cache0(nv)->addr, subc << 13 | mthd);
    nv_wr32(nv, nv_cache0(nv)->addr + 4, data);
    nv_wr32(nv, nv_cache0(nv)->put, put ^ 4);
}

static unsigned injected(NVDev *nv)
{
    return nv_log_count(nv, "nv_pfifo_cache0 channel 5 subchannel 4");
}

/* "It can be used for quick manual injection of single commands." */
static void cache0_injects(NVDev *nv)
{
    const NVCacheRegs *c = nv_cache0(nv);

    nv_pio_init(nv);
    nv_trace(nv, "nv_pfifo_cache0", true);
    nv_pio_object(nv, 5, HANDLE);
    nv_wr32(nv, c->chid, 5);
    nv_assert_hex(nv_rd32(nv, c->status), R_NV_PFIFO_CACHE0_STATUS_EMPTY_MASK);
    cache0_method(nv, 4, NV_MTHD_OBJECT, HANDLE);
    nv_assert_hex(nv_rd32(nv, c->status), R_NV_PFIFO_CACHE0_STATUS_FULL_MASK);
    nv_assert_hex(injected(nv), 0);
    nv_wr32(nv, c->pull, 1);
    nv_assert_hex(injected(nv), 1);
    nv_assert_hex(nv_rd32(nv, c->status), R_NV_PFIFO_CACHE0_STATUS_EMPTY_MASK);
    nv_assert_hex(nv_rd32(nv, c->get), 4);
    cache0_method(nv, 4, NOP, 1);
    cache0_method(nv, 4, NOP, 2);
    nv_assert_hex(injected(nv), 3);
    nv_assert_hex(nv_rd32(nv, c->get), 4);
    nv_assert_hex(intr(nv), 0);
    /* CACHE1 has seen nothing of it. */
    nv_assert_hex(nv_rd32(nv, nv_cache1(nv)->chid), 0);
    nv_assert_hex(nv_rd32(nv, nv_cache1(nv)->put), 0);
}

/* It does so while CACHE1's puller is stopped: that is what it is for. */
static void cache0_goes_beside_cache1(NVDev *nv)
{
    nv_pio_init(nv);
    nv_trace(nv, "nv_pfifo_cache0", true);
    nv_pio_software(nv, 0, SOFTWARE);
    nv_pio_object(nv, 5, HANDLE);
    nv_pio_method(nv, 0, 6, NV_MTHD_OBJECT, SOFTWARE);
    nv_assert_hex(intr(nv), R_NV_PFIFO_INTR_CACHE_ERROR_MASK);
    nv_wr32(nv, nv_cache0(nv)->chid, 5);
    nv_wr32(nv, nv_cache0(nv)->pull, 1);
    cache0_method(nv, 4, NV_MTHD_OBJECT, HANDLE);
    nv_assert_hex(injected(nv), 1);
    nv_assert_hex(nv_rd32(nv, nv_cache1(nv)->get), 0);
    nv_assert_hex(nv_rd32(nv, nv_cache1(nv)->put), nv_pio_ptr(nv, 1));
}

static void cache0_fails(NVDev *nv)
{
    const NVCacheRegs *c = nv_cache0(nv);

    nv_pio_init(nv);
    nv_trace(nv, "nv_pfifo_cache0", true);
    nv_pio_software(nv, 5, SOFTWARE);
    nv_pio_object(nv, 5, HANDLE);
    /* A handle of another channel isn't this one's. */
    nv_pio_object(nv, 6, OTHER);
    nv_wr32(nv, c->chid, 5);
    nv_wr32(nv, c->pull, 1);
    cache0_method(nv, 4, NV_MTHD_OBJECT, OTHER);
    nv_assert_hex(nv_rd32(nv, c->pull),
                  R_NV_PFIFO_CACHE0_PULL0_ACCESS_MASK |
                  R_NV_PFIFO_CACHE0_PULL0_HASH_FAILED_MASK);
    nv_assert_hex(intr(nv), R_NV_PFIFO_INTR_CACHE_ERROR_MASK);
    nv_assert_reg(nv, NV_PFIFO_DEBUG_0,
                  R_NV_PFIFO_DEBUG_0_CACHE_ERROR0_MASK);
    nv_assert_hex(nv_rd32(nv, c->status), R_NV_PFIFO_CACHE0_STATUS_FULL_MASK);

    /* The driver puts another one in its place. */
    nv_wr32(nv, A_NV_PFIFO_INTR, R_NV_PFIFO_INTR_CACHE_ERROR_MASK);
    nv_wr32(nv, c->addr + 4, SOFTWARE);
    nv_wr32(nv, c->pull, 1);
    nv_assert_hex(nv_rd32(nv, c->pull),
                  R_NV_PFIFO_CACHE0_PULL0_ACCESS_MASK |
                  R_NV_PFIFO_CACHE0_PULL0_DEVICE_SOFTWARE_MASK);
    nv_assert_hex(injected(nv), 0);
    nv_wr32(nv, c->addr + 4, HANDLE);
    nv_wr32(nv, c->pull, 1);
    nv_assert_hex(injected(nv), 1);
    nv_assert_hex(nv_rd32(nv, c->pull), R_NV_PFIFO_CACHE0_PULL0_ACCESS_MASK);
}

/* "Channel active on the evil cache - cache unavailable." */
static void cache0_keeps_its_channel(NVDev *nv)
{
    nv_pio_init(nv);
    nv_wr32(nv, nv_cache0(nv)->chid, 5);
    nv_wr32(nv, nv_cache0(nv)->push, 1);
    nv_pio_method(nv, 5, 0, NOP, 1);
    assert_record(nv, 0, 5, NOP, WHOLE, NV_RUNOUT_NO_CACHE_AVAILABLE, 1);
    nv_ramro_clear(nv);
    nv_wr32(nv, nv_cache0(nv)->push, 0);
    puller(nv, false);
    nv_pio_method(nv, 5, 0, NOP, 2);
    nv_assert_hex(cache1(nv, 0, true), 2);
    assert_nothing_ran_out(nv);
}

/* --- Anything --------------------------------------------------------- */

/* Nothing that a guest writes there does harm. */
static void anything(NVDev *nv)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(20);

    nv_pio_init(nv);
    nv_pio_object(nv, 0, HANDLE);
    for (unsigned i = 0; i < 20000; i++) {
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
    nv_rd32(nv, A_NV_PMC_BOOT_0);
}

static const NVTest tests[] = {
    { "pio/methods-reach-the-engine", "M6 M121 M169 M173",
      methods_reach_the_engine, .early = true, .cold = true },
    { "pio/cache1-holds-methods", "M5 M6 M165 M166 M167 M173 M204",
      cache1_holds_methods, .early = true, .cold = true },
    { "pio/puller-takes-them-in-order", "M5 M165 M166 M181",
      puller_takes_them_in_order, .early = true, .cold = true },
    { "pio/slots-can-be-written", "M165 M204", slots_can_be_written,
      .early = true, .cold = true },
    { "pio/free-count-of-others", "M173 M174", free_count_of_others,
      .early = true, .cold = true },
    { "pio/free-count-is-everywhere", "M172 M173", free_count_is_everywhere,
      .early = true, .cold = true },
    { "pio/channel-size", "M174", channel_size, .cold = true },
    { "pio/free-count-lies", "M174 M175", free_count_lies,
      .needs = NV_CARD_NV01, .cold = true },
    { "pio/full-cache-overruns", "M175", full_cache_overruns, .early = true,
      .cold = true },
    { "pio/reserved-methods", "M175 M177", reserved_methods, .early = true,
      .cold = true },
    { "pio/narrow-writes", "M175 M177", narrow_writes, .early = true,
      .cold = true },
    { "pio/writes-across-words", "M175 M177", writes_across_words,
      .early = true, .cold = true },
    { "pio/pieces-of-a-word-are-joined", "M177", pieces_of_a_word_are_joined,
      .early = true, .cold = true },
    { "pio/methods-cannot-be-read", "M175", methods_cannot_be_read,
      .early = true, .cold = true },
    { "pio/pusher-off", "M175", pusher_off, .early = true, .cold = true },
    { "pio/runout-overflows", "M176", runout_overflows, .early = true,
      .cold = true },
    { "pio/runout-has-8-kib", "M175", runout_has_8_kib, .early = true,
      .lacks = NV_CARD_NV01, .cold = true },
    { "pio/access-switches", "M6 M169 M170", access_switches, .early = true,
      .cold = true },
    { "pio/access-cannot-switch", "M170 M175", access_cannot_switch,
      .early = true, .cold = true },
    { "pio/the-race-that-pio-has", "M175 M178", the_race_that_pio_has,
      .early = true, .cold = true },
    { "pio/modes-are-per-channel", "M6 M8", modes_are_per_channel,
      .cold = true },
    { "pio/unknown-handle", "M126 M204", unknown_handle, .early = true,
      .cold = true },
    { "pio/software-object", "M143", software_object, .early = true,
      .cold = true },
    { "cache0/injects", "M164", cache0_injects, .early = true, .cold = true },
    { "cache0/goes-beside-cache1", "M144 M164", cache0_goes_beside_cache1,
      .early = true, .cold = true },
    { "cache0/fails", "M126 M143 M164", cache0_fails, .early = true,
      .cold = true },
    { "cache0/keeps-its-channel", "M164 M175", cache0_keeps_its_channel,
      .early = true, .cold = true },
    { "pio/anything", "M172 M186", anything, .early = true, .cold = true },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}
