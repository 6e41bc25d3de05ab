"""Changes of the model that are written down: the reader, and the writer.

The files are changes/*.txt, one for each folder of the model.  An entry is a
paragraph:

    claim dma-pushbuffer.nv04: nv04 nv1a nv40 pusher/limit-of-the-object
      The object ends at its limit.
    hw/nv/memory/dmaobj-nv04.c: .limit = read(inst), -> .limit = read(inst) + 4,

Its first line is what the change is for:

    claim NAME: CARDS CASE     the case is red with it on each of the cards;
                               NAME is the row that it decides, behind which
                               may be "." and more
    fault NAME: TARGETS        each of the fuzzer's targets can find it
    equivalent                 no test can notice it

Then, behind blanks, why.  Then the change: "FILE: LINE -> LINE", in one line
or in several:

    hw/nv/fifo/cache1/pusher.c:
    if (first(gpu) &&
        second(gpu)) {
    -> if (first(gpu)) {

Lines are compared without their blanks.  Those before the arrow are together in
the file and go; those behind it come: none if the line is left out, and one
that stays is repeated, to add others before or after it.  What is there more
than once is told apart by the name of the function, table or macro that has it,
and within that by counting:

    hw/nv/fifo/inspect.c nv_inspect_at: return false; -> return true;
    hw/nv/fifo/inspect.c nv_inspect_at (2): return false; -> return true;

A change of several places has them one below the other.  A line that begins
with "# " is a comment.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import functools
import re
import textwrap
from dataclasses import dataclass, replace
from pathlib import Path

from check import mechanisms

DIRECTORY = Path(__file__).parent / 'changes'
WIDTH = 80
ARROW = '->'

HEAD = re.compile(r'(?:(claim|fault) (\S+): *(\S.*)|(equivalent))')
PLACE = re.compile(r'((?:include/)?hw/nv/\S+\.[ch])'
                   r'(?: (\w+)(?: \((\d+)\))?)?:(?: +(.*))?')
SHOWN = 60

# What begins in a file's first column: a macro, a type, a function or a table
DEFINITION = re.compile(r'#define (\w+)|(?:struct|enum|union) (\w+) \{|'
                        r'(?:\w[\w *]*[ *])?(\w+)(?:\(|\[| =)')


class ChangeError(Exception):
    """An entry isn't what it should be, or doesn't fit the model."""


def plain(line):
    """A line as it is compared."""
    return ' '.join(line.split())


@functools.lru_cache(maxsize=None)
def plain_lines(text):
    return tuple(plain(line) for line in text.splitlines())


@functools.lru_cache(maxsize=None)
def owners(text):
    """For each line the function, table or macro that it is in, or ''."""
    found = []
    name = ''
    for line in text.splitlines():
        match = DEFINITION.match(line)
        if match:
            name = match[1] or match[2] or match[3]
        found.append(name)
    return found


@dataclass(frozen=True)
class Place:
    """Lines of a file, and what takes their place.

    @name: the function, table or macro that they are in, or ''
    @nth: which of those that read the same there, from 1, or 0 for the only one
    """

    path: str
    name: str
    nth: int
    old: tuple
    new: tuple

    def found(self, text):
        """All places that read so: each one's first line, from 0."""
        lines, old = plain_lines(text), tuple(map(plain, self.old))
        return [i for i, line in enumerate(lines)
                if line == old[0] and lines[i:i + len(old)] == old and
                self.name in ('', owners(text)[i])]

    def find(self, text):
        """The first line, from 0."""
        found = self.found(text)
        where = self.path + (f' {self.name}' if self.name else '')
        said = f'"{plain(self.old[0])[:SHOWN]}"'
        if self.nth > len(found) or not found:
            raise ChangeError(f'{where} has {len(found) or "no"} {said}')
        if not self.nth and len(found) > 1:
            names = sorted({owners(text)[i] for i in found})
            raise ChangeError(f'{where} has {len(found)} {said}, '
                              f'in {" ".join(names)}')
        return found[max(self.nth, 1) - 1]

    def __str__(self):
        where = (self.path + (f' {self.name}' if self.name else '') +
                 (f' ({self.nth})' if self.nth else '') + ':')
        old, new = (textwrap.dedent('\n'.join(lines)).rstrip()
                    for lines in (self.old, self.new))
        new = textwrap.indent(new, '   ').replace('  ', ARROW, 1)
        new = new or ARROW
        one = f'{where} {old} {new}'
        return (one if '\n' not in one and len(one) <= WIDTH else
                f'{where}\n{old}\n{new}')


def place_of(path, text, first, old, new):
    """How to say that some lines of a file, from @first on, become others."""
    old, new = tuple(old), tuple(new)
    name = owners(text)[first]
    for place in Place(path, '', 0, old, new), Place(path, name, 0, old, new):
        if len(place.found(text)) == 1:
            return place
    nth = place.found(text).index(first) + 1
    return Place(path, name, nth, old, new)


