/*
 * Tests of the NVIDIA GPU: what the tests know about each card
 *
 * Written independently of the device's own table, from the register database
 * and the drivers, so that a wrong row there shows.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef LIBNV_NV_CARD_H
#define LIBNV_NV_CARD_H

/**
 * struct NVRamfcLayout - where a channel's registers are in RAMFC, in bytes
 *
 * @stride: from one channel to the next
 * @inst, @inst_bits: DMA_INSTANCE, and bits of its word
 * @dcount, @dcount_shift: DCOUNT, and its first bit
 * @fetch_flags: what a driver sets beside FETCH's own bits
 * @subroutine: SUBROUTINE, 0 if there is none
 * @timeslice: DMA_TIMESLICE, 0 if the channel has none of its own
 * @grctx: where PGRAPH's context is, 0 if it has none in memory
 */
typedef struct NVRamfcLayout {
    uint16_t stride;
    uint8_t put, get, ref, inst, state, fetch, engine, pull1;
    uint8_t inst_bits;
    uint8_t dcount, dcount_shift;
    uint8_t subroutine, timeslice, grctx;
    uint32_t fetch_flags;
} NVRamfcLayout;

/**
 * struct NVGraphPlace - where a card has registers that NV10 has elsewhere
 *
 * @reg: their address on NV10
 * @count: how many words
 * @addr: their address on the card
 */
typedef struct NVGraphPlace {
    uint32_t reg;
    unsigned count;
    uint32_t addr;
} NVGraphPlace;

#define NV_CARD_PLACES 4

/**
 * struct NVInstLayout - layout of instance memory, in bytes
 *
 * RAMHT is at 0x10000.  Linux: nouveau, nvkm/subdev/instmem.
 *
 * @ramfc, @ramro: those
 * @heap, @end: objects
 * @piece: instance memory is video memory in reverse order of such pieces
 * @size: all of it, of which PRAMIN shows 1 MiB
 * @bar: the BAR that shows the rest, 0 where there is none
 */
typedef struct NVInstLayout {
    uint32_t ramfc, ramro;
    uint32_t heap, end;
    uint32_t piece;
    uint32_t size;
    unsigned bar;
} NVInstLayout;

/**
 * enum NVCardFeature - features that only some cards have
 */
