/*
 * Hostile guests: objects that copy and draw, NV50 to NVA8
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/units.h"
#include "nv-hostile.h"
#include "libnv/nv-channel.h"
#include "libnv/nv-tesla-3d.h"
#include "libnv/nv-tesla-canvas.h"

/* Of most buffers */
#define ROOM (64 * KiB)

/* --- Numbers ----------------------------------------------------------- */

/* Mostly values that an object can use */
static uint32_t sensible(const NVHostileWork *w, uint32_t end)
{
    return nv_hostile_right(w, 24) ? nv_hostile_size(w->h, end)
                                   : w->value(w->h);
}

/* The end of a size that is small if its memory is */
static uint32_t up_to(const NVHostileWork *w, uint32_t small, uint32_t large)
{
    return w->where == NV_EVERYWHERE ? large : small;
}

/* The same of offsets: not much is left where memory ends. */
static uint32_t offset_end(const NVHostileWork *w)
{
    return w->where == NV_AT_END && nv_below(w->h, 2) ? 0x40
           : nv_below(w->h, 2) ? 0x1000 : ROOM;
}

static uint32_t format(const NVHostileWork *w)
{
    return nv_hostile_right(w, 8)
           ? nv50_formats[nv_below(w->h, NV50_FORMATS)].id : w->value(w->h);
}

/* --- Methods ----------------------------------------------------------- */

/* Consecutive methods, each below its limit; nearly always all of them */
#define push_sensible(_w, _mthd, ...) \
    push_row(_w, _mthd, (const uint32_t[]){ __VA_ARGS__ }, \
             NV_COUNT(const uint32_t, __VA_ARGS__))

static void push_row(const NVHostileWork *w, uint32_t mthd,
                     const uint32_t *ends, unsigned count)
{
    if (!nv_hostile_right(w, 16)) {
        return;
    }
    nv_push(w->chan, NV_CMD_INC(w->subc, mthd, count));
    for (unsigned i = 0; i < count; i++) {
        nv_push(w->chan, sensible(w, ends[i]));
    }
}

static void push_dmas(const NVHostileWork *w, unsigned count)
{
    if (!nv_hostile_right(w, 4)) {
        return;
    }
    nv_push(w->chan, NV_CMD_INC(w->subc, 0x180, count));
    while (count--) {
        nv_push(w->chan, nv_hostile_dma(w));
    }
}

void nv_hostile_tesla_copy(const NVHostileWork *w)
{
    static const uint32_t layouts[] = { 0x200, 0x21c };
    uint32_t end;

    push_dmas(w, 3);
    for (unsigned i = 0; i < ARRAY_SIZE(layouts); i++) {
        if (nv_below(w->h, 2)) {
            nv_push_inc(w->chan, w->subc, layouts[i], 1);
        } else {
            nv_push_inc(w->chan, w->subc, layouts[i], 0,
                        nv_below(w->h, 6) << 8 | nv_below(w->h, 6) << 4);
            push_sensible(w, layouts[i] + 8, 0x400, 0x200, 4, 4, 0x100);
        }
    }
    push_sensible(w, 0x238, 1, 1);
    end = offset_end(w);
    push_sensible(w, 0x30c, end, end, 0x800, 0x800, up_to(w, 0x400, 0x400000),
                  up_to(w, 0x80, 0x800));
    nv_push_inc(w->chan, w->subc, 0x324, nv_hostile_increments(w->h, w->value),
                nv_below(w->h, 2));
}

/* Where memory ends there is room for a layer and some lines, as a rule. */
static bool has_little_room(const NVHostileWork *w)
{
    return w->where == NV_AT_END && nv_below(w->h, 4);
}

static void push_surface(const NVHostileWork *w, uint32_t mthd)
{
    bool little = has_little_room(w);
    uint32_t layers = little ? 1 : 4;
    uint32_t pitches = little ? 0x40 : up_to(w, 0x800, 0x80);

    nv_push_inc(w->chan, w->subc, mthd, format(w), nv_hostile_right(w, 3),
                nv_below(w->h, 6) << 8 | nv_below(w->h, 6) << 4);
    push_sensible(w, mthd + 0x0c, 4, layers, pitches,
                  up_to(w, 0x800, 0x10001), up_to(w, 0x100, 0x10001), 1,
                  offset_end(w));
}

static void push_2d_state(const NVHostileWork *w)
{
    push_dmas(w, 4);
    push_surface(w, TWOD_DST_FORMAT);
    push_surface(w, TWOD_SRC_FORMAT);
    push_sensible(w, TWOD_CLIP_X, 0x80, 0x80, up_to(w, 0x400, 0x10000),
                  up_to(w, 0x100, 0x10000), 2);
    push_sensible(w, TWOD_ROP, 0x100);
    push_sensible(w, TWOD_OPERATION, 7);
    push_sensible(w, TWOD_PATTERN_SELECT, 4);
    push_sensible(w, TWOD_PATTERN_COLOR_FORMAT, 6, 2, INT32_MAX, INT32_MAX,
                  INT32_MAX, INT32_MAX);
}

