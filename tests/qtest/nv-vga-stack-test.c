/*
 * Tests of the NVIDIA GPU: the VGA stack, NV41:NV50
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

#define VAL A_NV_PBUS_VGA_STACK_VAL
#define CTRL A_NV_PBUS_VGA_STACK_CTRL
#define CONFIG A_NV_PBUS_VGA_STACK_CONFIG
#define SP A_NV_PBUS_VGA_STACK_SP

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
#define OVERFLOW_CLEAR 0x40
#define UNDERFLOW_CLEAR 0x80

#define CR_VAL 0x90
#define CR_CTRL 0x91

static void set(NVDev *nv, uint32_t config, uint32_t sp)
{
    nv_wr32(nv, CONFIG, config | OVERFLOW_CLEAR | UNDERFLOW_CLEAR);
    nv_wr32(nv, SP, sp);
}

static void reset_state(NVDev *nv)
{
    nv_assert_hex(nv_rd32(nv, SP), 0);
    nv_assert_hex(nv_rd32(nv, CONFIG), 0);
    nv_assert_hex(nv_rd32(nv, CTRL), EMPTY);
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

static void manual_push(NVDev *nv)
{
    set(nv, AUTO_POP, 4);
    nv_wr32(nv, VAL, 0x11);
    nv_assert_hex(nv_rd32(nv, SP), 4);
    /* Written again before the push: the last value counts. */
    nv_wr32(nv, VAL, 0x22);
    nv_wr32(nv, CTRL, PUSH);
    nv_assert_hex(nv_rd32(nv, SP), 5);
    nv_assert_hex(nv_rd32(nv, CTRL), 0);
    nv_assert_hex(nv_rd32(nv, VAL), 0x22);
    nv_assert_hex(nv_rd32(nv, SP), 4);
}

static void manual_pop(NVDev *nv)
{
    set(nv, AUTO_PUSH, 0);
    for (unsigned i = 1; i <= 3; i++) {
        nv_wr32(nv, VAL, i * 0x11);
    }
    /* Pop before read: the byte that the last pop popped */
    nv_wr32(nv, CTRL, POP);
    nv_assert_hex(nv_rd32(nv, SP), 2);
    nv_assert_hex(nv_rd32(nv, VAL), 0x33);
    nv_assert_hex(nv_rd32(nv, VAL), 0x33);
    nv_assert_hex(nv_rd32(nv, SP), 2);
    /* Read before pop: the byte that the next pop pops */
    nv_wr32(nv, CONFIG, AUTO_PUSH | READ_POP);
    nv_assert_hex(nv_rd32(nv, VAL), 0x22);
    nv_wr32(nv, CTRL, POP);
    nv_assert_hex(nv_rd32(nv, VAL), 0x11);
    nv_wr32(nv, CTRL, POP);
    nv_assert_hex(nv_rd32(nv, CTRL), EMPTY);
    /* The mode of manual pops doesn't affect automatic ones. */
    nv_wr32(nv, SP, 2);
    nv_wr32(nv, CONFIG, AUTO_POP | READ_POP);
    nv_assert_hex(nv_rd32(nv, VAL), 0x22);
    nv_assert_hex(nv_rd32(nv, SP), 1);
}

/* The access is executed, beyond the last cell at the first. */
static void overflow(NVDev *nv)
{
    set(nv, AUTO_PUSH, 0);
    nv_wr32(nv, VAL, 0x01);
    nv_wr32(nv, SP, 0x1ff);
    nv_wr32(nv, VAL, 0xaa);
    nv_assert_hex(nv_rd32(nv, CTRL), FULL);
    nv_wr32(nv, VAL, 0xbb);
    nv_assert_hex(nv_rd32(nv, CTRL), FULL | OVERFLOW);
    nv_assert_hex(nv_rd32(nv, SP), 0x201);
    nv_wr32(nv, SP, 0);
    nv_assert_hex(nv_rd32(nv, CTRL), EMPTY | OVERFLOW);
    nv_assert_hex(nv_rd32(nv, VAL), 0xbb);
    nv_assert_hex(nv_rd32(nv, CTRL), EMPTY | OVERFLOW | UNDERFLOW);

    nv_wr32(nv, CONFIG, UNDERFLOW_CLEAR);
    nv_assert_hex(nv_rd32(nv, CTRL), EMPTY | OVERFLOW);
    nv_wr32(nv, CONFIG, OVERFLOW_CLEAR);
    nv_assert_hex(nv_rd32(nv, CTRL), EMPTY);
    nv_assert_hex(nv_rd32(nv, CONFIG), 0);

    /* The pointer has ten bits, and the trigger alone is no error. */
    nv_wr32(nv, SP, 0x3ff);
    nv_wr32(nv, CTRL, PUSH);
    nv_assert_hex(nv_rd32(nv, SP), 0);
    nv_assert_hex(nv_rd32(nv, CTRL), EMPTY);
}

