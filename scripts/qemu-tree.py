#!/usr/bin/env python3
#
# Attach the overlay to a QEMU source tree, or detach it again.
#
# Attaching adds symbolic links that point into the overlay, and whole lines
# that end in a marker, to the few files of QEMU that have to know about them.
# Nothing else changes, so removing the links and the marked lines gives the
# tree back as it was, byte for byte.
#
# SPDX-License-Identifier: GPL-2.0-or-later

import argparse
import os
import re
import sys
import tempfile

OLDEST_QEMU = (10, 0)

# A line of ours ends in this ...
MARKER = b'# fauxveau'
# ... or follows this, where a comment cannot stand behind it.
MARKER_ABOVE = b'# fauxveau: the next line'

# Modules of QAPI's schema.  QEMU defines a type in the first one that uses it.
SCHEMAS = [f'nv-gpu-{part}' for part in (
    'event', 'breakpoint', 'fault', 'query', 'control', 'report')]

# Where in the QEMU tree -> what of the overlay.
LINKS = {
    'hw/nv': 'hw/nv',
    'include/hw/nv': 'include/hw/nv',
    **{f'qapi/{name}.json': f'hw/nv/debug/{name}.json' for name in SCHEMAS},
    'configs/devices/x86_64-softmmu/nv-no-debug.mak': 'hw/nv/no-debug.mak',
    'fauxveau': '.',
}


class Line:
    """
    A line to insert after @anchor, a line of QEMU's that has to be there
    exactly once (compared without its indentation and line ending).  Without
    an anchor the line goes to the top of the file.  A line that is only for
    releases with the anchor is @optional.
    """

    def __init__(self, path, text, anchor=None, mark_above=False,
                 optional=False):
        self.path = path
        self.text = text.encode()
        self.anchor = anchor and anchor.encode()
        self.mark_above = mark_above
        self.optional = optional

    def marked(self):
        if self.mark_above:
            return [MARKER_ABOVE, self.text]
        return [self.text + b'  ' + MARKER]

    def insert_into(self, lines):
        """Return @lines of an untouched file with the marked line added."""
        if any(line.strip() == self.text for line in lines):
            raise TreeError(f'{self.path} already has a line '
                            f'"{self.text.decode()}" that is not from here')
        at, indent = 0, b''
        if self.anchor:
            hits = [i for i, line in enumerate(lines)
                    if line.strip() == self.anchor]
            if self.optional and not hits:
                return lines
            if len(hits) != 1:
                raise TreeError(f'{self.path} has the line '
                                f'"{self.anchor.decode()}" {len(hits)} times '
                                f'where QEMU has it once')
            at = hits[0] + 1
            anchor = lines[hits[0]]
            indent = anchor[:len(anchor) - len(anchor.lstrip())]
        eol = b'\r\n' if lines and lines[0].endswith(b'\r\n') else b'\n'
        marked = [indent + line + eol for line in self.marked()]
        return lines[:at] + marked + lines[at:]


LINES = [
    Line('meson.build', "'hw/nv',", anchor="'hw/nubus',"),
    Line('meson.build', "subdir('fauxveau/tests')",
         anchor="subdir('tests/qtest/fuzz')"),
    Line('meson.build', "subdir('fauxveau')", anchor="subdir('tests')"),
    # Before QEMU 10.1, no option keeps an installed valgrind out.
    Line('meson.build', "config_host_data.set('CONFIG_VALGRIND_H', false)",
         anchor="config_host_data.set('CONFIG_VALGRIND_H', "
                "cc.has_header('valgrind/valgrind.h'))", optional=True),
    Line('hw/meson.build', "subdir('nv')", anchor="subdir('nubus')"),
    *(Line('qapi/meson.build', f"'{name}',", anchor="'rocker',")
      for name in SCHEMAS),
    # Each goes right behind the anchor.
    *(Line('qapi/qapi-schema.json', f"{{ 'include': '{name}.json' }}",
           anchor="{ 'include': 'pci.json' }")
      for name in reversed(SCHEMAS)),
    Line('hw/Kconfig', 'source nv/Kconfig', anchor='source nubus/Kconfig',
         mark_above=True),
    # Source packages come without the EDK2 images that QEMU unpacks whenever
    # there is a bzip2 to do so.
    Line('pc-bios/meson.build',
         "unpack_edk2_blobs = unpack_edk2_blobs and "
         "fs.exists('edk2-i386-code.fd.bz2')"),
]


class TreeError(Exception):
    """The tree is not one that the overlay can be attached to."""


def without_marked(lines):
    """Return @lines less those that attaching adds."""
    marked_above = [line.text for line in LINES if line.mark_above]
    result = []
    lines = iter(lines)
    for line in lines:
        if line.strip() == MARKER_ABOVE:
            if next(lines, b'').strip() not in marked_above:
                raise TreeError(f'the line below "{MARKER_ABOVE.decode()}" '
                                f'is not from here')
        elif not line.rstrip().endswith(MARKER):
            result.append(line)
    return result


