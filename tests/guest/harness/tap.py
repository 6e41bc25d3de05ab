"""Checks of guests as a TAP stream.

SPDX-License-Identifier: GPL-2.0-or-later
"""

from .errors import GuestError


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

    def run(self, job):
        """Run a job; each check of it becomes a case."""
        before = self.count
        job.checks.listeners = [lambda check: self.case(
            f'{job.title}: {check.name}', check.ok, check.detail,
            check.skipped)]
        try:
            job.run()
        except GuestError as error:
            self.case(f'{job.title}: can be run', False, str(error))
        if self.count == before:
            self.case(f'{job.title}: checks something', False)

    def end(self):
        print(f'1..{self.count}', flush=True)
