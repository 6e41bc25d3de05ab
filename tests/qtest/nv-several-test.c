/*
 * Tests of the NVIDIA GPU: several cards in a machine, of different
 * generations or alike, each with a load of its own
 *
 * Each load also runs alone, on its card in a machine without the others: what
 * it leaves behind must be the same, whatever happens to another card in the
 * middle of its work.
 *
 * A case runs on all cards of its set; it is listed with the first of them.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/cutils.h"
#include "qemu/units.h"
#include "qobject/qdict.h"
#include "libnv/nv-debug.h"
#include "libnv/nv-load.h"
#include "libnv/nv-screen.h"
#include "libnv/nv-snapshot.h"
#include "libnv/nv-test.h"
#include "libnv/nv-vga-port.h"

/* Rounds of a load, and the one in which it is disturbed */
#define ROUNDS 3
#define DISTURBED 1

/* How often to go on until each card is at work, and until all are done */
#define WORK_PATIENCE 100
#define PATIENCE 1000

/* --- Sets of cards ---------------------------------------------------- */

/**
 * struct Set - cards that are in a machine together
 *
 * @machine: QEMU's name of it
 * @names: the cards, in the order of their slots
 */
typedef struct Set {
    const char *machine;
    unsigned count;
    const char *names[NV_SEVERAL];
} Set;

enum { TWO, TWO_Q35, FOUR, FOUR_Q35, ALIKE, ALIKE_Q35, SETS };

static const Set sets[SETS] = {
    [TWO] = { "pc", 2, { "nv04", "nv84" } },
    [TWO_Q35] = { "q35", 2, { "nvd9", "nv50" } },
    [FOUR] = { "pc", 4, { "nv15", "nv43", "nv84", "nvc1" } },
    [FOUR_Q35] = { "q35", 4, { "nvc1", "nv84", "nv43", "nv15" } },
    [ALIKE] = { "pc", 2, { "nv43", "nv43" } },
    [ALIKE_Q35] = { "q35", 2, { "nva3", "nva3" } },
};

/* A function: the card is the first one of a set */
#define LEADS(_name, _set)                                                  \
    static bool _name(const NVCard *card)                                   \
    {                                                                       \
        return g_str_equal(card->name, sets[_set].names[0]);                \
    }

LEADS(leads_two, TWO)
LEADS(leads_two_q35, TWO_Q35)
LEADS(leads_four, FOUR)
LEADS(leads_four_q35, FOUR_Q35)
LEADS(leads_alike, ALIKE)
LEADS(leads_alike_q35, ALIKE_Q35)

/* --- Machines --------------------------------------------------------- */

/**
 * struct Machine - one with a set of cards, or with a single one of them
 *
 * @present: the cards that it has, a bit each
 * @props: properties of each, NULL for none
 */
typedef struct Machine {
    const Set *set;
    const char *props;
    unsigned present;
    NVDev *nvs[NV_SEVERAL];
    NVLoad *loads[NV_SEVERAL];
} Machine;

#define for_each_card(_m, _i)                                               \
    for (unsigned _i = 0; _i < (_m)->set->count; _i++)                      \
        if ((_m)->present >> _i & 1)

static void start(Machine *m, const Set *set, unsigned present,
                  const char *props)
{
    const NVCard *cards[NV_SEVERAL] = { };

    *m = (Machine) { .set = set, .present = present, .props = props };
    for_each_card(m, i) {
        cards[i] = nv_card_find(set->names[i]);
    }
    nv_start_several(m->nvs, set->machine, cards, set->count, props);
}

static unsigned all_of(const Set *set)
{
    return MAKE_64BIT_MASK(0, set->count);
}

static NVDev *first_of(Machine *m)
{
    return m->nvs[ctz32(m->present)];
}

static void quit(Machine *m)
{
    for_each_card(m, i) {
        if (m->loads[i]) {
            nv_load_free(m->loads[i]);
        }
    }
    nv_quit_several(m->nvs, m->set->count);
}

/* --- Loads ------------------------------------------------------------ */

