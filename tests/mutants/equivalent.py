"""Changes that make no difference, each with the reason.

SPDX-License-Identifier: GPL-2.0-or-later
"""

from pathlib import Path

FILE = Path(__file__).parent / 'equivalent.txt'


def read():
    """{change: reason}: a change is the line that it begins with."""
    found = {}
    change = None
    for line in FILE.read_text('utf-8').splitlines():
        if line.startswith('#') or not line.strip():
            continue
        if line.startswith(' '):
            found[change] = f'{found[change]} {line.strip()}'.strip()
        else:
            change = line.strip()
            found[change] = ''
    return found
