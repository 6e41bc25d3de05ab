/*
 * Tests of the NVIDIA GPU: the VGA stack of NV41 to NV50, and that of NV50 on
 *
 * They are the same but for their places, and for what happens beyond the last
 * cell and below the first; NV50's has shadows.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/display-regs.h"
#include "hw/nv/vga-stack.h"
#include "libnv/nv-fermi.h"
#include "libnv/nv-gpu.h"
#include "libnv/nv-snapshot.h"
#include "libnv/nv-tesla.h"
#include "libnv/nv-test.h"
#include "libnv/nv-vga-port.h"

/* Registers, from the first on */
#define VAL 0x0
#define CTRL 0x4
#define CONFIG 0x8
#define SP 0xc

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
/* NV41's alone */
#define OVERFLOW_CLEAR 0x40
#define UNDERFLOW_CLEAR 0x80

typedef struct Model {
    uint8_t cells[0x200];
    uint8_t wval, rval;             /* NV50's shadows */
    unsigned sp;
    uint32_t config, errors;
} Model;

/**
 * struct Stack - a generation's
 *
 * @base: its first register
 * @cr_val, @cr_ctrl: the image of two among the CRTC's
 * @cr_lock: what hides these
 * @shadows: VAL has its own of what was written and popped last
 * @clear: bits of CONFIG that clear errors
 * @empty_val, @empty_ctrl: what VAL and CTRL are after a pop from an empty
 *                          stack, to which 0x34 and 0x12 were pushed
 * @seed, @write, @read: of random accesses, and what they do to a model
 */
typedef struct Stack {
    uint32_t base;
    uint8_t cr_val, cr_ctrl, cr_lock;
    bool shadows;
    uint32_t clear;
    uint32_t empty_val, empty_ctrl;
    uint32_t seed;
    void (*write)(Model *m, uint32_t reg, uint32_t val);
    uint32_t (*read)(Model *m, uint32_t reg);
} Stack;

/* --- Models: the pseudo-code ------------------------------------------ */

static void nv41_write(Model *m, uint32_t reg, uint32_t val)
{
    switch (reg) {
    case VAL:
        m->errors |= m->sp >= 0x200 ? OVERFLOW : 0;
        m->cells[m->sp & 0x1ff] = val;
        m->sp = (m->sp + (m->config & AUTO_PUSH)) & 0x3ff;
        break;
    case CTRL:
        m->sp = (m->sp + (val & PUSH) - !!(val & POP)) & 0x3ff;
        break;
    case CONFIG:
        m->config = val & 7;
        m->errors &= ~val;
        break;
    default:
        m->sp = val & 0x3ff;
        break;
    }
}

static uint32_t nv41_read(Model *m, uint32_t reg)
{
    switch (reg) {
    case VAL:
        m->errors |= m->sp ? 0 : UNDERFLOW;
        if (m->config & AUTO_POP) {
            m->sp = (m->sp - 1) & 0x3ff;
            return m->cells[m->sp & 0x1ff];
        }
        return m->cells[(m->sp - !!(m->config & READ_POP)) & 0x1ff];
    case CTRL:
        return m->errors | (m->sp ? 0 : EMPTY) | (m->sp >= 0x200 ? FULL : 0);
    case CONFIG:
        return m->config;
    default:
        return m->sp;
    }
}

static void nv50_push(Model *m)
{
    if (m->sp >= 0x200) {
        m->errors |= OVERFLOW;
    } else {
        m->cells[m->sp++] = m->wval;
    }
    m->errors &= ~UNDERFLOW;
}

static void nv50_pop(Model *m)
{
    if (m->sp == 0) {
        m->errors |= UNDERFLOW;
    } else {
        m->rval = m->cells[--m->sp & 0x1ff];
    }
    m->errors &= ~OVERFLOW;
}

