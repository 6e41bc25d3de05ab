/*
 * Tests of the NVIDIA GPU: a channel, whichever kind the card has
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef LIBNV_NV_EITHER_H
#define LIBNV_NV_EITHER_H

#include "nv-channel.h"
#include "nv-fermi.h"

/**
 * struct NVEither - a channel
 *
 * @nv: the card
 * @chid: its number
 * @chan, @fermi: one of them
 */
typedef struct NVEither {
    NVDev *nv;
    unsigned chid;
    NVChan *chan;
    NVFermiChan *fermi;
} NVEither;

/** nv_either_new: make a channel whose pushbuffer is in the guest's memory */
NVEither nv_either_new(NVDev *nv, unsigned chid);

/** nv_either_fini: turn it off */
void nv_either_fini(NVEither *either);

/** nv_either_free: the same, and forget it */
void nv_either_free(NVEither *either);

/** nv_either_method: append a method; returns the offset of its command */
uint32_t nv_either_method(NVEither *either, unsigned subc, uint32_t mthd,
                          uint32_t data);

/** nv_either_ref: append a method that sets the reference; likewise */
uint32_t nv_either_ref(NVEither *either, uint32_t ref);

/** nv_either_kick: submit what has been appended */
void nv_either_kick(NVEither *either);

/** nv_either_wait: let what has been submitted be executed */
#define nv_either_wait(_either)                                             \
    do {                                                                    \
        if ((_either)->fermi) {                                             \
            nv_fermi_wait((_either)->fermi);                                \
        } else {                                                            \
            nv_wait((_either)->chan);                                       \
        }                                                                   \
    } while (0)

/**
 * nv_either_run_ref: append a method that sets the reference, and wait for it
 */
#define nv_either_run_ref(_either, _ref)                                    \
    do {                                                                    \
        nv_either_ref(_either, _ref);                                       \
        nv_either_kick(_either);                                            \
        nv_poll(nv_either_user_ref(_either) == (_ref));                     \
    } while (0)

/** nv_either_user_ref: the reference, as its driver sees it */
uint32_t nv_either_user_ref(NVEither *either);

/** nv_either_cur: offset in the pushbuffer of what is appended next */
uint32_t nv_either_cur(NVEither *either);

/** nv_either_at: the address that the pusher has for an offset */
uint64_t nv_either_at(NVEither *either, uint32_t offset);

/** nv_either_va: the address that it has in the channel's space */
uint64_t nv_either_va(NVEither *either, uint32_t offset);

/* Words of the pushbuffer, which has NV_PUSH_SIZE bytes */
uint32_t nv_either_rd32(NVEither *either, uint32_t offset);
void nv_either_wr32(NVEither *either, uint32_t offset, uint32_t val);

/** nv_sets_references: the card has a method that sets a reference */
bool nv_sets_references(const NVCard *card);

/** nv_has_semaphores: the card's channels wait for values in memory */
bool nv_has_semaphores(const NVCard *card);

/**
 * nv_either_acquire: append a wait for a semaphore
 * @either: the channel
 * @is: its value now
 * @want: what it waits for
 * @sem: set to its place, for nv_either_free_semaphore()
 *
 * Returns the address by which the channel knows it.
 */
typedef struct NVEitherSemaphore {
    NVBuf *buf;
    uint64_t ram;
} NVEitherSemaphore;

uint64_t nv_either_acquire(NVEither *either, uint32_t is, uint32_t want,
                           NVEitherSemaphore *sem);

/** nv_either_acquire_again: append a wait for an existing semaphore */
void nv_either_acquire_again(NVEither *either, uint64_t va, uint32_t want);

/** nv_either_set_semaphore: write it */
void nv_either_set_semaphore(NVEither *either, const NVEitherSemaphore *sem,
                             uint32_t val);

/** nv_either_semaphore: read it */
uint32_t nv_either_semaphore(NVEither *either, const NVEitherSemaphore *sem);

/**
 * nv_either_release: append a release of it
 * @va: its address, from nv_either_acquire()
 * @val: the value
 * @by_trigger: as a semaphore of 16 bytes, which NV84 and later have
 */
void nv_either_release(NVEither *either, uint64_t va, uint32_t val,
                       bool by_trigger);

/** nv_either_free_semaphore: forget it */
void nv_either_free_semaphore(NVEitherSemaphore *sem);

#endif /* LIBNV_NV_EITHER_H */
