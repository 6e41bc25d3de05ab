/*
 * NVIDIA GPU: fault injection: when they happen
 *
 * The property "faults" is a list of NvFault.  It can be given to the device,
 * and changed at any time, which ends active faults of the old list.  It isn't
 * in snapshots: set it again after loading one.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qapi/error.h"
#include "qapi/qapi-visit-nv-gpu-fault.h"
#include "fault.h"
#include "hw/nv/bus.h"
#include "trace/trace-hw_nv.h"

/* --- Probability ------------------------------------------------------ */

static bool nv_fault_has_luck(NVFault *fault)
{
    return fault->probability == 1 ||
           (nv_fault_random(fault) >> 11) * (1.0 / (1ull << 53)) <
           fault->probability;
}

/* --- Events ----------------------------------------------------------- */

static bool nv_fault_is_over(const NVFault *fault)
{
    return fault->times && fault->done >= fault->times;
}

/* Count a matching event; returns whether the fault happens at this one. */
static bool nv_fault_is_due(NVFault *fault)
{
    if (nv_fault_is_over(fault) || fault->goes_on ||
        qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL) - fault->from < fault->after) {
        return false;
    }
    fault->met++;
    return fault->met >= fault->nth &&
           !((fault->met - fault->nth) % fault->every) &&
           nv_fault_has_luck(fault);
}

/* Observe the events that any of the faults needs. */
static void nv_faults_update(NVGPU *gpu)
{
    uint32_t kinds = 0;

    for (unsigned i = 0; i < gpu->faults->list->len; i++) {
        const NVFault *fault = gpu->faults->list->pdata[i];

        kinds |= nv_fault_is_over(fault) ? 0 : fault->cond.kinds;
        kinds |= fault->goes_on ? fault->kind->during : 0;
    }
    if (gpu->faults->armed && kinds != gpu->faults->observer.kinds) {
        nv_observer_set(gpu, &gpu->faults->observer, kinds);
    }
}

static void nv_fault_end(NVFault *fault)
{
    if (fault->goes_on) {
        fault->goes_on = false;
        trace_nv_fault_end(NvFaultName_str(fault->name));
        fault->kind->end(fault);
    }
}

/* Remember it: later findings of the checker may be its consequence. */
static void nv_fault_strike(const NVFault *fault, const NVProbe *probe)
{
    NVFaults *faults = fault->gpu->faults;
    const char *name = NvFaultName_str(fault->name);

    if (probe && probe->chid >= 0) {
        const char **struck = nv_per_channel(&faults->struck, probe->chid,
                                             sizeof(name));

        *struck = name;
    } else {
        faults->struck_card = name;
    }
}

const char *nv_fault_before(NVGPU *gpu, int chid)
{
    const NVFaults *faults = gpu->faults;
    const char **struck = chid < 0 ? NULL
        : nv_per_channel_peek(&faults->struck, chid);

    return struck ? *struck : faults->struck_card;
}

void nv_faults_forget(NVGPU *gpu)
{
    nv_per_channel_clear(&gpu->faults->struck, NULL);
    gpu->faults->struck_card = NULL;
}

static NVVerdict nv_fault_commit(NVFault *fault, NVProbe *probe)
{
    int64_t now = qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL);
    const char *name = NvFaultName_str(fault->name);

    fault->done++;
    trace_nv_fault(name, fault->done);
    nv_report_fault(fault->gpu, name);
    nv_fault_strike(fault, probe);
    if (probe && fault->kind->kinds) {
        probe->fault = name;
    }
    fault->goes_on = fault->kind->end;
    fault->until = fault->lasts ? now + fault->lasts : INT64_MAX;
    if (fault->goes_on && fault->lasts) {
        timer_mod(fault->stop, fault->until);
    }
    return fault->kind->commit(fault, probe);
}

static NVVerdict nv_faults_see(NVObserver *observer, NVGPU *gpu,
                               NVProbe *probe)
{
    NVVerdict verdict = NV_GO;

    for (unsigned i = 0; i < gpu->faults->list->len; i++) {
        NVFault *fault = gpu->faults->list->pdata[i];

        if (nv_fault_matches(fault, probe) && nv_fault_is_due(fault)) {
            verdict = MAX(verdict, nv_fault_commit(fault, probe));
        }
        if (fault->goes_on && fault->kind->during & 1u << probe->kind) {
            NVVerdict wants = fault->kind->see(fault, probe);

            if (wants != NV_GO) {
                probe->fault = NvFaultName_str(fault->name);
            }
            verdict = MAX(verdict, wants);
        }
    }
    nv_faults_update(gpu);
    return verdict;
}

/* --- Faults without an event ------------------------------------------ */

/* The start timer has fired; a periodic fault sets it again. */
static void nv_fault_start(void *opaque)
{
    NVFault *fault = opaque;

    if (nv_fault_is_due(fault)) {
        nv_fault_commit(fault, NULL);
    }
    if (fault->period && !nv_fault_is_over(fault)) {
        timer_mod(fault->start, qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL) +
                  fault->period);
    }
    nv_faults_update(fault->gpu);
}

