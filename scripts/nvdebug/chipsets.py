"""Chips, in the order of generations.

Which of two chips is the later one can't be told from their numbers; the
register database and this package go by this order.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import re

# Number and name in the register database; None: it shares its predecessor's
CHIPS = (
    (0x01, 'NV1'), (0x03, 'NV3'), (None, 'NV3T'), (0x04, 'NV4'),
    (0x05, 'NV5'), (None, 'NV6'), (0x0a, 'NVA'), (0x10, 'NV10'),
    (0x15, 'NV15'), (0x1a, 'NV1A'), (0x11, 'NV11'), (0x17, 'NV17'),
    (0x1f, 'NV1F'), (0x18, 'NV18'), (0x20, 'NV20'), (0x2a, 'NV2A'),
    (0x25, 'NV25'), (0x28, 'NV28'), (0x30, 'NV30'), (0x35, 'NV35'),
    (0x31, 'NV31'), (0x36, 'NV36'), (0x34, 'NV34'), (0x40, 'NV40'),
    (0x45, 'NV45'), (0x41, 'NV41'), (0x42, 'NV42'), (0x43, 'NV43'),
    (0x44, 'NV44'), (0x4a, 'NV44A'), (0x47, 'G70'), (0x46, 'G72'),
    (0x49, 'G71'), (0x4b, 'G73'), (0x4e, 'C51'), (0x4c, 'MCP61'),
    (0x67, 'MCP67'), (0x68, 'MCP68'), (0x63, 'MCP73'), (0x4d, 'RSX'),
    (0x50, 'G80'), (0x84, 'G84'), (0x86, 'G86'), (0x92, 'G92'),
    (0x94, 'G94'), (0x96, 'G96'), (0x98, 'G98'), (0xa0, 'G200'),
    (0xaa, 'MCP77'), (0xac, 'MCP79'), (0xa3, 'GT215'), (0xa5, 'GT216'),
    (0xa8, 'GT218'), (0xaf, 'MCP89'), (0xc0, 'GF100'), (0xc4, 'GF104'),
    (0xce, 'GF114'), (0xc3, 'GF106'), (0xcf, 'GF116'), (0xc1, 'GF108'),
    (0xc8, 'GF110'), (0xd9, 'GF119'), (0xd7, 'GF117'), (0xe4, 'GK104'),
    (0xe7, 'GK107'), (0xe6, 'GK106'), (0xf0, 'GK110'), (0xf1, 'GK110B'),
    (None, 'GK210'), (0x108, 'GK208'), (0x106, 'GK208B'), (0xea, 'GK20A'),
    (0x117, 'GM107'), (0x118, 'GM108'), (0x124, 'GM204'), (0x120, 'GM200'),
    (0x126, 'GM206'), (0x12b, 'GM20B'), (0x130, 'GP100'), (0x132, 'GP102'),
    (0x134, 'GP104'), (0x136, 'GP106'), (0x137, 'GP107'), (0x138, 'GP108'),
    (0x13b, 'GP10B'), (0x140, 'GV100'), (0x15b, 'GV11B'), (0x162, 'TU102'),
    (0x164, 'TU104'), (0x166, 'TU106'), (0x168, 'TU116'), (0x167, 'TU117'),
)

NAMES = tuple(name for _, name in CHIPS)

# Code names that differ in the register database
ALIASES = {'GT200': 'G200'}


def chip_of(name):
    """The database's name of a card: "nv84", "nv84-gpu" and "g84" are G84.

    None if there is no such chip.
    """
    name = name.lower().removesuffix('-gpu').upper()
    name = ALIASES.get(name, name)
    if name in ('NV03T', 'NV3T'):
        return 'NV3T'
    number = re.fullmatch('NV([0-9A-F]{2,3})', name)
    if number:
        for chip, known in CHIPS:
            if chip == int(number[1], 16):
                return known
    return name if name in NAMES else None


def since(chip, first):
    """Whether a chip is of the generation of another one, or later."""
    return NAMES.index(chip) >= NAMES.index(first)
