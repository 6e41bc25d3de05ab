"""The emulator's log, split into trace events and everything else.

A guest's commands come by the million, and what is wanted is how the story
goes, not all of it. So each chapter (loading the driver, each program) has a
budget; when it is used up, tracing is switched off until the next.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import collections

from .errors import writing

CHAPTER_BUDGET = 1 << 20
OTHER_BUDGET = 16 << 20

TAIL_LINES = 10


class LogFile:
    """A file that takes so much and no more."""

    def __init__(self, path, budget):
        self.file = open(path, 'wb')
        self.left = budget

    def write(self, *lines):
        """Write lines until there are no more, or the last is too much."""
        taken = []
        for line in lines:
            if self.left <= 0:
                break
            taken.append(line)
            self.left -= len(line)
        with writing(self.file.name):
            self.file.writelines(taken)

    def full(self):
        return self.left <= 0

    def close(self):
        with writing(self.file.name):
            self.file.close()


class TraceLog:
    """Takes the emulator's log as it comes.

    PATTERNS choose the events that belong to the story.
    """

    def __init__(self, directory, patterns):
        self.trace = LogFile(directory / 'trace.txt', 0)
        self.other = LogFile(directory / 'qemu.log', OTHER_BUDGET)
        self.patterns = patterns
        self.names = set()
        self.on = False
        self.rest = b''
        self.last_lines = collections.deque(maxlen=TAIL_LINES)

    def feed(self, data):
        lines = (self.rest + data).split(b'\n')
        self.rest = lines.pop()
        events, others = [], []
        for line in lines:
            (events if line.partition(b' ')[0] in self.names
             else others).append(line + b'\n')
        self.trace.write(*events)
        self.other.write(*others)
        self.last_lines.extend(others[-TAIL_LINES:])

    def tail(self):
        """The last lines that are no trace."""
        if self.rest:
            self.feed(b'\n')
        return [line.rstrip(b'\n').decode('utf-8', 'replace')
                for line in self.last_lines]

    def chapter(self, machine, title):
        """Begin a chapter: write its title and trace again."""
        self.trace.left = CHAPTER_BUDGET
        self.trace.write(f'# {title}\n'.encode())
        if not self.on:
            self.switch(machine, True)

    def watch(self, machine):
        """Stop tracing once the chapter's budget is used up."""
        if self.on and self.trace.full():
            self.switch(machine, False)
            self.trace.left = 80
            self.trace.write(b'# (the rest of this is left out)\n')
            self.trace.left = 0

    def switch(self, machine, on):
        self.on = on
        for pattern in self.patterns:
            events = machine.execute('trace-event-get-state', name=pattern)
            self.names.update(event['name'].encode() for event in events)
            machine.execute('trace-event-set-state', name=pattern, enable=on,
                            **{'ignore-unavailable': True})

    def close(self):
        self.tail()
        self.trace.close()
        self.other.close()
