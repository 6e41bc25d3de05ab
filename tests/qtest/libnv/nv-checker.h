/*
 * Tests of the NVIDIA GPU: what the checker of drivers says
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef LIBNV_NV_CHECKER_H
#define LIBNV_NV_CHECKER_H

#include "nv-either.h"

/** NV_CHECKER_ON: the property that turns the checker on, for NVTest.props */
#define NV_CHECKER_ON "checker=on"

/** nv_assert_silent: the checker has found nothing */
#define nv_assert_silent(_nv) \
    nv_check_findings(_nv, __FILE__, __LINE__, NULL)

/**
 * nv_assert_found: the checker has one finding, whose text begins with these
 *                  words
 */
#define nv_assert_found(_nv, ...)                                           \
    do {                                                                    \
        g_autofree char *_want = g_strdup_printf(__VA_ARGS__);              \
        nv_check_findings(_nv, __FILE__, __LINE__, _want);                  \
    } while (0)

void nv_check_findings(NVDev *nv, const char *file, int line,
                       const char *want);

/** nv_checker_anew: make the checker forget all that it knows */
void nv_checker_anew(NVDev *nv);

#endif /* LIBNV_NV_CHECKER_H */
