"""What real cards stated in public: the reader of tests/record/*.txt.

README in this folder describes the format.  read() refuses what isn't of it,
check() says which reports and facts break a rule that needs the rest of the
repository: cards, registers, tests.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import re
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
FOLDER = TOP / 'tests/record'
CHIPSET = TOP / 'hw/nv/chipset.c'
HEADERS = TOP / 'include/hw/nv'
TESTS = TOP / 'tests/qtest'

COLUMNS = 80

# The files, which are generations, and the first chipset of each
GENERATIONS = {
    'nv04': 0x01, 'nv10': 0x10, 'nv20': 0x20, 'nv30': 0x30, 'nv40': 0x40,
    'nv50': 0x50, 'nvc0': 0xc0, 'nve0': 0xe0,
}
# Chips of mainboards that are of NV40's generation, by their numbers
IGP = range(0x60, 0x70)

# Cards that reports are about and chipset.c hasn't
OTHER_CARDS = {
    'nv1f', 'nv2a', 'nv4c', 'nv4e', 'nv63', 'nv67', 'nv68',
    'nvaa', 'nvac', 'nvaf',
}
# A card that the report doesn't name; its generation is the file's.
UNNAMED = '?'

KINDS = {
    'boot': 'BOOT_0',
    'pci': 'ids, base addresses',
    'memory': 'size and type of VRAM',
    'vbios': "the VBIOS, and the board's tables in it",
    'engine': 'which units there are, and what they report',
    'timer': 'PTIMER',
    'gpio': 'GPIO and I2C',
    'therm': 'PTHERM',
    'dma-pusher': "the pusher's errors before NVC0",
    'cache-error': "the puller's errors before NVC0",
    'fifo-intr': "PFIFO's other interrupts",
    'pbdma': "a PBDMA's interrupts",
    'sched-error': "the scheduler's errors",
    'runlist': 'run lists that do not end',
    'mmu-fault': 'page faults, NVC0 and later',
    'vm-trap': 'page faults, NV50:NVC0',
    'pgraph-error': 'methods that PGRAPH refuses',
    'pgraph-trap': "traps of PGRAPH's units",
    'pgraph-status': 'what is busy in PGRAPH',
    'evo-error': 'methods that the display refuses',
    'evo-state': 'a whole state that the display has refused',
    'mmio-fault': 'accesses to what is not there',
    'timeout': 'what the driver waits for in vain',
}

STATES = ('reproduced', 'injected', 'explained', 'open')

KEY = re.compile(r'([a-z0-9]+): (\S.*)')
REPORT = re.compile(r'nv[0-9a-fx]+t?(-[a-z0-9.]+)+')
FACT = re.compile(r'(\S+)\.([1-9]\d*) (\S+)')
SHOWS = re.compile(r'([0-9a-f]{6})(\+?) ([0-9a-f]{8})(?:/([0-9a-f]{8}))? '
                   r'([A-Z0-9_]+)((?:\[\d+\]|@\d)*)')
STATE = re.compile(r'(open)|'
                   r'(reproduced|injected) ([a-z0-9-]+(?:/[a-z0-9.-]+)+)|'
                   r'(explained) (\S.*)')
REG32 = re.compile(r'^REG32\((\w+), (0x[0-9a-f]+)\)', re.MULTILINE)
NAME = re.compile(r'^\s+\.name = "(nv\w+)",', re.MULTILINE)

# What names a person or a machine: mail addresses; when and on which bus
# something happened.
PERSONAL = {
    'a mail address': re.compile(r'\S@[a-z]', re.IGNORECASE),
    'a PCI address': re.compile(r'\b[0-9a-f]{4}:[0-9a-f]{2}:[0-9a-f]{2}\.\d'),
}
STAMP = re.compile(r'\[ *\d+\.\d{6}\]')

# Where PBDMAs are; their registers are declared as they lie in one.
PBDMA_BASE = 0x040000


class RecordError(Exception):
    """A file can't be read."""


@dataclass(frozen=True)
class Shown:
    """A register of which a line shows MASK's bits.  INDEX is what is in
    brackets behind its name; ANY, if it is one of an array and the line doesn't
    say which; WORDS, if it is which word of those that a data register gives in
    turn."""

    address: int
    value: int
    mask: int
    name: str
    index: tuple = ()
    any: bool = False
    words: bool = False


@dataclass
class Fact:
    """What one card said of one thing.  STATE is one of STATES and ABOUT is its
    test or reason."""

    name: str
    kind: str
    line: int
    said: list = field(default_factory=list)
    shows: list = field(default_factory=list)
    state: str = ''
    about: str = ''
    note: str = ''


