"""What users give to the programs here, by options or by the environment.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import argparse
import os
import re
import sys

from check import mechanisms

# More seconds than anybody waits, and no more than clocks can count
LONGEST = 10 ** 9
# And what hours of tests may be multiplied by for that
LARGEST = 10 ** 5


def seconds(text):
    """A number of seconds."""
    try:
        value = float(text)
    except ValueError:
        value = 0
    if not 0 < value <= LONGEST:
        raise argparse.ArgumentTypeError(f'"{text}" is no number of seconds')
    return value


def factor(text):
    """What times are multiplied by; with 0 they have no end."""
    try:
        value = float(text)
    except ValueError:
        value = -1
    if not 0 <= value <= LARGEST:
        raise argparse.ArgumentTypeError(f'"{text}" is no number from 0 to '
                                         f'{LARGEST}')
    return value


def count(text):
    """A number of programs, or of whatever is chosen."""
    if not re.fullmatch('[0-9]{1,9}', text) or not int(text):
        raise argparse.ArgumentTypeError(f'"{text}" is no number from 1 on')
    return int(text)


def card(text):
    """A card's name."""
    if text not in mechanisms.read_cards():
        raise argparse.ArgumentTypeError(f'there is no card "{text}"')
    return text


def cards_wanted():
    """NV_CARDS, which the test programs read: names, "all" kinds, or "every".

    A card that is misspelt would be one that nothing is tested on.
    """
    words = os.environ.get('NV_CARDS', '').split()
    try:
        return ' '.join(word if word in ('all', 'every') else card(word)
                        for word in words)
    except argparse.ArgumentTypeError as error:
        sys.exit(f'{sys.argv[0]}: NV_CARDS: {error}')
