/*
 * Tests of the NVIDIA GPU: a load for a card, whichever kind it is
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "nv-fermi-graph.h"
#include "nv-load.h"
#include "nv-m2mf.h"
#include "nv-semaphore.h"
#include "nv-tesla-canvas.h"

/* Channels: the first one is that of nv_canvas_new(), too. */
#define CHID 1
#define WAITER_CHID 5

/* Subchannels of Fermi's objects */
#define M2MF_SUBC 4
#define TWOD_SUBC 3

/* The subchannel of software methods, which has no object, and the first */
#define SOFTWARE_SUBC 6
#define SOFTWARE_MTHD 0x0300

/* Of each round */
#define COPIES 18
#define DRAWINGS 8
#define COPY_LINES 0x7ff

/* The area that is drawn on, which all kinds of canvases have */
#define W NV50_CANVAS_W
#define H NV50_CANVAS_H

/* Fermi's canvas, in bytes */
#define FERMI_OFFSET 0x1200
#define FERMI_PITCH 512
#define FERMI_SIZE (64 * KiB)

#define SEMAPHORE 0x10

/* By then, a waiting channel has retried its semaphore. */
#define AGAIN_NS (2 * 1000 * 1000)

/* Those that only depend on what is submitted */
static const char *const counters[] = {
    "bytes-copied", "methods", "references", "software-methods",
    "pusher-errors", "cache-errors", "pixels",
};

#define BYTES_COPIED 0

/**
 * struct NVLoad
 *
 * @rand: decides what is copied and drawn
 * @before: the card's counters before all this
 * @to_copy: bytes that have been submitted
 * @ref: the last reference that has been submitted
 * @canvas, @tesla: what is drawn on, before NV50, and NV50:NVC0
 * @m2mf: copies, before NVC0; its destination is its source, too
 * @chan: the channel that waits, likewise
 * @sem: its semaphore, NULL: the card has none
 * @fermi, @waiter: the channels, NVC0+
 * @copied, @surface, @notify: buffers, likewise
 * @sem_va, @sem_ram: the semaphore, likewise
 */
struct NVLoad {
    NVDev *nv;
    GRand *rand;
    uint64_t before[ARRAY_SIZE(counters)];
    uint64_t to_copy;
    uint32_t ref;
    NVCanvas canvas;
    NV50Canvas tesla;
    NVM2MF m2mf;
    NVChan *chan;
    NVBuf *sem;
    NVFermiChan *fermi, *waiter;
    NVFermiBuf copied, surface, notify;
    uint64_t sem_va, sem_ram;
};

/* --- Life ------------------------------------------------------------- */

static uint8_t *random_bytes(NVLoad *l, uint32_t size)
{
    uint8_t *bytes = g_malloc(size);

    for (uint32_t i = 0; i < size; i++) {
        bytes[i] = g_rand_int(l->rand) >> 24;
    }
    return bytes;
}

/* NULL: it doesn't draw */
static NVBuf *surface(NVLoad *l)
{
    return nv_is_tesla(l->nv) ? l->tesla.surface : l->canvas.surface;
}

/* A channel that copies, and draws where that is easy: see nv-canvas.h */
static NVChan *worker_new(NVLoad *l)
{
    NVDev *nv = l->nv;
    g_autofree uint8_t *pixels = NULL;
    NVChan *chan;

    if (nv->card->features & NV_CARD_SW_LINKS) {
        nv_graph_init(nv);
        return nv_chan_new(nv, CHID, NV_IN_RAM);
    }
    if (nv_is_tesla(nv)) {
        nv50_canvas_new(&l->tesla, nv, NV_IN_VRAM, NV50_A8R8G8B8);
        chan = l->tesla.chan;
    } else {
        nv_canvas_new(&l->canvas, nv, NV_X8R8G8B8);
        chan = l->canvas.chan;
    }
    /* In place of the pixels that depend on what the test did before */
    pixels = random_bytes(l, surface(l)->size);
    nv_buf_write(surface(l), 0, pixels, surface(l)->size);
    return chan;
}

