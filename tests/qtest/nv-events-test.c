/*
 * Tests of the NVIDIA GPU: whatever happens to a machine under load
 *
 * Two or four cards of different generations, each with a load of its own, in
 * a machine to which things happen at random: it is stopped, migrated, reset;
 * screen dumps are taken; devices are to be unplugged; BARs move, or go off;
 * units are reset, channels come and go.  Loads that aren't the victim's must
 * end as they do when nothing happens; a card that was reset and brought up
 * again must work like a new one.
 *
 * NV01 and NV03, for which there is no such load, have hostile guests instead,
 * which can't reach the machine's memory.
 *
 * NV_EVENTS in the environment sets how much happens in each case.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/timer.h"
#include "hw/pci/pci_regs.h"
#include "qobject/qdict.h"
#include "fuzz/nv-hostile.h"
#include "libnv/nv-either.h"
#include "libnv/nv-load.h"
#include "libnv/nv-snapshot.h"
#include "libnv/nv-test.h"

/* Events of an ordinary run, in a case */
#define EVENTS 6

/* Those of a machine: each may make loads begin anew, which takes memory. */
#define MACHINE_EVENTS 16

/* Rounds of a load, and how often to go on until it must be done */
#define ROUNDS 2
#define PATIENCE 1000

/* The channel that comes and goes, and how often in a load */
#define EXTRA_CHID 11
#define EXTRAS 4
#define REF 0x1234

/* Steps of a hostile guest at a time */
#define STEPS 4

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

static const Set sets[] = {
    { "pc", 2, { "nv04", "nv84" } },
    { "q35", 2, { "nvd9", "nv50" } },
    { "pc", 4, { "nv15", "nv43", "nv92", "nvc1" } },
    { "q35", 4, { "nva3", "nv34", "nvc0", "nv03" } },
    { "pc", 4, { "nv01", "nv05", "nv20", "nv44" } },
    { "q35", 4, { "nv11", "nv25", "nv40", "nv98" } },
};

static bool leads_a_set(const NVCard *card)
{
    for (unsigned s = 0; s < ARRAY_SIZE(sets); s++) {
        if (g_str_equal(card->name, sets[s].names[0])) {
            return true;
        }
    }
    return false;
}

/* --- Machines --------------------------------------------------------- */

/**
 * struct Slot - a card and what it does
 *
 * @load: its load, NULL: it has a hostile guest
 * @rounds: of the load, that are still to be submitted
 * @extras: channels that have come and gone beside it
 * @h, @draws: the guest, and its random numbers
 * @elsewhere: its BARs are at their other addresses
 */
typedef struct Slot {
    NVDev *nv;
    NVLoad *load;
    unsigned rounds;
    unsigned extras;
    NVHostile *h;
    GRand *draws;
    bool elsewhere;
} Slot;

/**
 * struct Machine - one with a set of cards
 *
 * @rand: decides what happens
 * @slots: of which @set->count are in use; one without a card is empty
 * @last: the last event's name
 */
typedef struct Machine {
    const Set *set;
    GRand *rand;
    Slot slots[NV_SEVERAL];
    const char *last;
} Machine;

#define for_each_slot(_m, _s)                                               \
    for (Slot *_s = (_m)->slots; _s < (_m)->slots + (_m)->set->count; _s++) \
        if (_s->nv)

static unsigned slot_number(const Machine *m, const Slot *s)
{
    return s - m->slots;
}

/* Any of the cards: a machine's commands go to one of them. */
static NVDev *first_of(Machine *m)
{
    unsigned i = 0;

    while (!m->slots[i].nv) {
        i++;
    }
    return m->slots[i].nv;
}

static bool is_hostile(const NVDev *nv)
{
    return nv->card->features & (NV_CARD_NV01 | NV_CARD_NV03);
}

/* --- Loads ------------------------------------------------------------ */

static void show(NVHostile *h, unsigned how)
{
    /* Screen dumps are events. */
}

static void begin(Machine *m, Slot *s)
{
    static const NVTarget pio = { .family = &nv_family_pio };

    if (is_hostile(s->nv)) {
        s->draws = g_rand_new_with_seed(g_rand_int(m->rand));
        s->h = nv_hostile_new(&pio, s->nv, s->draws, show);
        nv_anything_goes = false;
        return;
    }
    s->load = nv_load_new(s->nv, 1 + slot_number(m, s));
    s->rounds = ROUNDS;
    s->extras = 0;
}

static void forget(Slot *s)
{
    if (s->load) {
        nv_load_free(s->load);
    }
    if (s->h) {
        nv_hostile_free(s->h);
        g_rand_free(s->draws);
    }
    s->load = NULL;
    s->h = NULL;
}

