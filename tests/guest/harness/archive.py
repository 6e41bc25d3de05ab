"""Packages of the distribution's archive, of any suite that it has.

The mirror and its key are those of the machine's own apt configuration; the
package lists are our own, so that nothing of the machine's apt changes, and
neither root nor an up-to-date machine is needed.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import contextlib
import fcntl
import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from .architectures import AMD64
from .ending import die_with_parent
from .errors import GuestError, HostError, reason, tool_error

UPDATE_LIMIT = 300
DOWNLOAD_LIMIT = 1800

# What is being downloaded or unpacked lies in a directory of such a name
PARTIAL = 'partial-'

APT_CONF = '''\
#clear APT::Update;
APT::Sandbox::User "root";
APT::Architecture "{architecture}";
Dir::Etc::sourcelist "{dir}/suite.sources";
Dir::Etc::sourceparts "/dev/null";
Dir::Etc::preferences "/dev/null";
Dir::Etc::preferencesparts "/dev/null";
Dir::State::lists "{dir}/lists";
Dir::State::status "{dir}/status";
Dir::Cache "{dir}/cache";
Acquire::Languages "none";
Acquire::Retries "3";
'''


def cache_dir():
    """Where downloads are kept, for every clone and build of the user's."""
    base = os.environ.get('XDG_CACHE_HOME', '')
    # Those who define the variable say that others are invalid, and ignored
    if not os.path.isabs(base):
        base = Path.home() / '.cache'
    return Path(base) / 'fauxveau'


def open_lock(file):
    """A file to be locked; one that cannot be written to will do."""
    file.parent.mkdir(parents=True, exist_ok=True)
    try:
        return open(file, 'a', encoding='utf-8')
    except OSError:
        if not file.exists():
            raise
        return open(file, encoding='utf-8')


def silently(_text):
    """The progress of what nobody waits for."""


@contextlib.contextmanager
def lock(file, progress=silently, what=''):
    """Lock a file against other runs; one that does WHAT is waited for."""
    with open_lock(file) as opened:
        try:
            fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            progress(f'waiting for another run, which {what}')
            fcntl.flock(opened, fcntl.LOCK_EX)
        yield


@contextlib.contextmanager
def locked(progress=silently):
    """Lock the cache against other jobs that fill it.

    A cache that cannot be written to does as long as all is there; what cannot
    be done with it is a line for the user.
    """
    try:
        with lock(cache_dir() / 'guest-lock', progress,
                  f'fills {cache_dir()}'):
            yield
    except OSError as error:
        said = error.strerror
        raise tool_error(f'{error.filename or cache_dir()}: {said}: '
                         'downloads are kept there (XDG_CACHE_HOME)'
                         if is_cached(error.filename) else
                         f'{error.filename}: {said}', said) from None


@contextlib.contextmanager
def partial(directory):
    """A directory in another for what isn't all there yet.

    Those of runs that were killed are removed; the caller has a lock.
    """
    directory.mkdir(parents=True, exist_ok=True)
    for left in directory.glob(f'{PARTIAL}*'):
        shutil.rmtree(left)
    with tempfile.TemporaryDirectory(dir=directory, prefix=PARTIAL) as name:
        yield Path(name)


def is_cached(name):
    """Whether a file of the cache is meant; without a name, one is."""
    return name is None or cache_dir() in (Path(name), *Path(name).parents)


def own_codename():
    """The release that this machine runs, '' where it has no name."""
    text = Path('/etc/os-release').read_text(encoding='utf-8')
    match = re.search(r'^VERSION_CODENAME=(\S+)$', text, re.MULTILINE)
    return match[1] if match else ''


def run_apt(command, limit, **more):
    """Run an apt command and return what it prints.

    One that outlived us would keep its locks from the next run.  What it can't
    fetch is the host's fault.
    """
    try:
        return subprocess.run(command, check=True, text=True, timeout=limit,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              preexec_fn=die_with_parent, **more).stdout
    except FileNotFoundError:
        raise HostError('only apt can fetch packages here, '
                        f'and {command[0]} is not installed') from None
    except subprocess.TimeoutExpired:
        raise HostError(f'{command[0]} took more than {limit} s') from None
    except subprocess.CalledProcessError as error:
        raise HostError(f'{" ".join(command[-2:])} failed:\n'
                        f'{error.stderr.strip()}') from None


def own_mirror():
    """The mirror of this machine's packages: its URI and its configuration.

    One that names its suite otherwise ("stable") does, too.
    """
    # Without --no-release-info, apt lists only what it has downloaded
    targets = run_apt(['apt-get', 'indextargets', '--no-release-info',
                       '--format',
                       '$(RELEASE) $(COMPONENT) $(REPO_URI) $(SOURCESENTRY)',
                       'Created-By: Packages'], UPDATE_LIMIT)
    rows = [line.split() for line in targets.splitlines()]
    mains = [row for row in rows if len(row) == 4 and row[1] == 'main'
             and 'security' not in row[0]]
    mine = own_codename()
    # The first of the machine's own release, or else of any
    mains.sort(key=lambda row: row[0] != mine)
    if not mains:
        raise GuestError('the apt configuration names no mirror for '
                         f'the release that this machine runs ({mine!r})')
    _, _, uri, entry = mains[0]
    return uri, Path(entry.rpartition(':')[0])


