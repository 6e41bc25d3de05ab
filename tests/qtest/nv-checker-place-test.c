/*
 * Tests of the NVIDIA GPU: the checker of drivers: where the guest was
 *
 * A vCPU submits work from two places, and the card executes it later.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/fifo-regs.h"
#include "libnv/nv-checker.h"
#include "libnv/nv-debug.h"
#include "libnv/nv-driver.h"
#include "libnv/nv-report.h"
#include "libnv/nv-test.h"
#include "libnv/nv-vcpu.h"

#define CHID 2

/* PRMA's: a register that isn't modelled */
#define UNMODELLED 0x007400

/* What a finding says between the time and the colon */
static void assert_place(NVDev *nv, unsigned number, const char *name,
                         NVVcpuPlace place)
{
    g_autofree char *text = nv_findings_text(nv);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    g_autofree char *want = place == NV_VCPU_NOWHERE ? g_strdup(": ") :
        g_strdup_printf(" %s=%s: ", name, nv_vcpu_where(place));
    const char *is = number < g_strv_length(lines)
        ? strstr(lines[number], " first=") : NULL;

    if (!is || !g_str_has_prefix(is + 1 + strcspn(is + 1, " :"), want)) {
        nv_fail("finding %u of \"%s\" isn't from%s", number, text, want);
    }
}

/* Submits a reference, which is another one when the card reads it. */
static void submit_overwritten(NVEither *c, NVVcpuPlace place, uint32_t ref)
{
    uint32_t at = nv_either_cur(c) + 4;

    nv_either_ref(c, ref + 0x100);
    nv_vcpu_at(c->nv, place);
    nv_either_kick(c);
    nv_vcpu_at(c->nv, NV_VCPU_NOWHERE);
    nv_either_wr32(c, at, ref);
}

static void wait_for(NVEither *c, uint32_t ref)
{
    nv_go_on(c->nv);
    nv_poll(nv_either_user_ref(c) == ref);
}

/* Each finding is from where its own work was submitted. */
static void submissions(NVEither *c)
{
    NVDev *nv = c->nv;

    nv_stand_still(nv);
    submit_overwritten(c, NV_VCPU_FIRST, 2);
    submit_overwritten(c, NV_VCPU_SECOND, 3);
    submit_overwritten(c, NV_VCPU_NOWHERE, 4);
    submit_overwritten(c, NV_VCPU_FIRST, 5);
    nv_assert_silent(nv);
    wait_for(c, 5);
    assert_place(nv, 0, "submitted", NV_VCPU_FIRST);
    assert_place(nv, 1, "submitted", NV_VCPU_SECOND);
    assert_place(nv, 2, "submitted", NV_VCPU_NOWHERE);
    assert_place(nv, 3, "submitted", NV_VCPU_FIRST);
}

static void of_submission(NVDev *none)
{
    NVDev *nv = nv_vcpu_start(none->card, NV_CHECKER_ON, none->test->args);
    NVEither c = nv_either_new(nv, CHID);

    nv_either_ref(&c, 1);
    nv_either_kick(&c);
    nv_poll(nv_either_user_ref(&c) == 1);
    submissions(&c);
    nv_quit(nv);
}

/* A vCPU that is in the card for another reason has nothing to do with it. */
static void of_submission_by_others(NVDev *none)
{
    NVDev *nv = nv_vcpu_start(none->card, NV_CHECKER_ON, none->test->args);
    NVEither c = nv_either_new(nv, CHID);

    nv_wr32(nv, A_NV_PFIFO_CACHES, 0);
    nv_mask(nv, A_NV_PFIFO_CACHE1_DMA_PUSH, 1, 0);
    submit_overwritten(&c, NV_VCPU_FIRST, 2);
    nv_vcpu_at(nv, NV_VCPU_SECOND);
    nv_mask(nv, A_NV_PFIFO_CACHE1_DMA_PUSH, 1, 1);
    nv_wr32(nv, A_NV_PFIFO_CACHES, 1);
    nv_vcpu_at(nv, NV_VCPU_NOWHERE);
    nv_poll(nv_either_user_ref(&c) == 2);
    assert_place(nv, 0, "submitted", NV_VCPU_FIRST);
    nv_quit(nv);
}

/* The same addresses are another submission's. */
static void of_submission_again(NVDev *none)
{
    NVDev *nv = nv_vcpu_start(none->card, NV_CHECKER_ON, none->test->args);
    NVEither c = nv_either_new(nv, CHID);
    uint32_t at = nv_either_cur(&c);

    nv_either_ref(&c, 1);
    nv_vcpu_at(nv, NV_VCPU_FIRST);
    nv_either_kick(&c);
    nv_vcpu_at(nv, NV_VCPU_NOWHERE);
    nv_poll(nv_either_user_ref(&c) == 1);
    nv_seek(c.chan, at);
    nv_stand_still(nv);
    submit_overwritten(&c, NV_VCPU_SECOND, 2);
    wait_for(&c, 2);
    assert_place(nv, 0, "submitted", NV_VCPU_SECOND);
    nv_quit(nv);
}

