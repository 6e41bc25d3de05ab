/*
 * NVIDIA GPU: PDISPLAY: EVO's channels and their pushbuffers
 *
 * A write of PUT executes what is there in place, up to a budget: pushbuffers
 * have 4 KiB, and UPDATE makes them wait for blanks soon enough.  Sources:
 * nouveau's nvkm/engine/disp/nv50.c, its class headers; the register database.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/log.h"
#include "internal.h"
#include "migration/vmstate.h"
#include "trace/trace-hw_nv.h"

/* Bytes of a pushbuffer; pointers wrap there */
#define NV_EVO_PUSHBUFFER 0x1000

/* Words that a channel executes at once, and ns until it goes on */
#define NV_EVO_BUDGET 4096
#define NV_EVO_PAUSE_NS (500 * SCALE_US)

/* What a channel's free count says: writes take effect at once */
#define NV_EVO_FREE 63

/* Errors, by number as TRAPPED_ADDR.TYPE has them */
typedef enum NVEvoError {
    NV_EVO_PUSHBUFFER_ERR = 1,
    NV_EVO_RESERVED_METHOD = 3,
    NV_EVO_INVALID_ARG = 4,
    NV_EVO_UNRESOLVABLE_HANDLE = 7,
} NVEvoError;

/* How the driver has a channel go on after an error, RESTART_MODE */
enum {
    NV_EVO_RESUME = 0,
    NV_EVO_SKIP = 1,
    NV_EVO_REPLAY = 2,
};

/* --- Interrupts ------------------------------------------------------- */

void nv_evo_update_intr(NVGPU *gpu)
{
    nv_pmc_set_intr(gpu, R_NV_PMC_INTR_PDISPLAY_MASK,
                    (NV_R(gpu, NV_PDISPLAY_INTR_0) &
                     NV_R(gpu, NV_PDISPLAY_INTR_EN_0)) ||
                    (NV_R(gpu, NV_PDISPLAY_INTR_1) &
                     NV_R(gpu, NV_PDISPLAY_INTR_EN_1)));
}

void nv_evo_awaken(NVGPU *gpu, unsigned chid)
{
    NV_R(gpu, NV_PDISPLAY_INTR_0) |=
        1u << (R_NV_PDISPLAY_INTR_0_AWAKEN_SHIFT + chid);
    nv_evo_update_intr(gpu);
}

static void nv_evo_error(NVGPU *gpu, unsigned chid, NVEvoError type,
                         uint16_t mthd, uint32_t data)
{
    NVEvoDma *chan = &gpu->display->evo.dma[chid];
    uint32_t addr = mthd;

    addr = FIELD_DP32(addr, NV_PDISPLAY_TRAPPED_ADDR, TYPE, type);
    gpu->regs[R_NV_PDISPLAY_TRAPPED_ADDR + chid * 2] = addr;
    gpu->regs[R_NV_PDISPLAY_TRAPPED_DATA + chid * 2] = data;
    NV_R(gpu, NV_PDISPLAY_INTR_0) |=
        1u << (R_NV_PDISPLAY_INTR_0_FIFO_ERR_SHIFT + chid);
    chan->wait = NV_EVO_WAIT_RESTART;
    chan->trapped = mthd;
    chan->data = data;
    trace_nv_evo_error(chid, type, mthd, data);
    qemu_log_mask(LOG_GUEST_ERROR,
                  "%s: EVO channel %u: error %u, method 0x%04x, "
                  "data 0x%08" PRIx32 "\n",
                  gpu->chip->name, chid, type, mthd, data);
    nv_evo_update_intr(gpu);
}

/* --- Methods ---------------------------------------------------------- */

static bool nv_evo_format_is_known(const NVEvoClass *class, uint32_t params)
{
    unsigned format = FIELD_EX32(params, NV_EVO_FB_PARAMS, FORMAT);

    return format && strchr(class->formats, format);
}

