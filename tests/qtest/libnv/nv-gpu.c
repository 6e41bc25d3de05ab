/*
 * Tests of the NVIDIA GPU: a machine with a card in it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/bswap.h"
#include "qemu/units.h"
#include "qobject/qdict.h"
#include "qobject/qstring.h"
#include "hw/nv/bus-regs.h"
#include "hw/pci/pci_regs.h"
#include "libqos/pci-pc.h"
#include "nv-gpu.h"
#include "nv-context.h"
#include "nv-driver.h"
#include "nv-emulator.h"
#include "nv-instmem.h"
#include "nv-posted.h"
#include "nv-test.h"

/* NV01 shows video memory in BAR0. */
#define NV01_FB 0x1000000

/* Bytes moved at once: a multiple of 8, and much more than a line's frame */
#define NV_PIECE (8 * KiB)

/* Where guest memory for the tests begins: above what firmware uses */
#define NV_RAM_BASE (16 * MiB)

/*
 * Where the BARs of each of several cards go, and where else they may go: there
 * is room for all of them in any order, but for those of 32 bits only as there
 * is little video memory.
 */
#define NV_SEVERAL_LOW 0xe0000000u
#define NV_SEVERAL_ELSEWHERE_LOW 0xc8000000u
#define NV_SEVERAL_LOW_SIZE 0x6000000u
#define NV_SEVERAL_HIGH 0x200000000ull
#define NV_SEVERAL_ELSEWHERE_HIGH 0x300000000ull
#define NV_SEVERAL_HIGH_SIZE 0x40000000ull

/* How often is looked at what should come true, and once a test has failed */
#define NV_POLLS 20000
#define NV_POLLS_FAILED 100

bool nv_anything_goes;
void (*nv_between_polls)(void);
bool nv_memory_is_zero;

uint64_t nv_ram_size = 40 * MiB;

unsigned nv_polls(void)
{
    if (nv_anything_goes || g_test_failed()) {
        return NV_POLLS_FAILED;
    }
    return NV_POLLS * nv_test_number("NV_SLOWER", 1, 1);
}

void nv_fail(const char *fmt, ...)
{
    g_autofree char *text = NULL;
    va_list ap;

    if (nv_anything_goes) {
        return;
    }
    va_start(ap, fmt);
    text = g_strdup_vprintf(fmt, ap);
    va_end(ap);
    g_test_message("%s", text);
    g_test_fail();
}

/* --- Life ------------------------------------------------------------- */

/* gf100_ram_probe_fbp(), gm107_ram_probe_fbp() */
static uint64_t nv_partitions(NVDev *nv)
{
    unsigned count = nv_rd32(nv, A_NV_PUNITS_PART_COUNT);
    uint32_t off = nv_rd32(nv, nv->card->features & NV_CARD_NV117
                           ? A_NV117_PFUSE_PART_DISABLE
                           : A_NV_PUNITS_PART_DISABLE);
    uint64_t size = 0;

    for (unsigned i = 0; i < count; i++) {
        if (!(off >> i & 1)) {
            size += nv_rd32(nv, A_NV_PBFB_RAM_AMOUNT + i * NV_PBFB_STRIDE) *
                    MiB;
        }
    }
    return size;
}

/*
 * Turn on a card whose BARs are mapped, and find out how much video memory it
 * has.  A BAR tells its size by an address that may be something else's, so it
 * is asked before; from NV50 on, BAR1 is a window, and registers know.
 */
static void nv_turn_on(NVDev *nv)
{
    nv->vram = nv->card->features & NV_CARD_NV01 ? nv->card->vram
                                                 : nv_bar_size(nv, 1);
    qpci_device_enable(nv->pci);
    if (nv->card->features & (NV_CARD_NVC0 | NV_CARD_NVE4)) {
        nv->vram = nv_partitions(nv);
    } else if (nv->card->features & NV_CARD_NV50) {
        nv->vram = nv_rd32(nv, A_NV_PFB_CSTATUS);
    }
}

static void nv_map(NVDev *nv)
{
    nv->bus = qpci_new_pc(nv->qts, NULL);
    nv->pci = qpci_device_find(nv->bus, QPCI_DEVFN(NV_SLOT, 0));
    g_assert_nonnull(nv->pci);
    nv->bar0 = qpci_iomap(nv->pci, 0, NULL).addr;
    if (nv->card->features & NV_CARD_NV01) {
        nv->bar1 = nv->bar0 + NV01_FB;
    } else {
        if (nv->card->features & NV_CARD_PAGES) {
            /* The smaller one first: only then both fit. */
            nv->bar3 = qpci_iomap(nv->pci, 3, NULL).addr;
        }
        nv->bar1 = qpci_iomap(nv->pci, 1, NULL).addr;
    }
    nv_turn_on(nv);
}

