"""Counts the lines of a trace, and finds those that belong to none.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import collections

from .common import opened
from .mmiotrace import OTHERS, PCIDEV, parse_access, parse_card
from .pushdump import LINE


def shown(line):
    """An arbitrary line, made safe for a terminal."""
    line = line.encode('unicode_escape').decode('ascii')
    return line if len(line) <= 200 else line[:200] + '...'


def check(options):
    """Counts lines by kind; unknown ones are shown."""
    kinds = collections.Counter()
    wrong = 0
    card = None
    with opened(options.trace) as trace:
        for number, line in enumerate(trace, 1):
            line = line.rstrip('\n')
            match = LINE.match(line)
            access = parse_access(line)
            card = parse_card(line) or card
            if match:
                kinds[match.group(1).split()[0]] += 1
            elif access and card:
                kinds[access.kind] += 1
                if card.find(access.address)[0] is None:
                    kinds['outside the BARs'] += 1
                    wrong += 1
            elif PCIDEV.match(line) or OTHERS.match(line):
                kinds[line.split()[0]] += 1
            else:
                wrong += 1
                if wrong <= 10:
                    print(f'{options.trace}:{number}: {shown(line)}')
    for kind, count in sorted(kinds.items()):
        print(f'{count:10} {kind}')
    print(f'{wrong:10} lines that no tool would read')
    return 1 if wrong or not kinds else 0
