"""An emulator under the control of a script.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import contextlib
import re
import socket
import subprocess
from pathlib import Path

from nvdebug.qmp import Monitor

from .common import TraceError


class Machine:
    """An emulator with a card, under the control of a script."""

    SLOT = 4
    # Accesses on their way at once
    BATCH = 512
    # Where BARs may be: between guest memory and the chipset's registers
    FREE = 0x40000000, 0xfe000000

    def __init__(self, qemu, card, properties, directory, arguments=()):
        self.log = Path(directory) / 'log'
        self.pending = []
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(f'{directory}/qtest')
            listener.listen(1)
            device = ','.join([f'{card}-gpu', 'id=gpu', f'addr={self.SLOT}',
                               *properties])
            self.process = subprocess.Popen(
                [qemu, '-nodefaults', '-no-user-config', '-machine', 'pc',
                 '-m', '96M', '-accel', 'qtest', '-display', 'none',
                 '-vga', 'none', '-device', device,
                 '-qtest', f'unix:{directory}/qtest', '-qtest-log', 'none',
                 '-qmp', f'unix:{directory}/qmp,server=on,wait=off',
                 '-D', str(self.log), *arguments])
            try:
                self.qtest = self.accept(listener).makefile('rwb')
                # If one is connected, the other exists.
                self.qmp = Monitor(f'{directory}/qmp')
            except BaseException:
                self.close()
                raise

    def accept(self, listener):
        while self.process.poll() is None:
            listener.settimeout(1)
            with contextlib.suppress(TimeoutError):
                return listener.accept()[0]
        raise TraceError('the emulator has ended')

    def close(self):
        self.process.terminate()
        self.process.wait()

    def ask(self, command, answered=None):
        """Send a command; its answer goes to ANSWERED later."""
        self.qtest.write(command.encode() + b'\n')
        self.pending.append(answered)
        if len(self.pending) >= self.BATCH:
            self.settle()

    def settle(self):
        """Wait for all answers."""
        self.qtest.flush()
        for answered in self.pending:
            line = self.qtest.readline().split()
            if not line or line[0] != b'OK':
                raise TraceError(f'the emulator says {line}')
            if answered:
                answered(int(line[1], 16))
        self.pending = []

    def value(self, command):
        found = []
        self.ask(command, found.append)
        self.settle()
        return found[0]

    def config(self, offset):
        self.ask(f'outl 0xcf8 0x{0x80000000 | self.SLOT << 11 | offset:x}')

    def read_config(self, offset):
        self.config(offset)
        return self.value('inl 0xcfc')

    def write_config(self, offset, value):
        self.config(offset)
        self.ask(f'outl 0xcfc 0x{value & 0xffffffff:x}')

    def map_bars(self):
        """Give all BARs a place; returns address and size of each."""
        sizes = {}
        bar = 0
        while bar < 6:
            offset = 0x10 + bar * 4
            self.write_config(offset, 0xffffffff)
            found = self.read_config(offset)
            wide = found & 7 == 4
            if found and not found & 1:
                sizes[bar] = -(found & ~0xf) & 0xffffffff, wide
            bar += 2 if wide else 1
        places = {}
        at = self.FREE[0]
        for bar, (size, wide) in sorted(sizes.items(),
                                        key=lambda item: -item[1][0]):
            at = (at + size - 1) & -size
            if at + size > self.FREE[1]:
                raise TraceError('there is no room for all BARs')
            places[bar] = at, size
            self.write_config(0x10 + bar * 4, at)
            if wide:
                self.write_config(0x14 + bar * 4, 0)
            at += size
        self.write_config(4, 7)
        self.settle()
        return places

    def names(self, addresses, bar0):
        """The model's names of registers, from what it traces at reads."""
        self.qmp.execute('trace-event-set-state', name='nv_mmio_read',
                         enable=True)
        for address in addresses:
            self.value(f'readl 0x{bar0 + address:x}')
        self.qmp.execute('trace-event-set-state', name='nv_mmio_read',
                         enable=False)
        found = {}
        for line in self.log.read_text('utf-8', 'replace').splitlines():
            match = re.search(r'nv_mmio_read (.*) \[0x([0-9a-f]+)\]', line)
            if match:
                found[int(match.group(2), 16)] = match.group(1)
        return found
