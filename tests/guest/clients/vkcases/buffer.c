/*
 * Copies between buffers, fills and updates: each byte of the destination is
 * looked at, those beside what was written, too.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <stdlib.h>
#include <string.h>

#include "areas.h"

/* Two buffers, and what the destination should hold */
typedef struct Pair {
    Gpu *gpu;
    Buffer *from;
    Buffer *to;
    uint8_t *source;
    uint8_t *wanted;
} Pair;

static Pair pair_new(Gpu *gpu, VkDeviceSize size, Where from, Where to)
{
    Pair pair = {
        .gpu = gpu,
        .from = buffer_new(gpu, size, from),
        .to = buffer_new(gpu, size, to),
        .source = allocate(size),
        .wanted = allocate(size),
    };

    pattern(pair.source, size, 1);
    pattern(pair.wanted, size, 2);
    buffer_write(gpu, pair.from, pair.source);
    buffer_write(gpu, pair.to, pair.wanted);
    return pair;
}

static void pair_copy(Pair *pair, VkCommandBuffer commands, VkDeviceSize from,
                      VkDeviceSize to, VkDeviceSize size)
{
    VkBufferCopy region = {
        .srcOffset = from,
        .dstOffset = to,
        .size = size,
    };

    copy_regions(commands, pair->from->handle, pair->to->handle, 1, &region);
    memcpy(pair->wanted + to, pair->source + from, size);
}

static void pair_end(Pair *pair, VkCommandBuffer commands, const char *what)
{
    commands_barrier(commands);
    commands_run(pair->gpu, commands);
    buffer_expect(pair->gpu, pair->to, pair->wanted, "%s", what);
    free(pair->source);
    free(pair->wanted);
}

/* Copies of some sizes, each at offsets within 16 bytes, side by side */
static void copy_sizes(Gpu *gpu, const unsigned *sizes, size_t count,
                       const char *what)
{
    enum { SIZE = 4 * MIB };
    Pair pair = pair_new(gpu, SIZE, IN_DEVICE, IN_DEVICE);
    VkCommandBuffer commands = commands_begin(gpu);
    VkDeviceSize at = 0;
    uint32_t state = 1;

    for (size_t i = 0; i < count; i++) {
        /* Far enough from the last one's bytes to see one too many */
        at = (at | 15) + 1 + next_random(&state, 16);
        if (at + sizes[i] >= SIZE) {
            fail("there is no room for %s", what);
        }
        pair_copy(&pair, commands, next_random(&state, SIZE - sizes[i]), at,
                  sizes[i]);
        at += sizes[i];
    }
    pair_end(&pair, commands, what);
}

static void copies_of_each_small_size(Gpu *gpu)
{
    unsigned sizes[600];

    for (size_t i = 0; i < COUNT(sizes); i++) {
        sizes[i] = i + 1;
    }
    copy_sizes(gpu, sizes, COUNT(sizes), "copies of 1 to 600 bytes");
}

/* Around what a driver or an engine may take at once */
static void copies_at_limits(Gpu *gpu)
{
    static const unsigned limits[] = {
        1024, 2048, 4096, 8192, 16384, 32768, 65536, 131072, 262144, 524288,
    };
    unsigned sizes[COUNT(limits) * 3];

    for (size_t i = 0; i < COUNT(sizes); i++) {
        sizes[i] = limits[i / 3] - 1 + i % 3;
    }
    copy_sizes(gpu, sizes, COUNT(sizes), "copies at limits");
}

/* Each offset of the source with each of the destination, below 16 */
static void copies_of_each_alignment(Gpu *gpu)
{
    enum { EACH = 100 };
    Pair pair = pair_new(gpu, 256 * EACH + 512, IN_DEVICE, IN_DEVICE);
    VkCommandBuffer commands = commands_begin(gpu);

    for (int i = 0; i < 256; i++) {
        pair_copy(&pair, commands, 16 * i + i / 16, EACH * i + i % 16,
                  EACH - 32 + i % 7);
    }
    pair_end(&pair, commands, "copies of each alignment");
}

static void copy_between(Gpu *gpu, Where from, Where to)
{
    enum { SIZE = 1 * MIB };
    Pair pair = pair_new(gpu, SIZE, from, to);
    VkCommandBuffer commands = commands_begin(gpu);

    pair_copy(&pair, commands, 3, 5, SIZE - 9);
    pair_end(&pair, commands, "a copy");
}

