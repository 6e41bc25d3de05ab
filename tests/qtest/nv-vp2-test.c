/*
 * Tests of the NVIDIA GPU: PCIPHER, and the engines of VP2 that only take
 * methods, NV84:NV98 and NVA0
 *
 * As nouveau drives them: nvkm/engine/cipher/g84.c, nouveau_bo74c1.c and
 * nvkm/engine/xtensa.c.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/units.h"
#include "hw/nv/bus-regs.h"
#include "hw/nv/vp2-regs.h"
#include "libnv/nv-checker.h"
#include "libnv/nv-debug.h"
#include "libnv/nv-graph.h"
#include "libnv/nv-report.h"
#include "libnv/nv-snapshot.h"
#include "libnv/nv-tesla.h"
#include "libnv/nv-test.h"

#define CHID 2
#define OTHER 3
#define SUBC 4

#define CLASS 0x74c1
#define HANDLE 0xbeef74c1
#define QUERY_HANDLE 0xd0
#define IN_HANDLE 0xd1
#define OUT_HANDLE 0xd2
#define VM_HANDLE 0xd3

/* rnndb, vdec/vp2/cipher_fifo.xml */
enum {
    NOP = 0x0100,
    PM_TRIGGER = 0x0140,
    DMA_QUERY = 0x0180,
    DMA_SRC = 0x0184,
    KEY = 0x0200,
    CRYPT_MODE = 0x0300,
    LENGTH = 0x0304,
    LAUNCH = 0x0318,
    QUERY_ADDRESS_HIGH = 0x031c,
    QUERY_GET = 0x0328,
    LAUNCH_ENCRYPT = 1,
    LAUNCH_QUERY_WRITE = 1 << 4,
    LAUNCH_QUERY_WRITE_AND_INTR = 2 << 4,
};

#define FIFO_ACCESS R_NV_PCIPHER_UNK00C_FIFO_ACCESS_MASK
#define INTR(_name) R_NV_PCIPHER_INTR_ ## _name ## _MASK

/* The context: G84_CRCTX */
#define CONTEXT 0xa0
#define CONTEXT_SIZE 0x100

#define SIZE (64 * KiB)

/* NV98 and later ones have VP3 or VP4. */
static bool has_vp2(const NVCard *card)
{
    return card->features & NV_CARD_NV84 &&
           !(card->features & NV_CARD_NVA3) && strcmp(card->name, "nv98");
}

static bool is_tesla(const NVCard *card)
{
    return card->features & NV_CARD_NV50;
}

/* --- A channel --------------------------------------------------------- */

/* g84_cipher_init(), nv50_fb_init() */
static void init(NVDev *nv)
{
    nv_wr32(nv, A_NV_PMC_INTR_EN, 1);
    nv_wr32(nv, A_NV_PFB_MMU_VM_FAULT, 0x001d07ff);
    nv_wr32(nv, A_NV_PCIPHER_INTR, 0xffffffff);
    nv_wr32(nv, A_NV_PCIPHER_INTR_EN, 0xffffffbf);
    nv_wr32(nv, A_NV_PCIPHER_UNK00C, 0x00000010);
}

/* A channel's context, by what g84_ectx_bind() writes */
static uint32_t context_new(NVDev *nv, unsigned chid)
{
    uint32_t context = nv_vram_alloc(nv, CONTEXT_SIZE);

    nv_phys_clear(nv, context, CONTEXT_SIZE);
    nv_vm_dmaobj(nv, nv->tesla->block[chid] + CONTEXT, 0x00190000, context,
                 context + CONTEXT_SIZE - 1);
    return context;
}

static void name(NVDev *nv, unsigned chid, uint32_t handle, uint32_t inst)
{
    nv_ramht_insert(nv, chid, handle, NV_ENGINE_PCIPHER, inst);
}

typedef struct Rig {
    NVChan *chan;
    uint32_t context;
    uint32_t inst;
    NVBuf *query, *in, *out;
} Rig;

/* nv50_bo_move_init() */
static void rig_new_at(Rig *r, NVDev *nv, unsigned chid, NVPlace in,
                       NVPlace out, uint32_t size)
{
    r->chan = nv_chan_new(nv, chid, NV_IN_RAM);
    r->context = context_new(nv, chid);
    r->inst = nv_inst_object(nv, CLASS);
    r->query = nv_buf_new(nv, NV_IN_RAM, 4096, 0x3d);
    r->in = nv_buf_new(nv, in, size, 0x3d);
    r->out = nv_buf_new(nv, out, size, 0x3d);
    name(nv, chid, HANDLE, r->inst);
    name(nv, chid, QUERY_HANDLE, r->query->inst);
    name(nv, chid, IN_HANDLE, r->in->inst);
    name(nv, chid, OUT_HANDLE, r->out->inst);
    nv_push_object(r->chan, SUBC, HANDLE);
    nv_push_inc(r->chan, SUBC, DMA_QUERY, QUERY_HANDLE, IN_HANDLE, OUT_HANDLE);
}

static void rig_new(Rig *r, NVDev *nv, NVPlace in, NVPlace out, uint32_t size)
{
    init(nv);
    rig_new_at(r, nv, CHID, in, out, size);
}

static void rig_free(Rig *r)
{
    nv_buf_free(r->query);
    nv_buf_free(r->in);
    nv_buf_free(r->out);
    nv_chan_free(r->chan);
}

static void assert_quiet(NVDev *nv)
{
    NVVmTrap trap;

    nv_assert_reg(nv, NV_PCIPHER_INTR, 0);
    nv_assert_hex(nv_field(nv, NV_PCIPHER_UNK00C, FIFO_ACCESS), 1);
    g_assert_false(nv_vm_trap(nv, &trap));
    nv_assert_quiet(nv);
}

