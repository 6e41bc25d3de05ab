/*
 * Hostile guests: common parts
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/timer.h"
#include "hw/nv/bus-regs.h"
#include "hw/nv/fifo-regs.h"
#include "hw/pci/pci_regs.h"
#include "nv-hostile.h"
#include "libnv/nv-driver.h"
#include "libnv/nv-report.h"

/* --- What is done ------------------------------------------------------ */

uint32_t nv_hostile_size(NVHostile *h, uint32_t end)
{
    switch (nv_below(h, 8)) {
    case 0:
        return end - 1;
    case 1:
        return end - 1 - nv_below(h, MIN(end, 16));
    case 2:
    case 3:
        return nv_below(h, MIN(end, 16));
    default:
        return nv_below(h, end);
    }
}

NVWhere nv_hostile_where(NVHostile *h)
{
    unsigned n = nv_below(h, 48);

    return n == 0 ? NV_EVERYWHERE : n < 16 ? NV_AT_END : NV_AT_HOME;
}

bool nv_hostile_right(const NVHostileWork *w, unsigned chance)
{
    return w->right || nv_below(w->h, chance);
}

uint32_t nv_hostile_dma(const NVHostileWork *w)
{
    if (w->where == NV_EVERYWHERE ||
        (w->where == NV_AT_END && nv_below(w->h, 2))) {
        return w->moved;
    }
    return w->dma + nv_below(w->h, w->dmas);
}

uint32_t nv_hostile_increments(NVHostile *h, uint32_t (*value)(NVHostile *h))
{
    switch (nv_below(h, 4)) {
    case 0:
        return BIT(nv_below(h, 3)) << 8 | BIT(nv_below(h, 3));
    case 1:
        return value(h);
    default:
        return 0x0101;
    }
}

void nv_hostile_access(NVHostile *h, uint64_t addr,
                       uint32_t (*value)(NVHostile *h))
{
    QTestState *qts = h->nv->qts;

    switch (nv_below(h, 12)) {
    case 0:
        qtest_writeb(qts, addr, value(h));
        break;
    case 1:
        qtest_writew(qts, addr & ~1ull, value(h));
        break;
    case 2:
        qtest_readb(qts, addr);
        break;
    case 3:
        qtest_readq(qts, addr & ~7ull);
        break;
    case 4:
        qtest_readw(qts, addr & ~1ull);
        break;
    case 5:
        qtest_readl(qts, addr & ~3ull);
        break;
    case 6:
        qtest_writeq(qts, addr & ~7ull, value(h));
        break;
    default:
        qtest_writel(qts, addr & ~3ull, value(h));
        break;
    }
}

void nv_hostile_indexed(NVHostile *h, uint32_t (*value)(NVHostile *h))
{
    static const struct {
        uint32_t index, data;
    } pairs[] = {
        { 0x400f50, 0x400f54 },         /* the pipeline's state */
        { 0x400324, 0x400328 },         /* the context program */
        { 0x400750, 0x400754 },         /* RDI */
    };
    unsigned which = nv_below(h, ARRAY_SIZE(pairs));

    nv_wr32(h->nv, pairs[which].index,
            nv_hostile_size(h, nv_below(h, 2) ? 0x8000 : 0x200));
    for (unsigned i = 0; i < 8 && nv_draw_left(h->draw); i++) {
        if (nv_below(h, 2)) {
            nv_wr32(h->nv, pairs[which].data, value(h));
        } else {
            nv_rd32(h->nv, pairs[which].data);
        }
    }
}

G_NORETURN void nv_hostile_fail(const char *format, ...)
{
    va_list ap;

    va_start(ap, format);
    vfprintf(stderr, format, ap);
    va_end(ap);
    fputc('\n', stderr);
    abort();
}

uint32_t nv_hostile_value(NVHostile *h,
                          uint32_t (*own)(NVHostile *h, unsigned which),
                          unsigned count)
{
    unsigned way = nv_below(h, count + 6);

    switch (way) {
    case 0:
        return nv_below(h, 4);
    case 1:
        return BIT(nv_below(h, 32));
    case 2:
        return ~BIT(nv_below(h, 32));
    }
    if (way < 3 + count) {
        return own(h, way - 3);
    }
    return way == 3 + count ? nv_draw_word(h->draw)
                            : nv_draw_near_ends(h->draw);
}

