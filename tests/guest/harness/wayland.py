"""Weston: a Wayland compositor with its own clients.

With its pixman renderer all is drawn by the processors, and the card shows it:
each picture that stands still has to be what Weston's screenshooter reads back,
and what the same Weston draws in memory, for no screen. So it is the same on
all cards. With its GL renderer Mesa draws: the picture may be wrong, but
nothing may hang, and the kernel has nothing to say.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import contextlib
import re
import time

from . import mesa, picture
from .errors import GuestError
from .kernel import INPUT_DRIVERS

NAME = 'wayland'

# What moves the pointer: no mouse, which is told how far, but not whereto
DEVICES = ['-device', 'virtio-tablet-pci,id=pointer']
KERNEL_DRIVERS = INPUT_DRIVERS
AXIS_SIZE = 0x8000

START_LIMIT = 120
# A client reads its fonts and cursors for longest
SHOWING_LIMIT = 120
CONSOLE_LIMIT = 30
# What doesn't change for so many seconds stands still
STILL = 3
# How many pictures of what moves have to differ
MOVES = 4

# Weston's ways to draw, and what it is told
SCREEN = '--backend=drm-backend.so --tty=2 --continue-without-input'
RENDERERS = {
    'pixman': f'{SCREEN} --use-pixman',
    'GL': SCREEN,
    'memory': '--backend=headless-backend.so --use-pixman '
              '--width={width} --height={height}',
}

# Clients whose windows stand still. Where a window comes to lie is random, and
# the same each time if they come in the same order.
STILL_CLIENTS = ['weston-terminal --shell=/clients/terminal.sh',
                 'weston-image /usr/share/weston/wayland.png',
                 'weston-eventdemo']
MOVING_CLIENTS = ['weston-simple-shm', 'weston-smoke']

# Places of the cursor: over the background, over a window, at two edges
PLACES = [(20, 700), (500, 400), (1279, 300), (700, 799)]
CURSOR = 64

# udev takes a chroot for a container, which has no devices. The pointer is the
# only one that it is told of, and it comes late: where there is something to
# point or type with, a new window is the active one and looks otherwise.
PLUG_POINTER = (
    '/usr/lib/systemd/systemd-udevd --daemon && '
    'for device in /sys/class/input/event*; do '
    'if grep -q Tablet $device/device/name; then '
    'SYSTEMD_IGNORE_CHROOT=1 udevadm trigger --settle --action=add $device; '
    'fi; done && grep -l ID_INPUT_MOUSE=1 /run/udev/data/c*')

CONNECTED = ('for status in /sys/class/drm/card0-*/status; do '
             'if grep -qx connected $status; then echo $status; fi; done')


def disks(_job):
    return []


class Weston:
    """A compositor, and the clients that it has."""

    def __init__(self, job, renderer, size=(0, 0)):
        self.job = job
        self.renderer = renderer
        self.socket = f'wayland-{renderer}'
        self.log = f'weston-{renderer}.log'
        self.clients = []
        self.read = self.shot = None
        options = RENDERERS[renderer].format(width=size[0], height=size[1])
        self.server = job.client(
            f'weston {options} --debug --config=/clients/weston.conf '
            f'--socket={self.socket} --log=/tmp/{self.log}')

    def wait(self):
        """Wait until clients can connect."""
        socket = f'/user-space/run/{self.socket}'
        self.server.wait_until(
            lambda: self.job.guest.run(f'test -S {socket}')[0] == 0,
            START_LIMIT, 'waiting for Weston')

    def start(self, command):
        """Have another client."""
        client = self.job.client(f'WAYLAND_DISPLAY={self.socket} {command}')
        self.clients.append(client)
        return client

    def check(self):
        """None may have ended by itself."""
        for client in [self.server, *self.clients]:
            if not client.running():
                raise GuestError(f'"{client.command}" has ended:\n' +
                                 '\n'.join(client.lines()[-10:]))

    def read_back(self):
        """What Weston says that its output shows."""
        self.job.run_client(
            'cd /tmp/results && rm -f * && '
            f'WAYLAND_DISPLAY={self.socket} weston-screenshooter && '
            'mv *.png read-back.png', START_LIMIT).check('weston-screenshooter')
        self.job.fetch_files('tmp/results')
        file = self.job.artifacts / 'read-back.png'
        data = file.read_bytes()
        if data != self.read:
            # To unpack it takes seconds
            self.read, self.shot = data, picture.read_png(file)
        file.unlink()
        return self.shot

    def stand_still(self, before=None):
        """The picture once it stands still, and isn't what it was before."""
        patience = self.job.options.patience
        end = time.monotonic() + SHOWING_LIMIT * patience
        last = self.look()
        while True:
            self.job.guest.machine.pass_time(STILL * patience)
            shot = self.look()
            if shot == last and shot != before and not shot.is_blank():
                return shot
            if time.monotonic() > end:
                raise GuestError('the picture doesn\'t stand still'
                                 if shot != last else 'nothing is shown')
            last = shot
            self.check()

    def stand_still_after(self, command):
        """Have another client, and wait until it has drawn its window."""
        before = self.look()
        self.start(command)
        self.stand_still(before)

    def wait_for(self, name, wanted, whose):
        """Wait for a picture; it and what is there are kept if it isn't."""
        end = time.monotonic() + SHOWING_LIMIT * self.job.options.patience
        while (shot := self.look()) != wanted:
            if time.monotonic() > end:
                expect(self.job, name, shot, wanted, whose)
            self.job.guest.machine.pass_time(STILL)
            self.check()

    def look(self):
        """The picture now."""
        if self.renderer == 'memory':
            return self.read_back()
        return self.job.screen.dump()

    def end(self):
        try:
            for client in reversed([self.server, *self.clients]):
                client.kill('TERM')
        finally:
            self.job.fetch_text(f'tmp/{self.log}', self.log)