static void nv_init_arrays(NVDev *nv)
{
    nv->sw_methods = g_array_new(false, true, sizeof(NVSwMethod));
    nv->cache_errors = g_array_new(false, true, sizeof(NVSwMethod));
    nv->pusher_errors = g_array_new(false, true, sizeof(NVPusherFault));
}

/* Everything that nv_init_arrays() and nv_init() have made */
static void nv_free_arrays(NVDev *nv)
{
    nv_context_free(nv);
    g_array_unref(nv->sw_methods);
    g_array_unref(nv->cache_errors);
    g_array_unref(nv->pusher_errors);
    g_free(nv->tesla);
    g_free(nv->fermi);
}

static NVDev *nv_new(const NVCard *card)
{
    NVDev *nv = g_new0(NVDev, 1);

    nv->card = card;
    nv->id = "gpu";
    nv->inst_next = card->inst ? card->inst->heap : 0;
    nv->ram_next = NV_RAM_BASE;
    nv->traces = g_ptr_array_new_with_free_func(g_free);
    nv_init_arrays(nv);
    return nv;
}

NVDev *nv_attach(const NVCard *card, QTestState *qts)
{
    NVDev *nv = nv_new(card);

    nv->qts = qts;
    nv_map(nv);
    return nv;
}

/* What belongs to the emulator stays its own. */
static void nv_plug(NVDev *nv, NVEmulator *e)
{
    nv->emulator = e;
    nv->qts = e->qts;
    nv->dir = e->dir;
    nv->log = e->log;
    nv->args = e->args;
    nv->clock = e->clock;
}

/* Without a debugger there are no cards with its properties. */
static NVEmulator *nv_emulator_for(const char *line, bool shared)
{
    static const char *const props[] = {
        ",breakpoints", ",faults", ",checker", ",mmiotrace", ",pushdump",
        ",timeline",
    };

    for (unsigned i = 0; i < ARRAY_SIZE(props); i++) {
        if (strstr(line, props[i])) {
            nv_test_need_debugger();
        }
    }
    return nv_emulator_get(line, shared);
}

static NVDev *nv_start_on(const NVCard *card, const char *props,
                          const char *args, bool shared)
{
    const char *all = g_getenv("NV_PROPS");
    g_autofree char *line =
        g_strdup_printf("-machine pc -nodefaults -vga none "
                        "-device %s-gpu,id=gpu,addr=0x%x%s%s%s%s %s",
                        card->name, NV_SLOT, all ? "," : "", all ?: "",
                        props ? "," : "", props ?: "", args ?: "");
    NVDev *nv = nv_new(card);

    nv->own = !shared;
    nv_plug(nv, nv_emulator_for(line, shared));
    nv_map(nv);
    return nv;
}

NVDev *nv_start(const NVCard *card, const char *props, const char *args)
{
    return nv_start_on(card, props, args, !args && !g_getenv("NV_FRESH"));
}

NVDev *nv_start_own(const NVCard *card, const char *props, const char *args)
{
    return nv_start_on(card, props, args, false);
}

void nv_keep_to_itself(NVDev *nv)
{
    nv->own = true;
}

void nv_detach(NVDev *nv)
{
    nv_free_arrays(nv);
    g_free(nv->pci);
    qpci_free_pc(nv->bus);
    g_ptr_array_unref(nv->traces);
    g_free(nv);
}

/* Case by case, so that each finds none that it hasn't turned on */
static void nv_end_traces(NVDev *nv)
{
    while (nv->traces->len) {
        g_autofree char *events = g_ptr_array_steal_index(nv->traces, 0);

        nv_trace(nv, events, false);
    }
}

void nv_quit(NVDev *nv)
{
    if (nv->own || g_test_failed()) {
        nv_emulator_end(nv->emulator, nv->qts);
    } else {
        nv_end_traces(nv);
        nv_emulator_put(nv->emulator);
    }
    nv_detach(nv);
}

/* --- Several cards, of any kinds -------------------------------------- */

