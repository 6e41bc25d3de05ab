/*
 * Clears of colours, depth and stencil: of images, of attachments when
 * rendering begins, and of parts of attachments; what is beside stays.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <stdlib.h>
#include <string.h>

#include "areas.h"
#include "image.h"
#include "render.h"

#define COLOR VK_IMAGE_ASPECT_COLOR_BIT
#define DEPTH VK_IMAGE_ASPECT_DEPTH_BIT
#define STENCIL VK_IMAGE_ASPECT_STENCIL_BIT

enum { WIDTH = 100, HEIGHT = 60, LAYERS = 3, LEVELS = 3 };

/* A colour, and its texel */
typedef struct Color {
    Format format;
    VkClearColorValue value;
    uint8_t texel[16];
} Color;

static Image color_image(Gpu *gpu, const Format *format)
{
    VkImageCreateInfo info = image_info(format, WIDTH, HEIGHT);

    info.usage |= VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT;
    info.arrayLayers = LAYERS;
    info.mipLevels = LEVELS;
    return image_new(gpu, format, &info);
}

/* A picture that an image holds */
static Picture written(Image *image, uint32_t seed)
{
    Picture picture = picture_new(image, seed);

    image_write(image, &picture);
    return picture;
}

static void expect_and_free(Image *image, Picture *picture, const char *what)
{
    image_expect(image, picture, "%s", what);
    picture_free(picture);
    image_free(image);
}

/* Images */

/* A level of two layers, and later one layer of two levels */
static void an_image_of_a_format(Gpu *gpu)
{
    const Color *color = gpu->data;
    VkImageSubresourceRange ranges[2] = {
        { COLOR, 1, 1, 1, 2 }, { COLOR, 1, 2, 0, 1 },
    };
    VkCommandBuffer commands;
    Image image;
    Picture picture;

    need_format(gpu, &color->format, VK_IMAGE_TILING_OPTIMAL,
                VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BIT);
    image = color_image(gpu, &color->format);
    picture = written(&image, 1);
    for (int i = 0; i < 2; i++) {
        commands = commands_begin(gpu);
        vkCmdClearColorImage(commands, image.handle, VK_IMAGE_LAYOUT_GENERAL,
                             &color->value, 1, &ranges[i]);
        commands_barrier(commands);
        commands_run(gpu, commands);
        for (uint32_t level = 0; level < ranges[i].levelCount; level++) {
            Part part = { 1 + level, ranges[i].baseArrayLayer };

            picture_fill(&picture, part, level_extent(&picture, part.level),
                         ranges[i].layerCount, color->texel);
        }
        image_expect(&image, &picture, "clear %d", i);
    }
    picture_free(&picture);
    image_free(&image);
}

static const VkClearColorValue violet = { .float32 = { 0.4, 0, 0.6, 1 } };
static const uint8_t violet_texel[] = { 102, 0, 153, 255 };

static void an_image_with_slices(Gpu *gpu)
{
    VkImageCreateInfo info = image_info(&rgba8, 40, 30);
    VkImageSubresourceRange range = { COLOR, 1, 1, 0, 1 };
    VkCommandBuffer commands = commands_begin(gpu);
    Image image;
    Picture picture;

    info.imageType = VK_IMAGE_TYPE_3D;
    info.extent.depth = 12;
    info.mipLevels = 3;
    info.usage |= VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT;
    image = image_new(gpu, &rgba8, &info);
    picture = written(&image, 1);
    vkCmdClearColorImage(commands, image.handle, VK_IMAGE_LAYOUT_GENERAL,
                         &violet, 1, &range);
    commands_barrier(commands);
    commands_run(gpu, commands);
    picture_fill(&picture, (Part) { 1 }, level_extent(&picture, 1), 1,
                 violet_texel);
    expect_and_free(&image, &picture, "slices");
}

