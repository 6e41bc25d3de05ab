"""Deciding claims, each with a change of the model that makes it wrong.

A test marks a row that it decides, "user-window!".  A file of claims/ has a
change of the model against which it does so: lines "Row:" (its name, or the
number that it has in mechanisms.txt), "Cards:" and "Case:" (without
"/nv/<card>/"), why, and the change as a patch.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import re
import subprocess
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path

from rows import mechanisms

DIRECTORY = Path(__file__).parent / 'claims'
WORD = re.compile(r'(Row|Cards|Case): *(\S.*)')
CHANGED = re.compile(r'^\+\+\+ b/(\S+)', re.MULTILINE)


class ClaimError(Exception):
    """A file isn't what it should be."""


@dataclass(frozen=True)
class Claim:
    """One file."""

    name: str
    row: str
    cards: tuple
    case: str
    patch: str

    def cases(self):
        return [f'/nv/{card}/{self.case}' for card in self.cards]

    def apply(self, top):
        """The files that the patch changes, {file: text}."""
        texts = {}
        with tempfile.TemporaryDirectory() as directory:
            for file in CHANGED.findall(self.patch):
                copy = Path(directory) / file
                copy.parent.mkdir(parents=True, exist_ok=True)
                copy.write_bytes((top / file).read_bytes())
            done = subprocess.run(
                ['patch', '-p1', '-s', '-F0', '--no-backup-if-mismatch'],
                input=self.patch, cwd=directory, capture_output=True,
                text=True, check=False)
            if done.returncode:
                raise ClaimError(f"{self.name} doesn't apply: {done.stdout}")
            for file in CHANGED.findall(self.patch):
                texts[file] = (Path(directory) / file).read_text('utf-8')
        return texts


def parse(name, text):
    head, _, patch = text.partition('\n--- a/')
    said = dict(WORD.findall(head))
    if set(said) != {'Row', 'Cards', 'Case'} or not patch:
        raise ClaimError(f'{name} wants Row, Cards, Case and a patch')
    return Claim(name, said['Row'], tuple(said['Cards'].split()),
                 said['Case'], f'--- a/{patch}')


def read(known=None):
    """All claims, in the order of the rows."""
    known = known or mechanisms.read()
    order = list(known.rows)
    claims = []
    for file in DIRECTORY.glob('*.patch'):
        claim = parse(file.stem, file.read_text('utf-8'))
        row = known.name_of(claim.row) or claim.row
        if row not in order:
            raise ClaimError(f'{claim.name}: {known.unknown(row)}')
        claims.append(replace(claim, row=row))
    return sorted(claims, key=lambda claim: (order.index(claim.row),
                                             claim.name))


def decided(known):
    """{(row, case, family)}, which Coverage wants to know"""
    return {(claim.row, claim.case, known.family_of(card))
            for claim in read(known) for card in claim.cards}
