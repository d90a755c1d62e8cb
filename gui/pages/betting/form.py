"""The situation of the page: pot, stacks, what may be bet, who acts first, rake, target and bankroll."""

from collections.abc import Mapping, Sequence
from functools import partial

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from engine import GAMES, Problem, Scenario
from engine.betting.panel import (
    PRESETS,
    is_limit,
    limit_of,
    preset_of,
    sizes_of,
    stack_of,
    streets_to_come,
    with_entries,
    with_limit,
    with_preset,
    with_sizes,
)
from engine.scenario.betting import EVERY_STREET, MOST_RAISES, PANEL_FIELDS, SOME_CHIPS, sizes_from_text, sizes_to_text
from engine.scenario.fields import Bounds, FieldSpec
from gui.look.formatting import chips
from gui.look.guard import Keyed
from gui.look.scale import at_least
from gui.pages.betting.model import BettingModel
from gui.parts.build import STRETCH, ShownWidget, bare_grid, filled, label
from gui.parts.choice_bar import ChoiceBar, SeatChoice
from gui.parts.number_field import NumberField, heading
from gui.parts.text_entry import TextField
from gui.state.document import Document

SIZES_TIP = (
    "Sizes with commas between them: <i>33%</i> of the pot, <i>120</i> chips, <i>all in</i>; of raises also <i>3x</i> "
    "the bet. Empty: none."
)
COLUMNS = 2
BOTH = "both"
WHOSE = {BOTH: "Both play the same sizes", "each": "Each his own"}
KINDS = {"bets": "bets", "raises": "raises"}


