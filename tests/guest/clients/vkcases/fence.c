/*
 * Fences: when they are signaled, and when not.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "areas.h"
#include "timeline.h"

static VkResult wait(Gpu *gpu, uint32_t count, const VkFence *fences, bool all,
                     uint64_t nsec)
{
    return vkWaitForFences(gpu->device, count, fences, all, nsec);
}

static void as_it_was_made(Gpu *gpu)
{
    VkFence on = fence_new(gpu, true), off = fence_new(gpu, false);

    EXPECT(VK_SUCCESS, vkGetFenceStatus(gpu->device, on));
    EXPECT(VK_NOT_READY, vkGetFenceStatus(gpu->device, off));
    EXPECT(VK_SUCCESS, wait(gpu, 1, &on, true, 0));
    EXPECT(VK_TIMEOUT, wait(gpu, 1, &off, true, 0));
    EXPECT(VK_TIMEOUT, wait(gpu, 1, &off, true, SHORT));
    vkDestroyFence(gpu->device, on, NULL);
    vkDestroyFence(gpu->device, off, NULL);
}

static void is_reset_and_signaled_again(Gpu *gpu)
{
    VkFence fence = fence_new(gpu, true);

    for (int i = 0; i < 30; i++) {
        OK(vkResetFences(gpu->device, 1, &fence));
        EXPECT(VK_NOT_READY, vkGetFenceStatus(gpu->device, fence));
        OK(vkQueueSubmit(gpu->queue, 0, NULL, fence));
        OK(wait(gpu, 1, &fence, true, LONG));
        EXPECT(VK_SUCCESS, vkGetFenceStatus(gpu->device, fence));
    }
    vkDestroyFence(gpu->device, fence, NULL);
}

/* Submit nothing that waits for a timeline, with a fence. */
static void submit_behind(Gpu *gpu, VkSemaphore semaphore, uint64_t value,
                          VkFence fence)
{
    submit_between(gpu, (Point) { semaphore, value }, NULL, (Point) { 0 },
                   fence);
}

static void set(Gpu *gpu, VkSemaphore semaphore, uint64_t value)
{
    timeline_set(gpu, (Point) { semaphore, value });
}

static void waits_for_the_work_before_it(Gpu *gpu)
{
    VkSemaphore gate = timeline_new(gpu, 0);
    VkFence fence = fence_new(gpu, false);

    submit_behind(gpu, gate, 1, fence);
    EXPECT(VK_TIMEOUT, wait(gpu, 1, &fence, true, SHORT));
    set(gpu, gate, 1);
    fence_finish(gpu, fence);
    vkDestroySemaphore(gpu->device, gate, NULL);
}

/* Of four, all but the last are signaled first. */
static void one_of_many_and_all_of_them(Gpu *gpu)
{
    VkSemaphore gate = timeline_new(gpu, 0);
    VkFence fences[4];

    for (size_t i = 0; i < COUNT(fences); i++) {
        fences[i] = fence_new(gpu, false);
        submit_behind(gpu, gate, i + 1, fences[i]);
    }
    EXPECT(VK_TIMEOUT, wait(gpu, 4, fences, false, SHORT));
    set(gpu, gate, 1);
    OK(wait(gpu, 4, fences, false, LONG));
    EXPECT(VK_TIMEOUT, wait(gpu, 4, fences, true, SHORT));
    EXPECT(VK_NOT_READY, vkGetFenceStatus(gpu->device, fences[1]));
    set(gpu, gate, 3);
    OK(wait(gpu, 3, fences, true, LONG));
    EXPECT(VK_NOT_READY, vkGetFenceStatus(gpu->device, fences[3]));
    set(gpu, gate, 4);
    OK(wait(gpu, 4, fences, true, LONG));
    OK(vkResetFences(gpu->device, 4, fences));
    EXPECT(VK_NOT_READY, vkGetFenceStatus(gpu->device, fences[2]));
    for (size_t i = 0; i < COUNT(fences); i++) {
        vkDestroyFence(gpu->device, fences[i], NULL);
    }
    vkDestroySemaphore(gpu->device, gate, NULL);
}

