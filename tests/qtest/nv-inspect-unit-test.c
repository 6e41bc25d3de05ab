/*
 * Tests of the NVIDIA GPU: what queries of a debugger show of falcons, the
 * display and interrupts, and of channels before NV04
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "libnv/nv-debug.h"
#include "libnv/nv-evo.h"
#include "libnv/nv-falcon.h"
#include "libnv/nv-pio.h"
#include "libnv/nv-screen.h"
#include "libnv/nv-test.h"

/* --- Falcons ---------------------------------------------------------- */

/* mov $r5 0x12345678, mov $r15 -2, exit */
static const uint8_t falcon_program[] = {
    0xf1, 0x57, 0x78, 0x56, 0xf1, 0x53, 0x34, 0x12,
    0xf1, 0xf7, 0xfe, 0xff, 0xf8, 0x02,
};

static QDict *memory_args(unsigned falcon, const char *memory, uint32_t addr,
                          uint32_t words)
{
    return nv_args("{ 'falcon': %u, 'memory': %s, 'address': %u,"
                   " 'words': %u }", falcon, memory, addr, words);
}

static void falcons(NVDev *nv)
{
    static const uint32_t words[] = { 0xd00d0001, 0xd00d0002 };
    unsigned n = nv_debug_falcon(nv, NV_PDAEMON);
    QDict *all = nv_args("{ 'falcon': %u, 'memory': 'data' }", n);

    nv_pdaemon_run(nv, falcon_program, sizeof(falcon_program));
    nv_falcon_data(nv, NV_PDAEMON, 0x100, words, 2);
    nv_shows(nv, "falcons", NULL, "[ { 'falcon': %u, 'unit': 'PDAEMON',"
             " 'base': %u, 'state': 'stopped' } ]", n, NV_PDAEMON);
    nv_assert_hex(nv_debug_falcon_r(nv, n, 5), 0x12345678);
    nv_assert_hex(nv_debug_falcon_r(nv, n, 15), 0xfffffffe);
    nv_shows(nv, "falcon-registers", nv_args("{ 'falcon': %u }", n),
             "{ 'state': 'stopped' }");
    nv_shows(nv, "falcon-memory", memory_args(n, "code", 0, 2),
             "{ 'address': 0, 'words': [ %u, %u ] }", 0x567857f1, 0x123453f1);
    nv_hides(nv, "falcon-memory", memory_args(n, "code", 0, 2),
             "{ 'words': [ %u, %u, %u ] }", 0x567857f1, 0x123453f1, 0xfff7f1);
    nv_shows(nv, "falcon-memory", memory_args(n, "data", 0x100, 2),
             "{ 'address': 256, 'words': [ %u, %u ] }", words[0], words[1]);
    nv_shows(nv, "falcon-memory", all, "{ 'address': 0, 'words': [ %u, %u ] }",
             words[0], words[1]);
    nv_query_is_wrong(nv, "falcon-memory", memory_args(n, "data", 0x100000, 1),
                      "up to 0x");
    nv_query_is_wrong(nv, "falcon-memory", memory_args(n, "stack", 0, 1),
                      "stack");
    nv_query_is_wrong(nv, "falcon-memory", memory_args(99, "data", 0, 1),
                      "the card has falcons 0 to ");
}

static void no_falcons(NVDev *nv)
{
    nv_query_is_wrong(nv, "falcon-memory", memory_args(0, "data", 0, 1),
                      "no falcons");
    nv_shows(nv, "falcons", NULL, "[]");
}

/* --- Display ---------------------------------------------------------- */

static void screen(NVDev *nv)
{
    const NVMode mode = {
        .width = 640, .height = 480, .bpp = 32, .base = 0x100000,
        .pitch = 2624,
    };

    nv_shows(nv, "screen", NULL, "{ 'heads': [ { 'head': 0, 'monitor': true,"
             " 'mode': 'vga', 'width': null } ], 'evo': [] }");
    nv_mode_set(nv, &mode);
    nv_shows(nv, "screen", NULL, "{ 'heads': [ { 'head': 0, 'monitor': true,"
             " 'mode': 'native', 'width': 640, 'height': 480, 'bpp': 32,"
             " 'order': 'rgb', 'base': %u, 'pitch': 2624 } ] }", 0x100000);
}

