"""Commands for faults on order.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import re

from .errors import CommandError, number, shown

# Keys that are times, which the device has in ns, and units for them
TIMES = ('after', 'period', 'for', 'by')
UNITS = {'': 1, 'ns': 1, 'us': 10 ** 3, 'ms': 10 ** 6, 's': 10 ** 9}

USAGE = 'fault NAME [KEY=VALUE...]'


class Faults:
    """A part of the shell."""

    def fault_kinds(self):
        """What can be ordered of this card: the keys by name."""
        kinds = {}
        for line in self.card.debug('faults').splitlines():
            word, *rest = line.split()
            if word == 'fault' and rest:
                kinds[rest[0]] = rest[1:]
        return kinds

    def faults(self):
        """The device's lines, with their counts."""
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
        Faults that have been ordered before go on.
        """
        words = arg.split()
        if not words:
            raise CommandError(f'{USAGE}: ' + ', '.join(self.fault_kinds()))
        if self.replays():
            raise CommandError('a fault would make the replay go another way '
                               'than the recording')
        self.card.set('faults', [*self.faults(), self.fault_line(words)])
        lines = self.faults()
        self.say(f'fault {len(lines)} {lines[-1]}')

    def fault_line(self, words):
        """A line of the device from what was typed."""
        name, *rest = words
        pairs = []
        for word in rest:
            key, equals, value = word.partition('=')
            if not equals:
                raise CommandError(f"'{shown(word)}' isn't KEY=VALUE: {USAGE}")
            pairs.append((key, value))
        for key, value in pairs:
            if key in TIMES:
                pairs[pairs.index((key, value))] = (key, self.time(key, value))
        kind = dict(pairs).get('at', name)
        if kind.startswith(('write-', 'read-')):
            kind = 'mmio'
        return ' '.join([name, *self.words.translated(kind, pairs)])

    @staticmethod
    def time(key, text):
        """A time in ns."""
        match = re.fullmatch(r'(\d+(?:\.\d+)?)(ns|us|ms|s)', text, re.ASCII)
        if not match:
            return str(number(text, key))
        return str(round(float(match[1]) * UNITS[match[2]]))

    def do_unfault(self, arg):
        """unfault [N...]: take faults back, and end them; all, without a number
        "info faults" has the numbers.
        """
        lines = self.faults()
        which = [number(word) for word in arg.split()] or \
            range(1, len(lines) + 1)
        for gone in which:
            if not 1 <= gone <= len(lines):
                raise CommandError(f'there is no fault {gone}: there are '
                                   f'{len(lines)}')
        self.card.set('faults', [line for i, line in enumerate(lines, 1)
                                 if i not in which])
        for gone in sorted(set(which)):
            self.say(f'taken back: {lines[gone - 1]}')
        if not lines:
            self.say('no faults were ordered')

    def info_faults(self, _):
        """What was ordered, with the number of occasions and of faults."""
        for i, line in enumerate(self.faults(), 1):
            self.say(f'{i} {line}')
        if not self.said:
            self.say('no faults are ordered; "info fault-kinds" lists those '
                     'that can be')

    def info_fault_kinds(self, _):
        """What can be ordered."""
        for name, keys in self.fault_kinds().items():
            self.say(f'{name}: {" ".join(keys)}')

    def complete_fault(self, text, line, *_):
        """Names first, then keys."""
        words = line.split()
        kinds = self.fault_kinds()
        if len(words) < 2 or (text and len(words) == 2):
            return [name for name in kinds if name.startswith(text)]
        key, equals, value = text.partition('=')
        if equals and key == 'what':
            return [f'{key}={name}' for name in self.error_names()
                    if name.startswith(value.upper())]
        return [f'{name}=' for name in kinds.get(words[1], ())
                if not equals and name.startswith(key)]

    def complete_unfault(self, text, *_):
        return [str(i) for i in range(1, len(self.faults()) + 1)
                if str(i).startswith(text)]