def signed_by(entry, uri):
    """The Signed-By field, if any, of the entry for URI in an apt source."""
    text = entry.read_text(encoding='utf-8')
    if entry.suffix == '.sources':
        for stanza in re.split(r'\n\s*\n', text):
            if uri.rstrip('/') in stanza:
                match = re.search(r'^(Signed-By:.*(?:\n[ \t].*)*)', stanza,
                                  re.MULTILINE | re.IGNORECASE)
                return match[1] + '\n' if match else ''
    for line in text.splitlines():
        match = re.search(r'signed-by=([^\]\s]+)', line)
        if match and uri.rstrip('/') in line:
            return f'Signed-By: {match[1]}\n'
    return ''


def version_key(name):
    """Order names as versions: by their numbers, not by their digits."""
    return [int(part) if part.isdigit() else part
            for part in re.split(r'(\d+)', name)]


def is_damaged(package):
    """Whether a package can't be read, whatever else may go wrong."""
    return subprocess.run(['dpkg-deb', '--fsys-tarfile', str(package)],
                          stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL, timeout=DOWNLOAD_LIMIT,
                          check=False,
                          preexec_fn=die_with_parent).returncode != 0


def cannot_unpack(package, said):
    """The error for that.

    A damaged one is removed from the cache, so that the next run works.
    """
    text = f'cannot unpack {package}: {reason(said)}'
    if cache_dir() in package.parents and is_damaged(package):
        package.unlink(missing_ok=True)
        text += '; it has been removed, and the next run downloads it again'
    return tool_error(text, said)


class Suite:
    """One suite of the archive, such as 'trixie'.

    ABOVE is one that it completes: packages of 'trixie-backports' depend on
    those of 'trixie'.
    """

    def __init__(self, name, above='', architecture=AMD64):
        self.name = f'{name} {above}'.rstrip()
        # Backports are taken only where they are asked for
        self.preferred = ['-t', name] if above else []
        self.architecture = architecture.name
        self.dir = (cache_dir() / 'apt' /
                    f'{self.name.replace(" ", "+")}-{self.architecture}')

    def apt(self, command, *arguments, limit=UPDATE_LIMIT, **more):
        return run_apt([command, '-c', str(self.dir / 'apt.conf'),
                        *arguments], limit, **more)

    def update(self):
        """Fetch the suite's package lists."""
        for sub in 'lists/partial', 'cache/archives/partial':
            (self.dir / sub).mkdir(parents=True, exist_ok=True)
        uri, entry = own_mirror()
        (self.dir / 'status').touch()
        (self.dir / 'apt.conf').write_text(
            APT_CONF.format(dir=self.dir, architecture=self.architecture),
            encoding='utf-8')
        (self.dir / 'suite.sources').write_text(
            f'Types: deb\nURIs: {uri}\n{signed_by(entry, uri)}'
            f'Suites: {self.name}\nComponents: main\n'
            f'Architectures: {self.architecture}\nTargets: Packages\n',
            encoding='utf-8')
        self.apt('apt-get', '-q', '-o', 'APT::Update::Error-Mode=any',
                 'update')

    def names(self):
        """The names of all packages."""
        return self.apt('apt-cache', 'pkgnames').split()

    def versions(self, package):
        """The versions that there are of a package."""
        return re.findall(r'^Version: (\S+)$',
                          self.apt('apt-cache', 'show', package), re.MULTILINE)

    def download(self, package, into, version=''):
        """Download a package and return its file.

        It gets its place when all of it is there.
        """
        with partial(into) as directory:
            self.apt('apt-get', '-q', 'download',
                     f'{package}={version}' if version else package,
                     limit=DOWNLOAD_LIMIT, cwd=directory)
            files = sorted(directory.glob(f'{package}_*.deb'))
            if not files:
                raise GuestError(f'apt has left no file of {package}')
            return files[-1].replace(into / files[-1].name)

    def download_set(self, names, progress):
        """Download packages and all that they depend on; return the files.

        The solver takes nothing for installed, and recommends nothing.
        """
        install = ['-qq', '-y', '--no-install-recommends', *self.preferred,
                   'install', *names]
        archives = self.dir / 'cache/archives'
        # What is there already would not be printed; who trusts a mirror as
        # it is gets no checksums
        rows = [line.split()[1:3] for line in self.apt(
            'apt-get', '--print-uris', '-o', 'Dir::Cache::archives=/dev/null',
            *install).splitlines()]
        sizes = {archives / name: int(size) for name, size in rows}
        missing = [file for file in sizes if not file.exists()]
        if missing:
            mib = sum(sizes[file] for file in missing) >> 20
            progress(f'downloading {len(missing)} packages, {mib} MiB')
            self.apt('apt-get', '--download-only', *install,
                     limit=DOWNLOAD_LIMIT)
        return list(sizes)
