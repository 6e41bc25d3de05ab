"""The main job: boot, load the driver, look at the console, run the programs.

Each step is a check with a name and a verdict; a step that later ones depend on
ends the job when it fails: what is left then has failed as well, and logs and
the like are still collected.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import contextlib
import fcntl
import functools
import math
import os
import re
import statistics
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

from . import (cards, console, debugger, driver, extras, initramfs, kernel,
               judge, machine_command, picture, screen, soak, standstill)
from .errors import GuestError, TimeOut, writing
from .guest import SKIPPED, Guest
from .kernellog import KernelLog, KnownLines, Record
from .tracelog import TraceLog
from .work import SCREEN_PROGRAMS

NV_TIMELINE = (Path(__file__).resolve().parents[3] / 'scripts' /
               'nv-timeline')
# As many as a browser shows easily; the tests have about 100,000.
TIMELINE_EVENTS = 500000

LOAD_LIMIT = 240
DRAWING_LIMIT = 6
# How much slower a guest may be if its instructions are counted
SLOWER = 4
SHOWING_LIMIT = 2

# The test programs in the order they are run, and the seconds each may take
PROGRAMS = {
    'channel': 60,
    'nops': 120,
    'references': 120,
    'copy': 180,
    'copy-engine': 180,
    'draw': 120,
    'kms': 240,
    'submissions': 180,
    'interleave': 240,
    'rounds': 600,
}
# The one that shows that channels work
PROBE = 'copy'

# The kernel's console holds the driver
UNBIND_CONSOLES = ('for console in /sys/class/vtconsole/vtcon*; do '
                   'if grep -q "frame buffer" $console/name; then '
                   'echo 0 > $console/bind; fi; done')

# The texts that programs/console-text.c writes
SCENES = ['scroll', 'edit']

# What a thousand channels may leave behind in the emulator, for whatever its
# libraries keep; half a KiB lost in each would be more
ALLOWED_GROWTH_KIB = 512


def count_report(report):
    """The number of entries in the device's report of what it lacks."""
    lines = report.splitlines()
    return {'registers': sum(bool(re.match(r' +0x\w+ .* writes ', line))
                             for line in lines),
            'unhandled': sum(bool(re.match(r' +class ', line))
                             for line in lines)}


@dataclass
class Check:
    """One thing that was checked."""

    name: str
    ok: bool
    detail: str = ''
    skipped: bool = False


def growth(sizes):
    """What the emulator has grown by, from its sizes at regular marks.

    What leaks does so between any two marks; a TLB of a vCPU's or a pool of a
    library's, which doubles at times, grows between a few of them.
    """
    steps = [after - before for before, after in zip(sizes, sizes[1:])]
    return max(0, int(statistics.median(steps) * len(steps)))


