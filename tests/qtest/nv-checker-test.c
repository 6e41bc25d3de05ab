/*
 * Tests of the NVIDIA GPU: the checker of drivers
 *
 * For each rule, a driver that breaks it is reported once, at the right place,
 * and one that does the same correctly isn't.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/bus-regs.h"
#include "hw/nv/fifo-regs-nvc0.h"
#include "hw/nv/graph-regs.h"
#include "libnv/nv-checker.h"
#include "libnv/nv-debug.h"
#include "libnv/nv-driver.h"
#include "libnv/nv-graph.h"
#include "libnv/nv-m2mf.h"
#include "libnv/nv-report.h"
#include "libnv/nv-snapshot.h"
#include "libnv/nv-tesla.h"
#include "libnv/nv-test.h"

#define CHID 2
#define OTHER (CHID + 1)
#define PBDMA_STRIDE 0x2000
#define PBDMA(_reg) (0x040000 + A_NV_PBDMA_ ## _reg)

/* --- Drivers that do it right ----------------------------------------- */

static void silent_channels(NVDev *nv)
{
    NVEither c = nv_either_new(nv, CHID), other = nv_either_new(nv, OTHER);

    for (unsigned i = 1; i < 20; i++) {
        nv_either_run_ref(&c, i);
        nv_either_run_ref(&other, 0x100 + i);
    }
    nv_either_free(&c);
    nv_either_free(&other);
    c = nv_either_new(nv, CHID);
    nv_either_run_ref(&c, 0x1234);
    nv_either_free(&c);
    nv_assert_silent(nv);
}

static void turned_off(NVDev *nv)
{
    nv_wr32(nv, A_NV_PFIFO_RAMHT, nv_rd32(nv, A_NV_PFIFO_RAMHT));
    nv_assert_silent(nv);
}

/* --- Registers and saved states --------------------------------------- */

/**
 * struct Quiet - registers that are to be written while their unit stands
 *
 * @needs, @lacks: of the card
 * @all: all units may use it
 * @on: what has the unit run, bit 0
 * @regs: the registers, up to a 0
 */
typedef struct Quiet {
    uint64_t needs, lacks;
    bool all;
    uint32_t on;
    uint32_t regs[8];
} Quiet;

static const Quiet quiet[] = {
    { .lacks = NV_CARD_NV50, .all = true, .on = A_NV_PFIFO_CACHES,
      .regs = { A_NV_PFIFO_RAMHT, A_NV_PFIFO_RAMFC, A_NV_PFIFO_RAMRO } },
    { .lacks = NV_CARD_NV50, .all = true, .on = A_NV_PFIFO_CACHE1_PUSH0,
      .regs = { A_NV_PFIFO_RAMHT, A_NV_PFIFO_RAMFC, A_NV_PFIFO_RAMRO } },
    { .lacks = NV_CARD_NV50, .all = true, .on = A_NV_PFIFO_CACHE1_PULL0,
      .regs = { A_NV_PFIFO_RAMHT, A_NV_PFIFO_RAMFC, A_NV_PFIFO_RAMRO } },
    { .needs = NV_CARD_NV40, .all = true, .on = A_NV_PFIFO_CACHE1_PUSH0,
      .regs = { A_NV_PFIFO_RAMFC_NV40 } },
    { .on = A_NV_PFIFO_CACHE1_PUSH0,
      .regs = { A_NV_PFIFO_CACHE1_PUSH1, A_NV_PFIFO_CACHE1_PUT } },
    { .on = A_NV_PFIFO_CACHE1_DMA_PUSH,
      .regs = { A_NV_PFIFO_CACHE1_DMA_STATE, A_NV_PFIFO_CACHE1_DMA_INSTANCE,
                A_NV_PFIFO_CACHE1_DMA_CTL, A_NV_PFIFO_CACHE1_DMA_GET,
                A_NV_PFIFO_CACHE1_SUBROUTINE } },
    { .on = A_NV_PFIFO_CACHE1_PULL0,
      .regs = { A_NV_PFIFO_CACHE1_PULL1, A_NV_PFIFO_CACHE1_HASH,
                A_NV_PFIFO_CACHE1_GET, A_NV_PFIFO_CACHE1_ENGINE } },
};

/* The units' enables; the pusher needs PUSH0 as well */
static const uint32_t units[] = {
    A_NV_PFIFO_CACHES, A_NV_PFIFO_CACHE1_PUSH0, A_NV_PFIFO_CACHE1_DMA_PUSH,
    A_NV_PFIFO_CACHE1_PULL0,
};

