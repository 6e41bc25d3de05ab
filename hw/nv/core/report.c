/*
 * NVIDIA GPU: a summary of a run, for driver developers
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/log.h"
#include "internal.h"
#include "migration/vmstate.h"

/* A guest chooses the addresses: the tables must not grow without end. */
#define NV_REPORT_MAX 16384

/*
 * A register counts as polled when it is read this often, with one value,
 * within this time.  Waits for the card's own work may take that long, too.
 */
#define NV_POLL_READS 256
#define NV_POLL_NS (50 * SCALE_MS)

typedef struct NVUnmodelledReg {
    uint64_t reads, writes;
    uint32_t last;
} NVUnmodelledReg;

/* --- Registers -------------------------------------------------------- */

/* Return the entry of @key, a new one if there is none, NULL if full. */
static void *nv_report_entry(NVReport *report, GHashTable *table,
                             uint32_t key, size_t size, bool *new)
{
    void *entry = g_hash_table_lookup(table, GUINT_TO_POINTER(key));

    *new = !entry;
    if (!entry) {
        if (g_hash_table_size(table) >= NV_REPORT_MAX) {
            report->dropped = true;
            return NULL;
        }
        entry = g_malloc0(size);
        g_hash_table_insert(table, GUINT_TO_POINTER(key), entry);
    }
    return entry;
}

void nv_report_register(NVGPU *gpu, uint32_t addr, bool write, uint32_t val)
{
    bool new;
    NVUnmodelledReg *reg = nv_report_entry(&gpu->report, gpu->report.regs,
                                           addr, sizeof(*reg), &new);

    if (!reg) {
        return;
    }
    if (new && gpu->log_unmodelled) {
        qemu_log_mask(LOG_UNIMP, "%s: register 0x%06x is not modelled "
                      "(%s 0x%08x)\n", gpu->chip->name, addr,
                      write ? "written" : "reads", val);
    }
    reg->reads += !write;
    reg->writes += write;
    reg->last = val;
}

/* --- Polls ------------------------------------------------------------ */

/*
 * A series of reads with one value ends: record it if it was a poll.  If it
 * ended soon with another value (@came), the driver was only waiting for the
 * card's work.
 */
static void nv_poll_end(NVReport *report, NVPoll *poll, bool came)
{
    bool new;
    NVPoll *kept;

    if (poll->polled && !(came && poll->ns < NV_POLL_NS)) {
        kept = nv_report_entry(report, report->polls, poll->addr,
                               sizeof(*kept), &new);
        if (kept && poll->count > kept->count) {
            *kept = *poll;
        }
    }
    poll->count = 0;
    poll->polled = false;
}

/* Slow reads start a new series, unless they already are a poll. */
static void nv_poll_time(NVPoll *poll, int64_t now)
{
    if (!poll->polled && (poll->count == NV_POLL_READS ||
                          now - poll->start >= NV_POLL_NS)) {
        poll->count = NV_POLL_READS;
        poll->start = now;
    } else {
        poll->polled = true;
    }
    poll->ns = now - poll->start;
}

/*
 * A driver that polls does nothing else; if it writes something, anywhere, the
 * wait is over.  Once it counts as a poll, writes may come from an interrupt
 * handler or from another of the driver's threads.
 */
static bool nv_poll_goes_on(const NVReport *report, const NVPoll *poll,
                            uint32_t addr, uint32_t val)
{
    return poll->count && poll->addr == addr && poll->val == val &&
           (poll->polled || poll->writes == report->writes);
}

void nv_report_access(NVGPU *gpu, uint32_t addr, bool write, uint32_t val)
{
    NVReport *report = &gpu->report;
    NVPoll *poll = &report->poll[addr / 4 % NV_POLL_SLOTS];

    report->accesses++;
    if (write) {
        report->writes++;
        return;
    }
    if (!nv_poll_goes_on(report, poll, addr, val)) {
        nv_poll_end(report, poll, poll->addr == addr);
        poll->addr = addr;
        poll->val = val;
        poll->writes = report->writes;
        poll->count = 1;
        return;
    }
    poll->count++;
    if (poll->count % NV_POLL_READS == 0) {
        /* The time is read only once in NV_POLL_READS reads. */
        nv_poll_time(poll, qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL));
    }
}

/* --- Methods ---------------------------------------------------------- */

void nv_report_method(NVGPU *gpu, uint16_t class, uint16_t mthd,
                      uint32_t data, uint32_t count)
{
    bool new;
    uint64_t *total = nv_report_entry(&gpu->report, gpu->report.methods,
                                      class << 16 | mthd, sizeof(*total),
                                      &new);

    if (!total) {
        return;
    }
    if (new && gpu->log_unmodelled) {
        qemu_log_mask(LOG_UNIMP, "%s: method 0x%04x of class 0x%04x is not "
                      "modelled (0x%08x)\n", gpu->chip->name, mthd, class,
                      data);
    }
    *total += count;
}

