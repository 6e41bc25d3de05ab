/*
 * NVIDIA GPU: what the benchmark compares the card with
 *
 * A device in the benchmark's own emulator, beside the card.  It does what the
 * card does, to the same memory, in the plainest way that there is: memcpy() of
 * lines, pixman's fill and blt, an access by the memory core.  So both have the
 * same pages, caches and processor, and differ in nothing but the way to it.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/bswap.h"
#include "qapi/error.h"
#include "hw/nv/compat.h"
#include "qemu/module.h"
#include "qemu/timer.h"
#include "ui/console.h"
#include <pixman.h>
#include "yardstick.h"

/* QEMU 11.0 moved it. */
#if __has_include("hw/core/sysbus.h")
#include "hw/core/sysbus.h"
#else
#include "hw/sysbus.h"
#endif

/* QEMU 10.1 moved it. */
#if __has_include("system/address-spaces.h")
#include "system/address-spaces.h"
#else
#include "exec/address-spaces.h"
#endif

/* The card's video memory, as libnv names the card */
#define VRAM "/machine/peripheral/gpu/vga.vram[0]"

/* A release of 16 bytes has so many parts: sequence, 0, time */
#define STORES 3

#define COLOR 0x00123456

typedef struct Yardstick Yardstick;
DECLARE_INSTANCE_CHECKER(Yardstick, YARDSTICK, TYPE_YARDSTICK)

/**
 * struct Yardstick - the device, and its job
 *
 * @what: the row of kinds[]
 * @from, @to: addresses, see YARDSTICK_VRAM
 * @pitch: bytes from one line to the next
 * @length: bytes of a line
 * @lines: lines
 * @count: how often; @count jobs are one measurement
 * @cpu: count the thread's CPU time, else the clock's
 * @in, @out: what is at the addresses
 * @val: the next word to write
 * @turn: the next line to write it to
 */
struct Yardstick {
    DeviceState parent;
    char *what;
    uint64_t from, to;
    uint32_t pitch, length, lines, count;
    bool cpu;
    uint8_t *in, *out;
    uint32_t val, turn;
};

/**
 * struct Kind - something that can be measured
 *
 * @what: its name
 * @run: does it once
 * @in, @out: it needs memory to read from, or to write to
 */
typedef struct Kind {
    const char *what;
    void (*run)(Yardstick *y);
    bool in, out;
} Kind;

/* --- Memory ----------------------------------------------------------- */

static void copy(Yardstick *y)
{
    for (uint32_t i = 0; i < y->lines; i++) {
        memcpy(y->out + i * y->pitch, y->in + i * y->pitch, y->length);
    }
}

/* Lines of one surface that overlap, upwards */
static void scroll(Yardstick *y)
{
    for (uint32_t i = 0; i < y->lines; i++) {
        memmove(y->out + i * y->pitch, y->in + i * y->pitch, y->length);
    }
}

static void fill(Yardstick *y)
{
    pixman_fill((uint32_t *)y->out, y->pitch / 4, 32, 0, 0, y->length / 4,
                y->lines, COLOR);
}

static void blt(Yardstick *y)
{
    pixman_blt((uint32_t *)y->in, (uint32_t *)y->out, y->pitch / 4,
               y->pitch / 4, 32, 32, 0, 0, 0, 0, y->length / 4, y->lines);
}

/* pixman has no operation that combines bits. */
static void invert(Yardstick *y)
{
    for (uint32_t i = 0; i < y->lines; i++) {
        uint32_t *line = (uint32_t *)(y->out + i * y->pitch);

        for (uint32_t x = 0; x < y->length / 4; x++) {
            line[x] ^= COLOR;
        }
    }
}

