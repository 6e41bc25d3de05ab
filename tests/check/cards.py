"""What the emulator says of its cards.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import json
import subprocess
import threading

# How long the emulator may take to say it, in seconds: this is to end what
# hangs, and a busy machine takes long for ten cards.
TIMEOUT = 600


def command(name, /, **arguments):
    """A QMP command."""
    return {'execute': name, 'arguments': arguments}


def ask(emulator, commands, env=None, machine=('-M', 'none')):
    """The answers to some QMP commands, by default without a machine."""
    commands = [{'execute': 'qmp_capabilities'}, *commands]
    with subprocess.Popen(
            [emulator, *machine, '-nodefaults', '-display', 'none', '-S',
             '-qmp', 'stdio'], text=True, env=env, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE) as process:
        timer = threading.Timer(TIMEOUT, process.kill)
        timer.start()
        try:
            return [_answer(process, said) for said in commands][1:]
        finally:
            # An emulator that quits drops what hasn't been read.
            timer.cancel()
            process.kill()


def _answer(process, said):
    """What comes of a command; in between there may be events."""
    process.stdin.write(json.dumps(said) + '\n')
    process.stdin.flush()
    for line in process.stdout:
        answer = json.loads(line)
        if 'return' in answer or 'error' in answer:
            return answer
    raise subprocess.SubprocessError('the emulator has ended')
