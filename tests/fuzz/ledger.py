"""What all runs of the fuzzer have done: a line for each target of each run.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import json
import subprocess
import time
from pathlib import Path


def revision(top):
    """The commit of a tree, with a + if it has been changed, or None."""
    done = subprocess.run(
        ['git', '-C', str(top), 'describe', '--always', '--dirty=+',
         '--abbrev=12', '--exclude=*'],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        check=False)
    return done.stdout.strip() or None


class Ledger:
    """A file of JSON, one line for each entry."""

    def __init__(self, file):
        self.file = Path(file)

    def add(self, run, tree):
        """Runs in other builds may write at the same time: a line at once."""
        line = json.dumps({
            'ended': time.strftime('%Y-%m-%dT%H:%M:%SZ', time.gmtime()),
            'target': run.target, 'revision': tree,
            'executions': run.executions, 'seconds': round(run.seconds, 1),
            'findings': len(run.findings)}) + '\n'
        with open(self.file, 'ab+', buffering=0) as file:
            # What an earlier run couldn't finish must not spoil this line.
            if file.tell():
                file.seek(-1, 2)
                if file.read(1) != b'\n':
                    line = '\n' + line
            file.write(line.encode())

    def totals(self):
        """The sums of what its lines say; one that was cut short is left."""
        sums = {'executions': 0, 'seconds': 0, 'findings': 0}
        text = self.file.read_text('utf-8') if self.file.exists() else ''
        for line in text.splitlines():
            try:
                entry = json.loads(line)
                numbers = {name: entry[name] + 0 for name in sums}
            except (ValueError, KeyError, TypeError):
                continue
            for name, number in numbers.items():
                sums[name] += number
        return sums
