/*
 * NVIDIA GPU: notifiers of PGRAPH
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_ENGINE_NV04_NOTIFY_H
#define HW_NV_ENGINE_NV04_NOTIFY_H

#include "hw/nv/engine/graph.h"

/** nv04_graph_notify: write the notifier that NOTIFY has requested */
void nv04_graph_notify(NVGPU *gpu);

/** nv_graph_buffer_notify: write M2MF's notifier */
void nv_graph_buffer_notify(NVGPU *gpu);

#endif /* HW_NV_ENGINE_NV04_NOTIFY_H */
