"""A channel of NV04 to NV44: RAMHT, RAMFC and objects in instance memory.

Source: nouveau, nvkm/engine/fifo/nv04.c to nv40.c, nvkm/engine/gr/nv04.c to
nv40.c, nvkm/subdev/instmem/nv04.c, nv40.c.

SPDX-License-Identifier: GPL-2.0-or-later
"""

from collections import namedtuple

from .channel import (DMA_CLASSES, ENGINE_GRAPH, ENGINE_MPEG, ENGINE_SOFTWARE,
                      MPEG_CLASSES, PFIFO_CACHES, PFIFO_INTR, PFIFO_INTR_EN,
                      PMC_ENABLE, PMC_INTR_EN, PUSH_SIZE, RAM, READ, WRITE,
                      Channel)

PRAMIN = 0x700000
RAMHT, RAMHT_BITS = 0x10000, 12
CONTEXT, CONTEXT_TABLE = 0xc0000, 0xe0000
# A page table of one entry: present, linear
DMA_LINEAR, DMA_PCI = 0x3000, 0x20000
DMA_READ_ONLY, DMA_WRITE_ONLY = 0x4000, 0x8000
SOFTWARE_INSTANCE = 0x40

CACHE1_PUSH0, CACHE1_PUSH1, CACHE1_PULL0 = 0x3200, 0x3204, 0x3250
CACHE1_DMA_PUSH, CACHE1_DMA_STATE = 0x3220, 0x3228
CACHE1_DMA_PUT, CACHE1_DMA_GET = 0x3240, 0x3244
CACHE1_HASH, CACHE1_GET, CACHE1_ENGINE = 0x3258, 0x3270, 0x3280
CACHE1_SEMAPHORE_INTR = 0x100000
INTR_CACHE_ERROR, INTR_PUSHER = 0x1, 0x1000
PULL0_SOFTWARE = 0x100

PGRAPH_INTR, PGRAPH_FIFO = 0x400100, 0x400720

# What a jump to an address in bytes is
JUMP = 0x20000000

Ramfc = namedtuple('Ramfc', 'address stride inst fetch flags')
RAMFC = {
    'NV40': Ramfc(0x20000, 0x80, 0x0c, 0x18, 0x30000000),
    'NV1A': Ramfc(0x18000, 0x40, 0x0c, 0x14, 0),
    'NV10': Ramfc(0x18000, 0x20, 0x0c, 0x14, 0),
    'NV4': Ramfc(0x18000, 0x20, 0x08, 0x10, 0),
}
RAMFC_TIMESLICE, RAMFC_CONTEXT = 0x3c, 0x38
FETCH = 0x00086078


