/*
 * NVIDIA GPU: the PCI device
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/cutils.h"
#include "qemu/module.h"
#include "qapi/error.h"
#include "bars.h"
#include "hw/nv/ce.h"
#include "hw/nv/compat.h"
#include "hw/nv/debug.h"
#include "hw/nv/display.h"
#include "hw/nv/falcon.h"
#include "hw/nv/fifo.h"
#include "hw/nv/fifo-inspect.h"
#include "hw/nv/graph.h"
#include "hw/nv/bus.h"
#include "hw/nv/nv-gpu.h"
#include "hw/nv/vbios.h"
#include "hw/nv/vpe.h"
#include "migration/vmstate.h"

/*
 * In the order in which they are created and reset: the display
 * allocates video memory.
 */
static const NVUnit *const nv_units[] = {
    &nv_unit_pmc,
    &nv_unit_pbus,
    &nv_unit_ptimer,
    &nv_unit_pstraps,
    &nv_unit_pfb,
    &nv_unit_display,
    &nv_unit_prom,
    &nv_unit_pramin,
    &nv_unit_pfifo,
    &nv_unit_user,
    &nv_unit_pgraph,
    &nv_unit_pvpe,
    NULL
};

/* --- BAR0 without a unit ---------------------------------------------- */

/*
 * Drivers save, restore and initialize many registers that mean nothing to
 * the front end: keep what they write.
 */
static const NVRegBlock nv_unmodelled_block = {
    .unit = "unmodelled", .base = 0, .size = NV_BAR0_SIZE,
};

/* --- Snapshots -------------------------------------------------------- */

static int nv_gpu_pre_save(void *opaque)
{
    nv_bars_settle(opaque);
    return 0;
}

static int nv_gpu_pre_load(void *opaque)
{
    NVGPU *gpu = opaque;

    gpu->timers.loaded = false;
    gpu->irq = (NVIrq) { };
    nv_ports_reset(gpu);
    gpu->half_loaded = true;
    gpu->held.arrive = NULL;
    nv_pcipher_pre_load_gpu(gpu);
    nv_ce_pre_load_gpu(gpu);
    nv_bars_reset(gpu);
    return 0;
}

static int nv_gpu_post_load(void *opaque, int version_id)
{
    NVGPU *gpu = opaque;
    const NVUnit *const *units = gpu->units;

    nv_pci_loaded(gpu);
    nv_machine_loaded_irq(gpu);
    for (unsigned i = 0; units[i]; i++) {
        if (units[i]->post_load && !units[i]->post_load(gpu, version_id)) {
            return -EINVAL;
        }
    }
    nv_bars_update_endian(gpu);
    nv_bars_update_asleep(gpu);
    nv_timers_settle(gpu);
    gpu->half_loaded = false;
    return 0;
}

static bool nv_gpu_has_units(void *opaque, int version_id)
{
    return version_id >= 2;
}

/* Fauxveau 0.1 wrote all registers as one list. */
static bool nv_gpu_has_list(void *opaque, int version_id)
{
    return version_id < 2;
}

/* Before version 3, all cards were conventional PCI devices. */
static bool nv_gpu_is_of_bus(void *opaque, int version_id)
{
    return version_id >= 3 || !pci_is_express(PCI_DEVICE(opaque));
}

static bool nv_gpu_has_pbdmas(void *opaque, int version_id)
{
    return nv_fifo_pbdmas(opaque);
}

static bool nv_gpu_has_cache1(void *opaque, int version_id)
{
    return !nv_fifo_pbdmas(opaque);
}

static bool nv_gpu_has_graph(void *opaque, int version_id)
{
    const NVGPU *gpu = opaque;

    return gpu->graph;
}

