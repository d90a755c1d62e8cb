"""Adds the program to the menu of one user's Linux desktop: menu entry, file type, icon. Imports no Qt.

It is for installations by ``pipx`` and for checkouts; the Debian package contains these files.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

RESOURCES = Path(__file__).parents[2] / "resources"
ID = "io.github.steelwheel.SteelWheel"
TARGETS = {
    RESOURCES / "desktop" / f"{ID}.desktop": f"applications/{ID}.desktop",
    RESOURCES / "desktop" / f"{ID}.metainfo.xml": f"metainfo/{ID}.metainfo.xml",
    RESOURCES / "desktop" / f"{ID}.mime.xml": f"mime/packages/{ID}.xml",
    RESOURCES / "icons" / "steelwheel.svg": f"icons/hicolor/scalable/apps/{ID}.svg",
}
"""The path of each file within a data folder, the user's or the system's."""

INDEXES = (("update-desktop-database", "applications"), ("update-mime-database", "mime"))
"""Programs that make desktops notice the change immediately, with their folders; they need not exist."""


def add_desktop_entry() -> str:
    """Add the program to the menu; return a message for the user.

    Raises:
        OSError: a file cannot be written, or the system is not Linux.
    """
    data = _data_folder()
    for source, place in TARGETS.items():
        target = data / place
        target.parent.mkdir(parents=True, exist_ok=True)
        if target.suffix == ".desktop":
            # The absolute path of this program: desktops do not use the PATH of a shell.
            command = " ".join(map(_quoted, _command()))
            entry = source.read_text(encoding="utf-8").replace("Exec=steelwheel ", f"Exec={command} ")
            target.write_text(entry, encoding="utf-8")
        else:
            shutil.copyfile(source, target)
    _update_indexes(data)
    return f"Steel Wheel was added to the applications menu and opens .steelwheel files ({data})"


def remove_desktop_entry() -> str:
    """Remove the program from the menu; return a message for the user.

    Raises:
        OSError: a file cannot be removed, or the system is not Linux.
    """
    data = _data_folder()
    for place in TARGETS.values():
        (data / place).unlink(missing_ok=True)
    _update_indexes(data)
    return "Steel Wheel was removed from the applications menu"


def _data_folder() -> Path:
    if sys.platform != "linux":
        raise OSError("menu entries can only be added on Linux desktops")
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")


def _command() -> Iterator[str]:
    """Yield the words of the command that starts this program in the way in which it was started now."""
    own = Path(sys.argv[0]).absolute()
    if getattr(sys, "frozen", False) or (own.stem == "steelwheel" and os.access(own, os.X_OK)):
        yield str(own)
    else:
        yield from (sys.executable, "-P", "-m", "gui")


def _quoted(word: str) -> str:
    """Return an argument quoted by the rules of the Desktop Entry Specification."""
    for sign in '\\"`$':
        word = word.replace(sign, f"\\{sign}")
    return f'"{word}"'.replace("\\", "\\\\").replace("%", "%%")


def _update_indexes(data: Path) -> None:
    for program, folder in INDEXES:
        path = shutil.which(program)
        if path is not None and (data / folder).is_dir():
            subprocess.run([path, str(data / folder)], check=False, capture_output=True)
