"""A whole LAVA server of one's own, on this machine, without systemd and beside
one that is installed: its database, web server, scheduler and publisher.

It needs Debian's lava-server and postgresql, which only have to be unpacked and
configured: no service of theirs runs, and no file of theirs is changed.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import contextlib
import json
import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import time
from pathlib import Path

from harness.ending import die_with_parent
from harness.errors import GuestError

from .server import Server

# The user that lava-server's package makes, and all of it runs as
USER = 'lavaserver'
ADMIN = 'admin'
# The database that initdb makes
DATABASE = 'postgres'
TYPES = '/usr/share/lava-server/device-types'

# Where jobs leave things in the host's root, by their numbers, of which ours
# are none that the jobs of a worker of this machine's could have
LEFT = '/lava-', '/var/lib/lava/dispatcher/tmp/'
MOST_JOBS = 1000

# Seconds for a command, for a server to answer, and for a process to end
COMMAND_LIMIT = 300
START_LIMIT = 120
END_LIMIT = 20


def database_programs():
    """Where PostgreSQL's own programs are: the newest."""
    found = sorted(Path('/usr/lib/postgresql').glob('*/bin/initdb'),
                   key=lambda file: int(file.parts[-3]))
    return found[-1].parent if found else None


def missing():
    """What lacks here, '' if nothing."""
    if os.geteuid():
        return 'LAVA\'s workers have to be root'
    for program, package in (('lava-server', 'lava-server'),
                             ('gunicorn3', 'lava-server'),
                             ('lava-worker', 'lava-dispatcher'),
                             ('lava-run', 'lava-dispatcher')):
        if not shutil.which(program):
            return f'there is no {program}: it is in {package}'
    if not database_programs():
        return 'there is no initdb: it is in postgresql'
    if not Path(TYPES).is_dir():
        return f'there is no {TYPES}: it is in lava-server'
    try:
        pwd.getpwnam(USER)
    except KeyError:
        return f'there is no user {USER}: lava-server makes it'
    return ''


def free_ports(count):
    """Ports that nobody has."""
    with contextlib.ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in range(count)]
        for one in sockets:
            one.bind(('127.0.0.1', 0))
        return [one.getsockname()[1] for one in sockets]


# Processes

def below(number):
    """A process, and those that it has started, by their numbers."""
    children = {}
    for entry in Path('/proc').iterdir():
        if entry.name.isdecimal():
            with contextlib.suppress(OSError, ValueError):
                stat = (entry / 'stat').read_text('utf-8', 'replace')
                parent = int(stat.rpartition(')')[2].split()[1])
                children.setdefault(parent, []).append(int(entry.name))
    found = [number]
    for one in found:
        found += children.get(one, [])
    return found


def kill_tree(number):
    """Kill a process and what it has started, all at once, as if their machine
    were gone; returns their numbers.
    """
    found = []
    # Those that stand still start no more
    while found != below(number):
        found = below(number)
        for one in found:
            with contextlib.suppress(ProcessLookupError):
                os.kill(one, signal.SIGSTOP)
    for one in found:
        with contextlib.suppress(ProcessLookupError):
            os.kill(one, signal.SIGKILL)
    return found


