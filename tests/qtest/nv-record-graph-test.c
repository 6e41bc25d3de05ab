/*
 * Tests of the NVIDIA GPU: what real cards stated in public of PGRAPH before
 * NVC0, and of its and PCOPY's page faults
 *
 * A case is named after a fact of tests/record, does to the card what was done
 * to the real one, and compares each bit that its log shows.  Where channels
 * and memory are, and what the test submits, is what the log says of it.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "libnv/nv-context.h"
#include "libnv/nv-debug.h"
#include "libnv/nv-falcon.h"
#include "libnv/nv-record.h"
#include "libnv/nv-tesla-3d.h"
#include "libnv/nv-tesla-canvas.h"

/* Handles that objects may have: what cards show is where objects are. */
#define HANDLE 0xbeef0001
#define HANDLE_MEMORY 0xbeef0002

/* --- NV04 -------------------------------------------------------------- */

/*
 * NV04: methods that only software has.  Those of 0x180 to 0x1fc name an
 * object, and TRAPPED_DATA says where it is.
 */
static void method_of_software(NVDev *nv)
{
    const NVFact *fact = nv_fact(nv);
    uint32_t addr = nv_fact_word(fact, A_NV_PGRAPH_TRAPPED_ADDR);
    uint32_t data = nv_fact_word(fact, A_NV_PGRAPH_TRAPPED_DATA);
    unsigned subc = extract32(addr, 13, 3);
    uint32_t mthd = addr & 0x1ffc;
    NVChan *chan = nv_chan_new(nv, fact->chid, NV_IN_RAM);

    nv_graph_init(nv);
    if (mthd >= 0x180 && mthd < 0x200) {
        /* The driver's is where the heap begins. */
        nv->inst_next = MAX(nv->inst_next, data << 4);
        g_assert_cmphex(nv->inst_next, ==, data << 4);
        nv_graph_name(chan, HANDLE, nv_inst_object(nv, NV_CLASS_NULL));
        data = HANDLE;
    }
    nv_graph_object(chan, subc, HANDLE_MEMORY,
                    nv_fact_word(fact, A_NV_PGRAPH_CTX_CACHE2 + subc * 4));
    nv_push_inc(chan, subc, mthd, data);
    nv_kick(chan);
    nv_poll((nv_handle_switch(nv), nv_rd32(nv, A_NV_PGRAPH_INTR)));
    nv_fact_assert(nv);
    nv_assert_hex(extract32(nv_rd32(nv, A_NV_PGRAPH_TRAPPED_ADDR), 24, 4),
                  fact->chid);
    nv_chan_free(chan);
}

/* --- NV40 -------------------------------------------------------------- */

/* The context of a channel that hasn't run is moved to where the log has it. */
static void move_context(NVChan *chan, uint32_t inst)
{
    NVDev *nv = chan->nv;

    nv_mem_clear(nv, nv->bar0 + NV_PRAMIN + inst, 0x1000);
    nv_inst_wr32(nv, inst, inst >> 4);
    nv_inst_wr32(nv, nv_ramfc(chan, nv->card->ramfc->grctx), inst >> 4);
}

/* Data of an image, and there is none, or it has all of its data. */
static void data_without_image(NVDev *nv)
{
    const NVFact *fact = nv_fact(nv);
    uint32_t addr = nv_fact_word(fact, A_NV_PGRAPH_TRAPPED_ADDR);
    unsigned subc = extract32(addr, 16, 3);
    NVChan *chan;

    nv_graph_init(nv);
    chan = nv_chan_new(nv, fact->chid, NV_IN_RAM);
    move_context(chan, nv_fact_word(fact, A_NV_PGRAPH_CTXCTL_CUR) << 4);
    nv_graph_object(chan, subc, HANDLE,
                    nv_fact_word(fact, A_NV_PGRAPH_CTX_CACHE1 + subc * 4));
    nv_push_inc(chan, subc, addr & 0x1ffc,
                nv_fact_word(fact, A_NV_PGRAPH_TRAPPED_DATA));
    nv_kick(chan);
    nv_poll(nv_rd32(nv, A_NV_PGRAPH_INTR));
    nv_fact_assert(nv);
    nv_chan_free(chan);
}

