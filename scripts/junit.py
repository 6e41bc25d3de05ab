"""What was checked, as JUnit's XML, the form that GitLab and Jenkins read.

tests/check/junit.xsd says what such a file has. A file that belongs to a case
is told by a line of its output, "[[ATTACHMENT|PATH]]": GitLab shows the first,
which has to be below the directory that the job runs in, Jenkins all.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import collections
import os
import re
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree

import wholefile

# Verdicts; those that aren't PASSED are called as JUnit's elements
PASSED, FAILED, BROKEN, SKIPPED = 'passed', 'failure', 'error', 'skipped'

# What no XML may have, not even by its number
NO_XML = re.compile('[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]')
# Text that somebody else would take for an attachment
MARK = '[[ATTACHMENT|'


@dataclass
class Case:
    """A thing that was checked.

    FAILED is a verdict on what was tested, BROKEN is that there is none; KIND
    says more of either. ATTACHED are files, the one that tells most first.
    """

    name: str
    verdict: str = PASSED
    detail: str = ''
    seconds: float = 0
    kind: str = ''
    attached: list = field(default_factory=list)


@dataclass
class Suite:
    """Cases that belong together, and the files that belong to all of them.

    It takes its cases' SECONDS unless it says otherwise.
    """

    name: str
    cases: list
    attached: list = field(default_factory=list)
    seconds: float = None


def clean(text):
    """Text as XML can have it."""
    return NO_XML.sub(lambda match: f'\\x{ord(match[0]):02x}', text)


def place(file):
    """Where a file is, seen from the directory that the user is in."""
    path = Path(os.path.abspath(file))
    here = Path.cwd()
    return str(path.relative_to(here) if here in path.parents else path)


def attachments(files):
    return [f'{MARK}{place(file)}]]' for file in files]


def output(parent, lines):
    """The element that has what isn't a verdict, if there is anything."""
    if lines:
        ElementTree.SubElement(parent, 'system-out').text = clean(
            '\n'.join(lines) + '\n')


def add_case(parent, suite, name, case):
    # Jenkins takes what is before the last dot for the name of a package
    element = ElementTree.SubElement(
        parent, 'testcase', name=clean(name),
        classname=clean(suite.name.replace('.', '_')),
        time=f'{case.seconds:.3f}')
    lines = attachments(case.attached)
    said = case.detail.replace(MARK, '[ [ATTACHMENT|')
    if case.verdict != PASSED:
        # GitLab shows an element's text, and its message only without one
        first = said.partition('\n')[0] or case.verdict
        verdict = ElementTree.SubElement(
            element, case.verdict, message=clean(first),
            type=case.kind or case.verdict)
        verdict.text = clean(said or case.verdict)
    elif said:
        lines.append(said)
    output(element, lines)


def add_suite(parent, suite):
    verdicts = collections.Counter(case.verdict for case in suite.cases)
    seconds = (sum(case.seconds for case in suite.cases)
               if suite.seconds is None else suite.seconds)
    element = ElementTree.SubElement(
        parent, 'testsuite', name=clean(suite.name),
        tests=str(len(suite.cases)), failures=str(verdicts[FAILED]),
        errors=str(verdicts[BROKEN]), skipped=str(verdicts[SKIPPED]),
        time=f'{seconds:.3f}')
    names = collections.Counter()
    for case in suite.cases:
        # GitLab takes cases of one name for one case
        names[case.name] += 1
        again = names[case.name]
        add_case(element, suite,
                 case.name + (f' ({again})' if again > 1 else ''), case)
    output(element, attachments(suite.attached))


def tree(suites):
    """Suites as an element of XML."""
    root = ElementTree.Element('testsuites')
    for suite in suites:
        add_suite(root, suite)
    ElementTree.indent(root)
    return root


def write(file, suites):
    """Write a file; whoever reads it never finds a part of it."""
    wholefile.write(file, ElementTree.tostring(
        tree(suites), encoding='utf-8', xml_declaration=True))
