"""The situation on third street: what the table on the left does not say. Every valid entry is an edit of the table."""

from collections.abc import Mapping
from dataclasses import replace

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from engine import Problem, Scenario
from engine.cards import RAZZ_RANKS, TextError
from engine.ranges.razz_down import down_weights
from engine.ranges.razz_products import ALL_PAIRS
from engine.scenario.seat_panel import BETS, IN_MIDDLE, PAID, AfterFlop, BetSize
from engine.scenario.third import THIRD_FIELDS
from engine.third.panel import (
    Row,
    hero_seat,
    kind_of,
    panel_of,
    rows_of,
    with_after,
    with_entries,
    with_hero,
    with_kind,
    with_number,
)
from engine.third.players import third_kind, third_kinds
from gui.look.formatting import percent
from gui.look.guard import Guarded, Keyed
from gui.look.scale import fix, px
from gui.look.theme import current_theme
from gui.pages.third.charts import LEFT_OUT
from gui.parts.build import STRETCH, bare_grid, combo_box, drop, filled, label, named
from gui.parts.choice_bar import SeatChoice, seat_swatch
from gui.parts.number_field import Base, Edit, NumberField, PanelNumbers, heading, small
from gui.parts.text_entry import EntryField

COLUMNS, CHIPS_WIDTH, KIND_WIDTH, TITLE_WIDTH, SWATCH = 2, 58, 92, 168, 12
OWN = "own"
LOCKED = "Has paid the price: nobody can make it fold to a call"
NOBODY = "No opponents yet: write their door cards at the seats on the left, as in xxK, or take the example."
BETS_AFTER = replace(
    BETS, label="Bets after fourth street",
    help="<b>Bets after fourth street</b>: what hero puts in altogether, that street included, if it is worth it.",
)  # fmt: skip
PAID_AFTER = replace(PAID, help=PAID.help.replace("the flop", "fourth street").replace("every flop", "every one"))


class DownField(EntryField):
    """A text of down cards; ``edited`` carries one that can be read, empty where nothing is written, and the key that
    joins the edits of one typing."""

    edited = Signal(str, str)

    def __init__(self, name: str, title: str, parent: QWidget) -> None:
        super().__init__(name, title, parent)
        self._title = title
        self._door: int | None = None
        caption = small(title)
        fix(caption, width=TITLE_WIDTH)
        caption.setBuddy(self.entry)
        layout = bare_grid(self, 8, 2)
        layout.addWidget(caption, 0, 0)
        layout.addWidget(self.entry, 0, 1)
        layout.addWidget(self.problem_line, 1, 1)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_text(self, text: object, owner: str, door: str, *, locked: str = "") -> None:
        """Show the current text of ``owner`` behind its ``door`` (empty: unknown); ``locked``: why it cannot be
        changed, empty where it can."""
        self._door = RAZZ_RANKS.index(door) if door else None
        written = text if isinstance(text, str) else str(text)
        self.entry.setAccessibleName(f"{owner} {self._title}")
        if not (self.entry.pending and self.entry.problem is not None):
            self.entry.show_text(written)
        self.entry.setEnabled(not locked)
        self.entry.setToolTip(locked or _share_of(written, self._door))

    @Slot(str, str)
    def _on_edited(self, text: str, merge: str) -> None:
        if text.strip():
            try:
                down_weights(text, self._door)
            except TextError as error:
                self.entry.refuse(Problem(self.entry.objectName(), error.message, error.position))
                return
        self.entry.show_text(text)
        self.edited.emit(text.strip(), merge)


def _share_of(text: str, door: int | None) -> str:
    """Return the part of any two cards that a text keeps behind a door, empty where it cannot be read."""
    try:
        weights = down_weights(text, door)
    except TextError:
        return ""
    ways = [6.0 if low == high else 16.0 for low, high in ALL_PAIRS]
    return f"{percent(float(weights @ ways) / sum(ways), exact_digits=1)} of any two down cards"


