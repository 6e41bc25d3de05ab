/*
 * An address space that the process manages itself (VM_INIT, VM_BIND): what is
 * mapped where, as the card sees it when it copies, and each refusal
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <xf86drm.h>

#include "cases.h"
#include "workspace.h"

enum {
    SIZE = 64 * KIB,
    PAGES = SIZE / PAGE,
};

/*
 * The limit that the kernel checks.  Between the card's and that one, VM_INIT
 * ends with an oops: see docs/known-drivers.rst.
 */
#define CHECKED_END (1ull << 47)

/* Two areas of each memory, somewhere, and one for what is read from them */
typedef struct Scene {
    Workspace workspace;
    Worker worker;
    Area a, b;
    Area result;
} Scene;

static void scene_new(Scene *scene, Card *card)
{
    Workspace *workspace = &scene->workspace;

    workspace_new(workspace, card);
    worker_new(&scene->worker, workspace);
    area_new(&scene->a, workspace, DOMAIN_VRAM, SIZE, 1);
    area_new(&scene->b, workspace, DOMAIN_GART, SIZE, 2);
    area_new_mapped(&scene->result, workspace, DOMAIN_GART, SIZE, 3);
}

/* Read LENGTH bytes at ADDRESS, which have to be those of an area. */
static void expect_at(Scene *scene, uint64_t address, const Area *area,
                      size_t offset, size_t length, const char *what)
{
    buffer_fill(&scene->result.buffer, 3);
    memcpy(scene->result.want, scene->result.buffer.map, SIZE);
    worker_copy(&scene->worker, address, scene->result.buffer.address, length);
    worker_run(&scene->worker);
    area_take(&scene->result, 0, area, offset, length);
    area_expect(&scene->result, what);
}

/* Write what is in an area, from a place where it is mapped. */
static void write_at(Scene *scene, uint64_t from, uint64_t to, size_t length)
{
    worker_copy(&scene->worker, from, to, length);
    worker_run(&scene->worker);
}

/* --- VM_INIT -------------------------------------------------------------- */

static void init_limits(Card *card)
{
    static const struct {
        uint64_t address, size;
    } wrong[] = {
        { 0, CHECKED_END + 1 },
        { CHECKED_END, 1 },
        { CHECKED_END / 2, CHECKED_END / 2 + PAGE },
        { UINT64_MAX, 2 },
        { UINT64_MAX - PAGE + 1, PAGE },
    };

    for (unsigned i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        char what[32];

        snprintf(what, sizeof(what), "limit %u", i);
        expect_status(space_try(card, wrong[i].address, wrong[i].size),
                      -EINVAL, what);
    }
    /* As Mesa has it: the upper half */
    expect_status(space_try(card, SPACE_END / 2, SPACE_END / 2), 0, "halves");
}

/* Whoever has had a channel before has chosen the other interface. */
static void init_late(Card *card)
{
    const BindOp op = nothing_at(16 * MIB, PAGE);
    Channel channel;

    channel_new(&channel, card);
    expect_status(space_try(card, KERNEL_ADDRESS, KERNEL_SIZE), -ENOSYS,
                  "VM_INIT after a channel");
    expect_status(bind_try(card, &op, 1, 0, NULL), -ENOSYS,
                  "VM_BIND without VM_INIT");
    expect_status(exec_try(&channel, 16 * MIB, 4), -ENOSYS,
                  "EXEC without VM_INIT");
}

static void no_pushbufs(Card *card)
{
    Workspace workspace;
    Channel channel;
    struct drm_nouveau_gem_pushbuf req = { .nr_push = 0 };

    workspace_new(&workspace, card);
    channel_new(&channel, card);
    req.channel = channel.id;
    expect_status(drmCommandWriteRead(card->fd, DRM_NOUVEAU_GEM_PUSHBUF, &req,
                                      sizeof(req)), -ENOSYS,
                  "GEM_PUSHBUF after VM_INIT");
}