/* A method of 3D that is refused by a fault: what the bit means isn't known. */
static void injected(NVDev *nv)
{
    const NVFact *fact = nv_fact(nv);
    uint32_t addr = nv_fact_word(fact, A_NV_PGRAPH_TRAPPED_ADDR);
    unsigned subc = extract32(addr, 16, 3);
    NVChan *chan;

    nv_graph_init(nv);
    chan = nv_chan_new(nv, fact->chid, NV_IN_RAM);
    move_context(chan, nv_fact_word(fact, A_NV_PGRAPH_CTXCTL_CUR) << 4);
    nv_graph_object(chan, subc, HANDLE,
                    nv_fact_word(fact, A_NV_PGRAPH_CTX_CACHE1 + subc * 4));
    nv_inject(nv, nv->test->data);
    nv_push_inc(chan, subc, addr & 0x1ffc,
                nv_fact_word(fact, A_NV_PGRAPH_TRAPPED_DATA));
    nv_kick(chan);
    nv_poll(nv_rd32(nv, A_NV_PGRAPH_INTR));
    nv_fact_assert(nv);
    nv_chan_free(chan);
}

/* --- NV50 and later ---------------------------------------------------- */

/* A channel whose block is where the log says, with a context for PGRAPH */
static NVChan *channel_at(NVDev *nv, uint32_t block)
{
    NVChan *chan;

    nv50_graph_init(nv);
    nv_tesla_move(nv, block);
    chan = nv_chan_new(nv, nv_fact_chid(nv_fact(nv)), NV_IN_RAM);
    nv50_graph_context(chan);
    return chan;
}

/*
 * A method that PGRAPH refuses: by its parameter, because the class hasn't got
 * it, or because a drawing has begun
 */
static void refused(NVDev *nv)
{
    const uint32_t *begin = nv->test->data;
    const NVFact *fact = nv_fact(nv);
    uint32_t addr = nv_fact_word(fact, A_NV50_PGRAPH_TRAPPED_ADDR);
    unsigned subc = extract32(addr, 16, 3);
    NVChan *chan = channel_at(
        nv, nv_fact_word(fact, A_NV50_PGRAPH_CTXCTL_CUR) << 12);

    nv_graph_object(chan, subc, HANDLE,
                    nv_fact_word(fact, NV50_PGRAPH_CLASS));
    if (begin) {
        nv_push_inc(chan, subc, *begin, 4);
    }
    nv_push_inc(chan, subc, addr & 0x1ffc,
                nv_fact_word(fact, NV50_PGRAPH_TRAPPED_DATA));
    nv_kick(chan);
    nv_poll(nv_rd32(nv, A_NV50_PGRAPH_INTR));
    nv_fact_assert(nv);
    nv_chan_free(chan);
}

static const uint32_t drawing = THREED_VERTEX_BEGIN_GL;

/* The log only has the error: any parameter that is wrong in that way. */
static void refused_data(NVDev *nv)
{
    static const struct {
        uint32_t error, mthd, data;
    } wrong[] = {
        { 0x04, TWOD_DST_PITCH, 0x00040001 },
        { 0x0c, TWOD_BLIT_SAFE_OVERLAP + 4, 0x00000100 },
    };
    uint32_t error = nv_fact_word(nv_fact(nv), A_NV50_PGRAPH_DATA_ERROR);
    NVChan *chan;

    nv50_graph_init(nv);
    chan = nv50_graph_chan_new(nv, 1);
    nv_graph_object(chan, 2, HANDLE, NV50_CLASS_2D);
    for (unsigned i = 0; i < ARRAY_SIZE(wrong); i++) {
        if (wrong[i].error == error) {
            nv_push_inc(chan, 2, wrong[i].mthd, wrong[i].data);
        }
    }
    nv_kick(chan);
    nv_poll(nv_rd32(nv, A_NV50_PGRAPH_INTR));
    nv_fact_assert(nv);
    nv_chan_free(chan);
}

