/*
 * Tests of the NVIDIA GPU: PDISPLAY, as nouveau drives it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "nv-evo.h"
#include "nv-vm.h"

#define RAMHT_BITS 9
#define INST_SIZE 0x10000
#define PUSH_SIZE 0x1000

#define STAT(_chid) (A_NV_PDISPLAY_CHANNEL_STAT + (_chid) * 0x10)

/* --- nv50_disp_oneinit(), nv50_disp_init() ----------------------------- */

static void nv_evo_hash(NVEvo *evo, unsigned chid, uint32_t handle,
                        uint32_t context)
{
    uint32_t hash = chid << (RAMHT_BITS - 4), at;

    for (uint32_t h = handle; h; h >>= RAMHT_BITS) {
        hash ^= h & ((1 << RAMHT_BITS) - 1);
    }
    do {
        at = evo->inst + hash++ % (1 << RAMHT_BITS) * 8;
    } while (nv_phys_rd32(evo->nv, at + 4));
    nv_phys_wr32(evo->nv, at, handle);
    nv_phys_wr32(evo->nv, at + 4, context);
}

void nv_evo_object(NVEvo *evo, unsigned chid, uint32_t handle, uint32_t flags,
                   uint64_t base, uint64_t limit)
{
    uint32_t offset = evo->next;

    evo->next += 0x20;
    g_assert_cmpuint(evo->next, <=, INST_SIZE);
    nv_vm_dmaobj(evo->nv, evo->inst + offset, 0x3d | flags, base, limit);
    nv_evo_hash(evo, chid, handle, chid << 28 | offset << 10 | chid);
}

uint32_t nv_evo_intr0(NVDev *nv)
{
    return nv_rd32(nv, A_NV_PDISPLAY_INTR_0);
}

uint32_t nv_evo_intr1(NVDev *nv)
{
    return nv_rd32(nv, A_NV_PDISPLAY_INTR_1);
}

bool nv_evo_pending(NVDev *nv)
{
    return nv_rd32(nv, A_NV_PMC_INTR) & R_NV_PMC_INTR_PDISPLAY_MASK;
}

uint32_t nv_evo_sor_val(NVDev *nv, unsigned sor)
{
    return (nv->card->sors > 2 ? 0x610794 : 0x610b70) + sor * 8;
}

unsigned nv_evo_gob_lines(NVDev *nv)
{
    return nv->card->features & NV_CARD_NVC0 ? 8 : 4;
}

void nv_evo_init(NVDev *nv, NVEvo *evo)
{
    *evo = (NVEvo) { .nv = nv, .next = 0x1000 };
    nv->vram_next = ROUND_UP(nv->vram_next, INST_SIZE);
    evo->inst = nv_vram_alloc(nv, INST_SIZE);
    evo->sync = nv_vram_alloc(nv, 0x1000);
    for (unsigned i = 0; i < 5; i++) {
        nv_evo_object(evo, i, EVO_SYNC,
                      NV_VM_DMAOBJ_VRAM | NV_VM_DMAOBJ_RW, evo->sync,
                      evo->sync + 0xfff);
        nv_evo_object(evo, i, EVO_VRAM,
                      NV_VM_DMAOBJ_VRAM | NV_VM_DMAOBJ_RW, 0, nv->vram - 1);
    }
    nv_wr32(nv, A_NV_PDISPLAY_CAP, nv_rd32(nv, A_NV_PDISPLAY_CLOCK_CAP));
    nv_wr32(nv, A_NV_PDISPLAY_OBJECTS, evo->inst >> 8 | 9);
    nv_wr32(nv, A_NV_PDISPLAY_INTR_EN_1, 0x370);
    nv_wr32(nv, A_NV_PDISPLAY_INTR_EN_0, 0);
}

/* --- Channels ---------------------------------------------------------- */

uint32_t nv_evo_stat(NVEvo *evo, unsigned chid)
{
    return nv_rd32(evo->nv, STAT(chid));
}

