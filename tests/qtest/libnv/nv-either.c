/*
 * Tests of the NVIDIA GPU: a channel, whichever kind the card has
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "nv-either.h"
#include "nv-semaphore.h"
#include "nv-tesla.h"

#define SEMAPHORE 0x10

#define MTHD_ADDRESS_HIGH 0x10
#define TRIGGER_WRITE_LONG 2

NVEither nv_either_new(NVDev *nv, unsigned chid)
{
    NVEither either = { .nv = nv, .chid = chid };

    if (nv_is_fermi(nv)) {
        either.fermi = nv_fermi_channel_new(nv, chid);
    } else {
        either.chan = nv_chan_new(nv, chid, NV_IN_GART);
    }
    return either;
}

void nv_either_fini(NVEither *either)
{
    if (either->fermi) {
        nv_fermi_channel_fini(either->fermi);
    } else {
        nv_chan_fini(either->chan);
    }
}

void nv_either_free(NVEither *either)
{
    nv_either_fini(either);
    if (either->fermi) {
        nv_fermi_channel_free(either->fermi);
    } else {
        nv_chan_free(either->chan);
    }
}

uint32_t nv_either_method(NVEither *either, unsigned subc, uint32_t mthd,
                          uint32_t data)
{
    uint32_t at = nv_either_cur(either);

    if (either->fermi) {
        nv_fermi_inc(either->fermi, subc, mthd, data);
    } else {
        nv_push_inc(either->chan, subc, mthd, data);
    }
    return at;
}

uint32_t nv_either_ref(NVEither *either, uint32_t ref)
{
    return nv_either_method(either, 0, NV_MTHD_REF_CNT, ref);
}

void nv_either_kick(NVEither *either)
{
    if (either->fermi) {
        nv_fermi_kick(either->fermi);
    } else {
        nv_kick(either->chan);
    }
}

uint32_t nv_either_user_ref(NVEither *either)
{
    return either->fermi ? nv_fermi_user_rd32(either->fermi, A_NV_USERD_REF)
                         : nv_user_rd32(either->chan, A_NV_USER_REF);
}

uint32_t nv_either_cur(NVEither *either)
{
    return either->fermi ? either->fermi->cur : either->chan->cur;
}

uint64_t nv_either_at(NVEither *either, uint32_t offset)
{
    return either->fermi ? NV_FERMI_PUSH_VA + offset : offset;
}

uint64_t nv_either_va(NVEither *either, uint32_t offset)
{
    return either->chan && nv_is_tesla(either->nv)
        ? either->chan->push->va + offset : nv_either_at(either, offset);
}

uint32_t nv_either_rd32(NVEither *either, uint32_t offset)
{
    return either->fermi
        ? qtest_readl(either->nv->qts, either->fermi->push + offset)
        : nv_buf_rd32(either->chan->push, offset);
}

void nv_either_wr32(NVEither *either, uint32_t offset, uint32_t val)
{
    if (either->fermi) {
        qtest_writel(either->nv->qts, either->fermi->push + offset, val);
    } else {
        nv_buf_wr32(either->chan->push, offset, val);
    }
}

bool nv_sets_references(const NVCard *card)
{
    return card->features & NV_CARD_REF || nv_card_is_fermi(card);
}

bool nv_has_semaphores(const NVCard *card)
{
    return card->features & NV_CARD_SEMAPHORE || nv_card_is_fermi(card);
}

void nv_either_acquire_again(NVEither *either, uint64_t va, uint32_t want)
{
    if (either->fermi) {
        nv_fermi_inc(either->fermi, 0, 0x10, va >> 32, va, want, 1);
    } else {
        nv_push_inc(either->chan, 0, NV_MTHD_SEMAPHORE_OFFSET, va);
        nv_push_inc(either->chan, 0, NV_MTHD_SEMAPHORE_ACQUIRE, want);
    }
}

uint64_t nv_either_acquire(NVEither *either, uint32_t is, uint32_t want,
                           NVEitherSemaphore *sem)
{
    uint64_t va;

    *sem = (NVEitherSemaphore) { };
    if (!either->fermi) {
        sem->buf = nv_semaphore_new(either->chan, nv_is_tesla(either->nv)
                                    ? NV_IN_GART : NV_IN_RAM);
        nv_buf_wr32(sem->buf, SEMAPHORE, is);
        va = SEMAPHORE;
    } else {
        va = nv_fermi_ram(either->fermi, 0x1000, &sem->ram) + SEMAPHORE;
        qtest_writel(either->nv->qts, sem->ram + SEMAPHORE, is);
    }
    nv_either_acquire_again(either, va, want);
    return va;
}

void nv_either_set_semaphore(NVEither *either, const NVEitherSemaphore *sem,
                             uint32_t val)
{
    if (sem->buf) {
        nv_buf_wr32(sem->buf, SEMAPHORE, val);
    } else {
        qtest_writel(either->nv->qts, sem->ram + SEMAPHORE, val);
    }
}

uint32_t nv_either_semaphore(NVEither *either, const NVEitherSemaphore *sem)
{
    return sem->buf ? nv_buf_rd32(sem->buf, SEMAPHORE)
                    : qtest_readl(either->nv->qts, sem->ram + SEMAPHORE);
}

void nv_either_release(NVEither *either, uint64_t va, uint32_t val,
                       bool by_trigger)
{
    if (by_trigger && either->fermi) {
        nv_fermi_release(either->fermi, va, val);
    } else if (by_trigger) {
        nv_push_inc(either->chan, 0, MTHD_ADDRESS_HIGH, va >> 32, va, val,
                    TRIGGER_WRITE_LONG);
    } else {
        /* NVC0's address has a high part, which the acquire has set. */
        nv_either_method(either, 0, NV_MTHD_SEMAPHORE_OFFSET, va);
        nv_either_method(either, 0, NV_MTHD_SEMAPHORE_RELEASE, val);
    }
}

void nv_either_free_semaphore(NVEitherSemaphore *sem)
{
    if (sem->buf) {
        nv_buf_free(sem->buf);
    }
}
