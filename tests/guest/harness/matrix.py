"""The main job on several cards with several kernels, and a table of it all.

Each job is a process of its own, which leaves its results with its artifacts.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import os
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from . import kernel, plan
from .cell import SUITES
from .matrixtable import Table

PROGRAMS = Path(__file__).resolve().parent.parent

# Those that a program that takes too long has, to end its guest
LAST_SECONDS = 60


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


class Matrix:
    """Jobs on some cards with some kernels."""

    def __init__(self, options, cells, whole, progress):
        self.options = options
        self.progress = progress
        self.directory = options.build / 'guest'
        self.lock = threading.Lock()
        self.running = set()
        self.ended = False
        self.cells = cells
        self.table = Table(cells, [cell.place() for cell in whole])

    def run(self):
        """Run all jobs, some at once."""
        self.directory.mkdir(parents=True, exist_ok=True)
        self.table.write_data(self.directory)
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
        program = PROGRAMS / SUITES[cell.suite].program
        with self.lock:
            if self.ended:
                return None
            process = subprocess.Popen(
                [sys.executable, str(program),
                 '--build', str(self.options.build),
                 *self.emulator(cell), '--accel', self.options.accel,
                 '--card', cell.card.name, '--kernel', cell.choice],
                env=environment(cell.choice), stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                errors='replace')
            self.running.add(process)
            return process

    def emulator(self, cell):
        """A cell's machine, and the emulator if it is the one that is known."""
        return ['--machine', cell.board.name,
                *(['--qemu', self.options.qemu]
                  if cell.board is self.options.board else [])]

    def limited(self, cell, process):
        """Have a program ended that takes too long, and one that doesn't mind
        killed; returns what ends that.
        """
        def end():
            cell.late = f'not done after {self.options.limit} minutes'
            process.terminate()
            if not late.wait(LAST_SECONDS):
                process.kill()

        late = threading.Event()
        timer = threading.Timer((self.options.limit or 0) * 60, end)
        timer.daemon = True
        if self.options.limit:
            timer.start()
        return lambda: (timer.cancel(), late.set())

    def run_cell(self, cell):
        """Run one job, and take what it leaves."""
        if cell.why_not():
            self.say(f'{cell.title}: not booted: {cell.why_not()}')
            return
        began = time.monotonic()
        (self.directory / f'{cell.name}.results.json').unlink(missing_ok=True)
        process = self.start(cell)
        if not process:
            return
        done = self.limited(cell, process)
        with process:
            lines = list(self.listen(cell, process))
        done()
        cell.artifacts.mkdir(parents=True, exist_ok=True)
        (cell.artifacts / 'job.txt').write_text(''.join(lines), 'utf-8')
        with self.lock:
            self.running.remove(process)
            if self.ended:
                # What it says of its end is our doing
                return
            cell.take(process.returncode, lines)
            cell.seconds = round(time.monotonic() - began, 3)
            plan.remember(self.directory, [cell])
            self.table.write_data(self.directory)

    def listen(self, cell, process):
        """A job's output; its progress is also shown, and all for LAVA."""
        for line in process.stdout:
            yield line
            if self.options.lava:
                print(line, end='', flush=True)
            elif line.startswith('['):
                self.say(f'{cell.title}: {line.partition("] ")[2].rstrip()}')

    def say(self, text):
        with self.lock:
            self.progress(text)
