"""Which lines of the model each program of the register tests executes.

Each program is run once on an emulator whose part of the model counts
(gcov).  A table has no lines that are executed: whoever executes something of
its file may see it.  The same goes for a file that has been changed since.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import gzip
import hashlib
import json
import os
import shutil
import subprocess
import threading
import time

from .builder import EMULATOR
from .trial import run_program

FLAGS = ['--coverage', '-fprofile-update=atomic', '-O1']


def state_of(files):
    """What tells whether one of some files has been changed."""
    digest = hashlib.sha256()
    for file in files:
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def counting_emulator(builder, directory):
    """An emulator that counts, made once for each build."""
    emulator = builder.place('counting')
    original = builder.build / EMULATOR
    if (emulator.exists() and
            emulator.stat().st_mtime > original.stat().st_mtime):
        return emulator
    objects = {}
    directory.mkdir(parents=True, exist_ok=True)
    for name in builder.files():
        target = directory / (name.replace('/', '_') + '.o')
        output = builder.object(name, builder.top / name, target, FLAGS)
        objects[output] = target
    builder.emulator(objects, emulator, ['--coverage'])
    return emulator


def executed(notes, counts):
    """{file: lines} of what gcov makes of a program's counts."""
    lines = {}
    for data in counts.glob('**/*.gcda'):
        shutil.copy(notes / f'{data.stem}.gcno', data.parent)
        said = subprocess.run(['gcov', '--json-format', '--stdout', data],
                              cwd=data.parent, capture_output=True,
                              check=True, timeout=60).stdout
        if said[:2] == b'\x1f\x8b':
            said = gzip.decompress(said)
        for text in said.splitlines():
            for file in json.loads(text)['files']:
                place = file['file'].find('hw/nv/')
                if place >= 0 and file['file'].endswith('.c'):
                    found = lines.setdefault(file['file'][place:], set())
                    found.update(line['line_number']
                                 for line in file['lines'] if line['count'])
    return lines


class Reach:
    """What the programs execute, and how long they take."""

    def __init__(self, file, top):
        self.file = file
        self.top = top
        self.lock = threading.Lock()
        self.programs = {}
        if file.exists():
            self.programs = json.loads(file.read_text('utf-8'))

    def measure(self, emulator, directory, program, environment):
        """Run a program, keep what it executes, and return how it failed."""
        counts = directory / program.name
        shutil.rmtree(counts, ignore_errors=True)
        counts.mkdir(parents=True)
        start = time.monotonic()
        verdict = run_program(program, emulator, {
            **environment, 'GCOV_PREFIX': str(counts),
            'GCOV_PREFIX_STRIP': str(len(directory.resolve().parts))}, None)
        seconds = time.monotonic() - start
        lines = executed(directory, counts)
        shutil.rmtree(counts)
        with self.lock:
            self.programs[program.name] = {
                'seconds': seconds, 'verdict': verdict,
                'lines': {file: sorted(found)
                          for file, found in lines.items()},
                'files': {file: state_of([self.top / file])
                          for file in lines},
            }
            part = self.file.with_suffix('.part')
            part.write_text(json.dumps(self.programs), 'utf-8')
            os.replace(part, self.file)
        return verdict

    def seconds(self, name):
        return self.programs[name]['seconds']

    def who(self, path, line):
        """Programs that execute a line; if none could, those of its file."""
        state = state_of([self.top / path])
        good = {name: program for name, program in self.programs.items()
                if not program['verdict']}
        own = {name: set(program['lines'].get(path, ()))
               for name, program in good.items()}
        exact = [name for name, lines in own.items() if line in lines]
        is_old = any(program['files'].get(path, state) != state
                     for program in good.values())
        # Is it one that is counted at all?
        if not is_old and (exact or self.is_code(path, line)):
            return exact
        return [name for name, lines in own.items() if lines] or list(own)

    def is_code(self, path, line):
        """Whether somebody executes lines on both sides, close by."""
        lines = {line for program in self.programs.values()
                 for line in program['lines'].get(path, ())}
        return bool(lines & set(range(line - 6, line)) and
                    lines & set(range(line + 1, line + 7)))
