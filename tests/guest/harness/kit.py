"""What it takes to build a module for a kernel of the distribution's: the
kernel's own packages, headers and source of one version, and the compiler that
it was built with.

A kit is a directory in the cache. Its root has the headers, the compiler and
all that they need, so a kernel of a newer release can be dealt with on an older
one; programs are run there by chroot, by an ordinary user in a namespace.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import contextlib
import functools
import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from . import archive, packages, userspace
from .ending import die_with_parent
from .errors import GuestError, reason

# How kits are made: a new number makes all of them be made anew
RECIPE = 2

# Beside the headers and what they depend on, compilers among it
TOOLS = ['make', 'dash', 'bash', 'coreutils', 'sed', 'grep', 'mawk',
         'findutils', 'diffutils', 'perl-base', 'hostname',
         # Where headers want the cross compiler, its assembler has no other
         # name than "as", which this has
         'binutils']
# What packages' scripts would link
LINKS = {'usr/bin/sh': 'dash', 'usr/bin/awk': 'mawk'}

# What is taken of a kernel's source
NOUVEAU = Path('drivers/gpu/drm/nouveau')
UAPI = Path('include/uapi/drm/nouveau_drm.h')
TAKEN = [NOUVEAU, UAPI]

# Where the kernel's headers are, and where a kit's root has what is compiled
HEADERS = 'usr/src/linux-headers-{}'
WORK = 'work'

# The compiler, the headers, the source's package while it is unpacked
NEEDED_MIB = 1024
UNPACK_LIMIT = 1200


@dataclass
class Kit:
    """The kit of a kernel's release.

    files   the packages that the guest boots
    """

    release: str
    directory: Path
    files: list[Path]

    @property
    def root(self):
        return self.directory / 'root'

    @property
    def source(self):
        """The driver's source, as in a kernel's tree."""
        return self.directory / 'source'

    @property
    def work(self):
        """Where the driver is compiled; it stays, so that it is quick."""
        return self.root / WORK

    def make(self):
        """The command that compiles the modules in WORK/drivers/..."""
        return inside(self.root, ['make', '-C',
                                  f'/{HEADERS.format(self.release)}',
                                  f'M=/{WORK}/{NOUVEAU}'])

    def take_header(self, file):
        """Have the driver's part of the kernel's interface, a header, be what
        a driver's tree has; without one, what the kernel's has.
        """
        data = (file or self.source / UAPI).read_bytes()
        for common in (self.root / 'usr/src').glob('linux-headers-*-common*'):
            # One that stays the same isn't newer than what was compiled
            if (common / UAPI).read_bytes() != data:
                (common / UAPI).write_bytes(data)


@functools.cache
def alone():
    """What gives a program mounts of its own, where that is allowed.

    Root in a container may not, and doesn't need it for kernels before 7.3.
    """
    command = ['unshare', '--mount']
    if os.getuid():
        return [*command, '--map-root-user']
    allowed = subprocess.run([*command, 'true'], stderr=subprocess.DEVNULL,
                             check=False).returncode == 0
    return command if allowed else []


def inside(root, command):
    """The command that runs a program of a root's.

    Who may not make a device there has the machine's in its place, while the
    program runs, and so has everybody /proc: objtool looks for its stack there.
    """
    mounts = alone()
    proc = 'mount --rbind /proc proc && ' if mounts else ''
    script = ('cd "$1" && shift && mkdir -p proc && '
              '{ [ -c dev/null ] || mknod -m 666 dev/null c 1 3 2> /dev/null ||'
              ' { : >> dev/null && mount --bind /dev/null dev/null; }; } && '
              f'{proc}exec env -i '
              'PATH=/usr/bin:/usr/sbin HOME=/ LC_ALL=C.UTF-8 '
              'chroot . "$@"')
    return [*mounts, 'sh', '-c', script, 'sh', str(root), *command]


# Making one

def directory_of(release):
    return archive.cache_dir() / 'kits' / f'{release}-{RECIPE}'


def read(directory):
    """A kit that has been made, or None if it isn't complete."""
    stamp = directory / 'packages'
    if not stamp.exists():
        return None
    files = [archive.cache_dir() / 'packages' / name
             for name in stamp.read_text('utf-8').split()]
    if not all(file.exists() for file in files):
        return None
    return Kit(directory.name.rpartition('-')[0], directory, files)


def made(wanted):
    """The newest kit of a series that is in the cache, or None."""
    kits = filter(None, map(read, (archive.cache_dir() / 'kits').glob(
        f'{wanted}.*-{RECIPE}')))
    return max(kits, default=None,
               key=lambda kit: archive.version_key(kit.release))


def suite_of(name):
    """A suite; backports depend on what they are ports to."""
    above = name.removesuffix('-backports')
    return archive.Suite(name, above if above != name else '')


