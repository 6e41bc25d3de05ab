"""Which cells there are, how long each takes, and who runs which.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import json
import re
import statistics
from pathlib import Path

import wholefile

from . import boards, cards, kernel
from .cell import SUITES, Cell, read_data
from .errors import GuestError

SHARD = re.compile('([0-9]{1,6})/([0-9]{1,6})')
MINUTES = 'minutes.json'


def cards_of(chosen):
    """The cards: those that the user names, or all that there are."""
    there = {card.name: card for card in cards.emulated(chosen.qemu)}
    for name in chosen.cards:
        if name not in there:
            raise GuestError(f'{chosen.qemu} has no card {name}: it has '
                             f'{", ".join(there) or "none"}')
    return ([there[name] for name in chosen.cards] if chosen.cards
            else list(there.values()))


def named_kernels(choices, board=boards.named(boards.DEFAULT)):
    """The kernels that a user chooses, by name."""
    kernels = {}
    for choice in choices:
        name = kernel.title_of(choice, board)
        if name in kernels:
            raise GuestError(
                f'{kernels[name]} and {choice} would both be called '
                f'{name}: have a link of another name to one of them')
        kernels[name] = choice
    return kernels


def all_cells(chosen, options):
    """Each card with each kernel and each suite."""
    unknown = [name for name in options.suites if name not in SUITES]
    if unknown:
        raise GuestError(f'there is no suite {unknown[0]}: there are '
                         f'{", ".join(SUITES)}')
    kernels = [(choice, name, board) for board in options.boards for
               name, choice in named_kernels(options.kernels, board).items()]
    return [Cell(card, choice, name, options.build / 'guest', suite, board)
            for card in chosen for choice, name, board in kernels
            for suite in options.suites]


def cell_of(place, directory):
    """A cell by what a plan says of it."""
    try:
        card, choice, suite = (place[key] for key in
                               ('card', 'kernel', 'suite'))
    except (KeyError, TypeError):
        raise GuestError(f'{place!r} is no cell: "card", "kernel" and "suite" '
                         'belong to one') from None
    if suite not in SUITES:
        raise GuestError(f'there is no suite {suite}: there are '
                         f'{", ".join(SUITES)}')
    board = boards.named(place.get('machine', boards.DEFAULT))
    name = place.get('name') or kernel.title_of(choice, board)
    return Cell(cards.named(card), choice, name, directory, suite, board)


def read(file, directory):
    """The cells of a file, each once."""
    try:
        places = json.loads(Path(file).read_text('utf-8'))
    except OSError as error:
        raise GuestError(f'{file}: {error.strerror}') from None
    except ValueError as error:
        raise GuestError(f'{file}: {error}') from None
    if not isinstance(places, list):
        raise GuestError(f'{file} is no list of cells, as --list prints it')
    cells = [cell_of(place, directory) for place in places]
    return list({cell.key: cell for cell in cells}.values())


def shard(cells, part):
    """One of some parts of all cells, as "2/5"; of no more than one."""
    number, parts = map(int, SHARD.fullmatch(part).groups())
    if not 1 <= number <= parts:
        raise GuestError(f'{part}: a part is one from 1 to {parts}')
    return cells[number - 1::parts]


def choose(chosen, options):
    """The cells to be run here, and those of the whole plan."""
    if options.cells and not SHARD.fullmatch(options.cells):
        cells = read(options.cells, options.build / 'guest')
        return cells, cells
    cells = all_cells(chosen, options)
    return (shard(cells, options.cells) if options.cells else cells), cells


def of_options(options):
    """The same, of the cards that the emulator has, unless a file says which.
    """
    in_file = options.cells and not SHARD.fullmatch(options.cells)
    return choose([] if in_file else cards_of(options), options)


# How long they take

def key_of(cell):
    return ' '.join(cell.key)


def remember(directory, cells):
    """Note how long some cells took that have come to their end."""
    took = {key_of(cell): round(cell.seconds / 60, 2) for cell in cells
            if cell.seconds and cell.done and not cell.is_lost()}
    if took:
        known = read_data(directory / MINUTES) or {}
        text = json.dumps({**known, **took}, indent=1) + '\n'
        wholefile.write(directory / MINUTES, text.encode())


def expected(cell, known):
    """The minutes that a cell takes, by earlier runs of it or of its suite;
    None where there were none.
    """
    if cell.why_not():
        return 0
    alike = [minutes for key, minutes in known.items()
             if key.endswith(f' {cell.suite}')]
    return known.get(key_of(cell),
                     round(statistics.median(alike), 2) if alike else None)


def listed(cells, directory):
    """The plan for other programs, and for --cells."""
    known = read_data(directory / MINUTES) or {}
    return [{**cell.place(), 'minutes': expected(cell, known)}
            for cell in cells]