typedef enum NVCardFeature {
    NV_CARD_NONINC = 1 << 0,        /* non-increasing methods */
    NV_CARD_CALL = 1 << 1,          /* new jump, call, return */
    NV_CARD_SLI = 1 << 2,           /* SLI conditional */
    NV_CARD_SHADOWS = 1 << 3,       /* DCOUNT, GET_JMP, RSVD, DATA shadows */
    NV_CARD_REF = 1 << 4,           /* REF_CNT */
    NV_CARD_SEMAPHORE = 1 << 5,     /* semaphores in a DMA object */
    NV_CARD_YIELD = 1 << 6,         /* YIELD */
    NV_CARD_ENDIAN = 1 << 7,        /* pushbuffers of either endianness */
    NV_CARD_OLD_2D = 1 << 9,        /* 2D classes from before NV10 */
    NV_CARD_WIDE_CLASS = 1 << 8,    /* classes of 12 bits or more */
    NV_CARD_NV40 = 1 << 16,         /* PFIFO as NV40 has it */
    NV_CARD_RAMFC_IN_VRAM = 1 << 17, /* RAMFC's address is one in VRAM */
    NV_CARD_GART_NV41 = 1 << 18,    /* a page table for the bus: NV41's */
    NV_CARD_GART_NV44 = 1 << 19,    /* ... NV44's */
    NV_CARD_BAR64 = 1 << 20,        /* BARs for memory have 64 bits */
    NV_CARD_NV50 = 1 << 23,         /* NV50 and later: VM, channels in VRAM */
    NV_CARD_NV84 = 1 << 24,         /* NV84 and later */
    NV_CARD_NV94 = 1 << 25,         /* NV94 and later */
    NV_CARD_NVA0 = 1 << 26,         /* NVA0 and later */
    NV_CARD_NVA3 = 1 << 28,         /* GT215: PDAEMON and PCOPY */
    NV_CARD_NV03 = 1 << 30,         /* before NV04, with DMA by hand */
    NV_CARD_NV01 = 1 << 29,         /* before that */
    NV_CARD_VGA_STACK = 1 << 15,    /* the VGA stack in PBUS */
    NV_CARD_NV04 = 1 << 12,         /* NV04's PGRAPH, PFB, cursor; no DCB */
    NV_CARD_SW_LINKS = 1 << 13,     /* drivers link PGRAPH's objects */
    NV_CARD_NVM_PUSH = 1 << 14,     /* pushbuffers in video memory */
    NV_CARD_NV10_2D = 1 << 21,      /* classes 0x62, 0x8a */
    NV_CARD_NV15_2D = 1 << 22,      /* class 0x9f */
    NV_CARD_HEAD2 = 1 << 10,        /* a second head */
    NV_CARD_DAC_HEAD = 1 << 11,     /* DACCLK tells which head is shown */
    NV_CARD_CTX_TABLE = 1 << 27,    /* a table of PGRAPH's contexts */
    /* NVC0:NVE4, which of the others only have BAR64 and those below */
    NV_CARD_NVC0 = 1u << 31,
    NV_CARD_PDISPLAY = 1ull << 32,  /* NV50's display, in any variant */
    NV_CARD_EVO_NV50 = 1ull << 33,  /* ... with NV50's EVO */
    NV_CARD_EVO_NV84 = 1ull << 37,  /* ... with NV84's additions */
    NV_CARD_EVO_NVD9 = 1ull << 34,  /* ... in GF119's variant */
    NV_CARD_EVO_NVE4 = 1ull << 43,  /* ... with GK104's classes and heads */
    NV_CARD_PDAEMON = 1ull << 35,   /* PDAEMON */
    NV_CARD_WIDE_RAMFC = 1ull << 38, /* RAMFC's address has 13 bits */
    /* NVE4 and later, which of the others only have BAR64, PDAEMON, EVO's */
    NV_CARD_NVE4 = 1ull << 39,
    NV_CARD_PNVIO_NV50 = 1ull << 36, /* lines and ports in NV50's places */
    NV_CARD_NVF0 = 1ull << 40,      /* NVF0 and NVF1 */
    NV_CARD_GROUPS = 1ull << 44,    /* groups of channels */
    NV_CARD_A16F = 1ull << 45,      /* class A16F: reductions */
    NV_CARD_NV108 = 1ull << 41,     /* NV108 and later: falcons' version 5 */
    NV_CARD_NV117 = 1ull << 42,     /* NV117 and later, Maxwell */
} NVCardFeature;

/** Cards with page tables, whose BAR1 and BAR3 are windows */
#define NV_CARD_PAGES (NV_CARD_NV50 | NV_CARD_NVC0 | NV_CARD_NVE4)

/**
 * struct NVCard - one card
 *
 * @name: chipset; the device is "<name>-gpu"
 * @code: code name, which makes a second device name; NULL: there is none
 * @typical: it stands for the cards around it; tests run on such ones unless
 *           $NV_CARDS says otherwise
 * @family: and for its family, where tests hardly depend on the card
 * @like: the card from which its chip's row differs in nothing but a board's
 *        numbers, PCI configuration space and PFB (lint/cards has the list);
 *        NULL: there is none
 * @pci_id, @revision: PCI device and revision id
 * @boot0: PMC_BOOT_0
 * @hwunits, @hwunits_1: PBUS_HWUNITS_0 and _1, 0 if there is none
 * @straps: PSTRAPS
 * @vram: default size of video memory, in bytes
 * @features: bits of enum NVCardFeature
 * @channels: number of channels
 * @user, @user_stride: the channels' control areas in BAR0
 * @cache1_entries, @cache1: CACHE1's slots and their window in BAR0
 * @push1_mode: PUSH1's bit for DMA mode
 * @hash_valid: HASH's bit for a result
 * @ramfc: layout of a channel's saved state
 * @ctx_user: where PGRAPH's contexts in memory have CTX_USER, in bytes
 * @class_3d: the first 3D class with fences and reports, NV20:NV50
 * @crystal_khz: the crystal
 * @graph: PGRAPH's registers that aren't where NV10 has them: lists that end
 *         with a 0, of which earlier ones take precedence
 * @inst: layout of instance memory, NULL before NV04 and from NV50 on
 * @pd_offset: where an instance block has its page directory, NV50+
 * @engines: PFIFO's engines, a bit each, NV50+
 * @evo_caps, @sors: PDISPLAY's CAPS, and how many SORs it has, NV50+
 * @gpcs, @tpcs, @pbdmas, @pcopies: how many of these units it has, NVC0+
 * @partitions: partitions of memory that its kind has, NVE4+; the last
 *              @partitions_off of them are off
 */
