/*
 * Tests of the NVIDIA GPU: 3D and compute objects of NV50 and later
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/units.h"
#include "nv-tesla-3d.h"

#define HANDLE_3D 0xbeef5097
#define HANDLE_COMPUTE 0xbeef50c0

const NV50Condition nv50_conditions[NV50_CONDITIONS] = {
    { 0, { 1, 1, 0, 0, 1, 1 }, false },
    { 1, { 0, 0, 0, 0, 0, 0 }, true },
    { 2, { 1, 0, 0, 0, 1, 1 }, false },
    { 2, { 0, 1, 0, 0, 0, 0 }, true },
    { 3, { 1, 2, 0, 0, 1, 2 }, true },
    { 3, { 1, 2, 0, 0, 2, 2 }, false },
    { 3, { 1, 2, 0, 0, 1, 3 }, false },
    { 4, { 1, 2, 0, 0, 1, 2 }, false },
    { 4, { 1, 2, 0, 0, 1, 3 }, true },
    { 4, { 1, 2, 9, 9, 1, 2, 8, 8 }, false },
};

uint32_t nv50_class_3d(const NVCard *card)
{
    if (card->features & NV_CARD_NVA3) {
        return 0x8597;
    } else if (card->features & NV_CARD_NVA0) {
        return 0x8397;
    }
    return card->features & NV_CARD_NV84 ? 0x8297 : 0x5097;
}

void nv50_3d_new(NV503D *r, NVDev *nv, NVPlace place)
{
    *r = (NV503D) { .nv = nv, .class = nv50_class_3d(nv->card) };
    nv50_graph_init(nv);
    r->chan = nv50_graph_chan_new(nv, NV50_3D_CHID);
    r->buf = nv_buf_new(nv, place, 64 * KiB, 0x3d);
    nv_graph_name(r->chan, NV50_3D_HANDLE_MEMORY, r->buf->inst);
    nv_graph_object(r->chan, NV50_3D_SUBC, HANDLE_3D, r->class);
    nv_graph_object(r->chan, NV50_3D_SUBC_COMPUTE, HANDLE_COMPUTE, 0x50c0);
    nv_push_inc(r->chan, NV50_3D_SUBC, THREED_DMA_QUERY,
                NV50_3D_HANDLE_MEMORY);
    nv_push_inc(r->chan, NV50_3D_SUBC_COMPUTE, COMPUTE_DMA_QUERY,
                NV50_3D_HANDLE_MEMORY);
    nv_submit(r->chan);
    nv50_assert_graph_quiet(nv);
}

void nv50_3d_free(NV503D *r)
{
    nv_buf_free(r->buf);
    nv_chan_free(r->chan);
}

void nv50_3d_push_get(NV503D *r, uint32_t offset, uint32_t sequence,
                      uint32_t get)
{
    nv_push_inc(r->chan, NV50_3D_SUBC, THREED_QUERY_ADDRESS_HIGH, 0, offset,
                sequence, get);
}
