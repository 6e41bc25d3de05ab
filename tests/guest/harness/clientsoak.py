"""A soak with X: clients draw for an hour, and memory doesn't grow.

An X server keeps the screen; in it all is drawn again and again, which has to
be the same each time, by X's own driver and, where Mesa has one, by the card's
3D driver. Test programs copy beside it, and the machine is suspended now and
then; see soak.py.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import functools

from . import mesa, xserver
from .errors import GuestError
from .soak import Soak

NAME = 'soak'

# Mesa's clients get buffers from the server by this
LAYOUT = 'dri3'
# How long Mesa's client draws each time, in seconds
GEARS = 10
# Tests of x11perf: a round of all takes too long
BENCHMARK = ('x11perf -reps 5 -repeat 1 -rect100 -line100 -copywinwin100 '
             '-copypixwin100 -scroll100 -putimage100 -shmput100 -ftext')
BENCHMARK_LIMIT = 300
# The TLBs of the emulator's vCPUs grow and shrink by MiB with large processes.
EMULATOR_KIB = 16 << 10
# Test programs that need no screen
PROGRAMS = ['copy', 'copy-engine', 'channel']


def disks(_job):
    return []


class ClientSoak(Soak):
    """The soak of a stage's guest."""

    def __init__(self, job):
        super().__init__(job)
        self.emulator.allowed_kib = EMULATOR_KIB
        self.first = {}

    def tasks(self):
        return [*(functools.partial(self.run_program, name)
                  for name in PROGRAMS), self.draw, self.gears, self.benchmark]

    def draw(self):
        """All that X can draw; it has to be what it was the first time."""
        with xserver.drawing(self.job) as found:
            self.first = self.first or found
            wrong = list(xserver.differences(self.job, found, self.first))
        if wrong:
            raise GuestError(f'round {self.rounds}: X has drawn otherwise than '
                             'at first:\n' + '\n'.join(wrong))

    def gears(self):
        """A client of Mesa for a while."""
        frames = mesa.gears(self.job)
        try:
            frames.draw_for(GEARS)
            frames.report()
        finally:
            frames.client.kill('TERM')
            frames.client.forget()

    def benchmark(self):
        """What takes X's driver and the card's FIFO to their limits."""
        self.job.run_client(BENCHMARK, BENCHMARK_LIMIT).check('x11perf')


def run(job):
    """The stage."""
    with xserver.server(job, LAYOUT):
        ClientSoak(job).run()
