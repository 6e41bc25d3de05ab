"""README.md's pictures: the guests in which they are taken, and how shots are
put together.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import base64
import copy
import os
import shutil
import subprocess
import textwrap

from timeline import events, tracks

from . import console, debugger, timelines
from .errors import GuestError
from .job import Job
from .picture import above, read_ppm, tiles

# One card of each family that nouveau draws the console of
CONSOLE_CARDS = ['nv05', 'nv15', 'nv34', 'nv44', 'nv84', 'nvc1']
# How much of the log's end is shown
CONSOLE_LINES, CONSOLE_COLUMNS = 23, 80
CONSOLES_ABREAST = 2
GAP = 4
GAP_COLOUR = b'\x55\x55\x55'

# VGA's attributes
PLAIN, BRIGHT, TITLE = 0x07, 0x0f, 0x1f

DRAWING_LIMIT = 120
DRAWING = '/draw.ppm'

# What the program kms shows, by its own names, and the part that is kept
SCREENS = {
    'first-page': 'kms: the first page',
    'second-page': 'the second page, after a flip',
    'cursor': 'with a cursor',
    'ramp': 'through another gamma ramp',
}
SCREEN_PART = (240, 150, 480, 240)

# A debugger's session.  It is shown from behind the commands that begin it.
SESSION_CARD, SESSION_PROGRAM = 'nv84', 'copy'
BEGIN = '''\
timeout 300
continue &
'''
SESSION = '''\
break G80_M2MF.BUF_NOTIFY channel=2
continue
info channel 2
disassemble 2
info object 2 0xbeef0201
walk 2 0x13020
next
print PFIFO.CACHE1.DMA_GET PFIFO.CACHE1.PULL0
delete 1
continue &
'''
SESSION_COLUMNS = 100

# The program whose time line is shown, how much of it, and how large
TIMELINE_CARD, TIMELINE_PROGRAM = 'nv84', 'interleave'
TIMELINE_SECONDS = 0.012
TIMELINE_SIZE = (1200, 620)
BROWSERS = ['chromium', 'chromium-browser', 'google-chrome']
BROWSER_LIMIT = 120


def text_picture(state, lines, columns):
    """Lines of text in the font of a console; each is a text and an attribute.

    STATE is that of a guest's console.
    """
    drawn = copy.copy(state)
    drawn.columns, drawn.lines = columns, len(lines)
    drawn.text = [b''.join(bytes([ord(letter), attribute]) for letter in
                           text.ljust(columns)[:columns])
                  for text, attribute in lines]
    return console.draw(drawn, columns * state.width,
                        len(lines) * state.height)


class PictureJob(Job):
    """A boot in which pictures are taken."""

    # Most pictures don't need them
    SCENES = ()

    def __init__(self, options, progress, card, programs=(), **more):
        options = copy.copy(options)
        options.card = card
        for name, value in more.items():
            setattr(options, name, value)
        super().__init__(options, progress, '-pictures', list(programs))
        self.screen.wanted = SCREENS

    def title_line(self, text, columns):
        """A caption, as wide as some columns."""
        state, _ = self.console.first
        return text_picture(state, [(f' {text}', TITLE)], columns)

    def console_picture(self):
        """The end of what is on the console, below the card's name."""
        state, shot = self.console.first
        used = [y for y, cells in enumerate(state.text)
                if any(cells[i] not in b' \0' for i in range(0, len(cells), 2))]
        first = max(0, used[-1] + 1 - CONSOLE_LINES)
        part = shot.cut(0, first * state.height,
                        CONSOLE_COLUMNS * state.width,
                        CONSOLE_LINES * state.height)
        title = f'{self.display.device}, Linux {self.kernel.name}'
        return above(self.title_line(title, CONSOLE_COLUMNS), part)

    def screens_picture(self):
        """What kms has shown, each with a caption."""
        state, _ = self.console.first
        columns = SCREEN_PART[2] // state.width
        return tiles([above(self.title_line(text, columns),
                            self.screen.shots[name].cut(*SCREEN_PART))
                      for name, text in SCREENS.items()], 2, GAP, GAP_COLOUR)