static const VMStateDescription nv_vmstate_gpu = {
    .name = TYPE_NV_GPU,
    .version_id = 3,
    .minimum_version_id = 1,
    .pre_save = nv_gpu_pre_save,
    .pre_load = nv_gpu_pre_load,
    .post_load = nv_gpu_post_load,
    .fields = (const VMStateField[]) {
        VMSTATE_VALIDATE("it is of a conventional PCI device (x-pcie=off)",
                         nv_gpu_is_of_bus),
        VMSTATE_PCI_DEVICE(parent_obj, NVGPU),
        VMSTATE_STRUCT_POINTER_TEST(regs_saved, NVGPU, nv_gpu_has_units,
                                    nv_vmstate_regs_saved, NVRegsSaved),
        VMSTATE_SINGLE_TEST(regs, NVGPU, nv_gpu_has_list, 1,
                            nv_vmstate_info_regs_list, uint32_t *),
        VMSTATE_STRUCT(report, NVGPU, 1, nv_vmstate_report, NVReport),
        VMSTATE_STRUCT_POINTER(bus, NVGPU, nv_vmstate_bus, NVBus),
        VMSTATE_STRUCT(vm, NVGPU, 1, nv_vmstate_vm, NVVmState),
        VMSTATE_STRUCT_POINTER_TEST(fifo, NVGPU, nv_gpu_has_cache1,
                                    nv_vmstate_cache1, NVFifo),
        VMSTATE_STRUCT_POINTER_TEST(fifo, NVGPU, nv_gpu_has_pbdmas,
                                    nv_vmstate_pbdmas, NVFifo),
        VMSTATE_STRUCT_POINTER_TEST(graph, NVGPU, nv_gpu_has_graph,
                                    nv_vmstate_graph, NVGraph),
        VMSTATE_STRUCT_POINTER(display, NVGPU, nv_vmstate_display, NVDisplay),
        VMSTATE_END_OF_LIST()
    },
    .subsections = (const VMStateDescription *const[]) {
        &nv_vmstate_pcopy,
        &nv_vmstate_pce1,
        &nv_vmstate_pcipher,
        &nv_vmstate_pdaemon,
        &nv_vmstate_ctxctl,
        &nv_vmstate_ce0,
        &nv_vmstate_ce1,
        &nv_vmstate_ce2,
        &nv_vmstate_probes,
        &nv_vmstate_timers,
        &nv_vmstate_held_write,
        &nv_vmstate_ports,
        &nv_vmstate_irq,
        NULL
    },
};

/* --- Life ------------------------------------------------------------- */

static bool nv_gpu_check_vram(NVGPU *gpu, Error **errp)
{
    const NVChip *chip = gpu->chip;
    uint64_t least = chip->vram_min ? chip->vram_min : 16 * MiB;

    if (!gpu->vram_size) {
        gpu->vram_size = chip->vram_default;
    }
    if (!is_power_of_2(gpu->vram_size) || gpu->vram_size < least ||
        gpu->vram_size > chip->vram_max) {
        g_autofree char *min = size_to_str(least);
        g_autofree char *max = size_to_str(chip->vram_max);

        error_setg(errp, "vram must be a power of two from %s to %s", min,
                   max);
        return false;
    }
    return true;
}

/* A card without its display engine can't be a VGA card. */
static bool nv_gpu_check_display(NVGPU *gpu, Error **errp)
{
    const NVDisplayChip *display = gpu->chip->display;

    if (gpu->chip->counts && !gpu->chip->counts->heads) {
        gpu->has_display = false;
    }
    if (gpu->has_display) {
        return true;
    }
    if (!display || !display->evo) {
        error_setg(errp, "only cards from NV50 on can do without display");
        return false;
    }
    pci_config_set_class(PCI_DEVICE(gpu)->config, PCI_CLASS_DISPLAY_3D);
    return true;
}

/* Undo what the first @count units have realized. */
static void nv_gpu_unrealize(NVGPU *gpu, unsigned count)
{
    while (count--) {
        nv_unit_exit(gpu, gpu->units[count]);
    }
    nv_regs_exit(&gpu->unmodelled);
    nv_report_exit(gpu);
    nv_log_forget(gpu);
    nv_regs_destroy(gpu);
}

static void nv_gpu_reset_hold(Object *obj, ResetType type)
{
    NVGPU *gpu = NV_GPU(obj);

    gpu->half_loaded = false;
    nv_bars_reset(gpu);
    nv_ports_reset(gpu);
    nv_regs_reset(&gpu->unmodelled);
    nv_probes_reset(gpu);
    nv_checker_reset(gpu);
    for (unsigned i = 0; gpu->units[i]; i++) {
        nv_unit_reset(gpu, gpu->units[i]);
    }
    nv_bars_update_endian(gpu);
    nv_vbios_post(gpu);
    nv_debug_reset(gpu);
    nv_machine_reset_irq(gpu);
    nv_bars_wake(gpu);
}

