"""Ending programs in an orderly way.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import signal
import sys


def end_orderly():
    """From now on SIGTERM ends the program as an exception does, which ends
    its emulators, too.
    """
    signal.signal(signal.SIGTERM,
                  lambda *_: sys.exit(128 + signal.SIGTERM))
