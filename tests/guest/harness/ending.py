"""Ending programs in an orderly way.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import ctypes
import signal

from nvdebug import ending

from .errors import GuestError

PR_SET_PDEATHSIG = 1
# Found here, as a child of a process with threads can't look for it
PRCTL = ctypes.CDLL(None).prctl


def die_with_parent():
    """In the child: never outlive the process that looks after us."""
    PRCTL(PR_SET_PDEATHSIG, signal.SIGKILL)


def run(main, *errors):
    """Run a program, whose errors may be the guest's, too."""
    ending.run(main, GuestError, *errors, wrong=1)
