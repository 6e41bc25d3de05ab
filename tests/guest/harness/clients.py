"""Clients of a distribution's user space, as jobs: a boot for each stage.

A guest gets disks: the user space, our programs, one that files come back on,
and IGT's directory if there is one. All but the third are only read, whoever
else uses them.
Clients run in the user space, each in the background: one that hangs in the
driver can't be killed, and the guest has to go on answering.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import copy
import importlib
import shlex
import shutil
import tarfile
import time
from dataclasses import dataclass

from . import picture, shared, userspace
from .errors import GuestError
from .job import Job
from .kernel import DISK_DRIVERS
from .shared import digest
from .work import PATIENCE

USER_SPACE = '/user-space'
RESULTS_MIB = 256
POLL = 0.1
# Seconds that a client may take to end
END_LIMIT = 20
SHOWING_LIMIT = 10

# What the emulator may grow by on its own: the caches of disks, and TLBs of the
# vCPUs, which grow to tens of MiB each with large processes
ALLOWED_GROWTH_MIB = 192

ENVIRONMENT = {
    'PATH': '/clients:/usr/bin:/usr/sbin', 'HOME': '/root', 'DISPLAY': ':0',
    'LC_ALL': 'C.UTF-8', 'XDG_RUNTIME_DIR': '/run', 'TERM': 'dumb',
}

VULKAN_APPS = 'vulkan-apps'
STAGES = ['modetest', 'xorg', 'wayland', 'mesa', 'vulkan', VULKAN_APPS, 'igt']
# Those that are done only if the user says for how long, how often, and with
# what
SOAK = 'soak'
MOVES = 'moves'
DEQP = 'deqp'
CRUCIBLE = 'crucible'
VULKAN_MOVES = 'vulkan-moves'
MODULES = {'xorg': 'xserver', SOAK: 'clientsoak', MOVES: 'clientmoves',
           VULKAN_APPS: 'vulkanapps', VULKAN_MOVES: 'vulkanmoves'}

# Our programs, each a file or a directory of files, and the libraries that
# they are linked with
PROGRAMS = {'xdraw': ['Xrender', 'X11'], 'vkcases': ['vulkan']}

MOUNTS = [
    'mkdir -p {root}',
    f'for module in {" ".join(DISK_DRIVERS)}; '
    'do modprobe $module 2> /dev/null; done; true',
    'mount -t ext4 -o ro /dev/vda {root}',
    'mount -t ext4 -o ro /dev/vdb {root}/clients',
    'mount -t proc proc {root}/proc',
    'mount -t sysfs sysfs {root}/sys',
    'mount -t debugfs debugfs {root}/sys/kernel/debug',
    'mount -t devtmpfs devtmpfs {root}/dev',
    'mkdir -p {root}/dev/pts {root}/dev/shm',
    'mount -t devpts devpts {root}/dev/pts',
    'for directory in dev/shm root run tmp; '
    'do mount -t tmpfs tmpfs {root}/$directory; done',
    'mkdir -p -m 1777 {root}/tmp/.X11-unix {root}/tmp/results',
]


def stages(options):
    """The stages that the user wants: modules with a function run()."""
    moves = options.migrations, 'MIGRATIONS=times'
    extra = {SOAK: (options.soak, 'SOAK=seconds'), MOVES: moves,
             VULKAN_MOVES: moves, DEQP: (options.deqp, 'DEQP=directory'),
             CRUCIBLE: (options.crucible, 'CRUCIBLE=directory')}
    all_stages = [*STAGES, *extra]
    unknown = [name for name in options.stages if name not in all_stages]
    if unknown:
        raise GuestError(f'there is no stage {unknown[0]}: there are '
                         f'{", ".join(all_stages)}')
    for name, (given, needed) in extra.items():
        if name in options.stages and not given:
            raise GuestError(f'the stage {name} needs {needed}')
    chosen = options.stages or [
        *STAGES, *(name for name, (given, _) in extra.items() if given)]
    return [importlib.import_module(f'.{MODULES.get(name, name)}', __package__)
            for name in chosen]


def in_user_space(command):
    """The shell command that runs a command of the user space."""
    settings = ' '.join(f'{name}={value}'
                        for name, value in ENVIRONMENT.items())
    return (f'chroot {USER_SPACE} /usr/bin/env -i {settings} '
            f'/bin/bash -c {shlex.quote(command)}')


@dataclass
class Result:
    """A client's status, and its output."""

    status: int
    lines: list[str]

    def check(self, what):
        """Raise an error if it failed."""
        if self.status:
            raise GuestError(f'{what} ended with status {self.status}:\n' +
                             '\n'.join(self.lines[-20:]))
        return self.lines