/* --- Where things are ----------------------------------------------------- */

/* The lowest and the highest pages, around tables, and the kernel's part */
static void addresses(Card *card)
{
    static const uint64_t places[] = {
        PAGE,
        128 * MIB - SIZE / 2,
        0x100000000 - SIZE / 2,
        KERNEL_ADDRESS - SIZE,
        KERNEL_ADDRESS + KERNEL_SIZE,
        SPACE_END - SIZE,
    };
    Scene s;

    scene_new(&s, card);
    for (unsigned i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
        Area *area = i & 1 ? &s.b : &s.a;
        char what[32];

        snprintf(what, sizeof(what), "at %llx", (unsigned long long)places[i]);
        bind_these(card, area_at(area, places[i], 0, SIZE));
        expect_at(&s, places[i], area, 0, SIZE, what);
    }
    area_expect(&s.a, "what was read");
    area_expect(&s.b, "what was read");
}

/* A buffer at several addresses: what is written to one is at all. */
static void alias(Card *card)
{
    enum { ALIASES = 5 };
    uint64_t at[ALIASES];
    Scene s;

    scene_new(&s, card);
    space_map(&s.b.buffer, workspace_range(&s.workspace, SIZE));
    for (unsigned i = 0; i < ALIASES; i++) {
        at[i] = workspace_range(&s.workspace, SIZE) + i * PAGE;
        bind_these(card, area_at(&s.a, at[i], 0, SIZE));
    }
    for (unsigned i = 0; i < ALIASES; i++) {
        size_t offset = i * 3 * PAGE + 5;

        write_at(&s, s.b.buffer.address + offset, at[i] + offset, 1003);
        area_take(&s.a, offset, &s.b, offset, 1003);
        expect_at(&s, at[(i + 1) % ALIASES], &s.a, 0, SIZE, "another address");
    }
    area_expect(&s.a, "the buffer");
}

/* The pages of a buffer in another order, by one request */
static void offsets(Card *card)
{
    BindOp ops[PAGES];
    uint64_t at;
    Scene s;

    scene_new(&s, card);
    at = workspace_range(&s.workspace, SIZE);
    for (unsigned i = 0; i < PAGES; i++) {
        ops[i] = area_at(&s.a, at + i * PAGE, i * 7 % PAGES * PAGE, PAGE);
    }
    bind(card, ops, PAGES);
    for (unsigned i = 0; i < PAGES; i++) {
        expect_at(&s, at + i * PAGE, &s.a, i * 7 % PAGES * PAGE, PAGE, "page");
    }
}

/* Another buffer in the middle, at the start and the end, and beyond it */
static void replace(Card *card)
{
    static const struct {
        unsigned first, pages;
    } parts[] = { { 5, 3 }, { 0, 2 }, { PAGES - 1, 1 }, { 1, PAGES - 2 } };
    Scene s;

    scene_new(&s, card);
    for (unsigned i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
        size_t first = parts[i].first * PAGE, length = parts[i].pages * PAGE;
        size_t end = first + length;
        uint64_t at = workspace_range(&s.workspace, SIZE);

        bind_these(card, area_at(&s.a, at, 0, SIZE));
        bind_these(card, area_at(&s.b, at + first, PAGES / 2 * PAGE, PAGE),
                   area_at(&s.b, at + first, 0, length));
        expect_at(&s, at + first, &s.b, 0, length, "the new part");
        if (first) {
            expect_at(&s, at, &s.a, 0, first, "before it");
        }
        if (end < SIZE) {
            expect_at(&s, at + end, &s.a, end, SIZE - end, "behind it");
        }
    }
}

