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
#include "qapi/error.h"
#include "hw/nv/fifo-look.h"
#include "hw/nv/machine.h"
#include "internal.h"
#include "judge.h"
#include "trace/trace-hw_nv.h"

#define NV_FINDINGS 128

/*
 * @of_work: it is found in a channel's work, not in the access of a vCPU
 * @of_time: it is found because time has passed, regardless of vCPUs
 */
static const struct {
    const char *name;
    const char *says;
    bool of_work, of_time;
} nv_rules[] = {
    [NV_RULE_REGISTER_WHILE_RUNNING] = {
        "register-while-running",
        "a register is written while the unit runs that uses it",
    },
    [NV_RULE_STATE_OVERWRITTEN] = {
        "state-overwritten",
        "a channel's saved state is written while the card may load or save it",
    },
    [NV_RULE_PAGE_UNFLUSHED] = {
        "page-unflushed",
        "a page's entry has changed, and is used without a flush",
    },
    [NV_RULE_PUSHBUFFER_OVERWRITTEN] = {
        "pushbuffer-overwritten",
        "a word of a pushbuffer isn't what it was when it was submitted",
        .of_work = true,
    },
    [NV_RULE_ENTRY_OVERWRITTEN] = {
        "entry-overwritten",
        "an entry of the ring isn't what it was when it was submitted",
        .of_work = true,
    },
    [NV_RULE_PUT_BEYOND] = {
        "put-beyond", "PUT is beyond the end of the pushbuffer or ring",
    },
    [NV_RULE_INTERRUPT_UNREAD] = {
        "interrupt-unread",
        "an interrupt is acknowledged without reading its cause",
    },
    [NV_RULE_READ_IN_FLIGHT] = {
        "read-in-flight",
        "memory is read that the card may still be writing",
    },
    [NV_RULE_ACCESS_ASTRAY] = {
        "access-astray",
        "an access to memory that the channel doesn't have",
        .of_work = true,
    },
    [NV_RULE_OBJECT_FREED] = {
        "object-freed", "a method for an object that was freed",
        .of_work = true,
    },
    [NV_RULE_CHANNEL_FREED] = {
        "channel-freed",
        "a channel's memory is freed while the card has that channel",
    },
    [NV_RULE_FENCE_POLLED] = {
        "fence-polled", "a fence is waited for by polling alone",
    },
    [NV_RULE_UNIT_OFF] = {
        "unit-off",
        "a unit is used that is off in PMC_ENABLE",
        .of_work = true,
    },
    [NV_RULE_ZEROES_EXECUTED] = {
        "zeroes-executed",
        "more zeroes than padding has are executed: memory that isn't filled",
        .of_work = true,
    },
    [NV_RULE_INTERRUPT_STUCK] = {
        "interrupt-stuck",
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
 * @rule, @chid, @key: see nv_judge_find()
 * @place: text for its place
 * @times: how often it was found
 * @first: when it was first found, on QEMU_CLOCK_VIRTUAL, in ns
 * @where, @depth: the guest's place, see nv_machine_where()
 * @submitted: that is where it submitted the work
 * @fault: name of the fault on order that has changed the event in which it was
 *         found, or NULL
 * @after: name of a fault that it may be a consequence of, or NULL
 */
typedef struct NVFinding {
    NVRule rule;
    int chid;
    uint64_t key;
    char *place;
    uint64_t times;
    int64_t first;
    uint64_t where[NV_WHERE_MAX];
    unsigned depth;
    bool submitted;
    const char *fault, *after;
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
        return user ? g_strdup_printf(" name=%s", user) : g_strdup("");
    }
    if (nv_regs_look(gpu, addr, &look) && look.info) {
        g_autofree char *name = nv_regs_name(&look);

        return g_strdup_printf(" name=%s", name);
    }
    return g_strdup("");
}

/* --- Findings --------------------------------------------------------- */

static void nv_finding_free(void *opaque)
{
    NVFinding *finding = opaque;

    g_free(finding->place);
    g_free(finding);
}

static NVFinding *nv_judge_known(const NVJudge *judge, NVRule rule, int chid,
                                 uint64_t key)
{
    for (unsigned i = 0; i < judge->findings->len; i++) {
        NVFinding *finding = judge->findings->pdata[i];

        /* A fault's findings must not hide the driver's own. */
        if (finding->rule == rule && finding->chid == chid &&
            finding->key == key && finding->fault == judge->fault) {
            return finding;
        }
    }
    return NULL;
}

/*
 * A channel's work may be executed later than it is submitted, at a time when a
 * vCPU accesses the card for another reason.
 */
static void nv_finding_locate(NVGPU *gpu, NVFinding *finding)
{
    if (nv_rules[finding->rule].of_work) {
        finding->depth = nv_judge_submitted(gpu,
                                            gpu->judge->state[NV_PART_PLACE],
                                            finding->chid, finding->where);
    }
    finding->submitted = finding->depth;
    if (!finding->depth && !nv_rules[finding->rule].of_time) {
        finding->depth = nv_machine_where(finding->where);
    }
}

static void nv_finding_put(const NVFinding *finding, GString *text)
{
    g_string_append(text, nv_rules[finding->rule].name);
    if (finding->chid >= 0) {
        g_string_append_printf(text, " channel=%d", finding->chid);
    }
    g_string_append_printf(text, " %s times=%" PRIu64 " first=%" PRId64,
                           finding->place, finding->times, finding->first);
    if (finding->fault) {
        g_string_append_printf(text, " fault=%s", finding->fault);
    } else if (finding->after) {
        g_string_append_printf(text, " after-fault=%s", finding->after);
    }
    for (unsigned i = 0; i < finding->depth; i++) {
        const char *name = finding->submitted ? " submitted=" : " where=";

        g_string_append_printf(text, "%s0x%" PRIx64, i ? "," : name,
                               finding->where[i]);
    }
    g_string_append_printf(text, ": %s", nv_rules[finding->rule].says);
}

void nv_judge_find(NVGPU *gpu, NVRule rule, int chid, uint64_t key,
                   const char *fmt, ...)
{
    NVJudge *judge = gpu->judge;
    NVFinding *finding = nv_judge_known(judge, rule, chid, key);
    g_autoptr(GString) text = NULL;
    va_list args;

    if (finding) {
        finding->times++;
        return;
    }
    if (judge->findings->len >= NV_FINDINGS) {
        judge->lost++;
        return;
    }
    finding = g_new0(NVFinding, 1);
    finding->rule = rule;
    finding->chid = chid;
    finding->key = key;
    va_start(args, fmt);
    finding->place = g_strdup_vprintf(fmt, args);
    va_end(args);
    finding->times = 1;
    finding->first = qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL);
    finding->fault = judge->fault;
    finding->after = nv_fault_before(gpu, chid);
    nv_finding_locate(gpu, finding);
    g_ptr_array_add(judge->findings, finding);
    text = g_string_new(NULL);
    nv_finding_put(finding, text);
    trace_nv_judge_finding(text->str);
    nv_log_error(gpu, "judge: %s", text->str);
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

static char *nv_judge_get_findings(Object *obj, Error **errp)
{
    const NVJudge *judge = NV_GPU(obj)->judge;
    g_autoptr(GString) text = g_string_new(NULL);

    nv_judge_settle(NV_GPU(obj));
    for (unsigned i = 0; judge && i < judge->findings->len; i++) {
        nv_finding_put(judge->findings->pdata[i], text);
        g_string_append_c(text, '\n');
    }
    if (judge && judge->lost) {
        g_string_append_printf(text, "lost times=%" PRIu64 ": there was no "
                               "room for other findings\n", judge->lost);
    }
    return g_strdup(text->str);
}

void nv_judge_class_init(ObjectClass *klass)
{
    object_class_property_add_bool(klass, "judge", nv_judge_get_on,
                                   nv_judge_set_on);
    object_class_property_set_description(klass, "judge",
        "watch what the driver does that hardware may not forgive");
    object_class_property_add_str(klass, "judgements", nv_judge_get_findings,
                                  NULL);
    object_class_property_set_description(klass, "judgements",
        "what the judge has found, a line each");
}