/* The guest may have moved the BARs. */
static void step_hostile(Slot *s)
{
    nv_anything_goes = true;
    for (unsigned i = 0; i < STEPS; i++) {
        nv_hostile_step(s->h);
    }
    nv_hostile_map(s->h);
    nv_anything_goes = false;
}

static void push(Slot *s)
{
    if (s->load && s->rounds) {
        nv_load_push_work(s->load);
        nv_load_push_waits(s->load);
        s->rounds--;
    }
}

static void finish(Slot *s)
{
    while (s->rounds) {
        push(s);
        nv_load_go_on(s->load);
    }
    for (unsigned n = 0; !nv_load_go_on(s->load); n++) {
        if (n == PATIENCE) {
            nv_fail("%s is never done", s->nv->card->name);
            break;
        }
    }
}

/* --- What a load leaves ----------------------------------------------- */

/**
 * struct Alone - what a card's load leaves in a machine without the others
 *
 * @outcome, @results: of nv_load_outcome() and nv_load_results()
 */
typedef struct Alone {
    GByteArray *outcome, *results;
} Alone;

static Alone alone[ARRAY_SIZE(sets)][NV_SEVERAL];

static void start(Machine *m, const Set *set, unsigned present)
{
    const NVCard *cards[NV_SEVERAL] = { };
    NVDev *nvs[NV_SEVERAL] = { };

    *m = (Machine) { .set = set, .last = "start" };
    for (unsigned i = 0; i < set->count; i++) {
        if (present >> i & 1) {
            cards[i] = nv_card_find(set->names[i]);
        }
    }
    nv_start_several(nvs, set->machine, cards, set->count, NULL);
    for (unsigned i = 0; i < set->count; i++) {
        m->slots[i].nv = nvs[i];
    }
}

static void quit(Machine *m)
{
    NVDev *nvs[NV_SEVERAL] = { };

    for_each_slot(m, s) {
        forget(s);
        nvs[slot_number(m, s)] = s->nv;
    }
    nv_quit_several(nvs, m->set->count);
    if (m->rand) {
        g_rand_free(m->rand);
    }
}

static const Alone *alone_of(const Set *set, unsigned i)
{
    Alone *a = &alone[set - sets][i];
    Machine m;
    Slot *s = &m.slots[i];

    if (!a->results) {
        start(&m, set, BIT(i));
        begin(&m, s);
        finish(s);
        a->results = nv_load_results(s->load);
        a->outcome = nv_load_outcome(s->load);
        quit(&m);
    }
    return a;
}

static void free_alone(void)
{
    for (unsigned n = 0; n < ARRAY_SIZE(sets); n++) {
        for (unsigned i = 0; i < NV_SEVERAL; i++) {
            g_clear_pointer(&alone[n][i].outcome, g_byte_array_unref);
            g_clear_pointer(&alone[n][i].results, g_byte_array_unref);
        }
    }
}

/* Its load is done.  Beside other channels, counters count those, too. */
static void check(Machine *m, Slot *s)
{
    const Alone *a = alone_of(m->set, slot_number(m, s));
    g_autoptr(GByteArray) got = s->extras ? nv_load_results(s->load)
                                          : nv_load_outcome(s->load);
    const GByteArray *want = s->extras ? a->results : a->outcome;

    if (got->len != want->len || memcmp(got->data, want->data, got->len)) {
        nv_fail("%s, card %u, hasn't done what it does alone; last: %s",
                s->nv->card->name, slot_number(m, s), m->last);
        if (!s->extras) {
            g_test_message("alone: %.*s", (int)strnlen((char *)want->data,
                                                       1000), want->data);
            g_test_message("here: %.*s", (int)strnlen((char *)got->data, 1000),
                           got->data);
        }
    }
}

/* All units off, and a new driver */
static void bring_up(Machine *m, Slot *s)
{
    forget(s);
    nv_wr32(s->nv, A_NV_PMC_ENABLE, 0);
    nv_assert_reg(s->nv, NV_PMC_BOOT_0, s->nv->card->boot0);
    begin(m, s);
}

static void go_on(Machine *m, Slot *s)
{
    if (s->h) {
        step_hostile(s);
    } else if (nv_load_go_on(s->load) && !s->rounds) {
        check(m, s);
        bring_up(m, s);
    }
}

/* --- Events ----------------------------------------------------------- */

static bool is_error(QDict *rsp)
{
    bool error = qdict_haskey(rsp, "error");

    qobject_unref(rsp);
    return error;
}

static void stop_and_go_on(Machine *m, Slot *s)
{
    nv_stop(s->nv);
    nv_cont(s->nv);
}

