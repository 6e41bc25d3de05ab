"""A kernel's image, as a boot loader sees it.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import struct

from .errors import GuestError

# Fields of the setup header (Documentation/arch/x86/boot.rst)
MAGIC_AT, MAGIC = 0x202, b'HdrS'
VERSION_AT = 0x20e
# What the version's address counts from
REAL_MODE = 0x200

HEADER_SIZE = 64 << 10


def release(file):
    """The release that an image calls itself, as "uname -r" will."""
    try:
        with open(file, 'rb') as image:
            header = image.read(HEADER_SIZE)
    except OSError as error:
        raise GuestError(f'{file}: {error.strerror}') from None
    if header[MAGIC_AT:MAGIC_AT + 4] != MAGIC:
        raise GuestError(f'{file} is no kernel that can be booted: '
                         'it has to be a bzImage')
    start = struct.unpack_from('<H', header, VERSION_AT)[0] + REAL_MODE
    text = header[start:].partition(b'\0')[0]
    return text.decode('utf-8', 'replace').partition(' ')[0]