uint32_t nv_evo_user(unsigned chid, uint32_t reg)
{
    return reg + chid * NV_EVO_USER_STRIDE;
}

/* nv50_disp_core_init(), nv50_disp_dmac_init() */
void nv_evo_open(NVEvo *evo, NVEvoChan *chan, unsigned chid, bool in_vram)
{
    NVDev *nv = evo->nv;
    uint64_t push = in_vram ? nv_vram_alloc(nv, PUSH_SIZE)
                            : nv_ram_alloc(nv, PUSH_SIZE);

    *chan = (NVEvoChan) {
        .evo = evo, .chid = chid, .in_vram = in_vram, .push = push,
    };
    nv_mask(nv, A_NV_PDISPLAY_INTR_EN_0, 0x10001 << chid, 0x10000 << chid);
    nv_wr32(nv, STAT(chid) + 0x4, push >> 8 | (in_vram ? 1 : 3));
    nv_wr32(nv, STAT(chid) + 0x8, 0x00010000);
    nv_wr32(nv, STAT(chid) + 0xc, chid);
    nv_mask(nv, STAT(chid), 0x10, 0x10);
    nv_wr32(nv, nv_evo_user(chid, A_NV_EVO_USER_PUT), 0);
    nv_wr32(nv, STAT(chid), chid == EVO_CORE ? 0x01000013 : 0x13);
    nv_assert_hex(nv_evo_stat(evo, chid) & 0x80000000, 0);
}

/* nv50_disp_core_fini(), nv50_disp_dmac_fini() */
void nv_evo_close(NVEvoChan *chan)
{
    NVDev *nv = chan->evo->nv;

    if (chan->chid == EVO_CORE) {
        nv_mask(nv, STAT(chan->chid), 0x10, 0);
    } else {
        nv_mask(nv, STAT(chan->chid), 0x1010, 0x1000);
    }
    nv_mask(nv, STAT(chan->chid), 0x3, 0);
    nv_assert_hex(nv_evo_stat(chan->evo, chan->chid) & 0x001e0000, 0);
}

/* nv50_disp_pioc_init(), nv50_disp_pioc_fini() */
void nv_evo_open_pio(NVEvo *evo, unsigned chid)
{
    nv_wr32(evo->nv, STAT(chid), 0x2000);
    nv_assert_hex(nv_evo_stat(evo, chid) & 0x30000, 0);
    nv_wr32(evo->nv, STAT(chid), 0x1);
    nv_assert_hex(nv_evo_stat(evo, chid) & 0x30000, 0x10000);
}

void nv_evo_close_pio(NVEvo *evo, unsigned chid)
{
    nv_mask(evo->nv, STAT(chid), 0x1, 0);
    nv_assert_hex(nv_evo_stat(evo, chid) & 0x30000, 0);
}

/* --- Pushbuffers ------------------------------------------------------- */

void nv_evo_word(NVEvoChan *chan, uint32_t word)
{
    NVDev *nv = chan->evo->nv;

    if (chan->in_vram) {
        nv_phys_wr32(nv, chan->push + chan->cur, word);
    } else {
        qtest_writel(nv->qts, chan->push + chan->cur, word);
    }
    chan->cur += 4;
    /* "the last 12 DWORDs of the push buffer aren't able to be used" */
    if (chan->cur >= PUSH_SIZE - 13 * 4) {
        if (chan->in_vram) {
            nv_phys_wr32(nv, chan->push + chan->cur, 0x20000000);
        } else {
            qtest_writel(nv->qts, chan->push + chan->cur, 0x20000000);
        }
        chan->cur = 0;
        nv_evo_kick(chan);
    }
}

void nv_evo_mthd(NVEvoChan *chan, uint16_t mthd, uint32_t data)
{
    nv_evo_word(chan, 1 << 18 | mthd);
    nv_evo_word(chan, data);
}

