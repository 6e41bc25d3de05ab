/*
 * NVIDIA GPU: commands that go straight through PFIFO, in IB mode
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/fifo/fetch.h"
#include "express.h"
#include "ib-mode.h"
#include "pusher-express.h"
#include "pusher-state.h"

/*
 * A separate function, so that the compiler has all registers for it, with a
 * private copy of the row
 */
static void G_GNUC_NO_INLINE QEMU_ALIGNED(64)
nv_express_row(NVPusher *p, NVIbRow *row, NVExpress *done)
{
    NVIbRow copy = *row;

    nv_express_methods(p, row->end, done, &copy, false);
    *row = copy;
}

/* The same, traced command by command; the row has one entry. */
static void G_GNUC_NO_INLINE nv_express_watched_row(NVPusher *p, NVIbRow *row,
                                                    NVExpress *done)
{
    nv_express_methods(p, row->end, done, NULL, true);
}

/* In IB mode there are no jumps, but there are entries. */
void nv_pusher_express_ib(NVPusher *p, int64_t *budget)
{
    NVExpress done = { };
    uint32_t entries = 0;
    int64_t words = 0;
    bool more = true;

    while (more) {
        int64_t left = *budget - words;
        const uint32_t *end;
        NVIbRow row;

        nv_reader_refresh(&p->in);
        end = p->in.pos + MIN(p->in.end - p->in.pos, left);
        if (p->in.pos == end) {
            more = p->in.pos == p->in.end && left > 0 &&
                   nv_ib_pending(&p->in) && nv_ib_next_held(p);
            entries += more;
            words += more;
            continue;
        }
        nv_ib_row_begin(&p->in, end, left, &row);
        if (unlikely(p->in.watched)) {
            nv_express_watched_row(p, &row, &done);
        } else {
            nv_express_row(p, &row, &done);
        }
        entries += nv_ib_row_end(&p->in, &row);
        more = !done.stopped && row.used > 0;
        words += row.used;
    }
    nv_express_settle(p, &done, words, 0, entries);
    *budget -= words;
}
