"""What a command prints, and what the page says that it prints.

A page's "..." stands for anything, a line of it alone for lines, and a line
that is indented further goes on with the one before it.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import re

# What differs from run to run: seconds, and addresses of 64 bits
CHANGES = ((r'\[ *\d+\.\d+( s)?\]', r'\[ *\d+\.\d+\1\]'),
           (r'\b[0-9a-f]{16}\b', '[0-9a-f]{16}'))


def join(lines):
    """A page's lines as they were printed, without blank ones.

    Lines that are indented like the first of their output belong to none.
    """
    joined = []
    margin = None
    for line in lines:
        if not line.strip():
            continue
        indent = len(line) - len(line.lstrip())
        if margin is None:
            margin = indent
        if indent > margin and joined and joined[-1] != '...':
            joined[-1] += ' ' + line.strip()
        else:
            joined.append(line.strip())
    return joined


def pattern(line, changes=()):
    """An expression for what a page's line may stand for."""
    text = r'\s+'.join(re.escape(word) if word != '...' else '.*'
                       for word in line.split())
    for found, instead in changes:
        text = re.sub(found, lambda _: instead, text)
    return re.compile(text.replace(r'\s+.*', r'\s*.*'))


def squeeze(text):
    return ' '.join(text.split())


def missing(expected, printed, shortened=False, changes=()):
    """The first of a page's lines that wasn't printed, or None.

    Lines have to follow each other as on the page, unless that is SHORTENED.
    """
    printed = [squeeze(line) for line in printed if line.strip()]
    at, gap = 0, shortened
    for line in join(expected):
        if line == '...':
            gap = True
            continue
        wanted = pattern(line, changes)
        found = next((i for i in range(at, len(printed))
                      if wanted.fullmatch(printed[i])), None)
        if found is None or (found > at and not gap):
            return line
        at, gap = found + 1, shortened
    if at < len(printed) and not gap:
        return f'(nothing), but there is more: {printed[at]}'
    return None
