"""The guest's file system: a shell, the driver's modules and our programs.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import glob
import os
import shutil
import stat
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path, PurePath

from . import archive, foreign, shared
from .architectures import AMD64
from .errors import GuestError, tool_error
from .shared import DIGEST_DIGITS, digest

HERE = Path(__file__).resolve().parent.parent
SOURCES = HERE / 'programs'

# What the programs share; every other source is a program of its own
SHARED_SOURCES = ['bars.c', 'bystander.c', 'card.c', 'cases.c', 'display.c',
                  'exec.c', 'fault-alone.c', 'fault-kinds.c', 'fault-root.c',
                  'job-faults.c', 'm2mf.c', 'painter-nv04.c', 'painter-nv50.c',
                  'pce.c', 'report.c', 'workspace.c']

CFLAGS = ['-std=gnu11', '-O2', '-g0', '-static', '-Wall', '-Wextra', '-Werror']

COMPILE_LIMIT = 600


# Programs

def run_tool(command, package=''):
    """Run a build tool, which is in a package, and return what it prints."""
    try:
        return subprocess.run(command, check=True, text=True,
                              timeout=COMPILE_LIMIT, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE).stdout
    except FileNotFoundError:
        raise GuestError(f'{command[0]} is not installed' +
                         (f' (package {package})' if package else '')) from None
    except subprocess.CalledProcessError as error:
        raise tool_error(f'{command[0]} failed:\n{error.stderr}',
                         error.stderr) from None


def libdrm_flags(architecture, progress):
    """How to compile with libdrm, and link it into the program."""
    if not architecture.is_own():
        return foreign.libdrm_flags(architecture, progress)
    cflags = run_tool(['pkg-config', '--cflags', 'libdrm']).split()
    libdir = run_tool(['pkg-config', '--variable=libdir', 'libdrm']).strip()
    return cflags, [f'{libdir}/libdrm.a', '-lm']


def compile_programs(build, progress=archive.silently, architecture=AMD64):
    """Compile what is in programs/, if it is not there yet; return them."""
    sources = sorted(SOURCES.glob('*.[ch]'))
    begin = f'programs-{architecture.name}-'
    # Downloads, for which nobody else has to wait
    flags = libdrm_flags(architecture, progress)

    def make(made):
        progress('compiling the guest\'s programs')
        compile_all([source for source in sources if source.suffix == '.c'],
                    made, architecture, flags)

    directory = shared.get(
        build / (begin + digest(*(s.read_bytes() for s in sources))),
        begin + '[0-9a-f]' * DIGEST_DIGITS, make,
        progress, 'compiles the guest\'s programs')
    return sorted(directory.iterdir())


def compile_all(sources, directory, architecture, flags):
    """Make a directory with all programs; their objects go beside it."""
    directory.mkdir()
    cflags, libs = flags
    compiler, package = architecture.tool('cc'), architecture.tools()
    objects = {source.name: str(directory.parent / f'{source.stem}.o')
               for source in sources}
    common = [objects[name] for name in SHARED_SOURCES]
    with ThreadPoolExecutor() as pool:
        list(pool.map(lambda source: run_tool(
            [compiler, *CFLAGS, *cflags, '-c', str(source),
             '-o', objects[source.name]], package), sources))
        list(pool.map(lambda source: run_tool(
            [compiler, *CFLAGS, *cflags, objects[source.name], *common,
             '-o', str(directory / source.stem), *libs], package),
            [source for source in sources
             if source.name not in SHARED_SOURCES]))


def find_busybox(architecture=AMD64, progress=archive.silently):
    """A busybox that needs no libraries."""
    if not architecture.is_own():
        return foreign.busybox(architecture, progress).read_bytes()
    path = shutil.which('busybox')
    if not path:
        raise GuestError('busybox is not installed (package busybox-static)')
    data = Path(path).read_bytes()
    if b'/ld-linux' in data[:4096]:
        raise GuestError(f'{path} is not static (package busybox-static)')
    return data


# The archive

class Cpio:
    """A cpio archive in the "new ASCII" form that the kernel unpacks."""

    def __init__(self):
        self.chunks = []
        self.inode = 0

    def entry(self, name, mode, data=b'', device=(0, 0)):
        self.inode += 1
        path = os.fsencode(name) + b'\0'
        fields = [self.inode, mode, 0, 0, 1, 0, len(data),
                  0, 0, *device, len(path), 0]
        header = b'070701' + b''.join(b'%08x' % field for field in fields)
        self.chunks += [self.padded(header + path), self.padded(data)]

    @staticmethod
    def padded(data):
        return data + bytes(-len(data) % 4)

    def directory(self, name):
        self.entry(name, stat.S_IFDIR | 0o755)

    def directories_above(self, names):
        """The directories that some names lie in."""
        above = {str(parent) for name in names
                 for parent in PurePath(name).parents}
        for name in sorted(above - {'.'}):
            self.directory(name)

    def file(self, name, data, mode=0o644):
        self.entry(name, stat.S_IFREG | mode, data)

    def character_device(self, name, major, minor):
        self.entry(name, stat.S_IFCHR | 0o600, device=(major, minor))

    def finish(self):
        self.entry('TRAILER!!!', 0)
        return b''.join(self.chunks)


def build(directory, kernel, extras=(), progress=archive.silently):
    """Make the archive for a kernel and return its file.

    EXTRAS are what the user adds to it.
    """
    architecture = kernel.architecture
    programs = compile_programs(directory, progress, architecture)
    modules = f'lib/modules/{kernel.release}'
    cpio = Cpio()

    for name in ('bin', 'dev', 'lib', 'lib/modules', modules, 'proc',
                 'programs', 'root', 'run', 'sys', 'tmp'):
        cpio.directory(name)
    # The kernel gives init its console before anything is mounted
    cpio.character_device('dev/console', 5, 1)
    cpio.file('init', (HERE / 'init').read_bytes(), 0o755)
    cpio.file('bin/busybox', find_busybox(architecture, progress), 0o755)
    for name, data in kernel.modules.items():
        cpio.file(f'{modules}/{name}', data)
    for program in programs:
        cpio.file(f'programs/{program.name}', program.read_bytes(), 0o755)
    cpio.directories_above(extra.name for extra in extras)
    for extra in extras:
        cpio.entry(extra.name, extra.mode, extra.data)

    data = cpio.finish()
    begin = f'initramfs-{kernel.name}-{architecture.name}-'
    return shared.get(directory / f'{begin}{digest(data)}.cpio',
                      f'{glob.escape(begin)}{"[0-9a-f]" * DIGEST_DIGITS}.cpio',
                      lambda made: made.write_bytes(data), progress)
