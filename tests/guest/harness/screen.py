"""The picture that the screen has to show when the program kms says so.

The program reports size, format, seed, cursor and ramp (programs/kms.c). From
these the picture is drawn here independently of programs/display.c: the pattern
in the frame buffer, the cursor over it, and the ramp applied to both.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import struct

from .errors import GuestError
from .picture import Picture

ALPHAS = [255, 128, 0, 64]

RAMPS = {
    'linear': [bytes(range(256))] * 3,
    'test': [bytes(255 - i for i in range(256)),
             bytes(i // 2 for i in range(256)),
             bytes(i * 7 % 256 for i in range(256))],
}


def widen(value, bits):
    """A colour of few bits as one of eight: the highest bits again below."""
    return value << (8 - bits) | value >> (2 * bits - 8)


def colour_tables(shift, bits):
    """What the low and the high byte of a pixel of 16 bits give to a colour of
    BITS bits at SHIFT: together its eight bits, since a bit of few becomes
    bits that no other becomes.
    """
    mask = (1 << bits) - 1
    return [bytes(widen(byte << place >> shift & mask, bits)
                  for byte in range(256)) for place in (0, 8)]


def either(one, other):
    """The bits that are set in either of two byte strings."""
    return (int.from_bytes(one, 'big') |
            int.from_bytes(other, 'big')).to_bytes(len(one), 'big')


def split_16_bits(green_bits):
    """A function that gives the colours of pixels of 16 bits."""
    tables = [colour_tables(5 + green_bits, 5), colour_tables(5, green_bits),
              colour_tables(0, 5)]

    def split(low, high, _upper):
        return [either(low.translate(for_low), high.translate(for_high))
                for for_low, for_high in tables]

    return split


# For each format, what gives red, green and blue of pixels whose first three
# bytes are in one byte string each
SPLIT = {'XR24': lambda low, middle, upper: [upper, middle, low],
         'RG16': split_16_bits(6), 'XR15': split_16_bits(5)}


def pattern_words(width, height, seed):
    """The pattern's values, 8 bytes each.

    A row is the one above and a number more in each value, which is one sum of
    long numbers.
    """
    def words(values):
        return int.from_bytes(struct.pack(f'<{width}Q', *values), 'little')

    first, each = words(range(0, width * 0x010305, 0x010305)), words([1] * width)
    return b''.join((first + each * (seed * 0x123457 + y * 0x070b0d))
                    .to_bytes(8 * width, 'little') for y in range(height))


def draw_pattern(width, height, name, seed):
    """The pixels of a frame buffer."""
    if name not in SPLIT:
        raise GuestError(f'{name} is no format that is known here')
    words = pattern_words(width, height, seed)
    pixels = bytearray(3 * width * height)
    for place, colour in enumerate(SPLIT[name](*(words[i::8]
                                                 for i in range(3)))):
        pixels[place::3] = colour
    return pixels


def cursor_pixel(x, y):
    """Alpha and the colours, multiplied by it, of the cursor's picture."""
    alpha = ALPHAS[(x // 8 + y // 8) % 4]
    return alpha, [value * 4 * alpha // 255 for value in (x, y, x ^ y)]


def mix_pixel(over, alpha, under):
    """A pixel of the cursor over one of the screen."""
    return bytes(min(o + u * (255 - alpha) // 255, 255)
                 for o, u in zip(over, under))


def mix_pixel_of_nv11(over, alpha, under):
    """The same where the driver gives the card an alpha that is one higher,
    unless it is none or all (nv11_cursor_upload()).
    """
    return mix_pixel(over, alpha + (0 < alpha < 255), under)


def mix_pixel_of_16_bits(over, alpha, under):
    """The same with 5 bits a colour and one of alpha: opaque, or inverting."""
    over = bytes(widen(value >> 3, 5) for value in over)
    if alpha >= 128:
        return over
    return bytes(o ^ u for o, u in zip(over, under))


def mix_pixel_of_nv50(over, alpha, under):
    """The same where the driver has the card multiply colours by alpha, which
    they are already (head507d_curs_set()).
    """
    return mix_pixel([o * alpha // 255 for o in over], alpha, under)


MIXES = {'AR15': mix_pixel_of_16_bits, 'AR24-nv11': mix_pixel_of_nv11,
         'AR24-nv50': mix_pixel_of_nv50}


def draw_cursor(pixels, width, height, said):
    """The cursor over a picture, as far as it is on it."""
    left, top = map(int, said['cursor'].split(','))
    size = int(said['cursor-size'])
    mix = MIXES[said['cursor-format']]
    for y in range(max(top, 0), min(top + size, height)):
        for x in range(max(left, 0), min(left + size, width)):
            alpha, over = cursor_pixel(x - left, y - top)
            at = (y * width + x) * 3
            pixels[at:at + 3] = mix(over, alpha, pixels[at:at + 3])


def apply_ramp(pixels, ramp):
    for colour, values in enumerate(ramp):
        pixels[colour::3] = pixels[colour::3].translate(values)


def draw(said):
    """The picture for what the program has said, keys and values."""
    width, height = int(said['width']), int(said['height'])
    pixels = draw_pattern(width, height, said['format'], int(said['seed']))
    if said['cursor'] != 'none':
        draw_cursor(pixels, width, height, said)
    apply_ramp(pixels, RAMPS[said['ramp']])
    return Picture(width, height, bytes(pixels))
