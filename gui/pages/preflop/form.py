"""The situation of the page: what the table on the left does not say. Every valid entry is an edit of the scenario."""

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QAction, QColor
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QSizePolicy, QVBoxLayout, QWidget

from engine import GAMES, Problem, Scenario
from engine.cards import whole_text
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
from engine.preflop.players import PlayerKind, player_kinds, position_notes, table_templates
from engine.scenario.preflop import PANEL_FIELDS
from engine.scenario.seat_panel import BETS, IN_MIDDLE, PAID, POT_SHARE, AfterFlop, BetSize
from gui.look.guard import Keyed
from gui.look.scale import at_least, fix, px
from gui.look.theme import current_theme
from gui.pages.preflop.model import PreflopModel
from gui.pages.preflop.range_field import RangeField
from gui.pages.preflop.view import PreflopView
from gui.pages.preflop.words import LEFT_OUT, sentence
from gui.parts.build import STRETCH, bare_grid, combo_box, drop, filled, label, named, offer
from gui.parts.chip_button import chip_button
from gui.parts.choice_bar import ChoiceBar, SeatChoice, seat_swatch
from gui.parts.number_field import Base, Edit, NumberField, PanelNumbers, heading, small
from gui.state.context import PageContext
from gui.state.document import Document
from gui.state.players import PlayerStore

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
        if not GAMES[scenario.game].holdem_ranges:
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