static void underflow(NVDev *nv)
{
    set(nv, AUTO_PUSH | AUTO_POP, 0x1ff);
    nv_wr32(nv, VAL, 0x5a);
    nv_wr32(nv, SP, 0);
    nv_assert_hex(nv_rd32(nv, VAL), 0x5a);
    nv_assert_hex(nv_rd32(nv, SP), 0x3ff);
    nv_assert_hex(nv_rd32(nv, CTRL), FULL | UNDERFLOW);
    /* Sticky: neither pushes nor pops clear it. */
    nv_wr32(nv, SP, 8);
    nv_wr32(nv, VAL, 1);
    nv_rd32(nv, VAL);
    nv_assert_hex(nv_rd32(nv, CTRL), UNDERFLOW);
    set(nv, READ_POP, 0);
    nv_assert_hex(nv_rd32(nv, VAL), 0x5a);
    nv_assert_hex(nv_rd32(nv, CTRL), EMPTY | UNDERFLOW);
    nv_wr32(nv, CONFIG, UNDERFLOW_CLEAR);
    nv_wr32(nv, CTRL, POP);
    nv_assert_hex(nv_rd32(nv, SP), 0x3ff);
    nv_assert_hex(nv_rd32(nv, CTRL), FULL);
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
    cr_write(nv, NV_CR_LOCK, NV_CR_LOCK_UNLOCK);
    nv_assert_hex(cr_read(nv, CR_CTRL), EMPTY);
    cr_write(nv, CR_VAL, 0x12);
    cr_write(nv, CR_VAL, 0x34);
    nv_assert_hex(nv_rd32(nv, SP), 2);
    nv_assert_hex(cr_read(nv, CR_VAL), 0x34);
    nv_assert_hex(nv_rd32(nv, VAL), 0x12);
    nv_assert_hex(cr_read(nv, CR_VAL), 0);
    nv_assert_hex(cr_read(nv, CR_CTRL), FULL | UNDERFLOW);

    set(nv, READ_POP, 0);
    cr_write(nv, CR_VAL, 0x56);
    cr_write(nv, CR_CTRL, PUSH);
    nv_assert_hex(nv_rd32(nv, SP), 1);
    nv_assert_hex(cr_read(nv, CR_VAL), 0x56);
    nv_assert_hex(cr_read(nv, CR_CTRL), 0);
    cr_write(nv, CR_CTRL, POP);
    nv_assert_hex(cr_read(nv, CR_CTRL), EMPTY);

    /* If closed, the lock hides them. */
    cr_write(nv, NV_CR_LOCK, NV_CR_LOCK_LOCK);
    cr_write(nv, CR_CTRL, PUSH);
    nv_assert_hex(nv_rd32(nv, SP), 0);
}

/* --- Against the pseudo-code ------------------------------------------ */

typedef struct Model {
    uint8_t cells[0x200];
    unsigned sp;
    uint32_t config, errors;
} Model;

static void model_write(Model *m, uint32_t addr, uint32_t val)
{
    switch (addr) {
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

static uint32_t model_read(Model *m, uint32_t addr)
{
    switch (addr) {
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

static void random_accesses(NVDev *nv)
{
    static const uint32_t edges[] = { 0, 1, 0x1ff, 0x200, 0x201, 0x3ff };
    g_autoptr(GRand) rand = g_rand_new_with_seed(0x41);
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

static void migrates(NVDev *nv)
{
    set(nv, AUTO_PUSH | AUTO_POP, 0x200);
    nv_wr32(nv, VAL, 0x99);
    nv_migrate(nv);
    nv_assert_hex(nv_rd32(nv, SP), 0x201);
    nv_assert_hex(nv_rd32(nv, CTRL), FULL | OVERFLOW);
    nv_assert_hex(nv_rd32(nv, CONFIG), AUTO_PUSH | AUTO_POP);
    nv_assert_hex(nv_rd32(nv, VAL), 0x99);
}

/* --- Cards without one ------------------------------------------------ */

/* NV45, in spite of its number, is older than NV41. */
static void absent(NVDev *nv)
{
    nv_wr32(nv, CONFIG, AUTO_PUSH | AUTO_POP);
    nv_wr32(nv, VAL, 0x12);
    nv_assert_hex(nv_rd32(nv, SP), 0);
    nv_wr32(nv, SP, 0xffffffff);
    nv_assert_hex(nv_rd32(nv, CTRL) & (EMPTY | FULL), 0);
}

#define NV_STACK .needs = NV_CARD_VGA_STACK

static const NVTest tests[] = {
    { "vga-stack/reset", "vga-stack-sp vga-stack-modes generation-order",
      reset_state, NV_STACK, .cold = true },
    { "vga-stack/bits",
      "vga-stack-pbus! vga-stack-sp! vga-stack-modes vga-stack-triggers!", bits,
      NV_STACK },
    { "vga-stack/automatic",
      "vga-stack-size! vga-stack-pbus vga-stack-sp vga-stack-modes", automatic,
      NV_STACK },
    { "vga-stack/manual-push", "vga-stack-modes! vga-stack-triggers",
      manual_push, NV_STACK },
    { "vga-stack/manual-pop",
      "vga-stack-modes vga-stack-triggers vga-stack-read-pop!", manual_pop,
      NV_STACK },
    { "vga-stack/overflow",
      "vga-stack-size vga-stack-overflow! vga-stack-clear! vga-stack-wrap!",
      overflow, NV_STACK },
    { "vga-stack/underflow",
      "vga-stack-size vga-stack-overflow vga-stack-clear vga-stack-wrap "
      "vga-stack-read-pop",
      underflow, NV_STACK },
    { "vga-stack/bytes", "vga-stack-pbus", bytes, NV_STACK },
    { "vga-stack/bytes-keep-the-rest", "vga-stack-pbus vga-stack-sp",
      bytes_keep_the_rest, NV_STACK },
    { "vga-stack/crtc-ports", "vga-stack-cr90!", crtc, NV_STACK,
      .data = &nv_vga_io_port },
    { "vga-stack/crtc-window", "vga-stack-cr90", crtc, NV_STACK,
      .data = &nv_vga_window },
    { "vga-stack/random-accesses",
      "vga-stack-size vga-stack-sp vga-stack-modes vga-stack-triggers "
      "vga-stack-overflow vga-stack-clear vga-stack-wrap vga-stack-read-pop",
      random_accesses, NV_STACK },
    { "vga-stack/migrates", "migration", migrates, NV_STACK,
      .props = "vram=16M" },
    { "vga-stack/absent", "generation-order!", absent,
      .lacks = NV_CARD_VGA_STACK },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}
