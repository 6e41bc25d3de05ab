/*
 * NVIDIA GPU: the judge: what drivers do that hardware needn't forgive
 *
 *   judge.c         which rules there are, what has been found, properties
 *   judge-regs.c    registers and saved states that need a unit stopped
 *   judge-intr.c    interrupts, and who polls instead
 *   judge-push.c    pushbuffers and entries that change under way
 *   judge-memory.c  page tables, memory that nobody has given or waited for
 *   judge-object.c  objects and channels that are freed while in use
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_DEBUG_JUDGE_H
#define HW_NV_DEBUG_JUDGE_H

#include "hw/nv/debug.h"
#include "hw/nv/nv-gpu.h"

/** enum NVRule - what a driver has to keep; judge.c has it in words */
typedef enum NVRule {
    NV_RULE_REGISTER_WHILE_RUNNING,
    NV_RULE_STATE_OVERWRITTEN,
    NV_RULE_PAGE_UNFLUSHED,
    NV_RULE_PUSHBUFFER_OVERWRITTEN,
    NV_RULE_ENTRY_OVERWRITTEN,
    NV_RULE_PUT_BEYOND,
    NV_RULE_INTERRUPT_UNREAD,
    NV_RULE_READ_IN_FLIGHT,
    NV_RULE_ACCESS_ASTRAY,
    NV_RULE_OBJECT_FREED,
    NV_RULE_CHANNEL_FREED,
    NV_RULE_FENCE_POLLED,
    NV_RULE__MAX,
} NVRule;

/** Cards that a row of a table is for */
enum {
    NV_JUDGE_NV04 = BIT(0),             /* NV04:NV50 */
    NV_JUDGE_NV50 = BIT(1),             /* NV50:NVC0 */
    NV_JUDGE_NVC0 = BIT(2),             /* NVC0+ */
    NV_JUDGE_NV84 = BIT(3),             /* NV84:NVC0, beside NV_JUDGE_NV50 */
    NV_JUDGE_CACHE1 = NV_JUDGE_NV04 | NV_JUDGE_NV50,
    NV_JUDGE_ANY = NV_JUDGE_CACHE1 | NV_JUDGE_NVC0,
};

/** nv_judge_cards: which of them a card is; 0 before NV04 */
uint32_t nv_judge_cards(NVGPU *gpu);

/**
 * nv_judge_find: a driver has broken a rule
 * @gpu: the device
 * @rule: which
 * @chid: channel, or -1
 * @key: what tells this case from others, beside @rule and @chid
 * @fmt: where: "register=0x002210 value=0x..."
 */
void nv_judge_find(NVGPU *gpu, NVRule rule, int chid, uint64_t key,
                   const char *fmt, ...) G_GNUC_PRINTF(5, 6);

/**
 * struct NVJudgePart - rules that stand on the same facts
 *
 * @kinds: NV_PROBE_BIT() of what it is told
 * @size: bytes that it keeps, all 0 at first
 * @see: is told; what it keeps is @state.  Nothing that it does itself is told
 * @forget: frees what @state points to; NULL: nothing
 */
typedef struct NVJudgePart {
    uint32_t kinds;
    size_t size;
    void (*see)(NVGPU *gpu, void *state, const NVProbe *probe);
    void (*forget)(void *state);
} NVJudgePart;

extern const NVJudgePart nv_judge_regs;
extern const NVJudgePart nv_judge_intr;
extern const NVJudgePart nv_judge_poll;
extern const NVJudgePart nv_judge_push;
extern const NVJudgePart nv_judge_pages;
extern const NVJudgePart nv_judge_flight;
extern const NVJudgePart nv_judge_astray;
extern const NVJudgePart nv_judge_object;

#endif /* HW_NV_DEBUG_JUDGE_H */
