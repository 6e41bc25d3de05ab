/*
 * NVIDIA GPU: the built-in VBIOS: the image
 *
 * The image begins with what drivers look for: header, PCI data structure, BMP
 * or BIT, DCB.  The code for the host's processor follows: VBE's, and
 * SeaVGABIOS, as it is.  It can't come first, since it has code where drivers
 * look for the DCB's address; and neither can be moved within its segment.  So
 * the image's entry point jumps to VBE's code with a code segment that begins
 * at its first byte, and that does the same with SeaVGABIOS.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/bswap.h"
#include "qemu/datadir.h"
#include "hw/nv/nv-gpu.h"
#include "vbe.h"
#include "trace/trace-hw_nv.h"

#define NV_VBIOS_BLOCK 512
/* Drivers read at least as much before they look at the header. */
#define NV_VBIOS_MIN 4096

enum {
    NV_VBIOS_SIGNATURE = 0x00,
    NV_VBIOS_BLOCKS = 0x02,
    NV_VBIOS_ENTRY = 0x03,
    NV_VBIOS_CHECKSUM = 0x06,
    NV_VBIOS_PCIR = 0x18,
    NV_VBIOS_IBM = 0x1e,
    NV_VBIOS_HEADER_END = 0x40,
};

/* --- Header ----------------------------------------------------------- */

static void nv_vbios_add_header(NVVbios *bios)
{
    uint8_t *header = bios->data + nv_vbios_alloc(bios, NV_VBIOS_HEADER_END,
                                                  1);

    stw_le_p(header + NV_VBIOS_SIGNATURE, 0xaa55);
    header[NV_VBIOS_ENTRY] = 0xcb;                      /* lret */
    memcpy(header + NV_VBIOS_IBM, "IBM", 3);
}

/* PCI Firmware Specification 3.0, 5.1.2: PCI data structure format */
static uint32_t nv_vbios_add_pcir(NVVbios *bios)
{
    uint32_t offset = nv_vbios_alloc(bios, 0x18, 4);
    uint8_t *pcir = bios->data + offset;

    memcpy(pcir, "PCIR", 4);
    stw_le_p(pcir + 0x04, bios->chip->pci_vendor ?: PCI_VENDOR_ID_NV);
    stw_le_p(pcir + 0x06, bios->chip->pci_id);
    stw_le_p(pcir + 0x0a, 0x18);                        /* length */
    stw_le_p(pcir + 0x0e, bios->display ? PCI_CLASS_DISPLAY_VGA
                                        : PCI_CLASS_DISPLAY_3D);
    pcir[0x14] = 0;                                     /* x86 */
    pcir[0x15] = 0x80;                                  /* last image */
    stw_le_p(bios->data + NV_VBIOS_PCIR, offset);
    return offset;
}

/* Drivers print the beginning of the image, or look for names in it. */
static void nv_vbios_add_text(NVVbios *bios)
{
    g_autofree char *text = g_strdup_printf("Fauxveau %s VGA BIOS\r\n",
                                            bios->chip->name);
    uint32_t offset = nv_vbios_alloc(bios, strlen(text) + 1, 1);

    strcpy((char *)bios->data + offset, text);
}

/* --- Code for the host's processor ------------------------------------ */

#define NV_VBIOS_ENTRY_PARAGRAPHS 9

/*
 * Jump to offset 3 of a segment further up, with all registers as they were
 * (flags excepted): PCI firmware passes arguments in them.  Returns where to
 * put the distance of the segment, in paragraphs.
 */
