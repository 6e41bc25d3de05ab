/*
 * Tests of the NVIDIA GPU: a vCPU that accesses what the test wants
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/bswap.h"
#include "qemu/host-utils.h"
#include "hw/pci/pci_regs.h"
#include "nv-driver.h"
#include "nv-vcpu.h"

/* In the guest's memory */
#define MAILBOX 0x8000
#define MAILBOX_ADDRESS (MAILBOX + 4)
#define MAILBOX_VALUE (MAILBOX + 8)
#define MAILBOX_DATA (MAILBOX + 12)
#define MAILBOX_STACK (MAILBOX + 28)
#define STACK 0x9000

/* The firmware ends where the vCPU begins, 16 bytes below 4 GiB. */
#define FIRMWARE_SIZE 0x10000
#define FIRMWARE 0xffff0000u
#define AT(_offset) (FIRMWARE + (_offset))
/* Where there is nothing */
#define ELSEWHERE 0xd0000000
#define COMMANDS 0xfc00
#define COMMAND_SIZE 32
#define REAL_MODE 0xff00
#define PROTECTED_MODE 0xff20
#define GDT 0xff80
#define RESET 0xfff0

static const uint8_t real_mode[] = {
    0xfa,                                           /* cli */
    0x2e, 0x66, 0x0f, 0x01, 0x16, 0x80, 0xff,       /* lgdtl %cs:GDT */
    0x0f, 0x20, 0xc0,                               /* mov %cr0, %eax */
    0x0c, 0x01,                                     /* or $1, %al */
    0x0f, 0x22, 0xc0,                               /* mov %eax, %cr0 */
    0x66, 0xea, 0x20, 0xff, 0xff, 0xff, 8, 0,       /* ljmpl PROTECTED_MODE */
};

static const uint8_t protected_mode[] = {
    0x66, 0xb8, 0x10, 0x00,                         /* mov $0x10, %ax */
    0x8e, 0xd8,                                     /* mov %eax, %ds */
    0x8e, 0xd0,                                     /* mov %eax, %ss */
    0x0f, 0x20, 0xe0,                               /* mov %cr4, %eax */
    0x80, 0xcc, 0x02,                               /* or $OSFXSR >> 8, %ah */
    0x0f, 0x22, 0xe0,                               /* mov %eax, %cr4 */
    /* 0x11: until there is something to do */
    0xa1, 0x00, 0x80, 0x00, 0x00,                   /* mov MAILBOX, %eax */
    0x85, 0xc0,                                     /* test %eax, %eax */
    0x74, 0xf7,                                     /* jz 0x11 */
    0x8b, 0x25, 0x1c, 0x80, 0x00, 0x00,             /* mov ..STACK, %esp */
    0x8b, 0x3d, 0x04, 0x80, 0x00, 0x00,             /* mov ..ADDRESS, %edi */
    0x8b, 0x15, 0x08, 0x80, 0x00, 0x00,             /* mov ..VALUE, %edx */
    0xc1, 0xe0, 0x05,                               /* shl $5, %eax */
    0x05, 0x00, 0xfc, 0xff, 0xff,                   /* add $COMMANDS, %eax */
    0xff, 0xe0,                                     /* jmp *%eax */
    /* 0x36 */
    0xc7, 0x05, 0x00, 0x80, 0x00, 0x00, 0, 0, 0, 0, /* movl $0, MAILBOX */
    0xeb, 0xcf,                                     /* jmp 0x11 */
};

#define COMMAND_DONE (PROTECTED_MODE + 0x36)

/* What the mailbox asks for: from 1 on, as NVVcpuPlace begins */
enum {
    LOAD_1 = NV_VCPU_SECOND + 1,
    STORE_1 = LOAD_1 + 5,
    CALL = STORE_1 + 5,
};

