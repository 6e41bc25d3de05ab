/*
 * Tests of the NVIDIA GPU: the VGA stack, NV50+
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/display-regs.h"
#include "hw/nv/vga-stack.h"
#include "libnv/nv-gpu.h"
#include "libnv/nv-snapshot.h"
#include "libnv/nv-test.h"
#include "libnv/nv-vga-port.h"

#define VAL A_NV_PDISPLAY_VGA_STACK_VAL
#define CTRL A_NV_PDISPLAY_VGA_STACK_CTRL
#define CONFIG A_NV_PDISPLAY_VGA_STACK_CONFIG
#define SP A_NV_PDISPLAY_VGA_STACK_SP

/* Bits of CTRL and CONFIG, from the specification */
#define PUSH 0x01
#define POP 0x02
#define EMPTY 0x10
#define FULL 0x20
#define OVERFLOW 0x40
#define UNDERFLOW 0x80
#define AUTO_PUSH 0x01
#define AUTO_POP 0x02
#define READ_POP 0x04

#define CR_VAL 0xa2
#define CR_CTRL 0xa3
/* NV50 has moved the lock of the extended CRTC registers. */
#define CR_LOCK 0x3f

static void set(NVDev *nv, uint32_t config, uint32_t sp)
{
    nv_wr32(nv, CONFIG, config);
    nv_wr32(nv, SP, sp);
}

static void reset_state(NVDev *nv)
{
    nv_assert_hex(nv_rd32(nv, SP), 0);
    nv_assert_hex(nv_rd32(nv, CONFIG), 0);
    nv_assert_hex(nv_rd32(nv, CTRL), EMPTY);
    nv_assert_hex(nv_rd32(nv, VAL), 0);
}

static void bits(NVDev *nv)
{
    nv_wr32(nv, CONFIG, 0xffffffff);
    nv_assert_hex(nv_rd32(nv, CONFIG), AUTO_PUSH | AUTO_POP | READ_POP);
    nv_wr32(nv, SP, 0xffffffff);
    nv_assert_hex(nv_rd32(nv, SP), 0x3ff);
    nv_wr32(nv, CTRL, 0xfffffffc);
    nv_assert_hex(nv_rd32(nv, CTRL), FULL);
}

/* Every cell, up to a full stack and down to an empty one */
static void automatic(NVDev *nv)
{
    set(nv, AUTO_PUSH | AUTO_POP, 0);
    for (unsigned i = 0; i < 0x200; i++) {
        nv_assert_hex(nv_rd32(nv, CTRL), i ? 0 : EMPTY);
        nv_wr32(nv, VAL, 0xabcdef00 | ((i * 7 + (i >> 8)) & 0xff));
        nv_assert_hex(nv_rd32(nv, SP), i + 1);
    }
    nv_assert_hex(nv_rd32(nv, CTRL), FULL);
    for (unsigned i = 0x200; i-- > 0; ) {
        nv_assert_hex(nv_rd32(nv, VAL), (i * 7 + (i >> 8)) & 0xff);
        nv_assert_hex(nv_rd32(nv, SP), i);
    }
    nv_assert_hex(nv_rd32(nv, CTRL), EMPTY);
}

/* A write goes to WVAL, and any number of pushes take it from there. */
static void write_shadow(NVDev *nv)
{
    set(nv, AUTO_POP, 4);
    nv_wr32(nv, VAL, 0x11);
    nv_assert_hex(nv_rd32(nv, SP), 4);
    nv_wr32(nv, VAL, 0x22);
    nv_wr32(nv, CTRL, PUSH);
    nv_wr32(nv, CTRL, PUSH);
    nv_assert_hex(nv_rd32(nv, SP), 6);
    nv_assert_hex(nv_rd32(nv, VAL), 0x22);
    nv_assert_hex(nv_rd32(nv, VAL), 0x22);
    nv_assert_hex(nv_rd32(nv, SP), 4);
    /* The cell isn't written before the push. */
    nv_wr32(nv, VAL, 0x33);
    nv_wr32(nv, SP, 5);
    nv_assert_hex(nv_rd32(nv, VAL), 0x22);
}

