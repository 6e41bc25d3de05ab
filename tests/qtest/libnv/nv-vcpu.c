/*
 * Tests of the NVIDIA GPU: a vCPU that writes what the test wants
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "nv-driver.h"
#include "nv-vcpu.h"

/* In the guest's memory */
#define MAILBOX 0x8000
#define MAILBOX_ADDRESS (MAILBOX + 4)
#define MAILBOX_VALUE (MAILBOX + 8)
#define MAILBOX_STACK (MAILBOX + 12)
#define STACK 0x9000

/* The firmware ends where the vCPU begins, 16 bytes below 4 GiB. */
#define FIRMWARE_SIZE 0x10000
#define AT(_offset) (0xffff0000u + (_offset))
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
    /* 0x08: until there is something to write */
    0xa1, 0x00, 0x80, 0x00, 0x00,                   /* mov MAILBOX, %eax */
    0x85, 0xc0,                                     /* test %eax, %eax */
    0x74, 0xf7,                                     /* jz 0x08 */
    0x8b, 0x25, 0x0c, 0x80, 0x00, 0x00,             /* mov ..STACK, %esp */
    0x8b, 0x3d, 0x04, 0x80, 0x00, 0x00,             /* mov ..ADDRESS, %edi */
    0x8b, 0x15, 0x08, 0x80, 0x00, 0x00,             /* mov ..VALUE, %edx */
    0x48,                                           /* dec %eax */
    0x75, 0x04,                                     /* jnz 0x2a */
    0x89, 0x17,                                     /* mov %edx, (%edi) */
    0xeb, 0x02,                                     /* jmp 0x2c */
    0x89, 0x17,                                     /* mov %edx, (%edi) */
    0xc7, 0x05, 0x00, 0x80, 0x00, 0x00, 0, 0, 0, 0, /* movl $0, MAILBOX */
    0xeb, 0xd0,                                     /* jmp 0x08 */
};

static const uint32_t places[] = {
    [NV_VCPU_FIRST] = AT(PROTECTED_MODE + 0x26),
    [NV_VCPU_SECOND] = AT(PROTECTED_MODE + 0x2a),
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

/* Returns its file's name. */
static char *firmware_new(void)
{
    g_autofree uint8_t *bytes = g_malloc0(FIRMWARE_SIZE);
    char *path;
    int fd = g_file_open_tmp("nv-firmware-XXXXXX", &path, NULL);

    g_assert_cmpint(fd, >=, 0);
    memcpy(&bytes[REAL_MODE], real_mode, sizeof(real_mode));
    memcpy(&bytes[PROTECTED_MODE], protected_mode, sizeof(protected_mode));
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

NVDev *nv_vcpu_start(const NVCard *card, const char *props, const char *args)
{
    g_autofree char *firmware = firmware_new();
    /* The first accelerator counts, and qtest_init() appends another one. */
    g_autofree char *all = g_strdup_printf("-accel tcg -bios %s %s", firmware,
                                           args ?: "");
    NVDev *nv = nv_start(card, props, all);

    /* QEMU has read it. */
    unlink(firmware);
    nv->runs = true;
    nv_vcpu_set_stack(nv, STACK);
    for (unsigned i = 0; i < ARRAY_SIZE(stack); i++) {
        qtest_writeq(nv->qts, STACK + i * sizeof(stack[0]), stack[i]);
    }
    nv_init(nv);
    return nv;
}

/* --- What it writes --------------------------------------------------- */

static void vcpu_write(NVDev *nv, NVVcpuPlace place, uint64_t addr,
                       uint32_t val)
{
    qtest_writel(nv->qts, MAILBOX_ADDRESS, addr);
    qtest_writel(nv->qts, MAILBOX_VALUE, val);
    qtest_writel(nv->qts, MAILBOX, place);
    while (qtest_readl(nv->qts, MAILBOX)) {
        g_usleep(100);
    }
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
