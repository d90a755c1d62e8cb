"""The page of hands from best to worst: the equity graph of all seats, who has the better hands, and in hold'em the
hands that reach an equity against the table as it stands.
"""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, Qt, Slot
from PySide6.QtGui import QAction, QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSlider, QVBoxLayout, QWidget

from engine import DetailResult, Scenario, ScenarioError, Snapshot, ranges_by_street
from engine.cards import RAZZ_RANKS, TextError, combo_text
from engine.equity.details.matrix import (
    SAME_EQUITY,
    Matrix,
    NextStreet,
    SortedHands,
    shares_of_best,
    sorted_hands,
    sorted_pairs,
)
from engine.equity.details.starting_hands import DownPairs
from engine.ranges.holdem_matrix import ALL_CELLS, SIZE, class_name, combo_owners
from engine.ranges.library_files import LibraryEntry
from engine.ranges.orders import find_order
from engine.table.seat_ranges import narrowed_text
from engine.table.slots import with_seat_text
from gui.charts.ticks import percent_ticks, wide_percent_ticks
from gui.charts.values import Array, Axis, Band, Chart, Empty, Heading, Key, Line, Mark, ReadOut, Row, Rule, Table
from gui.charts.view import ChartView
from gui.export.files import BuiltPage, ExportItem
from gui.look.guard import Guarded
from gui.look.scale import at_least
from gui.look.theme import current_theme
from gui.parts.build import NO_MARGINS, STRETCH, column, filled, label, named, push_button, stacked
from gui.parts.cell_grid import CellGrid, SquareFrame
from gui.parts.cells import Cell
from gui.parts.choice_bar import ChoiceBar
from gui.parts.detail_page import NO_OPPONENT, DetailPage, is_alone
from gui.parts.table import Column, TableData, TableView
from gui.state.context import PageContext
from gui.state.latest import LatestDetail
from gui.words.captions import errors_clause, street_name
from gui.words.formatting import NO_BREAK, interval, percent, short_percent

STEPS = 200
"""Of the slider: half a percent each."""
SQUARE = 190
"""Least side of the matrix."""

PARTS = (0.1, 0.25, 0.5)
"""The best tenth, quarter and half of all hands: the page says who has them."""
THIRDS = ("top", "middle", "bottom")
EVEN = 0.02
"""Shares that differ from the fair one by less are even."""


@dataclass(frozen=True, slots=True, eq=False)
class NextBand:
    """The equities of the hands of a curve after the next card, in its order: 10th percentile, mean and 90th,
    float64[n] each."""

    low: Array
    mean: Array
    high: Array


@dataclass(frozen=True, slots=True, eq=False)
class Curve:
    """The hands of a seat from best to worst, their names, and the band of the next street where that is known."""

    name: str
    hands: SortedHands
    labels: tuple[str, ...]
    band: NextBand | None = None

    @property
    def seat(self) -> int:
        """The place of the seat at the table."""
        return self.hands.seat

    def named(self, place: int) -> str:
        """Return the hand at a place, and the number of others with the same equity."""
        alike = int((np.abs(self.hands.equity - self.hands.equity[place]) <= SAME_EQUITY).sum()) - 1
        return f"{self.labels[place]} and {alike} like it" if alike else self.labels[place]

    def of_best(self, along: float) -> float:
        """Return the mean equity of the best hands up to ``along`` (0 to 1) of the range."""
        return self.hands.mean(0.0, max(along, 1e-9))


def holdem_curves(result: LatestDetail[Matrix] | None, later: LatestDetail[NextStreet] | None) -> tuple[Curve, ...]:
    """Return the curves of hold'em; none for a seat alone. Bands belong to the same result, or are left out."""
    if result is None or len(result.snapshot.active) < 2:
        return ()
    fits = later is not None and later.snapshot.seats is result.snapshot.seats and later.stale == result.stale
    bands = later.value if later is not None and fits else NextStreet.empty()
    return tuple(
        Curve(
            result.snapshot.seats[hands.seat].name,
            hands,
            tuple(combo_text(combo) for combo in hands.combos.tolist()),
            _band_of(bands, hands),
        )
        for hands in sorted_hands(result.value)
    )


