/*
 * NVIDIA GPU: the interface between the puller and the engines
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_ENGINE_H
#define HW_NV_ENGINE_H

typedef struct NVEngine NVEngine;
typedef struct NVGPU NVGPU;

/*
 * Methods whose parameter is a handle, _END excluded: engines get the object's
 * instance, in units of 16 bytes
 */
#define NV_MTHD_HANDLE 0x180
#define NV_MTHD_HANDLE_END 0x200

/** enum NVStuck - why an engine can't continue before the driver has acted */
typedef enum NVStuck {
    NV_STUCK_NOT,
    NV_STUCK_CONTEXT_SWITCH,            /* it needs another channel's context */
    NV_STUCK_INTERRUPT,                 /* one that isn't handled */
    NV_STUCK_FROZEN,                    /* the driver has turned it off */
} NVStuck;

/** enum NVEngineId - engines, numbered as in PFIFO */
typedef enum NVEngineId {
    /* In RAMHT, before NVC0 */
    NV_ENGINE_SOFTWARE = 0,
    NV_ENGINE_GRAPH = 1,
    NV_ENGINE_MPEG = 2,                 /* NV98: PPPP */
    NV_ENGINE_ME = 3,                   /* NV50:NV84 */
    NV_ENGINE_PCOPY = 3,                /* GT215:NVC0 */
    NV_ENGINE_VP = 4,                   /* NV50:NVC0 */
    NV_ENGINE_CIPHER = 5,               /* NV84:GT215 */
    NV_ENGINE_BSP = 6,                  /* NV84:NVC0 */

    /* In an object's method 0 and in PFIFO's registers, NVC0+ */
    NVC0_ENGINE_GRAPH = 0,
    NVC0_ENGINE_PPDEC = 1,
    NVC0_ENGINE_PPPP = 2,
    NVC0_ENGINE_PVLD = 3,
    NVC0_ENGINE_PCE0 = 4,
    NVC0_ENGINE_PCE1 = 5,
    NVC0_ENGINES = 6,
    NVE4_ENGINE_PVENC = 6,
    NVE4_ENGINE_PCE2 = 7,               /* beside PGRAPH */
    NV108_ENGINE_PCE2 = 6,              /* likewise */
    NV117_ENGINE_PCE2 = 5,
    NVE4_ENGINES = 8,
    NVC0_ENGINE_SOFTWARE = 0x1f,

    NV_ENGINE__MAX = 16,
} NVEngineId;

/** The first method that isn't PFIFO's own */
#define NV_MTHD_ENGINE 0x100

/**
 * struct NVRun - a run of methods for one subchannel
 *
 * @chid: channel
 * @mthd: first method, in bytes
 * @subc: subchannel
 * @step: bytes from one method to the next: 4 or 0; from NVC0 on also
 *        NV_STEP_ONCE: 4 from the first to the second, and 0 after that
 * @count: number of words
 * @data: the words, in host byte order; they may be in the guest's memory and
 *        can change at any time: read each only once
 */
typedef struct NVRun {
    uint16_t chid;
    uint16_t mthd;
    uint8_t subc;
    uint8_t step;
    uint32_t count;
    const uint32_t *data;
} NVRun;

#define NV_STEP_ONCE 1

/** nv_run_mthd: the method of word @i of a run; the caller has to wrap it */
static inline uint32_t nv_run_mthd(const NVRun *run, uint32_t i)
{
    return run->mthd + (run->step == NV_STEP_ONCE ? (i ? 4 : 0)
                                                  : i * run->step);
}

/**
 * struct NVEngine - an engine as the puller sees it
 *
 * @name: name in traces
 * @bind: method 0; @inst is the object's address in instance memory, in bytes,
 *        or from NVC0 on the object's class.
 *        Returns false, without effect, if the engine is stopped
 * @select: select subchannel @subc of channel @chid for the runs that follow.
 *          Returns false, without effect, if the engine is busy or stopped
 * @run: execute methods for the selected subchannel.  Returns the number of
 *       words taken; fewer than run->count if the engine is busy, or was
 *       stopped by an error at the last of them.  What they do at once, beyond
 *       taking the words, is subtracted from NVGPU.engine_budget; when that is
 *       used up, the rest is under way
 * @idle: whether channel @chid has nothing under way
 * @busy: whether any channel has something under way: PFIFO may have gone on to
 *        another one
 * @work: continue what is under way, for at most *@budget units (about a word
 *        of memory traffic each), and subtract what was used; NULL: the card or
 *        the model lacks this engine
 * @unload: start to unload the channel with instance block @block, NV50+; NULL:
 *          the engine keeps no state of a channel
 * @unloading: whether that is still under way
 * @switching: whether it has yet to report that it has switched to another
 *             channel as requested; NVC0+.  May be NULL, see @block
 * @block: the instance block of its current channel, 0 if it has none; NVC0+.
 *         NULL: it keeps no state of a channel
 * @stuck: why it can't continue before the driver has acted.  May be NULL:
 *         nothing ever stops it
 * @error: name @i of the errors that it reports to debuggers; NULL: there are
 *         no more.  The device need not be realized.  May be NULL: none
 *
 * If the user has given the engines a latency, methods come from the engine's
 * queue, otherwise from the puller itself.
 *
 * If an engine took fewer words than it was given and isn't idle, @work is
 * called, whatever the puller's state.  If it is idle, it was stopped: it calls
 * nv_engine_wake() when it can continue.
 */
