"""The page of hands from best to worst: the equity graph of all seats, who has the better hands, and in hold'em the
hands that reach an equity against the table as it stands.
"""

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from PySide6.QtCore import Slot
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout

from engine import DetailResult, Scenario
from engine.details.matrix import Matrix, NextStreet
from engine.details.starting_hands import DownPairs
from gui.charts.view import ChartView
from gui.export.files import ExportItem
from gui.look.formatting import percent
from gui.pages.hands.chart import EMPTY, hands_chart
from gui.pages.hands.curves import (
    PARTS,
    THIRDS,
    Curve,
    advantage,
    best_shares,
    holdem_curves,
    names_of,
    razz_curves,
    thirds,
)
from gui.pages.hands.reach import ReachPanel
from gui.parts.build import NO_MARGINS, STRETCH, column, filled, label, stacked
from gui.parts.choice_bar import ChoiceBar
from gui.parts.detail_page import NO_OPPONENT, DetailPage, is_alone
from gui.parts.table import Column, TableData, TableView
from gui.state.context import PageContext
from gui.state.latest import LatestDetail

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
    return TableData(COLUMNS, tuple(rows), stale=stale, key=lambda row: row.curve.seat, padding=(12, 28))


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
        self.banded = self.chart.add_toggle("nextStreet", "Next street", TIP, self._on_banded, on=True)
        self.reach = ReachPanel(context)
        self.choice = ChoiceBar("hands.view", "What is shown", VIEWS)
        self.choice.chosen.connect(self.show_view)
        graph = column((self.chart, 1), self.view, spacing=4, margins=NO_MARGINS)
        self._views = stacked(graph, self.reach)
        chips = filled(QHBoxLayout(), self.choice, STRETCH, margins=(12, 0, 12, 0))
        filled(QVBoxLayout(self.full), self.words, chips, (self._views, 1), spacing=8, margins=(0, 12, 0, 0))
        self.show_view(GRAPH)
        self.start()

    def curves(self) -> tuple[tuple[Curve, ...], LatestDetail[Any] | None]:
        result = self.detail("matrix", Matrix)
        return holdem_curves(result, self.detail("next_street", NextStreet)), result

    def show_graph(self) -> None:
        super().show_graph()
        self.reach.show_curves(self.drawn_curves, self._found)

    @Slot(bool)
    def _on_banded(self, on: bool) -> None:
        self.show_graph()

    @Slot(str)
    def show_view(self, key: str) -> None:
        """Show the graph (``graph``) or the hands that reach an equity (``reach``)."""
        self.choice.show_choice(key)
        self._views.setCurrentIndex(list(VIEWS).index(key))


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


def holdem_hands_exports(page: HoldemHandsPage, context: PageContext) -> tuple[ExportItem, ...]:
    """Return the charts of the page that can be exported."""
    return (ExportItem("equityGraph", "Hands from best to worst", page, page.chart, "holdem"),)


def razz_hands_exports(page: RazzHandsPage, context: PageContext) -> tuple[ExportItem, ...]:
    """Return the charts of the page that can be exported."""
    return (ExportItem("downCards", "Down cards from best to worst", page, page.chart, "razz"),)
