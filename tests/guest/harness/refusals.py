"""What the driver refuses, though it says that it can: see known-refusals.ini.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import configparser

from .initramfs import HERE
from .kernellog import is_meant

KNOWN_REFUSALS = HERE / 'known-refusals.ini'


def reason(program, what, card, kernel_series):
    """Why a program is refused something, '' where that isn't known."""
    parser = configparser.ConfigParser(interpolation=None)
    parser.read(KNOWN_REFUSALS, encoding='utf-8')
    return next((parser[name]['why'].replace('\n', ' ')
                 for name in parser.sections()
                 if name.split()[0] == program and what in name.split()[1:]
                 and is_meant(parser[name], card, kernel_series)), '')


def answer(job, program, what):
    """The answer to a program that was refused something."""
    why = reason(program, what, job.options.card, job.kernel.series)
    if not why:
        return 'unknown'
    job.checks.record(f'program {program}: {what}', True,
                      f'refused by Linux {job.kernel.release}: {why}',
                      skipped=True)
    return 'known'
