"""Kernels that are shipped compiled, and the choice of the set that fits the machine.

A bundle or wheel has a folder ``resources/kernels`` (made by ``packaging/build_kernels.py``; a checkout has none). A
set in it is named after everything that its code depends on: operating system, level of the processor, minor version of
Python, version of Numba, and sources of the kernels. Numba compiles for the exact processor on which it runs unless the
environment names a level before it is imported, so the choice is made before. If no set fits, kernels are compiled as
usual.
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
"""Environment variables: the processor for which Numba compiles. With a name and empty (not unset) features, code needs
no other features."""

Features = Mapping[str, bool]


class CpuLevel(NamedTuple):
    """A processor level as LLVM names it; ``needs``: features beyond those that every machine of its kind has."""

    name: str
    systems: tuple[str, ...]
    machines: tuple[str, ...]
    needs: frozenset[str]


_V2 = {"cx16", "popcnt", "sahf", "sse3", "sse4.1", "sse4.2", "ssse3"}
_V3 = {"avx", "avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe", "xsave"}

LEVELS = (
    CpuLevel("x86-64-v3", ("linux", "win32", "darwin"), ("x86_64", "AMD64"), frozenset(_V2 | _V3)),
    CpuLevel("apple-m1", ("darwin",), ("arm64",), frozenset()),
    CpuLevel("generic", ("linux",), ("aarch64",), frozenset()),
)
"""The levels for which sets are built."""


@dataclass(frozen=True, slots=True)
class KernelSet:
    """A set on disk. ``target``: Numba's description of the system and processor for which the set was compiled;
    ``files``: the SHA-256 of each file."""

    folder: Path
    target: tuple[str, ...]
    files: Mapping[str, str]

    def read(self, name: str) -> bytes | None:
        """Return a compiled kernel, or None if it is not in the set or its file has changed."""
        expected = self.files.get(name)
        if expected is None:
            return None
        data = regular_file(self.folder / name)
        if data is None or hashlib.sha256(data).hexdigest() != expected:
            report_damage(self.folder / name)
            return None
        return data


def set_name(level: str) -> str:
    """Return the name of the set for this system, Python, Numba and version of the kernels."""
    python = f"py{sys.version_info.major}{sys.version_info.minor}"
    return f"{sys.platform}-{level}-{python}-numba{version('numba')}-{sources_digest()}"


def file_name(module: str, function: str, signature: str) -> str:
    """Return the file name of a kernel for one signature."""
    digest = hashlib.sha256(signature.encode()).hexdigest()[:16]
    return f"{module.removeprefix('engine.kernels.')}.{function}-{digest}.nbc"


def own_level() -> CpuLevel | None:
    """Return the level that this kind of machine can have, or None if no set is built for it."""
    machine = platform.machine()
    return next((level for level in LEVELS if sys.platform in level.systems and machine in level.machines), None)


def fits(level: CpuLevel, features: Callable[[], Features], environment: Mapping[str, str]) -> bool:
    """Return True if code for ``level`` runs here and the user has not requested code for another target."""
    if NAME in environment or FEATURES in environment:
        return environment.get(NAME) == level.name and environment.get(FEATURES) == ""
    has = features() if level.needs else {}
    return all(has.get(feature, False) for feature in level.needs)


def choose_set(
    features: Callable[[], Features], environment: MutableMapping[str, str] = os.environ, folder: Path = FOLDER
) -> KernelSet | None:
    """Return the shipped set that fits, or None, and make Numba compile for the same level.

    ``features`` returns the processor's features by LLVM's names.
    """
    level = own_level() if folder.is_dir() else None
    if level is None or not fits(level, features, environment):
        return None
    result = read_set(folder / set_name(level.name))
    if result is not None:
        environment.update({NAME: level.name, FEATURES: ""})
    return result


def read_set(folder: Path) -> KernelSet | None:
    """Return the set in ``folder``, or None if there is none that can be read."""
    try:
        listed = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        return KernelSet(folder, tuple(listed["target"]), dict(listed["files"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None
