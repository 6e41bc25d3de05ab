"""The recipes of docs/own-driver.rst, and a guest that does what one says.

The guest is what the manual's my.elf may be: a multiboot kernel of 32 bits,
which finds the card, makes the accesses, and halts.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import re
import struct
from pathlib import Path

PAGE = Path(__file__).resolve().parents[3] / 'docs' / 'own-driver.rst'

LINE = re.compile(r'  (PCI|BAR0|RAM) +(0x[0-9a-f]+)(?:\.\.(0x[0-9a-f]+))? +'
                  r'(=?)(0x[0-9a-f]{8})(?:  .*)?')
MORE = re.compile(r' {40}\S.*')


def read(page=PAGE):
    """The recipes of the page by their cards: lists of accesses.

    An access is (place, first address, last address or None, whether it reads,
    value).
    """
    text = page.read_text('utf-8')
    recipes = {}
    for card, block in re.findall(r'^\.\. recipe: (\w+)\n\n'
                                  r'\.\. code-block:: none\n\n'
                                  r'((?:  .*\n|\n)+)', text, re.M):
        recipes[card] = []
        for line in block.splitlines():
            match = LINE.fullmatch(line)
            if match:
                place, first, last, reads, value = match.groups()
                recipes[card].append((place, int(first, 16),
                                      last and int(last, 16), bool(reads),
                                      int(value, 16)))
            elif line and not MORE.fullmatch(line):
                raise ValueError(f'{page.name}: what is "{line}"?')
    return recipes


# Where the guest is loaded, which is below what the recipes use
LOAD = 0x100000
# What EDI says at the end: all was as it should be, or a read wasn't
GOOD = 0x600d
BAD = 0xbad
# How often a register is read until it has the value: it may take a while
PATIENCE = 1000000

MULTIBOOT = 0x1badb002


def word(value):
    return struct.pack('<I', value & 0xffffffff)


def find_card():
    """Code: EBX is the configuration space of NVIDIA's card."""
    return (b'\xfa\xfc\xbb' + word(0x80000000) +    # cli; cld; mov ebx
            b'\x89\xd8\x66\xba\xf8\x0c\xef'         # outl 0xcf8, ebx
            b'\xb2\xfc\xed'                         # inl 0xcfc
            b'\x66\x3d\xde\x10\x74\x0a'             # is it 0x10de?
            b'\x81\xc3' + word(0x800) +             # no: the next device
            b'\xeb\xe8\x90\x90')


def find_bar0():
    """Code: ESI is where BAR0 is."""
    return (b'\x8d\x43\x10\x66\xba\xf8\x0c\xef'     # outl 0xcf8, ebx + 0x10
            b'\xb2\xfc\xed'                         # inl 0xcfc
            b'\x83\xe0\xf0\x89\xc6')                # esi = eax & ~0xf


def ending(status):
    """Code: halt for good."""
    return b'\xbf' + word(status) + b'\xf4\xeb\xfd'


def access(place, first, last, reads, value):
    """Code for one access of a recipe."""
    if place == 'PCI':
        return (b'\x8d\x83' + word(first) +         # outl 0xcf8, ebx + first
                b'\x66\xba\xf8\x0c\xef'
                b'\xb2\xfc\xb8' + word(value) + b'\xef')
    if reads:
        compare = b'\x81\xbe' + word(first) + word(value)   # cmp [esi + first]
        return (b'\xb9' + word(PATIENCE) + compare +        # mov ecx
                b'\x74' + bytes([2 + len(ending(BAD))]) +   # je: go on
                b'\xe2' + struct.pack('b', -len(compare) - 4) + ending(BAD))
    if last:
        return (b'\x8d\xbe' + word(first) +         # lea edi, [esi + first]
                b'\xb9' + word((last + 1 - first) // 4) +
                b'\xb8' + word(value) + b'\xf3\xab')
    if place == 'RAM':
        return b'\xc7\x05' + word(first) + word(value)
    return b'\xc7\x86' + word(first) + word(value)


def guest(accesses):
    """An ELF file: a kernel that makes the accesses."""
    header = word(MULTIBOOT) + word(0) + word(-MULTIBOOT)
    code = (find_card() + find_bar0() +
            b''.join(access(*each) for each in accesses) + ending(GOOD))
    size = 52 + 32
    image = header + code
    elf = struct.pack('<4sBBBx8xHHIIIIIHHHHHH', b'\x7fELF', 1, 1, 1, 2, 3, 1,
                      LOAD + len(header), 52, 0, 0, 52, 32, 1, 40, 0, 0)
    program = struct.pack('<8I', 1, size, LOAD, LOAD, len(image), len(image),
                          7, 4)
    return elf + program + image


def changed(accesses, changes):
    """A recipe with other values, by place and address."""
    return [(*one[:4], changes.get(one[:2], one[4])) for one in accesses]