@dataclass
class Report:
    """What somebody reported of one machine.  CARDS are those that it may
    be."""

    name: str
    path: str
    line: int
    cards: list = field(default_factory=list)
    boot0: int | None = None
    driver: str = ''
    where: str = ''
    did: str = ''
    facts: list = field(default_factory=list)

    @property
    def generation(self):
        return Path(self.path).stem


def joined(text, path):
    """Lines of a file with those that go on with them: number, text.  An empty
    line has an empty text."""
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        where = f'{path}:{number}'
        if len(line) > COLUMNS:
            raise RecordError(f'{where}: more than {COLUMNS} columns')
        if line != line.rstrip():
            raise RecordError(f'{where}: white space at the end')
        if not line.startswith(' '):
            found.append([number, line])
        elif not found or not found[-1][1] or not re.match(r'  \S', line):
            raise RecordError(f'{where}: goes on with nothing')
        else:
            found[-1][1] += line[1:]
    return found


class Parser:
    """Reads one file; each key has a method, and ORDER says what may follow
    what."""

    AFTER = {
        'report': ('', 'state', 'note'),
        'card': ('report',),
        'boot0': ('card',),
        'driver': ('card', 'boot0'),
        'where': ('driver',),
        'did': ('where',),
        'fact': ('did', 'state', 'note'),
        'said': ('fact', 'said'),
        'shows': ('said', 'shows'),
        'state': ('said', 'shows'),
        'note': ('state',),
    }

    def __init__(self, path):
        self.path = path
        self.reports = []
        self.last = ''
        self.number = 0
        self.open = False

    def error(self, what):
        return RecordError(f'{self.path}:{self.number}: {what}')

    def match(self, pattern, text, what):
        if not (found := pattern.fullmatch(text)):
            raise self.error(f'no {what}: {text}')
        return found

    @property
    def report(self):
        return self.reports[-1]

    @property
    def fact(self):
        return self.report.facts[-1]

    def feed(self, number, line):
        self.number = number
        if line.startswith('#'):
            if self.open:
                raise self.error('a comment in a report')
        elif not line:
            self.end()
        else:
            self.take(*self.match(KEY, line, 'key and value').groups())

    def end(self):
        """A report ends."""
        if self.open and self.last not in ('state', 'note'):
            raise self.error(f'a report ends after "{self.last}"')
        self.open = False

    def take(self, key, value):
        if key not in self.AFTER:
            raise self.error(f'there is no key "{key}"')
        if self.last not in self.AFTER[key]:
            raise self.error(f'"{key}" after "{self.last}"')
        if self.open == (key == 'report'):
            raise self.error('reports begin with "report", behind an empty '
                             'line')
        getattr(self, f'take_{key}')(value)
        self.last, self.open = key, True

    def take_report(self, value):
        self.match(REPORT, value, 'name of a report')
        self.reports.append(Report(value, self.path, self.number))

    def take_card(self, value):
        self.report.cards = value.split()

    def take_boot0(self, value):
        self.match(re.compile('[0-9a-f]{8}'), value, 'BOOT_0')
        self.report.boot0 = int(value, 16)

    def take_driver(self, value):
        self.report.driver = value

    def take_where(self, value):
        self.report.where = value

    def take_did(self, value):
        self.report.did = value

    def take_fact(self, value):
        name, number, kind = self.match(FACT, value, 'fact and kind').groups()
        if name != self.report.name:
            raise self.error(f'a fact of {name} in {self.report.name}')
        if int(number) != len(self.report.facts) + 1:
            raise self.error(f'fact {number} after '
                             f'{len(self.report.facts)}')
        if kind not in KINDS:
            raise self.error(f'there is no kind "{kind}"')
        self.report.facts.append(Fact(f'{name}.{number}', kind, self.number))

    def take_said(self, value):
        if STAMP.search(value):
            raise self.error('a time stamp')
        self.fact.said.append(value)

    def take_shows(self, value):
        found = self.match(SHOWS, value, 'register')
        address, value = int(found[1], 16), int(found[3], 16)
        mask = int(found[4], 16) if found[4] else 0xffffffff
        if address % 4:
            raise self.error(f'{found[1]} is no register')
        if value & ~mask:
            raise self.error(f'{found[3]} has bits outside {found[4]}')
        self.fact.shows.append(Shown(
            address, value, mask, found[5],
            tuple(map(int, re.findall(r'\d+', found[6]))), bool(found[2]),
            found[6].startswith('@')))

    def take_state(self, value):
        found = self.match(STATE, value, 'state')
        self.fact.state, self.fact.about = (
            (found[1] or found[2] or found[4]), found[3] or found[5] or '')

    def take_note(self, value):
        self.fact.note = value


def parse(text, path):
    """The reports of a file's text."""
    parser = Parser(path)
    for number, line in joined(text, path):
        parser.feed(number, line)
    parser.end()
    return parser.reports


