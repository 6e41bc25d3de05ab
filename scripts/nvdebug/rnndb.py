"""envytools' register database, read where the user has it.

Its format is described in its own rules-ng-ng.txt. What is kept here are the
elements of the files as they are; a look-up walks them for one chip and, where
it is about methods, one class.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import re
import struct
from pathlib import Path
from xml.etree import ElementTree

from . import chipsets

ROOT = 'root.xml'
# This file is made when envytools is built; the order of chips is known here
MADE = 'nvchipsets.xml'

TOP_LEVEL = ('domain', 'group', 'bitset', 'enum', 'spectype')
REGISTERS = {'reg8': 8, 'reg16': 16, 'reg32': 32, 'reg64': 64}
# A stripe without a length goes on without end
ENDLESS = 1 << 16


class RnndbError(Exception):
    """The database can't be read."""


def kind_of(element):
    """An element's tag without the namespace."""
    return element.tag.rpartition('}')[2] if isinstance(element.tag, str) \
        else ''


def number(element, name, default=0):
    """An attribute that is a number."""
    text = element.get(name)
    return default if text is None else int(text, 0)


class Database:
    """The contents of all files."""

    def __init__(self, root, first=ROOT):
        self.root = Path(root)
        # By kind and name, all elements that have it: they are one
        self.known = {kind: {} for kind in TOP_LEVEL}
        self.missing = []
        self._files = set()
        self._read(first)
        if 'chipset' not in self.known['enum']:
            self.known['enum']['chipset'] = [_chipset_enum()]

    def _read(self, name):
        if name in self._files:
            return
        self._files.add(name)
        try:
            tree = ElementTree.parse(self.root / name)
        except OSError as error:
            if name == ROOT:
                raise RnndbError(f'{self.root / name}: '
                                 f'{error.strerror}') from None
            if name != MADE:
                self.missing.append(name)
            return
        except ElementTree.ParseError as error:
            raise RnndbError(f'{self.root / name}: {error}') from None
        # Elements of the top level may lie anywhere, which means nothing
        for element in tree.iter():
            kind = kind_of(element)
            if kind == 'import':
                self._read(element.get('file'))
            elif kind in TOP_LEVEL and element.get('name'):
                self.known[kind].setdefault(element.get('name'),
                                            []).append(element)

    def children(self, kind, name):
        """What the elements of a kind and name contain."""
        for element in self.known[kind].get(name, ()):
            yield from element

    def first(self, kind, name):
        """One of them, for its attributes; None if there is none."""
        found = self.known[kind].get(name)
        return found[0] if found else None

    def has(self, kind, name):
        """Whether there is such an element."""
        return name in self.known[kind]

    def values(self, enum):
        """The names of an enumeration's values, in order."""
        return [value.get('name') for value in self.children('enum', enum)
                if kind_of(value) == 'value']


def _chipset_enum():
    enum = ElementTree.Element('enum', name='chipset')
    for name in chipsets.NAMES:
        ElementTree.SubElement(enum, 'value', name=name)
    return enum


class Place:
    """What was found at an address: a name, and how to read its value."""

    def __init__(self, name, element=None, width=32, varset=None):
        self.name = name
        self.element = element
        self.width = width
        self.varset = varset

    def __bool__(self):
        return self.element is not None


