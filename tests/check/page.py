"""Which mechanisms have a passing test, as a page to look at.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[2] / 'scripts'))

# pylint: disable=wrong-import-position
from webpage import (BAD, FAIR, GOOD, element, link, markup, page, row,
                     table)

TITLE = 'Mechanisms with a passing test'

STYLE = '''\
th, td { padding: 2px 6px; }
td, td.number, thead th { text-align: center; }
th { font-weight: normal; }
thead th { position: sticky; top: 0; background: white; }
tr.section th { background: #eee; font-weight: bold; }
.reason { color: #666; font-style: italic; }
'''


def count_cell(count):
    """How much of a section a card has, in a colour that says so."""
    covered, applies = count['covered'], count['applies']
    if not applies:
        return ''
    kind = GOOD if covered == applies else FAIR if covered else BAD
    return element('td', f'{covered}/{applies}', kind=kind)


def card_table(report):
    """A line for each card, a column for each section."""
    letters = list(report['cards'][0]['sections']) if report['cards'] else []
    return table(['', 'all', *letters], (
        [element('th', card['card']), count_cell(card),
         *(count_cell(card['sections'][letter]) for letter in letters)]
        for card in report['cards']))


def case_cell(mechanism, card):
    """Whether a row has a passing test on a card; which, in a tip."""
    cases = mechanism['cases'].get(card)
    if cases:
        return element('td', len(cases), kind=GOOD, title='\n'.join(cases))
    return element('td', kind=BAD if card in mechanism['missing'] else None)


def mechanism_line(mechanism, cards):
    """A mechanism, and its cases on each card."""
    title = [mechanism['title']]
    if mechanism['reason']:
        title += [' ', element('span', mechanism['reason'], kind='reason')]
    first, last = mechanism['first'], mechanism['last']
    return row([element('th', mechanism['row'], id=mechanism['row'],
                        title=mechanism['number']),
                element('th', *title),
                element('th', first if first == last else f'{first}..{last}'),
                *(case_cell(mechanism, card) for card in cards)])


def mechanism_lines(report, cards):
    """All of them, section by section."""
    for section in report['sections']:
        yield row([element('th', section['section']),
                   element('th', section['title'], colspan=len(cards) + 2)],
                  kind='section')
        for mechanism in section['rows']:
            yield mechanism_line(mechanism, cards)


def mechanism_table(report):
    """A line for each row, a column for each card."""
    cards = [card['card'] for card in report['cards']]
    return table(['', 'mechanism', 'cards', *cards],
                 mechanism_lines(report, cards))


def description(pairs):
    """A list of terms and what there is to say of each."""
    return element('dl', *(
        markup('\n', element('dt', term), element('dd', said))
        for term, said in pairs))


def missing_list(report):
    """What each card lacks, by name."""
    return description(
        (card['card'], markup(*(markup(link(f'#{name}', name), ' ')
                                for name in card['missing'])) or 'nothing')
        for card in report['cards'])


def undecided_list(report):
    """The rows that no test decides, each with the families of cards."""
    return description(
        (markup(link(f'#{mechanism["row"]}', mechanism['row']), ' ',
                mechanism['title']), ' '.join(mechanism['undecided']))
        for section in report['sections'] for mechanism in section['rows']
        if mechanism['undecided'])


def html(report):
    """The page of a report's data."""
    some = element('p', element('b', 'Only some of the tests were run.'))
    return page(
        TITLE, None if report['complete'] else some,
        element('p', f'{report["covered"]} of {report["applies"]} mechanisms '
                     'have one on each card that has them.'),
        element('h2', 'By card and section'), card_table(report),
        element('p', 'Cards without tests: ' +
                (' '.join(report['cards-without-tests']) or 'none')),
        element('h2', 'What is missing'), missing_list(report),
        element('h2', 'What no test decides'),
        element('p', f'{report["decided"]} of {report["families"]} pairs of a '
                     'mechanism and a family of cards have a test that a '
                     'known change of the model makes fail '
                     '(tests/mutants/changes). The others, each family by its '
                     'first card:'),
        undecided_list(report),
        element('h2', 'By mechanism'),
        element('p', 'A number says how many cases there are; point at it to '
                     'see them.'),
        mechanism_table(report), style=STYLE)