/* More of them than are remembered: some have no place, but none another's. */
static void of_many_submissions(NVDev *none)
{
    NVDev *nv = nv_vcpu_start(none->card, NV_CHECKER_ON, none->test->args);
    NVEither c = nv_either_new(nv, CHID);

    nv_stand_still(nv);
    for (unsigned i = 0; i < 300; i++) {
        nv_either_ref(&c, 1);
        nv_vcpu_at(nv, i == 255 || i == 299 ? NV_VCPU_FIRST : NV_VCPU_SECOND);
        nv_either_kick(&c);
    }
    nv_vcpu_at(nv, NV_VCPU_NOWHERE);
    nv_either_wr32(&c, 254 * 8 + 4, 2);
    nv_either_wr32(&c, 255 * 8 + 4, 3);
    nv_either_wr32(&c, 299 * 8 + 4, 4);
    wait_for(&c, 4);
    assert_place(nv, 0, "submitted", NV_VCPU_SECOND);
    assert_place(nv, 1, "submitted", NV_VCPU_NOWHERE);
    assert_place(nv, 2, "submitted", NV_VCPU_NOWHERE);
    nv_quit(nv);
}

/* What the CPU does itself is from where it is. */
static void of_access(NVDev *none)
{
    NVDev *nv = nv_vcpu_start(none->card, NV_CHECKER_ON, none->test->args);
    NVEither c = nv_either_new(nv, CHID);

    nv_vcpu_at(nv, NV_VCPU_FIRST);
    nv_either_ref(&c, 1);
    nv_either_kick(&c);
    nv_poll(nv_either_user_ref(&c) == 1);
    nv_assert_silent(nv);
    nv_vcpu_at(nv, NV_VCPU_SECOND);
    nv_wr32(nv, A_NV_PFIFO_CACHE1_DMA_GET,
            nv_rd32(nv, A_NV_PFIFO_CACHE1_DMA_GET));
    assert_place(nv, 0, "where", NV_VCPU_SECOND);
    nv_quit(nv);
}

/* Registers that a stack pointer happens to point to aren't read. */
static void stack_in_registers(NVDev *none)
{
    g_autofree char *args = g_strdup_printf("-device %s-gpu,id=other,addr=5",
                                            none->card->name);
    NVDev *nv = nv_vcpu_start(none->card, NV_CHECKER_ON, args);
    NVEither c = nv_either_new(nv, CHID);
    QPCIDevice *other = qpci_device_find(nv->bus, QPCI_DEVFN(5, 0));
    uint64_t bar0 = qpci_iomap(other, 0, NULL).addr;
    const char *where = nv_vcpu_where(NV_VCPU_FIRST);
    g_autofree char *want = g_strdup_printf(" submitted=%.*s: ",
                                            (int)strcspn(where, ","), where);
    g_autofree char *findings = NULL, *report = NULL;

    qpci_device_enable(other);
    nv_vcpu_set_stack(nv, bar0 + UNMODELLED);
    nv_stand_still(nv);
    submit_overwritten(&c, NV_VCPU_FIRST, 2);
    wait_for(&c, 2);
    findings = nv_findings_text(nv);
    g_assert_nonnull(strstr(findings, want));
    nv->id = "other";
    report = nv_report_text(nv);
    g_assert_null(strstr(report, "PRMA"));
    g_free(other);
    nv_quit(nv);
}

#define PLACED(_name, _fn, ...) \
    { "checker-place/" _name, "introspection", _fn, .no_machine = true, \
      __VA_ARGS__ }
#define REFS .applies = nv_sets_references

static const NVTest tests[] = {
    PLACED("of-submission", of_submission, REFS, .fermi = true),
    PLACED("of-submission-with-icount", of_submission, REFS, .fermi = true,
           .args = "-icount shift=1"),
    PLACED("of-submission-by-others", of_submission_by_others, REFS),
    PLACED("of-submission-again", of_submission_again, REFS),
    PLACED("of-many-submissions", of_many_submissions, REFS),
    PLACED("of-access", of_access, REFS),
    PLACED("stack-in-registers", stack_in_registers, REFS),
};

int main(int argc, char **argv)
{
    return nv_test_main_by_family(argc, argv, tests, ARRAY_SIZE(tests));
}
