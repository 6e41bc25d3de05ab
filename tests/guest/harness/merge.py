"""One table of what several machines have found.

SPDX-License-Identifier: GPL-2.0-or-later
"""

from . import plan
from .cell import (FAILED, LOST, MISSING, NO_CHANNELS, OK, UNUSED, read_data)
from .errors import GuestError
from .matrixtable import Table

# Of two results of one cell, the one that counts: what is known counts more
# than what isn't, and a failure more than that there was none
RANKS = [FAILED, OK, NO_CHANNELS, UNUSED, LOST, MISSING]

# What of a cell's data is the cell's own
OWN = ['jobs', 'done', 'seconds', 'trouble', 'host']


def rank(cell):
    return RANKS.index(cell.result())


def restore(data, directory):
    """A cell by its data in a matrix.json of a directory."""
    cell = plan.cell_of(data, (directory / data['directory']).resolve())
    for name in OWN:
        setattr(cell, name, data[name])
    return cell


def read(directory, progress):
    """The plan and the cells of a directory, which may have been lost."""
    for place in directory, directory / 'guest':
        data = read_data(place / 'matrix.json')
        if data:
            return data['plan'], [restore(job, place) for job in data['jobs']]
    progress(f'{directory} has no matrix.json that is all there: what was run '
             'there is missing')
    return [], []


def better(old, new):
    """The one of two results of a cell that counts."""
    first, second = sorted((old, new), key=rank)
    if second.result() not in (first.result(), LOST, MISSING, UNUSED):
        first.others = sorted({*first.others, *second.others, second.result()})
    return first


def merge(directories, whole, progress):
    """The table of all; WHOLE is the plan, if the user has it.

    A cell is where the plan has it. What is in nobody's results is missing.
    """
    places, found = list(whole), {}
    for directory in directories:
        planned, cells = read(directory, progress)
        places += planned
        for cell in cells:
            old = found.get(cell.key)
            found[cell.key] = better(old, cell) if old else cell
    missing = [plan.cell_of(place, directories[0]) for place in places]
    cells = {cell.key: cell for cell in (*missing, *found.values())}
    if not cells:
        raise GuestError('there is nothing to merge')
    there = list(cells.values())
    return Table(there, [cell.place() for cell in there])


def show(table, directory, sources):
    """Write the table, and say what a person wants to know."""
    html = table.write(directory)
    plan.remember(directory, sources)
    print('\n' + '\n'.join(table.text()))
    print(f'\nPictures: {html}')
    return table.status()
