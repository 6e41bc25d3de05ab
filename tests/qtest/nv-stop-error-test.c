/*
 * Tests of the NVIDIA GPU: breakpoints at errors
 *
 * Each unit's error says which channel, subchannel, class and method it is
 * about, with its data and the place, as far as there are such.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "libnv/nv-debug.h"
#include "libnv/nv-driver.h"
#include "libnv/nv-either.h"
#include "libnv/nv-evo.h"
#include "libnv/nv-falcon.h"
#include "libnv/nv-fermi-graph.h"
#include "libnv/nv-m2mf.h"
#include "libnv/nv-semaphore.h"
#include "libnv/nv-tesla.h"
#include "libnv/nv-test.h"

#define CHID 2
#define OTHER 3

#define stopped_at(_nv, ...)                                                \
    do {                                                                    \
        g_autofree char *_words = g_strdup_printf(__VA_ARGS__);             \
        nv_stopped_at(_nv, _words);                                         \
    } while (0)

/* --- PFIFO and PGRAPH ------------------------------------------------- */

/* An interrupt that the driver has requested, and one that it hasn't */
static void at_an_error(NVDev *nv)
{
    NVChan *chan = nv_chan_new_objects(nv, CHID);

    nv_break(nv, "3 error what=NO_HASH");
    nv_push_object(chan, 5, NV_HANDLE_SOFTWARE);
    nv_kick(chan);
    nv_poll(nv_rd32(nv, A_NV_PFIFO_INTR));
    g_assert_false(nv_is_stopped(nv));
    nv_handle_all(nv);
    nv_push_object(chan, 6, 0xdead0001);
    nv_kick(chan);
    nv_stopped_at(nv, "breakpoint=3 kind=error channel=2 what=NO_HASH "
                  "subchannel=6 method=0x0000 data=0xdead0001");
    nv_go_on(nv);
    nv_chan_fini(chan);
    nv_chan_free(chan);
}

/* The word that is wrong, wherever GET is */
static void at_a_wrong_word(NVChan *chan, NVPusherError error, uint32_t command,
                            uint32_t at)
{
    static const char *const names[] = {
        [NV_PUSHER_INVALID_MTHD] = "INVALID_MTHD",
        [NV_PUSHER_RET_SUBR_INACTIVE] = "RET_SUBR_INACTIVE",
        [NV_PUSHER_INVALID_CMD] = "INVALID_CMD",
    };
    g_autofree char *breakpoint = g_strdup_printf("%u error what=%s", error,
                                                  names[error]);

    nv_break(chan->nv, breakpoint);
    nv_kick(chan);
    stopped_at(chan->nv, "breakpoint=%u kind=error channel=2 what=%s "
               "data=0x%08x address=0x%08x", error, names[error], command, at);
    nv_go_on(chan->nv);
    nv_assert_pusher_recovers(chan, error,
                              nv_rd32(chan->nv, A_NV_PFIFO_CACHE1_DMA_GET));
}

static void at_an_error_of_the_pusher(NVDev *nv)
{
    static const uint32_t no_command = 0xe0000000;
    uint32_t no_method = NV_CMD_INC(0, 0x0004, 1);
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);

    nv_break(nv, "1 error what=NO_HASH");
    nv_push_ref(chan, 1);
    at_a_wrong_word(chan, NV_PUSHER_INVALID_CMD, no_command,
                    nv_push(chan, no_command));
    nv_push(chan, no_method);
    at_a_wrong_word(chan, NV_PUSHER_INVALID_MTHD, no_method,
                    nv_push(chan, 0xdada));
    if (nv->card->features & NV_CARD_CALL) {
        at_a_wrong_word(chan, NV_PUSHER_RET_SUBR_INACTIVE, NV_CMD_RETURN,
                        nv_push(chan, NV_CMD_RETURN));
    }
    nv_chan_free(chan);
}

