"""The widgets of a seat row and their layout, which depends on game, folding and density."""

from PySide6.QtCore import QEvent, QRect, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QHBoxLayout,
    QSizePolicy,
    QSpacerItem,
    QStyle,
    QStyleOptionFrame,
    QVBoxLayout,
    QWidget,
)

from engine import GAMES, Scenario
from engine.table.slots import DOOR, Slot, visible_slots
from gui.look.scale import UNBOUND, at_least, at_most, fix, px, set_text, unscaled
from gui.look.theme import TEXT_HERO, TEXT_LARGE
from gui.parts.build import filled
from gui.parts.caption import Caption
from gui.parts.chip_button import ChipButton, SignButton
from gui.parts.text_entry import MIN_ENTRY_WIDTH, LineField, ProblemLine, TextEntry
from gui.state.context import TableContext
from gui.table.seat_figures import EquityFigure, FigureRoom, SeatDetails, SeatEquityBar, SeatMarker
from gui.table.slot_strip import SlotStrip
from gui.words.games import GAME_WORDS, LINE, Density

FOLD, FOLDED = "fold", "folded"
MAX_NAME_LENGTH = 40
MIN_NAME_WIDTH, MAX_NAME_WIDTH = 44, 92
TIGHT_NAMES: dict[Density, int] = {"dense": MIN_NAME_WIDTH}
"""The largest widths of the names next to the cards of a stud hand."""
ENTRY_ROOM = 48
"""Width of the text in a row of one line before anything but cards, name and badge is visible."""
CAPTION_ROOM = 42
"""Width reserved for the caption in a row of one line: nothing moves when a result arrives."""
MIN_LINE_ENTRY, MIN_LINE_NAME = 24, 32
"""The widths of text and name in a row of one line, however narrow the row is."""
STREET_CARDS: dict[Density, tuple[tuple[int, int], tuple[int, int]]] = {
    "roomy": ((40, 52), (33, 43)),
    "compact": ((28, 37), (24, 31)),
    "dense": ((26, 34), (21, 28)),
    "narrow": ((20, 26), (16, 21)),
    "line": ((20, 26), (17, 22)),
}
"""Size of the door card of a stud hand, which is the largest, and of the others."""
HAND_CARDS: dict[Density, tuple[int, int]] = {
    "roomy": (34, 44),
    "compact": (30, 39),
    "dense": (21, 27),
    "narrow": (28, 36),
    "line": (21, 27),
}
FIGURES: dict[Density, FigureRoom] = {
    "roomy": FigureRoom(104, 44, TEXT_HERO),
    "compact": FigureRoom(104, 44, TEXT_HERO),
    "dense": FigureRoom(88, 34, TEXT_HERO),
    "narrow": FigureRoom(74, 34, TEXT_LARGE),
    "line": FigureRoom(74, 32, TEXT_LARGE),
}
MARGINS: dict[Density, int] = {"roomy": 6, "compact": 4, "dense": 3, "narrow": 3, "line": 1}
Line = tuple[QWidget, ...]
MARKER_WIDTH = 30
"""Width of the widgets to the left of the lines of a row; those below the lines begin to the right of it."""
NAME_MARGIN = 2
"""Pixels between the text of a field and its edges, as in Qt."""
Shapes = tuple[list[Slot], list[tuple[int, int]], list[int]]


