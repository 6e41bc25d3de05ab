/*
 * Tests of the NVIDIA GPU: VBE, as software that boots sees it
 *
 * The machine's own firmware runs the card's VBIOS, and then a boot sector that
 * calls INT 10h for the test.  Pictures are drawn through the address that VBE
 * gives, and looked at on the screen.
 *
 * Sources: VESA BIOS Extension Core Functions 2.0; VBE/DDC 1.1.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/bswap.h"
#include "qemu/units.h"
#include "hw/pci/pci_regs.h"
#include "libnv/nv-debug.h"
#include "libnv/nv-screen.h"
#include "libnv/nv-test.h"

/* --- The boot sector --------------------------------------------------- */

/* In the guest's memory: a flag, then registers */
#define MAILBOX 0x8000
#define MAILBOX_AX (MAILBOX + 2)
#define MAILBOX_BX (MAILBOX + 4)
#define MAILBOX_CX (MAILBOX + 6)
#define MAILBOX_DX (MAILBOX + 8)
#define MAILBOX_BOOTED (MAILBOX + 16)
#define BOOTED 0x5aa5

/* What ES:DI points to */
#define BUFFER 0x9000
#define BUFFER_SIZE 1024

#define SECTOR 512

static const uint8_t boot[] = {
    0xfa,                                   /* cli */
    0x31, 0xc0,                             /* xor %ax, %ax */
    0x8e, 0xd8,                             /* mov %ax, %ds */
    0x8e, 0xc0,                             /* mov %ax, %es */
    0x8e, 0xd0,                             /* mov %ax, %ss */
    0xbc, 0x00, 0x7c,                       /* mov $0x7c00, %sp */
    0xfb,                                   /* sti */
    0xc7, 0x06, 0x10, 0x80, 0xa5, 0x5a,     /* movw $0x5aa5, MAILBOX_BOOTED */
    /* 0x13: until there is something to do */
    0x80, 0x3e, 0x00, 0x80, 0x00,           /* cmpb $0, MAILBOX */
    0x74, 0xf9,                             /* je 0x13 */
    0xa1, 0x02, 0x80,                       /* mov MAILBOX_AX, %ax */
    0x8b, 0x1e, 0x04, 0x80,                 /* mov MAILBOX_BX, %bx */
    0x8b, 0x0e, 0x06, 0x80,                 /* mov MAILBOX_CX, %cx */
    0x8b, 0x16, 0x08, 0x80,                 /* mov MAILBOX_DX, %dx */
    0xbf, 0x00, 0x90,                       /* mov $BUFFER, %di */
    0xcd, 0x10,                             /* int $0x10 */
    0xa3, 0x02, 0x80,                       /* mov %ax, MAILBOX_AX */
    0x89, 0x1e, 0x04, 0x80,                 /* mov %bx, MAILBOX_BX */
    0x89, 0x0e, 0x06, 0x80,                 /* mov %cx, MAILBOX_CX */
    0x89, 0x16, 0x08, 0x80,                 /* mov %dx, MAILBOX_DX */
    0xc6, 0x06, 0x00, 0x80, 0x00,           /* movb $0, MAILBOX */
    0xeb, 0xcf,                             /* jmp 0x13 */
};

/* ms; the host may be busy */
#define PATIENCE 60000

static void wait_for(NVDev *nv, uint64_t addr, uint16_t val)
{
    for (unsigned i = 0; i < PATIENCE; i++) {
        if (qtest_readw(nv->qts, addr) == val) {
            return;
        }
        g_usleep(1000);
    }
    g_error("the guest doesn't answer");
}

/* --- The machine ------------------------------------------------------- */

static char *disk_new(void)
{
    g_autofree uint8_t *bytes = g_malloc0(64 * KiB);
    char *path;
    int fd = g_file_open_tmp("nv-vbe-XXXXXX", &path, NULL);

    g_assert_cmpint(fd, >=, 0);
    memcpy(bytes, boot, sizeof(boot));
    stw_le_p(bytes + SECTOR - 2, 0xaa55);
    g_assert_cmpint(write(fd, bytes, 64 * KiB), ==, 64 * KiB);
    close(fd);
    return path;
}