static void evo_screen(NVDev *nv)
{
    NVEvoChan core, base;
    NVEvo evo;

    nv_evo_light(nv, &evo, &core);
    nv_evo_open(&evo, &base, EVO_BASE, true);
    nv_evo_image(&base, NV_EVO_FORMAT_A8R8G8B8, 0x200000, 640, 480, 2560);
    nv_evo_mthd(&base, 0x80, 0);
    nv_evo_kick(&base);
    nv_clock_step(nv, 2 * NV_EVO_VGA_PERIOD);
    nv_shows(nv, "screen", NULL, "{ 'heads': [ { 'head': 0, 'monitor': true,"
             " 'mode': 'native', 'width': 640, 'height': 480, 'bpp': 32,"
             " 'order': 'rgb', 'base': %u, 'pitch': 2560, 'block-lines': 0,"
             " 'cursor': null } ] }", 0x200000);
    nv_shows(nv, "screen", NULL, "{ 'evo': [ { 'kind': 'base', 'head': 0,"
             " 'pushbuffer': { 'get': %u, 'put': %u },"
             " 'wait': 'nothing' } ] }", base.cur, base.cur);
    nv_hides(nv, "screen", NULL, "{ 'evo': [ { 'kind': 'base',"
             " 'head': 1 } ] }");
    nv_evo_close(&base);
    nv_hides(nv, "screen", NULL, "{ 'evo': [ { 'kind': 'base' } ] }");
    nv_evo_close(&core);
}

/* --- Interrupts ------------------------------------------------------- */

/* A unit with a pending interrupt is shown with it. */
static void interrupts_of_units(NVDev *nv)
{
    for (unsigned on = 0; on < 2; on++) {
        nv_wr32(nv, 0x009140, on);
        nv_shows(nv, "interrupts", NULL, "{ 'line': false, 'masked': 0,"
                 " 'registers': [ { 'address': %u, 'name': 'NV_PTIMER_INTR',"
                 " 'pending': 0, 'enabled': %u } ] }", 0x009100, on);
    }
}

/* --- Channels before NV04 --------------------------------------------- */

#define HANDLE 0xbeef0039
#define SUBC 3
#define NOP 0x100
#define OTHER 6

/* RAMFC begins with the first channel's contexts, 32 bytes for each channel. */
static uint32_t early_ramfc(NVDev *nv, unsigned chid)
{
    return (nv->card->features & NV_CARD_NV01 ? 0x3000 : 0x1000) + chid * 32;
}

/* The one that CACHE1 has is on, and no other. */
static void early_channels(NVDev *nv)
{
    nv_pio_init(nv);
    nv_pio_object(nv, 0, HANDLE);
    nv_pio_object(nv, OTHER, HANDLE);
    for (unsigned chid = 0; chid <= OTHER; chid += OTHER) {
        nv_pio_method(nv, chid, SUBC, NV_MTHD_OBJECT, HANDLE);
        nv_shows(nv, "channel", nv_args("{ 'channel': %u }", chid),
                 "{ 'channel': %u, 'state': 'on', 'place': 'cache1',"
                 " 'pushbuffer': null, 'reference': null, 'block': null,"
                 " 'object': null, 'ramfc': %u, 'wait': { 'kind': 'idle' } }",
                 chid, early_ramfc(nv, chid));
        nv_shows(nv, "channel", nv_args("{ 'channel': %u }", OTHER - chid),
                 "{ 'channel': %u, 'state': 'off' }", OTHER - chid);
        nv_hides(nv, "channels", NULL, "[ { 'channel': %u } ]", OTHER - chid);
    }
    nv_query_is_wrong(nv, "memory",
                      nv_args("{ 'space': { 'kind': 'channel', 'channel': %u },"
                              " 'address': 0, 'words': 1 }", OTHER),
                      "channel 6 has no memory");
}

