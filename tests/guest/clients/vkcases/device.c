/*
 * Devices, and memory: what there is, and that it can be made and forgotten.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "areas.h"

static void describes_the_card(Gpu *gpu)
{
    const VkPhysicalDeviceProperties *is = &gpu->properties;

    expect_value(is->vendorID, 0x10de, "the vendor");
    expect_value(is->deviceType, VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU,
                 "the kind of device");
    if (is->apiVersion < VK_API_VERSION_1_2) {
        fail("%s has Vulkan 0x%x, which is less than 1.2", is->deviceName,
             is->apiVersion);
    }
    /* A time stamp is the nanoseconds of the card's timer */
    if (is->limits.timestampPeriod != 1) {
        fail("time stamps count %g ns", is->limits.timestampPeriod);
    }
}

static void has_one_family_for_all(Gpu *gpu)
{
    const VkQueueFlags wanted = VK_QUEUE_GRAPHICS_BIT | VK_QUEUE_COMPUTE_BIT |
                                VK_QUEUE_TRANSFER_BIT;

    expect_value(gpu->family.queueFlags & wanted, wanted, "what queues can do");
    expect_value(gpu->family.timestampValidBits, 64, "bits of time stamps");
}

static void has_memory_of_both_kinds(Gpu *gpu)
{
    const VkPhysicalDeviceMemoryProperties *memory = &gpu->memory;
    VkMemoryPropertyFlags all = 0;

    for (uint32_t i = 0; i < memory->memoryTypeCount; i++) {
        all |= memory->memoryTypes[i].propertyFlags;
    }
    for (uint32_t i = 0; i < memory->memoryHeapCount; i++) {
        if (!memory->memoryHeaps[i].size) {
            fail("heap %u has no memory", i);
        }
    }
    expect_value(all & 7, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT |
                 VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT |
                 VK_MEMORY_PROPERTY_HOST_COHERENT_BIT, "kinds of memory");
}

/* Each begins with what the queue has to be told at first. */
static void comes_and_goes(Gpu *gpu)
{
    Gpu other;

    (void)gpu;
    for (int i = 0; i < 10; i++) {
        gpu_open(&other);
        gpu_close(&other);
    }
}

static void works_beside_another(Gpu *gpu)
{
    Gpu others[4];
    Buffer *buffers[COUNT(others)];
    uint8_t *bytes = allocate(64 * KIB);

    (void)gpu;
    for (size_t i = 0; i < COUNT(others); i++) {
        gpu_open(&others[i]);
        buffers[i] = buffer_new(&others[i], 64 * KIB, IN_DEVICE);
        buffer_fill(&others[i], buffers[i], i);
    }
    for (size_t i = 0; i < COUNT(others); i++) {
        pattern(bytes, 64 * KIB, i);
        buffer_expect(&others[i], buffers[i], bytes, "device %zu", i);
    }
    for (size_t i = 0; i < COUNT(others); i++) {
        gpu_close(&others[i]);
    }
    free(bytes);
}

static void destroys_what_never_ran(Gpu *gpu)
{
    VkCommandBuffer commands = commands_begin(gpu);
    Buffer *from = buffer_new(gpu, 4 * KIB, IN_DEVICE);
    Buffer *to = buffer_new(gpu, 4 * KIB, IN_DEVICE);

    commands_copy(commands, from, to);
    OK(vkEndCommandBuffer(commands));
}

/* Each type there is, and sizes of one page and of many */
static void memory_holds_what_the_host_writes(Gpu *gpu)
{
    static const VkDeviceSize sizes[] = { 1, 4096, 4097, 1 * MIB, 9 * MIB + 1 };
    uint8_t *bytes = allocate(16 * MIB);
    VkDeviceMemory memory;
    void *map;

    for (uint32_t i = 0; i < gpu->memory.memoryTypeCount; i++) {
        for (size_t j = 0; j < COUNT(sizes); j++) {
            VkMemoryAllocateInfo info = {
                .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                .allocationSize = sizes[j],
                .memoryTypeIndex = i,
            };

            OK(vkAllocateMemory(gpu->device, &info, NULL, &memory));
            if (gpu->memory.memoryTypes[i].propertyFlags &
                VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT) {
                OK(vkMapMemory(gpu->device, memory, 0, VK_WHOLE_SIZE, 0, &map));
                pattern(bytes, sizes[j], i + j);
                memcpy(map, bytes, sizes[j]);
                expect_bytes(map, bytes, sizes[j], "type %u", i);
                vkUnmapMemory(gpu->device, memory);
            }
            vkFreeMemory(gpu->device, memory, NULL);
        }
    }
    free(bytes);
}

