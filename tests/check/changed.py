"""Which tests a change of the tree asks for.

Test programs of the model are chosen by the functions that a change touches:
reach.txt says which programs execute a function, as nv-coverage --keep has seen
it, those first that execute little else.  They run on the typical cards, or, if
none of these has what is changed, on the first that has it.  What is changed
elsewhere has the tests of TESTS.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import fnmatch
import os
import re
import subprocess
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

from check import chips

TOP = Path(os.path.realpath(__file__)).parents[2]
REACH = TOP / 'tests/check/reach.txt'

# How many seconds of processor time the chosen programs may take, for each
# processor, on the typical cards; emulators have to be built as well.
BUDGET = 40

# Tests that take a second or two, by what has been changed: the first pattern
# that matches a file counts.  {} is the file's name without -test.
TESTS = (
    ('hw/nv/chipset.c', 'lint/cards lint/layers lint/vmstate '
                        'nv-emulator-test nv-bus-test nv-pci-test'),
    ('hw/nv/**-regs.[ch]', 'lint/layers lint/vmstate lint/masks'),
    ('hw/nv/**.[ch]', 'lint/layers lint/vmstate'),
    ('include/hw/nv/**', 'lint/layers lint/masks lint/vmstate'),
    ('tests/qtest/libnv/nv-card.c', 'lint/cards nv-emulator-test nv-bus-test'),
    ('tests/qtest/libnv/*', 'nv-emulator-test nv-bus-test'),
    ('tests/qtest/nv-*.c', '{}-test'),
    ('tests/lint/*-test', 'lint/{}'),
    ('tests/tools/*-test', 'tools/{}'),
    ('tests/tools/schema.py', 'tools/junit'),
    ('tests/guest/harness/*',
     'guest-harness guest-kernels tools/junit tools/lava tools/matrix'),
    ('tests/guest/lab/*', 'tools/lava'),
    ('tests/guest/lava', 'tools/lava'),
    ('tests/guest/matrix', 'tools/matrix'),
    ('tests/guest/check-lava', 'guest-lava-files'),
    ('tests/guest/test-*', 'guest-harness guest-kernels guest-drivers'),
    ('tests/mutants/**', 'tools/mutants'),
    ('tests/check/changed.py', 'tools/nv-check'),
    ('tests/check/junit.xsd', 'tools/junit'),
    ('tests/check/*', 'lint/rows'),
    ('tests/nv-check', 'tools/nv-check'),
    ('tests/lint/printed/*', 'lint/printed'),
    ('scripts/nvdebug/**', 'tools/nv-debug tools/disasm'),
    ('scripts/nvtrace/**', 'tools/trace'),
    ('scripts/timeline/**', 'tools/timeline'),
    ('scripts/nv-findings', 'tools/findings'),
    ('scripts/junit.py', 'tools/junit tools/nv-check'),
    ('docs/ci/container/*', 'tools/container'),
    ('docs/ci/github/*', 'tools/github'),
    ('docs/ci/gitlab/*', 'tools/gitlab'),
    ('docs/ci/lava/*', 'guest-lava-files tools/lava'),
    ('docs/**', 'lint/manual'),
    ('configure-overlay', 'tools/configure'),
)

HUNK = re.compile(r'@@ -\S+ \+(\d+)(?:,(\d+))? @@')


class ChangedError(Exception):
    """Git doesn't say what has been changed."""


@dataclass
class Reach:
    """Which programs execute a function, those first that execute least."""

    seconds: dict = field(default_factory=dict)
    # file -> function -> programs
    programs: dict = field(default_factory=dict)

    @staticmethod
    def read(path=REACH):
        found = Reach()
        for line in path.read_text('utf-8').splitlines():
            words = line.split()
            if not words or words[0] == '#':
                continue
            if line[0] != ' ':
                functions = {}
                if words[0] != 'programs':
                    found.programs[words[0]] = functions
            elif words[0].replace('.', '').isdigit():
                found.seconds[words[1]] = float(words[0])
            else:
                functions[words[0]] = words[1:]
        return found

    def of(self, file, functions):
        """The programs for functions of a file; without, for any of them.

        A file of tables has those of its folder.
        """
        known = self.programs.get(file)
        if known is None:
            return [programs for other, there in self.programs.items()
                    if Path(other).parent == Path(file).parent
                    for programs in there.values()]
        return [programs for name, programs in known.items()
                if name in functions or not functions & set(known)]


