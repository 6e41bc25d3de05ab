/*
 * NVIDIA GPU: the judge: findings as lines of the log
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_DEBUG_JUDGE_TEXT_H
#define HW_NV_DEBUG_JUDGE_TEXT_H

#include "qapi/qapi-types-nv-gpu-report.h"

/** nv_judgement_text: a finding as a line for people, for g_free() */
char *nv_judgement_text(const NvJudgement *found);

#endif /* HW_NV_DEBUG_JUDGE_TEXT_H */
