"""The tests that the build declares.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import json
from pathlib import Path

SUITE = 'nv'
# Those that drive cards, and tell with --list-rows which mechanisms their
# cases check.
ROWS_SUITE = 'nv-rows'


class NoBuildError(Exception):
    """A directory isn't one that meson has set up."""


def tests(build, suite=SUITE):
    """The overlay's tests, or those of one of its suites."""
    file = Path(build) / 'meson-info/intro-tests.json'
    try:
        declared = json.loads(file.read_text('utf-8'))
    except (OSError, ValueError) as error:
        raise NoBuildError(f'{build} is no build directory: {file}: '
                           f'{getattr(error, "strerror", 0) or error}'
                           ) from None
    return [test for test in declared if is_in_suite(test, suite)]


def is_in_suite(test, suite):
    return any(name.split(':')[-1] == suite for name in test['suite'])