static void new_early(NVLoad *l)
{
    NVDev *nv = l->nv;
    NVChan *chan = worker_new(l);
    g_autofree uint8_t *bytes = random_bytes(l, NV_LOAD_BYTES);

    nv_m2mf_new_on(&l->m2mf, chan, NV_IN_VRAM, NV_IN_RAM, NV_LOAD_BYTES);
    nv_buf_write(l->m2mf.out, 0, bytes, NV_LOAD_BYTES);
    nv_push_inc(chan, NV_M2MF_SUBC, NV_M2MF_DMA_BUFFER_IN,
                NV_M2MF_HANDLE_OUT, NV_M2MF_HANDLE_OUT);
    nv_submit(chan);

    l->chan = nv_chan_new(nv, WAITER_CHID, NV_IN_GART);
    if (nv->card->features & NV_CARD_SEMAPHORE) {
        l->sem = nv_semaphore_new(l->chan, NV_IN_RAM);
        nv_run(l->chan);
    }
}

/* The part of nvc0_fbcon_accel_init() that filling takes */
static void fermi_canvas(NVLoad *l)
{
    uint64_t va = l->surface.va + FERMI_OFFSET;
    uint32_t format = NV50_A8R8G8B8->id;

    nv_fermi_object(l->fermi, TWOD_SUBC, FERMI_2D, NV_FERMI_GR);
    nv_fermi_inc(l->fermi, TWOD_SUBC, TWOD_DST_FORMAT, format, 1, 0, 1, 0);
    nv_fermi_inc(l->fermi, TWOD_SUBC, TWOD_DST_PITCH, FERMI_PITCH, W, H,
                 va >> 32, va);
    nv_fermi_inc(l->fermi, TWOD_SUBC, TWOD_CLIP_ENABLE, 0);
    nv_fermi_inc(l->fermi, TWOD_SUBC, TWOD_OPERATION, TWOD_SRCCOPY);
    nv_fermi_inc(l->fermi, TWOD_SUBC, TWOD_DRAW_SHAPE, 4, format);
}

static void new_fermi(NVLoad *l)
{
    g_autofree uint8_t *bytes = random_bytes(l, NV_LOAD_BYTES);
    g_autofree uint8_t *pixels = random_bytes(l, FERMI_SIZE);

    l->fermi = nv_fermi_graph_new(l->nv, CHID);
    l->copied = nv_fermi_buf(l->fermi, false, NV_LOAD_BYTES);
    l->surface = nv_fermi_buf(l->fermi, true, FERMI_SIZE);
    l->notify = nv_fermi_buf(l->fermi, true, 0x1000);
    nv_fermi_buf_write(&l->copied, bytes);
    nv_fermi_buf_write(&l->surface, pixels);
    nv_fermi_object(l->fermi, M2MF_SUBC, FERMI_M2MF, NV_FERMI_GR);
    nv_fermi_inc(l->fermi, M2MF_SUBC, FERMI_SET_NOTIFY_A,
                 l->notify.va >> 32, l->notify.va);
    fermi_canvas(l);
    nv_fermi_run(l->fermi);

    l->waiter = nv_fermi_channel_new(l->nv, WAITER_CHID);
    l->sem_va = nv_fermi_ram(l->waiter, 0x1000, &l->sem_ram) + SEMAPHORE;
}

NVLoad *nv_load_new(NVDev *nv, uint32_t seed)
{
    NVLoad *l = g_new0(NVLoad, 1);

    l->nv = nv;
    l->rand = g_rand_new_with_seed(seed);
    g_array_set_size(nv->sw_methods, 0);
    g_array_set_size(nv->cache_errors, 0);
    for (unsigned i = 0; i < ARRAY_SIZE(counters); i++) {
        l->before[i] = nv_statistic(nv, counters[i]);
    }
    nv_init(nv);
    if (nv_is_fermi(nv)) {
        new_fermi(l);
    } else {
        new_early(l);
    }
    return l;
}

void nv_load_free(NVLoad *l)
{
    if (nv_is_fermi(l->nv)) {
        nv_fermi_channel_free(l->fermi);
        nv_fermi_channel_free(l->waiter);
    } else {
        if (surface(l)) {
            nv_buf_free(surface(l));
        }
        nv_m2mf_free(&l->m2mf);
        nv_chan_free(l->chan);
        if (l->sem) {
            nv_buf_free(l->sem);
        }
    }
    g_rand_free(l->rand);
    g_free(l);
}

