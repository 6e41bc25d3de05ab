/*
 * Shared by the guest's test programs: the card as the DRM presents it, its
 * buffers and channels, and push buffers for them.
 *
 * Everything goes through nouveau's own ioctls, so that a program says exactly
 * which words reach the card. A step that fails ends the program with its
 * reason: a test has no use for half a channel.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef CARD_H
#define CARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <nouveau_drm.h>

enum {
    KIB = 1024,
    MIB = 1024 * 1024,
};

/* Where a buffer lives: in the card's memory, or in the guest's */
typedef enum Domain {
    DOMAIN_VRAM = NOUVEAU_GEM_DOMAIN_VRAM,
    DOMAIN_GART = NOUVEAU_GEM_DOMAIN_GART,
} Domain;

typedef struct Card {
    int fd;
    unsigned chipset;
} Card;

typedef struct Buffer {
    Card *card;
    uint32_t handle;
    Domain domain;
    size_t size;
    void *map;
    /* Where it is in the channels' address space, from chipset 50 on */
    uint64_t address;
} Buffer;

typedef struct Channel {
    Card *card;
    int id;
    Domain push_domain;
    uint32_t notifier;
    /* How a push buffer has to end: the way back to the kernel's own */
    uint32_t suffix[2];
} Channel;

enum {
    PUSH_MAX_BUFFERS = 8,
    PUSH_MAX_RELOCS = 32,
};

typedef struct Push {
    Channel *channel;
    Buffer words;
    size_t used;
    struct drm_nouveau_gem_pushbuf_bo buffers[PUSH_MAX_BUFFERS];
    unsigned nr_buffers;
    struct drm_nouveau_gem_pushbuf_reloc relocs[PUSH_MAX_RELOCS];
    unsigned nr_relocs;
} Push;

/* The test's outcome, in the form that the host reads */
void test_begin(const char *name);
void test_measure(const char *format, ...)
    __attribute__((format(printf, 1, 2)));
/*
 * Ask the host to note how much memory the emulator holds by now; growth from
 * mark to mark is a leak
 */
void test_mark(void);
/* Ask the host a question, whose first word says what is asked */
void test_ask(char *answer, size_t size, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
int test_pass(void);
void test_skip(const char *format, ...)
    __attribute__((format(printf, 1, 2), noreturn));
void test_fail(const char *format, ...)
    __attribute__((format(printf, 1, 2), noreturn));

uint64_t clock_usec(void);

/* A device file of the card's: the first one's, or that of $CARD_NODE */
void card_path(char *path, size_t size, const char *name);
void card_open(Card *card);
void card_close(Card *card);
uint64_t card_param(Card *card, uint64_t param);

void buffer_new(Buffer *buffer, Card *card, Domain domain, size_t size);
void buffer_free(Buffer *buffer);
/* Wait until the card has finished with the buffer */
void buffer_wait(Buffer *buffer);
/* Fill with a pattern, and find the first byte that differs from it */
void buffer_fill(Buffer *buffer, uint32_t seed);
void buffer_expect(Buffer *buffer, uint32_t seed, const char *what);

/* The DMA objects of a channel's VRAM and GART, under these handles */
enum {
    HANDLE_VRAM = 0xbeef0201,
    HANDLE_GART = 0xbeef0202,
};

int channel_try(Channel *channel, Card *card);
/* A channel of Kepler's for copy engines alone, which have a run list each */
void channel_new_for_copies(Channel *channel, Card *card);
/* Whether the kernel takes no more commands for it */
bool channel_killed(Channel *channel);
void channel_new(Channel *channel, Card *card);
void channel_free(Channel *channel);
void channel_object(Channel *channel, uint32_t handle, int oclass);
/* A DMA object for the two notifications that an object may write */
void channel_notifier(Channel *channel, uint32_t handle);

void push_new(Push *push, Channel *channel, size_t max_words);
void push_free(Push *push);
/* Start over, once the card has finished with the last submission */
void push_reset(Push *push);
size_t push_room(const Push *push);
void push_word(Push *push, uint32_t word);
/* An increasing command: COUNT parameters are to follow */
void push_method(Push *push, unsigned subc, unsigned method, unsigned count);
/* One method with one parameter */
void push_one(Push *push, unsigned subc, unsigned method, uint32_t word);
/* Bind the object that the channel has by HANDLE, of class OCLASS */
void push_bind(Push *push, unsigned subc, uint32_t handle, int oclass);
/* A command whose COUNT parameters all go to one method; not before NV10 */
void push_data(Push *push, unsigned subc, unsigned method, unsigned count);
/* A parameter: the handle of the DMA object that BUFFER lies in */
void push_context(Push *push, Buffer *buffer);
/* A parameter: address of a byte of BUFFER in that object, or its low half */
void push_address(Push *push, Buffer *buffer, uint32_t offset);
/* The high half, which only cards with an address space have */
void push_address_high(Push *push, Buffer *buffer, uint32_t offset);
bool card_has_vm(const Card *card);
/* No DMA objects, and commands of another format */
bool card_is_fermi(const Card *card);
/* Fermi's, but subchannels have fixed engines, and copies are one's of those */
bool card_is_kepler(const Card *card);
void push_submit(Push *push);
/* The same on a channel that may be dead by then: 0, or a negative errno */
int push_try(Push *push);
/* LENGTH bytes at ADDRESS of the channel's space, whatever is there */
int push_try_at(Push *push, uint64_t address, uint32_t length);
void push_wait(Push *push);

#endif /* CARD_H */
