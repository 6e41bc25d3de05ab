/*
 * Copies of images, tiled and not, of all shapes, whole and in parts.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <stdlib.h>
#include <string.h>

#include "areas.h"
#include "image.h"

/* Write an image and read it. */
static void there_and_back(Gpu *gpu, const Format *format,
                           const VkImageCreateInfo *info)
{
    Image image = image_new(gpu, format, info);
    Picture picture = picture_new(&image, info->extent.width);

    image_write(&image, &picture);
    image_expect(&image, &picture, "%ux%ux%u", info->extent.width,
                 info->extent.height, info->extent.depth);
    picture_free(&picture);
    image_free(&image);
}

static void all_sizes(Gpu *gpu, VkImageTiling tiling)
{
    static const uint16_t sizes[][2] = {
        { 1, 1 }, { 2, 1 }, { 1, 2 }, { 7, 5 }, { 15, 9 }, { 16, 8 }, { 17, 7 },
        { 64, 64 }, { 65, 63 }, { 100, 75 }, { 257, 129 }, { 640, 3 },
        { 3, 640 }, { 500, 300 },
    };

    for (size_t i = 0; i < COUNT(sizes); i++) {
        VkImageCreateInfo info = image_info(&rgba8, sizes[i][0], sizes[i][1]);

        info.tiling = tiling;
        there_and_back(gpu, &rgba8, &info);
        info.format = r8.format;
        there_and_back(gpu, &r8, &info);
    }
}

static void tiled_of_all_sizes(Gpu *gpu)
{
    all_sizes(gpu, VK_IMAGE_TILING_OPTIMAL);
}

static void linear_of_all_sizes(Gpu *gpu)
{
    all_sizes(gpu, VK_IMAGE_TILING_LINEAR);
}

static void a_large_one(Gpu *gpu)
{
    VkImageCreateInfo info = image_info(&rgba8, 2047, 1025);

    there_and_back(gpu, &rgba8, &info);
}

static void of_many_levels(Gpu *gpu)
{
    VkImageCreateInfo info = image_info(&rgba8, 300, 171);

    info.mipLevels = 9;
    there_and_back(gpu, &rgba8, &info);
}

static void of_many_layers(Gpu *gpu)
{
    VkImageCreateInfo info = image_info(&rgba8, 67, 45);

    info.arrayLayers = 9;
    there_and_back(gpu, &rgba8, &info);
    info.mipLevels = 6;
    there_and_back(gpu, &rgba8, &info);
}

static void of_one_dimension(Gpu *gpu)
{
    VkImageCreateInfo info = image_info(&rgba8, 333, 1);

    info.imageType = VK_IMAGE_TYPE_1D;
    there_and_back(gpu, &rgba8, &info);
    info.arrayLayers = 5;
    info.mipLevels = 5;
    there_and_back(gpu, &rgba8, &info);
}

static VkImageCreateInfo info_3d(const Format *format, uint32_t width,
                                 uint32_t height, uint32_t depth)
{
    VkImageCreateInfo info = image_info(format, width, height);

    info.imageType = VK_IMAGE_TYPE_3D;
    info.extent.depth = depth;
    return info;
}

static void of_three_dimensions(Gpu *gpu)
{
    VkImageCreateInfo info = info_3d(&rgba8, 70, 37, 21);

    there_and_back(gpu, &rgba8, &info);
    info.mipLevels = 7;
    there_and_back(gpu, &rgba8, &info);
    info = info_3d(&r8, 16, 16, 64);
    there_and_back(gpu, &r8, &info);
}