static uint64_t bar(NVDev *nv, unsigned offset)
{
    uint32_t low = qpci_config_readl(nv->pci, offset);
    uint64_t addr = low & PCI_BASE_ADDRESS_MEM_MASK;

    if ((low & PCI_BASE_ADDRESS_MEM_TYPE_MASK) ==
        PCI_BASE_ADDRESS_MEM_TYPE_64) {
        addr |= (uint64_t)qpci_config_readl(nv->pci, offset + 4) << 32;
    }
    return addr;
}

/* The firmware wants to find the BARs as a reset leaves them, and sets them. */
static NVDev *boot_machine(const NVCard *card, const char *props)
{
    g_autofree char *disk = disk_new();
    /* The first accelerator counts, and qtest_init() appends another one. */
    g_autofree char *args = g_strdup_printf(
        "-accel tcg -S -drive file=%s,format=raw", disk);
    NVDev *nv = nv_start(card, props, args);

    nv->runs = true;
    qtest_system_reset(nv->qts);
    qtest_qmp_assert_success(nv->qts, "{ 'execute': 'cont' }");
    wait_for(nv, MAILBOX_BOOTED, BOOTED);
    unlink(disk);
    nv->bar0 = bar(nv, PCI_BASE_ADDRESS_0);
    nv->bar1 = bar(nv, PCI_BASE_ADDRESS_1);
    return nv;
}

/**
 * struct Regs - registers before and after an interrupt
 */
typedef struct Regs {
    uint16_t ax, bx, cx, dx;
} Regs;

static Regs int10(NVDev *nv, Regs regs)
{
    qtest_writew(nv->qts, MAILBOX_AX, regs.ax);
    qtest_writew(nv->qts, MAILBOX_BX, regs.bx);
    qtest_writew(nv->qts, MAILBOX_CX, regs.cx);
    qtest_writew(nv->qts, MAILBOX_DX, regs.dx);
    qtest_writew(nv->qts, MAILBOX, 1);
    wait_for(nv, MAILBOX, 0);
    return (Regs) {
        qtest_readw(nv->qts, MAILBOX_AX), qtest_readw(nv->qts, MAILBOX_BX),
        qtest_readw(nv->qts, MAILBOX_CX), qtest_readw(nv->qts, MAILBOX_DX),
    };
}

#define INT10(_nv, ...) int10(_nv, (Regs) { __VA_ARGS__ })

#define VBE_OK 0x004f
#define VBE_FAILED 0x014f
#define VBE_NOT_THIS_HARDWARE 0x024f
#define VBE_NOT_THIS_MODE 0x034f
#define VBE_NO_FUNCTION 0x0100

#define LINEAR 0x4000
#define KEEP 0x8000

/* --- What a card should have ------------------------------------------- */

/**
 * struct Mode - a mode, as VBE describes it
 */
typedef struct Mode {
    uint16_t number;
    unsigned width, height, bpp;
    unsigned pitch;
} Mode;

static const Mode modes[] = {
    { 0x101, 640, 480, 8 }, { 0x111, 640, 480, 16 }, { 0x112, 640, 480, 32 },
    { 0x103, 800, 600, 8 }, { 0x114, 800, 600, 16 }, { 0x115, 800, 600, 32 },
    { 0x105, 1024, 768, 8 }, { 0x117, 1024, 768, 16 },
    { 0x118, 1024, 768, 32 },
    { 0x160, 1280, 800, 8 }, { 0x161, 1280, 800, 16 },
    { 0x162, 1280, 800, 32 },
};

static bool has_evo(const NVCard *card)
{
    return card->features & NV_CARD_PDISPLAY;
}

/* PIXEL_CLOCK of the first head, as it is in effect */
#define HEAD0_CLOCK_ARMED 0x610ad4
#define NVD9_HEAD0_CLOCK_ARMED 0x640450

/* The last MiB isn't for pictures. */
static uint64_t memory(NVDev *nv)
{
    return MIN(nv->card->vram - 1 * MiB, 64 * MiB);
}

/* Indices would need a palette in video memory from NV50 on. */
static bool has_mode(NVDev *nv, const Mode *mode)
{
    unsigned align = has_evo(nv->card) ? 256 : 64;
    unsigned pitch = ROUND_UP(mode->width * mode->bpp / 8, align);

    return (mode->bpp > 8 || !has_evo(nv->card)) &&
           pitch * mode->height <= memory(nv);
}