/* A pop goes to RVAL, which reads show until the next. */
static void read_shadow(NVDev *nv)
{
    set(nv, AUTO_PUSH, 0);
    for (unsigned i = 1; i <= 3; i++) {
        nv_wr32(nv, VAL, i * 0x11);
    }
    nv_assert_hex(nv_rd32(nv, VAL), 0);
    nv_wr32(nv, CTRL, POP);
    nv_assert_hex(nv_rd32(nv, SP), 2);
    nv_assert_hex(nv_rd32(nv, VAL), 0x33);
    /* Pushes and SP don't change it. */
    nv_wr32(nv, VAL, 0x99);
    nv_wr32(nv, SP, 1);
    nv_assert_hex(nv_rd32(nv, VAL), 0x33);
    nv_wr32(nv, CTRL, POP);
    nv_assert_hex(nv_rd32(nv, VAL), 0x11);
}

/* Read before pop: the byte that the next pop pops; RVAL if there is none */
static void read_pop(NVDev *nv)
{
    set(nv, AUTO_PUSH | READ_POP, 0);
    nv_wr32(nv, VAL, 0x44);
    nv_wr32(nv, VAL, 0x55);
    nv_assert_hex(nv_rd32(nv, VAL), 0x55);
    nv_assert_hex(nv_rd32(nv, SP), 2);
    nv_wr32(nv, CTRL, POP);
    nv_assert_hex(nv_rd32(nv, VAL), 0x44);
    nv_wr32(nv, CTRL, POP);
    nv_assert_hex(nv_rd32(nv, CTRL), EMPTY);
    nv_assert_hex(nv_rd32(nv, VAL), 0x44);
    nv_assert_hex(nv_rd32(nv, CTRL), EMPTY);
    /* Beyond the last cell SP - 1 modulo 0x200 counts. */
    nv_wr32(nv, SP, 0x201);
    nv_assert_hex(nv_rd32(nv, VAL), 0x44);
    nv_wr32(nv, SP, 0x202);
    nv_assert_hex(nv_rd32(nv, VAL), 0x55);
    /* The mode of manual pops doesn't affect automatic ones. */
    set(nv, AUTO_POP | READ_POP, 2);
    nv_assert_hex(nv_rd32(nv, VAL), 0x55);
    nv_assert_hex(nv_rd32(nv, SP), 1);
}

/* The access is discarded; a pop clears the error, CONFIG doesn't. */
static void overflow(NVDev *nv)
{
    set(nv, AUTO_PUSH, 0);
    nv_wr32(nv, VAL, 0x01);
    nv_wr32(nv, SP, 0x1ff);
    nv_wr32(nv, VAL, 0xaa);
    nv_assert_hex(nv_rd32(nv, CTRL), FULL);
    nv_wr32(nv, VAL, 0xbb);
    nv_assert_hex(nv_rd32(nv, CTRL), FULL | OVERFLOW);
    nv_assert_hex(nv_rd32(nv, SP), 0x200);
    nv_wr32(nv, CTRL, PUSH);
    nv_assert_hex(nv_rd32(nv, SP), 0x200);
    nv_wr32(nv, CONFIG, 0xff);
    nv_assert_hex(nv_rd32(nv, CTRL), FULL | OVERFLOW);
    nv_wr32(nv, SP, 1);
    nv_wr32(nv, CONFIG, AUTO_PUSH | READ_POP);
    nv_assert_hex(nv_rd32(nv, VAL), 0x01);
    nv_wr32(nv, SP, 0x200);
    nv_assert_hex(nv_rd32(nv, CTRL), FULL | OVERFLOW);
    nv_wr32(nv, CTRL, POP);
    nv_assert_hex(nv_rd32(nv, CTRL), 0);
    nv_assert_hex(nv_rd32(nv, SP), 0x1ff);
    nv_wr32(nv, CONFIG, 0);
    nv_assert_hex(nv_rd32(nv, VAL), 0xaa);
    /* SP has ten bits, and beyond the cells it stays where it is. */
    nv_wr32(nv, SP, 0x3ff);
    nv_wr32(nv, CTRL, PUSH);
    nv_assert_hex(nv_rd32(nv, SP), 0x3ff);
    nv_assert_hex(nv_rd32(nv, CTRL), FULL | OVERFLOW);
    nv_wr32(nv, CTRL, POP);
    nv_assert_hex(nv_rd32(nv, SP), 0x3fe);
}

