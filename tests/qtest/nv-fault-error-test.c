/*
 * Tests of the NVIDIA GPU: injected faults: errors of methods and of memory
 *
 * A wrong handle, method, datum or page, and what a driver of each generation
 * then finds.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "libnv/nv-debug.h"
#include "libnv/nv-fermi-graph.h"
#include "libnv/nv-m2mf.h"
#include "libnv/nv-pbdma.h"
#include "libnv/nv-pio.h"
#include "libnv/nv-semaphore.h"
#include "libnv/nv-tesla-graph.h"
#include "libnv/nv-test.h"

#define CHID NV_M2MF_CHID
#define SUBC NV_M2MF_SUBC

#define HANDLE 0xbeef0039
#define NOP 0x100

/* The replacement for a method, for data, for a handle */
#define NO_METHOD 0x1ffc
#define ALL_ONES 0xffffffff
#define NO_HANDLE 0xfa11ed00

#define NV50_INTR_ILLEGAL_MTHD 0x00000010
#define NV50_INTR_DATA_ERROR 0x00100000
#define NV50_INVALID_ENUM 5
#define NVC0_INVALID_ENUM 5

/* --- An object of PGRAPH ---------------------------------------------- */

/**
 * struct Object - an object of M2MF, on subchannel SUBC of channel CHID
 *
 * @nv: the card; before NV04 there is no other channel
 * @m: before NVC0
 * @fermi: the channel from NVC0 on
 */
typedef struct Object {
    NVDev *nv;
    NVM2MF m;
    NVFermiChan *fermi;
} Object;

static Object object_new(NVDev *nv)
{
    Object o = { .nv = nv };

    if (nv_is_fermi(nv)) {
        o.fermi = nv_fermi_graph_new(nv, CHID);
        nv_fermi_object(o.fermi, SUBC, FERMI_M2MF, NV_FERMI_GR);
        nv_fermi_run(o.fermi);
    } else {
        nv_m2mf_new(&o.m, nv, NV_IN_VRAM, NV_IN_VRAM, 0x10000);
    }
    return o;
}

static void object_free(Object *o)
{
    if (o->fermi) {
        nv_fermi_channel_free(o->fermi);
    } else {
        nv_m2mf_free(&o->m);
    }
}

static void object_method(Object *o, uint32_t mthd, uint32_t data)
{
    if (o->fermi) {
        nv_fermi_inc(o->fermi, SUBC, mthd, data);
    } else {
        nv_push_inc(o->m.chan, SUBC, mthd, data);
    }
}

static void object_kick(Object *o)
{
    if (o->fermi) {
        nv_fermi_kick(o->fermi);
    } else {
        nv_kick(o->m.chan);
    }
}

static void object_wait(Object *o)
{
    if (o->fermi) {
        nv_fermi_wait(o->fermi);
        nv_fermi_graph_quiet(o->nv);
    } else if (nv_is_tesla(o->nv)) {
        nv_wait(o->m.chan);
        nv50_assert_graph_quiet(o->nv);
    } else {
        nv_wait(o->m.chan);
        nv_assert_graph_quiet(o->nv);
    }
}

/* PGRAPH has stopped at a method that the class doesn't have. */
static void assert_illegal(Object *o, uint32_t mthd, uint32_t data)
{
    if (o->fermi) {
        nv_fermi_graph_error(o->fermi, FERMI_INTR_ILLEGAL_MTHD, SUBC, mthd,
                             data);
    } else if (nv_is_tesla(o->nv)) {
        nv50_assert_error(o->m.chan, .intr = NV50_INTR_ILLEGAL_MTHD,
                          .class = nv_class_m2mf(o->nv), .subc = SUBC,
                          .mthd = mthd, .data = data);
    } else {
        nv_assert_graph_error(o->m.chan, NV_SOURCE_ILLEGAL_MTHD,
                              NV_STATUS_PROTECTION_FAULT, SUBC, mthd, data);
    }
}

