"""Dumps of pushbuffers in the format of valgrind-mmt: reading and writing them.

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
    """A command, some of whose words have arrived."""

    def __init__(self, word, fermi):
        self.word = word
        self.subchannel = word >> 13 & 7
        self.words = []
        self.shift = 16 if fermi else 18
        self.mask = 0x1fff if fermi else 0x7ff
        self.count = word >> self.shift & self.mask
        kind = word >> 29
        if fermi:
            self.method = (word & 0xfff) << 2
            self.step = {1: self.count, 5: 1}.get(kind, 0)
            if kind not in (1, 3, 5):
                self.count = 0
        else:
            self.method = word & 0x1ffc
            self.step = 0 if word & 0x40000000 else self.count
            if word & 0xa0030003:
                self.count = 0
        self.is_methods = fermi or not word & 0xa0030003

    def takes(self, subchannel, method):
        """It is the next of its methods."""
        if len(self.words) == self.count:
            return False
        wanted = self.method + 4 * min(len(self.words), self.step)
        return subchannel == self.subchannel and method == wanted

    def complete(self):
        """All words, or a shorter command that has those there are."""
        header = self.word
        if len(self.words) != self.count:
            header &= ~(self.mask << self.shift)
            header |= len(self.words) << self.shift
        return [header, *self.words]


class DumpWriter:
    """Words in valgrind-mmt's form, each channel in its own map."""

    def __init__(self, out, fermi):
        self.out = out
        self.fermi = fermi
        self.addresses = collections.Counter()
        self.waiting = collections.defaultdict(collections.deque)
        self.handles = {}
        self.known = set()

    def word(self, channel, word):
        address = self.addresses[channel]
        self.out.write(f'--0000-- w {channel}:0x{address:08x}, '
                       f'0x{word:08x}\n')
        self.addresses[channel] += 4

    def command(self, channel, word):
        self.waiting[channel].append(Command(word, self.fermi))
        self.drain(channel)

    def method(self, channel, subchannel, method, data):
        """Of the oldest command that it fits; those before it got no more."""
        waiting = self.waiting[channel]
        for number, command in enumerate(waiting):
            if command.takes(subchannel, method):
                for _ in range(number):
                    self.done(channel, waiting.popleft())
                command.words.append(data)
                if method == 0:
                    self.handles[channel, subchannel] = data
                self.drain(channel)
                return

    def bind(self, channel, subchannel, class_):
        handle = self.handles.get((channel, subchannel))
        if handle is not None and (handle, class_) not in self.known:
            self.known.add((handle, class_))
            self.out.write(f'--0000-- create gpu object 0x{channel:08x}:'
                           f'0x{handle:08x} type 0x{class_:04x}\n')

    def drain(self, channel):
        waiting = self.waiting[channel]
        while waiting and len(waiting[0].words) == waiting[0].count:
            self.done(channel, waiting.popleft())

    def done(self, channel, command):
        if command.is_methods:
            for word in command.complete():
                self.word(channel, word)

    def end(self):
        for channel, waiting in self.waiting.items():
            while waiting:
                self.done(channel, waiting.popleft())


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
