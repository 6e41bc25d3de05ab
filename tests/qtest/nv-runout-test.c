/*
 * Tests of the NVIDIA GPU: accesses that can't become methods, RAMRO
 *
 * pscnv's wiki, PFIFO "The pusher", and what the hardware tests
 * (hwtest/pfifo.cc) add to it.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "libnv/nv-channel.h"
#include "libnv/nv-debug.h"
#include "libnv/nv-pio.h"
#include "libnv/nv-test.h"

#define HANDLE 0xbeef0039

/* A method that every object accepts */
#define NOP 0x0100

/* --- Accesses that can't become methods ------------------------------- */

/* "User didn't pay attention - free count overrun." */
static void full_cache_overruns(NVDev *nv)
{
    nv_pio_init(nv);
    nv_puller(nv, false);
    for (unsigned i = 0; i < nv_pio_slots(nv); i++) {
        nv_pio_method(nv, 0, 0, NOP, i);
    }
    nv_assert_nothing_ran_out(nv);
    nv_break(nv, "1 error what=RUNOUT stop=none channel=0 subchannel=7 "
             "method=0x1ff8 data=0xabcd");
    nv_pio_method(nv, 0, 7, 0x1ff8, 0xabcd);
    nv_assert_hit(nv, 0, 1);
    nv_assert_record(nv, 0, 0, 7 << 13 | 0x1ff8, NV_PIO_WORD,
                     NV_RUNOUT_FREE_COUNT_OVERRUN, 0xabcd);
    nv_assert_reg(nv, NV_PFIFO_INTR, R_NV_PFIFO_INTR_RUNOUT_MASK);
    nv_assert_hex(nv_intx(nv), true);
    nv_assert_reg(nv, NV_PFIFO_RUNOUT_STATUS,
                  R_NV_PFIFO_RUNOUT_STATUS_RANOUT_MASK);
    /* Later methods mustn't overtake it, even when there is room again. */
    nv_wr32(nv, nv_cache1(nv)->get, nv_rd32(nv, nv_cache1(nv)->put));
    nv_puller(nv, true);
    nv_pio_method(nv, 0, 7, 0x1ffc, 0xabce);
    nv_assert_record(nv, 1, 0, 7 << 13 | 0x1ffc, NV_PIO_WORD,
                     NV_RUNOUT_CACHE_RAN_OUT, 0xabce);
    nv_ramro_clear(nv);
    nv_assert_hex(nv_intx(nv), false);
    nv_pio_object(nv, 0, HANDLE);
    nv_watch_methods(nv);
    nv_pio_method(nv, 0, 7, NV_MTHD_OBJECT, HANDLE);
    nv_assert_delivered(nv, { 0, 7, NV_MTHD_OBJECT, HANDLE });
    nv_assert_nothing_ran_out(nv);
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
        nv_assert_record(nv, n, 0, 4 << 13 | mthd, NV_PIO_WORD,
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
        nv_assert_record(nv, i, 0, tests[i].offset, be, tests[i].reason,
                         data << lane * 8);
    }
    nv_assert_hex(nv_rd32(nv, nv_cache1(nv)->put), 0);
}

/* An access that crosses a word's end is two. */
static void writes_across_words(NVDev *nv)
{
    nv_pio_init(nv);
    nv_wr32(nv, nv_pio_addr(nv, 0, 1, 0x101), 0x44332211);
    nv_assert_record(nv, 1, 0, 0x2104, 0x1, NV_RUNOUT_ILLEGAL_ACCESS, 0x44);
    nv_assert_hex(nv_ramro_addr(nv, 0),
                  nv_pio_record(nv, 0, 0x2101, 0xe,
                                NV_RUNOUT_ILLEGAL_ACCESS));
    nv_assert_hex(nv_ramro_data(nv, 0), 0x33221100);
    nv_ramro_clear(nv);
    nv_wr16(nv, nv_pio_addr(nv, 0, 1, 0x10f), 0xbbaa);
    nv_assert_record(nv, 1, 0, 0x2110, 0x1, NV_RUNOUT_ILLEGAL_ACCESS, 0xbb);
    nv_assert_hex(nv_ramro_addr(nv, 0),
                  nv_pio_record(nv, 0, 0x210f, 0x8,
                                NV_RUNOUT_ILLEGAL_ACCESS));
    nv_assert_hex(nv_ramro_data(nv, 0), 0xaa000000);
    nv_assert_hex(nv_rd32(nv, nv_cache1(nv)->put), 0);
}

