/*
 * NVIDIA GPU: the built-in VBIOS: the data of VBE's code
 *
 * vbe.S has the code, and describes both.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_VBIOS_VBE_H
#define HW_NV_VBIOS_VBE_H

#include "internal.h"

/**
 * struct NVVbeData - what the code has to know of the card
 *
 * All offsets are in the code's segment, words are little-endian.
 *
 * @old_int10: SeaVGABIOS' interrupt handler, which the code fills in
 * @memory: bytes of video memory that pictures may be in
 * @pci_config: address of PCI's configuration registers in BAR0
 * @ddc_reg: CRTC register or BAR0 address that drives the monitor's DDC
 * @vga_distance: from the code's segment to SeaVGABIOS', in paragraphs
 * @info_block: VbeInfoBlock, whose pointers lack the segment
 * @mode_records: a record for each mode, up to one with number 0
 * @leave_script: leaves a mode for VGA's
 * @lock_port: port of the index of the register that opens the extended CRTC
 *             registers; 0: the CRTC's
 * @lock_index: that register's index
 * @start_low: low bits of a picture's address that have to be 0
 * @ddc_kind: a NVVbeDdc
 * @has_dac: modes of 8 bits use VGA's palette
 */
typedef struct QEMU_PACKED NVVbeData {
    uint32_t old_int10;
    uint32_t memory;
    uint32_t pci_config;
    uint32_t ddc_reg;
    uint16_t vga_distance;
    uint16_t info_block;
    uint16_t mode_records;
    uint16_t leave_script;
    uint16_t lock_port;
    uint8_t lock_index;
    uint8_t start_low;
    uint8_t ddc_kind;
    uint8_t has_dac;
} NVVbeData;

/** enum NVVbeDdc - what DDC's lines are driven by */
typedef enum NVVbeDdc {
    /** a CRTC register; the one before it shows the lines */
    NV_VBE_DDC_CRTC,
    /** bits of PNVIO that are also the lines */
    NV_VBE_DDC_PNVIO,
    /** bits of PGPIO; bits 5:4 show the lines */
    NV_VBE_DDC_PGPIO,
} NVVbeDdc;

/**
 * struct NVVbeTimings - when a picture's lines and frames begin and end
 *
 * @khz: pixel clock
 * @hdisplay, @hsync_start, @hsync_end, @htotal: in pixels
 * @vdisplay, @vsync_start, @vsync_end, @vtotal: in lines
 * @negative: bit 0: HSync, bit 1: VSync is active low
 */
typedef struct NVVbeTimings {
    uint32_t khz;
    unsigned hdisplay, hsync_start, hsync_end, htotal;
    unsigned vdisplay, vsync_start, vsync_end, vtotal;
    uint8_t negative;
} NVVbeTimings;

/**
 * struct NVVbe - VBE's segment under construction
 *
 * @gpu: the card
 * @bytes: the segment so far
 * @memory: as in NVVbeData
 * @common: a script that all modes call; 0: none
 */
typedef struct NVVbe {
    NVGPU *gpu;
    GByteArray *bytes;
    uint32_t memory;
    uint16_t common;
} NVVbe;

/** NVVbeModeFn - append to a script what a mode with @bpp and @pitch needs */
typedef void NVVbeModeFn(NVVbe *vbe, const NVVbeTimings *t, unsigned bpp,
                         unsigned pitch);

/**
 * struct NVVbeChip - how a generation sets modes
 *
 * @common: append a script that all modes call; NULL: there is none
 * @set: append the operations that show video memory from its start on
 * @start: append those that move the start of that picture: the parameter is
 *         its address
 * @leave: append those that show VGA again
 * @max_lines: most lines of a mode, with its blanks
 * @max_pitch: most bytes of a line
 * @align: lines of a picture begin at multiples of this many bytes
 * @pci_config, @ddc_reg, @start_low, @lock_index, @lock_port, @ddc_kind,
 * @has_dac: as in NVVbeData
 */
struct NVVbeChip {
    void (*common)(NVVbe *vbe);
    NVVbeModeFn *set;
    NVVbeModeFn *start;
    void (*leave)(NVVbe *vbe);
    unsigned max_lines;
    unsigned max_pitch;
    unsigned align;
    uint32_t pci_config;
    uint32_t ddc_reg;
    uint8_t start_low;
    uint8_t lock_index;
    uint16_t lock_port;
    NVVbeDdc ddc_kind;
    bool has_dac;
};

/**
 * nv_vbe_build: VBE's segment
 * @gpu: the card
 *
 * Its entry point is at offset 3; the caller frees it.
 */
GByteArray *nv_vbe_build(NVGPU *gpu);

/** nv_vbe_set_vga: say where SeaVGABIOS is, as in NVVbeData.vga_distance */
void nv_vbe_set_vga(uint8_t *segment, uint16_t distance);

/* --- Operations of scripts --------------------------------------------- */

/** nv_vbe_end: the end of a script */
void nv_vbe_end(NVVbe *vbe);

/** nv_vbe_call: run the script at offset @script */
void nv_vbe_call(NVVbe *vbe, uint16_t script);

/** nv_vbe_cr: write a CRTC register */
void nv_vbe_cr(NVVbe *vbe, uint8_t index, uint8_t val);

/** nv_vbe_port: write a port; nv_vbe_read_port: read it, for what that does */
void nv_vbe_port(NVVbe *vbe, uint16_t port, uint8_t val);
void nv_vbe_read_port(NVVbe *vbe, uint16_t port);

/** nv_vbe_reg: write a word of BAR0 */
void nv_vbe_reg(NVVbe *vbe, uint32_t addr, uint32_t val);

/** nv_vbe_mask: keep the bits @and of a word of BAR0, and set those in @or */
void nv_vbe_mask(NVVbe *vbe, uint32_t addr, uint32_t and, uint32_t or);

/** nv_vbe_wait: wait until the bits @mask of a word of BAR0 are @val */
void nv_vbe_wait(NVVbe *vbe, uint32_t addr, uint32_t mask, uint32_t val);

/** nv_vbe_reg_param: write the parameter, shifted down, to a word of BAR0 */
void nv_vbe_reg_param(NVVbe *vbe, uint32_t addr, uint8_t shift);

/** nv_vbe_cr_param: the same to the bits @mask of a CRTC register */
void nv_vbe_cr_param(NVVbe *vbe, uint8_t index, uint8_t shift, uint8_t mask);

/**
 * nv_vbe_method: a method of a core channel without a pushbuffer
 *
 * It is waited for, and the supervisor's interrupts are answered.
 */
void nv_vbe_method(NVVbe *vbe, uint16_t mthd, uint32_t val);

/** nv_vbe_method_param: the same with the parameter, shifted down */
void nv_vbe_method_param(NVVbe *vbe, uint16_t mthd, uint8_t shift);

#endif /* HW_NV_VBIOS_VBE_H */