/* Some cards have no outputs: there it fails. */
static void dump_screen(Machine *m, Slot *s)
{
    g_autofree char *file = g_build_filename(s->nv->dir, "screen", NULL);

    is_error(qtest_qmp(s->nv->qts, "{ 'execute': 'screendump', 'arguments': "
                       "{ 'filename': %s, 'device': %s } }", file, s->nv->id));
}

/* Where the ACPI tables have a guest eject the devices of bus 0, by machine */
#define ACPI_EJECT_PC 0xae08
#define ACPI_EJECT_Q35 0x0cc8

/* Cards can neither go nor come. */
static void plug(Machine *m, Slot *s)
{
    bool q35 = g_str_equal(m->set->machine, "q35");
    g_autofree char *driver = g_strdup_printf("%s-gpu", s->nv->card->name);

    g_assert_true(is_error(qtest_qmp(s->nv->qts, "{ 'execute': 'device_del', "
                                     "'arguments': { 'id': %s } }",
                                     s->nv->id)));
    g_assert_true(is_error(qtest_qmp(s->nv->qts, "{ 'execute': 'device_add', "
                                     "'arguments': { 'driver': %s, 'id': "
                                     "'other', 'addr': '0x10' } }", driver)));
    qtest_outl(s->nv->qts, q35 ? ACPI_EJECT_Q35 : ACPI_EJECT_PC,
               BIT(NV_SLOT + slot_number(m, s)));
    nv_assert_reg(s->nv, NV_PMC_BOOT_0, s->nv->card->boot0);
}

static void set_command(Slot *s, uint16_t on, uint16_t off)
{
    uint16_t command = qpci_config_readw(s->nv->pci, PCI_COMMAND);

    qpci_config_writew(s->nv->pci, PCI_COMMAND, (command | on) & ~off);
}

/* With memory decoding off, as a driver does it, or on */
static void move_bars(Machine *m, Slot *s)
{
    bool off = g_rand_int_range(m->rand, 0, 2);

    if (off) {
        set_command(s, 0, PCI_COMMAND_MEMORY);
    }
    s->elsewhere = !s->elsewhere;
    nv_place_one_of_several(s->nv, slot_number(m, s), s->elsewhere);
    if (off) {
        set_command(s, PCI_COMMAND_MEMORY, 0);
    }
    for (unsigned i = 0; s->h && i < NV_HOSTILE_BARS; i++) {
        s->h->bars[i] = qpci_config_readl(s->nv->pci,
                                          PCI_BASE_ADDRESS_0 + i * 4);
    }
    nv_assert_reg(s->nv, NV_PMC_BOOT_0, s->nv->card->boot0);
}

static void turn_off_and_on(Machine *m, Slot *s)
{
    set_command(s, 0, PCI_COMMAND_MEMORY);
    nv_rd32(s->nv, A_NV_PMC_BOOT_0);
    nv_wr32(s->nv, A_NV_PMC_ENABLE, 0);
    s->nv->clock = qtest_clock_step(s->nv->qts,
                                    g_rand_int_range(m->rand, 1, SCALE_MS));
    set_command(s, PCI_COMMAND_MEMORY, 0);
    nv_assert_reg(s->nv, NV_PMC_BOOT_0, s->nv->card->boot0);
}

/* One after the other, in the middle of their work; then a new driver */
static void reset_units(Machine *m, Slot *s)
{
    for (unsigned i = 0; i < 4; i++) {
        uint32_t off = BIT(g_rand_int_range(m->rand, 0, 32));

        if (g_rand_int_range(m->rand, 0, 2)) {
            off = R_NV_PMC_ENABLE_PFIFO_MASK | R_NV_PMC_ENABLE_PGRAPH_MASK;
        }
        nv_mask(s->nv, A_NV_PMC_ENABLE, off, 0);
        s->nv->clock = qtest_clock_step(s->nv->qts, 1000);
        nv_mask(s->nv, A_NV_PMC_ENABLE, off, off);
    }
    bring_up(m, s);
}

/* As the driver does it that the card has, with or without REF_CNT */
static uint32_t reference(NVEither *chan)
{
    return chan->chan ? nv_user_ref(chan->chan) : nv_either_user_ref(chan);
}

