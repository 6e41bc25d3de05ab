/*
 * Tests of the NVIDIA GPU: checksums of what GF119's heads show
 *
 * What nouveau's dispnv50/crc907d.c has them write.  The sums are the model's
 * own, CRC-32, which is computed here once more, from what was painted.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/evo-regs.h"
#include "hw/nv/evo-regs-nvd9.h"
#include "libnv/nv-evo-nvd9.h"
#include "libnv/nv-snapshot.h"
#include "libnv/nv-test.h"
#include "libnv/nv-vm.h"

#define PERIOD NV_EVO_VGA_PERIOD

#define FB 0x800000
#define PITCH 2560

#define BACKGROUND 0x102030

typedef NVEvoNvd9Chan Chan;

#define HEAD(_mthd) (NVD9_EVO_HEAD(0) + NVD9_EVO_HEAD_ ## _mthd)

static void mthd(Chan *chan, uint32_t addr, uint32_t data)
{
    nv_evo_nvd9_mthd(chan, addr, data);
}

static void kick(Chan *chan)
{
    mthd(chan, NV_EVO_UPDATE, 0);
    nv_evo_nvd9_kick(chan);
}

static void supervise(NVDev *nv)
{
    for (unsigned i = 0; i < 3; i++) {
        nv_evo_nvd9_supervise(nv, i);
    }
}

static void paint(NVDev *nv)
{
    for (unsigned y = 40; y < 70; y++) {
        nv_phys_fill(nv, FB + y * PITCH + 90 * 4, BACKGROUND, 100);
    }
}

/* The head shows what is painted, and nothing is summed up yet. */
static Chan show(NVDev *nv)
{
    static const uint8_t chids[] = { EVO_NVD9_CORE };
    Chan core;

    paint(nv);
    nv_evo_nvd9_init(nv, 0x100000, chids, ARRAY_SIZE(chids));
    core = nv_evo_nvd9_open(nv, EVO_NVD9_CORE, 0x200000);
    nv_evo_nvd9_push_mode(&core, 0, FB);
    kick(&core);
    supervise(nv);
    nv_clock_step(nv, 2 * PERIOD);
    return core;
}

static void move(NVDev *nv)
{
    if (nv->test->data) {
        nv_migrate(nv);
    }
}

/* nouveau's dispnv50/crc907d.c; the object begins with video memory. */
#define CRC_STATUS 0
#define CRC_DONE 0x01
#define CRC_OVERFLOW 0x18
#define CRC_ENTRIES 255

enum { CRC_TIME, CRC_COMPOSITOR, CRC_PRIMARY, CRC_SECONDARY };

/* HEAD_SET_CRC_CONTROL */
#define CRC_CTRL(_primary, _secondary) ((_secondary) << 20 | (_primary) << 8)
#define DAC(_i) (0xff0u + (_i))
#define RG(_i) (0xff8u + (_i))
#define SOR(_i) (0xf0fu + (_i) * 16)
#define SF(_i) (0xf8fu + (_i) * 16)
#define PIOR(_i) (0x0ffu + (_i) * 256)
#define NOTHING 0xfffu

static uint32_t crc_word(NVDev *nv, unsigned entry, unsigned word)
{
    return nv_phys_rd32(nv, 8 + entry * 16 + word * 4);
}

static unsigned crc_entries(NVDev *nv)
{
    unsigned n = 0;

    while (n <= CRC_ENTRIES && crc_word(nv, n, CRC_COMPOSITOR)) {
        n++;
    }
    return n;
}

static uint32_t crc32_byte(uint32_t crc, uint8_t byte)
{
    crc ^= byte;
    for (unsigned i = 0; i < 8; i++) {
        crc = crc >> 1 ^ (crc & 1 ? 0xedb88320 : 0);
    }
    return crc;
}

/* The CRC-32 of what paint() has painted, and of one more pixel */
static uint32_t crc_of_screen(unsigned px, unsigned py, uint32_t color)
{
    uint32_t crc = ~0u;

    for (unsigned y = 0; y < 480; y++) {
        for (unsigned x = 0; x < 640; x++) {
            bool painted = y >= 40 && y < 70 && x >= 90 && x < 190;
            uint32_t pixel = x == px && y == py ? color
                             : painted ? BACKGROUND : 0;

            for (unsigned i = 0; i < 4; i++) {
                crc = crc32_byte(crc, pixel >> i * 8);
            }
        }
    }
    return ~crc;
}

