/*
 * Tests of the NVIDIA GPU: what real cards stated in public
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/bus-regs.h"
#include "hw/nv/fifo-regs.h"
#include "nv-record.h"
#include "nv-facts.h"

#define PREFIX "record/"

static const NVFact *nv_fact_find(const char *test)
{
    g_assert_true(g_str_has_prefix(test, PREFIX));
    for (unsigned i = 0; i < ARRAY_SIZE(nv_facts); i++) {
        if (g_str_equal(nv_facts[i].name, test + strlen(PREFIX))) {
            return &nv_facts[i];
        }
    }
    fprintf(stderr, "%s: there is no such fact in tests/record\n", test);
    exit(1);
}

const NVFact *nv_fact(const NVDev *nv)
{
    return nv_fact_find(nv->test->name);
}

unsigned nv_fact_chid(const NVFact *fact)
{
    return fact->chid < 0 ? 1 : fact->chid;
}

static const NVShown *nv_fact_find_shown(const NVFact *fact, uint32_t address,
                                         int word)
{
    for (unsigned i = 0; i < fact->count; i++) {
        if (fact->shows[i].address == address && fact->shows[i].word == word) {
            return &fact->shows[i];
        }
    }
    return NULL;
}

bool nv_fact_shows(const NVFact *fact, uint32_t address)
{
    return nv_fact_find_shown(fact, address, -1);
}

uint32_t nv_fact_data(const NVFact *fact, uint32_t address, int word)
{
    const NVShown *shown = nv_fact_find_shown(fact, address, word);

    if (!shown) {
        nv_fail("%s doesn't show 0x%06x", fact->name, address);
        return 0;
    }
    return shown->value;
}

uint32_t nv_fact_word(const NVFact *fact, uint32_t address)
{
    return nv_fact_data(fact, address, -1);
}

/* --- What the card shows ---------------------------------------------- */

/* nv04_fifo_intr_cache_error(): CACHE1's slot at GET, of 8 bytes */
static uint32_t nv_shown_slot(NVDev *nv, const NVShown *shown)
{
    uint32_t get = nv_rd32(nv, A_NV_PFIFO_CACHE1_GET);

    g_assert_true((shown->address & ~4u) == nv->card->cache1);
    return nv_rd32(nv, shown->address + (get & 0x7ff) / 4 * 8);
}

/* nv50_fb_intr(): the register before it says which word */
static uint32_t nv_shown_word(NVDev *nv, const NVShown *shown)
{
    g_assert_cmphex(shown->address, ==, A_NV_PFB_MMU_VM_FAULT_DATA);
    nv_mask(nv, A_NV_PFB_MMU_VM_FAULT, R_NV_PFB_MMU_VM_FAULT_INDEX_MASK,
            shown->word << R_NV_PFB_MMU_VM_FAULT_INDEX_SHIFT);
    return nv_rd32(nv, shown->address);
}

static uint32_t nv_shown_read(NVDev *nv, const NVShown *shown)
{
    if (shown->any) {
        return nv_shown_slot(nv, shown);
    }
    return shown->word < 0 ? nv_rd32(nv, shown->address)
                           : nv_shown_word(nv, shown);
}

void nv_fact_assert(NVDev *nv)
{
    const NVFact *fact = nv_fact(nv);

    for (unsigned i = 0; i < fact->count; i++) {
        const NVShown *shown = &fact->shows[i];
        uint32_t got = nv_shown_read(nv, shown);

        if ((got & shown->mask) != shown->value) {
            nv_fail("%s: %s, 0x%06x, is 0x%08x, and the card had 0x%08x of "
                    "0x%08x", fact->name, shown->name, shown->address, got,
                    shown->value, shown->mask);
        }
    }
}

/* --- Cases ------------------------------------------------------------ */

int nv_record_main(int argc, char **argv, const NVTest *tests, unsigned count)
{
    g_autofree NVTest *all = g_memdup2(tests, count * sizeof(*tests));
    g_autoptr(GPtrArray) props = g_ptr_array_new_with_free_func(g_free);

    for (unsigned i = 0; i < count; i++) {
        const NVFact *fact = nv_fact_find(all[i].name);

        if (!all[i].cards) {
            all[i].cards = fact->cards;
        }
        if (fact->mib) {
            g_ptr_array_add(props, g_strdup_printf("vram=%uM", fact->mib));
            all[i].props = props->pdata[props->len - 1];
        }
    }
    return nv_test_main(argc, argv, all, count);
}