class Lava:
    """The server; files are below a DIRECTORY, which it makes its user's.

    What its parts have said is kept in another, LOGS.
    """

    def __init__(self, directory, logs, progress):
        self.directory = directory
        self.logs = logs
        self.progress = progress
        self.processes = {}
        self.token = secrets.token_hex(32)
        self.password = secrets.token_hex(16)
        self.first_job = 10 ** 9 + secrets.randbelow(10 ** 9)
        (self.web_port, self.events_port, self.socket_port,
         self.database_port) = free_ports(4)
        self.url = f'http://127.0.0.1:{self.web_port}'
        self.events = f'ws://127.0.0.1:{self.socket_port}/ws/'
        self.server = Server(self.url, self.token, START_LIMIT, 1)

    def environment(self):
        """The settings, which LAVA takes from here as from its files.

        Those in LAVA_YAML_SETTINGS_... are read behind the files and win. The
        files may name the database of a server that is configured here, which
        must be left alone; DATABASE_URL is read before them.
        """
        here = self.directory
        secret = secrets.token_hex(32)
        settings = {
            'DATABASES': {'default': {
                'ENGINE': 'django.db.backends.postgresql', 'NAME': DATABASE,
                'USER': USER, 'PASSWORD': self.password, 'HOST': '127.0.0.1',
                'PORT': self.database_port}},
            'SECRET_KEY': secret,
            'DEVICES_PATH': f'{here}/devices',
            'DEVICE_TYPES_PATHS': [f'{here}/types', TYPES],
            'DISPATCHER_CONFIG_PATH': f'{here}/dispatchers',
            'HEALTH_CHECKS_PATH': f'{here}/health-checks',
            'MEDIA_ROOT': f'{here}/media/', 'DJANGO_LOGFILE':
            f'{here}/django.log', 'EVENT_NOTIFICATION': True,
            'INTERNAL_EVENT_SOCKET': f'ipc://{here}/events',
            'EVENT_SOCKET': f'tcp://127.0.0.1:{self.events_port}',
            'SESSION_COOKIE_SECURE': False, 'CSRF_COOKIE_SECURE': False}
        return {
            'PATH': os.environ['PATH'], 'HOME': str(here), 'LC_ALL': 'C.UTF-8',
            'DATABASE_URL': f'postgres://{USER}:{self.password}@127.0.0.1:'
                            f'{self.database_port}/{DATABASE}',
            'SECRET_KEY': secret,
            **{f'LAVA_YAML_SETTINGS_{name}': json.dumps(value)
               for name, value in settings.items()}}

    def as_user(self):
        """How processes of the server are started."""
        user = pwd.getpwnam(USER)
        return {'user': user.pw_uid, 'group': user.pw_gid, 'extra_groups': [],
                'env': self.settings, 'cwd': self.directory,
                'stdin': subprocess.DEVNULL}

    def command(self, *words):
        """Run a command to its end."""
        done = subprocess.run([*map(str, words)], stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, check=False,
                              timeout=COMMAND_LIMIT, **self.as_user())
        if done.returncode:
            raise GuestError(f'{" ".join(map(str, words[:3]))}: {done.stdout}')

    def start(self, name, *words, **how):
        """Start a process that stays; what it says goes to a file."""
        with (self.directory / f'{name}.log').open('ab') as log:
            self.processes[name] = subprocess.Popen(
                [*map(str, words)], stdout=log, stderr=subprocess.STDOUT,
                preexec_fn=die_with_parent, **(how or self.as_user()))
        return self.processes[name]

    # The parts

    def start_database(self):
        programs = database_programs()
        secret = self.directory / 'secret'
        secret.touch(0o600)
        shutil.chown(secret, USER, USER)
        secret.write_text(self.password, 'utf-8')
        database = self.directory / 'database'
        self.command(programs / 'initdb', '--pgdata', database, '--username',
                     USER, '--pwfile', secret, '--auth', 'scram-sha-256',
                     '--encoding', 'UTF8', '--locale', 'C.UTF-8', '--no-sync')
        self.start('postgres', programs / 'postgres', '-D', database, '-p',
                   self.database_port, '-k', self.directory, '-F')
        self.wait('the database', lambda: socket.create_connection(
            ('127.0.0.1', self.database_port)).close())

    def fill_database(self):
        self.command('lava-server', 'manage', 'migrate', '--noinput')
        self.command('lava-server', 'manage', 'users', 'add', ADMIN,
                     '--superuser', '--passwd', self.password)
        self.command('lava-server', 'manage', 'tokens', 'add', '--user', ADMIN,
                     '--secret', self.token)
        self.command(database_programs() / 'psql', '--quiet', '--no-psqlrc',
                     self.settings['DATABASE_URL'], '--command',
                     'ALTER SEQUENCE lava_scheduler_app_testjob_id_seq '
                     f'RESTART {self.first_job}')

    def start_server(self):
        manage = 'lava-server', 'manage'
        self.start('publisher', *manage, 'lava-publisher', '--host',
                   '127.0.0.1', '--port', self.socket_port, '--log-file', '-')
        self.start('scheduler', *manage, 'lava-scheduler', '--log-file', '-',
                   '--event-url', f'tcp://127.0.0.1:{self.events_port}')
        self.start('web', 'gunicorn3', 'lava_server.wsgi', '--worker-class',
                   'eventlet', '--workers', '2', '--timeout', '120',
                   '--bind', f'127.0.0.1:{self.web_port}')
        self.server.get('system/version/')

    def look_at_all(self):
        """Whether each process is still there."""
        for name, process in self.processes.items():
            if process.poll() is not None:
                log = (self.directory / f'{name}.log').read_text(
                    'utf-8', 'replace')
                raise GuestError(f'{name} has ended: {log[-2000:]}')

    def wait(self, what, ask):
        """Wait until something answers."""
        end = time.monotonic() + START_LIMIT
        while True:
            try:
                return ask()
            except OSError as error:
                if time.monotonic() > end:
                    raise GuestError(f'{what}: {error}') from None
            time.sleep(0.5)

    # The whole

    def __enter__(self):
        self.settings = self.environment()
        for name in 'devices', 'types', 'dispatchers', 'media/job-output':
            (self.directory / name).mkdir(parents=True, exist_ok=True)
        for path in self.directory, *self.directory.rglob('*'):
            shutil.chown(path, USER, USER)
        try:
            self.progress('a database')
            self.start_database()
            self.progress('its tables, and a user')
            self.fill_database()
            self.progress('LAVA\'s server')
            self.start_server()
        except BaseException:
            self.end()
            raise
        return self

    def __exit__(self, *_):
        self.end()

    def end(self):
        """End each process with what it has started, by their numbers, the last
        first.

        The database is asked to end: it has memory that the host keeps.
        """
        database = self.processes.pop('postgres', None)
        for process in reversed(self.processes.values()):
            if process.poll() is None:
                kill_tree(process.pid)
                process.wait()
        if database and database.poll() is None:
            database.send_signal(signal.SIGINT)
            try:
                database.wait(END_LIMIT)
            except subprocess.TimeoutExpired:
                kill_tree(database.pid)
                database.wait()
        self.tidy_up()

    def tidy_up(self):
        """Keep what was said, and remove what jobs have left elsewhere."""
        self.logs.mkdir(parents=True, exist_ok=True)
        for log in self.directory.glob('*.log'):
            (self.logs / f'server-{log.name}').write_bytes(log.read_bytes())
        for number in range(self.first_job, self.first_job + MOST_JOBS):
            for place in LEFT:
                shutil.rmtree(f'{place}{number}', ignore_errors=True)
