/*
 * Tests of the NVIDIA GPU: sessions of scripts/nv-debug: stops, steps, acts
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "libnv/nv-driver.h"
#include "libnv/nv-screen.h"
#include "libnv/nv-session.h"
#include "libnv/nv-tesla.h"
#include "libnv/nv-test.h"

/* --- Tests ------------------------------------------------------------ */

/* A breakpoint by a method's name, steps, a command that is left out */
static void stops_and_steps(NVDev *like)
{
    NVSession s = nv_session_new(like);

    nv_session_do(&s, "break method %s channel=2 data=0x22\n"
                  "expect breakpoint 1 method\n"
                  "info breakpoints\n"
                  "expect ^1 method channel=2 method=0x50 data=0x22 hits=0",
                  nv_session_ref_name(&s));
    nv_debug_submit(&s.c);
    nv_poll(nv_is_stopped(s.nv));
    nv_assert_hex(nv_either_user_ref(&s.c), 0x11);
    nv_session_do(&s, "where\n"
                  "expect stopped: breakpoint 1: method channel 2\n"
                  "expect data 0x00000022\n"
                  "expect %s = 0x00000044\n"
                  "step\n"
                  "expect stopped: step: method channel 2 .* data 0x00000033\n"
                  "next\n"
                  "expect stopped: step: command channel 2\n"
                  "skip\n"
                  "delete\n"
                  "info breakpoints\n"
                  "expect no breakpoints\n"
                  "continue &\n",
                  nv_session_ref_name(&s));
    nv_poll(!nv_is_stopped(s.nv) && nv_either_user_ref(&s.c) == 0x33);
    nv_debug_submit(&s.c);
    nv_poll(nv_either_user_ref(&s.c) == 0x44);
    nv_session_free(&s);
}

/* A place in the pushbuffer; then word by word, and to the end */
static void places_and_words(NVDev *like)
{
    NVSession s = nv_session_new(like);
    uint32_t at;

    nv_either_ref(&s.c, 0x11);
    at = nv_either_ref(&s.c, 0x22);
    nv_either_ref(&s.c, 0x33);
    nv_session_do(&s, "tbreak command 0x%" PRIx64 "\n"
                  "expect breakpoint 1 command .*address=",
                  nv_either_at(&s.c, at));
    nv_either_kick(&s.c);
    nv_poll(nv_is_stopped(s.nv));
    nv_assert_hex(nv_either_user_ref(&s.c), 0x11);
    nv_session_do(&s, "where\nexpect stopped: breakpoint 1: command channel 2\n"
                  "step word\n"
                  "expect stopped: step: method channel 2 .* data 0x00000022\n"
                  "step submission\n"
                  "expect stopped: step: run channel 2\n"
                  "print PMC_BOOT_0\nexpect 0x%08x\n"
                  "delete\ncontinue &\n", nv_rd32(s.nv, 0));
    nv_assert_hex(nv_either_user_ref(&s.c), 0x33);
    nv_session_do(&s, "stop\nexpect stopped: user\n"
                  "stop\nexpect stopped: user\n");
    nv_debug_submit(&s.c);
    nv_clock_step(s.nv, 1000 * 1000);
    nv_assert_hex(nv_either_user_ref(&s.c), 0x33);
    nv_session_do(&s, "continue &");
    nv_poll(nv_either_user_ref(&s.c) == 0x44);
    nv_session_free(&s);
}

/* The third time, and after that never again */
static void counts(NVDev *like)
{
    NVSession s = nv_session_new(like);

    nv_session_do(&s, "break method %s\nignore 1 2\n"
                  "info breakpoints\nexpect ignore=2\n"
                  "break reference stop=none\n", nv_session_ref_name(&s));
    nv_debug_submit(&s.c);
    nv_poll(nv_is_stopped(s.nv));
    nv_assert_hex(nv_either_user_ref(&s.c), 0x22);
    nv_session_do(&s, "where\nexpect breakpoint 1: method .* data 0x00000033\n"
                  "info breakpoints\n"
                  "expect ^1 method .*hits=3\n"
                  "expect ^2 reference .*hits=2\n"
                  "continue\n"
                  "expect stopped: breakpoint 1: method .* data 0x00000044\n"
                  "delete 1\n"
                  "info breakpoints\n"
                  "expect ^2 reference\n"
                  "continue &");
    nv_poll(nv_either_user_ref(&s.c) == 0x44);
    nv_session_free(&s);
}