class Client:
    """A process of the user space, in the background."""

    def __init__(self, guest, number, command):
        self.guest = guest
        self.command = command
        self.base = f'/tmp/client-{number}'
        script = (f'echo $$ > {self.base}.pid; exec 4<> {self.base}.in; '
                  f'exec {in_user_space(command)} <&4 3>&- 4>&-')
        guest.ask(f'mkfifo {self.base}.in && : > {self.base}.out && '
                  f'({{ setsid sh -c {shlex.quote(script)}; '
                  f'echo $? > {self.base}.status; }} '
                  f'> {self.base}.out 2>&1 < /dev/null 3>&- &)')

    def status(self):
        """How it ended, None as long as it runs."""
        _, lines = self.guest.run(f'cat {self.base}.status')
        return int(lines[0]) if lines and lines[0].isdigit() else None

    def running(self):
        return self.status() is None

    def lines(self):
        """Its output so far."""
        return self.guest.fetch(f'cat {self.base}.out')

    def last_line(self):
        _, lines = self.guest.run(f'grep . {self.base}.out | tail -n 1')
        return lines[-1] if lines else ''

    def wait(self, limit, listener=None):
        """Wait for it to end, and forget it; end it when its time is up."""
        end = time.monotonic() + limit
        said = ''
        while (status := self.status()) is None:
            if time.monotonic() > end:
                self.kill()
                raise GuestError(f'"{self.command}" took more than {limit} s'
                                 + self.where())
            if listener and (line := self.last_line()) != said:
                said = line
                listener(line)
            self.guest.machine.pass_time(POLL)
        result = Result(status, self.lines())
        self.forget()
        return result

    def wait_until(self, done, limit, what):
        """Wait for something that it does."""
        end = time.monotonic() + limit
        while not done():
            if not self.running():
                raise GuestError(f'{what}: "{self.command}" has ended:\n' +
                                 '\n'.join(self.lines()[-20:]))
            if time.monotonic() > end:
                raise GuestError(f'{what}: nothing for {limit} s' +
                                 self.where())
            self.guest.machine.pass_time(POLL)

    def tell(self, line=''):
        """A line for its standard input."""
        self.guest.ask(f'echo {shlex.quote(line)} > {self.base}.in')

    def signal(self, name):
        """Send a signal to it and its children."""
        self.guest.run(f'kill -{name} -$(cat {self.base}.pid)')

    def kill(self, name='KILL'):
        """End it; say so if it can't be ended."""
        self.signal(name)
        end = time.monotonic() + END_LIMIT
        while self.running():
            if time.monotonic() > end:
                raise GuestError(f'"{self.command}" cannot be ended' +
                                 self.where())
            self.guest.machine.pass_time(POLL)

    def forget(self):
        """Remove the files of one that has ended: they are in memory."""
        self.guest.run(f'rm -f {self.base}.*')

    def where(self):
        """Where in the kernel it and similar processes wait."""
        _, lines = self.guest.run(
            'for task in /proc/[0-9]*/task/*; do '
            'if grep -q "^State:.D" $task/status 2> /dev/null; then '
            'cat $task/comm; head -n 8 $task/stack; fi; done')
        return ', with these in the kernel:\n' + '\n'.join(lines[:60]) \
            if lines else ''


