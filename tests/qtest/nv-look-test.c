/*
 * Tests of the NVIDIA GPU: what x-nv-gpu-debug shows of PFIFO and memory
 *
 * The output is compared with what the test has set up.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "libnv/nv-debug.h"
#include "libnv/nv-driver.h"
#include "libnv/nv-either.h"
#include "libnv/nv-fermi-graph.h"
#include "libnv/nv-tesla.h"
#include "libnv/nv-test.h"

#define CHID 2
#define OTHER 3
/* Of the pushbuffer, where commands don't get to */
#define SPARE 0x8000

/* --- Channels --------------------------------------------------------- */

static void channels(NVDev *nv)
{
    NVEither c = nv_either_new(nv, CHID);
    uint64_t end;

    nv_says(nv, "channel 5", "channel 5 off");
    nv_lacks(nv, "channels", "channel 5");
    nv_either_ref(&c, 0x11);
    nv_either_ref(&c, 0x12345678);
    end = nv_either_at(&c, nv_either_cur(&c));
    nv_either_kick(&c);
    nv_poll(nv_either_user_ref(&c) == 0x12345678);
    nv_says(nv, "channels", "channel 2 mode dma at %s get 0x%08" PRIx64
            " put 0x%08" PRIx64, c.fermi ? "pbdma0" : "cache1", end, end);
    nv_says(nv, "channel 2", "ref 0x12345678 wait idle");
    nv_either_free(&c);
    nv_says(nv, "channel 2", "channel 2 off");
}

static void waits_for_a_semaphore(NVDev *nv)
{
    NVEither c = nv_either_new(nv, CHID);
    NVEitherSemaphore sem;
    uint64_t at = nv_either_acquire(&c, 5, 7, &sem);

    nv_either_ref(&c, 0x33);
    nv_either_kick(&c);
    nv_says(nv, "channels", "wait semaphore 0x%08" PRIx64
            " == 0x00000007 is 0x00000005", at);
    nv_either_set_semaphore(&c, &sem, 6);
    nv_says(nv, "channel 2", "== 0x00000007 is 0x00000006");
    nv_either_set_semaphore(&c, &sem, 7);
    nv_clock_step(nv, 2 * 1000 * 1000);
    nv_poll(nv_either_user_ref(&c) == 0x33);
    nv_says(nv, "channel 2", "wait idle");
    nv_either_free(&c);
    nv_either_free_semaphore(&sem);
}

static void waits_for_the_driver(NVDev *nv)
{
    NVEither c = nv_either_new(nv, CHID);

    /* A handle, or on Fermi a host method, that doesn't exist */
    nv_either_method(&c, 1, c.fermi ? 0x30 : NV_MTHD_OBJECT, 0xdead0001);
    nv_either_kick(&c);
    nv_poll(nv_rd32(nv, A_NV_PMC_INTR) & 0x100);
    nv_says(nv, "channels", "wait error %s\n", c.fermi ? "METHOD" : "NO_HASH");
    nv_says(nv, "interrupts", "line 1");
    nv_either_free(&c);
}

static void waits_for_its_turn(NVDev *nv)
{
    NVEither c = nv_either_new(nv, CHID);

    nv_stand_still(nv);
    nv_either_ref(&c, 0x44);
    nv_either_kick(&c);
    nv_says(nv, "channel 2", "wait stopped");
    nv_assert_hex(nv_either_user_ref(&c), 0);
    nv_go_on(nv);
    nv_poll(nv_either_user_ref(&c) == 0x44);
    nv_says(nv, "channel 2", "wait idle");
    nv_either_free(&c);
}

/* --- Pushbuffers ------------------------------------------------------ */

