/*
 * NVIDIA GPU: falcons: the registers that all of them have
 *
 * Source: envytools, docs/hw/falcon, proc.rst, intr.rst, io.rst.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "falcon.h"
#include "interrupts.h"
#include "memory.h"
#include "processor.h"
#include "state.h"
#include "timer.h"
#include "xfer.h"
#include "hw/nv/bus.h"
#include "hw/nv/engine.h"
#include "hw/nv/falcon-regs.h"
#include "hw/nv/machine.h"
#include "migration/vmstate.h"
#include "trace/trace-hw_nv.h"

/* UC_CAPS2's IO_ADDR_TYPE: addresses without an index */
#define NV_FALCON_IO_SIMPLE 5

/* --- Interrupts ------------------------------------------------------- */

static uint32_t nv_falcon_intr_read(NVGPU *gpu, uint32_t addr)
{
    return nv_falcon_intr(nv_falcon_at(gpu, addr));
}

static const NVFalconMethod *nv_falcon_method(const NVFalcon *falcon)
{
    return &falcon->fifo[falcon->fifo_first % NV_FALCON_FIFO];
}

/* The method at which the program is stays in the FIFO until it is done. */
static void nv_falcon_tell_refused(NVFalcon *falcon, uint32_t intr)
{
    const NVFalconMethod *method = nv_falcon_method(falcon);
    const NVGuestError error = {
        .unit = falcon->chip->regs->unit,
        .what = NV_FALCON_REFUSED,
        .chid = nv_channel_of_block(falcon->gpu, nv_falcon_block(falcon)),
        .subc = FIELD_EX32(method->cmd, NV_FALCON_FIFO_CMD, SUBC),
        .mthd = falcon->fifo_count
            ? FIELD_EX32(method->cmd, NV_FALCON_FIFO_CMD, MTHD) * 4
            : NV_PROBE_NO_METHOD,
        .data = method->data,
        .addr = NV_PROBE_NOWHERE,
        .code = intr,
    };

    if (error.mthd == NV_PROBE_NO_METHOD) {
        nv_guest_error(falcon->gpu, &error, "%s: channel %d: %s", error.unit,
                       error.chid, error.what);
        return;
    }
    nv_guest_error(falcon->gpu, &error, "%s: channel %d subchannel %u method "
                   "0x%04x data 0x%08" PRIx64 ": %s", error.unit, error.chid,
                   error.subc, error.mthd, error.data, error.what);
}

static void nv_falcon_intr_set_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    NVFalcon *falcon = nv_falcon_at(gpu, addr);

    if (val & falcon->chip->refuses) {
        nv_falcon_tell_refused(falcon, val & 0xffff);
    }
    nv_falcon_raise(falcon, val & 0xffff);
    nv_falcon_kick(falcon);
}

static void nv_falcon_intr_clear_write(NVGPU *gpu, uint32_t addr,
                                       uint32_t val)
{
    NVFalcon *falcon = nv_falcon_at(gpu, addr);

    NV_FALCON_R(falcon, NV_FALCON_INTR) &= ~val;
    nv_falcon_update_intr(falcon);
    nv_falcon_kick(falcon);
}

static void nv_falcon_intr_en_set_write(NVGPU *gpu, uint32_t addr,
                                        uint32_t val)
{
    NVFalcon *falcon = nv_falcon_at(gpu, addr);

    NV_FALCON_R(falcon, NV_FALCON_INTR_EN) |= val & 0xffff;
    nv_falcon_update_intr(falcon);
    nv_falcon_kick(falcon);
}

static void nv_falcon_intr_en_clr_write(NVGPU *gpu, uint32_t addr,
                                        uint32_t val)
{
    NVFalcon *falcon = nv_falcon_at(gpu, addr);

    NV_FALCON_R(falcon, NV_FALCON_INTR_EN) &= ~val;
    nv_falcon_update_intr(falcon);
}

static void nv_falcon_intr_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    NVFalcon *falcon = nv_falcon_at(gpu, addr);

    nv_falcon_update_intr(falcon);
    nv_falcon_kick(falcon);
}

/* --- The processor ---------------------------------------------------- */

