"""What a page's commands find as build/qemu-system-x86_64.

It starts the emulator with the words that the page has, and

- in place of "..." a guest, which does what own-driver.rst's recipe says, and a
  card for it if the page leaves that out, too;
- without a window, if the page doesn't say what there is in place of one, and
  with a socket for VNC in place of a port, which may be somebody else's;
- with a monitor of the test's own.

An emulator for which the page's user wouldn't wait ("&") is what this becomes.
For others this ends once the guest halts, as if they had a window: the page's
next commands may talk to them, or read what they have left. One that a page
starts takes the place of the one before.

  emulator.py CONFIGURATION ARGUMENT...

SPDX-License-Identifier: GPL-2.0-or-later
"""

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

TOP = Path(__file__).resolve().parents[3]
sys.path[:0] = [str(TOP / 'scripts'), str(TOP / 'tests'),
                str(TOP / 'tests/lint')]

# pylint: disable=wrong-import-position
from nvdebug.qmp import Monitor, QmpError
from printed import recipe

# Set for those that aren't started with "&"
WAITS = 'PRINTED_WAITS'
# How long an emulator may take to start, and a guest to halt, in seconds
PATIENCE = 120


def card_of(arguments):
    """The first card of a command line, or None."""
    match = re.search(r'\b(nv\w+)-gpu\b', ' '.join(arguments))
    return match and match[1]


def complete(arguments, configuration):
    """The emulator's arguments in place of a page's."""
    arguments = list(arguments)
    card = card_of(arguments)
    more = []
    if not card:
        card = configuration['card']
        more = ['-vga', 'none', '-device', f'{card}-gpu,id=gpu']
    if '...' in arguments:
        at = arguments.index('...')
        arguments[at:at + 1] = [*more, '-kernel', guest_file(
            configuration['directory'], card)]
    if '-vnc' in arguments:
        arguments[arguments.index('-vnc') + 1] = \
            f'unix:{configuration["directory"]}/vnc'
    elif '-display' not in arguments:
        arguments += ['-display', 'none']
    return [*arguments,
            '-qmp', f'unix:{configuration["monitor"]},server=on,wait=off',
            '-pidfile', configuration['pid']]


def guest_file(directory, card, changes=()):
    """A guest for a card; it does nothing if there is no recipe for that."""
    file = Path(directory) / f'{card}.elf'
    accesses = recipe.read().get(card, [])
    file.write_bytes(recipe.guest(recipe.changed(accesses, dict(changes))))
    return str(file)


def end_former(configuration):
    """End the page's last emulator."""
    pid = Path(configuration['pid'])
    with contextlib.suppress(OSError, ValueError):
        number = int(pid.read_text('utf-8'))
        command = Path(f'/proc/{number}/cmdline').read_bytes()
        if os.fsencode(configuration['pid']) in command:
            os.kill(number, signal.SIGTERM)
            while Path(f'/proc/{number}/exe').exists():
                time.sleep(0.01)
    for name in 'pid', 'monitor':
        Path(configuration[name]).unlink(missing_ok=True)


def connect(configuration, running=lambda: True):
    """The test's own monitor, once there is one; None if there won't be."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and running():
        with contextlib.suppress(OSError, QmpError):
            return Monitor(configuration['monitor'])
        time.sleep(0.02)
    return None


def registers(monitor):
    said = monitor.human('info registers')
    return {name: int(value, 16)
            for name, value in re.findall(r'(\w+) ?=([0-9a-f]+)', said)}


def wait_for_guest(monitor):
    """Wait until the guest halts; returns whether it is content."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        now = registers(monitor)
        # Firmware waits for interrupts, which this guest never takes.
        if now['HLT'] and now['EIP'] >= recipe.LOAD and not now['EFL'] & 0x200:
            return now['EDI'] == recipe.GOOD
        time.sleep(0.05)
    return False


def has_guest(arguments):
    return '-kernel' in arguments and '-S' not in arguments


def is_faulty(arguments):
    """Whether the card has been told to fail."""
    return 'faults' in ' '.join(arguments)


def main():
    configuration = json.loads(Path(sys.argv[1]).read_text('utf-8'))
    real = configuration['emulator']
    if '-qtest' in sys.argv or 'help' in sys.argv:
        os.execv(real, [real, *sys.argv[2:]])
    arguments = complete(sys.argv[2:], configuration)
    end_former(configuration)
    if not os.environ.get(WAITS):
        os.execv(real, [real, *arguments])
    process = subprocess.Popen([real, *arguments], stdin=subprocess.DEVNULL)
    monitor = connect(configuration, lambda: process.poll() is None)
    if not monitor:
        return process.wait()
    if has_guest(arguments) and not wait_for_guest(monitor) and \
            not is_faulty(arguments):
        print('the guest has not done what the recipe says', file=sys.stderr)
        return 1
    return 0


if __name__ == '__main__':
    sys.exit(main())
