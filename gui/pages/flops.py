"""The page *Flops*: the distribution of a seat's equity over all flops, as a chart and a table."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Slot
from PySide6.QtGui import QFont, QFontMetricsF, QMouseEvent, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from engine import Scenario, Snapshot
from engine.equity.details.next_cards import BINS, FlopEnd, Flops, FlopSpread
from gui.charts.ticks import nice_ceiling, percent_ticks, wide_percent_ticks
from gui.charts.values import Array, Axis, Chart, Empty, Heading, Line, Mark, Points, ReadOut, Row, Rule, Steps
from gui.charts.view import ChartView
from gui.export.files import BuiltPage, ExportItem
from gui.look.guard import Guarded
from gui.look.painting import LEFT, paint_name, smooth_painter, write
from gui.look.scale import scaled_size, unscaled_point, unscaled_rect
from gui.look.theme import TEXT, TEXT_SMALL, current_look, current_theme, font
from gui.parts.build import filled, label, named
from gui.parts.detail_page import DetailPage
from gui.parts.table import Column, TableData, TableView
from gui.state.context import PageContext
from gui.state.document import Document
from gui.state.latest import LatestDetail
from gui.state.session import Session
from gui.words.captions import board_size
from gui.words.formatting import CARDS, NO_BREAK, interval, percent

MIN_SPAN = 20
"""Minimum length of the axis of equities in percent."""
MARGIN = 4
WIDE_SPAN = 40
"""On a longer axis (in percent) two bins are drawn as one: single flops would make the histogram look like a comb."""
FILL = 0.16
MEAN_HEIGHT = 0.015
"""The y position of the markers of the means, as a share of the axis."""
EMPTY = Empty("Equity by flop", ("Each seat's equity on every flop, as a distribution.",))


@dataclass(frozen=True, slots=True, eq=False)
class SeatSpread:
    """The distribution of the equity of a seat over the flops, with the name of the seat."""

    name: str
    value: FlopSpread

    @property
    def seat(self) -> int:
        """The index of the seat at the table."""
        return self.value.seat


def seat_spreads(result: LatestDetail[Flops] | None) -> tuple[SeatSpread, ...]:
    """Return the distributions of a ``flops`` detail, or () if there is none or only one seat is active."""
    if result is None or len(result.value.spreads) < 2:
        return ()
    return tuple(SeatSpread(result.snapshot.seats[spread.seat].name, spread) for spread in result.value.spreads)


def flops_chart(spreads: tuple[SeatSpread, ...], snapshot: Snapshot, hidden: frozenset[int], *, falling: bool) -> Chart:
    """Return the chart of histograms or, if ``falling``, of the shares of flops with at least a given equity."""
    low, high = equity_range(spreads)
    width = 2 if high - low > WIDE_SPAN else 1
    visible = tuple(spread for spread in spreads if spread.seat not in hidden)
    marks: list[Mark] = []
    fair = 100 / max(len(spreads), 1)
    if low < fair < high:
        marks.append(Rule(fair, label=f"break-even {percent(fair / 100, exact_digits=0)}"))
    for spread in reversed(visible):
        marks.append(_falling(spread, low, high) if falling else _histogram(spread, low, high, width))
    top = max((float(bin_heights(spread, width).max()) for spread in visible), default=1.0)
    top = 102.0 if falling else nice_ceiling(1.06 * top)
    marks += [Points(((100 * spread.value.mean, MEAN_HEIGHT * top),), spread.seat) for spread in reversed(visible)]
    middles = [i + width / 2 for i in range(0, BINS, width)]
    return Chart(
        _heading(spreads, snapshot, falling=falling),
        Axis(low, high, wide_percent_ticks, "equity"),
        Axis(0.0, top, percent_ticks),
        tuple(marks),
        _table(spreads),
        seats=tuple((spread.seat, spread.name) for spread in spreads) if len(spreads) > 1 else (),
        lines=True,
        read=lambda x, y: _read(visible, x, width, line=falling),
        stops=tuple((middle, None) for middle in middles if low <= middle <= high),
    )


def bin_heights(spread: SeatSpread, width: int) -> Array:
    """Return the percentages of flops in groups of ``width`` bins, float64[BINS / width]."""
    shares: Array = 100 * spread.value.shares.reshape(-1, width).sum(axis=1)
    return shares


def _histogram(spread: SeatSpread, low: int, high: int, width: int) -> Steps:
    first, last = low // width, high // width
    edges = np.arange(first, last + 1, dtype=np.float64) * width
    return Steps(edges, bin_heights(spread, width)[first:last], spread.seat, FILL)


def _falling(spread: SeatSpread, low: int, high: int) -> Line:
    xs = np.arange(low, high + 1, dtype=np.float64)
    return Line(xs, np.array([100 * spread.value.at_least(x / BINS) for x in xs]), spread.seat, 1.8)


def _heading(spreads: tuple[SeatSpread, ...], snapshot: Snapshot, *, falling: bool) -> Heading:
    title = "Share of flops with at least this equity" if falling else "Equity by flop"
    noise = max((spread.value.stderr for spread in spreads), default=0.0)
    note = "markers: average equity; flops weighted by card removal"
    if noise:
        note += f"; sampled, each flop {interval(noise)} (95{NO_BREAK}%)"
    return Heading.of(snapshot, title, (note,), "flops")


def _read(visible: tuple[SeatSpread, ...], x: float, width: int, *, line: bool) -> ReadOut | None:
    """Return a read-out of the shares of flops in the group of bins at ``x``, and at least there, by visible seat."""
    if not visible:
        return None
    group = min(max(int(x), 0), BINS - 1) // width
    first, last = group * width, (group + 1) * width
    rows = tuple(
        Row(
            spread.seat,
            spread.name,
            (
                f"{percent(sum(spread.value.shares[first:last]))} of flops",
                f"this or more: {percent(spread.value.at_least(first / BINS))}",
            ),
        )
        for spread in visible
    )
    region = (float(first), float(last), 0.0, 1e3)
    return ReadOut(
        f"Equity {first} to {last}{NO_BREAK}%", rows, float(last if not line else first), line=line, region=region
    )


def _table(spreads: tuple[SeatSpread, ...]) -> tuple[tuple[str, ...], list[tuple[object, ...]]]:
    """Return the probability of each bin of one percent of equity by seat, as header and rows."""
    header = ("equity from", "equity to", *(spread.name for spread in spreads))
    rows: list[tuple[object, ...]] = [
        (i / BINS, (i + 1) / BINS, *(spread.value.shares[i] for spread in spreads)) for i in range(BINS)
    ]
    return header, rows


def equity_range(spreads: tuple[SeatSpread, ...]) -> tuple[int, int]:
    """Return the ends of the axis of equities in percent: all flops that occur, with a margin, at even numbers."""
    used = [i for spread in spreads for i, share in enumerate(spread.value.shares) if share > 0]
    low, high = min(used, default=0) - MARGIN, max(used, default=99) + 1 + MARGIN
    # Extend a short axis on both sides, then move the ends to even numbers, so that groups of two bins are complete.
    missing = max(MIN_SPAN - (high - low), 0)
    low, high = low - missing // 2, high + (missing + 1) // 2
    low, high = max(low - low % 2, 0), min(high + high % 2, BINS)
    return low, high


STRIP_HEIGHT = 24
TITLE_WIDTH = 52.0
SUIT_SIZE = 10.0
CARD_GAP, NUMBER_GAP, BETWEEN = 3.0, 7.0, 20.0
FLOP_KNOWN = (
    "The flop is known: see the page Equity for its equities\nand the page Next card for turns and rivers.\n"
    "Clear the board to see all flops."
)
PART_OF_FLOP = "Part of the flop is known. Complete it for the page Next card,\nor clear the board to see all flops."
QUANTILES = (0.1, 0.25, 0.5, 0.75, 0.9)
TIP = "Draw the share of flops on which a seat has at least an equity"


def fair_share(spreads: tuple[SeatSpread, ...]) -> float:
    """Return the fair share of the pot: 1 / number of seats."""
    return 1 / max(len(spreads), 1)


def spreads_table(spreads: tuple[SeatSpread, ...], *, stale: bool) -> TableData[SeatSpread]:
    """Return the table of the distributions: mean, standard deviation, quantiles, and how often a flop leaves at least
    half the pot or the fair share.
    """
    fair = fair_share(spreads)
    fair_text = percent(fair, exact_digits=0)
    columns = [
        Column(
            "Seat", lambda row: row.name, "the seat", number=False, bold=True, swatch=lambda row: row.seat,
            wide=True, min_width=80,
        ),
        _column(
            "Average", lambda row: percent(row.value.mean, exact_digits=1),
            "average over the flops: the preflop equity", bold=True,
        ),
        _column(
            "Spread", lambda row: f"{100 * row.value.spread:.1f}",
            "standard deviation over the flops, in percentage points", hide_order=3,
        ),
        *map(_quantile_column, QUANTILES),
        _column(
            f"≥ 50{NO_BREAK}%", lambda row: percent(row.value.at_least(0.5), exact_digits=1),
            "share of flops with at least half the pot in equity", bold=True,
        ),
        _column(
            f"≥ {fair_text}", lambda row: percent(row.value.at_least(fair), exact_digits=1),
            f"share of flops with at least the break-even equity of {fair_text}",
        ),
    ]  # fmt: skip
    if len(spreads) <= 2:
        columns.pop()  # the fair share is half the pot
    return TableData(tuple(columns), spreads, stale=stale, key=lambda row: row.seat, padding=(14, 28))


def _column(
    title: str, text: Callable[[SeatSpread], str], tip: str, *, bold: bool = False, hide_order: int = 0
) -> Column[SeatSpread]:
    return Column(title, text, tip, bold=bold, spoken_title=tip, hide_order=hide_order)


def _quantile_column(share: float) -> Column[SeatSpread]:
    name = "Median" if share == 0.5 else f"{100 * share:.0f}th"
    tip = f"the equity is at most this on {100 * share:.0f}{NO_BREAK}% of the flops"
    # The further a quantile is from the median, the less it is missed if the room is short.
    order = round(10 * abs(share - 0.5))
    return _column(name, lambda row: percent(row.value.quantile(share), exact_digits=0), tip, hide_order=order)


class FlopStrip(Guarded, QWidget):
    """A line of flops with their equities after a ``title``; the tool tip describes the flop at the mouse."""

    def __init__(self, name: str, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = title
        self._flops: tuple[FlopEnd, ...] = ()
        self._stale = False
        named(self, name, f"{title} flops")
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._cards, self._number = font(TEXT, QFont.Weight.DemiBold), font(TEXT_SMALL)

    def show_flops(self, flops: tuple[FlopEnd, ...], *, stale: bool) -> None:
        """Display other flops, as many as have room."""
        self._flops, self._stale = flops, stale
        self.setAccessibleDescription("; ".join(flop_text(flop) for flop in flops))
        self.setVisible(bool(flops))
        self.update()

    def visible_flops(self) -> list[tuple[FlopEnd, QRectF]]:
        """Return the flops that have room, with their rectangles in pixels at 100 %."""
        x, room, result = TITLE_WIDTH, unscaled_rect(self).width(), []
        ranks, numbers = QFontMetricsF(self._cards), QFontMetricsF(self._number)
        for flop in self._flops:
            width = sum(ranks.horizontalAdvance(card[0]) + 1 + SUIT_SIZE + CARD_GAP for card in _cards(flop))
            width += NUMBER_GAP + numbers.horizontalAdvance(_number(flop))
            if x + width > room:
                break
            result.append((flop, QRectF(x, 0.0, width, STRIP_HEIGHT)))
            x += width + BETWEEN
        return result

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        reach, at = BETWEEN / 2, unscaled_point(event.position())
        over = (flop for flop, rect in self.visible_flops() if rect.adjusted(-reach, 0, reach, 0).contains(at))
        flop = next(over, None)
        self.setToolTip(flop_text(flop) if flop is not None else "")

    def sizeHint(self) -> QSize:
        return scaled_size(400, STRIP_HEIGHT)

    def minimumSizeHint(self) -> QSize:
        return scaled_size(200, STRIP_HEIGHT)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the title, then each flop that fits as three cards and its equity."""
        theme = current_theme()
        painter = smooth_painter(self)
        painter.setOpacity(0.4 if self._stale else 1.0)
        write(painter, QRectF(0, 0, TITLE_WIDTH, STRIP_HEIGHT), self._title, theme.muted, self._number, LEFT)
        for flop, rect in self.visible_flops():
            x = rect.left()
            for card in _cards(flop):
                suit, at = CARDS[card] & 3, QPointF(x, STRIP_HEIGHT / 2)
                color = current_look().suit_color(suit, deck=True)
                x = paint_name(painter, (card[0], suit), at, self._cards, SUIT_SIZE, color) + CARD_GAP
            area = QRectF(x + NUMBER_GAP, 0, rect.right() - x, STRIP_HEIGHT)
            write(painter, area, _number(flop), theme.text, self._number, LEFT)