static void nv_falcon_uc_ctrl_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    NVFalcon *falcon = nv_falcon_at(gpu, addr);

    if (FIELD_EX32(val, NV_FALCON_UC_CTRL, RESET_TLB)) {
        memset(falcon->tlb, 0, sizeof(falcon->tlb));
        nv_falcon_remap(falcon);
    }
    if (FIELD_EX32(val, NV_FALCON_UC_CTRL, START) &&
        falcon->state == NV_FALCON_STOPPED) {
        falcon->pc = NV_FALCON_R(falcon, NV_FALCON_UC_ENTRY);
        falcon->state = NV_FALCON_RUNNING;
        trace_nv_falcon_start(falcon->chip->regs->unit, falcon->pc);
        nv_falcon_kick(falcon);
    }
}

static uint32_t nv_falcon_uc_ctrl_read(NVGPU *gpu, uint32_t addr)
{
    NVFalcon *falcon = nv_falcon_at(gpu, addr);
    uint32_t val = 0;

    val = FIELD_DP32(val, NV_FALCON_UC_CTRL, STOPPED,
                     falcon->state == NV_FALCON_STOPPED);
    return FIELD_DP32(val, NV_FALCON_UC_CTRL, SLEEPING,
                      falcon->state == NV_FALCON_SLEEPING);
}

static uint32_t nv_falcon_uc_caps_read(NVGPU *gpu, uint32_t addr)
{
    const NVFalconChip *chip = nv_falcon_at(gpu, addr)->chip;
    uint32_t val = 0;

    val = FIELD_DP32(val, NV_FALCON_UC_CAPS, CODE_SIZE, chip->code_size >> 8);
    val = FIELD_DP32(val, NV_FALCON_UC_CAPS, DATA_SIZE, chip->data_size >> 8);
    val = FIELD_DP32(val, NV_FALCON_UC_CAPS, FIFO_SIZE, chip->fifo_size);
    return FIELD_DP32(val, NV_FALCON_UC_CAPS, XFER_SLOTS, 8);
}

static uint32_t nv_falcon_uc_caps2_read(NVGPU *gpu, uint32_t addr)
{
    const NVFalcon *falcon = nv_falcon_at(gpu, addr);
    const NVFalconChip *chip = falcon->chip;
    uint32_t val = 0;

    val = FIELD_DP32(val, NV_FALCON_UC_CAPS2, VERSION,
                     nv_falcon_version(falcon));
    val = FIELD_DP32(val, NV_FALCON_UC_CAPS2, CODE_PORTS, 1);
    val = FIELD_DP32(val, NV_FALCON_UC_CAPS2, DATA_PORTS, chip->data_ports);
    val = FIELD_DP32(val, NV_FALCON_UC_CAPS2, VM_PAGES_LOG2,
                     chip->vm_pages_log2);
    return FIELD_DP32(val, NV_FALCON_UC_CAPS2, IO_ADDR_TYPE,
                      chip->unshifted ? NV_FALCON_IO_SIMPLE : 0);
}

static uint32_t nv_falcon_uc_status_read(NVGPU *gpu, uint32_t addr)
{
    NVFalcon *falcon = nv_falcon_at(gpu, addr);
    uint32_t val = R_NV_FALCON_UC_STATUS_XFER_IDLE_MASK |
                   R_NV_FALCON_UC_STATUS_XDST_IDLE_MASK |
                   R_NV_FALCON_UC_STATUS_XDLD_IDLE_MASK;

    val = FIELD_DP32(val, NV_FALCON_UC_STATUS, FIFO_IDLE, !falcon->fifo_count);
    val = FIELD_DP32(val, NV_FALCON_UC_STATUS, CTXSW_IDLE, !falcon->switching);
    val = FIELD_DP32(val, NV_FALCON_UC_STATUS, FLAGS_I0E,
                     extract32(falcon->flags, NV_FALCON_FLAG_IE0, 1));
    val = FIELD_DP32(val, NV_FALCON_UC_STATUS, FLAGS_I1E,
                     extract32(falcon->flags, NV_FALCON_FLAG_IE1, 1));
    return FIELD_DP32(val, NV_FALCON_UC_STATUS, FLAGS_TA,
                      extract32(falcon->flags, NV_FALCON_FLAG_TA, 1));
}

