/*
 * Tests of the NVIDIA GPU: migration streams that no card has sent
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/pci/pci_regs.h"
#include "libnv/nv-channel.h"
#include "libnv/nv-section.h"
#include "libnv/nv-snapshot.h"
#include "libnv/nv-test.h"
#include "libnv/nv-vga-port.h"

/* A byte of a stream: where it is, and what is written there */
typedef struct Lie {
    int offset;
    uint8_t val;
} Lie;

static const Lie *lie(NVDev *nv)
{
    return nv->test->data;
}

/* --- VGA -------------------------------------------------------------- */

#define SEQUENCER 0x3c4
#define GRAPHICS 0x3ce

/*
 * Where QEMU's VGA core has its state, as seen from the sequencer's registers,
 * by which a test finds it in the stream
 */
enum {
    SR_INDEX = -1,
    SR = 0,
    GR_INDEX = 8,
    GR = 9,
    DAC_SUB_INDEX = 313,
    BANK_OFFSET = 1087,
    VBE_ENABLE = 1102,
};

static const uint8_t sequencer[8] = {
    0x02, 0x21, 0x0d, 0x2a, 0x06, 0x00, 0x00, 0x5b,
};

static void write_sequencer(NVDev *nv)
{
    for (unsigned i = 0; i < ARRAY_SIZE(sequencer); i++) {
        nv_vga_io_port.write(nv, SEQUENCER, i);
        nv_vga_io_port.write(nv, SEQUENCER + 1, sequencer[i]);
    }
}

static void vga_is_refused(NVDev *nv)
{
    write_sequencer(nv);
    g_assert_false(nv_migrate_lie(nv, sequencer, sizeof(sequencer),
                                  lie(nv)->offset, lie(nv)->val));
}

/* Any value that a guest can write is accepted, even the highest ones. */
static void vga_is_taken(NVDev *nv)
{
    write_sequencer(nv);
    for (unsigned i = 0; i < 16; i++) {
        nv_vga_io_port.write(nv, GRAPHICS, i);
        nv_vga_io_port.write(nv, GRAPHICS + 1, 0xff);
    }
    g_assert_true(nv_migrate_lie(nv, sequencer, sizeof(sequencer), SR + 7,
                                 0x5a));
    nv_vga_io_port.write(nv, SEQUENCER, 7);
    nv_assert_hex(nv_vga_io_port.read(nv, SEQUENCER + 1), 0x5a);
    nv_assert_hex(nv_vga_io_port.read(nv, GRAPHICS), 15);
    nv_vga_io_port.write(nv, GRAPHICS, 2);
    nv_assert_hex(nv_vga_io_port.read(nv, GRAPHICS + 1), 0x0f);
}

/*
 * The bank's offset counts once chain 4 mode is on, all planes are written and
 * the window has 64 KiB.
 */
static void vga_bank_is_refused(NVDev *nv)
{
    static const uint8_t chained[8] = {
        0x02, 0x21, 0x0f, 0x2a, 0x0e, 0x00, 0x00, 0x5b,
    };

    nv_vga_io_port.write(nv, GRAPHICS, 6);
    nv_vga_io_port.write(nv, GRAPHICS + 1, 0x04);
    for (unsigned i = 0; i < ARRAY_SIZE(chained); i++) {
        nv_vga_io_port.write(nv, SEQUENCER, i);
        nv_vga_io_port.write(nv, SEQUENCER + 1, chained[i]);
    }
    g_assert_false(nv_migrate_lie(nv, chained, sizeof(chained), BANK_OFFSET,
                                  0x7f));
}

/* --- Configuration space ---------------------------------------------- */

static void config_is_refused(NVDev *nv)
{
    uint8_t config[16];

    for (unsigned i = 0; i < sizeof(config); i++) {
        config[i] = qpci_config_readb(nv->pci, i);
    }
    g_assert_false(nv_migrate_lie(nv, config, sizeof(config),
                                  lie(nv)->offset, lie(nv)->val));
}

/* --- Units that the card doesn't have --------------------------------- */

static void add_subsection(NVSection *section, void *opaque)
{
    static const uint8_t data[16];

    nv_section_add(section, opaque, data, sizeof(data));
}

static void change_stream(GByteArray *stream, void *opaque)
{
    g_assert_true(nv_stream_change(stream, add_subsection, opaque));
}

static void unit_is_refused(NVDev *nv)
{
    g_assert_false(nv_migrate_change(nv, change_stream,
                                     (void *)nv->test->data));
}

/* Of these falcons they have none. */
static bool is_without_falcons(const NVCard *card)
{
    return g_str_equal(card->name, "nv03") ||
           g_str_equal(card->name, "nv34") || g_str_equal(card->name, "nv84");
}

/* --- After a refusal --------------------------------------------------- */

#define QUEUED 0xdec0ded1

/*
 * An engine's queue of methods, whose first one doesn't exist.  The user lets
 * the machine go on: the card is as after a reset.
 */
