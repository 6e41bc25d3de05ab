"""What all commands need.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import sys


class TraceError(Exception):
    """What the user should read, without a traceback."""


def opened(name):
    return sys.stdin if name == '-' else open(name, encoding='utf-8',
                                              errors='replace')
