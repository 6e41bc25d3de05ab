"""Changes that make no difference, each with the reason.

SPDX-License-Identifier: GPL-2.0-or-later
"""

from pathlib import Path

FILE = Path(__file__).parent / 'equivalent.txt'


def read():
    """{change: reason}: lines of a change, then those of the reason."""
    found = {}
    change, reason = [], []

    def keep():
        if change:
            found[' '.join(change)] = ' '.join(reason)

    for line in FILE.read_text('utf-8').splitlines():
        if line.startswith('#') or not line.strip():
            continue
        if line.startswith(' '):
            reason.append(line.strip())
            continue
        if reason:
            keep()
            change, reason = [], []
        change.append(line.strip())
    keep()
    return found