/* --- Looking ----------------------------------------------------------- */

static uint8_t *buffer(NVDev *nv)
{
    uint8_t *bytes = g_malloc(BUFFER_SIZE);

    qtest_memread(nv->qts, BUFFER, bytes, BUFFER_SIZE);
    return bytes;
}

/* Where a far pointer points to */
static uint32_t far(const uint8_t *pointer)
{
    return lduw_le_p(pointer + 2) * 16 + lduw_le_p(pointer);
}

static void get_mode(NVDev *nv, Mode *mode)
{
    g_autofree uint8_t *info = NULL;

    nv_assert_hex(INT10(nv, 0x4f01, .cx = mode->number).ax, VBE_OK);
    info = buffer(nv);
    mode->pitch = lduw_le_p(info + 0x10);
    mode->width = lduw_le_p(info + 0x12);
    mode->height = lduw_le_p(info + 0x14);
    mode->bpp = info[0x19];
}

static uint32_t mask_at(const uint8_t *info, unsigned component)
{
    return MAKE_64BIT_MASK(info[0x20 + component * 2],
                           info[0x1f + component * 2]);
}

static void check_mode_info(NVDev *nv, const Mode *want)
{
    g_autofree uint8_t *info = NULL;
    Mode is = { .number = want->number };

    get_mode(nv, &is);
    info = buffer(nv);
    g_assert_cmpuint(is.width, ==, want->width);
    g_assert_cmpuint(is.height, ==, want->height);
    g_assert_cmpuint(is.bpp, ==, want->bpp);
    g_assert_cmpuint(is.pitch, >=, want->width * want->bpp / 8);
    /* Linear, without a window, graphics in color; no text by the BIOS */
    nv_assert_hex(lduw_le_p(info), 0xfb);
    nv_assert_hex(info[0x02] | info[0x03], 0);
    nv_assert_hex((uint32_t)ldl_le_p(info + 0x28), nv->bar1);
    g_assert_cmpuint(info[0x1b], ==, want->bpp == 8 ? 4 : 6);
    if (want->bpp > 8) {
        nv_assert_hex(mask_at(info, 0), want->bpp == 16 ? 0xf800 : 0xff0000);
        nv_assert_hex(mask_at(info, 1), want->bpp == 16 ? 0x07e0 : 0x00ff00);
        nv_assert_hex(mask_at(info, 2), want->bpp == 16 ? 0x001f : 0x0000ff);
    }
    g_assert_cmpuint((info[0x1d] + 1) * is.pitch * is.height, <=, memory(nv));
}

static void assert_size(const NVScreen *screen, const Mode *mode)
{
    g_assert_cmpuint(screen->width, ==, mode->width);
    g_assert_cmpuint(screen->height, ==, mode->height);
}

/* --- Drawing ------------------------------------------------------------ */

/* A pixel's value and how it looks, for each depth */
static const struct {
    unsigned bpp;
    uint32_t pixel, rgb;
} colors[] = {
    { 8, 7, 0xff80ff },                     /* see set_palette() */
    { 16, 0xf81f, 0xff00ff },
    { 32, 0x123456, 0x123456 },
};

static void put(NVDev *nv, const Mode *mode, unsigned x, unsigned y,
                uint32_t pixel)
{
    uint64_t addr = nv->bar1 + y * mode->pitch + x * mode->bpp / 8;

    switch (mode->bpp) {
    case 8:
        qtest_writeb(nv->qts, addr, pixel);
        break;
    case 16:
        qtest_writew(nv->qts, addr, pixel);
        break;
    default:
        qtest_writel(nv->qts, addr, pixel);
        break;
    }
}

/* Entry 7, as blue, green, red; of 6 bits each, unless somebody asks */
static void set_palette(NVDev *nv)
{
    static const uint8_t entry[] = { 0x3f, 0x20, 0x3f, 0 };
    g_autofree uint8_t *is = NULL;

    qtest_memwrite(nv->qts, BUFFER, entry, sizeof(entry));
    nv_assert_hex(INT10(nv, 0x4f09, 0x0000, .cx = 1, .dx = 7).ax, VBE_OK);
    qtest_memset(nv->qts, BUFFER, 0xff, sizeof(entry));
    nv_assert_hex(INT10(nv, 0x4f09, 0x0001, .cx = 1, .dx = 7).ax, VBE_OK);
    is = buffer(nv);
    g_assert_cmpmem(is, sizeof(entry), entry, sizeof(entry));
}

