"""A time line as ui.perfetto.dev and chrome://tracing read it: JSON.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import json

NS_PER_US = 1000


def microseconds(ns):
    """As the format has them: microseconds, with a fraction."""
    return ns / NS_PER_US


def metadata(what, pid, tid, **args):
    """The name and place of a process or thread."""
    return {'ph': 'M', 'name': what, 'pid': pid, 'tid': tid, 'args': args}


def places(timeline):
    """Of each track (pid, tid): groups are processes, tracks are threads."""
    pids, found = {}, {}
    for track in timeline.sorted_tracks():
        pid = pids.setdefault(track.group, len(pids) + 1)
        found[track] = pid, len(found) + 1
    return found


def names(found):
    """What groups and tracks are called, in their order."""
    for track, (pid, tid) in found.items():
        yield metadata('process_name', pid, 0, name=track.group)
        yield metadata('process_sort_index', pid, 0, sort_index=pid)
        yield metadata('thread_name', pid, tid, name=track.name)
        yield metadata('thread_sort_index', pid, tid, sort_index=tid)


def slices(timeline, found):
    """All that is on the tracks.

    An arrow finds the slice that encloses its end, so that an instant has to
    last for a while.
    """
    for entry in timeline.slices():
        pid, tid = found[entry.track]
        yield {'ph': 'X', 'name': entry.name, 'cat': entry.track.name,
               'pid': pid, 'tid': tid, 'ts': microseconds(entry.start),
               'dur': microseconds(max(1, entry.end - entry.start)),
               'args': entry.details}


def arrows(timeline, found):
    """Each is a pair that has an id."""
    for number, arrow in enumerate(timeline.arrows, 1):
        for phase, entry in ('s', arrow.source), ('f', arrow.target):
            pid, tid = found[entry.track]
            yield {'ph': phase, 'bp': 'e', 'name': arrow.kind,
                   'cat': arrow.kind, 'id': number, 'pid': pid, 'tid': tid,
                   'ts': microseconds(entry.start)}


def counters(timeline):
    """Words of pushbuffers that have been executed."""
    for time, words in timeline.words:
        yield {'ph': 'C', 'name': 'words executed', 'pid': 0, 'tid': 0,
               'ts': microseconds(time), 'args': {'words': words}}


def trace(timeline):
    """The whole trace."""
    found = places(timeline)
    return {
        'displayTimeUnit': 'ns',
        'otherData': {'card': timeline.card, 'lost': timeline.lost},
        'traceEvents': [metadata('process_name', 0, 0,
                                 name=timeline.card or 'card'),
                        *names(found), *slices(timeline, found),
                        *arrows(timeline, found), *counters(timeline)],
    }


def text(timeline):
    """The trace as a file has it."""
    return json.dumps(trace(timeline), separators=(',', ':')) + '\n'
