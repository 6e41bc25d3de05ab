/*
 * Semaphores and memory that processes share by files.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "areas.h"
#include "peer.h"
#include "timeline.h"

enum {
    STEPS = 40,
    CHAIN_SIZE = (2 * STEPS + 1) * 4,
    SHARED_SIZE = 256 * KIB,
};

/* A semaphore that can be given away */
static VkSemaphore semaphore_new(Gpu *gpu, VkSemaphoreType kind,
                                 VkExternalSemaphoreHandleTypeFlags types)
{
    VkExportSemaphoreCreateInfo exported = {
        .sType = VK_STRUCTURE_TYPE_EXPORT_SEMAPHORE_CREATE_INFO,
        .handleTypes = types,
    };
    VkSemaphoreTypeCreateInfo type = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO,
        .pNext = &exported,
        .semaphoreType = kind,
    };
    VkSemaphoreCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO,
        .pNext = &type,
    };
    VkSemaphore semaphore;

    NEED(gpu, GetSemaphoreFdKHR);
    NEED(gpu, ImportSemaphoreFdKHR);
    OK(vkCreateSemaphore(gpu->device, &info, NULL, &semaphore));
    return semaphore;
}

static VkSemaphore shared_timeline(Gpu *gpu)
{
    return semaphore_new(gpu, VK_SEMAPHORE_TYPE_TIMELINE,
                         VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD_BIT);
}

static void give(Gpu *gpu, int socket, VkSemaphore semaphore,
                 VkExternalSemaphoreHandleTypeFlagBits type)
{
    VkSemaphoreGetFdInfoKHR info = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_GET_FD_INFO_KHR,
        .semaphore = semaphore,
        .handleType = type,
    };
    int file;

    OK(gpu->GetSemaphoreFdKHR(gpu->device, &info, &file));
    give_file(socket, file);
}

static void take(Gpu *gpu, int socket, VkSemaphore semaphore,
                 VkExternalSemaphoreHandleTypeFlagBits type)
{
    VkImportSemaphoreFdInfoKHR info = {
        .sType = VK_STRUCTURE_TYPE_IMPORT_SEMAPHORE_FD_INFO_KHR,
        .semaphore = semaphore,
        .flags = type == VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_SYNC_FD_BIT ?
                 VK_SEMAPHORE_IMPORT_TEMPORARY_BIT : 0,
        .handleType = type,
        .fd = take_file(socket),
    };

    OK(gpu->ImportSemaphoreFdKHR(gpu->device, &info));
}

#define OPAQUE VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD_BIT
#define SYNC VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_SYNC_FD_BIT

/* Memory */

static void answer_with_memory(Gpu *gpu, int socket)
{
    Buffer *buffer = buffer_import(gpu, SHARED_SIZE, take_file(socket));
    uint8_t *bytes = allocate(SHARED_SIZE);

    pattern(bytes, SHARED_SIZE, hear(socket));
    buffer_expect(gpu, buffer, bytes, "what the other process has written");
    buffer_fill(gpu, buffer, 2);
    tell(socket, 2);
    hear(socket);
    free(bytes);
}

static void memory_is_shared(Gpu *gpu)
{
    Buffer *buffer = buffer_new_shared(gpu, SHARED_SIZE);
    uint8_t *bytes = allocate(SHARED_SIZE);
    Peer peer = peer_start("memory");

    buffer_fill(gpu, buffer, 1);
    give_file(peer.socket, buffer_export(gpu, buffer));
    tell(peer.socket, 1);
    pattern(bytes, SHARED_SIZE, hear(peer.socket));
    buffer_expect(gpu, buffer, bytes, "what the other process has answered");
    tell(peer.socket, 0);
    peer_finish(&peer);
    free(bytes);
}

/* Timelines */

/* A step of a chain, between two values of a timeline */
static void submit_step(Gpu *gpu, const Buffer *buffer, VkSemaphore timeline,
                        int step)
{
    submit_between(gpu, (Point) { timeline, step },
                   record_chained(gpu, buffer, step),
                   (Point) { timeline, step + 1 }, NULL);
}

