/*
 * Queries: when they have results, and which; and the card's clock.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "areas.h"
#include "pipeline.h"

#define TOP VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT
#define BOTTOM VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT

/* A result and whether it is there */
typedef struct Result {
    uint64_t value, available;
} Result;

static VkQueryPool pool_new(Gpu *gpu, VkQueryType type, uint32_t count,
                            VkQueryPipelineStatisticFlags statistics)
{
    VkQueryPoolCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO,
        .queryType = type,
        .queryCount = count,
        .pipelineStatistics = statistics,
    };
    VkQueryPool pool;

    OK(vkCreateQueryPool(gpu->device, &info, NULL, &pool));
    return pool;
}

/* Results as they are, there or not */
static VkResult look(Gpu *gpu, VkQueryPool pool, uint32_t count,
                     Result *results)
{
    return vkGetQueryPoolResults(gpu->device, pool, 0, count,
                                 count * sizeof(*results), results,
                                 sizeof(*results), VK_QUERY_RESULT_64_BIT |
                                 VK_QUERY_RESULT_WITH_AVAILABILITY_BIT);
}

/* All of them, which have to be there */
static void expect_results(Gpu *gpu, VkQueryPool pool, uint32_t count,
                           Result *results)
{
    OK(look(gpu, pool, count, results));
    for (uint32_t i = 0; i < count; i++) {
        expect_value(results[i].available, 1, "whether a result is there");
    }
}

/* Time stamps */

static void stamps_follow_each_other(Gpu *gpu)
{
    enum { STAMPS = 40 };
    VkQueryPool pool = pool_new(gpu, VK_QUERY_TYPE_TIMESTAMP, STAMPS, 0);
    VkCommandBuffer commands = commands_begin(gpu);
    Buffer *from = buffer_new(gpu, 256 * KIB, IN_DEVICE);
    Buffer *to = buffer_new(gpu, 256 * KIB, IN_DEVICE);
    Result results[STAMPS];

    vkCmdResetQueryPool(commands, pool, 0, STAMPS);
    for (int i = 0; i < STAMPS; i++) {
        vkCmdWriteTimestamp(commands, i & 1 ? BOTTOM : TOP, pool, i);
        commands_copy(commands, from, to);
        commands_barrier(commands);
    }
    commands_run(gpu, commands);
    expect_results(gpu, pool, STAMPS, results);
    for (int i = 1; i < STAMPS; i++) {
        if (results[i].value < results[i - 1].value || !results[i].value) {
            fail("time stamp %d is %llu, and the one before it is %llu", i,
                 (unsigned long long)results[i].value,
                 (unsigned long long)results[i - 1].value);
        }
    }
    vkDestroyQueryPool(gpu->device, pool, NULL);
}

static void results_come_with_the_work(Gpu *gpu)
{
    VkQueryPool pool = pool_new(gpu, VK_QUERY_TYPE_TIMESTAMP, 4, 0);
    VkCommandBuffer commands = commands_begin(gpu);
    Result results[4];
    uint64_t values[4];

    vkResetQueryPool(gpu->device, pool, 0, 4);
    EXPECT(VK_NOT_READY, look(gpu, pool, 4, results));
    vkCmdWriteTimestamp(commands, BOTTOM, pool, 1);
    vkCmdWriteTimestamp(commands, BOTTOM, pool, 2);
    commands_run(gpu, commands);
    EXPECT(VK_NOT_READY, look(gpu, pool, 4, results));
    for (int i = 0; i < 4; i++) {
        expect_value(results[i].available, i == 1 || i == 2,
                     "whether a result is there");
    }
    OK(vkGetQueryPoolResults(gpu->device, pool, 1, 2, 16, values, 8,
                             VK_QUERY_RESULT_64_BIT |
                             VK_QUERY_RESULT_WAIT_BIT));
    expect_value(values[0], results[1].value, "the first one");
    expect_value(values[1], results[2].value, "the second one");
    vkResetQueryPool(gpu->device, pool, 1, 1);
    EXPECT(VK_NOT_READY, look(gpu, pool, 4, results));
    expect_value(results[1].available, 0, "what the host has reset");
    expect_value(results[2].available, 1, "what it hasn't");
    vkDestroyQueryPool(gpu->device, pool, NULL);
}

