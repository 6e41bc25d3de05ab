"""A minimal client of QEMU's monitor.

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


class Monitor:
    """A connection to a monitor: "/path" or "host:port"."""

    def __init__(self, where, limit=30):
        self.limit = limit
        self.events = []
        self._rest = b''
        self._replies = {}
        self._next = 0
        self._greeting = None
        try:
            self._socket = self._connect(where, limit)
        except (OSError, OverflowError, ValueError) as error:
            why = getattr(error, 'strerror', None) or error
            raise QmpError(f'{where}: {why}') from None
        # A monitor has one client at a time
        self._wait(lambda: self._greeting, limit,
                   f'{where} says nothing: is another client connected?')
        self.version = self._greeting['version']['qemu']
        self.execute('qmp_capabilities')

    @staticmethod
    def _connect(where, limit):
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
        *lines, self._rest = (self._rest + data).split(b'\n')
        for line in lines:
            try:
                self._take(json.loads(line))
            except ValueError:
                raise QmpError("this isn't a QMP monitor: it says "
                               + repr(line[:40])) from None
        return True

    def _take(self, message):
        if 'event' in message:
            self.events.append(message)
        elif 'QMP' in message:
            self._greeting = message['QMP']
        elif 'id' in message:
            self._replies[message['id']] = message
        elif 'error' in message:
            # What it couldn't read has no number: it is the last request
            self._replies[self._next] = message

    # Commands

    def execute(self, command, /, limit=None, **arguments):
        """Run a command and return what it returns."""
        self._next += 1
        request = {'execute': command, 'id': self._next,
                   'arguments': {name.replace('_', '-'): value
                                 for name, value in arguments.items()}}
        try:
            self._socket.sendall(json.dumps(request).encode() + b'\n')
        except ConnectionError:
            raise GoneError('the emulator has ended') from None
        self._wait(lambda: self._next in self._replies, limit or self.limit,
                   f'{command}: no answer')
        reply = self._replies.pop(self._next)
        if 'error' in reply:
            raise QmpError(reply['error']['desc'])
        return reply['return']

    def human(self, line):
        """The answer of the human monitor."""
        return self.execute('human-monitor-command', command_line=line)

    def take_event(self, name):
        """The first event of a name that has come, or None."""
        for event in self.events:
            if event['event'] == name:
                self.events.remove(event)
                return event
        return None