static void check_palette(NVDev *nv, const Mode *mode)
{
    Regs regs;

    if (mode->bpp > 8) {
        nv_assert_hex(INT10(nv, 0x4f08, 0x0001).ax, VBE_NOT_THIS_MODE);
        nv_assert_hex(INT10(nv, 0x4f09, .cx = 1).ax, VBE_NOT_THIS_MODE);
        return;
    }
    nv_assert_hex(INT10(nv, 0x4f08, 0x0001).bx >> 8, 6);
    regs = INT10(nv, 0x4f08, 0x0800);
    nv_assert_hex(regs.ax, VBE_OK);
    nv_assert_hex(regs.bx >> 8, 8);
    nv_assert_hex(INT10(nv, 0x4f08, 0x0600).bx >> 8, 6);
    set_palette(nv);
    nv_assert_hex(INT10(nv, 0x4f09, 0x0000, .cx = 2, .dx = 255).ax,
                  VBE_FAILED);
}

/* The corners, and pixels next to them */
static void check_corners(NVDev *nv, const Mode *mode)
{
    unsigned right = mode->width - 1, bottom = mode->height - 1;
    unsigned i = mode->bpp / 16;
    uint32_t pixel = colors[i].pixel, rgb = colors[i].rgb;
    g_autoptr(NVScreen) screen = NULL;

    g_assert_cmpuint(colors[i].bpp, ==, mode->bpp);
    put(nv, mode, 0, 0, pixel);
    put(nv, mode, right, 0, pixel);
    put(nv, mode, 0, bottom, pixel);
    put(nv, mode, right, bottom, pixel);
    screen = nv_screen_new(nv);
    assert_size(screen, mode);
    nv_assert_hex(nv_screen_pixel(screen, 0, 0), rgb);
    nv_assert_hex(nv_screen_pixel(screen, right, 0), rgb);
    nv_assert_hex(nv_screen_pixel(screen, 0, bottom), rgb);
    nv_assert_hex(nv_screen_pixel(screen, right, bottom), rgb);
    nv_assert_hex(nv_screen_pixel(screen, 1, 0), 0);
    nv_assert_hex(nv_screen_pixel(screen, right - 1, bottom), 0);
    nv_assert_hex(nv_screen_pixel(screen, right / 2, bottom / 2), 0);
}

static void set_mode(NVDev *nv, Mode *mode, uint16_t flags)
{
    get_mode(nv, mode);
    nv_assert_hex(INT10(nv, 0x4f02, mode->number | LINEAR | flags).ax,
                  VBE_OK);
    nv_assert_hex(INT10(nv, 0x4f03).bx, mode->number | LINEAR);
}

/* --- Tests --------------------------------------------------------------- */

/* 00h, 01h: all modes, and no others, in the order of the list */
static void check_controller(NVDev *nv)
{
    g_autofree uint8_t *info = NULL;
    uint32_t list;

    qtest_memset(nv->qts, BUFFER, 0xaa, BUFFER_SIZE);
    qtest_memwrite(nv->qts, BUFFER, "VBE2", 4);
    nv_assert_hex(INT10(nv, 0x4f00).ax, VBE_OK);
    info = buffer(nv);
    g_assert_cmpmem(info, 4, "VESA", 4);
    nv_assert_hex(lduw_le_p(info + 0x04), 0x0200);
    g_assert_cmpuint(lduw_le_p(info + 0x12), ==, memory(nv) / (64 * KiB));
    nv_assert_hex(qtest_readb(nv->qts, far(info + 0x06)), 'F');
    nv_assert_hex(qtest_readb(nv->qts, far(info + 0x1a)), 'F');
    nv_assert_hex(info[0x22], 0xaa);
    list = far(info + 0x0e);
    for (unsigned i = 0; i < ARRAY_SIZE(modes); i++) {
        if (has_mode(nv, &modes[i])) {
            nv_assert_hex(qtest_readw(nv->qts, list), modes[i].number);
            check_mode_info(nv, &modes[i]);
            list += 2;
        } else {
            nv_assert_hex(INT10(nv, 0x4f01, .cx = modes[i].number).ax,
                          VBE_FAILED);
        }
    }
    nv_assert_hex(qtest_readw(nv->qts, list), 0xffff);
    /* Older software has a shorter buffer. */
    qtest_memset(nv->qts, BUFFER, 0xaa, BUFFER_SIZE);
    nv_assert_hex(INT10(nv, 0x4f00).ax, VBE_OK);
    nv_assert_hex(qtest_readb(nv->qts, BUFFER + 0x14), 0xaa);
}

