"""Suites of Vulkan tests that others have written, and the user has built.

What their stages share: a list of the cases that are run, with a verdict for
each that fails, and the table of how all of them ended.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import shutil
import time
from dataclasses import dataclass

from . import igt, shared, userspace
from .clients import USER_SPACE
from .kernellog import is_meant
from .shared import digest

# The section of a list with the cases
CASES = 'cases'

# Who may be at fault, as for IGT, and what is nobody's fault: the model
# executes no shaders.  They are the case's, which its log then has, or the
# driver's, which has some commands done by its own.
SHADERS = 'shaders'
BLAMED = [*igt.BLAMED, SHADERS]
WHOSE_SHADERS = ['case', 'driver']

COLUMNS = ['passed', 'failed', 'not supported', 'needs shaders']

POLL = 2


@dataclass
class Result:
    """A case: how it ended, and what it said.

    Its log may have shaders, which is looked up only for those that failed.
    """

    name: str
    ending: str
    detail: str = ''
    has_shaders: bool = False

    def said(self):
        return f'{self.ending} ({self.detail})'


@dataclass
class Verdict(igt.Verdict):
    """Why a case fails, and if that is for want of shaders, whose."""

    shaders: str

    def is_about(self, result):
        return (self.fits(result.name, result.said()) and
                (self.shaders != 'case' or result.has_shaders))


class List:
    """The cases to be run, and what is known of failures."""

    def __init__(self, card, kernel, file):
        self.patterns, self.verdicts = [], []
        for name, section in igt.read_list(file):
            if name == CASES:
                self.patterns = section['patterns'].split()
            elif is_meant(section, card, kernel):
                self.verdicts += [Verdict(
                    pattern, section.get('says', ''), section['who'],
                    section['why'].replace('\n', ' '),
                    section.get('shaders', ''))
                    for pattern in section.get('tests', name).split()]

    def verdict(self, result):
        """The verdict of a failure, None where there is none."""
        return next((verdict for verdict in self.verdicts
                     if verdict.is_about(result)), None)


class Cases:
    """How the cases of each group have ended.

    WORDS has what the suite calls an end that isn't a failure, and in which
    column that is counted; GROUP_OF says which group a case is of.
    """

    def __init__(self, words, group_of):
        self.words = words
        self.group_of = group_of
        self.groups = {}
        self.lines = []

    def add(self, name, kind):
        group = self.groups.setdefault(self.group_of(name),
                                       dict.fromkeys(COLUMNS, 0))
        group[kind] += 1

    def total(self):
        return {kind: sum(group[kind] for group in self.groups.values())
                for kind in COLUMNS}

    def table(self):
        """The table, a line at a time."""
        rows = [['group', *COLUMNS],
                *([name, *map(str, counts.values())] for name, counts
                  in [*sorted(self.groups.items()), ('all', self.total())])]
        width = max(len(row[0]) for row in rows)
        for name, *cells in rows:
            yield f'{name:<{width}}' + ''.join(
                f'  {cell:>{len(column)}}'
                for cell, column in zip(cells, COLUMNS))


# The disk

def disk(job, name, source, program, data):
    """A program, and the directory that it reads where there is one, as an
    image.
    """
    status = (source / program).stat()
    key = digest(source.resolve(), status.st_mtime_ns, status.st_size)
    return shared.get(
        job.options.build / 'guest' / f'{name}-{key}.ext4', f'{name}-*.ext4',
        lambda image: make_image(image, source, program, data))


def make_image(image, source, program, data):
    root = image.with_suffix('.root')
    root.mkdir()
    shutil.copy(source / program, root)
    if (source / data).is_dir():
        shutil.copytree(source / data, root / data)
    userspace.write_image(root, image)


def mount(job, place):
    """Mount the stage's image in the user space."""
    job.guest.ask(f'mkdir -p {USER_SPACE}{place} && '
                  f'mount -t ext4 -o ro /dev/vdd {USER_SPACE}{place}')


# In the guest

def follow(job, client, file, limit):
    """Wait for a run that writes to a file; end it, and say so, if it says
    nothing for so many seconds.
    """
    size, since = '', time.monotonic()
    while client.running():
        _, lines = job.guest.run(f'wc -c < {USER_SPACE}{file}')
        if lines != size:
            size, since = lines, time.monotonic()
        elif time.monotonic() - since > limit * job.patience():
            client.kill()
            return True
        job.guest.machine.pass_time(POLL)
    return False


# Judging

def judge(job, listed, result):
    """Count a result; a failure is a check of its own, unless it is for want
    of shaders.
    """
    kind = job.cases.words.get(result.ending)
    verdict = None if kind else listed.verdict(result)
    if verdict and verdict.who == SHADERS:
        kind = 'needs shaders'
    job.cases.add(result.name, kind or 'failed')
    job.cases.lines.append(f'{kind or "failed"}: {result.name}: '
                           f'{result.said()}' +
                           (f': {verdict.why}' if verdict else ''))
    if not kind:
        known = verdict and verdict.who not in igt.ERRORS
        job.checks.record(
            result.name, bool(known),
            (f'{verdict.who}: {verdict.why}\n' if verdict else '') +
            result.said(), skipped=bool(known))


def report(job):
    """The groups as checks, and the table."""
    cases = job.cases
    failed = {cases.group_of(check.name) for check in job.checks.failed()}
    for group, counts in sorted(cases.groups.items()):
        ok = group not in failed
        job.checks.record(
            group, ok, ', '.join(f'{number} {kind}' for kind, number
                                 in counts.items() if number),
            skipped=ok and not counts['passed'])
    job.stage_lines += cases.table()
    job.directory.write(f'{job.stage.NAME}.txt',
                        '\n'.join(cases.lines) + '\n')