def read(folder=FOLDER):
    """All reports, in the order of generations."""
    paths = {path.stem: path for path in folder.glob('*.txt')}
    if unknown := set(paths) - set(GENERATIONS):
        raise RecordError(f'{paths[unknown.pop()]}: no generation')
    return [report for name in GENERATIONS if name in paths
            for report in parse(paths[name].read_text('utf-8'),
                                str(paths[name]))]


def number_of(card):
    """The number of a card's chip, which has three digits from NV106 on."""
    return int(re.match('nv([01][0-9a-f]{2}|[0-9a-f]{2})', card)[1], 16)


def generation_of(card):
    """The generation of a card, by its number."""
    number = number_of(card)
    if number in IGP:
        return 'nv40'
    return [name for name, first in GENERATIONS.items() if first <= number][-1]


def chipset_of(boot0):
    """The number of the chip that BOOT_0 tells, as the driver has it."""
    if boot0 & 0x1f000000:
        return (boot0 & 0x1ff00000) >> 20
    if boot0 & 0xff00fff0 == 0x20004000:
        return 5 if boot0 & 0x00f00000 else 4
    return boot0 >> 16 & 0xf


@dataclass
class Repository:
    """What the record is checked against: cards of the model, addresses of
    registers by name, and the text of the tests' programs."""

    cards: set
    registers: dict
    tests: str

    @classmethod
    def here(cls):
        registers = {}
        for path in sorted(HEADERS.glob('*.h')):
            for name, address in REG32.findall(path.read_text('utf-8')):
                registers[name] = int(address, 16)
        return cls(set(NAME.findall(CHIPSET.read_text('utf-8'))), registers,
                   '\n'.join(path.read_text('utf-8')
                             for path in sorted(TESTS.glob('*-test.c'))))


def check_cards(report, here):
    for card in report.cards:
        if card == UNNAMED and report.cards == [UNNAMED]:
            continue
        if card not in here.cards | OTHER_CARDS:
            yield report.line, f'there is no card {card}'
        elif generation_of(card) != report.generation:
            yield report.line, f'{card} is of {generation_of(card)}'
    if report.boot0 is not None and not any(
            card != UNNAMED and number_of(card) == chipset_of(report.boot0)
            for card in report.cards):
        yield report.line, f'{report.boot0:08x} is no {report.cards[0]}'


def check_register(fact, shown, here):
    """A name that headers have stands for its address.  An array's stride is
    whatever its index says."""
    declared = here.registers.get(shown.name)
    if declared is None:
        return
    address = shown.address
    if shown.name.startswith('NV_PBDMA_'):
        address -= PBDMA_BASE
    steps = shown.index[0] if shown.index and not shown.any else 0
    offset = address - declared
    right = offset == 0 if not steps else offset > 0 and offset % steps == 0
    # Words that one data register gives in turn
    right = right or (offset == 0 and shown.index)
    if not right:
        yield fact.line, f'{shown.name} is not {shown.address:06x}'


def check_fact(fact, here):
    for shown in fact.shows:
        yield from check_register(fact, shown, here)
    if (fact.state in ('reproduced', 'injected') and
            f'"{fact.about}"' not in here.tests):
        yield fact.line, f'there is no test {fact.about}'
    own = f'record/{fact.name}'
    if f'"{own}"' in here.tests and fact.about != own:
        yield fact.line, f'{own} reproduces it, and it is {fact.state}'


def texts(report):
    """Everything that a report says."""
    yield from (report.driver, report.where, report.did)
    for fact in report.facts:
        yield from (*fact.said, fact.about, fact.note)


def check(reports, here):
    """What is wrong, each as file:line: what."""
    names = Counter(report.name for report in reports)
    for report in reports:
        wrong = [*check_cards(report, here)]
        if names[report.name] > 1:
            wrong.append((report.line, f'another report is {report.name}'))
        for what, pattern in PERSONAL.items():
            if any(map(pattern.search, texts(report))):
                wrong.append((report.line, what))
        for fact in report.facts:
            wrong += check_fact(fact, here)
        for line, what in wrong:
            yield f'{report.path}:{line}: {what}'


def facts_of(reports):
    return [fact for report in reports for fact in report.facts]


def count(facts):
    """How many facts there are, and of each state."""
    states = Counter(fact.state for fact in facts)
    return (len(facts), *(states[state] for state in STATES))


def summary(reports, by):
    """Rows of what there is, by "generation" or "kind": a name, how many facts,
    and of each state; the last row is all of them."""
    if by == 'generation':
        rows = {name: facts_of(report for report in reports
                               if report.generation == name)
                for name in GENERATIONS}
    else:
        rows = {kind: [fact for fact in facts_of(reports) if fact.kind == kind]
                for kind in KINDS}
    return [*((name, *count(facts)) for name, facts in rows.items() if facts),
            ('all', *count(facts_of(reports)))]
