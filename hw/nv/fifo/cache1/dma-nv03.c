/*
 * NVIDIA GPU: NV03's DMA pusher, which the driver starts by hand
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/nv/fifo/method.h"
#include "hw/nv/fifo/probe.h"
#include "cache1.h"
#include "channel.h"
#include "dma-nv03.h"
#include "intr.h"
#include "state.h"

/*
 * pscnv's wiki, PFIFO: "You have to manually switch the PFIFO to the
 * correct channel, set the DMA registers to point to the command buffer, poke
 * the launch register, and wait for completion.  The NV03 command buffers
 * consist of packets, consisting of 32-bit packet header, and series of 32-bit
 * data values.  The header consists of starting method address, subchannel,
 * and data count."
 *
 * DMA_GET counts from the page table's beginning, DMA_COUNT down to 0, both in
 * bytes.  The page table is that of a DMA object: PT_INST says where, in
 * instance memory, its entries are.
 */

/* The first target that isn't video memory */
#define NV03_DMA_TARGET_PCI 2

#define NV03_DMA_PAGE 4096

/* Bits that a header may have set: count, subchannel, method */
#define NV03_DMA_HEADER (R_NV03_PFIFO_CACHE1_DMA_STATE_METHOD_COUNT_MASK | \
                         R_NV03_PFIFO_CACHE1_DMA_STATE_SUBCHANNEL_MASK | \
                         R_NV03_PFIFO_CACHE1_DMA_STATE_METHOD_MASK)

static bool nv03_dma_can_run(NVGPU *gpu)
{
    return NV_R(gpu, NV03_PFIFO_CACHE1_DMA_COUNT) &&
           FIELD_EX32(NV_R(gpu, NV03_PFIFO_CACHE1_DMA_CTRL),
                      NV03_PFIFO_CACHE1_DMA_CTRL, ACCESS) &&
           FIELD_EX32(NV_R(gpu, NV_PFIFO_CACHE1_PUSH0),
                      NV_PFIFO_CACHE1_PUSH0, ACCESS) &&
           FIELD_EX32(NV_R(gpu, NV03_PFIFO_CACHE1_DMA_TARGET),
                      NV03_PFIFO_CACHE1_DMA_TARGET, NODE) >=
           NV03_DMA_TARGET_PCI &&
           !(NV_R(gpu, NV_PFIFO_CACHE1_DMA_STATE) &
             R_NV03_PFIFO_CACHE1_DMA_STATE_ERROR_MASK) &&
           !FIELD_EX32(NV_R(gpu, NV_PFIFO_INTR), NV_PFIFO_INTR, DMA_PTE);
}

uint32_t nv03_dma_ctrl_read(NVGPU *gpu, uint32_t addr)
{
    return FIELD_DP32(NV_R(gpu, NV03_PFIFO_CACHE1_DMA_CTRL),
                      NV03_PFIFO_CACHE1_DMA_CTRL, BUSY, nv03_dma_can_run(gpu));
}

void nv03_dma_forget(NVGPU *gpu)
{
    NV_R(gpu, NV03_PFIFO_CACHE1_DMA_TLB_TAG) = UINT32_MAX;
}

/* --- The pushbuffer --------------------------------------------------- */

/* Set TLB_PTE to the entry for DMA_GET.  Returns false if there is no page. */
static bool nv03_dma_translate(NVGPU *gpu, uint32_t get)
{
    uint32_t *tag = &NV_R(gpu, NV03_PFIFO_CACHE1_DMA_TLB_TAG);
    uint32_t *pte = &NV_R(gpu, NV03_PFIFO_CACHE1_DMA_TLB_PTE);
    uint32_t page = get & ~(NV03_DMA_PAGE - 1);

    if (*tag != page) {
        uint32_t table = NV_R(gpu, NV03_PFIFO_CACHE1_DMA_PT_INST);

        *pte = nv_ramin_read32(gpu, table + page / NV03_DMA_PAGE * 4) &
               nv_regs_writable(&nv_cache1(gpu)->regs,
                                A_NV03_PFIFO_CACHE1_DMA_TLB_PTE);
        *tag = page;
    }
    return FIELD_EX32(*pte, NV03_PFIFO_CACHE1_DMA_TLB_PTE, PRESENT);
}

static NVGuestError nv03_dma_failed(NVGPU *gpu, NVErrorKind kind,
                                    const char *what, uint32_t word,
                                    uint32_t get)
{
    return (NVGuestError) {
        .unit = "PFIFO",
        .kind = kind,
        .what = what,
        .chid = nv_fifo_channel(gpu),
        .mthd = NV_PROBE_NO_METHOD,
        .data = word,
        .addr = get,
    };
}

