"""A channel of a model's, as a driver would make it: what all kinds share.

Each machine has one channel, and the card does no other work: contexts needn't
be saved, and semaphores that the channel waits for are released for it.

SPDX-License-Identifier: GPL-2.0-or-later
"""

from nvdebug.chipsets import chip_of, since

from .common import TraceError

# Where the guest's memory has a pushbuffer: behind what firmware uses
RAM = 16 << 20
PUSH_SIZE = 1 << 20

# Classes of DMA objects
READ, WRITE, READ_WRITE = DMA_CLASSES = 0x02, 0x03, 0x3d
ENGINE_SOFTWARE, ENGINE_GRAPH, ENGINE_MPEG = 0, 1, 2
MPEG_CLASSES = 0x3174, 0x8274

PMC_INTR_EN, PMC_ENABLE = 0x140, 0x200
PMC_ENABLE_PFIFO = 0x100
PFIFO_INTR, PFIFO_INTR_EN = 0x2100, 0x2140
PFIFO_CACHES = 0x2500

def window(room, most):
    """The largest power of two that there is room for."""
    return min(most, 1 << room.bit_length() - 1)



class Channel:
    """The only channel of a card; each family adds these:

    make()      brings up the card and the channel
    define()    a handle's object from now on: its class, and whether only
                software executes its methods
    submit()    executes whole commands, MOST words at most
    recover()   what a driver does about an error; whether there was one
    """

    MOST = 0x4000

    def __init__(self, machine, card, chid):
        self.machine = machine
        self.chid = chid
        self.chip = chip_of(card)
        self.places = machine.map_bars()

    def vram(self):
        """How much video memory there is, as BAR1 shows it."""
        return self.places[1][1]

    def since(self, first):
        """Whether the card is of a generation or a later one."""
        return since(self.chip, first)

    # Registers and memory

    def read(self, reg):
        return self.machine.value(f'readl 0x{self.places[0][0] + reg:x}')

    def write(self, reg, value):
        self.machine.ask(f'writel 0x{self.places[0][0] + reg:x} '
                         f'0x{value & 0xffffffff:x}')

    def mask(self, reg, mask, value):
        self.write(reg, self.read(reg) & ~mask | value)

    def store(self, address, words):
        """Words at an address of the machine's."""
        data = b''.join(word.to_bytes(4, 'little') for word in words)
        for at in range(0, len(data), 4096):
            piece = data[at:at + 4096]
            self.machine.ask(f'write 0x{address + at:x} {len(piece)} '
                             f'0x{piece.hex()}')

    def clear(self, address, size):
        self.machine.ask(f'memset 0x{address:x} {size} 0')

    def reset_pfifo(self):
        self.mask(PMC_ENABLE, PMC_ENABLE_PFIFO, 0)
        self.mask(PMC_ENABLE, PMC_ENABLE_PFIFO, PMC_ENABLE_PFIFO)

    # What a family may override

    def semaphores_in(self, handle):
        """They are in this DMA object from now on."""

    def space_of_channel(self):
        """The channel's own addresses, as the debugger's commands have it."""
        return {'kind': 'channel', 'channel': self.chid}

    def space(self):
        """What semaphores are in."""
        return self.space_of_channel()

    def executes(self, handle):
        """Whether an object's engine can work without a driver's program."""
        return handle is not None

    # What it does

    def debug(self, command, **arguments):
        return self.machine.qmp.execute(
            command, path='/machine/peripheral/gpu', **arguments)

    def waits_for(self):
        """What the channel is waiting for: an NvWait."""
        self.machine.settle()
        channel = self.debug('x-query-nv-channel', channel=self.chid)
        if channel['state'] == 'off':
            raise TraceError(f'channel {self.chid} is off')
        return channel['wait']

    def give(self, wait):
        """Release the semaphore that it waits for, if any."""
        if wait['kind'] != 'semaphore' or \
                wait.get('is') in (None, wait['value']):
            return False
        self.debug('x-nv-write-memory', space=self.space(),
                   address=wait['address'], words=[wait['value']])
        return True
