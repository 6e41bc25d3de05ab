/*
 * NVIDIA GPU: BAR5: the other BARs through I/O ports
 *
 * Source: envytools, docs/hw/bus/bars.rst, "BAR5: G80 indirect memory access".
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/bswap.h"
#include "qemu/cutils.h"
#include "hw/nv/debug.h"
#include "hw/nv/log.h"
#include "bars.h"

#define NV_PORTS_BAR 5
#define NV_PORTS_SIZE 0x80
/* "Only first 0x20 bytes are actually used; the rest are empty." */
#define NV_PORTS_USED 0x20

#define NV_PORT_SIGNATURE 0x2469fdb9

enum {
    NV_PORT_MASTER = 0x00,
    NV_PORT_ENABLE = 0x04,
    /* From here on, an address and data for each window */
    NV_PORT_WINDOW = 0x08,
};

/* By windows: the BAR, and which bits of an address aren't ignored */
static const struct {
    unsigned bar;
    uint32_t mask;
} nv_port_windows[NV_PORT_WINDOWS] = {
    { 0, 0x00fffffc },
    { 1, 0xfffffffc },
    { 3, 0x00fffffc },
};

/* --- Windows ---------------------------------------------------------- */

/* BAR0 as the card itself reaches it, like the port of RMA */
static uint32_t nv_port_load(NVGPU *gpu, unsigned window)
{
    uint32_t addr = gpu->bars->ports.address[window];
    NVBar *bar = &gpu->bars->bar[nv_port_windows[window].bar];
    uint8_t buf[4] = { 0 };

    if (!bar->index) {
        return nv_bar0_read(gpu, addr, 4);
    }
    if (address_space_read(&bar->as, addr, MEMTXATTRS_UNSPECIFIED, buf, 4)) {
        nv_log_unimp(gpu, "I/O port reads BAR%u beyond its end, 0x%08x",
                     bar->index, addr);
    }
    return ldl_le_p(buf);
}

static void nv_port_store(NVGPU *gpu, unsigned window, uint32_t val)
{
    uint32_t addr = gpu->bars->ports.address[window];
    NVBar *bar = &gpu->bars->bar[nv_port_windows[window].bar];
    uint8_t buf[4];

    if (!bar->index) {
        nv_bar0_write(gpu, addr, val, 4);
        return;
    }
    stl_le_p(buf, val);
    if (address_space_write(&bar->as, addr, MEMTXATTRS_UNSPECIFIED, buf, 4)) {
        nv_log_unimp(gpu, "I/O port writes BAR%u beyond its end, 0x%08x",
                     bar->index, addr);
    }
}

/* --- Ports ------------------------------------------------------------ */

static uint32_t nv_port_window_read(NVGPU *gpu, unsigned window, bool data)
{
    const NVPorts *ports = &gpu->bars->ports;

    if (!data) {
        return ports->address[window];
    }
    return ports->enable & 1 ? nv_port_load(gpu, window) : ports->data[window];
}

static void nv_port_window_write(NVGPU *gpu, unsigned window, bool data,
                                 uint32_t val)
{
    NVPorts *ports = &gpu->bars->ports;

    if (!data) {
        ports->address[window] = val & nv_port_windows[window].mask;
    } else if (ports->enable & 1) {
        nv_port_store(gpu, window, val);
    } else {
        ports->data[window] = val;
    }
}

static uint32_t nv_port_read(NVGPU *gpu, hwaddr addr)
{
    const NVPorts *ports = &gpu->bars->ports;

    if (NV_FAULTY(gpu, GONE)) {
        return UINT32_MAX;
    }
    if (addr == NV_PORT_MASTER) {
        return NV_PORT_SIGNATURE;
    }
    if (!ports->on || addr >= NV_PORTS_USED) {
        return UINT32_MAX;
    }
    if (addr == NV_PORT_ENABLE) {
        return ports->enable;
    }
    return nv_port_window_read(gpu, (addr - NV_PORT_WINDOW) / 8, addr & 4);
}

/* "The ports are all treated as 32-bit ports." */
static uint64_t nv_ports_read(void *opaque, hwaddr addr, unsigned size)
{
    return nv_port_read(opaque, addr & ~3ULL) >> (addr % 4 * 8);
}

