"""Names of registers, classes, methods and values.

There are three sources: envytools' register database and NVIDIA's class
headers, if the user has these, and the emulator, which names what it models.
They are asked in this order.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import difflib
import os
import re
from pathlib import Path

from . import classheaders, classnames, own, rnndb
from .chipsets import since
from .errors import parse_number, shown

# Where the user's copies are
RNNDB = 'NV_RNNDB'
HEADERS = 'NV_CLASS_HEADERS'
# Where to look for a checkout of envytools by default
PLACES = ('envytools/rnndb', '../envytools/rnndb', '~/envytools/rnndb',
          '~/src/envytools/rnndb', '/usr/local/share/rnndb',
          '/usr/share/rnndb')

# PFIFO's methods are those of the channel's class
HOST_CLASSES = (('GF100', 0x906f), ('G84', 0x826f), ('G80', 0x506f),
                ('NV40', 0x406e), ('NV36', 0x366e), ('NV20', 0x206e),
                ('NV10', 0x006e), ('NV4', 0x006b))
HOST_END = 0x100

# How many names are suggested
NEAR = 8

# What the register database calls the methods that all objects have
COMMON = 'SUBCHAN|GRAPH'


def find_rnndb(where=None):
    """The directory with the register database, None where there is none."""
    where = where or os.environ.get(RNNDB)
    if where:
        for path in Path(where), Path(where) / 'rnndb':
            if (path / rnndb.ROOT).is_file():
                return path
        raise rnndb.RnndbError(f'{where} has no {rnndb.ROOT}')
    for place in PLACES:
        path = Path(place).expanduser()
        if (path / rnndb.ROOT).is_file():
            return path
    return None


class RnndbNames:
    """Names of the register database."""

    def __init__(self, database, chip):
        self.database = database
        self.chip = chip
        self.origin = f'the register database in {database.root}'
        self.views = {}
        self.plain = rnndb.View(database, {'chipset': chip})

    def class_name(self, number):
        return self.plain.enum_name('obj-class', number)

    def class_number(self, name):
        return self.plain.enum_value('obj-class', name)

    def _view(self, number):
        if number not in self.views:
            # A class that isn't known has the methods that all have
            self.views[number] = rnndb.View(self.database, {
                'chipset': self.chip,
                'obj-class': self.class_name(number) if number else None})
        return self.views[number]

    def _method(self, number, method):
        view = self._view(number)
        return view, view.find('SUBCHAN', method)

    def method(self, number, method):
        name = self._method(number, method)[1].name
        return re.sub(f'^(?:{COMMON})[.]', '', name) or None

    def method_value(self, number, method, value):
        view, place = self._method(number, method)
        return view.read(place, value) if place else None

    def method_number(self, number, name):
        known = self._view(number).registers('SUBCHAN')
        for prefix in ('', *(f'{group}_' for group in COMMON.split('|'))):
            found = _pick(known, prefix + name)
            if found is not None:
                return found
        return None

    def methods(self, number):
        return [re.sub(f'^(?:{COMMON})_', '', name)
                for name in self._view(number).registers('SUBCHAN')]

    def register(self, address):
        return self.plain.find('NV_MMIO', address).name or None

    def register_value(self, address, value):
        place = self.plain.find('NV_MMIO', address)
        return self.plain.read(place, value) if place else None

    def register_address(self, name):
        return _pick(self.plain.registers('NV_MMIO'), name)

    def registers(self):
        return list(self.plain.registers('NV_MMIO'))


def near_names(text, known):
    """Some of the known names that may have been meant."""
    text = text.upper()
    inside = [name for name in known if text in name.upper()]
    upper = {name.upper(): name for name in known}
    close = difflib.get_close_matches(text, upper, NEAR)
    return list(dict.fromkeys(inside + [upper[name] for name in close]))[:NEAR]


def _pick(known, name):
    """The address of a name with indices in a table of base and dimensions."""
    indices = [parse_number(index)
               for index in re.findall(r'\[([^]]*)\]', name)]
    found = known.get(own.plain(name))
    if found is None or len(indices) > len(found[1]) or None in indices:
        return None
    base, dims = found
    if any(index >= length for index, (length, _) in zip(indices, dims)):
        return None
    return base + sum(index * stride
                      for index, (_, stride) in zip(indices, dims))


class HeaderNames:
    """Names of NVIDIA's class headers; they have no registers."""

    def __init__(self, directory, chip):
        self.headers = classheaders.ClassHeaders(directory)
        self.origin = (f'{len(self.headers.files)} class headers in '
                       f'{directory}')
        self.host = next((number for first, number in HOST_CLASSES
                          if since(chip, first)
                          and number in self.headers.files), None)

    def _header(self, number, method=HOST_END):
        return self.headers.get(self.host if method < HOST_END else number)

    def class_name(self, number):
        header = self.headers.get(number)
        return header.name if header else None

    def class_number(self, name):
        for number in self.headers.files:
            header = self.headers.get(number)
            if header.name and header.name.upper() == name.upper():
                return number
        return None

    def method(self, number, method):
        header = self._header(number, method)
        found = header.find(method) if header else None
        return found and found[0]

    def method_value(self, number, method, value):
        header = self._header(number, method)
        found = header.find(method) if header else None
        return classheaders.read_value(found[1], value) if found else None

    def method_number(self, number, name):
        for header in self._header(number, 0), self._header(number):
            found = header.number_of(name) if header else None
            if found is not None:
                return found
        return None

    def methods(self, number):
        return [method.name for header in (self._header(number, 0),
                                           self._header(number)) if header
                for method in header.methods.values()]

    def register(self, _address):
        return None

    def register_value(self, _address, _value):
        return None

    def register_address(self, _name):
        return None

    def registers(self):
        return []


