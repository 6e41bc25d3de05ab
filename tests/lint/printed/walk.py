"""The commands that are run in guests: those of the tour, and README.md's.

Each guest is a step with a name, which is booted once, whichever pages it is
on. What a page prints behind a guest's command has to be among what that has
printed, in the page's order; blocks behind "of:" and "file:" name the command,
or the file, that they are from.

Guests are ninja's, as on the page, but with a build directory of their own, so
that they don't meet others.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import contextlib
import itertools
import os
import re
import shutil
import signal
import subprocess
import tempfile
import threading
import time
from pathlib import Path

from . import compare, pages, treatment
from .checks import environment
from .pages import SHELL, TOP

PAGES = 'docs/tour.rst', 'README.md'

MANY = (r'CARD=nv15 KERNEL=6.12 FILES=docs/tour/many.sh COMMAND=many.sh '
        r'ninja -C build guest')
# The steps, and what their commands are
STEPS = {
    'hangs': MANY,
    'debugged': f'DEBUG=1 {MANY}',
    'seven': r'CARD=nv15 KERNEL=6.12 FILES=seven.sh COMMAND=seven.sh '
             r'ninja -C build guest',
    'mended': f'PATCH=docs/tour/ramht.patch {MANY}',
    'first': r'./configure-overlay && ninja -C build guest',
    'cards': r'PATCH=docs/tour/ramht.patch CARDS="[^"]*" KERNELS=6.12 '
             r'ninja -C build guest-matrix',
}
# Those that see most in a minute each
QUICK = ['debugged', 'seven']

# Seconds that a guest may take; a driver that is compiled takes minutes.
LIMIT = 1800
# And an emulator that is to end, or a debugger that is to answer
SOON = 120

WAITS = r'the guest waits for nv-debug'
HANGS = r'the guest hangs'

# What is different each time: times, processes, processors, addresses, what
# another compiler makes of the driver, and Debian's version of the series
CHANGES = (
    (r'\[ *\d+\.\d+( s)?\]', r'[TIME\1]'),
    (r'\bstuck for \d+s', 'stuck for SECONDS'),
    (r'\[(\w+):\d+\]', r'[\1:PROCESS]'),
    (r'\bCPU#\d+', 'CPU#N'),
    (r'\b(usec)=\d+', r'\1=N'),
    (r'\+0x[0-9a-f]+/0x[0-9a-f]+', '+OFFSET'),
    (r'\b((?:get|put|inst) )0x[0-9a-f]{8}\b', r'\1ADDRESS'),
    (r'\bat (ramfc|cache1)\b', 'at PLACE'),
    # How much of the work is done between two ticks of a clock
    (r'^(methods|interrupts) +\d+', r'\1 N'),
    (r'(^Artifacts: |: )\S*/(build/guest/)', r'\1\2'),
    (r'\b((?!RCX|RSI|R10)R\w\w: )[0-9a-f]{16}\b', r'\1ADDRESS'),
    (r'\b(\d\.\d+)\.\d[\w.+-]*-amd64', r'\1-VERSION'),
)


def name_of(command):
    """The step that a command is, or None."""
    if command.kind != SHELL:
        return None
    text = re.sub(r'\s+#.*$', '', treatment.typed(command))
    return next((name for name, expression in STEPS.items()
                 if re.fullmatch(expression.replace('.sh', r'\.sh'), text)),
                None)


def is_attached(command):
    """Whether it is the debugger's, with a guest."""
    return bool(re.match('scripts/nv-debug build/guest/', command.text))


def is_step(command):
    """Whether a guest has to be there for a command."""
    if command.block.page not in PAGES or 'machine' in command.block.marks:
        return False
    return bool(command.kind == 'nv-debug' or is_attached(command) or
                name_of(command))


def same(line):
    """A line without what is different each time."""
    for found, instead in CHANGES:
        line = re.sub(found, instead, line)
    return line


def missing(expected, printed):
    """The first of a page's lines that isn't among some, or None."""
    return compare.missing([same(line) for line in expected],
                           [same(line) for line in printed], True)


def is_special(directory, names):
    """Which files are none, as sockets."""
    return [name for name in names if not (Path(directory) / name).is_file()
            and not (Path(directory) / name).is_dir()]