/* A vertex for a target in lines, with a depth buffer: the log's method */
static void vertex_without_depth(NVDev *nv)
{
    const NVFact *fact = nv_fact(nv);
    uint32_t addr = nv_fact_word(fact, A_NV50_PGRAPH_TRAPPED_ADDR);
    unsigned subc = extract32(addr, 16, 3);
    uint32_t data = nv_fact_word(fact, NV50_PGRAPH_TRAPPED_DATA);
    NVChan *chan = channel_at(
        nv, nv_fact_word(fact, A_NV50_PGRAPH_CTXCTL_CUR) << 12);

    nv_graph_object(chan, subc, HANDLE,
                    nv_fact_word(fact, NV50_PGRAPH_CLASS));
    /* Each of the two is as good as none. */
    nv_push_inc(chan, subc, THREED_ZETA_ENABLE, 0);
    nv_push_inc(chan, subc, THREED_RT_HORIZ, 1u << 31 | 64 * 4, 64);
    nv_push_inc(chan, subc, drawing, 4);
    nv_push_inc(chan, subc, addr & 0x1ffc, data);
    nv_push_inc(chan, subc, THREED_VERTEX_END_GL, 0);
    nv_push_inc(chan, subc, THREED_RT_HORIZ, 64, 64);
    nv_push_inc(chan, subc, THREED_ZETA_ENABLE, 1);
    nv_push_inc(chan, subc, drawing, 4);
    nv_push_inc(chan, subc, addr & 0x1ffc, data);
    nv_push_inc(chan, subc, THREED_VERTEX_END_GL, 0);
    nv_run(chan);
    nv_assert_hex(nv_rd32(nv, A_NV50_PGRAPH_INTR), 0);
    nv_push_inc(chan, subc, THREED_RT_HORIZ, 1u << 31 | 64 * 4, 64);
    nv_push_inc(chan, subc, drawing, 4);
    nv_push_inc(chan, subc, addr & 0x1ffc, data);
    nv_kick(chan);
    nv_poll(nv_rd32(nv, A_NV50_PGRAPH_INTR));
    nv_fact_assert(nv);
    nv_chan_free(chan);
}

/* The log only has the error: any state that a drawing forbids */
static void refused_in_drawing(NVDev *nv)
{
    NVChan *chan;

    nv50_graph_init(nv);
    chan = nv50_graph_chan_new(nv, 1);
    nv_graph_object(chan, NV50_3D_SUBC, HANDLE, nv50_class_3d(nv->card));
    nv_push_inc(chan, NV50_3D_SUBC, drawing, 4);
    nv_push_inc(chan, NV50_3D_SUBC, 0x1360, 1);
    nv_kick(chan);
    nv_poll(nv_rd32(nv, A_NV50_PGRAPH_INTR));
    nv_fact_assert(nv);
    nv_chan_free(chan);
}

/* --- Page faults, NV50:NVC0 -------------------------------------------- */

/* A fault as the log has it, of the card's layout of its first word */
static NVVmTrap shown_trap(NVDev *nv)
{
    const NVFact *fact = nv_fact(nv);
    unsigned bits = nv->card->features & NV_CARD_NVA3 ? 8 : 4;
    uint32_t word[6];

    for (unsigned i = 0; i < ARRAY_SIZE(word); i++) {
        word[i] = nv_fact_data(fact, A_NV_PFB_MMU_VM_FAULT_DATA, i);
    }
    return (NVVmTrap) {
        .reason = extract32(word[0], bits, bits),
        .client = extract32(word[0], 2 * bits, bits),
        .slot = extract32(word[0], 3 * bits, bits),
        .inst = (word[2] << 16 | word[1]) << 12,
        .addr = (uint64_t)(word[5] & 0xff) << 32 | word[4] << 16 | word[3],
        .read = word[5] & 0x100,
    };
}

