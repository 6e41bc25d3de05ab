"""Where a run leaves what people may want to look at.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import fcntl
import os

from .errors import GuestError, writing


class Directory:
    """A directory of artifacts, which one run at a time writes to."""

    def __init__(self, path):
        self.path = path
        self._claim = None

    def claim(self):
        """Two runs must not mix theirs."""
        self._claim = os.open(self.path, os.O_RDONLY | os.O_DIRECTORY)
        try:
            fcntl.flock(self._claim, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise GuestError(f'another run writes to {self.path}: wait for '
                             'it, or take another --build') from None

    def begin(self):
        """Take it for this run, without what another has left."""
        self.path.mkdir(parents=True, exist_ok=True)
        self.claim()
        for old in self.path.iterdir():
            old.unlink()

    def release(self):
        if self._claim is not None:
            os.close(self._claim)
            self._claim = None

    def write(self, name, text):
        file = self.path / name
        with writing(file):
            file.write_text(text, encoding='utf-8')
