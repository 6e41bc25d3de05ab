"""The tests that the build declares.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import json
import os
import subprocess
from pathlib import Path

SUITE = 'nv'
# Those that take long and aren't about the model
THOROUGH_SUITE = 'nv-thorough'
# Those that drive cards, and tell with --list-rows which mechanisms their
# cases check.
ROWS_SUITE = 'nv-rows'
# What replays the fuzzer's inputs on the build's own emulator
INPUTS_SUITE = 'nv-inputs'

# How much of what ninja printed is shown when it fails
SHOWN_LINES = 20


class NoBuildError(Exception):
    """A directory isn't one that meson has set up, or that ninja can fill."""


def source(build):
    """QEMU's source, which the user may have elsewhere."""
    file = Path(build) / 'meson-info/meson-info.json'
    return Path(json.loads(file.read_text('utf-8'))['directories']['source'])


def tests(build, *suites):
    """The overlay's tests, or those of some of its suites."""
    suites = suites or (SUITE, THOROUGH_SUITE)
    file = Path(build) / 'meson-info/intro-tests.json'
    try:
        declared = json.loads(file.read_text('utf-8'))
    except (OSError, ValueError) as error:
        raise NoBuildError(f'{build} is no build directory: {file}: '
                           f'{getattr(error, "strerror", 0) or error}'
                           ) from None
    return [test for test in declared
            if any(is_in_suite(test, suite) for suite in suites)]


def is_in_suite(test, suite):
    return any(name.split(':')[-1] == suite for name in test['suite'])


def unbuilt(tests, build):
    """What tests need and isn't there, by ninja's names.

    What is there may be old: to know that is ninja's business.
    """
    wanted = {name for test in tests for name in test.get('depends', ())}
    if not wanted:
        return []
    file = Path(build) / 'meson-info/intro-targets.json'
    targets = json.loads(file.read_text('utf-8'))
    return sorted(os.path.relpath(made, build)
                  for target in targets if target['id'] in wanted
                  for made in target['filename'] if not os.path.exists(made))


def build_missing(tests, build):
    """Build what tests need and isn't there, or raise NoBuildError."""
    missing = unbuilt(tests, build)
    if not missing:
        return
    print(f'Building what is missing: {missing[0]}'
          + (f' and {len(missing) - 1} more' if missing[1:] else ''),
          flush=True)
    try:
        done = subprocess.run(['ninja', '-C', build, *missing], check=False,
                              stdin=subprocess.DEVNULL, text=True,
                              stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT)
    except OSError as error:
        raise NoBuildError(f'{missing[0]} has to be built first, and ninja '
                           f"can't be run: {error.strerror}") from None
    if done.returncode:
        raise NoBuildError('\n'.join([*done.stdout.splitlines()[-SHOWN_LINES:],
                                      f"{missing[0]} can't be built"]))