static void the_card_resets_them(Gpu *gpu)
{
    enum { STAMPS = 64 };
    VkQueryPool pool = pool_new(gpu, VK_QUERY_TYPE_TIMESTAMP, STAMPS, 0);
    Result results[STAMPS];

    for (int round = 0; round < 3; round++) {
        VkCommandBuffer commands = commands_begin(gpu);

        vkCmdResetQueryPool(commands, pool, 0, STAMPS);
        for (int i = round; i < STAMPS; i += 3) {
            vkCmdWriteTimestamp(commands, BOTTOM, pool, i);
        }
        commands_run(gpu, commands);
        EXPECT(VK_NOT_READY, look(gpu, pool, STAMPS, results));
        for (int i = 0; i < STAMPS; i++) {
            expect_value(results[i].available, i % 3 == round,
                         "whether a result is there");
        }
    }
    vkDestroyQueryPool(gpu->device, pool, NULL);
}

/* Half of a result, by a program that wants no more */
static void results_of_32_bits(Gpu *gpu)
{
    VkQueryPool pool = pool_new(gpu, VK_QUERY_TYPE_TIMESTAMP, 1, 0);
    VkCommandBuffer commands = commands_begin(gpu);
    uint32_t halves[3] = { 0, 0, 0x55555555 };
    Result result;

    vkCmdResetQueryPool(commands, pool, 0, 1);
    vkCmdWriteTimestamp(commands, BOTTOM, pool, 0);
    commands_run(gpu, commands);
    expect_results(gpu, pool, 1, &result);
    OK(vkGetQueryPoolResults(gpu->device, pool, 0, 1, 8, halves, 8,
                             VK_QUERY_RESULT_WITH_AVAILABILITY_BIT));
    expect_value(halves[0], (uint32_t)result.value, "the lower half");
    expect_value(halves[1], 1, "whether it is there");
    expect_value(halves[2], 0x55555555, "what lies behind it");
    vkDestroyQueryPool(gpu->device, pool, NULL);
}

/* The host waits for results of what it has just submitted. */
static void the_host_waits_for_them(Gpu *gpu)
{
    VkQueryPool pool = pool_new(gpu, VK_QUERY_TYPE_TIMESTAMP, 1, 0);
    Buffer *from = buffer_new(gpu, 4 * MIB, IN_DEVICE);
    Buffer *to = buffer_new(gpu, 4 * MIB, IN_DEVICE);
    uint64_t last = 0, value;

    for (int i = 0; i < 20; i++) {
        VkCommandBuffer commands = commands_begin(gpu);

        vkResetQueryPool(gpu->device, pool, 0, 1);
        commands_copy(commands, from, to);
        vkCmdWriteTimestamp(commands, BOTTOM, pool, 0);
        OK(vkEndCommandBuffer(commands));
        commands_submit(gpu, commands, VK_NULL_HANDLE);
        OK(vkGetQueryPoolResults(gpu->device, pool, 0, 1, 8, &value, 8,
                                 VK_QUERY_RESULT_64_BIT |
                                 VK_QUERY_RESULT_WAIT_BIT));
        if (value <= last) {
            fail("%llu comes after %llu", (unsigned long long)value,
                 (unsigned long long)last);
        }
        last = value;
        OK(vkQueueWaitIdle(gpu->queue));
    }
    vkDestroyQueryPool(gpu->device, pool, NULL);
}

/* Clocks */

/* The card's time and the host's, at once */
static void read_clocks(Gpu *gpu, uint64_t times[2])
{
    VkCalibratedTimestampInfoEXT infos[2] = {
        { VK_STRUCTURE_TYPE_CALIBRATED_TIMESTAMP_INFO_EXT, NULL,
          VK_TIME_DOMAIN_DEVICE_EXT },
        { VK_STRUCTURE_TYPE_CALIBRATED_TIMESTAMP_INFO_EXT, NULL,
          VK_TIME_DOMAIN_CLOCK_MONOTONIC_EXT },
    };
    uint64_t deviation;

    NEED(gpu, GetCalibratedTimestampsEXT);
    OK(gpu->GetCalibratedTimestampsEXT(gpu->device, 2, infos, times,
                                       &deviation));
}

static void stamps_are_of_the_clock(Gpu *gpu)
{
    VkQueryPool pool = pool_new(gpu, VK_QUERY_TYPE_TIMESTAMP, 1, 0);
    uint64_t before[2], after[2];
    Result result;

    for (int i = 0; i < 10; i++) {
        VkCommandBuffer commands = commands_begin(gpu);

        vkResetQueryPool(gpu->device, pool, 0, 1);
        vkCmdWriteTimestamp(commands, BOTTOM, pool, 0);
        read_clocks(gpu, before);
        commands_run(gpu, commands);
        read_clocks(gpu, after);
        expect_results(gpu, pool, 1, &result);
        if (result.value < before[0] || result.value > after[0]) {
            fail("%llu isn't between %llu and %llu",
                 (unsigned long long)result.value,
                 (unsigned long long)before[0], (unsigned long long)after[0]);
        }
    }
    vkDestroyQueryPool(gpu->device, pool, NULL);
}

