"""The page *Graph*: the hands of all seats from best to worst by equity, which seat has the better hands, and in
hold'em the hands that have at least a given equity.
"""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
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
from gui.look.scale import at_least, keep_lines
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

SLIDER_STEPS = 200
"""Of half a percent each."""
MIN_MATRIX_SIZE = 190
"""Minimum width of the matrix in pixels."""
HEADING_LINES = 2

TOP_SHARES = (0.1, 0.25, 0.5)
"""The best tenth, quarter and half of all seats' hands together, for which the page compares the seats."""
THIRDS = ("top", "middle", "bottom")
MIN_ADVANTAGE = 0.02
"""Smaller differences of shares or equities are no advantage."""


@dataclass(frozen=True, slots=True, eq=False)
class NextBand:
    """The equities of the hands of a curve after the next card, in the order of the curve: 10th percentile, mean and
    90th percentile, float64[n] each."""

    low: Array
    mean: Array
    high: Array


@dataclass(frozen=True, slots=True, eq=False)
class EquityCurve:
    """The hands of a seat from best to worst, their names, and the band of the next street if it is known."""

    name: str
    hands: SortedHands
    labels: tuple[str, ...]
    band: NextBand | None = None

    @property
    def seat(self) -> int:
        """The index of the seat at the table."""
        return self.hands.seat

    def hand_name(self, index: int) -> str:
        """Return the name of a hand, and the number of other hands with the same equity."""
        others = int((np.abs(self.hands.equity - self.hands.equity[index]) <= SAME_EQUITY).sum()) - 1
        return f"{self.labels[index]} and {others} more with this equity" if others else self.labels[index]

    def mean_of_best(self, share: float) -> float:
        """Return the mean equity of the best ``share`` (0 to 1) of the range."""
        return self.hands.mean(0.0, max(share, 1e-9))


def holdem_curves(
    result: LatestDetail[Matrix] | None, later: LatestDetail[NextStreet] | None
) -> tuple[EquityCurve, ...]:
    """Return the curves of hold'em, or () for a single active seat. Bands of another result are left out."""
    if result is None or len(result.snapshot.active) < 2:
        return ()
    same_result = later is not None and later.snapshot.seats is result.snapshot.seats and later.stale == result.stale
    bands = later.value if later is not None and same_result else NextStreet.empty()
    return tuple(
        EquityCurve(
            result.snapshot.seats[hands.seat].name,
            hands,
            tuple(combo_text(combo) for combo in hands.combos.tolist()),
            _band_of(bands, hands),
        )
        for hands in sorted_hands(result.value)
    )


def _band_of(bands: NextStreet, hands: SortedHands) -> NextBand | None:
    """Return the band of the equities on the next street for the hands of a seat, or None if it has none."""
    if hands.seat not in bands.seats:
        return None
    row = bands.seats.index(hands.seat)
    numbers = (column[row, hands.combos] for column in (bands.low, bands.mean, bands.high))
    return NextBand(*numbers)


def razz_curves(result: LatestDetail[DownPairs] | None) -> tuple[EquityCurve, ...]:
    """Return the curves of razz, of the pairs of down cards of every seat in the detail."""
    if result is None or len(result.snapshot.active) < 2:
        return ()
    curves = []
    for hands, seat in zip(sorted_pairs(result.value), result.value.seats, strict=True):
        names = tuple(RAZZ_RANKS[low] + RAZZ_RANKS[high] for low, high in seat.pairs[hands.combos].tolist())
        curves.append(EquityCurve(result.snapshot.seats[hands.seat].name, hands, names))
    return tuple(curves)


def best_shares(curves: Sequence[EquityCurve]) -> tuple[tuple[float, ...], ...]:
    """Return for each of :data:`TOP_SHARES` which share of these best hands each curve has."""
    return tuple(shares_of_best([curve.hands for curve in curves], share) for share in TOP_SHARES)


def mean_of_thirds(curve: EquityCurve) -> tuple[float, float, float]:
    """Return the mean equities of the best third of a range, the middle one and the worst."""
    top, middle, bottom = (curve.hands.mean(i / 3, (i + 1) / 3) for i in range(3))
    return top, middle, bottom


