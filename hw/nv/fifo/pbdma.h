/*
 * NVIDIA GPU: PBDMAs, which turn GP entries into methods, NVC0+
 *
 * Each does the work of earlier cards' pusher, CACHE1 and puller: it reads a
 * channel's pushbuffer, executes the host's methods and passes on the others.
 *
 *   scheduler-nvc0.c  gives PBDMAs to channels
 *   pbdma.c           runs: commands one by one, and what stops a PBDMA
 *   pbdma-entry.c     GP entries
 *   pbdma-command.h   decodes a command's first word
 *   pbdma-express.c   the fast path for nearly all commands
 *   pbdma-methods.c   where methods go
 *   pbdma-crc.c       checksums
 *   pbdma-host.c      the methods of class 906F
 *   user-nvc0.c       USERD
 *   channel-nvc0.c    channels: the table, the run list, RAMFC
 *   switch-nvc0.c     engines that take too long to switch channels
 *   intr-nvc0.c       interrupts
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FIFO_PBDMA_H
#define HW_NV_FIFO_PBDMA_H

#include "hw/nv/fifo-regs-nvc0.h"
#include "channel.h"
#include "ops.h"
#include "pbdma-command.h"
#include "pusher-state.h"
#include "queue.h"

/* --- Methods ---------------------------------------------------------- */

/** Methods wrap here. */
#define NVC0_MTHD_END 0x4000

/** Methods of class 906F that no earlier card has */
#define NVC0_MTHD_ILLEGAL 0x0004
#define NVC0_MTHD_NOP 0x0008
#define NVC0_MTHD_SEMAPHORE_A 0x0010
#define NVC0_MTHD_SEMAPHORE_B 0x0014
#define NVC0_MTHD_SEMAPHORE_C 0x0018
#define NVC0_MTHD_SEMAPHORE_D 0x001c
#define NVC0_MTHD_NON_STALL_INTERRUPT 0x0020
#define NVC0_MTHD_FB_FLUSH 0x0024
#define NVC0_MTHD_MEM_OP_A 0x0028
#define NVC0_MTHD_MEM_OP_B 0x002c
#define NVC0_MTHD_SET_REFERENCE 0x0050
#define NVC0_MTHD_WFI 0x0078
#define NVC0_MTHD_CRC_CHECK 0x007c
#define NVC0_MTHD_YIELD 0x0080
#define NVC0_MTHD_SWITCH_NO_WAIT 0x0084

/* --- A PBDMA at work -------------------------------------------------- */

/**
 * struct NVPbdmaEntered - a subchannel whose engine takes methods at once
 *
 * @engine: the engine, NULL if checks are needed
 * @target: TARGET after the subchannel has been entered
 */
typedef struct NVPbdmaEntered {
    const NVEngine *engine;
    uint32_t target;
} NVPbdmaEntered;

/**
 * struct NVPbdma - a PBDMA's state while it runs
 *
 * @push: the pusher that it shares with earlier cards: where its pushbuffer is,
 *        and the command under way
 * @id: its number
 * @chid: its channel
 * @regs: its registers, by their R_NV_PBDMA_* in RAMFC
 * @first: the command's first method is still to come, and differs from those
 *         that follow
 * @drops: methods are dropped, as they are for other cards of a set
 * @immediate: the parameter of a command that contains its parameter
 * @intr: bits of INTR_0 to stop with
 * @yield: it gives up the rest of its timeslice
 * @moves: the channel has to go on in another PBDMA, which serves its engine
 * @entered: by subchannel, how it can be entered again without checks.  They
 *           are valid while NVFifo.selected names a subchannel
 */
typedef struct NVPbdma {
    NVPusher push;
    unsigned id;
    unsigned chid;
    uint32_t *regs;
    bool first;
    bool drops;
    uint32_t immediate;
    uint32_t intr;
    bool yield;
    bool moves;
    NVPbdmaEntered entered[NV_FIFO_SUBCHANNELS];
} NVPbdma;