/* It has stopped at invalid data. */
static void assert_bad_data(Object *o, uint32_t mthd, uint32_t data)
{
    if (o->fermi) {
        nv_fermi_graph_error(o->fermi, FERMI_INTR_DATA_ERROR, SUBC, mthd,
                             data);
        nv_assert_hex(nv_rd32(o->nv, A_NVC0_PGRAPH_DATA_ERROR),
                      NVC0_INVALID_ENUM);
    } else if (nv_is_tesla(o->nv)) {
        nv50_assert_error(o->m.chan, .intr = NV50_INTR_DATA_ERROR,
                          .error = NV50_INVALID_ENUM,
                          .class = nv_class_m2mf(o->nv), .subc = SUBC,
                          .mthd = mthd, .data = data);
    } else {
        nv_assert_graph_error(o->m.chan, NV_SOURCE_DATA_ERROR,
                              NV_STATUS_BAD_ARGUMENT, SUBC, mthd, data);
    }
}

/* --- Methods and data ------------------------------------------------- */

static void error_method(NVDev *nv)
{
    Object o = object_new(nv);

    nv_inject(nv, "error-method nth=2");
    for (unsigned i = 1; i <= 3; i++) {
        object_method(&o, NOP, i);
    }
    object_kick(&o);
    assert_illegal(&o, NO_METHOD, 2);
    object_wait(&o);
    nv_assert_hex(nv_fault_done(nv, 0), 1);
    nv_inject(nv, "error-method method=0x100 to=0x1ff8");
    object_method(&o, NOP, 4);
    object_kick(&o);
    assert_illegal(&o, 0x1ff8, 4);
    object_wait(&o);
    object_method(&o, NOP, 5);
    object_kick(&o);
    object_wait(&o);
    object_free(&o);
}

/* A method whose data the card compares with a few values */
static uint32_t checked_method(NVDev *nv)
{
    return nv_is_fermi(nv) ? FERMI_NOTIFY :
           nv_is_tesla(nv) ? NV_M2MF_LAYOUT_OUT : NV_M2MF_FORMAT;
}

static void error_data(NVDev *nv)
{
    Object o = object_new(nv);
    uint32_t mthd = checked_method(nv);
    uint32_t good = mthd == NV_M2MF_FORMAT ? 0x0101 : 1;

    if (mthd == FERMI_NOTIFY) {
        /* The interrupt would be the next. */
        good = 0;
    }
    nv_inject(nv, "error-data subchannel=4");
    object_method(&o, mthd, good);
    object_method(&o, NOP, 0);
    object_kick(&o);
    assert_bad_data(&o, mthd, ALL_ONES);
    object_wait(&o);
    nv_assert_hex(nv_fault_done(nv, 0), 1);
    nv_inject(nv, "error-data value=0x77", "error-data subchannel=3");
    object_method(&o, mthd, good);
    object_method(&o, NOP, 0);
    object_kick(&o);
    assert_bad_data(&o, mthd, 0x77);
    object_wait(&o);
    nv_assert_hex(nv_fault_done(nv, 1), 0);
    object_free(&o);
}

/* Data that the object ignores isn't an error. */
static void error_data_unchecked(NVDev *nv)
{
    Object o = object_new(nv);

    nv_inject(nv, "error-data");
    object_method(&o, NOP, 1);
    object_kick(&o);
    object_wait(&o);
    nv_assert_hex(nv_fault_done(nv, 0), 1);
    object_free(&o);
}

/* --- Errors by name --------------------------------------------------- */

/**
 * struct GraphError - an error of PGRAPH
 *
 * @name: its name in the table of docs/faults.rst
 * @fault: the line there
 * @code: bit of NSOURCE, or from NV50 on value of DATA_ERROR
 * @status: NSTATUS, before NV50
 */
typedef struct GraphError {
    const char *name;
    const char *fault;
    unsigned code;
    uint32_t status;
} GraphError;

