"""Faults that are planted, to see whether the fuzzer finds them.

They are the faults of tests/mutants/changes (mutants/change.py), each with the
targets that can meet it.  It is built into an emulator of its own, beside the
build.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import shutil
import time

from .fuzzer import Fuzzer

# Without what debuggers want it is linked in half the time.
LINKING = ['-Wl,-S']


def find(builder, fault, directory, corpus, seconds):
    """
    Fuzz from the kept inputs alone until the fault is found; returns after how
    many s, by which target and what was said, or None.
    """
    kept = directory / fault.name
    shutil.rmtree(kept, ignore_errors=True)
    kept.mkdir(parents=True)
    with builder.changed(f'planted-{fault.name}', fault.apply(builder.top),
                         kept, LINKING) as emulator:
        begin = time.monotonic()
        for target in fault.targets:
            fresh = kept / target
            fresh.mkdir()
            fuzzer = Fuzzer(emulator, kept / 'found')
            run = fuzzer.fuzz(target, seconds / len(fault.targets),
                              [fresh, corpus / target], ['-seed=1'],
                              stop=True)
            if run.findings:
                return (time.monotonic() - begin, target,
                        run.findings[0][1])
    return None
