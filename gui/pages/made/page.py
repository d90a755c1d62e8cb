"""The page of made hands: the hands of a range on the board, beside another, and the part of it that goes on."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import partial

import numpy as np
from PySide6.QtCore import QEvent, Slot
from PySide6.QtGui import QFontMetrics, QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from engine import Scenario, Snapshot
from engine.equity.details.changes import matched_seats
from engine.equity.details.made import Flopped, MadeEquities
from engine.equity.details.matrix import Matrix, SortedHands, sorted_hands
from engine.ranges.holdem_matrix import (
    ALL_CELLS,
    CELL_BY_NAME,
    SIZE,
    ComboWeights,
    MatrixCell,
    class_name,
    class_sizes,
    class_sums,
)
from engine.ranges.library_files import LibraryEntry
from engine.ranges.made_hands import made_hands
from engine.ranges.made_names import CELLS, FIRST_DRAW, FIRST_KICKER, MADE, TOP_PAIR, cell_name
from engine.table.seat_ranges import weights_text
from gui.charts.forms import GroupBar, Groups
from gui.charts.values import Chart, Empty, Heading, ReadOut, Row, Table
from gui.charts.view import ChartView
from gui.export.files import BuiltPage, ExportItem
from gui.look.scale import fix, px
from gui.look.theme import TEXT, current_theme, font
from gui.pages.made.keep_bar import KeepBar, hand_over
from gui.pages.made.keeping import KeepModel, Kept
from gui.pages.made.table import ClassesView, Listed, Numbers, combos_text, every_seat
from gui.parts.build import NO_MARGINS, STRETCH, filled, label, stacked
from gui.parts.cell_grid import ClassMap
from gui.parts.cells import Cell, lit_colors
from gui.parts.choice_bar import ChoiceBar, SeatChoice
from gui.parts.detail_page import DetailPage
from gui.parts.page_scroll import PageScroll
from gui.state.context import PageContext
from gui.state.latest import LatestDetail
from gui.words.captions import board_size
from gui.words.formatting import NO_BREAK, as_combos, percent

PARTS = (("best third", 0.0, 1 / 3), ("middle", 1 / 3, 2 / 3), ("worst", 2 / 3, 1.0))
LEAST_TOLD = 0.005
"""A difference of shares that is worth a word."""
MANY = {
    "straight flush": "straight flushes", "four of a kind": "quads", "full house": "full houses", "flush": "flushes",
    "straight": "straights", "trips": "trips", "pocket pair below top": "pocket pairs below top",
}  # fmt: skip
FLUSH_DRAW = FIRST_DRAW
STRONG = range(MADE.index("two pair") + 1)
BOARD_ALONE = MADE.index("plays the board")
ONE_PAIR = range(MADE.index("overpair"), TOP_PAIR + 1)


def answer(own: Numbers, other: Numbers | None) -> str:
    """Return in a sentence or two the hands of a seat, and which of the two has more of each kind."""
    verb = "flops" if own.combos is None else "has"
    better = percent(float(own.better[TOP_PAIR]), exact_digits=1)
    parts = [f"{own.name} {verb} top pair or better {better} of the time"]
    if own.share[FLUSH_DRAW] > 0:
        parts.append(f"a flush draw {percent(float(own.share[FLUSH_DRAW]), exact_digits=1)}")
    if own.share[BOARD_ALONE] > 0:
        board = percent(float(own.share[BOARD_ALONE]), exact_digits=1)
        parts.append(f"plays the board {board} (the best five lie there, for all alike)")
    text = ", ".join(parts) + "."
    return f"{text} {comparison(own, other)}" if other is not None else text


def comparison(own: Numbers, other: Numbers) -> str:
    """Return who has more of a good class, as in ``Seat 2 has more sets: 4.1 % to 1.2 %``: of the best classes that in
    which the two differ most, and where they hardly do, of one pair."""
    change = own.share - other.share
    for cells in (STRONG, ONE_PAIR):
        cell = max(cells, key=lambda cell: abs(float(change[cell])))
        if abs(change[cell]) >= LEAST_TOLD:
            first, second = (own, other) if change[cell] > 0 else (other, own)
            shares = (percent(float(seat.share[cell]), exact_digits=1) for seat in (first, second))
            verb = "has" if own.combos is not None else "flops"
            return f"{first.name} {verb} more {many(cell)}: {' to '.join(shares)}."
    return "Both have their good hands about equally often."


def many(cell: int) -> str:
    """Return the name of a class for several of it."""
    name = cell_name(cell)
    return MANY.get(name, f"{name}s" if cell < FIRST_KICKER else name)


def thirds(hands: SortedHands) -> str:
    """Return the equities of the best, the middle and the worst third of a range; sampled ones to the digits that the
    error of their hands leaves."""
    error = float(np.nanmean(hands.stderr)) if np.isfinite(hands.stderr).any() else 0.0
    known = np.isfinite(hands.equity).all()
    texts = (f"{name} {percent(hands.mean(a, b), error, exact_digits=1)}" for name, a, b in PARTS)
    return f"Equity: {', '.join(texts)}" if known else ""


class HandMap:
    """What the hands of the matrix have, of a range that comes to a street."""

    def __init__(self, kept: Kept) -> None:
        self._kept = kept
        self._has = made_hands(kept.board).cells() & (kept.entering > 0)
        self._weight, self._left = class_sums(kept.entering), class_sums(kept.left)
        self._combos = class_sums(kept.entering > 0)
        self._counts = np.array([class_sums(has) for has in self._has])

    def cells(self, cell: int | None, picked: MatrixCell | None) -> tuple[Cell, ...]:
        """Return the 169 cells. The hands of ``cell`` are lit, without one what is kept where that is not all;
        ``picked`` is framed."""
        sizes, shone = class_sizes(), self._lit(cell)
        return tuple(
            Cell(
                class_name(place),
                float(self._weight[i] / sizes[i]),
                strong=place[0] == place[1],
                framed=place == picked,
                lit=None if shone is None else float(shone[i] / self._weight[i]) if self._weight[i] else 0.0,
                speech=self.words(place),
            )
            for i, place in enumerate(ALL_CELLS)
        )

    def _lit(self, cell: int | None) -> ComboWeights | None:
        """Return the lit weight in each place, float64[169]; None: all is alike."""
        kept = self._kept
        if cell is not None:
            return class_sums(np.where(self._has[cell], kept.entering, 0.0))
        return None if kept.is_whole else self._left

    def cells_of(self, place: MatrixCell) -> frozenset[int]:
        """Return the cells in which the hands of a place are."""
        return frozenset(np.flatnonzero(self._counts[:, SIZE * place[0] + place[1]]).tolist())

    def words(self, place: MatrixCell) -> str:
        """Return the made hands of a place, as in ``AKs, 3 combos: top pair, ace kicker, + flush draw (1)``."""
        at, name = SIZE * place[0] + place[1], class_name(place)
        weight = float(self._weight[at])
        if not weight:
            return f"{name}: not in the range"
        parts = [self._part(cell, at) for cell in range(CELLS) if self._counts[cell, at] and cell != TOP_PAIR]
        share = float(self._left[at]) / weight
        rest = "" if share > 1 - 1e-9 else f"; kept {100 * share:.0f}{NO_BREAK}%" if share > 0 else "; not kept"
        return f"{name}, {as_combos(combos_text(weight))}: {', '.join(parts)}{rest}"

    def _part(self, cell: int, at: int) -> str:
        """Return a class with the number of hands that have it, where these are not all."""
        count = int(self._counts[cell, at])
        name = cell_name(cell) if cell < FIRST_DRAW else f"+ {cell_name(cell)}"
        return name if count == self._combos[at] else f"{name} ({count})"


CHART_EMPTY = Empty("Made hands", ("What the ranges have on the board is drawn here.",))
CHART_NOTE = "share of the hands that have it; a hand may have several draws"
CHART_ROOM = 1.14
"""How much longer than the longest bar the axis is, for the labels."""
CHARTED = (*range(FIRST_KICKER), *range(FIRST_DRAW, CELLS))
"""Classes and draws; kickers stand in the data."""


def made_chart(seats: Sequence[Numbers], snapshot: Snapshot, hidden: frozenset[int]) -> Chart:
    """Return the chart of the classes that a seat has."""
    shown = tuple(seat for seat in seats if seat.seat not in hidden)
    cells = tuple(cell for cell in CHARTED if any(seat.share[cell] > 0 for seat in seats))
    groups = tuple(tuple(_bar(seat, cell) for seat in shown) for cell in cells)
    bars = Groups(tuple(map(cell_name, cells)), groups if shown else (), "lying", room=CHART_ROOM)

    def read(x: float, y: float) -> ReadOut | None:
        category = bars.category(x, y)
        if category is None:
            return None
        cell = cells[category]
        rows = tuple(Row(seat.seat, seat.name, _values(seat, cell)) for seat in shown)
        return bars.read_out(category, cell_name(cell).capitalize(), rows, x, y)

    title = "How often each class is flopped" if seats[0].combos is None else "Made hands and draws"
    return Chart(
        Heading.of(snapshot, title, (CHART_NOTE,), "made"),
        *bars.axes,
        bars.marks,
        made_table(seats),
        seats=tuple((seat.seat, seat.name) for seat in seats) if len(seats) > 1 else (),
        read=read,
        stops=bars.stops,
        down=True,
    )


def _bar(seat: Numbers, cell: int) -> GroupBar:
    share = float(seat.share[cell])
    return GroupBar(seat.seat, 100 * share, (percent(share, exact_digits=1),))


def _values(seat: Numbers, cell: int) -> tuple[str, ...]:
    better = (f"or better {percent(float(seat.better[cell]))}",) if cell < FIRST_KICKER else ()
    return tuple(text for text in (percent(float(seat.share[cell])), *better, seat.equity_words(cell)) if text)


def made_table(seats: Sequence[Numbers]) -> Table:
    """Return the numbers of seats as header and rows, a row for each cell that one of them has."""
    header = ["class"]
    for seat in seats:
        header.append(f"{seat.name} share")
        header.append(f"{seat.name} or better")
        header += [f"{seat.name} combos"] if seat.combos is not None else []
        header += [f"{seat.name} equity", f"{seat.name} stderr"] if seat.equity is not None else []
    cells = [cell for cell in range(CELLS) if any(seat.share[cell] > 0 for seat in seats)]
    return tuple(header), [
        (cell_name(cell), *(v for seat in seats for v in _cell_values(seat, cell))) for cell in cells
    ]


def _cell_values(seat: Numbers, cell: int) -> list[object]:
    values: list[object] = [float(seat.share[cell]), float(seat.better[cell]) if cell < FIRST_KICKER else ""]
    if seat.combos is not None:
        values.append(float(seat.combos[cell]))
    if seat.equity is not None and seat.stderr is not None:
        values += ["" if np.isnan(v) else float(v) for v in (seat.equity[cell], seat.stderr[cell])]
    return values


PART_OF_FLOP = "A flop has three cards: put the rest of it on the board."
INVITATION = (
    "What a range has on a board is told here, and what of it goes on: give a seat a range on the left,\n"
    "as in “22+, ATs+, KQo”, then put a flop on the board."
)
HINT = "Point at a class, and its hands light up. Click a hand to see what it has."
NOBODY = "nobody"
FIRST_PINNED = 10
"""From this place on stand seats of the pinned table: more than a table has, in the same colours."""
WIDEST_CHOICE, BESIDE_NAME = 170, 62
"""Largest width of a choice of seats; what of it is not the name."""
VIEWS = {"list": "list", "chart": "chart"}
SIDE_SHARE, NARROWEST_SIDE, WIDEST_SIDE = 0.37, 247, 420


class MadePage(DetailPage):
    """Shows the marked seat, the first one's where that has folded."""

    invitation = INVITATION

    def __init__(self, context: PageContext, parent: QWidget | None = None) -> None:
        document, session = context.document, context.session
        details = {"made": MadeEquities, "flopped": Flopped, "matrix": Matrix}
        super().__init__("made", "Made hands", details, document, session, parent)
        self._library, self._message = context.library, context.message
        self._seats: tuple[Numbers, ...] = ()
        self._pinned: tuple[Numbers, ...] = ()
        """What the seats had on the pinned table."""
        self._snapshot: Snapshot | None = None
        self._stale = False
        self._beside: int | None = -1
        """The seat beside the marked one; None: nobody, -1: none was chosen, the pinned or the next one is."""
        self._unfolded = False
        self._pointed: int | None = None
        self._picked: MatrixCell | None = None
        self._map: HandMap | None = None
        self._thirds: dict[int, str] = {}
        self.keep = KeepModel(document, context.questions.apart("made"), self)
        self.view = ClassesView()
        self.map = ClassMap("made.map", "Hands of the range", hint=HINT)
        self.bar = KeepBar(self.keep, context.settings, self.view)
        self.chart = ChartView("made", "Made hands", CHART_EMPTY, session)
        self.seat = SeatChoice("made.seat", "Seat whose hands are shown", self)
        self.beside = SeatChoice("made.beside", "Seat beside it", self, nobody=NOBODY)
        self.answer = label(name="made.answer", role="", wrap=True)
        self.thirds = label(name="made.thirds", wrap=True)
        self._build()
        self.seat.chosen.connect(context.document.choose_seat)
        self.beside.chosen.connect(self._on_beside)
        self.view.asked.connect(self.ask_about)
        self.view.pointed.connect(self._on_pointed)
        self.view.toggled.connect(self._on_toggled)
        self.view.fold_clicked.connect(self._on_folded)
        self.map.picked.connect(self._on_picked)
        self.keep.changed.connect(self._on_kept)
        self.bar.save_requested.connect(self._on_save)
        context.document.mark_changed.connect(self._render)
        self.start()

    def _build(self) -> None:
        column, side = QWidget(), ((self.map, 1), self.map.legend, self.map.reading, self.thirds)
        filled(QVBoxLayout(column), *side, spacing=4, margins=NO_MARGINS)
        self._side = PageScroll(column, "made.side", "Hands of the range", wraps=True)
        numbers = QWidget()
        lists = filled(QHBoxLayout(), (self.view, 1), self._side, spacing=12)
        filled(QVBoxLayout(numbers), (lists, 1), self.bar, spacing=8, margins=(12, 0, 12, 8))
        views = stacked(numbers, self.chart)
        switch = ChoiceBar("made.view", "View", VIEWS, on="list", views=views)
        chosen = self.seat, label("beside"), self.beside, STRETCH, switch
        top = filled(QHBoxLayout(), *chosen, spacing=8, margins=(12, 0, 12, 0))
        self.answer.setContentsMargins(12, 0, 12, 0)
        filled(QVBoxLayout(self.full), top, self.answer, (views, 1), spacing=6, margins=(0, 12, 0, 0))

    def unfit(self, scenario: Scenario) -> str:
        return PART_OF_FLOP if 0 < board_size(scenario) < 3 else ""

    @property
    def requests(self) -> Collection[str]:
        return ("made", "matrix") if board_size(self._document.scenario) else ("flopped",)

    @property
    def filled(self) -> bool:
        return bool(self._seats)

    def show_details(self) -> None:
        on_board = board_size(self._document.scenario) > 0
        result: LatestDetail[MadeEquities] | LatestDetail[Flopped] | None
        result = self.detail("made", MadeEquities) if on_board else self.detail("flopped", Flopped)
        seats = result.value.seats if result is not None else ()
        if result is None or not seats:
            self._seats, self._snapshot = (), None
        else:
            self._seats = every_seat(result.value, [seat.name for seat in result.snapshot.seats])
            self._snapshot, self._stale = result.snapshot, result.stale
        values = self.detail("matrix", Matrix)
        fits = values is not None and not values.stale and len(self._seats) > 1 and self._seats[0].combos is not None
        self._thirds = {hands.seat: thirds(hands) for hands in sorted_hands(values.value)} if values and fits else {}
        self._render()

    def update_state(self) -> None:
        """Take up what the seats had on the pinned table, as far as it was computed there."""
        pinned = self._read_pinned()
        if [id(n.share) for n in pinned] != [id(n.share) for n in self._pinned]:
            self._pinned = pinned
            self._render()

    def _read_pinned(self) -> tuple[Numbers, ...]:
        comparison = self._session.comparison
        if comparison is None or not any(comparison.seats):
            return ()
        before = comparison.before
        values = before.details.get("made" if board_size(self._document.scenario) else "flopped")
        if not isinstance(values, MadeEquities | Flopped):
            return ()
        places = matched_seats(before.scenario, comparison.after.scenario)
        names = [f"{seat.name}, pinned" for seat in before.seats]
        seats = {numbers.seat: numbers for numbers in every_seat(values, names)}
        return tuple(
            replace(seats[old], seat=FIRST_PINNED + new, pinned=True) for new, old in enumerate(places) if old in seats
        )

    @property
    def shown(self) -> Numbers | None:
        """The numbers of the displayed seat."""
        marked = self._document.mark.seat
        return next((s for s in self._seats if s.seat == marked), next(iter(self._seats), None))

    @property
    def other(self) -> Numbers | None:
        """The numbers of the seat beside it."""
        shown = self.shown
        others = [seat for seat in self._seats if shown is not None and seat.seat != shown.seat]
        if self._beside is None:
            return None
        if (self._beside < 0 or self._beside >= FIRST_PINNED) and self.shown_pinned is not None:
            return self.shown_pinned
        return next((seat for seat in others if seat.seat == self._beside), next(iter(others), None))

    @property
    def shown_pinned(self) -> Numbers | None:
        """The hands of the displayed seat on the pinned table, None where that is not known."""
        shown = self.shown
        return next((n for n in self._pinned if shown is not None and n.seat == FIRST_PINNED + shown.seat), None)

    @Slot()
    def _render(self) -> None:
        """Show the seat, the other one beside it and the part that goes on."""
        shown, other = self.shown, self.other
        if shown is None:
            self.view.show_classes(None, None, stale=False)
            self.chart.show_chart(None)
            return
        if shown.seat != self.keep.seat:
            self.keep.show_seat(shown.seat)
        places, names = [s.seat for s in self._seats], [s.name for s in self._seats]
        self.seat.show_seats(places, names, shown.seat)
        others = [(s.seat, s.name) for s in (*self._seats, self.shown_pinned) if s is not None and s.seat != shown.seat]
        self.beside.show_seats([p for p, _ in others], [n for _, n in others], other.seat if other else -1)
        for choice in (self.seat, self.beside):
            offered = (NOBODY, *(choice.itemText(i) for i in range(choice.count())))
            widest = max(map(QFontMetrics(font(TEXT)).horizontalAdvance, offered))
            fix(choice, width=min(widest + BESIDE_NAME, WIDEST_CHOICE))
        self.answer.setText(answer(shown, other))
        self.answer.setEnabled(not self._stale)
        self.thirds.setText(self._thirds.get(shown.seat, ""))
        seats = (shown, other) if other else (shown,)
        make = partial(made_chart, seats, self._snapshot) if self._snapshot is not None else None
        self.chart.show_chart(make, stale=self._stale)
        self._render_list()
        self._render_map()

    def _render_list(self) -> None:
        shown, kept = self.shown, self.keep.kept
        if shown is None:
            return
        if self._pointed is not None and not shown.share[self._pointed]:
            self._pointed = None
        chosen = self.view.chosen_cell
        listed = Listed(shown, self.other, unfolded=self._unfolded)
        if shown.combos is not None:
            entering = kept.by_cell(kept.entering) if kept is not None else shown.combos
            left = kept.by_cell(kept.left) if kept is not None else shown.combos
            total = float(entering[:FIRST_KICKER].sum())
            listed = Listed(shown, self.other, entering, left, total, self._unfolded)
        keeping = self.keep.keeping if kept is not None and self.keep.possible else None
        self.view.show_classes(listed, keeping, stale=self._stale)
        if chosen != self.view.chosen_cell:
            self.view.choose_cell(chosen)
        if keeping is None:
            hand_over(self.bar, self.view)
        self.bar.setVisible(keeping is not None)

    def _render_map(self) -> None:
        kept, shown = self.keep.kept, self.shown
        if kept is None:
            hand_over(self._side, self.view)
        self._side.setVisible(kept is not None)
        self._map = HandMap(kept) if kept is not None else None
        if shown is not None:
            self._light()

    def _light(self) -> None:
        shown = self.shown
        if self._map is not None and shown is not None:
            theme = current_theme()
            self.map.show_cells(self._map.cells(self._pointed, self._picked), theme.seat(shown.seat))
            rest, lit = lit_colors(theme, theme.seat(shown.seat))
            kept = self.keep.kept
            if self._pointed is not None:
                self.map.show_legend(((lit, cell_name(self._pointed)), (rest, "the rest of the range")))
            elif kept is None or kept.is_whole:
                self.map.show_legend(())
            else:
                left, dropped = float(kept.left.sum()), float((kept.entering - kept.left).sum())
                entries = (lit, f"kept: {combos_text(left)}"), (rest, f"dropped: {as_combos(combos_text(dropped))}")
                self.map.show_legend(entries)
            self.map.show_hint(self._map.words(self._picked) if self._picked is not None else HINT)
            self.view.mark(self._map.cells_of(self._picked) if self._picked is not None else frozenset())

    @Slot(object)
    def _on_pointed(self, cell: int | None) -> None:
        if cell != self._pointed:
            self._pointed = cell
            self._light()
        self.bar.show_cell(self.view.chosen_cell)

    @Slot(int)
    def _on_toggled(self, cell: int) -> None:
        keep = self.keep
        whole = keep.keeping.weights_in(cell, keep.present) == {1.0}
        keep.keep(cell, 0.0 if whole else 1.0)

    @Slot()
    def _on_folded(self) -> None:
        self._unfolded = not self._unfolded
        self._render_list()

    @Slot(str)
    def _on_picked(self, name: str) -> None:
        place = CELL_BY_NAME[name]
        self._picked = None if place == self._picked else place
        if self._picked is not None and self._map is not None and not self._unfolded:
            cells = self._map.cells_of(self._picked)
            if any(FIRST_KICKER <= cell < FIRST_DRAW for cell in cells) and TOP_PAIR in cells:
                self._on_folded()
        self._light()

    @Slot()
    def _on_kept(self) -> None:
        self._render_list()
        self._render_map()

    @Slot(int)
    def _on_beside(self, seat: int) -> None:
        self._beside = None if seat < 0 else seat
        self._render()

    @Slot(str)
    def _on_save(self, name: str) -> None:
        kept = self.keep.kept
        if kept is not None:
            entry = self._library.add(LibraryEntry(name, weights_text(kept.left), game=self._document.scenario.game))
            self._message.emit(f"{entry.name} is saved in the library", False)

    def customEvent(self, event: QEvent) -> None:
        self._render()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        width = round(SIDE_SHARE * self.width())
        self._side.setFixedWidth(min(max(width, px(NARROWEST_SIDE)), px(WIDEST_SIDE)))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.keep.watch(on=True)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.keep.watch(on=False)


def made_page(context: PageContext) -> BuiltPage:
    """Return the page, and its charts that can be exported."""
    page = MadePage(context)
    page.page_requested.connect(context.page_requested)
    return page, (ExportItem("made", "Made hands", page, page.chart, "holdem"),)
