/*
 * Tests of the NVIDIA GPU: what EVO's methods are called
 *
 * The names are those of envytools' register database, display/nv_evo.xml.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "libnv/nv-debug.h"
#include "libnv/nv-evo-nvd9.h"
#include "libnv/nv-evo.h"
#include "libnv/nv-test.h"

/* Any parameter does, as there is no UPDATE; a pixel clock has to be one. */
#define DATA 1
#define CLOCK 25175

/*
 * A method: its channel, its address, a parameter, its name.  Heads and outputs
 * that are alike have the same names, so some are of the second one.
 */
typedef struct Method {
    unsigned chid;
    uint16_t mthd;
    uint32_t data;
    const char *name;
} Method;

static const Method nv50_methods[] = {
    { EVO_CORE, 0x0084, DATA, "NOTIFIER_CTRL" },
    { EVO_CORE, 0x0480, DATA, "DAC_CTRL" },
    { EVO_CORE, 0x0640, DATA, "SOR_CTRL" },
    { EVO_CORE, 0x0740, DATA, "PIOR_CTRL" },
    { EVO_CORE, 0x0804, CLOCK, "HEAD_PIXEL_CLOCK" },
    { EVO_CORE, 0x0814, DATA, "HEAD_RASTER_SIZE" },
    { EVO_CORE, 0x0840, DATA, "HEAD_BASE_LUT_LO" },
    { EVO_CORE, 0x086c, DATA, "HEAD_STORAGE" },
    { EVO_CORE, 0x0c80, DATA, "HEAD_CTRL_CURSOR" },
    { EVO_CORE, 0x0cd8, DATA, "HEAD_VIEWPORT_SIZE_OUT" },
    { EVO_BASE, 0x0088, DATA, "SEM_CTRL" },
    { EVO_BASE, 0x008c, DATA, "SEM_ACQUIRE_VALUE" },
    { EVO_BASE, 0x0090, DATA, "SEM_RELEASE_VALUE" },
    { EVO_BASE, 0x00e0, DATA, "BASE_LUT_LO" },
    { EVO_BASE, 0x080c, DATA, "SURFACE_STORAGE" },
    { EVO_OVERLAY, 0x0088, DATA, "SEM_ACQUIRE_VALUE" },
    { EVO_OVERLAY, 0x00e0, DATA, "POINT_IN" },
    { EVO_OVERLAY, 0x00e8, DATA, "SIZE_OUT" },
    { EVO_OVERLAY, 0x0108, DATA, "KEY_MASK" },
};

static const Method nvd9_methods[] = {
    { EVO_NVD9_CORE, 0x0084, DATA, "NOTIFIER_CTRL" },
    { EVO_NVD9_CORE, 0x01a0, DATA, "DAC_CTRL" },
    { EVO_NVD9_CORE, 0x0220, DATA, "SOR_CTRL" },
    { EVO_NVD9_CORE, 0x0320, DATA, "PIOR_CTRL" },
    { EVO_NVD9_CORE, 0x0414, DATA, "HEAD_RASTER_SIZE" },
    { EVO_NVD9_CORE, 0x0450, DATA, "HEAD_PIXEL_CLOCK_FREQUENCY" },
    { EVO_NVD9_CORE, 0x0460, DATA, "HEAD_OFFSET_ORIGIN" },
    { EVO_NVD9_CORE, 0x0780, DATA, "HEAD_CTRL_CURSOR" },
    { EVO_NVD9_CORE, 0x07b0, DATA, "HEAD_VIEWPORT_POINT_IN" },
    { EVO_NVD9_BASE, 0x0088, DATA, "SEM_CTRL" },
    { EVO_NVD9_BASE, 0x0110, DATA, "PROCESSING" },
    { EVO_NVD9_BASE, 0x0400, DATA, "OFFSET_ORIGIN" },
    { EVO_NVD9_OVERLAY, 0x0088, DATA, "SEM_ACQUIRE_VALUE" },
    { EVO_NVD9_OVERLAY, 0x00e8, DATA, "SIZE_OUT" },
    { EVO_NVD9_OVERLAY, 0x0104, DATA, "KEY_COLOR_LO" },
};

