/*
 * What a case says of itself: see check.h
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "check.h"

/* A line of the case's, and the end of its process */
static _Noreturn void leave(int status, const char *format, va_list args)
{
    printf("# ");
    vprintf(format, args);
    printf("\n");
    fflush(stdout);
    _exit(status);
}

void fail(const char *format, ...)
{
    va_list args;

    va_start(args, format);
    leave(CASE_FAILED, format, args);
}

void skip(const char *format, ...)
{
    va_list args;

    va_start(args, format);
    leave(CASE_SKIPPED, format, args);
}

void expect_result(VkResult wanted, VkResult result, const char *call)
{
    if (result != wanted) {
        fail("%.160s: result %d, not %d", call, result, wanted);
    }
}

void expect_value(uint64_t got, uint64_t wanted, const char *what)
{
    if (got != wanted) {
        fail("%s: 0x%llx, not 0x%llx", what, (unsigned long long)got,
             (unsigned long long)wanted);
    }
}

void expect_bytes(const void *got, const void *wanted, size_t size,
                  const char *what, ...)
{
    const uint8_t *is = got, *should = wanted;
    size_t first = size, last = 0, count = 0;
    char title[160];
    va_list args;

    if (!memcmp(got, wanted, size)) {
        return;
    }
    for (size_t i = 0; i < size; i++) {
        if (is[i] != should[i]) {
            first = first < i ? first : i;
            last = i;
            count++;
        }
    }
    va_start(args, what);
    vsnprintf(title, sizeof(title), what, args);
    va_end(args);
    fail("%s: %zu of %zu bytes are wrong, from %zu (0x%02x, not 0x%02x) to "
         "%zu (0x%02x, not 0x%02x)", title, count, size, first, is[first],
         should[first], last, is[last], should[last]);
}

void *allocate(size_t size)
{
    void *memory = calloc(1, size ? size : 1);

    if (!memory) {
        fail("no memory for %zu bytes", size);
    }
    return memory;
}

uint32_t next_random(uint32_t *state, uint32_t limit)
{
    /* Marsaglia's xorshift of 32 bits, which 0 would stop */
    *state = *state ? *state : 1;
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state % limit;
}

void pattern(void *bytes, size_t size, uint32_t seed)
{
    uint32_t state = seed * 2654435761u + 1, word;
    uint8_t *to = bytes;
    size_t part;

    for (size_t i = 0; i < size; i += part) {
        word = next_random(&state, UINT32_MAX);
        part = size - i < sizeof(word) ? size - i : sizeof(word);
        memcpy(to + i, &word, part);
    }
}

uint64_t now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * NSEC_PER_SEC + time.tv_nsec;
}

void pause_for(uint64_t nsec)
{
    struct timespec time = {
        .tv_sec = nsec / NSEC_PER_SEC,
        .tv_nsec = nsec % NSEC_PER_SEC,
    };

    nanosleep(&time, NULL);
}
