"""Checks of guests as a TAP stream.

SPDX-License-Identifier: GPL-2.0-or-later
"""

from .errors import GuestError

# Guests that are booted until QEMU loses no interrupt
ATTEMPTS = 3


class Tap:
    """A TAP stream, written case by case."""

    def __init__(self):
        self.count = 0
        self.failures = 0

    def case(self, name, ok, detail='', skipped=False):
        self.count += 1
        self.failures += not ok
        print(f'{"ok" if ok else "not ok"} {self.count} - {name}' +
              (f' # SKIP {detail}' if skipped else ''), flush=True)
        if not skipped:
            for line in detail.splitlines():
                print(f'#   {line}', flush=True)

    def run(self, make_job):
        """Run a job; each check of it becomes a case. Returns the job.

        If QEMU loses an interrupt of the guest's, that guest says nothing, and
        another one is booted.
        """
        for attempt in reversed(range(ATTEMPTS)):
            job = make_job()
            cases = self.cases_of(job)
            if not (job.checks.is_lost and attempt):
                break
            print(f'# {job.title}: QEMU has lost an interrupt; once more',
                  flush=True)
        for case in cases:
            self.case(*case)
        return job

    @staticmethod
    def cases_of(job):
        """Run a job, and return what case() takes, for each check."""
        cases = []
        job.checks.listeners = [lambda check: cases.append(
            (f'{job.title}: {check.name}', check.ok, check.detail,
             check.skipped))]
        try:
            job.run()
        except GuestError as error:
            cases.append((f'{job.title}: can be run', False, str(error)))
        return cases or [(f'{job.title}: checks something', False)]

    def end(self):
        print(f'1..{self.count}', flush=True)
