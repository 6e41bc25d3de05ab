"""Tell the user what is going on, while it is going on.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import sys
import time


class Progress:
    """A line a step, each with the seconds since the start.

    TAP wants its own lines to be told from the others, hence the prefix.
    """

    def __init__(self, prefix='', stream=sys.stdout):
        self.prefix = prefix
        self.stream = stream
        self.start = time.monotonic()

    def __call__(self, text):
        seconds = time.monotonic() - self.start
        for line in text.splitlines():
            print(f'{self.prefix}[{seconds:6.1f} s] {line}',
                  file=self.stream, flush=True)
