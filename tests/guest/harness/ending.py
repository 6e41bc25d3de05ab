"""Ending programs in an orderly way.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import ctypes
import os
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


def run(main, *errors):
    """Run a program, and exit with what it returns.

    What its user, the guest or the host did wrong is told in a line; a
    program may have ERRORS of its own that tell it. SIGTERM ends it as an
    exception does, which ends its emulators, too.
    """
    signal.signal(signal.SIGTERM,
                  lambda *_: sys.exit(128 + signal.SIGTERM))
    if not sys.stdout:
        # It was closed, and a file would get its number
        sys.stdout = open(os.devnull, 'w', encoding='utf-8')
    # A file's name may be no text
    sys.stdout.reconfigure(errors='backslashreplace')
    try:
        try:
            status = main()
        except SystemExit as end:
            status = end.code
        sys.stdout.flush()
        sys.exit(status)
    except (GuestError, *errors) as error:
        said = str(error).strip()
    except BrokenPipeError:
        # Whoever reads has read enough; Python would tell of the rest
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(128 + signal.SIGPIPE)
    except OSError as error:
        said = ': '.join(str(part) for part in (error.filename, error.strerror)
                         if part)
    except subprocess.TimeoutExpired as error:
        said = f'{error.cmd[0]} took too long'
    except KeyboardInterrupt:
        sys.exit(128 + signal.SIGINT)
    sys.exit(f'{sys.argv[0]}: {said}')