/* All of the channel's address space */
static void name_space(NVChan *chan)
{
    nv_graph_name(chan, HANDLE_MEMORY,
                  nv_tesla_dmaobj(chan->nv, NV_VM_DMAOBJ | 0x3d, 0,
                                  (1ull << 40) - 1));
}

/*
 * A channel, and no page at an address; without PT_NOT_PRESENT there is a table
 * for it.
 */
static NVChan *channel_without_page(NVDev *nv, const NVVmTrap *trap)
{
    NVChan *chan = channel_at(nv, trap->inst);

    if (trap->reason) {
        nv_vm_table(nv, trap->inst, trap->addr, NV_VM_SMALL);
    }
    name_space(chan);
    return chan;
}

/* PGRAPH traps, and the fault has all that the log says. */
static void expect_fault(NVChan *chan)
{
    NVDev *nv = chan->nv;

    nv_kick(chan);
    nv_poll(nv_rd32(nv, A_NV50_PGRAPH_INTR));
    nv_assert_hex(nv_rd32(nv, A_NV_PFB_MMU_VM_FAULT) >> 31, 1);
    nv_fact_assert(nv);
    nv_chan_free(chan);
}

#define TWOD_SUBC 2
/* DRAW_SHAPE */
#define SHAPE_RECTS 4

/* Surfaces of 2D in lines, at an address */
static void push_surface(NVChan *chan, uint32_t mthd, uint64_t addr)
{
    nv_push_inc(chan, TWOD_SUBC, mthd, NV50_X8R8G8B8->id, 1);
    nv_push_inc(chan, TWOD_SUBC, mthd + 0x14, 64 * 4, 64, 64, addr >> 32,
                addr);
}

static NVChan *twod_new(NVDev *nv, const NVVmTrap *trap)
{
    NVChan *chan = channel_without_page(nv, trap);

    nv_graph_object(chan, TWOD_SUBC, HANDLE, NV50_CLASS_2D);
    nv_push_inc(chan, TWOD_SUBC, TWOD_DMA_DST, HANDLE_MEMORY, HANDLE_MEMORY,
                HANDLE_MEMORY);
    nv_push_inc(chan, TWOD_SUBC, TWOD_CLIP_ENABLE, 0);
    nv_push_inc(chan, TWOD_SUBC, TWOD_OPERATION, TWOD_SRCCOPY);
    return chan;
}

/* PROP, DST2D: a point is drawn. */
static void draws_nowhere(NVDev *nv)
{
    NVVmTrap trap = shown_trap(nv);
    NVChan *chan = twod_new(nv, &trap);

    push_surface(chan, TWOD_DST_FORMAT, trap.addr);
    nv_push_inc(chan, TWOD_SUBC, TWOD_DRAW_SHAPE, 0, NV50_X8R8G8B8->id, 0);
    nv_push_inc(chan, TWOD_SUBC, TWOD_DRAW_POINT32_X, 0, 0);
    expect_fault(chan);
}

/* The same by a rectangle, whose last corner is the method that traps */
static void fills_nowhere(NVDev *nv)
{
    const NVFact *fact = nv_fact(nv);
    NVVmTrap trap = {
        .inst = nv_fact_word(fact, A_NV50_PGRAPH_CTXCTL_CUR) << 12,
        .addr = nv_fact_word(fact, A_NV50_PGRAPH_TPC_PROP_TRAP_ADDR_LOW),
    };
    uint32_t addr = nv_fact_word(fact, A_NV50_PGRAPH_TRAPPED_ADDR);
    NVChan *chan = twod_new(nv, &trap);

    g_assert_cmphex(addr & 0x1ffc, ==, TWOD_DRAW_POINT32_X + 12);
    push_surface(chan, TWOD_DST_FORMAT, trap.addr);
    nv_push_inc(chan, TWOD_SUBC, TWOD_DRAW_SHAPE, SHAPE_RECTS,
                NV50_X8R8G8B8->id, 0);
    nv_push_inc(chan, TWOD_SUBC, TWOD_DRAW_POINT32_X, 0, 0, 8,
                nv_fact_word(fact, NV50_PGRAPH_TRAPPED_DATA));
    expect_fault(chan);
}

