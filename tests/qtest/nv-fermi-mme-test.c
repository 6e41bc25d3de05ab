/*
 * Tests of the NVIDIA GPU: PGRAPH's macro processor as an engine, NVC0+
 *
 * Its traps, long programs, and its state in contexts: the register database
 * (gf100_pgraph/pgraph.xml), and gf100_gr_trap_intr().
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "libnv/nv-driver.h"
#include "libnv/nv-falcon.h"
#include "libnv/nv-fermi-graph.h"
#include "libnv/nv-macro.h"
#include "libnv/nv-snapshot.h"
#include "libnv/nv-test.h"

enum {
    VERTEX_ATTRIB = 0x1160,             /* 3D state: any word */
    COLOR_TARGET = 0x800,
    COLOR_CLEAR_VALUE = 0xd80,
    SURFACE_CLIP = 0xff4,
    SHADER_EXCEPTIONS = 0x1528,
    CLEAR_SURFACE = 0x19d0,
    REPORT_SEMAPHORE_A = 0x1b00,
};

enum { TRACK, TRACK_WITH_FILTER };


/* --- Traps ------------------------------------------------------------ */

#define FERMI_INTR_TRAP (1 << 21)
#define TRAP_MACRO (1 << 7)

enum {
    TOO_FEW_PARAMS = 1 << 0,
    TOO_MANY_PARAMS = 1 << 1,
    ILLEGAL_OPCODE = 1 << 2,
    DOUBLE_BRANCH = 1 << 3,
    WATCHDOG = 1 << 4,
};

/* gf100_gr_init(), and gf100_gr_trap_intr() */
static void traps_on(NVDev *nv)
{
    nv_wr32(nv, A_NVC0_PGRAPH_MACRO_TRAP, 0xc0000000);
    nv_wr32(nv, A_NVC0_PGRAPH_TRAP, 0xffffffff);
    nv_wr32(nv, A_NVC0_PGRAPH_TRAP_EN, 0xffffffff);
}

static void trap(NVFermiChan *chan, uint32_t why, uint32_t mthd,
                 uint32_t data, uint32_t location, uint32_t opcode)
{
    NVDev *nv = chan->nv;

    nv_fermi_kick(chan);
    nv_poll(nv_rd32(nv, A_NVC0_PGRAPH_TRAP));
    nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_TRAP), TRAP_MACRO);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_MACRO_TRAP), 1u << 31 | why);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_MACRO_TRAP_LOCATION), location);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_MACRO_TRAP_OPCODE), opcode);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_MACRO_STATE), 0);
    nv_wr32(nv, A_NVC0_PGRAPH_MACRO_TRAP, 0xc0000000);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_MACRO_TRAP), 1u << 31);
    nv_wr32(nv, A_NVC0_PGRAPH_TRAP, TRAP_MACRO);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_TRAP), 0);
    nv_fermi_graph_error(chan, FERMI_INTR_TRAP, MACRO_SUBC, mthd, data);
    nv_fermi_wait(chan);
    nv_fermi_graph_quiet(nv);
}

#define VALID (1 << 28)

