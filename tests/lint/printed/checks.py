"""What can be said of a command without running it.

Each check returns the complaints: texts, none if all is well.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import fnmatch
import functools
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from check import cards, declared, hosts
from mutants import change
from printed import walk, words
from printed.pages import TOP

DRY = Path(__file__).with_name('dry.py')
LAVA = TOP / 'tests/guest/lava'
TIMEOUT = 120

# The programs of ninja's targets that boot guests; meson has the same table.
GUESTS = dict(re.findall(
    r"'((?:guest|lava)[-\w]*)': '([-\w]+)'",
    (TOP / 'tests/guest/meson.build').read_text('utf-8')))
# What guests of these are given by another program
ALSO = {'matrix': 'run'}

# Paths that stand for the user's own
USERS = re.compile(r'(~|/path|drivers)/|[A-Z]+$|\.\.\.')

# Variables that name them, and nothing else
FILES = 'FILES', 'MODULE', 'MODULES', 'PATCH', 'SOURCE', 'SYMBOLS', 'IGT'

# What takes NV_... of the environment
SOURCES = {
    'register tests': ['tests/qtest', 'tests/fuzz'],
    'host-check': ['tests/nv-check', 'tests/check'],
    'nv-bench': ['tests/bench'],
    'nv-fuzz': ['tests/fuzz'],
    'nv-mutants': ['tests/mutants', 'tests/check/given.py'],
    'nv-coverage': ['tests/mutants/nv-coverage', 'tests/check/given.py'],
    'scripts': ['scripts'],
}

# What GLib's tests take
GLIB_OPTIONS = '-l', '-p', '-s', '-k', '-m', '-q', '--tap', '--verbose'


def environment(more=()):
    """An environment without what the user of the test has chosen."""
    kept = {name: value for name, value in os.environ.items()
            if name in ('PATH', 'HOME', 'LANG', 'LC_ALL', 'TMPDIR', 'USER')}
    return {**kept, **dict(more)}


def ask(*command, **more):
    """What a program says; what it leaves where it runs is of no use."""
    with tempfile.TemporaryDirectory() as directory:
        return say(directory, *command, **more)


def say(directory, *command, **more):
    return subprocess.run(
        [str(word) for word in command], text=True, timeout=TIMEOUT,
        errors='replace', stdin=subprocess.DEVNULL, capture_output=True,
        check=False, env=environment(more), cwd=directory)


class Checks:
    """The checks against one build."""

    def __init__(self, build):
        self.build = Path(build)
        self.emulator = self.build / 'qemu-system-x86_64'

    # What there is

    @functools.cached_property
    def targets(self):
        """ninja's, and those that another build would have."""
        said = ask('ninja', '-C', self.build, '-t', 'targets', 'all').stdout
        found = set(re.findall(r'^(\S+): ', said, re.M))
        for file in TOP / 'meson.build', TOP / 'docs/meson.build':
            found |= set(re.findall(r"run_target\('([\w-]+)'",
                                    file.read_text('utf-8')))
        return found

    @functools.cached_property
    def devices(self):
        said = ask(self.emulator, '-device', 'help').stdout
        return set(re.findall(r'^name "([^"]+)"', said, re.M)) | \
            set(re.findall(r'alias "([^"]+)"', said))

    @functools.cached_property
    def schema(self):
        """Names of QMP's commands and events."""
        answer, = cards.ask(self.emulator, [cards.command('query-qmp-schema')])
        return {(entry['meta-type'], entry['name'])
                for entry in answer['return']}

    @functools.cached_property
    def events(self):
        """All trace events."""
        file = self.build / 'trace' / 'trace-events-all'
        return re.findall(r'^(?:vcpu |disable )*(\w+)\(',
                          file.read_text('utf-8'), re.M)

    @functools.cached_property
    def tests(self):
        return [test['name'] for test in declared.tests(
            self.build, declared.SUITE, declared.THOROUGH_SUITE,
            declared.INPUTS_SUITE)]

    @functools.lru_cache(maxsize=None)
    def help_of(self, *command):
        said = ask(*command, '--help')
        return said.stdout if said.returncode == 0 else ''

    @functools.lru_cache(maxsize=None)
    def sources(self, kind):
        """The text of what takes variables of some kind."""
        text = ''
        for name in SOURCES[kind]:
            path = TOP / name
            files = [path] if path.is_file() else \
                [file for file in path.rglob('*') if file.is_file() and
                 file.suffix in ('', '.c', '.h', '.py', '.build')]
            text += ''.join(file.read_text('utf-8', 'replace')
                            for file in files)
        return text

    @functools.lru_cache(maxsize=None)
    def cases(self, program):
        """The cases of a register test."""
        said = ask(self.build / 'fauxveau/tests/qtest' / program, '-l',
                   QTEST_QEMU_BINARY=self.emulator)
        return [line for line in said.stdout.splitlines()
                if line.startswith('/')]

    # Words

    def trace(self, pattern):
        """-trace PATTERN, or what TRACE has."""
        pattern = pattern.removeprefix('enable=').removeprefix('-')
        if pattern.startswith('events='):
            return []
        if not any(fnmatch.fnmatchcase(event, pattern)
                   for event in self.events):
            return [f'no trace event matches {pattern}']
        return []

    def options(self, helped, given, what):
        """Options that a program's help has to tell of."""
        if not helped:
            return [f'{what} has no help']
        known = set(re.findall(r'(?<![\w-])--?[a-zA-Z][\w-]*', helped))
        return [f'{what} has no option {word}' for word in given
                if word.startswith('-') and word != '-' and word != '--' and
                word.partition('=')[0] not in known]

    def file(self, name):
        """A file that has to be there."""
        there = (TOP / name).exists() or USERS.match(name) or \
            not name.partition('/')[1]
        return [] if there else [f'there is no {name}']

    def card(self, name):
        if f'{name.lower()}-gpu' not in self.devices:
            return [f'there is no card {name}']
        return []

    def known_variables(self, names, kind):
        return [f'nothing reads {name}' for name in names
                if not re.search(rf'\b{name}\b', self.sources(kind))]

    # Programs

    def guest(self, program, simple, arguments=()):
        """A program of tests/guest with an environment."""
        seen = set()
        for one in [program, ALSO.get(program)]:
            if not one:
                continue
            answer = self.dry(one, arguments if one == program else (),
                              self.without_paths(simple.environment))
            if answer['error']:
                return [f'{one}: {answer["error"]}']
            seen |= set(answer['seen'])
        return ([f'guests don\'t read {name}' for name in simple.environment
                 if name not in seen and name not in ('PATH', 'HOME')] +
                self.guest_values(simple.environment))

    @staticmethod
    def without_paths(variables):
        """An environment in which none of the user's files has to be there."""
        return {name: '' if name in FILES or name in ('KERNEL', 'KERNELS') and
                USERS.match(value) else value
                for name, value in variables.items()}

    def exported(self, simple):
        """export NAME=VALUE...: for a guest, or for a register test."""
        variables = dict(word.split('=', 1) for word in simple.words[1:]
                         if '=' in word)
        if set(variables) <= {'QTEST_QEMU_BINARY'}:
            return []
        servers, rest = self.for_server(variables)
        return servers + (self.guest('run', words.Simple([], rest))
                          if rest else [])

    def for_server(self, variables):
        """What is wrong with those variables that say which server of LAVA's is
        meant, and the others.
        """
        helped = self.help_of(LAVA)
        servers = {name for name in variables if name.startswith('LAVA_')}
        return ([f'{LAVA.name} doesn\'t read {name}' for name in servers
                 if name not in helped],
                {name: value for name, value in variables.items()
                 if name not in servers})

    def lava(self, simple):
        """The matrix by LAVA, or another command of that program."""
        command, *given = simple.words[1:]
        wrong, rest = self.for_server(simple.environment)
        wrong += self.options(self.help_of(LAVA, command), given,
                              f'lava {command}')
        if command == 'run':
            return wrong + self.guest('matrix', words.Simple([], rest))
        return wrong + [f'lava {command} doesn\'t read {name}' for name in rest]

    @functools.cached_property
    def dry_process(self):
        return subprocess.Popen([sys.executable, DRY], text=True,
                                stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def dry(self, program, arguments, variables):
        """How far a program of tests/guest gets without a guest."""
        process = self.dry_process
        process.stdin.write(json.dumps({
            'program': str(TOP / 'tests/guest' / program),
            'arguments': ['--build', str(self.build), *arguments],
            'environment': environment(variables)}) + '\n')
        process.stdin.flush()
        return json.loads(process.stdout.readline())

    def close(self):
        """End what was started."""
        process = self.__dict__.get('dry_process')
        if process:
            process.stdin.close()
            process.wait()
            process.stdout.close()

    def guest_values(self, variables):
        return [complaint for pattern in variables.get('TRACE', '').split()
                for complaint in self.trace(pattern)] + [
                    complaint for name in FILES
                    for word in variables.get(name, '').split()
                    for complaint in self.file(word.partition(':')[0])]

    def ninja(self, simple):
        """ninja -C build TARGET..., or of another build in there"""
        if (simple.words[1:2] != ['-C'] or
                not re.fullmatch(r'build(/[\w-]+)?', simple.words[2])):
            return ['ninja runs elsewhere than in build']
        targets = [target for target in simple.words[3:] if target != '...']
        wrong = [f'ninja has no target {target}'
                 for target in targets if target not in self.targets]
        if wrong:
            return wrong
        names = simple.environment
        for target in targets:
            if target in GUESTS:
                wrong += self.guest(GUESTS[target], simple)
            elif target == 'guest-printed':
                wrong += self.printed(names)
            elif target == 'host-check':
                wrong += self.host_check(names)
            elif target == 'nv-bench':
                wrong += self.bench(names)
            elif target == 'nv-fuzz':
                wrong += self.fuzz(names)
            elif target == 'nv-mutants':
                wrong += self.mutants(names)
            elif target == 'nv-coverage':
                wrong += self.coverage(names)
            elif names:
                wrong.append(f'{target} takes no {", ".join(names)}')
        if names and not targets:
            wrong.append('nothing takes ' + ', '.join(names))
        return wrong

    @staticmethod
    def printed(names):
        try:
            walk.choose(names.get('STEPS', ''))
        except ValueError as error:
            return [str(error)]
        return [f'nothing reads {name}' for name in names if name != 'STEPS']

    def host_check(self, names):
        return self.known_variables(names, 'host-check') + [
            complaint for name in names.get('NV_CARDS', '').split()
            for complaint in self.card(name)] + [
                f'there is no host {name}'
                for name in names.get('HOSTS', '').split()
                if name not in hosts.HOSTS] + [
                    f'there is no test {pattern}'
                    for pattern in names.get('NV_CHECK', '').split()
                    if not fnmatch.filter(self.tests, f'*{pattern}*')]

    def bench(self, names):
        given = names.get('NV_BENCH', '').split()
        source = self.sources('nv-bench')
        return self.known_variables(names, 'nv-bench') + [
            f'nv-bench has no {word}' for word in given
            if f'"{word.partition("=")[0].lstrip("-")}"' not in source and
            word.startswith('-') and word != '--help']

    def fuzz(self, names):
        wrong = self.known_variables(names, 'nv-fuzz')
        known = re.findall(r'^ +{ "([\w-]+)", &nv_family', self.sources(
            'nv-fuzz'), re.M)
        for pattern in names.get('NV_FUZZ_TARGETS', '').split():
            if not fnmatch.filter(known, pattern):
                wrong.append(f'the fuzzer has no target {pattern}')
        return wrong

    def mutants(self, names):
        given = names.get('NV_MUTANTS', '').split()
        return (self.known_variables(names, 'nv-mutants') +
                self.options(self.help_of(TOP / 'tests/mutants/nv-mutants'), given,
                             'nv-mutants') +
                [complaint for word in given if '/' in word
                 for complaint in self.file(word)])

    def coverage(self, names):
        return self.known_variables(names, 'nv-coverage') + [
            complaint for name in names.get('NV_CARDS', '').split()
            for complaint in self.card(name)]

    def register_test(self, simple):
        """A program of tests/qtest."""
        name = os.path.basename(simple.program)
        if name not in self.tests:
            return [f'there is no test {name}']
        return self.known_variables(
            set(simple.environment) - {'QTEST_QEMU_BINARY'},
            'register tests') + self.test_arguments(name, simple.words[1:])

    def test_arguments(self, name, given):
        wrong = [f'tests have no option {word}' for word in given
                 if word.startswith('-') and word not in GLIB_OPTIONS]
        for option, value in zip(given, given[1:]):
            if option == '-p' and not any(
                    value in (case, os.path.dirname(case))
                    for case in self.cases(name)):
                wrong.append(f'{name} has no case {value}')
        return wrong

    def script(self, simple):
        """A program of this repository by its help."""
        name = re.sub(r'^(\.\./|\./)*', '', simple.program)
        path = TOP / name
        if not os.access(path, os.X_OK):
            return [f'there is no program {name}']
        given = simple.words[1:]
        if path == LAVA:
            return self.lava(simple)
        if name.startswith('tests/guest/') and \
                os.path.basename(name) in GUESTS.values() and \
                '--table' not in given and '--help' not in given:
            return self.guest(os.path.basename(name), simple, given)
        if name == 'tests/fuzz/nv-sanitized':
            program = given[0]
            return self.register_test(words.Simple([program, *given[1:]]))
        helped = self.help_of(path)
        if name.startswith('scripts/') and given and \
                f'\n    {given[0]} ' in helped:
            helped += self.help_of(path, given[0])
        if '--' in given:
            given = given[:given.index('--')]
        wrong = self.options(helped + ('--table' if name.endswith('run-faults')
                                       else ''), given, name)
        return wrong + self.arguments(name, given) + self.known_variables(
            simple.environment,
            'register tests' if name == 'tests/nv-check' else 'scripts')

    def arguments(self, name, given):
        """What isn't an option."""
        wrong = []
        for option, value in zip(given, given[1:]):
            if option == '--card':
                wrong += self.card(value)
        patterns = [word for word in given if not word.startswith('-')]
        if name == 'tests/nv-check':
            if '-C' in given:
                patterns.remove(given[given.index('-C') + 1])
            wrong += [f'there is no test {pattern}' for pattern in patterns
                      if not re.match('CHANGED($|=)', pattern)
                      and not fnmatch.filter(self.tests, pattern)]
        elif name == 'tests/mutants/nv-mutants' and '--claims' in given:
            wrong += self.changes(patterns[1:], 'claim')
        elif name == 'tests/fuzz/nv-fuzz' and '--planted' in given:
            wrong += self.changes(
                given[given.index('--planted') + 1:][:1], 'fault')
        return wrong

    @staticmethod
    def changes(patterns, kind):
        """Names of changes of the model."""
        there = [known.name for known in change.read(kind)]
        there += [claim.row for claim in change.claims() if kind == 'claim']
        return [f'there is no {kind} {pattern}' for pattern in patterns
                if not pattern.startswith('-') and
                not fnmatch.filter(there, pattern)]

    def configure(self, simple):
        helped = self.help_of(TOP / 'configure-overlay')
        known = ask(declared.source(self.build) / 'configure', '--help').stdout
        return self.options(helped + known, simple.words[1:],
                            'configure-overlay')

    def simple(self, simple):
        """Any program."""
        name = re.sub(r'^(\.\./|\./)*', '', simple.program)
        if simple.program == 'ninja':
            return self.ninja(simple)
        if simple.program == 'export':
            return self.exported(simple)
        if simple.program == './configure-overlay':
            return self.configure(simple)
        if os.path.basename(name) == self.emulator.name:
            return self.emulator_words(simple.words)
        if name.startswith(('scripts/', 'tests/', 'docs/')):
            return self.script(simple)
        if name.startswith('fauxveau/'):
            return self.register_test(simple)
        return []

    # Options, and what guests leave

    @functools.cached_property
    def properties(self):
        """The properties of a card."""
        said = ask(self.emulator, '-device', 'nv84-gpu,help').stdout
        return set(re.findall(r'^ +([\w-]+)=', said, re.M))

    @functools.cached_property
    def log_items(self):
        said = ask(self.emulator, '-d', 'help').stdout
        return set(re.findall(r'^([\w,:]+) ', said, re.M))

    def option(self, text):
        """An option of the emulator, with a value."""
        option, _, value = text.partition(' ')
        value = value.strip('\'"')
        if option == '-trace':
            return self.trace(value)
        if option == '-d':
            return [f'-d has no {item}' for item in value.split(',')
                    if item not in self.log_items]
        if option == '-device':
            return [f'cards have no property {name}' for name in
                    re.findall(r',([\w-]+)=', value)
                    if name not in self.properties | {'id'}]
        return [f'nobody knows {option}']

    def artifact(self, text):
        """A file that a guest leaves."""
        name = text.split()[0]
        harness = (TOP / 'tests/guest/harness').glob('*.py')
        if not any(f"'{name}'" in file.read_text('utf-8') for file in harness):
            return [f'guests leave no {name}']
        return []

    # Messages

    def message(self, text):
        """A message of QMP."""
        try:
            message = json.loads(text)
        except ValueError as error:
            return [f'this is no JSON: {error}']
        if 'event' in message:
            name = 'event', message['event']
        else:
            name = 'command', message.get('execute')
        return [] if name in self.schema else ['QMP has no {} {}'.format(*name)]

    def emulator_words(self, given):
        """What the emulator doesn't complain about by itself."""
        wrong = []
        for option, value in zip(given, given[1:]):
            if option == '-trace':
                wrong += self.trace(value)
        return wrong
