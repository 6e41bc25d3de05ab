/*
 * Tests of the NVIDIA GPU: sessions of scripts/nv-debug that look at the card
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/bswap.h"
#include "hw/nv/fifo-regs-nvc0.h"
#include "libnv/nv-checker.h"
#include "libnv/nv-driver.h"
#include "libnv/nv-falcon.h"
#include "libnv/nv-fermi-graph.h"
#include "libnv/nv-fuc.h"
#include "libnv/nv-session.h"
#include "libnv/nv-snapshot.h"
#include "libnv/nv-tesla.h"
#include "libnv/nv-test.h"

#define OTHER 3

/* Of the pushbuffer, where commands don't get to */
#define SPARE 0x8000

/* --- Channels --------------------------------------------------------- */

/* Before NV50 all cards have such a method. */
static bool has_screen(const NVCard *card)
{
    return !(card->features & (NV_CARD_NV50 | NV_CARD_NVC0)) ||
           card->features & NV_CARD_PDISPLAY;
}

/* All that there is to see of one that has stopped, and of its card */
static void channels(NVDev *like)
{
    NVSession s = nv_session_new(like);

    nv_session_do(&s, "break command channel=2");
    nv_debug_submit(&s.c);
    nv_poll(nv_is_stopped(s.nv));
    nv_session_do(&s, "info channels\n"
                  "expect ^channel 2 mode dma at .* wait stopped$\n"
                  "info channel 2\n"
                  "expect ^command-left 0$\n"
                  "info ramfc 2\n"
                  "expect 0x[0-9a-f]+\n"
                  "%s\n"
                  "expect 0x[0-9a-f]+ NV\\w+ 0x[0-9a-f]{8}\n"
                  "info interrupts\n"
                  "expect PMC_INTR.* pending\n"
                  "info statistics\n"
                  "expect ^methods \\d+$\n"
                  "info card\n"
                  "expect %s\n"
                  "disassemble 2\n"
                  "expect %s = 0x00000022",
                  s.c.fermi ? "info pbdma 0" : "info cache1", s.nv->card->name,
                  nv_session_ref_name(&s));
    if (has_screen(s.nv->card)) {
        nv_session_do(&s, "screen screen.ppm\n"
                      "expect head 0");
    }
    nv_session_free(&s);
}

/* What PGRAPH doesn't get done, until resume_engine() */
static void hang_engine(NVSession *s)
{
    nv_either_ref(&s->c, 0x11);
    if (s->c.fermi) {
        /* Nothing has loaded the channel's context. */
        nv_fermi_object(s->c.fermi, 4, 0x9039, NV_FERMI_GR);
    } else {
        nv_inject(s->nv, "engine-hangs channel=2");
        nv_chan_object(s->c.chan, NV_HANDLE_GRAPH, NV_CLASS_NULL);
        nv_push_object(s->c.chan, 5, NV_HANDLE_GRAPH);
        nv_push_inc(s->c.chan, 5, 0x100, 0);
    }
    nv_either_ref(&s->c, 0x22);
    nv_either_kick(&s->c);
    nv_poll(nv_either_user_ref(&s->c) == 0x11);
}

static void resume_engine(NVSession *s)
{
    if (s->c.fermi) {
        nv_fermi_graph_init(s->nv);
    } else {
        nv_inject_none(s->nv);
    }
    nv_clock_step(s->nv, 1000 * 1000);
}

/* For nothing, where only the machine has stopped; a turn; an engine */
static void waits(NVDev *like)
{
    NVSession s = nv_session_new(like);
    NVEither other = nv_either_new(s.nv, OTHER);

    nv_either_run_ref(&s.c, 1);
    nv_session_do(&s, "info channels\n"
                  "expect ^channel 2 .* wait idle$\n"
                  "expect ^channel 3 .* wait idle$\n"
                  "stop machine\n"
                  "info machine\nexpect ^paused$\n");
    nv_either_ref(&s.c, 2);
    nv_either_kick(&s.c);
    nv_either_ref(&other, 3);
    nv_either_kick(&other);
    nv_session_do(&s, "info channels\n"
                  "expect ^channel 2 mode dma at %s .* wait nothing$\n"
                  "expect ^channel 3 mode dma at ramfc .* wait turn$\n"
                  "machine cont\n"
                  "info machine\nexpect ^running$\n",
                  s.c.fermi ? "pbdma0" : "cache1");
    nv_poll(nv_either_user_ref(&s.c) == 2 && nv_either_user_ref(&other) == 3);
    hang_engine(&s);
    nv_session_do(&s, "info channel 2\n"
                  "expect ^channel 2 .* wait engine PGRAPH$\n");
    resume_engine(&s);
    nv_poll(nv_either_user_ref(&s.c) == 0x22);
    nv_session_do(&s, "info channel 2\n"
                  "expect ^channel 2 .* wait idle$\n");
    nv_either_free(&other);
    nv_session_free(&s);
}

