"""Programs of tests/guest, up to where they would get a kernel.

They check what they are given, as they always do, and then it is known which of
the environment's variables they have looked at. Each line that comes in is a
request, each one that goes out an answer:

  {"program": PATH, "arguments": [...], "environment": {...}}
  {"seen": [NAME...], "error": TEXT or null}

SPDX-License-Identifier: GPL-2.0-or-later
"""

import contextlib
import copy
import importlib.util
import io
import json
import os
import sys
from importlib.machinery import SourceFileLoader
from pathlib import Path

GUEST = Path(__file__).resolve().parents[2] / 'guest'
sys.path[:0] = [str(GUEST), str(GUEST.parents[1] / 'scripts')]

# pylint: disable=wrong-import-position
from harness import (boards, job, kernel, machine_command, options, packages,
                     results)
from harness.errors import GuestError
from lab import wholeserver

SEEN = set()


class Environment(type(os.environ)):
    """Notes what is asked for."""

    def __getitem__(self, name):
        SEEN.add(name)
        return super().__getitem__(name)


class Reached(BaseException):
    """All has been read."""


def matrix_kernels():
    """The series that the matrix has by default."""
    os.environ.pop('KERNELS', None)
    return options.parse_matrix('', []).kernels


def check_kernel(choice):
    """A series has to be one that somebody tests."""
    if (kernel.is_series(choice) and
            packages.without_pages(choice) not in KNOWN):
        raise GuestError(f'KERNEL={choice}: nobody tests that series')


def get_kernel(choice, *_, **_keys):
    check_kernel(choice)
    raise Reached


def check_device(chosen):
    """Other machines' emulators, which may not be built, have the same cards.
    """
    asked = copy.copy(chosen)
    if asked.board.name != boards.DEFAULT:
        asked.board = boards.named(boards.DEFAULT)
        asked.qemu = str(asked.build / asked.board.emulator)
    machine_command.check_device(asked)


def reached():
    raise Reached


def prepare(self):
    check_device(self.options)
    get_kernel(self.options.kernel)


def go(program):
    """Run a program; returns what is wrong, or None."""
    loader = SourceFileLoader('program', program)
    module = importlib.util.module_from_spec(
        importlib.util.spec_from_loader('program', loader))
    loader.exec_module(module)
    said = io.StringIO()
    try:
        with contextlib.redirect_stderr(said):
            module.main()
    except (Reached, GuestError) as error:
        return str(error) or None
    except SystemExit as error:
        if error.code:
            return said.getvalue().strip().split('\n')[-1] or str(error)
    return None


def child(request, pipe):
    """The answer to a request, to a pipe."""
    os.environ.clear()
    os.environ.update(request['environment'])
    sys.argv = [request['program'], *request['arguments']]
    with contextlib.redirect_stdout(io.StringIO()):
        error = go(request['program'])
    with open(pipe, 'w', encoding='utf-8') as answer:
        json.dump({'seen': sorted(SEEN), 'error': error}, answer)


def serve():
    """Answer requests, each in a process of its own."""
    for line in sys.stdin:
        read, write = os.pipe()
        pid = os.fork()
        if not pid:
            os.close(read)
            try:
                child(json.loads(line), write)
            finally:
                os._exit(0)
        os.close(write)
        with open(read, encoding='utf-8') as answer:
            print(answer.read() or '{"seen": [], "error": "it has failed"}',
                  flush=True)
        os.waitpid(pid, 0)


if __name__ == '__main__':
    KNOWN = matrix_kernels()
    os.environ.__class__ = Environment
    job.Job.prepare = prepare
    kernel.get = get_kernel
    # With or without LAVA
    wholeserver.missing = reached
    # What real runs have left stays
    results.Results.run = lambda self, one, *arguments: one.run(*arguments)
    serve()
