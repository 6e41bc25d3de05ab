"""A cell of the matrix: a card with a kernel and a suite, and what became of
it.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import collections
import json
import os
import signal
from dataclasses import dataclass, field
from pathlib import Path

from . import boards, lava, results, series
from .cards import EVENTS, Card
from .checks import THE_JOB, Check
from .errors import HostError

# Results of a cell
OK, NO_CHANNELS, UNUSED, FAILED = 'ok', 'no channels', 'no driver', 'FAILED'
# Nothing is known: the host has ended it, or nobody has run it
LOST, MISSING = 'LOST BY HOST', 'MISSING'

# Exit statuses of a program that the host has ended: see ending.run()
OF_HOST = HostError.status, *(128 + number for number in (
    signal.SIGHUP, signal.SIGINT, signal.SIGTERM))

COLUMNS = ['card', 'kernel', 'suite', 'result', 'driver', 'console', 'channels',
           'fences', 'bytes copied', 'interrupts', 'error lines']


@dataclass
class Suite:
    """Tests of a kind: a program, and what it calls its results.

    FAMILIES are those whose cards have what is tested, if not all have.
    """

    program: str
    name: str
    families: tuple = ()
    needs_channels: bool = True

    def why_not(self, card):
        """Why the suite has nothing to do on a card."""
        if card.driver:
            return card.driver
        if self.needs_channels and card.channels:
            return card.channels
        if self.families and card.family not in self.families:
            return f'only for {", ".join(self.families)}'
        return ''


MAIN = 'guest'
SUITES = {
    MAIN: Suite('run', '{}', needs_channels=False),
    'clients': Suite('run-clients', 'clients-{}'),
    'recovery': Suite('run-recovery', '{}-recovery',
                      families=('Fermi', 'Kepler', 'Maxwell')),
    'faults': Suite('run-faults', 'faults-{}'),
    'migration': Suite('run-migration', '{}-migration'),
    'replay': Suite('run-replay', '{}-replay'),
}


def read_data(file):
    """The data of a file, None if it is not there or not all there."""
    try:
        return json.loads(file.read_text('utf-8'))
    except (FileNotFoundError, NotADirectoryError, ValueError):
        return None


def column_of(kernel, suite):
    """What a kernel's column is called, by what the kernel is called here."""
    return kernel + ('' if suite == MAIN else f' {suite}')


