"""Whether the kernel's log has a line that it shouldn't have.

SPDX-License-Identifier: GPL-2.0-or-later
"""

from . import machine_command
from .errors import GuestError
from .kernellog import (KernelLog, KnownLines, KnownLinesOfCards,
                        Record)

# Lines that are shown with the check; dmesg.txt has all
SHOWN = 20


class LogCheck:
    """The log of a job's guest, and what is made of it at the end.

    EXPECTED has the identities of records that the job has asked for.
    """

    def __init__(self, job):
        self.job = job
        self.expected = set()
        self.known = None
        self.known_lines = []
        self.error_lines = []

    def error_texts(self):
        return [record.text for record in self.error_lines]

    def read(self):
        """The log, with what only the console shows of a kernel's end."""
        guest = self.job.guest
        records = guest.kernel_log
        if not records or guest.lost:
            records = records + [Record(None, line) for line in guest.serial]
        return KernelLog(records)

    def known_here(self):
        """The lines that are no errors on this card with this kernel."""
        def of_card(name):
            return KnownLines(name, self.job.kernel.series,
                              self.job.headless())

        options = self.job.options
        if not options.card_2:
            return of_card(options.card)
        return KnownLinesOfCards({
            machine_command.address(index): of_card(name)
            for index, name in enumerate((options.card, options.card_2))})

    def errors_since(self, start):
        """The errors among the records from one on."""
        return KernelLog(self.job.guest.kernel_log[start:]).errors(
            self.known_here())

    def collect(self):
        """Keep the log, and return it."""
        if self.job.guest.answers():
            try:
                self.job.guest.finish_kernel_log()
            except GuestError as error:
                self.job.checks.fail('all of the kernel log has come in',
                                     error)
        log = self.read()
        self.job.directory.write('dmesg.txt', str(log))
        if log.records:
            match = log.find(r'nouveau \S+ (NVIDIA \S+ \(\w+\))')
            self.job.facts['driver'] = (match[1] if match else
                                        self.job.display.driver)
        return log

    def check(self, log):
        """No line may be an error, but for what is known or expected."""
        log = KernelLog([record for record in log.records
                         if id(record) not in self.expected])
        if not log.records:
            return
        self.known = self.known_here()
        self.known_lines = log.known(self.known)
        self.error_lines = log.errors(self.known)
        self.job.checks.record('the kernel log has no error',
                               not self.error_lines,
                               '\n'.join(self.error_texts()[:SHOWN]),
                               host=False)
