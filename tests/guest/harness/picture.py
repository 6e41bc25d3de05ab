"""Pictures: read from a screen dump, compared, written for a person.

A picture is its width, height and a bytes object of RGB triplets.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import hashlib
import itertools
import re
import struct
import zlib
from dataclasses import dataclass

from .errors import GuestError, writing

PNG = b'\x89PNG\r\n\x1a\n'


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

    def digest(self):
        """A short number that another picture doesn't have."""
        return hashlib.sha256(self.pixels).hexdigest()[:12]

    def cut(self, x, y, width, height):
        """A part of it."""
        rows = [self.row(y + i)[x * 3:(x + width) * 3] for i in range(height)]
        return Picture(width, height, b''.join(rows))

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


def png_chunks(data):
    """The chunks of a PNG: kinds and contents."""
    at = len(PNG)
    while at + 8 <= len(data):
        size, kind = struct.unpack_from('>I4s', data, at)
        yield kind, data[at + 8:at + 8 + size]
        at += size + 12


def unfiltered(data, stride, step):
    """The rows of a PNG without the filters that packed them; a pixel has
    STEP bytes.
    """
    above = bytes(stride)
    for at in range(0, len(data), stride + 1):
        row = data[at + 1:at + 1 + stride]
        above = UNFILTERS[data[at]](row, above, step)
        yield above


def undo_sub(row, _above, step):
    """Each byte is a difference to the one of the pixel at the left."""
    whole = bytearray(len(row))
    for i in range(step):
        whole[i::step] = bytes(itertools.accumulate(
            row[i::step], lambda left, value: (left + value) & 255))
    return bytes(whole)


def undo_up(row, above, _step):
    """The same to the one above."""
    return bytes((a + b) & 255 for a, b in zip(row, above))


def undo_average(row, above, step):
    """The same to the mean of the two."""
    whole = bytearray(step) + row
    for i, up in enumerate(above):
        whole[i + step] = whole[i + step] + (whole[i] + up >> 1) & 255
    return bytes(whole[step:])


def undo_paeth(row, above, step):
    """The same to that of three which is next to left + above - corner."""
    whole = bytearray(step) + row
    corners = bytes(step) + above
    for i, up in enumerate(above):
        left, corner = whole[i], corners[i]
        by_left, by_up = abs(up - corner), abs(left - corner)
        by_corner = abs(left + up - 2 * corner)
        guess = (left if by_left <= by_up and by_left <= by_corner else
                 up if by_up <= by_corner else corner)
        whole[i + step] = whole[i + step] + guess & 255
    return bytes(whole[step:])


UNFILTERS = [lambda row, _above, _step: bytes(row), undo_sub, undo_up,
             undo_average, undo_paeth]


def read_png(path):
    """Read a PNG of 8 bits a colour, with or without alpha, which is left out.
    """
    data = path.read_bytes()
    chunks = list(png_chunks(data)) if data.startswith(PNG) else []
    try:
        width, height, *kind = struct.unpack('>IIBBBBB', chunks[0][1])
        step = {2: 3, 6: 4}[kind[1]]
        if kind[0] != 8 or kind[4]:
            raise KeyError(kind[0])
        packed_rows = zlib.decompress(b''.join(
            part for name, part in chunks if name == b'IDAT'))
        rows = list(unfiltered(packed_rows, width * step, step))
        if len(rows) != height or len(rows[-1]) != width * step:
            raise IndexError(height)
    except (IndexError, KeyError, struct.error, zlib.error) as error:
        raise GuestError(f'{path} is no PNG that can be read here') from error
    pixels = bytearray(width * height * 3)
    whole = b''.join(rows)
    for colour in range(3):
        pixels[colour::3] = whole[colour::step]
    return Picture(width, height, bytes(pixels))


def png_chunk(kind, data):
    body = kind + data
    return struct.pack('>I', len(data)) + body + struct.pack(
        '>I', zlib.crc32(body))


def write_png(path, picture):
    """Write a picture as PNG."""
    rows = b''.join(b'\0' + picture.row(y) for y in range(picture.height))
    write_chunks(path, picture, (8, 2), b'', zlib.compress(rows, 6))


def write_chunks(path, picture, kind, palette, data):
    """A PNG of some KIND (bits and colour type) around compressed DATA."""
    header = struct.pack('>IIBBBBB', picture.width, picture.height,
                         *kind, 0, 0, 0)
    with writing(path):
        path.write_bytes(PNG + png_chunk(b'IHDR', header) +
                         (png_chunk(b'PLTE', palette) if palette else b'') +
                         png_chunk(b'IDAT', data) + png_chunk(b'IEND', b''))


def filtered(rows, step, kind):
    """Rows with PNG's filter KIND (0 to 2); a pixel has STEP bytes."""
    above = bytes(len(rows[0]))
    for row in rows:
        other = [bytes(len(row)), bytes(step) + row[:-step], above][kind]
        yield bytes([kind]) + bytes((a - b) & 255 for a, b in zip(row, other))
        above = row


def packed(row, bits):
    """Pixels of less than a byte, the leftmost in the highest bits."""
    each = 8 // bits
    row += bytes(-len(row) % each)
    return bytes(sum(row[i + n] << (8 - bits * (n + 1)) for n in range(each))
                 for i in range(0, len(row), each))


def write_small_png(path, picture):
    """Write a picture as the smallest PNG: for what is kept."""
    colours = sorted(picture.colours())
    rows = [picture.row(y) for y in range(picture.height)]
    kind, step, palette = (8, 2), 3, b''
    if len(colours) <= 256:
        bits = next(n for n in (1, 2, 4, 8) if len(colours) <= 1 << n)
        kind, step, palette = (bits, 3), 1, b''.join(colours)
        index = {colour: n for n, colour in enumerate(colours)}
        rows = [packed(bytes(index[row[i:i + 3]]
                             for i in range(0, len(row), 3)), bits)
                for row in rows]
    tries = [zlib.compress(b''.join(filtered(rows, step, n)), 9)
             for n in range(3)]
    write_chunks(path, picture, kind, palette, min(tries, key=len))


def tiles(pictures, columns, gap, colour):
    """Pictures of one size side by side, in rows of COLUMNS."""
    width, height = pictures[0].width, pictures[0].height
    whole = columns * (width + gap) + gap
    margin = colour * gap
    rows = [colour * whole] * gap
    for at in range(0, len(pictures), columns):
        line = pictures[at:at + columns]
        rest = colour * ((width + gap) * (columns - len(line)))
        rows += [margin + b''.join(each.row(y) + margin for each in line) +
                 rest for y in range(height)]
        rows += [colour * whole] * gap
    return Picture(whole, len(rows), b''.join(rows))


def above(first, second):
    """A picture over another of the same width."""
    return Picture(first.width, first.height + second.height,
                   first.pixels + second.pixels)


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
    if a == b:
        return ''
    if (a.width, a.height) != (b.width, b.height):
        return f'{a.width}x{a.height} and {b.width}x{b.height} pixels'
    places = list(differing_pixels(a, b))
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
