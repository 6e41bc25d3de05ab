/*
 * Tests of the NVIDIA GPU: address spaces and channels of NVC0 and later
 *
 * As nouveau makes them (nvkm/subdev/mmu/vmmgf100.c, subdev/bar/gf100.c,
 * engine/fifo/gf100.c, gk104.c), except that all pages are small.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef LIBNV_NV_FERMI_H
#define LIBNV_NV_FERMI_H

#include "hw/nv/bus-regs.h"
#include "hw/nv/fifo-regs-nvc0.h"
#include "nv-channel.h"
#include "nv-vm.h"

#define NV_FERMI_CHANNELS 128
#define NV_KEPLER_CHANNELS 4096

/** Run lists: PGRAPH's, and those of Kepler's copy engines */
#define NV_FERMI_RUNLISTS 8
#define NV_KEPLER_RUNLIST_CE0 4
#define NV_KEPLER_RUNLIST_CE1 5

/** An instance block; the words of it that engines look at */
#define NV_FERMI_BLOCK_SIZE 0x1000
#define NV_FERMI_BLOCK_PD 0x200
#define NV_FERMI_BLOCK_LIMIT 0x208
#define NV_FERMI_BLOCK_GR 0x210
#define NV_FERMI_BLOCK_PCE0 0x230
#define NV_FERMI_BLOCK_PCE1 0x240

/** PFIFO's engines, as SET_OBJECT names them */
#define NV_FERMI_GR 0
#define NV_FERMI_PCE0 4
#define NV_FERMI_PCE1 5
#define NV_FERMI_SOFTWARE 0x1f

/** Flags of a page table's entry */
#define NV_FERMI_PRIV (1ull << 1)
#define NV_FERMI_RO (1ull << 2)
#define NV_FERMI_VRAM (0ull << 33)
#define NV_FERMI_RAM (2ull << 33)

/** Virtual addresses of each channel: its pushbuffer, GP entries, buffers */
#define NV_FERMI_PUSH_VA 0x20000000ull
#define NV_FERMI_GP_VA 0x20100000ull
#define NV_FERMI_VA 0x30000000ull

/** log2 of the GP entries that a channel has */
#define NV_FERMI_GP_ORDER 9

/**
 * struct NVFermi - the driver's state of the card
 *
 * @bar1: page directory of BAR1, which initially maps the channels' USERD
 * @userd: address of these
 * @userd_size: bytes of a channel's
 * @table: BAR0 address of the table of channels
 * @runlists: addresses of two lists for each run list, used alternately
 * @runlist: the one that is used next
 * @list: for each channel the run list that it is on, and 1; 0: on none
 */
typedef struct NVFermi {
    uint32_t bar1;
    uint32_t userd;
    uint32_t userd_size;
    uint32_t table;
    uint32_t runlists[2];
    unsigned runlist;
    uint8_t list[NV_KEPLER_CHANNELS];
} NVFermi;

/**
 * struct NVFermiChan - a channel with an address space of its own
 *
 * @nv: the card
 * @chid: its number
 * @runlist: the run list that it is on, 0 before Kepler
 * @block: address of its instance block
 * @pd: address of its page directory
 * @push: the guest's address of the pushbuffer, NV_PUSH_SIZE bytes
 * @cur, @kicked: offsets in it of the next word, and where the last GP entry
 *                has ended
 * @gp: the guest's address of the GP entries
 * @gp_put: the one that is written next
 * @va_next: where the next buffer goes
 */
typedef struct NVFermiChan {
    NVDev *nv;
    unsigned chid;
    unsigned runlist;
    uint32_t block;
    uint32_t pd;
    uint64_t push;
    uint32_t cur, kicked;
    uint64_t gp;
    uint32_t gp_put;
    uint64_t va_next;
} NVFermiChan;

/** nv_is_fermi: the card is NVC0 or later */
static inline bool nv_is_fermi(const NVDev *nv)
{
    return nv_card_is_fermi(nv->card);
}

/** nv_fermi_init: bring up PMC, BAR1 and PFIFO; nv_init() does so */
void nv_fermi_init(NVDev *nv);

/* --- Address spaces --------------------------------------------------- */

