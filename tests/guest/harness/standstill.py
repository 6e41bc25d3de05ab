"""What stands still when a guest doesn't answer: the guest, the card, QEMU?

All of it is looked at twice, a second apart, from outside and by the monitor:
what the emulator's threads do, where the processors are, what the card does.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import os
import re
import time
from pathlib import Path

from . import machine_command
from .errors import GuestError, TimeOut

APART = 1
# The monitor may stand still as well
LIMIT = 10

# What the monitor and the card's debugger are asked
MONITOR = ['info status', 'info registers -a', 'info lapic 0', 'info lapic 1',
           'info pic']
CARD_LOOKS = ('channels', 'interrupts', 'runlist', 'cache1')

PROCESSOR = re.compile(
    r'^CPU#(\d+)$.*?^RIP=(\w+) RFL=(\w+)[^\n]* HLT=(\d)', re.M | re.S)
INTERRUPTS_ON = 0x200


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


class Look:
    """A look at a machine; what can't be had is missing."""

    def __init__(self, machine):
        self.machine = machine
        self.texts = {}
        self.seconds = time.monotonic()
        self.threads = thread_times(machine.process.pid)
        self.answers = True
        for command in MONITOR:
            self.ask(command, 'human-monitor-command',
                     **{'command-line': command})
        for command in CARD_LOOKS:
            self.ask(command, 'x-nv-gpu-debug', path=machine_command.DEVICE,
                     command=command)
        self.ask('statistics', 'qom-get', path=machine_command.DEVICE,
                 property='statistics')

    def ask(self, title, execute, **arguments):
        if not self.answers:
            return
        try:
            answer = self.machine.execute(execute, LIMIT, **arguments)
        except TimeOut as error:
            self.answers = False
            self.texts[title] = str(error)
        except GuestError as error:
            # Not all cards have all.
            self.texts[title] = str(error)
        else:
            text = (answer['human-readable-text']
                    if isinstance(answer, dict) else answer)
            self.texts[title] = text.replace('\r', '')

    def text(self):
        return '\n'.join(f'--- {title}\n{text.rstrip()}'
                         for title, text in self.texts.items()) + '\n'

    def processors(self):
        return processors(self.texts.get('info registers -a', ''))


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


def look(machine):
    """What there is to tell a person, and all that was found."""
    before = Look(machine)
    machine.pass_time(APART)
    after = Look(machine)
    return (list(describe(before, after)),
            f'{before.text()}\n=== {APART} s later\n{after.text()}')