/* TEXTURE: an image is copied from there. */
static void copies_from_nowhere(NVDev *nv)
{
    NVVmTrap trap = shown_trap(nv);
    NVChan *chan = twod_new(nv, &trap);
    NVBuf *buf = nv_buf_new(nv, NV_IN_GART, 64 * 64 * 4, 0x3d);

    push_surface(chan, TWOD_DST_FORMAT, buf->va);
    push_surface(chan, TWOD_SRC_FORMAT, trap.addr);
    nv_push_inc(chan, TWOD_SUBC, TWOD_BLIT_SAFE_OVERLAP, 1);
    nv_push_inc(chan, TWOD_SUBC, TWOD_BLIT_DST, 0, 0, 1, 1);
    nv_push_inc(chan, TWOD_SUBC, TWOD_BLIT_DU_DX, 0, 1, 0, 1);
    nv_push_inc(chan, TWOD_SUBC, TWOD_BLIT_SRC, 0, 0, 0, 0);
    expect_fault(chan);
    nv_buf_free(buf);
}

/* PROP, RT0: a render target is cleared. */
static void clears_nowhere(NVDev *nv)
{
    NVVmTrap trap = shown_trap(nv);
    NVChan *chan = channel_without_page(nv, &trap);
    unsigned subc = NV50_3D_SUBC;

    nv_graph_object(chan, subc, HANDLE, nv50_class_3d(nv->card));
    nv_push_inc(chan, subc, THREED_DMA_COLOR, HANDLE_MEMORY);
    nv_push_inc(chan, subc, THREED_RT_ADDRESS_HIGH, trap.addr >> 32,
                trap.addr, NV50_A8R8G8B8->id, 0, 0);
    nv_push_inc(chan, subc, THREED_RT_HORIZ, 1u << 31 | 64 * 4, 64);
    nv_push_inc(chan, subc, THREED_CLEAR_FLAGS, 1 << 4);
    nv_push_inc(chan, subc, THREED_VIEWPORT_HORIZ, 8192 << 16, 8192 << 16);
    nv_push_inc(chan, subc, THREED_SCREEN_SCISSOR_HORIZ, 64 << 16, 64 << 16);
    nv_push_inc(chan, subc, THREED_CLEAR_BUFFERS, 0xf << 2);
    expect_fault(chan);
}

/* --- PCOPY ------------------------------------------------------------- */

#define PCOPY_INTR (NV_PCOPY + A_NV_FALCON_INTR)

/* Where the log tells of the interrupt alone */
static const NVVmTrap any_trap = {
    .inst = 0x0fbce000, .addr = 0x5756c0, .read = true,
};

/* A channel whose ports have no DMA objects: the driver has bound another. */
static void copies_without_objects(NVDev *nv)
{
    NVVmTrap trap = nv_fact_shows(nv_fact(nv), PCOPY_INTR) ? any_trap
                                                           : shown_trap(nv);
    uint32_t from = trap.read ? trap.addr : nv_ram_alloc(nv, 0x1000);
    uint32_t to = trap.read ? nv_ram_alloc(nv, 0x1000) : trap.addr;
    const struct {
        uint32_t reg, val;
    } rows[] = {
        { A_NV_FALCON_CHANNEL_CUR, 0x40000000 | trap.inst >> 12 },
        { A_NV_FALCON_MEMIF_PORT + 4,
          trap.read ? NV_PORT_DMAOBJ : NV_PORT_SYSRAM },
        { A_NV_FALCON_MEMIF_PORT + 8,
          trap.read ? NV_PORT_SYSRAM : NV_PORT_DMAOBJ },
        { A_NV_PCOPY_ADDRESS_LOW, from }, { A_NV_PCOPY_ADDRESS_LOW + 4, to },
        { A_NV_PCOPY_XCNT, 16 }, { A_NV_PCOPY_XCNT + 4, 16 },
        { A_NV_PCOPY_CTRL, 1 | 1u << 26 | 2u << 29 },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        nv_falcon_wr32(nv, NV_PCOPY, rows[i].reg, rows[i].val);
    }
    nv_falcon_wait(nv, NV_PCOPY, 2);
    nv_poll(nv_rd32(nv, A_NV_PFB_MMU_VM_FAULT) >> 31);
    nv_fact_assert(nv);
}

