/*
 * Tests of the NVIDIA GPU: what real cards stated in public of PFIFO before
 * NVC0
 *
 * A case is named after a fact of tests/record, does to the card what was done
 * to the real one, and compares each bit that its log shows.  What the test
 * submits is what the log says of it.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/units.h"
#include "libnv/nv-channel.h"
#include "libnv/nv-driver.h"
#include "libnv/nv-record.h"
#include "libnv/nv-tesla.h"

/* --- CACHE_ERROR ------------------------------------------------------- */

/*
 * A method on a subchannel that has no object: the puller leaves it to the
 * driver, whose handler finds none, either.  Method 0 and those of 0x180 to
 * 0x1fc have a handle that nothing has.
 */
static void nothing_there(NVDev *nv)
{
    const NVFact *fact = nv_fact(nv);
    uint32_t method = nv_fact_word(fact, nv->card->cache1);
    uint32_t data = nv_fact_shows(fact, nv->card->cache1 + 4)
        ? nv_fact_word(fact, nv->card->cache1 + 4) : 0;
    NVChan *chan = nv_chan_new(nv, nv_fact_chid(fact), NV_IN_RAM);

    nv_push_inc(chan, extract32(method, 13, 3), method & 0x1ffc, data);
    nv_kick(chan);
    nv_poll(nv_rd32(nv, A_NV_PFIFO_INTR));
    nv_assert_hex(nv_field(nv, NV_PFIFO_CACHE1_PUSH1, CHID), chan->chid);
    nv_fact_assert(nv);
    nv_chan_free(chan);
}

/* --- DMA_PUSHER -------------------------------------------------------- */

/* What a fact shows of a register, or another value if it doesn't */
static uint32_t shown(NVDev *nv, uint32_t address, uint32_t otherwise)
{
    const NVFact *fact = nv_fact(nv);

    return nv_fact_shows(fact, address) ? nv_fact_word(fact, address)
                                        : otherwise;
}

static void assert_pusher_stopped(NVChan *chan)
{
    NVDev *nv = chan->nv;

    nv_poll(nv_rd32(nv, A_NV_PFIFO_INTR) & R_NV_PFIFO_INTR_DMA_PUSHER_MASK);
    nv_assert_hex(nv_field(nv, NV_PFIFO_CACHE1_PUSH1, CHID), chan->chid);
    nv_fact_assert(nv);
}

/* All bits that no command has */
#define NO_COMMAND 0xa007e303
/* Where the driver's ring calls from, and where it ends */
#define RING 0x38000
#define BUFFER 0x40000

/* A command without parameters: only the pusher's state has seen it. */
static uint32_t seen_before(uint32_t state)
{
    return NV_CMD_INC(extract32(state, 13, 3), state & 0x1ffc, 0);
}

/*
 * What the pusher met, by its error; what it has seen before is in its state,
 * of which NV40's bit 17 is "in a called buffer".  GET is behind the word.
 */
static void bad_word(NVDev *nv)
{
    const NVFact *fact = nv_fact(nv);
    uint32_t get = nv_fact_word(fact, A_NV_PFIFO_CACHE1_DMA_GET);
    uint32_t state = nv_fact_word(fact, A_NV_PFIFO_CACHE1_DMA_STATE);
    unsigned error = extract32(state, 29, 3);
    bool called = extract32(state, 17, 1);
    NVBuf *push = nv_buf_new(nv, NV_IN_RAM, BUFFER, 0x3d);
    NVChan *chan = nv_chan_new_at(nv, nv_fact_chid(fact), push,
                                  called ? RING : get - 8);

    if (called) {
        nv_push(chan, NV_CMD_CALL(get - 8));
        chan->cur = get - 8;
    }
    nv_push(chan, seen_before(state));
    nv_push(chan, error == NV_PUSHER_CALL_SUBR_ACTIVE ? NV_CMD_CALL(RING)
                                                      : NO_COMMAND);
    nv_user_wr32(chan, A_NV_USER_DMA_PUT,
                 nv_fact_word(fact, A_NV_PFIFO_CACHE1_DMA_PUT));
    assert_pusher_stopped(chan);
    nv_chan_free(chan);
}

/* A jump to where there is nothing */
static void bad_place(NVDev *nv)
{
    const NVFact *fact = nv_fact(nv);
    NVChan *chan = nv_chan_new(nv, nv_fact_chid(fact), NV_IN_RAM);

    nv_push(chan, seen_before(nv_fact_word(fact,
                                           A_NV_PFIFO_CACHE1_DMA_STATE)));
    nv_push(chan, NV_CMD_OLD_JUMP(nv_fact_word(fact,
                                               A_NV_PFIFO_CACHE1_DMA_GET)));
    nv_user_wr32(chan, A_NV_USER_DMA_PUT,
                 nv_fact_word(fact, A_NV_PFIFO_CACHE1_DMA_PUT));
    assert_pusher_stopped(chan);
    nv_chan_free(chan);
}

/* --- DMA_PUSHER in IB mode --------------------------------------------- */

/* 768 MiB of video memory for pushbuffers, behind what channels need */
#define IB_BASE (128 * MiB)
#define IB_SIZE (768 * MiB)
#define IB_PROPS "vram=1G"
#define IB_RING 0x100000
#define IB_ORDER 12
/* A segment that does nothing but to leave a state */
#define IB_BEFORE 0x180000

static void ib_word(NVDev *nv, uint32_t at, uint32_t word)
{
    nv_phys_wr32(nv, IB_BASE + at, word);
}

