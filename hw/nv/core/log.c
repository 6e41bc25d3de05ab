/*
 * NVIDIA GPU: the log of what the guest did wrong, and of what was dropped
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/log.h"
#include "internal.h"
#include "trace/trace-hw_nv.h"

/* --- Lines ------------------------------------------------------------ */

/* A clock that was set back, by a snapshot, is a new beginning. */
static bool nv_log_is_recent(const NVLogLine *line, int64_t now)
{
    return line->text && now >= line->since &&
           now - line->since < NV_LOG_PERIOD_NS;
}

/* The entry for a line, or one for a new line; NULL: all are in use. */
static NVLogLine *nv_log_find(NVLog *log, const char *text, int64_t now)
{
    NVLogLine *place = NULL;

    for (unsigned i = 0; i < NV_LOG_LINES; i++) {
        NVLogLine *line = &log->lines[i];

        if (line->text && !strcmp(line->text, text)) {
            return line;
        }
        if (!nv_log_is_recent(line, now) &&
            (!place || (place->text && !line->text))) {
            place = line;
        }
    }
    return place;
}

/* Log a line unless it came lately; @same: what makes it the same line */
static void nv_log_line(NVGPU *gpu, const char *same, const char *text)
{
    NVLog *log = &gpu->log;
    int64_t now = qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL);
    NVLogLine *line = nv_log_find(log, same, now);
    bool again = line && line->text && !strcmp(line->text, same);
    g_autoptr(GString) more = g_string_new(NULL);

    if (!line) {
        log->dropped++;
        return;
    }
    if (again && nv_log_is_recent(line, now)) {
        line->again++;
        return;
    }
    if (again && line->again) {
        g_string_append_printf(more, " (and %" PRIu64 " times before)",
                               line->again);
    }
    if (log->dropped) {
        g_string_append_printf(more, " (%" PRIu64 " other lines weren't "
                               "logged)", log->dropped);
    }
    if (!again) {
        g_free(line->text);
        line->text = g_strdup(same);
    }
    line->since = now;
    line->again = 0;
    log->dropped = 0;
    qemu_log("%s: %s%s\n", gpu->chip->name, text, more->str);
}

static void G_GNUC_PRINTF(3, 0) nv_log_va(NVGPU *gpu, int mask,
                                          const char *fmt, va_list ap)
{
    g_autofree char *text = NULL;

    if (qemu_loglevel_mask(mask)) {
        text = g_strdup_vprintf(fmt, ap);
        nv_log_line(gpu, text, text);
    }
}

void nv_log_error_va(NVGPU *gpu, const char *fmt, va_list ap)
{
    nv_log_va(gpu, LOG_GUEST_ERROR, fmt, ap);
}

void nv_log_error(NVGPU *gpu, const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    nv_log_error_va(gpu, fmt, ap);
    va_end(ap);
}

void nv_log_unimp(NVGPU *gpu, const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    nv_log_va(gpu, LOG_UNIMP, fmt, ap);
    va_end(ap);
}

/* --- Refusals --------------------------------------------------------- */

/* What is dropped; with @data, as it is logged, or without */
static GString *nv_refusal_text(const NVRefusal *refusal, bool data)
{
    bool is_method = refusal->mthd != NV_REFUSED_NO_METHOD;
    GString *text = g_string_new(refusal->unit);

    g_string_append(text, ":");
    if (refusal->chid >= 0) {
        g_string_append_printf(text, " channel %d", refusal->chid);
    }
    if (is_method) {
        g_string_append_printf(text, " subchannel %u", refusal->subc);
        if (refusal->class) {
            g_string_append_printf(text, " class 0x%04x", refusal->class);
        }
        g_string_append_printf(text, " method 0x%04x", refusal->mthd);
    }
    if (data) {
        g_string_append_printf(text, "%s 0x%08x", is_method ? " data" : "",
                               refusal->data);
    }
    g_string_append_printf(text, ": silently dropped: %s", refusal->why);
    return text;
}

static void nv_refusal_log(NVGPU *gpu, const NVRefusal *refusal)
{
    g_autoptr(GString) same = nv_refusal_text(refusal, false);
    g_autoptr(GString) text = nv_refusal_text(refusal, true);

    nv_log_line(gpu, same->str, text->str);
}

void nv_refused(NVGPU *gpu, const NVRefusal *refusal)
{
    nv_count(gpu, SILENT_REFUSALS, 1);
    trace_nv_refused(refusal->unit, refusal->chid, refusal->subc,
                     refusal->class, refusal->mthd, refusal->data,
                     refusal->why);
    if (qemu_loglevel_mask(LOG_GUEST_ERROR)) {
        nv_refusal_log(gpu, refusal);
    }
}

void nv_refused_access(NVGPU *gpu, const char *unit, int chid, uint32_t data,
                       const char *why)
{
    const NVRefusal refusal = {
        .unit = unit,
        .chid = chid,
        .mthd = NV_REFUSED_NO_METHOD,
        .data = data,
        .why = why,
    };

    nv_refused(gpu, &refusal);
}

/* --- Life ------------------------------------------------------------- */

void nv_log_forget(NVGPU *gpu)
{
    for (unsigned i = 0; i < NV_LOG_LINES; i++) {
        g_free(gpu->log.lines[i].text);
    }
    memset(&gpu->log, 0, sizeof(gpu->log));
}