/* One comes, does something, and goes, perhaps before it has done it. */
static void change_channels(Machine *m, Slot *s)
{
    NVEither extra;
    unsigned looks = 0;

    if (s->h || s->extras == EXTRAS) {
        return;
    }
    s->extras++;
    extra = nv_either_new(s->nv, EXTRA_CHID + s->extras);
    if (extra.chan) {
        nv_push_ref(extra.chan, REF);
    } else {
        nv_either_ref(&extra, REF);
    }
    nv_either_kick(&extra);
    if (g_rand_int_range(m->rand, 0, 2)) {
        while (reference(&extra) != REF && looks++ < PATIENCE) {
            nv_load_go_on(s->load);
        }
        nv_assert_hex(reference(&extra), REF);
    }
    nv_either_free(&extra);
}

/* Firmware maps the BARs, where they were at first. */
static void reset_machine(Machine *m, Slot *s)
{
    qtest_system_reset(s->nv->qts);
    for_each_slot(m, other) {
        forget(other);
        other->elsewhere = false;
        nv_place_one_of_several(other->nv, slot_number(m, other), false);
        qpci_device_enable(other->nv->pci);
    }
    for_each_slot(m, other) {
        nv_assert_reg(other->nv, NV_PMC_BOOT_0, other->nv->card->boot0);
        begin(m, other);
    }
}

static void migrate(Machine *m, Slot *s)
{
    nv_migrate(first_of(m));
}

/**
 * struct Event - what can happen
 *
 * @happen: does it to a machine and one of its cards
 * @stopped: it may happen while the machine is stopped
 */
static const struct Event {
    const char *name;
    void (*happen)(Machine *m, Slot *s);
    bool stopped;
} events[] = {
    { "stop-and-go-on", stop_and_go_on },
    { "dump-screen", dump_screen, true },
    { "plug", plug, true },
    { "move-bars", move_bars, true },
    { "turn-off-and-on", turn_off_and_on, true },
    { "reset-units", reset_units },
    { "change-channels", change_channels },
    { "reset-machine", reset_machine },
    { "migrate", migrate, true },
};

/* The machine is stopped in the middle of what it has just been given. */
static void stop_in_the_middle(Machine *m)
{
    nv_stop(first_of(m));
    for_each_slot(m, s) {
        push(s);
    }
    for (int i = g_rand_int_range(m->rand, 0, 4); i > 0; i--) {
        nv_cont_a_little(first_of(m));
    }
}

static void happen(Machine *m)
{
    const struct Event *e =
        &events[g_rand_int_range(m->rand, 0, ARRAY_SIZE(events))];
    Slot *s = &m->slots[g_rand_int_range(m->rand, 0, m->set->count)];
    bool stopped = g_rand_int_range(m->rand, 0, 4);

    g_test_message("%s: %s", s->nv->card->name, e->name);
    m->last = e->name;
    if (stopped) {
        stop_in_the_middle(m);
    } else {
        for_each_slot(m, other) {
            push(other);
        }
    }
    if (stopped && !e->stopped) {
        nv_cont(first_of(m));
    }
    e->happen(m, s);
    if (stopped && e->stopped) {
        nv_cont(first_of(m));
    }
}

/* --- Storms ----------------------------------------------------------- */

static void assert_alive(NVDev *nv)
{
    g_assert_false(is_error(qtest_qmp(nv->qts,
                                      "{ 'execute': 'query-status' }")));
}

static void storm(const Set *set, unsigned count, uint32_t seed)
{
    Machine m;

    g_test_message("seed %u events %u", seed, count);
    start(&m, set, MAKE_64BIT_MASK(0, set->count));
    m.rand = g_rand_new_with_seed(seed);
    for_each_slot(&m, s) {
        begin(&m, s);
    }
    for (unsigned i = 0; i < count && !g_test_failed(); i++) {
        happen(&m);
        for_each_slot(&m, s) {
            go_on(&m, s);
        }
        assert_alive(first_of(&m));
    }
    for_each_slot(&m, s) {
        if (s->load && !g_test_failed()) {
            finish(s);
            check(&m, s);
        }
    }
    quit(&m);
}

static void storms(NVDev *none)
{
    const Set *set = sets;
    unsigned left = nv_test_number("NV_EVENTS", 1, EVENTS);
    uint32_t seed = nv_test_number("NV_SEED", 0, g_test_rand_int());

    while (!g_str_equal(set->names[0], none->card->name)) {
        set++;
    }
    while (left && !g_test_failed()) {
        unsigned count = MIN(left, MACHINE_EVENTS);

        storm(set, count, seed++);
        left -= count;
    }
}

static const NVTest tests[] = {
    { "events/under-load", "migration reset several-cards", storms,
      .applies = leads_a_set, .early = true, .tesla = true, .fermi = true,
      .no_machine = true },
};

int main(int argc, char **argv)
{
    int status = nv_test_main_by_family(argc, argv, tests, ARRAY_SIZE(tests));

    free_alone();
    return status;
}
