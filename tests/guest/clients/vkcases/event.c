/*
 * Events between host and card, and barriers between one command and the next.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <stdlib.h>
#include <string.h>

#include "areas.h"

#define ALL VK_PIPELINE_STAGE_ALL_COMMANDS_BIT

static VkEvent event_new(Gpu *gpu)
{
    VkEventCreateInfo info = { .sType = VK_STRUCTURE_TYPE_EVENT_CREATE_INFO };
    VkEvent event;

    OK(vkCreateEvent(gpu->device, &info, NULL, &event));
    return event;
}

static void the_host_sets_and_resets(Gpu *gpu)
{
    VkEvent event = event_new(gpu);

    for (int i = 0; i < 3; i++) {
        EXPECT(VK_EVENT_RESET, vkGetEventStatus(gpu->device, event));
        OK(vkSetEvent(gpu->device, event));
        EXPECT(VK_EVENT_SET, vkGetEventStatus(gpu->device, event));
        OK(vkResetEvent(gpu->device, event));
    }
    vkDestroyEvent(gpu->device, event, NULL);
}

static void the_card_sets_and_resets(Gpu *gpu)
{
    VkEvent event = event_new(gpu);

    for (int i = 0; i < 6; i++) {
        VkCommandBuffer commands = commands_begin(gpu);

        if (i & 1) {
            vkCmdResetEvent(commands, event, ALL);
        } else {
            vkCmdSetEvent(commands, event, ALL);
        }
        commands_run(gpu, commands);
        EXPECT(i & 1 ? VK_EVENT_RESET : VK_EVENT_SET,
               vkGetEventStatus(gpu->device, event));
    }
    vkDestroyEvent(gpu->device, event, NULL);
}

static void wait_for_event(VkCommandBuffer commands, VkEvent event,
                           VkPipelineStageFlags from)
{
    VkMemoryBarrier barrier = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
        .srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT,
        .dstAccessMask = VK_ACCESS_MEMORY_READ_BIT |
                         VK_ACCESS_MEMORY_WRITE_BIT,
    };

    vkCmdWaitEvents(commands, 1, &event, from, ALL, 1, &barrier, 0, NULL, 0,
                    NULL);
}

/* What the card waits for, the host does while it waits. */
static void the_card_waits_for_the_host(Gpu *gpu)
{
    Buffer *from = buffer_new(gpu, 4 * KIB, IN_HOST);
    Buffer *to = buffer_new(gpu, 4 * KIB, IN_HOST);
    VkEvent event = event_new(gpu);
    VkFence fence = fence_new(gpu, false);
    VkCommandBuffer commands = commands_begin(gpu);

    memset(from->map, 0, from->size);
    wait_for_event(commands, event, VK_PIPELINE_STAGE_HOST_BIT);
    commands_copy(commands, from, to);
    commands_barrier(commands);
    OK(vkEndCommandBuffer(commands));
    commands_submit(gpu, commands, fence);
    EXPECT(VK_TIMEOUT,
           vkWaitForFences(gpu->device, 1, &fence, VK_TRUE, SHORT));
    pattern(from->map, from->size, 1);
    OK(vkSetEvent(gpu->device, event));
    fence_finish(gpu, fence);
    expect_bytes(to->map, from->map, to->size, "what was copied then");
    vkDestroyEvent(gpu->device, event, NULL);
}

/* A buffer is filled, an event is set, and the copy behind waits for it. */
static void the_card_waits_for_itself(Gpu *gpu)
{
    enum { ROUNDS = 20, SIZE = 128 * KIB };
    Buffer *from = buffer_new(gpu, SIZE, IN_DEVICE);
    Buffer *to = buffer_new(gpu, SIZE * ROUNDS, IN_HOST);
    VkEvent event = event_new(gpu);
    VkCommandBuffer commands = commands_begin(gpu);
    uint8_t *bytes = allocate(SIZE);

    for (int i = 0; i < ROUNDS; i++) {
        VkBufferCopy region = { .dstOffset = i * SIZE, .size = SIZE };

        fill_buffer(commands, from->handle, 0, SIZE, 0x01010101u * i);
        vkCmdSetEvent(commands, event, VK_PIPELINE_STAGE_TRANSFER_BIT);
        wait_for_event(commands, event, VK_PIPELINE_STAGE_TRANSFER_BIT);
        copy_regions(commands, from->handle, to->handle, 1, &region);
        commands_barrier(commands);
        vkCmdResetEvent(commands, event, ALL);
    }
    commands_barrier(commands);
    commands_run(gpu, commands);
    for (int i = 0; i < ROUNDS; i++) {
        memset(bytes, i, SIZE);
        expect_bytes(to->map + i * SIZE, bytes, SIZE, "round %d", i);
    }
    EXPECT(VK_EVENT_RESET, vkGetEventStatus(gpu->device, event));
    vkDestroyEvent(gpu->device, event, NULL);
    free(bytes);
}

/* From one submission to the next, and many at once */
static void many_cross_submissions(Gpu *gpu)
{
    enum { EVENTS = 32 };
    VkEvent events[EVENTS];
    VkCommandBuffer first = commands_begin(gpu), second = commands_begin(gpu);

    for (int i = 0; i < EVENTS; i++) {
        events[i] = event_new(gpu);
        vkCmdSetEvent(first, events[i], ALL);
    }
    OK(vkEndCommandBuffer(first));
    commands_submit(gpu, first, VK_NULL_HANDLE);
    vkCmdWaitEvents(second, EVENTS, events, ALL, ALL, 0, NULL, 0, NULL, 0,
                    NULL);
    for (int i = 0; i < EVENTS; i += 2) {
        vkCmdResetEvent(second, events[i], ALL);
    }
    commands_run(gpu, second);
    for (int i = 0; i < EVENTS; i++) {
        EXPECT(i & 1 ? VK_EVENT_SET : VK_EVENT_RESET,
               vkGetEventStatus(gpu->device, events[i]));
        vkDestroyEvent(gpu->device, events[i], NULL);
    }
}

/*
 * A buffer goes through others and back; without the barriers, a copy would
 * read what the one before it hasn't yet written.
 */
static void barriers_keep_copies_apart(Gpu *gpu)
{
    enum { BUFFERS = 8, ROUNDS = 8, SIZE = 256 * KIB };
    Buffer *buffers[BUFFERS];
    VkCommandBuffer commands;
    uint8_t *bytes = allocate(SIZE);

    for (int i = 0; i < BUFFERS; i++) {
        buffers[i] = buffer_new(gpu, SIZE, i & 1 ? IN_HOST : IN_DEVICE);
        buffer_fill(gpu, buffers[i], i);
    }
    commands = commands_begin(gpu);
    for (int i = 0; i < ROUNDS * BUFFERS; i++) {
        commands_copy(commands, buffers[i % BUFFERS],
                      buffers[(i + 1) % BUFFERS]);
        commands_barrier(commands);
    }
    commands_run(gpu, commands);
    pattern(bytes, SIZE, 0);
    for (int i = 0; i < BUFFERS; i++) {
        buffer_expect(gpu, buffers[i], bytes, "buffer %d", i);
    }
    free(bytes);
}

const Case event_cases[] = {
    { "the host sets and resets", the_host_sets_and_resets },
    { "the card sets and resets", the_card_sets_and_resets },
    { "the card waits for the host", the_card_waits_for_the_host },
    { "the card waits for itself", the_card_waits_for_itself },
    { "many cross submissions", many_cross_submissions },
    { "barriers keep copies apart", barriers_keep_copies_apart },
    { 0 }
};