static void sum_up(Chan *core, uint32_t ctrl, uint32_t handle)
{
    mthd(core, HEAD(CRC_CTRL), ctrl);
    mthd(core, HEAD(DMA_CRC), handle);
    kick(core);
    nv_clock_step(core->nv, PERIOD);
}

static void forget_sums(NVDev *nv)
{
    nv_phys_clear(nv, 0, 8 + CRC_ENTRIES * 16);
}

/* An entry for each frame, until the driver takes the object away */
static void for_each_frame(NVDev *nv)
{
    const uint32_t before = crc_of_screen(0, 0, 0);
    const uint32_t after = crc_of_screen(639, 479, 0x123456);
    Chan core = show(nv);
    unsigned n;

    sum_up(&core, CRC_CTRL(DAC(0), RG(0)), EVO_VRAM);
    n = crc_entries(nv);
    nv_clock_step(nv, 3 * PERIOD);
    g_assert_cmpuint(crc_entries(nv), ==, n + 3);
    move(nv);
    /* The upper byte of a pixel isn't shown. */
    nv_phys_wr32(nv, FB + 479 * PITCH + 639 * 4, 0xff123456);
    nv_clock_step(nv, PERIOD);
    for (unsigned i = 0; i < n + 4; i++) {
        uint32_t want = i == n + 3 ? after : before;

        nv_assert_hex(crc_word(nv, i, CRC_COMPOSITOR), want);
        nv_assert_hex(crc_word(nv, i, CRC_PRIMARY), want);
        nv_assert_hex(crc_word(nv, i, CRC_SECONDARY), want);
        g_assert_cmpuint(crc_word(nv, i, CRC_TIME), !=, 0);
    }
    nv_assert_hex(nv_phys_rd32(nv, CRC_STATUS), 0);
    sum_up(&core, CRC_CTRL(NOTHING, NOTHING), 0);
    n = crc_entries(nv);
    nv_assert_hex(nv_phys_rd32(nv, CRC_STATUS), CRC_DONE);
    nv_clock_step(nv, 3 * PERIOD);
    g_assert_cmpuint(crc_entries(nv), ==, n);

    /* Another series begins anew. */
    forget_sums(nv);
    sum_up(&core, CRC_CTRL(DAC(0), NOTHING), EVO_VRAM);
    nv_clock_step(nv, 2 * PERIOD);
    g_assert_cmpuint(crc_entries(nv), >=, 2);
    nv_assert_hex(crc_word(nv, 0, CRC_PRIMARY), after);
    nv_assert_hex(crc_word(nv, 0, CRC_SECONDARY), 0);
}

/* Parts of the head, the output that shows it, and those that don't */
static void of_outputs(NVDev *nv)
{
    static const struct {
        uint32_t what;
        bool is_ours;
    } outputs[] = {
        { DAC(0), true }, { RG(0), true }, { SF(0), true },
        { SOR(1), true }, { PIOR(2), true },
        { DAC(1), false }, { RG(1), false }, { SF(1), false },
        { SOR(0), false }, { SOR(7), false }, { PIOR(0), false },
        { PIOR(3), false }, { 0, false }, { 0x123, false },
    };
    Chan core = show(nv);

    mthd(&core, NVD9_EVO_SOR_CTRL(1), 1);
    mthd(&core, NVD9_EVO_PIOR_CTRL(2), 1);
    kick(&core);
    supervise(nv);
    for (unsigned i = 0; i < ARRAY_SIZE(outputs); i++) {
        forget_sums(nv);
        sum_up(&core, CRC_CTRL(outputs[i].what, NOTHING), EVO_VRAM);
        nv_clock_step(nv, PERIOD);
        g_assert_cmpuint(crc_word(nv, 0, CRC_COMPOSITOR), !=, 0);
        nv_assert_hex(crc_word(nv, 0, CRC_PRIMARY),
                      outputs[i].is_ours ? crc_of_screen(0, 0, 0) : 0);
    }
    /* None is summed up. */
    sum_up(&core, CRC_CTRL(NOTHING, RG(0)), EVO_VRAM);
    forget_sums(nv);
    nv_clock_step(nv, 3 * PERIOD);
    g_assert_cmpuint(crc_entries(nv), ==, 0);
}

