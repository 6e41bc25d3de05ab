"""Looks at what the card shows: a program's pictures, and the console.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import functools
import time

from . import console, picture, screen
from .errors import GuestError

DRAWING_LIMIT = 6
SHOWING_LIMIT = 2


class Screen:
    """The screen of a job's guest.

    SHOTS has those of WANTED's pictures that programs have shown.
    """

    def __init__(self, job):
        self.job = job
        self.wanted = ()
        self.shots = {}

    def dump(self):
        file = self.job.artifacts / 'screen.ppm'
        self.job.guest.machine.execute('screendump', filename=str(file),
                                       device=self.job.device.name())
        shot = picture.read_ppm(file)
        file.unlink()
        return shot

    def compare(self, said):
        """Compare it with what a program describes; '' if it is that.

        A driver may show it some blanks later.
        """
        name = said['name']
        wanted = screen.draw(said)
        end = time.monotonic() + SHOWING_LIMIT
        while True:
            shot = self.dump()
            if shot == wanted or time.monotonic() > end:
                break
            self.job.guest.machine.pass_time(0.1)
        wrong = picture.difference(shot, wanted)
        if wrong:
            for kind, made in ('', shot), ('-wanted', wanted):
                picture.write_png(
                    self.job.artifacts / f'screen-{name}{kind}.png', made)
        elif name in self.wanted:
            self.shots.setdefault(name, shot)
        return wrong


class Console:
    """The console of a job's guest: it has to show the text to the pixel.

    TEXTS are those that are drawn on it, and SHOTS what they looked like by
    their names; FIRST is what it showed at first: its state, and a picture.
    """

    def __init__(self, job, texts):
        self.job = job
        self.texts = texts
        self.shots = {}
        self.first = None
        self.pixel_bits = None

    def read_frame_buffer(self):
        """What the console is drawn in, if the driver has made one."""
        if self.job.headless():
            return
        status, lines = self.job.guest.run(
            'cd /sys/class/graphics/fb0 && cat name virtual_size '
            'bits_per_pixel')
        if status:
            raise GuestError('the driver has made no frame buffer')
        name, size, bits = lines
        size = size.replace(',', 'x')
        self.pixel_bits = int(bits)
        self.job.facts['mode'] = f'{size}-{bits}'
        self.job.facts['console'] = f'{name}, {size}, {bits} bits per pixel'

    def parts(self):
        """The console, and what is drawn on it."""
        if not self.job.headless():
            yield 'draws the console', self.look
            for text in self.texts:
                yield (f'draws text exactly: {text}',
                       functools.partial(self.draw, text))

    def look(self):
        """The console has to show the kernel's text."""
        state, shot, wrong = self.compare()
        self.first = state, shot
        self.keep('console', state, shot, wrong)
        characters = state.characters()
        if not characters:
            wrong = wrong or 'there is no text on it'
        self.job.checks.record('draws the console', not wrong,
                               wrong or f'{shot.width}x{shot.height} pixels, '
                                        f'{characters} characters')

    def draw(self, text):
        """Draw a text, and check it."""
        self.job.chapter(f'console text: {text}')
        statistics = self.job.device.statistics
        before = statistics().get('pixels', 0)
        start = time.monotonic()
        self.job.guest.ask(f'console-text {text}')
        seconds = time.monotonic() - start
        state, shot, wrong = self.compare()
        pixels = statistics().get('pixels', 0) - before
        self.job.measures[f'console-{text}'] = {'pixels': pixels}
        self.shots[text] = shot
        self.keep(f'console-{text}', state, shot, wrong)
        self.job.checks.record(f'draws text exactly: {text}', not wrong,
                               wrong or f'{seconds:.1f} s, '
                                        f'{pixels} pixels drawn by the card')

    def look_again(self, when=''):
        """A program has to restore the screen."""
        title = f'shows the console again {when}'.rstrip()
        with self.job.checks.step(title):
            state, shot, wrong = self.compare()
            self.keep_difference('console-again', state, shot, wrong)
            if wrong:
                raise GuestError(wrong)

    def compare(self):
        """The console's state, the screen, and what is wrong with it.

        A driver may draw some time after the text has changed, so what is
        wrong is looked at again until it stays wrong.
        """
        end = time.monotonic() + DRAWING_LIMIT
        while True:
            state = console.ConsoleState(
                self.job.guest.fetch('console-state'), self.pixel_bits)
            shot = self.job.screen.dump()
            wanted = console.draw(state, shot.width, shot.height)
            ours = console.without_cursor(state, shot, wanted)
            if ours == wanted or time.monotonic() > end:
                return state, shot, picture.difference(ours, wanted)
            self.job.guest.machine.pass_time(0.5)

    def keep(self, name, state, shot, wrong):
        picture.write_png(self.job.artifacts / f'{name}.png', shot)
        self.keep_difference(name, state, shot, wrong)

    def keep_difference(self, name, state, shot, wrong):
        if wrong:
            artifacts = self.job.artifacts
            wanted = console.draw(state, shot.width, shot.height)
            picture.write_png(artifacts / f'{name}-wanted.png', wanted)
            picture.write_png(artifacts / f'{name}-difference.png',
                              picture.difference_picture(wanted, shot))
