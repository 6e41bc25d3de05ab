/*
 * The card as the DRM shows it: see card.h
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>
#include <xf86drm.h>

#include "card.h"

/* What test runners take for "does not apply here" */
enum { EXIT_SKIPPED = 77 };

static const char *test_name = "test";

void test_begin(const char *name)
{
    test_name = name;
    setvbuf(stdout, NULL, _IOLBF, 0);
}

void test_measure(const char *format, ...)
{
    va_list args;

    printf("%s: ", test_name);
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
    printf("\n");
}

void test_mark(void)
{
    printf("MARK %s\n", test_name);
}

void test_ask(char *answer, size_t size, const char *format, ...)
{
    va_list args;

    printf("ASK ");
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
    printf("\n");
    if (!fgets(answer, size, stdin)) {
        test_fail("nothing answers");
    }
    answer[strcspn(answer, "\n")] = '\0';
}

int test_pass(void)
{
    printf("PASS %s\n", test_name);
    return EXIT_SUCCESS;
}

static void test_verdict(const char *verdict, const char *format, va_list args)
{
    printf("%s %s: ", verdict, test_name);
    vprintf(format, args);
    printf("\n");
    fflush(stdout);
}

void test_skip(const char *format, ...)
{
    va_list args;

    va_start(args, format);
    test_verdict("SKIP", format, args);
    va_end(args);
    exit(EXIT_SKIPPED);
}

void test_fail(const char *format, ...)
{
    va_list args;

    va_start(args, format);
    test_verdict("FAIL", format, args);
    va_end(args);
    exit(EXIT_FAILURE);
}

uint64_t clock_usec(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

/* The card */

void card_path(char *path, size_t size, const char *name)
{
    const char *number = getenv("CARD_NODE");

    snprintf(path, size, "%s%s", name, number ? number : "0");
}

void card_open(Card *card)
{
    char path[32];

    card_path(path, sizeof(path), "/dev/dri/card");
    card->fd = open(path, O_RDWR | O_CLOEXEC);
    if (card->fd < 0) {
        test_fail("%s: %s", path, strerror(errno));
    }
    card->chipset = card_param(card, NOUVEAU_GETPARAM_CHIPSET_ID);
}

void card_close(Card *card)
{
    close(card->fd);
}

bool card_has_vm(const Card *card)
{
    return card->chipset >= 0x50;
}

bool card_is_fermi(const Card *card)
{
    return card->chipset >= 0xc0;
}

bool card_is_kepler(const Card *card)
{
    return card->chipset >= 0xe0;
}

uint64_t card_param(Card *card, uint64_t param)
{
    struct drm_nouveau_getparam get = { .param = param };
    int ret;

    ret = drmCommandWriteRead(card->fd, DRM_NOUVEAU_GETPARAM,
                              &get, sizeof(get));
    if (ret) {
        test_fail("GETPARAM %d: %s", (int)param, strerror(-ret));
    }
    return get.value;
}

/* Buffers */

void buffer_new(Buffer *buffer, Card *card, Domain domain, size_t size)
{
    struct drm_nouveau_gem_new create = {
        .info.domain = domain | NOUVEAU_GEM_DOMAIN_MAPPABLE,
        .info.size = size,
        .align = 4 * KIB,
    };
    int ret;

    ret = drmCommandWriteRead(card->fd, DRM_NOUVEAU_GEM_NEW,
                              &create, sizeof(create));
    if (ret) {
        test_fail("GEM_NEW of %zu bytes: %s", size, strerror(-ret));
    }
    buffer->card = card;
    buffer->handle = create.info.handle;
    buffer->domain = domain;
    buffer->size = size;
    buffer->address = create.info.offset;
    buffer->map = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED,
                       card->fd, create.info.map_handle);
    if (buffer->map == MAP_FAILED) {
        test_fail("mmap of %zu bytes: %s", size, strerror(errno));
    }
}

void buffer_free(Buffer *buffer)
{
    munmap(buffer->map, buffer->size);
    drmCloseBufferHandle(buffer->card->fd, buffer->handle);
}

