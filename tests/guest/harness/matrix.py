"""The main job on several cards with several kernels, and a table of it all.

Each job is a process of its own, which leaves its summary with its artifacts.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import json
import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from . import kernel, series
from .cards import EVENTS, Card
from .errors import GuestError

RUN = Path(__file__).resolve().parent.parent / 'run'

# Results of a job
OK, NO_CHANNELS, UNUSED, FAILED = 'ok', 'no channels', 'no driver', 'FAILED'

COLUMNS = ['card', 'kernel', 'result', 'driver', 'console', 'channels',
           'fences', 'bytes copied', 'interrupts', 'error lines']


def environment(choice):
    """A job's environment, without what is interactive.

    There is no time line unless it is asked for: drawing it takes longer than
    the guest.  MODULES are for the kernels that have none of their own.
    """
    left_out = ['DISPLAY_WINDOW', 'SHELL_IN_GUEST', 'GDB', 'CARD_2']
    if not kernel.takes_modules(choice):
        left_out.append('MODULES')
    return {'TIMELINE': '0'} | {name: value
                                for name, value in os.environ.items()
                                if name not in left_out}


@dataclass
class Cell:
    """A card with a kernel, and what became of it.

    CHOICE is how the user names the kernel, KERNEL how it is called here.
    """

    card: Card
    choice: str
    kernel: str
    artifacts: Path
    summary: dict = field(default_factory=dict)
    trouble: str = ''

    @property
    def title(self):
        return f'{self.card.name} {self.kernel}'

    def failures(self):
        """The failures: a name and details for each."""
        failed = [(check['name'], check['detail'])
                  for check in self.summary.get('checks', [])
                  if not check['ok']]
        if self.trouble:
            failed.append(('the job', self.trouble))
        return failed

    def result(self):
        if self.failures():
            return FAILED
        if self.card.driver:
            return UNUSED
        return NO_CHANNELS if self.card.channels else OK

    def note(self):
        """The reason for the result, in a few words."""
        failed = [name for name, _ in self.failures()]
        booted = series.of(self.summary.get('release', ''))
        left_out = [check['name'] for check in self.summary.get('checks', [])
                    if check.get('skipped')]
        cannot = [f'no {event}: {self.card.reason(event, booted)}'
                  for event in EVENTS if event in left_out]
        cannot += [f'{name} refused' for name in left_out if ': ' in name]
        return (', '.join(failed) or self.card.driver or self.card.channels or
                ', '.join(cannot))

    def row(self):
        """The cell as a line of the table, column by column."""
        said = self.summary
        counts = said.get('counts', {})
        numbers = ([counts.get('channels', 0), said['fences'],
                    counts.get('bytes-copied', 0), counts.get('interrupts', 0),
                    len(said['error-lines'])] if said else [''] * 5)
        return [self.card.name, said.get('release') or self.kernel,
                self.result(), said.get('driver', ''), said.get('mode', ''),
                *map(str, numbers)]

    def data(self):
        return {'card': self.card.name, 'kernel': self.kernel,
                'result': self.result(), 'note': self.note(),
                'artifacts': self.artifacts.name, **self.summary}


class Matrix:
    """Jobs on some cards with some kernels."""

    def __init__(self, options, chosen, progress):
        self.options = options
        self.progress = progress
        self.lock = threading.Lock()
        self.running = set()
        self.ended = False
        self.kernels = self.name_kernels()
        self.cells = [
            Cell(card, choice, name,
                 options.build / 'guest' / f'{card.name}-{name}')
            for card in chosen for name, choice in self.kernels.items()]

    def name_kernels(self):
        """The kernels that the user chooses, by name."""
        kernels = {}
        for choice in self.options.kernels:
            name = kernel.name_of(choice)
            if name in kernels:
                raise GuestError(
                    f'{kernels[name]} and {choice} would both be called '
                    f'{name}: have a link of another name to one of them')
            kernels[name] = choice
        return kernels

    def run(self):
        """Run all jobs, some at once."""
        with ThreadPoolExecutor(self.options.jobs) as pool:
            jobs = [pool.submit(self.run_cell, cell) for cell in self.cells]
            try:
                for job in jobs:
                    job.result()
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                self.end()
                raise

    def end(self):
        """End the jobs that run, which end their guests."""
        with self.lock:
            self.ended = True
            for process in self.running:
                process.terminate()

    def start(self, cell):
        with self.lock:
            if self.ended:
                return None
            process = subprocess.Popen(
                [sys.executable, str(RUN), '--build', str(self.options.build),
                 '--qemu', self.options.qemu, '--accel', self.options.accel,
                 '--card', cell.card.name, '--kernel', cell.choice],
                env=environment(cell.choice), stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                errors='replace')
            self.running.add(process)
            return process

    def run_cell(self, cell):
        """Run one job, and take what it leaves."""
        if cell.card.driver:
            self.say(f'{cell.title}: not booted: {cell.card.driver}')
            return
        summary = cell.artifacts / 'summary.json'
        summary.unlink(missing_ok=True)
        process = self.start(cell)
        if not process:
            return
        with process:
            lines = list(self.listen(cell, process))
        with self.lock:
            self.running.remove(process)
        cell.artifacts.mkdir(parents=True, exist_ok=True)
        (cell.artifacts / 'job.txt').write_text(''.join(lines), 'utf-8')
        self.take(cell, summary, process.returncode, lines)

    def listen(self, cell, process):
        """A job's output; its progress is also shown."""
        for line in process.stdout:
            yield line
            if line.startswith('['):
                self.say(f'{cell.title}: {line.partition("] ")[2].rstrip()}')

    @staticmethod
    def take(cell, summary, status, lines):
        """What the job says, or that it says nothing."""
        if summary.exists():
            cell.summary = json.loads(summary.read_text('utf-8'))
        last = lines[-1].strip() if lines else 'it said nothing'
        if status and not cell.failures():
            cell.trouble = f'ended with status {status}: {last}'
        elif not cell.summary:
            cell.trouble = f'left no summary: {last}'

    def say(self, text):
        with self.lock:
            self.progress(text)

    # The table

    def failed(self):
        return [cell for cell in self.cells if cell.failures()]

    def text(self):
        """The table, and what there is to say of its rows."""
        lines = [COLUMNS, *(cell.row() for cell in self.cells)]
        widths = [max(map(len, column)) for column in zip(*lines)]
        for cells in lines:
            yield '  '.join(f'{value:<{width}}' for value, width
                            in zip(cells, widths)).rstrip()
        notes = [cell for cell in self.cells if cell.note()]
        if notes:
            yield ''
        for cell in notes:
            details = [f'{name}: {detail}'.strip(': ')
                       for name, detail in cell.failures()] or [cell.note()]
            for detail in details:
                first, *more = detail.splitlines()
                yield f'{cell.title}: {first}'
                yield from (f'  {line}' for line in more)

    def data(self):
        return {'cards': list(dict.fromkeys(cell.card.name
                                            for cell in self.cells)),
                'kernels': list(self.kernels),
                'jobs': [cell.data() for cell in self.cells]}
