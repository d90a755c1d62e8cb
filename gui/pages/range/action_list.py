"""The actions of a matrix in a list: colour, name, share of all hands; one of them is in hand."""

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QColor, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QLabel, QMenu, QVBoxLayout, QWidget

from engine.cards import LONGEST_NAME
from engine.ranges.actions import MOST_ACTIONS, Action, Shares
from gui.look.formatting import percent
from gui.look.guard import Guarded
from gui.look.painting import smooth_painter
from gui.look.scale import fix, scaled_size, unscaled_rect
from gui.look.theme import Look
from gui.parts.build import NO_MARGINS, filled, label, named
from gui.parts.chip_button import ChipButton, ChipFlow, SignButton
from gui.parts.choice_bar import seat_swatch
from gui.parts.line_field import LineField

COLOR_NAMES = ("first colour", "second colour", "third colour", "fourth colour", "fifth colour", "sixth colour")
SWATCH = 22


class Swatch(Guarded, QAbstractButton):
    """A square in the colour of an action; a ring when the action is in hand."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look, self._color = look, 0
        self.setCheckable(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        fix(self, width=SWATCH, height=SWATCH)
        look.changed.connect(self.update)

    def show_color(self, color: int) -> None:
        """Show the colour of an action."""
        self._color = color
        self.update()

    def sizeHint(self) -> QSize:
        return scaled_size(SWATCH, SWATCH)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._look.theme
        painter = smooth_painter(self)
        inner = unscaled_rect(self).adjusted(5, 5, -5, -5)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.seat(self._color))
        painter.drawRoundedRect(inner, 2, 2)
        if self.isChecked() or self.hasFocus():
            painter.setPen(QPen(QColor(theme.accent if self.hasFocus() else theme.text), 2.0))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(unscaled_rect(self).adjusted(2, 2, -2, -2), 4, 4)


class ActionList(QWidget):
    """``chosen``: the action that is to be in hand; ``renamed``: an action and its new name; ``recolored``: an action
    and its colour; ``put_requested``: an action and the seat that is to have its range; ``taken``, ``removed``: an
    action that takes the range of the seat, or goes; ``added``, ``save_requested``.
    """

    chosen = Signal(int)
    renamed = Signal(int, str)
    recolored = Signal(int, int)
    put_requested = Signal(int, int)
    taken = Signal(int)
    removed = Signal(int)
    added = Signal()
    save_requested = Signal()

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._seats: tuple[str, ...] = ()
        self._rows = [self._row(i) for i in range(MOST_ACTIONS)]
        self.rest = label("", self, name="range.actions.rest")
        self._add = named(ChipButton("+ action", look, self), "range.actions.add", "Add an action")
        title = "Save all actions in the library as one entry"
        self._save = named(ChipButton("save \u2026", look, self), "range.actions.save", title, title)
        rows = filled(QVBoxLayout(), *(row.widget for row in self._rows), spacing=2, margins=NO_MARGINS)
        chips = ChipFlow((self._add, self._save), self)
        filled(QVBoxLayout(self), rows, self.rest, chips, spacing=4, margins=(0, 0, 0, 8))
        self._add.clicked.connect(self.added)
        self._save.clicked.connect(self.save_requested)

    def _row(self, index: int) -> "_Row":
        row = _Row(index, self._look, self)
        row.swatch.clicked.connect(self._on_chosen)
        row.name.textEdited.connect(self._on_renamed)
        row.more.clicked.connect(self._on_more)
        return row

    def _index_of(self, sender: object) -> int:
        return next(row.index for row in self._rows if sender in (row.swatch, row.name, row.more))

    def show_actions(self, actions: tuple[Action, ...], shares: Shares, on: int, seats: tuple[str, ...]) -> None:
        """Show the actions with their ``shares``, the one in hand, and the seats that can have a range."""
        self._seats = seats
        for row in self._rows:
            row.widget.setVisible(row.index < len(actions))
            if row.index < len(actions):
                row.show_action(actions[row.index], float(shares[row.index].mean()), on=row.index == on)
        rest = 1.0 - float(shares.sum(axis=0).mean())
        self.rest.setText(f"the rest, as a rule a fold: {percent(max(0.0, rest), exact_digits=1)}")
        self._add.setEnabled(len(actions) < MOST_ACTIONS)
        self._save.setEnabled(bool(shares.any()))

    @Slot()
    def _on_chosen(self) -> None:
        self.chosen.emit(self._index_of(self.sender()))

    @Slot(str)
    def _on_renamed(self, text: str) -> None:
        self.renamed.emit(self._index_of(self.sender()), text)

    @Slot()
    def _on_more(self) -> None:
        """Open the menu of an action."""
        button = self.sender()
        if isinstance(button, SignButton):
            self.build_menu(self._index_of(button)).popup(button.mapToGlobal(button.rect().bottomLeft()))

    def build_menu(self, index: int) -> QMenu:
        """Return the menu of an action; it is gone once it is closed."""
        menu = QMenu(self)
        menu.setObjectName("range.action.menu")
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for seat, name in enumerate(self._seats):
            put = menu.addAction(f"Put on {name}".replace("&", "&&"))
            put.triggered.connect(lambda _=False, seat=seat: self.put_requested.emit(index, seat))
        menu.addSeparator()
        menu.addAction("Take the seat's range").triggered.connect(lambda _=False: self.taken.emit(index))
        colors = menu.addMenu("Colour")
        for color, name in enumerate(COLOR_NAMES):
            paint = colors.addAction(seat_swatch(self._look.theme.seat(color)), name)
            paint.triggered.connect(lambda _=False, color=color: self.recolored.emit(index, color))
        menu.addSeparator()
        menu.addAction("Remove").triggered.connect(lambda _=False: self.removed.emit(index))
        return menu


class _Row:
    """The widgets of an action."""

    def __init__(self, index: int, look: Look, parent: QWidget) -> None:
        self.index = index
        self.widget = QWidget(parent)
        prefix = f"range.action{index}"
        self.swatch = named(Swatch(look, self.widget), f"{prefix}.choose", "Paint with this action")
        self.name = named(LineField(self.widget), f"{prefix}.name", f"Name of action {index + 1}")
        self.name.setProperty("quiet", True)
        self.name.setMaxLength(LONGEST_NAME)
        self.share = QLabel(self.widget)
        self.more = named(SignButton("list", look, self.widget), f"{prefix}.more", f"More of action {index + 1}")
        parts = (self.swatch, (self.name, 1), self.share, self.more)
        filled(QHBoxLayout(self.widget), *parts, spacing=4, margins=NO_MARGINS)

    def show_action(self, action: Action, share: float, *, on: bool) -> None:
        """Show an action and its share of all hands."""
        self.swatch.show_color(action.color)
        self.swatch.setChecked(on)
        self.swatch.setAccessibleName(f"Paint with {action.name}")
        if self.name.text() != action.name:
            self.name.setText(action.name)
        self.share.setText(percent(share, exact_digits=1))