@contextlib.contextmanager
def weston(job, renderer, size=(0, 0)):
    """A compositor for as long as something is done with it."""
    running = Weston(job, renderer, size)
    try:
        running.wait()
        yield running
    finally:
        running.end()


def expect(job, name, shot, wanted, whose):
    """A picture has to be another one; both are kept if it isn't."""
    wrong = picture.difference(shot, wanted)
    if wrong:
        job.keep_wrong_picture(name, shot, wanted)
        raise GuestError(f'isn\'t {whose}: {wrong}')


def say(job, name, shot):
    """Keep a picture; by its number, cards can be compared."""
    job.keep_picture(name, shot)
    return f'{shot.width}x{shot.height}, {shot.digest()}'


class Pixman:
    """What the card has to show if it draws nothing itself."""

    def __init__(self, job):
        self.job = job
        self.server = None
        self.shots = {}

    def run(self):
        with weston(self.job, 'pixman') as self.server:
            self.attempt('shows a desktop', self.desktop)
            self.attempt('uses each output', self.outputs)
            if self.attempt('shows three clients', self.clients):
                self.attempt('shows clients that move', self.moving)
                self.attempt('takes a pointer', self.plug_pointer)
                self.attempt('shows a cursor', self.cursor)
                self.attempt('comes back from another VT', self.switch)

    def attempt(self, name, do):
        return self.job.attempt(f'Weston {name} (pixman)', do)

    def keep(self, name, before=None):
        """What stands still has to be what is read back."""
        shot = self.server.stand_still(before)
        expect(self.job, name, shot, self.server.read_back(),
               'what is read back')
        self.shots[name] = shot
        return say(self.job, name, shot)

    def desktop(self):
        return self.keep('desktop', self.job.screen.dump())

    def outputs(self):
        """All that a monitor is connected to."""
        connected = {line.split('/')[4].partition('-')[2] for line
                     in self.job.guest.ask(CONNECTED)}
        log = self.job.guest.fetch(f'cat /user-space/tmp/{self.server.log}')
        missing = connected - enabled_outputs(log)
        if missing:
            raise GuestError(f'nothing on {", ".join(sorted(missing))}')
        return ', '.join(sorted(connected))

    def clients(self):
        for command in STILL_CLIENTS:
            self.server.stand_still_after(command)
        return self.keep('clients')

    def plug_pointer(self):
        self.job.run_client(PLUG_POINTER, START_LIMIT).check('udev')
        log = f'/user-space/tmp/{self.server.log}'
        self.server.server.wait_until(
            lambda: self.job.guest.run(
                f'grep -q "is a pointer" {log}')[0] == 0,
            START_LIMIT, 'waiting for a pointer')

    def cursor(self):
        """The cursor is where the pointer is, and nothing else has changed."""
        for number, (x, y) in enumerate(PLACES):
            before = self.job.screen.dump()
            move_pointer(self.job, before, x, y)
            self.keep(f'cursor-{number}', before)
            wrong = astray(self.shots[f'cursor-{number}'],
                           self.shots['clients'], x, y)
            if wrong:
                raise GuestError(wrong)
        return f'at {len(PLACES)} places'

    def moving(self):
        """Windows that always change; without them all is as it was."""
        moving = [self.server.start(command) for command in MOVING_CLIENTS]
        shots = watch(self.server, self.job.options.seconds / 4)
        self.job.keep_picture('moving', shots[-1])
        for client in moving:
            client.kill('TERM')
            self.server.clients.remove(client)
        self.server.wait_for('after-moving', self.shots['clients'],
                             'what was there before')
        return f'{len(shots)} pictures'

    def switch(self):
        """The console, and then again what was there.

        The pointer is a new one then: it is seen once it has moved.
        """
        before = self.job.screen.dump()
        switch_vt(self.job)
        self.server.wait_for('switched-back', self.shots['clients'],
                             'what was there before')
        move_pointer(self.job, before, *PLACES[-1])
        self.server.wait_for('pointer-back', before, 'what was there before')


