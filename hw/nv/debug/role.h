/*
 * NVIDIA GPU: members of events by their role
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_NV_DEBUG_ROLE_H
#define HW_NV_DEBUG_ROLE_H

#include "hw/nv/probe.h"

/**
 * enum NVRole - what a member of a probe is, whatever the probe's kind
 *
 * A kind that has none of a role has 0.
 */
typedef enum NVRole {
    NV_ROLE_UNIT,       /* subchannel, head, BAR, falcon, PBDMA, engine, bit */
    NV_ROLE_CLASS,      /* class of an object */
    NV_ROLE_MTHD,       /* method, in bytes */
    NV_ROLE_DATA,       /* the value */
    NV_ROLE_ADDR,       /* address in bytes, or the number of an entry read */
    NV_ROLE_SIZE,       /* length in bytes of what is there */
    NV_ROLE_NAME,       /* an error's or engine's */
    NV_ROLE__MAX,
} NVRole;

/** nv_role_get: the value of a member; not for NV_ROLE_NAME */
uint64_t nv_role_get(const NVProbe *probe, NVRole role);

/** nv_role_set: change a member of 32 bits, which the kind must have */
void nv_role_set(NVProbe *probe, NVRole role, uint32_t val);

/** nv_role_name: NV_ROLE_NAME, or NULL */
const char *nv_role_name(const NVProbe *probe);

#endif /* HW_NV_DEBUG_ROLE_H */
