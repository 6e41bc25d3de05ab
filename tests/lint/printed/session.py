"""The commands of a page, run one after the other.

They run in a directory that looks like the top of the checkout, and what they
write stays in it. build/ in it has all that the build has, but for the
emulator, which emulator.py stands for.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import contextlib
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

from nvdebug.card import find_card
from nvdebug.names import Names
from nvdebug.qmp import QmpError
from nvdebug.shell import Shell

from . import emulator, recipe, words
from .checks import environment
from .pages import TOP

# Seconds that the commands of a block may take
TIMEOUT = 300

NV_DEBUG = TOP / 'scripts' / 'nv-debug'
CARD = 'nv15'

# What ends with another status than 0, as the page says: a command, its status,
# and what it prints
REFUSED = (
    (r'scripts/nv-debug nv.sock gpu2', 2, 'there is no card gpu2'),
    # As "diff" does it, and these machines aren't the trace's
    (r'scripts/nv-trace replay --card nv84 real.mmiotrace', 1, r'differ'),
)

# What pages call the machine's monitor
SOCKETS = 'nv.sock', 'qmp'

# What a debugger's command may say on a machine that isn't the page's
ELSEWHERE = re.compile(r"error: .*(doesn't replay|has no pushbuffer|is off)")


def program(file):
    """A program with symbols."""
    subprocess.run(['cc', '-x', 'c', '-', '-o', file], check=True, text=True,
                   input='int main(void) { return 0; }\n')
    return file.read_bytes()


# Files that a page's user has
FILES = {
    'my.elf': lambda page: recipe.guest(recipe.read()[page.card]),
    'vmlinuz': lambda page: recipe.guest(recipe.read()[page.card]),
    'initrd.img': lambda page: bytes(512),
    'disk.img': lambda page: bytes(1 << 20),
    'my.iso': lambda page: bytes(1 << 20),
    'patterns': lambda page: b'nv_pfifo_*\n',
    'script': lambda page: b'info channels\nprint PMC.BOOT_0\n',
    'my-kernel.elf': lambda page: program(page.directory / 'program'),
    # A trace of this card's takes the place of another one's.
    'real.mmiotrace': lambda page: (page.top / 'boot.mmiotrace').read_bytes(),
    'findings.json': lambda page: page.findings(),
}


class Page:
    """A directory for the commands of one page."""

    def __init__(self, build):
        self.build = Path(build)
        self.card = CARD
        self.holder = tempfile.TemporaryDirectory(prefix='printed-',
                                                  ignore_cleanup_errors=True)
        self.directory = Path(self.holder.name)
        self.top = self.directory / 'top'
        self.configuration = {
            'emulator': str(self.build / 'qemu-system-x86_64'),
            'directory': self.holder.name,
            'monitor': f'{self.holder.name}/monitor',
            'pid': f'{self.holder.name}/pid'}
        self.count = 0
        self.make_top()

    def make_top(self):
        """The directory in which commands are run."""
        (self.top / 'build').mkdir(parents=True)
        for source, target in ((TOP, self.top),
                               (self.build, self.top / 'build')):
            for entry in source.iterdir():
                if entry.name not in ('build', 'qemu-system-x86_64', 'guest'):
                    (target / entry.name).symlink_to(entry)
        self.script(self.top / 'build/qemu-system-x86_64',
                    f'exec {shlex.quote(sys.executable)} '
                    f'{shlex.quote(emulator.__file__)} '
                    f'{self.directory}/configuration "$@"')
        # What is to be built was checked.
        self.script(self.directory / 'bin/ninja', 'exit 0')
        (self.directory / 'home').mkdir()

    @staticmethod
    def script(path, line):
        path.parent.mkdir(exist_ok=True)
        path.write_text(f'#!/bin/sh\n{line}\n', 'utf-8')
        path.chmod(0o755)

    def close(self):
        emulator.end_former(self.configuration)
        # An emulator that was killed may still remove its files.
        self.holder.cleanup()

    def findings(self):
        """What the checker might have said of a kernel."""
        found = {'rule': 'register-while-running', 'register': 0x2210,
                 'name': 'NV_PFIFO_RAMHT', 'value': 0, 'where': [0x400000],
                 'times': 1, 'first': 1, 'says': 'a register is written'}
        return json.dumps({'on': True, 'findings': [found],
                           'lost': 0}).encode()

    def environment(self):
        path = f'{self.directory}/bin:{os.environ["PATH"]}'
        return environment({'HOME': str(self.directory / 'home'),
                            'PATH': path})

    # The shell

    def prepare(self, commands):
        """Write what the emulator's stand-in has to know, and files."""
        for command in commands:
            self.card = emulator.card_of([command.text]) or self.card
            for name, make in FILES.items():
                if name in command.text.replace('/', ' ').replace(
                        '=', ' ').replace(',', ' ').split():
                    if not (self.top / name).exists():
                        with contextlib.suppress(FileNotFoundError):
                            (self.top / name).write_bytes(make(self))
        (self.directory / 'configuration').write_text(json.dumps(
            {**self.configuration, 'card': self.card}), 'utf-8')

    def shell(self, block, commands):
        """Run some commands of a block; returns what each printed, and its
        status, None if it wasn't reached.
        """
        lines = []
        if any('qemu-system' in command.text for command in commands):
            emulator.end_former(self.configuration)
        self.prepare(commands)
        folder = self.top / block.marks.get('folder', '.')
        for i, command in enumerate(commands):
            background = words.goes_on(command.text)
            lines += [f'export {emulator.WAITS}={"" if background else 1}',
                      f'{{\n{command.text}\n}} >{self.directory}/said-{i} 2>&1'
                      ' </dev/null',
                      f'echo $? >{self.directory}/status-{i}']
            if background and 'qemu-system' in command.text:
                lines.append(f'for printed_wait in $(seq 600); do '
                             f'[ -S {self.directory}/monitor ] && break; '
                             'sleep 0.05; done')
        for old in self.directory.glob('s*-*'):
            old.unlink()
        with subprocess.Popen(
                ['sh', '-c', '\n'.join(lines)], cwd=folder,
                env=self.environment(), start_new_session=True,
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as shell:
            try:
                shell.wait(TIMEOUT)
            except subprocess.TimeoutExpired:
                os.killpg(shell.pid, signal.SIGKILL)
        return [self.result(i) for i in range(len(commands))]

    def result(self, i):
        said = self.directory / f'said-{i}'
        status = self.directory / f'status-{i}'
        text = said.read_text('utf-8', 'replace') if said.exists() else ''
        return text, (int(status.read_text()) if status.exists() else None)

    # The debugger, and other clients of the monitor

    def start_machine(self, mark):
        """A machine as a mark of the page wants it: "CARD [stopped]"."""
        card, *rest = mark.split()
        self.card = card
        changes = {}
        for word in rest:
            if '=' in word:
                address, _, value = word.partition('=')
                changes['RAM', int(address, 16)] = int(value, 16)
        file = emulator.guest_file(self.directory, card, changes)
        text = (f'build/qemu-system-x86_64 -vga none -nic none -device '
                f'{card}-gpu,id=gpu -kernel {file}')
        for name in SOCKETS:
            text += f' -qmp unix:{name},server=on,wait=off'
        if 'stopped' in rest:
            text += ' -S &'
        emulator.end_former(self.configuration)
        for name in SOCKETS:
            (self.top / name).unlink(missing_ok=True)
        self.prepare([])
        env = {**self.environment(), emulator.WAITS:
               '' if 'stopped' in rest else '1'}
        subprocess.run(['sh', '-c', text], cwd=self.top, env=env, check=False,
                       stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)
        monitor = emulator.connect(self.configuration)
        if monitor:
            monitor.close()

    def connect(self):
        """The machine's monitor, or None."""
        pid = Path(self.configuration['pid'])
        if not pid.exists() and not Path(
                self.configuration['monitor']).exists():
            return None
        return emulator.connect(self.configuration)

    def debug(self, commands):
        """Type commands into nv-debug; returns as shell() does."""
        monitor = self.connect()
        if not monitor:
            return [('there is no machine', 1)] * len(commands)
        monitor.close()
        said = subprocess.run(
            [NV_DEBUG, self.configuration['monitor'], '--batch', '-'],
            input=''.join(f'{command.text}\n' for command in commands),
            text=True, env=self.environment(), timeout=TIMEOUT,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        parts = said.stdout.split('(nv) ')[1:]
        results = []
        for command, part in zip(commands, parts):
            _, _, text = part.partition('\n')
            results.append((text, int(text.startswith('error: '))))
        missing = len(commands) - len(results)
        return results + [(said.stdout, None)] * missing

    def ask(self, function):
        """What a function of the monitor returns, and 0; or an error, and 1."""
        monitor = self.connect()
        if not monitor:
            return 'there is no machine', 1
        try:
            return function(monitor), 0
        except QmpError as error:
            return str(error), 1
        finally:
            monitor.close()

    def read(self, commands):
        """Have nv-debug's commands read on a machine that isn't meant."""
        monitor = self.connect()
        if not monitor:
            return [('there is no machine', 1)] * len(commands)
        lines = []
        card = find_card(monitor)
        shell = Shell(card, Names(card.chip, card.names()), lines.append)
        shell.wait = lambda limit: None
        results = []
        for command in commands:
            shell.failed = False
            lines.clear()
            shell.onecmd(command.text)
            said = '\n'.join(lines)
            results.append((said, int(shell.failed and
                                      not ELSEWHERE.search(said))))
        monitor.close()
        return results

    def monitor_line(self, text):
        """A line for QEMU's monitor."""
        said, status = self.ask(lambda monitor: monitor.human(text))
        return said, status or int(said.startswith(('Error', 'unknown', 'Try')))

    def message(self, text):
        """A message for QMP."""
        message = json.loads(text)
        return self.ask(lambda monitor: json.dumps(monitor.execute(
            message['execute'], **message.get('arguments', {}))))
