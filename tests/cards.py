"""What the emulator says of its cards.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import json
import subprocess

# A property of each card that tells which of its tables are which card's
PROPERTY = 'tables'

# How long the emulator may take to say it, in seconds: this is to end what
# hangs, and a busy machine takes long for ten cards.
TIMEOUT = 600


def command(name, /, **arguments):
    """A QMP command."""
    return {'execute': name, 'arguments': arguments}


def ask(emulator, commands, env=None, machine=('-M', 'none')):
    """The answers to some QMP commands, by default without a machine."""
    commands = [{'execute': 'qmp_capabilities'}, *commands,
                {'execute': 'quit'}]
    said = subprocess.run(
        [emulator, *machine, '-nodefaults', '-display', 'none', '-S',
         '-qmp', 'stdio'], check=True, text=True, stdout=subprocess.PIPE,
        env=env, timeout=TIMEOUT,
        input=''.join(json.dumps(command) + '\n' for command in commands))
    answers = [json.loads(line) for line in said.stdout.splitlines()]
    return [answer for answer in answers
            if 'return' in answer or 'error' in answer][1:-1]


def tables(emulator, names, env=None):
    """Of each card that there is, words "part=card" by its name."""
    said = {}
    answers = ask(emulator, [command('device-list-properties',
                                     typename=f'{name}-gpu')
                             for name in names], env)
    for name, answer in zip(names, answers):
        for prop in answer.get('return', []):
            if prop['name'] == PROPERTY:
                said[name] = prop['description']
    return said


def keep_tables(file, said):
    """Write that to a file, as the register tests' NV_TABLES has it."""
    with open(file, 'w', encoding='utf-8') as f:
        f.writelines(f'{card} {words}\n' for card, words in said.items())


def write_tables(file, emulator, names, env=None):
    """Ask, and write it to a file."""
    keep_tables(file, tables(emulator, names, env))
