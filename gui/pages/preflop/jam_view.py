"""Jam or fold: which hands go all in and which call, by the stack; and up to which stack each hand does."""

from typing import Any

from PySide6.QtCore import QSignalBlocker, Qt, Signal, Slot
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QSlider, QVBoxLayout, QWidget

from engine import Scenario
from engine.preflop.jam import CriticalAnswer, JamAnswer
from engine.preflop.panel import hero_seat, panel_of
from engine.preflop.panel_edits import with_number
from engine.scenario.preflop import MOST_PLAYERS
from gui.look.formatting import percent
from gui.look.painting import heat_color
from gui.look.scale import fix
from gui.look.theme import Look
from gui.pages.preflop.asks import ask_jam
from gui.pages.preflop.give_bar import GiveBar
from gui.pages.preflop.jam_answers import Shown, callers_of, equilibrium_map, positions_of, shown_of, stacks_map
from gui.pages.preflop.jam_map import frequency_cells, stack_cells
from gui.pages.preflop.map_drawing import HandsMap
from gui.pages.preflop.model import PreflopModel, Question, Situation
from gui.pages.preflop.panel_numbers import PanelNumbers
from gui.pages.preflop.view import PreflopView
from gui.parts.build import named, paragraph
from gui.parts.cell_grid import ClassMap
from gui.parts.choice_bar import ChoiceBar
from gui.state.document import Document

PLAYERS = 2
SIDE = 184
KEYS = ("stack", "small_blind", "big_blind", "ante")
KINDS = {"jam": "all in", "call": "call", "stacks": "stacks: all in", "callStacks": "stacks: call"}
CRITICAL = ("stacks", "callStacks")
STEPS, LEAST, LARGEST = 10, 1, 25
"""Of the slider: tenths of big blinds, from and to."""
HINT = "Equilibrium: neither player gains by playing otherwise. Point at a hand."


def jam_values(scenario: Scenario) -> dict[str, Any]:
    """Return the request for the stack on show."""
    panel = panel_of(scenario)
    numbers = {"small_blind": panel.small_blind, "big_blind": panel.big_blind, "ante": panel.ante}
    return {"steelwheel_jam": 1, "stack": panel.stack, "players": panel.jam_players or PLAYERS, **numbers}


def critical_values(scenario: Scenario) -> dict[str, Any]:
    """Return the request for all stacks: of two players."""
    values = {key: value for key, value in jam_values(scenario).items() if key != "stack"}
    return values | {"players": PLAYERS, "critical": True}


