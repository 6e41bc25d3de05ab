"""Series of kernels: 6.12 is one, and has many releases.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import re


def numbers(text):
    """The numbers in a release or in a series."""
    return [int(digits) for digits in re.findall(r'\d+', text)]


def of(release):
    """The series that a release belongs to: 6.12 of 6.12.95+deb12-amd64."""
    return '.'.join(map(str, numbers(release)[:2]))


def matches(series, patterns):
    """Whether one of some patterns means a series: "6.12", or "6.12+" for it
    and all that came after it.
    """
    return any(series == pattern or pattern == '*' or
               pattern.endswith('+') and numbers(series) >= numbers(pattern)
               for pattern in patterns.split())