static void ib_entry(NVDev *nv, unsigned index, uint32_t at, uint32_t end)
{
    ib_word(nv, IB_RING + index * 8, at);
    ib_word(nv, IB_RING + index * 8 + 4, (end - at) / 4 << 10);
}

static NVChan *ib_channel(NVDev *nv)
{
    NVBuf *push = g_new0(NVBuf, 1);
    NVChan *chan;

    push->nv = nv;
    push->place = NV_IN_VRAM;
    push->base = IB_BASE;
    push->size = IB_SIZE;
    push->inst = nv_dmaobj_linear(nv, 0x3d, NV_DMAOBJ_VRAM, IB_BASE,
                                  IB_SIZE - 1);
    chan = nv_chan_new_at(nv, nv_fact_chid(nv_fact(nv)), push, 0);
    nv_tesla_set_ib(chan, IB_RING, IB_ORDER);
    return chan;
}

/*
 * The entry before IB_GET has the bad word, and those before it leave the state
 * in which the pusher was; what is from IB_GET on isn't looked at.  GET is at
 * the word, or behind the parameter of a method that doesn't exist.
 */
static void bad_segment(NVDev *nv)
{
    uint32_t get = shown(nv, A_NV_PFIFO_CACHE1_DMA_GET, 0x201000);
    uint32_t put = shown(nv, A_NV_PFIFO_CACHE1_DMA_PUT, 0x202000);
    uint32_t state = shown(nv, A_NV_PFIFO_CACHE1_DMA_STATE, 0x80000024);
    uint32_t ib_get = shown(nv, A_NV50_PFIFO_CACHE1_IB_GET, 2);
    uint32_t ib_put = shown(nv, A_NV50_PFIFO_CACHE1_IB_PUT, 3);
    bool method = extract32(state, 29, 3) == NV_PUSHER_INVALID_MTHD;
    uint32_t at = method ? get - 8 : get;
    NVChan *chan = ib_channel(nv);

    ib_word(nv, IB_BEFORE, seen_before(state));
    for (unsigned i = 0; i + 1 < ib_get; i++) {
        ib_entry(nv, i, IB_BEFORE, IB_BEFORE + 4);
    }
    ib_entry(nv, ib_get - 1, at, put);
    ib_word(nv, at, method ? NV_CMD_INC(0, state & 0x1ffc, 1) : NO_COMMAND);
    nv_user_wr32(chan, A_NV50_USER_IB_PUT, ib_put);
    assert_pusher_stopped(chan);
    nv_chan_free(chan);
}

#define IB_CASE(_fact, _cards) \
    { _fact, "ib-mode error-dma-state", bad_segment, \
      .cards = (_cards), .tesla = true, .props = IB_PROPS }

static const NVTest tests[] = {
    { "record/nv05-lubuntu.3", "error-dma-state", bad_word },
    { "record/nv11-hypertorus.1", "error-protection error-dma-state",
      bad_place },
    { "record/nv34-fdo-75569.1", "error-dma-state", bad_word },
    { "record/nv4x-dell9150.2", "error-dma-state", bad_word },
    { "record/nv4x-dell9150.3", "error-dma-state", bad_word },
    { "record/nv4b-libreoffice.1", "error-dma-state", bad_word },
    IB_CASE("record/nva5-fldigi.5", NULL),
    IB_CASE("record/nva5-sddm-6.5.1", NULL),
    IB_CASE("record/nva5-sddm-6.5.2", NULL),
    IB_CASE("record/nva5-sddm-6.5.3", NULL),
    /* What DMA_PUSH shows tells which of Tesla's cards it may be. */
    IB_CASE("record/nv50-sddm-1936-a.1", "nv84 nv86 nv92 nv94 nv96 nv98"),
    IB_CASE("record/nv50-sddm-1936-a.2", "nv84 nv86 nv92 nv94 nv96 nv98"),
    IB_CASE("record/nv50-sddm-1936-a.3", "nv84 nv86 nv92 nv94 nv96 nv98"),
    IB_CASE("record/nv50-sddm-1936-b.1", "nva0 nva3 nva5 nva8"),
    IB_CASE("record/nv84-sddm-6.13.1", NULL),
    IB_CASE("record/nv50-x58a.1", "nva0 nva3 nva5 nva8"),
    IB_CASE("record/nv50-dash.2", "nv84 nv86 nv92 nv94 nv96 nv98"),
    IB_CASE("record/nva8-ion-gdm.1", NULL),
    IB_CASE("record/nva8-ion-gdm.2", NULL),
    IB_CASE("record/nva0-fdo-109556.1", NULL),
    IB_CASE("record/nv84-fdo-70390.1", NULL),

    { "record/nv30-ibm-m51.1", "ramht-miss", nothing_there },
    { "record/nv4x-dell9150.1", "software-engine", nothing_there },
    { "record/nv40-udev-m2mf.1", "ramht-miss", nothing_there },
    { "record/nv40-udev-m2mf.2", "ramht-miss", nothing_there },
    { "record/nv84-8600gt-crash.13", "ramht-miss dma-semaphore",
      nothing_there },
    { "record/nv92-quantal-1.1", "software-engine", nothing_there },
    { "record/nv92-quantal-2.1", "software-engine", nothing_there },
    { "record/nv84-vp2-7.1.1", "ramht-miss", nothing_there },
};

int main(int argc, char **argv)
{
    return nv_record_main(argc, argv, tests, ARRAY_SIZE(tests));
}