static void nv_evo_action(NVGPU *gpu, unsigned chid, uint16_t mthd,
                          uint32_t data)
{
    NVEvoDma *chan = &gpu->display->evo.dma[chid];

    if (mthd == NV_EVO_UPDATE) {
        chan->update = data;
    }
    if (chid == NV_EVO_CORE) {
        nv_evo_core_action(gpu, mthd, data);
    } else {
        nv_evo_window_update(gpu, chid);
    }
}

static void nv_evo_method(NVGPU *gpu, unsigned chid, uint16_t mthd,
                          uint32_t data)
{
    NVEvoDma *chan = &gpu->display->evo.dma[chid];

    trace_nv_evo_method(chid, mthd, data);
    switch (nv_evo_method_kind(gpu, chid, mthd)) {
    case NV_EVO_ABSENT:
        nv_evo_error(gpu, chid, NV_EVO_RESERVED_METHOD, mthd, data);
        return;
    case NV_EVO_ACTION:
        nv_evo_action(gpu, chid, mthd, data);
        return;
    case NV_EVO_FORMAT:
        if (!nv_evo_format_is_known(nv_evo_class(gpu, chid), data)) {
            nv_evo_error(gpu, chid, NV_EVO_INVALID_ARG, mthd, data);
            return;
        }
        break;
    case NV_EVO_HANDLE:
        if (data && !nv_evo_resolves(gpu, chid, data)) {
            nv_evo_error(gpu, chid, NV_EVO_UNRESOLVABLE_HANDLE, mthd, data);
            return;
        }
        break;
    case NV_EVO_STATE:
        break;
    }
    chan->asy[mthd / 4] = data;
}

/* --- Pushbuffers ------------------------------------------------------ */

bool nv_evo_connected(NVGPU *gpu, unsigned chid)
{
    uint32_t stat = gpu->regs[R_NV_PDISPLAY_CHANNEL_STAT + chid * 4];

    return FIELD_EX32(stat, NV_PDISPLAY_CHANNEL_STAT, ALLOCATED) &&
           (chid >= NV_EVO_DMA_CHANNELS ||
            FIELD_EX32(stat, NV_PDISPLAY_CHANNEL_STAT, CONNECTED));
}

static void nv_evo_command(NVGPU *gpu, unsigned chid, uint32_t word)
{
    NVEvoDma *chan = &gpu->display->evo.dma[chid];
    unsigned opcode = FIELD_EX32(word, NV_EVO_DMA, OPCODE);

    switch (opcode) {
    case NV_EVO_DMA_METHOD:
    case NV_EVO_DMA_NONINC_METHOD:
        chan->mthd = word & R_NV_EVO_DMA_OFFSET_MASK;
        chan->count = FIELD_EX32(word, NV_EVO_DMA, COUNT);
        chan->noninc = opcode == NV_EVO_DMA_NONINC_METHOD;
        break;
    case NV_EVO_DMA_JUMP:
        chan->get = word & R_NV_EVO_DMA_OFFSET_MASK;
        break;
    case NV_EVO_DMA_SET_SUBDEVICE_MASK:
        chan->ignored = !(FIELD_EX32(word, NV_EVO_DMA, SUBDEVICE_MASK) & 1);
        break;
    default:
        nv_evo_error(gpu, chid, NV_EVO_PUSHBUFFER_ERR, 0, word);
        break;
    }
}

static void nv_evo_word(NVGPU *gpu, unsigned chid, uint32_t word)
{
    NVEvoDma *chan = &gpu->display->evo.dma[chid];
    uint16_t mthd = chan->mthd;

    if (!chan->count) {
        nv_evo_command(gpu, chid, word);
        return;
    }
    chan->count--;
    if (!chan->noninc) {
        chan->mthd = (mthd + 4) & R_NV_EVO_DMA_OFFSET_MASK;
    }
    if (!chan->ignored) {
        nv_evo_method(gpu, chid, mthd, word);
    }
}