class ModelNames:
    """Names of what the emulator models."""

    def __init__(self, known, chip):
        self.origin = 'the emulator'
        self.model = own.Model(known)
        self.fields = own.read_fields()
        self.host = {method: name for method, name in
                     own.read_host_methods(chip).items()
                     if self.model.host >> method // 4 & 1}
        # All that the card has, number -> name, None for one that has none
        others = own.other_classes(chip)
        self.classes = {**others, **{
            number: name or others.get(number)
            for number, name in self.model.classes.items()}}

    def class_name(self, number):
        return self.classes.get(number)

    def class_number(self, name):
        for number, mine in self.classes.items():
            if mine and mine.upper() == name.upper():
                return number
        return None

    def method(self, number, method):
        if method < HOST_END:
            return self.host.get(method)
        return self.model.methods.get(number, {}).get(method)

    def method_value(self, _number, _method, _value):
        return None

    def method_number(self, number, name):
        for known in self.host, self.model.methods.get(number, {}):
            for method, mine in known.items():
                if name.upper() in (mine.upper(),
                                    mine.upper().removesuffix('[0]')):
                    return method
        return None

    def methods(self, number):
        return [name.partition('[')[0] for known in
                (self.host, self.model.methods.get(number, {}))
                for name in known.values()]

    def register(self, address):
        name, index = self.model.registers.get(address, (None, None))
        return name if index is None else f'{name}[{index}]'

    def register_value(self, address, value):
        name, _ = self.model.registers.get(address, (None, None))
        fields = self.fields.get(name)
        return own.read_value(fields, value) if fields else None

    def register_address(self, name):
        for place in self.model.places.get(own.plain(name), ()):
            found = _pick({own.plain(name): place}, name)
            if found is not None:
                return found
        return None

    def registers(self):
        return list(self.model.places)


class Names:
    """All known names; None or a number if there is none.

    KNOWN is what the card returns for x-query-nv-names.
    """

    def __init__(self, chip, known=None, rnndb_at=None, headers_at=None):
        self.chip = chip
        self.sources = []
        if rnndb_at:
            self.sources.append(RnndbNames(rnndb.Database(rnndb_at), chip))
        if headers_at:
            self.sources.append(HeaderNames(headers_at, chip))
        self.sources.append(ModelNames(known, chip))

    def _ask(self, question, *words):
        for source in self.sources:
            answer = getattr(source, question)(*words)
            if answer is not None:
                return answer
        return None

    # Classes

    def class_name(self, number):
        """A class's name, with its number."""
        name = self._ask('class_name', number)
        return f'{name}(0x{number:04x})' if name else f'0x{number:04x}'

    def class_number(self, text):
        """The number of a class that is given by number or by name.

        Any number will do, since a driver may use classes that aren't known.
        """
        if text[:2].lower() == '0x':
            number = parse_number(text)
            return number if number is not None and number <= 0xffff else None
        found = self._ask('class_number', text)
        return classnames.find(text, self.classes()) if found is None else found

    def classes(self):
        """The classes that the card has, by number; names may be None."""
        known = self.sources[-1].classes
        return {number: self._ask('class_name', number) for number in known}

    def no_class(self, text):
        """What to say of a class that isn't known."""
        like = classnames.near(text, self.classes())
        return f'no class is called {shown(text)}: ' + (
            'the card has ' + ', '.join(like) if like else
            '"info classes" lists those that the card has')

    # Methods

    def method(self, number, method):
        """A method's name, or its number."""
        return self._ask('method', number, method) or f'0x{method:04x}'

    def method_value(self, number, method, value):
        """A method with its parameter: "FORMAT = 0x101 {...}"."""
        said = self._ask('method_value', number, method, value)
        name = self.method(number, method)
        return f'{name} = 0x{value:08x}' + self._beside(said, value)

    def method_number(self, number, text):
        """The number of a method that is given by number or by name."""
        found = parse_number(text)
        return self._ask('method_number', number, text) if found is None \
            else found

    def no_method(self, number, text):
        """What to say of a method that a class doesn't have."""
        like = near_names(text, self.methods(number))
        return (f'no method is called {shown(text)}'
                + (f': {self.class_name(number)} has ' if like else '')
                + ', '.join(like))

    def methods(self, number):
        """The names of a class's methods."""
        return sorted({name for source in self.sources
                       for name in source.methods(number)})

    # Registers

    def register(self, address):
        """A register's name, or its address."""
        return self._ask('register', address) or f'0x{address:06x}'

    def register_value(self, address, value):
        """A register with its value."""
        said = self._ask('register_value', address, value)
        return (f'{self.register(address)} = 0x{value:08x}'
                + self._beside(said, value))

    def register_address(self, text):
        """The address of a register that is given by address or by name."""
        found = parse_number(text)
        return self._ask('register_address', text) if found is None else found

    def registers(self):
        """The names of all registers."""
        return sorted({name for source in self.sources
                       for name in source.registers()})

    @staticmethod
    def _beside(said, value):
        """The text beside the number, if it says more."""
        if said is None or said in (f'0x{value:x}', '{' + f'0x{value:x}' + '}',
                                    str(value) if value < 10 else ''):
            return ''
        return f' {said}'
