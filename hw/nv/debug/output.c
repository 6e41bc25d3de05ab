/*
 * NVIDIA GPU: lines for a character device
 *
 * Lines are buffered, since writing many at once takes no longer than one.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "chardev/char.h"
#include "qemu/error-report.h"
#include "output.h"

#define NV_OUTPUT_SIZE (64 * KiB)

/* Longest time for which a line is buffered, in ms of the host's time */
#define NV_OUTPUT_WAIT 20

static void nv_output_flush(NVOutput *out)
{
    int len;

    if (!out->used) {
        return;
    }
    len = qemu_chr_fe_write(out->chr, (const uint8_t *)out->text, out->used);
    if (len > 0) {
        out->used -= len;
        memmove(out->text, out->text + len, out->used);
    } else if (len < 0 && errno != EAGAIN && !out->failed) {
        out->failed = true;
        warn_report("chardev '%s' can't be written, and loses what it is given",
                    out->chr->chr->label);
    }
}

static void nv_output_wait(NVOutput *out)
{
    timer_mod(&out->timer, qemu_clock_get_ms(QEMU_CLOCK_REALTIME) +
                           NV_OUTPUT_WAIT);
}

static void nv_output_due(void *opaque)
{
    NVOutput *out = opaque;

    nv_output_flush(out);
    if (out->used) {
        nv_output_wait(out);
    }
}

static void nv_output_stop(void *opaque)
{
    nv_output_flush(opaque);
}

static bool nv_output_has_room(NVOutput *out)
{
    if (out->used > NV_OUTPUT_SIZE - NV_OUTPUT_LINE) {
        nv_output_flush(out);
    }
    return out->used <= NV_OUTPUT_SIZE - NV_OUTPUT_LINE;
}

uint64_t nv_output_lost(NVOutput *out)
{
    uint64_t lost = 0;

    if (unlikely(out->lost) && nv_output_has_room(out)) {
        lost = out->lost;
        out->lost = 0;
    }
    return lost;
}

char *nv_output_room(NVOutput *out)
{
    if (!nv_output_has_room(out)) {
        out->lost++;
        return NULL;
    }
    return out->text + out->used;
}

void nv_output_take(NVOutput *out, size_t len)
{
    if (!out->used) {
        nv_output_wait(out);
    }
    out->used += len;
}

void nv_output_printf(NVOutput *out, const char *fmt, ...)
{
    char *line = nv_output_room(out);
    va_list ap;
    int len;

    if (!line) {
        return;
    }
    va_start(ap, fmt);
    len = vsnprintf(line, NV_OUTPUT_LINE, fmt, ap);
    va_end(ap);
    assert(len < NV_OUTPUT_LINE);
    nv_output_take(out, len);
}

void nv_output_init(NVOutput *out, NVCharFrontend *chr)
{
    out->chr = chr;
    out->text = g_malloc(NV_OUTPUT_SIZE);
    out->failed = false;
    timer_init_ms(&out->timer, QEMU_CLOCK_REALTIME, nv_output_due, out);
    nv_vm_hook_init_stop(&out->stop, nv_output_stop, out);
}

void nv_output_exit(NVOutput *out)
{
    nv_vm_hook_exit(&out->stop);
    timer_del(&out->timer);
    g_clear_pointer(&out->text, g_free);
}