struct NVEngine {
    const char *name;
    bool (*bind)(NVGPU *gpu, unsigned chid, unsigned subc, uint32_t inst);
    bool (*select)(NVGPU *gpu, unsigned chid, unsigned subc);
    uint32_t (*run)(NVGPU *gpu, const NVRun *run);
    bool (*idle)(NVGPU *gpu, unsigned chid);
    bool (*busy)(NVGPU *gpu);
    void (*work)(NVGPU *gpu, int64_t *budget);
    void (*unload)(NVGPU *gpu, uint32_t block);
    bool (*unloading)(NVGPU *gpu);
    bool (*switching)(NVGPU *gpu);
    uint32_t (*block)(NVGPU *gpu);
    NVStuck (*stuck)(NVGPU *gpu);
    const char *(*error)(NVGPU *gpu, unsigned i);
};

/**
 * struct NVEngineHost - PFIFO as the engines see it
 *
 * @wake, @poll, @forget_queue, @queued, @block, @of_block, @grctx: the
 *     implementations of the functions below
 * @written: the implementation of nv_memory_written(), if NVGPU.push_copied
 */
typedef struct NVEngineHost {
    void (*wake)(NVGPU *gpu);
    void (*poll)(NVGPU *gpu);
    void (*forget_queue)(NVGPU *gpu, unsigned id);
    unsigned (*queued)(NVGPU *gpu, unsigned id);
    void (*written)(NVGPU *gpu);
    uint32_t (*block)(NVGPU *gpu, unsigned chid);
    int (*of_block)(NVGPU *gpu, uint32_t block);
    uint32_t (*grctx)(NVGPU *gpu, unsigned chid);
} NVEngineHost;

/**
 * nv_engine_wake: report that an engine can continue, or another event that
 *                 PFIFO may be waiting for
 * @gpu: the device
 *
 * Waiting methods may be executed before this returns, or later.
 */
void nv_engine_wake(NVGPU *gpu);

/**
 * nv_engine_poll: the guest has read an engine's progress
 * @gpu: the device
 *
 * If work is left, some of it is done now.
 */
void nv_engine_poll(NVGPU *gpu);

/** nv_engine_forget_queue: drop the methods in engine @id's queue */
void nv_engine_forget_queue(NVGPU *gpu, NVEngineId id);

/** nv_engine_queued: number of methods in engine @id's queue */
unsigned nv_engine_queued(NVGPU *gpu, NVEngineId id);

/**
 * nv_channel_block: address of a channel's instance block, NV50+
 * @gpu: the device
 * @chid: channel
 *
 * Returns its address in instance memory, which is video memory, in bytes; 0
 * for a channel that has none.
 */
uint32_t nv_channel_block(NVGPU *gpu, unsigned chid);

/**
 * nv_channel_of_block: the channel of an instance block
 * @gpu: the device
 * @block: its address, in bytes; 0 for none
 *
 * Returns a channel that is enabled, or -1 if there is none.
 */
int nv_channel_of_block(NVGPU *gpu, uint32_t block);

/**
 * nv_channel_grctx: address of a channel's PGRAPH context, NV40:NV50
 * @gpu: the device
 * @chid: channel
 *
 * Returns its address in instance memory, in units of 16 bytes.
 */
uint32_t nv_channel_grctx(NVGPU *gpu, unsigned chid);

extern const NVEngine nv_engine_graph;
extern const NVEngine nv_engine_mpeg;                   /* NV31+ */
extern const NVEngine nv_engine_pcipher;                /* NV84+ */
extern const NVEngine nv_engine_pcopy;                  /* GT215:NVC0 */
extern const NVEngine nv_engine_pce0;                   /* NVC0+ */
extern const NVEngine nv_engine_pce1;                   /* NVC0+ */
extern const NVEngine nv_engine_nvc0_graph;             /* NVC0+ */
extern const NVEngine nv_engine_ce0;                    /* NVE4+ */
extern const NVEngine nv_engine_ce1;                    /* NVE4+ */
extern const NVEngine nv_engine_ce2;                    /* NVE4+ */
extern const NVEngine nv_engine_null;

/** nv_engine_video: a video engine that is fused off, NVC0+ */
extern const NVEngine nv_engine_video;

/** Video engines that take objects and methods, and do nothing, NV50:NVC0 */
extern const NVEngine nv_engine_pme, nv_engine_pvp1, nv_engine_pvp2,
    nv_engine_pbsp, nv_engine_pppp, nv_engine_ppdec, nv_engine_psec,
    nv_engine_pvld, nv_engine_nva3_pppp, nv_engine_nva3_ppdec,
    nv_engine_nva3_pvld;

extern const NVEngine nv_engine_nv01_graph;             /* before NV04 */

#endif /* HW_NV_ENGINE_H */
