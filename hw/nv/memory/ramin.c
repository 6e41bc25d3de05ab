/*
 * NVIDIA GPU: instance memory and the PRAMIN window
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "ramin.h"
#include "hw/nv/nv-gpu.h"

#define NV_PRAMIN_BASE 0x700000

/*
 * Instance memory is the end of video memory in reverse order of pieces: piece
 * 0 is the last one.  So it grows down while drivers see it grow up.  From
 * NV50 on it is video memory as it is, without pieces.
 */
static uint32_t nv_ramin_to_vram(NVGPU *gpu, uint32_t addr)
{
    return (addr ^ -gpu->chip->ramin->piece) & (gpu->vram_size - 1);
}

static bool nv_ramin_has(NVGPU *gpu, uint32_t addr)
{
    return addr < gpu->chip->ramin->size && addr < gpu->vram_size;
}

uint32_t nv_ramin_from_vram(NVGPU *gpu, uint32_t addr)
{
    return addr < gpu->vram_size ? nv_ramin_to_vram(gpu, addr) : UINT32_MAX;
}

uint32_t nv_ramin_read32(NVGPU *gpu, uint32_t addr)
{
    if (!nv_ramin_has(gpu, addr)) {
        return 0;
    }
    return ldl_le_p(gpu->vram.ptr +
                    nv_ramin_to_vram(gpu, addr & ~3));
}

/* Words from @addr on that are there, and neighbours in video memory, too */
static unsigned nv_ramin_run(NVGPU *gpu, uint32_t addr, unsigned count)
{
    uint32_t piece = gpu->chip->ramin->piece;
    uint32_t end = MIN(gpu->chip->ramin->size, gpu->vram_size);
    uint32_t left = piece ? piece - addr % piece : UINT32_MAX;

    return addr < end ? MIN(count, MIN(left, end - addr) / 4) : 0;
}

void nv_ramin_read_words(NVGPU *gpu, uint32_t addr, uint32_t *words,
                         unsigned count)
{
    unsigned run;

    while ((run = nv_ramin_run(gpu, addr, count))) {
        memcpy(words, gpu->vram.ptr + nv_ramin_to_vram(gpu, addr), run * 4);
        for (unsigned i = 0; i < run; i++) {
            words[i] = le32_to_cpu(words[i]);
        }
        addr += run * 4;
        words += run;
        count -= run;
    }
    memset(words, 0, count * 4);
}

void nv_ramin_begin(NVGPU *gpu)
{
    gpu->pramin.changes = 1;
}

void nv_ramin_changed(NVGPU *gpu)
{
    gpu->pramin.changes += 2;
}

static void nv_ramin_written(NVGPU *gpu, uint32_t vram, uint32_t len)
{
    nv_vram_dirty(gpu, vram, len);
    nv_ramin_changed(gpu);
}

void nv_ramin_write32(NVGPU *gpu, uint32_t addr, uint32_t val)
{
    uint32_t vram = nv_ramin_to_vram(gpu, addr & ~3);

    if (!nv_ramin_has(gpu, addr)) {
        return;
    }
    stl_le_p(gpu->vram.ptr + vram, val);
    nv_ramin_written(gpu, vram, 4);
}

/* Pieces that are neighbours here are so in video memory, in reverse order. */
void nv_ramin_write_words(NVGPU *gpu, uint32_t addr, const uint32_t *words,
                          unsigned count)
{
    uint32_t start = UINT32_MAX, end = 0;
    unsigned run;

    while ((run = nv_ramin_run(gpu, addr, count))) {
        uint32_t vram = nv_ramin_to_vram(gpu, addr);
        uint8_t *to = gpu->vram.ptr + vram;

        for (unsigned i = 0; i < run; i++) {
            stl_le_p(to + i * 4, words[i]);
        }
        start = MIN(start, vram);
        end = MAX(end, vram + run * 4);
        addr += run * 4;
        words += run;
        count -= run;
    }
    if (end) {
        nv_ramin_written(gpu, start, end - start);
    }
}

/* --- PRAMIN and the RAMIN BAR, NV01:NV50 ------------------------------- */

static uint64_t nv_pramin_read(void *opaque, hwaddr addr, unsigned size)
{
    NVGPU *gpu = opaque;

    gpu->report.accesses++;
    return ldn_le_p(gpu->vram.ptr + nv_ramin_to_vram(gpu, addr),
                    size);
}

static void nv_pramin_write(void *opaque, hwaddr addr, uint64_t val,
                            unsigned size)
{
    NVGPU *gpu = opaque;
    uint32_t vram = nv_ramin_to_vram(gpu, addr);

    gpu->report.accesses++;
    gpu->report.writes++;
    stn_le_p(gpu->vram.ptr + vram, size, val);
    nv_ramin_written(gpu, vram & ~3, 4);
}

static const MemoryRegionOps nv_pramin_ops = {
    .read = nv_pramin_read,
    .write = nv_pramin_write,
    .endianness = DEVICE_LITTLE_ENDIAN,
    .valid = { .min_access_size = 1, .max_access_size = 8 },
    .impl = { .min_access_size = 1, .max_access_size = 4 },
};

static bool nv_pramin_realize(NVGPU *gpu, Error **errp)
{
    nv_ramin_begin(gpu);
    memory_region_init_io(&gpu->pramin.window, OBJECT(gpu), &nv_pramin_ops,
                          gpu, "nv.PRAMIN", NV_PRAMIN_SIZE);
    if (!gpu->chip->ramin->bar1) {
        memory_region_add_subregion(&gpu->bar0, NV_PRAMIN_BASE,
                                    &gpu->pramin.window);
    }
    if (gpu->chip->ramin->bar) {
        memory_region_init_io(&gpu->pramin.bar, OBJECT(gpu), &nv_pramin_ops,
                              gpu, "nv.RAMIN", gpu->chip->ramin->size);
    }
    return true;
}

/* Instance memory is video memory: a reset leaves it alone. */
const NVUnit nv_unit_pramin = {
    .name = "PRAMIN",
    .realize = nv_pramin_realize,
};