/* The pixel clock that is set, in kHz */
static uint32_t clock_khz(NVDev *nv)
{
    uint32_t coeff;

    if (nv->card->features & NV_CARD_EVO_NV50) {
        return nv_rd32(nv, HEAD0_CLOCK_ARMED) & 0x3fffff;
    }
    if (has_evo(nv->card)) {
        return nv_rd32(nv, NVD9_HEAD0_CLOCK_ARMED) / 1000;
    }
    nv_assert_hex(nv_rd32(nv, A_NV_PRAMDAC_PLL_CONTROL) & 0x200, 0x200);
    coeff = nv_rd32(nv, A_NV_PRAMDAC_VPLL);
    return nv->card->crystal_khz * extract32(coeff, 8, 8) /
           extract32(coeff, 0, 8) >> extract32(coeff, 16, 3);
}

/* 60 Hz, by 1% */
static void check_clock(NVDev *nv, const Mode *mode)
{
    static const struct {
        unsigned width;
        uint32_t khz;
    } clocks[] = { { 640, 25175 }, { 800, 40000 }, { 1024, 65000 } };

    for (unsigned i = 0; i < ARRAY_SIZE(clocks); i++) {
        uint32_t khz = clocks[i].khz;

        if (mode->width == clocks[i].width) {
            g_assert_cmpuint(clock_khz(nv), >, khz - khz / 100);
            g_assert_cmpuint(clock_khz(nv), <, khz + khz / 100);
        }
    }
}

static void pictures(NVDev *no_machine)
{
    NVDev *nv = boot_machine(no_machine->card, NULL);

    check_controller(nv);
    for (unsigned i = 0; i < ARRAY_SIZE(modes); i++) {
        Mode mode = modes[i];

        if (has_mode(nv, &mode)) {
            qtest_memset(nv->qts, nv->bar1, 0xff, 4096);
            set_mode(nv, &mode, 0);
            check_palette(nv, &mode);
            check_corners(nv, &mode);
            check_clock(nv, &mode);
        }
    }
    nv_quit(nv);
}

/* 06h, 07h; and memory that isn't cleared */
static void starts(NVDev *no_machine)
{
    NVDev *nv = boot_machine(no_machine->card, NULL);
    Mode mode = { .number = 0x111 };
    uint64_t last;
    Regs regs;

    get_mode(nv, &mode);
    last = memory(nv) / mode.pitch - mode.height;
    put(nv, &mode, 3, 0, 0xffff);
    put(nv, &mode, 5, 100, 0xf800);
    set_mode(nv, &mode, KEEP);
    nv_assert_pixel(nv, 3, 0, 0xffffff);
    regs = INT10(nv, 0x4f06, 0x0001);
    nv_assert_hex(regs.ax, VBE_OK);
    g_assert_cmpuint(regs.bx, ==, mode.pitch);
    g_assert_cmpuint(regs.cx, ==, mode.pitch / 2);
    g_assert_cmpuint(regs.dx, ==, MIN(memory(nv) / mode.pitch, 0xffff));
    nv_assert_hex(INT10(nv, 0x4f06, 0x0000, .cx = mode.pitch / 2).ax, VBE_OK);
    nv_assert_hex(INT10(nv, 0x4f06, 0x0002, .cx = mode.pitch + 1).ax,
                  VBE_NOT_THIS_HARDWARE);
    nv_assert_hex(INT10(nv, 0x4f07, 0x0000, .dx = 100).ax, VBE_OK);
    nv_assert_pixel(nv, 5, 0, 0xff0000);
    nv_assert_pixel(nv, 3, 0, 0);
    nv_assert_hex(INT10(nv, 0x4f07, 0x0080, .dx = 0).ax, VBE_OK);
    nv_assert_pixel(nv, 5, 100, 0xff0000);
    nv_assert_hex(INT10(nv, 0x4f07, 0x0000, .cx = 1).ax,
                  VBE_NOT_THIS_HARDWARE);
    if (last < UINT16_MAX) {
        put(nv, &mode, 9, last, 0x001f);
        nv_assert_hex(INT10(nv, 0x4f07, 0x0000, .dx = last).ax, VBE_OK);
        nv_assert_pixel(nv, 9, 0, 0x0000ff);
        nv_assert_hex(INT10(nv, 0x4f07, 0x0000, .dx = last + 1).ax,
                      VBE_NOT_THIS_HARDWARE);
    }
    nv_quit(nv);
}

