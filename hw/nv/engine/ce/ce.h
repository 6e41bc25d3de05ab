/*
 * NVIDIA GPU: a copy engine without a falcon, NVE4+
 *
 * Classes A0B5 and B0B5: methods describe a copy, and LAUNCH_DMA does it.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_ENGINE_CE_H
#define HW_NV_ENGINE_CE_H

#include "hw/nv/ce-regs.h"
#include "hw/nv/ce.h"
#include "hw/nv/nv-gpu.h"

/* --- Methods ---------------------------------------------------------- */

/** The subchannel that drivers have for copies, wherever they can */
#define NV_CE_SUBCHANNEL 4

/** The method that does what the others describe */
#define NV_CE_MTHD_LAUNCH_DMA 0x300

/** enum NVCeWord - parameters that a channel keeps */
typedef enum NVCeWord {
    NV_CE_SEMAPHORE_A,
    NV_CE_SEMAPHORE_B,
    NV_CE_SEMAPHORE_PAYLOAD,
    NV_CE_RENDER_ENABLE_A,
    NV_CE_RENDER_ENABLE_B,
    NV_CE_RENDER_ENABLE_C,
    NV_CE_SRC_PHYS_MODE,
    NV_CE_DST_PHYS_MODE,
    NV_CE_LAUNCH_DMA,
    NV_CE_OFFSET_IN_UPPER,
    NV_CE_OFFSET_IN_LOWER,
    NV_CE_OFFSET_OUT_UPPER,
    NV_CE_OFFSET_OUT_LOWER,
    NV_CE_PITCH_IN,
    NV_CE_PITCH_OUT,
    NV_CE_LINE_LENGTH_IN,
    NV_CE_LINE_COUNT,
    NV_CE_REMAP_CONST_A,
    NV_CE_REMAP_CONST_B,
    NV_CE_REMAP_COMPONENTS,
    /* Six words for each side */
    NV_CE_DST_BLOCK_SIZE,
    NV_CE_SRC_BLOCK_SIZE = NV_CE_DST_BLOCK_SIZE + 6,
    NV_CE__WORDS = NV_CE_SRC_BLOCK_SIZE + 6,
} NVCeWord;

/* Beside a side's BLOCK_SIZE */
enum {
    NV_CE_WIDTH = 1,
    NV_CE_HEIGHT,
    NV_CE_DEPTH,
    NV_CE_LAYER,
    NV_CE_ORIGIN,
};

FIELD(NV_CE_LAUNCH_DMA, TRANSFER, 0, 2)
FIELD(NV_CE_LAUNCH_DMA, FLUSH, 2, 1)
FIELD(NV_CE_LAUNCH_DMA, SEMAPHORE, 3, 2)
FIELD(NV_CE_LAUNCH_DMA, INTERRUPT, 5, 2)
FIELD(NV_CE_LAUNCH_DMA, SRC_PITCH, 7, 1)
FIELD(NV_CE_LAUNCH_DMA, DST_PITCH, 8, 1)
FIELD(NV_CE_LAUNCH_DMA, MULTI_LINE, 9, 1)
FIELD(NV_CE_LAUNCH_DMA, REMAP, 10, 1)
FIELD(NV_CE_LAUNCH_DMA, SRC_PHYSICAL, 12, 1)
FIELD(NV_CE_LAUNCH_DMA, DST_PHYSICAL, 13, 1)
FIELD(NV_CE_LAUNCH_DMA, REDUCTION, 14, 4)
FIELD(NV_CE_LAUNCH_DMA, UNSIGNED, 18, 1)
FIELD(NV_CE_LAUNCH_DMA, REDUCTION_ENABLE, 19, 1)

/* TRANSFER; both kinds of a copy are done in order. */
enum {
    NV_CE_TRANSFER_NONE,
    NV_CE_TRANSFER_PIPELINED,
    NV_CE_TRANSFER_NON_PIPELINED,
};

/* SEMAPHORE */
enum {
    NV_CE_SEMAPHORE_NONE,
    NV_CE_SEMAPHORE_ONE_WORD,
    NV_CE_SEMAPHORE_FOUR_WORDS,
};

/* INTERRUPT */
enum {
    NV_CE_INTERRUPT_NONE,
    NV_CE_INTERRUPT_BLOCKING,
    NV_CE_INTERRUPT_NON_BLOCKING,
};

FIELD(NV_CE_REMAP, COMPONENT, 0, 3)             /* of x; y's, z's, w's follow */
FIELD(NV_CE_REMAP, SIZE_M1, 16, 2)
FIELD(NV_CE_REMAP, SRC_M1, 20, 2)
FIELD(NV_CE_REMAP, DST_M1, 24, 2)