/* nv84_bo_move_exec() */
static void push_copy(Rig *r, uint64_t in, uint64_t out, uint32_t length,
                      uint32_t launch)
{
    nv_push_inc(r->chan, SUBC, LENGTH, length, in >> 32, in, out >> 32, out,
                launch);
}

static void submit(Rig *r)
{
    static uint32_t ref;

    nv_push_ref(r->chan, ++ref);
    nv_kick(r->chan);
    nv_poll(nv_user_ref(r->chan) == ref);
}

static void check_copy(Rig *r, uint32_t in, uint32_t out, uint32_t length)
{
    g_autofree uint8_t *from = g_malloc(SIZE), *want = g_malloc(SIZE);
    g_autofree uint8_t *got = g_malloc(SIZE);

    nv_random_fill(from, SIZE);
    nv_random_fill(want, SIZE);
    nv_buf_write(r->in, 0, from, SIZE);
    nv_buf_write(r->out, 0, want, SIZE);
    push_copy(r, in, out, length, 0);
    submit(r);
    assert_quiet(r->chan->nv);
    memcpy(want + out, from + in, length);
    nv_buf_read(r->out, 0, got, SIZE);
    if (memcmp(want, got, SIZE)) {
        nv_fail("%u bytes from %u to %u differ", length, in, out);
    }
}

/* --- Copies ------------------------------------------------------------ */

static void copies(NVDev *nv)
{
    for (unsigned n = 0; n < ARRAY_SIZE(nv_places); n++) {
        Rig r;

        nv_init(nv);
        rig_new(&r, nv, nv_places[n], nv_places[(n + 1) % 3], SIZE);
        check_copy(&r, 0, 0, SIZE);
        check_copy(&r, 4093, 1, 0);
        for (unsigned i = 0; i < 8; i++) {
            uint32_t in = nv_random_below(SIZE), out = nv_random_below(SIZE);

            check_copy(&r, in, out,
                       1 + nv_random_below(SIZE - MAX(in, out)));
        }
        rig_free(&r);
    }
}

/* By virtual addresses, through an object with the whole address space */
static void addresses(NVDev *nv)
{
    uint64_t va = 0xff00000000ull;
    uint32_t table, all;
    Rig r;

    rig_new(&r, nv, NV_IN_VRAM, NV_IN_VRAM, SIZE);
    table = nv_vm_table(nv, nv->tesla->block[CHID], va, NV_VM_SMALL);
    nv_vm_set(nv, table, va, NV_VM_SMALL, r.in->base | NV_VM_PRESENT);
    nv_vm_set(nv, table, va + 4096, NV_VM_SMALL, r.out->base | NV_VM_PRESENT);
    all = nv_tesla_dmaobj(nv, NV_VM_DMAOBJ | 0x3d, 0, 0xffffffffffull);
    name(nv, CHID, VM_HANDLE, all);
    nv_push_inc(r.chan, SUBC, DMA_SRC, VM_HANDLE, VM_HANDLE);
    nv_buf_wr32(r.in, 0x104, 0x12345678);
    nv_buf_wr32(r.out, 0x204, 0);
    nv_buf_wr32(r.out, 0x208, 0x55);
    push_copy(&r, va + 0x104, va + 4096 + 0x204, 4, 0);
    submit(&r);
    assert_quiet(nv);
    nv_assert_hex(nv_buf_rd32(r.out, 0x204), 0x12345678);
    nv_assert_hex(nv_buf_rd32(r.out, 0x208), 0x55);
    rig_free(&r);
}

/* Methods set registers; LAUNCH's has its fields elsewhere. */
static void registers(NVDev *nv)
{
    uint32_t offset;
    Rig r;

    nv_assert_reg(nv, NV_PCIPHER_UNK00C, 0);
    rig_new(&r, nv, NV_IN_VRAM, NV_IN_VRAM, SIZE);
    offset = nv->tesla->block[CHID];
    push_copy(&r, 0x1000, 0x2000, 0x30, LAUNCH_QUERY_WRITE | 1 << 8 | 1 << 12);
    nv_push_inc(r.chan, SUBC, CRYPT_MODE, 0x10004);
    nv_push_inc(r.chan, SUBC, QUERY_ADDRESS_HIGH, 0x12, 0x3456, 0x789);
    nv_push_inc(r.chan, SUBC, NOP, 1);
    nv_push_inc(r.chan, SUBC, PM_TRIGGER, 1);
    nv_push_inc(r.chan, SUBC, KEY, 1, 2, 3, 4, 5, 6, 7, 8);
    submit(&r);
    assert_quiet(nv);
    nv_assert_reg(nv, NV_PCIPHER_LENGTH, 0x30);
    nv_assert_reg(nv, NV_PCIPHER_SRC_ADDRESS_LOW, 0x1000);
    nv_assert_reg(nv, NV_PCIPHER_DST_ADDRESS_LOW, 0x2000);
    nv_assert_reg(nv, NV_PCIPHER_LAUNCH, 0x11010);
    nv_assert_reg(nv, NV_PCIPHER_CRYPT_MODE, 0x10004);
    nv_assert_reg(nv, NV_PCIPHER_QUERY_ADDRESS_HIGH, 0x12);
    nv_assert_reg(nv, NV_PCIPHER_QUERY_ADDRESS_LOW, 0x3456);
    nv_assert_reg(nv, NV_PCIPHER_QUERY_SEQUENCE, 0x789);
    nv_assert_reg(nv, NV_PCIPHER_FIFO_MTHD, KEY + 28);
    nv_assert_reg(nv, NV_PCIPHER_FIFO_DATA, 8);
    nv_assert_reg(nv, NV_PCIPHER_CHAN_CUR, 0x80000000 | offset >> 12);
    nv_assert_reg(nv, NV_PCIPHER_INSTANCE,
                  nv_tesla_offset(nv, CHID, r.inst));
    nv_assert_reg(nv, NV_PCIPHER_DMA_SRC,
                  nv_tesla_offset(nv, CHID, r.in->inst));
    nv_assert_reg(nv, NV_PCIPHER_VALID, 0x73);
    rig_free(&r);
}

