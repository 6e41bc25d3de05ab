"""A guest's traces for others' tools: whether these would read each line.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import subprocess
import sys
from pathlib import Path

NV_TRACE = Path(__file__).resolve().parents[3] / 'scripts' / 'nv-trace'

# Video memory that the CPU draws in makes no other kind of line.
OPTIONS = 'mmiotrace=mmiotrace,mmiotrace-vram=off,pushdump=pushdump'
FILES = {'mmiotrace': 'boot.mmiotrace', 'pushdump': 'boot.mmt'}


def ask_for(job):
    """Have the card write them among the job's artifacts."""
    chosen = job.options
    chosen.card_options = ','.join(part for part in (chosen.card_options,
                                                     OPTIONS) if part)
    chosen.qemu_args = list(chosen.qemu_args)
    for name, file in FILES.items():
        path = str(job.artifacts / file).replace(',', ',,')
        chosen.qemu_args += ['-chardev', f'file,id={name},path={path}']


def run(*command):
    """Whether nv-trace is content, and what it says."""
    said = subprocess.run([sys.executable, NV_TRACE, *command], text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          check=False)
    return not said.returncode, said.stdout


def check(tap, job):
    """Cases: each line is one of the format's, and a replay is the same."""
    for name, file in FILES.items():
        tap.case(f'{job.title}: {name} has no line that no tool would read',
                 *run('check', job.artifacts / file))
    if not job.card.channels:
        tap.case(f'{job.title}: its pushbuffers replayed do the same',
                 *run('replay', '--card', job.options.card, '--qemu',
                      job.options.qemu, job.artifacts / FILES['pushdump']))
