"""What goes wrong with a command, and numbers.

SPDX-License-Identifier: GPL-2.0-or-later
"""


class CommandError(Exception):
    """A command can't be done as it was typed."""


class Timeout(CommandError):
    """What was waited for hasn't come."""


def number(text, what='number'):
    """A number in C's notation."""
    try:
        return int(text, 0)
    except ValueError:
        raise CommandError(f'{what}: {text} is not a number') from None