static void pushbuffers(NVDev *nv)
{
    NVEither c = nv_either_new(nv, CHID);
    g_autofree char *part = NULL;
    uint32_t first;

    nv_stand_still(nv);
    first = nv_either_ref(&c, 0x1234abcd);
    nv_either_ref(&c, 0x5678ef01);
    nv_either_kick(&c);
    for (uint32_t at = first; at < nv_either_cur(&c); at += 4) {
        nv_says(nv, "pushbuffer 2", "0x%08" PRIx64 ": 0x%08x\n",
                nv_either_at(&c, at), nv_either_rd32(&c, at));
    }
    nv_lacks(nv, "pushbuffer 2", "0x%08" PRIx64 ":",
             nv_either_at(&c, nv_either_cur(&c)));
    part = g_strdup_printf("pushbuffer 2 0x%" PRIx64 " 1",
                           nv_either_at(&c, first + 4));
    nv_says(nv, part, "0x%08" PRIx64 ": 0x1234abcd\n",
            nv_either_at(&c, first + 4));
    nv_lacks(nv, part, "0x5678ef01");
    if (c.fermi) {
        nv_says(nv, "entries 2", "entry 0 address 0x%010" PRIx64 " words %u",
                nv_either_at(&c, first), (nv_either_cur(&c) - first) / 4);
        nv_lacks(nv, "entries 2", "entry 1");
    } else {
        nv_debug_is_wrong(nv, "entries 2", "has no entries");
    }
    nv_go_on(nv);
    nv_poll(nv_either_user_ref(&c) == 0x5678ef01);
    nv_lacks(nv, "pushbuffer 2", "0x");
    nv_says(nv, "pushbuffer 2", "channel 2 has read all that was submitted\n");
    if (c.fermi) {
        nv_says(nv, "entries 2", "channel 2 has taken all entries of its ring");
    }
    nv_either_free(&c);
}

/* The ring of a Tesla */
static void entries(NVDev *nv)
{
    NVChan *chan = nv_ib_chan_new(nv, CHID, NV_IN_RAM, NV_IB_ORDER);

    nv_stand_still(nv);
    nv_push_ref(chan, 0x99);
    nv_ib_entry(chan, chan->cur - 8, 2, 0);
    nv_ib_kick(chan);
    nv_says(nv, "entries 2", "entry 0 address 0x%010x words 2 ", chan->cur - 8);
    nv_says(nv, "pushbuffer 2", "0x%08x: 0x00000099", chan->cur - 4);
    nv_go_on(nv);
    nv_ib_wait(chan);
    nv_assert_hex(nv_user_rd32(chan, A_NV_USER_REF), 0x99);
    nv_chan_fini(chan);
    nv_chan_free(chan);
}

/* --- Objects and units ------------------------------------------------ */

static void objects(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);
    uint32_t inst = nv_chan_object(chan, 0xbeef1234, NV_CLASS_NULL);
    g_autofree char *by_address = g_strdup_printf("object 0x%x", inst);

    nv_inst_wr32(nv, inst + 8, 0xabcd0123);
    nv_says(nv, "ramht", "channel 2 handle 0xbeef1234 inst 0x%08x class 0x0030",
            inst);
    nv_says(nv, "ramht 2", "handle 0xbeef1234 ");
    if (nv->card->features & NV_CARD_NV50) {
        nv_says(nv, "ramht 3", "channel 3 is off, and has no RAMHT\n");
    } else {
        nv_says(nv, "ramht 3", "entries, has nothing for channel 3\n");
    }
    nv_lacks(nv, "ramht 3", "handle 0xbeef1234 ");
    nv_says(nv, "object 0xbeef1234", "inst 0x%08x class 0x0030 engine PGRAPH",
            inst);
    nv_says(nv, "object 2 0xbeef1234", "0x%08x: 0x%08x 0x%08x 0xabcd0123", inst,
            nv_inst_rd32(nv, inst), nv_inst_rd32(nv, inst + 4));
    nv_says(nv, by_address, "inst 0x%08x class 0x0030", inst);
    nv_debug_is_wrong(nv, "object 3 0xbeef1235", "no object has");
    nv_push_object(chan, 4, 0xbeef1234);
    nv_kick(chan);
    nv_wait(chan);
    nv_says(nv, "channel 2", "subchannel 4 class 0x0030");
    nv_lacks(nv, "channel 2", "subchannel 5");
    nv_chan_fini(chan);
    nv_chan_free(chan);
}

