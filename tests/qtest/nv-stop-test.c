/*
 * Tests of the NVIDIA GPU: breakpoints of each kind
 *
 * Each stops at its own event, and not at a similar one.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "libnv/nv-debug.h"
#include "libnv/nv-driver.h"
#include "libnv/nv-either.h"
#include "libnv/nv-evo.h"
#include "libnv/nv-falcon.h"
#include "libnv/nv-m2mf.h"
#include "libnv/nv-screen.h"
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

/* --- Commands --------------------------------------------------------- */

#define NULL_CLASS 0x30
#define MTHD 0x300

/* Of the class's methods the one whose data has these bits */
static void at_a_method_of_a_class(NVDev *nv)
{
    NVChan *chan = nv_chan_new_objects(nv, CHID);

    nv_push_object(chan, 5, NV_HANDLE_GRAPH);
    nv_run(chan);
    nv_break_at(nv, "1 method class=0x%x method=0x%x data=0x12 mask=0xff",
                NULL_CLASS, MTHD);
    nv_push_inc(chan, 5, MTHD, 0x1211);
    nv_push_inc(chan, 5, MTHD + 4, 0x12);
    nv_push_inc(chan, 5, MTHD, 0x3412);
    nv_push_inc(chan, 5, MTHD, 0x13);
    nv_kick(chan);
    stopped_at(nv, "breakpoint=1 kind=method channel=%u subchannel=5 "
               "class=0x%04x method=0x%04x data=0x00003412", CHID, NULL_CLASS,
               MTHD);
    nv_assert_hit(nv, 0, 1);
    nv_break_at(nv, "1 method class=0x%x method=0x%x", NULL_CLASS + 1, MTHD);
    nv_go_on(nv);
    nv_wait(chan);
    g_assert_false(nv_is_stopped(nv));
    nv_chan_free(chan);
}

/* The second of three commands, by where it lies in the pushbuffer */
static void at_an_address(NVDev *nv)
{
    NVEither c = nv_either_new(nv, CHID);
    uint32_t at;

    nv_either_ref(&c, 0x11);
    at = nv_either_ref(&c, 0x22);
    nv_either_ref(&c, 0x33);
    nv_break_at(nv, "1 command address=0x%" PRIx64 " size=4",
                nv_either_at(&c, at));
    nv_either_kick(&c);
    stopped_at(nv, "breakpoint=1 kind=command channel=%u", CHID);
    nv_assert_hex(nv_either_user_ref(&c), 0x11);
    nv_go_on(nv);
    nv_poll(nv_either_user_ref(&c) == 0x33);
    g_assert_false(nv_is_stopped(nv));
    nv_either_free(&c);
}

/* --- Semaphores ------------------------------------------------------- */

/* Several, the first of which isn't waited for */
typedef struct Semaphores {
    NVEitherSemaphore sem;
    uint64_t first;
} Semaphores;

static Semaphores semaphores_new(NVEither *c)
{
    Semaphores s;

    /* It already has the value that the channel waits for. */
    s.first = nv_either_acquire(c, 1, 1, &s.sem);
    return s;
}

static void push_release(NVEither *c, const Semaphores *s, uint32_t offset,
                         uint32_t val)
{
    uint64_t at = s->first + offset;

    if (c->fermi) {
        nv_fermi_inc(c->fermi, 0, 0x10, at >> 32, at, val, 0x01000002);
    } else {
        nv_push_release(c->chan, at, val);
    }
}

static uint32_t semaphore(NVEither *c, const Semaphores *s, uint32_t offset)
{
    return c->fermi ? qtest_readl(c->nv->qts, s->sem.ram + 0x10 + offset)
                    : nv_buf_rd32(s->sem.buf, 0x10 + offset);
}