def choose(suite, wanted):
    """The newest release of a series whose source a suite has, too.

    Returns the release, its packages and the source's version, or None.
    """
    names = set(suite.names())
    source = f'linux-source-{wanted}'
    if source not in names:
        return None
    sources = suite.versions(source)
    while found := packages.choose(names, wanted):
        release = packages.release_of(found[0])
        headers = f'linux-headers-{release}'
        if headers in names:
            both = set(sources) & set(suite.versions(headers))
            if both:
                return release, found, both.pop()
        names.remove(found[0])
    return None


def unpack_source(package, wanted, directory):
    """Unpack the driver from the package of a kernel's source."""
    top = f'linux-source-{wanted}'
    taken = [f'{top}/{path}' for path in TAKEN]
    directory.mkdir()
    pipe = (f'dpkg-deb --fsys-tarfile "$1" | tar -xO ./usr/src/{top}.tar.xz |'
            f' tar -xJ -C "$2" --strip-components=1 {" ".join(taken)}')
    done = subprocess.run(['bash', '-o', 'pipefail', '-c', pipe, 'bash',
                           str(package), str(directory)], text=True,
                          stderr=subprocess.PIPE, timeout=UNPACK_LIMIT,
                          check=False, preexec_fn=die_with_parent)
    if done.returncode:
        raise archive.cannot_unpack(package, done.stderr)


def unpack_root(files, root):
    """Unpack packages, but for the kernel that a guest boots."""
    left_out = tuple(packages.WHOLE + packages.SPLIT)
    userspace.unpack_files([file for file in files
                            if not file.name.startswith(left_out)], root)
    for name in ('dev', 'tmp', WORK):
        (root / name).mkdir(exist_ok=True)
    for name, target in LINKS.items():
        if not os.path.lexists(root / name):
            (root / name).symlink_to(target)


def link_downloads(suite, directory):
    """What has been downloaded already needn't be once more."""
    archives = suite.dir / 'cache/archives'
    for file in packages.downloaded(directory).values():
        if not (archives / file.name).exists():
            (archives / file.name).symlink_to(file)


def keep_downloads(files, names, directory):
    """The kernel's packages are those of guests without patches, too."""
    directory.mkdir(parents=True, exist_ok=True)
    for file in files:
        target = directory / file.name
        if file.name.partition('_')[0] in names and not target.exists():
            shutil.copy(file, target)
    return [packages.downloaded(directory)[name] for name in names]


def check_space(directory):
    free = shutil.disk_usage(directory).free >> 20
    if free < NEEDED_MIB:
        raise GuestError(f'{directory} has {free} MiB free, and what it takes '
                         f'to build a driver is {NEEDED_MIB} MiB')


def fetch_from(suite, wanted, progress):
    """Make a kit of a suite's, or return None if it has no such kernel."""
    found = choose(suite, wanted)
    if not found:
        return None
    release, names, version = found
    progress(f'getting what it takes to build a driver for Linux {release}')
    downloads = archive.cache_dir() / 'packages'
    directory = directory_of(release)
    directory.parent.mkdir(parents=True, exist_ok=True)
    check_space(directory.parent)
    link_downloads(suite, downloads)
    files = suite.download_set([*names, f'linux-headers-{release}', *TOOLS],
                               progress)
    shutil.rmtree(directory, ignore_errors=True)
    with archive.partial(directory.parent) as partial:
        progress(f'downloading the source of Linux {version}')
        source = suite.download(f'linux-source-{wanted}', partial, version)
        kit = partial / 'kit'
        kit.mkdir()
        progress('unpacking the driver\'s source')
        unpack_source(source, wanted, kit / 'source')
        progress(f'unpacking {len(files)} packages')
        unpack_root(files, kit / 'root')
        kept = keep_downloads(files, names, downloads)
        (kit / 'packages').write_text(
            ''.join(f'{file.name}\n' for file in kept), 'utf-8')
        kit.rename(directory)
    return read(directory)


def fetch(wanted, progress):
    """Make a kit of the first suite that has all of a kernel."""
    said = []
    for name in packages.suites_of(wanted):
        suite = suite_of(name)
        progress(f'looking for Linux {wanted} and its source in {name}')
        try:
            suite.update()
            kit = fetch_from(suite, wanted, progress)
        except GuestError as error:
            said.append(f'{name}: {packages.apt_reason(error)}')
            continue
        if kit:
            return kit
        said.append(f'{name} doesn\'t have its image, headers and source in '
                    'one version')
    raise GuestError('\n'.join([f'cannot build for Linux {wanted}:', *said]))


def get(wanted, progress):
    """The kit of a series, from the cache if it is there.

    The caller has the cache's lock.
    """
    return made(wanted) or fetch(wanted, progress)
