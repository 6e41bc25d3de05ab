"""The commands that are run in guests: those of the tour, and README.md's.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import re

# The pages, and steps by what their commands are
PAGES = 'docs/tour.rst', 'README.md'


def is_step(command):
    """Whether a guest has to be there for a command."""
    if command.block.page not in PAGES or 'machine' in command.block.marks:
        return False
    return command.kind == 'nv-debug' or bool(
        re.match('scripts/nv-debug build/guest/', command.text))
