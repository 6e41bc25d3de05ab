/*
 * A device, its memory and its commands: see gpu.h
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpu.h"

enum { MAX_EXTENSIONS = 512 };

/* The driver's release, as VK_MAKE_VERSION() */
static uint32_t release;

/* Those that cases use, where the driver has them */
static const char *const extensions[] = {
    "VK_AMD_buffer_marker",
    "VK_EXT_calibrated_timestamps",
    "VK_EXT_conditional_rendering",
    "VK_KHR_depth_stencil_resolve",
    "VK_KHR_dynamic_rendering",
    "VK_KHR_external_fence_fd",
    "VK_KHR_external_memory_fd",
    "VK_KHR_external_semaphore_fd",
};

static void choose_physical_device(Gpu *gpu)
{
    VkQueueFamilyProperties families[8];
    uint32_t count = 1, nr_families = COUNT(families);
    VkResult result = vkEnumeratePhysicalDevices(gpu->instance, &count,
                                                 &gpu->physical);

    if ((result != VK_SUCCESS && result != VK_INCOMPLETE) || !count) {
        fail("there is no device: result %d, %u devices", result, count);
    }
    vkGetPhysicalDeviceProperties(gpu->physical, &gpu->properties);
    release = gpu->properties.driverVersion;
    vkGetPhysicalDeviceMemoryProperties(gpu->physical, &gpu->memory);
    vkGetPhysicalDeviceFeatures(gpu->physical, &gpu->features);
    vkGetPhysicalDeviceQueueFamilyProperties(gpu->physical, &nr_families,
                                             families);
    gpu->family = families[0];
}

static void open_instance(Gpu *gpu)
{
    VkApplicationInfo application = {
        .sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
        .pApplicationName = "vkcases",
        .apiVersion = VK_API_VERSION_1_2,
    };
    VkInstanceCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
        .pApplicationInfo = &application,
    };

    OK(vkCreateInstance(&info, NULL, &gpu->instance));
    choose_physical_device(gpu);
}

/* Those of our extensions that there are; their number */
static uint32_t choose_extensions(Gpu *gpu, const char **chosen)
{
    static VkExtensionProperties there[MAX_EXTENSIONS];
    uint32_t count = MAX_EXTENSIONS, number = 0;

    OK(vkEnumerateDeviceExtensionProperties(gpu->physical, NULL, &count,
                                            there));
    for (unsigned i = 0; i < COUNT(extensions); i++) {
        for (unsigned j = 0; j < count; j++) {
            if (!strcmp(extensions[i], there[j].extensionName)) {
                chosen[number++] = extensions[i];
            }
        }
    }
    return number;
}

static void find_functions(Gpu *gpu)
{
#define FIND(name) \
    gpu->name = (PFN_vk##name)vkGetDeviceProcAddr(gpu->device, "vk" #name);

    EXTENSION_FUNCTIONS(FIND)
#undef FIND
}

static void open_device(Gpu *gpu)
{
    VkPhysicalDeviceConditionalRenderingFeaturesEXT conditional = {
        .sType =
VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_CONDITIONAL_RENDERING_FEATURES_EXT,
    };
    VkPhysicalDeviceDynamicRenderingFeatures rendering = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DYNAMIC_RENDERING_FEATURES,
        .pNext = &conditional,
    };
    VkPhysicalDeviceFeatures2 features = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2,
        .pNext = &gpu->features_1_1,
    };
    float priority = 1;
    VkDeviceQueueCreateInfo queue = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
        .queueCount = 1,
        .pQueuePriorities = &priority,
    };
    const char *chosen[COUNT(extensions)];
    VkDeviceCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
        .pNext = &features,
        .queueCreateInfoCount = 1,
        .pQueueCreateInfos = &queue,
        .enabledExtensionCount = choose_extensions(gpu, chosen),
        .ppEnabledExtensionNames = chosen,
    };

    gpu->features_1_1 = (VkPhysicalDeviceVulkan11Features) {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES,
        .pNext = &gpu->features_1_2,
    };
    gpu->features_1_2 = (VkPhysicalDeviceVulkan12Features) {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES,
        .pNext = &rendering,
    };
    vkGetPhysicalDeviceFeatures2(gpu->physical, &features);
    OK(vkCreateDevice(gpu->physical, &info, NULL, &gpu->device));
    vkGetDeviceQueue(gpu->device, 0, 0, &gpu->queue);
    gpu->features_1_1.pNext = NULL;
    gpu->features_1_2.pNext = NULL;
    find_functions(gpu);
}

void gpu_open(Gpu *gpu)
{
    VkCommandPoolCreateInfo pool = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
        .flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT,
    };

    memset(gpu, 0, sizeof(*gpu));
    open_instance(gpu);
    open_device(gpu);
    OK(vkCreateCommandPool(gpu->device, &pool, NULL, &gpu->pool));
}