static void a_linear_image(Gpu *gpu)
{
    VkImageCreateInfo info = image_info(&rgba8, WIDTH, HEIGHT);
    VkImageSubresourceRange range = { COLOR, 0, 1, 0, 1 };
    VkCommandBuffer commands = commands_begin(gpu);
    Image image;
    Picture picture;

    need_format(gpu, &rgba8, VK_IMAGE_TILING_LINEAR,
                VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BIT);
    info.tiling = VK_IMAGE_TILING_LINEAR;
    info.usage |= VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT;
    image = image_new(gpu, &rgba8, &info);
    picture = written(&image, 1);
    vkCmdClearColorImage(commands, image.handle, VK_IMAGE_LAYOUT_GENERAL,
                         &violet, 1, &range);
    commands_barrier(commands);
    commands_run(gpu, commands);
    picture_fill(&picture, (Part) { 0 }, info.extent, 1, violet_texel);
    expect_and_free(&image, &picture, "a linear image");
}

/* All samples of all texels: what the image's memory is, and nothing else */
static void all_samples(Gpu *gpu)
{
    VkImageCreateInfo info = image_info(&rgba8, 256, 256);
    VkImageSubresourceRange range = { COLOR, 0, 1, 0, 1 };
    VkCommandBuffer commands;
    Image image;
    Buffer *buffer;
    uint8_t *wanted;

    info.samples = VK_SAMPLE_COUNT_4_BIT;
    info.usage |= VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT;
    image = image_new(gpu, &rgba8, &info);
    buffer = buffer_new(gpu, image.memory_size, IN_DEVICE);
    buffer_fill(gpu, buffer, 1);
    wanted = allocate(image.memory_size);
    for (VkDeviceSize i = 0; i < image.memory_size; i++) {
        wanted[i] = violet_texel[i % 4];
    }
    image_free(&image);
    image = image_new_in(gpu, &rgba8, &info, buffer->memory);
    commands = commands_begin(gpu);
    vkCmdClearColorImage(commands, image.handle, VK_IMAGE_LAYOUT_GENERAL,
                         &violet, 1, &range);
    commands_barrier(commands);
    commands_run(gpu, commands);
    buffer_expect(gpu, buffer, wanted, "four samples");
    image_free(&image);
    free(wanted);
}

/* Attachments */

/* When rendering begins, in an area of two layers */
static void what_is_loaded(Gpu *gpu)
{
    VkRect2D area = { { 13, 7 }, { 31, 22 } };
    VkCommandBuffer commands = commands_begin(gpu);
    Image image = color_image(gpu, &rgba8);
    Picture picture = written(&image, 1);
    View view = view_new(&image, 1, 1, 2);

    render_begin(gpu, commands, &view, 1, area,
                 &(VkClearValue) { .color = violet });
    gpu->CmdEndRenderingKHR(commands);
    commands_barrier(commands);
    commands_run(gpu, commands);
    picture_fill(&picture, (Part) { 1, 1, { 13, 7, 0 } },
                 (VkExtent3D) { 31, 22, 1 }, 2, violet_texel);
    view_free(&view);
    expect_and_free(&image, &picture, "what was loaded");
}

/* Rectangles, each of its own layers, one upon another */
static void rectangles(Gpu *gpu)
{
    static const VkClearRect rects[] = {
        { { { 0, 0 }, { 1, 1 } }, 0, 3 },
        { { { 99, 59 }, { 1, 1 } }, 1, 1 },
        { { { 10, 11 }, { 60, 30 } }, 0, 2 },
        { { { 33, 5 }, { 17, 55 } }, 2, 1 },
    };
    VkRect2D area = { { 0, 0 }, { WIDTH, HEIGHT } };
    VkClearAttachment clear = { COLOR, 0, { .color = violet } };
    VkCommandBuffer commands = commands_begin(gpu);
    Image image = color_image(gpu, &rgba8);
    Picture picture = written(&image, 1);
    View view = view_new(&image, 0, 0, LAYERS);

    render_begin(gpu, commands, &view, 1, area, NULL);
    vkCmdClearAttachments(commands, 1, &clear, COUNT(rects), rects);
    gpu->CmdEndRenderingKHR(commands);
    commands_barrier(commands);
    commands_run(gpu, commands);
    for (size_t i = 0; i < COUNT(rects); i++) {
        const VkRect2D *rect = &rects[i].rect;

        picture_fill(&picture, (Part) { 0, rects[i].baseArrayLayer,
                         { rect->offset.x, rect->offset.y, 0 } },
                     (VkExtent3D) { rect->extent.width, rect->extent.height,
                                    1 }, rects[i].layerCount, violet_texel);
    }
    view_free(&view);
    expect_and_free(&image, &picture, "rectangles");
}