static uint32_t nv_falcon_status_read(NVGPU *gpu, uint32_t addr)
{
    NVFalcon *falcon = nv_falcon_at(gpu, addr);
    uint32_t val = falcon->chip->status ? falcon->chip->status(falcon) : 0;

    return FIELD_DP32(val, NV_FALCON_STATUS, FALCON,
                      falcon->state == NV_FALCON_RUNNING);
}

static uint32_t nv_falcon_uc_sp_read(NVGPU *gpu, uint32_t addr)
{
    return nv_falcon_at(gpu, addr)->sp;
}

static uint32_t nv_falcon_uc_pc_read(NVGPU *gpu, uint32_t addr)
{
    return nv_falcon_at(gpu, addr)->pc;
}

static uint32_t nv_falcon_time_low_read(NVGPU *gpu, uint32_t addr)
{
    return nv_ptimer_now(gpu);
}

static uint32_t nv_falcon_time_high_read(NVGPU *gpu, uint32_t addr)
{
    return nv_ptimer_now(gpu) >> 32;
}

/* --- Memory ----------------------------------------------------------- */

static void nv_falcon_code_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    NVFalcon *falcon = nv_falcon_at(gpu, addr);

    if (nv_falcon_upload(falcon, val)) {
        nv_falcon_kick(falcon);
    }
}

static void nv_falcon_xfer_ctrl_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    NVFalcon *falcon = nv_falcon_at(gpu, addr);

    nv_falcon_xfer(falcon,
                   FIELD_EX32(val, NV_FALCON_XFER_CTRL, MODE),
                   FIELD_EX32(val, NV_FALCON_XFER_CTRL, PORT),
                   NV_FALCON_R(falcon, NV_FALCON_XFER_EXT_BASE),
                   NV_FALCON_R(falcon, NV_FALCON_XFER_EXT_ADDR),
                   NV_FALCON_R(falcon, NV_FALCON_XFER_FALCON_ADDR) & 0xffff,
                   FIELD_EX32(val, NV_FALCON_XFER_CTRL, SIZE));
    nv_falcon_kick(falcon);
}

/* --- Methods and channels from PFIFO ---------------------------------- */

static uint32_t nv_falcon_fifo_data_read(NVGPU *gpu, uint32_t addr)
{
    return nv_falcon_method(nv_falcon_at(gpu, addr))->data;
}

static uint32_t nv_falcon_fifo_cmd_read(NVGPU *gpu, uint32_t addr)
{
    return nv_falcon_method(nv_falcon_at(gpu, addr))->cmd;
}

static uint32_t nv_falcon_fifo_occupied_read(NVGPU *gpu, uint32_t addr)
{
    return nv_falcon_at(gpu, addr)->fifo_count;
}

static void nv_falcon_fifo_ack_write(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    NVFalcon *falcon = nv_falcon_at(gpu, addr);

    if ((val & 1) && falcon->fifo_count) {
        falcon->fifo_first = (falcon->fifo_first + 1) % NV_FALCON_FIFO;
        falcon->fifo_count--;
        nv_falcon_update_intr(falcon);
    }
}

/* --- Registers -------------------------------------------------------- */

