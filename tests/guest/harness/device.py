"""What a job asks the device of its guest.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import contextlib
import re

from . import machine_command, secondcard, standstill
from .errors import GuestError


def count_report(report):
    """The number of entries in the device's report of what it lacks."""
    lines = report.splitlines()
    return {'registers': sum(bool(re.match(r' +0x\w+ .* writes ', line))
                             for line in lines),
            'unhandled': sum(bool(re.match(r' +class ', line))
                             for line in lines)}


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

    def text(self, name):
        """A property of the device, '' where it has no such property."""
        try:
            return self.job.guest.machine.qom_get(self.path(), name)
        except GuestError:
            return ''

    def statistics(self):
        """The device's counters, by name."""
        pairs = [line.split() for line in self.text('statistics').splitlines()]
        return {pair[0]: int(pair[1]) for pair in pairs if len(pair) == 2}

    def look(self, title):
        """Save PFIFO's state, and return the state of its channels.

        It explains a program that waits in vain: it says what each channel
        waits for.
        """
        said = {}
        for what in standstill.CARD_LOOKS:
            with contextlib.suppress(GuestError):
                said[what] = self.job.guest.machine.execute(
                    'x-nv-gpu-debug', path=self.path(),
                    command=what)['human-readable-text']
        said['statistics'] = self.text('statistics')
        self.job.directory.write(
            f'{title.replace(" ", "-")}.txt',
            ''.join(f'{what}:\n{text}' for what, text in said.items()))
        return said.get('channels', 'the card doesn\'t tell of its channels')

    def collect(self):
        """Keep what it has counted, and what it lacks."""
        self.job.facts.update(self.statistics())
        report = self.text('report')
        self.job.facts.update(count_report(report))
        self.job.directory.write('unmodelled.txt', report)
        secondcard.collect(self.job)
