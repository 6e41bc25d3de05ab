/*
 * NVIDIA GPU: the judge: what drivers do that hardware may not forgive
 *
 *   judge.c         the rules, the findings, properties
 *   judge-text.c    findings as lines of the log
 *   judge-regs.c    registers and saved states that need a unit stopped
 *   judge-unit.c    units that PMC has turned off
 *   judge-intr.c    interrupts, and polling instead of them
 *   judge-line.c    interrupts that stay pending
 *   judge-push.c    pushbuffers and entries that change once submitted
 *   judge-zero.c    pushbuffers and rings that were never filled
 *   judge-memory.c  page tables, accesses without rights or without waiting
 *   judge-object.c  objects and channels that are freed while in use
 *   judge-place.c   where the guest has submitted a channel's work
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_DEBUG_JUDGE_H
#define HW_NV_DEBUG_JUDGE_H

#include "hw/nv/debug.h"
#include "hw/nv/nv-gpu.h"
#include "qapi/qapi-types-nv-gpu-report.h"

/** Cards that a row of a table is for */
enum {
    NV_JUDGE_NV04 = BIT(0),             /* NV04:NV50 */
    NV_JUDGE_NV50 = BIT(1),             /* NV50:NVC0 */
    NV_JUDGE_NVC0 = BIT(2),             /* NVC0+ */
    NV_JUDGE_NV84 = BIT(3),             /* NV84:NVC0, with NV_JUDGE_NV50 */
    NV_JUDGE_CACHE1 = NV_JUDGE_NV04 | NV_JUDGE_NV50,
    NV_JUDGE_ANY = NV_JUDGE_CACHE1 | NV_JUDGE_NVC0,
};

/** nv_judge_cards: the bits for a card; 0 before NV04 */
uint32_t nv_judge_cards(NVGPU *gpu);

/**
 * nv_judge_name: a register's name
 * @gpu: the device
 * @addr: its address in BAR0
 *
 * Returns NULL if it has no name; for g_free().
 */
char *nv_judge_name(NVGPU *gpu, uint32_t addr);

/**
 * nv_judge_find: report that the driver has broken a rule
 * @gpu: the device
 * @rule: the rule
 * @chid: channel, or -1
 * @key: distinguishes this case from others with the same @rule and @chid
 * @place: the place: the members for @rule are set; it is copied
 */
void nv_judge_find(NVGPU *gpu, NvRule rule, int chid, uint64_t key,
                   const NvJudgement *place);

/**
 * struct NVJudgePart - rules that need the same information
 *
 * @kinds: NV_PROBE_BIT() of the events that it needs
 * @size: size of its state, initially all 0
 * @see: called for each such event with that @state; not for the judge's own
 * @settle: report what is a finding only because time has passed; called before
 *          findings are listed.  May be NULL
 * @forget: free what @state points to; may be NULL
 */
typedef struct NVJudgePart {
    uint32_t kinds;
    size_t size;
    void (*see)(NVGPU *gpu, void *state, const NVProbe *probe);
    void (*settle)(NVGPU *gpu, void *state);
    void (*forget)(void *state);
} NVJudgePart;

/**
 * nv_judge_submitted: where the guest has submitted what a channel executes
 * @gpu: the device
 * @state: state of nv_judge_place
 * @chid: channel, or -1
 * @where: set as nv_machine_where() does
 *
 * Returns the number of entries in @where, 0 if it isn't known.
 */
unsigned nv_judge_submitted(NVGPU *gpu, const void *state, int chid,
                            uint64_t *where);

extern const NVJudgePart nv_judge_place;
extern const NVJudgePart nv_judge_regs;
extern const NVJudgePart nv_judge_intr;
extern const NVJudgePart nv_judge_poll;
extern const NVJudgePart nv_judge_push;
extern const NVJudgePart nv_judge_pages;
extern const NVJudgePart nv_judge_flight;
extern const NVJudgePart nv_judge_astray;
extern const NVJudgePart nv_judge_object;
extern const NVJudgePart nv_judge_unit;
extern const NVJudgePart nv_judge_zero;
extern const NVJudgePart nv_judge_line;

#endif /* HW_NV_DEBUG_JUDGE_H */
