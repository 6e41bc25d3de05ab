/*
 * NVIDIA GPU: the checker: findings as lines of the log
 *
 * scripts/nvdebug/reports.py says the same of what a client of QMP gets.  The
 * tests use this file, too, which knows no more than QAPI's types.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "checker-text.h"

static void nv_text_register(GString *s, uint32_t addr, const char *name)
{
    g_string_append_printf(s, " register=0x%06" PRIx32, addr);
    if (name) {
        g_string_append_printf(s, " name=%s", name);
    }
}

static void nv_text_page(GString *s, const char *key, const NvPagePlace *page)
{
    g_string_append_printf(s, " %s=%s0x%" PRIx64, key,
                           page->vram ? "vram:" : "", page->address);
}

static void nv_text_word(GString *s, const NvFindingWord *word)
{
    g_string_append_printf(s, " address=0x%" PRIx64 " %s=0x%04" PRIx32
                           " value=0x%08" PRIx32 " was=0x%08" PRIx32,
                           word->address,
                           word->has_method ? "method" : "command",
                           word->has_method ? word->method : 0, word->value,
                           word->was);
}

static void nv_text_poll(GString *s, const NvFindingPoll *poll)
{
    g_string_append_printf(s, " bar=%u address=0x%" PRIx64, poll->bar,
                           poll->address);
    if (poll->name) {
        g_string_append_printf(s, " name=%s", poll->name);
    }
    g_string_append_printf(s, " kind=%s reads=%" PRIu32,
                           NvFindingFence_str(poll->kind), poll->reads);
}

static void nv_text_unit(GString *s, const NvFindingUnit *unit)
{
    g_string_append_printf(s, " unit=%s bit=%u", unit->unit, unit->bit);
    if (unit->has_q_register) {
        nv_text_register(s, unit->q_register, unit->name);
    }
    if (unit->has_value) {
        g_string_append_printf(s, " value=0x%" PRIx32, unit->value);
    }
    if (unit->executes) {
        g_string_append_printf(s, " executes=%s", unit->executes);
    }
}

static void nv_text_zeroes(GString *s, const NvFindingZeroes *zeroes)
{
    if (zeroes->has_address) {
        g_string_append_printf(s, " address=0x%" PRIx64 " kind=commands",
                               zeroes->address);
    } else {
        g_string_append_printf(s, " entry=%" PRIu64 " kind=entries",
                               zeroes->entry);
    }
}

/* What is a range of the pushbuffer, or of the ring */
static void nv_text_pushed(GString *s, const NvFinding *found)
{
    const NvFindingEntry *entry = &found->u.entry_overwritten;
    const NvFindingPut *put = &found->u.put_beyond;

    switch (found->rule) {
    case NV_RULE_PUSHBUFFER_OVERWRITTEN:
        nv_text_word(s, &found->u.pushbuffer_overwritten);
        break;
    case NV_RULE_ENTRY_OVERWRITTEN:
        g_string_append_printf(s, " entry=%" PRIu64 " address=0x%" PRIx64
                               " bytes=%" PRIu64 " was=0x%" PRIx64 " bytes=%"
                               PRIu64, entry->entry, entry->address,
                               entry->bytes, entry->was, entry->was_bytes);
        break;
    case NV_RULE_PUT_BEYOND:
        g_string_append_printf(s, " name=%s put=0x%" PRIx64 " end=0x%" PRIx64,
                               put->name, put->put, put->end);
        break;
    default:
        nv_text_zeroes(s, &found->u.zeroes_executed);
        break;
    }
}

/* What is a register */
static void nv_text_written(GString *s, const NvFinding *found)
{
    const NvFindingRegister *reg = &found->u.register_while_running;
    const NvFindingInterrupt *intr = &found->u.interrupt_unread;
    const NvFindingChannel *chan = &found->u.channel_freed;

    switch (found->rule) {
    case NV_RULE_REGISTER_WHILE_RUNNING:
        nv_text_register(s, reg->q_register, reg->name);
        g_string_append_printf(s, " value=0x%" PRIx32, reg->value);
        break;
    case NV_RULE_INTERRUPT_UNREAD:
        nv_text_register(s, intr->q_register, intr->name);
        g_string_append_printf(s, " bits=0x%08" PRIx32, intr->bits);
        break;
    case NV_RULE_UNIT_OFF:
        nv_text_unit(s, &found->u.unit_off);
        break;
    default:
        nv_text_register(s, chan->q_register, chan->name);
        g_string_append_printf(s, " value=0x%08" PRIx32 " was=0x%08" PRIx32,
                               chan->value, chan->was);
        break;
    }
}