/* Behind the method that writes it */
static void at_a_release(NVDev *nv)
{
    NVEither c = nv_either_new(nv, CHID);
    Semaphores s = semaphores_new(&c);

    nv_break_at(nv, "1 release channel=2 data=0x77 address=0x%" PRIx64,
                s.first + 0x20);
    push_release(&c, &s, 0x10, 0x77);
    push_release(&c, &s, 0x20, 0x76);
    push_release(&c, &s, 0x20, 0x77);
    push_release(&c, &s, 0x30, 0x78);
    nv_either_kick(&c);
    stopped_at(nv, "breakpoint=1 kind=release channel=2 data=0x00000077 "
               "address=0x%" PRIx64, s.first + 0x20);
    nv_assert_hex(semaphore(&c, &s, 0x10), 0x77);
    nv_assert_hex(semaphore(&c, &s, 0x30), 0);
    nv_go_on(nv);
    nv_poll(semaphore(&c, &s, 0x30) == 0x78);
    nv_assert_hex(semaphore(&c, &s, 0x20), 0x77);
    nv_either_free(&c);
    nv_either_free_semaphore(&s.sem);
}

static void at_an_acquire(NVDev *nv)
{
    NVEither c = nv_either_new(nv, CHID), other = nv_either_new(nv, OTHER);
    NVEitherSemaphore sem, sem2;
    uint64_t va;

    nv_break(nv, "4 semaphore channel=2 data=9");
    nv_either_acquire(&other, 9, 9, &sem2);
    nv_either_ref(&other, 0x11);
    nv_either_kick(&other);
    nv_poll(nv_either_user_ref(&other) == 0x11);
    va = nv_either_acquire(&c, 5, 9, &sem);
    nv_either_ref(&c, 0x12);
    nv_either_kick(&c);
    nv_stopped_at(nv, "breakpoint=4 kind=acquire channel=2 data=0x00000009");
    nv_go_on(nv);
    g_assert_false(nv_is_stopped(nv));
    nv_either_set_semaphore(&c, &sem, 9);
    nv_clock_step(nv, 2 * 1000 * 1000);
    nv_stopped_at(nv, "breakpoint=4 kind=acquired channel=2 data=0x00000009");
    nv_assert_hex(nv_either_user_ref(&c), 0);
    nv_go_on(nv);
    nv_poll(nv_either_user_ref(&c) == 0x12);
    /* An acquire that needn't wait, with the page of the release before it */
    nv_either_release(&c, va, 8, false);
    nv_either_acquire_again(&c, va, 8);
    nv_either_release(&c, va, 9, false);
    nv_either_acquire_again(&c, va, 9);
    nv_either_ref(&c, 0x13);
    nv_either_kick(&c);
    nv_stopped_at(nv, "breakpoint=4 kind=release channel=2 data=0x00000009");
    nv_go_on(nv);
    nv_stopped_at(nv, "breakpoint=4 kind=acquire channel=2 data=0x00000009");
    nv_go_on(nv);
    nv_poll(nv_either_user_ref(&c) == 0x13);
    nv_either_free(&c);
    nv_either_free(&other);
    nv_either_free_semaphore(&sem);
    nv_either_free_semaphore(&sem2);
}

/* --- Memory ----------------------------------------------------------- */

/* The address of a semaphore, as the card's memory accesses have it */
static uint64_t semaphore_va(NVEither *c, const Semaphores *s,
                             uint32_t offset)
{
    if (c->fermi || !nv_is_tesla(c->nv)) {
        return s->first + offset;
    }
    return s->sem.buf->va + s->first + offset;
}

/* A disabled breakpoint that also names the channel's instance block */
static void leave_behind(NVEither *c)
{
    uint32_t table = A_NV50_PFIFO_CHAN_TABLE;

    if (nv_is_tesla(c->nv) && !c->fermi) {
        uint32_t entry = nv_rd32(c->nv, table + CHID * 4);

        nv_wr32(c->nv, table + (CHID - 1) * 4,
                entry & ~R_NV50_PFIFO_CHAN_TABLE_ENABLE_MASK);
    }
}

