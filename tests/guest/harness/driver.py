"""A driver of the user's: nouveau as the kernel has it with some patches, or as
it stands in a checkout, built for the kernel that the guest boots.

What was built is kept by what went in. The tree that it is compiled in stays,
too, so that a change of a few files is compiled as quickly as it would be in
the user's own.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import contextlib
import os
import re
import shutil
import signal
import subprocess
import tempfile
import threading
from dataclasses import dataclass
from pathlib import Path

from . import archive, kernel, tree
from . import kit as kits
from .architectures import AMD64
from .ending import die_with_parent
from .errors import CannotBuild, GuestError, HostError, is_full
from .kit import NOUVEAU, UAPI
from .shared import digest

# How drivers are built: a new number makes all of them be built anew
RECIPE = 1
# Modules that are kept of each kernel, the ones used last
KEPT = 20

# Up to 6.9 the driver looks for its headers below NOUVEAU_PATH, by default in
# the kernel's tree. Types for BPF, which nobody uses here, take as long as
# everything else about a small change.
VARIABLES = ['NOUVEAU_PATH=', 'CONFIG_DEBUG_INFO_BTF_MODULES=']

GIT_LIMIT = 120
MAKE_LIMIT = 3600
# Lines of make's that are shown when it fails
SHOWN = 30

# What a build leaves in a checkout
BUILT = re.compile(r'.*\.(o|ko|mod|mod\.c|a|order|symvers|cmd|d)|\..*')

# What git says for somebody who goes on in the tree, which is gone
FOR_ITS_TREE = ('hint:', 'When you have resolved', 'If you prefer to skip',
                'To restore the original', 'Use \'git am --show')

# A patch that is a mail, whose text may be encoded
MAIL = re.compile(rb'\A(?:From [^\n]*\n)?(?:[\w-]+:[^\n]*\n(?:[ \t][^\n]*\n)*)*'
                  rb'Subject:', re.IGNORECASE)
# The letter that comes before a series, which has no patch
COVER = re.compile(rb'^Subject:[^\n]*\b0+/[0-9]+\]', re.MULTILINE)


def is_wanted(options):
    """Whether the user has a driver to be built."""
    return bool(options.patches or options.source)


# The source

def files_of(directory):
    """The files of a driver's source, by their names in its directory."""
    found = {}
    for parent, directories, names in os.walk(directory):
        directories[:] = sorted(name for name in directories
                                if not name.startswith('.'))
        for name in sorted(names):
            if not BUILT.fullmatch(name):
                file = Path(parent) / name
                found[file.relative_to(directory)] = file
    return found


def top_of(path):
    """The kernel's tree that a user's SOURCE lies in, or None, and where the
    driver is.
    """
    if (path / NOUVEAU / 'Kbuild').exists():
        return path, path / NOUVEAU
    if not (path / 'Kbuild').exists() or not (path / 'nvkm').is_dir():
        raise GuestError(f'SOURCE: {path} is neither drivers/gpu/drm/nouveau '
                         'of a kernel\'s tree nor such a tree')
    top = path.resolve()
    depth = len(NOUVEAU.parts)
    if top.parts[-depth:] == NOUVEAU.parts:
        return top.parents[depth - 1], path
    return None, path


@dataclass
class Source:
    """The driver's source, file by file, as in a kernel's tree."""

    files: dict

    @classmethod
    def of_tree(cls, top, driver=None):
        """What is in a tree; without one, only in a driver's directory."""
        files = {NOUVEAU / name: file for name, file in
                 files_of(driver or top / NOUVEAU).items()}
        if top and (top / UAPI).exists():
            files[UAPI] = top / UAPI
        return cls(files)

    def digest(self):
        return digest(*(part for name, file in sorted(self.files.items())
                        for part in (name, file.read_bytes())))

    def copy(self, directory):
        for name, file in self.files.items():
            (directory / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, directory / name)


def read_patch(path):
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise GuestError(f'PATCH: {path}: {error.strerror}') from None


def git(directory, *command, **more):
    """Run git in a tree of ours, whatever the user's own configuration."""
    env = {name: value for name, value in os.environ.items()
           if not name.startswith('GIT_')}
    env.update(GIT_CONFIG_GLOBAL='/dev/null', GIT_CONFIG_SYSTEM='/dev/null',
               GIT_CEILING_DIRECTORIES=str(directory.parent), LC_ALL='C.UTF-8')
    try:
        return subprocess.run(
            ['git', '-c', 'user.name=guest', '-c', 'user.email=guest@localhost',
             '-c', 'core.autocrlf=false', '-c', 'gc.auto=0', *command],
            cwd=directory, env=env, check=True, capture_output=True,
            timeout=GIT_LIMIT, preexec_fn=die_with_parent, **more)
    except FileNotFoundError:
        raise GuestError('git is not installed') from None


