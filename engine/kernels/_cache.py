"""Where Numba keeps compiled kernels. Numba reads the choice when it is imported, so it is made before.

Numba rebuilds a kernel when its own file changes, not when a kernel that it calls from another file does: after an
update it could run old code. So the folder is named after the text of all kernels, and an update starts a new one.
"""

import atexit
import hashlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from platformdirs import user_cache_path

VARIABLE = "NUMBA_CACHE_DIR"


def choose_cache_folder() -> None:
    """Set ``NUMBA_CACHE_DIR`` to a writable folder of this version of the kernels, unless it is set."""
    if VARIABLE not in os.environ:
        os.environ[VARIABLE] = str(next(_writable_folders()))


def _writable_folders() -> Iterator[Path]:
    own = user_cache_path("steelwheel", appauthor=False) / "kernels" / _version()
    if _writable(own):
        yield own
    # Kernels are loaded by pickle: a folder of a fixed name would let any other user plant one.
    temporary = Path(tempfile.mkdtemp(prefix="steelwheel-"))
    atexit.register(shutil.rmtree, temporary, ignore_errors=True)
    yield temporary


def _version() -> str:
    """Return a name for the kernels as they are: a digest of their sources."""
    sources = sorted(Path(__file__).parent.glob("*.py"))
    return hashlib.sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()[:16]


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False
