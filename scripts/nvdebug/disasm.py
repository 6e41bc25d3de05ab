"""A disassembler for pushbuffers.

It is written from the specification of the DMA pusher ("The commands") and
NVIDIA's class headers 506F and 906F, and not from the emulator's decoder, so
that the two can be compared.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import itertools
from collections import namedtuple

from .chipsets import since

# The kinds of commands
METHODS = 'methods'
IMMEDIATE = 'immediate'
JUMP = 'jump'
OLD_JUMP = 'old-jump'
CALL = 'call'
RETURN = 'return'
SLI = 'sli'                    # before Fermi: methods for cards of a mask
SET_MASK = 'set-mask'          # Fermi: the same by three commands
STORE_MASK = 'store-mask'
USE_MASK = 'use-mask'
END = 'end-segment'
NOP = 'nop'
RESERVED = 'reserved'

# The steps from one method to the next
INCREASING = 'inc'
NON_INCREASING = 'non-inc'
INCREASE_ONCE = 'inc-once'

# What has the reader go on elsewhere, for good
LEAVES = (JUMP, OLD_JUMP, RETURN)

# More alike, one after another, are shown as the first and the last
ALIKE_SHOWN = 4

MTHD_SPACE = {False: 0x2000, True: 0x4000}


def bits(word, high, low):
    """A field of a word."""
    return (word >> low) & ((1 << (high - low + 1)) - 1)


# A method with its parameter, at the address of that
Method = namedtuple('Method', 'address method data')


# dataclasses would take as long to import as all of the debugger.
class Command:
    """A command: its words, and what they say."""

    subchannel = None
    method = None
    step = None
    count = 0
    old_form = False            # Fermi: in the form of the cards before
    long_form = False           # NV50: the count is in the second word
    target = None               # of jumps and calls
    mask = None                 # of subdevices

    def __init__(self, address, kind, words, **said):
        self.address = address
        self.kind = kind
        self.words = words
        self.methods = []
        vars(self).update(said)

    @property
    def missing(self):
        """How many parameters are missing behind the last word."""
        return self.count - len(self.methods)

    @property
    def end(self):
        """The address behind the command's last word."""
        return self.address + 4 * len(self.words)


