"""Ending programs in an orderly way.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import contextlib
import ctypes
import os
import signal
import sys

from nvdebug import ending

from .errors import GuestError, telling_host

PR_SET_PDEATHSIG = 1
# Found here, as a child of a process with threads can't look for it
PRCTL = ctypes.CDLL(None).prctl


def die_with_parent():
    """In the child: never outlive the process that looks after us."""
    PRCTL(PR_SET_PDEATHSIG, signal.SIGKILL)


def caller_of_ninja():
    """The directory that ninja was started in, by its environment.

    It has gone to the build directory since, and the shell that it starts
    commands with sets PWD to that.
    """
    with open(f'/proc/{os.getppid()}/environ', 'rb') as file:
        for variable in file.read().split(b'\0'):
            if variable.startswith(b'PWD=/'):
                return os.fsdecode(variable[4:])
    return os.getcwd()


def go_to_caller():
    """Go where the user is, if ninja has started us from elsewhere."""
    # meson sets it for what ninja starts; what we start is where we are
    if os.environ.pop('MESON_BUILD_ROOT', None):
        with contextlib.suppress(OSError):
            os.chdir(caller_of_ninja())


def run(main, *errors):
    """Run a program, whose errors may be the guest's or the host's, too.

    What the user names is looked for where the user is.
    """
    @telling_host()
    def whole():
        status = main()
        sys.stdout.flush()
        return status

    go_to_caller()
    ending.run(whole, GuestError, *errors, wrong=1)
