"""The moves of a guest as a page, and in a few lines.

SPDX-License-Identifier: GPL-2.0-or-later
"""

from html import escape

HEAD = '''\
<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<title>Moves of a guest</title>
<style>
body { font: 14px sans-serif; margin: 2em; }
table { border-collapse: collapse; margin: 1em 0; }
th, td { border: 1px solid #ccc; padding: 3px 8px; text-align: left;
         vertical-align: top; }
td.number { text-align: right; }
.ok { background: #cfc; }
.failed { background: #fbb; }
</style>
'''

COLUMNS = ['move', 'MiB sent', 'rounds', 'took, ms', 'stood, ms',
           'longest step in the guest, s', 'done meanwhile', 'same', 'result']


def cells(move):
    """A move, column by column, but for its result."""
    for value in (move.number, move.mib, move.rounds, move.total,
                  move.downtime, move.pause):
        yield f'<td class="number">{value}</td>'
    steps = ', '.join(f'{name} {count}' for name, count in move.steps.items())
    for text in steps, ', '.join(move.compared):
        yield f'<td>{escape(text)}</td>'


def line(move):
    """A row of the table."""
    kind = 'failed' if move.wrong else 'ok'
    wrong = '<br>'.join(map(escape, move.wrong)) or 'ok'
    return (f'<tr>{"".join(cells(move))}<td class="{kind}">{wrong}</td></tr>')


def html(job, moves):
    """The whole page of a job's moves."""
    title = (f'<h1>Moves of {escape(job.options.card)}, '
             f'Linux {escape(job.kernel.release)}</h1>')
    said = ''.join(f'<tr><th>{escape(name)}</th><td>{escape(value)}</td></tr>'
                   for name, value in moves.rows())
    failed = ''.join(f'<p class="failed">{escape(check.name)}: '
                     f'{escape(check.detail)}</p>' for check in job.failed())
    head = ''.join(f'<th>{column}</th>' for column in COLUMNS)
    return '\n'.join([HEAD, title, f'<table>{said}</table>', failed,
                      f'<table><tr>{head}</tr>', *map(line, moves.moves),
                      '</table></html>']) + '\n'


def text(moves):
    """What the moves came to, for a terminal."""
    pairs = list(moves.rows())
    width = max((len(name) for name, _ in pairs), default=0)
    return ''.join(f'{name:<{width}}  {value}\n' for name, value in pairs)
