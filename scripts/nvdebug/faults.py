"""Commands for fault injection.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import re

from .breakpoints import CONDITIONS, condition
from .errors import CommandError, number, shown

# Keys that are times, which the device has in ns, and units for them
TIMES = ('after', 'period', 'for', 'by')
UNITS = {'': 1, 'ns': 1, 'us': 10 ** 3, 'ms': 10 ** 6, 's': 10 ** 9}

# What any fault has, in the order in which it is listed
WHEN = ('nth', 'every', 'times', 'after', 'probability', 'seed')
# What it has beside its condition, in the order in which it is shown
REST = ('nth', 'every', 'times', 'after', 'period', 'seed', 'probability',
        'for', 'by', 'xor', 'value', 'to', 'bit', 'vram', 'bytes', 'bits')
COUNTS = ('met', 'done')

USAGE = 'fault NAME [KEY=VALUE...]'


def time(key, text):
    """A time in ns."""
    match = re.fullmatch(r'(\d+(?:\.\d+)?)(ns|us|ms|s)', text, re.ASCII)
    if not match:
        return number(text, key)
    return round(float(match[1]) * UNITS[match[2]])


def parse(words, typed):
    """A fault as the device takes it; WORDS is a breakpoints.Words."""
    name, *rest = typed
    pairs = {}
    for word in rest:
        key, equals, value = word.partition('=')
        if not equals:
            raise CommandError(f"'{shown(word)}' isn't KEY=VALUE: {USAGE}")
        if key in pairs:
            raise CommandError(f'{shown(key)} is given twice')
        pairs[key] = value
    at = pairs.pop('at', None)
    kind = 'mmio' if name.startswith(('write-', 'read-')) else name
    event = {key: pairs.pop(key) for key in CONDITIONS if key in pairs}
    values = {key: time(key, value) for key, value in pairs.items()
              if key in TIMES}
    values |= words.translated(name, [pair for pair in pairs.items()
                                      if pair[0] not in TIMES])
    event = words.translated(at or kind, event.items())
    return {'fault': name, **values,
            **({'at': {'kind': at, **event}} if at else event)}


def text(fault):
    """A line for a fault that the device has."""
    at = fault.get('at')
    said = [fault['fault'], *([f'at={at["kind"]}'] if at else []),
            *condition({**fault, **(at or {})})]
    said += [f'{key}={fault[key]}' for key in (*REST, *COUNTS) if key in fault]
    return ' '.join(said)


def listed(keys):
    """A fault's keys, in the order in which they are listed."""
    return [key for key in
            dict.fromkeys((*CONDITIONS, *WHEN, 'period', 'at', *REST))
            if key in keys]


class Faults:
    """A part of the shell."""

    def fault_kinds(self):
        """What can be injected into this card: the keys by name."""
        keys = self.card.keys('x-query-nv-faults')
        return {name: listed(keys[name]) for name in self.card.fault_kinds()}

    def faults(self):
        """Those of the device, with their counts."""
        return list(self.card.get('faults'))

    def do_fault(self, arg):
        """fault NAME [KEY=VALUE...]: have the card fail
        "info fault-kinds" lists the faults that this card can have, and their
        keys; docs/faults.rst says what each does.  Keys of the event are those
        of breakpoints, with names for classes, methods and registers.
        nth=N is the first occasion, every=N says which ones after it, times=N
        how often in all (0: without end); after=, period=, for= and by= are
        times in ns, or with us, ms or s behind them: for=2s.
        at=KIND has a fault that needs no event happen at one.
        Faults that have been set before go on.
        """
        words = arg.split()
        if not words:
            raise CommandError(f'{USAGE}: ' + ', '.join(self.fault_kinds()))
        if self.replays():
            raise CommandError('a fault would make the replay go another way '
                               'than the recording')
        fault = parse(self.words, words)
        self.check_fault(fault)
        self.card.set('faults', [*self.faults(), fault])
        faults = self.faults()
        self.say(f'fault {len(faults)} {text(faults[-1])}')

    def check_fault(self, fault):
        """Refuse keys that a fault doesn't have."""
        name, at = fault['fault'], fault.get('at', {})
        keys = self.card.keys('x-query-nv-faults')
        if name not in keys:
            raise CommandError(f"there is no fault '{shown(name)}': there are "
                               + ', '.join(keys))
        own = listed(keys[name])
        if at and 'at' not in own:
            raise CommandError(f'{name} is at something already')
        self.words.check(name, [key for key in fault if key != 'fault'], own)
        if at:
            of_event = self.words.keys_of(at['kind'])
            if of_event is None:
                raise CommandError(f"'{shown(at['kind'])}' is no kind of "
                                   'breakpoint: see "info kinds"')
            self.words.check(f'{name} at={at["kind"]}',
                             [key for key in at if key != 'kind'],
                             [key for key in of_event if key in CONDITIONS])

    def do_unfault(self, arg):
        """unfault [N...]: take faults back, and end them; all, without a number
        "info faults" has the numbers.
        """
        faults = self.faults()
        which = [number(word) for word in arg.split()] or \
            range(1, len(faults) + 1)
        for gone in which:
            if not 1 <= gone <= len(faults):
                raise CommandError(f'there is no fault {gone}: there are '
                                   f'{len(faults)}')
        self.card.set('faults', [fault for i, fault in enumerate(faults, 1)
                                 if i not in which])
        for gone in sorted(set(which)):
            self.say(f'taken back: {text(faults[gone - 1])}')
        if not faults:
            self.say('no faults were injected')

    def info_faults(self, _):
        """What was injected, with the number of occasions and of faults."""
        for i, fault in enumerate(self.faults(), 1):
            self.say(f'{i} {text(fault)}')
        if not self.said:
            self.say('no faults are injected; "info fault-kinds" lists those '
                     'that can be')

    def info_fault_kinds(self, _):
        """What can be injected."""
        for name, keys in self.fault_kinds().items():
            self.say(f'{name}: {" ".join(keys)}')

    def complete_fault(self, begun, line, *_):
        """Names first, then keys."""
        words = line.split()
        kinds = self.fault_kinds()
        if len(words) < 2 or (begun and len(words) == 2):
            return [name for name in kinds if name.startswith(begun)]
        key, equals, value = begun.partition('=')
        if equals and key == 'what':
            return [f'{key}={name}' for name in self.error_names()
                    if name.startswith(value.upper())]
        return [f'{name}=' for name in kinds.get(words[1], ())
                if not equals and name.startswith(key)]

    def complete_unfault(self, begun, *_):
        return [str(i) for i in range(1, len(self.faults()) + 1)
                if str(i).startswith(begun)]
