/*
 * NVIDIA GPU: the judge: rules and findings
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
#include "hw/nv/fifo-look.h"
#include "hw/nv/machine.h"
#include "internal.h"
#include "judge-text.h"
#include "judge.h"
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

static const NVJudgePart *const nv_judge_parts[] = {
    [NV_PART_PLACE] = &nv_judge_place,
    &nv_judge_regs, &nv_judge_intr, &nv_judge_poll, &nv_judge_push,
    &nv_judge_pages, &nv_judge_flight, &nv_judge_astray, &nv_judge_object,
    &nv_judge_unit, &nv_judge_zero, &nv_judge_line,
};

/**
 * struct NVFinding - a rule that was broken
 *
 * @chid, @key: see nv_judge_find()
 * @fault: name of the fault on order that has changed the event in which it was
 *         found, or NULL
 * @found: what it says
 */
typedef struct NVFinding {
    int chid;
    uint64_t key;
    const char *fault;
    NvJudgement *found;
} NVFinding;

/**
 * struct NVJudge - the judge, while it is on
 *
 * @observer: receives events for the parts
 * @state: state of each part
 * @findings: NVFinding, in the order in which they were made
 * @lost: how often there was no room for a finding
 * @busy: the current event is caused by the judge itself
 * @fault: name of the fault on order that has changed that event, or NULL
 */
struct NVJudge {
    NVObserver observer;
    void *state[ARRAY_SIZE(nv_judge_parts)];
    GPtrArray *findings;
    uint64_t lost;
    bool busy;
    const char *fault;
};

uint32_t nv_judge_cards(NVGPU *gpu)
{
    if (nv_fifo_pbdmas(gpu)) {
        return NV_JUDGE_NVC0;
    }
    if (gpu->chip->vm) {
        /* PFLUSH came with NV84. */
        return NV_JUDGE_NV50 | (gpu->chip->vm->pflush ? NV_JUDGE_NV84 : 0);
    }
    return nv_fifo_has_dma(gpu) ? NV_JUDGE_NV04 : 0;
}

char *nv_judge_name(NVGPU *gpu, uint32_t addr)
{
    const char *user;
    NVRegLook look;

    if (nv_fifo_look_user(gpu, addr & ~3u, &user) >= 0) {
        return g_strdup(user);
    }
    return nv_regs_look(gpu, addr, &look) && look.info ? nv_regs_name(&look)
                                                       : NULL;
}

/* --- Findings --------------------------------------------------------- */

static void nv_finding_free(void *opaque)
{
    NVFinding *finding = opaque;

    qapi_free_NvJudgement(finding->found);
    g_free(finding);
}