def _cards(flop: FlopEnd) -> tuple[str, ...]:
    return flop.flop[:2], flop.flop[2:4], flop.flop[4:]


def _number(flop: FlopEnd) -> str:
    return percent(flop.equity, flop.stderr, exact_digits=1)


def flop_text(flop: FlopEnd) -> str:
    """Return a flop with its equity and probability as text."""
    others = f" (and {flop.alike - 1} isomorphic)" if flop.alike > 1 else ""
    error = f" {interval(flop.stderr)}" if flop.stderr else ""
    share = percent(flop.share, exact_digits=3)
    return f"{' '.join(_cards(flop))}{others}: {percent(flop.equity, flop.stderr)}{error}, {share} of flops"


class FlopsPage(DetailPage):
    """The selected seat described with its best and worst flops, the chart of all seats, and a row of numbers for
    each."""

    def __init__(self, document: Document, session: Session, parent: QWidget | None = None) -> None:
        super().__init__("flops", "Flops", {"flops": Flops}, document, session, parent)
        self.chart = ChartView("flops", "Equity by flop", EMPTY, session)
        self.falling = self.chart.add_toggle("atLeast", "Cumulative", TIP, self._draw)
        self._result: LatestDetail[Flops] | None = None
        self.spreads: tuple[SeatSpread, ...] = ()
        self.view: TableView[SeatSpread] = TableView("flops.table", "Equity by flop in numbers")
        self.best, self.worst = FlopStrip("flops.best", "Best"), FlopStrip("flops.worst", "Worst")
        self._summary = label(name="flops.words", role="", wrap=True)
        self._summary.setContentsMargins(12, 0, 12, 0)
        ends = filled(QVBoxLayout(), self.best, self.worst, spacing=0, margins=(12, 0, 12, 0))
        items = (self._summary, ends, (self.chart, 1), self.view)
        filled(QVBoxLayout(self.full), *items, spacing=4, margins=(0, 12, 0, 0))
        self.view.selectionModel().currentRowChanged.connect(self._describe)
        self.view.reached.connect(self._on_reached)
        document.cursor_changed.connect(self._show_selected)
        self.start()

    def unfit(self, scenario: Scenario) -> str:
        size = board_size(scenario)
        return PART_OF_FLOP if 0 < size < 3 else FLOP_KNOWN if size else ""

    @property
    def filled(self) -> bool:
        return bool(self.spreads)

    def show_details(self) -> None:
        self._result = result = self.detail("flops", Flops)
        stale = result is None or result.stale
        self.spreads = seat_spreads(result)
        self.view.show_table(spreads_table(self.spreads, stale=stale))
        self._show_selected()
        self.view.fit_rows(self.height())
        self._draw()
        self._summary.setEnabled(not stale)
        self._describe()

    def _draw(self) -> None:
        result = self._result
        if not self.spreads or result is None:
            self.chart.show_chart(None)
        else:
            make = partial(flops_chart, self.spreads, result.snapshot, falling=self.falling.isChecked())
            self.chart.show_chart(make, stale=result.stale)

    @Slot(object)
    def _on_reached(self, spread: SeatSpread) -> None:
        self._document.choose_seat(spread.seat)

    @Slot()
    def _show_selected(self) -> None:
        self.view.choose(self._document.cursor.seat, first=True)

    @Slot()
    def _describe(self) -> None:
        """Describe the selected seat: its best and worst flops, and on how many it has half the pot or a fair share."""
        spread = self.view.selected_row
        if spread is None:
            return
        stale = not self._summary.isEnabled()
        self.best.show_flops(spread.value.best, stale=stale)
        self.worst.show_flops(spread.value.worst, stale=stale)
        half = percent(spread.value.at_least(0.5), exact_digits=1)
        low, high = (percent(spread.value.quantile(q), exact_digits=0) for q in (0.25, 0.75))
        text = f"{spread.name} has at least 50{NO_BREAK}% equity on {half} of flops"
        if len(self.spreads) > 2:
            fair = fair_share(self.spreads)
            share = percent(spread.value.at_least(fair), exact_digits=1)
            text += f", at least the break-even {percent(fair, exact_digits=0)} on {share}"
        self._summary.setText(f"{text}, and {low} to {high} on the middle half of all flops.")

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.view.fit_rows(self.height())


def flops_page(context: PageContext) -> BuiltPage:
    """Return the page and its charts that can be exported."""
    page = FlopsPage(context.document, context.session)
    return page, (ExportItem("flops", "Equity by flop", page, page.chart, "holdem"),)
