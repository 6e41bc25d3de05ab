/*
 * Commands of other kinds: markers, conditions, launches whose sizes the card
 * reads, and command buffers in command buffers.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <stdlib.h>
#include <string.h>

#include "areas.h"
#include "image.h"
#include "pipeline.h"
#include "render.h"

/* Markers */

static void markers_are_written(Gpu *gpu)
{
    enum { MARKERS = 16 };
    Buffer *buffer = buffer_new(gpu, MARKERS * 4, IN_HOST);
    Buffer *other = buffer_new(gpu, 64 * KIB, IN_DEVICE);
    VkCommandBuffer commands = commands_begin(gpu);
    Pipeline pipeline = compute_new(gpu, 1);
    uint32_t wanted[MARKERS];

    NEED(gpu, CmdWriteBufferMarkerAMD);
    memset(buffer->map, 0, buffer->size);
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE,
                      pipeline.handle);
    for (int i = 0; i < MARKERS; i++) {
        /* Whatever was last, of the three engines' classes */
        switch (i % 3) {
        case 0:
            vkCmdUpdateBuffer(commands, other->handle, 0, 4, &i);
            break;
        case 1:
            vkCmdDispatch(commands, 1, 1, 1);
            break;
        default:
            commands_barrier(commands);
        }
        wanted[i] = 0xfeed0000 + i;
        gpu->CmdWriteBufferMarkerAMD(commands, i & 1 ?
                                     VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT :
                                     VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT,
                                     buffer->handle, i * 4, wanted[i]);
    }
    commands_run(gpu, commands);
    expect_bytes(buffer->map, wanted, sizeof(wanted), "markers");
    pipeline_free(gpu, &pipeline);
}

/* A marker behind a copy tells that the copy is done. */
static void a_marker_follows_the_work(Gpu *gpu)
{
    enum { SIZE = 2 * MIB, ROUNDS = 20 };
    Buffer *marker = buffer_new(gpu, 4, IN_HOST);
    Buffer *from = buffer_new(gpu, SIZE, IN_HOST);
    Buffer *to = buffer_new(gpu, SIZE, IN_HOST);

    NEED(gpu, CmdWriteBufferMarkerAMD);
    for (uint32_t i = 1; i <= ROUNDS; i++) {
        VkCommandBuffer commands = commands_begin(gpu);
        uint64_t end = now() + LONG;

        memset(from->map + SIZE - 1, i, 1);
        commands_copy(commands, from, to);
        commands_barrier(commands);
        gpu->CmdWriteBufferMarkerAMD(commands,
                                     VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT,
                                     marker->handle, 0, i);
        OK(vkEndCommandBuffer(commands));
        commands_submit(gpu, commands, VK_NULL_HANDLE);
        while (__atomic_load_n((uint32_t *)marker->map, __ATOMIC_ACQUIRE) !=
               i) {
            if (now() > end) {
                fail("marker %u doesn't come", i);
            }
        }
        expect_value(to->map[SIZE - 1], i, "the copy's last byte");
        OK(vkQueueWaitIdle(gpu->queue));
    }
}

/* Conditions */

static void begin_condition(Gpu *gpu, VkCommandBuffer commands,
                            const Buffer *buffer, int index, bool inverted)
{
    VkConditionalRenderingBeginInfoEXT info = {
        .sType = VK_STRUCTURE_TYPE_CONDITIONAL_RENDERING_BEGIN_INFO_EXT,
        .buffer = buffer->handle,
        .offset = 4 * index,
        .flags = inverted ? VK_CONDITIONAL_RENDERING_INVERTED_BIT_EXT : 0,
    };

    gpu->CmdBeginConditionalRenderingEXT(commands, &info);
}

/*
 * Of columns that are cleared under conditions, those appear whose condition
 * holds; a copy and a clear of an image are done under any.
 */
