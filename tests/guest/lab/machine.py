"""A machine for guests: it is added to a server, and works for it.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import os
import re
import shutil
import socket
import urllib.parse

from harness import archive
from harness.errors import GuestError, HostError
from harness.options import TOP, default_jobs

KIND = 'fauxveau-harness'
TEMPLATE = TOP / 'docs/ci/lava' / f'{KIND}.jinja2'

# What may be in a dictionary, a shell's word there, and an address
PLAIN = re.compile(r'[\w./:+@-]+')


def plain(text):
    """A path that needs no quotes anywhere."""
    if not PLAIN.fullmatch(str(text)):
        raise GuestError(f'{text}: LAVA takes letters, digits and ./:+@-_ '
                         'alone here')
    return str(text)


def dictionary(work, qemu):
    """What the server is told of one device."""
    values = {'fauxveau': TOP, 'emulator': qemu, 'guests': work,
              'cache': archive.cache_dir().parent}
    return f"{{% extends '{KIND}.jinja2' %}}\n" + ''.join(
        f"{{% set {name} = '{plain(value)}' %}}\n"
        for name, value in values.items())


def add(server, what, name, progress, data):
    """Add something that isn't there; returns whether it was."""
    if server.has(f'{what}/{name}/'):
        return False
    try:
        server.ask(f'{what}/', data)
    except GuestError:
        # Somebody else may have been faster
        if not server.has(f'{what}/{name}/'):
            raise
        return False
    progress(f'{what} has {name}')
    return True


def add_kind(server, progress):
    """The device type; a lab's own is left as it is."""
    if add(server, 'devicetypes', KIND, progress,
           {'name': KIND, 'display': True, 'disable_health_check': True,
            'aliases': [], 'cores': []}):
        server.ask(f'devicetypes/{KIND}/template/',
                   {'template': TEMPLATE.read_text('utf-8')})


def add_worker(server, name, progress):
    """The worker; returns the token that it speaks to the server with."""
    add(server, 'workers', name, progress, {'hostname': name})
    there = server.get(f'workers/{name}/')
    if not there.get('token'):
        raise GuestError('only a superuser\'s token adds machines')
    return there['token']


def add_devices(server, name, directory, qemu, guests, progress):
    """A device for each guest that may run at once."""
    for number in range(1, guests + 1):
        device = f'{name}-{number:02}'
        add(server, 'devices', device, progress,
            {'hostname': device, 'device_type': KIND, 'worker_host': name,
             'health': 'Unknown'})
        server.ask(f'devices/{device}/dictionary/',
                   {'dictionary': dictionary(directory / device, qemu)})


def add_this(server, options, progress):
    """Add this machine; returns the command that works for the server."""
    name = plain(options.name or socket.gethostname())
    qemu = os.path.abspath(options.qemu)
    if not os.access(qemu, os.X_OK):
        raise GuestError(f'{qemu} is no emulator: build it, or say --qemu')
    if not shutil.which('lava-worker'):
        raise HostError('there is no lava-worker: it is in lava-dispatcher')
    add_kind(server, progress)
    token = add_worker(server, name, progress)
    add_devices(server, name, options.directory.resolve(), qemu,
                options.guests or default_jobs(), progress)
    # What the worker knows of jobs is one server's
    there = urllib.parse.urlsplit(server.url).netloc
    directory = options.directory.resolve() / f'{name}@{plain(there)}'
    directory.mkdir(parents=True, exist_ok=True)
    file = directory / 'token'
    file.touch(0o600)
    file.write_text(token, 'utf-8')
    command = ['lava-worker', '--name', name, '--url', server.url.rstrip('/'),
               '--worker-dir', str(directory), '--token-file', str(file),
               '--log-file', str(directory / 'lava-worker.log')]
    if options.events:
        command += ['--ws-url', options.events]
    return [*command, *options.more]
