"""Events that a driver has to live through: a suspend, a reload, a kexec.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import functools

from . import checker, kexec, secondcard

# The kernel's console holds the driver
UNBIND_CONSOLES = ('for console in /sys/class/vtconsole/vtcon*; do '
                   'if grep -q "frame buffer" $console/name; then '
                   'echo 0 > $console/bind; fi; done')


class Events:
    """The events of a job, behind which all has to work as before.

    PROBE is the program that shows that channels work, TEXT what is drawn on
    the console.
    """

    def __init__(self, job, probe, text):
        self.job = job
        self.probe = probe
        self.text = text

    def parts(self, names):
        """Those of these names."""
        for name, happens in (('suspend', self.suspend),
                              ('reload', self.reload),
                              (kexec.EVENT, self.kexec)):
            if name in names:
                yield name, functools.partial(self.go_through, name, happens)

    def go_through(self, name, happens):
        """Do an event, unless the driver is known not to live through it.

        Who names the event wants to see what comes of it: with a driver of
        their own it may be another thing than what the list says.
        """
        job = self.job
        reason = job.card.reason(name, job.kernel.series)
        if reason and name not in job.options.programs:
            job.checks.record(name, True,
                              f'{reason} (PROGRAMS={name} tries it)',
                              skipped=True)
        else:
            happens()

    def suspend(self):
        """Suspend the machine: all must work when it has resumed."""
        self.job.chapter('suspending')
        with self.job.checks.step('suspends and resumes'):
            self.job.guest.suspend()
        self.look_again('after a suspend')

    def reload(self):
        """Unload the driver, which frees all it has, and load it again."""
        job, driver = self.job, self.job.display.driver
        job.chapter('unloading the driver')
        with job.checks.step('unloads the driver'):
            job.guest.ask(UNBIND_CONSOLES)
            job.guest.ask(f'modprobe -r {driver}')
        self.load_again('loads the driver again', 'reloaded')
        self.look_again('after loading it again')

    def kexec(self):
        """Have a second kernel take over, with the card as it is."""
        kexec.change_over(self.job)
        self.load_again(f'loads the driver {kexec.WHEN}', kexec.EVENT)
        self.look_again(kexec.WHEN)

    def load_again(self, title, symbols):
        """Load the driver where it has been before."""
        self.job.chapter(title)
        with self.job.checks.step(title):
            self.job.guest.ask(f'modprobe {self.job.display.driver}')
            self.job.console.read_frame_buffer()
            if self.job.options.checker:
                checker.keep_symbols(self.job, symbols)

    def look_again(self, when):
        """Whether the console and channels are as they were."""
        if 'console' in self.job.facts:
            # Without drawing something new, this would only show what memory
            # has kept, except for what the driver has overwritten
            # (docs/known-drivers.rst).
            self.job.guest.ask(f'console-text {self.text}')
            self.job.console.look_again(when)
        if not self.job.card.channels:
            self.job.runner.run(self.probe, when)
        for _, again in secondcard.parts(self.job, [self.probe],
                                         f'on the second card {when}'):
            again()
