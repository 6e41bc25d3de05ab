/*
 * NVIDIA GPU: the checker: what drivers do that hardware may not forgive
 *
 *   checker.c         the rules, the findings, properties
 *   checker-text.c    findings as lines of the log
 *   checker-regs.c    registers and saved states that need a unit stopped
 *   checker-unit.c    units that PMC has turned off
 *   checker-intr.c    interrupts, and polling instead of them
 *   checker-line.c    interrupts that stay pending
 *   checker-push.c    pushbuffers and entries that change once submitted
 *   checker-zero.c    pushbuffers and rings that were never filled
 *   checker-memory.c  page tables, accesses without rights or without waiting
 *   checker-object.c  objects and channels that are freed while in use
 *   checker-place.c   where the guest has submitted a channel's work
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_DEBUG_CHECKER_H
#define HW_NV_DEBUG_CHECKER_H

#include "hw/nv/debug.h"
#include "hw/nv/nv-gpu.h"
#include "qapi/qapi-types-nv-gpu-report.h"

/** Cards that a row of a table is for */
enum {
    NV_CHECKER_NV04 = BIT(0),             /* NV04:NV50 */
    NV_CHECKER_NV50 = BIT(1),             /* NV50:NVC0 */
    NV_CHECKER_NVC0 = BIT(2),             /* NVC0+ */
    NV_CHECKER_NV84 = BIT(3),             /* NV84:NVC0, with NV_CHECKER_NV50 */
    NV_CHECKER_CACHE1 = NV_CHECKER_NV04 | NV_CHECKER_NV50,
    NV_CHECKER_ANY = NV_CHECKER_CACHE1 | NV_CHECKER_NVC0,
};

/** nv_checker_turn: turn the checker on or off; what it has found is lost */
void nv_checker_turn(NVGPU *gpu, bool on);

/** nv_checker_cards: the bits for a card; 0 before NV04 */
uint32_t nv_checker_cards(NVGPU *gpu);

/**
 * nv_checker_name: a register's name
 * @gpu: the device
 * @addr: its address in BAR0
 *
 * Returns NULL if it has no name; for g_free().
 */
char *nv_checker_name(NVGPU *gpu, uint32_t addr);

/**
 * nv_checker_find: report that the driver has broken a rule
 * @gpu: the device
 * @rule: the rule
 * @chid: channel, or -1
 * @key: distinguishes this case from others with the same @rule and @chid
 * @place: the place: the members for @rule are set; it is copied
 */
void nv_checker_find(NVGPU *gpu, NvRule rule, int chid, uint64_t key,
                     const NvFinding *place);

/**
 * struct NVCheckerPart - rules that need the same information
 *
 * @kinds: NV_PROBE_BIT() of the events that it needs
 * @size: size of its state, initially all 0
 * @see: called for each such event with that @state; not for the checker's own
 * @settle: report what is a finding only because time has passed; called before
 *          findings are listed.  May be NULL
 * @forget: free what @state points to; may be NULL
 */
typedef struct NVCheckerPart {
    uint32_t kinds;
    size_t size;
    void (*see)(NVGPU *gpu, void *state, const NVProbe *probe);
    void (*settle)(NVGPU *gpu, void *state);
    void (*forget)(void *state);
} NVCheckerPart;

/**
 * nv_checker_submitted: where the guest has submitted what a channel executes
 * @gpu: the device
 * @state: state of nv_checker_place
 * @chid: channel, or -1
 * @where: set as nv_machine_where() does
 *
 * Returns the number of entries in @where, 0 if it isn't known.
 */
unsigned nv_checker_submitted(NVGPU *gpu, const void *state, int chid,
                              uint64_t *where);

extern const NVCheckerPart nv_checker_place;
extern const NVCheckerPart nv_checker_regs;
extern const NVCheckerPart nv_checker_intr;
extern const NVCheckerPart nv_checker_poll;
extern const NVCheckerPart nv_checker_push;
extern const NVCheckerPart nv_checker_pages;
extern const NVCheckerPart nv_checker_flight;
extern const NVCheckerPart nv_checker_astray;
extern const NVCheckerPart nv_checker_object;
extern const NVCheckerPart nv_checker_unit;
extern const NVCheckerPart nv_checker_zero;
extern const NVCheckerPart nv_checker_line;

#endif /* HW_NV_DEBUG_CHECKER_H */