/* Each is followed by a jump to COMMAND_DONE. */
static const struct {
    uint8_t len;
    uint8_t code[16];
} commands[] = {
    [NV_VCPU_FIRST] = { 2, {
        0x89, 0x17,                                 /* mov %edx, (%edi) */
    } },
    [NV_VCPU_SECOND] = { 2, {
        0x89, 0x17,                                 /* mov %edx, (%edi) */
    } },
    [LOAD_1] = { 7, {
        0x8a, 0x07,                                 /* mov (%edi), %al */
        0xa2, 0x0c, 0x80, 0x00, 0x00,               /* mov %al, ..DATA */
    } },
    [LOAD_1 + 1] = { 9, {
        0x66, 0x8b, 0x07,                           /* mov (%edi), %ax */
        0x66, 0xa3, 0x0c, 0x80, 0x00, 0x00,         /* mov %ax, ..DATA */
    } },
    [LOAD_1 + 2] = { 7, {
        0x8b, 0x07,                                 /* mov (%edi), %eax */
        0xa3, 0x0c, 0x80, 0x00, 0x00,               /* mov %eax, ..DATA */
    } },
    [LOAD_1 + 3] = { 12, {
        0xf3, 0x0f, 0x7e, 0x07,                     /* movq (%edi), %xmm0 */
        0x66, 0x0f, 0xd6, 0x05, 0x0c, 0x80, 0, 0,   /* movq %xmm0, ..DATA */
    } },
    [LOAD_1 + 4] = { 12, {
        0xf3, 0x0f, 0x6f, 0x07,                     /* movdqu (%edi), %xmm0 */
        0xf3, 0x0f, 0x7f, 0x05, 0x0c, 0x80, 0, 0,   /* movdqu %xmm0, ..DATA */
    } },
    [STORE_1] = { 7, {
        0xa0, 0x0c, 0x80, 0x00, 0x00,               /* mov ..DATA, %al */
        0x88, 0x07,                                 /* mov %al, (%edi) */
    } },
    [STORE_1 + 1] = { 9, {
        0x66, 0xa1, 0x0c, 0x80, 0x00, 0x00,         /* mov ..DATA, %ax */
        0x66, 0x89, 0x07,                           /* mov %ax, (%edi) */
    } },
    [STORE_1 + 2] = { 7, {
        0xa1, 0x0c, 0x80, 0x00, 0x00,               /* mov ..DATA, %eax */
        0x89, 0x07,                                 /* mov %eax, (%edi) */
    } },
    [STORE_1 + 3] = { 12, {
        0xf3, 0x0f, 0x7e, 0x05, 0x0c, 0x80, 0, 0,   /* movq ..DATA, %xmm0 */
        0x66, 0x0f, 0xd6, 0x07,                     /* movq %xmm0, (%edi) */
    } },
    [STORE_1 + 4] = { 12, {
        0xf3, 0x0f, 0x6f, 0x05, 0x0c, 0x80, 0, 0,   /* movdqu ..DATA, %xmm0 */
        0xf3, 0x0f, 0x7f, 0x07,                     /* movdqu %xmm0, (%edi) */
    } },
    [CALL] = { 2, {
        0xff, 0xd7,                                 /* call *%edi */
    } },
};

#define COMMAND(_command) (COMMANDS + (_command) * COMMAND_SIZE)

static const uint32_t places[] = {
    [NV_VCPU_FIRST] = AT(COMMAND(NV_VCPU_FIRST)),
    [NV_VCPU_SECOND] = AT(COMMAND(NV_VCPU_SECOND)),
};

static const uint8_t gdt[] = {
    0x17, 0x00, 0x88, 0xff, 0xff, 0xff, 0, 0,       /* the GDT's size, place */
    0, 0, 0, 0, 0, 0, 0, 0,
    0xff, 0xff, 0, 0, 0, 0x9a, 0xcf, 0,             /* 8: code, 4 GiB */
    0xff, 0xff, 0, 0, 0, 0x92, 0xcf, 0,             /* 0x10: data, 4 GiB */
};

static const uint8_t reset[] = {
    0xe9, 0x0d, 0xff,                               /* jmp REAL_MODE */
};

/* Words on the stack: the first and the last are near enough for callers. */
static const uint64_t stack[] = { 0xfffff123, 0x1234, 0x17ffff123, 0x80000456 };

/* --- The machine ------------------------------------------------------ */

static void firmware_add_commands(uint8_t *bytes)
{
    for (unsigned i = 0; i < ARRAY_SIZE(commands); i++) {
        uint8_t *at = bytes + COMMAND(i);
        unsigned len = commands[i].len;

        memcpy(at, commands[i].code, len);
        at[len] = 0xe9;                             /* jmp COMMAND_DONE */
        stl_le_p(at + len + 1, COMMAND_DONE - (COMMAND(i) + len + 5));
    }
}

/* Returns its file's name. */
static char *firmware_new(void)
{
    g_autofree uint8_t *bytes = g_malloc0(FIRMWARE_SIZE);
    char *path;
    int fd = g_file_open_tmp("nv-firmware-XXXXXX", &path, NULL);

    g_assert_cmpint(fd, >=, 0);
    memcpy(&bytes[REAL_MODE], real_mode, sizeof(real_mode));
    memcpy(&bytes[PROTECTED_MODE], protected_mode, sizeof(protected_mode));
    firmware_add_commands(bytes);
    memcpy(&bytes[GDT], gdt, sizeof(gdt));
    memcpy(&bytes[RESET], reset, sizeof(reset));
    g_assert_cmpint(write(fd, bytes, FIRMWARE_SIZE), ==, FIRMWARE_SIZE);
    close(fd);
    return path;
}

void nv_vcpu_set_stack(NVDev *nv, uint32_t addr)
{
    qtest_writel(nv->qts, MAILBOX_STACK, addr);
}

