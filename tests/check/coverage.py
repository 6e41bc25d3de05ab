"""What the cases of a test run say of the mechanisms.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import re

# A register test's case, "/nv/<card>/<unit>/<what the card does>"
CASE = re.compile(r'/nv/([^/]+)/')


class Coverage:
    """Cases, the rows that they name, and the cards that they ran on.

    CHANGES are those of the model that decide rows, (row, case, family); where
    they aren't given, a case that says it decides a row is believed.
    """

    def __init__(self, mechanisms, changes=None):
        self.mechanisms = mechanisms
        self.changes = changes
        self.passed = {}
        self.wrong = []
        self.seen = set()
        self.deciding = {}

    def take(self, case, names, passed):
        """Note that a case names some rows, and whether it has passed.

        "ref-cnt!": it decides ref-cnt.
        """
        match = CASE.match(case)
        card = match[1] if match else None
        if card in self.mechanisms.cards:
            self.seen.add(card)
            for name in names:
                self.take_row(case, card, name, passed)
        elif match or names:
            self.wrong.append((case, f'cards.ini has no card {card}' if match
                               else f'{" ".join(names)} on no card'))

    def take_row(self, case, card, name, passed):
        decides = name.endswith('!')
        name = name.rstrip('!')
        row = self.mechanisms.rows.get(name)
        if not row:
            # Once, whatever the card
            wrong = CASE.sub('', case, 1), self.mechanisms.unknown(name)
            if wrong not in self.wrong:
                self.wrong.append(wrong)
        elif card not in row.cards:
            self.wrong.append((case, f'{card} does not have {name}, '
                               f'{row.title}'))
        elif row.reason and passed:
            self.wrong.append((case, f'{name} has a test, and in '
                               'mechanisms.txt a reason to have none'))
        elif passed:
            self.passed.setdefault((name, card), []).append(case)
            if decides and self.has_change(name, case, card):
                self.deciding.setdefault((name, card), []).append(case)

    def has_change(self, name, case, card):
        """A change of the model for the card's family has the case fail."""
        family = self.mechanisms.family_of(card)
        return (self.changes is None or
                (name, CASE.sub('', case, 1), family) in self.changes)

    def cards(self):
        """The cards that there are cases for."""
        return [card for card in self.mechanisms.cards if card in self.seen]

    def cards_without_tests(self):
        return [card for card in self.mechanisms.cards
                if card not in self.seen]

    def cards_of(self, row):
        """The cards that should have a passing test of a row."""
        if row.reason:
            return []
        return [card for card in row.cards if card in self.seen]

    def cases(self, row, card):
        """The passing cases of a row on a card."""
        return self.passed.get((row.name, card), [])

    def missing_on(self, row):
        """The cards where a row has no passing test, and should."""
        return [card for card in self.cards_of(row)
                if not self.cases(row, card)]

    def count(self, rows, card):
        """How many rows a card should have tests for, and has."""
        applying = [row for row in rows if card in self.cards_of(row)]
        return (sum(bool(self.cases(row, card)) for row in applying),
                len(applying))

    def count_everywhere(self, rows):
        """How many rows should have tests, and have them on each card."""
        applying = [row for row in rows if self.cards_of(row)]
        return (sum(not self.missing_on(row) for row in applying),
                len(applying))

    def decided(self, row):
        """The families whose cards have a passing test that decides a row.

        Of those that should: (decided, all).
        """
        families = self.mechanisms.families_of(self.cards_of(row))
        return ([family for family, cards in families.items()
                 if any((row.name, card) in self.deciding for card in cards)],
                list(families))

    def undecided(self, row):
        """The families that have a row, and no such test."""
        some, all_ = self.decided(row)
        return [family for family in all_ if family not in some]

    def count_decided(self, rows):
        """How many rows are decided in all their families, and of families."""
        both = [self.decided(row) for row in rows]
        both = [(some, all_) for some, all_ in both if all_]
        return (sum(some == all_ for some, all_ in both), len(both),
                sum(len(some) for some, _ in both),
                sum(len(all_) for _, all_ in both))
