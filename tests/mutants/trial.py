"""A program of the register tests, run on an emulator that may be wrong.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import os
import signal
import subprocess
from dataclasses import dataclass

# How many times its usual time a program is given, and seconds on top of it
PATIENCE = 3
START = 20


@dataclass(frozen=True)
class Program:
    name: str
    command: tuple
    directory: str


def run_program(program, emulator, environment, usual):
    """Return '' if it passes, or else how it failed first."""
    limit = PATIENCE * usual + START if usual else 1800
    process = subprocess.Popen(
        program.command, cwd=program.directory, text=True, errors='replace',
        env={**os.environ, **environment, 'QTEST_QEMU_BINARY': str(emulator)},
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL, start_new_session=True)
    try:
        said, _ = process.communicate(timeout=limit)
    except subprocess.TimeoutExpired:
        return f'{program.name}: takes more than {limit:.0f} s'
    finally:
        # With the emulators that it has left
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        process.communicate()
    for line in said.splitlines():
        if line.startswith('not ok'):
            return line.partition(' ')[2].split(maxsplit=2)[-1]
    return f'{program.name}: status {process.returncode}' * bool(
        process.returncode)
