"""What is checked in a job: names, verdicts, and why something failed.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import contextlib
from dataclasses import dataclass

from . import standstill
from .errors import GuestError, TimeOut


@dataclass
class Check:
    """One thing that was checked."""

    name: str
    ok: bool
    detail: str = ''
    skipped: bool = False


class Checks(list):
    """The checks of a job, as they came."""

    def __init__(self, job):
        super().__init__()
        self.job = job
        # Called with each
        self.on_check = self.say

    def record(self, name, ok, detail='', skipped=False):
        check = Check(name, ok, detail, skipped)
        self.append(check)
        self.on_check(check)

    def say(self, check):
        verdict = ('skipped' if check.skipped else
                   'ok' if check.ok else 'FAILED')
        first = check.detail.partition('\n')[0]
        self.job.progress(f'{check.name}: {verdict}' +
                          (f': {first}' if first else ''))

    def failed(self):
        return [check for check in self if not check.ok]

    @contextlib.contextmanager
    def step(self, name):
        """A step that fails by raising GuestError, and passes otherwise."""
        try:
            yield
        except GuestError as error:
            self.fail(name, error)
            raise
        self.record(name, True)

    def fail(self, name, error):
        """Record the error that has ended something, if nobody has."""
        if not error.recorded:
            self.record(name, False, self.explain(name, error))
            error.recorded = True

    def go_through(self, parts):
        """Do some parts, of a title and a function, up to the one that fails.

        The others have failed then, too: nothing is left out in silence.
        """
        left = list(parts)
        while left:
            title, do = left.pop(0)
            try:
                do()
            except GuestError as error:
                self.fail(title, error)
                for other, _ in left:
                    self.record(other, False, f'not done, after "{title}"')
                raise

    def explain(self, name, error):
        """An error, and what the emulator and the card have to say of it."""
        lines = [str(error), *self.last_words()]
        machine = self.job.guest.machine
        if isinstance(error, TimeOut) and machine.running():
            found, text = standstill.look(machine)
            self.job.directory.write(
                f'{name.replace(" ", "-")}-stands-still.txt', text)
            lines += found
        return '\n'.join(lines)

    def last_words(self):
        """What an emulator that ended on its own said at the end."""
        return ([] if self.job.guest.machine.running()
                else self.job.log.tail())
