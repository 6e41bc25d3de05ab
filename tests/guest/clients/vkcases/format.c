/*
 * Copies of images of all kinds of formats: colours of 1 to 16 bytes, blocks,
 * depth, stencil and both, and several samples.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <stdlib.h>
#include <string.h>

#include "areas.h"
#include "image.h"

#define COLOR VK_IMAGE_ASPECT_COLOR_BIT
#define DEPTH VK_IMAGE_ASPECT_DEPTH_BIT
#define STENCIL VK_IMAGE_ASPECT_STENCIL_BIT

#define COPIES (VK_FORMAT_FEATURE_TRANSFER_SRC_BIT | \
                VK_FORMAT_FEATURE_TRANSFER_DST_BIT)

static VkImageCreateInfo info_of(const Format *format)
{
    VkImageCreateInfo info = image_info(format, 117, 70);

    if (format->aspect != COLOR) {
        info.usage |= VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT;
    }
    info.arrayLayers = 3;
    return info;
}

/* Colours and blocks */

/* Parts of other levels and layers, at blocks' edges */
static void color_is_copied(Gpu *gpu)
{
    const Format *format = gpu->data;
    VkImageCreateInfo info = info_of(format);
    uint32_t edge = format->block;
    Part from = { 0, 1, { 3 * edge, 2 * edge } };
    Part to = { 1, 0, { edge, 3 * edge } };
    VkExtent3D extent = { 7 * edge, 4 * edge, 1 };
    Image images[2];
    Picture pictures[2];
    VkCommandBuffer commands;

    need_format(gpu, format, VK_IMAGE_TILING_OPTIMAL, COPIES);
    info.mipLevels = 4;
    for (int i = 0; i < 2; i++) {
        images[i] = image_new(gpu, format, &info);
        pictures[i] = picture_new(&images[i], i);
        image_write(&images[i], &pictures[i]);
        image_expect(&images[i], &pictures[i], "image %d", i);
    }
    commands = commands_begin(gpu);
    image_copy(commands, &images[0], from, &images[1], to, extent, 2);
    commands_barrier(commands);
    commands_run(gpu, commands);
    picture_copy(&pictures[0], from, &pictures[1], to, extent, 2);
    for (int i = 0; i < 2; i++) {
        image_expect(&images[i], &pictures[i], "image %d then", i);
        picture_free(&pictures[i]);
        image_free(&images[i]);
    }
}

/* Depth and stencil */

/* The formats of one and of two aspects: the other one is there or isn't. */
typedef struct Aspects {
    Format first, second;
} Aspects;

/* Both aspects of an image by itself: what writes one leaves the other. */
static void aspects_are_copied(Gpu *gpu)
{
    const Aspects *aspects = gpu->data;
    const Format *formats[] = { &aspects->first, &aspects->second };
    int count = aspects->second.name ? 2 : 1;
    VkImageCreateInfo info = info_of(formats[0]);
    Part from = { 0, 1, { 30, 20 } }, to = { 0, 0, { 3, 7 } };
    VkExtent3D extent = { 70, 45, 1 };
    Image images[2];
    Picture pictures[2][2];

    need_format(gpu, formats[0], VK_IMAGE_TILING_OPTIMAL, COPIES);
    for (int i = 0; i < 2; i++) {
        images[i] = image_new(gpu, formats[0], &info);
        for (int j = 0; j < count; j++) {
            images[i].format = formats[j];
            pictures[i][j] = picture_new(&images[i], 2 * i + j);
            image_write(&images[i], &pictures[i][j]);
        }
    }
    for (int j = 0; j < count; j++) {
        VkCommandBuffer commands = commands_begin(gpu);

        images[0].format = images[1].format = formats[j];
        image_copy(commands, &images[0], from, &images[1], to, extent, 2);
        commands_barrier(commands);
        commands_run(gpu, commands);
        picture_copy(&pictures[0][j], from, &pictures[1][j], to, extent, 2);
        for (int k = 0; k < count; k++) {
            images[1].format = formats[k];
            image_expect(&images[1], &pictures[1][k],
                         "aspect %d after a copy of aspect %d", k, j);
        }
    }
    for (int i = 0; i < 2; i++) {
        image_free(&images[i]);
        for (int j = 0; j < count; j++) {
            picture_free(&pictures[i][j]);
        }
    }
}

/* Samples */

typedef struct Samples {
    const Format *format;
    VkSampleCountFlagBits count;
} Samples;

/* All that images have, as the buffers that lie where they do */
static Buffer *memory_buffer(Gpu *gpu, VkDeviceSize size, uint32_t seed)
{
    Buffer *buffer = buffer_new(gpu, size, IN_DEVICE);

    buffer_fill(gpu, buffer, seed);
    return buffer;
}

/*
 * A copy has the samples where they were: of images that are tiles and nothing
 * else, the whole memory.
 */
