"""The table of the matrix: what some cells have come to.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import json

import junit
import wholefile

from . import matrixpicture, page
from .cell import COLUMNS, FAILED, LOST, MISSING
from .errors import HostError


class Table:
    """Cells, in the order in which they are shown.

    PLAN are the places of all cells that there should be, on this machine or
    another.
    """

    def __init__(self, cells, plan):
        self.cells = cells
        self.plan = plan

    def columns(self):
        """Kernels with their suites."""
        return list(dict.fromkeys(cell.column for cell in self.cells))

    def cards(self):
        return list(dict.fromkeys(cell.card.name for cell in self.cells))

    def cell(self, card, column):
        return next((cell for cell in self.cells if cell.card.name == card and
                     cell.column == column), None)

    def with_result(self, *wanted):
        return [cell for cell in self.cells if cell.result() in wanted]

    def status(self):
        """The exit status: a failure is worth more than what is lost."""
        if self.with_result(FAILED) or not self.cells:
            return 1
        return HostError.status if self.with_result(LOST, MISSING) else 0

    def text(self):
        """The table, and what there is to say of its rows."""
        lines = [COLUMNS, *(cell.row() for cell in self.cells)]
        widths = [max(map(len, column)) for column in zip(*lines)]
        for cells in lines:
            yield '  '.join(f'{value:<{width}}' for value, width
                            in zip(cells, widths)).rstrip()
        notes = [cell for cell in self.cells if cell.note()]
        if notes:
            yield ''
        for cell in notes:
            details = [f'{name}: {detail}'.strip(': ')
                       for name, detail in cell.failures()]
            details += [f'another run: {result}' for result in cell.others]
            details = details or [cell.note()]
            for detail in details:
                first, *more = detail.splitlines()
                yield f'{cell.title}: {first}'
                yield from (f'  {line}' for line in more)

    def data(self, base):
        """All of it; files as seen from a directory BASE."""
        return {'cards': self.cards(), 'columns': self.columns(),
                'plan': self.plan,
                'jobs': [cell.data(base) for cell in self.cells]}

    def write_data(self, directory):
        """What other programs read, while there is more to come as well."""
        text = json.dumps(self.data(directory), indent=1) + '\n'
        wholefile.write(directory / 'matrix.json', text.encode())

    def write(self, directory):
        """The data, JUnit, the picture and the page, which is returned."""
        self.write_data(directory)
        junit.write(directory / 'matrix.junit.xml',
                    [suite for cell in self.cells for suite in cell.suites()])
        (directory / 'matrix.svg').write_text(
            matrixpicture.svg(self.data(directory)), 'utf-8')
        html = directory / 'matrix.html'
        html.write_text(page.html(self, directory), 'utf-8')
        return html