/* Executes a stretch without a jump; returns the words of it. */
static unsigned nv_evo_stretch(NVGPU *gpu, unsigned chid)
{
    NVEvoDma *chan = &gpu->display->evo.dma[chid];
    uint32_t words[NV_EVO_PUSHBUFFER / 4];
    uint32_t first = chan->get;
    uint32_t end = chan->put > first ? chan->put : NV_EVO_PUSHBUFFER;

    if (!nv_evo_fetch(gpu, chid, first, words, end - first)) {
        nv_evo_error(gpu, chid, NV_EVO_PUSHBUFFER_ERR, 0, first);
        return 1;
    }
    for (uint32_t at = first; at < end; at += 4) {
        uint32_t next = (at + 4) % NV_EVO_PUSHBUFFER;

        chan->get = next;
        nv_evo_word(gpu, chid, le32_to_cpu(words[(at - first) / 4]));
        if (chan->wait || chan->get != next) {
            return (at + 4 - first) / 4;
        }
    }
    return (end - first) / 4;
}

/* Returns true if the channel, or another one, may go on now. */
static bool nv_evo_advance(NVGPU *gpu, unsigned chid, int *budget)
{
    NVEvoDma *chan = &gpu->display->evo.dma[chid];

    if (chan->wait) {
        --*budget;
        return chid == NV_EVO_CORE ? nv_evo_core_resume(gpu)
                                   : nv_evo_window_resume(gpu, chid);
    }
    if (chan->get == chan->put || !nv_evo_connected(gpu, chid)) {
        return false;
    }
    *budget -= nv_evo_stretch(gpu, chid);
    return true;
}

/* A method by register is pending for as long as its channel waits. */
static void nv_evo_ctrl_settle(NVGPU *gpu)
{
    for (unsigned chid = 0; chid < NV_EVO_DMA_CHANNELS; chid++) {
        if (!gpu->display->evo.dma[chid].wait) {
            gpu->regs[R_NV_PDISPLAY_CTRL_STATE + chid * 2] &=
                ~R_NV_PDISPLAY_CTRL_STATE_PENDING_MASK;
        }
    }
}

/*
 * Channels wait for each other's UPDATEs: all that can is executed, in turns.
 * Memory may be the card's own registers, so this isn't entered twice.
 */
void nv_evo_run(NVGPU *gpu)
{
    NVEvo *evo = &gpu->display->evo;
    int budget = NV_EVO_BUDGET;
    bool again = true;

    if (evo->running) {
        nv_evo_run_later(gpu);
        return;
    }
    evo->running = true;
    while (again && budget > 0) {
        again = false;
        for (unsigned chid = NV_EVO_DMA_CHANNELS; chid--;) {
            again |= nv_evo_advance(gpu, chid, &budget);
        }
    }
    evo->running = false;
    nv_evo_ctrl_settle(gpu);
    if (again) {
        nv_evo_run_later(gpu);
    }
}

void nv_evo_run_later(NVGPU *gpu)
{
    QEMUTimer *timer = gpu->display->evo.run_timer;

    if (!timer_pending(timer)) {
        timer_mod(timer, qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL) +
                         NV_EVO_PAUSE_NS);
    }
}

static void nv_evo_later(void *opaque)
{
    nv_evo_run(opaque);
}

/* --- Life of a channel ------------------------------------------------ */

static void nv_evo_start(NVGPU *gpu, unsigned chid)
{
    NVEvoDma *chan = &gpu->display->evo.dma[chid];

    chan->get = chan->put;
    chan->count = 0;
    chan->ignored = false;
    chan->wait = NV_EVO_RUNS;
}

/* A head shows nothing of a channel that is gone. */
static void nv_evo_free(NVGPU *gpu, unsigned chid)
{
    NVEvoDma *chan;

    if (chid >= NV_EVO_DMA_CHANNELS) {
        gpu->display->evo.pio[chid - NV_EVO_DMA_CHANNELS] = (NVEvoPio) { };
        return;
    }
    chan = &gpu->display->evo.dma[chid];
    chan->wait = NV_EVO_RUNS;
    chan->count = 0;
    chan->notifier = UINT32_MAX;
    memset(chan->asy, 0, sizeof(chan->asy));
    if (chid == NV_EVO_CORE) {
        nv_evo_core_release(gpu);
    } else {
        memset(chan->arm, 0, sizeof(chan->arm));
    }
}