static const NVRegInfo nv_falcon_rows[] = {
    NV_ROW(NV_FALCON_INTR_SET, .write = nv_falcon_intr_set_write),
    NV_ROW(NV_FALCON_INTR_CLEAR, .write = nv_falcon_intr_clear_write),
    NV_ROW(NV_FALCON_INTR, .read = nv_falcon_intr_read, .own = 0xffff),
    NV_ROW(NV_FALCON_INTR_MODE, .rw = 0xffff, .reset = NV_FALCON_LEVELS,
           .write = nv_falcon_intr_write),
    NV_ROW(NV_FALCON_INTR_EN_SET, .write = nv_falcon_intr_en_set_write),
    NV_ROW(NV_FALCON_INTR_EN_CLR, .write = nv_falcon_intr_en_clr_write),
    NV_ROW(NV_FALCON_INTR_EN, .own = 0xffff),
    NV_ROW(NV_FALCON_INTR_ROUTING, .rw = UINT32_MAX,
           .write = nv_falcon_intr_write),
    NV_STORAGE(NV_FALCON_PERIODIC_PERIOD),
    NV_ROW(NV_FALCON_PERIODIC_TIME, .read = nv_falcon_timer_read,
           .write = nv_falcon_timer_write, .own = UINT32_MAX),
    NV_ROW(NV_FALCON_PERIODIC_ENABLE, .rw = 1,
           .write = nv_falcon_timer_write),
    NV_ROW(NV_FALCON_TIME_LOW, .read = nv_falcon_time_low_read, .time = true),
    NV_ROW(NV_FALCON_TIME_HIGH, .read = nv_falcon_time_high_read,
           .time = true),
    NV_ROW(NV_FALCON_WATCHDOG_TIME, .read = nv_falcon_timer_read,
           .write = nv_falcon_timer_write, .own = UINT32_MAX),
    NV_ROW(NV_FALCON_WATCHDOG_ENABLE, .rw = 1,
           .write = nv_falcon_timer_write),
    NV_STORAGE(NV_FALCON_SCRATCH0),
    NV_STORAGE(NV_FALCON_SCRATCH1),
    NV_ROW(NV_FALCON_STATUS, .read = nv_falcon_status_read),
    NV_STORAGE(NV_FALCON_SCRATCH2),
    NV_STORAGE(NV_FALCON_SCRATCH3),
    NV_ROW(NV_FALCON_PM_TRIGGER),
    NV_STORAGE(NV_FALCON_PM_MODE),
    NV_ROW(NV_FALCON_UC_CTRL, .read = nv_falcon_uc_ctrl_read,
           .write = nv_falcon_uc_ctrl_write),
    NV_STORAGE(NV_FALCON_UC_ENTRY),
    NV_ROW(NV_FALCON_UC_CAPS, .read = nv_falcon_uc_caps_read),
    NV_ROW(NV_FALCON_UC_BLOCK_ON_FIFO, .rw = 1),
    NV_STORAGE(NV_FALCON_XFER_EXT_BASE),
    NV_STORAGE(NV_FALCON_XFER_FALCON_ADDR),
    NV_ROW(NV_FALCON_XFER_CTRL, .rw = 0x7730,
           .write = nv_falcon_xfer_ctrl_write),
    NV_STORAGE(NV_FALCON_XFER_EXT_ADDR),
    NV_ROW(NV_FALCON_XFER_STATUS),
    NV_ROW(NV_FALCON_UC_STATUS, .read = nv_falcon_uc_status_read),
    NV_ROW(NV_FALCON_UC_CAPS2, .read = nv_falcon_uc_caps2_read),
    NV_ROW(NV_FALCON_TLB_CMD, .rw = 0x3ffffff,
           .write = nv_falcon_tlb_cmd_write),
    NV_ROW(NV_FALCON_TLB_CMD_RES, .own = UINT32_MAX),
    /* Addresses of D[] don't reach the card's registers here. */
    NV_STORAGE(NV_FALCON_UAS_FAULT_STATUS),
    NV_ROW(NV_FALCON_CODE_INDEX, .rw = 0x0300fffc),
    NV_ROW(NV_FALCON_CODE, .read = nv_falcon_code_read,
           .write = nv_falcon_code_write, .acts_on_read = true),
    NV_ROW(NV_FALCON_CODE_VIRT, .rw = 0xffff),
    NV_ROW(NV_FALCON_MEMIF_PORT, .count = NV_FALCON_PORTS, .rw = 0x4700ffff,
           .read = nv_falcon_memif_port_read),
    NV_ROW(NV_FALCON_MEMIF_CHANNEL, .read = nv_falcon_memif_channel_read),
    NV_ROW(NV_FALCON_MEMIF_CTRL, .rw = 0xf0010,
           .reset = R_NV_FALCON_MEMIF_CTRL_IDLE_MASK),
    NV_ROW(NV_FALCON_UC_SP, .read = nv_falcon_uc_sp_read),
    NV_ROW(NV_FALCON_UC_PC, .read = nv_falcon_uc_pc_read),
    /* Registers that bits 7:2 of I[]'s addresses select aren't here. */
    NV_ROW(NV_FALCON_HOST_IO_INDEX, .rw = 0x3f),
    NV_ROW(NV_FALCON_ACCESS_EN, .rw = 3, .write = nv_falcon_intr_write),
    NV_STORAGE(NV_FALCON_CHANNEL_CUR),
    NV_STORAGE(NV_FALCON_CHANNEL_NEXT),
    NV_ROW(NV_FALCON_CHANNEL_CMD),
    NV_ROW(NV_FALCON_FIFO_DATA, .read = nv_falcon_fifo_data_read),
    NV_ROW(NV_FALCON_FIFO_CMD, .read = nv_falcon_fifo_cmd_read),
    NV_ROW(NV_FALCON_FIFO_OCCUPIED, .read = nv_falcon_fifo_occupied_read),
    NV_ROW(NV_FALCON_FIFO_ACK, .write = nv_falcon_fifo_ack_write),
    NV_ROW(NV_FALCON_FIFO_LIMIT, .rw = 0x1f, .reset = NV_FALCON_FIFO),
};

