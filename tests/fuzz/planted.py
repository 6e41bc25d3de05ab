"""Faults that are planted, to see whether the fuzzer finds them.

Each is a patch of the model in planted/, which begins with what it is and ends
its introduction with a line "Targets: commands-nv15 ...", those that can meet
it.  It is built into an emulator of its own, beside the build.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import re
import shutil
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

from .fuzzer import Fuzzer

PLANTED = Path(__file__).parent / 'planted'


@dataclass
class Fault:
    """A patch."""
    name: str
    what: str
    targets: list
    file: str
    patch: Path


def read(patch):
    text = patch.read_text('utf-8')
    found = re.search(r'^Targets: (.*)$', text, re.M)
    file = re.search(r'^\+\+\+ b/(\S+)$', text, re.M)
    if not found or not file:
        raise ValueError(f'{patch} lacks its targets, or a file')
    return Fault(patch.stem, text[:found.start()].strip(),
                 found.group(1).split(), file.group(1), patch)


def all_faults():
    return [read(patch) for patch in sorted(PLANTED.glob('*.patch'))]


def build(builder, fault, directory):
    """An emulator with the fault."""
    folder = directory / fault.name
    source = folder / Path(fault.file).name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    shutil.copy(builder.top / fault.file, source)
    subprocess.run(['patch', '-s', str(source), str(fault.patch)], check=True)
    output = builder.object(fault.file, source, source.with_suffix('.o'))
    emulator = builder.place(f'planted-{fault.name}')
    # Without what debuggers want it is linked in half the time.
    builder.emulator({output: source.with_suffix('.o')}, emulator, ['-Wl,-S'])
    return emulator


def find(builder, fault, directory, corpus, seconds):
    """
    Fuzz from the kept inputs alone until the fault is found; returns after how
    many s, by which target and what was said, or None.
    """
    emulator = build(builder, fault, directory)
    begin = time.monotonic()
    try:
        for target in fault.targets:
            fresh = directory / fault.name / target
            fresh.mkdir()
            fuzzer = Fuzzer(emulator, directory / fault.name / 'found')
            run = fuzzer.fuzz(target, seconds / len(fault.targets),
                              [fresh, corpus / target], ['-seed=1'],
                              stop=True)
            if run.findings:
                return (time.monotonic() - begin, target,
                        run.findings[0][1])
    finally:
        emulator.unlink(missing_ok=True)
    return None
