/*
 * Tests of the NVIDIA GPU: sessions of scripts/nv-debug
 *
 * The debugger runs in parallel with the test, as it does with a guest: its
 * scripts check what it shows, and the test checks what has happened.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include <glib/gstdio.h>
#include "libnv/nv-debug.h"
#include "libnv/nv-driver.h"
#include "libnv/nv-either.h"
#include "libnv/nv-screen.h"
#include "libnv/nv-tesla.h"
#include "libnv/nv-test.h"

/* --- A machine with a debugger ----------------------------------------- */

/**
 * struct Session - a machine with one channel, and a second monitor
 *
 * @dir: has that and the scripts
 * @c: the channel
 */
typedef struct Session {
    NVDev *nv;
    char *dir;
    NVEither c;
} Session;

static Session session_new(NVDev *like)
{
    Session s = { .dir = g_dir_make_tmp("nv-session-XXXXXX", NULL) };
    g_autofree char *args = NULL;

    g_assert_nonnull(s.dir);
    args = g_strdup_printf("-qmp unix:%s/qmp,server=on,wait=off", s.dir);
    s.nv = nv_start(like->card, NULL, args);
    nv_init(s.nv);
    s.c = nv_either_new(s.nv, NV_DEBUG_CHID);
    return s;
}

static void session_free(Session *s)
{
    static const char *const files[] = { "qmp", "script", "screen.ppm" };

    nv_either_free(&s->c);
    nv_quit(s->nv);
    for (unsigned i = 0; i < ARRAY_SIZE(files); i++) {
        g_autofree char *file = g_build_filename(s->dir, files[i], NULL);

        g_unlink(file);
    }
    g_rmdir(s->dir);
    g_free(s->dir);
}

/* The card's name for the method that sets the reference */
static const char *session_ref_name(Session *s)
{
    return s->c.fermi ? "SET_REFERENCE" : "REF_CNT";
}