static void traps(NVDev *nv)
{
    static const uint32_t wrong[] = {
        MACRO_ALU(MACRO_MOV, 1, 4, 1, 2), MACRO_ALU(MACRO_MOV, 1, 7, 1, 2),
        MACRO_ALU(MACRO_MOV, 1, 13, 1, 2), MACRO_ALU(MACRO_MOV, 1, 31, 1, 2),
        MACRO_INSN(6, MACRO_MOV, 1),
    };
    uint32_t parm = MACRO_IMM(MACRO_PARM, 2, 0, 0);
    NVFermiChan *chan = nv_macro_chan(nv);

    traps_on(nv);
    /* The method that isn't a parameter is executed when PGRAPH continues. */
    MACRO_UPLOAD(chan, 0, 0x100, MACRO_NOP, parm | MACRO_EXIT, MACRO_NOP);
    MACRO_DO(chan, 0, 1);
    nv_fermi_inc(chan, MACRO_SUBC, VERTEX_ATTRIB, 0x31);
    trap(chan, TOO_FEW_PARAMS, VERTEX_ATTRIB, 0x31, VALID | 0x101,
         parm | MACRO_EXIT);
    nv_assert_hex(nv_macro_shadow(nv, FERMI_3D, VERTEX_ATTRIB), 0x31);
    MACRO_DO(chan, 0, 1);
    MACRO_DO(chan, 0, 2, 3);
    trap(chan, TOO_FEW_PARAMS, MACRO_CALL(0), 2, VALID | 0x101,
         parm | MACRO_EXIT);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_MACRO_REG + 8), 3);
    MACRO_DO(chan, 0, 1);
    nv_fermi_object(chan, MACRO_SUBC, FERMI_2D, NV_FERMI_GR);
    trap(chan, TOO_FEW_PARAMS, 0, FERMI_2D, VALID | 0x101, parm | MACRO_EXIT);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_DISPATCH_CTX_CACHE +
                              MACRO_SUBC * 4), FERMI_2D);
    nv_fermi_object(chan, MACRO_SUBC, FERMI_3D, NV_FERMI_GR);
    /* One too many is lost. */
    MACRO_DO(chan, 0, 1, 2, 3);
    trap(chan, TOO_MANY_PARAMS, MACRO_CALL(0) + 4, 3, 0x103, MACRO_NOP);
    for (unsigned i = 0; i < ARRAY_SIZE(wrong); i++) {
        MACRO_UPLOAD(chan, 1, 0x200, wrong[i]);
        MACRO_DO(chan, 1, 4);
        trap(chan, ILLEGAL_OPCODE, MACRO_CALL(1), 4, VALID | 0x200, wrong[i]);
    }
    MACRO_UPLOAD(chan, 1, 0x7ff, MACRO_BRAZ(0, 4), MACRO_BRANZ(0, 4));
    MACRO_DO(chan, 1, 5);
    trap(chan, DOUBLE_BRANCH, MACRO_CALL(1), 5, VALID | 0, MACRO_BRANZ(0, 4));
    MACRO_UPLOAD(chan, 1, 0x300, MACRO_NOP | MACRO_EXIT, MACRO_BRAZ(1, 4));
    MACRO_DO(chan, 1, 6);
    trap(chan, DOUBLE_BRANCH, MACRO_CALL(1), 6, VALID | 0x301,
         MACRO_BRAZ(1, 4));
    nv_fermi_channel_free(chan);
}

/* If traps aren't enabled, the macro ends, and nothing else happens. */
static void traps_off(NVDev *nv)
{
    NVFermiChan *chan = nv_macro_chan(nv);

    MACRO_UPLOAD(chan, 0, 0, MACRO_INSN(6, 0, 0));
    for (unsigned i = 0; i < 2; i++) {
        traps_on(nv);
        if (i) {
            nv_wr32(nv, A_NVC0_PGRAPH_MACRO_TRAP, 0);
        } else {
            nv_wr32(nv, A_NVC0_PGRAPH_TRAP_EN, ~TRAP_MACRO);
        }
        MACRO_DO(chan, 0, 1, 2);
        nv_fermi_inc(chan, MACRO_SUBC, VERTEX_ATTRIB, 0x41 + i);
        nv_macro_run(chan);
        nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_TRAP), 0);
        nv_assert_hex(nv_macro_shadow(nv, FERMI_3D, VERTEX_ATTRIB), 0x41 + i);
    }
    nv_fermi_channel_free(chan);
}

/* --- What takes long -------------------------------------------------- */

/* Register 1 counts down to 0, then a word is sent. */
static void upload_loop(NVFermiChan *chan)
{
    MACRO_UPLOAD(chan, 0, 0, MACRO_TO(MACRO_SCRATCH, 0),
                 MACRO_IMM(MACRO_MOV, 1, 1, -1),
                 MACRO_BRANZ(1, -1),
                 MACRO_IMM(MACRO_MOV, 2, 2, 1) | MACRO_EXIT,
                 MACRO_IMM(MACRO_SEND, 0, 2, 0));
}

