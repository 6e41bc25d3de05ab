/*
 * NVIDIA GPU: x-nv-gpu-debug: looking at the card, and acting on it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qapi/error.h"
#include "qapi/qapi-commands-nv-gpu.h"
#include "qapi/type-helpers.h"
#include "fault.h"
#include "look.h"

static NVDebugRun nv_debug_run_help, nv_debug_run_kinds, nv_debug_run_errors,
    nv_debug_run_faults;

static const NVDebugCommand nv_debug_own_commands[] = {
    { "help", "", "list these", 0, 0, nv_debug_run_help },
    { "kinds", "", "kinds of breakpoints, and what selects their events", 0, 0,
      nv_debug_run_kinds },
    { "errors", "", "names of errors that the card may report", 0, 0,
      nv_debug_run_errors },
    { "faults", "", "faults that can be ordered, and their keys", 0, 0,
      nv_debug_run_faults },
    { }
};

static const NVDebugCommand *const nv_debug_tables[] = {
    nv_debug_own_commands,
    nv_debug_fifo_commands,
    nv_debug_memory_commands,
    nv_debug_falcon_commands,
    nv_debug_display_commands,
    nv_debug_register_commands,
    nv_debug_act_commands,
};

static bool nv_debug_run_help(NVGPU *gpu, char **args, unsigned count,
                              GString *text, Error **errp)
{
    for (unsigned i = 0; i < ARRAY_SIZE(nv_debug_tables); i++) {
        for (const NVDebugCommand *c = nv_debug_tables[i]; c->name; c++) {
            g_string_append_printf(text, "%s%s%s: %s\n", c->name,
                                   *c->args ? " " : "", c->args, c->help);
        }
    }
    return true;
}

static bool nv_debug_run_kinds(NVGPU *gpu, char **args, unsigned count,
                               GString *text, Error **errp)
{
    const char *name;

    for (unsigned i = 0; (name = nv_kinds_name(i)); i++) {
        g_autoptr(GString) keys = g_string_new(NULL);

        nv_kinds_put_keys(nv_probe_kinds(name), " ", keys);
        g_string_append_printf(text, "kind %s%s%s\n", name,
                               keys->len ? " " : "", keys->str);
    }
    return true;
}

static bool nv_debug_run_errors(NVGPU *gpu, char **args, unsigned count,
                                GString *text, Error **errp)
{
    const char *name;

    for (unsigned i = 0; (name = nv_error_name(gpu, i)); i++) {
        g_autofree char *typed = nv_error_typed(name);

        g_string_append_printf(text, "error %s\n", typed);
    }
    return true;
}

/* Only the faults that the card can have */
static bool nv_debug_run_faults(NVGPU *gpu, char **args, unsigned count,
                                GString *text, Error **errp)
{
    const NVFaultKind *kind;

    for (unsigned i = 0; (kind = nv_fault_kind_number(i)); i++) {
        if (nv_fault_kind_is_possible(gpu, kind)) {
            nv_fault_kind_put(kind, text);
        }
    }
    return true;
}

static const NVDebugCommand *nv_debug_find(const char *name)
{
    for (unsigned i = 0; i < ARRAY_SIZE(nv_debug_tables); i++) {
        for (const NVDebugCommand *c = nv_debug_tables[i]; c->name; c++) {
            if (!strcmp(c->name, name)) {
                return c;
            }
        }
    }
    return NULL;
}

/* Reads of registers may run pending work: prevent that; report no events. */
static bool nv_debug_run_look(NVGPU *gpu, const NVDebugCommand *command,
                              char **args, unsigned count, GString *text,
                              Error **errp)
{
    NVProbes *probes = &gpu->probes;
    uint32_t on = probes->on;
    bool done;

    probes->on = 0;
    probes->stopped = true;
    done = command->run(gpu, args, count, text, errp);
    probes->stopped = gpu->debug->stands;
    probes->on = on;
    return done;
}

/* No device code is running here; the command must not cause reentrancy. */
static bool nv_debug_run(NVGPU *gpu, const NVDebugCommand *command,
                         char **args, unsigned count, GString *text,
                         Error **errp)
{
    bool engaged = nv_machine_enter(gpu);
    bool done;

    gpu->debug->stands = gpu->probes.stopped;

    done = command->acts
        ? command->run(gpu, args, count, text, errp)
        : nv_debug_run_look(gpu, command, args, count, text, errp);
    nv_machine_leave(gpu, engaged);
    return done;
}

char *nv_debug_command(NVGPU *gpu, const char *line, Error **errp)
{
    g_autofree char *copy = g_strstrip(g_strdup(line));
    g_auto(GStrv) words = g_regex_split_simple("\\s+", copy, 0, 0);
    unsigned count = g_strv_length(words);
    const NVDebugCommand *command = count ? nv_debug_find(words[0]) : NULL;
    g_autoptr(GString) text = g_string_new(NULL);

    if (!command) {
        error_setg(errp, "no command '%s': 'help' lists them",
                   words[0] ?: "");
        return NULL;
    }
    if (count - 1 < command->least || count - 1 > command->most) {
        error_setg(errp, "it is '%s%s%s'", command->name,
                   *command->args ? " " : "", command->args);
        return NULL;
    }
    if (!nv_debug_run(gpu, command, words + 1, count - 1, text, errp)) {
        return NULL;
    }
    return g_string_free(g_steal_pointer(&text), false);
}

HumanReadableText *qmp_x_nv_gpu_debug(const char *path, const char *command,
                                      Error **errp)
{
    Object *obj = object_resolve_path_type(path, TYPE_NV_GPU, NULL);
    g_autoptr(GString) text = NULL;
    g_autofree char *answer = NULL;

    if (!obj || !NV_GPU(obj)->debug) {
        error_setg(errp, "'%s' is no NVIDIA GPU", path);
        return NULL;
    }
    answer = nv_debug_command(NV_GPU(obj), command, errp);
    if (!answer) {
        return NULL;
    }
    text = g_string_new(answer);
    return human_readable_text_from_str(text);
}