/* With the machine: a breakpoint, again and again, and the user */
static void stops_the_machine(NVDev *like)
{
    NVSession s = nv_session_new(like);

    nv_session_do(&s, "break method %s stop=machine\n"
                  "expect breakpoint 1 method .*stop=machine\n",
                  nv_session_ref_name(&s));
    nv_debug_submit(&s.c);
    nv_poll(nv_is_stopped(s.nv));
    nv_assert_hex(nv_either_user_ref(&s.c), 0);
    nv_session_do(&s, "info machine\nexpect ^debug$\n"
                  "where\nexpect ^stopped: breakpoint 1: method channel 2 .* "
                  "data 0x00000011\n"
                  "continue\nexpect ^stopped: breakpoint 1: method channel 2 "
                  ".* data 0x00000022\n"
                  "info machine\nexpect ^debug$\n"
                  "delete\n"
                  "step\nexpect ^stopped: step: method channel 2 .* data "
                  "0x00000033\n"
                  "info machine\nexpect ^running$\n"
                  "continue &\n");
    nv_poll(nv_either_user_ref(&s.c) == 0x44);
    nv_session_do(&s, "stop machine\nexpect ^the machine stands still$\n"
                  "info machine\nexpect ^paused$\n");
    nv_either_ref(&s.c, 0x55);
    nv_either_kick(&s.c);
    nv_assert_hex(nv_either_user_ref(&s.c), 0x44);
    g_assert_false(nv_is_stopped(s.nv));
    nv_session_do(&s, "continue &\ninfo machine\nexpect ^running$\n");
    nv_poll(nv_either_user_ref(&s.c) == 0x55);
    nv_session_free(&s);
}

/* What a channel does in a timer, which it waits for: it was too early. */
static void stops_the_machine_late(NVDev *like)
{
    NVSession s = nv_session_new(like);
    NVEitherSemaphore sem;
    uint64_t va = nv_either_acquire(&s.c, 1, 1, &sem);

    nv_either_run_ref(&s.c, 1);
    nv_either_set_semaphore(&s.c, &sem, 8);
    nv_either_acquire_again(&s.c, va, 7);
    nv_either_ref(&s.c, 2);
    nv_either_kick(&s.c);
    nv_session_do(&s, "break acquired 2 stop=machine\n");
    nv_either_set_semaphore(&s.c, &sem, 7);
    nv_clock_step(s.nv, 2 * 1000 * 1000);
    nv_poll(nv_is_stopped(s.nv));
    nv_session_do(&s, "info machine\nexpect ^debug$\n"
                  "where\nexpect ^stopped: breakpoint 1: acquired channel 2\n"
                  "delete\ncontinue &\n"
                  "info machine\nexpect ^running$\n");
    nv_poll(nv_either_user_ref(&s.c) == 2);
    nv_session_free(&s);
    nv_either_free_semaphore(&sem);
}

/* Injected beside another one, looked at, and taken back */
static void faults(NVDev *like)
{
    NVSession s = nv_session_new(like);

    nv_session_do(&s, "info faults\nexpect no faults are injected\n"
                  "fault vblank-lost times=0\n"
                  "fault fence-lost channel=2 data=0x22\n"
                  "expect fault 2 fence-lost channel=2\n"
                  "info faults\nexpect ^1 vblank-lost times=0 met=0\n"
                  "continue &");
    nv_debug_submit(&s.c);
    nv_poll(nv_either_user_ref(&s.c) == 0x44);
    nv_session_do(&s, "info faults\n"
                  "expect ^2 fence-lost channel=2 data=0x22 met=1 done=1\n"
                  "fault card-gone after=100s\n"
                  "info faults\nexpect ^2 fence-lost .* done=1\n"
                  "unfault 2\nexpect taken back: fence-lost\n"
                  "info faults\nexpect ^2 card-gone after=100000000000\n"
                  "unfault\ninfo faults\nexpect no faults\n"
                  "info findings\nexpect the checker is off\n");
    nv_session_free(&s);
}