/* COMPONENT; lower numbers are the source's components */
enum {
    NV_CE_CONST_A = 4,
    NV_CE_CONST_B,
    NV_CE_NO_WRITE,
    NV_CE_COMPONENT__MAX,
};

FIELD(NV_CE_BLOCK_SIZE, WIDTH, 0, 4)
FIELD(NV_CE_BLOCK_SIZE, HEIGHT, 4, 4)
FIELD(NV_CE_BLOCK_SIZE, DEPTH, 8, 4)
FIELD(NV_CE_BLOCK_SIZE, GOB_HEIGHT, 12, 4)

/* WIDTH */
enum {
    NV_CE_WIDTH_ONE_GOB = 0x0,
    NV_CE_WIDTH_QUARTER_GOB = 0xe,
};

/** HEIGHT, DEPTH: log2 of the largest block's */
#define NV_CE_BLOCK_MAX 5

/* GOB_HEIGHT */
enum {
    NV_CE_GOB_TESLA_4,
    NV_CE_GOB_FERMI_8,
};

/* MODE of RENDER_ENABLE_C */
enum {
    NV_CE_RENDER_FALSE,
    NV_CE_RENDER_TRUE,
    NV_CE_RENDER_CONDITIONAL,
    NV_CE_RENDER_IF_EQUAL,
    NV_CE_RENDER_IF_NOT_EQUAL,
};

/* PHYS_MODE */
enum {
    NV_CE_PHYS_LOCAL_FB,
    NV_CE_PHYS_COHERENT_SYSMEM,
    NV_CE_PHYS_NONCOHERENT_SYSMEM,
};

/* --- State ------------------------------------------------------------ */

/**
 * struct NVCeChip - what distinguishes one copy engine from another
 *
 * @index: which of NVGPU.ces it is
 * @class: class of its objects
 * @older: another one that it takes for that; its own if there is none
 * @unused: bits of LAUNCH_DMA that have no meaning
 * @engine: its number in PFIFO
 * @regs: its registers
 * @intr: its bit in PMC_INTR
 * @vm_user: the originator of its accesses
 */
struct NVCeChip {
    unsigned index;
    uint16_t class;
    uint16_t older;
    uint32_t unused;
    unsigned engine;
    const NVRegBlock *regs;
    uint32_t intr;
    NVVmUser vm_user;
};

/**
 * struct NVCeChannel - what the engine knows of a channel
 *
 * @chid: its number
 * @block: its instance block when its first method arrived: with another one it
 *         is another channel
 * @words: parameters, by enum NVCeWord
 */
typedef struct NVCeChannel {
    uint16_t chid;
    uint32_t block;
    uint32_t words[NV_CE__WORDS];
} NVCeChannel;

/** Largest number of channels of a card */
#define NV_CE_CHANNELS 4096

/**
 * struct NVCe - a copy engine
 *
 * @chip: what kind it is
 * @channels, @count: the channels that have used it, by number
 * @current: index of the one that it has now, or -1
 * @copying: a launch of that one is under way
 * @faulted: and can't go on, since the MMU has refused an access
 * @leaving: PFIFO has told it to leave that channel
 * @line, @pos: lines that are done, and bytes of the next one
 */
typedef struct NVCe {
    const NVCeChip *chip;
    NVCeChannel *channels;
    int32_t count;
    int32_t current;
    bool copying;
    bool faulted;
    bool leaving;
    uint32_t line;
    uint64_t pos;
} NVCe;

