"""Which shared libraries that Qt loads are missing on this Linux, as package names.

    python system_libraries.py MANAGER GROUP...

prints the packages to install, one in a line, under the names that MANAGER (apt-get, dnf, zypper, pacman)
understands, or else the names of the libraries. Groups: ``offscreen`` (needed always), ``x11``, ``wayland``.
PySide6's wheels bring Qt itself but not these; a desktop has nearly all of them, a server or container none.
"""

import ctypes
import sys

LIBRARIES = {
    "offscreen": (
        # shared library, Debian package, Arch package
        ("libEGL.so.1", "libegl1", "libglvnd"),
        ("libGL.so.1", "libgl1", "libglvnd"),
        ("libxkbcommon.so.0", "libxkbcommon0", "libxkbcommon"),
        ("libdbus-1.so.3", "libdbus-1-3", "dbus"),
        ("libfontconfig.so.1", "libfontconfig1", "fontconfig"),
        ("libglib-2.0.so.0", "libglib2.0-0", "glib2"),
        ("libgomp.so.1", "libgomp1", "gcc-libs"),
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


def is_missing(library: str) -> bool:
    """Return whether the dynamic linker cannot load ``library``."""
    try:
        ctypes.CDLL(library)
    except OSError:
        return True
    return False


def package(manager: str, library: str, debian: str, arch: str) -> str:
    """Return what ``manager`` calls the package of ``library``; RPM systems find it by the library's name."""
    if manager in ("dnf", "zypper"):
        return f"{library}()(64bit)"
    return {"apt-get": debian, "pacman": arch}.get(manager, library)


def main(manager: str, *groups: str) -> None:
    """Print the packages of all libraries in ``groups`` that are missing."""
    rows = [row for group in groups for row in LIBRARIES[group] if is_missing(row[0])]
    for name in dict.fromkeys(package(manager, *row) for row in rows):
        print(name)


if __name__ == "__main__":
    main(*sys.argv[1:])