typedef struct NVCard {
    const char *name;
    const char *code;
    bool typical;
    bool family;
    const char *like;
    uint16_t pci_id;
    uint8_t revision;
    uint32_t boot0;
    uint32_t hwunits, hwunits_1;
    uint32_t straps;
    uint64_t vram;
    uint64_t features;
    unsigned channels;
    uint32_t user, user_stride;
    unsigned cache1_entries;
    uint32_t cache1;
    uint32_t push1_mode;
    uint32_t hash_valid;
    const NVRamfcLayout *ramfc;
    unsigned ctx_user;
    uint16_t class_3d;
    unsigned crystal_khz;
    const NVGraphPlace *graph[NV_CARD_PLACES];
    const NVInstLayout *inst;
    uint32_t pd_offset;
    uint16_t engines;
    uint32_t evo_caps;
    unsigned sors;
    unsigned gpcs, tpcs, pbdmas, pcopies;
    unsigned partitions, partitions_off;
} NVCard;

extern const NVCard nv_cards[];
extern const unsigned nv_card_count;

/** nv_card_find: the card of a name, which there has to be */
const NVCard *nv_card_find(const char *name);

/** nv_graph_addr: where the card has a register of NV10's PGRAPH */
uint32_t nv_graph_addr(const NVCard *card, uint32_t reg);

/** nv_card_pci: where BAR0 shows configuration space */
uint32_t nv_card_pci(const NVCard *card);

/** nv_card_puller_knows: the puller executes method @mthd, below 0x100 */
bool nv_card_puller_knows(const NVCard *card, uint32_t mthd);

/** nv_card_heads: how many heads PDISPLAY has */
static inline unsigned nv_card_heads(const NVCard *card)
{
    return !(card->features & NV_CARD_PDISPLAY) ? 0
         : card->features & NV_CARD_EVO_NVE4 ? 4 : 2;
}

/** nv_card_is_early: it is from before NV04 */
static inline bool nv_card_is_early(const NVCard *card)
{
    return card->features & (NV_CARD_NV01 | NV_CARD_NV03);
}

/** nv_card_is_fermi: it is NVC0 or later */
static inline bool nv_card_is_fermi(const NVCard *card)
{
    return card->features & (NV_CARD_NVC0 | NV_CARD_NVE4);
}

/** nv_card_has_display: it has a display, which NVD7 and NV118 don't */
static inline bool nv_card_has_display(const NVCard *card)
{
    return card->features & NV_CARD_PDISPLAY || !nv_card_is_fermi(card);
}

/**
 * nv_card_is_gf119: it is of GF119's kind, GF117 included, or later
 *
 * What isn't there answers with the ring's code; with 0 on Fermi before it.
 */
static inline bool nv_card_is_gf119(const NVCard *card)
{
    return card->features & NV_CARD_NVE4 ||
           (card->features & NV_CARD_NVC0 &&
            (card->features & NV_CARD_EVO_NVD9 ||
             !(card->features & NV_CARD_PDISPLAY)));
}

#endif /* LIBNV_NV_CARD_H */