/* At their offsets from a falcon's base */
const NVRegBlock nv_falcon_regs = NV_REG_BLOCK(
    "falcon", 0, 0x1000, nv_falcon_rows);

static const NVRegInfo nvc0_falcon_rows[] = {
    NV_ROW(NV_FALCON_VM_SUPERVISOR, .rw = 1),
    NV_ROW(NVC0_FALCON_MEMIF_PORT, .count = NV_FALCON_PORTS, .rw = 0xf337),
};

const NVRegBlock nvc0_falcon_regs = NV_REG_BLOCK(
    "falcon", 0, 0x1000, nvc0_falcon_rows, .parent = &nv_falcon_regs);

/* --- Life ------------------------------------------------------------- */

void nv_falcon_init(NVGPU *gpu, NVFalcon *falcon, const NVFalconChip *chip)
{
    unsigned i = 0;

    while (gpu->falcons[i]) {
        i++;
        assert(i < NV_FALCONS);
    }
    gpu->falcons[i] = falcon;
    falcon->gpu = gpu;
    falcon->chip = chip;
    nv_regs_init(gpu, &falcon->regs, chip->regs);
    nv_falcon_processor_init(falcon);
    nv_falcon_timers_init(falcon);
}

void nv_falcon_exit(NVFalcon *falcon)
{
    nv_falcon_timers_exit(falcon);
    nv_falcon_processor_exit(falcon);
    nv_regs_exit(&falcon->regs);
    /* The other falcons are freed with the card, and not used until then. */
    memset(falcon->gpu->falcons, 0, sizeof(falcon->gpu->falcons));
}

void nv_falcon_reset(NVFalcon *falcon)
{
    nv_regs_reset(&falcon->regs);
    nv_falcon_processor_reset(falcon);
    /* It scrubs its memories: PDAEMON's driver waits for that. */
    memset(falcon->code, 0, sizeof(falcon->code));
    memset(falcon->data, 0, sizeof(falcon->data));
    memset(falcon->tlb, 0, sizeof(falcon->tlb));
    nv_falcon_remap(falcon);
    memset(falcon->fifo, 0, sizeof(falcon->fifo));
    falcon->fifo_first = falcon->fifo_count = 0;
    falcon->switching = false;
    nv_falcon_timers_reset(falcon);
    nv_falcon_update_intr(falcon);
}

static uint32_t nv_falcon_address(const NVFalcon *falcon, uint32_t addr)
{
    return addr & ((NV_FALCON_PAGE << falcon->chip->vm_pages_log2) - 1);
}

bool nv_falcon_post_load(NVFalcon *falcon)
{
    if (falcon->state >= NV_FALCON_STATES ||
        falcon->fifo_first >= NV_FALCON_FIFO ||
        falcon->fifo_count > NV_FALCON_FIFO) {
        return false;
    }
    falcon->pc = nv_falcon_address(falcon, falcon->pc);
    falcon->sp &= (pow2ceil(falcon->chip->data_size) - 1) & ~3;
    if (!nv_timers_loaded(falcon->gpu)) {
        falcon->spins = 0;
    }
    nv_falcon_remap(falcon);
    nv_falcon_timers_post_load(falcon);
    nv_falcon_update_intr(falcon);
    nv_falcon_schedule(falcon);
    return true;
}