static void resets_after_a_refusal(NVDev *nv)
{
    /* The second method in the queue, and the queue's head before the first */
    static const uint8_t queued[] = { 0x01, 0x00, 2, 0xde, 0xc0, 0xde, 0xd1 };
    const int first = -(8 + 15 + 3);
    NVChan *chan;

    nv_init(nv);
    chan = nv_chan_new_objects(nv, 1);
    nv_push_object(chan, 2, NV_HANDLE_GRAPH);
    nv_push_inc(chan, 2, 0x0100, QUEUED);
    nv_push_ref(chan, 1);
    nv_kick(chan);
    nv_assert_hex(nv_rd32(nv, A_NV_PFIFO_CACHES) & 1, 1);
    nv_savevm_lie(nv, queued, sizeof(queued), first, 0xff);
    g_assert_true(nv_loadvm_fails(nv));
    nv_cont(nv);
    nv_clock_step(nv, 20 * 1000 * 1000);
    nv_assert_hex(nv_rd32(nv, A_NV_PFIFO_CACHES) & 1, 0);
    nv_assert_reg(nv, NV_PFIFO_INTR, 0);
}

/* Queues in a stream, behind their section's name, version and latency */
#define QUEUES "nv-gpu/fifo/queues\0\0\0\1"
#define FIRST_QUEUE (sizeof(QUEUES) - 1 + 4)
#define QUEUE_SIZE (3 + 64 * 15)
#define QUEUE_CHID 2
#define LAST_ENGINE 15

/*
 * A queue that no guest can use belongs to a channel that doesn't exist.  The
 * card refuses that, is reset, and takes what it saves then.
 */
static void forgets_what_it_refused(NVDev *nv)
{
    nv_savevm_lie(nv, QUEUES, sizeof(QUEUES) - 1,
                  FIRST_QUEUE + LAST_ENGINE * QUEUE_SIZE + QUEUE_CHID, 0xff);
    g_assert_true(nv_loadvm_fails(nv));
    nv_cont(nv);
    nv_savevm(nv);
    nv_loadvm(nv);
}

/* ---------------------------------------------------------------------- */

/* One card of each kind of display; VGA's state is the same on all. */
static bool is_one_of_its_kind(const NVCard *card)
{
    return g_str_equal(card->name, "nv05") ||
           g_str_equal(card->name, "nv34") ||
           g_str_equal(card->name, "nv84") || g_str_equal(card->name, "nvd9");
}

#define VGA_LIE(_name, _offset, _val) \
    { "migration/" _name "-is-refused", "migration hostile-migration", \
      vga_is_refused, \
      .applies = is_one_of_its_kind, .tesla = true, .fermi = true, \
      .cold = true, \
      .data = &(const Lie) { _offset, _val } }

#define UNIT_LIE(_name) \
    { "migration/" _name "-of-another-card-is-refused", \
      "migration hostile-migration", \
      unit_is_refused, .applies = is_without_falcons, .early = true, \
      .tesla = true, .cold = true, .data = "nv-gpu/" _name }

#define CONFIG_LIE(_name, _offset, _val) \
    { "migration/" _name "-is-refused", "migration hostile-migration!", \
      config_is_refused, \
      .early = true, .tesla = true, .fermi = true, .cold = true, \
      .data = &(const Lie) { _offset, _val } }

static const NVTest tests[] = {
    { "migration/all-of-VGA-is-taken", "migration", vga_is_taken,
      .applies = is_one_of_its_kind, .tesla = true, .fermi = true,
      .cold = true },
    VGA_LIE("VGA-sequencer-index", SR_INDEX, 8),
    VGA_LIE("VGA-plane-mask", SR + 2, 0x1d),
    VGA_LIE("VGA-graphics-index", GR_INDEX, 16),
    VGA_LIE("VGA-set-reset", GR + 0, 0x10),
    VGA_LIE("VGA-set-reset-enable", GR + 1, 0x10),
    VGA_LIE("VGA-color-compare", GR + 2, 0x10),
    VGA_LIE("VGA-read-plane", GR + 4, 0x04),
    VGA_LIE("VGA-color-mask", GR + 7, 0x10),
    VGA_LIE("VGA-DAC-index", DAC_SUB_INDEX, 3),
    VGA_LIE("VGA-VBE-mode", VBE_ENABLE + 1, 0x01),
    { "migration/VGA-bank-is-refused", "migration hostile-migration",
      vga_bank_is_refused, .applies = is_one_of_its_kind, .tesla = true,
      .fermi = true, .cold = true },
    UNIT_LIE("pcopy"),
    UNIT_LIE("pce1"),
    UNIT_LIE("pdaemon"),
    UNIT_LIE("ctxctl"),
    UNIT_LIE("ce0"),
    CONFIG_LIE("interrupt-pin-0", PCI_INTERRUPT_PIN, 0),
    CONFIG_LIE("interrupt-pin-2", PCI_INTERRUPT_PIN, 2),
    { "migration/resets-after-a-refusal", "migration hostile-migration",
      resets_after_a_refusal, .tesla = true, .cold = true,
      .props = "x-engine-latency-ns=10000000" },
    { "migration/forgets-what-it-refused", "migration hostile-migration",
      forgets_what_it_refused, .early = true, .tesla = true, .fermi = true,
      .cold = true, .props = "x-engine-latency-ns=10000000" },
};

int main(int argc, char **argv)
{
    return nv_test_main_by_family(argc, argv, tests, ARRAY_SIZE(tests));
}