static void from_host_to_host(Gpu *gpu)
{
    copy_between(gpu, IN_HOST, IN_HOST);
}

static void from_host_to_device(Gpu *gpu)
{
    copy_between(gpu, IN_HOST, IN_DEVICE);
}

static void from_device_to_host(Gpu *gpu)
{
    copy_between(gpu, IN_DEVICE, IN_HOST);
}

/* More than a copy of 17 bits of lines, and not whole */
static void a_large_copy(Gpu *gpu)
{
    enum { SIZE = 24 * MIB };
    Pair pair = pair_new(gpu, SIZE, IN_DEVICE, IN_DEVICE);
    VkCommandBuffer commands = commands_begin(gpu);

    pair_copy(&pair, commands, 1, 4, SIZE - 7);
    pair_end(&pair, commands, "a large copy");
}

static void many_regions_at_once(Gpu *gpu)
{
    enum { REGIONS = 500, EACH = 256 };
    Pair pair = pair_new(gpu, REGIONS * EACH, IN_HOST, IN_HOST);
    VkCommandBuffer commands = commands_begin(gpu);
    VkBufferCopy regions[REGIONS];
    uint32_t state = 3;

    for (int i = 0; i < REGIONS; i++) {
        uint32_t size = 1 + next_random(&state, EACH - 1);

        regions[i] = (VkBufferCopy) {
            .srcOffset = next_random(&state, (REGIONS - 1) * EACH),
            .dstOffset = i * EACH + next_random(&state, EACH - size),
            .size = size,
        };
        memcpy(pair.wanted + regions[i].dstOffset,
               pair.source + regions[i].srcOffset, size);
    }
    copy_regions(commands, pair.from->handle, pair.to->handle, REGIONS,
                 regions);
    pair_end(&pair, commands, "regions");
}

/* Parts of a buffer that don't overlap */
static void within_a_buffer(Gpu *gpu)
{
    enum { SIZE = 300 * KIB };
    Buffer *buffer = buffer_new(gpu, 2 * SIZE, IN_DEVICE);
    uint8_t *bytes = allocate(2 * SIZE);
    VkCommandBuffer commands;
    VkBufferCopy region = { .srcOffset = 1, .dstOffset = SIZE, .size = SIZE };

    region.size -= 1;
    buffer_fill(gpu, buffer, 1);
    pattern(bytes, 2 * SIZE, 1);
    commands = commands_begin(gpu);
    copy_regions(commands, buffer->handle, buffer->handle, 1, &region);
    commands_barrier(commands);
    commands_run(gpu, commands);
    memcpy(bytes + SIZE, bytes + 1, SIZE - 1);
    buffer_expect(gpu, buffer, bytes, "the buffer");
    free(bytes);
}

/* Fills */

static void fill_words(uint8_t *bytes, VkDeviceSize size, uint32_t word)
{
    for (VkDeviceSize i = 0; i < size; i += sizeof(word)) {
        memcpy(bytes + i, &word, sizeof(word));
    }
}

static void fills_of_all_sizes(Gpu *gpu)
{
    enum { SIZE = 4 * MIB };
    static const unsigned sizes[] = {
        4, 8, 12, 60, 64, 68, 1020, 4096, 4100, 32764, 32768, 32772, 65536,
        131068, 131072, 131076, 262148, 524288, 1000000, 1048580,
    };
    Pair pair = pair_new(gpu, SIZE, IN_HOST, IN_DEVICE);
    VkCommandBuffer commands = commands_begin(gpu);
    VkDeviceSize at = 4;
    uint32_t word;

    for (size_t i = 0; i < COUNT(sizes); i++) {
        word = 0x9e3779b9u * (i + 1);
        fill_buffer(commands, pair.to->handle, at, sizes[i], word);
        fill_words(pair.wanted + at, sizes[i], word);
        at += sizes[i] + 4 * (i % 5 + 1);
    }
    pair_end(&pair, commands, "fills");
}

