"""Slices from one event to another, and which belong together.

SPDX-License-Identifier: GPL-2.0-or-later
"""

from dataclasses import dataclass, field

# enum NVProbeRest
DONE, WAITS = 1, 2

# PMC_INTR
UNITS = {0: 'PMPEG', 5: 'PCE0', 6: 'PCE1', 7: 'PCE2', 8: 'PFIFO',
         12: 'PGRAPH', 16: 'PVIDEO', 18: 'PDAEMON', 20: 'PTIMER',
         21: 'PNVIO', 22: 'PCOPY', 24: 'PCRTC0', 25: 'PCRTC1',
         26: 'PDISPLAY', 28: 'PBUS', 31: 'software'}
FERMI_UNITS = {**UNITS, 18: 'PTHERM', 24: 'PDAEMON'}
FERMI = ('nvc', 'nvd')

# So many doorbells have one fence at most.
MOST_DOORBELLS = 64

# A semaphore of another address space lies at the same place of its page.
PAGE = 0xfff


@dataclass(eq=False)
class Slice:
    """Something on a track; an instant has no duration. Times are in ns."""

    track: 'Track'
    start: int
    end: int
    name: str
    details: dict = field(default_factory=dict)


@dataclass(eq=False)
class Track:
    """A row of things that don't overlap."""

    group: str
    name: str
    slices: list = field(default_factory=list)


@dataclass
class Arrow:
    """From one slice to what has come of it."""

    kind: str
    source: Slice
    target: Slice


@dataclass
class Channel:
    """What is known of a channel so far."""

    doorbells: list = field(default_factory=list)
    fences: list = field(default_factory=list)
    asked: tuple = None


