/*
 * Tests of the NVIDIA GPU: CACHE0
 *
 * pscnv's wiki, PFIFO, of the second set of cache, pusher and puller.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "libnv/nv-channel.h"
#include "libnv/nv-context.h"
#include "libnv/nv-debug.h"
#include "libnv/nv-pio.h"
#include "libnv/nv-test.h"

#define HANDLE 0xbeef0039
#define OTHER 0x80000001
#define SOFTWARE 0x55550000

/* A method that every object accepts */
#define NOP 0x0100

static void cache0_method(NVDev *nv, unsigned subc, uint32_t mthd,
                          uint32_t data)
{
    uint32_t put = nv_rd32(nv, nv_cache0(nv)->put);

    nv_wr32(nv, nv_cache0(nv)->addr, subc << 13 | mthd);
    nv_wr32(nv, nv_cache0(nv)->addr + 4, data);
    nv_wr32(nv, nv_cache0(nv)->put, put ^ 4);
    nv_handle_switch(nv);
}

static void cache0_puller(NVDev *nv)
{
    nv_wr32(nv, nv_cache0(nv)->pull, 1);
    nv_handle_switch(nv);
}

static unsigned injected(NVDev *nv)
{
    return nv_log_count(nv, "nv_pfifo_cache0 channel 5 subchannel 4");
}

/* "It can be used for quick manual injection of single commands." */
static void cache0_injects(NVDev *nv)
{
    const NVCacheRegs *c = nv_cache0(nv);

    nv_pio_init(nv);
    nv_trace(nv, "nv_pfifo_cache0", true);
    nv_pio_object(nv, 5, HANDLE);
    nv_wr32(nv, c->chid, 5);
    nv_assert_hex(nv_rd32(nv, c->status), R_NV_PFIFO_CACHE0_STATUS_EMPTY_MASK);
    cache0_method(nv, 4, NV_MTHD_OBJECT, HANDLE);
    nv_assert_hex(nv_rd32(nv, c->status), R_NV_PFIFO_CACHE0_STATUS_FULL_MASK);
    nv_assert_hex(injected(nv), 0);
    g_assert_cmpuint(nv_statistic(nv, "methods"), ==, 0);
    cache0_puller(nv);
    nv_assert_hex(injected(nv), 1);
    g_assert_cmpuint(nv_statistic(nv, "methods"), ==, 1);
    nv_assert_hex(nv_rd32(nv, c->status), R_NV_PFIFO_CACHE0_STATUS_EMPTY_MASK);
    nv_assert_hex(nv_rd32(nv, c->get), 4);
    cache0_method(nv, 4, NOP, 1);
    cache0_method(nv, 4, NOP, 2);
    nv_assert_hex(injected(nv), 3);
    nv_assert_hex(nv_rd32(nv, c->get), 4);
    nv_assert_reg(nv, NV_PFIFO_INTR, 0);
    /* CACHE1 hasn't been involved. */
    nv_assert_hex(nv_rd32(nv, nv_cache1(nv)->chid), 0);
    nv_assert_hex(nv_rd32(nv, nv_cache1(nv)->put), 0);
}

/* This works while CACHE1's puller is stopped, which is its purpose. */
static void cache0_goes_beside_cache1(NVDev *nv)
{
    nv_pio_init(nv);
    nv_trace(nv, "nv_pfifo_cache0", true);
    nv_pio_software(nv, 0, SOFTWARE);
    nv_pio_object(nv, 5, HANDLE);
    nv_pio_method(nv, 0, 6, NV_MTHD_OBJECT, SOFTWARE);
    nv_assert_reg(nv, NV_PFIFO_INTR, R_NV_PFIFO_INTR_CACHE_ERROR_MASK);
    nv_wr32(nv, nv_cache0(nv)->chid, 5);
    nv_wr32(nv, nv_cache0(nv)->pull, 1);
    cache0_method(nv, 4, NV_MTHD_OBJECT, HANDLE);
    nv_assert_hex(injected(nv), 1);
    nv_assert_hex(nv_rd32(nv, nv_cache1(nv)->get), 0);
    nv_assert_hex(nv_rd32(nv, nv_cache1(nv)->put), nv_pio_ptr(nv, 1));
}

