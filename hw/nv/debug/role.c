/*
 * NVIDIA GPU: members of events by their role
 *
 * Conditions and faults are for events of many kinds.  This is the table of
 * which member of a kind is what they compare or change.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/bswap.h"
#include "role.h"

/**
 * struct NVRoleMember - the member that has a role
 *
 * @offset: its place in NVProbe, in bytes
 * @size: its size in bytes; 0: the kind has none
 * @fixed: the value if the kind has none
 */
typedef struct NVRoleMember {
    uint8_t offset;
    uint8_t size;
    uint8_t fixed;
} NVRoleMember;

#define NV_MEMBER(_role, _member) \
    [NV_ROLE_##_role] = { \
        .offset = offsetof(NVProbe, _member), \
        .size = sizeof_field(NVProbe, _member), \
    }
#define NV_FIXED(_role, _value) [NV_ROLE_##_role] = { .fixed = _value }

static const NVRoleMember nv_role_members[NV_PROBE__MAX][NV_ROLE__MAX] = {
    [NV_PROBE_MMIO_READ ... NV_PROBE_MMIO_WRITE] = {
        NV_MEMBER(UNIT, mmio.bar), NV_MEMBER(ADDR, mmio.addr),
        NV_MEMBER(SIZE, mmio.size), NV_MEMBER(DATA, mmio.data),
    },
    [NV_PROBE_SUBMIT] = {
        NV_MEMBER(UNIT, submit.ring), NV_MEMBER(DATA, submit.put),
    },
    [NV_PROBE_SWITCH] = { NV_MEMBER(UNIT, turn.pbdma) },
    [NV_PROBE_RUN] = {
        NV_MEMBER(UNIT, turn.pbdma), NV_MEMBER(DATA, turn.words),
    },
    [NV_PROBE_ENTRY_READ] = {
        NV_MEMBER(ADDR, entry_read.number),
        NV_MEMBER(DATA, entry_read.words[1]),
    },
    [NV_PROBE_ENTRY] = {
        NV_MEMBER(ADDR, entry.addr), NV_MEMBER(SIZE, entry.size),
        NV_MEMBER(DATA, entry.number),
    },
    [NV_PROBE_COMMAND] = {
        NV_MEMBER(ADDR, command.addr), NV_FIXED(SIZE, 4),
        NV_MEMBER(DATA, command.word),
    },
    [NV_PROBE_WORDS] = {
        NV_MEMBER(ADDR, words.addr), NV_MEMBER(SIZE, words.size),
    },
    [NV_PROBE_METHOD] = {
        NV_MEMBER(UNIT, method.subc), NV_MEMBER(CLASS, method.class),
        NV_MEMBER(MTHD, method.mthd), NV_MEMBER(ADDR, method.addr),
        NV_MEMBER(DATA, method.data),
    },
    [NV_PROBE_CHECK] = {
        NV_MEMBER(UNIT, method.subc), NV_MEMBER(CLASS, method.class),
        NV_MEMBER(MTHD, method.mthd), NV_MEMBER(ADDR, method.addr),
        NV_MEMBER(DATA, method.data),
    },
    [NV_PROBE_MEM_READ ... NV_PROBE_MEM_WRITE] = {
        NV_MEMBER(ADDR, mem.addr), NV_MEMBER(SIZE, mem.size),
        NV_MEMBER(DATA, mem.inst),
    },
    [NV_PROBE_ACQUIRE ... NV_PROBE_REFERENCE] = {
        NV_MEMBER(ADDR, value.addr), NV_FIXED(SIZE, 4),
        NV_MEMBER(DATA, value.data),
    },
    [NV_PROBE_INTERRUPT] = { NV_MEMBER(DATA, line.intr) },
    [NV_PROBE_PENDING] = {
        NV_MEMBER(UNIT, line.bit), NV_MEMBER(DATA, line.intr),
    },
    [NV_PROBE_ERROR] = {
        NV_MEMBER(UNIT, error.subc), NV_MEMBER(CLASS, error.class),
        NV_MEMBER(MTHD, error.mthd), NV_MEMBER(ADDR, error.addr),
        NV_MEMBER(DATA, error.data), NV_MEMBER(NAME, error.what),
    },
    [NV_PROBE_VBLANK] = { NV_MEMBER(UNIT, head.head) },
    [NV_PROBE_FLIP] = {
        NV_MEMBER(UNIT, head.head), NV_MEMBER(ADDR, head.addr),
    },
    [NV_PROBE_FALCON] = {
        NV_MEMBER(UNIT, falcon.falcon), NV_MEMBER(ADDR, falcon.pc),
    },
    [NV_PROBE_WORK] = {
        NV_MEMBER(UNIT, work.engine), NV_MEMBER(DATA, work.methods),
        NV_MEMBER(NAME, work.name),
    },
    [NV_PROBE_TRANSLATE] = {
        NV_MEMBER(UNIT, translate.vram), NV_MEMBER(ADDR, translate.addr),
        NV_MEMBER(SIZE, translate.size), NV_MEMBER(DATA, translate.page),
    },
    [NV_PROBE_NOTIFY] = {
        NV_MEMBER(UNIT, notify.subc), NV_MEMBER(CLASS, notify.class),
        NV_MEMBER(MTHD, notify.mthd), NV_MEMBER(ADDR, notify.addr),
        NV_MEMBER(DATA, notify.data), NV_MEMBER(NAME, notify.engine),
    },
    [NV_PROBE_LISTED] = {
        NV_MEMBER(ADDR, listed.number), NV_MEMBER(DATA, listed.data),
    },
    [NV_PROBE_RAMFC] = {
        NV_MEMBER(UNIT, ramfc.pbdma), NV_MEMBER(ADDR, ramfc.offset),
        NV_FIXED(SIZE, 4), NV_MEMBER(DATA, ramfc.data),
    },
    [NV_PROBE_DISPLAY] = {
        NV_MEMBER(UNIT, display.channel), NV_MEMBER(MTHD, display.mthd),
        NV_MEMBER(ADDR, display.addr), NV_MEMBER(DATA, display.data),
    },
};

static const NVRoleMember *nv_role_member(const NVProbe *probe, NVRole role)
{
    return &nv_role_members[probe->kind][role];
}

uint64_t nv_role_get(const NVProbe *probe, NVRole role)
{
    const NVRoleMember *member = nv_role_member(probe, role);

    return member->size
        ? ldn_he_p((const char *)probe + member->offset, member->size)
        : member->fixed;
}

void nv_role_set(NVProbe *probe, NVRole role, uint32_t val)
{
    const NVRoleMember *member = nv_role_member(probe, role);

    assert(member->size == sizeof(val));
    stl_he_p((char *)probe + member->offset, val);
}

const char *nv_role_name(const NVProbe *probe)
{
    const NVRoleMember *member = nv_role_member(probe, NV_ROLE_NAME);

    return member->size
        ? *(const char **)((const char *)probe + member->offset) : NULL;
}
