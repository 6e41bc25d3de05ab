"""Commands for a machine that replays a recording.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import contextlib

from . import replay
from .errors import CommandError, number
from .qmp import QmpError

# Loading a snapshot takes the emulator longer than other commands
PATIENCE = 600


class Backwards:
    """A part of the shell."""

    def do_seek(self, arg):
        """seek [INSTRUCTION]: go to where so many have been executed
        Without a number: say where the machine is.  It has to replay a
        recording; to go back it needs snapshots there.
        """
        run = self.replay()
        if arg:
            with self.as_recorded():
                self.move(lambda: run.seek(number(arg)))
        self.say(f'at instruction {run.position()}')

    def do_run_back(self, arg):
        """run-back WHAT: go back to where a value was changed last
        WHAT is register NAME, vram ADDRESS, memory CHANNEL ADDRESS or pixel X
        Y.  The machine has to replay a recording that has snapshots.
        """
        look = self.look_of(arg)
        run = self.replay()
        with self.as_recorded():
            change = self.move(lambda: run.run_back(look))
            value = look()
        if not change:
            self.say(f'{arg} has been {value} as far back as the recording '
                     'has snapshots')
            return
        self.say(f'{arg} became {change.became}, and was {change.was}, at '
                 f'instruction {change.icount}')

    def replays(self):
        """Whether the machine replays a recording."""
        try:
            return self.monitor.execute('query-replay')['mode'] == 'play'
        except QmpError:
            return False

    def replay(self):
        """The machine as one that replays."""
        if not self.replays():
            raise CommandError("the machine doesn't replay a recording: see "
                               'docs/nv-debug.rst, "Backwards"')
        return replay.Replay(self.wait_for)

    def wait_for(self, command, **arguments):
        """A command of the monitor's that may take long."""
        return self.monitor.execute(command, PATIENCE, **arguments)

    @staticmethod
    def move(way):
        """Go somewhere; report a failure if that isn't possible."""
        try:
            return way()
        except replay.ReplayError as error:
            raise CommandError(str(error)) from None

    @contextlib.contextmanager
    def as_recorded(self):
        """Stopping the card would make the replay diverge from the record.

        The machine can be stopped between two instructions of the recording,
        but the card can't: all that it does at one instruction belongs to it.
        """
        breakpoints = self.breakpoints()
        stood = self.card.stopped
        self.card.set('breakpoints', [])
        run = replay.Replay(self.wait_for)
        run.stop()
        self.card.stopped = False
        try:
            if stood:
                self.move(run.again)
            yield
        finally:
            self.card.set('breakpoints', breakpoints)
            self.last_stop = None

    def look_of(self, arg):
        """A function that gives the value that is meant, as text."""
        words = arg.split()
        if len(words) == 2 and words[0] == 'register':
            address = self.register_address(words[1])
            if self.card.register(address) is None:
                raise CommandError(f'reading {words[1]} changes something')
            return lambda: f'0x{self.card.register(address):08x}'
        if len(words) == 2 and words[0] == 'vram':
            return lambda: self.word_at({'kind': 'vram'}, number(words[1]))
        if len(words) == 3 and words[0] == 'memory':
            channel, address = (number(word) for word in words[1:])
            where = {'kind': 'channel', 'channel': channel}
            return lambda: self.word_at(where, address)
        if len(words) == 3 and words[0] == 'pixel':
            x, y = (number(word) for word in words[1:])
            return lambda: self.pixel(x, y)
        raise CommandError('run-back register NAME, vram ADDRESS, memory '
                           'CHANNEL ADDRESS, or pixel X Y')

    def word_at(self, where, address):
        """A word of memory, or why it can't be read."""
        try:
            word, = self.card.memory(where, address, 1)['words']
        except QmpError as error:
            return str(error)
        return f'0x{word:08x}'
