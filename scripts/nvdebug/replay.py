"""Forwards and backwards through a run that was recorded.

A guest that was recorded with the emulator's -icount ...,rr=record can be
stopped at each of its instructions: the emulator loads the snapshot before it
and replays from there. So the last change of a word, a register or a pixel can
be found; gdb's reverse-continue doesn't see what the card itself writes, nor
the card's registers.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import contextlib
import time
from collections import namedtuple

# Where replaying takes less time than a snapshot would, in instructions
SHORT_WAY = 20_000_000
POLL_SECONDS = 0.02
# After so long at one instruction a replay won't go on
STUCK_SECONDS = 60
TEMPORARY = 'run-back-'


class ReplayError(Exception):
    """An impossible request, or a timeout."""


class Change(namedtuple('Change', 'icount before was became')):
    """Something became what it is.

    icount   how many instructions have been executed when it had become so
    before   the same just before
    was      what it was then
    became   what it has been since
    """


class Replay:
    """An emulator that replays.

    EXECUTE(command, **arguments) has its monitor (QMP) do something, and
    returns what that returns. It must have been given a drive for snapshots,
    and rrsnapshot=, as tests/guest/run-replay does.
    """

    def __init__(self, execute, limit=STUCK_SECONDS):
        self.execute = execute
        self.limit = limit

    # Where it is

    def position(self):
        """How many instructions have been executed."""
        return self.execute('query-replay')['icount']

    def status(self):
        return self.execute('query-status')['status']

    def seek(self, icount):
        """Go to where so many instructions have been executed."""
        self.stop()
        if icount == self.position():
            return
        self.execute('replay-seek', icount=icount)
        self.wait()
        if self.position() != icount:
            raise ReplayError(f'the record ends at instruction '
                              f'{self.position()}, before {icount}')

    def again(self):
        """Reach this instruction again, as in the recording."""
        here = self.position()
        if here:
            self.seek(here - 1)
            self.seek(here)

    def stop(self):
        if self.status() == 'running':
            self.execute('stop')

    def wait(self):
        """Wait until the emulator has come where it was sent.

        Polling it keeps its main loop running, which may wait for something
        else while the record says to go on.
        """
        last, moved = None, time.monotonic()
        while True:
            state = self.status()
            if state == 'suspended':
                self.execute('system_wakeup')
            elif state != 'running':
                return
            here, now = self.position(), time.monotonic()
            if here != last:
                last, moved = here, now
            elif now > moved + self.limit:
                raise ReplayError('the replay goes another way than the '
                                  f'record: it stays at instruction {here}')
            time.sleep(POLL_SECONDS)

    # Snapshots

    def snapshots(self):
        """The names of snapshots by their instructions."""
        found = {}
        for block in self.execute('query-block'):
            image = block.get('inserted', {}).get('image', {})
            for snapshot in image.get('snapshots', []):
                if 'icount' in snapshot:
                    found[snapshot['icount']] = snapshot['name']
        return found

    def monitor(self, line):
        """A command that only the human monitor has."""
        said = self.execute('human-monitor-command',
                            **{'command-line': line}).strip()
        if said:
            raise ReplayError(f'{line}: {said}')

    def save(self, name):
        """Make a snapshot here, to come back faster."""
        self.stop()
        self.monitor(f'savevm {name}')

    def forget(self, name):
        """Delete a snapshot, unless QEMU would abort.

        From 10.2 on it expects that block devices have been drained then, and
        doesn't drain them while it replays.
        """
        version = self.execute('query-version')['qemu']
        if (version['major'], version['minor']) < (10, 2):
            self.monitor(f'delvm {name}')

    # Backwards

    def run_back(self, look):
        """Go back to where something became what it is now.

        LOOK() returns the value, without side effects. The machine stops where
        the value has just appeared. Returns the Change, or None if the value
        has been the same since the first snapshot; the machine is then back
        where it was.

        A value that changes and changes back between two looks isn't noticed:
        the result may then be an earlier change to the same value. Snapshots
        are looked at one after the other, so more of them help.
        """
        here = self.position()
        became = look()
        found = self.last_different(look, became, here)
        if not found:
            self.seek(here)
            return None
        with contextlib.ExitStack() as stack:
            change = self.narrow(look, became, *found, stack)
            self.seek(change.icount)
        return change

    def last_different(self, look, became, here):
        """The last snapshot with another value, and the first place behind it
        that is known to have this one: (before, was, after).
        """
        after = here
        for icount in sorted(self.snapshots(), reverse=True):
            if icount >= here:
                continue
            self.seek(icount)
            was = look()
            if was != became:
                return icount, was, after
            after = icount
        return None

    def narrow(self, look, became, before, was, after, stack):
        """Bisect down to one instruction."""
        while after - before > 1:
            middle = (before + after) // 2
            self.seek(middle)
            value = look()
            if value == became:
                after = middle
                continue
            before, was = middle, value
            if after - before > SHORT_WAY:
                name = f'{TEMPORARY}{before}'
                self.save(name)
                stack.callback(self.forget, name)
        return Change(after, before, was, became)
