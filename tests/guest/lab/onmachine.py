"""What a job does on the machine that it was given: it runs a cell, and tells
of it.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from harness import plan
from harness.cell import read_data
from harness.errors import GuestError
from harness.matrixtable import Table
from harness.options import TOP

from . import parcels, told

MATRIX = TOP / 'tests/guest/matrix'

# What machines are told by their device's dictionary
WORK, EMULATOR = 'FAUXVEAU_GUESTS', 'FAUXVEAU_QEMU'


def fetch(what, directory):
    """Fetch a file or a tree that a variable is to name."""
    variable, _, address = what.partition('=')
    directory.mkdir(parents=True, exist_ok=True)
    file = directory / address.rpartition('/')[2]
    parcels.fetch(address, file)
    if variable != 'SOURCE':
        before = os.environ.get(variable)
        os.environ[variable] = f'{before} {file}' if before else str(file)
        return
    # The driver is built once for one source, which its place tells
    tree = directory / f'tree-{file.name.partition(".")[0]}'
    if not tree.exists():
        made = Path(tempfile.mkdtemp(dir=directory))
        wrong = parcels.unpack(file, made)
        if wrong:
            raise GuestError(f'{file}: {wrong}')
        made.replace(tree)
    os.environ[variable] = str(tree)


def run(place, work, limit):
    """Run the cell, which shows its checks while they come; returns the exit
    status and all that was said.
    """
    file = work / 'cell.json'
    file.write_text(json.dumps([place]), 'utf-8')
    command = [sys.executable, str(MATRIX), '--cells', str(file),
               '--build', str(work), '--jobs', '1']
    command += ['--limit', str(limit)] if limit else []
    emulator = os.environ.get(EMULATOR) or TOP / 'build/qemu-system-x86_64'
    lines = []
    with subprocess.Popen([*command, '--qemu', str(emulator)],
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True,
                          errors='replace') as process:
        for line in process.stdout:
            lines.append(line)
            print(line, end='', flush=True)
    return process.returncode, lines


def data_of(cell, guests, status, lines):
    """What is known of the cell, also if it couldn't begin."""
    data = read_data(guests / 'matrix.json')
    if not data or not data['jobs'][0]['done']:
        cell.take(status, lines)
        Table([cell], [cell.place()]).write_data(guests)
        data = read_data(guests / 'matrix.json')
    return data


def left(cell, data, guests):
    """The names of what the cell has left."""
    files = [file.name for file in guests.glob(f'{cell.name}*')]
    return sorted({'matrix.json', *files,
                   *(boot['artifacts'] for boot in data['jobs'][0]['jobs'])})


def tell(data, names, guests, send):
    """Tell of the results in the log, and send the files."""
    for line in told.lines(data):
        print(line)
    sys.stdout.flush()
    if not send:
        return
    with tempfile.TemporaryDirectory(dir=guests.parent) as name:
        parcel = Path(name) / 'parcel.tar.gz'
        parcels.pack(parcel, guests, names)
        why_not = parcels.send(send, parcel)
    print(f'the files stay here, in {guests}: {why_not}' if why_not
          else 'the files are sent', flush=True)


def do(options):
    """All of a job; its verdicts are its test cases."""
    work = Path(os.environ.get(WORK) or TOP / 'build/guests').resolve()
    guests = work / 'guest'
    guests.mkdir(parents=True, exist_ok=True)
    place = json.loads(options.place)
    cell = plan.cell_of(place, guests)
    for old in 'matrix.json', f'{cell.name}.results.json':
        (guests / old).unlink(missing_ok=True)
    for what in options.fetch:
        fetch(what, work / 'fetched')
    free = shutil.disk_usage(work).free
    print(f'{work}: {free >> 20} MiB are free', flush=True)
    data = data_of(cell, guests, *run(place, work, options.limit))
    tell(data, left(cell, data, guests), guests, options.send)
    return 0
