"""The blocks of README.md, CONTRIBUTING.md and the manual, and the commands in
them.

In the manual, comments in front of a block say what the test can't know, in
README.md and CONTRIBUTING.md HTML's comments:

  .. machine: nv84 stopped    commands of a debugger are for a machine with this
                              card, whose guest does what the recipe of
                              own-driver.rst says; "stopped" waits for them
  .. guest: nv15 6.1          the debugger's commands are for a guest with this
                              kernel; here they are only read
  .. folder: build            where the block's commands are run
  .. of: COMMAND              the block is what a command elsewhere has printed
  .. file: NAME               the block is from a file that a guest leaves

SPDX-License-Identifier: GPL-2.0-or-later
"""

import re
from dataclasses import dataclass, field
from pathlib import Path

from . import words

TOP = Path(__file__).resolve().parents[3]

# What QEMU's manual has another name for
EMULATOR = 'build/qemu-system-x86_64'

SHELL = 'shell'
QMP = 'qmp'
OPTION = 'option'
# What a guest leaves
ARTIFACT = 'artifact'
# What is typed where, by what is in front of it
PROMPTS = {'$': SHELL, '(nv)': 'nv-debug', '(qemu)': 'monitor', '(gdb)': 'gdb'}
PROMPT = re.compile(r'(\$|\(nv\)|\(qemu\)|\(gdb\)) (.*)')

# Languages of blocks that are commands, and of those that aren't
COMMANDS = 'shell', 'sh', 'console', 'parsed-literal'
OTHERS = 'c', 'diff', 'python', 'text', 'ini', 'yaml'

# A command where none is expected
LOOKS_LIKE_ONE = re.compile(
    r'\s*(\w+=("[^"]*"|\S*) )*(ninja -|\./configure-overlay|'
    r'(build|scripts|tests)/\S+ |qemu-system-x86_64 |git clone|cd |make )')

MARKS = 'machine', 'guest', 'folder', 'of', 'file'
RST_MARK = re.compile(r'\.\. (\w+): (.*)')
HTML_MARK = re.compile(r'<!-- (\w+): (.*) -->')


class PageError(Exception):
    """A page that nobody understands."""


@dataclass
class Command:
    """What somebody types."""

    kind: str
    text: str
    line: int
    block: 'Block'
    output: list[str] = field(default_factory=list)

    @property
    def place(self):
        return f'{self.block.page}:{self.line}'


@dataclass
class Block:
    """A block of a page: lines without their indentation."""

    page: str
    line: int
    language: str
    lines: list[str]
    marks: dict[str, str]
    # Whether nothing but blank lines and marks is between it and the last one
    follows: bool = False
    commands: list[Command] = field(default_factory=list)

    def __post_init__(self):
        self.find_commands()

    def add(self, kind, text, number):
        self.commands.append(Command(kind, text, number, self))

    def find_commands(self):
        if self.language != 'shell' and any(PROMPT.match(line)
                                            for line in self.lines):
            self.find_typed()
        elif self.language in COMMANDS or (
                self.language == 'indented' and
                LOOKS_LIKE_ONE.match(self.lines[0])):
            for number, text in words.commands(self.lines):
                self.add(SHELL, text, self.line + number)
        elif self.lines[0].startswith('-') and self.language == 'indented':
            self.find_options()
        elif self.lines[0].lstrip().startswith(('{"execute"', '{ "execute"',
                                                '{ "event"')):
            self.find_messages()

    def find_typed(self):
        """Commands behind prompts, and what is printed then."""
        lines = list(enumerate(self.lines))
        while lines:
            number, line = lines.pop(0)
            match = PROMPT.match(line)
            if match:
                kind, text = PROMPTS[match[1]], match[2]
                while kind == SHELL and lines and not words.complete(text):
                    text += '\n' + lines.pop(0)[1]
                self.add(kind, text, self.line + number)
            elif self.commands:
                self.commands[-1].output.append(line)
            elif not re.match('[-+ ]|$', line):     # a patch
                raise PageError(f'{self.page}:{self.line + number}: what is '
                                f'"{line}"?')

    def find_options(self):
        """A table of options, and of what else there is to type."""
        column = re.match(r'\S.*?\s{2,}', self.lines[0])
        if not column:
            return
        for number, line in enumerate(self.lines):
            text = line[:column.end()].strip()
            where, colon, rest = text.partition(': ')
            kind = (rest and where or OPTION if colon or text.startswith('-')
                    else SHELL if '/' in text else
                    'monitor' if text.startswith('info ') else ARTIFACT)
            self.add(kind, rest or text, self.line + number)

    def find_messages(self):
        """QMP's: one begins where a line does."""
        texts = re.split(r'^(?={)', '\n'.join(self.lines), flags=re.M)
        number = self.line
        for text in texts:
            if text.strip():
                self.add(QMP, text.strip(), number)
            number += text.count('\n')

    @property
    def is_output(self):
        """Whether it is what the commands before it have printed."""
        return self.language in ('none', 'console', 'indented', '') and \
            not self.commands


