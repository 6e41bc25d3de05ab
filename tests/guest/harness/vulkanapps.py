"""Programs that draw by Vulkan, among them a Wayland compositor.

Shaders aren't executed, so nobody looks at what they draw.  But each has to
start and to go on drawing: nothing may hang, and the kernel has nothing to say.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import contextlib
import re

from . import mesa, nvk
from .clients import USER_SPACE
from .errors import GuestError

NAME = 'vulkan-apps'
KERNEL_ARGS = nvk.KERNEL_ARGS

START_LIMIT = 180

# Sway names its socket itself, and the display of X's is nobody's.  Its session
# is that of a seat's daemon, since there is none of systemd's.
SOCKET = 'wayland-1'
LOG = 'tmp/sway.log'
SWAY = (f'{nvk.ENVIRONMENT} WLR_RENDERER=vulkan WLR_LIBINPUT_NO_DEVICES=1 '
        'seatd-launch -- sway --verbose --config /clients/sway.conf '
        f'> /{LOG} 2>&1')
# What it says of who draws
DEVICE = re.compile(r'Vulkan device: \'(.*)\'')

# OpenGL, by a driver of Mesa's that draws by Vulkan
ZINK = 'MESA_LOADER_DRIVER_OVERRIDE=zink'

# mesa-demos' clients need a keyboard, which is there as long as this runs
KEYBOARD = f'WAYLAND_DISPLAY={SOCKET} wtype -s 99999999 a'

# The scenes of vkmark, some seconds each
SCENES = ' '.join(f'-b {scene}:duration=3' for scene in (
    'clear', 'cube', 'vertex', 'texture', 'shading', 'effect2d', 'desktop'))
MARK = f'stdbuf -oL vkmark --run-forever {SCENES}'

# A client's command, and what it says of the frames that it has drawn.  A cube
# says nothing while it turns, but it ends after so many.
ALONE = {'vkmark on the screen': (f'{MARK} --winsys kms', r'FPS: (\d+)')}
IN_SWAY = {
    'vkcube': ('while vkcube --wsi wayland --c 60 > /dev/null; '
               'do echo drew 60 frames; done', r'drew (\d+) frames'),
    'vkmark': (f'{MARK} --winsys wayland', r'FPS: (\d+)'),
    'vkgears': ('stdbuf -oL vkgears', r'(\d+) frames in [\d.]+ seconds'),
    'es2gears (Zink)': (f'{ZINK} stdbuf -oL es2gears_wayland',
                        r'(\d+) frames in [\d.]+ seconds'),
}


title = nvk.title


def user_space(options):
    """The section of packages.ini with the release of Mesa."""
    return nvk.user_space(options, NAME)


def disks(_job):
    return []


class Sway:
    """A compositor that draws by Vulkan, and shows it on the card's screen."""

    def __init__(self, job):
        self.job = job
        self.server = job.client(SWAY)
        self.keyboard = None

    def wait(self):
        """Wait until clients can connect; return the device that draws."""
        self.server.wait_until(
            lambda: self.job.guest.run(
                f'test -S {USER_SPACE}/run/{SOCKET}')[0] == 0,
            START_LIMIT * self.job.options.patience, 'waiting for Sway')
        found = list(filter(None, map(DEVICE.search, self.log())))
        if not found:
            raise GuestError('Sway doesn\'t draw by Vulkan')
        self.keyboard = self.job.client(KEYBOARD)
        return found[-1][1]

    def log(self):
        return self.job.guest.fetch(f'cat {USER_SPACE}/{LOG}')

    def check(self):
        """It may not have ended by itself."""
        if not self.server.running() or not self.keyboard.running():
            raise GuestError('Sway has ended:\n' +
                             '\n'.join(self.log()[-10:]))

    def end(self):
        try:
            for client in filter(None, (self.keyboard, self.server)):
                client.kill('TERM')
        finally:
            self.job.fetch_text(LOG, 'sway.log')


@contextlib.contextmanager
def sway(job):
    """A compositor for as long as something is done with it."""
    running = Sway(job)
    try:
        device = running.wait()
        job.checks.record('Sway', True, device)
        yield running
    finally:
        running.end()


def start(job, command, pattern):
    """Start a client, which may be one of the compositor's."""
    return mesa.Frames(job, f'export WAYLAND_DISPLAY={SOCKET}; '
                       f'{nvk.ENVIRONMENT} bash -c "{command}" 2>&1', pattern)


def look_at_zink(job):
    """What eglinfo says of OpenGL by Vulkan."""
    return mesa.look_at(job, f'{ZINK} {nvk.ENVIRONMENT} eglinfo -B',
                        'renderer: (.*)', 'zink .*NVK.*', 'eglinfo')


def draw(job, clients):
    """Clients by their names, all at once, for as long as the user wants."""
    running = {name: start(job, *client) for name, client in clients.items()}
    try:
        for frames in running.values():
            frames.draw_for(job.options.seconds / len(running))
        name = '-and-'.join(re.sub(r'\W+', '-', name) for name in clients)
        job.keep_picture(job.picture_name(name), job.screen.dump())
        said = [frames.report() for frames in running.values()]
        return said[0] if len(said) == 1 else '; '.join(
            f'{name}: {frames}' for name, frames in zip(running, said))
    finally:
        for frames in running.values():
            frames.client.kill('TERM')


def use_sway(job):
    """All that draws in the compositor."""
    with sway(job) as server:
        for name, client in IN_SWAY.items():
            job.attempt(name, draw, job, {name: client})
            server.check()
        job.attempt('all at once', draw, job, IN_SWAY)
        server.check()


def run(job):
    """The stage."""
    if not nvk.begin(job):
        return
    # From here on, the card has a screen
    job.guest.ask(f'umount {USER_SPACE}/dev/dri')
    job.attempt('eglinfo (Zink)', look_at_zink, job)
    for name, client in ALONE.items():
        job.attempt(name, draw, job, {name: client})
    try:
        use_sway(job)
    except GuestError as error:
        job.checks.record('Sway', False, str(error))
        if not job.guest.answers():
            raise