/* --- Faults ----------------------------------------------------------- */

/* Names are constants, one per kind of fault, so this table is bounded. */
void nv_report_fault(NVGPU *gpu, const char *name)
{
    uint64_t *times = g_hash_table_lookup(gpu->report.faults, name);

    if (!times) {
        times = g_new0(uint64_t, 1);
        g_hash_table_insert(gpu->report.faults, (void *)name, times);
    }
    ++*times;
    nv_count(gpu, FAULTS, 1);
}

/* --- Answers ---------------------------------------------------------- */

static gint nv_report_compare(gconstpointer a, gconstpointer b, gpointer opaque)
{
    uint32_t x = GPOINTER_TO_UINT(a), y = GPOINTER_TO_UINT(b);

    return x < y ? -1 : x > y;
}

/* Call @row for each entry of a table, in the order of their keys. */
static void nv_report_table(GHashTable *table, GCompareDataFunc compare,
                            void (*row)(gpointer key, const void *entry,
                                        void *opaque),
                            void *opaque)
{
    GList *keys = g_list_sort_with_data(g_hash_table_get_keys(table), compare,
                                        NULL);

    for (GList *l = keys; l; l = l->next) {
        row(l->data, g_hash_table_lookup(table, l->data), opaque);
    }
    g_list_free(keys);
}

static void nv_report_row_reg(gpointer key, const void *entry, void *opaque)
{
    NvUnmodelledRegisterList ***tail = opaque;
    const NVUnmodelledReg *reg = entry;
    NvUnmodelledRegister *row = g_new0(NvUnmodelledRegister, 1);

    row->address = GPOINTER_TO_UINT(key);
    row->unit = g_strdup(nv_unit_name(row->address));
    row->reads = reg->reads;
    row->writes = reg->writes;
    row->last = reg->last;
    QAPI_LIST_APPEND(*tail, row);
}

static void nv_report_row_poll(gpointer key, const void *entry, void *opaque)
{
    NvPolledRegisterList ***tail = opaque;
    const NVPoll *poll = entry;
    NvPolledRegister *row = g_new0(NvPolledRegister, 1);

    row->address = GPOINTER_TO_UINT(key);
    row->unit = g_strdup(nv_unit_name(row->address));
    row->reads = poll->count;
    row->value = poll->val;
    row->duration = poll->ns;
    QAPI_LIST_APPEND(*tail, row);
}

static void nv_report_row_method(gpointer key, const void *entry, void *opaque)
{
    NvUnmodelledMethodList ***tail = opaque;
    const uint64_t *count = entry;
    NvUnmodelledMethod *row = g_new0(NvUnmodelledMethod, 1);

    row->q_class = GPOINTER_TO_UINT(key) >> 16;
    row->method = GPOINTER_TO_UINT(key);
    row->times = *count;
    QAPI_LIST_APPEND(*tail, row);
}

NvReport *nv_report_query(NVGPU *gpu)
{
    NVReport *report = &gpu->report;
    NvReport *answer = g_new0(NvReport, 1);
    NvUnmodelledRegisterList **registers = &answer->registers;
    NvPolledRegisterList **polls = &answer->polls;
    NvUnmodelledMethodList **methods = &answer->methods;

    for (unsigned i = 0; i < NV_POLL_SLOTS; i++) {
        if (report->poll[i].polled) {
            nv_poll_end(report, &report->poll[i], false);
        }
    }
    nv_report_table(report->regs, nv_report_compare, nv_report_row_reg,
                    &registers);
    nv_report_table(report->polls, nv_report_compare, nv_report_row_poll,
                    &polls);
    nv_report_table(report->methods, nv_report_compare, nv_report_row_method,
                    &methods);
    answer->complete = !report->dropped;
    return answer;
}

static gint nv_report_compare_names(gconstpointer a, gconstpointer b,
                                    gpointer opaque)
{
    return strcmp(a, b);
}

static void nv_report_row_fault(gpointer key, const void *entry, void *opaque)
{
    NvFaultCountList ***tail = opaque;
    const uint64_t *times = entry;
    NvFaultCount *row = g_new0(NvFaultCount, 1);

    row->fault = g_strdup(key);
    row->times = *times;
    QAPI_LIST_APPEND(*tail, row);
}