static void nv_text_object(GString *s, const NvFindingObject *object)
{
    g_string_append_printf(s, " subchannel=%u method=0x%04" PRIx32
                           " handle=0x%08" PRIx32 " address=0x%" PRIx32,
                           object->subchannel, object->method, object->handle,
                           object->address);
}

static void nv_text_access(GString *s, const NvFindingAccess *access)
{
    g_string_append_printf(s, " address=0x%" PRIx64 " who=0x%" PRIx32
                           " why=\"%s\" method=0x%04" PRIx32 " subchannel=%u",
                           access->address, access->who, access->why,
                           access->method, access->subchannel);
}

static void nv_text_place(GString *s, const NvFinding *found)
{
    const NvFindingState *state = &found->u.state_overwritten;
    const NvFindingPage *page = &found->u.page_unflushed;
    const NvFindingRead *read = &found->u.read_in_flight;
    const NvFindingLine *line = &found->u.interrupt_stuck;

    switch (found->rule) {
    case NV_RULE_STATE_OVERWRITTEN:
        g_string_append_printf(s, " address=0x%" PRIx64 " offset=0x%" PRIx32
                               " value=0x%" PRIx64, state->address,
                               state->offset, state->value);
        break;
    case NV_RULE_PAGE_UNFLUSHED:
        g_string_append_printf(s, " address=0x%" PRIx64 " table=0x%" PRIx64,
                               page->address, page->table);
        nv_text_page(s, "page", page->page);
        nv_text_page(s, "was", page->was);
        break;
    case NV_RULE_READ_IN_FLIGHT:
        g_string_append_printf(s, " bar=%u address=0x%" PRIx64 " vram=0x%"
                               PRIx64, read->bar, read->address, read->vram);
        break;
    case NV_RULE_ACCESS_ASTRAY:
        nv_text_access(s, &found->u.access_astray);
        break;
    case NV_RULE_OBJECT_FREED:
        nv_text_object(s, &found->u.object_freed);
        break;
    case NV_RULE_FENCE_POLLED:
        nv_text_poll(s, &found->u.fence_polled);
        break;
    case NV_RULE_INTERRUPT_STUCK:
        g_string_append_printf(s, " unit=%s bit=%u pending=0x%08" PRIx32,
                               line->unit, line->bit, line->pending);
        break;
    case NV_RULE_REGISTER_WHILE_RUNNING:
    case NV_RULE_INTERRUPT_UNREAD:
    case NV_RULE_CHANNEL_FREED:
    case NV_RULE_UNIT_OFF:
        nv_text_written(s, found);
        break;
    case NV_RULE_PUSHBUFFER_OVERWRITTEN:
    case NV_RULE_ENTRY_OVERWRITTEN:
    case NV_RULE_PUT_BEYOND:
    case NV_RULE_ZEROES_EXECUTED:
        nv_text_pushed(s, found);
        break;
    case NV_RULE__MAX:
        g_assert_not_reached();
    }
}

static void nv_text_where(GString *s, const char *key, const uint64List *where)
{
    for (const uint64List *l = where; l; l = l->next) {
        g_string_append_printf(s, "%s0x%" PRIx64, l == where ? key : ",",
                               l->value);
    }
}

char *nv_finding_text(const NvFinding *found)
{
    GString *s = g_string_new(NvRule_str(found->rule));

    if (found->has_channel) {
        g_string_append_printf(s, " channel=%u", found->channel);
    }
    nv_text_place(s, found);
    g_string_append_printf(s, " times=%" PRIu64 " first=%" PRId64,
                           found->times, found->first);
    if (found->fault) {
        g_string_append_printf(s, " fault=%s", found->fault);
    } else if (found->after_fault) {
        g_string_append_printf(s, " after-fault=%s", found->after_fault);
    }
    nv_text_where(s, " where=", found->where);
    nv_text_where(s, " submitted=", found->submitted);
    g_string_append_printf(s, ": %s", found->says);
    return g_string_free(s, false);
}
