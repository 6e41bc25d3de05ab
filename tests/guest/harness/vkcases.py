"""The cases of vkcases, our client of Vulkan, and what is made of them.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import re

from .errors import GuestError
from .nvk import ENVIRONMENT

# An area
AREA_LIMIT = 1800

# What the driver says of the devices that an area has lose, whatever else it
# says of other areas
LOSS = 'loss'
LOSS_LINES = [
    r'fifo: fault 01 \[WRITE\] at .* on channel \d+ \[\w+ vkcases\[\d+\]\]',
    r'fifo:\d+:\w+:\[vkcases\[\d+\]\] rc scheduled', r'fifo:\d+: rc scheduled',
    r'fifo:.*:\[vkcases\[\d+\]\] errored - disabling channel',
    r'vkcases\[\d+\]: channel \d+ killed!',
    r'vkcases\[\d+\]: error fencing pushbuf: -19',
]


def read_cases(lines):
    """Each case of an area's output: its name, whether it passed, why not or
    why it was left out.
    """
    said = []
    for line in lines:
        case = re.match(r'(ok|not ok) \d+ - (.*?)( # SKIP)?$', line)
        if not case:
            said.append(line.removeprefix('# '))
            continue
        passed, name, skipped = case.groups()
        yield name, passed == 'ok', '\n'.join(said), bool(skipped)
        said = []


def expect_loss(job, start):
    """Lines of the kernel's log that tell of devices lost on purpose."""
    job.guest.finish_kernel_log()
    job.log_check.expected |= {
        id(error) for error in job.log_check.errors_since(start)
        if any(re.search(line, error.text) for line in LOSS_LINES)}


def record(job, area, result):
    """Make checks of what an area's cases have said; how many there were."""
    planned = next((int(match[1]) for line in result.lines
                    if (match := re.match(r'1\.\.(\d+)$', line))), 0)
    cases = list(read_cases(result.lines))
    for name, passed, detail, skipped in cases:
        job.checks.record(f'{area}: {name}', passed, detail, skipped=skipped)
    failed = sum(not passed for _, passed, _, _ in cases)
    if len(cases) != planned or not planned or result.status not in (0, 1):
        raise GuestError(f'{len(cases)} of {planned} cases, and status '
                         f'{result.status}')
    return f'{len(cases)} cases, {failed} failed'


def run_area(job, area):
    """The cases of an area, each a check."""
    start = len(job.guest.kernel_log)
    result = job.run_client(f'{ENVIRONMENT} vkcases {area} 2>&1', AREA_LIMIT,
                            lambda line: job.progress(f'  {line}'))
    job.directory.write(f'vkcases-{area}.txt', '\n'.join(result.lines) + '\n')
    if area == LOSS:
        expect_loss(job, start)
    return record(job, area, result)
