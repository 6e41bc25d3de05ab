/*
 * NVIDIA GPU: fault injection: the kinds, and the effect of each
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "fault.h"
#include "hw/nv/bus.h"
#include "hw/nv/display.h"
#include "hw/nv/fifo.h"
#include "hw/nv/fifo-regs-nvc0.h"
#include "hw/nv/graph-regs-nv50.h"
#include "hw/nv/graph-regs.h"
#include "hw/nv/machine.h"
#include "hw/nv/memory.h"
#include "hw/nv/vbios.h"
#include "role.h"

/* Methods that PFIFO executes, from NV11 on */
#define NV_MTHD_OBJECT 0x0000
#define NV_MTHD_SEMAPHORE_TRIGGER 0x001c
#define NV_MTHD_NOTIFY_INTR 0x0020
#define NV_MTHD_FLUSH 0x0024
#define NV_MTHD_REF 0x0050
#define NV_MTHD_DMA_SEMAPHORE 0x0060
#define NV_MTHD_SEMAPHORE_OFFSET 0x0064
#define NV_MTHD_SEMAPHORE_RELEASE 0x006c

/* Operations of SEMAPHORE_TRIGGER; 3 would be two of them at once */
#define NV_TRIGGER_MASK 0x7
#define NV_TRIGGER_RELEASE 0x2
#define NV_TRIGGER_WRONG 0x3

/* Invalid values: a handle, a method, a command's type */
#define NV_NO_HANDLE 0xfa11ed00
#define NV_NO_METHOD 0x1ffc
#define NV_NO_COMMAND 0xc0000003
/* A ring's entry without a length; from NVC0 on, with no known operation */
#define NV_NO_ENTRY 0x000000ff
/* A channel that drivers don't use, since it is the last one */
#define NV_NO_CHANNEL 0x7f
/*
 * For EVO: an invalid command, and a method that no class has, as all have
 * theirs from UPDATE on.  (GF119's reach up to 0xffc, for a fourth head.)
 */
#define NV_NO_DISPLAY_COMMAND 0xe0000000
#define NV_NO_DISPLAY_METHOD 0x007c
/* UPDATE of all of EVO's channels, and the code that most reports have */
#define NV_MTHD_DISPLAY_UPDATE 0x0080
#define NV_DISPLAY_CODE 0x05

#define NV_COMMANDS (NV_PROBE_BIT(COMMAND) | NV_PROBE_BIT(METHOD))
#define NV_FENCES (NV_PROBE_BIT(REFERENCE) | NV_PROBE_BIT(RELEASE))
#define NV_MEMORY (NV_PROBE_BIT(MEM_READ) | NV_PROBE_BIT(MEM_WRITE))

/* --- Common to several faults ----------------------------------------- */

