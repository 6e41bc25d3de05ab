"""What is checked in a job: names, verdicts, and why something failed.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import contextlib
import time
from dataclasses import dataclass

from . import standstill
from .errors import GuestError, HostError, TimeOut, is_full

# A check that fails if something ends the job
THE_JOB = 'the job'


@dataclass
class Check:
    """One thing that was checked."""

    name: str
    ok: bool
    detail: str = ''
    skipped: bool = False
    # Since the check before it, or the begin
    seconds: float = 0
    # It has failed, but nothing is known of the guest
    host: bool = False


class Checks(list):
    """The checks of a job, as they came."""

    def __init__(self, job):
        super().__init__()
        self.job = job
        self.last = time.monotonic()
        # Each is called with each check
        self.listeners = [self.say]
        # QEMU has lost an interrupt of the guest's
        self.is_lost = False

    def record(self, name, ok, detail='', skipped=False, host=None):
        """Note a check; whose fault a failure is, shows unless HOST says it."""
        now = time.monotonic()
        if host is None:
            host = not ok and self.host_has_ended_it()
        check = Check(name, ok, detail, skipped, round(now - self.last, 3),
                      host)
        self.last = now
        self.append(check)
        for listen in self.listeners:
            listen(check)

    def say(self, check):
        verdict = ('skipped' if check.skipped else
                   'ok' if check.ok else
                   'lost by the host' if check.host else 'FAILED')
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
            explanation = self.explain(name, error)
            self.record(name, False, explanation, host=self.is_hosts(error))
            error.recorded = True

    def is_hosts(self, error):
        """Whether an error is the host's fault."""
        return isinstance(error, HostError) or self.host_has_ended_it()

    def host_has_ended_it(self):
        """Whether the emulator was killed, has lost something or found no room.
        """
        guest = self.job.guest
        return self.is_lost or bool(guest) and not guest.machine.running() and (
            guest.machine.killed() or any(map(is_full, self.job.log.tail())))

    def end(self, error):
        """Record what has ended the job, if nobody has."""
        if isinstance(error, GuestError):
            self.fail(THE_JOB, error)
        elif isinstance(error, (SystemExit, KeyboardInterrupt)):
            self.record(THE_JOB, False, 'was ended', host=True)
        else:
            self.record(THE_JOB, False, f'{type(error).__name__}: {error}',
                        host=False)

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
                    self.record(other, False, f'not done, after "{title}"',
                                host=self.is_hosts(error))
                raise

    def explain(self, name, error):
        """An error, and what the emulator and the card have to say of it."""
        lines = [str(error), *self.last_words()]
        guest = self.job.guest
        if isinstance(error, TimeOut) and guest and guest.machine.running():
            machine = guest.machine
            found = standstill.look(machine)
            self.job.directory.write(
                f'{name.replace(" ", "-")}-stands-still.txt', found.text)
            lines += found.lines
            self.is_lost = self.is_lost or bool(found.lost)
        return '\n'.join(lines)

    def last_words(self):
        """What an emulator that ended on its own said at the end."""
        guest = self.job.guest
        return ([] if not guest or guest.machine.running()
                else self.job.log.tail())
