/*
 * Tests of the NVIDIA GPU: channels and pushbuffers
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef LIBNV_NV_CHANNEL_H
#define LIBNV_NV_CHANNEL_H

#include "hw/nv/fifo-regs.h"
#include "nv-driver.h"
#include "nv-instmem.h"

/* --- Commands: spec "The commands - pre-NVC0 format" ------------------ */

#define NV_CMD_INC(_subc, _mthd, _count) \
    ((uint32_t)(_count) << 18 | (_subc) << 13 | (_mthd))
#define NV_CMD_NI(_subc, _mthd, _count) \
    (0x40000000u | NV_CMD_INC(_subc, _mthd, _count))
#define NV_CMD_OLD_JUMP(_target) (0x20000000u | (_target))
#define NV_CMD_JUMP(_target) ((_target) | 1u)
#define NV_CMD_CALL(_target) ((_target) | 2u)
#define NV_CMD_RETURN 0x00020000u
#define NV_CMD_SLI(_mask) (0x00010000u | (_mask) << 4)
#define NV_CMD_LONG_NI(_subc, _mthd) (0x00030000u | (_subc) << 13 | (_mthd))
#define NV_CMD_NOP 0u

#define NV_MTHD_OBJECT 0x0000
#define NV_MTHD_REF_CNT 0x0050
#define NV_MTHD_DMA_SEMAPHORE 0x0060
#define NV_MTHD_SEMAPHORE_OFFSET 0x0064
#define NV_MTHD_SEMAPHORE_ACQUIRE 0x0068
#define NV_MTHD_SEMAPHORE_RELEASE 0x006c

/**
 * struct NVChan - a channel and its pushbuffer
 *
 * @nv: the card
 * @chid: number of the channel
 * @push: the pushbuffer
 * @cur: offset in @push at which the next word is put
 * @ib_order: log2 of the IB buffer's entries, 0: not in IB mode (nv-tesla.h)
 * @ib_put: the entry that is written next
 * @kicked: where the last entry ended
 */
typedef struct NVChan {
    NVDev *nv;
    unsigned chid;
    NVBuf *push;
    uint32_t cur;
    unsigned ib_order;
    uint32_t ib_put;
    uint32_t kicked;
} NVChan;

#define NV_PUSH_SIZE 0x10000

/**
 * nv_chan_new: make a channel and turn it on, as nv10_fifo_dma_new() and
 *              nv04_fifo_dma_init() do
 * @nv: the card
 * @chid: number of the channel
 * @place: where the pushbuffer, of NV_PUSH_SIZE bytes, is
 */
NVChan *nv_chan_new(NVDev *nv, unsigned chid, NVPlace place);

/** nv_chan_new_at: the same with a pushbuffer that exists, used from @offset */
NVChan *nv_chan_new_at(NVDev *nv, unsigned chid, NVBuf *push,
                       uint32_t offset);

/** nv_chan_fini: turn the channel off, as nv04_fifo_dma_fini() does */
void nv_chan_fini(NVChan *chan);

/** nv_chan_free: free the test's state of a channel; doesn't touch the card */
void nv_chan_free(NVChan *chan);

/* The channel's control area */
uint32_t nv_user_rd32(NVChan *chan, uint32_t reg);
void nv_user_wr32(NVChan *chan, uint32_t reg, uint32_t val);
#define nv_user_put(_chan) nv_user_rd32(_chan, A_NV_USER_DMA_PUT)
#define nv_user_get(_chan) nv_user_rd32(_chan, A_NV_USER_DMA_GET)

/**
 * nv_user_ref: the last reference that the channel has set
 *
 * Cards without REF_CNT set it by a software method (nouveau's nv04_fence.c).
 * Note: reading it first handles the software methods that are pending.
 */
uint32_t nv_user_ref(NVChan *chan);

/** nv_references: how many references have been set so far */
unsigned nv_references(NVDev *nv);

/** nv_ramfc: address in instance memory of a word of the channel's RAMFC */
uint32_t nv_ramfc(NVChan *chan, uint32_t offset);

/** nv_ramfc_set_inst: write DMA_INSTANCE and DCOUNT of the saved state */
void nv_ramfc_set_inst(NVChan *chan, uint32_t inst, uint32_t dcount);

/**
 * nv_assert_ramfc_inst: check the saved state; without the shadow registers
 *                       there is no DCOUNT
 */
#define nv_assert_ramfc_inst(_chan, _inst, _dcount) \
    nv_check_ramfc_inst(_chan, __FILE__, __LINE__, _inst, _dcount)

void nv_check_ramfc_inst(NVChan *chan, const char *file, int line,
                         uint32_t inst, uint32_t dcount);

/**
 * nv_timeslice: set DMA_TIMESLICE, and that of each channel that isn't in
 *               CACHE1 on cards where it is the channel's
 */
void nv_timeslice(NVDev *nv, uint32_t val);

/** nv_assert_shadow: one of the shadow registers, which NV04 hasn't got */
#define nv_assert_shadow(_nv, _reg, _want) \
    nv_assert_reg(_nv, _reg, (_nv)->card->features & NV_CARD_SHADOWS \
                  ? (_want) : 0)

