"""A distribution's kernel: its image, and the modules that the guest loads.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import hashlib
import lzma
import re
import shutil
import subprocess
import tarfile
import tempfile
from pathlib import Path, PurePath

from . import archive
from .errors import GuestError

# A suite that has the series, and where it goes when that one moves on
SUITES = {
    '6.1': ['bookworm'],
    '6.12': ['bookworm-backports', 'trixie'],
}

# What the guest loads: the driver of the cards, and that of QEMU's own
# display, which tells trouble with the machine from trouble with a card
DRIVERS = ['nouveau', 'bochs']

UNPACK_LIMIT = 600


def package_pattern(series):
    """The names of the series' packages, without its cloud and rt flavours."""
    return (rf'linux-image-{re.escape(series)}\.\d[0-9a-z.+~]*(-\d+)?-amd64')


def suites_of(series):
    """Where to look for a series of kernels, the likeliest first."""
    own = archive.own_codename()
    return SUITES.get(series, []) or [own, f'{own}-backports', 'testing']


def cached_package(series, directory):
    """The newest package of the series that has been downloaded before."""
    files = [file for file in directory.glob('linux-image-*_*.deb')
             if re.fullmatch(package_pattern(series),
                             file.name.partition('_')[0])]
    return max(files, key=lambda file: archive.version_key(file.name),
               default=None)


def fetch_package(series, directory, progress):
    """Download the newest package of the series from the first suite."""
    for name in suites_of(series):
        suite = archive.Suite(name)
        progress(f'looking for Linux {series} in {name}')
        suite.update()
        package = suite.newest(package_pattern(series))
        if package:
            progress(f'downloading {package}')
            return suite.download(package, directory)
    raise GuestError(f'no suite has Linux {series}: '
                     f'looked in {", ".join(suites_of(series))}')


def module_name(path):
    """The name by which modules call each other: one kind of dash."""
    return PurePath(path).name.partition('.ko')[0].replace('-', '_')


def decompress(name, data):
    """A module as the kernel wants it, whatever the package does to it."""
    if name.endswith('.xz'):
        return lzma.decompress(data)
    if name.endswith('.zst'):
        return subprocess.run(['zstd', '-dc'], input=data, check=True,
                              stdout=subprocess.PIPE).stdout
    return data


def dependencies(module):
    """The modules that a module (its file's contents) says it needs."""
    match = re.search(rb'\0depends=([^\0]*)\0', module)
    names = match[1].decode().split(',') if match else []
    return [name.replace('-', '_') for name in names if name]


class ModuleSet:
    """Some modules of a kernel package and all that they depend on."""

    def __init__(self, tar, roots):
        self.tar = tar
        self.members = {module_name(m.name): m for m in tar.getmembers()
                        if re.search(r'\.ko(\.\w+)?$', m.name)}
        self.files = {}
        self.needs = {}
        for root in roots:
            self.add(root)

    def add(self, name):
        """Add a module and note what has to be loaded before it."""
        if name in self.needs:
            return
        member = self.members.get(name)
        if not member:
            raise GuestError(f'the kernel package has no module {name}')
        data = decompress(member.name, self.tar.extractfile(member).read())
        self.files[name] = data
        order = []
        for other in dependencies(data):
            self.add(other)
            order += self.needs[other] + [other]
        self.needs[name] = list(dict.fromkeys(order))

    def modules_dep(self):
        """The file for modprobe, which loads from the end of a line."""
        return ''.join(
            f'{name}.ko: {" ".join(f"{n}.ko" for n in reversed(needs))}\n'
            for name, needs in self.needs.items())


class Kernel:
    """An unpacked kernel: image, modules, and the release it calls itself."""

    def __init__(self, directory):
        self.image = directory / 'vmlinuz'
        self.modules = directory / 'modules'
        self.release = (directory / 'release').read_text('utf-8').strip()


def unpack(package, directory):
    """Unpack the image and the modules wanted of a kernel package."""
    with tempfile.TemporaryFile() as whole:
        subprocess.run(['dpkg-deb', '--fsys-tarfile', str(package)],
                       stdout=whole, check=True, timeout=UNPACK_LIMIT)
        whole.seek(0)
        with tarfile.open(fileobj=whole) as tar:
            write_kernel(tar, directory)


def write_kernel(tar, directory):
    image = next(m for m in tar.getmembers()
                 if PurePath(m.name).name.startswith('vmlinuz-'))
    release = PurePath(image.name).name.partition('-')[2]
    modules = ModuleSet(tar, DRIVERS)

    (directory / 'modules').mkdir(parents=True)
    for name, data in modules.files.items():
        (directory / 'modules' / f'{name}.ko').write_bytes(data)
    (directory / 'modules' / 'modules.dep').write_text(
        modules.modules_dep(), encoding='utf-8')
    (directory / 'vmlinuz').write_bytes(tar.extractfile(image).read())
    (directory / 'release').write_text(release + '\n', encoding='utf-8')


def unpacked_dir(package):
    """Where a package is unpacked: another choice, another place."""
    choice = hashlib.sha256(' '.join(DRIVERS).encode()).hexdigest()[:8]
    return archive.cache_dir() / 'kernels' / f'{package.stem}-{choice}'


def get(series, progress):
    """The kernel of a series, from the cache if it is there."""
    packages = archive.cache_dir() / 'packages'
    package = (cached_package(series, packages) or
               fetch_package(series, packages, progress))
    directory = unpacked_dir(package)
    if not directory.exists():
        progress(f'unpacking {package.name}')
        partial = Path(f'{directory}.partial')
        shutil.rmtree(partial, ignore_errors=True)
        unpack(package, partial)
        partial.rename(directory)
    return Kernel(directory)