static void make_loads(Machine *m)
{
    for_each_card(m, i) {
        m->loads[i] = nv_load_new(m->nvs[i], 1 + i);
    }
}

static void push_work(Machine *m)
{
    for_each_card(m, i) {
        nv_load_push_work(m->loads[i]);
    }
}

static void push_waits(Machine *m)
{
    for_each_card(m, i) {
        nv_load_push_waits(m->loads[i]);
    }
}

/* Returns which of some cards aren't done. */
static unsigned go_on(Machine *m, unsigned which)
{
    for_each_card(m, i) {
        if (which >> i & 1 && nv_load_go_on(m->loads[i])) {
            which &= ~BIT(i);
        }
    }
    return which;
}

static void finish(Machine *m, unsigned which)
{
    unsigned left = which;

    for (unsigned n = 0; n < PATIENCE && left; n++) {
        left = go_on(m, left);
    }
    if (left) {
        nv_fail("cards 0x%x are never done", left);
    }
}

/*
 * The stopped machine continues for as little as possible, as often as it takes
 * for each card to have begun to copy; no card must be done then.
 */
static void set_to_work(Machine *m, const uint64_t *before)
{
    unsigned idle = m->present;

    for (unsigned n = 0; n < WORK_PATIENCE && idle; n++) {
        nv_cont_a_little(first_of(m));
        for_each_card(m, i) {
            if (nv_load_copied(m->loads[i]) > before[i]) {
                idle &= ~BIT(i);
            }
        }
    }
    nv_assert_hex(idle, 0);
    for_each_card(m, i) {
        g_assert_cmpuint(nv_load_copied(m->loads[i]), <,
                         nv_load_to_copy(m->loads[i]));
    }
}

typedef void Disturbance(Machine *m, unsigned victim);

/* The machine is stopped in the middle of the work of all its cards. */
static void disturbed_round(Machine *m, Disturbance *disturb, unsigned victim)
{
    uint64_t before[NV_SEVERAL] = { };

    finish(m, m->present);
    for_each_card(m, i) {
        before[i] = nv_load_copied(m->loads[i]);
    }
    nv_stop(first_of(m));
    push_work(m);
    set_to_work(m, before);
    push_waits(m);
    disturb(m, victim);
}

static void play(Machine *m, Disturbance *disturb, unsigned victim)
{
    make_loads(m);
    for (unsigned n = 0; n < ROUNDS; n++) {
        if (disturb && n == DISTURBED) {
            disturbed_round(m, disturb, victim);
        } else {
            push_work(m);
            push_waits(m);
        }
        go_on(m, m->present);
    }
    finish(m, m->present);
}

/* --- Outcomes --------------------------------------------------------- */

/**
 * struct Outcome - what a card's load has left behind
 *
 * @load: what the load knows of
 * @ram: all of guest memory above what firmware uses
 */
typedef struct Outcome {
    GByteArray *load;
    uint8_t *ram;
} Outcome;

#define RAM_BASE nv_ram_part(0, 1)
#define RAM_BYTES (nv_ram_size - RAM_BASE)

static uint8_t *read_ram(Machine *m)
{
    NVDev *nv = first_of(m);
    g_autofree char *file = g_build_filename(nv->dir, "ram", NULL);
    char *ram;
    gsize size;

    qtest_qmp_assert_success(nv->qts, "{ 'execute': 'pmemsave', 'arguments': "
                             "{ 'val': %" PRId64 ", 'size': %" PRId64
                             ", 'filename': %s } }", (int64_t)RAM_BASE,
                             (int64_t)RAM_BYTES, file);
    g_assert_true(g_file_get_contents(file, &ram, &size, NULL));
    g_assert_cmpuint(size, ==, RAM_BYTES);
    return (uint8_t *)ram;
}

/* Of each card of each set, alone in its machine */
static Outcome alone[SETS][NV_SEVERAL];

