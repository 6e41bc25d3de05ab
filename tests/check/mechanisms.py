"""The list of mechanisms: rows in sections, and the cards that have them.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import configparser
import difflib
import re
from dataclasses import dataclass, field
from pathlib import Path

MECHANISMS = Path(__file__).resolve().with_name('mechanisms.txt')
CARDS = MECHANISMS.with_name('cards.ini')

SECTION = re.compile(r'([A-Z])\s+(\S.*)')
ROW = re.compile(r'([a-z0-9]+(?:-[a-z0-9]+)*)\s+(M\d+|-)\s+(\w+)\s+(!\w+(?:,\w+)*|\w+|-)'
                 r'\s+(\S.*)')
MORE = re.compile(r'\s+(no test:)?\s*(\S.*)')

# Cards from these on have another PFIFO.
FAMILIES = ('nv01', 'nv04', 'nv50', 'nvc0')


class MechanismsError(Exception):
    """The list can't be read."""


@dataclass
class Row:
    """A mechanism; REASON, if any, tells why no register test can check it.

    NUMBER is what older texts call it, or "-".
    """

    name: str
    number: str
    title: str
    cards: list
    reason: str = ''


@dataclass
class Section:
    """Rows that belong together."""

    letter: str
    title: str
    rows: list = field(default_factory=list)


class Mechanisms:
    """The list, and all cards in the order of generations."""

    def __init__(self, cards, lines):
        self.cards = cards
        self.sections = []
        self.rows = {}
        for number, line in enumerate(lines, 1):
            line = line.rstrip()
            if line and not line.startswith('#'):
                try:
                    self.take(line)
                except MechanismsError as error:
                    raise MechanismsError(f'line {number}: {error}') from None

    def take(self, line):
        if match := ROW.fullmatch(line):
            self.add_row(*match.groups())
        elif match := SECTION.fullmatch(line):
            self.add_section(*match.groups())
        elif match := MORE.fullmatch(line):
            self.add_more(*match.groups())
        else:
            raise MechanismsError(f'neither section, row nor more: {line}')

    def add_section(self, letter, title):
        if any(section.letter == letter for section in self.sections):
            raise MechanismsError(f'a second section {letter}')
        self.sections.append(Section(letter, title))

    def add_row(self, name, number, first, end, title):
        if not self.sections:
            raise MechanismsError(f'{name} is in no section')
        if name in self.rows:
            raise MechanismsError(f'a second row {name}')
        if number != '-' and self.name_of(number):
            raise MechanismsError(f'{self.name_of(number)} is {number}, too')
        cards = self.between(first, end)
        if not cards:
            raise MechanismsError(f'no card has {name}')
        self.rows[name] = Row(name, number, title, cards)
        self.sections[-1].rows.append(self.rows[name])

    def add_more(self, no_test, text):
        if not self.sections or not self.sections[-1].rows:
            raise MechanismsError('more of no row')
        row = self.sections[-1].rows[-1]
        if no_test or row.reason:
            row.reason = f'{row.reason} {text}'.strip()
        else:
            row.title += f' {text}'

    def name_of(self, number):
        """The name of the row that had a number, or None."""
        return next((row.name for row in self.rows.values()
                     if row.number == number), None)

    def unknown(self, name):
        """What to say of a name that no row has: which is the nearest."""
        nearest = self.name_of(name) or next(iter(
            difflib.get_close_matches(name, self.rows, n=1, cutoff=0)), None)
        return f'mechanisms.txt has no row {name}' + (
            f'; the nearest is {nearest}' if nearest else '')

    def between(self, first, end):
        """The cards from FIRST on; END is the end, or "!" and exceptions."""
        if end.startswith('!'):
            but = [self.index(card) for card in end[1:].split(',')]
            return [card for i, card in enumerate(self.cards)
                    if i >= self.index(first) and i not in but]
        return self.cards[self.index(first):self.index(end)]

    def index(self, card):
        if card == '-':
            return len(self.cards)
        if card not in self.cards:
            raise MechanismsError(f'there is no card {card}')
        return self.cards.index(card)

    def families_of(self, cards):
        """{first card of a family: those of some cards that are of it}"""
        found = {}
        for card in self.cards:
            if card in cards:
                found.setdefault(self.family_of(card), []).append(card)
        return found

    def family_of(self, card):
        """The first card of a card's family."""
        upto = self.cards[:self.cards.index(card) + 1]
        return next((first for first in reversed(upto) if first in FAMILIES),
                    upto[0])


def read_cards(path=CARDS):
    """All cards, in the order of generations."""
    parser = configparser.ConfigParser(interpolation=None)
    with open(path, encoding='utf-8') as file:
        parser.read_file(file)
    return parser.sections()


def read(path=MECHANISMS):
    """The list as the repository has it."""
    try:
        return Mechanisms(read_cards(),
                          path.read_text(encoding='utf-8').splitlines())
    except MechanismsError as error:
        raise MechanismsError(f'{path}: {error}') from None