/** NV_CE_R - the stored word of one of its registers, as an lvalue */
#define NV_CE_R(_gpu, _ce, _reg) \
    ((_gpu)->regs[((_ce)->chip->regs->base + A_ ## _reg) / 4])

/** nv_ce_word: a parameter of the channel that an engine has */
static inline uint32_t nv_ce_word(const NVCe *ce, unsigned word)
{
    return ce->channels[ce->current].words[word];
}

/** nv_ce_address: a 40-bit address of it; @upper is followed by the rest */
static inline uint64_t nv_ce_address(const NVCe *ce, unsigned upper)
{
    return (uint64_t)nv_ce_word(ce, upper) << 32 | nv_ce_word(ce, upper + 1);
}

/** nv_ce_has_channel: whether it has one, also if a snapshot was refused */
static inline bool nv_ce_has_channel(const NVCe *ce)
{
    return ce->current >= 0 && ce->current < ce->count;
}

/** nv_ce_block: the instance block of that channel, or 0 */
static inline uint32_t nv_ce_block(const NVCe *ce)
{
    return nv_ce_has_channel(ce) ? ce->channels[ce->current].block : 0;
}

/* --- channel.c -------------------------------------------------------- */

/** nv_ce_enter: make @chid the engine's current channel */
void nv_ce_enter(NVGPU *gpu, NVCe *ce, unsigned chid);

/** nv_ce_blocked: it stands still until the driver has acknowledged something */
bool nv_ce_blocked(NVGPU *gpu, const NVCe *ce);

/** nv_ce_accepts: whether it takes methods, or another channel */
bool nv_ce_accepts(NVGPU *gpu, const NVCe *ce);

/** nv_ce_leave: leave the channel, if PFIFO has said so and that is possible */
void nv_ce_leave(NVGPU *gpu, NVCe *ce);

/** nv_ce_forget: drop what an engine knows of its current channel */
void nv_ce_forget(NVCe *ce);

/** nv_ce_forget_all: the same for all channels */
void nv_ce_forget_all(NVCe *ce);

/** nv_ce_store: keep a parameter; returns false if there is no such method */
bool nv_ce_store(NVCe *ce, uint32_t mthd, uint32_t data);

extern const VMStateDescription nv_vmstate_ce_channel;

/** nv_ce_channels_are_sane: check, and mask, what has been loaded */
bool nv_ce_channels_are_sane(NVGPU *gpu, NVCe *ce);

/* --- launch.c --------------------------------------------------------- */

/** nv_ce_launch: LAUNCH_DMA has been stored: do it, as far as possible */
void nv_ce_launch(NVGPU *gpu, NVCe *ce);

/** nv_ce_go: continue the launch under way; see NVEngine's work() */
void nv_ce_go(NVGPU *gpu, NVCe *ce, int64_t *budget);

/** nv_ce_error_name: see NVEngine */
const char *nv_ce_error_name(NVGPU *gpu, unsigned i);

/* --- copy.c ----------------------------------------------------------- */

/**
 * nv_ce_check_copy: whether a copy is possible
 * @ce: the engine
 *
 * Returns what is wrong with it, or NV_CE_OK.
 */
NVCeLaunchError nv_ce_check_copy(const NVCe *ce);

/**
 * nv_ce_copy: continue a copy
 * @gpu: the device
 * @ce: the engine
 * @budget: see NVEngine
 * @fault: receives the access that failed
 *
 * Returns true when it is complete, or has failed.  If it hasn't failed,
 * @fault->why stays what it is.
 */
bool nv_ce_copy(NVGPU *gpu, NVCe *ce, int64_t *budget, NVDmaFault *fault);

/* --- remap.c ---------------------------------------------------------- */

/** Bytes of the largest element: four components of four bytes */
#define NV_CE_ELEMENT_MAX 16

/**
 * struct NVCeRemap - how the destination's elements are made of the source's
 *
 * @src, @dst: bytes of an element
 * @from: for each byte of the destination's a byte of the source's, or
 *        NV_CE_FROM_CONST, or NV_CE_FROM_NOWHERE
 * @constant: bytes of the constants, in the destination's element
 * @reads: the source matters
 * @keeps: the destination has bytes that aren't written
 * @straight: both elements are the same
 */
typedef struct NVCeRemap {
    uint8_t src, dst;
    uint8_t from[NV_CE_ELEMENT_MAX];
    uint8_t constant[NV_CE_ELEMENT_MAX];
    bool reads;
    bool keeps;
    bool straight;
} NVCeRemap;

#define NV_CE_FROM_CONST 0xfe
#define NV_CE_FROM_NOWHERE 0xff

/** nv_ce_check_remap: whether the current channel's components are possible */
NVCeLaunchError nv_ce_check_remap(const NVCe *ce);

/** nv_ce_remap: decode them; without remapping an element is a byte */
void nv_ce_remap(const NVCe *ce, NVCeRemap *remap);

/**
 * nv_ce_remap_elements: make elements
 * @remap: how
 * @in: the source's, unless @remap doesn't read it
 * @out: receives the destination's; bytes that aren't written stay as they are
 * @count: how many
 */
void nv_ce_remap_elements(const NVCeRemap *remap, const uint8_t *in,
                          uint8_t *out, uint32_t count);

/* --- semaphore.c ------------------------------------------------------ */

/** nv_ce_check_semaphore: what is wrong with a launch's semaphore */
NVCeLaunchError nv_ce_check_semaphore(const NVCe *ce);

/** nv_ce_release: write it; returns false if that fails */
bool nv_ce_release(NVGPU *gpu, NVCe *ce, NVDmaFault *fault);

/**
 * nv_ce_condition: evaluate RENDER_ENABLE
 * @gpu: the device
 * @ce: the engine
 * @enabled: receives the result
 * @fault: receives the access that failed
 *
 * Returns false if the memory that it depends on can't be read.
 */
bool nv_ce_condition(NVGPU *gpu, NVCe *ce, bool *enabled, NVDmaFault *fault);

/* --- regs.c ----------------------------------------------------------- */

/** nv_ce_raise: set bits of INTR */
void nv_ce_raise(NVGPU *gpu, NVCe *ce, uint32_t bits);

#endif /* HW_NV_ENGINE_CE_H */