uint32_t nv_hostile_address(NVHostile *h)
{
    const NVFamily *family = h->target->family;
    const NVHostileRange *range = family->units;
    unsigned total = 0, pick;

    for (unsigned i = 0; i < family->unit_count; i++) {
        total += family->units[i].weight;
    }
    pick = nv_below(h, total);
    for (; pick >= range->weight; range++) {
        pick -= range->weight;
    }
    return range->start + nv_below(h, range->end - range->start);
}

void nv_hostile_access_registers(NVHostile *h,
                                 uint32_t (*value)(NVHostile *h))
{
    for (unsigned i = 0; i < 8 && nv_draw_left(h->draw); i++) {
        nv_hostile_access(h, h->nv->bar0 + nv_hostile_address(h), value);
    }
}

/* --- A driver's error handling ----------------------------------------- */

void nv_hostile_enable_intr(NVDev *nv)
{
    nv_wr32(nv, A_NV_PFIFO_INTR_EN, R_NV_PFIFO_INTR_CACHE_ERROR_MASK |
            R_NV_PFIFO_INTR_DMA_PUSHER_MASK);
}

void nv_hostile_handle_intr(NVDev *nv)
{
    for (unsigned i = 0; i < 4 && nv_handle_intr(nv); i++) {
        /* Errors may come in a row. */
    }
}

void nv_hostile_recover(NVHostile *h, void (*graph)(NVDev *nv))
{
    NVDev *nv = h->nv;

    nv_wr32(nv, A_NV_PMC_ENABLE, 0xffffffff);
    nv_hostile_enable_intr(nv);
    graph(nv);
    nv_hostile_handle_intr(nv);
    nv_wr32(nv, A_NV_PFIFO_CACHE1_PUSH0, 1);
    nv_wr32(nv, A_NV_PFIFO_CACHE1_DMA_PUSH, 1);
    nv_wr32(nv, A_NV_PFIFO_CACHE1_PULL0, 1);
    nv_wr32(nv, A_NV_PFIFO_CACHES, 1);
}

void nv_hostile_units_on(NVHostile *h)
{
    NVDev *nv = h->nv;

    nv_hostile_map(h);
    /* 1 in either byte order makes the card switch to that. */
    nv_wr32(nv, A_NV_PMC_BOOT_1, 1);
    if (!nv_below(h, 4)) {
        nv_wr32(nv, A_NV_PMC_ENABLE, 0);
    }
    nv_wr32(nv, A_NV_PMC_ENABLE, 0xffffffff);
}

void nv_hostile_map(NVHostile *h)
{
    for (unsigned i = 0; i < NV_HOSTILE_BARS; i++) {
        qpci_config_writel(h->nv->pci, PCI_BASE_ADDRESS_0 + i * 4, h->bars[i]);
    }
    qpci_device_enable(h->nv->pci);
}

/* If a falcon never stops, passing time takes longest. */
void nv_hostile_wait(NVHostile *h)
{
    switch (nv_below(h, 8)) {
    case 0:
        nv_clock_step(h->nv, 1 + nv_below(h, 2000));
        break;
    case 1:
        nv_clock_step(h->nv, 17 * SCALE_MS);
        break;
    default:
        nv_clock_step(h->nv, 1 + nv_below(h, 200 * SCALE_US));
        break;
    }
}

void nv_hostile_step_by_focus(NVHostile *h, const NVHostileSteps *steps)
{
    static const uint8_t display[NV_FOCUS__MAX] = { 2, 13, 1, 4 };
    static const uint8_t falcon[NV_FOCUS__MAX] = { 2, 1, 14, 4 };
    unsigned what = nv_below(h, 16);
    NVFocus focus = h->target->focus;

    if (nv_below(h, 8) != 7) {
        steps->recover(h);
    }
    if (what < display[focus]) {
        steps->display(h);
    } else if (what < display[focus] + falcon[focus]) {
        steps->falcon(h);
    } else {
        steps->commands(h);
    }
}

/* --- An input ---------------------------------------------------------- */

uint32_t nv_input_latency(const uint8_t *data, size_t size)
{
    return size && data[0] & NV_INPUT_LATENCY ? NV_INPUT_LATENCY_NS : 0;
}

