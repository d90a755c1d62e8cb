"""A window that shares its files with others, as a process: run with the folder, a name, and the number of ranges."""

import sys
import time
from pathlib import Path

import numpy as np
from PySide6.QtCore import QCoreApplication, QSettings

from engine import CancelToken, Scenario, Seat
from engine.histories.marks import HandMark
from engine.journal.records import TrackedHandRecord
from engine.ranges.library_files import LibraryEntry
from engine.ranges.orders import Order
from engine.trainer.record import Guess
from gui.look.theme import TEMPLATES
from gui.storage.history_file import HistoryFile
from gui.storage.journal_file import JournalWriter, QueuedHand
from gui.storage.library import Library
from gui.storage.player_files import HandMarks, OrderStore, Templates, Training
from gui.storage.settings import Settings
from tests.gui.range_fakes import NO_PRESETS


def add(path: Path, who: str, count: int) -> None:
    library = Library(path, NO_PRESETS)
    for number in range(count):
        library.add(LibraryEntry(f"{who} {number}", "AA"))
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


def templates(path: Path, who: str, count: int) -> None:
    own = Templates(TEMPLATES, path)
    for number in range(count):
        own.save("mine", Scenario("holdem", (Seat(f"{who} {number}", "AA"),)))


def guesses(path: Path, who: str, count: int) -> None:
    training = Training(path)
    for number in range(count):
        training.add(Guess(f'"{who} {number}": AhKh v 22', "holdem", 0.5, 0.4))
    training.save()


def marks(path: Path, who: str, count: int) -> None:
    store = HandMarks(path)
    for number in range(count):
        store.put(f"{who} {number}", HandMark(star=True))
    store.save()


def results(path: Path, who: str, count: int) -> None:
    file = HistoryFile(path)
    for number in range(count):
        file.add([{"time": number, "result": {"scenario": {"board": f"{who} {number}"}}}])


def hands(path: Path, who: str, count: int) -> None:
    writer = JournalWriter(path)
    for number in range(count):
        writer.put(
            QueuedHand(
                None, TrackedHandRecord(who, number, "holdem", 100.0, (), "2026-01-01T12:00:00", 120.0), own=True
            )
        )
        list(writer.work_off(CancelToken()))
    while writer.waits:
        list(writer.work_off(CancelToken()))
    writer.close()


if __name__ == "__main__":
    application = QCoreApplication([])
    for module in ("files", "settings"):
        sys.modules[f"gui.storage.{module}"].PATIENCE = 300.0  # here nobody gives up because the machine is slow
    folder, who, ranges = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    add(folder / "library.json", who, ranges)
    orders(folder / "orders", who, 12)
    recent(folder / "settings.ini", who, 2)
    templates(folder / "templates", who, 8)
    guesses(folder / "training.json", who, 8)
    marks(folder / "hand-marks.json", who, 8)
    results(folder, who, 8)
    hands(folder / "journal", who, 8)
