"""Debian's packages of a kernel: fetched, and unpacked into the cache.

A kernel is one package with its image and its modules, or since 7.2 several.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import hashlib
import re
import shutil
import subprocess

from . import archive, bootable, modules, series
from .architectures import AMD64
from .ending import die_with_parent
from .errors import GuestError, HostError

# A suite that has the series, and where it goes when that one moves on
SUITES = {
    '6.1': ['bookworm'],
    '6.12': ['bookworm-backports', 'trixie'],
    '7.2': ['sid', 'testing'],
}

# Where other series are looked for, behind what the machine itself runs
OTHER_SUITES = ['trixie-backports', 'testing', 'sid', 'experimental',
                'bullseye']

# A release, up to its flavour
RELEASE = r'\d+\.\d+\.\d[0-9a-z.+~]*(?:-\d+)?'

# What a user adds to a series for pages of another size
PAGES = r'-(\d+k)'

# What a kernel's packages are called, where it is split and where it isn't
SPLIT = ['linux-binary-', 'linux-modules-', 'linux-base-']
WHOLE = ['linux-image-']

UNPACK_LIMIT = 600

# A kernel's image in the cache that starts sooner than the package's
BOOTABLE = 'bootable'


def without_pages(wanted):
    """The series in what a user wants."""
    return re.sub(f'{PAGES}$', '', wanted)


def flavour_of(wanted, architecture):
    """The flavour of the kernels that a user wants, neither cloud nor rt."""
    pages = re.search(f'{PAGES}$', wanted)
    return architecture.flavour(pages[1] if pages else '')


def choose(names, wanted, architecture=AMD64):
    """The packages of a series' newest kernel, [] where there is none.

    NAMES are all packages that there are.
    """
    names = set(names)
    flavour = flavour_of(wanted, architecture)
    wanted = without_pages(wanted)
    for prefixes in SPLIT, WHOLE:
        releases = [match[1] for name in names
                    if (match := re.fullmatch(
                        f'{prefixes[0]}({RELEASE}-{flavour})', name))
                    and series.of(match[1]) == wanted
                    and names.issuperset(prefix + match[1]
                                         for prefix in prefixes)]
        if releases:
            newest = max(releases, key=archive.version_key)
            return [prefix + newest for prefix in prefixes]
    return []


def series_in(names, flavour='amd64'):
    """The series of which there are packages."""
    found = {series.of(match[1]) for name in names
             if (match := re.fullmatch(f'linux-image-({RELEASE})-{flavour}',
                                       name))}
    return sorted(found, key=archive.version_key)


def release_of(name):
    """The release of the kernel that a package has."""
    return re.search(f'{RELEASE}-amd64', name)[0]


# Fetching

def downloaded(directory):
    """The newest file of each package that has been downloaded, by name."""
    files = sorted(directory.glob('linux-*_*.deb'),
                   key=lambda file: archive.version_key(file.name))
    return {file.name.partition('_')[0]: file for file in files}


def suites_of(wanted):
    """Where to look for a series of kernels, the likeliest first."""
    own = archive.own_codename()
    return SUITES.get(without_pages(wanted)) or list(dict.fromkeys(
        [own, f'{own}-backports', *OTHER_SUITES]))


def apt_reason(error):
    """What apt says of a failure, in a line."""
    first, *more = str(error).splitlines()
    return next((line for line in more if line.startswith(('E:', 'W:'))),
                first)


def fetch(wanted, directory, progress, architecture=AMD64):
    """Download the newest packages of the series from the first suite."""
    flavour = flavour_of(wanted, architecture)
    there, unread = [], []
    for name in suites_of(wanted):
        suite = archive.Suite(name, architecture=architecture)
        progress(f'looking for Linux {wanted} in {name}')
        try:
            suite.update()
        except GuestError as error:
            there.append(f'{name}: {error}')
            unread.append(apt_reason(error))
            continue
        names = suite.names()
        packages = choose(names, wanted, architecture)
        if packages:
            progress(f'downloading {" ".join(packages)}')
            return [suite.download(package, directory)
                    for package in packages]
        listed = ', '.join(series_in(names, flavour)) or 'none'
        there.append(f'{name} has {listed}')
    if len(unread) == len(there):
        raise HostError(f'cannot look for Linux {wanted}: {unread[0]}')
    raise GuestError('\n'.join([f'no suite has Linux {wanted}:', *there]))


def get(wanted, progress, architecture=AMD64):
    """The files of a series' packages, from the cache if they are there."""
    directory = archive.cache_dir() / 'packages'
    files = downloaded(directory)
    return ([files[name] for name in choose(files, wanted, architecture)] or
            fetch(wanted, directory, progress, architecture))


