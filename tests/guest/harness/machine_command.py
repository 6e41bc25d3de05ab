"""The emulator's command line.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import math
import subprocess
from dataclasses import dataclass

from . import cards
from .errors import GuestError

MEMORY_MIB = 768
# How large the guest's file system may be without more of it
ARCHIVE_MIB = 64
CPUS = 2
# The card, as "id=gpu" names it for the monitor
DEVICE = '/machine/peripheral/gpu'
# Where the cards are if there are two: names for the monitor and PCI slots
CARDS = ['gpu', 'gpu2']
SLOTS = [2, 3]
# Room for translated code: enough not to start over, and small enough that
# the emulator's own memory settles
TRANSLATION_MIB = 256


@dataclass
class Display:
    """A card as the emulator and the guest call it."""

    device: str
    driver: str


def display_of(card):
    if card == 'std':
        return Display('VGA', 'bochs')
    return Display(f'{card}-gpu', 'nouveau')


def accelerator(name, icount=''):
    if name == 'tcg':
        thread = 'single' if icount else 'multi'
        return f'tcg,thread={thread},tb-size={TRANSLATION_MIB}'
    return name


def time(options):
    """The options for the machine's clock and processors.

    Only one processor can be recorded, and not all devices.
    """
    if options.icount:
        return ['-smp', '1', '-icount', options.icount, *options.board.counted]
    return ['-smp', str(CPUS)]


def machine(options):
    """The options for the machine itself."""
    board = options.board
    return ['-machine', ','.join(
        filter(None, [board.name, 'memory-backend=ram',
                      options.machine_options])),
            *(['-cpu', board.processor] if board.processor else [])]


def window(options):
    """A window where the emulator has one, or else VNC on the first port."""
    if not options.window:
        return ['-display', 'none']
    helped = subprocess.run([options.qemu, '-display', 'help'], text=True,
                            stdout=subprocess.PIPE, check=False).stdout.split()
    for kind in 'gtk', 'sdl':
        if kind in helped:
            return ['-display', kind]
    return ['-display', 'none', '-vnc', '127.0.0.1:0,to=99']


def kernel_arguments(options, mode):
    """The guest's kernel command line.

    The log goes to both consoles, so that a picture of the screen has it; one
    that is long enough for a driver's debug messages is kept.

    Where processors are threads of the emulator's (not with -icount), an
    interrupt of a processor's local timer is lost at times: one guest in some
    hundreds. If the kernel sets that timer for each event, this processor's
    clock then stands for good, and all that sleeps on it; so it ticks.

    Where they are threads, they also can't be trusted while PCI devices come
    and go in the memory map (docs/guests.rst, "If QEMU aborts"). So while the
    kernel looks for devices and sizes their BARs there is only one; init turns
    on the others.
    """
    display = display_of(options.card)
    board = options.board
    console, commands, log = (port.name for port in board.ports)
    return ' '.join([
        'console=tty0', f'console={console}', 'log_buf_len=16M', 'panic=-1',
        *board.arguments,
        *([] if options.icount else ['nohz=off', 'highres=off', 'maxcpus=1']),
        f'GUEST_MODE={mode}', f'GUEST_DRIVER={display.driver}',
        f'GUEST_COMMANDS=/dev/{commands}', f'GUEST_LOG=/dev/{log}',
        *(['nokaslr'] if options.gdb else []),
        *(f'{display.driver}.{option}' for option in options.driver_options),
        *options.kernel_args])


def memory_mib(initramfs, board):
    """The guest's memory: its file system is there twice for a while."""
    archive = initramfs.stat().st_size >> 20
    wanted = (MEMORY_MIB + board.more_memory +
              2 * max(0, archive - ARCHIVE_MIB))
    return math.ceil(wanted / board.memory_step) * board.memory_step


def timeline(file):
    """The property, and the chardev, that make the card write a time line."""
    if not file:
        return '', []
    path = str(file).replace(',', ',,')
    return ('timeline=timeline',
            ['-chardev', f'file,id=timeline,path={path}'])


def device_options(options, timeline_property):
    """The cards, with their properties; the user's are the first one's.

    What isn't modelled is in unmodelled.txt, from the card's report; without it
    the log has what one looks for in it.
    """
    first = [timeline_property, 'checker=on' if options.checker else '',
             options.card_options]
    if not options.card_2:
        return ['-device', device(options.card, CARDS[0], *first)]
    return [word for card, name, slot, more in zip(
                (options.card, options.card_2), CARDS, SLOTS, (first, []))
            for word in ('-device', device(card, name, f'addr={slot:#x}',
                                           *more))]


def device(card, name, *more):
    """A device, as the emulator's option -device has it."""
    logged = '' if card == 'std' else 'log-unmodelled=off'
    return ','.join(part for part in [display_of(card).device, f'id={name}',
                                      logged, *more] if part)


def address(index):
    """What a guest with two cards calls one of them."""
    return f'0000:00:{SLOTS[index]:02x}.0'


def build(options, kernel, initramfs, mode, timeline_file=None,
          prealloc='on'):
    """The command, but for the ports and the monitor (see machine).

    By default the guest's memory is all there from the start: what the emulator
    grows by is its own.
    """
    memory = memory_mib(initramfs, options.board)
    timeline_property, timeline_chardev = timeline(timeline_file)
    return [
        options.qemu, '-name', 'debug-threads=on',
        '-nodefaults', '-no-user-config', '-no-reboot',
        *machine(options), *time(options),
        '-object', f'memory-backend-ram,id=ram,size={memory}M,'
                   f'prealloc={prealloc}',
        '-m', f'{memory}M',
        '-accel', accelerator(options.accel, options.icount),
        *timeline_chardev,
        '-vga', 'none', *device_options(options, timeline_property),
        *window(options),
        '-kernel', str(kernel.bootable), '-initrd', str(initramfs),
        '-append', kernel_arguments(options, mode),
        '-d', 'guest_errors,unimp', *options.qemu_args]


def check_emulator(options):
    """Say clearly that an emulator isn't there, or can't do what is asked."""
    board = options.board
    if options.accel == 'kvm' and not board.architecture.is_own():
        raise GuestError(f'ACCEL=kvm: this machine can\'t execute what '
                         f'{board.architecture.name} does')
    ours = options.build / board.emulator
    if options.qemu == str(ours) and not ours.exists():
        raise GuestError(f'{ours} isn\'t built: '
                         f'{board.how_to_build(options.build)}')


def check_device(options):
    """Say clearly that an emulator does not have a card."""
    check_emulator(options)
    if options.card_2 and 'std' in (options.card, options.card_2):
        raise GuestError('CARD_2 is for two cards with one driver')
    for card in filter(None, (options.card, options.card_2)):
        name = display_of(card).device
        if name not in cards.devices(options.qemu):
            raise GuestError(f'{options.qemu} has no device {name}: '
                             '"-device help" lists those that it has')
