"""The form of the situation before the flop.

A range is a text with a small matrix under it, in which it can be painted as well.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from PySide6.QtCore import QPoint, QSignalBlocker, Qt, Signal, Slot
from PySide6.QtGui import QAction, QColor, QFont
from PySide6.QtWidgets import QHBoxLayout, QMenu, QVBoxLayout, QWidget

from engine import Problem, Scenario, ScenarioError
from engine.cards import RANKS, TextError, whole_text
from engine.players.description import NEUTRAL, Player, shipped_player, shipped_players
from engine.preflop.first_street import SeatRow, State
from engine.preflop.panel import PREFLOP, from_template, with_state
from engine.preflop.templates import table_templates
from engine.ranges.holdem import parse_range
from engine.ranges.holdem_matrix import ALL_CELLS, SIZE, ComboWeights, better, class_name, class_weights, painted
from engine.ranges.orders import find_order
from engine.scenario.fields import FieldSpec
from engine.scenario.preflop import PANEL_FIELDS
from engine.scenario.seat_panel import BETS, PAID, POT_SHARE, AfterFlop, BetSize
from engine.table.seat_ranges import weights_text
from gui.look.scale import at_least, fix
from gui.look.theme import current_theme
from gui.pages.preflop.model import PreflopModel
from gui.pages.preflop.seat_form import (
    ACTIVE,
    LOCKED,
    OWN_RANGES,
    HandField,
    OpponentRow,
    StreetForm,
    bets_problems,
)
from gui.pages.preflop.words import sentence
from gui.parts.build import bare_grid, combo_box, filled, label, level_slider, named, offer
from gui.parts.cell_grid import CellGrid, GridPopup
from gui.parts.cells import Cell, Place
from gui.parts.chip_button import chip_button
from gui.parts.choice_bar import ChoiceBar
from gui.parts.form import PanelForm
from gui.parts.number_field import small
from gui.state.context import PageContext
from gui.state.document import Document
from gui.words.captions import expansion
from gui.words.formatting import percent

TEMPLATES_TIP = "Set blinds, raise, seats and neutral opponents in one click; your cards stay"
STREETS = 5
"""Small bets when one bet is made on each street: one on the flop, two each on turn and river."""
CHOICES = (
    ("none", "no bets"),
    ("streets", "one bet on each street"),
    ("half", "half the pot, once"),
    ("pot", "the pot, once"),
    ("chips", "custom, in chips"),
    ("share", "custom, % of the pot"),
)
OTHER = "different after a raise"
OWN_CHIPS, OWN_SHARE = 2.5, 0.75
STATES: Mapping[str, State] = {"in": "in", "act": "to act", "folded": "folded"}
STATE_KEYS = {state: key for key, state in STATES.items()}
STATE_TIP = (
    "in: has acted, with the range at its seat; to act: has any two cards and continues with the range "
    "below; folded: out of the hand, with a folding range at its seat"
)
CELL = 30
WHY_TITLES = {"first": "first in", "open": "against a raise"}
"""The situations of which a watched player's row is explained."""
STEPS, PAGE = 200, 10
"""Half percents of the slider, and those of a page."""