static void loops(NVDev *nv)
{
    NVFermiChan *chan = nv_macro_chan(nv);
    NVFermiBuf buf = nv_fermi_buf(chan, false, 0x1000);

    traps_on(nv);
    upload_loop(chan);
    nv_fermi_inc(chan, MACRO_SUBC, MACRO_SCRATCH, 0);
    MACRO_DO(chan, 0, 200000);
    nv_macro_release(chan, buf.va, 0x51);
    nv_macro_run(chan);
    nv_assert_hex(nv_macro_scratch(nv, 0), 200000);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_MACRO_ICNT), 600002);
    nv_assert_hex(nv_fermi_buf_rd32(&buf, 0), 0x51);
    /* The watchdog counts the instructions of a call. */
    nv_wr32(nv, A_NVC0_PGRAPH_MACRO_WDCNT, 32);
    MACRO_DO(chan, 0, 10);
    MACRO_DO(chan, 0, 10);
    nv_macro_run(chan);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_MACRO_ICNT), 32);
    MACRO_DO(chan, 0, 11);
    trap(chan, WATCHDOG, MACRO_CALL(0), 11, VALID | 2, MACRO_BRANZ(1, -1));
    nv_fermi_channel_free(chan);
}

/* A macro that never ends only blocks PGRAPH, until a reset. */
static void endless(NVDev *nv)
{
    NVFermiChan *chan = nv_macro_chan(nv);

    MACRO_UPLOAD(chan, 0, 0, MACRO_BRAZ(0, 0) | MACRO_ANNUL);
    MACRO_DO(chan, 0, 1);
    nv_fermi_kick(chan);
    for (unsigned i = 0; i < 20; i++) {
        nv_clock_step(nv, 1000 * 1000);
        nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_STATUS), 1);
        nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_MACRO_STATE), 0x100);
    }
    nv_mask(nv, A_NV_PMC_ENABLE, 0x1000, 0);
    nv_mask(nv, A_NV_PMC_ENABLE, 0x1000, 0x1000);
    nv_fermi_graph_init(nv);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_STATUS), 0);
    nv_fermi_channel_fini(chan);
    nv_fermi_channel_free(chan);
    chan = nv_fermi_graph_new(nv, 6);
    nv_fermi_object(chan, MACRO_SUBC, FERMI_3D, NV_FERMI_GR);
    upload_loop(chan);
    MACRO_DO(chan, 0, 2);
    nv_macro_run(chan);
    nv_assert_hex(nv_macro_scratch(nv, 0), 2);
    nv_fermi_channel_free(chan);
}

/* A method sent by a macro may take long: it waits, as methods do. */
static void waits(NVDev *nv)
{
    enum { WIDTH = 1024, HEIGHT = 512 };
    NVFermiChan *chan = nv_macro_chan(nv);
    NVFermiBuf buf = nv_fermi_buf(chan, true, WIDTH * HEIGHT * 4);
    NVFermiBuf sem = nv_fermi_buf(chan, false, 0x1000);

    nv_fermi_inc(chan, MACRO_SUBC, SURFACE_CLIP, WIDTH << 16, HEIGHT << 16);
    nv_fermi_inc(chan, MACRO_SUBC, COLOR_TARGET, buf.va >> 32, buf.va,
                 WIDTH * 4,
                 HEIGHT, 0xcf, 1 << 12, 1, 0, 0);
    MACRO_UPLOAD(chan, 0, 0, MACRO_TO(COLOR_CLEAR_VALUE, 1),
                 MACRO_IMM(MACRO_PARM_SEND, 2, 1, 0),
                 MACRO_TO(CLEAR_SURFACE, 0),
                 MACRO_IMM(MACRO_SEND, 0, 0, 0x3c),
                 MACRO_TO(COLOR_CLEAR_VALUE, 1),
                 MACRO_IMM(MACRO_SEND, 0, 2, 0),
                 MACRO_TO(CLEAR_SURFACE, 0) | MACRO_EXIT,
                 MACRO_IMM(MACRO_SEND, 0, 0, 0x3c));
    for (unsigned i = 0; i < 2; i++) {
        MACRO_DO(chan, 0, i ? 0 : 0x3f800000, i ? 0x3f800000 : 0);
        nv_macro_release(chan, sem.va, 0x61 + i);
        nv_macro_run(chan);
        nv_assert_hex(nv_fermi_buf_rd32(&sem, 0), 0x61 + i);
        nv_assert_hex(nv_fermi_buf_rd32(&buf, 0), i ? 0x00ff0000 : 0);
        nv_assert_hex(nv_fermi_buf_rd32(&buf, buf.size - 4),
                      i ? 0x00ff0000 : 0);
    }
    nv_fermi_channel_free(chan);
}