static NVHostile *nv_hostile_begin(const NVTarget *target, NVDev *nv,
                                   NVDraw *draw, const NVOutside *outside,
                                   void (*show)(NVHostile *h, unsigned how))
{
    NVHostile *h = g_new(NVHostile, 1);

    *h = (NVHostile) {
        .target = target, .nv = nv, .draw = draw,
        .outside = outside, .show = show,
        .own = g_malloc0(target->family->size),
    };
    draw->vram = nv->vram;
    nv_anything_goes = true;
    for (unsigned i = 0; i < NV_HOSTILE_BARS; i++) {
        h->bars[i] = qpci_config_readl(nv->pci, PCI_BASE_ADDRESS_0 + i * 4);
    }
    target->family->begin(h);
    nv_memory_is_zero = false;
    return h;
}

static void nv_hostile_end(NVHostile *h)
{
    h->target->family->end(h);
    g_free(h->own);
    g_free(h);
    nv_anything_goes = false;
}

/* Each takes as long as many other steps. */
#define MIGRATIONS 3

/* Returns whether there is a card to go on with. */
static bool nv_hostile_step_or_migrate(NVHostile *h)
{
    if (h->target->focus == NV_FOCUS_MIGRATION && nv_below(h, 3) == 0 &&
        h->migrations < MIGRATIONS) {
        h->migrations++;
        return nv_hostile_migrate(h);
    }
    h->target->family->step(h);
    return true;
}

static bool nv_hostile_steps(NVHostile *h, const uint8_t *data, size_t size)
{
    bool skip = h->target->family->planned, well = true;

    while (size && well) {
        const uint8_t *next = memmem(data, size, NV_INPUT_SEPARATOR,
                                     NV_INPUT_SEPARATOR_LEN);
        size_t len = next ? next - data : size;

        if (len && !skip) {
            nv_draw_begin(h->draw, data, len);
            well = nv_hostile_step_or_migrate(h);
            if (h->outside->after) {
                h->outside->after(h);
            }
        }
        skip = false;
        if (!next) {
            break;
        }
        size -= len + NV_INPUT_SEPARATOR_LEN;
        data = next + NV_INPUT_SEPARATOR_LEN;
    }
    return well;
}

bool nv_hostile_run(const NVTarget *target, NVDev *nv, const uint8_t *data,
                    size_t size, const NVOutside *outside)
{
    NVDraw draw = { };
    NVHostile *h = nv_hostile_begin(target, nv, &draw, outside, outside->show);
    bool well = true;

    if (size) {
        well = nv_hostile_steps(h, data + 1, size - 1);
    }
    if (well) {
        /* Work in progress continues, and is observed. */
        nv_draw_begin(&draw, NULL, 0);
        nv_hostile_map(h);
        nv_clock_step(nv, 200 * SCALE_US);
        h->show(h, 1);
        if (outside->after) {
            outside->after(h);
        }
    }
    nv_hostile_end(h);
    return well;
}

/* --- Random steps ------------------------------------------------------ */

NVHostile *nv_hostile_new(const NVTarget *target, NVDev *nv, GRand *rand,
                          void (*show)(NVHostile *h, unsigned how))
{
    NVDraw *draw = g_new0(NVDraw, 1);

    draw->rand = rand;
    return nv_hostile_begin(target, nv, draw, NULL, show);
}

void nv_hostile_step(NVHostile *h)
{
    h->target->family->step(h);
}

void nv_hostile_free(NVHostile *h)
{
    NVDraw *draw = h->draw;

    nv_hostile_end(h);
    g_free(draw);
}

/* PMC's registers are below. */
#define PMC_END 0x1000

/* PMC goes last: it turns units off, and swaps the bytes. */
void nv_hostile_scribble(NVDev *nv, GRand *rand)
{
    g_autoptr(NvNames) names = nv_names(nv);

    for (NvRegisterNameList *l = names->registers; l; l = l->next) {
        if (l->value->address >= PMC_END) {
            nv_wr32(nv, l->value->address, g_rand_int(rand));
        }
    }
    /* An alarm that is far away */
    nv_wr32(nv, A_NV_PTIMER_INTR_EN, 1);
    nv_wr32(nv, A_NV_PTIMER_ALARM, nv_rd32(nv, A_NV_PTIMER_ALARM) ^ BIT(31));
    nv_wr32(nv, A_NV_PMC_BOOT_1, UINT32_MAX);
}
