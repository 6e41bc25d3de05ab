"""Commands that change what the card does.

SPDX-License-Identifier: GPL-2.0-or-later
"""

from . import texts
from .errors import CommandError, counted, number, shown
from .inspection import space


class Control:
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
        data = [number(word) for word in words[3:]]
        self.say_all(texts.submit(self.card.control(
            'submit', channel=channel, subchannel=subchannel, method=method,
            data=data), len(data)))

    def do_push(self, arg):
        """push CHANNEL ADDRESS WORDS: execute a piece of memory"""
        channel, address, words = (
            number(word) for word in
            counted(arg.split(), 3, 3, 'push CHANNEL ADDRESS WORDS'))
        answer = self.card.control('push', channel=channel, address=address,
                                   words=words)
        self.say(f'pushed {words} words at 0x{address:08x}')
        self.say(texts.channel(answer))

    def do_write(self, arg):
        """write CHANNEL|object HANDLE ADDRESS WORD...: write memory"""
        where, words = space(arg.split())
        if len(words) < 2:
            raise CommandError('it is: write CHANNEL|object HANDLE ADDRESS '
                               'WORD...')
        address, *words = (number(word) for word in words)
        self.card.control('write-memory', space=where, address=address,
                          words=words)
        self.say(f'wrote {len(words)} words at 0x{address:08x}')

    def do_skip(self, arg):
        """skip: skip the command at which the card has stopped"""
        counted(arg.split(), 0, 0, 'skip, without a number')
        self.say_all(texts.skip(self.card.control('skip')))

    @staticmethod
    def only_channel(verb, arg):
        """The channel of a command that takes nothing else."""
        word, = counted(arg.split(), 1, 1, f'{verb} CHANNEL')
        return number(word, 'channel')

    def do_kill(self, arg):
        """kill CHANNEL: turn a channel off, as its driver does"""
        self.say(texts.channel(self.card.control(
            'kill', channel=self.only_channel('kill', arg))))

    def do_hang(self, arg):
        """hang CHANNEL: keep a channel from running"""
        self.say_all(texts.hang(self.card.control(
            'hang', channel=self.only_channel('hang', arg), hang=True), True))

    def do_unhang(self, arg):
        """unhang CHANNEL: let it run again"""
        self.say_all(texts.hang(self.card.control(
            'hang', channel=self.only_channel('unhang', arg), hang=False),
            False))

    def do_interrupt(self, arg):
        """interrupt raise|lower|mask BITS: bits of PMC's interrupts
        Masked bits don't reach the line.
        """
        words = arg.split()
        if len(words) != 2 or words[0] not in ('raise', 'lower', 'mask'):
            raise CommandError('it is: interrupt raise|lower|mask BITS')
        self.say(texts.line(self.card.control('interrupt', action=words[0],
                                              bits=number(words[1]))))