/* A set's cards do the same whatever the disturbance, and the properties. */
static const Outcome *outcome_alone(const Set *set, unsigned i)
{
    Outcome *o = &alone[set - sets][i];
    Machine m;

    if (!o->load) {
        start(&m, set, BIT(i), NULL);
        play(&m, NULL, 0);
        o->load = nv_load_outcome(m.loads[i]);
        o->ram = read_ram(&m);
        quit(&m);
    }
    return o;
}

static void free_outcomes(void)
{
    for (unsigned s = 0; s < SETS; s++) {
        for (unsigned i = 0; i < NV_SEVERAL; i++) {
            g_clear_pointer(&alone[s][i].load, g_byte_array_unref);
            g_clear_pointer(&alone[s][i].ram, g_free);
        }
    }
}

/* Both have a few lines of text and then buffers. */
static void check_load(Machine *m, unsigned i)
{
    g_autoptr(GByteArray) got = nv_load_outcome(m->loads[i]);
    const GByteArray *want = outcome_alone(m->set, i)->load;

    if (got->len == want->len && !memcmp(got->data, want->data, got->len)) {
        return;
    }
    for (unsigned n = 0; n < MIN(got->len, want->len); n++) {
        if (got->data[n] != want->data[n]) {
            nv_fail("%s, card %u: byte 0x%x differs", m->set->names[i], i, n);
            break;
        }
    }
    g_test_message("alone: %.*s", (int)strnlen((char *)want->data, 1000),
                   want->data);
    g_test_message("here: %.*s", (int)strnlen((char *)got->data, 1000),
                   got->data);
    nv_fail("%s, card %u, hasn't done what it does alone", m->set->names[i],
            i);
}

/* The memory of each card is what it is with that card alone. */
static void check_ram(Machine *m, unsigned which)
{
    unsigned count = m->set->count;
    uint64_t part = nv_ram_part(1, count) - nv_ram_part(0, count);
    g_autofree uint8_t *ram = read_ram(m);

    for (unsigned i = 0; i < count; i++) {
        const uint8_t *want = outcome_alone(m->set, i)->ram;

        if (!(which >> i & 1)) {
            continue;
        }
        if (memcmp(ram + i * part, want + i * part, part)) {
            nv_fail("%s, card %u: its part of memory differs",
                    m->set->names[i], i);
        }
        if (!buffer_is_zero(want, i * part) ||
            !buffer_is_zero(want + (i + 1) * part,
                            RAM_BYTES - (i + 1) * part)) {
            nv_fail("%s, card %u: it has written into others' memory",
                    m->set->names[i], i);
        }
    }
}

static void check(Machine *m, unsigned which)
{
    for_each_card(m, i) {
        if (which >> i & 1) {
            check_load(m, i);
        }
    }
    check_ram(m, which);
}

/* --- Loads that aren't disturbed -------------------------------------- */

static const Set *set_of(NVDev *nv)
{
    return nv->test->data;
}

static void dont_disturb(Machine *m, unsigned victim)
{
    nv_cont(first_of(m));
}

static void as_if_alone(NVDev *nv)
{
    Machine m;

    start(&m, set_of(nv), all_of(set_of(nv)), NULL);
    play(&m, dont_disturb, 0);
    check(&m, m.present);
    quit(&m);
}

/* The machine whose cards need time to do anything */
static NVDev *slow;

static void let_time_pass(void)
{
    slow->clock = qtest_clock_step(slow->qts, 1000);
}

/* The engines of all cards wait for the same clock. */
static void as_if_alone_with_latency(NVDev *nv)
{
    const Set *set = set_of(nv);
    Machine m;

    for (unsigned i = 0; i < set->count; i++) {
        outcome_alone(set, i);
    }
    start(&m, set, all_of(set), "x-engine-latency-ns=1000");
    slow = first_of(&m);
    nv_between_polls = let_time_pass;
    play(&m, NULL, 0);
    check(&m, m.present);
    nv_between_polls = NULL;
    quit(&m);
}

/* --- One is disturbed ------------------------------------------------- */