class Form:
    """The commands that a channel of a card has.

    CHIP is the register database's name. IB: the channel's pushbuffer comes in
    pieces that a ring of entries names (NV50 and later; always on Fermi). SLI:
    the conditional command is enabled, before Fermi.
    """

    def __init__(self, chip, ib=False, sli=False):
        self.fermi = since(chip, 'GF100')
        self.ib = ib or self.fermi
        self.sli = sli and since(chip, 'NV40')
        self.non_increasing = since(chip, 'NV10')
        # NV1A comes before NV11 and has them, too
        self.calls = since(chip, 'NV1A') and not self.ib
        self.old_jumps = since(chip, 'NV4') and not self.ib
        self.long = self.ib and since(chip, 'G80')
        self.space = MTHD_SPACE[self.fermi]

    # One command

    def first_word(self, address, word):
        """The command that a word begins, without its parameters."""
        read = self._read_fermi if self.fermi else self._read_old
        command = read(word)
        command.address = address
        command.words = [word]
        return command

    def _read_old(self, word):
        # 000CCCCCCCCCCC00SSSMMMMMMMMMMM00 - increasing methods
        # 010CCCCCCCCCCC00SSSMMMMMMMMMMM00 - non-increasing methods
        if not bits(word, 1, 0) and not bits(word, 17, 16):
            steps = {0: INCREASING}
            if self.non_increasing:
                steps[2] = NON_INCREASING
            if bits(word, 31, 29) in steps:
                return self._old_methods(word, steps[bits(word, 31, 29)])
        # 0000000000000001MMMMMMMMMMMM0000 - SLI conditional
        if self.sli and bits(word, 31, 16) == 1 and not bits(word, 3, 0):
            return Command(0, SLI, [], mask=bits(word, 15, 4))
        # 00000000000000100000000000000000 - return
        if self.calls and word == 0x00020000:
            return Command(0, RETURN, [])
        # 0000000000000011SSSMMMMMMMMMMM00 - long non-increasing methods
        if self.long and bits(word, 31, 16) == 3 and not bits(word, 1, 0):
            return Command(0, METHODS, [], subchannel=bits(word, 15, 13),
                           method=bits(word, 12, 2) * 4, step=NON_INCREASING,
                           long_form=True)
        # 001JJJJJJJJJJJJJJJJJJJJJJJJJJJ00 - old jump
        if self.old_jumps and bits(word, 31, 29) == 1 and not bits(word, 1, 0):
            return Command(0, OLD_JUMP, [], target=bits(word, 28, 2) * 4)
        # JJJJJJJJJJJJJJJJJJJJJJJJJJJJJJ01 - jump, 10 - call
        if self.calls and bits(word, 1, 0) in (1, 2):
            kind = JUMP if bits(word, 1, 0) == 1 else CALL
            return Command(0, kind, [], target=bits(word, 31, 2) * 4)
        return Command(0, RESERVED, [])

    @staticmethod
    def _old_methods(word, step):
        count = bits(word, 28, 18)
        if word == 0:
            return Command(0, NOP, [])
        return Command(0, METHODS, [], subchannel=bits(word, 15, 13),
                       method=bits(word, 12, 2) * 4, step=step, count=count)

    def _read_fermi(self, word):
        operation = bits(word, 31, 29)
        if operation in (0, 2):
            return self._read_group(word, operation)
        if operation in (1, 3, 5):
            step = {1: INCREASING, 3: NON_INCREASING, 5: INCREASE_ONCE}
            return Command(0, METHODS, [], subchannel=bits(word, 15, 13),
                           method=bits(word, 11, 0) * 4, step=step[operation],
                           count=bits(word, 28, 16))
        if operation == 4:
            return Command(0, IMMEDIATE, [], subchannel=bits(word, 15, 13),
                           method=bits(word, 11, 0) * 4)
        return Command(0, END if operation == 7 else RESERVED, [])

    def _read_group(self, word, operation):
        """Fermi's old forms, and TERT_OP's other values."""
        tertiary = bits(word, 17, 16)
        if tertiary == 0:
            step = INCREASING if operation == 0 else NON_INCREASING
            command = self._old_methods(word, step)
            command.old_form = command.kind == METHODS
            return command
        if operation == 2:
            return Command(0, RESERVED, [])
        kind = {1: SET_MASK, 2: STORE_MASK, 3: USE_MASK}[tertiary]
        return Command(0, kind, [],
                       mask=None if kind == USE_MASK else bits(word, 15, 4))

    # What follows the first word

    def method_at(self, command, index):
        """The number of a command's method, which wraps at the last."""
        if command.step == INCREASING:
            offset = index
        else:
            offset = int(command.step == INCREASE_ONCE and index > 0)
        return (command.method + 4 * offset) % self.space

    def commands(self, address, words):
        """The commands that some words consist of.

        The last one may have parameters missing. It goes on behind jumps and
        calls with the word that follows in memory: the path is the reader's.
        """
        at = 0
        while at < len(words):
            command = self.first_word(address + 4 * at, words[at])
            at += 1
            if command.long_form:
                if at == len(words):
                    yield command
                    return
                command.count = bits(words[at], 23, 0)
                command.words.append(words[at])
                at += 1
            if command.kind == IMMEDIATE:
                command.count = 1
                command.methods.append(
                    Method(command.address, command.method,
                           bits(command.words[0], 28, 16)))
            elif command.kind == METHODS:
                for index, word in enumerate(words[at:at + command.count]):
                    command.methods.append(
                        Method(address + 4 * (at + index),
                               self.method_at(command, index), word))
                    command.words.append(word)
                at += command.count
            yield command


# Entries of the ring

class Entry(namedtuple('Entry', 'address words flags control',
                       defaults=[None])):
    """An entry of IB mode's ring: a piece of the pushbuffer, or a control."""

    def __str__(self):
        flags = ''.join(f' {flag}' for flag in self.flags)
        if self.control:
            return f'control {self.control}{flags}'
        return f'0x{self.address:010x}, {self.words} words{flags}'


