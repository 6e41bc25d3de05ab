/*
 * Tests of the NVIDIA GPU: accesses of each width, by a processor
 *
 * A bus makes two accesses of 32 bits of one that is wider, the low one first;
 * what isn't aligned it gets in parts that are.  QEMU does that for accesses by
 * qtest and for DMA.  Those of a vCPU, which these are, get through only if the
 * region says that it takes them: a store is lost otherwise, and a load is 0.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/bswap.h"
#include "hw/pci/pci_regs.h"
#include "hw/nv/bus-regs.h"
#include "hw/nv/fifo-regs.h"
#include "libnv/nv-checker.h"
#include "libnv/nv-debug.h"
#include "libnv/nv-either.h"
#include "libnv/nv-instmem.h"
#include "libnv/nv-test.h"
#include "libnv/nv-vcpu.h"
#include "libnv/nv-vga-port.h"

#define CHID 2

/* In PRMA: words that are kept, and no more */
#define KEPT 0x007400
#define NV03_PROM 0x110000
#define PROM 0x300000
#define PRMCIO 0x601000
#define NV01_PRAMHT 0x640000
#define NV01_PRAMFC 0x648000
#define NV01_PRAMRO 0x650000
#define NV03_RAMIN 0xc00000
/* Instance memory that nothing uses, over the end of a page */
#define UNUSED 0x9fe0

static const unsigned sizes[] = { 1, 2, 4, 8, 16 };

/* --- What both sides see ------------------------------------------------ */

/* The regions' places have the end of a page in the middle, if they can. */
#define ROOM 64

/* Where accesses begin: at the beginning, and in the middle */
static const uint8_t begins[] = {
    0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 16,
    22, 24, 25, 26, 27, 28, 29, 30, 31, 32, 36, 40, 48,
};

/*
 * QEMU makes words of them for the card, which is made for that; both begin at
 * a word.
 */
static void words_read(NVDev *nv, uint64_t addr, uint8_t *bytes, unsigned size)
{
    qtest_bufread(nv->qts, addr, bytes, size);
}

static void words_write(NVDev *nv, uint64_t addr, const uint8_t *bytes,
                        unsigned size)
{
    qtest_bufwrite(nv->qts, addr, bytes, size);
}

static void assert_bytes(const char *what, uint64_t addr, unsigned size,
                         const uint8_t *got, const uint8_t *want, unsigned len)
{
    for (unsigned i = 0; i < len; i++) {
        if (got[i] != want[i]) {
            nv_fail("%s of %u bytes at 0x%" PRIx64 ": byte %u is 0x%02x, not "
                    "0x%02x", what, size, addr, i, got[i], want[i]);
            return;
        }
    }
}

/* A load has what is there, wherever it begins. */
static void loads(NVDev *nv, uint64_t addr, const uint8_t *want)
{
    uint8_t got[NV_VCPU_WIDEST];

    for (unsigned i = 0; i < ARRAY_SIZE(sizes); i++) {
        for (unsigned j = 0; j < ARRAY_SIZE(begins); j++) {
            unsigned at = begins[j];

            nv_vcpu_load(nv, addr + at, got, sizes[i]);
            assert_bytes("load", addr + at, sizes[i], got, want + at,
                         sizes[i]);
        }
    }
}

/* A store changes its bytes, wherever it begins, and no others. */
static void stores(NVDev *nv, uint64_t addr)
{
    for (unsigned i = 0; i < ARRAY_SIZE(sizes); i++) {
        for (unsigned j = 0; j < ARRAY_SIZE(begins); j++) {
            uint8_t bytes[ROOM], got[ROOM];
            unsigned at = begins[j];

            memset(bytes, ~at, ROOM);
            words_write(nv, addr, bytes, ROOM);
            for (unsigned k = 0; k < sizes[i]; k++) {
                bytes[at + k] = sizes[i] + at + k * 17;
            }
            nv_vcpu_store(nv, addr + at, bytes + at, sizes[i]);
            words_read(nv, addr, got, ROOM);
            assert_bytes("store", addr + at, sizes[i], got, bytes, ROOM);
        }
    }
}

