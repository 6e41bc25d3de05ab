"""Xorg with the nouveau driver: what it draws with the card, and without.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import configparser
import contextlib
import re
import time

from . import picture, screen, series, userspace
from .errors import GuestError
from .kernellog import matches_card

NAME = 'xorg'

PICTURES = userspace.CLIENTS / 'pictures.ini'

START_LIMIT = 120
DRAW_LIMIT = 300
DESKTOP_LIMIT = 120
BENCHMARK_LIMIT = 1500

# Of what xdraw draws, so much at least is the card's
LEAST_PIXELS = 1 << 20

# Where xdraw's window is
LEFT, TOP = 30, 40

# All of x11perf's tests but aa4trap*: without a picture format of 4 bits, which
# the server doesn't have, x11perf crashes, with and without acceleration
BENCHMARKS = ['dot,aatrap300', 'aa1trap1,ucirculate']

RAMP = bytes((((value << 8) + 16 >> 5 << 3) * 0xff + 0x1fff) // 0x3fff
             for value in range(256))

# The one whose end is the end of all
LAST_CASE = 'render-glyphs'

# Clients by the names of their windows
DESKTOP = {
    'xclock': 'xclock -norender -geometry 160x160-10+10',
    'xeyes': 'xeyes -geometry 200x120-10+220',
    'terminal': 'xterm -T terminal -geometry 70x24+20+40 '
                '-e "xdpyinfo; sleep 1000"',
    'Calculator': 'xcalc -geometry +600+380',
    'xlogo': 'xlogo -geometry 100x100+490+450',
    'xfontsel': 'xfontsel -geometry 460x220+20+520',
}


def disks(_job):
    return []


class Server:
    """An X server, and what is done with it."""

    def __init__(self, job, layout):
        self.job = job
        self.layout = layout
        self.log = f'Xorg-{layout}.log'
        self.client = job.client(
            f'/usr/lib/xorg/Xorg :0 -config /clients/xorg.conf '
            f'-layout {layout} -noreset -nolisten tcp -keeptty vt2 '
            f'-logfile /tmp/{self.log}')

    def wait(self):
        """Wait until clients can connect."""
        socket = '/user-space/tmp/.X11-unix/X0'
        self.client.wait_until(
            lambda: self.job.guest.run(f'test -S {socket}')[0] == 0,
            START_LIMIT, 'waiting for the X server')
        self.job.run_client('xset q', START_LIMIT).check('xset')

    def end(self):
        try:
            self.client.kill('TERM')
        finally:
            self.job.fetch_text(f'tmp/{self.log}', self.log)


@contextlib.contextmanager
def server(job, layout):
    """A server for as long as something is done with it."""
    running = Server(job, layout)
    try:
        running.wait()
        yield running
    finally:
        running.end()


class KnownPictures:
    """The cases that need not be the same."""

    def __init__(self, card, kernel):
        parser = configparser.ConfigParser(interpolation=None)
        parser.read(PICTURES, encoding='utf-8')
        self.why = {name: parser[name]['why'].replace('\n', ' ')
                    for name in parser.sections()
                    if matches_card(card, parser[name].get('cards', '*')) and
                    series.matches(kernel, parser[name].get('kernels', '*'))}

    def reason(self, name):
        """Why a case may differ, '' if it may not."""
        return next((why for names, why in self.why.items()
                     if name in names.split()), '')


class Drawing:
    """A client that draws everything, and shows the last until it is told."""

    def __init__(self, job):
        self.job = job
        job.guest.run('rm -f /user-space/tmp/results/*')
        self.client = job.client('xdraw /tmp/results')

    def drawn(self):
        """The cases that it has drawn so far."""
        return re.findall(r'^drew (.*)', '\n'.join(self.client.lines()),
                          re.MULTILINE)

    def wait(self):
        """The pictures by their cases, when all are drawn."""
        self.client.wait_until(lambda: self.drawn()[-1:] == [LAST_CASE],
                               DRAW_LIMIT, 'drawing')
        self.job.fetch_files('tmp/results')
        found = {}
        for name in self.drawn():
            file = self.job.artifacts / f'{name}.ppm'
            found[name] = picture.read_ppm(file)
            file.unlink()
        return found

    def end(self):
        self.client.tell()
        self.client.wait(DRAW_LIMIT).check('xdraw')


@contextlib.contextmanager
def drawing(job):
    """Have everything drawn; pictures by their cases, while the last is shown.
    """
    running = Drawing(job)
    yield running.wait()
    running.end()


def differences(job, found, wanted):
    """What a drawing doesn't have in common with another, a line each."""
    for name, shot in wanted.items():
        wrong = (picture.difference(found[name], shot) if name in found else
                 'was not drawn')
        if wrong:
            if name in found:
                job.keep_wrong_picture(f'x-{name}', found[name], shot)
            yield f'{name}: {wrong}'


def draw(job, layout):
    """What a server has drawn; its screen has to show it."""
    with server(job, layout), drawing(job) as found:
        check_screen(job, found[LAST_CASE], layout)
    return found