/* splitmix64: any seed will do. */
uint64_t nv_fault_random(NVFault *fault)
{
    uint64_t z;

    fault->chance += 0x9e3779b97f4a7c15;
    z = fault->chance;

    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

bool nv_fault_matches(const NVFault *fault, const NVProbe *probe)
{
    return nv_condition_matches(&fault->cond, probe) &&
           (fault->at || !fault->kind->matches ||
            fault->kind->matches(fault, probe));
}

bool nv_fault_is_alone(const NVFault *fault)
{
    const GPtrArray *list = fault->gpu->faults->list;

    for (unsigned i = 0; i < list->len; i++) {
        const NVFault *other = list->pdata[i];

        if (other != fault && other->kind == fault->kind && other->goes_on) {
            return false;
        }
    }
    return true;
}

static NVVerdict nv_fault_drop(NVFault *fault, NVProbe *probe)
{
    return NV_DROP;
}

static NVVerdict nv_fault_wait(NVFault *fault, NVProbe *probe)
{
    probe->until = fault->until;
    return NV_WAIT;
}

/* All waiting operations check again, and go on waiting if they must. */
static void nv_fault_release(NVFault *fault)
{
    nv_probe_release(fault->gpu);
}

/* Keep the flag while another fault of the same kind is active. */
static void nv_fault_clear(NVFault *fault, uint32_t flag)
{
    if (nv_fault_is_alone(fault)) {
        fault->gpu->probes.faulty &= ~flag;
    }
}

/* Cards with page tables; these also have rings of entries. */
static bool nv_fault_has_vm(const NVFault *fault)
{
    return fault->gpu->chip->vm;
}

/* The word that the user asked for, or else @usual */
static uint32_t nv_fault_word(NVFault *fault, uint32_t word, uint32_t usual)
{
    if (fault->value != NV_FAULT_NONE) {
        return fault->value;
    }
    return fault->xor != NV_FAULT_NONE ? word ^ fault->xor : usual;
}

static NVVerdict nv_fault_put_word(NVFault *fault, NVProbe *probe)
{
    uint32_t word = nv_role_get(probe, NV_ROLE_DATA);

    nv_role_set(probe, NV_ROLE_DATA,
                nv_fault_word(fault, word, fault->kind->usual));
    return NV_GO;
}

static NVVerdict nv_fault_put_method(NVFault *fault, NVProbe *probe)
{
    nv_role_set(probe, NV_ROLE_MTHD,
                fault->to != NV_FAULT_NONE ? fault->to : fault->kind->usual);
    return NV_GO;
}

/* By default some bits of the word change. */
static NVVerdict nv_fault_change_bits(NVFault *fault, NVProbe *probe,
                                      uint32_t bits)
{
    uint32_t word = nv_role_get(probe, NV_ROLE_DATA);

    nv_role_set(probe, NV_ROLE_DATA, nv_fault_word(fault, word, word ^ bits));
    return NV_GO;
}

/* --- Accesses by the CPU ---------------------------------------------- */

/* A write arrives at another address of its BAR. */
static NVVerdict nv_fault_stray(NVFault *fault, NVProbe *probe)
{
    probe->mmio.addr = fault->to;
    return NV_GO;
}

static bool nv_fault_is_register(const NVFault *fault, const NVProbe *probe)
{
    return !probe->mmio.bar;
}

/* A read has had its effect on the register when the fault is seen. */
static NVVerdict nv_fault_mmio(NVFault *fault, NVProbe *probe)
{
    bool write = probe->kind == NV_PROBE_MMIO_WRITE;
    NVMmioProbe *mmio = &probe->mmio;
    unsigned shift = mmio->addr % 4 * 8;
    uint32_t answer = nv_mmio_fault(fault->gpu, mmio->addr & ~3ULL, write,
                                    mmio->data << shift, fault->bit);

    if (write) {
        return NV_DROP;
    }
    mmio->data = extract32(nv_fault_word(fault, answer, answer), shift,
                           mmio->size * 8);
    return NV_GO;
}

static bool nv_fault_can_mmio(const NVFault *fault)
{
    uint32_t bits = nv_mmio_fault_bits(fault->gpu);

    return bits && (!fault->bit || bits & BIT(fault->bit));
}

/* --- The interrupt line ----------------------------------------------- */

static bool nv_fault_rises(const NVFault *fault, const NVProbe *probe)
{
    return probe->line.level;
}

static bool nv_fault_falls(const NVFault *fault, const NVProbe *probe)
{
    return !probe->line.level;
}

/* Back to the level that PMC wants */
static void nv_fault_restore_line(NVFault *fault)
{
    nv_pmc_drive_line(fault->gpu, fault->gpu->bus->intx);
}

static NVVerdict nv_fault_raise_line(NVFault *fault, NVProbe *probe)
{
    nv_pmc_drive_line(fault->gpu, true);
    return NV_GO;
}

/* --- Fences ----------------------------------------------------------- */

/* Methods that write a fence; NV84's trigger does so depending on its data. */
static bool nv_fault_is_fence(const NVFault *fault, const NVProbe *probe)
{
    const NVMethodProbe *method = &probe->method;

    return method->mthd == NV_MTHD_REF ||
           method->mthd == NV_MTHD_SEMAPHORE_RELEASE ||
           (method->mthd == NV_MTHD_SEMAPHORE_TRIGGER &&
            (method->data & NV_TRIGGER_MASK) == NV_TRIGGER_RELEASE);
}

static NVVerdict nv_fault_wrong_fence(NVFault *fault, NVProbe *probe)
{
    return nv_fault_change_bits(fault, probe, 1);
}

/* Wait for a value that is never written. */
static NVVerdict nv_fault_wrong_acquire(NVFault *fault, NVProbe *probe)
{
    return nv_fault_change_bits(fault, probe, 0x5aa5a55a);
}

/* --- Pushbuffers ------------------------------------------------------ */

static NVVerdict nv_fault_wrong_word(NVFault *fault, NVProbe *probe)
{
    return nv_fault_change_bits(fault, probe,
                                1u << nv_fault_random(fault) % 32);
}

static bool nv_fault_has_handle(const NVFault *fault, const NVProbe *probe)
{
    uint32_t mthd = probe->method.mthd;

    return mthd == NV_MTHD_OBJECT || mthd == NV_MTHD_DMA_SEMAPHORE ||
           (mthd >= NV_MTHD_HANDLE && mthd < NV_MTHD_HANDLE_END);
}

static bool nv_fault_is_engines(const NVFault *fault, const NVProbe *probe)
{
    return probe->method.mthd >= NV_MTHD_ENGINE;
}

/* The default error is invalid data. */
static NVVerdict nv_fault_refuse(NVFault *fault, NVProbe *probe)
{
    probe->method.error = fault->value != NV_FAULT_NONE ? fault->value
        : fault->gpu->chip->vm ? NV50_DATA_INVALID_VALUE
                               : R_NV_PGRAPH_NSOURCE_DATA_ERROR_SHIFT;
    return NV_DROP;
}

/*
 * NSOURCE's first and last known bit are notifications; from NV41 on a log has
 * another one.  DATA_ERROR has 8 bits.
 */
static bool nv_fault_is_reason(const NVChip *chip, uint64_t value)
{
    if (!chip->vm && value == R_NV_PGRAPH_NSOURCE_UNK22_SHIFT) {
        return chip->mmio;
    }
    return value && value <= (chip->vm ? UINT8_MAX
                                       : R_NV_PGRAPH_NSOURCE_METHOD_CNT_SHIFT);
}

/* Before NV04 there is neither. */
static bool nv_fault_can_refuse(const NVFault *fault)
{
    return fault->gpu->chip->graph &&
           (fault->value == NV_FAULT_NONE ||
            nv_fault_is_reason(fault->gpu->chip, fault->value));
}

static bool nv_fault_is_semaphore(const NVFault *fault, const NVProbe *probe)
{
    return probe->method.mthd == NV_MTHD_SEMAPHORE_OFFSET ||
           probe->method.mthd == NV_MTHD_SEMAPHORE_TRIGGER;
}

static NVVerdict nv_fault_wrong_semaphore(NVFault *fault, NVProbe *probe)
{
    NVMethodProbe *method = &probe->method;

    method->data = nv_fault_word(fault, method->data,
                                 method->mthd == NV_MTHD_SEMAPHORE_TRIGGER
                                     ? NV_TRIGGER_WRONG : UINT32_MAX);
    return NV_GO;
}

/* --- Engines ---------------------------------------------------------- */

/* The channels that the condition selects don't continue. */
static NVVerdict nv_fault_hang(NVFault *fault, NVProbe *probe)
{
    return nv_fault_matches(fault, probe) ? nv_fault_wait(fault, probe) : NV_GO;
}

static NVVerdict nv_fault_be_busy(NVFault *fault, NVProbe *probe)
{
    fault->gpu->probes.faulty |= NV_FAULTY_BUSY;
    return NV_GO;
}

static void nv_fault_be_idle(NVFault *fault)
{
    nv_fault_clear(fault, NV_FAULTY_BUSY);
    nv_fault_release(fault);
}

/* Methods that wait for an engine to be idle */
static NVVerdict nv_fault_await_idle(NVFault *fault, NVProbe *probe)
{
    return nv_fault_is_fence(fault, probe) ||
           probe->method.mthd == NV_MTHD_NOTIFY_INTR ||
           probe->method.mthd == NV_MTHD_FLUSH
        ? nv_fault_wait(fault, probe) : NV_GO;
}

/* Before NV04 no register says whether PGRAPH is busy. */
static bool nv_fault_can_be_busy(const NVFault *fault)
{
    return fault->gpu->chip->graph;
}

/* --- Channels and run lists ------------------------------------------- */

/* Cards with PBDMAs, which check what they load */
static bool nv_fault_has_pbdma(const NVFault *fault)
{
    return fault->gpu->chip->counts && fault->gpu->chip->counts->pbdmas;
}

static NVVerdict nv_fault_keep_lists(NVFault *fault, NVProbe *probe)
{
    fault->gpu->probes.faulty |= NV_FAULTY_LIST;
    return NV_GO;
}

static void nv_fault_take_lists(NVFault *fault)
{
    nv_fault_clear(fault, NV_FAULTY_LIST);
    nvc0_runlist_settle(fault->gpu);
}

/* By default the code that reports of stuck channels have */
static NVVerdict nv_fault_raise_fifo(NVFault *fault, NVProbe *probe)
{
    nvc0_fifo_inject_error(fault->gpu, fault->bit ? fault->bit
                           : R_NVC0_PFIFO_INTR_SCHED_ERROR_SHIFT,
                           nv_fault_word(fault, 0, NVC0_SCHED_NEW_RUNLIST));
    return NV_GO;
}

/* An error's code has 8 bits, if the user has given one. */
static bool nv_fault_is_code(const NVFault *fault)
{
    return fault->value == NV_FAULT_NONE || fault->value <= UINT8_MAX;
}

static bool nv_fault_can_raise_fifo(const NVFault *fault)
{
    return nv_fault_has_pbdma(fault) &&
           (!fault->bit || nvc0_fifo_has_error(fault->bit)) &&
           nv_fault_is_code(fault);
}

/* --- EVO -------------------------------------------------------------- */

static bool nv_fault_has_evo(const NVFault *fault)
{
    return fault->gpu->chip->display && fault->gpu->chip->display->evo;
}

static bool nv_fault_is_display_command(const NVFault *fault,
                                        const NVProbe *probe)
{
    return !probe->display.has_method;
}

static bool nv_fault_is_display_method(const NVFault *fault,
                                       const NVProbe *probe)
{
    return probe->display.has_method;
}

/* Unless the user names another method, it is UPDATE that is refused. */
static bool nv_fault_is_display_update(const NVFault *fault,
                                       const NVProbe *probe)
{
    return probe->display.has_method &&
           (fault->cond.mthd >= 0 ||
            probe->display.mthd == NV_MTHD_DISPLAY_UPDATE);
}

static NVVerdict nv_fault_refuse_update(NVFault *fault, NVProbe *probe)
{
    probe->display.error = nv_fault_word(fault, 0, fault->kind->usual);
    return NV_DROP;
}

/* TRAPPED_ADDR's CODE, and above it its TYPE if it isn't INVALID_STATE */
static bool nv_fault_can_refuse_update(const NVFault *fault)
{
    return nv_fault_has_evo(fault) &&
           (fault->value == NV_FAULT_NONE ||
            (fault->value <= UINT16_MAX &&
             nv_evo_has_error(fault->value & UINT16_MAX)));
}

/* --- PFIFO, PTIMER, falcons ------------------------------------------- */

static NVVerdict nv_fault_keep_channels(NVFault *fault, NVProbe *probe)
{
    fault->gpu->probes.faulty |= NV_FAULTY_KICK;
    return NV_GO;
}

static void nv_fault_kick_channels(NVFault *fault)
{
    nv_fault_clear(fault, NV_FAULTY_KICK);
}

static NVVerdict nv_fault_stop_time(NVFault *fault, NVProbe *probe)
{
    nv_ptimer_stand(fault->gpu, true);
    return NV_GO;
}

static void nv_fault_start_time(NVFault *fault)
{
    if (nv_fault_is_alone(fault)) {
        nv_ptimer_stand(fault->gpu, false);
    }
}

static NVVerdict nv_fault_stop_falcon(NVFault *fault, NVProbe *probe)
{
    return NV_GO;
}

/* The falcon's timer keeps retrying, so it continues once this is over. */
static NVVerdict nv_fault_hold_falcon(NVFault *fault, NVProbe *probe)
{
    return fault->falcon < 0 || fault->falcon == probe->falcon.falcon
        ? NV_DROP : NV_GO;
}

static void nv_fault_start_falcon(NVFault *fault)
{
}

/* Falcons aren't known before the device is realized. */
static bool nv_fault_has_falcon(const NVFault *fault)
{
    return !fault->gpu->regs || fault->gpu->falcons[0];
}

/* --- Video memory ----------------------------------------------------- */

static NVVerdict nv_fault_flip_bits(NVFault *fault, NVProbe *probe)
{
    NVGPU *gpu = fault->gpu;
    uint64_t size = gpu->vram_size;
    uint64_t first = MIN(fault->vram, size - 1);
    uint64_t bytes = fault->bytes ? MIN(fault->bytes, size - first)
                                  : size - first;

    for (uint64_t i = 0; i < fault->bits; i++) {
        uint64_t addr = first + nv_fault_random(fault) % bytes;
        uint8_t *byte = nv_vram_ptr(gpu, addr, 1);

        if (byte) {
            *byte ^= 1 << nv_fault_random(fault) % 8;
            nv_vram_dirty(gpu, addr, 1);
        }
    }
    nv_memory_written(gpu);
    return NV_GO;
}

/* The size isn't known before the device is realized. */
static bool nv_fault_has_bits(const NVFault *fault)
{
    return fault->bits &&
           (!fault->gpu->regs || fault->vram < fault->gpu->vram_size);
}

/* --- The monitor ------------------------------------------------------ */

static bool nv_fault_has_monitor(const NVFault *fault)
{
    return !fault->gpu->regs || nv_monitor_there(fault->gpu);
}

static void nv_fault_set_monitor(NVFault *fault, uint32_t flag, bool set)
{
    if (set) {
        fault->gpu->probes.faulty |= flag;
    } else {
        nv_fault_clear(fault, flag);
    }
    nv_monitor_update(fault->gpu);
}

static NVVerdict nv_fault_silence_ddc(NVFault *fault, NVProbe *probe)
{
    nv_fault_set_monitor(fault, NV_FAULTY_SILENT, true);
    return NV_GO;
}

static void nv_fault_hear_ddc(NVFault *fault)
{
    nv_fault_set_monitor(fault, NV_FAULTY_SILENT, false);
}

static NVVerdict nv_fault_garble_ddc(NVFault *fault, NVProbe *probe)
{
    nv_fault_set_monitor(fault, NV_FAULTY_GARBAGE, true);
    return NV_GO;
}

static void nv_fault_clean_ddc(NVFault *fault)
{
    nv_fault_set_monitor(fault, NV_FAULTY_GARBAGE, false);
}

static NVVerdict nv_fault_unplug(NVFault *fault, NVProbe *probe)
{
    nv_fault_set_monitor(fault, NV_FAULTY_MONITOR, true);
    return NV_GO;
}

static void nv_fault_plug(NVFault *fault)
{
    nv_fault_set_monitor(fault, NV_FAULTY_MONITOR, false);
}

/* --- The bus ---------------------------------------------------------- */

static void nv_fault_update_gone(NVGPU *gpu)
{
    nv_vga_update_gone(gpu);
    nv_prom_update_gone(gpu);
}

/* The card neither responds to accesses nor does anything by itself. */
static NVVerdict nv_fault_go(NVFault *fault, NVProbe *probe)
{
    fault->gpu->probes.faulty |= NV_FAULTY_GONE;
    nv_fault_update_gone(fault->gpu);
    nv_probe_hold(fault->gpu, true);
    nv_pmc_drive_line(fault->gpu, false);
    return NV_GO;
}

static void nv_fault_come(NVFault *fault)
{
    nv_fault_clear(fault, NV_FAULTY_GONE);
    if (!(fault->gpu->probes.faulty & NV_FAULTY_GONE)) {
        nv_fault_update_gone(fault->gpu);
        nv_probe_hold(fault->gpu, false);
        nv_fault_restore_line(fault);
    }
}

/* --- The list --------------------------------------------------------- */

static const NVFaultKind nv_fault_kinds[NV_FAULT_NAME__MAX] = {
    [NV_FAULT_NAME_WRITE_LOST] = {
        .kinds = NV_PROBE_BIT(MMIO_WRITE), .commit = nv_fault_drop,
    },
    [NV_FAULT_NAME_WRITE_WRONG] = {
        .kinds = NV_PROBE_BIT(MMIO_WRITE), .commit = nv_fault_wrong_word,
    },
    [NV_FAULT_NAME_WRITE_STRAYS] = {
        .kinds = NV_PROBE_BIT(MMIO_WRITE), .commit = nv_fault_stray,
    },
    [NV_FAULT_NAME_READ_WRONG] = {
        .kinds = NV_PROBE_BIT(MMIO_READ), .commit = nv_fault_wrong_word,
    },
    [NV_FAULT_NAME_MMIO_FAULT] = {
        .kinds = NV_PROBE_BIT(MMIO_READ) | NV_PROBE_BIT(MMIO_WRITE),
        .matches = nv_fault_is_register, .commit = nv_fault_mmio,
        .possible = nv_fault_can_mmio,
        .needs = "NV41 or later, and a bit that it has",
    },
    [NV_FAULT_NAME_MMIO_FAULT_READ] = {
        .kinds = NV_PROBE_BIT(MMIO_READ), .matches = nv_fault_is_register,
        .commit = nv_fault_mmio, .possible = nv_fault_can_mmio,
        .needs = "NV41 or later, and a bit that it has",
    },
    [NV_FAULT_NAME_MMIO_FAULT_WRITE] = {
        .kinds = NV_PROBE_BIT(MMIO_WRITE), .matches = nv_fault_is_register,
        .commit = nv_fault_mmio, .possible = nv_fault_can_mmio,
        .needs = "NV41 or later, and a bit that it has",
    },

    [NV_FAULT_NAME_INTERRUPT_LOST] = {
        .kinds = NV_PROBE_BIT(INTERRUPT), .matches = nv_fault_rises,
        .commit = nv_fault_drop,
    },
    [NV_FAULT_NAME_INTERRUPT_LATE] = {
        .kinds = NV_PROBE_BIT(INTERRUPT), .matches = nv_fault_rises,
        .commit = nv_fault_drop, .end = nv_fault_restore_line,
        .lasts = SCALE_MS,
    },
    [NV_FAULT_NAME_INTERRUPT_DOUBLED] = {
        .kinds = NV_PROBE_BIT(INTERRUPT), .matches = nv_fault_falls,
        .commit = nv_fault_drop, .end = nv_fault_restore_line,
        .lasts = 100 * SCALE_US,
    },
    [NV_FAULT_NAME_INTERRUPT_SPURIOUS] = {
        .commit = nv_fault_raise_line, .end = nv_fault_restore_line,
        .during = NV_PROBE_BIT(INTERRUPT), .see = nv_fault_drop,
        .lasts = 100 * SCALE_US,
    },

    [NV_FAULT_NAME_FENCE_LOST] = {
        .kinds = NV_FENCES, .commit = nv_fault_drop,
    },
    [NV_FAULT_NAME_FENCE_LATE] = {
        .kinds = NV_PROBE_BIT(METHOD), .matches = nv_fault_is_fence,
        .commit = nv_fault_wait, .lasts = SCALE_MS,
    },
    [NV_FAULT_NAME_FENCE_WRONG] = {
        .kinds = NV_FENCES, .commit = nv_fault_wrong_fence,
    },
    [NV_FAULT_NAME_NOTIFIER_LOST] = {
        .kinds = NV_PROBE_BIT(NOTIFY), .commit = nv_fault_drop,
    },
    [NV_FAULT_NAME_NOTIFIER_WRONG] = {
        .kinds = NV_PROBE_BIT(NOTIFY), .commit = nv_fault_wrong_fence,
    },
    [NV_FAULT_NAME_ACQUIRE_WRONG] = {
        .kinds = NV_PROBE_BIT(ACQUIRE), .commit = nv_fault_wrong_acquire,
    },

    [NV_FAULT_NAME_WORD_WRONG] = {
        .kinds = NV_COMMANDS, .commit = nv_fault_wrong_word,
    },
    [NV_FAULT_NAME_HANDLE_FAILS] = {
        .kinds = NV_PROBE_BIT(METHOD), .matches = nv_fault_has_handle,
        .commit = nv_fault_put_word, .usual = NV_NO_HANDLE,
    },
    [NV_FAULT_NAME_PAGE_FAULT] = {
        .kinds = NV_MEMORY, .commit = nv_fault_drop,
    },
    [NV_FAULT_NAME_PAGE_FAULT_READ] = {
        .kinds = NV_PROBE_BIT(MEM_READ), .commit = nv_fault_drop,
    },
    [NV_FAULT_NAME_PAGE_FAULT_WRITE] = {
        .kinds = NV_PROBE_BIT(MEM_WRITE), .commit = nv_fault_drop,
    },
    [NV_FAULT_NAME_ERROR_COMMAND] = {
        .kinds = NV_PROBE_BIT(COMMAND), .commit = nv_fault_put_word,
        .usual = NV_NO_COMMAND,
    },
    [NV_FAULT_NAME_ERROR_ENTRY] = {
        .kinds = NV_PROBE_BIT(ENTRY_READ), .commit = nv_fault_put_word,
        .usual = NV_NO_ENTRY, .possible = nv_fault_has_vm,
        .needs = "NV50 or later",
    },
    [NV_FAULT_NAME_ERROR_METHOD] = {
        .kinds = NV_PROBE_BIT(METHOD), .matches = nv_fault_is_engines,
        .commit = nv_fault_put_method, .usual = NV_NO_METHOD,
    },
    [NV_FAULT_NAME_ERROR_DATA] = {
        .kinds = NV_PROBE_BIT(METHOD), .matches = nv_fault_is_engines,
        .commit = nv_fault_put_word, .usual = UINT32_MAX,
    },
    [NV_FAULT_NAME_ERROR_GRAPH] = {
        .kinds = NV_PROBE_BIT(CHECK), .commit = nv_fault_refuse,
        .possible = nv_fault_can_refuse,
        .needs = "NV04 or later, and a value that it has",
    },
    [NV_FAULT_NAME_ERROR_SEMAPHORE] = {
        .kinds = NV_PROBE_BIT(METHOD), .matches = nv_fault_is_semaphore,
        .commit = nv_fault_wrong_semaphore,
    },

    [NV_FAULT_NAME_LIST_WRONG] = {
        .kinds = NV_PROBE_BIT(LISTED), .commit = nv_fault_put_word,
        .usual = NV_NO_CHANNEL, .possible = nv_fault_has_vm,
        .needs = "NV50 or later",
    },
    [NV_FAULT_NAME_STATE_WRONG] = {
        .kinds = NV_PROBE_BIT(RAMFC), .commit = nv_fault_wrong_word,
        .possible = nv_fault_has_pbdma, .needs = "NVC0 or later",
    },
    [NV_FAULT_NAME_DISPLAY_COMMAND] = {
        .kinds = NV_PROBE_BIT(DISPLAY), .matches = nv_fault_is_display_command,
        .commit = nv_fault_put_word, .usual = NV_NO_DISPLAY_COMMAND,
        .possible = nv_fault_has_evo, .needs = "a display, and NV50 or later",
    },
    [NV_FAULT_NAME_DISPLAY_METHOD] = {
        .kinds = NV_PROBE_BIT(DISPLAY), .matches = nv_fault_is_display_method,
        .commit = nv_fault_put_method, .usual = NV_NO_DISPLAY_METHOD,
        .possible = nv_fault_has_evo, .needs = "a display, and NV50 or later",
    },
    [NV_FAULT_NAME_DISPLAY_DATA] = {
        .kinds = NV_PROBE_BIT(DISPLAY), .matches = nv_fault_is_display_method,
        .commit = nv_fault_put_word, .usual = UINT32_MAX,
        .possible = nv_fault_has_evo, .needs = "a display, and NV50 or later",
    },
    [NV_FAULT_NAME_DISPLAY_STATE] = {
        .kinds = NV_PROBE_BIT(DISPLAY), .matches = nv_fault_is_display_update,
        .commit = nv_fault_refuse_update, .usual = NV_DISPLAY_CODE,
        .possible = nv_fault_can_refuse_update,
        .needs = "a display, NV50 or later, and an error that it has",
    },

    [NV_FAULT_NAME_ENGINE_HANGS] = {
        .kinds = NV_PROBE_BIT(METHOD), .matches = nv_fault_is_engines,
        .commit = nv_fault_wait, .end = nv_fault_release,
        .during = NV_PROBE_BIT(METHOD), .see = nv_fault_hang,
    },
    [NV_FAULT_NAME_ENGINE_BUSY] = {
        .commit = nv_fault_be_busy, .end = nv_fault_be_idle,
        .during = NV_PROBE_BIT(METHOD), .see = nv_fault_await_idle,
        .possible = nv_fault_can_be_busy, .needs = "NV04 or later",
    },
    [NV_FAULT_NAME_ENGINE_SLOW] = {
        .kinds = NV_PROBE_BIT(METHOD), .matches = nv_fault_is_engines,
        .commit = nv_fault_wait, .lasts = SCALE_MS, .ever = true,
    },
    [NV_FAULT_NAME_KICK_HANGS] = {
        .commit = nv_fault_keep_channels, .end = nv_fault_kick_channels,
        .possible = nv_fault_has_vm, .needs = "NV50 or later",
    },
    [NV_FAULT_NAME_LIST_HANGS] = {
        .commit = nv_fault_keep_lists, .end = nv_fault_take_lists,
        .possible = nv_fault_has_pbdma, .needs = "NVC0 or later",
    },
    [NV_FAULT_NAME_ERROR_SCHEDULER] = {
        .commit = nv_fault_raise_fifo, .possible = nv_fault_can_raise_fifo,
        .needs = "NVC0 or later, a bit with a code, and a code of 8 bits",
    },
    [NV_FAULT_NAME_PTIMER_STANDS] = {
        .commit = nv_fault_stop_time, .end = nv_fault_start_time,
    },
    [NV_FAULT_NAME_FALCON_STOPS] = {
        .commit = nv_fault_stop_falcon, .end = nv_fault_start_falcon,
        .during = NV_PROBE_BIT(FALCON), .see = nv_fault_hold_falcon,
        .possible = nv_fault_has_falcon, .needs = "a falcon",
    },

    [NV_FAULT_NAME_VRAM_FLIPS] = {
        .commit = nv_fault_flip_bits, .possible = nv_fault_has_bits,
        .needs = "bits, and a place within video memory",
    },

    [NV_FAULT_NAME_DDC_SILENT] = {
        .commit = nv_fault_silence_ddc, .end = nv_fault_hear_ddc,
        .possible = nv_fault_has_monitor, .needs = "a monitor",
    },
    [NV_FAULT_NAME_DDC_GARBAGE] = {
        .commit = nv_fault_garble_ddc, .end = nv_fault_clean_ddc,
        .possible = nv_fault_has_monitor, .needs = "a monitor",
    },
    [NV_FAULT_NAME_MONITOR_UNPLUGGED] = {
        .commit = nv_fault_unplug, .end = nv_fault_plug,
        .possible = nv_fault_has_monitor, .needs = "a monitor",
    },
    [NV_FAULT_NAME_VBLANK_LOST] = {
        .kinds = NV_PROBE_BIT(VBLANK), .commit = nv_fault_drop,
    },

    [NV_FAULT_NAME_CARD_GONE] = {
        .commit = nv_fault_go, .end = nv_fault_come, .see = nv_fault_drop,
        .during = NV_PROBE_BIT(MMIO_READ) | NV_PROBE_BIT(MMIO_WRITE) |
                  NV_PROBE_BIT(INTERRUPT) |
                 NV_PROBE_BIT(VBLANK),
    },
};

const NVFaultKind *nv_fault_kind(NvFaultName name)
{
    return &nv_fault_kinds[name];
}
