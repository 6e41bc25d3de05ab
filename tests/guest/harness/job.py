"""The main job: boot, load the driver, look at the console, run the programs.

Each step is a check with a name and a verdict; a step that later ones depend on
ends the job when it fails: what is left then has failed as well, and logs and
the like are still collected.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import functools
import math

from . import (cards, checker, driver, extras, initramfs, interrupts, kernel,
               kexec, machine_command, results, secondcard, soak, timelines)
from .checks import Checks
from .debugger import Debuggers
from .device import Device
from .directory import Directory
from .display import Console, Screen
from .errors import GuestError
from .events import Events
from .guest import Guest
from .logcheck import LogCheck
from .programs import Runner
from .tracelog import TraceLog

LOAD_LIMIT = 240
# How much slower a guest may be if its instructions are counted
SLOWER = 4

# The test programs in the order they are run, and the seconds each may take
PROGRAMS = {
    'channel': 60,
    'nops': 120,
    'references': 120,
    'copy': 180,
    'copy-engine': 180,
    'vm-bind': 180,
    'exec-jobs': 300,
    'exec-fences': 180,
    'draw': 120,
    'kms': 240,
    'submissions': 180,
    'interleave': 240,
    'rounds': 600,
}
# The one that shows that channels work
PROBE = 'copy'

# The texts that programs/console-text.c writes
SCENES = ['scroll', 'edit']


class Job:
    """One boot of a guest, and what is done in it.

    What it does is in its parts: CHECKS, DIRECTORY (of artifacts), DEVICE,
    SCREEN, CONSOLE, RUNNER (of programs), EVENTS, LOG_CHECK and DEBUGGERS. An
    heir says in work() what it does with them, and in set_up() and the like
    what else is different.
    """

    # Modules that the guest needs as well, where the kernel has them as such
    UNLESS_BUILT_IN = ()
    # Texts that are drawn on the console
    SCENES = SCENES
    # Whether an error in the kernel's log is a failure of the job
    IS_LOG_CHECKED = True

    def __init__(self, options, progress, variant='', programs=None):
        self.options = options
        self.progress = progress
        # Whether the guest is moved from one emulator to the next
        self.is_moved = False
        self.card = cards.named(options.card)
        self.display = machine_command.display_of(options.card)
        self.programs = self.choose_programs(programs)
        self.title = (f'{secondcard.title(options)} '
                      f'{kernel.title_of(options.kernel, options.board)}'
                      f'{variant}')
        self.artifacts = (options.build / 'guest' /
                          self.title.replace(' ', '-'))
        self.facts = {}
        self.measures = {}
        self.command_status = None
        self.kernel = None
        self.initramfs = None
        self.guest = None
        self.log = None

        self.checks = Checks(self)
        self.directory = Directory(self.artifacts)
        self.device = Device(self)
        self.screen = Screen(self)
        self.console = Console(self, self.SCENES)
        self.runner = Runner(self, PROGRAMS)
        self.events = Events(self, PROBE, SCENES[0])
        self.log_check = LogCheck(self)
        self.debuggers = Debuggers(self)

    def choose_programs(self, programs):
        if self.display.driver != 'nouveau':
            return []
        known = [*PROGRAMS, *cards.EVENTS]
        if programs is None:
            programs = self.options.programs or (
                [] if self.options.command else
                [name for name in known if name not in cards.NAMED_EVENTS])
        unknown = [name for name in programs if name not in known]
        if unknown:
            raise GuestError(f'there is no program {unknown[0]}: there are '
                             f'{", ".join(known)}')
        return programs

    def headless(self):
        """Whether there is no screen, or nouveau leaves it alone."""
        return (self.card.headless or
                'display=off' in self.options.card_options.split(',') or
                any(f'modeset={mode}' in self.options.driver_options
                    for mode in (0, 2)))

    def failed(self):
        return self.checks.failed()

    def status(self):
        """The exit status: the command's own, or whether anything failed."""
        if self.command_status or (self.options.only_command and
                                   self.command_status is not None):
            return self.command_status
        return results.status([self])

    # The whole

    def run(self, stay=None):
        """Run the job. STAY, if given, is called before the guest ends."""
        try:
            self.prepare()
            self.start()
            try:
                self.checks.go_through([
                    ('boots', self.boot),
                    ('loads the driver', self.load_driver), *self.work()])
            except GuestError:
                self.debuggers.wait()
            self.collect()
            if stay:
                stay(self)
            self.power_off()
        finally:
            if self.guest:
                self.guest.close()
                timelines.draw(self)
            self.tidy_up()
            self.directory.release()
        return not self.failed()

    # What heirs do in another way

    def work(self):
        """The parts of the work with a driver that has been loaded."""
        if not self.options.command:
            yield from self.console.parts()
        yield from self.runner.parts(self.programs)
        yield from self.events.parts(self.programs)
        if self.options.command:
            yield f'command {self.options.command}', self.run_command
        if self.options.soak:
            yield 'soak', functools.partial(soak.run, self)

    def set_up(self):
        """What an heir's guest needs as well, among the artifacts or not."""

    def before_chapter(self, title):
        """What an heir does before each chapter, and before the end."""

    def tidy_up(self):
        """What an heir has no more use for once the emulator has ended."""

    def patience(self):
        """How many times the usual time a guest is given."""
        if self.options.gdb or self.options.debug:
            return math.inf
        return (SLOWER if self.options.icount else 1) * self.options.patience

    # Steps

    def prepare(self):
        """Everything that can be done without a guest."""
        machine_command.check_device(self.options)
        self.directory.begin()
        self.kernel = driver.kernel_of(self.options, self.progress,
                                       [self.display.driver],
                                       self.UNLESS_BUILT_IN)
        files = extras.chosen(self.options)
        self.initramfs = initramfs.build(self.options.build / 'guest',
                                         self.kernel, files, self.progress)
        if kexec.EVENT in self.programs:
            self.initramfs = kexec.pack(self, files)
        self.facts['card'] = secondcard.title(self.options)
        self.facts['kernel'] = self.kernel.release
        self.set_up()

    def command(self):
        """The emulator's command line, without Machine's additions.

        Where a guest is moved, no emulator takes all of its memory at once: it
        takes time.
        """
        return machine_command.build(self.options, self.kernel,
                                     self.initramfs, 'serve',
                                     timelines.file_of(self),
                                     'off' if self.is_moved else 'on')

    def start(self):
        command = self.command() + self.debuggers.arguments()
        self.log = TraceLog(self.artifacts, self.options.trace)
        self.progress(f'starting a guest with {self.display.device} '
                      f'and Linux {self.kernel.release}'
                      f'{self.unpacked()}')
        self.guest = Guest(command, self.artifacts / 'serial.txt', self.log,
                           patience=self.patience(),
                           in_pieces=bool(self.options.icount),
                           board=self.options.board)
        self.guest.on_silence = self.debuggers.say_silence
        self.debuggers.start()

    def unpacked(self):
        """What the log says of a kernel that needn't unpack itself."""
        return (', unpacked before'
                if self.kernel.bootable != self.kernel.image else '')

    def chapter(self, title):
        """Begin another chapter of the log."""
        self.before_chapter(title)
        self.log.chapter(self.guest.machine, title)

    def boot(self):
        with self.checks.step('boots'):
            self.guest.wait_for_kernel()
            self.progress('the kernel has started')
            self.guest.wait_for_init()

    def load_driver(self):
        module = self.display.driver
        self.chapter(f'loading {module}')
        with self.checks.step('loads the driver'):
            self.debuggers.keep_cards()
            status, lines = self.guest.run(f'modprobe {module}', LOAD_LIMIT)
            if status:
                raise GuestError(f'modprobe {module}: {" ".join(lines)}')
            self.debuggers.give_cards()
            self.console.read_frame_buffer()
        console_is = self.facts.get('console', 'not the driver\'s')
        self.progress(f'the console is {console_is}')
        interrupts.check(self)
        if self.options.checker:
            checker.keep_symbols(self, 'loaded')
        # Nothing may scroll what is compared from here on
        self.guest.ask('dmesg -n 1')

    def run_command(self):
        """The user's own command; its exit status is the job's."""
        self.chapter('command')
        self.command_status, lines = self.guest.run(
            f'/{extras.COMMAND}', math.inf,
            lambda line: self.progress(f'  {line}'))
        self.directory.write('command.txt',
                             ''.join(f'{line}\n' for line in lines))
        self.checks.record(f'command {self.options.command}',
                           not self.command_status,
                           f'exit status {self.command_status}')

    def collect(self):
        """Keep the log and the device's report."""
        log = self.log_check.collect()
        if self.guest.machine.running():
            self.device.collect()
            if self.options.checker:
                checker.collect(self)
        if self.IS_LOG_CHECKED:
            self.log_check.check(log)

    def power_off(self):
        machine = self.guest.machine
        if machine.running() and self.guest.answers():
            self.before_chapter('the end')
            done = self.guest.power_off()
            self.record_end(done and not machine.killed())
        elif not self.failed() and not self.options.window:
            # It was there for the last check
            self.record_end(False)

    def record_end(self, ok):
        machine = self.guest.machine
        self.checks.record('powers off', ok,
                           '' if ok or machine.running() else
                           f'the emulator has ended ({machine.describe_end()})',
                           host=not ok and (machine.killed() or
                                            self.checks.is_lost))
