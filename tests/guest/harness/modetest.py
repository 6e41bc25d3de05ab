"""libdrm's modetest: what it lists, and the patterns that it shows.

The patterns are drawn here from what is known of them: SMPTE's colour bars as
broadcasters have them, tiles of 64 pixels along diagonals, and plain bytes of
0x77.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import re
import time
from dataclasses import dataclass, field

from . import picture, screen
from .errors import GuestError

NAME = 'modetest'

# What a guest may take to open the device and set a mode
LIMIT = 60
# Samples of a cursor that moves, and of flips
SAMPLES = 12
SHOWING_LIMIT = 25
CURSOR = 64

TOP = ['c0c0c0', 'c0c000', '00c0c0', '00c000', 'c000c0', 'c00000', '0000c0']
MIDDLE = ['0000c0', '131313', 'c000c0', '131313', '00c0c0', '131313', 'c0c0c0']
# Of the bottom bars, four are 5/4 of those above wide, three a third
BOTTOM = ['00214c', 'ffffff', '32006a', '131313']
PLUGE = ['090909', '131313', '1d1d1d']
BLACK = '131313'

PLAIN = 0x77

OVERLAY_SIZE = 280, 126
YUV_FORMATS = ['YUYV', 'UYVY', 'YVYU', 'VYUY', 'NV12', 'NV21']
YUV_TOLERANCE = 8

# How many bits of red, green and blue a format has
FORMATS = {'XR24': (8, 8, 8), 'AR24': (8, 8, 8), 'XB24': (8, 8, 8),
           'AB24': (8, 8, 8), 'RG16': (5, 6, 5), 'XR15': (5, 5, 5),
           'AR15': (5, 5, 5), 'XR30': (10, 10, 10), 'XB30': (10, 10, 10),
           'AR30': (10, 10, 10), 'AB30': (10, 10, 10)}


def disks(_job):
    return []


# What it lists

@dataclass
class Connector:
    """A connector, and the modes of what is connected."""

    ident: str
    name: str
    modes: list[tuple[str, str]] = field(default_factory=list)


@dataclass
class Plane:
    """A plane, and the formats it takes."""

    ident: str
    formats: list[str]
    kind: str = ''
    crtcs: int = 1


@dataclass
class Listed:
    """What modetest lists, as far as it is wanted."""

    connectors: list[Connector] = field(default_factory=list)
    crtcs: list[str] = field(default_factory=list)
    planes: list[Plane] = field(default_factory=list)


class Reader:
    """Reads what modetest prints, section by section."""

    def __init__(self, lines):
        self.listed = Listed()
        self.section = None
        self.kind_of_plane = False
        for line in lines:
            title = re.match(r'(\w+( \w+)?):$', line)
            if title:
                self.section = title[1].lower().replace(' ', '_')
                continue
            take = getattr(self, f'take_{self.section}', None)
            if take:
                take(line)

    def take_connectors(self, line):
        match = re.match(r'(\d+)\t\d+\tconnected\t(\S+)', line)
        mode = re.match(r'\s+#\d+ (\d+x\d+)i? ([\d.]+) ', line)
        if match:
            self.listed.connectors.append(Connector(match[1], match[2]))
        elif re.match(r'\d+\t', line):
            # One that nothing is connected to has no modes
            self.section = 'connectors'
        elif mode and self.listed.connectors:
            if 'i ' not in line.partition(mode[2])[0]:
                self.listed.connectors[-1].modes.append((mode[1], mode[2]))

    def take_crtcs(self, line):
        match = re.match(r'(\d+)\t\d+\t\(', line)
        if match:
            self.listed.crtcs.append(match[1])

    def take_planes(self, line):
        match = re.match(r'(\d+)\t\d+\t\d+\t.*\t0x([0-9a-f]+)\s*$', line)
        formats = re.match(r'  formats: (.*)', line)
        kind = re.match(r'\t\tvalue: (\d+)', line)
        if match:
            self.listed.planes.append(Plane(match[1], [],
                                            crtcs=int(match[2], 16)))
        elif formats:
            self.listed.planes[-1].formats = formats[1].split()
        elif re.match(r'\t\d+ type:', line):
            self.kind_of_plane = True
        elif kind and self.kind_of_plane:
            self.listed.planes[-1].kind = ['overlay', 'primary',
                                           'cursor'][int(kind[1])]
            self.kind_of_plane = False


def read_list(lines):
    return Reader(lines).listed


# What it draws

def as_stored(colour, bits):
    """A colour of 8 bits each, after it was kept in fewer and widened."""
    return bytes(value if size >= 8 else screen.widen(value >> (8 - size),
                                                      size)
                 for value, size in zip(colour, bits))


def bar_row(colours, edges, bits):
    """A row of bars: the colour of each pixel is that of its bar."""
    return b''.join(as_stored(bytes.fromhex(colours[index]), bits)
                    for index in edges)


def smpte(width, height, name='XR24'):
    """SMPTE's colour bars."""
    bits = FORMATS[name]
    sevenths = [x * 7 // width for x in range(width)]
    four = width * 5 // 7
    six = width * 6 // 7
    bottom = ([x * 4 // four for x in range(four)] +
              [4 + (x - four) * 3 // (width // 7) for x in range(four, six)] +
              [7] * (width - six))
    colours = BOTTOM + PLUGE + [BLACK]
    # A seventh that isn't whole has a pixel more than three thirds
    bottom = [min(index, 7) for index in bottom]
    rows = [bar_row(TOP, sevenths, bits)] * (height * 6 // 9)
    rows += [bar_row(MIDDLE, sevenths, bits)] * (height * 7 // 9 - len(rows))
    rows += [bar_row(colours, bottom, bits)] * (height - len(rows))
    return picture.Picture(width, height, b''.join(rows))


def tiles(width, height, name='XR24'):
    """Diagonal tiles of 64 pixels."""
    bits = FORMATS[name]
    table = {}

    def colour(place):
        row, column = divmod(place, width)
        key = row >> 6, column >> 6
        if key not in table:
            value = 0x130502 * key[0] + 0x0a1120 * key[1]
            table[key] = as_stored((value & 0xffffff).to_bytes(3, 'big'), bits)
        return table[key]

    diagonal = [colour(place) for place in range(width + height)]
    rows = [b''.join(diagonal[y:y + width]) for y in range(height)]
    return picture.Picture(width, height, b''.join(rows))


def plain(width, height, name='XR24'):
    """Bytes of 0x77."""
    bits = FORMATS[name]
    if name == 'XR24':
        pixel = bytes([PLAIN] * 3)
    else:
        word = PLAIN << 8 | PLAIN
        shifts = bits[1] + bits[2], bits[2], 0
        pixel = bytes(screen.widen(word >> shift & (1 << size) - 1, size)
                      for shift, size in zip(shifts, bits))
    return picture.Picture(width, height, pixel * (width * height))


def over(under, top, left, upper):
    """A picture with another one in it."""
    rows = [under.row(y) for y in range(under.height)]
    for y in range(top.height):
        row = rows[upper + y]
        rows[upper + y] = (row[:left * 3] + top.row(y) +
                           row[(left + top.width) * 3:])
    return picture.Picture(under.width, under.height, b''.join(rows))


# What is done with it

class Modetest:
    """The stage's state: the job and what was listed."""

    def __init__(self, job):
        self.job = job
        self.listed = None
        self.connector = None
        self.crtc = None

    def list_all(self):
        lines = self.job.run_client('modetest -M nouveau', LIMIT).check(
            'modetest')
        self.job.directory.write('modetest.txt', '\n'.join(lines) + '\n')
        self.listed = read_list(lines)
        self.connector = next((connector for connector
                               in self.listed.connectors if connector.modes),
                              None)
        if not self.connector or not self.listed.crtcs:
            raise GuestError('no connector has a mode, or there is no CRTC')
        self.crtc = self.listed.crtcs[0]
        return (f'{self.connector.name} with {len(self.connector.modes)} '
                f'modes, {len(self.listed.crtcs)} CRTCs, '
                f'{len(self.listed.planes)} planes')

    def primary_formats(self):
        """The formats of the CRTC's own plane that we can draw."""
        for plane in self.listed.planes:
            if plane.kind == 'primary' or not plane.kind:
                return [name for name in plane.formats if name in FORMATS
                        and name[0] != 'A']
        return ['XR24']

    def overlays(self):
        return [plane for plane in self.listed.planes
                if plane.kind == 'overlay' and plane.crtcs & 1]

    def start(self, mode, name, *options):
        what = f'{self.connector.ident}@{self.crtc}:{mode}@{name}'
        return self.job.client(' '.join(['modetest -M nouveau -s', what,
                                         *options]))

    def show(self, name, client, wanted, look=None):
        """Wait for a picture, then let modetest end."""
        try:
            shot, wrong = self.job.wait_for_picture(wanted, client,
                                                   SHOWING_LIMIT)
            if wrong:
                self.job.keep_wrong_picture(name, shot, wanted)
                raise GuestError(f'{wrong}\n' + '\n'.join(client.lines()[-5:]))
            self.job.keep_picture(name, shot)
            return look(client) if look else None
        finally:
            end(client)

    def mode(self, mode, refresh, name='XR24'):
        width, height = map(int, mode.split('x'))
        self.show(f'mode-{mode}-{name}',
                  self.start(f'{mode}-{refresh}', name),
                  smpte(width, height, name))

    def fill(self, name, draw):
        mode, refresh = self.connector.modes[0]
        width, height = map(int, mode.split('x'))
        self.show(f'pattern-{name}',
                  self.start(f'{mode}-{refresh}', 'XR24', '-F', name),
                  draw(width, height))

    def overlay(self, plane, name):
        """A plane of its own over the bars."""
        mode, refresh = self.connector.modes[0]
        width, height = map(int, mode.split('x'))
        size = OVERLAY_SIZE
        wanted = over(smpte(width, height), tiles(*size, name), 100, 60)
        self.show(f'plane-{plane.ident}-{name}',
                  self.start(f'{mode}-{refresh}', 'XR24', '-P',
                             f'{plane.ident}@{self.crtc}:{size[0]}x{size[1]}'
                             f'+100+60@{name}', '-F', 'smpte,tiles'), wanted)

    def yuv_overlay(self, plane, name):
        """The bars in another colour space: about the same colours."""
        mode, refresh = self.connector.modes[0]
        width, height = OVERLAY_SIZE
        client = self.start(
            f'{mode}-{refresh}', 'XR24', '-F', 'plain,smpte', '-P',
            f'{plane.ident}@{self.crtc}:{width}x{height}+100+60@{name}')
        end_of_time = time.monotonic() + SHOWING_LIMIT
        try:
            while True:
                shot = self.job.screen.dump()
                wrong = wrong_bars(shot, 100, 60)
                if not wrong or time.monotonic() > end_of_time:
                    break
        finally:
            end(client)
        self.job.keep_picture(f'plane-{plane.ident}-{name}', shot)
        if wrong:
            raise GuestError(f'{wrong}\n' + '\n'.join(client.lines()[-5:]))

    def flips(self):
        """Two pictures in turns: nothing else may be seen."""
        mode, refresh = self.connector.modes[0]
        width, height = map(int, mode.split('x'))
        client = self.start(f'{mode}-{refresh}', 'XR24', '-v')
        wanted = [smpte(width, height), plain(width, height)]

        def look(_client):
            seen = [0, 0]
            client.wait_until(lambda: 'freq' in client.last_line(), LIMIT,
                              'flips')
            for _ in range(SAMPLES):
                shot = self.job.screen.dump()
                if shot not in wanted:
                    self.job.keep_wrong_picture('flip', shot, wanted[0])
                    raise GuestError('a picture that is neither')
                seen[wanted.index(shot)] += 1
            rates = re.findall(r'freq: ([\d.]+)Hz', '\n'.join(client.lines()))
            return (f'{seen[0]} and {seen[1]} times seen, '
                    f'{rates[-1]} flips a second')

        return self.show('flips', client, wanted[0], look)

    def cursor(self):
        """The cursor that moves: nothing but it may differ from the bars."""
        mode, refresh = self.connector.modes[0]
        width, height = map(int, mode.split('x'))
        bars = smpte(width, height)
        client = self.start(f'{mode}-{refresh}', 'XR24', '-C')
        places = set()
        end_of_time = time.monotonic() + LIMIT
        try:
            while len(places) < SAMPLES and time.monotonic() < end_of_time:
                shot = self.job.screen.dump()
                place, wrong = find_cursor(shot, bars)
                # Before the first there is another picture
                if wrong and places:
                    self.job.keep_wrong_picture('cursor', shot, bars)
                    raise GuestError(wrong)
                if place:
                    places.add(place)
            self.job.keep_picture('cursor', shot)
        finally:
            end(client)
        if len(places) < 2:
            raise GuestError(f'a cursor was seen at {len(places)} places' +
                             (f', at last {wrong}' if wrong else ''))
        return f'seen at {len(places)} places'


def end(client):
    """Let modetest end by itself: it waits for a key."""
    if client.running():
        client.tell()
        try:
            client.wait_until(lambda: not client.running(), 15, 'ending')
        except GuestError:
            client.kill()


def find_cursor(shot, bars):
    """Where the cursor is over the bars, and what is wrong with the picture.

    The cursor is plain and half transparent; any of the ways in which cards
    mix it will do (see harness/screen.py).
    """
    if (shot.width, shot.height) != (bars.width, bars.height):
        return None, f'{shot.width}x{shot.height} pixels'
    places = list(picture.differing_pixels(shot, bars))
    if not places:
        return None, ''
    xs, ys = [x for x, _ in places], [y for _, y in places]
    if max(xs) - min(xs) >= CURSOR or max(ys) - min(ys) >= CURSOR:
        return None, ('more differs than a cursor covers: '
                      f'({min(xs)},{min(ys)})-({max(xs)},{max(ys)})')
    for x, y in places:
        now, under = pixel(shot, x, y), pixel(bars, x, y)
        if not any(mix([PLAIN] * 3, PLAIN, under) == now
                   for mix in screen.MIXES.values()):
            return None, (f'({x},{y}) is {now.hex()}, and neither the cursor '
                          f'nor the bars under it, {under.hex()}')
    return (min(xs), min(ys)), ''


def wrong_bars(shot, left, upper):
    """What is wrong with the top bars of an overlay, looked at in their middle.

    How exactly YUV becomes RGB is the card's to choose.
    """
    width, height = OVERLAY_SIZE
    if left + width > shot.width or upper + height > shot.height:
        return f'{shot.width}x{shot.height} pixels'
    for i, colour in enumerate(TOP):
        x, y = left + (2 * i + 1) * width // 14, upper + height // 3
        now, wanted = pixel(shot, x, y), bytes.fromhex(colour)
        if any(abs(n - w) > YUV_TOLERANCE for n, w in zip(now, wanted)):
            return f'({x},{y}) is {now.hex()}, which should be about {colour}'
    return ''


def pixel(shot, x, y):
    return shot.row(y)[x * 3:x * 3 + 3]


def run(job):
    """The stage."""
    stage = Modetest(job)
    if not job.attempt('modetest lists what there is', stage.list_all):
        return
    for mode, refresh in chosen_modes(stage.connector.modes):
        job.attempt(f'mode {mode} at {refresh} Hz', stage.mode, mode, refresh)
    for name in stage.primary_formats():
        if name != 'XR24':
            job.attempt(f'format {name}', stage.mode,
                        *stage.connector.modes[0], name)
    job.attempt('pattern tiles', stage.fill, 'tiles', tiles)
    job.attempt('pattern plain', stage.fill, 'plain', plain)
    for plane in stage.overlays():
        for name in plane.formats:
            title = f'plane {plane.ident}, {name}'
            if name in FORMATS:
                job.attempt(title, stage.overlay, plane, name)
            elif name in YUV_FORMATS:
                job.attempt(title, stage.yuv_overlay, plane, name)
            else:
                job.checks.record(title, True, 'modetest draws no such picture',
                                  skipped=True)
    job.attempt('flips', stage.flips)
    job.attempt('the cursor', stage.cursor)


def chosen_modes(modes):
    """Modes of six sizes: the first, the last and some between."""
    sizes = {}
    for mode, refresh in modes:
        sizes.setdefault(mode, refresh)
    chosen = list(sizes.items())
    last = len(chosen) - 1
    return [chosen[i] for i in sorted({last * i // 5 for i in range(6)})]