/* Returns the debugger's exit status, and its output in @said. */
static int session_run(Session *s, const char *script, char **said)
{
    g_autofree char *socket = g_build_filename(s->dir, "qmp", NULL);
    g_autofree char *file = g_build_filename(s->dir, "script", NULL);
    g_auto(GStrv) env = g_get_environ();
    const char *argv[] = {
        g_getenv("PYTHON") ?: "python3", NV_SCRIPTS "/nv-debug", socket,
        "--batch", file, NULL
    };
    g_autofree char *err = NULL;
    int status;

    /* Names are the model's, whatever the user has installed. */
    env = g_environ_unsetenv(env, "NV_RNNDB");
    env = g_environ_unsetenv(env, "NV_CLASS_HEADERS");
    g_assert_true(g_file_set_contents(file, script, -1, NULL));
    g_assert_true(g_spawn_sync(s->dir, (char **)argv, env,
                               G_SPAWN_SEARCH_PATH, NULL, NULL, said, &err,
                               &status, NULL));
    if (*err) {
        nv_fail("nv-debug: %s%s", *said, err);
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* A script in which each "expect" has to be fulfilled */
static void G_GNUC_PRINTF(2, 3)
session_do(Session *s, const char *format, ...)
{
    g_autofree char *script = NULL, *said = NULL;
    va_list args;

    va_start(args, format);
    script = g_strdup_vprintf(format, args);
    va_end(args);
    if (session_run(s, script, &said)) {
        nv_fail("the debugger's script fails:\n%s", said);
    }
}

/* A script that has to fail, with a reason */
static void session_fails(Session *s, const char *script, const char *words)
{
    g_autofree char *said = NULL;
    int status = session_run(s, script, &said);

    if (status != 1 || !strstr(said, words)) {
        nv_fail("not \"%s\" but status %d:\n%s", words, status, said);
    }
}

/* --- Tests ------------------------------------------------------------ */

/* A breakpoint by a method's name, steps, a command that is left out */
static void stops_and_steps(NVDev *like)
{
    Session s = session_new(like);

    session_do(&s, "break method %s channel=2 data=0x22\n"
               "expect breakpoint 1 method\n"
               "info breakpoints\n"
               "expect ^1 method channel=2 method=0x50 data=0x22 hits=0",
               session_ref_name(&s));
    nv_debug_submit(&s.c);
    nv_poll(nv_is_stopped(s.nv));
    nv_assert_hex(nv_either_user_ref(&s.c), 0x11);
    session_do(&s, "where\n"
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
               session_ref_name(&s));
    nv_poll(!nv_is_stopped(s.nv) && nv_either_user_ref(&s.c) == 0x33);
    nv_debug_submit(&s.c);
    nv_poll(nv_either_user_ref(&s.c) == 0x44);
    session_free(&s);
}

/* A place in the pushbuffer; then word by word, and to the end */
static void places_and_words(NVDev *like)
{
    Session s = session_new(like);
    uint32_t at;

    nv_either_ref(&s.c, 0x11);
    at = nv_either_ref(&s.c, 0x22);
    nv_either_ref(&s.c, 0x33);
    session_do(&s, "tbreak command 0x%" PRIx64 "\n"
               "expect breakpoint 1 command .*address=",
               nv_either_at(&s.c, at));
    nv_either_kick(&s.c);
    nv_poll(nv_is_stopped(s.nv));
    nv_assert_hex(nv_either_user_ref(&s.c), 0x11);
    session_do(&s, "where\nexpect stopped: breakpoint 1: command channel 2\n"
               "step word\n"
               "expect stopped: step: method channel 2 .* data 0x00000022\n"
               "step submission\n"
               "expect stopped: step: run channel 2\n"
               "print PMC_BOOT_0\nexpect 0x%08x\n"
               "delete\ncontinue &\n", nv_rd32(s.nv, 0));
    nv_assert_hex(nv_either_user_ref(&s.c), 0x33);
    session_do(&s, "stop\nexpect stopped: user\n"
               "stop\nexpect stopped: user\n");
    nv_debug_submit(&s.c);
    nv_clock_step(s.nv, 1000 * 1000);
    nv_assert_hex(nv_either_user_ref(&s.c), 0x33);
    session_do(&s, "continue &");
    nv_poll(nv_either_user_ref(&s.c) == 0x44);
    session_free(&s);
}

/* The third time, and after that never again */
static void counts(NVDev *like)
{
    Session s = session_new(like);

    session_do(&s, "break method %s\nignore 1 2\n"
               "info breakpoints\nexpect ignore=2\n"
               "break reference stop=none\n", session_ref_name(&s));
    nv_debug_submit(&s.c);
    nv_poll(nv_is_stopped(s.nv));
    nv_assert_hex(nv_either_user_ref(&s.c), 0x22);
    session_do(&s, "where\nexpect breakpoint 1: method .* data 0x00000033\n"
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
    session_free(&s);
}

/* Interrupts that the user raises, and an error of the driver's */
static void interrupts_and_errors(NVDev *like)
{
    Session s = session_new(like);

    nv_wr32(s.nv, A_NV_PMC_INTR_EN, 3);
    session_do(&s, "break interrupt 0x00100000\n"
               "interrupt raise 0x00100000\n"
               "where\n"
               "expect stopped: breakpoint 1: interrupt data 0x00100000\n"
               "info interrupts\nexpect 0x00100000\n"
               "continue &");
    g_assert_true(nv_intx(s.nv));
    session_do(&s, "interrupt lower 0x00100000\ndelete\nbreak error\n");
    g_assert_false(nv_intx(s.nv));
    if (s.c.fermi) {
        nv_either_method(&s.c, 1, 0x30, 0xdead0001);
    } else {
        nv_push_object(s.c.chan, 6, 0xdead0001);
    }
    nv_either_kick(&s.c);
    nv_poll(nv_is_stopped(s.nv));
    session_do(&s, "where\nexpect stopped: breakpoint 1: error channel 2 %s\n"
               "info channels\nexpect ^channel 2\ncontinue &",
               s.c.fermi ? "PBDMA" : "NO_HASH");
    if (!s.c.fermi) {
        nv_handle_all(s.nv);
    }
    session_free(&s);
}

/* A semaphore by its place and value, and the words in which it lies */
static void semaphores(NVDev *like)
{
    Session s = session_new(like);
    NVEitherSemaphore sem;
    uint64_t at = nv_either_acquire(&s.c, 1, 1, &sem);

    session_do(&s, "break semaphore 0x%" PRIx64 " 9\n", at);
    nv_either_release(&s.c, at, 8, false);
    nv_either_release(&s.c, at, 9, false);
    nv_either_release(&s.c, at, 10, false);
    nv_either_kick(&s.c);
    nv_poll(nv_is_stopped(s.nv));
    nv_assert_hex(nv_either_semaphore(&s.c, &sem), 9);
    session_do(&s, "where\n"
               "expect breakpoint 1: release channel 2 data 0x00000009\n"
               "delete\nawatch memory 0x%" PRIx64 " 4\n"
               "continue\n"
               "expect breakpoint 1: mem-write channel 2\n"
               "delete\ncontinue &\n",
               at + (sem.buf && nv_is_tesla(s.nv) ? sem.buf->va : 0));
    nv_poll(nv_either_semaphore(&s.c, &sem) == 10);
    session_free(&s);
    nv_either_free_semaphore(&sem);
}

/* What a head shows */
static void flips(NVDev *like)
{
    const NVMode mode = {
        .width = 640, .height = 480, .bpp = 32, .base = 0x100000,
    };
    Session s = session_new(like);

    nv_mode_set(s.nv, &mode);
    session_do(&s, "break flip 0\n");
    nv_wr32(s.nv, A_NV_PCRTC_START, 0x200000);
    nv_poll(nv_is_stopped(s.nv));
    session_do(&s, "where\nexpect breakpoint 1: flip 0 .* at 0x00200000\n"
               "screen\nexpect base 0x00200000\n"
               "x vram 0x200000 2\nexpect 0x00200000: 0x\n"
               "delete\ntbreak vblank 0\ncontinue &\n");
    nv_clock_step(s.nv, 100 * 1000 * 1000);
    nv_poll(nv_is_stopped(s.nv));
    session_do(&s, "where\nexpect vblank 0\ncontinue &\n");
    session_free(&s);
}

/* The guest's accesses to a register, by its name */
static void registers(NVDev *like)
{
    Session s = session_new(like);
    uint32_t boot0 = nv_rd32(s.nv, 0);

    session_do(&s, "watch PMC_INTR_EN\nrwatch PMC_BOOT_0 ignore=1");
    nv_wr32(s.nv, 0x140, 0);
    nv_poll(nv_is_stopped(s.nv));
    session_do(&s, "info stop\nexpect breakpoint 1: mmio-write .*PMC_INTR_EN\n"
               "continue &");
    nv_rd32(s.nv, 0);
    g_assert_false(nv_is_stopped(s.nv));
    nv_rd32(s.nv, 0);
    nv_poll(nv_is_stopped(s.nv));
    session_do(&s, "where\nexpect breakpoint 2: mmio-read .*PMC_BOOT_0\n"
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
    session_free(&s);
}

/* Before NV50 all cards have such a method. */
static bool has_screen(const NVCard *card)
{
    return !(card->features & (NV_CARD_NV50 | NV_CARD_NVC0)) ||
           card->features & NV_CARD_PDISPLAY;
}

/* Everything that can be looked at */
static void looks(NVDev *like)
{
    Session s = session_new(like);

    session_do(&s, "break command channel=2");
    nv_debug_submit(&s.c);
    nv_poll(nv_is_stopped(s.nv));
    session_do(&s, "info channels\n"
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
               "info report\n"
               "info card\n"
               "expect %s\n"
               "disassemble 2\n"
               "expect %s = 0x00000022",
               s.c.fermi ? "info pbdma 0" : "info cache1", s.nv->card->name,
               session_ref_name(&s));
    if (has_screen(s.nv->card)) {
        session_do(&s, "screen screen.ppm\n"
                   "expect head 0");
    }
    if (s.c.fermi) {
        session_do(&s, "info entries 2\n"
                   "info runlist\n"
                   "expect channel 2\n"
                   "info falcons\n"
                   "expect ^falcon 0 unit\n"
                   "info falcon 0 registers\n"
                   "expect ^pc 0x|^r0 0x\n"
                   "info falcon 0 code 0 16\n"
                   "expect ^0x00000000: 0x\n"
                   "walk 2 0x%" PRIx64 "\n"
                   "expect ^result (vram|sysram) 0x\n"
                   "x 2 0x%" PRIx64 " 4\n"
                   "expect 0x00000011\n",
                   (uint64_t)NV_FERMI_PUSH_VA, (uint64_t)NV_FERMI_PUSH_VA);
    } else {
        session_do(&s, "info ramht\n");
    }
    session_free(&s);
}

/* The user's own methods, channels and interrupts */
static void acts(NVDev *like)
{
    Session s = session_new(like);

    nv_debug_submit(&s.c);
    nv_poll(nv_either_user_ref(&s.c) == 0x44);
    session_do(&s, "submit 2 0 %s 0x55\nexpect submitted 1",
               session_ref_name(&s));
    nv_poll(nv_either_user_ref(&s.c) == 0x55);
    session_do(&s, "hang 2");
    nv_debug_submit(&s.c);
    session_do(&s, "info channels\nexpect channel 2 .* wait hung");
    nv_assert_hex(nv_either_user_ref(&s.c), 0x55);
    session_do(&s, "unhang 2");
    nv_poll(nv_either_user_ref(&s.c) == 0x44);
    session_do(&s, "interrupt mask 0xffffffff\nexpect masked 0xffffffff\n"
               "interrupt mask 0\nexpect masked 0x00000000");
    session_do(&s, "kill 2\ninfo channel 2\nexpect ^channel 2 off");
    session_free(&s);
}

/* Memory that is written, then executed */
static void memory(NVDev *like)
{
    Session s = session_new(like);
    uint64_t at = NV_FERMI_PUSH_VA + 0x800;

    session_do(&s, "write 2 0x%" PRIx64 " 0x20010014 0x66\n"
               "x 2 0x%" PRIx64 " 2\n"
               "expect 0x20010014 0x00000066\n"
               "disassemble 2 0x%" PRIx64 " 2\n"
               "expect SET_REFERENCE = 0x00000066\n"
               "push 2 0x%" PRIx64 " 2\n", at, at, at, at);
    nv_poll(nv_either_user_ref(&s.c) == 0x66);
    session_free(&s);
}

/* An impossible command is reported, and ends a script. */
static void refuses(NVDev *like)
{
    Session s = session_new(like);

    session_fails(&s, "run-back register PMC_INTR", "doesn't replay");
    session_fails(&s, "break nothing", "of which class");
    session_fails(&s, "skip", "doesn't stand");
    session_fails(&s, "info channel 4000", "channel");
    session_fails(&s, "info stop\nexpect breakpoint", "was not said");
    session_free(&s);
}

#define SESSION_TEST(_name, _fn, ...) \
    { "session/" _name, "M195", _fn, .no_machine = true, .tesla = true, \
      .fermi = true, .applies = nv_sets_references, __VA_ARGS__ }

static const NVTest tests[] = {
    SESSION_TEST("stops-and-steps", stops_and_steps),
    SESSION_TEST("places-and-words", places_and_words),
    SESSION_TEST("counts", counts),
    SESSION_TEST("interrupts-and-errors", interrupts_and_errors),
    { "session/semaphores", "M195", semaphores, .no_machine = true,
      .tesla = true, .fermi = true, .applies = nv_has_semaphores },
    { "session/flips", "M195", flips, .no_machine = true },
    SESSION_TEST("registers", registers),
    SESSION_TEST("looks", looks),
    SESSION_TEST("acts", acts),
    SESSION_TEST("memory", memory, .needs = NV_CARD_NVC0),
    SESSION_TEST("refuses", refuses),
};

int main(int argc, char **argv)
{
    return nv_test_main_without(argc, argv, tests, ARRAY_SIZE(tests),
                                NV_ONLY_PROBES);
}