/* --- Copies and drawings ---------------------------------------------- */

static void push_copy(NVLoad *l)
{
    NVM2MFCopy copy = nv_m2mf_moving(l->rand, COPY_LINES);

    l->to_copy += (uint64_t)copy.length * copy.lines;
    if (nv_is_fermi(l->nv)) {
        nv_fermi_push_copy(l->fermi, M2MF_SUBC,
                           l->copied.va + copy.in.offset,
                           l->copied.va + copy.out.offset, copy.in.pitch,
                           copy.length, copy.lines);
    } else {
        nv_m2mf_push(&l->m2mf, &copy);
    }
}

static void push_drawing(NVLoad *l)
{
    NVArea a = {
        .w = g_rand_int_range(l->rand, 1, W / 2),
        .h = g_rand_int_range(l->rand, 1, H / 2),
    };
    uint32_t color = g_rand_int(l->rand);

    a.x = g_rand_int_range(l->rand, 0, W - a.w);
    a.y = g_rand_int_range(l->rand, 0, H - a.h);
    if (nv_is_fermi(l->nv)) {
        nv_fermi_inc(l->fermi, TWOD_SUBC, TWOD_DRAW_COLOR, color);
        nv_fermi_inc(l->fermi, TWOD_SUBC, TWOD_DRAW_POINT32_X, a.x, a.y,
                     a.x + a.w, a.y + a.h);
    } else if (nv_is_tesla(l->nv)) {
        nv50_push_fill(&l->tesla, &a, color);
    } else if (surface(l)) {
        nv_canvas_fill(&l->canvas, &a, color);
    }
}

/* Several a round may be one interrupt. */
static void push_notify(NVLoad *l)
{
    nv_fermi_inc(l->fermi, M2MF_SUBC, FERMI_NOTIFY, 1);
    nv_fermi_inc(l->fermi, M2MF_SUBC, FERMI_NO_OPERATION, 0);
}

void nv_load_push_work(NVLoad *l)
{
    for (unsigned i = 0; i < COPIES; i++) {
        push_copy(l);
        for (unsigned n = 0; n < DRAWINGS; n++) {
            push_drawing(l);
        }
    }
    if (nv_is_fermi(l->nv)) {
        push_notify(l);
        nv_fermi_kick(l->fermi);
    } else {
        nv_kick(l->m2mf.chan);
    }
}

/* --- The other channel ------------------------------------------------ */

/* It waits until the driver has seen the last reference: see go_on_waiter(). */
void nv_load_push_waits(NVLoad *l)
{
    l->ref++;
    if (nv_is_fermi(l->nv)) {
        nv_fermi_inc(l->waiter, 0, 0x10, l->sem_va >> 32, l->sem_va, l->ref,
                     1);
        nv_fermi_ref(l->waiter, l->ref);
        nv_fermi_kick(l->waiter);
        return;
    }
    if (l->sem) {
        nv_push_inc(l->chan, 0, NV_MTHD_SEMAPHORE_OFFSET, SEMAPHORE);
        nv_push_inc(l->chan, 0, NV_MTHD_SEMAPHORE_ACQUIRE, l->ref);
    }
    nv_push_inc(l->chan, SOFTWARE_SUBC, SOFTWARE_MTHD, l->ref,
                g_rand_int(l->rand));
    nv_push_ref(l->chan, l->ref);
    nv_kick(l->chan);
}

static uint32_t waiter_ref(NVLoad *l)
{
    return l->waiter ? nv_fermi_user_rd32(l->waiter, A_NV_USERD_REF)
                     : nv_user_ref(l->chan);
}

static void go_on_waiter(NVLoad *l, uint32_t ref)
{
    if (ref == l->ref) {
        return;
    }
    if (l->waiter) {
        qtest_writel(l->nv->qts, l->sem_ram + SEMAPHORE, ref + 1);
    } else if (l->sem) {
        nv_buf_wr32(l->sem, SEMAPHORE, ref + 1);
    }
}

/* --- Going on --------------------------------------------------------- */

