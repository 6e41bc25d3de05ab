"""The table of jobs as a picture: a line for each card, a column for each
kernel.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import textwrap

from webpage import COLOURS, EDGE, element

from .cell import OK, column_of
from .page import KINDS

INK = '#222222'

# In pixels
MARGIN, LINE, PAD = 12, 22, 8
CARD_WIDTH, CELL_WIDTH = 190, 270
FONT_SIZE = 12
# How much text a cell has room for
LETTERS = 38


class Drawing:
    """An SVG that grows."""

    def __init__(self, width, height):
        self.size = width, height
        self.parts = []
        self.rectangle(0, 0, width, height, fill='white')

    def rectangle(self, x, y, width, height, **more):
        self.parts.append(element('rect', x=x, y=y, width=width,
                                  height=height, **more))

    def box(self, x, y, width, fill, text, bold=False):
        """A rectangle of a line's height, with text."""
        self.rectangle(x, y, width, LINE, fill=fill, stroke=EDGE)
        self.parts.append(element('text', text, x=x + PAD, y=y + LINE - 7,
                                  font_weight='bold' if bold else None))

    def text(self):
        width, height = self.size
        return element(
            'svg', *(part for one in self.parts for part in ('\n', one)), '\n',
            xmlns='http://www.w3.org/2000/svg', width=width, height=height,
            viewBox=f'0 0 {width} {height}', font_family='sans-serif',
            font_size=FONT_SIZE, fill=INK) + '\n'


def kernels(data):
    """The kernels' names, with the releases that were booted, and suites."""
    for column in data['columns']:
        jobs = [job for job in data['jobs'] if
                column_of(job['name'], job['suite']) == column]
        booted = {job['release'] for job in jobs if job['release']}
        name = jobs[0]['name']
        yield (f'Linux {", ".join(sorted(booted)) or name}' +
               column.removeprefix(name))


def said_of(job):
    """What a cell says of a job: numbers, or why there are none."""
    if job['result'] != OK:
        why = ': '.join(filter(None, [job['result'], job['note']]))
        return textwrap.shorten(why, LETTERS, placeholder='...')
    counts = job['counts']
    return (f'{job["fences"]} fences, {counts.get("interrupts", 0)} '
            f'interrupts, {len(job["error-lines"])} errors')


def card_of(jobs):
    """A card, and what the driver calls it."""
    driver = next((job['driver'] for job in jobs if job.get('driver')), '')
    return ' '.join([jobs[0]['card'], driver.partition(' (')[0]]).strip()


def svg(data):
    """The picture of what Matrix.data() says."""
    columns = len(data['columns'])
    cards = [[job for job in data['jobs'] if job['card'] == card]
             for card in data['cards']]
    drawing = Drawing(2 * MARGIN + CARD_WIDTH + columns * CELL_WIDTH,
                      2 * MARGIN + LINE * (len(cards) + 1))
    left = MARGIN + CARD_WIDTH
    drawing.box(MARGIN, MARGIN, CARD_WIDTH, 'white', '')
    for i, kernel in enumerate(kernels(data)):
        drawing.box(left + i * CELL_WIDTH, MARGIN, CELL_WIDTH, 'white',
                    kernel, bold=True)
    for n, jobs in enumerate(cards, 1):
        y = MARGIN + n * LINE
        drawing.box(MARGIN, y, CARD_WIDTH, 'white', card_of(jobs), bold=True)
        for job in jobs:
            column = column_of(job['name'], job['suite'])
            x = left + data['columns'].index(column) * CELL_WIDTH
            drawing.box(x, y, CELL_WIDTH, COLOURS[KINDS[job['result']]],
                        said_of(job))
    return drawing.text()
