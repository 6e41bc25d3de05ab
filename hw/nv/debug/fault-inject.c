/*
 * NVIDIA GPU: fault injection: one of them, as the user has given it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qapi/error.h"
#include "qapi/qapi-visit-nv-gpu-fault.h"
#include "qapi/qobject-input-visitor.h"
#include "fault.h"

/* The longest time: sums of a few don't overflow. */
#define NV_FAULT_LONGEST (INT64_MAX / 4)

#define NV_KEY(_name, _member, _most) \
    NV_NUMBER_KEY(_name, NVFault, _member, _most)

/* What a fault may have beside its condition */
static const NVNumberKey nv_fault_keys[] = {
    NV_KEY("nth", nth, UINT64_MAX),
    NV_KEY("every", every, UINT64_MAX),
    NV_KEY("times", times, UINT64_MAX),
    NV_KEY("after", after, NV_FAULT_LONGEST),
    NV_KEY("period", period, NV_FAULT_LONGEST),
    NV_KEY("seed", seed, UINT64_MAX),
    NV_KEY("for", lasts, NV_FAULT_LONGEST),
    NV_KEY("by", lasts, NV_FAULT_LONGEST),
    NV_KEY("xor", xor, UINT32_MAX),
    NV_KEY("value", value, UINT32_MAX),
    NV_KEY("to", to, UINT32_MAX),
    NV_KEY("bit", bit, 31),
    NV_KEY("vram", vram, UINT64_MAX),
    NV_KEY("bytes", bytes, UINT64_MAX),
    NV_KEY("bits", bits, 4096),
    NV_KEY("falcon", falcon, NV_FALCONS - 1),
    { }
};

static void nv_fault_init(NVFault *fault, NVGPU *gpu, NvFaultName name)
{
    const NVFaultKind *kind = nv_fault_kind(name);

    *fault = (NVFault) {
        .gpu = gpu,
        .name = name,
        .kind = kind,
        .nth = 1,
        .every = 1,
        .times = !kind->ever,
        .probability = 1,
        .seed = 1,
        .lasts = kind->lasts,
        .xor = NV_FAULT_NONE,
        .value = NV_FAULT_NONE,
        .to = NV_FAULT_NONE,
        .bits = 1,
        .falcon = -1,
    };
    nv_condition_init(&fault->cond, kind->kinds);
}

/* The condition is of the fault's own events, or of those that "at" names. */
static bool nv_fault_take_condition(NVFault *fault, Error **errp)
{
    QDict *at = qdict_get_qdict(fault->given, "at");
    int kind;

    if (!at) {
        return !fault->kind->kinds ||
               nv_condition_take(fault->gpu, &fault->cond, fault->given, errp);
    }
    kind = qapi_enum_parse(&NvBreakpointKind_lookup, qdict_get_str(at, "kind"),
                           -1, &error_abort);
    fault->at = true;
    fault->cond.kinds = nv_kinds_of(kind);
    return nv_condition_take(fault->gpu, &fault->cond, at, errp);
}

/* Check when it is to happen. */
static bool nv_fault_is_due_at_all(const NVFault *fault, Error **errp)
{
    const char *name = NvFaultName_str(fault->name);

    if (!fault->nth || !fault->every) {
        error_setg(errp, "nth and every count from 1");
        return false;
    }
    if (!(fault->probability >= 0 && fault->probability <= 1)) {
        error_setg(errp, "probability: %g is no number from 0 to 1",
                   fault->probability);
        return false;
    }
    if (!fault->period && !fault->cond.kinds &&
        (fault->times != 1 || fault->nth != 1)) {
        error_setg(errp, "%s needs 'at' or 'period' to happen again", name);
        return false;
    }
    if (fault->period && fault->cond.kinds) {
        error_setg(errp, "%s happens at events, and has no period", name);
        return false;
    }
    return true;
}

static bool nv_fault_take(NVFault *fault, Error **errp)
{
    const NVFaultKind *kind = fault->kind;

    if (!nv_numbers_take(nv_fault_keys, fault, fault->given, errp) ||
        !nv_fault_take_condition(fault, errp) ||
        !nv_fault_is_due_at_all(fault, errp)) {
        return false;
    }
    if (kind->possible && !kind->possible(fault)) {
        error_setg(errp, "%s has nothing for %s, which needs %s",
                   fault->gpu->chip->name, NvFaultName_str(fault->name),
                   kind->needs);
        return false;
    }
    return true;
}

NVFault *nv_fault_new(NVGPU *gpu, NvFault *from, Error **errp)
{
    NVFault *fault = g_new(NVFault, 1);

    nv_fault_init(fault, gpu, from->fault);
    fault->given = NV_MEMBERS(NvFault, from, "met", "done");
    fault->read = from->has_met || from->has_done;
    if (from->has_probability) {
        fault->probability = from->probability;
    }
    if (!nv_fault_take(fault, errp)) {
        nv_fault_free(fault);
        return NULL;
    }
    return fault;
}

void nv_fault_free(NVFault *fault)
{
    timer_free(fault->start);
    timer_free(fault->stop);
    qobject_unref(fault->given);
    g_free(fault);
}

NvFault *nv_fault_read(const NVFault *fault)
{
    Visitor *v = qobject_input_visitor_new(QOBJECT(fault->given));
    NvFault *read;

    visit_type_NvFault(v, NULL, &read, &error_abort);
    visit_free(v);
    read->has_met = read->has_done = true;
    read->met = fault->met;
    read->done = fault->done;
    return read;
}

bool nv_fault_is_possible(NVGPU *gpu, NvFaultName name)
{
    NVFault fault;

    nv_fault_init(&fault, gpu, name);
    return !fault.kind->possible || fault.kind->possible(&fault);
}