static void turn_units(NVDev *nv, bool on, uint32_t but)
{
    for (unsigned i = 0; i < ARRAY_SIZE(units); i++) {
        nv_mask(nv, units[i], 1, on ^ (units[i] == but));
    }
}

/* It has its name, if the model knows it: as the debugger says. */
static void assert_register(NVDev *nv, uint32_t reg, uint32_t val,
                            unsigned times)
{
    g_autofree char *known = nv_register_name(nv, reg);
    g_autofree char *name = known ? g_strdup_printf(" name=%s", known)
                                  : g_strdup("");

    nv_assert_found(nv, "register-while-running register=0x%06" PRIx32
                    "%s value=0x%" PRIx32 " times=%u ", reg, name, val,
                    times);
}

static void written_alone(NVDev *nv, const Quiet *q, uint32_t reg)
{
    uint32_t val = nv_rd32(nv, reg);

    /* All other units may run. */
    turn_units(nv, !q->all, q->all ? 0 : q->on);
    nv_wr32(nv, reg, val);
    nv_assert_silent(nv);
    /* All others may be stopped, except what it needs itself. */
    turn_units(nv, false, q->on);
    if (q->on == A_NV_PFIFO_CACHE1_DMA_PUSH) {
        nv_mask(nv, A_NV_PFIFO_CACHE1_PUSH0, 1, 1);
    }
    nv_wr32(nv, reg, val);
    nv_wr32(nv, reg, val);
    assert_register(nv, reg, val, 2);
    nv_checker_anew(nv);
}

static void registers(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);

    nv_push_ref(chan, 1);
    nv_run(chan);
    nv_assert_silent(nv);
    for (unsigned i = 0; i < ARRAY_SIZE(quiet); i++) {
        const Quiet *q = &quiet[i];

        if ((nv->card->features & q->needs) != q->needs ||
            nv->card->features & q->lacks) {
            continue;
        }
        for (const uint32_t *reg = q->regs; *reg; reg++) {
            written_alone(nv, q, *reg);
        }
    }
    nv_chan_free(chan);
}

/* One register of each range; 0 for those that cards before NV10 lack. */
static const uint32_t context_regs[] = {
    A_NV_PGRAPH_CTX_CONTROL, A_NV_PGRAPH_CTX_USER, A_NV_PGRAPH_CTX_CACHE1,
    A_NV_PGRAPH_VTX_X, A_NV_PGRAPH_VALID2, A_NV_PGRAPH_ROP,
    A_NV_PGRAPH_DMA_PITCH, A_NV_PGRAPH_PATTERN_MONO_COLOR, A_NV_PGRAPH_TILE,
    A_NV_PGRAPH_DMA_OFFSET_IN,
};

static void written_while_drawing(NVDev *nv, uint32_t reg)
{
    uint32_t val = nv_rd32(nv, reg);

    nv_wr32(nv, A_NV_PGRAPH_FIFO, 0);
    nv_wr32(nv, reg, val);
    nv_wr32(nv, A_NV_PGRAPH_FIFO, 1);
    nv_assert_silent(nv);
    nv_wr32(nv, reg, val);
    assert_register(nv, reg, val, 1);
    nv_checker_anew(nv);
}

/* In the middle of a long copy, for which the driver hasn't waited */
static void graph(NVDev *nv)
{
    NVM2MF m;

    nv_m2mf_long_prepare(&m, nv);
    nv_graph_kick_a_little(m.chan);
    nv_assert_reg(nv, NV_PGRAPH_STATUS, R_NV_PGRAPH_STATUS_BUSY_MASK);
    nv_assert_silent(nv);
    for (unsigned i = 0; i < ARRAY_SIZE(context_regs); i++) {
        written_while_drawing(nv, nv_graph_addr(nv->card, context_regs[i]));
    }
    if (nv->card->features & NV_CARD_NV40) {
        written_while_drawing(nv, A_NV40_PGRAPH_TILE1);
    }
    /* Interrupt registers aren't part of a context. */
    nv_wr32(nv, A_NV_PGRAPH_INTR, 0);
    nv_wr32(nv, A_NV_PGRAPH_DEBUG_0, 0);
    nv_assert_silent(nv);
    nv_cont(nv);
    nv_graph_idle(nv);
    nv_m2mf_long_check(&m);
    for (unsigned i = 0; i < ARRAY_SIZE(context_regs); i++) {
        uint32_t reg = nv_graph_addr(nv->card, context_regs[i]);

        nv_wr32(nv, reg, nv_rd32(nv, reg));
    }
    nv_assert_silent(nv);
    nv_m2mf_free(&m);
}

