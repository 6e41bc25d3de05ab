"""crucible, Mesa's tests of Vulkan, by a binary that the user has built.

Its runner gives each test a process and a device of its own, as many at once as
there are processors.  It goes on behind one that ends its process, and ends those
that take too long.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import re
import shlex

from . import nvk, suites, userspace
from .clients import USER_SPACE
from .errors import GuestError

NAME = 'crucible'

# The tests that are run, and what is known of those that fail
LIST = userspace.CLIENTS / 'crucible.ini'

# The program, and its pictures beside it
PROGRAM = 'crucible'
DATA = 'data'

# In the user space: where both are, and what the runner says
PLACE = '/run/crucible'
SAID = '/tmp/crucible'

# How many seconds a test may take, and how long the runner may say nothing
TEST_LIMIT = 60
RUNNER_LIMIT = 120
# What the runner takes for a day and more
NO_LIMIT = 100000

# How crucible says it, and how it is said here
WORDS = {'pass': 'passed', 'skip': 'not supported'}
ENDINGS = (*WORDS, 'fail', 'lost')

title = nvk.title
user_space = nvk.user_space
KERNEL_ARGS = nvk.KERNEL_ARGS


def disks(job):
    """The program and its pictures, as an image."""
    source = job.options.crucible
    if not (source / PROGRAM).is_file():
        raise GuestError(f'{source} has no {PROGRAM}')
    return [suites.disk(job, NAME, source, PROGRAM, DATA)]


def read_results(lines):
    """The tests that have ended, with what they have said, and how many there
    should be.
    """
    results, said, count = [], {}, 0
    for line in lines:
        tagged = re.match(r'crucible: (\w+) *: (\S+)(?:: (.*))?$', line)
        planned = re.match(r'crucible: info *: running (\d+) tests$', line)
        if planned:
            count = int(planned[1])
        elif tagged and tagged[1] in ENDINGS:
            ending, name, _ = tagged.groups()
            results.append(suites.Result(
                name, ending, '; '.join(said.pop(name, []))))
        elif tagged and tagged[3]:
            said.setdefault(tagged[2], []).append(tagged[3])
    return results, count


def group_of(name):
    """The group of a test in the table: up to two levels of its name, which
    ends with the family of queues.
    """
    return '.'.join(name.split('.')[:-2][:2])


def run_tests(job):
    """All tests, in one run."""
    listed = suites.List(job.options.card, job.kernel.series, LIST)
    patterns = job.options.crucible_tests or listed.patterns
    limit = min(TEST_LIMIT * job.patience(), NO_LIMIT)
    client = job.client(
        f'{nvk.ENVIRONMENT} {PLACE}/{PROGRAM} run --fork '
        f'--timeout={limit} {shlex.join(patterns)} > {SAID} 2>&1')
    late = suites.follow(job, client, SAID, RUNNER_LIMIT)
    client.forget()
    lines = job.guest.fetch(f'cat {USER_SPACE}{SAID}')
    job.directory.write(f'{NAME}.log', '\n'.join(lines) + '\n')
    results, count = read_results(lines)
    for result in results:
        suites.judge(job, listed, result)
    if len(results) != count or not count:
        raise GuestError(f'{len(results)} of {count} tests have ended' +
                         (f', and then nothing for {RUNNER_LIMIT} s'
                          if late else '') + ':\n' + '\n'.join(lines[-20:]))
    return f'{count} tests'


def run(job):
    """The stage."""
    job.cases = suites.Cases(WORDS, group_of)
    if not nvk.begin(job):
        return
    suites.mount(job, PLACE)
    try:
        job.attempt('all tests', run_tests, job)
    finally:
        suites.report(job)
