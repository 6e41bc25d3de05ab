"""What the emulator says of its cards.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import socket
import subprocess
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[2] / 'scripts'))

# pylint: disable=wrong-import-position
from nvdebug.qmp import Monitor

# How long the emulator may take to say it, in seconds: this is to end what
# hangs, and a busy machine takes long for ten cards.
TIMEOUT = 600


def command(name, /, **arguments):
    """A QMP command."""
    return {'execute': name, 'arguments': arguments}


def ask(emulator, commands, env=None, machine=('-M', 'none')):
    """The replies to some QMP commands, by default without a machine."""
    ours, its = socket.socketpair()
    with ours, its, subprocess.Popen(
            [emulator, *machine, '-nodefaults', '-display', 'none', '-S',
             '-chardev', f'socket,id=qmp,fd={its.fileno()}',
             '-mon', 'chardev=qmp,mode=control'], env=env,
            pass_fds=[its.fileno()], stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL) as process:
        its.close()
        try:
            monitor = Monitor(ours, TIMEOUT)
            return [monitor.ask(said['execute'], said.get('arguments', {}))
                    for said in commands]
        finally:
            process.kill()