class StageJob(Job):
    """A boot, and a stage of clients in it, or what DO does of that stage."""

    def __init__(self, options, progress, stage, do=None):
        options = copy.copy(options)
        options.qemu_args = list(options.qemu_args)
        super().__init__(options, progress, f'-{stage.NAME}', programs=[])
        self.stage = stage
        self.do = do or stage.run
        # Where a stage needs more than others
        self.UNLESS_BUILT_IN = [*DISK_DRIVERS,
                                *getattr(stage, 'KERNEL_DRIVERS', [])]
        options.qemu_args += getattr(stage, 'DEVICES', [])
        options.kernel_args = [*options.kernel_args,
                               *getattr(stage, 'KERNEL_ARGS', [])]
        self.is_moved = getattr(stage, 'IS_MOVED', False)
        # The disk that files come back on
        self.returned = None
        self.pictures = []
        # What a stage has to say at the end, beside its checks
        self.stage_lines = []
        self.seconds = 0
        self.memory = {}
        self.clients = 0
        self.named = 0

    # Before there is a guest

    def set_up(self):
        directory = self.options.build / 'guest'
        self.returned = self.artifacts / 'returned.tar'
        with open(self.returned, 'wb') as file:
            file.truncate(RESULTS_MIB << 20)
        self.add_disk(userspace.image(self.progress, self.user_space()))
        self.add_disk(programs_disk(directory, self.progress))
        self.add_disk(self.returned, 'off')
        for disk in self.stage.disks(self):
            self.add_disk(disk)

    def user_space(self):
        """The section of packages.ini that the stage's clients are of."""
        chosen = getattr(self.stage, 'user_space', None)
        return chosen(self.options) if chosen else 'guest'

    def stage_title(self):
        """The stage, and what the user has chosen for it."""
        title = getattr(self.stage, 'title', None)
        return title(self.stage, self.options) if title else self.stage.NAME

    def add_disk(self, file, readonly='on'):
        self.options.qemu_args += [
            '-drive', f'file={file},format=raw,if=virtio,readonly={readonly}']

    # In the guest

    def work(self):
        yield f'stage {self.stage.NAME}', self.go_through_stage

    def go_through_stage(self):
        start = time.monotonic()
        self.guest.run(PATIENCE)
        with self.checks.step('has a user space'):
            for command in MOUNTS:
                self.guest.ask(command.replace('{root}', USER_SPACE))
        self.take_memory('before')
        try:
            self.do(self)
        finally:
            self.seconds = time.monotonic() - start
            if self.guest.machine.running():
                self.take_memory('after')
                self.judge_memory()

    def attempt(self, name, do, *arguments):
        """A check that others don't depend on: DO says what it has found.

        Its lines in the kernel's log are its own.
        """
        self.chapter(name)
        start = len(self.guest.kernel_log)
        detail, ok = '', True
        try:
            detail = do(*arguments) or ''
        except GuestError as error:
            detail, ok = self.checks.explain(name, error), False
        self.checks.record(name, ok, detail + self.log_lines(start))
        if not self.guest.answers():
            raise GuestError(f'the guest is lost: {self.guest.lost}')
        return ok

    def log_lines(self, start):
        """The kernel's lines about it, which are judged elsewhere."""
        return ''.join(f'\n{record}' for record in
                       self.log_check.errors_since(start)[:10])

    def client(self, command):
        """Start a client."""
        self.clients += 1
        return Client(self.guest, self.clients, command)

    def run_client(self, command, limit, listener=None):
        """Run a client to its end, for so many seconds of a quiet host's."""
        return self.client(command).wait(limit * self.patience(), listener)

    # Memory

    def take_memory(self, when):
        self.memory[when] = (self.guest.machine.own_memory_kib(),
                             self.guest.machine.resident_kib())

    def judge_memory(self):
        grown = self.memory['after'][0] - self.memory['before'][0]
        self.checks.record('leaves the emulator as it was',
                           grown <= ALLOWED_GROWTH_MIB << 10,
                           f'{grown} KiB more')

    # Pictures

    def keep_picture(self, name, shot, title=''):
        """A picture for the page."""
        picture.write_png(self.artifacts / f'{name}.png', shot)
        self.pictures.append((f'{name}.png', title or name))

    def picture_name(self, name):
        """A name that no picture has yet."""
        self.named += 1
        return f'{self.named:02}-{name}'

    def wait_for_picture(self, wanted, client, limit=SHOWING_LIMIT):
        """Wait until the screen shows something; return it, and what isn't
        as it should be.
        """
        end = time.monotonic() + limit
        while True:
            shot = self.screen.dump()
            # What differs takes a second to be found, for nothing while the
            # client is still drawing
            if (shot == wanted or time.monotonic() > end or
                    not client.running()):
                return shot, picture.difference(shot, wanted)
            self.guest.machine.pass_time(POLL)

    def keep_wrong_picture(self, name, shot, wanted):
        """What is and what should be, for a person to compare."""
        self.keep_picture(name, shot)
        self.keep_picture(f'{name}-wanted', wanted)

    def fetch_files(self, directory):
        """Fetch a directory of the user space; return where it is."""
        self.guest.run(f'tar -cf /dev/vdc -C {USER_SPACE}/{directory} . '
                       '&& sync', 300)
        with tarfile.open(self.returned) as tar:
            for member in tar:
                if member.isfile():
                    name = member.name.lstrip('./').replace('/', '-')
                    data = tar.extractfile(member).read()
                    (self.artifacts / name).write_bytes(data)
        return self.artifacts

    def fetch_text(self, path, name):
        """Keep a text file of the user space's."""
        status, _ = self.guest.run(f'test -s {USER_SPACE}/{path}')
        if status == 0:
            self.directory.write(name, '\n'.join(
                self.guest.fetch(f'cat {USER_SPACE}/{path}')) + '\n')

    def tidy_up(self):
        if self.returned:
            self.returned.unlink(missing_ok=True)


def programs_disk(directory, progress):
    """Our own programs and configurations, as an image."""
    sources = sorted(file for file in userspace.CLIENTS.rglob('*')
                     if file.suffix in ('.c', '.h', '.conf', '.sh'))
    name = digest(userspace.RECIPE, userspace.Chosen('programs').digest(),
                  *(source.read_bytes() for source in sources))
    # Downloads, for which nobody else has to wait
    userspace.sysroot(progress)
    return shared.get(directory / f'clients-{name}.ext4', 'clients-*.ext4',
                      lambda file: make_disk(sources, file, progress))


def make_disk(sources, file, progress):
    root = file.with_suffix('.root')
    root.mkdir()
    for name, libraries in PROGRAMS.items():
        files = [source for source in sources if source.suffix == '.c' and
                 name in (source.stem, source.parent.name)]
        userspace.compile_program(files, root / name, libraries, progress)
    for source in sources:
        if source.suffix not in ('.c', '.h'):
            shutil.copy(source, root)
    userspace.write_image(root, file)