/* The views of a mask, and no other layer; a rectangle is each view's. */
static void views_of_a_mask(Gpu *gpu)
{
    static const uint8_t black[4] = { 0 };
    VkRect2D area = { { 5, 3 }, { 90, 50 } };
    VkClearRect rect = { { { 20, 10 }, { 30, 20 } }, 0, 1 };
    VkClearAttachment clear = { COLOR, 0, { .color = { .float32 = { 0 } } } };
    VkCommandBuffer commands = commands_begin(gpu);
    Image image = color_image(gpu, &rgba8);
    Picture picture = written(&image, 1);
    View view = view_new(&image, 0, 0, LAYERS);

    if (!gpu->features_1_1.multiview) {
        skip("no views");
    }
    view.views = 1 << 0 | 1 << 2;
    render_begin(gpu, commands, &view, 1, area,
                 &(VkClearValue) { .color = violet });
    vkCmdClearAttachments(commands, 1, &clear, 1, &rect);
    gpu->CmdEndRenderingKHR(commands);
    commands_barrier(commands);
    commands_run(gpu, commands);
    for (uint32_t layer = 0; layer < LAYERS; layer += 2) {
        picture_fill(&picture, (Part) { 0, layer, { 5, 3, 0 } },
                     (VkExtent3D) { 90, 50, 1 }, 1, violet_texel);
        picture_fill(&picture, (Part) { 0, layer, { 20, 10, 0 } },
                     (VkExtent3D) { 30, 20, 1 }, 1, black);
    }
    view_free(&view);
    expect_and_free(&image, &picture, "views");
}

/* Of eight targets, each gets a colour of its own, and one of them another. */
static void eight_targets(Gpu *gpu)
{
    enum { TARGETS = 8, ODD = 5 };
    VkRect2D area = { { 0, 0 }, { WIDTH, HEIGHT } };
    VkClearRect rect = { { { 20, 20 }, { 20, 20 } }, 0, 1 };
    VkClearAttachment clear = { COLOR, ODD, { .color = violet } };
    VkCommandBuffer commands = commands_begin(gpu);
    VkClearValue values[TARGETS];
    Image images[TARGETS];
    View views[TARGETS];
    Picture pictures[TARGETS];

    for (int i = 0; i < TARGETS; i++) {
        uint8_t texel[4] = { 51 * (i % 6), 51 * (5 - i % 6), i / 6 * 255, 0 };

        images[i] = color_image(gpu, &rgba8);
        pictures[i] = written(&images[i], i);
        views[i] = view_new(&images[i], 0, 0, 1);
        for (int j = 0; j < 4; j++) {
            values[i].color.float32[j] = texel[j] / 255.0f;
        }
        picture_fill(&pictures[i], (Part) { 0 }, images[i].info.extent, 1,
                     texel);
    }
    render_begin(gpu, commands, views, TARGETS, area, values);
    vkCmdClearAttachments(commands, 1, &clear, 1, &rect);
    gpu->CmdEndRenderingKHR(commands);
    commands_barrier(commands);
    commands_run(gpu, commands);
    picture_fill(&pictures[ODD], (Part) { 0, 0, { 20, 20, 0 } },
                 (VkExtent3D) { 20, 20, 1 }, 1, violet_texel);
    for (int i = 0; i < TARGETS; i++) {
        view_free(&views[i]);
        expect_and_free(&images[i], &pictures[i], "a target");
    }
}

/* Depth and stencil */

/* The formats of an image's aspects, and the texel of a depth of 0.2 */
typedef struct Depth {
    Format depth, stencil;
    uint32_t texel;
} Depth;

static const VkClearDepthStencilValue fifth = { 0.2f, 0x5c };
static const uint8_t stencil_texel = 0x5c;

/* An image, and the pictures of its two aspects */
typedef struct DepthImage {
    const Depth *of;
    Image image;
    Picture depth, stencil;
    VkImageAspectFlags aspects;
} DepthImage;