/**
 * struct Compare - a way to wait for a semaphore's value
 *
 * @operation: of the trigger; 0: a method of its own
 * @name: as the debugger shows it
 * @is, @want: the value, and what is waited for
 * @becomes: what is enough
 * @needs: of the card
 */
typedef struct Compare {
    uint32_t operation;
    const char *name;
    uint32_t is, want, becomes;
    uint64_t needs;
} Compare;

static const Compare compares[] = {
    { 0, "==", 8, 7, 7, NV_CARD_SEMAPHORE | NV_CARD_NVC0 },
    { 1, "==", 8, 7, 7, NV_CARD_NV84 | NV_CARD_NVC0 },
    { 4, ">=", 6, 7, 8, NV_CARD_NV84 | NV_CARD_NVC0 },
    { 8, "&", 5, 10, 2, NV_CARD_NVC0 },
};

static void push_acquire(NVEither *c, const Compare *compare, uint64_t va)
{
    if (!compare->operation) {
        nv_either_acquire_again(c, va, compare->want);
    } else if (c->fermi) {
        nv_fermi_inc(c->fermi, 0, 0x10, va >> 32, va, compare->want,
                     compare->operation);
    } else {
        nv_push_inc(c->chan, 0, 0x10, va >> 32, va, compare->want,
                    compare->operation);
    }
}

static void waits_for_values(NVDev *like)
{
    NVSession s = nv_session_new(like);
    NVEitherSemaphore sem;
    uint64_t va = nv_either_acquire(&s.c, 1, 1, &sem);

    nv_either_run_ref(&s.c, 1);
    for (unsigned i = 0; i < ARRAY_SIZE(compares); i++) {
        const Compare *compare = &compares[i];

        if (!(s.nv->card->features & compare->needs)) {
            continue;
        }
        nv_either_set_semaphore(&s.c, &sem, compare->is);
        push_acquire(&s.c, compare, va);
        nv_either_ref(&s.c, 0x10 + i);
        nv_either_kick(&s.c);
        nv_session_do(&s, "info channel 2\n"
                      "expect wait semaphore 0x%08" PRIx64 " %s 0x%08x is "
                      "0x%08x$\n", va, compare->name, compare->want,
                      compare->is);
        nv_either_set_semaphore(&s.c, &sem, compare->becomes);
        nv_clock_step(s.nv, 2 * 1000 * 1000);
        nv_poll(nv_either_user_ref(&s.c) == 0x10 + i);
    }
    nv_session_free(&s);
    nv_either_free_semaphore(&sem);
}

/* --- Memory ----------------------------------------------------------- */

/* Entries that an address in the pushbuffer leads to, and one outside */
static void walk(NVSession *s, uint64_t va)
{
    NVBuf *push = s->c.chan->push;
    uint64_t page = push->pages[SPARE / 0x1000];
    uint32_t pte;

    if (nv_is_tesla(s->nv)) {
        nv_session_do(s, "walk 2 0x%" PRIx64 "\n"
                      "expect ^pde at vram 0x\\w+ entry 0x\\w{16} present\n"
                      "expect ^pte at vram 0x%08" PRIx64 " entry 0x%016"
                      PRIx64 " present$\n"
                      "expect ^result sysram 0x%08" PRIx64 "$\n"
                      "walk 2 0xff00000000\n"
                      "expect ^result none PT_NOT_PRESENT$\n",
                      va + 0x10, s->nv->tesla->table + (va >> 12) * 8,
                      (uint64_t)(page | NV_VM_PRESENT | NV_VM_SYSRAM),
                      page + 0x10);
        return;
    }
    pte = nv_buf_pte(push, SPARE);
    nv_session_do(s, "walk 2 0x%" PRIx64 "\n"
                  "expect ^object at ramin 0x%08x entry 0x\\w{16} present$\n"
                  "expect ^pte at ramin 0x%08x entry 0x00000000%08x present$\n"
                  "expect ^result sysram 0x%08" PRIx64 "$\n"
                  "walk 2 0x%x\n"
                  "expect ^result none lies beyond the limit$\n",
                  va + 0x10, push->inst, pte, nv_inst_rd32(s->nv, pte),
                  page + 0x10, NV_PUSH_SIZE);
}

