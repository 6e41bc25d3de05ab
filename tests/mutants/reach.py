"""Which lines of the model each trial executes.

Each is run once on an emulator whose part of the model counts (gcov).  What is
found is kept, a file for each trial, until its program is changed.  A file of
the model that has been changed since is compared with what it was: lines that
it still has are looked up as they were then.

A table has no lines that are executed: whoever executes something of its file
may see it.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import difflib
import functools
import gzip
import hashlib
import json
import shutil
import subprocess
import time

from .builder import EMULATOR, MODEL
from .trial import failures, run

FLAGS = ['--coverage', '-fprofile-update=single', '-O1', '-g0', '-w']

# A trial is cut short after so many seconds, and then isn't used: there are
# faster ones, and the few files that it alone executes say so.
LONGEST = 40

# How many seconds gcov may take
GCOV_LIMIT = 300

# How many lines a statement has, at most, that counts by another one of them
STATEMENT_LINES = 8


def state_of(files):
    """What tells whether one of some files has been changed."""
    digest = hashlib.sha256()
    for file in files:
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def counting_emulator(builder, directory, jobs):
    """An emulator that counts, of the sources as they were when it was made."""
    emulator = builder.place('counting')
    sources = directory / 'sources'
    if emulator.exists():
        return emulator
    shutil.rmtree(directory, ignore_errors=True)
    for name in builder.sources():
        copy = sources / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(builder.top / name, copy)
    return builder.whole('counting', FLAGS, directory, jobs, ['--coverage'])


def gcov(notes, counts, part='lines'):
    """For each file of the model, each time that it was compiled: its name,
    and its lines, or its functions, as gcov says them.
    """
    data = sorted(counts.glob('**/*.gcda'))
    for file in data:
        shutil.copy(notes / f'{file.stem}.gcno', file.parent)
    if not data:
        return
    said = subprocess.run(['gcov', '--json-format', '--stdout',
                           '--branch-probabilities',
                           *(file.name for file in data)],
                          cwd=data[0].parent, capture_output=True,
                          check=True, timeout=GCOV_LIMIT).stdout
    if said[:2] == b'\x1f\x8b':
        said = gzip.decompress(said)
    for text in said.splitlines():
        for file in json.loads(text)['files']:
            model = MODEL.search(file['file'])
            if model:
                yield model[0], file[part]


def counted(notes, counts):
    """({file: executed lines}, {file: lines that count}) by gcov."""
    executed, countable = {}, {}
    for name, lines in gcov(notes, counts):
        countable.setdefault(name, set()).update(
            line['line_number'] for line in lines)
        found = {line['line_number'] for line in lines if line['count']}
        if found:
            executed.setdefault(name, set()).update(found)
    return executed, countable


def sorted_lines(lines):
    return {file: sorted(found) for file, found in lines.items()}


class Reach:
    """What the trials execute, and how long they take."""

    def __init__(self, directory, top):
        self.directory = directory
        self.top = top
        self.known = {}
        self.countable = {}

    def file(self, trial):
        return self.directory / 'trials' / f'{trial.program}.{trial.card}.json'

    def read(self, trials):
        """Read what is known of some trials; return those that are new."""
        countable = self.directory / 'countable.json'
        if countable.exists():
            self.countable = {
                file: set(lines) for file, lines in
                json.loads(countable.read_text('utf-8')).items()}
        new = []
        for trial in trials:
            file = self.file(trial)
            said = (json.loads(file.read_text('utf-8')) if file.exists()
                    else {'state': None})
            if said['state'] == trial.state:
                self.know(trial, said)
            else:
                new.append(trial)
        return new

    def know(self, trial, said):
        said['lines'] = {file: set(lines)
                         for file, lines in said['lines'].items()}
        self.known[trial.name] = said

    def measure(self, emulator, trial, environment):
        """Run a trial, keep what it executes, and return how it failed."""
        notes = self.directory
        counts = notes / 'counts' / trial.name.replace(' ', '.')
        shutil.rmtree(counts, ignore_errors=True)
        counts.mkdir(parents=True)
        start = time.monotonic()
        said, status = run(trial.command, trial.directory, emulator, {
            **environment, 'GCOV_PREFIX': str(counts),
            'GCOV_PREFIX_STRIP': str(len(notes.resolve().parts))}, LONGEST)
        seconds = time.monotonic() - start
        verdict = ('takes too long' if status is None else
                   ' '.join(failures(said)) or f'status {status}' * bool(
                       status))
        executed, countable = counted(notes, counts)
        shutil.rmtree(counts)
        found = {'state': trial.state, 'seconds': round(seconds, 2),
                 'verdict': verdict, 'lines': sorted_lines(executed)}
        self.file(trial).parent.mkdir(parents=True, exist_ok=True)
        self.file(trial).write_text(json.dumps(found), 'utf-8')
        self.know(trial, found)
        if countable and not self.countable:
            self.countable = countable
            (notes / 'countable.json').write_text(
                json.dumps(sorted_lines(countable)), 'utf-8')
        return verdict

    def seconds(self, name):
        return self.known[name]['seconds']

    @functools.lru_cache(maxsize=None)
    def lines_then(self, path):
        """{line of a file: line that it was when trials were measured}"""
        old, new = ((top / path).read_text('utf-8').splitlines()
                    if (top / path).exists() else []
                    for top in (self.directory / 'sources', self.top))
        match = difflib.SequenceMatcher(None, old, new, autojunk=False)
        return {block.b + i + 1: block.a + i + 1
                for block in match.get_matching_blocks()
                for i in range(block.size)}

    def trials_of(self, path, line):
        """Trials that execute a line; if none could, those of its file."""
        good = {name: said['lines'][path]
                for name, said in self.known.items()
                if not said['verdict'] and path in said['lines']}
        counting = self.counting_line(path, line)
        if counting is None:
            return list(good)
        return [name for name, lines in good.items() if counting in lines]

    def counting_line(self, path, line):
        """The line that a line counts with, by its number then, or None."""
        then = self.lines_then(path)
        countable = self.countable.get(path, set())
        text = (self.top / path).read_text('utf-8').splitlines()
        for near in range(line, max(line - STATEMENT_LINES, 0), -1):
            if near not in then:
                return None
            if then[near] in countable:
                return then[near]
            # Outside of functions
            if text[near - 1][:1].strip():
                return None
        return None
