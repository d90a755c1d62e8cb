"""Luck at all-ins: the results of the displayed hands next to their value when the last chip went in, with the range
of results that luck at these all-ins alone produces.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from PySide6.QtCore import QPointF, Signal, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from engine import CancelToken
from engine.cards import whole_text
from engine.histories.hero import HandFacts
from engine.histories.listing import HandLine
from engine.histories.session import FAN_QUANTILES, SessionLuck, session_luck
from engine.scenario.tournament import PAYOUTS, payouts_from_text
from gui.charts.ticks import chip_ticks, count_ticks
from gui.charts.values import Amount, Axis, Band, Chart, Empty, Heading, Key, Line, ReadOut, Row, Rule, Table
from gui.charts.view import ChartView
from gui.look.guard import Guarded
from gui.look.scale import at_least
from gui.pages.histories.columns import money_text, prize_text, units_text
from gui.pages.histories.hand_list import HandList
from gui.pages.histories.replay_table import ReplayTable
from gui.parts.build import NO_MARGINS, combo_box, filled, label, named, offer
from gui.parts.choice_bar import ChoiceBar
from gui.parts.tournament_form import numbers_field
from gui.state.latest import Answers, Questions
from gui.state.session import Session
from gui.words.formatting import number_of, short_percent, signed_chips

UNITS, CHIPS, PRIZES = "units", "chips", "prizes"
EMPTY = Empty(
    "Results and all-in EV",
    ("Open hands with hero's cards to draw the results over the listed hands.",),
)
MIN_CHART_HEIGHT = 150
NET, FAIR = 0, 1
"""The seats whose colors the two lines use."""
SHADES = 0.12, 0.2
TICK_SPACING = 24.0
STOPS = 40
NOTES = (
    "All-in EV: if all hands were shown and cards came when no more betting was possible, the hand counts with the "
    "exact average over these cards; every other hand counts with its result",
    "Shaded: luck at these all-ins alone, each dealt again with its exact probabilities (50 % and 90 % of sessions); "
    "luck with earlier cards is not included",
)
IN_PRIZES = (
    "ICM (Malmuth-Harville): how much each hand changes hero's expected prize. All-ins of other players count too, "
    "because they change the value of hero's chips",
)
TYPE_PRIZES = "Type the payouts of a tournament to see its hands in ICM equity."
NO_EVENTS = "None of these hands is from a numbered tournament."


@dataclass(frozen=True, slots=True, eq=False)
class ListLuck:
    """The luck of the displayed hands in order of time.

    ``units`` is in big blinds, without hands whose blinds are not known. ``chips`` is in chips, or in the ``currency``
    that all hands share ("": there are several, or it is tournament chips). ``prizes`` has hands of tournaments whose
    prizes are known.
    """

    units: SessionLuck
    chips: SessionLuck
    prizes: SessionLuck
    lines: dict[int, HandLine]
    currency: str = ""

    def session(self, unit: str) -> SessionLuck:
        """Return the hands in one of the units."""
        return {UNITS: self.units, CHIPS: self.chips, PRIZES: self.prizes}[unit]


def list_luck(rows: Sequence[HandLine], facts: HandFacts, cancel: CancelToken) -> Iterator[ListLuck]:
    """Yield the luck of the displayed hands."""
    lines = {line.raw.number: line for line in sorted(rows, key=lambda line: (line.date, line.raw.number))}
    hands = [facts.lucks[number] for number in lines if number in facts.lucks]
    cancel.check_cancelled()
    units = session_luck([hand.in_big_blinds for hand in hands if hand.big_blind], cancel.check_cancelled)
    currencies = {lines[hand.number].currency for hand in hands}
    prizes = session_luck([facts.prizes[number] for number in lines if number in facts.prizes], cancel.check_cancelled)
    currency = currencies.pop() if len(currencies) == 1 else ""
    yield ListLuck(units, session_luck(hands, cancel.check_cancelled), prizes, lines, currency)


def amount_text(currency: str, unit: str, amount: float) -> str:
    """Return an amount with its sign and its unit."""
    if unit == UNITS:
        return f"{units_text(amount)} bb"
    if unit == PRIZES:
        return f"{prize_text(amount)} of ICM equity"
    return money_text((currency, amount)) if currency else f"{signed_chips(amount)} chips"


def luck_sentence(luck: ListLuck, unit: str) -> str:
    """Return how the session ran, in one sentence."""
    session = luck.session(unit)
    hands = number_of(len(session.hands), "hand")
    if not session.hands and unit == PRIZES:
        return TYPE_PRIZES if any(line.event for line in luck.lines.values()) else NO_EVENTS
    if not session.hands:
        return "No hands with a known result of hero."
    if not session.all_ins:
        return f"No all-in with cards to come in {hands}."
    amount = amount_text(luck.currency, unit, abs(session.luck)).lstrip("+")
    if session.luck == 0.0:
        return f"Exactly at all-in EV over {hands}."
    worse = session.luck < 0.0
    share = session.better if worse else 1.0 - session.better
    side, word = ("below", "worse") if worse else ("above", "better")
    return f"{amount} {side} all-in EV over {hands}: {word} than {short_share(share)} of such sessions."


def short_share(share: float) -> str:
    """Return a share in whole percent; below 1.5 % and above 98.5 % in tenths."""
    return short_percent(round(share, 2 if 0.015 < share < 0.985 else 3))


def luck_chart(luck: ListLuck, unit: str, hidden: frozenset[int] = frozenset()) -> Chart:
    """Return the chart of a session, hand by hand."""
    session = luck.session(unit)
    text = partial(amount_text, luck.currency, unit)
    # Index 0 is before the first hand, so a session has one value more than hands.
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
        Axis(low - room, high + room, partial(chip_ticks, spacing=TICK_SPACING)),
        (
            *bands,
            Rule(0.0, level=True, color="line", dash="solid"),
            Line(places, session.expected, FAIR, 1.8, "dash"),
            Line(places, session.net, NET, 2.0, "solid"),
        ),
        lambda: _table(luck, session),
        keys=(
            Key("Result", "line", NET),
            Key("All-in EV", "dash", FAIR),
            Key("Luck: 50 % and 90 %", "band", FAIR),
        ),
        read=lambda x, _: _read(luck, session, text, min(max(round(x), 0), last)),
        stops=tuple((float(place), None) for place in stops),
    )


def _heading(luck: ListLuck, session: SessionLuck, unit: str) -> Heading:
    """Return the heading: the session in a sentence, its sums, and how luck is measured."""
    text = partial(amount_text, luck.currency, unit)
    all_ins = number_of(session.all_ins, "all-in")
    brief = (
        f"Result {text(float(session.net[-1]))}, all-in EV {text(float(session.expected[-1]))}; "
        f"{all_ins}, standard deviation of luck {text(session.deviation).lstrip('+')}"
    )
    origin = "exact equities; shaded: luck at these all-ins alone"
    notes = (*NOTES, *IN_PRIZES) if unit == PRIZES else NOTES
    return Heading(EMPTY.title, brief, (luck_sentence(luck, unit), brief), notes, origin, "luck", always=False)


def _read(luck: ListLuck, session: SessionLuck, text: Callable[[float], str], place: int) -> ReadOut:
    """Return the hover text for the session after a hand."""
    rows = [
        Row(NET, "result", (text(float(session.net[place])),)),
        Row(FAIR, "all-in EV", (text(float(session.expected[place])),)),
        Row(FAIR, "90 % of such sessions", (f"{text(float(session.fan[0, place]))} … "
                                            f"{text(float(session.fan[-1, place]))}",)),
    ]  # fmt: skip
    if place == 0:
        return ReadOut("Before the first hand", tuple(rows), 0.0, line=True)
    hand = session.hands[place - 1]
    line = luck.lines[hand.number]
    if hand.distribution:
        rows.append(Row(NET, "this all-in", (f"{text(hand.net)}, EV {text(hand.expected)}",)))
    header = whole_text(f"{place}: hand {hand.number}, {line.raw.name} {line.cards}".rstrip())
    return ReadOut(header, tuple(rows), float(place), line=True)


def _table(luck: ListLuck, session: SessionLuck) -> Table:
    """Return a row for each hand: its result and its all-in value, and the sums and the quantiles of luck after it."""
    fan = tuple(f"{100 * share:g} %" for share in FAN_QUANTILES)
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


class PrizesBar(Guarded, QWidget):
    """Asks for the prizes of the tournaments of a list, once for all hands of each."""

    def __init__(self, hands: HandList, table: ReplayTable) -> None:
        super().__init__()
        named(self, "histories.luck.prizesBar", "Tournament payouts")
        self._hands, self._table = hands, table
        self._events: tuple[str, ...] = ()
        self._box = combo_box("histories.luck.event", "Tournament", tip="Tournament in the list, by its number")
        self._box.activated.connect(self.show_events)
        name, spec = "histories.luck.prizes", PAYOUTS
        self.prizes = numbers_field(name, spec.label, spec.empty, spec.help, payouts_from_text, self)
        self.prizes.edited.connect(self._on_edited)
        words = label("Tournament", role=""), self._box, self.prizes.captioned(spec.label)
        fields = filled(QHBoxLayout(), *words, (self.prizes, 1), spacing=8)
        filled(QVBoxLayout(self), fields, self.prizes.problem_line, spacing=2, margins=NO_MARGINS)

    @Slot()
    def show_events(self) -> None:
        """Offer the tournaments of the list, and show the prizes of the selected one."""
        counts = Counter(line.event for line in self._hands.lines if line.event and line.hero)
        # The selected tournament stays selected, at whichever index it has in the new list.
        before = self.chosen
        self._events = tuple(counts)
        offer(
            self._box,
            [f"{event}: {number_of(played, 'hand')}" for event, played in counts.items()],
        )
        if before in self._events:
            self._box.setCurrentIndex(self._events.index(before))
        self.setEnabled(bool(counts))
        known = self._hands.prizes.get(self.chosen)
        self.prizes.show_value(known.payouts if known else ())

    @property
    def chosen(self) -> str:
        """The number of the selected tournament, or ""."""
        place = self._box.currentIndex()
        return self._events[place] if 0 <= place < len(self._events) else ""

    @Slot(object, str)
    def _on_edited(self, payouts: tuple[float, ...], merge: str) -> None:
        self._table.set_prizes(self.chosen, payouts)


class LuckView(Guarded, QWidget):
    """Shows the luck of the hands of the list. ``hand_wanted`` carries the line of a hand that was clicked."""

    hand_wanted = Signal(object)

    def __init__(self, hands: HandList, table: ReplayTable, questions: Questions, session: Session) -> None:
        super().__init__()
        named(self, "histories.luck", "Luck at all-ins")
        self._hands = hands
        self._answers: Answers[ListLuck] = Answers(questions.apart("histories luck"), "luck", self)
        self._answers.changed.connect(self._on_answer)
        hands.facts_changed.connect(self._follow)
        hands.listed.connect(self._follow)
        self.sentence = label(name="histories.luck.sentence", role="title", wrap=True)
        units = {UNITS: "Big blinds", CHIPS: "Chips or money", PRIZES: "ICM"}
        self.unit = ChoiceBar("histories.luck.unit", "Unit", units, on=UNITS)
        self.unit.chosen.connect(self._render)
        self.chart = ChartView("luck", EMPTY.title, EMPTY, session, menu="export")
        at_least(self.chart, height=MIN_CHART_HEIGHT)
        self.chart.view.scene().sigMouseClicked.connect(self._on_clicked)
        self._prizes = PrizesBar(hands, table)
        self._prizes.hide()
        above = filled(QHBoxLayout(), (self.sentence, 1), self.unit, spacing=8, margins=NO_MARGINS)
        filled(QVBoxLayout(self), above, self._prizes, (self.chart, 1), spacing=6, margins=(0, 8, 0, 0))

    @property
    def luck(self) -> ListLuck | None:
        """The luck of the displayed hands, or None if it is not known yet."""
        return self._answers.latest.value

    @Slot()
    def _follow(self) -> None:
        """Compute the luck of the displayed hands while the pane is visible.

        A computation that is under way is not started anew: its end calls this again.
        """
        if not self._hands.lines:
            self._answers.forget()
            self._render()
        elif self.isVisible() and not self._answers.latest.busy:
            view = self._hands.view
            self._answers.ask((view.rows, view.facts), partial(list_luck, view.rows, view.facts), view.rows)
            if self._stale:
                self._render()

    @property
    def _stale(self) -> bool:
        """Whether the luck belongs to hands that are no longer the displayed ones."""
        return self.luck is not None and self._answers.latest.of != self._hands.view.rows

    @Slot()
    def _on_answer(self) -> None:
        self._render()
        self._follow()

    @Slot()
    def _render(self) -> None:
        """Show the sentence and the chart in the selected unit, muted while they belong to other hands."""
        luck = self.luck
        self._prizes.setVisible(self.unit.key == PRIZES)
        self._prizes.show_events()
        if luck is None:
            self.sentence.setText("")
            self.chart.show_chart(None)
            return
        session = luck.session(self.unit.key)
        self.sentence.setText(luck_sentence(luck, self.unit.key))
        self.sentence.setEnabled(not self._stale)
        make = partial(luck_chart, luck, self.unit.key) if session.hands else None
        self.chart.show_chart(make, stale=self._stale)

    @Slot(object)
    def _on_clicked(self, event: object) -> None:
        """Follow the hand whose point is next to a click; the origin of the chart is not a hand."""
        position: QPointF = event.scenePos()  # type: ignore[attr-defined]
        place, luck = self.chart.figure.point_at(position), self.luck
        if place is None or luck is None:
            return
        session = luck.session(self.unit.key)
        number = round(place[0])
        if 1 <= number <= len(session.hands):
            self.hand_wanted.emit(luck.lines[session.hands[number - 1].number])

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._follow()
