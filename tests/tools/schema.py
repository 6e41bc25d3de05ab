"""What is wrong with a file of JUnit's, by tests/check/junit.xsd and beyond it.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import re
import shutil
import subprocess
from pathlib import Path
from xml.etree import ElementTree

SCHEMA = Path(__file__).resolve().parents[1] / 'check' / 'junit.xsd'
VERDICTS = {'failures': 'failure', 'errors': 'error', 'skipped': 'skipped'}
ATTACHMENT = re.compile(r'^\[\[ATTACHMENT\|(.+)\]\]$', re.MULTILINE)


def against_schema(file):
    """What xmllint says; without it (libxml2-utils), tools/junit says so."""
    if not shutil.which('xmllint'):
        return []
    process = subprocess.run(
        ['xmllint', '--noout', '--schema', SCHEMA, file], text=True,
        stderr=subprocess.PIPE, check=False)
    return process.stderr.splitlines() if process.returncode else []


def counts(suite):
    """What a suite's numbers say that its cases don't."""
    cases = suite.findall('testcase')
    found = {'tests': len(cases),
             **{name: sum(case.find(verdict) is not None for case in cases)
                for name, verdict in VERDICTS.items()}}
    return [f'{suite.get("name")}: {name} are {count}'
            for name, count in found.items() if suite.get(name) != str(count)]


def attached(element, directory):
    """The files that an element and what is in it name."""
    return [directory / name for output in element.iter('system-out')
            for name in ATTACHMENT.findall(output.text)]


def faults(file, directory=None):
    """All that is wrong with a file; [] if nothing is.

    DIRECTORY is the one that a job of GitLab's or Jenkins' would run in.
    """
    found = against_schema(file)
    if found:
        return found
    root = ElementTree.parse(file).getroot()
    found = [wrong for suite in root for wrong in counts(suite)]
    if directory:
        found += [f'{name}: there is no such file'
                  for name in attached(root, directory) if not name.is_file()]
    return found