static void at_a_write(NVDev *nv)
{
    NVEither c = nv_either_new(nv, CHID);
    Semaphores s = semaphores_new(&c);
    g_autofree char *place = g_strdup_printf(
        "address=0x%" PRIx64 " size=4", semaphore_va(&c, &s, 0x20));
    g_autofree char *not = g_strdup_printf("1 mem-write channel=3 %s", place);
    g_autofree char *at = g_strdup_printf("2 mem-write channel=2 %s", place);

    leave_behind(&c);
    nv_break(nv, not, at);
    push_release(&c, &s, 0x1c, 0x11);
    push_release(&c, &s, 0x24, 0x12);
    push_release(&c, &s, 0x20, 0x13);
    push_release(&c, &s, 0x30, 0x14);
    nv_either_kick(&c);
    nv_stopped_at(nv, "breakpoint=2 kind=mem-write channel=2");
    nv_assert_hex(semaphore(&c, &s, 0x1c), 0x11);
    nv_assert_hex(semaphore(&c, &s, 0x24), 0x12);
    nv_assert_hex(semaphore(&c, &s, 0x30), 0);
    nv_go_on(nv);
    nv_poll(semaphore(&c, &s, 0x30) == 0x14);
    nv_assert_hex(semaphore(&c, &s, 0x20), 0x13);
    nv_either_free(&c);
    nv_either_free_semaphore(&s.sem);
}

static void at_a_read(NVDev *nv)
{
    NVEither c = nv_either_new(nv, CHID);
    Semaphores s = semaphores_new(&c);
    NVEitherSemaphore sem;
    uint64_t at;

    push_release(&c, &s, 0x20, 1);
    nv_either_kick(&c);
    nv_poll(semaphore(&c, &s, 0x20) == 1);
    at = semaphore_va(&c, &s, 0x20);
    /* Its next wait is elsewhere. */
    nv_break_at(nv, "1 mem-read channel=2 address=0x%" PRIx64 " size=4", at);
    nv_either_acquire(&c, 1, 1, &sem);
    nv_either_ref(&c, 0x21);
    nv_either_kick(&c);
    nv_poll(nv_either_user_ref(&c) == 0x21);
    g_assert_false(nv_is_stopped(nv));
    if (c.fermi) {
        nv_fermi_inc(c.fermi, 0, 0x10, (s.first + 0x20) >> 32, s.first + 0x20,
                     1, 1);
    } else {
        nv_semaphore_use(c.chan, s.sem.buf);
        nv_push_inc(c.chan, 0, NV_MTHD_SEMAPHORE_OFFSET, s.first + 0x20);
        nv_push_inc(c.chan, 0, NV_MTHD_SEMAPHORE_ACQUIRE, 1);
    }
    nv_either_ref(&c, 0x22);
    nv_either_kick(&c);
    nv_stopped_at(nv, "breakpoint=1 kind=mem-read channel=2");
    nv_assert_hex(nv_either_user_ref(&c), 0x21);
    nv_go_on(nv);
    nv_poll(nv_either_user_ref(&c) == 0x22);
    nv_either_free(&c);
    nv_either_free_semaphore(&s.sem);
    nv_either_free_semaphore(&sem);
}

