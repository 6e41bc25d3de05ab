"""A channel of NV50 to NVAF: all it has is in its block of video memory.

Its address space is a window of video memory, over and over: a dump doesn't
say what was mapped where.

Source: nouveau, nvkm/engine/fifo/nv50.c, g84.c, nvkm/engine/gr/nv50.c,
nvkm/subdev/mmu/vmmnv50.c.

SPDX-License-Identifier: GPL-2.0-or-later
"""

from .channel import (DMA_CLASSES, ENGINE_GRAPH, ENGINE_MPEG, ENGINE_SOFTWARE,
                      MPEG_CLASSES, PFIFO_CACHES, PFIFO_INTR, PFIFO_INTR_EN,
                      PMC_ENABLE, PMC_INTR_EN, PUSH_SIZE, RAM, window)
from .channel_nv04 import (CACHE1_DMA_GET, CACHE1_DMA_PUT, CACHE1_PULL0,
                           CACHE1_PUSH0, PGRAPH_INTR, SOFTWARE_INSTANCE,
                           Nv04Channel)

# In video memory: the run list, PGRAPH's context, the channel, page table
RUNLIST, CONTEXT, BLOCK, TABLE, WINDOW = (0x10000, 0x20000, 0x100000,
                                          0x200000, 0x400000)
CONTEXT_SIZE = 0x8000
# In the block: of NV84 and later; a page directory is 16 KiB long
BLOCK_SIZE = 0x100000
BLOCK_RAMFC, BLOCK_CACHE, BLOCK_RAMHT, BLOCK_HEAP = (0x5400, 0x5800, 0x6000,
                                                     0x8000)
RAMHT_BITS = 9
PD_ENTRIES, PAGE, PAGES = 2048, 0x10000, 8192
PDE_LARGE, PTE_PRESENT = 1, 1
# What page tables say holds; or read and written, over the bus
DMA_VM, DMA_BUS = 0x7fc00000, 0x000a0000

CACHE1_METHOD_COUNT = 0x3364
UNITS = 0x400804, 0x406800, 0x400c04, 0x401800, 0x405018, 0x402000
PGRAPH_FIFO = 0x400500

# Classes whose engines run a program that only a driver has
PROGRAM_CLASSES = 0x85b5,