/* The first card and the last one, and how it ends for all of them */
static void with_disturbance(NVDev *nv, Disturbance *disturb)
{
    const Set *set = set_of(nv);
    Machine m;

    for (unsigned victim = 0; victim < set->count; victim += set->count - 1) {
        g_test_message("%s, card %u", set->names[victim], victim);
        start(&m, set, all_of(set), NULL);
        play(&m, disturb, victim);
        check(&m, m.present);
        quit(&m);
    }
}

/* The others finish their work, and what they leave is checked. */
static void finish_others(Machine *m, unsigned victim)
{
    nv_cont(first_of(m));
    finish(m, m->present & ~BIT(victim));
}

static void stop_one(Machine *m, unsigned victim)
{
    NVLoad *l = m->loads[victim];
    uint64_t copied;

    nv_stand_still(m->nvs[victim]);
    copied = nv_load_copied(l);
    finish_others(m, victim);
    for_each_card(m, i) {
        g_assert_cmpint(nv_is_stopped(m->nvs[i]), ==, i == victim);
    }
    g_assert_cmpuint(nv_load_copied(l), ==, copied);
    nv_go_on(m->nvs[victim]);
}

static void one_is_stopped(NVDev *nv)
{
    with_disturbance(nv, stop_one);
}

/* All that happens to a card that is gone is that it is late. */
static void lose_one(Machine *m, unsigned victim)
{
    NVDev *gone = m->nvs[victim];
    uint64_t copied = nv_load_copied(m->loads[victim]);

    nv_inject(gone, "card-gone");
    finish_others(m, victim);
    for_each_card(m, i) {
        nv_assert_hex(nv_rd32(m->nvs[i], A_NV_PMC_BOOT_0),
                      i == victim ? UINT32_MAX : m->nvs[i]->card->boot0);
    }
    g_assert_cmpuint(nv_load_copied(m->loads[victim]), ==, copied);
    nv_inject_none(gone);
}

static void one_is_gone(NVDev *nv)
{
    with_disturbance(nv, lose_one);
}

/* Where the ACPI tables have a guest eject the devices of bus 0, by machine */
#define ACPI_EJECT_PC 0xae08
#define ACPI_EJECT_Q35 0x0cc8

/* Cards can't be unplugged, neither by the user nor by the guest. */
static void unplug_one(Machine *m, unsigned victim)
{
    NVDev *nv = m->nvs[victim];
    bool q35 = g_str_equal(m->set->machine, "q35");
    QDict *rsp = qtest_qmp(nv->qts, "{ 'execute': 'device_del', 'arguments': "
                           "{ 'id': %s } }", nv->id);

    g_assert_true(qdict_haskey(rsp, "error"));
    qobject_unref(rsp);
    qtest_outl(nv->qts, q35 ? ACPI_EJECT_Q35 : ACPI_EJECT_PC,
               BIT(NV_SLOT + victim));
    nv_cont(first_of(m));
    nv_assert_reg(nv, NV_PMC_BOOT_0, nv->card->boot0);
}

static void one_is_to_be_unplugged(NVDev *nv)
{
    with_disturbance(nv, unplug_one);
}

static void migrate_all(Machine *m, unsigned victim)
{
    nv_migrate(first_of(m));
    nv_cont(first_of(m));
}

static void all_migrate(NVDev *nv)
{
    const Set *set = set_of(nv);
    Machine m;

    start(&m, set, all_of(set), NULL);
    play(&m, migrate_all, 0);
    check(&m, m.present);
    quit(&m);
}

/* Everything done meanwhile is undone. */
static void go_back(Machine *m, unsigned victim)
{
    NVDev *nv = first_of(m);

    nv_savevm(nv);
    nv_cont(nv);
    nv_clock_step(nv, 10000);
    nv_stop(nv);
    nv_loadvm(nv);
    nv_cont(nv);
}

static void all_go_back(NVDev *nv)
{
    const Set *set = set_of(nv);
    Machine m;

    start(&m, set, all_of(set), NULL);
    play(&m, go_back, 0);
    check(&m, m.present);
    quit(&m);
}

