"""The tests that the build declares.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import json
from pathlib import Path

SUITE = 'nv'
# Those that drive cards, and tell with --list-rows which mechanisms their
# cases check.
ROWS_SUITE = 'nv-rows'


def tests(build, suite=SUITE):
    """The overlay's tests, or those of one of its suites."""
    file = Path(build) / 'meson-info/intro-tests.json'
    return [test for test in json.loads(file.read_text('utf-8'))
            if is_in_suite(test, suite)]


def is_in_suite(test, suite):
    return any(name.split(':')[-1] == suite for name in test['suite'])