/* Bytes that are kept */
static void kept(NVDev *nv, uint64_t addr)
{
    uint8_t bytes[ROOM];

    for (unsigned i = 0; i < ROOM; i++) {
        bytes[i] = 0x41 + i * 3;
    }
    words_write(nv, addr, bytes, ROOM);
    loads(nv, addr, bytes);
    stores(nv, addr);
}

/* Bytes that can't be written */
static void read_only(NVDev *nv, uint64_t addr)
{
    uint8_t bytes[ROOM], got[ROOM], ones[NV_VCPU_WIDEST];

    words_read(nv, addr, bytes, ROOM);
    loads(nv, addr, bytes);
    memset(ones, 0xff, sizeof(ones));
    for (unsigned i = 0; i < ARRAY_SIZE(sizes); i++) {
        nv_vcpu_store(nv, addr, ones, sizes[i]);
    }
    words_read(nv, addr, got, ROOM);
    assert_bytes("after stores", addr, ROOM, got, bytes, ROOM);
}

static NVDev *start(NVDev *none)
{
    return nv_vcpu_start_cold(none->card, none->test->props, none->test->args);
}

static bool is_nv50(NVDev *nv)
{
    return nv->card->features & (NV_CARD_NV50 | NV_CARD_NVC0);
}

/* --- BAR0 --------------------------------------------------------------- */

static void registers(NVDev *nv)
{
    uint8_t got[8];

    kept(nv, nv->bar0 + KEPT);
    nv_vcpu_load(nv, nv->bar0 + A_NV_PMC_BOOT_0, got, 8);
    nv_assert_hex(ldl_le_p(got), nv->card->boot0);
    nv_assert_hex(ldl_le_p(got + 4), nv_rd32(nv, A_NV_PMC_BOOT_0 + 4));
}

/* Where the log has the access to an address; they are in its order. */
static const char *logged(const char *log, const char *event, uint32_t addr)
{
    g_autofree char *text = g_strdup_printf("0x%06x", addr);

    for (const char *at = strstr(log, event); at; at = strstr(at + 1, event)) {
        const char *found = strstr(at, text);

        if (found && found < at + strcspn(at, "\n")) {
            return at;
        }
    }
    nv_fail("no %s of %s", event, text);
    return log;
}

/* The low half is first. */
static void order(NVDev *nv)
{
    uint8_t bytes[16] = { };
    g_autofree char *log = NULL;

    nv_trace(nv, "nv_mmio_*", true);
    nv_vcpu_store(nv, nv->bar0 + KEPT, bytes, 16);
    nv_vcpu_load(nv, nv->bar0 + KEPT, bytes, 16);
    nv_trace(nv, "nv_mmio_*", false);
    log = nv_log_text(nv);
    for (unsigned i = 0; i < 12; i += 4) {
        g_assert_true(logged(log, "nv_mmio_write", KEPT + i) <
                      logged(log, "nv_mmio_write", KEPT + i + 4));
        g_assert_true(logged(log, "nv_mmio_read", KEPT + i) <
                      logged(log, "nv_mmio_read", KEPT + i + 4));
    }
}

static void pci(NVDev *nv)
{
    uint64_t addr = nv->bar0 + nv_card_pci(nv->card);
    uint8_t bytes[ROOM];

    words_read(nv, addr, bytes, ROOM);
    nv_assert_hex(lduw_le_p(bytes), qpci_config_readw(nv->pci, PCI_VENDOR_ID));
    loads(nv, addr, bytes);
    words_read(nv, addr + PCI_INTERRUPT_LINE - 4, bytes, 8);
    bytes[4] ^= 0x5a;
    nv_vcpu_store(nv, addr + PCI_INTERRUPT_LINE - 4, bytes, 8);
    nv_assert_hex(qpci_config_readb(nv->pci, PCI_INTERRUPT_LINE), bytes[4]);
}

