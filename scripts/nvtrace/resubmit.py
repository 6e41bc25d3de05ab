"""Executes the commands of a card's channels on a model's.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import tempfile
from pathlib import Path

from nvdebug import texts
from nvdebug.chipsets import chip_of, since

from .channel_nv04 import Nv04Channel
from .channel_nv50 import Nv50Channel
from .channel_nvc0 import NvC0Channel
from .common import TraceError, opened
from .machine import Machine
from .pushdump import Dump, commands

MTHD_OBJECT, MTHD_REF_CNT, MTHD_DMA_SEMAPHORE, MTHD_ENGINE = (0, 0x50, 0x60,
                                                              0x100)

# How long a channel is given until it is taken for stuck: so many steps of
# the machine's time, in ns
PATIENCE = 200
STEP = 1000000

# How far a result is looked for that comes earlier than it should
NEAR = 64


def channel_of(machine, card, chid):
    """A channel of the kind that a card has."""
    chip = chip_of(card)
    for first, kind in (('GF100', NvC0Channel), ('G80', Nv50Channel),
                        ('NV4', Nv04Channel)):
        if chip and since(chip, first):
            return kind(machine, card, chid)
    raise TraceError(f'{card} has no channels that take pushbuffers')


class Run:
    """One channel of a dump, on a machine of its own."""

    def __init__(self, options, wanted, chid, directory):
        self.wanted = wanted
        self.card = options.card
        self.chid = chid
        self.fermi = since(chip_of(options.card), 'GF100')
        self.given = 0
        self.left_out = [False] * 8
        self.words_left_out = 0
        self.stuck = None
        self.output = Path(directory) / 'dump'
        self.machine = Machine(
            options.qemu, options.card, ['pushdump=p', *options.property],
            directory, ['-chardev', f'file,id=p,path={self.output}'])

    def go(self):
        """The model's results, as a dump."""
        try:
            self.channel = channel_of(self.machine, self.card, self.chid)
            self.channel.make()
            self.execute()
            # Output on its way to a file arrives.
            self.machine.qmp.execute('stop')
        finally:
            self.machine.close()
        with self.output.open(encoding='utf-8') as lines:
            return Dump(lines).channel(self.chid)

    def execute(self):
        """All commands, as many at once as there may be."""
        words = self.wanted.words
        objects = list(reversed(self.wanted.objects))
        begin = done = 0
        for at, end, command in commands(words, self.fermi):
            new = objects and objects[-1][0] < end
            if at > begin and (new or end - begin > self.channel.MOST):
                self.submit(words[begin:at])
                begin = at
            while objects and objects[-1][0] < end:
                self.channel.define(*objects.pop()[1:])
            if command.method == MTHD_OBJECT and end > at + 1:
                self.left_out[command.subchannel] = \
                    not self.channel.executes(words[at + 1])
            elif command.method == MTHD_DMA_SEMAPHORE:
                self.channel.semaphores_in(words[end - 1])
            if self.left_out[command.subchannel] and \
                    not 0 < command.method < MTHD_ENGINE:
                if at > begin:
                    self.submit(words[begin:at])
                begin = end
                self.words_left_out += end - at
            done = end
            if self.stuck:
                return
        if done > begin:
            self.submit(words[begin:done])

    def submit(self, words):
        """Whole commands, until they are done."""
        self.channel.submit(words)
        waited = 0
        # A word is worth one error, and one semaphore.
        acts = 2 * len(words) + PATIENCE
        while not self.stuck:
            wait = self.channel.waits_for()
            if waited == PATIENCE or not acts:
                self.stuck = texts.wait(wait)
            elif self.channel.recover():
                acts -= 1
            elif wait['kind'] == 'idle':
                return
            elif self.channel.give(wait):
                self.given += 1
                acts -= 1
            else:
                waited += 1
                self.machine.ask(f'clock_step {STEP}')


def references_of(words, fermi):
    """What a channel's references become, by its words alone."""
    for at, end, command in commands(words, fermi):
        if command.method == MTHD_REF_CNT:
            for word in words[at + 1:end][:None if not command.step else 1]:
                yield f'0x{word:08x}'


def differences(wanted, got):
    """Who has what the other hasn't: "dump" or "model", and what.

    What comes later is looked for close by, so that one that is missing isn't
    a difference of all that follow.
    """
    i = j = 0
    while i < len(wanted) or j < len(got):
        if i < len(wanted) and j < len(got) and wanted[i] == got[j]:
            i, j = i + 1, j + 1
        elif i < len(wanted) and wanted[i] not in got[j:j + NEAR]:
            yield 'dump', wanted[i]
            i += 1
        else:
            yield 'model', got[j]
            j += 1


def report(chid, run, wanted, got, options):
    """One channel's result; returns how many differences there are."""
    found = []
    for kind in sorted(wanted):
        found += [f'only the {who} has {kind} {what}' for who, what
                  in differences(wanted[kind], got.results[kind])]
    if run.stuck:
        found.append(f'the model stands still: it waits for {run.stuck}')
    results = ', '.join(f'{len(got.results[kind])} {kind}s'
                        for kind in sorted(wanted))
    print(f'channel {chid}: {len(got.words)} of {len(run.wanted.words)} words '
          f'executed, {results}; {len(found)} differences')
    if run.words_left_out:
        print(f'  {run.words_left_out} words are for engines that need a '
              "driver's program")
    if run.given:
        print(f'  {run.given} semaphores were given, for whoever released '
              'them')
    for line in found[:options.most]:
        print(f'  {line}')
    if len(found) > options.most:
        print(f'  ... and {len(found) - options.most} more')
    return len(found)


def resubmit(options):
    """Each result that differs; the status is that of diff."""
    with opened(options.trace) as trace:
        dump = Dump(trace)
    if not any(channel.words for channel in dump.channels.values()):
        raise TraceError(f'{options.trace} has no words of a pushbuffer')
    if dump.lost:
        print(f'{dump.lost} lines of it are lost')
    wrong = 0
    for chid, wanted in sorted(dump.channels.items()):
        with tempfile.TemporaryDirectory(prefix='nv-trace-') as directory:
            run = Run(options, wanted, chid, directory)
            got = run.go()
        results = {kind: wanted.results[kind]
                   for kind in ('reference', 'release', 'error')}
        if not dump.of_card:
            results = {'reference': list(references_of(wanted.words,
                                                       run.fermi)),
                       'error': []}
        wrong += report(chid, run, results, got, options)
    return 1 if wrong else 0
