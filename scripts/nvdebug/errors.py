"""Errors of commands, and numbers.

SPDX-License-Identifier: GPL-2.0-or-later
"""


class CommandError(Exception):
    """A command that can't be executed as typed."""


class Timeout(CommandError):
    """A wait has timed out."""


def number(text, what='number'):
    """A number in C's notation."""
    try:
        return int(text, 0)
    except ValueError:
        raise CommandError(f'{what}: {text} is not a number') from None