class BettingForm(ShownWidget):
    """The form; ``message`` carries a line for the status bar."""

    message = Signal(str, bool)

    def __init__(self, document: Document, model: BettingModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document, self._model = document, model
        self.numbers = {spec.key: NumberField(spec, f"betting.{spec.object_name}", self) for spec in PANEL_FIELDS}
        self.preset = ChoiceBar("betting.preset", "Sizes", {one.key: one.title for one in PRESETS}, self)
        for one in PRESETS:
            self.preset.chips[one.key].setToolTip(one.why)
        self.whose = ChoiceBar("betting.whose", "Whose sizes", WHOSE, self)
        self.first = SeatChoice("betting.first", "Who acts first", self)
        self.first.setToolTip("Who acts first on every street; in razz the lowest board does, this breaks ties")
        self._titles = [label("", self, role="muted") for _ in range(2)]
        self.sizes: dict[tuple[str, int, str], TextField] = {}
        self._streets = {street: label(street.capitalize(), self, role="") for street in EVERY_STREET}
        self.limits = {
            street: NumberField(
                FieldSpec(street, street.capitalize(), "chips", f"The bet on the {street}", bounds=SOME_CHIPS),
                f"betting.limit.{street}", self,
            )
            for street in EVERY_STREET
        }  # fmt: skip
        cap = FieldSpec("cap", "Bets a street", "count", "How many bets and raises a street has", "4", 4,
                        Bounds(at_least=1, at_most=MOST_RAISES))  # fmt: skip
        self.cap = NumberField(cap, "betting.limit.cap", self)
        title, hint = "The hand that the first line is about", "a hand of the ranges, as in AhKd"
        self.hand = TextField("betting.hand", title, hint, "", str.strip, str, self)
        self._build()
        model.changed.connect(self._on_changed)
        self._render()

    def _build(self) -> None:
        money = QWidget(self)
        self._put(bare_grid(money, 24, 4), [self.numbers[key] for key in ("pot", "stack", "min_bet")])
        house = QWidget(self)
        self._put(bare_grid(house, 24, 4), [self.numbers[key] for key in ("rake", "rake_cap", "target", "bankroll")])
        self._sizes_grid = QWidget(self)
        self._grid = bare_grid(self._sizes_grid, 12, 4)
        self._fill_sizes()
        self._limits = QWidget(self)
        grid = bare_grid(self._limits, 24, 4)
        for place, field in enumerate(self.limits.values()):
            grid.addWidget(field, place % 3, 0)  # three streets of a game share three rows
        grid.addWidget(self.cap, 3, 0)
        grid.setColumnStretch(0, 1)
        grid.setColumnStretch(1, 1)
        first = filled(QHBoxLayout(), label("Acts first", self, role=""), self.first, STRETCH, spacing=8)
        parts = (
            *(heading("The pot"), money, heading("What may be bet"), self.preset, self.whose, self._sizes_grid),
            *(self._limits, 4, first, heading("The hand that the first line is about"), self.hand),
            *(heading("House, target and bankroll"), house, STRETCH),
        )
        filled(QVBoxLayout(self), *parts, spacing=6, margins=(0, 0, 12, 0))
        for spec in PANEL_FIELDS:
            field = self.numbers[spec.key]
            field.edited.connect(Keyed(field, self._on_number, spec).edited)
        for street, field in (*self.limits.items(), (None, self.cap)):
            field.edited.connect(Keyed(field, self._on_limit, street).edited)
        self.preset.chosen.connect(self._on_preset)
        self.whose.chosen.connect(self._on_whose)
        self.first.chosen.connect(self._on_first)
        self.hand.edited.connect(self._on_hand)

    def _put(self, grid: QGridLayout, fields: Sequence[QWidget]) -> None:
        rows = (len(fields) + COLUMNS - 1) // COLUMNS
        for place, field in enumerate(fields):
            grid.addWidget(field, place % rows, place // rows)
        for column in range(COLUMNS):
            grid.setColumnStretch(column, 1)

    def _fill_sizes(self) -> None:
        """Put a row for each street, with bets and raises of both, or of each player, side by side."""
        for row, street in enumerate(EVERY_STREET, 2):
            self._grid.addWidget(self._streets[street], row, 0)
            for player in (0, 1):
                for place, kind in enumerate(KINDS):
                    title = f"{street.capitalize()}: {kind} of player {player + 1}"
                    name = f"betting.sizes{player}.{street}.{kind}"
                    read = partial(sizes_from_text, raises=kind == "raises")
                    field = TextField(name, title, "none", SIZES_TIP, read, sizes_to_text, self)
                    at_least(field.entry, width=70)
                    field.edited.connect(Keyed(field, self._on_sizes, (street, player, kind)).edited)
                    self.sizes[street, player, kind] = field
                    self._grid.addWidget(field, row, 1 + 2 * player + place)
        self._heads = []
        for player in (0, 1):
            self._grid.addWidget(self._titles[player], 0, 1 + 2 * player, 1, 2)
            for place, kind in enumerate(KINDS):
                head = label(kind.capitalize(), self, role="muted")
                self._heads.append(head)
                self._grid.addWidget(head, 1, 1 + 2 * player + place)
        for column in range(1, 5):
            self._grid.setColumnStretch(column, 1)

    def _edit(self, what: str, scenario: Scenario, merge: str = "") -> None:
        wrong = self._document.replace(f"Betting: {what}", scenario, merge=merge or None)
        if wrong:
            self.message.emit(wrong[0].message, True)

    def _on_number(self, spec: FieldSpec, value: object, merge: str) -> None:
        self._edit(spec.label.lower(), with_entries(self._document.scenario, **{spec.key: value}), merge)

    def _on_limit(self, street: str | None, value: float | None, merge: str) -> None:
        self._edit("limit", with_limit(self._document.scenario, street, value), merge)

    def _on_sizes(self, key: tuple[str, int, str], sizes: tuple[object, ...], merge: str) -> None:
        street, player, kind = key
        scenario = self._document.scenario
        own = player if len(sizes_of(scenario)) == 2 else None
        changed = with_sizes(scenario, street, player=own, raises=kind == "raises", sizes=sizes)  # type: ignore[arg-type]
        self._edit(f"{kind} on the {street}", changed, merge)

    @Slot(str)
    def _on_preset(self, key: str) -> None:
        title = next(one.title for one in PRESETS if one.key == key)
        self._edit(title.lower(), with_preset(self._document.scenario, key))

    @Slot(str)
    def _on_whose(self, key: str) -> None:
        scenario = self._document.scenario
        one = sizes_of(scenario)[0]
        self._edit(WHOSE[key].lower(), with_entries(scenario, sizes=(one,) if key == BOTH else (one, one)))

    @Slot(int)
    def _on_first(self, seat: int) -> None:
        scenario = self._document.scenario
        usual = scenario.active_seats[:1] == (seat,)
        self._edit("who acts first", with_entries(scenario, first=None if usual else seat))

    @Slot(object, str)
    def _on_hand(self, hand: str, merge: str) -> None:
        self._edit("hand", with_entries(self._document.scenario, hand=hand or None), merge)

    def _render(self) -> None:
        scenario, situation = self._document.scenario, self._model.situation
        panel, problems = situation.panel, {problem.field: problem for problem in reversed(self._model.problems)}
        stack = stack_of(scenario)
        self.numbers["stack"].entry.setPlaceholderText("no limit" if stack is None else chips(stack))
        common = scenario.kelly.bankroll if scenario.kelly is not None else None
        self.numbers["bankroll"].entry.setPlaceholderText("none" if common is None else chips(common))
        for key, field in self.numbers.items():
            field.show_value(panel.entered(key))
            field.report(problems.get(key))
        self._render_sizes(scenario, problems)
        seats = scenario.active_seats
        first = panel.first if panel.first in seats else (seats[0] if seats else -1)
        self.first.show_seats(seats, [scenario.seats[seat].name for seat in seats], first)
        self.hand.show_value(panel.hand)

    def _render_sizes(self, scenario: Scenario, problems: Mapping[str, Problem]) -> None:
        limited, streets = is_limit(scenario), streets_to_come(scenario)
        self.preset.show_choice(preset_of(scenario))
        for key, chip in self.preset.chips.items():
            chip.setVisible(key == "limit" or GAMES[scenario.game].holdem_ranges)
        sizes = sizes_of(scenario)
        self.whose.setVisible(not limited)
        self.whose.show_choice(BOTH if len(sizes) == 1 else "each")
        self._sizes_grid.setVisible(not limited)
        self.numbers["min_bet"].setVisible(not limited)
        self._limits.setVisible(limited)
        names = [scenario.seats[seat].name for seat in scenario.active_seats]
        for player, title in enumerate(self._titles):
            title.setText(names[player] if player < len(names) else "")
            title.setVisible(len(sizes) == 2)
        for place, head in enumerate(self._heads):
            head.setVisible(place < 2 * len(sizes))
        for street, line in self._streets.items():
            line.setVisible(street in streets)
        for (street, player, kind), field in self.sizes.items():
            field.setVisible(street in streets and player < len(sizes))
            if street in streets and player < len(sizes):
                own = sizes[player][street]
                field.show_value(own.raises if kind == "raises" else own.bets)
        limit = limit_of(scenario)
        given = self._model.situation.panel.limit
        for street, entry in self.limits.items():
            shown = street in streets
            entry.setVisible(shown)
            if shown:
                entry.entry.setPlaceholderText(chips(limit.bets[street]))
                entry.show_value(given.bets.get(street) if given is not None else None)
                entry.report(problems.get(f"limit.{street}"))
        self.cap.show_value(None if limit.cap == 4 else limit.cap)
