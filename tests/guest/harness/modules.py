"""A kernel's modules: found, and chosen with all that they depend on.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import gzip
import lzma
import os
import re
import subprocess
import tempfile
from pathlib import Path, PurePath

from .errors import GuestError, tool_error

TOOL_LIMIT = 120


def module_name(path):
    """The name by which modules call each other: one kind of dash."""
    return PurePath(path).name.partition('.ko')[0].replace('-', '_')


def run_tool(command, data=b''):
    """What a tool makes of some data."""
    try:
        return subprocess.run(command, input=data, check=True,
                              timeout=TOOL_LIMIT, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE).stdout
    except FileNotFoundError:
        raise GuestError(f'{command[0]} is not installed') from None
    except subprocess.CalledProcessError as error:
        said = error.stderr.decode().strip()
        raise tool_error(f'{command[0]} failed: {said}', said) from None


def decompress(path, data):
    """A file of modules' kinds as it was before it was packed."""
    if path.suffix == '.xz':
        return lzma.decompress(data)
    if path.suffix == '.zst':
        return run_tool(['zstd', '-dc'], data)
    if path.suffix == '.gz':
        return gzip.decompress(data)
    return data


def strip(module, tool='strip'):
    """A module without what is for debuggers, which may be most of it."""
    # The section's name may be the end of another's
    if b'.debug_info\0' not in module:
        return module
    with tempfile.TemporaryDirectory() as directory:
        file = Path(directory) / 'module'
        file.write_bytes(module)
        run_tool([tool, '--strip-debug', str(file)])
        return file.read_bytes()


def read(path):
    """A module, whatever is done to it on disk."""
    # Some devices have no end
    if path.exists() and not (path.is_file() or path.is_dir()):
        raise GuestError(f'{path} is no file')
    try:
        return decompress(path, path.read_bytes())
    except OSError as error:
        raise GuestError(f'{path}: {error.strerror}') from None


def says(module, key):
    """What a module (its file's contents) says of itself, or ''."""
    match = re.search(rb'\0' + key.encode() + rb'=([^\0]*)\0', module)
    return match[1].decode() if match else ''


def dependencies(module):
    """The modules that a module says it needs."""
    names = says(module, 'depends').split(',')
    return [name.replace('-', '_') for name in names if name]


def release_of(module):
    """The release of the kernel that a module was built for."""
    return says(module, 'vermagic').partition(' ')[0]


def below(directory):
    """All modules that lie below a directory."""
    for parent, _, names in os.walk(directory):
        for name in names:
            if re.search(r'\.ko(\.\w+)?$', name):
                yield Path(parent) / name


class Modules:
    """The modules that a kernel has.

    WHERE is how a user knows them. FILES are their files, BUILTIN names those
    that are a part of the kernel's image.
    """

    def __init__(self, where, files, builtin=()):
        self.where = where
        self.files = {module_name(file): file for file in files}
        self.builtin = set(builtin)
        self.replaced = set()

    def replace(self, file):
        """Take another file for the module of its name."""
        self.files[module_name(file)] = file
        self.replaced.add(module_name(file))

    def missing(self, name):
        """An error that says what to do about a module that isn't there."""
        if name in self.builtin:
            return GuestError(
                f'{self.where}: {name} is built into the kernel, and the '
                'guest loads it as a module: configure it as one (=m)')
        return GuestError(f'{self.where}: there is no module {name}: is it '
                          'configured as one (=m), and built?')

    def choose(self, roots):
        """Some modules and all that they depend on.

        Returns the contents of each by name, and the names of what has to be
        loaded before each, in that order.
        """
        contents, needs = {}, {}

        def add(name):
            if name in needs:
                return
            if name not in self.files:
                raise self.missing(name)
            contents[name] = read(self.files[name])
            # A module that comes back to itself would be no better if it were
            # looked at again
            needs[name] = []
            order = []
            for other in dependencies(contents[name]):
                add(other)
                order += [*needs[other], other]
            needs[name] = list(dict.fromkeys(order))

        for root in roots:
            add(root)
        return contents, needs


def modules_dep(needs):
    """The file for modprobe, which loads from the end of a line."""
    return ''.join(
        f'{name}.ko: {" ".join(f"{n}.ko" for n in reversed(before))}\n'
        for name, before in needs.items())


def read_builtin(file):
    """The names in a list of what the image has of modules."""
    try:
        return {module_name(line)
                for line in file.read_text(encoding='utf-8').split()}
    except FileNotFoundError:
        return set()


def in_directory(directory, where=None):
    """The modules of a directory such as lib/modules/VERSION.

    Modules that were added to the kernel's own are newer.
    """
    def is_added(file):
        return file.relative_to(directory).parts[0] != 'kernel'

    return Modules(where or directory,
                   sorted(sorted(below(directory)), key=is_added),
                   read_builtin(directory / 'modules.builtin'))
