"""A kernel that the user has built: its tree, or what was installed of it.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import re

from . import architectures, modules
from .architectures import AMD64
from .errors import GuestError


def find_image(directory, architecture=AMD64):
    """The image in a tree, or an error that says what to do."""
    name = architecture.tree
    image = directory / name
    if image.exists():
        return image
    if (directory / 'Kconfig').exists() or (directory / '.config').exists():
        command = ' '.join(['make', *architecture.make_variables(), name.name,
                            'modules'])
        raise GuestError(
            f'{directory} has no {name}: build it ("{command}"), '
            'or name the directory that it is built in (O=)')
    if (directory / 'lib/modules').exists():
        raise GuestError(
            f'{directory} has modules and no kernel: '
            f'KERNEL=.../{name} MODULES={directory}')
    raise GuestError(f'{directory} is no kernel tree: it has no {name}')


def tree_of(image):
    """The tree that an image lies in, or None."""
    file = image.resolve()
    for architecture in architectures.ALL.values():
        depth = len(architecture.tree.parts)
        if file.parts[-depth:] == architecture.tree.parts:
            directory = file.parents[depth - 1]
            # What is a vmlinux may be anywhere
            if depth > 1 or (directory / 'modules.order').exists():
                return directory
    return None


def source_of(directory):
    """The source of what is built in a tree, which may be elsewhere (O=)."""
    source = directory / 'source'
    return source.resolve() if source.is_dir() else directory


def symbols_of(directory):
    """The kernel as debuggers want it, or None."""
    file = directory / 'vmlinux'
    return file if file.exists() else None


def ordered(directory):
    """The modules that the tree was configured for, and that are built."""
    text = (directory / 'modules.order').read_text(encoding='utf-8')
    for line in text.split():
        # The forms that the list has had, the newest last
        name = re.sub(r'^kernel/|\.k?o$', '', line)
        file = directory / f'{name}.ko'
        if file.exists():
            yield file


def modules_of(directory):
    """The modules of a tree."""
    # What else lies there may be of another configuration
    files = (ordered(directory) if (directory / 'modules.order').exists()
             else modules.below(directory))
    return modules.Modules(directory, files, modules.read_builtin(
        directory / 'modules.builtin'))


def installed(directory, release):
    """The modules of a release in a directory that a user calls MODULES.

    It may be the one that was given as INSTALL_MOD_PATH, lib/modules, or
    lib/modules/VERSION.
    """
    if not directory.is_dir():
        raise GuestError(f'MODULES: {directory} is no directory')
    others = []
    for above in (directory / 'lib/modules', directory / 'usr/lib/modules',
                  directory):
        if (above / release).is_dir():
            return modules.in_directory(above / release)
        others += [there.parent.name for there in above.glob('*/kernel')]
    if others:
        raise GuestError(f'{directory} has modules of {", ".join(others)}, '
                         f'and none of {release}, which the kernel is')
    there = modules.in_directory(directory)
    if not there.files:
        raise GuestError(f'MODULES: there are no modules in {directory}')
    return there
