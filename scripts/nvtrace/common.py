"""Common parts of all commands.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import sys


class TraceError(Exception):
    """An error for the user, without a traceback."""


def opened(name):
    return sys.stdin if name == '-' else open(name, encoding='utf-8',
                                              errors='replace')
