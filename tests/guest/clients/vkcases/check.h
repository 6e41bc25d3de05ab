/*
 * What a case says of itself: it ends its process with a reason, or comes to
 * its end.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef CHECK_H
#define CHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <vulkan/vulkan.h>

/* How a case's process ends */
enum {
    CASE_PASSED = 0,
    CASE_FAILED = 1,
    CASE_SKIPPED = 77,
};

enum {
    KIB = 1024,
    MIB = 1024 * 1024,
};

#define NSEC_PER_SEC 1000000000ull
/* What a guest without a card of its own may take for anything, and a while */
#define LONG (120 * NSEC_PER_SEC)
#define SHORT (NSEC_PER_SEC / 5)

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

__attribute__((format(printf, 1, 2), noreturn))
void fail(const char *format, ...);
/* There isn't what the case needs. */
__attribute__((format(printf, 1, 2), noreturn))
void skip(const char *format, ...);

/* Fail unless a call has the wanted result. */
#define EXPECT(wanted, call) expect_result(wanted, call, #call)
#define OK(call) EXPECT(VK_SUCCESS, call)
void expect_result(VkResult wanted, VkResult result, const char *call);

/* Fail unless two values are the same. */
void expect_value(uint64_t got, uint64_t wanted, const char *what);

/*
 * Fail unless SIZE bytes are as wanted; tell of the first that isn't, and of
 * how many aren't.
 */
__attribute__((format(printf, 4, 5)))
void expect_bytes(const void *got, const void *wanted, size_t size,
                  const char *what, ...);

/* Memory, or a failure */
void *allocate(size_t size);

/* Bytes that a seed decides, and that no shift of them resembles */
void pattern(void *bytes, size_t size, uint32_t seed);

/* The next number of a sequence below a limit */
uint32_t next_random(uint32_t *state, uint32_t limit);

/* The host's clock that CLOCK_MONOTONIC is, in ns */
uint64_t now(void);
/* Do nothing for some ns. */
void pause_for(uint64_t nsec);

#endif /* CHECK_H */
