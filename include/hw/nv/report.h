/*
 * NVIDIA GPU: a summary of a run, for driver developers
 *
 * Registers that were used and aren't modelled, registers that were polled
 * without progress, methods that no object handled, and event counters.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_REPORT_H
#define HW_NV_REPORT_H

#include "qapi/qapi-types-nv-gpu-report.h"

typedef struct NVGPU NVGPU;

/** Registers watched for polls at a time, by address modulo this */
#define NV_POLL_SLOTS 61

/**
 * struct NVPoll - reads of one register that all returned the same value
 *
 * @addr: BAR0 address
 * @val: the value
 * @writes: NVReport.writes, which stays the same until this counts as a poll
 * @count: number of reads
 * @start, @ns: when they began and how long they lasted, on
 *              QEMU_CLOCK_VIRTUAL, in steps of some hundred reads
 * @polled: they were fast enough for a poll
 */
typedef struct NVPoll {
    uint32_t addr;
    uint32_t val;
    uint32_t writes;
    uint64_t count;
    int64_t start;
    int64_t ns;
    bool polled;
} NVPoll;

/**
 * struct NVReport - what has happened since the device was created
 *
 * @regs: BAR0 address to the uses of a register that isn't modelled
 * @polls: BAR0 address to the longest poll
 * @methods: class and method to the number of times that it wasn't handled
 * @dropped: a table was full, so entries are missing
 * @poll: registers under watch
 * @accesses: counts the guest's accesses to registers and instance memory
 * @writes: counts its writes to these and to channels' control areas
 * @counter: by NvCounter
 * @faults: name of an injected fault to how often it was committed
 *
 * Not saved (what the process reports, not state): @dropped, @poll,
 * @accesses, @writes
 */
typedef struct NVReport {
    GHashTable *regs;
    GHashTable *polls;
    GHashTable *methods;
    bool dropped;
    NVPoll poll[NV_POLL_SLOTS];
    uint32_t accesses;
    uint32_t writes;
    uint64_t counter[NV_COUNT__MAX];
    GHashTable *faults;
} NVReport;

/** nv_count: add @_n to a counter, by its name in NvCounter */
#define nv_count(_gpu, _what, _n) \
    ((_gpu)->report.counter[NV_COUNT_ ## _what] += (_n))

/**
 * nv_report_register: report an access to a register without a row
 * @gpu: the device
 * @addr: BAR0 address
 * @write: direction
 * @val: value read or written
 *
 * Logs LOG_UNIMP once per register, unless the property "log-unmodelled" is
 * off, and counts.
 */
void nv_report_register(NVGPU *gpu, uint32_t addr, bool write, uint32_t val);

/**
 * nv_report_access: note an access to any register, to find polls
 * @gpu: the device
 * @addr: BAR0 address
 * @write: direction
 * @val: value read or written
 */
void nv_report_access(NVGPU *gpu, uint32_t addr, bool write, uint32_t val);

/**
 * nv_report_method: report a method that its object doesn't handle
 * @gpu: the device
 * @class: class of the object
 * @mthd: method, in bytes
 * @data: its parameter, the first one's if there are more
 * @count: how many times
 *
 * Logs LOG_UNIMP once per class and method, unless the property
 * "log-unmodelled" is off, and counts.
 */
void nv_report_method(NVGPU *gpu, uint16_t class, uint16_t mthd,
                      uint32_t data, uint32_t count);

/**
 * nv_report_fault: report that an injected fault was committed
 * @gpu: the device
 * @name: its name, which isn't copied
 */
void nv_report_fault(NVGPU *gpu, const char *name);

void nv_report_init(NVGPU *gpu);
void nv_report_exit(NVGPU *gpu);

/** nv_report_query: the report; the caller frees it */
NvReport *nv_report_query(NVGPU *gpu);

/** nv_report_statistics: the counters; the caller frees them */
NvStatistics *nv_report_statistics(NVGPU *gpu);

/** nv_report_begin: forget all that has been reported and counted */
void nv_report_begin(NVGPU *gpu);

extern const VMStateDescription nv_vmstate_report;

#endif /* HW_NV_REPORT_H */
