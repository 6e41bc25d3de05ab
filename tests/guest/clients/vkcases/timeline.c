/*
 * Submissions between semaphores: see timeline.h
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "timeline.h"

VkTimelineSemaphoreSubmitInfo point_values(const Point *wait,
                                           const Point *signal)
{
    return (VkTimelineSemaphoreSubmitInfo) {
        .sType = VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO,
        .waitSemaphoreValueCount = wait->semaphore ? 1 : 0,
        .pWaitSemaphoreValues = &wait->value,
        .signalSemaphoreValueCount = signal->semaphore ? 1 : 0,
        .pSignalSemaphoreValues = &signal->value,
    };
}

void submit_between(Gpu *gpu, Point wait, VkCommandBuffer commands,
                    Point signal, VkFence fence)
{
    VkPipelineStageFlags stage = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
    VkTimelineSemaphoreSubmitInfo values = point_values(&wait, &signal);
    VkSubmitInfo submit = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
        .pNext = &values,
        .waitSemaphoreCount = wait.semaphore ? 1 : 0,
        .pWaitSemaphores = &wait.semaphore,
        .pWaitDstStageMask = &stage,
        .commandBufferCount = commands ? 1 : 0,
        .pCommandBuffers = &commands,
        .signalSemaphoreCount = signal.semaphore ? 1 : 0,
        .pSignalSemaphores = &signal.semaphore,
    };

    OK(vkQueueSubmit(gpu->queue, 1, &submit, fence));
}

VkCommandBuffer record_chained(Gpu *gpu, const Buffer *buffer, int step)
{
    VkCommandBuffer commands = commands_begin(gpu);
    VkBufferCopy region = {
        .srcOffset = step * 4,
        .dstOffset = step * 4 + 4,
        .size = 4,
    };

    copy_regions(commands, buffer->handle, buffer->handle, 1, &region);
    commands_barrier(commands);
    OK(vkEndCommandBuffer(commands));
    return commands;
}

VkResult timeline_wait(Gpu *gpu, Point point, uint64_t nsec)
{
    VkSemaphoreWaitInfo info = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO,
        .semaphoreCount = 1,
        .pSemaphores = &point.semaphore,
        .pValues = &point.value,
    };

    return vkWaitSemaphores(gpu->device, &info, nsec);
}

void timeline_set(Gpu *gpu, Point point)
{
    VkSemaphoreSignalInfo info = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_SIGNAL_INFO,
        .semaphore = point.semaphore,
        .value = point.value,
    };

    OK(vkSignalSemaphore(gpu->device, &info));
}

uint64_t timeline_value(Gpu *gpu, VkSemaphore semaphore)
{
    uint64_t value;

    OK(vkGetSemaphoreCounterValue(gpu->device, semaphore, &value));
    return value;
}

VkSemaphore binary_new(Gpu *gpu)
{
    VkSemaphoreCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO,
    };
    VkSemaphore semaphore;

    OK(vkCreateSemaphore(gpu->device, &info, NULL, &semaphore));
    return semaphore;
}
