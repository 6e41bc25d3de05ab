"""Mesa and its clients: pictures may be wrong, but nothing may hang.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import configparser
import re
import time

from . import userspace, xserver
from .errors import GuestError
from .kernellog import matches_card

NAME = 'mesa'

DRIVERS = userspace.CLIENTS / 'mesa.ini'

INFO_LIMIT = 180
# From its start to its first numbers, a client may take so long
FIRST_LIMIT = 180
# glxgears says something every 5 seconds, kmscube every 2
SILENCE_LIMIT = 60


def disks(_job):
    return []


class Driver:
    """Mesa's driver for a card."""

    def __init__(self, card):
        parser = configparser.ConfigParser(interpolation=None)
        parser.read(DRIVERS, encoding='utf-8')
        section = next((parser[section] for section in parser.sections()
                        if matches_card(card, section)), {})
        self.renderer = section.get('renderer', '')
        self.no_es2 = section.get('no-es2', '').replace('\n', ' ')
        self.modifier = section.get('modifier')


class Frames:
    """A client that draws, and says how many frames it has drawn."""

    def __init__(self, job, command, pattern):
        self.job = job
        self.client = job.client(command)
        self.pattern = re.compile(pattern)

    def counts(self):
        """What it has said so far."""
        return [match[1] for line in self.client.lines()
                if (match := self.pattern.search(line))]

    def wait_for_more(self, limit):
        """Wait for new output."""
        before = len(self.counts())
        self.client.wait_until(lambda: len(self.counts()) > before,
                               limit * self.job.options.patience, 'drawing')

    def draw_for(self, seconds):
        """Watch it draw; it must not fall silent."""
        self.wait_for_more(FIRST_LIMIT)
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.wait_for_more(SILENCE_LIMIT)

    def report(self):
        """How many frames it drew each time it said so."""
        counts = self.counts()
        if not any(int(count) for count in counts):
            raise GuestError('it has drawn no frame:\n' +
                             '\n'.join(self.client.lines()[-10:]))
        return f'{", ".join(counts[:12])} frames'


def gears(job):
    return Frames(job, 'glxgears', r'(\d+) frames in [\d.]+ seconds')


def cube(job, modifier):
    layout = f' -m {modifier}' if modifier else ''
    return Frames(job, f'stdbuf -oL kmscube -D /dev/dri/card0{layout}',
                  r'Rendered (\d+) frames in')


def draw_alone(job, start):
    """One client for as long as the user wants."""
    frames = start(job)
    try:
        frames.draw_for(job.options.seconds)
        job.keep_picture(job.picture_name('drawing'), job.screen.dump())
        return frames.report()
    finally:
        frames.client.kill('TERM')


def draw_together(job):
    """Two at once, one of them killed in the middle, and then a new one."""
    first, second = gears(job), gears(job)
    try:
        first.wait_for_more(FIRST_LIMIT)
        second.wait_for_more(FIRST_LIMIT)
        first.client.kill('KILL')
        second.draw_for(job.options.seconds / 4)
        first = gears(job)
        first.draw_for(job.options.seconds / 4)
        second.wait_for_more(SILENCE_LIMIT)
        return f'{first.report()}; {second.report()}'
    finally:
        for frames in first, second:
            frames.client.kill('TERM')


def look_at(job, command, pattern, wanted, name=''):
    """What a client tells of the driver, which has to be the wanted one."""
    result = job.run_client(command, INFO_LIMIT)
    job.directory.write(f'{job.picture_name(name or command)}.txt',
                        '\n'.join(result.lines) + '\n')
    found = list(dict.fromkeys(
        match[1] for line in result.lines
        if (match := re.search(pattern, line))))
    if not found:
        result.check(command)
        raise GuestError(f'{command} names no driver')
    if wanted and not any(re.fullmatch(wanted, name) for name in found):
        raise GuestError(f'drawn by {", ".join(found)}, not by {wanted}')
    return ', '.join(found)


def still_draws(job):
    """After all that, X has to draw what it drew at first."""
    job.guest.run('rm -f /user-space/tmp/results/*')
    client = job.client('xdraw /tmp/results fill copy-overlap put-image')
    client.wait_until(lambda: client.last_line() == 'drew copy-overlap',
                      xserver.DRAW_LIMIT, 'drawing')
    client.tell()
    client.wait(xserver.DRAW_LIMIT).check('xdraw')


def attempt_es2(job, driver, name, do, *arguments):
    """A client that needs OpenGL ES 2, if there is such a thing."""
    if driver.no_es2:
        job.checks.record(name, True, driver.no_es2, skipped=True)
    else:
        job.attempt(name, do, job, *arguments)


def use_server(job, driver, layout):
    """Mesa's clients in an X server."""
    named = f'({layout})'
    attempt_es2(job, driver, f'es2_info {named}', look_at, 'es2_info',
                r'GL_RENDERER: (.+?)\s*$', driver.renderer)
    job.attempt(f'glxinfo {named}', look_at, job, 'glxinfo',
                r'OpenGL renderer string: (.+?)\s*$', driver.renderer)
    if job.attempt(f'glxgears {named}', draw_alone, job, gears):
        job.attempt(f'two of glxgears, one killed {named}', draw_together, job)
    job.attempt(f'X draws afterwards {named}', still_draws, job)


def run(job):
    """The stage."""
    driver = Driver(job.options.card)
    job.attempt('eglinfo', look_at, job, 'eglinfo',
                r'EGL driver name: (\S+)', driver.renderer and 'nouveau')
    attempt_es2(job, driver, 'kmscube', draw_alone,
                lambda job: cube(job, driver.modifier))
    for layout in 'dri2', 'dri3':
        try:
            with xserver.server(job, layout):
                use_server(job, driver, layout)
        except GuestError as error:
            job.checks.record(f'an X server ({layout})', False, str(error))
            if not job.guest.answers():
                raise
