"""A channel of NVC0 and later: entries of a ring, in an address space.

Most of that is a window of video memory, over and over: a dump doesn't say
what was mapped where.

Source: nouveau, nvkm/engine/fifo/gf100.c, nvkm/engine/gr/gf100.c,
nvkm/subdev/mmu/vmmgf100.c, nvkm/subdev/bar/gf100.c.

SPDX-License-Identifier: GPL-2.0-or-later
"""

from .channel import (PFIFO_INTR, PFIFO_INTR_EN, PMC_ENABLE, PMC_INTR_EN,
                      PUSH_SIZE, RAM, Channel, window)

# In video memory
USERD, RUNLIST = 0x100000, 0x10000
BAR1_BLOCK, BAR1_PD, BAR1_TABLE = 0x20000, 0x30000, 0x40000
BLOCK, PD = 0x80000, 0x90000
WINDOW_TABLE, PUSH_TABLE, WINDOW = 0xa0000, 0xb0000, 0x400000
USERD_SIZE, BLOCK_PD, BLOCK_LIMIT = 0x1000, 0x200, 0x208

PD_ENTRIES, PDE_SIZE = 8192, 1 << 27
PAGE, LARGE_PAGE = 0x1000, 0x20000
SPACE_END = 0xffffffffff
PTE_VALID, PTE_BUS = 1, 2 << 33

# The last of the page directory's entries, and where the ring is behind it
PUSH_VA = SPACE_END + 1 - PDE_SIZE
RING, RING_ORDER = RAM + PUSH_SIZE, 9
RING_VA = PUSH_VA + PUSH_SIZE

PBDMA, PBDMA_STRIDE, PBDMAS = 0x40000, 0x2000, 3
PBDMA_INTR, PBDMA_METHOD = 0x108, 0xc0
METHOD_NOP = 0x80600008
PGRAPH_INTR, PGRAPH_FIFO = 0x400100, 0x400500

# FECS has to take each channel that PFIFO gives it, and does nothing else: it
# waits for bit 8 of INTR, clears it, sets CHAN_ADDR and MEM_CHAN to CHAN_NEXT,
# MEM_CMD to 7, CHSW to 1, and begins again.
FECS = 0x409000
EXCHANGER = bytes.fromhex(
    'f1270320f1230000f1170001f1130100d01200f1170002f1130000cf1300e4340001'
    'f40bf1f1170001f1130000d01300f11700c1f1130200cf1500f11700c0f1130200d0'
    '1500f1170083f1130200d01500f1270700f1230000f1170084f1130200d01200f127'
    '0100f1230000f11700c3f1130200d01200f40e9c')

# PCOPY0 and PCOPY1, whose falcons run a program that only a driver has
PROGRAM_ENGINES = 4, 5


def halves(*values):
    """Words of values with 64 bits."""
    return [value >> shift & 0xffffffff for value in values
            for shift in (0, 32)]