def dedent(lines):
    """Lines without what all have in front, and without blank ends."""
    while lines and not lines[0].strip():
        lines = lines[1:]
    while lines and not lines[-1].strip():
        lines = lines[:-1]
    margin = min((indent(line) for line in lines if line.strip()), default=0)
    return [line[margin:] for line in lines]


def indent(line):
    return len(line) - len(line.lstrip())


def make(page, first, language, lines, marks, follows):
    """A block, whose first line is the page's line FIRST + 1."""
    skipped = next((i for i, line in enumerate(lines) if line.strip()), 0)
    return Block(page, first + 1 + skipped, language, dedent(lines), marks,
                 follows)


def take_mark(match, marks, place):
    """Keep a mark for the block that it precedes."""
    if match and match[1] in MARKS:
        if match[1] in marks:
            raise PageError(f'{place}: "{match[1]}" is for no block')
        marks[match[1]] = match[2]
    return bool(match)


def rst_blocks(page, lines):
    """The literal blocks of a page of the manual."""
    at, marks, follows = 0, {}, False
    while at < len(lines):
        line = lines[at]
        directive = re.match(r' *\.\. (code-block|parsed-literal)::\s*(\S*)',
                             line)
        literal = line.endswith('::') and not line.lstrip().startswith('..')
        at += 1
        if not directive and not literal:
            if line.strip() and not take_mark(RST_MARK.fullmatch(line), marks,
                                              f'{page}:{at}'):
                follows = False
                if marks and not line.startswith(' '):
                    raise PageError(f'{page}:{at}: "{list(marks)[0]}" is for '
                                    'no block')
            continue
        first = at
        while at < len(lines) and (not lines[at].strip() or
                                   indent(lines[at]) > indent(line)):
            at += 1
        language = directive and (directive[2] or directive[1]) or 'none'
        text = [line.replace('|qemu_system_x86|', EMULATOR)
                for line in lines[first:at]]
        yield make(page, first, language, text, marks, follows)
        marks, follows = {}, True


def markdown_blocks(page, lines):
    """The fenced and the indented blocks of a page."""
    at, marks, follows, blank = 0, {}, False, True
    while at < len(lines):
        line = lines[at]
        at += 1
        fence = re.match(r'```(\w*)', line)
        first = at
        if fence:
            while lines[at].rstrip() != '```':
                at += 1
            block = make(page, first, fence[1], lines[first:at], marks, follows)
            at += 1
        elif blank and line.startswith('    '):
            first -= 1
            while at < len(lines) and (not lines[at].strip() or
                                       lines[at].startswith('    ')):
                at += 1
            block = make(page, first, 'indented', lines[first:at], marks,
                         follows)
        else:
            blank = not line.strip()
            if not blank:
                follows = False
                take_mark(HTML_MARK.fullmatch(line), marks, f'{page}:{at}')
            continue
        yield block
        marks, follows, blank = {}, True, True


def names(top=TOP):
    """All pages, by their names in the checkout."""
    return ['README.md', 'CONTRIBUTING.md',
            *sorted(str(file.relative_to(top))
                    for file in (top / 'docs').rglob('*.rst'))]


def read(name, text):
    """The blocks of a page."""
    lines = text.splitlines()
    read_blocks = markdown_blocks if name.endswith('.md') else rst_blocks
    return [*read_blocks(name, lines), inline(name, text)]


def blocks(top=TOP):
    """The blocks of all pages, by page."""
    return {name: read(name, (top / name).read_text('utf-8'))
            for name in names(top)}


# A command in the text: a program of the build's or of this repository's
INLINE = re.compile(r'((\w+=("[^"]*"|\S*) )*(ninja |\./configure-overlay |'
                    r'build/qemu-system|(scripts|tests)/\S+ ).*)')


def inline(name, text):
    """The commands within the text of a page, in a block of their own."""
    quotes = '`' if name.endswith('.md') else '``'
    block = Block(name, 0, 'inline', [''], {})
    for match in re.finditer(rf'(?<!`){quotes}([^`]+){quotes}(?!`)', text):
        found = INLINE.fullmatch(' '.join(match[1].split()))
        if found:
            # The text may leave out where ninja runs.
            command = re.sub(r'^ninja (?!-)', 'ninja -C build ', found[1])
            block.add(SHELL, command, text[:match.start()].count('\n') + 1)
    return block


def stray(block):
    """Lines of a block of something else that look like commands."""
    if block.commands or block.language in OTHERS:
        return []
    return [line for line in block.lines if LOOKS_LIKE_ONE.match(line)]
