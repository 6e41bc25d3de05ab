"""Pictures: read from a screen dump, compared, written for a person.

A picture is its width, height and a bytes object of RGB triplets.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import re
import struct
import zlib
from dataclasses import dataclass

from .errors import GuestError


@dataclass
class Picture:
    """Rows of RGB pixels, three bytes each."""

    width: int
    height: int
    pixels: bytes

    def row(self, y):
        stride = self.width * 3
        return self.pixels[y * stride:(y + 1) * stride]

    def colours(self):
        """How many pixels there are of each colour."""
        counts = {}
        pixels = memoryview(self.pixels)
        for i in range(0, len(pixels), 3):
            colour = bytes(pixels[i:i + 3])
            counts[colour] = counts.get(colour, 0) + 1
        return counts

    def is_blank(self):
        """Whether all pixels have one colour."""
        return self.pixels == self.pixels[:3] * (self.width * self.height)


def read_ppm(path):
    """Read a binary PPM, as the emulator's screen dumps are."""
    data = path.read_bytes()
    match = re.match(rb'P6\s+(\d+)\s+(\d+)\s+255\s', data)
    if not match:
        raise GuestError(f'{path} is not a screen dump')
    width, height = int(match[1]), int(match[2])
    pixels = data[match.end():]
    if len(pixels) != width * height * 3:
        raise GuestError(f'{path} is cut short')
    return Picture(width, height, pixels)


def png_chunk(kind, data):
    body = kind + data
    return struct.pack('>I', len(data)) + body + struct.pack(
        '>I', zlib.crc32(body))


def write_png(path, picture):
    """Write a picture as PNG."""
    header = struct.pack('>IIBBBBB', picture.width, picture.height,
                         8, 2, 0, 0, 0)
    rows = b''.join(b'\0' + picture.row(y) for y in range(picture.height))
    path.write_bytes(b'\x89PNG\r\n\x1a\n' + png_chunk(b'IHDR', header) +
                     png_chunk(b'IDAT', zlib.compress(rows, 6)) +
                     png_chunk(b'IEND', b''))


def differing_pixels(a, b):
    """The places (x, y) where two pictures of one size differ."""
    for y in range(a.height):
        row_a, row_b = a.row(y), b.row(y)
        if row_a == row_b:
            continue
        for x in range(a.width):
            if row_a[x * 3:x * 3 + 3] != row_b[x * 3:x * 3 + 3]:
                yield x, y


def difference(a, b):
    """What is different, in words; '' if the pictures are the same."""
    if (a.width, a.height) != (b.width, b.height):
        return f'{a.width}x{a.height} and {b.width}x{b.height} pixels'
    places = list(differing_pixels(a, b))
    if not places:
        return ''
    xs, ys = [x for x, _ in places], [y for _, y in places]
    return (f'{len(places)} pixels differ, within '
            f'({min(xs)},{min(ys)})-({max(xs)},{max(ys)})')


def difference_picture(a, b):
    """The first picture, dimmed, with what differs from the second in red."""
    pixels = bytearray(value // 3 for value in a.pixels)
    for x, y in differing_pixels(a, b):
        at = (y * a.width + x) * 3
        pixels[at:at + 3] = b'\xff\x20\x20'
    return Picture(a.width, a.height, bytes(pixels))
