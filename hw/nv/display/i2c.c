/*
 * NVIDIA GPU: the I2C ports, and the monitor's DDC
 *
 * Sources: nouveau's nvkm/subdev/i2c/busnv04.c and busnv50.c; VESA's E-EDID
 * standard, release A2 (EDID 1.4).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "i2c.h"
#include "state.h"
#include "hw/i2c/i2c.h"
#include "migration/vmstate.h"
#include "qapi/error.h"
#include "trace/trace-hw_nv.h"

#define NV_I2C_DDC_ADDRESS 0x50
/* Never addressed: reserved */
#define NV_I2C_NO_ADDRESS 0x7f

enum {
    NV_I2C_WRITE_SDA = BIT(4),
    NV_I2C_WRITE_SCL = BIT(5),
    NV_I2C_READ_SCL = BIT(2),
    NV_I2C_READ_SDA = BIT(3),
};

static const struct {
    const char *name;
    uint8_t drive, sense;
} nv_i2c_ports[NV_I2C_PORTS] = {
    { "nv.i2c0", .drive = 0x3f, .sense = 0x3e },
    { "nv.i2c1", .drive = 0x37, .sense = 0x36 },
    { "nv.i2c2" },
    { "nv.i2c3" },
    { "nv.i2c4" },
    { "nv.i2c5" },
};

#define NV_I2C_CRTC_PORTS 2

/* The ports in CRTC registers, and all ports */
static unsigned nv_i2c_crtc_ports(const NVGPU *gpu)
{
    return gpu->chip->display->i2c_ports ? 0 : NV_I2C_CRTC_PORTS;
}

static unsigned nv_i2c_count(const NVGPU *gpu)
{
    return gpu->chip->display->i2c_ports ?: NV_I2C_CRTC_PORTS;
}

/* --- Lines ------------------------------------------------------------ */

/*
 * If a snapshot was taken in the middle of a transfer, no slave takes part in
 * it after loading: QEMU's i2c-ddc doesn't save that it did.
 */
static void nv_i2c_resume(NVI2CPort *port)
{
    if (port->bits.current_addr >= 0 && !i2c_bus_busy(port->bus)) {
        i2c_scan_bus(port->bus, extract32(port->bits.current_addr, 1, 7),
                     false, &port->bus->current_devs);
    }
}

/* SCL goes down first and up last: else data would look like start or stop. */
void nv_i2c_drive(NVGPU *gpu, unsigned i, bool scl, bool sda)
{
    NVI2CPort *port = &gpu->display->i2c[i];

    nv_i2c_resume(port);
    if (!scl) {
        bitbang_i2c_set(&port->bits, BITBANG_I2C_SCL, 0);
    }
    bitbang_i2c_set(&port->bits, BITBANG_I2C_SDA, sda);
    if (scl) {
        bitbang_i2c_set(&port->bits, BITBANG_I2C_SCL, 1);
    }
    trace_nv_i2c_drive(i, scl, sda);
}

/* A line is low if anyone pulls it down; no slave stretches the clock. */
void nv_i2c_sense(NVGPU *gpu, unsigned i, bool *scl, bool *sda)
{
    const NVI2CPort *port = &gpu->display->i2c[i];

    *scl = port->bits.last_clock;
    *sda = port->bits.last_data && port->bits.device_out;
    trace_nv_i2c_sense(i, *scl, *sda);
}

void nv_i2c_write(NVGPU *gpu, uint8_t index, uint8_t val)
{
    for (unsigned i = 0; i < nv_i2c_crtc_ports(gpu); i++) {
        if (nv_i2c_ports[i].drive == index) {
            nv_i2c_drive(gpu, i, val & NV_I2C_WRITE_SCL,
                         val & NV_I2C_WRITE_SDA);
        }
    }
}

bool nv_i2c_read(NVGPU *gpu, uint8_t index, uint8_t *val)
{
    for (unsigned i = 0; i < nv_i2c_crtc_ports(gpu); i++) {
        bool scl, sda;

        if (nv_i2c_ports[i].sense == index) {
            nv_i2c_sense(gpu, i, &scl, &sda);
            *val = (scl ? NV_I2C_READ_SCL : 0) | (sda ? NV_I2C_READ_SDA : 0);
            return true;
        }
    }
    return false;
}

/* --- Monitor ---------------------------------------------------------- */

enum {
    NV_EDID_INPUT = 20,
    NV_EDID_FEATURES = 24,
    NV_EDID_CHECKSUM = 127,
};

/* Byte 20 of an analog monitor: levels of 0.7 V, separate sync lines */
#define NV_EDID_INPUT_SEPARATE_SYNC BIT(3)

/* Byte 24, bits 4:3: an analog monitor's colour type, 0 for monochrome */
#define NV_EDID_FEATURES_COLOR_MASK (3 << 3)
#define NV_EDID_FEATURES_COLOR_RGB (1 << 3)