/* --- BARs -------------------------------------------------------------- */

/* The CPU writes to BAR1 where no page is. */
static void bar1_write(NVDev *nv)
{
    NVVmTrap trap = shown_trap(nv);
    uint32_t inst = trap.inst;
    uint32_t object = inst + 0x8000;

    nv_vm_table(nv, inst, 0, NV_VM_SMALL);
    nv_vm_dmaobj(nv, object, NV_VM_DMAOBJ, 0, 16 * MiB - 1);
    nv_vm_bars(nv, inst, object, 0);
    qtest_writel(nv->qts, nv->bar1 + trap.addr, 0x12345678);
    nv_poll(nv_rd32(nv, A_NV_PFB_MMU_VM_FAULT) >> 31);
    nv_fact_assert(nv);
}

static const NVTest tests[] = {
    { "record/nv04-fbcon.4", "engine-methods handle-translation",
      method_of_software },
    { "record/nv04-fbcon.5", "engine-methods", method_of_software },
    { "record/nv04-fbcon.6", "engine-methods handle-translation",
      method_of_software },
    { "record/nv04-fbcon.7", "engine-methods handle-translation",
      method_of_software },
    { "record/nv04-fbcon.8", "engine-methods handle-translation",
      method_of_software },
    { "record/nv04-fbcon.9", "engine-methods", method_of_software },

    { "record/nv4x-dell9150.4", "engine-methods!", data_without_image },
    { "record/nv4a-semaphore.1", "fault-injection", injected,
      .cards = "nv44 nv46 nv4a",
      .data = "error-graph method=0x1808 value=22" },

    { "record/nva5-fldigi.6", "engine-methods", refused_data },
    { "record/nva5-fldigi.7", "engine-methods", refused_in_drawing },
    { "record/nva5-macbook-chromium.1", "engine-methods", refused_data },
    { "record/nva8-ion-gdm.3", "engine-methods", refused,
      .props = "vram=512M", .data = &drawing },
    { "record/nva8-ion-gdm.4", "engine-methods", refused,
      .props = "vram=512M", .data = &drawing },
    { "record/nva3-chromium.1", "engine-methods", refused,
      .props = "vram=512M", .data = &drawing },
    { "record/nva5-gnome.1", "engine-methods!", vertex_without_depth,
      .props = "vram=1G" },
    { "record/nv50-engine-bit.1", "invalid-engine", refused,
      .props = "vram=1G" },

    { "record/nv84-8600gt-crash.8", "engine-methods", draws_nowhere },
    { "record/nv84-8600gt-crash.9", "engine-methods", draws_nowhere },
    { "record/nv84-8600gt-crash.10", "engine-methods", clears_nowhere },
    { "record/nv84-8600gt-crash.11", "engine-methods", copies_from_nowhere },
    { "record/nv84-8600gt-crash.12", "engine-methods!", fills_nowhere },
    { "record/nv50-kbz-218141.1", "uevent-intr", bar1_write,
      .cards = "nv50 nv84 nv86 nv92 nv94 nv96 nv98 nva0", .props = "vram=1G" },
    { "record/nva8-resume.5", "", copies_without_objects },
    { "record/nva8-resume.6", "", copies_without_objects },
    { "record/nva8-resume.7", "engine-methods!", copies_without_objects },
    { "record/nva8-resume.9", "engine-methods", clears_nowhere },
    { "record/nv50-minitube-232.3", "engine-methods", clears_nowhere,
      .props = "vram=512M" },
};

int main(int argc, char **argv)
{
    return nv_record_main(argc, argv, tests, ARRAY_SIZE(tests));
}