class NvC0Channel(Channel):
    """A channel of NVC0 and later."""

    def __init__(self, machine, card, chid):
        super().__init__(machine, card, chid)
        self.at = self.entry = 0

    def vram(self):
        """The size of each PBFB's part that isn't off."""
        maxwell = self.read(0) >> 20 & 0x1ff in (0x117, 0x118)
        off = self.read(0x021c14 if maxwell else 0x022554)
        return sum(self.read(0x11020c + part * 0x1000)
                   for part in range(self.read(0x022438))
                   if not off >> part & 1) << 20

    def place(self, address, words):
        """Words in video memory, by the window of 1 MiB."""
        self.write(0x1700, address >> 20 << 4)
        self.store(self.places[0][0] + 0x700000 + address % (1 << 20), words)

    def make(self):
        self.write(PMC_ENABLE, 0xffffffff)
        self.write(PMC_INTR_EN, 1)
        self.make_bar1()
        self.make_pbdmas()
        self.mask(0x2200, 1, 1)
        self.write(0x2254, 0x10000000)
        self.write(PFIFO_INTR, 0xffffffff)
        self.write(PFIFO_INTR_EN, 0x7fffffff)
        self.write(0x2628, 1)
        self.make_pgraph()
        self.make_space()
        self.make_channel()

    def make_bar1(self):
        """BAR1 has the channels' control areas, from its beginning."""
        self.place(BAR1_BLOCK + BLOCK_PD, halves(BAR1_PD, SPACE_END))
        self.place(BAR1_PD, [0] * PD_ENTRIES * 2)
        self.place(BAR1_PD, [0, BAR1_TABLE >> 12 << 4 | 1])
        self.place(BAR1_TABLE, halves(*(
            USERD + chid * USERD_SIZE >> 8 | PTE_VALID
            for chid in range(128))))
        self.write(0x1704, 0x80000000 | BAR1_BLOCK >> 12)

    def make_pbdmas(self):
        self.write(0x204, 0xffffffff)
        pbdmas = self.read(0x204).bit_count()
        self.write(0x2204, 0xffffffff)
        if pbdmas >= PBDMAS:
            for engine, mask in enumerate((~1, ~2, ~2, ~2, ~4, ~2)):
                self.write(0x2208 + engine * 4, mask)
        for number in range(pbdmas):
            base = PBDMA + number * PBDMA_STRIDE
            self.mask(base + 0x13c, 0x10000100, 0)
            self.write(base + PBDMA_INTR, 0xffffffff)
            self.write(base + 0x10c, 0xfffffeff)

    def make_pgraph(self):
        self.write(FECS + 0x180, 0x01000000)
        code = EXCHANGER.ljust(0x100, b'\0')
        self.write(FECS + 0x188, 0)
        for at in range(0, len(code), 4):
            self.write(FECS + 0x184, int.from_bytes(code[at:at + 4], 'little'))
        self.write(FECS + 0x104, 0)
        self.write(FECS + 0x100, 2)
        self.machine.ask('clock_step 1000000')
        self.write(PGRAPH_FIFO, 0x00010001)
        self.write(PGRAPH_INTR, 0xffffffff)
        self.write(0x40013c, 0xffffffff)

    def make_space(self):
        size = window(self.vram() - WINDOW, PDE_SIZE)
        self.place(WINDOW_TABLE, halves(*(
            WINDOW + page % size >> 8 | PTE_VALID
            for page in range(0, PDE_SIZE, LARGE_PAGE))))
        self.place(PUSH_TABLE, halves(*(
            RAM + page >> 8 | PTE_BUS | PTE_VALID
            for page in range(0, PUSH_SIZE + (8 << RING_ORDER), PAGE))))
        self.place(PD, [WINDOW_TABLE >> 12 << 4 | 1, 0] * (PD_ENTRIES - 1) +
                   [0, PUSH_TABLE >> 12 << 4 | 1])
        self.write(0x100cb8, PD >> 12 << 4)
        self.write(0x100cbc, 0x80000001)

    def make_channel(self):
        chid = self.chid
        userd = USERD + chid * USERD_SIZE
        self.place(userd, [0] * (USERD_SIZE // 4))
        self.place(BLOCK, [0] * 0x400)
        self.place(BLOCK + BLOCK_PD, halves(PD, SPACE_END))
        for offset, value in (
                (0x08, userd), (0x10, 0x0000face), (0x30, 0xfffff902),
                (0x48, RING_VA & 0xffffffff),
                (0x4c, RING_VA >> 32 | RING_ORDER << 16), (0x54, 2),
                (0x84, 0x20400000), (0x94, 0x30000fff), (0x9c, 0x100),
                (0xa4, 0x1f1f1f1f), (0xa8, 0x1f1f1f1f), (0xac, 0x1f),
                (0xb8, 0xf8000000), (0xf8, 0x10003080), (0xfc, 0x10000010)):
            self.place(BLOCK + offset, [value])
        self.write(0x3000 + chid * 8, 0xc0000000 | BLOCK >> 12)
        self.write(0x3004 + chid * 8, 0x001f0001)
        self.place(RUNLIST, [chid, 4])
        self.write(0x2270, RUNLIST >> 12)
        self.write(0x2274, 0x01f00001)
        self.write(0x2a00, 0x10000000)

    def define(self, handle, class_, software):
        """Handles have their classes."""

    def executes(self, handle):
        return handle >> 16 & 0x1f not in PROGRAM_ENGINES

    def submit(self, words):
        if self.at + len(words) * 4 > PUSH_SIZE:
            self.at = 0
        self.store(RAM + self.at, words)
        address = PUSH_VA + self.at
        self.store(RING + self.entry * 8, [address & 0xffffffff,
                                           address >> 32 | len(words) << 10])
        self.at += len(words) * 4
        self.entry = (self.entry + 1) % (1 << RING_ORDER)
        self.machine.ask(
            f'writel 0x{self.places[1][0] + self.chid * USERD_SIZE + 0x8c:x} '
            f'0x{self.entry:x}')

    def recover(self):
        """gf100_runq_intr(), gf100_gr_intr()"""
        intr = self.read(PGRAPH_INTR)
        found = bool(intr)
        if intr:
            self.write(PGRAPH_INTR, intr)
            self.write(PGRAPH_FIFO, 0x00010001)
        for number in range(PBDMAS):
            base = PBDMA + number * PBDMA_STRIDE
            intr = self.read(base + PBDMA_INTR)
            if intr:
                self.write(base + PBDMA_METHOD, METHOD_NOP)
                self.write(base + PBDMA_INTR, intr)
                found = True
        return found
