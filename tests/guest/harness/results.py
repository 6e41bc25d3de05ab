"""What a program has checked, in one guest or more, for other programs.

It is kept as JUnit after each guest, also after one that an error has ended,
the host's or anybody's.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import contextlib
import json

import junit

from . import lava, summary
from .errors import HostError, telling_host

# What tells most of a failure, first
FIRST = ['dmesg.txt', 'serial.txt', 'qemu.log']
# What a person looks at, of all that a guest leaves
SHOWN = ('.txt', '.log', '.png', '.html', '.json')


def status(jobs):
    """The exit status: a failure is worth more than what the host has lost."""
    failed = [check for job in jobs for check in job.failed()]
    if not failed:
        return 0
    return HostError.status if all(check.host for check in failed) else 1


def verdict(check):
    if check.skipped:
        return junit.SKIPPED
    if check.ok:
        return junit.PASSED
    return junit.BROKEN if check.host else junit.FAILED


def files_of(directory):
    """What a guest has left, in the order in which it is looked at."""
    if not directory.is_dir():
        return []
    found = {file.name: file for file in sorted(directory.iterdir())
             if file.suffix in SHOWN}
    first = [found.pop(name) for name in FIRST if name in found]
    return [*first, *found.values()]


def about(name, files):
    """Those of some files that are about a check."""
    words = name.replace(':', '').split()
    stems = {'-'.join(words), '-'.join(words[-2:]), f'program-{words[-1]}',
             f'console-{words[-1]}'}
    return [file for file in files if file.stem in stems or
            file.stem.startswith('-'.join(words) + '-')]


def case(check, files, is_first):
    """A check as a case; the first that has failed has all that there is."""
    own = about(check.name, files)
    others = [file for file in files if file not in own] if is_first else []
    return junit.Case(check.name, verdict(check), check.detail, check.seconds,
                      'host' if check.host else '', own + others)


def suite(title, checks, directory):
    """Checks of one guest, with what it has left in a directory."""
    files = files_of(directory)
    first = next((check for check in checks if not check.ok), None)
    return junit.Suite(title, [case(check, files, check is first)
                               for check in checks], files)


class Results:
    """The results of a program's jobs, in a file that is called NAME."""

    def __init__(self, options, name):
        base = options.build / 'guest' / name
        self.file = base.with_name(f'{name}.junit.xml')
        self.data_file = base.with_name(f'{name}.results.json')
        self.options = options
        self.jobs = []

    def run(self, job, *arguments):
        """Run a job, and keep what it has checked, whatever its end."""
        if not self.jobs:
            self.forget()
        self.jobs.append(job)
        try:
            with self.reporting(job):
                self.run_through(job, arguments)
        except BaseException:
            # There may be no room, which the error says
            with contextlib.suppress(OSError):
                self.keep()
            raise
        self.keep()

    def reporting(self, job):
        """Tell others of each check while it comes."""
        return (lava.reporting(job) if self.options.lava
                else contextlib.nullcontext())

    @staticmethod
    def run_through(job, arguments):
        """Run a job; what ends it is its last check."""
        try:
            with telling_host():
                job.run(*arguments)
        except BaseException as error:
            job.checks.end(error)
            raise

    def forget(self):
        """Remove what an earlier run has found."""
        for file in self.file, self.data_file:
            file.unlink(missing_ok=True)

    def keep(self):
        """Write JUnit, and what the matrix reads."""
        self.file.parent.mkdir(parents=True, exist_ok=True)
        junit.write(self.file, [suite(job.title, job.checks, job.artifacts)
                                for job in self.jobs])
        self.data_file.write_text(json.dumps(
            [{'title': job.title, 'artifacts': job.artifacts.name,
              **summary.data(job)} for job in self.jobs], indent=1) + '\n',
                                  'utf-8')

    def status(self):
        return status(self.jobs)