def advice(directory, said, data):
    """What to do about a patch that doesn't apply, '' if git says it all."""
    if 'does not exist in index' in said:
        return ('only nouveau is built here: paths have to be as in a kernel'
                f'\'s tree, a/{NOUVEAU}/..., and files those of the driver')
    try:
        git(directory, 'apply', '--check', '--reverse', '-p1', '-', input=data)
    except subprocess.CalledProcessError:
        return ''
    return 'the driver has this change already'


def head(directory):
    return git(directory, 'rev-parse', 'HEAD').stdout


def apply(directory, path, data):
    """Apply a patch, which may be a diff, a mail or a mailbox.

    Returns False if it is but the letter that comes before a series.
    """
    is_mail, has_cover = MAIL.match(data), COVER.search(data)
    command = (['am', '--quiet', *(['--empty=drop'] if has_cover else [])]
               if is_mail else ['apply', '--index'])
    before = head(directory)
    try:
        git(directory, *command, '-p1', '-', input=data)
    except subprocess.CalledProcessError as error:
        said = (error.stderr + error.stdout).decode('utf-8', 'replace')
        lines = [line for line in said.strip().splitlines()
                 if not line.startswith(FOR_ITS_TREE)]
        lines.append(advice(directory, said, data))
        raise CannotBuild('\n'.join(
            [f'PATCH: {path} doesn\'t apply:', *filter(None, lines)])) from None
    return not is_mail or head(directory) != before


def commit(directory):
    """Commit what there is; a mail can only be applied to that."""
    git(directory, 'add', '--all', '--force')
    git(directory, 'commit', '--quiet', '--allow-empty', '--message', 'so far')


def patch(directory, patches):
    """Apply some patches to a tree, one after another."""
    applied = []
    git(directory, 'init', '--quiet')
    try:
        for path, data in patches.items():
            commit(directory)
            applied.append(apply(directory, path, data))
    finally:
        shutil.rmtree(directory / '.git')
    if not any(applied):
        raise CannotBuild(f'PATCH: {" ".join(patches)}: there is no patch')


# Building

def update(directory, source):
    """Make a directory's files those of a source.

    Those that stay the same keep their time, and aren't compiled again.
    """
    for name, file in files_of(directory).items():
        if name not in source.files:
            file.unlink()
    for name, file in source.files.items():
        target = directory / name
        data = file.read_bytes()
        if not target.exists() or target.read_bytes() != data:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)


def errors_in(lines):
    """The lines of make's output that say what is wrong."""
    first = next((number for number, line in enumerate(lines)
                  if re.search(r'\b(error|ERROR|undefined)\b|\*\*\*', line)),
                 max(0, len(lines) - SHOWN))
    return lines[first:first + SHOWN]


