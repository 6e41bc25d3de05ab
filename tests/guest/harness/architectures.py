"""What processors of guests have in common, by the distribution's names.

The programs that make a guest are those of the machine that it is made on: of
another architecture's, there are cross compilers.

Emulators are built for machines in configure-overlay's list, and tested on
those of tests/check/hosts.py.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import platform
from dataclasses import dataclass
from pathlib import Path

from . import image
from .errors import GuestError


@dataclass(frozen=True, eq=False)
class Architecture:
    """An architecture of the distribution's.

    name      what the distribution calls it
    emulated  what QEMU calls it
    uname     what "uname -m" says on it
    linux     what the kernel's build calls it, as ARCH
    triplet   what its compiler calls it
    elf       its number in the headers of programs
    form      the form of its kernels (see image)
    tree      where a kernel's tree has the image
    flavours  what the distribution calls its kernels, by what a user adds to
              a series: "64k" in 6.12-64k
    """

    name: str
    emulated: str
    uname: str
    linux: str
    triplet: str
    elf: int
    form: image.Form
    tree: Path
    flavours: dict

    def is_own(self):
        """Whether this machine is of this architecture."""
        return platform.machine() == self.uname

    def tool(self, name):
        """A compiler or the like, here: "cc" or "strip"."""
        if self.is_own():
            return name
        return f'{self.triplet}-{"gcc" if name == "cc" else name}'

    def tools(self):
        """The package that has them where they aren't this machine's own."""
        return f'gcc-{self.triplet.replace("_", "-")}'

    def debugger(self):
        return 'gdb' if self.is_own() else 'gdb-multiarch'

    def make_variables(self):
        """What a kernel's make has to be told."""
        return [] if self.is_own() else [f'ARCH={self.linux}',
                                         f'CROSS_COMPILE={self.triplet}-']

    def flavour(self, pages):
        """The flavour of kernels that a user's word means."""
        if pages not in self.flavours:
            there = ', '.join(filter(None, self.flavours)) or 'none'
            raise GuestError(f'the distribution has no kernel with pages of '
                             f'{pages} for {self.name}: there is {there}')
        return self.flavours[pages]


AMD64 = Architecture(
    name='amd64', emulated='x86_64', uname='x86_64', linux='x86',
    triplet='x86_64-linux-gnu', elf=62, form=image.BZ_IMAGE,
    tree=Path('arch/x86/boot/bzImage'), flavours={'': 'amd64'})

ARM64 = Architecture(
    name='arm64', emulated='aarch64', uname='aarch64', linux='arm64',
    triplet='aarch64-linux-gnu', elf=183, form=image.IMAGE,
    tree=Path('arch/arm64/boot/Image'),
    flavours={'': 'arm64', '16k': 'arm64-16k'})

PPC64EL = Architecture(
    name='ppc64el', emulated='ppc64', uname='ppc64le', linux='powerpc',
    triplet='powerpc64le-linux-gnu', elf=21, form=image.VMLINUX,
    tree=Path('vmlinux'),
    flavours={'': 'powerpc64le', '64k': 'powerpc64le-64k'})

ALL = {each.name: each for each in (AMD64, ARM64, PPC64EL)}
