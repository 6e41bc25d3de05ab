/*
 * Tests of the NVIDIA GPU: objects of PGRAPH on NVC0 and later
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef LIBNV_NV_FERMI_GRAPH_H
#define LIBNV_NV_FERMI_GRAPH_H

#include "hw/nv/graph-regs-nvc0.h"
#include "nv-fermi.h"
#include "nv-graph.h"

/** Classes that all these cards have */
enum {
    FERMI_2D = 0x902d,
    FERMI_M2MF = 0x9039,
    FERMI_3D = 0x9097,
    FERMI_COMPUTE = 0x90c0,
};

/**
 * nv_kepler_class: a card's class for one of NVE4's
 *
 * Later cards' classes have other numbers, and the same methods.
 */
uint32_t nv_kepler_class(const NVCard *card, uint32_t class);

/** Methods that all classes have */
enum {
    FERMI_NO_OPERATION = 0x100,
    FERMI_SET_NOTIFY_A = 0x104,
    FERMI_NOTIFY = 0x10c,
    FERMI_WAIT_FOR_IDLE = 0x110,
};

/** Bits of INTR */
enum {
    FERMI_INTR_NOTIFY = 1 << 0,
    FERMI_INTR_QUERY = 1 << 1,
    FERMI_INTR_ILLEGAL_MTHD = 1 << 4,
    FERMI_INTR_ILLEGAL_CLASS = 1 << 5,
    FERMI_INTR_DOUBLE_NOTIFY = 1 << 6,
    FERMI_INTR_BUFFER_NOTIFY = 1 << 16,
    FERMI_INTR_DATA_ERROR = 1 << 20,
};

/** nv_fermi_graph_init: bring PGRAPH up; FECS has a program for channels */
void nv_fermi_graph_init(NVDev *nv);

/** nv_fermi_graph_new: bring PGRAPH up, and a channel that can use it */
NVFermiChan *nv_fermi_graph_new(NVDev *nv, unsigned chid);

/** nv_fermi_graph_quiet: PGRAPH takes methods, and has no interrupt */
void nv_fermi_graph_quiet(NVDev *nv);

/**
 * nv_fermi_graph_error: PGRAPH has stopped at a method; let it go on
 * @chan: its channel
 * @intr: the bit of INTR
 * @subc, @mthd, @data: the method
 */
void nv_fermi_graph_error(NVFermiChan *chan, uint32_t intr, unsigned subc,
                          uint32_t mthd, uint32_t data);

/** nv_fermi_graph_ack: acknowledge an interrupt that isn't an error */
void nv_fermi_graph_ack(NVDev *nv, uint32_t intr);

/**
 * nv_fermi_graph_fault: PGRAPH stands still with a fault; recover
 * @chan: its channel
 * @client: the part of PGRAPH
 * @va: the page
 * @reason: why
 * @write: it was a write
 */
void nv_fermi_graph_fault(NVFermiChan *chan, unsigned client, uint64_t va,
                          unsigned reason, bool write);

/* --- Memory ----------------------------------------------------------- */

/**
 * struct NVFermiBuf - memory that a channel sees in one piece
 *
 * @nv: the card
 * @vram: it is video memory, else the guest's
 * @addr: its address there
 * @va: the channel's virtual address
 * @size: in bytes, a multiple of 4
 */
typedef struct NVFermiBuf {
    NVDev *nv;
    bool vram;
    uint64_t addr;
    uint64_t va;
    uint32_t size;
} NVFermiBuf;

/** nv_fermi_buf: make one */
NVFermiBuf nv_fermi_buf(NVFermiChan *chan, bool vram, uint32_t size);

/** nv_fermi_buf_read, nv_fermi_buf_write: all of it */
void nv_fermi_buf_read(const NVFermiBuf *buf, void *data);
void nv_fermi_buf_write(const NVFermiBuf *buf, const void *data);

uint32_t nv_fermi_buf_rd32(const NVFermiBuf *buf, uint32_t offset);
void nv_fermi_buf_wr32(const NVFermiBuf *buf, uint32_t offset, uint32_t val);

/**
 * nv_fermi_push_copy: append the methods of M2MF that copy from lines to lines
 * @chan: the channel
 * @subc: the object's subchannel
 * @in, @out: virtual addresses
 * @pitch: from one line to the next, of both
 * @length: of a line, in bytes
 * @lines: how many
 */
void nv_fermi_push_copy(NVFermiChan *chan, unsigned subc, uint64_t in,
                        uint64_t out, uint32_t pitch, uint32_t length,
                        uint32_t lines);

/**
 * struct NVFermiBlocks - a surface in blocks
 *
 * @width, @height, @depth: in bytes, lines, layers
 * @block_height, @block_depth: log2 of a block's gobs; a gob has 64 x 8 bytes
 */
typedef struct NVFermiBlocks {
    uint32_t width, height, depth;
    unsigned block_height, block_depth;
} NVFermiBlocks;

/** nv_fermi_block_size: the parameter of SET_..._BLOCK_SIZE */
static inline uint32_t nv_fermi_block_size(const NVFermiBlocks *s)
{
    return s->block_height << 4 | s->block_depth << 8;
}

/** nv_fermi_block_offset: where byte @x of line @y of layer @z is */
uint64_t nv_fermi_block_offset(const NVFermiBlocks *s, uint32_t x, uint32_t y,
                               uint32_t z);

#endif /* LIBNV_NV_FERMI_GRAPH_H */
