/*
 * NVIDIA GPU: x-nv-gpu-debug: common to its commands
 *
 *   command.c       finding and running a command
 *   look-fifo.c     channels, CACHE1, PBDMAs, RAMFC, RAMHT, run lists
 *   look-memory.c   memory, page tables, pushbuffers
 *   look-falcon.c   falcons
 *   look-display.c  what the heads show
 *   look-regs.c     registers, and interrupts
 *   act.c           changing the card
 *   args.c          numbers, and words of memory
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_DEBUG_LOOK_H
#define HW_NV_DEBUG_LOOK_H

#include "hw/nv/fifo-look.h"
#include "internal.h"

/** Largest number of bytes that a command shows or writes */
#define NV_DEBUG_BYTES (64 * KiB)

/**
 * NVDebugRun - execute a command
 * @gpu: the device
 * @args: the words after its name
 * @count: their number, which its NVDebugCommand allows
 * @text: the text to which it appends its lines
 * @errp: what is wrong
 */
typedef bool NVDebugRun(NVGPU *gpu, char **args, unsigned count, GString *text,
                        Error **errp);

/**
 * struct NVDebugCommand - a command
 *
 * @name: its first word
 * @args: its arguments, for "help"
 * @help: what it does
 * @least, @most: smallest and largest number of arguments
 * @run: executes it
 * @acts: it changes the card, which may resume at once; otherwise the card is
 *        stopped while it runs
 */
typedef struct NVDebugCommand {
    const char *name;
    const char *args;
    const char *help;
    unsigned least, most;
    NVDebugRun *run;
    bool acts;
} NVDebugCommand;

/* Tables that end with a row without a name */
extern const NVDebugCommand nv_debug_fifo_commands[];
extern const NVDebugCommand nv_debug_memory_commands[];
extern const NVDebugCommand nv_debug_falcon_commands[];
extern const NVDebugCommand nv_debug_display_commands[];
extern const NVDebugCommand nv_debug_register_commands[];
extern const NVDebugCommand nv_debug_act_commands[];

/* --- args.c ----------------------------------------------------------- */

/** nv_debug_number: parse a number up to @most */
bool nv_debug_number(const char *what, const char *text, uint64_t most,
                     uint64_t *val, Error **errp);

/** nv_debug_channel: parse a channel's number */
bool nv_debug_channel(NVGPU *gpu, const char *text, unsigned *chid,
                      Error **errp);

/** nv_debug_range: parse an address, and a length in bytes that is allowed */
bool nv_debug_range(char **args, uint64_t most, uint64_t *addr, uint32_t *len,
                    Error **errp);

/** nv_debug_words: print words of memory, four a line after their address */
void nv_debug_words(GString *text, uint64_t addr, const uint32_t *words,
                    unsigned count);

/** nv_debug_space: get the memory to which a channel's addresses refer */
bool nv_debug_space(NVGPU *gpu, unsigned chid, NVDMAObject *obj, Error **errp);

/** nv_debug_object: get a DMA object by its handle, from any channel */
bool nv_debug_object(NVGPU *gpu, const char *text, NVDMAObject *obj,
                     Error **errp);

/* --- look-fifo.c ------------------------------------------------------ */

/** nv_debug_put_channel: print a channel's place, and what it waits for */
void nv_debug_put_channel(NVGPU *gpu, GString *text, unsigned chid,
                          const NVChannelLook *look);

/* --- look-regs.c ------------------------------------------------------ */

/** nv_debug_put_register: print a register's address, name and value */
void nv_debug_put_register(GString *text, const char *name,
                           const NVRegLook *look);

#endif /* HW_NV_DEBUG_LOOK_H */
