/*
 * NVIDIA GPU: PBDMAs, which turn GP entries into methods, NVC0+
 *
 * Each does the work of earlier cards' pusher, CACHE1 and puller: it reads a
 * channel's pushbuffer, executes the host's methods and passes on the others.
 *
 *   scheduler.c       gives PBDMAs to channels
 *   pbdma.c           runs: commands one by one, and what stops a PBDMA
 *   pbdma-entry.c     GP entries
 *   pbdma-command.h   decodes a command's first word
 *   pbdma-express.c   the fast path for nearly all commands
 *   pbdma-methods.c   where methods go
 *   pbdma-crc.c       checksums
 *   pbdma-host.c      the methods of class 906F
 *   user.c            USERD
 *   channel.c         channels: the table, the run list, RAMFC
 *   switch.c          engines that take too long to switch channels
 *   intr.c            interrupts
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FIFO_PBDMA_PBDMA_H
#define HW_NV_FIFO_PBDMA_PBDMA_H

#include "hw/nv/fifo-regs-nvc0.h"
#include "hw/nv/fifo/reader.h"
#include "state.h"

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
 * @engine: the engine of the selected subchannel
 * @run: the run of methods that it is given
 * @in: the pushbuffer
 * @mthd, @subc, @step, @count: the current command, @count words of which are
 *                              still to come
 * @commands, @methods: statistics
 * @id: its number
 * @regs: its registers, by their R_NV_PBDMA_* in RAMFC
 * @engines: the engines of its channel's subchannels, a byte each
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
    const NVEngine *engine;
    NVRun run;
    NVPushReader in;
    uint32_t mthd;
    unsigned subc;
    unsigned step;
    uint32_t count;
    uint64_t commands, methods;
    unsigned id;
    uint32_t *regs;
    const uint32_t *engines;
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
    const NVPbdmaChip *chip = nv_pbdma_chip(gpu);

    return !extract32(gpu->bus->pbdmas_off, id, 1) &&
           !(chip->off && chip->off(gpu, id));
}

/** nv_pbdma_channel: the channel that a PBDMA has, -1 if it has none */
static inline int nv_pbdma_channel(NVGPU *gpu, unsigned id)
{
    const NVPbdmaChip *chip = nv_pbdma_chip(gpu);
    uint32_t channel = NV_PBDMA_R(gpu, id, NV_PBDMA_CHANNEL);

    return channel & chip->loaded ? channel & (chip->fifo.channels - 1) : -1;
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

#endif /* HW_NV_FIFO_PBDMA_PBDMA_H */