def check_screen(job, last, layout):
    """What the server reads back has to be what the screen shows."""
    shot = job.screen.dump()
    rows = [shot.row(TOP + y)[LEFT * 3:(LEFT + last.width) * 3]
            for y in range(last.height)]
    shown = picture.Picture(last.width, last.height, b''.join(rows))
    job.keep_picture(f'xdraw-{layout}', shot)
    wrong = picture.difference(shown, last)
    if wrong and not picture.difference(shown, through_ramp(last)):
        wrong = ''
    job.checks.record(f'the screen shows what is read back ({layout})',
                      not wrong, wrong)


def through_ramp(shot):
    """A picture after the ramp that X loads, where the card has 14 bits.

    Of a value V of 8 bits, X's driver makes V << 8, the kernel's 11 bits of
    that (drm_color_lut_extract()), the highest of 14: white isn't quite white.
    """
    pixels = bytearray(shot.pixels)
    screen.apply_ramp(pixels, [RAMP] * 3)
    return picture.Picture(shot.width, shot.height, bytes(pixels))


def compare(job, ours, plain):
    """Each case drawn by the card has to be as it is without."""
    known = KnownPictures(job.options.card, job.kernel.series)
    for name in plain:
        wrong = (picture.difference(ours[name], plain[name])
                 if name in ours else 'was not drawn')
        why = known.reason(name)
        if wrong and name in ours:
            job.keep_picture(f'x-{name}', ours[name])
            job.keep_picture(f'x-{name}-plain', plain[name])
        if why:
            detail = (f'differs, as known: {why}' if wrong else
                      f'is the same, and need not be: {why}')
            job.checks.record(f'X draws {name}', True, detail,
                              skipped=bool(wrong))
        else:
            job.checks.record(f'X draws {name}', not wrong, wrong)


def draw_both(job):
    """The same with acceleration and without."""
    found, pixels = {}, {}
    for layout in 'accelerated', 'plain':
        def do(layout=layout):
            before = job.device.statistics().get('pixels', 0)
            found[layout] = draw(job, layout)
            pixels[layout] = job.device.statistics().get('pixels', 0) - before
            return f'{len(found[layout])} pictures'
        if not job.attempt(f'X draws ({layout})', do):
            return
    check_acceleration(job, pixels['accelerated'] - pixels['plain'])
    compare(job, found['accelerated'], found['plain'])


def check_acceleration(job, pixels):
    """Equal pictures prove little unless one was drawn by the card."""
    log = (job.artifacts / 'Xorg-accelerated.log').read_text('utf-8')
    operations = re.findall(r'\(II\) {6,}(\w+)', log.partition(
        'Driver registered support for')[2])
    job.checks.record('the card draws for X', pixels >= LEAST_PIXELS,
                      f'{pixels} pixels; {", ".join(operations)}')


def show_desktop(job, layout):
    """A desktop of common clients, for a person to look at."""
    with server(job, layout):
        clients = [job.client(command)
                   for command in ['twm', *DESKTOP.values()]]
        wait_for_windows(job)
        # What has a window draws into it a little later
        job.run_client('sleep 5', 60)
        shot = job.screen.dump()
        job.keep_picture(f'desktop-{layout}', shot)
        ended = [client for client in clients if not client.running()]
        for client in reversed(clients):
            client.kill('TERM')
    if ended:
        raise GuestError('ended by themselves:\n' + '\n'.join(
            line for client in ended
            for line in (client.command, *client.lines())))
    if len(shot.colours()) < 4:
        raise GuestError('there is hardly anything to be seen')
    return f'{len(clients)} clients'


def wait_for_windows(job):
    """Wait until each client has a window on the screen."""
    end = time.monotonic() + DESKTOP_LIMIT
    while True:
        shown = job.run_client(
            f'for name in {" ".join(DESKTOP)}; do xwininfo -name $name '
            '2> /dev/null | grep -q IsViewable && echo $name; done; true',
            DESKTOP_LIMIT)
        missing = set(DESKTOP) - set(shown.lines)
        if not missing:
            return
        if time.monotonic() > end:
            raise GuestError('no window of: ' + ', '.join(sorted(missing)))


def run_benchmark(job):
    """x11perf's tests, each of them for a moment."""
    lines = []
    with server(job, 'accelerated'):
        for tests in BENCHMARKS:
            result = job.run_client(
                f'stdbuf -oL x11perf -reps 5 -repeat 1 -range {tests} 2>&1',
                BENCHMARK_LIMIT, Counter(job))
            lines += result.lines
            job.directory.write('x11perf.txt', '\n'.join(lines) + '\n')
            result.check(f'x11perf -range {tests}')
    count = sum(' reps @ ' in line for line in lines)
    if not count:
        raise GuestError('x11perf has measured nothing')
    return f'{count} tests'


class Counter:
    """Says every now and then which test it is at."""

    def __init__(self, job, every=20):
        self.job = job
        self.every = every
        self.count = 0

    def __call__(self, line):
        self.count += 1
        if self.count % self.every == 1:
            self.job.progress(f'  {line.strip()}')


def run(job):
    """The stage."""
    draw_both(job)
    for layout in 'accelerated', 'plain':
        job.attempt(f'a desktop ({layout})', show_desktop, job, layout)
    job.attempt('x11perf', run_benchmark, job)
