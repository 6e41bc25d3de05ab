/*
 * NVIDIA GPU: x-nv-gpu-debug: what breakpoints and faults can be about
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qapi/error.h"
#include "qapi/qapi-commands-nv-gpu.h"
#include "qapi/type-helpers.h"
#include "fault.h"
#include "look.h"

static void nv_debug_run_kinds(NVGPU *gpu, GString *text)
{
    const char *name;

    for (unsigned i = 0; (name = nv_kinds_name(i)); i++) {
        g_autoptr(GString) keys = g_string_new(NULL);

        nv_kinds_put_keys(nv_probe_kinds(name), " ", keys);
        g_string_append_printf(text, "kind %s%s%s\n", name,
                               keys->len ? " " : "", keys->str);
    }
}

static void nv_debug_run_errors(NVGPU *gpu, GString *text)
{
    const char *name;

    for (unsigned i = 0; (name = nv_error_name(gpu, i)); i++) {
        g_autofree char *typed = nv_error_typed(name);

        g_string_append_printf(text, "error %s\n", typed);
    }
}

/* Only the faults that the card can have */
static void nv_debug_run_faults(NVGPU *gpu, GString *text)
{
    const NVFaultKind *kind;

    for (unsigned i = 0; (kind = nv_fault_kind_number(i)); i++) {
        if (nv_fault_kind_is_possible(gpu, kind)) {
            nv_fault_kind_put(kind, text);
        }
    }
}

static const struct {
    const char *name;
    void (*run)(NVGPU *gpu, GString *text);
} nv_debug_commands[] = {
    { "kinds", nv_debug_run_kinds },
    { "errors", nv_debug_run_errors },
    { "faults", nv_debug_run_faults },
};

HumanReadableText *qmp_x_nv_gpu_debug(const char *path, const char *command,
                                      Error **errp)
{
    g_auto(NVVisit) visit = { };
    NVGPU *gpu = nv_visit_to_look(&visit, path, errp);
    g_autoptr(GString) text = g_string_new(NULL);

    if (!gpu) {
        return NULL;
    }
    for (unsigned i = 0; i < ARRAY_SIZE(nv_debug_commands); i++) {
        if (!strcmp(nv_debug_commands[i].name, command)) {
            nv_debug_commands[i].run(gpu, text);
            return human_readable_text_from_str(text);
        }
    }
    error_setg(errp, "'%s' is none of 'kinds', 'errors' and 'faults'", command);
    return NULL;
}