static int buffer_prepare(Buffer *buffer)
{
    struct drm_nouveau_gem_cpu_prep prep = {
        .handle = buffer->handle,
        .flags = NOUVEAU_GEM_CPU_PREP_WRITE,
    };

    return drmCommandWrite(buffer->card->fd, DRM_NOUVEAU_GEM_CPU_PREP,
                           &prep, sizeof(prep));
}

/*
 * Linux 6.1 may miss a fence: nvif_notify_func() leaves the interrupt off if
 * another processor has asked for it since the handler found nothing to wait
 * for.  The driver gives up after 30 s; asked again, it looks at what the card
 * has written.  Once is its race, twice is a card that hangs.
 */
void buffer_wait(Buffer *buffer)
{
    static bool missed;
    struct drm_nouveau_gem_cpu_fini fini = { .handle = buffer->handle };
    int ret = buffer_prepare(buffer);

    if (ret == -EBUSY && !missed) {
        missed = true;
        test_measure("missed=1");
        ret = buffer_prepare(buffer);
    }
    if (ret) {
        test_fail("waiting for a buffer: %s", strerror(-ret));
    }
    drmCommandWrite(buffer->card->fd, DRM_NOUVEAU_GEM_CPU_FINI,
                    &fini, sizeof(fini));
}

/* Every word differs from its neighbours and from those of other seeds */
static uint32_t pattern_word(uint32_t seed, uint32_t index)
{
    uint32_t x = seed * 0x9e3779b9 + index * 0x85ebca6b;

    x ^= x >> 15;
    x *= 0xc2b2ae35;
    return x ^ x >> 13;
}

void buffer_fill(Buffer *buffer, uint32_t seed)
{
    uint32_t *words = buffer->map;

    for (size_t i = 0; i < buffer->size / 4; i++) {
        words[i] = pattern_word(seed, i);
    }
}

void buffer_expect(Buffer *buffer, uint32_t seed, const char *what)
{
    const uint32_t *words = buffer->map;

    for (size_t i = 0; i < buffer->size / 4; i++) {
        uint32_t want = pattern_word(seed, i);
        uint32_t have = words[i];

        if (have != want) {
            test_fail("%s: byte %zu of %zu: have %08x, want %08x",
                      what, i * 4, buffer->size, have, want);
        }
    }
}

/* Channels */

/* This submits nothing: it queries how a push buffer has to end. */
static int channel_ask(Channel *channel)
{
    struct drm_nouveau_gem_pushbuf req = { .channel = channel->id };
    int ret;

    ret = drmCommandWriteRead(channel->card->fd, DRM_NOUVEAU_GEM_PUSHBUF,
                              &req, sizeof(req));
    channel->suffix[0] = req.suffix0;
    channel->suffix[1] = req.suffix1;
    return ret;
}

bool channel_killed(Channel *channel)
{
    int ret = channel_ask(channel);

    if (ret && ret != -ENODEV) {
        test_fail("empty GEM_PUSHBUF: %s", strerror(-ret));
    }
    return ret;
}

static int channel_alloc(Channel *channel, Card *card, uint32_t vram,
                         uint32_t gart)
{
    struct drm_nouveau_channel_alloc alloc = {
        .fb_ctxdma_handle = vram,
        .tt_ctxdma_handle = gart,
    };
    int ret;

    ret = drmCommandWriteRead(card->fd, DRM_NOUVEAU_CHANNEL_ALLOC,
                              &alloc, sizeof(alloc));
    if (ret) {
        return ret;
    }
    channel->card = card;
    channel->id = alloc.channel;
    channel->notifier = alloc.notifier_handle;
    channel->push_domain = alloc.pushbuf_domains & NOUVEAU_GEM_DOMAIN_GART ?
                           DOMAIN_GART : DOMAIN_VRAM;
    /* One for jobs takes no push buffers: see exec.h */
    ret = channel_ask(channel);
    if (ret && ret != -ENOSYS) {
        test_fail("empty GEM_PUSHBUF: %s", strerror(-ret));
    }
    return 0;
}

int channel_try(Channel *channel, Card *card)
{
    return channel_alloc(channel, card, HANDLE_VRAM, HANDLE_GART);
}

