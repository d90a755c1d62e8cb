"""The player's own orders of hands: JSON files in a folder of the user's data, one an order.

Scenarios name an order, so an order never changes: one that is imported under a name that is taken gets a number, and
one that is taken out of the folder stays known until the program ends, because an undo may bring it back. Windows
share the folder: a name is looked for and given while the others wait.
"""

import json
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from engine import ScenarioError
from engine.cards import TextError, whole_text
from engine.ranges.library_files import decode, read_bounded
from engine.ranges.order_text import order_from_text
from engine.ranges.orders import BUILT_IN_ORDERS, Order, order_from_json, order_to_json
from gui.state.files import exclusive, files_in, is_file, write_atomically
from gui.state.foreign_files import PATIENCE_S, read_foreign

SUFFIX = ".json"
LOCK = ".lock"
PATIENCE = 0.5
"""Seconds to wait for another window that keeps an order."""
LARGEST_FILE = 1_000_000


class OrderStore(QObject):
    """Keeps the orders. ``changed``: there are others now."""

    changed = Signal()

    def __init__(self, folder: Path, parent: QObject | None = None) -> None:
        """Read the files of ``folder``, if there is one; ``message`` names those that cannot be read."""
        super().__init__(parent)
        self._folder = folder
        self._paths: dict[str, Path] = {}
        self._known: dict[str, Order] = {}
        self.message = ""
        self._read_folder()

    def _read_folder(self) -> None:
        """Take up the orders in the folder that are not known yet, and no longer offer those that are gone.

        ``message`` names those that cannot be read.
        """
        self._paths = {name: path for name, path in self._paths.items() if is_file(path)}
        known = set(self._paths.values())
        found = files_in(self._folder, f"*{SUFFIX}")
        for path in (path for path in found if path not in known):
            try:
                order = order_from_json(json.loads(read_bounded(path, LARGEST_FILE)))
            except (OSError, ValueError, RecursionError, ScenarioError) as error:
                self.message = f"The order of hands in {path.name} cannot be read: {error}"
                continue
            if order.name not in self._known and order.name not in BUILT_IN_ORDERS:
                self._known[order.name], self._paths[order.name] = order, path

    @property
    def orders(self) -> tuple[Order, ...]:
        """All orders that a scenario may name beside the built-in ones."""
        return tuple(self._known.values())

    @property
    def kept(self) -> tuple[Order, ...]:
        """The orders to choose from: those in the folder."""
        return tuple(order for name, order in self._known.items() if name in self._paths)

    def import_file(self, path: Path) -> Order:
        """Take over the order in a file, JSON or a list of the 169 classes, and return it as it is kept.

        Raises:
            TextError: it is no order.
            OSError: it cannot be read, or not be kept.
        """
        data = read_foreign(path, LARGEST_FILE, patience=PATIENCE_S)
        if len(data) > LARGEST_FILE:
            raise TextError("this file is too large for an order of hands")
        return self.add(order_from_text(decode(data).removeprefix("\ufeff"), whole_text(path.stem).strip() or "mine"))

    def add(self, order: Order) -> Order:
        """Keep ``order`` and return it as it is kept: under a free name, or the one that is there already.

        Raises:
            OSError: it cannot be written; it is not kept then.
        """
        self._folder.mkdir(parents=True, exist_ok=True)
        with exclusive(self._folder / LOCK, PATIENCE):
            self._read_folder()  # what other windows have kept meanwhile
            same = next((kept for kept in self.kept if _same(kept, order)), None)
            if same is None:
                same = self._keep(order)
        self.changed.emit()
        return same

    def _keep(self, order: Order) -> Order:
        name = self._free_name(order.name)
        title = name if order.title == order.name else order.title
        order = Order(name, title, order.strengths, order.note)
        path = self._free_path(name)
        write_atomically(path, dump(order))
        self._known[name], self._paths[name] = order, path
        return order

    def remove(self, name: str) -> None:
        """Take an order out of the folder.

        Raises:
            OSError: its file cannot be removed; it stays then.
        """
        self._paths[name].unlink(missing_ok=True)
        del self._paths[name]
        self.changed.emit()

    def _free_name(self, wanted: str) -> str:
        name, number = wanted, 2
        while name in self._known or name in BUILT_IN_ORDERS:
            name, number = f"{wanted} {number}", number + 1
        return name

    def _free_path(self, name: str) -> Path:
        stem = "".join(sign if sign.isalnum() or sign in " -_" else "_" for sign in name)[:60].strip() or "order"
        path, number = self._folder / f"{stem}{SUFFIX}", 2
        while path.exists():
            path, number = self._folder / f"{stem} {number}{SUFFIX}", number + 1
        return path


def dump(order: Order) -> bytes:
    """Return the file of an order."""
    return (json.dumps(order_to_json(order), ensure_ascii=False, indent=1) + "\n").encode()


def _same(one: Order, other: Order) -> bool:
    """Return whether two orders rank alike under names of one stem."""
    return one.name.startswith(other.name) and (one.strengths == other.strengths).all().item()
