"""The results of a cell, through the log of its job, which LAVA always keeps.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import base64
import binascii
import gzip
import json
import re
import zlib

# So short that nothing wraps a line
WIDTH = 76
LINE = re.compile(r'fauxveau-cell ([0-9]{1,6})/([0-9]{1,6}) ([\w+/=]+)')


def lines(data):
    """Data as lines of a log."""
    packed = base64.b64encode(gzip.compress(json.dumps(data).encode())).decode()
    parts = [packed[start:start + WIDTH]
             for start in range(0, len(packed), WIDTH)]
    for number, part in enumerate(parts, 1):
        yield f'fauxveau-cell {number}/{len(parts)} {part}'


def read(log):
    """The data that a log has, None if it has not all of it."""
    parts, count = {}, 0
    for number, whole, part in LINE.findall(log):
        parts[int(number)] = part
        count = int(whole)
    if not count or set(parts) != set(range(1, count + 1)):
        return None
    try:
        packed = base64.b64decode(''.join(parts[number] for number
                                          in range(1, count + 1)))
        return json.loads(gzip.decompress(packed))
    except (binascii.Error, zlib.error, OSError, EOFError, ValueError):
        return None
