/*
 * Hostile guests in QEMU's fuzzing harness
 *
 * The guest is in the emulator's own process.  Every input finds the machine in
 * the same state: time is reset, and so is memory, whose written pages are
 * returned to the host.  Targets that are about a card's ROM have another card
 * for each input.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include <sys/mman.h>
#include "qapi/error.h"
#include "qemu/error-report.h"
#include "qemu/main-loop.h"
#include "qemu/memfd.h"
#include "qemu/rcu.h"
#include "hw/nv/fifo/state.h"
#include "hw/nv/nv-gpu.h"
#include "hw/pci/pci_bus.h"
#include "io/channel-buffer.h"
#include "migration/qemu-file.h"
#include "migration/vmstate.h"
#include "monitor/qdev.h"
#include "qobject/json-writer.h"
#include "qobject/qdict.h"
#include "qobject/qjson.h"
#include "system/cpu-timers.h"
#include "ui/console.h"
#include "fuzz/fuzz.h"
#include "nv-hostile.h"

/* QEMU 10.1 moved it. */
#if __has_include("system/memory.h")
#include "system/memory.h"
#else
#include "exec/memory.h"
#endif

/* QEMU 11.0 moved them. */
#if __has_include("hw/core/boards.h")
#include "hw/core/boards.h"
#include "hw/core/loader.h"
#include "hw/core/qdev.h"
#else
#include "hw/boards.h"
#include "hw/loader.h"
#include "hw/qdev-core.h"
#endif

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max,
                               unsigned int seed);

static const NVTarget *current;

/* --- What happens to a guest ------------------------------------------- */

/* As who shows it: it may lie in video memory. */
static void look_at(DisplaySurface *surface)
{
    const volatile uint8_t *line = surface_data(surface);
    int len = surface_width(surface) * surface_bytes_per_pixel(surface);

    for (int y = 0; y < surface_height(surface); y++) {
        (void)line[0];
        (void)line[len - 1];
        line += surface_stride(surface);
    }
}

static void show(NVHostile *h, unsigned how)
{
    static uint32_t chars[256 * 256];

    for (unsigned i = 0; i < 2; i++) {
        QemuConsole *con = qemu_console_lookup_by_index(i);

        if (!con || !qemu_console_is_graphic(con)) {
            continue;
        }
        if (how & 1) {
            qemu_console_hw_invalidate(con);
        }
        if (how & 2) {
            qemu_console_hw_text_update(con, chars);
        }
        qemu_console_hw_update(con);
        look_at(qemu_console_surface(con));
    }
}

/* Rounds of the main loop between two steps: some work takes for ever. */
#define ROUNDS 3

