"""Luck at all-ins: the results of the listed hands beside what they were worth when the last chip went in, with the fan
of what luck at them alone would bring.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from PySide6.QtCore import QPointF, Signal, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from engine import CancelToken
from engine.cards import whole_text
from engine.histories.hero import Facts
from engine.histories.listing import HandLine
from engine.histories.session import SHARES, SessionLuck, session_luck
from gui.charts.ticks import Tick, count_ticks, nice_step
from gui.charts.values import Amount, Axis, Band, Chart, Empty, Heading, Key, Line, ReadOut, Row, Rule, Table
from gui.charts.view import ChartView
from gui.look.formatting import chips, count, short_percent, signed_chips
from gui.look.guard import Guarded
from gui.look.scale import at_least
from gui.pages.histories.columns import money_text, units_text
from gui.pages.histories.model import HistoriesModel
from gui.parts.build import NO_MARGINS, filled, label, named
from gui.parts.choice_bar import ChoiceBar
from gui.state.latest import Answers, Questions
from gui.state.session import Session

UNITS, CHIPS = "units", "chips"
EMPTY = Empty(
    "Results beside what all-ins were worth",
    ("The results of hero in the listed hands are drawn here, as soon as hands with hero's cards are open.",),
)
LOWEST_CHART = 150
NET, FAIR = 0, 1
"""The seats whose colours the two lines have."""
SHADES = 0.12, 0.2
TICK_SPACING = 24.0
STOPS = 40
NOTES = (
    "All-in adjusted: where all hands were shown and cards came when nobody could bet any more, the hand counts with "
    "the exact mean over these cards; every other hand counts with its result",
    "Shaded: what luck at these all-ins alone brings, each drawn again by its exact law (half and 90 % of sessions); "
    "luck of earlier cards is not in it",
)


@dataclass(frozen=True, slots=True, eq=False)
class ListLuck:
    """The luck of the hands of a view in order of time: in big blinds, without hands whose blinds are not known, and in
    chips, of the one ``currency`` of all (empty: there are several, or tournament chips).
    """

    units: SessionLuck
    chips: SessionLuck
    lines: dict[int, HandLine]
    currency: str = ""


def list_luck(rows: Sequence[HandLine], facts: Facts, cancel: CancelToken) -> Iterator[ListLuck]:
    """Yield the luck of the hands of a view."""
    lines = {line.raw.number: line for line in sorted(rows, key=lambda line: (line.date, line.raw.number))}
    hands = [facts.lucks[number] for number in lines if number in facts.lucks]
    cancel.guard()
    units = session_luck([hand.in_big_blinds for hand in hands if hand.big_blind], cancel.guard)
    currencies = {lines[hand.number].currency for hand in hands}
    yield ListLuck(units, session_luck(hands, cancel.guard), lines, currencies.pop() if len(currencies) == 1 else "")


def amount_text(currency: str, unit: str, amount: float) -> str:
    """Return an amount with its sign and its unit."""
    if unit == UNITS:
        return f"{units_text(amount)} bb"
    return money_text((currency, amount)) if currency else f"{signed_chips(amount)} chips"


def luck_sentence(luck: ListLuck, unit: str) -> str:
    """Return how the session ran, in one sentence."""
    session = luck.units if unit == UNITS else luck.chips
    hands = f"{count(len(session.hands))} hand{'' if len(session.hands) == 1 else 's'}"
    if not session.hands:
        return "No result of hero is known in these hands."
    if not session.all_ins:
        return f"No all-in with cards to come was shown down in {hands}."
    amount = amount_text(luck.currency, unit, abs(session.luck)).lstrip("+")
    if session.luck == 0.0:
        return f"You ran exactly as your all-ins were worth over {hands}."
    worse = session.luck < 0.0
    share = session.better if worse else 1.0 - session.better
    side, word = ("below", "worse") if worse else ("above", "better")
    return f"You ran {amount} {side} your all-ins over {hands}: {word} than {short_share(share)} of such sessions."


def short_share(share: float) -> str:
    """Return a share in whole percent, of rare ones in tenths."""
    return short_percent(round(share, 2 if 0.015 < share < 0.985 else 3))


def luck_chart(luck: ListLuck, unit: str, hidden: frozenset[int] = frozenset()) -> Chart:
    """Return the chart of a session, hand by hand."""
    session = luck.units if unit == UNITS else luck.chips
    text = partial(amount_text, luck.currency, unit)
    places = np.arange(len(session.net), dtype=np.float64)
    lines = (session.net, session.expected, *session.fan)
    low, high = min(float(line.min()) for line in lines), max(float(line.max()) for line in lines)
    room = max(0.06 * (high - low), 0.5)
    last = len(places) - 1
    outer, inner = SHADES
    bands = (
        Band(places, session.fan[0], session.fan[-1], FAIR, outer),
        Band(places, session.fan[1], session.fan[-2], FAIR, inner),
    )
    stops = sorted({round(i * last / STOPS) for i in range(STOPS + 1)})
    return Chart(
        _heading(luck, session, unit),
        Axis(0.0, float(max(last, 1)), count_ticks, "hands"),
        Axis(low - room, high + room, amount_ticks),
        (
            *bands,
            Rule(0.0, level=True, color="line", dash="solid"),
            Line(places, session.expected, FAIR, 1.8, "dash"),
            Line(places, session.net, NET, 2.0, "solid"),
        ),
        lambda: _table(luck, session),
        keys=(
            Key("Result", "line", NET),
            Key("All-in adjusted", "dash", FAIR),
            Key("Luck: half and 90 %", "band", FAIR),
        ),
        read=lambda x, _: _read(luck, session, text, min(max(round(x), 0), last)),
        stops=tuple((float(place), None) for place in stops),
    )


def _heading(luck: ListLuck, session: SessionLuck, unit: str) -> Heading:
    text = partial(amount_text, luck.currency, unit)
    all_ins = f"{count(session.all_ins)} all-in{'' if session.all_ins == 1 else 's'}"
    brief = (
        f"Won {text(float(session.net[-1]))}, all-in adjusted {text(float(session.expected[-1]))}; "
        f"{all_ins}, luck ± {text(session.deviation).lstrip('+')} (standard deviation)"
    )
    origin = "exact equities; the fan from their laws, convolved"
    return Heading(EMPTY.title, brief, (luck_sentence(luck, unit), brief), NOTES, origin, "luck", always=False)


def _read(luck: ListLuck, session: SessionLuck, text: Callable[[float], str], place: int) -> ReadOut:
    """Return the values after a hand."""
    rows = [
        Row(NET, "result", (text(float(session.net[place])),)),
        Row(FAIR, "all-in adjusted", (text(float(session.expected[place])),)),
        Row(FAIR, "90 % of such sessions", (f"{text(float(session.fan[0, place]))} … "
                                            f"{text(float(session.fan[-1, place]))}",)),
    ]  # fmt: skip
    if place == 0:
        return ReadOut("Before the first hand", tuple(rows), 0.0, line=True)
    hand = session.hands[place - 1]
    line = luck.lines[hand.number]
    if hand.law:
        rows.append(Row(NET, "this all-in", (f"{text(hand.net)}, worth {text(hand.expected)}",)))
    header = whole_text(f"{place}: hand {hand.number}, {line.raw.name} {line.cards}".rstrip())
    return ReadOut(header, tuple(rows), float(place), line=True)


def _table(luck: ListLuck, session: SessionLuck) -> Table:
    """Return a row for each hand: its result and what it was worth, and the sums and the fan after it."""
    fan = tuple(f"{100 * share:g} %" for share in SHARES)
    header = ("after hands", "hand", "name", "net", "adjusted", "sum net", "sum adjusted", *fan)
    rows = [
        (
            place,
            hand.number,
            whole_text(luck.lines[hand.number].raw.name),
            Amount(hand.net),
            Amount(hand.expected),
            Amount(session.net[place]),
            Amount(session.expected[place]),
            *(Amount(line[place]) for line in session.fan),
        )
        for place, hand in enumerate(session.hands, 1)
    ]
    return header, rows


def amount_ticks(low: float, high: float, length: float) -> list[Tick]:
    """Return ticks of an upright axis of amounts."""
    if not high > low:
        return []
    step = nice_step(high - low, length / TICK_SPACING)
    first, last = int(np.ceil(low / step - 1e-9)), int(np.floor(high / step + 1e-9))
    return [Tick(i * step, f"{'−' if i < 0 else ''}{chips(abs(i * step))}") for i in range(first, last + 1)]


class LuckView(Guarded, QWidget):
    """Shows the luck of the hands of the list. ``hand_wanted`` carries the line of a hand that was clicked."""

    hand_wanted = Signal(object)

    def __init__(self, model: HistoriesModel, questions: Questions, session: Session) -> None:
        super().__init__()
        named(self, "histories.luck", "Luck at all-ins")
        self._model = model
        self._answers: Answers[ListLuck] = Answers(questions.apart("histories luck"), "luck", self)
        self._answers.changed.connect(self._on_answer)
        model.facts_changed.connect(self._follow)
        model.listed.connect(self._follow)
        self._unit = UNITS
        self.sentence = label(name="histories.luck.sentence", role="title", wrap=True)
        self.unit = ChoiceBar("histories.luck.unit", "Unit", {UNITS: "Big blinds", CHIPS: "Chips or money"})
        self.unit.chosen.connect(self._on_unit)
        self.unit.show_choice(self._unit)
        self.chart = ChartView("luck", EMPTY.title, EMPTY, session, menu="export")
        at_least(self.chart, height=LOWEST_CHART)
        self.chart.view.scene().sigMouseClicked.connect(self._on_clicked)
        above = filled(QHBoxLayout(), (self.sentence, 1), self.unit, spacing=8, margins=NO_MARGINS)
        filled(QVBoxLayout(self), above, (self.chart, 1), spacing=6, margins=(0, 8, 0, 0))

    @property
    def luck(self) -> ListLuck | None:
        """The current luck of the list, None where there is no list."""
        return self._answers.latest.value

    @Slot()
    def _follow(self) -> None:
        """Work out the luck of another view, while it is in sight; one that is under way is not begun again."""
        model = self._model
        if not model.lines:
            self._answers.forget()
            self._render()
        elif self.isVisible() and not self._answers.latest.busy:
            view = model.view
            self._answers.ask((view.rows, view.facts), partial(list_luck, view.rows, view.facts))

    @Slot()
    def _on_answer(self) -> None:
        self._render()
        self._follow()

    @Slot(str)
    def _on_unit(self, unit: str) -> None:
        self._unit = unit
        self.unit.show_choice(unit)
        self._render()

    @Slot()
    def _render(self) -> None:
        luck = self.luck
        if luck is None:
            self.sentence.setText("")
            self.chart.show_chart(None)
            return
        session = luck.units if self._unit == UNITS else luck.chips
        self.sentence.setText(luck_sentence(luck, self._unit))
        self.chart.show_chart(partial(luck_chart, luck, self._unit) if session.hands else None)

    @Slot(object)
    def _on_clicked(self, event: object) -> None:
        position: QPointF = event.scenePos()  # type: ignore[attr-defined]
        place, luck = self.chart.figure.place_at(position), self.luck
        if place is None or luck is None:
            return
        session = luck.units if self._unit == UNITS else luck.chips
        number = round(place[0])
        if 1 <= number <= len(session.hands):
            self.hand_wanted.emit(luck.lines[session.hands[number - 1].number])

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._follow()
