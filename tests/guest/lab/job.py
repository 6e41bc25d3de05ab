"""A cell of the matrix as a job of LAVA's.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import json
import os
import re
import shlex

from harness.errors import GuestError
from harness.options import TOP

TEMPLATE = TOP / 'docs/ci/lava/harness.yaml'

# What a guest takes from the environment, and no machine has of its own; files
# are another matter
PASSED_ON = ('ACCEL CARD_OPTIONS CHECKER COMMAND ICOUNT KERNEL_ARGS '
             'MACHINE_OPTIONS MIGRATIONS NOUVEAU ONLY_COMMAND PATIENCE '
             'PROGRAMS QEMU_ARGS SECONDS_EACH SOAK SOAK_SUSPEND STAGES '
             'TIMELINE TRACE').split()

# Minutes of a cell without a limit of its own, and those that a job has beside
# its cell's: what is fetched and built comes first
MINUTES = 60
MORE = 15


def name_of(cell):
    """A cell's name, as a file's."""
    return '-'.join(cell.key)


def settings():
    """What the user's environment says of guests, as a shell has it."""
    return [f'{name}={shlex.quote(os.environ[name])}' for name in PASSED_ON
            if os.environ.get(name) is not None]


def steps(cell, send, limit, files=()):
    """What the job does: on a machine that "lava worker" has added.

    SEND is where its files go, FILES those that it fetches: variables and
    addresses.
    """
    words = ['"$FAUXVEAU/tests/guest/lava"', 'cell', '--place',
             shlex.quote(json.dumps(cell.place()))]
    if send:
        words += ['--send', shlex.quote(send)]
    if limit:
        words += ['--limit', str(limit)]
    for variable, address in files:
        words += ['--fetch', shlex.quote(f'{variable}={address}')]
    return [' '.join(['export LAVA=1', *settings()]), ' '.join(words)]


def replace(text, pattern, new):
    """Replace the one line of a template that has a pattern."""
    text, count = re.subn(rf'^{pattern}$', lambda match: new, text,
                          flags=re.MULTILINE)
    if count != 1:
        raise GuestError(f'{TEMPLATE} has no line {pattern}')
    return text


def definition(cell, send='', limit=None, files=(), template=None):
    """The job, made of the template's text; JSON is YAML, too."""
    text = template or TEMPLATE.read_text('utf-8')
    minutes = (limit or MINUTES) + MORE
    text = replace(text, 'job_name: .*',
                   'job_name: ' + json.dumps(f'guest: {" ".join(cell.key)}'))
    for what in '  job', '  action', '    timeout':
        text = replace(text, rf'{what}: \{{minutes: [0-9]+\}}',
                       f'{what}: {{minutes: {minutes}}}')
    text, found, _ = text.partition('          steps:\n')
    if not found:
        raise GuestError(f'{TEMPLATE} has no steps')
    return text + found + ''.join(
        f'          - {json.dumps(step)}\n'
        for step in steps(cell, send, limit, files))
