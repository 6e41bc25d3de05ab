"""Commands that change what the card does.

SPDX-License-Identifier: GPL-2.0-or-later
"""

from .errors import CommandError, counted, number, shown


class Acts:
    """A part of the shell."""

    def do_submit(self, arg):
        """submit CHANNEL SUBCHANNEL METHOD DATA...: execute a method
        METHOD may be a name of the class that the subchannel has.
        """
        words = arg.split()
        if len(words) < 4:
            raise CommandError('it is: submit CHANNEL SUBCHANNEL METHOD '
                               'DATA...')
        channel, subchannel = number(words[0]), number(words[1])
        of_class = None
        if not words[2][0].isdigit():
            of_class = self.card.bound(channel).get(subchannel)
        method = self.names.method_number(of_class, words[2])
        if method is None and of_class is None:
            raise CommandError(f'no object is known on subchannel '
                               f'{subchannel} of channel {channel}: '
                               f'{shown(words[2])} is a method of which class?'
                               ' Give its number')
        if method is None:
            raise CommandError(self.names.no_method(of_class, words[2]))
        self.act('submit', channel, subchannel, f'0x{method:x}',
                 *(f'0x{number(word):x}' for word in words[3:]))

    def act(self, *words):
        """Give the device a command, and print its answer."""
        said = self.card.debug(*words)
        if said.strip():
            self.say(self.named(said))

    def do_push(self, arg):
        """push CHANNEL ADDRESS WORDS: execute a piece of memory"""
        words = [number(word) for word in
                 counted(arg.split(), 3, 3, 'push CHANNEL ADDRESS WORDS')]
        self.act('push', words[0], f'0x{words[1]:x}', words[2])

    def do_write(self, arg):
        """write CHANNEL|object HANDLE ADDRESS WORD...: write memory"""
        words = arg.split()
        where = [words.pop(0)] if words[:1] == ['object'] else []
        if len(words) < 3:
            raise CommandError('it is: write CHANNEL|object HANDLE ADDRESS '
                               'WORD...')
        self.act('write', *where, *(f'0x{number(word):x}' for word in words))

    def do_skip(self, arg):
        """skip: skip the command at which the card has stopped"""
        counted(arg.split(), 0, 0, 'skip, without a number')
        self.act('skip')

    def act_on_channel(self, verb, arg):
        """An act that takes a channel's number."""
        word, = counted(arg.split(), 1, 1, f'{verb} CHANNEL')
        self.act(verb, number(word, 'channel'))

    def do_kill(self, arg):
        """kill CHANNEL: turn a channel off, as its driver does"""
        self.act_on_channel('kill', arg)

    def do_hang(self, arg):
        """hang CHANNEL: keep a channel from running"""
        self.act_on_channel('hang', arg)

    def do_unhang(self, arg):
        """unhang CHANNEL: let it run again"""
        self.act_on_channel('unhang', arg)

    def do_interrupt(self, arg):
        """interrupt raise|lower|mask BITS: bits of PMC's interrupts
        Masked bits don't reach the line.
        """
        words = arg.split()
        if len(words) != 2 or words[0] not in ('raise', 'lower', 'mask'):
            raise CommandError('it is: interrupt raise|lower|mask BITS')
        self.act('interrupt', words[0], f'0x{number(words[1]):x}')
