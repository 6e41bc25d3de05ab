/*
 * NVIDIA GPU: the command decoder
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "command.h"

/* In the order of the specification's table of forms */
NVCommandKind nv_command_kind(uint32_t word, uint32_t pusher,
                              bool sli_enabled)
{
    if (!(word & nv_command_not_methods(pusher))) {
        return NV_COMMAND_METHODS;
    }
    if ((word & 0xffff000f) == 0x00010000 && (pusher & NV_PUSHER_SLI) &&
        sli_enabled) {
        return NV_COMMAND_SLI_CONDITIONAL;
    }
    if (word == 0x00020000 && (pusher & NV_PUSHER_CALL)) {
        return NV_COMMAND_RETURN;
    }
    if (nv_command_is_old_jump(word)) {
        return NV_COMMAND_OLD_JUMP;
    }
    if ((word & 3) == 1 && (pusher & NV_PUSHER_CALL)) {
        return NV_COMMAND_JUMP;
    }
    if ((word & 3) == 2 && (pusher & NV_PUSHER_CALL)) {
        return NV_COMMAND_CALL;
    }
    return NV_COMMAND_RESERVED;
}
