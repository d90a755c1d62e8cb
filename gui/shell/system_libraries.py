"""Finds the shared libraries that Qt needs and that are missing on this Linux system; imports neither Qt nor the rest.

    python system_libraries.py MANAGER [GROUP...]

prints the packages to install, one per line, as MANAGER (apt-get, dnf, zypper, pacman) names them, or the names of the
libraries for another manager. Groups: ``offscreen`` (always needed), ``x11``, ``wayland``; by default those that a
window needs in this session. The wheels of PySide6 contain Qt but not these libraries. A desktop has nearly all of
them, a server or container none.
"""

import ctypes
import os
import shutil
import sys
from collections.abc import Mapping

LIBRARIES = {
    "offscreen": (
        # shared library, Debian package, Arch package: one row per line, which packaging/environment.sh reads, too
        ("libEGL.so.1", "libegl1", "libglvnd"),
        ("libGL.so.1", "libgl1", "libglvnd"),
        ("libxkbcommon.so.0", "libxkbcommon0", "libxkbcommon"),
        ("libdbus-1.so.3", "libdbus-1-3", "dbus"),
        ("libfontconfig.so.1", "libfontconfig1", "fontconfig"),
        ("libglib-2.0.so.0", "libglib2.0-0", "glib2"),
    ),
    "x11": (
        ("libxcb-cursor.so.0", "libxcb-cursor0", "xcb-util-cursor"),
        ("libxcb-icccm.so.4", "libxcb-icccm4", "xcb-util-wm"),
        ("libxcb-keysyms.so.1", "libxcb-keysyms1", "xcb-util-keysyms"),
        ("libxcb-shape.so.0", "libxcb-shape0", "libxcb"),
        ("libxkbcommon-x11.so.0", "libxkbcommon-x11-0", "libxkbcommon-x11"),
    ),
    "wayland": (("libwayland-cursor.so.0", "libwayland-cursor0", "wayland"),),
}
PLATFORMS = {"offscreen": (), "minimal": (), "wayland": ("wayland",), "xcb": ("x11",)}
"""The further groups that each platform of Qt needs."""

INSTALL = {
    # A new machine has no lists of packages, and old lists name files that are gone.
    "apt-get": "{sudo}apt-get update && {sudo}apt-get install",
    "dnf": "{sudo}dnf install",
    "zypper": "{sudo}zypper install",
    "pacman": "{sudo}pacman -S",
}
DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")


def window_obstacle(environment: Mapping[str, str] = os.environ) -> str:
    """Return why no window can be opened here and what to do, or "" if one can be opened."""
    packages = missing_packages(_manager(), *groups_here(environment))
    if packages:
        return f"Qt needs libraries that are not installed; install them with: {_install_command(_manager(), packages)}"
    if not any(environment.get(name) for name in DISPLAYS):
        return (
            "there is no display to open a window on (DISPLAY is not set). Use a virtual one: xvfb-run -a steelwheel "
            "(from the packages xvfb and xauth)"
        )
    return ""


def _install_command(manager: str, packages: list[str]) -> str:
    """Return the command that installs ``packages``: by sudo, or by su if sudo is not installed."""
    names = " ".join(f'"{name}"' if "(" in name else name for name in packages)
    if manager not in INSTALL:
        return f"your system's package manager: {names}"
    if os.geteuid() and not shutil.which("sudo"):
        return f"su - -c '{INSTALL[manager].format(sudo='')} {names}'"
    return f"{INSTALL[manager].format(sudo='sudo ' if os.geteuid() else '')} {names}"


def groups_here(environment: Mapping[str, str]) -> tuple[str, ...]:
    """Return the groups that a window needs in this session."""
    usual = "wayland" if environment.get("WAYLAND_DISPLAY") else "xcb"
    platform = (environment.get("QT_QPA_PLATFORM") or usual).partition(":")[0].partition(";")[0]
    return ("offscreen", *PLATFORMS.get(platform, ()))


def missing_packages(manager: str, *groups: str) -> list[str]:
    """Return the packages of all libraries in ``groups`` that are missing, each once."""
    rows = [row for group in groups for row in LIBRARIES[group] if is_missing(row[0])]
    return list(dict.fromkeys(package(manager, *row) for row in rows))


def is_missing(library: str) -> bool:
    """Return whether the dynamic linker cannot load ``library``."""
    try:
        ctypes.CDLL(library)
    except OSError:
        return True
    return False


def package(manager: str, library: str, debian: str, arch: str) -> str:
    """Return the name of the package of ``library`` for ``manager``; RPM systems find it by the library's name."""
    if manager in ("dnf", "zypper"):
        return f"{library}()(64bit)"
    return {"apt-get": debian, "pacman": arch}.get(manager, library)


def _manager() -> str:
    return next(filter(shutil.which, INSTALL), "")


if __name__ == "__main__":
    for name in missing_packages(sys.argv[1], *(sys.argv[2:] or groups_here(os.environ))):
        sys.stdout.write(f"{name}\n")
