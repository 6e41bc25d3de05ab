/*
 * Buffers and images whose memory is bound in parts, and later another one.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <stdlib.h>
#include <string.h>

#include "areas.h"
#include "image.h"
#include "timeline.h"

enum { PARTS = 12 };

/* A buffer of some parts, none of which has memory yet */
typedef struct Sparse {
    Buffer *buffer;
    VkDeviceSize part;
    VkMemoryRequirements needs;
} Sparse;

static Sparse sparse_new(Gpu *gpu, VkBufferCreateFlags flags)
{
    VkBufferCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
        .flags = VK_BUFFER_CREATE_SPARSE_BINDING_BIT | flags,
        .size = 1,
        .usage = VK_BUFFER_USAGE_TRANSFER_SRC_BIT |
                 VK_BUFFER_USAGE_TRANSFER_DST_BIT,
    };
    Sparse sparse = { 0 };
    VkBuffer small;

    if (!gpu->features.sparseBinding ||
        !(gpu->family.queueFlags & VK_QUEUE_SPARSE_BINDING_BIT)) {
        skip("the driver binds no memory in parts");
    }
    OK(vkCreateBuffer(gpu->device, &info, NULL, &small));
    vkGetBufferMemoryRequirements(gpu->device, small, &sparse.needs);
    vkDestroyBuffer(gpu->device, small, NULL);
    sparse.part = sparse.needs.alignment;
    sparse.buffer = allocate(sizeof(*sparse.buffer));
    sparse.buffer->size = info.size = PARTS * sparse.part;
    sparse.buffer->next = gpu->buffers;
    gpu->buffers = sparse.buffer;
    OK(vkCreateBuffer(gpu->device, &info, NULL, &sparse.buffer->handle));
    vkGetBufferMemoryRequirements(gpu->device, sparse.buffer->handle,
                                  &sparse.needs);
    return sparse;
}

/* Bind what ORDER says of a memory's parts to the buffer's; -1 is none. */
static void bind_parts(Gpu *gpu, const Sparse *sparse, VkDeviceMemory memory,
                       const int *order, Point wait, Point signal)
{
    VkSparseMemoryBind parts[PARTS];
    VkSparseBufferMemoryBindInfo buffer = {
        .buffer = sparse->buffer->handle,
        .bindCount = PARTS,
        .pBinds = parts,
    };
    VkTimelineSemaphoreSubmitInfo values = point_values(&wait, &signal);
    VkBindSparseInfo info = {
        .sType = VK_STRUCTURE_TYPE_BIND_SPARSE_INFO,
        .pNext = &values,
        .waitSemaphoreCount = wait.semaphore ? 1 : 0,
        .pWaitSemaphores = &wait.semaphore,
        .bufferBindCount = 1,
        .pBufferBinds = &buffer,
        .signalSemaphoreCount = signal.semaphore ? 1 : 0,
        .pSignalSemaphores = &signal.semaphore,
    };

    for (int i = 0; i < PARTS; i++) {
        parts[i] = (VkSparseMemoryBind) {
            .resourceOffset = i * sparse->part,
            .size = sparse->part,
            .memory = order[i] < 0 ? VK_NULL_HANDLE : memory,
            .memoryOffset = order[i] < 0 ? 0 : order[i] * sparse->part,
        };
    }
    OK(vkQueueBindSparse(gpu->queue, 1, &info, VK_NULL_HANDLE));
}

static void bind_now(Gpu *gpu, const Sparse *sparse, VkDeviceMemory memory,
                     const int *order)
{
    bind_parts(gpu, sparse, memory, order, (Point) { 0 }, (Point) { 0 });
    OK(vkQueueWaitIdle(gpu->queue));
}

static const int backwards[PARTS] = { 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0 };
static const int shuffled[PARTS] = { 3, 1, 4, 0, 5, 9, 2, 6, 11, 7, 10, 8 };

/* What a buffer has whose parts are those of another one, in an order */
static uint8_t *in_order(const uint8_t *bytes, VkDeviceSize part,
                         const int *order)
{
    uint8_t *made = allocate(PARTS * part);

    for (int i = 0; i < PARTS; i++) {
        memcpy(made + i * part, bytes + order[i] * part, part);
    }
    return made;
}

