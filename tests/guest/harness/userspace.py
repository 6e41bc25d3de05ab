"""A distribution's user space: an image of its packages, for a disk.

Neither root nor a running guest is needed: apt's solver selects the packages,
with lists of our own and as if nothing were installed, and they are unpacked
without being configured. finish() does what is needed of their scripts' work.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import configparser
import os
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from . import archive
from .architectures import AMD64
from .ending import die_with_parent
from .errors import GuestError, reason, tool_error
from .shared import digest, remove

CLIENTS = Path(__file__).resolve().parent.parent / 'clients'
PACKAGES = CLIENTS / 'packages.ini'

# How images are made: a new number makes all of them be rebuilt
RECIPE = 1

UNPACK_LIMIT = 600
# The downloads, what is unpacked, the image
NEEDED_MIB = 2048

# What is never read takes half of the disk and of the time
LEFT_OUT = ['./usr/share/doc', './usr/share/man', './usr/share/locale',
            './usr/share/info', './usr/share/lintian', './usr/share/i18n']

# Where a merged /usr has its directories
MERGED = ['bin', 'sbin', 'lib', 'lib64']

DIRECTORIES = ['dev', 'proc', 'sys', 'run', 'tmp', 'root', 'clients', 'igt']

FILES = {
    'etc/passwd': 'root:x:0:0:root:/root:/bin/bash\n',
    'etc/group': 'root:x:0:\ntty:x:5:\nvideo:x:44:\nutmp:x:43:\n',
    'etc/hosts': '127.0.0.1 localhost fauxveau\n',
    'etc/machine-id': '0' * 31 + '1\n',
}

# What packages' scripts would link
LINKS = {'usr/bin/sh': 'dash'}

FONTS = 'usr/share/fonts/X11'


class Chosen:
    """A section of packages.ini."""

    def __init__(self, name):
        parser = configparser.ConfigParser(interpolation=None)
        parser.read(PACKAGES, encoding='utf-8')
        section = parser[name]
        self.suite = section['suite']
        # The suite that this one completes, '' where it is whole by itself
        self.above = section.get('above', '')
        listed = parser[section.get('packages-of', name)]
        self.names = listed['packages'].split()

    def digest(self):
        above = [self.above] if self.above else []
        return digest(RECIPE, self.suite, *above, *sorted(self.names))


def releases(program):
    """The releases of which there are sections "PROGRAM RELEASE"."""
    parser = configparser.ConfigParser(interpolation=None)
    parser.read(PACKAGES, encoding='utf-8')
    return [release for section in parser.sections()
            for name, _, release in [section.partition(' ')]
            if name == program and release]


def cached(name, make, progress):
    """What is in the cache by a name; made there if it isn't."""
    directory = archive.cache_dir() / 'clients'
    file = directory / name
    if file.exists():
        return file
    with archive.locked():
        directory.mkdir(exist_ok=True)
        if not file.exists():
            partial = directory / f'{name}.partial'
            remove(partial)
            try:
                make(partial, progress)
                partial.rename(file)
            except BaseException:
                remove(partial)
                raise
    return file


# Unpacking

def unpack_package(package, root):
    """Unpack a package beside others, whose links to directories stay."""
    left_out = [f'--exclude={path}' for path in LEFT_OUT]
    with subprocess.Popen(['dpkg-deb', '--fsys-tarfile', str(package)],
                          stdout=subprocess.PIPE,
                          preexec_fn=die_with_parent) as tar:
        done = subprocess.run(
            ['tar', '-x', '-C', str(root), '--keep-directory-symlink',
             '--no-same-owner', '--delay-directory-restore', *left_out],
            stdin=tar.stdout, stderr=subprocess.PIPE, text=True,
            timeout=UNPACK_LIMIT, check=False, preexec_fn=die_with_parent)
    if tar.returncode or done.returncode:
        raise archive.cannot_unpack(package, done.stderr)


def unpack_set(chosen, root, progress, architecture=AMD64):
    """Unpack packages and all that they depend on."""
    suite = archive.Suite(chosen.suite, chosen.above, architecture)
    progress(f'looking for {len(chosen.names)} packages in {chosen.suite}')
    suite.update()
    files = suite.download_set(chosen.names, progress)
    progress(f'unpacking {len(files)} packages')
    unpack_files(files, root)


def unpack_files(files, root):
    """Unpack packages into what is to be the root of their programs."""
    for name in MERGED:
        (root / 'usr' / name).mkdir(parents=True)
        (root / name).symlink_to(f'usr/{name}')
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda file: unpack_package(file, root), files))