static void walk_fermi(NVSession *s)
{
    uint32_t vram;
    uint64_t va = nv_fermi_buffer(s->c.fermi, 0x1000, &vram);

    nv_session_do(s, "walk 2 0x%" PRIx64 "\n"
                  "expect ^pde at vram 0x\n"
                  "expect ^pte at vram 0x\\w+ entry 0x%016x present small$\n"
                  "expect ^result vram 0x%08x$\n"
                  "walk 2 0x%" PRIx64 "\n"
                  "expect ^result none PAGE_NOT_PRESENT$\n",
                  va + 0x20, vram >> 8 | 1, vram + 0x20, va + 0x1000);
}

static bool has_calls(const NVCard *card)
{
    return card->features & (NV_CARD_CALL | NV_CARD_NVC0);
}

/* Commands that are written, looked at and executed; and where they are */
static void memory(NVDev *like)
{
    NVSession s = nv_session_new(like);
    uint64_t va = nv_either_va(&s.c, SPARE), at = nv_either_at(&s.c, SPARE);
    uint32_t command = s.c.fermi ? NV_FERMI_INC(0, NV_MTHD_REF_CNT, 1)
                                 : NV_CMD_INC(0, NV_MTHD_REF_CNT, 1);
    g_autofree char *push =
        g_strdup_printf("push 2 0x%" PRIx64 " %d", at, s.c.fermi ? 2 : 3);

    nv_either_wr32(&s.c, SPARE + 12, 0x12345678);
    nv_session_do(&s, "write 2 0x%" PRIx64 " 0x%x 0x66 0x%x\n"
                  "x 2 0x%" PRIx64 " 4\n"
                  "expect ^0x%08" PRIx64 ": 0x%08x 0x00000066 0x%08x "
                  "0x12345678$\n"
                  "disassemble 2 0x%" PRIx64 " 2\n"
                  "expect ^   0x%08" PRIx64 "  %08x  sc0 inc 1  %s$\n"
                  "expect %s = 0x00000066$\n",
                  va, command, NV_CMD_RETURN, va, va, command, NV_CMD_RETURN,
                  at, at, command, nv_session_ref_name(&s),
                  nv_session_ref_name(&s));
    nv_assert_hex(nv_either_rd32(&s.c, SPARE + 4), 0x66);
    if (s.c.fermi) {
        walk_fermi(&s);
    } else {
        walk(&s, va);
    }
    if (has_calls(s.nv->card)) {
        nv_session_do(&s, "%s\n", push);
        nv_poll(nv_either_user_ref(&s.c) == 0x66);
    } else {
        nv_session_fails(&s, push, "has no calls");
    }
    nv_session_free(&s);
}

/* A channel that has a ring of entries */
static NVEither new_ring(NVDev *nv, unsigned chid)
{
    if (nv_is_fermi(nv)) {
        return nv_either_new(nv, chid);
    }
    return (NVEither) {
        .nv = nv,
        .chid = chid,
        .chan = nv_ib_chan_new(nv, chid, NV_IN_GART, NV_IB_ORDER),
    };
}

/* The words of its first entry */
static void first_entry(NVEither *c, uint32_t *low, uint32_t *high)
{
    if (c->fermi) {
        *low = qtest_readl(c->nv->qts, c->fermi->gp);
        *high = qtest_readl(c->nv->qts, c->fermi->gp + 4);
    } else {
        uint32_t at = nv_ib_entry_at(c->chan, 0);

        *low = nv_buf_rd32(c->chan->push, at);
        *high = nv_buf_rd32(c->chan->push, at + 4);
    }
}

