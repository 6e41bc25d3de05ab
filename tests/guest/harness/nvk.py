"""Mesa's NVK: what it takes, and how the stages that use it begin.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import re

from . import cards, series, userspace
from .clients import USER_SPACE
from .errors import GuestError

# The first chips that NVK knows, by the families that the emulator has, and the
# kernels whose interface it uses
FAMILIES = ['Kepler', 'Maxwell']
KERNELS = '6.6+'

# Nobody needs the other drivers, and loading them takes seconds; vulkaninfo
# fails on an X server that isn't there
ENVIRONMENT = ('env -u DISPLAY '
               'VK_DRIVER_FILES=/usr/share/vulkan/icd.d/nouveau_icd.json')

INFO_LIMIT = 180

# The card's time is compared with a clock, and on a busy host the kernel is
# wrong about how fast the TSC is
KERNEL_ARGS = ['clocksource=hpet']

# Nobody has to own the card: there is only what renders.  vulkaninfo of sid
# fails on a driver without atomic modes, once Mesa 26.2 has opened the rest.
RENDER_NODE = ('mount -t tmpfs tmpfs {dri} && '
               'mknod {dri}/renderD128 c 226 128')

# What vulkaninfo has to say
WANTED = {'driverName': 'NVK', 'vendorID': '0x10de'}


def user_space(options, name='vulkan'):
    """The section of packages.ini with the release of Mesa."""
    known = userspace.releases(name)
    if options.mesa not in known:
        raise GuestError(f'MESA={options.mesa}: there are packages of '
                         f'{", ".join(known)}')
    return f'{name} {options.mesa}'


def title(stage, options):
    """How a stage with NVK is called in the table."""
    return f'{stage.NAME} ({options.mesa})'


def missing(card, kernel):
    """What it takes and isn't there, as a sentence; '' where all is."""
    if cards.named(card).family not in FAMILIES:
        return f'NVK drives no {card}'
    if not series.matches(kernel, KERNELS):
        return f'NVK needs Linux {KERNELS.rstrip("+")}'
    return ''


def read_summary(lines):
    """The properties of devices, as vulkaninfo --summary prints them."""
    devices = []
    for line in lines:
        entry = re.match(r'\s+(\w+)\s*= (.*?)\s*$', line)
        if re.match(r'GPU\d+:', line):
            devices.append({})
        elif entry and devices:
            devices[-1][entry[1]] = entry[2]
    return devices


def look(job):
    """vulkaninfo, which has to find the card and the release of Mesa."""
    result = job.run_client(f'{ENVIRONMENT} vulkaninfo --summary', INFO_LIMIT)
    job.directory.write('vulkaninfo.txt', '\n'.join(result.lines) + '\n')
    devices = read_summary(result.check('vulkaninfo'))
    if len(devices) != 1:
        raise GuestError(f'vulkaninfo finds {len(devices)} devices')
    device, chip = devices[0], cards.named(job.options.card).code
    said = ', '.join(device.get(key, '') for key in
                     ('deviceName', 'driverInfo', 'apiVersion'))
    wrong = [f'{key} is {device.get(key)}' for key, value in WANTED.items()
             if device.get(key) != value]
    if not re.search(rf'\bNVK {chip}\b', device.get('deviceName', '')):
        wrong.append(f'the device is no {chip}')
    if not device.get('driverInfo', '').startswith(
            f'Mesa {job.options.mesa}.'):
        wrong.append(f'this isn\'t Mesa {job.options.mesa}')
    if wrong:
        raise GuestError(f'{said}: {", ".join(wrong)}')
    job.stage_lines.append(said)
    return said


def begin(job):
    """What stages with NVK begin with; returns whether they can go on."""
    reason = missing(job.options.card, job.kernel.series)
    if reason:
        job.checks.record('NVK', True, reason, skipped=True)
        return False
    job.guest.ask(RENDER_NODE.format(dri=f'{USER_SPACE}/dev/dri'))
    return job.attempt('vulkaninfo', look, job)
