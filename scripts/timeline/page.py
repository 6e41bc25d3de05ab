"""A time line as a self-contained page.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import json
from pathlib import Path

from webpage import Markup, document, markup

PARTS = Path(__file__).resolve().parent


def index(values):
    """Numbers for values, in the order in which they come first."""
    numbers = {}
    for value in values:
        numbers.setdefault(value, len(numbers))
    return numbers


def detail_text(entry):
    """A slice's details, in a line."""
    return ', '.join(f'{key.replace("_", " ")} {value}'
                     for key, value in entry.details.items())


def data(timeline):
    """What the page's program gets.

    Times are in ns since the first event.  Of a track's slices there are four
    arrays: starts, durations, and numbers of their names and details.  An arrow
    is its kind's number and two slices, counted through all tracks.
    """
    tracks = timeline.sorted_tracks()
    slices = timeline.slices()
    texts = index(text for entry in slices
                  for text in (entry.name, detail_text(entry)))
    kinds = index(arrow.kind for arrow in timeline.arrows)
    numbers = {entry: number for number, entry in enumerate(slices)}
    return {
        'card': timeline.card,
        'lost': timeline.lost,
        'begin': timeline.begin,
        'length': timeline.end - timeline.begin,
        'texts': list(texts),
        'kinds': list(kinds),
        'tracks': [{
            'group': track.group,
            'name': track.name,
            'starts': [entry.start - timeline.begin for entry in track.slices],
            'lengths': [entry.end - entry.start for entry in track.slices],
            'names': [texts[entry.name] for entry in track.slices],
            'details': [texts[detail_text(entry)] for entry in track.slices],
        } for track in tracks],
        'arrows': [[kinds[arrow.kind], numbers[arrow.source],
                    numbers[arrow.target]] for arrow in timeline.arrows],
        'words': [[time - timeline.begin, words]
                  for time, words in timeline.words],
    }


def text(timeline, title=''):
    """The page."""
    title = title or f'{timeline.card}: a time line'
    # No text may end the element that has the data.
    json_text = json.dumps(data(timeline), separators=(',', ':'))
    parts = {'TITLE': markup(title),
             'PROGRAM': (PARTS / 'page.js').read_text('utf-8'),
             'DATA': json_text.replace('<', '\\u003c')}
    body = (PARTS / 'page.html').read_text('utf-8')
    for name, part in parts.items():
        body = body.replace(f'@{name}@', part)
    return document(title, (PARTS / 'page.css').read_text('utf-8'),
                    Markup(body.rstrip()))