/* What is left of a mapping, and what comes in place of the rest */
static void unmap(Card *card)
{
    uint64_t at;
    Scene s;

    scene_new(&s, card);
    at = workspace_range(&s.workspace, SIZE);
    bind_these(card, area_at(&s.a, at, 0, SIZE));
    bind_these(card, nothing_at(at + 4 * PAGE, 4 * PAGE));
    expect_at(&s, at, &s.a, 0, 4 * PAGE, "before the gap");
    expect_at(&s, at + 8 * PAGE, &s.a, 8 * PAGE, SIZE - 8 * PAGE,
              "behind the gap");
    bind_these(card, area_at(&s.b, at + 4 * PAGE, 0, 2 * PAGE),
               area_at(&s.a, at + 6 * PAGE, 0, 2 * PAGE));
    expect_at(&s, at + 4 * PAGE, &s.b, 0, 2 * PAGE, "in the gap");
    expect_at(&s, at + 6 * PAGE, &s.a, 0, 2 * PAGE, "in the gap");
    /* Once and again, and more than there is */
    bind_these(card, nothing_at(at, SIZE));
    bind_these(card, nothing_at(at - PAGE, SIZE + PAGE));
    bind_these(card, area_at(&s.b, at, 0, SIZE));
    expect_at(&s, at, &s.b, 0, SIZE, "all anew");
}

/* As many operations as there may be in a command buffer's sparse binding */
static void many(Card *card)
{
    enum { ROUNDS = 128 };
    static BindOp ops[ROUNDS * PAGES];
    unsigned count = 0;
    uint64_t at;
    Scene s;

    scene_new(&s, card);
    at = workspace_range(&s.workspace, SIZE);
    for (unsigned i = 0; i < ROUNDS; i++) {
        for (unsigned page = 0; page < PAGES; page++) {
            uint64_t place = at + page * PAGE;

            ops[count++] = (i + page) % 3 == 0
                           ? nothing_at(place, PAGE)
                           : area_at(i & 1 ? &s.a : &s.b, place,
                                     (i + page) % PAGES * PAGE, PAGE);
        }
    }
    for (unsigned i = 0; i < PAGES; i++) {
        ops[count - PAGES + i] = area_at(i & 2 ? &s.a : &s.b, at + i * PAGE,
                                         i * 5 % PAGES * PAGE, PAGE);
    }
    bind(card, ops, count);
    for (unsigned i = 0; i < PAGES; i++) {
        expect_at(&s, at + i * PAGE, i & 2 ? &s.a : &s.b,
                  i * 5 % PAGES * PAGE, PAGE, "page");
    }
    bind(card, NULL, 0);
}

/* Where large pages fit on both sides; and small ones in their place */
static void large_pages(Card *card)
{
    enum { LARGE = 2 * MIB };
    Area large;
    uint64_t at;
    Scene s;

    scene_new(&s, card);
    area_new(&large, &s.workspace, DOMAIN_VRAM, LARGE, 7);
    s.workspace.address = (s.workspace.address + LARGE - 1) & ~(LARGE - 1);
    at = workspace_range(&s.workspace, LARGE);
    bind_these(card, area_at(&large, at, 0, LARGE));
    for (size_t offset = 0; offset < LARGE; offset += LARGE / 8) {
        expect_at(&s, at + offset, &large, offset, SIZE, "a large page");
    }
    bind_these(card, nothing_at(at, LARGE));
    bind_these(card, area_at(&s.b, at + LARGE_PAGE + PAGE, 0, PAGE),
               area_at(&large, at + 2 * LARGE_PAGE, LARGE_PAGE, LARGE_PAGE));
    expect_at(&s, at + LARGE_PAGE + PAGE, &s.b, 0, PAGE, "a small page");
    expect_at(&s, at + 2 * LARGE_PAGE, &large, LARGE_PAGE, SIZE,
              "a large page behind it");
}

/* A mapping keeps the buffer, though its handle is gone. */
static void closed_handle(Card *card)
{
    uint64_t at;
    BindOp op;
    Scene s;

    scene_new(&s, card);
    at = workspace_range(&s.workspace, SIZE);
    bind_these(card, area_at(&s.a, at, 0, SIZE));
    buffer_free(&s.a.buffer);
    expect_at(&s, at, &s.a, 0, SIZE, "a buffer without a handle");
    op = area_at(&s.a, at, 0, PAGE);
    expect_status(bind_try(card, &op, 1, 0, NULL), -ENOENT,
                  "a handle that is gone");
    bind_these(card, nothing_at(at, SIZE));
}