def _band_of(bands: NextStreet, hands: SortedHands) -> NextBand | None:
    if hands.seat not in bands.seats:
        return None
    row = bands.seats.index(hands.seat)
    numbers = (column[row, hands.combos] for column in (bands.low, bands.mean, bands.high))
    return NextBand(*numbers)


def razz_curves(result: LatestDetail[DownPairs] | None) -> tuple[Curve, ...]:
    """Return the curves of razz: the pairs of down cards of every seat that the detail has."""
    if result is None or len(result.snapshot.active) < 2:
        return ()
    curves = []
    for hands, seat in zip(sorted_pairs(result.value), result.value.seats, strict=True):
        names = tuple(RAZZ_RANKS[low] + RAZZ_RANKS[high] for low, high in seat.pairs[hands.combos].tolist())
        curves.append(Curve(result.snapshot.seats[hands.seat].name, hands, names))
    return tuple(curves)


def best_shares(curves: Sequence[Curve]) -> tuple[tuple[float, ...], ...]:
    """Return for each of :data:`PARTS` how much of the best part of all hands each curve has."""
    return tuple(shares_of_best([curve.hands for curve in curves], part) for part in PARTS)


def thirds(curve: Curve) -> tuple[float, float, float]:
    """Return the equities of the best third of a range, the middle and the worst."""
    top, middle, bottom = (curve.hands.mean(i / 3, (i + 1) / 3) for i in range(3))
    return top, middle, bottom


def advantage(curves: Sequence[Curve]) -> str:
    """Return who has more of the best hands, and where in the ranges others are ahead."""
    if len(curves) < 2:
        return ""
    held: dict[str, list[str]] = {}
    for part, shares in zip(PARTS, best_shares(curves), strict=True):
        leader = int(np.argmax(shares))
        best = f"the best {percent(part, exact_digits=0)}"
        if shares[leader] - 1 / len(curves) < EVEN:
            held.setdefault("", []).append(best)
        else:
            share = percent(shares[leader], exact_digits=0)
            held.setdefault(curves[leader].name, []).append(f"{share} of {best}")
    even = held.pop("", [])
    parts = [f"{name} has {listed(best)}" for name, best in held.items()]
    parts += [f"{listed(even)} {'is' if len(even) == 1 else 'are'} shared evenly"] if even else []
    text = f"Of all hands together: {'; '.join(parts)}."
    ahead: dict[str, list[str]] = {}
    for i, third in enumerate(THIRDS):
        equities = [thirds(curve)[i] for curve in curves]
        second, first = np.argsort(equities)[-2:]
        if equities[first] - equities[second] > EVEN:
            ahead.setdefault(curves[first].name, []).append(third)
    where = [f"{name} in {'every third' if len(t) == 3 else f'the {listed(t)} third'}" for name, t in ahead.items()]
    return f"{text} Ahead by equity: {', '.join(where)}." if where else text


def listed(words: Sequence[str]) -> str:
    """Return words as a list in a sentence."""
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def names_of(snapshot: Snapshot, curves: Sequence[Curve]) -> tuple[str, ...]:
    """Return the active seats without a curve."""
    seats = {curve.seat for curve in curves}
    return tuple(s.name for i, s in enumerate(snapshot.seats) if s.estimate is not None and i not in seats)


