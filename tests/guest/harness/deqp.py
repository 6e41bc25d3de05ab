"""dEQP's tests of Vulkan (dEQP-VK), by a binary that the user has built.

The list of cases, and which of them are done, stay in the guest: there may be
tens of thousands.  dEQP is given some at a time; one that ends it, or loses its
device, is the last of its run, and those behind it are in the next.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import re
import shlex
import shutil
import time
from dataclasses import dataclass

from . import igt, nvk, shared, userspace
from .clients import USER_SPACE
from .errors import GuestError
from .kernellog import is_meant
from .shared import digest

NAME = 'deqp'

# The cases that are run, and what is known of those that fail
LIST = userspace.CLIENTS / 'deqp.ini'
CASES = 'cases'

# The program, where a build has it, and the files that it reads beside it
PROGRAM = 'deqp-vk'
PLACES = ['.', 'external/vulkancts/modules/vulkan']
DATA = 'vulkan'

# In the user space
PLACE = '/run/deqp'
WORK = '/tmp/deqp'

# Files of the work directory: all cases, those that are done, those of a run,
# and what that says
ALL, DONE, SOME, SAID, LOG = 'all', 'done', 'some', 'said', 'log.qpa'

LIST_LIMIT = 600
# A case that says nothing for so many seconds has failed
CASE_LIMIT = 180
POLL = 2
# How many cases a run gets
AT_ONCE = 400

# How dEQP says it, and how it is said here
WORDS = {'Pass': 'passed', 'QualityWarning': 'passed',
         'CompatibilityWarning': 'passed', 'Waiver': 'passed',
         'NotSupported': 'not supported'}
ENDINGS = (*WORDS, 'Fail', 'InternalError', 'ResourceError', 'Crash',
           'Timeout', 'DeviceLost')
LOST = 'VK_ERROR_DEVICE_LOST'

# Who may be at fault, as for IGT, and what is nobody's fault: the model
# executes no shaders.  They are the case's, which its log then has, or the
# driver's, which has some commands done by its own.
SHADERS = 'shaders'
BLAMED = [*igt.BLAMED, SHADERS]
WHOSE_SHADERS = ['case', 'driver']

COLUMNS = ['passed', 'failed', 'not supported', 'needs shaders']

user_space = nvk.user_space
KERNEL_ARGS = nvk.KERNEL_ARGS


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

    def __init__(self, card, kernel, file=LIST):
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


def title(options):
    """How the stage is called in the table."""
    return f'{NAME} ({options.mesa})'


# The disk

def find_program(directory):
    """Where a build has the program."""
    for place in PLACES:
        if (directory / place / PROGRAM).is_file():
            return directory / place
    raise GuestError(f'{directory} has no {PROGRAM}, nor is there one in '
                     f'{", ".join(PLACES[1:])}')


def disks(job):
    """The program and its files, as an image."""
    source = find_program(job.options.deqp)
    status = (source / PROGRAM).stat()
    name = digest(source.resolve(), status.st_mtime_ns, status.st_size)
    return [shared.get(job.options.build / 'guest' / f'deqp-{name}.ext4',
                       'deqp-*.ext4', lambda image: make_image(image, source))]


def make_image(image, source):
    root = image.with_suffix('.root')
    root.mkdir()
    shutil.copy(source / PROGRAM, root)
    if (source / DATA).is_dir():
        shutil.copytree(source / DATA, root / DATA)
    userspace.write_image(root, image)


# Reading

def read_results(lines):
    """The cases that were begun, each with its end; '' where it has none."""
    results = []
    for line in lines:
        begun = re.match(r"Test case '(.*)'\.\.$", line)
        ended = re.match(rf'  ({"|".join(ENDINGS)}) \((.*?)\)?$', line)
        if begun:
            results.append(Result(begun[1], ''))
        elif ended and results and not results[-1].ending:
            results[-1].ending, results[-1].detail = ended.groups()
    return results


def up_to_loss(results):
    """Those up to a case that has lost the device, which the others share."""
    for count, result in enumerate(results, 1):
        if result.ending == 'DeviceLost' or LOST in result.detail:
            return results[:count]
    return results


def read_shaders(lines):
    """The cases whose log has shaders."""
    case, found = '', set()
    for line in lines:
        begin = re.match(r'#beginTestCaseResult (\S+)', line)
        if begin:
            case = begin[1]
        else:
            found.add(case)
    return found


def group_of(name):
    """The group of a case in the table: up to four levels of its name."""
    return '.'.join(name.split('.')[1:-1][:4])


class Groups:
    """How many cases of each group have ended how."""

    def __init__(self):
        self.counts = {}

    def add(self, name, kind):
        group = self.counts.setdefault(group_of(name),
                                       dict.fromkeys(COLUMNS, 0))
        group[kind] += 1

    def total(self):
        return {kind: sum(group[kind] for group in self.counts.values())
                for kind in COLUMNS}

    def table(self):
        """The table, a line at a time."""
        rows = [['group', *COLUMNS],
                *([name, *map(str, counts.values())] for name, counts
                  in [*sorted(self.counts.items()), ('all', self.total())])]
        width = max(len(row[0]) for row in rows)
        for name, *cells in rows:
            yield f'{name:<{width}}' + ''.join(
                f'  {cell:>{len(column)}}'
                for cell, column in zip(cells, COLUMNS))


# In the guest

def in_work(command):
    """A command in the work directory, with the driver for it."""
    return f'cd {WORK} && {{ {command}; }}'


def program(arguments):
    return (f'{nvk.ENVIRONMENT} {PLACE}/{PROGRAM} '
            f'--deqp-archive-dir={PLACE} --deqp-log-filename={LOG} '
            f'{arguments}')


def list_cases(job, patterns):
    """Write the cases of some patterns to a file; return their number.

    Of a pattern that ends with /N, it is every Nth.
    """
    for pattern in patterns:
        name, _, every = pattern.partition('/')
        if every and not re.fullmatch('[1-9][0-9]{0,5}', every):
            raise GuestError(f'{pattern}: "/{every}" has to be a number')
        listing = program('--deqp-runmode=stdout-caselist '
                          f'--deqp-case={shlex.quote(name)}')
        job.run_client(in_work(
            f"set -o pipefail; {listing} | sed -n 's/^TEST: //p' | "
            f"sed -n '1~{every or 1}p' >> {ALL}"),
            LIST_LIMIT).check(f'listing {name}')
    lines = job.run_client(in_work(
        f'sort -u -o {ALL} {ALL}; : > {DONE}; wc -l < {ALL}'),
        LIST_LIMIT).check('counting cases')
    return int(lines[-1])


def follow(job, client):
    """Wait for a run; end it, and say so, if a case takes too long."""
    size, since = '', time.monotonic()
    while client.running():
        _, lines = job.guest.run(f'wc -c < {USER_SPACE}{WORK}/{SAID}')
        if lines != size:
            size, since = lines, time.monotonic()
        elif time.monotonic() - since > CASE_LIMIT * job.patience():
            client.kill()
            return True
        job.guest.machine.pass_time(POLL)
    return False


def run_some(job):
    """Run the next cases, and return their results; [] when all are done."""
    left = job.run_client(in_work(
        f'grep -vxFf {DONE} {ALL} | head -n {AT_ONCE} > {SOME}; '
        f'wc -l < {SOME}'), LIST_LIMIT).check('choosing cases')
    if left[-1].strip() == '0':
        return []
    client = job.client(in_work(program(
        f'--deqp-caselist-file={SOME} --deqp-log-images=disable '
        f'--deqp-shadercache=disable > {SAID} 2>&1')))
    late = follow(job, client)
    client.forget()
    lines = job.guest.fetch(f'cat {USER_SPACE}{WORK}/{SAID}')
    results = up_to_loss(read_results(lines))
    if not results:
        raise GuestError(f'{PROGRAM} runs no case:\n' +
                         '\n'.join(lines[-20:]))
    if not results[-1].ending:
        results[-1].ending = 'Timeout' if late else 'Crash'
        results[-1].detail = f'more than {CASE_LIMIT} s' if late else ''
    look_for_shaders(job, results)
    job.run_client(in_work(
        f"sed -n \"s/^Test case '\\(.*\\)'\\.\\.$/\\1/p\" {SAID} | "
        f'head -n {len(results)} >> {DONE}'), LIST_LIMIT).check('going on')
    return results


def look_for_shaders(job, results):
    """Say of cases that failed whether they have shaders."""
    failed = [result for result in results if result.ending not in WORDS]
    if not failed:
        return
    found = read_shaders(job.guest.fetch(
        "grep -oE '^#beginTestCaseResult .*|<(ShaderProgram|SpirV)' "
        f'{USER_SPACE}{WORK}/{LOG} | uniq; true'))
    for result in failed:
        result.has_shaders = result.name in found


# Judging

def judge(job, listed, result):
    """Count a result; a failure is a check of its own, unless it is for want
    of shaders.
    """
    kind = WORDS.get(result.ending)
    verdict = None if kind else listed.verdict(result)
    if verdict and verdict.who == SHADERS:
        kind = 'needs shaders'
    job.groups.add(result.name, kind or 'failed')
    job.case_lines.append(f'{kind or "failed"}: {result.name}: {result.said()}'
                          + (f': {verdict.why}' if verdict else ''))
    if not kind:
        known = verdict and verdict.who not in igt.ERRORS
        job.checks.record(
            result.name, bool(known),
            (f'{verdict.who}: {verdict.why}\n' if verdict else '') +
            result.said(), skipped=bool(known))


def run_cases(job):
    """All cases, some at a time."""
    listed = List(job.options.card, job.kernel.series)
    patterns = job.options.deqp_cases or listed.patterns
    count = list_cases(job, patterns)
    if not count:
        raise GuestError(f'{" ".join(patterns)}: there is no such case')
    done = 0
    while results := run_some(job):
        for result in results:
            judge(job, listed, result)
        done += len(results)
        job.progress(f'  {done} of {count} cases, up to {results[-1].name}')
    if done != count:
        raise GuestError(f'{done} of {count} cases were run')
    return f'{count} cases'


def report(job):
    """The groups as checks, and the table."""
    failed = {group_of(check.name) for check in job.checks.failed()}
    for group, counts in sorted(job.groups.counts.items()):
        ok = group not in failed
        job.checks.record(
            group, ok, ', '.join(f'{number} {kind}' for kind, number
                                 in counts.items() if number),
            skipped=ok and not counts['passed'])
    job.stage_lines += job.groups.table()
    job.directory.write('deqp.txt', '\n'.join(job.case_lines) + '\n')


def run(job):
    """The stage."""
    job.groups, job.case_lines = Groups(), []
    if not nvk.begin(job):
        return
    job.guest.ask(f'mkdir -p {USER_SPACE}{PLACE} {USER_SPACE}{WORK} && '
                  f'mount -t ext4 -o ro /dev/vdd {USER_SPACE}{PLACE}')
    try:
        job.attempt('all cases', run_cases, job)
    finally:
        report(job)