/* --- Registers -------------------------------------------------------- */

static unsigned nv_evo_stat_chid(uint32_t addr)
{
    return (addr - A_NV_PDISPLAY_CHANNEL_STAT) / 0x10;
}

/*
 * Values of STATE: what the driver polls is in bits 17 and up of a channel
 * with a pushbuffer, and in 17:16 of others.  The numbers, and EFI, are those
 * of GV100's CHNSTATUS_CORE and CHNCTL_CORE, in NVIDIA's manuals.
 */
static uint32_t nv_evo_state(NVGPU *gpu, unsigned chid, uint32_t stat)
{
    bool allocated = FIELD_EX32(stat, NV_PDISPLAY_CHANNEL_STAT, ALLOCATED);
    bool busy;

    if (chid >= NV_EVO_DMA_CHANNELS) {
        return allocated;
    }
    busy = gpu->display->evo.dma[chid].get != gpu->display->evo.dma[chid].put;
    if (!nv_evo_connected(gpu, chid)) {
        return !allocated ? 0 : chid == NV_EVO_CORE ? 8 : 1;
    }
    if (chid == NV_EVO_CORE && gpu->display->evo.efi) {
        return 7;
    }
    return (chid == NV_EVO_CORE ? 11 : 4) + busy;
}

uint32_t nv_evo_stat_read(NVGPU *gpu, uint32_t addr)
{
    unsigned chid = nv_evo_stat_chid(addr);
    uint32_t val = gpu->regs[addr / 4];

    val = FIELD_DP32(val, NV_PDISPLAY_CHANNEL_STAT, STATE,
                     nv_evo_state(gpu, chid, val));
    if (chid < NV_EVO_DMA_CHANNELS && nv_evo_connected(gpu, chid)) {
        const NVEvoDma *chan = &gpu->display->evo.dma[chid];
        bool efi = chid == NV_EVO_CORE && gpu->display->evo.efi;

        val = FIELD_DP32(val, NV_PDISPLAY_CHANNEL_STAT, BUSY,
                         efi ? chan->wait != NV_EVO_RUNS
                             : chan->get != chan->put);
        val = FIELD_DP32(val, NV_PDISPLAY_CHANNEL_STAT, READY,
                         efi && !chan->wait);
    }
    return val;
}

void nv_evo_stat_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    unsigned chid = nv_evo_stat_chid(addr);
    bool connected = nv_evo_connected(gpu, chid);
    bool allocated = FIELD_EX32(val, NV_PDISPLAY_CHANNEL_STAT, ALLOCATED);
    uint32_t *state = &gpu->display->evo.connected;
    uint32_t bit = 1u << chid;

    trace_nv_evo_stat(chid, val);
    if (connected && !(*state & bit) && chid < NV_EVO_DMA_CHANNELS) {
        nv_evo_start(gpu, chid);
    }
    if (!allocated) {
        nv_evo_free(gpu, chid);
    }
    *state = connected ? *state | bit : *state & ~bit;
    if (chid == NV_EVO_CORE) {
        gpu->display->evo.efi = connected &&
            FIELD_EX32(val, NV_PDISPLAY_CHANNEL_STAT, EFI);
    }
    nv_evo_run(gpu);
}

/* "when set, submits the method to master and auto-clears": of a channel */
void nv_evo_ctrl_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    unsigned chid = (addr - A_NV_PDISPLAY_CTRL_STATE) / 8;
    uint32_t data = gpu->regs[addr / 4 + 1];
    bool pending = FIELD_EX32(val, NV_PDISPLAY_CTRL_STATE, PENDING) &&
                   FIELD_EX32(val, NV_PDISPLAY_CTRL_STATE, ENABLE);

    if (pending && gpu->display->evo.dma[chid].wait) {
        qemu_log_mask(LOG_GUEST_ERROR,
                      "%s: EVO channel %u: method by register while another "
                      "is pending\n", gpu->chip->name, chid);
    } else if (pending) {
        nv_evo_method(gpu, chid, val & R_NV_PDISPLAY_CTRL_STATE_METHOD_MASK,
                      data);
    }
    nv_evo_run(gpu);
}

