/*
 * NVIDIA GPU: conditions on probes, for breakpoints and faults
 *
 * QAPI has checked which keys a condition has, and their types.  What only the
 * card knows is checked here.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/cutils.h"
#include "qapi/error.h"
#include "qapi/qobject-output-visitor.h"
#include "qapi/visitor-impl.h"
#include "qobject/qbool.h"
#include "qobject/qdict.h"
#include "qobject/qnum.h"
#include "hw/nv/display.h"
#include "hw/nv/vm.h"
#include "internal.h"
#include "role.h"

/* --- Kinds ------------------------------------------------------------ */

/* Kinds of breakpoints begin with those of events. */
QEMU_BUILD_BUG_ON((int)NV_BREAKPOINT_KIND_MMIO != (int)NV_EVENT_KIND__MAX);
QEMU_BUILD_BUG_ON((int)NV_BREAKPOINT_KIND_DISPLAY !=
                  (int)NV_EVENT_KIND_DISPLAY);

uint32_t nv_kinds_of(NvBreakpointKind kind)
{
    switch (kind) {
    case NV_BREAKPOINT_KIND_MMIO:
        return NV_PROBE_BIT(MMIO_READ) | NV_PROBE_BIT(MMIO_WRITE);
    case NV_BREAKPOINT_KIND_MEM:
        return NV_PROBE_BIT(MEM_READ) | NV_PROBE_BIT(MEM_WRITE);
    case NV_BREAKPOINT_KIND_SEMAPHORE:
        return NV_PROBE_BIT(ACQUIRE) | NV_PROBE_BIT(ACQUIRED) |
               NV_PROBE_BIT(RELEASE);
    default:
        return 1u << kind;
    }
}

/* --- Keys ------------------------------------------------------------- */

static const NVNumberKey nv_condition_keys[] = {
    NV_NUMBER_KEY("channel", NVCondition, chid, UINT16_MAX),
    NV_NUMBER_KEY("subchannel", NVCondition, unit, NV_PROBE_SUBCHANNELS - 1),
    NV_NUMBER_KEY("pbdma", NVCondition, unit, UINT8_MAX),
    NV_NUMBER_KEY("engine", NVCondition, unit, UINT8_MAX),
    NV_NUMBER_KEY("intr", NVCondition, unit, 31),
    NV_NUMBER_KEY("ring", NVCondition, unit, true),
    /* Or an EVO channel, of which the fourth head's overlay is the last */
    NV_NUMBER_KEY("head", NVCondition, unit, 8),
    NV_NUMBER_KEY("bar", NVCondition, unit, 3),
    NV_NUMBER_KEY("falcon", NVCondition, unit, NV_FALCONS - 1),
    NV_NUMBER_KEY("class", NVCondition, class, UINT16_MAX),
    NV_NUMBER_KEY("method", NVCondition, mthd, UINT16_MAX),
    NV_NUMBER_KEY("data", NVCondition, data, UINT64_MAX),
    NV_NUMBER_KEY("mask", NVCondition, mask, UINT64_MAX),
    NV_NUMBER_KEY("address", NVCondition, addr, UINT64_MAX),
    NV_NUMBER_KEY("size", NVCondition, size, UINT64_MAX),
    { }
};

bool nv_number_parse(const char *text, uint64_t most, uint64_t *val)
{
    /* strtoull() would take a sign. */
    return g_ascii_isdigit(*text) && !qemu_strtou64(text, NULL, 0, val) &&
           *val <= most;
}

static uint64_t nv_number_of(const QObject *obj)
{
    const QBool *flag = qobject_to(QBool, obj);

    return flag ? qbool_get_bool(flag)
                : qnum_get_uint(qobject_to(QNum, obj));
}

bool nv_numbers_take(const NVNumberKey *keys, void *to, const QDict *from,
                     Error **errp)
{
    for (; keys->name; keys++) {
        const QObject *obj = qdict_get(from, keys->name);
        uint64_t val;

        if (!obj) {
            continue;
        }
        val = nv_number_of(obj);
        if (val > keys->most) {
            error_setg(errp, "%s: '%" PRIu64 "' is no number from 0 to %"
                       PRIu64, keys->name, val, keys->most);
            return false;
        }
        *(uint64_t *)((char *)to + keys->offset) = val;
    }
    return true;
}

QDict *nv_members(void *from, NVVisitType *visit, const char *const *but)
{
    QObject *obj;
    Visitor *v = qobject_output_visitor_new(&obj);

    visit(v, NULL, &from, &error_abort);
    visit_complete(v, &obj);
    visit_free(v);
    for (; *but; but++) {
        qdict_del(qobject_to(QDict, obj), *but);
    }
    return qobject_to(QDict, obj);
}

/* --- Checking --------------------------------------------------------- */