/*
 * What a refused stream has changed isn't checked, and after a snapshot that
 * can't be loaded the user may let the machine go on.
 */
static void nv_gpu_resume(void *opaque)
{
    NVGPU *gpu = opaque;

    if (gpu->half_loaded) {
        nv_gpu_reset_hold(OBJECT(gpu), RESET_TYPE_COLD);
    }
}

static bool nv_gpu_realize_units(NVGPU *gpu, Error **errp)
{
    for (unsigned i = 0; gpu->units[i]; i++) {
        if (!nv_unit_realize(gpu, gpu->units[i], errp)) {
            nv_gpu_unrealize(gpu, i);
            return false;
        }
    }
    nv_probes_realize(gpu);
    nv_bars_realize(gpu);
    return true;
}

static void nv_gpu_realize(PCIDevice *pci, Error **errp)
{
    NVGPU *gpu = NV_GPU(pci);
    bool realized;
    g_autofree char *name = g_strdup_printf("%s.bar0", gpu->chip->name);

    if (!nv_gpu_check_vram(gpu, errp) || !nv_gpu_check_display(gpu, errp)) {
        return;
    }
    if (!nv_pci_realize(gpu, errp)) {
        return;
    }
    nv_regs_create(gpu);
    nv_report_init(gpu);
    memory_region_init(&gpu->bar0, OBJECT(gpu), name,
                       gpu->chip->pci->bar0_size
                       ? gpu->chip->pci->bar0_size
                       : NV_BAR0_SIZE + gpu->chip->vram_bar0);
    nv_regs_init_background(gpu, &gpu->unmodelled, &nv_unmodelled_block);

    /* Their regions are many: QEMU's map is made once, not for each. */
    memory_region_transaction_begin();
    realized = nv_gpu_realize_units(gpu, errp);
    memory_region_transaction_commit();
    if (realized) {
        nv_debug_init(gpu);
        nv_checker_init(gpu);
        nv_vm_hook_init_resume(&gpu->resume, nv_gpu_resume, gpu);
    }
}

/* The PCI core wants to know before it makes configuration space. */
static void nv_gpu_device_realize(DeviceState *dev, Error **errp)
{
    NVGPU *gpu = NV_GPU(dev);

    if (nv_pci_is_express(gpu)) {
        PCI_DEVICE(gpu)->cap_present |= QEMU_PCI_CAP_EXPRESS;
    }
    NV_GPU_GET_CLASS(gpu)->parent_realize(dev, errp);
}

static void nv_gpu_exit(PCIDevice *pci)
{
    NVGPU *gpu = NV_GPU(pci);
    unsigned count = 0;

    while (gpu->units[count]) {
        count++;
    }
    nv_vm_hook_exit(&gpu->resume);
    nv_checker_exit(gpu);
    nv_debug_exit(gpu);
    nv_bars_exit(gpu);
    nv_probes_exit(gpu);
    nv_gpu_unrealize(gpu, count);
}

/* --- The bus ---------------------------------------------------------- */

/* A card that fell off the bus, by an injected fault, doesn't answer. */
static uint32_t nv_gpu_config_read(PCIDevice *pci, uint32_t addr, int len)
{
    nv_bars_settle(NV_GPU(pci));
    return NV_FAULTY(NV_GPU(pci), GONE)
        ? UINT32_MAX : pci_default_read_config(pci, addr, len);
}

static void nv_gpu_config_write(PCIDevice *pci, uint32_t addr, uint32_t val,
                                int len)
{
    NVGPU *gpu = NV_GPU(pci);

    if (NV_FAULTY(gpu, GONE)) {
        return;
    }
    nv_bars_config_write(gpu, addr, val, len);
    if (addr <= NV_PCI_MSI && NV_PCI_MSI < addr + len &&
        gpu->chip->pci->rearm != NV_REARM_PPCI) {
        nv_machine_rearm_msi(gpu);
    }
}

/* --- Properties ------------------------------------------------------- */