/* The access is discarded; a push clears the error, even one that fails. */
static void underflow(NVDev *nv)
{
    set(nv, AUTO_PUSH | AUTO_POP, 0);
    nv_wr32(nv, VAL, 0x5a);
    nv_assert_hex(nv_rd32(nv, VAL), 0x5a);
    nv_assert_hex(nv_rd32(nv, CTRL), EMPTY);
    nv_assert_hex(nv_rd32(nv, VAL), 0x5a);
    nv_assert_hex(nv_rd32(nv, SP), 0);
    nv_assert_hex(nv_rd32(nv, CTRL), EMPTY | UNDERFLOW);
    nv_wr32(nv, CONFIG, 0xff);
    nv_assert_hex(nv_rd32(nv, CTRL), EMPTY | UNDERFLOW);
    nv_wr32(nv, VAL, 0x66);
    nv_assert_hex(nv_rd32(nv, CTRL), 0);
    nv_wr32(nv, SP, 0);
    nv_wr32(nv, CTRL, POP);
    nv_assert_hex(nv_rd32(nv, CTRL), EMPTY | UNDERFLOW);
    nv_wr32(nv, SP, 0x200);
    nv_wr32(nv, CTRL, PUSH);
    nv_assert_hex(nv_rd32(nv, CTRL), FULL | OVERFLOW);
    /* And a failed pop clears the other one. */
    nv_wr32(nv, SP, 0);
    nv_wr32(nv, CTRL, POP);
    nv_assert_hex(nv_rd32(nv, CTRL), EMPTY | UNDERFLOW);
}

static void bytes(NVDev *nv)
{
    set(nv, 0, 0);
    nv_wr08(nv, CONFIG, AUTO_PUSH | AUTO_POP);
    nv_wr08(nv, VAL, 0x77);
    nv_wr08(nv, VAL, 0x88);
    nv_assert_hex(nv_rd08(nv, SP), 2);
    nv_assert_hex(nv_rd08(nv, VAL), 0x88);
    nv_assert_hex(nv_rd08(nv, CTRL), 0);
    nv_wr08(nv, CTRL, PUSH);
    nv_assert_hex(nv_rd32(nv, SP), 2);
}

/* Bytes outside the access stay, and VAL isn't read for them. */
static void bytes_keep_the_rest(NVDev *nv)
{
    set(nv, AUTO_PUSH | AUTO_POP, 0);
    nv_wr08(nv, SP, 0x34);
    nv_wr08(nv, SP + 1, 0x01);
    nv_assert_hex(nv_rd32(nv, SP), 0x134);
    nv_wr08(nv, SP, 0x56);
    nv_assert_hex(nv_rd32(nv, SP), 0x156);
    nv_wr16(nv, SP + 2, 0);
    nv_assert_hex(nv_rd32(nv, SP), 0x156);
    nv_wr08(nv, CONFIG + 1, 0xff);
    nv_assert_hex(nv_rd32(nv, CONFIG), AUTO_PUSH | AUTO_POP);
    nv_wr08(nv, VAL, 0x78);
    nv_assert_hex(nv_rd32(nv, SP), 0x157);
    nv_wr08(nv, CTRL + 1, 0xff);
    nv_assert_hex(nv_rd32(nv, SP), 0x157);
}

/* --- The image among the CRTC's registers ----------------------------- */

static uint8_t cr_read(NVDev *nv, uint8_t index)
{
    return nv_vga_cr_read(nv, nv->test->data, index);
}

static void cr_write(NVDev *nv, uint8_t index, uint8_t val)
{
    nv_vga_cr_write(nv, nv->test->data, index, val);
}

