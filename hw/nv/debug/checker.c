/*
 * NVIDIA GPU: the checker: rules and findings
 *
 * It observes the driver through probes only, and changes nothing.  A finding
 * is stored once, with a count, and there are at most NV_FINDINGS of them, so a
 * guest can't make it use more memory.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qapi/clone-visitor.h"
#include "qapi/error.h"
#include "qapi/qapi-commands-nv-gpu-report.h"
#include "qapi/qapi-events-nv-gpu-report.h"
#include "qapi/qapi-visit-nv-gpu-report.h"
#include "hw/nv/fifo-inspect.h"
#include "hw/nv/machine.h"
#include "internal.h"
#include "checker-text.h"
#include "checker.h"
#include "trace/trace-hw_nv.h"

#define NV_FINDINGS 128

/*
 * @of_work: it is found in a channel's work, not in the access of a vCPU
 * @of_time: it is found because time has passed, regardless of vCPUs
 */
static const struct {
    const char *says;
    bool of_work, of_time;
} nv_rules[] = {
    [NV_RULE_REGISTER_WHILE_RUNNING] = {
        "a register is written while the unit runs that uses it",
    },
    [NV_RULE_STATE_OVERWRITTEN] = {
        "a channel's saved state is written while the card may load or save it",
    },
    [NV_RULE_PAGE_UNFLUSHED] = {
        "a page's entry has changed, and is used without a flush",
    },
    [NV_RULE_PUSHBUFFER_OVERWRITTEN] = {
        "a word of a pushbuffer isn't what it was when it was submitted",
        .of_work = true,
    },
    [NV_RULE_ENTRY_OVERWRITTEN] = {
        "an entry of the ring isn't what it was when it was submitted",
        .of_work = true,
    },
    [NV_RULE_PUT_BEYOND] = {
        "PUT is beyond the end of the pushbuffer or ring",
    },
    [NV_RULE_INTERRUPT_UNREAD] = {
        "an interrupt is acknowledged without reading its cause",
    },
    [NV_RULE_READ_IN_FLIGHT] = {
        "memory is read that the card may still be writing",
    },
    [NV_RULE_ACCESS_ASTRAY] = {
        "an access to memory that the channel doesn't have",
        .of_work = true,
    },
    [NV_RULE_OBJECT_FREED] = {
        "a method for an object that was freed",
        .of_work = true,
    },
    [NV_RULE_CHANNEL_FREED] = {
        "a channel's memory is freed while the card has that channel",
    },
    [NV_RULE_FENCE_POLLED] = {
        "a fence is waited for by polling alone",
    },
    [NV_RULE_UNIT_OFF] = {
        "a unit is used that is off in PMC_ENABLE",
        .of_work = true,
    },
    [NV_RULE_ZEROES_EXECUTED] = {
        "more zeroes than padding has are executed: memory that isn't filled",
        .of_work = true,
    },
    [NV_RULE_INTERRUPT_STUCK] = {
        "an interrupt is enabled, pending, and not acknowledged for a second",
        .of_time = true,
    },
};

QEMU_BUILD_BUG_ON(ARRAY_SIZE(nv_rules) != NV_RULE__MAX);

/* This part is first: findings need to know which submission work is from. */
#define NV_PART_PLACE 0

static const NVCheckerPart *const nv_checker_parts[] = {
    [NV_PART_PLACE] = &nv_checker_place,
    &nv_checker_regs, &nv_checker_intr, &nv_checker_poll, &nv_checker_push,
    &nv_checker_pages, &nv_checker_flight, &nv_checker_astray,
    &nv_checker_object,
    &nv_checker_unit, &nv_checker_zero, &nv_checker_line,
};

/**
 * struct NVCheckerFinding - a rule that was broken
 *
 * @chid, @key: see nv_checker_find()
 * @fault: name of the injected fault that has changed the event in which it was
 *         found, or NULL
 * @found: what it says
 */
typedef struct NVCheckerFinding {
    int chid;
    uint64_t key;
    const char *fault;
    NvFinding *found;
} NVCheckerFinding;

/**
 * struct NVChecker - the checker, while it is on
 *
 * @observer: receives events for the parts
 * @state: state of each part
 * @findings: NVCheckerFinding, in the order in which they were made
 * @lost: how often there was no room for a finding
 * @busy: the current event is caused by the checker itself
 * @fault: name of the injected fault that has changed that event, or NULL
 */
struct NVChecker {
    NVObserver observer;
    void *state[ARRAY_SIZE(nv_checker_parts)];
    GPtrArray *findings;
    uint64_t lost;
    bool busy;
    const char *fault;
};

