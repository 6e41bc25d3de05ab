"""What a card's debugger is asked, as nv-debug shows the answers.

SPDX-License-Identifier: GPL-2.0-or-later
"""

from nvdebug import texts

QUERIES = {
    'channels': lambda query: texts.channels(query('channels'),
                                             query('units')['channels']),
    'interrupts': lambda query: texts.interrupts(query('interrupts')),
    'runlist': lambda query: texts.runlist(query('runlist')),
    'cache1': lambda query: texts.cache1(query('cache1')),
}


def inspect(execute, path, what):
    """One of QUERIES, as text; EXECUTE does a command of the monitor's.

    Not all cards have all.
    """
    def query(name):
        return execute(f'x-query-nv-{name}', path=path)

    return '\n'.join(QUERIES[what](query)) + '\n'