/* @in: a bitmap of as many lines, each of whole words */
static void mono(Yardstick *y)
{
    unsigned width = y->length / 4, row = DIV_ROUND_UP(width, 32);
    pixman_color_t color = { 0x1212, 0x3434, 0x5656, 0xffff };
    pixman_image_t *ink = pixman_image_create_solid_fill(&color);
    pixman_image_t *mask = pixman_image_create_bits(PIXMAN_a1, width, y->lines,
                                                    (uint32_t *)y->in,
                                                    row * 4);
    pixman_image_t *to = pixman_image_create_bits(PIXMAN_x8r8g8b8, width,
                                                  y->lines,
                                                  (uint32_t *)y->out,
                                                  y->pitch);

    pixman_image_composite32(PIXMAN_OP_OVER, ink, mask, to, 0, 0, 0, 0, 0, 0,
                             width, y->lines);
    pixman_image_unref(to);
    pixman_image_unref(mask);
    pixman_image_unref(ink);
}

/* --- Accesses --------------------------------------------------------- */

static void read_bus(Yardstick *y)
{
    address_space_ldl_le(&address_space_memory, y->from,
                         MEMTXATTRS_UNSPECIFIED, NULL);
}

/*
 * @from: the word, which is written to lines in turn, each a length behind the
 * one before it; each time round it is greater by a pitch.
 */
static void write_bus(Yardstick *y)
{
    address_space_stl_le(&address_space_memory,
                         y->to + (uint64_t)y->turn * y->length, y->val,
                         MEMTXATTRS_UNSPECIFIED, NULL);
    if (++y->turn >= y->lines) {
        y->turn = 0;
        y->val += y->pitch;
    }
}

/* A flush of a TLB, and a read behind it; @length: the word that flushes */
static void flush_bus(Yardstick *y)
{
    address_space_stl_le(&address_space_memory, y->to, y->length,
                         MEMTXATTRS_UNSPECIFIED, NULL);
    read_bus(y);
}

/* Each store completes on its own, as virtio's do. */
static void store_cached(MemoryRegionCache *cache, uint32_t val)
{
    for (unsigned i = 0; i < STORES; i++) {
        stl_le_phys_cached(cache, i * 4, val);
        address_space_cache_invalidate(cache, i * 4, 4);
    }
}

/* --- The console -------------------------------------------------------- */

/* A viewer's timer */
static void refresh(Yardstick *y)
{
    qemu_console_hw_update(qemu_console_lookup_by_index(0));
}

/* The same; @to, @pitch, @lines: what has been written */
static void screen(Yardstick *y)
{
    Object *vram = object_resolve_path(VRAM, NULL);

    memory_region_set_dirty(MEMORY_REGION(vram), y->to & ~YARDSTICK_VRAM,
                            (hwaddr)y->pitch * y->lines);
    refresh(y);
}

static const Kind kinds[] = {
    { "copy", copy, true, true },
    { "scroll", scroll, true, true },
    { "fill", fill, .out = true },
    { "blt", blt, true, true },
    { "invert", invert, .out = true },
    { "mono", mono, true, true },
    { "read", read_bus },
    { "write", write_bus },
    { "flush", flush_bus },
    { "screen", screen, .out = true },
    { "refresh", refresh },
};

/* --- Measuring -------------------------------------------------------- */

static int64_t now(const Yardstick *y)
{
    struct timespec ts;

    clock_gettime(y->cpu ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC, &ts);
    return ts.tv_sec * NANOSECONDS_PER_SECOND + ts.tv_nsec;
}

/* Memory of the machine or of the card; never unmapped, as none of it goes. */
static uint8_t *find_memory(uint64_t addr, hwaddr size, Error **errp)
{
    Object *vram = object_resolve_path(VRAM, NULL);
    hwaddr len = size;
    uint8_t *p = NULL;

    if (!(addr & YARDSTICK_VRAM)) {
        p = address_space_map(&address_space_memory, addr, &len, true,
                              MEMTXATTRS_UNSPECIFIED);
    } else if (vram) {
        p = memory_region_get_ram_ptr(MEMORY_REGION(vram)) +
            (addr & ~YARDSTICK_VRAM);
    }
    if (!p || len < size) {
        error_setg(errp, "no memory at 0x%" PRIx64, addr);
        return NULL;
    }
    return p;
}

static double measure(Yardstick *y, const Kind *kind)
{
    int64_t start;

    y->val = y->from;
    y->turn = 0;
    start = now(y);
    for (uint32_t i = 0; i < y->count; i++) {
        kind->run(y);
    }
    return now(y) - start;
}