static void cache1(NVDev *nv)
{
    NVChan *chan = nv_chan_new_objects(nv, CHID);

    nv_push_object(chan, 3, NV_HANDLE_GRAPH);
    nv_run(chan);
    nv_lacks(nv, "cache1", "slot 0");
    nv_puller(nv, false);
    nv_push_inc(chan, 3, 0x100, 0xaaaa5555);
    nv_push_inc(chan, 3, 0x100, 0x1111);
    nv_run(chan);
    nv_says(nv, "cache1", "slot 0 subchannel 3 method 0x0100 data 0xaaaa5555\n"
            "slot 1 subchannel 3 method 0x0100 data 0x00001111\n");
    nv_lacks(nv, "cache1", "slot 2");
    nv_says(nv, "cache1", "0x003240 NV_PFIFO_CACHE1_DMA_PUT 0x%08x", chan->cur);
    nv_says(nv, "channel 2", "wait frozen PULL0\n");
    nv_debug_is_wrong(nv, "pbdma 0", "no PBDMAs");
    nv_puller(nv, true);
    nv_lacks(nv, "cache1", "slot 0");
    nv_chan_fini(chan);
    nv_chan_free(chan);
}

static void pbdmas(NVDev *nv)
{
    NVEither c = nv_either_new(nv, CHID);
    uint32_t chan_reg = NV_PBDMA_BASE + A_NV_PBDMA_CHANNEL;

    nv_either_ref(&c, 0x4321);
    nv_either_kick(&c);
    nv_poll(nv_either_user_ref(&c) == 0x4321);
    nv_says(nv, "pbdma 0", "0x%06x NV_PBDMA_REF 0x00004321",
            NV_PBDMA_BASE + A_NV_PBDMA_REF);
    nv_says(nv, "pbdma 0", "0x%06x NV_PBDMA_CHANNEL 0x00000102", chan_reg);
    nv_lacks(nv, "pbdma 0", "0x%06x NV_PBDMA", NV_PBDMA_BASE + NV_PBDMA_STRIDE);
    nv_debug_is_wrong(nv, "pbdma 8", "no number from 0");
    nv_debug_is_wrong(nv, "cache1", "no CACHE1");
    nv_debug_is_wrong(nv, "ramht", "no RAMHT");
    nv_fermi_preempt(nv, CHID);
    nv_says(nv, "channel 2", "at ramfc");
    nv_says(nv, "ramfc 2", "0x%02x NV_PBDMA_REF 0x00004321\n", A_NV_PBDMA_REF);
    nv_debug_is_wrong(nv, "ramfc 3", "has no RAMFC");
    nv_either_free(&c);
}

/* A channel's leftovers */
static void saved_state(NVDev *nv)
{
    NVEither c = nv_either_new(nv, CHID), other = nv_either_new(nv, OTHER);

    nv_either_ref(&c, 0x11);
    nv_either_kick(&c);
    nv_poll(nv_either_user_ref(&c) == 0x11);
    nv_either_ref(&other, 0x12);
    nv_either_kick(&other);
    nv_poll(nv_either_user_ref(&other) == 0x12);
    nv_says(nv, "channel 2", "at ramfc");
    nv_says(nv, "ramfc 2", "NV_PFIFO_CACHE1_DMA_PUT 0x%08x\n", c.chan->cur);
    nv_says(nv, "ramfc 2", "NV_PFIFO_CACHE1_REF 0x00000011\n");
    nv_says(nv, "channel 2", "ramfc 0x%08x\n", nv_ramfc(c.chan, 0));
    nv_either_free(&other);
    nv_either_free(&c);
}

static void runlists(NVDev *nv)
{
    NVEither c = nv_either_new(nv, CHID), other = nv_either_new(nv, OTHER);

    nv_says(nv, "runlist", "entry 0 channel 2");
    nv_says(nv, "runlist", "entry 1 channel 3");
    nv_lacks(nv, "runlist", "entry 2");
    nv_either_free(&other);
    nv_lacks(nv, "runlist", "channel 3");
    nv_either_free(&c);
}

static void no_runlist(NVDev *nv)
{
    nv_debug_is_wrong(nv, "runlist", "no run list");
}

/* --- Memory ----------------------------------------------------------- */

