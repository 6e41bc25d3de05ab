"""Errors for the user, without a traceback.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import contextlib
import errno
import os


def reason(said):
    """The line of what a program has said that tells why it failed.

    On a full disk, some say so of each file.
    """
    lines = said.strip().splitlines() or ['it doesn\'t say why']
    full = os.strerror(errno.ENOSPC)
    return next((line for line in lines if full in line), lines[0])


@contextlib.contextmanager
def writing(file):
    """What fails with a file that is open doesn't tell its name: tell it."""
    try:
        yield
    except OSError as error:
        error.filename = error.filename or str(file)
        raise


class GuestError(Exception):
    """The guest, or something that it needs, has failed.

    A job that has RECORDED it as a failed check doesn't do so again.
    """

    recorded = False
    # The exit status of the program that ends with it
    status = 1


class CannotBuild(GuestError):
    """A driver of the user's can't be built.

    The exit status tells "git bisect run" to try another commit.
    """

    status = 125


class TimeOut(GuestError):
    """What was waited for hasn't come."""
