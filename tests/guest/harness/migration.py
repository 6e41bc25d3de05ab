"""Live migration of a guest that works: from one emulator to the next.

Each move copies the guest's memory and the card's while both work on. When the
first emulator has stopped and the second has all, and before that one starts,
the two can be compared: their memories, their pictures, the state of the card's
channels, what it has counted. Then the work has to go on in the second.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import bisect
import functools
import tempfile
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path

from . import inspection, replay
from .errors import GuestError
from .job import Job
from .machine_command import DEVICE
from .work import BESIDE_OTHERS, Reports, Work

# In seconds
MOVE_LIMIT = 600
GO_ON_LIMIT = 300
POLL = 0.1

# What is read of each memory at a time
CHUNK = 16 << 20

# How long the guest may stand in the end, in milliseconds, and how much may be
# sent a second: what a busy host dirties in the meantime has to fit in
DOWNTIME_MSEC = 500
BYTES_A_SECOND = 1 << 30

# All of the first moves are compared closely, and later each so many
FIRST_CLOSE = 3
CLOSE_EACH = 10


@dataclass
class Move:
    """One move, and what came of it.

    ROUNDS are those of copying memory; DOWNTIME and TOTAL are of the host's
    clock, in milliseconds; PAUSE is the longest time, in seconds of the guest's
    own clock, that one of its processes took for a step around the move.
    """

    number: int
    rounds: int = 0
    mib: int = 0
    total: int = 0
    downtime: int = 0
    pause: float = 0
    steps: dict[str, int] = field(default_factory=dict)
    compared: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)


def is_close(number):
    """Whether a move is one of those whose memories are compared."""
    return number <= FIRST_CLOSE or number % CLOSE_EACH == 0


def differences(was, became):
    """What two ends of a move don't have in common, a line each."""
    return [f'{name}: {was.get(name, "nothing")} has become '
            f'{became.get(name, "nothing")}'
            for name in dict.fromkeys([*was, *became])
            if was.get(name) != became.get(name)]


def gaps(numbers):
    """What is missing between the numbers of the kernel log's records."""
    return [f'record {after} came after {before}'
            for before, after in zip(numbers, numbers[1:])
            if after != before + 1]


def first_difference(read_one, read_other, size):
    """The offset of the first byte that differs in SIZE bytes, or None."""
    for at in range(0, size, CHUNK):
        one, other = (read(min(CHUNK, size - at))
                      for read in (read_one, read_other))
        if one != other:
            return at + bisect.bisect_left(
                range(len(one)), True,
                key=lambda n: one[:n + 1] != other[:n + 1])
    return None


def memories(machine):
    """The machine's memories and the card's: size and address by name."""
    return {name: (size, address)
            for name, size, address in replay.memory_blocks(machine)}


def compare_memories(source, target):
    """Compare all memories; each one's name, and what is wrong with it."""
    theirs = memories(target)
    with source.open_memory() as one, target.open_memory() as other:
        for name, (size, address) in memories(source).items():
            if theirs.get(name, (0, 0))[0] != size:
                yield name, f'memory {name}: another size'
                continue
            one.seek(address)
            other.seek(theirs[name][1])
            at = first_difference(one.read, other.read, size)
            yield name, ('' if at is None else
                         f'memory {name}: differs from {at:#x} on')


def look(machine, directory, close):
    """What can be compared of a machine that stands still, by name."""
    parts = replay.counters(machine)
    for what in inspection.QUERIES:
        try:
            parts[what] = inspection.inspect(machine.execute, DEVICE, what)
        except GuestError as error:
            parts[what] = str(error)
    if close:
        parts['picture'] = replay.picture(machine, directory / 'end.ppm')
    return parts


def go_on(work, since, move):
    """Some work has to go on; MOVE is told what it has done since a record of
    the log from before the move.
    """
    work.go_on(GO_ON_LIMIT)
    reports = Reports(work.records[since:])
    move.pause = round(reports.pause(work.names), 2)
    move.steps = {name: reports.done(name) for name in reports.steps}