static void crtc(NVDev *nv)
{
    const NVVgaPort *port = nv->test->data;

    set(nv, AUTO_PUSH | AUTO_POP, 0);
    port->write(nv, 0x3c2, 0x01);
    cr_write(nv, CR_LOCK, NV_CR_LOCK_UNLOCK);
    nv_assert_hex(cr_read(nv, CR_CTRL), EMPTY);
    cr_write(nv, CR_VAL, 0x12);
    cr_write(nv, CR_VAL, 0x34);
    nv_assert_hex(nv_rd32(nv, SP), 2);
    nv_assert_hex(cr_read(nv, CR_VAL), 0x34);
    nv_assert_hex(nv_rd32(nv, VAL), 0x12);
    nv_assert_hex(cr_read(nv, CR_VAL), 0x12);
    nv_assert_hex(cr_read(nv, CR_CTRL), EMPTY | UNDERFLOW);

    set(nv, READ_POP, 0);
    cr_write(nv, CR_VAL, 0x56);
    cr_write(nv, CR_CTRL, PUSH);
    nv_assert_hex(nv_rd32(nv, SP), 1);
    nv_assert_hex(cr_read(nv, CR_VAL), 0x56);
    nv_assert_hex(cr_read(nv, CR_CTRL), 0);
    cr_write(nv, CR_CTRL, POP);
    nv_assert_hex(cr_read(nv, CR_CTRL), EMPTY);

    /* NV41's are elsewhere, and are no stack here. */
    cr_write(nv, 0x91, PUSH);
    nv_assert_hex(nv_rd32(nv, SP), 0);

    /* If closed, the lock hides them. */
    cr_write(nv, CR_LOCK, NV_CR_LOCK_LOCK);
    cr_write(nv, CR_CTRL, PUSH);
    nv_assert_hex(nv_rd32(nv, SP), 0);
}

/* --- Against the pseudo-code ------------------------------------------ */

typedef struct Model {
    uint8_t cells[0x200];
    uint8_t wval, rval;
    unsigned sp;
    uint32_t config, errors;
} Model;

static void model_push(Model *m)
{
    if (m->sp >= 0x200) {
        m->errors |= OVERFLOW;
    } else {
        m->cells[m->sp++] = m->wval;
    }
    m->errors &= ~UNDERFLOW;
}

static void model_pop(Model *m)
{
    if (m->sp == 0) {
        m->errors |= UNDERFLOW;
    } else {
        m->rval = m->cells[--m->sp & 0x1ff];
    }
    m->errors &= ~OVERFLOW;
}

static void model_write(Model *m, uint32_t addr, uint32_t val)
{
    switch (addr) {
    case VAL:
        m->wval = val;
        if (m->config & AUTO_PUSH) {
            model_push(m);
        }
        break;
    case CTRL:
        if (val & PUSH) {
            model_push(m);
        }
        if (val & POP) {
            model_pop(m);
        }
        break;
    case CONFIG:
        m->config = val & 7;
        break;
    default:
        m->sp = val & 0x3ff;
        break;
    }
}

static uint32_t model_read(Model *m, uint32_t addr)
{
    switch (addr) {
    case VAL:
        if (m->config & AUTO_POP) {
            model_pop(m);
            return m->rval;
        }
        return m->config & READ_POP && m->sp ? m->cells[(m->sp - 1) & 0x1ff]
                                             : m->rval;
    case CTRL:
        return m->errors | (m->sp ? 0 : EMPTY) | (m->sp >= 0x200 ? FULL : 0);
    case CONFIG:
        return m->config;
    default:
        return m->sp;
    }
}

static void random_accesses(NVDev *nv)
{
    static const uint32_t edges[] = { 0, 1, 0x1ff, 0x200, 0x201, 0x3ff };
    g_autoptr(GRand) rand = g_rand_new_with_seed(0x50);
    Model model = { .sp = 0 };

    set(nv, 0, 0);
    for (unsigned i = 0; i < 4000; i++) {
        uint32_t addr = VAL + g_rand_int_range(rand, 0, 4) * 4;
        uint32_t val = g_rand_int(rand);

        if (addr == SP) {
            val = edges[val % ARRAY_SIZE(edges)];
        }
        if (g_rand_boolean(rand)) {
            nv_wr32(nv, addr, val);
            model_write(&model, addr, val);
        } else {
            nv_assert_hex(nv_rd32(nv, addr), model_read(&model, addr));
        }
        nv_assert_hex(nv_rd32(nv, SP), model.sp);
    }
}

