"""Four processes that copy by Vulkan for as long as the user wants.

Each step of theirs waits for the one before it, by a timeline (vkcases' area
"long"). None may be lost and no byte may be wrong; when all processes have
ended, neither the emulator nor the guest may need more memory than before.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import json
import re

from . import nvk, soak, vkcases
from .clients import USER_SPACE

AREA = 'long'

# In seconds: what is done if the user doesn't say how long, and before the
# memory is looked at for the first time, when all is loaded that is needed
SHORT = 15
WARM_UP = 15
# What they may take to begin and to end beside that, and for some submissions
BEGIN_LIMIT = 300
SILENCE_LIMIT = 240

# How much more may be in use in the end, in KiB. The emulator's TLBs and its
# table of translated code grow with what the guest has run; both end somewhere.
# What the guest calls available goes up and down by 13 MiB, however long it was
# at work: 3 MiB less after ten minutes, 13 less or 9 more after one.
ALLOWED = {'the emulator': 16 << 10, 'the guest': 16 << 10,
           'the guest\'s slab': 2048}

# Its presence ends the processes
END = 'tmp/vkcases-ends'

SAID = re.compile(r'# at (\d+) s, submissions:((?: \d+)+)$')


class Copies:
    """The processes."""

    def __init__(self, job, seconds):
        self.job = job
        self.seconds = seconds
        job.guest.run(f'rm -f {USER_SPACE}/{END}')
        self.client = job.client(
            f'VKCASES_SECONDS={seconds} VKCASES_END=/{END} '
            f'{nvk.ENVIRONMENT} vkcases {AREA} 2>&1')

    def counts(self):
        """How many submissions of each have come to their end so far."""
        said = [match for line in self.client.lines()
                if (match := SAID.match(line))]
        return [int(count) for count in said[-1][2].split()] if said else []

    def wait_for_more(self):
        """Wait until each has done some more; return how many all have."""
        before = sum(self.counts())
        counts = []

        def done():
            told = self.counts()
            counts.append(told)
            return told and all(now > was for now, was in
                                zip(told, counts[0] or [0] * len(told)))
        self.client.wait_until(done, SILENCE_LIMIT * self.job.options.patience,
                               'waiting for all processes to copy')
        return sum(counts[-1]) - before

    def end(self):
        """Have them end before their time is over."""
        self.job.guest.ask(f'touch {USER_SPACE}/{END}')
        return self.finish()

    def finish(self):
        """What they have said, without their progress, once all have ended."""
        result = self.client.wait(
            (self.seconds + BEGIN_LIMIT) * self.job.options.patience,
            lambda line: self.job.progress(f'  {line}'))
        self.job.directory.write(f'vkcases-{AREA}.txt',
                                 '\n'.join(result.lines) + '\n')
        result.lines = [line for line in result.lines if not SAID.match(line)]
        return result


def warm_up(job):
    """Have all loaded that the processes need; whether they can copy.

    If not, there are checks that say why.
    """
    result = Copies(job, WARM_UP).finish()
    if all(passed and not skipped for _, passed, _, skipped in
           vkcases.read_cases(result.lines)) and not result.status:
        return True
    vkcases.record(job, AREA, result)
    return False


class Memory:
    """What is in use while no process of ours is there, and later."""

    def __init__(self, job):
        self.job = job
        self.samples = []

    def sample(self):
        used, slab = soak.read_memory(self.job.guest.ask(soak.READ_MEMORY))
        self.samples.append({
            'the emulator': self.job.guest.machine.own_memory_kib(),
            'the guest': used, 'the guest\'s slab': slab})

    def judge(self, names=tuple(ALLOWED)):
        """Compare the last sample with the first, a check each."""
        self.job.directory.write('memory.json',
                                 json.dumps(self.samples, indent=1) + '\n')
        first, last = self.samples[0], self.samples[-1]
        for name in names:
            grown = last[name] - first[name]
            self.job.checks.record(
                f'{AREA}: {name} has its memory back', grown <= ALLOWED[name],
                f'{grown:+} KiB of {first[name]}, {ALLOWED[name]} allowed')


def run(job):
    """The area; return what is said of it."""
    if not warm_up(job):
        return 'no copies'
    memory = Memory(job)
    memory.sample()
    result = Copies(job, job.options.minutes * 60 or SHORT).finish()
    memory.sample()
    said = vkcases.record(job, AREA, result)
    memory.judge()
    return said