/* AES isn't modelled: the destination stays, and the report says so. */
static void encryption(NVDev *nv)
{
    g_autofree char *report = NULL;
    Rig r;

    rig_new(&r, nv, NV_IN_VRAM, NV_IN_VRAM, SIZE);
    nv_buf_wr32(r.in, 0, 0x11111111);
    nv_buf_wr32(r.out, 0, 0x22222222);
    nv_push_inc(r.chan, SUBC, QUERY_ADDRESS_HIGH, 0, 0, 7);
    push_copy(&r, 0, 0, 16, LAUNCH_ENCRYPT | LAUNCH_QUERY_WRITE);
    submit(&r);
    assert_quiet(nv);
    nv_assert_hex(nv_buf_rd32(r.out, 0), 0x22222222);
    nv_assert_hex(nv_buf_rd32(r.query, 0), 7);
    report = nv_report_text(nv);
    g_assert_nonnull(strstr(report, "74c1"));
    rig_free(&r);
}

/* --- Queries ----------------------------------------------------------- */

static void queries(NVDev *nv)
{
    Rig r;

    rig_new(&r, nv, NV_IN_VRAM, NV_IN_RAM, SIZE);
    nv_buf_wr32(r.in, 0, 0xabcd);
    nv_buf_wr32(r.query, 0x20, 0);
    nv_buf_wr32(r.query, 0x24, 0xffffffff);
    nv_buf_wr32(r.query, 0x30, 0xffffffff);
    nv_push_inc(r.chan, SUBC, QUERY_ADDRESS_HIGH, 0, 0x20, 0x1001);
    push_copy(&r, 0, 0, 4, LAUNCH_QUERY_WRITE);
    submit(&r);
    assert_quiet(nv);
    nv_assert_hex(nv_buf_rd32(r.out, 0), 0xabcd);
    nv_assert_hex(nv_buf_rd32(r.query, 0x20), 0x1001);
    nv_assert_hex(nv_buf_rd32(r.query, 0x24), 0);
    nv_assert_hex(nv_buf_rd32(r.query, 0x30), 0xffffffff);

    /* An interrupt; it holds up nothing. */
    nv_push_inc(r.chan, SUBC, QUERY_ADDRESS_HIGH, 0, 0x20, 0x1002);
    push_copy(&r, 0, 4, 4, LAUNCH_QUERY_WRITE_AND_INTR);
    submit(&r);
    nv_assert_hex(nv_buf_rd32(r.query, 0x20), 0x1002);
    nv_assert_reg(nv, NV_PCIPHER_INTR, INTR(QUERY));
    nv_assert_hex(nv_field(nv, NV_PMC_INTR, PCIPHER), 1);
    g_assert_true(nv_intx(nv));
    nv_wr32(nv, A_NV_PCIPHER_INTR, INTR(QUERY));
    g_assert_false(nv_intx(nv));
    assert_quiet(nv);

    /* Without a copy */
    nv_push_inc(r.chan, SUBC, QUERY_ADDRESS_HIGH, 0, 0x20, 0x1003);
    nv_push_inc(r.chan, SUBC, QUERY_GET, 0);
    submit(&r);
    assert_quiet(nv);
    nv_assert_hex(nv_buf_rd32(r.query, 0x20), 0x1003);
    nv_push_inc(r.chan, SUBC, QUERY_GET, 1);
    submit(&r);
    nv_assert_reg(nv, NV_PCIPHER_INTR, INTR(QUERY));
    rig_free(&r);
}

/* --- Errors ------------------------------------------------------------ */

/* g84_cipher_intr(); methods wait until it lets them go on. */
static void handle(Rig *r, uint32_t intr, uint32_t mthd, uint32_t data)
{
    NVDev *nv = r->chan->nv;
    uint32_t ref = nv_user_ref(r->chan);

    nv_poll(nv_rd32(nv, A_NV_PCIPHER_INTR));
    nv_assert_reg(nv, NV_PCIPHER_INTR, intr);
    nv_assert_hex(nv_field(nv, NV_PMC_INTR, PCIPHER), 1);
    g_assert_true(nv_intx(nv));
    nv_assert_reg(nv, NV_PCIPHER_FIFO_MTHD, mthd);
    nv_assert_reg(nv, NV_PCIPHER_FIFO_DATA, data);
    nv_assert_reg(nv, NV_PCIPHER_CHAN_CUR,
                  0x80000000 | nv->tesla->block[r->chan->chid] >> 12);
    nv_assert_hex(nv_field(nv, NV_PCIPHER_UNK00C, FIFO_ACCESS), 0);
    nv_wr32(nv, A_NV_PCIPHER_INTR, intr);
    g_assert_false(nv_intx(nv));
    nv_assert_hex(nv_user_ref(r->chan), ref);
    nv_wr32(nv, A_NV_PCIPHER_UNK00C, FIFO_ACCESS);
}

