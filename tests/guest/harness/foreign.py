"""What a guest takes whose processor isn't this machine's.

The distribution's packages of that architecture are unpacked in the cache; of
this machine's own are only the compilers.

SPDX-License-Identifier: GPL-2.0-or-later
"""

from . import userspace


def root(architecture, progress):
    """A directory with a busybox, and with what programs are linked with."""
    chosen = userspace.Chosen('foreign')

    def make(directory, say):
        directory.mkdir()
        userspace.unpack_set(chosen, directory, say, architecture)

    return userspace.cached(f'{architecture.name}-{chosen.digest()}', make,
                            progress)


def busybox(architecture, progress):
    return root(architecture, progress) / 'usr/bin/busybox'


def libdrm_flags(architecture, progress):
    """How to compile with libdrm, and link it into the program."""
    top = root(architecture, progress)
    return ([f'--sysroot={top}', f'-I{top}/usr/include/libdrm'],
            [f'{top}/usr/lib/{architecture.triplet}/libdrm.a', '-lm'])
