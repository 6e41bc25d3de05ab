"""A program of the register tests on a card, whose emulator may be wrong.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import os
import signal
import subprocess
import sys
from dataclasses import dataclass

# How many times its usual time a trial is given, and seconds on top of it
PATIENCE = 3
START = 10


@dataclass(frozen=True)
class Trial:
    """The cases of a program on one card, up to the first that fails.

    @state: what the program is made of
    """

    program: str
    card: str
    command: tuple
    directory: str
    state: str

    @property
    def name(self):
        return f'{self.program} {self.card}'


def listed_rows(command, environment=None):
    """The cases of a program, each with its rows."""
    try:
        said = subprocess.run(
            [command[0], '--list-rows'], check=True, text=True,
            stdout=subprocess.PIPE,
            env={**os.environ, **(environment or {})}).stdout
    except OSError as error:
        sys.exit(f"a test hasn't been built: {error}")
    for line in said.splitlines():
        case, _, rows = line.partition('\t')
        yield case, rows.split()


def cards_of(command, environment):
    """The cards that a program has cases on."""
    return sorted({case.split('/')[2]
                   for case, _ in listed_rows(command, environment)})


def trials_of(name, command, directory, environment, state):
    """A program's trials; each stops at the first failure."""
    command = tuple(word for word in command if word != '-k')
    return [Trial(name, card, (*command, '-r', f'/nv/{card}'), directory,
                  state) for card in cards_of(command, environment)]


def run(command, directory, emulator, environment, limit):
    """Return (what it said, exit status), the status None if it took longer.

    With it end the emulators that it leaves.
    """
    process = subprocess.Popen(
        command, cwd=directory, text=True, errors='replace',
        env={**os.environ, **environment, 'QTEST_QEMU_BINARY': str(emulator)},
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL, start_new_session=True)
    try:
        said, _ = process.communicate(timeout=limit)
        return said, process.returncode
    except subprocess.TimeoutExpired:
        return '', None
    finally:
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        process.communicate()


def failures(said):
    """The cases that failed."""
    return [line.partition(' ')[2].split(maxsplit=2)[-1]
            for line in said.splitlines() if line.startswith('not ok')]


def run_trial(trial, emulator, environment, usual):
    """Return '' if it passes, or else how it failed first."""
    limit = PATIENCE * usual + START
    said, status = run(trial.command, trial.directory, emulator, environment,
                       limit)
    if status is None:
        return f'{trial.name}: takes more than {limit:.0f} s'
    for case in failures(said):
        return case
    return f'{trial.name}: status {status}' * bool(status)
