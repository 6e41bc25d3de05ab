"""IGT's tests of the kernel's interfaces, and whose fault the failures are.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import configparser
import fnmatch
import functools
import re
import shutil
from dataclasses import dataclass

from . import shared, userspace
from .errors import GuestError
from .kernellog import is_meant
from .shared import digest

NAME = 'igt'

TESTS = userspace.CLIENTS / 'igt.ini'

# Where the tests are in a build, and where they are installed
PLACES = ['tests', 'libexec/igt-gpu-tools', 'usr/libexec/igt-gpu-tools']

LIST_LIMIT = 60
TEST_LIMIT = 120
# How often a test is begun again after a subtest that ended it
TRIES = 6

# How the tests say it by their exit status, and how it is said here
STATUSES = {0: 'ok', 77: 'skipped'}
WORDS = {'SUCCESS': 'ok', 'SKIP': 'skipped', 'FAIL': 'failed',
         'CRASH': 'crashed', 'TIMEOUT': 'failed'}

# Who may be at fault, those first whose failures end the job with an error
ERRORS = ['card', 'undecided']
BLAMED = [*ERRORS, 'driver', 'kernel', 'test', 'emulation']


@dataclass
class Test:
    """A test: which of its subtests apply, and how long it may take."""

    name: str
    subtests: str
    limit: int


@dataclass
class Verdict:
    """Why a test fails, and whose fault that is.

    Of tests whose names match, it is about those that fail with a text.
    """

    pattern: str
    says: str
    who: str
    why: str

    def fits(self, name, detail):
        return fnmatch.fnmatch(name, self.pattern) and self.says in detail


def read_list(file):
    """Sections of a list of tests and of verdicts, with their names."""
    parser = configparser.ConfigParser(interpolation=None)
    parser.optionxform = str
    parser.read(file, encoding='utf-8')
    return [(name, parser[name]) for name in parser.sections()]


class List:
    """The tests that apply, and what is known of failures."""

    def __init__(self, card, kernel, file=TESTS):
        self.tests, self.verdicts = [], []
        for name, section in read_list(file):
            here = is_meant(section, card, kernel)
            if 'who' in section:
                if here:
                    self.verdicts.append(Verdict(
                        section.get('tests', name), section.get('says', ''),
                        section['who'],
                        section['why'].replace('\n', ' ')))
            elif here:
                self.tests.append(Test(
                    name, ','.join(section.get('subtests', '*').split()),
                    section.getint('limit', TEST_LIMIT)))

    def verdict(self, name, detail):
        """The verdict of a failure, None where there is none."""
        return next((verdict for verdict in self.verdicts
                     if verdict.fits(name, detail)), None)


class Results:
    """A test's output about its subtests."""

    def __init__(self):
        self.of = {}
        self.details = {}
        self.running = None
        self.whole = None

    def take(self, lines):
        """The lines of one run, which may have ended in the middle."""
        said = []
        self.running = None
        for line in lines:
            start = re.match(r'Starting subtest: (\S+)', line)
            ended = re.match(r'Subtest (\S+): (\w+)', line)
            whole = re.match(r'(SUCCESS|FAIL|SKIP)\b', line)
            if start:
                self.running, said = start[1], []
            elif ended:
                self.end(ended[1], WORDS.get(ended[2], 'failed'), said)
            elif whole and not self.of:
                self.whole = WORDS[whole[1]]
                self.details[''] = interesting(said)
            else:
                said.append(line)
        return said

    def end(self, name, result, said):
        self.of[name] = result
        self.details[name] = interesting(said)
        self.running = None


def interesting(lines):
    """Of what a test said, why it failed or what it lacks."""
    pattern = (r'Test assertion failure.*|Failed assertion.*|Last errno.*|'
               r'CRITICAL: error: .*|Test requirement not met.*')
    found = [match[0] for line in lines if (match := re.search(pattern, line))]
    return '\n'.join(list(dict.fromkeys(found))[:4])


# The directory

def find_tests(directory):
    """Where a build or an installation has its tests."""
    for place in PLACES:
        if (directory / place / 'core_auth').exists():
            return directory / place
    raise GuestError(f'{directory} has no IGT: there is no core_auth in '
                     f'{", ".join(PLACES)}')


