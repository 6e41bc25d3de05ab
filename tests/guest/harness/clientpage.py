"""The end of the clients' job: a table of stages, and a page with pictures.

SPDX-License-Identifier: GPL-2.0-or-later
"""

from dataclasses import asdict
from html import escape

COLUMNS = ['stage', 'result', 'passed', 'failed', 'skipped', 'seconds',
           'log errors', 'own MiB', 'VmRSS MiB']

HEAD = '''\
<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<title>Clients on {title}</title>
<style>
body {{ font: 14px sans-serif; margin: 2em; }}
table {{ border-collapse: collapse; margin: 1em 0; }}
th, td {{ border: 1px solid #ccc; padding: 3px 8px; text-align: left; }}
figure {{ display: inline-block; margin: 0 1em 1em 0; vertical-align: top; }}
img {{ width: 400px; display: block; }}
pre {{ margin: 0; white-space: pre-wrap; }}
.ok {{ background: #cfc; }}
.skipped {{ background: #ffd; }}
.failed {{ background: #fbb; }}
</style>
<h1>Clients on {title}</h1>
'''


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
    return [job.stage.NAME, 'FAILED' if job.failed() else 'ok',
            *(str(counts[kind]) for kind in ('ok', 'failed', 'skipped')),
            f'{job.seconds:.0f}', str(len(job.error_lines)),
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
            'stage': job.stage.NAME, 'seconds': round(job.seconds),
            'memory-kib': job.memory,
            'error-lines': [record.text for record in job.error_lines],
            'checks': [asdict(check) for check in job.checks]}


def check_line(check):
    kind = verdict(check)
    return (f'<tr><td>{escape(check.name)}</td><td class="{kind}">{kind}</td>'
            f'<td><pre>{escape(check.detail)}</pre></td></tr>')


def figure(job, name, title):
    source = f'{job.artifacts.name}/{name}'
    return (f'<figure><a href="{escape(source)}"><img src="{escape(source)}" '
            f'alt="{escape(title)}"></a><figcaption>{escape(title)}'
            '</figcaption></figure>')


def section(job):
    """A stage: its checks, its pictures, its files."""
    yield f'<h2>{escape(job.stage.NAME)}</h2>'
    yield '<p>' + ' '.join(
        f'<a href="{job.artifacts.name}/{file.name}">{file.name}</a>'
        for file in sorted(job.artifacts.iterdir())
        if file.suffix in ('.html', '.txt', '.log')) + '</p>'
    yield '<table>'
    yield from map(check_line, job.checks)
    yield '</table>'
    for name, title in job.pictures:
        yield figure(job, name, title)


def html(jobs, options):
    """The whole page; it stands beside the stages' artifacts."""
    titles = ''.join(f'<th>{escape(title)}</th>' for title in COLUMNS)
    rows = ['<tr>' + ''.join(f'<td>{escape(value)}</td>'
                             for value in row(job)) + '</tr>' for job in jobs]
    return '\n'.join([
        HEAD.format(title=escape(f'{options.card}, Linux {options.kernel}')),
        f'<table><tr>{titles}</tr>', *rows, '</table>',
        *(line for job in jobs for line in section(job)), '</html>']) + '\n'
