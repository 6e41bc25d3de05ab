"""The inputs that are kept in the tree, for each target, best first.

The first are files of corpus/TARGET: nv-corpus-test replays these.  The rest is
in corpus/TARGET.tar.xz, as it is many small files that few need.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import hashlib
import io
import lzma
import shutil
import tarfile
from pathlib import Path

CORPUS = Path(__file__).parent / 'corpus'

# Files of each target
REPLAYED = 10


class CorpusError(Exception):
    """An archive can't be read."""


def archive(corpus, target):
    return corpus / f'{target}.tar.xz'


def targets(corpus):
    return sorted(folder.name for folder in corpus.iterdir()
                  if folder.is_dir())


def pack(files):
    """An archive of [(name, data)]: the same bytes whoever makes it, when."""
    tar = io.BytesIO()
    with tarfile.open(fileobj=tar, mode='w',
                      format=tarfile.USTAR_FORMAT) as out:
        for name, data in sorted(files):
            # Without more it belongs to nobody, and is from 1970.
            info = tarfile.TarInfo(name)
            info.size = len(data)
            out.addfile(info, io.BytesIO(data))
    return lzma.compress(tar.getvalue(), preset=9 | lzma.PRESET_EXTREME)


def unpack(file):
    """What is in an archive: [(name, data)]."""
    try:
        with tarfile.open(file, 'r:xz') as tar:
            return [(Path(member.name).name, tar.extractfile(member).read())
                    for member in tar if member.isfile()]
    except (tarfile.TarError, lzma.LZMAError, EOFError) as error:
        raise CorpusError(f'{file}: {error}') from error


def keep(corpus, target, found):
    """Keep inputs, the best first, instead of those that are there."""
    files = [(f'{rank:03}-{hashlib.sha256(data).hexdigest()[:12]}', data)
             for rank, data in enumerate(found)]
    rest = files[REPLAYED:]
    packed = pack(rest) if rest else None
    folder = corpus / target
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name, data in files[:REPLAYED]:
        (folder / name).write_bytes(data)
    if packed:
        archive(corpus, target).write_bytes(packed)
    else:
        archive(corpus, target).unlink(missing_ok=True)


def spread(corpus, directory):
    """All of them as files of directory/TARGET, as libFuzzer wants them."""
    shutil.rmtree(directory, ignore_errors=True)
    for target in targets(corpus):
        folder = directory / target
        shutil.copytree(corpus / target, folder)
        file = archive(corpus, target)
        if file.exists():
            for name, data in unpack(file):
                (folder / name).write_bytes(data)
    return directory
