/*
 * NVIDIA GPU: GP entries, which say where a channel's pushbuffer is, NVC0+
 *
 * A ring of them, as in IB mode; but an entry without a length is a command.
 *
 * Source: NVIDIA's class header 906F, GP_ENTRY.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/fifo-regs-nvc0.h"
#include "hw/nv/fifo/ib.h"
#include "hw/nv/fifo/probe.h"
#include "hw/nv/fifo/reader.h"
#include "pbdma-crc.h"
#include "pbdma-entry.h"
#include "pbdma.h"
#include "trace/trace-hw_nv.h"

/* Compare the checksum of the entries so far; it is cleared in any case. */
static void nv_pbdma_check_entries(NVPbdma *b, uint32_t want)
{
    if (!nv_pbdma_crc_matches(b, R_NV_PBDMA_GP_CRC, want)) {
        b->intr = R_NV_PBDMA_INTR_0_GPCRC_MASK;
    }
    b->regs[R_NV_PBDMA_GP_CRC] = 0;
}

/* An entry without a length */
static bool nv_pbdma_control_entry(NVPbdma *b, uint32_t low, uint32_t high)
{
    switch (FIELD_EX32(high, NVC0_GP_ENTRY_1, OPCODE)) {
    case NVC0_GP_OPCODE_NOP:
        nv_pbdma_crc_entry(b, low, high);
        break;
    case NVC0_GP_OPCODE_GP_CRC:
        nv_pbdma_check_entries(b, low);
        break;
    case NVC0_GP_OPCODE_PB_CRC:
        nv_pbdma_crc_entry(b, low, high);
        if (!nv_pbdma_crc_matches(b, R_NV_PBDMA_PB_CRC, low)) {
            b->intr = R_NV_PBDMA_INTR_0_PBCRC_MASK;
        }
        break;
    case NVC0_GP_OPCODE_ILLEGAL:
    default:
        b->intr = R_NV_PBDMA_INTR_0_GPENTRY_MASK;
        break;
    }
    return !b->intr;
}

static uint64_t nv_pbdma_entry_address(uint32_t low, uint32_t high)
{
    return (uint64_t)FIELD_EX32(high, NVC0_GP_ENTRY_1, ADDRESS_HIGH) << 32 |
           FIELD_EX32(low, NVC0_GP_ENTRY_0, ADDRESS) << 2;
}

/* Whether PUT would be beyond the last address */
static bool nv_pbdma_entry_too_long(const NVPushReader *r, uint32_t low,
                                    uint32_t high)
{
    return nv_pbdma_entry_address(low, high) +
           (uint64_t)FIELD_EX32(high, NVC0_GP_ENTRY_1, LENGTH) * 4 >
           r->address_mask;
}

static void nv_pbdma_take_entry(NVPbdma *b, uint32_t low, uint32_t high)
{
    NVPushReader *r = &b->in;
    uint32_t size = FIELD_EX32(high, NVC0_GP_ENTRY_1, LENGTH);
    uint32_t flags = 0;

    flags = FIELD_DP32(flags, NV_PBDMA_GP_FLAGS, CONDITIONAL,
                       FIELD_EX32(low, NVC0_GP_ENTRY_0, CONDITIONAL));
    flags = FIELD_DP32(flags, NV_PBDMA_GP_FLAGS, NO_SWITCH,
                       FIELD_EX32(low, NVC0_GP_ENTRY_0, NO_SWITCH));
    flags = FIELD_DP32(flags, NV_PBDMA_GP_FLAGS, PRIV,
                       FIELD_EX32(high, NVC0_GP_ENTRY_1, PRIV));
    flags = FIELD_DP32(flags, NV_PBDMA_GP_FLAGS, NON_MAIN,
                       FIELD_EX32(high, NVC0_GP_ENTRY_1, SUBROUTINE));
    flags = FIELD_DP32(flags, NV_PBDMA_GP_FLAGS, SYNC,
                       FIELD_EX32(high, NVC0_GP_ENTRY_1, SYNC));
    b->regs[R_NV_PBDMA_GP_FLAGS] = flags;
    b->regs[R_NV_PBDMA_PB_FETCH] = low;
    b->regs[R_NV_PBDMA_PB_FETCH_HI] = high;
    b->regs[R_NV_PBDMA_PB_CRC] = 0;
    r->ib.nonmain = FIELD_EX32(high, NVC0_GP_ENTRY_1, SUBROUTINE);
    r->ib.unk40 = FIELD_EX32(high, NVC0_GP_ENTRY_1, PRIV);
    r->start = nv_pbdma_entry_address(low, high);
    r->ib.tracked = r->start;
    if (!r->ib.nonmain) {
        r->ib.mget = r->start;
    }
    r->put = r->start + (uint64_t)size * 4;
    r->words = r->pos = r->end = NULL;
    trace_nv_pfifo_ib_entry(b->in.chid, r->ib.get, r->start, size,
                            r->ib.nonmain);
    nv_fifo_probe_entry(r->gpu, b->in.chid, r->ib.get, r->start, size);
}

/*
 * "A PB compressed method sequence that begins in a non-conditionally fetched
 * PB segment and ends in a conditionally-fetched PB segment": other cards may
 * not have fetched its end.
 */
static bool nv_pbdma_entry_splits_command(const NVPbdma *b, uint32_t low)
{
    return b->count &&
           FIELD_EX32(low, NVC0_GP_ENTRY_0, CONDITIONAL) &&
           !FIELD_EX32(b->regs[R_NV_PBDMA_GP_FLAGS], NV_PBDMA_GP_FLAGS,
                       CONDITIONAL);
}

bool nv_pbdma_next_entry(NVPbdma *b)
{
    NVPushReader *r = &b->in;
    uint32_t words[2];

    if (!nv_ib_pending(r)) {
        return false;
    }
    if (!nv_ib_read(r, words)) {
        r->error = NV_PUSHER_MEM_FAULT;
        return false;
    }
    nv_fifo_probe_entry_read(r->gpu, b->in.chid, r->ib.get, words);
    b->regs[R_NV_PBDMA_GP_SHADOW_0] = words[0];
    b->regs[R_NV_PBDMA_GP_SHADOW_1] = words[1];
    nv_ib_track(r);
    if (!FIELD_EX32(words[1], NVC0_GP_ENTRY_1, LENGTH)) {
        r->ib.get = (r->ib.get + 1) & r->ib.mask;
        return nv_pbdma_control_entry(b, words[0], words[1]);
    }
    if (nv_pbdma_entry_too_long(r, words[0], words[1])) {
        r->ib.get = (r->ib.get + 1) & r->ib.mask;
        b->intr = R_NV_PBDMA_INTR_0_GPENTRY_MASK;
        return false;
    }
    nv_pbdma_crc_entry(b, words[0], words[1]);
    if (!b->drops || !FIELD_EX32(words[0], NVC0_GP_ENTRY_0, CONDITIONAL)) {
        if (nv_pbdma_entry_splits_command(b, words[0])) {
            b->intr = R_NV_PBDMA_INTR_0_PBSEG_MASK;
        }
        nv_pbdma_take_entry(b, words[0], words[1]);
    }
    r->ib.get = (r->ib.get + 1) & r->ib.mask;
    return !b->intr;
}
