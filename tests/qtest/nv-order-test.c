/*
 * Tests of the NVIDIA GPU: the order of what it writes
 *
 * Software waits for one word of a result, and then believes the others.  What
 * an x86 host shows to its processors is always in order, so the test has the
 * card write where no memory is, in reserved registers of the HPET: the order of
 * these writes is in QEMU's trace.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "libnv/nv-channel.h"
#include "libnv/nv-either.h"
#include "libnv/nv-fermi-graph.h"
#include "libnv/nv-m2mf.h"
#include "libnv/nv-semaphore.h"
#include "libnv/nv-tesla.h"
#include "libnv/nv-test.h"

#define CHID 2

#define HPET 0xfed00000
/* Between two timers' registers: nothing is there */
#define RESERVED 0x1c0

/* A virtual address on Fermi */
#define VA 0x7000000ull

/* The first method of a long semaphore, and SEMAPHORE_TRIGGER's operation */
#define ADDRESS_HIGH 0x0010
#define WRITE_LONG 2

#define HANDLE 0xd0d0

#define FERMI_SUBC 4
#define FERMI_NO_OPERATION 0x100
#define FERMI_SET_NOTIFY_A 0x104

/* Where a log has a write of @size bytes to an address, or NULL */
static const char *find_line(const char *log, uint32_t addr, unsigned size)
{
    g_autofree char *words = g_strdup_printf("addr 0x%08x value 0x", addr);

    for (const char *p = log; (p = strstr(p, words)); p++) {
        uint64_t val;
        unsigned found;

        if (sscanf(p + strlen(words), "%" SCNx64 " size %u", &val, &found) ==
            2 && found == size) {
            return p;
        }
    }
    return NULL;
}

/* Where a log has the write of a word, alone or with the one before it */
static const char *find_write(const char *log, uint32_t offset)
{
    uint32_t addr = HPET + offset;

    return find_line(log, addr, 4)
        ?: find_line(log, QEMU_ALIGN_DOWN(addr, 8), 8);
}

/* Four words at an offset have been written once, and one of them last. */
static void assert_last(NVDev *nv, uint32_t offset, unsigned last)
{
    g_autofree char *log = nv_log_text(nv);
    const char *end = find_write(log, offset + last * 4);

    for (unsigned i = 0; i < 4; i++) {
        const char *at = find_write(log, offset + i * 4);

        if (!at || find_write(at + 1, offset + i * 4)) {
            nv_fail("word %u at 0x%x isn't written once", i, offset);
        } else if (at > end) {
            nv_fail("word %u at 0x%x is written after word %u", i, offset,
                    last);
        }
    }
}

static void record(NVDev *nv, bool on)
{
    nv_trace(nv, "memory_region_ops_write", on);
}

/* A buffer's first page is where the HPET is. */
static void tesla_move(NVDev *nv, NVBuf *buf)
{
    nv_vm_set(nv, nv->tesla->table, buf->va, NV_VM_SMALL,
              HPET | NV_VM_PRESENT | NV_VM_SYSRAM);
}

/* --- Semaphores: the sequence, 0, the time ------------------------------ */

/* The first release looks up the page, and the second one has it. */
static void tesla_release(NVDev *nv)
{
    NVChan *chan = nv_ib_chan_new(nv, CHID, NV_IN_RAM, NV_IB_ORDER);
    NVBuf *buf = nv_semaphore_new(chan, NV_IN_GART);

    tesla_move(nv, buf);
    record(nv, true);
    for (unsigned i = 0; i < 2; i++) {
        nv_push_inc(chan, 0, ADDRESS_HIGH, 0,
                    RESERVED + i * 16, 1, WRITE_LONG);
    }
    nv_run(chan);
    record(nv, false);
    assert_last(nv, RESERVED, 0);
    assert_last(nv, RESERVED + 16, 0);
    nv_chan_free(chan);
    nv_buf_free(buf);
}

static void fermi_release(NVDev *nv)
{
    NVEither c = nv_either_new(nv, CHID);

    nv_fermi_map(nv, c.fermi->pd, VA, HPET, 4096, NV_FERMI_RAM);
    record(nv, true);
    for (unsigned i = 0; i < 2; i++) {
        nv_either_release(&c, VA + RESERVED + i * 16, 1, true);
    }
    nv_either_run_ref(&c, 1);
    record(nv, false);
    assert_last(nv, RESERVED, 0);
    assert_last(nv, RESERVED + 16, 0);
    nv_either_free(&c);
}

/* --- Notifiers: the time, 0, the status --------------------------------- */

static void notify(NVDev *nv)
{
    uint32_t inst = nv_dmaobj_linear(nv, 0x3d, NV_DMAOBJ_PCI, HPET, 0x3ff);
    NVM2MF m;

    nv_m2mf_new(&m, nv, NV_IN_VRAM, NV_IN_VRAM, 64);
    nv_graph_name(m.chan, HANDLE, inst);
    nv_push_inc(m.chan, NV_M2MF_SUBC, NV_M2MF_DMA_NOTIFY, HANDLE);
    nv_push_inc(m.chan, NV_M2MF_SUBC, NV_M2MF_NOTIFY, 0);
    nv_submit(m.chan);
    record(nv, true);
    nv_push_inc(m.chan, NV_M2MF_SUBC, NV_M2MF_NOP, 0);
    nv_submit(m.chan);
    record(nv, false);
    assert_last(nv, 0, 3);
    nv_m2mf_free(&m);
}

static void fermi_notify(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_graph_new(nv, CHID);

    nv_fermi_object(chan, FERMI_SUBC, 0x9039, NV_FERMI_GR);
    nv_fermi_map(nv, chan->pd, VA, HPET, 4096, NV_FERMI_RAM);
    nv_fermi_run(chan);
    record(nv, true);
    nv_fermi_inc(chan, FERMI_SUBC, FERMI_SET_NOTIFY_A, VA >> 32,
                 VA + RESERVED, 0);
    nv_fermi_inc(chan, FERMI_SUBC, FERMI_NO_OPERATION, 0);
    nv_fermi_run(chan);
    record(nv, false);
    assert_last(nv, RESERVED, 3);
    nv_fermi_channel_fini(chan);
    nv_fermi_channel_free(chan);
}

/* --- All of them -------------------------------------------------------- */

static const NVTest tests[] = {
    { "order/release-nv84", "new-semaphore!", tesla_release,
      .tesla = true, .needs = NV_CARD_NV84 },
    { "order/release-nvc0", "new-semaphore!", fermi_release,
      .fermi = true, .needs = NV_CARD_NVC0 },
    { "order/notify", "", notify, .tesla = true },
    { "order/notify-nvc0", "", fermi_notify, .fermi = true,
      .needs = NV_CARD_NVC0 },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}
