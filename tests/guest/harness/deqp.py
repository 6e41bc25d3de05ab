"""dEQP's tests of Vulkan (dEQP-VK), by a binary that the user has built.

The list of cases, and which of them are done, stay in the guest: there may be
tens of thousands.  dEQP is given some at a time; one that ends it, or loses its
device, is the last of its run, and those behind it are in the next.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import re
import shlex

from . import nvk, suites, userspace
from .clients import USER_SPACE
from .errors import GuestError

NAME = 'deqp'

# The cases that are run, and what is known of those that fail
LIST = userspace.CLIENTS / 'deqp.ini'

# The program, where a build has it, and the files that it reads beside it
PROGRAM = 'deqp-vk'
PLACES = ['.', 'external/vulkancts/modules/vulkan']
DATA = 'vulkan'

# In the user space
PLACE = '/run/deqp'
WORK = '/tmp/deqp'

# Files of the work directory: all cases, those that are done, those of a run,
# and what that says
ALL, DONE, SOME, SAID, LOG = 'all', 'done', 'some', 'said', 'log.qpa'

LIST_LIMIT = 600
# A case that says nothing for so many seconds has failed
CASE_LIMIT = 180
# How many cases a run gets
AT_ONCE = 400

# How dEQP says it, and how it is said here
WORDS = {'Pass': 'passed', 'QualityWarning': 'passed',
         'CompatibilityWarning': 'passed', 'Waiver': 'passed',
         'NotSupported': 'not supported'}
ENDINGS = (*WORDS, 'Fail', 'InternalError', 'ResourceError', 'Crash',
           'Timeout', 'DeviceLost')
LOST = 'VK_ERROR_DEVICE_LOST'

title = nvk.title
user_space = nvk.user_space
KERNEL_ARGS = nvk.KERNEL_ARGS


# The disk

def find_program(directory):
    """Where a build has the program."""
    for place in PLACES:
        if (directory / place / PROGRAM).is_file():
            return directory / place
    raise GuestError(f'{directory} has no {PROGRAM}, nor is there one in '
                     f'{", ".join(PLACES[1:])}')


def disks(job):
    """The program and its files, as an image."""
    return [suites.disk(job, NAME, find_program(job.options.deqp), PROGRAM,
                        DATA)]


# Reading

def read_results(lines):
    """The cases that were begun, each with its end; '' where it has none."""
    results = []
    for line in lines:
        begun = re.match(r"Test case '(.*)'\.\.$", line)
        ended = re.match(rf'  ({"|".join(ENDINGS)}) \((.*?)\)?$', line)
        if begun:
            results.append(suites.Result(begun[1], ''))
        elif ended and results and not results[-1].ending:
            results[-1].ending, results[-1].detail = ended.groups()
    return results


def up_to_loss(results):
    """Those up to a case that has lost the device, which the others share."""
    for count, result in enumerate(results, 1):
        if result.ending == 'DeviceLost' or LOST in result.detail:
            return results[:count]
    return results


def read_shaders(lines):
    """The cases whose log has shaders."""
    case, found = '', set()
    for line in lines:
        begin = re.match(r'#beginTestCaseResult (\S+)', line)
        if begin:
            case = begin[1]
        else:
            found.add(case)
    return found


def group_of(name):
    """The group of a case in the table: up to four levels of its name."""
    return '.'.join(name.split('.')[1:-1][:4])


# In the guest

def in_work(command):
    """A command in the work directory, with the driver for it."""
    return f'cd {WORK} && {{ {command}; }}'


def program(arguments):
    return (f'{nvk.ENVIRONMENT} {PLACE}/{PROGRAM} '
            f'--deqp-archive-dir={PLACE} --deqp-log-filename={LOG} '
            f'{arguments}')


def list_cases(job, patterns):
    """Write the cases of some patterns to a file; return their number.

    Of a pattern that ends with /N, it is every Nth.
    """
    for pattern in patterns:
        name, _, every = pattern.partition('/')
        if every and not re.fullmatch('[1-9][0-9]{0,5}', every):
            raise GuestError(f'{pattern}: "/{every}" has to be a number')
        listing = program('--deqp-runmode=stdout-caselist '
                          f'--deqp-case={shlex.quote(name)}')
        job.run_client(in_work(
            f"set -o pipefail; {listing} | sed -n 's/^TEST: //p' | "
            f"sed -n '1~{every or 1}p' >> {ALL}"),
            LIST_LIMIT).check(f'listing {name}')
    lines = job.run_client(in_work(
        f'sort -u -o {ALL} {ALL}; : > {DONE}; wc -l < {ALL}'),
        LIST_LIMIT).check('counting cases')
    return int(lines[-1])


def run_some(job):
    """Run the next cases, and return their results; [] when all are done."""
    left = job.run_client(in_work(
        f'grep -vxFf {DONE} {ALL} | head -n {AT_ONCE} > {SOME}; '
        f'wc -l < {SOME}'), LIST_LIMIT).check('choosing cases')
    if left[-1].strip() == '0':
        return []
    client = job.client(in_work(program(
        f'--deqp-caselist-file={SOME} --deqp-log-images=disable '
        f'--deqp-shadercache=disable > {SAID} 2>&1')))
    late = suites.follow(job, client, f'{WORK}/{SAID}', CASE_LIMIT)
    client.forget()
    lines = job.guest.fetch(f'cat {USER_SPACE}{WORK}/{SAID}')
    results = up_to_loss(read_results(lines))
    if not results:
        raise GuestError(f'{PROGRAM} runs no case:\n' +
                         '\n'.join(lines[-20:]))
    if not results[-1].ending:
        results[-1].ending = 'Timeout' if late else 'Crash'
        results[-1].detail = f'more than {CASE_LIMIT} s' if late else ''
    look_for_shaders(job, results)
    job.run_client(in_work(
        f"sed -n \"s/^Test case '\\(.*\\)'\\.\\.$/\\1/p\" {SAID} | "
        f'head -n {len(results)} >> {DONE}'), LIST_LIMIT).check('going on')
    return results


def look_for_shaders(job, results):
    """Say of cases that failed whether they have shaders."""
    failed = [result for result in results if result.ending not in WORDS]
    if not failed:
        return
    found = read_shaders(job.guest.fetch(
        "grep -oE '^#beginTestCaseResult .*|<(ShaderProgram|SpirV)' "
        f'{USER_SPACE}{WORK}/{LOG} | uniq; true'))
    for result in failed:
        result.has_shaders = result.name in found


# All cases

def run_cases(job):
    """All cases, some at a time."""
    listed = suites.List(job.options.card, job.kernel.series, LIST)
    patterns = job.options.deqp_cases or listed.patterns
    count = list_cases(job, patterns)
    if not count:
        raise GuestError(f'{" ".join(patterns)}: there is no such case')
    done = 0
    while results := run_some(job):
        for result in results:
            suites.judge(job, listed, result)
        done += len(results)
        job.progress(f'  {done} of {count} cases, up to {results[-1].name}')
    if done != count:
        raise GuestError(f'{done} of {count} cases were run')
    return f'{count} cases'


def run(job):
    """The stage."""
    job.cases = suites.Cases(WORDS, group_of)
    if not nvk.begin(job):
        return
    job.guest.ask(f'mkdir -p {USER_SPACE}{WORK}')
    suites.mount(job, PLACE)
    try:
        job.attempt('all cases', run_cases, job)
    finally:
        suites.report(job)