def advantage_text(curves: Sequence[EquityCurve]) -> str:
    """Return sentences on which seats have more of the best hands, and which are ahead in which thirds of their ranges.

    The text is empty for fewer than two curves.
    """
    if len(curves) < 2:
        return ""
    owned: dict[str, list[str]] = {}
    even: list[str] = []
    # A seat has an advantage if it has clearly more of the best hands than its fair share; otherwise they are even.
    for top, shares in zip(TOP_SHARES, best_shares(curves), strict=True):
        leader = int(np.argmax(shares))
        best = f"the top {percent(top, exact_digits=0)}"
        if shares[leader] - 1 / len(curves) < MIN_ADVANTAGE:
            even.append(best)
        else:
            share = percent(shares[leader], exact_digits=0)
            owned.setdefault(curves[leader].name, []).append(f"{share} of {best}")
    clauses = [f"{name} has {enumerated(best)}" for name, best in owned.items()]
    clauses += [f"{enumerated(even)} {'is' if len(even) == 1 else 'are'} split evenly"] if even else []
    text = f"Nut advantage: {'; '.join(clauses)}."
    ahead: dict[str, list[str]] = {}
    for i, third in enumerate(THIRDS):
        equities = [mean_of_thirds(curve)[i] for curve in curves]
        second, first = np.argsort(equities)[-2:]
        if equities[first] - equities[second] > MIN_ADVANTAGE:
            ahead.setdefault(curves[first].name, []).append(third)
    where = [f"{name} in the {enumerated(thirds)} third" for name, thirds in ahead.items()]
    return f"{text} Range advantage: {', '.join(where)}." if where else text


def enumerated(texts: Sequence[str]) -> str:
    """Return texts as an enumeration.

    >>> enumerated(["A", "B", "C"])
    'A, B and C'
    """
    return " and ".join(filter(None, (", ".join(texts[:-1]), texts[-1])))


def seats_without_curve(snapshot: Snapshot, curves: Sequence[EquityCurve]) -> tuple[str, ...]:
    """Return the names of the active seats that have no curve."""
    seats = {curve.seat for curve in curves}
    return tuple(s.name for i, s in enumerate(snapshot.seats) if s.estimate is not None and i not in seats)


