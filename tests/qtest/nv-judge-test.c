/*
 * Tests of the NVIDIA GPU: the judge of drivers
 *
 * For each rule, a driver that breaks it is found once, at the right place,
 * and one that does the same in the right way isn't.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/fifo-regs-nvc0.h"
#include "hw/nv/graph-regs.h"
#include "libnv/nv-channel.h"
#include "libnv/nv-debug.h"
#include "libnv/nv-driver.h"
#include "libnv/nv-fermi.h"
#include "libnv/nv-m2mf.h"
#include "libnv/nv-tesla.h"
#include "libnv/nv-test.h"

#define CHID 2
#define OTHER 3
#define JUDGE "judge=on"
#define PBDMA_STRIDE 0x2000
#define PBDMA(_reg) (0x040000 + A_NV_PBDMA_ ## _reg)

/* --- What the judge says ---------------------------------------------- */

#define assert_silent(_nv) check_judgements(_nv, __LINE__, NULL)

/* There is one finding, and it begins so. */
#define assert_found(_nv, ...) \
    do { \
        g_autofree char *_want = g_strdup_printf(__VA_ARGS__); \
        check_judgements(_nv, __LINE__, _want); \
    } while (0)

static void check_judgements(NVDev *nv, int line, const char *want)
{
    g_autofree char *text = nv_qom_get(nv, "judgements");
    unsigned count = 0;

    for (const char *end = text; (end = strchr(end, '\n')); end++) {
        count++;
    }
    if (count != !!want || (want && !g_str_has_prefix(text, want))) {
        nv_fail("line %d: the judge says \"%s\", not \"%s\"", line, text,
                want ? want : "");
    }
}

/* The card stands still, whatever the driver does. */
static void stand_still(NVDev *nv)
{
    g_autofree char *path = g_strdup_printf("/machine/peripheral/%s", nv->id);

    qtest_qmp_assert_success(nv->qts, "{ 'execute': 'qom-set', 'arguments': "
                             "{ 'path': %s, 'property': 'stopped', "
                             "'value': true } }", path);
}

/* --- A channel of either kind ----------------------------------------- */

typedef struct Rig {
    NVDev *nv;
    NVChan *chan;
    NVFermiChan *fermi;
} Rig;

static Rig rig_new(NVDev *nv, unsigned chid)
{
    if (nv_is_fermi(nv)) {
        return (Rig) { .nv = nv, .fermi = nv_fermi_channel_new(nv, chid) };
    }
    return (Rig) { .nv = nv, .chan = nv_chan_new(nv, chid, NV_IN_RAM) };
}

static void rig_fini(Rig *rig)
{
    if (rig->fermi) {
        nv_fermi_channel_fini(rig->fermi);
    } else {
        nv_chan_fini(rig->chan);
    }
}

static void rig_free(Rig *rig)
{
    rig_fini(rig);
    if (rig->fermi) {
        nv_fermi_channel_free(rig->fermi);
    } else {
        nv_chan_free(rig->chan);
    }
}

static void rig_push_ref(Rig *rig, uint32_t ref)
{
    if (rig->fermi) {
        nv_fermi_ref(rig->fermi, ref);
    } else {
        nv_push_ref(rig->chan, ref);
    }
}

static void rig_kick(Rig *rig)
{
    if (rig->fermi) {
        nv_fermi_kick(rig->fermi);
    } else {
        nv_kick(rig->chan);
    }
}

static uint32_t rig_ref(Rig *rig)
{
    return rig->fermi ? nv_fermi_user_rd32(rig->fermi, A_NV_USERD_REF)
                      : nv_user_ref(rig->chan);
}

static void rig_run_ref(Rig *rig, uint32_t ref)
{
    rig_push_ref(rig, ref);
    rig_kick(rig);
    nv_poll(rig_ref(rig) == ref);
}

/* A word of what has been pushed, by its offset in the pushbuffer */
static void rig_overwrite(Rig *rig, uint32_t offset, uint32_t word)
{
    if (rig->fermi) {
        qtest_writel(rig->nv->qts, rig->fermi->push + offset, word);
    } else {
        nv_buf_wr32(rig->chan->push, offset, word);
    }
}

