/*
 * Pipelines of shaders that do nothing: see pipeline.h
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "pipeline.h"

/* SPIR-V's opcodes, each with the words of its instruction in the upper half */
enum {
    OP_MEMORY_MODEL = 3 << 16 | 14,
    OP_ENTRY_POINT = 5 << 16 | 15,
    OP_EXECUTION_MODE = 6 << 16 | 16,
    OP_CAPABILITY = 2 << 16 | 17,
    OP_TYPE_VOID = 2 << 16 | 19,
    OP_TYPE_FUNCTION = 3 << 16 | 33,
    OP_FUNCTION = 5 << 16 | 54,
    OP_FUNCTION_END = 1 << 16 | 56,
    OP_LABEL = 2 << 16 | 248,
    OP_RETURN = 1 << 16 | 253,
};

#define SPIRV 0x07230203, 0x00010000, 0, 5, 0
#define SHADER OP_CAPABILITY, 1, OP_MEMORY_MODEL, 0, 1
/* "main" of a kind of shader is function 1 */
#define MAIN(kind) OP_ENTRY_POINT, kind, 1, 0x6e69616d, 0
#define DO_NOTHING \
    OP_TYPE_VOID, 2, OP_TYPE_FUNCTION, 3, 2, OP_FUNCTION, 2, 1, 0, 3, \
    OP_LABEL, 4, OP_RETURN, OP_FUNCTION_END

enum {
    KIND_VERTEX = 0,
    KIND_COMPUTE = 5,
    MODE_LOCAL_SIZE = 17,
};

static VkShaderModule module_new(Gpu *gpu, const uint32_t *words, size_t size)
{
    VkShaderModuleCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
        .codeSize = size,
        .pCode = words,
    };
    VkShaderModule module;

    OK(vkCreateShaderModule(gpu->device, &info, NULL, &module));
    return module;
}

static VkPipelineLayout layout_new(Gpu *gpu)
{
    VkPipelineLayoutCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
    };
    VkPipelineLayout layout;

    OK(vkCreatePipelineLayout(gpu->device, &info, NULL, &layout));
    return layout;
}

static VkPipelineShaderStageCreateInfo stage_of(VkShaderStageFlagBits stage,
                                                VkShaderModule module)
{
    return (VkPipelineShaderStageCreateInfo) {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
        .stage = stage,
        .module = module,
        .pName = "main",
    };
}

Pipeline compute_new(Gpu *gpu, uint32_t width)
{
    const uint32_t words[] = {
        SPIRV, SHADER, MAIN(KIND_COMPUTE),
        OP_EXECUTION_MODE, 1, MODE_LOCAL_SIZE, width, 1, 1,
        DO_NOTHING,
    };
    VkShaderModule module = module_new(gpu, words, sizeof(words));
    Pipeline pipeline = { .layout = layout_new(gpu) };
    VkComputePipelineCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
        .stage = stage_of(VK_SHADER_STAGE_COMPUTE_BIT, module),
        .layout = pipeline.layout,
    };

    OK(vkCreateComputePipelines(gpu->device, VK_NULL_HANDLE, 1, &info, NULL,
                                &pipeline.handle));
    vkDestroyShaderModule(gpu->device, module, NULL);
    return pipeline;
}

Pipeline graphics_new(Gpu *gpu)
{
    static const uint32_t words[] = {
        SPIRV, SHADER, MAIN(KIND_VERTEX), DO_NOTHING,
    };
    VkShaderModule module = module_new(gpu, words, sizeof(words));
    VkPipelineShaderStageCreateInfo stage =
        stage_of(VK_SHADER_STAGE_VERTEX_BIT, module);
    VkPipelineVertexInputStateCreateInfo vertices = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO,
    };
    VkPipelineInputAssemblyStateCreateInfo assembly = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO,
        .topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST,
    };
    VkPipelineRasterizationStateCreateInfo raster = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO,
        .rasterizerDiscardEnable = VK_TRUE,
        .lineWidth = 1,
    };
    VkPipelineRenderingCreateInfo rendering = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_RENDERING_CREATE_INFO,
        .colorAttachmentCount = 1,
        .pColorAttachmentFormats = (VkFormat[]) { VK_FORMAT_R8G8B8A8_UNORM },
    };
    Pipeline pipeline = { .layout = layout_new(gpu) };
    VkGraphicsPipelineCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO,
        .pNext = &rendering,
        .stageCount = 1,
        .pStages = &stage,
        .pVertexInputState = &vertices,
        .pInputAssemblyState = &assembly,
        .pRasterizationState = &raster,
        .layout = pipeline.layout,
    };

    OK(vkCreateGraphicsPipelines(gpu->device, VK_NULL_HANDLE, 1, &info, NULL,
                                 &pipeline.handle));
    vkDestroyShaderModule(gpu->device, module, NULL);
    return pipeline;
}

void pipeline_free(Gpu *gpu, Pipeline *pipeline)
{
    vkDestroyPipeline(gpu->device, pipeline->handle, NULL);
    vkDestroyPipelineLayout(gpu->device, pipeline->layout, NULL);
}
