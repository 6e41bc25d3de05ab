/*
 * Tests of the NVIDIA GPU: the inputs that the fuzzer has kept
 *
 * Each is executed on its own machine, as in the fuzzer, except that the guest
 * is in another process.  At the end the monitor has to answer, and the card
 * has to work after a reset, unless a migration stream was refused.  If a card
 * is refused because of its ROM, QEMU has to say so.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include <glib/gstdio.h>
#include "hw/nv/bus-regs.h"
#include "fuzz/nv-hostile.h"
#include "libnv/nv-screen.h"
#include "libnv/nv-snapshot.h"
#include "libnv/nv-test.h"

/* Pictures that an input may draw; they take time from other inputs. */
#define PICTURES 4

static unsigned pictures;

static void show(NVHostile *h, unsigned how)
{
    g_autofree char *file = g_build_filename(h->nv->dir, "picture", NULL);

    if (pictures < PICTURES) {
        pictures++;
        nv_screen_dump(h->nv, file);
    }
}

typedef struct Change {
    NVSectionChange *change;
    void *opaque;
} Change;

static void change_stream(GByteArray *stream, void *opaque)
{
    const Change *change = opaque;

    g_assert_true(nv_stream_change(stream, change->change, change->opaque));
}

static bool migrate(NVHostile *h, NVSectionChange *change, void *opaque)
{
    return nv_migrate_change(h->nv, change_stream,
                             &(Change) { change, opaque });
}

static const NVOutside outside = { .show = show, .migrate = migrate };

static void assert_works(NVDev *nv, const uint32_t *bars)
{
    qtest_system_reset(nv->qts);
    for (unsigned i = 0; i < NV_HOSTILE_BARS; i++) {
        qpci_config_writel(nv->pci, 0x10 + i * 4, bars[i]);
    }
    qpci_device_enable(nv->pci);
    nv_assert_reg(nv, NV_PMC_BOOT_0, nv->card->boot0);
}

static void run(const NVTarget *target, const char *props,
                const uint8_t *data, size_t size)
{
    NVDev *nv = nv_start(nv_card_find(target->card), props, NULL);
    uint32_t bars[NV_HOSTILE_BARS];
    bool well;

    for (unsigned i = 0; i < NV_HOSTILE_BARS; i++) {
        bars[i] = qpci_config_readl(nv->pci, 0x10 + i * 4);
    }
    pictures = 0;
    well = nv_hostile_run(target, nv, data, size, &outside);
    qtest_qmp_assert_success(nv->qts, "{ 'execute': 'query-status' }");
    if (well) {
        assert_works(nv, bars);
    }
    nv_quit(nv);
}

/* Whether QEMU starts; otherwise it has to say why not, and end. */
static bool starts(const NVTarget *target, const char *props)
{
    g_autofree char *command = g_strdup_printf(
        "sh -c 'echo quit | %s -machine pc,accel=qtest -nodefaults -vga none "
        "-display none -m %" PRIu64 "M -S -monitor stdio "
        "-device %s-gpu,addr=0x%x,%s'", g_getenv("QTEST_QEMU_BINARY"),
        nv_ram_size / MiB, target->card, NV_SLOT, props);
    g_autofree char *out = NULL, *err = NULL;
    int status;

    g_assert_true(g_spawn_command_line_sync(command, &out, &err, &status,
                                            NULL));
    g_assert_true(WIFEXITED(status));
    if (WEXITSTATUS(status)) {
        g_test_message("refused: %s", err);
        g_assert_cmpint(WEXITSTATUS(status), ==, 1);
        g_assert_nonnull(strchr(err, '\n'));
    }
    return !WEXITSTATUS(status);
}