static uint32_t rig_cur(const Rig *rig)
{
    return rig->fermi ? rig->fermi->cur : rig->chan->cur;
}

/* --- Drivers that do it right ----------------------------------------- */

static void silent_channels(NVDev *nv)
{
    Rig rig = rig_new(nv, CHID), other = rig_new(nv, OTHER);

    for (unsigned i = 1; i < 20; i++) {
        rig_run_ref(&rig, i);
        rig_run_ref(&other, 0x100 + i);
    }
    rig_free(&rig);
    rig_free(&other);
    rig = rig_new(nv, CHID);
    rig_run_ref(&rig, 0x1234);
    rig_free(&rig);
    assert_silent(nv);
}

static void turned_off(NVDev *nv)
{
    nv_wr32(nv, A_NV_PFIFO_RAMHT, nv_rd32(nv, A_NV_PFIFO_RAMHT));
    assert_silent(nv);
}

/* --- Registers and saved states --------------------------------------- */

static void registers(NVDev *nv)
{
    uint32_t ramht = nv_rd32(nv, A_NV_PFIFO_RAMHT);

    nv_fifo_pause(nv);
    nv_wr32(nv, A_NV_PFIFO_CACHE1_PUSH0, 0);
    nv_wr32(nv, A_NV_PFIFO_RAMHT, ramht);
    nv_wr32(nv, A_NV_PFIFO_CACHE1_PUSH0, 1);
    nv_fifo_start(nv);
    assert_silent(nv);
    nv_wr32(nv, A_NV_PFIFO_RAMHT, ramht);
    nv_wr32(nv, A_NV_PFIFO_RAMHT, ramht);
    assert_found(nv, "register-while-running register=0x002210 "
                 "value=0x%" PRIx32 " times=2 ", ramht);
}

static void cache1(NVDev *nv)
{
    Rig rig = rig_new(nv, CHID);
    uint32_t get;

    rig_run_ref(&rig, 1);
    get = nv_rd32(nv, A_NV_PFIFO_CACHE1_DMA_GET);
    nv_wr32(nv, A_NV_PFIFO_CACHE1_DMA_PUSH, 0);
    nv_wr32(nv, A_NV_PFIFO_CACHE1_DMA_GET, get);
    nv_wr32(nv, A_NV_PFIFO_CACHE1_DMA_PUSH, 1);
    assert_silent(nv);
    nv_wr32(nv, A_NV_PFIFO_CACHE1_DMA_GET, get);
    assert_found(nv, "register-while-running register=0x003244 "
                 "value=0x%" PRIx32 " times=1 ", get);
    rig_free(&rig);
}

static void pbdma(NVDev *nv)
{
    Rig rig = rig_new(nv, CHID);
    unsigned id = 0;
    uint32_t addr, get;

    rig_run_ref(&rig, 1);
    while (nv_rd32(nv, PBDMA(CHANNEL) + id * PBDMA_STRIDE) !=
           (R_NV_PBDMA_CHANNEL_ACTIVE_MASK | CHID) && id < 3) {
        id++;
    }
    addr = PBDMA(GP_GET) + id * PBDMA_STRIDE;
    get = nv_rd32(nv, addr);
    assert_silent(nv);
    nv_wr32(nv, addr, get);
    assert_found(nv, "register-while-running register=0x%06" PRIx32
                 " value=0x%" PRIx32 " times=1 ", addr, get);
    rig_free(&rig);
}

static void saved_wr32(Rig *rig, uint32_t val)
{
    if (rig->fermi) {
        nv_phys_wr32(rig->nv, rig->fermi->block, val);
    } else {
        nv_inst_wr32(rig->nv, nv_ramfc(rig->chan, 0), val);
    }
}

/* It is written before it has a turn, and once it has none any more. */
static void saved_states(NVDev *nv)
{
    Rig rig = rig_new(nv, CHID), other = rig_new(nv, OTHER);

    rig_run_ref(&rig, 1);
    rig_run_ref(&other, 1);
    rig_fini(&other);
    saved_wr32(&other, 0);
    assert_silent(nv);
    saved_wr32(&rig, 0);
    assert_found(nv, "state-overwritten channel=2 address=0x");
}