static void memory(NVDev *nv)
{
    NVEither c = nv_either_new(nv, CHID);
    uint64_t at = nv_either_va(&c, SPARE);
    g_autofree char *show = g_strdup_printf("memory 2 0x%" PRIx64 " 20", at);

    for (unsigned i = 0; i < 5; i++) {
        nv_either_wr32(&c, SPARE + i * 4, 0x10000 + i);
    }
    nv_says(nv, show, "0x%08" PRIx64 ": 0x00010000 0x00010001 0x00010002 "
            "0x00010003\n0x%08" PRIx64 ": 0x00010004\n", at, at + 16);
    nv_debug_do(nv, "write 2 0x%" PRIx64 " 0xcafe 0xbeef", at + 4);
    nv_assert_hex(nv_either_rd32(&c, SPARE), 0x10000);
    nv_assert_hex(nv_either_rd32(&c, SPARE + 4), 0xcafe);
    nv_assert_hex(nv_either_rd32(&c, SPARE + 8), 0xbeef);
    nv_assert_hex(nv_either_rd32(&c, SPARE + 12), 0x10003);
    nv_debug_is_wrong(nv, "memory 2 1 4", "multiples of 4");
    nv_debug_is_wrong(nv, "memory 2 0 0", "are some");
    nv_debug_is_wrong(nv, "memory 2 0 0x10001", "no number from 0");
    nv_debug_is_wrong(nv, "memory 128 0 4", "no number from 0");
    nv_debug_is_wrong(nv, "memory 2 0xfffffffffc 4", "address 0x");
    nv_debug_is_wrong(nv, "write 2 0xfffffffffc 4", "from address");
    nv_debug_is_wrong(nv, "write 2 0", "it is");
    nv_debug_is_wrong(nv, "write 2 0 x", "no number from 0");
    nv_either_free(&c);
}

/* A DMA object that isn't the pushbuffer's */
static void memory_of_an_object(NVDev *nv)
{
    NVChan *chan = nv_chan_new(nv, CHID, NV_IN_RAM);
    NVBuf *buf = nv_buf_new(nv, NV_IN_GART, 0x3000, 0x3d);

    nv_chan_buffer(chan, 0xd0d0, buf);
    nv_buf_wr32(buf, 0x1ffc, 0x12121212);
    nv_buf_wr32(buf, 0x2000, 0x34343434);
    nv_debug_says(nv, "0x00001ffc: 0x12121212 0x34343434\n",
                  "memory object 0xd0d0 0x1ffc 8");
    nv_debug_do(nv, "write object 0xd0d0 0x1ffc 0x56 0x78");
    nv_assert_hex(nv_buf_rd32(buf, 0x1ffc), 0x56);
    nv_assert_hex(nv_buf_rd32(buf, 0x2000), 0x78);
    nv_debug_is_wrong(nv, "memory object 0xd0d1 0 4", "no channel has");
    nv_debug_is_wrong(nv, "memory objects 0xd0d0 0 4", "memory of");
    nv_says(nv, "object 0xd0d0", "limit 0x00002fff");
    nv_chan_fini(chan);
    nv_chan_free(chan);
    nv_buf_free(buf);
}

static void video_memory(NVDev *nv)
{
    g_autofree char *beyond = g_strdup_printf("vram 0x%" PRIx64 " 4", nv->vram);
    g_autofree char *last = g_strdup_printf("vram 0x%" PRIx64 " 64",
                                            nv->vram - 4);
    uint32_t at = nv_vram_alloc(nv, 0x1000);
    g_autofree char *show = g_strdup_printf("vram 0x%x 8", at);

    if (nv_is_tesla(nv) || nv_is_fermi(nv)) {
        nv_phys_wr32(nv, at, 0x600df00d);
    } else {
        nv_vram_wr32(nv, at, 0x600df00d);
    }
    nv_says(nv, show, "0x%08x: 0x600df00d 0x00000000\n", at);
    nv_says(nv, last, "0x%08" PRIx64 ": 0x", nv->vram - 4);
    nv_debug_is_wrong(nv, beyond, "no number from 0");
}

/* --- Page tables ------------------------------------------------------ */

