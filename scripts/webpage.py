"""How the pages look that tools and tests make.

What is on a page is text, which is escaped here, or elements of element() and
table(), which have been. GOOD, FAIR and BAD are kinds that colour an element.

SPDX-License-Identifier: GPL-2.0-or-later
"""

from html import escape

GOOD, FAIR, BAD = 'good', 'fair', 'bad'
COLOURS = {GOOD: '#ccffcc', FAIR: '#ffffdd', BAD: '#ffbbbb'}
EDGE = '#cccccc'

STYLE = f'''\
body {{ font: 14px sans-serif; margin: 2em; }}
table {{ border-collapse: collapse; margin: 1em 0; }}
th, td {{ border: 1px solid {EDGE}; padding: 3px 8px; text-align: left;
         vertical-align: top; }}
td.number {{ text-align: right; }}
pre {{ margin: 0; white-space: pre-wrap; }}
img {{ width: 400px; display: block; }}
figure {{ display: inline-block; margin: 0 1em 1em 0; vertical-align: top; }}
''' + ''.join(f'.{kind} {{ background: {colour}; }}\n'
              for kind, colour in COLOURS.items())

# Elements without an end
EMPTY = ('br', 'img', 'meta', 'rect')
CELLS = ('<td', '<th')


class Markup(str):
    """Text of a page that is no plain text: it isn't escaped."""


def markup(*parts):
    """What there is, one after another; None is nothing."""
    return Markup(''.join(
        part if isinstance(part, Markup) else escape(str(part))
        for part in parts if part is not None))


def lines(texts):
    """Texts on lines of their own."""
    made = []
    for text in texts:
        made += [element('br'), text] if made else [text]
    return markup(*made)


def element(name, /, *content, kind=None, **attributes):
    """An element; KIND is its class, "_" in an attribute's name is "-"."""
    said = ''.join(f' {key.replace("_", "-")}="{escape(str(value))}"'
                   for key, value in (('class', kind), *attributes.items())
                   if value is not None)
    if name in EMPTY:
        return Markup(f'<{name}{said}/>')
    return Markup(f'<{name}{said}>{markup(*content)}</{name}>')


def link(target, *content):
    """A link to a file or a part of the page."""
    return element('a', *content, href=target)


def image(file, title):
    """A picture that leads to itself as a whole."""
    return link(file, element('img', src=file, alt=title))


def _cell(content, name='td'):
    if isinstance(content, Markup) and content.startswith(CELLS):
        return content
    is_number = name == 'td' and str(content).replace('.', '', 1).isdigit()
    return element(name, content, kind='number' if is_number else None)


def row(cells, kind=None):
    """A line of a table; what isn't an element of it already becomes one."""
    return element('tr', *map(_cell, cells), kind=kind)


def table(head, rows, kind=None):
    """A table; ROWS are those of row(), or of cells."""
    made = [element('thead', element('tr', *(_cell(cell, 'th')
                                             for cell in head)))] if head \
        else []
    for cells in rows:
        made += ['\n', cells if isinstance(cells, Markup) else row(cells)]
    return element('table', *made, kind=kind)


def document(title, style, *content):
    """A page with a style of its own."""
    return (f'<!DOCTYPE html>\n<html lang="en">\n<meta charset="utf-8">\n'
            f'{element("title", title)}\n'
            f'{element("style", Markup(style))}\n'
            f'{markup(*content)}\n</html>\n')


def page(title, *content, style=''):
    """A page; its parts are on lines of their own."""
    parts = [part for one in (element('h1', title), *content)
             for part in (one, '\n')]
    return document(title, '\n' + STYLE + style, *parts[:-1])