def entry(chip, low, high):
    """Decode two words of the ring; source: 506F, 906F, GP_ENTRY."""
    if not since(chip, 'GF100'):
        flags = [('UNK40', bits(high, 8, 8)), ('NOT_MAIN', bits(high, 9, 9))]
        return Entry(bits(low, 31, 2) * 4 | bits(high, 7, 0) << 32,
                     bits(high, 31, 10), _named(flags))
    length = bits(high, 30, 10)
    flags = [('CONDITIONAL', bits(low, 0, 0)),
             ('NO_CONTEXT_SWITCH', bits(low, 1, 1)),
             ('PRIV', bits(high, 8, 8)),
             ('SUBROUTINE', bits(high, 9, 9)),
             ('SYNC_WAIT', bits(high, 31, 31))]
    if length:
        return Entry(bits(low, 31, 2) * 4 | bits(high, 7, 0) << 32, length,
                     _named(flags))
    controls = {0: 'NOP', 1: 'ILLEGAL', 2: f'GP_CRC 0x{low:08x}',
                3: f'PB_CRC 0x{low:08x}'}
    opcode = bits(high, 7, 0)
    return Entry(0, 0, (), controls.get(opcode, f'0x{opcode:02x}'))


def _named(flags):
    return tuple(name for name, is_set in flags if is_set)


# Text

def squeezed(blocks):
    """Lines of commands, where many alike are the first and the last one."""
    for _, group in itertools.groupby(blocks, lambda block: _kind(block[0])):
        group = [lines for _, lines in group]
        if len(group) > ALIKE_SHOWN:
            words = sum(map(len, group[1:-1]))
            group[1:-1] = [[f'   ... {len(group) - 2} more, {words} words']]
        for lines in group:
            yield from without_runs(lines)


def _kind(command):
    """What commands that look alike have in common, but for their data."""
    return (command.kind, command.subchannel, command.method, command.step,
            command.count, command.target, command.mask)


def without_runs(lines):
    """A command's lines, without the middle of a run of one method."""
    for _, run in itertools.groupby(lines, _method_of):
        run = list(run)
        if len(run) > ALIKE_SHOWN:
            run[1:-1] = [f'   ... {len(run) - 2} more']
        yield from run


def _method_of(line):
    """A line's method, without its address and data."""
    return line[len('=> 0x00000000  00000000'):].partition(' = ')[0]


class Listing:
    """Commands as text, with the names of classes, methods and values.

    NAMES is a names.Names, BOUND the class of each subchannel, where it is
    known, and RESOLVE gives the class of an object's handle, or None.
    """

    def __init__(self, form, names, bound=None, resolve=None):
        self.form = form
        self.names = names
        self.bound = dict(bound or {})
        self.resolve = resolve or (lambda handle: None)

    def lines(self, address, words, marks=()):
        """Lines for some words; "=>" stands before addresses of MARKS."""
        for _, lines in self.blocks(address, words, marks):
            yield from lines

    def blocks(self, address, words, marks=()):
        """Each command of some words, with its lines."""
        for command in self.form.commands(address, words):
            lines = [f'{"=>" if at in marks else "  "} 0x{at:08x}  {word:08x}  '
                     f'{text}' for at, word, text in self._lines_of(command)]
            if command.missing > 0:
                lines.append(f'   {command.missing} more words')
            yield command, lines

    def _lines_of(self, command):
        word = command.words[0]
        if command.kind == IMMEDIATE:
            said = self._method(command, command.methods[0])
            yield (command.address, word, f'sc{command.subchannel} imm  {said}')
            return
        if command.kind != METHODS:
            yield command.address, word, self._control(command)
            return
        name = self.names.method(self.bound.get(command.subchannel),
                                 command.method)
        form = ' old' if command.old_form else ''
        count = 'long' if command.long_form else command.count
        yield (command.address, word,
               f'sc{command.subchannel} {command.step}{form} {count}  {name}')
        if command.long_form and len(command.words) > 1:
            yield command.address + 4, command.words[1], f'  {command.count}'
        for method in command.methods:
            yield (method.address, method.data,
                   f'  {self._method(command, method)}')

    def _control(self, command):
        if command.target is not None:
            return f'{command.kind} 0x{command.target:08x}'
        if command.mask is not None:
            return f'{command.kind} 0x{command.mask:03x}'
        return command.kind

    def _method(self, command, method):
        subchannel, data = command.subchannel, method.data
        if method.method == 0:
            return self._bind(subchannel, data)
        return self.names.method_value(self.bound.get(subchannel),
                                       method.method, data)

    def _bind(self, subchannel, data):
        """Method 0: binds another object to the subchannel."""
        number = data & 0xffff if self.form.fermi else self.resolve(data)
        self.bound[subchannel] = number
        name = self.names.method(None, 0)
        if number is None:
            return f'{name} = 0x{data:08x}'
        return f'{name} = 0x{data:08x} {self.names.class_name(number)}'