class OpponentRow(QWidget):
    """What is said of an opponent beside its seat: its chips, its kind and with which down cards it comes along."""

    def __init__(self, seat: int, edit: Edit, base: Base, parent: QWidget) -> None:
        super().__init__(parent)
        self.seat, self._edit, self._base = seat, edit, base
        name = f"third.seat{seat}"
        named(self, name)
        self._swatch, self._name, self._state = QLabel(), QLabel(), small()
        title = f"Seat {seat + 1}: in the middle"
        self._chips = NumberField(IN_MIDDLE, f"{name}.chips", self, title=title, width=CHIPS_WIDTH)
        self._kind = combo_box(f"{name}.kind", "", self._on_kind)
        fix(self._kind, width=KIND_WIDTH)
        self._kind.addItem(OWN, "")
        for kind in third_kinds():
            self._kind.addItem(kind.name, kind.name)
            self._kind.setItemData(self._kind.count() - 1, kind.why, Qt.ItemDataRole.ToolTipRole)
        self._fields = {
            "calls": DownField(f"{name}.calls", "comes along with", self),
            "calls_raise": DownField(f"{name}.callsRaise", "meets a completion with", self),
        }
        titles = self._swatch, self._name, self._state, STRETCH
        head = filled(QHBoxLayout(), *titles, small("chips"), self._chips, self._kind, spacing=6)
        fields = self._fields.values()
        filled(QVBoxLayout(self), head, self._chips.problem_line, *fields, spacing=4, margins=(0, 4, 0, 6))
        self._chips.edited.connect(self._on_chips)
        for key, field in self._fields.items():
            field.edited.connect(Keyed(field, self._on_text, key).edited)

    def render_row(self, row: Row) -> None:
        """Show the opponent."""
        self._swatch.setPixmap(seat_swatch(current_theme().seat(self.seat)).pixmap(px(SWATCH), px(SWATCH)))
        self._name.setText(self._name.fontMetrics().elidedText(row.name, Qt.TextElideMode.ElideRight, px(120)))
        self._name.setToolTip(row.name)
        door = f"door {row.door}" if row.door else "no door yet"
        self._state.setText(f"{door}, {row.state}" if row.state != "in" else f"in with {row.text[:24]}")
        self._chips.entry.setAccessibleName(f"{row.name}: in the middle")
        self._chips.entry.setPlaceholderText(f"{row.posted:g}")
        self._chips.show_value(None if row.chips == row.posted else row.chips)
        acts = row.state == "to act"
        self._kind.setVisible(acts)
        self._kind.setAccessibleName(f"Kind of player: {row.name}")
        self._kind.setCurrentIndex(max(self._kind.findData(kind_of(row)), 0))
        self._kind.setToolTip("With which down cards it comes along behind its door")
        for key, field in self._fields.items():
            field.setVisible(row.state in ("in", "to act"))
            locked = LOCKED if key == "calls" and row.locked else ""
            field.show_text(getattr(row, key), row.name, row.door, locked=locked)
            field.entry.setPlaceholderText("" if acts else "all that it holds")

    def report(self, problems: Mapping[str, Problem]) -> None:
        """Show the problems that belong to this row."""
        for key, field in self._fields.items():
            field.report(problems.get(f"{key}{self.seat}"))
        self._chips.report(problems.get(f"in{self.seat}"))

    @Slot(object, str)
    def _on_chips(self, value: object, merge: str) -> None:
        self._edit("chips", with_entries(self._base(), self.seat, {"in": value}), merge)

    def _on_text(self, key: str, text: str, merge: str) -> None:
        scenario = self._base()
        after = with_entries(scenario, self.seat, {key: text or None})
        self._edit(f"hands of {scenario.seats[self.seat].name}", after, merge)

    @Slot(int)
    def _on_kind(self, index: int) -> None:
        name, scenario = self._kind.itemData(index), self._base()
        if name:
            after = with_kind(scenario, self.seat, third_kind(name))
            self._edit(f"{scenario.seats[self.seat].name} plays {name}", after, "")


