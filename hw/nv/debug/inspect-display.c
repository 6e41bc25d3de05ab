/*
 * NVIDIA GPU: QMP commands: the screen
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qapi/qapi-commands-nv-gpu-query.h"
#include "qapi/util.h"
#include "hw/nv/display.h"
#include "inspect.h"

NvScreen *qmp_x_query_nv_screen(const char *path, Error **errp)
{
    g_auto(NVVisit) visit = { };
    NVGPU *gpu = nv_visit_to_inspect(&visit, path, errp);
    NvScreen *screen;
    NvHeadList **heads;
    NvEvoChannelList **evo;

    if (!gpu) {
        return NULL;
    }
    screen = g_new0(NvScreen, 1);
    heads = &screen->heads;
    for (unsigned i = 0; i < nv_display_heads(gpu); i++) {
        QAPI_LIST_APPEND(heads, nv_display_inspect(gpu, i));
    }
    evo = &screen->evo;
    for (unsigned i = 0; i < nv_evo_channels(gpu); i++) {
        NvEvoChannel *channel = nv_evo_inspect(gpu, i);

        if (channel) {
            QAPI_LIST_APPEND(evo, channel);
        }
    }
    return screen;
}
