"""The client of QEMU's monitor, for the tools and for the tests.

QEMU's own client, qemu.qmp, has been tried in its place and is worse here:

- The tools need no source tree of QEMU's, and the emulator may be on another
  host. qemu.qmp is elsewhere in each version of QEMU: a directory up to 10.2,
  then a wheel.
- Ctrl-C, with which nv-debug stops the card, ended the connection if it came
  while a callback of its event loop ran.
- An error about what the monitor couldn't read ends its connection.
- An error of somebody else who reads in its event loop, such as of a log on a
  full disk, is printed and goes no further. The guests' harness reads its
  serial ports and log wherever it waits for the monitor.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import json
import re
import select
import socket
import time

CHUNK = 1 << 16


class QmpError(Exception):
    """The monitor refuses a command, or isn't there."""


class GoneError(QmpError):
    """The emulator has ended."""


class Conversation:
    """What is said to a monitor and by it, whoever carries it there.

    GREETING is None until it has come; EVENTS are those that nobody has taken.
    """

    def __init__(self):
        self.greeting = None
        self.events = []
        self._parts = []
        self._replies = {}
        self._last = 0

    # What is said to the monitor

    def request(self, command, arguments):
        """A request: its number, and the bytes to send."""
        self._last += 1
        self._replies[self._last] = None
        request = {'execute': command, 'arguments': arguments,
                   'id': self._last}
        return self._last, json.dumps(request).encode() + b'\n'

    def has_reply(self, number):
        """Whether the reply to a request has come."""
        return self._replies[number] is not None

    def take_reply(self, number):
        """The reply to a request, None if there is none: it is forgotten."""
        return self._replies.pop(number)

    # What it says

    def feed(self, data):
        """Take some bytes; raises QmpError if no monitor says them."""
        self._parts.append(data)
        if b'\n' not in data:
            return
        *lines, rest = b''.join(self._parts).split(b'\n')
        self._parts = [rest]
        for line in lines:
            self._take(self._read(line))

    @staticmethod
    def _read(line):
        try:
            message = json.loads(line)
        except ValueError:
            message = None
        if not isinstance(message, dict):
            raise QmpError("this isn't a QMP monitor: it says "
                           + repr(line[:40])) from None
        return message

    def _take(self, message):
        if 'event' in message:
            self.events.append(message)
        elif 'QMP' in message:
            self.greeting = message['QMP']
        elif 'id' in message or 'error' in message:
            # What it couldn't read has no number: it is the last request
            number = message.get('id', self._last)
            # Whoever has waited too long doesn't want it any more
            if number in self._replies:
                self._replies[number] = message

    def take_event(self, name):
        """The first event of a name that has come, or None."""
        for event in self.events:
            if event['event'] == name:
                self.events.remove(event)
                return event
        return None


def result(reply):
    """What a command returns, by its reply."""
    if 'error' in reply:
        raise QmpError(reply['error']['desc'])
    return reply['return']


class Monitor(Conversation):
    """A connection to a monitor: "/path", "host:port" or a socket."""

    def __init__(self, where, limit=30):
        super().__init__()
        self.limit = limit
        try:
            self._socket = self._connect(where, limit)
        except (OSError, OverflowError, ValueError) as error:
            why = getattr(error, 'strerror', None) or error
            raise QmpError(f'{where}: {why}') from None
        # A monitor has one client at a time
        self._wait(lambda: self.greeting, limit,
                   f'{where} says nothing: is another client connected?')
        self.version = self.greeting['version']['qemu']
        self.execute('qmp_capabilities')

    @staticmethod
    def _connect(where, limit):
        if isinstance(where, socket.socket):
            return where
        port = re.fullmatch(r'([^/]*):(\d+)', where)
        if port:
            return socket.create_connection((port[1] or 'localhost',
                                             int(port[2])), limit)
        connection = socket.socket(socket.AF_UNIX)
        connection.connect(where)
        return connection

    def close(self):
        """End the connection; the machine isn't affected."""
        self._socket.close()

    # What arrives

    def _wait(self, done, limit, what):
        end = time.monotonic() + limit
        while not done():
            if not self.poll(max(0, end - time.monotonic())) and \
                    time.monotonic() >= end:
                raise QmpError(what)

    def poll(self, seconds):
        """Read for some seconds; returns whether anything arrived."""
        ready, _, _ = select.select([self._socket], [], [], seconds)
        if not ready:
            return False
        try:
            data = self._socket.recv(CHUNK)
        except ConnectionError:
            data = b''
        if not data:
            raise GoneError('the emulator has ended')
        self.feed(data)
        return True

    # Commands

    def ask(self, command, arguments, limit=None):
        """The reply to a command, which may be an error."""
        number, request = self.request(command, arguments)
        try:
            self._socket.sendall(request)
            self._wait(lambda: self.has_reply(number), limit or self.limit,
                       f'{command}: no answer')
        except ConnectionError:
            raise GoneError('the emulator has ended') from None
        finally:
            reply = self.take_reply(number)
        return reply

    def execute(self, command, /, limit=None, **arguments):
        """Run a command and return what it returns."""
        return result(self.ask(
            command, {name.replace('_', '-'): value
                      for name, value in arguments.items()}, limit))

    def human(self, line):
        """The answer of the human monitor."""
        return self.execute('human-monitor-command', command_line=line)