static void cache0_fails(NVDev *nv)
{
    const NVCacheRegs *c = nv_cache0(nv);

    nv_pio_init(nv);
    nv_trace(nv, "nv_pfifo_cache0", true);
    nv_pio_software(nv, 5, SOFTWARE);
    nv_pio_object(nv, 5, HANDLE);
    /* A handle of another channel isn't found. */
    nv_pio_object(nv, 6, OTHER);
    nv_wr32(nv, c->chid, 5);
    cache0_puller(nv);
    nv_break(nv, "1 error what=NO_HASH stop=none channel=5 subchannel=4 "
             "method=0", "2 error what=EMPTY_SUBCHANNEL stop=none channel=5");
    cache0_method(nv, 4, NV_MTHD_OBJECT, OTHER);
    nv_assert_hit(nv, 0, 1);
    nv_assert_hex(nv_rd32(nv, c->pull),
                  R_NV_PFIFO_CACHE0_PULL0_ACCESS_MASK |
                  R_NV_PFIFO_CACHE0_PULL0_HASH_FAILED_MASK);
    nv_assert_reg(nv, NV_PFIFO_INTR, R_NV_PFIFO_INTR_CACHE_ERROR_MASK);
    nv_assert_reg(nv, NV_PFIFO_DEBUG_0,
                  R_NV_PFIFO_DEBUG_0_CACHE_ERROR0_MASK);
    nv_assert_hex(nv_rd32(nv, c->status), R_NV_PFIFO_CACHE0_STATUS_FULL_MASK);

    /* The driver replaces it. */
    nv_wr32(nv, A_NV_PFIFO_INTR, R_NV_PFIFO_INTR_CACHE_ERROR_MASK);
    nv_wr32(nv, c->addr + 4, SOFTWARE);
    cache0_puller(nv);
    nv_assert_hex(nv_rd32(nv, c->pull),
                  R_NV_PFIFO_CACHE0_PULL0_ACCESS_MASK |
                  R_NV_PFIFO_CACHE0_PULL0_DEVICE_SOFTWARE_MASK);
    nv_assert_hit(nv, 1, 1);
    nv_assert_hex(injected(nv), 0);
    nv_wr32(nv, c->addr + 4, HANDLE);
    cache0_puller(nv);
    nv_assert_hex(injected(nv), 1);
    nv_assert_hex(nv_rd32(nv, c->pull), R_NV_PFIFO_CACHE0_PULL0_ACCESS_MASK);
}

/* "Channel active on the evil cache - cache unavailable." */
static void cache0_keeps_its_channel(NVDev *nv)
{
    nv_pio_init(nv);
    nv_wr32(nv, nv_cache0(nv)->chid, 5);
    nv_wr32(nv, nv_cache0(nv)->push, 1);
    nv_pio_method(nv, 5, 0, NOP, 1);
    nv_assert_record(nv, 0, 5, NOP, NV_PIO_WORD, NV_RUNOUT_NO_CACHE_AVAILABLE,
                     1);
    nv_ramro_clear(nv);
    nv_wr32(nv, nv_cache0(nv)->push, 0);
    nv_puller(nv, false);
    nv_pio_method(nv, 5, 0, NOP, 2);
    nv_assert_hex(nv_cache1_slot(nv, 0).data, 2);
    nv_assert_nothing_ran_out(nv);
}

static const NVTest tests[] = {
    { "cache0/injects", "cache0", cache0_injects, .early = true, .cold = true },
    { "cache0/goes-beside-cache1", "software-method cache0",
      cache0_goes_beside_cache1, .early = true, .cold = true },
    { "cache0/fails", "ramht-miss software-engine cache0!", cache0_fails,
      .early = true, .cold = true },
    { "cache0/keeps-its-channel", "cache0 runout", cache0_keeps_its_channel,
      .early = true, .cold = true },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}