/* --- What has been submitted ------------------------------------------ */

static void overwritten_pushbuffer(NVDev *nv)
{
    Rig rig = rig_new(nv, CHID);
    uint32_t at;

    rig_run_ref(&rig, 1);
    stand_still(nv);
    rig_push_ref(&rig, 2);
    at = rig_cur(&rig);
    rig_push_ref(&rig, 3);
    rig_kick(&rig);
    nv_go_on(nv);
    nv_poll(rig_ref(&rig) == 3);
    assert_silent(nv);

    stand_still(nv);
    at = rig_cur(&rig) + 4;
    rig_push_ref(&rig, 4);
    rig_kick(&rig);
    rig_overwrite(&rig, at, 5);
    nv_go_on(nv);
    nv_poll(rig_ref(&rig) == 5);
    assert_found(nv, "pushbuffer-overwritten channel=2 address=0x");
    rig_free(&rig);
}

/* What the card has read is the driver's again. */
static void reused_pushbuffer(NVDev *nv)
{
    Rig rig = rig_new(nv, CHID);
    uint32_t at = rig_cur(&rig);

    rig_push_ref(&rig, 1);
    rig_run_ref(&rig, 2);
    if (rig.chan) {
        nv_push_jump(rig.chan, at);
    } else {
        rig.fermi->cur = rig.fermi->kicked = at;
    }
    rig_run_ref(&rig, 3);
    assert_silent(nv);
    rig_free(&rig);
}

static void overwritten_entry(NVDev *nv)
{
    Rig rig = rig_new(nv, CHID);
    uint32_t number, words;
    uint64_t at;

    rig_run_ref(&rig, 1);
    number = rig.fermi->gp_put;
    at = rig.fermi->gp + number * 8 + 4;
    stand_still(nv);
    rig_push_ref(&rig, 2);
    rig_push_ref(&rig, 3);
    rig_kick(&rig);
    words = qtest_readl(nv->qts, at);
    /* One reference less */
    qtest_writel(nv->qts, at, words - (2 << 10));
    nv_go_on(nv);
    nv_poll(rig_ref(&rig) == 2);
    assert_found(nv, "entry-overwritten channel=2 entry=%u ", number);
    rig_free(&rig);
}

static void overwritten_ib_entry(NVDev *nv)
{
    NVChan *chan = nv_ib_chan_new(nv, CHID, NV_IN_RAM, NV_IB_ORDER);
    uint32_t at;

    nv_push_ref(chan, 1);
    nv_kick(chan);
    nv_poll(nv_user_ref(chan) == 1);
    assert_silent(nv);
    stand_still(nv);
    at = nv_ib_entry_at(chan, chan->ib_put) + 4;
    nv_push_ref(chan, 2);
    nv_push_ref(chan, 3);
    nv_kick(chan);
    nv_buf_wr32(chan->push, at, nv_buf_rd32(chan->push, at) - (2 << 10));
    nv_go_on(nv);
    nv_poll(nv_user_ref(chan) == 2);
    assert_found(nv, "entry-overwritten channel=2 entry=1 ");
    nv_chan_fini(chan);
    nv_chan_free(chan);
}

static void put_beyond(NVDev *nv)
{
    Rig rig = rig_new(nv, CHID);

    rig_run_ref(&rig, 1);
    stand_still(nv);
    if (rig.fermi) {
        nv_vram_wr32(nv, CHID * NV_USERD_SIZE + A_NV_USERD_GP_PUT, 0x10000);
        assert_found(nv, "put-beyond channel=2 put=0x10000 end=0x");
    } else {
        nv_user_wr32(rig.chan, A_NV_USER_DMA_PUT, NV_PUSH_SIZE + 4);
        assert_found(nv, "put-beyond channel=2 put=0x10004 end=0x10000 ");
    }
}

/* --- Interrupts ------------------------------------------------------- */

