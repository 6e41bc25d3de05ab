/*
 * Tests of the NVIDIA GPU: video memory and instance memory
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/units.h"
#include "libnv/nv-channel.h"
#include "libnv/nv-driver.h"
#include "libnv/nv-test.h"

#define RAMIN_SIZE (1 * MiB)

/* Instance memory is the end of video memory, in reverse order of pieces. */
static uint64_t vram_of(NVDev *nv, uint32_t inst)
{
    uint32_t piece = nv->card->inst->piece;

    return nv->vram - piece - inst / piece * piece + inst % piece;
}

static void ramin_is_the_end_of_vram(NVDev *nv)
{
    static const uint32_t insts[] = {
        0, 4, 60, 64, 124, 128, 0x10000, 0x18800, 0x7fffc, 0x80000,
        RAMIN_SIZE - 64, RAMIN_SIZE - 4,
    };

    for (unsigned i = 0; i < ARRAY_SIZE(insts); i++) {
        uint64_t vram = vram_of(nv, insts[i]);

        nv_inst_wr32(nv, insts[i], 0x1a570000 + i);
        nv_assert_hex(nv_vram_rd32(nv, vram), 0x1a570000 + i);
        nv_vram_wr32(nv, vram, 0x57a10000 + i);
        nv_assert_hex(nv_inst_rd32(nv, insts[i]), 0x57a10000 + i);
    }
    nv_assert_hex(vram_of(nv, 0), nv->vram - nv->card->inst->piece);
}

static void ramin_narrow_accesses(NVDev *nv)
{
    uint32_t inst = nv_inst_alloc(nv, 16, 16);

    nv_wr08(nv, NV_PRAMIN + inst + 0, 0x11);
    nv_wr08(nv, NV_PRAMIN + inst + 1, 0x22);
    nv_wr16(nv, NV_PRAMIN + inst + 2, 0x4433);
    nv_assert_hex(nv_inst_rd32(nv, inst), 0x44332211);
    nv_assert_hex(nv_rd08(nv, NV_PRAMIN + inst + 3), 0x44);
    nv_assert_hex(nv_rd16(nv, NV_PRAMIN + inst + 1), 0x3322);
    nv_assert_hex(nv_inst_rd32(nv, inst + 4), 0);
    /* A word that spans two pieces */
    inst = ROUND_UP(inst, 64) + 64;
    nv_wr32(nv, NV_PRAMIN + inst - 2, 0xaabbccdd);
    nv_assert_hex(nv_rd16(nv, NV_PRAMIN + inst - 2), 0xccdd);
    nv_assert_hex(nv_rd16(nv, NV_PRAMIN + inst), 0xaabb);
}

/*
 * Objects written through BAR1, which the card doesn't observe, are visible to
 * the next submission.
 */
static void objects_through_bar1(NVDev *nv)
{
    NVBuf *push = nv_buf_new(nv, NV_IN_GART, NV_PUSH_SIZE, 0x3d);
    NVChan *chan = nv_chan_new_at(nv, 1, push, 0);

    for (unsigned i = 0; i < 4; i++) {
        uint64_t page = nv_ram_alloc(nv, 4096);

        push->pages[0] = page;
        nv_vram_wr32(nv, vram_of(nv, nv_buf_pte(push, 0)), page | 3);
        chan->cur = 0;
        nv_push_ref(chan, 0x1000 + i);
        nv_push(chan, NV_CMD_OLD_JUMP(0));
        nv_user_wr32(chan, A_NV_USER_DMA_PUT, 8);
        nv_poll(nv_user_get(chan) == 8);
        nv_assert_hex(nv_user_ref(chan), 0x1000 + i);
        nv_user_wr32(chan, A_NV_USER_DMA_PUT, 0);
        nv_poll(nv_user_get(chan) == 0);
    }
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/* The same for RAMHT */
static void ramht_through_bar1(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, 1, NV_IN_RAM);
    uint32_t a = nv_inst_object(nv, 0x30), b = nv_inst_object(nv, 0x30);
    uint32_t slot, context;

    nv_chan_object(chan, 0x39, 0x39);
    nv_push_object(chan, 2, 0x39);
    slot = nv_ramht_insert(nv, 1, 0x77, NV_ENGINE_SW, a);
    context = NV_INST_RAMHT + slot * 8 + 4;
    for (unsigned i = 0; i < 6; i++) {
        uint32_t inst = i % 2 ? a : b;

        nv_vram_wr32(nv, vram_of(nv, context),
                     nv_ramht_context(nv, 1, NV_ENGINE_SW, inst));
        nv_push_inc(chan, 2, 0x0180, 0x77);
        nv_run(chan);
        nv_assert_reg(nv, NV_PFIFO_CACHE1_HASH,
                      nv->card->hash_valid | inst >> 4);
    }
    nv_assert_quiet(nv);
    nv_chan_free(chan);
}

/* PRAMIN shows a megabyte, whatever the size of video memory. */
static void ramin_of_a_small_card(NVDev *nv)
{
    nv_inst_wr32(nv, RAMIN_SIZE - 4, 0x12345678);
    nv_assert_hex(nv_vram_rd32(nv, vram_of(nv, RAMIN_SIZE - 4)), 0x12345678);
    ramin_is_the_end_of_vram(nv);
}

static const NVTest tests[] = {
    { "ramin/is-the-end-of-vram", "pfifo-tables", ramin_is_the_end_of_vram },
    { "ramin/narrow-accesses", "host-safety", ramin_narrow_accesses },
    { "ramin/of-a-small-card", "pfifo-tables", ramin_of_a_small_card,
      .props = "vram=16M" },
    { "ramin/objects-through-bar1", "dma-pushbuffer", objects_through_bar1 },
    { "ramin/ramht-through-bar1", "ramht-hash", ramht_through_bar1 },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}