class JamView(PreflopView):
    """``wanted_changed``: something else is to be computed."""

    wanted_changed = Signal()

    def __init__(self, document: Document, model: PreflopModel, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(document, model, look, parent)
        self._kind, self._round = "jam", 0
        self.sentence = paragraph("preflop.jam.sentence", lines=2)
        self._players = QComboBox()
        self._players.setObjectName("preflop.jam.players")
        self._players.setAccessibleName("Players of jam or fold")
        for count in range(2, MOST_PLAYERS + 1):
            self._players.addItem("heads-up" if count == PLAYERS else f"{count} players", count)
        self._jammer = self._box("position", "Who goes all in first")
        self._caller = self._box("caller", "Who calls")
        self._choice = ChoiceBar("preflop.jam.kind", "Map", KINDS, look, self)
        self._choice.show_choice("jam")
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setRange(LEAST * STEPS, LARGEST * STEPS)
        self.slider.setPageStep(STEPS)
        self.slider.setObjectName("preflop.jam.slider")
        self.slider.setAccessibleName("Stack in big blinds")
        self._numbers = PanelNumbers("preflop.jam", KEYS, 1, document, look, self, base=self._scenario)
        fix(self._numbers, width=SIDE)
        fix(self._players, width=SIDE)
        self.map = ClassMap("preflop.jam.map", "Jam or fold by hand", look, self, hint=HINT)
        self._give = GiveBar("preflop.jam.range", document, look, self)
        self._build()
        self._connect()

    def _box(self, name: str, title: str) -> QComboBox:
        box = named(QComboBox(self), f"preflop.jam.{name}", title, title)
        fix(box, width=SIDE)
        box.activated.connect(self._on_changed)
        box.hide()
        return box

    def _build(self) -> None:
        slide = QHBoxLayout()
        slide.setSpacing(8)
        for part in (QLabel(f"{LEAST}"), self.slider, QLabel(f"{LARGEST} big blinds")):
            if isinstance(part, QLabel):
                part.setProperty("role", "muted")
            slide.addWidget(part, 1 if part is self.slider else 0)
        side = QVBoxLayout()
        side.setSpacing(6)
        for widget in (self._players, self._jammer, self._caller, self._numbers):
            side.addWidget(widget)
        side.addStretch(1)
        for text in (self.map.legend, self.map.reading):
            fix(text, width=SIDE)
            side.addWidget(text)
        body = QHBoxLayout()
        body.setSpacing(16)
        body.addWidget(self.map, 1)
        body.addLayout(side)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addWidget(self.sentence)
        layout.addWidget(self._choice)
        layout.addLayout(slide)
        layout.addLayout(body, 1)
        layout.addWidget(self._give)

    def _connect(self) -> None:
        self._players.activated.connect(self._on_players)
        self._choice.chosen.connect(self._on_kind)
        self.slider.valueChanged.connect(self._on_slid)
        self.slider.sliderPressed.connect(self._on_pressed)
        self._numbers.refused.connect(self.message)
        self._give.message.connect(self.message)
        self._look.changed.connect(self._on_changed)

    def ask(self, _situation: Situation) -> tuple[Question, ...]:
        """Ask for the map on show."""
        scenario = self._document.scenario
        if self._kind in CRITICAL:
            return ask_jam(critical_values(scenario), "critical")
        return ask_jam(jam_values(scenario), "jam")

    @property
    def answer(self) -> JamAnswer | None:
        """The equilibrium on show."""
        found = self._model.answer("jam")
        return None if found is None else found.value

    @property
    def critical(self) -> CriticalAnswer | None:
        """The stacks on show."""
        found = self._model.answer("critical")
        return None if found is None else found.value

    def _render(self) -> None:
        scenario = self._document.scenario
        values = jam_values(scenario)
        panel = panel_of(scenario)
        self._players.setCurrentIndex(self._players.findData(values["players"]))
        self._players.setEnabled(self._kind not in CRITICAL)
        self._numbers.render_scenario(scenario, {problem.field: problem for problem in panel.problems})
        with QSignalBlocker(self.slider):
            self.slider.setValue(round(STEPS * panel.stack / (panel.big_blind or 1.0)))
        self.slider.setEnabled(self._kind not in CRITICAL)
        if self._kind in CRITICAL:
            self._render_stacks()
        else:
            self._render_share(panel.stack)

    def _render_share(self, stack: float) -> None:
        found, calls = self._model.answer("jam"), self._kind == "call"
        stale = found is not None and found.stale
        shown = self.shown(stack)
        self._show_positions()
        color = QColor(self._look.theme.seat(hero_seat(self._document.scenario) + calls))
        shares = {} if shown is None else shown.shares
        self.map.show_cells(frequency_cells(shares, "calls" if calls else "goes all in", stale=stale), color)
        self.map.show_legend([(color, "filled as often as it does; empty: folds")] if shares else ())
        self.sentence.setEnabled(not stale)
        waiting = self._model.why_absent("Computing the equilibrium …", "jam")
        self.sentence.setText(waiting if shown is None else shown.sentence)
        self._give.show_range("No range yet" if shown is None else shown.name, "" if shown is None else shown.text)

    def shown(self, stack: float) -> Shown | None:
        """Return the range of the equilibrium on show."""
        if self.answer is None:
            return None
        jammer, caller = max(self._jammer.currentIndex(), 0), max(self._caller.currentIndex(), 0)
        return shown_of(self.answer, stack, calls=self._kind == "call", jammer=jammer, caller=caller)

    def drawn(self) -> HandsMap | None:
        """Return the map on show for files; None where nothing is known."""
        scenario = self._document.scenario
        if self._kind in CRITICAL:
            return None if self.critical is None else stacks_map(self.critical, calls=self._kind == "callStacks")
        shown = self.shown(panel_of(scenario).stack)
        return None if shown is None or self.answer is None else equilibrium_map(self.answer, shown)

    def _show_positions(self) -> None:
        """Offer who may go all in, and who may call that, where there are more than two."""
        _offer(self._jammer, positions_of(self.answer))
        _offer(self._caller, callers_of(self.answer, max(self._jammer.currentIndex(), 0)))
        self._jammer.setVisible(self._jammer.count() > 0)
        self._caller.setVisible(self._caller.count() > 0 and self._kind == "call")

    def _render_stacks(self) -> None:
        found, theme = self._model.answer("critical"), self._look.theme
        for box in (self._jammer, self._caller):
            box.hide()
        calls, answer = self._kind == "callStacks", self.critical
        stale = found is not None and found.stale
        stacks = {} if answer is None else (answer.call if calls else answer.jam)
        verb = "calls" if calls else "goes all in"
        color = QColor(theme.seat(hero_seat(self._document.scenario)))
        cells = stack_cells(stacks, verb, stale=stale)
        self.map.show_cells(cells, color)
        marks: list[tuple[QColor | None, str]] = [(heat_color(theme, 0.9), f"{verb} up to this many big blinds")]
        marks += [(None, "marked corners: with gaps")] if any(cell.mixed for cell in cells) else []
        self.map.show_legend(marks if stacks else ())
        self.sentence.setEnabled(not stale)
        progress = self._model.progress
        waiting = f"Computing all stacks from 1 to 25 big blinds … {percent(progress or 0.0, exact_digits=0)}"
        done = (
            f"The largest stack with which each hand {verb} at least every second time, heads-up, 1 to 25 big blinds."
        )
        self.sentence.setText(self._model.why_absent(waiting, "critical") if answer is None else done)
        self._give.show_range("The ranges stand under all in and call", "")

    @Slot(str)
    def _on_kind(self, key: str) -> None:
        self._choice.show_choice(key)
        self._kind = key
        self.wanted_changed.emit()
        self._render()

    @Slot()
    def _on_pressed(self) -> None:
        self._round += 1

    @Slot(int)
    def _on_slid(self, value: int) -> None:
        panel = panel_of(self._document.scenario)
        stack = round(value / STEPS * (panel.big_blind or 1.0), 6)
        after = with_number(self._document.scenario, "stack", stack)
        self._document.replace("Pre-flop: stack", after, merge=f"preflop.jam.slider {self._round}")

    @Slot(int)
    def _on_players(self, index: int) -> None:
        count = self._players.itemData(index)
        after = with_number(self._document.scenario, "jam_players", count if count != PLAYERS else None)
        self._document.replace(f"Pre-flop: {count} players", after)


def _offer(box: QComboBox, names: tuple[str, ...]) -> None:
    """Let a box offer these names, the one that is chosen staying where it can."""
    if [box.itemText(i) for i in range(box.count())] != list(names):
        chosen = box.currentText()
        box.clear()
        box.addItems(names)
        box.setCurrentIndex(max(box.findText(chosen), 0) if names else -1)