/* Many buffers, none of which may lie where another one does */
static void many_buffers_lie_apart(Gpu *gpu)
{
    enum { BUFFERS = 200, SIZE = 20 * KIB };
    Buffer *buffers[BUFFERS];
    uint8_t *bytes = allocate(SIZE);

    for (int i = 0; i < BUFFERS; i++) {
        buffers[i] = buffer_new(gpu, SIZE, i & 1 ? IN_DEVICE : IN_HOST);
        buffer_fill(gpu, buffers[i], i);
    }
    for (int i = 0; i < BUFFERS; i++) {
        pattern(bytes, SIZE, i);
        buffer_expect(gpu, buffers[i], bytes, "buffer %d", i);
    }
    free(bytes);
}

/* Two buffers in the halves of one allocation */
static void buffers_share_memory(Gpu *gpu)
{
    enum { SIZE = 64 * KIB };
    Buffer *whole = buffer_new(gpu, 2 * SIZE, IN_DEVICE);
    VkBufferCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
        .size = SIZE,
        .usage = VK_BUFFER_USAGE_TRANSFER_SRC_BIT |
                 VK_BUFFER_USAGE_TRANSFER_DST_BIT,
    };
    VkBufferCopy region = { .size = SIZE };
    VkCommandBuffer commands;
    VkMemoryRequirements needs;
    VkBuffer halves[2];
    uint8_t *bytes = allocate(2 * SIZE);

    for (int i = 0; i < 2; i++) {
        OK(vkCreateBuffer(gpu->device, &info, NULL, &halves[i]));
        vkGetBufferMemoryRequirements(gpu->device, halves[i], &needs);
        OK(vkBindBufferMemory(gpu->device, halves[i], whole->memory, i * SIZE));
    }
    buffer_fill(gpu, whole, 1);
    commands = commands_begin(gpu);
    copy_regions(commands, halves[0], halves[1], 1, &region);
    commands_barrier(commands);
    commands_run(gpu, commands);
    pattern(bytes, 2 * SIZE, 1);
    memcpy(bytes + SIZE, bytes, SIZE);
    buffer_expect(gpu, whole, bytes, "the two halves");
    for (int i = 0; i < 2; i++) {
        vkDestroyBuffer(gpu->device, halves[i], NULL);
    }
    free(bytes);
}

/* What is freed is given out again, or memory would be at its end. */
static void memory_comes_back(Gpu *gpu)
{
    VkMemoryAllocateInfo info = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
    };
    VkDeviceSize total = 0;
    VkDeviceMemory memory;

    for (uint32_t i = 0; i < gpu->memory.memoryTypeCount; i++) {
        if (gpu->memory.memoryTypes[i].propertyFlags &
            VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT) {
            uint32_t heap = gpu->memory.memoryTypes[i].heapIndex;

            info.memoryTypeIndex = i;
            info.allocationSize = gpu->memory.memoryHeaps[heap].size / 4;
            break;
        }
    }
    for (int i = 0; i < 12; i++) {
        OK(vkAllocateMemory(gpu->device, &info, NULL, &memory));
        vkFreeMemory(gpu->device, memory, NULL);
        total += info.allocationSize;
    }
    printf("# %llu MiB in all\n", (unsigned long long)(total / MIB));
}

static void more_than_there_is_is_refused(Gpu *gpu)
{
    VkMemoryAllocateInfo info = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
        .allocationSize = 1ull << 42,
    };
    VkDeviceMemory memory;
    VkResult result = vkAllocateMemory(gpu->device, &info, NULL, &memory);

    if (result != VK_ERROR_OUT_OF_DEVICE_MEMORY &&
        result != VK_ERROR_OUT_OF_HOST_MEMORY) {
        fail("4 TiB of memory: result %d", result);
    }
}

const Case device_cases[] = {
    { "describes the card", describes_the_card },
    { "has one family for all", has_one_family_for_all },
    { "has memory of both kinds", has_memory_of_both_kinds },
    { "comes and goes", comes_and_goes },
    { "works beside another", works_beside_another },
    { "destroys what never ran", destroys_what_never_ran },
    { "memory holds what the host writes", memory_holds_what_the_host_writes },
    { "many buffers lie apart", many_buffers_lie_apart },
    { "buffers share memory", buffers_share_memory },
    { "memory comes back", memory_comes_back },
    { "more than there is is refused", more_than_there_is_is_refused },
    { 0 }
};
