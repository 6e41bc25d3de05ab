"""The table of jobs as a page, with the consoles side by side.

SPDX-License-Identifier: GPL-2.0-or-later
"""

from html import escape

from .matrix import COLUMNS, FAILED, NO_CHANNELS, OK, UNUSED

HEAD = '''\
<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<title>Cards and kernels</title>
<style>
body { font: 14px sans-serif; margin: 2em; }
table { border-collapse: collapse; margin: 1em 0; }
th, td { border: 1px solid #ccc; padding: 3px 8px; text-align: left; }
td.number { text-align: right; }
.consoles td { vertical-align: top; }
img { width: 480px; display: block; }
.ok { background: #cfc; }
.lacking { background: #ffd; }
.failed { background: #fbb; }
</style>
<h1>Cards and kernels</h1>
'''

KINDS = {OK: 'ok', NO_CHANNELS: 'lacking', UNUSED: 'lacking',
         FAILED: 'failed'}

# What a person may want to read of a job
FILES = ['console-scroll.png', 'console-edit.png', 'summary.txt', 'dmesg.txt',
         'unmodelled.txt', 'job.txt']


def value_cell(value):
    kind = ' class="number"' if value.isdigit() else ''
    return f'<td{kind}>{escape(value)}</td>'


def table_line(cell):
    """A job as a line of the table, with its failures."""
    values = cell.row()
    at = COLUMNS.index('result')
    note = f': {cell.note()}' if cell.note() else ''
    result = (f'<td class="{KINDS[cell.result()]}">'
              f'{escape(cell.result() + note)}</td>')
    return (f'<tr>{"".join(map(value_cell, values[:at]))}{result}'
            f'{"".join(map(value_cell, values[at + 1:]))}</tr>')


def links(cell):
    return ' '.join(f'<a href="{cell.artifacts.name}/{name}">{name}</a>'
                    for name in FILES if (cell.artifacts / name).exists())


def console_cell(cell):
    """The picture of a job's console, and what else there is."""
    if cell.card.driver:
        return f'<td>{escape(cell.note())}</td>'
    if not (cell.artifacts / 'console.png').exists():
        return f'<td><p>No picture</p>{links(cell)}</td>'
    name = f'{cell.artifacts.name}/console.png'
    return (f'<td><a href="{name}"><img src="{name}" '
            f'alt="{escape(cell.title)}"></a>{links(cell)}</td>')


def console_table(matrix):
    """A line for each card, a column for each kernel."""
    kernels = matrix.kernels
    yield (f'<table class="consoles"><tr><th></th>'
           f'{"".join(f"<th>{escape(k)}</th>" for k in kernels)}</tr>')
    for i in range(0, len(matrix.cells), len(kernels)):
        cells = matrix.cells[i:i + len(kernels)]
        yield (f'<tr><th>{escape(cells[0].card.name)}</th>'
               f'{"".join(map(console_cell, cells))}</tr>')
    yield '</table>'


def html(matrix):
    """The whole page; it stands beside the jobs' artifacts."""
    titles = ''.join(f'<th>{escape(title)}</th>' for title in COLUMNS)
    return '\n'.join([
        HEAD, f'<table><tr>{titles}</tr>', *map(table_line, matrix.cells),
        '</table>', '<h2>Consoles</h2>', *console_table(matrix),
        '</html>']) + '\n'