uint32_t nv_checker_cards(NVGPU *gpu)
{
    if (nv_fifo_pbdmas(gpu)) {
        return NV_CHECKER_NVC0;
    }
    if (gpu->chip->vm) {
        /* PFLUSH came with NV84. */
        return NV_CHECKER_NV50 | (gpu->chip->vm->pflush ? NV_CHECKER_NV84 : 0);
    }
    return nv_fifo_has_dma(gpu) ? NV_CHECKER_NV04 : 0;
}

char *nv_checker_name(NVGPU *gpu, uint32_t addr)
{
    const char *user;
    NVRegView view;

    if (nv_fifo_inspect_user(gpu, addr & ~3u, &user) >= 0) {
        return g_strdup(user);
    }
    return nv_regs_inspect(gpu, addr, &view) && view.info ? nv_regs_name(&view)
                                                       : NULL;
}

/* --- Findings --------------------------------------------------------- */

static void nv_finding_free(void *opaque)
{
    NVCheckerFinding *finding = opaque;

    qapi_free_NvFinding(finding->found);
    g_free(finding);
}

static NVCheckerFinding *nv_checker_known(const NVChecker *checker,
                                          NvRule rule, int chid, uint64_t key)
{
    for (unsigned i = 0; i < checker->findings->len; i++) {
        NVCheckerFinding *finding = checker->findings->pdata[i];

        /* A fault's findings must not hide the driver's own. */
        if (finding->found->rule == rule && finding->chid == chid &&
            finding->key == key && finding->fault == checker->fault) {
            return finding;
        }
    }
    return NULL;
}

static uint64List *nv_finding_places(const uint64_t *where, unsigned depth)
{
    uint64List *list = NULL, **tail = &list;

    for (unsigned i = 0; i < depth; i++) {
        QAPI_LIST_APPEND(tail, where[i]);
    }
    return list;
}

/*
 * A channel's work may be executed later than it is submitted, at a time when a
 * vCPU accesses the card for another reason.
 */
static void nv_finding_locate(NVGPU *gpu, NVCheckerFinding *finding)
{
    NvFinding *found = finding->found;
    uint64_t where[NV_WHERE_MAX];
    unsigned depth = 0;

    if (nv_rules[found->rule].of_work) {
        depth = nv_checker_submitted(gpu, gpu->checker->state[NV_PART_PLACE],
                                     finding->chid, where);
    }
    if (depth) {
        found->has_submitted = true;
        found->submitted = nv_finding_places(where, depth);
    } else if (!nv_rules[found->rule].of_time) {
        depth = nv_machine_where(where);
        found->has_where = depth;
        found->where = nv_finding_places(where, depth);
    }
}

static NVCheckerFinding *nv_finding_new(NVGPU *gpu, NvRule rule, int chid,
                                        uint64_t key, const NvFinding *place)
{
    NVCheckerFinding *finding = g_new0(NVCheckerFinding, 1);
    NvFinding found = *place;
    const char *after = nv_fault_before(gpu, chid);

    found.rule = rule;
    found.says = (char *)nv_rules[rule].says;
    found.has_channel = chid >= 0;
    found.channel = chid;
    found.times = 1;
    found.first = qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL);
    found.fault = (char *)gpu->checker->fault;
    found.after_fault = found.fault ? NULL : (char *)after;
    finding->chid = chid;
    finding->key = key;
    finding->fault = gpu->checker->fault;
    finding->found = QAPI_CLONE(NvFinding, &found);
    nv_finding_locate(gpu, finding);
    return finding;
}

static void nv_finding_tell(NVGPU *gpu, NvFinding *found)
{
    g_autofree char *text = nv_finding_text(found);
    g_autofree char *path = object_get_canonical_path(OBJECT(gpu));

    trace_nv_checker_finding(text);
    nv_log_error(gpu, "checker: %s", text);
    qapi_event_send_nv_gpu_finding(path, found);
}

void nv_checker_find(NVGPU *gpu, NvRule rule, int chid, uint64_t key,
                     const NvFinding *place)
{
    NVChecker *checker = gpu->checker;
    NVCheckerFinding *finding = nv_checker_known(checker, rule, chid, key);

    if (finding) {
        finding->found->times++;
        return;
    }
    if (checker->findings->len >= NV_FINDINGS) {
        checker->lost++;
        return;
    }
    finding = nv_finding_new(gpu, rule, chid, key, place);
    g_ptr_array_add(checker->findings, finding);
    nv_finding_tell(gpu, finding->found);
}