/* The same memory is also an ordinary buffer's. */
static void parts_lie_where_they_are_bound(Gpu *gpu)
{
    Sparse sparse = sparse_new(gpu, 0);
    Buffer *plain = buffer_new(gpu, PARTS * sparse.part, IN_DEVICE);
    uint8_t *bytes = allocate(plain->size), *seen;

    pattern(bytes, plain->size, 1);
    buffer_write(gpu, plain, bytes);
    bind_now(gpu, &sparse, plain->memory, backwards);
    seen = in_order(bytes, sparse.part, backwards);
    buffer_expect(gpu, sparse.buffer, seen, "bound backwards");
    free(seen);
    bind_now(gpu, &sparse, plain->memory, shuffled);
    seen = in_order(bytes, sparse.part, shuffled);
    buffer_expect(gpu, sparse.buffer, seen, "bound in another order");
    buffer_write(gpu, sparse.buffer, bytes);
    for (int i = 0; i < PARTS; i++) {
        memcpy(seen + shuffled[i] * sparse.part, bytes + i * sparse.part,
               sparse.part);
    }
    buffer_expect(gpu, plain, seen, "what was written there");
    free(seen);
    free(bytes);
}

/* One part of the memory in all places */
static void parts_may_be_the_same(Gpu *gpu)
{
    static const int all_the_same[PARTS];
    Sparse sparse = sparse_new(gpu, VK_BUFFER_CREATE_SPARSE_ALIASED_BIT);
    Buffer *plain = buffer_new(gpu, sparse.part, IN_DEVICE);
    uint8_t *bytes, *seen;

    if (!gpu->features.sparseResidencyAliased) {
        skip("the driver binds no memory twice");
    }
    bytes = allocate(plain->size);
    pattern(bytes, plain->size, 1);
    buffer_write(gpu, plain, bytes);
    bind_now(gpu, &sparse, plain->memory, all_the_same);
    seen = in_order(bytes, sparse.part, all_the_same);
    buffer_expect(gpu, sparse.buffer, seen, "the same everywhere");
    free(seen);
    free(bytes);
}

/* What isn't bound swallows what is written, and is 0 if that is promised. */
static void what_is_not_bound_is_empty(Gpu *gpu)
{
    static const int with_gaps[PARTS] = {
        0, -1, 2, -1, -1, 5, 6, 7, -1, 9, 10, -1,
    };
    Sparse sparse = sparse_new(gpu, VK_BUFFER_CREATE_SPARSE_RESIDENCY_BIT);
    Buffer *plain = buffer_new(gpu, PARTS * sparse.part, IN_DEVICE);
    Buffer *seen = buffer_new(gpu, plain->size, IN_HOST);
    VkCommandBuffer commands;
    uint8_t *bytes = allocate(plain->size);

    if (!gpu->features.sparseResidencyBuffer) {
        skip("all parts have to be bound");
    }
    bind_now(gpu, &sparse, plain->memory, with_gaps);
    buffer_fill(gpu, sparse.buffer, 1);
    pattern(bytes, plain->size, 1);
    commands = commands_begin(gpu);
    commands_copy(commands, sparse.buffer, seen);
    commands_barrier(commands);
    commands_run(gpu, commands);
    for (int i = 0; i < PARTS; i++) {
        uint8_t *part = bytes + i * sparse.part;

        if (with_gaps[i] < 0) {
            memset(part, 0, sparse.part);
        }
        if (with_gaps[i] >= 0 ||
            gpu->properties.sparseProperties.residencyNonResidentStrict) {
            expect_bytes(seen->map + i * sparse.part, part, sparse.part,
                         "part %d", i);
        }
    }
    free(bytes);
}