static void unread_pusher(NVDev *nv)
{
    Rig rig = rig_new(nv, CHID);

    rig_run_ref(&rig, 1);
    nv_push(rig.chan, 0xe0000000);
    nv_kick(rig.chan);
    nv_poll(nv_field(nv, NV_PFIFO_INTR, DMA_PUSHER));
    nv_handle_all(nv);
    assert_silent(nv);
    nv_push(rig.chan, 0xe0000000);
    nv_kick(rig.chan);
    nv_poll(nv_field(nv, NV_PFIFO_INTR, DMA_PUSHER));
    nv_wr32(nv, A_NV_PFIFO_INTR, R_NV_PFIFO_INTR_DMA_PUSHER_MASK);
    assert_found(nv, "interrupt-unread register=0x002100 bits=0x00001000 "
                 "times=1 ");
}

static void unread_pbdma(NVDev *nv)
{
    Rig rig = rig_new(nv, CHID);
    uint32_t intr;
    unsigned id;

    for (unsigned times = 0; times < 2; times++) {
        /* No command */
        nv_fermi_push(rig.fermi, 0xc0000000);
        nv_fermi_kick(rig.fermi);
        nv_poll(nv_rd32(nv, A_NVC0_PFIFO_INTR_PBDMAS));
        id = ctz32(nv_rd32(nv, A_NVC0_PFIFO_INTR_PBDMAS));
        if (!times) {
            nv_rd32(nv, PBDMA(METHOD0) + id * PBDMA_STRIDE);
        }
        intr = nv_rd32(nv, PBDMA(INTR_0) + id * PBDMA_STRIDE);
        nv_wr32(nv, PBDMA(PB_HEADER) + id * PBDMA_STRIDE, 0);
        nv_wr32(nv, PBDMA(INTR_0) + id * PBDMA_STRIDE, intr);
        if (!times) {
            assert_silent(nv);
        }
    }
    assert_found(nv, "interrupt-unread register=0x%06x bits=0x%08" PRIx32,
                 PBDMA(INTR_0) + id * PBDMA_STRIDE, intr);
}

static void polled(NVDev *nv)
{
    Rig rig = rig_new(nv, CHID);

    rig_run_ref(&rig, 1);
    rig_run_ref(&rig, 2);
    assert_silent(nv);
    for (unsigned i = 0; i < 20; i++) {
        rig_ref(&rig);
    }
    rig_run_ref(&rig, 3);
    if (nv_is_fermi(nv)) {
        assert_found(nv, "fence-polled bar=1 ");
    } else {
        assert_found(nv, "fence-polled channel=2 bar=0 ");
    }
    rig_free(&rig);
}

/* --- Memory ----------------------------------------------------------- */

static void unflushed_page(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_GART);
    NVBuf *push = chan->push;
    uint64_t page = nv_ram_alloc(nv, 4096), other = nv_ram_alloc(nv, 4096);

    nv_push_ref(chan, 1);
    nv_kick(chan);
    nv_poll(nv_user_ref(chan) == 1);
    assert_silent(nv);
    for (unsigned i = 0; i < 2; i++) {
        push->pages[0] = i ? other : page;
        nv_vm_set(nv, nv->tesla->table, push->va, NV_VM_SMALL,
                  push->pages[0] | NV_VM_PRESENT | NV_VM_SYSRAM);
        if (!i) {
            nv_wr32(nv, A_NV_PFB_MMU_TLB_FLUSH, 5 << 16 | 1);
        }
        nv_push_ref(chan, 2 + i);
        nv_kick(chan);
        nv_poll(nv_user_ref(chan) == 2 + i);
        if (!i) {
            assert_silent(nv);
        }
    }
    assert_found(nv, "page-unflushed address=0x%" PRIx64 " ", push->va);
}

static void unflushed_fermi_page(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, CHID);
    uint32_t one, two, pte;
    uint64_t va = nv_fermi_buffer(chan, 4096, &one);

    two = nv_vram_alloc(nv, 4096);
    pte = nv_phys_rd32(nv, chan->pd + (va >> 27) * 8 + 4) >> 4 << 12;
    pte += extract64(va, 12, 15) * 8;
    nv_fermi_release(chan, va, 1);
    nv_fermi_run(chan);
    nv_poll(nv_phys_rd32(nv, one) == 1);
    nv_fermi_map(nv, chan->pd, va, two, 4096, NV_FERMI_VRAM);
    nv_fermi_flush(nv, chan->pd);
    nv_fermi_release(chan, va, 2);
    nv_fermi_run(chan);
    nv_poll(nv_phys_rd32(nv, two) == 2);
    assert_silent(nv);
    nv_phys_wr32(nv, pte, one >> 8 | 1);
    nv_fermi_release(chan, va, 3);
    nv_fermi_run(chan);
    nv_poll(nv_phys_rd32(nv, one) == 3);
    assert_found(nv, "page-unflushed address=0x%" PRIx64 " table=0x%" PRIx32
                 " page=vram:0x%" PRIx32 " was=vram:0x%" PRIx32 " times=1 ",
                 va, chan->pd, one, two);
}

