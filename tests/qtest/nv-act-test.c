/*
 * Tests of the NVIDIA GPU: acts of x-nv-gpu-debug
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "libnv/nv-debug.h"
#include "libnv/nv-driver.h"
#include "libnv/nv-either.h"
#include "libnv/nv-test.h"

#define CHID 2
#define OTHER 3
/* Of the pushbuffer, where commands don't get to */
#define SPARE 0x8000

#define RETURN 0x00020000

/* --- Channels --------------------------------------------------------- */

/* The other channel continues. */
static void hangs(NVDev *nv)
{
    NVEither c = nv_either_new(nv, CHID), other = nv_either_new(nv, OTHER);

    nv_says(nv, "unhang 2", "channel 2 wasn't hung\nchannel 2 mode ");
    nv_says(nv, "hang 2", "no more turns until 'unhang'\nchannel 2 mode ");
    nv_either_ref(&c, 0x55);
    nv_either_kick(&c);
    nv_either_ref(&other, 0x66);
    nv_either_kick(&other);
    nv_poll(nv_either_user_ref(&other) == 0x66);
    nv_clock_step(nv, 10 * 1000 * 1000);
    nv_assert_hex(nv_either_user_ref(&c), 0);
    nv_says(nv, "channel 2", "wait hung");
    nv_lacks(nv, "channel 3", "hung");
    nv_debug_do(nv, "unhang %d", CHID);
    nv_poll(nv_either_user_ref(&c) == 0x55);
    /* So does a channel that is in CACHE1. */
    nv_debug_do(nv, "hang %d", CHID);
    nv_either_ref(&c, 0x56);
    nv_either_kick(&c);
    nv_either_ref(&other, 0x67);
    nv_either_kick(&other);
    nv_poll(nv_either_user_ref(&other) == 0x67);
    nv_assert_hex(nv_either_user_ref(&c), 0x55);
    nv_debug_do(nv, "unhang %d", CHID);
    nv_poll(nv_either_user_ref(&c) == 0x56);
    nv_either_free(&other);
    nv_either_free(&c);
}

static void kills(NVDev *nv)
{
    NVEither c = nv_either_new(nv, CHID), other = nv_either_new(nv, OTHER);

    nv_either_ref(&c, 0x77);
    nv_either_kick(&c);
    nv_poll(nv_either_user_ref(&c) == 0x77);
    nv_says(nv, "kill 2", "channel 2 off\n");
    nv_says(nv, "channel 2", "channel 2 off");
    nv_debug_is_wrong(nv, "kill 2", "is off");
    nv_either_ref(&c, 0x78);
    nv_either_kick(&c);
    nv_either_ref(&other, 0x88);
    nv_either_kick(&other);
    nv_poll(nv_either_user_ref(&other) == 0x88);
    nv_assert_hex(nv_either_user_ref(&c), 0x77);
    nv_either_free(&other);
}

/* --- Pushbuffers and methods ------------------------------------------ */

static void put_ref(NVEither *c, uint32_t at, uint32_t ref)
{
    nv_either_wr32(c, at, c->fermi ? NV_FERMI_INC(0, NV_MTHD_REF_CNT, 1)
                                   : NV_CMD_INC(0, NV_MTHD_REF_CNT, 1));
    nv_either_wr32(c, at + 4, ref);
}

/* An entry or a call; what follows it works as before. */
static void pushes(NVDev *nv)
{
    NVEither c = nv_either_new(nv, CHID);
    uint64_t at = nv_either_at(&c, SPARE);
    g_autofree char *command =
        g_strdup_printf("push 2 0x%" PRIx64 " %u", at, c.fermi ? 2 : 3);

    nv_either_ref(&c, 0x21);
    nv_either_kick(&c);
    nv_poll(nv_either_user_ref(&c) == 0x21);
    put_ref(&c, SPARE, 0x22);
    if (!c.fermi) {
        nv_debug_is_wrong(nv, command, "doesn't return");
        nv_either_wr32(&c, SPARE + 8, RETURN);
    }
    nv_debug_is_wrong(nv, "push 2 2 1", "no pushbuffer can be");
    nv_debug_is_wrong(nv, "push 4 0 1", "is off");
    nv_says(nv, command, "pushed %u words at 0x%08" PRIx64 "\nchannel 2 mode ",
            c.fermi ? 2 : 3, at);
    nv_poll(nv_either_user_ref(&c) == 0x22);
    if (!c.fermi) {
        nv_either_ref(&c, 0x23);
        nv_either_kick(&c);
        nv_poll(nv_either_user_ref(&c) == 0x23);
    }
    nv_says(nv, "channel 2", "wait idle");
    nv_either_free(&c);
}

static void pushes_nothing(NVDev *nv)
{
    NVEither c = nv_either_new(nv, CHID);

    nv_debug_is_wrong(nv, "push 2 0x8000 2", "has no calls");
    nv_either_free(&c);
}

