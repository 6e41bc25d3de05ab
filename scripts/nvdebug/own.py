"""The emulator's own names for what it models.

Registers, classes and methods are in a card's property "names"; registers'
fields and PFIFO's methods are in the headers of the source beside this script.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import re
from pathlib import Path

from .chipsets import since

TOP = Path(__file__).resolve().parents[2]
REGISTER_HEADERS = 'include/hw/nv/*regs*.h'

# Rows of methods that aren't named
NAMELESS = ('STATE', 'MISSING', 'ANY', '?')

# What is an engine's own microcode, or the driver's: classes beyond PGRAPH,
# with the first chip that has them, and the first that doesn't any more
CLASSES = {
    0x006e: ('SW', 'NV4', 'G80'), 0x016e: ('SW', 'NV10', 'G80'),
    0x506e: ('SW', 'G80', 'GF100'), 0x906e: ('SW', 'GF100', 'GK104'),
    0x0002: ('DMA_FROM_MEMORY', 'NV1', 'GF100'),
    0x0003: ('DMA_TO_MEMORY', 'NV1', 'GF100'),
    0x003d: ('DMA_IN_MEMORY', 'NV1', 'GF100'),
    0x3174: ('NV31_MPEG', 'NV31', 'G84'), 0x8274: ('G84_MPEG', 'G84', 'GF100'),
    0x74c1: ('G84_CIPHER', 'G84', 'GF100'),
    0x85b5: ('GT215_COPY', 'GT215', 'GF100'),
    0x90b5: ('GF100_COPY', 'GF100', 'GK104'),
    0x90b8: ('GF100_COPY_DECOMPRESS', 'GF100', 'GK104'),
}


def other_classes(chip):
    """Those of them that a chip has: number -> name."""
    return {number: name for number, (name, first, end) in CLASSES.items()
            if since(chip, first) and not since(chip, end)}


def plain(name):
    """A register's name as it is compared: PFIFO_INTR for NV50_PFIFO.INTR."""
    name = re.sub(r'\[[^]]*\]', '', name.upper()).replace('.', '_')
    return re.sub(r'^NV[0-9A-F]{0,2}_', '', name)


class Model:
    """A card's property "names"."""

    def __init__(self, text):
        # Address -> (name, index or None), and plain name -> places
        self.registers = {}
        self.units = {}
        self.places = {}
        self.classes = {}
        self.methods = {}
        # Bit per method below 0x100 that PFIFO executes
        self.host = ~0
        for line in text.splitlines():
            kind, *words = line.split()
            getattr(self, f'_take_{kind}', lambda *words: None)(*words)

    def _take_register(self, unit, name, address, first=None, count=1,
                       stride=4):
        base = int(address, 16)
        length = int(count)
        for index in range(length):
            at = base + index * int(stride)
            number = None if first is None else int(first) + index
            self.registers[at] = (name, number)
            self.units[at] = unit
        dims = () if first is None else ((length, int(stride)),)
        self.places.setdefault(plain(name), []).append((base, dims))

    def _take_class(self, number, name):
        self.classes[int(number, 16)] = None if name == '-' else name

    def _take_host(self, methods):
        self.host = int(methods, 16)

    def _take_method(self, number, name, first, count, stride):
        if name in NAMELESS:
            return
        known = self.methods.setdefault(int(number, 16), {})
        for index in range(int(count)):
            known.setdefault(int(first, 16) + index * int(stride),
                             name if int(count) == 1 else f'{name}[{index}]')


def read_fields(top=TOP):
    """The fields of registers: name -> [(field, low, width)]."""
    fields = {}
    for file in sorted(top.glob(REGISTER_HEADERS)):
        for register, name, low, width in re.findall(
                r'^\s*FIELD\((\w+),\s*(\w+),\s*(\d+),\s*(\d+)\)',
                file.read_text('utf-8'), re.MULTILINE):
            fields.setdefault(register, []).append((name, int(low),
                                                    int(width)))
    return fields


def read_host_methods(chip, top=TOP):
    """PFIFO's own methods, from 0 to 0xfc."""
    file, prefix = ('hw/nv/fifo/method.h', 'NV_MTHD_')
    methods = {}
    if since(chip, 'GF100'):
        file, prefix = ('hw/nv/fifo/pbdma/pbdma.h', 'NVC0_MTHD_')
        methods[0] = 'OBJECT'
    if (top / file).is_file():
        for name, number in re.findall(
                rf'^#define {prefix}(\w+) 0x(00[0-9a-f]{{2}})$',
                (top / file).read_text('utf-8'), re.MULTILINE):
            methods[int(number, 16)] = name
    return methods


def read_value(fields, value):
    """A register's value by its fields."""
    said, seen = [], 0
    for name, low, width in fields:
        mask = (1 << width) - 1
        # Generations have fields at one place: the first has the say
        if seen & mask << low:
            continue
        seen |= mask << low
        part = value >> low & mask
        if width == 1:
            said += [name] if part else []
        else:
            said.append(f'{name}=0x{part:x}')
    if value & ~seen:
        said.append(f'0x{value & ~seen:x}')
    return '{' + ' '.join(said) + '}' if said else '0'
