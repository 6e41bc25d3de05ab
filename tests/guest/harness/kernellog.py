"""The kernel's log, and which of its lines are errors.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import configparser
import fnmatch
import re
from dataclasses import dataclass
from pathlib import Path

from . import series

KNOWN_LINES = Path(__file__).resolve().parent.parent / 'known-lines.ini'

# The driver's own warnings come as notices: nvkm_warn() prints at that level
NOTICE = 5

# How lines of the driver, and of its dependencies, begin
DRIVER = re.compile(r'(\[ *[\d.]+\] )?'
                    r'(nouveau|bochs|\[drm|drm|ttm|fbcon|fb\d|i2c)')

# The kernel compares its clocks, and an emulator's processors are away for
# longer than it likes: neither the driver's doing nor the card's
CLOCKS = re.compile(r'(\[ *[\d.]+\] )?clocksource: ')

# Trouble, whatever the source and the level
ALARM = re.compile(
    r'cut here \]|WARNING: .*CPU|\bBUG:|\bOops\b|divide error|'
    r'general protection|Kernel panic|Call Trace|(?i:'
    r'detected stall|soft lockup|blocked for more than|gpu lockup|'
    r'\btime(d )?out\b)')


# How the kernel begins and ends a warning with its trace
CUT = re.compile(r'cut here \]')
END = re.compile(r'end trace')


@dataclass
class Record:
    """A line of the log; its level is None if it isn't known."""

    level: int | None
    text: str

    @classmethod
    def parse_kmsg(cls, line):
        """A line of /dev/kmsg; None if it only adds to the one before."""
        match = re.match(r'(\d+),\d+,(\d+),[^;]*;(.*)', line)
        if not match:
            return None
        seconds = int(match[2]) / 1e6
        # The bits above the level say who wrote the line
        return cls(int(match[1]) & 7, f'[{seconds:12.6f}] {match[3]}')

    def __str__(self):
        level = '' if self.level is None else f'<{self.level}>'
        return level + self.text

    def is_error(self):
        """Whether the line would be an error if it were not a known one."""
        if CLOCKS.match(self.text):
            return False
        from_driver = DRIVER.match(self.text)
        is_warning = self.level is not None and self.level <= NOTICE
        return bool(from_driver and is_warning or ALARM.search(self.text))


class KnownLines:
    """Lines that the driver prints on real cards, too."""

    def __init__(self, card, kernel_series, headless=False):
        parser = configparser.ConfigParser(delimiters=['='],
                                           interpolation=None)
        parser.read(KNOWN_LINES, encoding='utf-8')
        self.texts = [
            text for text in parser.sections()
            if is_meant(parser[text], card, kernel_series) and
            (headless or not parser[text].getboolean('headless', False))]

    def which(self, record):
        """The piece by which a line is known, or None."""
        return next((text for text in self.texts if text in record.text),
                    None)

    def has(self, record):
        return self.which(record) is not None


class KnownLinesOfCards:
    """The same in a guest with some cards, by their PCI addresses.

    A line with an address is that card's; another may be any card's.
    """

    def __init__(self, cards):
        self.cards = cards

    def which(self, record):
        named = [known for address, known in self.cards.items()
                 if address in record.text]
        return next((text for known in named or self.cards.values()
                     if (text := known.which(record)) is not None), None)

    def has(self, record):
        return self.which(record) is not None


def matches_card(name, patterns):
    return any(fnmatch.fnmatch(name, pattern) for pattern in patterns.split())


def is_meant(section, card, kernel_series):
    """Whether a section's "cards" and "kernels" have these two."""
    return (matches_card(card, section.get('cards', '*')) and
            series.matches(kernel_series, section.get('kernels', '*')))


def paragraphs(records):
    """The records, those of a warning with its trace together."""
    trace = None
    for record in records:
        if trace is None and CUT.search(record.text):
            trace = [record]
        elif trace is None:
            yield [record]
        else:
            trace.append(record)
            if END.search(record.text):
                yield trace
                trace = None
    if trace:
        yield trace


class KernelLog:
    """What the kernel logged in one boot."""

    def __init__(self, records):
        self.records = records

    def __str__(self):
        return ''.join(f'{record}\n' for record in self.records)

    def errors(self, known):
        """The lines that must not be there."""
        return [record for lines in paragraphs(self.records)
                if not any(known.has(record) for record in lines)
                for record in lines if record.is_error()]

    def known(self, known):
        """The lines that would be errors if real cards had none of them."""
        return [record for record in self.records
                if record.is_error() and known.has(record)]

    def find(self, pattern):
        """The first match in the log, or None."""
        for record in self.records:
            match = re.search(pattern, record.text)
            if match:
                return match
        return None
