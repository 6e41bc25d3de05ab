"""Work in the background: copies, drawing, flips, for as long as it may take.

Two processes of programs/load.c copy, each with a channel of its own, a third
flips pages and moves the cursor, and a shell runs some of the test programs
over and over, so that channels are created and destroyed as well. All check
what they do, and report it in the kernel's log.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import re
import shlex

from .errors import GuestError

# In seconds
START_LIMIT = 120
END_LIMIT = 120

# The longest that one of the programs may take
PROGRAM_LIMIT = 600
# What the shell runs in turn
PROGRAMS = ['copy', 'draw', 'channel']

# The guest's processors are kept busy, and others may keep the host's: what the
# kernel takes for a stall is only slow
PATIENCE = ('echo 120 > /sys/module/rcupdate/parameters/rcu_cpu_stall_timeout; '
            'echo 60 > /proc/sys/kernel/watchdog_thresh')

# Programs that want to see something on the screen
SCREEN_PROGRAMS = ['kms']

# What programs are told that aren't alone
BESIDE_OTHERS = {'kms': 'any-rate'}

LINE = re.compile(r'\[ *([\d.]+)\] load: (\w+) (.*)')

# One line of shell, as commands are sent by the line. It ends after a round in
# which a file has appeared.
LOOP = ' '.join("""\
rounds=0;
while [ ! -e /tmp/work-ends ]; do
    for program in {programs}; do
        timeout -s KILL {limit} $program > /tmp/work-$program.txt 2>&1;
        status=$?;
        [ $status = 0 ] || [ $status = 77 ] ||
        echo "<7>load: fail $program $(tail -n 1 /tmp/work-$program.txt)"
            > /dev/kmsg;
    done;
    rounds=$((rounds + 1));
    echo "<7>load: rounds $rounds" > /dev/kmsg;
done""".split())


class Reports:
    """What the work has reported in some records of the kernel's log."""

    def __init__(self, records):
        # For each process the kernel's time of each step, and its number
        self.steps = {}
        self.failures = []
        for record in records:
            match = LINE.match(record.text)
            if match:
                self.take(float(match[1]), match[2], match[3])

    def take(self, seconds, what, rest):
        if what == 'beat':
            for name, count in zip(('victim', 'witness'), rest.split()):
                self.step(name, seconds, int(count))
        elif what in ('flips', 'rounds'):
            self.step(what, seconds, int(rest))
        elif what in ('fail', 'stuck', 'remains'):
            self.failures.append(f'{what} {rest}')

    def step(self, name, seconds, count):
        steps = self.steps.setdefault(name, [])
        if not steps or count != steps[-1][1]:
            steps.append((seconds, count))

    def goes_on(self, names, count):
        """Whether each of some processes has done so many steps."""
        return all(len(self.steps.get(name, ())) > count for name in names)

    def done(self, name):
        """How much a process has done from the first report to the last."""
        steps = self.steps.get(name)
        return steps[-1][1] - steps[0][1] if steps else 0

    def pause(self, names):
        """The longest time between two steps of a process, in seconds."""
        return max((after[0] - before[0] for name in names
                    for steps in [self.steps.get(name, [])]
                    for before, after in zip(steps, steps[1:])), default=0)


class Work:
    """The processes in a job's guest."""

    def __init__(self, job, with_flips, programs=tuple(PROGRAMS)):
        self.job = job
        self.with_flips = with_flips
        self.programs = programs
        self.names = ['victim', 'witness'] + ['flips'] * with_flips

    @property
    def records(self):
        return self.job.guest.kernel_log

    def start(self):
        """Have all begin; whoever sets modes has to open the card first."""
        self.job.guest.run(PATIENCE)
        if self.with_flips:
            self.begin('flips', 'flips')
            self.wait_for(['flips'], 1, 0)
        self.begin('load', 'load')
        if self.programs:
            loop = LOOP.format(programs=' '.join(self.programs),
                               limit=PROGRAM_LIMIT)
            self.begin('loop', f'sh -c {shlex.quote(loop)}')
        self.go_on(START_LIMIT)

    def begin(self, name, command):
        """A process in the background, which leaves its status in a file."""
        inner = (f'{{ {command}; echo $? > /tmp/work-{name}.status; }} '
                 f'> /tmp/work-{name}.out 2>&1 < /dev/null 3>&-')
        self.job.guest.ask(f'({inner} &)')

    def go_on(self, limit, steps=3):
        """Wait until all have done some more."""
        self.wait_for(self.names, steps, len(self.records), limit)

    def wait_for(self, names, steps, since, limit=START_LIMIT):
        """Wait for steps that are reported after some record."""
        def done():
            reports = Reports(self.records[since:])
            if reports.failures:
                raise GuestError('\n'.join(reports.failures))
            return reports.goes_on(names, steps)
        self.job.guest.wait(done, limit, f'waiting for {", ".join(names)}')

    def end(self):
        """End all; each has to be content."""
        guest = self.job.guest
        guest.ask('touch /tmp/work-ends')
        if self.with_flips:
            guest.ask('killall -TERM flips')
            self.wait_for_status('flips')
        if self.programs:
            self.wait_for_status('loop')
        guest.run('killall -KILL load')
        failures = Reports(self.records).failures
        if failures:
            raise GuestError('\n'.join(failures))

    def wait_for_status(self, name):
        """A process has to end by itself, and well."""
        file = f'/tmp/work-{name}.status'
        status, lines = self.job.guest.run(
            f'for i in $(seq {END_LIMIT * 5}); do [ -e {file} ] && break; '
            f'sleep 0.2; done; cat {file}', END_LIMIT * 2)
        if status:
            raise GuestError(f'{name} doesn\'t end')
        if lines != ['0']:
            said = self.job.guest.ask(f'tail -n 3 /tmp/work-{name}.out')
            raise GuestError(f'{name} ended with status {" ".join(lines)}:\n' +
                             '\n'.join(said))
