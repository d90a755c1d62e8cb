"""The form of a first street: the values that the table on the left does not have, and a row for each opponent.

Every valid entry is an edit of the scenario. Forms of the two games derive from these classes.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from engine import Problem, Scenario
from engine.preflop.first_street import SeatRow
from engine.scenario.fields import FieldSpec
from engine.scenario.seat_panel import BLUFFS, IN_MIDDLE, LEAST_SWITCH
from gui.look.guard import Keyed
from gui.look.scale import fix, px
from gui.look.theme import current_theme
from gui.pages.preflop.model import StreetModel
from gui.parts.build import (
    NO_MARGINS,
    STRETCH,
    ShownWidget,
    bare_grid,
    combo_box,
    drop,
    filled,
    keep_room,
    label,
    named,
)
from gui.parts.choice_bar import SeatChoice, seat_swatch
from gui.parts.form import PanelForm, SwitchField, first_problems
from gui.parts.number_field import NumberField, heading, small
from gui.parts.text_entry import EntryField

COLUMNS = 2
CHIPS_WIDTH, TITLE_WIDTH, SWATCH = 58, 168, 12
OWN_RANGES = "custom"
LOCKED = "Has already paid the bet, so it cannot fold to a call"
ACTIVE = ("in", "to act")
"""The states of opponents who play on."""


class HandField(EntryField):
    """A text of hands with its title; ``edited`` carries a text that can be read, or "" if nothing is written."""

    def __init__(self, name: str, title: str, parent: QWidget | None = None, *, chip: str = "") -> None:
        super().__init__(name, title, parent, chip=chip)
        self._title = title
        caption = small(title)
        fix(caption, width=TITLE_WIDTH)
        caption.setBuddy(self.entry)
        layout = bare_grid(self, 8, 2)
        layout.addWidget(caption, 0, 0)
        layout.addWidget(self.entry, 0, 1)
        layout.addWidget(self.problem_line, 1, 1)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_row(self, row: SeatRow, value: object, locked: str) -> None:
        """Show the text that ``row`` has; ``locked``: why it cannot be changed, or "" if it can.

        A value from a file that is not a text is displayed unchanged. Rejected input stays in the field.
        """
        self.entry.setAccessibleName(f"{row.name} {self._title}")
        if not (self.entry.pending and self.entry.problem is not None):
            self.entry.show_text(str(value))
        self.entry.setEnabled(not locked)
        self.entry.setToolTip(locked)


class OpponentRow(QWidget):
    """An opponent: its chips, its kind of player, and the hands with which it calls and calls a raise."""

    KIND_WIDTH = 108

    def __init__(self, seat: int, model: StreetModel[Any], parent: QWidget) -> None:
        """Build the row; the fields and remarks of a street come from the methods that its subclass overrides."""
        super().__init__(parent)
        self.seat, self._model, self._street = seat, model, model.texts.street
        self._prefix = f"{model.texts.name}.seat{seat}"
        named(self, self._prefix)
        self._swatch, self._name, self._note = QLabel(), QLabel(), small()
        title = f"Seat {seat + 1}: chips in the pot"
        self._chips = NumberField(IN_MIDDLE, f"{self._prefix}.chips", self, title=title, width=CHIPS_WIDTH)
        self._kind = combo_box(f"{self._prefix}.kind", "", self._on_kind)
        fix(self._kind, width=self.KIND_WIDTH)
        keep_room(self._kind)
        self._fields = self._hand_fields()
        names = self._swatch, self._name, self._note
        chips = small("chips"), self._chips, self._kind
        head = filled(QHBoxLayout(), *names, STRETCH, *self._choices(), *chips, spacing=6)
        bluffs = f"Seat {seat + 1}: share of bluffs"
        self._bluffs = NumberField(BLUFFS, f"{self._prefix}.bluffs", self, title=bluffs, width=CHIPS_WIDTH)
        self._bluffs.edited.connect(self._on_bluffs)
        self._bluff_row = QWidget(self)
        first = small("bluffs in the first raise, %")
        filled(QHBoxLayout(self._bluff_row), first, self._bluffs, STRETCH, margins=NO_MARGINS)
        below = (*self._remarks(), self._bluff_row, self._chips.problem_line, *self._fields.values())
        filled(QVBoxLayout(self), head, *below, spacing=4, margins=(0, 4, 0, 6))
        self._chips.edited.connect(self._on_chips)
        for key, field in self._fields.items():
            field.edited.connect(Keyed(field, self._on_text, key).edited)

    def _hand_fields(self) -> Mapping[str, HandField]:
        """Return the fields of the texts, by the key of the seat's entry."""
        raise NotImplementedError

    def _choices(self) -> Sequence[QWidget]:
        """Return the widgets between name and chips."""
        return ()

    def _remarks(self) -> Sequence[QWidget]:
        """Return the widgets below the first line."""
        return ()

    def _show_hands(self, row: SeatRow, scenario: Scenario) -> None:
        """Show the opponent's note, its kind of player, and its hands."""
        raise NotImplementedError

    def _chosen_kind(self, scenario: Scenario, index: int) -> tuple[str, Scenario] | None:
        """Return the name of the kind at an index of the box and the table with it, or None for own ranges."""
        raise NotImplementedError

    def show_row(self, row: SeatRow, scenario: Scenario) -> None:
        """Show the opponent."""
        self._swatch.setPixmap(seat_swatch(current_theme().seat(self.seat)).pixmap(px(SWATCH), px(SWATCH)))
        self._name.setText(self._name.fontMetrics().elidedText(row.name, Qt.TextElideMode.ElideRight, px(120)))
        self._name.setToolTip(row.name)
        self._chips.entry.setAccessibleName(f"{row.name}: chips in the pot")
        self._kind.setAccessibleName(f"Type of player: {row.name}")
        show_chips(self._chips, row)
        self._show_hands(row, scenario)
        share = self._street.bluffs_of(scenario, row.seat)
        self._bluff_row.setVisible(share is not None)
        if share is not None:
            self._bluffs.show_value(share)

    def report(self, problems: Mapping[str, Problem]) -> None:
        """Show the problems that belong to this row."""
        for key, field in self._fields.items():
            field.report(problems.get(f"{key}{self.seat}"))
        self._chips.report(problems.get(f"in{self.seat}"))

    @Slot(object, str)
    def _on_chips(self, value: object, merge: str) -> None:
        self._model.edit("chips", self._street.with_entries(self._model.base(), self.seat, {"in": value}), merge)

    def _on_text(self, key: str, text: str, merge: str) -> None:
        scenario = self._model.base()
        edited = self._street.with_text(scenario, self.seat, key, text)
        self._model.edit(f"hands of {scenario.seats[self.seat].name}", edited, merge)

    @Slot(object, str)
    def _on_bluffs(self, value: object, merge: str) -> None:
        edited = self._street.with_entries(self._model.base(), self.seat, {"bluffs": value})
        self._model.edit("bluffs", edited, merge)

    @Slot(int)
    def _on_kind(self, index: int) -> None:
        scenario = self._model.base()
        chosen = self._chosen_kind(scenario, index)
        if chosen is not None:
            name, edited = chosen
            self._model.edit(f"{scenario.seats[self.seat].name} plays {name}", edited)