void nv_evo_trapped_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    unsigned chid = (addr - A_NV_PDISPLAY_TRAPPED_ADDR) / 8;
    NVEvoDma *chan;

    if (!FIELD_EX32(val, NV_PDISPLAY_TRAPPED_ADDR, RESTART) ||
        chid >= NV_EVO_DMA_CHANNELS) {
        return;
    }
    chan = &gpu->display->evo.dma[chid];
    if (chan->wait != NV_EVO_WAIT_RESTART) {
        return;
    }
    gpu->regs[addr / 4] = 0;
    chan->wait = NV_EVO_RUNS;
    switch (FIELD_EX32(val, NV_PDISPLAY_TRAPPED_ADDR, RESTART_MODE)) {
    case NV_EVO_REPLAY:
        if (chan->trapped) {
            nv_evo_method(gpu, chid, chan->trapped, chan->data);
        }
        break;
    case NV_EVO_RESUME:
        chan->asy[chan->trapped / 4 % NV_EVO_WORDS] = chan->data;
        break;
    }
    nv_evo_run(gpu);
}

/* --- Control areas ---------------------------------------------------- */

static unsigned nv_evo_user_chid(uint32_t addr)
{
    return (addr - A_NV_EVO_USER_PUT) / NV_EVO_USER_STRIDE;
}

static void nv_evo_put_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    unsigned chid = nv_evo_user_chid(addr);
    uint32_t stat = gpu->regs[R_NV_PDISPLAY_CHANNEL_STAT + chid * 4];

    if (!FIELD_EX32(stat, NV_PDISPLAY_CHANNEL_STAT, DMA_ENABLED)) {
        return;
    }
    gpu->display->evo.dma[chid].put = val & R_NV_EVO_USER_PUT_PTR_MASK;
    trace_nv_evo_put(chid, val);
    nv_evo_run(gpu);
}

static uint32_t nv_evo_put_read(NVGPU *gpu, uint32_t addr)
{
    return gpu->display->evo.dma[nv_evo_user_chid(addr)].put;
}

static uint32_t nv_evo_get_read(NVGPU *gpu, uint32_t addr)
{
    return gpu->display->evo.dma[nv_evo_user_chid(addr)].get;
}

static uint32_t nv_evo_free_read(NVGPU *gpu, uint32_t addr)
{
    return FIELD_DP32(0, NV_EVO_USER_FREE, COUNT, NV_EVO_FREE);
}

static NVEvoPio *nv_evo_pio(NVGPU *gpu, uint32_t addr)
{
    unsigned chid = nv_evo_user_chid(addr);

    if (!nv_evo_connected(gpu, chid)) {
        return NULL;
    }
    return &gpu->display->evo.pio[chid - NV_EVO_DMA_CHANNELS];
}

static void nv_evo_point_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    NVEvoPio *pio = nv_evo_pio(gpu, addr);

    if (pio) {
        pio->asy = val;
    }
}

static void nv_evo_pio_update(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    NVEvoPio *pio = nv_evo_pio(gpu, addr);

    if (!pio) {
        return;
    }
    if (FIELD_EX32(val, NV_EVO_USER_UPDATE, INTERLOCK_WITH_CORE)) {
        pio->interlocked = true;
        nv_evo_run(gpu);
    } else {
        pio->arm = pio->asy;
    }
}

static void nv_evo_awaken_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    if (nv_evo_pio(gpu, addr)) {
        nv_evo_awaken(gpu, nv_evo_user_chid(addr));
    }
}

