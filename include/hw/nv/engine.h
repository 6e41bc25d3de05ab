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
 * Methods whose parameter is a handle, up to but without _END: engines get the
 * object's instance, in units of 16 bytes
 */
#define NV_MTHD_HANDLE 0x180
#define NV_MTHD_HANDLE_END 0x200

/** enum NVEngineId - engines, by the number that PFIFO has for them */
typedef enum NVEngineId {
    /* RAMHT's, before NVC0 */
    NV_ENGINE_SOFTWARE = 0,
    NV_ENGINE_GRAPH = 1,
    NV_ENGINE_MPEG = 2,
    NV_ENGINE_PCOPY = 3,                /* GT215:NVC0 */

    /* Those of an object's method 0 and of PFIFO's registers, NVC0+ */
    NVC0_ENGINE_GRAPH = 0,
    NVC0_ENGINE_PPDEC = 1,
    NVC0_ENGINE_PPPP = 2,
    NVC0_ENGINE_PVLD = 3,
    NVC0_ENGINE_PCE0 = 4,
    NVC0_ENGINE_PCE1 = 5,
    NVC0_ENGINES = 6,
    NVC0_ENGINE_SOFTWARE = 0x1f,

    NV_ENGINE__MAX = 16,
} NVEngineId;

/**
 * struct NVRun - a run of methods for one subchannel
 *
 * @chid: channel
 * @subc: subchannel
 * @mthd: first method, in bytes
 * @step: bytes from one method to the next: 4 or 0; from NVC0 on also
 *        NV_STEP_ONCE: 4 from the first to the second, and 0 after that
 * @count: number of words
 * @data: the words, in host byte order; they may be in the guest's memory and
 *        can change at any time: read each only once
 */
typedef struct NVRun {
    uint8_t chid;
    uint8_t subc;
    uint16_t mthd;
    uint8_t step;
    uint32_t count;
    const uint32_t *data;
} NVRun;

#define NV_STEP_ONCE 1

/** nv_run_mthd: the method of a run's word @i; the run's caller wraps it */
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
 *        Returns false, and has done nothing, when the engine is stopped
 * @select: the runs that follow are for subchannel @subc of channel @chid.
 *          Returns false, and has done nothing, when the engine is busy or
 *          stopped
 * @run: take methods for the subchannel selected.  Returns how many words it
 *       took; fewer than run->count when the engine is busy, or was stopped by
 *       an error, after the last of them
 * @idle: there is nothing under way for channel @chid
 * @busy: there is something under way, for whichever channel: PFIFO may have
 *        gone on to another one
 * @work: continue what is under way, for at most *@budget units (about a word
 *        of memory traffic each), and subtract what was used; NULL: the card
 *        has no such engine, or the model doesn't
 * @unload: start to unload the channel with instance block @block, NV50+; NULL:
 *          the engine keeps no state of a channel
 * @unloading: that hasn't finished yet
 * @switching: it was told to switch to another channel, and hasn't reported yet
 *             that it has; NVC0+.  May be NULL, see @block
 * @block: the instance block of its current channel, 0 if it has none; NVC0+.
 *         NULL: it keeps no state of a channel
 * @stuck: why it doesn't go on before the driver has done something, NULL:
 *         nothing stops it.  May be NULL: never
 * @error: name @i of the errors that it reports to debuggers, NULL: there are
 *         no more.  The device need not be realized.  May be NULL: none
 *
 * The methods come from the engine's queue if the user has given the engines a
 * latency, and from the puller itself otherwise.
 *
 * If an engine took fewer words than it was given and isn't idle, @work is
 * called, whatever the puller's state.  If it is idle, it was stopped: it calls
 * nv_engine_wake() when it can go on.
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
    const char *(*stuck)(NVGPU *gpu);
    const char *(*error)(NVGPU *gpu, unsigned i);
};

/**
 * struct NVEngineHost - PFIFO as the engines see it
 *
 * @wake, @poll, @forget_queue, @queued, @block, @of_block, @grctx: what the
 *     functions below do
 * @written: what nv_memory_written() does if NVGPU.push_copied
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
 * nv_engine_wake: an engine can go on, or something else has happened that
 *                 PFIFO may be waiting for
 * @gpu: the device
 *
 * Methods that were waiting may be executed before this returns, or later.
 */
void nv_engine_wake(NVGPU *gpu);

/**
 * nv_engine_poll: the guest has read how far an engine is
 * @gpu: the device
 *
 * If work is left, some of it is done now.
 */
void nv_engine_poll(NVGPU *gpu);

/** nv_engine_forget_queue: methods on their way to engine @id are lost */
void nv_engine_forget_queue(NVGPU *gpu, NVEngineId id);

/** nv_engine_queued: methods that are on their way to engine @id */
unsigned nv_engine_queued(NVGPU *gpu, NVEngineId id);

/**
 * nv_channel_block: where a channel's instance block is, NV50+
 * @gpu: the device
 * @chid: channel
 *
 * Returns its address in instance memory, which is video memory, in bytes; 0
 * for a channel that has none.
 */
uint32_t nv_channel_block(NVGPU *gpu, unsigned chid);

/**
 * nv_channel_of_block: which channel an instance block belongs to
 * @gpu: the device
 * @block: its address, in bytes; 0 for none
 *
 * Returns a channel that is turned on, or -1 if there is none.
 */
int nv_channel_of_block(NVGPU *gpu, uint32_t block);

/**
 * nv_channel_grctx: where a channel's PGRAPH context is, NV40:NV50
 * @gpu: the device
 * @chid: channel
 *
 * Returns its address in instance memory, in units of 16 bytes.
 */
uint32_t nv_channel_grctx(NVGPU *gpu, unsigned chid);

extern const NVEngine nv_engine_graph;
extern const NVEngine nv_engine_mpeg;                   /* NV31:NV50 */
extern const NVEngine nv_engine_pcopy;                  /* GT215:NVC0 */
extern const NVEngine nv_engine_pce0;                   /* NVC0+ */
extern const NVEngine nv_engine_pce1;                   /* NVC0+ */
extern const NVEngine nv_engine_nvc0_graph;             /* NVC0+ */
extern const NVEngine nv_engine_null;

/** nv_engine_video: an engine for video, which is fused off, NVC0+ */
extern const NVEngine nv_engine_video;
extern const NVEngine nv_engine_nv01_graph;             /* before NV04 */

#endif /* HW_NV_ENGINE_H */
