"""Errors for the user, without a traceback.

SPDX-License-Identifier: GPL-2.0-or-later
"""


class GuestError(Exception):
    """The guest, or something that it needs, has failed.

    A job that has RECORDED it as a failed check doesn't do so again.
    """

    recorded = False