#define NV_EVO_PIO_AREAS(_reg, _first, _count, ...) \
    { .name = #_reg, .addr = A_ ## _reg + (_first) * NV_EVO_USER_STRIDE, \
      .count = (_count), .stride = NV_EVO_USER_STRIDE, __VA_ARGS__ }

#define NV_EVO_PIO_CHANNELS (NV_EVO_CHANNELS - NV_EVO_DMA_CHANNELS)

static const NVRegInfo nv_evo_user_rows[] = {
    NV_EVO_PIO_AREAS(NV_EVO_USER_PUT, 0, NV_EVO_DMA_CHANNELS,
                     .read = nv_evo_put_read, .write = nv_evo_put_write),
    NV_EVO_PIO_AREAS(NV_EVO_USER_GET, 0, NV_EVO_DMA_CHANNELS,
                     .read = nv_evo_get_read),
    NV_EVO_PIO_AREAS(NV_EVO_USER_FREE, NV_EVO_OVPOS, NV_EVO_PIO_CHANNELS,
                     .read = nv_evo_free_read),
    NV_EVO_PIO_AREAS(NV_EVO_USER_UPDATE, NV_EVO_OVPOS, NV_EVO_PIO_CHANNELS,
                     .write = nv_evo_pio_update),
    NV_EVO_PIO_AREAS(NV_EVO_USER_POINT_OUT, NV_EVO_OVPOS, NV_EVO_PIO_CHANNELS,
                     .write = nv_evo_point_write),
    NV_EVO_PIO_AREAS(NV_EVO_USER_AWAKEN, NV_EVO_OVPOS, NV_EVO_HEADS,
                     .write = nv_evo_awaken_write),
};

static const NVRegBlock nv_evo_user_block = NV_REG_BLOCK(
    "EVO_USER", A_NV_EVO_USER_PUT, NV_EVO_CHANNELS * NV_EVO_USER_STRIDE,
    nv_evo_user_rows, .closed = true);

/* --- Life ------------------------------------------------------------- */

void nv_evo_realize(NVGPU *gpu)
{
    NVEvo *evo = &gpu->display->evo;

    nv_evo_state_realize(gpu);
    nv_regs_init(gpu, &evo->user, &nv_evo_user_block);
    evo->run_timer = timer_new_ns(QEMU_CLOCK_VIRTUAL, nv_evo_later, gpu);
}

void nv_evo_reset(NVGPU *gpu)
{
    NVEvo *evo = &gpu->display->evo;

    timer_del(evo->run_timer);
    nv_regs_reset(&evo->user);
    memset(evo->dma, 0, sizeof(evo->dma));
    memset(evo->pio, 0, sizeof(evo->pio));
    for (unsigned chid = 0; chid < NV_EVO_DMA_CHANNELS; chid++) {
        evo->dma[chid].notifier = UINT32_MAX;
    }
    evo->supervisor = 0;
    evo->connected = 0;
    evo->efi = false;
    evo->owned = false;
}

void nv_evo_exit(NVGPU *gpu)
{
    NVEvo *evo = &gpu->display->evo;

    g_clear_pointer(&evo->run_timer, timer_free);
    nv_regs_exit(&evo->user);
    nv_evo_state_exit(gpu);
}

/* --- Snapshots -------------------------------------------------------- */

bool nv_evo_post_load(NVGPU *gpu)
{
    const NVEvo *evo = &gpu->display->evo;

    for (unsigned chid = 0; chid < NV_EVO_DMA_CHANNELS; chid++) {
        const NVEvoDma *chan = &evo->dma[chid];

        if ((chan->put | chan->get | chan->mthd | chan->trapped) &
            ~R_NV_EVO_DMA_OFFSET_MASK ||
            chan->wait > NV_EVO_WAIT__MAX) {
            return false;
        }
    }
    if (evo->supervisor > NV_EVO_SUPERVISOR_LAST) {
        return false;
    }
    /* Whoever had a timer gets one that looks at all channels. */
    nv_evo_run_later(gpu);
    return true;
}