/* To the end of a buffer that ends within a word: that word stays. */
static void a_fill_to_the_end(Gpu *gpu)
{
    enum { SIZE = 200003, AT = 8 };
    Pair pair = pair_new(gpu, SIZE, IN_HOST, IN_HOST);
    VkCommandBuffer commands = commands_begin(gpu);

    fill_buffer(commands, pair.to->handle, AT, VK_WHOLE_SIZE, 0xfedcba98);
    fill_words(pair.wanted + AT, (SIZE - AT) & ~3u, 0xfedcba98);
    pair_end(&pair, commands, "a fill to the end");
}

static void a_large_fill(Gpu *gpu)
{
    enum { SIZE = 20 * MIB + 12 };
    Pair pair = pair_new(gpu, SIZE, IN_DEVICE, IN_DEVICE);
    VkCommandBuffer commands = commands_begin(gpu);

    fill_buffer(commands, pair.to->handle, 4, SIZE - 8, 0x12345678);
    fill_words(pair.wanted + 4, SIZE - 8, 0x12345678);
    pair_end(&pair, commands, "a large fill");
}

/* Updates */

static void update(Gpu *gpu, const unsigned *sizes, size_t count)
{
    enum { SIZE = 512 * KIB };
    /* What the host sees can be looked at without a copy. */
    Pair pair = pair_new(gpu, SIZE, IN_HOST, IN_HOST);
    VkCommandBuffer commands = commands_begin(gpu);
    VkDeviceSize at = 4;

    for (size_t i = 0; i < count; i++) {
        const uint8_t *data = pair.source + 1000 * i;

        /* What lies there now is what is meant, whatever comes into it. */
        vkCmdUpdateBuffer(commands, pair.to->handle, at, sizes[i], data);
        memcpy(pair.wanted + at, data, sizes[i]);
        at += sizes[i] + 4;
    }
    memset(pair.source, 0, SIZE);
    pair_end(&pair, commands, "updates");
}

static void updates_of_each_small_size(Gpu *gpu)
{
    unsigned sizes[64];

    for (size_t i = 0; i < COUNT(sizes); i++) {
        sizes[i] = 4 * i + 4;
    }
    update(gpu, sizes, COUNT(sizes));
}

static void updates_at_limits(Gpu *gpu)
{
    static const unsigned sizes[] = {
        1020, 1024, 2008, 2012, 2016, 2020, 2044, 2048, 2052, 4092, 4096, 4100,
        8188, 16380, 16384, 32764, 32768, 65532, 65536,
    };

    update(gpu, sizes, COUNT(sizes));
}

/* Updates, fills and copies in turn, each on top of the one before */
static void one_over_another(Gpu *gpu)
{
    enum { SIZE = 64 * KIB, ROUNDS = 60 };
    Pair pair = pair_new(gpu, SIZE, IN_DEVICE, IN_DEVICE);
    VkCommandBuffer commands = commands_begin(gpu);
    uint32_t state = 9;

    for (int i = 0; i < ROUNDS; i++) {
        uint32_t size = 4 + 4 * next_random(&state, 2000);
        uint32_t at = 4 * next_random(&state, (SIZE - size) / 4);

        switch (i % 3) {
        case 0:
            vkCmdUpdateBuffer(commands, pair.to->handle, at, size,
                              pair.source + 4 * i);
            memcpy(pair.wanted + at, pair.source + 4 * i, size);
            break;
        case 1:
            fill_buffer(commands, pair.to->handle, at, size, i);
            fill_words(pair.wanted + at, size, i);
            break;
        default:
            pair_copy(&pair, commands, at + 1, at + 3, size - 4);
        }
        commands_barrier(commands);
    }
    pair_end(&pair, commands, "one over another");
}

const Case buffer_cases[] = {
    { "copies of each small size", copies_of_each_small_size },
    { "copies at limits", copies_at_limits },
    { "copies of each alignment", copies_of_each_alignment },
    { "from host to host", from_host_to_host },
    { "from host to device", from_host_to_device },
    { "from device to host", from_device_to_host },
    { "a large copy", a_large_copy },
    { "many regions at once", many_regions_at_once },
    { "within a buffer", within_a_buffer },
    { "fills of all sizes", fills_of_all_sizes },
    { "a fill to the end", a_fill_to_the_end },
    { "a large fill", a_large_fill },
    { "updates of each small size", updates_of_each_small_size },
    { "updates at limits", updates_at_limits },
    { "one over another", one_over_another },
    { 0 }
};