def listen(lines, total, log, progress):
    """Keep what make says, and tell of each tenth of what it compiles."""
    compiled = 0
    for line in lines:
        log.write(line)
        if line.startswith('  CC'):
            compiled += 1
            if compiled % max(total // 10, 1) == 0:
                progress(f'compiling nouveau: {compiled} of {total} files')


def run_make(command, log, total, progress):
    """Compile, with a log that is kept beside the module.

    TOTAL is how many files there are to be compiled at most.
    """
    command = [*command, *VARIABLES, f'-j{os.cpu_count()}', 'modules']
    with open(log, 'w', encoding='utf-8') as file, \
            subprocess.Popen(command, stdin=subprocess.DEVNULL,
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                             text=True, errors='replace',
                             start_new_session=True,
                             preexec_fn=die_with_parent) as make:
        # make ends its compilers, and removes what is half done
        timer = threading.Timer(MAKE_LIMIT, os.killpg,
                                [make.pid, signal.SIGTERM])
        timer.start()
        try:
            listen(make.stdout, total, file, progress)
        except BaseException:
            os.killpg(make.pid, signal.SIGTERM)
            raise
        finally:
            timer.cancel()
    if make.returncode:
        lines = log.read_text('utf-8', 'replace').splitlines()
        kind = HostError if any(map(is_full, lines)) else CannotBuild
        raise kind('\n'.join(
            [f'the driver can\'t be compiled (all of make\'s output is in '
             f'{log}):', *errors_in(lines)]))


@dataclass
class Place:
    """Where a driver is built: the kernel's kit, or the user's own tree."""

    release: str
    source: Path
    work: Path
    command: list
    kit: kits.Kit | None = None

    def build(self, source, progress):
        """Compile a source; return the module's file."""
        self.work.mkdir(parents=True, exist_ok=True)
        update(self.work, source)
        if self.kit:
            self.kit.take_header(source.files.get(UAPI))
        module = self.work / NOUVEAU / 'nouveau.ko'
        again = ' again' if any(module.parent.glob('*.o')) else ''
        module.unlink(missing_ok=True)
        progress(f'compiling nouveau{again} for Linux {self.release}' +
                 ('' if again else ', which takes minutes the first time'))
        run_make(self.command, self.work / 'make.log',
                 sum(name.suffix == '.c' for name in source.files), progress)
        return module


def place_in_kit(wanted, progress, architecture):
    # Its compiler is the kernel's own, and none that compiles for others
    if not (architecture is AMD64 and architecture.is_own()):
        raise GuestError('PATCH and SOURCE need a tree of yours here (KERNEL='
                         'DIR): the distribution\'s kernels are compiled for, '
                         f'and on, {AMD64.name} alone')
    with archive.locked(progress):
        ours = kits.get(wanted, progress)
    return Place(ours.release, ours.source, ours.work, ours.make(), ours)


def place_in_tree(directory, architecture):
    """A tree of the user's, which stays as it is."""
    found = kernel.of_tree(directory, '', architecture)
    release = kernel.image.release(found.image, architecture.form)
    work = archive.cache_dir() / 'kits' / f'tree-{digest(directory)}'
    return Place(release, tree.source_of(directory), work,
                 ['make', *architecture.make_variables(), '-C', str(directory),
                  f'M={work / NOUVEAU}'])


def place(choice, progress, architecture=AMD64):
    """Where the driver for a user's choice of a kernel is built."""
    if kernel.is_series(choice):
        return place_in_kit(choice, progress, architecture)
    path = kernel.absolute(choice)
    if not path.is_dir():
        raise GuestError(f'PATCH and SOURCE need the kernel\'s headers: '
                         'KERNEL has to be a series such as 6.12, or a tree, '
                         f'and not {choice}')
    return place_in_tree(path, architecture)


def forget(directory):
    """Keep the modules that were used last."""
    kept = sorted(directory.iterdir(), key=lambda path: path.stat().st_mtime)
    for path in kept[:-KEPT]:
        shutil.rmtree(path)


@contextlib.contextmanager
def changed(source, patches):
    """A source with patches, in a directory of ours for as long."""
    if not patches:
        yield source
        return
    with tempfile.TemporaryDirectory(prefix='fauxveau-') as name:
        source.copy(Path(name))
        patch(Path(name), patches)
        yield Source.of_tree(Path(name))


def keep(built, file):
    """Give a module its place among those that are kept."""
    with archive.partial(file.parents[1]) as partial:
        (partial / 'made').mkdir()
        shutil.copy(built, partial / 'made' / built.name)
        (partial / 'made').rename(file.parent)
    forget(file.parents[1])


def get(options, choice, progress):
    """The module that a user's patches and source come to.

    What is wrong with these is said before anything is waited for. Returns the
    module's file, and the kit whose kernel it is for, None for a tree.
    """
    patches = {path: read_patch(path) for path in options.patches}
    theirs = options.source and Source.of_tree(
        *top_of(kernel.absolute(options.source)))
    where = place(choice, progress, options.board.architecture)
    source = theirs or Source.of_tree(where.source)
    name = digest(RECIPE, where.work, where.release, source.digest(),
                  *patches.values())
    directory = archive.cache_dir() / 'drivers' / where.release
    file = directory / name / 'nouveau.ko'
    directory.mkdir(parents=True, exist_ok=True)
    with changed(source, patches) as wanted, \
            archive.lock(directory.parent / f'{where.release}.lock', progress,
                         'compiles a driver'):
        if file.exists():
            os.utime(file.parent)
            progress(f'nouveau for Linux {where.release}: built already')
        else:
            keep(where.build(wanted, progress), file)
    return file, where.kit


def kernel_of(options, progress, drivers=('nouveau',), unless_built_in=()):
    """The kernel that the user chooses, with the user's driver if there is one.

    See kernel.get() for DRIVERS and UNLESS_BUILT_IN.
    """
    module, files = options.module, None
    if is_wanted(options):
        module, ours = get(options, options.kernel, progress)
        files = ours and ours.files
    return kernel.get(options.kernel, progress, drivers, options.modules_dir,
                      module, unless_built_in, files,
                      options.board.architecture)
