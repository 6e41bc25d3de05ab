"""The emulator: one process with its monitor, serial ports and log.

All of its output is read by a thread of its own (see reading), and arrives
through pump(), in the one that uses the machine: code that waits for something
calls that until it has it, the emulator is gone, or the time is up.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import os
import re
import signal
import socket
import subprocess
import time

from nvdebug import qmp

from . import boards
from .ending import die_with_parent
from .errors import GuestError, HostError, TimeOut
from .reading import Reader

# Seconds for an emulator to end that takes nothing any more
END_LIMIT = 10

# How a process ends that others have ended; no emulator does so by itself
KILLED = [-number for number in (
    signal.SIGKILL, signal.SIGTERM, signal.SIGHUP, signal.SIGINT,
    signal.SIGXCPU)]

# A mapping of this size is a memory of the machine's, not of the emulator's
LARGE_KIB = 64 << 10


class Lines:
    """Cut a stream of bytes into lines."""

    def __init__(self, take):
        self.take = take
        self.rest = b''

    def feed(self, data):
        *lines, self.rest = (self.rest + data).split(b'\n')
        for line in lines:
            self.take(line.decode('utf-8', 'replace').rstrip('\r'))


class Machine:
    """A running emulator.

    SERIAL is a list of what is given the lines of each serial port; for None,
    the port is the terminal. TAKE_LOG is given the bytes of the emulator's log.
    PORTS say how the emulator is told of each (see boards).
    """

    def __init__(self, command, serial, take_log, ports=boards.PC['ports']):
        self.reader = Reader()
        self.process = None
        self.log_end = None
        self.lines = []
        theirs = []
        arguments = []

        self.ports = [self.connect_serial(f'serial{i}', take, port, arguments,
                                          theirs)
                      for i, (take, port) in enumerate(zip(serial, ports))]
        self.talk = qmp.Conversation()
        self.qmp = self.connect('qmp', self.take_qmp, arguments, theirs)
        log = self.open_log(take_log)
        arguments += ['-mon', 'chardev=qmp,mode=control',
                      '-D', f'/dev/fd/{log}']
        try:
            self.start(command + arguments, theirs, log)
        finally:
            os.close(log)
            for end in theirs:
                end.close()
        self.reader.start()

    def connect_serial(self, name, take, port, arguments, theirs):
        """The next serial port, and our end of it if it is not the user's."""
        if not take:
            arguments += ['-serial', 'mon:stdio']
            return None
        lines = Lines(take)
        self.lines.append(lines)
        ours = self.connect(name, lines.feed, arguments, theirs)
        arguments += port.arguments(name)
        return ours

    def connect(self, name, feed, arguments, theirs):
        """A socket to a character device of the emulator."""
        ours, its = socket.socketpair()
        theirs.append(its)
        arguments += ['-chardev', f'socket,id={name},fd={its.fileno()}']
        self.reader.register(ours, feed)
        return ours

    def open_log(self, take_log):
        """A pipe for the log and for what the emulator says of itself."""
        ours, its = os.pipe()
        self.log_end = ours
        self.reader.register(ours, take_log)
        return its

    def start(self, command, theirs, log):
        fds = [end.fileno() for end in theirs] + [log]
        try:
            # The log takes standard error as well, in shell mode too
            self.process = subprocess.Popen(command, pass_fds=fds, stderr=log,
                                            preexec_fn=die_with_parent)
        except OSError as error:
            raise GuestError(f'cannot run {command[0]}: '
                             f'{error.strerror}') from None

    # What arrives

    def pump(self, seconds):
        """Pass on input for some seconds; return at the first."""
        taken = self.reader.take(seconds)
        if taken:
            feed, data = taken
            feed(data)

    def pass_time(self, seconds):
        """Let some seconds pass; what comes meanwhile is passed on.

        Whoever has nothing to do for a while does that by this: what the guest
        says and what happens to it is seen at once.
        """
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            self.pump(left)

    def running(self):
        return self.process.poll() is None

    def wait(self, done, limit, what):
        """Pump until DONE(), for at most LIMIT seconds."""
        end = time.monotonic() + limit
        while not done():
            if time.monotonic() > end:
                raise TimeOut(f'{what}: nothing for {limit} s')
            if not self.running() and self.reader.is_done():
                raise self.ended(what)
            self.pump(0.1)

    def ended(self, what):
        """The error of an emulator that has ended while one waited."""
        return (HostError if self.killed() else GuestError)(
            f'{what}: the emulator has ended ({self.describe_end()})')

    def killed(self):
        """Whether somebody has ended it, as a host does without memory."""
        return self.process.poll() in KILLED

    def describe_end(self):
        reasons = [event['data'].get('reason', '') for event in self.talk.events
                   if event['event'] == 'SHUTDOWN']
        status = self.process.returncode
        if status is None:
            return 'or takes nothing any more'
        if status < 0:
            return f'killed by {signal.Signals(-status).name}'
        return ', '.join(reasons) or f'status {status}'

    # The monitor

    def take_qmp(self, data):
        try:
            self.talk.feed(data)
        except qmp.QmpError as error:
            raise GuestError(f'monitor: {error}') from None

    def execute(self, command, limit=60, /, **arguments):
        """Run a monitor command and return what it returns."""
        number, request = self.talk.request(command, arguments)
        what = f'monitor: {command}'
        try:
            self.send(self.qmp, request, what)
            self.wait(lambda: self.talk.has_reply(number), limit, what)
        finally:
            reply = self.talk.take_reply(number)
        try:
            return qmp.result(reply)
        except qmp.QmpError as error:
            raise GuestError(f'{what}: {error}') from None

    def send(self, port, data, what):
        """Send something to a port of the emulator's, if it is still there."""
        try:
            port.sendall(data)
        except OSError:
            self.wait_for_end(END_LIMIT)
            raise self.ended(what) from None

    def took(self, name):
        """Whether an event has come since this was last asked."""
        took = False
        while self.talk.take_event(name):
            took = True
        return took

    def negotiate(self, limit=60):
        self.execute('qmp_capabilities', limit)

    def qom_get(self, path, name):
        return self.execute('qom-get', path=path, property=name)

    def follow(self, other):
        """Go on where another emulator, which has come to its end, was.

        A line that it has begun is ended by this one.
        """
        for ours, its in zip(self.lines, other.lines):
            ours.rest = its.rest + ours.rest

    # Its memory

    def own_memory_kib(self):
        """How much memory the emulator holds for itself.

        Not counted are its code, the code that it translates, and the
        machine's memory and the card's, which fill up as the guest uses them.
        """
        total = 0
        for mapping in self.mappings():
            permissions, name, size, resident = mapping
            is_own = 'w' in permissions and 'x' not in permissions
            if is_own and (name == '[heap]' or size < LARGE_KIB):
                total += resident
        return total

    def open_memory(self):
        """The emulator's memory as a file, whose offsets are addresses."""
        return open(f'/proc/{self.process.pid}/mem', 'rb', buffering=0)

    def resident_kib(self):
        """How much memory the emulator holds in all (VmRSS)."""
        with open(f'/proc/{self.process.pid}/status',
                  encoding='utf-8') as file:
            return int(re.search(r'^VmRSS:\s+(\d+) kB', file.read(),
                                 re.MULTILINE)[1])

    def mappings(self):
        """Permissions, name, size and resident KiB of each mapping."""
        with open(f'/proc/{self.process.pid}/smaps', encoding='utf-8') as file:
            text = file.read()
        pattern = (r'^[0-9a-f]+-[0-9a-f]+ (\S+) \S+ \S+ \S+ *(.*)\n'
                   r'Size: +(\d+) kB\n(?:.*\n){2}Rss: +(\d+) kB')
        for match in re.finditer(pattern, text, re.MULTILINE):
            yield match[1], match[2], int(match[3]), int(match[4])

    # Its end

    def wait_for_end(self, limit):
        """Let the emulator end by itself; return whether it did."""
        end = time.monotonic() + limit
        while self.running() and time.monotonic() < end:
            self.pump(0.1)
        self.drain()
        return not self.running()

    def drain(self):
        """Pass on the remaining output of an emulator that has ended."""
        if self.process and not self.running():
            for feed, data in self.reader.take_rest():
                feed(data)

    def close(self):
        """End the emulator, whatever its state."""
        if self.process and self.running():
            self.process.kill()
            self.process.wait()
        self.drain()
        self.reader.close()
        for end in filter(None, [*self.ports, self.qmp]):
            end.close()
        os.close(self.log_end)