static void nv_map_bar(QPCIDevice *pci, unsigned bar, uint64_t addr)
{
    uint8_t reg = PCI_BASE_ADDRESS_0 + bar * 4;
    bool wide = qpci_config_readl(pci, reg) & PCI_BASE_ADDRESS_MEM_TYPE_64;

    qpci_config_writel(pci, reg, addr);
    if (wide) {
        qpci_config_writel(pci, reg + 4, addr >> 32);
    }
}

const char *nv_little_vram(const NVCard *card)
{
    if (card->features & (NV_CARD_NV01 | NV_CARD_NV03)) {
        return NULL;
    }
    return card->features & NV_CARD_PAGES ? "vram=64M" : "vram=16M";
}

uint64_t nv_ram_part(unsigned i, unsigned count)
{
    return NV_RAM_BASE + i * ((nv_ram_size - NV_RAM_BASE) / count);
}

/* Where BARs of 32 bits and of 64 go next */
typedef struct NVRoom {
    uint64_t low, high;
} NVRoom;

static uint64_t nv_place_bar(NVDev *nv, unsigned bar, NVRoom *room)
{
    uint64_t size = nv_bar_size(nv, bar);
    bool wide = nv_bar_flags(nv, bar) & PCI_BASE_ADDRESS_MEM_TYPE_64;
    uint64_t *next = wide ? &room->high : &room->low;
    uint64_t addr = ROUND_UP(*next, size);

    nv_map_bar(nv->pci, bar, addr);
    *next = addr + size;
    return addr;
}

void nv_place_one_of_several(NVDev *nv, unsigned i, bool elsewhere)
{
    uint64_t low = (elsewhere ? NV_SEVERAL_ELSEWHERE_LOW : NV_SEVERAL_LOW) +
                   i * NV_SEVERAL_LOW_SIZE;
    uint64_t high = (elsewhere ? NV_SEVERAL_ELSEWHERE_HIGH : NV_SEVERAL_HIGH) +
                    i * NV_SEVERAL_HIGH_SIZE;
    NVRoom room = { .low = low, .high = high };

    nv->bar0 = nv_place_bar(nv, 0, &room);
    if (nv->card->features & NV_CARD_NV01) {
        nv->bar1 = nv->bar0 + NV01_FB;
    } else {
        nv->bar1 = nv_place_bar(nv, 1, &room);
    }
    if (nv->card->features & NV_CARD_PAGES) {
        nv->bar3 = nv_place_bar(nv, 3, &room);
    }
    g_assert_cmphex(room.low, <=, low + NV_SEVERAL_LOW_SIZE);
    g_assert_cmphex(room.high, <=, high + NV_SEVERAL_HIGH_SIZE);
}

static void nv_map_one_of_several(NVDev *nv, unsigned i)
{
    nv->pci = qpci_device_find(nv->bus, QPCI_DEVFN(NV_SLOT + i, 0));
    g_assert_nonnull(nv->pci);
    nv_place_one_of_several(nv, i, false);
    nv_turn_on(nv);
}

static void nv_add_device(GString *args, const NVDev *nv, unsigned i,
                          const char *props)
{
    const char *all[] = {
        nv_little_vram(nv->card), g_getenv("NV_PROPS"), props,
    };

    g_string_append_printf(args, " -device %s-gpu,id=%s,addr=0x%x",
                           nv->card->name, nv->id, NV_SLOT + i);
    for (unsigned n = 0; n < ARRAY_SIZE(all); n++) {
        if (all[n]) {
            g_string_append_printf(args, ",%s", all[n]);
        }
    }
}

/* What all cards of a machine have in common is kept by the first. */
static void nv_join(NVDev *nv, const NVDev *first)
{
    nv_plug(nv, first->emulator);
    nv->bus = first->bus;
}

void nv_start_several(NVDev **nvs, const char *machine,
                      const NVCard *const *cards, unsigned count,
                      const char *props)
{
    static const char *const ids[NV_SEVERAL] = {
        "gpu", "gpu2", "gpu3", "gpu4",
    };
    GString *args = g_string_new(NULL);
    NVDev *first = NULL, **last = &first;

    g_string_printf(args, "-machine %s -nodefaults -vga none", machine);
    for (unsigned i = 0; i < count; i++) {
        nvs[i] = cards[i] ? nv_new(cards[i]) : NULL;
        if (nvs[i]) {
            nvs[i]->id = ids[i];
            nvs[i]->ram_next = nv_ram_part(i, count);
            nv_add_device(args, nvs[i], i, props);
            *last = nvs[i];
            last = &nvs[i]->next;
        }
    }
    first->own = true;
    nv_plug(first, nv_emulator_for(args->str, false));
    g_string_free(args, true);
    first->bus = qpci_new_pc(first->qts, NULL);
    for (unsigned i = 0; i < count; i++) {
        if (nvs[i]) {
            nv_join(nvs[i], first);
            nv_map_one_of_several(nvs[i], i);
        }
    }
}

