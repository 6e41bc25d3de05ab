/*
 * Tests of the NVIDIA GPU: what a card reports: counters, what the model lacks,
 * findings, names
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef LIBNV_NV_REPORT_H
#define LIBNV_NV_REPORT_H

#include "nv-gpu.h"
#include "qapi/qapi-types-nv-gpu-report.h"

/** nv_names: what the card's model has; the caller frees it */
NvNames *nv_names(NVDev *nv);

/** nv_findings: what the checker of drivers has found; the caller frees it */
NvFindings *nv_findings(NVDev *nv);

/*
 * The same as texts, which the caller frees.  They are those of nv-debug's
 * "info report", "info statistics" and "info findings".
 */
char *nv_report_text(NVDev *nv);
char *nv_statistics_text(NVDev *nv);
char *nv_findings_text(NVDev *nv);

#endif /* LIBNV_NV_REPORT_H */
