"""What a command prints, and what the page says that it prints.

A page's "..." stands for anything, a line of it alone for lines, and a line
that is indented by four more goes on with the one before it.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import re

# What a line that goes on is indented by
FURTHER = 4


def join(lines):
    """A page's lines as they were printed, without blank ones."""
    joined = []
    margin = None
    for line in lines:
        if not line.strip():
            continue
        indent = len(line) - len(line.lstrip())
        if margin is None:
            margin = indent
        if indent >= margin + FURTHER and joined and joined[-1] != '...':
            joined[-1] += ' ' + line.strip()
        else:
            joined.append(line.strip())
    return joined


def pattern(line):
    """An expression for what a page's line may stand for."""
    text = r'\s+'.join(re.escape(word) if word != '...' else '.*'
                       for word in line.split())
    return re.compile(text.replace(r'\s+.*', r'\s*.*'))


def squeeze(text):
    return ' '.join(text.split())


def missing(expected, printed, shortened=False):
    """The first of a page's lines that wasn't printed, or None.

    Lines have to follow each other as on the page, unless that is SHORTENED.
    """
    printed = [squeeze(line) for line in printed if line.strip()]
    at, gap = 0, shortened
    for line in join(expected):
        if line == '...':
            gap = True
            continue
        wanted = pattern(line)
        found = next((i for i in range(at, len(printed))
                      if wanted.fullmatch(printed[i])), None)
        if found is None or (found > at and not gap):
            return line
        at, gap = found + 1, shortened
    if at < len(printed) and not gap:
        return f'(nothing), but there is more: {printed[at]}'
    return None
