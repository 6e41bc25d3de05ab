"""The guest: boots, and runs commands, one at a time.

Its first serial port is the kernel's console, the second takes commands, and
on the third its init passes on the kernel's log with the level of each line.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import base64
import contextlib
import gzip
import math
import re
import zlib

from . import boards
from .errors import GuestError, TimeOut, writing
from .kernellog import Record
from .machine import Machine

BOOT_LIMIT = 240
COMMAND_LIMIT = 120
# How long a command may take to end before the host gives up
GRACE = 30

# A program's exit status where it has nothing to do
SKIPPED = 77

# Messages of a guest that will not answer any more
LOST = re.compile(r'Kernel panic - not syncing: .*|soft lockup.*|'
                  r'rcu.*detected stall.*')
# Characters of a line that a serial port's FIFO has room for beside its end
PIECE = 15
# How long the trace that follows may take to come in
LAST_WORDS = 3


class Guest:
    """A machine with a guest that executes commands.

    PATIENCE multiplies all time limits: a debugger may have stopped the guest,
    or its instructions are counted. In the latter case commands are sent
    IN_PIECES, each when the guest has taken the last: a recorded serial port
    would otherwise get more than its FIFO holds, and lose some.
    """

    def __init__(self, command, serial_file, log, patience=1, in_pieces=False,
                 board=boards.ALL[boards.DEFAULT]):
        self.board = board
        self.patience = patience
        self.in_pieces = in_pieces
        self.pieces_taken = 0
        self.serial = []
        self.kernel_log = []
        self.record_numbers = []
        self.serial_file = open(serial_file, 'w', encoding='utf-8')
        self.lost = None
        self.release = None
        self.log = log
        self.command_id = 0
        self.output = []
        self.listener = None
        self.answer = None
        # Called with what has been waited for in vain
        self.on_silence = lambda text: None
        self.question = None
        self.status = None
        self.machine = self.new_machine(command)
        self.agent = self.machine.ports[1]

    def new_machine(self, command):
        """An emulator whose serial ports are the guest's."""
        return Machine(command, [self.take_console, self.take_agent,
                                 self.take_kernel_log], self.log.feed,
                       self.board.ports)

    def move_to(self, machine):
        """Go on in another emulator, which has all of the first one's state.

        What the first one's ports have said is read to its end before. No
        command may be on its way into the guest.
        """
        self.machine.close()
        machine.follow(self.machine)
        self.machine = machine
        self.agent = machine.ports[1]

    # What arrives

    def take_console(self, line):
        self.serial.append(line)
        with writing(self.serial_file.name):
            self.serial_file.write(line + '\n')
        self.look_for_loss(line)

    def look_for_loss(self, text):
        match = LOST.search(text)
        if match and not self.lost:
            self.lost = match[0]

    def take_agent(self, line):
        words = line.split()
        if words[:1] == ['@ready']:
            self.release = words[1]
        elif words[:2] == ['@done', str(self.command_id)]:
            self.status = int(words[2])
        elif words == ['@more']:
            self.pieces_taken += 1
        elif words[:1] == ['ASK'] and self.answer:
            self.question = line.partition(' ')[2]
        elif line:
            self.output.append(line)
            if self.listener:
                self.listener(line)

    def take_kernel_log(self, line):
        record = Record.parse_kmsg(line)
        if record:
            self.kernel_log.append(record)
            self.record_numbers.append(int(line.split(',')[1]))
            self.look_for_loss(record.text)

    def wait(self, done, limit, what):
        """Wait for something; give up if the guest is lost."""
        def done_or_lost():
            self.log.watch(self.machine)
            self.answer_question()
            return self.lost or done()
        if math.isinf(self.patience):
            self.wait_without_end(done_or_lost, limit, what)
        else:
            self.machine.wait(done_or_lost, limit * self.patience, what)
        if self.lost:
            self.machine.wait_for_end(LAST_WORDS)
            raise GuestError(f'{what}: the guest is lost: {self.lost}')

    def watch_until_end(self):
        """Take what the guest says until the user has it end."""
        with contextlib.suppress(KeyboardInterrupt):
            while self.machine.running():
                self.log.watch(self.machine)
                self.machine.pump(0.5)

    def wait_without_end(self, done, limit, what):
        """A debugger stops the guest for as long as its user likes; but tell
        the user of what would be a hang without one.
        """
        try:
            self.machine.wait(done, limit, what)
        except TimeOut as error:
            self.on_silence(str(error))
            self.machine.wait(done, math.inf, what)

    def answer_question(self):
        """A program that asks a question waits for the answer."""
        question, self.question = self.question, None
        if question:
            answer = self.answer(question)
            self.say(answer[:PIECE] if self.in_pieces else answer)

    def say(self, line):
        self.machine.send(self.agent, f'{line}\n'.encode(),
                          'telling the guest something')

    def tell(self, line):
        """Give a line to the guest's init."""
        while self.in_pieces and len(line) > PIECE:
            taken = self.pieces_taken
            self.say('+' + line[:PIECE - 1])
            self.wait(lambda: self.pieces_taken > taken, COMMAND_LIMIT,
                      'telling the guest something')
            line = line[PIECE - 1:]
        self.say(line)

    # What to do

    def answers(self):
        """Whether the guest can execute commands."""
        return self.release and not self.lost

    def wait_for_kernel(self):
        self.machine.negotiate()
        self.wait(lambda: self.serial, BOOT_LIMIT, 'waiting for the kernel')

    def wait_for_init(self):
        self.wait(lambda: self.release, BOOT_LIMIT, 'waiting for the guest')

    def send(self, command, listener=None):
        """Give the guest a shell command to run."""
        self.command_id += 1
        self.output, self.status, self.listener = [], None, listener
        self.tell(f'{self.command_id} {command}')

    def run(self, command, limit=COMMAND_LIMIT, listener=None):
        """Run a shell command; return its exit status and its lines."""
        self.send(command, listener)
        self.wait(lambda: self.status is not None, limit, f'"{command}"')
        self.listener = None
        return self.status, self.output

    def suspend(self, limit=COMMAND_LIMIT):
        """Suspend the guest, and wake it up again if it doesn't do so."""
        self.send(self.board.sleep)
        self.wait(lambda: self.machine.took('SUSPEND') or
                  self.status is not None, limit, 'suspending')
        if self.status is None:
            self.machine.execute('system_wakeup')
            self.wait(lambda: self.status is not None, limit, 'waking up')
        if self.status:
            raise GuestError(f'cannot suspend: {" ".join(self.output)}')

    def stop(self):
        """Stop the machine, and wait until it is resumed."""
        self.machine.execute('stop')
        self.machine.took('RESUME')
        self.wait(lambda: self.machine.took('RESUME'), math.inf, 'stopped')

    def run_program(self, command, limit, listener=None, answer=None):
        """Run a program that the guest itself ends when its time is up.

        Its standard input is where the answers to what it asks come in.
        """
        self.answer = answer
        try:
            return self.run(f'timeout -s KILL {limit} {command} <&3',
                            limit + GRACE, listener)
        finally:
            self.answer = None

    def ask(self, command):
        """The output of a command that must not fail."""
        status, lines = self.run(command)
        if status:
            raise GuestError(f'in the guest, "{command}" failed:\n' +
                             '\n'.join(lines))
        return lines

    def fetch(self, command):
        """The same for output that is worth packing on the way."""
        packed = ''.join(self.ask(f'({command}) | gzip -c | base64'))
        try:
            if not packed:
                raise EOFError('nothing has come')
            text = gzip.decompress(base64.b64decode(packed))
        except (ValueError, EOFError, OSError, zlib.error) as error:
            raise GuestError(f'in the guest, "{command}" gave what can\'t be '
                             f'unpacked: {error}') from error
        return text.decode('utf-8', 'replace').splitlines()

    def finish_kernel_log(self, limit=60):
        """Wait until all that the kernel has logged so far has come in."""
        mark = 'the log ends here'
        self.ask(f"echo '<7>{mark}' > /dev/kmsg")
        self.wait(lambda: any(record.text.endswith(mark)
                              for record in self.kernel_log[-20:]),
                  limit, 'waiting for the kernel log')

    def power_off(self, limit=30):
        """Shut the guest down; return whether that worked."""
        self.tell('0 poweroff -f')
        return self.machine.wait_for_end(limit)

    def close(self):
        self.machine.close()
        with writing(self.serial_file.name):
            self.serial_file.close()
        self.log.close()
