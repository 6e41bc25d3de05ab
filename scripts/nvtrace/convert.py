"""QEMU's own traces in other tools' formats.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import re
import sys

from . import simple
from .common import kept
from .mmiotrace import MmiotraceWriter
from .pushdump import DumpWriter

# As the backend "log" writes them, with "-msg timestamp=on" and without
EVENT = re.compile(r'(?:\d+@(\d+\.\d+):)?(\w+) ?(.*)')
REGION = re.compile(r'cpu (-?\d+) mr \S+ addr (0x[0-9a-f]+) '
                    r'value (0x[0-9a-f]+) size (\d)')
MAPPING = re.compile(r'(\S+-gpu) ([0-9a-f]+):([0-9a-f]+)\.([0-9a-f]) (\d),'
                     r'(0x[0-9a-f]+)\+(0x[0-9a-f]+)')
CONFIG = re.compile(r'(\S+-gpu) \S+ @0x0 -> (0x[0-9a-f]+)')
REGISTER = re.compile(r'.* \[(0x[0-9a-f]+)\] (->|<-) (0x[0-9a-f]+)')
COMMAND = re.compile(r'channel (\d+) (0x[0-9a-f]+): (0x[0-9a-f]+)')
METHOD = re.compile(r'channel (\d+) subchannel (\d+) method (0x[0-9a-f]+) '
                    r'data (0x[0-9a-f]+)')
BIND = re.compile(r'channel (\d+) subchannel (\d+) class (0x[0-9a-f]+)')
ENTRY = re.compile(r'channel (\d+) entry (\d+): (0x[0-9a-f]+) words (\d+)')


def open_log(options):
    """The recorded trace as text, whichever backend has written it."""
    if simple.is_simple(options.log):
        return simple.as_log(options.log, options.build)
    return kept(options.log)


def events(log):
    """Time in seconds, name and arguments of each event."""
    first = None
    log.seek(0)
    for line in log:
        match = EVENT.match(line)
        if not match:
            continue
        time = float(match.group(1) or 0)
        first = time if first is None else first
        yield time - first, match.group(2), match.group(3)


def mmiotrace(options):
    """A recorded trace of QEMU's as one of mmiotrace."""
    with open_log(options) as log:
        write_mmiotrace(options, log)
    return 0


def write_mmiotrace(options, log):
    """The accesses in LOG."""
    writer = MmiotraceWriter(sys.stdout, options.pci_id)
    if options.registers:
        writer.place(0, options.bar0, 16 << 20)
    for time, name, args in events(log):
        if name.startswith('memory_region_ops_') and not options.registers:
            match = REGION.match(args)
            if match:
                writer.access(time, 'R' if name.endswith('read') else 'W',
                              int(match.group(4)), int(match.group(2), 16),
                              int(match.group(3), 16))
        elif name in ('nv_mmio_read', 'nv_mmio_write') and options.registers:
            match = REGISTER.match(args)
            if match:
                writer.access(time, 'R' if match.group(2) == '->' else 'W', 4,
                              options.bar0 + int(match.group(1), 16),
                              int(match.group(3), 16))
        elif name.startswith('pci_update_mappings_'):
            match = MAPPING.match(args)
            if match and not options.registers:
                bus, slot, function, bar = (int(word, 16) for word
                                            in match.groups()[1:5])
                writer.slot = f'{bus:02x}{slot << 3 | function:02x}'
                found = [int(word, 16) for word in match.groups()[5:]]
                writer.place(bar, *(found if name.endswith('add') else (0, 0)))
        elif name == 'pci_cfg_read':
            match = CONFIG.match(args)
            if match and not options.pci_id & 0xffff:
                number = int(match.group(2), 16)
                writer.pci_id = (number & 0xffff) << 16 | number >> 16


def pushdump(options):
    """A recorded trace of QEMU's as mmt's text."""
    with open_log(options) as log:
        write_pushdump(options, log)
    return 0


def write_pushdump(options, log):
    """The pushbuffers in LOG."""
    # Objects first: otherwise bindings are known too late.
    writer = DumpWriter(sys.stdout, options.fermi)
    for _, name, args in events(log):
        if name == 'nv_pfifo_method':
            match = METHOD.match(args)
            if match and int(match.group(3), 16) == 0:
                writer.handles[int(match.group(1)), int(match.group(2))] = \
                    int(match.group(4), 16)
        elif name == 'nv_pgraph_bind':
            match = BIND.match(args)
            if match:
                writer.bind(int(match.group(1)), int(match.group(2)),
                            int(match.group(3), 16))
    for _, name, args in events(log):
        if name == 'nv_pfifo_command':
            match = COMMAND.match(args)
            if match:
                writer.command(int(match.group(1)), int(match.group(3), 16))
        elif name == 'nv_pfifo_method':
            match = METHOD.match(args)
            if match:
                writer.method(*(int(word, 0) for word in match.groups()))
        elif name == 'nv_pfifo_ib_entry':
            match = ENTRY.match(args)
            if match:
                channel, entry, address, words = match.groups()
                writer.out.write(f'--0000-- entry {channel}:{entry} at '
                                 f'{address} bytes {int(words) * 4}\n')
    writer.end()
