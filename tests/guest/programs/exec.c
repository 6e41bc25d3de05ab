/*
 * Address spaces of the process's own, and jobs: see exec.h
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <errno.h>
#include <linux/sync_file.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <xf86drm.h>

#include "exec.h"

enum {
    NOUVEAU_VM_INIT = 0x10,
    NOUVEAU_VM_BIND = 0x11,
    NOUVEAU_EXEC = 0x12,
};

enum { GETPARAM_EXEC_PUSH_MAX = 17 };

enum { LIMIT_USEC = 20 * 1000000 };

struct nouveau_vm_init {
    uint64_t kernel_managed_addr;
    uint64_t kernel_managed_size;
};

struct nouveau_vm_bind {
    uint32_t op_count;
    uint32_t flags;
    uint32_t wait_count;
    uint32_t sig_count;
    uint64_t wait_ptr;
    uint64_t sig_ptr;
    uint64_t op_ptr;
};

struct nouveau_exec {
    uint32_t channel;
    uint32_t push_count;
    uint32_t wait_count;
    uint32_t sig_count;
    uint64_t wait_ptr;
    uint64_t sig_ptr;
    uint64_t push_ptr;
};

/* The driver's version is 1.4 since it has them, in Linux 6.6. */
void exec_require(void)
{
    drmVersion *version;
    Card card;

    card_open(&card);
    version = drmGetVersion(card.fd);
    if (!version) {
        test_fail("the driver has no version");
    }
    if (version->version_major == 1 && version->version_minor < 4) {
        test_skip("the driver has no EXEC");
    }
    if (!card_is_fermi(&card)) {
        test_skip("chipset %02x has no EXEC", card.chipset);
    }
    drmFreeVersion(version);
    card_close(&card);
}

/* --- What is waited for, and signalled ------------------------------------ */

uint32_t syncobj_new(Card *card)
{
    uint32_t handle;

    if (drmSyncobjCreate(card->fd, 0, &handle)) {
        test_fail("SYNCOBJ_CREATE: %s", strerror(errno));
    }
    return handle;
}

int syncobj_wait_try(Card *card, uint32_t handle, uint64_t point,
                     unsigned usec)
{
    int64_t until = (clock_usec() + usec) * 1000;
    int ret = point ? drmSyncobjTimelineWait(card->fd, &handle, &point, 1,
                                             until, 0, NULL)
                    : drmSyncobjWait(card->fd, &handle, 1, until, 0, NULL);

    if (ret && ret != -ETIME) {
        test_fail("SYNCOBJ_WAIT: %s", strerror(-ret));
    }
    return ret;
}

void syncobj_wait(Card *card, uint32_t handle, uint64_t point)
{
    if (syncobj_wait_try(card, handle, point, LIMIT_USEC)) {
        test_fail("point %llu of syncobj %u isn't signalled",
                  (unsigned long long)point, handle);
    }
}

bool syncobj_done(Card *card, uint32_t handle, uint64_t point)
{
    return !syncobj_wait_try(card, handle, point, 0);
}

int syncobj_error(Card *card, uint32_t handle)
{
    struct sync_file_info info = { .num_fences = 0 };
    int file;

    if (drmSyncobjExportSyncFile(card->fd, handle, &file)) {
        test_fail("SYNCOBJ_HANDLE_TO_FD: %s", strerror(errno));
    }
    if (ioctl(file, SYNC_IOC_FILE_INFO, &info)) {
        test_fail("SYNC_IOC_FILE_INFO: %s", strerror(errno));
    }
    close(file);
    return info.status < 0 ? info.status : 0;
}

/* --- Address spaces ------------------------------------------------------- */

int space_try(Card *card, uint64_t kernel_address, uint64_t kernel_size)
{
    struct nouveau_vm_init init = {
        .kernel_managed_addr = kernel_address,
        .kernel_managed_size = kernel_size,
    };

    return drmCommandWrite(card->fd, NOUVEAU_VM_INIT, &init, sizeof(init));
}

void space_new(Card *card)
{
    int ret = space_try(card, KERNEL_ADDRESS, KERNEL_SIZE);

    if (ret) {
        test_fail("VM_INIT: %s", strerror(-ret));
    }
}

int bind_try(Card *card, const BindOp *ops, unsigned count, uint32_t flags,
             const Syncs *syncs)
{
    static const Syncs none;
    const Syncs *s = syncs ? syncs : &none;
    struct nouveau_vm_bind bind = {
        .op_count = count,
        .flags = flags,
        .wait_count = s->nr_wait,
        .sig_count = s->nr_signal,
        .wait_ptr = (uintptr_t)s->wait,
        .sig_ptr = (uintptr_t)s->signal,
        .op_ptr = (uintptr_t)ops,
    };

    return drmCommandWriteRead(card->fd, NOUVEAU_VM_BIND, &bind, sizeof(bind));
}

void bind(Card *card, const BindOp *ops, unsigned count)
{
    int ret = bind_try(card, ops, count, 0, NULL);

    if (ret) {
        test_fail("VM_BIND: %s", strerror(-ret));
    }
}

void space_map(Buffer *buffer, uint64_t address)
{
    const BindOp op = {
        .op = BIND_MAP,
        .handle = buffer->handle,
        .address = address,
        .range = buffer->size,
    };

    bind(buffer->card, &op, 1);
    buffer->address = address;
}

/* --- Jobs ----------------------------------------------------------------- */

unsigned exec_span_max(Card *card)
{
    return card_param(card, GETPARAM_EXEC_PUSH_MAX);
}

int exec_spans_try(Channel *channel, const Span *spans, unsigned count,
                   const Syncs *syncs)
{
    static const Syncs none;
    const Syncs *s = syncs ? syncs : &none;
    struct nouveau_exec exec = {
        .channel = channel->id,
        .push_count = count,
        .wait_count = s->nr_wait,
        .sig_count = s->nr_signal,
        .wait_ptr = (uintptr_t)s->wait,
        .sig_ptr = (uintptr_t)s->signal,
        .push_ptr = (uintptr_t)spans,
    };

    return drmCommandWriteRead(channel->card->fd, NOUVEAU_EXEC, &exec,
                               sizeof(exec));
}

int exec_try(Channel *channel, uint64_t address, uint32_t length)
{
    const Span span = { .address = address, .length = length };

    return exec_spans_try(channel, &span, 1, NULL);
}
