"""The machines that a guest may have, by QEMU's names for them.

SPDX-License-Identifier: GPL-2.0-or-later
"""

from dataclasses import dataclass

from .architectures import AMD64, ARM64, PPC64EL, Architecture
from .errors import GuestError

# The slots of those of the ports that are on the PCI bus
PORT_SLOTS = [0x1e, 0x1f]


@dataclass(frozen=True, eq=False)
class Port:
    """A serial port, as the guest calls it and as the emulator is told of it.
    """

    name: str
    option: str = '-serial'
    value: str = 'chardev:{}'

    def arguments(self, chardev):
        return [self.option, self.value.format(chardev)]


def of_chipset(*names):
    """Ports that are parts of the machine."""
    return tuple(map(Port, names))


def of_pci(*names):
    """Ports that are devices on the bus, out of the cards' way."""
    return tuple(Port(name, '-device', f'pci-serial,addr={slot:#x},chardev={{}}')
                 for name, slot in zip(names, PORT_SLOTS))


@dataclass(frozen=True, eq=False)
class Board:
    """A machine that a guest may have.

    name          what QEMU and the user call it
    ports         its console, the port for commands, and that for the log
    processor     the emulator's option -cpu, '' for the machine's own
    arguments     of the kernel's, for this machine alone
    counted       what the emulator is told as well if instructions are counted
    memory_step   what the guest's memory is a multiple of, in MiB
    more_memory   and what it has more than a PC's, in MiB
    sleep         the command that suspends the guest; either the monitor has to
                  wake it up, or it wakes up by itself
    """

    name: str
    architecture: Architecture
    ports: tuple
    processor: str = ''
    arguments: tuple = ()
    counted: tuple = ()
    memory_step: int = 1
    more_memory: int = 0
    sleep: str = 'echo mem > /sys/power/state'

    @property
    def suffix(self):
        """What names of artifacts have, so that no other machine's are lost."""
        return '' if self.name == DEFAULT else f'-{self.name}'

    @property
    def emulator(self):
        return f'qemu-system-{self.architecture.emulated}'

    def how_to_build(self, build):
        """The command for a user whose build lacks the emulator."""
        targets = dict.fromkeys(('x86_64', self.architecture.emulated))
        listed = ','.join(f'{target}-softmmu' for target in targets)
        return (f'./configure-overlay --target-list={listed} && '
                f'ninja -C {build} {self.emulator}')


# An HPET's snapshot doesn't say when its timers were last set, and so a replay
# that goes on from there goes another way. To turn an APIC's vAPIC (for old
# guests) on or off, the emulator waits for the processor, which may wait for a
# lock that the emulator holds while it records or replays.
PC = {
    'architecture': AMD64,
    'ports': of_chipset('ttyS0', 'ttyS1', 'ttyS2'),
    'arguments': ('no_timer_check',),
    'counted': ('-machine', 'hpet=off',
                '-global', 'apic-common.vapic=off'),
}

DEFAULT = 'pc'

# SeaBIOS sets up a PC's power management again when it wakes up, and none of
# the ICH9's: its registers stay away then, and nothing turns it off. So the
# guest keeps where they are (PMBASE, ACPI_CNTL) and brings them back.
ICH9 = '/sys/bus/pci/devices/0000:00:1f.0/config'
ICH9_SLEEP = (f'dd if={ICH9} of=/tmp/ich9 bs=4 skip=16 count=2 2> /dev/null && '
              'echo mem > /sys/power/state && '
              f'dd if=/tmp/ich9 of={ICH9} bs=4 seek=16 2> /dev/null')

ALL = {board.name: board for board in (
    Board(name='pc', **PC),
    Board(name='q35', sleep=ICH9_SLEEP, **PC),
    # A processor that has pages of 4, 16 and 64 KiB. The machine has no sleep
    # in which its power is off: the kernel idles until its clock wakes it up.
    # If that comes while devices are still being suspended, there is no sleep.
    Board(name='virt', architecture=ARM64,
          ports=of_chipset('ttyAMA0') + of_pci('ttyS0', 'ttyS1'),
          processor='cortex-a76',
          sleep='echo 0 > /sys/class/rtc/rtc0/wakealarm && '
                'echo +15 > /sys/class/rtc/rtc0/wakealarm && '
                'echo $(cat /sys/power/wakeup_count) > '
                '/sys/power/wakeup_count && '
                'echo freeze > /sys/power/state'),
    # Nothing can wake this one up: devices are suspended for some seconds
    Board(name='pseries', architecture=PPC64EL,
          ports=of_chipset('hvc0') + of_pci('ttyS0', 'ttyS1'),
          memory_step=256, more_memory=256,
          sleep='echo devices > /sys/power/pm_test && '
                'echo freeze > /sys/power/state'),
)}


def named(name):
    """A machine by its name."""
    if name not in ALL:
        raise GuestError(f'MACHINE={name}: there are {", ".join(ALL)}')
    return ALL[name]
