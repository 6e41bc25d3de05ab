/*
 * Tests of the NVIDIA GPU: programs for PGRAPH's macro processor, NVC0+
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "nv-macro.h"

#define REPORT_SEMAPHORE_A 0x1b00
#define ONE_WORD (1 << 28)

NVFermiChan *nv_macro_chan(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_graph_new(nv, 5);

    nv_fermi_object(chan, MACRO_SUBC, FERMI_3D, NV_FERMI_GR);
    nv_fermi_object(chan, MACRO_SUBC_2D, FERMI_2D, NV_FERMI_GR);
    return chan;
}

void nv_macro_run(NVFermiChan *chan)
{
    nv_fermi_run(chan);
    nv_fermi_graph_quiet(chan->nv);
}

/* The words after the first go to the next method. */
static void push(NVFermiChan *chan, uint32_t mthd, const uint32_t *words,
                 unsigned count)
{
    nv_fermi_command(chan, NV_FERMI_1INC(MACRO_SUBC, mthd, 0), words, count);
}

void nv_macro_upload(NVFermiChan *chan, unsigned macro, uint32_t pos,
                     const uint32_t *code, unsigned count)
{
    g_autofree uint32_t *words = g_new(uint32_t, count + 1);

    words[0] = pos;
    memcpy(words + 1, code, count * 4);
    nv_fermi_inc(chan, MACRO_SUBC, MACRO_ENTRY_POS, macro, pos);
    push(chan, MACRO_CODE_POS, words, count + 1);
}

void nv_macro_call(NVFermiChan *chan, unsigned macro, const uint32_t *params,
                   unsigned count)
{
    push(chan, MACRO_CALL(macro), params, count);
}

uint32_t nv_macro_shadow(NVDev *nv, uint32_t class, uint32_t mthd)
{
    nv_wr32(nv, A_NVC0_PGRAPH_MTHD,
            R_NVC0_PGRAPH_MTHD_READ_MASK | mthd << 14 | class);
    return nv_rd32(nv, A_NVC0_PGRAPH_MTHD_DATA);
}

uint32_t nv_macro_scratch(NVDev *nv, unsigned n)
{
    return nv_macro_shadow(nv, FERMI_3D, MACRO_SCRATCH + n * 4);
}

void nv_macro_release(NVFermiChan *chan, uint64_t va, uint32_t payload)
{
    nv_fermi_inc(chan, MACRO_SUBC, REPORT_SEMAPHORE_A, va >> 32, va, payload,
                 ONE_WORD);
}
