"""Which mechanisms have a passing test, as a page to look at.

SPDX-License-Identifier: GPL-2.0-or-later
"""

from html import escape

HEAD = '''\
<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<title>Mechanisms with a passing test</title>
<style>
body { font: 14px sans-serif; margin: 2em; }
table { border-collapse: collapse; margin: 1em 0; }
th, td { border: 1px solid #ccc; padding: 2px 6px; }
td, thead th { text-align: center; }
th { text-align: left; font-weight: normal; }
thead th { position: sticky; top: 0; background: white; }
tr.section th { background: #eee; font-weight: bold; }
.yes { background: #cfc; }
.no { background: #fbb; }
.some { background: #ffd; }
.reason { color: #666; font-style: italic; }
</style>
'''


def cells(tag, values):
    return ''.join(f'<{tag}>{escape(str(value))}</{tag}>' for value in values)


def count_cell(count):
    """How much of a section a card has, in a colour that says so."""
    covered, applies = count['covered'], count['applies']
    if not applies:
        return '<td></td>'
    kind = 'yes' if covered == applies else 'some' if covered else 'no'
    return f'<td class="{kind}">{covered}/{applies}</td>'


def card_table(report):
    """A line for each card, a column for each section."""
    letters = list(report['cards'][0]['sections']) if report['cards'] else []
    yield '<table><thead>'
    yield f'<tr>{cells("th", ["", "all", *letters])}</tr></thead>'
    for card in report['cards']:
        counts = [card, *(card['sections'][letter] for letter in letters)]
        yield (f'<tr><th>{escape(card["card"])}</th>'
               f'{"".join(map(count_cell, counts))}</tr>')
    yield '</table>'


def case_cell(row, card):
    """Whether a row has a passing test on a card; which, in a tip."""
    cases = row['cases'].get(card)
    if cases:
        return ('<td class="yes" '
                f'title="{escape(chr(10).join(cases))}">{len(cases)}</td>')
    return f'<td{" class=no" if card in row["missing"] else ""}></td>'


def row_line(row, cards):
    title = escape(row['title'])
    if row['reason']:
        title += f' <span class="reason">{escape(row["reason"])}</span>'
    cut = row['first'] if row['first'] == row['last'] else (
        f'{row["first"]}..{row["last"]}')
    return (f'<tr><th id="{row["row"]}" title="{row["number"]}">{row["row"]}'
            f'</th><th>{title}</th>'
            f'<th>{cut}</th>'
            f'{"".join(case_cell(row, card) for card in cards)}</tr>')


def row_table(report):
    """A line for each row, a column for each card."""
    cards = [card['card'] for card in report['cards']]
    yield (f'<table><thead><tr>{cells("th", ["", "mechanism", "cards"])}'
           f'{cells("th", cards)}</tr></thead>')
    for section in report['sections']:
        yield (f'<tr class="section"><th>{section["section"]}</th>'
               f'<th colspan="{len(cards) + 2}">{escape(section["title"])}'
               '</th></tr>')
        for row in section['rows']:
            yield row_line(row, cards)
    yield '</table>'


def missing_list(report):
    """What each card lacks, by name."""
    yield '<dl>'
    for card in report['cards']:
        names = ' '.join(f'<a href="#{name}">{name}</a>'
                         for name in card['missing'])
        yield f'<dt>{escape(card["card"])}<dd>{names or "nothing"}'
    yield '</dl>'


def undecided_list(report):
    """The rows that no test decides, each with the families of cards."""
    yield '<dl>'
    for section in report['sections']:
        for row in section['rows']:
            if row['undecided']:
                yield (f'<dt><a href="#{row["row"]}">{row["row"]}</a> '
                       f'{escape(row["title"])}'
                       f'<dd>{escape(" ".join(row["undecided"]))}')
    yield '</dl>'


def html(report):
    """The page of a report's data."""
    lines = [HEAD, '<h1>Mechanisms with a passing test</h1>']
    if not report['complete']:
        lines.append('<p><b>Only some of the tests were run.</b>')
    lines += [
        f'<p>{report["covered"]} of {report["applies"]} mechanisms have one '
        'on each card that has them.',
        '<h2>By card and section</h2>', *card_table(report),
        '<p>Cards without tests: ' +
        (escape(' '.join(report['cards-without-tests'])) or 'none'),
        '<h2>What is missing</h2>', *missing_list(report),
        '<h2>What no test decides</h2>',
        f'<p>{report["decided"]} of {report["families"]} pairs of a mechanism'
        ' and a family of cards have a test that a known change of the model'
        ' makes fail (tests/mutants/changes). The others, each family by its'
        ' first card:',
        *undecided_list(report),
        '<h2>By mechanism</h2>',
        '<p>A number says how many cases there are; point at it to see them.',
        *row_table(report)]
    return '\n'.join(lines) + '\n</html>\n'
