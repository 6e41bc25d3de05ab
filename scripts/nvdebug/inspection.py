"""Commands that show the card's state.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import re
from pathlib import Path

from . import reports, texts
from .breakpoints import KINDS, typed_name
from .card import MOST_WORDS
from .disasm import (LEAVES, Form, Listing, entry, squeezed,
                     without_runs)
from .errors import CommandError, counted, number, shown
from .names import near_names
from .qmp import QmpError

# Those of "info" that ask the device by a query, and what they take
QUERIES = {
    'channels': '', 'channel': 'CHANNEL', 'ramfc': 'CHANNEL',
    'ramht': '[CHANNEL]', 'object': '[CHANNEL] HANDLE|ADDRESS', 'runlist': '',
    'entries': 'CHANNEL', 'pbdma': 'NUMBER', 'cache1': '', 'falcons': '',
    'falcon': 'NUMBER registers|code|data [ADDRESS LENGTH]', 'screen': '',
    'interrupts': '',
}
TOPICS = ('breakpoints', 'faults', 'fault-kinds', 'errors', 'stop',
          'classes', 'methods', 'kinds', 'names', 'statistics', 'report',
          'findings', 'card', 'machine')

# Default sizes of output
WORDS = 16
# Of what is called or jumped to, which a return or a jump ends
FOLLOWED = 1024

# How long BAR0 is
REGISTERS_END = 1 << 24


def space(words):
    """The space that the first words name, and the words behind them."""
    if words[:1] == ['vram']:
        return {'kind': 'vram'}, words[1:]
    if words[:1] == ['object']:
        if len(words) < 2:
            raise CommandError('object HANDLE')
        return {'kind': 'object', 'handle': number(words[1])}, words[2:]
    if not words:
        raise CommandError('which CHANNEL?')
    return {'kind': 'channel', 'channel': number(words[0], 'channel')}, \
        words[1:]


class Inspection:
    """A part of the shell."""

    def do_info(self, arg):
        """info WHAT: look at something
        breakpoints, kinds, faults, fault-kinds, errors, stop, card, machine,
        classes, methods CLASS, names, statistics, report, findings; of PFIFO
        channels, channel N, ramfc N,
        entries N, ramht [N], object [N] HANDLE, runlist, pbdma N, cache1; and
        falcons, falcon N registers|code|data [ADDRESS LENGTH], screen,
        interrupts
        """
        words = arg.split()
        if not words:
            raise CommandError('info ' + ', '.join((*TOPICS, *QUERIES)))
        known = (*TOPICS, *QUERIES)
        what = words[0] if words[0] in known else next(
            (name for name in known if name.startswith(words[0])), None)
        if what in QUERIES:
            self.inspect(what, words[1:])
        elif what:
            counted(words[1:], what == 'methods', what == 'methods',
                    f'info {what}' + (' CLASS' if what == 'methods' else ''))
            getattr(self, 'info_' + what.replace('-', '_'))(words[1:])
        else:
            raise CommandError(f'info {shown(words[0])}? info '
                               + ', '.join(known))

    def complete_info(self, text, *_):
        return [what for what in (*TOPICS, *QUERIES) if what.startswith(text)]

    def inspect(self, what, words):
        """Show what a query answers."""
        takes = QUERIES[what]
        places = takes.split()
        least = sum(not place.startswith('[') and not place.endswith(']')
                    for place in places)
        counted(words, least, len(places), f'info {what} {takes}'.strip())
        self.say_all(getattr(self, f'look_{what}')(*words))

    def say_all(self, lines):
        """Show some lines."""
        for line in lines:
            self.say(line)

    def look_channels(self):
        return texts.channels(self.card.query('channels'),
                              self.card.query('units')['channels'])

    def look_channel(self, channel):
        return self.texts.channel(self.card.channel(number(channel,
                                                           'channel')))

    def look_ramfc(self, channel):
        return texts.ramfc(self.card.query(
            'ramfc', channel=number(channel, 'channel')))

    def look_runlist(self):
        return texts.runlist(self.card.query('runlist'))

    def look_cache1(self):
        return texts.cache1(self.card.query('cache1'))

    def look_pbdma(self, pbdma):
        return texts.pbdma(self.card.query('pbdma',
                                           pbdma=number(pbdma, 'PBDMA')))

    def look_ramht(self, channel=None):
        if channel is None:
            return self.texts.ramht(self.card.query('ramht'))
        channel = number(channel, 'channel')
        return self.texts.ramht(self.card.query('ramht', channel=channel),
                                channel)

    def look_object(self, *words):
        *of, which = words
        which = number(which, 'handle')
        return self.texts.object(self.card.query(
            'object', handle=which, address=which,
            **{'channel': number(channel, 'channel') for channel in of}))

    def look_entries(self, channel):
        channel = number(channel, 'channel')
        return texts.entries(self.card.query('entries', channel=channel),
                             channel)

    def look_falcons(self):
        return texts.falcons(self.card.query('falcons'))

    def look_falcon(self, falcon, what, *where):
        falcon = number(falcon, 'falcon')
        if what == 'registers' and not where:
            return texts.falcon_registers(
                self.card.query('falcon-registers', falcon=falcon))
        if what not in ('code', 'data') or len(where) == 1:
            raise CommandError('it is: info falcon '
                               'NUMBER registers|code|data [ADDRESS LENGTH]')
        if where:
            address, length = (number(word) for word in where)
            where = {'address': address, 'words': (length + 3) // 4}
        return texts.memory(self.card.query('falcon-memory', falcon=falcon,
                                            memory=what, **dict(where)))

    def look_screen(self):
        return texts.screen(self.card.query('screen'))

    def look_interrupts(self):
        return texts.interrupts(self.card.query('interrupts'))

    def named(self, text):
        """A reason for a stop, with names beside the numbers."""
        text = re.sub(r'\bclass (0x[0-9a-f]{4}) method (0x[0-9a-f]{4})\b',
                      self._named_method, text)
        return re.sub(r'\bclass (0x[0-9a-f]{4})\b', self._named_class, text)

    def _named_class(self, match):
        # Without a class, the device says 0
        found = int(match[1], 16)
        return f'class {self.names.class_name(found)}' if found else match[0]

    def _named_method(self, match):
        of_class, method = (int(part, 16) for part in match.groups())
        name = self.names.method(of_class, method)
        return match[0] + (f' {name}' if not name.startswith('0x') else '')

    def info_breakpoints(self, _):
        """The breakpoints."""
        there = self.breakpoints()
        for breakpoint_ in there:
            once = ' once' if breakpoint_['id'] in self.temporary else ''
            self.say(self.breakpoint_text(breakpoint_) + once)
        if not there:
            self.say('there are no breakpoints')

    def info_stop(self, _):
        """Why the card has stopped."""
        self.say(self.stop_text(self.card.get('stop-reason'))
                 or 'the card runs')

    def info_card(self, _):
        """Which card it is."""
        self.say(f'{self.card.path}: {self.card.kind} ({self.card.chip})')

    def info_machine(self, _):
        """The machine's state."""
        self.say(self.monitor.execute('query-status')['status'])

    def info_kinds(self, _):
        """The kinds of breakpoints."""
        for kind, (places, what) in KINDS.items():
            words = ' '.join(f'[{place.upper()}]' for place in places)
            self.say(f'{kind} {words}: {what}')

    def error_names(self):
        """The errors that the card may report."""
        return [typed_name(name) for name in self.card.error_names()]

    def info_errors(self, _):
        """What "break error NAME" may be about."""
        for name in self.error_names():
            self.say(name)

    def info_classes(self, _):
        """The classes that the card has."""
        for found in sorted(self.names.classes()):
            self.say(self.names.class_name(found))

    def info_methods(self, words):
        """The methods of a class that the card has."""
        of_class = self.names.class_number(words[0])
        if of_class is None:
            raise CommandError(self.names.no_class(words[0]))
        if of_class not in self.names.classes():
            raise CommandError(f'{self.card.kind} has no class '
                               f'{self.names.class_name(of_class)}: "info '
                               'classes" lists those that it has')
        known = {self.names.method_number(of_class, name): name
                 for name in self.names.methods(of_class)}
        for method in sorted(at for at in known if at is not None):
            self.say(f'0x{method:04x} {self.names.method(of_class, method)}')

    def info_names(self, _):
        """The sources of names."""
        for source in self.names.sources:
            self.say(source.origin)

    def info_statistics(self, _):
        """The device's counters."""
        self.say(reports.statistics(self.card.query('statistics')))

    def info_report(self, _):
        """Features that the driver used and the device lacks."""
        self.say(reports.report(self.card.query('report')))

    def info_findings(self, _):
        """The checker's findings."""
        answer = self.card.query('findings')
        if not answer['on']:
            self.say('the checker is off: "checker on" has it watch the driver '
                     'from now on, and -device ...,checker=on from the start')
            return
        self.say(reports.findings(answer)
                 or 'the checker is on, and has found nothing')

    def do_checker(self, arg):
        """checker on|off: watch what hardware may not forgive a driver
        "info findings" shows what has been found; that goes when the checker
        is turned off.
        """
        if arg not in ('on', 'off'):
            raise CommandError('checker on, or checker off: it is '
                               + ('on' if self.card.get('checker') else 'off'))
        self.card.set('checker', arg == 'on')
        self.say(f'the checker is {arg}')

    def complete_checker(self, text, *_):
        return [word for word in ('on', 'off') if word.startswith(text)]

    def do_x(self, arg):
        """x CHANNEL|vram|object HANDLE ADDRESS [WORDS]: words of memory
        A channel's are those of its space, before NV50 of its pushbuffer's DMA
        object.
        """
        where, words = space(arg.split())
        if len(words) not in (1, 2):
            raise CommandError('x CHANNEL|vram|object HANDLE ADDRESS [WORDS]')
        count = self.count(words[1]) if len(words) == 2 else WORDS
        self.say_all(texts.memory(
            self.card.memory(where, number(words[0]), count)))

    @staticmethod
    def count(text):
        """How many words to show."""
        count = number(text)
        if not 0 < count <= MOST_WORDS:
            raise CommandError(f'{count} words? 1 to {MOST_WORDS}')
        return count

    def do_walk(self, arg):
        """walk CHANNEL ADDRESS: the page tables' entries for an address"""
        words = arg.split()
        if len(words) != 2:
            raise CommandError('walk CHANNEL ADDRESS')
        self.say_all(texts.walk(self.card.query(
            'page-walk', channel=number(words[0], 'channel'),
            address=number(words[1]))))

    def listing(self, channel, address=None, count=None, follow=False):
        """Lines of a channel's pushbuffer from an address, or from GET on.

        Where the channel is within a command, its parameters come first.  The
        end is where the channel goes on elsewhere; FOLLOW goes there, too, and
        into what is called.
        """
        where = {} if address is None else {'address': address,
                                            'words': count or WORDS}
        words = self.card.pushbuffer(channel, **where)
        if not words:
            raise CommandError(f'channel {channel} has nothing left to read')
        push = self.card.channel(channel).get('pushbuffer', {})
        left = push.get('left', 0) if address is None else 0
        yield from without_runs(
            f'   0x{at:08x}  {word:08x}    {self.parameter(at, word)}'
            for at, word in words[:left])
        form = Form(self.card.chip, ib='ring' in push, sli=True)
        listing = Listing(form, self.names, self.card.bound(channel),
                          lambda handle: self.class_of_handle(channel, handle))
        yield from squeezed(
            self.followed(channel, listing, words[left:], count or FOLLOWED)
            if follow else self.path(listing, words[left:]))

    @staticmethod
    def pieces(words):
        """Words that follow each other in memory are read as one piece."""
        piece = []
        for at, word in words:
            if piece and at != piece[-1][0] + 4:
                yield piece[0][0], [w for _, w in piece]
                piece = []
            piece.append((at, word))
        if piece:
            yield piece[0][0], [w for _, w in piece]

    def path(self, listing, words):
        """Commands, up to the one behind which none of these is executed."""
        for address, piece in self.pieces(words):
            for command, lines in listing.blocks(address, piece):
                yield command, lines
                if command.kind in LEAVES:
                    return

    def followed(self, channel, listing, words, count):
        """The same, with what calls and jumps lead to, once each."""
        been = set()
        paths = [self.path(listing, words)]
        while paths:
            for command, lines in paths[-1]:
                yield command, lines
                if command.target is None or command.target in been:
                    continue
                been.add(command.target)
                paths.append(self.path(listing, self.card.pushbuffer(
                    channel, address=command.target, words=count)))
                break
            else:
                paths.pop()

    def parameter(self, address, word):
        """A word within a command; the stop reason may name it."""
        event = (self.last_stop or {}).get('event', {})
        if event.get('address') != address or 'access' in event or \
                not {'class', 'method'} <= event.keys():
            return 'parameter'
        return self.names.method_value(event['class'], event['method'], word)

    def class_of_handle(self, channel, handle):
        """The class of an object, None if the device doesn't know it."""
        try:
            found = self.card.query('object', channel=channel, handle=handle)
        except QmpError:
            return None
        return found['class'] or None

    def do_disassemble(self, arg):
        """disassemble [follow] [CHANNEL [ADDRESS [WORDS]]]: a pushbuffer
        From where the channel stands, without an address; of the channel that
        has stopped, without one.  Ends where it goes on elsewhere, at a return
        or a jump; with "follow", commands that are called or jumped to follow.
        Of many commands alike, or words of one method, the first and the last
        are shown.
        """
        words = arg.split()
        follow = words[:1] == ['follow']
        words = [number(word) for word in
                 counted(words[follow:], 0, 3,
                         'disassemble [follow] [CHANNEL [ADDRESS [WORDS]]]')]
        channel = words[0] if words else self.stopped_channel()
        if channel is None:
            raise CommandError('disassemble which CHANNEL? the card hasn\'t '
                               'stopped for one')
        address = words[1] if len(words) > 1 else None
        count = self.count(str(words[2])) if len(words) > 2 else None
        for line in self.listing(channel, address, count, follow):
            self.say(line)

    def do_decode(self, arg):
        """decode [ib] WORD...: commands from elsewhere, a log for example
        With "ib", those of a channel with a ring of entries, NV50 to NVA8.
        decode entry LOW HIGH: an entry of a ring
        """
        words = arg.split()
        if words[:1] == ['entry']:
            counted(words, 3, 3, 'decode entry LOW HIGH')
            self.say(entry(self.card.chip, *self.words32(words[1:])))
            return
        ring = words[:1] == ['ib']
        if not words[ring:]:
            raise CommandError('decode [ib] WORD...')
        form = Form(self.card.chip, ib=ring, sli=True)
        for line in Listing(form, self.names).lines(
                0, self.words32(words[ring:])):
            self.say(line)

    @staticmethod
    def words32(words):
        """Numbers of 32 bits."""
        found = [number(word, 'word') for word in words]
        for value in found:
            if value >> 32:
                raise CommandError(f'word: 0x{value:x} has more than 32 bits')
        return found

    def register_address(self, text):
        """A register by its name, with what the name might be."""
        address = self.names.register_address(text)
        if address is None:
            like = near_names(text.replace('.', '_'), self.names.registers())
            raise CommandError(f'no register is called {shown(text)}'
                               + (': ' + ', '.join(like) if like else ''))
        if address % 4 or address >= REGISTERS_END:
            raise CommandError(f'registers are at multiples of 4 below '
                               f'0x{REGISTERS_END:x}: none is at '
                               f'0x{address:x}')
        return address

    def do_print(self, arg):
        """print REGISTER...: registers by name or address
        Nothing happens: where reading one changes something, that is said
        rather than its value.  "read" reads it.
        """
        if not arg:
            raise CommandError('print REGISTER...')
        for word in arg.split():
            address = self.register_address(word)
            value = self.card.register(address)
            if value is None:
                self.say(f'0x{address:06x} {self.names.register(address)}: '
                         'reading it changes something')
            else:
                self.say_register(address, value)

    def do_read(self, arg):
        """read REGISTER...: read registers as the guest does
        That may have side effects: clear what is pending, take a value away,
        advance to the next.  The guest has to have mapped the registers.
        """
        if not arg:
            raise CommandError('read REGISTER...')
        for word in arg.split():
            address = self.register_address(word)
            self.say_register(address, self.card.read_register(address))

    def say_register(self, address, value):
        """A register with its fields."""
        self.say(f'0x{address:06x} '
                 + self.names.register_value(address, value))

    def do_screen(self, arg):
        """screen [FILE]: what the heads show; as a picture in FILE"""
        self.say_all(self.look_screen())
        if arg:
            self.dump_screen(arg)
            self.say(f'{arg} has the picture')

    def dump_screen(self, file):
        """Have the emulator write a picture."""
        kind = 'png' if file.endswith('.png') else 'ppm'
        home, _, name = self.card.path.rpartition('/')
        # A card without an id has no name there
        which = {} if home.endswith('-anon') else {'device': name}
        self.monitor.execute('screendump', filename=str(Path(file).absolute()),
                             format=kind, **which)

    def pixel(self, x, y):
        """One pixel of the screen: three bytes."""
        file = Path(f'/tmp/nv-debug-{id(self)}.ppm')
        try:
            self.dump_screen(str(file))
            head, data = re.match(rb'(P6\s+\d+\s+\d+\s+\d+\s)(.*)',
                                  file.read_bytes(), re.DOTALL).groups()
        finally:
            file.unlink(missing_ok=True)
        width, height = (int(part) for part in head.split()[1:3])
        if x >= width or y >= height:
            raise CommandError(f'the screen has {width} x {height} pixels')
        at = 3 * (y * width + x)
        return data[at:at + 3].hex()