#define CR_COUNT 0x60

static void save_crtc(NVDev *nv, uint8_t *crs)
{
    nv_cr_unlock(nv);
    for (unsigned i = 0; i < CR_COUNT; i++) {
        crs[i] = nv_cr_rd(nv, i);
    }
}

/* Text, before and after; by VBE's function and by VGA's */
static void vga_again(NVDev *no_machine)
{
    static const Regs text[] = { { 0x0003 }, { 0x4f02, 0x0003 } };
    NVDev *nv = boot_machine(no_machine->card, NULL);
    uint8_t before[CR_COUNT], after[CR_COUNT];
    Mode mode = { .number = 0x112 };

    INT10(nv, 0x0003);
    save_crtc(nv, before);
    for (unsigned i = 0; i < ARRAY_SIZE(text); i++) {
        g_autoptr(NVScreen) screen = NULL;

        set_mode(nv, &mode, 0);
        int10(nv, text[i]);
        nv_assert_hex(INT10(nv, 0x4f03).bx, 3);
        /* A full block, white, in the first column */
        qtest_writew(nv->qts, 0xb8000, 0x0fdb);
        screen = nv_screen_new(nv);
        g_assert_cmpuint(screen->width, ==, 720);
        g_assert_cmpuint(screen->height, ==, 400);
        nv_assert_hex(nv_screen_pixel(screen, 4, 4), 0xffffff);
        nv_assert_hex(nv_screen_pixel(screen, 14, 4), 0);
        save_crtc(nv, after);
        g_assert_cmpmem(before, CR_COUNT, after, CR_COUNT);
    }
    nv_quit(nv);
}

/* VGA's own picture doesn't change, and neither does the mode. */
static void check_refused(NVDev *nv)
{
    static const struct {
        Regs regs;
        uint16_t ax;
    } refused[] = {
        { { 0x4f01, .cx = 0x100 }, VBE_FAILED },
        { { 0x4f01, .cx = 3 }, VBE_FAILED },
        { { 0x4f02, 0x111 }, VBE_FAILED },              /* not linear */
        { { 0x4f02, 0x100 | LINEAR }, VBE_FAILED },
        { { 0x4f02, 0x111 | LINEAR | 0x800 }, VBE_FAILED }, /* own timings */
        { { 0x4f04 }, VBE_NO_FUNCTION },
        { { 0x4f05 }, VBE_NO_FUNCTION },
        { { 0x4f06, 0x0001 }, VBE_FAILED },
        { { 0x4f07 }, VBE_FAILED },
        { { 0x4f08, 0x0001 }, VBE_NOT_THIS_MODE },
        { { 0x4f09, .cx = 1 }, VBE_NOT_THIS_MODE },
        { { 0x4f0a }, VBE_NO_FUNCTION },
        { { 0x4f15, 0x0002 }, VBE_NO_FUNCTION },
        { { 0x4f15, 0x0001, .dx = 2 }, VBE_FAILED },
        { { 0x4f16 }, VBE_NO_FUNCTION },
        { { 0x4fff }, VBE_NO_FUNCTION },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(refused); i++) {
        uint16_t ax = int10(nv, refused[i].regs).ax;

        if (ax != refused[i].ax) {
            nv_fail("AX=%04x BX=%04x: 0x%04x, not 0x%04x",
                    refused[i].regs.ax, refused[i].regs.bx, ax,
                    refused[i].ax);
        }
    }
    nv_assert_hex(INT10(nv, 0x4f03).bx, 3);
}

