"""A guest that is recorded, and the same run once more from the record.

The record has what comes from outside: the host's clock, what the guest is
told, random numbers. All else has to follow from it, so at the same instruction
both runs have the same picture, the same memory and the same numbers of
interrupts, commands and so on.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import contextlib
import copy
import hashlib
import os
import re
import shlex
import struct
from dataclasses import dataclass, field

from nvdebug import replay, reports

from .errors import GuestError
from .job import Job
from .machine import Machine
from .machine_command import DEVICE
from .tracelog import TraceLog

# Nanoseconds of an instruction, as a power of 2
SHIFT = 3
REPLAY_LIMIT = 1800
# The snapshot that a replay begins with, and the drive that has snapshots
BEGINNING = 'beginning'
DRIVE = 'snapshots'
QCOW2_CLUSTER_BITS = 16
# The guest's ports during a replay
SERIAL_PORTS = ['-serial', 'null'] * 3
SMALLEST_MEMORY = 1 << 20
CHUNK = 16 << 20


@dataclass
class Point:
    """The machine between two instructions.

    PARTS are by name what is compared there.  HALTED says that the last
    instruction was the guest's HLT.
    """

    title: str
    icount: int
    parts: dict[str, str] = field(default_factory=dict)
    halted: bool = False

    @property
    def place(self):
        """The instruction at which a replay is stopped to look at it.

        While a machine is stopped, QEMU's main loop still runs the timer that
        ends a halted processor's sleep.  In a replay it then doesn't read the
        clock as it did in the record, and what follows waits for ever.  Before
        the HLT there is no such timer, and memory is the same.
        """
        return self.icount - self.halted

    def count(self, name):
        """One of the numbers that the card counts."""
        return int(self.parts.get(name, 0))

    def differences(self, other):
        """What is not the same, one line for each part."""
        for name in [*self.parts, *(other.parts.keys() - self.parts.keys())]:
            was, became = (parts.get(name, 'nothing')
                           for parts in (self.parts, other.parts))
            if was != became:
                yield f'{name}: {was} has become {became}'


def icount(directory, mode):
    """The emulator's option -icount that records a run or replays it."""
    name = str(directory / 'record').replace(',', ',,')
    return f'shift={SHIFT},rr={mode},rrfile={name},rrsnapshot={BEGINNING}'


def drive(directory):
    """The arguments for a disk that no guest sees: snapshots are in it."""
    name = str(directory / f'{DRIVE}.qcow2').replace(',', ',,')
    return ['-drive', f'file={name},format=qcow2,if=none,id={DRIVE}']


def empty_image():
    """A qcow2 image that takes snapshots: its header, and tables of counts.

    See docs/interop/qcow2.txt of QEMU.
    """
    cluster = 1 << QCOW2_CLUSTER_BITS
    counts, block, mapping = (n * cluster for n in (1, 2, 3))
    header = struct.pack(
        '>4sIQIIQIIQQIIQQQQII', b'QFI\xfb', 3, 0, 0, QCOW2_CLUSTER_BITS,
        cluster, 0, 1, mapping, counts, 1, 0, 0, 0, 0, 0, 4, 104)
    clusters = [header, struct.pack('>Q', block),
                struct.pack('>4H', 1, 1, 1, 1), b'']
    return b''.join(data.ljust(cluster, b'\0') for data in clusters)


def blocks(text):
    """The memories that "x-query-ramblock" tells of: name, size, address."""
    for line in text.splitlines():
        match = re.match(r' *(\S+) +\S+ \S+ +0x\w+ +(0x\w+) +0x\w+ +(0x\w+)',
                         line)
        if match and int(match[2], 16) >= SMALLEST_MEMORY:
            yield match[1], int(match[2], 16), int(match[3], 16)


def memory_blocks(machine):
    """Those of a machine."""
    return blocks(machine.execute('x-query-ramblock')['human-readable-text'])


def counters(machine):
    """What the card has counted, by name."""
    answer = machine.execute(reports.STATISTICS, path=DEVICE)
    return {name: str(count)
            for name, count in reports.counters(answer).items()}


def digest(read, size):
    """A hash of what READ gives up to some size."""
    made = hashlib.sha256()
    while size:
        data = read(min(size, CHUNK))
        if not data:
            raise GuestError('the emulator\'s memory ends too early')
        made.update(data)
        size -= len(data)
    return made.hexdigest()[:16]


def memories(machine):
    """Hashes of the machine's memories and the card's, by name."""
    found = memory_blocks(machine)
    with machine.open_memory() as file:
        for name, size, address in found:
            file.seek(address)
            yield f'memory {name}', digest(file.read, size)


