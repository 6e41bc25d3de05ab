/*
 * Tests of the NVIDIA GPU: QEMU survives whatever a guest does
 *
 * Hostile guests, which do the same for the same seed.  In the middle the
 * machine migrates.  At the end the monitor has to answer, and the card has to
 * work when its units have been off, before NV50.  Then all registers get any
 * values, and it has to work after a reset.
 *
 * NV_SEED in the environment is the first guest's seed.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/bus-regs.h"
#include "fuzz/nv-hostile.h"
#include "libnv/nv-channel.h"
#include "libnv/nv-driver.h"
#include "libnv/nv-fermi.h"
#include "libnv/nv-pio.h"
#include "libnv/nv-screen.h"
#include "libnv/nv-snapshot.h"
#include "libnv/nv-test.h"

#define HANDLE 0xbeef0039
#define STEPS 200

/* Pictures that a guest may draw; they take time from other steps. */
#define PICTURES 4

static unsigned pictures;

static void show(NVHostile *h, unsigned how)
{
    g_autofree char *file = g_build_filename(h->nv->dir, "picture", NULL);

    if (pictures < PICTURES) {
        pictures++;
        nv_screen_dump(h->nv, file);
    }
}

static bool is_later(const NVCard *card)
{
    return !nv_card_is_early(card);
}

/* --- A card that works ------------------------------------------------ */

/* Methods come through. */
static void assert_early_works(NVDev *nv)
{
    g_autofree char *log = NULL;

    nv_pio_init(nv);
    nv_pio_object(nv, 0, HANDLE);
    nv_trace(nv, "nv_pfifo_ctx", true);
    nv_pio_method(nv, 0, 3, NV_MTHD_OBJECT, HANDLE);
    nv_trace(nv, "nv_pfifo_ctx", false);
    nv_assert_reg(nv, NV_PFIFO_INTR, 0);
    nv_assert_hex(nv_rd32(nv, nv_cache1(nv)->get),
                  nv_rd32(nv, nv_cache1(nv)->put));
    log = nv_log_text(nv);
    g_assert_nonnull(strstr(log, "nv_pfifo_ctx channel 0 subchannel 3 "));
}

/* A channel sets a reference. */
static void assert_works(NVDev *nv)
{
    NVChan *chan;

    nv_assert_reg(nv, NV_PMC_BOOT_0, nv->card->boot0);
    if (nv_card_is_early(nv->card)) {
        assert_early_works(nv);
        return;
    }
    if (nv_is_fermi(nv)) {
        nv_fermi_assert_works(nv);
        return;
    }
    nv_init(nv);
    chan = nv_chan_new(nv, 1, NV_IN_GART);
    nv_push_ref(chan, 0x600d);
    nv_run(chan);
    nv_assert_hex(nv_user_ref(chan), 0x600d);
    nv_assert_reg(nv, NV_PFIFO_INTR, 0);
    nv_chan_free(chan);
}

/* --- Units off and on ------------------------------------------------- */

/* Both caches stand still (nv1-pfifo.rst); what CACHE1 holds isn't cleared. */
static void early_units_off(NVDev *nv)
{
    const NVCacheRegs *caches[] = { nv_cache0(nv), nv_cache1(nv) };

    nv_wr32(nv, A_NV_PMC_ENABLE, 0);
    nv_wr32(nv, A_NV_PMC_ENABLE, UINT32_MAX);
    nv_assert_reg(nv, NV_PFIFO_INTR_EN, 0);
    nv_assert_reg(nv, NV_PFIFO_CACHES, 0);
    for (unsigned i = 0; i < ARRAY_SIZE(caches); i++) {
        nv_assert_hex(nv_rd32(nv, caches[i]->push), 0);
        nv_assert_hex(nv_rd32(nv, caches[i]->pull) & 1, 0);
    }
    nv_wr32(nv, nv_cache1(nv)->get, 0);
    nv_wr32(nv, nv_cache1(nv)->put, 0);
}

/*
 * PFB isn't one of the units, so a driver says where the bus's page table is,
 * or that there is none.
 */
static void units_off(NVDev *nv)
{
    nv_wr32(nv, A_NV_PMC_BOOT_1, 1);
    if (nv_card_is_early(nv->card)) {
        early_units_off(nv);
        return;
    }
    nv_wr32(nv, A_NV_PMC_ENABLE, 0);
    nv_wr32(nv, A_NV_PMC_ENABLE, UINT32_MAX);
    if (nv->card->features & (NV_CARD_GART_NV41 | NV_CARD_GART_NV44)) {
        nv_wr32(nv, A_NV_PFB_GART_BASE, 0);
    }
}

/* --- Guests ----------------------------------------------------------- */

static void play(NVDev *nv, const NVTarget *target, GRand *rand)
{
    NVHostile *h = nv_hostile_new(target, nv, rand, show);

    pictures = 0;
    for (unsigned i = 0; i < STEPS; i++) {
        if (i == STEPS / 2) {
            nv_migrate(nv);
        }
        nv_hostile_step(h);
    }
    nv_hostile_map(h);
    nv_hostile_free(h);
}

static void random_accesses(NVDev *none)
{
    uint32_t first = nv_test_number("NV_SEED", 0, 1);
    unsigned kinds = nv_targets_of(none->card);
    unsigned count = nv_test_rounds(NULL, kinds, 2);

    for (unsigned n = 0; n < count; n++) {
        unsigned i = nv_test_variant(none->card, n, kinds);
        uint32_t seed = first + i;
        NVTarget target = nv_target_of(none->card, i);
        g_autofree char *props = g_strdup_printf(
            "x-engine-latency-ns=%d%s%s", seed & 1 ? NV_INPUT_LATENCY_NS : 0,
            target.props ? "," : "", target.props ?: "");
        g_autoptr(GRand) rand = g_rand_new_with_seed(seed);
        NVDev *nv = nv_start(none->card, props, NULL);

        g_test_message("%s guest, seed %u", target.name, seed);
        play(nv, &target, rand);
        qtest_qmp_assert_success(nv->qts, "{ 'execute': 'query-status' }");
        if (!(nv->card->features & (NV_CARD_NV50 | NV_CARD_NVC0))) {
            units_off(nv);
            assert_works(nv);
        }
        nv_hostile_scribble(nv, rand);
        nv_machine_reset(nv);
        assert_works(nv);
        nv_quit(nv);
    }
}

static const NVTest tests[] = {
    { "robust/random-accesses/1", "host-safety! migration fuzzing!",
      random_accesses, .applies = is_later, .tesla = true, .fermi = true,
      .kepler = true, .no_machine = true, .slow = true },
    { "robust/random-accesses/early", "host-safety! migration fuzzing!",
      random_accesses, .applies = nv_card_is_early, .early = true,
      .no_machine = true },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}