@dataclass
class Cell:
    """CHOICE is how the user names the kernel, KERNEL how it is called here.

    DIRECTORY is where its artifacts are, or those of more boots beside it.
    """

    card: Card
    choice: str
    kernel: str
    directory: Path
    suite: str = MAIN
    board: boards.Board = boards.ALL[boards.DEFAULT]
    # What each boot has left, see summary.data()
    jobs: list = field(default_factory=list)
    done: bool = False
    seconds: float = 0
    trouble: str = ''
    # Whether that trouble is the host's
    host: bool = False
    # What is said if it has taken too long
    late: str = ''
    # Results of other runs of the same
    others: list = field(default_factory=list)

    @property
    def key(self):
        return self.card.name, self.kernel, self.suite

    @property
    def title(self):
        return f'{self.card.name} {self.column}'

    @property
    def column(self):
        return column_of(self.kernel, self.suite)

    @property
    def name(self):
        """How the suite's program calls what it leaves."""
        return SUITES[self.suite].name.format(f'{self.card.name}-{self.kernel}')

    @property
    def artifacts(self):
        return self.directory / self.name

    def why_not(self):
        return SUITES[self.suite].why_not(self.card)

    # What is said of it

    def checks(self):
        """All checks; those of several boots with the boot's name."""
        many = len(self.jobs) > 1
        return [Check(**{**check, 'name': f'{job["title"]}: {check["name"]}'
                         if many else check['name']})
                for job in self.jobs for check in job['checks']]

    def take(self, status, lines):
        """Take what its program has left, and said, and how that ended."""
        left = read_data(self.directory / f'{self.name}.results.json')
        self.jobs = left or []
        self.done = True
        said = [line.strip() for line in lines
                if line.strip() and not line.startswith(lava.BEGIN)]
        last = said[-1] if said else 'it said nothing'
        self.host = not self.late and (status < 0 or status in OF_HOST)
        if self.late:
            self.trouble = f'{self.late}: {last}'
        elif status < 0:
            self.trouble = f'killed by {signal.Signals(-status).name}: {last}'
        elif status and not self.failures():
            self.trouble = f'ended with status {status}: {last}'
        elif not self.jobs:
            self.trouble = f'left no results: {last}'

    def failures(self):
        """The failures: a name and details for each."""
        failed = [(check.name, check.detail) for check in self.checks()
                  if not check.ok]
        if self.trouble:
            failed.append((THE_JOB, self.trouble))
        return failed

    def is_lost(self):
        """Whether it has failed, and by the host alone."""
        return (bool(self.failures()) and
                all(check.ok or check.host for check in self.checks()) and
                (self.host or not self.trouble))

    def result(self):
        if self.why_not():
            return UNUSED
        if not self.done:
            return MISSING
        if self.is_lost():
            return LOST
        if self.failures():
            return FAILED
        return NO_CHANNELS if self.card.channels else OK

    def note(self):
        """The reason for the result, in a few words."""
        failed = [name for name, _ in self.failures()]
        booted = series.of(self.release())
        left_out = [check.name for check in self.checks() if check.skipped]
        cannot = [f'no {event}: {self.card.reason(event, booted)}'
                  for event in EVENTS if event in left_out]
        cannot += [f'{name} refused' for name in left_out if ': ' in name]
        if self.others:
            failed.append(f'another run: {", ".join(self.others)}')
        return (', '.join(failed) or self.why_not() or self.card.channels or
                ', '.join(cannot))

    # Numbers

    def first(self, name):
        return next(filter(None, (job[name] for job in self.jobs)), '')

    def release(self):
        return self.first('release')

    def counts(self):
        """What the card has counted, in all boots."""
        counts = collections.Counter()
        for job in self.jobs:
            counts.update(job['counts'])
        return counts

    def fences(self):
        return sum(job['fences'] for job in self.jobs)

    def error_lines(self):
        return [line for job in self.jobs for line in job['error-lines']]

    def row(self):
        """The cell as a line of the table, column by column."""
        counts = self.counts()
        numbers = ([counts['channels'], self.fences(), counts['bytes-copied'],
                    counts['interrupts'], len(self.error_lines())]
                   if self.jobs else [''] * 5)
        return [self.card.name, self.release() or self.kernel, self.suite,
                self.result(), self.first('driver'), self.first('mode'),
                *map(str, numbers)]

    # For other programs

    def place(self):
        """The cell alone."""
        return {'card': self.card.name, 'kernel': self.choice,
                'name': self.kernel, 'suite': self.suite,
                'machine': self.board.name}

    def data(self, base):
        """The cell with all that is known; its files as seen from BASE."""
        return {**self.place(), 'result': self.result(), 'note': self.note(),
                'directory': os.path.relpath(self.directory, base),
                'done': self.done, 'seconds': self.seconds,
                'trouble': self.trouble, 'host': self.host,
                'release': self.release(), 'driver': self.first('driver'),
                'fences': self.fences(), 'counts': self.counts(),
                'error-lines': self.error_lines(), 'jobs': self.jobs}

    def suites(self):
        """The same as JUnit has it, a suite for each boot."""
        many = len(self.jobs) > 1
        found = [results.suite(job['title'] if many else self.title,
                               [Check(**check) for check in job['checks']],
                               self.directory / job['artifacts'])
                 for job in self.jobs]
        more = self.as_a_whole()
        if more:
            found.append(results.suite(f'{self.title} as a whole', [more],
                                       self.artifacts))
        return found

    def as_a_whole(self):
        """What no boot's checks say."""
        why_not = self.why_not()
        if why_not:
            return Check('is tested', True, why_not, skipped=True)
        if not self.done:
            return Check('is tested', False, 'nobody has run it', host=True)
        if self.trouble:
            return Check('ends well', False, self.trouble, host=self.host)
        return None