/* Binding waits for the copies before it, and those behind it wait for it. */
static void binding_is_in_order(Gpu *gpu)
{
    enum { ROUNDS = 10 };
    Sparse sparse = sparse_new(gpu, 0);
    Buffer *plain = buffer_new(gpu, PARTS * sparse.part, IN_DEVICE);
    Buffer *seen = buffer_new(gpu, ROUNDS * plain->size, IN_HOST);
    VkSemaphore timeline = timeline_new(gpu, 0);
    uint8_t *bytes = allocate(plain->size);

    pattern(bytes, plain->size, 1);
    buffer_write(gpu, plain, bytes);
    for (int i = 0; i < ROUNDS; i++) {
        VkCommandBuffer commands = commands_begin(gpu);
        VkBufferCopy region = {
            .dstOffset = i * plain->size,
            .size = plain->size,
        };

        bind_parts(gpu, &sparse, plain->memory, i & 1 ? backwards : shuffled,
                   (Point) { timeline, 2 * i },
                   (Point) { timeline, 2 * i + 1 });
        copy_regions(commands, sparse.buffer->handle, seen->handle, 1,
                     &region);
        commands_barrier(commands);
        OK(vkEndCommandBuffer(commands));
        submit_between(gpu, (Point) { timeline, 2 * i + 1 }, commands,
                       (Point) { timeline, 2 * i + 2 }, VK_NULL_HANDLE);
    }
    OK(timeline_wait(gpu, (Point) { timeline, 2 * ROUNDS }, LONG));
    for (int i = 0; i < ROUNDS; i++) {
        uint8_t *wanted = in_order(bytes, sparse.part,
                                   i & 1 ? backwards : shuffled);

        expect_bytes(seen->map + i * plain->size, wanted, plain->size,
                     "round %d", i);
        free(wanted);
    }
    OK(vkQueueWaitIdle(gpu->queue));
    vkDestroySemaphore(gpu->device, timeline, NULL);
    free(bytes);
}

/* All of an image's memory, its second half first */
static void an_image_is_bound(Gpu *gpu)
{
    VkImageCreateInfo info = image_info(&rgba8, 256, 256);
    Image image = { .gpu = gpu, .format = &rgba8 };
    VkMemoryRequirements needs;
    VkDeviceMemory memory;
    VkSparseMemoryBind parts[2];
    VkSparseImageOpaqueMemoryBindInfo opaque = {
        .bindCount = 2,
        .pBinds = parts,
    };
    VkBindSparseInfo bind = {
        .sType = VK_STRUCTURE_TYPE_BIND_SPARSE_INFO,
        .imageOpaqueBindCount = 1,
        .pImageOpaqueBinds = &opaque,
    };
    Picture picture;

    if (!gpu->features.sparseBinding) {
        skip("the driver binds no memory in parts");
    }
    info.flags = VK_IMAGE_CREATE_SPARSE_BINDING_BIT;
    image.info = info;
    OK(vkCreateImage(gpu->device, &info, NULL, &image.handle));
    vkGetImageMemoryRequirements(gpu->device, image.handle, &needs);
    memory = memory_new(gpu, &needs, IN_DEVICE, NULL);
    for (int i = 0; i < 2; i++) {
        VkDeviceSize half = needs.size / 2 & ~(needs.alignment - 1);

        parts[i] = (VkSparseMemoryBind) {
            .resourceOffset = i ? half : 0,
            .size = i ? needs.size - half : half,
            .memory = memory,
            .memoryOffset = i ? 0 : needs.size - half,
        };
    }
    opaque.image = image.handle;
    OK(vkQueueBindSparse(gpu->queue, 1, &bind, VK_NULL_HANDLE));
    OK(vkQueueWaitIdle(gpu->queue));
    picture = picture_new(&image, 1);
    image_write(&image, &picture);
    image_expect(&image, &picture, "an image in two parts");
    picture_free(&picture);
    vkDestroyImage(gpu->device, image.handle, NULL);
    vkFreeMemory(gpu->device, memory, NULL);
}

const Case sparse_cases[] = {
    { "parts lie where they are bound", parts_lie_where_they_are_bound },
    { "parts may be the same", parts_may_be_the_same },
    { "what is not bound is empty", what_is_not_bound_is_empty },
    { "binding is in order", binding_is_in_order },
    { "an image is bound", an_image_is_bound },
    { 0 }
};
