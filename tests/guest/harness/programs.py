"""Test programs in a job's guest: run, answered, judged.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import functools
import re
import statistics

from . import refusals, secondcard
from .errors import GuestError
from .guest import SKIPPED
from .work import SCREEN_PROGRAMS

# What a thousand channels may leave behind in the emulator, for whatever its
# libraries keep; half a KiB lost in each would be more
ALLOWED_GROWTH_KIB = 512


def growth(sizes):
    """What the emulator has grown by, from its sizes at regular marks.

    What leaks does so between any two marks; a TLB of a vCPU's or a pool of a
    library's, which doubles at times, grows between a few of them.
    """
    steps = [after - before for before, after in zip(sizes, sizes[1:])]
    return max(0, int(statistics.median(steps) * len(steps)))


# What a program of many cases says when one of them ends
CASE = re.compile(r'(PASS|FAIL|SKIP) ([\w-]+)/([\w-]+)(?:: (.*))?')


def verdict(status, lines):
    """The reason that a program gives for its exit status."""
    said = next((line for line in reversed(lines)
                 if re.match('PASS|FAIL|SKIP', line)), '')
    reason = said.partition(': ')[2]
    if status not in (0, SKIPPED) and not reason:
        return f'ended with status {status}'
    return reason


class Runner:
    """What runs programs; LIMITS are the seconds each may take, by name."""

    def __init__(self, job, limits):
        self.job = job
        self.limits = limits
        # What programs are told, by their names
        self.arguments = {}

    def parts(self, names):
        """Those of some programs that are no events."""
        for name in names:
            if name in self.limits:
                yield (f'program {name}',
                       functools.partial(self.run_if_possible, name))
        yield from secondcard.parts(self.job, names)
        if 'kms' in names and not self.job.headless():
            yield 'shows the console again', self.job.console.look_again

    def run_if_possible(self, name, when=''):
        """Run a program, if there is what it needs."""
        reason = self.job.card.channels
        if name in SCREEN_PROGRAMS and self.job.headless():
            reason = 'there is no display'
        if reason:
            self.job.checks.record(f'program {name} {when}'.rstrip(), True,
                                   reason, skipped=True)
        else:
            self.run(name, when, self.arguments.get(name, ''))

    def run(self, name, when='', arguments=''):
        """Run one test program, whose output decides."""
        job = self.job
        title = f'program {name} {when}'.rstrip()
        job.chapter(title)
        sizes = []
        try:
            status, lines = self.have_run(
                name, arguments, lambda line: self.hear(line, title, sizes))
        except GuestError as error:
            job.checks.record(title, False,
                              f'{job.checks.explain(title, error)}\n'
                              f'{job.device.look(title)}')
            error.recorded = True
            raise
        self.take_measures(lines)
        reason = verdict(status, lines)
        ok = status in (0, SKIPPED)
        if not ok:
            reason = f'{reason}\n{job.device.look(title)}'
        job.checks.record(title, ok, reason, skipped=status == SKIPPED)
        if len(sizes) > 1:
            self.record_growth(name, sizes)

    def have_run(self, name, arguments='', listener=None):
        """The exit status and the lines of a program."""
        command = (secondcard.environment(self.job.device.index) +
                   f'{name} {arguments}')
        return self.job.guest.run_program(command.rstrip(), self.limits[name],
                                          listener, self.answer)

    def hear(self, line, title, sizes):
        """A line of a program, as it comes."""
        case = CASE.fullmatch(line)
        if line.startswith('MARK '):
            sizes.append(self.job.guest.machine.own_memory_kib())
        elif case:
            self.job.checks.record(f'{title}: {case[3]}', case[1] != 'FAIL',
                                   case[4] or '', skipped=case[1] == 'SKIP')
        else:
            self.job.progress(f'  {line}')

    def answer(self, question):
        """The answer to a program's question."""
        what, *pairs = question.split()
        said = dict(pair.split('=', 1) for pair in pairs)
        if what == 'count':
            return str(self.job.device.statistics().get(said['name'], 0))
        if what == 'refused':
            return refusals.answer(self.job, said['by'], said['what'])
        if what == 'screen':
            return self.job.screen.compare(said) or 'ok'
        return f'{what} is nothing that can be asked'

    def record_growth(self, name, sizes):
        grown = growth(sizes)
        self.job.measures.setdefault(name, {}).update({
            'host-kib-grown': grown,
            'host-kib': ','.join(map(str, sizes))})
        self.job.checks.record(
            f'program {name} leaves the emulator as it was',
            grown <= ALLOWED_GROWTH_KIB,
            f'{grown} KiB more, by its sizes {sizes}')

    def take_measures(self, lines):
        """Lines of the form "NAME: KEY=VALUE ..."."""
        for line in lines:
            name, _, rest = line.partition(': ')
            if name in self.limits:
                self.job.measures.setdefault(name, {}).update(
                    pair.split('=', 1) for pair in rest.split())
