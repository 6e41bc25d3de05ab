/*
 * Tests of the NVIDIA GPU: PGRAPH and its objects
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef LIBNV_NV_GRAPH_H
#define LIBNV_NV_GRAPH_H

#include "hw/nv/graph-regs.h"
#include "nv-channel.h"

/* --- Bringing it up, and its interrupt handler ------------------------- */

/** nv_graph_init: what nv10_gr_init() writes */
void nv_graph_init(NVDev *nv);

/**
 * nv_graph_rd32, nv_assert_graph, nv_graph_field: a register of PGRAPH that
 * the card may have elsewhere than NV10
 */
static inline uint32_t nv_graph_rd32(NVDev *nv, uint32_t reg)
{
    return nv_rd32(nv, nv_graph_addr(nv->card, reg));
}

#define nv_assert_graph(_nv, _reg, _val) \
    nv_assert_hex(nv_graph_rd32(_nv, A_ ## _reg), _val)

#define nv_graph_field(_nv, _reg, _field) \
    extract32(nv_graph_rd32(_nv, A_ ## _reg), \
              R_ ## _reg ## _ ## _field ## _SHIFT, \
              R_ ## _reg ## _ ## _field ## _LENGTH)

/** nv_graph_trapped: TRAPPED_ADDR after a method */
uint32_t nv_graph_trapped(const NVCard *card, unsigned chid, unsigned subc,
                          uint32_t mthd);

/** nv_graph_intr_error: the bit of INTR that an error sets */
uint32_t nv_graph_intr_error(const NVCard *card);

/** nv_graph_ack: end of nv10_gr_intr(): acknowledge and let it continue */
void nv_graph_ack(NVDev *nv);

/** enum NVSource - reasons of an error, bits of NSOURCE */
typedef enum NVSource {
    NV_SOURCE_NONE = 0,
    NV_SOURCE_NOTIFICATION = 1 << 0,
    NV_SOURCE_DATA_ERROR = 1 << 1,
    NV_SOURCE_PROTECTION_ERROR = 1 << 2,
    NV_SOURCE_LIMIT_COLOR = 1 << 4,
    NV_SOURCE_ILLEGAL_MTHD = 1 << 6,
    NV_SOURCE_DMA_R_PROTECTION = 1 << 7,
    NV_SOURCE_DMA_W_PROTECTION = 1 << 8,
    NV_SOURCE_STATE_INVALID = 1 << 11,
    NV_SOURCE_DOUBLE_NOTIFY = 1 << 12,
    NV_SOURCE_NOTIFY_IN_USE = 1 << 13,
    NV_SOURCE_METHOD_CNT = 1 << 14,
    NV_SOURCE_BFR_NOTIFICATION = 1 << 15,
} NVSource;

/**
 * nv_assert_graph_error: PGRAPH has stopped at a method, with this error
 * @chan: the channel
 * @source: NSOURCE
 * @status: NSTATUS
 * @subc, @mthd, @data: the method
 *
 * Then acknowledges it.
 */
#define nv_assert_graph_error(_chan, _source, _status, _subc, _mthd, _data) \
    nv_check_graph_error(_chan, __FILE__, __LINE__, _source, _status, _subc, \
                         _mthd, _data)

void nv_check_graph_error(NVChan *chan, const char *file, int line,
                          NVSource source, uint32_t status, unsigned subc,
                          uint32_t mthd, uint32_t data);

/** nv_assert_graph_quiet: PGRAPH has no interrupt, and takes methods */
void nv_assert_graph_quiet(NVDev *nv);

/** nv_assert_graph_channel: PGRAPH has the context of channel @chid */
void nv_assert_graph_channel(NVDev *nv, unsigned chid);

/* NSTATUS, NV10:NV50; NV04 has it 12 bits lower */
#define NV_STATUS_STATE_IN_USE 0x00800000
#define NV_STATUS_INVALID_STATE 0x01000000
#define NV_STATUS_BAD_ARGUMENT 0x02000000
#define NV_STATUS_PROTECTION_FAULT 0x04000000

/* --- Pushbuffers ------------------------------------------------------ */

/**
 * nv_submit: execute everything that was pushed
 *
 * Goes back to the beginning of the pushbuffer now and then, so that there is
 * always room for half of it.
 */
void nv_submit(NVChan *chan);

/**
 * nv_graph_kick_a_little: submit, and stop the machine in the middle
 *
 * The machine only runs for a few slices of PFIFO's work, however busy the host
 * is.  It stays stopped.
 */
void nv_graph_kick_a_little(NVChan *chan);

/** nv_graph_idle: wait until PGRAPH is idle */
void nv_graph_idle(NVDev *nv);

/** nv_graph_object: make an object and bind it; returns its instance */
uint32_t nv_graph_object(NVChan *chan, unsigned subc, uint32_t handle,
                         uint32_t class);

/** nv_graph_name: give an instance a handle, for methods 0x180..0x1fc */
void nv_graph_name(NVChan *chan, uint32_t handle, uint32_t inst);

/* --- Numbers ---------------------------------------------------------- */

/** nv_random: a sequence that is the same on every machine */
uint32_t nv_random(void);

/** nv_random_below: one of 0..@limit - 1 */
uint32_t nv_random_below(uint32_t limit);

/** nv_random_fill: random bytes */
void nv_random_fill(void *data, uint32_t size);

#endif /* LIBNV_NV_GRAPH_H */
