"""Which mechanisms of the cards have a test that passes.

mechanisms  the list of mechanisms: rows, and the cards that have them
coverage    what the cases of a test run say of it
report      the result as text and as data
page        the same as HTML

SPDX-License-Identifier: GPL-2.0-or-later
"""
