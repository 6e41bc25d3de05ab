/*
 * Tests of the NVIDIA GPU: semaphores in a DMA object
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "nv-driver.h"
#include "nv-semaphore.h"
#include "nv-tesla.h"

/* More than an offset of 16 bits can name; before NV50 it is one page. */
#define TESLA_SIZE 0x20000
#define SIZE 0x1000

NVBuf *nv_semaphore_new(NVChan *chan, NVPlace place)
{
    bool tesla = nv_is_tesla(chan->nv);
    /* "accepts only *write-only* DMA objects of class 0x0002" */
    NVBuf *buf = nv_buf_new(chan->nv, place, tesla ? TESLA_SIZE : SIZE,
                            tesla ? 0x3d : 0x02 | NV_DMAOBJ_WRITE_ONLY);

    nv_semaphore_use(chan, buf);
    return buf;
}

void nv_semaphore_use(NVChan *chan, NVBuf *buf)
{
    nv_chan_buffer(chan, NV_HANDLE_SEMAPHORE(buf->place), buf);
    nv_push_inc(chan, 0, NV_MTHD_DMA_SEMAPHORE,
                NV_HANDLE_SEMAPHORE(buf->place));
}

void nv_push_release(NVChan *chan, uint32_t offset, uint32_t val)
{
    nv_push_inc(chan, 0, NV_MTHD_SEMAPHORE_OFFSET, offset);
    nv_push_inc(chan, 0, NV_MTHD_SEMAPHORE_RELEASE, val);
}

void nv_semaphore_retry(NVDev *nv)
{
    nv_clock_step(nv, 2 * 1000 * 1000);
}

static void nv_semaphore_skip(NVDev *nv, uint32_t get)
{
    nv_wr32(nv, A_NV_PFIFO_INTR, R_NV_PFIFO_INTR_SEMAPHORE_MASK);
    nv_wr32(nv, A_NV_PFIFO_CACHE1_GET, get + 4);
    nv_wr32(nv, A_NV_PFIFO_CACHE1_PULL0, 1);
}

void nv_assert_semaphore_error(NVChan *chan, unsigned error, uint32_t mthd)
{
    NVDev *nv = chan->nv;
    uint32_t get;
    NVMethod slot;

    nv_poll(nv_rd32(nv, A_NV_PFIFO_INTR));
    get = nv_rd32(nv, A_NV_PFIFO_CACHE1_GET);
    slot = nv_cache1_slot(nv, get);
    nv_assert_reg(nv, NV_PFIFO_INTR, R_NV_PFIFO_INTR_SEMAPHORE_MASK);
    g_assert_cmpuint(nv_field(nv, NV_PFIFO_CACHE1_PULL0, SEMAPHORE_ERROR), ==,
                     error);
    nv_assert_hex(slot.addr & 0x1ffc, mthd);
    g_assert_true(nv_intx(nv));
    if (nv_is_tesla(nv)) {
        nv_semaphore_skip(nv, get);
    } else {
        /* It also binds the page that DMA_SEMAPHORE was given. */
        nv_handle_all(nv);
    }
    nv_wait(chan);
}
