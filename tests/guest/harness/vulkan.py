"""Vulkan by Mesa's NVK: what vulkaninfo sees, and the cases of vkcases.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import functools

from . import nvk, vkcases, vulkanlong
from .errors import GuestError

NAME = 'vulkan'
KERNEL_ARGS = nvk.KERNEL_ARGS

LIST_LIMIT = 60

title = nvk.title
user_space = nvk.user_space


def disks(_job):
    return []


def do_area(job, area):
    """An area's cases, and what else is looked at in it."""
    if area == vulkanlong.AREA:
        return vulkanlong.run(job)
    return vkcases.run_area(job, area)


def run(job):
    """The stage."""
    if not nvk.begin(job):
        return
    areas = job.run_client('vkcases', LIST_LIMIT).check('vkcases')
    wanted = job.options.areas or areas
    if set(wanted) - set(areas):
        raise GuestError(f'AREAS={" ".join(wanted)}: there are '
                         f'{", ".join(areas)}')
    for area in wanted:
        job.attempt(f'area {area}', functools.partial(do_area, job, area))
