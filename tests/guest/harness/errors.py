"""Errors for the user, without a traceback.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import contextlib
import errno
import os

# What the host lacks, as programs say it, and what else is the host's fault
NO_ROOM = errno.ENOSPC, errno.EDQUOT, errno.ENOMEM
OF_HOST = (*NO_ROOM, errno.EIO, errno.EROFS, errno.EMFILE, errno.ENFILE)

# What gcc says if the kernel has killed a part of it
KILLED_COMPILER = 'Killed signal terminated program'


def reason(said):
    """The line of what a program has said that tells why it failed.

    On a full disk, some say so of each file.
    """
    lines = said.strip().splitlines() or ['it doesn\'t say why']
    return next((line for line in lines if is_full(line)), lines[0])


def is_full(line):
    """Whether a program says that the host has no room or memory left."""
    return KILLED_COMPILER in line or any(os.strerror(number) in line
                                          for number in NO_ROOM)


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


class HostError(GuestError):
    """The host is at fault: no disk, no memory, killed, nothing to fetch from.

    Nothing is known of the guest then. The exit status is one that a shell and
    "git bisect run" take for an abort, and that no signal has.
    """

    status = 203


class CannotBuild(GuestError):
    """A driver of the user's can't be built.

    The exit status tells "git bisect run" to try another commit.
    """

    status = 125


class TimeOut(GuestError):
    """What was waited for hasn't come."""


def tool_error(message, said):
    """The error of a program of the host's that has failed, by what it SAID."""
    return (HostError if is_full(said) else GuestError)(message)


@contextlib.contextmanager
def telling_host():
    """Tell an error of the host's as one."""
    try:
        yield
    except MemoryError:
        raise HostError('no memory is left') from None
    except OSError as error:
        if error.errno not in OF_HOST:
            raise
        raise HostError(': '.join(filter(None, [
            str(error.filename or ''), error.strerror]))) from error
