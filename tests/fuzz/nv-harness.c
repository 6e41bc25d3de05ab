/*
 * Hostile guests in QEMU's fuzzing harness
 *
 * The guest is in the emulator's own process.  Every input finds the machine in
 * the same state: time is reset, and so is memory, whose written pages are
 * returned to the host.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include <sys/mman.h>
#include "exec/memory.h"
#include "hw/boards.h"
#include "hw/nv/fifo/state.h"
#include "hw/nv/nv-gpu.h"
#include "hw/qdev-core.h"
#include "system/cpu-timers.h"
#include "ui/console.h"
#include "fuzz/fuzz.h"
#include "nv-hostile.h"

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max,
                               unsigned int seed);

static const NVTarget *current;

/* --- Executing an input ------------------------------------------------ */

static void show(NVHostile *h, unsigned how)
{
    static console_ch_t chars[256 * 256];

    for (unsigned i = 0; i < 2; i++) {
        QemuConsole *con = qemu_console_lookup_by_index(i);

        if (!con || !qemu_console_is_graphic(con)) {
            continue;
        }
        if (how & 1) {
            graphic_hw_invalidate(con);
        }
        if (how & 2) {
            graphic_hw_text_update(con, chars);
        }
        graphic_hw_update(con);
    }
}

/* Timers and bottom halves that are due, as the main loop runs them */
static void work(void)
{
    flush_events(NULL);
}

static void after(NVHostile *h)
{
    work();
}

static void forget(MemoryRegion *mr)
{
    madvise(memory_region_get_ram_ptr(mr), memory_region_size(mr),
            MADV_DONTNEED);
}

static void execute(QTestState *qts, const unsigned char *data, size_t size)
{
    NVGPU *gpu = NV_GPU(object_resolve_path("/machine/peripheral/gpu", NULL));
    NVDev *nv;

    forget(gpu->vram.mr);
    forget(current_machine->ram);
    cpus_set_virtual_clock(0);
    /* The property is only read once. */
    gpu->fifo->latency = nv_input_latency(data, size);
    fuzz_reset(qts);
    nv = nv_attach(nv_card_find(current->card), qts);
    nv_hostile_run(current, nv, data, size, show, after);
    nv_detach(nv);
}

/* --- Changing an input ------------------------------------------------- */

/* An input's steps: step i is from data[at[i]] to data[at[i + 1]]. */
#define STEPS 64

typedef struct Steps {
    size_t at[STEPS + 1];
    unsigned count;
} Steps;

static Steps find_steps(const uint8_t *data, size_t size)
{
    Steps steps = { .at[0] = MIN(size, 1) };
    size_t at = steps.at[0];

    while (at < size && steps.count < STEPS) {
        const uint8_t *next = memmem(data + at, size - at, NV_INPUT_SEPARATOR,
                                     NV_INPUT_SEPARATOR_LEN);

        at = next ? next - data + NV_INPUT_SEPARATOR_LEN : size;
        steps.at[++steps.count] = at;
    }
    return steps;
}

/* Replace the bytes from @from to @to by @add bytes */
static size_t put_bytes(uint8_t *data, size_t size, size_t max, size_t from,
                        size_t to, const uint8_t *bytes, size_t add)
{
    g_autofree uint8_t *copy = g_memdup2(bytes, add);

    if (size - (to - from) + add > max) {
        return size;
    }
    memmove(data + from + add, data + to, size - to);
    if (add) {
        memcpy(data + from, copy, add);
    }
    return size - (to - from) + add;
}

/* A step of random bytes, which begins with its number */
static size_t new_step(uint8_t *data, size_t size, size_t max, size_t at,
                       GRand *rand)
{
    uint8_t bytes[128 + NV_INPUT_SEPARATOR_LEN];
    size_t len = 4 + g_rand_int_range(rand, 0,
                                      g_rand_int_range(rand, 0, 4) ? 28 : 124);

    for (size_t i = 0; i < len; i++) {
        bytes[i] = g_rand_int(rand);
    }
    memcpy(bytes + len, NV_INPUT_SEPARATOR, NV_INPUT_SEPARATOR_LEN);
    return put_bytes(data, size, max, at, at, bytes,
                  len + NV_INPUT_SEPARATOR_LEN);
}

/* Another of the input's steps once more */
static size_t repeat_step(uint8_t *data, size_t size, size_t max, size_t at,
                          size_t from, size_t len)
{
    /* The last one may lack its separator: then the two are joined. */
    return put_bytes(data, size, max, at, at, data + from, len);
}