/* A channel's contexts, as they were saved */
static void early_contexts(NVDev *nv)
{
    nv_pio_init(nv);
    for (unsigned subc = 0; subc < 8; subc++) {
        nv_ramfc_wr32(nv, OTHER * 32 + subc * 4, 0x430000 + subc);
    }
    for (unsigned subc = 0; subc < 8; subc++) {
        nv_shows(nv, "ramfc", nv_args("{ 'channel': %u }", OTHER),
                 "[ { 'offset': %u, 'register': 'CTX', 'value': %u } ]",
                 subc * 4, 0x430000 + subc);
        nv_shows(nv, "ramfc", nv_args("{ 'channel': %u }", OTHER - 1),
                 "[ { 'offset': %u, 'register': 'CTX', 'value': 0 } ]",
                 subc * 4);
    }
    nv_hides(nv, "ramfc", nv_args("{ 'channel': %u }", OTHER),
             "[ { 'offset': 32 } ]");
}

/* As a driver does that skips the method at which the puller has stopped */
static void early_skip(NVDev *nv)
{
    const NVCacheRegs *cache = nv_cache1(nv);

    nv_wr32(nv, cache->get, nv_rd32(nv, cache->put));
    nv_wr32(nv, A_NV_PFIFO_INTR, 0xffffffff);
    nv_wr32(nv, cache->pull, 1);
}

/* PGRAPH, the driver, and errors */
static void early_waits(NVDev *nv)
{
    const NVCacheRegs *cache = nv_cache1(nv);

    nv_pio_init(nv);
    nv_pio_object(nv, 0, HANDLE);
    nv_pio_method(nv, 0, SUBC, NV_MTHD_OBJECT, HANDLE);
    nv_channel_waits(nv, 0, "{ 'kind': 'idle' }");
    nv_wr32(nv, A_NV01_PGRAPH_ACCESS, 0);
    nv_pio_method(nv, 0, SUBC, NOP, 0);
    nv_channel_waits(nv, 0, "{ 'kind': 'engine', 'engine': 'PGRAPH',"
                     " 'why': 'frozen' }");
    nv_wr32(nv, A_NV01_PGRAPH_ACCESS, 1);
    nv_poll(nv_rd32(nv, cache->get) == nv_rd32(nv, cache->put));
    nv_channel_waits(nv, 0, "{ 'kind': 'idle' }");
    nv_wr32(nv, cache->pull, 0);
    nv_pio_method(nv, 0, SUBC, NOP, 0);
    nv_channel_waits(nv, 0, "{ 'kind': 'frozen', 'register': 'PULL0' }");
    early_skip(nv);
    nv_channel_waits(nv, 0, "{ 'kind': 'idle' }");
    nv_pio_method(nv, 0, SUBC, NV_MTHD_OBJECT, 0xbad);
    nv_channel_waits(nv, 0, "{ 'kind': 'error', 'error': 'NO_HASH' }");
    early_skip(nv);
    nv_channel_waits(nv, 0, "{ 'kind': 'idle' }");
    nv_pio_method(nv, 0, SUBC + 1, NOP, 0);
    nv_channel_waits(nv, 0, "{ 'kind': 'error',"
                     " 'error': 'EMPTY_SUBCHANNEL' }");
}

#define EARLY .early = true, .cold = true, .applies = nv_card_is_early
#define ALL .tesla = true, .fermi = true

static const NVTest tests[] = {
    { "inspect/falcons", "introspection", falcons, ALL,
      .needs = NV_CARD_PDAEMON },
    { "inspect/no-falcons", "introspection", no_falcons },
    { "inspect/screen", "introspection", screen },
    { "inspect/evo-screen", "introspection", evo_screen, ALL,
      .needs = NV_CARD_PDISPLAY,
      .lacks = NV_CARD_EVO_NVD9 },
    { "inspect/early-channels", "introspection!", early_channels, EARLY },
    { "inspect/early-contexts", "introspection", early_contexts, EARLY },
    { "inspect/early-waits", "introspection", early_waits, EARLY },
    { "inspect/interrupts-of-units", "introspection", interrupts_of_units,
      ALL },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}