NvStatistics *nv_report_statistics(NVGPU *gpu)
{
    NvStatistics *answer = g_new0(NvStatistics, 1);
    NvStatisticList **counters = &answer->counters;
    NvFaultCountList **faults = &answer->faults;

    for (unsigned i = 0; i < NV_COUNT__MAX; i++) {
        NvStatistic *row = g_new0(NvStatistic, 1);

        row->counter = i;
        row->value = gpu->report.counter[i];
        QAPI_LIST_APPEND(counters, row);
    }
    nv_report_table(gpu->report.faults, nv_report_compare_names,
                    nv_report_row_fault, &faults);
    return answer;
}

/* --- Life ------------------------------------------------------------- */

void nv_report_init(NVGPU *gpu)
{
    NVReport *report = &gpu->report;

    report->regs = g_hash_table_new_full(NULL, NULL, NULL, g_free);
    report->polls = g_hash_table_new_full(NULL, NULL, NULL, g_free);
    report->methods = g_hash_table_new_full(NULL, NULL, NULL, g_free);
    report->faults = g_hash_table_new_full(g_str_hash, g_str_equal, NULL,
                                           g_free);
}

void nv_report_exit(NVGPU *gpu)
{
    NVReport *report = &gpu->report;

    g_clear_pointer(&report->regs, g_hash_table_destroy);
    g_clear_pointer(&report->polls, g_hash_table_destroy);
    g_clear_pointer(&report->methods, g_hash_table_destroy);
    g_clear_pointer(&report->faults, g_hash_table_destroy);
}

void nv_report_begin(NVGPU *gpu)
{
    NVReport *report = &gpu->report;

    g_hash_table_remove_all(report->regs);
    g_hash_table_remove_all(report->polls);
    g_hash_table_remove_all(report->methods);
    g_hash_table_remove_all(report->faults);
    memset(report->counter, 0, sizeof(report->counter));
    memset(report->poll, 0, sizeof(report->poll));
    report->dropped = false;
}

static bool nv_report_has_express(void *opaque)
{
    const NVReport *report = opaque;

    return report->counter[NV_COUNT_METHODS_BY_EXPRESS];
}

/* Added in a later version than the other counters */
static const VMStateDescription nv_vmstate_report_express = {
    .name = "nv-gpu/report/express",
    .version_id = 1,
    .minimum_version_id = 1,
    .needed = nv_report_has_express,
    .fields = (const VMStateField[]) {
        VMSTATE_UINT64(counter[NV_COUNT_METHODS_BY_EXPRESS], NVReport),
        VMSTATE_END_OF_LIST()
    },
};

static bool nv_report_has_video(void *opaque)
{
    const NVReport *report = opaque;

    return report->counter[NV_COUNT_VIDEO_METHODS];
}

static const VMStateDescription nv_vmstate_report_video = {
    .name = "nv-gpu/report/video",
    .version_id = 1,
    .minimum_version_id = 1,
    .needed = nv_report_has_video,
    .fields = (const VMStateField[]) {
        VMSTATE_UINT64(counter[NV_COUNT_VIDEO_METHODS], NVReport),
        VMSTATE_END_OF_LIST()
    },
};

static bool nv_report_has_lost(void *opaque)
{
    const NVReport *report = opaque;

    return report->counter[NV_COUNT_RUNOUTS] ||
           report->counter[NV_COUNT_SILENT_REFUSALS];
}

static const VMStateDescription nv_vmstate_report_lost = {
    .name = "nv-gpu/report/lost",
    .version_id = 1,
    .minimum_version_id = 1,
    .needed = nv_report_has_lost,
    .fields = (const VMStateField[]) {
        VMSTATE_UINT64(counter[NV_COUNT_RUNOUTS], NVReport),
        VMSTATE_UINT64(counter[NV_COUNT_SILENT_REFUSALS], NVReport),
        VMSTATE_END_OF_LIST()
    },
};

static int nv_report_pre_load(void *opaque)
{
    NVReport *report = opaque;

    report->counter[NV_COUNT_METHODS_BY_EXPRESS] = 0;
    report->counter[NV_COUNT_VIDEO_METHODS] = 0;
    report->counter[NV_COUNT_RUNOUTS] = 0;
    report->counter[NV_COUNT_SILENT_REFUSALS] = 0;
    return 0;
}

/* The tables are about this process of QEMU; only the counters migrate. */
const VMStateDescription nv_vmstate_report = {
    .name = "nv-gpu/report",
    .version_id = 1,
    .minimum_version_id = 1,
    .pre_load = nv_report_pre_load,
    .fields = (const VMStateField[]) {
        VMSTATE_SUB_ARRAY(counter, NVReport, 0, NV_COUNT_METHODS_BY_EXPRESS, 0,
                          vmstate_info_uint64, uint64_t),
        VMSTATE_END_OF_LIST()
    },
    .subsections = (const VMStateDescription *const[]) {
        &nv_vmstate_report_express,
        &nv_vmstate_report_video,
        &nv_vmstate_report_lost,
        NULL
    },
};
