"""Common parts of all commands.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import io
import sys

# No line of a trace is as long
LONGEST = 1 << 20


class TraceError(Exception):
    """An error for the user, without a traceback."""


class Trace(io.TextIOWrapper):
    """A file by lines. What has none, as /dev/zero, isn't read to its end."""

    def __next__(self):
        line = self.readline()
        if not line:
            raise StopIteration
        return line

    def readline(self, size=LONGEST):
        line = super().readline(size)
        if len(line) == LONGEST:
            raise TraceError('this is no trace: it has a line of more than '
                             f'{LONGEST >> 10} KiB')
        return line


def opened(name):
    return Trace(sys.stdin.buffer if name == '-' else open(name, 'rb'),
                 encoding='utf-8', errors='replace')