/* G86 and others hang; g80-vm.rst, "TLB flushes" */
static void tlb_flush(NVDev *nv)
{
    NVM2MF m;

    nv_m2mf_long_prepare(&m, nv);
    nv_wr32(nv, A_NV_PFB_MMU_TLB_FLUSH, 0 << 16 | 1);
    nv_graph_kick_a_little(m.chan);
    nv_assert_hex(nv_statistic(nv, "bytes-copied") < NV_M2MF_LONG_BYTES, true);
    nv_wr32(nv, A_NV_PFB_MMU_TLB_FLUSH, 5 << 16 | 1);
    nv_wr32(nv, A_NV_PFB_MMU_TLB_FLUSH, 0);
    nv_assert_silent(nv);
    nv_wr32(nv, A_NV_PFB_MMU_TLB_FLUSH, 0 << 16 | 1);
    if (nv->card->features & NV_CARD_NV84) {
        nv_assert_found(nv, "register-while-running register=0x100c80 "
                        "name=NV_PFB_MMU_TLB_FLUSH value=0x1 times=1 ");
    } else {
        nv_assert_silent(nv);
    }
    nv_m2mf_free(&m);
}

static void pbdma(NVDev *nv)
{
    NVEither c = nv_either_new(nv, CHID);
    unsigned id = 0;
    uint32_t addr, get;

    nv_either_run_ref(&c, 1);
    while (nv_rd32(nv, PBDMA(CHANNEL) + id * PBDMA_STRIDE) !=
           (R_NV_PBDMA_CHANNEL_ACTIVE_MASK | CHID) && id < 3) {
        id++;
    }
    addr = PBDMA(GP_GET) + id * PBDMA_STRIDE;
    get = nv_rd32(nv, addr);
    nv_assert_silent(nv);
    nv_wr32(nv, addr, get);
    assert_register(nv, addr, get, 1);
    nv_either_free(&c);
}

static void saved_wr32(NVEither *c, uint32_t offset, uint32_t val)
{
    if (c->fermi) {
        nv_phys_wr32(c->nv, c->fermi->block + offset, val);
    } else {
        nv_inst_wr32(c->nv, nv_ramfc(c->chan, offset), val);
    }
}

/* As far as tests know the contents; an entry may be longer. */
static uint32_t saved_size(NVEither *c)
{
    const NVRamfcLayout *ramfc = c->nv->card->ramfc;

    if (c->fermi) {
        return NV_PBDMA_RAMFC_SIZE;
    }
    if (nv_is_tesla(c->nv)) {
        return NV_TESLA_RAMFC_METHOD_COUNT + 4;
    }
    return MAX(ramfc->pull1, MAX(ramfc->subroutine, ramfc->timeslice)) + 4;
}

/* All of it */
static uint32_t saved_stride(NVEither *c)
{
    return c->fermi || nv_is_tesla(c->nv) ? saved_size(c)
                                          : c->nv->card->ramfc->stride;
}

/*
 * It is written before its first turn and after its last: all of it, including
 * channels whose state is next to that of one that runs.
 */
static void saved_states(NVDev *nv)
{
    NVEither before = nv_either_new(nv, CHID - 1);
    NVEither c = nv_either_new(nv, CHID), behind = nv_either_new(nv, CHID + 1);

    nv_either_run_ref(&before, 1);
    nv_either_run_ref(&behind, 1);
    nv_either_run_ref(&c, 1);
    nv_either_fini(&before);
    nv_either_fini(&behind);
    for (uint32_t offset = 0; offset < saved_stride(&c); offset += 4) {
        saved_wr32(&before, offset, 0);
        saved_wr32(&behind, offset, 0);
    }
    nv_assert_silent(nv);
    nv_stand_still(nv);
    for (uint32_t offset = 0; offset < saved_size(&c); offset += 4) {
        g_autofree char *findings = NULL;
        g_autofree char *want = g_strdup_printf(" offset=0x%" PRIx32
                                                " value=0x0 times=1 ", offset);

        saved_wr32(&c, offset, 0);
        nv_assert_found(nv, "state-overwritten channel=2 address=0x");
        findings = nv_findings_text(nv);
        if (!strstr(findings, want)) {
            nv_fail("%s lacks%s", findings, want);
        }
        nv_checker_anew(nv);
    }
}