/* --- One is reset ----------------------------------------------------- */

static void reset_one(Machine *m, unsigned victim)
{
    nv_wr32(m->nvs[victim], A_NV_PMC_ENABLE, 0);
    nv_cont(first_of(m));
    m->present &= ~BIT(victim);
}

/* The others go on; its driver brings it up again, and it does what it did. */
static void one_is_reset(NVDev *nv)
{
    const Set *set = set_of(nv);
    Machine m;

    for (unsigned victim = 0; victim < set->count; victim += set->count - 1) {
        g_test_message("%s, card %u", set->names[victim], victim);
        start(&m, set, all_of(set), NULL);
        play(&m, reset_one, victim);
        check(&m, m.present);

        m.present = BIT(victim);
        nv_load_free(m.loads[victim]);
        play(&m, NULL, 0);
        check_load(&m, victim);
        m.present = all_of(set);
        quit(&m);
    }
}

/* --- Interrupts ------------------------------------------------------- */

#define ALARM_NS 1000

/* The I/O APIC's inputs to which slots 4 to 7 lead; PIIX's are programmable. */
static const unsigned pc_gsis[NV_SEVERAL] = { 11, 5, 9, 10 };
static const unsigned q35_gsis[NV_SEVERAL] = { 20, 21, 22, 23 };

#define PIIX_DEVFN QPCI_DEVFN(1, 0)
#define PIIX_PIRQ_ROUTE 0x60

static const unsigned *route_lines(Machine *m)
{
    NVDev *nv = first_of(m);
    QPCIDevice *piix;

    qtest_irq_intercept_in(nv->qts, "ioapic");
    if (g_str_equal(m->set->machine, "q35")) {
        return q35_gsis;
    }
    piix = qpci_device_find(nv->bus, PIIX_DEVFN);
    for (unsigned i = 0; i < NV_SEVERAL; i++) {
        qpci_config_writeb(piix, PIIX_PIRQ_ROUTE + (NV_SLOT + i - 1) % 4,
                           pc_gsis[i]);
    }
    g_free(piix);
    return pc_gsis;
}

/* Just these cards have raised their lines. */
static void assert_raised(Machine *m, const unsigned *gsis, unsigned which)
{
    for_each_card(m, i) {
        bool raised = which >> i & 1;
        NVDev *nv = m->nvs[i];

        nv_assert_hex(nv_rd32(nv, A_NV_PMC_INTR),
                      raised ? R_NV_PMC_INTR_PTIMER_MASK : 0);
        nv_assert_hex(nv_rd32(nv, A_NV_PTIMER_INTR), raised);
        g_assert_cmpint(nv_intx(nv), ==, raised);
        g_assert_cmpint(qtest_get_irq(nv->qts, gsis[i]), ==, raised);
    }
}

/* Alarms at different times; acknowledged in another order */
static void interrupts(NVDev *none)
{
    const Set *set = set_of(none);
    const unsigned *gsis;
    unsigned raised = 0;
    Machine m;

    start(&m, set, all_of(set), NULL);
    gsis = route_lines(&m);
    for_each_card(&m, i) {
        NVDev *nv = m.nvs[i];

        nv_init(nv);
        nv_wr32(nv, A_NV_PMC_INTR_EN, 1);
        nv_wr32(nv, A_NV_PTIMER_INTR_EN, 1);
    }
    assert_raised(&m, gsis, 0);
    for_each_card(&m, i) {
        unsigned nth = set->count - 1 - i;

        nv_wr32(m.nvs[i], A_NV_PTIMER_ALARM,
                nv_rd32(m.nvs[i], A_NV_PTIMER_TIME_LOW) +
                (nth + 1) * ALARM_NS);
    }
    for (unsigned n = set->count; n--; ) {
        nv_clock_step(first_of(&m), ALARM_NS);
        raised |= BIT(n);
        assert_raised(&m, gsis, raised);
    }
    for_each_card(&m, i) {
        unsigned n = i ^ 1;

        nv_wr32(m.nvs[n], A_NV_PTIMER_INTR, 1);
        raised &= ~BIT(n);
        assert_raised(&m, gsis, raised);
    }
    quit(&m);
}

