"""The table of chips as the sources have it, and whose card a definition is.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import os
import re
import subprocess
from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

TOP = Path(os.path.realpath(__file__)).parents[2]
CHIPS = TOP / 'hw/nv/chipset.c'
CARDS = TOP / 'tests/qtest/libnv/nv-card.c'

WORD = re.compile(r'[A-Za-z_]\w*')
TYPICAL = re.compile(r'\.name = "(\w+)",[^{}]*\.typical = true')

# What a line begins, if a definition: a macro, a function, or data
MACRO = re.compile(r'#define (\w+)')
FUNCTION = re.compile(r'(?!typedef|[A-Z][A-Z0-9_]*\()(?:[A-Za-z_][\w *]*?[ *])?'
                      r'(\w+)\([^;]*$')
DATA = re.compile(r'(?!typedef)[A-Za-z_][\w *]*?[ *](\w+)(?:\[.*\])? = ')


# --- Rows -----------------------------------------------------------------

def parts(text):
    """What stands between commas that are in no bracket."""
    depth, start = 0, 0
    for i, letter in enumerate(text):
        depth += (letter in '({[') - (letter in ')}]')
        if letter == ',' and not depth:
            yield text[start:i].strip()
            start = i + 1
    yield text[start:].strip()


def expanded(text):
    """The source's own macros are replaced, and nothing is included."""
    lines = [line for line in text.splitlines()
             if not line.startswith('#include')]
    compiler = os.environ.get('CC', 'cc').split()
    return subprocess.run(compiler + ['-E', '-P', '-x', 'c', '-'],
                          input='\n'.join(lines), capture_output=True,
                          text=True, check=True).stdout


def rows(text):
    """The table of chips as {name: {member: value}}."""
    table = re.search(r'NVChip nv_chips\[\] = \{(.*?)\n?\};', expanded(text),
                      re.DOTALL)[1]
    found = {}
    for row in parts(table):
        if row:
            members = dict(re.match(r'\.(\w+)\s*=\s*(.*)', part, re.DOTALL)
                           .groups() for part in parts(row[1:-1]) if part)
            found[members['name'].strip('"')] = members
    return found


# --- Definitions ----------------------------------------------------------

@dataclass
class Definition:
    """A function, a macro, or data, with all of its lines."""

    name: str
    function: bool
    first: int
    last: int
    text: str

    @cached_property
    def words(self):
        return set(WORD.findall(self.text)) - {self.name}


def is_declared(text):
    return text.endswith(';\n') and '{' not in text


def is_whole(definition, kind):
    """Whether nothing of a definition is missing."""
    if kind is MACRO:
        return not definition.text.endswith('\\\n')
    if kind is FUNCTION:
        return '\n}' in definition.text or is_declared(definition.text)
    return (definition.text.endswith(';\n') and
            sum(definition.text.count(bracket) for bracket in '({[') ==
            sum(definition.text.count(bracket) for bracket in ')}]'))


def definitions(text):
    """The definitions in a C file."""
    begun = kind = None
    for number, line in enumerate(text.splitlines(), 1):
        if not begun and (match := MACRO.match(line) or FUNCTION.match(line)
                          or DATA.match(line)):
            kind = match.re
            begun = Definition(match[1], kind is FUNCTION, number, number, '')
        if begun:
            begun.text += line + '\n'
            begun.last = number
            if is_whole(begun, kind):
                if kind is not FUNCTION or not is_declared(begun.text):
                    yield begun
                begun = None


def at(found, lines):
    """Those of some definitions that some lines of their file are in."""
    return [one for one in found
            if any(one.first <= line <= one.last for line in lines)]


class Sources:
    """What the device's sources define.

    A name that is static in some files is another thing in each.
    """

    def __init__(self):
        self.files = defaultdict(dict)
        self.everywhere = {}
        for path in sorted([*TOP.glob('hw/nv/**/*.[ch]'),
                            *TOP.glob('include/hw/nv/*.h')]):
            file = str(path.relative_to(TOP))
            for found in definitions(path.read_text('utf-8')):
                self.files[file][found.name] = found
                if path.suffix == '.h' or \
                        not found.text.startswith(('static', '#')):
                    self.everywhere[found.name] = file

    def at(self, file, lines):
        """The definitions that some lines of a file are in."""
        return at(self.files.get(file, {}).values(), lines)

    def reached(self, words, file):
        """All definitions that some words of a file lead to."""
        found = set()
        todo = [(word, file) for word in words]
        while todo:
            word, file = todo.pop()
            home = file if word in self.files[file] \
                else self.everywhere.get(word)
            if home and (home, word) not in found:
                found.add((home, word))
                todo += [(other, home)
                         for other in self.files[home][word].words]
        return found


def users(changed, sources, table):
    """The cards that have one of some (file, name) of definitions."""
    file = str(CHIPS.relative_to(TOP))
    known = {}
    found = []
    for card, members in table.items():
        words = frozenset(WORD.findall(' '.join(members.values())))
        if words not in known:
            known[words] = bool(sources.reached(words, file) & changed)
        if known[words]:
            found.append(card)
    return found


def typical():
    """The cards on which register tests run without being told any."""
    return TYPICAL.findall(CARDS.read_text('utf-8'))