class ReachPanel(Guarded, QWidget):
    """The hands of a seat with at least a given equity: a slider, the matrix of the hands, and buttons that use
    them."""

    def __init__(self, context: PageContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "hands.reach", "Hands with a minimum equity")
        self._context = context
        self.curve: EquityCurve | None = None
        """The hands of the displayed seat."""
        self._result: LatestDetail[Any] | None = None
        self.grid = named(CellGrid(SIZE, SIZE, picks=True), "hands.reach.matrix", "Hands with the minimum equity")
        self.heading = label(name="hands.reach.heading", role="", wrap=True)
        self.slider = named(QSlider(Qt.Orientation.Horizontal), "hands.reach.least", "Minimum equity in percent")
        self.slider.setRange(0, SLIDER_STEPS)
        self.slider.setPageStep(10)
        self.slider.setValue(SLIDER_STEPS // 2)
        self.result = label(name="hands.reach.result", role="", wrap=True)
        self.reading = label(name="hands.reach.reading", wrap=True)
        self.give = push_button("To seat", "hands.reach.give", self._on_give, "Give the seat these hands as its range")
        self.copy = push_button("Copy", "hands.reach.copy", self._on_copy, "Copy these hands as range text")
        self.save = push_button("Save", "hands.reach.save", self._on_save, "Save these hands to the library")
        frame = SquareFrame(self.grid, (), SIZE)
        at_least(frame, width=MIN_MATRIX_SIZE)
        buttons = filled(QHBoxLayout(), self.give, self.copy, self.save, STRETCH, spacing=6)
        keep_lines(self.heading, HEADING_LINES)
        self.heading.setAlignment(Qt.AlignmentFlag.AlignBottom)
        # The text of the result is longer or shorter: below the buttons it does not move them.
        parts = (self.heading, self.slider, buttons, self.result, self.reading, STRETCH)
        side = filled(QVBoxLayout(), *parts, spacing=8)
        filled(QHBoxLayout(self), (frame, 3), (side, 2), spacing=16, margins=(12, 4, 12, 8))
        self.slider.valueChanged.connect(self._show)
        self.grid.hovered.connect(self._on_hovered)

    @property
    def min_equity(self) -> float:
        """The minimum equity, 0 to 1."""
        return self.slider.value() / SLIDER_STEPS

    def show_curves(self, curves: tuple[EquityCurve, ...], result: LatestDetail[Any] | None) -> None:
        """Display the hands of the selected seat (of the first seat if it has no curve); ``result``: their source."""
        selected = self._context.document.cursor.seat
        first = curves[0] if curves else None
        self.curve = next((curve for curve in curves if curve.seat == selected), first)
        self._result = result
        self._show()

    @Slot()
    def _show(self) -> None:
        """Show the hands that reach the equity: their number, share and mean, and the matrix."""
        curve, stale = self.curve, self._result is None or self._result.stale
        if curve is None:
            return
        reached = curve.hands.weights_reaching(self.min_equity)[curve.hands.combos] > 0
        combos, share = int(reached.sum()), float(curve.hands.share[reached].sum())
        least = percent(self.min_equity, exact_digits=1)
        self.heading.setText(f"{curve.name}'s hands with at least {least}")
        text = f"{combos} of {len(reached)} combos, {percent(share, exact_digits=1)} of the range"
        if combos > 0:
            mean = float(curve.hands.share[reached] @ curve.hands.equity[reached]) / max(share, 1e-300)
            text += f", average equity {percent(mean, exact_digits=1)}"
        error = float(np.nan_to_num(curve.hands.stderr).max())
        text += f"; sampled, each hand within {interval(error)}" if error else ""
        self.result.setText(f"{text}.")
        for widget in (self.heading, self.result):
            widget.setEnabled(not stale)
        self.give.setAccessibleName(f"To seat: give {curve.name} these hands as its range")
        for button in (self.give, self.copy, self.save):
            button.setEnabled(combos > 0 and not stale)
        self.grid.set_color(current_theme().seat(curve.seat))
        self.grid.show_cells(_cells(curve, reached, stale=stale))

    @Slot(object)
    def _on_hovered(self, cell: tuple[int, int] | None) -> None:
        self.reading.setText(self.grid.model_.speech_at(cell))

    def text(self) -> str:
        """Return the hands as the text of a range, with the weights of the seat and its street filters.

        Raises:
            TextError, ScenarioError: the text of the seat is not valid.
        """
        assert self.curve is not None
        document, seat = self._context.document, self.curve.seat
        scenario: Scenario = document.scenario

        def remaining_weights() -> Array:
            """Return the weights of the seat after the filters of all streets."""
            return list(ranges_by_street(scenario, document.orders).values())[-1][seat]

        order = find_order(scenario.order, document.orders)
        weights = self.curve.hands.weights_reaching(self.min_equity)
        return narrowed_text(scenario, seat, weights, remaining_weights, order)

    def _checked_text(self) -> str:
        """Return :meth:`text`, or report its error in the status line and return ""."""
        try:
            return self.text()
        except (TextError, ScenarioError) as error:
            self._context.message.emit(str(error), True)
            return ""

    @property
    def _hands_text(self) -> str:
        return f"hands with at least {percent(self.min_equity, exact_digits=1)}"

    @Slot()
    def _on_give(self) -> None:
        """Replace the seat's range by the hands that reach the equity."""
        document, curve = self._context.document, self.curve
        if curve is None or not (text := self._checked_text()):
            return
        after = with_seat_text(document.scenario, curve.seat, text)
        problems = document.replace(f"{self._hands_text.capitalize()} of {curve.name}", after, cursor=document.cursor)
        message = problems[0].message if problems else f"{curve.name} now has the {self._hands_text}"
        self._context.message.emit(message, bool(problems))

    @Slot()
    def _on_copy(self) -> None:
        if text := self._checked_text():
            QGuiApplication.clipboard().setText(text)
            self._context.message.emit(f"Copied: {self._hands_text}", False)

    @Slot()
    def _on_save(self) -> None:
        """Save the hands that reach the equity in the library, named after seat, equity and board."""
        curve, result = self.curve, self._result
        if curve is None or result is None or not (text := self._checked_text()):
            return
        board = result.snapshot.scenario.board.replace(" ", "")
        name = f"{curve.name}, {percent(self.min_equity, exact_digits=1)} or more" + (f" on {board}" if board else "")
        note = f"Against {', '.join(seat.name for seat in result.snapshot.active if seat.name != curve.name)}"
        entry = self._context.library.add(LibraryEntry(name, text, note=note))
        self._context.message.emit(f"Saved “{entry.name}” to the library", False)

    def customEvent(self, event: QEvent) -> None:
        self._show()


def _cells(curve: EquityCurve, reached: NDArray[np.bool_], *, stale: bool) -> tuple[Cell, ...]:
    """Return the 169 cells, each filled by the share of its combos (by weight) that reach the equity."""
    owners, hands = combo_owners()[curve.hands.combos], curve.hands
    count = SIZE * SIZE
    # Sums over the combos of each cell: shares of the range, shares that reach the equity, shares times equity; then
    # numbers of combos, all and reaching.
    shares, inside = np.bincount(owners, hands.share, count), np.bincount(owners[reached], hands.share[reached], count)
    pots = np.bincount(owners, hands.share * hands.equity, count)
    combos, reaching = np.bincount(owners, minlength=count), np.bincount(owners[reached], minlength=count)
    cells = []
    for i, place in enumerate(ALL_CELLS):
        name, has = class_name(place), combos[i] > 0
        numbers = f"{reaching[i]} of {combos[i]} combos, equity {percent(pots[i] / shares[i])}" if has else ""
        part = float(inside[i] / shares[i]) if has else 0.0
        mixed = 0 < reaching[i] < combos[i]
        strong, speech = place[0] == place[1], f"{name}: {numbers or 'not in the range'}"
        cells.append(Cell(name, part, mixed, closed=not has, strong=strong, stale=stale, speech=speech))
    return tuple(cells)


EMPTY = Empty("Hands from best to worst", ("The equity of every hand of every seat is drawn here.",))
POINTS = 1000
"""Points of a curve."""
MARKERS = 5
"""Markers on each curve: colour is not the only sign."""
BAND = 0.2
SMOOTH = 0.04
"""Share of the range over which the band is averaged: hands of similar equity have different draws, so their bands
jump."""
STOP = 0.02
FAIR_LABEL_POSITIONS = 9
LABEL = 0.24
"""Width of the label of the fair share in large text, as a share of the plot."""

TIP = "Show how far the next card moves the hands of the selected seat"
GRAPH, REACH = "graph", "reach"
VIEWS = {GRAPH: "Equity graph", REACH: "Hands with a minimum equity"}


@dataclass(frozen=True, slots=True, eq=False)
class SeatNumbers:
    """A curve in numbers: its shares of the best hands of all seats, and the mean equities of its thirds."""

    curve: EquityCurve
    shares: tuple[float, ...]
    thirds: tuple[float, ...]


def curves_table(curves: tuple[EquityCurve, ...], *, stale: bool) -> TableData[SeatNumbers]:
    """Return the table with each seat's shares of the best hands and the mean equities of the thirds of its range."""
    shares = zip(*best_shares(curves), strict=True) if curves else ()
    rows = (SeatNumbers(curve, best, mean_of_thirds(curve)) for curve, best in zip(curves, shares, strict=True))
    return TableData(
        COLUMNS, tuple(rows), stale=stale, key=lambda row: row.curve.seat, padding=(12, 28),
        question=lambda row: f"{row.curve.seat + 1} wins",
    )  # fmt: skip


def _best_share_column(i: int) -> Column[SeatNumbers]:
    """Return the column that says how much of the best ``TOP_SHARES[i]`` of all hands a seat has."""
    share = percent(TOP_SHARES[i], exact_digits=0)
    tip = f"the seat's share of the top {share} of all seats' hands together"
    return Column(
        f"Top {share}", lambda row: percent(row.shares[i], exact_digits=0), tip, bold=i == 0, spoken_title=tip
    )


def _third_column(i: int) -> Column[SeatNumbers]:
    tip = f"average equity of the {THIRDS[i]} third of the seat's range"
    return Column(THIRDS[i].capitalize(), lambda row: percent(row.thirds[i], exact_digits=1), tip, spoken_title=tip)


COLUMNS: tuple[Column[SeatNumbers], ...] = (
    Column(
        "Seat", lambda row: row.curve.name, "the seat", number=False, bold=True, swatch=lambda row: row.curve.seat,
        wide=True, min_width=64,
    ),
    *map(_best_share_column, range(len(TOP_SHARES))),
    *map(_third_column, range(len(THIRDS))),
)  # fmt: skip


class HandsPage(DetailPage):
    """The answer as text, the chart, and below it a row of numbers for each seat."""

    def __init__(
        self, name: str, chart: str, hand: str, context: PageContext, details: Mapping[str, type[DetailResult]]
    ) -> None:
        """``chart``: the name of the chart. ``hand``: the plural noun for the items that it sorts."""
        super().__init__(name, "Hands from best to worst", details, context.document, context.session, None)
        self._hand = hand
        self.chart = ChartView(chart, "Hands from best to worst", EMPTY, context.session)
        self.banded: QAction | None = None
        """The toggle for the band of the selected seat on the next street, if the page has one."""
        self._result: LatestDetail[Any] | None = None
        """The detail that the curves come from."""
        self.drawn_curves: tuple[EquityCurve, ...] = ()
        title = "Range advantage in numbers"
        self.view: TableView[SeatNumbers] = TableView("hands.table", title)
        self.answer = label(name=f"{name}.words", role="", wrap=True)
        self.answer.setContentsMargins(12, 0, 12, 0)
        self.view.reached.connect(self._on_reached)
        self.view.asked.connect(self.ask_about)
        context.document.cursor_changed.connect(self._on_cursor_changed)

    @abstractmethod
    def curves(self) -> tuple[tuple[EquityCurve, ...], LatestDetail[Any] | None]:
        """Return the current curves and the detail that they come from, or () and None."""

    def unfit(self, scenario: Scenario) -> str:
        return NO_OPPONENT if is_alone(scenario) else ""

    @property
    def filled(self) -> bool:
        return bool(self.drawn_curves)

    def show_details(self) -> None:
        """Show the curves of the latest result: the table, the chart, and the text about who has the advantage."""
        self.drawn_curves, self._result = curves, result = self.curves()
        stale = result is None or result.stale
        self.view.show_table(curves_table(curves, stale=stale))
        self.show_graph()
        self.view.choose(self._document.cursor.seat, first=True)
        self.view.fit_rows(self.height())
        text = advantage_text(curves)
        if result is not None and (missing := seats_without_curve(result.snapshot, curves)):
            text += f" Not shown: {', '.join(missing)}, whose up cards depend on the down cards."
        self.answer.setText(text.strip())
        self.answer.setVisible(bool(text))
        self.answer.setEnabled(not stale)

    def show_graph(self) -> None:
        """Draw the curves, with the band of the selected seat (of the first seat if it has no curve)."""
        curves, result, selected = self.drawn_curves, self._result, self._document.cursor.seat
        if not curves or result is None:
            self.chart.show_chart(None)
            return
        banded = None
        if self.banded is not None and self.banded.isChecked():
            seats = [curve.seat for curve in curves]
            banded = selected if selected in seats else seats[0]
        make = partial(hands_chart, curves, banded, result.snapshot, hand=self._hand)
        self.chart.show_chart(make, stale=result.stale)

    @Slot(object)
    def _on_reached(self, row: SeatNumbers) -> None:
        self._document.choose_seat(row.curve.seat)

    @Slot()
    def _on_cursor_changed(self) -> None:
        if self.filled:
            self.show_graph()
            self.view.choose(self._document.cursor.seat, first=True)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.view.fit_rows(self.height())


class HoldemHandsPage(HandsPage):
    """The page of hold'em: either the graph and its numbers, or the hands that reach an equity."""

    def __init__(self, context: PageContext) -> None:
        details: dict[str, type[DetailResult]] = {"matrix": Matrix, "next_street": NextStreet}
        super().__init__("hands", "equityGraph", "hands", context, details)
        self.banded = self.chart.add_toggle("nextStreet", "Next street", TIP, self.show_graph, on=True)
        self.reach = ReachPanel(context)
        graph = column((self.chart, 1), self.view, spacing=4, margins=NO_MARGINS)
        views = stacked(graph, self.reach)
        self.choice = ChoiceBar("hands.view", "View", VIEWS, on=GRAPH, views=views)
        chips = filled(QHBoxLayout(), self.choice, STRETCH, margins=(12, 0, 12, 0))
        filled(QVBoxLayout(self.full), self.answer, chips, (views, 1), spacing=8, margins=(0, 12, 0, 0))
        self.start()

    def curves(self) -> tuple[tuple[EquityCurve, ...], LatestDetail[Any] | None]:
        result = self.detail("matrix", Matrix)
        return holdem_curves(result, self.detail("next_street", NextStreet)), result

    def show_graph(self) -> None:
        super().show_graph()
        self.reach.show_curves(self.drawn_curves, self._result)


class RazzHandsPage(HandsPage):
    """The page of razz, with the pairs of down cards of all seats."""

    def __init__(self, context: PageContext) -> None:
        super().__init__("downCards", "downCards", "down cards", context, {"down_cards": DownPairs})
        parts = (self.answer, (self.chart, 1), self.view)
        filled(QVBoxLayout(self.full), *parts, spacing=4, margins=(0, 12, 0, 0))
        self.start()

    def curves(self) -> tuple[tuple[EquityCurve, ...], LatestDetail[Any] | None]:
        result = self.detail("down_cards", DownPairs)
        return razz_curves(result), result


def holdem_hands_page(context: PageContext) -> BuiltPage:
    """Return the page and its charts that can be exported."""
    page = HoldemHandsPage(context)
    page.page_requested.connect(context.page_requested)
    return page, (ExportItem("equityGraph", "Hands from best to worst", page, page.chart, "holdem"),)


def razz_hands_page(context: PageContext) -> BuiltPage:
    """Return the page and its charts that can be exported."""
    page = RazzHandsPage(context)
    page.page_requested.connect(context.page_requested)
    return page, (ExportItem("downCards", "Down cards from best to worst", page, page.chart, "razz"),)


def hands_chart(
    curves: tuple[EquityCurve, ...], banded: int | None, snapshot: Snapshot, hidden: frozenset[int], *, hand: str
) -> Chart:
    """Return the chart of all curves, with the band of the next street of the seat ``banded`` if it is known.

    ``hand`` is the plural noun for the sorted items.
    """
    visible = tuple(curve for curve in curves if curve.seat not in hidden)
    band = next((curve for curve in visible if curve.seat == banded and curve.band is not None), None)
    along = (np.arange(POINTS) + 0.5) / POINTS
    lines = [_line(curve, along) for curve in reversed(visible)]
    fair = 100 / max(sum(seat.estimate is not None for seat in snapshot.seats), 1)
    label = f"break-even {short_percent(fair / 100)}"
    # The label of the fair share goes to the position with the most free space, above or below the line.
    positions: list[float] = np.linspace(0.03, 0.85, FAIR_LABEL_POSITIONS).tolist()
    places = product((False, True), positions)
    below, free = max(places, key=lambda place: clearance(fair, place[1], lines, below=place[0]))
    marks: list[Mark] = [Rule(fair, level=True, label=label, label_position=free, label_below=below)]
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
        read=lambda x, y: _read(visible, band, min(max(x / 100, 0.0), 1.0)),
        stops=tuple((100 * step, 50.0) for step in np.arange(STOP / 2, 1.0, STOP).tolist()) if visible else (),
    )