/* --- Events ----------------------------------------------------------- */

static NVVerdict nv_checker_see(NVObserver *observer, NVGPU *gpu,
                                NVProbe *probe)
{
    NVChecker *checker = gpu->checker;

    if (checker->busy) {
        return NV_GO;
    }
    checker->busy = true;
    checker->fault = probe->fault;
    for (unsigned i = 0; i < ARRAY_SIZE(nv_checker_parts); i++) {
        if (nv_checker_parts[i]->kinds & 1u << probe->kind) {
            nv_checker_parts[i]->see(gpu, checker->state[i], probe);
        }
    }
    checker->busy = false;
    checker->fault = NULL;
    return NV_GO;
}

void nv_checker_reset(NVGPU *gpu)
{
    nv_faults_forget(gpu);
    for (unsigned i = 0;
         gpu->checker && i < ARRAY_SIZE(nv_checker_parts); i++) {
        const NVCheckerPart *part = nv_checker_parts[i];

        if (part->forget) {
            part->forget(gpu->checker->state[i]);
        }
        if (part->size) {
            memset(gpu->checker->state[i], 0, part->size);
        }
    }
}

/* --- Life ------------------------------------------------------------- */

static void nv_checker_start(NVGPU *gpu)
{
    NVChecker *checker = g_new0(NVChecker, 1);

    checker->findings = g_ptr_array_new_with_free_func(nv_finding_free);
    checker->observer.see = nv_checker_see;
    for (unsigned i = 0; i < ARRAY_SIZE(nv_checker_parts); i++) {
        checker->state[i] = g_malloc0(nv_checker_parts[i]->size);
        checker->observer.kinds |= nv_checker_parts[i]->kinds;
    }
    gpu->checker = checker;
    nv_observer_add(gpu, &checker->observer, NV_OBSERVER_ONLOOKER);
}

static void nv_checker_stop(NVGPU *gpu)
{
    NVChecker *checker = gpu->checker;

    if (!checker) {
        return;
    }
    nv_observer_remove(gpu, &checker->observer);
    nv_checker_reset(gpu);
    for (unsigned i = 0; i < ARRAY_SIZE(nv_checker_parts); i++) {
        g_free(checker->state[i]);
    }
    g_ptr_array_unref(checker->findings);
    g_free(checker);
    gpu->checker = NULL;
}

void nv_checker_init(NVGPU *gpu)
{
    if (gpu->checker_on) {
        nv_checker_start(gpu);
    }
}

void nv_checker_exit(NVGPU *gpu)
{
    nv_checker_stop(gpu);
}

static bool nv_checker_get_on(Object *obj, Error **errp)
{
    return NV_GPU(obj)->checker_on;
}

/* Turning the checker off drops its findings. */
void nv_checker_turn(NVGPU *gpu, bool on)
{
    gpu->checker_on = on;
    if (!gpu->debug) {
        return;
    }
    if (on && !gpu->checker) {
        nv_checker_start(gpu);
    } else if (!on) {
        nv_checker_stop(gpu);
    }
}

static void nv_checker_set_on(Object *obj, bool on, Error **errp)
{
    nv_checker_turn(NV_GPU(obj), on);
}

static void nv_checker_settle(NVGPU *gpu)
{
    for (unsigned i = 0;
         gpu->checker && i < ARRAY_SIZE(nv_checker_parts); i++) {
        if (nv_checker_parts[i]->settle) {
            nv_checker_parts[i]->settle(gpu, gpu->checker->state[i]);
        }
    }
}

NvFindings *qmp_x_query_nv_findings(const char *path, Error **errp)
{
    NVGPU *gpu = nv_machine_find(path, errp);
    NvFindings *answer;
    NvFindingList **tail;

    if (!gpu) {
        return NULL;
    }
    answer = g_new0(NvFindings, 1);
    tail = &answer->findings;
    answer->on = gpu->checker;
    if (!gpu->checker) {
        return answer;
    }
    nv_checker_settle(gpu);
    for (unsigned i = 0; i < gpu->checker->findings->len; i++) {
        const NVCheckerFinding *finding = gpu->checker->findings->pdata[i];

        QAPI_LIST_APPEND(tail, QAPI_CLONE(NvFinding, finding->found));
    }
    answer->lost = gpu->checker->lost;
    return answer;
}

void nv_checker_class_init(ObjectClass *klass)
{
    object_class_property_add_bool(klass, "checker", nv_checker_get_on,
                                   nv_checker_set_on);
    object_class_property_set_description(klass, "checker",
        "watch what the driver does that hardware may not forgive");
}
