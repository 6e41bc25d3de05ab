"""The small changes that can be made to a C file, of which some are chosen.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import re
from dataclasses import dataclass

from .change import place_of

# What is no code, or says something without doing anything
QUIET = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|'
                   r"'(?:\\.|[^'\\\n])*'|"
                   r'^[ \t]*\#(?:[^\n\\]|\\.|\\\n)*|'
                   r'\b(?:qemu_log_mask|nv_log_(?:error|unimp)|trace_\w+|'
                   r'g_assert\w*|QEMU_BUILD_BUG_\w+)\s*'
                   r'\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)',
                   re.DOTALL | re.MULTILINE)

SWAPS = {
    '<': '<=', '<=': '<', '>': '>=', '>=': '>', '==': '!=', '!=': '==',
    '&&': '||', '||': '&&', '|=': '&=', '&=': '|=', '+=': '-=', '-=': '+=',
}
COMPARISON = re.compile(r'(?<=[\w)\]] )(<=|>=|==|!=|<|>|&&|\|\||\|=|&=|\+=|-=)'
                        r'(?= [\w(!~*&-])')
SUM = re.compile(r'(?<=[\w)\]] )([+-])(?= [\w(])')
NUMBER = re.compile(r'(?<![\w.])(0x[0-9a-f]+|\d+)([uUlL]*)(?![\w.])')
TRUTH = re.compile(r'\b(true|false)\b(?=[,;)])')
CONDITION = re.compile(r'\b(if|while) \(')
NOT = re.compile(r'(?<=[(&| ])!(?=[\w(])')
STATEMENT = re.compile(r'^(?P<blank> +)(?P<text>(?!return\b|break\b|goto\b|'
                       r'continue\b|case\b|default\b)[\w>.*()\[\]&+ -]*?'
                       r'(?:\([^;{}]*\)|[^\s=!<>]+ [|&^+-]?= [^;{}]*|\+\+|--)'
                       r');$', re.MULTILINE)
DECLARATION = re.compile(r'(?:const |static |unsigned |struct )|'
                         r'\w+ \**\w+(?:\[\w*\])? = ')


@dataclass(frozen=True, order=True)
class Mutant:
    """A piece of a file, and what takes its place.

    @kind: what sort of change it is
    @line: the line, from 1
    @start, @end: the piece, in characters
    """

    path: str
    line: int
    start: int
    end: int
    new: str
    kind: str

    def apply(self, text):
        return text[:self.start] + self.new + text[self.end:]

    def place(self, text):
        """The change as it is written down."""
        first = text.rfind('\n', 0, self.start) + 1
        last = text.find('\n', self.end)
        old = text[first:last]
        new = text[first:self.start] + self.new + text[self.end:last]
        return place_of(self.path, text, self.line - 1, old.splitlines(),
                        new.splitlines())


def blank(text):
    """The text with blanks for what isn't executed, of the same length."""
    return QUIET.sub(lambda match: re.sub(r'[^\n]', ' ', match[0]), text)


def number(match):
    """Numbers beside one, as it was written."""
    if match[1].startswith('0x'):
        value, form = int(match[1], 16), f'0x%0{len(match[1]) - 2}x'
    else:
        value, form = int(match[1]), '%d'
    return [form % near + match[2] for near in (value + 1, value - 1)
            if near >= 0]


def closing(text, opening):
    """Where a parenthesis ends."""
    depth = 0
    for place in range(opening, len(text)):
        depth += (text[place] == '(') - (text[place] == ')')
        if not depth:
            return place
    return None


KINDS = ('comparison', 'sum', 'number', 'truth', 'negation', 'statement')


def pieces(code):
    """All changes: (start, end, new text, kind)."""
    for match in COMPARISON.finditer(code):
        yield match.start(1), match.end(1), SWAPS[match[1]], 'comparison'
    for match in SUM.finditer(code):
        yield (match.start(1), match.end(1), '-' if match[1] == '+' else '+',
               'sum')
    for match in NUMBER.finditer(code):
        for new in number(match):
            yield match.start(), match.end(), new, 'number'
    for match in TRUTH.finditer(code):
        yield (match.start(), match.end(),
               'false' if match[1] == 'true' else 'true', 'truth')
    for match in NOT.finditer(code):
        yield match.start(), match.end(), '', 'negation'
    for match in CONDITION.finditer(code):
        end = closing(code, match.end() - 1)
        if end:
            yield (match.end(), end, f'!({code[match.end():end]})',
                   'negation')
    for match in STATEMENT.finditer(code):
        if not DECLARATION.match(match['text']):
            yield match.start('text'), match.end('text'), '', 'statement'


def of_file(path, text):
    """The mutants of a file's text.

    A header's numbers stay: nearly all are registers' addresses and fields,
    which masks-test and the register tests' own tables check.
    """
    code = blank(text)
    found = set()
    for start, end, new, kind in pieces(code):
        if kind == 'number' and str(path).endswith('.h'):
            continue
        if kind == 'negation' and new:
            # What is in a condition may have a string in it.
            new = f'!({text[start:end]})'
        found.add(Mutant(str(path), text.count('\n', 0, start) + 1, start,
                         end, new, kind))
    return sorted(found)
