"""Emulators beside the one that was built, with other objects in it.

Neither the source tree nor the build is touched: a changed file is compiled
where it is put, with the command that the build has for the original, and the
emulator is linked as the build links it, but for that object.  Where a header
is changed, all that include it are compiled in a copy of the model.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import concurrent.futures
import contextlib
import json
import re
import shlex
import shutil
import subprocess
from pathlib import Path

EMULATOR = 'qemu-system-x86_64'
LIMIT = 1800

# A file's name in the model
MODEL = re.compile(r'(?:include/)?hw/nv/.*')

# Options of gcc's that other compilers may not know
GCC_OPTIONS = ('-ftrivial-auto-var-init=', '-fzero-call-used-regs=')

# What a header may be included from, and found by
FOLDERS = ('hw/nv', 'include/hw/nv')


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
        self.by_output = {output: name
                          for name, (_, output) in self.compile.items()}
        self.deps = run(['ninja', '-t', 'deps', *self.by_output],
                        self.build).splitlines()

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

    def sources(self):
        """The same, and the model's headers that they include."""
        included = {found[0] for found in map(MODEL.search, self.deps)
                    if found and (self.top / found[0]).is_file()}
        return sorted({*self.files(), *(name for name in included
                                        if name.endswith('.h'))})

    def object(self, name, source, target, flags=(), before=(), compiler=()):
        """Compile @source in place of the file @name, by the build's compiler
        or another one."""
        command, output = self.compile[name]
        if compiler:
            command = [*compiler, *before,
                       *(word for word in command[1:]
                         if not word.startswith(GCC_OPTIONS))]
        else:
            command = [command[0], *before, *command[1:]]
        # It has neighbours that it includes.
        command += ['-iquote', str((self.top / name).parent), *flags]
        for flag, value in (('-o', target), ('-c', source),
                            ('-MF', f'{target}.d')):
            command[command.index(flag) + 1] = str(value)
        run(command, self.build)
        return output

    def emulator(self, objects, target, flags=()):
        """Link an emulator with some objects in the others' places."""
        partial = Path(f'{target}.partial')
        command = [str(objects.get(word, word)) for word in self.link]
        command[command.index('-o') + 1] = str(partial)
        run([*command, *flags], self.build)
        # One that was half linked would be taken for new
        partial.rename(target)

    def whole(self, name, flags, directory, jobs, linking=(), compiler=()):
        """An emulator with all of the model compiled with other flags, or by
        another compiler.

        It is made once for each build's emulator.
        """
        target = self.place(name)
        if (directory.is_dir() and target.exists() and target.stat().st_mtime >
                (self.build / self.name).stat().st_mtime):
            return target
        directory.mkdir(parents=True, exist_ok=True)

        def compile_one(file):
            output = directory / (file.replace('/', '_') + '.o')
            return self.object(file, self.top / file, output, flags,
                               compiler=compiler), output

        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            objects = dict(pool.map(compile_one, self.files()))
        self.emulator(objects, target, linking or flags)
        return target

    @contextlib.contextmanager
    def changed(self, name, texts, directory, linking=('-Wl,-s',)):
        """An emulator with other texts of some files, {file: text}.

        It is there as long as the context is.  It has no debug information,
        and no symbols unless other flags of the linker are given.
        """
        emulator = self.place(f'mutant-{name}')
        copy = directory / f'{name}.copy'
        made = [emulator]
        objects = {}
        search = []
        headers = {file for file in texts if file.endswith('.h')}
        try:
            if headers:
                self.copy_model(texts, copy)
                search += ['-iquote', str(copy),
                           '-iquote', str(copy / 'include')]
            files = self.users(headers) | (set(texts) - headers)
            for i, file in enumerate(sorted(files)):
                source = directory / f'{name}-{i}.c'
                target = source.with_suffix('.o')
                made += [source, target, Path(f'{target}.d')]
                if headers:
                    source = copy / file
                else:
                    source.write_text(texts[file], 'utf-8')
                output = self.object(file, source, target,
                                     ['-w', '-g0'], search)
                objects[output] = target
            self.emulator(objects, emulator, linking)
            yield emulator
        finally:
            for file in made:
                file.unlink(missing_ok=True)
            shutil.rmtree(copy, ignore_errors=True)

    def copy_model(self, texts, copy):
        """The whole model, with other texts of some files."""
        for folder in FOLDERS:
            shutil.copytree(self.top / folder, copy / folder,
                            dirs_exist_ok=True)
        for file, text in texts.items():
            (copy / file).write_text(text, 'utf-8')

    def users(self, headers):
        """The files that include one of some headers, as the build knows."""
        wanted = tuple(f'/{header}' for header in headers)
        found = set()
        name = None
        for line in self.deps if wanted else ():
            if not line.startswith(' '):
                name = self.by_output.get(line.partition(':')[0])
            elif name and line.endswith(wanted):
                found.add(name)
        return found