/* In IB mode GET is at the word; an entry has none. */
static void at_an_error_in_ib_mode(NVDev *nv)
{
    NVChan *chan = nv_ib_chan_new(nv, CHID, NV_IN_RAM, NV_IB_ORDER);

    nv_push_ref(chan, 1);
    at_a_wrong_word(chan, NV_PUSHER_INVALID_CMD, NV_CMD_RETURN,
                    nv_push(chan, NV_CMD_RETURN));
    nv_chan_free(chan);
}

static void at_an_error_of_pgraph(NVDev *nv)
{
    NVM2MF m;

    nv_m2mf_new(&m, nv, NV_IN_VRAM, NV_IN_VRAM, 0x1000);
    nv_break(nv, "1 error what=ILLEGAL_MTHD");
    nv_push_inc(m.chan, NV_M2MF_SUBC, NV_M2MF_NOP, 0);
    nv_run(m.chan);
    g_assert_false(nv_is_stopped(nv));
    nv_push_inc(m.chan, NV_M2MF_SUBC, 0x1ff0, 0x12);
    nv_kick(m.chan);
    stopped_at(nv, "breakpoint=1 kind=error channel=%u what=ILLEGAL_MTHD "
               "subchannel=%u class=0x%04x method=0x1ff0 data=0x00000012",
               m.chan->chid, NV_M2MF_SUBC, nv_class_m2mf(nv));
    nv_go_on(nv);
    nv_m2mf_free(&m);
}

/* A copy of two pages, of which the second isn't there; returns where it is. */
static uint64_t copy_from_a_missing_page(NVM2MF *m, NVDev *nv,
                                         const char *breakpoint)
{
    uint64_t missing;

    nv_m2mf_new(m, nv, NV_IN_GART, NV_IN_GART, 8192);
    missing = m->in->va + 4096;
    nv_vm_set(nv, nv->tesla->table, missing, NV_VM_SMALL, 0);
    nv_break(nv, breakpoint);
    nv_m2mf_push(m, &(NVM2MFCopy) {
        .length = 8192, .lines = 1, .format = 0x0101,
    });
    nv_kick(m->chan);
    return missing;
}

/*
 * A page that is missing is the MMU's error and PGRAPH's, of one method: where
 * it is and what for is said of the first, and the card stops for both.
 */
static void at_each_error_of_a_method(NVDev *nv)
{
    NVM2MF m;
    uint64_t missing = copy_from_a_missing_page(&m, nv, "1 error");

    stopped_at(nv, "breakpoint=1 kind=error channel=%u what=PAGE_NOT_PRESENT "
               "subchannel=%u class=0x5039 method=0x0328 data=0x00000000 "
               "access-address=0x%" PRIx64 " access-unit=0x00 "
               "access-name=PGRAPH access-client=0x03 access-slot=0x4 address",
               m.chan->chid, NV_M2MF_SUBC, missing);
    nv_go_on(nv);
    stopped_at(nv, "breakpoint=1 kind=error channel=%u what=TRAP_M2MF "
               "subchannel=%u class=0x5039 method=0x0328 data=0x00000000 "
               "address",
               m.chan->chid, NV_M2MF_SUBC);
    g_assert_true(nv_is_stopped(nv));
    nv_go_on(nv);
    g_assert_false(nv_is_stopped(nv));
    nv_m2mf_free(&m);
}

/* A breakpoint that has gone doesn't stop for what is left of a method. */
static void not_for_what_is_left(NVDev *nv)
{
    NVM2MF m;

    copy_from_a_missing_page(&m, nv, "2 error");
    stopped_at(nv, "breakpoint=2 kind=error channel=%u what=PAGE_NOT_PRESENT",
               m.chan->chid);
    nv_break(nv, "3 flip");
    nv_go_on(nv);
    g_assert_false(nv_is_stopped(nv));
    nv_m2mf_free(&m);
}

/*
 * PFIFO's own methods: what isn't there is the MMU's error, and then PFIFO's.
 */
