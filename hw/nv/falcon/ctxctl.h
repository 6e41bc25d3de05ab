/*
 * NVIDIA GPU: PGRAPH's context control: shared declarations, NVC0+
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FALCON_CTXCTL_H
#define HW_NV_FALCON_CTXCTL_H

#include "state.h"
#include "hw/nv/graph.h"

/** Interrupt lines whose source can be selected, from the 8th on */
#define NV_CTXCTL_ROUTES 8
#define NV_CTXCTL_FIRST_LINE 8

/** An index that stands for all */
#define NV_CTXCTL_ALL 0x3f

/** enum NVCtxctlSource - sources of interrupts; from 0x20 on SIGNAL's bits */
typedef enum NVCtxctlSource {
    NV_CTXCTL_HUB_CHSW_PULSE = 0x03,
    NV_CTXCTL_HUB_FIRMWARE_MTHD = 0x0b,
    NV_CTXCTL_HUB_ILLEGAL_MTHD = 0x0c,
    NV_CTXCTL_SIGNAL_0 = 0x20,
} NVCtxctlSource;

/**
 * struct NVCtxctlFalcon - FECS, or a GPCCS
 *
 * @falcon: the falcon
 * @route: INTR_ROUTE
 * @reqmask: BAR_REQMASK, two registers of two barriers
 * @bar: BAR, of two barriers
 * @strand_save, @strand_load: the first strand's SAVE_SWBASE and LOAD_SWBASE
 * @mmctx_pos: bytes that MMCTX has copied since START
 * @mmio_done: MMIO_RDVAL has the requested value
 * @reaching: an access to the card's registers is under way
 * @watchdog: fires when CC_WATCHDOG's count reaches 0
 * @watchdog_end: when that is, in ns of the virtual clock; 0: not counting
 *
 * Not saved (has no meaning between two calls): @reaching
 */
typedef struct NVCtxctlFalcon {
    NVFalcon falcon;
    uint32_t route[NV_CTXCTL_ROUTES];
    uint32_t reqmask[4];
    uint32_t bar[2];
    uint32_t strand_save, strand_load;
    uint32_t mmctx_pos;
    bool mmio_done;
    bool reaching;
    QEMUTimer *watchdog;
    int64_t watchdog_end;
} NVCtxctlFalcon;

/**
 * struct NVCtxctlChip - what distinguishes one context control from another
 *
 * @hub: FECS
 * @gpcs: a GPCCS for each GPC that there could be
 */
struct NVCtxctlChip {
    const NVFalconChip *hub;
    const NVFalconChip *gpcs;
};

/**
 * struct NVCtxctl - PGRAPH's context control
 *
 * @hub: FECS, which loads and saves channels
 * @gpc: GPCCS, each of which does so with the registers of its GPC
 * @broadcast: the registers that address all GPCCS at once
 * @channel: the channel whose address space all of them use: MEM_CHAN
 * @unloading: the channel whose block is @unload_block is to be unloaded
 * @down: nvc0_pgraph_ctxctl_down(), as last reported to FECS
 * @running: nv_ctxctl_go() is running
 * @reaching: how many of them are accessing the card's registers right now
 * @waited: PFIFO has requested something that wasn't done yet
 * @spent: cost of instructions beyond one each
 *
 * Not saved (has no meaning between two calls): @running, @reaching, @spent
 * Not saved (PFIFO asks again when it is loaded): @waited
 */
struct NVCtxctl {
    NVCtxctlFalcon hub, gpc[NV_GPCS];
    NVRegFile broadcast;
    uint32_t channel;
    bool unloading;
    uint32_t unload_block;
    uint32_t down;
    bool running;
    unsigned reaching;
    bool waited;
    int64_t spent;
};

static inline NVCtxctlFalcon *nv_ctxctl_of(NVFalcon *falcon)
{
    return container_of(falcon, NVCtxctlFalcon, falcon);
}

static inline NVCtxctlFalcon *nv_ctxctl_at(NVGPU *gpu, uint32_t addr)
{
    return nv_ctxctl_of(nv_falcon_at(gpu, addr));
}

/** nv_ctxctl_falcons: how many there are; FECS is the first */
static inline unsigned nv_ctxctl_falcons(const NVGPU *gpu)
{
    return 1 + gpu->chip->counts->gpcs;
}

static inline NVCtxctlFalcon *nv_ctxctl_falcon(NVGPU *gpu, unsigned i)
{
    return i ? &gpu->ctxctl->gpc[i - 1] : &gpu->ctxctl->hub;
}

static inline bool nv_ctxctl_is_hub(const NVCtxctlFalcon *cf)
{
    return cf == &cf->falcon.gpu->ctxctl->hub;
}

/** nv_ctxctl_index: which of several equal registers is addressed */
static inline unsigned nv_ctxctl_index(NVCtxctlFalcon *cf)
{
    return cf->falcon.busy ? cf->falcon.io_index
                           : NV_FALCON_R(&cf->falcon, NV_FALCON_HOST_IO_INDEX);
}

/** nv_ctxctl_cur: the channel that FECS has loaded, in CHAN_ADDR's format */
static inline uint32_t nv_ctxctl_cur(NVGPU *gpu)
{
    return NV_FALCON_R(&gpu->ctxctl->hub.falcon, NV_CTXCTL_CHAN_ADDR);
}

/**
 * nv_ctxctl_block: the address of a channel's instance block
 * @channel: in CHAN_ADDR's format
 *
 * Returns 0 if there is none, or if it isn't in video memory.
 */
