/*
 * Tests of the NVIDIA GPU: VGA's ports, as the CPU reaches them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef TESTS_NV_VGA_PORT_H
#define TESTS_NV_VGA_PORT_H

#include "nv-gpu.h"

/**
 * struct NVVgaPort - a way to VGA's ports
 *
 * @read, @write: a byte at @port, an address in I/O space
 */
typedef struct NVVgaPort {
    uint8_t (*read)(NVDev *nv, uint32_t port);
    void (*write)(NVDev *nv, uint32_t port, uint8_t val);
} NVVgaPort;

/** nv_vga_io_port: through I/O space */
extern const NVVgaPort nv_vga_io_port;

/** nv_vga_window: through their image among the CRTC's registers, PRMCIO */
extern const NVVgaPort nv_vga_window;

/**
 * nv_vga_cr_read, nv_vga_cr_write: a register of the CRTC, at 0x3d4
 * @nv: the card
 * @port: the way to it
 * @index: its number
 */
uint8_t nv_vga_cr_read(NVDev *nv, const NVVgaPort *port, uint8_t index);
void nv_vga_cr_write(NVDev *nv, const NVVgaPort *port, uint8_t index,
                     uint8_t val);

#endif /* TESTS_NV_VGA_PORT_H */