/** nv_push1_is_dma: CACHE1's channel is in DMA mode */
static inline bool nv_push1_is_dma(NVDev *nv)
{
    return nv_rd32(nv, A_NV_PFIFO_CACHE1_PUSH1) & nv->card->push1_mode;
}

/* --- Filling the pushbuffer ------------------------------------------- */

/** nv_push: append a word; returns the offset at which it is */
uint32_t nv_push(NVChan *chan, uint32_t word);

/** nv_push_words: append words */
void nv_push_words(NVChan *chan, const uint32_t *words, unsigned count);

/**
 * nv_cmd_state: DMA_STATE in the middle of a command, @done words of which
 *               are done; its bits 15:0 are CACHE1's ADDR of the next word
 */
uint32_t nv_cmd_state(uint32_t command, unsigned done);

/**
 * nv_assert_state: DMA_STATE is this; from NV50 on its METHOD_COUNT is a
 *                  register of its own
 */
#define nv_assert_state(_nv, _want)                                         \
    nv_check_state(_nv, __FILE__, __LINE__, _want)

void nv_check_state(NVDev *nv, const char *file, int line, uint32_t want);

/** nv_push_inc: append an increasing command with the words that follow */
#define nv_push_inc(_chan, _subc, _mthd, ...)                               \
    nv_push_command(_chan, NV_CMD_INC(_subc, _mthd, 0),                     \
                    (const uint32_t[]){ __VA_ARGS__ },                      \
                    NV_COUNT(const uint32_t, __VA_ARGS__))

/**
 * nv_push_ni: the same for a non-increasing command; on cards that have none,
 *             one command for each word
 */
#define nv_push_ni(_chan, _subc, _mthd, ...)                                \
    nv_push_command(_chan, NV_CMD_NI(_subc, _mthd, 0),                      \
                    (const uint32_t[]){ __VA_ARGS__ },                      \
                    NV_COUNT(const uint32_t, __VA_ARGS__))

void nv_push_command(NVChan *chan, uint32_t command, const uint32_t *words,
                     unsigned count);

/** nv_push_object: bind the object with a handle to a subchannel */
void nv_push_object(NVChan *chan, unsigned subc, uint32_t handle);

/** nv_push_ref: append a command that sets the channel's reference */
void nv_push_ref(NVChan *chan, uint32_t ref);

/** nv_push_refs: several times, in one command */
void nv_push_refs(NVChan *chan, const uint32_t *refs, unsigned count);

/** nv_cmd_ref: that command's first word */
uint32_t nv_cmd_ref(const NVCard *card, unsigned count);

/** nv_push_jump: append an old jump and continue at its target */
void nv_push_jump(NVChan *chan, uint32_t target);

/* --- Submitting ------------------------------------------------------- */

/** nv_kick: submit what has been appended */
void nv_kick(NVChan *chan);

/**
 * nv_poll: wait until an expression is true, for a bounded number of looks
 *
 * The card works between two evaluations; how fast doesn't matter.  After a
 * failure the test doesn't wait long for something that may never happen.
 */