static DepthImage depth_new(Gpu *gpu)
{
    DepthImage made = { .of = gpu->data };
    const Depth *of = made.of;
    const Format *format = of->depth.name ? &of->depth : &of->stencil;
    VkImageCreateInfo info = image_info(format, WIDTH, HEIGHT);

    need_format(gpu, format, VK_IMAGE_TILING_OPTIMAL,
                VK_FORMAT_FEATURE_DEPTH_STENCIL_ATTACHMENT_BIT);
    info.usage |= VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT;
    info.arrayLayers = LAYERS;
    made.image = image_new(gpu, format, &info);
    if (of->depth.name) {
        made.aspects |= DEPTH;
        made.depth = written(&made.image, 1);
    }
    if (of->stencil.name) {
        made.aspects |= STENCIL;
        made.image.format = &of->stencil;
        made.stencil = written(&made.image, 2);
    }
    return made;
}

/* What a part of some aspects has become */
static void depth_fill(DepthImage *image, VkImageAspectFlags aspects, Part part,
                       VkExtent3D extent, uint32_t layers)
{
    if (aspects & DEPTH) {
        picture_fill(&image->depth, part, extent, layers, &image->of->texel);
    }
    if (aspects & STENCIL) {
        picture_fill(&image->stencil, part, extent, layers, &stencil_texel);
    }
}

static void depth_expect(DepthImage *image, const char *what)
{
    if (image->aspects & DEPTH) {
        image->image.format = &image->of->depth;
        image_expect(&image->image, &image->depth, "%s", what);
    }
    if (image->aspects & STENCIL) {
        image->image.format = &image->of->stencil;
        image_expect(&image->image, &image->stencil, "%s", what);
    }
}

/* Each aspect of a layer, and both of another */
static void a_depth_image(Gpu *gpu)
{
    static const VkImageAspectFlags order[] = {
        DEPTH, STENCIL, DEPTH | STENCIL,
    };
    DepthImage image = depth_new(gpu);
    VkCommandBuffer commands;

    for (uint32_t i = 0; i < COUNT(order); i++) {
        VkImageAspectFlags aspects = order[i] & image.aspects;
        VkImageSubresourceRange range = { aspects, 0, 1, i, 1 };

        if (!aspects) {
            continue;
        }
        commands = commands_begin(gpu);
        vkCmdClearDepthStencilImage(commands, image.image.handle,
                                    VK_IMAGE_LAYOUT_GENERAL, &fifth, 1, &range);
        commands_barrier(commands);
        commands_run(gpu, commands);
        depth_fill(&image, aspects, (Part) { 0, i }, image.image.info.extent,
                   1);
        depth_expect(&image, "a layer");
    }
}

/* A part when rendering begins, and a part of one aspect then */
static void a_depth_attachment(Gpu *gpu)
{
    DepthImage image = depth_new(gpu);
    VkImageAspectFlags last = image.aspects & STENCIL ? STENCIL : DEPTH;
    VkClearAttachment clear = { last, 0, { .depthStencil = fifth } };
    VkClearRect rect = { { { 50, 40 }, { 50, 20 } }, 0, 2 };
    VkRect2D area = { { 3, 5 }, { 40, 30 } };
    VkCommandBuffer commands = commands_begin(gpu);
    View view = view_new(&image.image, 0, 1, 2);

    render_depth_begin(gpu, commands, &view, image.aspects, area,
                       &(VkClearValue) { .depthStencil = fifth });
    gpu->CmdEndRenderingKHR(commands);
    area = (VkRect2D) { { 0, 0 }, { WIDTH, HEIGHT } };
    render_depth_begin(gpu, commands, &view, image.aspects, area, NULL);
    vkCmdClearAttachments(commands, 1, &clear, 1, &rect);
    gpu->CmdEndRenderingKHR(commands);
    commands_barrier(commands);
    commands_run(gpu, commands);
    depth_fill(&image, image.aspects, (Part) { 0, 1, { 3, 5, 0 } },
               (VkExtent3D) { 40, 30, 1 }, 2);
    depth_fill(&image, last, (Part) { 0, 1, { 50, 40, 0 } },
               (VkExtent3D) { 50, 20, 1 }, 2);
    depth_expect(&image, "parts");
    view_free(&view);
}