/* --- What has been submitted ------------------------------------------ */

static void overwritten_pushbuffer(NVDev *nv)
{
    NVEither c = nv_either_new(nv, CHID);
    uint32_t at;

    nv_either_run_ref(&c, 1);
    nv_stand_still(nv);
    nv_either_ref(&c, 2);
    nv_either_ref(&c, 3);
    nv_either_kick(&c);
    nv_go_on(nv);
    nv_poll(nv_either_user_ref(&c) == 3);
    nv_assert_silent(nv);

    nv_stand_still(nv);
    at = nv_either_cur(&c) + 4;
    nv_either_ref(&c, 4);
    nv_either_kick(&c);
    nv_either_wr32(&c, at, 5);
    nv_go_on(nv);
    nv_poll(nv_either_user_ref(&c) == 5);
    nv_assert_found(nv, "pushbuffer-overwritten channel=2 address=0x");
    nv_either_free(&c);
}

/* The driver owns what the card has read. */
static void reused_pushbuffer(NVDev *nv)
{
    NVEither c = nv_either_new(nv, CHID);
    uint32_t at = nv_either_cur(&c);

    nv_either_ref(&c, 1);
    nv_either_run_ref(&c, 2);
    if (c.chan) {
        nv_push_jump(c.chan, at);
    } else {
        c.fermi->cur = c.fermi->kicked = at;
    }
    nv_either_run_ref(&c, 3);
    nv_assert_silent(nv);
    nv_either_free(&c);
}

static void overwritten_entry(NVDev *nv)
{
    NVEither c = nv_either_new(nv, CHID);
    uint32_t number, words;
    uint64_t at;

    nv_either_run_ref(&c, 1);
    number = c.fermi->gp_put;
    at = c.fermi->gp + number * 8 + 4;
    nv_stand_still(nv);
    nv_either_ref(&c, 2);
    nv_either_ref(&c, 3);
    nv_either_kick(&c);
    words = qtest_readl(nv->qts, at);
    /* One reference fewer */
    qtest_writel(nv->qts, at, words - (2 << 10));
    nv_go_on(nv);
    nv_poll(nv_either_user_ref(&c) == 2);
    nv_assert_found(nv, "entry-overwritten channel=2 entry=%u ", number);
    nv_either_free(&c);
}

static void overwritten_ib_entry(NVDev *nv)
{
    NVChan *chan = nv_ib_chan_new(nv, CHID, NV_IN_RAM, NV_IB_ORDER);
    uint32_t at;

    nv_push_ref(chan, 1);
    nv_kick(chan);
    nv_poll(nv_user_ref(chan) == 1);
    nv_assert_silent(nv);
    nv_stand_still(nv);
    at = nv_ib_entry_at(chan, chan->ib_put) + 4;
    nv_push_ref(chan, 2);
    nv_push_ref(chan, 3);
    nv_kick(chan);
    nv_buf_wr32(chan->push, at, nv_buf_rd32(chan->push, at) - (2 << 10));
    nv_go_on(nv);
    nv_poll(nv_user_ref(chan) == 2);
    nv_assert_found(nv, "entry-overwritten channel=2 entry=1 ");
    nv_chan_fini(chan);
    nv_chan_free(chan);
}

static void put_beyond(NVDev *nv)
{
    NVEither c = nv_either_new(nv, CHID);

    nv_either_run_ref(&c, 1);
    nv_stand_still(nv);
    if (c.fermi) {
        nv_vram_wr32(nv, CHID * NV_USERD_SIZE + A_NV_USERD_GP_PUT, 0x10000);
        nv_assert_found(nv, "put-beyond channel=2 name=NV_USERD_GP_PUT "
                        "put=0x10000 end=0x");
    } else {
        nv_user_wr32(c.chan, A_NV_USER_DMA_PUT, NV_PUSH_SIZE + 4);
        nv_assert_found(nv, "put-beyond channel=2 name=NV_USER_DMA_PUT "
                        "put=0x10004 end=0x10000 ");
    }
}