void channel_new(Channel *channel, Card *card)
{
    int ret = channel_try(channel, card);

    if (ret) {
        test_fail("CHANNEL_ALLOC: %s", strerror(-ret));
    }
}

void channel_new_for_copies(Channel *channel, Card *card)
{
    /* The kernel's NOUVEAU_ABI16_ENGINE_..., for which ~0 makes room */
    enum { NONE = ~0, CE = 0x30 };
    int ret = channel_alloc(channel, card, NONE, CE);

    if (ret) {
        test_fail("CHANNEL_ALLOC for copies: %s", strerror(-ret));
    }
}

void channel_free(Channel *channel)
{
    struct drm_nouveau_channel_free free = { .channel = channel->id };
    int ret;

    ret = drmCommandWrite(channel->card->fd, DRM_NOUVEAU_CHANNEL_FREE,
                          &free, sizeof(free));
    if (ret) {
        test_fail("CHANNEL_FREE: %s", strerror(-ret));
    }
    /* Unless it is freed, the notifiers' buffer outlives the channel. */
    drmCloseBufferHandle(channel->card->fd, channel->notifier);
}

void channel_object(Channel *channel, uint32_t handle, int oclass)
{
    struct drm_nouveau_grobj_alloc alloc = {
        .channel = channel->id,
        .handle = handle,
        .class = oclass,
    };
    int ret;

    ret = drmCommandWrite(channel->card->fd, DRM_NOUVEAU_GROBJ_ALLOC,
                          &alloc, sizeof(alloc));
    if (ret) {
        test_fail("GROBJ_ALLOC of class %04x: %s", oclass, strerror(-ret));
    }
}

void channel_notifier(Channel *channel, uint32_t handle)
{
    struct drm_nouveau_notifierobj_alloc alloc = {
        .channel = channel->id,
        .handle = handle,
        .size = 2 * 16,
    };
    int ret;

    ret = drmCommandWriteRead(channel->card->fd, DRM_NOUVEAU_NOTIFIEROBJ_ALLOC,
                              &alloc, sizeof(alloc));
    if (ret) {
        test_fail("NOTIFIEROBJ_ALLOC: %s", strerror(-ret));
    }
}

/* Push buffers */

void push_new(Push *push, Channel *channel, size_t max_words)
{
    push->channel = channel;
    buffer_new(&push->words, channel->card, channel->push_domain,
               (max_words + 2) * 4);
    push_reset(push);
}

void push_free(Push *push)
{
    buffer_free(&push->words);
}

/* The place of BUFFER in the submission's list, where each has one place */
static unsigned push_use(Push *push, const Buffer *buffer)
{
    unsigned i;

    for (i = 0; i < push->nr_buffers; i++) {
        if (push->buffers[i].handle == buffer->handle) {
            return i;
        }
    }
    if (i == PUSH_MAX_BUFFERS) {
        test_fail("more than %d buffers in a submission", PUSH_MAX_BUFFERS);
    }
    push->buffers[i] = (struct drm_nouveau_gem_pushbuf_bo) {
        .handle = buffer->handle,
        .read_domains = buffer->domain,
        .write_domains = buffer->domain,
        .valid_domains = buffer->domain,
    };
    push->nr_buffers++;
    return i;
}

void push_reset(Push *push)
{
    push->used = 0;
    push->nr_buffers = 0;
    push->nr_relocs = 0;
    push_use(push, &push->words);
}

size_t push_room(const Push *push)
{
    return push->words.size / 4 - 2 - push->used;
}

static void push_raw(Push *push, uint32_t word)
{
    ((uint32_t *)push->words.map)[push->used++] = word;
}

void push_word(Push *push, uint32_t word)
{
    if (!push_room(push)) {
        test_fail("more words than the push buffer holds");
    }
    push_raw(push, word);
}

/* The first word of a command: from Fermi on methods are counted in words */
static void push_command(Push *push, bool increasing, unsigned subc,
                         unsigned method, unsigned count)
{
    if (card_is_fermi(push->channel->card)) {
        push_word(push, (increasing ? 1u : 3u) << 29 | count << 16 |
                        subc << 13 | method >> 2);
    } else {
        push_word(push, (increasing ? 0u : 2u) << 29 | count << 18 |
                        subc << 13 | method);
    }
}