static void replay_planned(const NVTarget *target, const uint8_t *data,
                           size_t size)
{
    g_autofree char *dir = g_dir_make_tmp("nv-rom-XXXXXX", NULL);
    g_autofree char *path = g_build_filename(dir, "rom", NULL);
    g_autofree char *props = nv_rom_props(target, data, size, path);

    if (starts(target, props)) {
        run(target, props, data, size);
    }
    g_unlink(path);
    g_rmdir(dir);
}

static void replay(const NVTarget *target, const char *file)
{
    g_autofree char *data = NULL, *props = NULL;
    size_t size;

    g_test_message("%s", file);
    g_assert_true(g_file_get_contents(file, &data, &size, NULL));
    if (target->family->planned) {
        replay_planned(target, (uint8_t *)data, size);
        return;
    }
    props = g_strdup_printf("%s%sx-engine-latency-ns=%u", target->props ?: "",
                            target->props ? "," : "",
                            nv_input_latency((uint8_t *)data, size));
    run(target, props, (uint8_t *)data, size);
}

/* Their names begin with their ranks, wherever they lie. */
static gint by_name(gconstpointer a, gconstpointer b)
{
    g_autofree char *one = g_path_get_basename(*(char *const *)a);
    g_autofree char *other = g_path_get_basename(*(char *const *)b);

    return strcmp(one, other);
}

static void add_files(GPtrArray *files, const char *folder)
{
    GDir *dir = g_dir_open(folder, 0, NULL);
    const char *name;

    g_assert_nonnull(dir);
    while ((name = g_dir_read_name(dir))) {
        g_ptr_array_add(files, g_build_filename(folder, name, NULL));
    }
    g_dir_close(dir);
}

/* Adds what an archive has; returns where that is now. */
static char *unpack(const char *archive, GPtrArray *files)
{
    char *folder = g_dir_make_tmp("nv-corpus-XXXXXX", NULL);
    const char *const command[] = {
        "tar", "-xJf", archive, "-C", folder, NULL,
    };
    int status = -1;

    g_assert_nonnull(folder);
    g_assert_true(g_spawn_sync(NULL, (char **)command, NULL,
                               G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL,
                               &status, NULL));
    g_assert_cmpint(status, ==, 0);
    add_files(files, folder);
    return folder;
}

static void forget(char *folder)
{
    g_autoptr(GPtrArray) files = g_ptr_array_new_with_free_func(g_free);

    add_files(files, folder);
    for (unsigned i = 0; i < files->len; i++) {
        g_unlink(g_ptr_array_index(files, i));
    }
    g_rmdir(folder);
}

/*
 * What lies in the tree as files, those that reach most; NV_CORPUS_INPUTS in
 * the environment is another number of inputs, of the archive's if need be.
 */
static void replay_all(gconstpointer opaque)
{
    const NVTarget *target = opaque;
    g_autofree char *path = g_build_filename(NV_CORPUS, target->name, NULL);
    g_autofree char *archive = g_strdup_printf("%s.tar.xz", path);
    g_autofree char *unpacked = NULL;
    g_autoptr(GPtrArray) files = g_ptr_array_new_with_free_func(g_free);
    unsigned count;

    add_files(files, path);
    g_assert_cmpuint(files->len, >, 0);
    count = nv_test_number("NV_CORPUS_INPUTS", 1, files->len);
    if (count > files->len && g_file_test(archive, G_FILE_TEST_EXISTS)) {
        unpacked = unpack(archive, files);
    }
    g_ptr_array_sort(files, by_name);
    for (unsigned i = 0; i < MIN(files->len, count); i++) {
        replay(target, g_ptr_array_index(files, i));
    }
    if (unpacked) {
        forget(unpacked);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_set_nonfatal_assertions();
    nv_ram_size = NV_HOSTILE_RAM;
    for (unsigned i = 0; i < nv_target_count; i++) {
        g_autofree char *path = g_strdup_printf("/corpus/%s",
                                                nv_targets[i].name);

        g_test_add_data_func(path, &nv_targets[i], replay_all);
    }
    return g_test_run();
}
