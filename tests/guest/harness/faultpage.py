"""The table of faults as a page, and as in docs/known-drivers.rst.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import json
from pathlib import Path

from webpage import BAD, FAIR, GOOD, element, lines, page, table

COLUMNS = ['fault', 'times', 'what the driver said', 'the victim',
           'stood, s', 'the other process', 'stood, s', 'the kernel']


def kind(outcome):
    """The colour of a kernel's state."""
    state = outcome['kernel'].partition(':')[0]
    return {'sound': GOOD, 'no such thing': GOOD, 'warns': FAIR}.get(state,
                                                                     BAD)


def cells(outcome):
    """A fault as a line of the table."""
    pauses = outcome['pauses']
    kernel = outcome['kernel']
    if outcome['trace']:
        kernel = element('details', element('summary', kernel),
                         element('pre', '\n'.join(outcome['trace'])))
    yield lines([outcome['name'], element('code', outcome['line'])])
    yield outcome['done']
    yield lines(outcome['said'] + outcome['answer'])
    for worker in 'victim', 'witness':
        yield outcome[worker]
        yield pauses.get(worker, '')
    yield element('td', kernel, kind=kind(outcome))


def html(card, release, outcomes):
    """The whole page."""
    return page(f'Faults of {card}, Linux {release}',
                table(COLUMNS, map(cells, outcomes)))


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
    said = ['.. list-table::', '   :header-rows: 1', '', '   * - Fault']
    said += [f'     - {run["card"]}' for run in runs]
    for name in names:
        said.append(f'   * - {name}')
        for run in runs:
            found = next((outcome for outcome in run['outcomes']
                          if outcome['name'] == name), None)
            said.append(f'     - {rst_cell(found)}')
    return '\n'.join(said)
