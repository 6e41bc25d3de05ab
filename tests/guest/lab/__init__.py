"""The matrix of guests on the machines of a lab, which LAVA gives its jobs.

SPDX-License-Identifier: GPL-2.0-or-later
"""
