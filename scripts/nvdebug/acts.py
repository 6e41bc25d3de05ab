"""Commands that change what the card does.

SPDX-License-Identifier: GPL-2.0-or-later
"""

from .errors import CommandError, number


class Acts:
    """A part of the shell."""

    def do_submit(self, arg):
        """submit CHANNEL SUBCHANNEL METHOD DATA...: execute a method
        METHOD may be a name of the class that the subchannel has.
        """
        words = arg.split()
        if len(words) < 4:
            raise CommandError('submit CHANNEL SUBCHANNEL METHOD DATA...')
        channel, subchannel = number(words[0]), number(words[1])
        of_class = None
        if not words[2][0].isdigit():
            of_class = self.card.bound(channel).get(subchannel)
        method = self.names.method_number(of_class, words[2])
        if method is None:
            raise CommandError(f'{self.names.class_name(of_class or 0)} has '
                               f'no method {words[2]}')
        self.act('submit', channel, subchannel, f'0x{method:x}',
                 *(f'0x{number(word):x}' for word in words[3:]))

    def act(self, *words):
        """Give the device a command, and print its answer."""
        said = self.card.debug(*words)
        if said.strip():
            self.say(self.named(said))

    def do_push(self, arg):
        """push CHANNEL ADDRESS WORDS: execute a piece of memory"""
        words = [number(word) for word in arg.split()]
        if len(words) != 3:
            raise CommandError('push CHANNEL ADDRESS WORDS')
        self.act('push', words[0], f'0x{words[1]:x}', words[2])

    def do_write(self, arg):
        """write CHANNEL|object HANDLE ADDRESS WORD...: write memory"""
        words = arg.split()
        where = [words.pop(0)] if words[:1] == ['object'] else []
        if len(words) < 3:
            raise CommandError('write CHANNEL|object HANDLE ADDRESS WORD...')
        self.act('write', *where, *(f'0x{number(word):x}' for word in words))

    def do_skip(self, _arg):
        """skip: skip the command at which the card has stopped"""
        self.act('skip')

    def do_kill(self, arg):
        """kill CHANNEL: turn a channel off, as its driver does"""
        self.act('kill', number(arg, 'channel'))

    def do_hang(self, arg):
        """hang CHANNEL: keep a channel from running"""
        self.act('hang', number(arg, 'channel'))

    def do_unhang(self, arg):
        """unhang CHANNEL: let it run again"""
        self.act('unhang', number(arg, 'channel'))

    def do_interrupt(self, arg):
        """interrupt raise|lower|mask BITS: bits of PMC's interrupts
        Masked bits don't reach the line.
        """
        words = arg.split()
        if len(words) != 2 or words[0] not in ('raise', 'lower', 'mask'):
            raise CommandError('interrupt raise|lower|mask BITS')
        self.act('interrupt', words[0], f'0x{number(words[1]):x}')
