/*
 * NVIDIA GPU: PFIFO's probes
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_FIFO_PROBE_H
#define HW_NV_FIFO_PROBE_H

#include "state.h"

/** nv_fifo_probed: whether each command and method has to be reported */
static inline bool nv_fifo_probed(NVGPU *gpu)
{
    return (NV_DEBUGGER && gpu->probes.careful) ||
           (NV_PROBES_ON(gpu) & NV_PROBES_OF_COMMANDS);
}

/**
 * nv_fifo_probe_run: report and execute methods, one by one
 * @gpu: the device
 * @run: the methods
 * @end: where method numbers wrap, in bytes
 * @execute: executes one of them, and returns how many it has executed
 * @opaque: for @execute
 *
 * Returns how many have been executed.  Addresses count from NVProbes.addr,
 * which isn't valid any more afterwards.
 */
uint32_t nv_fifo_probe_run(NVGPU *gpu, const NVRun *run, uint32_t end,
                           uint32_t (*execute)(void *opaque, const NVRun *run),
                           void *opaque);

/**
 * nv_fifo_probe_command: report a command before it is executed
 * @gpu: the device
 * @chid: channel
 * @addr: where its first word is, in bytes
 * @word: the word, which observers may change
 *
 * Returns false if it isn't to be executed now.
 */
bool nv_fifo_probe_command(NVGPU *gpu, unsigned chid, uint64_t addr,
                           uint32_t *word);

/**
 * nv_fifo_probe_entry_read: report an entry before it is decoded
 * @gpu: the device
 * @chid: channel
 * @number: the entry's place in the ring
 * @words: its two words; observers may change the second, which has the length
 */
static inline void nv_fifo_probe_entry_read(NVGPU *gpu, unsigned chid,
                                            uint32_t number, uint32_t *words)
{
    if (NV_PROBED(gpu, ENTRY_READ)) {
        NVProbe probe = {
            .kind = NV_PROBE_ENTRY_READ,
            .chid = chid,
            .entry_read = { .number = number, .words = { words[0], words[1] } },
        };

        nv_probe(gpu, &probe);
        words[1] = probe.entry_read.words[1];
    }
}

/** nv_fifo_probe_entry: report an entry that has been taken */
static inline void nv_fifo_probe_entry(NVGPU *gpu, unsigned chid,
                                       uint32_t number, uint64_t addr,
                                       uint32_t words)
{
    if (NV_PROBED(gpu, ENTRY)) {
        NVProbe probe = {
            .kind = NV_PROBE_ENTRY,
            .chid = chid,
            .entry = { .number = number, .addr = addr, .size = words * 4ull },
        };

        nv_probe(gpu, &probe);
    }
}

/**
 * nv_fifo_probe_listed: report an entry of a run list before it is decoded
 * @gpu: the device
 * @number: the entry's number
 * @chid: its channel, which observers may change
 */
static inline void nv_fifo_probe_listed(NVGPU *gpu, unsigned number,
                                        uint32_t *chid)
{
    if (NV_PROBED(gpu, LISTED)) {
        NVProbe probe = {
            .kind = NV_PROBE_LISTED,
            .chid = *chid < gpu->chip->fifo->channels ? (int)*chid : -1,
            .listed = { .number = number, .data = *chid },
        };

        nv_probe(gpu, &probe);
        *chid = probe.listed.data;
    }
}

/** nv_fifo_probe_submit: report a write of PUT, or, @entries, of the ring's */
static inline void nv_fifo_probe_submit(NVGPU *gpu, unsigned chid,
                                        uint64_t put, bool entries)
{
    if (NV_PROBED(gpu, SUBMIT)) {
        NVProbe probe = {
            .kind = NV_PROBE_SUBMIT,
            .chid = chid,
            .submit = { .ring = entries, .put = put },
        };

        nv_probe(gpu, &probe);
    }
}

/** nv_fifo_ask_value: whether an observer wants values */
bool nv_fifo_ask_value(NVGPU *gpu, NVProbeKind kind, unsigned chid,
                       uint64_t addr, uint32_t *val);