/* --- VGA -------------------------------------------------------------- */

#define VGA_MEMORY 0xa0000

/* A frame buffer of bytes, each plane by itself: all that is written shows */
static void vga_graphics(QTestState *qts)
{
    qtest_outw(qts, 0x3c4, 0x0f02);
    qtest_outw(qts, 0x3c4, 0x0604);
    qtest_outw(qts, 0x3ce, 0x0005);
    qtest_outw(qts, 0x3ce, 0x0506);
    qtest_outw(qts, 0x3ce, 0xff08);
}

/* The beginning of video memory, whatever BAR1 shows */
static uint32_t memory_at_0(NVDev *nv)
{
    return nv->card->features & (NV_CARD_NV50 | NV_CARD_NVC0)
        ? nv_phys_rd32(nv, 0) : nv_vram_rd32(nv, 0);
}

/* The legacy addresses are the first card's; all have them in BAR0. */
static void vga_is_the_first_cards(NVDev *none)
{
    const Set *set = set_of(none);
    NVDev *first;
    Machine m;

    start(&m, set, all_of(set), NULL);
    first = first_of(&m);
    qtest_outb(first->qts, 0x3c2, 0x23);
    vga_graphics(first->qts);
    for_each_card(&m, i) {
        nv_vga_cr_write(m.nvs[i], &nv_vga_window, 0x06, 0x40 + i);
    }
    for_each_card(&m, i) {
        nv_assert_hex(nv_vga_cr_read(m.nvs[i], &nv_vga_window, 0x06),
                      0x40 + i);
    }
    nv_assert_hex(nv_vga_cr_read(first, &nv_vga_io_port, 0x06), 0x40);
    nv_vga_cr_write(first, &nv_vga_io_port, 0x06, 0x55);
    for_each_card(&m, i) {
        nv_assert_hex(nv_vga_cr_read(m.nvs[i], &nv_vga_window, 0x06),
                      i ? 0x40 + i : 0x55);
    }

    qtest_writeb(first->qts, VGA_MEMORY, 0x5a);
    nv_assert_hex(qtest_readb(first->qts, VGA_MEMORY), 0x5a);
    for_each_card(&m, i) {
        nv_assert_hex(memory_at_0(m.nvs[i]) != 0, i == 0);
    }
    quit(&m);
}

/* --- Cases ------------------------------------------------------------ */

#define SET(_set, _applies, _name, _rows, _fn, ...)                         \
    { "several/" _name, _rows, _fn, .applies = _applies,                    \
      .no_machine = true, .early = true, .tesla = true, .fermi = true,      \
      .data = &sets[_set], __VA_ARGS__ }
/* Usually four have to do for two, and two that are alike for others on q35. */
#define TWO_CARDS(_name, _rows, _fn)                                        \
    SET(TWO, leads_two, "two/" _name, _rows, _fn, .thorough = true)
#define TWO_ON_Q35(_name, _rows, _fn)                                       \
    SET(TWO_Q35, leads_two_q35, "two-on-q35/" _name, _rows, _fn,            \
        .thorough = true)
#define FOUR_CARDS(_name, _rows, _fn)                                       \
    SET(FOUR, leads_four, "four/" _name, _rows, _fn)
#define FOUR_ON_Q35(_name, _rows, _fn)                                      \
    SET(FOUR_Q35, leads_four_q35, "four-on-q35/" _name, _rows, _fn,         \
        .thorough = true)
#define ALIKE_CARDS(_name, _rows, _fn)                                      \
    SET(ALIKE, leads_alike, "alike/" _name, _rows, _fn)
#define ALIKE_ON_Q35(_name, _rows, _fn)                                     \
    SET(ALIKE_Q35, leads_alike_q35, "alike-on-q35/" _name, _rows, _fn)