/* The update also changes the other head, for which the driver is asked. */
static void of_one_of_two_heads(NVDev *nv)
{
    Chan core = show(nv);

    nv_evo_nvd9_push_mode(&core, 1, FB);
    mthd(&core, HEAD(CRC_CTRL), CRC_CTRL(DAC(0), NOTHING));
    mthd(&core, HEAD(DMA_CRC), EVO_VRAM);
    kick(&core);
    supervise(nv);
    nv_clock_step(nv, 2 * PERIOD);
    nv_assert_hex(crc_word(nv, 0, CRC_PRIMARY), crc_of_screen(0, 0, 0));
}

static uint32_t crc_with_mode(NVDev *nv, Chan *core, uint32_t mode)
{
    mthd(core, HEAD(OUTPUT_RESOURCE), mode);
    kick(core);
    supervise(nv);
    nv_clock_step(nv, 2 * PERIOD);
    sum_up(core, CRC_CTRL(DAC(0), NOTHING), 0);
    forget_sums(nv);
    sum_up(core, CRC_CTRL(DAC(0), NOTHING), EVO_VRAM);
    nv_clock_step(nv, PERIOD);
    return crc_word(nv, 0, CRC_PRIMARY);
}

/* The picture, all of the raster, what is around the picture */
static void of_rasters(NVDev *nv)
{
    uint32_t before[3], after[3];
    Chan core = show(nv);

    for (unsigned i = 0; i < 3; i++) {
        before[i] = crc_with_mode(nv, &core, (i + 1) % 3);
    }
    nv_phys_wr32(nv, FB, 0x654321);
    for (unsigned i = 0; i < 3; i++) {
        after[i] = crc_with_mode(nv, &core, (i + 1) % 3);
    }
    /* Complete, not active, active */
    g_assert_cmphex(before[0], !=, after[0]);
    nv_assert_hex(before[1], after[1]);
    nv_assert_hex(before[2], crc_of_screen(0, 0, 0));
    nv_assert_hex(after[2], crc_of_screen(0, 0, 0x654321));
    g_assert_cmphex(before[0], !=, before[2]);
    g_assert_cmphex(before[1], !=, before[2]);
    g_assert_cmphex(before[1], !=, before[0]);
}

/* There is room for so many frames; that more have been is in the status. */
static void overflow(NVDev *nv)
{
    Chan core = show(nv);

    nv_phys_wr32(nv, 8 + CRC_ENTRIES * 16 + 8, 0x11223344);
    sum_up(&core, CRC_CTRL(DAC(0), NOTHING), EVO_VRAM);
    for (unsigned i = 0; i < CRC_ENTRIES + 5; i++) {
        nv_clock_step(nv, PERIOD);
    }
    g_assert_cmpuint(crc_entries(nv), ==, CRC_ENTRIES);
    nv_assert_hex(crc_word(nv, CRC_ENTRIES, CRC_PRIMARY), 0x11223344);
    move(nv);
    sum_up(&core, CRC_CTRL(DAC(0), NOTHING), 0);
    nv_assert_hex(nv_phys_rd32(nv, CRC_STATUS), CRC_DONE | CRC_OVERFLOW);
}

static const bool yes = true;

#define GF119 \
    .needs = NV_CARD_EVO_NVD9, .fermi = true, .kepler = true, \
    .props = "vram=64M"

static const NVTest tests[] = {
    { "checksums/for-each-frame", "evo", for_each_frame, GF119,
      .cold = true },
    { "checksums/migrate", "migration evo", for_each_frame, GF119,
      .cold = true, .data = &yes },
    { "checksums/of-outputs", "evo", of_outputs, GF119, .cold = true },
    { "checksums/of-one-of-two-heads", "evo", of_one_of_two_heads, GF119,
      .cold = true },
    { "checksums/of-rasters", "evo", of_rasters, GF119, .cold = true },
    { "checksums/overflow", "migration evo", overflow, GF119,
      .cold = true, .data = &yes },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}
