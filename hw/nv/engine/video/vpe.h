/*
 * NVIDIA GPU: PVPE, the video engines of NV17:NV20 and of NV30 and later
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_ENGINE_VIDEO_VPE_H
#define HW_NV_ENGINE_VIDEO_VPE_H

#include "hw/nv/bus.h"
#include "hw/nv/nv-gpu.h"
#include "hw/nv/vpe.h"
#include "hw/nv/vpe-regs.h"

/**
 * struct NVVpe - PVPE
 *
 * @regs: its registers, with those of PMPEG and PME, which are all its state
 */
struct NVVpe {
    NVRegFile regs;
};

/**
 * struct NVMpegMethods - methods whose words go to registers
 *
 * @mthd, @count: the methods; @count is 0 at the end of a table
 * @addr: BAR0 address of the first register
 * @mask: bits that the method sets; 0: those that a driver can write
 * @dma: the parameter is a DMA object
 */
typedef struct NVMpegMethods {
    uint16_t mthd;
    uint16_t count;
    uint32_t addr;
    uint32_t mask;
    bool dma;
} NVMpegMethods;

/**
 * struct NVMpegChip - PMPEG as one of PFIFO's engines
 *
 * @class: the class of its objects, which only drivers know
 * @methods: tables of its methods, up to a NULL
 * @enter: tell it that methods of channel @chid come; may be NULL
 * @unload: unload the channel with instance block @block, NV50+
 * @context: offset of the context's DMA object in an instance block, NV50+
 */
struct NVMpegChip {
    uint16_t class;
    const NVMpegMethods *methods[3];
    void (*enter)(NVGPU *gpu, unsigned chid);
    void (*unload)(NVGPU *gpu, uint32_t block);
    uint32_t context;
};

/** nv50_mpeg_enter, nv50_mpeg_unload: for NVMpegChip */
void nv50_mpeg_enter(NVGPU *gpu, unsigned chid);
void nv50_mpeg_unload(NVGPU *gpu, uint32_t block);

/** nv_vpe_update_intr: set PMC's bit by the registers */
void nv_vpe_update_intr(NVGPU *gpu);

#endif /* HW_NV_ENGINE_VIDEO_VPE_H */