static void conditions_hold_or_not(Gpu *gpu)
{
    enum { COLUMNS = 8, WIDTH = 4, HEIGHT = 16 };
    static const uint32_t values[COLUMNS / 2] = { 0, 1, 0x80000000, 0 };
    static const uint8_t texel[] = { 255, 0, 255, 0 };
    VkImageCreateInfo info = image_info(&rgba8, COLUMNS * WIDTH, HEIGHT);
    VkRect2D area = { { 0, 0 }, { COLUMNS * WIDTH, HEIGHT } };
    VkClearAttachment clear = {
        VK_IMAGE_ASPECT_COLOR_BIT, 0, { .color.float32 = { 1, 0, 1, 0 } },
    };
    Buffer *conditions = buffer_new(gpu, sizeof(values), IN_DEVICE);
    Buffer *copy = buffer_new(gpu, sizeof(values), IN_HOST);
    VkCommandBuffer commands;
    Image image;
    Picture picture;
    View view;

    NEED(gpu, CmdBeginConditionalRenderingEXT);
    buffer_write(gpu, conditions, values);
    info.usage |= VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT;
    image = image_new(gpu, &rgba8, &info);
    picture = picture_new(&image, 1);
    image_write(&image, &picture);
    view = view_new(&image, 0, 0, 1);
    commands = commands_begin(gpu);
    render_begin(gpu, commands, &view, 1, area, NULL);
    for (int i = 0; i < COLUMNS; i++) {
        VkClearRect rect = { { { i * WIDTH, 0 }, { WIDTH, HEIGHT } }, 0, 1 };
        bool inverted = i & 1;

        begin_condition(gpu, commands, conditions, i / 2, inverted);
        vkCmdClearAttachments(commands, 1, &clear, 1, &rect);
        gpu->CmdEndConditionalRenderingEXT(commands);
        if (!values[i / 2] == inverted) {
            picture_fill(&picture, (Part) { .at = { i * WIDTH, 0, 0 } },
                         (VkExtent3D) { WIDTH, HEIGHT, 1 }, 1, texel);
        }
    }
    gpu->CmdEndRenderingKHR(commands);
    begin_condition(gpu, commands, conditions, 0, false);
    commands_copy(commands, conditions, copy);
    gpu->CmdEndConditionalRenderingEXT(commands);
    commands_barrier(commands);
    commands_run(gpu, commands);
    image_expect(&image, &picture, "columns");
    expect_bytes(copy->map, values, sizeof(values), "the copy");
    view_free(&view);
    picture_free(&picture);
    image_free(&image);
}

/* What a condition doesn't concern */
static void an_image_is_cleared_under_any(Gpu *gpu)
{
    static const uint8_t texel[] = { 0, 255, 0, 255 };
    VkImageCreateInfo info = image_info(&rgba8, 64, 64);
    VkImageSubresourceRange range = { VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1 };
    VkClearColorValue color = { .float32 = { 0, 1, 0, 1 } };
    Buffer *condition = buffer_new(gpu, 4, IN_HOST);
    VkCommandBuffer commands = commands_begin(gpu);
    Image image;
    Picture picture;

    NEED(gpu, CmdBeginConditionalRenderingEXT);
    memset(condition->map, 0, 4);
    info.usage |= VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT;
    image = image_new(gpu, &rgba8, &info);
    picture = picture_new(&image, 1);
    image_write(&image, &picture);
    begin_condition(gpu, commands, condition, 0, false);
    vkCmdClearColorImage(commands, image.handle, VK_IMAGE_LAYOUT_GENERAL,
                         &color, 1, &range);
    gpu->CmdEndConditionalRenderingEXT(commands);
    commands_barrier(commands);
    commands_run(gpu, commands);
    picture_fill(&picture, (Part) { 0 }, info.extent, 1, texel);
    image_expect(&image, &picture, "the image");
    picture_free(&picture);
    image_free(&image);
}

/* Launches */

/* Update something behind all that was launched: it has to get there. */
static void expect_end(Gpu *gpu, VkCommandBuffer commands)
{
    Buffer *buffer = buffer_new(gpu, 4 * KIB, IN_HOST);
    uint8_t bytes[4 * KIB];

    pattern(bytes, sizeof(bytes), 1);
    commands_barrier(commands);
    vkCmdUpdateBuffer(commands, buffer->handle, 0, sizeof(bytes), bytes);
    commands_barrier(commands);
    commands_run(gpu, commands);
    expect_bytes(buffer->map, bytes, sizeof(bytes), "the update behind");
}

static void groups_are_launched(Gpu *gpu)
{
    VkCommandBuffer commands = commands_begin(gpu);
    Pipeline pipeline = compute_new(gpu, 64);

    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE,
                      pipeline.handle);
    for (uint32_t i = 0; i < 50; i++) {
        vkCmdDispatch(commands, i, i * i, 3);
        commands_barrier(commands);
    }
    vkCmdDispatch(commands, 65535, 7, 1);
    expect_end(gpu, commands);
    pipeline_free(gpu, &pipeline);
}

