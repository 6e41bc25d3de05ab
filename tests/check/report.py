"""Which mechanisms have a passing test, as text and as data.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import textwrap

GAP = 1


def table(lines, width):
    """Lines of cells in columns, the first again where WIDTH breaks them."""
    widths = [max(map(len, column)) for column in zip(*lines)]
    blocks, used = [[]], width
    for column in range(1, len(widths)):
        if used + GAP + widths[column] > width:
            blocks.append([])
            used = widths[0]
        used += GAP + widths[column]
        blocks[-1].append(column)
    for block in blocks[1:]:
        for cells in lines:
            yield (' ' * GAP).join(
                [f'{cells[0]:<{widths[0]}}',
                 *(f'{cells[i]:>{widths[i]}}' for i in block)]).rstrip()


def sections_counted(coverage):
    """The sections that the cards have anything of."""
    return [section for section in coverage.mechanisms.sections
            if coverage.count_everywhere(section.rows)[1]]


def cell(covered, applying):
    return f'{covered}/{applying}' if applying else ''


def card_lines(coverage):
    """A line for each card, a column for each section."""
    sections = sections_counted(coverage)
    yield ['', 'all', *(section.letter for section in sections)]
    for card in coverage.cards():
        counts = [coverage.count(section.rows, card) for section in sections]
        yield [card, cell(*map(sum, zip(*counts))),
               *(cell(*count) for count in counts)]


def section_lines(coverage):
    """A line for each section: how much of it all cards have."""
    for section in sections_counted(coverage):
        covered, applying = coverage.count_everywhere(section.rows)
        yield (f'{section.letter}  {section.title:<48} '
               f'{covered:3} of {applying:3}')


def row_lines(coverage, row, where, width):
    """A row, and where that is which it is listed for."""
    column = max(map(len, coverage.mechanisms.rows)) + 1
    return textwrap.wrap(f'{row.name:<{column}}{row.title}: {where}', width,
                         subsequent_indent=' ' * column,
                         break_on_hyphens=False)


def missing_lines(coverage, width):
    """A line for each row that lacks a test: the cards where it does."""
    for row in coverage.mechanisms.rows.values():
        missing = coverage.missing_on(row)
        if missing:
            where = ('all cards' if missing == coverage.cards_of(row)
                     else ' '.join(missing))
            yield from row_lines(coverage, row, where, width)


def undecided_lines(coverage, width):
    """A line for each row that isn't decided everywhere: the families."""
    for row in coverage.mechanisms.rows.values():
        families = coverage.undecided(row)
        if families:
            yield from row_lines(coverage, row, ' '.join(families), width)


def decided_lines(coverage):
    """How many rows have tests that are known to decide them."""
    rows, all_rows, families, all_families = coverage.count_decided(
        coverage.mechanisms.rows.values())
    if families:
        yield ''
        yield (f'Decided by a test (tests/mutants/changes): {rows} of '
               f'{all_rows} mechanisms,')
        yield (f'counted for each family of cards: {families} of '
               f'{all_families}')


def text(coverage, width, complete, missing=False):
    """The report as lines.

    Not COMPLETE: of some of the tests only. MISSING: with the rows that lack a
    test, and those that no test decides.
    """
    if not coverage.cards():
        return
    if not complete:
        yield 'Only some of the tests were run.'
    yield 'Mechanisms with a passing test / that the card has, by section:'
    yield from table(list(card_lines(coverage)), width)
    yield ''
    yield 'Mechanisms with a passing test on each card that has them:'
    yield from section_lines(coverage)
    covered, applying = coverage.count_everywhere(
        coverage.mechanisms.rows.values())
    yield f'{"all":<51} {covered:3} of {applying:3}'
    yield from decided_lines(coverage)
    absent = coverage.cards_without_tests()
    if absent:
        yield from textwrap.wrap(f'Cards without tests: {" ".join(absent)}',
                                 width, subsequent_indent='  ')
    if missing:
        yield ''
        yield 'Mechanisms without a passing test:'
        yield from missing_lines(coverage, width)
        yield ''
        yield 'Mechanisms that no test decides, by families of cards:'
        yield from undecided_lines(coverage, width)


def row_data(coverage, row):
    return {'row': row.name, 'number': row.number, 'title': row.title,
            'reason': row.reason, 'first': row.cards[0], 'last': row.cards[-1],
            'cases': {card: coverage.cases(row, card)
                      for card in coverage.cards() if card in row.cards},
            'missing': coverage.missing_on(row),
            'undecided': coverage.undecided(row)}


def card_data(coverage, card):
    rows = list(coverage.mechanisms.rows.values())
    covered, applying = coverage.count(rows, card)
    return {'card': card, 'covered': covered, 'applies': applying,
            'sections': {
                section.letter: dict(zip(
                    ('covered', 'applies'),
                    coverage.count(section.rows, card)))
                for section in sections_counted(coverage)},
            'missing': [row.name for row in rows
                        if card in coverage.missing_on(row)]}


def data(coverage, complete):
    """The report as data; not COMPLETE: of some of the tests only."""
    rows = coverage.mechanisms.rows.values()
    covered, applying = coverage.count_everywhere(rows)
    _, _, decided, families = coverage.count_decided(rows)
    return {'complete': complete, 'covered': covered, 'applies': applying,
            'decided': decided, 'families': families,
            'cards': [card_data(coverage, card) for card in coverage.cards()],
            'cards-without-tests': coverage.cards_without_tests(),
            'sections': [
                {'section': section.letter, 'title': section.title,
                 'rows': [row_data(coverage, row) for row in section.rows]}
                for section in coverage.mechanisms.sections],
            'wrong': [{'case': case, 'why': why}
                      for case, why in coverage.wrong]}
