"""The guest's kernel: its image, and the modules that the guest loads.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import os
import re
from dataclasses import dataclass
from pathlib import Path

from . import archive, image, modules, packages, series, tree
from .architectures import AMD64
from .errors import GuestError

# The drivers that a guest may load: that of the cards, and that of QEMU's own
# display, which tells trouble with the machine from trouble with a card
DRIVERS = ['nouveau', 'bochs']
# What a disk with a user space takes
DISK_DRIVERS = ['virtio_pci', 'virtio_blk', 'crc32c_generic', 'ext4']
# What a pointer takes
INPUT_DRIVERS = ['virtio_input', 'evdev']

SERIES = rf'\d+\.\d+(?:{packages.PAGES})?'


@dataclass
class Found:
    """The kernel that a user's choice names."""

    image: Path
    modules: modules.Modules
    # The kernel as debuggers want it, where it is known
    symbols: Path | None = None
    # It in an image that starts sooner, if there is one
    bootable: Path | None = None


class Kernel:
    """A kernel that can be booted.

    name     how the user calls it, short enough for a directory's name
    image    its file
    bootable the file to boot: this, or one that is made of it
    release  what it calls itself: "6.12.95+deb12-amd64"
    series   the series that this belongs to: "6.12"
    modules  what the guest's lib/modules/RELEASE has to have for the drivers
             that were asked for: contents by file name
    files    where the modules come from: files by the modules' names
    own      those of the modules that aren't the user's
    symbols  the kernel's vmlinux, or None where that isn't known
    architecture  what it is for
    """

    def __init__(self, name, found, drivers, architecture=AMD64):
        self.name = name
        self.architecture = architecture
        self.image = found.image
        self.bootable = found.bootable or found.image
        self.release = image.release(found.image, architecture.form)
        self.series = series.of(self.release)
        self.symbols = found.symbols
        contents, needs = found.modules.choose(drivers)
        self.files = {module: found.modules.files[module]
                      for module in contents}
        self.own = set(contents) - found.modules.replaced
        for module, data in contents.items():
            self.check(self.files[module], data)
        self.modules = {
            f'{module}.ko': modules.strip(data, architecture.tool('strip'))
            for module, data in contents.items()}
        self.modules['modules.dep'] = modules.modules_dep(needs).encode()

    def check(self, file, module):
        """Check whether the kernel would take a module."""
        made_for = modules.release_of(module)
        if not made_for:
            raise GuestError(f'{file} is no kernel module')
        if made_for != self.release:
            raise GuestError(f'{file} is for Linux {made_for}, and the kernel '
                             f'is {self.release}: build both anew')


def is_series(choice):
    """Whether a user means a series rather than a file."""
    return bool(re.fullmatch(SERIES, choice))


def absolute(path):
    """A user's path, which may begin with "~"."""
    return Path(os.path.abspath(os.path.expanduser(path)))


def name_of(choice):
    """How to call a user's choice in a directory's name."""
    if is_series(choice):
        return choice
    path = absolute(choice)
    if path.suffix == '.deb':
        path = path.with_suffix('')
    elif path.is_file():
        path = tree.tree_of(path) or path
    return re.sub(r'[^\w.+~-]', '-', path.name)


def title_of(choice, board):
    """How it is called on a machine, in the names of artifacts."""
    return name_of(choice) + board.suffix


def takes_modules(choice):
    """Whether a choice can have other modules than it brings along."""
    return not is_series(choice) and not choice.endswith('.deb')


def of_packages(files, drivers, progress):
    with archive.locked(progress):
        directory = packages.unpacked(
            files, DRIVERS + DISK_DRIVERS + INPUT_DRIVERS, drivers, progress)
    found = Found(directory / 'vmlinuz', modules.in_directory(
        directory / 'modules', files[0].name))
    if (directory / packages.BOOTABLE).exists():
        found.bootable = directory / packages.BOOTABLE
    return found


def of_tree(directory, modules_dir, architecture=AMD64):
    found = Found(tree.find_image(directory, architecture),
                  tree.modules_of(directory), tree.symbols_of(directory))
    if modules_dir:
        found.modules = tree.installed(
            modules_dir, image.release(found.image, architecture.form))
    return found


def of_image(file, modules_dir, architecture=AMD64):
    directory = tree.tree_of(file)
    if directory:
        return of_tree(directory, modules_dir, architecture)
    release = image.release(file, architecture.form)
    if not modules_dir:
        raise GuestError(f'{file} needs MODULES: the directory of its '
                         f'modules, lib/modules/{release} or what '
                         'INSTALL_MOD_PATH was')
    return Found(file, tree.installed(modules_dir, release))


def find(choice, progress, drivers, modules_dir, files=None,
         architecture=AMD64):
    """What a user's choice comes to; see the options' help.

    FILES are the packages of a series, if they are known.
    """
    if modules_dir and not takes_modules(choice):
        raise GuestError(f'{choice} has modules of its own: MODULES goes with '
                         'a bzImage')
    if is_series(choice):
        with archive.locked(progress):
            files = files or packages.get(choice, progress, architecture)
        return of_packages(files, drivers, progress)
    path = absolute(choice)
    if path.is_dir():
        return of_tree(path, modules_dir, architecture)
    if not path.exists():
        raise GuestError(f'KERNEL: there is no {path}, and {choice} is no '
                         'series such as 6.12')
    if path.suffix == '.deb':
        return of_packages(packages.beside(path), drivers, progress)
    return of_image(path, modules_dir, architecture)


def check_module(found, drivers, file, data):
    """Check a module that is to replace the kernel's."""
    name = modules.module_name(file)
    ours = found.modules.files.get(name)
    if not ours:
        if name not in drivers:
            raise GuestError(f'{file}: the kernel has no module of that name')
        return
    theirs, wanted = (modules.says(module, 'vermagic').strip()
                      for module in (data, modules.read(ours)))
    if theirs != wanted:
        raise GuestError(f'{file} is for "{theirs or "no kernel"}", and the '
                         f'kernel is "{wanted}": build it for this kernel')


def get(choice, progress, drivers=('nouveau',), modules_dir='', module='',
        unless_built_in=(), files=None, architecture=AMD64):
    """The kernel that a user chooses, ready to be booted.

    CHOICE is what KERNEL may be, MODULES_DIR and MODULE what MODULES and
    MODULE may be, FILES the packages of a series if they are known.  DRIVERS
    are the modules that the guest is to load, and UNLESS_BUILT_IN those that it
    loads where there are such modules; what they depend on comes along.
    """
    modules_dir = modules_dir and absolute(modules_dir)
    found = find(choice, progress, drivers, modules_dir, files, architecture)
    if module:
        file = absolute(module)
        data = modules.read(file)
        check_module(found, drivers, file, data)
        needs = modules.dependencies(data)
        if not set(needs) <= set(found.modules.files):
            # A cached package has no more modules than were asked for
            found = find(choice, progress, [*drivers, *needs], modules_dir,
                         files, architecture)
        found.modules.replace(file)
    more = [name for name in unless_built_in if name in found.modules.files]
    return Kernel(name_of(choice), found, [*drivers, *more], architecture)
