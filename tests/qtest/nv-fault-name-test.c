/*
 * Tests of the NVIDIA GPU: injected faults: the errors that a card has a name
 * for
 *
 * docs/faults.rst, "Errors by name": each line of its table is injected, and
 * the card reports the error of that name.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "libnv/nv-channel.h"
#include "libnv/nv-debug.h"
#include "libnv/nv-driver.h"
#include "libnv/nv-pbdma.h"
#include "libnv/nv-tesla.h"
#include "libnv/nv-test.h"

#define CHID NV_DEBUG_CHID

/* References, the second command of which is changed */
#define COMMANDS 4

/**
 * struct Named - an error that the card has a name for
 *
 * @fault: the line of the table
 * @error: in DMA_STATE.ERROR, or from NVC0 on in the PBDMA's INTR_0
 */
typedef struct Named {
    const char *fault;
    uint32_t error;
} Named;

/* --- The DMA pusher's, before NVC0 ------------------------------------ */

static const Named call = {
    /* At 0 is the first command. */
    "error-command nth=2 every=1 times=2 value=0x2", NV_PUSHER_CALL_SUBR_ACTIVE
};
static const Named method = {
    "error-command nth=2 value=0x40004", NV_PUSHER_INVALID_MTHD
};
static const Named ret = {
    "error-command nth=2 value=0x20000", NV_PUSHER_RET_SUBR_INACTIVE
};
static const Named command = {
    "error-command nth=2", NV_PUSHER_INVALID_CMD
};
static const Named memory = {
    "error-command nth=2 value=0x3ffffffc", NV_PUSHER_MEM_FAULT
};

static void await_error(NVDev *nv, NVPusherError error)
{
    nv_poll(nv_rd32(nv, A_NV_PFIFO_INTR) & R_NV_PFIFO_INTR_DMA_PUSHER_MASK);
    nv_assert_hex(nv_field(nv, NV_PFIFO_CACHE1_DMA_STATE, ERROR), error);
}

/* What is behind the error is lost, and the channel goes on. */
static void assert_goes_on(NVChan *chan)
{
    nv_assert_reg(chan->nv, NV_PFIFO_INTR, R_NV_PFIFO_INTR_DMA_PUSHER_MASK);
    nv_handle_all(chan->nv);
    nv_push_ref(chan, 0x77);
    nv_run(chan);
    nv_assert_hex(nv_user_ref(chan), 0x77);
    nv_chan_free(chan);
}

static void pusher_error(NVDev *nv)
{
    const Named *named = nv->test->data;
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);

    nv_inject(nv, named->fault);
    for (unsigned i = 1; i <= COMMANDS; i++) {
        nv_push_ref(chan, i);
    }
    nv_kick(chan);
    await_error(nv, named->error);
    g_assert_cmpuint(nv_fault_done(nv, 0), >=, 1);
    assert_goes_on(chan);
}

static const Named entry = { "error-entry nth=2", NV_PUSHER_IB_EMPTY };

/* Each reference is an entry of its own. */
static void ring_error(NVDev *nv)
{
    const Named *named = nv->test->data;
    NVChan *chan = nv_ib_chan_new(nv, CHID, NV_IN_RAM, NV_IB_ORDER);

    nv_inject(nv, named->fault);
    nv_push_ref(chan, 1);
    nv_run(chan);
    nv_push_ref(chan, 2);
    nv_kick(chan);
    await_error(nv, named->error);
    nv_assert_hex(nv_user_ref(chan), 1);
    nv_assert_hex(nv_fault_done(nv, 0), 1);
    assert_goes_on(chan);
}

/* From NV50 on there is no jump in the ring's mode: its page is missing. */
static void pushbuffer_missing(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_GART);
    g_autofree char *fault = NULL;

    nv_push_ref(chan, 1);
    nv_run(chan);
    fault = g_strdup_printf("page-fault-read address=0x%" PRIx64,
                            chan->push->va + chan->cur);
    nv_inject(nv, fault);
    nv_push_ref(chan, 2);
    nv_kick(chan);
    await_error(nv, NV_PUSHER_MEM_FAULT);
    nv_assert_hex(nv_fault_done(nv, 0), 1);
    nv_chan_fini(chan);
    nv_chan_free(chan);
}

/* --- A PBDMA's, from NVC0 on ------------------------------------------ */

static const Named gpentry = { "error-entry nth=2", NV_PBDMA_GPENTRY };
static const Named gpcrc = {
    /* GP_CRC, with the entry's first word for the sum */
    "error-entry nth=2 value=2", NV_PBDMA_GPCRC
};
static const Named pbentry = { "error-command nth=2", NV_PBDMA_PBENTRY };
static const Named illegal = {
    /* The method 4 */
    "error-command nth=2 value=0x20010001", NV_PBDMA_METHOD
};
static const Named method_crc = {
    /* CRC_CHECK, with the next word for the sum */
    "error-command nth=2 value=0x2001001f", NV_PBDMA_METHODCRC
};
static const Named device = {
    /* A method of the class on a subchannel that has none */
    "error-command nth=2 value=0x20016040", NV_PBDMA_DEVICE
};

