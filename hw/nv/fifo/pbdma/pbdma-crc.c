/*
 * NVIDIA GPU: checksums of what a PBDMA reads and sends, NVC0+
 *
 * There are three, which a channel may compare with what it expects: of GP
 * entries, of the words of a segment, and of the methods that engines were
 * given.  They are for debugging, and cost more time than what they check, so
 * they are only computed with the property "x-pbdma-crc".
 *
 * Source: NVIDIA's manuals of later cards, PBDMA, "GP_CRC", "PB_CRC" and
 * "METHOD_CRC", which "was introduced in Fermi"; envytools,
 * rnndb/fifo/gf100_pfifo.xml.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/fifo-regs-nvc0.h"
#include "hw/nv/fifo/reader.h"
#include "pbdma-crc.h"
#include "pbdma.h"

/* That of IEEE 802.3; the highest bit goes first. */
#define NV_PBDMA_CRC_POLYNOMIAL 0x04c11db7

/* Bytes of a method: its parameter, and above that method and subchannel */
#define NV_PBDMA_CRC_METHOD 6
#define NV_PBDMA_CRC_MTHD_SHIFT 32
#define NV_PBDMA_CRC_SUBC_SHIFT 44

static uint32_t nv_pbdma_crc_bytes(uint32_t crc, uint64_t bytes,
                                   unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        crc ^= (uint32_t)extract64(bytes, i * 8, 8) << 24;
        for (unsigned bit = 0; bit < 8; bit++) {
            crc = crc << 1 ^ (crc >> 31 ? NV_PBDMA_CRC_POLYNOMIAL : 0);
        }
    }
    return crc;
}

void nv_pbdma_crc_entry(NVPbdma *b, uint32_t low, uint32_t high)
{
    uint32_t *crc = &b->regs[R_NV_PBDMA_GP_CRC];

    if (unlikely(b->in.gpu->pbdma_crc)) {
        *crc = nv_pbdma_crc_bytes(*crc, (uint64_t)high << 32 | low, 8);
    }
}

void nv_pbdma_crc_words(NVPbdma *b, const uint32_t *words, uint32_t count)
{
    uint32_t *crc = &b->regs[R_NV_PBDMA_PB_CRC];

    for (uint32_t i = 0; b->in.gpu->pbdma_crc && i < count; i++) {
        *crc = nv_pbdma_crc_bytes(*crc, nv_push_word(&words[i]), 4);
    }
}

void nv_pbdma_crc_methods(NVPbdma *b, const NVRun *run, uint32_t count)
{
    uint32_t *crc = &b->regs[R_NV_PBDMA_METHOD_CRC];

    for (uint32_t i = 0; b->in.gpu->pbdma_crc && i < count; i++) {
        uint64_t mthd = (run->mthd + i * run->step) % NVC0_MTHD_END / 4;
        uint64_t bytes = (uint64_t)run->subc << NV_PBDMA_CRC_SUBC_SHIFT |
                         mthd << NV_PBDMA_CRC_MTHD_SHIFT |
                         nv_push_word(&run->data[i]);

        *crc = nv_pbdma_crc_bytes(*crc, bytes, NV_PBDMA_CRC_METHOD);
    }
}

bool nv_pbdma_crc_matches(NVPbdma *b, unsigned reg, uint32_t want)
{
    if (!b->in.gpu->pbdma_crc) {
        nv_log_unimp(b->in.gpu, "channel %u: no checksum is compared without "
                     "x-pbdma-crc", b->in.chid);
        return true;
    }
    return b->regs[reg] == want;
}
