/*
 * Tests of the NVIDIA GPU: registers that are looked at without a trace
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/fifo-regs-nvc0.h"
#include "libnv/nv-debug.h"
#include "libnv/nv-falcon.h"
#include "libnv/nv-report.h"
#include "libnv/nv-screen.h"
#include "libnv/nv-snapshot.h"
#include "libnv/nv-state.h"
#include "libnv/nv-test.h"

/* --- The card's state ------------------------------------------------- */

static void assert_same(GBytes *before, NVDev *nv, const char *what)
{
    g_autoptr(GBytes) now = nv_state_of(nv);

    if (!g_bytes_equal(before, now)) {
        nv_fail("%s changes the card", what);
    }
}

/* --- All registers ---------------------------------------------------- */

/*
 * Time has passed, with vertical blanks that nothing has asked for; falcons'
 * windows advance with each read.
 */
static void make_ready(NVDev *nv)
{
    /* PCOPY, PCE0; PDAEMON; FECS */
    static const uint32_t falcons[] = { NV_PCOPY, NV_PDAEMON, 0x409000 };

    for (unsigned i = 0; i < ARRAY_SIZE(falcons); i++) {
        uint32_t index = falcons[i] + A_NV_FALCON_DATA_INDEX;
        g_autofree char *name = nv_register_name(nv, index);

        if (name && strstr(name, "NV_FALCON_DATA_INDEX")) {
            nv_wr32(nv, index, R_NV_FALCON_CODE_INDEX_READ_AUTOINCR_MASK);
        }
    }
    nv_clock_step(nv, 1000 * 1000 * 1000);
}

/* "interrupts" looks at each of them to find pending ones. */
static void all_at_once(NVDev *nv)
{
    g_autoptr(GBytes) before = NULL;

    make_ready(nv);
    before = nv_state_of(nv);
    qobject_unref(nv_query(nv, "interrupts", NULL));
    assert_same(before, nv, "looking at all registers");
}

static QDict *register_args(uint32_t addr)
{
    return nv_args("{ 'address': %u }", addr);
}

/* The guest then reads what was shown, at the same time. */
static void as_the_guest_reads(NVDev *nv)
{
    g_autoptr(NvNames) names = nv_names(nv);
    unsigned told = 0;

    make_ready(nv);
    for (NvRegisterNameList *l = names->registers; l; l = l->next) {
        uint32_t addr = l->value->address, val;
        QObject *answer = nv_query(nv, "register", register_args(addr));
        QDict *view = qobject_to(QDict, answer);

        if (qdict_haskey(view, "value")) {
            told++;
            val = nv_rd32(nv, addr);
            if (qdict_get_int(view, "value") != val) {
                nv_fail("the guest reads 0x%08x at 0x%06x", val, addr);
            }
        }
        qobject_unref(answer);
    }
    g_assert_cmpuint(told, >, 100);
}

/* How many there are of a few registers, 0: any number, or none */
static unsigned count_of(const NVCard *card, const char *name)
{
    return g_str_equal(name, "NV50_PFIFO_CHAN_TABLE") ||
           g_str_equal(name, "NVC0_PFIFO_CHAN") ? card->channels
         : g_str_equal(name, "NV_PDISPLAY_CLOCK_SOR") ? card->sors : 0;
}

/* Registers and methods are words, wherever rows of them begin. */
static void names_are_of_words(NVDev *nv)
{
    g_autoptr(NvNames) names = nv_names(nv);

    for (NvRegisterNameList *l = names->registers; l; l = l->next) {
        const NvRegisterName *reg = l->value;
        unsigned want = count_of(nv->card, reg->name);

        if (want && (!reg->array || reg->array->count != want)) {
            nv_fail("not %u of %s", want, reg->name);
        }
        if (reg->address % 4 || (reg->array && reg->array->stride % 4)) {
            nv_fail("%s at 0x%06x", reg->name, reg->address);
        }
    }
    for (NvMethodNameList *l = names->methods; l; l = l->next) {
        const NvMethodName *method = l->value;

        if (method->method % 4 || method->stride % 4) {
            nv_fail("class 0x%04x %s at 0x%04x", method->q_class,
                    method->name, method->method);
        }
    }
}

/* --- Those that act --------------------------------------------------- */

/* Each read of the register takes a token. */
static void takes_nothing_away(NVDev *nv)
{
    uint32_t alloc = NV_PDAEMON + A_NV_PDAEMON_TOKEN_ALLOC;
    uint32_t first = nv_rd32(nv, alloc);

    nv_shows(nv, "register", register_args(alloc), "{ 'address': %u,"
             " 'name': 'NV_PDAEMON_TOKEN_ALLOC', 'value': null }", alloc);
    nv_assert_hex(nv_rd32(nv, alloc), first + 1);
}

