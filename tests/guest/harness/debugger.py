"""A guest that is to be looked at with gdb, or its card with nv-debug.

The machine waits for them before its first instruction. With gdb it stands
still again when the driver is loaded and hasn't seen its card yet: its
addresses are known then, and all that it does with a card is still to come.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import re
import shlex
from pathlib import Path

from .errors import GuestError

# The longest name that a socket can have
LONGEST = 107

DEBUG = Path('/usr/lib/debug')

# Cards are left alone when a driver is loaded, and then given to it
KEEP_CARDS = 'echo 0 > /sys/bus/pci/drivers_autoprobe'
GIVE_CARDS = ('echo 1 > /sys/bus/pci/drivers_autoprobe; '
              'for device in /sys/bus/pci/devices/*; do '
              'case $(cat $device/class) in '
              '0x03*) echo ${device##*/} > /sys/bus/pci/drivers_probe;; '
              'esac; done')

# Each section of some modules: "MODULE SECTION ADDRESS"
SECTIONS = ('cd /sys/module; for module in %s; do '
            'for section in $module/sections/.[a-z]*; do '
            'echo $module ${section##*/} $(cat $section); done; done')


# The emulator's options for what debuggers connect to
OPTIONS = {'gdb': '-gdb', 'nv-debug': '-qmp'}

NV_DEBUG = Path(__file__).resolve().parents[3] / 'scripts' / 'nv-debug'


def socket(directory, name='gdb'):
    """Where a debugger connects to."""
    path = directory / name
    if len(str(path)) > LONGEST:
        raise GuestError(f'{path} is too long for a socket\'s name: '
                         '--build DIR chooses another directory')
    return path


def arguments(options, directory):
    """The emulator's arguments."""
    said = []
    for path in sockets(options, directory):
        escaped = str(path).replace(',', ',,')
        said += ['-S', OPTIONS[path.name],
                 f'unix:{escaped},server=on,wait=off']
    return said


def sockets(options, directory):
    """Where the debuggers are that the user has asked for."""
    return [socket(directory, name)
            for wanted, name in ((options.gdb, 'gdb'),
                                 (options.debug, 'nv-debug')) if wanted]


def where(options, directory):
    """A line for each debugger's socket, '' if there is no debugger."""
    return '\n'.join(f'{path.name} is at {path}'
                     for path in sockets(options, directory))


def start_card(directory):
    """The command that connects to the card's debugger."""
    command = shlex.join([str(NV_DEBUG), str(socket(directory, 'nv-debug'))])
    return (f'the guest waits for nv-debug:\n  {command}\n'
            'and, after your breakpoints, "continue" there')


def roots(symbols):
    """Where what a package has for debuggers may lie."""
    where = [Path(symbols), Path(symbols) / DEBUG.relative_to('/')]
    return (where if symbols else []) + [DEBUG]


def find_kernel(kernel, symbols):
    """The vmlinux of a kernel, or None."""
    if kernel.symbols:
        return kernel.symbols
    for root in roots(symbols):
        for name in ('vmlinux', f'boot/vmlinux-{kernel.release}',
                     f'lib/modules/{kernel.release}/vmlinux',
                     f'usr/lib/modules/{kernel.release}/vmlinux'):
            if (root / name).is_file():
                return root / name
    return None


def packaged_module(kernel, name, symbols):
    """A module's file in a package for debuggers, or None."""
    for root in roots(symbols):
        for lib in 'lib', 'usr/lib':
            for file in (root / lib / 'modules' / kernel.release).rglob(
                    kernel.files[name].name.partition('.ko')[0] + '.ko*'):
                if re.search(r'\.ko(\.debug)?$', file.name):
                    return file
    return None


def find_module(kernel, name, symbols, directory):
    """The file that has a module's symbols, for debuggers if there is one.

    What the kernel has in another form is written to DIRECTORY.
    """
    file = name in kernel.own and packaged_module(kernel, name, symbols)
    if file:
        return file
    if kernel.files[name].suffix == '.ko':
        return kernel.files[name]
    file = directory / f'{name}.ko'
    file.write_bytes(kernel.modules[file.name])
    return file


def start(kernel, symbols, directory):
    """The command that connects, and what there is to say about it."""
    vmlinux = find_kernel(kernel, symbols)
    command = [kernel.architecture.debugger(), '-ex',
               f'target remote {socket(directory)}']
    if vmlinux:
        command.append(str(vmlinux))
    lines = ['the guest waits for gdb:', '  ' + shlex.join(command),
             'and "continue" there, up to where the driver is loaded']
    if not vmlinux:
        lines.append("(the kernel's own symbols aren't known here: install "
                     f'linux-image-{kernel.release}-dbg, or say where they '
                     'are unpacked: SYMBOLS=DIR)')
    return '\n'.join(lines)


def read_sections(lines):
    """Sections and addresses by module, from the guest's output.

    Sections that are freed once a module is loaded, or that have neither
    functions nor variables, are left out.
    """
    sections = {}
    for line in lines:
        module, name, address = line.split()
        if re.match(r'\.(text|data|rodata|bss|noinstr\.text)', name):
            sections.setdefault(module, {})[name] = int(address, 16)
    return sections


def commands(kernel, sections, symbols, directory):
    """gdb's commands that load the symbols of modules where they are."""
    for module, addresses in sections.items():
        if '.text' not in addresses:
            continue
        file = find_module(kernel, module, symbols, directory)
        others = ''.join(f' -s {name} {address:#x}'
                         for name, address in sorted(addresses.items())
                         if name != '.text')
        yield (f'add-symbol-file {shlex.quote(str(file))} '
               f'{addresses[".text"]:#x}{others}\n')


class Debuggers:
    """The debuggers of a job's guest: those that the user has asked for."""

    def __init__(self, job):
        self.job = job

    def where(self):
        return where(self.job.options, self.job.artifacts)

    def arguments(self):
        return arguments(self.job.options, self.job.artifacts)

    def start(self):
        """Tell the user how to begin."""
        job = self.job
        if job.options.gdb:
            job.progress(start(job.kernel, job.options.symbols,
                               job.artifacts))
        if job.options.debug:
            job.progress(start_card(job.artifacts))

    def say_silence(self, text):
        """Nothing has come from a guest that a debugger may have stopped."""
        self.job.progress(f'{text}: if no debugger has stopped it, the guest '
                          f'hangs\n{self.where()}')

    def wait(self):
        """What has gone wrong stays as it is while somebody debugs it."""
        guest, at = self.job.guest, self.where()
        if at and guest.machine.running():
            what = 'the guest hangs' if guest.lost else 'this failed'
            self.job.progress(f'{what}, and the machine stays for you to look '
                              f'at; Ctrl-C here ends it\n{at}')
            guest.watch_until_end()

    def keep_cards(self):
        """A driver that is loaded sees no card yet."""
        if self.job.options.gdb:
            self.job.guest.ask(KEEP_CARDS)

    def give_cards(self):
        """Print where modules are, stop until gdb continues, give them."""
        job = self.job
        if not job.options.gdb:
            return
        lines = job.guest.ask(SECTIONS % ' '.join(job.kernel.files))
        script = job.artifacts / 'modules.gdb'
        script.write_text(''.join(commands(
            job.kernel, read_sections(lines), job.options.symbols,
            job.artifacts)), 'utf-8')
        job.progress(f'{job.display.driver} is loaded and has no card yet: '
                     f'the guest stops. In gdb:\n  source {script}\n'
                     'and then breakpoints, and "continue"')
        job.guest.stop()
        job.guest.ask(GIVE_CARDS)