#define nv_poll(_expr)                                                      \
    do {                                                                    \
        unsigned _polls = nv_polls();                                       \
        while (!(_expr)) {                                                  \
            if (nv_between_polls) {                                         \
                nv_between_polls();                                         \
            }                                                               \
            if (!--_polls) {                                                \
                nv_fail("%s:%d: never true: " #_expr, __FILE__, __LINE__);  \
                break;                                                      \
            }                                                               \
        }                                                                   \
    } while (0)

/** nv_wait: wait until GET has reached PUT */
#define nv_wait(_chan) \
    nv_poll((nv_handle_refs((_chan)->nv), \
             nv_user_get(_chan) == (_chan)->cur))

/** nv_run: nv_kick() and nv_wait() */
#define nv_run(_chan)                                                       \
    do {                                                                    \
        nv_kick(_chan);                                                     \
        nv_wait(_chan);                                                     \
    } while (0)

/** nv_seek: make the channel, which has CACHE1, continue at @offset */
void nv_seek(NVChan *chan, uint32_t offset);

/* --- Objects ---------------------------------------------------------- */

/** nv_chan_object: make an object of a class and give it a handle */
uint32_t nv_chan_object(NVChan *chan, uint32_t handle, uint32_t class);

/** nv_class_m2mf: class of the objects that copy memory */
static inline uint32_t nv_class_m2mf(NVDev *nv)
{
    return nv->card->features & NV_CARD_NV50 ? 0x5039 : 0x0039;
}

/** NV_SW_INST: the instance that drivers give software objects */
#define NV_SW_INST 0x40

/** nv_chan_software: give the software object a handle */
void nv_chan_software(NVChan *chan, uint32_t handle);

/** nv_chan_buffer: give a buffer's DMA object a handle */
void nv_chan_buffer(NVChan *chan, uint32_t handle, NVBuf *buf);

/** NV_CLASS_NULL: PGRAPH's null object, which takes any method */
#define NV_CLASS_NULL 0x0030

#define NV_HANDLE_GRAPH 0xbeef0030
#define NV_HANDLE_SOFTWARE 0x55550000

/**
 * nv_chan_new_objects: make a channel that has an object of each kind
 * @nv: the card
 * @chid: number of the channel
 *
 * NV_HANDLE_GRAPH is a null object, NV_HANDLE_SOFTWARE a software object.  The
 * pushbuffer is in RAM.
 */
NVChan *nv_chan_new_objects(NVDev *nv, unsigned chid);

/** nv_hash: HASH's value for an object of the channel, by where it is */
uint32_t nv_hash(NVChan *chan, uint32_t inst);

/** nv_subc_engine: the engine to which CACHE1's subchannel is bound */
unsigned nv_subc_engine(NVDev *nv, unsigned subc);

/* --- CACHE1 ----------------------------------------------------------- */

/** nv_puller: turn the puller on or off */
void nv_puller(NVDev *nv, bool on);

/** struct NVMethod - a method as CACHE1 holds it */
typedef struct NVMethod {
    uint32_t addr;
    uint32_t data;
} NVMethod;

/** NV_CACHE1_ADDR: a slot's ADDR, from the register database's fields */
#define NV_CACHE1_ADDR(_subc, _mthd, _ni) \
    ((uint32_t)(_subc) << 13 | (_mthd) | (_ni))

/** NV_DMA_STATE: DMA_STATE, likewise; @_error is an enum NVPusherError */
#define NV_DMA_STATE(_subc, _mthd, _count, _ni, _error) \
    ((uint32_t)(_error) << 29 | (_count) << 18 | \
     NV_CACHE1_ADDR(_subc, _mthd, _ni))

/** nv_cache1_slot: CACHE1's slot at a value of GET or PUT */
NVMethod nv_cache1_slot(NVDev *nv, uint32_t ptr);

/** nv_cache1_mask: bits in which GET and PUT count */
uint32_t nv_cache1_mask(NVDev *nv);

/** nv_cache1_used: number of methods in CACHE1 */
unsigned nv_cache1_used(NVDev *nv);

/**
 * nv_cache1_take: remove the methods that are in CACHE1
 * @nv: the card, whose puller is off
 * @methods: where they go
 *
 * Returns their number.  The pusher then continues.
 */
unsigned nv_cache1_take(NVDev *nv, NVMethod *methods);

/** nv_assert_cache1: CACHE1 holds these @count methods, and no other */
void nv_assert_cache1(NVDev *nv, const NVMethod *want, unsigned count);

/* --- Errors of the pusher --------------------------------------------- */

/**
 * nv_assert_pusher_error: the pusher has stopped, with this error
 * @chan: the channel
 * @error: why
 * @get: GET, after what it couldn't do
 * @rsvd: RSVD_SHADOW, the last command that it has read
 */
void nv_assert_pusher_error(NVChan *chan, NVPusherError error, uint32_t get,
                            uint32_t rsvd);

/**
 * nv_assert_pusher_recovers: the driver's handler finds the error, GET goes
 *                            to PUT, and the next submission works
 */
void nv_assert_pusher_recovers(NVChan *chan, NVPusherError error,
                               uint32_t get);

/**
 * nv_pusher_go_on: clear the error alone, as a driver that has mended the
 *                  cause may do
 */
void nv_pusher_go_on(NVDev *nv);

/* --- Errors of the puller --------------------------------------------- */

/* PULL0: on, and why it has stopped */
#define NV_PULL0_ON 0x001
#define NV_PULL0_HASH_FAILED 0x010
#define NV_PULL0_SOFTWARE 0x100

/**
 * nv_assert_stopped: the puller stands before a method, which CACHE1 shows at
 *                    GET
 * @chan: the channel
 * @pull0: why
 * @subc, @mthd, @data: the method
 */
void nv_assert_stopped(NVChan *chan, uint32_t pull0, unsigned subc,
                       uint32_t mthd, uint32_t data);

/* --- What reached the puller ------------------------------------------ */

/**
 * struct NVDelivered - a method that the puller has executed or passed on
 *
 * @data: the parameter as it was submitted
 */
typedef struct NVDelivered {
    unsigned chid;
    unsigned subc;
    uint32_t mthd;
    uint32_t data;
} NVDelivered;

/** nv_watch_methods: record what follows for nv_delivered() */
void nv_watch_methods(NVDev *nv);

/** nv_delivered: the methods, NVDelivered, in the order of execution */
GArray *nv_delivered(NVDev *nv);

/**
 * nv_delivered_alike: two runs' methods are the same, in the same order
 * @one, @two: of nv_delivered()
 *
 * Returns how often the channel changed.
 */
unsigned nv_delivered_alike(GArray *one, GArray *two);

/** nv_assert_delivered: the methods are these, in this order */
#define nv_assert_delivered(_nv, ...)                                       \
    nv_check_delivered(_nv, __FILE__, __LINE__,                             \
                       (const NVDelivered[]){ __VA_ARGS__ },                \
                       NV_COUNT(const NVDelivered, __VA_ARGS__))

void nv_check_delivered(NVDev *nv, const char *file, int line,
                        const NVDelivered *want, unsigned count);

#endif /* LIBNV_NV_CHANNEL_H */
