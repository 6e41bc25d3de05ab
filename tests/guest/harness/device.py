"""What a job asks the device of its guest.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import contextlib

from nvdebug import reports

from . import inspection, machine_command, secondcard
from .errors import GuestError


class Device:
    """The device of a job's guest; INDEX is the one of two in use."""

    def __init__(self, job):
        self.job = job
        self.index = 0

    def name(self):
        """What the monitor calls it."""
        return machine_command.CARDS[self.index]

    def path(self):
        return f'/machine/peripheral/{self.name()}'

    def query(self, command):
        """What a command says of the device; None if it can't say it."""
        try:
            return self.job.guest.machine.execute(command, path=self.path())
        except GuestError:
            return None

    def report_text(self):
        """What the driver has used and the device lacks."""
        answer = self.query(reports.REPORT)
        return reports.report(answer) if answer else ''

    def statistics(self):
        """The device's counters, by name."""
        answer = self.query(reports.STATISTICS)
        return reports.counters(answer) if answer else {}

    def look(self, title):
        """Save PFIFO's state, and return the state of its channels.

        It explains a program that waits in vain: it says what each channel
        waits for.
        """
        said = {}
        for what in inspection.QUERIES:
            with contextlib.suppress(GuestError):
                said[what] = inspection.inspect(self.job.guest.machine.execute,
                                                self.path(), what)
        said['statistics'] = ''.join(f'{name} {count}\n' for name, count in
                                     self.statistics().items())
        self.job.directory.write(
            f'{title.replace(" ", "-")}.txt',
            ''.join(f'{what}:\n{text}' for what, text in said.items()))
        return said.get('channels', 'the card doesn\'t tell of its channels')

    def collect(self):
        """Keep what it has counted, and what it lacks."""
        self.job.facts.update(self.statistics())
        answer = self.query(reports.REPORT) or {}
        self.job.facts.update(registers=len(answer.get('registers', ())),
                              unhandled=len(answer.get('methods', ())))
        self.job.directory.write('unmodelled.txt', self.report_text())
        secondcard.collect(self.job)