class Nv04Channel(Channel):
    """A channel of NV04 to NV44."""

    def __init__(self, machine, card, chid):
        super().__init__(machine, card, chid)
        self.nv40 = self.since('NV40')
        self.ramfc = next(row for first, row in RAMFC.items()
                          if self.since(first))
        self.channels = 32 if self.since('NV10') else 16
        self.heap = 0x40000 if self.nv40 else 0x18a00
        self.at = 0
        self.slots = {}
        self.dma = {}
        self.semaphores = None

    def inst(self, address, *words):
        self.store(self.places[0][0] + PRAMIN + address, words)

    def new(self, *words):
        """An object's instance."""
        address = self.heap
        self.inst(address, *words)
        self.heap += max(16, len(words) * 4)
        return address

    def make(self):
        self.write(PMC_ENABLE, 0xffffffff)
        self.write(PMC_INTR_EN, 1)
        self.clear(self.places[0][0] + PRAMIN + RAMHT, self.heap - RAMHT)
        self.make_pfifo()
        self.make_pgraph()
        self.make_channel()

    def make_pfifo(self):
        self.reset_pfifo()
        self.write(0x2040, 0xff)
        self.write(0x2044, 0x0101ffff)
        self.write(0x2210, 3 << 24 | (RAMHT_BITS - 9) << 16 | RAMHT >> 8)
        self.write(0x2218, (0x18000 if self.nv40 else 0x18800) >> 8)
        if self.nv40:
            address = self.ramfc.address
            if self.since('NV44'):
                # There it is an address in video memory, whose end this is.
                address += self.vram() - (512 << 10)
            self.write(0x2220, 0x30000 | address >> 16)
        else:
            self.write(0x2214, self.ramfc.address >> 8 |
                       (self.ramfc.stride == 0x40) << 16)
        self.write(CACHE1_PUSH1, self.channels - 1)
        self.write(PFIFO_INTR, 0xffffffff)
        self.write(PFIFO_INTR_EN, 0xffffffff)
        self.write(CACHE1_PUSH0, 1)
        self.write(CACHE1_PULL0, 1)
        self.write(PFIFO_CACHES, 1)

    # PGRAPH, which has the channel's context already

    def make_pgraph(self):
        self.write(PGRAPH_INTR, 0xffffffff)
        self.write(0x40013c if self.nv40 else 0x400140, 0xffffffff)
        self.write(0x400080, 0xffffffff)
        self.write(0x400080, 0)
        if self.nv40:
            self.write(0x400084, 0x401287c0)
            self.write(0x40008c, 0xe0de8055)
            self.write(0x400090, 0x8000)
            self.inst(CONTEXT, CONTEXT >> 4)
            self.write(0x40032c, 0x01000000 | CONTEXT >> 4)
        elif self.since('NV10'):
            self.make_nv10_pgraph()
        else:
            self.make_nv04_pgraph()
        self.write(PGRAPH_FIFO, 1)

    def make_nv04_pgraph(self):
        self.write(0x400080, 0x1231c000)
        self.write(0x400084, 0x72111100)
        self.write(0x400088, 0x11d5f071)
        self.write(0x40008c, 0xf0d4ff31)
        self.write(0x400710, 0xffffffff)
        self.write(0x400170, 0x10010100)
        self.mask(0x400174, 0xff000000, self.chid << 24)

    def make_nv10_pgraph(self):
        self.write(0x400084, 0x00118700)
        self.write(0x400088, 0x25f92ad9)
        self.write(0x40008c, 0xf5de0830 if not self.since('NV20')
                   else 0xf5de0834)
        self.write(0x400090, 0)
        self.write(0x400714, 0xffffffff)
        self.write(0x400764, 0x08000000)
        if self.since('NV20'):
            user = 0x28 if self.since('NV25') else 0
            self.inst(CONTEXT + user, 1 | self.chid << 24)
            self.inst(CONTEXT_TABLE + self.chid * 4, CONTEXT >> 4)
            self.write(0x400780, CONTEXT_TABLE >> 4)
        self.write(0x400144, 0x10010100)
        self.mask(0x400148, 0xff000000, self.chid << 24)

    # Objects

    def define(self, handle, class_, software):
        if software:
            self.name(handle, ENGINE_SOFTWARE, SOFTWARE_INSTANCE)
        elif class_ in DMA_CLASSES:
            self.dma[handle] = self.dma_object(class_, 0, 0, self.vram() - 1)
            self.name(handle, ENGINE_SOFTWARE, self.dma[handle])
        else:
            self.name(handle, ENGINE_MPEG if class_ in MPEG_CLASSES
                      else ENGINE_GRAPH, self.new(class_, 0, 0, 0))

    def dma_object(self, class_, target, base, limit):
        access = {READ: DMA_READ_ONLY, WRITE: DMA_WRITE_ONLY}.get(class_, 0)
        return self.new(class_ | target | access | DMA_LINEAR, limit, base | 2,
                        base | 2)

    def name(self, handle, engine, instance):
        """A handle in RAMHT."""
        mask = (1 << RAMHT_BITS) - 1
        slot, rest = self.chid << RAMHT_BITS - 4, handle
        while rest:
            slot ^= rest & mask
            rest >>= RAMHT_BITS
        slot &= mask
        while self.slots.setdefault(slot, handle) != handle:
            slot = slot + 1 & mask
        where = (self.chid << 23 | engine << 20 if self.nv40 else
                 0x80000000 | self.chid << 24 | engine << 16)
        self.inst(RAMHT + slot * 8, handle, where | instance >> 4)

    # The channel

    def make_channel(self):
        row, chid = self.ramfc, self.chid
        state = row.address + chid * row.stride
        push = self.dma_object(0x3d, DMA_PCI, RAM, PUSH_SIZE - 1)
        self.clear(self.places[0][0] + PRAMIN + state, row.stride)
        self.inst(state + row.inst, push >> 4)
        self.inst(state + row.fetch, FETCH | row.flags)
        if self.nv40:
            self.inst(state + RAMFC_TIMESLICE, 0x0001ffff)
            self.inst(state + RAMFC_CONTEXT, CONTEXT >> 4)
        self.mask(0x2504, 1 << chid, 1 << chid)

    def submit(self, words):
        if self.at + len(words) * 4 + 4 > PUSH_SIZE:
            self.store(RAM + self.at, [JUMP])
            self.at = 0
        self.store(RAM + self.at, words)
        self.at += len(words) * 4
        self.write(self.user() + 0x40, self.at)

    def user(self):
        """Where BAR0 has its control area."""
        return (0xc00000 + self.chid * 0x1000 if self.nv40 else
                0x800000 + self.chid * 0x10000)

    def semaphores_in(self, handle):
        self.semaphores = handle
        if handle in self.dma:
            # For these it has to be one that can only be written, of a class
            # for reading.
            self.inst(self.dma[handle], READ | DMA_WRITE_ONLY | DMA_LINEAR)

    def space(self):
        return {'kind': 'object', 'handle': self.semaphores}

    # Errors

    def recover(self):
        graph, fifo = self.recover_pgraph(), self.read(PFIFO_INTR)
        if fifo:
            self.write(PFIFO_CACHES, 0)
            self.write(PFIFO_INTR, fifo)
            if fifo & INTR_CACHE_ERROR:
                self.leave_out()
            if fifo & INTR_PUSHER:
                self.leave_command()
            if fifo & CACHE1_SEMAPHORE_INTR:
                self.write(CACHE1_GET, self.read(CACHE1_GET) + 4)
                self.write(CACHE1_PULL0, 1)
            self.write(PFIFO_CACHES, 1)
        return bool(graph or fifo)

    def recover_pgraph(self):
        intr = self.read(PGRAPH_INTR)
        if intr:
            self.write(PGRAPH_INTR, intr)
            self.write(PGRAPH_FIFO, 1)
        return intr

    def leave_out(self):
        """The method at GET: nv04_fifo_intr_cache_error()."""
        get = self.read(CACHE1_GET)
        slot = (0x90000 if self.nv40 else 0x3800) + (get & 0x7ff) * 2
        method = self.read(slot)
        if self.read(CACHE1_PULL0) & PULL0_SOFTWARE and not method & 0x1ffc:
            self.mask(CACHE1_ENGINE, 0xf << (method >> 13 & 7) * 4, 0)
        self.write(CACHE1_DMA_PUSH, 0)
        self.mask(CACHE1_PUSH0, 1, 0)
        self.write(CACHE1_GET, get + 4)
        self.mask(CACHE1_PUSH0, 1, 1)
        self.write(CACHE1_HASH, 0)
        self.mask(CACHE1_DMA_PUSH, 1, 1)
        self.write(CACHE1_PULL0, 1)

    def leave_command(self):
        """What is left of the pushbuffer: nv04_fifo_intr_dma_pusher()."""
        self.write(CACHE1_DMA_GET, self.read(CACHE1_DMA_PUT))
        self.write(CACHE1_DMA_STATE, 0)
        self.write(CACHE1_DMA_PUSH, 1)
