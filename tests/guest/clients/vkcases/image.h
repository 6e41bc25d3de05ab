/*
 * Images, and pictures of what they should hold.
 *
 * A picture has the texels of an image as a buffer has them: level by level,
 * layer by layer, slice by slice, without gaps. Of a compressed format, a texel
 * is a block here.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef IMAGE_H
#define IMAGE_H

#include "gpu.h"

typedef struct Format {
    const char *name;
    VkFormat format;
    VkImageAspectFlags aspect;
    /* Of a texel or block, of this aspect, in a buffer */
    uint8_t bytes;
    /* Texels in a block, across and down */
    uint8_t block;
    /* Bits of a texel that count, if not all do */
    uint32_t mask;
} Format;

typedef struct Image {
    Gpu *gpu;
    const Format *format;
    VkImage handle;
    VkDeviceMemory memory;
    VkDeviceSize memory_size;
    VkImageCreateInfo info;
} Image;

typedef struct Picture {
    const Format *format;
    VkExtent3D extent;
    uint32_t levels, layers;
    size_t size;
    uint8_t *texels;
} Picture;

/* A part of an image, or where it goes: as VkImageCopy has it */
typedef struct Part {
    uint32_t level, layer;
    VkOffset3D at;
} Part;

extern const Format rgba8, r8;

/* Skip the case where the driver doesn't have such images. */
void need_format(Gpu *gpu, const Format *format, VkImageTiling tiling,
                 VkFormatFeatureFlags features);
/* What an image is to be: 2D, one level, one layer, tiled */
VkImageCreateInfo image_info(const Format *format, uint32_t width,
                             uint32_t height);
/* An image in memory of the device, or in that of another one; ready for use */
Image image_new(Gpu *gpu, const Format *format, const VkImageCreateInfo *info);
Image image_new_in(Gpu *gpu, const Format *format,
                   const VkImageCreateInfo *info, VkDeviceMemory memory);
void image_free(Image *image);
/* All that its format has, one or two */
VkImageAspectFlags image_aspects(const Image *image);

/* A picture for an image, of a pattern */
Picture picture_new(const Image *image, uint32_t seed);
void picture_free(Picture *picture);
/* The extent of a level, in texels or in blocks */
VkExtent3D level_extent(const Picture *picture, uint32_t level);
VkExtent3D level_blocks(const Picture *picture, uint32_t level);
/* Where a layer of a level begins */
uint8_t *picture_at(const Picture *picture, uint32_t level, uint32_t layer);

/* Have a part hold one texel everywhere. */
void picture_fill(const Picture *picture, Part part, VkExtent3D extent,
                  uint32_t layers, const void *texel);

/* Have an image hold a picture, by copies of all levels. */
void image_write(Image *image, const Picture *picture);
/* Fail unless it does. */
__attribute__((format(printf, 3, 4)))
void image_expect(Image *image, const Picture *picture, const char *what, ...);
/* Copy a part, in images and in pictures; the extent is in texels. */
void image_copy(VkCommandBuffer commands, const Image *from, Part source,
                const Image *to, Part target, VkExtent3D extent,
                uint32_t layers);
void picture_copy(const Picture *from, Part source, const Picture *to,
                  Part target, VkExtent3D extent, uint32_t layers);

#endif /* IMAGE_H */