static const GraphError sources[] = {
    { "DATA_ERROR", "error-graph value=1", 1, NV_STATUS_BAD_ARGUMENT },
    { "PROTECTION_ERROR", "error-graph value=2", 2, NV_STATUS_INVALID_STATE },
    { "RANGE_EXCEPTION", "error-graph value=3", 3,
      NV_STATUS_PROTECTION_FAULT },
    { "LIMIT_COLOR", "error-graph value=4", 4, 0 },
    { "LIMIT_ZETA", "error-graph value=5", 5, 0 },
    { "ILLEGAL_MTHD", "error-graph value=6", 6, NV_STATUS_PROTECTION_FAULT },
    { "DMA_R_PROTECTION", "error-graph value=7", 7, 0 },
    { "DMA_W_PROTECTION", "error-graph value=8", 8, 0 },
    { "FORMAT_EXCEPTION", "error-graph value=9", 9, NV_STATUS_INVALID_STATE },
    { "PATCH_EXCEPTION", "error-graph value=10", 10, 0 },
    { "STATE_INVALID", "error-graph value=11", 11, NV_STATUS_INVALID_STATE },
    { "DOUBLE_NOTIFY", "error-graph value=12", 12, NV_STATUS_STATE_IN_USE },
    { "NOTIFY_IN_USE", "error-graph value=13", 13, NV_STATUS_STATE_IN_USE },
    { "METHOD_CNT", "error-graph value=14", 14, NV_STATUS_INVALID_STATE },
};

static const GraphError codes[] = {
    { "INVALID_OPERATION", "error-graph value=3", 0x3 },
    { "INVALID_VALUE", "error-graph value=4", 0x4 },
    { "INVALID_ENUM", "error-graph value=5", 0x5 },
    { "INVALID_OBJECT", "error-graph value=8", 0x8 },
    { "READ_ONLY_OBJECT", "error-graph value=9", 0x9 },
    { "SUPERVISOR_OBJECT", "error-graph value=10", 0xa },
    { "INVALID_ADDRESS_ALIGNMENT", "error-graph value=11", 0xb },
    { "INVALID_BITFIELD", "error-graph value=12", 0xc },
    { "Z_OUT_OF_BOUNDS", "error-graph value=33", 0x21 },
    { "XY_OUT_OF_BOUNDS", "error-graph value=35", 0x23 },
    { "ENG2D_FORMAT_MISMATCH", "error-graph value=49", 0x31 },
    { "ENG2D_FORMAT_MISMATCH_B", "error-graph value=52", 0x34 },
};

static void assert_graph_error(Object *o, const GraphError *error,
                               uint32_t data)
{
    if (o->fermi) {
        nv_fermi_graph_error(o->fermi, FERMI_INTR_DATA_ERROR, SUBC, NOP, data);
        nv_assert_hex(nv_rd32(o->nv, A_NVC0_PGRAPH_DATA_ERROR), error->code);
    } else if (nv_is_tesla(o->nv)) {
        nv50_assert_error(o->m.chan, .intr = NV50_INTR_DATA_ERROR,
                          .error = error->code, .class = nv_class_m2mf(o->nv),
                          .subc = SUBC, .mthd = NOP, .data = data);
    } else {
        nv_assert_graph_error(o->m.chan, 1u << error->code, error->status,
                              SUBC, NOP, data);
    }
}

/* Each of them stops PGRAPH at the second of three methods. */
static void graph_errors(NVDev *nv)
{
    bool coded = nv_is_tesla(nv) || nv_is_fermi(nv);
    const GraphError *errors = coded ? codes : sources;
    unsigned count = coded ? ARRAY_SIZE(codes) : ARRAY_SIZE(sources);
    Object o = object_new(nv);

    for (unsigned i = 0; i < count; i++) {
        g_autofree char *fault = g_strdup_printf("%s nth=2", errors[i].fault);

        nv_inject(nv, fault);
        for (unsigned n = 1; n <= 3; n++) {
            object_method(&o, NOP, i * 16 + n);
        }
        object_kick(&o);
        assert_graph_error(&o, &errors[i], i * 16 + 2);
        object_wait(&o);
        nv_assert_hex(nv_fault_done(nv, 0), 1);
    }
    g_assert_cmpuint(nv_statistic(nv, "fault-error-graph"), ==, count);
    nv_fault_is_wrong(nv, "error-graph value=0", "nothing for error-graph");
    nv_fault_is_wrong(nv, coded ? "error-graph value=256"
                                : "error-graph value=15",
                      "nothing for error-graph");
    object_free(&o);
}