/* Offsets in objects, before semaphores: what M2MF copies */
static void at_an_offset(NVDev *nv)
{
    const NVM2MFCopy copy = {
        .in = { .offset = 0x100, .pitch = 0x40 },
        .out = { .offset = 0x400, .pitch = 0x40 },
        .length = 0x40, .lines = 1, .format = 0x101,
    };
    g_autofree char *at = NULL, *not = NULL;
    NVM2MF m;

    nv_m2mf_new(&m, nv, NV_IN_VRAM, NV_IN_VRAM, 0x1000);
    at = g_strdup_printf("2 mem-write channel=%u address=0x43c size=4",
                         m.chan->chid);
    not = g_strdup_printf("3 mem-write channel=%u address=0x400 size=0x40",
                          m.chan->chid + 1);
    nv_break(nv, "1 mem-read address=0x140 size=4", not, at);
    nv_m2mf_push(&m, &copy);
    nv_kick(m.chan);
    stopped_at(nv, "breakpoint=2 kind=mem-write channel=%u", m.chan->chid);
    nv_go_on(nv);
    nv_wait(m.chan);
    nv_break(nv, "1 mem-read address=0x13c size=4", "2 mem-write address=0x440 "
             "size=4");
    nv_m2mf_push(&m, &copy);
    nv_kick(m.chan);
    nv_stopped_at(nv, "breakpoint=1 kind=mem-read");
    nv_go_on(nv);
    nv_wait(m.chan);
    g_assert_false(nv_is_stopped(nv));
    nv_m2mf_free(&m);
}

/* --- Interrupts and errors -------------------------------------------- */

static void at_an_interrupt(NVDev *nv)
{
    nv_wr32(nv, A_NV_PMC_INTR_EN, 3);
    nv_break(nv, "1 interrupt data=0x00100000 mask=0x00100000");
    nv_wr32(nv, A_NV_PMC_INTR, 0x80000000);
    g_assert_true(nv_intx(nv));
    g_assert_false(nv_is_stopped(nv));
    nv_wr32(nv, A_NV_PMC_INTR, 0);
    nv_control(nv, "interrupt", nv_args("{ 'action': 'raise', 'bits': %u }",
                                        0x00100000));
    nv_stopped_at(nv, "breakpoint=1 kind=interrupt data=0x00100000");
    g_assert_true(nv_intx(nv));
    nv_go_on(nv);
    nv_control(nv, "interrupt", nv_args("{ 'action': 'lower', 'bits': %u }",
                                        0x00100000));
}

/* --- The display ------------------------------------------------------ */

static void at_a_flip(NVDev *nv)
{
    const NVMode mode = {
        .width = 640, .height = 480, .bpp = 32, .base = 0x100000,
    };

    nv_mode_set(nv, &mode);
    nv_break(nv, "1 flip head=0 address=0x200000");
    nv_wr32(nv, A_NV_PCRTC_START, 0x180000);
    g_assert_false(nv_is_stopped(nv));
    nv_wr32(nv, A_NV_PCRTC_START, 0x200000);
    nv_stopped_at(nv, "breakpoint=1 kind=flip head=0 address=0x00200000");
    nv_go_on(nv);
}

static void at_a_flip_of_evo(NVDev *nv)
{
    NVEvoChan core, base;
    NVEvo evo;

    nv_evo_light(nv, &evo, &core);
    nv_evo_open(&evo, &base, EVO_BASE, true);
    nv_break(nv, "1 flip head=1");
    nv_evo_update(&core, 0);
    nv_clock_step(nv, 2 * NV_EVO_VGA_PERIOD);
    g_assert_false(nv_is_stopped(nv));
    nv_evo_image(&base, NV_EVO_FORMAT_A8R8G8B8, 0x200000, 640, 480, 2560);
    nv_evo_mthd(&base, NV_EVO_UPDATE, 0);
    nv_evo_kick(&base);
    nv_clock_step(nv, 2 * NV_EVO_VGA_PERIOD);
    nv_stopped_at(nv, "breakpoint=1 kind=flip head=1");
    nv_go_on(nv);
}

/* Nothing else waits for it. */
static void at_a_vblank(NVDev *nv)
{
    const NVMode mode = {
        .width = 640, .height = 480, .bpp = 32, .base = 0x100000,
    };

    nv_mode_set(nv, &mode);
    nv_clock_step(nv, 50 * 1000 * 1000);
    nv_breakpoint_is_wrong(nv, "1 vblank head=2", "none of the card's");
    nv_break(nv, "2 vblank head=0 ignore=1");
    nv_clock_step(nv, 100 * 1000);
    g_assert_false(nv_is_stopped(nv));
    nv_clock_step(nv, 100 * 1000 * 1000);
    nv_stopped_at(nv, "breakpoint=2 kind=vblank head=0");
    nv_break_none(nv);
    nv_go_on(nv);
    nv_clock_step(nv, 100 * 1000 * 1000);
    g_assert_false(nv_is_stopped(nv));
}