/* Returns false after raising the interrupt if there is no page. */
static bool nv03_dma_fetch(NVGPU *gpu, uint32_t get, uint32_t *word)
{
    uint32_t addr;

    if (!nv03_dma_translate(gpu, get)) {
        const NVGuestError error = nv03_dma_failed(gpu, NV_ERROR_OTHER,
                                                   "DMA_PTE", 0, get);

        nv_guest_error(gpu, &error, "the pushbuffer has no page at 0x%06x",
                       get);
        /* Have the page looked up again when the driver has provided it. */
        nv03_dma_forget(gpu);
        nv_fifo_raise(gpu, R_NV_PFIFO_INTR_DMA_PTE_MASK);
        return false;
    }
    addr = NV_R(gpu, NV03_PFIFO_CACHE1_DMA_TLB_PTE) & ~(NV03_DMA_PAGE - 1);
    addr |= get & (NV03_DMA_PAGE - 4);
    if (pci_dma_read(PCI_DEVICE(gpu), addr, word, 4) != MEMTX_OK) {
        *word = UINT32_MAX;
    }
    *word = le32_to_cpu(*word);
    return true;
}

static void nv03_dma_error(NVGPU *gpu, uint32_t word)
{
    const NVGuestError error =
        nv03_dma_failed(gpu, NV_ERROR_PUSHER, "ERROR", word,
                        NV_R(gpu, NV_PFIFO_CACHE1_DMA_GET));

    nv_guest_error(gpu, &error, "malformed command stream: 0x%08x", word);
    NV_R(gpu, NV_PFIFO_CACHE1_DMA_STATE) |=
        R_NV03_PFIFO_CACHE1_DMA_STATE_ERROR_MASK;
    nv_fifo_raise(gpu, R_NV_PFIFO_INTR_DMA_PUSHER_MASK);
}

/* Submit a parameter.  Returns false if it has to wait, or is an error. */
static bool nv03_dma_method(NVGPU *gpu, uint32_t word)
{
    uint32_t *state = &NV_R(gpu, NV_PFIFO_CACHE1_DMA_STATE);
    uint32_t mthd = *state & R_NV03_PFIFO_CACHE1_DMA_STATE_METHOD_MASK;
    unsigned subc = FIELD_EX32(*state, NV03_PFIFO_CACHE1_DMA_STATE,
                               SUBCHANNEL);
    unsigned count = FIELD_EX32(*state, NV03_PFIFO_CACHE1_DMA_STATE,
                                METHOD_COUNT);
    NVRun run;

    if (mthd && mthd < NV_MTHD_ENGINE) {
        nv03_dma_error(gpu, word);
        return false;
    }
    run = (NVRun) {
        .subc = subc, .mthd = mthd, .step = 4, .count = 1, .data = &word,
    };
    if (!nv_cache1_push(gpu, &run)) {
        return false;
    }
    mthd = (mthd + 4) % NV_MTHD_END;
    *state = (*state & ~R_NV03_PFIFO_CACHE1_DMA_STATE_METHOD_MASK) | mthd;
    *state = FIELD_DP32(*state, NV03_PFIFO_CACHE1_DMA_STATE, METHOD_COUNT,
                        count - 1);
    return true;
}

static bool nv03_dma_header(NVGPU *gpu, uint32_t word)
{
    if (!nv_fifo_probe_command(gpu, nv_fifo_channel(gpu),
                               NV_R(gpu, NV_PFIFO_CACHE1_DMA_GET), &word)) {
        return false;
    }
    if (word & ~NV03_DMA_HEADER) {
        nv03_dma_error(gpu, word);
        return false;
    }
    NV_R(gpu, NV_PFIFO_CACHE1_DMA_STATE) = word;
    return true;
}

bool nv03_dma_run(NVGPU *gpu, int64_t *budget)
{
    uint32_t *get = &NV_R(gpu, NV_PFIFO_CACHE1_DMA_GET);
    uint32_t *count = &NV_R(gpu, NV03_PFIFO_CACHE1_DMA_COUNT);
    bool progress = false;

    while (*budget > 0 && nv03_dma_can_run(gpu)) {
        bool data = FIELD_EX32(NV_R(gpu, NV_PFIFO_CACHE1_DMA_STATE),
                               NV03_PFIFO_CACHE1_DMA_STATE, METHOD_COUNT);
        uint32_t word;

        --*budget;
        if (!nv03_dma_fetch(gpu, *get, &word) ||
            !(data ? nv03_dma_method(gpu, word)
                   : nv03_dma_header(gpu, word))) {
            break;
        }
        if (data) {
            nv_fifo_probe_words(gpu, nv_fifo_channel(gpu), *get, &word, 1);
        }
        *get = (*get + 4) & nv_regs_writable(&nv_cache1(gpu)->regs,
                                             A_NV03_PFIFO_CACHE1_DMA_GET);
        *count -= 4;
        progress = true;
    }
    return progress;
}