static void errors_end(Rig *r, uint32_t ref)
{
    nv_poll(nv_user_ref(r->chan) == ref);
    assert_quiet(r->chan->nv);
    rig_free(r);
}

static void illegal_methods(NVDev *nv)
{
    static const uint32_t mthds[] = { 0x0104, 0x018c, 0x0220, 0x032c, 0x1ffc };
    Rig r;

    rig_new(&r, nv, NV_IN_VRAM, NV_IN_VRAM, SIZE);
    submit(&r);
    for (unsigned i = 0; i < ARRAY_SIZE(mthds); i++) {
        bool object = mthds[i] >= 0x180 && mthds[i] < 0x200;

        nv_push_inc(r.chan, SUBC, mthds[i], object ? IN_HANDLE : 0x77);
        nv_push_ref(r.chan, 0x500 + i);
        nv_kick(r.chan);
        handle(&r, INTR(ILLEGAL_MTHD), mthds[i],
               object ? nv_tesla_offset(nv, CHID, r.in->inst) : 0x77);
        nv_poll(nv_user_ref(r.chan) == 0x500 + i);
    }
    errors_end(&r, 0x504);
}

/* Only its own class; without an object it starts nothing. */
static void illegal_class(NVDev *nv)
{
    uint32_t inst;
    Rig r;

    rig_new(&r, nv, NV_IN_VRAM, NV_IN_VRAM, SIZE);
    submit(&r);
    inst = nv_inst_object(nv, 0x5039);
    name(nv, CHID, 0x5039, inst);
    nv_push_object(r.chan, SUBC, 0x5039);
    push_copy(&r, 0, 0, 16, 0);
    nv_push_object(r.chan, SUBC, HANDLE);
    push_copy(&r, 0, 0, 16, 0);
    nv_push_ref(r.chan, 0x600);
    nv_kick(r.chan);
    handle(&r, INTR(ILLEGAL_CLASS), 0, nv_tesla_offset(nv, CHID, inst));
    handle(&r, INTR(INVALID_STATE), LAUNCH, 0);
    errors_end(&r, 0x600);
}

/* What a method needs must have been named, and be a DMA object. */
static void invalid_state(NVDev *nv)
{
    Rig r;

    rig_new(&r, nv, NV_IN_VRAM, NV_IN_VRAM, SIZE);
    submit(&r);
    for (unsigned i = 0; i < 3; i++) {
        uint32_t launch = i ? 0 : LAUNCH_QUERY_WRITE;

        nv_push_inc(r.chan, SUBC, DMA_QUERY, QUERY_HANDLE, IN_HANDLE,
                    OUT_HANDLE);
        nv_push_inc(r.chan, SUBC, DMA_QUERY + i * 4, HANDLE);
        push_copy(&r, 0, 0, 16, launch);
        nv_push_ref(r.chan, 0x700 + i);
        nv_kick(r.chan);
        handle(&r, INTR(INVALID_STATE), LAUNCH, launch);
        nv_poll(nv_user_ref(r.chan) == 0x700 + i);
        nv_assert_reg(nv, NV_PCIPHER_VALID, 0x73 & ~(0x10 << i));
    }
    nv_push_inc(r.chan, SUBC, DMA_QUERY, HANDLE);
    nv_push_inc(r.chan, SUBC, QUERY_GET, 0);
    nv_push_ref(r.chan, 0x703);
    nv_kick(r.chan);
    handle(&r, INTR(INVALID_STATE), QUERY_GET, 0);
    errors_end(&r, 0x703);
}

static void assert_trap(NVDev *nv, unsigned slot, unsigned reason,
                        uint64_t addr, bool read)
{
    NVVmTrap trap;

    g_assert_true(nv_vm_trap(nv, &trap));
    nv_assert_hex(trap.engine, 0xa);
    nv_assert_hex(trap.client, 0xe);
    nv_assert_hex(trap.slot, slot);
    nv_assert_hex(trap.reason, reason);
    nv_assert_hex(trap.inst, nv->tesla->block[CHID]);
    nv_assert_hex(trap.read, read);
    if (addr) {
        nv_assert_hex(trap.addr, addr);
    }
}

/* The MMU reports them where enabled; the copy ends at the fault. */
static void faults(NVDev *nv)
{
    Rig r;

    rig_new(&r, nv, NV_IN_VRAM, NV_IN_VRAM, SIZE);
    nv_buf_wr32(r.in, SIZE - 4, 0x4321);
    nv_buf_wr32(r.out, 0, 0);
    submit(&r);
    push_copy(&r, SIZE - 4, 0, 8, 0);
    nv_push_ref(r.chan, 0x800);
    nv_kick(r.chan);
    handle(&r, INTR(FAULT), LAUNCH, 0);
    assert_trap(nv, 1, 0xf, 0, true);
    nv_assert_hex(nv_buf_rd32(r.out, 0), 0x4321);
    push_copy(&r, 0, SIZE, 4, 0);
    nv_push_ref(r.chan, 0x801);
    nv_kick(r.chan);
    handle(&r, INTR(FAULT), LAUNCH, 0);
    assert_trap(nv, 2, 0xf, 0, false);

    /* Queries, and a fault that isn't reported */
    nv_wr32(nv, A_NV_PFB_MMU_VM_FAULT, 0x000d07ff);
    nv_push_inc(r.chan, SUBC, QUERY_ADDRESS_HIGH, 0, 4096, 1);
    push_copy(&r, 0, 0, 4, LAUNCH_QUERY_WRITE);
    nv_push_ref(r.chan, 0x802);
    nv_kick(r.chan);
    handle(&r, INTR(FAULT), LAUNCH, LAUNCH_QUERY_WRITE);
    errors_end(&r, 0x802);
}

