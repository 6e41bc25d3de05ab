"""What the user may choose, by option or by environment.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import argparse
import os
import re
from pathlib import Path

from . import boards, cards
from .architectures import AMD64
from .errors import GuestError

TOP = Path(__file__).resolve().parents[3]

EPILOG = '''\
environment (an option wins over it):
  CARD=nv15            the card, by its chip's number or code name; "std" is
                       QEMU's own VGA with its own driver, which tells trouble
                       with the machine from a card's
  CARD_2=nvc1          another card beside it, which the programs use, too
  KERNEL=6.1           the kernel: a series of Debian's (6.1, 6.12, 7.2), a
                       directory with a built tree, a bzImage or a .deb
  MACHINE=pc           the machine: pc, q35, virt (arm64) or pseries (ppc64el)
  MACHINE_OPTIONS="..." its properties, as iommu=smmuv3
  MODULES=DIR          a bzImage's modules: lib/modules/VERSION, or what
                       INSTALL_MOD_PATH was
  MODULE=nouveau.ko    a module that takes the place of the kernel's
  PATCH="a.patch ..."  patches (diffs, mails or mailboxes) to nouveau, which is
                       built with them: for a series, whose source, headers and
                       compiler are fetched, or for a tree
  SOURCE=DIR           the same with nouveau's source in a tree of yours, or in
                       its drivers/gpu/drm/nouveau
  ACCEL=tcg            or kvm
  NOUVEAU="debug=..."  the driver's module options, separated by spaces
  KERNEL_ARGS="..."    more of the kernel's command line
  CARD_OPTIONS="..."   properties of the device, as vram=64M,romfile=FILE
  QEMU=FILE            the emulator
  QEMU_ARGS="..."      more of its command line
  ICOUNT="shift=3"     count the guest's instructions: with the emulator's
                       option -icount, a guest has one processor and the time
                       that its instructions take
  TRACE="nv_pfifo_*"   the trace events that trace.txt is to have; by default
                       also nv_guest_error
  TIMELINE=1           a time line of what the card has done; "run" draws one
                       unless it is 0
  PROGRAMS="copy ..."  the test programs to run, and of the events suspend,
                       reload and kexec those to live through; by default all
                       but kexec, which has another kernel take over
  FILES="prog dir ..." files and programs for the guest's /files, with the
                       libraries that they need; "FILE:/PLACE" goes there
  SOAK=3600            after the tests go on for so many seconds, and see that
                       neither the emulator nor the guest needs ever more memory
  SOAK_SUSPEND=300     how often it is suspended then, in seconds
  PATIENCE=4           how many times the usual time to wait for anything, on a
                       busy host
  COMMAND="prog ..."   run this in place of the tests; its exit status is ours,
                       if it isn't 0
  ONLY_COMMAND=1       it is ours even if something else has failed
  GDB=1                wait for gdb, and once more when the driver is loaded
  DEBUG=1              wait for nv-debug, which debugs the card; with one of
                       them, a guest that hangs stays
  SYMBOLS=DIR          where a package with the kernel's symbols was unpacked
  CHECKER=1            have the checker watch the driver: findings.txt
  LAVA=1               report each check as one of LAVA's test cases
  DISPLAY_WINDOW=1     see what the guest draws, and keep it when all is done
  SHELL_IN_GUEST=1     a shell in the guest, on this terminal; no tests

Relative names of files are the caller's. Artifacts are written to
guest/CARD-KERNEL/ in the build directory: console.png (what nouveau drew),
timeline.html (what the card has done, and when),
timeline.json (the same for Perfetto), dmesg.txt, trace.txt (the FIFO's story),
unmodelled.txt (registers that the driver touched and the device lacks),
serial.txt, qemu.log, summary.txt and summary.json; for a program that failed,
program-NAME.txt (what the card held then). What was checked is also JUnit,
guest/CARD-KERNEL.junit.xml.
'''

MATRIX_EPILOG = '''\
environment (an option wins over it):
  CARDS="nv15 nv20"    the cards; all that the emulator has by default
  KERNELS="6.1 DIR"    what KERNEL may be, one or more; by default 6.1, 6.12
                       and 7.2
  MACHINES="pc virt"   what MACHINE may be, one or more; by default what it is
  SUITES="guest ..."   of guest, clients, recovery, faults, migration, replay
                       those to be run; by default guest alone
  JOBS=1               guests at once; one for two processors by default
  LIMIT=60             minutes for a cell: one that takes longer has failed;
                       there is none by default

What tests/guest/run takes from the environment holds for each guest. Artifacts
are written to guest/CARD-KERNEL/ in the build directory, the table to
guest/matrix.json, guest/matrix.html and, as JUnit, guest/matrix.junit.xml.

on several machines, each with a build of the same commit:
  matrix --cells 1/2   runs every other cell of the plan; 2/2 the rest
  matrix --list        prints the cells, with the minutes that each is expected
                       to take; --cells FILE runs those that are left of it
  matrix --merge DIR... makes one table of the guest directories of all, in
                       guest/merged or --output DIR; with --cells FILE of at
                       least these cells

The exit status is 1 if anything has failed, or else 203 if a cell is missing or
its host has ended it.
'''


CLIENTS_EPILOG = '''\
environment (an option wins over it):
  STAGES="xorg mesa"   of modetest, xorg, wayland, mesa, vulkan, vulkan-apps,
                       igt, soak (with SOAK), moves and vulkan-moves (with
                       MIGRATIONS), deqp (with DEQP) and crucible (with
                       CRUCIBLE), those to be done
  MESA=26.1            the release of Mesa whose Vulkan driver is used: 26.1
                       or 26.2
  AREAS="copy clear"   of vkcases' areas those whose cases are run
  MINUTES=10           how long the processes of the area "long" copy; some
                       seconds by default
  MIGRATIONS=100       how often a guest with X or Vulkan is moved to another
                       emulator
  SECONDS_EACH=60      how long clients of Mesa draw, also for Weston
  IGT=DIR              a build of IGT, or where it is installed
  DEQP=DIR             a build of dEQP's tests of Vulkan: deqp-vk
  DEQP_CASES="A.* B.*" the cases that it runs, as --deqp-case has them; of
                       A.*/23 every 23rd
  CRUCIBLE=DIR         a build of crucible, Mesa's tests of Vulkan
  CRUCIBLE_TESTS="A.* !B.*"
                       the tests that it runs, as "crucible run" has them

CARD, KERNEL and what else tests/guest/run takes hold for each stage, which
has a guest of its own. Artifacts are written to guest/CARD-KERNEL-STAGE/ in
the build directory, the page to guest/clients-CARD-KERNEL.html.
'''

MIGRATION_EPILOG = '''\
environment (an option wins over it):
  MIGRATIONS=100       how often the guest is moved to another emulator

CARD, KERNEL and what else tests/guest/run takes hold here, too. Artifacts are
written to guest/CARD-KERNEL-migration/ in the build directory, the page to
guest/migration-CARD-KERNEL.html.
'''


def flag(name):
    return os.environ.get(name, '') not in ('', '0')


def given(name, default=''):
    """What the environment says; nothing is as good as not being there."""
    return os.environ.get(name) or default


def words(name, default=''):
    return given(name, default).split()


def common_parser(description, epilog):
    """A parser with what all programs take."""
    parser = argparse.ArgumentParser(
        description=description, epilog=epilog,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--build', type=Path, default=TOP / 'build',
                        help='the build directory (default: %(default)s)')
    parser.add_argument('--qemu', default=given('QEMU'),
                        help='the emulator (default: the one that was built)')
    parser.add_argument('--accel', type=accelerator,
                        default=given('ACCEL', 'tcg'))
    parser.add_argument('--machine', dest='board', type=boards.named,
                        default=given('MACHINE', boards.DEFAULT))
    return parser


def make_parser(description, epilog=EPILOG):
    parser = common_parser(description, epilog)
    parser.add_argument('--card', type=cards.name_of,
                        default=given('CARD', 'nv15'))
    parser.add_argument('--kernel', default=given('KERNEL', '6.1'))
    parser.add_argument('--soak', type=number_of('SOAK'),
                        default=given('SOAK', 0),
                        help='seconds to go on for after the tests')
    parser.add_argument('--soak-suspend', type=number_of('SOAK_SUSPEND'),
                        default=given('SOAK_SUSPEND', '300'),
                        help='seconds from one suspend to the next')
    parser.add_argument('--window', action='store_true',
                        default=flag('DISPLAY_WINDOW'),
                        help='see what the guest draws')
    parser.add_argument('--shell', action='store_true',
                        default=flag('SHELL_IN_GUEST'),
                        help='a shell in the guest, on this terminal')
    return parser


def complete(options):
    """Fill in what follows from the build directory, and what only the
    environment says of kernels and of the guest's files.
    """
    options.qemu = options.qemu or str(options.build / options.board.emulator)
    options.machine_options = given('MACHINE_OPTIONS')
    options.modules_dir = given('MODULES')
    options.module = given('MODULE')
    options.patches = words('PATCH')
    options.source = given('SOURCE')
    if options.module and (options.patches or options.source):
        raise GuestError('MODULE is a driver that is built already: PATCH and '
                         'SOURCE don\'t go with it')
    options.files = words('FILES')
    options.command = given('COMMAND').strip()
    options.only_command = flag('ONLY_COMMAND')
    options.lava = flag('LAVA')


def accelerator(text):
    if text not in ('tcg', 'kvm'):
        raise GuestError(f'ACCEL={text}: this has to be tcg or kvm')
    return text


def number_of(name):
    """A type of options: a number of the user's, which a variable may give."""
    def number(text):
        if not re.fullmatch('[0-9]{1,9}', text) or not int(text):
            raise GuestError(f'{name}={text}: this has to be a number '
                             'from 1 to 999999999')
        return int(text)
    return number