# Unpacking

def find_image(root):
    """The kernel's image among what packages have, or None."""
    images = [file for place in ('boot/vmlinu[xz]-*',
                                 'lib/modules/*/vmlinu[xz]',
                                 'usr/lib/modules/*/vmlinu[xz]')
              for file in root.glob(place)]
    return images[0] if images else None


def find_modules(root):
    """The directory lib/modules/VERSION among what packages have, or None."""
    for lib in root / 'lib', root / 'usr/lib':
        for directory in sorted(lib.glob('modules/*')):
            if any(modules.below(directory)):
                return directory
    return None


def unpack_all(packages, root):
    for package in packages:
        try:
            subprocess.run(['dpkg-deb', '-x', str(package), str(root)],
                           check=True, timeout=UNPACK_LIMIT,
                           stderr=subprocess.PIPE, text=True,
                           preexec_fn=die_with_parent)
        except FileNotFoundError:
            raise GuestError('dpkg-deb is not installed') from None
        except subprocess.CalledProcessError as error:
            raise archive.cannot_unpack(package, error.stderr) from None


def beside(package):
    """A package that a user names, and those that belong to it.

    They are looked for where it lies.
    """
    match = re.fullmatch(r'linux-(?:binary(?:-unsigned)?|modules|base)-'
                         r'(\d.*\.deb)', package.name)
    if not match:
        return [package]
    files = [package.with_name(prefix + match[1]) for prefix in SPLIT]
    if package.name.startswith(SPLIT[0]):
        files[0] = package
    missing = [file.name for file in files if not file.exists()]
    if missing:
        raise GuestError(f'{package.name} is a part of a kernel, and these '
                         f'have to lie beside it: {", ".join(missing)}')
    return files


def unpack(packages, known, drivers, directory):
    """Unpack a kernel's image and the modules wanted of its packages.

    Of the drivers that are known, it may lack some.
    """
    with archive.partial(directory.parent) as root:
        unpack_all(packages, root)
        image, there = find_image(root), find_modules(root)
        titles = ', '.join(package.name for package in packages)
        if not image:
            raise GuestError(f'{titles}: there is no kernel in it')
        if not there:
            raise GuestError(f'{titles}: there are no modules in it')
        found = modules.in_directory(there, titles)
        contents, _ = found.choose([*found.files.keys() & set(known),
                                    *drivers])

        (directory / 'modules').mkdir(parents=True)
        for module, data in contents.items():
            (directory / 'modules' / f'{module}.ko').write_bytes(data)
        for file in there.glob('modules.builtin'):
            shutil.copy(file, directory / 'modules')
        shutil.copy(image, directory / 'vmlinuz')
        quick = bootable.made_of(image.read_bytes())
        if quick:
            (directory / BOOTABLE).write_bytes(quick)


def state(package):
    """What tells a file from one that had its name before."""
    status = package.stat()
    return f'{status.st_size} {status.st_mtime_ns}\n'


def unpacked(packages, known, drivers, progress):
    """The directory in the cache that has a kernel: "vmlinuz", "modules".

    And an image that starts sooner, if one can be made (see bootable).
    Other packages or other drivers have another place; a package that has
    been built anew takes the place of the old one.
    """
    choice = ' '.join([*map(str, packages), BOOTABLE,
                       *sorted({*known, *drivers})])
    digest = hashlib.sha256(choice.encode()).hexdigest()[:8]
    directory = (archive.cache_dir() / 'kernels' /
                 f'{packages[0].stem}-{digest}')
    states = ''.join(map(state, packages))
    stamp = directory / 'packages'
    if not stamp.exists() or stamp.read_text('utf-8') != states:
        progress(f'unpacking {packages[0].name}')
        shutil.rmtree(directory, ignore_errors=True)
        directory.mkdir(parents=True)
        unpack(packages, known, drivers, directory)
        # All is there once this is
        stamp.write_text(states, 'utf-8')
    return directory
