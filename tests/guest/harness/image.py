"""A kernel's image, as a boot loader sees it.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import re
import struct
from collections.abc import Callable
from dataclasses import dataclass

from .errors import GuestError

# Fields of the setup header (Documentation/arch/x86/boot.rst)
MAGIC_AT, MAGIC = 0x202, b'HdrS'
VERSION_AT = 0x20e
# What the version's address counts from
REAL_MODE = 0x200

# The header of arm64's (Documentation/arch/arm64/booting.rst)
ARM64_MAGIC_AT, ARM64_MAGIC = 0x38, b'ARMd'

# An ELF header: 64 bits, little-endian; and the machine in it
ELF_MAGIC = b'\x7fELF\x02\x01'
ELF_MACHINE_AT, ELF_PPC64 = 0x12, 21

HEADER_SIZE = 64 << 10

# What a kernel says of itself at its begin
BANNER = re.compile(rb'Linux version (\d\S*) \(')


@dataclass(frozen=True)
class Form:
    """What a file is that is booted.

    NAME is what the kernel's build calls it, and IS_ONE says whether a file is
    one that begins in some way. VERSION returns what a file (opened) calls
    itself.
    """

    name: str
    is_one: Callable
    version: Callable


def version_of_bz_image(file):
    header = file.read(HEADER_SIZE)
    start = struct.unpack_from('<H', header, VERSION_AT)[0] + REAL_MODE
    return header[start:].partition(b'\0')[0].partition(b' ')[0]


def version_of_banner(file):
    """What is not packed has the version where the kernel prints it from."""
    match = BANNER.search(file.read())
    return match[1] if match else b''


def is_bz_image(header):
    return header[MAGIC_AT:].startswith(MAGIC)


def is_arm64(header):
    return header[ARM64_MAGIC_AT:].startswith(ARM64_MAGIC)


def is_ppc64(header):
    return (header.startswith(ELF_MAGIC) and
            struct.unpack_from('<H', header, ELF_MACHINE_AT)[0] == ELF_PPC64)


BZ_IMAGE = Form('bzImage', is_bz_image, version_of_bz_image)
IMAGE = Form('Image', is_arm64, version_of_banner)
VMLINUX = Form('vmlinux', is_ppc64, version_of_banner)


def release(path, form=BZ_IMAGE):
    """The release that an image calls itself, as "uname -r" will."""
    try:
        with open(path, 'rb') as file:
            is_one = form.is_one(file.read(HEADER_SIZE))
            file.seek(0)
            version = form.version(file) if is_one else b''
    except OSError as error:
        raise GuestError(f'{path}: {error.strerror}') from None
    if not version:
        raise GuestError(f'{path} is no kernel that can be booted: '
                         f'it has to be a {form.name}')
    return version.decode('utf-8', 'replace')