def bets_problems(problems: Mapping[str, Problem]) -> dict[str, Problem]:
    """Return the first problem of the bets on later streets, and of what opponents pay of them, by key."""
    keys = {"bets": "after.bets", "paid": "after.paid"}
    found = {key: [p for name, p in problems.items() if name.startswith(start)] for key, start in keys.items()}
    return {key: rows[0] for key, rows in found.items() if rows}


def show_chips(field: NumberField, row: SeatRow) -> None:
    """Show the chips of a seat; an empty field shows the chips that it has posted."""
    field.entry.setPlaceholderText(f"{row.posted:g}")
    field.show_value(None if row.chips == row.posted else row.chips)


class StreetForm(ShownWidget):
    """Hero, the amounts and the bets on later streets, a row for each opponent, the simplifications of the model."""

    def __init__(self, model: StreetModel[Any], specs: Sequence[FieldSpec], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model, self._street = model, model.texts.street
        self._rows: list[OpponentRow] = []
        self._shown: object = None
        """The displayed situation."""
        model.changed.connect(self._on_model_changed)
        prefix = model.texts.name
        self._hero = SeatChoice(f"{prefix}.hero", "The player whose decision this page computes", self)
        self._hero.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._hero.chosen.connect(self._on_hero)
        title = "Hero: chips in the pot"
        self._own = NumberField(IN_MIDDLE, f"{prefix}.heroChips", self, title=title, width=CHIPS_WIDTH)
        self._own.edited.connect(self._on_own)
        self._form = PanelForm(prefix, self._on_number)
        numbers = self._form.columns(specs, COLUMNS, self)
        self._nobody = label(model.texts.no_rows, name=f"{prefix}.nobody", wrap=True)
        self._list = QVBoxLayout()
        self._list.setSpacing(2)
        sentences = enumerate(sentence for _, sentence in model.texts.left_out)
        left_out = (small(text, name=f"{prefix}.leftOut{n}", wrap=True) for n, text in sentences)
        self._least = SwitchField(LEAST_SWITCH, f"{prefix}.least")
        self._least.edited.connect(self._on_least)
        hero = small("Hero"), self._hero, small("chips"), self._own
        layout = filled(QVBoxLayout(self), spacing=6, margins=(0, 0, 12, 0))
        filled(layout, filled(QHBoxLayout(), *hero, STRETCH, *self._head(), spacing=6), self._own.problem_line)
        filled(layout, numbers, *self._after(), self._least, 4, heading("Opponents"), self._nobody, self._list)
        filled(layout, *self._remarks(), 8, heading("Assumptions"), *left_out, STRETCH)

    def _head(self) -> Sequence[QWidget]:
        """Return the widgets at the end of hero's line."""
        return ()

    def _after(self) -> Sequence[Any]:
        """Return the widgets of the bets on later streets."""
        raise NotImplementedError

    def _remarks(self) -> Sequence[QWidget]:
        """Return the widgets below the opponents."""
        return ()

    @Slot(object, str)
    def _on_least(self, value: object, merge: str) -> None:
        edited = self._street.with_number(self._model.base(), "least", value)
        self._model.edit("at least 1 % of every hand", edited, merge)

    def _new_row(self, seat: int) -> OpponentRow:
        raise NotImplementedError

    def _show_after(self, scenario: Scenario, problems: Mapping[str, Problem]) -> None:
        """Show the bets on later streets and their problems."""
        raise NotImplementedError

    @Slot()
    def _on_model_changed(self) -> None:
        """Show another situation; the parts of an answer, which come several times a second, change nothing here."""
        if self._model.situation is not self._shown:
            self._on_changed()

    def _render(self) -> None:
        """Show the situation with its problems at their fields, and a row for each opponent."""
        situation = self._shown = self._model.situation
        scenario = situation.scenario
        if not self._model.texts.fits(scenario):
            return
        rows, hero = self._street.rows(scenario), self._street.hero_seat(scenario)
        problems = first_problems(situation.problems)
        self._form.render(self._street.panel(scenario), problems)
        self._show_after(scenario, problems)
        self._least.show_value(self._street.panel(scenario).least)
        self._hero.show_seats(range(len(rows)), [row.name for row in rows], hero)
        show_chips(self._own, rows[hero])
        self._own.report(problems.get("in_hero"))
        others = [row for row in rows if row.is_opponent]
        self._fit([row.seat for row in others])
        for widget, row in zip(self._rows, others, strict=True):
            widget.show_row(row, scenario)
            widget.report(problems)
        self._nobody.setVisible(not others)

    def _fit(self, seats: list[int]) -> None:
        """Make the rows those of ``seats``, if they are not yet."""
        if [row.seat for row in self._rows] == seats:
            return  # new widgets would take the keyboard focus out of the field that is being edited
        drop(self._list, *self._rows)
        self._rows = [self._new_row(seat) for seat in seats]
        for row in self._rows:
            self._list.addWidget(row)

    def _on_number(self, spec: FieldSpec, value: object, merge: str) -> None:
        edited = self._street.with_number(self._model.base(), spec.key, value)
        self._model.edit(spec.label.lower(), edited, merge)

    @Slot(int)
    def _on_hero(self, seat: int) -> None:
        self._model.edit("hero", self._street.with_hero(self._model.base(), seat))

    @Slot(object, str)
    def _on_own(self, value: object, merge: str) -> None:
        scenario = self._model.base()
        seat = self._street.hero_seat(scenario)
        self._model.edit("chips", self._street.with_entries(scenario, seat, {"in": value}), merge)
