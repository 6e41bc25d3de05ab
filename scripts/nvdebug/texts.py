"""What the card answers, as lines for a person.

Answers are those of hw/nv/debug/nv-gpu-query.json and nv-gpu-control.json.

SPDX-License-Identifier: GPL-2.0-or-later
"""

PER_LINE = 4

OPERATORS = {'equal': '==', 'greater-equal': '>=', 'and': '&'}

# Why memory can't be accessed, as the card's errors say it
FAULTS = {
    'bus': "isn't answered on the bus",
    'no-frames': 'has no frames behind it',
    'limit': 'lies beyond the limit',
    'write-only': 'may not be read',
    'read-only': 'may not be written',
    'no-page': 'has no page',
    'page-read-only': 'is in a read-only page',
    'vram-limit': 'is beyond video memory',
    'no-gart-page': 'is in no page of the GART',
    'vm-pt-not-present': 'PT_NOT_PRESENT',
    'vm-pt-too-short': 'PT_TOO_SHORT',
    'vm-page-not-present': 'PAGE_NOT_PRESENT',
    'vm-page-supervisor-only': 'PAGE_SUPERVISOR_ONLY',
    'vm-page-read-only': 'PAGE_READ_ONLY',
    'vm-no-channel': 'NO_CHANNEL',
    'vm-null-object': 'NULL_DMAOBJ',
    'vm-wrong-memory-type': 'WRONG_MEMTYPE',
    'vm-vram-limit': 'VRAM_LIMIT',
    'vm-limit': 'VM_LIMIT_EXCEEDED',
    'vm-object-limit': 'DMAOBJ_LIMIT',
}

# Those that have names, in the order of instructions' numbers
SPECIAL = ('iv0', 'iv1', 'tv', 'sp', 'pc', 'xcbase', 'xdbase', 'flags',
           'xtargets', 'tstatus', 'pending', 'fifo')


# Channels

def wait(answer):
    """What a channel waits for."""
    kind = answer['kind']
    if kind == 'semaphore':
        text = (f'semaphore 0x{answer["address"]:08x} '
                f'{OPERATORS[answer["op"]]} 0x{answer["value"]:08x}')
        return text + (f' is 0x{answer["is"]:08x}' if 'is' in answer
                       else ' unreadable')
    if kind == 'engine':
        return ' '.join(filter(None, (kind, answer['engine'],
                                      answer.get('why'))))
    if kind in ('error', 'frozen'):
        what = answer['error' if kind == 'error' else 'register']
        return f'{kind} {what}'
    return kind


def channel(answer):
    """A channel's line."""
    if answer['state'] == 'off':
        return f'channel {answer["channel"]} off'
    push = answer.get('pushbuffer')
    words = [f'channel {answer["channel"]} mode {"dma" if push else "pio"} at '
             f'{answer["place"]}{answer.get("pbdma", "")}']
    if push:
        words.append(f'get 0x{push["get"]:08x} put 0x{push["put"]:08x}')
        if 'ring' in push:
            words.append(f'ib-get {push["ring"]["get"]} '
                         f'ib-put {push["ring"]["put"]}')
    if 'reference' in answer:
        words.append(f'ref 0x{answer["reference"]:08x}')
    words.append(f'wait {wait(answer["wait"])}')
    return ' '.join(words)


def channels(answer, count):
    """All that are on, of so many that there are."""
    return [channel(one) for one in answer] or [
        f"none of the card's {count} channels is on"]


def ramfc(answer):
    """A channel's saved state."""
    return [f'0x{word["offset"]:02x} {word.get("register", "-")} '
            f'0x{word["value"]:08x}' for word in answer]


def runlist(answer):
    """The channels in the order of their turns."""
    return [f'entry {i} channel {entry["channel"]}'
            + (' turn' if entry['turn'] else '')
            for i, entry in enumerate(answer)] or ['the run list has no '
                                                   'entries']


def hang(answer, hung):
    """A channel that hangs from now on, or doesn't."""
    number = answer['channel']['channel']
    what = ("has no more turns until 'unhang'" if hung else
            'may have its turn again' if answer['was'] else "wasn't hung")
    return [f'channel {number} {what}', channel(answer['channel'])]