static const VMStateDescription nv_vmstate_falcon_page = {
    .name = "nv-gpu/falcon/page",
    .version_id = 1,
    .minimum_version_id = 1,
    .fields = (const VMStateField[]) {
        VMSTATE_UINT16(virt, NVFalconPage),
        VMSTATE_UINT8(flags, NVFalconPage),
        VMSTATE_END_OF_LIST()
    },
};

static const VMStateDescription nv_vmstate_falcon_method = {
    .name = "nv-gpu/falcon/method",
    .version_id = 1,
    .minimum_version_id = 1,
    .fields = (const VMStateField[]) {
        VMSTATE_UINT32(cmd, NVFalconMethod),
        VMSTATE_UINT32(data, NVFalconMethod),
        VMSTATE_END_OF_LIST()
    },
};

static bool nv_falcon_faulted_needed(void *opaque)
{
    const NVFalcon *falcon = opaque;

    return falcon->faulted;
}

static const VMStateDescription nv_vmstate_falcon_faulted = {
    .name = "nv-gpu/falcon/faulted",
    .version_id = 1,
    .minimum_version_id = 1,
    .needed = nv_falcon_faulted_needed,
    .fields = (const VMStateField[]) {
        VMSTATE_BOOL(faulted, NVFalcon),
        VMSTATE_END_OF_LIST()
    },
};

static bool nv_falcon_schedule_needed(void *opaque)
{
    const NVFalcon *falcon = opaque;

    /* A card with fewer GPCs than there can be has state for all of them. */
    return falcon->gpu && nv_machine_repeats(falcon->gpu);
}

static const VMStateDescription nv_vmstate_falcon_schedule = {
    .name = "nv-gpu/falcon/schedule",
    .version_id = 1,
    .minimum_version_id = 1,
    .needed = nv_falcon_schedule_needed,
    .fields = (const VMStateField[]) {
        VMSTATE_UINT32(spins, NVFalcon),
        VMSTATE_END_OF_LIST()
    },
};

/* State that a stream may lack gets its default first. */
static int nv_falcon_pre_load(void *opaque)
{
    NVFalcon *falcon = opaque;

    falcon->faulted = false;
    return 0;
}

/* The registers are saved with the device's. */
const VMStateDescription nv_vmstate_falcon = {
    .name = "nv-gpu/falcon",
    .version_id = 1,
    .minimum_version_id = 1,
    .pre_load = nv_falcon_pre_load,
    .fields = (const VMStateField[]) {
        VMSTATE_UINT8(state, NVFalcon),
        VMSTATE_UINT32_ARRAY(r, NVFalcon, 16),
        VMSTATE_UINT32_ARRAY(iv, NVFalcon, 2),
        VMSTATE_UINT32(tv, NVFalcon),
        VMSTATE_UINT32(sp, NVFalcon),
        VMSTATE_UINT32(pc, NVFalcon),
        VMSTATE_UINT32(xcbase, NVFalcon),
        VMSTATE_UINT32(xdbase, NVFalcon),
        VMSTATE_UINT32(flags, NVFalcon),
        VMSTATE_UINT32(xtargets, NVFalcon),
        VMSTATE_UINT32(tstatus, NVFalcon),
        VMSTATE_BUFFER(code, NVFalcon),
        VMSTATE_BUFFER(data, NVFalcon),
        VMSTATE_STRUCT_ARRAY(tlb, NVFalcon, NV_FALCON_PAGES, 1,
                             nv_vmstate_falcon_page, NVFalconPage),
        VMSTATE_STRUCT_ARRAY(fifo, NVFalcon, NV_FALCON_FIFO, 1,
                             nv_vmstate_falcon_method, NVFalconMethod),
        VMSTATE_UINT8(fifo_first, NVFalcon),
        VMSTATE_UINT8(fifo_count, NVFalcon),
        VMSTATE_BOOL(switching, NVFalcon),
        VMSTATE_STRUCT(periodic, NVFalcon, 1, nv_vmstate_falcon_timer,
                       NVFalconTimer),
        VMSTATE_STRUCT(watchdog, NVFalcon, 1, nv_vmstate_falcon_timer,
                       NVFalconTimer),
        VMSTATE_END_OF_LIST()
    },
    .subsections = (const VMStateDescription *const[]) {
        &nv_vmstate_falcon_faulted,
        &nv_vmstate_falcon_schedule,
        NULL
    },
};