def git(*command):
    done = subprocess.run(['git', *command], cwd=TOP, text=True, check=False,
                          capture_output=True)
    if done.returncode:
        raise ChangedError(done.stderr.strip())
    return done.stdout


def changed_lines(since):
    """{file: changed lines of it, as it is now}"""
    found = {}
    for line in git('diff', '-U0', '--no-color', since).splitlines():
        if line.startswith('+++ '):
            name = line[4:].partition('/')[2]
        elif hunk := HUNK.match(line):
            first, count = int(hunk[1]), int(hunk[2] or 1)
            found.setdefault(name, set()).update(
                range(first, first + max(count, 1)))
    for name in git('ls-files', '-o', '--exclude-standard').splitlines():
        found.setdefault(name, set())
    return found


def functions_at(text, lines):
    """The functions of a C file that some of its lines are in."""
    return {found.name for found in chips.at(chips.definitions(text), lines)
            if found.function}


def lists_of(files, reach):
    """For each changed function, the programs that execute it."""
    for name, lines in files.items():
        if name.endswith('.c') and (TOP / name).exists():
            yield from reach.of(name, functions_at(
                (TOP / name).read_text('utf-8'), lines))


def words_of(name):
    """What a file is about: {"nv50", "vm"}"""
    return set(Path(name).stem.split('-')) - {'nv', 'test'}


def scores(files, reach):
    """How much each program tells of a change.

    One that is called as the file is tells most.
    """
    found = defaultdict(float)
    for listed in lists_of(files, reach):
        for place, program in enumerate(listed):
            found[program] += 1 / (place + 1)
    most = max(found.values(), default=0)
    for name in files:
        if name.startswith('hw/nv/'):
            for program in reach.seconds:
                found[program] += most * len(words_of(name) &
                                             words_of(program))
    return found


def rows_changed(table, since):
    """The cards whose row of chipset.c isn't what it was."""
    was = chips.rows(git('show', f'{since}:{chips.CHIPS.relative_to(TOP)}'))
    return [name for name in table if table[name] != was.get(name)]


def cards_with(files, since):
    """The cards that have what is changed of the model; all, if unsure."""
    if not any(name.startswith(('hw/nv/', 'include/hw/nv/'))
               for name in files):
        return []
    sources, table = chips.Sources(), chips.rows(chips.CHIPS.read_text('utf-8'))
    changed, found = set(), set()
    for name, lines in files.items():
        if name == str(chips.CHIPS.relative_to(TOP)):
            found.update(rows_changed(table, since))
        elif name in sources.files:
            there = sources.at(name, lines)
            if not there:
                return list(table)
            changed.update((name, one.name) for one in there)
    found.update(chips.users(changed, sources, table))
    return [name for name in table if name in found]


def unusual(cards):
    """The card to run tests on; [] for those that stand for others."""
    return [] if set(cards) & set(chips.typical()) else cards[:1]


def affordable(wanted, budget, seconds):
    """Of programs, the best first, those that together take no longer."""
    chosen = []
    for program in sorted(filter(wanted.get, wanted), key=wanted.get,
                          reverse=True):
        takes = seconds.get(program, 1)
        if takes <= budget:
            budget -= takes
            chosen.append(program)
    return chosen


def matches(name, pattern):
    """As in a shell, where only "**" crosses folders."""
    if '**' in pattern:
        return fnmatch.fnmatch(name, pattern.replace('**', '*'))
    return (fnmatch.fnmatch(name, pattern) and
            name.count('/') == pattern.count('/'))


def by_place(name):
    """The tests of a file that isn't the model's."""
    for pattern, tests in TESTS:
        if matches(name, pattern):
            stem = Path(name).stem.removesuffix('-test')
            return tests.format(stem).split()
    return []


@dataclass
class Choice:
    """Tests for a change, on which cards if not on the typical ones."""

    files: list
    tests: list
    cards: list


def choose(since, jobs):
    """The tests for what has been changed since a commit."""
    files = changed_lines(since)
    reach = Reach.read()
    cards = unusual(cards_with(files, since))
    budget = BUDGET * jobs * (len(chips.typical()) / 2 if cards else 1)
    names = [name for file in files for name in by_place(file)]
    names += affordable(scores(files, reach), budget, reach.seconds)
    return Choice(sorted(files), list(dict.fromkeys(names)), cards)
