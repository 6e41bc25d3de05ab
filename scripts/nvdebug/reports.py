"""Texts of what a card reports: counters, what the model lacks, findings.

They are made of what the commands x-query-nv-statistics, x-query-nv-report and
x-query-nv-findings return.

SPDX-License-Identifier: GPL-2.0-or-later
"""

STATISTICS = 'x-query-nv-statistics'
REPORT = 'x-query-nv-report'
FINDINGS = 'x-query-nv-findings'
NAMES = 'x-query-nv-names'

# The place of a finding, by its rule
PLACES = {
    'register-while-running': '{register} value=0x{value:x}',
    'state-overwritten': 'address=0x{address:x} offset=0x{offset:x} '
                         'value=0x{value:x}',
    'page-unflushed': 'address=0x{address:x} table=0x{table:x} page={page} '
                      'was={was}',
    'pushbuffer-overwritten': 'address=0x{address:x} {word} '
                              'value=0x{value:08x} was=0x{was:08x}',
    'entry-overwritten': 'entry={entry} address=0x{address:x} bytes={bytes} '
                         'was=0x{was:x} bytes={was_bytes}',
    'put-beyond': 'name={name} put=0x{put:x} end=0x{end:x}',
    'interrupt-unread': '{register} bits=0x{bits:08x}',
    'read-in-flight': 'bar={bar} address=0x{address:x} vram=0x{vram:x}',
    'access-astray': 'address=0x{address:x} who=0x{who:x} why="{why}" '
                     'method=0x{method:04x} subchannel={subchannel}',
    'object-freed': 'subchannel={subchannel} method=0x{method:04x} '
                    'handle=0x{handle:08x} address=0x{address:x}',
    'channel-freed': '{register} value=0x{value:08x} was=0x{was:08x}',
    'fence-polled': 'bar={bar} address=0x{address:x}{named} kind={kind} '
                    'reads={reads}',
    'unit-off': 'unit={unit} bit={bit} {use}',
    'zeroes-executed': '{zeroes}',
    'interrupt-stuck': 'unit={unit} bit={bit} pending=0x{pending:08x}',
}


def counters(answer):
    """Counters by their names, with those of faults: "fault-NAME"."""
    found = {one['counter']: one['value'] for one in answer['counters']}
    found.update({f'fault-{one["fault"]}': one['times']
                  for one in answer['faults']})
    return found


def statistics(answer):
    """The counters, a line each."""
    return ''.join(f'{name} {value}\n'
                   for name, value in counters(answer).items())


def _section(title, rows):
    return f'{title}\n' + (''.join(f'  {row}\n' for row in rows)
                           or '  none\n')


def report(answer):
    """What the driver has used and the model lacks."""
    return _section(
        'registers that are not modelled:',
        (f'0x{one["address"]:06x}  {one["unit"]:<10} {one["reads"]:>8} reads '
         f'{one["writes"]:>8} writes  last 0x{one["last"]:08x}'
         for one in answer['registers'])
    ) + _section(
        'registers polled without progress:',
        (f'0x{one["address"]:06x}  {one["unit"]:<10} {one["reads"]:>8} reads '
         f'of 0x{one["value"]:08x} in {one["duration"] // 1000} us'
         for one in answer['polls'])
    ) + _section(
        'methods that no object handled:',
        (f'class 0x{one["class"]:04x} method 0x{one["method"]:04x} '
         f'{one["times"]:>8} times' for one in answer['methods'])
    ) + ('' if answer['complete'] else
         'a table was full: the report is incomplete\n')


def _page(place):
    return ('vram:' if place['vram'] else '') + f'0x{place["address"]:x}'


def _details(found):
    """What PLACES takes of a finding."""
    made = {name.replace('-', '_'): value for name, value in found.items()}
    made['named'] = f' name={found["name"]}' if 'name' in found else ''
    if 'register' in found:
        made['register'] = (f'register=0x{found["register"]:06x}'
                            + made['named'])
    rule = found['rule']
    if rule == 'page-unflushed':
        made.update(page=_page(found['page']), was=_page(found['was']))
    elif rule == 'pushbuffer-overwritten':
        made['word'] = (f'method=0x{found["method"]:04x}'
                        if 'method' in found else 'command=0x0000')
    elif rule == 'unit-off':
        made['use'] = (f'executes={found["executes"]}' if 'executes' in found
                       else f'{made["register"]} value=0x{found["value"]:x}')
    elif rule == 'zeroes-executed':
        made['zeroes'] = (f'address=0x{found["address"]:x} kind=commands'
                          if 'address' in found else
                          f'entry={found["entry"]} kind=entries')
    return made


def finding(found, where=True):
    """A finding of the checker's in one line; WHERE: with its places."""
    words = [found['rule']]
    if 'channel' in found:
        words.append(f'channel={found["channel"]}')
    words.append(PLACES[found['rule']].format(**_details(found)))
    words += [f'times={found["times"]}', f'first={found["first"]}']
    words += [f'{name}={found[name]}' for name in ('fault', 'after-fault')
              if name in found]
    words += [f'{name}=' + ','.join(f'0x{at:x}' for at in found[name])
              for name in ('where', 'submitted') if where and name in found]
    return ' '.join(words) + f': {found["says"]}'


def lost(answer):
    """The line that tells how many findings there was no room for, or ''."""
    times = answer['lost']
    return times and (f'lost times={times}: there was no room for other '
                      'findings') or ''


def findings(answer):
    """The checker's findings, a line each."""
    lines = [*map(finding, answer['findings']), lost(answer)]
    return ''.join(f'{line}\n' for line in lines if line)