class ReachPanel(Guarded, QWidget):
    """A slider, the hands as a matrix, and buttons that use them."""

    def __init__(self, context: PageContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "hands.reach", "Hands that reach an equity")
        self._context = context
        self.curve: Curve | None = None
        """The hands of the displayed seat."""
        self._found: LatestDetail[Any] | None = None
        self.grid = named(CellGrid(SIZE, SIZE, picks=True), "hands.reach.matrix", "The hands that reach the equity")
        self.heading = label(name="hands.reach.heading", role="", wrap=True)
        self.slider = named(QSlider(Qt.Orientation.Horizontal), "hands.reach.least", "Least equity in percent")
        self.slider.setRange(0, STEPS)
        self.slider.setPageStep(10)
        self.slider.setValue(STEPS // 2)
        self.result = label(name="hands.reach.result", role="", wrap=True)
        self.reading = label(name="hands.reach.reading", wrap=True)
        self.give = push_button("To seat", "hands.reach.give", self._on_give, "Let the seat hold these hands")
        self.copy = push_button("Copy", "hands.reach.copy", self._on_copy, "Copy these hands as the text of a range")
        self.save = push_button("Save", "hands.reach.save", self._on_save, "Keep these hands in the library")
        frame = SquareFrame(self.grid, (), SIZE)
        at_least(frame, width=SQUARE)
        buttons = filled(QHBoxLayout(), self.give, self.copy, self.save, STRETCH, spacing=6)
        parts = (self.heading, self.slider, self.result, buttons, self.reading, STRETCH)
        side = filled(QVBoxLayout(), *parts, spacing=8)
        filled(QHBoxLayout(self), (frame, 3), (side, 2), spacing=16, margins=(12, 4, 12, 8))
        self.slider.valueChanged.connect(self._show)
        self.grid.hovered.connect(self._on_hovered)

    @property
    def least(self) -> float:
        """The least equity, 0 to 1."""
        return self.slider.value() / STEPS

    def show_curves(self, curves: tuple[Curve, ...], result: LatestDetail[Any] | None) -> None:
        """Take the hands of the marked seat, the first one's where it has none, and the detail that they come from."""
        marked = self._context.document.mark.seat
        first = curves[0] if curves else None
        self.curve = next((curve for curve in curves if curve.seat == marked), first)
        self._found = result
        self._show()

    @Slot()
    def _show(self) -> None:
        curve, stale = self.curve, self._found is None or self._found.stale
        if curve is None:
            return
        reached = curve.hands.weights_reaching(self.least)[curve.hands.combos] > 0
        combos, share = int(reached.sum()), float(curve.hands.share[reached].sum())
        least = percent(self.least, exact_digits=1)
        self.heading.setText(f"{curve.name}'s hands with at least {least}")
        words = f"{combos} of {len(reached)} combos, {percent(share, exact_digits=1)} of the range"
        if combos > 0:
            mean = float(curve.hands.share[reached] @ curve.hands.equity[reached]) / max(share, 1e-300)
            words += f", on average {percent(mean, exact_digits=1)}"
        error = float(np.nan_to_num(curve.hands.stderr).max())
        words += f"; sampled, each hand at most {interval(error)}" if error else ""
        self.result.setText(f"{words}.")
        for widget in (self.heading, self.result):
            widget.setEnabled(not stale)
        self.give.setAccessibleName(f"To seat: let {curve.name} hold these hands")
        for button in (self.give, self.copy, self.save):
            button.setEnabled(combos > 0 and not stale)
        self.grid.set_color(current_theme().seat(curve.seat))
        self.grid.show_cells(_cells(curve, reached, stale=stale))

    @Slot(object)
    def _on_hovered(self, place: tuple[int, int] | None) -> None:
        self.reading.setText(self.grid.model_.speech_at(place))

    def text(self) -> str:
        """Return the hands as the text of a range: with the weights of the seat and its street filters.

        Raises:
            TextError, ScenarioError: the seat cannot be read.
        """
        assert self.curve is not None
        document, seat = self._context.document, self.curve.seat
        scenario: Scenario = document.scenario

        def left() -> Array:
            return list(ranges_by_street(scenario, document.orders).values())[-1][seat]

        order = find_order(scenario.order, document.orders)
        return narrowed_text(scenario, seat, self.curve.hands.weights_reaching(self.least), left, order)

    def _taken(self) -> str:
        """Return the text; where there is none, report why and return nothing."""
        try:
            return self.text()
        except (TextError, ScenarioError) as error:
            self._context.message.emit(str(error), True)
            return ""

    @property
    def _hands(self) -> str:
        return f"hands with at least {percent(self.least, exact_digits=1)}"

    @Slot()
    def _on_give(self) -> None:
        document, curve = self._context.document, self.curve
        if curve is None or not (text := self._taken()):
            return
        after = with_seat_text(document.scenario, curve.seat, text)
        problems = document.replace(f"{self._hands.capitalize()} of {curve.name}", after, mark=document.mark)
        message = problems[0].message if problems else f"{curve.name} holds its {self._hands}"
        self._context.message.emit(message, bool(problems))

    @Slot()
    def _on_copy(self) -> None:
        if text := self._taken():
            QGuiApplication.clipboard().setText(text)
            self._context.message.emit(f"Copied: {self._hands}", False)

    @Slot()
    def _on_save(self) -> None:
        curve, result = self.curve, self._found
        if curve is None or result is None or not (text := self._taken()):
            return
        board = result.snapshot.scenario.board.replace(" ", "")
        name = f"{curve.name}, {percent(self.least, exact_digits=1)} or more" + (f" on {board}" if board else "")
        note = f"Against {', '.join(seat.name for seat in result.snapshot.active if seat.name != curve.name)}"
        entry = self._context.library.add(LibraryEntry(name, text, note=note))
        self._context.message.emit(f"“{entry.name}” is in the library", False)

    def customEvent(self, event: QEvent) -> None:
        self._show()


def _cells(curve: Curve, reached: NDArray[np.bool_], *, stale: bool) -> tuple[Cell, ...]:
    """Return the 169 cells, filled by the share of their hands that reach the equity."""
    owners, hands = combo_owners()[curve.hands.combos], curve.hands
    count = SIZE * SIZE
    held, inside = np.bincount(owners, hands.share, count), np.bincount(owners[reached], hands.share[reached], count)
    pots = np.bincount(owners, hands.share * hands.equity, count)
    combos, some = np.bincount(owners, minlength=count), np.bincount(owners[reached], minlength=count)
    cells = []
    for i, place in enumerate(ALL_CELLS):
        name, has = class_name(place), combos[i] > 0
        words = f"{some[i]} of {combos[i]} combos, equity {percent(pots[i] / held[i])}" if has else "not in the range"
        part = float(inside[i] / held[i]) if has else 0.0
        mixed = 0 < some[i] < combos[i]
        strong = place[0] == place[1]
        cells.append(Cell(name, part, mixed, closed=not has, strong=strong, stale=stale, speech=f"{name}: {words}"))
    return tuple(cells)


EMPTY = Empty("Hands from best to worst", ("The equity of every hand of every seat is drawn here.",))
POINTS = 1000
"""Points of a curve."""
MARKERS = 5
"""Markers on each curve: colour is not the only sign."""
BAND = 0.2
SMOOTH = 0.04
"""Share of the range over which the band is drawn as a running mean: neighbours by equity have different draws."""
STOP = 0.02
FAIR_PLACES = 9
LABEL = 0.12
"""About the share of the width that the label of the fair share takes."""

TIP = "Draw how far the next card moves the hands of the marked seat"
GRAPH, REACH = "graph", "reach"
VIEWS = {GRAPH: "Equity graph", REACH: "Hands that reach an equity"}


@dataclass(frozen=True, slots=True, eq=False)
class SeatNumbers:
    """A curve in numbers: its shares of the best parts of all hands, the equities of its thirds."""

    curve: Curve
    shares: tuple[float, ...]
    thirds: tuple[float, ...]


def numbers_table(curves: tuple[Curve, ...], *, stale: bool) -> TableData[SeatNumbers]:
    """Return who has how much of the best hands, and the equities of the thirds of each range."""
    shares = zip(*best_shares(curves), strict=True) if curves else ()
    rows = (SeatNumbers(curve, own, thirds(curve)) for curve, own in zip(curves, shares, strict=True))
    return TableData(
        COLUMNS, tuple(rows), stale=stale, key=lambda row: row.curve.seat, padding=(12, 28),
        question=lambda row: f"{row.curve.seat + 1} wins",
    )  # fmt: skip


def _part_column(i: int) -> Column[SeatNumbers]:
    part = percent(PARTS[i], exact_digits=0)
    tip = f"how much of the best {part} of all seats' hands together the seat has"
    return Column(f"Best {part}", lambda row: percent(row.shares[i], exact_digits=0), tip, bold=i == 0, say=tip)


def _third_column(i: int) -> Column[SeatNumbers]:
    tip = f"mean equity of the {THIRDS[i]} third of the seat's range, by equity"
    return Column(THIRDS[i].capitalize(), lambda row: percent(row.thirds[i], exact_digits=1), tip, say=tip)


COLUMNS: tuple[Column[SeatNumbers], ...] = (
    Column(
        "Seat", lambda row: row.curve.name, "the seat", number=False, bold=True, swatch=lambda row: row.curve.seat,
        wide=True, least=64,
    ),
    *map(_part_column, range(len(PARTS))),
    *map(_third_column, range(len(THIRDS))),
)  # fmt: skip


class HandsPage(DetailPage):
    """The answer in words, the chart, and below it a row of numbers for each seat."""

    def __init__(
        self, name: str, chart: str, hand: str, context: PageContext, details: Mapping[str, type[DetailResult]]
    ) -> None:
        """``chart`` is the name of the chart, ``hand`` the noun for the items that it sorts."""
        super().__init__(name, "Hands from best to worst", details, context.document, context.session, None)
        self._hand = hand
        self.chart = ChartView(chart, "Hands from best to worst", EMPTY, context.session)
        self.banded: QAction | None = None
        """Draws the next street of the marked seat."""
        self._found: LatestDetail[Any] | None = None
        """The detail that is drawn."""
        self.drawn_curves: tuple[Curve, ...] = ()
        title = "Who has the better hands, in numbers"
        self.view: TableView[SeatNumbers] = TableView("hands.table", title)
        self.words = label(name=f"{name}.words", role="", wrap=True)
        self.words.setContentsMargins(12, 0, 12, 0)
        self.view.reached.connect(self._on_reached)
        self.view.asked.connect(self.ask_about)
        context.document.mark_changed.connect(self._on_mark_changed)

    @abstractmethod
    def curves(self) -> tuple[tuple[Curve, ...], LatestDetail[Any] | None]:
        """Return the current curves and the detail that they come from."""

    def unfit(self, scenario: Scenario) -> str:
        return NO_OPPONENT if is_alone(scenario) else ""

    @property
    def filled(self) -> bool:
        return bool(self.drawn_curves)

    def show_details(self) -> None:
        self.drawn_curves, self._found = curves, result = self.curves()
        stale = result is None or result.stale
        self.view.show_table(numbers_table(curves, stale=stale))
        self.show_graph()
        self.view.choose(self._document.mark.seat, first=True)
        self.view.fit_rows(self.height())
        text = advantage(curves)
        if result is not None and (missing := names_of(result.snapshot, curves)):
            text += f" Left out: {', '.join(missing)}, whose up cards depend on the down cards."
        self.words.setText(text.strip())
        self.words.setVisible(bool(text))
        self.words.setEnabled(not stale)

    def show_graph(self) -> None:
        """Draw the curves, with the band of the marked seat, the first one's where it has none."""
        curves, result, marked = self.drawn_curves, self._found, self._document.mark.seat
        if not curves or result is None:
            self.chart.show_chart(None)
            return
        banded = None
        if self.banded is not None and self.banded.isChecked():
            seats = [curve.seat for curve in curves]
            banded = marked if marked in seats else seats[0]
        make = partial(hands_chart, curves, banded, result.snapshot, hand=self._hand)
        self.chart.show_chart(make, stale=result.stale)

    @Slot(object)
    def _on_reached(self, row: SeatNumbers) -> None:
        self._document.choose_seat(row.curve.seat)

    @Slot()
    def _on_mark_changed(self) -> None:
        if self.filled:
            self.show_graph()
            self.view.choose(self._document.mark.seat, first=True)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.view.fit_rows(self.height())


class HoldemHandsPage(HandsPage):
    """Either the graph and its numbers, or the hands that reach an equity."""

    def __init__(self, context: PageContext) -> None:
        details: dict[str, type[DetailResult]] = {"matrix": Matrix, "next_street": NextStreet}
        super().__init__("hands", "equityGraph", "hands", context, details)
        self.banded = self.chart.add_toggle("nextStreet", "Next street", TIP, self.show_graph, on=True)
        self.reach = ReachPanel(context)
        graph = column((self.chart, 1), self.view, spacing=4, margins=NO_MARGINS)
        views = stacked(graph, self.reach)
        self.choice = ChoiceBar("hands.view", "What is shown", VIEWS, on=GRAPH, views=views)
        chips = filled(QHBoxLayout(), self.choice, STRETCH, margins=(12, 0, 12, 0))
        filled(QVBoxLayout(self.full), self.words, chips, (views, 1), spacing=8, margins=(0, 12, 0, 0))
        self.start()

    def curves(self) -> tuple[tuple[Curve, ...], LatestDetail[Any] | None]:
        result = self.detail("matrix", Matrix)
        return holdem_curves(result, self.detail("next_street", NextStreet)), result

    def show_graph(self) -> None:
        super().show_graph()
        self.reach.show_curves(self.drawn_curves, self._found)


class RazzHandsPage(HandsPage):
    """The pairs of down cards of all seats."""

    def __init__(self, context: PageContext) -> None:
        super().__init__("downCards", "downCards", "down cards", context, {"down_cards": DownPairs})
        parts = (self.words, (self.chart, 1), self.view)
        filled(QVBoxLayout(self.full), *parts, spacing=4, margins=(0, 12, 0, 0))
        self.start()

    def curves(self) -> tuple[tuple[Curve, ...], LatestDetail[Any] | None]:
        result = self.detail("down_cards", DownPairs)
        return razz_curves(result), result


def holdem_hands_page(context: PageContext) -> BuiltPage:
    """Return the page, and its charts that can be exported."""
    page = HoldemHandsPage(context)
    page.page_requested.connect(context.page_requested)
    return page, (ExportItem("equityGraph", "Hands from best to worst", page, page.chart, "holdem"),)


def razz_hands_page(context: PageContext) -> BuiltPage:
    """Return the page, and its charts that can be exported."""
    page = RazzHandsPage(context)
    page.page_requested.connect(context.page_requested)
    return page, (ExportItem("downCards", "Down cards from best to worst", page, page.chart, "razz"),)


def hands_chart(
    curves: tuple[Curve, ...], banded: int | None, snapshot: Snapshot, hidden: frozenset[int], *, hand: str
) -> Chart:
    """Return the chart of all curves, with the next street of the seat ``banded`` where it is known.

    ``hand`` is the noun for one of the sorted items.
    """
    shown = tuple(curve for curve in curves if curve.seat not in hidden)
    band = next((curve for curve in shown if curve.seat == banded and curve.band is not None), None)
    along = (np.arange(POINTS) + 0.5) / POINTS
    lines = [_line(curve, along) for curve in reversed(shown)]
    fair = 100 / max(sum(seat.estimate is not None for seat in snapshot.seats), 1)
    label = f"fair {short_percent(fair / 100)}"
    places: list[float] = np.linspace(0.03, 0.85, FAIR_PLACES).tolist()
    free = max(places, key=lambda place: clearance(fair, place, lines))  # there the label is readable
    marks: list[Mark] = [Rule(fair, level=True, label=label, place=free)]
    keys: tuple[Key, ...] = ()
    if band is not None:
        marks.insert(0, _band(band, along))
        keys = (Key(f"{band.name} on the {street_name(snapshot.scenario)}", "band", band.seat),)
    return Chart(
        _heading(curves, snapshot, hand, banded=band is not None),
        Axis(0.0, 100.0, wide_percent_ticks, "share of the range, best first"),
        Axis(0.0, 102.0, percent_ticks),
        (*marks, *lines),
        _table(curves),
        seats=tuple((curve.seat, curve.name) for curve in curves),
        keys=keys,
        lines=True,
        read=lambda x, y: _read(shown, band, min(max(x / 100, 0.0), 1.0)),
        stops=tuple((100 * step, 50.0) for step in np.arange(STOP / 2, 1.0, STOP).tolist()) if shown else (),
    )


def _places(curve: Curve, along: Array) -> NDArray[np.int64]:
    """Return the places of the hands that stand ``along`` the range, int64[n]."""
    return np.minimum(np.searchsorted(curve.hands.cumulative_share, along), len(curve.labels) - 1)


def _line(curve: Curve, along: Array) -> Line:
    markers = tuple(int((i + 0.5) / MARKERS * POINTS) for i in range(MARKERS))
    return Line(100 * along, 100 * curve.hands.equity[_places(curve, along)], curve.seat, 1.8, markers=markers)


def _band(curve: Curve, along: Array) -> Band:
    assert curve.band is not None
    places, window = _places(curve, along), int(SMOOTH * POINTS)
    low, high = (100 * running_mean(edge[places], window) for edge in (curve.band.low, curve.band.high))
    return Band(100 * along, low, high, curve.seat, BAND)


def running_mean(values: Array, window: int) -> Array:
    """Return the mean of each value and those round it, float64[n]; fewer at the ends."""
    kernel = np.ones(window)
    return np.asarray(np.convolve(values, kernel, "same") / np.convolve(np.ones(len(values)), kernel, "same"))


def clearance(level: float, place: float, lines: Sequence[Line]) -> float:
    """Return the least distance of the curves from ``level`` along a label at ``place``, in points of percent."""
    start, stop = (place - LABEL, place) if place > 0.5 else (place, place + LABEL)
    along = slice(int(start * POINTS), int(stop * POINTS))
    return min((float(np.abs(line.y[along] - level).min()) for line in lines), default=0.0)


def _heading(curves: tuple[Curve, ...], snapshot: Snapshot, hand: str, *, banded: bool) -> Heading:
    noise = np.concatenate([curve.hands.stderr for curve in curves])
    widest = float(np.nanmax(noise)) if np.isfinite(noise).any() else 0.0
    note = f"each of the {hand} as wide as it is likely"
    if banded:
        street = street_name(snapshot.scenario)
        note += f"; band: on the {street} from the 10th to the 90th percentile, running mean over 4{NO_BREAK}%"
    title = f"Equity of all {hand} from best to worst"
    name = "downCards" if hand == "down cards" else "equityGraph"
    return Heading.of(snapshot, title, (note + errors_clause((widest,)),), name)


def _read(shown: tuple[Curve, ...], banded: Curve | None, along: float) -> ReadOut | None:
    """Return the hand of every displayed seat at ``along`` of the range."""
    if not shown:
        return None
    places = [int(_places(curve, np.array([along]))[0]) for curve in shown]
    rows = tuple(
        Row(curve.seat, curve.name, _values(curve, place, along, band=curve is banded))
        for curve, place in zip(shown, places, strict=True)
    )
    points = tuple(
        (curve.seat, 100 * along, 100 * float(curve.hands.equity[place]))
        for curve, place in zip(shown, places, strict=True)
    )
    return ReadOut(f"At {percent(along, exact_digits=1)} of the range", rows, 100 * along, 90.0, True, points=points)


def _values(curve: Curve, place: int, along: float, *, band: bool) -> tuple[str, str, str, str]:
    error = float(np.nan_to_num(curve.hands.stderr[place]))
    equity = f"{percent(float(curve.hands.equity[place]), error)} {interval(error)}".strip()
    until = f"mean so far {percent(curve.of_best(along), exact_digits=1)}"
    later = ""
    if curve.band is not None and band:
        low, high = (percent(float(edge[place]), exact_digits=0) for edge in (curve.band.low, curve.band.high))
        later = f"next {low}–{high}".replace(f"{NO_BREAK}%–", "–")
    return curve.named(place), equity, until, later


def _table(curves: tuple[Curve, ...]) -> Table:
    """Return every hand of every seat, best first, as probabilities."""
    header = ("seat", "hand", "share", "share up to here", "equity", "stderr", "next low", "next mean", "next high")
    rows: list[tuple[object, ...]] = []
    for curve in curves:
        hands, band = curve.hands, curve.band
        ends = hands.cumulative_share.tolist()
        for i, name in enumerate(curve.labels):
            error = float(hands.stderr[i])
            numbers = float(hands.share[i]), ends[i], float(hands.equity[i]), "" if np.isnan(error) else error
            later = ("", "", "") if band is None else tuple(float(e[i]) for e in (band.low, band.mean, band.high))
            rows.append((curve.name, name, *numbers, *later))
    return header, rows