static void prom(NVDev *nv)
{
    uint32_t rom = nv->card->features & NV_CARD_NV03 ? NV03_PROM : PROM;

    nv_assert_hex(nv_rd16(nv, rom), 0xaa55);
    read_only(nv, nv->bar0 + rom);
}

/* Each byte is a register, and the low ones are first. */
static void vga(NVDev *nv)
{
    uint8_t bytes[8] = { [4] = 0x0e, [5] = 0x5a }, got[8];

    nv_vcpu_store(nv, nv->bar0 + PRMCIO + 0x3d0, bytes, 8);
    nv_assert_hex(nv_vga_cr_read(nv, &nv_vga_window, 0x0e), 0x5a);
    words_read(nv, nv->bar0 + PRMCIO + 0x3d0, bytes, 8);
    nv_vcpu_load(nv, nv->bar0 + PRMCIO + 0x3d0, got, 8);
    assert_bytes("load", PRMCIO + 0x3d0, 8, got, bytes, 8);
    nv_assert_hex(got[4], 0x0e);
    nv_assert_hex(got[5], 0x5a);
}

/* NV01's windows to its tables */
static void pram(NVDev *nv)
{
    kept(nv, nv->bar0 + NV01_PRAMHT + 0x40);
    kept(nv, nv->bar0 + NV01_PRAMFC + 0x40);
    kept(nv, nv->bar0 + NV01_PRAMRO + 0x40);
}

static bool has_vga(const NVCard *card)
{
    return !(card->features & NV_CARD_NV01) &&
           (!(card->features & NV_CARD_NVC0) ||
            card->features & NV_CARD_PDISPLAY);
}

static void bar0(NVDev *none)
{
    NVDev *nv = start(none);

    registers(nv);
    order(nv);
    pci(nv);
    if (nv->card->features & NV_CARD_NV01) {
        pram(nv);
    } else {
        prom(nv);
    }
    if (has_vga(nv->card)) {
        vga(nv);
    }
    nv_quit(nv);
}

/* --- Memory ------------------------------------------------------------- */

static uint64_t pramin(NVDev *nv)
{
    if (is_nv50(nv)) {
        nv_wr32(nv, A_NV_PBUS_HOST_MEM_PMEM, 0);
    }
    return nv->card->features & NV_CARD_NV03
           ? nv->bar1 + NV03_RAMIN : nv->bar0 + NV_PRAMIN;
}

static void windows(NVDev *nv)
{
    kept(nv, pramin(nv) + UNUSED);
    kept(nv, nv->bar1 + UNUSED);
    if (nv->bar3) {
        kept(nv, nv->bar3 + UNUSED);
    }
}

static void memory(NVDev *none)
{
    NVDev *nv = start(none);

    windows(nv);
    nv_quit(nv);
}

/* --- USER --------------------------------------------------------------- */

/* Registers of a channel's area, which has them by words */
static void user_loads(NVDev *nv, uint64_t area)
{
    uint8_t bytes[ROOM], got[NV_VCPU_WIDEST];

    words_read(nv, area + 0x40, bytes, ROOM);
    for (unsigned size = 4; size <= 16; size *= 2) {
        for (unsigned at = 0; at + size <= ROOM; at += size) {
            nv_vcpu_load(nv, area + 0x40 + at, got, size);
            assert_bytes("load", area + 0x40 + at, size, got, bytes + at,
                         size);
        }
    }
}

/* One store has PUT, and the word beside it. */
static void write_wide(NVDev *nv, uint64_t addr, uint32_t val)
{
    uint8_t bytes[8];

    words_read(nv, addr & ~7ull, bytes, 8);
    stl_le_p(bytes + (addr & 4), val);
    nv_vcpu_store(nv, addr & ~7ull, bytes, 8);
}

