/*
 * Tests of the NVIDIA GPU: BARs come and go while other processors run
 *
 * TCG's TLBs are out of date while QEMU's memory map changes.  Another vCPU's
 * accesses then reach a wrong device, or abort QEMU; its local APIC, near the
 * end of the map, shows it within a few changes.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/bswap.h"
#include "hw/pci/pci_regs.h"
#include "hw/nv/bus-regs.h"
#include "libnv/nv-checker.h"
#include "libnv/nv-test.h"
#include "libnv/nv-vcpu.h"

#define ROUNDS 300

/* In the guest's memory */
#define OTHER 0xa000
#define FIRST (OTHER + 0x68)
#define COUNT 0xb000
#define WRONG 0xb004
#define LEFT 0xb008

/* What the other one executes, from its beginning in real mode on */
static const uint8_t other[] = {
    0xfa,                                           /* cli */
    0x2e, 0x66, 0x0f, 0x01, 0x16, 0x48, 0x00,       /* lgdtl %cs:0x48 */
    0x0f, 0x20, 0xc0,                               /* mov %cr0, %eax */
    0x0c, 0x01,                                     /* or $1, %al */
    0x0f, 0x22, 0xc0,                               /* mov %eax, %cr0 */
    0x66, 0xea, 0x18, 0xa0, 0x00, 0x00, 8, 0,       /* ljmpl $8, $0xa018 */
    /* 0x18 */
    0x66, 0xb8, 0x10, 0x00,                         /* mov $0x10, %ax */
    0x8e, 0xd8,                                     /* mov %eax, %ds */
    0x8b, 0x1d, 0x20, 0x00, 0xe0, 0xfe,             /* mov APIC_ID, %ebx */
    /* 0x24 */
    0xc7, 0x05, 0xb0, 0x00, 0xe0, 0xfe, 0, 0, 0, 0, /* movl $0, APIC_EOI */
    0xa1, 0x20, 0x00, 0xe0, 0xfe,                   /* mov APIC_ID, %eax */
    0xff, 0x05, 0x00, 0xb0, 0x00, 0x00,             /* incl COUNT */
    0x39, 0xc3,                                     /* cmp %eax, %ebx */
    0x74, 0xe7,                                     /* je 0x24 */
    0xff, 0x05, 0x04, 0xb0, 0x00, 0x00,             /* incl WRONG */
    0xeb, 0xdf,                                     /* jmp 0x24 */
    0, 0, 0,
    /* 0x48 */
    0x17, 0x00, 0x50, 0xa0, 0x00, 0x00, 0, 0,       /* the GDT's size, place */
    0, 0, 0, 0, 0, 0, 0, 0,
    0xff, 0xff, 0, 0, 0, 0x9a, 0xcf, 0,             /* 8: code, 4 GiB */
    0xff, 0xff, 0, 0, 0, 0x92, 0xcf, 0,             /* 0x10: data, 4 GiB */
};

/* Starts it, and turns the card's memory off and on. */
static const uint8_t first[] = {
    0xc7, 0x05, 0xf0, 0x00, 0xe0, 0xfe,
    0xff, 0x01, 0x00, 0x00,                         /* movl $0x1ff, APIC_SPIV */
    0xc7, 0x05, 0x00, 0x03, 0xe0, 0xfe,
    0x00, 0x45, 0x0c, 0x00,                         /* movl $INIT, APIC_ICR */
    0xc7, 0x05, 0x00, 0x03, 0xe0, 0xfe,
    0x0a, 0x46, 0x0c, 0x00,                         /* movl $SIPI, APIC_ICR */
    0x83, 0x3d, 0x00, 0xb0, 0x00, 0x00, 0x00,       /* 0x86: cmpl $0, COUNT */
    0x74, 0xf7,                                     /* je 0x86 */
    0xba, 0xf8, 0x0c, 0x00, 0x00,                   /* mov $0xcf8, %edx */
    0xb8, 0x04, 0x20, 0x00, 0x80,                   /* mov $0x80002004, %eax */
    0xef,                                           /* out %eax, %dx */
    0xba, 0xfc, 0x0c, 0x00, 0x00,                   /* mov $0xcfc, %edx */
    0x31, 0xc0,                                     /* 0x9f: xor %eax, %eax */
    0xef,                                           /* out %eax, %dx */
    0xb0, 0x07,                                     /* mov $7, %al */
    0xef,                                           /* out %eax, %dx */
    0xff, 0x0d, 0x08, 0xb0, 0x00, 0x00,             /* decl LEFT */
    0x75, 0xf2,                                     /* jne 0x9f */
    0xc3,                                           /* ret */
};

static void off_and_on(NVDev *none)
{
    NVDev *nv = nv_vcpu_start_cold(none->card, none->test->props, "-smp 2");

    QEMU_BUILD_BUG_ON(OTHER + sizeof(other) != FIRST);
    qtest_memwrite(nv->qts, OTHER, other, sizeof(other));
    qtest_memwrite(nv->qts, FIRST, first, sizeof(first));
    qtest_writel(nv->qts, LEFT, ROUNDS);
    nv_vcpu_call(nv, FIRST);
    nv_assert_hex(qtest_readl(nv->qts, COUNT) != 0, true);
    nv_assert_hex(qtest_readl(nv->qts, WRONG), 0);
    nv_assert_reg(nv, NV_PMC_BOOT_0, nv->card->boot0);
    nv_quit(nv);
}

/* A write takes effect before the processor's next access, and for readers. */
static void moved(NVDev *none)
{
    NVDev *nv = nv_vcpu_start_cold(none->card, none->test->props, "-smp 2");
    uint64_t to = 0xc8000000;
    uint64_t pci = nv->bar0 + nv_card_pci(nv->card);
    uint8_t bytes[4];

    stl_le_p(bytes, to);
    nv_vcpu_store(nv, pci + PCI_BASE_ADDRESS_0, bytes, 4);
    nv_vcpu_load(nv, to + A_NV_PMC_BOOT_0, bytes, 4);
    nv_assert_hex(ldl_le_p(bytes), nv->card->boot0);
    nv_assert_hex(qpci_config_readl(nv->pci, PCI_BASE_ADDRESS_0), to);
    nv_vcpu_load(nv, nv->bar0 + A_NV_PMC_BOOT_0, bytes, 4);
    nv_assert_hex(ldl_le_p(bytes), 0);
    nv_quit(nv);
}

#define MAP(_name, _fn, ...) \
    { "map/" _name, "bars", _fn, .no_machine = true, .early = true, \
      .tesla = true, .fermi = true, __VA_ARGS__ }

static const NVTest tests[] = {
    MAP("off-and-on", off_and_on),
    MAP("off-and-on-watched", off_and_on, .props = NV_CHECKER_ON),
    MAP("moved", moved),
};

int main(int argc, char **argv)
{
    return nv_test_main_by_family(argc, argv, tests, ARRAY_SIZE(tests));
}
