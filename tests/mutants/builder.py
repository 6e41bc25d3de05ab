"""Emulators beside the one that was built, with other objects in it.

Neither the source tree nor the build is touched: a changed file is compiled
where it is put, with the command that the build has for the original, and the
emulator is linked as the build links it, but for that object.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import contextlib
import json
import shlex
import subprocess
from pathlib import Path

EMULATOR = 'qemu-system-x86_64'
LIMIT = 1800


class BuildError(Exception):
    """It doesn't compile, or it doesn't link."""


def run(command, cwd):
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True,
                          timeout=LIMIT, check=False)
    if done.returncode:
        raise BuildError(done.stderr)
    return done.stdout


class Builder:
    """Knows how the build compiles each file of the model, and links it."""

    def __init__(self, build, top, emulator=EMULATOR):
        self.build = Path(build).resolve()
        self.top = Path(top)
        self.name = emulator
        self.compile = {}
        # The objects that stay have to be those of the sources.
        run(['ninja', emulator], self.build)
        # What the emulator has, and not the benchmark's or a test's
        self.link = self.ask('c_LINKER_RSP', emulator)
        for entry in json.loads(run(['ninja', '-t', 'compdb'], self.build)):
            if (entry['output'] in self.link and
                    '/hw/nv/' in f'/{entry["file"]}'):
                name = 'hw/nv/' + entry['file'].split('/hw/nv/')[1]
                self.compile[name] = (shlex.split(entry['command']),
                                      entry['output'])

    def ask(self, rule, output):
        entries = json.loads(run(['ninja', '-t', 'compdb', '-x', rule],
                                 self.build))
        return next(shlex.split(entry['command']) for entry in entries
                    if entry['output'] == output)

    def place(self, name):
        """Where an emulator finds its firmware."""
        return self.build / f'{self.name}-{name}'

    def files(self):
        return sorted(self.compile)

    def object(self, name, source, target, flags=()):
        """Compile @source in place of the file @name."""
        command, output = self.compile[name]
        command = list(command)
        # It has neighbours that it includes.
        command += ['-iquote', str((self.top / name).parent), *flags]
        for flag, value in (('-o', target), ('-c', source),
                            ('-MF', f'{target}.d')):
            command[command.index(flag) + 1] = str(value)
        run(command, self.build)
        return output

    def emulator(self, objects, target, flags=()):
        """Link an emulator with some objects in the others' places."""
        command = [str(objects.get(word, word)) for word in self.link]
        command[command.index('-o') + 1] = str(target)
        run([*command, *flags], self.build)

    @contextlib.contextmanager
    def changed(self, name, texts, directory):
        """An emulator with other texts of some files, {file: text}.

        It is there as long as the context is.  It has no debug information.
        """
        emulator = self.place(f'mutant-{name}')
        made = [emulator]
        objects = {}
        try:
            for i, (file, text) in enumerate(texts.items()):
                source = directory / f'{name}-{i}.c'
                target = source.with_suffix('.o')
                made += [source, target, Path(f'{target}.d')]
                source.write_text(text, 'utf-8')
                output = self.object(file, source, target, ['-w', '-g0'])
                objects[output] = target
            self.emulator(objects, emulator, ['-Wl,-s'])
            yield emulator
        finally:
            for file in made:
                file.unlink(missing_ok=True)