static void user(NVDev *none)
{
    NVDev *nv = nv_vcpu_start(none->card, NULL, none->test->args);
    NVEither c = nv_either_new(nv, CHID);
    uint64_t area = c.fermi ? nv->bar1 + CHID * NV_USERD_SIZE
                            : nv->bar0 + nv->card->user +
                              CHID * nv->card->user_stride;

    for (unsigned ref = 1; ref < 4; ref++) {
        nv_either_ref(&c, ref);
        nv->write = write_wide;
        nv_either_kick(&c);
        nv->write = NULL;
        nv_poll(nv_either_user_ref(&c) == ref);
        user_loads(nv, area);
    }
    nv_quit(nv);
}

/* Before there are pushbuffers, it has FREE, and methods of PIO. */
static void user_early(NVDev *none)
{
    NVDev *nv = start(none);
    uint64_t addr = nv->bar0 + nv->card->user + A_NV_USER_FREE;
    uint8_t got[8];

    nv_assert_hex(qtest_readl(nv->qts, addr) != 0, true);
    nv_vcpu_load(nv, addr, got, 8);
    nv_assert_hex(ldl_le_p(got), qtest_readl(nv->qts, addr));
    nv_assert_hex(ldl_le_p(got + 4), qtest_readl(nv->qts, addr + 4));
    nv_quit(nv);
}

/* --- What is laid over the BARs ------------------------------------------ */

/* Bytes of words are swapped, wherever else a word begins. */
static void big_endian(NVDev *none)
{
    NVDev *nv = start(none);
    uint8_t got[8];

    pramin(nv);
    nv_wr32(nv, A_NV_PMC_BOOT_1, 0x01000001);
    nv_vcpu_load(nv, nv->bar0 + A_NV_PMC_BOOT_0, got, 8);
    nv_assert_hex(ldl_be_p(got), nv->card->boot0);
    nv_assert_hex(ldl_be_p(got + 4), 0x01000001);
    kept(nv, nv->bar0 + KEPT);
    kept(nv, nv->bar0 + NV_PRAMIN + UNUSED);
    if (nv->bar3) {
        kept(nv, nv->bar3 + UNUSED);
    }
    nv_quit(nv);
}

/* What watches sees a register's accesses, whatever they came with. */
static void watched(NVDev *none)
{
    NVDev *nv = start(none);
    uint8_t bytes[8], got[8];

    kept(nv, nv->bar0 + KEPT);
    windows(nv);
    qtest_writeq(nv->qts, nv->bar0 + KEPT, 0);
    nv_inject(nv, "write-lost bar=0 address=0x7404",
              "read-wrong bar=0 address=0x7404 xor=0x100");
    stq_le_p(bytes, 0x1111222233334444);
    nv_vcpu_store(nv, nv->bar0 + KEPT, bytes, 8);
    nv_vcpu_load(nv, nv->bar0 + KEPT, got, 8);
    nv_assert_hex(ldq_le_p(got), 0x0000010033334444);
    nv_assert_hex(nv_fault_done(nv, 0), 1);
    nv_assert_hex(nv_fault_done(nv, 1), 1);
    nv_quit(nv);
}

#define ALL .early = true, .tesla = true, .fermi = true
#define ACCESS(_name, _fn, ...) \
    { "access/" _name, "bars", _fn, .no_machine = true, __VA_ARGS__ }

static const NVTest tests[] = {
    ACCESS("bar0", bar0, ALL),
    ACCESS("memory", memory, ALL),
    ACCESS("user", user, .tesla = true, .fermi = true,
           .applies = nv_sets_references),
    ACCESS("user-early", user_early, .applies = nv_card_is_early,
           .early = true),
    ACCESS("big-endian", big_endian, .needs = NV_CARD_CALL, .tesla = true),
    ACCESS("big-endian", big_endian, .needs = NV_CARD_NVC0),
    ACCESS("watched", watched, ALL, .props = NV_CHECKER_ON),
};

int main(int argc, char **argv)
{
    return nv_test_main_by_family(argc, argv, tests, ARRAY_SIZE(tests));
}