class View:
    """The database for one chip, and for one class of objects if there is one.

    VARIANTS: which value of an enumeration that distinguishes variants holds,
    as {'chipset': 'G84', 'obj-class': 'G80_M2MF'}. What depends on another one
    is taken to be there.
    """

    def __init__(self, database, variants):
        self.database = database
        self.variants = variants
        self._there = {}
        self._orders = {}
        self._registers = {}

    # Variants

    def _order(self, varset):
        if varset not in self._orders:
            order = {}
            for index, name in enumerate(self.database.values(varset)):
                order.setdefault(name, index)
            self._orders[varset] = order
        return self._orders[varset]

    def _is_there(self, element, varset):
        """Whether there is an element in this view, and its children's varset.

        With a prefix and a varset, the varset is about the element only.
        """
        mine = element.get('varset') or element.get('prefix') or varset
        inner = element.get('prefix') or element.get('varset') or varset
        wanted = element.get('variants')
        if wanted is None or mine not in self.variants:
            return True, inner
        key = (mine, wanted)
        if key not in self._there:
            self._there[key] = self._matches(mine, wanted)
        return self._there[key], inner

    def _matches(self, varset, wanted):
        order = self._order(varset)
        mine = order.get(self.variants[varset])
        if mine is None:
            return False
        return any(self._in_range(order, mine, part)
                   for part in wanted.split())

    @staticmethod
    def _in_range(order, mine, part):
        match = re.fullmatch(r'([^:-]*)([:-]?)([^:-]*)', part)
        if not match:
            return False
        first, dash, last = match.groups()
        if not dash:
            return order.get(first) == mine
        low = order.get(first, -1) if first else 0
        high = order.get(last, -1) if last else len(order)
        if low < 0 or high < 0:
            return False
        return low <= mine and (mine < high + (dash == '-') if last else True)

    # Addresses to names

    def find(self, domain, address):
        """The register or method at an address of a domain."""
        top = self.database.first('domain', domain)
        if top is None:
            return Place('')
        size = number(top, 'width', 8)
        for element in self.database.known['domain'][domain]:
            there, varset = self._is_there(element, None)
            if there:
                place = self._find_in(element, address, size, varset, ())
                if place:
                    return place
        return Place('')

    def _find_in(self, parent, address, cell, varset, indices):
        for element in parent:
            kind = kind_of(element)
            if kind not in REGISTERS and kind not in ('stripe', 'array',
                                                      'use-group'):
                continue
            there, inner = self._is_there(element, varset)
            if not there:
                continue
            if kind in REGISTERS:
                place = self._try_register(element, REGISTERS[kind], address,
                                           cell, inner, indices)
            elif kind == 'use-group':
                place = self._find_in_group(element, address, cell, inner,
                                            indices)
            else:
                place = self._find_in_block(element, kind, address, cell,
                                            inner, indices)
            if place:
                return place
        return None

    def _find_in_group(self, element, address, cell, varset, indices):
        for group in self.database.known['group'].get(
                element.get('name') or element.get('ref'), ()):
            place = self._find_in(group, address, cell, varset, indices)
            if place:
                return place
        return None

    def _try_register(self, element, width, address, cell, varset, indices):
        size = width // cell or 1
        offset = address - number(element, 'offset')
        length = number(element, 'length', 1)
        stride = number(element, 'stride', size) or size
        index, inside = divmod(offset, stride)
        if offset < 0 or inside or (length and index >= length):
            return None
        if length != 1:
            indices = (*indices, index)
        return Place(element.get('name') + _indices(indices), element, width,
                     varset)

    def _find_in_block(self, element, kind, address, cell, varset, indices):
        offset = address - number(element, 'offset')
        length = number(element, 'length', 1) or ENDLESS
        stride = number(element, 'stride')
        name = element.get('name')
        if offset < 0:
            return None
        if kind == 'array' and stride:
            tries = [offset // stride] if offset // stride < length else []
        else:
            tries = range(min(length, offset // stride + 1) if stride else 1)
        for index in tries:
            mine = (*indices, index) if length != 1 else indices
            place = self._find_in(element, offset - index * stride, cell,
                                  varset, () if name else mine)
            if place:
                if name:
                    place.name = f'{name}{_indices(mine)}.{place.name}'
                return place
        return None

    # Names to addresses

    def registers(self, domain):
        """All names of a domain with their address and their dimensions.

        Names are in capitals with "_" for each "."; dimensions are pairs of
        length and stride.
        """
        if domain not in self._registers:
            found = {}
            size = number(self.database.first('domain', domain), 'width', 8) \
                if self.database.has('domain', domain) else 8
            for element in self.database.known['domain'].get(domain, ()):
                there, varset = self._is_there(element, None)
                if there:
                    self._collect(element, '', 0, (), size, varset, found)
            self._registers[domain] = found
        return self._registers[domain]

    def _collect(self, parent, before, base, dims, cell, varset, found):
        for element in parent:
            kind = kind_of(element)
            if kind not in REGISTERS and kind not in ('stripe', 'array',
                                                      'use-group'):
                continue
            there, inner = self._is_there(element, varset)
            if not there:
                continue
            if kind == 'use-group':
                for group in self.database.known['group'].get(
                        element.get('name') or element.get('ref'), ()):
                    self._collect(group, before, base, dims, cell, inner,
                                  found)
                continue
            at = base + number(element, 'offset')
            length = number(element, 'length', 1)
            stride = number(element, 'stride')
            name = element.get('name') or ''
            if kind in REGISTERS:
                stride = stride or REGISTERS[kind] // cell or 1
            mine = dims if length == 1 else (*dims, (length or ENDLESS,
                                                     stride))
            if kind in REGISTERS:
                found.setdefault(before + name.upper(), (at, mine))
            else:
                self._collect(element, before + (name.upper() + '_' if name
                                                 else ''),
                              at, mine, cell, inner, found)

    # Values

    def read(self, place, value):
        """A value as the place's type has it."""
        return self._value(place.element, value, place.width, place.varset)

    def _value(self, element, value, width, varset):
        shifted = (value << number(element, 'shr')) + number(element, 'add')
        kind = element.get('type')
        inner = element.get('varset') or varset
        children = list(element)
        if kind in (None, 'bitset', 'enum'):
            if any(kind_of(child) == 'bitfield' for child in children):
                return self._bits(children, value, inner)
            if any(kind_of(child) == 'value' for child in children):
                return self._named(children, shifted, inner)
            if width == 1:
                return str(shifted)
            return f'0x{shifted:x}'
        return self._typed(kind, shifted, width, inner, element)

    def _typed(self, kind, value, width, varset, element):
        if self.database.has('enum', kind):
            return self._named(self.database.children('enum', kind), value,
                               self._varset('enum', kind, varset))
        if self.database.has('bitset', kind):
            return self._bits(self.database.children('bitset', kind), value,
                              self._varset('bitset', kind, varset))
        special = self.database.first('spectype', kind)
        if special is not None:
            return self._value(special, value, width, varset)
        return _builtin(kind, value, width, number(element, 'radix'))

    def _varset(self, kind, name, outer):
        element = self.database.first(kind, name)
        return element.get('varset') or element.get('prefix') or outer

    def _named(self, values, value, varset):
        for element in values:
            if kind_of(element) == 'value' and element.get('value') and \
                    number(element, 'value') == value and \
                    self._is_there(element, varset)[0]:
                return element.get('name')
        return f'0x{value:x}'

    def _bits(self, fields, value, varset):
        said, seen = [], 0
        for element in fields:
            if kind_of(element) != 'bitfield' or \
                    not self._is_there(element, varset)[0]:
                continue
            low = number(element, 'pos', number(element, 'low'))
            high = number(element, 'pos', number(element, 'high'))
            mask = (1 << (high - low + 1)) - 1
            seen |= mask << low
            part = (value >> low) & mask
            if low == high and element.get('type') in (None, 'boolean') and \
                    not any(kind_of(child) == 'value' for child in element):
                if part:
                    said.append(element.get('name'))
                continue
            said.append(f'{element.get("name")}='
                        + self._value(element, part, high - low + 1, varset))
        rest = value & ~seen
        if rest:
            said.append(f'0x{rest:x}')
        return '{' + ' '.join(said) + '}' if said else '0'

    def enum_value(self, enum, name):
        """The number of a name, None where there is none."""
        for element in self.database.children('enum', enum):
            if kind_of(element) == 'value' and element.get('value') and \
                    element.get('name').upper() == name.upper():
                return number(element, 'value')
        return None

    def enum_name(self, enum, value):
        """The name of a number, None where there is none."""
        varset = self._varset('enum', enum, None) \
            if self.database.has('enum', enum) else None
        said = self._named(self.database.children('enum', enum), value, varset)
        return None if said == f'0x{value:x}' else said


def _indices(indices):
    return ''.join(f'[{index}]' for index in indices)


def _signed(value, width):
    return value - (1 << width) if value >> (width - 1) & 1 else value


def _builtin(kind, value, width, radix):
    if kind == 'uint':
        return str(value)
    if kind == 'int':
        return str(_signed(value, width))
    if kind == 'boolean':
        return {0: 'FALSE', 1: 'TRUE'}.get(value, f'0x{value:x}')
    if kind == 'fixed':
        return f'{_signed(value, width) / (1 << radix):g}'
    if kind == 'ufixed':
        return f'{value / (1 << radix):g}'
    formats = {16: ('<H', '<e'), 32: ('<I', '<f'), 64: ('<Q', '<d')}
    if kind == 'float' and width in formats:
        bits, real = formats[width]
        return f'{struct.unpack(real, struct.pack(bits, value))[0]:g}'
    return f'0x{value:x}'