/* --- Before NV04 ------------------------------------------------------ */

/*
 * The driver's writes are the methods, and the object checks nothing: only what
 * reaches the engine can be seen.
 */
static void early_methods(NVDev *nv)
{
    nv_pio_init(nv);
    nv_pio_object(nv, 0, HANDLE);
    nv_pio_method(nv, 0, SUBC, NV_MTHD_OBJECT, HANDLE);
    nv_watch_methods(nv);
    nv_inject(nv, "error-method nth=2", "error-data data=3",
              "word-wrong data=4 value=0x44");
    for (unsigned i = 1; i <= 5; i++) {
        nv_pio_method(nv, 0, SUBC, NOP, i);
    }
    nv_assert_delivered(nv, { 0, SUBC, NOP, 1 }, { 0, SUBC, NO_METHOD, 2 },
                        { 0, SUBC, NOP, ALL_ONES }, { 0, SUBC, NOP, 0x44 },
                        { 0, SUBC, NOP, 5 });
    nv_assert_reg(nv, NV_PFIFO_INTR, 0);
}

static void early_handle_fails(NVDev *nv)
{
    nv_pio_init(nv);
    nv_pio_object(nv, 0, HANDLE);
    nv_inject(nv, "handle-fails nth=2");
    nv_pio_method(nv, 0, SUBC, NV_MTHD_OBJECT, HANDLE);
    nv_assert_reg(nv, NV_PFIFO_INTR, 0);
    nv_pio_method(nv, 0, SUBC, NV_MTHD_OBJECT, HANDLE);
    nv_assert_reg(nv, NV_PFIFO_INTR, R_NV_PFIFO_INTR_CACHE_ERROR_MASK);
    nv_assert_hex(nv_fault_done(nv, 0), 1);
}

static void early_engine_waits(NVDev *nv)
{
    uint64_t before;

    nv_pio_init(nv);
    nv_pio_object(nv, 0, HANDLE);
    nv_pio_method(nv, 0, SUBC, NV_MTHD_OBJECT, HANDLE);
    before = nv_statistic(nv, "methods");
    nv_inject(nv, nv->test->data);
    nv_pio_method(nv, 0, SUBC, NOP, 1);
    nv_clock_step(nv, 999 * 1000);
    nv_assert_hex(nv_statistic(nv, "methods"), before);
    nv_clock_step(nv, 2 * 1000);
    nv_poll(nv_statistic(nv, "methods") == before + 1);
    nv_assert_hex(nv_fault_done(nv, 0), 1);
    nv_assert_reg(nv, NV_PFIFO_INTR, 0);
}

/* --- Commands and handles --------------------------------------------- */

/* A pushbuffer of two commands, one of which NV03's DMA rejects */
static void nv03_error_command(NVDev *nv)
{
    const uint32_t pt_inst = 0x8000, words[] = {
        NV_CMD_INC(SUBC, NV_MTHD_OBJECT, 1), HANDLE,
        NV_CMD_INC(SUBC, NOP, 1), 0x11,
    };
    uint64_t page = nv_ram_alloc(nv, 0x1000);

    nv_pio_init(nv);
    nv_pio_object(nv, 0, HANDLE);
    nv_watch_methods(nv);
    nv_vram_wr32(nv, 0xc00000 + pt_inst, page | 1);
    for (unsigned i = 0; i < ARRAY_SIZE(words); i++) {
        qtest_writel(nv->qts, page + i * 4, words[i]);
    }
    nv_inject(nv, "error-command nth=2");
    nv_wr32(nv, A_NV03_PFIFO_CACHE1_DMA_PT_INST, pt_inst);
    nv_wr32(nv, A_NV03_PFIFO_CACHE1_DMA_TARGET, 2);
    nv_wr32(nv, A_NV03_PFIFO_CACHE1_DMA_GET, 0);
    nv_wr32(nv, A_NV03_PFIFO_CACHE1_DMA_COUNT, sizeof(words));
    nv_wr32(nv, A_NV03_PFIFO_CACHE1_DMA_CTRL, 1);
    nv_poll(nv_rd32(nv, A_NV_PFIFO_INTR));
    nv_assert_reg(nv, NV_PFIFO_INTR, R_NV_PFIFO_INTR_DMA_PUSHER_MASK);
    nv_assert_delivered(nv, { 0, SUBC, NV_MTHD_OBJECT, HANDLE });
    nv_assert_hex(nv_fault_done(nv, 0), 1);
}

