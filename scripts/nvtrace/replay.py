"""Repeats a CPU's accesses to a card on a model of it.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import collections
import subprocess
import tempfile

from .common import TraceError, opened
from .machine import Machine
from .mmiotrace import parse_access, parse_card
from .resubmit import resubmit

# Registers of BAR0 that tell the time, or what has happened by then: first
# and last address
TIMED = [
    (0x000100, 0x000103, 'PMC_INTR: what is pending'),
    (0x009000, 0x009fff, 'PTIMER'),
    (0x600100, 0x600103, 'PCRTC_INTR'), (0x602100, 0x602103, 'PCRTC_INTR'),
    (0x600808, 0x60080f, 'PCRTC: raster'),
    (0x602808, 0x60280f, 'PCRTC: raster'),
    (0x6013da, 0x6013da, 'VGA: raster'), (0x6033da, 0x6033da, 'VGA: raster'),
    (0x610020, 0x610027, 'PDISPLAY_INTR'),
    (0x616340, 0x616347, 'PDISPLAY: raster'),
    (0x616b40, 0x616b47, 'PDISPLAY: raster'),
]
WIDTHS = {1: 'b', 2: 'w', 4: 'l', 8: 'q'}


class Difference:
    """An address whose reads differ."""

    def __init__(self):
        self.reads = self.wrong = 0
        self.examples = []

    def count(self, access, model):
        self.reads += 1
        if model != access.value:
            self.wrong += 1
            if len(self.examples) < 3:
                self.examples.append((access.time, access.value, model))


class Replay:
    """Repeats the CPU's accesses, and compares its reads."""

    def __init__(self, machine, keep_time):
        self.machine = machine
        self.keep_time = keep_time
        self.places = machine.map_bars()
        self.card = None
        self.begin = None
        self.now = 0
        self.writes = self.outside = 0
        self.found = collections.defaultdict(Difference)

    def line(self, line):
        access = parse_access(line)
        if access:
            if self.card:
                self.access(access)
        else:
            self.card = parse_card(line) or self.card

    def tick(self, time):
        """The machine's time is the trace's."""
        self.begin = time if self.begin is None else self.begin
        now = int((time - self.begin) * 1e9)
        if self.keep_time and now > self.now:
            self.now = now
            self.machine.ask(f'clock_set {now}')

    def access(self, access):
        bar, offset = self.card.find(access.address)
        start, size = self.places.get(bar, (0, 0))
        if offset + access.size > size:
            self.outside += 1
            return
        self.tick(access.time)
        width = WIDTHS[access.size]
        if access.kind == 'W':
            self.writes += 1
            self.machine.ask(f'write{width} 0x{start + offset:x} '
                             f'0x{access.value:x}')
            return
        difference = self.found[bar, offset]
        self.machine.ask(f'read{width} 0x{start + offset:x}',
                         lambda value: difference.count(access, value))


def timed(bar, offset):
    """Why a register's value depends on the time, None if it doesn't."""
    return next((why for first, last, why in TIMED
                 if bar == 0 and first <= offset <= last), None)


def kind_of(bar, offset):
    if timed(bar, offset):
        return 'what depends on the time'
    if bar == 0 and not 0x700000 <= offset < 0x800000 and \
            not 0x300000 <= offset < 0x400000 and offset < 0x1000000:
        return 'registers'
    return 'memory'


def lookup_name(program, card, offset):
    """What the register database calls it."""
    said = subprocess.run([program, '-a', card, f'{offset:x}'], text=True,
                          capture_output=True, check=False).stdout
    return said.split()[0] if said.split() else ''


def join(items):
    """Addresses of memory that follow each other, as one with all reads."""
    joined = []
    for (bar, offset), item in items:
        last = joined[-1] if joined else None
        if last and last[0] == bar and offset <= last[2] + 8:
            last[2] = offset
            last[3].reads += item.reads
            last[3].wrong += item.wrong
        else:
            joined.append([bar, offset, offset, item])
    return joined


def report_memory(items, options):
    wrong = join([(key, item) for key, item in items if item.wrong])
    for bar, first, last, item in wrong[:options.most]:
        time, card, model = item.examples[0]
        print(f'  BAR{bar} 0x{first:06x} to 0x{last:06x} {item.wrong:6} of '
              f'{item.reads:6}  card 0x{card:08x} model 0x{model:08x}  '
              f'at {time:.6f} s')
    if len(wrong) > options.most:
        print(f'  ... and {len(wrong) - options.most} more')


def report_kind(kind, items, names, options):
    wrong = [(key, item) for key, item in items if item.wrong]
    print(f'\n{kind}: {sum(item.reads for _, item in items)} reads at '
          f'{len(items)} addresses; {sum(item.wrong for _, item in wrong)} '
          f'differ, at {len(wrong)}')
    if kind == 'memory':
        report_memory(items, options)
        return
    for (bar, offset), item in wrong[:options.most]:
        time, card, model = item.examples[0]
        name = names.get(offset, '') if bar == 0 else ''
        if options.lookup and bar == 0:
            name = lookup_name(options.lookup, options.card, offset) or name
        print(f'  BAR{bar} 0x{offset:06x} {timed(bar, offset) or name:32} '
              f'{item.wrong:6} of {item.reads:6}  card 0x{card:08x} '
              f'model 0x{model:08x}  first at {time:.6f} s')
    if len(wrong) > options.most:
        print(f'  ... and {len(wrong) - options.most} more')


def is_dump(name):
    """Whether a file has pushbuffers, by its first line."""
    if name == '-':
        return False
    with opened(name) as trace:
        return trace.readline().startswith('--')


def replay(options):
    """Each read that differs: the card's value, and the model's.

    The status is that of diff: 0 if no register differs, 1 if one does.
    """
    if is_dump(options.trace):
        return resubmit(options)
    with tempfile.TemporaryDirectory(prefix='nv-trace-') as directory:
        machine = Machine(options.qemu, options.card, options.property,
                          directory)
        try:
            run = Replay(machine, not options.no_time)
            with opened(options.trace) as trace:
                for line in trace:
                    run.line(line.rstrip('\n'))
            machine.settle()
            wrong = [offset for (bar, offset), item in run.found.items()
                     if bar == 0 and item.wrong and
                     kind_of(bar, offset) == 'registers']
            names = machine.names(sorted({offset & ~3 for offset in wrong}),
                                  run.places[0][0])
        finally:
            machine.close()
    if not run.card:
        raise TraceError(f'{options.trace} has no line PCIDEV of a card')
    names = {offset: names.get(offset & ~3, '') for offset in wrong}
    reads = sum(item.reads for item in run.found.values())
    print(f'{options.trace} of {run.card.pci_id:08x} on {options.card}-gpu: '
          f'{run.writes} writes, {reads} reads; {run.outside} accesses that '
          'the model has no place for')
    for kind in 'registers', 'what depends on the time', 'memory':
        items = sorted((key, item) for key, item in run.found.items()
                       if kind_of(*key) == kind)
        report_kind(kind, items, names, options)
    return 1 if wrong else 0
