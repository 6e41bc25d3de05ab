"""Files of QEMU's trace backend "simple", as text of the backend "log".

QEMU's own scripts/simpletrace.py reads the file.  The format isn't a stable
one: that script and the list of events are those of the emulator's build.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import re
import sys
import tempfile
from pathlib import Path

from .common import TraceError

# simpletrace.py's header_event_id, at a file's beginning
MAGIC = b'\xff' * 8
# A format's literals, and macros such as PRIx64 between them
FORMAT_PART = re.compile(r'"((?:[^"\\]|\\.)*)"|PRI([diuxX])\w+')
# What Python's % doesn't know: sizes, and pointers
SIZE = re.compile(r'(%[-+ #0]*[\d.]*)(?:hh|h|ll|l|j|z|t)?([a-zA-Z%])')


def is_simple(name):
    """Whether a file is one of the backend's."""
    if name == '-':
        return False
    with open(name, 'rb') as file:
        return file.read(len(MAGIC)) == MAGIC


def python_format(text):
    """A C format as trace-events have it, for Python's operator %."""
    joined = ''.join(match[2] if match[2] else match[1]
                     for match in FORMAT_PART.finditer(text))
    return SIZE.sub(lambda match: '0x%x' if match[2] == 'p'
                    else match[1] + match[2], joined)


def value(kind, raw):
    """An argument as its format wants it: all numbers are 64 bits wide."""
    if isinstance(raw, bytes):
        return raw.decode('utf-8', 'replace')
    if re.match(r'(?:ssize|int|long|short|char|off)', kind) and raw >> 63:
        return raw - (1 << 64)
    return raw


def load_simpletrace(build):
    """QEMU's module, and the list of events of a build."""
    settings = Path(build) / 'config-host.mak'
    source = re.search('^SRC_PATH=(.*)$', settings.read_text('utf-8'),
                       re.MULTILINE)
    if not source:
        raise TraceError(f"{settings}: doesn't say where QEMU's source is")
    sys.path.insert(0, str(Path(source[1]) / 'scripts'))
    try:
        # pylint: disable=import-error,import-outside-toplevel
        import simpletrace
    except ImportError as error:
        raise TraceError(f'{source[1]}: {error}') from error
    finally:
        del sys.path[0]
    events = Path(build) / 'trace' / 'trace-events-all'
    if not events.is_file():
        raise TraceError(f'{events} is missing: '
                         f'ninja -C {build} trace/trace-events-all')
    return simpletrace, events


def as_log(name, build):
    """A file of the backend's as a temporary one of text."""
    simpletrace, events = load_simpletrace(build)
    text = tempfile.TemporaryFile('w+', encoding='utf-8')
    formats = {}

    class Writer(simpletrace.Analyzer2):
        """Writes each event as the backend "log" does."""

        def catchall(self, *args, event, timestamp_ns, pid, **_):
            """An event, or how many have been lost."""
            if event.name.lower().startswith('dropped'):
                print(f'nv-trace: {args[0]} events are missing: the disk was '
                      'too slow', file=sys.stderr)
                return
            if event.name not in formats:
                formats[event.name] = python_format(event.fmt)
            words = [value(kind, arg)
                     for (kind, _), arg in zip(event.args, args)]
            seconds, rest = divmod(timestamp_ns // 1000, 1000000)
            text.write(f'{pid}@{seconds}.{rest:06}:{event.name} '
                       f'{formats[event.name] % tuple(words)}\n')

    try:
        simpletrace.process(str(events), name, Writer())
    except (simpletrace.SimpleException, ValueError) as error:
        raise TraceError(f'{name}: {error}') from error
    text.seek(0)
    return text
