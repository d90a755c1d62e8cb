"""Make the icons of programs on Windows and macOS from the drawing:  python packaging/build_icons.py FOLDER

``steelwheel.ico`` and ``steelwheel.icns`` hold it as PNGs of several sizes.
"""

import struct
import sys
from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice, QRectF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

DRAWING = Path(__file__).parents[1] / "resources" / "icons" / "steelwheel.svg"
WINDOWS = (16, 24, 32, 48, 64, 128, 256)
MACOS = {b"icp4": 16, b"icp5": 32, b"icp6": 64, b"ic07": 128, b"ic08": 256, b"ic09": 512, b"ic10": 1024}
"""Sides in pixels; for macOS by the type of the entry."""

ICO_HEADER, ICO_ENTRY, ICNS_ENTRY = struct.Struct("<HHH"), struct.Struct("<BBBBHHII"), struct.Struct(">4sI")


def build_icons(folder: Path) -> None:
    """Write both files into ``folder``."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "steelwheel.ico").write_bytes(ico({side: png(side) for side in WINDOWS}))
    (folder / "steelwheel.icns").write_bytes(icns({kind: png(side) for kind, side in MACOS.items()}))


def png(side: int) -> bytes:
    """Return the drawing as a PNG, ``side`` pixels wide and high."""
    image = QImage(side, side, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    QSvgRenderer(str(DRAWING)).render(painter, QRectF(0, 0, side, side))
    painter.end()
    data = QBuffer()
    data.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(data, "PNG")  # type: ignore[call-overload]
    return bytes(data.data().data())


def ico(pictures: dict[int, bytes]) -> bytes:
    """Return an icon of Windows; a side of 256 is written as 0."""
    place = ICO_HEADER.size + ICO_ENTRY.size * len(pictures)
    entries = b""
    for side, data in pictures.items():
        entries += ICO_ENTRY.pack(side % 256, side % 256, 0, 0, 1, 32, len(data), place)
        place += len(data)
    return ICO_HEADER.pack(0, 1, len(pictures)) + entries + b"".join(pictures.values())


def icns(pictures: dict[bytes, bytes]) -> bytes:
    """Return an icon of macOS; lengths count the eight bytes before the data."""
    entries = b"".join(ICNS_ENTRY.pack(kind, len(data) + ICNS_ENTRY.size) + data for kind, data in pictures.items())
    return ICNS_ENTRY.pack(b"icns", len(entries) + ICNS_ENTRY.size) + entries


if __name__ == "__main__":
    build_icons(Path(sys.argv[1]))
