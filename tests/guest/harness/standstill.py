"""What stands still when a guest doesn't answer: the guest, the card, QEMU?

All of it is looked at twice, a second apart, from outside and by the monitor:
what the emulator's threads do, where the processors are, what the card does.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import os
import re
import time
from pathlib import Path

from nvdebug import reports

from . import inspection, machine_command
from .errors import GuestError, TimeOut

APART = 1
# The monitor may stand still as well
LIMIT = 10

# What the monitor is asked
MONITOR = ['info status', 'info registers -a', 'info lapic 0', 'info lapic 1',
           'info pic']

PROCESSOR = re.compile(
    r'^CPU#(\d+)$.*?^RIP=(\w+) RFL=(\w+)[^\n]* HLT=(\d)', re.M | re.S)
INTERRUPTS_ON = 0x200
# A local APIC's vectors that are in service, and that are pending
IN_SERVICE = re.compile(r'^ISR\s+([\d ]+)$', re.M)
PENDING = re.compile(r'^IRR\s+([\d ]+)$', re.M)
# Vectors of one class don't interrupt each other.
CLASS = 16


def thread_times(pid):
    """The name of each of a process's threads, and its processor time in s."""
    times = {}
    for task in Path(f'/proc/{pid}/task').iterdir():
        try:
            name, _, rest = (task / 'stat').read_text().rpartition(')')
        except OSError:
            continue
        user, system = rest.split()[11:13]
        times[int(task.name)] = (name.partition('(')[2],
                                 (int(user) + int(system)) /
                                 os.sysconf('SC_CLK_TCK'))
    return times


def busy_threads(before, after, seconds):
    """How busy each thread was, in percent."""
    return [(name, round(100 * (spent - before[task][1]) / seconds))
            for task, (name, spent) in sorted(after.items())
            if task in before]


def processors(registers):
    """Where each processor is."""
    return {int(number): f'{"halted" if halted == "1" else "at"} {address}, '
                         'interrupts ' +
                         ('on' if int(flags, 16) & INTERRUPTS_ON else 'off')
            for number, address, flags, halted
            in PROCESSOR.findall(registers)}


def highest(pattern, lapic):
    """The highest of some vectors of a local APIC, None if there is none."""
    found = pattern.search(lapic)
    return max(map(int, found[1].split())) if found else None


def never_ended(lapic):
    """The interrupt in service that keeps all pending ones away, or None."""
    serviced, pending = highest(IN_SERVICE, lapic), highest(PENDING, lapic)
    if None in (serviced, pending) or serviced // CLASS < pending // CLASS:
        return None
    return serviced


class Look:
    """A look at a machine; what can't be had is missing."""

    def __init__(self, machine):
        self.machine = machine
        self.texts = {}
        self.seconds = time.monotonic()
        self.threads = thread_times(machine.process.pid)
        self.answers = True
        for command in MONITOR:
            self.ask(command, self.execute, 'human-monitor-command',
                     **{'command-line': command})
        for what in inspection.QUERIES:
            self.ask(what, inspection.inspect, self.execute,
                     machine_command.DEVICE, what)
        self.ask('statistics', self.statistics)

    def execute(self, command, **arguments):
        """A command of the monitor's."""
        return self.machine.execute(command, LIMIT, **arguments)

    def statistics(self):
        return reports.statistics(self.execute(reports.STATISTICS,
                                               path=machine_command.DEVICE))

    def ask(self, title, function, *words, **arguments):
        """Keep a text, or why it can't be had."""
        if not self.answers:
            return
        try:
            text = function(*words, **arguments)
        except TimeOut as error:
            self.answers = False
            self.texts[title] = str(error)
        except GuestError as error:
            # Not all cards have all.
            self.texts[title] = str(error)
        else:
            self.texts[title] = text.replace('\r', '')

    def text(self):
        return '\n'.join(f'--- {title}\n{text.rstrip()}'
                         for title, text in self.texts.items()) + '\n'

    def processors(self):
        return processors(self.texts.get('info registers -a', ''))

    def never_ended(self):
        """Interrupts that idle processors have never ended, by processor."""
        return {number: vector
                for number, where in self.processors().items()
                if where.startswith('halted') and where.endswith('on') and
                (vector := never_ended(
                    self.texts.get(f'info lapic {number}', '')))}


def lost_interrupts(before, after):
    """Lines about interrupts of which QEMU has lost the end.

    A processor that waits for an interrupt, and takes them, is not in one. If
    its local APIC says so, it has missed what the kernel wrote to it, and no
    interrupt comes through any more.
    """
    for number, vector in after.never_ended().items():
        if before.never_ended().get(number) == vector:
            yield (f'processor {number} is idle and in interrupt {vector}: '
                   'QEMU has lost its end (docs/guests.rst, "If QEMU loses '
                   'an interrupt")')


def describe(before, after):
    """The lines that tell most, from two looks."""
    yield 'the emulator\'s threads: ' + ', '.join(
        f'{name} {percent} %' for name, percent in
        busy_threads(before.threads, after.threads,
                     after.seconds - before.seconds))
    if not after.answers:
        yield 'its monitor doesn\'t answer'
    for number, where in after.processors().items():
        was = before.processors().get(number)
        yield f'processor {number}: {where}' + (
            f'; before: {was}' if was != where else '')
    changed = [line for line in after.texts.get('statistics', '').splitlines()
               if line not in before.texts.get('statistics', '').splitlines()]
    if after.answers:
        yield 'the card has ' + (
            f'gone on: {", ".join(changed)}' if changed else 'done nothing')


class Found:
    """What was found: LINES for a person, all TEXT, and what QEMU has LOST."""

    def __init__(self, before, after):
        self.lost = list(lost_interrupts(before, after))
        self.lines = [*self.lost, *describe(before, after)]
        self.text = f'{before.text()}\n=== {APART} s later\n{after.text()}'


def look(machine):
    before = Look(machine)
    machine.pass_time(APART)
    return Found(before, Look(machine))