void nv_evo_kick(NVEvoChan *chan)
{
    nv_wr32(chan->evo->nv, nv_evo_user(chan->chid, A_NV_EVO_USER_PUT),
            chan->cur);
}

uint32_t nv_evo_put(NVEvoChan *chan)
{
    return nv_rd32(chan->evo->nv, nv_evo_user(chan->chid, A_NV_EVO_USER_PUT));
}

uint32_t nv_evo_get(NVEvoChan *chan)
{
    return nv_rd32(chan->evo->nv, nv_evo_user(chan->chid, A_NV_EVO_USER_GET));
}

/* --- core507d_update(), core507d_ntfy_wait_done() ---------------------- */

void nv_evo_update(NVEvoChan *chan, uint32_t interlock)
{
    NVEvo *evo = chan->evo;

    nv_phys_wr32(evo->nv, evo->sync, 0);
    nv_evo_mthd(chan, NV_EVO_CORE_DMA_NOTIFIER, EVO_SYNC);
    nv_evo_mthd(chan, NV_EVO_CORE_NOTIFIER_CTRL, 0x80000000);
    nv_evo_mthd(chan, NV_EVO_UPDATE, interlock);
    nv_evo_mthd(chan, NV_EVO_CORE_NOTIFIER_CTRL, 0);
    nv_evo_kick(chan);
}

bool nv_evo_done(NVEvo *evo)
{
    return nv_phys_rd32(evo->nv, evo->sync) & 1;
}

/* nv50_disp_intr(), nv50_disp_super() */
uint32_t nv_evo_supervise(NVEvo *evo)
{
    NVDev *nv = evo->nv;
    uint32_t first = 0;

    for (unsigned step = 0; step < 3; step++) {
        uint32_t intr = nv_rd32(nv, A_NV_PDISPLAY_INTR_1) & 0x70;

        if (!intr) {
            break;
        }
        nv_assert_hex(intr, 0x10 << step);
        nv_wr32(nv, A_NV_PDISPLAY_INTR_1, intr);
        if (!step) {
            first = nv_rd32(nv, A_NV_PDISPLAY_UNK30_CTRL);
        }
        nv_wr32(nv, A_NV_PDISPLAY_UNK30_CTRL, 0x80000000);
        evo->started = nv->clock;
    }
    return first;
}

/* --- head507d_mode(), head507d_view(), dac507d_ctrl() ------------------ */

#define PAIR(_x, _y) ((_y) << 16 | (_x))

/* Lines of each mode's vertical sync, and from there to the picture */
#define VSYNC 3
#define VBACK 10

void nv_evo_mode(NVEvoChan *core, unsigned head, unsigned dac,
                 const NVEvoMode *mode)
{
    unsigned hsync = 32, vsync = VSYNC, hback = 40, vback = VBACK;

    nv_evo_mthd(core, NV_EVO_DAC_CTRL(dac), 1 << head);
    nv_evo_mthd(core, NV_EVO_HEAD(head, PIXEL_CLOCK), 2 << 22 | mode->khz);
    nv_evo_mthd(core, NV_EVO_HEAD(head, CTRL), 0);
    nv_evo_mthd(core, NV_EVO_HEAD(head, RASTER_SIZE),
                PAIR(mode->htotal, mode->vtotal));
    nv_evo_mthd(core, NV_EVO_HEAD(head, RASTER_SYNC_END),
                PAIR(hsync - 1, vsync - 1));
    nv_evo_mthd(core, NV_EVO_HEAD(head, RASTER_BLANK_END),
                PAIR(hsync + hback - 1, vsync + vback - 1));
    nv_evo_mthd(core, NV_EVO_HEAD(head, RASTER_BLANK_START),
                PAIR(hsync + hback - 1 + mode->width,
                     vsync + vback - 1 + mode->height));
    nv_evo_mthd(core, NV_EVO_HEAD(head, VIEWPORT_SIZE_IN),
                PAIR(mode->width, mode->height));
    nv_evo_mthd(core, NV_EVO_HEAD(head, VIEWPORT_SIZE_OUT),
                PAIR(mode->width, mode->height));
}

