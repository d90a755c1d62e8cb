"""How a tracked session begins: who plays with what, blinds and limits, and where in a hand one joins."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QLabel,
    QVBoxLayout,
    QWidget,
)

from engine import GAMES, Problem
from engine.cards import TextError
from engine.kelly.fields import BY_KEY
from engine.kelly.hand.on_table import check_kept
from engine.kelly.hand.saved import NEEDED, Setup, SetupSpec
from engine.kelly.hand.session import STAKES, setup_of, with_setup
from engine.kelly.panel import panel_of
from engine.scenario.fields import specs_of
from engine.scenario.reading import is_number
from gui.look.formatting import chips
from gui.look.guard import Keyed
from gui.pages.kelly.form import OWN_TIP
from gui.pages.kelly.players import LineField
from gui.pages.kelly.tracker_model import TrackerModel
from gui.parts.build import (
    NO_MARGINS,
    STRETCH,
    ShownWidget,
    bare_grid,
    combo_box,
    drop,
    filled,
    label,
    named,
    offer,
    push_button,
    tab_in_order,
)
from gui.parts.number_field import NumberField, heading
from gui.parts.text_entry import ProblemLine
from gui.state.settings import Settings

SPECS: dict[str, SetupSpec] = {spec.key: spec for spec in specs_of(Setup) if isinstance(spec, SetupSpec)}
STACK = replace(SPECS.pop("stacks"), kind="chips")
SPECS["bankroll"] = replace(SPECS["bankroll"], help=f"{BY_KEY['bankroll'].help} {SPECS['bankroll'].help}")
KEYS = (*STAKES, "fixed")
"""What the limits of a session are."""
COMBOS = {"hero": "You are", "button": "Button", "street": "Begin on"}
INTRO = (
    "Follow a hand step by step: who bets what, street by street, with an advice at each of your turns. Board and "
    "folded seats go to the table by themselves; every step can be undone. The players are the seats on the left."
)

OWN_BANKROLL = "A bankroll of this table"
LIMITS_TIP = "Blinds, antes, bring-in and bets of sessions that were begun before"
KEEPS = {
    "bettor": (
        "Who bets keeps",
        "After the flop the range of who bets or raises keeps this: made hands and draws as in a street filter, "
        "<b>top pair+, flush draw:0.5</b>. Empty: all of it. In the next hand he has his range again.",
    ),
    "caller": ("Who calls keeps", "The same for who calls. Empty: all of it."),
}


class TrackerSetup(ShownWidget):
    """Fields ``tracker.bankroll`` …, ``tracker.stacks0`` …, and the button that begins."""

    def __init__(self, model: TrackerModel, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document, self._model, self._settings = model.document, model, settings
        self._fields: dict[str, NumberField] = {}
        self._stacks: list[tuple[QLabel, NumberField]] = []
        self._keeps = {key: self._build_keeps(key, *words) for key, words in KEEPS.items()}
        body = filled(QHBoxLayout(), (self._build_players(), 1), (self._build_amounts(), 1), spacing=32)
        self._problem = named(ProblemLine(parent=self), "tracker.setup.problem")
        self._begin = push_button("Begin the hand", "tracker.begin", self._on_begin, role="primary")
        intro = label(INTRO, wrap=True)
        column = filled(
            QVBoxLayout(self), intro, body, *self._keeps.values(), self._problem, spacing=8, margins=NO_MARGINS
        )
        column.addWidget(self._begin, alignment=Qt.AlignmentFlag.AlignLeft)
        column.addStretch(1)
        self._document.changed.connect(self._on_changed)
        model.bankroll.changed.connect(self._on_changed)
        self._render()

    def _build_players(self) -> QVBoxLayout:
        self._grid = bare_grid(None, 8, 6)
        self._combos: dict[str, tuple[QWidget, QComboBox]] = {}
        for key, title in COMBOS.items():
            combo = combo_box(f"tracker.{key}", title, width=140)
            combo.activated.connect(Keyed(combo, self._on_chosen, key).plain)
            name, row = label(title, role=""), QWidget()
            name.setBuddy(combo)
            filled(QHBoxLayout(row), (name, 1), combo, margins=NO_MARGINS)
            self._combos[key] = row, combo
        rows = (row for row, _ in self._combos.values())
        return filled(QVBoxLayout(), heading("Players and stacks"), self._grid, *rows, STRETCH, spacing=6)

    def _build_amounts(self) -> QVBoxLayout:
        self._before = combo_box("tracker.limits", "Limits played before", self._on_limits, LIMITS_TIP)
        self._before.setPlaceholderText("limits as before …")
        column = filled(QVBoxLayout(), heading("Chips"), self._before, spacing=6)
        self._fixed = named(QCheckBox("Fixed limit"), "tracker.fixed", "Fixed limit")
        self._fixed.clicked.connect(self._on_fixed)
        self._own = named(QCheckBox(OWN_BANKROLL), "tracker.ownBankroll", OWN_BANKROLL, OWN_TIP)
        self._own.clicked.connect(self._model.bankroll.set_own)
        for key, spec in SPECS.items():
            if key == "small_bet":
                column.addWidget(self._fixed)
            field = self._fields[key] = NumberField(spec, f"tracker.{spec.object_name}", self)
            field.edited.connect(Keyed(field, self._on_edited, key).edited)
            column.addWidget(field)
            if key == "bankroll":
                column.addWidget(self._own)
        column.addStretch(1)
        return column

    def _build_keeps(self, key: str, title: str, tip: str) -> LineField:
        field = LineField(f"tracker.{key}", title, tip, _wrong_kept, self)
        field.entry.setPlaceholderText("all of his range")
        field.edited.connect(Keyed(field, self._on_edited, key).edited)
        return field

    def take_focus(self) -> None:
        """Give the keyboard to the first field that is needed, or to the button."""
        fields = (*(field for _, field in self._stacks[:1]), *self._fields.values())
        needed = (
            f.entry for f in fields if f.isVisible() and not f.entry.text() and f.entry.placeholderText() == NEEDED
        )
        next(needed, self._begin).setFocus()

    def _render(self) -> None:
        scenario, setup = self._document.scenario, setup_of(self._model.bankroll.scenario)
        self._own.setChecked(self._model.bankroll.is_own)
        self._fit(len(scenario.seats))
        for i, (name, field) in enumerate(self._stacks):
            name.setText(scenario.seats[i].name)
            field.show_value(setup.item("stacks", i))
            field.entry.setPlaceholderText(NEEDED if i == 0 else "as above")
        names, spec = [seat.name for seat in scenario.seats], GAMES[scenario.game]
        last = len(names) - 1
        for key, items, chosen in (
            ("hero", names, setup.hero),
            ("button", names, last if setup.button is None else setup.button),
            ("street", [name.capitalize() for name in spec.streets], setup.street),
        ):
            row, combo = self._combos[key]
            offer(combo, items)
            combo.setCurrentIndex(min(chosen, len(items) - 1))
            row.setVisible(key != "button" or not spec.stud)  # there the cards say who is first
        for key, kept in self._keeps.items():
            kept.show_text(getattr(setup, key))
            kept.setVisible(spec.holdem_ranges)
        played = [limits_text(limits) for limits in self._settings.limits(scenario.game)]
        offer(self._before, played)
        self._before.setVisible(bool(played))
        now = limits_text(limits_of(setup))
        self._before.setCurrentIndex(played.index(now) if now in played else -1)
        self._fixed.setChecked(setup.fixed)
        for key, field in self._fields.items():
            field.show_value(setup.entered(key))
            field.setVisible(SPECS[key].shown(setup, spec.stud))

    def _fit(self, count: int) -> None:
        while len(self._stacks) > count:
            name, field = self._stacks.pop()
            drop(self._grid, name, field, field.problem_line)
        for i in range(len(self._stacks), count):
            name, player = label(role=""), self._document.scenario.seats[i].name
            field = NumberField(STACK, f"tracker.stacks{i}", self, title=f"Stack of {player}")
            field.edited.connect(Keyed(field, self._on_stack, i).edited)
            self._grid.addWidget(name, 2 * i, 0)
            self._grid.addWidget(field, 2 * i, 1, Qt.AlignmentFlag.AlignRight)
            self._grid.addWidget(field.problem_line, 2 * i + 1, 0, 1, 2)
            self._stacks.append((name, field))
        amounts: list[QWidget] = [field.entry for field in self._fields.values()]
        amounts.insert(list(self._fields).index("small_bet"), self._fixed)
        stacks, combos = (field.entry for _, field in self._stacks), (combo for _, combo in self._combos.values())
        kept = (field.entry for field in self._keeps.values())
        tab_in_order(*stacks, *combos, self._before, *amounts, *kept, self._begin)

    def _set(self, key: str, value: Any, merge: str | None = None) -> None:
        self._show_problem(None)
        self._document.replace("Set up the tracker", with_setup(self._document.scenario, key, value), merge=merge)

    def _on_stack(self, seat: int, value: object, merge: str) -> None:
        setup = panel_of(self._document.scenario).tracker.setup.with_item("stacks", seat, value)
        self._set("stacks", setup.entered("stacks"), merge)

    def _on_edited(self, key: str, value: Any, merge: str) -> None:
        if isinstance(value, str):
            value = value.strip()
        elif key == "bankroll" and self._model.bankroll.type(value, merge):
            self._show_problem(None)
            return
        self._set(key, value, merge)

    def _on_chosen(self, key: str) -> None:
        self._set(key, self._combos[key][1].currentIndex())

    @Slot(bool)
    def _on_fixed(self, on: bool) -> None:
        self._set("fixed", on)

    @Slot(int)
    def _on_limits(self, index: int) -> None:
        """Take over limits that were played before, as one step."""
        scenario, limits = self._document.scenario, self._settings.limits(self._document.scenario.game)[index]
        for key in KEYS:
            scenario = with_setup(scenario, key, limits.get(key))
        self._show_problem(None)
        self._document.replace("Limits as before", scenario)

    @Slot()
    def _on_begin(self) -> None:
        scenario, problem = self._document.scenario, self._model.begin()
        limits = limits_of(setup_of(scenario))
        self._show_problem(problem)
        if problem is None and limits:
            self._settings.add_limits(scenario.game, limits)

    def _show_problem(self, problem: Problem | None) -> None:
        """Show why it cannot begin, at the field that is concerned if there is one."""
        fields = {f"stacks{i}": field for i, (_, field) in enumerate(self._stacks)} | self._fields
        for key, field in fields.items():
            own = problem is not None and problem.field == key
            field.show_standing(problem if own else None)
        self._problem.show_problem(None if problem is None or problem.field in fields else problem)


def _wrong_kept(text: str) -> Problem | None:
    try:
        check_kept(text)
    except TextError as error:
        return Problem("kept", error.message, error.position)
    return None


def limits_of(setup: Setup) -> dict[str, Any]:
    """Return the limits of a set-up: blinds, antes, bring-in and bets, which settings remember by game."""
    return {key: value for key in KEYS if (value := getattr(setup, key))}


def limits_text(limits: Mapping[str, Any]) -> str:
    """Return limits in words, as in ``blinds 1/2, ante 0.5``."""
    sizes = {key: value for key in STAKES if is_number(value := limits.get(key)) and 0.0 < value < 1e300}
    amounts = {key: chips(float(value)) for key, value in sizes.items()}
    blinds = [amounts.get(key, "") for key in ("small_blind", "big_blind")]
    bets = filter(None, (amounts.get(key) for key in ("small_bet", "big_bet")))
    texts = {
        "blinds": "/".join(blind or "0" for blind in blinds) if any(blinds) else "",
        "limit": "/".join(bets),
        "ante": amounts.get("ante"),
        "bring-in": amounts.get("bring_in"),
    }
    return ", ".join(f"{name} {text}" for name, text in texts.items() if text)