static void ib_put_beyond(NVDev *nv)
{
    NVChan *chan = nv_ib_chan_new(nv, CHID, NV_IN_RAM, NV_IB_ORDER);
    const unsigned entries = 1 << NV_IB_ORDER;

    nv_push_ref(chan, 1);
    nv_kick(chan);
    nv_poll(nv_user_ref(chan) == 1);
    nv_stand_still(nv);
    nv_user_wr32(chan, A_NV50_USER_IB_PUT, entries - 1);
    nv_assert_silent(nv);
    nv_user_wr32(chan, A_NV50_USER_IB_PUT, entries);
    nv_assert_found(nv, "put-beyond channel=2 name=NV50_USER_IB_PUT "
                    "put=0x%x end=0x%x ", entries, entries - 1);
    nv_chan_free(chan);
}

/* --- Objects and channels --------------------------------------------- */

static void ramht_set(NVDev *nv, uint32_t slot, uint32_t handle,
                      uint32_t context)
{
    if (nv_is_tesla(nv)) {
        uint32_t entry = nv_tesla_ramht(nv, CHID) + slot * 8;

        nv_phys_wr32(nv, entry, handle);
        nv_phys_wr32(nv, entry + 4, context);
    } else {
        nv_ramht_set(nv, slot, handle, context);
    }
}

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
    /* The same contents are the same object. */
    ramht_set(nv, slot, 0xabcd, context);
    nv_push_inc(chan, 1, 0x154, 0);
    nv_kick(chan);
    nv_poll((nv_handle_intr(nv), nv->sw_methods->len == 3));
    nv_assert_silent(nv);
    ramht_set(nv, slot, 0, 0);
    nv_push_inc(chan, 1, 0x158, 0);
    nv_kick(chan);
    nv_poll((nv_handle_intr(nv), nv->sw_methods->len == 4));
    nv_assert_found(nv, "object-freed channel=2 subchannel=1 method=0x0158 "
                 "handle=0x0000abcd ");
}

static void freed_channel(NVDev *nv)
{
    NVEither c = nv_either_new(nv, CHID);
    uint32_t at = nv_is_fermi(nv) ? A_NVC0_PFIFO_CHAN + CHID * 8
                                  : A_NV50_PFIFO_CHAN_TABLE + CHID * 4;

    nv_either_run_ref(&c, 1);
    nv_either_free(&c);
    nv_assert_silent(nv);
    c = nv_either_new(nv, CHID);
    nv_either_run_ref(&c, 1);
    nv_wr32(nv, at, 0);
    nv_assert_found(nv, "channel-freed channel=2 register=0x%06" PRIx32
                    " name=%s[2] value=0x00000000 ", at,
                    nv_is_fermi(nv) ? "NVC0_PFIFO_CHAN"
                                    : "NV50_PFIFO_CHAN_TABLE");
}

static bool has_channel_table(const NVCard *card)
{
    return card->features & (NV_CARD_NV50 | NV_CARD_NVC0);
}

#define CHECKED(_name, _fn, ...) \
    { "checker/" _name, "introspection", _fn, .props = NV_CHECKER_ON, \
      __VA_ARGS__ }
#define TESLA .tesla = true
#define FERMI .fermi = true, .needs = NV_CARD_NVC0
#define ANY .tesla = true, .fermi = true

static const NVTest tests[] = {
    CHECKED("silent-channels", silent_channels, ANY,
            .applies = nv_sets_references),
    { "checker/turned-off", "introspection", turned_off },
    CHECKED("registers", registers, TESLA, .applies = nv_sets_references),
    CHECKED("graph", graph),
    CHECKED("tlb-flush", tlb_flush, TESLA, .needs = NV_CARD_NV50),
    CHECKED("pbdma", pbdma, FERMI),
    CHECKED("saved-states", saved_states, ANY, .applies = nv_sets_references),
    CHECKED("overwritten-pushbuffer", overwritten_pushbuffer, ANY,
            .applies = nv_sets_references),
    CHECKED("reused-pushbuffer", reused_pushbuffer, ANY,
            .applies = nv_sets_references),
    CHECKED("overwritten-entry", overwritten_entry, FERMI),
    CHECKED("overwritten-ib-entry", overwritten_ib_entry, TESLA,
            .needs = NV_CARD_NV50),
    CHECKED("put-beyond", put_beyond, ANY, .applies = nv_sets_references),
    CHECKED("ib-put-beyond", ib_put_beyond, TESLA, .needs = NV_CARD_NV50),
    CHECKED("freed-object", freed_object, TESLA),
    CHECKED("freed-channel", freed_channel, ANY,
            .applies = has_channel_table),
};

int main(int argc, char **argv)
{
    return nv_test_main_by_family(argc, argv, tests, ARRAY_SIZE(tests));
}
