"""What people call classes of objects.

The register database has G80_M2MF where others have NV50_M2MF, and NVIDIA's
headers NV50_MEMORY_TO_MEMORY_FORMAT; NV4_GDI is NV04_GDI as well.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import difflib
import re

from .chipsets import chip_of

# NVIDIA's names of generations
GENERATIONS = {'CELSIUS': 'NV10', 'KELVIN': 'NV20', 'RANKINE': 'NV30',
               'CURIE': 'NV40', 'TESLA': 'G80', 'FERMI': 'GF100'}

# Longer names of what a class is, and the register database's
LONG = {
    'TWOD': '2D', 'THREED': '3D', 'PRIMITIVE': '3D',
    'MEMORY_TO_MEMORY_FORMAT': 'M2MF', 'MEMCPY': 'M2MF',
    'GDI_RECTANGLE_TEXT': 'GDI', 'GDI_RECT_TEXT': 'GDI', 'GDIRECT': 'GDI',
    'GDI_TEXT': 'GDI', 'IMAGE_BLIT': 'BLIT', 'IMAGEBLIT': 'BLIT',
    'IMAGE_FROM_CPU': 'IFC', 'SCALED_IMAGE_FROM_MEMORY': 'SIFM',
    'STRETCHED_IMAGE_FROM_CPU': 'SIFC', 'SOLID_LINE': 'LIN', 'LINE': 'LIN',
    'SOLID_TRIANGLE': 'TRI', 'TRIANGLE': 'TRI', 'SOLID_RECTANGLE': 'RECT',
    'RECTANGLE': 'RECT', 'RENDER_SOLID_LIN': 'LIN',
    'RENDER_SOLID_TRIANGLE': 'TRI', 'RENDER_SOLID_RECTANGLE': 'RECT',
    'CONTEXT_SURFACES_2D': 'SURFACE_2D', 'CONTEXT_SURFACE_2D': 'SURFACE_2D',
    'SURFACES_2D': 'SURFACE_2D', 'SURF2D': 'SURFACE_2D',
    'SURF_2D': 'SURFACE_2D', 'CONTEXT_SURFACES_ARGB_ZS': 'SURFACE_3D',
    'CONTEXT_SURFACES_3D': 'SURFACE_3D', 'SURF3D': 'SURFACE_3D',
    'SURF_3D': 'SURFACE_3D', 'SWIZZLED_SURFACE': 'SURFACE_SWZ',
    'CONTEXT_SURFACE_SWIZZLED': 'SURFACE_SWZ', 'SURF_SWZ': 'SURFACE_SWZ',
    'CONTEXT_PATTERN': 'PATTERN', 'IMAGE_PATTERN': 'PATTERN',
    'CONTEXT_ROP': 'ROP', 'CONTEXT_BETA1': 'BETA', 'BETA1': 'BETA',
    'CONTEXT_BETA4': 'BETA4', 'CONTEXT_COLOR_KEY': 'CHROMA',
    'CONTEXT_CLIP_RECTANGLE': 'CLIP', 'IMAGE_BLACK_RECTANGLE': 'CLIP',
    'DX5_TEXTURED_TRIANGLE': 'TEXTURED_TRIANGLE',
    'DX6_MULTI_TEXTURE_TRIANGLE': 'MULTITEX_TRIANGLE',
}

# How like each other names have to be
LIKE = 0.7
MOST = 6

# As the debugger itself prints it
PRINTED = re.compile(r'.*\((0x[0-9a-f]{4})\)')
BARE = re.compile(r'[0-9a-f]{1,4}', re.ASCII)


def parts(name):
    """A class's generation, None without one, and what it is."""
    first, _, rest = name.upper().partition('_')
    rest = rest.removesuffix('_A') if first in GENERATIONS else rest
    chip = GENERATIONS.get(first) or chip_of(first)
    if not chip:
        chip = chip_of(re.sub('^NV(?=[0-9A-F]$)', 'NV0', first))
    if not chip or not rest:
        chip, rest = None, name.upper()
    return chip, LONG.get(rest, rest)


def find(text, known):
    """The number of a class by one of its names or numbers, or None.

    KNOWN has the names of the classes that there are by number, None for one
    that isn't named.
    """
    printed = PRINTED.fullmatch(text)
    if printed:
        return int(printed[1], 16)
    wanted = parts(text)
    like = [number for number, name in known.items() if name
            and parts(name) == wanted]
    if not like and not wanted[0]:
        like = [number for number, name in known.items() if name
                and parts(name)[1] == wanted[1]]
    if len(like) == 1:
        return like[0]
    return _bare(text.lower(), known) if not like else None


def _bare(text, known):
    """A number without "0x" is hexadecimal where there is such a class."""
    if not BARE.fullmatch(text):
        return None
    if int(text, 16) in known:
        return int(text, 16)
    if text.isdigit():
        return int(text) if int(text) in known else None
    return int(text, 16) if len(text) == 4 else None


def near(text, known):
    """Some names that may have been meant: those of the same kind first."""
    names = sorted(name for name in known.values() if name)
    kind = parts(text)[1]
    found = [name for name in names if parts(name)[1] == kind]
    if len(kind) > 1:
        found += [name for name in names if kind in name.upper()]
    found += difflib.get_close_matches(text.upper(), names, MOST, LIKE)
    return list(dict.fromkeys(found))[:MOST]