static const Property nv_gpu_properties[] = {
    DEFINE_PROP_SIZE("vram", NVGPU, vram_size, 0),
    DEFINE_PROP_BOOL("display", NVGPU, has_display, true),
    DEFINE_PROP_ON_OFF_AUTO("msi", NVGPU, msi, ON_OFF_AUTO_AUTO),
    DEFINE_PROP_BOOL("x-pcie", NVGPU, pcie, true),
    DEFINE_PROP_UINT32("x-engine-latency-ns", NVGPU, engine_latency, 0),
    DEFINE_PROP_BOOL("x-repeatable", NVGPU, repeats, false),
    DEFINE_PROP_BOOL("x-nv04-mode", NVGPU, nv04_mode, false),
    DEFINE_PROP_BOOL("x-pbdma-crc", NVGPU, pbdma_crc, false),
    DEFINE_PROP_BOOL("log-unmodelled", NVGPU, log_unmodelled, true),
#if NV_DEBUGGER
    DEFINE_PROP_CHR("timeline", NVGPU, timeline),
    DEFINE_PROP_CHR("mmiotrace", NVGPU, mmiotrace_chr),
    DEFINE_PROP_BOOL("mmiotrace-vram", NVGPU, mmiotrace_vram, true),
    DEFINE_PROP_CHR("pushdump", NVGPU, pushdump_chr),
#endif
    DEFINE_EDID_PROPERTIES(NVGPU, edid),
};

/* What "-device nv15-gpu,help" says of these, and the manual */
static const char *const nv_gpu_property_help[][2] = {
    { "vram", "video memory, a power of two; 0: as the card was sold" },
    { "display", "off: a card without a display engine, like those sold for "
      "computing (from NV50 on; NVD7 and NV118 never have one)" },
    { "msi", "off: the card has no MSI, and its driver uses the interrupt "
      "line; auto: it has MSI if it is for PCI Express, and the machine has "
      "MSI" },
    { "x-pcie", "off: on a bus of PCI Express, too, the card is a conventional "
      "PCI device, as all were in earlier versions" },
    { "x-engine-latency-ns", "how long a method takes from PFIFO to its "
      "engine, in ns of virtual time: shows where a driver doesn't wait for "
      "the engines" },
    { "x-repeatable", "on: work depends on the virtual clock alone, and a "
      "machine continues from a snapshot exactly, as with -icount" },
    { "x-nv04-mode", "channels without GP entries run to the PUT in their "
      "control area, as before NV50, which real cards most likely don't do "
      "(from NVC0 on)" },
    { "x-pbdma-crc", "PFIFO keeps checksums of what it reads and sends, which "
      "a channel can query; commands take several times as long (from NVC0 "
      "on)" },
    { "log-unmodelled", "off: registers and methods that aren't modelled are "
      "only in the report, and not in the log of -d unimp, too" },
#if NV_DEBUGGER
    { "timeline", "chardev for what the card does, and when; "
      "scripts/nv-timeline makes a page or a Perfetto trace of it" },
    { "mmiotrace", "chardev for the CPU's accesses to the card's BARs, in the "
      "format of Linux' mmiotrace" },
    { "mmiotrace-vram", "off: BAR1 isn't traced, and runs at full speed" },
    { "pushdump", "chardev for the words that PFIFO fetches from pushbuffers, "
      "as envytools' dedma reads them" },
#endif
    { "xres", "width of the monitor's preferred mode; above 4095 it has "
      "none; 0: 1280" },
    { "yres", "height of the monitor's preferred mode; above 4095 it has "
      "none; 0: 800" },
    { "xmax", "width of the largest of the EDID's other modes; 0: no limit" },
    { "ymax", "height of the largest of the EDID's other modes; 0: no limit" },
    { "refresh_rate", "the preferred mode's refresh rate, in mHz; 0: 75000" },
};

static void nv_gpu_class_init(ObjectClass *klass, NVClassData *data)
{
    DeviceClass *dc = DEVICE_CLASS(klass);
    PCIDeviceClass *pc = PCI_DEVICE_CLASS(klass);
    ResettableClass *rc = RESETTABLE_CLASS(klass);

    nv_display_init_vmstate();
    nv_debug_class_init(klass);
    nv_checker_class_init(klass);
    device_class_set_props(dc, nv_gpu_properties);
    device_class_set_parent_realize(dc, nv_gpu_device_realize,
                                    &NV_GPU_CLASS(klass)->parent_realize);
    for (unsigned i = 0; i < ARRAY_SIZE(nv_gpu_property_help); i++) {
        object_class_property_set_description(klass,
                                              nv_gpu_property_help[i][0],
                                              nv_gpu_property_help[i][1]);
    }
    set_bit(DEVICE_CATEGORY_DISPLAY, dc->categories);
    dc->vmsd = &nv_vmstate_gpu;
    dc->hotpluggable = false;
    rc->phases.hold = nv_gpu_reset_hold;

    pc->realize = nv_gpu_realize;
    pc->exit = nv_gpu_exit;
    pc->config_read = nv_gpu_config_read;
    pc->config_write = nv_gpu_config_write;
    pc->vendor_id = PCI_VENDOR_ID_NV;
    pc->class_id = PCI_CLASS_DISPLAY_VGA;
}

