/*
 * Tests of the NVIDIA GPU: emulators that many cases use
 *
 * Starting an emulator takes a hundred times as long as what most cases do with
 * it.  So one that a case has done with waits for the next case that wants the
 * same command line, and its machine is put back to where it began: memory
 * holds zeros, devices are reset, and what users may set or count is as at the
 * start.  The virtual clock goes on.
 *
 * NV_FRESH=1 in the environment starts an emulator for each case.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef LIBNV_NV_EMULATOR_H
#define LIBNV_NV_EMULATOR_H

#include "libqtest.h"

/**
 * struct NVEmulator - a QEMU process with a card, whose id is "gpu"
 *
 * @line: what its user has given of the command line
 * @args: the whole, but for how memory is shared with the test: a process that
 *        goes on with the machine's state doesn't share it
 * @qts: the process
 * @dir: a directory for its test's files
 * @log: what QEMU logs, in @dir
 * @logged: bytes that were in it when the case began
 * @clock: the machine's time in ns then
 * @memory: int: files of the memories that guests can write
 * @checker_on: the checker is on from the start
 */
typedef struct NVEmulator {
    char *line;
    char *args;
    QTestState *qts;
    char *dir;
    char *log;
    uint64_t logged;
    int64_t clock;
    GArray *memory;
    bool checker_on;
} NVEmulator;

/**
 * nv_emulator_get: an emulator with this command line
 * @line: arguments, without those for memory, which is nv_ram_size, and the log
 * @shared: it may be one that other cases have used, and be used again
 */
NVEmulator *nv_emulator_get(const char *line, bool shared);

/**
 * nv_emulator_put: an emulator that isn't needed any more
 * @e: from nv_emulator_get()
 *
 * Puts its machine back to where it began and keeps it, or ends it if that
 * doesn't go.
 */
void nv_emulator_put(NVEmulator *e);

/**
 * nv_emulator_end: end it
 * @e: the same
 * @qts: the process that has taken its place, or that of @e
 */
void nv_emulator_end(NVEmulator *e, QTestState *qts);

/** nv_emulator_log: what it has logged for this case; the caller frees it */
char *nv_emulator_log(const NVEmulator *e);

/** nv_emulators_end: end those that wait */
void nv_emulators_end(void);

/** nv_emulators_started: how many there have been */
unsigned nv_emulators_started(void);

/**
 * nv_has_debugger: the emulator was built with the debugger of NVIDIA GPUs, on
 *                  which CONFIG_NV_GPU_DEBUG decides
 */
bool nv_has_debugger(void);

/**
 * nv_qtest_start: as qtest_init(), and QEMU reads a QMP command while it
 *                 executes another one
 * @shared: many cases use it
 */
QTestState *nv_qtest_start(const char *args, bool shared);

/**
 * nv_qtest_quit: qtest_quit() that doesn't sleep
 *
 * That checks at once whether QEMU has ended, and then every 100 ms; QEMU takes
 * a few.  So wait for it first, and let qtest_quit() check its exit status.
 */
void nv_qtest_quit(QTestState *qts);

#endif /* LIBNV_NV_EMULATOR_H */
