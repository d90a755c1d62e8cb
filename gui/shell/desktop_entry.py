"""The program in the menu of a Linux desktop of one user: entry, type of its files, icon.

For those who have installed it with ``pipx`` or set up a checkout; the Debian package brings its own. Without Qt.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

RESOURCES = Path(__file__).parents[2] / "resources"
ID = "io.github.steelwheel.SteelWheel"
PLACES = {
    RESOURCES / "desktop" / f"{ID}.desktop": f"applications/{ID}.desktop",
    RESOURCES / "desktop" / f"{ID}.metainfo.xml": f"metainfo/{ID}.metainfo.xml",
    RESOURCES / "desktop" / f"{ID}.mime.xml": f"mime/packages/{ID}.xml",
    RESOURCES / "icons" / "steelwheel.svg": f"icons/hicolor/scalable/apps/{ID}.svg",
}
"""Where each file belongs in a folder of data, the user's or the system's."""

INDEXES = (("update-desktop-database", "applications"), ("update-mime-database", "mime"))
"""Programs that update desktops immediately, and the folder of each; they need not exist."""


def add_desktop_entry() -> str:
    """Add the program to the menu; return a message for the user.

    Raises:
        OSError: a file cannot be written, or this is no Linux.
    """
    data = _data_folder()
    for source, place in PLACES.items():
        target = data / place
        target.parent.mkdir(parents=True, exist_ok=True)
        if target.suffix == ".desktop":
            command = " ".join(map(_quoted, _command()))  # as it can be run here: a desktop does not see a shell's PATH
            entry = source.read_text(encoding="utf-8").replace("Exec=steelwheel ", f"Exec={command} ")
            target.write_text(entry, encoding="utf-8")
        else:
            shutil.copyfile(source, target)
    _update_indexes(data)
    return f"Steel Wheel is in the menu now, and opens .steelwheel files ({data})"


def remove_desktop_entry() -> str:
    """Remove the program from the menu; return a message for the user.

    Raises:
        OSError: a file cannot be removed, or this is no Linux.
    """
    data = _data_folder()
    for place in PLACES.values():
        (data / place).unlink(missing_ok=True)
    _update_indexes(data)
    return "Steel Wheel is no longer in the menu"


def _data_folder() -> Path:
    if sys.platform != "linux":
        raise OSError("only desktops of Linux have such entries")
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")


def _command() -> Iterator[str]:
    own = Path(sys.argv[0]).absolute()
    if getattr(sys, "frozen", False) or (own.stem == "steelwheel" and os.access(own, os.X_OK)):
        yield str(own)
    else:
        yield from (sys.executable, "-P", "-m", "gui")


def _quoted(word: str) -> str:
    """Return an argument as the specification of desktop entries quotes it."""
    for sign in '\\"`$':
        word = word.replace(sign, f"\\{sign}")
    return f'"{word}"'.replace("\\", "\\\\").replace("%", "%%")


def _update_indexes(data: Path) -> None:
    for program, folder in INDEXES:
        path = shutil.which(program)
        if path is not None and (data / folder).is_dir():
            subprocess.run([path, str(data / folder)], check=False, capture_output=True)