static void query_fault(NVDev *nv)
{
    Rig r;

    rig_new(&r, nv, NV_IN_VRAM, NV_IN_VRAM, SIZE);
    submit(&r);
    nv_push_inc(r.chan, SUBC, QUERY_ADDRESS_HIGH, 0, 4096, 1);
    nv_push_inc(r.chan, SUBC, QUERY_GET, 1);
    nv_push_ref(r.chan, 0x810);
    nv_kick(r.chan);
    handle(&r, INTR(FAULT), QUERY_GET, 1);
    assert_trap(nv, 3, 0xf, 0, false);
    errors_end(&r, 0x810);
}

/* A debugger is told by name. */
static void breakpoint(NVDev *nv)
{
    Rig r;

    rig_new(&r, nv, NV_IN_VRAM, NV_IN_VRAM, SIZE);
    submit(&r);
    nv_break(nv, "1 error what=PCIPHER_ILLEGAL_MTHD");
    nv_push_inc(r.chan, SUBC, 0x0104, 0x77);
    nv_kick(r.chan);
    nv_stopped_at(nv, "what=PCIPHER_ILLEGAL_MTHD");
    nv_break_none(nv);
    nv_go_on(nv);
    rig_free(&r);
}

/* --- Channels ---------------------------------------------------------- */

static void contexts(NVDev *nv)
{
    Rig a, b;

    init(nv);
    rig_new_at(&a, nv, CHID, NV_IN_VRAM, NV_IN_VRAM, SIZE);
    rig_new_at(&b, nv, OTHER, NV_IN_VRAM, NV_IN_VRAM, SIZE);
    nv_phys_wr32(nv, a.context + 0x3c, 0x600dcafe);
    nv_buf_wr32(a.in, 0x10, 0xaaaa);
    nv_buf_wr32(b.in, 0x20, 0xbbbb);
    /* All but the last method, each in turn */
    nv_push_inc(a.chan, SUBC, LENGTH, 4, 0, 0x10, 0, 0x100);
    nv_push_inc(a.chan, SUBC, CRYPT_MODE, 2);
    nv_push_inc(a.chan, SUBC, QUERY_ADDRESS_HIGH, 0x12, 0x40, 0xace);
    submit(&a);
    nv_push_inc(b.chan, SUBC, LENGTH, 4, 0, 0x20, 0, 0x200);
    submit(&b);
    nv_assert_reg(nv, NV_PCIPHER_SRC_ADDRESS_LOW, 0x20);
    nv_assert_reg(nv, NV_PCIPHER_QUERY_SEQUENCE, 0);
    nv_assert_hex(nv_phys_rd32(nv, a.context + 0x3c), 0x600dcafe);
    nv_assert_hex(nv_phys_rd32(nv, a.context + 0x40),
                  nv_tesla_offset(nv, CHID, a.query->inst));
    nv_assert_hex(nv_phys_rd32(nv, a.context + 0x44), 2);
    nv_assert_hex(nv_phys_rd32(nv, a.context + 0x48),
                  nv_tesla_offset(nv, CHID, a.inst));
    nv_assert_hex(nv_phys_rd32(nv, a.context + 0x4c), 0x73);
    nv_assert_hex(nv_phys_rd32(nv, a.context + 0x50), 0x12);
    nv_assert_hex(nv_phys_rd32(nv, a.context + 0x54), 0x40);
    nv_assert_hex(nv_phys_rd32(nv, a.context + 0x58),
                  nv_tesla_offset(nv, CHID, a.out->inst));
    nv_assert_hex(nv_phys_rd32(nv, a.context + 0x5c),
                  nv_tesla_offset(nv, CHID, a.in->inst));
    nv_assert_hex(nv_phys_rd32(nv, a.context + 0x64), 0x100);
    nv_assert_hex(nv_phys_rd32(nv, a.context + 0x6c), 0x10);
    nv_assert_hex(nv_phys_rd32(nv, a.context + 0x78), 0xace);
    nv_assert_hex(nv_phys_rd32(nv, a.context + 0x7c), 4);
    nv_push_inc(a.chan, SUBC, LAUNCH, 0);
    submit(&a);
    nv_push_inc(b.chan, SUBC, LAUNCH, 0);
    submit(&b);
    assert_quiet(nv);
    nv_assert_hex(nv_buf_rd32(a.out, 0x100), 0xaaaa);
    nv_assert_hex(nv_buf_rd32(b.out, 0x200), 0xbbbb);
    /* A channel that is removed leaves its context in memory. */
    nv_tesla_kick(nv, OTHER);
    nv_assert_reg(nv, NV_PCIPHER_CHAN_CUR, 0);
    nv_assert_hex(nv_phys_rd32(nv, b.context + 0x6c), 0x20);
    rig_free(&a);
    rig_free(&b);
}

/* Without memory for it, the channel begins with zeros, after a fault. */
static void no_context(NVDev *nv)
{
    Rig r;

    rig_new(&r, nv, NV_IN_VRAM, NV_IN_VRAM, SIZE);
    nv_vm_dmaobj(nv, nv->tesla->block[CHID] + CONTEXT, 0x00190000, r.context,
                 r.context + 0x7e);
    nv_wr32(nv, A_NV_PCIPHER_LENGTH, 0x99);
    nv_push_ref(r.chan, 0x900);
    nv_kick(r.chan);
    handle(&r, INTR(FAULT), 0, 0);
    assert_trap(nv, 0, 0xf, 0, true);
    nv_poll(nv_user_ref(r.chan) == 0x900);
    nv_assert_reg(nv, NV_PCIPHER_LENGTH, 0);
    check_copy(&r, 0, 0, 100);
    rig_free(&r);
}

