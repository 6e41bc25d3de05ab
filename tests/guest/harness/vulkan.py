"""Vulkan by Mesa's NVK: what vulkaninfo sees.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import re

from . import cards, series, userspace
from .errors import GuestError

NAME = 'vulkan'

# The first chips that NVK knows, by the families that the emulator has, and the
# kernels whose interface it uses
FAMILIES = ['Kepler', 'Maxwell']
KERNELS = '6.6+'

# Nobody needs the other drivers, and loading them takes seconds; vulkaninfo
# fails on an X server that isn't there
ENVIRONMENT = ('env -u DISPLAY '
               'VK_DRIVER_FILES=/usr/share/vulkan/icd.d/nouveau_icd.json')

INFO_LIMIT = 180

# What vulkaninfo has to say
WANTED = {'driverName': 'NVK', 'vendorID': '0x10de'}


def user_space(options):
    """The section of packages.ini with the release of Mesa."""
    known = userspace.releases(NAME)
    if options.mesa not in known:
        raise GuestError(f'MESA={options.mesa}: there are packages of '
                         f'{", ".join(known)}')
    return f'{NAME} {options.mesa}'


def title(options):
    """How the stage is called in the table."""
    return f'{NAME} ({options.mesa})'


def missing(card, kernel):
    """What it takes and isn't there, as a sentence; '' where all is."""
    if cards.named(card).family not in FAMILIES:
        return f'NVK drives no {card}'
    if not series.matches(kernel, KERNELS):
        return f'NVK needs Linux {KERNELS.rstrip("+")}'
    return ''


def disks(_job):
    return []


# What there is

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


def run(job):
    """The stage."""
    reason = missing(job.options.card, job.kernel.series)
    if reason:
        job.checks.record('NVK', True, reason, skipped=True)
        return
    job.attempt('vulkaninfo', look, job)