class Tree:
    """A QEMU source tree, as seen from one overlay."""

    def __init__(self, root, overlay):
        self.root = os.path.realpath(root)
        self.overlay = os.path.realpath(overlay)

    def path(self, name):
        return os.path.join(self.root, name)

    def read_lines(self, name):
        try:
            with open(self.path(name), 'rb') as f:
                return f.read().splitlines(keepends=True)
        except FileNotFoundError:
            raise TreeError(f'{self.root} has no {name}: '
                            f'it is not a QEMU source tree') from None

    def version(self):
        text = b''.join(self.read_lines('VERSION')).decode().strip()
        found = re.match(r'(\d+)\.(\d+)', text)
        if not found:
            raise TreeError(f'{self.path("VERSION")} does not tell a version')
        return text, tuple(int(n) for n in found.groups())

    def check_version(self):
        text, number = self.version()
        if number < OLDEST_QEMU:
            oldest = '.'.join(str(n) for n in OLDEST_QEMU)
            raise TreeError(f'{self.root} is QEMU {text}: '
                            f'the overlay needs {oldest} or later')

    def link_target(self, name):
        return os.path.normpath(os.path.join(self.overlay, LINKS[name]))

    def holder(self):
        """
        Return the overlay that the tree is attached to, or None.  The link
        to its top tells, even where that overlay is gone.
        """
        link = self.path('fauxveau')
        return os.readlink(link) if os.path.islink(link) else None

    def check_holder(self):
        holder = self.holder()
        if (holder and os.path.isdir(holder)
                and os.path.realpath(holder) != self.overlay):
            raise TreeError(f'{self.root} is attached to {holder}; run '
                            f'"{holder}/configure-overlay --qemu {self.root} '
                            f'--detach" to free it')

    def is_ours(self, name):
        """
        Tell whether the link @name is one that attaching made: it points
        into this overlay, or into the one that held the tree and is gone.
        """
        if not os.path.islink(self.path(name)):
            return False
        target = os.readlink(self.path(name))
        holder = self.holder()
        return target == self.link_target(name) or (
            holder is not None
            and target == os.path.normpath(os.path.join(holder, LINKS[name])))

    def check_links(self):
        for name in LINKS:
            if os.path.lexists(self.path(name)) and not self.is_ours(name):
                raise TreeError(f'{self.path(name)} exists and is not from '
                                f'here: the overlay would put a link there')

    def detached(self, name):
        return without_marked(self.read_lines(name))

    def attached(self, name):
        lines = self.detached(name)
        for line in LINES:
            if line.path == name:
                lines = line.insert_into(lines)
        return lines

    def changes(self, edit):
        """Return the content of each file that @edit(name) changes."""
        result = {}
        for name in sorted({line.path for line in LINES}):
            lines = edit(name)
            if lines != self.read_lines(name):
                result[name] = b''.join(lines)
        return result

    def write(self, name, content):
        """Replace a file as a whole, so that it is never half written."""
        path = os.path.realpath(self.path(name))
        mode = os.stat(path).st_mode
        try:
            fd, partial = tempfile.mkstemp(dir=os.path.dirname(path))
        except OSError as e:
            raise OSError(e.errno, e.strerror, path) from None
        try:
            with os.fdopen(fd, 'wb') as f:
                f.write(content)
            os.chmod(partial, mode & 0o7777)
            os.replace(partial, path)
        except BaseException:
            os.unlink(partial)
            raise

    def attach(self):
        """
        Attach the overlay.  All checks come before the first change, and
        attaching again completes what an interrupted run left.
        """
        self.check_version()
        self.check_holder()
        self.check_links()
        for name, content in self.changes(self.attached).items():
            self.write(name, content)
        for name in LINKS:
            target = self.link_target(name)
            if os.path.islink(self.path(name)):
                if os.readlink(self.path(name)) == target:
                    continue
                os.unlink(self.path(name))
            os.symlink(target, self.path(name))

    def detach(self):
        self.check_holder()
        for name, content in self.changes(self.detached).items():
            self.write(name, content)
        # The link that tells whose tree this is goes last.
        for name in LINKS:
            if self.is_ours(name):
                os.unlink(self.path(name))


def main():
    parser = argparse.ArgumentParser(
        description='Attach the overlay to a QEMU source tree, or detach it.')
    parser.add_argument('action', choices=['attach', 'detach'])
    parser.add_argument('tree', help='the QEMU source tree')
    parser.add_argument('--overlay', metavar='DIR',
                        default=os.path.join(os.path.dirname(__file__), '..'),
                        help='the overlay (default: the one this is part of)')
    args = parser.parse_args()

    tree = Tree(args.tree, args.overlay)
    try:
        getattr(tree, args.action)()
    except TreeError as e:
        sys.exit(f'error: {e}')
    except OSError as e:
        sys.exit(f'error: cannot change {e.filename2 or e.filename}: '
                 f'{e.strerror}')


if __name__ == '__main__':
    main()