/* Buffers with gaps between lines and layers, and a part of an image */
static void buffers_with_gaps(Gpu *gpu)
{
    enum { ROW = 61, ROWS = 40, LAYERS = 3, AT = 20 };
    VkImageCreateInfo info = image_info(&rgba8, 90, 80);
    VkBufferImageCopy region = {
        .bufferOffset = AT,
        .bufferRowLength = ROW,
        .bufferImageHeight = ROWS,
        .imageSubresource = { VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, LAYERS },
        .imageOffset = { 13, 22, 0 },
        .imageExtent = { 55, 33, 1 },
    };
    Buffer *from = buffer_new(gpu, AT + 4 * ROW * ROWS * LAYERS, IN_HOST);
    Buffer *to = buffer_new(gpu, from->size, IN_HOST);
    VkCommandBuffer commands;
    Image image;
    Picture picture;
    uint8_t *wanted;

    info.arrayLayers = LAYERS + 2;
    image = image_new(gpu, &rgba8, &info);
    picture = picture_new(&image, 1);
    image_write(&image, &picture);
    buffer_fill(gpu, from, 2);
    buffer_fill(gpu, to, 3);
    wanted = allocate(to->size);
    pattern(wanted, to->size, 3);
    commands = commands_begin(gpu);
    vkCmdCopyBufferToImage(commands, from->handle, image.handle,
                           VK_IMAGE_LAYOUT_GENERAL, 1, &region);
    commands_barrier(commands);
    vkCmdCopyImageToBuffer(commands, image.handle, VK_IMAGE_LAYOUT_GENERAL,
                           to->handle, 1, &region);
    commands_barrier(commands);
    commands_run(gpu, commands);
    for (int i = 0; i < LAYERS; i++) {
        for (int j = 0; j < 33; j++) {
            size_t at = AT + 4 * ROW * (i * ROWS + j);

            memcpy(picture_at(&picture, 0, i + 1) + 4 * (90 * (22 + j) + 13),
                   from->map + at, 4 * 55);
            memcpy(wanted + at, from->map + at, 4 * 55);
        }
    }
    expect_bytes(to->map, wanted, to->size, "the buffer");
    image_expect(&image, &picture, "the image");
    free(wanted);
    picture_free(&picture);
    image_free(&image);
}

/* Image to image */

/* Two images of which parts are copied, and what they should hold */
typedef struct Couple {
    Gpu *gpu;
    Image images[2];
    Picture pictures[2];
    VkCommandBuffer commands;
} Couple;

static Couple couple_new(Gpu *gpu, const VkImageCreateInfo *from,
                         const VkImageCreateInfo *to)
{
    Couple couple = { .gpu = gpu };

    for (int i = 0; i < 2; i++) {
        couple.images[i] = image_new(gpu, &rgba8, i ? to : from);
        couple.pictures[i] = picture_new(&couple.images[i], i + 1);
        image_write(&couple.images[i], &couple.pictures[i]);
    }
    couple.commands = commands_begin(gpu);
    return couple;
}

static void couple_copy(Couple *couple, Part source, Part target,
                        VkExtent3D extent, uint32_t layers)
{
    image_copy(couple->commands, &couple->images[0], source,
               &couple->images[1], target, extent, layers);
    commands_barrier(couple->commands);
    picture_copy(&couple->pictures[0], source, &couple->pictures[1], target,
                 extent, layers);
}

static void couple_end(Couple *couple)
{
    commands_run(couple->gpu, couple->commands);
    for (int i = 1; i >= 0; i--) {
        image_expect(&couple->images[i], &couple->pictures[i], "image %d", i);
        picture_free(&couple->pictures[i]);
        image_free(&couple->images[i]);
    }
}

/* Parts at random, of images of these tilings */
static void copy_parts(Gpu *gpu, VkImageTiling from, VkImageTiling to)
{
    enum { WIDTH = 150, HEIGHT = 90, PARTS = 60 };
    VkImageCreateInfo source = image_info(&rgba8, WIDTH, HEIGHT);
    VkImageCreateInfo target = image_info(&rgba8, HEIGHT, WIDTH);
    Couple couple;
    uint32_t state = 5;

    source.tiling = from;
    target.tiling = to;
    couple = couple_new(gpu, &source, &target);
    for (int i = 0; i < PARTS; i++) {
        VkExtent3D extent = {
            1 + next_random(&state, HEIGHT), 1 + next_random(&state, HEIGHT), 1,
        };
        Part here = { .at = {
            next_random(&state, WIDTH - extent.width + 1),
            next_random(&state, HEIGHT - extent.height + 1), 0,
        } };
        Part there = { .at = {
            next_random(&state, HEIGHT - extent.width + 1),
            next_random(&state, WIDTH - extent.height + 1), 0,
        } };

        couple_copy(&couple, here, there, extent, 1);
    }
    couple_end(&couple);
}

static void parts_from_tiled_to_tiled(Gpu *gpu)
{
    copy_parts(gpu, VK_IMAGE_TILING_OPTIMAL, VK_IMAGE_TILING_OPTIMAL);
}

static void parts_from_tiled_to_linear(Gpu *gpu)
{
    copy_parts(gpu, VK_IMAGE_TILING_OPTIMAL, VK_IMAGE_TILING_LINEAR);
}

static void parts_from_linear_to_tiled(Gpu *gpu)
{
    copy_parts(gpu, VK_IMAGE_TILING_LINEAR, VK_IMAGE_TILING_OPTIMAL);
}