def _indices(curve: EquityCurve, along: Array) -> NDArray[np.int64]:
    """Return the indices int64[n] of the hands at the shares ``along`` float64[n] of the range, 0 to 1."""
    return np.minimum(np.searchsorted(curve.hands.cumulative_share, along), len(curve.labels) - 1)


def _line(curve: EquityCurve, along: Array) -> Line:
    markers = tuple(int((i + 0.5) / MARKERS * POINTS) for i in range(MARKERS))
    return Line(100 * along, 100 * curve.hands.equity[_indices(curve, along)], curve.seat, 1.8, markers=markers)


def _band(curve: EquityCurve, along: Array) -> Band:
    """Return the smoothed band of a curve, which must have one."""
    assert curve.band is not None
    indices, window = _indices(curve, along), int(SMOOTH * POINTS)
    low, high = (100 * running_mean(edge[indices], window) for edge in (curve.band.low, curve.band.high))
    return Band(100 * along, low, high, curve.seat, BAND)


def running_mean(values: Array, window: int) -> Array:
    """Return the means of ``window`` values around each value float64[n], of fewer values at the ends."""
    kernel = np.ones(window)
    return np.asarray(np.convolve(values, kernel, "same") / np.convolve(np.ones(len(values)), kernel, "same"))


def clearance(level: float, position: float, lines: Sequence[Line], *, below: bool) -> float:
    """Return the room, in percentage points, between ``level`` and the next curve above (or ``below``) it.

    It is measured along a label at ``position``, up to the edge of the plot; 0 if a curve crosses the line there.
    """
    start, stop = (position - LABEL, position) if position > 0.5 else (position, position + LABEL)
    along = slice(max(int(start * POINTS), 0), int(stop * POINTS))
    room = level if below else 100 - level
    for line in lines:
        gaps = level - line.y[along] if below else line.y[along] - level
        if gaps.max() >= 0:
            room = min(room, max(float(gaps.min()), 0.0))
    return room


