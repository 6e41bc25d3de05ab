"""Breakpoints, from what a user types to what the device takes, and back.

The device has numbers where the user may write names.

SPDX-License-Identifier: GPL-2.0-or-later
"""

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
    'pending': (('intr',), 'the interrupt of bit INTR of PMC_INTR rises or '
                           'falls'),
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

# What an event is selected by, in the order in which it is shown
CONDITIONS = ('channel', 'subchannel', 'pbdma', 'engine', 'intr', 'ring',
              'head', 'bar', 'falcon', 'class', 'method', 'data', 'mask',
              'address', 'size', 'what')
KEYS = (*CONDITIONS, 'stop', 'ignore')
WORDS = ('what', 'stop')
DECIMAL = ('channel', 'subchannel', 'pbdma', 'engine', 'intr', 'ring', 'head',
           'bar', 'falcon', 'size', 'ignore')
STOPS = ('card', 'machine', 'none')

# Where "subchannel" is another word for what the kind, or the fault, has
SUBCHANNELS = {'submit': 'ring', 'switch': 'pbdma', 'run': 'pbdma',
               'ramfc': 'pbdma', 'state-wrong': 'pbdma', 'work': 'engine',
               'pending': 'intr'}

# Registers are in the first BAR
REGISTERS = 0


def as_typed(values):
    """KEY=VALUE..., as a user would type it."""
    return ' '.join(
        f'{key}={int(values[key])}' if key in DECIMAL else
        f'{key}={values[key]}' if key in WORDS else f'{key}=0x{values[key]:x}'
        for key in KEYS if key in values)


def condition(values):
    """KEY=VALUE... of a condition that the device has."""
    for key in CONDITIONS:
        if key not in values:
            continue
        if key == 'what':
            yield f'{key}={typed_name(values[key])}'
        elif key in ('data', 'mask', 'address', 'size') or values[key] > 9:
            yield f'{key}=0x{values[key]:x}'
        else:
            yield f'{key}={int(values[key])}'


def typed_name(name):
    """An error's or engine's name as one word."""
    return name.replace(' ', '_')


def as_read(breakpoint_):
    """A line for a breakpoint that the device has."""
    said = [str(breakpoint_['id']), breakpoint_['kind'],
            *condition(breakpoint_)]
    for key, usual in (('stop', STOPS[0]), ('ignore', 0), ('hits', None)):
        if breakpoint_.get(key, usual) != usual:
            said.append(f'{key}={breakpoint_[key]}')
    return ' '.join(said)


def probability(text):
    """A number from 0 to 1."""
    try:
        found = float(text)
    except ValueError:
        found = -1
    if not 0 <= found <= 1:
        raise CommandError(f"probability: '{shown(text)}' is no number from 0 "
                           'to 1')
    return found


class Words:
    """What a user types; NAMES is a names.Names.

    KEYS_OF has the keys of a kind of breakpoint, None if they aren't known.
    """

    def __init__(self, names, keys_of=lambda kind: None):
        self.names = names
        self.keys_of = keys_of

    def breakpoint(self, typed):
        """A breakpoint without its number."""
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
        self.check(kind, dict(pairs), self.keys_of(kind))
        return {'kind': kind, **self.translated(kind, pairs)}

    @staticmethod
    def check(kind, given, keys):
        """Refuse keys that a kind doesn't have."""
        also = [key for key, known in (('bits', kind == 'interrupt'),
                                       ('subchannel', kind in SUBCHANNELS))
                if known]
        for key in given if keys is not None else ():
            if key not in keys and key not in also:
                raise CommandError(f"{kind} has no '{shown(key)}': its keys "
                                   'are ' + ', '.join(keys))

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
        """Values by key, with numbers for names; the device checks the rest."""
        values = {}
        for key, value in pairs:
            key = SUBCHANNELS.get(kind, key) if key == 'subchannel' else key
            if key in values:
                raise CommandError(f'{shown(key)} is given twice')
            self._take(kind, key, value, values)
        self._name_methods(values)
        return values

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
        elif key == 'ring':
            values[key] = bool(number(value, key))
        elif key == 'stop' and value not in STOPS:
            raise CommandError('stop= is one of ' + ', '.join(STOPS))
        elif key == 'probability':
            values[key] = probability(value)
        else:
            values[key] = value if key in WORDS else number(value, key)

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

    def describe(self, values, line):
        """A breakpoint's LINE, and the names of what is in it."""
        said = []
        of_class = values.get('class')
        if of_class is not None:
            said.append(self.names.class_name(of_class))
        if 'method' in values:
            said.append(self.names.method(of_class, values['method']))
        if values['kind'].startswith('mmio') and 'address' in values and \
                values.get('bar') == REGISTERS:
            said.append(self.names.register(values['address']))
        return f'{line}  ({" ".join(said)})' if said else line