/* Entries that wait, and one that the user adds */
static void entries(NVDev *like)
{
    NVSession s = nv_session_new(like);
    NVEither ring = new_ring(s.nv, OTHER);
    const char *ref = nv_session_ref_name(&s);
    uint64_t at = nv_either_at(&ring, nv_either_cur(&ring));
    uint32_t low, high;

    nv_session_do(&s, "stop\n");
    nv_either_ref(&ring, 0x55);
    nv_either_kick(&ring);
    first_entry(&ring, &low, &high);
    nv_session_do(&s, "info runlist\n"
                  "expect ^entry 0 channel 2\\b\n"
                  "expect ^entry 1 channel 3\\b\n"
                  "info entries 3\n"
                  "expect ^entry 0 address 0x%010" PRIx64 " words 2 low 0x%08x "
                  "high 0x%08x$\n"
                  "decode entry 0x%x 0x%x\n"
                  "expect ^0x%010" PRIx64 ", 2 words$\n"
                  "disassemble 3\nexpect %s = 0x00000055$\n"
                  "continue &\n", at, low, high, low, high, at, ref);
    nv_poll(nv_either_user_ref(&ring) == 0x55);
    nv_either_wr32(&ring, SPARE, nv_either_rd32(&ring, 0));
    nv_either_wr32(&ring, SPARE + 4, 0x66);
    nv_session_do(&s, "push 3 0x%" PRIx64 " 2\n",
                  nv_either_at(&ring, SPARE));
    nv_poll(nv_either_user_ref(&ring) == 0x66);
    nv_either_free(&ring);
    nv_session_free(&s);
}

/* --- Objects ---------------------------------------------------------- */

static void objects(NVDev *like)
{
    NVSession s = nv_session_new(like);
    uint32_t inst = nv_chan_object(s.c.chan, 0xbeef1234, NV_CLASS_NULL);
    NVBuf *buf = nv_buf_new(s.nv, NV_IN_GART, 0x3000, 0x3d);

    nv_chan_buffer(s.c.chan, 0xd0d0, buf);
    nv_buf_wr32(buf, 0x1ffc, 0x12121212);
    nv_buf_wr32(buf, 0x2000, 0x34343434);
    nv_session_do(&s, "info ramht\n"
                  "expect ^channel 2 handle 0xbeef1234 inst 0x%08x class "
                  "\\w+\\(0x0030\\) engine PGRAPH context 0x\n"
                  "expect ^channel 2 handle 0x0000d0d0 inst 0x\\w+ class "
                  "DMA_IN_MEMORY\\(0x003d\\) engine software context 0x\n"
                  "info ramht 3\n"
                  "expect ^(RAMHT .* has nothing for channel 3|"
                  "channel 3 is off, .*)$\n"
                  "info object 2 0xbeef1234\n"
                  "expect ^channel 2 handle 0xbeef1234 inst 0x%08x class "
                  "\\w+\\(0x0030\\)\n"
                  "info object 0x%x\n"
                  "expect ^inst 0x%08x class \\w+\\(0x0030\\)$\n"
                  "info object 0xd0d0\n"
                  "expect ^dma target \\w+ (paged|linear) base 0x\\w+ limit "
                  "0x00002fff readable writable$\n"
                  "x object 0xd0d0 0x1ffc 2\n"
                  "expect ^0x00001ffc: 0x12121212 0x34343434$\n"
                  "write object 0xd0d0 0x1ffc 0x56 0x78\n"
                  "x object 0xd0d0 0x2000 1\n"
                  "expect ^0x00002000: 0x00000078$\n",
                  inst, inst, inst, inst);
    nv_assert_hex(nv_buf_rd32(buf, 0x1ffc), 0x56);
    nv_assert_hex(nv_buf_rd32(buf, 0x2000), 0x78);
    nv_session_fails(&s, "x object 0xd0d1 0", "no channel has");
    nv_buf_free(buf);
    nv_session_free(&s);
}

/* --- Falcons ---------------------------------------------------------- */

#define FECS 0x409000
#define GPCCS 0x502000