static void at_a_vblank_of_evo(NVDev *nv)
{
    NVEvoChan core;
    NVEvo evo;

    nv_evo_light(nv, &evo, &core);
    nv_evo_next_frame(&evo);
    nv_break(nv, "1 vblank head=1", "2 vblank head=0");
    nv_clock_step(nv, 1000);
    g_assert_false(nv_is_stopped(nv));
    nv_clock_step(nv, 2 * NV_EVO_VGA_PERIOD);
    nv_stopped_at(nv, "breakpoint=2 kind=vblank head=0");
    nv_go_on(nv);
}

/*
 * A word of data, and the command before it: where each is in the pushbuffer.
 * EVO goes on when the card stops.
 */
static void at_a_word_of_evo(NVDev *nv)
{
    const uint32_t mthd = NV_EVO_CORE_NOTIFIER_CTRL, data = 0x80000000;
    NVEvoChan core;
    NVEvo evo;
    uint32_t at;

    nv_evo_init(nv, &evo);
    nv_evo_open(&evo, &core, EVO_CORE, false);
    nv_break_at(nv, "1 display head=0 method=0x%x data=0x%x", mthd, data);
    nv_evo_mthd(&core, mthd, 0);
    at = core.cur;
    nv_evo_mthd(&core, mthd, data);
    nv_evo_mthd(&core, mthd, 0);
    nv_evo_kick(&core);
    stopped_at(nv, "breakpoint=1 kind=display head=0 method=0x%x "
               "name=NOTIFIER_CTRL data=0x%x address=0x%x", mthd, data,
               at + 4);
    nv_assert_hex(qtest_readl(nv->qts, core.push + at + 4), data);
    nv_go_on(nv);
    at = core.cur;
    nv_break_at(nv, "2 display head=0 address=0x%x size=4", at);
    nv_evo_mthd(&core, mthd, 0);
    nv_evo_kick(&core);
    stopped_at(nv, "breakpoint=2 kind=display head=0 !method !name "
               "data=0x%x address=0x%x",
               qtest_readl(nv->qts, core.push + at), at);
    nv_assert_hit(nv, 0, 1);
    nv_go_on(nv);
}

/* --- Falcons ---------------------------------------------------------- */

/* mov $r5 0x12345678, mov $r6 2, exit */
static const uint8_t program[] = {
    0xf1, 0x57, 0x78, 0x56, 0xf1, 0x53, 0x34, 0x12,
    0xf1, 0x67, 0x02, 0x00, 0xf8, 0x02,
};

static void at_an_instruction(NVDev *nv)
{
    unsigned n = nv_debug_falcon(nv, NV_PDAEMON);

    nv_pdaemon_load(nv, program, sizeof(program));
    nv_break_at(nv, "1 falcon falcon=%u address=8", n);
    nv_falcon_start(nv, NV_PDAEMON, 0);
    stopped_at(nv, "breakpoint=1 kind=falcon falcon=%u address=0x00000008", n);
    nv_assert_hex(nv_debug_falcon_r(nv, n, 5), 0x12345678);
    nv_assert_hex(nv_debug_falcon_r(nv, n, 6), 0);
    nv_shows(nv, "falcon-registers", nv_args("{ 'falcon': %u }", n),
             "{ 'pc': 8, 'state': 'running' }");
    nv_go_on(nv);
    nv_clock_step(nv, 10 * 1000 * 1000);
    nv_assert_hex(nv_debug_falcon_r(nv, n, 6), 2);
    nv_shows(nv, "falcon-registers", nv_args("{ 'falcon': %u }", n),
             "{ 'state': 'stopped' }");
    /* Another address, and another falcon */
    nv_break_at(nv, "1 falcon falcon=%u address=0x40", n);
    nv_falcon_start(nv, NV_PDAEMON, 0);
    nv_clock_step(nv, 10 * 1000 * 1000);
    g_assert_false(nv_is_stopped(nv));
    nv_break_at(nv, "1 falcon falcon=%u address=8", n ? n - 1 : n + 1);
    nv_falcon_start(nv, NV_PDAEMON, 0);
    nv_clock_step(nv, 10 * 1000 * 1000);
    g_assert_false(nv_is_stopped(nv));
}