/* The kind of blocks makes no difference to how a copy without blocks works. */
static void kinds(Card *card)
{
    enum { KIND_16BX2 = 0xfe };
    uint64_t linear, blocks;
    BindOp ops[2];
    Scene s;

    scene_new(&s, card);
    linear = workspace_range(&s.workspace, SIZE);
    blocks = workspace_range(&s.workspace, SIZE);
    ops[0] = area_at(&s.a, linear, 0, SIZE);
    ops[1] = area_at(&s.a, blocks, 0, SIZE);
    ops[1].flags = KIND_16BX2;
    bind(card, ops, 2);
    space_map(&s.b.buffer, workspace_range(&s.workspace, SIZE));
    write_at(&s, s.b.buffer.address, blocks, SIZE / 2);
    area_take(&s.a, 0, &s.b, 0, SIZE / 2);
    expect_at(&s, blocks, &s.a, 0, SIZE, "by its kind");
}

/* --- Refusals ------------------------------------------------------------- */

/* What is refused, against a mapping of all of an area at an address */
typedef struct Refusal {
    const char *what;
    void (*spoil)(BindOp *op);
    int status;
} Refusal;

static void spoil_address(BindOp *op)
{
    op->address += 1;
}

static void spoil_range(BindOp *op)
{
    op->range -= 1;
}

static void spoil_offset(BindOp *op)
{
    op->offset += PAGE / 2;
    op->range = PAGE;
}

static void beyond_buffer(BindOp *op)
{
    op->range += PAGE;
}

static void offset_beyond_buffer(BindOp *op)
{
    op->offset = SIZE;
    op->range = PAGE;
}

static void offset_overflows(BindOp *op)
{
    op->offset = -(uint64_t)PAGE;
}

static void kernel_part(BindOp *op)
{
    op->address = KERNEL_ADDRESS + 16 * PAGE;
}

static void into_kernel_part(BindOp *op)
{
    op->address = KERNEL_ADDRESS - PAGE;
}

static void beyond_space(BindOp *op)
{
    op->address = CHECKED_END - PAGE;
}

static void address_overflows(BindOp *op)
{
    op->address = -(uint64_t)PAGE;
}

static void unknown_handle(BindOp *op)
{
    op->handle = 0x12345;
}

static void unknown_operation(BindOp *op)
{
    op->op = 7;
}

static void unmap_address(BindOp *op)
{
    op->op = BIND_UNMAP;
    op->address += 1;
}

static void unmap_beyond_space(BindOp *op)
{
    op->op = BIND_UNMAP;
    op->address = CHECKED_END;
}

static void unmap_no_region(BindOp *op)
{
    op->op = BIND_UNMAP;
    op->flags = BIND_SPARSE;
    op->handle = 0;
}

static const Refusal refusals[] = {
    { "an address within a page", spoil_address, -EINVAL },
    { "a range within a page", spoil_range, -EINVAL },
    { "an offset within a page", spoil_offset, -EINVAL },
    { "a range beyond the buffer", beyond_buffer, -EINVAL },
    { "an offset beyond the buffer", offset_beyond_buffer, -EINVAL },
    { "an offset that overflows", offset_overflows, -EINVAL },
    { "the kernel's part", kernel_part, -EINVAL },
    { "the kernel's part from below", into_kernel_part, -EINVAL },
    { "the end of the space", beyond_space, -EINVAL },
    { "an address that overflows", address_overflows, -EINVAL },
    { "a handle of nothing", unknown_handle, -ENOENT },
    { "an operation of no name", unknown_operation, -EINVAL },
    { "unmapping within a page", unmap_address, -EINVAL },
    { "unmapping beyond the space", unmap_beyond_space, -EINVAL },
    { "unmapping a sparse region that isn't there", unmap_no_region, -ENOENT },
};