/* Where the second instruction is */
#define SECOND 8

static const uint8_t program[] = {
    FUC_MOV(5, 0x12345678), FUC_MOV(6, 2), FUC_EXIT,
};

/* It stops before the second instruction, on this falcon alone. */
static void stop_falcon(NVSession *s, uint32_t base)
{
    static const uint32_t words[] = { 0xd00d0001, 0xd00d0002 };
    unsigned n = nv_debug_falcon(s->nv, base);

    nv_falcon_data(s->nv, base, 0x100, words, 2);
    nv_falcon_code(s->nv, base, program, sizeof(program));
    nv_session_do(s, "break falcon %u %u\n"
                  "expect ^breakpoint 1 falcon falcon=%u address=0x8\n",
                  n, SECOND, n);
    nv_falcon_start(s->nv, base, 0);
    nv_clock_step(s->nv, 1000 * 1000);
    nv_poll(nv_is_stopped(s->nv));
    nv_session_do(s, "where\n"
                  "expect ^stopped: breakpoint 1: falcon %u at 0x00000008$\n"
                  "info falcons\n"
                  "expect ^falcon %u unit \\w+ base 0x%06x state running pc "
                  "0x0008\n"
                  "info falcon %u registers\n"
                  "expect ^r5 0x12345678$\n"
                  "expect ^r6 0x00000000$\n"
                  "expect ^pc 0x00000008$\n"
                  "info falcon %u code 0 16\n"
                  "expect ^0x00000000: 0x%08x 0x%08x 0x%08x 0x%08x$\n"
                  "info falcon %u data 0x100 8\n"
                  "expect ^0x00000100: 0xd00d0001 0xd00d0002$\n"
                  "delete\ncontinue &\n", n, n, base, n, n,
                  ldl_le_p(program), ldl_le_p(program + 4),
                  ldl_le_p(program + 8), ldl_le_p(program + 12), n);
    nv_clock_step(s->nv, 1000 * 1000);
    nv_session_do(s, "info falcon %u registers\n"
                  "expect ^r6 0x00000002$\n"
                  "expect ^state stopped$\n", n);
}

static bool has_pdaemon(const NVCard *card)
{
    return card->features & NV_CARD_PDAEMON;
}

/* Copy engines: PCOPY, and PCE0 and PCE1 from NVC0 on */
static unsigned copy_engines(const NVCard *card)
{
    return card->features & NV_CARD_NVC0 ? card->pcopies
        : !!(card->features & NV_CARD_NVA3);
}

static bool has_falcons(const NVCard *card)
{
    return has_pdaemon(card) || copy_engines(card) ||
           card->features & NV_CARD_NVC0;
}

static void falcons(NVDev *like)
{
    NVSession s = nv_session_new(like);
    const NVCard *card = s.nv->card;

    if (has_pdaemon(card)) {
        nv_pdaemon_enable(s.nv, true);
        stop_falcon(&s, NV_PDAEMON);
    }
    for (unsigned i = 0; i < copy_engines(card); i++) {
        stop_falcon(&s, NV_PCOPY + i * 0x1000);
    }
    if (s.c.fermi) {
        stop_falcon(&s, FECS);
        stop_falcon(&s, GPCCS);
    }
    nv_session_free(&s);
}

/* --- Findings --------------------------------------------------------- */

/* PRMA's: a register that isn't modelled */
#define UNMODELLED 0x007400

/* What the driver has done wrong, and what the model lacks */
static void findings(NVDev *like)
{
    NVSession s = nv_session_new(like);
    uint32_t at;

    nv_either_run_ref(&s.c, 1);
    nv_session_do(&s, "info findings\n"
                  "expect ^the checker is on, and has found nothing$\n"
                  "info report\n"
                  "expect ^registers that are not modelled:\\n  none$\n"
                  "stop\n");
    at = nv_either_cur(&s.c) + 4;
    nv_either_ref(&s.c, 2);
    nv_either_kick(&s.c);
    nv_either_wr32(&s.c, at, 3);
    nv_rd32(s.nv, UNMODELLED);
    nv_session_do(&s, "continue &");
    nv_poll(nv_either_user_ref(&s.c) == 3);
    nv_session_do(&s, "info findings\n"
                  "expect ^pushbuffer-overwritten channel=2 address=0x%" PRIx64
                  " .*times=1 first=\\d+: a word of a pushbuffer isn't\n"
                  "info report\n"
                  "expect ^ +0x%06x +PRMA +1 reads +0 writes\n",
                  nv_either_at(&s.c, at), UNMODELLED);
    nv_session_free(&s);
}

