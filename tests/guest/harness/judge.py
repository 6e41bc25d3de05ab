"""The judge's findings, with functions of the guest's kernel.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import subprocess
import sys
from pathlib import Path

from . import debugger

SCRIPT = Path(__file__).resolve().parents[3] / 'scripts' / 'nv-judge'

SYMBOLS = 'cat /proc/kallsyms'


def keep_symbols(job, name):
    """The table of the guest's functions as it is now."""
    lines = job.guest.fetch(SYMBOLS)
    job.write(f'kallsyms-{name}.txt', ''.join(f'{line}\n' for line in lines))


def symbol_files(job):
    """What has symbols for debuggers, if there is any."""
    kernel, symbols = job.kernel, job.options.symbols
    driver = job.display.driver
    files = [debugger.find_kernel(kernel, symbols),
             driver in kernel.own and
             debugger.packaged_module(kernel, driver, symbols)]
    return [str(file) for file in files if file]


def explain(job, findings):
    """Write judgements.txt; return how many findings there are."""
    raw = job.artifacts / 'judgements-raw.txt'
    raw.write_text(findings, encoding='utf-8')
    tables = sorted(job.artifacts.glob('kallsyms-*.txt'))
    said = subprocess.run(
        [sys.executable, SCRIPT,
         *(f'--kallsyms={table}' for table in tables),
         *(f'--symbols={file}' for file in symbol_files(job)), raw],
        text=True, stdout=subprocess.PIPE, check=True).stdout
    job.write('judgements.txt', said)
    return len(findings.splitlines())
