/*
 * The ioctls by which a process manages its own address space and has channels
 * execute what lies there, as Linux has them since 6.6; not in all versions of
 * nouveau_drm.h. What is called "..._try" returns 0 or a negative errno, others
 * end the test if they fail.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef EXEC_H
#define EXEC_H

#include "card.h"

/* The test is skipped unless the driver has them for this card. */
void exec_require(void);

/* --- What is waited for, and signalled ------------------------------------ */

enum {
    SYNC_BINARY = 0,
    SYNC_TIMELINE = 1,
};

/* struct drm_nouveau_sync */
typedef struct Sync {
    uint32_t flags;
    uint32_t handle;
    uint64_t point;
} Sync;

/* What a request waits for, and what it signals when it is done */
typedef struct Syncs {
    const Sync *wait;
    unsigned nr_wait;
    const Sync *signal;
    unsigned nr_signal;
} Syncs;

uint32_t syncobj_new(Card *card);
/* Wait for a point; 0 if it is a binary one: 0, or -ETIME */
int syncobj_wait_try(Card *card, uint32_t handle, uint64_t point,
                     unsigned usec);
void syncobj_wait(Card *card, uint32_t handle, uint64_t point);
/* Whether it has been signalled by now */
bool syncobj_done(Card *card, uint32_t handle, uint64_t point);
/* The error that a binary one's fence has ended with, or 0 */
int syncobj_error(Card *card, uint32_t handle);

/* --- Address spaces ------------------------------------------------------- */

enum {
    BIND_MAP = 0,
    BIND_UNMAP = 1,
};

/* Above the kind of pages, in bits 7:0 */
enum { BIND_SPARSE = 1 << 8 };

enum { BIND_ASYNC = 1 << 0 };

/* struct drm_nouveau_vm_bind_op */
typedef struct BindOp {
    uint32_t op;
    uint32_t flags;
    uint32_t handle;
    uint32_t pad;
    uint64_t address;
    uint64_t offset;
    uint64_t range;
} BindOp;

/* The part of the space that space_new() leaves to the kernel */
#define KERNEL_ADDRESS 0x8000000000
#define KERNEL_SIZE 0x80000000
/* Where the space ends */
#define SPACE_END (1ull << 40)

int space_try(Card *card, uint64_t kernel_address, uint64_t kernel_size);
/*
 * From here on, before there is any channel, the process chooses all addresses.
 */
void space_new(Card *card);
/* Put BUFFER at ADDRESS. */
void space_map(Buffer *buffer, uint64_t address);
/* SYNCS may be NULL; FLAGS: BIND_ASYNC */
int bind_try(Card *card, const BindOp *ops, unsigned count, uint32_t flags,
             const Syncs *syncs);
void bind(Card *card, const BindOp *ops, unsigned count);
/* The operations that follow, by one request */
#define bind_these(_card, ...)                                              \
    bind(_card, (const BindOp[]) { __VA_ARGS__ },                           \
         sizeof((const BindOp[]) { __VA_ARGS__ }) / sizeof(BindOp))

/* --- Jobs ----------------------------------------------------------------- */

enum { SPAN_NO_PREFETCH = 1 << 0 };

/* struct drm_nouveau_exec_push: what one GP entry names */
typedef struct Span {
    uint64_t address;
    uint32_t length;
    uint32_t flags;
} Span;

/* The most spans that a job may have */
unsigned exec_span_max(Card *card);
int exec_spans_try(Channel *channel, const Span *spans, unsigned count,
                   const Syncs *syncs);
/* -ENODEV of a channel that was killed */
int exec_try(Channel *channel, uint64_t address, uint32_t length);

#endif /* EXEC_H */