/* --- Long copies ------------------------------------------------------- */

#define LONG (32 * MiB)

static void long_start(Rig *r, NVDev *nv)
{
    rig_new(r, nv, NV_IN_VRAM, NV_IN_VRAM, LONG);
    nv_buf_wr32(r->in, 0, 0x1111);
    nv_buf_wr32(r->in, LONG - 4, 0x2222);
    nv_buf_wr32(r->out, LONG - 4, 0);
    push_copy(r, 0, 0, LONG, 0);
    nv_push_ref(r->chan, 0xa00);
    nv_graph_kick_a_little(r->chan);
    g_assert_cmpuint(nv_statistic(nv, "bytes-copied"), <, LONG);
    nv_assert_hex(nv_user_ref(r->chan), 0);
}

static void long_check(Rig *r)
{
    NVDev *nv = r->chan->nv;

    nv_assert_hex(nv_buf_rd32(r->out, 0), 0x1111);
    nv_assert_hex(nv_buf_rd32(r->out, LONG - 4), 0x2222);
    g_assert_cmpuint(nv_statistic(nv, "bytes-copied"), ==, LONG);
    assert_quiet(nv);
    rig_free(r);
}

/* Others have their turn; a reference comes after the copy. */
static void long_is_sliced(NVDev *nv)
{
    Rig r;

    long_start(&r, nv);
    nv_assert_hex(nv_rd32(nv, A_NV50_PFIFO_ENGINE_IDLE) >> 4 & 1, 0);
    nv_cont(nv);
    nv_poll(nv_user_ref(r.chan) == 0xa00);
    nv_assert_hex(nv_rd32(nv, A_NV50_PFIFO_ENGINE_IDLE) >> 4 & 1, 1);
    long_check(&r);
}

/* A driver that removes the channel waits for the copy. */
static void long_is_waited_for(NVDev *nv)
{
    Rig r;

    long_start(&r, nv);
    nv_wr32(nv, A_NV50_PFIFO_CACHE1_KICK_CHANNEL,
            nv->tesla->block[CHID] >> 12);
    nv_assert_hex(nv_rd32(nv, A_NV50_PFIFO_CACHE1_KICK_CHANNEL), 0xffffffff);
    nv_cont(nv);
    nv_poll(nv_rd32(nv, A_NV50_PFIFO_CACHE1_KICK_CHANNEL) != 0xffffffff);
    nv_assert_reg(nv, NV_PCIPHER_CHAN_CUR, 0);
    long_check(&r);
}

static void long_migrates(NVDev *nv)
{
    Rig r;

    long_start(&r, nv);
    nv_migrate(nv);
    nv_cont(nv);
    nv_poll(nv_user_ref(r.chan) == 0xa00);
    long_check(&r);
}

/* --- Off ---------------------------------------------------------------- */

/* PMC's bit ends a copy and clears the registers. */
static void turned_off(NVDev *nv)
{
    Rig r;

    long_start(&r, nv);
    nv_mask(nv, A_NV_PMC_ENABLE, R_NV_PMC_ENABLE_PCIPHER_MASK,
            R_NV_PMC_ENABLE_PCIPHER_MASK);
    nv_mask(nv, A_NV_PMC_ENABLE, R_NV_PMC_ENABLE_PCIPHER_MASK, 0);
    nv_wr32(nv, A_NV_PBUS_INTR_EN, R_NV_PBUS_INTR_MMIO_FAULT_MASK);
    nv_assert_hex(nv_rd32(nv, A_NV_PCIPHER_INTR_EN), 0);
    nv_assert_reg(nv, NV_PBUS_INTR, R_NV_PBUS_INTR_MMIO_FAULT_MASK);
    nv_wr32(nv, A_NV_PBUS_INTR, R_NV_PBUS_INTR_MMIO_FAULT_MASK);
    nv_mask(nv, A_NV_PMC_ENABLE, R_NV_PMC_ENABLE_PCIPHER_MASK,
            R_NV_PMC_ENABLE_PCIPHER_MASK);
    nv_assert_reg(nv, NV_PCIPHER_UNK00C, 0);
    nv_assert_reg(nv, NV_PCIPHER_INTR_EN, 0);
    nv_assert_reg(nv, NV_PCIPHER_LENGTH, 0);
    nv_assert_reg(nv, NV_PCIPHER_CHAN_CUR, 0);
    nv_assert_reg(nv, NV_PBUS_INTR, 0);
    nv_cont(nv);
    nv_poll(nv_user_ref(r.chan) == 0xa00);
    g_assert_cmpuint(nv_statistic(nv, "bytes-copied"), <, LONG);
    rig_free(&r);
}

/* Without FIFO_ACCESS methods wait. */
static void waits_for_access(NVDev *nv)
{
    Rig r;

    rig_new(&r, nv, NV_IN_VRAM, NV_IN_VRAM, SIZE);
    submit(&r);
    nv_wr32(nv, A_NV_PCIPHER_UNK00C, 0);
    nv_buf_wr32(r.in, 0, 0x77);
    push_copy(&r, 0, 0, 4, 0);
    nv_push_ref(r.chan, 0xb00);
    nv_kick(r.chan);
    nv_assert_reg(nv, NV_PCIPHER_LENGTH, 0);
    g_assert_cmphex(nv_user_ref(r.chan), !=, 0xb00);
    nv_wr32(nv, A_NV_PCIPHER_UNK00C, FIFO_ACCESS);
    nv_poll(nv_user_ref(r.chan) == 0xb00);
    nv_assert_hex(nv_buf_rd32(r.out, 0), 0x77);
    rig_free(&r);
}