static void nv50_write(Model *m, uint32_t reg, uint32_t val)
{
    switch (reg) {
    case VAL:
        m->wval = val;
        if (m->config & AUTO_PUSH) {
            nv50_push(m);
        }
        break;
    case CTRL:
        if (val & PUSH) {
            nv50_push(m);
        }
        if (val & POP) {
            nv50_pop(m);
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

static uint32_t nv50_read(Model *m, uint32_t reg)
{
    switch (reg) {
    case VAL:
        if (m->config & AUTO_POP) {
            nv50_pop(m);
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

/* NV50 has moved the lock of the extended CRTC registers. */
static const Stack stacks[] = {
    {
        .base = A_NV_PBUS_VGA_STACK_VAL,
        .cr_val = 0x90, .cr_ctrl = 0x91, .cr_lock = NV_CR_LOCK,
        .clear = OVERFLOW_CLEAR | UNDERFLOW_CLEAR,
        .empty_val = 0, .empty_ctrl = FULL | UNDERFLOW,
        .seed = 0x41, .write = nv41_write, .read = nv41_read,
    },
    {
        .base = A_NV_PDISPLAY_VGA_STACK_VAL,
        .cr_val = 0xa2, .cr_ctrl = 0xa3, .cr_lock = 0x3f,
        .shadows = true,
        .empty_val = 0x12, .empty_ctrl = EMPTY | UNDERFLOW,
        .seed = 0x50, .write = nv50_write, .read = nv50_read,
    },
};

static const Stack *stack_of(NVDev *nv)
{
    return &stacks[nv_is_tesla(nv) || nv_is_fermi(nv)];
}

static uint32_t at(NVDev *nv, uint32_t reg)
{
    return stack_of(nv)->base + reg;
}

static uint32_t rd(NVDev *nv, uint32_t reg)
{
    return nv_rd32(nv, at(nv, reg));
}

static void wr(NVDev *nv, uint32_t reg, uint32_t val)
{
    nv_wr32(nv, at(nv, reg), val);
}

static void set(NVDev *nv, uint32_t config, uint32_t sp)
{
    wr(nv, CONFIG, config | stack_of(nv)->clear);
    wr(nv, SP, sp);
}

/* --- Both ------------------------------------------------------------- */

static void reset_state(NVDev *nv)
{
    nv_assert_hex(rd(nv, SP), 0);
    nv_assert_hex(rd(nv, CONFIG), 0);
    nv_assert_hex(rd(nv, CTRL), EMPTY);
    if (stack_of(nv)->shadows) {
        nv_assert_hex(rd(nv, VAL), 0);
    }
}

static void bits(NVDev *nv)
{
    wr(nv, CONFIG, 0xffffffff);
    nv_assert_hex(rd(nv, CONFIG), AUTO_PUSH | AUTO_POP | READ_POP);
    wr(nv, SP, 0xffffffff);
    nv_assert_hex(rd(nv, SP), 0x3ff);
    wr(nv, CTRL, 0xfffffffc);
    nv_assert_hex(rd(nv, CTRL), FULL);
}

/* Every cell, up to a full stack and down to an empty one */
static void automatic(NVDev *nv)
{
    set(nv, AUTO_PUSH | AUTO_POP, 0);
    for (unsigned i = 0; i < 0x200; i++) {
        nv_assert_hex(rd(nv, CTRL), i ? 0 : EMPTY);
        wr(nv, VAL, 0xabcdef00 | ((i * 7 + (i >> 8)) & 0xff));
        nv_assert_hex(rd(nv, SP), i + 1);
    }
    nv_assert_hex(rd(nv, CTRL), FULL);
    for (unsigned i = 0x200; i-- > 0; ) {
        nv_assert_hex(rd(nv, VAL), (i * 7 + (i >> 8)) & 0xff);
        nv_assert_hex(rd(nv, SP), i);
    }
    nv_assert_hex(rd(nv, CTRL), EMPTY);
}

static void bytes(NVDev *nv)
{
    set(nv, 0, 0);
    nv_wr08(nv, at(nv, CONFIG), AUTO_PUSH | AUTO_POP);
    nv_wr08(nv, at(nv, VAL), 0x77);
    nv_wr08(nv, at(nv, VAL), 0x88);
    nv_assert_hex(nv_rd08(nv, at(nv, SP)), 2);
    nv_assert_hex(nv_rd08(nv, at(nv, VAL)), 0x88);
    nv_assert_hex(nv_rd08(nv, at(nv, CTRL)), 0);
    nv_wr08(nv, at(nv, CTRL), PUSH);
    nv_assert_hex(rd(nv, SP), 2);
}

/* Bytes outside the access stay, and VAL isn't read for them. */
static void bytes_keep_the_rest(NVDev *nv)
{
    set(nv, AUTO_PUSH | AUTO_POP, 0);
    nv_wr08(nv, at(nv, SP), 0x34);
    nv_wr08(nv, at(nv, SP) + 1, 0x01);
    nv_assert_hex(rd(nv, SP), 0x134);
    nv_wr08(nv, at(nv, SP), 0x56);
    nv_assert_hex(rd(nv, SP), 0x156);
    nv_wr16(nv, at(nv, SP) + 2, 0);
    nv_assert_hex(rd(nv, SP), 0x156);
    nv_wr08(nv, at(nv, CONFIG) + 1, 0xff);
    nv_assert_hex(rd(nv, CONFIG), AUTO_PUSH | AUTO_POP);
    nv_wr08(nv, at(nv, VAL), 0x78);
    nv_assert_hex(rd(nv, SP), 0x157);
    nv_wr08(nv, at(nv, CTRL) + 1, 0xff);
    nv_assert_hex(rd(nv, SP), 0x157);
}

static uint8_t cr_read(NVDev *nv, uint8_t index)
{
    return nv_vga_cr_read(nv, nv->test->data, index);
}

static void cr_write(NVDev *nv, uint8_t index, uint8_t val)
{
    nv_vga_cr_write(nv, nv->test->data, index, val);
}

/* The image among the CRTC's registers */
static void crtc(NVDev *nv)
{
    const NVVgaPort *port = nv->test->data;
    const Stack *s = stack_of(nv);

    set(nv, AUTO_PUSH | AUTO_POP, 0);
    port->write(nv, 0x3c2, 0x01);
    cr_write(nv, s->cr_lock, NV_CR_LOCK_UNLOCK);
    nv_assert_hex(cr_read(nv, s->cr_ctrl), EMPTY);
    cr_write(nv, s->cr_val, 0x12);
    cr_write(nv, s->cr_val, 0x34);
    nv_assert_hex(rd(nv, SP), 2);
    nv_assert_hex(cr_read(nv, s->cr_val), 0x34);
    nv_assert_hex(rd(nv, VAL), 0x12);
    nv_assert_hex(cr_read(nv, s->cr_val), s->empty_val);
    nv_assert_hex(cr_read(nv, s->cr_ctrl), s->empty_ctrl);

    set(nv, READ_POP, 0);
    cr_write(nv, s->cr_val, 0x56);
    cr_write(nv, s->cr_ctrl, PUSH);
    nv_assert_hex(rd(nv, SP), 1);
    nv_assert_hex(cr_read(nv, s->cr_val), 0x56);
    nv_assert_hex(cr_read(nv, s->cr_ctrl), 0);
    cr_write(nv, s->cr_ctrl, POP);
    nv_assert_hex(cr_read(nv, s->cr_ctrl), EMPTY);

    /* The other generation's are elsewhere, and are no stack here. */
    if (s != stacks) {
        cr_write(nv, stacks->cr_ctrl, PUSH);
        nv_assert_hex(rd(nv, SP), 0);
    }

    /* If closed, the lock hides them. */
    cr_write(nv, s->cr_lock, NV_CR_LOCK_LOCK);
    cr_write(nv, s->cr_ctrl, PUSH);
    nv_assert_hex(rd(nv, SP), 0);
}

static void random_accesses(NVDev *nv)
{
    static const uint32_t edges[] = { 0, 1, 0x1ff, 0x200, 0x201, 0x3ff };
    const Stack *s = stack_of(nv);
    g_autoptr(GRand) rand = g_rand_new_with_seed(s->seed);
    Model model = { .sp = 0 };

    set(nv, 0, 0);
    for (unsigned i = 0; i < 4000; i++) {
        uint32_t reg = VAL + g_rand_int_range(rand, 0, 4) * 4;
        uint32_t val = g_rand_int(rand);

        if (reg == SP) {
            val = edges[val % ARRAY_SIZE(edges)];
        }
        if (g_rand_boolean(rand)) {
            wr(nv, reg, val);
            s->write(&model, reg, val);
        } else {
            nv_assert_hex(rd(nv, reg), s->read(&model, reg));
        }
        nv_assert_hex(rd(nv, SP), model.sp);
    }
}

/* --- NV41 to NV50 ----------------------------------------------------- */

static void manual_push(NVDev *nv)
{
    set(nv, AUTO_POP, 4);
    wr(nv, VAL, 0x11);
    nv_assert_hex(rd(nv, SP), 4);
    /* Written again before the push: the last value counts. */
    wr(nv, VAL, 0x22);
    wr(nv, CTRL, PUSH);
    nv_assert_hex(rd(nv, SP), 5);
    nv_assert_hex(rd(nv, CTRL), 0);
    nv_assert_hex(rd(nv, VAL), 0x22);
    nv_assert_hex(rd(nv, SP), 4);
}

static void manual_pop(NVDev *nv)
{
    set(nv, AUTO_PUSH, 0);
    for (unsigned i = 1; i <= 3; i++) {
        wr(nv, VAL, i * 0x11);
    }
    /* Pop before read: the byte that the last pop popped */
    wr(nv, CTRL, POP);
    nv_assert_hex(rd(nv, SP), 2);
    nv_assert_hex(rd(nv, VAL), 0x33);
    nv_assert_hex(rd(nv, VAL), 0x33);
    nv_assert_hex(rd(nv, SP), 2);
    /* Read before pop: the byte that the next pop pops */
    wr(nv, CONFIG, AUTO_PUSH | READ_POP);
    nv_assert_hex(rd(nv, VAL), 0x22);
    wr(nv, CTRL, POP);
    nv_assert_hex(rd(nv, VAL), 0x11);
    wr(nv, CTRL, POP);
    nv_assert_hex(rd(nv, CTRL), EMPTY);
    /* The mode of manual pops doesn't affect automatic ones. */
    wr(nv, SP, 2);
    wr(nv, CONFIG, AUTO_POP | READ_POP);
    nv_assert_hex(rd(nv, VAL), 0x22);
    nv_assert_hex(rd(nv, SP), 1);
}

/* The access is executed, beyond the last cell at the first. */
static void nv41_overflow(NVDev *nv)
{
    set(nv, AUTO_PUSH, 0);
    wr(nv, VAL, 0x01);
    wr(nv, SP, 0x1ff);
    wr(nv, VAL, 0xaa);
    nv_assert_hex(rd(nv, CTRL), FULL);
    wr(nv, VAL, 0xbb);
    nv_assert_hex(rd(nv, CTRL), FULL | OVERFLOW);
    nv_assert_hex(rd(nv, SP), 0x201);
    wr(nv, SP, 0);
    nv_assert_hex(rd(nv, CTRL), EMPTY | OVERFLOW);
    nv_assert_hex(rd(nv, VAL), 0xbb);
    nv_assert_hex(rd(nv, CTRL), EMPTY | OVERFLOW | UNDERFLOW);

    wr(nv, CONFIG, UNDERFLOW_CLEAR);
    nv_assert_hex(rd(nv, CTRL), EMPTY | OVERFLOW);
    wr(nv, CONFIG, OVERFLOW_CLEAR);
    nv_assert_hex(rd(nv, CTRL), EMPTY);
    nv_assert_hex(rd(nv, CONFIG), 0);

    /* The pointer has ten bits, and the trigger alone is no error. */
    wr(nv, SP, 0x3ff);
    wr(nv, CTRL, PUSH);
    nv_assert_hex(rd(nv, SP), 0);
    nv_assert_hex(rd(nv, CTRL), EMPTY);
}

static void nv41_underflow(NVDev *nv)
{
    set(nv, AUTO_PUSH | AUTO_POP, 0x1ff);
    wr(nv, VAL, 0x5a);
    wr(nv, SP, 0);
    nv_assert_hex(rd(nv, VAL), 0x5a);
    nv_assert_hex(rd(nv, SP), 0x3ff);
    nv_assert_hex(rd(nv, CTRL), FULL | UNDERFLOW);
    /* Sticky: neither pushes nor pops clear it. */
    wr(nv, SP, 8);
    wr(nv, VAL, 1);
    rd(nv, VAL);
    nv_assert_hex(rd(nv, CTRL), UNDERFLOW);
    set(nv, READ_POP, 0);
    nv_assert_hex(rd(nv, VAL), 0x5a);
    nv_assert_hex(rd(nv, CTRL), EMPTY | UNDERFLOW);
    wr(nv, CONFIG, UNDERFLOW_CLEAR);
    wr(nv, CTRL, POP);
    nv_assert_hex(rd(nv, SP), 0x3ff);
    nv_assert_hex(rd(nv, CTRL), FULL);
}

static void nv41_migrates(NVDev *nv)
{
    set(nv, AUTO_PUSH | AUTO_POP, 0x200);
    wr(nv, VAL, 0x99);
    nv_migrate(nv);
    nv_assert_hex(rd(nv, SP), 0x201);
    nv_assert_hex(rd(nv, CTRL), FULL | OVERFLOW);
    nv_assert_hex(rd(nv, CONFIG), AUTO_PUSH | AUTO_POP);
    nv_assert_hex(rd(nv, VAL), 0x99);
}

/* NV45, in spite of its number, is older than NV41. */
static void nv41_absent(NVDev *nv)
{
    wr(nv, CONFIG, AUTO_PUSH | AUTO_POP);
    wr(nv, VAL, 0x12);
    nv_assert_hex(rd(nv, SP), 0);
    wr(nv, SP, 0xffffffff);
    nv_assert_hex(rd(nv, CTRL) & (EMPTY | FULL), 0);
}

/* --- NV50 and later --------------------------------------------------- */

/* A write goes to WVAL, and any number of pushes take it from there. */
static void write_shadow(NVDev *nv)
{
    set(nv, AUTO_POP, 4);
    wr(nv, VAL, 0x11);
    nv_assert_hex(rd(nv, SP), 4);
    wr(nv, VAL, 0x22);
    wr(nv, CTRL, PUSH);
    wr(nv, CTRL, PUSH);
    nv_assert_hex(rd(nv, SP), 6);
    nv_assert_hex(rd(nv, VAL), 0x22);
    nv_assert_hex(rd(nv, VAL), 0x22);
    nv_assert_hex(rd(nv, SP), 4);
    /* The cell isn't written before the push. */
    wr(nv, VAL, 0x33);
    wr(nv, SP, 5);
    nv_assert_hex(rd(nv, VAL), 0x22);
}

/* A pop goes to RVAL, which reads show until the next. */
static void read_shadow(NVDev *nv)
{
    set(nv, AUTO_PUSH, 0);
    for (unsigned i = 1; i <= 3; i++) {
        wr(nv, VAL, i * 0x11);
    }
    nv_assert_hex(rd(nv, VAL), 0);
    wr(nv, CTRL, POP);
    nv_assert_hex(rd(nv, SP), 2);
    nv_assert_hex(rd(nv, VAL), 0x33);
    /* Pushes and SP don't change it. */
    wr(nv, VAL, 0x99);
    wr(nv, SP, 1);
    nv_assert_hex(rd(nv, VAL), 0x33);
    wr(nv, CTRL, POP);
    nv_assert_hex(rd(nv, VAL), 0x11);
}

/* Read before pop: the byte that the next pop pops; RVAL if there is none */
static void read_pop(NVDev *nv)
{
    set(nv, AUTO_PUSH | READ_POP, 0);
    wr(nv, VAL, 0x44);
    wr(nv, VAL, 0x55);
    nv_assert_hex(rd(nv, VAL), 0x55);
    nv_assert_hex(rd(nv, SP), 2);
    wr(nv, CTRL, POP);
    nv_assert_hex(rd(nv, VAL), 0x44);
    wr(nv, CTRL, POP);
    nv_assert_hex(rd(nv, CTRL), EMPTY);
    nv_assert_hex(rd(nv, VAL), 0x44);
    nv_assert_hex(rd(nv, CTRL), EMPTY);
    /* Beyond the last cell SP - 1 modulo 0x200 counts. */
    wr(nv, SP, 0x201);
    nv_assert_hex(rd(nv, VAL), 0x44);
    wr(nv, SP, 0x202);
    nv_assert_hex(rd(nv, VAL), 0x55);
    /* The mode of manual pops doesn't affect automatic ones. */
    set(nv, AUTO_POP | READ_POP, 2);
    nv_assert_hex(rd(nv, VAL), 0x55);
    nv_assert_hex(rd(nv, SP), 1);
}

/* The access is discarded; a pop clears the error, CONFIG doesn't. */
static void nv50_overflow(NVDev *nv)
{
    set(nv, AUTO_PUSH, 0);
    wr(nv, VAL, 0x01);
    wr(nv, SP, 0x1ff);
    wr(nv, VAL, 0xaa);
    nv_assert_hex(rd(nv, CTRL), FULL);
    wr(nv, VAL, 0xbb);
    nv_assert_hex(rd(nv, CTRL), FULL | OVERFLOW);
    nv_assert_hex(rd(nv, SP), 0x200);
    wr(nv, CTRL, PUSH);
    nv_assert_hex(rd(nv, SP), 0x200);
    wr(nv, CONFIG, 0xff);
    nv_assert_hex(rd(nv, CTRL), FULL | OVERFLOW);
    wr(nv, SP, 1);
    wr(nv, CONFIG, AUTO_PUSH | READ_POP);
    nv_assert_hex(rd(nv, VAL), 0x01);
    wr(nv, SP, 0x200);
    nv_assert_hex(rd(nv, CTRL), FULL | OVERFLOW);
    wr(nv, CTRL, POP);
    nv_assert_hex(rd(nv, CTRL), 0);
    nv_assert_hex(rd(nv, SP), 0x1ff);
    wr(nv, CONFIG, 0);
    nv_assert_hex(rd(nv, VAL), 0xaa);
    /* SP has ten bits, and beyond the cells it stays where it is. */
    wr(nv, SP, 0x3ff);
    wr(nv, CTRL, PUSH);
    nv_assert_hex(rd(nv, SP), 0x3ff);
    nv_assert_hex(rd(nv, CTRL), FULL | OVERFLOW);
    wr(nv, CTRL, POP);
    nv_assert_hex(rd(nv, SP), 0x3fe);
}

/* The access is discarded; a push clears the error, even one that fails. */
static void nv50_underflow(NVDev *nv)
{
    set(nv, AUTO_PUSH | AUTO_POP, 0);
    wr(nv, VAL, 0x5a);
    nv_assert_hex(rd(nv, VAL), 0x5a);
    nv_assert_hex(rd(nv, CTRL), EMPTY);
    nv_assert_hex(rd(nv, VAL), 0x5a);
    nv_assert_hex(rd(nv, SP), 0);
    nv_assert_hex(rd(nv, CTRL), EMPTY | UNDERFLOW);
    wr(nv, CONFIG, 0xff);
    nv_assert_hex(rd(nv, CTRL), EMPTY | UNDERFLOW);
    wr(nv, VAL, 0x66);
    nv_assert_hex(rd(nv, CTRL), 0);
    wr(nv, SP, 0);
    wr(nv, CTRL, POP);
    nv_assert_hex(rd(nv, CTRL), EMPTY | UNDERFLOW);
    wr(nv, SP, 0x200);
    wr(nv, CTRL, PUSH);
    nv_assert_hex(rd(nv, CTRL), FULL | OVERFLOW);
    /* And a failed pop clears the other one. */
    wr(nv, SP, 0);
    wr(nv, CTRL, POP);
    nv_assert_hex(rd(nv, CTRL), EMPTY | UNDERFLOW);
}

/* The shadows as well */
static void nv50_migrates(NVDev *nv)
{
    set(nv, AUTO_PUSH, 0x1fe);
    wr(nv, VAL, 0x98);
    wr(nv, VAL, 0x99);
    wr(nv, CTRL, POP);
    wr(nv, CONFIG, 0);
    wr(nv, VAL, 0x77);
    nv_migrate(nv);
    nv_assert_hex(rd(nv, SP), 0x1ff);
    nv_assert_hex(rd(nv, CONFIG), 0);
    nv_assert_hex(rd(nv, VAL), 0x99);
    wr(nv, CTRL, PUSH);
    wr(nv, CTRL, PUSH);
    nv_assert_hex(rd(nv, CTRL), FULL | OVERFLOW);
    wr(nv, CTRL, POP);
    nv_assert_hex(rd(nv, VAL), 0x77);
    wr(nv, CTRL, POP);
    nv_assert_hex(rd(nv, VAL), 0x98);
}

/* It is part of the display engine. */
static void nv50_absent(NVDev *nv)
{
    uint32_t absent = nv_card_is_gf119(nv->card) ? 0xbadf1300 : 0;

    nv_assert_hex(rd(nv, CTRL), absent);
    set(nv, AUTO_PUSH | AUTO_POP, 0);
    wr(nv, VAL, 0x12);
    nv_assert_hex(rd(nv, SP), absent);
    nv_assert_hex(rd(nv, CTRL), absent);
}

static bool has_no_display(const NVCard *card)
{
    return !(card->features & NV_CARD_PDISPLAY);
}

#define NV41 .needs = NV_CARD_VGA_STACK
#define NV50 \
    .needs = NV_CARD_PDISPLAY, .tesla = true, .fermi = true, .kepler = true, \
    .cold = true

static const NVTest tests[] = {
    { "vga-stack/reset", "vga-stack-sp vga-stack-modes generation-order",
      reset_state, NV41, .cold = true },
    { "vga-stack/bits",
      "vga-stack-pbus! vga-stack-sp! vga-stack-modes vga-stack-triggers!", bits,
      NV41 },
    { "vga-stack/automatic",
      "vga-stack-size! vga-stack-pbus vga-stack-sp vga-stack-modes", automatic,
      NV41 },
    { "vga-stack/manual-push", "vga-stack-modes! vga-stack-triggers",
      manual_push, NV41 },
    { "vga-stack/manual-pop",
      "vga-stack-modes vga-stack-triggers vga-stack-read-pop!", manual_pop,
      NV41 },
    { "vga-stack/overflow",
      "vga-stack-size vga-stack-overflow! vga-stack-clear! vga-stack-wrap!",
      nv41_overflow, NV41 },
    { "vga-stack/underflow",
      "vga-stack-size vga-stack-overflow vga-stack-clear vga-stack-wrap "
      "vga-stack-read-pop",
      nv41_underflow, NV41 },
    { "vga-stack/bytes", "vga-stack-pbus", bytes, NV41 },
    { "vga-stack/bytes-keep-the-rest", "vga-stack-pbus vga-stack-sp",
      bytes_keep_the_rest, NV41 },
    { "vga-stack/crtc-ports", "vga-stack-cr90!", crtc, NV41,
      .data = &nv_vga_io_port },
    { "vga-stack/crtc-window", "vga-stack-cr90", crtc, NV41,
      .data = &nv_vga_window },
    { "vga-stack/random-accesses",
      "vga-stack-size vga-stack-sp vga-stack-modes vga-stack-triggers "
      "vga-stack-overflow vga-stack-clear vga-stack-wrap vga-stack-read-pop",
      random_accesses, NV41 },
    { "vga-stack/migrates", "migration", nv41_migrates, NV41,
      .props = "vram=16M", .slow = true },
    { "vga-stack/absent", "generation-order!", nv41_absent,
      .lacks = NV_CARD_VGA_STACK },
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
      "vga-stack-size vga-stack-overflow! vga-stack-discard!", nv50_overflow,
      NV50 },
    { "vga-stack/underflow",
      "vga-stack-shadows vga-stack-overflow vga-stack-discard", nv50_underflow,
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
    { "vga-stack/migrates", "vga-stack-shadows migration", nv50_migrates, NV50,
      .props = "vram=64M", .slow = true },
    { "vga-stack/absent-if-display-is-off", "vga-registers", nv50_absent, NV50,
      .props = "display=off" },
    { "vga-stack/absent-without-display", "vga-registers", nv50_absent,
      .needs = NV_CARD_NVC0, .cold = true, .applies = has_no_display },
};

int main(int argc, char **argv)
{
    return nv_test_main_by_family(argc, argv, tests, ARRAY_SIZE(tests));
}
