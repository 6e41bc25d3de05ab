"""Live migration with X: clients draw, and the guest is moved while they do.

An X server keeps the screen. Before each move, a client begins to draw all that
X can; what it has drawn when it comes to its end, in the next emulator, has to
be what it was without a move. Beside it, one of Mesa's clients and two test
programs go on all the time; see migration.py.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import functools

from . import mesa, migrationpage, xserver
from .errors import GuestError
from .migration import Moves, go_on
from .work import Work

NAME = 'moves'
IS_MOVED = True

# Mesa's clients get buffers from the server by this
LAYOUT = 'dri3'


def disks(_job):
    return []


class ClientMoves:
    """The moves of a stage's guest."""

    def __init__(self, job):
        self.job = job
        self.moves = Moves(job)
        self.work = Work(job, with_flips=False, programs=())
        self.gears = None
        self.first = {}
        self.interrupted = 0

    def run(self):
        """All work, and all moves."""
        with self.job.checks.step('works'):
            with xserver.drawing(self.job) as self.first:
                pass
            self.work.start()
            self.gears = mesa.gears(self.job)
            self.gears.wait_for_more(mesa.FIRST_LIMIT)
        for number in range(1, self.job.options.migrations + 1):
            self.move(number)
        with self.job.checks.step('all work was right to the end'):
            self.gears.report()
            self.gears.client.kill('TERM')
            self.work.end()
        self.job.checks.record('moves in the middle of a drawing',
                               self.interrupted > 0, str(self.interrupted))

    def move(self, number):
        """A move while a client draws, which has to come to its end."""
        since = len(self.job.guest.kernel_log)
        begun = len(self.gears.counts())
        drawing = xserver.Drawing(self.job)
        self.moves.move(number, functools.partial(self.go_on, drawing, begun,
                                                  since))

    def go_on(self, drawing, begun, since, move):
        """All goes on in the next emulator; what was done around the move."""
        before = len(drawing.drawn())
        found = drawing.wait()
        self.interrupted += before < len(found)
        wrong = list(xserver.differences(self.job, found, self.first))
        drawing.end()
        if wrong:
            raise GuestError('\n'.join(wrong))
        go_on(self.work, since, move)
        self.gears.wait_for_more(mesa.SILENCE_LIMIT)
        move.steps['pictures'] = len(found) - before
        move.steps['frames'] = sum(map(int, self.gears.counts()[begun:]))


def run(job):
    """The stage."""
    moves = ClientMoves(job)
    try:
        with xserver.server(job, LAYOUT):
            moves.run()
    finally:
        migrationpage.report(job, moves.moves)
