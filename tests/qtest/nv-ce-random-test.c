/*
 * Tests of the NVIDIA GPU: random copies of NVE4's copy engines
 *
 * Layouts, sizes, origins, pitches and components are random; each copy is
 * compared with one that is made byte by byte.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/bitops.h"
#include "qemu/units.h"
#include "libnv/nv-ce.h"
#include "libnv/nv-graph.h"
#include "libnv/nv-test.h"

#define SIZE (64 * KiB)

/* Copies that are made before the destination is looked at */
#define BATCH 50

/**
 * struct Model - the test's idea of both buffers
 *
 * @in, @out: their bytes
 * @by: the copy of the batch that has written a byte, from 1 on
 * @job: the number of the one that is being made
 * @bad: it reaches beyond a buffer
 */
typedef struct Model {
    uint8_t in[SIZE], out[SIZE], by[SIZE];
    unsigned job;
    bool bad;
} Model;

static void check_byte(void *opaque, int64_t to, int64_t from, uint8_t val)
{
    Model *m = opaque;

    m->bad |= to < 0 || to >= SIZE;
}

static void copy_byte(void *opaque, int64_t to, int64_t from, uint8_t val)
{
    Model *m = opaque;

    m->out[to] = from < 0 ? val : m->in[from];
    m->by[to] = m->job;
}

/* --- Random copies ---------------------------------------------------- */

static unsigned element_of(const NVCeJob *job, bool out)
{
    unsigned size = (job->components >> 16 & 3) + 1;

    return job->launch & CE_REMAP
        ? ((job->components >> (out ? 24 : 20) & 3) + 1) * size : 1;
}

/* Often one component to another place, seldom a reference to none */
static uint32_t random_components(void)
{
    unsigned src = nv_random_below(4), dst = nv_random_below(4);
    uint32_t val = nv_random_below(4) << 16 | src << 20 | dst << 24;

    for (unsigned i = 0; i < 4; i++) {
        unsigned what = nv_random_below(3) ? nv_random_below(src + 1)
                                           : 4 + nv_random_below(3);

        if (i > dst) {
            what = nv_random_below(7);
        }
        val |= what << i * 4;
    }
    return val;
}

static void random_pitch(NVCeSurface *s, uint32_t length, uint32_t lines)
{
    int32_t pitch = length + (nv_random_below(3) ? nv_random_below(70) : 0);
    uint32_t all = pitch * lines;

    s->offset = nv_random_below(all < SIZE ? SIZE - all : 1);
    if (nv_random_below(4) == 0) {
        s->offset += pitch * (lines - 1);
        pitch = -pitch;
    }
    /* A single line has none. */
    s->pitch = lines > 1 ? pitch : nv_random_below(3) - 1;
}

static void random_blocks(NVCeSurface *s, uint32_t length, uint32_t lines)
{
    s->block = (nv_random_below(4) ? 0 : 0xe) | nv_random_below(6) << 4 |
               nv_random_below(4) << 8 | (nv_random_below(4) ? 0x1000 : 0);
    s->width = length + nv_random_below(60);
    s->height = lines + nv_random_below(40);
    s->depth = 1 + nv_random_below(3);
    s->layer = nv_random_below(s->depth);
    s->x = nv_random_below(s->width - length + 1);
    s->y = nv_random_below(s->height - lines + 1);
    s->offset = nv_random_below(8) * 512;
}

static void random_job(NVCeJob *job)
{
    uint32_t lines;

    *job = (NVCeJob) {
        .launch = 1 + nv_random_below(2),
        .components = random_components(),
        .constants = { nv_random(), nv_random() },
    };
    job->launch |= nv_random_below(4) ? CE_REMAP : 0;
    job->launch |= nv_random_below(5) ? CE_MULTI_LINE : 0;
    job->launch |= nv_random_below(2) ? CE_SRC_PITCH : 0;
    job->launch |= nv_random_below(2) ? CE_DST_PITCH : 0;
    job->launch |= nv_random_below(2) ? CE_FLUSH : 0;
    job->length = nv_random_below(20) ? 1 + nv_random_below(80) : 0;
    job->count = nv_random_below(20) ? 1 + nv_random_below(30) : 0;
    lines = job->launch & CE_MULTI_LINE ? job->count : 1;
    if (job->launch & CE_SRC_PITCH) {
        random_pitch(&job->in, job->length * element_of(job, false),
                     MAX(lines, 1));
    } else {
        random_blocks(&job->in, job->length, lines);
    }
    if (job->launch & CE_DST_PITCH) {
        random_pitch(&job->out, job->length * element_of(job, true),
                     MAX(lines, 1));
    } else {
        random_blocks(&job->out, job->length, lines);
    }
}