/** nv_fermi_space_new: an empty page directory; returns its address */
uint32_t nv_fermi_space_new(NVDev *nv);

/** nv_fermi_join: make an instance block use a page directory */
void nv_fermi_join(NVDev *nv, uint32_t block, uint32_t pd);

/**
 * nv_fermi_map: map pages of 4 KiB
 * @nv: the card
 * @pd: the page directory
 * @va: virtual address
 * @addr: address in video memory or of the guest
 * @size: in bytes
 * @flags: NV_FERMI_VRAM or NV_FERMI_RAM, and what else an entry has
 */
void nv_fermi_map(NVDev *nv, uint32_t pd, uint64_t va, uint64_t addr,
                  uint32_t size, uint64_t flags);

/** nv_fermi_unmap: the opposite */
void nv_fermi_unmap(NVDev *nv, uint32_t pd, uint64_t va, uint32_t size);

/** nv_fermi_flush: gf100_vmm_invalidate() */
void nv_fermi_flush(NVDev *nv, uint32_t pd);

/* --- Channels --------------------------------------------------------- */

/** nv_fermi_channel_new: make a channel, which is scheduled from now on */
NVFermiChan *nv_fermi_channel_new(NVDev *nv, unsigned chid);

/** nv_kepler_channel_new: the same on a run list that isn't PGRAPH's */
NVFermiChan *nv_kepler_channel_new(NVDev *nv, unsigned chid, unsigned runlist);

/** nv_kepler_pbdma: gk104_fifo_runl_ctor(): the PBDMA that has a run list */
unsigned nv_kepler_pbdma(NVDev *nv, unsigned runlist);

/** nv_fermi_channel_new_at: the same with its block at an address */
NVFermiChan *nv_fermi_channel_new_at(NVDev *nv, unsigned chid, uint32_t block);

/** nv_fermi_channel_begin: restart a channel that was finished */
void nv_fermi_channel_begin(NVFermiChan *chan);

/** nv_fermi_channel_fini: remove it from the run list and the table */
void nv_fermi_channel_fini(NVFermiChan *chan);

/** nv_fermi_channel_free: free the test's state; doesn't touch the card */
void nv_fermi_channel_free(NVFermiChan *chan);

/** nv_fermi_buffer: video memory for a channel; returns its virtual address */
uint64_t nv_fermi_buffer(NVFermiChan *chan, uint32_t size, uint32_t *addr);

/** nv_fermi_ram: the same in the guest's memory */
uint64_t nv_fermi_ram(NVFermiChan *chan, uint32_t size, uint64_t *addr);

/** nv_fermi_preempt: make PFIFO and the engines unload the channel */
void nv_fermi_preempt(NVDev *nv, unsigned chid);

/** nv_fermi_userd: where the channel's USERD is in video memory */
uint32_t nv_fermi_userd(const NVFermiChan *chan);

/** nv_fermi_user_rd32, nv_fermi_user_wr32: a word of it, through BAR1 */
uint32_t nv_fermi_user_rd32(NVFermiChan *chan, uint32_t reg);
void nv_fermi_user_wr32(NVFermiChan *chan, uint32_t reg, uint32_t val);

/* --- What a channel is to do ------------------------------------------ */

/** nv_fermi_push: append a word; returns the offset at which it is */
uint32_t nv_fermi_push(NVFermiChan *chan, uint32_t word);

/** nv_fermi_push_words: append words, with one access */
void nv_fermi_push_words(NVFermiChan *chan, const uint32_t *words,
                         unsigned count);

/** Commands: class header 906F */
#define NV_FERMI_INC(_subc, _mthd, _count) \
    (1u << 29 | (uint32_t)(_count) << 16 | (_subc) << 13 | (_mthd) / 4)
#define NV_FERMI_NI(_subc, _mthd, _count) \
    (3u << 29 | (uint32_t)(_count) << 16 | (_subc) << 13 | (_mthd) / 4)
#define NV_FERMI_1INC(_subc, _mthd, _count) \
    (5u << 29 | (uint32_t)(_count) << 16 | (_subc) << 13 | (_mthd) / 4)
#define NV_FERMI_IMMD(_subc, _mthd, _data) \
    (4u << 29 | (uint32_t)(_data) << 16 | (_subc) << 13 | (_mthd) / 4)