/* Cards that set no references: see nv-fault-test.c for the others. */
static void nv04_error_command(NVDev *nv)
{
    NVChan *chan = nv_chan_new_objects(nv, CHID);

    nv_watch_methods(nv);
    nv_inject(nv, "error-command nth=3");
    nv_push_object(chan, SUBC, NV_HANDLE_GRAPH);
    nv_push_inc(chan, SUBC, NOP, 1);
    nv_push_inc(chan, SUBC, NOP, 2);
    nv_kick(chan);
    nv_poll(nv_statistic(nv, "pusher-errors") == 1);
    nv_assert_delivered(nv, { CHID, SUBC, NV_MTHD_OBJECT, NV_HANDLE_GRAPH },
                        { CHID, SUBC, NOP, 1 });
    nv_assert_hex(nv_fault_done(nv, 0), 1);
    nv_chan_free(chan);
}

/* The broken handle is the class of an engine that doesn't exist. */
static void fermi_handle_fails(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_graph_new(nv, CHID);

    nv_inject(nv, "handle-fails nth=2");
    nv_fermi_object(chan, SUBC, FERMI_M2MF, NV_FERMI_GR);
    nv_fermi_run(chan);
    nv_fermi_object(chan, SUBC, FERMI_M2MF, NV_FERMI_GR);
    nv_fermi_kick(chan);
    nv_pbdma_expect(chan, NV_PBDMA_DEVICE);
    nv_assert_hex(nv_pbdma_rd32(chan, A_NV_PBDMA_METHOD0) & 0x3ffc,
                  NV_MTHD_OBJECT);
    nv_assert_hex(nv_fault_done(nv, 0), 1);
    nv_pbdma_skip(chan);
    nv_fermi_wait(chan);
    nv_fermi_channel_free(chan);
}

/* --- Pages ------------------------------------------------------------ */

static const NVM2MFCopy copy = {
    .in.offset = 0x8000, .out.offset = 0x9000, .length = 256, .lines = 1,
    .format = 0x0101,
};

/* The copy is over, and no success was notified. */
static void check_page_fault(NVM2MF *m, const char *fault, NVSource source)
{
    NVDev *nv = m->chan->nv;

    nv_inject(nv, fault);
    nv_buf_wr32(m->notify, NV_M2MF_NOTIFIER_STATUS, 0xffffffff);
    nv_m2mf_push(m, &copy);
    nv_kick(m->chan);
    nv_assert_graph_error(m->chan, source, 0, SUBC, NV_M2MF_BUF_NOTIFY, 0);
    nv_graph_idle(nv);
    nv_assert_hex(nv_buf_rd32(m->notify, NV_M2MF_NOTIFIER_STATUS), 0xffffffff);
    nv_wait(m->chan);
    nv_assert_graph_quiet(nv);
    nv_assert_hex(nv_fault_done(nv, 0), 1);
    nv_m2mf_check(m, &copy);
}

static void page_faults_of_objects(NVDev *nv)
{
    NVM2MF m;

    nv_m2mf_new(&m, nv, NV_IN_VRAM, NV_IN_VRAM, 0x10000);
    check_page_fault(&m, "page-fault-read address=0x8000",
                     NV_SOURCE_DMA_R_PROTECTION);
    check_page_fault(&m, "page-fault-write address=0x9000",
                     NV_SOURCE_DMA_W_PROTECTION);
    check_page_fault(&m, "page-fault address=0x9000 size=0x1000",
                     NV_SOURCE_DMA_W_PROTECTION);
    nv_m2mf_free(&m);
}

