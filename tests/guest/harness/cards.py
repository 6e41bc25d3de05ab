"""The cards, and what the driver supports.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import configparser
import re
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

from . import series
from .errors import GuestError

# What a guest's driver lives through beside the programs, in this order, and
# what of it is done only where it is named
EVENTS = ['suspend', 'reload', 'kexec']
NAMED_EVENTS = ['kexec']

CARDS = Path(__file__).resolve().parents[2] / 'check/cards.ini'


@dataclass
class Card:
    """A card; see cards.ini."""

    name: str
    family: str = ''
    code: str = ''
    check: bool = False
    driver: str = ''
    channels: str = ''
    cannot: dict[str, str] = field(default_factory=dict)
    headless: bool = False

    def reason(self, event, kernel_series):
        """Why a driver doesn't survive an event; empty if it does."""
        return next((why for key, why in self.cannot.items()
                     if key.partition('-')[0] == event and
                     series.matches(kernel_series,
                                    key.partition('-')[2] or '*')), '')


def read(lines):
    """Cards by name, in the order of generations."""
    parser = configparser.ConfigParser(interpolation=None)
    parser.read_file(lines)
    cards = {}
    for name in parser.sections():
        section = parser[name]
        cards[name] = Card(name, section.get('family', ''),
                           section.get('code', ''),
                           section.getboolean('check', False),
                           section.get('driver', ''),
                           section.get('channels', ''),
                           {key: why for key, why in section.items()
                            if key.partition('-')[0] in EVENTS},
                           section.get('display') == 'none')
    return cards


def known():
    """The cards of the repository's list."""
    with open(CARDS, encoding='utf-8') as file:
        return read(file)


def named(name):
    """A card by its name, whether the list has it or not."""
    return known().get(name, Card(name))


def name_of(text):
    """The name of a card, of which a user may give the code name."""
    return next((card.name for card in known().values()
                 if text.upper() == card.code), text)


def devices(qemu):
    """The devices that an emulator has."""
    try:
        helped = subprocess.run([qemu, '-device', 'help'], text=True,
                                capture_output=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError) as error:
        raise GuestError(f'cannot run the emulator: {error}') from None
    return re.findall(r'^name "([^"]+)"', helped, re.MULTILINE)


def emulated(qemu):
    """The cards of the list that an emulator has, in the list's order."""
    there = devices(qemu)
    return [card for card in known().values() if f'{card.name}-gpu' in there]


def to_check(cards):
    """Those of some cards that represent their families."""
    families = {}
    for card in cards:
        if not card.driver and not card.channels:
            families.setdefault(card.family, []).append(card)
    return [card for family in families.values()
            for card in ([card for card in family if card.check] or
                         family[:1])]
