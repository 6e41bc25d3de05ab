"""Small changes of the model, and whether the register tests notice them.

SPDX-License-Identifier: GPL-2.0-or-later
"""