class RangeField(HandField):
    """A range text. An empty field means the ``default``; without one the text must not be empty."""

    def __init__(self, name: str, title: str, document: Document, parent: QWidget, *, default: str = "") -> None:
        super().__init__(name, title, parent, chip="paint")
        self._document, self._default = document, default
        self._text = ""
        self._color = QColor(current_theme().accent)
        self._popup: RangePopup | None = None
        self.entry.setPlaceholderText(default)
        assert self.entry.chip is not None
        self.entry.chip.setObjectName(f"{name}.paint")
        self.entry.chip.clicked.connect(self.open_popup)

    def show_row(self, row: SeatRow, value: object, locked: str) -> None:
        super().show_row(row, value, locked)
        self._text, self._color = str(value), QColor(current_theme().seat(row.seat))
        assert self.entry.chip is not None
        self.entry.chip.setAccessibleName(f"Paint: {row.name} {self._title}")
        self.entry.show_chip(not locked, "paint", "Paint these hands")
        if self._popup is not None:
            self._popup.show_weights(self._weights())

    def report(self, problem: Problem | None) -> None:
        """Show a problem of the current text, also that it is missing."""
        self.show_standing(problem)

    def _parsed(self, text: str) -> ComboWeights:
        """Return the weights of a range text, read with the order of hands of the table."""
        scenario = self._document.scenario
        try:
            order = find_order(scenario.order, self._document.orders)
        except ScenarioError:
            order = find_order(None)
        return parse_range(text, scenario.dialect, order).weights

    def _weights(self) -> ComboWeights:
        try:
            return self._parsed(self._text or self._default)
        except TextError:
            return np.zeros(1326)

    def read(self, text: str) -> str:
        if text.strip() or not self._default:
            self._parsed(text)
        self._text = text if text.strip() else ""
        return self._text

    @Slot()
    def open_popup(self) -> None:
        """Open the matrix below the field."""
        popup = RangePopup(self.entry.objectName(), self.entry.accessibleName(), self._color, self)
        popup.written.connect(self._on_written)
        popup.closed.connect(self._on_closed)
        self._popup = popup
        popup.show_weights(self._weights())
        popup.open_at(self.entry.mapToGlobal(QPoint(0, self.entry.height() + 2)))

    @Slot(str, str)
    def _on_written(self, text: str, merge: str) -> None:
        self._text = text
        self.entry.show_text(text)
        self.edited.emit(text, merge)

    @Slot()
    def _on_closed(self) -> None:
        self._popup = None


class RangePopup(GridPopup):
    """``written`` carries the new text and the key that joins the steps of one drag of the slider."""

    written = Signal(str, str)

    def __init__(self, name: str, title: str, color: QColor, parent: QWidget | None = None) -> None:
        super().__init__(f"{name}.popup", title, parent)
        self._name, self._round = name, 0
        self._weights: ComboWeights | None = None
        self.grid = named(CellGrid(SIZE, SIZE, self, better=better), f"{name}.matrix", title)
        self.grid.model_.show_heads(tuple(reversed(RANKS)))
        self.grid.set_color(color)
        fix(self.grid, width=SIZE * CELL, height=SIZE * CELL)
        best = f"{title}: top percentage of hands"
        self._slider = level_slider(f"{name}.top", best, 0, STEPS, PAGE)
        self._count = label(role="", weight=QFont.Weight.Normal)
        nothing = "Clear the range"
        chips = (
            chip_button("any two", f"{name}.all", self._on_all, f"{title}: any two", "All hands"),
            chip_button("clear", f"{name}.clear", self._on_clear, f"{title}: clear", nothing),
        )
        words, top = label(title, role="", weight=QFont.Weight.DemiBold), label("Top")
        top.setBuddy(self._slider)
        head = filled(QHBoxLayout(), (words, 1), *chips)
        parts = head, self.grid, filled(QHBoxLayout(), top, (self._slider, 1)), self._count
        filled(QVBoxLayout(self), *parts, spacing=8, margins=(12, 10, 12, 10))
        self.grid.painted.connect(self._on_painted)
        self.grid.stroke_ended.connect(self._on_stroke_ended)
        self.grid.weight_keyed.connect(self.grid.set_brush)
        self._slider.sliderPressed.connect(self._on_pressed)
        self._slider.valueChanged.connect(self._on_moved)

    def show_weights(self, weights: ComboWeights) -> None:
        """Show a range, float64[1326]."""
        self._weights = weights
        self.grid.show_cells(range_cells(weights))
        self._count.setText(" · ".join(expansion(weights, 0)))
        # Otherwise the slider, which rounds, would replace a painted range by the best hands of about its size.
        with QSignalBlocker(self._slider):
            self._slider.setValue(round(float(weights.mean()) * STEPS))

    def open_at(self, point: QPoint) -> None:
        """Open as near to ``point`` as the screen allows, with the keyboard on the matrix."""
        super().open_at(point)
        self.grid.setFocus(Qt.FocusReason.PopupFocusReason)

    def _write(self, weights: ComboWeights, merge: str) -> None:
        self.show_weights(weights)
        # A range without hands has no text, and an empty text would mean the default: it is not written.
        text = weights_text(weights)
        if text:
            self.written.emit(text, merge)

    @Slot(object, float, int)
    def _on_painted(self, places: tuple[Place, ...], value: float, _stroke: int) -> None:
        if self._weights is not None:
            self.show_weights(painted(self._weights, places, value))

    @Slot()
    def _on_stroke_ended(self) -> None:
        if self._weights is not None:
            # A new number in the key of the edit, so that each stroke is an undo step of its own.
            self._round += 1
            self._write(self._weights, f"{self._name} stroke {self._round}")

    @Slot()
    def _on_all(self) -> None:
        if self._weights is not None:
            self._round += 1
            self._write(self._weights * 0 + 1, f"{self._name} all {self._round}")

    @Slot()
    def _on_clear(self) -> None:
        """Take all hands off the matrix; the current range stays until a hand is painted."""
        if self._weights is not None:
            self.show_weights(self._weights * 0)

    @Slot()
    def _on_pressed(self) -> None:
        self._round += 1

    @Slot(int)
    def _on_moved(self, value: int) -> None:
        if value:
            self.written.emit(f"{100 * value / STEPS:g}%", f"{self._name} top {self._round}")


