"""Common parts of all commands.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import shutil
import sys
import tempfile


class TraceError(Exception):
    """An error for the user, without a traceback."""


def opened(name):
    return sys.stdin if name == '-' else open(name, encoding='utf-8',
                                              errors='replace')


def kept(name):
    """A file that can be read more than once, also if it is a pipe."""
    file = opened(name)
    if file.seekable():
        return file
    copy = tempfile.TemporaryFile('w+', encoding='utf-8')
    shutil.copyfileobj(file, copy)
    return copy
