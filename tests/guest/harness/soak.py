"""A soak: the same work for an hour, and memory that doesn't grow.

While two processes copy all the time (programs/load.c), test programs copy,
draw, flip pages and move the cursor, and the machine is suspended now and then.
Between programs, the emulator's own memory and what the guest's kernel says of
its own are noted; it is the trend of these samples that decides, as a single
one says little: an emulator's tables grow and shrink as guests use memory, and
the translator's table of what it has translated doubles, from 4 MiB to 8 and so
on, as long as there is more (tb_ctx.htable).

SPDX-License-Identifier: GPL-2.0-or-later
"""

import functools
import json
import re
import statistics
import time
from dataclasses import dataclass, field

from . import cards
from .errors import GuestError
from .guest import SKIPPED
from .programs import verdict
from .work import BESIDE_OTHERS, SCREEN_PROGRAMS, Reports, Work

# In seconds, at most: a short soak has more samples
SAMPLE_EACH = 60
SAMPLES = 24
# A trend needs some
LEAST_SAMPLES = 4
# For the load to go on behind a suspend
GO_ON_LIMIT = 120
# This part of the time is left out, and at least so many seconds: until all
# pools have their working size, and each program has run once
WARM_UP = 1 / 4
LEAST_WARM_UP = 90

# What is run in turn
PROGRAMS = ['copy', 'copy-engine', 'draw', 'channel', 'kms']

# In the guest: what can be dropped doesn't count
READ_MEMORY = 'echo 3 > /proc/sys/vm/drop_caches; cat /proc/meminfo'


@dataclass
class Size:
    """Something that mustn't grow, and by how much it may seem to."""

    name: str
    allowed_kib: int
    kib: list[int] = field(default_factory=list)


def slope(times, values):
    """The trend of some values: the median of the slopes of all pairs.

    (Theil and Sen.)  Up to a quarter of the values may be anything.
    """
    slopes = [(b - a) / (u - t)
              for i, (t, a) in enumerate(zip(times, values))
              for u, b in zip(times[i + 1:], values[i + 1:]) if u > t]
    return statistics.median(slopes) if slopes else 0


def settled(times):
    """Where the samples begin that count."""
    begin = times[0] + max((times[-1] - times[0]) * WARM_UP, LEAST_WARM_UP)
    return next((i for i, t in enumerate(times) if t >= begin), len(times))


def growth(times, values):
    """What something grows by from the first sample to the last, by trend."""
    first = settled(times)
    return int(slope(times[first:], values[first:]) *
               (times[-1] - times[first]))


def read_memory(lines):
    """What a guest's /proc/meminfo says is in use, in KiB."""
    said = dict(re.findall(r'^(\w+): +(\d+) kB$', '\n'.join(lines),
                           re.MULTILINE))
    try:
        return (int(said['MemTotal']) - int(said['MemAvailable']),
                int(said['Slab']))
    except KeyError as error:
        raise GuestError('the guest\'s /proc/meminfo has no '
                         f'{error.args[0]}') from None


class Soak:
    """The soak of a job's guest."""

    def __init__(self, job):
        self.job = job
        self.length = job.options.soak
        self.work = Work(job, with_flips=False, programs=())
        self.times = []
        self.emulator = Size('the emulator', 2048)
        self.guest = Size('the guest', 4096)
        self.slab = Size('the guest\'s slab', 2048)
        self.rounds = self.suspends = 0
        self.start = self.sampled = self.suspended = 0

    def tasks(self):
        """What is done in turn, as calls."""
        return [functools.partial(self.run_program, name) for name in PROGRAMS
                if not (name in SCREEN_PROGRAMS and self.job.headless())]

    def run(self):
        """Work for as long as it is to last, and judge."""
        self.job.progress(f'soaking for {self.length} s')
        with self.job.checks.step('soak: the load works'):
            self.work.start()
        self.start = self.sampled = self.suspended = time.monotonic()
        self.sample()
        with self.job.checks.step('soak: all works to the end'):
            while self.passed() < self.length:
                self.go_around()
            self.sample()
            self.work.end()
        self.judge()

    def passed(self):
        return time.monotonic() - self.start

    def go_around(self):
        """Each task once."""
        since = len(self.work.records)
        for task in self.tasks():
            task()
            self.suspend_if_due()
            self.sample_if_due()
            if self.passed() > self.length:
                break
        failures = Reports(self.work.records[since:]).failures
        if failures:
            raise GuestError('\n'.join(failures))
        self.rounds += 1

    def run_program(self, name):
        status, lines = self.job.runner.have_run(name,
                                                 BESIDE_OTHERS.get(name, ''))
        if status not in (0, SKIPPED):
            title = f'soak {self.rounds} {name}'
            raise GuestError(f'{name}, round {self.rounds}: '
                             f'{verdict(status, lines)}\n'
                             f'{self.job.device.look(title)}')

    def suspend_if_due(self):
        if (time.monotonic() - self.suspended < self.job.options.soak_suspend
                or self.job.card.reason(cards.EVENTS[0],
                                        self.job.kernel.series)):
            return
        self.job.guest.suspend()
        self.suspends += 1
        self.suspended = time.monotonic()
        self.work.go_on(GO_ON_LIMIT)

    # Memory

    def sample_if_due(self):
        each = min(SAMPLE_EACH, self.length / SAMPLES)
        if time.monotonic() - self.sampled >= each:
            self.sample()

    def sample(self):
        self.sampled = time.monotonic()
        used, slab = read_memory(self.job.guest.ask(READ_MEMORY))
        self.times.append(round(self.passed(), 1))
        self.emulator.kib.append(self.job.guest.machine.own_memory_kib())
        self.guest.kib.append(used)
        self.slab.kib.append(slab)
        self.job.progress(
            f'  {self.passed():.0f} s, round {self.rounds}: the emulator has '
            f'{self.emulator.kib[-1]} KiB, the guest {used} KiB, '
            f'{slab} of it slab')

    def judge(self):
        """Each size by its trend."""
        sizes = [self.emulator, self.guest, self.slab]
        self.job.directory.write('soak.json', json.dumps(
            {'seconds': self.times, 'rounds': self.rounds,
             'suspends': self.suspends,
             'kib': {size.name: size.kib for size in sizes}}, indent=1) + '\n')
        self.job.progress(f'{self.rounds} rounds, {self.suspends} suspends, '
                          f'{len(self.times)} samples')
        count = len(self.times) - settled(self.times)
        if count < LEAST_SAMPLES:
            self.job.checks.record(
                'soak: has a trend', False,
                f'{count} samples behind the first {LEAST_WARM_UP} s are too '
                'few: SOAK has to be longer')
            return
        for size in sizes:
            grown = growth(self.times, size.kib)
            self.job.checks.record(
                f'soak: {size.name} needs no more memory with time',
                grown <= size.allowed_kib,
                f'{grown:+} KiB by trend, {size.allowed_kib} allowed; '
                f'by its samples {size.kib}')


def run(job):
    """Soak a job's guest."""
    if job.card.channels or job.display.driver != 'nouveau':
        job.checks.record('soak', True,
                          job.card.channels or 'not with this driver',
                          skipped=True)
        return
    Soak(job).run()