def range_cells(weights: ComboWeights) -> tuple[Cell, ...]:
    """Return the 169 cells of a range, row by row."""
    means, mixed = class_weights(weights)
    cells = []
    for i, place in enumerate(ALL_CELLS):
        name, weight = class_name(place), float(means[i])
        note = f"{100 * weight:.0f}" if 0.0 < weight < 1.0 else ""
        speech = f"{name}: {percent(weight, exact_digits=0) if weight else 'not in the range'}"
        cells.append(Cell(name, weight, bool(mixed[i]), strong=place[0] == place[1], note=note, speech=speech))
    return tuple(cells)


def choice_of(bets: Any, big_blind: float) -> str:
    """Return the key in :data:`CHOICES` of these bets, or "" if they are none of them."""
    if not isinstance(bets, BetSize):
        return ""
    if bets.of_pot:
        return {0.5: "half", 1.0: "pot"}.get(bets.amount, "share")
    return {0.0: "none", STREETS * big_blind: "streets"}.get(bets.amount, "chips")


class AfterField(QWidget):
    """The bets after the flop: a choice of usual ones, a field for others, and what opponents pay of them."""

    def __init__(self, model: PreflopModel, parent: QWidget) -> None:
        super().__init__(parent)
        self._model = model
        self._big_blind = 1.0
        self._bets: Any = None
        tip = "Total of hero's bets on the flops where hero continues"
        self.choice = combo_box("preflop.after", "Bets after the flop", self._on_chosen, tip)
        for key, text in (*CHOICES, ("", OTHER)):
            self.choice.addItem(text, key)
        title = label("After the flop", role="")
        title.setBuddy(self.choice)
        self._form = PanelForm("preflop", self._on_edited)
        size, share, paid = (self._form.field(spec, self) for spec in (BETS, POT_SHARE, PAID))
        layout = bare_grid(self, 24, 4)
        for place, part in enumerate((title, self.choice, size, paid)):
            layout.addWidget(part, *divmod(place, 2))
        layout.addWidget(share, 1, 0)
        for column in (0, 1):
            layout.setColumnStretch(column, 1)

    def show_after(self, after: AfterFlop, big_blind: float, problems: Mapping[str, Problem]) -> None:
        """Show the current bets and their problems."""
        self._bets, self._big_blind = after.bets, big_blind
        chosen = choice_of(self._bets, big_blind)
        self.choice.setCurrentIndex(self.choice.findData(chosen))
        amount = self._bets.amount if isinstance(self._bets, BetSize) else None
        size, other = ("pot", "bets") if chosen in ("half", "pot", "share") else ("bets", "pot")
        errors = bets_problems(problems)
        if "after" in problems or "bets" in errors:
            errors[size] = problems.get("after") or errors["bets"]
        self._form.render(after, errors, values={size: amount, other: None}, shown=lambda spec: spec.key != other)

    @Slot(int)
    def _on_chosen(self, index: int) -> None:
        """Set the bets of the selected entry. Entries with an amount of one's own begin with the current or a usual
        one."""
        streets, own = STREETS * self._big_blind, OWN_CHIPS * self._big_blind
        current = self._bets if isinstance(self._bets, BetSize) else BetSize(0)
        sizes = {
            "none": BetSize(0),
            "streets": BetSize(streets),
            "half": BetSize(0.5, of_pot=True),
            "pot": BetSize(1, of_pot=True),
            "chips": BetSize(own) if current.of_pot or current.amount in (0, streets) else current,
            "share": current if current.of_pot and current.amount not in (0.5, 1) else BetSize(OWN_SHARE, of_pot=True),
        }
        chosen = self.choice.itemData(index)
        if chosen in sizes:
            self._set("bets", sizes[chosen])
        else:
            # The last entry only describes bets that this form cannot edit: it does not stay selected.
            self.choice.setCurrentIndex(self.choice.findData(choice_of(self._bets, self._big_blind)))

    def _set(self, key: str, value: object, merge: str = "") -> None:
        self._model.edit("bets after the flop", PREFLOP.with_after(self._model.base(), key, value), merge)

    def _on_edited(self, spec: FieldSpec, value: float | None, merge: str) -> None:
        if spec.key == "paid":
            self._set("paid", value, merge)
        else:
            self._set("bets", BetSize(0 if value is None else value, spec.key == "pot"), merge)