/* Interrupts that the user raises, and an error of the driver's */
static void interrupts_and_errors(NVDev *like)
{
    NVSession s = nv_session_new(like);

    nv_wr32(s.nv, A_NV_PMC_INTR_EN, 3);
    nv_session_do(&s, "break interrupt 0x00100000\n"
                  "interrupt raise 0x00100000\n"
                  "where\n"
                  "expect stopped: breakpoint 1: interrupt data 0x00100000\n"
                  "info interrupts\nexpect 0x00100000\n"
                  "continue &");
    g_assert_true(nv_intx(s.nv));
    nv_session_do(&s, "interrupt lower 0x00100000\ndelete\nbreak error\n");
    g_assert_false(nv_intx(s.nv));
    if (s.c.fermi) {
        nv_either_method(&s.c, 1, 0x30, 0xdead0001);
    } else {
        nv_push_object(s.c.chan, 6, 0xdead0001);
    }
    nv_either_kick(&s.c);
    nv_poll(nv_is_stopped(s.nv));
    nv_session_do(&s, "where\n"
                  "expect stopped: breakpoint 1: error channel 2 %s\n"
                  "info channels\nexpect ^channel 2\ncontinue &",
                  s.c.fermi ? "PBDMA METHOD" : "NO_HASH");
    if (!s.c.fermi) {
        nv_handle_all(s.nv);
    }
    nv_session_free(&s);
}

/* A semaphore by its place and value, and the words in which it lies */
static void semaphores(NVDev *like)
{
    NVSession s = nv_session_new(like);
    NVEitherSemaphore sem;
    uint64_t at = nv_either_acquire(&s.c, 1, 1, &sem);

    nv_session_do(&s, "break semaphore 0x%" PRIx64 " 9\n", at);
    nv_either_release(&s.c, at, 8, false);
    nv_either_release(&s.c, at, 9, false);
    nv_either_release(&s.c, at, 10, false);
    nv_either_kick(&s.c);
    nv_poll(nv_is_stopped(s.nv));
    nv_assert_hex(nv_either_semaphore(&s.c, &sem), 9);
    nv_session_do(&s, "where\n"
                  "expect breakpoint 1: release channel 2 data 0x00000009\n"
                  "delete\nawatch memory 0x%" PRIx64 " 4\n"
                  "continue\n"
                  "expect breakpoint 1: mem-write channel 2\n"
                  "delete\ncontinue &\n",
                  at + (sem.buf && nv_is_tesla(s.nv) ? sem.buf->va : 0));
    nv_poll(nv_either_semaphore(&s.c, &sem) == 10);
    nv_session_free(&s);
    nv_either_free_semaphore(&sem);
}

/* What a head shows */
static void flips(NVDev *like)
{
    const NVMode mode = {
        .width = 640, .height = 480, .bpp = 32, .base = 0x100000,
    };
    NVSession s = nv_session_new(like);

    nv_mode_set(s.nv, &mode);
    nv_session_do(&s, "break flip 0\n");
    nv_wr32(s.nv, A_NV_PCRTC_START, 0x200000);
    nv_poll(nv_is_stopped(s.nv));
    nv_session_do(&s, "where\nexpect breakpoint 1: flip 0 at 0x00200000\n"
                  "screen\nexpect base 0x00200000\n"
                  "x vram 0x200000 2\nexpect 0x00200000: 0x\n"
                  "delete\ntbreak vblank 0\ncontinue &\n");
    nv_clock_step(s.nv, 100 * 1000 * 1000);
    nv_poll(nv_is_stopped(s.nv));
    nv_session_do(&s, "where\nexpect vblank 0\ncontinue &\n");
    nv_session_free(&s);
}