static double measure_stores(Yardstick *y, Error **errp)
{
    MemoryRegionCache cache;
    int64_t start, end;

    RCU_READ_LOCK_GUARD();
    if (address_space_cache_init(&cache, &address_space_memory, y->to,
                                 STORES * 4, true) < STORES * 4) {
        address_space_cache_destroy(&cache);
        error_setg(errp, "the machine has no memory");
        return 0;
    }
    start = now(y);
    for (uint32_t i = 0; i < y->count; i++) {
        store_cached(&cache, i);
    }
    end = now(y);
    address_space_cache_destroy(&cache);
    return end - start;
}

static double measure_kind(Yardstick *y, const Kind *kind, Error **errp)
{
    hwaddr size = (hwaddr)y->pitch * y->lines;

    if (kind->in) {
        y->in = find_memory(y->from, size, errp);
    }
    if (kind->out) {
        y->out = find_memory(y->to, size, errp);
    }
    if ((kind->in && !y->in) || (kind->out && !y->out)) {
        return 0;
    }
    return measure(y, kind);
}

static char *get_time(Object *obj, Error **errp)
{
    ERRP_GUARD();
    Yardstick *y = YARDSTICK(obj);
    double ns = 0;

    if (!g_strcmp0(y->what, "stores")) {
        ns = measure_stores(y, errp);
    }
    for (unsigned i = 0; i < ARRAY_SIZE(kinds); i++) {
        if (!g_strcmp0(y->what, kinds[i].what)) {
            ns = measure_kind(y, &kinds[i], errp);
        }
    }
    return *errp ? NULL : g_strdup_printf("%.3f", ns / MAX(y->count, 1));
}

/* --- The device ------------------------------------------------------- */

static char *get_what(Object *obj, Error **errp)
{
    return g_strdup(YARDSTICK(obj)->what);
}

static void set_what(Object *obj, const char *what, Error **errp)
{
    Yardstick *y = YARDSTICK(obj);

    g_free(y->what);
    y->what = g_strdup(what);
}

static bool get_cpu(Object *obj, Error **errp)
{
    return YARDSTICK(obj)->cpu;
}

static void set_cpu(Object *obj, bool cpu, Error **errp)
{
    YARDSTICK(obj)->cpu = cpu;
}

static void instance_init(Object *obj)
{
    Yardstick *y = YARDSTICK(obj);
    const ObjectPropertyFlags both = OBJ_PROP_FLAG_READWRITE;

    object_property_add_uint64_ptr(obj, YARDSTICK_FROM, &y->from, both);
    object_property_add_uint64_ptr(obj, YARDSTICK_TO, &y->to, both);
    object_property_add_uint32_ptr(obj, YARDSTICK_PITCH, &y->pitch, both);
    object_property_add_uint32_ptr(obj, YARDSTICK_LENGTH, &y->length, both);
    object_property_add_uint32_ptr(obj, YARDSTICK_LINES, &y->lines, both);
    object_property_add_uint32_ptr(obj, YARDSTICK_COUNT, &y->count, both);
}

static void instance_finalize(Object *obj)
{
    g_free(YARDSTICK(obj)->what);
}

static void class_init(ObjectClass *klass, NVClassData *data)
{
    DEVICE_CLASS(klass)->desc = "what nv-bench compares the card with";
    object_class_property_add_str(klass, YARDSTICK_WHAT, get_what, set_what);
    object_class_property_add_bool(klass, YARDSTICK_CPU, get_cpu, set_cpu);
    object_class_property_add_str(klass, YARDSTICK_TIME, get_time, NULL);
    object_class_property_set_description(klass, YARDSTICK_TIME,
        "ns that one job takes");
}

static const TypeInfo yardstick_type = {
    .name = TYPE_YARDSTICK,
    .parent = TYPE_DEVICE,
    .instance_size = sizeof(Yardstick),
    .instance_init = instance_init,
    .instance_finalize = instance_finalize,
    .class_init = class_init,
};

static void register_types(void)
{
    type_register_static(&yardstick_type);
}

type_init(register_types)