/* An invalid method stops PGRAPH; then the macro continues behind it. */
static void errors(NVDev *nv)
{
    static const struct {
        unsigned subc;
        uint32_t mthd, data, intr;
    } all[] = {
        { MACRO_SUBC, SHADER_EXCEPTIONS, 1, FERMI_INTR_ILLEGAL_MTHD },
        { MACRO_SUBC, MACRO_CALL(0), 1, FERMI_INTR_ILLEGAL_MTHD },
        { MACRO_SUBC, MACRO_CODE, 1, FERMI_INTR_ILLEGAL_MTHD },
        { MACRO_SUBC, REPORT_SEMAPHORE_A, 0x100, FERMI_INTR_DATA_ERROR },
        { MACRO_SUBC_2D, 0x200, 0xffff, FERMI_INTR_DATA_ERROR },
        { MACRO_SUBC_2D, 0xf00, 1, FERMI_INTR_ILLEGAL_MTHD },
    };
    NVFermiChan *chan = nv_macro_chan(nv);

    MACRO_UPLOAD(chan, 0, 0, MACRO_IMM(MACRO_PARM, 2, 0, 0),
                 MACRO_IMM(MACRO_MADDR, 0, 1, 0),
                 MACRO_IMM(MACRO_SEND, 0, 2, 0),
                 MACRO_TO(MACRO_SCRATCH, 0) | MACRO_EXIT,
                 MACRO_IMM(MACRO_SEND, 0, 1, 0));
    for (unsigned i = 0; i < ARRAY_SIZE(all); i++) {
        nv_fermi_inc(chan, all[i].subc, MACRO_SCRATCH, 0);
        nv_fermi_inc(chan, all[i].subc, MACRO_CALL(0), all[i].mthd / 4,
                     all[i].data);
        nv_fermi_kick(chan);
        nv_poll(nv_rd32(nv, A_NVC0_PGRAPH_INTR));
        nv_assert_hex(nv_macro_scratch(nv, 0), 0);
        nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_MACRO_STATE), 0x100);
        nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_STATUS), 0);
        nv_fermi_graph_error(chan, all[i].intr, all[i].subc, all[i].mthd,
                             all[i].data);
        nv_poll(!nv_rd32(nv, A_NVC0_PGRAPH_MACRO_STATE));
        nv_assert_hex(nv_macro_scratch(nv, 0), all[i].mthd / 4);
        nv_fermi_wait(chan);
        nv_fermi_graph_quiet(nv);
    }
    nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_MACRO_CODE_POS), 5);
    nv_fermi_channel_free(chan);
}

/* The first method that the macro sends is the one after NOTIFY. */
static void notifiers(NVDev *nv)
{
    NVFermiChan *chan = nv_macro_chan(nv);
    NVFermiBuf buf = nv_fermi_buf(chan, false, 0x1000);

    nv_fermi_buf_wr32(&buf, 12, 0xffffffff);
    MACRO_UPLOAD(chan, 0, 0, MACRO_TO(MACRO_SCRATCH, 1),
                 MACRO_IMM(MACRO_PARM, 2, 0, 0),
                 MACRO_IMM(MACRO_SEND, 0, 2, 0) | MACRO_EXIT, MACRO_NOP);
    nv_fermi_inc(chan, MACRO_SUBC, FERMI_SET_NOTIFY_A, buf.va >> 32, buf.va);
    nv_fermi_inc(chan, MACRO_SUBC, FERMI_NOTIFY, 0);
    MACRO_DO(chan, 0, 1);
    nv_macro_run(chan);
    nv_assert_hex(nv_fermi_buf_rd32(&buf, 12), 0xffffffff);
    nv_fermi_inc(chan, MACRO_SUBC, MACRO_CALL(0) + 4, 1);
    nv_macro_run(chan);
    nv_assert_hex(nv_fermi_buf_rd32(&buf, 12), 0);
    nv_fermi_channel_free(chan);
}