/** NV_PBDMA_R - the stored word of PBDMA @_id's register, as an lvalue */
#define NV_PBDMA_R(_gpu, _id, _reg) \
    ((_gpu)->regs[(NV_PBDMA_BASE + (_id) * NV_PBDMA_STRIDE) / 4 + R_ ## _reg])

/** nv_pbdma_is_on: PFIFO lets a PBDMA work, and PMC hasn't turned it off */
static inline bool nv_pbdma_is_on(NVGPU *gpu, unsigned id)
{
    return extract32(NV_R(gpu, NVC0_PFIFO_PBDMA_ENABLE) &
                     ~gpu->bus->pbdmas_off, id, 1);
}

/** nv_pbdma_channel: the channel that a PBDMA has, -1 if it has none */
static inline int nv_pbdma_channel(NVGPU *gpu, unsigned id)
{
    uint32_t channel = NV_PBDMA_R(gpu, id, NV_PBDMA_CHANNEL);

    return FIELD_EX32(channel, NV_PBDMA_CHANNEL, ACTIVE)
        ? FIELD_EX32(channel, NV_PBDMA_CHANNEL, CHID) : -1;
}

/** nv_pbdma_gp_mask: bits of an index into the ring of GP entries */
static inline uint32_t nv_pbdma_gp_mask(uint32_t gp_base_hi)
{
    return (1u << FIELD_EX32(gp_base_hi, NV_PBDMA_GP_BASE_HI, ORDER)) - 1;
}

/** nv_pbdma_address: an address in two of a PBDMA's registers */
static inline uint64_t nv_pbdma_address(const uint32_t *regs, unsigned low,
                                        unsigned high)
{
    return (uint64_t)extract32(regs[high], 0, 8) << 32 | (regs[low] & ~3u);
}

/** nv_pbdma_has_work: whether its channel has anything to do */
static inline bool nv_pbdma_has_work(const uint32_t *regs)
{
    return nv_pbdma_address(regs, R_NV_PBDMA_GET, R_NV_PBDMA_GET_HI) !=
           nv_pbdma_address(regs, R_NV_PBDMA_PUT, R_NV_PBDMA_PUT_HI) ||
           regs[R_NV_PBDMA_GP_GET] != regs[R_NV_PBDMA_GP_PUT] ||
           FIELD_EX32(regs[R_NV_PBDMA_METHOD0], NV_PBDMA_METHOD0, VALID) ||
           FIELD_EX32(regs[R_NV_PBDMA_SEMAPHORE_D], NV_PBDMA_SEMAPHORE_D,
                      ACQUIRE_PENDING);
}

/** nv_pbdma_acquiring: its channel waits for a semaphore */
static inline bool nv_pbdma_acquiring(NVGPU *gpu, unsigned id)
{
    return FIELD_EX32(NV_PBDMA_R(gpu, id, NV_PBDMA_SEMAPHORE_D),
                      NV_PBDMA_SEMAPHORE_D, ACQUIRE_PENDING);
}

/* --- pbdma.c ---------------------------------------------------------- */

/** enum NVPbdmaEnd - why a PBDMA has stopped */
typedef enum NVPbdmaEnd {
    NV_PBDMA_IDLE,              /* it has nothing left to do */
    NV_PBDMA_WAIT,              /* it waits for a semaphore */
    NV_PBDMA_BLOCKED,           /* it waits for an engine, or the driver */
    NV_PBDMA_MORE,              /* its budget is used up, or it yields */
    NV_PBDMA_MOVES,             /* its channel has to go on in another one */
} NVPbdmaEnd;

/**
 * nv_pbdma_run: make a PBDMA execute its channel's commands
 * @gpu: the device
 * @id: its number
 * @budget: words that may be processed; what was used is subtracted
 */
NVPbdmaEnd nv_pbdma_run(NVGPU *gpu, unsigned id, int64_t *budget);

/**
 * nv_pbdma_submit_run: make a PBDMA execute methods that aren't in a pushbuffer
 * @gpu: the device
 * @id: its number; it has a channel, no pending method, and isn't stopped
 * @run: the methods
 *
 * Returns how many it has executed.  The next one may have stopped it.
 */
uint32_t nv_pbdma_submit_run(NVGPU *gpu, unsigned id, const NVRun *run);

/* --- pbdma-regs.c ----------------------------------------------------- */

/** nv_pbdma_reset_off: reset the PBDMAs that PMC has turned off */
void nv_pbdma_reset_off(NVGPU *gpu);

/* --- pbdma-express.c -------------------------------------------------- */

/**
 * nv_pbdma_express: execute commands up to one that needs a closer look
 * @b: the PBDMA, at a command
 * @budget: words that may be executed; what was used is subtracted
 */
void nv_pbdma_express(NVPbdma *b, int64_t *budget);

/* --- Engines ---------------------------------------------------------- */

/* A subchannel's byte of ENGINES */
#define NV_PBDMA_ENGINE_MASK 0x1f

/** nv_pbdma_subchannel_engine: the engine of a subchannel's object */
static inline unsigned nv_pbdma_subchannel_engine(const NVPbdma *b,
                                                  unsigned subc)
{
    return b->regs[R_NV_PBDMA_ENGINES_0 + subc / 4] >> subc % 4 * 8 &
           NV_PBDMA_ENGINE_MASK;
}

/** nv_pbdma_target: the engine that the channel has used last */
static inline unsigned nv_pbdma_target(const NVPbdma *b)
{
    return FIELD_EX32(b->regs[R_NV_PBDMA_TARGET], NV_PBDMA_TARGET, ENGINE);
}

/** nv_pbdma_idle: whether that engine is done with the channel */
static inline bool nv_pbdma_idle(NVPbdma *b)
{
    unsigned target = nv_pbdma_target(b);

    return target >= NVC0_ENGINES ||
           nv_queue_idle(b->push.gpu, target, b->chid);
}

/** nvc0_fifo_frozen_engine: an engine is frozen by the driver, or by a fault */
static inline bool nvc0_fifo_frozen_engine(NVGPU *gpu, unsigned id)
{
    return (NV_R(gpu, NVC0_PFIFO_ENGINE_FREEZE) |
            NV_R(gpu, NVC0_PFIFO_ENGINE_FAULT)) >> id & 1;
}

/** nvc0_channel_serves: PBDMA @id may give methods to an engine */
static inline bool nvc0_channel_serves(NVGPU *gpu, unsigned id,
                                       unsigned engine)
{
    return engine >= NVC0_ENGINES ||
           !(gpu->regs[R_NVC0_PFIFO_ENGINE_PBDMA_MASK + engine] >> id & 1);
}

/** nvc0_channel_move: let the channel go on in a PBDMA that serves @engine */
void nvc0_channel_move(NVGPU *gpu, unsigned chid, unsigned engine);

/**
 * nv_pbdma_enter_engine: @subc's methods may go to engine @id now
 *
 * NVK's hardware docs: "A subchannel switch - Causes the hardware to execute an
 * implied WFI", and one of engines as well.
 */
static inline QEMU_ALWAYS_INLINE bool
nv_pbdma_enter_engine(NVPbdma *b, unsigned id, unsigned subc)
{
    uint32_t *target = &b->regs[R_NV_PBDMA_TARGET];
    uint32_t wanted = FIELD_DP32(0, NV_PBDMA_TARGET, ENGINE, id);

    wanted = FIELD_DP32(wanted, NV_PBDMA_TARGET, SUBC, subc);
    if (*target != wanted) {
        if (!nv_pbdma_idle(b)) {
            return false;
        }
        *target = wanted;
    }
    if (unlikely(!nvc0_channel_serves(b->push.gpu, b->id, id))) {
        nvc0_channel_move(b->push.gpu, b->chid, id);
        b->moves = true;
        return false;
    }
    return !nvc0_fifo_frozen_engine(b->push.gpu, id);
}

/** nv_pbdma_selected: NVPusher.engine expects methods for a subchannel */
static inline bool nv_pbdma_selected(const NVPbdma *b, unsigned subc)
{
    return b->push.fifo->selected == FIELD_DP32(0, NVC0_COMMAND, SUBC, subc);
}

/* --- pbdma-methods.c -------------------------------------------------- */

/**
 * nv_pbdma_deliver: execute methods, or pass them to their engine
 * @b: the PBDMA
 * @run: the methods
 *
 * Returns how many were executed.  If there are fewer, NVPusher.stalled is set;
 * if NVPbdma.intr is set, too, the next one is wrong, otherwise it waits.
 */
uint32_t nv_pbdma_deliver(NVPbdma *b, const NVRun *run);

/* --- pbdma-crc.c ------------------------------------------------------ */

/** nv_pbdma_crc_entry: a GP entry has been read */
void nv_pbdma_crc_entry(NVPbdma *b, uint32_t low, uint32_t high);

/** nv_pbdma_crc_words: words of a segment have been read */
void nv_pbdma_crc_words(NVPbdma *b, const uint32_t *words, uint32_t count);

/** nv_pbdma_crc_methods: an engine has been given methods of a run */
void nv_pbdma_crc_methods(NVPbdma *b, const NVRun *run, uint32_t count);

/**
 * nv_pbdma_crc_matches: whether a checksum is what a channel expects
 * @b: the PBDMA
 * @reg: the checksum's register
 * @want: what it should be
 */
bool nv_pbdma_crc_matches(NVPbdma *b, unsigned reg, uint32_t want);

/* --- pbdma-entry.c ---------------------------------------------------- */

/**
 * nv_pbdma_next_entry: go on with the next GP entry
 * @b: the PBDMA, at the end of its pushbuffer
 *
 * Returns false if there is none, or after setting NVPbdma.intr or
 * NVPusher.error.
 */
bool nv_pbdma_next_entry(NVPbdma *b);

/* --- pbdma-host.c ----------------------------------------------------- */

/** nv_pbdma_keep: store a method that has been read, but not executed */
void nv_pbdma_keep(NVPbdma *b, unsigned subc, uint32_t mthd, uint32_t data);

/**
 * nv_pbdma_deliver_host: execute methods of class 906F
 * @b: the PBDMA
 * @subc: their subchannel, which replaces that of @run
 * @run: the methods, all of them below NV_MTHD_ENGINE
 *
 * Returns as nv_pbdma_deliver() does.
 */
uint32_t nv_pbdma_deliver_host(NVPbdma *b, unsigned subc, const NVRun *run);

/**
 * nv_pbdma_deliver_semaphore: the same for SEMAPHOREA to D, by a shorter path
 *
 * It doesn't check the run's methods.
 */
uint32_t nv_pbdma_deliver_semaphore(NVPbdma *b, unsigned subc,
                                    const NVRun *run);

/** nv_pbdma_deliver_reference: the same for a SET_REFERENCE */
uint32_t nv_pbdma_deliver_reference(NVPbdma *b, const NVRun *run);

/**
 * nv_pbdma_awaits: what a channel with ACQUIRE_PENDING waits for
 * @regs: the channel's registers
 * @operation: set to SEMAPHORED's operation
 * @want: set to the value
 *
 * Returns false if METHOD0 has another method: the driver has replaced it.
 */
bool nv_pbdma_awaits(const uint32_t *regs, unsigned *operation,
                     uint32_t *want);

/**
 * nv_pbdma_retry: retry an acquire; true if its channel needn't wait any longer
 * @gpu: the device
 * @id: the PBDMA's number
 */
bool nv_pbdma_retry(NVGPU *gpu, unsigned id);

/* --- channel-nvc0.c --------------------------------------------------- */

/** nvc0_channel_block: address of a channel's instance block; 0 if none */
uint32_t nvc0_channel_block(NVGPU *gpu, unsigned chid);

/** nvc0_channel_of_block: the channel with that block, or -1 */
int nvc0_channel_of_block(NVGPU *gpu, uint32_t block);

/** nvc0_channel_pbdma: the PBDMA that has a channel, or -1 */
int nvc0_channel_pbdma(NVGPU *gpu, unsigned chid);

/** nvc0_channel_userd: where a channel's word at @offset of USERD is */
bool nvc0_channel_userd(NVGPU *gpu, const uint32_t *ramfc, uint32_t offset,
                        NVSpan *span);

/**
 * nvc0_channel_user_word: a word of USERD, as the guest has written it
 * @gpu: the device
 * @ramfc: the channel's state
 * @offset: in USERD
 * @otherwise: returned if there is no such memory
 */
uint32_t nvc0_channel_user_word(NVGPU *gpu, const uint32_t *ramfc,
                                uint32_t offset, uint32_t otherwise);

/** nvc0_channel_gp_put: GP_PUT, which is in USERD */
uint32_t nvc0_channel_gp_put(NVGPU *gpu, const uint32_t *ramfc);

/** nvc0_channel_update: whether channel @chid has work may have changed */
void nvc0_channel_update(NVGPU *gpu, unsigned chid);

/** nvc0_channel_next: the next channel that waits for PBDMA @id, or -1 */
int nvc0_channel_next(NVGPU *gpu, unsigned id);

/** nvc0_channel_load, nvc0_channel_unload: between a PBDMA and RAMFC */
void nvc0_channel_load(NVGPU *gpu, unsigned id, unsigned chid);
void nvc0_channel_unload(NVGPU *gpu, unsigned id);

/** nvc0_channel_recheck: the table of channels or the run list has changed */
void nvc0_channel_recheck(NVGPU *gpu);

/** nvc0_runlist_set: RUNLIST was written */
void nvc0_runlist_set(NVGPU *gpu);

/** nvc0_channel_may_load: the driver allows a PBDMA to load the channel */
bool nvc0_channel_may_load(NVGPU *gpu, unsigned chid);

/** nvc0_channel_enabled: it is turned on, whether on the run list or not */
bool nvc0_channel_enabled(NVGPU *gpu, unsigned chid);

/** nvc0_channel_disable: turn it off, and take it from its PBDMA */
void nvc0_channel_disable(NVGPU *gpu, unsigned chid);

/** nvc0_channel_set: set a channel's entry in the table to @entry */
void nvc0_channel_set(NVGPU *gpu, unsigned chid, uint32_t entry);

/* --- switch-nvc0.c ---------------------------------------------------- */

bool nvc0_switch_init(NVGPU *gpu);
void nvc0_switch_reset(NVGPU *gpu);
void nvc0_switch_exit(NVGPU *gpu);
bool nvc0_switch_post_load(NVGPU *gpu);

/** nvc0_switch_refused: NVFifoOps.refused() */
void nvc0_switch_refused(NVGPU *gpu, unsigned id, unsigned chid);

/**
 * nvc0_switch_preempt: take a channel from its PBDMA and the engines
 * @gpu: the device
 * @chid: the channel
 *
 * If the PBDMA is frozen, both wait until it no longer is.
 */
void nvc0_switch_preempt(NVGPU *gpu, unsigned chid);

/** nvc0_switch_thaw: an interrupt of PBDMA @id was acknowledged */
void nvc0_switch_thaw(NVGPU *gpu, unsigned id);

/**
 * nvc0_switch_preempting: whether a channel that was told to leave its PBDMA or
 *                         an engine has yet to do so
 */
bool nvc0_switch_preempting(NVGPU *gpu);

/** nvc0_switch_pending: the switch that engine @id has to do now, or NULL */
const NVEngineSwitch *nvc0_switch_pending(NVGPU *gpu, unsigned id);

/** nvc0_switch_update: forget switches that have been done */
void nvc0_switch_update(NVGPU *gpu);

/** nvc0_switch_arm: something that the timeout depends on has changed */
void nvc0_switch_arm(NVGPU *gpu);

/* --- user-nvc0.c ------------------------------------------------------ */

/** nvc0_user_set_base: BAR1_BASE was written */
void nvc0_user_set_base(NVGPU *gpu);

/** nvc0_user_show: bring USERD of a PBDMA's channel up to date */
void nvc0_user_show(NVGPU *gpu, unsigned id);

/* --- scheduler-nvc0.c ------------------------------------------------- */

/** nvc0_fifo_round: NVFifoOps.round() */
NVSliceEnd nvc0_fifo_round(NVGPU *gpu, NVSlice *slice);

/* --- intr-nvc0.c ------------------------------------------------------ */

/** nvc0_fifo_update_intr: a cause of an interrupt, or its mask, has changed */
void nvc0_fifo_update_intr(NVGPU *gpu);

/**
 * nvc0_fifo_error: raise an interrupt with a code for its reason
 * @gpu: the device
 * @bit: of INTR, which decides what register has the reason
 * @chid: the channel, for debuggers; -1: it isn't about one
 * @code: the reason; if the interrupt is pending already, the old one stays
 */
void nvc0_fifo_error(NVGPU *gpu, uint32_t bit, int chid, uint32_t code);

/** Errors of a method, which is in METHOD0 and DATA0 */
#define NV_PBDMA_OF_METHOD \
    (R_NV_PBDMA_INTR_0_METHOD_MASK | R_NV_PBDMA_INTR_0_METHODCRC_MASK | \
     R_NV_PBDMA_INTR_0_DEVICE_MASK | R_NV_PBDMA_INTR_0_SEMAPHORE_MASK | \
     R_NV_PBDMA_INTR_0_ACQUIRE_MASK | R_NV_PBDMA_INTR_0_NO_CTXSW_SEG_MASK)

/** Errors of a word that has been read: of a method, or a command */
#define NV_PBDMA_OF_WORD \
    (NV_PBDMA_OF_METHOD | R_NV_PBDMA_INTR_0_PBENTRY_MASK)

/**
 * nv_pbdma_raise: set bits of a PBDMA's INTR_0
 * @gpu: the device
 * @id: the PBDMA
 * @bits: the bits
 * @addr: for debuggers, in bytes: where the word is, or where it has read up to
 *        if it isn't about a word; the semaphore's address; NV_PROBE_NOWHERE:
 *        it isn't about a place
 */
void nv_pbdma_raise(NVGPU *gpu, unsigned id, uint32_t bits, uint64_t addr);

/** What the names of PBDMAs' errors begin with */
#define NV_PBDMA_ERROR_PREFIX "PBDMA "

/** nv_pbdma_error_name: name @i of the errors of PBDMAs; NULL: no more */
const char *nv_pbdma_error_name(unsigned i);

/** nv_pbdma_error_of: the name for bits of INTR_0, or NULL */
const char *nv_pbdma_error_of(uint32_t bits);

/**
 * nv_pbdma_frozen: whether an interrupt keeps its channel in it
 *
 * NVIDIA's manuals of later cards, dev_pbdma, INTR_0: bits that are set "will
 * prevent the contents of the PBDMA unit from being switched out.  Until
 * software handles these interrupts and writes the bits to RESET, the PBDMA
 * will be frozen."
 */
static inline bool nv_pbdma_frozen(NVGPU *gpu, unsigned id)
{
    return NV_PBDMA_R(gpu, id, NV_PBDMA_INTR_0);
}

/** nv_pbdma_stopped: it is frozen, or stopped by a fault */
bool nv_pbdma_stopped(NVGPU *gpu, unsigned id);

/* Registers */
uint32_t nvc0_fifo_pbdmas_read(NVGPU *gpu, uint32_t addr);
uint32_t nvc0_fifo_engines_read(NVGPU *gpu, uint32_t addr);
uint32_t nvc0_fifo_intr_read(NVGPU *gpu, uint32_t addr);

extern const NVChannelChip nvc0_channel;

extern const NVFifoOps nvc0_fifo_ops;

#endif /* HW_NV_FIFO_PBDMA_H */