static void do_odd_steps(Gpu *gpu, int socket)
{
    Buffer *buffer = buffer_import(gpu, CHAIN_SIZE, take_file(socket));
    VkSemaphore timeline = shared_timeline(gpu);

    take(gpu, socket, timeline, OPAQUE);
    tell(socket, 0);
    for (int i = 0; i < STEPS; i++) {
        submit_step(gpu, buffer, timeline, 2 * i + 1);
    }
    OK(timeline_wait(gpu, (Point) { timeline, 2 * STEPS }, LONG));
    OK(vkQueueWaitIdle(gpu->queue));
    vkDestroySemaphore(gpu->device, timeline, NULL);
}

/* All steps are submitted before the first is done, here and there. */
static void a_timeline_is_shared(Gpu *gpu)
{
    Buffer *buffer = buffer_new_shared(gpu, CHAIN_SIZE);
    VkSemaphore timeline = shared_timeline(gpu);
    Peer peer = peer_start("odd");
    uint8_t *bytes = allocate(CHAIN_SIZE);

    memset(bytes, 0x5a, 4);
    buffer_write(gpu, buffer, bytes);
    give_file(peer.socket, buffer_export(gpu, buffer));
    give(gpu, peer.socket, timeline, OPAQUE);
    hear(peer.socket);
    for (int i = 0; i < STEPS; i++) {
        submit_step(gpu, buffer, timeline, 2 * i);
    }
    OK(timeline_wait(gpu, (Point) { timeline, 2 * STEPS }, LONG));
    memset(bytes, 0x5a, CHAIN_SIZE);
    buffer_expect(gpu, buffer, bytes, "the chain of two processes");
    peer_finish(&peer);
    vkDestroySemaphore(gpu->device, timeline, NULL);
    free(bytes);
}

static void signal_when_told(Gpu *gpu, int socket)
{
    VkSemaphore timeline = shared_timeline(gpu);

    take(gpu, socket, timeline, OPAQUE);
    tell(socket, 0);
    hear(socket);
    submit_between(gpu, (Point) { 0 }, NULL, (Point) { timeline, 1 }, NULL);
    hear(socket);
    timeline_set(gpu, (Point) { timeline, 3 });
    OK(vkQueueWaitIdle(gpu->queue));
    vkDestroySemaphore(gpu->device, timeline, NULL);
}

/* The card waits for what another process's card signals, then its host. */
static void is_waited_for_before_another_signals_it(Gpu *gpu)
{
    VkSemaphore timeline = shared_timeline(gpu);
    Peer peer = peer_start("signal");

    give(gpu, peer.socket, timeline, OPAQUE);
    hear(peer.socket);
    submit_between(gpu, (Point) { timeline, 1 }, NULL,
                   (Point) { timeline, 2 }, NULL);
    EXPECT(VK_TIMEOUT, timeline_wait(gpu, (Point) { timeline, 2 }, SHORT));
    tell(peer.socket, 0);
    OK(timeline_wait(gpu, (Point) { timeline, 2 }, LONG));
    EXPECT(VK_TIMEOUT, timeline_wait(gpu, (Point) { timeline, 3 }, SHORT));
    tell(peer.socket, 0);
    OK(timeline_wait(gpu, (Point) { timeline, 3 }, LONG));
    peer_finish(&peer);
    OK(vkQueueWaitIdle(gpu->queue));
    vkDestroySemaphore(gpu->device, timeline, NULL);
}

/* Binary ones */

/* What has been signaled is waited for, and answered by the second one. */
static void answer_with_signals(Gpu *gpu, int socket)
{
    VkSemaphore ours = binary_new(gpu), theirs = binary_new(gpu);

    NEED(gpu, ImportSemaphoreFdKHR);
    take(gpu, socket, theirs, OPAQUE);
    take(gpu, socket, ours, OPAQUE);
    for (int i = 0; i < STEPS; i++) {
        hear(socket);
        submit_between(gpu, (Point) { theirs }, NULL, (Point) { ours }, NULL);
        tell(socket, 0);
    }
    OK(vkQueueWaitIdle(gpu->queue));
    hear(socket);
    vkDestroySemaphore(gpu->device, ours, NULL);
    vkDestroySemaphore(gpu->device, theirs, NULL);
}