static void at_a_semaphore(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);
    NVBuf *buf = nv_semaphore_new(chan, NV_IN_GART);

    nv_vm_set(nv, nv->tesla->table, buf->va + 0x2000, NV_VM_SMALL, 0);
    nv_break(nv, "1 error");
    nv_push_inc(chan, 5, NV_MTHD_SEMAPHORE_OFFSET, 0x2010);
    nv_push_inc(chan, 5, NV_MTHD_SEMAPHORE_RELEASE, 1);
    nv_kick(chan);
    stopped_at(nv, "breakpoint=1 kind=error channel=2 what=PAGE_NOT_PRESENT "
               "subchannel=5 method=0x%04x data=0x00000001 "
               "access-address=0x%" PRIx64 " access-unit=0x05 "
               "access-name=PFIFO access-client=0x04 access-slot=0x1",
               NV_MTHD_SEMAPHORE_RELEASE, buf->va + 0x2010);
    nv_go_on(nv);
    stopped_at(nv, "breakpoint=1 kind=error channel=2 what=SEMAPHORE "
               "subchannel=5 method=0x%04x data=0x00000001",
               NV_MTHD_SEMAPHORE_RELEASE);
    nv_go_on(nv);
    g_assert_false(nv_is_stopped(nv));
    nv_chan_fini(chan);
    nv_chan_free(chan);
}

/* Before NV50, an object's limit; the error of PGRAPH follows. */
static void at_an_access(NVDev *nv)
{
    NVM2MF m;

    nv_m2mf_new(&m, nv, NV_IN_VRAM, NV_IN_VRAM, 64);
    nv_break(nv, "1 error");
    nv_m2mf_push(&m, &(NVM2MFCopy) {
        .out.offset = 61, .length = 4, .lines = 1, .format = 0x0101,
    });
    nv_kick(m.chan);
    stopped_at(nv, "breakpoint=1 kind=error channel=%u "
               "what=lies_beyond_the_limit subchannel=%u class=0x0039 "
               "method=0x0328 data=0x00000000 access-address=0x00000040 "
               "access-object=0x%05x", m.chan->chid,
               NV_M2MF_SUBC, m.out->inst);
    nv_go_on(nv);
    stopped_at(nv, "breakpoint=1 kind=error channel=%u what=DMA_W_PROTECTION "
               "subchannel=%u class=0x0039 method=0x0328 data=0x00000000",
               m.chan->chid, NV_M2MF_SUBC);
    nv_go_on(nv);
    g_assert_false(nv_is_stopped(nv));
    nv_m2mf_free(&m);
}

/* --- Fermi ------------------------------------------------------------ */

/* Software's methods are for the driver to execute, and no error. */
static void at_an_error_of_a_pbdma(NVDev *nv)
{
    uint32_t intr = NV_PBDMA_BASE + A_NV_PBDMA_INTR_0;
    NVEither c = nv_either_new(nv, CHID);
    uint64_t at;

    nv_break(nv, "3 error what=PBDMA_METHOD", "4 error what=PBDMA_PBENTRY");
    nv_either_method(&c, 1, NV_MTHD_OBJECT, NV_FERMI_SOFTWARE << 16);
    nv_either_kick(&c);
    nv_poll(nv_rd32(nv, intr) & R_NV_PBDMA_INTR_0_DEVICE_MASK);
    g_assert_false(nv_is_stopped(nv));
    nv_wr32(nv, NV_PBDMA_BASE + A_NV_PBDMA_METHOD0, 0);
    nv_wr32(nv, intr, R_NV_PBDMA_INTR_0_DEVICE_MASK);
    at = NV_FERMI_PUSH_VA + nv_either_method(&c, 1, 0x30, 0xdead0001) + 4;
    nv_either_kick(&c);
    stopped_at(nv, "breakpoint=3 kind=error channel=2 what=PBDMA_METHOD "
               "subchannel=1 method=0x0030 data=0xdead0001 "
               "address=0x%" PRIx64, at);
    nv_go_on(nv);
    nv_wr32(nv, NV_PBDMA_BASE + A_NV_PBDMA_METHOD0, 0);
    nv_wr32(nv, intr, R_NV_PBDMA_INTR_0_METHOD_MASK);
    at = NV_FERMI_PUSH_VA + nv_fermi_push(c.fermi, 0xc0000000);
    nv_either_kick(&c);
    stopped_at(nv, "breakpoint=4 kind=error channel=2 what=PBDMA_PBENTRY "
               "data=0xc0000000 address=0x%" PRIx64, at);
    nv_go_on(nv);
    nv_either_free(&c);
}

