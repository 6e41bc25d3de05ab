"""The commands that README.md, CONTRIBUTING.md and the manual print.

  pages.py     where they are, and what is printed behind them
  words.py     what the shell makes of them
  treatment.py what is done with each: it is run, or checked, or neither
  checks.py    the checks
  recipe.py    own-driver.rst's recipes, and guests that do what they say
  session.py   commands of a page, run
  emulator.py  the emulator that they start
  compare.py   what they print, and what the page says that they print

SPDX-License-Identifier: GPL-2.0-or-later
"""
