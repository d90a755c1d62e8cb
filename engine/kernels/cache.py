"""Where Numba keeps compiled kernels. Numba reads the choice when it is imported, so it is made before.

Numba rebuilds a kernel when its own file changes, not when a kernel that it calls from another file does: after an
update it could run old code. So the folder is named after the text of all kernels, and an update starts a new one.
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
    """Set ``NUMBA_CACHE_DIR`` to a writable folder of this version of the kernels, unless it is set.

    Kernels are loaded by pickle, which executes them: a folder that another user could have written to is passed over.
    """
    if VARIABLE not in os.environ:
        os.environ[VARIABLE] = str(next(_writable_folders()))


def _writable_folders() -> Iterator[Path]:
    own = user_cache_path(PROGRAM_FOLDER, appauthor=False) / "kernels" / sources_digest()
    if _writable(own):
        yield own
    yield from (folder for kept in _kept_folders() if _writable(folder := kept / sources_digest()))
    new = Path(tempfile.mkdtemp(prefix=_prefix())) / sources_digest()
    new.mkdir()
    yield new


def _kept_folders() -> Iterator[Path]:
    """Yield the temporary folders of earlier starts, which are used again.

    Kernels are loaded by pickle. A folder counts only if nobody else can have put anything into it: it is ours, no
    link, and shut to all others, as ``mkdtemp`` makes it.
    """
    with suppress(OSError):
        for path in sorted(Path(tempfile.gettempdir()).glob(f"{_prefix()}*")):
            with suppress(OSError):
                if _is_private(path.lstat()):
                    yield path


def _prefix() -> str:
    """Return how the names of our temporary folders begin (in Windows every user has a temporary folder anyway)."""
    return f"steelwheel-{os.getuid()}-" if os.name == "posix" else "steelwheel-"


def _is_private(found: os.stat_result) -> bool:
    if not stat.S_ISDIR(found.st_mode):
        return False
    return os.name != "posix" or (found.st_uid == os.getuid() and not found.st_mode & 0o077)


def sources_digest() -> str:
    """Return a name for the kernels as they are: a digest of their sources."""
    sources = sorted(Path(__file__).parent.rglob("*.py"))
    return hashlib.sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()[:16]


def _writable(folder: Path) -> bool:
    try:
        make_private(folder)
        with tempfile.TemporaryFile(dir=folder):
            return is_trusted_folder(folder)
    except OSError:
        return False