static uint32_t nv_vbios_add_entry(NVVbios *bios)
{
    static const uint8_t code[] = {
        0x50,                               /* push  %ax    its segment */
        0x50,                               /* push  %ax    its offset */
        0x50,                               /* push  %ax */
        0x55,                               /* push  %bp */
        0x89, 0xe5,                         /* mov   %sp,%bp */
        0x8c, 0xc8,                         /* mov   %cs,%ax */
        0x05, 0x00, 0x00,                   /* add   $paragraphs,%ax */
        0x89, 0x46, 0x06,                   /* mov   %ax,6(%bp) */
        0xc7, 0x46, 0x04, NV_VBIOS_ENTRY, 0x00, /* movw  $3,4(%bp) */
        0x5d,                               /* pop   %bp */
        0x58,                               /* pop   %ax */
        0xcb,                               /* lret */
    };
    uint32_t offset = nv_vbios_alloc(bios, sizeof(code), 1);
    uint8_t *entry = bios->data + NV_VBIOS_ENTRY;

    memcpy(bios->data + offset, code, sizeof(code));
    entry[0] = 0xe9;                                    /* jmp */
    stw_le_p(entry + 1, offset - (NV_VBIOS_ENTRY + 3));
    return offset + NV_VBIOS_ENTRY_PARAGRAPHS;
}

static bool nv_vbios_find_code(char **code, gsize *len)
{
    static const char *const names[] = {
        "vgabios.bin", "vgabios-stdvga.bin",
    };

    for (unsigned i = 0; i < ARRAY_SIZE(names); i++) {
        g_autofree char *path = qemu_find_file(QEMU_FILE_TYPE_BIOS, names[i]);

        if (path && g_file_get_contents(path, code, len, NULL)) {
            if (*len > NV_VBIOS_BLOCK && lduw_le_p(*code) == 0xaa55) {
                return true;
            }
            g_clear_pointer(code, g_free);
        }
    }
    return false;
}

static bool nv_vbios_add_code(NVVbios *bios)
{
    g_autoptr(GByteArray) vbe = nv_vbe_build(bios->gpu);
    g_autofree char *code = NULL;
    uint32_t paragraphs, segment, target;
    gsize len;

    if (!nv_vbios_find_code(&code, &len) ||
        len + vbe->len > NV_VBIOS_SIZE - bios->end - 2 * NV_VBIOS_BLOCK) {
        return false;
    }
    paragraphs = nv_vbios_add_entry(bios);
    segment = nv_vbios_alloc(bios, vbe->len, 16);
    target = nv_vbios_alloc(bios, len, NV_VBIOS_BLOCK);
    nv_vbe_set_vga(vbe->data, (target - segment) / 16);
    memcpy(bios->data + segment, vbe->data, vbe->len);
    memcpy(bios->data + target, code, len);
    stw_le_p(bios->data + paragraphs, segment / 16);
    return true;
}

/* --- The image -------------------------------------------------------- */

uint8_t *nv_vbios_build(NVGPU *gpu)
{
    const NVChip *chip = gpu->chip;
    NVVbios bios = {
        .gpu = gpu,
        .chip = chip,
        .display = gpu->has_display,
        .data = g_malloc0(NV_VBIOS_SIZE),
    };
    uint32_t pcir, size;
    bool code;

    nv_vbios_add_header(&bios);
    nv_vbios_add_text(&bios);
    pcir = nv_vbios_add_pcir(&bios);
    if (chip->vbios->bmp_major) {
        nv_vbios_add_bmp(&bios);
    } else {
        nv_vbios_add_bit(&bios);
    }
    if (chip->vbios->dcb) {
        nv_vbios_add_dcb(&bios);
    }
    code = bios.display && nv_vbios_add_code(&bios);

    size = MAX(ROUND_UP(bios.end, NV_VBIOS_BLOCK), NV_VBIOS_MIN);
    bios.data[NV_VBIOS_BLOCKS] = size / NV_VBIOS_BLOCK;
    stw_le_p(bios.data + pcir + 0x10, size / NV_VBIOS_BLOCK);
    nv_vbios_fix_checksum(bios.data, size, NV_VBIOS_CHECKSUM);
    trace_nv_vbios_build(chip->name, size, code);
    return bios.data;
}
