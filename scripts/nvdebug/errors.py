"""Errors of commands, and numbers.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import re

# As C has them, but without octal ones
NUMBER = re.compile(r'0[xX][0-9a-fA-F]{1,16}|[0-9]{1,20}', re.ASCII)
LARGEST = (1 << 64) - 1
# Of what was typed, in a message
SHOWN = 60


class CommandError(Exception):
    """A command that can't be executed as typed."""


class Timeout(CommandError):
    """A wait has timed out."""


def shown(text):
    """What was typed, for a message of one line."""
    text = text if len(text) <= SHOWN else text[:SHOWN] + '...'
    return ''.join(c if c.isprintable() else '?' for c in text)


def parse_number(text):
    """A number, None if it isn't one or is no number of the card's."""
    if not NUMBER.fullmatch(text):
        return None
    number_ = int(text, 16 if text[:2] in ('0x', '0X') else 10)
    return number_ if number_ <= LARGEST else None


def number(text, what='number'):
    """A number in C's notation, from 0 to 2^64 - 1."""
    found = parse_number(text)
    if found is None:
        raise CommandError(f'{what}: {shown(text)} is not a number' if text
                           else f'{what}: which?')
    return found


def counted(words, least, most, usage):
    """Some words, if they are as many as a command takes."""
    if not least <= len(words) <= most:
        raise CommandError(f'it is: {usage}')
    return words