class Timeline:
    """Tracks, arrows and counters of a recording."""

    def __init__(self, recording):
        self.card = recording.card
        self.lost = recording.lost
        self.tracks = {}
        self.arrows = []
        self.words = []
        self.begin = min((event.time for event in recording.events), default=0)
        self.end = max((event.time for event in recording.events), default=0)
        self._channels = {}
        self._open = {}
        self._releases = {}
        self._executed = 0
        for event in recording.events:
            # A kind of a later emulator is left out.
            handler = getattr(self, f'_on_{event.kind}', None)
            if handler:
                handler(event)
        for chid in self._channels:
            self._pair_doorbells(chid)
        self._close_all(self.end)
        for track in self.tracks.values():
            track.slices.sort(key=lambda entry: entry.start)

    def slices(self):
        """All of them, track by track."""
        return [entry for track in self.sorted_tracks()
                for entry in track.slices]

    def sorted_tracks(self):
        """By group; channels, of which there may be many, come last."""
        order = ['PFIFO', 'Engines', 'Interrupts', 'Heads', 'Card', 'Channel']

        def place(track):
            group = track.group.split()
            number = int(group[1]) if len(group) > 1 else 0
            return order.index(group[0]), number

        return sorted(self.tracks.values(), key=place)

    # Tracks

    def _track(self, group, name):
        key = group, name
        if key not in self.tracks:
            self.tracks[key] = Track(group, name)
        return self.tracks[key]

    def _add(self, group, name, start, end, what, **details):
        track = self._track(group, name)
        entry = Slice(track, start, end, what, details)
        track.slices.append(entry)
        return entry

    def _instant(self, group, name, event, what, **details):
        return self._add(group, name, event.time, event.time, what, **details)

    def _begin(self, group, name, event, what, **details):
        self._end(group, name, event)
        self._track(group, name)
        self._open[group, name] = (event.time, what, details)

    def _end(self, group, name, event, **details):
        """Ends what has begun there, if anything has."""
        if (group, name) not in self._open:
            return None
        start, what, before = self._open.pop((group, name))
        return self._add(group, name, start, event.time, what, **before,
                         **details)

    def _close_all(self, time):
        for (group, name), (start, what, details) in self._open.items():
            self._add(group, name, start, time, what, **details, ends='not yet')
        self._open.clear()

    def _channel(self, chid):
        # The order of tracks within a group is that in which they come.
        if chid not in self._channels:
            self._channels[chid] = Channel()
            for name in 'doorbells', 'commands', 'semaphores':
                self._track(self._group(chid), name)
        return self._channels[chid]

    @staticmethod
    def _group(chid):
        return f'Channel {chid}'

    def _unit(self, bit):
        units = (FERMI_UNITS if self.card.startswith(FERMI) else UNITS)
        return units.get(bit, f'bit {bit}')

    # PFIFO

    def _on_submit(self, event):
        channel = self._channel(event.chid)
        what = 'entries' if event.unit else 'PUT'
        channel.doorbells.append(self._instant(
            self._group(event.chid), 'doorbells', event, 'doorbell',
            **{what: f'{event.data:#x}'}))

    def _on_switch(self, event):
        name = (f'PBDMA {event.unit}' if self.card.startswith(FERMI)
                else 'CACHE1')
        if event.chid < 0:
            self._end('PFIFO', name, event)
        else:
            self._begin('PFIFO', name, event, self._group(event.chid))

    def _on_run(self, event):
        group = self._group(event.chid)
        channel = self._channel(event.chid)
        if event.size:
            self._begin(group, 'commands', event, 'commands')
            return
        self._end(group, 'commands', event, words=event.data,
                  then={DONE: 'nothing left', WAITS: 'waits for a semaphore'}
                  .get(event.address, 'more to do'))
        self._executed += event.data
        self.words.append((event.time, self._executed))
        if event.address != WAITS:
            self._had_at_once(channel)
        if event.address == DONE:
            self._pair_doorbells(event.chid)

    def _on_work(self, event):
        if event.size:
            self._begin('Engines', event.name, event, self._group(event.chid))
        else:
            self._end('Engines', event.name, event, methods=event.data)

    # Semaphores

    def _on_acquire(self, event):
        channel = self._channel(event.chid)
        self._had_at_once(channel)
        channel.asked = event

    def _had_at_once(self, channel):
        """What was asked for last was there: nothing has waited."""
        if channel.asked:
            self._instant(self._group(channel.asked.chid), 'semaphores',
                          channel.asked, 'acquire',
                          address=f'{channel.asked.address:#x}',
                          value=f'{channel.asked.data:#x}')
        channel.asked = None

    def _on_acquired(self, event):
        channel = self._channel(event.chid)
        asked = channel.asked or event
        channel.asked = None
        known = {'address': f'{asked.address:#x}',
                 'value': f'{event.data:#x}'}
        self._add(self._group(event.chid), 'semaphores', asked.time,
                  event.time, 'wait', **known)
        acquired = self._instant(self._group(event.chid), 'semaphores', event,
                                 'acquired', **known)
        release = self._find_release(asked)
        if release:
            self.arrows.append(Arrow('semaphore', release, acquired))

    def _find_release(self, asked):
        """The last one at that address, else at that place of a page."""
        released = self._releases.get(asked.address & PAGE, [])
        same = [entry for address, entry in released
                if address == asked.address]
        others = [entry for _, entry in released]
        entry = (same or others or [None])[-1]
        # A release before the acquire isn't what the acquire waited for.
        return entry if entry and entry.end >= asked.time else None

    def _on_release(self, event):
        self._fence(event, 'release', address=f'{event.address:#x}',
                    value=f'{event.data:#x}')
        entry = self._channels[event.chid].fences[-1]
        released = self._releases.setdefault(event.address & PAGE, [])
        released[:] = [(address, before) for address, before in released
                       if address != event.address]
        released.append((event.address, entry))

    def _on_reference(self, event):
        self._fence(event, 'reference', value=f'{event.data:#x}')

    # Fences

    def _fence(self, event, what, **details):
        channel = self._channel(event.chid)
        self._had_at_once(channel)
        channel.fences.append(self._instant(self._group(event.chid),
                                            'semaphores', event, what,
                                            **details))

    def _pair_doorbells(self, chid):
        """The channel has no more to do: each doorbell has its fence.

        Which of several fences is a doorbell's isn't said; the last one is the
        last one's, and the others are dealt evenly.  Drivers may submit a fence
        by itself: it is that of what they have submitted before, too.
        """
        channel = self._channels[chid]
        if not channel.fences:
            del channel.doorbells[:-MOST_DOORBELLS]
            return
        count = len(channel.doorbells)
        for i, doorbell in enumerate(channel.doorbells):
            last = -(-(i + 1) * len(channel.fences) // count) - 1
            fence = next((fence for fence in channel.fences[max(0, last):]
                          if fence.start >= doorbell.start), None)
            if fence:
                self.arrows.append(Arrow('fence', doorbell, fence))
        channel.doorbells, channel.fences = [], []

    # Interrupts, heads, the rest

    def _on_interrupt(self, event):
        if event.size:
            names = [self._unit(bit) for bit in range(32)
                     if event.data >> bit & 1]
            self._begin('Interrupts', 'line', event, ', '.join(names) or 'line',
                        PMC_INTR=f'{event.data:#010x}')
        else:
            self._end('Interrupts', 'line', event)

    def _on_pending(self, event):
        name = self._unit(event.unit)
        if event.size:
            self._begin('Interrupts', name, event, name)
        else:
            self._end('Interrupts', name, event)

    def _on_vblank(self, event):
        self._instant('Heads', f'head {event.unit}', event, 'vertical blank')

    def _on_flip(self, event):
        if event.address:
            self._instant('Heads', f'head {event.unit}', event, 'flip',
                          address=f'{event.address:#x}')
        else:
            self._instant('Heads', f'EVO channel {event.unit}', event, 'flip')

    def _on_error(self, event):
        channel = {'channel': event.chid} if event.chid >= 0 else {}
        self._instant('Card', 'errors', event, event.name or 'error',
                      **channel, subchannel=event.unit,
                      method=f'{event.method:#06x}', data=f'{event.data:#x}')

    def _on_reset(self, event):
        self._instant('Card', 'resets', event, 'reset')
        self._close_all(event.time)
        for channel in self._channels.values():
            channel.doorbells, channel.fences = [], []
            channel.asked = None
        self._releases.clear()