class NameField(LineField):
    """A name, elided if it does not fit, unless it is being edited; the tool tip then has the complete name."""

    def visible_text(self) -> str:
        """Return as much of the text as fits."""
        room = self._contents().width() - 2 * NAME_MARGIN
        return self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, room)

    def _contents(self) -> QRect:
        option = QStyleOptionFrame()
        self.initStyleOption(option)
        return self.style().subElementRect(QStyle.SubElement.SE_LineEditContents, option, self)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip:
            self.setToolTip("" if self.visible_text() == self.text() else self.text())
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the name as usual, or elided if it does not fit and is not being edited."""
        # Qt can only scroll a text that is too long. So the frame is painted by the style, and the elided text over it.
        visible = self.visible_text()
        if self.hasFocus() or visible == self.text():
            super().paintEvent(event)
            return
        option = QStyleOptionFrame()
        self.initStyleOption(option)
        painter = QPainter(self)
        self.style().drawPrimitive(QStyle.PrimitiveElement.PE_PanelLineEdit, option, painter, self)
        area = self._contents().adjusted(NAME_MARGIN, 0, -NAME_MARGIN, 0)
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(area, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, visible)


class SeatParts:
    """The widgets of a row; their objectNames are ``seat<index>.<part>``."""

    def __init__(self, row: QWidget, context: TableContext, index: int) -> None:
        game = context.document.scenario.game
        self.marker = SeatMarker(index, row)
        self.chevron = SignButton("chevron", row)
        self.name = NameField(row)
        self.strip = SlotStrip(context, row)
        self.caption, self.chips = Caption(row), Caption(row)
        self.badge = Caption(row, badge=True)
        self.entry = TextEntry(row, chip=GAMES[game].any_hand)
        self.library = SignButton("list", row, size=18)
        self.fold = ChipButton(FOLD, row)
        self.remove = SignButton("close", row)
        self.figure = EquityFigure(row)
        self.bar = SeatEquityBar(index, row)
        self.problem_line = ProblemLine(self.entry, row)
        self.details = SeatDetails(index, row)
        names: dict[str, QWidget | None] = {
            "details": self.chevron,
            "name": self.name,
            "text": self.entry,
            "random": self.entry.chip,
            "library": self.library,
            "fold": self.fold,
            "remove": self.remove,
            "equity": self.figure,
        }
        for name, widget in names.items():
            if widget is not None:
                widget.setObjectName(f"seat{index}.{name}")
        self.chevron.setCheckable(True)
        self.chevron.setToolTip("Details")
        self.fold.setCheckable(True)
        self.fold.setToolTip("Fold: the cards stay out of the deck, the seat is out of the hand")
        self.name.setProperty("quiet", True)
        set_text(self.name)
        self.name.setMaxLength(MAX_NAME_LENGTH)
        self.name.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)  # the menu of the seat is more useful
        self.name.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.entry.setPlaceholderText(GAME_WORDS[game].table.seat_text)
        self.details.hide()

    def describe(self, seat: str) -> None:
        """Name the widgets after the seat for screen readers."""
        self.entry.setAccessibleName(f"{seat}: cards")
        self.name.setAccessibleName(f"{seat}: name")
        self.fold.setAccessibleName(f"Fold {seat}")
        self.library.setAccessibleName(f"Library for {seat}")
        self.library.setToolTip(f"Presets and my ranges for {seat}")
        self.remove.setAccessibleName(f"Remove {seat}")
        self.remove.setToolTip(f"Remove {seat}")
        self.chevron.setAccessibleName(f"Details of {seat}")
        if self.entry.chip is not None:
            self.entry.chip.setAccessibleName(f"{seat}: any cards")

    def in_tab_order(self) -> list[QWidget]:
        """Return the widgets that Tab visits after the slots, in this order."""
        chip = [self.entry.chip] if self.entry.chip is not None else []
        return [self.name, self.entry, *chip, self.library, self.fold, self.remove, self.chevron]


class SeatLayout:
    """Lays out the widgets of a row: the marker left, two lines in the middle, the equity right, the bar below."""

    def __init__(self, row: QWidget, parts: SeatParts) -> None:
        self._row, self._parts = row, parts
        self._arrangement: tuple[bool, Density] | None = None
        """Whether the seat is folded, and the density, of the current layout; None before the first one."""
        self._stud = self._filtered = False
        self._name: float = MIN_NAME_WIDTH
        """The width of the name at 100 %."""
        self._left = filled(QBoxLayout(QBoxLayout.Direction.TopToBottom), spacing=2)
        for widget in (parts.marker, parts.chevron):
            self._left.addWidget(widget, alignment=Qt.AlignmentFlag.AlignCenter)
        self._top = filled(QHBoxLayout(), spacing=8)
        self._first, self._second = filled(QHBoxLayout(), spacing=6), filled(QHBoxLayout(), spacing=6)
        self._middle = filled(QVBoxLayout(), self._first, self._second)
        self._right = filled(QVBoxLayout(), parts.figure, spacing=0)
        self._figure_room = QSpacerItem(0, 0)
        """As wide as the equity in a folded row, so that its buttons do not move."""
        self._right.addItem(self._figure_room)
        below = (parts.problem_line, parts.bar, parts.details)
        self._below = filled(QVBoxLayout(), *below, spacing=2)
        self._outer = filled(QVBoxLayout(row), self._top, self._below, spacing=2)

    def arrange(self, scenario: Scenario, seat: int, density: Density) -> None:
        """Lay out the row for the current state of the seat."""
        parts, folded = self._parts, scenario.seats[seat].folded
        # Slots change with the cards, but widgets move only if the seat folds or the density changes.
        parts.strip.set_slots(*slot_shapes(scenario, seat, density))
        self._below.setContentsMargins(px(MARKER_WIDTH), 0, 0, 0)
        fixed = QSizePolicy.Policy.Fixed
        self._figure_room.changeSize(px(FIGURES[density].width) if folded else 0, 0, fixed, fixed)
        self._right.invalidate()
        if self._arrangement == (folded, density):
            return
        self._arrangement = (folded, density)
        # The widgets move between the lines: take them all out, then add them in their new order.
        for line in (self._first, self._second, self._top):
            while line.count():
                line.takeAt(0)
        stud = GAMES[scenario.game].stud
        self._stud = stud
        first, second, outside = self._lines(folded, density, stud=stud)
        for line, widgets in ((self._first, first), (self._second, second)):
            for widget in widgets:
                line.addWidget(widget, 5 if widget is parts.entry else 2 if widget is parts.name else 0)
        if parts.strip in second:
            self._second.addStretch(1)
        self._top.addLayout(self._left)
        for widget in outside:
            self._top.addWidget(widget)
        self._top.addLayout(self._middle, 1)
        self._top.addLayout(self._right)
        self._right.removeWidget(parts.caption)
        if folded or (stud and density in ("roomy", "compact")):
            self._right.addWidget(parts.caption, alignment=Qt.AlignmentFlag.AlignRight)
        bar = self._parts.bar
        for layout in (self._middle, self._below):
            layout.removeWidget(bar)
        if density == "line":
            self._middle.addWidget(bar)
        else:
            self._below.insertWidget(1, bar)
        side_by_side = not stud and density in ("dense", "line")
        direction = QBoxLayout.Direction.LeftToRight if side_by_side else QBoxLayout.Direction.TopToBottom
        self._left.setSpacing(2 if side_by_side or density != "line" else 0)
        self._left.setDirection(direction)
        # Next to the marker the chevron keeps its room, so that a folded row has no more room for buttons.
        policy = parts.chevron.sizePolicy()
        policy.setRetainSizeWhenHidden(side_by_side)
        parts.chevron.setSizePolicy(policy)
        self._set_heights(density)
        p = self._parts
        for widget in (p.bar, p.figure, p.chevron):
            widget.setVisible(not folded)
        p.details.setVisible(p.chevron.isChecked() and not folded)

    @property
    def _shows_caption(self) -> bool:
        """Whether a row of more than one line has room for the caption: the number of combos, how often a folded seat
        folds, or how often a stud hand makes the hand it draws to.
        """
        if self._arrangement is None:
            return False
        folded, density = self._arrangement
        return self._filtered or folded or density in ("roomy", "compact") or (self._stud and density != "narrow")

    def set_filtered(self, filtered: bool) -> None:
        """Show the caption even in a narrow row if a filter is applied to the range."""
        if filtered != self._filtered:
            self._filtered = filtered
            self.fit_width(self._name)

    def _lines(self, folded: bool, density: Density, *, stud: bool) -> tuple[Line, Line, Line]:
        """Return the widgets in the first and second line of the middle, and those to the left of these lines.

        If the seven cards of a stud hand leave little room, the library is only in the menu of the seat.
        """
        p = self._parts
        text, tools = (p.entry, p.library), (p.fold, p.remove)
        if not stud:
            if density == "narrow":
                return (p.name, p.chips, *tools), text if folded else (*text, p.caption), (p.strip,)
            if folded:
                return (p.name, *text, p.chips, *tools), (), (p.strip,)
            if density in ("dense", "line"):
                return (p.name, *text, p.chips, p.caption, *tools), (), (p.strip,)
            return (p.name, p.chips, p.caption, *tools), text, (p.strip,)
        if density == "narrow":
            if folded:
                return (p.name, *tools), (p.strip, p.entry, p.badge), ()
            return (p.name, *tools), (p.entry, p.chips, p.caption, p.badge), (p.strip,)
        if folded:
            return (p.name, p.strip, p.entry, p.chips, p.badge, *tools), (), ()
        if density == "line":
            return (p.name, p.entry, p.chips, p.caption, p.badge, *tools), (), (p.strip,)
        if density == "dense":
            return (p.name, p.chips, *tools), (p.entry, p.caption, p.badge), (p.strip,)
        return (p.name, *text, p.chips, *tools), (p.strip, p.badge), ()

    def _set_heights(self, density: Density) -> None:
        """Set margins, spacings and heights; the heights per density in ``GAME_WORDS`` depend on them."""
        compact, line = density != "roomy", density == "line"
        left, right = {"narrow": (5, 6), "line": (6, 8)}.get(density, (8, 10))
        self._outer.setContentsMargins(left, MARGINS[density], right, MARGINS[density])
        at_least(self._row, height=LINE if line else 0)
        self._parts.figure.set_room(FIGURES[density])
        self._parts.bar.set_low(line)
        self._middle.setSpacing(1 if compact else 3)
        self._top.setSpacing({"dense": 6, "narrow": 4, "line": 4}.get(density, 8))
        for part in (self._first, self._second):
            part.setSpacing({"narrow": 2, "line": 4}.get(density, 6))
        self._parts.marker.set_low(line)
        fix(self._parts.name, height=20 if compact else 22)
        fix(self._parts.entry, height=24 if compact else 26)

    def fit_width(self, name: float) -> None:
        """Show the widgets that fit the width; ``name`` is the width of the name at 100 %.

        In a row of one line cards take precedence, then name, badge and the rest. The width of the text is ignored, so
        that no widget appears or disappears while the player is typing.
        """
        self._name = name
        if self._arrangement is None:
            return
        p, (folded, density) = self._parts, self._arrangement
        column = self._stud and folded  # align the cards of all folded seats
        if density == "line":
            self._fit_line(MAX_NAME_WIDTH if column else max(name, MIN_NAME_WIDTH))
            return
        p.caption.allow(self._shows_caption)
        crowded = (p.library, p.remove) if density == "dense" and p.chips.text else ()  # the menu has them
        for tool in (p.library, p.fold, p.remove):
            tool.setVisible(self._middle_has(tool) and tool not in crowded)
        if density == "narrow":  # the name gets the remaining width
            at_least(p.name, width=MIN_LINE_NAME)
            at_most(p.name, width=UNBOUND)
            at_least(p.entry, width=MIN_ENTRY_WIDTH)
            return
        limit = TIGHT_NAMES.get(density, MAX_NAME_WIDTH) if self._stud and not column else MAX_NAME_WIDTH
        width = MAX_NAME_WIDTH if column else round(min(max(name, MIN_NAME_WIDTH), limit))
        at_least(p.name, width=width)
        at_most(p.name, width=width if folded else UNBOUND)
        at_least(p.entry, width=MIN_ENTRY_WIDTH)

    def _fit_line(self, name: float) -> None:
        """Show the buttons and the caption that fit into a single line; the menu of the seat has the same commands."""
        p, gap = self._parts, self._first.spacing()
        # Subtract the widgets that are always visible; then add the optional ones in the order of their importance.
        room, text = self._middle_room(), ENTRY_ROOM
        if p.badge.text:
            room -= _width(p.badge) + gap  # the buttons give way to its word: the menu of the seat has them
            text = MIN_ENTRY_WIDTH
        folded = self._is_folded  # its caption is in the room of the equity
        if self._filtered and not folded:
            room -= unscaled(p.caption.minimumSizeHint().width()) + gap
        if p.chips.text:
            room -= unscaled(p.chips.sizeHint().width()) + gap
        short = min(name, MAX_NAME_WIDTH)
        # The text gets a fixed minimum here, so that typing does not make buttons appear or disappear.
        spare = room - short - gap - text
        optional = {
            p.fold: self._fold_width(),
            p.remove: _width(p.remove),
            p.caption: CAPTION_ROOM,
            p.library: _width(p.library),
        }
        for part, width in optional.items():
            has_part = self._stud and not folded if part is p.caption else self._middle_has(part)
            fits = has_part and spare >= width + gap
            spare -= width + gap if fits else 0
            if part is p.caption:
                p.caption.allow(fits or folded or self._filtered)
            else:
                part.setVisible(fits)
        longer = min(name - short, max(0.0, spare) / 2)  # the other half is for the text
        fix(p.name, width=int(max(MIN_LINE_NAME, min(short + longer, room - gap - MIN_LINE_ENTRY))))
        at_least(p.entry, width=MIN_LINE_ENTRY)

    def _fold_width(self) -> float:
        """Return the width of *fold* at 100 % with its short text; a folded row has room for the same buttons."""
        fold, width = self._parts.fold, self._parts.fold.fontMetrics().horizontalAdvance
        return unscaled(fold.sizeHint().width() - width(fold.text()) + width(FOLD))

    @property
    def _is_folded(self) -> bool:
        return self._arrangement is not None and self._arrangement[0]

    def _middle_room(self) -> float:
        """Return the width at 100 % of the middle of a row of one line, between the cards and the equity."""
        margins = self._outer.contentsMargins()
        others = [self._left.sizeHint().width(), self._parts.strip.sizeHint().width(), px(FIGURES["line"].width)]
        gaps = self._top.spacing() * len(others)
        return unscaled(self._row.width() - sum(others) - gaps - margins.left() - margins.right())

    def _middle_has(self, part: QWidget) -> bool:
        return any(line.indexOf(part) >= 0 for line in (self._first, self._second))


def _width(part: QWidget) -> float:
    return unscaled(part.sizeHint().width())


def slot_shapes(scenario: Scenario, seat: int, density: Density) -> Shapes:
    """Return slots, card sizes and gaps of a seat: the door card of a stud hand is the largest.

    A folded stud seat shows its door, the up cards after it and other known cards.
    """
    slots, folded = visible_slots(scenario, seat), scenario.seats[seat].folded
    folded_card = GAME_WORDS[scenario.game].table.folded_card
    if not GAMES[scenario.game].stud:
        size = folded_card if folded and density != "line" else HAND_CARDS[density]
        return slots, [size] * len(slots), [0] + [-2] * (len(slots) - 1)
    if folded:
        return slots, [folded_card] * len(slots), [0] + [-3] * (len(slots) - 1)
    door, plain = STREET_CARDS[density]
    sizes = [door if slot.index == DOOR else plain for slot in slots]
    near, apart = {"dense": (-3, -2), "narrow": (-5, -4), "line": (-4, -3)}.get(density, (-3, 1))
    return slots, sizes, [0, near, apart, near, near, near, apart]
