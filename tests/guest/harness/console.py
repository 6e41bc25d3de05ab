"""The picture that a text console has to show.

The guest reports its kernel's state (see programs/console-state.c): font,
colours, text. Drawing that here gives the picture that must be on the screen,
however it was drawn there.

SPDX-License-Identifier: GPL-2.0-or-later
"""

from .errors import GuestError
from .picture import Picture
from .screen import widen

# The order of the colours in an attribute is that of the VGA: blue is bit 0;
# the palette's is that of terminals: red is bit 0
VGA_ORDER = [0, 4, 2, 6, 1, 5, 3, 7, 8, 12, 10, 14, 9, 13, 11, 15]


# The bits of red, green and blue in a pixel that has not eight of each
DEPTHS = {16: (5, 6, 5)}


def as_shown(colour, pixel_bits):
    """A colour as a screen of some bits per pixel shows it."""
    depths = DEPTHS.get(pixel_bits, (8, 8, 8))
    return bytes(widen(value >> (8 - depth), depth)
                 for value, depth in zip(colour, depths))


class ConsoleState:
    """What the kernel's console holds, on a screen of some bits per pixel."""

    def __init__(self, lines, pixel_bits=32):
        self.pixel_bits = pixel_bits
        self.glyphs = []
        self.text = []
        self.palette = []
        for line in lines:
            keyword, *values = line.split() or ['']
            take = getattr(self, f'take_{keyword}', None)
            if take:
                take(*values)
        if not self.text or not self.glyphs:
            raise GuestError('the guest did not tell what is on its console')

    def take_size(self, columns, lines):
        self.columns, self.lines = int(columns), int(lines)

    def take_cursor(self, column, line):
        self.cursor = int(column), int(line)

    def take_font(self, width, height, _count):
        self.width, self.height = int(width), int(height)

    def take_glyph(self, rows):
        self.glyphs.append(bytes.fromhex(rows))

    def take_palette(self, *colours):
        palette = [as_shown(bytes.fromhex(colour), self.pixel_bits)
                   for colour in colours]
        self.palette = [palette[index] for index in VGA_ORDER]

    def take_text(self, cells):
        self.text.append(bytes.fromhex(cells))

    def characters(self):
        """How many cells show something other than their background."""
        blank = {ord(' '), 0}
        return sum(cells[i] not in blank
                   for cells in self.text for i in range(0, len(cells), 2))


class Painter:
    """Draws cells, and caches them: there are many, but few kinds."""

    def __init__(self, state):
        self.state = state
        self.known = {}

    def cell_rows(self, character, attribute):
        """The rows of a cell, each as the bytes of its pixels."""
        key = character, attribute
        if key not in self.known:
            self.known[key] = self.draw(character, attribute)
        return self.known[key]

    def draw(self, character, attribute):
        state = self.state
        colours = (state.palette[attribute >> 4],
                   state.palette[attribute & 0xf])
        row_bytes = (state.width + 7) // 8
        bits = ''.join(f'{byte:08b}' for byte in state.glyphs[character])
        return [b''.join(colours[int(bit)] for bit in
                         bits[y * row_bytes * 8:][:state.width])
                for y in range(state.height)]

    def line_rows(self, cells):
        """The rows of a line of text."""
        drawn = [self.cell_rows(cells[i], cells[i + 1])
                 for i in range(0, len(cells), 2)]
        return [b''.join(row) for row in zip(*drawn)]


def draw(state, width, height):
    """The picture of a console on a screen of some size."""
    if width < state.columns * state.width or (
            height < state.lines * state.height):
        raise GuestError(f'a screen of {width}x{height} pixels is too small '
                         'for the console')
    painter = Painter(state)
    margin = bytes(3 * (width - state.columns * state.width))
    rows = [row + margin for cells in state.text
            for row in painter.line_rows(cells)]
    rows += [bytes(3 * width)] * (height - len(rows))
    return Picture(width, height, b''.join(rows))


def without_cursor(state, picture, reference):
    """The picture with the cursor's cell as it is in another picture."""
    column, line = state.cursor
    left, right = column * state.width * 3, (column + 1) * state.width * 3
    rows = [picture.row(y) for y in range(picture.height)]
    for y in range(line * state.height, (line + 1) * state.height):
        rows[y] = (rows[y][:left] + reference.row(y)[left:right] +
                   rows[y][right:])
    return Picture(picture.width, picture.height, b''.join(rows))
