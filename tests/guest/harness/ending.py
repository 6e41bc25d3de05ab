"""Ending programs in an orderly way.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import ctypes
import signal
import subprocess
import sys

from .errors import GuestError

PR_SET_PDEATHSIG = 1
# Found here, as a child of a process with threads can't look for it
PRCTL = ctypes.CDLL(None).prctl


def die_with_parent():
    """In the child: never outlive the process that looks after us."""
    PRCTL(PR_SET_PDEATHSIG, signal.SIGKILL)


def end_orderly():
    """From now on SIGTERM ends the program as an exception does, which ends
    its emulators, too.
    """
    signal.signal(signal.SIGTERM,
                  lambda *_: sys.exit(128 + signal.SIGTERM))


def run(main):
    """Run a program, and exit with what it returns.

    What its user, the guest or the host did wrong is told in a line.
    """
    # A file's name may be no text
    sys.stdout.reconfigure(errors='backslashreplace')
    try:
        sys.exit(main())
    except GuestError as error:
        said = str(error)
    except BrokenPipeError:
        # Whoever reads has read enough
        sys.exit(128 + signal.SIGPIPE)
    except OSError as error:
        said = ': '.join(str(part) for part in (error.filename, error.strerror)
                         if part)
    except subprocess.TimeoutExpired as error:
        said = f'{error.cmd[0]} took too long'
    except KeyboardInterrupt:
        sys.exit(128 + signal.SIGINT)
    sys.exit(f'{sys.argv[0]}: {said}')
