"""What goes wrong in a way that a user should read, without a traceback.

SPDX-License-Identifier: GPL-2.0-or-later
"""


class GuestError(Exception):
    """The guest, or what it takes to start one, did not do its part."""
