"""The editor of actions: one matrix in which each hand has shares of several actions, such as raise, call and fold."""

from collections.abc import Iterable
from dataclasses import replace

import numpy as np
from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QColor, QGuiApplication, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QLabel, QMenu, QVBoxLayout, QWidget

from engine.cards import MAX_NAME_LENGTH, TextError
from engine.ranges.actions import (
    MAX_ACTIONS,
    NEW_ACTIONS,
    RangeAction,
    Shares,
    filled_shares,
    paint_cells,
    painted_shares,
    read_shares,
    with_range,
    with_shares,
)
from engine.ranges.bases import base_of
from engine.ranges.holdem import parse_range
from engine.ranges.holdem_matrix import (
    ALL_CELLS,
    SIZE,
    blocked_combos,
    class_name,
    class_sizes,
    class_sums,
    combos_in,
    only,
)
from engine.ranges.orders import COMBO_COUNT, find_order
from engine.table.clips import range_text
from engine.table.seat_ranges import actions_of, at_street, known_mask, read_seat, weights_text
from gui.look.guard import Guarded, Keyed
from gui.look.painting import smooth_painter
from gui.look.scale import fix, scaled_size, unscaled_rect
from gui.look.theme import current_theme
from gui.pages.range.holdem_editor import MatrixEditor
from gui.pages.range.range_editor import SeatEdits
from gui.parts.build import NO_MARGINS, filled, label, literal, named
from gui.parts.cells import Cell, Place
from gui.parts.chip_button import ChipFlow, SignButton, chip_button
from gui.parts.choice_bar import seat_swatch
from gui.parts.text_entry import LineField
from gui.state.context import PageContext
from gui.words.formatting import count, percent

COLOR_NAMES = ("first color", "second color", "third color", "fourth color", "fifth color", "sixth color")
SWATCH = 22


