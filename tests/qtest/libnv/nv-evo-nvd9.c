/*
 * Tests of the NVIDIA GPU: GF119's PDISPLAY, as nouveau drives it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/evo-regs-nvd9.h"
#include "nv-evo-nvd9.h"
#include "nv-vm.h"

#define RAMHT_BITS 9
/* The object of all channels, in instance memory */
#define OBJECT 0x1000

#define STAT(_chid) (A_NVD9_PDISPLAY_CHANNEL_STAT + (_chid) * 0x10)

/* nvkm_ramht_hash(), gf119_disp_dmac_bind() */
static void nv_evo_nvd9_bind(NVDev *nv, uint32_t inst, unsigned chid)
{
    uint32_t hash = chid << (RAMHT_BITS - 4);

    for (uint32_t handle = EVO_VRAM; handle; handle >>= RAMHT_BITS) {
        hash ^= handle & ((1 << RAMHT_BITS) - 1);
    }
    hash = inst + hash % (1 << RAMHT_BITS) * 8;
    nv_phys_wr32(nv, hash, EVO_VRAM);
    nv_phys_wr32(nv, hash + 4, chid << 27 | OBJECT << 9 | 1);
}

void nv_evo_nvd9_init(NVDev *nv, uint32_t inst, const uint8_t *chids,
                      unsigned count)
{
    /* gf119_dma */
    const uint32_t object[] = { 9, 0, (nv->vram - 1) >> 8, 0, 0, 0 };

    for (unsigned i = 0; i < ARRAY_SIZE(object); i++) {
        nv_phys_wr32(nv, inst + OBJECT + i * 4, object[i]);
    }
    for (unsigned i = 0; i < count; i++) {
        nv_evo_nvd9_bind(nv, inst, chids[i]);
    }
    nv_wr32(nv, A_NV_PDISPLAY_OBJECTS, inst >> 8 | 9);
    nv_wr32(nv, A_NV_PDISPLAY_INTR_HOST_2_EN, 0x00000307);
}

/* gf119_disp_core_init(), gf119_disp_dmac_init() */
NVEvoNvd9Chan nv_evo_nvd9_open(NVDev *nv, unsigned chid, uint32_t push)
{
    nv_wr32(nv, STAT(chid) + 4, push >> 8 | 1);
    nv_wr32(nv, STAT(chid) + 8, 0x00010000);
    nv_wr32(nv, STAT(chid) + 12, 1);
    nv_mask(nv, STAT(chid), 0x10, 0x10);
    nv_wr32(nv, nv_evo_user(chid, A_NV_EVO_USER_PUT), 0);
    nv_wr32(nv, STAT(chid), chid == EVO_NVD9_CORE ? 0x01000013 : 0x13);
    nv_assert_hex(nv_rd32(nv, STAT(chid)) & 0x80000000, 0);
    return (NVEvoNvd9Chan) { .nv = nv, .chid = chid, .push = push };
}

/* gf119_disp_pioc_init() */
void nv_evo_nvd9_open_pio(NVDev *nv, unsigned chid)
{
    nv_wr32(nv, STAT(chid), 1);
    nv_assert_hex(nv_rd32(nv, STAT(chid)) & 0x30000, 0x10000);
}

void nv_evo_nvd9_word(NVEvoNvd9Chan *chan, uint32_t word)
{
    nv_phys_wr32(chan->nv, chan->push + chan->cur, word);
    chan->cur += 4;
}

void nv_evo_nvd9_mthd(NVEvoNvd9Chan *chan, uint32_t mthd, uint32_t data)
{
    nv_evo_nvd9_word(chan, 1 << 18 | mthd);
    nv_evo_nvd9_word(chan, data);
}

void nv_evo_nvd9_kick(NVEvoNvd9Chan *chan)
{
    nv_wr32(chan->nv, nv_evo_user(chan->chid, A_NV_EVO_USER_PUT), chan->cur);
}

/* --- Modes ------------------------------------------------------------ */

#define HEAD(_mthd) (NVD9_EVO_HEAD(head) + NVD9_EVO_HEAD_ ## _mthd)
#define PAIR(_x, _y) ((_y) << 16 | (_x))

/* head907d_mode(), head907d_view(), dac907d_ctrl() */
void nv_evo_nvd9_mode(NVEvoNvd9Chan *core, unsigned head,
                      const NVEvoMode *mode)
{
    nv_evo_nvd9_mthd(core, NVD9_EVO_DAC_CTRL(head), 1 << head);
    nv_evo_nvd9_mthd(core, HEAD(PIXEL_CLOCK), mode->khz * 1000);
    nv_evo_nvd9_mthd(core, HEAD(PIXEL_CLOCK_CONFIG), 2 << 20);
    nv_evo_nvd9_mthd(core, HEAD(RASTER_SIZE),
                     PAIR(mode->htotal, mode->vtotal));
    nv_evo_nvd9_mthd(core, HEAD(RASTER_SYNC_END), PAIR(31, 2));
    nv_evo_nvd9_mthd(core, HEAD(RASTER_BLANK_END), PAIR(71, 12));
    nv_evo_nvd9_mthd(core, HEAD(RASTER_BLANK_START),
                     PAIR(71 + mode->width, 12 + mode->height));
    nv_evo_nvd9_mthd(core, HEAD(VIEWPORT_SIZE_IN),
                     PAIR(mode->width, mode->height));
    nv_evo_nvd9_mthd(core, HEAD(VIEWPORT_SIZE_OUT),
                     PAIR(mode->width, mode->height));
}

/* head907d_core_set() */
void nv_evo_nvd9_surface(NVEvoNvd9Chan *core, unsigned head, uint32_t format,
                         uint32_t addr, unsigned width, unsigned height,
                         unsigned pitch)
{
    nv_evo_nvd9_mthd(core, HEAD(FB) + NV_EVO_FB_OFFSET, addr >> 8);
    nv_evo_nvd9_mthd(core, HEAD(FB) + NV_EVO_FB_SIZE, PAIR(width, height));
    nv_evo_nvd9_mthd(core, HEAD(FB) + NV_EVO_FB_STORAGE, 1 << 24 | pitch);
    nv_evo_nvd9_mthd(core, HEAD(FB) + NV_EVO_FB_PARAMS, format << 8);
    nv_evo_nvd9_mthd(core, HEAD(DMA_ISO), EVO_VRAM);
    nv_evo_nvd9_mthd(core, HEAD(VIEWPORT_POINT_IN), 0);
}

void nv_evo_nvd9_push_mode(NVEvoNvd9Chan *core, unsigned head, uint32_t fb)
{
    const NVEvoMode *m = &nv_evo_vga;

    nv_evo_nvd9_mode(core, head, m);
    nv_evo_nvd9_surface(core, head, EVO_A8R8G8B8 >> 8, fb, m->width, m->height,
                        m->width * 4);
}

/* gf119_disp_super(): a step */
void nv_evo_nvd9_supervise(NVDev *nv, unsigned number)
{
    nv_assert_hex(nv_rd32(nv, A_NV_PDISPLAY_INTR_HOST_2) & 7, 1 << number);
    nv_assert_hex(nv_rd32(nv, A_NV_PDISPLAY_INTR_HOST_SUMMARY) & 0x100000,
                  0x100000);
    nv_wr32(nv, A_NV_PDISPLAY_INTR_HOST_2, 1 << number);
    nv_wr32(nv, A_NVD9_PDISPLAY_SUPERVISOR, 0x80000000);
}