static void nv_edid_set(uint8_t *edid, unsigned byte, uint8_t val)
{
    edid[NV_EDID_CHECKSUM] += edid[byte] - val;
    edid[byte] = val;
}

/* QEMU's EDID is for DisplayPort, but the card's monitor is on a DAC. */
static void nv_edid_make_analog(uint8_t *edid)
{
    nv_edid_set(edid, NV_EDID_INPUT, NV_EDID_INPUT_SEPARATE_SYNC);
    nv_edid_set(edid, NV_EDID_FEATURES,
                (edid[NV_EDID_FEATURES] & ~NV_EDID_FEATURES_COLOR_MASK) |
                NV_EDID_FEATURES_COLOR_RGB);
}

/*
 * QEMU's i2c-ddc makes its EDID before its properties can be set: replace it by
 * one that the card's properties describe.
 */
static void nv_i2c_plug_monitor(NVGPU *gpu, I2CBus *bus)
{
    I2CSlave *slave = i2c_slave_new(TYPE_I2CDDC, NV_I2C_DDC_ADDRESS);
    I2CDDCState *ddc = I2CDDC(slave);

    qemu_edid_generate(ddc->edid_blob, sizeof(ddc->edid_blob),
                       &gpu->edid);
    nv_edid_make_analog(ddc->edid_blob);
    i2c_slave_realize_and_unref(slave, bus, &error_abort);
    gpu->display->ddc = ddc;
}

/* Applied twice, this restores the data. */
static void nv_i2c_garble(I2CDDCState *ddc)
{
    for (unsigned i = 0; i < sizeof(ddc->edid_blob); i++) {
        ddc->edid_blob[i] ^= 0x5a + i;
    }
}

void nv_i2c_update_monitor(NVGPU *gpu)
{
    NVDisplay *display = gpu->display;
    bool silent = gpu->probes.faulty & (NV_FAULTY_SILENT | NV_FAULTY_MONITOR);
    bool garbled = gpu->probes.faulty & NV_FAULTY_GARBAGE;

    i2c_slave_set_address(I2C_SLAVE(display->ddc),
                          silent ? NV_I2C_NO_ADDRESS : NV_I2C_DDC_ADDRESS);
    if (garbled != display->garbled) {
        nv_i2c_garble(display->ddc);
        display->garbled = garbled;
    }
}

/* --- Life ------------------------------------------------------------- */

void nv_i2c_realize(NVGPU *gpu)
{
    for (unsigned i = 0; i < nv_i2c_count(gpu); i++) {
        NVI2CPort *port = &gpu->display->i2c[i];

        port->bus = i2c_init_bus(DEVICE(gpu), nv_i2c_ports[i].name);
        bitbang_i2c_init(&port->bits, port->bus);
    }
    nv_i2c_plug_monitor(gpu, gpu->display->i2c[0].bus);
}

void nv_i2c_reset(NVGPU *gpu)
{
    for (unsigned i = 0; i < nv_i2c_count(gpu); i++) {
        NVI2CPort *port = &gpu->display->i2c[i];

        i2c_end_transfer(port->bus);
        port->bits.state = STOPPED;
        port->bits.current_addr = -1;
        port->bits.buffer = 0;
        bitbang_i2c_init(&port->bits, port->bus);
    }
}

/* --- Snapshots -------------------------------------------------------- */

static int nv_i2c_pre_save(void *opaque)
{
    NVI2CPort *port = opaque;

    port->state = port->bits.state;
    return 0;
}

/* bitbang_i2c_set() aborts on an invalid state. */
static int nv_i2c_post_load(void *opaque, int version_id)
{
    NVI2CPort *port = opaque;

    if (port->state > SENT_NACK) {
        return -EINVAL;
    }
    port->bits.state = port->state;
    port->bits.last_data = !!port->bits.last_data;
    port->bits.last_clock = !!port->bits.last_clock;
    port->bits.device_out = !!port->bits.device_out;
    return 0;
}

const VMStateDescription nv_vmstate_i2c = {
    .name = "nv-gpu/i2c",
    .version_id = 1,
    .minimum_version_id = 1,
    .pre_save = nv_i2c_pre_save,
    .post_load = nv_i2c_post_load,
    .fields = (const VMStateField[]) {
        VMSTATE_UINT32(state, NVI2CPort),
        VMSTATE_INT32(bits.last_data, NVI2CPort),
        VMSTATE_INT32(bits.last_clock, NVI2CPort),
        VMSTATE_INT32(bits.device_out, NVI2CPort),
        VMSTATE_UINT8(bits.buffer, NVI2CPort),
        VMSTATE_INT32(bits.current_addr, NVI2CPort),
        VMSTATE_END_OF_LIST()
    },
};
