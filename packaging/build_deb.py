"""Make a Debian package of a bundle:  python packaging/build_deb.py BUNDLE FOLDER

The bundle goes to /usr/lib/steelwheel, the command to /usr/bin; menu entry, file type and icon are found by the
triggers of the desktop's own packages, so that there is nothing to run when it is installed or removed.
"""

import gzip
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

from build_manual import build_manual

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))
from engine.version import __version__  # noqa: E402
from gui.shell.desktop_entry import TARGETS  # noqa: E402
from gui.shell.system_libraries import LIBRARIES  # noqa: E402

ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64"}

CONTROL = """\
Package: steelwheel
Version: {version}
Architecture: {architecture}
Maintainer: Steel Wheel contributors <nobody@steelwheel.invalid>
Installed-Size: {size}
Depends: {depends}
Section: games
Homepage: {homepage}
Priority: optional
Description: poker equity laboratory for Texas hold'em and razz
 Equities of hands and ranges, exact wherever that takes seconds, else from a
 simulation that shows its error. With charts, details of every hand and street,
 a laboratory for decisions before the flop, and bet sizing by Kelly.
"""


def main(bundle: Path, folder: Path) -> None:
    """Make ``folder``/steelwheel_VERSION_ARCHITECTURE.deb of ``bundle``."""
    architecture = ARCHITECTURES[platform.machine()]
    with tempfile.TemporaryDirectory() as temporary:
        tree = Path(temporary) / "steelwheel"
        _lay_out(bundle, tree / "usr")
        _write_control(tree, architecture)
        _set_modes_and_times(tree)
        compression = os.environ.get("XZ_LEVEL", "6")
        command = ["dpkg-deb", "--root-owner-group", "-Zxz", f"-z{compression}", "--build", str(tree), str(folder)]
        subprocess.run(command, check=True)


def _lay_out(bundle: Path, usr: Path) -> None:
    shutil.copytree(bundle, usr / "lib" / "steelwheel", symlinks=True)
    (usr / "bin").mkdir()
    (usr / "bin" / "steelwheel").symlink_to("../lib/steelwheel/steelwheel")
    for source, place in TARGETS.items():
        target = usr / "share" / place
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)
    build_manual(usr / "share")
    doc = usr / "share" / "doc" / "steelwheel"
    doc.mkdir(parents=True)
    (usr / "lib" / "steelwheel" / "LICENCES.txt").rename(doc / "copyright")
    changes = (ROOT / "CHANGELOG.md").read_bytes()
    (doc / "changelog.gz").write_bytes(gzip.compress(changes, 9, mtime=0))


def _write_control(tree: Path, architecture: str) -> None:
    size = sum(path.lstat().st_size for path in tree.rglob("*") if not path.is_dir()) // 1024
    packages = [debian for rows in LIBRARIES.values() for _, debian, _ in rows]
    # Libraries of this machine's system are in the bundle, and ask for its C library or a newer one.
    depends = ", ".join([f"libc6 (>= {platform.libc_ver()[1]})", *dict.fromkeys(packages)])
    (tree / "DEBIAN").mkdir()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    fields = {"version": __version__, "homepage": project["urls"]["Homepage"]}
    control = CONTROL.format(**fields, architecture=architecture, size=size, depends=depends)
    (tree / "DEBIAN" / "control").write_text(control, encoding="utf-8")


def _set_modes_and_times(tree: Path) -> None:
    """Make what is installed readable to all and writable to nobody but root, as old as the commit at most."""
    latest = int(os.environ["SOURCE_DATE_EPOCH"])
    for path in (tree, *tree.rglob("*")):
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or os.access(path, os.X_OK) else 0o644)
            os.utime(path, (latest, latest))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