/* Within a hundredth, as long as the host reads both at about the same time */
static void clocks_go_alike(Gpu *gpu)
{
    uint64_t first[2], last[2], card, host;

    read_clocks(gpu, first);
    pause_for(4 * NSEC_PER_SEC);
    read_clocks(gpu, last);
    card = last[0] - first[0];
    host = last[1] - first[1];
    if (card < host - host / 100 || card > host + host / 100) {
        fail("in %llu ns of the host's clock the card's counts %llu",
             (unsigned long long)host, (unsigned long long)card);
    }
}

/* Counters */

/* Without anything that is drawn, nothing passes the depth test. */
static void nothing_is_seen(Gpu *gpu)
{
    VkQueryPool pool = pool_new(gpu, VK_QUERY_TYPE_OCCLUSION, 8, 0);
    VkCommandBuffer commands = commands_begin(gpu);
    Result results[8];

    vkCmdResetQueryPool(commands, pool, 0, 8);
    for (int i = 0; i < 8; i++) {
        bool precise = i & 1 && gpu->features.occlusionQueryPrecise;

        vkCmdBeginQuery(commands, pool, i,
                        precise ? VK_QUERY_CONTROL_PRECISE_BIT : 0);
        commands_barrier(commands);
        vkCmdEndQuery(commands, pool, i);
    }
    commands_run(gpu, commands);
    expect_results(gpu, pool, 8, results);
    for (int i = 0; i < 8; i++) {
        expect_value(results[i].value, 0, "what was seen");
    }
    vkDestroyQueryPool(gpu->device, pool, NULL);
}

/*
 * An invocation for each thread of each group, whatever a shader does.
 *
 * It is the driver that adds them up, by a macro at each launch; 26.2 offers
 * the query, and sends no such macro.
 */
static void invocations_are_counted(Gpu *gpu)
{
    enum { WIDTH = 32 };
    VkQueryPool pool;
    VkCommandBuffer commands = commands_begin(gpu);
    Pipeline pipeline = compute_new(gpu, WIDTH);
    uint64_t values[2][2];

    need_before(VK_MAKE_VERSION(26, 2, 0), "counts no invocations");
    if (!gpu->features.pipelineStatisticsQuery) {
        skip("the driver has no such queries");
    }
    pool = pool_new(gpu, VK_QUERY_TYPE_PIPELINE_STATISTICS, 2,
        VK_QUERY_PIPELINE_STATISTIC_INPUT_ASSEMBLY_VERTICES_BIT |
        VK_QUERY_PIPELINE_STATISTIC_COMPUTE_SHADER_INVOCATIONS_BIT);
    vkCmdResetQueryPool(commands, pool, 0, 2);
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE,
                      pipeline.handle);
    vkCmdBeginQuery(commands, pool, 0, 0);
    vkCmdDispatch(commands, 3, 5, 7);
    vkCmdDispatch(commands, 1, 1, 1);
    vkCmdEndQuery(commands, pool, 0);
    vkCmdDispatch(commands, 9, 9, 9);
    vkCmdBeginQuery(commands, pool, 1, 0);
    vkCmdEndQuery(commands, pool, 1);
    commands_run(gpu, commands);
    OK(vkGetQueryPoolResults(gpu->device, pool, 0, 2, sizeof(values), values,
                             sizeof(values[0]), VK_QUERY_RESULT_64_BIT));
    expect_value(values[0][0], 0, "vertices");
    expect_value(values[0][1], (3 * 5 * 7 + 1) * WIDTH, "invocations");
    expect_value(values[1][1], 0, "invocations without any");
    vkDestroyQueryPool(gpu->device, pool, NULL);
    pipeline_free(gpu, &pipeline);
}

const Case query_cases[] = {
    { "stamps follow each other", stamps_follow_each_other },
    { "results come with the work", results_come_with_the_work },
    { "the card resets them", the_card_resets_them },
    { "results of 32 bits", results_of_32_bits },
    { "the host waits for them", the_host_waits_for_them },
    { "stamps are of the clock", stamps_are_of_the_clock },
    { "clocks go alike", clocks_go_alike },
    { "nothing is seen", nothing_is_seen },
    { "invocations are counted", invocations_are_counted },
    { 0 }
};