def disks(job):
    """The tests that apply, and their libraries, as an image."""
    if not job.options.igt:
        return []
    source = find_tests(job.options.igt)
    listed = List(job.options.card, job.kernel.series)
    files = [source / test.name for test in listed.tests
             if (source / test.name).exists()]
    libraries = [file for file in job.options.igt.rglob('lib*.so*')
                 if file.is_file()]
    name = digest(*(f'{file} {file.stat().st_mtime_ns}'
                    for file in files + libraries))
    return [shared.get(job.options.build / 'guest' / f'igt-{name}.ext4',
                       'igt-*.ext4',
                       lambda image: make_image(image, files, libraries))]


def make_image(image, files, libraries):
    root = image.with_suffix('.root')
    for name, content in ('tests', files), ('lib', libraries):
        (root / name).mkdir(parents=True)
        for file in content:
            shutil.copy(file, root / name)
    userspace.write_image(root, image)


# In the guest

def run_test(job, test, results):
    """Run a test; go on behind a subtest that ended it."""
    for _ in range(TRIES):
        left_out = ''.join(f',!{name}' for name in results.of)
        option = (f'--run-subtest "{test.subtests}{left_out}"'
                  if test.subtests != '*' or left_out else '')
        client = job.client(f'cd /tmp; LD_LIBRARY_PATH=/igt/lib '
                            f'/igt/tests/{test.name} {option} 2>&1')
        try:
            ended = client.wait(test.limit)
            status, lines, late = ended.status, ended.lines, False
        except GuestError:
            status, lines, late = None, client.lines(), True
            if client.running():
                raise
        said = results.take(lines)
        job.igt_output.extend([f'# {test.name} {option}', *lines])
        if not results.running:
            if not results.of and results.whole is None:
                results.whole = STATUSES.get(status, 'failed')
                results.details[''] = interesting(said) or said_last(said)
            return
        results.end(results.running, 'took too long' if late else 'crashed',
                    said)
        if late:
            job.progress(f'  {test.name} took more than {test.limit} s')


def said_last(lines):
    return '\n'.join(lines[-3:])


def record(job, listed, name, result, detail):
    """A result as a check: what is known not to be the card's fault, passes."""
    if result in ('ok', 'skipped'):
        job.checks.record(name, True, detail, skipped=result == 'skipped')
        return
    verdict = listed.verdict(name, detail)
    text = result if not verdict else (
        f'{result}: {verdict.who}: {verdict.why}')
    ok = bool(verdict and verdict.who not in ERRORS)
    job.checks.record(name, ok, f'{text}\n{detail}'.strip(), skipped=ok)
    if verdict:
        job.blamed[verdict.who] = job.blamed.get(verdict.who, 0) + 1


def run(job):
    """The stage."""
    job.igt_output, job.blamed = [], {}
    if not job.options.igt:
        job.checks.record('IGT', True, 'IGT= names no directory', skipped=True)
        return
    job.guest.ask('mount -t ext4 -o ro /dev/vdd /user-space/igt')
    listed = List(job.options.card, job.kernel.series)
    try:
        job.checks.go_through(
            [(test.name, functools.partial(run_and_record, job, listed, test))
             for test in listed.tests])
    finally:
        job.directory.write('igt.txt', '\n'.join(job.igt_output) + '\n')
    if job.blamed:
        job.stage_lines.append('failures by who is at fault: ' + ', '.join(
            f'{who} {count}' for who, count in sorted(job.blamed.items())))


def run_and_record(job, listed, test):
    status, _ = job.guest.run(f'test -x /user-space/igt/tests/{test.name}')
    if status:
        job.checks.record(test.name, True, 'is not in the directory',
                          skipped=True)
        return
    job.chapter(test.name)
    results = Results()
    try:
        run_test(job, test, results)
    finally:
        if results.running:
            results.end(results.running, 'never ended', [])
        for name, result in results.of.items():
            record(job, listed, f'{test.name}@{name}', result,
                   results.details[name])
        if results.whole:
            record(job, listed, test.name, results.whole,
                   results.details.get('', ''))