/* What GK104 has added, or has at another place */
static const Method nve4_methods[] = {
    { EVO_NVD9_CORE, 0x0414, DATA, "HEAD_RASTER_SIZE" },
    { EVO_NVD9_CORE, 0x0428, DATA, "HEAD_LOCK_CHAIN" },
    { EVO_NVD9_CORE, 0x047c, DATA, "HEAD_PRESENT_CTRL_CURSOR" },
    { EVO_NVD9_CORE, 0x0788, DATA, "HEAD_OFFSET_CURSOR_ORIGIN_1" },
    { EVO_NVD9_CORE, 0x0490, EVO_VRAM, "HEAD_DMA_CURSOR_HANDLE_1" },
    { EVO_NVD9_CORE, 0x07a0, DATA, "HEAD_DITHER_CTRL" },
    { EVO_NVD9_CORE, 0x04f0, DATA, "HEAD_CSC_RED_TO_RED" },
    { EVO_NVD9_CORE, 0x051c, DATA, "HEAD_CSC_CONSTANT_TO_BLUE" },
    { EVO_NVD9_CORE, 0x0e20, DATA, "HEAD_HDMI_CTRL" },
    { EVO_NVD9_CORE, 0x06dc, DATA, "HEAD_SW_METHOD_PLACEHOLDER_D" },
    { EVO_NVD9_BASE, 0x0110, DATA, "PROCESSING" },
    { EVO_NVD9_OVERLAY, 0x00c4, EVO_VRAM, "DMAS_ISO_HANDLE_1" },
    { EVO_NVD9_OVERLAY, 0x00e8, DATA, "SIZE_OUT" },
    { EVO_NVD9_OVERLAY, 0x0404, DATA, "OFFSET_ORIGIN_1" },
};

/* What the model calls a channel of the first head */
typedef struct Channel {
    unsigned chid;
    const char *kind;
} Channel;

static Channel channel_of(unsigned chid)
{
    return chid == EVO_CORE ? (Channel) { EVO_CORE, "core" }
         : chid == EVO_BASE ? (Channel) { EVO_BASE, "base" }
                            : (Channel) { EVO_OVERLAY, "overlay" };
}

/* Each is traced once, and a debugger shows it. */
static void check(NVDev *nv, const Method *methods, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        const Method *m = &methods[i];
        const Channel channel = channel_of(m->chid);
        g_autofree char *line = g_strdup_printf(
            "nv_evo_method channel %u method 0x%04x %s data 0x%08x\n",
            channel.chid, m->mthd, m->name, m->data);

        if (nv_log_count(nv, line) != 1) {
            nv_fail("the trace lacks: %s", line);
        }
        nv_shows(nv, "screen", NULL, "{ 'evo': [ { 'kind': %s, 'head': 0,"
                 " 'state': [ { 'method': %u, 'name': %s,"
                 " 'written': %u } ] } ] }", channel.kind, m->mthd, m->name,
                 m->data);
    }
}

static void nv50_names(NVDev *nv)
{
    static const unsigned chids[] = { EVO_CORE, EVO_BASE, EVO_OVERLAY };
    NVEvoChan chan[ARRAY_SIZE(chids)];
    NVEvo evo;

    nv_evo_init(nv, &evo);
    nv_trace(nv, "nv_evo_method", true);
    for (unsigned i = 0; i < ARRAY_SIZE(chids); i++) {
        nv_evo_open(&evo, &chan[i], chids[i], false);
        for (unsigned n = 0; n < ARRAY_SIZE(nv50_methods); n++) {
            const Method *m = &nv50_methods[n];

            if (m->chid == chids[i]) {
                nv_evo_mthd(&chan[i], m->mthd, m->data);
            }
        }
        nv_evo_kick(&chan[i]);
    }
    check(nv, nv50_methods, ARRAY_SIZE(nv50_methods));
    for (unsigned i = ARRAY_SIZE(chids); i--;) {
        nv_evo_close(&chan[i]);
    }
}

static void gf119_names(NVDev *nv, const Method *methods, unsigned count)
{
    static const uint8_t chids[] = {
        EVO_NVD9_CORE, EVO_NVD9_BASE, EVO_NVD9_OVERLAY,
    };

    nv_evo_nvd9_init(nv, 0x100000, chids, ARRAY_SIZE(chids));
    nv_trace(nv, "nv_evo_method", true);
    for (unsigned i = 0; i < ARRAY_SIZE(chids); i++) {
        NVEvoNvd9Chan chan = nv_evo_nvd9_open(nv, chids[i],
                                              0x200000 + i * 0x1000);

        for (unsigned n = 0; n < count; n++) {
            const Method *m = &methods[n];

            if (m->chid == chids[i]) {
                nv_evo_nvd9_mthd(&chan, m->mthd, m->data);
            }
        }
        nv_evo_nvd9_kick(&chan);
    }
    check(nv, methods, count);
}

static void nvd9_names(NVDev *nv)
{
    gf119_names(nv, nvd9_methods, ARRAY_SIZE(nvd9_methods));
}

static void nve4_names(NVDev *nv)
{
    gf119_names(nv, nve4_methods, ARRAY_SIZE(nve4_methods));
}

static const NVTest tests[] = {
    { "evo-name/trace-and-debugger", "introspection evo", nv50_names,
      .needs = NV_CARD_EVO_NV50, .tesla = true, .fermi = true, .cold = true },
    { "evo-name/trace-and-debugger-of-GF119", "introspection evo", nvd9_names,
      .needs = NV_CARD_EVO_NVD9, .fermi = true, .kepler = true,
      .props = "vram=64M", .cold = true },
    { "evo-name/trace-and-debugger-of-GK104", "introspection evo", nve4_names,
      .needs = NV_CARD_EVO_NVE4, .kepler = true, .props = "vram=64M",
      .cold = true },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}