/* What nothing has told the driver counts as going on, done or not. */
static void read_in_flight(NVDev *nv)
{
    const NVM2MFCopy copy = {
        .in = { .pitch = 256 }, .out = { .pitch = 256 },
        .length = 256, .lines = 16, .format = 0x101,
    };
    uint64_t copied;
    uint32_t at;
    NVM2MF m;

    nv_m2mf_new(&m, nv, NV_IN_VRAM, NV_IN_VRAM, 2 * MiB);
    nv_m2mf_push(&m, &copy);
    nv_push_ref(m.chan, 1);
    nv_kick(m.chan);
    nv_poll(nv_user_ref(m.chan) == 1);
    at = m.out->base;
    nv_vram_rd32(nv, at);
    assert_silent(nv);
    copied = nv_statistic(nv, "bytes-copied");
    nv_m2mf_push(&m, &copy);
    nv_kick(m.chan);
    nv_poll(nv_statistic(nv, "bytes-copied") ==
            copied + copy.length * copy.lines);
    nv_vram_rd32(nv, at);
    assert_found(nv, "read-in-flight channel=1 bar=1 address=0x%" PRIx32
                 " vram=0x%" PRIx32 " times=1 ", at, at);
    nv_m2mf_free(&m);
}

static void astray(NVDev *nv)
{
    const NVM2MFCopy copy = {
        .in = { .pitch = 256 }, .out = { .offset = 0x100000, .pitch = 256 },
        .length = 256, .lines = 1, .format = 0x101,
    };
    NVM2MF m;

    nv_m2mf_new(&m, nv, NV_IN_RAM, NV_IN_VRAM, 8192);
    assert_silent(nv);
    nv_m2mf_launch(&m, &copy);
    nv_kick(m.chan);
    nv_poll(nv_rd32(nv, A_NV_PGRAPH_INTR));
    assert_found(nv, "access-astray channel=1 address=0x");
    nv_m2mf_free(&m);
}

static void astray_fermi(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, CHID);

    nv_fermi_release(chan, 0xdead0000, 1);
    nv_fermi_kick(chan);
    nv_poll(nv_rd32(nv, A_NVC0_PFIFO_VM_FAULT_UNITS));
    assert_found(nv, "access-astray channel=2 address=0xdead0000 ");
}

/* --- Objects and channels --------------------------------------------- */

static void freed_object(NVDev *nv)
{
    NVChan *chan = nv_chan_new_objects(nv, CHID);
    uint32_t slot, context;

    slot = nv_ramht_insert(nv, CHID, 0xabcd, NV_ENGINE_SW, NV_SW_INST);
    context = nv_ramht_context(nv, CHID, NV_ENGINE_SW, NV_SW_INST);
    nv_push_object(chan, 1, 0xabcd);
    nv_push_inc(chan, 1, 0x150, 0);
    nv_kick(chan);
    nv_poll((nv_handle_intr(nv), nv->sw_methods->len == 2));
    /* The same again is the same object. */
    nv_ramht_set(nv, slot, 0xabcd, context);
    nv_push_inc(chan, 1, 0x154, 0);
    nv_kick(chan);
    nv_poll((nv_handle_intr(nv), nv->sw_methods->len == 3));
    assert_silent(nv);
    nv_ramht_set(nv, slot, 0, 0);
    nv_push_inc(chan, 1, 0x158, 0);
    nv_kick(chan);
    nv_poll((nv_handle_intr(nv), nv->sw_methods->len == 4));
    assert_found(nv, "object-freed channel=2 subchannel=1 method=0x0158 "
                 "handle=0x0000abcd ");
}