/* --- Notifiers -------------------------------------------------------- */

/* What software waits for, after a copy that notifies */
static uint32_t notified(NVM2MF *m)
{
    NVDev *nv = m->chan->nv;

    nv_buf_wr32(m->notify, NV_M2MF_NOTIFIER_STATUS, 0xffffffff);
    nv_m2mf_push(m, &copy);
    nv_run(m->chan);
    nv_graph_idle(nv);
    return nv_buf_rd32(m->notify, NV_M2MF_NOTIFIER_STATUS);
}

static void notifiers(NVDev *nv)
{
    NVM2MF m;

    nv_m2mf_new(&m, nv, NV_IN_VRAM, NV_IN_VRAM, 0x10000);
    nv_assert_hex(notified(&m), 0);
    nv_inject(nv, "notifier-lost what=PGRAPH channel=1 method=0x328",
              nv->card->features & NV_CARD_NV50 ? "notifier-lost what=EVO"
                                               : "notifier-lost channel=3",
              "notifier-lost channel=2");
    nv_assert_hex(notified(&m), 0xffffffff);
    for (unsigned i = 0; i < 3; i++) {
        nv_assert_hex(nv_fault_done(nv, i), i == 0);
    }
    nv_inject(nv, "notifier-wrong subchannel=4 value=0x77");
    nv_assert_hex(notified(&m), 0x77);
    nv_assert_hex(nv_fault_done(nv, 0), 1);
    nv_assert_hex(notified(&m), 0);
    nv_m2mf_check(&m, &copy);
    nv_m2mf_free(&m);
}

/* M2MF's semaphore; all that is before it has been done. */
static void fermi_notifiers(NVDev *nv)
{
    enum { LAUNCH_DMA = 0x300, SEMAPHORE_A = 0x32c };
    static const struct {
        const char *fault;
        uint32_t val;
    } all[] = {
        { "notifier-lost what=PGRAPH channel=1", 0x55 },
        { "notifier-wrong method=0x300 xor=0x100", 0x100 ^ 0x11 },
        { "notifier-wrong channel=2", 0x12 },
    };
    Object o = object_new(nv);
    uint32_t addr;
    uint64_t va = nv_fermi_buffer(o.fermi, 0x1000, &addr);

    nv_phys_wr32(nv, addr, 0x55);
    for (unsigned i = 0; i < ARRAY_SIZE(all); i++) {
        nv_inject(nv, all[i].fault);
        object_method(&o, 0x31c, 0);
        nv_fermi_inc(o.fermi, SUBC, SEMAPHORE_A, va >> 32, va, 0x10 + i);
        object_method(&o, LAUNCH_DMA, 0x2110);
        nv_fermi_run(o.fermi);
        object_wait(&o);
        nv_assert_hex(nv_phys_rd32(nv, addr), all[i].val);
        nv_assert_hex(nv_fault_done(nv, 0), i < 2);
    }
    object_free(&o);
}

