"""Faults on purpose: the driver has to report each of them, and go on.

Each fault is a run of programs/faults.c, which checks that the channel that
caused it is dead, and that others go on. The kernel's log has to have the lines
that recovery.ini has for it, and no others.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import configparser
import functools
import re
from dataclasses import dataclass
from pathlib import Path

from .errors import GuestError
from .guest import SKIPPED
from .job import Job

EXPECTATIONS = Path(__file__).resolve().parent.parent / 'recovery.ini'
PROGRAM = 'faults'
FAULT_LIMIT = 90

# Families for which the list has other words, and its sections with them
OTHER_WORDS = {'Kepler': ['Kepler'], 'Maxwell': ['Kepler', 'Maxwell']}

# What a line of the driver begins with
PREFIX = r'\[ *[\d.]+\] nouveau [\da-f:.]+: '

# Programs write registers behind the driver's back; and the driver waits 15 s for
# a channel without leaving the processor, where the kernel complains after 20 s,
# which are less on a busy host.
KERNEL_ARGS = ['iomem=relaxed', 'watchdog_thresh=60']


@dataclass
class Fault:
    """A kind of fault, and what the driver says of it."""

    name: str
    lines: list[str]
    may: list[str]


def read(lines, family):
    """Faults by name, in their order, in a family's words."""
    parser = configparser.ConfigParser(
        delimiters=['='], interpolation=configparser.ExtendedInterpolation())
    parser.read_file(lines)
    words = {name: (dict(parser.items(name, raw=True)).items() -
                    parser.defaults().items()) for name in OTHER_WORDS}
    for name in OTHER_WORDS:
        parser.remove_section(name)
    for name in OTHER_WORDS.get(family, []):
        parser[parser.default_section].update(words[name])

    def lines_of(name, key):
        return [line for line in parser[name][key].splitlines() if line]

    return {name: Fault(name, lines_of(name, 'lines'), lines_of(name, 'may'))
            for name in parser.sections()}


def known(family=''):
    """The faults of the list."""
    with open(EXPECTATIONS, encoding='utf-8') as file:
        return read(file, family)


def choose(names, family=''):
    """The faults of these names, or all."""
    faults = known(family)
    unknown = [name for name in names if name not in faults]
    if unknown:
        raise GuestError(f'there is no fault {unknown[0]}: there are '
                         f'{", ".join(faults)}')
    return [faults[name] for name in names or faults]


def pattern(line, channel, pid):
    """The regular expression for a line of the list."""
    text = line.format(channel=channel, culprit=f'culprit[{pid}]')
    return re.compile(PREFIX +
                      '.*'.join(map(re.escape, text.split('...'))) + '$')


def mismatch(fault, texts, channel, pid):
    """What is wrong with the lines that a fault has led to, '' if nothing."""
    wanted = [pattern(line, channel, pid) for line in fault.lines]
    allowed = [pattern(line, channel, pid) for line in fault.may]
    for text in texts:
        if wanted and wanted[0].match(text):
            wanted.pop(0)
        elif not any(one.match(text) for one in allowed):
            return f'unexpected: {text}'
    return f'missing: {wanted[0].pattern}' if wanted else ''


class RecoveryJob(Job):
    """A boot in which the card is used wrongly, in one way after another."""

    def __init__(self, options, progress):
        options.kernel_args = [*options.kernel_args, *KERNEL_ARGS]
        super().__init__(options, progress, '-recovery', programs=[])
        self.faults = choose(self.options.programs, self.card.family)

    def work(self):
        for fault in self.faults:
            yield (f'fault {fault.name}',
                   functools.partial(self.commit, fault))

    def commit(self, fault):
        """Cause one fault, and check the outcome."""
        title = f'fault {fault.name}'
        self.chapter(title)
        start = len(self.guest.kernel_log)
        status, lines = self.guest.run_program(f'{PROGRAM} {fault.name}',
                                               FAULT_LIMIT)
        self.guest.finish_kernel_log()
        if status == SKIPPED:
            self.checks.record(title, True, lines[-1].partition(': ')[2],
                               skipped=True)
            return
        errors = self.log_check.errors_since(start)
        wrong = [line for line in lines if line.startswith('FAIL')]
        if status and not wrong:
            wrong = [f'ended with status {status}']
        wrong += filter(None, [self.judge(fault, lines, errors)])
        if not wrong:
            self.log_check.expected |= set(map(id, errors))
        self.checks.record(title, not wrong, '\n'.join(wrong))

    def judge(self, fault, lines, errors):
        """What is wrong with what the driver says."""
        said = re.findall(r'channel=(\d+) pid=(\d+)', '\n'.join(lines))
        if not said:
            return 'the program has no channel'
        return mismatch(fault, [record.text for record in errors],
                        *map(int, said[-1]))