def default_jobs():
    """How many guests to run at once: each has two processors."""
    return max(1, (os.cpu_count() or 1) // 2)


def names_of(text):
    """The names of cards, separated by spaces."""
    return [cards.name_of(word) for word in text.split()]


def parse_matrix(description, argv=None):
    """The options of the matrix."""
    parser = common_parser(description, MATRIX_EPILOG)
    parser.add_argument('--cards', type=names_of,
                        default=given('CARDS'))
    parser.add_argument('--kernels', type=str.split,
                        default=words('KERNELS', '6.1 6.12 7.2'))
    parser.add_argument('--machines', dest='boards', default=given('MACHINES'),
                        type=lambda text: [*map(boards.named, text.split())])
    parser.add_argument('--suites', type=str.split,
                        default=words('SUITES', 'guest'))
    parser.add_argument('--jobs', type=int,
                        default=given('JOBS', default_jobs()))
    parser.add_argument('--limit', type=number_of('LIMIT'), metavar='MINUTES',
                        default=given('LIMIT', None),
                        help='end a cell that takes longer: it has failed')
    parser.add_argument('--list', action='store_true',
                        help='print the cells as JSON, and run none')
    parser.add_argument('--cells', metavar='FILE|I/N',
                        help='run the cells of a file, or one of N parts')
    parser.add_argument('--merge', type=Path, nargs='+', metavar='DIR',
                        help='make one table of what others have left')
    parser.add_argument('--output', type=Path, metavar='DIR',
                        help='where the merged table goes')
    options = parser.parse_args(argv)
    options.boards = options.boards or [options.board]
    options.board = options.boards[0]
    complete(options)
    options.output = options.output or options.build / 'guest' / 'merged'
    if options.jobs < 1 or not options.kernels or not options.suites:
        parser.error('there is nothing to run')
    return options


def parse(description, argv=None):
    """The options, complete with what only the environment says."""
    return complete_guest(make_parser(description).parse_args(argv))


def complete_guest(options):
    """Fill in what only the environment says."""
    complete(options)
    options.card_2 = given('CARD_2') and cards.name_of(given('CARD_2'))
    options.card_options = given('CARD_OPTIONS')
    options.driver_options = words('NOUVEAU')
    options.kernel_args = words('KERNEL_ARGS')
    options.qemu_args = words('QEMU_ARGS')
    options.trace = words('TRACE', 'nv_pfifo_* nv_guest_error')
    options.programs = words('PROGRAMS')
    options.icount = given('ICOUNT')
    options.timeline = flag('TIMELINE')
    options.gdb = flag('GDB')
    options.debug = flag('DEBUG')
    options.symbols = given('SYMBOLS')
    options.checker = flag('CHECKER')
    options.patience = number_of('PATIENCE')(given('PATIENCE', '1'))
    return options


def parse_check(description, argv=None):
    """The options of nv-check's guests."""
    parser = make_parser(description)
    parser.add_argument('--families', action='store_true',
                        help='the other families, and few programs')
    return complete_guest(parser.parse_args(argv))


def parse_clients(description, argv=None):
    """The options of the clients."""
    parser = make_parser(description, CLIENTS_EPILOG)
    parser.add_argument('--stages', type=str.split, default=words('STAGES'))
    parser.add_argument('--seconds', type=number_of('SECONDS_EACH'),
                        default=given('SECONDS_EACH', '60'))
    parser.add_argument('--mesa', default=given('MESA', '26.1'))
    parser.add_argument('--areas', type=str.split, default=words('AREAS'))
    parser.add_argument('--minutes', type=number_of('MINUTES'),
                        default=given('MINUTES', 0))
    parser.add_argument('--igt', type=Path, default=given('IGT', None))
    parser.add_argument('--deqp', type=Path, default=given('DEQP', None))
    parser.add_argument('--deqp-cases', type=str.split,
                        default=words('DEQP_CASES'))
    parser.add_argument('--crucible', type=Path,
                        default=given('CRUCIBLE', None))
    parser.add_argument('--crucible-tests', type=str.split,
                        default=words('CRUCIBLE_TESTS'))
    parser.add_argument('--migrations', type=number_of('MIGRATIONS'),
                        default=given('MIGRATIONS', 0))
    options = parser.parse_args(argv)
    if options.board.architecture is not AMD64:
        raise GuestError(f'MACHINE={options.board.name}: the clients are '
                         'programs of amd64')
    return complete_guest(options)


def parse_migration(description, argv=None):
    """The options of the migration."""
    parser = make_parser(description, MIGRATION_EPILOG)
    parser.add_argument('--migrations', type=number_of('MIGRATIONS'),
                        default=given('MIGRATIONS', '100'))
    return complete_guest(parser.parse_args(argv))
