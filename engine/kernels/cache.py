"""Where Numba stores compiled kernels. Numba reads the choice when it is imported, so it is made before.

Numba recompiles a kernel if its own file changes, but not if a kernel in another file that it calls changes: after an
update it could run old code. So the folder is named after the source text of all kernels, and an update starts a new
one.
"""

import hashlib
import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from platformdirs import user_cache_path

from engine.storage.private import PROGRAM_FOLDER, is_trusted_folder, make_private

VARIABLE = "NUMBA_CACHE_DIR"


def choose_cache_folder() -> None:
    """Set ``NUMBA_CACHE_DIR`` to a writable folder for this version of the kernels, unless it is set already.

    An empty value counts as not set: Numba would write to the working directory.

    Compiled kernels are loaded by pickle, which executes them, so a folder to which another user could have written is
    skipped.
    """
    if not os.environ.get(VARIABLE):
        os.environ[VARIABLE] = str(next(_writable_folders()))


def _writable_folders() -> Iterator[Path]:
    user_folder = user_cache_path(PROGRAM_FOLDER, appauthor=False) / "kernels" / sources_digest()
    if _writable(user_folder):
        yield user_folder
    yield from (folder for parent in _kept_folders() if _writable(folder := parent / sources_digest()))
    new = Path(tempfile.mkdtemp(prefix=_prefix())) / sources_digest()
    new.mkdir()
    yield new


def _kept_folders() -> Iterator[Path]:
    """Yield the temporary folders of earlier starts, which are used again.

    Compiled kernels are executed when they are loaded, so a folder is used only if nobody else can have written to it:
    it is owned by this user, no link, and closed to all others, as ``mkdtemp`` creates it.
    """
    with suppress(OSError):
        for path in sorted(Path(tempfile.gettempdir()).glob(f"{_prefix()}*")):
            with suppress(OSError):
                if _is_private(path.lstat()):
                    yield path


def _prefix() -> str:
    """Return the prefix of our temporary folders' names. On Windows each user has a temporary folder of his own."""
    return f"steelwheel-{os.getuid()}-" if os.name == "posix" else "steelwheel-"


def _is_private(status: os.stat_result) -> bool:
    if not stat.S_ISDIR(status.st_mode):
        return False
    return os.name != "posix" or (status.st_uid == os.getuid() and not status.st_mode & 0o077)


def sources_digest() -> str:
    """Return a name for this version of the kernels: a digest of their sources."""
    sources = sorted(Path(__file__).parent.rglob("*.py"))
    return hashlib.sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()[:16]


def _writable(folder: Path) -> bool:
    try:
        make_private(folder)
        with tempfile.TemporaryFile(dir=folder):
            return is_trusted_folder(folder)
    except OSError:
        return False
