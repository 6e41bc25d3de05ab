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

static const char *const nv_counter_names[NV_COUNT__MAX] = {
    [NV_COUNT_INTERRUPTS] = "interrupts",
    [NV_COUNT_CHANNELS] = "channels",
    [NV_COUNT_SWITCHES] = "switches",
    [NV_COUNT_COMMANDS] = "commands",
    [NV_COUNT_METHODS] = "methods",
    [NV_COUNT_REFERENCES] = "references",
    [NV_COUNT_SOFTWARE] = "software-methods",
    [NV_COUNT_PUSHER_ERRORS] = "pusher-errors",
    [NV_COUNT_CACHE_ERRORS] = "cache-errors",
    [NV_COUNT_BYTES_COPIED] = "bytes-copied",
    [NV_COUNT_PIXELS] = "pixels",
    [NV_COUNT_VBLANKS] = "vblanks",
    [NV_COUNT_EXPRESS] = "methods-by-express",
    [NV_COUNT_VIDEO_METHODS] = "video-methods",
    [NV_COUNT_RUNOUTS] = "runouts",
    [NV_COUNT_REFUSALS] = "silent-refusals",
    [NV_COUNT_FAULTS] = "faults",
};

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

static gint nv_report_compare_names(gconstpointer a, gconstpointer b,
                                    gpointer opaque)
{
    return strcmp(a, b);
}

static void nv_report_put_faults(GString *text, GHashTable *faults)
{
    GList *names = g_list_sort_with_data(g_hash_table_get_keys(faults),
                                         nv_report_compare_names, NULL);

    for (GList *l = names; l; l = l->next) {
        const uint64_t *times = g_hash_table_lookup(faults, l->data);

        g_string_append_printf(text, "fault-%s %" PRIu64 "\n",
                               (const char *)l->data, *times);
    }
    g_list_free(names);
}

/* --- Text ------------------------------------------------------------- */

static gint nv_report_compare(gconstpointer a, gconstpointer b, gpointer opaque)
{
    uint32_t x = GPOINTER_TO_UINT(a), y = GPOINTER_TO_UINT(b);

    return x < y ? -1 : x > y;
}

static void nv_report_table(GString *text, GHashTable *table,
                            const char *title,
                            void (*row)(GString *, uint32_t, const void *))
{
    GList *keys = g_list_sort_with_data(g_hash_table_get_keys(table),
                                        nv_report_compare, NULL);

    g_string_append_printf(text, "%s\n", title);
    for (GList *l = keys; l; l = l->next) {
        row(text, GPOINTER_TO_UINT(l->data),
            g_hash_table_lookup(table, l->data));
    }
    if (!keys) {
        g_string_append(text, "  none\n");
    }
    g_list_free(keys);
}

static void nv_report_row_reg(GString *text, uint32_t addr, const void *entry)
{
    const NVUnmodelledReg *reg = entry;

    g_string_append_printf(text, "  0x%06x  %-10s %8" PRIu64 " reads %8"
                           PRIu64 " writes  last 0x%08x\n", addr,
                           nv_unit_name(addr), reg->reads, reg->writes,
                           reg->last);
}

static void nv_report_row_poll(GString *text, uint32_t addr, const void *entry)
{
    const NVPoll *poll = entry;

    g_string_append_printf(text, "  0x%06x  %-10s %8" PRIu64 " reads of "
                           "0x%08x in %" PRId64 " us\n", addr,
                           nv_unit_name(addr), poll->count, poll->val,
                           poll->ns / SCALE_US);
}

static void nv_report_row_method(GString *text, uint32_t key,
                                 const void *entry)
{
    const uint64_t *count = entry;

    g_string_append_printf(text, "  class 0x%04x method 0x%04x %8" PRIu64
                           " times\n", key >> 16, key & 0xffff, *count);
}

char *nv_report_text(NVGPU *gpu)
{
    NVReport *report = &gpu->report;
    GString *text = g_string_new(NULL);

    for (unsigned i = 0; i < NV_POLL_SLOTS; i++) {
        if (report->poll[i].polled) {
            nv_poll_end(report, &report->poll[i], false);
        }
    }
    nv_report_table(text, report->regs, "registers that are not modelled:",
                    nv_report_row_reg);
    nv_report_table(text, report->polls,
                    "registers polled without progress:", nv_report_row_poll);
    nv_report_table(text, report->methods,
                    "methods that no object handled:", nv_report_row_method);
    if (report->dropped) {
        g_string_append(text, "a table was full: the report is incomplete\n");
    }
    return g_string_free(text, false);
}

char *nv_report_statistics(NVGPU *gpu)
{
    GString *text = g_string_new(NULL);

    for (unsigned i = 0; i < NV_COUNT__MAX; i++) {
        g_string_append_printf(text, "%s %" PRIu64 "\n", nv_counter_names[i],
                               gpu->report.counter[i]);
    }
    if (gpu->report.faults) {
        nv_report_put_faults(text, gpu->report.faults);
    }
    return g_string_free(text, false);
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

    return report->counter[NV_COUNT_EXPRESS];
}

/* Added in a later version than the other counters */
static const VMStateDescription nv_vmstate_report_express = {
    .name = "nv-gpu/report/express",
    .version_id = 1,
    .minimum_version_id = 1,
    .needed = nv_report_has_express,
    .fields = (const VMStateField[]) {
        VMSTATE_UINT64(counter[NV_COUNT_EXPRESS], NVReport),
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
           report->counter[NV_COUNT_REFUSALS];
}

static const VMStateDescription nv_vmstate_report_lost = {
    .name = "nv-gpu/report/lost",
    .version_id = 1,
    .minimum_version_id = 1,
    .needed = nv_report_has_lost,
    .fields = (const VMStateField[]) {
        VMSTATE_UINT64(counter[NV_COUNT_RUNOUTS], NVReport),
        VMSTATE_UINT64(counter[NV_COUNT_REFUSALS], NVReport),
        VMSTATE_END_OF_LIST()
    },
};

static int nv_report_pre_load(void *opaque)
{
    NVReport *report = opaque;

    report->counter[NV_COUNT_EXPRESS] = 0;
    report->counter[NV_COUNT_VIDEO_METHODS] = 0;
    report->counter[NV_COUNT_RUNOUTS] = 0;
    report->counter[NV_COUNT_REFUSALS] = 0;
    return 0;
}

/* The tables are about this process of QEMU; only the counters migrate. */
const VMStateDescription nv_vmstate_report = {
    .name = "nv-gpu/report",
    .version_id = 1,
    .minimum_version_id = 1,
    .pre_load = nv_report_pre_load,
    .fields = (const VMStateField[]) {
        VMSTATE_SUB_ARRAY(counter, NVReport, 0, NV_COUNT_EXPRESS, 0,
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
