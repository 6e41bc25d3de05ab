/*
 * NVIDIA GPU: PROM: the VBIOS in BAR0
 *
 * PROM and the PCI expansion ROM are two views of one chip.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/datadir.h"
#include "qapi/error.h"
#include "hw/nv/machine.h"
#include "hw/nv/nv-gpu.h"
#include "hw/nv/vbios.h"
#include "internal.h"
#include "migration/vmstate.h"

/**
 * struct NVProm - the VBIOS as the CPU sees it
 *
 * @mr: its region in BAR0
 * @gone: covers the expansion ROM while the card has fallen off the bus
 * @rom, @rom_size: the image, if it isn't in the expansion ROM's BAR
 */
struct NVProm {
    MemoryRegion mr;
    MemoryRegion gone;
    uint8_t *rom;
    uint32_t rom_size;
};

#define NV_PROM_BASE 0x300000
#define NV_PROM_SIZE (1 * MiB)

/* Bit 0: instance memory has a copy of the ROM, and PROM is empty. */
#define NV_PCI_ROM_SHADOW 0x50

/* --- Window ----------------------------------------------------------- */

/* The PCI core itself loads a "romfile", after the units have been realized. */
const uint8_t *nv_prom_image(NVGPU *gpu, uint32_t *size)
{
    PCIDevice *pci = PCI_DEVICE(gpu);

    if (pci->has_rom) {
        *size = memory_region_size(&pci->rom);
        return memory_region_get_ram_ptr(&pci->rom);
    }
    *size = gpu->prom->rom_size;
    return gpu->prom->rom;
}

static uint64_t nv_prom_read(void *opaque, hwaddr addr, unsigned size)
{
    NVGPU *gpu = opaque;
    uint32_t len;
    const uint8_t *image = nv_prom_image(gpu, &len);

    if (PCI_DEVICE(gpu)->config[NV_PCI_ROM_SHADOW] & 1 ||
        addr + size > len) {
        return UINT64_MAX;
    }
    return ldn_le_p(image + addr, size);
}

static void nv_prom_write(void *opaque, hwaddr addr, uint64_t val,
                          unsigned size)
{
}

static const MemoryRegionOps nv_prom_ops = {
    .read = nv_prom_read,
    .write = nv_prom_write,
    .endianness = DEVICE_LITTLE_ENDIAN,
    .valid = { .min_access_size = 1, .max_access_size = 8 },
    .impl = { .min_access_size = 1, .max_access_size = 4 },
};

/* --- Life ------------------------------------------------------------- */

/* A file may be endless, or a pipe that nothing writes to. */
static bool nv_prom_load_file(NVGPU *gpu, const char *name, Error **errp)
{
    g_autofree char *found = qemu_find_file(QEMU_FILE_TYPE_BIOS, name);
    const char *path = found ?: name;
    g_autofree uint8_t *rom = g_malloc(NV_PROM_SIZE);
    FILE *file;
    bool failed;

    if (g_file_test(path, G_FILE_TEST_EXISTS) &&
        !g_file_test(path, G_FILE_TEST_IS_REGULAR)) {
        error_setg(errp, "'%s' is not a regular file", name);
        return false;
    }
    file = fopen(path, "rb");
    if (!file) {
        error_setg_file_open(errp, errno, name);
        return false;
    }
    gpu->prom->rom_size = fread(rom, 1, NV_PROM_SIZE, file);
    failed = ferror(file);
    if (failed) {
        error_setg_errno(errp, errno, "Could not read '%s'", name);
    } else {
        gpu->prom->rom = g_steal_pointer(&rom);
    }
    fclose(file);
    return !failed;
}

static bool nv_prom_realize_bar(NVGPU *gpu, Error **errp)
{
    PCIDevice *pci = PCI_DEVICE(gpu);
    uint32_t size = pci->romsize == UINT32_MAX ? NV_VBIOS_SIZE : pci->romsize;

    if (size < NV_VBIOS_SIZE) {
        error_setg(errp, "romsize must be at least %u",
                   (unsigned)NV_VBIOS_SIZE);
        return false;
    }
    if (!memory_region_init_rom(&pci->rom, OBJECT(gpu), TYPE_NV_GPU ".rom",
                                size, errp)) {
        return false;
    }
    memcpy(memory_region_get_ram_ptr(&pci->rom), gpu->prom->rom,
           NV_VBIOS_SIZE);
    g_clear_pointer(&gpu->prom->rom, g_free);
    pci->has_rom = true;
    pci_register_bar(pci, PCI_ROM_SLOT, 0, &pci->rom);
    return true;
}

static bool nv_prom_realize(NVGPU *gpu, Error **errp)
{
    PCIDevice *pci = PCI_DEVICE(gpu);

    memory_region_init_io(&gpu->prom->mr, OBJECT(gpu), &nv_prom_ops, gpu,
                          "nv.PROM", NV_PROM_SIZE);
    memory_region_add_subregion(&gpu->bar0,
                                gpu->chip->prom ? gpu->chip->prom
                                                : NV_PROM_BASE,
                                &gpu->prom->mr);

    memory_region_init_io(&gpu->prom->gone, OBJECT(gpu),
                          &nv_machine_master_abort, gpu, "nv.rom-gone",
                          NV_PROM_SIZE);
    if (pci->romfile && *pci->romfile) {
        return nv_prom_load_file(gpu, pci->romfile, errp);
    }
    gpu->prom->rom = nv_vbios_build(gpu);
    gpu->prom->rom_size = NV_VBIOS_SIZE;
    /* An empty name means that there is no expansion ROM. */
    if (pci->romfile || !pci->rom_bar) {
        return true;
    }
    if (!nv_prom_realize_bar(gpu, errp)) {
        g_clear_pointer(&gpu->prom->rom, g_free);
        return false;
    }
    return true;
}

static void nv_prom_reset(NVGPU *gpu)
{
    PCI_DEVICE(gpu)->config[NV_PCI_ROM_SHADOW] &= ~1;
}

/* The PCI core may create the BAR, after the units have been realized. */
static void nv_prom_update_map(NVGPU *gpu)
{
    PCIDevice *pci = PCI_DEVICE(gpu);
    NVProm *prom = gpu->prom;
    bool gone = pci->has_rom && NV_FAULTY(gpu, GONE);

    if (gone && !prom->gone.container) {
        memory_region_set_size(&prom->gone, memory_region_size(&pci->rom));
        memory_region_add_subregion_overlap(&pci->rom, 0, &prom->gone, 1);
    } else if (!gone && prom->gone.container) {
        memory_region_del_subregion(&pci->rom, &prom->gone);
    }
}

void nv_prom_update_gone(NVGPU *gpu)
{
    /* NV01 has no ROM. */
    if (gpu->prom) {
        nv_machine_change_map(gpu, nv_prom_update_map);
    }
}

static void nv_prom_exit(NVGPU *gpu)
{
    PCIDevice *pci = PCI_DEVICE(gpu);

    if (pci->has_rom) {
        vmstate_unregister_ram(&pci->rom, DEVICE(gpu));
        pci->has_rom = false;
    }
    g_clear_pointer(&gpu->prom->rom, g_free);
}

const NVUnit nv_unit_prom = {
    .name = "PROM",
    .state = offsetof(NVGPU, prom),
    .size = sizeof(NVProm),
    .realize = nv_prom_realize,
    .reset = nv_prom_reset,
    .exit = nv_prom_exit,
};
