/*
 * NVIDIA GPU: names of errors and engines in events
 *
 * Each unit lists the names that it reports, and on which cards.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qapi/error.h"
#include "hw/nv/display.h"
#include "hw/nv/fifo-inspect.h"
#include "internal.h"

/* --- Errors ----------------------------------------------------------- */

typedef const char *NVNameList(NVGPU *gpu, unsigned i);

/* Name *@i of a list; NULL if that has fewer, which are subtracted from *@i */
static const char *nv_name_in(NVNameList *list, NVGPU *gpu, unsigned *i)
{
    const char *name;
    unsigned n;

    for (n = 0; (name = list(gpu, n)); n++) {
        if (n == *i) {
            return name;
        }
    }
    *i -= n;
    return NULL;
}

static const char *nv_engines_error_name(NVGPU *gpu, unsigned i)
{
    const char *name = NULL;

    for (unsigned id = 0; id < NV_ENGINE__MAX && !name; id++) {
        if (gpu->engines[id]->error) {
            name = nv_name_in(gpu->engines[id]->error, gpu, &i);
        }
    }
    return name;
}

static NVNameList *const nv_errors_of_units[] = {
    nv_fifo_error_name, nv_engines_error_name, nv_evo_error_name,
    nv_memory_error_name,
};

const char *nv_error_name(NVGPU *gpu, unsigned i)
{
    const char *name = NULL;

    for (unsigned unit = 0; unit < ARRAY_SIZE(nv_errors_of_units) && !name;
         unit++) {
        name = nv_name_in(nv_errors_of_units[unit], gpu, &i);
    }
    return name;
}

/* --- Engines ---------------------------------------------------------- */

/* Engines that write notifiers */
static const char *nv_notifier_name(NVGPU *gpu, unsigned i)
{
    static const char *const ces[NV_CES] = { "PCE0", "PCE1", "PCE2" };

    if (gpu->chip->graph && !i--) {
        return "PGRAPH";
    }
    if (gpu->chip->display && gpu->chip->display->evo && !i--) {
        return "EVO";
    }
    for (unsigned n = 0; n < NV_CES; n++) {
        if (gpu->chip->ces[n] && !i--) {
            return ces[n];
        }
    }
    return NULL;
}

/* Engines that execute methods */
static const char *nv_engine_name(NVGPU *gpu, unsigned i)
{
    for (unsigned id = 0; id < NV_ENGINE__MAX; id++) {
        if (gpu->engines[id]->work && !i--) {
            return gpu->engines[id]->name;
        }
    }
    return NULL;
}

/* --- Checking --------------------------------------------------------- */

static NVNameList *nv_names_of(uint32_t kinds)
{
    return kinds & NV_PROBE_BIT(ERROR) ? nv_error_name
         : kinds & NV_PROBE_BIT(NOTIFY) ? nv_notifier_name : nv_engine_name;
}

/* In any case, and with "_" for spaces */
static bool nv_name_is(const char *name, const char *text)
{
    g_autofree char *typed = g_strdelimit(g_strdup(text), "_", ' ');
    g_autofree char *proper = g_strdelimit(g_strdup(name), "_", ' ');

    return !g_ascii_strcasecmp(proper, typed);
}

const char *nv_error_find(NVGPU *gpu, uint32_t kinds, const char *what,
                          Error **errp)
{
    NVNameList *list = nv_names_of(kinds);
    g_autoptr(GString) names = g_string_new(NULL);
    const char *name;

    for (unsigned i = 0; (name = list(gpu, i)); i++) {
        if (nv_name_is(name, what)) {
            return name;
        }
        g_string_append_printf(names, "%s%s", i ? ", " : "", name);
    }
    error_setg(errp, "what: %s has no '%s': there are %s", gpu->chip->name,
               what, names->str);
    return NULL;
}