/* Whether all elements of a side are within its buffer, written or not */
static bool is_within(Model *m, const NVCeJob *job, bool out)
{
    NVCeJob fill = *job;

    if (!out) {
        fill.out = job->in;
        fill.components = deposit32(fill.components, 24, 2,
                                    extract32(fill.components, 20, 2));
        fill.launch = deposit32(fill.launch, 8, 1, job->launch & CE_SRC_PITCH
                                                   ? 1 : 0);
    }
    fill.components = deposit32(fill.components, 0, 16, 0x4444);
    m->bad = false;
    nv_ce_model(&fill, check_byte, m);
    return !m->bad;
}

static void random_good_job(Model *m, NVCeJob *job)
{
    do {
        random_job(job);
    } while (!is_within(m, job, false) || !is_within(m, job, true));
}

/* --- The test --------------------------------------------------------- */

static void tell(const char *name, const NVCeSurface *s)
{
    g_test_message("%s: offset %" PRIx64 " pitch %x block %x, %x x %x x %x, "
                   "layer %x, at %x, %x", name, s->offset, s->pitch, s->block,
                   s->width, s->height, s->depth, s->layer, s->x, s->y);
}

static void fail_at(const Model *m, const NVCeJob *jobs, uint32_t i,
                    uint8_t got)
{
    const NVCeJob *job = &jobs[MAX(m->by[i], 1) - 1];

    nv_fail("byte %x is %02x, not %02x; copy %u: launch %x components %x "
            "length %x count %x", i, got, m->out[i], m->by[i], job->launch,
            job->components, job->length, job->count);
    tell("in", &job->in);
    tell("out", &job->out);
}

static bool batch(NVFermiChan *chan, const NVFermiBuf *in,
                  const NVFermiBuf *out, Model *m)
{
    g_autofree uint8_t *got = g_malloc(SIZE);
    NVCeJob jobs[BATCH];

    /* The channel has read all that is in its pushbuffer. */
    chan->cur = chan->kicked = 0;
    memset(m->by, 0, SIZE);
    for (unsigned i = 0; i < BATCH; i++) {
        random_good_job(m, &jobs[i]);
        m->job = i + 1;
        nv_ce_model(&jobs[i], copy_byte, m);
        nv_ce_push_job(chan, &jobs[i], in->va, out->va);
    }
    nv_fermi_run(chan);
    nv_fermi_assert_quiet(chan->nv);
    nv_fermi_buf_read(out, got);
    for (uint32_t i = 0; i < SIZE; i++) {
        if (got[i] != m->out[i]) {
            fail_at(m, jobs, i, got[i]);
            return false;
        }
    }
    return true;
}

static void copies(NVDev *nv)
{
    unsigned rounds = nv_test_rounds("NV_CE_COPIES", 10000, 1500) / BATCH;
    g_autofree Model *m = g_new(Model, 1);
    NVFermiBuf in[NV_CE_UNITS], out[NV_CE_UNITS];
    NVFermiChan *chan[NV_CE_UNITS];

    nv_fermi_init(nv);
    for (unsigned i = 0; i < NV_CE_UNITS; i++) {
        chan[i] = nv_kepler_channel_new(nv, 1 + i, nv_ce_units[i].runlist);
        in[i] = nv_fermi_buf(chan[i], i & 1, SIZE);
        out[i] = nv_fermi_buf(chan[i], i < 2, SIZE);
    }
    for (unsigned n = 0; n < rounds; n++) {
        unsigned i = n % NV_CE_UNITS;

        if (!nv_ce_has(nv, i)) {
            continue;
        }
        nv_random_fill(m->in, SIZE);
        nv_random_fill(m->out, SIZE);
        nv_fermi_buf_write(&in[i], m->in);
        nv_fermi_buf_write(&out[i], m->out);
        if (!batch(chan[i], &in[i], &out[i], m)) {
            break;
        }
    }
    for (unsigned i = 0; i < NV_CE_UNITS; i++) {
        if (nv_ce_has(nv, i)) {
            nv_assert_hex(nv_ce_rd32(nv, &nv_ce_units[i], A_NV_CE_INTR), 0);
        }
        nv_ce_channel_end(chan[i]);
    }
}

static const NVTest tests[] = {
    { "ce-random/copies", "ce-copy ce-remap ce-blocks", copies,
      .needs = NV_CARD_NVE4, .cold = true, .slow = true },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}