static inline uint32_t nv_ctxctl_block(uint32_t channel)
{
    uint64_t block = (uint64_t)FIELD_EX32(channel, NV_CTXCTL_CHAN_ADDR,
                                          CHAN) << 12;

    return FIELD_EX32(channel, NV_CTXCTL_CHAN_ADDR, VALID) &&
           block <= UINT32_MAX ? block : 0;
}

static inline uint32_t nv_ctxctl_cur_block(NVGPU *gpu)
{
    return nv_ctxctl_block(nv_ctxctl_cur(gpu));
}

/* --- ctxctl-io.c: signals, commands, scratch ---------------------------- */

extern const NVRegBlock nv_ctxctl_hub_regs, nvf0_ctxctl_hub_regs;
extern const NVRegBlock nv_ctxctl_gpc_regs[NV_GPCS],
    nvf0_ctxctl_gpc_regs[NV_GPCS], nv117_ctxctl_gpc_regs[NV_GPCS];

/* --- ctxctl-intr.c: interrupts ------------------------------------------- */

/** nv_ctxctl_pulse: a pulse on one of @cf's sources of interrupts */
void nv_ctxctl_pulse(NVCtxctlFalcon *cf, unsigned source);

/** nv_ctxctl_update_intr_up: set PGRAPH's interrupt by INTR_UP_STATUS */
void nv_ctxctl_update_intr_up(NVGPU *gpu);

/** nv_ctxctl_raise_intr_up: set bits of INTR_UP_STATUS for the driver */
void nv_ctxctl_raise_intr_up(NVGPU *gpu, uint32_t bits);

uint32_t nv_ctxctl_route_read(NVGPU *gpu, uint32_t addr);
void nv_ctxctl_route_write(NVGPU *gpu, uint32_t addr, uint32_t val);
void nv_ctxctl_intr_up_write(NVGPU *gpu, uint32_t addr, uint32_t val);
void nv_ctxctl_intr_up_set_write(NVGPU *gpu, uint32_t addr, uint32_t val);
void nv_ctxctl_intr_up_clear_write(NVGPU *gpu, uint32_t addr, uint32_t val);

/* --- ctxctl-watchdog.c: CC_WATCHDOG ------------------------------------- */

extern const VMStateDescription nv_vmstate_ctxctl_watchdog;

void nv_ctxctl_watchdog_init(NVCtxctlFalcon *cf);
void nv_ctxctl_watchdog_exit(NVCtxctlFalcon *cf);

/** nv_ctxctl_watchdog_reset: stop it; its register is reset separately */
void nv_ctxctl_watchdog_reset(NVCtxctlFalcon *cf);
void nv_ctxctl_watchdog_post_load(NVCtxctlFalcon *cf);

/** nv_ctxctl_watchdog_expired: its bit of SIGNAL: enabled, and at 0 */
bool nv_ctxctl_watchdog_expired(NVCtxctlFalcon *cf);

uint32_t nv_ctxctl_watchdog_read(NVGPU *gpu, uint32_t addr);
void nv_ctxctl_watchdog_write(NVGPU *gpu, uint32_t addr, uint32_t val);

/* --- ctxctl-mmio.c: the card's registers -------------------------------- */

/**
 * nv_ctxctl_reach: access a register of the card
 * @cf: the falcon that accesses it
 * @addr: address in BAR0
 * @write: write it, else read it
 * @val: the word
 *
 * Returns false, having done nothing, if the access has to wait until no code
 * is inside the device: only PGRAPH's registers, and those that are plain
 * storage, can be accessed at any time.
 */
bool nv_ctxctl_reach(NVCtxctlFalcon *cf, uint32_t addr, bool write,
                     uint32_t *val);

void nv_ctxctl_mmio_ctrl_write(NVGPU *gpu, uint32_t addr, uint32_t val);
uint32_t nv_ctxctl_mmio_ctrl_read(NVGPU *gpu, uint32_t addr);

/** nv_ctxctl_mmio_waits: an access waits until no code is inside the device */
bool nv_ctxctl_mmio_waits(NVCtxctlFalcon *cf);

/** nv_ctxctl_mmio_outside: make it now that no code is inside the device */
void nv_ctxctl_mmio_outside(NVCtxctlFalcon *cf);

/* --- ctxctl-memory.c: contexts in memory -------------------------------- */

bool nv_ctxctl_span(NVFalcon *falcon, uint64_t addr, uint64_t len, bool write,
                    NVSpan *span);
void nv_ctxctl_mem_cmd_write(NVGPU *gpu, uint32_t addr, uint32_t val);
void nv_ctxctl_mmctx_ctrl_write(NVGPU *gpu, uint32_t addr, uint32_t val);
uint32_t nv_ctxctl_mmctx_ctrl_read(NVGPU *gpu, uint32_t addr);
void nv_ctxctl_mmctx_queue_write(NVGPU *gpu, uint32_t addr, uint32_t val);
void nv_ctxctl_strand_cmd_write(NVGPU *gpu, uint32_t addr, uint32_t val);
void nv_ctxctl_strand_base_write(NVGPU *gpu, uint32_t addr, uint32_t val);
uint32_t nv_ctxctl_strand_base_read(NVGPU *gpu, uint32_t addr);
uint32_t nv_ctxctl_strand_words_read(NVGPU *gpu, uint32_t addr);

/* --- ctxctl-engine.c: PGRAPH as PFIFO sees it --------------------------- */

/** nv_ctxctl_work: NVFalconChip's work() */
bool nv_ctxctl_work(NVFalcon *falcon, int64_t *budget);

#endif /* HW_NV_FALCON_CTXCTL_H */
