/*
 * Tests of the NVIDIA GPU: VGA's ports, as the CPU reaches them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "nv-vga-port.h"

#define WINDOW 0x601000

static uint8_t io_read(NVDev *nv, uint32_t port)
{
    return qtest_inb(nv->qts, port);
}

static void io_write(NVDev *nv, uint32_t port, uint8_t val)
{
    qtest_outb(nv->qts, port, val);
}

const NVVgaPort nv_vga_io_port = { io_read, io_write };

static uint8_t window_read(NVDev *nv, uint32_t port)
{
    return nv_rd08(nv, WINDOW + port);
}

static void window_write(NVDev *nv, uint32_t port, uint8_t val)
{
    nv_wr08(nv, WINDOW + port, val);
}

const NVVgaPort nv_vga_window = { window_read, window_write };

uint8_t nv_vga_cr_read(NVDev *nv, const NVVgaPort *port, uint8_t index)
{
    port->write(nv, 0x3d4, index);
    return port->read(nv, 0x3d5);
}

void nv_vga_cr_write(NVDev *nv, const NVVgaPort *port, uint8_t index,
                     uint8_t val)
{
    port->write(nv, 0x3d4, index);
    port->write(nv, 0x3d5, val);
}