static void two_binary_ones_are_shared(Gpu *gpu)
{
    VkSemaphore there = semaphore_new(gpu, VK_SEMAPHORE_TYPE_BINARY, OPAQUE);
    VkSemaphore back = semaphore_new(gpu, VK_SEMAPHORE_TYPE_BINARY, OPAQUE);
    Peer peer = peer_start("answer");

    give(gpu, peer.socket, there, OPAQUE);
    give(gpu, peer.socket, back, OPAQUE);
    for (int i = 0; i < STEPS; i++) {
        submit_between(gpu, (Point) { 0 }, NULL, (Point) { there }, NULL);
        tell(peer.socket, 0);
        hear(peer.socket);
        submit_between(gpu, (Point) { back }, NULL, (Point) { 0 }, NULL);
        OK(vkQueueWaitIdle(gpu->queue));
    }
    tell(peer.socket, 0);
    peer_finish(&peer);
    vkDestroySemaphore(gpu->device, there, NULL);
    vkDestroySemaphore(gpu->device, back, NULL);
}

/* Each copy of a signal is for one wait. */
static void wait_for_copies(Gpu *gpu, int socket)
{
    VkSemaphore semaphore = binary_new(gpu);
    VkFence fence;

    NEED(gpu, ImportSemaphoreFdKHR);
    for (int i = 0; i < STEPS; i++) {
        take(gpu, socket, semaphore, SYNC);
        fence = fence_new(gpu, false);
        submit_between(gpu, (Point) { semaphore }, NULL, (Point) { 0 }, fence);
        fence_finish(gpu, fence);
        tell(socket, 0);
    }
    vkDestroySemaphore(gpu->device, semaphore, NULL);
}

static void a_signal_is_given_away(Gpu *gpu)
{
    VkSemaphore semaphore = semaphore_new(gpu, VK_SEMAPHORE_TYPE_BINARY, SYNC);
    Peer peer = peer_start("copies");

    for (int i = 0; i < STEPS; i++) {
        submit_between(gpu, (Point) { 0 }, NULL, (Point) { semaphore }, NULL);
        give(gpu, peer.socket, semaphore, SYNC);
        hear(peer.socket);
    }
    peer_finish(&peer);
    OK(vkQueueWaitIdle(gpu->queue));
    vkDestroySemaphore(gpu->device, semaphore, NULL);
}

/* Its end */

static void wait_for_ever(Gpu *gpu, int socket)
{
    VkSemaphore timeline = shared_timeline(gpu);
    Buffer *buffer = buffer_new(gpu, MIB, IN_DEVICE);
    Buffer *other = buffer_new(gpu, MIB, IN_DEVICE);

    take(gpu, socket, timeline, OPAQUE);
    for (int i = 0; i < STEPS; i++) {
        VkCommandBuffer commands = commands_begin(gpu);

        commands_copy(commands, buffer, other);
        OK(vkEndCommandBuffer(commands));
        commands_submit(gpu, commands, NULL);
    }
    submit_between(gpu, (Point) { timeline, 1 }, NULL, (Point) { timeline, 2 },
                   NULL);
    tell(socket, 0);
    hear(socket);
}

/* One is killed while it copies, and would wait then: ours goes on. */
static void outlives_another(Gpu *gpu)
{
    VkSemaphore timeline = shared_timeline(gpu);
    Buffer *buffer = buffer_new(gpu, MIB, IN_DEVICE);
    uint8_t *bytes = allocate(MIB);
    int status;

    need_copies();
    for (int i = 0; i < 4; i++) {
        Peer peer = peer_start("forever");

        give(gpu, peer.socket, timeline, OPAQUE);
        hear(peer.socket);
        kill(peer.process, SIGKILL);
        waitpid(peer.process, &status, 0);
        close(peer.socket);
        buffer_fill(gpu, buffer, i);
        pattern(bytes, MIB, i);
        buffer_expect(gpu, buffer, bytes, "after the end of process %d", i);
    }
    expect_value(timeline_value(gpu, timeline), 0, "what nobody signaled");
    vkDestroySemaphore(gpu->device, timeline, NULL);
    free(bytes);
}

const Case process_cases[] = {
    { "memory is shared", memory_is_shared },
    { "a timeline is shared", a_timeline_is_shared },
    { "is waited for before another signals it",
      is_waited_for_before_another_signals_it },
    { "two binary ones are shared", two_binary_ones_are_shared },
    { "a signal is given away", a_signal_is_given_away },
    { "outlives another", outlives_another },
    { 0 }
};

const Role process_roles[] = {
    { "memory", answer_with_memory },
    { "odd", do_odd_steps },
    { "signal", signal_when_told },
    { "answer", answer_with_signals },
    { "copies", wait_for_copies },
    { "forever", wait_for_ever },
    { 0 }
};
