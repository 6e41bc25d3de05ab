"""The table of jobs as a page, with the consoles side by side.

SPDX-License-Identifier: GPL-2.0-or-later
"""

from webpage import (BAD, FAIR, GOOD, element, image, link, markup, page,
                     table)

from .matrix import COLUMNS, FAILED, NO_CHANNELS, OK, UNUSED

TITLE = 'Cards and kernels'
STYLE = 'img { width: 480px; }\n'

KINDS = {OK: GOOD, NO_CHANNELS: FAIR, UNUSED: FAIR, FAILED: BAD}

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


def links(cell):
    """The files that a job has left."""
    directory = cell.artifacts.name
    return markup(*(markup(link(f'{directory}/{name}', name), ' ')
                    for name in FILES if (cell.artifacts / name).exists()))


def console_cell(cell):
    """The picture of a job's console, and what else there is."""
    if cell.card.driver:
        return cell.note()
    if not (cell.artifacts / 'console.png').exists():
        shown = element('p', 'No picture')
    else:
        shown = image(f'{cell.artifacts.name}/console.png', cell.title)
    return markup(shown, links(cell))


def console_lines(matrix):
    """A line for each card, a column for each kernel."""
    kernels = matrix.kernels
    for i in range(0, len(matrix.cells), len(kernels)):
        cells = matrix.cells[i:i + len(kernels)]
        yield [element('th', cells[0].card.name), *map(console_cell, cells)]


def html(matrix):
    """The whole page; it stands beside the jobs' artifacts."""
    return page(TITLE, table(COLUMNS, map(table_line, matrix.cells)),
                element('h2', 'Consoles'),
                table(['', *matrix.kernels], console_lines(matrix)),
                style=STYLE)