/** nv_fermi_inc, nv_fermi_ni: append a command with the words that follow */
#define nv_fermi_inc(_chan, _subc, _mthd, ...)                              \
    nv_fermi_command(_chan, NV_FERMI_INC(_subc, _mthd, 0),                  \
                     (const uint32_t[]){ __VA_ARGS__ },                     \
                     NV_COUNT(const uint32_t, __VA_ARGS__))
#define nv_fermi_ni(_chan, _subc, _mthd, ...)                               \
    nv_fermi_command(_chan, NV_FERMI_NI(_subc, _mthd, 0),                   \
                     (const uint32_t[]){ __VA_ARGS__ },                     \
                     NV_COUNT(const uint32_t, __VA_ARGS__))

void nv_fermi_command(NVFermiChan *chan, uint32_t command,
                      const uint32_t *words, unsigned count);

/** nv_fermi_object: SET_OBJECT */
void nv_fermi_object(NVFermiChan *chan, unsigned subc, uint32_t class,
                     unsigned engine);

/** What a semaphore is to do: class header 906F, SEMAPHORED */
enum {
    NV_SEM_ACQUIRE = 1,
    NV_SEM_RELEASE = 2,
    NV_SEM_ACQ_GEQ = 4,
    NV_SEM_ACQ_AND = 8,
    NV_SEM_SWITCH = 1 << 12,
    NV_SEM_NO_WFI = 1 << 20,
    NV_SEM_SIZE_4 = 1 << 24,
};

/** nv_fermi_semaphore: SEMAPHOREA to SEMAPHORED; @what: of the above */
void nv_fermi_semaphore(NVFermiChan *chan, uint64_t va, uint32_t val,
                        uint32_t what);

/** nv_fermi_release: a semaphore of 16 bytes, when the engine is idle */
void nv_fermi_release(NVFermiChan *chan, uint64_t va, uint32_t val);

/** nv_fermi_ref: SET_REFERENCE */
void nv_fermi_ref(NVFermiChan *chan, uint32_t ref);

/** nv_fermi_assert_works: after a reset, a channel sets a reference */
void nv_fermi_assert_works(NVDev *nv);

/** nv_fermi_kick: submit what has been appended */
void nv_fermi_kick(NVFermiChan *chan);

/** nv_fermi_done: all that has been submitted has been executed, or begun */
bool nv_fermi_done(NVFermiChan *chan);

/** nv_fermi_wait: wait until it has been */
#define nv_fermi_wait(_chan) nv_poll(nv_fermi_done(_chan))

/** nv_fermi_run: nv_fermi_kick() and nv_fermi_wait() */
#define nv_fermi_run(_chan)                                                 \
    do {                                                                    \
        nv_fermi_kick(_chan);                                               \
        nv_fermi_wait(_chan);                                               \
    } while (0)

/* --- Faults ----------------------------------------------------------- */

/** Units of the MMU */
#define NV_FERMI_UNIT_PGRAPH 0x00
#define NV_FERMI_UNIT_PCE0 0x15
#define NV_FERMI_UNIT_PCE1 0x16

/** Clients: those of the hub by their numbers, and those of GPCs */
#define NV_FERMI_GPC(_client) ((_client) | 0x20)
#define NV_FERMI_DISPATCH 0x04
#define NV_FERMI_CTXCTL 0x05
#define NV_FERMI_TEX NV_FERMI_GPC(0x01)
#define NV_FERMI_PROP NV_FERMI_GPC(0x0f)

/** struct NVFermiFault - a fault, as gf100_fifo_intr_fault() reads it */
typedef struct NVFermiFault {
    uint32_t inst;
    uint64_t addr;
    unsigned reason, client;
    bool write;
} NVFermiFault;

/** nv_fermi_fault: take a unit's fault; returns false if there is none */
bool nv_fermi_fault(NVDev *nv, unsigned unit, NVFermiFault *fault);

/** nv_fermi_assert_quiet: PFIFO has no interrupt except the run list's */
void nv_fermi_assert_quiet(NVDev *nv);

#endif /* LIBNV_NV_FERMI_H */