/* A Fermi channel's PUT is in memory, where nothing may be. */
static void pushes_without_userd(NVDev *nv)
{
    static const uint32_t places[] = {
        1 << R_NV_PBDMA_USERD_TARGET_SHIFT,     /* no such memory */
        0xfffff000,                             /* beyond video memory */
        0x70000002,                             /* nothing on the bus */
    };
    NVEither c = nv_either_new(nv, CHID);
    uint32_t userd = c.fermi->block + A_NV_PBDMA_USERD;
    uint32_t place = nv_phys_rd32(nv, userd);
    g_autofree char *command = g_strdup_printf("push 2 0x%" PRIx64 " 2",
                                               nv_either_at(&c, SPARE));

    put_ref(&c, SPARE, 0x22);
    for (unsigned i = 0; i < ARRAY_SIZE(places); i++) {
        nv_phys_wr32(nv, userd, places[i]);
        nv_debug_is_wrong(nv, command, "the ring can't be written");
    }
    nv_phys_wr32(nv, userd, place);
    nv_assert_hex(nv_fermi_user_rd32(c.fermi, A_NV_USERD_GP_PUT), 0);
    nv_debug_do(nv, "%s", command);
    nv_poll(nv_either_user_ref(&c) == 0x22);
    nv_either_free(&c);
}

/* While the card stands still, too */
static void submits(NVDev *nv)
{
    NVEither c = nv_either_new(nv, CHID);
    GString *many = g_string_new("submit 2 0 0x50");

    nv_debug_is_wrong(nv, "submit 5 0 0x50 1", "is off");
    nv_debug_is_wrong(nv, "submit 2 0 0x50 1",
                      c.fermi ? "is in no PBDMA" : "isn't in CACHE1");
    nv_either_ref(&c, 0x11);
    nv_either_kick(&c);
    nv_poll(nv_either_user_ref(&c) == 0x11);
    nv_says(nv, "submit 2 0 0x50 0x31", "submitted 1 executed 1");
    nv_assert_hex(nv_either_user_ref(&c), 0x31);
    nv_stand_still(nv);
    nv_either_ref(&c, 0x12);
    nv_either_kick(&c);
    nv_debug_do(nv, "submit 2 0 0x50 0x32");
    nv_assert_hex(nv_either_user_ref(&c), 0x32);
    g_assert_true(nv_is_stopped(nv));
    nv_go_on(nv);
    nv_poll(nv_either_user_ref(&c) == 0x12);
    nv_debug_is_wrong(nv, "submit 2 8 0x50 1", "no number from 0");
    nv_debug_is_wrong(nv, "submit 2 0 0x51 1", "multiples of 4");
    nv_debug_is_wrong(nv, "submit 2 0 0x8000 1", "no number from 0");
    nv_debug_is_wrong(nv, "submit 2 0 0x50", "it is");
    for (unsigned i = 0; i < 1025; i++) {
        g_string_append(many, " 1");
    }
    nv_debug_is_wrong(nv, many->str, "it is");
    g_string_erase(many, 0, strlen("submit 2 0 0x50"));
    g_string_prepend(many, "write 2 0x8000");
    nv_debug_is_wrong(nv, many->str, "1025 words are more than 1024");
    g_string_append(many, " 1");
    nv_debug_is_wrong(nv, many->str, "it is");
    g_string_free(many, true);
    nv_either_free(&c);
}

/* --- Interrupts ------------------------------------------------------- */

#define PTIMER 0x00100000

static void interrupts(NVDev *nv)
{
    nv_wr32(nv, A_NV_PMC_INTR_EN, 1);
    g_assert_false(nv_intx(nv));
    nv_says(nv, "interrupt raise 0x00100000", "line 1");
    g_assert_true(nv_intx(nv));
    nv_assert_hex(nv_rd32(nv, A_NV_PMC_INTR), PTIMER);
    nv_says(nv, "interrupts", "NV_PMC_INTR pending 0x00100000 enabled "
            "0x00000001\n");
    nv_debug_do(nv, "interrupt mask 0x00100000");
    g_assert_false(nv_intx(nv));
    nv_assert_hex(nv_rd32(nv, A_NV_PMC_INTR), PTIMER);
    nv_debug_do(nv, "interrupt mask 0");
    g_assert_true(nv_intx(nv));
    nv_debug_do(nv, "interrupt lower 0x00100000");
    g_assert_false(nv_intx(nv));
    nv_assert_hex(nv_rd32(nv, A_NV_PMC_INTR), 0);
    nv_debug_is_wrong(nv, "interrupt raise 0x08000000",
                      "doesn't have all bits");
    nv_debug_is_wrong(nv, "interrupt shout 1", "to 'raise'");
    nv_assert_hex(nv_rd32(nv, A_NV_PMC_INTR), 0);
}

static bool references_by_call(const NVCard *card)
{
    return nv_sets_references(card) &&
           card->features & (NV_CARD_CALL | NV_CARD_NVC0);
}

static bool no_call(const NVCard *card)
{
    return !(card->features & (NV_CARD_CALL | NV_CARD_NVC0));
}

#define ALL .tesla = true, .fermi = true
#define REFS ALL, .applies = nv_sets_references

static const NVTest tests[] = {
    { "act/hangs", "introspection", hangs, REFS },
    { "act/kills", "introspection", kills, REFS },
    { "act/submits", "introspection", submits, REFS },
    { "act/pushes", "introspection", pushes, ALL,
      .applies = references_by_call },
    { "act/pushes-nothing", "introspection", pushes_nothing,
      .applies = no_call },
    { "act/pushes-without-userd", "introspection", pushes_without_userd,
      .needs = NV_CARD_NVC0, .fermi = true },
    { "act/interrupts", "introspection!", interrupts, ALL },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}