static uint64_t count_of(NVLoad *l, unsigned i)
{
    return nv_statistic(l->nv, counters[i]) - l->before[i];
}

static void handle_fermi(NVLoad *l)
{
    uint32_t intr = nv_rd32(l->nv, A_NVC0_PGRAPH_INTR);

    nv_assert_hex(intr & ~FERMI_INTR_NOTIFY, 0);
    nv_wr32(l->nv, A_NVC0_PGRAPH_INTR, intr);
    nv_fermi_assert_quiet(l->nv);
}

bool nv_load_go_on(NVLoad *l)
{
    uint32_t ref = waiter_ref(l);
    NVChan *chan = l->m2mf.chan;

    go_on_waiter(l, ref);
    nv_clock_step(l->nv, AGAIN_NS);
    if (nv_is_fermi(l->nv)) {
        handle_fermi(l);
    } else {
        nv_handle_all(l->nv);
    }
    if (ref != l->ref || nv_load_copied(l) != l->to_copy) {
        return false;
    }
    return l->fermi ? nv_fermi_done(l->fermi) &&
                      !nv_rd32(l->nv, A_NVC0_PGRAPH_STATUS)
                    : nv_user_get(chan) == nv_user_put(chan) &&
                      !nv_rd32(l->nv, A_NV_PGRAPH_STATUS);
}

uint64_t nv_load_copied(NVLoad *l)
{
    return count_of(l, BYTES_COPIED);
}

uint64_t nv_load_to_copy(const NVLoad *l)
{
    return l->to_copy;
}

/* --- What is left ------------------------------------------------------ */

static void add_counters(NVLoad *l, GString *text)
{
    for (unsigned i = 0; i < ARRAY_SIZE(counters); i++) {
        g_string_append_printf(text, "%s %" PRIu64 "\n", counters[i],
                               count_of(l, i));
    }
}

static void add_methods(const GArray *methods, const char *what, GString *text)
{
    for (unsigned i = 0; i < methods->len; i++) {
        const NVSwMethod *m = &g_array_index(methods, NVSwMethod, i);

        g_string_append_printf(text, "%s: channel %u subchannel %u method "
                               "0x%04x data 0x%08x\n", what, m->chid, m->subc,
                               m->mthd, m->data);
    }
}

static void add_buffer(NVBuf *buf, GByteArray *all)
{
    g_autofree uint8_t *bytes = g_malloc(buf->size);

    nv_buf_read(buf, 0, bytes, buf->size);
    g_byte_array_append(all, bytes, buf->size);
}

static void add_fermi_buffer(const NVFermiBuf *buf, GByteArray *all)
{
    g_autofree uint8_t *bytes = g_malloc(buf->size);

    nv_fermi_buf_read(buf, bytes);
    g_byte_array_append(all, bytes, buf->size);
}

static void add_buffers(NVLoad *l, GByteArray *all)
{
    if (nv_is_fermi(l->nv)) {
        add_fermi_buffer(&l->copied, all);
        add_fermi_buffer(&l->surface, all);
        return;
    }
    add_buffer(l->m2mf.out, all);
    if (surface(l)) {
        add_buffer(surface(l), all);
    }
}

GByteArray *nv_load_results(NVLoad *l)
{
    uint32_t ref = waiter_ref(l);
    GByteArray *all = g_byte_array_new();

    g_byte_array_append(all, (const uint8_t *)&ref, sizeof(ref));
    add_buffers(l, all);
    return all;
}

GByteArray *nv_load_outcome(NVLoad *l)
{
    g_autoptr(GString) text = g_string_new(l->nv->card->name);
    GByteArray *all = g_byte_array_new();

    g_string_append_printf(text, "\nreference %u\n", waiter_ref(l));
    add_counters(l, text);
    add_methods(l->nv->sw_methods, "software method", text);
    add_methods(l->nv->cache_errors, "error", text);
    g_byte_array_append(all, (const uint8_t *)text->str, text->len);
    add_buffers(l, all);
    if (!l->fermi) {
        for (uint32_t i = 0; i < l->m2mf.notify->size; i += 4) {
            nv_buf_wr32(l->m2mf.notify, i, 0);
        }
    }
    return all;
}
