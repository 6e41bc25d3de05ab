"""A kernel's image whose kernel needs no unpacking.

Some distributions' kernels are compressed so well that a translated processor
unpacks them for as long as it then takes to start them.  What is made here
boots in the same way, up to that: the image's own code for the processor's real
mode asks the firmware for memory and the text screen, and goes on in protected
mode.  There it finds no unpacker, but the kernel where it has to be, and a few
instructions which enter it as Documentation/arch/x86/boot.rst, "64-bit boot
protocol", wants it.  The kernel is where it was linked for, as with "nokaslr".

SPDX-License-Identifier: GPL-2.0-or-later
"""

import lzma
import struct
from dataclasses import dataclass

from . import image
from .architectures import AMD64

# Of the setup header (Documentation/arch/x86/boot.rst)
SETUP_SECTS_AT = 0x1f1
SYSSIZE_AT = 0x1f4
PROTOCOL_AT = 0x206
CODE32_START_AT = 0x214
PAYLOAD_AT = 0x248
# The first one with a payload
PROTOCOL = 0x208
SECTOR = 512
PARAGRAPH = 16

XZ = b'\xfd7zXZ\0'
ELF = b'\x7fELF\2\1'
PT_LOAD = 1

# Where protected mode begins
BASE = 0x100000
PAGE = 0x1000
# What a page table's page maps 1:1
GIGABYTES = 4
LARGE_PAGE = 2 << 20
PRESENT_WRITABLE = 3
LARGE = 0x80

CODE_SELECTOR, DATA_SELECTOR = 0x10, 0x18
GDT = struct.pack('<4Q', 0, 0, 0x00af9a000000ffff, 0x00cf92000000ffff)


@dataclass
class Segment:
    """What has to be in memory before the kernel is entered."""

    address: int
    data: bytes


def word(image_, at, kind='<I'):
    return struct.unpack_from(kind, image_, at)[0]


def setup_size(bzimage):
    """Bytes of the part for the processor's real mode."""
    return ((bzimage[SETUP_SECTS_AT] or 4) + 1) * SECTOR


def payload(bzimage):
    """What the image's unpacker unpacks, or nothing."""
    if (bzimage[image.MAGIC_AT:image.MAGIC_AT + 4] != image.MAGIC or
            word(bzimage, PROTOCOL_AT, '<H') < PROTOCOL or
            word(bzimage, CODE32_START_AT) != BASE):
        return b''
    offset, size = struct.unpack_from('<II', bzimage, PAYLOAD_AT)
    return bzimage[setup_size(bzimage) + offset:][:size]


def segments(elf):
    """A kernel's segments, with physical addresses, and where it begins."""
    entry, headers = struct.unpack_from('<QQ', elf, 24)
    size, count = struct.unpack_from('<HH', elf, 54)
    found = []
    for at in range(headers, headers + count * size, size):
        kind, _, offset, _, address, length = struct.unpack_from('<IIQQQQ',
                                                                 elf, at)
        if kind == PT_LOAD and length:
            found.append(Segment(address, elf[offset:offset + length]))
    return found, entry


def page_tables(address):
    """A PML4, a table of gigabytes, and their tables of large pages."""
    tables = [[address + PAGE | PRESENT_WRITABLE],
              [address + (2 + i) * PAGE | PRESENT_WRITABLE
               for i in range(GIGABYTES)]]
    pages = [i * LARGE_PAGE | LARGE | PRESENT_WRITABLE
             for i in range(GIGABYTES * 512)]
    tables += [pages[i:i + 512] for i in range(0, len(pages), 512)]
    return b''.join(struct.pack(f'<{len(table)}Q', *table).ljust(PAGE, b'\0')
                    for table in tables)


def long_mode(gdt, tables, entry):
    """From 32 bits to the kernel's entry; ESI has the boot parameters."""
    code = b''.join([
        b'\xfa',                                        # cli
        b'\x0f\x01\x15', struct.pack('<I', gdt),        # lgdt GDT
        b'\x0f\x20\xe0',                                # mov %cr4, %eax
        b'\x83\xc8\x20',                                # or $PAE, %eax
        b'\x0f\x22\xe0',                                # mov %eax, %cr4
        b'\xb8', struct.pack('<I', tables),             # mov $TABLES, %eax
        b'\x0f\x22\xd8',                                # mov %eax, %cr3
        b'\xb9\x80\x00\x00\xc0',                        # mov $EFER, %ecx
        b'\x0f\x32',                                    # rdmsr
        b'\x0d\x00\x01\x00\x00',                        # or $LME, %eax
        b'\x0f\x30',                                    # wrmsr
        b'\x0f\x20\xc0',                                # mov %cr0, %eax
        b'\x0d\x01\x00\x00\x80',                        # or $PG | PE, %eax
        b'\x0f\x22\xc0'])                               # mov %eax, %cr0
    code += struct.pack('<BIH', 0xea, BASE + len(code) + 7, CODE_SELECTOR)
    return code + b''.join([                            # ljmp, to 64 bits
        b'\xb8', struct.pack('<I', DATA_SELECTOR),      # mov $DATA, %eax
        b'\x8e\xd8\x8e\xc0\x8e\xd0',                    # mov to %ds, %es, %ss
        b'\x89\xf6',                                    # mov %esi, %esi
        b'\xb8', struct.pack('<I', entry),              # mov $ENTRY, %eax
        b'\xff\xe0'])                                   # jmp *%rax


def protected_mode(elf):
    """All that is from BASE on: the way into the kernel, and the kernel."""
    found, entry = segments(elf)
    gdt, tables = BASE + PAGE // 2, BASE + PAGE
    memory = bytearray(PAGE)
    code = long_mode(gdt, tables, entry)
    memory[:len(code)] = code
    descriptor = struct.pack('<HI', len(GDT) - 1, gdt + 8)
    memory[gdt - BASE:gdt - BASE + 8 + len(GDT)] = (
        descriptor.ljust(8, b'\0') + GDT)
    memory += page_tables(tables)
    for segment in sorted(found, key=lambda one: one.address):
        at = segment.address - BASE
        if at < len(memory):
            return b''
        memory += bytes(at - len(memory)) + segment.data
    return bytes(memory) + bytes(-len(memory) % PARAGRAPH)


def made_of(bzimage):
    """Such an image, made of a distribution's, or None.

    There is none of images that start quickly anyway, or that are others than
    we know.
    """
    packed = payload(bzimage)
    if not packed.startswith(XZ):
        return None
    unpacker = lzma.LZMADecompressor(lzma.FORMAT_XZ)
    try:
        elf = unpacker.decompress(packed)
    except lzma.LZMAError:
        return None
    if (not unpacker.eof or not elf.startswith(ELF) or
            word(elf, 18, '<H') != AMD64.elf):
        return None
    memory = protected_mode(elf)
    if not memory:
        return None
    setup = bytearray(bzimage[:setup_size(bzimage)])
    struct.pack_into('<I', setup, SYSSIZE_AT, len(memory) // PARAGRAPH)
    return bytes(setup) + memory