static void pbdma_error(NVDev *nv)
{
    const Named *named = nv->test->data;
    NVFermiChan *chan = nv_fermi_channel_new(nv, CHID);

    nv_inject(nv, named->fault);
    for (unsigned i = 1; i <= COMMANDS; i++) {
        nv_fermi_inc(chan, 0, NV_MTHD_REF_CNT, i);
        if (i == COMMANDS / 2) {
            /* The other half has an entry of its own. */
            nv_fermi_kick(chan);
        }
    }
    nv_fermi_kick(chan);
    nv_pbdma_expect(chan, named->error);
    nv_assert_hex(nv_fault_done(nv, 0), 1);
    if (named->error & (NV_PBDMA_GPENTRY | NV_PBDMA_GPCRC)) {
        /* The entry has been passed by. */
        nv_pbdma_ack(nv);
    } else {
        nv_pbdma_skip(chan);
    }
    nv_fermi_ref(chan, 0x77);
    nv_fermi_run(chan);
    nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_REF), 0x77);
    nv_fermi_channel_free(chan);
}

/* What it loads from RAMFC makes no sense. */
static const Named gpptr = {
    /* GP_GET, of 512 entries */
    "state-wrong address=0x14 value=0x3ff", NV_PBDMA_GPPTR
};
static const Named gpfifo = {
    /* GP_BASE_HI: 2^31 entries, in the last 4 GiB */
    "state-wrong address=0x4c value=0x1f00ff", NV_PBDMA_GPFIFO
};
static const Named pbptr = {
    /* GET, beyond PUT */
    "state-wrong address=0x18 value=0x100", NV_PBDMA_PBPTR
};
static const Named signature = {
    "state-wrong address=0x10 value=0", NV_PBDMA_SIGNATURE
};

/* The driver mends the register, and the PBDMA goes on. */
static void state_error(NVDev *nv)
{
    static const struct {
        uint32_t error, reg, wrong, right;
    } registers[] = {
        { NV_PBDMA_GPFIFO, A_NV_PBDMA_GP_BASE_HI, 0x1f00ff,
          NV_FERMI_GP_VA >> 32 | NV_FERMI_GP_ORDER << 16 },
        { NV_PBDMA_GPPTR, A_NV_PBDMA_GP_GET, 0x3ff, 0 },
        { NV_PBDMA_PBPTR, A_NV_PBDMA_GET, 0x100, 0 },
        { NV_PBDMA_SIGNATURE, A_NV_PBDMA_SIGNATURE, 0, 0xface },
    };
    const Named *named = nv->test->data;
    NVFermiChan *chan = nv_fermi_channel_new(nv, CHID);

    nv_inject(nv, named->fault);
    nv_fermi_ref(chan, 1);
    nv_fermi_kick(chan);
    nv_pbdma_expect(chan, named->error);
    nv_assert_hex(nv_fault_done(nv, 0), 1);
    nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_REF), 0);
    for (unsigned i = 0; i < ARRAY_SIZE(registers); i++) {
        if (registers[i].error == named->error) {
            nv_assert_hex(nv_pbdma_rd32(chan, registers[i].reg),
                          registers[i].wrong);
            nv_pbdma_wr32(chan, registers[i].reg, registers[i].right);
        }
    }
    nv_pbdma_ack(nv);
    nv_fermi_wait(chan);
    nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_REF), 1);
    /* Loaded again, it isn't changed any more. */
    nv_fermi_preempt(nv, CHID);
    nv_fermi_ref(chan, 2);
    nv_fermi_run(chan);
    nv_assert_hex(nv_fermi_user_rd32(chan, A_NV_USERD_REF), 2);
    g_assert_cmpuint(nv_statistic(nv, "fault-state-wrong"), ==, 1);
    nv_fermi_assert_quiet(nv);
    nv_fermi_channel_free(chan);
}

/* --- The tests -------------------------------------------------------- */

#define PUSHER(_name, _named, ...) \
    { "fault/name/" _name, "fault-injection", pusher_error, .data = &(_named), \
      __VA_ARGS__ }
#define RING(_name, _named) \
    { "fault/name/" _name, "fault-injection", ring_error, .data = &(_named), \
      .needs = NV_CARD_NV50 }
#define PBDMA(_name, _named, ...) \
    { "fault/name/" _name, "fault-injection", pbdma_error, .data = &(_named), \
      .needs = NV_CARD_NVC0, .fermi = true, __VA_ARGS__ }
#define STATE(_name, _named) \
    { "fault/name/" _name, "fault-injection", state_error, .data = &(_named), \
      .needs = NV_CARD_NVC0, .fermi = true }

static const NVTest tests[] = {
    PUSHER("CALL_SUBR_ACTIVE", call, .needs = NV_CARD_CALL),
    PUSHER("INVALID_MTHD", method, .needs = NV_CARD_REF, .tesla = true),
    PUSHER("RET_SUBR_INACTIVE", ret, .needs = NV_CARD_CALL),
    PUSHER("INVALID_CMD", command, .needs = NV_CARD_REF, .tesla = true),
    PUSHER("MEM_FAULT", memory, .needs = NV_CARD_REF),
    RING("IB_EMPTY", entry),
    { "fault/name/MEM_FAULT-of-a-page", "fault-injection", pushbuffer_missing,
      .needs = NV_CARD_NV50 },
    PBDMA("GPENTRY", gpentry),
    PBDMA("GPCRC", gpcrc, .props = "x-pbdma-crc=on"),
    PBDMA("PBENTRY", pbentry),
    PBDMA("METHOD", illegal),
    PBDMA("METHODCRC", method_crc, .props = "x-pbdma-crc=on"),
    PBDMA("DEVICE", device),
    STATE("GPFIFO", gpfifo),
    STATE("GPPTR", gpptr),
    STATE("PBPTR", pbptr),
    STATE("SIGNATURE", signature),
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}