/* As libFuzzer mutates bytes, but only those of one step */
static size_t change_step(uint8_t *data, size_t size, size_t max, size_t from,
                          size_t to, GRand *rand)
{
    uint8_t bytes[512];
    size_t len = to - from, end = 0;

    if (len > NV_INPUT_SEPARATOR_LEN && to < size) {
        end = NV_INPUT_SEPARATOR_LEN;
    }
    len -= end;
    if (!len || len > sizeof(bytes) / 2) {
        return LLVMFuzzerMutate(data, size, max);
    }
    memcpy(bytes, data + from, len);
    len = LLVMFuzzerMutate(bytes, len, sizeof(bytes));
    return put_bytes(data, size, max, from, to - end, bytes, len);
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max,
                               unsigned int seed)
{
    GRand *rand;
    Steps steps;
    unsigned one, other;

    /* The harness's other targets have other inputs. */
    if (!current) {
        return LLVMFuzzerMutate(data, size, max);
    }
    if (!size) {
        data[size++] = 0;
    }
    rand = g_rand_new_with_seed(seed);
    steps = find_steps(data, size);
    one = g_rand_int_range(rand, 0, steps.count + 1);
    other = g_rand_int_range(rand, 0, MAX(steps.count, 1));
    switch (steps.count ? g_rand_int_range(rand, 0, 16) : 0) {
    case 0 ... 2:
        size = new_step(data, size, max, steps.at[one], rand);
        break;
    case 3:
        size = repeat_step(data, size, max, steps.at[one], steps.at[other],
                           steps.at[other + 1] - steps.at[other]);
        break;
    case 4:
        size = put_bytes(data, size, max, steps.at[other], steps.at[other + 1],
                      data, 0);
        break;
    case 5:
        data[0] ^= NV_INPUT_LATENCY;
        break;
    case 6 ... 7:
        size = LLVMFuzzerMutate(data, size, max);
        break;
    default:
        size = change_step(data, size, max, steps.at[other],
                           steps.at[other + 1], rand);
        break;
    }
    g_rand_free(rand);
    return size;
}

/* Some of the first's steps, then some of the second's */
static size_t cross_over(const uint8_t *data1, size_t size1,
                         const uint8_t *data2, size_t size2, uint8_t *out,
                         size_t max, unsigned int seed)
{
    Steps steps1 = find_steps(data1, size1), steps2 = find_steps(data2, size2);
    size_t from = steps2.at[seed / 64 % (steps2.count + 1)];
    size_t len = MIN(steps1.at[seed % (steps1.count + 1)], max);

    memcpy(out, data1, len);
    size2 = MIN(size2 - from, max - len);
    memcpy(out + len, data2 + from, size2);
    return len + size2;
}

/* --- The harness ------------------------------------------------------- */

/* A confused driver prints errors without end on the standard output. */
static void be_quiet(void)
{
    static char *args[] = { (char *)"nv-fuzz", NULL };
    char **argv = args;
    int argc = 1;

    g_test_init(&argc, &argv, NULL);
    g_test_set_nonfatal_assertions();
    nv_between_looks = work;
}

static GString *command_line(FuzzTarget *t)
{
    const char *more = getenv("NV_PROPS");
    GString *line = g_string_new("qemu-system-x86_64");

    current = t->opaque;
    g_string_append_printf(line, " -display none -machine pc,accel=qtest "
                           "-nodefaults -vga none -m %" PRIu64 "M "
                           /* Log messages are formatted, too. */
                           "-d guest_errors,unimp -D /dev/null "
                           "-device %s-gpu,id=gpu,addr=0x%x%s%s%s%s ",
                           NV_RAM_SIZE / MiB, current->card, NV_SLOT,
                           current->props ? "," : "", current->props ?: "",
                           more ? "," : "", more ?: "");
    return line;
}

static void add_targets(void)
{
    for (unsigned i = 0; i < nv_target_count; i++) {
        fuzz_add_target(&(FuzzTarget) {
            .name = g_strdup_printf("nv-%s", nv_targets[i].name),
            .description = "A hostile guest with an NVIDIA card",
            .get_init_cmdline = command_line,
            .pre_vm_init = be_quiet,
            .fuzz = execute,
            .crossover = cross_over,
            .opaque = (void *)&nv_targets[i],
        });
    }
}

fuzz_target_init(add_targets);
