"""Compile the kernels to be shipped:  python packaging/build_kernels.py [FOLDER]

Makes FOLDER/<set> (``build/kernels`` if none is given), the set for the level of processor of this kind of machine
(``engine.kernels.shipped``), in a few minutes of one core. What runs is the warm-up of the window, which reaches every
kernel. A kernel is one file for each signature that it is called with; the manifest has their digests. A set that was
made of the same engine is not made again, others in FOLDER are removed.
"""

import json
import os
import shutil
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any

ROOT = Path(__file__).parents[1]
ALWAYS_THE_SAME = {"PYTHONHASHSEED": "0"}
"""Sets of types are walked in the order of their hashes: two builds shall be the same."""

LINE_EVERY_S = 15.0


def main(folder: Path) -> None:
    """Compile the set for this kind of machine into a folder of its own in ``folder``."""
    sys.path.insert(0, str(ROOT))
    from engine.kernels.shipped import FEATURES, MANIFEST, NAME, own_level, set_name

    level = own_level()
    if level is None:
        sys.exit("no kernels are shipped for this kind of machine")
    made, source = folder / set_name(level.name), _engine_digest()
    if _is_complete(made, source):
        print(f"{made} is there already", file=sys.stderr)
        return
    for old in (made, *(manifest.parent for manifest in folder.glob(f"*/{MANIFEST}"))):
        shutil.rmtree(old, ignore_errors=True)
    made.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as compiled:
        os.environ.update({NAME: level.name, FEATURES: "", "NUMBA_CACHE_DIR": compiled})
        files = dict(sorted(_compiled_files()))
    for file, data in files.items():
        (made / file).write_bytes(data)
    digests = {file: sha256(data).hexdigest() for file, data in files.items()}
    manifest = json.dumps({"target": _target(), "engine": source, "files": digests}, indent=1)
    (made / MANIFEST).write_text(manifest + "\n", encoding="utf-8")
    print(f"{made}: {len(files)} kernels, {sum(map(len, files.values())) / 1e6:.1f} MB", file=sys.stderr)


def _engine_digest() -> str:
    """Return a digest of all that decides which kernels there are, and for which signatures."""
    sources = (Path(__file__), *sorted((ROOT / "engine").rglob("*.py")))
    return sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()


def _is_complete(made: Path, source: str) -> bool:
    from engine.kernels.shipped import MANIFEST, read_set

    kernels = read_set(made)
    if kernels is None or json.loads((made / MANIFEST).read_text(encoding="utf-8")).get("engine") != source:
        return False
    return all(kernels.read(name) is not None for name in kernels.files)


def _compiled_files() -> Iterator[tuple[str, bytes]]:
    """Compile everything; yield name and content of the file of each kernel that Python calls."""
    from numba.core.serialize import dumps

    from engine import CancelToken, warm_up
    from engine.kernels.shipped import file_name

    with progress("compiling the engine for machines of its kind (some minutes)"):
        warm_up(CancelToken())
    for kernel in callable_kernels():
        for signature in kernel.signatures:
            stored = kernel._cache.file.load(signature, kernel.targetctx.codegen())
            yield file_name(kernel.__module__, kernel.py_func.__qualname__, repr(signature)), dumps(stored)


@contextmanager
def progress(what: str) -> Iterator[None]:
    """Say how many kernels are ready within a block: all the time on a terminal, else in a line now and then."""
    done = threading.Event()
    thread = threading.Thread(target=_say_progress, args=(what, done), daemon=True)
    thread.start()
    yield
    done.set()
    thread.join()


def _say_progress(what: str, done: threading.Event) -> None:
    on_terminal = sys.stderr.isatty()
    print(f"steelwheel: {what}", file=sys.stderr, flush=True)
    while True:
        last = done.wait(0.5 if on_terminal else LINE_EVERY_S)
        kernels = callable_kernels()
        line = f"steelwheel: {sum(bool(kernel.signatures) for kernel in kernels)} of {len(kernels)} kernels"
        print("\r" * on_terminal + line, end="" if on_terminal and not last else "\n", file=sys.stderr, flush=True)
        if last:
            return


def callable_kernels() -> list[Any]:
    """Return those kernels that Python calls."""
    from engine import kernels
    from engine.kernels.jit import _Kernel, _Part

    names = sorted(info.name for info in walk_packages(kernels.__path__, "engine.kernels."))
    found = [value for name in names for value in vars(import_module(name)).values() if isinstance(value, _Kernel)]
    return list({id(kernel): kernel for kernel in found if not isinstance(kernel, _Part)}.values())


def _target() -> list[str]:
    from numba.core.registry import cpu_target

    return list(cpu_target.target_context.codegen().magic_tuple())


if __name__ == "__main__":
    if any(os.environ.get(key) != value for key, value in ALWAYS_THE_SAME.items()):
        os.execve(sys.executable, [sys.executable, *sys.argv], {**os.environ, **ALWAYS_THE_SAME})
    main(Path(sys.argv[1]) if sys.argv[1:] else ROOT / "build" / "kernels")
