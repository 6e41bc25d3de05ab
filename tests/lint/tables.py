"""The tables of registers, and the headers that declare registers.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import functools
import json
import re
import shlex
import subprocess
from collections import defaultdict
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
SOURCES = TOP / 'hw' / 'nv'
HEADERS = TOP / 'include' / 'hw' / 'nv'

ALL = 0xffffffff


@functools.lru_cache(maxsize=None)
def text(path):
    """What a file has."""
    return path.read_text('utf-8')


@functools.lru_cache(maxsize=None)
def headers():
    """All headers that others than a folder's own files see."""
    return ''.join(text(path) for path in sorted(HEADERS.glob('*.h')))


@functools.lru_cache(maxsize=None)
def fields():
    """Of each register the masks of its fields, by their names."""
    found = defaultdict(dict)
    for reg, name, shift, length in re.findall(
            r'^\s*FIELD\((\w+),\s*(\w+),\s*(\d+),\s*(\d+)\)', headers(),
            re.M):
        found[reg][name] = ((1 << int(length)) - 1) << int(shift)
    return found


@functools.lru_cache(maxsize=None)
def constants():
    """What FIELD() declares."""
    found = {}
    for reg, named in fields().items():
        for name, mask in named.items():
            found[f'R_{reg}_{name}_MASK'] = mask
            found[f'R_{reg}_{name}_SHIFT'] = (mask & -mask).bit_length() - 1
    return found


def value(expression):
    """A constant expression of C; one with other constants has none."""
    expression = re.sub(r'\b(0x[0-9a-fA-F]+|\d+)[uUlL]+\b', r'\1', expression)
    # pylint: disable=eval-used
    return eval(expression, {'__builtins__': {}}, constants()) & ALL


def preprocessed(command):
    """What the compiler makes of a source's macros."""
    args = shlex.split(command['command'])
    for option in ('-o', '-MQ', '-MF'):
        del args[args.index(option):args.index(option) + 2]
    args = [arg for arg in args if arg not in ('-c', '-MD')]
    return subprocess.run([*args, '-E', '-P'], cwd=command['directory'],
                          capture_output=True, text=True, check=True).stdout


def members(initializer):
    """The members of a structure's initializer, as they are written."""
    return dict(re.findall(r'\.(\w+) = (.*?)(?=, *\.\w+ =|,? *$)',
                           ' '.join(initializer.split())))


@functools.lru_cache(maxsize=None)
def sources(build):
    """The sources with tables, and what the compiler makes of them."""
    found = []
    with open(build / 'compile_commands.json', encoding='utf-8') as f:
        commands = json.load(f)
    for command in commands:
        path = (build / command['file']).resolve()
        if SOURCES in path.parents and re.search(
                r'const NVReg(?:Info|Block)\b', text(path)):
            found.append((path, preprocessed(command)))
    return found


@functools.lru_cache(maxsize=None)
def tables(build):
    """Of each table, by its file and its name, the members of its rows."""
    return {(path, table): [members(row) for row in
                            re.findall(r'\{([^{}]*)\}', body)]
            for path, code in sources(build)
            for table, body in re.findall(
                r'NVRegInfo (\w+)\[\] = \{(.*?)\};', code, re.S)}
