"""The table of jobs as a page, with the consoles side by side.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import os

from webpage import (BAD, FAIR, GOOD, element, image, link, markup, page,
                     table)

from .cell import (COLUMNS, FAILED, LOST, MISSING, NO_CHANNELS, OK,
                   UNUSED)

TITLE = 'Cards and kernels'
STYLE = 'img { width: 480px; }\n'

KINDS = {OK: GOOD, NO_CHANNELS: FAIR, UNUSED: FAIR, FAILED: BAD, LOST: BAD,
         MISSING: BAD}

# What a person may want to read of a job
FILES = ['console-scroll.png', 'console-edit.png', 'summary.txt', 'dmesg.txt',
         'unmodelled.txt', 'job.txt']


def table_line(cell):
    """A job as a line of the table, with its failures."""
    values = cell.row()
    note = f': {cell.note()}' if cell.note() else ''
    values[COLUMNS.index('result')] = element(
        'td', cell.result() + note, kind=KINDS[cell.result()])
    return values


def links(cell, place):
    """The files that a job has left, and its own page."""
    own = cell.directory / f'{cell.name}.html'
    names = [f'{cell.name}.html'] if own.exists() else []
    names += [f'{cell.name}/{name}' for name in FILES
              if (cell.artifacts / name).exists()]
    return markup(*(markup(link(f'{place}{name}', name.rpartition('/')[2]), ' ')
                    for name in names))


def console_cell(cell, base):
    """The picture of a job's console, and what else there is."""
    if cell is None:
        return ''
    if cell.why_not():
        return cell.note()
    place = os.path.relpath(cell.directory, base)
    place = '' if place == '.' else f'{place}/'
    if not (cell.artifacts / 'console.png').exists():
        shown = element('p', 'No picture')
    else:
        shown = image(f'{place}{cell.name}/console.png', cell.title)
    return markup(shown, links(cell, place))


def console_lines(matrix, base):
    """A line for each card, a column for each kernel."""
    for card in matrix.cards():
        yield [element('th', card),
               *(console_cell(matrix.cell(card, column), base)
                 for column in matrix.columns())]


def html(matrix, base):
    """The whole page of a table, which is to be in a directory BASE."""
    return page(TITLE, table(COLUMNS, map(table_line, matrix.cells)),
                element('h2', 'Consoles'),
                table(['', *matrix.columns()], console_lines(matrix, base)),
                style=STYLE)