class PreflopOpponent(OpponentRow):
    """An opponent before the flop, who is in, still to act or folded."""

    def __init__(self, seat: int, model: PreflopModel, context: PageContext, parent: QWidget) -> None:
        # First, because the base class calls the methods below that use them.
        self._document, self._players = context.document, context.players
        self._watched: tuple[Player, ...] = ()
        """The players in the box behind those that ship: the player as his hands were watched, and those saved."""
        super().__init__(seat, model, parent)

    def _choices(self) -> Sequence[QWidget]:
        self._state = ChoiceBar(f"{self._prefix}.state", f"Seat {self.seat + 1}", STATES, self)
        self._state.setToolTip(STATE_TIP)
        self._state.chosen.connect(self._on_state)
        return (self._state,)

    def _remarks(self) -> Sequence[QWidget]:
        self._rests = small(name=f"{self._prefix}.rests", wrap=True)
        return (self._rests,)

    def _hand_fields(self) -> Mapping[str, HandField]:
        calls, against = f"{self._prefix}.calls", f"{self._prefix}.callsRaise"
        title, document = "continues vs a raise with", self._document
        return {
            "calls": RangeField(calls, "calls or limps with", document, self),
            "calls_raise": RangeField(against, title, document, self, default="random"),
        }

    def _show_hands(self, row: SeatRow, scenario: Scenario) -> None:
        """Show position, state and kind, and those texts of hands that matter in this state."""
        self._note.setText(row.position_name if row.position_name != row.name else "")
        self._state.setAccessibleName(f"State of {row.name}: in, to act or folded")
        self._state.show_choice(STATE_KEYS.get(row.state, ""))
        self._show_kind(row, scenario)
        acts, active = row.state == "to act", row.state in ACTIVE
        visible = {"calls": acts or (row.state == "in" and row.calls != ""), "calls_raise": active}
        for key, field in self._fields.items():
            field.setVisible(visible[key])
            if visible[key]:
                field.show_row(row, getattr(row, key), LOCKED if key == "calls" and row.locked else "")
        held = f"its whole range ({row.text.strip()[:24]})"
        self._fields["calls_raise"].entry.setPlaceholderText(
            "its whole calling range" if acts or row.calls != "" else held
        )

    def _show_kind(self, row: SeatRow, scenario: Scenario) -> None:
        """Offer the kinds of players, those watched in hand histories at the end, and select that of the row."""
        shipped, watched = shipped_players(), self._players.watched(row.name)
        self._watched = tuple(player for _, player in watched)
        offer(self._kind, [OWN_RANGES, *(player.name for player in shipped), *(title for title, _ in watched)])
        players = (*shipped, *self._watched)
        for index, player in enumerate(players, 1):
            self._kind.setItemData(index, player.why, Qt.ItemDataRole.ToolTipRole)
        own = {player.name: player for player in self._watched if player.name == row.kind}
        name, active = PREFLOP.kind_of(scenario, row.seat, own), row.state in ACTIVE
        names = ["", *(player.name for player in players)]
        self._kind.setCurrentIndex(names.index(name) if name in names else 0)
        rests = next((_row_whys(player, row.spot) for player in self._watched if player.name == name), "")
        self._rests.setText(f"{whole_text(name)}: {rests}" if rests else "")
        self._rests.setVisible(bool(rests) and active)
        self._kind.setVisible(active)
        note = shipped_player(NEUTRAL).games["holdem"].first_street["first"].own[row.spot].why
        self._kind.setToolTip(
            f"Type of player; fills the ranges by position ({row.spot}) and by the raises before it. {note}"
        )

    def _chosen_kind(self, scenario: Scenario, index: int) -> tuple[str, Scenario] | None:
        if not index:
            return None
        shipped = shipped_players()
        player = (*shipped, *self._watched)[index - 1]
        return whole_text(player.name), PREFLOP.with_kind(scenario, self.seat, player)

    @Slot(str)
    def _on_state(self, key: str) -> None:
        scenario, state = self._model.base(), STATES[key]
        edited = with_state(scenario, self.seat, state, self._document.orders)
        self._model.edit(f"{scenario.seats[self.seat].name} is {state}", edited)