static void nv_ports_write(void *opaque, hwaddr addr, uint64_t val,
                           unsigned size)
{
    NVGPU *gpu = opaque;
    NVPorts *ports = &gpu->bars->ports;

    if (NV_FAULTY(gpu, GONE) || addr % 4) {
        return;
    }
    if (addr == NV_PORT_MASTER) {
        ports->on = val & 1;
    } else if (!ports->on || addr >= NV_PORTS_USED) {
        return;
    } else if (addr == NV_PORT_ENABLE) {
        ports->enable = val;
    } else {
        nv_port_window_write(gpu, (addr - NV_PORT_WINDOW) / 8, addr & 4, val);
    }
}

static const MemoryRegionOps nv_ports_ops = {
    .read = nv_ports_read,
    .write = nv_ports_write,
    .endianness = DEVICE_LITTLE_ENDIAN,
    .valid = { .min_access_size = 1, .max_access_size = 8 },
    .impl = { .min_access_size = 1, .max_access_size = 4 },
};

/* --- Life ------------------------------------------------------------- */

void nv_ports_reset(NVGPU *gpu)
{
    NVPorts *ports = &gpu->bars->ports;

    ports->on = false;
    ports->enable = 0;
    memset(ports->address, 0, sizeof(ports->address));
    memset(ports->data, 0, sizeof(ports->data));
}

void nv_ports_realize(NVGPU *gpu)
{
    NVPorts *ports = &gpu->bars->ports;

    if (!gpu->chip->pci->ports) {
        return;
    }
    memory_region_init_io(&ports->mr, OBJECT(gpu), &nv_ports_ops, gpu,
                          "nv.ports", NV_PORTS_SIZE);
    /* They lead to registers and memory of the same device. */
    ports->mr.disable_reentrancy_guard = true;
    pci_register_bar(PCI_DEVICE(gpu), NV_PORTS_BAR, PCI_BASE_ADDRESS_SPACE_IO,
                     &ports->mr);
}

static bool nv_ports_needed(void *opaque)
{
    NVGPU *gpu = opaque;
    const NVPorts *ports = &gpu->bars->ports;

    return ports->on || ports->enable ||
           !buffer_is_zero(ports->address, sizeof(ports->address)) ||
           !buffer_is_zero(ports->data, sizeof(ports->data));
}

static int nv_ports_post_load(void *opaque, int version_id)
{
    NVPorts *ports = opaque;

    for (unsigned i = 0; i < NV_PORT_WINDOWS; i++) {
        ports->address[i] &= nv_port_windows[i].mask;
    }
    return 0;
}

static const VMStateDescription nv_vmstate_ports_state = {
    .name = "nv-gpu/ports/state",
    .version_id = 1,
    .minimum_version_id = 1,
    .post_load = nv_ports_post_load,
    .fields = (const VMStateField[]) {
        VMSTATE_BOOL(on, NVPorts),
        VMSTATE_UINT32(enable, NVPorts),
        VMSTATE_UINT32_ARRAY(address, NVPorts, NV_PORT_WINDOWS),
        VMSTATE_UINT32_ARRAY(data, NVPorts, NV_PORT_WINDOWS),
        VMSTATE_END_OF_LIST()
    },
};

static const VMStateDescription nv_vmstate_ports_bars = {
    .name = "nv-gpu/ports/bars",
    .version_id = 1,
    .minimum_version_id = 1,
    .fields = (const VMStateField[]) {
        VMSTATE_STRUCT(ports, NVBars, 1, nv_vmstate_ports_state, NVPorts),
        VMSTATE_END_OF_LIST()
    },
};

const VMStateDescription nv_vmstate_ports = {
    .name = "nv-gpu/ports",
    .version_id = 1,
    .minimum_version_id = 1,
    .needed = nv_ports_needed,
    .fields = (const VMStateField[]) {
        VMSTATE_STRUCT_POINTER(bars, NVGPU, nv_vmstate_ports_bars, NVBars),
        VMSTATE_END_OF_LIST()
    },
};