class Moves:
    """The moves of a job's guest from each emulator to the next."""

    def __init__(self, job):
        self.job = job
        self.moves = []

    def move(self, number, goes_on):
        """Move the guest, and see that all is there and goes on.

        GOES_ON is given the move when the guest works in the next emulator,
        and may say in it what has been done.
        """
        move = Move(number)
        self.moves.append(move)
        title = f'move {number}'
        try:
            self.transfer(move)
            self.job.chapter(title)
            goes_on(move)
        except GuestError as error:
            move.wrong.append(str(error))
            self.say(title, move, self.job.checks.is_hosts(error))
            error.recorded = True
            raise
        self.say(title, move)

    def say(self, title, move, host=False):
        detail = (f'{move.mib} MiB in {move.rounds} rounds, stood '
                  f'{move.downtime} ms')
        if move.compared:
            detail += f', same {", ".join(move.compared)}'
        self.job.checks.record(title, not move.wrong,
                               '\n'.join(move.wrong) or detail, host=host)

    def transfer(self, move):
        """Copy the guest to another emulator, which goes on with it."""
        guest = self.job.guest
        source = guest.machine
        with tempfile.TemporaryDirectory(prefix='fauxveau-') as directory:
            address = f'unix:{Path(directory) / "move"}'
            target = guest.new_machine(
                self.job.command() + ['-S', '-incoming', 'defer'])
            try:
                target.negotiate()
                target.execute('migrate-incoming', uri=address)
                self.send(source, target, address, move)
                self.compare(source, target, move)
                guest.move_to(target)
            except BaseException:
                if guest.machine is not target:
                    target.close()
                raise
        self.job.log.on = False
        target.execute('cont')

    def send(self, source, target, address, move):
        """Migrate, and wait until the target has all of it."""
        source.execute('migrate-set-parameters', **{
            'downtime-limit': DOWNTIME_MSEC, 'max-bandwidth': BYTES_A_SECOND})
        source.execute('migrate', uri=address)
        end = time.monotonic() + MOVE_LIMIT * self.job.guest.patience
        while True:
            info = source.execute('query-migrate')
            if info['status'] == 'completed':
                break
            if info['status'] in ('failed', 'cancelled'):
                raise GuestError('the migration failed: '
                                 f'{info.get("error-desc", "")}')
            if time.monotonic() > end:
                raise GuestError(f'no end of it for {MOVE_LIMIT} s')
            source.pump(POLL)
            target.pump(0)
        target.wait(lambda: target.execute('query-migrate').get('status') ==
                    'completed', MOVE_LIMIT, 'receiving the guest')
        move.rounds = info['ram']['dirty-sync-count']
        move.mib = info['ram']['transferred'] >> 20
        move.total = info['total-time']
        move.downtime = info['downtime']

    def compare(self, source, target, move):
        """The two ends, which both stand still."""
        close = is_close(move.number)
        was, became = (look(machine, self.job.artifacts, close)
                       for machine in (source, target))
        move.wrong += differences(was, became)
        if close:
            compared = dict(compare_memories(source, target))
            move.wrong += filter(None, compared.values())
            move.compared = ['picture', *compared]

    # Results

    def rows(self):
        """What the summary says of the moves, as pairs."""
        done = [move for move in self.moves if not move.wrong]
        if not done:
            return
        yield 'moves', f'{len(done)} of {self.job.options.migrations}'
        yield ('moves with memories and pictures compared',
               str(sum(bool(move.compared) for move in done)))
        for name, said in (('downtime', 'stood, ms of the host\'s clock'),
                           ('pause', 'longest step, s of the guest\'s clock'),
                           ('rounds', 'rounds of copying')):
            values = sorted(getattr(move, name) for move in done)
            if any(values):
                yield said, (f'{values[0]} to {values[-1]}, '
                             f'median {values[len(values) // 2]}')

    def data(self):
        """The moves, for programs."""
        return [asdict(move) for move in self.moves]


def judge_log(job):
    """No record of the kernel's log may be missing."""
    job.guest.finish_kernel_log()
    missing = gaps(job.guest.record_numbers)
    job.checks.record('no line of the log is missing', not missing,
                      '\n'.join(missing) or
                      f'{len(job.guest.record_numbers)} lines')


class MigrationJob(Job):
    """A boot, and as many moves of the guest while it works."""

    def __init__(self, options, progress):
        super().__init__(options, progress, '-migration', programs=[])
        self.is_moved = True
        if self.card.channels or self.display.driver != 'nouveau':
            raise GuestError(f'{options.card} has no channels to work with: '
                             f'{self.card.channels}')
        self.moves = Moves(self)

    def work(self):
        work = Work(self, not self.headless())
        yield 'works', functools.partial(self.start_work, work)
        yield 'moves', functools.partial(self.move_all, work)
        yield ('all work was right to the end',
               functools.partial(self.end_work, work))
        yield ('no line of the log is missing',
               functools.partial(judge_log, self))
        yield 'works after the moves', self.look_again

    def start_work(self, work):
        with self.checks.step('works'):
            work.start()

    def end_work(self, work):
        with self.checks.step('all work was right to the end'):
            work.end()

    def move_all(self, work):
        for number in range(1, self.options.migrations + 1):
            since = len(self.guest.kernel_log)
            self.moves.move(number, functools.partial(go_on, work, since))

    def look_again(self):
        when = 'after the moves'
        self.events.look_again(when)
        if not self.headless():
            self.runner.run('kms', when, BESIDE_OTHERS['kms'])