/* The MMU's error has the method of PGRAPH's, which adds nothing. */
static void at_a_fault(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_graph_new(nv, CHID);

    nv_fermi_object(chan, 4, 0x9039, NV_FERMI_GR);
    nv_fermi_run(chan);
    nv_break(nv, "1 error");
    nv_fermi_inc(chan, 4, 0x238, 0x1, 0x23456000);
    nv_fermi_inc(chan, 4, 0x30c, 0x1, 0x23456000, 0, 0, 4, 1);
    nv_fermi_inc(chan, 4, 0x300, 0x00100110);
    nv_fermi_kick(chan);
    nv_stopped_at(nv, "breakpoint=1 kind=error channel=2 what=PT_NOT_PRESENT "
                  "subchannel=4 class=0x9039 method=0x0300 data=0x00100110 "
                  "access-address=0x123456000 access-unit=0x00 "
                  "access-name=PGRAPH access-client=0x04 address");
    nv_go_on(nv);
    g_assert_false(nv_is_stopped(nv));
    nv_fermi_channel_fini(chan);
    nv_fermi_channel_free(chan);
}

static void at_a_fault_of_a_semaphore(NVDev *nv)
{
    NVEither c = nv_either_new(nv, CHID);

    nv_break(nv, "1 error");
    nv_either_release(&c, 0x123456000, 7, true);
    nv_either_kick(&c);
    nv_stopped_at(nv, "breakpoint=1 kind=error channel=2 what=PT_NOT_PRESENT "
                  "subchannel=0 method=0x001c");
    nv_stopped_at(nv, "access-address=0x123456000 access-unit=0x07 "
                  "access-name=PBDMA0 access-client=0x07");
    nv_go_on(nv);
    g_assert_false(nv_is_stopped(nv));
    nv_either_free(&c);
}

/* It is the channel's, and the method is the one that names the class. */
static void at_an_unknown_class(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_graph_new(nv, CHID);

    nv_break(nv, "1 error");
    nv_fermi_object(chan, 4, 0xdead, NV_FERMI_GR);
    nv_fermi_kick(chan);
    nv_stopped_at(nv, "breakpoint=1 kind=error channel=2 what=ILLEGAL_CLASS "
                  "subchannel=4 class=0xdead method=0x0000 data=0x0000dead");
    nv_go_on(nv);
    nv_fermi_channel_fini(chan);
    nv_fermi_channel_free(chan);
}

/* What PFIFO finds wrong with its table of channels belongs to one of them. */
static void at_an_error_of_the_table(NVDev *nv)
{
    nv_break(nv, "1 error what=CHAN_TABLE_ERROR channel=9");
    nv_wr32(nv, A_NVC0_PFIFO_CHAN + 8 * 9,
            R_NVC0_PFIFO_CHAN_VALID_MASK |
            1 << R_NVC0_PFIFO_CHAN_TARGET_SHIFT);
    nv_stopped_at(nv, "breakpoint=1 kind=error channel=9 "
                  "what=CHAN_TABLE_ERROR data=0x00000006");
    nv_go_on(nv);
}

/* The channel of the run list isn't in the table. */
static void at_an_error_of_the_run_list(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, CHID);

    nv_inject(nv, "list-wrong channel=2");
    nv_break(nv, "1 error what=SCHED_ERROR");
    nv_fermi_channel_free(nv_fermi_channel_new(nv, OTHER));
    nv_stopped_at(nv, "breakpoint=1 kind=error channel what=SCHED_ERROR "
                  "data=0x00000001");
    nv_inject_none(nv);
    nv_go_on(nv);
    nv_fermi_channel_free(chan);
}