static void walks_an_object(NVDev *nv)
{
    NVEither c = nv_either_new(nv, CHID);
    uint32_t pte = nv_buf_pte(c.chan->push, SPARE);

    nv_says(nv, "walk 2 0x8010",
            "object at ramin 0x%08x entry 0x%08x%08x present",
            c.chan->push->inst, nv_inst_rd32(nv, c.chan->push->inst + 4),
            nv_inst_rd32(nv, c.chan->push->inst));
    nv_says(nv, "walk 2 0x8010", "pte at ramin 0x%08x entry 0x00000000%08x "
            "present", pte, nv_inst_rd32(nv, pte));
    nv_says(nv, "walk 2 0x8010", "result sysram 0x%08" PRIx64 "\n",
            c.chan->push->pages[SPARE / 0x1000] + 0x10);
    nv_says(nv, "walk 2 0x10000", "result none lies beyond the limit");
    nv_inst_wr32(nv, pte, nv_inst_rd32(nv, pte) & ~1);
    nv_says(nv, "walk 2 0x8010", "result none has no page");
    nv_either_free(&c);
}

static void walks_tesla(NVDev *nv)
{
    NVEither c = nv_either_new(nv, CHID);
    uint64_t va = nv_either_va(&c, SPARE + 0x10);
    uint64_t page = c.chan->push->pages[SPARE / 0x1000];
    g_autofree char *there = g_strdup_printf("walk 2 0x%" PRIx64, va);

    nv_says(nv, there, "pde at vram 0x");
    nv_says(nv, there, "pte at vram 0x%08" PRIx64 " entry 0x%016" PRIx64
            " present\n", nv->tesla->table + (va >> 12) * 8,
            (uint64_t)(page | NV_VM_PRESENT | NV_VM_SYSRAM));
    nv_says(nv, there, "result sysram 0x%08" PRIx64 "\n", page + 0x10);
    nv_says(nv, "walk 2 0xff00000000", "result none PT_NOT_PRESENT\n");
    nv_says(nv, "walk 2 0x1000", "result none PAGE_NOT_PRESENT\n");
    nv_either_free(&c);
}

static void walks_fermi(NVDev *nv)
{
    NVEither c = nv_either_new(nv, CHID);
    uint32_t vram;
    uint64_t va = nv_fermi_buffer(c.fermi, 0x1000, &vram);
    g_autofree char *there = g_strdup_printf("walk 2 0x%" PRIx64, va + 0x20);
    g_autofree char *behind = g_strdup_printf("walk 2 0x%" PRIx64, va + 0x1000);

    nv_says(nv, there, "pde at vram 0x");
    nv_says(nv, there, "entry 0x%016x present small\n", vram >> 8 | 1);
    nv_says(nv, there, "result vram 0x%08x\n", vram + 0x20);
    nv_says(nv, behind, "result none PAGE_NOT_PRESENT\n");
    nv_fermi_map(nv, c.fermi->pd, va, vram, 0x1000, NV_FERMI_RO);
    nv_says(nv, there, "present small read-only\n");
    nv_says(nv, "walk 2 0xff00000000", "result none PT_NOT_PRESENT\n");
    nv_either_free(&c);
}

/* --- What isn't there ------------------------------------------------- */

/* A card that no driver has touched */
static void nothing_there(NVDev *nv)
{
    bool fermi = nv->card->features & NV_CARD_NVC0;
    bool tesla = !fermi && nv->card->features & NV_CARD_NV50;

    if (fermi || tesla) {
        nv_says(nv, "channels", "none of the card's %u channels is on\n",
                nv->card->channels);
        nv_says(nv, "runlist", "the run list has no entries\n");
    }
    if (!fermi) {
        nv_says(nv, "cache1", "CACHE1 has no methods\n");
        /* What is in instance memory at first may look like handles. */
        if (!tesla) {
            nv_init(nv);
        }
        nv_says(nv, "ramht", tesla
                ? "no channel is on, and each has a RAMHT of its own\n"
                : "entries, has nothing\n");
    }
}

