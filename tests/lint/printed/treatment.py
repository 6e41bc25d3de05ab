"""What is done with a command: it is run, it is checked without a run, or
neither, and why.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import os
import re

from . import walk, words
from .pages import ARTIFACT, OPTION, QMP, SHELL

RUN = 'run'
CHECKED = 'checked'
# By tests/guest/check-printed
GUEST = 'run in a guest'
NEITHER = 'neither'
UNKNOWN = 'unknown'

ENVYTOOLS = 'needs a clone of envytools, and builds it'
LINUX = 'works on a clone of Linux, for hours'
READERS = 'reads our files with a program of envytools\' or Mesa\'s'
OSS_FUZZ = 'needs the service\'s image'
REAL_CARD = 'is for a machine with a real card'
FUZZING = 'needs a build with --enable-fuzzing'

# What is neither run nor checked: an expression for the whole command, and why
REASONS = (
    (r'git clone https://github.com/envytools/envytools && cd envytools',
     ENVYTOOLS),
    (r'git checkout \w+ -- hwtest/pfifo.cc( .*)?', ENVYTOOLS),
    (r'cmake -B build .*', ENVYTOOLS),
    (r'make -C build hwtest', ENVYTOOLS),
    (r'sed -i -e [^;]* hwtest/pfifo.cc', ENVYTOOLS),
    (r'(demmio|dedma|nv_push_dump) .*', READERS),
    (r'(echo|cat) [^;]*/sys/kernel/tracing/[^;]*', REAL_CARD),
    (r'modprobe nouveau', REAL_CARD),
    (r'git (bisect|rebase) .*', LINUX),
    (r'docker build .* tests/fuzz/oss-fuzz', OSS_FUZZ),
    (r'export (SRC|CC|CFLAGS)=[^;]*', OSS_FUZZ),
    (r'\$(SRC|OUT)/[^;]*', OSS_FUZZ),
    (r'build/qemu-fuzz-x86_64 .*', FUZZING),
    (r'build/guest/nv15-6.1-replay/replay .*',
     'replays what guest-replay records, which takes many minutes'),
    (r'tests/guest/matrix --merge one two',
     'needs what two machines have left'),
    (r'cat build/guest/nv84-6.12/trace.txt',
     'shows what the command before it leaves'),
    (r'printf .* \| dd of=/sys/bus/pci/.*', 'is for the guest\'s shell'),
    (r'\(gdb\) .*', 'is for gdb, which needs a guest with symbols'),
)

# Programs that any system has, and of which nothing is asked but to be there
USUAL = ('cd', 'export', 'cat', 'chmod', 'sed', 'trap', 'until', '[', 'sleep',
         'grep', 'kill', 'echo', '')
# And where those may not write, nor read
ABSOLUTE = re.compile(r'(^|[\s=>])/(sys|usr|proc|dev|etc)\b')


def is_emulator(program):
    return os.path.basename(program) == 'qemu-system-x86_64'


def of_simple(simple):
    """What is done with one program."""
    program = simple.program
    name = re.sub(r'^(\.\./|\./)*', '', program)
    if program in ('ninja', './configure-overlay'):
        return CHECKED
    if is_emulator(program):
        return RUN
    if name.startswith('scripts/'):
        # Directories that the user has to have
        return CHECKED if any('~' in value for value
                              in simple.environment.values()) else RUN
    if name.startswith(('tests/', 'docs/')):
        quick = {'--help', '--rows', '--list'} & set(simple.words)
        return RUN if quick else CHECKED
    if name.startswith('fauxveau/tests/qtest/'):
        return RUN if {'-l', '-p'} & set(simple.words) else CHECKED
    return RUN if program in USUAL else UNKNOWN


def typed(command):
    """A command as somebody sees it, in a line."""
    text = command.text
    if command.kind == 'gdb':
        text = f'(gdb) {text}'
    return re.sub(r'\s*\\?\n\s*', ' ', text)


def reason(command):
    """The expression that says why nothing is done with a command, or None."""
    text = re.sub(r'\s+#.*$', '', typed(command))
    for expression, _ in REASONS:
        if re.fullmatch(expression, text):
            return expression
    return None


def of_command(command):
    """What is done with it."""
    if reason(command):
        return NEITHER
    if command.block.language == 'inline':
        return CHECKED
    if walk.is_step(command):
        return GUEST
    if command.kind in (OPTION, ARTIFACT):
        return CHECKED
    if command.kind == QMP:
        return CHECKED if '"event"' in command.text else RUN
    if command.kind != SHELL:
        return CHECKED if 'guest' in command.block.marks else RUN
    programs = words.simple(command.text)
    kinds = {of_simple(simple) for simple in programs}
    if UNKNOWN in kinds or ABSOLUTE.search(command.text):
        return UNKNOWN
    # What ninja is to build is there when the others are run.
    others = {of_simple(simple) for simple in programs
              if simple.program != 'ninja'}
    return RUN if others == {RUN} else CHECKED