def replaced(text, places):
    """A file's text with the new lines of some places."""
    lines = text.splitlines(keepends=True)
    end = len(lines)
    for first, place in sorted(((place.find(text), place) for place in places),
                               key=lambda pair: pair[0], reverse=True):
        if first + len(place.old) > end:
            raise ChangeError(f'two of its places in {place.path} overlap')
        end = first
        there = lines[first]
        blanks = there[:len(there) - len(there.lstrip())]
        lines[first:first + len(place.old)] = [
            f'{blanks}{line.strip()}\n' for line in place.new]
    return ''.join(lines)


def effect(texts):
    """What tells changes apart: files as they become, but for blanks."""
    return frozenset((path, plain_lines(text))
                     for path, text in texts.items())


@dataclass(frozen=True)
class Change:
    """An entry.

    @kind: "claim", "fault" or "equivalent"
    @words: of a claim the cards, and the case without /nv/CARD/; of a fault
            the targets
    @where: file and line of the entry
    @row: of a claim that claims() has read
    """

    kind: str
    name: str
    words: tuple
    why: str
    places: tuple
    where: str
    row: str = ''

    @property
    def cards(self):
        return self.words[:-1]

    @property
    def case(self):
        return self.words[-1]

    @property
    def targets(self):
        return self.words

    def cases(self):
        return [f'/nv/{card}/{self.case}' for card in self.cards]

    def apply(self, top):
        """The files that are changed, {file: text}."""
        texts = {}
        try:
            for path in {place.path for place in self.places}:
                texts[path] = replaced(
                    (top / path).read_text('utf-8'),
                    [place for place in self.places if place.path == path])
        except FileNotFoundError as error:
            raise ChangeError(f'{self.where}: there is no '
                              f'{error.filename}') from None
        except ChangeError as error:
            raise ChangeError(f'{self.where}: {error}') from None
        return texts

    def __str__(self):
        head = (f'{self.kind} {self.name}: {" ".join(self.words)}'
                if self.name else self.kind)
        why = textwrap.fill(self.why, WIDTH, initial_indent='  ',
                            subsequent_indent='  ')
        return '\n'.join([head, why, *map(str, self.places)]) + '\n'


def parse_place(lines, where):
    """@lines: "FILE: LINE -> LINE", in one line or in several"""
    match = PLACE.fullmatch(lines[0])
    rest = [match[4]] if match[4] else []
    rest += lines[1:]
    arrow = next((i for i, line in enumerate(rest)
                  if ARROW in line.split()), None)
    if arrow is None:
        raise ChangeError(f'{where}: no {ARROW} in a line of its own, '
                          f'or between blanks: {lines[0]}')
    before, _, after = f' {rest[arrow]} '.partition(f' {ARROW} ')
    old, new = rest[:arrow], rest[arrow + 1:]
    old += [before[1:]] * bool(before.strip())
    new = [after] * bool(after.strip()) + new
    if not old:
        raise ChangeError(f'{where}: nothing before {ARROW}: {lines[0]}')
    return Place(match[1], match[2] or '', int(match[3] or 0), tuple(old),
                 tuple(new))


def parse_entry(lines, where):
    """@lines: a paragraph"""
    head = HEAD.fullmatch(lines[0])
    if not head:
        raise ChangeError(f'{where}: neither claim, fault nor equivalent: '
                          f'{lines[0][:SHOWN]}')
    kind = head[1] or head[4]
    words = tuple((head[3] or '').split())
    if kind == 'claim' and len(words) < 2:
        raise ChangeError(f'{where}: a claim wants cards and a case')
    begins = [i for i, line in enumerate(lines) if PLACE.fullmatch(line)]
    why = lines[1:begins[0]] if begins else []
    if not why or not all(line.startswith(' ') for line in why):
        raise ChangeError(f'{where}: it wants, behind blanks, a reason, and '
                          'then FILE: LINE -> LINE')
    places = tuple(parse_place(lines[begin:end], where) for begin, end
                   in zip(begins, [*begins[1:], None]))
    return Change(kind, head[2] or '', words,
                  ' '.join(line.strip() for line in why), places, where)


def parse(name, text):
    """The changes of a text.  @name: its file's, for errors"""
    found = []
    lines, begin = [], 0
    for i, line in enumerate([*text.splitlines(), ''], start=1):
        if line.startswith('# '):
            continue
        if line.strip():
            begin = begin if lines else i
            lines.append(line)
        elif lines:
            found.append(parse_entry(lines, f'{name}:{begin}'))
            lines = []
    return found


def read(kind=None, directory=DIRECTORY):
    """All that are written down, or those of a kind."""
    return [change for file in sorted(directory.glob('*.txt'))
            for change in parse(file.name, file.read_text('utf-8'))
            if kind in (None, change.kind)]


def row_of(claim, known):
    """The name of the row that a claim decides."""
    row = claim.name.partition('.')[0]
    if row not in known.rows:
        raise ChangeError(f'{claim.where}: {known.unknown(row)}')
    return row


def claims(known=None):
    """The claims, each with its row."""
    known = known or mechanisms.read()
    return [replace(claim, row=row_of(claim, known))
            for claim in read('claim')]


def decided(known):
    """{(row, case, family)} of the claims, which Coverage wants to know"""
    return {(claim.row, claim.case, known.family_of(card))
            for claim in claims(known) for card in claim.cards}
