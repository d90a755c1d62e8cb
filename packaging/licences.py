"""Collect the licences of everything that is shipped:  python packaging/licences.py [FOLDER]

Prints one text: ours and those of the fonts, of Python, of each Python package that ours needs, and of Qt. With the
FOLDER of a bundle, also those of the shared libraries in it that come from Debian packages of the machine it was built
on.
"""

import re
import subprocess
import sys
import sysconfig
import tomllib
from collections.abc import Iterator
from importlib.metadata import Distribution, distribution
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]
WORDS = re.compile(r"licen[cs]e|copying|notice|copyright", re.IGNORECASE)
QT = """Qt is used under the GNU Lesser General Public License, version 3 (below). Its libraries are separate files in
the folder PySide6, which may be replaced by others of the same version. Sources:
https://download.qt.io/official_releases/ and https://code.qt.io/pyside/pyside-setup.git
"""
"""PySide6's wheels name this licence in their metadata and bring no text of it."""


def main(bundle: Path | None) -> None:
    """Print all licences."""
    for title, text in (*_own(), _python(), *_packages(), *_qt(), *(_system_libraries(bundle) if bundle else ())):
        print(f"{'=' * 100}\n{title}\n{'=' * 100}\n\n{text.strip()}\n")


def _own() -> Iterator[tuple[str, str]]:
    yield "Steel Wheel", (ROOT / "LICENSE").read_text(encoding="utf-8")
    for path in sorted((ROOT / "resources" / "fonts").glob("*.txt")):
        yield f"Fonts: {path.stem}", path.read_text(encoding="utf-8")


def _python() -> tuple[str, str]:
    """Return Python's licence, which some systems keep elsewhere or not at all."""
    found = Path(sysconfig.get_path("stdlib")) / "LICENSE.txt"
    text = found.read_text(encoding="utf-8") if found.is_file() else "https://docs.python.org/3/license.html"
    return f"Python {sys.version.split()[0]}", text


def _packages() -> Iterator[tuple[str, str]]:
    for name, found in sorted(_needed().items()):
        texts = [str(Path(str(found.locate_file(path)))) for path in found.files or () if WORDS.search(path.name)]
        told = [Path(path).read_text(encoding="utf-8", errors="replace") for path in sorted(texts) if _is_text(path)]
        if not told:
            told = [QT] if name.startswith(("pyside6", "shiboken6")) else [_stated(found)]
        yield f"{found.name} {found.version}: {_stated(found)}", "\n\n".join(told)


def _qt() -> Iterator[tuple[str, str]]:
    """Yield what Qt's wheels do not bring along: its licence, the one that this adds to, and its parts by others."""
    titles = {
        "LGPL-3": "GNU Lesser General Public License",
        "GPL-3": "GNU General Public License",
        "qt-parts": "Parts of Qt by others",
        "Apache-2.0": "Apache License, of some of these parts",
    }
    for name, title in titles.items():
        yield title, (Path(__file__).parent / "licences" / f"{name}.txt").read_text(encoding="utf-8")


def _is_text(path: str) -> bool:
    return not path.endswith((".py", ".pyc", ".pyi", ".h")) and Path(path).is_file()


def _stated(found: Distribution) -> str:
    fields = {name: found.metadata.get_all(name) or [""] for name in ("License-Expression", "License", "Classifier")}
    stated = fields["License-Expression"][0] or fields["License"][0]
    classified = [row.split(" :: ")[-1] for row in fields["Classifier"] if row.startswith("License")]
    return stated.splitlines()[0] if stated else ", ".join(classified) or "see its home page"


def _needed() -> dict[str, Distribution]:
    """Return the packages that ours needs on this system, directly or not, extras left out, by name.

    Raises:
        PackageNotFoundError: one is not installed here.
    """
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    known: dict[str, Distribution] = {}
    lines = list(project["dependencies"])
    while lines:
        requirement = Requirement(lines.pop())
        key = requirement.name.lower().replace("_", "-")
        here = requirement.marker is None or requirement.marker.evaluate({"extra": ""})
        if key not in known and here:
            known[key] = distribution(key)
            lines += known[key].requires or ()
    return known


def _system_libraries(bundle: Path) -> Iterator[tuple[str, str]]:
    """Yield the licences of Debian packages whose libraries are in the bundle."""
    names = sorted({path.name for path in bundle.rglob("*.so*") if not path.is_symlink()})
    command = ["dpkg-query", "--search", *(f"*/lib/*/{name}" for name in names)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except FileNotFoundError:  # no Debian
        return
    owners = {line.split(":")[0] for line in done.stdout.splitlines() if not line.startswith("diversion")}
    for owner in sorted(owners):
        path = Path("/usr/share/doc") / owner / "copyright"
        if path.is_file():
            yield f"Debian package {owner}", path.read_text(encoding="utf-8", errors="replace")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if sys.argv[1:] else None)
