"""The emulator built for other kinds of machines, run by QEMU's user mode.

The register programs are this machine's and talk to it as they do to the one
built for this machine.  A stream that one of them has written is also read by
another whose bytes are in the other order.

Other lists of machines are configure-overlay's, for what an emulator may be
built, and tests/guest/harness/architectures.py, on what guests run.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import os
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from check import declared

TOP = Path(__file__).resolve().parents[2]

EMULATOR = 'qemu-system-x86_64'

# What is run where nobody says otherwise: old and new, and each way of
# submitting commands
CARDS = 'nv15 nv40 nv84 nvc1'

# Programs that have a machine's state go from one emulator to another
STREAMS = 'migration'

# How many times longer than here it takes to start an emulator, and more
SLOWER = 20


class HostError(Exception):
    """HOSTS names no such machine, or there is nothing that can run it."""


@dataclass(frozen=True)
class Host:
    """A kind of machine, by Debian's name.

    Its compilers' prefix and user-mode emulator have other names for it.
    """

    name: str
    prefix: str
    user: str
    order: str


HOSTS = {host.name: host for host in (
    Host('arm64', 'aarch64-linux-gnu-', 'aarch64', 'little'),
    Host('ppc64el', 'powerpc64le-linux-gnu-', 'ppc64le', 'little'),
    Host('s390x', 's390x-linux-gnu-', 's390x', 'big'),
)}
USUAL = 'arm64 s390x'


@dataclass
class Run:
    """Programs that talk to an emulator, by the name of a script."""

    name: str
    emulator: Path
    tests: list

    def wrapper(self):
        """What runs them so; over the environment that meson has for all
        tests of a run, their own wins.
        """
        return ['env', f'QTEST_QEMU_BINARY={self.emulator}',
                f'NV_SLOWER={SLOWER}']


def wanted():
    """The hosts that HOSTS names."""
    names = (os.environ.get('HOSTS') or USUAL).split()
    for name in names:
        if name not in HOSTS:
            raise HostError(f'HOSTS: there is no host "{name}", but '
                            f'{", ".join(HOSTS)}')
    return [HOSTS[name] for name in names]


# --- Building -------------------------------------------------------------

def directory(host, build):
    return Path(build) / 'host' / host.name


def run_build(command, log, **more):
    """Have a person see how far it is, and anybody else what went wrong."""
    if sys.stdout.isatty():
        status = subprocess.run(command, check=False, **more).returncode
    else:
        with open(log, 'w', encoding='utf-8') as file:
            status = subprocess.run(command, check=False, stdout=file,
                                    stderr=file, **more).returncode
    if status:
        said = log.read_text('utf-8').splitlines() if log.exists() else []
        raise declared.NoBuildError('\n'.join(
            [*said[-declared.SHOWN_LINES:],
             f'{shlex.join(map(str, command[:3]))} failed']))


def build_emulator(host, build, jobs):
    """Build the emulator for a host; what is there already is kept."""
    where = directory(host, build)
    where.mkdir(parents=True, exist_ok=True)
    environment = {name: value for name, value in os.environ.items()
                   if name not in ('CC', 'CFLAGS', 'PKG_CONFIG')}
    print(f'{host.name}: building the emulator in {where}', flush=True)
    run_build([TOP / 'configure-overlay', '--qemu', declared.source(build),
               '--build-dir', where, f'--cross-prefix={host.prefix}'],
              where / 'configure.log', env=environment,
              stdin=subprocess.DEVNULL)
    run_build(['ninja', '-C', where, '-j', str(jobs), EMULATOR],
              where / 'ninja.log', stdin=subprocess.DEVNULL)


# --- Running --------------------------------------------------------------

def write_script(file, lines):
    """Write a program of the shell; one that is being run stays as it is."""
    file.parent.mkdir(parents=True, exist_ok=True)
    new = file.with_suffix('.new')
    new.write_text('\n'.join(['#!/bin/sh', *lines, '']), 'utf-8')
    new.chmod(0o755)
    new.replace(file)
    return file


def write_runner(host, build):
    """A program that runs the emulator as if it were one of this machine."""
    where = directory(host, build)
    user = (shutil.which(f'qemu-{host.user}-static')
            or shutil.which(f'qemu-{host.user}'))
    if not user:
        raise HostError(f'there is no qemu-{host.user} to run the emulator '
                        f'for {host.name}')
    command = [user, '-L', where / 'overlay/sysroot', where / EMULATOR]
    return write_script(where / 'run' / EMULATOR,
                        [f'exec {shlex.join(map(str, command))} "$@"'])


def write_pair(file, source, destination):
    """One that runs @destination where a stream comes in, or else @source."""
    return write_script(file, [
        'case " $* " in',
        f'*" -incoming "*) exec {shlex.quote(str(destination))} "$@" ;;',
        'esac',
        f'exec {shlex.quote(str(source))} "$@"'])


def runs(host, build, tests):
    """What is to be run on a host that is built."""
    runner = write_runner(host, build)
    yield Run(host.name, runner, tests)
    streams = [test for test in tests if STREAMS in test['name']]
    if host.order == sys.byteorder or not streams:
        return
    where, here = directory(host, build), Path(build) / EMULATOR
    yield Run(f'to-{host.name}',
              write_pair(where / 'to' / EMULATOR, here, runner), streams)
    yield Run(f'from-{host.name}',
              write_pair(where / 'from' / EMULATOR, runner, here), streams)
