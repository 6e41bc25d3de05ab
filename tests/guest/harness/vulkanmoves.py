"""Live migration with Vulkan: four processes copy, and the guest is moved.

They copy all the time, each step behind the one before it by a timeline (see
vulkanlong.py), in one emulator and in the next; see migration.py.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import functools

from . import migrationpage, nvk, vkcases, vulkanlong
from .migration import Moves, judge_log

NAME = 'vulkan-moves'
IS_MOVED = True
KERNEL_ARGS = nvk.KERNEL_ARGS

# The processes are told when all moves are done
SECONDS = 999999

title = nvk.title
user_space = nvk.user_space


def disks(_job):
    return []


def go_on(copies, move):
    """All processes copy in the next emulator."""
    move.steps['submissions'] = copies.wait_for_more()


def move_all(job, moves):
    """All moves, while the processes copy."""
    copies = vulkanlong.Copies(job, SECONDS)
    copies.wait_for_more()
    for number in range(1, job.options.migrations + 1):
        moves.move(number, functools.partial(go_on, copies))
    vkcases.record(job, vulkanlong.AREA, copies.end())


def run(job):
    """The stage."""
    if not nvk.begin(job) or not vulkanlong.warm_up(job):
        return
    memory = vulkanlong.Memory(job)
    memory.sample()
    moves = Moves(job)
    try:
        move_all(job, moves)
    finally:
        migrationpage.report(job, moves)
    memory.sample()
    # The emulator is another one
    memory.judge(['the guest', 'the guest\'s slab'])
    judge_log(job)
