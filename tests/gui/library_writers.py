"""A window that shares its files with others, as a process: run with the folder, a name, and the number of ranges."""

import sys
import time
from pathlib import Path

import numpy as np
from PySide6.QtCore import QCoreApplication, QSettings

from engine.ranges.library_files import Entry
from engine.ranges.orders import Order
from gui.state.library import Library
from gui.state.order_store import OrderStore
from gui.state.settings import Settings
from tests.gui.range_fakes import NO_PRESETS


def add(path: Path, who: str, count: int) -> None:
    library = Library(path, NO_PRESETS)
    for number in range(count):
        library.add(Entry(f"{who} {number}", "AA"))
    while library.unsaved:
        library.save()
        time.sleep(0.01)


def orders(path: Path, who: str, count: int) -> None:
    shelf = OrderStore(path)
    for number in range(count):
        shelf.add(Order(f"mine {number}", "mine", np.random.default_rng([ord(who), number]).random(169)))


def recent(path: Path, who: str, count: int) -> None:
    settings = Settings(QSettings(str(path), QSettings.Format.IniFormat))
    for number in range(count):
        file = path.with_name(f"{who} {number}")
        file.touch()
        settings.add_recent(file)


if __name__ == "__main__":
    application = QCoreApplication([])
    folder, who, ranges = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    add(folder / "library.json", who, ranges)
    orders(folder / "orders", who, 12)
    recent(folder / "settings.ini", who, 2)
