"""What guests have left, from the machine that ran them to the one that asked
for it, and what they need, the other way: a small web server.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import contextlib
import http.server
import secrets
import shutil
import socket
import tarfile
import threading
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

from harness import driver, kernel
from harness.errors import GuestError

# Of a parcel, in bytes, and of a connection that stands still, in seconds
MOST = 4 << 30
LIMIT = 120
PIECE = 1 << 20


class Handler(http.server.BaseHTTPRequestHandler):
    """Parcels are put, files are got; both by names that are known."""

    timeout = LIMIT

    def name(self):
        """The name that is asked for, if the one who asks knows the secret."""
        secret, _, name = self.path.lstrip('/').partition('/')
        return name if secrets.compare_digest(
            secret.encode(), self.server.secret.encode()) else ''

    def answer(self, status, size=0):
        self.send_response(status)
        self.send_header('Content-Length', str(size))
        self.send_header('Connection', 'close')
        self.end_headers()

    def do_PUT(self):
        """Take a parcel; one that doesn't come whole is none."""
        size = self.headers.get('Content-Length', '')
        if self.name() not in self.server.expected:
            return self.answer(404)
        if not size.isdecimal() or int(size) > MOST:
            return self.answer(413)
        target = self.server.directory / f'{self.name()}.tar.gz'
        part = target.with_name(f'{target.name}.{threading.get_ident()}')
        left = int(size)
        with part.open('wb') as file:
            while left:
                piece = self.rfile.read(min(left, PIECE))
                if not piece:
                    break
                file.write(piece)
                left -= len(piece)
        if left:
            part.unlink()
            return self.answer(400)
        part.replace(target)
        return self.answer(201)

    def do_GET(self):
        """Give a file."""
        file = self.server.files.get(self.name())
        if not file:
            return self.answer(404)
        with open(file, 'rb') as source:
            self.answer(200, Path(file).stat().st_size)
            shutil.copyfileobj(source, self.wfile)
        return None

    def log_message(self, format, *args):
        """Say nothing: the address has the secret."""


class Office(http.server.ThreadingHTTPServer):
    """Where parcels come in: EXPECTED are their names, FILES what is given."""

    daemon_threads = True

    def __init__(self, host, port, directory, expected, files):
        super().__init__((host, port), Handler)
        self.host = host
        self.directory = directory
        self.expected = frozenset(expected)
        self.files = files
        self.secret = secrets.token_urlsafe(16)
        directory.mkdir(parents=True, exist_ok=True)

    def handle_error(self, request, client_address):
        """Whoever goes away leaves nothing."""

    def address(self, name):
        host = f'[{self.host}]' if ':' in self.host else self.host
        return f'http://{host}:{self.server_port}/{self.secret}/{name}'

    @contextlib.contextmanager
    def open(self):
        """Be there for a while."""
        thread = threading.Thread(target=self.serve_forever, daemon=True)
        thread.start()
        try:
            yield self
        finally:
            self.shutdown()
            self.server_close()


def host_towards(url):
    """This machine's address as a server sees it."""
    there = urllib.parse.urlsplit(url)
    try:
        family, kind, _, _, address = socket.getaddrinfo(
            there.hostname, there.port or 80, type=socket.SOCK_DGRAM)[0]
        with socket.socket(family, kind) as one:
            one.connect(address)
            return one.getsockname()[0]
    except OSError as error:
        raise GuestError(f'{url}: {error.strerror}') from None


# Those who send

def pack(file, directory, names):
    """Pack some files and directories of a directory."""
    with tarfile.open(file, 'w:gz', compresslevel=1) as archive:
        for name in names:
            if (directory / name).exists():
                archive.add(directory / name, name)


def pack_source(choice, directory):
    """Pack the driver's source that a user chooses, in the places of a kernel's
    tree. Machines build each once, and know it by its file's name.
    """
    source = driver.Source.of_tree(*driver.top_of(kernel.absolute(choice)))
    packed = directory / f'source-{source.digest()}.tar'
    with tarfile.open(packed, 'w', dereference=True) as archive:
        for name, file in sorted(source.files.items()):
            archive.add(file, str(name))
    return packed


def send(url, file):
    """Send a file; returns why that isn't possible."""
    with file.open('rb') as source:
        request = urllib.request.Request(
            url, source, {'Content-Length': str(file.stat().st_size),
                          'Content-Type': 'application/gzip'}, method='PUT')
        try:
            urllib.request.urlopen(request, timeout=LIMIT).close()
        except OSError as error:
            return str(error)
    return ''


def fetch(url, file):
    """Fetch a file."""
    try:
        with urllib.request.urlopen(url, timeout=LIMIT) as answer, \
                file.open('wb') as target:
            shutil.copyfileobj(answer, target)
    except urllib.error.URLError as error:
        raise GuestError(f'what the job needs can\'t be fetched: {error}'
                         ) from None


# Those who receive

def is_inside(member):
    """Whether a part of an archive is a file in the directory it goes to."""
    parts = Path(member.name).parts
    return ((member.isfile() or member.isdir()) and '..' not in parts and
            not member.name.startswith('/'))


def unpack(file, directory):
    """Unpack a parcel; returns what is wrong with it."""
    try:
        with tarfile.open(file) as archive:
            for member in archive:
                if is_inside(member):
                    member.mode = 0o755 if member.isdir() else 0o644
                    archive.extract(member, directory, set_attrs=False)
    except (tarfile.TarError, EOFError, OSError) as error:
        return str(error)
    return ''