/* head507d_core_set() */
void nv_evo_surface(NVEvoChan *core, unsigned head, uint32_t format,
                    uint32_t addr, unsigned width, unsigned height,
                    unsigned pitch)
{
    uint16_t fb = NV_EVO_HEAD(head, FB);

    nv_evo_mthd(core, fb + NV_EVO_FB_OFFSET, addr >> 8);
    nv_evo_mthd(core, fb + NV_EVO_FB_SIZE, PAIR(width, height));
    nv_evo_mthd(core, fb + NV_EVO_FB_STORAGE, 1 << 20 | pitch >> 8 << 8);
    nv_evo_mthd(core, fb + NV_EVO_FB_PARAMS, format << 8);
    nv_evo_mthd(core, NV_EVO_HEAD(head, DMA_ISO), EVO_VRAM);
    nv_evo_mthd(core, NV_EVO_HEAD(head, VIEWPORT_POINT_IN), 0);
}

/* base507c_image_set() */
void nv_evo_image(NVEvoChan *base, uint32_t format, uint32_t addr,
                  unsigned width, unsigned height, unsigned pitch)
{
    nv_evo_mthd(base, NV_EVO_BASE_PRESENT_CTRL, 1 << 4);
    nv_evo_mthd(base, NV_EVO_BASE_DMA_ISO, EVO_VRAM);
    nv_evo_mthd(base, NV_EVO_BASE_FB + NV_EVO_FB_OFFSET, addr >> 8);
    nv_evo_mthd(base, NV_EVO_BASE_FB + NV_EVO_FB_SIZE, PAIR(width, height));
    nv_evo_mthd(base, NV_EVO_BASE_FB + NV_EVO_FB_STORAGE,
                1 << 20 | pitch >> 8 << 8);
    nv_evo_mthd(base, NV_EVO_BASE_FB + NV_EVO_FB_PARAMS, format << 8);
}

void nv_evo_set(NVEvoChan *core)
{
    nv_evo_update(core, 0);
    g_assert_cmphex(nv_evo_supervise(core->evo), !=, 0);
    g_assert_true(nv_evo_done(core->evo));
}

const NVEvoMode nv_evo_vga = {
    .width = 640, .height = 480, .htotal = 800, .vtotal = 525, .khz = 25000,
};

void nv_evo_light(NVDev *nv, NVEvo *evo, NVEvoChan *core)
{
    nv_evo_init(nv, evo);
    nv_evo_open(evo, core, EVO_CORE, false);
    nv_evo_mode(core, 0, 0, &nv_evo_vga);
    nv_evo_set(core);
}

void nv_evo_assert_clock(NVDev *nv, double khz)
{
    const uint32_t vert = A_NV_PDISPLAY_HEAD_STAT_VERT;
    double blanks = 100e3 * khz / nv_evo_vga.htotal / nv_evo_vga.vtotal;
    uint32_t count;

    nv_clock_step(nv, NV_EVO_VGA_PERIOD);
    count = nv_rd32(nv, vert) >> 16;
    nv_clock_step(nv, 100 * 1000000000LL);
    count = ((nv_rd32(nv, vert) >> 16) - count) & 0xffff;
    g_assert_cmpuint(count, >=, blanks - 1);
    g_assert_cmpuint(count, <=, blanks + 1);
}

void nv_evo_next_frame(NVEvo *evo)
{
    int64_t first = evo->started + NV_EVO_VGA_PERIOD * (VSYNC + VBACK) /
                                   nv_evo_vga.vtotal;

    nv_clock_step(evo->nv, NV_EVO_VGA_PERIOD -
                           (evo->nv->clock - first) % NV_EVO_VGA_PERIOD);
}