/* Each in turn, behind one that is right: neither of them is done. */
static void refused(Card *card)
{
    uint64_t at;
    Scene s;

    scene_new(&s, card);
    at = workspace_range(&s.workspace, SIZE);
    bind_these(card, area_at(&s.a, at, 0, SIZE));
    for (unsigned i = 0; i < sizeof(refusals) / sizeof(refusals[0]); i++) {
        BindOp ops[] = {
            area_at(&s.b, at, 0, SIZE),
            area_at(&s.b, at, 0, SIZE),
        };

        refusals[i].spoil(&ops[1]);
        expect_status(bind_try(card, &ops[1], 1, 0, NULL), refusals[i].status,
                      refusals[i].what);
        expect_status(bind_try(card, ops, 2, 0, NULL), refusals[i].status,
                      refusals[i].what);
        expect_at(&s, at, &s.a, 0, SIZE, refusals[i].what);
    }
}

/*
 * What goes with a request, and where it lies; but for waits that aren't there:
 * the kernel frees the error in their place (known-drivers.rst).
 */
static void refused_requests(Card *card)
{
    Workspace workspace;
    Sync sync = { SYNC_BINARY, 0, 0 };
    Syncs waits = { .wait = &sync, .nr_wait = 1 };
    Syncs signals = { .signal = &sync, .nr_signal = 1 };
    const BindOp op = nothing_at(16 * MIB, PAGE);
    const void *nowhere = (const void *)16;

    workspace_new(&workspace, card);
    sync.handle = syncobj_new(card);
    expect_status(bind_try(card, nowhere, 1, 0, NULL), -EFAULT,
                  "operations that aren't there");
    expect_status(bind_try(card, &op, 1, 0, &waits), -EINVAL,
                  "a wait that isn't asynchronous");
    expect_status(bind_try(card, &op, 1, 0, &signals), -EINVAL,
                  "a signal that isn't asynchronous");
    expect_status(bind_try(card, &op, 1, BIND_ASYNC, &waits), -EINVAL,
                  "a wait for what nobody has submitted");
    signals.signal = nowhere;
    expect_status(bind_try(card, &op, 1, BIND_ASYNC, &signals), -EFAULT,
                  "signals that aren't there");
}

/* These cards' tables have no mark for pages that are there and aren't. */
static void sparse(Card *card)
{
    BindOp region;
    uint64_t at;
    Scene s;

    scene_new(&s, card);
    at = workspace_range(&s.workspace, SIZE);
    region = area_at(&s.a, at, 0, SIZE);
    region.flags = BIND_SPARSE;
    region.handle = 0;
    expect_status(bind_try(card, &region, 1, 0, NULL), -EINVAL,
                  "a sparse region");
    bind_these(card, area_at(&s.a, at, 0, SIZE));
    expect_at(&s, at, &s.a, 0, SIZE, "in its place");
    expect_status(bind_try(card, &region, 1, 0, NULL), -ENOSPC,
                  "a sparse region where something is");
    expect_at(&s, at, &s.a, 0, SIZE, "what was there");
}

static const Case cases[] = {
    { "init-limits", init_limits },
    { "init-late", init_late },
    { "no-pushbufs", no_pushbufs },
    { "addresses", addresses },
    { "alias", alias },
    { "offsets", offsets },
    { "replace", replace },
    { "unmap", unmap },
    { "many", many },
    { "large-pages", large_pages },
    { "closed-handle", closed_handle },
    { "kinds", kinds },
    { "refused", refused },
    { "refused-requests", refused_requests },
    { "sparse", sparse },
};

int main(int argc, char **argv)
{
    return cases_main("vm-bind", cases, sizeof(cases) / sizeof(cases[0]),
                      argc, argv);
}