/* The shadows as well */
static void migrates(NVDev *nv)
{
    set(nv, AUTO_PUSH, 0x1fe);
    nv_wr32(nv, VAL, 0x98);
    nv_wr32(nv, VAL, 0x99);
    nv_wr32(nv, CTRL, POP);
    nv_wr32(nv, CONFIG, 0);
    nv_wr32(nv, VAL, 0x77);
    nv_migrate(nv);
    nv_assert_hex(nv_rd32(nv, SP), 0x1ff);
    nv_assert_hex(nv_rd32(nv, CONFIG), 0);
    nv_assert_hex(nv_rd32(nv, VAL), 0x99);
    nv_wr32(nv, CTRL, PUSH);
    nv_wr32(nv, CTRL, PUSH);
    nv_assert_hex(nv_rd32(nv, CTRL), FULL | OVERFLOW);
    nv_wr32(nv, CTRL, POP);
    nv_assert_hex(nv_rd32(nv, VAL), 0x77);
    nv_wr32(nv, CTRL, POP);
    nv_assert_hex(nv_rd32(nv, VAL), 0x98);
}

/* It is part of the display engine. */
static void absent(NVDev *nv)
{
    nv_assert_hex(nv_rd32(nv, CTRL), 0);
    set(nv, AUTO_PUSH | AUTO_POP, 0);
    nv_wr32(nv, VAL, 0x12);
    nv_assert_hex(nv_rd32(nv, SP), 0);
    nv_assert_hex(nv_rd32(nv, CTRL), 0);
}

static bool has_no_display(const NVCard *card)
{
    return !(card->features & NV_CARD_PDISPLAY);
}

#define NV50 .needs = NV_CARD_PDISPLAY, .tesla = true, .fermi = true, \
    .cold = true

static const NVTest tests[] = {
    { "vga-stack/reset", "vga-stack-shadows vga-stack-sp vga-stack-modes",
      reset_state, NV50 },
    { "vga-stack/bits",
      "vga-stack-pdisplay! vga-stack-sp! vga-stack-modes vga-stack-triggers!",
      bits, NV50 },
    { "vga-stack/automatic",
      "vga-stack-size! vga-stack-pdisplay vga-stack-sp vga-stack-modes",
      automatic, NV50 },
    { "vga-stack/write-shadow",
      "vga-stack-shadows! vga-stack-modes vga-stack-triggers", write_shadow,
      NV50 },
    { "vga-stack/read-shadow",
      "vga-stack-shadows vga-stack-modes vga-stack-triggers", read_shadow,
      NV50 },
    { "vga-stack/read-before-pop",
      "vga-stack-size vga-stack-shadows vga-stack-modes! vga-stack-triggers "
      "vga-stack-read-pop!",
      read_pop, NV50 },
    { "vga-stack/overflow",
      "vga-stack-size vga-stack-overflow! vga-stack-discard!", overflow, NV50 },
    { "vga-stack/underflow",
      "vga-stack-shadows vga-stack-overflow vga-stack-discard", underflow,
      NV50 },
    { "vga-stack/bytes", "vga-stack-pdisplay", bytes, NV50 },
    { "vga-stack/bytes-keep-the-rest", "vga-stack-pdisplay vga-stack-sp",
      bytes_keep_the_rest, NV50 },
    { "vga-stack/crtc-ports", "vga-stack-cra2!", crtc, NV50,
      .data = &nv_vga_io_port },
    { "vga-stack/crtc-window", "vga-stack-cra2", crtc, NV50,
      .data = &nv_vga_window },
    { "vga-stack/random-accesses",
      "vga-stack-size vga-stack-pdisplay vga-stack-shadows vga-stack-sp "
      "vga-stack-modes vga-stack-triggers vga-stack-overflow "
      "vga-stack-discard vga-stack-read-pop",
      random_accesses, NV50 },
    { "vga-stack/migrates", "vga-stack-shadows migration", migrates, NV50,
      .props = "vram=64M" },
    { "vga-stack/absent-if-display-is-off", "vga-registers", absent, NV50,
      .props = "display=off" },
    { "vga-stack/absent-without-display", "vga-registers", absent,
      .needs = NV_CARD_NVC0, .cold = true, .applies = has_no_display },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}