/* Timers and bottom halves that are due, as the main loop runs them */
static void work(void)
{
    for (unsigned i = 0; i < ROUNDS && g_main_context_pending(NULL); i++) {
        main_loop_wait(false);
    }
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

static NVGPU *find_card(void)
{
    return NV_GPU(object_resolve_path("/machine/peripheral/gpu", NULL));
}

/* --- Migration --------------------------------------------------------- */

/* What precedes it in a stream, and what follows: see migration/savevm.c. */
#define SECTION_FOOTER 0x7e

/* Video memory that a reset writes to: the VBIOS's copy of itself */
#define POST_VRAM (1 * MiB)

/* What QEMU says of each stream that it refuses */
static bool quiet;

void __wrap_error_report(const char *fmt, ...);

void __wrap_error_report(const char *fmt, ...)
{
    va_list ap;

    if (!quiet) {
        va_start(ap, fmt);
        error_vreport(fmt, ap);
        va_end(ap);
    }
}

/* The card's section with its description */
static NVSection save(NVGPU *gpu)
{
    static GString *last;
    static GArray *fields;
    static size_t size;
    g_autoptr(JSONWriter) desc = json_writer_new(false);
    QIOChannelBuffer *bytes = qio_channel_buffer_new(64 * KiB);
    QEMUFile *file = qemu_file_new_output(QIO_CHANNEL(bytes));
    NVSection section = { .bytes = g_byte_array_new() };

    json_writer_start_object(desc, NULL);
    g_assert(!vmstate_save_state(file, qdev_get_vmsd(DEVICE(gpu)), gpu, desc));
    json_writer_end_object(desc);
    qemu_fflush(file);
    g_byte_array_append(section.bytes, bytes->data, bytes->usage);
    qemu_fclose(file);
    /* It mostly is what it was for the last input. */
    if (!last || strcmp(last->str, json_writer_get(desc))) {
        QDict *dict;

        last = last ?: g_string_new(NULL);
        g_string_assign(last, json_writer_get(desc));
        g_clear_pointer(&fields, g_array_unref);
        dict = qobject_to(QDict, qobject_from_json(last->str, &error_abort));
        fields = nv_fields_read(dict, &size);
        qobject_unref(dict);
    }
    if (!fields || size != section.bytes->len) {
        nv_hostile_fail("a description isn't understood: %s", last->str);
    }
    section.fields = g_array_ref(fields);
    return section;
}

static bool load(NVGPU *gpu, const NVSection *section)
{
    const VMStateDescription *vmsd = qdev_get_vmsd(DEVICE(gpu));
    QIOChannelBuffer *bytes = qio_channel_buffer_new(0);
    uint8_t footer = SECTION_FOOTER;
    QEMUFile *file;
    bool well;

    qio_channel_write(QIO_CHANNEL(bytes), (char *)section->bytes->data,
                      section->bytes->len, &error_abort);
    qio_channel_write(QIO_CHANNEL(bytes), (char *)&footer, 1, &error_abort);
    qio_channel_io_seek(QIO_CHANNEL(bytes), 0, SEEK_SET, &error_abort);
    file = qemu_file_new_input(QIO_CHANNEL(bytes));
    quiet = true;
    well = vmstate_load_state(file, vmsd, gpu, vmsd->version_id) >= 0 &&
           qemu_get_byte(file) == SECTION_FOOTER &&
           !qemu_file_get_error(file);
    quiet = false;
    qemu_fclose(file);
    return well;
}

/* How many raise the card's interrupt line; on the bus it has that alone. */
static int *interrupt_count(PCIDevice *pci)
{
    PCIBus *bus = pci_get_bus(pci);

    return &bus->irq_count[bus->map_irq(pci, 0)];
}

/* The same card takes the place of the one on the other side: it is reset. */
static bool migrate(NVHostile *h, NVSectionChange *change, void *opaque)
{
    NVGPU *gpu = find_card();
    PCIDevice *pci = PCI_DEVICE(gpu);
    int raised = pci->irq_state & 1;
    NVSection section = save(gpu);
    uint8_t *end = memory_region_get_ram_ptr(gpu->vram.mr) +
                   memory_region_size(gpu->vram.mr) - POST_VRAM;
    g_autofree uint8_t *copy = g_memdup2(end, POST_VRAM);
    bool well;

    change(&section, opaque);
    fuzz_reset(h->nv->qts);
    memcpy(end, copy, POST_VRAM);
    /* In a whole stream the bus's part is before the card's. */
    *interrupt_count(pci) = raised;
    well = load(gpu, &section);
    if (!well) {
        /* The machine stands still then; the card is reset if it goes on. */
        *interrupt_count(pci) = pci->irq_state & 1;
        fuzz_reset(h->nv->qts);
    }
    g_byte_array_unref(section.bytes);
    g_array_unref(section.fields);
    return well;
}

/* --- Cards with other ROMs --------------------------------------------- */

ssize_t __wrap_rom_add_vga(const char *name);
ssize_t __wrap_rom_add_option(const char *name, int32_t bootindex);

/* QEMU ends if it gets one for the firmware when the machine is complete. */
ssize_t __wrap_rom_add_vga(const char *name)
{
    return 0;
}

ssize_t __wrap_rom_add_option(const char *name, int32_t bootindex)
{
    return 0;
}

static bool set_props(DeviceState *dev, const char *props, Error **errp)
{
    g_auto(GStrv) list = g_strsplit(props, ",", -1);

    for (unsigned i = 0; list[i]; i++) {
        char *val = strchr(list[i], '=');

        *val++ = 0;
        if (!object_property_parse(OBJECT(dev), list[i], val, errp)) {
            return false;
        }
    }
    return true;
}

static int empty_region(Object *obj, void *opaque)
{
    MemoryRegion *mr = (MemoryRegion *)object_dynamic_cast(obj,
                                                           TYPE_MEMORY_REGION);

    while (mr && !QTAILQ_EMPTY(&mr->subregions)) {
        memory_region_del_subregion(mr, QTAILQ_FIRST(&mr->subregions));
    }
    return 0;
}

/*
 * Regions within others of the same device hold the device, and it holds them,
 * so that QEMU 10.0 doesn't free it unless they are taken apart.
 */
static void unplug(DeviceState *dev)
{
    object_ref(OBJECT(dev));
    object_unparent(OBJECT(dev));
    object_child_foreach(OBJECT(dev), empty_region, NULL);
    object_unref(OBJECT(dev));
}

/* As -device does it; returns NULL if the card is refused. */
static DeviceState *plug(const char *props)
{
    g_autofree char *type = g_strdup_printf("%s-gpu", current->card);
    Object *bus = object_resolve_path_type("", TYPE_PCI_BUS, NULL);
    DeviceState *dev = qdev_new(type);
    Error *err = NULL;

    dev->hotplugged = false;
    qdev_set_id(dev, g_strdup("gpu"), &error_abort);
    object_property_set_int(OBJECT(dev), "addr", PCI_DEVFN(NV_SLOT, 0),
                            &error_abort);
    if (!set_props(dev, props, &err) || !qdev_realize(dev, BUS(bus), &err)) {
        error_free(err);
        unplug(dev);
        object_unref(OBJECT(dev));
        return NULL;
    }
    object_unref(OBJECT(dev));
    return dev;
}

static const char *rom_path(void)
{
    static char *path;

    if (!path) {
        path = g_strdup_printf("/proc/self/fd/%d",
                               qemu_memfd_create("rom", 0, false, 0, 0,
                                                 &error_abort));
    }
    return path;
}

/* --- Executing an input ------------------------------------------------ */

static const NVOutside outside = {
    .show = show, .after = after, .migrate = migrate,
};

void __real_qpci_device_enable(QPCIDevice *pci);
void __wrap_qpci_device_enable(QPCIDevice *pci);

/* The map of the address space is made anew once, not for each BAR. */
void __wrap_qpci_device_enable(QPCIDevice *pci)
{
    memory_region_transaction_begin();
    __real_qpci_device_enable(pci);
    memory_region_transaction_commit();
}

static void run(QTestState *qts, const unsigned char *data, size_t size)
{
    NVDev *nv;

    memory_region_transaction_begin();
    fuzz_reset(qts);
    memory_region_transaction_commit();
    nv_memory_is_zero = true;
    nv = nv_attach(nv_card_find(current->card), qts);
    nv_hostile_run(current, nv, data, size, &outside);
    nv_detach(nv);
}

static void execute(QTestState *qts, const unsigned char *data, size_t size)
{
    NVGPU *gpu = find_card();

    forget(gpu->vram.mr);
    forget(current_machine->ram);
    cpus_set_virtual_clock(0);
    /* The property is only read once. */
    gpu->fifo->latency = nv_input_latency(data, size);
    run(qts, data, size);
}

static void execute_planned(QTestState *qts, const unsigned char *data,
                            size_t size)
{
    g_autofree char *props = nv_rom_props(current, data, size, rom_path());
    DeviceState *dev;

    forget(current_machine->ram);
    cpus_set_virtual_clock(0);
    quiet = true;
    dev = plug(props);
    quiet = false;
    if (dev) {
        run(qts, data, size);
        unplug(dev);
    }
    /* Its memory is freed, and may be looked for. */
    drain_call_rcu();
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
    case 0 ... 1:
        /* They cost little beside bringing the card up. */
        for (int n = g_rand_int_range(rand, 1, 9); n; n--) {
            size = new_step(data, size, max, steps.at[one], rand);
        }
        break;
    case 2:
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
    nv_between_polls = work;
}

/* QEMU blocks the signal by which the fuzzer sees an input take too long. */
static void let_time_run_out(QTestState *qts)
{
    sigset_t set;

    sigemptyset(&set);
    sigaddset(&set, SIGALRM);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

static void add_card(GString *line)
{
    const char *more = getenv("NV_PROPS");

    g_string_append_printf(line, "-device %s-gpu,id=gpu,addr=0x%x%s%s%s%s ",
                           current->card, NV_SLOT,
                           current->props ? "," : "", current->props ?: "",
                           more ? "," : "", more ?: "");
}

static GString *command_line(FuzzTarget *t)
{
    GString *line = g_string_new("qemu-system-x86_64");

    current = t->opaque;
    g_string_append_printf(line, " -display none -machine pc,accel=qtest "
                           "-nodefaults -vga none -m %" PRIu64 "M "
                           /* Log messages are formatted, too. */
                           "-d guest_errors,unimp -D /dev/null ",
                           nv_ram_size / MiB);
    if (!current->family->planned) {
        add_card(line);
    }
    return line;
}

static void add_targets(void)
{
    nv_ram_size = NV_HOSTILE_RAM;
    for (unsigned i = 0; i < nv_target_count; i++) {
        fuzz_add_target(&(FuzzTarget) {
            .name = g_strdup_printf("nv-%s", nv_targets[i].name),
            .description = "A hostile guest with an NVIDIA card",
            .get_init_cmdline = command_line,
            .pre_vm_init = be_quiet,
            .pre_fuzz = let_time_run_out,
            .fuzz = nv_targets[i].family->planned ? execute_planned
                                                  : execute,
            .crossover = cross_over,
            .opaque = (void *)&nv_targets[i],
        });
    }
}

fuzz_target_init(add_targets);