static const VMStateDescription nv_vmstate_evo_dma = {
    .name = "nv-gpu/evo-dma",
    .version_id = 1,
    .minimum_version_id = 1,
    .fields = (const VMStateField[]) {
        VMSTATE_UINT32(put, NVEvoDma),
        VMSTATE_UINT32(get, NVEvoDma),
        VMSTATE_UINT16(mthd, NVEvoDma),
        VMSTATE_UINT16(count, NVEvoDma),
        VMSTATE_BOOL(noninc, NVEvoDma),
        VMSTATE_BOOL(ignored, NVEvoDma),
        VMSTATE_UINT8(wait, NVEvoDma),
        VMSTATE_UINT8(vblanks, NVEvoDma),
        VMSTATE_INT64(since, NVEvoDma),
        VMSTATE_UINT16(trapped, NVEvoDma),
        VMSTATE_UINT32(data, NVEvoDma),
        VMSTATE_UINT32(update, NVEvoDma),
        VMSTATE_UINT16(presented, NVEvoDma),
        VMSTATE_UINT32(notifier, NVEvoDma),
        VMSTATE_UINT32_ARRAY(asy, NVEvoDma, NV_EVO_WORDS),
        VMSTATE_UINT32_ARRAY(arm, NVEvoDma, NV_EVO_WORDS),
        VMSTATE_END_OF_LIST()
    },
};

static const VMStateDescription nv_vmstate_evo_pio = {
    .name = "nv-gpu/evo-pio",
    .version_id = 1,
    .minimum_version_id = 1,
    .fields = (const VMStateField[]) {
        VMSTATE_UINT32(asy, NVEvoPio),
        VMSTATE_UINT32(arm, NVEvoPio),
        VMSTATE_BOOL(interlocked, NVEvoPio),
        VMSTATE_END_OF_LIST()
    },
};

static bool nv_evo_head_has_origin(void *opaque)
{
    const NVEvoHead *head = opaque;

    return head->origin;
}

/* Streams of before rasters began with their heads have none. */
static const VMStateDescription nv_vmstate_evo_head_origin = {
    .name = "nv-gpu/evo-head/origin",
    .version_id = 1,
    .minimum_version_id = 1,
    .needed = nv_evo_head_has_origin,
    .fields = (const VMStateField[]) {
        VMSTATE_INT64(origin, NVEvoHead),
        VMSTATE_END_OF_LIST()
    },
};

static int nv_evo_head_pre_load(void *opaque)
{
    NVEvoHead *head = opaque;

    head->origin = 0;
    return 0;
}

static const VMStateDescription nv_vmstate_evo_head = {
    .name = "nv-gpu/evo-head",
    .version_id = 1,
    .minimum_version_id = 1,
    .pre_load = nv_evo_head_pre_load,
    .fields = (const VMStateField[]) {
        VMSTATE_INT64(vblank_seen, NVEvoHead),
        VMSTATE_END_OF_LIST()
    },
    .subsections = (const VMStateDescription *const[]) {
        &nv_vmstate_evo_head_origin,
        NULL
    },
};

const VMStateDescription nv_vmstate_evo = {
    .name = "nv-gpu/evo",
    .version_id = 1,
    .minimum_version_id = 1,
    .fields = (const VMStateField[]) {
        VMSTATE_STRUCT_ARRAY(dma, NVEvo, NV_EVO_DMA_CHANNELS, 1,
                             nv_vmstate_evo_dma, NVEvoDma),
        VMSTATE_STRUCT_ARRAY(pio, NVEvo, NV_EVO_PIO_CHANNELS, 1,
                             nv_vmstate_evo_pio, NVEvoPio),
        VMSTATE_STRUCT_ARRAY(head, NVEvo, NV_EVO_HEADS, 1,
                             nv_vmstate_evo_head, NVEvoHead),
        VMSTATE_UINT8(supervisor, NVEvo),
        VMSTATE_UINT32(connected, NVEvo),
        VMSTATE_BOOL(efi, NVEvo),
        VMSTATE_BOOL(owned, NVEvo),
        VMSTATE_END_OF_LIST()
    },
};
