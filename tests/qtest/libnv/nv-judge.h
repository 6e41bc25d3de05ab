/*
 * Tests of the NVIDIA GPU: what the judge of drivers says
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef LIBNV_NV_JUDGE_H
#define LIBNV_NV_JUDGE_H

#include "nv-either.h"

/** NV_JUDGE_ON: the property that turns the judge on, for NVTest.props */
#define NV_JUDGE_ON "judge=on"

/** nv_assert_silent: the judge has found nothing */
#define nv_assert_silent(_nv) \
    nv_check_judgements(_nv, __FILE__, __LINE__, NULL)

/**
 * nv_assert_found: the judge has one finding, whose text begins with these
 *                  words
 */
#define nv_assert_found(_nv, ...)                                           \
    do {                                                                    \
        g_autofree char *_want = g_strdup_printf(__VA_ARGS__);              \
        nv_check_judgements(_nv, __FILE__, __LINE__, _want);                \
    } while (0)

void nv_check_judgements(NVDev *nv, const char *file, int line,
                         const char *want);

/** nv_judge_anew: make the judge forget all that it knows */
void nv_judge_anew(NVDev *nv);

#endif /* LIBNV_NV_JUDGE_H */
