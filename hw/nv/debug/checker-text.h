/*
 * NVIDIA GPU: the checker: findings as lines of the log
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_DEBUG_CHECKER_TEXT_H
#define HW_NV_DEBUG_CHECKER_TEXT_H

#include "qapi/qapi-types-nv-gpu-report.h"

/** nv_finding_text: a finding as a line for people, for g_free() */
char *nv_finding_text(const NvFinding *found);

#endif /* HW_NV_DEBUG_CHECKER_TEXT_H */
