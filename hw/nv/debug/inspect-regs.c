/*
 * NVIDIA GPU: QMP commands: registers, and interrupts
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qapi/error.h"
#include "qapi/qapi-commands-nv-gpu-query.h"
#include "qapi/util.h"
#include "hw/nv/bus.h"
#include "inspect.h"

/* --- A register ------------------------------------------------------- */

NvRegister *nv_inspect_register(const char *name, const NVRegView *view)
{
    NvRegister *reg = g_new(NvRegister, 1);

    *reg = (NvRegister) {
        .address = view->addr,
        .name = g_strdup(name),
        .has_value = !view->acts,
        .value = view->val,
    };
    return reg;
}

NvRegister *qmp_x_query_nv_register(const char *path, uint32_t address,
                                    Error **errp)
{
    g_auto(NVVisit) visit = { };
    NVGPU *gpu = nv_visit_to_inspect(&visit, path, errp);
    g_autofree char *name = NULL;
    NVRegView view;

    if (!gpu) {
        return NULL;
    }
    if (address % 4 || address >= NV_BAR0_SIZE) {
        error_setg(errp, "registers are at multiples of 4 below 0x%x, and not "
                   "at 0x%06x", (unsigned)NV_BAR0_SIZE, address);
        return NULL;
    }
    if (!nv_regs_inspect(gpu, address, &view)) {
        error_setg(errp, "no register is kept at 0x%06x: it is in a window, "
                   "and reading it may change something", address);
        return NULL;
    }
    name = view.info ? nv_regs_name(&view) : NULL;
    return nv_inspect_register(name, &view);
}

/* --- Interrupts ------------------------------------------------------- */

/* A register's name without the prefix of its generation */
static const char *nv_inspect_plain_name(const char *name)
{
    const char *end = strchr(name, '_');

    return end ? end + 1 : name;
}

/*
 * The name of the register that enables bits of another one: X_INTR and
 * X_INTR_EN, X_INTR_0 and X_INTR_EN_0, X_INTR_HOST_2 and X_INTR_HOST_2_EN.
 * NULL if it isn't such a register.
 */
static char *nv_inspect_enabler(const char *name)
{
    const char *intr = strstr(name, "_INTR");
    int head;

    if (!intr || strstr(name, "_EN_") || g_str_has_suffix(name, "_EN")) {
        return NULL;
    }
    if (strlen(intr) > strlen("_INTR_0")) {
        return g_strdup_printf("%s_EN", name);
    }
    head = intr + strlen("_INTR") - name;
    return g_strdup_printf("%.*s_EN%s", head, name, name + head);
}

/* Largest distance to that register: several units may use the same name. */
#define NV_INSPECT_ENABLER_NEAR 0x80

static bool nv_inspect_find_enabler(NVGPU *gpu, const NVRegView *intr,
                                    NVRegView *view)
{
    g_autofree char *name =
        nv_inspect_enabler(nv_inspect_plain_name(intr->info->name));
    uint32_t at = intr->addr > NV_INSPECT_ENABLER_NEAR
        ? intr->addr - NV_INSPECT_ENABLER_NEAR : 0;

    while (name && nv_regs_next(gpu, at, view) &&
           view->addr <= intr->addr + NV_INSPECT_ENABLER_NEAR) {
        if (!strcmp(nv_inspect_plain_name(view->info->name), name) &&
            view->index == intr->index) {
            return true;
        }
        at = view->addr + 4;
    }
    return false;
}

static NvInterrupt *nv_inspect_interrupt(const NVRegView *intr,
                                         const NVRegView *enable)
{
    NvInterrupt *answer = g_new(NvInterrupt, 1);

    *answer = (NvInterrupt) {
        .address = intr->addr,
        .name = nv_regs_name(intr),
        .pending = intr->val,
        .enabled = enable->val,
    };
    return answer;
}

void nv_inspect_line(NVGPU *gpu, NvInterruptLine *line)
{
    line->line = gpu->bus->intx;
    line->masked = gpu->bus->masked;
}

NvInterrupts *qmp_x_query_nv_interrupts(const char *path, Error **errp)
{
    g_auto(NVVisit) visit = { };
    NVGPU *gpu = nv_visit_to_inspect(&visit, path, errp);
    NvInterrupts *answer;
    NvInterruptList **tail;
    NVRegView intr, enable;

    if (!gpu) {
        return NULL;
    }
    answer = g_new0(NvInterrupts, 1);
    nv_inspect_line(gpu, qapi_NvInterrupts_base(answer));
    tail = &answer->registers;
    for (uint32_t at = 0; nv_regs_next(gpu, at, &intr); at = intr.addr + 4) {
        if (nv_inspect_find_enabler(gpu, &intr, &enable)) {
            QAPI_LIST_APPEND(tail, nv_inspect_interrupt(&intr, &enable));
        }
    }
    return answer;
}
