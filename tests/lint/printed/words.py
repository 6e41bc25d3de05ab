"""What the shell makes of lines.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import re
import shlex
from dataclasses import dataclass, field

HERE = re.compile(r'<<-?\s*([\'"]?)(\w+)\1')
ASSIGNMENT = re.compile(r'(\w+)=(.*)', re.S)
OPERATORS = '&&', '||', ';', '|', '&', '(', ')', ';;'
# Words in front of a command that leave it one
KEYWORDS = 'do', 'then', 'else', 'until', 'while', 'if', '!', '{', 'exec'
# Words that end a list
ENDS = 'done', 'fi', 'esac', '}'


@dataclass
class Simple:
    """One program with its words."""

    words: list[str]
    environment: dict[str, str] = field(default_factory=dict)
    # Files that the shell opens for it: (">", "log")
    files: list[tuple[str, str]] = field(default_factory=list)

    @property
    def program(self):
        return self.words[0] if self.words else ''


def here_document(text):
    """A text up to the end of the first line, and the rest if that is a
    document for it: its last word.
    """
    match = HERE.search(text.partition('\n')[0])
    return match and match[2]


def complete(text):
    """Whether it is a whole command, and not the beginning of one."""
    last = here_document(text)
    if last:
        return last in text.split('\n')[1:]
    if text.endswith('\\'):
        return False
    try:
        shlex.split(text, comments=True)
    except ValueError:
        return False
    return True


def commands(lines):
    """Commands, with the numbers of their lines from 0."""
    at = 0
    while at < len(lines):
        first, text = at, lines[at]
        at += 1
        if not text.strip() or text.lstrip().startswith('#'):
            continue
        while at < len(lines) and not complete(text):
            text += '\n' + lines[at]
            at += 1
        yield first, text


def tokens(text):
    """The words and operators of a command, without its document."""
    if here_document(text):
        text = text.partition('\n')[0]
    lexer = shlex.shlex(text.replace('\\\n', ' '), posix=True,
                        punctuation_chars=True)
    lexer.whitespace_split = True
    lexer.commenters = '#'
    return list(lexer)


def simple(text):
    """The programs that a command starts, in order."""
    found = []
    current = Simple([])
    rest = tokens(text)
    while rest:
        token = rest.pop(0)
        if re.fullmatch(r'[<>&|]*[<>][<>&|]*', token):
            if current.words and current.words[-1] in ('1', '2'):
                current.words.pop()
            if rest:
                current.files.append((token, rest.pop(0)))
        elif token in OPERATORS:
            found.append(current)
            current = Simple([])
        elif not current.words and (token in KEYWORDS or token in ENDS):
            pass
        elif not current.words and ASSIGNMENT.fullmatch(token):
            name, value = ASSIGNMENT.fullmatch(token).groups()
            current.environment[name] = value
        else:
            current.words.append(token)
    found.append(current)
    return [one for one in found if one.words or one.environment]


def goes_on(text):
    """Whether the shell doesn't wait for a command."""
    return tokens(text)[-1:] == ['&']