/* --- Submissions ------------------------------------------------------ */

static void at_a_submission(NVDev *nv)
{
    NVEither c = nv_either_new(nv, CHID), other = nv_either_new(nv, OTHER);

    nv_break(nv, "1 submit channel=2");
    nv_either_ref(&other, 0x31);
    nv_either_kick(&other);
    nv_poll(nv_either_user_ref(&other) == 0x31);
    g_assert_false(nv_is_stopped(nv));
    nv_either_ref(&c, 0x32);
    nv_either_kick(&c);
    nv_stopped_at(nv, "breakpoint=1 kind=submit channel=2");
    nv_assert_hex(nv_either_user_ref(&c), 0);
    nv_go_on(nv);
    nv_poll(nv_either_user_ref(&c) == 0x32);
    nv_either_free(&c);
    nv_either_free(&other);
}

/* The second one, before the named instruction is executed */
static void at_an_entry(NVDev *nv)
{
    NVEither c = nv_either_new(nv, CHID);

    nv_break(nv, "1 entry channel=2 data=1");
    nv_either_ref(&c, 0x41);
    nv_either_kick(&c);
    nv_poll(nv_either_user_ref(&c) == 0x41);
    g_assert_false(nv_is_stopped(nv));
    nv_either_ref(&c, 0x42);
    nv_either_kick(&c);
    nv_stopped_at(nv, "breakpoint=1 kind=entry channel=2 data=0x00000001 "
                  "address=0x20000008 size=8");
    nv_assert_hex(nv_either_user_ref(&c), 0x41);
    nv_go_on(nv);
    nv_poll(nv_either_user_ref(&c) == 0x42);
    nv_either_free(&c);
}

static void at_a_switch(NVDev *nv)
{
    NVEither c = nv_either_new(nv, CHID), other = nv_either_new(nv, OTHER);

    nv_break(nv, "1 switch channel=2");
    nv_either_ref(&other, 0x52);
    nv_either_kick(&other);
    nv_poll(nv_either_user_ref(&other) == 0x52);
    g_assert_false(nv_is_stopped(nv));
    nv_either_ref(&c, 0x53);
    nv_either_kick(&c);
    nv_stopped_at(nv, "breakpoint=1 kind=switch channel=2");
    nv_go_on(nv);
    nv_poll(nv_either_user_ref(&c) == 0x53);
    nv_either_free(&c);
    nv_either_free(&other);
}

/* --- The machine ------------------------------------------------------ */

/* It stops with the card, and continues with it. */
static void with_the_machine(NVDev *nv)
{
    NVEither c = nv_either_new(nv, CHID);

    nv_break(nv, "1 reference data=0x61 stop=machine");
    nv_either_ref(&c, 0x60);
    nv_either_ref(&c, 0x61);
    nv_either_ref(&c, 0x62);
    nv_either_kick(&c);
    qtest_qmp_eventwait(nv->qts, "STOP");
    nv_stopped_at(nv, "breakpoint=1 kind=reference channel=2 data=0x00000061");
    qtest_qmp_assert_success(nv->qts, "{ 'execute': 'cont' }");
    qtest_qmp_eventwait(nv->qts, "RESUME");
    nv_poll(nv_either_user_ref(&c) == 0x62);
    g_assert_false(nv_is_stopped(nv));
    nv_either_free(&c);
}

