/*
 * NVIDIA GPU: the log of what the guest did wrong, and of what was dropped
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_LOG_H
#define HW_NV_LOG_H

typedef struct NVGPU NVGPU;

/** Lines of a card that may be logged within NV_LOG_PERIOD_NS */
#define NV_LOG_LINES 64

/** For so long, in ns of virtual time, the same line isn't logged again */
#define NV_LOG_PERIOD_NS NANOSECONDS_PER_SECOND

/**
 * struct NVLogLine - a line that has been logged
 *
 * @text: what makes it the same line as another one; NULL: the entry is free
 * @since: when it was logged, on QEMU_CLOCK_VIRTUAL, in ns
 * @again: how often it came since then, and wasn't logged
 */
typedef struct NVLogLine {
    char *text;
    int64_t since;
    uint64_t again;
} NVLogLine;

/**
 * struct NVLog - the lines that a card has logged lately
 *
 * @lines: those that won't be logged again soon
 * @dropped: lines for which there was no room, since the last that was logged
 */
typedef struct NVLog {
    NVLogLine lines[NV_LOG_LINES];
    uint64_t dropped;
} NVLog;

/**
 * nv_log_error: log what the guest did wrong: LOG_GUEST_ERROR
 * @gpu: the device, whose name begins the line
 * @fmt: the rest of the line, without its end
 *
 * A line that comes again within NV_LOG_PERIOD_NS is only counted; the next one
 * says how many those were.  Of different lines, NV_LOG_LINES are logged within
 * that time.  So a driver that repeats its error as fast as it can doesn't fill
 * the disk.  An error is more than a line: see nv_guest_error().
 */
void nv_log_error(NVGPU *gpu, const char *fmt, ...) G_GNUC_PRINTF(2, 3);

/** nv_log_unimp: the same for what the model lacks: LOG_UNIMP */
void nv_log_unimp(NVGPU *gpu, const char *fmt, ...) G_GNUC_PRINTF(2, 3);

/** NVRefusal.mthd of what isn't a method */
#define NV_REFUSED_NO_METHOD UINT32_MAX

/**
 * struct NVRefusal - a request that is dropped, of which no register tells
 *
 * @unit: the unit that drops it
 * @chid: channel, -1 if it isn't known
 * @subc: subchannel
 * @class: class of the subchannel's object, 0 if there is none
 * @mthd: method, in bytes, or NV_REFUSED_NO_METHOD
 * @data: its parameter, or what was written
 * @why: the reason in words
 */
typedef struct NVRefusal {
    const char *unit;
    int chid;
    unsigned subc;
    uint32_t class;
    uint32_t mthd;
    uint32_t data;
    const char *why;
} NVRefusal;

/**
 * nv_refused: tell that a request of the guest is dropped
 * @gpu: the device
 * @refusal: the request, and the reason
 *
 * This is for what the guest doesn't learn from the card: neither an interrupt
 * nor a register says so.  It is logged as an error of the guest's, traced, and
 * counted as "silent-refusals".  In the log, refusals that differ only in @data
 * are the same line (see nv_log_error()).
 */
void nv_refused(NVGPU *gpu, const NVRefusal *refusal);

/**
 * nv_refused_access: the same for an access that isn't a method
 * @gpu: the device
 * @unit: the unit that drops it
 * @chid: channel, -1 if it isn't known
 * @data: what was written
 * @why: the reason in words
 */
void nv_refused_access(NVGPU *gpu, const char *unit, int chid, uint32_t data,
                       const char *why);

/** nv_log_forget: what has been logged is new again */
void nv_log_forget(NVGPU *gpu);

#endif /* HW_NV_LOG_H */