static void wrong_commands(NVDev *nv)
{
    static const char *const commands[] = {
        "channel -1", "channel 128", "channel x", "ramfc 999", "ramht 128",
        "pushbuffer 200", "entries 128", "memory 300 0 4", "walk 128 0",
        "submit 128 0 0x100 0", "push 128 0 1", "write 128 0 0", "kill 128",
        "hang 128", "unhang 128", "walk 1 x", "vram x 4", "vram 0 x",
        "object x", "interrupt mask x", "interrupt raise 0x100000000",
    };

    for (unsigned i = 0; i < ARRAY_SIZE(commands); i++) {
        nv_debug_is_wrong(nv, commands[i], "");
    }
    nv_debug_is_wrong(nv, "channels 1", "it is 'channels'");
    nv_debug_says(nv, "channels: ", "help");
    nv_debug_says(nv, "unhang CHANNEL: ", "help");
}

static bool tesla_not_fermi(const NVCard *card)
{
    return card->features & NV_CARD_NV50 && !(card->features & NV_CARD_NVC0);
}

static bool has_runlist(const NVCard *card)
{
    return card->features & (NV_CARD_NV50 | NV_CARD_NVC0);
}

#define ALL .tesla = true, .fermi = true
#define REFS ALL, .applies = nv_sets_references

/* A fence waits for PGRAPH, which has something in its queue. */
static void waits_for_engine(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_graph_new(nv, CHID);
    uint32_t addr;
    uint64_t va = nv_fermi_buffer(chan, 0x1000, &addr);

    nv_fermi_object(chan, 4, 0x9039, NV_FERMI_GR);
    nv_fermi_run(chan);
    nv_says(nv, "channel 2", "wait idle");
    nv_fermi_inc(chan, 4, 0x100, 0);
    nv_fermi_release(chan, va, 0x11);
    nv_fermi_kick(chan);
    nv_says(nv, "channel 2", "wait engine PGRAPH");
    nv_clock_step(nv, 10 * 1000 * 1000);
    nv_fermi_wait(chan);
    nv_assert_hex(nv_phys_rd32(nv, addr), 0x11);
    nv_says(nv, "channel 2", "wait idle");
    nv_fermi_channel_free(chan);
}

static const NVTest tests[] = {
    { "look/waits-for-an-engine", "introspection", waits_for_engine,
      .fermi = true, .needs = NV_CARD_NVC0,
      .props = "x-engine-latency-ns=1000000" },
    { "look/channels", "introspection", channels, REFS },
    { "look/waits-for-a-semaphore", "introspection", waits_for_a_semaphore, ALL,
      .applies = nv_has_semaphores },
    { "look/waits-for-the-driver", "introspection", waits_for_the_driver, ALL },
    { "look/waits-for-the-debugger", "introspection", waits_for_its_turn,
      REFS },
    { "look/pushbuffers", "introspection", pushbuffers, REFS },
    { "look/entries", "introspection", entries, .tesla = true,
      .applies = tesla_not_fermi },
    { "look/objects", "introspection", objects, .tesla = true },
    { "look/cache1", "introspection", cache1, .tesla = true },
    { "look/pbdmas", "introspection", pbdmas, .fermi = true,
      .needs = NV_CARD_NVC0 },
    { "look/saved-state", "introspection", saved_state, .tesla = true,
      .applies = nv_sets_references },
    { "look/runlists", "introspection", runlists, ALL, .applies = has_runlist },
    { "look/no-runlist", "introspection", no_runlist },
    { "look/memory", "introspection", memory, ALL },
    { "look/memory-of-an-object", "introspection", memory_of_an_object,
      .tesla = true },
    { "look/video-memory", "introspection", video_memory, ALL },
    { "look/walks-an-object", "introspection", walks_an_object },
    { "look/walks-page-tables", "introspection", walks_tesla, .tesla = true,
      .applies = tesla_not_fermi },
    { "look/walks-two-page-tables", "introspection", walks_fermi, .fermi = true,
      .needs = NV_CARD_NVC0 },
    { "look/nothing-there", "introspection", nothing_there, ALL, .cold = true },
    { "look/wrong-commands", "introspection", wrong_commands, ALL },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}
