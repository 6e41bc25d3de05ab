"""The end of the clients' job: a table of stages, and a page with pictures.

SPDX-License-Identifier: GPL-2.0-or-later
"""

from dataclasses import asdict

from webpage import (BAD, FAIR, GOOD, element, image, link, markup, page,
                     table)

COLUMNS = ['stage', 'result', 'passed', 'failed', 'skipped', 'seconds',
           'log errors', 'own MiB', 'VmRSS MiB']

KINDS = {'ok': GOOD, 'skipped': FAIR, 'failed': BAD}


def verdict(check):
    return ('skipped' if check.skipped else 'ok' if check.ok else 'failed')


def mib(job, which):
    """The emulator's memory before the stage and after it."""
    values = [str(job.memory[when][which] >> 10)
              for when in ('before', 'after') if when in job.memory]
    return ' → '.join(values)


def row(job):
    """A stage as a line of the table."""
    counts = {kind: sum(verdict(check) == kind for check in job.checks)
              for kind in ('ok', 'failed', 'skipped')}
    return [job.stage_title(), 'FAILED' if job.failed() else 'ok',
            *(str(counts[kind]) for kind in ('ok', 'failed', 'skipped')),
            f'{job.seconds:.0f}', str(len(job.log_check.error_lines)),
            mib(job, 0), mib(job, 1)]


def text(jobs):
    """The table, and what has failed."""
    lines = [COLUMNS, *map(row, jobs)]
    widths = [max(map(len, column)) for column in zip(*lines)]
    for cells in lines:
        yield '  '.join(f'{value:<{width}}' for value, width
                        in zip(cells, widths)).rstrip()
    for job in jobs:
        for line in job.stage_lines:
            yield f'{job.stage.NAME}: {line}'
        for check in job.failed():
            first, *more = (check.detail or 'failed').splitlines()
            yield f'{job.stage.NAME}: {check.name}: {first}'
            yield from (f'  {line}' for line in more)


def data(job):
    """The same for programs."""
    return {'card': job.options.card, 'kernel': job.facts.get('kernel', ''),
            'stage': job.stage_title(), 'seconds': round(job.seconds),
            'memory-kib': job.memory,
            'error-lines': job.log_check.error_texts(),
            'checks': [asdict(check) for check in job.checks]}


def check_line(check):
    said = verdict(check)
    return [check.name, element('td', said, kind=KINDS[said]),
            element('pre', check.detail)]


def figure(job, name, title):
    return element('figure', image(f'{job.artifacts.name}/{name}', title),
                   element('figcaption', title))


def section(job):
    """A stage: its checks, its pictures, its files."""
    directory = job.artifacts.name
    yield element('h2', job.stage_title())
    yield element('p', *(
        markup(link(f'{directory}/{file.name}', file.name), ' ')
        for file in sorted(job.artifacts.iterdir())
        if file.suffix in ('.html', '.txt', '.log')))
    yield table([], map(check_line, job.checks))
    for name, title in job.pictures:
        yield figure(job, name, title)


def html(jobs, options):
    """The whole page; it stands beside the stages' artifacts."""
    return page(f'Clients on {options.card}, Linux {options.kernel}',
                table(COLUMNS, map(row, jobs)),
                *(part for job in jobs for part in section(job)))