/**
 * nv_fifo_probe_value: report a semaphore's value, or a reference
 * @gpu: the device
 * @kind: what is done with it
 * @chid: channel
 * @addr: where it is, in bytes; 0 for a reference
 * @val: the value, which observers may change
 *
 * Returns false if it isn't to be written.
 */
static inline bool nv_fifo_probe_value(NVGPU *gpu, NVProbeKind kind,
                                       unsigned chid, uint64_t addr,
                                       uint32_t *val)
{
    return likely(!(NV_PROBES_ON(gpu) & 1u << kind)) ||
           nv_fifo_ask_value(gpu, kind, chid, addr, val);
}

/* --- Activity and its duration ----------------------------------------- */

/** nv_fifo_probe_switch: report that a PBDMA has a channel; @chid -1: none */
void nv_fifo_probe_switch(NVGPU *gpu, int chid, unsigned id);

/** nv_fifo_tell_run_begin, nv_fifo_tell_run_end: if an observer wants it */
void nv_fifo_tell_run_begin(NVGPU *gpu, unsigned chid, unsigned id);
void nv_fifo_tell_run_end(NVGPU *gpu, unsigned chid, unsigned id,
                          uint64_t words, NVProbeRest why);

/** nv_fifo_probe_run_begin: report that a channel starts executing commands */
static inline void nv_fifo_probe_run_begin(NVGPU *gpu, unsigned chid,
                                           unsigned id)
{
    if (NV_PROBED(gpu, RUN)) {
        nv_fifo_tell_run_begin(gpu, chid, id);
    }
}

/**
 * nv_fifo_probe_run_end: report that it has stopped executing commands
 * @gpu: the device
 * @chid: channel
 * @id: the PBDMA, 0 before NVC0
 * @words: words that were executed
 * @why: what comes next
 */
static inline void nv_fifo_probe_run_end(NVGPU *gpu, unsigned chid,
                                         unsigned id, uint64_t words,
                                         NVProbeRest why)
{
    if (NV_PROBED(gpu, RUN)) {
        nv_fifo_tell_run_end(gpu, chid, id, words, why);
    }
}

/** nv_fifo_tell_work, nv_fifo_tell_rest: if an observer wants it */
void nv_fifo_tell_work(NVGPU *gpu, unsigned id, unsigned chid,
                       uint32_t methods);
void nv_fifo_tell_rest(NVGPU *gpu);

/**
 * nv_fifo_probe_work: report that an engine has work, if it had none
 * @gpu: the device
 * @id: the engine
 * @chid: the channel that it works for
 * @methods: how many methods it has been given now
 */
static inline void nv_fifo_probe_work(NVGPU *gpu, unsigned id, unsigned chid,
                                      uint32_t methods)
{
    if (NV_PROBED(gpu, WORK)) {
        nv_fifo_tell_work(gpu, id, chid, methods);
    }
}

/** nv_fifo_probe_rest: report engines that have no work any more */
static inline void nv_fifo_probe_rest(NVGPU *gpu)
{
    if (unlikely(NV_DEBUGGER && gpu->fifo->working)) {
        nv_fifo_tell_rest(gpu);
    }
}

/**
 * nv_fifo_probe_words: report the words after a command's first one
 * @gpu: the device
 * @chid: channel
 * @addr: where they are, in bytes
 * @words: @count of them, which have been taken
 */
static inline void nv_fifo_probe_words(NVGPU *gpu, unsigned chid,
                                       uint64_t addr, const uint32_t *words,
                                       uint32_t count)
{
    if (NV_PROBED(gpu, WORDS) && count) {
        NVProbe probe = {
            .kind = NV_PROBE_WORDS,
            .chid = chid,
            .words = { .addr = addr, .size = count * 4ull, .words = words },
        };

        nv_probe(gpu, &probe);
    }
}

#endif /* HW_NV_FIFO_PROBE_H */