class Job:
    """One boot of a guest and what is done in it."""

    # Modules that the guest needs as well, where the kernel has them as such
    UNLESS_BUILT_IN = ()
    # Texts that are drawn on the console
    SCENES = SCENES
    # Whether the guest is moved from one emulator to the next
    IS_MOVED = False

    def __init__(self, options, progress, variant='', programs=None):
        self.options = options
        self.progress = progress
        self.on_check = self.say_check
        self.card = cards.named(options.card)
        self.display = machine_command.display_of(options.card)
        self.programs = self.choose_programs(programs)
        # What programs are told, by their names
        self.arguments = {}
        self.title = (f'{options.card} {kernel.name_of(options.kernel)}'
                      f'{variant}')
        self.artifacts = (options.build / 'guest' /
                          self.title.replace(' ', '-'))
        self.checks = []
        self.facts = {}
        self.measures = {}
        self.scenes = {}
        self.pixel_bits = None
        self.known_lines = []
        self.error_lines = []
        self.command_status = None
        self.guest = None
        self.log = None
        self.claim = None

    def choose_programs(self, programs):
        if self.display.driver != 'nouveau':
            return []
        known = [*PROGRAMS, *cards.EVENTS]
        if programs is None:
            programs = self.options.programs or (
                [] if self.options.command else known)
        unknown = [name for name in programs if name not in known]
        if unknown:
            raise GuestError(f'there is no program {unknown[0]}: there are '
                             f'{", ".join(known)}')
        return programs

    # Checks

    def record(self, name, ok, detail='', skipped=False):
        check = Check(name, ok, detail, skipped)
        self.checks.append(check)
        self.on_check(check)

    def say_check(self, check):
        verdict = ('skipped' if check.skipped else
                   'ok' if check.ok else 'FAILED')
        first = check.detail.partition('\n')[0]
        self.progress(f'{check.name}: {verdict}' +
                      (f': {first}' if first else ''))

    @contextlib.contextmanager
    def step(self, name):
        """A step that fails by raising GuestError, and passes otherwise."""
        try:
            yield
        except GuestError as error:
            self.fail(name, error)
            raise
        self.record(name, True)

    def fail(self, name, error):
        """Record the error that has ended something, if nobody has."""
        if not error.recorded:
            self.record(name, False, self.explain(name, error))
            error.recorded = True

    def go_through(self, parts):
        """Do some parts, of a title and a function, up to the one that fails.

        The others have failed then, too: nothing is left out in silence.
        """
        left = list(parts)
        while left:
            title, do = left.pop(0)
            try:
                do()
            except GuestError as error:
                self.fail(title, error)
                for other, _ in left:
                    self.record(other, False, f'not done, after "{title}"')
                raise

    def explain(self, name, error):
        """An error, and what the emulator and the card have to say of it."""
        lines = [str(error), *self.last_words()]
        if isinstance(error, TimeOut) and self.guest.machine.running():
            found, text = standstill.look(self.guest.machine)
            self.write(f'{name.replace(" ", "-")}-stands-still.txt', text)
            lines += found
        return '\n'.join(lines)

    def last_words(self):
        """What an emulator that ended on its own said at the end."""
        return [] if self.guest.machine.running() else self.log.tail()

    def failed(self):
        return [check for check in self.checks if not check.ok]

    def status(self):
        """The exit status: the command's own, or whether anything failed."""
        if self.command_status or (self.options.only_command and
                                   self.command_status is not None):
            return self.command_status
        return 1 if self.failed() else 0

    def headless(self):
        """Whether there is no screen, or nouveau leaves it alone."""
        return (self.card.headless or
                'display=off' in self.options.card_options.split(',') or
                any(f'modeset={mode}' in self.options.driver_options
                    for mode in (0, 2)))

    # The whole

    def run(self, stay=None):
        """Run the job. STAY, if given, is called before the guest ends."""
        try:
            self.prepare()
            self.start()
            try:
                self.go_through([('boots', self.boot),
                                 ('loads the driver', self.load_driver),
                                 *self.work()])
            except GuestError:
                self.wait_for_debuggers()
            self.collect()
            if stay:
                stay(self)
            self.power_off()
        finally:
            if self.guest:
                self.guest.close()
                self.draw_timeline()
            self.release_artifacts()
        return not self.failed()

    def work(self):
        """The parts of the work with a driver that has been loaded."""
        if not self.options.command:
            yield from self.console_parts()
        yield from self.program_parts()
        for event, happens in (('suspend', self.suspend),
                               ('reload', self.reload)):
            if event in self.programs:
                yield event, functools.partial(self.go_through_event, event,
                                               happens)
        if self.options.command:
            yield f'command {self.options.command}', self.run_command
        if self.options.soak:
            yield 'soak', functools.partial(soak.run, self)

    def prepare(self):
        """Everything that can be done without a guest."""
        machine_command.check_device(self.options)
        directory = self.options.build / 'guest'
        directory.mkdir(parents=True, exist_ok=True)
        self.artifacts.mkdir(exist_ok=True)
        self.claim_artifacts()
        for old in self.artifacts.iterdir():
            old.unlink()
        self.kernel = driver.kernel_of(self.options, self.progress,
                                       [self.display.driver],
                                       self.UNLESS_BUILT_IN)
        self.initramfs = initramfs.build(directory, self.kernel,
                                         extras.chosen(self.options),
                                         self.progress)
        self.facts['card'] = self.options.card
        self.facts['kernel'] = self.kernel.release

    def say_silence(self, text):
        """Nothing has come from a guest that a debugger may have stopped."""
        self.progress(f'{text}: if no debugger has stopped it, the guest '
                      f'hangs\n{debugger.where(self.options, self.artifacts)}')

    def wait_for_debuggers(self):
        """What has gone wrong stays as it is while somebody debugs it."""
        where = debugger.where(self.options, self.artifacts)
        if where and self.guest.machine.running():
            what = 'the guest hangs' if self.guest.lost else 'this failed'
            self.progress(f'{what}, and the machine stays for you to look at; '
                          f'Ctrl-C here ends it\n{where}')
            self.guest.watch_until_end()

    def claim_artifacts(self):
        """Two runs must not mix theirs."""
        self.claim = os.open(self.artifacts, os.O_RDONLY | os.O_DIRECTORY)
        try:
            fcntl.flock(self.claim, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise GuestError(f'another run writes to {self.artifacts}: wait '
                             'for it, or take another --build') from None

    def release_artifacts(self):
        if self.claim is not None:
            os.close(self.claim)
            self.claim = None

    def command(self):
        """The emulator's command line, without Machine's additions.

        Where a guest is moved, no emulator takes all of its memory at once: it
        takes time.
        """
        return machine_command.build(self.options, self.kernel,
                                     self.initramfs, 'serve',
                                     self.timeline_file(),
                                     'off' if self.IS_MOVED else 'on')

    def start(self):
        command = self.command()
        command += debugger.arguments(self.options, self.artifacts)
        self.log = TraceLog(self.artifacts, self.options.trace)
        self.progress(f'starting a guest with {self.display.device} '
                      f'and Linux {self.kernel.release}')
        self.guest = Guest(command, self.artifacts / 'serial.txt', self.log,
                           patience=self.patience(),
                           in_pieces=bool(self.options.icount))
        self.guest.on_silence = self.say_silence
        if self.options.gdb:
            self.progress(debugger.start(self.kernel, self.options.symbols,
                                         self.artifacts))
        if self.options.debug:
            self.progress(debugger.start_card(self.artifacts))

    def patience(self):
        """How many times the usual time a guest is given."""
        if self.options.gdb or self.options.debug:
            return math.inf
        return (SLOWER if self.options.icount else 1) * self.options.patience

    # Steps

    def chapter(self, title):
        """Begin another chapter of the log."""
        self.log.chapter(self.guest.machine, title)

    def boot(self):
        with self.step('boots'):
            self.guest.wait_for_kernel()
            self.progress('the kernel has started')
            self.guest.wait_for_init()

    def load_driver(self):
        driver = self.display.driver
        self.chapter(f'loading {driver}')
        with self.step('loads the driver'):
            if self.options.gdb:
                self.guest.ask(debugger.KEEP_CARDS)
            status, lines = self.guest.run(f'modprobe {driver}', LOAD_LIMIT)
            if status:
                raise GuestError(f'modprobe {driver}: {" ".join(lines)}')
            if self.options.gdb:
                self.wait_for_debugger()
                self.guest.ask(debugger.GIVE_CARDS)
            self.read_frame_buffer()
        console_is = self.facts.get('console', 'not the driver\'s')
        self.progress(f'the console is {console_is}')
        if self.options.judge:
            judge.keep_symbols(self, 'loaded')
        # Nothing may scroll what is compared from here on
        self.guest.ask('dmesg -n 1')

    def wait_for_debugger(self):
        """Print where the modules are, and stop until gdb continues."""
        lines = self.guest.ask(debugger.SECTIONS % ' '.join(self.kernel.files))
        script = self.artifacts / 'modules.gdb'
        script.write_text(''.join(debugger.commands(
            self.kernel, debugger.read_sections(lines), self.options.symbols,
            self.artifacts)), 'utf-8')
        self.progress(f'{self.display.driver} is loaded and has no card yet: '
                      f'the guest stops. In gdb:\n  source {script}\n'
                      'and then breakpoints, and "continue"')
        self.guest.stop()

    def read_frame_buffer(self):
        """What the console is drawn in, if the driver has made one."""
        if self.headless():
            return
        status, lines = self.guest.run(
            'cd /sys/class/graphics/fb0 && cat name virtual_size '
            'bits_per_pixel')
        if status:
            raise GuestError('the driver has made no frame buffer')
        name, size, bits = lines
        size = size.replace(',', 'x')
        self.pixel_bits = int(bits)
        self.facts['mode'] = f'{size}-{bits}'
        self.facts['console'] = f'{name}, {size}, {bits} bits per pixel'

    def console_parts(self):
        """The console, and what is drawn on it."""
        if not self.headless():
            yield 'draws the console', self.look_at_console
            for scene in self.SCENES:
                yield (f'draws text exactly: {scene}',
                       functools.partial(self.draw_scene, scene))

    def look_at_console(self):
        """The console has to show the kernel's text, to the pixel."""
        state, shot, wrong = self.compare_console()
        picture.write_png(self.artifacts / 'console.png', shot)
        self.keep_difference('console', state, shot, wrong)
        characters = state.characters()
        if not characters:
            wrong = wrong or 'there is no text on it'
        self.record('draws the console', not wrong,
                    wrong or f'{shot.width}x{shot.height} pixels, '
                             f'{characters} characters')

    def draw_scene(self, scene):
        """Draw a text, and check it."""
        self.chapter(f'console text: {scene}')
        before = self.statistics().get('pixels', 0)
        start = time.monotonic()
        self.guest.ask(f'console-text {scene}')
        seconds = time.monotonic() - start
        state, shot, wrong = self.compare_console()
        pixels = self.statistics().get('pixels', 0) - before
        self.measures[f'console-{scene}'] = {'pixels': pixels}
        self.scenes[scene] = shot
        picture.write_png(self.artifacts / f'console-{scene}.png', shot)
        self.keep_difference(f'console-{scene}', state, shot, wrong)
        self.record(f'draws text exactly: {scene}', not wrong,
                    wrong or f'{seconds:.1f} s, '
                             f'{pixels} pixels drawn by the card')

    def compare_console(self):
        """The console's state, the screen, and what is wrong with it.

        A driver may draw some time after the text has changed, so what is
        wrong is looked at again until it stays wrong.
        """
        end = time.monotonic() + DRAWING_LIMIT
        while True:
            state = console.ConsoleState(self.guest.fetch('console-state'),
                                         self.pixel_bits)
            shot = self.screen_dump()
            wanted = console.draw(state, shot.width, shot.height)
            wrong = picture.difference(
                console.without_cursor(state, shot, wanted), wanted)
            if not wrong or time.monotonic() > end:
                return state, shot, wrong
            time.sleep(0.5)

    def keep_difference(self, name, state, shot, wrong):
        if wrong:
            wanted = console.draw(state, shot.width, shot.height)
            picture.write_png(self.artifacts / f'{name}-wanted.png', wanted)
            picture.write_png(self.artifacts / f'{name}-difference.png',
                              picture.difference_picture(wanted, shot))

    def screen_dump(self):
        file = self.artifacts / 'screen.ppm'
        self.guest.machine.execute('screendump', filename=str(file),
                                   device='gpu')
        shot = picture.read_ppm(file)
        file.unlink()
        return shot

    def program_parts(self):
        """The test programs."""
        for name in self.programs:
            if name not in cards.EVENTS:
                yield (f'program {name}',
                       functools.partial(self.run_program_here, name))
        if 'kms' in self.programs and not self.headless():
            yield 'shows the console again', self.look_for_console_again

    def run_program_here(self, name):
        """Run a program, if there is what it needs."""
        reason = self.card.channels
        if name in SCREEN_PROGRAMS and self.headless():
            reason = 'there is no display'
        if reason:
            self.record(f'program {name}', True, reason, skipped=True)
        else:
            self.run_program(name, arguments=self.arguments.get(name, ''))

    def go_through_event(self, event, happens):
        """Do an event, unless the driver is known not to live through it.

        Who names the event wants to see what comes of it: with a driver of
        their own it may be another thing than what the list says.
        """
        reason = self.card.reason(event, self.kernel.series)
        if reason and event not in self.options.programs:
            self.record(event, True, f'{reason} (PROGRAMS={event} tries it)',
                        skipped=True)
        else:
            happens()

    def suspend(self):
        """Suspend the machine: all must work when it has resumed."""
        self.chapter('suspending')
        with self.step('suspends and resumes'):
            self.guest.suspend()
        self.look_at_all_again('after a suspend')

    def reload(self):
        """Unload the driver, which frees all it has, and load it again."""
        self.chapter('unloading the driver')
        with self.step('unloads the driver'):
            self.guest.ask(UNBIND_CONSOLES)
            self.guest.ask(f'modprobe -r {self.display.driver}')
        self.chapter('loading the driver again')
        with self.step('loads the driver again'):
            self.guest.ask(f'modprobe {self.display.driver}')
            self.read_frame_buffer()
            if self.options.judge:
                judge.keep_symbols(self, 'reloaded')
        self.look_at_all_again('after loading it again')

    def look_at_all_again(self, when):
        """Whether the console and channels are as they were."""
        if 'console' in self.facts:
            # Without drawing something new, this would only show what memory
            # has kept, except for what the driver has overwritten
            # (docs/debugging.rst).
            self.guest.ask(f'console-text {SCENES[0]}')
            self.look_for_console_again(when)
        if not self.card.channels:
            self.run_program(PROBE, when)

    def look_for_console_again(self, when=''):
        """A program has to restore the screen."""
        with self.step(f'shows the console again {when}'.rstrip()):
            state, shot, wrong = self.compare_console()
            self.keep_difference('console-again', state, shot, wrong)
            if wrong:
                raise GuestError(wrong)

    def run_program(self, name, when='', arguments=''):
        """Run one test program, whose output decides."""
        title = f'program {name} {when}'.rstrip()
        self.chapter(title)
        sizes = []
        try:
            status, lines = self.have_run(
                name, arguments, lambda line: self.hear(line, sizes))
        except GuestError as error:
            self.record(title, False, f'{self.explain(title, error)}\n'
                                      f'{self.look_at_card(title)}')
            error.recorded = True
            raise
        self.take_measures(lines)
        reason = self.verdict(status, lines)
        ok = status in (0, SKIPPED)
        if not ok:
            reason = f'{reason}\n{self.look_at_card(title)}'
        self.record(title, ok, reason, skipped=status == SKIPPED)
        if len(sizes) > 1:
            self.record_growth(name, sizes)

    def have_run(self, name, arguments='', listener=None):
        """The exit status and the lines of a program."""
        return self.guest.run_program(f'{name} {arguments}'.rstrip(),
                                      PROGRAMS[name], listener, self.answer)

    @staticmethod
    def verdict(status, lines):
        """The reason that a program gives for its exit status."""
        verdict = next((line for line in reversed(lines)
                        if re.match('PASS|FAIL|SKIP', line)), '')
        reason = verdict.partition(': ')[2]
        if status not in (0, SKIPPED) and not reason:
            return f'ended with status {status}'
        return reason

    def run_command(self):
        """The user's own command; its exit status is the job's."""
        self.chapter('command')
        self.command_status, lines = self.guest.run(
            f'/{extras.COMMAND}', math.inf,
            lambda line: self.progress(f'  {line}'))
        self.write('command.txt', ''.join(f'{line}\n' for line in lines))
        self.record(f'command {self.options.command}',
                    not self.command_status,
                    f'exit status {self.command_status}')

    def hear(self, line, sizes):
        """A line of a program, as it comes."""
        if line.startswith('MARK '):
            sizes.append(self.guest.machine.own_memory_kib())
        else:
            self.progress(f'  {line}')

    def answer(self, question):
        """The answer to a program's question."""
        what, *pairs = question.split()
        said = dict(pair.split('=', 1) for pair in pairs)
        if what == 'count':
            return str(self.statistics().get(said['name'], 0))
        if what == 'screen':
            return self.look_at_screen(said) or 'ok'
        return f'{what} is nothing that can be asked'

    def look_at_screen(self, said):
        """Compare the screen with what a program describes.

        A driver may show it some blanks later.
        """
        name = f'screen-{said["name"]}'
        wanted = screen.draw(said)
        end = time.monotonic() + SHOWING_LIMIT
        while True:
            shot = self.screen_dump()
            wrong = picture.difference(shot, wanted)
            if not wrong or time.monotonic() > end:
                break
            time.sleep(0.1)
        if wrong:
            picture.write_png(self.artifacts / f'{name}.png', shot)
            picture.write_png(self.artifacts / f'{name}-wanted.png', wanted)
        return wrong

    def record_growth(self, name, sizes):
        grown = growth(sizes)
        self.measures.setdefault(name, {}).update({
            'host-kib-grown': grown,
            'host-kib': ','.join(map(str, sizes))})
        self.record(f'program {name} leaves the emulator as it was',
                    grown <= ALLOWED_GROWTH_KIB,
                    f'{grown} KiB more, by its sizes {sizes}')

    def take_measures(self, lines):
        """Lines of the form "NAME: KEY=VALUE ..."."""
        for line in lines:
            name, _, rest = line.partition(': ')
            if name in PROGRAMS:
                self.measures.setdefault(name, {}).update(
                    pair.split('=', 1) for pair in rest.split())

    # Results

    def statistics(self):
        """The device's counters, by name."""
        lines = self.device_text('statistics').splitlines()
        pairs = [line.split() for line in lines]
        return {pair[0]: int(pair[1]) for pair in pairs if len(pair) == 2}

    def device_text(self, name):
        """A property of the device, '' where it has no such property."""
        try:
            return self.guest.machine.qom_get(machine_command.DEVICE, name)
        except GuestError:
            return ''

    def look_at_card(self, title):
        """Save PFIFO's state, and return the state of its channels.

        It explains a program that waits in vain: it says what each channel
        waits for.
        """
        said = {}
        for what in standstill.CARD_LOOKS:
            with contextlib.suppress(GuestError):
                said[what] = self.guest.machine.execute(
                    'x-nv-gpu-debug', path=machine_command.DEVICE,
                    command=what)['human-readable-text']
        said['statistics'] = self.device_text('statistics')
        self.write(f'{title.replace(" ", "-")}.txt',
                   ''.join(f'{what}:\n{text}' for what, text in said.items()))
        return said.get('channels', 'the card doesn\'t tell of its channels')

    def collect(self):
        """Keep the log and the device's report."""
        if self.guest.answers():
            try:
                self.guest.finish_kernel_log()
            except GuestError as error:
                self.fail('all of the kernel log has come in', error)
        log = self.kernel_log()
        self.write('dmesg.txt', str(log))
        if self.guest.machine.running():
            self.facts.update(self.statistics())
            report = self.device_text('report')
            self.facts.update(count_report(report))
            self.write('unmodelled.txt', report)
            if self.options.judge:
                judge.collect(self)
        self.judge_kernel_log(log)

    def timeline_file(self):
        """Where the card writes its time line; None: it doesn't.

        If the guest is moved, the next emulator would overwrite it.
        """
        if (not self.options.timeline or self.options.icount or self.IS_MOVED
                or self.display.driver != 'nouveau'):
            return None
        return self.artifacts / 'card.timeline'

    def draw_timeline(self):
        """A page, and a trace for Perfetto, of what the card has done."""
        file = self.timeline_file()
        if not file or not file.exists() or not file.stat().st_size:
            return
        drawn = subprocess.run(
            [NV_TIMELINE, file, '--last', str(TIMELINE_EVENTS),
             '--html', self.artifacts / 'timeline.html',
             '--json', self.artifacts / 'timeline.json',
             '--title', f'{self.title}: a time line'],
            text=True, capture_output=True, check=False)
        if drawn.returncode:
            self.record('has a time line', False, drawn.stderr)
        else:
            self.progress(f'time line: {drawn.stdout.strip()}')

    def kernel_log(self):
        """The log, with what only the console shows of a kernel's end."""
        records = self.guest.kernel_log
        if not records or self.guest.lost:
            records = records + [Record(None, line)
                                 for line in self.guest.serial]
        return KernelLog(records)

    def known_here(self):
        """The lines that are no errors on this card with this kernel."""
        return KnownLines(self.options.card, self.kernel.series,
                          self.headless())

    def judge_kernel_log(self, log):
        if not log.records:
            return
        match = log.find(r'nouveau \S+ (NVIDIA \S+ \(\w+\))')
        self.facts['driver'] = match[1] if match else self.display.driver
        self.known = self.known_here()
        self.known_lines = log.known(self.known)
        self.error_lines = log.errors(self.known)
        detail = '\n'.join(record.text for record in self.error_lines[:20])
        self.record('the kernel log has no error', not self.error_lines,
                    detail)

    def power_off(self):
        if self.guest.machine.running() and self.guest.answers():
            self.record('powers off', self.guest.power_off())

    def write(self, name, text):
        file = self.artifacts / name
        with writing(file):
            file.write_text(text, encoding='utf-8')