static void freed_channel(NVDev *nv)
{
    Rig rig = rig_new(nv, CHID);
    uint32_t at = nv_is_fermi(nv) ? A_NVC0_PFIFO_CHAN + CHID * 8
                                  : A_NV50_PFIFO_CHAN_TABLE + CHID * 4;

    rig_run_ref(&rig, 1);
    rig_free(&rig);
    assert_silent(nv);
    rig = rig_new(nv, CHID);
    rig_run_ref(&rig, 1);
    nv_wr32(nv, at, 0);
    assert_found(nv, "channel-freed channel=2 register=0x%06" PRIx32
                 " value=0x00000000 ", at);
}

static bool sets_references(const NVCard *card)
{
    return card->features & (NV_CARD_REF | NV_CARD_NVC0);
}

static bool has_channel_table(const NVCard *card)
{
    return card->features & (NV_CARD_NV50 | NV_CARD_NVC0);
}

static const NVTest tests[] = {
    { "judge/silent-channels", "M195", silent_channels, .tesla = true,
      .fermi = true, .applies = sets_references, .props = JUDGE },
    { "judge/turned-off", "M195", turned_off },
    { "judge/registers", "M195", registers, .props = JUDGE },
    { "judge/cache1", "M195", cache1, .tesla = true,
      .applies = sets_references, .lacks = NV_CARD_NVC0, .props = JUDGE },
    { "judge/pbdma", "M195", pbdma, .fermi = true, .needs = NV_CARD_NVC0,
      .props = JUDGE },
    { "judge/saved-states", "M195", saved_states, .tesla = true,
      .fermi = true, .applies = sets_references, .props = JUDGE },
    { "judge/overwritten-pushbuffer", "M195", overwritten_pushbuffer,
      .tesla = true, .fermi = true, .applies = sets_references,
      .props = JUDGE },
    { "judge/reused-pushbuffer", "M195", reused_pushbuffer, .tesla = true,
      .fermi = true, .applies = sets_references, .props = JUDGE },
    { "judge/overwritten-entry", "M195", overwritten_entry, .fermi = true,
      .needs = NV_CARD_NVC0, .props = JUDGE },
    { "judge/overwritten-ib-entry", "M195", overwritten_ib_entry,
      .tesla = true, .needs = NV_CARD_NV50, .lacks = NV_CARD_NVC0,
      .props = JUDGE },
    { "judge/put-beyond", "M195", put_beyond, .tesla = true, .fermi = true,
      .applies = sets_references, .props = JUDGE },
    { "judge/unread-pusher", "M195", unread_pusher, .tesla = true,
      .applies = sets_references, .lacks = NV_CARD_NVC0, .props = JUDGE },
    { "judge/unread-pbdma", "M195", unread_pbdma, .fermi = true,
      .needs = NV_CARD_NVC0, .props = JUDGE },
    { "judge/polled", "M195", polled, .tesla = true, .fermi = true,
      .applies = sets_references, .props = JUDGE },
    { "judge/unflushed-page", "M195", unflushed_page, .tesla = true,
      .needs = NV_CARD_NV50, .lacks = NV_CARD_NVC0, .props = JUDGE },
    { "judge/unflushed-fermi-page", "M195", unflushed_fermi_page,
      .fermi = true, .needs = NV_CARD_NVC0, .props = JUDGE },
    { "judge/read-in-flight", "M195", read_in_flight, .tesla = true,
      .applies = sets_references, .lacks = NV_CARD_NVC0, .props = JUDGE },
    { "judge/astray", "M195", astray, .tesla = true, .lacks = NV_CARD_NVC0,
      .props = JUDGE },
    { "judge/astray-fermi", "M195", astray_fermi, .fermi = true,
      .needs = NV_CARD_NVC0, .props = JUDGE },
    { "judge/freed-object", "M195", freed_object, .props = JUDGE },
    { "judge/freed-channel", "M195", freed_channel, .tesla = true,
      .fermi = true, .applies = has_channel_table, .props = JUDGE },
};

int main(int argc, char **argv)
{
    return nv_test_main_without(argc, argv, tests, ARRAY_SIZE(tests),
                                NV_ONLY_PROBES);
}