def _heading(curves: tuple[EquityCurve, ...], snapshot: Snapshot, hand: str, *, banded: bool) -> Heading:
    """Return the heading of the graph; ``hand``: the word for its hands; ``banded``: it has a band."""
    noise = np.concatenate([curve.hands.stderr for curve in curves])
    widest = float(np.nanmax(noise)) if np.isfinite(noise).any() else 0.0
    note = f"width: frequency of the {hand}"
    if banded:
        street = street_name(snapshot.scenario)
        note += f"; band: 10th to 90th percentile on the {street}, smoothed over 4{NO_BREAK}% of the range"
    title = f"Equity of all {hand} from best to worst"
    name = "downCards" if hand == "down cards" else "equityGraph"
    return Heading.of(snapshot, title, (note + errors_clause((widest,)),), name)


def _read(visible: tuple[EquityCurve, ...], banded: EquityCurve | None, along: float) -> ReadOut | None:
    """Return a read-out of the hand of every visible seat at the share ``along`` of its range."""
    if not visible:
        return None
    indices = [int(_indices(curve, np.array([along]))[0]) for curve in visible]
    rows = tuple(
        Row(curve.seat, curve.name, _values(curve, index, along, band=curve is banded))
        for curve, index in zip(visible, indices, strict=True)
    )
    points = tuple(
        (curve.seat, 100 * along, 100 * float(curve.hands.equity[index]))
        for curve, index in zip(visible, indices, strict=True)
    )
    return ReadOut(f"At {percent(along, exact_digits=1)} of the range", rows, 100 * along, 90.0, True, points=points)


def _values(curve: EquityCurve, index: int, along: float, *, band: bool) -> tuple[str, str, str, str]:
    """Return the texts of the hand ``index``, which is at the share ``along`` of the curve: hand, equity, mean,
    band."""
    error = float(np.nan_to_num(curve.hands.stderr[index]))
    equity = f"{percent(float(curve.hands.equity[index]), error)} {interval(error)}".strip()
    until = f"average so far {percent(curve.mean_of_best(along), exact_digits=1)}"
    later = ""
    if curve.band is not None and band:
        low, high = (percent(float(edge[index]), exact_digits=0) for edge in (curve.band.low, curve.band.high))
        later = f"next card {low}–{high}".replace(f"{NO_BREAK}%–", "–")
    return curve.hand_name(index), equity, until, later


def _table(curves: tuple[EquityCurve, ...]) -> Table:
    """Return all hands of all seats, best first, as header and rows of probabilities."""
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
