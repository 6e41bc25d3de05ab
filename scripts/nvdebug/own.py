"""The emulator's own names for what it models.

Registers, classes and methods are what a card returns for x-query-nv-names;
registers' fields and PFIFO's methods are in the headers of the source beside this script.

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
    0xa0b5: ('GK104_COPY', 'GK104', 'GM107'),
    0xb0b5: ('GM107_COPY', 'GM107', 'GM204'),
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
    """What a card returns for x-query-nv-names; None: nothing."""

    def __init__(self, known):
        # Address -> (name, index or None), and plain name -> places
        self.registers = {}
        self.units = {}
        self.places = {}
        self.classes = {}
        self.methods = {}
        # Bit per method below 0x100 that PFIFO executes
        self.host = ~0
        if known:
            self.host = known['host-methods']
            self.classes = {one['class']: one.get('name')
                            for one in known['classes']}
            for one in known['registers']:
                self._take_register(one)
            for one in known['methods']:
                self._take_method(one)

    def _take_register(self, one):
        name, array = one['name'], one.get('array')
        length, stride = ((array['count'], array['stride']) if array
                          else (1, 4))
        for index in range(length):
            at = one['address'] + index * stride
            self.registers[at] = (name,
                                  array and array['first'] + index)
            self.units[at] = one['unit']
        dims = ((length, stride),) if array else ()
        self.places.setdefault(plain(name), []).append((one['address'], dims))

    def _take_method(self, one):
        name, count = one['name'], one['count']
        if name in NAMELESS:
            return
        known = self.methods.setdefault(one['class'], {})
        for index in range(count):
            known.setdefault(one['method'] + index * one['stride'],
                             name if count == 1 else f'{name}[{index}]')


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
