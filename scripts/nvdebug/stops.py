"""Commands for breakpoints, continuing and stepping.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import re
import time

from . import texts
from .breakpoints import ALIASES as ALIASES_OF_KINDS
from .breakpoints import KEYS, KINDS, as_read, as_typed
from .card import REGISTERS, STOPPED
from .errors import CommandError, Timeout, counted, number
from .qmp import QmpError

STEPS = ('word', 'method', 'command', 'submission')

# How much is shown by default
LINES_AT_WHERE = 16
LINES_AT_STOP = 4
CHANNELS_SHOWN = 4


def access_words(access):
    """An access to memory that has failed, and who has made it."""
    yield f'address 0x{access["address"]:08x} by'
    if access['by'] == 'object':
        yield f'object 0x{access["object"]:05x}'
        return
    yield f'unit 0x{access["unit"]:02x}'
    if 'name' in access:
        yield access['name']
    yield f'client 0x{access["client"]:02x}'
    if access['gpc']:
        yield 'of a GPC'
    if 'slot' in access:
        yield f'slot 0x{access["slot"]:x}'


class Stops:
    """A part of the shell."""

    # Stopping and going on

    def tell_of_stops(self):
        """Report stops since the last command."""
        self.monitor.poll(0)
        while True:
            event = self.monitor.take_event(STOPPED)
            if not event:
                return
            self.show_stop(event)

    def show_stop(self, event):
        """Show the stop, and what comes next."""
        self.last_stop = event['data']['stop']
        self.say('stopped: ' + self.stop_text(self.last_stop))
        hit = self.last_stop.get('breakpoint')
        if hit in self.temporary:
            self.temporary.discard(hit)
            self.forget([hit])

    def wait(self, limit):
        """Wait until the card stops."""
        end = time.monotonic() + limit if limit else None
        try:
            while True:
                event = self.monitor.take_event(STOPPED)
                if event:
                    break
                if end and time.monotonic() > end:
                    raise Timeout(f'the card has not stopped for {limit} s: '
                                  + self.why_not())
                self.monitor.poll(0.2)
        except KeyboardInterrupt:
            if self.replays():
                self.monitor.execute('stop')
                return
            self.card.stopped = True
            self.monitor.poll(1)
            event = self.monitor.take_event(STOPPED)
        if event:
            self.show_stop(event)
            self.show_place(LINES_AT_STOP)

    def why_not(self):
        """Why the card doesn't stop: what channels wait for."""
        status = self.monitor.execute('query-status')
        if not status['running']:
            return f'the machine is {status["status"]}'
        channels = self.card.query('channels')
        if not channels:
            return 'no channel is on'
        said = [f'channel {channel["channel"]} waits: '
                + texts.wait(channel['wait'])
                for channel in channels[:CHANNELS_SHOWN]]
        more = len(channels) - len(said)
        return ', '.join(said) + (f', and {more} more' if more else '')

    def stopped_channel(self):
        """The channel that the last stop was about, or None."""
        stop = self.last_stop or self.card.get('stop-reason')
        return stop.get('event', {}).get('channel')

    # What is said of a stop

    def stop_text(self, stop):
        """Why the card has stopped, and where; '' if it hasn't."""
        why = stop['reason']
        if why == 'none':
            return ''
        if why == 'breakpoint':
            why = f'breakpoint {stop["breakpoint"]}'
        return f'{why}: {self.event_text(stop["event"])}' \
            if 'event' in stop else why

    def event_text(self, event):
        """An event in a line."""
        said = [event['kind']]
        if 'channel' in event:
            said.append(f'channel {event["channel"]}')
        said += [event[key] for key in ('what',) if key in event]
        said += self.unit_words(event)
        said += self.method_words(event)
        if 'data' in event:
            said.append(f'data 0x{event["data"]:08x}')
        if 'access' in event:
            said += access_words(event['access'])
        if 'address' in event:
            said.append(f'at 0x{event["address"]:08x}')
            said += self.register_words(event)
        if 'size' in event:
            said.append(f'size {event["size"]}')
        if event.get('level') or event.get('begins'):
            said.append('size 1')
        if 'rest' in event:
            said.append(event['rest'])
        return ' '.join(said)

    @staticmethod
    def unit_words(event):
        """Which unit it is of."""
        bare = ('bar', 'falcon', *(['head'] if event['kind'] in
                                   ('vblank', 'flip') else []))
        for key in ('bar', 'falcon', 'head', 'pbdma', 'engine', 'intr'):
            if key in event:
                yield str(event[key]) if key in bare else f'{key} {event[key]}'

    def method_words(self, event):
        """A method by its name, as far as it is known."""
        of_class = event.get('class')
        if 'subchannel' in event:
            yield f'subchannel {event["subchannel"]}'
        if of_class is not None:
            # Without a class, the device says 0
            yield 'class ' + (self.names.class_name(of_class) if of_class
                              else '0x0000')
        if 'method' in event:
            yield f'method 0x{event["method"]:04x}'
            name = self.names.method(of_class, event['method']) \
                if of_class is not None else event.get('name', '0x')
            if not name.startswith('0x'):
                yield name

    def register_words(self, event):
        """The name of a register that the CPU accesses."""
        if event.get('bar') == REGISTERS:
            name = self.names.register(event['address'] & ~3)
            if not name.startswith('0x'):
                yield name

    def show_place(self, lines):
        """Some commands from where a channel stands."""
        channel = self.stopped_channel()
        if channel is None:
            return
        try:
            listing = list(self.listing(channel))
        except (QmpError, CommandError):
            return
        for line in listing[:lines]:
            self.say(line)

    def go_on(self):
        """Resume the card, and the machine if it is stopped."""
        if self.card.stopped and self.replays():
            # The rest of what the card did at this instruction
            with self.as_recorded():
                pass
        self.card.stopped = False
        # The method at which it stands may have had another error
        if not self.card.stopped:
            self.resume()

    def resume(self):
        """Resume the machine: in a stopped one the card does nothing."""
        if not self.monitor.execute('query-status')['running']:
            self.monitor.execute('cont')

    def do_continue(self, arg):
        """continue [N] [&]: go on until the card stops, for the Nth time
        With "&", don't wait.  Ctrl-C stops the card.
        """
        words = arg.split()
        wait = '&' not in words
        times = counted([word for word in words if word != '&'], 0, 1,
                        'continue [N] [&]')
        for _ in range(number(times[0]) if times else 1):
            self.go_on()
            if wait:
                self.wait(self.limit)

    def do_stop(self, arg):
        """stop [machine]: stop the card at the next command, or the machine
        A machine that replays a recording is stopped in any case.
        """
        if arg not in ('', 'machine'):
            raise CommandError('stop, or stop machine; "break" stops later, '
                               'at something')
        if arg == 'machine' or self.replays():
            self.monitor.execute('stop')
            self.say('the machine stands still')
            return
        if self.card.stopped:
            # It won't say so again.
            self.do_where('')
            return
        self.card.stopped = True
        self.wait(self.limit or 5)

    def do_wait(self, arg):
        """wait [SECONDS]: wait until the card stops"""
        words = counted(arg.split(), 0, 1, 'wait [SECONDS]')
        if self.card.stopped and not self.monitor.events:
            raise CommandError('the card stands still already: "continue" has '
                               'it go on')
        self.wait(number(words[0], 'seconds') if words else self.limit)

    def step(self, what, times):
        """Some steps."""
        if self.replays():
            raise CommandError('in a replay, what the card does at one '
                               'instruction can only be done at once: see '
                               'docs/nv-debug.rst, "Backwards"')
        for _ in range(times):
            self.card.set('step', what)
            self.resume()
            self.wait(self.limit or 10)

    def do_step(self, arg):
        """step [word|method|command|submission] [N]: one step, or N of them"""
        words = arg.split()
        what = 'method'
        if words and not words[0].isdigit():
            what = next((step for step in STEPS if step.startswith(words[0])),
                        None)
            if not what:
                raise CommandError('step by ' + ', '.join(STEPS))
            words.pop(0)
        counted(words, 0, 1, 'step [word|method|command|submission] [N]')
        self.step(what, number(words[0]) if words else 1)

    def complete_step(self, text, *_):
        return [step for step in STEPS if step.startswith(text)]

    def do_next(self, arg):
        """next [N]: to the next command, or the Nth"""
        words = counted(arg.split(), 0, 1, 'next [N]')
        self.step('command', number(words[0]) if words else 1)

    def do_where(self, arg):
        """where [LINES]: why the card has stopped, and what comes next"""
        words = counted(arg.split(), 0, 1, 'where [LINES]')
        lines = number(words[0], 'lines') if words else LINES_AT_WHERE
        stop = self.card.get('stop-reason')
        if self.card.stopped:
            self.say('stopped: ' + self.stop_text(stop))
        else:
            self.say('the card runs')
        if stop['reason'] != 'none':
            self.last_stop = stop
        self.show_place(lines)

    # Breakpoints

    def breakpoints(self):
        """Those of the device, with their hits."""
        return list(self.card.get('breakpoints'))

    def keys_of_kind(self, kind):
        """The keys that a kind of breakpoint has, None if there is no such."""
        keys = self.card.keys('x-query-nv-breakpoints').get(kind)
        return keys and [key for key in KEYS if key in keys]

    def add(self, breakpoint_):
        """Add a breakpoint; returns its number."""
        # In a replay, the guest would run on, and diverge from the recording;
        # a driver deals with an error before anybody can look.
        if self.replays() or breakpoint_['kind'] == 'error':
            breakpoint_.setdefault('stop', 'machine')
        there = self.breakpoints()
        new = max((old['id'] for old in there), default=0) + 1
        self.card.set('breakpoints', [*there, {'id': new, **breakpoint_}])
        line = f'{new} {breakpoint_["kind"]} {as_typed(breakpoint_)}'.strip()
        self.say('breakpoint ' + self.words.describe(breakpoint_, line))
        return new

    def forget(self, numbers):
        """Remove some."""
        self.card.set('breakpoints',
                      [old for old in self.breakpoints()
                       if old['id'] not in numbers])

    def breakpoint_text(self, breakpoint_):
        """A line for one of the device's."""
        return self.words.describe(breakpoint_, as_read(breakpoint_))

    def do_break(self, arg):
        """break [KIND] PLACE [KEY=VALUE...]: stop the card there
        "info kinds" lists the kinds of breakpoints; the default is a method,
        as in G80_M2MF.BUF_NOTIFY.
        Keys are channel, subchannel, class, method, data, mask, address, size,
        head, bar, falcon and what; ignore=N ignores the first N hits,
        stop=machine stops the whole machine, stop=none only counts.  An error
        stops the machine unless stop=card is given.
        """
        self.add(self.words.breakpoint(arg))

    def do_tbreak(self, arg):
        """tbreak ...: a breakpoint that is removed when it is hit"""
        self.temporary.add(self.add(self.words.breakpoint(arg)))

    def watch(self, arg, way):
        """A register, or memory, with what may follow."""
        words = arg.split()
        if not words:
            raise CommandError('watch what? REGISTER, or memory ADDRESS')
        kind = 'mmio'
        if 'memory'.startswith(words[0]):
            kind = 'mem'
            words.pop(0)
        if not words:
            raise CommandError('watch memory ADDRESS [SIZE]')
        self.add(self.words.breakpoint(f'{kind}{way} {" ".join(words)}'))

    def do_watch(self, arg):
        """watch REGISTER|memory ADDRESS [SIZE]: stop where it is written
        The guest writes a register, the card memory.
        """
        self.watch(arg, '-write')

    def do_rwatch(self, arg):
        """rwatch REGISTER|memory ADDRESS [SIZE]: stop where it is read"""
        self.watch(arg, '-read')

    def do_awatch(self, arg):
        """awatch REGISTER|memory ADDRESS [SIZE]: stop at any access"""
        self.watch(arg, '')

    def do_delete(self, arg):
        """delete [N...]: remove breakpoints; all, without a number"""
        known = [old['id'] for old in self.breakpoints()]
        numbers = [number(word) for word in arg.split()] or known
        for gone in numbers:
            if gone not in known:
                raise CommandError(f'there is no breakpoint {gone}')
        self.forget(numbers)
        if not known:
            self.say('there are no breakpoints')

    def do_ignore(self, arg):
        """ignore N TIMES: let a breakpoint pass some times"""
        words = arg.split()
        if len(words) != 2:
            raise CommandError('it is: ignore N TIMES')
        which, times = number(words[0]), number(words[1])
        there = self.breakpoints()
        if which not in [old['id'] for old in there]:
            raise CommandError(f'there is no breakpoint {which}')
        self.card.set('breakpoints', [
            {**old, 'ignore': times} if old['id'] == which else old
            for old in there])

    def complete_break(self, text, line, *_):
        """Kinds first, then what they are about."""
        before = line.split()[1:-1 if text else None]
        known = list(KINDS)
        if any(ALIASES_OF_KINDS.get(word, word).startswith('mmio')
               for word in before):
            known, text = self.names.registers(), text.upper()
        elif 'error' in before:
            known, text = self.error_names(), text.upper()
        elif '.' in text:
            of_class = text.partition('.')[0]
            known = [f'{of_class}.{name}'
                     for name in self.methods_of(of_class)]
        return [name for name in known if name.startswith(text)]

    complete_tbreak = complete_break

    def complete_watch(self, text, *_):
        return [name for name in self.names.registers()
                if name.startswith(text.upper())]

    complete_rwatch = complete_awatch = complete_watch
    complete_print = complete_read = complete_watch

    def methods_of(self, text):
        """The names of a class's methods."""
        of_class = self.names.class_number(text)
        return [] if of_class is None else self.names.methods(of_class)
