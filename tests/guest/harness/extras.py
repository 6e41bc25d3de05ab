"""Files and programs that a user adds to the guest.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import os
import re
import stat
import subprocess
from dataclasses import dataclass
from pathlib import Path

from .architectures import AMD64
from .errors import GuestError

# Where files go, unless the user says so, and the libraries that they need:
# the guest's init looks for programs and for libraries there
DIRECTORY = 'files'
LIBRARIES = 'libraries'
# The user's command, as a script
COMMAND = 'command'

LDD_LIMIT = 60


@dataclass
class Entry:
    """A file of the guest's: a name without the first slash, and the rest."""

    name: str
    mode: int
    data: bytes


def entry(name, path):
    """A file as the guest has it; a link stays one."""
    status = path.lstat()
    if path.is_symlink():
        data = os.readlink(os.fsencode(path))
    elif stat.S_ISREG(status.st_mode):
        data = path.read_bytes()
    else:
        raise GuestError(f'FILES: {path} is no file')
    return Entry(name, status.st_mode, data)


def split(word):
    """A user's file, and its place: "PATH" or "PATH:/PATH"."""
    source, _, target = word.partition(':')
    path = Path(os.path.abspath(os.path.expanduser(source)))
    if not path.exists():
        raise GuestError(f'FILES: there is no {path}')
    if target and not target.startswith('/'):
        raise GuestError(f'FILES: {word}: the guest\'s path has to be a '
                         'whole one')
    return path.resolve(), target.strip('/') or f'{DIRECTORY}/{path.name}'


def below(path, name):
    """A file, or a directory and what is in it: names and host's files."""
    if not path.is_dir():
        yield name, path
        return
    for parent, directories, files in os.walk(path):
        inside = os.path.relpath(parent, path)
        links = [d for d in directories if (Path(parent) / d).is_symlink()]
        for file in sorted(files + links):
            yield os.path.normpath(f'{name}/{inside}/{file}'), \
                Path(parent) / file


def libraries(path):
    """The libraries of a program or library: names and files.

    A name is that of a library, or a whole path, as the loader's is.
    """
    try:
        said = subprocess.run(['ldd', str(path)], text=True, check=False,
                              timeout=LDD_LIMIT, capture_output=True,
                              env={**os.environ, 'LC_ALL': 'C'}).stdout
    except FileNotFoundError:
        raise GuestError('ldd is not installed') from None
    for line in said.splitlines():
        if 'not found' in line:
            raise GuestError(f'FILES: {path} needs '
                             f'{line.strip().partition(" ")[0]}, which is '
                             'not installed here')
        match = re.match(r'\s+(?:(\S+) => )?(/\S+) \(0x', line)
        if match:
            yield match[1] or match[2], Path(match[2])


def elf_machine(data):
    """The machine in a program's header."""
    return int.from_bytes(data[0x12:0x14],
                          'little' if data[5:6] == b'\x01' else 'big')


def is_elf(item):
    return stat.S_ISREG(item.mode) and item.data.startswith(b'\x7fELF')


def libraries_of(item, file, architecture):
    """The libraries that a program of the guest's needs, as above."""
    if elf_machine(item.data) != architecture.elf:
        raise GuestError(f'FILES: {file} is a program for another processor '
                         f'than the guest\'s, which is {architecture.name}')
    if architecture.is_own():
        return libraries(file)
    # Where the header says that there is a loader, its name comes soon
    if b'/ld' in item.data[:4096]:
        raise GuestError(f'FILES: {file} needs libraries of {architecture.name}'
                         ', which aren\'t here: it has to be static')
    return []


def collect(words, architecture=AMD64):
    """All that a user's words add to the guest, with the libraries."""
    entries = {}

    def add(item):
        old = entries.setdefault(item.name, item)
        if old.data != item.data:
            raise GuestError(f'FILES: there are two of /{item.name}: give '
                             'one another place (FILE:/PLACE)')

    for word in words:
        path, target = split(word)
        for name, file in below(path, target):
            item = entry(name, file)
            add(item)
            if is_elf(item):
                for library, there in libraries_of(item, file, architecture):
                    add(entry(library.strip('/') if '/' in library else
                              f'{LIBRARIES}/{library}', there.resolve()))
    return list(entries.values())


def script(command):
    """The user's command."""
    return Entry(COMMAND, stat.S_IFREG | 0o755,
                 os.fsencode(f'#!/bin/sh\n{command}\n'))


def chosen(options):
    """Everything that the options add to the guest."""
    entries = collect(options.files, options.board.architecture)
    return entries + ([script(options.command)] if options.command else [])
