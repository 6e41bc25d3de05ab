"""What scripts/nv-timeline makes of a card's time line.

  events.py    reads the lines that the card has written
  tracks.py    finds what lasts, and what belongs together
  perfetto.py  a trace for Perfetto
  page.py      a page; page.html, page.css, page.js are its parts

SPDX-License-Identifier: GPL-2.0-or-later
"""