void gpu_close(Gpu *gpu)
{
    OK(vkDeviceWaitIdle(gpu->device));
    while (gpu->buffers) {
        buffer_free(gpu, gpu->buffers);
    }
    vkDestroyCommandPool(gpu->device, gpu->pool, NULL);
    vkDestroyDevice(gpu->device, NULL);
    vkDestroyInstance(gpu->instance, NULL);
}

void need_function(const void *function, const char *name)
{
    if (!function) {
        skip("the driver has no vk%s", name);
    }
}

/* Memory */

/* A type of those allowed that is where it should be */
static uint32_t memory_type(const Gpu *gpu, uint32_t allowed, Where where)
{
    VkMemoryPropertyFlags wanted = where == IN_DEVICE ?
        VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT :
        VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT |
        VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;

    for (uint32_t i = 0; i < gpu->memory.memoryTypeCount; i++) {
        if (allowed & 1u << i &&
            (gpu->memory.memoryTypes[i].propertyFlags & wanted) == wanted) {
            return i;
        }
    }
    fail("of the memory's types 0x%x, none is in the %s", allowed,
         where == IN_DEVICE ? "device" : "host");
}

VkDeviceMemory memory_new(Gpu *gpu, const VkMemoryRequirements *needs,
                          Where where, const void *more)
{
    VkMemoryAllocateInfo info = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
        .pNext = more,
        .allocationSize = needs->size,
        .memoryTypeIndex = memory_type(gpu, needs->memoryTypeBits, where),
    };
    VkDeviceMemory memory;

    OK(vkAllocateMemory(gpu->device, &info, NULL, &memory));
    return memory;
}

/* A buffer, with chains of extensions for it and for its memory */
static Buffer *new_buffer(Gpu *gpu, VkDeviceSize size, Where where,
                          const void *more, const void *more_memory)
{
    VkBufferCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
        .pNext = more,
        .size = size,
        .usage = VK_BUFFER_USAGE_TRANSFER_SRC_BIT |
                 VK_BUFFER_USAGE_TRANSFER_DST_BIT |
                 VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT,
    };
    Buffer *buffer = allocate(sizeof(*buffer));
    VkMemoryRequirements needs;

    if (gpu->CmdBeginConditionalRenderingEXT) {
        info.usage |= VK_BUFFER_USAGE_CONDITIONAL_RENDERING_BIT_EXT;
    }
    buffer->size = size;
    buffer->next = gpu->buffers;
    gpu->buffers = buffer;
    OK(vkCreateBuffer(gpu->device, &info, NULL, &buffer->handle));
    vkGetBufferMemoryRequirements(gpu->device, buffer->handle, &needs);
    buffer->memory = memory_new(gpu, &needs, where, more_memory);
    OK(vkBindBufferMemory(gpu->device, buffer->handle, buffer->memory, 0));
    if (where == IN_HOST) {
        OK(vkMapMemory(gpu->device, buffer->memory, 0, VK_WHOLE_SIZE, 0,
                       (void **)&buffer->map));
    }
    return buffer;
}

Buffer *buffer_new(Gpu *gpu, VkDeviceSize size, Where where)
{
    return new_buffer(gpu, size, where, NULL, NULL);
}

void buffer_free(Gpu *gpu, Buffer *buffer)
{
    Buffer **link = &gpu->buffers;

    while (*link != buffer) {
        link = &(*link)->next;
    }
    *link = buffer->next;
    vkDestroyBuffer(gpu->device, buffer->handle, NULL);
    vkFreeMemory(gpu->device, buffer->memory, NULL);
    free(buffer);
}

static const VkExternalMemoryBufferCreateInfo shared_buffer = {
    .sType = VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_BUFFER_CREATE_INFO,
    .handleTypes = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT,
};

Buffer *buffer_new_shared(Gpu *gpu, VkDeviceSize size)
{
    VkExportMemoryAllocateInfo memory = {
        .sType = VK_STRUCTURE_TYPE_EXPORT_MEMORY_ALLOCATE_INFO,
        .handleTypes = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT,
    };

    return new_buffer(gpu, size, IN_DEVICE, &shared_buffer, &memory);
}

int buffer_export(Gpu *gpu, const Buffer *buffer)
{
    VkMemoryGetFdInfoKHR info = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_GET_FD_INFO_KHR,
        .memory = buffer->memory,
        .handleType = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT,
    };
    int file;

    NEED(gpu, GetMemoryFdKHR);
    OK(gpu->GetMemoryFdKHR(gpu->device, &info, &file));
    return file;
}

Buffer *buffer_import(Gpu *gpu, VkDeviceSize size, int file)
{
    VkImportMemoryFdInfoKHR memory = {
        .sType = VK_STRUCTURE_TYPE_IMPORT_MEMORY_FD_INFO_KHR,
        .handleType = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT,
        .fd = file,
    };

    return new_buffer(gpu, size, IN_DEVICE, &shared_buffer, &memory);
}

/* Copy between a buffer and another one that the host can see. */
static void copy_now(Gpu *gpu, const Buffer *from, const Buffer *to)
{
    VkCommandBuffer commands = commands_begin(gpu);

    commands_copy(commands, from, to);
    commands_barrier(commands);
    commands_run(gpu, commands);
}

