/*
 * Devices that are lost, because they used memory that isn't there: they say
 * so, and nobody else notices.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "areas.h"
#include "timeline.h"

enum { SIZE = 64 * KIB };

/* Commands that write to a buffer that has lost its memory */
static VkCommandBuffer record_fault(Gpu *gpu)
{
    static const uint8_t bytes[SIZE];
    Buffer *to = buffer_new(gpu, SIZE, IN_DEVICE);
    VkCommandBuffer commands = commands_begin(gpu);

    vkCmdUpdateBuffer(commands, to->handle, 0, SIZE, bytes);
    commands_barrier(commands);
    OK(vkEndCommandBuffer(commands));
    vkFreeMemory(gpu->device, to->memory, NULL);
    to->memory = VK_NULL_HANDLE;
    return commands;
}

/* Wait until the device says that it is lost. */
static void lose(Gpu *gpu)
{
    VkCommandBuffer commands = record_fault(gpu);
    VkSubmitInfo submit = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
        .commandBufferCount = 1,
        .pCommandBuffers = &commands,
    };
    uint64_t end = now() + LONG;
    VkResult result = vkQueueSubmit(gpu->queue, 1, &submit, VK_NULL_HANDLE);

    while (result == VK_SUCCESS) {
        if (now() > end) {
            fail("the device isn't lost");
        }
        pause_for(SHORT / 20);
        result = vkQueueSubmit(gpu->queue, 0, NULL, VK_NULL_HANDLE);
        if (result == VK_SUCCESS) {
            result = vkQueueWaitIdle(gpu->queue);
        }
    }
    EXPECT(VK_ERROR_DEVICE_LOST, result);
}

/* What a lost one is left with */
static void forget(Gpu *gpu)
{
    vkDestroyCommandPool(gpu->device, gpu->pool, NULL);
    vkDestroyDevice(gpu->device, NULL);
    vkDestroyInstance(gpu->instance, NULL);
}

static void expect_work(Gpu *gpu, uint32_t seed)
{
    Buffer *buffer = buffer_new(gpu, SIZE, IN_HOST);
    VkCommandBuffer commands = commands_begin(gpu);
    uint8_t *bytes = allocate(SIZE);

    pattern(bytes, SIZE, seed);
    vkCmdUpdateBuffer(commands, buffer->handle, 0, SIZE, bytes);
    commands_barrier(commands);
    commands_run(gpu, commands);
    expect_bytes(buffer->map, bytes, SIZE, "work %u", seed);
    buffer_free(gpu, buffer);
    free(bytes);
}

static void it_stays_lost(Gpu *gpu)
{
    Gpu other;
    VkFence fence;

    gpu_open(&other);
    fence = fence_new(&other, false);
    lose(&other);
    EXPECT(VK_ERROR_DEVICE_LOST, vkDeviceWaitIdle(other.device));
    EXPECT(VK_ERROR_DEVICE_LOST,
           vkQueueSubmit(other.queue, 0, NULL, fence));
    EXPECT(VK_ERROR_DEVICE_LOST,
           vkWaitForFences(other.device, 1, &fence, VK_TRUE, LONG));
    forget(&other);
    expect_work(gpu, 1);
}

/* A new one of the same process works, and one that was there before. */
static void others_of_the_process_go_on(Gpu *gpu)
{
    for (uint32_t i = 0; i < 3; i++) {
        Gpu victim;

        gpu_open(&victim);
        expect_work(&victim, i);
        lose(&victim);
        expect_work(gpu, 10 + i);
        forget(&victim);
        gpu_open(&victim);
        expect_work(&victim, 20 + i);
        gpu_close(&victim);
    }
    expect_work(gpu, 30);
}

/* Whoever waits for the submission is told. */
static void who_waits_is_told(Gpu *gpu)
{
    Gpu victim;
    VkFence fence;
    VkCommandBuffer commands;
    VkResult result;

    gpu_open(&victim);
    fence = fence_new(&victim, false);
    commands = record_fault(&victim);
    commands_submit(&victim, commands, fence);
    result = vkWaitForFences(victim.device, 1, &fence, VK_TRUE, LONG);
    if (result != VK_ERROR_DEVICE_LOST && result != VK_SUCCESS) {
        fail("waiting for the fence: result %d", result);
    }
    /* The kernel signals what a channel that it kills has left. */
    lose(&victim);
    forget(&victim);
    expect_work(gpu, 1);
}

static void be_lost(Gpu *gpu, int socket)
{
    hear(socket);
    lose(gpu);
    tell(socket, 0);
    hear(socket);
    fflush(stdout);
    _Exit(CASE_PASSED);
}

static void witness(Gpu *gpu, int socket)
{
    uint64_t end;

    tell(socket, 0);
    hear(socket);
    end = now() + 20 * NSEC_PER_SEC;
    for (uint32_t i = 0; now() < end; i++) {
        expect_work(gpu, i);
    }
    expect_work(gpu, 1);
}

/* Two processes are lost while another one copies, as ours does then. */
static void another_process_goes_on(Gpu *gpu)
{
    Peer witnessing = peer_start("witness");
    Peer lost[2] = { peer_start("lost"), peer_start("lost") };

    hear(witnessing.socket);
    tell(witnessing.socket, 0);
    for (int i = 0; i < 2; i++) {
        expect_work(gpu, i);
        tell(lost[i].socket, 0);
        hear(lost[i].socket);
        expect_work(gpu, 10 + i);
        tell(lost[i].socket, 0);
        peer_finish(&lost[i]);
    }
    peer_finish(&witnessing);
    expect_work(gpu, 20);
}

const Case loss_cases[] = {
    { "it stays lost", it_stays_lost },
    { "others of the process go on", others_of_the_process_go_on },
    { "who waits is told", who_waits_is_told },
    { "another process goes on", another_process_goes_on },
    { 0 }
};

const Role loss_roles[] = {
    { "lost", be_lost },
    { "witness", witness },
    { 0 }
};
