"""What scripts/nv-debug consists of.

SPDX-License-Identifier: GPL-2.0-or-later
"""
