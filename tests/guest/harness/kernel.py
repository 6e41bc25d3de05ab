"""The guest's kernel: its image, and the modules that the guest loads.

SPDX-License-Identifier: GPL-2.0-or-later
"""

from . import archive, image, modules, packages

# The drivers that a guest may load: that of the cards, and that of QEMU's own
# display, which tells trouble with the machine from trouble with a card
DRIVERS = ['nouveau', 'bochs']


class Kernel:
    """A kernel that can be booted.

    name     how the user calls it, short enough for a directory's name
    image    the file to boot
    release  what it calls itself: "6.12.95+deb12-amd64"
    series   the series that this belongs to: "6.12"
    modules  what the guest's lib/modules/RELEASE has to have for the drivers
             that were asked for: contents by file name
    """

    def __init__(self, name, file, there, drivers):
        self.name = name
        self.image = file
        self.release = image.release(file)
        self.series = packages.series_of(self.release)
        contents, needs = there.choose(drivers)
        self.modules = {f'{module}.ko': data
                        for module, data in contents.items()}
        self.modules['modules.dep'] = modules.modules_dep(needs).encode()


def get(series, progress, drivers=('nouveau',)):
    """The kernel of a series, from the cache if it is there."""
    with archive.locked():
        files = packages.get(series, progress)
        directory = packages.unpacked(files, [*DRIVERS, *drivers], progress)
    return Kernel(series, directory / 'vmlinuz',
                  modules.in_directory(directory / 'modules',
                                       files[0].name), drivers)