/* Check keys that need another one, and keys that exclude each other. */
static bool nv_condition_keys_fit(const NVCondition *cond, const QDict *from,
                                  Error **errp)
{
    if (qdict_haskey(from, "mask") && !qdict_haskey(from, "data")) {
        error_setg(errp, "mask says which bits of data count: it needs data");
        return false;
    }
    if (qdict_haskey(from, "size") && !qdict_haskey(from, "address")) {
        error_setg(errp, "size is that of what begins at address: it needs "
                   "address");
        return false;
    }
    if (qdict_haskey(from, "size") && !cond->size) {
        error_setg(errp, "size: something has at least 1 byte");
        return false;
    }
    if (qdict_haskey(from, "subchannel") && qdict_haskey(from, "head")) {
        error_setg(errp, "an event is of a subchannel or of a head, not of "
                   "both");
        return false;
    }
    if (cond->mthd >= 0 && cond->mthd % 4) {
        error_setg(errp, "methods are multiples of 4");
        return false;
    }
    return true;
}

/* Check against the card's limits; from NV50 on, heads are EVO channels. */
static bool nv_condition_numbers_fit(NVGPU *gpu, const NVCondition *cond,
                                     const QDict *from, Error **errp)
{
    unsigned channels = gpu->chip->fifo->channels;
    unsigned heads = nv_display_heads(gpu);

    if (cond->chid >= (int64_t)channels) {
        error_setg(errp, "channel: '%" PRId64 "' is no number from 0 to %u, "
                   "the card's last", cond->chid, channels - 1);
        return false;
    }
    /* The number of heads isn't known before the device is realized. */
    if (qdict_haskey(from, "head") && gpu->regs && cond->unit >= heads &&
        !(gpu->chip->vm && cond->kinds & ~NV_PROBE_BIT(VBLANK))) {
        error_setg(errp, "head: '%" PRId64 "' is none of the card's %u",
                   cond->unit, heads);
        return false;
    }
    return true;
}

/* The name as the card has it, however it is written */
static bool nv_condition_take_what(NVGPU *gpu, NVCondition *cond, QDict *from,
                                   Error **errp)
{
    const char *what = qdict_get_try_str(from, "what");

    if (what) {
        cond->what = nv_error_find(gpu, cond->kinds, what, errp);
        if (!cond->what) {
            return false;
        }
        qdict_put_str(from, "what", cond->what);
    }
    return true;
}

bool nv_condition_take(NVGPU *gpu, NVCondition *cond, QDict *from,
                       Error **errp)
{
    if (!nv_numbers_take(nv_condition_keys, cond, from, errp) ||
        !nv_condition_keys_fit(cond, from, errp) ||
        !nv_condition_numbers_fit(gpu, cond, from, errp) ||
        !nv_condition_take_what(gpu, cond, from, errp)) {
        return false;
    }
    cond->has_data = qdict_haskey(from, "data");
    if (qdict_haskey(from, "address") && !qdict_haskey(from, "size")) {
        cond->size = 1;
        qdict_put_int(from, "size", 1);
    }
    return true;
}

void nv_condition_init(NVCondition *cond, uint32_t kinds)
{
    *cond = (NVCondition) {
        .kinds = kinds,
        .chid = -1, .unit = -1, .class = -1, .mthd = -1, .mask = UINT64_MAX,
    };
}

/*
 * Among visitors that set properties, the string input visitor is the only one
 * without type_any(), and without structures.
 */
bool nv_visitor_has_structs(Visitor *v, const char *name, Error **errp)
{
    if (!v->type_any) {
        error_setg(errp, "%s is a list of structures: it takes JSON", name);
    }
    return v->type_any;
}

/* --- Matching --------------------------------------------------------- */

static bool nv_condition_is(int64_t want, const NVProbe *probe, NVRole role)
{
    return want < 0 || want == nv_role_get(probe, role);
}

/* Whether the two ranges of memory overlap in a word */
static bool nv_condition_meets(const NVCondition *cond, const NVProbe *probe)
{
    bool failed = probe->kind == NV_PROBE_ERROR && probe->error.by;
    uint64_t addr = failed ? probe->error.fault_addr
                           : nv_role_get(probe, NV_ROLE_ADDR);
    uint64_t size = MAX(nv_role_get(probe, NV_ROLE_SIZE), 1);

    return addr < cond->addr ? cond->addr - addr < size
                             : addr - cond->addr < cond->size;
}

bool nv_condition_matches(const NVCondition *cond, const NVProbe *probe)
{
    return cond->kinds & 1u << probe->kind &&
           (cond->chid < 0 || cond->chid == probe->chid) &&
           nv_condition_is(cond->unit, probe, NV_ROLE_UNIT) &&
           nv_condition_is(cond->class, probe, NV_ROLE_CLASS) &&
           nv_condition_is(cond->mthd, probe, NV_ROLE_MTHD) &&
           (!cond->has_data ||
            !((cond->data ^ nv_role_get(probe, NV_ROLE_DATA)) & cond->mask)) &&
           (!cond->size || nv_condition_meets(cond, probe)) &&
           (!cond->what || !g_strcmp0(cond->what, nv_role_name(probe)));
}