class ThirdForm(Guarded, QWidget):
    """Ante, bring-in, completion and bets, then a row for each opponent."""

    def __init__(self, edit: Edit, base: Base, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._edit, self._base = edit, base
        self._rows: list[OpponentRow] = []
        self._hero = SeatChoice("third.hero", "The seat that the page is about", self)
        self._hero.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._hero.chosen.connect(self._on_hero)
        title = "Hero: in the middle"
        self._own = NumberField(IN_MIDDLE, "third.heroChips", self, title=title, width=CHIPS_WIDTH)
        self._own.edited.connect(self._on_own)
        self._numbers = PanelNumbers("third", THIRD_FIELDS, COLUMNS, edit, base, self, panel_of, with_number)
        self._bets = NumberField(BETS_AFTER, "third.bets", self)
        self._paid = NumberField(PAID_AFTER, "third.paid", self)
        self._bets.edited.connect(self._on_bets)
        self._paid.edited.connect(self._on_paid)
        self._nobody = label(NOBODY, name="third.nobody", wrap=True)
        self._list = QVBoxLayout()
        self._list.setSpacing(2)
        head = filled(QHBoxLayout(), small("Hero"), self._hero, small("chips"), self._own, STRETCH, spacing=6)
        after = filled(QHBoxLayout(), (self._bets, 1), (self._paid, 1), spacing=24)
        left_out = (small(text, name=f"third.leftOut{n}", wrap=True) for n, (_, text) in enumerate(LEFT_OUT))
        money = head, self._own.problem_line, self._numbers, after, 4
        opponents = heading("Opponents"), self._nobody, self._list, 8, heading("What is left out")
        filled(QVBoxLayout(self), *money, *opponents, *left_out, STRETCH, spacing=6, margins=(0, 0, 12, 0))

    def show_situation(self, scenario: Scenario, problems: Mapping[str, Problem]) -> None:
        """Show the situation of a table, and what is wrong with it, by field."""
        panel, rows, hero = panel_of(scenario), rows_of(scenario), hero_seat(scenario)
        self._hero.show_seats(range(len(rows)), [row.name for row in rows], hero)
        own = rows[hero]
        self._own.entry.setPlaceholderText(f"{own.posted:g}")
        self._own.show_value(None if own.chips == own.posted else own.chips)
        self._own.report(problems.get("in_hero"))
        self._numbers.render_scenario(scenario, problems.values())
        after = panel.after if "after" not in panel.rejected else AfterFlop()
        size = after.bets if isinstance(after.bets, BetSize) else BetSize(4)
        self._bets.show_value(None if size.of_pot else size.amount)
        self._bets.entry.setPlaceholderText(f"{100 * size.amount:g} % of the pot" if size.of_pot else "4")
        self._paid.show_value(after.entered("paid"))
        for field, key in ((self._bets, "after.bets"), (self._paid, "after.paid")):
            field.report(next((p for name, p in problems.items() if name.startswith(key)), None))
        others = [row for row in rows if not row.hero and row.state != "out"]
        self._fit([row.seat for row in others])
        for widget, row in zip(self._rows, others, strict=True):
            widget.render_row(row)
            widget.report(problems)
        self._nobody.setVisible(not others)

    def _fit(self, seats: list[int]) -> None:
        """Have a row for each of these seats."""
        if [row.seat for row in self._rows] == seats:
            return
        drop(self._list, *self._rows)
        self._rows = [OpponentRow(seat, self._edit, self._base, self) for seat in seats]
        for row in self._rows:
            self._list.addWidget(row)

    @Slot(int)
    def _on_hero(self, seat: int) -> None:
        self._edit("hero", with_hero(self._base(), seat), "")

    @Slot(object, str)
    def _on_own(self, value: object, merge: str) -> None:
        scenario = self._base()
        self._edit("chips", with_entries(scenario, hero_seat(scenario), {"in": value}), merge)

    @Slot(object, str)
    def _on_bets(self, value: object, merge: str) -> None:
        size = None if value is None else BetSize(value)  # type: ignore[arg-type]
        self._edit("bets after fourth street", with_after(self._base(), "bets", size or BetSize(4)), merge)

    @Slot(object, str)
    def _on_paid(self, value: object, merge: str) -> None:
        self._edit("bets after fourth street", with_after(self._base(), "paid", 1 if value is None else value), merge)
