"""A second kernel takes over, with the card as the first one has left it.

No reset and no VBIOS is between the two. The second kernel has the first one's
file system, driver and command line, and everything has to work in it.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import stat

from . import initramfs
from .errors import GuestError
from .extras import Entry

EVENT = 'kexec'
WHEN = 'after kexec'

DIRECTORY = 'kexec'
LIMIT = 120


def pack(job, extras):
    """The file system of the first kernel, which has the second in it."""
    def file(name, path):
        return Entry(f'{DIRECTORY}/{name}', stat.S_IFREG | 0o644,
                     path.read_bytes())

    return initramfs.build(
        job.options.build / 'guest', job.kernel,
        [*extras, file('kernel', job.kernel.image),
         file('initramfs', job.initramfs)], job.progress)


def change_over(job):
    """Change over to the second kernel."""
    guest = job.guest
    job.chapter('kexec')
    with job.checks.step('starts a second kernel'):
        guest.release = None
        guest.send(EVENT)
        guest.wait(lambda: guest.release or guest.status is not None, LIMIT,
                   'kexec')
        if not guest.release:
            raise GuestError('there is no kexec: ' + ' '.join(guest.output))
        guest.ask('dmesg -n 1')
