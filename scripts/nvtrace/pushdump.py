"""Dumps of pushbuffers in the format of valgrind-mmt, as the card's property
"pushdump" writes them.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import array
import collections
import re
import struct

from .common import opened

LINE = re.compile(
    r'--\d+-- (w \d+:0x[0-9a-f]+, 0x[0-9a-f]+ ?$|'
    r'create gpu object 0x[0-9a-f]+:0x[0-9a-f]+ type 0x[0-9a-f]+'
    r'(?: software)? ?$|'
    r'(submit|entry|control|reference|release|error) \d+:|lost )')
WORD = re.compile(r'--\d+-- w (\d+):0x[0-9a-f]+, 0x([0-9a-f]+)')
SUBMISSION = re.compile(r'--\d+-- (submit|entry) (\d+):')

# mmt has several words a line, the last one first
WORDS = re.compile(r'--\d+-- w (\d+):0x[0-9a-f]+, (.*)')
OBJECT = re.compile(r'--\d+-- create gpu object 0x[0-9a-f]+:0x([0-9a-f]+) '
                    r'type 0x([0-9a-f]+)( software)?')
RESULT = re.compile(r'--\d+-- (reference|release|error) (\d+):(.*)')
LOST = re.compile(r'--\d+-- lost (\d+)')


class Command:
    """The first word of a command."""

    def __init__(self, word, fermi):
        self.subchannel = word >> 13 & 7
        kind = word >> 29
        if fermi:
            self.count = word >> 16 & 0x1fff if kind in (1, 3, 5) else 0
            self.method = (word & 0xfff) << 2
            self.step = {1: self.count, 5: 1}.get(kind, 0)
        else:
            self.count = 0 if word & 0xa0030003 else word >> 18 & 0x7ff
            self.method = word & 0x1ffc
            self.step = 0 if word & 0x40000000 else self.count
        self.is_methods = fermi or not word & 0xa0030003


class ChannelDump:
    """What a dump has of one channel, in its order.

    words      all of its words
    objects    how many words come before, handle, class, software's or not
    results    of each kind what the channel has come to, as text
    """

    def __init__(self, objects):
        self.words = array.array('I')
        self.objects = [(0, *row) for row in objects]
        self.results = collections.defaultdict(list)


class Dump:
    """All of a dump.

    A card's own dump says what was submitted and what came of it; what a
    program has written, as mmt sees it, doesn't.  A handle's object is said
    once for all channels that have the same.
    """

    def __init__(self, lines):
        self.channels = {}
        self.objects = []
        self.lost = 0
        self.of_card = False
        for line in lines:
            match = WORDS.match(line)
            if match:
                found = [int(word, 16) for word in match[2].split(',')]
                self.channel(int(match[1])).words.extend(reversed(found))
            else:
                self.read_other(line)

    def channel(self, number):
        found = self.channels.get(number)
        if not found:
            found = self.channels[number] = ChannelDump(self.objects)
        return found

    def read_other(self, line):
        """A line that isn't of words."""
        if SUBMISSION.match(line):
            self.of_card = True
        elif match := OBJECT.match(line):
            row = int(match[1], 16), int(match[2], 16), bool(match[3])
            self.objects.append(row)
            for channel in self.channels.values():
                channel.objects.append((len(channel.words), *row))
        elif match := RESULT.match(line):
            self.channel(int(match[2])).results[match[1]].append(
                match[3].strip())
        elif match := LOST.match(line):
            self.lost += int(match[1])


def commands(words, fermi):
    """Where each command begins and ends that submits methods."""
    at = 0
    while at < len(words):
        command = Command(words[at], fermi)
        end = at + 1 + command.count
        if end > len(words):
            return
        if command.is_methods:
            yield at, end, command
        at = end


def raw_words(name, channel, submission):
    """Words of a channel's map, all or those behind one submission."""
    number = -1
    with opened(name) as dump:
        for line in dump:
            match = SUBMISSION.match(line)
            if match and int(match.group(2)) == channel:
                # An entry is what a PUT of entries submits.
                if match.group(1) == 'entry' or 'entries' not in line:
                    number += 1
                continue
            match = WORD.match(line)
            if match and int(match.group(1)) == channel and \
                    submission in (None, number):
                yield int(match.group(2), 16)


def write_raw(options):
    """The words themselves, of one channel, in a file."""
    count = 0
    with open(options.output, 'wb') as out:
        for word in raw_words(options.dump, options.channel,
                              options.submission):
            out.write(struct.pack('<I', word))
            count += 1
    print(f'{count} words')
    return 0 if count else 1