static void push_image(const NVHostileWork *w)
{
    push_sensible(w, TWOD_SIFC_BITMAP_ENABLE, 2);
    nv_push_inc(w->chan, w->subc, TWOD_SIFC_FORMAT, format(w));
    push_sensible(w, TWOD_SIFC_BITMAP_FORMAT, 3, 2, 3, INT32_MAX, INT32_MAX,
                  2);
    push_sensible(w, TWOD_SIFC_WIDTH, 0x20, 0x20, 1, 2, 1, 2, 1, 0x100, 1,
                  0x100);
    nv_push(w->chan, NV_CMD_NI(w->subc, TWOD_SIFC_DATA, 16));
    for (unsigned i = 0; i < 16; i++) {
        nv_push(w->chan, nv_draw_word(w->h->draw));
    }
}

void nv_hostile_tesla_draw(const NVHostileWork *w)
{
    bool little = has_little_room(w);
    uint32_t x = up_to(w, 0x400, 0x10000);
    uint32_t y = little ? 4 : up_to(w, 0x100, 0x10000);

    push_2d_state(w);
    if (little) {
        /* Whole lines, up to the end and beyond */
        nv_push_inc(w->chan, w->subc, TWOD_CLIP_ENABLE, 0);
        nv_push_inc(w->chan, w->subc, TWOD_OPERATION, TWOD_SRCCOPY);
    }
    switch (nv_below(w->h, 3)) {
    case 0:
        push_sensible(w, TWOD_DRAW_SHAPE, 5);
        nv_push_inc(w->chan, w->subc, TWOD_DRAW_COLOR_FORMAT, format(w),
                    w->value(w->h));
        push_sensible(w, TWOD_DRAW_POINT32_X, x, y, x, y, x, y);
        break;
    case 1:
        push_image(w);
        break;
    default:
        push_sensible(w, TWOD_BLIT_DST, x, y, x, y, 1, 2, 1, 2, 1, 0x100, 1,
                      0x100);
        break;
    }
}

/* Where a render target is, its format, blocks and bytes between layers */
static void push_target(const NVHostileWork *w, uint32_t mthd, uint32_t format)
{
    nv_push_inc(w->chan, w->subc, mthd, 0, sensible(w, ROOM), format,
                nv_below(w->h, 6) << 8 | nv_below(w->h, 6) << 4,
                sensible(w, 0x1000));
}

/* A size or the ends of a rectangle, in the upper half of a word */
static uint32_t extent(const NVHostileWork *w)
{
    return nv_hostile_size(w->h, 0x10000) << 16 | nv_below(w->h, 8);
}

/* Clears of a color and of depth and stencil, and a query */
void nv_hostile_tesla_clear(const NVHostileWork *w)
{
    static const uint32_t zeta[] = { 0x0a, 0x13, 0x14, 0x15, 0x16, 0x19 };

    nv_push_inc(w->chan, w->subc, THREED_DMA_ZETA, nv_hostile_dma(w),
                nv_hostile_dma(w));
    nv_push_inc(w->chan, w->subc, THREED_DMA_COLOR, nv_hostile_dma(w));
    push_target(w, THREED_RT_ADDRESS_HIGH, format(w));
    nv_push_inc(w->chan, w->subc, THREED_RT_HORIZ,
                nv_below(w->h, 2) << 31 | nv_hostile_size(w->h, 0x10000),
                nv_hostile_size(w->h, 0x100));
    nv_push_inc(w->chan, w->subc, THREED_RT_ARRAY_MODE,
                nv_below(w->h, 2) << 16 | sensible(w, 0x200));
    push_target(w, THREED_ZETA_ADDRESS_HIGH,
                zeta[nv_below(w->h, ARRAY_SIZE(zeta))]);
    push_sensible(w, THREED_ZETA_HORIZ, 0x4000, 0x100);
    nv_push_inc(w->chan, w->subc, THREED_ZETA_ENABLE, nv_below(w->h, 4) > 0);
    nv_push_inc(w->chan, w->subc, THREED_SCREEN_SCISSOR_HORIZ, extent(w),
                extent(w));
    push_sensible(w, THREED_CLEAR_COLOR, INT32_MAX, INT32_MAX, INT32_MAX,
                  INT32_MAX);
    push_sensible(w, THREED_MULTISAMPLE_MODE, 0x10);
    nv_push_inc(w->chan, w->subc, THREED_CLEAR_BUFFERS,
                nv_below(w->h, 0x40) |
                (nv_below(w->h, 4) ? 0 : nv_below(w->h, 0x8000) << 6));
    push_sensible(w, THREED_QUERY_ADDRESS_HIGH, 1, ROOM, INT32_MAX,
                  INT32_MAX);
}
