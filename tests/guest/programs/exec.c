/*
 * Address spaces of the process's own, and jobs: see exec.h
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>
#include <xf86drm.h>

#include "exec.h"

/* The kernel's interface, as of Linux 6.6 */
enum {
    NOUVEAU_VM_INIT = 0x10,
    NOUVEAU_VM_BIND = 0x11,
    NOUVEAU_EXEC = 0x12,
};

struct nouveau_vm_init {
    uint64_t kernel_managed_addr;
    uint64_t kernel_managed_size;
};

enum { NOUVEAU_VM_BIND_OP_MAP = 0 };

struct nouveau_vm_bind_op {
    uint32_t op;
    uint32_t flags;
    uint32_t handle;
    uint32_t pad;
    uint64_t addr;
    uint64_t bo_offset;
    uint64_t range;
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

struct nouveau_exec_push {
    uint64_t va;
    uint32_t va_len;
    uint32_t flags;
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

/*
 * The part that is left to the kernel: as much as the channels' own buffers
 * take
 */
#define KERNEL_ADDRESS 0x8000000000
#define KERNEL_SIZE 0x80000000

void space_new(Card *card)
{
    struct nouveau_vm_init init = {
        .kernel_managed_addr = KERNEL_ADDRESS,
        .kernel_managed_size = KERNEL_SIZE,
    };
    int ret = drmCommandWrite(card->fd, NOUVEAU_VM_INIT, &init, sizeof(init));

    if (ret) {
        test_fail("VM_INIT: %s", strerror(-ret));
    }
}

void space_map(Buffer *buffer, uint64_t address)
{
    struct nouveau_vm_bind_op op = {
        .op = NOUVEAU_VM_BIND_OP_MAP,
        .handle = buffer->handle,
        .addr = address,
        .range = buffer->size,
    };
    struct nouveau_vm_bind bind = {
        .op_count = 1,
        .op_ptr = (uintptr_t)&op,
    };
    int ret = drmCommandWriteRead(buffer->card->fd, NOUVEAU_VM_BIND, &bind,
                                  sizeof(bind));

    if (ret) {
        test_fail("VM_BIND: %s", strerror(-ret));
    }
    buffer->address = address;
}

int exec_try(Channel *channel, uint64_t address, uint32_t length)
{
    struct nouveau_exec_push push = { .va = address, .va_len = length };
    struct nouveau_exec exec = {
        .channel = channel->id,
        .push_count = 1,
        .push_ptr = (uintptr_t)&push,
    };

    return drmCommandWriteRead(channel->card->fd, NOUVEAU_EXEC, &exec,
                               sizeof(exec));
}