/*
 * A timer must not wait for the machine's stop, which is when all timers have
 * ended.
 */
static void with_the_machine_in_a_timer(NVDev *nv)
{
    nv_wr32(nv, A_NV_PMC_INTR_EN, 1);
    nv_wr32(nv, A_NV_PTIMER_INTR_EN, 1);
    nv_break(nv, "1 interrupt data=0x100000 stop=machine");
    for (unsigned i = 0; i < 2; i++) {
        nv_wr32(nv, A_NV_PTIMER_ALARM,
                nv_rd32(nv, A_NV_PTIMER_TIME_LOW) + 0x1000);
        nv_clock_step(nv, 0x1000);
        qtest_qmp_eventwait(nv->qts, "STOP");
        nv_stopped_at(nv, "breakpoint=1 kind=interrupt data=0x00100000");
        qtest_qmp_assert_success(nv->qts, "{ 'execute': 'cont' }");
        qtest_qmp_eventwait(nv->qts, "RESUME");
        g_assert_false(nv_is_stopped(nv));
        g_assert_true(nv_intx(nv));
        nv_wr32(nv, A_NV_PTIMER_INTR, 1);
        g_assert_false(nv_intx(nv));
    }
}

/* Offsets in different objects may be equal. */
static bool has_spaces(const NVCard *card)
{
    return card->features & (NV_CARD_NV50 | NV_CARD_NVC0);
}

static bool m2mf_without_semaphores(const NVCard *card)
{
    return !nv_has_semaphores(card);
}

#define ALL .tesla = true, .fermi = true

static const NVTest tests[] = {
    { "stop/at-a-method-of-a-class", "introspection", at_a_method_of_a_class,
      .tesla = true },
    { "stop/at-an-address", "introspection", at_an_address, ALL,
      .applies = nv_sets_references },
    { "stop/at-a-release", "introspection", at_a_release, ALL,
      .applies = nv_has_semaphores },
    { "stop/at-an-acquire", "introspection", at_an_acquire, ALL,
      .applies = nv_has_semaphores },
    { "stop/at-a-write", "introspection", at_a_write, ALL,
      .applies = nv_has_semaphores },
    { "stop/at-a-read", "introspection", at_a_read, ALL,
      .applies = has_spaces },
    { "stop/at-an-offset", "introspection", at_an_offset,
      .applies = m2mf_without_semaphores },
    { "stop/at-an-interrupt", "introspection", at_an_interrupt, ALL },
    { "stop/at-a-flip", "introspection", at_a_flip },
    { "stop/at-a-flip-of-evo", "introspection", at_a_flip_of_evo, ALL,
      .needs = NV_CARD_PDISPLAY,
      .lacks = NV_CARD_EVO_NVD9 },
    { "stop/at-a-vblank", "introspection", at_a_vblank },
    { "stop/at-a-vblank-of-evo", "introspection", at_a_vblank_of_evo, ALL,
      .needs = NV_CARD_PDISPLAY,
      .lacks = NV_CARD_EVO_NVD9 },
    { "stop/at-a-word-of-evo", "introspection", at_a_word_of_evo, ALL,
      .needs = NV_CARD_PDISPLAY,
      .lacks = NV_CARD_EVO_NVD9 },
    { "stop/at-an-instruction", "introspection", at_an_instruction, ALL,
      .needs = NV_CARD_PDAEMON },
    { "stop/at-a-submission", "introspection", at_a_submission, ALL,
      .applies = nv_sets_references },
    { "stop/at-an-entry", "introspection", at_an_entry, .fermi = true,
      .needs = NV_CARD_NVC0 },
    { "stop/at-a-switch", "introspection", at_a_switch, ALL,
      .applies = nv_sets_references },
    { "stop/with-the-machine", "introspection", with_the_machine, ALL,
      .applies = nv_sets_references },
    { "stop/with-the-machine-in-a-timer", "introspection",
      with_the_machine_in_a_timer, ALL },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}
