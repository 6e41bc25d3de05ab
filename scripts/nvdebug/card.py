"""A card in a running emulator, as the debugger talks to it.

All of it is done by QMP, so that any other client can do the same: properties
of the device, commands, and the event NV_GPU_STOPPED, which docs/qmp.rst
describes.  What the card answers becomes text in texts.py.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import re

from .chipsets import chip_of
from .qmp import QmpError

STOPPED = 'NV_GPU_STOPPED'
HOMES = ('/machine/peripheral', '/machine/peripheral-anon')

# BAR0 as QEMU's PCI core numbers it
REGISTERS = 0

# How far one command may look
MOST_WORDS = 1 << 14


def find_cards(monitor):
    """All cards of the machine: path and type of each."""
    found = []
    for home in HOMES:
        try:
            children = monitor.execute('qom-list', path=home)
        except QmpError:
            continue
        for child in children:
            match = re.fullmatch(r'child<(\w+)-gpu>', child['type'])
            if match and chip_of(match[1]):
                found.append((f'{home}/{child["name"]}', match[1]))
    return found


def find_card(monitor, wanted=None):
    """The card of a name, an id or a path; without one, the only card."""
    cards = find_cards(monitor)
    if wanted:
        cards = [(path, kind) for path, kind in cards
                 if wanted in (path, path.rpartition('/')[2], kind,
                               f'{kind}-gpu')]
    if len(cards) != 1:
        there = ', '.join(f'{path} ({kind})' for path, kind in
                          cards or find_cards(monitor))
        raise QmpError((f'there is no card {wanted}' if wanted and not cards
                        else 'which card?' if cards else 'there is no card')
                       + (f': {there}' if there else ''))
    return Card(monitor, *cards[0])


class Card:
    """One card, through its properties and commands."""

    def __init__(self, monitor, path, kind):
        self.monitor = monitor
        self.path = path
        self.kind = kind
        self.chip = chip_of(kind)
        self._bar0 = None
        self._schema = None

    # Properties

    def get(self, name):
        """A property of the device."""
        return self.monitor.execute('qom-get', path=self.path, property=name)

    def set(self, name, value):
        """Set a property of the device."""
        self.monitor.execute('qom-set', path=self.path, property=name,
                             value=value)

    @property
    def stopped(self):
        """Whether the processing of commands is stopped."""
        return self.get('stopped')

    @stopped.setter
    def stopped(self, value):
        self.set('stopped', value)

    # What there is to choose from

    def error_names(self):
        """The errors that the card may report."""
        return [error['name'] for error in
                self.query('errors')]

    def fault_kinds(self):
        """The faults that the card can have."""
        return [kind['fault'] for kind in
                self.query('fault-kinds')]

    def keys(self, query):
        """The keys of what a query lists, by its kind: QEMU's schema."""
        if self._schema is None:
            self._schema = {known['name']: known for known in
                            self.monitor.execute('query-qmp-schema')}
        found = self._schema[self._schema[query]['ret-type']]['element-type']
        union = self._schema[found]
        common = [member['name'] for member in union['members']
                  if member['name'] != union['tag']]
        return {variant['case']: common + [
            member['name'] for member in
            self._schema[variant['type']]['members']]
            for variant in union['variants']}

    # Commands

    def query(self, what, **arguments):
        """What the device answers to x-query-nv-WHAT."""
        return self.monitor.execute(f'x-query-nv-{what}', path=self.path,
                                    **arguments)

    def control(self, what, **arguments):
        """Have the device do x-nv-WHAT; its answer."""
        return self.monitor.execute(f'x-nv-{what}', path=self.path,
                                    **arguments)

    def names(self):
        """The registers, classes and methods that are modelled."""
        return self.query('names')

    def channel(self, channel):
        """A channel of the card."""
        return self.query('channel', channel=channel)

    def bound(self, channel):
        """The class on each subchannel of a channel, where it is known."""
        return {bound['subchannel']: bound['class'] for bound in
                self.channel(channel).get('subchannels', [])}

    def pushbuffer(self, channel, **where):
        """Words of a channel's pushbuffer: [(address, word)]."""
        return [(piece['address'] + 4 * index, word) for piece in
                self.query('pushbuffer', channel=channel, **where)
                for index, word in enumerate(piece['words'])]

    def memory(self, space, address, words):
        """Words of memory, with the address of the first."""
        return self.query('memory', space=space, address=address, words=words)

    # Registers

    def register(self, address):
        """What a register would read, None if reading it changes something.

        Nothing happens, and the guest needn't have mapped it.
        """
        return self.query('register', address=address).get('value')

    def bar0(self):
        """Where the guest has put the registers, in its address space."""
        if self._bar0 is None:
            self._bar0 = next(
                (region['address'] for bus in
                 self.monitor.execute('query-pci')
                 for device in _devices(bus)
                 if self.path.endswith('/' + (device['qdev_id'] or ' '))
                 for region in device['regions']
                 if region['bar'] == REGISTERS and region['address'] >= 0),
                None)
            if self._bar0 in (None, 0xffffffffffffffff):
                self._bar0 = None
                raise QmpError("the guest hasn't mapped the card's registers")
        return self._bar0

    def read_register(self, address):
        """Read a register as the guest does, with side effects."""
        said = self.monitor.human(f'xp /1xw 0x{self.bar0() + address:x}')
        match = re.search(r':\s*0x([0-9a-f]{8})', said)
        if not match:
            raise QmpError(said.strip())
        return int(match[1], 16)


def _devices(bus):
    """The devices of a bus and of the busses below it."""
    for device in bus['devices']:
        yield device
        if 'pci_bridge' in device:
            yield from _devices(device['pci_bridge'])