class DrawJob(PictureJob):
    """Scrolls the console, and keeps what the program draw has drawn."""

    SCENES = Job.SCENES

    def __init__(self, *given, **more):
        super().__init__(*given, **more)
        self.picture = None

    def work(self):
        yield from super().work()
        yield 'draws a picture', self.draw_picture

    def draw_picture(self):
        with self.checks.step('draws a picture'):
            status, lines = self.guest.run_program(f'draw {DRAWING}',
                                                   DRAWING_LIMIT)
            if status:
                raise GuestError('\n'.join(lines))
            data = base64.b64decode(''.join(
                self.guest.fetch(f'base64 {DRAWING}')))
            file = self.artifacts / 'draw.ppm'
            file.write_bytes(data)
            self.picture = read_ppm(file)


class SessionJob(PictureJob):
    """A session of nv-debug while a program runs."""

    def __init__(self, options, progress):
        super().__init__(options, progress, SESSION_CARD, [SESSION_PROGRAM],
                         debug=True)
        self.session = ''

    def patience(self):
        """Enough for the debugger's commands, which come from a script."""
        return 4

    def start(self):
        super().start()
        with open(self.artifacts / 'session.txt', 'w', encoding='utf-8') as out:
            self.debugger = subprocess.Popen(
                [debugger.NV_DEBUG, '--batch', '-',
                 debugger.socket(self.artifacts, 'nv-debug')],
                stdin=subprocess.PIPE, stdout=out, stderr=subprocess.STDOUT,
                text=True)
        self.debugger.stdin.write(BEGIN + SESSION)
        self.debugger.stdin.close()

    def work(self):
        yield from super().work()
        yield 'is debugged', self.end_session

    def end_session(self):
        with self.checks.step('is debugged'):
            status = self.debugger.wait(30)
            self.session = (self.artifacts / 'session.txt').read_text('utf-8')
            if status:
                raise GuestError(self.session)

    def session_picture(self):
        """The session, what was typed brighter than the answers."""
        state, _ = self.console.first
        said = self.session.partition('(nv) continue &\n')[2].splitlines()
        lines = [(part, BRIGHT if line.startswith('(nv)') else PLAIN)
                 for line in said
                 for part in textwrap.wrap(
                     line, SESSION_COLUMNS, subsequent_indent=' ' * 6,
                     drop_whitespace=False) or ['']]
        return text_picture(state, lines, SESSION_COLUMNS)


class TimelineJob(PictureJob):
    """A time line of two channels that take turns."""

    def __init__(self, options, progress):
        super().__init__(options, progress, TIMELINE_CARD, [TIMELINE_PROGRAM],
                         timeline=True)

    def moment(self):
        """A time near the end, in seconds of the page."""
        with timelines.file_of(self).open(encoding='utf-8',
                                       errors='replace') as lines:
            line = tracks.Timeline(events.read(lines))
        fences = sorted(arrow.source.start for arrow in line.arrows
                        if arrow.source.track.group.startswith('Channel'))
        if not fences:
            raise GuestError('the time line has no fence')
        return (fences[-len(fences) // 10] - line.begin) / 1e9

    def picture(self, file):
        """Take a picture of the page with a browser, if there is one."""
        found = next(filter(None, map(shutil.which, BROWSERS)), None)
        if not found:
            self.progress('no browser: the time line\'s picture stays as it '
                          f'is ({", ".join(BROWSERS)} would do)')
            return
        page = (self.artifacts / 'timeline.html').as_uri()
        width, height = TIMELINE_SIZE
        partial = self.artifacts / file.name
        subprocess.run(
            [found, '--headless', '--disable-gpu', '--hide-scrollbars',
             *(['--no-sandbox'] if os.geteuid() == 0 else []),
             f'--window-size={width},{height}', f'--screenshot={partial}',
             f'{page}#at={self.moment():.6f}&for={TIMELINE_SECONDS}'],
            check=True, timeout=BROWSER_LIMIT, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        shutil.move(partial, file)
