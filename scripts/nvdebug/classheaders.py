"""NVIDIA's class headers, read where the user has them.

They are those of open-gpu-doc's classes/, and the same in Mesa's source
(src/nouveau/headers/nvidia/classes): lines of C that define methods, their
fields and the fields' values, in this order.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import re
from pathlib import Path

FILE = re.compile(r'cl([0-9a-f]{4})\.h')
DEFINE = re.compile(r'#define\s+(\w+)(?:\([a-z,\s]+\))?\s+(\S.*?)\s*'
                    r'(?:/\*|//|$)')
PLACE = re.compile(r'\(?(0x[0-9A-Fa-f]+)\)?')
NUMBER = r'(0x[0-9A-Fa-f]+|\d+)'
ARRAY = re.compile(rf'\({NUMBER}\s*\+\s*\([a-z]\)\*{NUMBER}'
                   rf'(?:\s*\+\s*\([a-z]\)\*{NUMBER})?\)')
BITS = re.compile(r'(\d+):(\d+)')

# Definitions that look like methods and aren't
OTHERS = re.compile(r'NOTIF(?:IERS|ICATION)_|GP_ENTRY|DMA_(?!BUF)|TYPEDEF|'
                    r'NUMBER_OF|.*__SIZE')

# Behind the last method, wherever that is
LAST = 0x8000


# dataclasses would take as long to import as all of the debugger.
class Field:
    """A field of a method's parameter."""

    def __init__(self, name, high, low):
        self.name = name
        self.high = high
        self.low = low
        self.values = {}


class HeaderMethod:
    """A method; STRIDES are those of its array, if it is one."""

    def __init__(self, name, method):
        self.name = name
        self.method = method
        self.strides = ()
        self.fields = []


class ClassHeader:
    """One class: its number, name and methods."""

    def __init__(self, number, lines):
        self.number = number
        self.name = None
        self.methods = {}
        self.arrays = []
        self.starts = None
        mine = re.compile(f'NV(?:{number:04x}|{number:03x})_', re.IGNORECASE)
        method = None
        for line in lines:
            match = DEFINE.match(line)
            if not match:
                continue
            name, value = match.groups()
            prefix = mine.match(name)
            if prefix:
                method = self._take(name[prefix.end():], value, method)
            else:
                self._take_name(name, value)

    def _take_name(self, name, value):
        match = PLACE.fullmatch(value)
        if match and int(match[1], 16) == self.number:
            self.name = self.name or name

    def _take(self, name, value, method):
        """Add a line of this class; returns its method."""
        bits = BITS.fullmatch(value)
        if bits:
            if method and name.startswith(method.name + '_'):
                method.fields.append(Field(name[len(method.name) + 1:],
                                           int(bits[1]), int(bits[2])))
            return method
        array = ARRAY.match(value)
        place = array or PLACE.fullmatch(value)
        if not place:
            return method
        number = int(place[1], 0)
        if method and not array and self._take_value(name, number, method):
            return method
        if OTHERS.match(name) or number % 4 or number >= LAST:
            return None
        method = HeaderMethod(name, number)
        if array:
            method.strides = tuple(int(stride, 0)
                                   for stride in array.groups()[1:] if stride)
            self.arrays.append(method)
        self.methods.setdefault(number, method)
        return method

    @staticmethod
    def _take_value(name, number, method):
        for known in reversed(method.fields):
            before = f'{method.name}_{known.name}_'
            if name.startswith(before):
                known.values.setdefault(number, name[len(before):])
                return True
        # Older headers have values without a field; methods go upward
        before = f'{method.name}_'
        if not name.startswith(before) or number > method.method:
            return False
        if not method.fields:
            method.fields.append(Field('', 31, 0))
        method.fields[-1].values.setdefault(number, name[len(before):])
        return True

    def _reaches(self, method):
        """Where an array ends: headers don't say how long it is.

        Members that begin within its first element are in each element; those
        that begin after it aren't.
        """
        if self.starts is None:
            self.starts = sorted(self.methods)
        return next((start for start in self.starts
                     if start >= method.method + max(method.strides)), LAST)

    def _index(self, method, number):
        """Which element of an array a method is, None if it isn't one."""
        offset = number - method.method
        if offset < 0 or number >= self._reaches(method):
            return None
        indices = {}
        for stride in sorted(method.strides, reverse=True):
            indices[stride], offset = divmod(offset, stride)
        return None if offset else [indices[stride]
                                    for stride in method.strides]

    def find(self, number):
        """A method's name and its description, or None."""
        exact = self.methods.get(number)
        if exact:
            return exact.name + '[0]' * len(exact.strides), exact
        for method in self.arrays:
            indices = self._index(method, number)
            if indices is not None:
                return method.name + ''.join(f'[{i}]' for i in indices), method
        return None

    def number_of(self, name):
        """The number of a method's name, with its indices or without them."""
        match = re.fullmatch(r'(\w+?)((?:\[\d+\])*)', name.upper())
        if not match:
            return None
        indices = [int(index) for index in re.findall(r'\d+', match[2])]
        for method in self.methods.values():
            if method.name.upper() == match[1] and \
                    len(indices) <= len(method.strides):
                return method.method + sum(
                    index * stride
                    for index, stride in zip(indices, method.strides))
        return None


def read_value(method, value):
    """A parameter by its fields."""
    said = []
    for known in method.fields:
        part = value >> known.low & ((1 << (known.high - known.low + 1)) - 1)
        text = known.values.get(part, f'0x{part:x}')
        if len(method.fields) == 1:
            said.append(text)
        else:
            said.append(f'{known.name}={text}')
    return said[0] if len(said) == 1 else '{' + ' '.join(said) + '}' \
        if said else f'0x{value:x}'


class ClassHeaders:
    """A directory with headers, read as they are asked for."""

    def __init__(self, directory):
        self.files = {}
        for file in sorted(Path(directory).rglob('cl*.h')):
            match = FILE.fullmatch(file.name)
            if match:
                self.files[int(match[1], 16)] = file
        self._read = {}

    def get(self, number):
        """The header of a class, None where there is none."""
        if number not in self._read:
            file = self.files.get(number)
            lines = file.read_text('utf-8', 'replace').splitlines() \
                if file else []
            self._read[number] = ClassHeader(number, lines) if file else None
        return self._read[number]