def submit(answer, count):
    """What has become of so many methods."""
    lines = [f'submitted {count} executed {answer["executed"]}']
    if answer['executed'] < count:
        lines += [f'{count - answer["executed"]} in CACHE1, where they wait:',
                  channel(answer['channel'])]
    return lines


def skip(answer):
    """What is left out."""
    return [f'channel {answer["channel"]} leaves out the {answer["what"]} '
            'when it goes on']


# Registers

def register(answer):
    """A register that is looked at."""
    value = (f'0x{answer["value"]:08x}' if 'value' in answer
             else 'acts-on-read')
    return f'0x{answer["address"]:06x} {answer.get("name", "-")} {value}'


def pbdma(answer):
    """A PBDMA."""
    return [register(one) for one in answer]


def cache1(answer):
    """CACHE1's registers, and what is in it."""
    methods = [f'slot {i} subchannel {one["subchannel"]} method '
               f'0x{one["method"]:04x} data 0x{one["data"]:08x}'
               for i, one in enumerate(answer['methods'])]
    return [*map(register, answer['registers']),
            *(methods or ['CACHE1 has no methods'])]


def line(answer):
    """The interrupt line."""
    return f'line {answer["line"]:d} masked 0x{answer["masked"]:08x}'


def interrupts(answer):
    """The interrupt line, and all registers with pending bits."""
    return [line(answer),
            *(f'0x{one["address"]:06x} {one["name"]} pending '
              f'0x{one["pending"]:08x} enabled 0x{one["enabled"]:08x}'
              for one in answer['registers'])]


# Memory

def words_at(address, words):
    """Words of memory, some a line."""
    return [f'0x{address + at * 4:08x}: '
            + ' '.join(f'0x{word:08x}' for word in words[at:at + PER_LINE])
            for at in range(0, len(words), PER_LINE)]


def memory(answer):
    """Words of memory, and why there aren't more."""
    lines = words_at(answer['address'], answer['words'])
    if 'fault' in answer:
        end = answer['address'] + 4 * len(answer['words'])
        lines.append(f'address 0x{end:08x} {FAULTS[answer["fault"]]}')
    return lines


def entries(answer, number):
    """The entries that a channel hasn't taken."""
    lines = [f'entry {one["entry"]} address 0x{one["address"]:010x} words '
             f'{one["words"]} low 0x{one["low"]:08x} high 0x{one["high"]:08x}'
             for one in answer['entries']]
    if 'unreadable' in answer:
        lines.append(f'entry {answer["unreadable"]} unreadable')
    last = (answer['ring']['put'] - 1) % answer['ring']['size']
    return lines or [f'channel {number} has taken all entries of its ring, '
                     f'the last of them {last}']


def walk(answer):
    """How an address is resolved."""
    lines = [' '.join([f'{one["table"]} at {one["memory"]} '
                       f'0x{one["address"]:08x} entry 0x{one["entry"]:016x}',
                       *one['flags']]) for one in answer['entries']]
    result = answer.get('result')
    return [*lines, f'result {result["memory"]} 0x{result["address"]:08x}'
            if result else f'result none {FAULTS[answer["fault"]]}']


# Falcons

def falcons(answer):
    """The card's falcons."""
    return [f'falcon {one["falcon"]} unit {one["unit"]} base '
            f'0x{one["base"]:06x} state {one["state"]} pc 0x{one["pc"]:04x} '
            f'code 0x{one["code-size"]:x} data 0x{one["data-size"]:x}'
            for one in answer] or ['the card has no falcons']


def falcon_registers(answer):
    """A falcon's registers."""
    return [*(f'r{i} 0x{value:08x}' for i, value in enumerate(answer['r'])),
            *(f'{name} 0x{answer[name]:08x}' for name in SPECIAL),
            f'state {answer["state"]}']


# The screen

