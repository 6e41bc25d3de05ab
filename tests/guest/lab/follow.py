"""The jobs of a matrix: they are submitted, and followed to their ends.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import json
import shutil
import time
from dataclasses import dataclass, field

import wholefile

from harness import merge
from harness.cell import read_data
from harness.errors import GuestError
from harness.matrixtable import Table

from . import job, parcels, told

# Seconds between two looks at the server, for each so many jobs, and those that
# a machine may be away for before its cells are lost
LOOK = 5
AT_ONCE = 10
AWAY = 60
# How many of the jobs that wait are looked at: they begin in their order
AHEAD = 8
# Seconds for the log of a job that has ended to be there
LOG_PATIENCE = 30

# LAVA's words
WAITING = 'Submitted', 'Scheduling'
ENDED = 'Finished'
# What it says of ends that tell of a job's own doing
OF_JOB = 'Job', 'Test', 'LAVATimeout'

NAME = 'jobs.json'


@dataclass
class Job:
    """A cell that was submitted, and what LAVA says of it."""

    cell: object
    number: int
    state: str = WAITING[0]
    device: str = ''
    machine: str = ''
    away_since: float = None
    # Numbers of jobs that were lost before it
    before: list = field(default_factory=list)

    def data(self):
        return {'place': self.cell.place(), 'number': self.number,
                'before': self.before}


class Follower:
    """Jobs on a server, and what they come to, below a directory.

    DEFINE makes the job of a cell.
    """

    def __init__(self, server, directory, progress, define, again=0, look=LOOK,
                 away=AWAY):
        self.server = server
        self.directory = directory
        self.progress = progress
        self.define = define
        self.again = again
        self.look = look
        self.away = away
        self.jobs = []
        self.open = []
        self.places = {}

    # To begin

    def submit(self, cells):
        """Submit a job for each cell that there is anything to do for.

        What another run has left, perhaps of a job with the same number, goes.
        """
        self.directory.mkdir(parents=True, exist_ok=True)
        shutil.rmtree(self.directory / 'jobs', ignore_errors=True)
        for cell in cells:
            if not cell.why_not():
                self.give(cell)
        self.progress(f'{len(self.jobs)} jobs: '
                      f'{", ".join(str(one.number) for one in self.jobs)}')

    def give(self, cell, before=()):
        """Submit the job of a cell."""
        number = self.server.submit(self.define(cell))
        self.add(Job(cell, number, before=[*before]))

    def add(self, one):
        self.jobs.append(one)
        self.open.append(one)
        self.keep()

    def keep(self):
        """Note the jobs, for "--resume"."""
        text = json.dumps([one.data() for one in self.jobs], indent=1) + '\n'
        wholefile.write(self.directory / NAME, text.encode())

    def resume(self, cells):
        """Take up jobs that were submitted before."""
        known = read_data(self.directory / NAME)
        if not known:
            raise GuestError(f'{self.directory} has no jobs to go on with')
        by_place = {json.dumps(cell.place()): cell for cell in cells}
        for one in known:
            cell = by_place.get(json.dumps(one['place']))
            if not cell:
                raise GuestError(f'{self.directory / NAME} has other cells')
            self.add(Job(cell, one['number'], before=one['before']))

    # To follow

    def follow(self):
        """Go on until each job has ended."""
        while self.open:
            count = self.look_around()
            if self.open:
                # A server that has much to do isn't asked more often
                time.sleep(self.look * max(1, count / AT_ONCE))

    def look_around(self):
        """Look once at what may have changed; returns at how many jobs."""
        workers = self.server.workers()
        self.places = self.server.places()
        waiting = [one for one in self.open if one.state in WAITING]
        looked = [one for one in self.open
                  if one.state not in WAITING or one in waiting[:AHEAD]]
        for one in looked:
            self.look_at(one, workers)
        return len(looked)

    def look_at(self, one, workers):
        """Look at a job, and at the machine that has it."""
        now = self.server.job(one.number)
        changed = now['state'] != one.state
        one.state = now['state']
        one.device = now['actual_device'] or ''
        one.machine = self.places.get(one.device, one.machine)
        if one.state == ENDED:
            self.end(one, now['health'])
        elif one.machine and workers.get(one.machine) == 'Offline':
            one.away_since = one.away_since or time.monotonic()
            if time.monotonic() - one.away_since >= self.away:
                self.lose(one)
        else:
            one.away_since = None
            if changed and one.state == 'Running':
                self.say(one, f'runs on {one.machine or one.device}')

    def say(self, one, text):
        done = len(self.jobs) - len(self.open)
        running = sum(other.state == 'Running' for other in self.open)
        self.progress(f'{done} of {len(self.jobs)} done, {running} running: '
                      f'{one.cell.title}: {text}')

    # Ends

    def place(self, one):
        """Where a job's results are."""
        directory = self.directory / 'jobs' / str(one.number) / 'guest'
        directory.mkdir(parents=True, exist_ok=True)
        return directory

    def close(self, one, cell):
        """A job has ended, and its cell is as it is."""
        self.open.remove(one)
        one.state = ENDED
        directory = self.place(one)
        if not (directory / 'matrix.json').exists():
            cell.directory = directory
            Table([cell], [cell.place()]).write_data(directory)
        note = cell.note()
        self.say(one, cell.result() + (f': {note}' if note else ''))

    def end(self, one, health):
        """A job has ended, by itself or by LAVA."""
        directory = self.place(one)
        log = self.log(one.number)
        (directory / f'job-{one.number}.log').write_text(log, 'utf-8')
        data = told.read(log)
        if data:
            self.take_files(one, directory)
            text = json.dumps(data, indent=1) + '\n'
            wholefile.write(directory / 'matrix.json', text.encode())
            _, cells = merge.read(directory, self.progress)
            if [cell.key for cell in cells] == [one.cell.key]:
                return self.close(one, cells[0])
            (directory / 'matrix.json').unlink()
        host, why = self.why(one.number, health)
        return self.blame(one, why, host)

    def log(self, number):
        """The log of a job that has ended; LAVA may still be writing it."""
        end = time.monotonic() + LOG_PATIENCE
        while True:
            log = self.server.log(number)
            if log or time.monotonic() > end:
                return log
            time.sleep(self.server.pause)

    def take_files(self, one, directory):
        """Unpack what the job has sent, if it has come."""
        parcel = (self.directory / 'parcels' /
                  f'{job.name_of(one.cell)}.tar.gz')
        if not parcel.exists():
            self.say(one, f'its files stay on {one.machine}')
            return
        wrong = parcels.unpack(parcel, directory)
        if wrong:
            self.say(one, f'its files are torn: {wrong}')
        parcel.unlink()

    def why(self, number, health):
        """Why there are no results: whether by the host, and in words."""
        if health == 'Canceled':
            return True, 'somebody has canceled the job'
        for case in self.server.cases(number):
            if case['name'] == 'job' and case['result'] != 'pass':
                found = metadata(case['metadata'])
                return (found.get('error_type') not in OF_JOB,
                        'LAVA: ' + (found.get('error_msg') or health))
        return True, f'LAVA: {health}, and there are no results'

    def lose(self, one):
        """A job's machine is away: nobody shall do it when it comes back."""
        self.server.cancel(one.number)
        self.blame(one, f'the machine {one.machine} is lost', True)
        if len(one.before) < self.again:
            self.jobs.remove(one)
            self.give(one.cell, [*one.before, one.number])

    def blame(self, one, why, host):
        """A cell that has left no results."""
        cell = one.cell
        cell.done, cell.trouble, cell.host = True, why, host
        self.close(one, cell)

    # The table

    def merged(self, cells):
        """The table of all, in which a cell without a job is as it is."""
        directories = [self.place(one).parent for one in self.jobs]
        return merge.merge(directories, [cell.place() for cell in cells],
                           self.progress)


def metadata(text):
    """What LAVA notes of a case: lines of YAML, of which these are simple."""
    pairs = (line.partition(': ') for line in (text or '').splitlines())
    return {name.strip(): value.strip().strip('\'"')
            for name, _, value in pairs if value}