/* --- Runs of methods that are only stored ----------------------------- */

#define DST_FORMAT 0x200
#define DST_LINEAR 0x204

static void runs(NVDev *nv)
{
    NVFermiChan *chan = nv_macro_chan(nv);
    NVFermiBuf buf = nv_fermi_buf(chan, false, 0x1000);

    /* Its first method writes the notifier. */
    nv_fermi_buf_wr32(&buf, 12, 0xffffffff);
    nv_fermi_inc(chan, MACRO_SUBC, FERMI_SET_NOTIFY_A, buf.va >> 32, buf.va);
    nv_fermi_inc(chan, MACRO_SUBC, FERMI_NOTIFY, 0);
    nv_fermi_inc(chan, MACRO_SUBC, VERTEX_ATTRIB, 1, 2);
    nv_macro_run(chan);
    nv_assert_hex(nv_fermi_buf_rd32(&buf, 12), 0);
    nv_assert_hex(nv_macro_shadow(nv, FERMI_3D, VERTEX_ATTRIB + 4), 2);
    /* It goes on as scratch. */
    nv_fermi_inc(chan, MACRO_SUBC, MACRO_SCRATCH - 8, 3, 4, 5, 6);
    nv_macro_run(chan);
    nv_assert_hex(nv_macro_shadow(nv, FERMI_3D, MACRO_SCRATCH - 4), 4);
    nv_assert_hex(nv_macro_scratch(nv, 0), 5);
    nv_assert_hex(nv_macro_scratch(nv, 1), 6);
    /* An error in it stops it there. */
    nv_fermi_inc(chan, MACRO_SUBC_2D, DST_LINEAR, 0);
    nv_fermi_inc(chan, MACRO_SUBC_2D, DST_FORMAT, 0xffff, 1);
    nv_fermi_kick(chan);
    nv_poll(nv_rd32(nv, A_NVC0_PGRAPH_INTR));
    nv_assert_hex(nv_macro_shadow(nv, FERMI_2D, DST_LINEAR), 0);
    nv_fermi_graph_error(chan, FERMI_INTR_DATA_ERROR, MACRO_SUBC_2D,
                         DST_FORMAT, 0xffff);
    nv_fermi_wait(chan);
    nv_assert_hex(nv_macro_shadow(nv, FERMI_2D, DST_LINEAR), 1);
    nv_fermi_graph_quiet(nv);
    nv_fermi_channel_free(chan);
}

/* It waits for FECS, too. */
static void firmware_methods(NVDev *nv)
{
    NVFermiChan *chan = nv_macro_chan(nv);

    nv_wr32(nv, A_NVC0_PGRAPH_INTR_DISPATCH_CTXCTL_DOWN, 0x100);
    MACRO_UPLOAD(chan, 0, 0, MACRO_TO(0x2310, 0),
                 MACRO_IMM(MACRO_SEND, 0, 1, 0),
                 MACRO_TO(MACRO_SCRATCH, 0) | MACRO_EXIT,
                 MACRO_IMM(MACRO_SEND, 0, 1, 1));
    nv_fermi_inc(chan, MACRO_SUBC, MACRO_SCRATCH, 0);
    MACRO_DO(chan, 0, 0x81);
    nv_fermi_kick(chan);
    nv_poll(nv_rd32(nv, A_NVC0_PGRAPH_INTR_CTXCTL_DOWN));
    nv_clock_step(nv, 1000 * 1000);
    nv_assert_hex(nv_macro_scratch(nv, 0), 0);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_TRAPPED_ADDR),
                  MACRO_SUBC << 16 | 0x2310);
    nv_wr32(nv, A_NVC0_PGRAPH_INTR_CTXCTL_DOWN, 0x100);
    nv_poll(!nv_rd32(nv, A_NVC0_PGRAPH_MACRO_STATE));
    nv_assert_hex(nv_macro_scratch(nv, 0), 0x82);
    nv_macro_run(chan);
    nv_fermi_channel_free(chan);
}

