"""Kernels that are shipped compiled, and which set of them fits the machine.

A bundle or wheel has a folder ``resources/kernels`` (``packaging/build_kernels.py`` makes it; a checkout has none). A
set in it is named after all that its code depends on: system, level of the processor, minor version of Python, version
of Numba and the sources of the kernels. Numba compiles for the very processor that it runs on unless the environment
names a level before it is imported, so the choice is made before. Where no set fits, everything is compiled as ever.
"""

import hashlib
import json
import os
import platform
import sys
from collections.abc import Callable, Mapping, MutableMapping
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

from engine.kernels.cache import sources_digest
from engine.kernels.stored import regular_file, report_damage

FOLDER = Path(__file__).parents[2] / "resources" / "kernels"
MANIFEST = "kernels.json"
NAME, FEATURES = "NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES"
"""What Numba compiles for: with a name and no features (empty, not unset) the code depends on nothing else."""

Features = Mapping[str, bool]


class Level(NamedTuple):
    """A processor as LLVM names it; ``needs`` are the features beyond those of every machine of its kind."""

    name: str
    systems: tuple[str, ...]
    machines: tuple[str, ...]
    needs: frozenset[str]


_V2 = {"cx16", "popcnt", "sahf", "sse3", "sse4.1", "sse4.2", "ssse3"}
_V3 = {"avx", "avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe", "xsave"}

LEVELS = (
    Level("x86-64-v3", ("linux", "win32", "darwin"), ("x86_64", "AMD64"), frozenset(_V2 | _V3)),
    Level("apple-m1", ("darwin",), ("arm64",), frozenset()),
    Level("generic", ("linux",), ("aarch64",), frozenset()),
)
"""The levels that sets are built for."""


@dataclass(frozen=True, slots=True)
class KernelSet:
    """A set on the disk. ``target`` is what Numba must say that it compiles for; ``files`` has the SHA-256 of each."""

    folder: Path
    target: tuple[str, ...]
    files: Mapping[str, str]

    def read(self, name: str) -> bytes | None:
        """Return a compiled kernel; None where it is not in the set, or not as it was built."""
        wanted = self.files.get(name)
        if wanted is None:
            return None
        data = regular_file(self.folder / name)
        if data is None or hashlib.sha256(data).hexdigest() != wanted:
            report_damage(self.folder / name)
            return None
        return data


def set_name(level: str) -> str:
    """Return the name of the set for this system, Python, Numba and these kernels."""
    python = f"py{sys.version_info.major}{sys.version_info.minor}"
    return f"{sys.platform}-{level}-{python}-numba{version('numba')}-{sources_digest()}"


def file_name(module: str, function: str, signature: str) -> str:
    """Return the name of the file of a kernel for one signature."""
    digest = hashlib.sha256(signature.encode()).hexdigest()[:16]
    return f"{module.removeprefix('engine.kernels.')}.{function}-{digest}.nbc"


def own_level() -> Level | None:
    """Return the level that this kind of machine may have, None where no set is built for it."""
    machine = platform.machine()
    return next((level for level in LEVELS if sys.platform in level.systems and machine in level.machines), None)


def fits(level: Level, features: Callable[[], Features], environment: Mapping[str, str]) -> bool:
    """Return whether code for ``level`` runs here, and the user does not want code for something else."""
    if NAME in environment or FEATURES in environment:
        return environment.get(NAME) == level.name and environment.get(FEATURES) == ""
    has = features() if level.needs else {}
    return all(has.get(feature, False) for feature in level.needs)


def choose_set(
    features: Callable[[], Features], environment: MutableMapping[str, str] = os.environ, folder: Path = FOLDER
) -> KernelSet | None:
    """Return the shipped set that fits, None where there is none, and make Numba compile for the same level.

    ``features`` returns what the processor has, by LLVM's names.
    """
    level = own_level() if folder.is_dir() else None
    if level is None or not fits(level, features, environment):
        return None
    result = read_set(folder / set_name(level.name))
    if result is not None:
        environment.update({NAME: level.name, FEATURES: ""})
    return result


def read_set(folder: Path) -> KernelSet | None:
    """Return the set in ``folder``, None where there is none that can be read."""
    try:
        listed = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        return KernelSet(folder, tuple(listed["target"]), dict(listed["files"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None