static void parts_from_linear_to_linear(Gpu *gpu)
{
    copy_parts(gpu, VK_IMAGE_TILING_LINEAR, VK_IMAGE_TILING_LINEAR);
}

/* Each level of one is a part of each level of the other that it fits in. */
static void levels_to_other_levels(Gpu *gpu)
{
    VkImageCreateInfo info = image_info(&rgba8, 128, 128);
    Couple couple;

    info.mipLevels = 8;
    couple = couple_new(gpu, &info, &info);
    for (uint32_t from = 1; from < 8; from++) {
        uint32_t size = 128 >> from;
        int32_t at = 128 - (size << 1);

        couple_copy(&couple, (Part) { from }, (Part) { 0, 0, { at, at } },
                    (VkExtent3D) { size, size, 1 }, 1);
        couple_copy(&couple, (Part) { 0, 0, { at, 1 } }, (Part) { from },
                    (VkExtent3D) { size, size, 1 }, 1);
    }
    couple_end(&couple);
}

static void layers_to_other_layers(Gpu *gpu)
{
    VkImageCreateInfo info = image_info(&rgba8, 50, 60);
    Couple couple;

    info.arrayLayers = 7;
    info.mipLevels = 3;
    couple = couple_new(gpu, &info, &info);
    couple_copy(&couple, (Part) { 0, 3 }, (Part) { 0, 0 },
                (VkExtent3D) { 50, 60, 1 }, 4);
    couple_copy(&couple, (Part) { 1, 0, { 3, 4 } },
                (Part) { 1, 5, { 5, 6 } }, (VkExtent3D) { 20, 24, 1 }, 2);
    couple_copy(&couple, (Part) { 2, 6 }, (Part) { 2, 1 },
                (VkExtent3D) { 12, 15, 1 }, 1);
    couple_end(&couple);
}

static void slices_to_other_slices(Gpu *gpu)
{
    VkImageCreateInfo info = info_3d(&rgba8, 40, 30, 20);
    Couple couple;

    info.mipLevels = 4;
    couple = couple_new(gpu, &info, &info);
    couple_copy(&couple, (Part) { 0, 0, { 1, 2, 3 } },
                (Part) { 0, 0, { 4, 5, 6 } }, (VkExtent3D) { 33, 22, 11 }, 1);
    couple_copy(&couple, (Part) { 1, 0, { 1, 2, 3 } },
                (Part) { 1, 0, { 5, 1, 1 } }, (VkExtent3D) { 15, 13, 7 }, 1);
    couple_copy(&couple, (Part) { 0, 0, { 0, 0, 19 } },
                (Part) { 2, 0, { 0, 0, 4 } }, (VkExtent3D) { 10, 7, 1 }, 1);
    couple_end(&couple);
}

static void slices_to_layers(Gpu *gpu)
{
    VkImageCreateInfo from = info_3d(&rgba8, 40, 30, 20);
    VkImageCreateInfo to = image_info(&rgba8, 60, 70);
    Couple couple;

    to.arrayLayers = 12;
    couple = couple_new(gpu, &from, &to);
    couple_copy(&couple, (Part) { 0, 0, { 3, 4, 5 } },
                (Part) { 0, 2, { 20, 30 } }, (VkExtent3D) { 30, 25, 8 }, 8);
    couple_end(&couple);
}

static void layers_to_slices(Gpu *gpu)
{
    VkImageCreateInfo from = image_info(&rgba8, 60, 70);
    VkImageCreateInfo to = info_3d(&rgba8, 40, 30, 20);
    Couple couple;

    from.arrayLayers = 12;
    couple = couple_new(gpu, &from, &to);
    couple_copy(&couple, (Part) { 0, 3, { 20, 30 } },
                (Part) { 0, 0, { 3, 4, 11 } }, (VkExtent3D) { 30, 25, 1 }, 9);
    couple_end(&couple);
}