static void nv_fault_stop(void *opaque)
{
    NVFault *fault = opaque;

    nv_fault_end(fault);
    nv_faults_update(fault->gpu);
}

static void nv_fault_arm(NVFault *fault)
{
    fault->from = qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL);
    fault->chance = fault->seed;
    fault->start = timer_new_ns(QEMU_CLOCK_VIRTUAL, nv_fault_start, fault);
    fault->stop = timer_new_ns(QEMU_CLOCK_VIRTUAL, nv_fault_stop, fault);
    if (!fault->cond.kinds) {
        timer_mod(fault->start, fault->from + fault->after);
    }
}

/* --- The list --------------------------------------------------------- */

static GPtrArray *nv_faults_new_list(void)
{
    return g_ptr_array_new_with_free_func((GDestroyNotify)nv_fault_free);
}

static void nv_faults_arm(NVGPU *gpu)
{
    for (unsigned i = 0; i < gpu->faults->list->len; i++) {
        NVFault *fault = gpu->faults->list->pdata[i];

        if (!fault->start) {
            nv_fault_arm(fault);
        }
    }
    nv_faults_update(gpu);
}

/*
 * A client that adds a fault sets the others as it has read them.  These go on:
 * they are moved from @old to the new list.
 */
static void nv_faults_keep(GPtrArray *old, GPtrArray *list)
{
    for (unsigned i = 0; i < list->len; i++) {
        NVFault *fault = list->pdata[i];

        for (unsigned j = 0; fault->read && j < old->len; j++) {
            const NVFault *other = old->pdata[j];

            if (qobject_is_equal(QOBJECT(fault->given),
                                 QOBJECT(other->given))) {
                list->pdata[i] = g_ptr_array_steal_index(old, j);
                nv_fault_free(fault);
                break;
            }
        }
    }
}

void nv_faults_replace(NVGPU *gpu, GPtrArray *list)
{
    GPtrArray *old = gpu->faults->list;
    bool ends;

    list = list ? list : nv_faults_new_list();
    nv_faults_keep(old, list);
    gpu->faults->list = list;
    ends = old->len;
    for (unsigned i = 0; i < old->len; i++) {
        nv_fault_end(old->pdata[i]);
    }
    g_ptr_array_unref(old);
    if (!gpu->faults->armed) {
        return;
    }
    if (ends) {
        nv_probe_release(gpu);
        nv_pmc_drive_line(gpu, gpu->bus->intx);
    }
    nv_faults_arm(gpu);
}

NvFaultList *nv_faults_read(NVGPU *gpu)
{
    NvFaultList *list = NULL, **tail = &list;

    for (unsigned i = 0; i < gpu->faults->list->len; i++) {
        QAPI_LIST_APPEND(tail, nv_fault_read(gpu->faults->list->pdata[i]));
    }
    return list;
}

static void nv_faults_get(Object *obj, Visitor *v, const char *name,
                          void *opaque, Error **errp)
{
    g_autoptr(NvFaultList) list = nv_faults_read(NV_GPU(obj));

    visit_type_NvFaultList(v, name, &list, errp);
}

/* Set all of them, or none if one is wrong. */
static void nv_faults_set(Object *obj, Visitor *v, const char *name,
                          void *opaque, Error **errp)
{
    NVGPU *gpu = NV_GPU(obj);
    g_autoptr(GPtrArray) array = nv_faults_new_list();
    g_autoptr(NvFaultList) list = NULL;

    if (!nv_visitor_has_structs(v, name, errp) ||
        !visit_type_NvFaultList(v, name, &list, errp)) {
        return;
    }
    for (NvFaultList *l = list; l; l = l->next) {
        NVFault *fault = nv_fault_new(gpu, l->value, errp);

        if (!fault) {
            return;
        }
        g_ptr_array_add(array, fault);
    }
    nv_faults_replace(gpu, g_steal_pointer(&array));
}

void nv_faults_class_init(ObjectClass *klass)
{
    object_class_property_add(klass, "faults", "NvFaultList", nv_faults_get,
                              nv_faults_set, NULL, NULL);
    object_class_property_set_description(klass, "faults",
        "what goes wrong, and when: NvFault");
}

/* --- Life ------------------------------------------------------------- */

void nv_faults_instance_init(NVGPU *gpu)
{
    gpu->faults = g_new0(NVFaults, 1);
    gpu->faults->list = nv_faults_new_list();
    gpu->faults->observer.see = nv_faults_see;
}

void nv_faults_init(NVGPU *gpu)
{
    gpu->faults->armed = true;
    nv_observer_add(gpu, &gpu->faults->observer, NV_OBSERVER_FAULTS);
    nv_faults_arm(gpu);
}

void nv_faults_exit(NVGPU *gpu)
{
    nv_faults_replace(gpu, NULL);
    nv_faults_forget(gpu);
    nv_observer_remove(gpu, &gpu->faults->observer);
    gpu->faults->armed = false;
}

void nv_faults_instance_finalize(NVGPU *gpu)
{
    g_ptr_array_unref(gpu->faults->list);
    g_clear_pointer(&gpu->faults, g_free);
}