void nv_start_two(NVDev **nvs, const NVCard *card)
{
    const NVCard *const cards[] = { card, card };

    nv_start_several(nvs, "pc", cards, ARRAY_SIZE(cards), NULL);
}

void nv_quit_several(NVDev **nvs, unsigned count)
{
    NVDev *first = NULL;

    for (unsigned i = 0; i < count; i++) {
        if (nvs[i] && first) {
            nv_free_arrays(nvs[i]);
            g_free(nvs[i]->pci);
            g_ptr_array_unref(nvs[i]->traces);
            g_free(nvs[i]);
        } else if (nvs[i]) {
            first = nvs[i];
        }
    }
    nv_quit(first);
}

/* --- Registers -------------------------------------------------------- */

uint32_t nv_rd32(NVDev *nv, uint32_t addr)
{
    return qtest_readl(nv->qts, nv->bar0 + addr);
}

void nv_rd_words(NVDev *nv, uint32_t addr, uint32_t *words, unsigned count)
{
    nv_mem_rd_words(nv, nv->bar0 + addr, words, count);
}

uint16_t nv_rd16(NVDev *nv, uint32_t addr)
{
    return qtest_readw(nv->qts, nv->bar0 + addr);
}

uint8_t nv_rd08(NVDev *nv, uint32_t addr)
{
    return qtest_readb(nv->qts, nv->bar0 + addr);
}

static void nv_write(NVDev *nv, uint64_t addr, uint32_t val)
{
    if (nv->write) {
        nv->write(nv, addr, val);
    } else {
        qtest_writel(nv->qts, addr, val);
    }
}

void nv_wr32(NVDev *nv, uint32_t addr, uint32_t val)
{
    nv_write(nv, nv->bar0 + addr, val);
}

void nv_wr16(NVDev *nv, uint32_t addr, uint16_t val)
{
    qtest_writew(nv->qts, nv->bar0 + addr, val);
}

void nv_wr08(NVDev *nv, uint32_t addr, uint8_t val)
{
    qtest_writeb(nv->qts, nv->bar0 + addr, val);
}

uint32_t nv_mask(NVDev *nv, uint32_t addr, uint32_t mask, uint32_t val)
{
    uint32_t old = nv_rd32(nv, addr);

    nv_wr32(nv, addr, (old & ~mask) | val);
    return old;
}

/* --- Memory ----------------------------------------------------------- */

void nv_mem_read(NVDev *nv, uint64_t addr, void *data, size_t size)
{
    for (size_t at = 0; at < size; at += NV_PIECE) {
        qtest_bufread(nv->qts, addr + at, data + at, MIN(size - at, NV_PIECE));
    }
}

void nv_mem_write(NVDev *nv, uint64_t addr, const void *data, size_t size)
{
    for (size_t at = 0; at < size; at += NV_PIECE) {
        qtest_bufwrite(nv->qts, addr + at, data + at,
                       MIN(size - at, NV_PIECE));
    }
}

void nv_mem_clear(NVDev *nv, uint64_t addr, size_t size)
{
    if (nv_memory_is_zero) {
        return;
    }
    if (nv_between_polls) {
        g_autofree uint8_t *zeros = g_malloc0(size);

        nv_mem_write(nv, addr, zeros, size);
    } else {
        qtest_memset(nv->qts, addr, 0, size);
    }
}

void nv_mem_rd_words(NVDev *nv, uint64_t addr, uint32_t *words,
                     unsigned count)
{
    nv_mem_read(nv, addr, words, count * 4);
    for (unsigned i = 0; i < count; i++) {
        le32_to_cpus(&words[i]);
    }
}

uint32_t *nv_le_words(const uint32_t *words, unsigned count)
{
    uint32_t *le = g_new(uint32_t, count);

    for (unsigned i = 0; i < count; i++) {
        le[i] = cpu_to_le32(words[i]);
    }
    return le;
}

void nv_mem_wr_words(NVDev *nv, uint64_t addr, const uint32_t *words,
                     unsigned count)
{
    g_autofree uint32_t *le = nv_le_words(words, count);

    nv_mem_write(nv, addr, le, count * 4);
}