/* The guest's accesses to a register, by its name */
static void registers(NVDev *like)
{
    NVSession s = nv_session_new(like);
    uint32_t boot0 = nv_rd32(s.nv, 0);

    nv_session_do(&s, "watch PMC_INTR_EN\nrwatch PMC_BOOT_0 ignore=1");
    nv_wr32(s.nv, 0x140, 0);
    nv_poll(nv_is_stopped(s.nv));
    nv_session_do(&s, "info stop\n"
                  "expect breakpoint 1: mmio-write .*PMC_INTR_EN\n"
                  "continue &");
    nv_rd32(s.nv, 0);
    g_assert_false(nv_is_stopped(s.nv));
    nv_rd32(s.nv, 0);
    nv_poll(nv_is_stopped(s.nv));
    nv_session_do(&s, "where\nexpect breakpoint 2: mmio-read .*PMC_BOOT_0\n"
                  "delete 2\ncontinue &\n"
                  "print PMC_INTR_EN\n"
                  "expect 0x000140 NV_PMC_INTR_EN = 0x00000000\n"
                  "break mmio-read PMC_BOOT_0\n"
                  "print PMC_BOOT_0\n"
                  "expect 0x000000 NV_PMC_BOOT_0 = 0x%08x\n"
                  "info breakpoints\n"
                  "expect ^2 mmio-read .* hits=0\n"
                  "read PMC_BOOT_0\n"
                  "expect 0x000000 NV_PMC_BOOT_0 = 0x%08x\n"
                  "info breakpoints\n"
                  "expect ^2 mmio-read .* hits=1\n",
                  boot0, boot0);
    nv_session_free(&s);
}

/* The user's own methods, channels and interrupts */
static void acts(NVDev *like)
{
    NVSession s = nv_session_new(like);

    nv_debug_submit(&s.c);
    nv_poll(nv_either_user_ref(&s.c) == 0x44);
    nv_session_do(&s, "submit 2 0 %s 0x55\nexpect submitted 1",
                  nv_session_ref_name(&s));
    nv_poll(nv_either_user_ref(&s.c) == 0x55);
    nv_session_do(&s, "hang 2");
    nv_debug_submit(&s.c);
    nv_session_do(&s, "info channels\nexpect channel 2 .* wait hung");
    nv_assert_hex(nv_either_user_ref(&s.c), 0x55);
    nv_session_do(&s, "unhang 2");
    nv_poll(nv_either_user_ref(&s.c) == 0x44);
    nv_session_do(&s, "interrupt mask 0xffffffff\nexpect masked 0xffffffff\n"
                  "interrupt mask 0\nexpect masked 0x00000000");
    nv_session_do(&s, "kill 2\ninfo channel 2\nexpect ^channel 2 off");
    nv_session_free(&s);
}

/* An impossible command is reported, and ends a script. */
static void refuses(NVDev *like)
{
    NVSession s = nv_session_new(like);

    nv_session_fails(&s, "run-back register PMC_INTR", "doesn't replay");
    nv_session_fails(&s, "break nothing", "of which class");
    nv_session_fails(&s, "skip", "doesn't stand");
    nv_session_fails(&s, "info channel 4000", "channel");
    nv_session_fails(&s, "info stop\nexpect breakpoint", "was not said");
    nv_session_free(&s);
}

#define SESSION_TEST(_name, _fn, ...) \
    { "session/" _name, "introspection", _fn, .no_machine = true, \
      .tesla = true, .fermi = true, .applies = nv_sets_references, \
      __VA_ARGS__ }

static const NVTest tests[] = {
    SESSION_TEST("stops-and-steps", stops_and_steps),
    SESSION_TEST("places-and-words", places_and_words),
    SESSION_TEST("counts", counts),
    SESSION_TEST("stops-the-machine", stops_the_machine),
    { "session/stops-the-machine-late", "introspection", stops_the_machine_late,
      .no_machine = true, .tesla = true, .fermi = true,
      .applies = nv_has_semaphores },
    SESSION_TEST("faults", faults),
    SESSION_TEST("interrupts-and-errors", interrupts_and_errors),
    { "session/semaphores", "introspection", semaphores, .no_machine = true,
      .tesla = true, .fermi = true, .applies = nv_has_semaphores },
    { "session/flips", "introspection", flips, .no_machine = true },
    SESSION_TEST("registers", registers),
    SESSION_TEST("acts", acts),
    SESSION_TEST("refuses", refuses),
};

int main(int argc, char **argv)
{
    return nv_test_main_by_family(argc, argv, tests, ARRAY_SIZE(tests));
}