/* What a fence tells of is in memory already. */
static void tells_of_what_is_there(Gpu *gpu)
{
    enum { ROUNDS = 60, SIZE = 256 * KIB };
    Buffer *from = buffer_new(gpu, SIZE, IN_HOST);
    Buffer *to = buffer_new(gpu, SIZE, IN_HOST);

    for (int i = 0; i < ROUNDS; i++) {
        VkCommandBuffer commands = commands_begin(gpu);
        VkFence fence = fence_new(gpu, false);

        from->map[SIZE - 1] = i;
        commands_copy(commands, from, to);
        commands_barrier(commands);
        OK(vkEndCommandBuffer(commands));
        commands_submit(gpu, commands, fence);
        while (vkGetFenceStatus(gpu->device, fence) == VK_NOT_READY) {
            continue;
        }
        expect_value(to->map[SIZE - 1], i, "the last byte");
        fence_finish(gpu, fence);
    }
}

/* A fence as a file, which another one is made of */
static void goes_through_a_file(Gpu *gpu)
{
    VkExportFenceCreateInfo exported = {
        .sType = VK_STRUCTURE_TYPE_EXPORT_FENCE_CREATE_INFO,
        .handleTypes = VK_EXTERNAL_FENCE_HANDLE_TYPE_OPAQUE_FD_BIT |
                       VK_EXTERNAL_FENCE_HANDLE_TYPE_SYNC_FD_BIT,
    };
    VkFenceCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO,
        .pNext = &exported,
    };
    VkFenceGetFdInfoKHR get = {
        .sType = VK_STRUCTURE_TYPE_FENCE_GET_FD_INFO_KHR,
    };
    VkImportFenceFdInfoKHR import = {
        .sType = VK_STRUCTURE_TYPE_IMPORT_FENCE_FD_INFO_KHR,
    };
    static const VkExternalFenceHandleTypeFlagBits types[] = {
        VK_EXTERNAL_FENCE_HANDLE_TYPE_OPAQUE_FD_BIT,
        VK_EXTERNAL_FENCE_HANDLE_TYPE_SYNC_FD_BIT,
    };

    NEED(gpu, GetFenceFdKHR);
    for (size_t i = 0; i < COUNT(types); i++) {
        bool is_copy = types[i] == VK_EXTERNAL_FENCE_HANDLE_TYPE_SYNC_FD_BIT;
        VkSemaphore gate = timeline_new(gpu, 0);

        OK(vkCreateFence(gpu->device, &info, NULL, &get.fence));
        submit_behind(gpu, gate, 1, get.fence);
        if (is_copy) {
            /* A file of this kind is of a fence that is to come for certain. */
            set(gpu, gate, 1);
        }
        get.handleType = import.handleType = types[i];
        OK(gpu->GetFenceFdKHR(gpu->device, &get, &import.fd));
        import.fence = fence_new(gpu, false);
        import.flags = is_copy ? VK_FENCE_IMPORT_TEMPORARY_BIT : 0;
        OK(gpu->ImportFenceFdKHR(gpu->device, &import));
        if (!is_copy) {
            EXPECT(VK_TIMEOUT, wait(gpu, 1, &import.fence, true, SHORT));
            set(gpu, gate, 1);
        }
        fence_finish(gpu, import.fence);
        if (is_copy) {
            vkDestroyFence(gpu->device, get.fence, NULL);
        } else {
            fence_finish(gpu, get.fence);
        }
        OK(vkQueueWaitIdle(gpu->queue));
        vkDestroySemaphore(gpu->device, gate, NULL);
    }
}

const Case fence_cases[] = {
    { "as it was made", as_it_was_made },
    { "is reset and signaled again", is_reset_and_signaled_again },
    { "waits for the work before it", waits_for_the_work_before_it },
    { "one of many and all of them", one_of_many_and_all_of_them },
    { "tells of what is there", tells_of_what_is_there },
    { "goes through a file", goes_through_a_file },
    { 0 }
};