#define COLOR_CASE(name, bytes, ...) \
    { "an image of " #name, an_image_of_a_format, .data = &(const Color) { \
      { #name, VK_FORMAT_##name, COLOR, bytes, 1 }, __VA_ARGS__ } }

#define NO_FORMAT { NULL }
#define DEPTH_FORMAT(name, bytes, mask) \
    { #name, VK_FORMAT_##name, DEPTH, bytes, 1, mask }
#define STENCIL_FORMAT(name) { #name, VK_FORMAT_##name, STENCIL, 1, 1 }

static const Depth d16 = { DEPTH_FORMAT(D16_UNORM, 2, 0), NO_FORMAT, 0x3333 };
static const Depth x8d24 = {
    DEPTH_FORMAT(X8_D24_UNORM_PACK32, 4, 0xffffff), NO_FORMAT, 0x333333,
};
static const Depth d32 = {
    DEPTH_FORMAT(D32_SFLOAT, 4, 0), NO_FORMAT, 0x3e4ccccd,
};
static const Depth s8 = { NO_FORMAT, STENCIL_FORMAT(S8_UINT), 0 };
static const Depth d24s8 = {
    DEPTH_FORMAT(D24_UNORM_S8_UINT, 4, 0xffffff),
    STENCIL_FORMAT(D24_UNORM_S8_UINT), 0x333333,
};
static const Depth d32s8 = {
    DEPTH_FORMAT(D32_SFLOAT_S8_UINT, 4, 0),
    STENCIL_FORMAT(D32_SFLOAT_S8_UINT), 0x3e4ccccd,
};

#define DEPTH_CASES(name, depth) \
    { "an image of " name, a_depth_image, .data = depth }, \
    { "an attachment of " name, a_depth_attachment, .data = depth }

const Case clear_cases[] = {
    COLOR_CASE(R8_UNORM, 1, { .float32 = { 0.6 } }, { 153 }),
    COLOR_CASE(R8G8_UINT, 2, { .uint32 = { 7, 200 } }, { 7, 200 }),
    COLOR_CASE(R5G6B5_UNORM_PACK16, 2, { .float32 = { 1, 0, 1 } },
               { 0x1f, 0xf8 }),
    COLOR_CASE(R16_SFLOAT, 2, { .float32 = { 0.5 } }, { 0x00, 0x38 }),
    COLOR_CASE(R8G8B8A8_UNORM, 4, { .float32 = { 0.4, 0, 0.6, 1 } },
               { 102, 0, 153, 255 }),
    COLOR_CASE(B8G8R8A8_UNORM, 4, { .float32 = { 0.4, 0, 0.6, 1 } },
               { 153, 0, 102, 255 }),
    COLOR_CASE(R8G8B8A8_SINT, 4, { .int32 = { -1, 2, -128, 127 } },
               { 0xff, 2, 0x80, 0x7f }),
    COLOR_CASE(A2B10G10R10_UNORM_PACK32, 4, { .float32 = { 1, 0, 1, 1 } },
               { 0xff, 0x03, 0xf0, 0xff }),
    COLOR_CASE(R32_SFLOAT, 4, { .float32 = { 0.2 } },
               { 0xcd, 0xcc, 0x4c, 0x3e }),
    COLOR_CASE(R32_UINT, 4, { .uint32 = { 0x89abcdef } },
               { 0xef, 0xcd, 0xab, 0x89 }),
    COLOR_CASE(R16G16B16A16_SFLOAT, 8, { .float32 = { 0.5, 1, -2, 0 } },
               { 0, 0x38, 0, 0x3c, 0, 0xc0, 0, 0 }),
    COLOR_CASE(R32G32_UINT, 8, { .uint32 = { 0x04030201, 0x08070605 } },
               { 1, 2, 3, 4, 5, 6, 7, 8 }),
    COLOR_CASE(R32G32B32A32_UINT, 16,
               { .uint32 = { 0x04030201, 0x08070605, 0x0c0b0a09, 0x100f0e0d } },
               { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16 }),
    { "an image with slices", an_image_with_slices },
    { "a linear image", a_linear_image },
    { "all samples", all_samples },
    { "what is loaded", what_is_loaded },
    { "rectangles", rectangles },
    { "views of a mask", views_of_a_mask },
    { "eight targets", eight_targets },
    DEPTH_CASES("D16", &d16),
    DEPTH_CASES("X8D24", &x8d24),
    DEPTH_CASES("D32", &d32),
    DEPTH_CASES("S8", &s8),
    DEPTH_CASES("D24S8", &d24s8),
    DEPTH_CASES("D32S8", &d32s8),
    { 0 }
};