/* --- Scripts ---------------------------------------------------------- */

/* Words from elsewhere; a channel with a ring has no jumps. */
static void decodes(NVSession *s)
{
    const char *ref = nv_session_ref_name(s);
    uint32_t at = nv_either_ref(&s->c, 0x1234);
    uint32_t command = nv_either_rd32(&s->c, at);

    nv_session_do(s, "decode 0x%x 0x1234 0x%x\n"
                  "expect ^   0x00000000  %08x  sc0 inc 1  %s$\n"
                  "expect ^   0x00000004  00001234    %s = 0x00001234$\n"
                  "expect ^   0x00000008  %08x  sc0 inc 1  %s$\n"
                  "expect ^   1 more words$\n",
                  command, command, command, ref, ref, command, ref);
    if (nv_is_tesla(s->nv)) {
        nv_session_do(s, "decode 0x00001001\n"
                      "expect   jump 0x00001000$\n"
                      "decode ib 0x00001001\n"
                      "expect   reserved$\n");
    }
}

/* Files with commands, the first of which to fail ends all of them */
static void sources(NVSession *s)
{
    nv_session_file(s, "inner", "break reference stop=none\n"
                    "info breakpoints   # what has become of it\n"
                    "expect ^1 reference\n");
    nv_session_file(s, "outer", "source inner\nexpect stop=none\n");
    nv_session_do(s, "source outer\nexpect ^1 reference\n");
    nv_session_file(s, "wrong", "info card\nexpect nothing like it\ndelete\n");
    nv_session_fails(s, "source wrong\ndelete", "was not said");
    nv_session_fails(s, "source missing\ndelete", "missing");
    nv_session_do(s, "info breakpoints\nexpect ^1 reference\n");
}

static void scripts(NVDev *like)
{
    NVSession s = nv_session_new(like);

    decodes(&s);
    sources(&s);
    nv_session_do(&s, "help decode\nexpect ^decode \\[ib\\] WORD\n"
                  "info kinds\nexpect ^falcon \\[FALCON\\] \\[ADDRESS\\]:\n"
                  "info names\nexpect ^the emulator$\n"
                  "info methods %s\nexpect ^0x0050 %s$\n"
                  "monitor info qtree\nexpect dev: %s-gpu, id \"gpu\"\n",
                  s.c.fermi ? "0x9039" : "0x0030", nv_session_ref_name(&s),
                  s.nv->card->name);
    nv_session_free(&s);
}

/* --- Which cards ------------------------------------------------------- */

static bool has_ring(const NVCard *card)
{
    return card->features & (NV_CARD_NV50 | NV_CARD_NVC0);
}

#define LOOK(_name, _fn, ...) \
    { "session-inspect/" _name, "introspection", _fn, .no_machine = true, \
      .tesla = true, __VA_ARGS__ }
#define ALL .fermi = true
#define REFS ALL, .applies = nv_sets_references

static const NVTest tests[] = {
    LOOK("channels", channels, REFS),
    LOOK("waits", waits, REFS),
    LOOK("waits-for-values", waits_for_values, ALL,
         .applies = nv_has_semaphores),
    LOOK("memory", memory, ALL),
    LOOK("entries", entries, ALL, .applies = has_ring),
    LOOK("objects", objects),
    /* Where a class has 16 bits, a DMA object's has 12. */
    { "session-inspect/objects-of-wide-classes", "introspection!", objects,
      .no_machine = true, .tesla = true, .needs = NV_CARD_NV40 },
    LOOK("falcons", falcons, ALL, .applies = has_falcons),
    LOOK("findings", findings, REFS, .props = NV_CHECKER_ON),
    LOOK("scripts", scripts, REFS),
};

int main(int argc, char **argv)
{
    return nv_test_main_by_family(argc, argv, tests, ARRAY_SIZE(tests));
}
