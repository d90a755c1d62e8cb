"""The situation of the page: what the table on the left does not say. Every valid entry is an edit of the scenario.

A range is a text with a small matrix under it, in which it can be painted as well.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from PySide6.QtCore import QPoint, QSignalBlocker, Qt, Signal, Slot
from PySide6.QtGui import QAction, QColor, QFont
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QSizePolicy, QVBoxLayout, QWidget

from engine import GAMES, Problem, Scenario, ScenarioError
from engine.cards import RANKS, TextError, whole_text
from engine.players.kinds import PlayerKind, player_kinds, position_notes, table_templates
from engine.preflop.panel import Row, State, hero_seat, panel_of, rows_of
from engine.preflop.panel_edits import (
    from_template,
    kind_of,
    with_after,
    with_entry,
    with_hero,
    with_kind,
    with_number,
    with_state,
)
from engine.ranges.holdem import parse_range
from engine.ranges.holdem_matrix import ALL_PLACES, SIZE, Weights, better, class_name, class_weights, painted
from engine.ranges.orders import find_order
from engine.scenario.preflop import PANEL_FIELDS
from engine.scenario.seat_panel import BETS, IN_MIDDLE, PAID, POT_SHARE, AfterFlop, BetSize
from engine.table.seat_ranges import write_weights
from gui.look.guard import Keyed
from gui.look.scale import at_least, fix, px
from gui.look.theme import current_theme
from gui.pages.preflop.model import PreflopModel
from gui.pages.preflop.view import PreflopView
from gui.pages.preflop.words import LEFT_OUT, sentence
from gui.parts.build import STRETCH, bare_grid, combo_box, drop, filled, label, level_slider, named, offer
from gui.parts.cell_grid import CellGrid, GridPopup
from gui.parts.cells import Cell, Place
from gui.parts.chip_button import chip_button
from gui.parts.choice_bar import ChoiceBar, SeatChoice, seat_swatch
from gui.parts.number_field import Base, Edit, NumberField, PanelNumbers, heading, small
from gui.parts.text_entry import EntryField
from gui.state.context import PageContext
from gui.state.document import Document
from gui.storage.players import PlayerStore
from gui.words.captions import expansion
from gui.words.formatting import percent

COLUMNS = 2
NOBODY = "No opponents yet: give a seat on the left cards or a range, or set a whole table."
TEMPLATES_TIP = "Sets blinds, raise, seats and neutral players in one click; your cards stay"
STREETS = 5
"""Small bets when one bet is made on each street: one on the flop, two each on turn and river."""
CHOICES = (
    ("none", "nothing more"),
    ("streets", "one bet on each street"),
    ("half", "half the pot, once"),
    ("pot", "the pot, once"),
    ("chips", "own number of chips"),
    ("share", "own share of the pot"),
)
OTHER = "other after a raise"
OWN_CHIPS, OWN_SHARE = 2.5, 0.75
STATES: Mapping[str, State] = {"in": "in", "act": "to act", "folded": "folded"}
STATE_KEYS = {state: key for key, state in STATES.items()}
CHIPS_WIDTH, KIND_WIDTH, SWATCH = 58, 108, 12
OWN = "own"
LOCKED = "Has paid the price: nobody can make it fold to a call"
STATE_TIP = (
    "in: it has acted, and holds what stands at its seat; to act: it may hold any two cards, and goes on with those "
    "below; folded: it plays no more, its seat says what it folds"
)


TITLE_WIDTH = 168
CELL = 30
STEPS, PAGE = 200, 10
"""Half percents of the slider, and those of a page."""


class RangeField(EntryField):
    """``edited`` carries a text that can be read, empty where nothing is written and nothing has to be."""

    def __init__(
        self, name: str, title: str, document: Document, parent: QWidget | None = None, *, default: str = ""
    ) -> None:
        """``default``: what an empty field stands for; without one there has to be a text."""
        super().__init__(name, "", parent, chip="paint")
        self._document, self._title, self._default = document, title, default
        self._text = ""
        self._color = QColor(current_theme().accent)
        self._popup: RangePopup | None = None
        self.entry.setPlaceholderText(default)
        self._label = small(title)
        fix(self._label, width=TITLE_WIDTH)
        self._label.setBuddy(self.entry)
        layout = bare_grid(self, 8, 2)
        layout.addWidget(self._label, 0, 0)
        layout.addWidget(self.entry, 0, 1)
        layout.addWidget(self.problem_line, 1, 1)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        assert self.entry.chip is not None
        self.entry.chip.setObjectName(f"{name}.paint")
        self.entry.chip.clicked.connect(self.open_popup)

    def show_text(self, text: object, owner: str, color: QColor, *, locked: str = "") -> None:
        """Show the current text of ``owner``; ``locked``: why it cannot be changed, empty where it can.

        What a file holds in place of a text is shown as it is.
        """
        self._text = text if isinstance(text, str) else str(text)
        self._color = color
        self.entry.setAccessibleName(f"{owner} {self._title}")
        assert self.entry.chip is not None
        self.entry.chip.setAccessibleName(f"Paint: {owner} {self._title}")
        if not (self.entry.pending and self.entry.problem is not None):
            self.entry.show_text(self._text)
        self.entry.setEnabled(not locked)
        self.entry.setToolTip(locked)
        self.entry.show_chip(not locked, "paint", "Paint these hands")
        if self._popup is not None:
            self._popup.show_weights(self._weights())

    def report(self, problem: Problem | None) -> None:
        """Show a problem that the current text has, also that there is none yet."""
        self.show_standing(problem)

    def _parsed(self, text: str) -> Weights:
        scenario = self._document.scenario
        try:
            order = find_order(scenario.order, self._document.orders)
        except ScenarioError:
            order = find_order(None)
        return parse_range(text, scenario.dialect, order).weights

    def _weights(self) -> Weights:
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
        self._weights: Weights | None = None
        self.grid = named(CellGrid(SIZE, SIZE, self, better=better), f"{name}.matrix", title)
        self.grid.model_.show_heads(tuple(reversed(RANKS)))
        self.grid.set_color(color)
        fix(self.grid, width=SIZE * CELL, height=SIZE * CELL)
        best = f"{title}: best share of all hands"
        self._slider = level_slider(f"{name}.top", best, 0, STEPS, PAGE)
        self._count = label(role="", weight=QFont.Weight.Normal)
        nothing = "No hand: paint from the beginning"
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

    def show_weights(self, weights: Weights) -> None:
        """Show a range, float64[1326]."""
        self._weights = weights
        self.grid.show_cells(range_cells(weights))
        self._count.setText(" · ".join(expansion(weights, 0)))
        with QSignalBlocker(self._slider):
            self._slider.setValue(round(float(weights.mean()) * STEPS))

    def open_at(self, point: QPoint) -> None:
        """Open as near to ``point`` as the screen allows, with the keyboard on the matrix."""
        super().open_at(point)
        self.grid.setFocus(Qt.FocusReason.PopupFocusReason)

    def _write(self, weights: Weights, merge: str) -> None:
        self.show_weights(weights)
        text = write_weights(weights)
        if text:
            self.written.emit(text, merge)

    @Slot(object, float, int)
    def _on_painted(self, places: tuple[Place, ...], value: float, _stroke: int) -> None:
        if self._weights is not None:
            self.show_weights(painted(self._weights, places, value))

    @Slot()
    def _on_stroke_ended(self) -> None:
        if self._weights is not None:
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


def range_cells(weights: Weights) -> tuple[Cell, ...]:
    """Return the 169 cells of a range, row by row."""
    means, mixed = class_weights(weights)
    cells = []
    for i, place in enumerate(ALL_PLACES):
        name, weight = class_name(place), float(means[i])
        note = f"{100 * weight:.0f}" if 0.0 < weight < 1.0 else ""
        speech = f"{name}: {percent(weight, exact_digits=0) if weight else 'not in the range'}"
        cells.append(Cell(name, weight, bool(mixed[i]), strong=place[0] == place[1], note=note, speech=speech))
    return tuple(cells)


def choice_of(bets: Any, big_blind: float) -> str:
    """Return which of :data:`CHOICES` the bets are; empty where they are none of them."""
    if not isinstance(bets, BetSize):
        return ""
    if bets.of_pot:
        return {0.5: "half", 1.0: "pot"}.get(bets.amount, "share")
    return {0.0: "none", STREETS * big_blind: "streets"}.get(bets.amount, "chips")


class AfterField(QWidget):
    """The bets after the flop: a choice of usual ones, a field for others, and what opponents pay of them."""

    def __init__(self, edit: Edit, base: Base, parent: QWidget) -> None:
        super().__init__(parent)
        self._edit, self._base = edit, base
        self._big_blind = 1.0
        self._bets: Any = None
        tip = "What hero puts in altogether on a flop that is worth it, in one go"
        self.choice = combo_box("preflop.after", "Bets after the flop", self._on_chosen, tip)
        for key, text in (*CHOICES, ("", OTHER)):
            self.choice.addItem(text, key)
        title = label("After the flop", role="")
        title.setBuddy(self.choice)
        self.chips = NumberField(BETS, "preflop.bets", self)
        self.share = NumberField(POT_SHARE, "preflop.betsOfPot", self)
        self.paid = NumberField(PAID, "preflop.paid", self)
        layout = bare_grid(self, 24, 4)
        for place, part in enumerate((title, self.choice, self.chips, self.paid)):
            layout.addWidget(part, *divmod(place, 2))
        layout.addWidget(self.share, 1, 0)
        for column in (0, 1):
            layout.setColumnStretch(column, 1)
        self.chips.edited.connect(Keyed(self.chips, self._on_size, False).edited)
        self.share.edited.connect(Keyed(self.share, self._on_size, True).edited)
        self.paid.edited.connect(self._on_paid)

    def show_after(self, after: AfterFlop, big_blind: float) -> None:
        """Show the current bets, or what a file holds in their place."""
        self._bets, self._big_blind = after.bets, big_blind
        chosen = choice_of(self._bets, big_blind)
        self.choice.setCurrentIndex(self.choice.findData(chosen))
        of_pot = chosen in ("half", "pot", "share")
        self.chips.setVisible(not of_pot)
        self.share.setVisible(of_pot)
        amount = self._bets.amount if isinstance(self._bets, BetSize) else None
        self.chips.show_value(None if of_pot else amount)
        self.share.show_value(amount if of_pot else None)
        self.paid.show_value(after.entered("paid"))

    def report(self, problems: Mapping[str, Problem]) -> None:
        """Show the problems that belong here."""
        bets = [p for key, p in problems.items() if key == "after" or key.startswith("after.bets")]
        for field in (self.chips, self.share):
            field.report(bets[0] if bets else None)
        paid = [p for key, p in problems.items() if key.startswith("after.paid")]
        self.paid.report(paid[0] if paid else None)

    @Slot(int)
    def _on_chosen(self, index: int) -> None:
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
            self.choice.setCurrentIndex(self.choice.findData(choice_of(self._bets, self._big_blind)))

    def _set(self, key: str, value: object, merge: str = "") -> None:
        self._edit("bets after the flop", with_after(self._base(), key, value), merge)

    def _on_size(self, of_pot: bool, value: float | None, merge: str) -> None:
        self._set("bets", BetSize(0 if value is None else value, of_pot), merge)

    @Slot(object, str)
    def _on_paid(self, value: object, merge: str) -> None:
        self._set("paid", 1 if value is None else value, merge)


class OpponentRow(QWidget):
    """What is said of an opponent beside its seat: its state, its chips, its kind and its ranges."""

    def __init__(
        self, seat: int, document: Document, players: PlayerStore, edit: Edit, base: Base, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.seat, self._document, self._players = seat, document, players
        self._edit, self._base = edit, base
        name = f"preflop.seat{seat}"
        named(self, name)
        self._swatch, self._name, self._position = QLabel(), QLabel(), small()
        self._state = ChoiceBar(f"{name}.state", f"Seat {seat + 1}", STATES, self)
        self._state.setToolTip(STATE_TIP)
        self._chips = NumberField(
            IN_MIDDLE, f"{name}.chips", self, title=f"Seat {seat + 1}: in the middle", width=CHIPS_WIDTH
        )
        self._kind = combo_box(f"{name}.kind", "", self._on_kind)
        fix(self._kind, width=KIND_WIDTH)
        self._kinds: tuple[PlayerKind, ...] = ()
        """The kinds to choose from: those that are shipped, the player as he plays, those that were saved."""
        self._rests = small(name=f"{name}.rests", wrap=True)
        against = "goes on against a raise with"
        self._fields = {
            "calls": RangeField(f"{name}.calls", "comes along with", document, self),
            "calls_raise": RangeField(f"{name}.callsRaise", against, document, self, default="random"),
        }
        titles = self._swatch, self._name, self._position, STRETCH
        head = filled(QHBoxLayout(), *titles, self._state, small("chips"), self._chips, self._kind, spacing=6)
        layout, fields = QVBoxLayout(self), self._fields.values()
        filled(layout, head, self._rests, self._chips.problem_line, *fields, spacing=4, margins=(0, 4, 0, 6))
        self._state.chosen.connect(self._on_state)
        self._chips.edited.connect(self._on_chips)
        for key, field in self._fields.items():
            field.edited.connect(Keyed(field, self._on_text, key).edited)

    def render_row(self, row: Row, scenario: Scenario) -> None:
        """Show the opponent."""
        self._swatch.setPixmap(seat_swatch(current_theme().seat(self.seat)).pixmap(px(SWATCH), px(SWATCH)))
        shown = self._name.fontMetrics().elidedText(row.name, Qt.TextElideMode.ElideRight, px(120))
        self._name.setText(shown)
        self._name.setToolTip(row.name)
        position = row.position_name
        self._position.setText(position if position != row.name else "")
        self._state.setAccessibleName(f"{row.name} is in, still to act or folded")
        self._state.show_choice(STATE_KEYS.get(row.state, ""))
        self._chips.entry.setAccessibleName(f"{row.name}: in the middle")
        entry = None if row.chips == row.posted else row.chips
        self._chips.entry.setPlaceholderText(f"{row.posted:g}")
        self._chips.show_value(entry)
        self._show_kind(row, scenario)
        self._show_fields(row, scenario.seats[self.seat].cards)

    def _show_kind(self, row: Row, scenario: Scenario) -> None:
        self._kind.setAccessibleName(f"Kind of player: {row.name}")
        watched = self._players.watched(row.name)
        self._kinds = (*player_kinds(), *(kind for _, kind in watched))
        offer(self._kind, [OWN, *(kind.name for kind in player_kinds()), *(title for title, _ in watched)])
        for place, each in enumerate(self._kinds, 1):
            why = each.rests.get(row.position) or each.why
            self._kind.setItemData(place, why, Qt.ItemDataRole.ToolTipRole)
        kind = kind_of(scenario, self.seat, self._kinds[len(player_kinds()) :])
        self._kind.setCurrentIndex(0 if kind is None else self._kinds.index(kind) + 1)
        rests = "" if kind is None else kind.rests.get(row.position, "")
        self._rests.setText(f"{whole_text(kind.name)} {rests}" if kind is not None and rests else "")
        self._rests.setVisible(bool(rests) and row.state in ("in", "to act"))
        self._kind.setVisible(row.state in ("in", "to act"))
        note = position_notes()[row.position]
        self._kind.setToolTip(f"Whose ranges it has, by its position ({row.position}). {note}")

    def _show_fields(self, row: Row, cards: str) -> None:
        color = QColor(current_theme().seat(self.seat))
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
        scenario, state = self._base(), STATES[key]
        after = with_state(scenario, self.seat, state, self._document.orders)
        self._edit(f"{scenario.seats[self.seat].name} is {state}", after, "")

    @Slot(object, str)
    def _on_chips(self, value: object, merge: str) -> None:
        self._edit("chips", with_entry(self._base(), self.seat, "in", value), merge)

    def _on_text(self, key: str, text: str, merge: str) -> None:
        scenario = self._base()
        after = with_entry(scenario, self.seat, key, text or None)
        self._edit(f"hands of {scenario.seats[self.seat].name}", after, merge)

    @Slot(int)
    def _on_kind(self, index: int) -> None:
        scenario = self._base()
        if index:
            kind = self._kinds[index - 1]
            after = with_kind(scenario, self.seat, kind)
            self._edit(f"{scenario.seats[self.seat].name} plays {whole_text(kind.name)}", after, "")


class SituationForm(PreflopView):
    """Blinds, raise and bets, then a row for each opponent."""

    def __init__(self, context: PageContext, model: PreflopModel, parent: QWidget | None = None) -> None:
        super().__init__(context, model, parent)
        self._rows: list[OpponentRow] = []
        self._players = context.players
        self._players.changed.connect(self._on_changed)
        specs = [spec for spec in PANEL_FIELDS if spec.group in ("blinds", "money")]
        self._numbers = PanelNumbers("preflop", specs, COLUMNS, self.edit, self._base, self, panel_of, with_number)
        self._after = AfterField(self.edit, self._base, self)
        self._nobody = label(NOBODY, name="preflop.nobody", wrap=True)
        self._list = QVBoxLayout()
        self._list.setSpacing(2)
        self._notices = small(name="preflop.notices", wrap=True)
        left_out = (small(text, name=f"preflop.leftOut{n}", wrap=True) for n, (_, text) in enumerate(LEFT_OUT))
        opponents = heading("Opponents"), self._nobody, self._list, self._notices
        parts = self._build_head(), self._numbers, self._after, 4, *opponents, 8, heading("What is left out")
        filled(QVBoxLayout(self), *parts, *left_out, STRETCH, spacing=6, margins=(0, 0, 12, 0))
        self._render()

    def _build_head(self) -> QVBoxLayout:
        title = "Set a table"
        self.templates = chip_button("set a table ▾", "preflop.templates", self._on_templates, title, TEMPLATES_TIP)
        self._hero = SeatChoice("preflop.hero", "The seat that the page is about", self)
        self._hero.setToolTip("The seat that the page is about: what it holds is looked at")
        self._hero.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        at_least(self._hero, width=110)
        self._hero.chosen.connect(self._on_hero)
        title = "Hero: in the middle"
        self._own = NumberField(IN_MIDDLE, "preflop.heroChips", self, title=title, width=CHIPS_WIDTH)
        self._own.edited.connect(self._on_own)
        hero = small("Hero"), self._hero, small("chips"), self._own, STRETCH, self.templates
        return filled(QVBoxLayout(), filled(QHBoxLayout(), *hero, spacing=6), self._own.problem_line)

    def _base(self) -> Scenario:
        """Return what an edit changes: the table, or the example in its place, which is put on it by that."""
        return self._model.situation.scenario

    @Slot(int)
    def _on_hero(self, seat: int) -> None:
        self.edit("hero", with_hero(self._base(), seat))

    @Slot(object, str)
    def _on_own(self, value: object, merge: str) -> None:
        scenario = self._base()
        self.edit("chips", with_entry(scenario, hero_seat(scenario), "in", value), merge)

    @Slot()
    def _on_templates(self) -> None:
        menu = template_menu(self)
        menu.triggered.connect(self.use_template)
        menu.popup(self.templates.mapToGlobal(self.templates.rect().bottomLeft()))

    @Slot(QAction)
    def use_template(self, action: QAction) -> None:
        table, place = action.data()
        what = f"{table.name}, hero {table.positions[place]}"
        self.edit(what, from_template(self._base(), table, place))
        self._document.choose_seat(place)  # the next card is hero's

    def _render(self) -> None:
        scenario = self._model.situation.scenario
        if not GAMES[scenario.game].hands_are_combos:
            return
        panel, rows = panel_of(scenario), rows_of(scenario)
        problems = {problem.field: problem for problem in reversed(self._model.situation.problems)}
        self._numbers.render_scenario(scenario, problems.values())
        self._after.show_after(panel.after if "after" not in panel.rejected else AfterFlop(), panel.big_blind)
        hero = hero_seat(scenario)
        self._hero.show_seats(range(len(rows)), [row.name for row in rows], hero)
        own = rows[hero]
        self._own.entry.setPlaceholderText(f"{own.posted:g}")
        self._own.show_value(None if own.chips == own.posted else own.chips)
        others = [row for row in rows if not row.hero and row.state != "out"]
        self._fit([row.seat for row in others])
        for widget, row in zip(self._rows, others, strict=True):
            widget.render_row(row, scenario)
            widget.report(problems)
        self._nobody.setVisible(not others)
        self._after.report(problems)
        self._own.report(problems.get("in_hero"))
        decided = self._model.answer("decision").current
        notices = () if decided is None else decided.answer.notices
        self._notices.setText(" ".join(map(sentence, notices)))
        self._notices.setVisible(bool(notices))

    def _fit(self, seats: list[int]) -> None:
        """Have a row for each of these seats."""
        if [row.seat for row in self._rows] == seats:
            return
        drop(self._list, *self._rows)
        self._rows = [OpponentRow(seat, self._document, self._players, self.edit, self._base, self) for seat in seats]
        for row in self._rows:
            self._list.addWidget(row)


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
            action = inner.addAction(f"Hero on {position}" if position != "UTG" else "Hero under the gun")
            action.setObjectName(f"preflop.template{number}.{position}")
            action.setData((table, place))
    return menu
