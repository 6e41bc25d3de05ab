"""The end of the main job, as a person reads it.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import json
from dataclasses import asdict

from .kernel import name_of

# What the device counts, and how that is said
COUNTS = [
    ('channels', 'channels created'),
    ('switches', 'channel switches'),
    ('commands', 'commands'),
    ('methods', 'methods'),
    ('references', 'references set'),
    ('software-methods', 'software methods'),
    ('bytes-copied', 'bytes copied by the engine'),
    ('pixels', 'pixels drawn by the engine'),
    ('interrupts', 'interrupts'),
    ('registers', 'registers touched, not modelled'),
    ('unhandled', 'methods that no object handled'),
]


def fences_waited(job):
    """How many submissions the programs have waited for."""
    return sum(int(measure.get('waits', 0))
               for measure in job.measures.values())


def rows(job):
    """What the summary says, as pairs of a name and a value."""
    yield 'card', job.facts['card']
    yield 'kernel', job.facts['kernel']
    yield 'driver', job.facts.get('driver', 'not loaded')
    yield 'console', job.facts.get('console', 'none')
    yield 'interrupts come by', job.facts.get('interrupts-by', 'none')
    yield 'fences waited for', str(fences_waited(job))
    for name, said in COUNTS:
        if name in job.facts:
            yield said, str(job.facts[name])
    yield 'lines known from real cards', str(len(job.log_check.known_lines))
    yield 'lines that are errors', str(len(job.log_check.error_lines))


def known_lines(job):
    """One of each kind, and how often there was one."""
    kinds = {}
    log_check = job.log_check
    for record in log_check.known_lines:
        kinds.setdefault(log_check.known.which(record), []).append(record.text)
    for texts in kinds.values():
        more = f' ({len(texts)} times)' if len(texts) > 1 else ''
        yield texts[0] + more


def data(job):
    """The same, and each check, for programs."""
    return {
        'card': job.options.card, 'kernel': name_of(job.options.kernel),
        'release': job.facts.get('kernel', ''),
        'driver': job.facts.get('driver', ''),
        'mode': job.facts.get('mode', ''),
        'fences': fences_waited(job),
        'counts': {name: job.facts[name] for name, _ in COUNTS
                   if name in job.facts},
        'known-lines': list(known_lines(job)),
        'error-lines': job.log_check.error_texts(),
        'checks': [asdict(check) for check in job.checks]}


def skipped(job):
    """What was left out, and why."""
    for check in job.checks:
        if check.skipped:
            yield f'{check.name}: {check.detail}'


def failure_lines(job):
    for check in job.failed():
        first, *more = (check.detail or 'failed').splitlines()
        yield f'  {check.name}: {first}'
        yield from (f'    {line}' for line in more)


def text(job):
    """The whole summary."""
    pairs = list(rows(job))
    width = max(len(name) for name, _ in pairs)
    lines = [f'{name:<{width}}  {value}' for name, value in pairs]
    lines += [f'known: {line}' for line in known_lines(job)]
    lines += [f'skipped: {line}' for line in skipped(job)]
    failed = list(failure_lines(job))
    if failed:
        lines += ['', 'FAILED:'] + failed
    lines += ['', f'Artifacts: {job.artifacts}']
    return '\n'.join(lines) + '\n'


def keep(job, before='', **more):
    """Write the summary among the artifacts, and return it.

    BEFORE is more text at its begin, MORE what programs want to know as well.
    """
    said = before + text(job)
    job.directory.write('summary.txt', said)
    job.directory.write('summary.json', json.dumps({**data(job), **more},
                                                   indent=1) + '\n')
    return said