/* VBE has 32 bits for the address of video memory. */
static void check_above_4g(NVDev *nv)
{
    uint32_t low = qpci_config_readl(nv->pci, PCI_BASE_ADDRESS_1);

    if ((low & PCI_BASE_ADDRESS_MEM_TYPE_MASK) !=
        PCI_BASE_ADDRESS_MEM_TYPE_64) {
        return;
    }
    qpci_config_writel(nv->pci, PCI_BASE_ADDRESS_1 + 4, 1);
    nv_assert_hex(INT10(nv, 0x4f00).ax, VBE_NO_FUNCTION);
    nv_assert_hex(INT10(nv, 0x4f02, 0x111 | LINEAR).ax, VBE_NO_FUNCTION);
    qpci_config_writel(nv->pci, PCI_BASE_ADDRESS_1 + 4, 0);
    nv_assert_hex(INT10(nv, 0x4f00).ax, VBE_OK);
}

static void check_edid(NVDev *nv, unsigned width, unsigned height)
{
    g_autofree uint8_t *edid = NULL;
    uint8_t sum = 0;
    Regs regs = INT10(nv, 0x4f15);

    nv_assert_hex(regs.ax, VBE_OK);
    nv_assert_hex(regs.bx & 0xff, 2);
    qtest_memset(nv->qts, BUFFER, 0xaa, BUFFER_SIZE);
    nv_assert_hex(INT10(nv, 0x4f15, 0x0001).ax, VBE_OK);
    edid = buffer(nv);
    nv_assert_hex(ldl_be_p(edid), 0x00ffffff);
    for (unsigned i = 0; i < 128; i++) {
        sum += edid[i];
    }
    nv_assert_hex(sum, 0);
    nv_assert_hex(edid[128], 0xaa);
    g_assert_cmpuint(edid[56] | (edid[58] & 0xf0) << 4, ==, width);
    g_assert_cmpuint(edid[59] | (edid[61] & 0xf0) << 4, ==, height);
}

static void check_no_monitor(NVDev *nv)
{
    nv_inject(nv, "monitor-unplugged");
    nv_assert_hex(INT10(nv, 0x4f15, 0x0001).ax, VBE_FAILED);
    nv_inject_none(nv);
    nv_assert_hex(INT10(nv, 0x4f15, 0x0001).ax, VBE_OK);
}

/* Modes are the monitor's; with one of its own that VESA has a number for. */
static void monitors(NVDev *no_machine)
{
    static const Mode monitor[] = {
        { 0x161, 1400, 1050, 16 }, { 0x114, 800, 600, 16 },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(monitor); i++) {
        g_autofree char *props = g_strdup_printf(
            "xres=%u,yres=%u", monitor[i].width, monitor[i].height);
        NVDev *nv = boot_machine(no_machine->card, props);
        Mode mode = monitor[i];

        check_refused(nv);
        check_edid(nv, mode.width, mode.height);
        check_no_monitor(nv);
        check_above_4g(nv);
        check_mode_info(nv, &monitor[i]);
        set_mode(nv, &mode, 0);
        check_corners(nv, &mode);
        nv_quit(nv);
    }
}

/* Not NV01, which has no ROM, nor cards without a display */
static bool has_vbe(const NVCard *card)
{
    return !(card->features & (NV_CARD_NV01 | NV_CARD_NV50 | NV_CARD_NVC0)) ||
           has_evo(card);
}

#define BOOTS .no_machine = true, .applies = has_vbe, .early = true, \
    .tesla = true, .fermi = true, .kepler = true

static const NVTest tests[] = {
    { "vbe/modes-show-video-memory", "vbios", pictures, BOOTS, .slow = true },
    { "vbe/picture-starts-elsewhere", "vbios", starts, BOOTS,
      .slow = true },
    { "vbe/vga-comes-back", "vbios", vga_again, BOOTS, .slow = true },
    { "vbe/modes-are-the-monitors", "vbios", monitors, BOOTS, .slow = true },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}