void buffer_write(Gpu *gpu, Buffer *buffer, const void *bytes)
{
    Buffer *visible = buffer->map ? buffer :
                      buffer_new(gpu, buffer->size, IN_HOST);

    memcpy(visible->map, bytes, buffer->size);
    if (visible != buffer) {
        copy_now(gpu, visible, buffer);
        buffer_free(gpu, visible);
    }
}

void buffer_fill(Gpu *gpu, Buffer *buffer, uint32_t seed)
{
    uint8_t *bytes = allocate(buffer->size);

    pattern(bytes, buffer->size, seed);
    buffer_write(gpu, buffer, bytes);
    free(bytes);
}

void buffer_expect(Gpu *gpu, Buffer *buffer, const void *bytes,
                   const char *what, ...)
{
    Buffer *visible = buffer;
    char title[160];
    va_list args;

    va_start(args, what);
    vsnprintf(title, sizeof(title), what, args);
    va_end(args);
    if (!buffer->map) {
        visible = buffer_new(gpu, buffer->size, IN_HOST);
        copy_now(gpu, buffer, visible);
    }
    expect_bytes(visible->map, bytes, buffer->size, "%s", title);
    if (visible != buffer) {
        buffer_free(gpu, visible);
    }
}

/* Commands */

VkCommandBuffer commands_begin(Gpu *gpu)
{
    VkCommandBufferAllocateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
        .commandPool = gpu->pool,
        .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
        .commandBufferCount = 1,
    };
    VkCommandBufferBeginInfo begin = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
    };
    VkCommandBuffer commands;

    OK(vkAllocateCommandBuffers(gpu->device, &info, &commands));
    OK(vkBeginCommandBuffer(commands, &begin));
    return commands;
}

void commands_barrier(VkCommandBuffer commands)
{
    VkMemoryBarrier barrier = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
        .srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT,
        .dstAccessMask = VK_ACCESS_MEMORY_READ_BIT |
                         VK_ACCESS_MEMORY_WRITE_BIT | VK_ACCESS_HOST_READ_BIT,
    };

    vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                         VK_PIPELINE_STAGE_ALL_COMMANDS_BIT |
                         VK_PIPELINE_STAGE_HOST_BIT,
                         0, 1, &barrier, 0, NULL, 0, NULL);
}

void commands_submit(Gpu *gpu, VkCommandBuffer commands, VkFence fence)
{
    VkSubmitInfo submit = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
        .commandBufferCount = 1,
        .pCommandBuffers = &commands,
    };

    OK(vkQueueSubmit(gpu->queue, 1, &submit, fence));
}

void commands_run(Gpu *gpu, VkCommandBuffer commands)
{
    VkFence fence = fence_new(gpu, false);

    OK(vkEndCommandBuffer(commands));
    commands_submit(gpu, commands, fence);
    fence_finish(gpu, fence);
    vkFreeCommandBuffers(gpu->device, gpu->pool, 1, &commands);
}

void need_before(uint32_t version, const char *what)
{
    if (release >= version) {
        skip("this release of Mesa %s", what);
    }
}

void need_copies(void)
{
    need_before(VK_MAKE_VERSION(26, 2, 0), "copies by shaders");
}

void copy_regions(VkCommandBuffer commands, VkBuffer from, VkBuffer to,
                  uint32_t count, const VkBufferCopy *regions)
{
    need_copies();
    vkCmdCopyBuffer(commands, from, to, count, regions);
}

void fill_buffer(VkCommandBuffer commands, VkBuffer buffer, VkDeviceSize at,
                 VkDeviceSize size, uint32_t word)
{
    need_copies();
    vkCmdFillBuffer(commands, buffer, at, size, word);
}

void commands_copy(VkCommandBuffer commands, const Buffer *from,
                   const Buffer *to)
{
    VkBufferCopy region = { .size = from->size };

    copy_regions(commands, from->handle, to->handle, 1, &region);
}

/* What is waited for */

VkFence fence_new(Gpu *gpu, bool signaled)
{
    VkFenceCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO,
        .flags = signaled ? VK_FENCE_CREATE_SIGNALED_BIT : 0,
    };
    VkFence fence;

    OK(vkCreateFence(gpu->device, &info, NULL, &fence));
    return fence;
}

void fence_finish(Gpu *gpu, VkFence fence)
{
    OK(vkWaitForFences(gpu->device, 1, &fence, VK_TRUE, LONG));
    vkDestroyFence(gpu->device, fence, NULL);
}

VkSemaphore timeline_new(Gpu *gpu, uint64_t value)
{
    VkSemaphoreTypeCreateInfo type = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO,
        .semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE,
        .initialValue = value,
    };
    VkSemaphoreCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO,
        .pNext = &type,
    };
    VkSemaphore semaphore;

    OK(vkCreateSemaphore(gpu->device, &info, NULL, &semaphore));
    return semaphore;
}
