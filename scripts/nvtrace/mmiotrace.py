"""The format of Linux' mmiotrace, as the card's property of that name writes it.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import collections
import re

VENDORS = 0x10de, 0x12d2


class Card:
    """A line PCIDEV: what it is, and where its BARs are."""

    def __init__(self, words):
        numbers = [int(word, 16) for word in words]
        self.pci_id = numbers[1]
        self.bars = [(address & ~0xf, size) for address, size
                     in zip(numbers[3:9], numbers[10:16])]

    def find(self, address):
        """The BAR that an address is in, and where in it."""
        for bar, (start, size) in enumerate(self.bars):
            if size and start and start <= address < start + size:
                return bar, address - start
        return None, 0

PCIDEV = re.compile(r'PCIDEV [0-9a-f]{4} [0-9a-f]{8} [0-9a-f]+'
                    r'(?: [0-9a-f]+){14} \S*$')
ACCESS = re.compile(r'([RW]) ([1248]) (\d+\.\d{6}) (\d+) 0x([0-9a-f]+) '
                    r'0x([0-9a-f]+) 0x[0-9a-f]+ \d+$')
# What else Linux prints: kernel/trace/trace_mmiotrace.c
OTHERS = re.compile(
    r'VERSION 20070824$|'
    r'MAP \d+\.\d{6} \d+ 0x[0-9a-f]+ 0x[0-9a-f]+ 0x[0-9a-f]+ 0x[0-9a-f]+ \d+$|'
    r'UNMAP \d+\.\d{6} \d+ 0x[0-9a-f]+ \d+$|'
    r'UNKNOWN \d+\.\d{6} -?\d+ 0x[0-9a-f]+ [0-9a-f]+,[0-9a-f]+,[0-9a-f]+ '
    r'0x[0-9a-f]+ \d+$|'
    r'MARK \d+\.\d{6} .*$|#')

Access = collections.namedtuple('Access', 'kind size time map address value')


def parse_access(line):
    match = ACCESS.match(line)
    if not match:
        return None
    kind, size, time, number, address, value = match.groups()
    return Access(kind, int(size), float(time), int(number),
                  int(address, 16), int(value, 16))


def parse_card(line):
    """The card of a line PCIDEV, None if it is another device's."""
    if not PCIDEV.match(line):
        return None
    card = Card(line.split()[1:18])
    return card if card.pci_id >> 16 in VENDORS else None