class Swatch(Guarded, QAbstractButton):
    """A square in the colour of an action, with a ring around it if the action is selected."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._color = 0
        self.setCheckable(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        fix(self, width=SWATCH, height=SWATCH)

    def show_color(self, color: int) -> None:
        """Show the colour of an action."""
        self._color = color
        self.update()

    def sizeHint(self) -> QSize:
        return scaled_size(SWATCH, SWATCH)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = smooth_painter(self)
        inner = unscaled_rect(self).adjusted(5, 5, -5, -5)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.seat(self._color))
        painter.drawRoundedRect(inner, 2, 2)
        if self.isChecked() or self.hasFocus():
            painter.setPen(QPen(QColor(theme.accent if self.hasFocus() else theme.text), 2.0))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(unscaled_rect(self).adjusted(2, 2, -2, -2), 4, 4)


class ActionRow(QWidget):
    """The row of an action: its colour, name and share of all hands, and the button of its menu."""

    def __init__(self, index: int, parent: QWidget) -> None:
        super().__init__(parent)
        self.index = index
        prefix = f"range.action{index}"
        self.swatch = named(Swatch(self), f"{prefix}.choose", "Paint with this action")
        self.name = named(LineField(self), f"{prefix}.name", f"Name of action {index + 1}")
        self.name.setProperty("quiet", True)
        self.name.setMaxLength(MAX_NAME_LENGTH)
        self.share = QLabel(self)
        self.more = named(SignButton("list", self), f"{prefix}.more", f"More for action {index + 1}")
        parts = (self.swatch, (self.name, 1), self.share, self.more)
        filled(QHBoxLayout(self), *parts, spacing=4, margins=NO_MARGINS)

    def show_action(self, action: RangeAction, share: float, *, selected: bool) -> None:
        """Show an action and its share of all hands."""
        self.swatch.show_color(action.color)
        self.swatch.setChecked(selected)
        self.swatch.setAccessibleName(f"Paint with {action.name}")
        if self.name.text() != action.name:
            self.name.setText(action.name)
        self.share.setText(percent(share, exact_digits=1))


TEACHING = "Drag to paint the selected action over others · right-click: suits · keys `1`-`9`, `0` weights"


def action_cells(actions: tuple[RangeAction, ...], shares: Shares, known: int = 0) -> tuple[Cell, ...]:
    """Return the 169 cells row by row, each divided by the shares of the actions.

    ``shares`` float64[actions, 1326]: how often each combo takes each action. ``known``: the mask of the cards that the
    seat cannot hold.
    """
    means = np.array([class_sums(row) for row in shares]) / class_sizes()
    blocked = class_sums(blocked_combos(known)) / class_sizes()
    return tuple(_cell(place, actions, means[:, i], float(blocked[i])) for i, place in enumerate(ALL_CELLS))


def _cell(place: Place, actions: tuple[RangeAction, ...], means: Shares, blocked: float) -> Cell:
    """Return the cell of a class, divided by the mean shares ``means`` float64[actions] of its combos."""
    played = [(a, float(mean)) for a, mean in zip(actions, means, strict=True) if mean > 0]
    text = ", ".join(f"{action.name} {percent(mean, exact_digits=0)}" for action, mean in played)
    return Cell(
        class_name(place),
        min(1.0, float(means.sum())),
        blocked=blocked,
        strong=place[0] == place[1],
        speech=f"{class_name(place)}: {text or 'no action'}",
        parts=tuple((action.color, mean) for action, mean in played),
    )


class ActionEditor(MatrixEditor[Shares]):
    """The matrix of the selected seat's actions; strokes paint the selected action.

    ``save_requested`` carries all actions, to be saved as one entry of the library.
    """

    save_requested = Signal(object)
    subject = "the actions"

    def __init__(self, context: PageContext, edits: SeatEdits, parent: QWidget) -> None:
        super().__init__(context, edits, "range.actions", TEACHING, parent)
        self._selected = 0
        """Index of the action that was selected last, which may have been removed since."""
        self._rows = [self._row(i) for i in range(MAX_ACTIONS)]
        self.rest = label(name="range.actions.rest")
        save = "Save all actions to the library as one entry"
        self._add = chip_button("+ action", "range.actions.add", self._on_added, "Add an action")
        self._save = chip_button("save \u2026", "range.actions.save", self._on_save, save, save)
        actions = QWidget(self.tools)
        rows = filled(QVBoxLayout(), *self._rows, spacing=2, margins=NO_MARGINS)
        chips = ChipFlow((self._add, self._save), actions)
        # Above the rows, which do not move them when there is another one.
        filled(QVBoxLayout(actions), chips, rows, self.rest, spacing=4, margins=(0, 0, 0, 8))
        self.tools.add_first(actions)
        self._lay_out(SIZE)
        self.grid.copied.connect(self._on_copied)
        self.grid.pasted.connect(self._on_pasted)

    def _row(self, index: int) -> ActionRow:
        """Return the row of an action, with its name, colour and menu."""
        row = ActionRow(index, self.tools)
        row.swatch.clicked.connect(Keyed(row.swatch, self.choose, index).plain)
        row.name.textEdited.connect(Keyed(row.name, self._on_renamed, row).plain)
        row.more.clicked.connect(Keyed(row.more, self._open_menu, row).plain)
        return row

    def build_menu(self, index: int) -> QMenu:
        """Return the menu of an action, which deletes itself when it is closed."""
        menu = QMenu(self)
        menu.setObjectName("range.action.menu")
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for i, seat in enumerate(self._edits.document.scenario.seats):
            put = menu.addAction(literal(f"Use as {seat.name}'s range"))
            put.triggered.connect(lambda _=False, i=i: self.put_on(index, i))
        menu.addSeparator()
        menu.addAction("Copy from the seat's range").triggered.connect(lambda _=False: self.take_range(index))
        colors = menu.addMenu("Color")
        for color, name in enumerate(COLOR_NAMES):
            paint = colors.addAction(seat_swatch(current_theme().seat(color)), name)
            paint.triggered.connect(lambda _=False, color=color: self.recolor(index, color))
        menu.addSeparator()
        menu.addAction("Remove").triggered.connect(lambda _=False: self.remove(index))
        return menu

    @property
    def played(self) -> tuple[RangeAction, ...]:
        """The actions of the selected seat, or the default ones if it has none yet."""
        return actions_of(self._edits.document.scenario, self._edits.seat) or NEW_ACTIONS

    @property
    def shares(self) -> Shares:
        """The displayed shares, float64[actions, 1326]: how often each combo takes each action."""
        return self._weights()

    @property
    def selected(self) -> int:
        """Index of the selected action."""
        return min(self._selected, len(self.played) - 1)

    def _saved_weights(self) -> Shares:
        # The matrix must be drawn even if a text cannot be read, as in an edited file: it is empty then.
        try:
            return read_shares(self.played)
        except TextError:
            return np.zeros((len(self.played), COMBO_COUNT))

    def render_range(self) -> None:
        """Show the matrix, a row for each action, and the share of all hands without an action."""
        actions, shares = self.played, self.shares
        known = known_mask(self._edits.document.scenario, self._edits.seat)
        self.grid.setAccessibleName(f"Actions of {self._edits.displayed_seat.name}")
        self.grid.set_color(self._color())
        self.grid.show_cells(action_cells(actions, shares, known))
        for row in self._rows:
            row.setVisible(row.index < len(actions))
            if row.index < len(actions):
                row.show_action(
                    actions[row.index], float(shares[row.index].mean()), selected=row.index == self.selected
                )
        rest = 1.0 - float(shares.sum(axis=0).mean())
        self.rest.setText(f"rest: fold {percent(max(0.0, rest), exact_digits=1)}")
        self._add.setEnabled(len(actions) < MAX_ACTIONS)
        self._save.setEnabled(bool(shares.any()))
        played = f"{percent(float(shares.sum(axis=0).mean()), exact_digits=1)} of all hands are played"
        combos = (f"{a.name} {count(float(row.sum()))}" for a, row in zip(actions, shares, strict=True) if row.any())
        self.info.show_expansion((played, *combos))
        self._show_pointed()
        if self.popup is not None:
            self.popup.show_weights(shares[self.selected], known, self.tools.brush.weight)

    def _put_weights(self, weights: Shares, title: str, merge: str | None = None) -> None:
        self._edits.write_actions(with_shares(self.played, weights), title, merge=merge)

    def _painted(self, weights: Shares, places: Iterable[Place], value: float) -> Shares:
        return paint_cells(weights, self.selected, places, value)

    def _is_painted(self, weights: Shares, places: Iterable[Place], value: float) -> bool:
        return bool(np.all(weights[self.selected, combos_in(places)] == value))

    def _color(self) -> QColor:
        return current_theme().seat(self.played[self.selected].color)

    def _painted_combos(self, weights: Shares, combos: tuple[int, ...], value: float) -> Shares:
        painted = np.zeros(COMBO_COUNT, dtype=np.bool_)
        painted[list(combos)] = True
        return painted_shares(weights, self.selected, painted, value)

    def _inverted(self, weights: Shares) -> Shares:
        return filled_shares(weights, self.selected)

    def text_of(self, places: Iterable[Place]) -> str:
        return weights_text(only(self.shares[self.selected], places))

    def _edit(self, title: str, actions: tuple[RangeAction, ...], merge: str | None = None) -> None:
        """Replace the actions, as one undo step; a stroke that is not yet written is dropped."""
        self._end_stroke()
        self._edits.write_actions(actions, title, merge=merge)
        self.render_range()

    def _with(self, index: int, action: RangeAction) -> tuple[RangeAction, ...]:
        return (*self.played[:index], action, *self.played[index + 1 :])

    def take(self, actions: tuple[RangeAction, ...], title: str) -> None:
        """Replace the actions by those of an entry of the library, as one undo step called ``title``."""
        self._edit(title, actions)

    def choose(self, index: int) -> None:
        """Select the action that strokes paint."""
        self._end_stroke()
        self._selected = index
        self.render_range()

    def _on_renamed(self, row: ActionRow) -> None:
        action = replace(self.played[row.index], name=row.name.text())
        merge = f"range.action.name {self._edits.seat} {row.index}"
        self._edit("Name an action", self._with(row.index, action), merge)

    def _open_menu(self, row: ActionRow) -> None:
        self.build_menu(row.index).popup(row.more.mapToGlobal(row.more.rect().bottomLeft()))

    def recolor(self, index: int, color: int) -> None:
        """Set the colour of an action, by its index in the colours of seats."""
        self._edit("Color an action", self._with(index, replace(self.played[index], color=color)))

    def put_on(self, index: int, seat: int) -> None:
        """Set the range of a seat to the hands of an action."""
        action = self.played[index]
        if action.text:
            self._edits.put_on(seat, action.text, f"{action.name} as the range")
        else:
            self._edits.refuse(f"{action.name} has no hands yet: paint it first")

    def take_range(self, index: int) -> None:
        """Replace the hands of an action by the selected seat's range before the flop."""
        document = self._edits.document
        weights = read_seat(at_street(document.scenario, None), self._edits.seat, document.orders).weights
        self._edit("Use the range as an action", with_shares(self.played, with_range(self.shares, index, weights)))

    def remove(self, index: int) -> None:
        """Remove an action."""
        remaining = tuple(action for i, action in enumerate(self.played) if i != index)
        self._selected = max(0, min(self._selected, len(remaining) - 1))
        self._edit("Remove an action", remaining)

    @Slot()
    def _on_added(self) -> None:
        taken = {action.color for action in self.played}
        color = next(color for color in range(MAX_ACTIONS) if color not in taken or len(taken) == MAX_ACTIONS)
        self._selected = len(self.played)
        self._edit("Add an action", (*self.played, RangeAction(f"action {len(self.played) + 1}", "", color)))

    @Slot(object)
    def _on_copied(self, places: tuple[Place, ...]) -> None:
        """Copy the hands of the selected action in the cells ``places``, or all of its hands if none are selected."""
        text = self.text_of(places or ALL_CELLS)
        if text:
            QGuiApplication.clipboard().setText(text)

    @Slot()
    def _on_pasted(self) -> None:
        """Replace the hands of the selected action by the range before the flop on the clipboard."""
        document = self._edits.document
        try:
            text = range_text(document.scenario, QGuiApplication.clipboard().text(), document.orders)
            order = find_order(document.scenario.order, document.orders)
            pasted = parse_range(base_of(text), document.scenario.dialect, order).weights
        except TextError as error:
            self._edits.refuse(f"Not pasted: {error.message}")
            return
        self._edit("Paste an action", with_shares(self.played, with_range(self.shares, self.selected, pasted)))

    @Slot()
    def _on_save(self) -> None:
        self.save_requested.emit(self.played)
