"""How cards interrupt the guest: by their lines, or by messages (MSI).

SPDX-License-Identifier: GPL-2.0-or-later
"""

# Of each card the identity of the capability that MSI is, if it has MSI, and how
# many messages the driver has enabled
LOOK = ('for card in /sys/bus/pci/devices/*; do '
        'if test $(cat $card/vendor) = 0x10de; then '
        'echo $(hexdump -s 104 -n 1 -e \'1/1 "%02x"\' $card/config) '
        '$(ls $card/msi_irqs 2>/dev/null | wc -l); fi; done')
HAS_MSI = '05'


def check(job):
    """The driver uses the MSI of each card that has it."""
    ways = [line.split() for line in job.guest.ask(LOOK)]
    text = ', '.join('line' if uses == '0' else 'MSI' for _, uses in ways)
    job.facts['interrupts-by'] = text
    job.checks.record('interrupts come as they should',
                      all((has == HAS_MSI) == (uses != '0')
                          for has, uses in ways), f'by {text}')