/*
 * NV50's BAR1 has 256 MiB, which libqos maps over the firmware; and while it
 * sizes a BAR, that is there, too.
 */
static void make_way(NVDev *nv)
{
    const NVInstLayout *inst = nv->card->inst;

    if (inst && inst->bar) {
        nv->bar3 = qpci_iomap(nv->pci, inst->bar, NULL).addr;
    }
    if (nv->bar1 < FIRMWARE && nv->bar1 + nv_bar_size(nv, 1) > FIRMWARE) {
        nv->bar1 = ELSEWHERE;
        qpci_config_writel(nv->pci, PCI_BASE_ADDRESS_1, ELSEWHERE);
    }
}

NVDev *nv_vcpu_start_cold(const NVCard *card, const char *props,
                          const char *args)
{
    g_autofree char *firmware = firmware_new();
    /* The first accelerator counts, and qtest_init() appends another one. */
    g_autofree char *all = g_strdup_printf("-accel tcg -S -bios %s %s",
                                           firmware, args ?: "");
    NVDev *nv = nv_start(card, props, all);

    make_way(nv);
    qtest_qmp_assert_success(nv->qts, "{ 'execute': 'cont' }");
    /* QEMU has read it. */
    unlink(firmware);
    nv->runs = true;
    nv_vcpu_set_stack(nv, STACK);
    for (unsigned i = 0; i < ARRAY_SIZE(stack); i++) {
        qtest_writeq(nv->qts, STACK + i * sizeof(stack[0]), stack[i]);
    }
    return nv;
}

NVDev *nv_vcpu_start(const NVCard *card, const char *props, const char *args)
{
    NVDev *nv = nv_vcpu_start_cold(card, props, args);

    nv_init(nv);
    return nv;
}

/* --- What it accesses ------------------------------------------------- */

/* What the vCPU finds when it is told to do something */
typedef struct NVMail {
    uint32_t addr, val;
    uint8_t data[NV_VCPU_WIDEST];
} NVMail;

QEMU_BUILD_BUG_ON(offsetof(NVMail, val) != MAILBOX_VALUE - MAILBOX_ADDRESS);
QEMU_BUILD_BUG_ON(offsetof(NVMail, data) != MAILBOX_DATA - MAILBOX_ADDRESS);

/* It spins, so a wait costs a processor; an access mostly takes no longer. */
#define LOOKS_WITHOUT_WAITING 8

static void vcpu_do(NVDev *nv, unsigned command, NVMail mail)
{
    mail.addr = cpu_to_le32(mail.addr);
    mail.val = cpu_to_le32(mail.val);
    qtest_memwrite(nv->qts, MAILBOX_ADDRESS, &mail, sizeof(mail));
    qtest_writel(nv->qts, MAILBOX, command);
    for (unsigned i = 0; qtest_readl(nv->qts, MAILBOX); i++) {
        if (i >= LOOKS_WITHOUT_WAITING) {
            g_usleep(100);
        }
    }
}

void nv_vcpu_load(NVDev *nv, uint64_t addr, void *data, unsigned size)
{
    /* Where an access has no effect, this is what remains. */
    vcpu_do(nv, LOAD_1 + ctz32(size),
            (NVMail) { .addr = addr, .data = { [0 ... 15] = 0xa5 } });
    qtest_memread(nv->qts, MAILBOX_DATA, data, size);
}

void nv_vcpu_store(NVDev *nv, uint64_t addr, const void *data, unsigned size)
{
    NVMail mail = { .addr = addr };

    memcpy(mail.data, data, size);
    vcpu_do(nv, STORE_1 + ctz32(size), mail);
}

void nv_vcpu_call(NVDev *nv, uint32_t addr)
{
    vcpu_do(nv, CALL, (NVMail) { .addr = addr });
}

static void vcpu_write(NVDev *nv, NVVcpuPlace place, uint64_t addr,
                       uint32_t val)
{
    vcpu_do(nv, place, (NVMail) { .addr = addr, .val = val });
}

static void write_at_first(NVDev *nv, uint64_t addr, uint32_t val)
{
    vcpu_write(nv, NV_VCPU_FIRST, addr, val);
}

static void write_at_second(NVDev *nv, uint64_t addr, uint32_t val)
{
    vcpu_write(nv, NV_VCPU_SECOND, addr, val);
}

void nv_vcpu_at(NVDev *nv, NVVcpuPlace place)
{
    nv->write = place == NV_VCPU_FIRST ? write_at_first :
                place == NV_VCPU_SECOND ? write_at_second : NULL;
}

const char *nv_vcpu_where(NVVcpuPlace place)
{
    static char text[64];

    snprintf(text, sizeof(text), "0x%" PRIx32 ",0x%" PRIx64 ",0x%" PRIx64,
             places[place], stack[0], stack[3]);
    return text;
}
