"""What the card has done in a job, as a time line.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import subprocess
from pathlib import Path

NV_TIMELINE = (Path(__file__).resolve().parents[3] / 'scripts' /
               'nv-timeline')
# As many as a browser shows easily; the tests have about 100,000.
EVENTS = 500000


def file_of(job):
    """Where the card writes its time line; None: it doesn't.

    If the guest is moved, the next emulator would overwrite it.
    """
    if (not job.options.timeline or job.options.icount or job.is_moved
            or job.display.driver != 'nouveau'):
        return None
    return job.artifacts / 'card.timeline'


def draw(job):
    """A page, and a trace for Perfetto, of what the card has done."""
    file = file_of(job)
    if not file or not file.exists() or not file.stat().st_size:
        return
    drawn = subprocess.run(
        [NV_TIMELINE, file, '--last', str(EVENTS),
         '--html', job.artifacts / 'timeline.html',
         '--json', job.artifacts / 'timeline.json',
         '--title', f'{job.title}: a time line'],
        text=True, capture_output=True, check=False)
    if drawn.returncode:
        job.checks.record('has a time line', False, drawn.stderr)
    else:
        job.progress(f'time line: {drawn.stdout.strip()}')