static const NVTest tests[] = {
    TWO_CARDS("each-works-as-if-alone", "several-cards", as_if_alone),
    TWO_ON_Q35("each-works-as-if-alone", "several-cards", as_if_alone),
    FOUR_CARDS("each-works-as-if-alone", "several-cards", as_if_alone),
    FOUR_ON_Q35("each-works-as-if-alone", "several-cards", as_if_alone),
    ALIKE_CARDS("each-works-as-if-alone", "several-cards", as_if_alone),
    ALIKE_ON_Q35("each-works-as-if-alone", "several-cards", as_if_alone),
    /* On cards that change PGRAPH's context themselves: that waits, too */
    TWO_ON_Q35("each-works-as-if-alone-with-latency", "several-cards",
               as_if_alone_with_latency),
    ALIKE_CARDS("each-works-as-if-alone-with-latency", "several-cards",
                as_if_alone_with_latency),
    TWO_CARDS("one-is-stopped", "several-cards introspection", one_is_stopped),
    FOUR_CARDS("one-is-stopped", "several-cards introspection", one_is_stopped),
    ALIKE_ON_Q35("one-is-stopped", "several-cards introspection",
                 one_is_stopped),
    TWO_CARDS("one-is-gone", "several-cards fault-injection", one_is_gone),
    FOUR_CARDS("one-is-gone", "several-cards fault-injection", one_is_gone),
    ALIKE_ON_Q35("one-is-gone", "several-cards fault-injection", one_is_gone),
    TWO_CARDS("one-is-reset", "reset several-cards", one_is_reset),
    FOUR_CARDS("one-is-reset", "reset several-cards", one_is_reset),
    ALIKE_ON_Q35("one-is-reset", "reset several-cards", one_is_reset),
    TWO_CARDS("one-is-to-be-unplugged", "several-cards",
              one_is_to_be_unplugged),
    FOUR_CARDS("one-is-to-be-unplugged", "several-cards",
               one_is_to_be_unplugged),
    ALIKE_ON_Q35("one-is-to-be-unplugged", "several-cards",
                 one_is_to_be_unplugged),
    TWO_CARDS("all-migrate", "migration several-cards", all_migrate),
    TWO_ON_Q35("all-migrate", "migration several-cards", all_migrate),
    FOUR_CARDS("all-migrate", "migration several-cards", all_migrate),
    FOUR_ON_Q35("all-migrate", "migration several-cards", all_migrate),
    ALIKE_CARDS("all-migrate", "migration several-cards", all_migrate),
    ALIKE_ON_Q35("all-migrate", "migration several-cards", all_migrate),
    FOUR_CARDS("all-go-back-to-a-snapshot", "migration several-cards",
               all_go_back),
    TWO_CARDS("interrupts-are-each-cards-own", "several-cards", interrupts),
    TWO_ON_Q35("interrupts-are-each-cards-own", "several-cards", interrupts),
    FOUR_CARDS("interrupts-are-each-cards-own", "several-cards", interrupts),
    FOUR_ON_Q35("interrupts-are-each-cards-own", "several-cards", interrupts),
    ALIKE_CARDS("interrupts-are-each-cards-own", "several-cards", interrupts),
    ALIKE_ON_Q35("interrupts-are-each-cards-own", "several-cards", interrupts),
    TWO_CARDS("vga-is-the-first-cards", "several-cards vga-registers",
              vga_is_the_first_cards),
    TWO_ON_Q35("vga-is-the-first-cards", "several-cards vga-registers",
               vga_is_the_first_cards),
    FOUR_CARDS("vga-is-the-first-cards", "several-cards vga-registers",
               vga_is_the_first_cards),
    FOUR_ON_Q35("vga-is-the-first-cards", "several-cards vga-registers",
                vga_is_the_first_cards),
    ALIKE_CARDS("vga-is-the-first-cards", "several-cards vga-registers",
                vga_is_the_first_cards),
    ALIKE_ON_Q35("vga-is-the-first-cards", "several-cards vga-registers",
                 vga_is_the_first_cards),
};

int main(int argc, char **argv)
{
    int status = nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));

    free_outcomes();
    return status;
}