void push_method(Push *push, unsigned subc, unsigned method, unsigned count)
{
    push_command(push, true, subc, method, count);
}

void push_one(Push *push, unsigned subc, unsigned method, uint32_t word)
{
    push_method(push, subc, method, 1);
    push_word(push, word);
}

void push_data(Push *push, unsigned subc, unsigned method, unsigned count)
{
    push_command(push, false, subc, method, count);
}

/* From Fermi on objects are known by their class, and have no handles */
void push_bind(Push *push, unsigned subc, uint32_t handle, int oclass)
{
    enum { SET_OBJECT = 0x000 };

    push_one(push, subc, SET_OBJECT,
             card_is_fermi(push->channel->card) ? (uint32_t)oclass : handle);
}

/* The kernel fills the word in when it knows where the buffer has ended up */
static void push_reloc(Push *push, Buffer *buffer,
                       struct drm_nouveau_gem_pushbuf_reloc reloc)
{
    if (push->nr_relocs == PUSH_MAX_RELOCS) {
        test_fail("more than %d relocations in a submission", PUSH_MAX_RELOCS);
    }
    reloc.reloc_bo_index = push_use(push, &push->words);
    reloc.reloc_bo_offset = push->used * 4;
    reloc.bo_index = push_use(push, buffer);
    push->relocs[push->nr_relocs++] = reloc;
    push_word(push, 0);
}

void push_context(Push *push, Buffer *buffer)
{
    if (card_has_vm(push->channel->card)) {
        push_use(push, buffer);
        push_word(push, buffer->domain == DOMAIN_VRAM ? HANDLE_VRAM
                                                      : HANDLE_GART);
        return;
    }
    push_reloc(push, buffer, (struct drm_nouveau_gem_pushbuf_reloc) {
        .flags = NOUVEAU_GEM_RELOC_OR,
        .vor = HANDLE_VRAM,
        .tor = HANDLE_GART,
    });
}

/* In the address space buffers stay where they are. */
void push_address(Push *push, Buffer *buffer, uint32_t offset)
{
    if (card_has_vm(push->channel->card)) {
        push_use(push, buffer);
        push_word(push, buffer->address + offset);
        return;
    }
    push_reloc(push, buffer, (struct drm_nouveau_gem_pushbuf_reloc) {
        .flags = NOUVEAU_GEM_RELOC_LOW,
        .data = offset,
    });
}

void push_address_high(Push *push, Buffer *buffer, uint32_t offset)
{
    push_use(push, buffer);
    push_word(push, (buffer->address + offset) >> 32);
}

int push_try_at(Push *push, uint64_t address, uint32_t length)
{
    Channel *channel = push->channel;
    struct drm_nouveau_gem_pushbuf_push span = {
        .offset = address - push->words.address,
        .length = length,
    };
    struct drm_nouveau_gem_pushbuf req = {
        .channel = channel->id,
        .nr_buffers = push->nr_buffers,
        .buffers = (uintptr_t)push->buffers,
        .nr_relocs = push->nr_relocs,
        .relocs = (uintptr_t)push->relocs,
        .nr_push = 1,
        .push = (uintptr_t)&span,
    };
    int ret;

    ret = drmCommandWriteRead(channel->card->fd, DRM_NOUVEAU_GEM_PUSHBUF,
                              &req, sizeof(req));
    channel->suffix[0] = req.suffix0;
    channel->suffix[1] = req.suffix1;
    return ret;
}

int push_try(Push *push)
{
    push_raw(push, push->channel->suffix[0]);
    push_raw(push, push->channel->suffix[1]);
    return push_try_at(push, push->words.address, push->used * 4);
}

void push_submit(Push *push)
{
    int ret = push_try(push);

    if (ret) {
        test_fail("GEM_PUSHBUF: %s", strerror(-ret));
    }
}

void push_wait(Push *push)
{
    buffer_wait(&push->words);
}
