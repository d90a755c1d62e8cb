"""The view of jam or fold: the hands that go all in or call with a stack, and the largest stack for each hand."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from PySide6.QtCore import QSignalBlocker, Slot
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QVBoxLayout, QWidget

from engine import Scenario, __version__
from engine.preflop.jam import CriticalAnswer, JamAnswer, JamRequest, PositionPlay, Spans, joined_spans
from engine.preflop.panel import PREFLOP
from engine.scenario.preflop import MAX_PLAYERS
from gui.charts.forms import hand_map
from gui.charts.values import Chart, Heading
from gui.look.painting import heat_color
from gui.look.scale import fix
from gui.look.theme import current_theme
from gui.pages.preflop.answers import ask_jam
from gui.pages.preflop.model import PreflopModel, PreflopPageSituation, Question
from gui.pages.preflop.view import SLIDER_STEPS, USUAL_PLAYERS, GiveBar, SliderView
from gui.pages.preflop.words import short_chips, signed
from gui.parts.build import NO_MARGINS, STRETCH, combo_box, filled, label, offer, paragraph
from gui.parts.cell_grid import ClassMap
from gui.parts.cells import Cell, class_cells
from gui.parts.choice_bar import ChoiceBar
from gui.parts.form import first_problems
from gui.state.context import PageContext
from gui.words.formatting import NO_BREAK, percent, worth

PLAYERS = USUAL_PLAYERS["jam_players"]
SIDE = 184
MAX_SLIDER = 25
"""The upper end of the slider in big blinds."""
KEYS = ("stack", "small_blind", "big_blind", "ante")
KINDS = {"jam": "jam", "call": "call", "stacks": "stacks: jam", "callStacks": "stacks: call"}
CRITICAL = ("stacks", "callStacks")
HINT = "Nash equilibrium: no player gains by deviating. Point at a hand."
CLOSES = "Only one player can call; card removal of folded hands is ignored."
UNIT = "BB"
FILLED_TONE = 0.75
"""The opacity of a cell of a map for files, which is filled as high as its hand is played."""
MAX_VALUE = 25.0
"""The largest stack in the table of stacks, in big blinds."""


@dataclass(frozen=True, slots=True)
class Share:
    """How often a hand is played, and the EV of that over a fold in big blinds, or None if it is not known."""

    frequency: float
    worth: float | None = None


@dataclass(frozen=True, slots=True)
class Shown:
    """A range of the equilibrium: its ``name`` and text, how often each hand is played, and the sentence above it."""

    name: str
    text: str
    shares: Mapping[str, Share]
    sentence: str


def positions_of(answer: JamAnswer | None) -> tuple[str, ...]:
    """Return the positions that may go all in first; empty for two players."""
    return tuple(seat.seat for seat in answer.positions) if answer is not None else ()


def callers_of(answer: JamAnswer | None, jammer: int) -> tuple[str, ...]:
    """Return the positions that may call the ``jammer``; empty for two players."""
    if answer is None or jammer >= len(answer.positions):
        return ()
    return tuple(name for name, _ in answer.positions[jammer].calls)


def shown_of(answer: JamAnswer, stack: float, *, calls: bool, jammer: int, caller: int) -> Shown | None:
    """Return the range that goes all in, or the calling range if ``calls``; None if there is no range."""
    if answer.positions:
        return _ring(answer, stack, calls=calls, jammer=jammer, caller=caller)
    if answer.jam is None or answer.call is None or answer.classes is None:
        return None
    sentence = (
        f"With {_in_big_blinds(stack, answer.request)} the small blind jams {_part(answer.jam)} of hands and the big "
        f"blind calls with {_part(answer.call)}. EV of the small blind: {signed(answer.value or 0.0)} "
        "BB."
    )
    if calls:
        shares = {name: Share(row.call, row.ev_call) for name, row in answer.classes.items()}
        return Shown("calling range", answer.call.text, shares, sentence)
    shares = {name: Share(row.jam, row.ev_jam) for name, row in answer.classes.items()}
    return Shown("jamming range", answer.jam.text, shares, sentence)


def _ring(answer: JamAnswer, stack: float, *, calls: bool, jammer: int, caller: int) -> Shown | None:
    """Return a range at a table of three players or more."""
    # The boxes may still have the entries of an earlier answer with more players.
    seat = answer.positions[min(jammer, len(answer.positions) - 1)]
    name, call = seat.calls[min(caller, len(seat.calls) - 1)]
    sentence = (
        f"With {_in_big_blinds(stack, answer.request)} {seat.seat} jams {_part(seat.jam)} of hands if folded to; "
        f"{name} calls with {_part(call)}. {CLOSES}"
    )
    if calls:
        shares = {hand: Share(often) for hand, often in call.frequencies.items()}
        return Shown(f"calling range of {name} vs {seat.seat}", call.text, shares, sentence)
    shares = {hand: Share(often, seat.ev_jam[hand]) for hand, often in seat.jam.frequencies.items()}
    return Shown(f"jamming range of {seat.seat}", seat.jam.text, shares, sentence)


def _in_big_blinds(stack: float, request: JamRequest) -> str:
    """Return a stack in chips as text in big blinds, as in ``10 BB``."""
    return f"{short_chips(stack / request.big_blind)}{NO_BREAK}BB"


def _part(played: PositionPlay) -> str:
    return percent(played.share, exact_digits=2)


def equilibrium_map(answer: JamAnswer, shown: Shown) -> Chart:
    """Return the map of a range of the equilibrium for files."""
    cells = frequency_cells(shown.shares, "plays", UNIT, stale=False)
    header = ("hand", "frequency", "ev against folding, big blinds")
    rows: list[tuple[object, ...]] = [
        (name, share.frequency, "" if share.worth is None else share.worth) for name, share in shown.shares.items()
    ]
    heading = _heading(f"Jam or fold: {shown.name}", answer.request, shown.sentence, answer.exploitability)
    return hand_map(heading, cells, (header, rows), filled=FILLED_TONE)


def stacks_map(answer: CriticalAnswer, *, calls: bool) -> Chart:
    """Return the map of the largest stacks for files, with all intervals in its data."""
    verb = "calls" if calls else "jams"
    header = ("hand", "does", "from big blinds", "to big blinds")
    rows: list[tuple[object, ...]] = [
        (name, does, *span)
        for does, values in (
            ("all in", answer.jam),
            ("call", answer.call),
            ("all in, mixes", answer.jam_mixes),
            ("call, mixes", answer.call_mixes),
        )
        for name, spans in values.items()
        for span in spans
    ]
    title = f"Largest stack in big blinds with which each hand {verb}"
    words = "Heads-up, at least half of the time; marked hands have gaps."
    heading = _heading(title, answer.request, words, answer.exploitability)
    return hand_map(heading, stack_cells(*stacks_of(answer, calls=calls), verb, stale=False), (header, rows))


def _heading(title: str, request: JamRequest, words: str, exploitability: float) -> Heading:
    stack = "" if request.stack is None else f"stack {_in_big_blinds(request.stack, request)}, "
    blinds = f"{short_chips(request.small_blind)} / {short_chips(request.big_blind)}"
    about = f"{request.players} players, {stack}blinds {blinds}, ante {short_chips(request.ante)}"
    origin = f"Nash equilibrium, exploitability {exploitability:.1g} BB · Steel Wheel {__version__}"
    return Heading(title, about, (about,), (words,), origin, "jam-or-fold-map")


def frequency_cells(shares: Mapping[str, Share], verb: str, unit: str, *, stale: bool) -> tuple[Cell, ...]:
    """Return the cells, filled as high as the hand is played; ``unit`` is the unit of EVs."""

    def cell(name: str) -> Cell:
        """Return the cell of a class of hands; frequencies within half a percent of 0 or 1 count as pure."""
        share = shares.get(name)
        if share is None:
            return Cell(name, speech=name)
        part = share.frequency
        mixed = 0.005 < part < 0.995
        often = f"{verb} {percent(part, exact_digits=0)}" if mixed else verb if part > 0.5 else "folds"
        gains = "" if share.worth is None else f"; EV {worth(share.worth)} {unit} vs folding"
        note = f"{100 * part:.0f}" if mixed else ""
        return Cell(name, part if part > 0.005 else 0.0, note=note, speech=f"{name}: {often}{gains}", stale=stale)

    return class_cells(cell)


def stacks_of(answer: CriticalAnswer, *, calls: bool) -> tuple[dict[str, Spans], dict[str, Spans]]:
    """Return the intervals in which hands go all in, or call if ``calls``, and those in which they mix."""
    return (answer.call, answer.call_mixes) if calls else (answer.jam, answer.jam_mixes)


def stack_cells(stacks: Mapping[str, Spans], mixes: Mapping[str, Spans], verb: str, *, stale: bool) -> tuple[Cell, ...]:
    """Return the cells colored by the largest stack with which the hand is played; gaps without mixing get a mark."""

    def cell(name: str) -> Cell:
        """Return the cell of a class of hands, with its largest stack as the note."""
        spans, mixed = stacks.get(name, ()), mixes.get(name, ())
        if not spans:
            return Cell(name, speech=f"{name}: never {verb}")
        top = max(high for _, high in spans)
        tone = 0.1 + 0.9 * min(top / MAX_VALUE, 1.0)
        note = f"{short_chips(round(top, 1))}{'+' if top >= MAX_VALUE - 1e-9 else ''}"
        whole = joined_spans(spans, mixed)
        speech = f"{name}: {verb} with {_in_words(whole)} big blinds"
        speech += f"; mixes at {_in_words(mixed)}" if mixed else ""
        return Cell(name, 1.0, len(whole) > 1, hot=True, tone=tone, stale=stale, note=note, speech=speech)

    return class_cells(cell)


def _in_words(spans: Spans) -> str:
    """Return intervals as in ``1 to 2.5 and 4``."""
    ends = (dict.fromkeys(short_chips(round(end, 1)) for end in span) for span in spans)
    return " and ".join(" to ".join(words) for words in ends)


def jam_request(scenario: Scenario) -> JamRequest:
    """Return the request for the displayed stack."""
    panel = PREFLOP.panel(scenario)
    return JamRequest(
        stack=panel.stack, small_blind=panel.small_blind, big_blind=panel.big_blind, ante=panel.ante,
        players=panel.jam_players or PLAYERS,
    )  # fmt: skip


class JamView(SliderView):
    """The map, the slider and the choices."""

    def __init__(self, context: PageContext, model: PreflopModel, parent: QWidget | None = None) -> None:
        super().__init__(context, model, ("preflop.jam.slider", "Stack in big blinds", MAX_SLIDER), parent)
        self.sentence = paragraph("preflop.jam.sentence", lines=2)
        counts = ("heads-up", *(f"{count} players" for count in range(3, MAX_PLAYERS + 1)))
        self._players = self.players_box("preflop.jam.players", "Players of jam or fold", "jam_players", counts)
        self._jammer = self._box("position", "Position of the jam")
        self._caller = self._box("caller", "Position of the call")
        self._choice = ChoiceBar("preflop.jam.kind", "Map", KINDS, self, on="jam")
        numbers = self.number_fields("preflop.jam", KEYS, 1)
        self.map = ClassMap("preflop.jam.map", "Jam or fold range", self, hint=HINT)
        self._give = GiveBar("preflop.jam.range", context, self)
        stack = label("1"), (self.slider, 1), label(f"{MAX_SLIDER} big blinds")
        boxes = self._players, self._jammer, self._caller, numbers
        texts = self.map.legend, self.map.reading
        for widget in (*boxes, *texts):
            fix(widget, width=SIDE)
        side = filled(QVBoxLayout(), *boxes, STRETCH, *texts, spacing=6)
        body = filled(QHBoxLayout(), (self.map, 1), side, spacing=16)
        slide = filled(QHBoxLayout(), *stack, spacing=8)
        parts = self.sentence, self._choice, slide, (body, 1), self._give
        filled(QVBoxLayout(self), *parts, spacing=6, margins=NO_MARGINS)
        self._choice.chosen.connect(self.wanted_changed)
        self._choice.chosen.connect(self._render)

    def _box(self, name: str, title: str) -> QComboBox:
        box = combo_box(f"preflop.jam.{name}", title, tip=title)
        box.activated.connect(self._on_changed)
        box.hide()
        return box

    def ask(self, _situation: PreflopPageSituation) -> tuple[Question, ...]:
        """Ask for the displayed map."""
        request = jam_request(self._document.scenario)
        if self._choice.key in CRITICAL:
            return ask_jam(replace(request, stack=None, players=PLAYERS, critical=True), "critical")
        return ask_jam(request, "jam")

    @property
    def shows_stacks(self) -> bool:
        """Whether the displayed map is that of critical stacks."""
        return self._choice.key in CRITICAL

    @property
    def answer(self) -> JamAnswer | None:
        """The displayed equilibrium."""
        return self._model.answer("jam").value

    @property
    def critical(self) -> CriticalAnswer | None:
        """The displayed critical stacks."""
        return self._model.answer("critical").value

    @Slot()
    def _render(self) -> None:
        """Show the numbers and the selected map: a range of the equilibrium, or the critical stacks."""
        scenario = self._document.scenario
        panel = PREFLOP.panel(scenario)
        self._players.setCurrentIndex(self._players.findData(jam_request(scenario).players))
        self._players.setEnabled(self._choice.key not in CRITICAL)
        self.numbers.render(panel, first_problems(panel.problems))
        with QSignalBlocker(self.slider):
            self.slider.setValue(round(SLIDER_STEPS * panel.stack / (panel.big_blind or 1.0)))
        self.slider.setEnabled(self._choice.key not in CRITICAL)
        if self._choice.key in CRITICAL:
            self._render_stacks()
        else:
            stale, calls = self._model.answer("jam").stale, self._choice.key == "call"
            shown = self.shown(panel.stack)
            offer(self._jammer, positions_of(self.answer), keep=True)
            offer(self._caller, callers_of(self.answer, max(self._jammer.currentIndex(), 0)), keep=True)
            self._jammer.setVisible(self._jammer.count() > 0)
            self._caller.setVisible(self._caller.count() > 0 and self._choice.key == "call")
            color = QColor(current_theme().seat(PREFLOP.hero_seat(self._document.scenario) + calls))
            shares = {} if shown is None else shown.shares
            self.map.show_cells(frequency_cells(shares, "calls" if calls else "jams", UNIT, stale=stale), color)
            self.map.show_legend(
                [(color, f"fill: how often it {'calls' if calls else 'jams'}; empty: fold")] if shares else ()
            )
            self.sentence.setEnabled(not stale)
            waiting = self._model.why_absent("Computing the equilibrium …", "jam")
            self.sentence.setText(waiting if shown is None else shown.sentence)
            self._give.show_range("No range yet" if shown is None else shown.name, "" if shown is None else shown.text)

    def shown(self, stack: float) -> Shown | None:
        """Return the range of the displayed equilibrium."""
        if self.answer is None:
            return None
        jammer, caller = max(self._jammer.currentIndex(), 0), max(self._caller.currentIndex(), 0)
        return shown_of(self.answer, stack, calls=self._choice.key == "call", jammer=jammer, caller=caller)

    def chart(self) -> Chart | None:
        """Return the displayed map for files, or None if there is no result."""
        scenario = self._document.scenario
        if self._choice.key in CRITICAL:
            return None if self.critical is None else stacks_map(self.critical, calls=self._choice.key == "callStacks")
        shown = self.shown(PREFLOP.panel(scenario).stack)
        return None if shown is None or self.answer is None else equilibrium_map(self.answer, shown)

    def _render_stacks(self) -> None:
        """Show the map of critical stacks; they are those of two players, so position and caller are hidden."""
        stale, theme = self._model.answer("critical").stale, current_theme()
        for box in (self._jammer, self._caller):
            box.hide()
        calls, answer = self._choice.key == "callStacks", self.critical
        stacks, mixes = ({}, {}) if answer is None else stacks_of(answer, calls=calls)
        verb = "calls" if calls else "jams"
        color = QColor(theme.seat(PREFLOP.hero_seat(self._document.scenario)))
        cells = stack_cells(stacks, mixes, verb, stale=stale)
        self.map.show_cells(cells, color)
        marks: list[tuple[QColor | None, str]] = [(heat_color(theme, 0.9), f"{verb} up to this many big blinds")]
        marks += [(None, "marked corners: gaps")] if any(cell.mixed for cell in cells) else []
        self.map.show_legend(marks if stacks else ())
        self.sentence.setEnabled(not stale)
        progress = self._model.progress
        waiting = f"Computing all stacks from 1 to 25 BB … {percent(progress or 0.0, exact_digits=0)}"
        done = f"The largest stack with which each hand {verb} at least half of the time, heads-up, 1 to 25 BB."
        self.sentence.setText(self._model.why_absent(waiting, "critical") if answer is None else done)
        self._give.show_range("Ranges are under jam and call", "")

    def put_stack(self, stack: float, merge: str) -> None:
        """Set the stack of the panel."""
        self.edit("stack", PREFLOP.with_number(self._document.scenario, "stack", stack), merge)
