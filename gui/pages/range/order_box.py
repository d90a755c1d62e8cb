"""The order of hands that percentages go by: a choice, and a menu for orders of the player's own."""

from pathlib import Path

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QComboBox, QFileDialog, QGridLayout, QMenu, QToolButton, QWidget

from engine.cards import TextError
from engine.ranges.order_text import order_from_text
from engine.ranges.orders import BUILT_IN_ORDERS, Order, find_order
from gui.look.theme import Look
from gui.parts.build import add_actions, label, named
from gui.parts.text_entry import ProblemLine
from gui.state.files import with_end, write_atomically
from gui.state.order_store import SUFFIX, OrderStore, dump
from gui.state.settings import Settings

FILTER = "Orders of hands (*.json *.txt *.csv);;All files (*)"
PASTED = "pasted"
MORE_WIDTH = 30
SHORT_TITLES = {"v1": "vs 1 random", "v2": "vs 2 random", "v3": "vs 3 random"}


class OrderBox(QWidget):
    """``chosen`` carries the name of the order that is to be in force."""

    chosen = Signal(str)

    def __init__(self, orders: OrderStore, settings: Settings, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._orders, self._settings = orders, settings
        self._name: str | None = None
        self._choices: tuple[Order, ...] = ()
        """The orders that come with the program, the default first, then the player's own ones."""
        self._box = named(QComboBox(self), "range.order", "Order of hands")
        self._box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self._line = ProblemLine(look, parent=self)
        tip = "Orders of your own: import, save, remove"
        self._more = named(QToolButton(self), "range.order.more", "Orders of your own", tip)
        self._more.setText("…")
        self._more.setFixedWidth(MORE_WIDTH)
        self._more.setStyleSheet("padding: 4px 0px;")
        self._more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._more.setMenu(self._menu())
        title = label("Order", self)
        title.setBuddy(self._box)
        layout = QGridLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        for column, widget in enumerate((title, self._box, self._more)):
            layout.addWidget(widget, 0, column)
        layout.addWidget(self._line, 1, 0, 1, 3)
        layout.setColumnStretch(1, 1)
        self._box.activated.connect(self._on_activated)
        orders.changed.connect(self._fill)
        self._fill()
        if orders.message:
            self._line.show_error(orders.message)

    def _menu(self) -> QMenu:
        menu = QMenu(self._more)
        *_, self._remove = add_actions(
            menu,
            "range.order",
            ("import", "Import an order…", self._on_import),
            ("paste", "Paste a list of the 169 hands", self._on_paste),
            ("save", "Save this order…", self._on_save),
            ("remove", "Remove this order", self._on_remove),
        )
        return menu

    @Slot()
    def _fill(self) -> None:
        self._choices = (*map(find_order, BUILT_IN_ORDERS), *self._orders.kept)
        self._box.clear()
        for i, choice in enumerate(self._choices):
            self._box.addItem(SHORT_TITLES.get(choice.name, choice.title), choice.name)
            tip = f"The best hands go by {choice.title}. {choice.note}".strip()
            self._box.setItemData(i, tip, Qt.ItemDataRole.ToolTipRole)
        self.show_order(self._name)

    def show_order(self, name: str | None) -> None:
        """Show the order in force, None: the default; one that is not kept any more has a row, too."""
        self._name = name
        if self._box.count() > len(self._choices):
            self._box.removeItem(len(self._choices))
        index = 0 if name is None else self._box.findData(name)
        if index < 0:
            self._box.addItem(f"{name}", name)
            index = self._box.count() - 1
        self._box.setCurrentIndex(index)
        tip = self._box.itemData(index, Qt.ItemDataRole.ToolTipRole)
        self._box.setToolTip(str(tip or f"The best hands go by {name}"))
        self._remove.setEnabled(any(order.name == name for order in self._orders.kept))

    @Slot(int)
    def _on_activated(self, index: int) -> None:
        self._line.clear()
        self.chosen.emit(self._box.itemData(index))

    @Slot()
    def _on_import(self) -> None:
        name, _ = QFileDialog.getOpenFileName(self, "Import an order of hands", self._settings.folder, FILTER)
        if name:
            self._settings.folder = str(Path(name).parent)
            self.import_file(Path(name))

    def import_file(self, path: Path) -> None:
        """Take over the order in a file and put it in force."""
        try:
            order = self._orders.import_file(path)
        except (TextError, OSError) as error:
            self._line.show_error(f"Not imported: {path.name}: {_reason(error)}")
        else:
            self._take(order.name)

    @Slot()
    def _on_paste(self) -> None:
        try:
            order = self._orders.add(order_from_text(QGuiApplication.clipboard().text(), PASTED))
        except (TextError, OSError) as error:
            self._line.show_error(f"Not pasted: {_reason(error)}")
        else:
            self._take(order.name)

    def _take(self, name: str) -> None:
        self._line.show_hint(f"`{name}` is in force and kept")
        self.chosen.emit(name)

    @Slot()
    def _on_save(self) -> None:
        suggested = Path(self._settings.folder) / f"{self._box.currentText().replace('/', ' ')}{SUFFIX}"
        name, _ = QFileDialog.getSaveFileName(self, "Save this order of hands", str(suggested), f"JSON (*{SUFFIX})")
        if not name:
            return
        try:
            path = with_end(name, SUFFIX)
            write_atomically(path, dump(find_order(self._name, self._orders.orders)))
        except OSError as error:
            self._line.show_error(f"Not saved: {_reason(error)}")
        else:
            self._line.show_hint(f"Saved {path.name}")

    @Slot()
    def _on_remove(self) -> None:
        name = self._name
        if name is None:
            return
        try:
            self._orders.remove(name)
        except OSError as error:
            self._line.show_error(f"Not removed: {_reason(error)}")
            return
        self._line.show_hint(f"{name} is removed")
        self.chosen.emit(self._choices[0].name)


def _reason(error: TextError | OSError) -> str:
    if isinstance(error, TextError):
        return error.message
    return error.strerror or str(error)