/* The index stays where it is. */
static void does_not_advance(NVDev *nv)
{
    static const uint32_t words[] = { 0x11111111, 0x22222222 };
    uint32_t index = NV_PDAEMON + A_NV_FALCON_DATA_INDEX;
    uint32_t data = NV_PDAEMON + A_NV_FALCON_DATA;

    nv_falcon_data(nv, NV_PDAEMON, 0x100, words, 2);
    nv_wr32(nv, index, R_NV_FALCON_CODE_INDEX_READ_AUTOINCR_MASK | 0x100);
    nv_shows(nv, "register", register_args(data), "{ 'value': null }");
    nv_assert_hex(nv_rd32(nv, data), 0x11111111);
    nv_shows(nv, "register", register_args(data), "{ 'value': null }");
    nv_assert_hex(nv_rd32(nv, data), 0x22222222);
}

/* A pending blank is shown, and remains to be noticed. */
static void notices_nothing(NVDev *nv)
{
    g_autoptr(GBytes) before = NULL;

    nv_wr32(nv, A_NV_PCRTC_INTR, 1);
    nv_shows(nv, "register", register_args(A_NV_PCRTC_INTR),
             "{ 'address': %u, 'name': 'NV_PCRTC_INTR', 'value': 0 }",
             A_NV_PCRTC_INTR);
    nv_clock_step(nv, 100 * 1000 * 1000);
    before = nv_state_of(nv);
    nv_shows(nv, "register", register_args(A_NV_PCRTC_INTR),
             "{ 'address': %u, 'name': 'NV_PCRTC_INTR', 'value': 1 }",
             A_NV_PCRTC_INTR);
    assert_same(before, nv, "looking at PCRTC's interrupts");
    nv_assert_hex(nv_rd32(nv, A_NV_PCRTC_INTR), 1);
}

/*
 * A run list that was withheld waits in a new process, which has no fault, and
 * is taken when the guest asks for it.
 */
static void takes_no_run_list(NVDev *nv)
{
    g_autoptr(GBytes) before = NULL;

    nv_inject(nv, "list-hangs");
    nv_clock_step(nv, 1);
    nv_wr32(nv, A_NVC0_PFIFO_RUNLIST_BASE, 0);
    nv_wr32(nv, A_NVC0_PFIFO_RUNLIST, 0);
    nv_migrate(nv);
    before = nv_state_of(nv);
    nv_shows(nv, "register", register_args(A_NVC0_PFIFO_RUNLIST_CUR),
             "{ 'name': 'NVC0_PFIFO_RUNLIST_CUR', 'value': %u }",
             R_NVC0_PFIFO_RUNLIST_UPDATING_MASK);
    assert_same(before, nv, "looking at a run list that waits");
    nv_assert_reg(nv, NVC0_PFIFO_INTR_RUNLIST, 0);
    nv_assert_reg(nv, NVC0_PFIFO_RUNLIST_CUR, 0);
    nv_assert_reg(nv, NVC0_PFIFO_INTR_RUNLIST,
                  R_NVC0_PFIFO_INTR_RUNLIST_DONE_MASK);
}

/* --- What isn't a register's row -------------------------------------- */

static void elsewhere(NVDev *nv)
{
    /* It isn't modelled. */
    nv_wr32(nv, 0x0070f0, 0x12345678);
    nv_shows(nv, "register", register_args(0x0070f0), "{ 'address': %u,"
             " 'name': null, 'value': %u }", 0x0070f0, 0x12345678);
    nv_query_is_wrong(nv, "register", register_args(0x700000), "in a window");
    nv_query_is_wrong(nv, "register", register_args(2), "multiples of 4");
    nv_query_is_wrong(nv, "register", register_args(0x1000000),
                      "below 0x1000000");
    nv_query_is_wrong(nv, "register", nv_args("{ 'address': 'PMC_BOOT_0' }"),
                      "'address'");
}

#define ALL .tesla = true, .fermi = true

static const NVTest tests[] = {
    { "inspect/all-registers-at-once", "introspection", all_at_once, ALL },
    { "inspect/as-the-guest-reads", "introspection", as_the_guest_reads, ALL,
      .slow = true },
    { "inspect/names-are-of-words", "introspection", names_are_of_words, ALL },
    { "inspect/takes-nothing-away", "introspection", takes_nothing_away, ALL,
      .needs = NV_CARD_PDAEMON },
    { "inspect/does-not-advance", "introspection", does_not_advance, ALL,
      .needs = NV_CARD_PDAEMON },
    { "inspect/notices-nothing", "introspection", notices_nothing },
    { "inspect/takes-no-run-list", "introspection", takes_no_run_list,
      .fermi = true, .needs = NV_CARD_NVC0, .slow = true },
    { "inspect/elsewhere", "introspection", elsewhere, ALL },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}
