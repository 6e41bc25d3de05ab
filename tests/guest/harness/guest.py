"""The guest: booted, and told what to run, one command at a time.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import base64
import gzip
import re

from .errors import GuestError
from .machine import Machine

BOOT_LIMIT = 240
COMMAND_LIMIT = 120
# What a command is given to end by itself before the host gives up on it
GRACE = 30

PANIC = re.compile(r'Kernel panic - not syncing: (.*)')


class Guest:
    """A machine whose guest answers on its second serial port."""

    def __init__(self, command, serial_file, log):
        self.serial = []
        self.serial_file = open(serial_file, 'w', encoding='utf-8')
        self.panic = None
        self.release = None
        self.log = log
        self.command_id = 0
        self.output = []
        self.listener = None
        self.status = None
        self.machine = Machine(command, self.take_console, self.take_agent,
                               log.feed)

    # What arrives

    def take_console(self, line):
        self.serial.append(line)
        self.serial_file.write(line + '\n')
        match = PANIC.search(line)
        if match and not self.panic:
            self.panic = match[1]

    def take_agent(self, line):
        words = line.split()
        if words[:1] == ['@ready']:
            self.release = words[1]
        elif words[:2] == ['@done', str(self.command_id)]:
            self.status = int(words[2])
        elif line:
            self.output.append(line)
            if self.listener:
                self.listener(line)

    def wait(self, done, limit, what):
        """Wait for something that a guest in a panic will never do."""
        def done_or_lost():
            self.log.watch(self.machine)
            return self.panic or done()
        self.machine.wait(done_or_lost, limit, what)
        if self.panic:
            # The trace that follows is worth having
            self.machine.wait_for_end(3)
            raise GuestError(f'{what}: the guest\'s kernel has panicked: '
                             f'{self.panic}')

    # What to do

    def wait_for_kernel(self):
        self.machine.negotiate()
        self.wait(lambda: self.serial, BOOT_LIMIT, 'waiting for the kernel')

    def wait_for_init(self):
        self.wait(lambda: self.release, BOOT_LIMIT, 'waiting for the guest')

    def run(self, command, limit=COMMAND_LIMIT, listener=None):
        """Run a shell command; return its exit status and its lines."""
        self.command_id += 1
        self.output, self.status, self.listener = [], None, listener
        self.machine.agent.sendall(f'{self.command_id} {command}\n'.encode())
        self.wait(lambda: self.status is not None, limit, f'"{command}"')
        self.listener = None
        return self.status, self.output

    def run_program(self, command, limit, listener=None):
        """Run a program that the guest itself ends when its time is up."""
        return self.run(f'timeout -s KILL {limit} {command}', limit + GRACE,
                        listener)

    def ask(self, command):
        """The output of a command that has no reason to fail."""
        status, lines = self.run(command)
        if status:
            raise GuestError(f'in the guest, "{command}" failed:\n' +
                             '\n'.join(lines))
        return lines

    def fetch(self, command):
        """The same for output that is worth packing on the way."""
        packed = ''.join(self.ask(f'({command}) | gzip -c | base64'))
        text = gzip.decompress(base64.b64decode(packed))
        return text.decode('utf-8', 'replace').splitlines()

    def power_off(self, limit=30):
        """Shut the guest down; return whether it went."""
        self.machine.agent.sendall(b'0 poweroff -f\n')
        return self.machine.wait_for_end(limit)

    def close(self):
        self.machine.close()
        self.serial_file.close()
        self.log.close()