/* From NV50 on PFB reports it, and the puller. */
static void page_faults_of_spaces(NVDev *nv)
{
    static const struct {
        const char *fault;
        uint32_t mthd;
        bool read;
    } all[] = {
        { "page-fault-write", NV_MTHD_SEMAPHORE_RELEASE, false },
        { "page-fault-read", NV_MTHD_SEMAPHORE_ACQUIRE, true },
        { "page-fault", NV_MTHD_SEMAPHORE_ACQUIRE, true },
    };
    NVChan *chan = nv_chan_new(nv, NV_DEBUG_CHID, NV_IN_RAM);
    NVBuf *buf = nv_semaphore_new(chan, NV_IN_GART);

    nv_buf_wr32(buf, 0x5550, 0x11);
    nv_push_inc(chan, 0, NV_MTHD_SEMAPHORE_OFFSET, 0x5550);
    nv_run(chan);
    for (unsigned i = 0; i < ARRAY_SIZE(all); i++) {
        g_autofree char *fault =
            g_strdup_printf("%s address=0x%" PRIx64, all[i].fault,
                            buf->va + 0x5550);
        NVVmTrap trap;

        nv_inject(nv, fault);
        nv_push_inc(chan, 0, all[i].mthd, 0x11);
        nv_kick(chan);
        nv_poll(nv_fault_done(nv, 0) == 1);
        g_assert_true(nv_vm_trap(nv, &trap));
        nv_assert_hex(trap.addr, buf->va + 0x5550);
        g_assert_cmpint(trap.read, ==, all[i].read);
        nv_assert_semaphore_error(chan, NV50_SEMAPHORE_MEM_FAULT,
                                  all[i].mthd);
    }
    nv_push_inc(chan, 0, NV_MTHD_SEMAPHORE_RELEASE, 0x22);
    nv_run(chan);
    nv_assert_hex(nv_buf_rd32(buf, 0x5550), 0x22);
    nv_chan_free(chan);
    nv_buf_free(buf);
}

/* The fault of a write is in nv-fault-test.c. */
static void fermi_page_fault_read(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_channel_new(nv, NV_DEBUG_CHID);
    uint32_t addr;
    uint64_t va = nv_fermi_buffer(chan, 0x1000, &addr);
    g_autofree char *fault = g_strdup_printf("page-fault-read address=0x%"
                                             PRIx64, va);

    nv_inject(nv, fault);
    nv_fermi_inc(chan, 0, 0x10, va >> 32, va, 0, 1);
    nv_fermi_kick(chan);
    nv_poll(nv_rd32(nv, A_NVC0_PFIFO_VM_FAULT_UNITS));
    nv_assert_hex(nv_fault_done(nv, 0), 1);
    nv_fermi_channel_fini(chan);
    nv_fermi_channel_free(chan);
}

/* --- The tests -------------------------------------------------------- */

#define ALL .tesla = true, .fermi = true
#define EARLY .early = true, .cold = true, .applies = nv_card_is_early

static const NVTest tests[] = {
    { "fault/error-method", "fault-injection", error_method, ALL },
    { "fault/error-data", "fault-injection", error_data, ALL },
    { "fault/error-data-unchecked", "fault-injection", error_data_unchecked,
      ALL },
    { "fault/error-graph", "fault-injection", graph_errors, ALL },
    { "fault/notifiers", "fault-injection", notifiers, .tesla = true },
    { "fault/fermi-notifiers", "fault-injection", fermi_notifiers,
      .fermi = true, .needs = NV_CARD_NVC0 },
    { "fault/early-methods", "fault-injection", early_methods, EARLY },
    { "fault/early-handle-fails", "fault-injection", early_handle_fails,
      EARLY },
    { "fault/early-engine-slow", "fault-injection", early_engine_waits, EARLY,
      .data = "engine-slow by=1000000" },
    { "fault/early-engine-hangs", "fault-injection", early_engine_waits, EARLY,
      .data = "engine-hangs for=1000000" },
    { "fault/nv03-error-command", "fault-injection", nv03_error_command,
      .needs = NV_CARD_NV03, .cold = true },
    { "fault/nv04-error-command", "fault-injection", nv04_error_command,
      .lacks = NV_CARD_REF },
    { "fault/fermi-handle-fails", "fault-injection", fermi_handle_fails,
      .fermi = true, .needs = NV_CARD_NVC0 },
    { "fault/page-faults-of-objects", "fault-injection",
      page_faults_of_objects },
    { "fault/page-faults-of-spaces", "fault-injection", page_faults_of_spaces,
      .needs = NV_CARD_NV50 },
    { "fault/fermi-page-fault-read", "fault-injection", fermi_page_fault_read,
      .fermi = true, .needs = NV_CARD_NVC0 },
};

int main(int argc, char **argv)
{
    return nv_test_main_by_family(argc, argv, tests, ARRAY_SIZE(tests));
}