/* --- State ------------------------------------------------------------ */

#define FECS 0x409000
#define ENTRIES(_addr, _count) (((_count) - 1) << 26 | (_addr))

static void fecs(NVDev *nv, uint32_t reg, uint32_t val)
{
    nv_falcon_wr32(nv, FECS, reg, val);
}

/* hub.fuc's ctx_xfer for the state of macros, to or from video memory */
static void exchange(NVDev *nv, uint32_t mem, bool load)
{
    fecs(nv, A_NV_CTXCTL_MEM_TARGET, 2);
    fecs(nv, A_NV_CTXCTL_MEM_BASE, mem >> 8);
    fecs(nv, A_NV_CTXCTL_STRAND_SAVE_SWBASE, 1);
    fecs(nv, A_NV_CTXCTL_STRAND_LOAD_SWBASE, 1);
    fecs(nv, A_NV_CTXCTL_STRAND_CMD, load ? 4 : 3);
    fecs(nv, A_NV_CTXCTL_MMCTX_SAVE_SWBASE, 0);
    fecs(nv, A_NV_CTXCTL_MMCTX_LOAD_SWBASE, 0);
    fecs(nv, A_NV_CTXCTL_MMCTX_CTRL, 0x21000 | load << 16);
    fecs(nv, A_NV_CTXCTL_MMCTX_QUEUE, ENTRIES(A_NVC0_PGRAPH_MACRO_REG_1, 14));
    fecs(nv, A_NV_CTXCTL_MMCTX_QUEUE,
         ENTRIES(A_NVC0_PGRAPH_MACRO_ENTRY_POS, 15));
}

static void spoil(NVFermiChan *chan)
{
    NVDev *nv = chan->nv;

    for (unsigned i = 1; i < 15; i++) {
        nv_wr32(nv, A_NVC0_PGRAPH_MACRO_REG + i * 4, 0);
    }
    MACRO_UPLOAD(chan, 0, 0, 0, 0, 0, 0);
    MACRO_UPLOAD(chan, 1, 0, 0, 0, 0, 0);
    nv_fermi_inc(chan, MACRO_SUBC, MACRO_SCRATCH, 0, 0, 0, 0);
    nv_fermi_inc(chan, MACRO_SUBC, VERTEX_ATTRIB, 0);
    nv_fermi_inc(chan, MACRO_SUBC, MACRO_SHADOW_CONTROL, TRACK);
    nv_macro_run(chan);
}

/* A macro that waits, or has been stopped, continues in its context. */
static void contexts(NVDev *nv)
{
    NVFermiChan *chan = nv_macro_chan(nv);
    uint32_t size = nv_falcon_rd32(nv, FECS, A_NV_CTXCTL_STRAND_WORDS) * 4;
    uint32_t mem = nv_vram_alloc(nv, ROUND_UP(size + 0x100, 0x1000));

    MACRO_UPLOAD(chan, 0, 0, MACRO_TO(MACRO_SCRATCH, 1),
                 MACRO_IMM(MACRO_PARM_SEND, 2, 1, 1),
                 MACRO_IMM(MACRO_SEND, 0, 2, 2) | MACRO_EXIT, MACRO_NOP);
    MACRO_UPLOAD(chan, 1, 8, MACRO_TO(SHADER_EXCEPTIONS, 0),
                 MACRO_IMM(MACRO_SEND, 0, 1, 0),
                 MACRO_TO(MACRO_SCRATCH, 0) | MACRO_EXIT,
                 MACRO_IMM(MACRO_SEND, 0, 1, 1));
    nv_fermi_inc(chan, MACRO_SUBC, VERTEX_ATTRIB, 0x91);
    nv_fermi_inc(chan, MACRO_SUBC, MACRO_SHADOW_CONTROL, TRACK_WITH_FILTER);
    MACRO_DO(chan, 0, 0x92);
    nv_macro_run(chan);
    exchange(nv, mem, false);
    spoil(chan);
    exchange(nv, mem, true);
    nv_fermi_inc(chan, MACRO_SUBC, MACRO_CALL(0) + 4, 0x93);
    nv_macro_run(chan);
    nv_assert_hex(nv_macro_scratch(nv, 0), 0x93);
    nv_assert_hex(nv_macro_scratch(nv, 1), 0x95);
    nv_assert_hex(nv_macro_shadow(nv, FERMI_3D, VERTEX_ATTRIB), 0x91);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_MACRO_SHADOW_CONTROL),
                  TRACK_WITH_FILTER);
    /* Stopped at a method, it continues when the next one arrives. */
    MACRO_DO(chan, 1, 0x94);
    nv_fermi_kick(chan);
    nv_poll(nv_rd32(nv, A_NVC0_PGRAPH_INTR));
    exchange(nv, mem, false);
    nv_wr32(nv, A_NVC0_PGRAPH_MACRO_STATE, 0);
    nv_fermi_graph_error(chan, FERMI_INTR_ILLEGAL_MTHD, MACRO_SUBC,
                         SHADER_EXCEPTIONS, 0x94);
    spoil(chan);
    exchange(nv, mem, true);
    nv_fermi_inc(chan, MACRO_SUBC_2D, FERMI_NO_OPERATION, 0);
    nv_macro_run(chan);
    nv_assert_hex(nv_macro_scratch(nv, 0), 0x95);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_MACRO_STATE), 0);
    nv_fermi_channel_free(chan);
}

