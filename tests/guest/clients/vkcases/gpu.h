/*
 * A device of NVK's with its queue, buffers in its memory, and commands.
 *
 * What a case makes of these lives as long as its device, unless it says so.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GPU_H
#define GPU_H

#include "check.h"

/* The functions of extensions that cases use, NULL where there is none */
#define EXTENSION_FUNCTIONS(_) \
    _(CmdBeginConditionalRenderingEXT) \
    _(CmdBeginRenderingKHR) \
    _(CmdEndConditionalRenderingEXT) \
    _(CmdEndRenderingKHR) \
    _(CmdWriteBufferMarkerAMD) \
    _(GetCalibratedTimestampsEXT) \
    _(GetFenceFdKHR) \
    _(GetMemoryFdKHR) \
    _(GetSemaphoreFdKHR) \
    _(ImportFenceFdKHR) \
    _(ImportSemaphoreFdKHR)

#define MEMBER(name) PFN_vk##name name;

/* Where a buffer or an image lies */
typedef enum Where {
    IN_HOST,
    IN_DEVICE,
} Where;

typedef struct Buffer {
    struct Buffer *next;
    VkBuffer handle;
    VkDeviceMemory memory;
    VkDeviceSize size;
    /* What it holds, if the host can see that */
    uint8_t *map;
} Buffer;

enum { LEFT_SIZE = 4 * KIB };

typedef struct Gpu {
    VkInstance instance;
    VkPhysicalDevice physical;
    VkPhysicalDeviceProperties properties;
    VkPhysicalDeviceMemoryProperties memory;
    VkPhysicalDeviceFeatures features;
    VkPhysicalDeviceVulkan11Features features_1_1;
    VkPhysicalDeviceVulkan12Features features_1_2;
    VkQueueFamilyProperties family;
    VkDevice device;
    VkQueue queue;
    VkCommandPool pool;
    Buffer *buffers;
    /* What the case was given */
    const void *data;
    /* LEFT_SIZE bytes that the cases of a run share, 0 at first */
    void *left;
    EXTENSION_FUNCTIONS(MEMBER)
} Gpu;

/*
 * A device with all that it offers of features, on its first queue; the process
 * ends without one.
 */
void gpu_open(Gpu *gpu);
/* Wait for all that was submitted, and forget it all. */
void gpu_close(Gpu *gpu);

/* Skip the case where a function of an extension is missing. */
#define NEED(gpu, name) need_function((gpu)->name, #name)
void need_function(const void *function, const char *name);

/* Memory for what needs it, zero or not; MORE is a chain of extensions. */
VkDeviceMemory memory_new(Gpu *gpu, const VkMemoryRequirements *needs,
                          Where where, const void *more);

/* A buffer for all purposes */
Buffer *buffer_new(Gpu *gpu, VkDeviceSize size, Where where);
/* One in memory that other devices may be given, as a file, and theirs */
Buffer *buffer_new_shared(Gpu *gpu, VkDeviceSize size);
int buffer_export(Gpu *gpu, const Buffer *buffer);
Buffer *buffer_import(Gpu *gpu, VkDeviceSize size, int file);
/* Forget one before its device. */
void buffer_free(Gpu *gpu, Buffer *buffer);
/* Fill it with a pattern; as of now, whatever was submitted. */
void buffer_fill(Gpu *gpu, Buffer *buffer, uint32_t seed);
void buffer_write(Gpu *gpu, Buffer *buffer, const void *bytes);
/* Fail unless it holds these bytes. */
__attribute__((format(printf, 4, 5)))
void buffer_expect(Gpu *gpu, Buffer *buffer, const void *bytes,
                   const char *what, ...);

/* A command buffer that is being recorded, and may be submitted once */
VkCommandBuffer commands_begin(Gpu *gpu);
/* All before it is done before anything behind it, and the host sees it. */
void commands_barrier(VkCommandBuffer commands);
/* End them, submit them, and wait for them. */
void commands_run(Gpu *gpu, VkCommandBuffer commands);
/* Submit what has been recorded. */
void commands_submit(Gpu *gpu, VkCommandBuffer commands, VkFence fence);
/* Skip the case from a release of Mesa on, which does something otherwise. */
void need_before(uint32_t version, const char *what);
/*
 * Skip the case where the release of Mesa has shaders copy buffers and colours,
 * and fill; what needs that calls it.
 */
void need_copies(void);
void copy_regions(VkCommandBuffer commands, VkBuffer from, VkBuffer to,
                  uint32_t count, const VkBufferCopy *regions);
void fill_buffer(VkCommandBuffer commands, VkBuffer buffer, VkDeviceSize at,
                 VkDeviceSize size, uint32_t word);
/* Copy a whole buffer to another, which is as large at least. */
void commands_copy(VkCommandBuffer commands, const Buffer *from,
                   const Buffer *to);

VkFence fence_new(Gpu *gpu, bool signaled);
/* Wait for one, and forget it. */
void fence_finish(Gpu *gpu, VkFence fence);
/* A timeline that begins with some value */
VkSemaphore timeline_new(Gpu *gpu, uint64_t value);

#endif /* GPU_H */