uint32_t nv_vram_rd32(NVDev *nv, uint64_t addr)
{
    return qtest_readl(nv->qts, nv->bar1 + addr);
}

void nv_vram_wr32(NVDev *nv, uint64_t addr, uint32_t val)
{
    nv_write(nv, nv->bar1 + addr, val);
}

uint32_t nv_vram_alloc(NVDev *nv, uint32_t size)
{
    uint32_t addr = nv->vram_next;

    nv->vram_next += ROUND_UP(size, 4096);
    g_assert_cmpuint(nv->vram_next, <=, nv->vram - 1 * MiB);
    return addr;
}

uint64_t nv_ram_alloc(NVDev *nv, uint32_t size)
{
    uint64_t addr = nv->ram_next;

    nv->ram_next += ROUND_UP(size, 4096);
    g_assert_cmpuint(nv->ram_next, <=, nv_ram_size);
    return addr;
}

/* --- PCI -------------------------------------------------------------- */

uint32_t nv_bar_size(NVDev *nv, unsigned bar)
{
    uint8_t reg = PCI_BASE_ADDRESS_0 + bar * 4;
    uint32_t old = qpci_config_readl(nv->pci, reg), mask;

    qpci_config_writel(nv->pci, reg, 0xffffffff);
    mask = qpci_config_readl(nv->pci, reg) & PCI_BASE_ADDRESS_MEM_MASK;
    qpci_config_writel(nv->pci, reg, old);
    return -mask;
}

uint32_t nv_bar_flags(NVDev *nv, unsigned bar)
{
    return qpci_config_readl(nv->pci, PCI_BASE_ADDRESS_0 + bar * 4) & 0xf;
}

/* --- Interrupt and time ----------------------------------------------- */

bool nv_intx(NVDev *nv)
{
    return qpci_config_readw(nv->pci, PCI_STATUS) & PCI_STATUS_INTERRUPT;
}

void nv_clock_step(NVDev *nv, int64_t ns)
{
    /* QEMU takes a step of 0 for an error. */
    if (nv->runs) {
        nv_posted_flush();
        g_usleep(DIV_ROUND_UP(ns, 1000));
    } else if (ns) {
        nv->clock = qtest_clock_step(nv->qts, ns);
    }
    nv_handle_switch(nv);
}

/* --- What QEMU tells -------------------------------------------------- */

QObject *nv_qom_object(QTestState *qts, const char *id, const char *property)
{
    g_autofree char *path = g_strdup_printf("/machine/peripheral/%s", id);
    QDict *rsp = qtest_qmp(qts, "{ 'execute': 'qom-get', 'arguments': "
                           "{ 'path': %s, 'property': %s } }", path, property);
    QObject *value = qobject_ref(qdict_get(rsp, "return"));

    qobject_unref(rsp);
    return value;
}

char *nv_qom_get(NVDev *nv, const char *property)
{
    QObject *value = nv_qom_object(nv->qts, nv->id, property);
    char *text = g_strdup(qstring_get_str(qobject_to(QString, value)));

    qobject_unref(value);
    return text;
}

void nv_trace(NVDev *nv, const char *events, bool on)
{
    qtest_qmp_assert_success(nv->qts, "{ 'execute': 'trace-event-set-state', "
                             "'arguments': { 'name': %s, 'enable': %i } }",
                             events, on);
    if (on) {
        g_ptr_array_add(nv->traces, g_strdup(events));
    }
}

char *nv_log_text(NVDev *nv)
{
    return nv_emulator_log(nv->emulator);
}

unsigned nv_log_count(NVDev *nv, const char *text)
{
    g_autofree char *log = nv_log_text(nv);
    unsigned count = 0;

    for (const char *p = log; (p = strstr(p, text)); p += strlen(text)) {
        count++;
    }
    return count;
}

void nv_machine_reset(NVDev *nv)
{
    uint32_t bars[6];

    for (unsigned i = 0; i < ARRAY_SIZE(bars); i++) {
        bars[i] = qpci_config_readl(nv->pci, PCI_BASE_ADDRESS_0 + i * 4);
    }
    qtest_system_reset(nv->qts);
    for (unsigned i = 0; i < ARRAY_SIZE(bars); i++) {
        qpci_config_writel(nv->pci, PCI_BASE_ADDRESS_0 + i * 4, bars[i]);
    }
    qpci_device_enable(nv->pci);
}
