"""Fault injection: how a driver handles each, and if it survives.

While two processes of programs/load.c copy, the device is made to fail in one
way after another. The results are what the driver says, how long the processes
made no progress, whether they were replaced, and whether the kernel is still
sound. One that isn't is rebooted for the next fault.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import configparser
import re
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path

from nvdebug import reports
from nvdebug.breakpoints import Words
from nvdebug.chipsets import chip_of
from nvdebug.errors import CommandError
from nvdebug.faults import parse
from nvdebug.names import Names

from .errors import GuestError, HostError
from .job import Job
from .kernellog import ALARM, CUT, END, matches_card
from .machine_command import DEVICE

EXPECTATIONS = Path(__file__).resolve().parent.parent / 'faults.ini'

# In seconds: for the load to be at work, for all of a fault, for an answer
START_LIMIT = 60
FAULT_LIMIT = 30
ANSWER_LIMIT = 20
SHOW_LIMIT = 15
# Beats with progress behind a fault that show that work goes on
BEATS = 5

WORKERS = ['victim', 'witness']

# States of a kernel that the next fault can be tried with
NO_SUCH_THING = 'no such thing'
USABLE = ['sound', 'warns', NO_SUCH_THING]

# Fates of a process that doesn't work any more
LOST = 'lost'
DEAD = 'dead'
GONE = (LOST, DEAD)

# What load.c says of a process that it has killed
KILLED = 'status 9'

SAID_LINES = 6
TRACE_LINES = 60

# What is done in the guest
DO = {
    'replace': 'kill -USR1 $(cat /tmp/load.pid)',
    'monitors': 'for c in /sys/class/drm/card*-*/; do '
                'echo detect > $c/status; '
                'echo "$(cat $c/status) $(wc -c < $c/edid) bytes of EDID"; '
                'done',
    'pictures': f'timeout -s KILL {SHOW_LIMIT} kms <&3',
}

OOPS = re.compile(r'BUG: |Oops|general protection|divide error')
WARNING = re.compile(r'WARNING: ')
DRIVER = re.compile(r'\[ *([\d.]+)\] (?:nouveau [\da-f:.]+: |nouveau: )(.*)')
LOAD = re.compile(r'\[ *([\d.]+)\] load: (\w+) (.*)')


@dataclass
class Fault:
    """One of faults.ini."""

    name: str
    line: str
    hold: float
    do: str
    cards: str


@dataclass
class Outcome:
    """The outcome of a fault."""

    name: str
    line: str = ''
    done: int = 0
    said: list[str] = field(default_factory=list)
    answer: list[str] = field(default_factory=list)
    victim: str = ''
    witness: str = ''
    pauses: dict[str, float] = field(default_factory=dict)
    kernel: str = ''
    trace: list[str] = field(default_factory=list)


def read(lines):
    """Faults by name, in their order."""
    parser = configparser.ConfigParser(delimiters=['='], interpolation=None)
    parser.read_file(lines)
    return {name: Fault(name, parser[name]['fault'],
                        parser[name].getfloat('hold'), parser[name]['do'],
                        parser[name]['cards'])
            for name in parser.sections()}


def choose(names, card):
    """The faults of these names, or all that a card has."""
    with open(EXPECTATIONS, encoding='utf-8') as file:
        faults = read(file)
    unknown = [name for name in names if name not in faults]
    if unknown:
        raise GuestError(f'there is no fault {unknown[0]}: there are '
                         f'{", ".join(faults)}')
    return [fault for fault in map(faults.get, names or faults)
            if matches_card(card, fault.cards)]


# What the kernel's log says

class Progress:
    """How far the processes are, by the lines of load.c in some records."""

    def __init__(self, records):
        self.beats = []
        self.channels = {}
        self.failures = {name: [] for name in WORKERS}
        self.remains = set()
        self.stuck = set()
        for record in records:
            match = LOAD.match(record.text)
            if match:
                self.take(float(match[1]), match[2], match[3].split(' ', 1))

    def take(self, seconds, what, words):
        if what == 'beat':
            self.beats.append((seconds, *map(int, ' '.join(words).split())))
        elif what == 'channel':
            self.channels[words[0]] = int(words[1])
        elif what == 'fail':
            self.failures[words[0]].append(words[1])
        elif what == 'remains':
            self.remains.add(words[0])
        elif what == 'stuck':
            self.stuck.add(words[0])

    def steps(self, worker):
        """When it had done something since the beat before."""
        index = 1 + WORKERS.index(worker)
        return [beat[0] for before, beat in zip(self.beats, self.beats[1:])
                if beat[index] > before[index]]

    def pause(self, worker):
        """The longest time from one of them to the next, in seconds."""
        times = [self.beats[0][0], *self.steps(worker), self.beats[-1][0]]
        return max(b - a for a, b in zip(times, times[1:]))


def at_work(records):
    """Whether both processes got on in all of the last beats."""
    progress = Progress(records)
    if len(progress.beats) < BEATS + 1:
        return False
    since = progress.beats[-BEATS - 1][0]
    return all(sum(when > since for when in progress.steps(worker)) >= BEATS - 1
               for worker in WORKERS)


def words_of_driver(records):
    """What the driver said, each line once and numbers alike."""
    said, seen = [], set()
    for record in records:
        match = DRIVER.match(record.text)
        if match and record.level is not None and record.level <= 5:
            key = re.sub(r'[\da-f]+', '#', match[2])
            if key not in seen:
                seen.add(key)
                said.append(match[2])
    return said[:SAID_LINES]


def trace_of(texts):
    """The first trace in some lines."""
    for i, text in enumerate(texts):
        if CUT.search(text) or ALARM.search(text):
            trace = []
            for line in texts[i:i + TRACE_LINES]:
                trace.append(line)
                if END.search(line):
                    break
            return trace
    return []


def state_of_kernel(records):
    texts = [record.text for record in records]
    for pattern, state in (OOPS, 'oops'), (WARNING, 'warns'):
        found = next((re.sub(r'^\[ *[\d.]+\] ', '', text) for text in texts
                      if pattern.search(text)), None)
        if found:
            return state, found
    return 'sound', ''


class FaultsJob(Job):
    """A boot in which the card fails, in one way after another.

    What the driver makes of it isn't this job's failure: each fault is a check
    that says it. Losing the emulator is.
    """

    IS_LOG_CHECKED = False

    def __init__(self, options, progress, number, faults):
        super().__init__(options, progress, f'-faults-{number}', programs=[])
        self.left = list(faults)
        self.outcomes = []

    def work(self):
        """The load, and the faults, of which another boot does the rest."""
        yield 'the load works', self.start_load
        yield 'faults', self.provoke_all

    def provoke_all(self):
        while self.left:
            fault = self.left.pop(0)
            outcome = self.provoke(fault)
            self.outcomes.append(outcome)
            self.checks.record(
                f'fault {fault.name}', True,
                f'{outcome.done} times, victim {outcome.victim}, witness '
                f'{outcome.witness}, kernel {outcome.kernel}',
                skipped=outcome.kernel == NO_SUCH_THING)
            if not self.is_usable(outcome):
                break

    def start_load(self):
        self.guest.ask('load > /tmp/load.txt 2>&1 & echo $! > /tmp/load.pid')
        with self.checks.step('the load works'):
            self.guest.wait(lambda: at_work(self.guest.kernel_log),
                            START_LIMIT, 'waiting for the load')

    def is_usable(self, outcome):
        """Whether the next fault can be tried in this boot."""
        return (outcome.kernel.split(':')[0] in USABLE and
                not any(fate.startswith(GONE)
                        for fate in (outcome.victim, outcome.witness)))

    def record_end(self, ok):
        """A kernel that isn't sound need not come to its end."""
        if ok or self.guest.machine.killed():
            super().record_end(ok)
        else:
            self.checks.record('powers off', True, 'the kernel can\'t',
                               skipped=True)

    # One of them

    def inject(self, faults):
        self.guest.machine.execute('qom-set', path=DEVICE, property='faults',
                                   value=faults)

    def fault(self, line):
        """A fault as the device takes it, from what nv-debug takes."""
        names = Names(chip_of(self.options.card),
                      self.guest.machine.execute(reports.NAMES, path=DEVICE))
        try:
            return parse(Words(names), line.split())
        except CommandError as error:
            raise GuestError(f'{line}: {error}') from None

    def done(self):
        """How often it has been committed."""
        return sum(fault['done'] for fault in
                   self.guest.machine.qom_get(DEVICE, 'faults'))

    def provoke(self, fault):
        channel = Progress(self.guest.kernel_log).channels['victim']
        outcome = Outcome(fault.name, fault.line.format(victim=channel))
        self.chapter(f'fault {fault.name}')
        start = max(0, len(self.guest.kernel_log) - 1)
        lost = ''
        if self.begin(outcome):
            try:
                self.commit(fault, outcome)
            except HostError:
                raise
            except GuestError as error:
                lost = str(error)
        self.conclude(outcome, start, lost)
        return outcome

    def begin(self, outcome):
        """Set it; returns whether the guest has what it is about."""
        try:
            self.inject([self.fault(outcome.line)])
        except GuestError as error:
            if 'has nothing for' not in str(error):
                raise
            outcome.kernel = NO_SUCH_THING
            return False
        return True

    def commit(self, fault, outcome):
        """Wait until all works again, or for the limit."""
        begin = time.monotonic()
        if fault.do:
            outcome.answer = self.act(DO[fault.do])
        self.watch(lambda: time.monotonic() - begin > fault.hold)
        outcome.done = self.done()
        self.inject([])
        mark = len(self.guest.kernel_log)
        self.watch(lambda: at_work(self.guest.kernel_log[mark:]) or
                   time.monotonic() - begin > FAULT_LIMIT)
        # A shell that starts a process, and looks at memory, is answered
        self.guest.run('cat /proc/meminfo > /dev/null', ANSWER_LIMIT)

    def act(self, command):
        """Run a command in the guest; returns its output."""
        self.guest.answer = self.runner.answer
        try:
            status, lines = self.guest.run(command, ANSWER_LIMIT)
        finally:
            self.guest.answer = None
        if status:
            lines.append(f'ended with status {status}')
        return lines[-SAID_LINES:]

    def watch(self, done):
        self.guest.wait(done, 2 * FAULT_LIMIT, 'watching')

    def conclude(self, outcome, start, lost):
        """Its lines in the log."""
        if outcome.kernel:
            outcome.victim = outcome.witness = 'not concerned'
            return
        records = self.guest.kernel_log[start:]
        progress = Progress(records)
        outcome.said = words_of_driver(records)
        state, what = state_of_kernel(records)
        outcome.kernel = state + (f': {what}' if what else '')
        if lost:
            outcome.kernel = f'lost: {self.guest.lost or lost}'
        texts = [record.text for record in records]
        outcome.trace = trace_of(texts) or (
            trace_of(self.guest.serial) if lost else [])
        for worker in WORKERS:
            setattr(outcome, worker, self.fate(progress, worker, records))
            if progress.beats:
                outcome.pauses[worker] = round(progress.pause(worker), 1)

    def fate(self, progress, worker, records):
        """The fate of a process."""
        failures = progress.failures[worker]
        alive = at_work_alone(records, worker)
        if worker in progress.remains and not alive:
            return f'{LOST}, can\'t be killed'
        if not alive:
            return f'{DEAD}: {failures[-1]}' if failures else LOST
        if worker in progress.stuck:
            return 'stuck, replaced'
        if failures and failures[0] == KILLED:
            return 'replaced on purpose'
        return f'failed: {failures[0]}' if failures else 'went on'


def at_work_alone(records, worker):
    """Whether one of them got on in one of the last beats."""
    progress = Progress(records)
    steps = progress.steps(worker)
    return bool(steps) and progress.beats[-1][0] - steps[-1] < 1.5


def run_all(options, progress, results):
    """All faults, in as many boots as it takes; returns the last boot's job,
    and all outcomes.
    """
    left = choose(options.programs, options.card)
    outcomes = []
    number = 0
    while left:
        number += 1
        job = FaultsJob(options, progress, number, left)
        results.run(job)
        if results.status() == HostError.status:
            raise HostError('the host has ended the guest')
        if not job.outcomes:
            raise GuestError('the guest doesn\'t come as far as the first '
                             'fault')
        outcomes += job.outcomes
        left = job.left
    return job, [asdict(outcome) for outcome in outcomes]
