"""Ending programs in an orderly way.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import os
import signal
import subprocess
import sys
from pathlib import Path


def open_streams():
    """What was closed is empty, or a file would get its number."""
    for name, mode in ('stdin', 'r'), ('stdout', 'w'), ('stderr', 'w'):
        if not getattr(sys, name):
            setattr(sys, name, open(os.devnull, mode, encoding='utf-8'))
    # A file's name may be no text
    sys.stdout.reconfigure(errors='backslashreplace')


def forget_output():
    """What couldn't be written isn't written again at the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def run(main, *errors, wrong=2):
    """Run a program, and exit with what it returns.

    What its user or the host did wrong, and what ERRORS tell of, is told in a
    line, and the exit status is WRONG, or the error's own. SIGTERM ends it as an exception does,
    which ends its emulators, too.
    """
    signal.signal(signal.SIGTERM,
                  lambda *_: sys.exit(128 + signal.SIGTERM))
    open_streams()
    try:
        try:
            status = main()
        except SystemExit as end:
            status = end.code
        sys.stdout.flush()
        sys.exit(status)
    except errors as error:
        said = str(error).strip()
        wrong = getattr(error, 'status', wrong)
    except BrokenPipeError:
        # Whoever reads has read enough; Python would tell of the rest
        forget_output()
        sys.exit(128 + signal.SIGPIPE)
    except OSError as error:
        forget_output()
        said = ': '.join(str(part) for part in (error.filename, error.strerror)
                         if part) or str(error)
    except subprocess.TimeoutExpired as error:
        said = f'{error.cmd[0]} took too long'
    except KeyboardInterrupt:
        sys.exit(128 + signal.SIGINT)
    print(f'{Path(sys.argv[0]).name}: {said}', file=sys.stderr)
    sys.exit(wrong)