static void samples_are_copied(Gpu *gpu)
{
    const Samples *samples = gpu->data;
    VkImageCreateInfo info = image_info(samples->format, 256, 256);
    VkImageFormatProperties has;
    Image images[2];
    Buffer *buffers[2];
    VkCommandBuffer commands;
    uint8_t *bytes;

    info.samples = samples->count;
    info.usage |= VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT;
    if (vkGetPhysicalDeviceImageFormatProperties(gpu->physical, info.format,
            info.imageType, info.tiling, info.usage, 0, &has) != VK_SUCCESS ||
        !(has.sampleCounts & info.samples)) {
        skip("there are no images of %d samples", info.samples);
    }
    for (int i = 0; i < 2; i++) {
        images[i] = image_new(gpu, samples->format, &info);
        buffers[i] = memory_buffer(gpu, images[i].memory_size, i);
        image_free(&images[i]);
        images[i] = image_new_in(gpu, samples->format, &info,
                                 buffers[i]->memory);
    }
    expect_value(images[0].memory_size,
                 256 * 256 * samples->format->bytes * samples->count,
                 "the image's memory");
    commands = commands_begin(gpu);
    image_copy(commands, &images[0], (Part) { 0 }, &images[1], (Part) { 0 },
               info.extent, 1);
    commands_barrier(commands);
    commands_run(gpu, commands);
    bytes = allocate(images[0].memory_size);
    pattern(bytes, images[0].memory_size, 0);
    buffer_expect(gpu, buffers[1], bytes, "the copy");
    buffer_expect(gpu, buffers[0], bytes, "what was copied");
    free(bytes);
    for (int i = 0; i < 2; i++) {
        image_free(&images[i]);
    }
}

/* The tables */

#define FORMAT(name, aspect, bytes, block, mask) \
    { #name, VK_FORMAT_##name, aspect, bytes, block, mask }

#define COLOR_CASE(name, bytes, block) \
    { #name, color_is_copied, \
      .data = &(const Format) FORMAT(name, COLOR, bytes, block, 0) }

#define DEPTH_CASE(name, bytes, mask) \
    { #name, aspects_are_copied, .data = &(const Aspects) { \
      FORMAT(name, DEPTH, bytes, 1, mask) } }

#define BOTH_CASE(name, mask) \
    { #name, aspects_are_copied, .data = &(const Aspects) { \
      FORMAT(name, DEPTH, 4, 1, mask), FORMAT(name, STENCIL, 1, 1, 0) } }

#define SAMPLES_CASE(count) \
    { #count " samples", samples_are_copied, .data = &(const Samples) { \
      &rgba8, VK_SAMPLE_COUNT_##count##_BIT } }

const Case format_cases[] = {
    COLOR_CASE(R8_UNORM, 1, 1),
    COLOR_CASE(R8G8_UNORM, 2, 1),
    COLOR_CASE(R5G6B5_UNORM_PACK16, 2, 1),
    COLOR_CASE(R16_SFLOAT, 2, 1),
    COLOR_CASE(R8G8B8A8_SRGB, 4, 1),
    COLOR_CASE(B8G8R8A8_UNORM, 4, 1),
    COLOR_CASE(A2B10G10R10_UNORM_PACK32, 4, 1),
    COLOR_CASE(B10G11R11_UFLOAT_PACK32, 4, 1),
    COLOR_CASE(E5B9G9R9_UFLOAT_PACK32, 4, 1),
    COLOR_CASE(R16G16_SNORM, 4, 1),
    COLOR_CASE(R32_UINT, 4, 1),
    COLOR_CASE(R16G16B16A16_SFLOAT, 8, 1),
    COLOR_CASE(R32G32_SINT, 8, 1),
    COLOR_CASE(R32G32B32A32_UINT, 16, 1),
    COLOR_CASE(BC1_RGB_UNORM_BLOCK, 8, 4),
    COLOR_CASE(BC1_RGBA_SRGB_BLOCK, 8, 4),
    COLOR_CASE(BC2_UNORM_BLOCK, 16, 4),
    COLOR_CASE(BC3_UNORM_BLOCK, 16, 4),
    COLOR_CASE(BC4_SNORM_BLOCK, 8, 4),
    COLOR_CASE(BC5_UNORM_BLOCK, 16, 4),
    COLOR_CASE(BC6H_UFLOAT_BLOCK, 16, 4),
    COLOR_CASE(BC7_SRGB_BLOCK, 16, 4),
    DEPTH_CASE(D16_UNORM, 2, 0),
    DEPTH_CASE(X8_D24_UNORM_PACK32, 4, 0xffffff),
    DEPTH_CASE(D32_SFLOAT, 4, 0),
    { "S8_UINT", aspects_are_copied, .data = &(const Aspects) {
      FORMAT(S8_UINT, STENCIL, 1, 1, 0) } },
    BOTH_CASE(D24_UNORM_S8_UINT, 0xffffff),
    BOTH_CASE(D32_SFLOAT_S8_UINT, 0),
    SAMPLES_CASE(2),
    SAMPLES_CASE(4),
    SAMPLES_CASE(8),
    { 0 }
};