def enabled_outputs(log):
    """The outputs that Weston uses, by its log."""
    return {match[1] for line in log
            if (match := re.search(r"Output '(\S+)' enabled", line))}


def move_pointer(job, screen, x, y):
    """Move the pointer; it is seen from its second movement on."""
    for place in (x ^ 1, y), (x, y):
        job.guest.machine.execute('input-send-event', events=[
            {'type': 'abs', 'data': {
                'axis': axis, 'value': -(-at * AXIS_SIZE // size)}}
            for axis, at, size in zip('xy', place,
                                      (screen.width, screen.height))])


def astray(shot, without, x, y):
    """What is wrong with a cursor at a place."""
    places = list(picture.differing_pixels(shot, without))
    if not places:
        return f'there is no cursor at ({x},{y})'
    far = [place for place in places if
           max(abs(place[0] - x), abs(place[1] - y)) >= CURSOR]
    if far:
        return f'with a cursor at ({x},{y}), ({far[0][0]},{far[0][1]}) differs'
    return ''


def watch(server, seconds):
    """Pictures of what has to move all the time."""
    end = time.monotonic() + SHOWING_LIMIT + seconds
    shots = [server.look()]
    begun = None
    while len(shots) < MOVES or time.monotonic() < begun + seconds:
        server.job.guest.machine.pass_time(STILL)
        server.check()
        shot = server.look()
        if shot != shots[-1]:
            shots.append(shot)
            begun = begun or time.monotonic()
        if time.monotonic() > end:
            raise GuestError('nothing moves')
    return shots


def switch_vt(job):
    """Have the console shown, which has to be right, and the VT of before."""
    job.guest.ask('chvt 1')
    state, shot, wrong = job.console.compare()
    job.console.keep_difference('switched', state, shot, wrong)
    job.keep_picture('switched', shot)
    job.guest.ask('chvt 2')
    if wrong:
        raise GuestError(f'the console isn\'t shown: {wrong}')


def draw_in_memory(job, wanted):
    """The same without a screen, for comparison."""
    size = wanted['desktop'].width, wanted['desktop'].height
    with weston(job, 'memory', size) as server:
        server.wait_for('desktop-in-memory', wanted['desktop'],
                        'what the card shows')
        for command in STILL_CLIENTS[:-1]:
            server.stand_still_after(command)
        server.start(STILL_CLIENTS[-1])
        server.wait_for('clients-in-memory', wanted['clients'],
                        'what the card shows')


def draw_with_gl(job):
    """All is drawn by Mesa, for as long as the user wants."""
    with weston(job, 'GL') as server:
        frames = mesa.Frames(
            job, f'WAYLAND_DISPLAY={server.socket} stdbuf -oL '
            'weston-simple-egl', r'(\d+) frames in \d+ seconds')
        server.clients.append(frames.client)
        server.start('weston-simple-shm')
        frames.draw_for(job.options.seconds)
        shot = job.screen.dump()
        for x, y in PLACES:
            move_pointer(job, shot, x, y)
        switch_vt(job)
        frames.wait_for_more(mesa.SILENCE_LIMIT)
        job.keep_picture('GL', job.screen.dump())
        server.check()
        return frames.report()


def run(job):
    """The stage."""
    job.guest.run(f'for module in {" ".join(KERNEL_DRIVERS)}; '
                  'do modprobe $module; '
                  'done')
    pixman = Pixman(job)
    try:
        pixman.run()
    except GuestError as error:
        job.checks.record('Weston (pixman)', False, str(error))
        if not job.guest.answers():
            raise
    if {'desktop', 'clients'} <= pixman.shots.keys():
        job.attempt('Weston draws the same in memory', draw_in_memory, job,
                    pixman.shots)
    driver = mesa.Driver(job.options.card)
    name = 'Weston and its clients draw (GL)'
    if driver.renderer:
        mesa.attempt_es2(job, driver, name, draw_with_gl)
    else:
        job.checks.record(name, True, 'Mesa has no driver for the card',
                          skipped=True)