class Nv50Channel(Nv04Channel):
    """A channel of NV50 to NVAF."""

    def __init__(self, machine, card, chid):
        super().__init__(machine, card, chid)
        self.nv84 = self.since('G84')
        self.heap = BLOCK_HEAP
        self.without_program = set()

    def inst(self, address, *words):
        """Words at an address in the block."""
        self.store(self.places[1][0] + BLOCK + address, words)

    def make(self):
        self.write(PMC_ENABLE, 0xffffffff)
        self.write(PMC_INTR_EN, 1)
        self.make_pfifo()
        self.make_pgraph()
        self.make_channel()

    def make_pfifo(self):
        self.reset_pfifo()
        self.write(0x250c, 0x6f3cfc34)
        self.write(0x2044, 0x01003fff)
        self.write(PFIFO_INTR, 0xffffffff)
        self.write(PFIFO_INTR_EN, 0xbfffffff)
        self.write(CACHE1_PUSH0, 1)
        self.write(CACHE1_PULL0, 1)
        self.write(PFIFO_CACHES, 1)

    def make_pgraph(self):
        self.write(0x40008c, 4)
        self.watch_units()
        self.write(0x400108, 0xffffffff)
        self.write(0x400138, 0xffffffff)
        self.write(PGRAPH_INTR, 0xffffffff)
        self.write(0x40013c, 0xffffffff)
        self.write(PGRAPH_FIFO, 0x00010001)
        self.write(0x100c90, 0x000707ff)
        # A program of nothing: its words mean nothing to the model.
        self.write(0x400324, 0)
        for word in range(200):
            self.write(0x400328, 0x00600000 + word)
        self.write(0x40032c, 0)
        self.write(0x400330, 0)
        self.write(0x402ca8, 0x802 if self.since('G200') else 0x800)

    def watch_units(self):
        """Enable units' traps, or clear them."""
        for unit in UNITS:
            self.write(unit, 0xc0000000)
        for tpc in range(16):
            if self.since('G200'):
                base = 0x408600, 0x408708, 0x40831c
                step = tpc << 11
            else:
                base = 0x408900, 0x408e08, 0x408314
                step = tpc << 12
            if self.tpcs() >> tpc & 1:
                for reg in base:
                    self.write(reg + step, 0xc0000000)

    def tpcs(self):
        return self.read(0x1540) & 0xffff

    # Objects

    def dma_object(self, class_, base, limit, flags=DMA_VM):
        return self.new(class_ | flags, limit & 0xffffffff, base & 0xffffffff,
                        limit >> 32 << 24 | base >> 32, 0, 0, 0, 0)

    def define(self, handle, class_, software):
        self.without_program.discard(handle)
        if software:
            self.name(handle, ENGINE_SOFTWARE, SOFTWARE_INSTANCE)
        elif class_ in DMA_CLASSES:
            self.name(handle, ENGINE_SOFTWARE,
                      self.dma_object(class_, 0, 0xffffffffff))
        elif class_ in PROGRAM_CLASSES:
            self.without_program.add(handle)
        else:
            self.name(handle, ENGINE_MPEG if class_ in MPEG_CLASSES
                      else ENGINE_GRAPH, self.new(class_, 0, 0, 0))

    def name(self, handle, engine, instance):
        mask = (1 << RAMHT_BITS) - 1
        slot, rest = 0, handle
        while rest:
            slot ^= rest & mask
            rest >>= RAMHT_BITS
        while self.slots.setdefault(slot, handle) != handle:
            slot = slot + 1 & mask
        self.inst(BLOCK_RAMHT + slot * 8, handle, engine << 20 | instance >> 4)

    def executes(self, handle):
        return handle not in self.without_program

    # The channel

    def make_channel(self):
        chid = self.chid
        vram = self.places[1][0]
        self.clear(vram + BLOCK, BLOCK_SIZE)
        self.clear(vram + CONTEXT, CONTEXT_SIZE)
        self.make_space()
        self.store(vram + CONTEXT + 0xc, [0x30])
        self.inst(0x020 if self.nv84 else 0x200, 0x00190000,
                  CONTEXT + CONTEXT_SIZE - 1, CONTEXT, 0, 0, 0)
        push = self.dma_object(0x3d, RAM, RAM + PUSH_SIZE - 1, DMA_BUS)
        ramfc = BLOCK_RAMFC if self.nv84 else 0
        for offset, value in (
                (0x3c, 0x003f6078), (0x44, 0x01003fff), (0x48, push >> 4),
                (0x4c, PUSH_SIZE - 1), (0x60, 0x7fffffff), (0x7c, 0x30000001),
                (0x80, (RAMHT_BITS - 9) << 27 | 4 << 24 | BLOCK_RAMHT >> 4)):
            self.inst(ramfc + offset, value)
        if self.nv84:
            self.inst(ramfc + 0x88, (BLOCK + BLOCK_CACHE) >> 10)
            self.inst(ramfc + 0x98, BLOCK >> 12)
        self.write(0x2600 + chid * 4, 0x80000000 |
                   (BLOCK + ramfc) >> (8 if self.nv84 else 12))
        self.store(vram + RUNLIST, [chid])
        self.write(0x32f4, RUNLIST >> 12)
        self.write(0x32ec, 1)
        self.write(PFIFO_CACHES, 0x101)

    def make_space(self):
        size = window(self.vram() - WINDOW, PAGE * PAGES)
        words = []
        for page in range(PAGES):
            words += [WINDOW + page * PAGE % size | PTE_PRESENT, 0]
        self.store(self.places[1][0] + TABLE, words)
        self.inst(0x200 if self.nv84 else 0x1400,
                  *[TABLE | PDE_LARGE, 0] * PD_ENTRIES)

    def user(self):
        return 0xc00000 + self.chid * 0x2000

    def semaphores_in(self, handle):
        """All objects are the channel's whole space."""

    def space(self):
        return self.space_of_channel()

    # Errors

    def recover_pgraph(self):
        intr = self.read(PGRAPH_INTR)
        if intr:
            # The method that DISPATCH has trapped, and M2MF
            self.write(0x400808, 0)
            self.write(0x400848, 0)
            self.write(0x400040, 2)
            self.write(0x400040, 0)
            self.watch_units()
            self.write(0x400108, self.read(0x400108))
            self.write(PGRAPH_INTR, intr)
            self.write(PGRAPH_FIFO, 0x00010001)
        return intr

    def leave_command(self):
        self.write(CACHE1_METHOD_COUNT, 0)
        super().leave_command()
