"""An opponent of the situation: whether it is in, what it has in the middle, and with which hands it goes on."""

from collections.abc import Mapping

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QColor, QPaintEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from engine import Problem
from engine.preflop.panel import Row
from engine.preflop.players import player_kinds, position_notes
from engine.scenario.preflop import IN_MIDDLE
from gui.look.guard import Guarded
from gui.look.painting import smooth_painter
from gui.look.scale import fix, px, scaled_size, set_text
from gui.look.theme import TEXT_SMALL, Look
from gui.pages.preflop.range_field import RangeField
from gui.parts.choice_bar import ChoiceBar
from gui.parts.number_field import NumberField
from gui.state.document import Document

STATES = {"in": "in", "act": "to act", "folded": "folded"}
STATE_KEYS = {"in": "in", "to act": "act", "folded": "folded", "out": ""}
CHIPS_WIDTH, KIND_WIDTH = 58, 92
OWN = "own"
LOCKED = "Has paid the price: nobody can make it fold to a call"
STATE_TIP = (
    "in: it has acted, and holds what stands at its seat; to act: it may hold any two cards, and goes on with those "
    "below; folded: it plays no more, its seat says what it folds"
)


class Swatch(Guarded, QWidget):
    """A disc in the colour of a seat."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look, self._seat = look, 0
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        look.changed.connect(self._on_look_changed)

    def show_seat(self, seat: int) -> None:
        """Take the colour of another seat."""
        self._seat = seat
        self.update()

    @Slot()
    def _on_look_changed(self) -> None:
        self.update()

    def sizeHint(self) -> QSize:
        return scaled_size(10, 10)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = smooth_painter(self)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._look.theme.seat(self._seat))
        painter.drawEllipse(0, 0, 10, 10)


class OpponentRow(QWidget):
    """Every signal begins with the seat: ``state_chosen``, ``kind_chosen`` carry a name, ``chips_edited`` an amount and
    a merge key, ``text_edited`` the key of the entry, the text and a merge key.
    """

    state_chosen = Signal(int, str)
    kind_chosen = Signal(int, str)
    chips_edited = Signal(int, object, str)
    text_edited = Signal(int, str, str, str)

    def __init__(self, seat: int, document: Document, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.seat, self._look = seat, look
        name = f"preflop.seat{seat}"
        self.setObjectName(name)
        self._swatch = Swatch(look, self)
        self._swatch.show_seat(seat)
        self._name, self._position = QLabel(), QLabel()
        self._position.setProperty("role", "muted")
        set_text(self._position, TEXT_SMALL)
        self._state = ChoiceBar(f"{name}.state", f"Seat {seat + 1}", STATES, look, self)
        self._state.setToolTip(STATE_TIP)
        self._chips = NumberField(IN_MIDDLE, f"{name}.chips", look, self, title=f"Seat {seat + 1}: in the middle")
        fix(self._chips.entry, width=CHIPS_WIDTH)
        self._kind = self._build_kinds(name)
        self._fields = {
            "calls": RangeField(f"{name}.calls", "comes along with", document, look, self),
            "calls_raise": RangeField(
                f"{name}.callsRaise", "goes on against a raise with", document, look, self, default="random"
            ),
        }
        self._lay_out()
        self._state.chosen.connect(self._on_state)
        self._kind.activated.connect(self._on_kind)
        self._chips.edited.connect(self._on_chips)
        self._fields["calls"].edited.connect(self._on_calls)
        self._fields["calls_raise"].edited.connect(self._on_calls_raise)

    def _build_kinds(self, name: str) -> QComboBox:
        box = QComboBox(self)
        box.setObjectName(f"{name}.kind")
        fix(box, width=KIND_WIDTH)
        box.addItem(OWN, "")
        for kind in player_kinds():
            box.addItem(kind.name, kind.name)
            box.setItemData(box.count() - 1, kind.why, Qt.ItemDataRole.ToolTipRole)
        return box

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(6)
        head.addWidget(self._swatch)
        head.addWidget(self._name)
        head.addWidget(self._position)
        head.addStretch(1)
        label = QLabel("chips")
        label.setProperty("role", "muted")
        set_text(label, TEXT_SMALL)
        for widget in (self._state, label, self._chips, self._kind):
            head.addWidget(widget)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 4, 0, 6)
        layout.setSpacing(4)
        layout.addLayout(head)
        layout.addWidget(self._chips.problem_line)
        for field in self._fields.values():
            layout.addWidget(field)

    def render_row(self, row: Row, cards: str, kind: str) -> None:
        """Show the opponent; ``cards`` is what its seat holds, ``kind`` whose ranges it has, empty for its own."""
        shown = self._name.fontMetrics().elidedText(row.name, Qt.TextElideMode.ElideRight, px(120))
        self._name.setText(shown)
        self._name.setToolTip(row.name)
        position = row.position_name
        self._position.setText(position if position != row.name else "")
        self._state.setAccessibleName(f"{row.name} is in, still to act or folded")
        self._state.show_choice(STATE_KEYS[row.state])
        self._chips.entry.setAccessibleName(f"{row.name}: in the middle")
        entry = None if row.chips == row.posted else row.chips
        self._chips.entry.setPlaceholderText(f"{row.posted:g}")
        self._chips.show_value(entry)
        self._show_kind(row, kind)
        self._show_fields(row, cards)

    def _show_kind(self, row: Row, kind: str) -> None:
        self._kind.setAccessibleName(f"Kind of player: {row.name}")
        self._kind.setCurrentIndex(max(self._kind.findData(kind), 0))
        self._kind.setVisible(row.state in ("in", "to act"))
        note = position_notes()[row.position]
        self._kind.setToolTip(f"Whose ranges it has, by its position ({row.position}). {note}")

    def _show_fields(self, row: Row, cards: str) -> None:
        color = QColor(self._look.theme.seat(self.seat))
        acts = row.state == "to act"
        shown = {"calls": acts or (row.state == "in" and row.calls != ""), "calls_raise": row.state in ("in", "to act")}
        for key, field in self._fields.items():
            field.setVisible(shown[key])
            if shown[key]:
                locked = LOCKED if key == "calls" and row.locked else ""
                field.show_text(getattr(row, key), row.name, color, locked=locked)
        everything = "all that comes along" if acts or row.calls != "" else f"all that it holds ({cards.strip()[:24]})"
        self._fields["calls_raise"].entry.setPlaceholderText(everything)

    def report(self, problems: Mapping[str, Problem]) -> None:
        """Show the problems that belong to this row."""
        for key, field in self._fields.items():
            field.report(problems.get(f"{key}{self.seat}"))
        self._chips.report(problems.get(f"in{self.seat}"))

    @Slot(str)
    def _on_state(self, key: str) -> None:
        self.state_chosen.emit(self.seat, {"act": "to act"}.get(key, key))

    @Slot(int)
    def _on_kind(self, index: int) -> None:
        kind = self._kind.itemData(index)
        if kind:
            self.kind_chosen.emit(self.seat, kind)

    @Slot(object, str)
    def _on_chips(self, value: object, merge: str) -> None:
        self.chips_edited.emit(self.seat, value, merge)

    @Slot(str, str)
    def _on_calls(self, text: str, merge: str) -> None:
        self.text_edited.emit(self.seat, "calls", text, merge)

    @Slot(str, str)
    def _on_calls_raise(self, text: str, merge: str) -> None:
        self.text_edited.emit(self.seat, "calls_raise", text, merge)