/* Programs, scratch, shadows, and a macro that waits or is under way */
static void migrates(NVDev *nv)
{
    NVFermiChan *chan = nv_macro_chan(nv);

    MACRO_UPLOAD(chan, 0x7f, 0x7f0, MACRO_TO(MACRO_SCRATCH, 1),
                 MACRO_IMM(MACRO_PARM_SEND, 2, 1, 1),
                 MACRO_IMM(MACRO_SEND, 0, 2, 2) | MACRO_EXIT, MACRO_NOP);
    nv_fermi_inc(chan, MACRO_SUBC, VERTEX_ATTRIB, 0x71);
    MACRO_DO(chan, 0x7f, 0x72);
    nv_macro_run(chan);
    nv_migrate(nv);
    nv_fermi_inc(chan, MACRO_SUBC, MACRO_CALL(0) + 4, 0x73);
    nv_macro_run(chan);
    nv_assert_hex(nv_macro_shadow(nv, FERMI_3D, VERTEX_ATTRIB), 0x71);
    nv_assert_hex(nv_macro_scratch(nv, 0), 0x73);
    nv_assert_hex(nv_macro_scratch(nv, 1), 0x75);
    MACRO_DO(chan, 0x7f, 0x74, 0x75);
    nv_macro_run(chan);
    nv_assert_hex(nv_macro_scratch(nv, 0), 0x75);
    MACRO_UPLOAD(chan, 0, 0, MACRO_BRAZ(0, 0) | MACRO_ANNUL);
    MACRO_DO(chan, 0, 1);
    nv_fermi_kick(chan);
    nv_poll(nv_rd32(nv, A_NVC0_PGRAPH_MACRO_STATE) == 0x100);
    nv_migrate(nv);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_MACRO_STATE), 0x100);
    nv_assert_hex(nv_rd32(nv, A_NVC0_PGRAPH_STATUS), 1);
    nv_fermi_channel_free(chan);
}

