"""The moves of a guest as a page, and in a few lines.

SPDX-License-Identifier: GPL-2.0-or-later
"""

from webpage import BAD, GOOD, element, lines, page, table

COLUMNS = ['move', 'MiB sent', 'rounds', 'took, ms', 'stood, ms',
           'longest step in the guest, s', 'done meanwhile', 'same', 'result']


def line(move):
    """A row of the table."""
    steps = (f'{name} {count}' for name, count in move.steps.items())
    return [move.number, move.mib, move.rounds, move.total, move.downtime,
            move.pause, ', '.join(steps), ', '.join(move.compared),
            element('td', lines(move.wrong or ['ok']),
                    kind=BAD if move.wrong else GOOD)]


def html(job, moves):
    """The whole page of a job's moves."""
    return page(f'Moves of {job.options.card}, Linux {job.kernel.release}',
                table([], ([element('th', name), value]
                           for name, value in moves.rows())),
                *(element('p', f'{check.name}: {check.detail}', kind=BAD)
                  for check in job.failed()),
                table(COLUMNS, map(line, moves.moves)))


def report(job, moves):
    """The page of a stage's moves, and what the stage has to say of them."""
    job.directory.write('moves.html', html(job, moves))
    job.stage_lines += text(moves).splitlines()


def text(moves):
    """What the moves came to, for a terminal."""
    pairs = list(moves.rows())
    width = max((len(name) for name, _ in pairs), default=0)
    return ''.join(f'{name:<{width}}  {value}\n' for name, value in pairs)