/* The host sees a linear image's lines where the driver says that they are. */
static void the_host_sees_lines(Gpu *gpu)
{
    enum { WIDTH = 77, HEIGHT = 31 };
    VkImageCreateInfo info = image_info(&rgba8, WIDTH, HEIGHT);
    VkImageSubresource which = { VK_IMAGE_ASPECT_COLOR_BIT, 0, 0 };
    VkSubresourceLayout layout;
    VkMemoryRequirements needs = { .size = 1 * MIB, .memoryTypeBits = ~0u };
    VkDeviceMemory memory = memory_new(gpu, &needs, IN_HOST, NULL);
    Image image;
    Picture picture;
    uint8_t *map;

    info.tiling = VK_IMAGE_TILING_LINEAR;
    image = image_new_in(gpu, &rgba8, &info, memory);
    picture = picture_new(&image, 1);
    image_write(&image, &picture);
    vkGetImageSubresourceLayout(gpu->device, image.handle, &which, &layout);
    OK(vkMapMemory(gpu->device, memory, 0, VK_WHOLE_SIZE, 0, (void **)&map));
    for (int i = 0; i < HEIGHT; i++) {
        expect_bytes(map + layout.offset + i * layout.rowPitch,
                     picture.texels + 4 * WIDTH * i, 4 * WIDTH, "line %d", i);
    }
    picture_free(&picture);
    image_free(&image);
    vkFreeMemory(gpu->device, memory, NULL);
}

/*
 * Where a byte lies in blocks of 1 << HEIGHT GOBs one above another, of 64
 * bytes by 8 lines each; PITCH is the bytes of a line, of whole GOBs.
 *
 * In a GOB are lines, or for whoever sees the memory without its kind, sectors
 * of 16 bytes by 2 lines, two by four of them.
 *
 * Sources: Tegra X1 TRM, "Block Linear"; envytools, hw/memory/g80-surface.
 */
static size_t tiled_offset(uint32_t x, uint32_t y, uint32_t pitch,
                           unsigned height, bool in_sectors)
{
    uint32_t block = (y / 8 >> height) * (pitch / 64) + x / 64;
    uint32_t gob = (block << height) + (y / 8 & ((1u << height) - 1));
    uint32_t at = in_sectors ? x % 16 | (y & 1) << 4 | (x >> 4 & 1) << 5 |
                               (y >> 1 & 3) << 6 | (x >> 5 & 1) << 8 :
                               x % 64 | (y & 7) << 6;

    return (size_t)gob * 512 + at;
}

/* Whether memory has a picture in blocks of some height */
static bool is_tiled(const uint8_t *memory, const Picture *picture,
                     unsigned height, bool in_sectors)
{
    uint32_t pitch = picture->extent.width * picture->format->bytes;

    for (uint32_t y = 0; y < picture->extent.height; y++) {
        for (uint32_t x = 0; x < pitch; x++) {
            if (memory[tiled_offset(x, y, pitch, height, in_sectors)] !=
                picture->texels[y * pitch + x]) {
                return false;
            }
        }
    }
    return true;
}

/* A copy that is wrong both ways would not be seen otherwise. */
static void tiles_lie_where_they_should(Gpu *gpu)
{
    enum { MAX_HEIGHT = 5 };
    VkImageCreateInfo info = image_info(&rgba8, 192, 256);
    Buffer *memory = buffer_new(gpu, 4 * 192 * 256, IN_DEVICE);
    Buffer *seen = buffer_new(gpu, memory->size, IN_HOST);
    Image image = image_new_in(gpu, &rgba8, &info, memory->memory);
    Picture picture = picture_new(&image, 1);
    VkCommandBuffer commands;
    unsigned height = 0;

    image_write(&image, &picture);
    commands = commands_begin(gpu);
    commands_copy(commands, memory, seen);
    commands_barrier(commands);
    commands_run(gpu, commands);
    while (!is_tiled(seen->map, &picture, height, false) &&
           !is_tiled(seen->map, &picture, height, true)) {
        if (++height > MAX_HEIGHT) {
            fail("these are no tiles of any height");
        }
    }
    picture_free(&picture);
    image_free(&image);
}

const Case copy_cases[] = {
    { "tiled of all sizes", tiled_of_all_sizes },
    { "linear of all sizes", linear_of_all_sizes },
    { "a large one", a_large_one },
    { "of many levels", of_many_levels },
    { "of many layers", of_many_layers },
    { "of one dimension", of_one_dimension },
    { "of three dimensions", of_three_dimensions },
    { "buffers with gaps", buffers_with_gaps },
    { "parts from tiled to tiled", parts_from_tiled_to_tiled },
    { "parts from tiled to linear", parts_from_tiled_to_linear },
    { "parts from linear to tiled", parts_from_linear_to_tiled },
    { "parts from linear to linear", parts_from_linear_to_linear },
    { "levels to other levels", levels_to_other_levels },
    { "layers to other layers", layers_to_other_layers },
    { "slices to other slices", slices_to_other_slices },
    { "slices to layers", slices_to_layers },
    { "layers to slices", layers_to_slices },
    { "the host sees lines", the_host_sees_lines },
    { "tiles lie where they should", tiles_lie_where_they_should },
    { 0 }
};