/* Their number is in memory, and is none at times. */
static void groups_are_launched_by_memory(Gpu *gpu)
{
    enum { LAUNCHES = 40 };
    Buffer *sizes = buffer_new(gpu, LAUNCHES * 12 + 4, IN_HOST);
    VkCommandBuffer commands = commands_begin(gpu);
    Pipeline pipeline = compute_new(gpu, 64);

    for (uint32_t i = 0; i < LAUNCHES * 3; i++) {
        uint32_t size = i % 7 * (i % 5);

        memcpy(sizes->map + 4 + 4 * i, &size, sizeof(size));
    }
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE,
                      pipeline.handle);
    for (int i = 0; i < LAUNCHES; i++) {
        vkCmdDispatchIndirect(commands, sizes->handle, 4 + 12 * i);
    }
    expect_end(gpu, commands);
    pipeline_free(gpu, &pipeline);
}

/* Begin to draw to an image that lives as long as the case. */
static void begin_drawing(Gpu *gpu, VkCommandBuffer commands,
                          const Pipeline *pipeline)
{
    static Image image;
    VkImageCreateInfo info = image_info(&rgba8, 64, 64);
    VkRect2D area = { { 0, 0 }, { 64, 64 } };
    View view;

    info.usage |= VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT;
    image = image_new(gpu, &rgba8, &info);
    view = view_new(&image, 0, 0, 1);
    render_begin(gpu, commands, &view, 1, area, NULL);
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS,
                      pipeline->handle);
}

static void draws_are_launched(Gpu *gpu)
{
    Buffer *indices = buffer_new(gpu, 4 * KIB, IN_HOST);
    VkCommandBuffer commands = commands_begin(gpu);
    Pipeline pipeline = graphics_new(gpu);

    memset(indices->map, 0, indices->size);
    begin_drawing(gpu, commands, &pipeline);
    vkCmdBindIndexBuffer(commands, indices->handle, 0, VK_INDEX_TYPE_UINT16);
    for (uint32_t i = 0; i < 40; i++) {
        vkCmdDraw(commands, 3 * i, i % 4, i, i);
        vkCmdDrawIndexed(commands, 3 * i, i % 4, i, i, i);
    }
    gpu->CmdEndRenderingKHR(commands);
    expect_end(gpu, commands);
    pipeline_free(gpu, &pipeline);
}

static void draws_are_launched_by_memory(Gpu *gpu)
{
    enum { DRAWS = 24, STRIDE = 24 };
    Buffer *indices = buffer_new(gpu, 4 * KIB, IN_HOST);
    Buffer *draws = buffer_new(gpu, DRAWS * STRIDE, IN_HOST);
    VkCommandBuffer commands = commands_begin(gpu);
    Pipeline pipeline = graphics_new(gpu);

    memset(indices->map, 0, indices->size);
    for (int i = 0; i < DRAWS; i++) {
        uint32_t words[5] = { 3 * i, i % 3, 0, 0, 0 };

        memcpy(draws->map + STRIDE * i, words, sizeof(words));
    }
    begin_drawing(gpu, commands, &pipeline);
    vkCmdBindIndexBuffer(commands, indices->handle, 0, VK_INDEX_TYPE_UINT32);
    vkCmdDrawIndirect(commands, draws->handle, 0, DRAWS, STRIDE);
    vkCmdDrawIndirect(commands, draws->handle, STRIDE, 1, 0);
    vkCmdDrawIndexedIndirect(commands, draws->handle, 0, DRAWS, STRIDE);
    gpu->CmdEndRenderingKHR(commands);
    expect_end(gpu, commands);
    pipeline_free(gpu, &pipeline);
}

/* How many draws there are is in memory, too: fewer than there is room for. */
static void draws_are_counted_by_memory(Gpu *gpu)
{
    enum { DRAWS = 24, STRIDE = 20 };
    Buffer *indices = buffer_new(gpu, 4 * KIB, IN_HOST);
    Buffer *draws = buffer_new(gpu, DRAWS * STRIDE, IN_HOST);
    Buffer *count = buffer_new(gpu, 8, IN_HOST);
    VkCommandBuffer commands = commands_begin(gpu);
    Pipeline pipeline = graphics_new(gpu);

    if (!gpu->features_1_2.drawIndirectCount) {
        skip("the driver has no such draws");
    }
    memset(indices->map, 0, indices->size);
    memset(draws->map, 0, draws->size);
    memcpy(count->map, (uint32_t[]) { 5, DRAWS + 3 }, 8);
    begin_drawing(gpu, commands, &pipeline);
    vkCmdBindIndexBuffer(commands, indices->handle, 0, VK_INDEX_TYPE_UINT32);
    for (int i = 0; i < 2; i++) {
        vkCmdDrawIndirectCount(commands, draws->handle, 0, count->handle,
                               4 * i, DRAWS, STRIDE);
        vkCmdDrawIndexedIndirectCount(commands, draws->handle, 0,
                                      count->handle, 4 * i, DRAWS, STRIDE);
    }
    gpu->CmdEndRenderingKHR(commands);
    expect_end(gpu, commands);
    pipeline_free(gpu, &pipeline);
}

