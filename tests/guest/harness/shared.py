"""What runs of one build share: made once, and there as long as one needs it.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import fcntl
import hashlib
import os
import shutil

from . import archive

DIGEST_DIGITS = 16

# What this process needs, which is up to its end, and by what it says so
HELD = {}


def digest(*parts):
    """A short name for some contents."""
    sha = hashlib.sha256()
    for part in parts:
        sha.update(part if isinstance(part, bytes) else os.fsencode(str(part)))
        sha.update(b'\0')
    return sha.hexdigest()[:DIGEST_DIGITS]


def remove(path):
    """Whatever it is: what was left unfinished may be either."""
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def hold(path):
    """Keep other runs from removing a file or directory."""
    opened = os.open(path, os.O_RDONLY)
    fcntl.flock(opened, fcntl.LOCK_SH)
    if path in HELD:
        os.close(HELD[path])
    HELD[path] = opened


def is_held(path):
    """Whether a run needs it, which may be this one."""
    opened = os.open(path, os.O_RDONLY)
    try:
        fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(opened)
    return False


def get(path, old, make, progress=archive.silently, what='prepares a guest'):
    """A file or directory, made if it isn't there.

    MAKE makes it where it is told to, in a directory that takes what else it
    needs. Those of a pattern OLD, which it replaces, go if no run needs them.
    """
    directory = path.parent
    with archive.lock(directory / 'programs-lock', progress, what):
        if not path.exists():
            for other in directory.glob(old):
                if not is_held(other):
                    remove(other)
            with archive.partial(directory) as partial:
                make(partial / path.name)
                (partial / path.name).rename(path)
        hold(path)
    return path