def picture(machine, file):
    """A hash of what the card shows."""
    machine.execute('screendump', filename=str(file), device='gpu')
    data = file.read_bytes()
    file.unlink()
    return hashlib.sha256(data).hexdigest()[:16]


def take_point(machine, title, directory):
    """What a machine that has been stopped is like."""
    point = Point(title, machine.execute('query-replay')['icount'])
    point.halted = 'HLT=1' in machine.execute(
        'human-monitor-command', **{'command-line': 'info registers'})
    point.parts['picture'] = picture(machine, directory / 'point.ppm')
    point.parts.update(memories(machine))
    point.parts.update(counters(machine))
    return point


def busiest(points):
    """Of the ways from a point to the next, the one with most of the work."""
    ways = list(zip(points, points[1:]))
    return max(ways, key=lambda way: way[1].count('methods') -
               way[0].count('methods'), default=None)


def between(before, after):
    """The instruction halfway from one point to another."""
    return (before.icount + after.icount) // 2


class Replay:
    """The run of a RecordJob once more."""

    def __init__(self, job):
        self.job = job
        self.machine = None
        self.run_of = None

    def run(self):
        """Compare all points; each is a check of the job's."""
        self.job.progress('replaying')
        log = TraceLog(self.job.artifacts, [])
        try:
            self.machine = Machine(self.job.command() + ['-S'],
                                   [self.ignore] * 3, log.feed)
            self.machine.negotiate()
            self.run_of = replay.Replay(self.execute)
            self.compare_all(self.job.points)
            self.end()
        except replay.ReplayError as error:
            self.job.checks.record('can be replayed', False, str(error))
        finally:
            if self.machine:
                self.machine.close()
            log.close()

    @staticmethod
    def ignore(line):
        """Ignore the guest's output, which is the recorded run's."""

    def execute(self, command, **arguments):
        return self.machine.execute(command, REPLAY_LIMIT, **arguments)

    def compare_all(self, points):
        """Forwards from the beginning, and some of it again from where the card
        was at work.
        """
        way = busiest(points)
        for point in points:
            if way and point is way[1]:
                self.run_of.seek(between(*way))
                self.run_of.save('between')
            self.compare(point)
        if way:
            self.run_of.seek(between(*way))
            self.compare(way[1], ', from a snapshot')

    def compare(self, point, way=''):
        self.run_of.seek(point.place)
        again = take_point(self.machine, point.title, self.job.artifacts)
        wrong = list(point.differences(again))
        self.job.checks.record(
            f'is the same again: {point.title}{way}', not wrong,
            '\n'.join(wrong) or f'instruction {point.icount}')

    def end(self):
        """Go on to the end, where the emulator ends, too."""
        self.machine.execute('cont')
        with contextlib.suppress(GuestError):
            # A guest that sleeps is woken.
            self.run_of.wait()
        self.job.checks.record('the replay ends by itself',
                               self.machine.wait_for_end(REPLAY_LIMIT))


def write_script(job):
    """Write a program that replays the run, with additional options."""
    command = shlex.join(job.command() + SERIAL_PORTS)
    script = job.artifacts / 'replay'
    script.write_text('#!/bin/sh\n# The same run once more: see '
                      f'docs/guests.rst\nexec {command} -S "$@"\n')
    script.chmod(0o755)


class RecordJob(Job):
    """The main job, recorded; before each chapter it is looked at closely."""

    def __init__(self, options, progress, programs=None):
        super().__init__(copy.copy(options), progress, '-replay', programs)
        self.options.qemu_args = [*self.options.qemu_args,
                                  *drive(self.artifacts)]
        self.points = []

    def run(self, stay=None):
        """Record it, and replay it."""
        self.options.icount = icount(self.artifacts, 'record')
        super().run(stay)
        self.options.icount = icount(self.artifacts, 'replay')
        write_script(self)
        Replay(self).run()
        return not self.failed()

    def set_up(self):
        image = self.artifacts / f'{DRIVE}.qcow2'
        image.write_bytes(empty_image())
        # Whoever replays it later needs the same file system.
        initramfs = self.artifacts / 'initramfs.cpio'
        os.link(self.initramfs, initramfs)
        self.initramfs = initramfs

    def before_chapter(self, title):
        """Look at the machine closely."""
        machine = self.guest.machine
        machine.execute('stop')
        self.points.append(take_point(machine, title, self.artifacts))
        machine.execute('cont')
