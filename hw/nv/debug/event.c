/*
 * NVIDIA GPU: events as clients get them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/display.h"
#include "hw/nv/vm.h"
#include "internal.h"

/* --- Kinds ------------------------------------------------------------ */

#define NV_SAME_KIND(_kind) \
    QEMU_BUILD_BUG_ON((int)NV_PROBE_ ## _kind != (int)NV_EVENT_KIND_ ## _kind)

NV_SAME_KIND(MMIO_READ);
NV_SAME_KIND(MMIO_WRITE);
NV_SAME_KIND(SUBMIT);
NV_SAME_KIND(SWITCH);
NV_SAME_KIND(ENTRY_READ);
NV_SAME_KIND(ENTRY);
NV_SAME_KIND(COMMAND);
NV_SAME_KIND(WORDS);
NV_SAME_KIND(METHOD);
NV_SAME_KIND(MEM_READ);
NV_SAME_KIND(MEM_WRITE);
NV_SAME_KIND(ACQUIRE);
NV_SAME_KIND(ACQUIRED);
NV_SAME_KIND(RELEASE);
NV_SAME_KIND(REFERENCE);
NV_SAME_KIND(INTERRUPT);
NV_SAME_KIND(ERROR);
NV_SAME_KIND(VBLANK);
NV_SAME_KIND(FLIP);
NV_SAME_KIND(FALCON);
NV_SAME_KIND(RUN);
NV_SAME_KIND(WORK);
NV_SAME_KIND(PENDING);
NV_SAME_KIND(RESET);
NV_SAME_KIND(TRANSLATE);
NV_SAME_KIND(CHECK);
NV_SAME_KIND(NOTIFY);
NV_SAME_KIND(LISTED);
NV_SAME_KIND(RAMFC);
NV_SAME_KIND(DISPLAY);
NV_SAME_KIND(_MAX);

const char *nv_probe_kind_name(NVProbeKind kind)
{
    return NvEventKind_str((NvEventKind)kind);
}

/* --- Channels --------------------------------------------------------- */

/* What is read of a pushbuffer, or of a ring */
static bool nv_event_put_words(const NVProbe *probe, NvEvent *event)
{
    switch (probe->kind) {
    case NV_PROBE_SUBMIT:
        event->u.submit = (NvSubmitEvent) {
            .channel = probe->chid, .ring = probe->submit.ring,
            .data = probe->submit.put,
        };
        return true;
    case NV_PROBE_ENTRY_READ:
        event->u.entry_read = (NvEntryReadEvent) {
            .channel = probe->chid, .address = probe->entry_read.number,
            .low = probe->entry_read.words[0],
            .data = probe->entry_read.words[1],
        };
        return true;
    case NV_PROBE_ENTRY:
        event->u.entry = (NvEntryEvent) {
            .channel = probe->chid, .data = probe->entry.number,
            .address = probe->entry.addr, .size = probe->entry.size,
        };
        return true;
    case NV_PROBE_COMMAND:
        event->u.command = (NvCommandEvent) {
            .channel = probe->chid, .address = probe->command.addr,
            .data = probe->command.word,
        };
        return true;
    case NV_PROBE_WORDS:
        event->u.words = (NvWordsEvent) {
            .channel = probe->chid, .address = probe->words.addr,
            .size = probe->words.size,
        };
        return true;
    default:
        return false;
    }
}

static void nv_event_put_check(const NVProbe *probe, NvCheckEvent *event)
{
    const NVMethodProbe *method = &probe->method;

    *event = (NvCheckEvent) {
        .channel = probe->chid, .subchannel = method->subc,
        .q_class = method->class, .method = method->mthd,
        .data = method->data,
    };
}

static void nv_event_put_method(const NVProbe *probe, NvMethodEvent *event)
{
    nv_event_put_check(probe, qapi_NvMethodEvent_base(event));
    event->has_address = probe->method.addr != NV_PROBE_NOWHERE;
    event->address = event->has_address ? probe->method.addr : 0;
}

static void nv_event_put_value(const NVProbe *probe, NvValueEvent *event)
{
    *event = (NvValueEvent) {
        .channel = probe->chid, .data = probe->value.data,
    };
}

static void nv_event_put_semaphore(const NVProbe *probe,
                                   NvSemaphoreEvent *event)
{
    *event = (NvSemaphoreEvent) {
        .channel = probe->chid, .address = probe->value.addr,
        .data = probe->value.data,
    };
}

/* What methods do */
static bool nv_event_put_methods(const NVProbe *probe, NvEvent *event)
{
    switch (probe->kind) {
    case NV_PROBE_METHOD:
        nv_event_put_method(probe, &event->u.method);
        return true;
    case NV_PROBE_CHECK:
        nv_event_put_check(probe, &event->u.check);
        return true;
    case NV_PROBE_ACQUIRE:
        nv_event_put_semaphore(probe, &event->u.acquire);
        return true;
    case NV_PROBE_RELEASE:
        nv_event_put_semaphore(probe, &event->u.release);
        return true;
    case NV_PROBE_ACQUIRED:
        nv_event_put_value(probe, &event->u.acquired);
        return true;
    case NV_PROBE_REFERENCE:
        nv_event_put_value(probe, &event->u.reference);
        return true;
    default:
        return false;
    }
}

static void nv_event_put_run(const NVProbe *probe, NvRunEvent *event)
{
    QEMU_BUILD_BUG_ON((int)NV_RUN_REST_DONE != (int)NV_REST_DONE);
    QEMU_BUILD_BUG_ON((int)NV_RUN_REST_WAITS != (int)NV_REST_WAITS);

    *event = (NvRunEvent) {
        .channel = probe->chid, .pbdma = probe->turn.pbdma,
        .begins = probe->turn.begins,
    };
    if (!event->begins) {
        event->has_data = event->has_rest = true;
        event->data = probe->turn.words;
        event->rest = (NvRunRest)probe->turn.why;
    }
}

static void nv_event_put_work(const NVProbe *probe, NvWorkEvent *event)
{
    *event = (NvWorkEvent) {
        .channel = probe->chid, .what = g_strdup(probe->work.name),
        .engine = probe->work.engine, .begins = probe->work.begins,
    };
    event->has_data = !event->begins;
    event->data = probe->work.methods;
}

/* What PFIFO and engines do with channels */
static bool nv_event_put_turns(const NVProbe *probe, NvEvent *event)
{
    switch (probe->kind) {
    case NV_PROBE_SWITCH:
        event->u.q_switch = (NvSwitchEvent) {
            .has_channel = probe->chid >= 0, .channel = MAX(probe->chid, 0),
            .pbdma = probe->turn.pbdma,
        };
        return true;
    case NV_PROBE_RUN:
        nv_event_put_run(probe, &event->u.run);
        return true;
    case NV_PROBE_WORK:
        nv_event_put_work(probe, &event->u.work);
        return true;
    case NV_PROBE_LISTED:
        event->u.listed = (NvListedEvent) {
            .has_channel = probe->chid >= 0, .channel = MAX(probe->chid, 0),
            .address = probe->listed.number, .data = probe->listed.data,
        };
        return true;
    case NV_PROBE_RAMFC:
        event->u.ramfc = (NvRamfcEvent) {
            .channel = probe->chid, .pbdma = probe->ramfc.pbdma,
            .address = probe->ramfc.offset, .data = probe->ramfc.data,
        };
        return true;
    default:
        return false;
    }
}

/* --- Memory ----------------------------------------------------------- */

static void nv_event_put_mem(const NVProbe *probe, NvMemEvent *event)
{
    *event = (NvMemEvent) {
        .has_channel = probe->chid >= 0, .channel = MAX(probe->chid, 0),
        .data = probe->mem.inst, .address = probe->mem.addr,
        .size = probe->mem.size,
        .has_vram = probe->mem.vram != NV_PROBE_NOWHERE,
    };
    event->vram = event->has_vram ? probe->mem.vram : 0;
}

static void nv_event_put_translate(const NVProbe *probe,
                                   NvTranslateEvent *event)
{
    const NVTranslateProbe *translate = &probe->translate;

    *event = (NvTranslateEvent) {
        .address = translate->addr, .table = translate->table,
        .has_data = translate->page != NV_PROBE_NOWHERE,
        .vram = translate->vram,
    };
    event->data = event->has_data ? translate->page : 0;
}

static void nv_event_put_notify(const NVProbe *probe, NvNotifyEvent *event)
{
    const NVNotifyProbe *notify = &probe->notify;

    *event = (NvNotifyEvent) {
        .what = g_strdup(notify->engine), .address = notify->addr,
        .data = notify->data,
    };
    if (probe->chid < 0) {
        event->has_head = true;
        event->head = notify->subc;
        return;
    }
    event->has_channel = event->has_subchannel = event->has_q_class =
        event->has_method = true;
    event->channel = probe->chid;
    event->subchannel = notify->subc;
    event->q_class = notify->class;
    event->method = notify->mthd;
}

static void nv_event_put_mmio(const NVProbe *probe, NvMmioEvent *event)
{
    *event = (NvMmioEvent) {
        .bar = probe->mmio.bar, .address = probe->mmio.addr,
        .size = probe->mmio.size, .data = probe->mmio.data,
    };
}

/* Accesses by the CPU and the card */
static bool nv_event_put_accesses(const NVProbe *probe, NvEvent *event)
{
    switch (probe->kind) {
    case NV_PROBE_MMIO_READ:
        nv_event_put_mmio(probe, &event->u.mmio_read);
        return true;
    case NV_PROBE_MMIO_WRITE:
        nv_event_put_mmio(probe, &event->u.mmio_write);
        return true;
    case NV_PROBE_MEM_READ:
        nv_event_put_mem(probe, &event->u.mem_read);
        return true;
    case NV_PROBE_MEM_WRITE:
        nv_event_put_mem(probe, &event->u.mem_write);
        return true;
    case NV_PROBE_TRANSLATE:
        nv_event_put_translate(probe, &event->u.translate);
        return true;
    case NV_PROBE_NOTIFY:
        nv_event_put_notify(probe, &event->u.notify);
        return true;
    default:
        return false;
    }
}

/* --- Errors ----------------------------------------------------------- */

static NvFailedAccess *nv_event_access(NVGPU *gpu, const NVErrorProbe *error)
{
    NvFailedAccess *access = g_new0(NvFailedAccess, 1);
    NVVmClient who;

    access->address = error->fault_addr;
    if (error->by == NV_PROBE_BY_OBJECT) {
        access->by = NV_ORIGINATOR_OBJECT;
        access->u.object.object = error->who;
        return access;
    }
    who = nv_vm_client(gpu, error->who);
    access->by = NV_ORIGINATOR_UNIT;
    access->u.unit = (NvUnitOriginator) {
        .unit = who.unit, .name = g_strdup(who.name), .client = who.client,
        .gpc = who.of_gpc, .has_slot = who.slot != NV_VM_NO_SLOT,
    };
    access->u.unit.slot = access->u.unit.has_slot ? who.slot : 0;
    return access;
}

/* A method of no channel of PFIFO's is EVO's. */
static void nv_event_put_method_of_error(const NVProbe *probe,
                                         NvErrorEvent *event)
{
    event->has_method = true;
    event->method = probe->error.mthd;
    event->has_head = probe->chid < 0;
    event->has_subchannel = probe->chid >= 0;
    event->head = event->has_head ? probe->error.subc : 0;
    event->subchannel = event->has_head ? 0 : probe->error.subc;
    event->has_q_class = probe->error.class;
    event->q_class = probe->error.class;
}

static void nv_event_put_error(NVGPU *gpu, const NVProbe *probe,
                               NvErrorEvent *event)
{
    const NVErrorProbe *error = &probe->error;
    bool about = error->mthd != NV_PROBE_NO_METHOD;

    *event = (NvErrorEvent) {
        .what = g_strdup(error->what),
        .has_channel = probe->chid >= 0, .channel = MAX(probe->chid, 0),
        .has_data = about || !error->by,
        .has_address = error->addr != NV_PROBE_NOWHERE,
    };
    if (about) {
        nv_event_put_method_of_error(probe, event);
    }
    event->data = event->has_data ? error->data : 0;
    event->access = error->by ? nv_event_access(gpu, error) : NULL;
    event->address = event->has_address ? error->addr : 0;
}

/* --- Other units ------------------------------------------------------ */

/* From NV50 on a flip is of EVO's, and its image isn't known there. */
static void nv_event_put_flip(NVGPU *gpu, const NVProbe *probe,
                              NvFlipEvent *event)
{
    *event = (NvFlipEvent) {
        .head = probe->head.head, .has_address = !gpu->chip->vm,
        .address = probe->head.addr,
    };
}

static void nv_event_put_display(NVGPU *gpu, const NVProbe *probe,
                                 NvDisplayEvent *event)
{
    const NVDisplayProbe *display = &probe->display;
    const char *name = display->has_method
        ? nv_evo_method_name(gpu, display->channel, display->mthd) : NULL;

    *event = (NvDisplayEvent) {
        .head = display->channel, .address = display->addr,
        .data = display->data, .has_method = display->has_method,
        .method = display->mthd, .name = g_strdup(name),
    };
}

static void nv_event_put_others(NVGPU *gpu, const NVProbe *probe,
                                NvEvent *event)
{
    switch (probe->kind) {
    case NV_PROBE_INTERRUPT:
        event->u.interrupt = (NvInterruptEvent) {
            .level = probe->line.level, .data = probe->line.intr,
        };
        return;
    case NV_PROBE_PENDING:
        event->u.pending = (NvPendingEvent) {
            .intr = probe->line.bit, .level = probe->line.level,
            .data = probe->line.intr,
        };
        return;
    case NV_PROBE_ERROR:
        nv_event_put_error(gpu, probe, &event->u.error);
        return;
    case NV_PROBE_VBLANK:
        event->u.vblank.head = probe->head.head;
        return;
    case NV_PROBE_FLIP:
        nv_event_put_flip(gpu, probe, &event->u.flip);
        return;
    case NV_PROBE_DISPLAY:
        nv_event_put_display(gpu, probe, &event->u.display);
        return;
    case NV_PROBE_FALCON:
        event->u.falcon = (NvFalconEvent) {
            .falcon = probe->falcon.falcon, .address = probe->falcon.pc,
        };
        return;
    default:
        assert(probe->kind == NV_PROBE_RESET);
    }
}

NvEvent *nv_event_new(NVGPU *gpu, const NVProbe *probe)
{
    NvEvent *event = g_new0(NvEvent, 1);

    event->kind = (NvEventKind)probe->kind;
    if (!nv_event_put_words(probe, event) &&
        !nv_event_put_methods(probe, event) &&
        !nv_event_put_turns(probe, event) &&
        !nv_event_put_accesses(probe, event)) {
        nv_event_put_others(gpu, probe, event);
    }
    return event;
}