/* NVGPU's pointer to a unit's state beyond registers */
static void **nv_gpu_state(NVGPU *gpu, const NVUnit *unit)
{
    return (void *)gpu + unit->state;
}

static void nv_gpu_instance_init(Object *obj)
{
    NVGPU *gpu = NV_GPU(obj);

    gpu->chip = NV_GPU_GET_CLASS(obj)->chip;
    nv_bars_init(gpu);
    nv_probes_init(gpu);
    nv_debug_instance_init(gpu);
    gpu->units = gpu->chip->units ? gpu->chip->units : nv_units;
    for (unsigned id = 0; id < NV_ENGINE__MAX; id++) {
        gpu->engines[id] = gpu->chip->engines[id] ?: &nv_engine_null;
    }
    for (unsigned i = 0; gpu->units[i]; i++) {
        if (gpu->units[i]->size) {
            *nv_gpu_state(gpu, gpu->units[i]) = g_malloc0(gpu->units[i]->size);
        }
    }
}

/* Not earlier: memory regions among the units' state live as long as it. */
static void nv_gpu_instance_finalize(Object *obj)
{
    NVGPU *gpu = NV_GPU(obj);

    nv_debug_instance_finalize(gpu);
    nv_bars_finalize(gpu);
    for (unsigned i = 0; gpu->units[i]; i++) {
        if (gpu->units[i]->size) {
            g_free(*nv_gpu_state(gpu, gpu->units[i]));
        }
    }
}

static void nv_chip_class_init(ObjectClass *klass, NVClassData *data)
{
    DeviceClass *dc = DEVICE_CLASS(klass);
    PCIDeviceClass *pc = PCI_DEVICE_CLASS(klass);
    const NVChip *chip = data;

    NV_GPU_CLASS(klass)->chip = chip;
    dc->desc = chip->desc;
    pc->vendor_id = chip->pci_vendor ? chip->pci_vendor : PCI_VENDOR_ID_NV;
    pc->device_id = chip->pci_id;
    pc->revision = chip->pci_revision ? chip->pci_revision
                                      : chip->boot0 & 0xff;
}

static const TypeInfo nv_gpu_type = {
    .name = TYPE_NV_GPU,
    .parent = TYPE_PCI_DEVICE,
    .abstract = true,
    .instance_size = sizeof(NVGPU),
    .instance_init = nv_gpu_instance_init,
    .instance_finalize = nv_gpu_instance_finalize,
    .class_size = sizeof(NVGPUClass),
    .class_init = nv_gpu_class_init,
    .interfaces = (InterfaceInfo[]) {
        { INTERFACE_CONVENTIONAL_PCI_DEVICE },
        { INTERFACE_PCIE_DEVICE },
        { }
    },
};

/* The same device by its chip's code name */
static void nv_gpu_register_code(const NVChip *chip, const char *parent)
{
    if (chip->code) {
        g_autofree char *code = g_ascii_strdown(chip->code, -1);
        g_autofree char *name = g_strdup_printf("%s-gpu", code);
        const TypeInfo type = { .name = name, .parent = parent };

        type_register_static(&type);
    }
}

static void nv_gpu_register_types(void)
{
    type_register_static(&nv_gpu_type);
    for (unsigned i = 0; i < nv_chip_count; i++) {
        /* QOM keeps a copy. */
        g_autofree char *name = g_strdup_printf("%s-gpu", nv_chips[i].name);
        const TypeInfo type = {
            .name = name,
            .parent = TYPE_NV_GPU,
            .class_init = nv_chip_class_init,
            .class_data = (void *)&nv_chips[i],
        };

        type_register_static(&type);
        nv_gpu_register_code(&nv_chips[i], name);
    }
}

type_init(nv_gpu_register_types)
