"""Reading what an emulator says, whatever else is being done.

An emulator stands still while nobody reads its log or its ports, and so does
the guest's clock.  So a thread does nothing but read.  What it has read waits
in the order in which it came until it is taken, in the thread of whoever waits
for something.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import collections
import os
import selectors
import threading
import time

CHUNK = 1 << 16
# What may wait to be taken; who lets more than that wait is waited for
MOST = 256 << 20
# Seconds from the end of a process to that of what it has said
END_LIMIT = 10


class Reader:
    """Reads from files, each with the function that is to get its bytes."""

    def __init__(self, most=MOST):
        self.most = most
        self.waiting = collections.deque()
        self.size = 0
        self.open = 0
        self.closed = False
        self.changed = threading.Condition()
        self.selector = selectors.DefaultSelector()
        # A byte in this pipe has the thread look at what has changed
        self.woken, self.wake_end = os.pipe()
        self.selector.register(self.woken, selectors.EVENT_READ)
        self.thread = threading.Thread(target=self.read_all, daemon=True,
                                       name='reader')

    def register(self, file, feed):
        """Read from a file, too: before start()."""
        self.selector.register(file, selectors.EVENT_READ, feed)
        self.open += 1

    def start(self):
        self.thread.start()

    # In the thread

    def read_all(self):
        """Read until all files are at their end, or close() is called."""
        while self.open and not self.closed:
            for key, _ in self.selector.select():
                if key.data:
                    self.take_in(key, self.read(key.fd))

    @staticmethod
    def read(fd):
        try:
            return os.read(fd, CHUNK)
        except OSError:
            # The other end has gone with something unread
            return b''

    def take_in(self, key, data):
        with self.changed:
            if data:
                self.waiting.append((key.data, data))
                self.size += len(data)
            else:
                self.selector.unregister(key.fileobj)
                self.open -= 1
            self.changed.notify_all()
            self.changed.wait_for(lambda: self.size < self.most or
                                  self.closed)

    # For the others

    def is_done(self):
        """Whether all has been read to its end, and been taken."""
        with self.changed:
            return not self.open and not self.waiting

    def take(self, seconds):
        """What comes next, as a function and its bytes.

        If there is nothing, wait for some seconds; None if that is in vain.
        """
        with self.changed:
            if seconds:
                self.changed.wait_for(lambda: self.waiting, seconds)
            if not self.waiting:
                return None
            feed, data = self.waiting.popleft()
            self.size -= len(data)
            self.changed.notify_all()
            return feed, data

    def take_rest(self, limit=END_LIMIT):
        """All that comes up to the end of all files, or within some seconds."""
        end = time.monotonic() + limit
        while not self.is_done() and time.monotonic() < end:
            taken = self.take(0.1)
            if taken:
                yield taken

    def close(self):
        """Read no more; the files are the caller's."""
        with self.changed:
            self.closed = True
            self.changed.notify_all()
        os.write(self.wake_end, b'.')
        if self.thread.is_alive():
            self.thread.join()
        self.selector.close()
        os.close(self.woken)
        os.close(self.wake_end)
