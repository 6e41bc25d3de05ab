"""The lines of a time line, as hw/nv/debug/timeline.c writes them.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import collections
from dataclasses import dataclass

MAGIC = 'nv-timeline'
VERSION = 1

# What a line has behind the time and the kind; the name may have spaces
FIELDS = 6

# No line of a time line is as long
LONGEST = 1 << 20


class TimelineError(Exception):
    """A file that isn't a time line, or has lines that aren't of one."""


@dataclass
class Event:
    """Something that has happened, at a time in ns."""

    time: int
    kind: str
    chid: int = -1
    unit: int = 0
    method: int = 0
    address: int = 0
    size: int = 0
    data: int = 0
    name: str = ''


@dataclass
class Recording:
    """What was read: the card's name, events in their order, gaps."""

    card: str
    events: list
    lost: int


def parse_event(line):
    """An event, or None if the line is none."""
    words = line.split(' ', 2 + FIELDS)
    if len(words) < 2 + FIELDS:
        return None
    try:
        return Event(int(words[0]), words[1], int(words[2]),
                     *(int(word, 16) for word in words[3:2 + FIELDS]),
                     *words[2 + FIELDS:])
    except ValueError:
        return None


def read(lines, last=None):
    """Read a whole time line, or the end of one, as a ring buffer has it.

    The first line of such an end, and the last one of a machine that was
    killed, may be cut.  With LAST, only so many events are kept, the others
    count as lost: millions of lines are looked at, but not taken apart.
    """
    card, lost, wrong, number = '', 0, [], -1
    kept, seen = collections.deque(maxlen=last), 0
    for number, line in enumerate(lines):
        if len(line) >= LONGEST:
            raise TimelineError(f'line {number + 1} is too long: this is no '
                                'time line')
        if line[:1].isdigit():
            kept.append((number, line))
            seen += 1
            continue
        words = line.split()
        if words[:1] == [MAGIC] and len(words) == 3:
            if words[1] != str(VERSION):
                raise TimelineError(f'line {number + 1}: version {words[1]} '
                                    'is of another emulator')
            card = words[2]
        elif words[:1] == ['lost'] and len(words) == 2 and words[1].isdigit():
            lost += int(words[1])
        elif words:
            wrong.append(number)
    lost += seen - len(kept)
    events = []
    for place, line in kept:
        event = parse_event(line.rstrip('\n'))
        if event:
            events.append(event)
        else:
            wrong.append(place)
    check(sorted(set(wrong) - {0, number}))
    if not card and not events:
        raise TimelineError('it isn\'t a time line')
    return Recording(card, events, lost)


def check(wrong):
    """Complain about the numbers of lines that aren't of a time line."""
    if wrong:
        raise TimelineError(f'line {wrong[0] + 1} isn\'t one of a time line'
                            + (f', and {len(wrong) - 1} others aren\'t'
                               if len(wrong) > 1 else ''))