/* Command buffers in others */

static VkCommandBuffer secondary_new(Gpu *gpu)
{
    VkCommandBufferAllocateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
        .commandPool = gpu->pool,
        .level = VK_COMMAND_BUFFER_LEVEL_SECONDARY,
        .commandBufferCount = 1,
    };
    VkCommandBufferInheritanceInfo inherited = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_INHERITANCE_INFO,
    };
    VkCommandBufferBeginInfo begin = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
        .flags = VK_COMMAND_BUFFER_USAGE_SIMULTANEOUS_USE_BIT,
        .pInheritanceInfo = &inherited,
    };
    VkCommandBuffer commands;

    OK(vkAllocateCommandBuffers(gpu->device, &info, &commands));
    OK(vkBeginCommandBuffer(commands, &begin));
    return commands;
}

/* One is executed many times, and moves what it finds by a step each time. */
static void one_is_executed_often(Gpu *gpu)
{
    enum { TIMES = 50, STEP = 1 * KIB };
    Buffer *ring = buffer_new(gpu, STEP, IN_DEVICE);
    Buffer *log = buffer_new(gpu, STEP * TIMES, IN_HOST);
    VkCommandBuffer commands = commands_begin(gpu);
    VkCommandBuffer inner = secondary_new(gpu);
    VkBufferCopy region = { .dstOffset = 4, .size = STEP - 4 };
    VkBufferCopy whole = { .size = STEP };
    Buffer *other = buffer_new(gpu, STEP, IN_DEVICE);
    uint32_t *wanted = allocate(STEP * TIMES);

    /* other = ring, one word on; ring = other */
    copy_regions(inner, ring->handle, other->handle, 1, &region);
    commands_barrier(inner);
    copy_regions(inner, other->handle, ring->handle, 1, &whole);
    commands_barrier(inner);
    OK(vkEndCommandBuffer(inner));
    fill_buffer(commands, ring->handle, 0, STEP, 0);
    fill_buffer(commands, other->handle, 0, STEP, 0);
    commands_barrier(commands);
    for (uint32_t i = 0; i < TIMES; i++) {
        uint32_t word = i + 1;

        vkCmdUpdateBuffer(commands, ring->handle, 0, 4, &word);
        commands_barrier(commands);
        whole.dstOffset = i * STEP;
        copy_regions(commands, ring->handle, log->handle, 1, &whole);
        vkCmdExecuteCommands(commands, 1, &inner);
        for (uint32_t j = 0; j <= i; j++) {
            wanted[i * STEP / 4 + j] = i + 1 - j;
        }
    }
    commands_barrier(commands);
    commands_run(gpu, commands);
    expect_bytes(log->map, wanted, STEP * TIMES, "what was seen");
    free(wanted);
}

static void many_are_executed_at_once(Gpu *gpu)
{
    enum { INNER = 32, SIZE = 16 * KIB };
    Buffer *buffer = buffer_new(gpu, INNER * SIZE, IN_HOST);
    VkCommandBuffer commands = commands_begin(gpu);
    VkCommandBuffer inner[INNER];
    uint8_t *wanted = allocate(INNER * SIZE);

    for (int i = 0; i < INNER; i++) {
        inner[i] = secondary_new(gpu);
        fill_buffer(inner[i], buffer->handle, i * SIZE, SIZE,
                    0x01010101u * (i + 1));
        OK(vkEndCommandBuffer(inner[i]));
        memset(wanted + i * SIZE, i + 1, SIZE);
    }
    vkCmdExecuteCommands(commands, INNER, inner);
    commands_barrier(commands);
    commands_run(gpu, commands);
    expect_bytes(buffer->map, wanted, INNER * SIZE, "all of them");
    free(wanted);
}

const Case command_cases[] = {
    { "markers are written", markers_are_written },
    { "a marker follows the work", a_marker_follows_the_work },
    { "conditions hold or not", conditions_hold_or_not },
    { "an image is cleared under any condition",
      an_image_is_cleared_under_any },
    { "groups are launched", groups_are_launched },
    { "groups are launched by memory", groups_are_launched_by_memory },
    { "draws are launched", draws_are_launched },
    { "draws are launched by memory", draws_are_launched_by_memory },
    { "draws are counted by memory", draws_are_counted_by_memory },
    { "one is executed often", one_is_executed_often },
    { "many are executed at once", many_are_executed_at_once },
    { 0 }
};
