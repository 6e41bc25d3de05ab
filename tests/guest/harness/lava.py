"""Checks of guests as LAVA's test cases, which it shows while they come.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import contextlib
import re

# How a line begins that is for LAVA
BEGIN = '<LAVA_SIGNAL_'

def word(text):
    """A name as LAVA takes it."""
    return re.sub(r'[^\w.+-]+', '-', text).strip('-')


def signal(kind, text):
    # Others write to this port as well: it begins a line
    print(f'\n{BEGIN}{kind} {text}>', flush=True)


def result(check):
    """What LAVA calls a verdict; "unknown" is that there is none."""
    if check.skipped:
        return 'skip'
    if check.ok:
        return 'pass'
    return 'unknown' if check.host else 'fail'


def case(check):
    """A check as a test case, behind what there is to say of it."""
    if check.detail and not check.ok:
        print('\n' + check.detail)
    signal('TESTCASE', f'TEST_CASE_ID={word(check.name)} '
                       f'RESULT={result(check)}')


@contextlib.contextmanager
def reporting(job):
    """Report each check of a job in a set of its own."""
    job.checks.listeners.append(case)
    signal('TESTSET', f'START {word(job.title)}')
    try:
        yield
    finally:
        signal('TESTSET', 'STOP')
