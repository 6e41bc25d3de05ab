"""Files that nobody ever finds a part of.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import os


def write(file, data):
    """Have a file's path name the new bytes, or still the old ones."""
    partial = file.with_name(f'{file.name}.{os.getpid()}')
    try:
        partial.write_bytes(data)
        partial.replace(file)
    finally:
        partial.unlink(missing_ok=True)
