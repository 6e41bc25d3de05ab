/*
 * NVIDIA GPU: I2C ports, and the monitor behind the first
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_DISPLAY_I2C_H
#define HW_NV_DISPLAY_I2C_H

#include "hw/i2c/bitbang_i2c.h"
#include "hw/nv/nv-gpu.h"

/**
 * struct NVI2CPort - two lines that the driver drives bit by bit
 *
 * @bus: the bus on these lines
 * @bits: QEMU's decoder
 * @state: the decoder's state, for snapshots
 */
typedef struct NVI2CPort {
    I2CBus *bus;
    bitbang_i2c_interface bits;
    uint32_t state;
} NVI2CPort;

#define NV_I2C_PORTS 6

void nv_i2c_realize(NVGPU *gpu);
void nv_i2c_reset(NVGPU *gpu);

/** nv_i2c_update_monitor: DDC's answers may change; there must be a monitor */
void nv_i2c_update_monitor(NVGPU *gpu);

/**
 * nv_i2c_drive, nv_i2c_sense: drive and read the lines of a port
 * @gpu: the device
 * @port: number of the port
 * @scl, @sda: the lines
 */
void nv_i2c_drive(NVGPU *gpu, unsigned port, bool scl, bool sda);
void nv_i2c_sense(NVGPU *gpu, unsigned port, bool *scl, bool *sda);

/**
 * nv_i2c_write: handle a write of a CRTC register that drives a port's lines
 * @gpu: the device
 * @index: index of the register
 * @val: its value
 */
void nv_i2c_write(NVGPU *gpu, uint8_t index, uint8_t val);

/**
 * nv_i2c_read: read the lines of a port
 * @gpu: the device
 * @index: index of a CRTC register
 * @val: receives the register's value
 *
 * Returns false if the register isn't one that shows lines.
 */
bool nv_i2c_read(NVGPU *gpu, uint8_t index, uint8_t *val);

extern const VMStateDescription nv_vmstate_i2c;

#endif /* HW_NV_DISPLAY_I2C_H */