def head(answer):
    """What a head shows."""
    text = (f'head {answer["head"]} monitor '
            f'{"yes" if answer["monitor"] else "no"} mode {answer["mode"]}')
    if answer['mode'] == 'vga':
        return text
    text += (f' width {answer["width"]} height {answer["height"]} bpp '
             f'{answer["bpp"]} order {answer["order"]} base '
             f'0x{answer["base"]:08x} pitch {answer["pitch"]} block-lines '
             f'{answer["block-lines"]}')
    cursor = answer.get('cursor')
    return text + (f' cursor 0x{cursor["address"]:08x} '
                   f'{cursor["width"]}x{cursor["height"]} at '
                   f'{cursor["x"]},{cursor["y"]}' if cursor else '')


def evo(answer):
    """A channel of EVO, and its state."""
    name = f'evo {answer["kind"]} {answer["head"]}'
    push = answer.get('pushbuffer')
    place = (f' get 0x{push["get"]:03x} put 0x{push["put"]:03x}' if push
             else '')
    yield f'{name}{place} wait {answer["wait"]}'
    for word in answer['state']:
        yield (f'{name} method 0x{word["method"]:04x} {word["name"]} written '
               f'0x{word["written"]:08x} armed 0x{word["armed"]:08x}')


def screen(answer):
    """What the card shows."""
    return [*map(head, answer['heads']),
            *(text for one in answer['evo'] for text in evo(one))] or [
                'the card has no heads, and shows nothing']


class Named:
    """Answers with classes in them, which NAMES names."""

    def __init__(self, names):
        self.names = names

    def of_class(self, number):
        """A class by its name and number."""
        # Without a class, the device says 0
        return (f'class {self.names.class_name(number)}' if number
                else 'class 0x0000')

    def channel(self, answer):
        """A channel with all that it has."""
        lines = [channel(answer)]
        if answer['state'] == 'off':
            return lines
        lines += [f'{name} 0x{answer[key]:08x}' for name, key in
                  (('block', 'block'), ('ramfc', 'ramfc'), ('push', 'object'))
                  if key in answer]
        push = answer.get('pushbuffer', {})
        if push:
            lines.append(f'command-left {push["left"]}')
        if 'subroutine' in push:
            lines.append(f'subroutine-returns 0x{push["subroutine"]:08x}')
        if 'ring' in push:
            lines += [f'ib-address 0x{push["ring"]["address"]:08x}',
                      f'ib-entries {push["ring"]["size"]}']
        return lines + [
            f'subchannel {one["subchannel"]} {self.of_class(one["class"])}'
            for one in answer['subchannels']]

    def handle(self, answer):
        """An object in RAMHT."""
        return (f'channel {answer["channel"]} handle '
                f'0x{answer["handle"]:08x} inst 0x{answer["address"]:08x} '
                f'{self.of_class(answer["class"])} engine {answer["engine"]} '
                f'context 0x{answer["context"]:08x}')

    def ramht(self, answer, number=None):
        """Objects by their handles: all, or a channel's."""
        if not answer:
            return ['no channel is on, and each has a RAMHT of its own'
                    if number is None else
                    f'channel {number} is off, and has no RAMHT']
        lines = []
        for table in answer:
            whose = table.get('channel', number)
            nothing = (f'RAMHT at 0x{table["address"]:05x}, {table["size"]} '
                       'entries, has nothing')
            if whose is not None:
                nothing += f' for channel {whose}'
            lines += [self.handle(one) for one in table['entries']] or [
                nothing]
        return lines

    def object(self, answer):
        """An object in instance memory."""
        lines = [self.handle(answer['entry']) if 'entry' in answer else
                 f'inst 0x{answer["address"]:08x} '
                 f'{self.of_class(answer["class"])}']
        dma = answer.get('dma')
        if dma:
            lines.append(
                f'dma target {dma["target"]} '
                f'{"linear" if dma["linear"] else "paged"} base '
                f'0x{dma["base"]:08x} limit 0x{dma["limit"]:08x}'
                + (' readable' if dma['readable'] else '')
                + (' writable' if dma['writable'] else ''))
        return lines + words_at(answer['address'], answer['words'])
