"""The picture that the screen has to show when the program kms says so.

The program reports size, format, seed, cursor and ramp (programs/kms.c). From
these the picture is drawn here independently of programs/display.c: the pattern
in the frame buffer, the cursor over it, and the ramp applied to both.

SPDX-License-Identifier: GPL-2.0-or-later
"""

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


def pixels_of_16_bits(green_bits):
    """What each pixel of 16 bits is in RGB."""
    red_shift = 5 + green_bits
    green_mask = (1 << green_bits) - 1
    return [bytes([widen(value >> red_shift & 31, 5),
                   widen(value >> 5 & green_mask, green_bits),
                   widen(value & 31, 5)]) for value in range(1 << 16)]


def row_of_24_bits(values):
    return b''.join((value & 0xffffff).to_bytes(3, 'big') for value in values)


def row_drawer(name):
    """A function that makes RGB of a row of values, for a format."""
    if name == 'XR24':
        return row_of_24_bits
    green_bits = {'RG16': 6, 'XR15': 5}.get(name)
    if not green_bits:
        raise GuestError(f'{name} is no format that is known here')
    table = pixels_of_16_bits(green_bits)
    return lambda values: b''.join(table[value & 0xffff] for value in values)


def draw_pattern(width, height, name, seed):
    """The pixels of a frame buffer."""
    draw_row = row_drawer(name)
    pixels = bytearray()
    for y in range(height):
        first = seed * 0x123457 + y * 0x070b0d
        pixels += draw_row(range(first, first + width * 0x010305, 0x010305))
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
