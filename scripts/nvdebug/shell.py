"""The debugger's prompt: its commands, and scripts of them.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import cmd
import difflib
import errno
import os
import re
import shlex

from .backwards import Backwards
from .breakpoints import Words
from .control import Control
from .errors import CommandError, number, shown
from .faults import Faults
from .inspection import Inspection
from .qmp import GoneError, QmpError
from .stops import Stops
from .texts import Named

PROMPT = '(nv) '
# Of scripts that do other ones
DEEPEST = 16
# Bytes of a script, more than anybody writes
LONGEST = 1 << 20
ALIASES = {
    'b': 'break', 'tb': 'tbreak', 'd': 'delete', 'c': 'continue', 's': 'step',
    'n': 'next', 'i': 'info', 'p': 'print', 'q': 'quit', 'disas': 'disassemble',
    'rb': 'run-back', 'bt': 'where', 'h': 'help', 'EOF': 'quit',
}

# What other debuggers call our commands
ELSEWHERE = {
    'unbreak': 'delete', 'clear': 'delete', 'unwatch': 'delete',
    'disable': 'ignore', 'run': 'continue', 'r': 'continue', 'go': 'continue',
    'resume': 'continue', 'until': 'tbreak', 'advance': 'tbreak',
    'halt': 'stop', 'pause': 'stop', 'si': 'step',
    'stepi': 'step', 'ni': 'next', 'nexti': 'next', 'backtrace': 'where',
    'frame': 'where', 'list': 'disassemble', 'l': 'disassemble',
    'examine': 'x', 'dump': 'x', 'show': 'info', 'set': 'write',
    'poke': 'write', 'peek': 'print', 'reverse-continue': 'run-back',
    'screenshot': 'screen', 'inject': 'fault', 'exit': 'quit',
}
# Commands to be suggested at most
MEANT = 3


def read_script(file):
    """All bytes of an open file."""
    data = file.read(LONGEST + 1)
    if len(data) > LONGEST:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), file.name)
    return data


class Shell(Stops, Inspection, Faults, Control, Backwards, cmd.Cmd):
    """A session; WRITE takes its output, a line at a time."""

    prompt = PROMPT
    doc_header = 'Commands (help COMMAND tells more):'
    undoc_header = None

    def __init__(self, card, names, write=print, limit=None):
        super().__init__()
        self.card = card
        self.names = names
        self.monitor = card.monitor
        self.write = write
        self.limit = limit
        self.batch = False
        self.failed = False
        self.depth = 0
        self.temporary = set()
        self.said = []
        self.last_stop = None
        self.words = Words(names, self.keys_of_kind)
        self.texts = Named(names)

    # Lines

    def say(self, text):
        """Show some text and keep it for "expect"."""
        for line in str(text).rstrip('\n').split('\n'):
            self.said.append(line)
            self.write(line)

    def onecmd(self, line):
        """One command; "-" in its name is "_" here."""
        line = line.split('#', 1)[0].strip() if line != 'EOF' else line
        if not line:
            return self.emptyline()
        verb, *rest = line.split(None, 1)
        rest = rest[0] if rest else ''
        try:
            # The monitor's language is UTF-8
            line.encode()
            verb = self.verb(verb)
        except UnicodeError:
            self.fail('this is no text')
            return None
        except CommandError as error:
            self.fail(error)
            return None
        if verb not in ('expect', 'echo'):
            self.said = []
        self.tell_of_stops()
        try:
            return getattr(self, 'do_' + verb.replace('-', '_'))(rest.strip())
        except GoneError:
            raise
        except (CommandError, QmpError) as error:
            self.fail(error)
        except KeyboardInterrupt:
            self.fail('interrupted')
        return None

    def fail(self, error):
        """Report a failed command, which ends a script."""
        self.failed = True
        said = ' '.join(str(error).split())
        # What was typed may come back in the device's words
        said = re.sub(r'\S{200,}', lambda word: shown(word[0]), said)
        self.say(f'error: {said}')

    def verbs(self):
        """All commands."""
        return [name[3:].replace('_', '-') for name in self.get_names()
                if name.startswith('do_') and name != 'do_EOF']

    def verb(self, typed):
        """A command by its name, an alias, or a unique abbreviation."""
        typed = ALIASES.get(typed, typed)
        known = self.verbs()
        if typed in known:
            return typed
        like = [verb for verb in known if verb.startswith(typed)]
        if len(like) != 1:
            raise CommandError(f'{typed} may be ' + ', '.join(like) if like
                               else f'there is no command {shown(typed)}: '
                               + self.meant(typed))
        return like[0]

    def meant(self, typed):
        """What may have been meant, by another debugger's word for it too."""
        elsewhere = ELSEWHERE.get(typed)
        like = [elsewhere] if elsewhere else difflib.get_close_matches(
            typed, self.verbs(), MEANT)
        return f'did you mean {", ".join(like)}?' if like else 'see help'

    def emptyline(self):
        """An empty line does nothing: repeating would surprise."""
        return None

    def completenames(self, text, *ignored):
        return [verb for verb in self.verbs() if verb.startswith(text)]

    def parseline(self, line):
        """cmd's own cuts verbs at "-"."""
        verb, _, rest = line.strip().partition(' ')
        try:
            return self.verb(verb).replace('-', '_'), rest, line
        except CommandError:
            return verb, rest, line

    def do_help(self, arg):
        """help [COMMAND]: list commands, or describe one"""
        if not arg:
            for verb in sorted(self.verbs()):
                self.say('  ' + self.help_of(verb).split('\n')[0])
            return
        self.say(self.help_of(self.verb(arg)))

    def help_of(self, verb):
        """A command's help: its description without the indentation."""
        lines = getattr(self, 'do_' + verb.replace('-', '_')).__doc__
        first, *rest = lines.rstrip().split('\n')
        return '\n'.join([first, *(line[8:] for line in rest)])

    def complete_help(self, text, *_):
        return self.completenames(text)

    # The session

    def do_machine(self, arg):
        """machine stop|cont: the whole machine"""
        if arg not in ('stop', 'cont'):
            raise CommandError('machine stop or machine cont')
        self.monitor.execute(arg)

    def do_monitor(self, arg):
        """monitor COMMAND: a command of QEMU's monitor, as "info qtree\""""
        if not arg:
            raise CommandError('it is: monitor COMMAND; "monitor help" lists '
                               'them')
        self.say(self.monitor.human(arg).strip('\r\n')
                 or 'QEMU has nothing to say about that')

    def do_echo(self, arg):
        """echo TEXT: print a text"""
        self.write(arg)

    def do_expect(self, arg):
        """expect PATTERN: fail if the last command hasn't said this
        PATTERN is a regular expression.
        """
        if not arg:
            raise CommandError('it is: expect PATTERN')
        try:
            found = re.search(arg, '\n'.join(self.said), re.MULTILINE)
        except (re.error, OverflowError, RecursionError) as error:
            raise CommandError(f'{shown(arg)} is no regular expression: '
                               f'{error}') from None
        if not found:
            raise CommandError(f'this was not said: {arg}')

    def do_timeout(self, arg):
        """timeout SECONDS: how long to wait for the card; 0: for ever"""
        self.limit = number(arg, 'seconds')
        self.say(f'waits end after {self.limit} s' if self.limit
                 else 'waits have no end')

    def do_source(self, arg):
        """source FILE: do the commands of a file"""
        if self.depth >= DEEPEST:
            raise CommandError(f'{arg}: files have files in them, more than '
                               f'{DEEPEST} deep')
        try:
            file, = shlex.split(arg)
            with open(file, 'rb') as opened:
                lines = read_script(opened).decode('utf-8').splitlines()
        except OSError as error:
            raise CommandError(f'{arg}: {error.strerror}') from None
        except ValueError as error:
            raise CommandError(f'source FILE: {error}') from None
        if not any(line.split('#', 1)[0].strip() for line in lines):
            self.say(f'{arg} has no commands')
        self.depth += 1
        try:
            self.run(lines)
        finally:
            self.depth -= 1

    def run(self, lines):
        """Commands of a script, up to the first that fails."""
        for line in lines:
            if not line.split('#', 1)[0].strip():
                continue
            self.write(f'{PROMPT}{line.strip()}')
            if self.onecmd(line):
                return True
            if self.failed and self.batch:
                return True
        return False

    def do_quit(self, arg):
        """quit: end the session; the card stays as it is"""
        if arg:
            raise CommandError('quit takes nothing else')
        return True