/* --- Copy engines ----------------------------------------------------- */

/* The microcode tells the driver by an interrupt that it refuses a method. */
static void at_a_refusal_of_microcode(NVDev *nv)
{
    nv_break(nv, "1 error");
    nv_falcon_wr32(nv, NV_PCOPY, A_NV_FALCON_INTR_SET, 0x80);
    g_assert_false(nv_is_stopped(nv));
    nv_falcon_wr32(nv, NV_PCOPY, A_NV_FALCON_INTR_SET, 0x40);
    nv_stopped_at(nv, "breakpoint=1 kind=error !channel "
                  "what=DISPATCH_ERROR data");
    nv_go_on(nv);
}

/* --- The display ------------------------------------------------------ */

static void at_an_error_of_evo(NVDev *nv)
{
    NVEvoChan core;
    NVEvo evo;

    nv_evo_init(nv, &evo);
    nv_evo_open(&evo, &core, EVO_CORE, false);
    nv_break(nv, "1 error what=EVO_RESERVED_METHOD head=0");
    nv_evo_mthd(&core, 0x0040, 0x12);
    nv_evo_kick(&core);
    stopped_at(nv, "breakpoint=1 kind=error what=EVO_RESERVED_METHOD head=0 "
               "method=0x0040 data=0x00000012 address=0x%08x", core.cur - 4);
    nv_go_on(nv);
}

#define TESLA .tesla = true
#define FERMI .fermi = true, .needs = NV_CARD_NVC0

static bool has_pcopy(const NVCard *card)
{
    return card->pcopies || card->features & NV_CARD_NVA3;
}

static bool has_evo(const NVCard *card)
{
    return card->features & NV_CARD_PDISPLAY &&
           !(card->features & NV_CARD_EVO_NVD9);
}

static const NVTest tests[] = {
    { "stop/at-an-error", "introspection", at_an_error, TESLA },
    { "stop/at-an-error-of-the-pusher", "introspection!",
      at_an_error_of_the_pusher, TESLA },
    { "stop/at-an-error-in-ib-mode", "introspection!", at_an_error_in_ib_mode,
      TESLA, .needs = NV_CARD_NV50 },
    { "stop/at-an-error-of-pgraph", "introspection", at_an_error_of_pgraph,
      TESLA },
    { "stop/at-each-error-of-a-method", "introspection",
      at_each_error_of_a_method, TESLA, .needs = NV_CARD_NV50 },
    { "stop/not-for-what-is-left", "introspection", not_for_what_is_left, TESLA,
      .needs = NV_CARD_NV50 },
    { "stop/at-a-semaphore", "introspection!", at_a_semaphore, TESLA,
      .needs = NV_CARD_NV50 },
    { "stop/at-an-access", "introspection", at_an_access },
    { "stop/at-an-error-of-a-pbdma", "introspection!", at_an_error_of_a_pbdma,
      FERMI },
    { "stop/at-a-fault", "introspection", at_a_fault, FERMI },
    { "stop/at-a-fault-of-a-semaphore", "introspection!",
      at_a_fault_of_a_semaphore, FERMI },
    { "stop/at-an-unknown-class", "introspection", at_an_unknown_class, FERMI },
    { "stop/at-an-error-of-the-table", "introspection",
      at_an_error_of_the_table, FERMI },
    { "stop/at-an-error-of-the-run-list", "introspection",
      at_an_error_of_the_run_list, FERMI },
    { "stop/at-a-refusal-of-microcode", "introspection",
      at_a_refusal_of_microcode, TESLA, .fermi = true, .applies = has_pcopy },
    { "stop/at-an-error-of-evo", "introspection", at_an_error_of_evo, TESLA,
      .fermi = true, .applies = has_evo },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}