def _row_whys(player: Player, position: str) -> str:
    """Return the reasons of the rows of a position: of a watched player, on how many hands they are based."""
    rows = player.games["holdem"].first_street
    texts = (f"{title}: {why}" for key, title in WHY_TITLES.items() if (why := rows[key].own[position].why))
    return ". ".join(text.removesuffix(".") for text in texts)


class PreflopForm(StreetForm):
    """The situation before the flop."""

    def __init__(self, context: PageContext, model: PreflopModel, parent: QWidget | None = None) -> None:
        self._context = context
        super().__init__(model, [spec for spec in PANEL_FIELDS if spec.group in ("blinds", "money")], parent)
        self._hero.setToolTip("The player whose decision this page computes")
        at_least(self._hero, width=110)
        context.players.changed.connect(self._on_changed)
        self._render()

    def _head(self) -> Sequence[QWidget]:
        title = "Set up a table"
        self.templates = chip_button("set up a table ▾", "preflop.templates", self._on_templates, title, TEMPLATES_TIP)
        return (self.templates,)

    def _after(self) -> Sequence[Any]:
        self._bets = AfterField(self._model, self)
        return (self._bets,)

    def _remarks(self) -> Sequence[QWidget]:
        self._notices = small(name="preflop.notices", wrap=True)
        return (self._notices,)

    def _new_row(self, seat: int) -> PreflopOpponent:
        return PreflopOpponent(seat, self._model, self._context, self)

    def _show_after(self, scenario: Scenario, problems: Mapping[str, Problem]) -> None:
        panel = PREFLOP.panel(scenario)
        after = panel.after if "after" not in panel.rejected else AfterFlop()
        self._bets.show_after(after, panel.big_blind, problems)

    def _render(self) -> None:
        super()._render()
        decided = self._model.answer("decision").current
        notices = () if decided is None else decided.answer.notices
        self._notices.setText(" ".join(map(sentence, notices)))
        self._notices.setVisible(bool(notices))

    @Slot()
    def _on_templates(self) -> None:
        menu = template_menu(self)
        menu.triggered.connect(self.use_template)
        menu.popup(self.templates.mapToGlobal(self.templates.rect().bottomLeft()))

    @Slot(QAction)
    def use_template(self, action: QAction) -> None:
        """Set the table of an action of the menu, with hero at its place."""
        table, place = action.data()
        name = f"{table.name}, Hero in {table.positions[place]}"
        self._model.edit(name, from_template(self._model.base(), table, place))
        self._context.document.choose_seat(place)  # the next card is hero's


def template_menu(parent: QWidget) -> QMenu:
    """Return the menu of tables, hero's position below each; an action carries the table and the place."""
    menu = QMenu(parent)
    menu.setObjectName("preflop.templateMenu")
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    menu.setToolTipsVisible(True)
    for number, table in enumerate(table_templates()):
        inner = menu.addMenu(table.name)
        inner.setObjectName(f"preflop.template{number}")
        inner.menuAction().setToolTip(table.why)
        for place, position in enumerate(table.positions):
            action = inner.addAction(
                f"Hero in {position}" if position.startswith(("UTG", "MP")) else f"Hero in the {position}"
            )
            action.setObjectName(f"preflop.template{number}.{position}")
            action.setData((table, place))
    return menu