class Terminal:
    """A command of the shell, while it runs and afterwards."""

    def __init__(self, text, folder, variables):
        self.lines = []
        # A shell's background jobs ignore Ctrl-C, and what they start as well.
        self.process = subprocess.Popen(
            ['sh', '-c', text], cwd=folder, env=variables, text=True,
            errors='replace', stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, start_new_session=True,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self):
        for line in self.process.stdout:
            self.lines.append(line.rstrip('\n'))

    def wait_for(self, pattern, limit):
        """Wait until it has printed something; returns whether it has."""
        end = time.monotonic() + limit
        while time.monotonic() < end:
            if any(re.search(pattern, line) for line in self.lines):
                return True
            if self.process.poll() is not None and not self.reader.is_alive():
                return False
            time.sleep(0.2)
        return False

    def end(self, limit):
        """Wait for its end; returns the exit status, None if it has none."""
        try:
            self.process.wait(limit)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            return None
        self.reader.join(SOON)
        return self.process.returncode

    def interrupt(self):
        """Ctrl-C."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGINT)


class Session:
    """nv-debug, into which commands are typed."""

    PROMPT = b'(nv) '

    def __init__(self, text, folder, variables):
        self.process = subprocess.Popen(
            ['sh', '-c', text], cwd=folder, env=variables,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT)
        self.answer()

    def answer(self):
        """What is printed up to the next prompt."""
        said = b''
        while not said.endswith(self.PROMPT):
            more = os.read(self.process.stdout.fileno(), 1 << 16)
            if not more:
                break
            said += more
        return said.decode('utf-8', 'replace').removesuffix('(nv) ')

    def type(self, text):
        try:
            self.process.stdin.write(f'{text}\n'.encode())
            self.process.stdin.flush()
        except BrokenPipeError:
            return 'nv-debug has ended'
        return self.answer()

    def close(self):
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.close()
        try:
            self.process.wait(SOON)
        except subprocess.TimeoutExpired:
            self.process.kill()
        self.process.stdout.close()


class Walk:
    """Goes through the pages; CASE(name, ok, detail) takes what is seen."""

    def __init__(self, build, wanted, case, progress):
        self.build = Path(build)
        self.wanted = wanted
        self.case = case
        self.progress = progress
        self.holder = tempfile.TemporaryDirectory(prefix='printed-')
        self.top = Path(self.holder.name) / 'top'
        self.make_top()
        # By step: what was printed, and what nv-debug has answered
        self.said = {}
        self.answers = {}
        # The guest that waits for the debugger
        self.terminal = self.session = self.step = None
        self.was_hung = False
        # Those of the block behind a command's
        self.next_lines = []

    def make_top(self):
        """The top of a checkout, with a build of nothing but guests."""
        (self.top / 'build').mkdir(parents=True)
        for entry in TOP.iterdir():
            if entry.name not in ('build', 'configure-overlay'):
                (self.top / entry.name).symlink_to(entry)
        # It has been run, or there would be no build.
        configure = self.top / 'configure-overlay'
        configure.write_text('#!/bin/sh\n', 'utf-8')
        configure.chmod(0o755)
        for entry in self.build.iterdir():
            if entry.name not in ('build.ninja', 'guest') and \
                    not entry.name.startswith('.ninja'):
                (self.top / 'build' / entry.name).symlink_to(entry)
        (self.top / 'build/build.ninja').write_text(''.join(
            self.rule(target) for target in ('guest', 'guest-matrix')), 'utf-8')

    def rule(self, target):
        """What the build has ninja do, elsewhere."""
        said = subprocess.run(
            ['ninja', '-C', self.build, '-t', 'commands', target], text=True,
            check=True, stdout=subprocess.PIPE).stdout.splitlines()[-1]
        command = re.sub(r'(?<= )\.\./', f'{self.build}/../', said)
        command = command.replace(
            f'--build {self.build}', f'--build {self.top}/build')
        command = command.replace('$', '$$')
        # With Ctrl-C ninja removes what it was making: this isn't a file.
        made = f'meson-internal__{target}'
        return (f'rule {target}\n  command = {command}\n  pool = console\n'
                f'build {made}: {target}\nbuild {target}: phony {made}\n')

    def environment(self):
        kept = {name: os.environ[name] for name in ('PATIENCE', 'ACCEL')
                if name in os.environ}
        return environment({**kept, 'XDG_STATE_HOME': self.holder.name})

    def keep(self, step):
        """Keep what the guests of a step have left, beside those of others."""
        for left in (self.top / 'build/guest').glob('*/'):
            if (left / 'summary.txt').exists() or (left / 'dmesg.txt').exists():
                target = self.build / 'guest' / f'printed-{step}' / left.name
                shutil.rmtree(target, ignore_errors=True)
                shutil.copytree(left, target, ignore=is_special)

    def close(self):
        self.end_debugging()
        self.holder.cleanup()

    # Steps

    def page(self, name, blocks):
        """All of a page."""
        behind, found = None, {}
        blocks = [block for block in blocks if block.language != 'inline']
        for block, after in itertools.zip_longest(blocks, blocks[1:]):
            self.next_lines = after.lines if after and after.follows else []
            for command in block.commands:
                step = self.command(command)
                if step is not None:
                    behind = step
                    found[step] = command
            self.block_of_output(block, behind)
        self.end_debugging()
        for command in found.values():
            self.output_behind(command)

    def command(self, command):
        """One command; returns the step that it is."""
        if 'machine' in command.block.marks:
            return None
        step = name_of(command)
        if step:
            self.end_debugging()
            self.step = step
            if step in self.wanted and step not in self.said:
                self.boot(step, command)
            return step
        if command.kind == 'nv-debug':
            self.debug(command)
        elif command.kind == SHELL and is_attached(command):
            self.attach(command)
        elif command.kind == SHELL and command.block.page == PAGES[0] and \
                treatment.of_command(command) == treatment.RUN:
            self.prepare(command)
        return None

    def prepare(self, command):
        """What is done for the next guest."""
        terminal = Terminal(command.text, self.top, self.environment())
        status = terminal.end(SOON)
        self.case(f'{command.place} runs: {treatment.typed(command)}',
                  status == 0, '\n'.join(terminal.lines))

    def boot(self, step, command):
        """Start a guest, and wait for its end, or until it waits for us."""
        self.progress(f'{command.place}: {step}')
        terminal = Terminal(command.text, self.top, self.environment())
        self.said[step] = terminal.lines
        if 'DEBUG=1' in command.text:
            self.terminal = terminal
            self.was_hung = False
            self.case(f'{command.place} {step}: the guest waits',
                      terminal.wait_for(WAITS, LIMIT), tail(terminal))
            return
        status = terminal.end(LIMIT)
        self.keep(step)
        fails = 'FAILED' in '\n'.join(self.next_lines)
        good = status is not None and bool(status) == fails
        self.case(f'{command.place} {step}: it runs, and '
                  f'{"fails" if fails else "passes"}', good,
                  f'exit status {status}\n{tail(terminal)}')

    def attach(self, command):
        """Start the debugger in another terminal."""
        if not self.terminal:
            return
        self.session = Session(command.text, self.top, self.environment())
        self.answers[self.step] = {}

    def debug(self, command):
        """Type a command of the debugger's."""
        text = command.text.partition('#')[0].strip()
        if self.session:
            if self.answers[self.step] and not self.was_hung:
                # The first lets the guest begin; the others are for later.
                self.was_hung = True
                self.case(f'{command.place} {self.step}: the guest hangs',
                          self.terminal.wait_for(HANGS, LIMIT),
                          tail(self.terminal))
            self.answers[self.step][text] = self.session.type(text)
        if self.step not in self.answers:
            return
        said = self.answers[self.step].get(text)
        if said is None:
            self.case(f'{command.place} {self.step}: {text}', False,
                      'no other page has this command')
            return
        wrong = 'error: ' in said or missing(command.output,
                                             said.splitlines())
        self.case(f'{command.place} {self.step}: {text}', not wrong,
                  f'missing: {wrong}\n{said}')

    def end_debugging(self):
        """Leave the debugger, and end the guest that stays for it."""
        if self.session:
            self.session.close()
            self.session = None
        if self.terminal:
            self.terminal.interrupt()
            status = self.terminal.end(SOON)
            self.keep(self.step)
            self.case(f'{self.step}: Ctrl-C ends it', status is not None,
                      tail(self.terminal))
            self.terminal = None

    # What is printed

    def output_behind(self, command):
        """What a page has right behind a command."""
        step = name_of(command)
        if command.output and step in self.said:
            self.compare(command.place, step, command.output, self.said[step])

    def block_of_output(self, block, behind):
        """A block of what a step has printed, or of a file that it left."""
        if not block.is_output:
            return
        if 'of' in block.marks:
            behind = next((name for name, expression in STEPS.items()
                           if re.fullmatch(expression, block.marks['of'])),
                          None)
            if not behind:
                self.case(f'{block.page}:{block.line} is of a step', False,
                          block.marks['of'])
        elif 'file' not in block.marks and not block.follows:
            return
        if behind not in self.said:
            return
        if 'file' in block.marks:
            file = self.top / block.marks['file']
            printed = log_lines(file) if file.exists() else []
        else:
            printed = self.said[behind]
        self.compare(f'{block.page}:{block.line}', behind, block.lines, printed)

    def compare(self, place, step, expected, printed):
        wrong = missing(expected, printed)
        self.case(f'{place} {step}: prints what the page says', not wrong,
                  f'missing: {wrong}\n' + '\n'.join(printed[-20:]))


def log_lines(file):
    """The lines of a file, those of a kernel's log without level and time."""
    return [re.sub(r'^(<\d>)?\[ *\d+\.\d+\] ', '', line)
            for line in file.read_text('utf-8', 'replace').splitlines()]


def tail(terminal):
    """What was printed last."""
    return '\n'.join(terminal.lines[-20:])


def choose(text):
    """Steps by their names; all of them by default."""
    names = text.split() or list(STEPS)
    unknown = [name for name in names if name not in STEPS]
    if unknown:
        raise ValueError(f'there is no step {unknown[0]}: there are '
                         f'{", ".join(STEPS)}')
    return names


def walk(build, wanted, case, progress):
    """Go through all pages."""
    there = pages.blocks()
    going = Walk(build, wanted, case, progress)
    try:
        for name in PAGES:
            going.page(name, there[name])
    finally:
        going.close()
    for step in wanted:
        case(f'{step} is on a page', step in going.said, STEPS[step])