/* Methods of the processor's own have class header 9097's names in a trace. */
static void names(NVDev *nv)
{
    static const struct {
        uint32_t mthd;
        const char *name;
    } all[] = {
        { 0x0114, "LOAD_MME_INSTRUCTION_RAM_POINTER" },
        { 0x0118, "LOAD_MME_INSTRUCTION_RAM" },
        { 0x011c, "LOAD_MME_START_ADDRESS_RAM_POINTER" },
        { 0x0120, "LOAD_MME_START_ADDRESS_RAM" },
        { 0x0124, "SET_MME_SHADOW_RAM_CONTROL" },
        { 0x3818, "CALL_MME_MACRO" },
        { 0x381c, "CALL_MME_DATA" },
    };
    NVFermiChan *chan = nv_macro_chan(nv);

    MACRO_UPLOAD(chan, 3, 0, MACRO_IMM(MACRO_PARM, 2, 0, 0) | MACRO_EXIT,
                 MACRO_NOP);
    nv_macro_run(chan);
    nv_trace(nv, "nv_pgraph_method", true);
    for (unsigned i = 0; i < ARRAY_SIZE(all); i++) {
        nv_fermi_inc(chan, MACRO_SUBC, all[i].mthd, i);
    }
    nv_macro_run(chan);
    for (unsigned i = 0; i < ARRAY_SIZE(all); i++) {
        g_autofree char *line = g_strdup_printf(
            "subchannel %u class 0x%04x %s 0x%04x data 0x%08x", MACRO_SUBC,
            FERMI_3D, all[i].name, all[i].mthd, i);

        g_assert_cmpuint(nv_log_count(nv, line), ==, 1);
    }
    nv_fermi_channel_free(chan);
}

/* Whatever registers and programs contain, the device survives. */
static void fuzz(NVDev *nv)
{
    NVFermiChan *chan = nv_macro_chan(nv);

    nv_wr32(nv, A_NVC0_PGRAPH_MACRO_WDCNT, 1000);
    for (unsigned round = 0; round < 150; round++) {
        uint32_t code[64];

        for (unsigned i = 0; i < ARRAY_SIZE(code); i++) {
            code[i] = nv_random() & (nv_random() & 1 ? 0xffffff7f : -1u);
        }
        nv_wr32(nv, A_NVC0_PGRAPH_MACRO_REG + nv_random() % 48 * 4,
                nv_random());
        nv_macro_upload(chan, round % 0x80, nv_random(), code,
                        ARRAY_SIZE(code));
        nv_macro_call(chan, round % 0x80, code, 1 + nv_random() % 20);
        nv_fermi_kick(chan);
        nv_wr32(nv, A_NVC0_PGRAPH_INTR, 0xffffffff);
        nv_wr32(nv, A_NVC0_PGRAPH_FIFO_CONTROL, 0x00010001);
        nv_clock_step(nv, 10000);
        if (round % 16 == 15) {
            nv_mask(nv, A_NV_PMC_ENABLE, 0x1000, 0);
            nv_mask(nv, A_NV_PMC_ENABLE, 0x1000, 0x1000);
            nv_fermi_graph_init(nv);
        }
    }
    nv_fermi_channel_free(chan);
    /* A program works as before. */
    nv_machine_reset(nv);
    nv_init(nv);
    chan = nv_macro_chan(nv);
    MACRO_UPLOAD(chan, 0, 0, MACRO_TO(VERTEX_ATTRIB, 0) | MACRO_EXIT,
                 MACRO_IMM(MACRO_SEND, 0, 1, 1));
    MACRO_DO(chan, 0, 0x51);
    nv_macro_run(chan);
    nv_assert_hex(nv_macro_shadow(nv, FERMI_3D, VERTEX_ATTRIB), 0x52);
    nv_fermi_channel_free(chan);
}

#define ON .needs = NV_CARD_NVC0

static const NVTest tests[] = {
    { "fermi-mme/traps", "", traps, ON },
    { "fermi-mme/traps-off", "", traps_off, ON },
    { "fermi-mme/loops", "bounded-work", loops, ON },
    { "fermi-mme/endless", "bounded-work hostile-commands", endless, ON },
    { "fermi-mme/waits", "", waits, ON },
    { "fermi-mme/errors", "", errors, ON },
    { "fermi-mme/notifiers", "", notifiers, ON },
    { "fermi-mme/runs", "", runs, ON },
    { "fermi-mme/firmware-methods", "", firmware_methods, ON },
    { "fermi-mme/names", "introspection", names, ON },
    { "fermi-mme/contexts", "migration", contexts, ON },
    { "fermi-mme/migrates", "migration", migrates, ON },
    { "fermi-mme/fuzz", "fuzzing hostile-commands!", fuzz, ON },
};

int main(int argc, char **argv)
{
    return nv_test_main_by_family(argc, argv, tests, ARRAY_SIZE(tests));
}
