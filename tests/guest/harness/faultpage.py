"""The table of faults as a page, and as in docs/faults.rst.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import json
from html import escape
from pathlib import Path

HEAD = '''\
<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<title>Faults on order</title>
<style>
body { font: 14px sans-serif; margin: 2em; }
table { border-collapse: collapse; margin: 1em 0; }
th, td { border: 1px solid #ccc; padding: 3px 8px; text-align: left;
         vertical-align: top; }
.sound { background: #cfc; }
.warns { background: #ffd; }
.bad { background: #fbb; }
</style>
'''

COLUMNS = ['fault', 'times', 'what the driver said', 'the victim',
           'stood, s', 'the other process', 'stood, s', 'the kernel']


def kind(outcome):
    """The colour of a kernel's state."""
    state = outcome['kernel'].partition(':')[0]
    return {'sound': 'sound', 'no such thing': 'sound',
            'warns': 'warns'}.get(state, 'bad')


def cells(outcome):
    pauses = outcome['pauses']
    said = '<br>'.join(map(escape, outcome['said'] + outcome['answer']))
    kernel = escape(outcome['kernel'])
    if outcome['trace']:
        trace = escape('\n'.join(outcome['trace']))
        kernel = (f'<details><summary>{kernel}</summary>'
                  f'<pre>{trace}</pre></details>')
    yield f'{escape(outcome["name"])}<br><code>{escape(outcome["line"])}</code>'
    yield str(outcome['done'])
    yield said
    for worker in 'victim', 'witness':
        yield escape(outcome[worker])
        yield str(pauses.get(worker, ''))
    yield f'<span class="{kind(outcome)}">{kernel}</span>'


def html(card, release, outcomes):
    """The whole page."""
    title = f'<h1>Faults of {escape(card)}, Linux {escape(release)}</h1>'
    head = ''.join(f'<th>{column}</th>' for column in COLUMNS)
    rows = [''.join(f'<td>{cell}</td>' for cell in cells(outcome))
            for outcome in outcomes]
    return '\n'.join([HEAD, title, f'<table><tr>{head}</tr>',
                      *(f'<tr>{row}</tr>' for row in rows),
                      '</table></html>']) + '\n'


# For the docs

# What an emulator on a busy host makes of no fault, in seconds
PAUSE = 3

SHORT = {'went on': 'on', 'replaced on purpose': 'on'}


def short(outcome, worker):
    """A process's fate in a word, and how long it was stuck."""
    fate = outcome[worker].partition(':')[0]
    pause = outcome['pauses'].get(worker, 0)
    word = SHORT.get(fate, fate.partition(',')[0])
    return f'{word} {pause:.0f} s' if pause >= PAUSE else word


def rst_cell(outcome):
    if not outcome:
        return '–'
    if outcome['kernel'] == 'no such thing':
        return '–'
    if not outcome['done']:
        return 'no occasion'
    kernel = outcome['kernel'].partition(':')[0]
    fates = ', '.join(short(outcome, worker)
                      for worker in ('victim', 'witness'))
    return fates if kernel == 'sound' else f'{fates}; **{kernel}**'


def rst(files):
    """The list table of several runs."""
    runs = [json.loads(Path(file).read_text('utf-8')) for file in files]
    names = list(dict.fromkeys(outcome['name'] for run in runs
                               for outcome in run['outcomes']))
    lines = ['.. list-table::', '   :header-rows: 1', '', '   * - Fault']
    lines += [f'     - {run["card"]}' for run in runs]
    for name in names:
        lines.append(f'   * - {name}')
        for run in runs:
            found = next((outcome for outcome in run['outcomes']
                          if outcome['name'] == name), None)
            lines.append(f'     - {rst_cell(found)}')
    return '\n'.join(lines)
