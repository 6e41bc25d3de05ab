"""The checker's findings, with functions of the guest's kernel.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import configparser
import json
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

from nvdebug import reports

from . import debugger, machine_command
from .kernellog import is_meant

SCRIPT = Path(__file__).resolve().parents[3] / 'scripts' / 'nv-findings'
KNOWN = Path(__file__).resolve().parent.parent / 'known-findings.ini'

SYMBOLS = 'cat /proc/kallsyms'


def keep_symbols(job, name):
    """The table of the guest's functions as it is now."""
    lines = job.guest.fetch(SYMBOLS)
    job.directory.write(f'kallsyms-{name}.txt',
                        ''.join(f'{line}\n' for line in lines))


def symbol_files(job):
    """What has symbols for debuggers, if there is any."""
    kernel, symbols = job.kernel, job.options.symbols
    driver = job.display.driver
    files = [debugger.find_kernel(kernel, symbols),
             driver in kernel.own and
             debugger.packaged_module(kernel, driver, symbols)]
    return [str(file) for file in files if file]


@dataclass
class Finding:
    """A finding as nv-findings tells it."""

    lines: list = field(default_factory=list)

    def rule(self):
        return self.lines[0].partition(' ')[0]

    def injected(self):
        """It was found in what an injected fault has changed."""
        return ' fault=' in self.lines[0]

    def functions(self):
        """The functions that it comes from."""
        return {line.strip().partition('+')[0] for line in self.lines[1:]}


def findings(said):
    """What nv-findings has said; functions are indented."""
    found = []
    for line in said.splitlines():
        if not line.startswith(' '):
            found.append(Finding())
        found[-1].lines.append(line)
    return found


class KnownFindings:
    """What the checker is known to find in the driver."""

    def __init__(self, card, kernel_series):
        parser = configparser.ConfigParser(delimiters=['='],
                                           interpolation=None)
        parser.read(KNOWN, encoding='utf-8')
        self.pairs = [tuple(name.split()) for name in parser.sections()
                      if is_meant(parser[name], card, kernel_series)]

    def has(self, finding):
        return any(finding.rule() == rule and function in finding.functions()
                   for rule, function in self.pairs)


def check(tap, job):
    """Cases: the checker was there, and has found what is known at most."""
    said = job.artifacts / 'findings.txt'
    tap.case(f'{job.title}: the checker has watched the driver',
             job.facts.get('checked', False) and said.exists())
    if said.exists():
        known = KnownFindings(job.options.card, job.kernel.series)
        new = [line for finding in findings(said.read_text('utf-8'))
               if not finding.injected() and not known.has(finding)
               for line in finding.lines]
        tap.case(f'{job.title}: it finds nothing but what is known', not new,
                 '\n'.join(new))


def collect(job):
    """Write findings.txt, and keep how many findings there are."""
    answer = job.guest.machine.execute(reports.FINDINGS,
                                       path=machine_command.DEVICE)
    job.facts['checked'] = answer['on']
    job.facts['findings'] = explain(job, answer)


def explain(job, answer):
    """Write findings.txt; return how many lines of findings there are."""
    raw = job.artifacts / 'findings-raw.json'
    raw.write_text(json.dumps(answer), encoding='utf-8')
    tables = sorted(job.artifacts.glob('kallsyms-*.txt'))
    said = subprocess.run(
        [sys.executable, SCRIPT,
         *(f'--kallsyms={table}' for table in tables),
         *(f'--symbols={file}' for file in symbol_files(job)), raw],
        text=True, stdout=subprocess.PIPE, check=True).stdout
    job.directory.write('findings.txt', said)
    return len(reports.findings(answer).splitlines())