/*
 * QEMU's translator cuts unaligned accesses into bytes; the bytes of a word are
 * one access again.
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
    nv_assert_record(nv, 0, 0, 0x2101, 0xe, NV_RUNOUT_ILLEGAL_ACCESS,
                     0x33221100);
    nv_wr08(nv, addr + 4, 0x44);
    nv_assert_record(nv, 1, 0, 0x2104, 0x1, NV_RUNOUT_ILLEGAL_ACCESS, 0x44);
    /* and at 5 */
    nv_wr08(nv, addr + 5, 0x55);
    nv_wr08(nv, addr + 6, 0x66);
    nv_wr08(nv, addr + 7, 0x77);
    nv_assert_record(nv, 2, 0, 0x2105, 0xe, NV_RUNOUT_ILLEGAL_ACCESS,
                     0x77665500);
    /* 2 bytes at 1 */
    nv_wr08(nv, addr + 9, 0x11);
    nv_wr08(nv, addr + 10, 0x22);
    nv_assert_record(nv, 3, 0, 0x2109, 0x6, NV_RUNOUT_ILLEGAL_ACCESS, 0x221100);
    /* 4 bytes at 3 */
    nv_wr08(nv, addr + 0x13, 0x11);
    nv_wr08(nv, addr + 0x14, 0x22);
    nv_wr08(nv, addr + 0x15, 0x33);
    nv_wr08(nv, addr + 0x16, 0x44);
    nv_assert_hex(nv_ramro_data(nv, 4), 0x11000000);
    nv_assert_record(nv, 5, 0, 0x2114, 0x7, NV_RUNOUT_ILLEGAL_ACCESS, 0x443322);
    /* Bytes from a word's beginning aren't joined. */
    nv_wr08(nv, addr + 0x20, 0x55);
    nv_wr08(nv, addr + 0x21, 0x66);
    nv_assert_record(nv, 7, 0, 0x2121, 0x2, NV_RUNOUT_ILLEGAL_ACCESS, 0x6600);
    /* Neither are those with another access in between. */
    nv_assert_reg(nv, NV_PFIFO_RUNOUT_PUT, 8 * 8);
    nv_wr08(nv, addr + 0x22, 0x77);
    nv_assert_record(nv, 8, 0, 0x2122, 0x4, NV_RUNOUT_ILLEGAL_ACCESS, 0x770000);
}

/* rnndb, NV1_RAMRO: "You tried to read a normal method" */
static void methods_cannot_be_read(NVDev *nv)
{
    nv_pio_init(nv);
    nv_assert_hex(nv_rd32(nv, nv_pio_addr(nv, 0, 2, 0x304)), 0);
    nv_assert_record(nv, 0, 0, 2 << 13 | 0x304 | 1 << 23, NV_PIO_WORD,
                     NV_RUNOUT_ILLEGAL_ACCESS, 0);
    nv_assert_reg(nv, NV_PFIFO_INTR, R_NV_PFIFO_INTR_RUNOUT_MASK);
}

/* "Pusher disabled - cache unavailable." */
static void pusher_off(NVDev *nv)
{
    nv_pio_init(nv);
    nv_wr32(nv, nv_cache1(nv)->push, 0);
    nv_pio_method(nv, 0, 0, NOP, 5);
    nv_assert_record(nv, 0, 0, NOP, NV_PIO_WORD, NV_RUNOUT_NO_CACHE_AVAILABLE,
                     5);
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
    nv_assert_reg(nv, NV_PFIFO_INTR, R_NV_PFIFO_INTR_RUNOUT_MASK);
    nv_assert_reg(nv, NV_PFIFO_RUNOUT_STATUS,
                  R_NV_PFIFO_RUNOUT_STATUS_RANOUT_MASK |
                  R_NV_PFIFO_RUNOUT_STATUS_FULL_MASK);
    nv_pio_method(nv, 0, 0, NOP, 0xdead);
    nv_assert_reg(nv, NV_PFIFO_INTR, R_NV_PFIFO_INTR_RUNOUT_MASK |
                  R_NV_PFIFO_INTR_RUNOUT_OVERFLOW_MASK);
    nv_assert_reg(nv, NV_PFIFO_RUNOUT_PUT, (records - 1) * 8);
    for (unsigned i = 0; i < records - 1; i++) {
        nv_assert_hex(nv_ramro_data(nv, i), i);
    }
    /* With room for one more, PUT wraps. */
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

static const NVTest tests[] = {
    { "pio/full-cache-overruns", "runout!", full_cache_overruns, .early = true,
      .cold = true },
    { "pio/reserved-methods", "runout runout-bad-write", reserved_methods,
      .early = true, .cold = true },
    { "pio/narrow-writes", "runout runout-bad-write!", narrow_writes,
      .early = true, .cold = true },
    { "pio/writes-across-words", "runout runout-bad-write", writes_across_words,
      .early = true, .cold = true },
    { "pio/pieces-of-a-word-are-joined", "runout-bad-write",
      pieces_of_a_word_are_joined, .early = true, .cold = true },
    { "pio/methods-cannot-be-read", "runout", methods_cannot_be_read,
      .early = true, .cold = true },
    { "pio/pusher-off", "runout", pusher_off, .early = true, .cold = true },
    { "pio/runout-overflows", "runout-overflow!", runout_overflows,
      .early = true, .cold = true },
    { "pio/runout-has-8-kib", "runout", runout_has_8_kib, .early = true,
      .lacks = NV_CARD_NV01, .cold = true },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}
