"""The end of a trace, which a ring in an emulator has.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import sys

from nvdebug.qmp import Monitor


def read_ring(options):
    """A ring's contents, with the beginning that it has lost."""
    qmp = Monitor(options.qmp)
    if options.header:
        sys.stdout.write(qmp.execute('qom-get', property='mmiotrace-header',
                                     path=f'/machine/peripheral/{options.id}'))
    text = ''
    while True:
        piece = qmp.execute('ringbuf-read', device=options.chardev, size=65536)
        if not piece:
            break
        text += piece
    # The first line is only a part of one, and the last may be.
    sys.stdout.write(text[text.find('\n') + 1:text.rfind('\n') + 1])
    return 0