/* Methods that come from its queue: an error holds up those behind it. */
static void queued(NVDev *nv)
{
    Rig r;

    rig_new(&r, nv, NV_IN_VRAM, NV_IN_VRAM, SIZE);
    nv_buf_wr32(r.in, 0, 0x77);
    nv_buf_wr32(r.in, 4, 0x88);
    push_copy(&r, 0, 0, 4, 0);
    nv_push_inc(r.chan, SUBC, 0x0104, 0x99);
    push_copy(&r, 4, 4, 4, 0);
    nv_push_ref(r.chan, 0xc00);
    nv_kick(r.chan);
    nv_poll((nv_clock_step(nv, 10000), nv_rd32(nv, A_NV_PCIPHER_INTR)));
    nv_assert_hex(nv_buf_rd32(r.out, 0), 0x77);
    nv_assert_hex(nv_buf_rd32(r.out, 4), 0);
    handle(&r, INTR(ILLEGAL_MTHD), 0x0104, 0x99);
    nv_poll((nv_clock_step(nv, 10000), nv_user_ref(r.chan) == 0xc00));
    nv_assert_hex(nv_buf_rd32(r.out, 4), 0x88);
    assert_quiet(nv);
    rig_free(&r);
}

/* The driver learns of an interrupt that it forgets. */
static void forgotten_interrupt(NVDev *nv)
{
    Rig r;

    rig_new(&r, nv, NV_IN_VRAM, NV_IN_VRAM, SIZE);
    nv_push_inc(r.chan, SUBC, 0x0104, 0x77);
    nv_kick(r.chan);
    nv_poll(nv_rd32(nv, A_NV_PCIPHER_INTR));
    nv_clock_step(nv, 2000000000);
    nv_assert_found(nv, "interrupt-stuck unit=PCIPHER bit=14");
    rig_free(&r);
}

/* --- PVP2 and PBSP ------------------------------------------------------ */

/* nvkm_xtensa_init() and _fini() */
static void xtensa(NVDev *nv, uint32_t base, uint32_t bit, uint32_t fifo)
{
    uint32_t time;

    nv_wr32(nv, base + 0xd10, 0x1fffffff);
    nv_wr32(nv, base + 0xd08, 0x0fffffff);
    nv_wr32(nv, base + 0xd28, 0x9c544);
    nv_wr32(nv, base + 0xc20, 0x3f);
    nv_wr32(nv, base + 0xd84, 0x3f);
    nv_wr32(nv, base + 0xcc0, 0x1234);
    nv_wr32(nv, base + 0xcc4, 0x1c);
    nv_wr32(nv, base + 0xcc8, 0x400);
    nv_wr32(nv, base + 0xde0, 0x84200a2);
    nv_wr32(nv, base + 0xce8, 0xf);
    nv_wr32(nv, base + 0xd94, fifo);
    nv_assert_hex(nv_rd32(nv, base + 0xc20), 0);
    nv_assert_hex(nv_rd32(nv, base + 0xd84), 0x3c);
    nv_assert_hex(nv_rd32(nv, base + 0xc28), 0);
    nv_assert_hex(nv_rd32(nv, base + 0xc1c), 1);
    nv_assert_hex(nv_rd32(nv, base + 0xcc0), 0x1234);
    nv_assert_hex(nv_rd32(nv, base + 0xd94), fifo);
    time = nv_rd32(nv, base + 0xd8c);
    nv_clock_step(nv, 1000000);
    g_assert_cmphex(nv_rd32(nv, base + 0xd8c), >, time);
    nv_mask(nv, A_NV_PMC_ENABLE, bit, bit);
    nv_mask(nv, A_NV_PMC_ENABLE, bit, 0);
    nv_mask(nv, A_NV_PMC_ENABLE, bit, bit);
    nv_assert_hex(nv_rd32(nv, base + 0xd84), 0);
    nv_assert_hex(nv_rd32(nv, base + 0xcc0), 0);
    nv_assert_hex(nv_rd32(nv, base + 0xc1c), 1);
}

static void xtensas(NVDev *nv)
{
    g_autofree char *report = NULL;

    xtensa(nv, 0x00f000, 1 << 17, 0x111);
    xtensa(nv, 0x103000, 1 << 15, 0x1111);
    report = nv_report_text(nv);
    g_assert_true(g_str_has_prefix(report, "registers that are not modelled:\n"
                                   "  none\n"));
}

/* nvkm_falcon_fini(), which the driver calls without having loaded a program */
static void falcons(NVDev *nv)
{
    static const uint32_t bits[] = { 1 << 15, 1 << 17, 1 << 1, 1 << 14 };
    unsigned count = nv->card->features & NV_CARD_NVA3 ? 3 : 4;
    g_autofree char *report = NULL;

    for (unsigned i = 0; i < count; i++) {
        uint32_t base = 0x084000 + i * 0x1000;

        nv_wr32(nv, base + 0x010, 0x50);
        nv_assert_hex(nv_rd32(nv, base + 0x018), 0x50);
        nv_wr32(nv, base + 0x014, 0x10);
        nv_assert_hex(nv_rd32(nv, base + 0x018), 0x40);
        nv_wr32(nv, base + 0x048, 3);
        nv_assert_hex(nv_rd32(nv, base + 0x048), 3);
        nv_mask(nv, base + 0x048, 3, 0);
        nv_wr32(nv, base + 0x004, 0x10);
        nv_assert_hex(nv_rd32(nv, base + 0x008), 0);
        nv_assert_hex(nv_rd32(nv, base + 0x050), 0);
        nv_mask(nv, A_NV_PMC_ENABLE, bits[i], bits[i]);
        nv_mask(nv, A_NV_PMC_ENABLE, bits[i], 0);
        nv_mask(nv, A_NV_PMC_ENABLE, bits[i], bits[i]);
        nv_assert_hex(nv_rd32(nv, base + 0x018), 0);
        /* Only its own */
        nv_wr32(nv, base + 0x010, 0x40);
    }
    for (unsigned i = 0; i < count; i++) {
        nv_assert_hex(nv_rd32(nv, 0x084018 + i * 0x1000), 0x40);
    }
    report = nv_report_text(nv);
    g_assert_true(g_str_has_prefix(report, "registers that are not modelled:\n"
                                   "  none\n"));
}