def run_inside(root, program, *arguments):
    """Run one of the unpacked programs here, with its own libraries."""
    libraries = root / 'usr/lib/x86_64-linux-gnu'
    try:
        subprocess.run([libraries / 'ld-linux-x86-64.so.2', '--library-path',
                        libraries, root / 'usr/bin' / program, *arguments],
                       check=True, timeout=UNPACK_LIMIT, text=True,
                       capture_output=True)
    except subprocess.CalledProcessError as error:
        raise tool_error(f'{program} failed:\n{error.stderr}',
                         error.stderr) from None


def list_fonts(root):
    """The lists of fonts, which a server reads in place of the fonts."""
    for directory in filter(Path.is_dir, (root / FONTS).glob('*')):
        run_inside(root, 'mkfontscale', '-b', '-s', '-l', str(directory))
        aliases = sorted((root / 'etc/X11/fonts' / directory.name)
                         .glob('*.alias'))
        (directory / 'fonts.alias').write_text(
            ''.join(file.read_text('utf-8') for file in aliases), 'utf-8')


def finish(root):
    """Do what packages' scripts do and clients miss if it isn't done."""
    for name in DIRECTORIES:
        (root / name).mkdir(exist_ok=True)
    for name, text in FILES.items():
        (root / name).write_text(text, encoding='utf-8')
    for name, target in LINKS.items():
        if not (root / name).is_symlink():
            (root / name).symlink_to(target)
    list_fonts(root)


# Images

def run_mke2fs(*arguments):
    """An ordinary user's PATH doesn't have where it is."""
    path = os.environ.get('PATH', '') + ':/usr/sbin:/sbin'
    program = shutil.which('mke2fs', path=path)
    if not program:
        raise GuestError('mke2fs is not installed (package e2fsprogs)')
    try:
        subprocess.run([program, '-q', '-F', '-t', 'ext4', '-m', '0',
                        '-O', '^has_journal', '-E', 'root_owner=0:0',
                        *arguments], check=True, text=True,
                       stdin=subprocess.DEVNULL, capture_output=True,
                       timeout=UNPACK_LIMIT)
    except subprocess.CalledProcessError as error:
        raise tool_error(f'mke2fs failed: {reason(error.stderr)}',
                         error.stderr) from None


def size_mib(root):
    """The size of a file system that can hold a directory's contents."""
    blocks = entries = 0
    for path, directories, files in os.walk(root):
        for name in directories + files:
            entries += 1
            blocks += (os.lstat(os.path.join(path, name)).st_size + 4095) >> 12
    # Inodes of 256 bytes, a block for each directory, and room to write
    return (blocks * 4096 + entries * 1024 >> 20) * 9 // 8 + 64


def write_image(root, file):
    """A file system with what is in a directory."""
    run_mke2fs('-d', str(root), str(file), f'{size_mib(root)}M')


def check_space(directory):
    """Fail before unpacking fills the disk."""
    free = shutil.disk_usage(directory).free >> 20
    if free < NEEDED_MIB:
        raise GuestError(f'{directory} has {free} MiB free, and an image takes '
                         f'{NEEDED_MIB} MiB while it is made')


def make_image(chosen, file, progress):
    check_space(file.parent)
    root = file.with_suffix('.root')
    shutil.rmtree(root, ignore_errors=True)
    root.mkdir()
    try:
        unpack_set(chosen, root, progress)
        finish(root)
        progress('making an image of them')
        write_image(root, file)
    finally:
        shutil.rmtree(root, ignore_errors=True)


def image(progress, section='guest'):
    """A user space's image, from the cache if it is there."""
    chosen = Chosen(section)
    return cached(f'{chosen.suite}-{chosen.digest()}.ext4',
                  lambda file, say: make_image(chosen, file, say), progress)


# Programs of our own

def make_sysroot(chosen, root, progress):
    root.mkdir()
    unpack_set(chosen, root, progress)


def sysroot(progress):
    """The headers and libraries that our programs are compiled with."""
    chosen = Chosen('programs')
    return cached(f'sysroot-{chosen.digest()}',
                  lambda root, say: make_sysroot(chosen, root, say), progress)


CFLAGS = ['-std=gnu11', '-O2', '-g0', '-Wall', '-Wextra',
          '-Wno-missing-field-initializers', '-Werror']


def compile_program(sources, file, libraries, progress):
    """Compile a program for the image, whatever libraries are here."""
    command = ['cc', f'--sysroot={sysroot(progress)}', *CFLAGS,
               *map(str, sources), '-o', str(file),
               *(f'-l{name}' for name in libraries)]
    try:
        subprocess.run(command, check=True, text=True, capture_output=True,
                       timeout=UNPACK_LIMIT)
    except FileNotFoundError:
        raise GuestError('cc is not installed') from None
    except subprocess.CalledProcessError as error:
        raise tool_error(f'cc failed:\n{error.stderr}',
                         error.stderr) from None
