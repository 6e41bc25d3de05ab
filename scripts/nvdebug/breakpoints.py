"""Breakpoints, from what a user types to the lines that the device takes.

A line is "ID KIND KEY=VALUE..."; the device has numbers where the user may
write names.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import re

from .errors import CommandError, number, shown
from .names import near_names

# Kind: what is given without a key, and what it is
KINDS = {
    'command': (('address',), 'a command, at ADDRESS of a pushbuffer'),
    'method': (('method',), 'CLASS.METHOD, CLASS. or METHOD'),
    'submit': (('channel',), 'CHANNEL is given more to do'),
    'entry': (('channel',), 'a ring\'s entry of CHANNEL is read'),
    'switch': (('channel',), 'CHANNEL gets its turn'),
    'mmio': (('address', 'data'), 'the guest reads or writes REGISTER'),
    'mmio-read': (('address', 'data'), 'it reads REGISTER, which is DATA'),
    'mmio-write': (('address', 'data'), 'it writes DATA to REGISTER'),
    'mem': (('address', 'size'), 'the card reads or writes ADDRESS [SIZE] '
                                 'of a DMA object or address space'),
    'mem-read': (('address', 'size'), 'it reads ADDRESS [SIZE]'),
    'mem-write': (('address', 'size'), 'it writes ADDRESS [SIZE]'),
    'semaphore': (('address', 'data'), 'acquired or released, at ADDRESS, '
                                       'with the value DATA'),
    'acquire': (('address', 'data'), 'a channel waits for a semaphore'),
    'acquired': (('channel',), 'CHANNEL waits no more'),
    'release': (('address', 'data'), 'a semaphore is written'),
    'reference': (('channel', 'data'), 'CHANNEL sets its reference to DATA'),
    'interrupt': (('bits',), 'BITS of PMC_INTR raise the interrupt line'),
    'error': (('what',), 'the error NAME, or any'),
    'flip': (('head',), 'HEAD, or EVO\'s channel, shows something else'),
    'vblank': (('head',), 'the vertical blank of HEAD'),
    'falcon': (('falcon', 'address'), 'FALCON gets to the instruction at '
                                      'ADDRESS'),
    'entry-read': (('channel',), 'an entry of CHANNEL\'s ring is about to be '
                                 'decoded'),
    'words': (('channel',), 'what follows a command of CHANNEL was taken'),
    'run': (('channel',), 'PFIFO begins or ends executing CHANNEL\'s commands'),
    'work': (('what',), 'the engine NAME begins or ends working'),
    'pending': (('subchannel',), 'the interrupt of bit SUBCHANNEL of PMC_INTR '
                                 'rises or falls'),
    'reset': ((), 'the card is reset'),
    'translate': (('address',), 'the page of ADDRESS is looked up'),
    'check': (('method',), 'PGRAPH looks at CLASS.METHOD, CLASS. or METHOD'),
    'notify': (('what',), 'the engine NAME writes a notifier, a query or a '
                          'semaphore'),
    'listed': (('channel',), 'CHANNEL\'s entry of a run list is read'),
    'ramfc': (('channel',), 'a PBDMA loads a word of CHANNEL\'s state'),
    'display': (('head', 'method'), 'a word of the pushbuffer of EVO\'s '
                                    'channel HEAD'),
}

# Other words for kinds
ALIASES = {'pushbuffer': 'command', 'read': 'mmio-read',
           'write': 'mmio-write', 'register': 'mmio-write',
           'memory': 'mem-write', 'intr': 'interrupt'}

KEYS = ('channel', 'subchannel', 'head', 'bar', 'falcon', 'class', 'method',
        'data', 'mask', 'address', 'size', 'what', 'stop', 'ignore')
DECIMAL = ('channel', 'subchannel', 'head', 'bar', 'falcon', 'size', 'ignore')
STOPS = ('card', 'machine', 'none')

# Registers are in the first BAR
REGISTERS = 0


class Words:
    """A parsed breakpoint; NAMES is a names.Names."""

    def __init__(self, names):
        self.names = names

    def line(self, typed):
        """A breakpoint without its ID."""
        words = typed.split()
        if not words:
            raise CommandError('at what? ' + ', '.join(KINDS))
        kind = ALIASES.get(words[0].lower(), words[0].lower())
        if kind in KINDS:
            words.pop(0)
        else:
            # "break CLASS.METHOD" is the most common use
            kind = 'method'
            self._check_kind(words[0])
        places, help_ = KINDS[kind]
        places = list(places)
        pairs = []
        for word in words:
            key, equals, value = word.partition('=')
            if equals and key:
                pairs.append((key, value))
            elif places:
                pairs.append((places.pop(0), word))
            else:
                raise CommandError(f'{shown(word)} means nothing for {kind}: '
                                   f'{help_}')
        return ' '.join([kind, *self.translated(kind, pairs)])

    def _check_kind(self, text):
        """What may be a method, or a kind that is misspelt."""
        if '=' in text or '.' in text or \
                self.names.method_number(None, text) is not None:
            return
        like = near_names(text, KINDS)
        raise CommandError(
            f'{shown(text)} is a method of which class? CLASS.{shown(text)}; '
            + ('or did you mean ' + ', '.join(name.lower() for name in like)
               if like else 'and no kind of breakpoint: see "info kinds"'))

    def translated(self, kind, pairs):
        """KEY=VALUE with numbers for names; the device checks the rest."""
        values = {}
        for key, value in pairs:
            if key in values:
                raise CommandError(f'{key} is given twice')
            self._take(kind, key, value, values)
        self._name_methods(values)
        return list(self._text(values))

    def _take(self, kind, key, value, values):
        if key == 'method':
            self._take_method(value, values)
        elif key == 'class':
            values[key] = self._class(value)
        elif key == 'address' and kind.startswith('mmio'):
            values.setdefault('bar', REGISTERS)
            values[key] = self._register(value) \
                if values['bar'] == REGISTERS else number(value, key)
        elif key == 'bits' and kind == 'interrupt':
            values['data'] = values['mask'] = number(value, key)
        elif key == 'stop' and value not in STOPS:
            raise CommandError('stop= is one of ' + ', '.join(STOPS))
        elif key in KEYS and key not in ('stop', 'what'):
            values[key] = number(value, key)
        else:
            values[key] = value

    def _class(self, text):
        found = self.names.class_number(text)
        if found is None:
            raise CommandError(self.names.no_class(text))
        return found

    def _register(self, text):
        found = self.names.register_address(text)
        if found is None:
            like = near_names(text.replace('.', '_'), self.names.registers())
            raise CommandError(f'no register is called {shown(text)}'
                               + (': ' + ', '.join(like) if like else ''))
        return found

    def _take_method(self, text, values):
        """CLASS.METHOD; names of methods may have dots, too."""
        before, dot, behind = text.partition('.')
        of_class = self.names.class_number(before) if dot else None
        if of_class is not None:
            values['class'] = of_class
            text = behind
        elif dot and 'class' not in values:
            raise CommandError(self.names.no_class(before))
        if text:
            values['method'] = text

    def _name_methods(self, values):
        text = values.get('method')
        if isinstance(text, str):
            found = self.names.method_number(values.get('class'), text)
            if found is None:
                raise CommandError(
                    self.names.no_method(values['class'], text)
                    if 'class' in values else
                    f'{shown(text)} is a method of which class? '
                    f'CLASS.{shown(text)}')
            values['method'] = found

    @staticmethod
    def _text(values):
        for key in [*KEYS, *(key for key in values if key not in KEYS)]:
            if key in values:
                yield (f'{key}={values[key]}'
                       if key in DECIMAL or isinstance(values[key], str)
                       else f'{key}=0x{values[key]:x}')

    def describe(self, line):
        """A line of the device, with names."""
        match = re.search(r'\bclass=(0x[0-9a-f]+|\d)', line)
        of_class = int(match[1], 16) if match else None
        said = []
        if match:
            said.append(self.names.class_name(of_class))
        match = re.search(r'\bmethod=(0x[0-9a-f]+|\d)', line)
        if match:
            said.append(self.names.method(of_class, int(match[1], 16)))
        match = re.search(r'\bmmio.* bar=0 .*\baddress=(0x[0-9a-f]+)', line)
        if match:
            said.append(self.names.register(int(match[1], 16)))
        return f'{line}  ({" ".join(said)})' if said else line