static NVFinding *nv_judge_known(const NVJudge *judge, NvRule rule, int chid,
                                 uint64_t key)
{
    for (unsigned i = 0; i < judge->findings->len; i++) {
        NVFinding *finding = judge->findings->pdata[i];

        /* A fault's findings must not hide the driver's own. */
        if (finding->found->rule == rule && finding->chid == chid &&
            finding->key == key && finding->fault == judge->fault) {
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
static void nv_finding_locate(NVGPU *gpu, NVFinding *finding)
{
    NvJudgement *found = finding->found;
    uint64_t where[NV_WHERE_MAX];
    unsigned depth = 0;

    if (nv_rules[found->rule].of_work) {
        depth = nv_judge_submitted(gpu, gpu->judge->state[NV_PART_PLACE],
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

static NVFinding *nv_finding_new(NVGPU *gpu, NvRule rule, int chid,
                                 uint64_t key, const NvJudgement *place)
{
    NVFinding *finding = g_new0(NVFinding, 1);
    NvJudgement found = *place;
    const char *after = nv_fault_before(gpu, chid);

    found.rule = rule;
    found.says = (char *)nv_rules[rule].says;
    found.has_channel = chid >= 0;
    found.channel = chid;
    found.times = 1;
    found.first = qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL);
    found.fault = (char *)gpu->judge->fault;
    found.after_fault = found.fault ? NULL : (char *)after;
    finding->chid = chid;
    finding->key = key;
    finding->fault = gpu->judge->fault;
    finding->found = QAPI_CLONE(NvJudgement, &found);
    nv_finding_locate(gpu, finding);
    return finding;
}

static void nv_finding_tell(NVGPU *gpu, NvJudgement *found)
{
    g_autofree char *text = nv_judgement_text(found);
    g_autofree char *path = object_get_canonical_path(OBJECT(gpu));

    trace_nv_judge_finding(text);
    nv_log_error(gpu, "judge: %s", text);
    qapi_event_send_nv_gpu_judgement(path, found);
}

void nv_judge_find(NVGPU *gpu, NvRule rule, int chid, uint64_t key,
                   const NvJudgement *place)
{
    NVJudge *judge = gpu->judge;
    NVFinding *finding = nv_judge_known(judge, rule, chid, key);

    if (finding) {
        finding->found->times++;
        return;
    }
    if (judge->findings->len >= NV_FINDINGS) {
        judge->lost++;
        return;
    }
    finding = nv_finding_new(gpu, rule, chid, key, place);
    g_ptr_array_add(judge->findings, finding);
    nv_finding_tell(gpu, finding->found);
}

/* --- Events ----------------------------------------------------------- */

static NVVerdict nv_judge_see(NVObserver *observer, NVGPU *gpu,
                              NVProbe *probe)
{
    NVJudge *judge = gpu->judge;

    if (judge->busy) {
        return NV_GO;
    }
    judge->busy = true;
    judge->fault = probe->fault;
    for (unsigned i = 0; i < ARRAY_SIZE(nv_judge_parts); i++) {
        if (nv_judge_parts[i]->kinds & 1u << probe->kind) {
            nv_judge_parts[i]->see(gpu, judge->state[i], probe);
        }
    }
    judge->busy = false;
    judge->fault = NULL;
    return NV_GO;
}

void nv_judge_reset(NVGPU *gpu)
{
    nv_faults_forget(gpu);
    for (unsigned i = 0; gpu->judge && i < ARRAY_SIZE(nv_judge_parts); i++) {
        const NVJudgePart *part = nv_judge_parts[i];

        if (part->forget) {
            part->forget(gpu->judge->state[i]);
        }
        if (part->size) {
            memset(gpu->judge->state[i], 0, part->size);
        }
    }
}

/* --- Life ------------------------------------------------------------- */

static void nv_judge_start(NVGPU *gpu)
{
    NVJudge *judge = g_new0(NVJudge, 1);

    judge->findings = g_ptr_array_new_with_free_func(nv_finding_free);
    judge->observer.see = nv_judge_see;
    for (unsigned i = 0; i < ARRAY_SIZE(nv_judge_parts); i++) {
        judge->state[i] = g_malloc0(nv_judge_parts[i]->size);
        judge->observer.kinds |= nv_judge_parts[i]->kinds;
    }
    gpu->judge = judge;
    nv_observer_add(gpu, &judge->observer, NV_OBSERVER_ONLOOKER);
}

static void nv_judge_stop(NVGPU *gpu)
{
    NVJudge *judge = gpu->judge;

    if (!judge) {
        return;
    }
    nv_observer_remove(gpu, &judge->observer);
    nv_judge_reset(gpu);
    for (unsigned i = 0; i < ARRAY_SIZE(nv_judge_parts); i++) {
        g_free(judge->state[i]);
    }
    g_ptr_array_unref(judge->findings);
    g_free(judge);
    gpu->judge = NULL;
}

void nv_judge_init(NVGPU *gpu)
{
    if (gpu->judged) {
        nv_judge_start(gpu);
    }
}

void nv_judge_exit(NVGPU *gpu)
{
    nv_judge_stop(gpu);
}

static bool nv_judge_get_on(Object *obj, Error **errp)
{
    return NV_GPU(obj)->judged;
}

/* Turning the judge off drops its findings. */
static void nv_judge_set_on(Object *obj, bool on, Error **errp)
{
    NVGPU *gpu = NV_GPU(obj);

    gpu->judged = on;
    if (!gpu->debug) {
        return;
    }
    if (on && !gpu->judge) {
        nv_judge_start(gpu);
    } else if (!on) {
        nv_judge_stop(gpu);
    }
}

static void nv_judge_settle(NVGPU *gpu)
{
    for (unsigned i = 0; gpu->judge && i < ARRAY_SIZE(nv_judge_parts); i++) {
        if (nv_judge_parts[i]->settle) {
            nv_judge_parts[i]->settle(gpu, gpu->judge->state[i]);
        }
    }
}

NvJudgements *qmp_x_query_nv_judgements(const char *path, Error **errp)
{
    NVGPU *gpu = nv_machine_find(path, errp);
    NvJudgements *answer;
    NvJudgementList **tail;

    if (!gpu) {
        return NULL;
    }
    answer = g_new0(NvJudgements, 1);
    tail = &answer->findings;
    answer->on = gpu->judge;
    if (!gpu->judge) {
        return answer;
    }
    nv_judge_settle(gpu);
    for (unsigned i = 0; i < gpu->judge->findings->len; i++) {
        const NVFinding *finding = gpu->judge->findings->pdata[i];

        QAPI_LIST_APPEND(tail, QAPI_CLONE(NvJudgement, finding->found));
    }
    answer->lost = gpu->judge->lost;
    return answer;
}

void nv_judge_class_init(ObjectClass *klass)
{
    object_class_property_add_bool(klass, "judge", nv_judge_get_on,
                                   nv_judge_set_on);
    object_class_property_set_description(klass, "judge",
        "watch what the driver does that hardware may not forgive");
}
