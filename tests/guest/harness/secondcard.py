"""Another card beside the first, with the same driver.

The console is the first one's. The programs use the second as well, by its
device node, and are told what it shows and counts.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import contextlib
import functools

from . import cards

# Of the programs, those that show that it works: memory, channels, the screen
PROGRAMS = ['channel', 'copy', 'draw', 'kms']
SECOND = 1


def title(options):
    """How a run with one or two cards is called."""
    return '+'.join(filter(None, (options.card, options.card_2)))


@contextlib.contextmanager
def in_use(job):
    """Programs and questions are for the second card for a while."""
    first = job.device.index, job.card
    job.device.index = SECOND
    job.card = cards.named(job.options.card_2)
    try:
        yield
    finally:
        job.device.index, job.card = first


def run_program(job, name, when):
    with in_use(job):
        job.runner.run_if_possible(name, when)


def parts(job, programs, when='on the second card'):
    """Those of some programs that the second card runs, if there is one."""
    if job.options.card_2:
        for name in programs:
            if name in PROGRAMS:
                yield (f'program {name} {when}',
                       functools.partial(run_program, job, name, when))


def environment(index):
    """What a program's command begins with, for it to find its card."""
    return f'env CARD_NODE={index} ' if index else ''


def collect(job):
    """The second card's report of what it lacks."""
    if job.options.card_2:
        with in_use(job):
            job.directory.write('unmodelled-2.txt', job.device.report_text())