static bool has_falcons(const NVCard *card)
{
    return card->features & NV_CARD_NV84 && !has_vp2(card);
}

/* --- Engines that only take methods ------------------------------------- */

/* The classes that nouveau's clients ask for, and those of NV50, by engine */
static const uint16_t nv50_classes[] = { [3] = 0x4075, [4] = 0x4176, [6] = 0 };
static const uint16_t nv84_classes[] = { [4] = 0x7476, [6] = 0x74b0 };
static const uint16_t nv98_classes[] = {
    [2] = 0x88b3, [4] = 0x88b2, [5] = 0x88b4, [6] = 0x88b1
};
static const uint16_t nva3_classes[] = {
    [2] = 0x85b3, [4] = 0x85b2, [6] = 0x85b1
};

static const uint16_t *classes(const NVCard *card)
{
    return !(card->features & NV_CARD_NV84) ? nv50_classes
        : card->features & NV_CARD_NVA3 ? nva3_classes
        : has_vp2(card) ? nv84_classes : nv98_classes;
}

/*
 * Like drivers' objects of these engines, with nothing in instance memory: a
 * channel's commands get through, and are counted.
 */
static void objects(NVDev *nv)
{
    const uint16_t *class = classes(nv->card);
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);

    for (unsigned id = 2; id < 7; id++) {
        uint64_t before = nv_statistic(nv, "video-methods");
        g_autofree char *line = NULL, *report = NULL;

        if (!class[id]) {
            continue;
        }
        nv_tesla_ramht_insert(nv, CHID, 0x1000 + id, id << 20);
        nv_push_object(chan, SUBC, 0x1000 + id);
        nv_push_inc(chan, SUBC, 0x0200, 1, 2, 3);
        nv_push_inc(chan, SUBC, 0x0300, 1);
        nv_push_ref(chan, id);
        nv_run(chan);
        nv_assert_hex(nv_user_ref(chan), id);
        g_assert_cmpuint(nv_subc_engine(nv, SUBC), ==, id);
        g_assert_cmpuint(nv_statistic(nv, "video-methods") - before, ==, 4);
        report = nv_report_text(nv);
        line = g_strdup_printf("%04x", class[id]);
        if (!strstr(report, line)) {
            nv_fail("engine %u: no class %s in %s", id, line, report);
        }
        nv_assert_quiet(nv);
    }
    g_assert_false(nv_intx(nv));
    nv_chan_free(chan);
}

#define PCIPHER_TEST(_name, _rows, _fn, ...) \
    { _name, _rows, _fn, .applies = has_vp2, .tesla = true, \
      __VA_ARGS__ }

static const NVTest tests[] = {
    PCIPHER_TEST("pcipher/copies", "pcipher-copy!", copies),
    PCIPHER_TEST("pcipher/addresses", "pcipher-copy", addresses),
    PCIPHER_TEST("pcipher/registers", "pcipher-copy", registers),
    PCIPHER_TEST("pcipher/encryption", "", encryption),
    PCIPHER_TEST("pcipher/queries", "pcipher-copy!", queries),
    PCIPHER_TEST("pcipher/illegal-methods", "pcipher-error!", illegal_methods),
    PCIPHER_TEST("pcipher/illegal-class", "pcipher-error!", illegal_class),
    PCIPHER_TEST("pcipher/invalid-state", "pcipher-error!", invalid_state),
    PCIPHER_TEST("pcipher/faults", "pcipher-error!", faults),
    PCIPHER_TEST("pcipher/query-fault", "pcipher-error", query_fault),
    PCIPHER_TEST("pcipher/breakpoint", "", breakpoint),
    PCIPHER_TEST("pcipher/contexts", "pcipher-context!", contexts),
    PCIPHER_TEST("pcipher/no-context", "pcipher-context!", no_context),
    PCIPHER_TEST("pcipher/long-is-sliced", "bounded-work", long_is_sliced),
    PCIPHER_TEST("pcipher/long-is-waited-for", "pcipher-context",
                 long_is_waited_for),
    PCIPHER_TEST("pcipher/long-migrates", "pcipher-copy", long_migrates,
                 .slow = true),
    PCIPHER_TEST("pcipher/turned-off", "mmio-fault-off", turned_off),
    PCIPHER_TEST("pcipher/waits-for-access", "pcipher-error", waits_for_access),
    PCIPHER_TEST("pcipher/queued", "engine-queue", queued,
                 .props = "x-engine-latency-ns=1000"),
    PCIPHER_TEST("pcipher/forgotten-interrupt", "", forgotten_interrupt,
                 .props = NV_CHECKER_ON),
    { "video/xtensa", "", xtensas, .applies = has_vp2, .tesla = true },
    { "video/falcons", "", falcons, .applies = has_falcons, .tesla = true },
    { "video/objects", "video-engines!", objects, .applies = is_tesla,
      .tesla = true },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}
