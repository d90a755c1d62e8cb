"""The page of made hands: the hands of a range on the board, compared with another range, and the part that remains."""

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
from gui.pages.made.keep_bar import KeepBar, move_focus
from gui.pages.made.keeping import KeepModel, KeptRange
from gui.pages.made.table import (
    LOW_PAIR,
    ClassesView,
    ListedClasses,
    MadeNumbers,
    all_made_numbers,
    class_label,
    combos_text,
)
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

THIRDS = (("top third", 0.0, 1 / 3), ("middle", 1 / 3, 2 / 3), ("bottom", 2 / 3, 1.0))
MIN_DIFFERENCE = 0.005
"""Smaller differences of shares are not mentioned."""
PLURALS = {
    "straight flush": "straight flushes", "four of a kind": "quads", "full house": "full houses", "flush": "flushes",
    "straight": "straights", "trips": "trips", "pocket pair below top": "pocket pairs below top",
}  # fmt: skip
FLUSH_DRAW = FIRST_DRAW
STRONG = range(MADE.index("two pair") + 1)
BOARD_ALONE = MADE.index("plays the board")
ONE_PAIR = range(MADE.index("overpair"), TOP_PAIR + 1)


def answer_line(own: MadeNumbers, other: MadeNumbers | None) -> str:
    """Return a sentence about the hands of a seat, and one about the most important difference to the other seat."""
    verb = "flops" if own.combos is None else "has"
    better = percent(float(own.better[TOP_PAIR]), exact_digits=1)
    parts = [f"{own.name} {verb} top pair or better {better} of the time"]
    if own.share[FLUSH_DRAW] > 0:
        parts.append(f"a flush draw {percent(float(own.share[FLUSH_DRAW]), exact_digits=1)}")
    if own.share[BOARD_ALONE] > 0:
        board = percent(float(own.share[BOARD_ALONE]), exact_digits=1)
        parts.append(f"plays the board {board}")
    text = ", ".join(parts) + "."
    return f"{text} {comparison_line(own, other)}" if other is not None else text


def comparison_line(own: MadeNumbers, other: MadeNumbers) -> str:
    """Return which seat has more of a good class, as in ``Seat 2 has more sets: 4.1 % to 1.2 %``.

    It is the class of two pair or better in which the seats differ most; if they hardly differ there, a class of one
    pair.
    """
    change = own.share - other.share
    for cells in (STRONG, ONE_PAIR):
        cell = max(cells, key=lambda cell: abs(float(change[cell])))
        if abs(change[cell]) >= MIN_DIFFERENCE:
            first, second = (own, other) if change[cell] > 0 else (other, own)
            shares = (percent(float(seat.share[cell]), exact_digits=1) for seat in (first, second))
            verb = "has" if own.combos is not None else "flops"
            return f"{first.name} {verb} more {plural_name(cell)}: {' to '.join(shares)}."
    return "Both have strong hands about equally often."


def plural_name(cell: int) -> str:
    """Return the plural of the name of a class."""
    name = cell_name(cell)
    return PLURALS.get(name, f"{name}s" if cell < FIRST_KICKER else name)


def thirds_line(hands: SortedHands) -> str:
    """Return a line with the equities of the best, middle and worst third of a range, or "" if some are unknown.

    The digits follow from the mean standard error of the hands.
    """
    error = float(np.nanmean(hands.stderr)) if np.isfinite(hands.stderr).any() else 0.0
    known = np.isfinite(hands.equity).all()
    texts = (f"{name} {percent(hands.mean(a, b), error, exact_digits=1)}" for name, a, b in THIRDS)
    return f"Average equity: {', '.join(texts)}" if known else ""


class HandMap:
    """The matrix of a range on a street, with the made hands of each of its cells.

    A *place* is one of the 169 cells of the matrix; a *cell* is a class of made hands or draws
    (``engine.ranges.made_names``).
    """

    def __init__(self, kept: KeptRange) -> None:
        self._kept = kept
        # The matrix of which combo is in which class, bool[CELLS, 1326], is summed over the 169 places once.
        self._members = made_hands(kept.board).cells() & (kept.entering > 0)
        self._weight, self._remaining = class_sums(kept.entering), class_sums(kept.remaining)
        self._combos = class_sums(kept.entering > 0)
        self._counts = np.array([class_sums(members) for members in self._members])

    def cells(self, cell: int | None, picked: MatrixCell | None) -> tuple[Cell, ...]:
        """Return the 169 cells of the matrix; ``picked`` gets a frame.

        The hands of the class ``cell`` are highlighted; without a class those that remain, if there is a filter.
        """
        sizes, highlighted = class_sizes(), self._highlighted(cell)
        return tuple(
            Cell(
                class_name(place),
                float(self._weight[i] / sizes[i]),
                strong=place[0] == place[1],
                framed=place == picked,
                highlighted=None if highlighted is None else float(highlighted[i] / (self._weight[i] or 1.0)),
                speech=self.text(place),
            )
            for i, place in enumerate(ALL_CELLS)
        )

    def _highlighted(self, cell: int | None) -> ComboWeights | None:
        """Return the highlighted weight in each place, float64[169], or None if nothing is highlighted."""
        kept = self._kept
        if cell is not None:
            return class_sums(np.where(self._members[cell], kept.entering, 0.0))
        return None if kept.is_complete else self._remaining

    def cells_of(self, place: MatrixCell) -> frozenset[int]:
        """Return the classes of the hands in a place."""
        return frozenset(np.flatnonzero(self._counts[:, SIZE * place[0] + place[1]]).tolist())

    def text(self, place: MatrixCell) -> str:
        """Return the made hands in a place, as in ``AKs, 3 combos: top pair, ace kicker, + flush draw (1)``."""
        index, name = SIZE * place[0] + place[1], class_name(place)
        weight = float(self._weight[index])
        if not weight:
            return f"{name}: not in the range"
        # Top pair is left out, because the names of its kickers contain it.
        cells = [cell for cell in np.flatnonzero(self._counts[:, index]).tolist() if cell != TOP_PAIR]
        share = float(self._remaining[index]) / weight
        classes = ", ".join(self._class_text(cell, index) for cell in cells)
        kept = "" if share > 1 - 1e-9 else f"; kept {100 * share:.0f}{NO_BREAK}%" if share > 0 else "; not kept"
        return f"{name}, {as_combos(combos_text(weight))}: {classes}{kept}"

    def _class_text(self, cell: int, index: int) -> str:
        """Return the name of a class, with the number of hands in it if these are not all hands of the place."""
        count = int(self._counts[cell, index])
        name = cell_name(cell) if cell < FIRST_DRAW else f"+ {cell_name(cell)}"
        if cell == LOW_PAIR and ALL_CELLS[index][0] == ALL_CELLS[index][1]:
            name = "underpair"
        return name if count == self._combos[index] else f"{name} ({count})"


CHART_EMPTY = Empty("Made hands", ("This chart draws what the ranges have on the board.",))
CHART_NOTE = "share of the range; a hand may have several draws"
CHART_ROOM = 1.14
"""Length of the axis relative to the longest bar; the room is for the labels."""
CHARTED = (*range(FIRST_KICKER), *range(FIRST_DRAW, CELLS))
"""The cells in the chart: made classes and draws. Kickers are only in its data."""


def made_chart(seats: Sequence[MadeNumbers], snapshot: Snapshot, hidden: frozenset[int]) -> Chart:
    """Return the chart of the classes of one or two seats; ``hidden``: the seats without bars."""
    visible = tuple(seat for seat in seats if seat.seat not in hidden)
    cells = tuple(cell for cell in CHARTED if any(seat.share[cell] > 0 for seat in seats))
    groups = tuple(tuple(_bar(seat, cell) for seat in visible) for cell in cells)
    bars = Groups(tuple(map(class_label, cells)), groups if visible else (), "lying", room=CHART_ROOM)

    def read(x: float, y: float) -> ReadOut | None:
        category = bars.category(x, y)
        if category is None:
            return None
        cell = cells[category]
        rows = tuple(Row(seat.seat, seat.name, _values(seat, cell)) for seat in visible)
        return bars.read_out(category, class_label(cell).capitalize(), rows, x, y)

    title = "How often each hand type is flopped" if seats[0].combos is None else "Made hands and draws"
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


def _bar(seat: MadeNumbers, cell: int) -> GroupBar:
    share = float(seat.share[cell])
    return GroupBar(seat.seat, 100 * share, (percent(share, exact_digits=1),))


def _values(seat: MadeNumbers, cell: int) -> tuple[str, ...]:
    better = (f"or better {percent(float(seat.better[cell]))}",) if cell < FIRST_KICKER else ()
    return tuple(text for text in (percent(float(seat.share[cell])), *better, seat.equity_clause(cell)) if text)


def made_table(seats: Sequence[MadeNumbers]) -> Table:
    """Return header and rows of the numbers of seats, with a row for each cell in which one of them has hands."""
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


def _cell_values(seat: MadeNumbers, cell: int) -> list[object]:
    """Return the numbers of a class in a seat's range for a file, in the order of its columns."""
    values: list[object] = [float(seat.share[cell]), float(seat.better[cell]) if cell < FIRST_KICKER else ""]
    if seat.combos is not None:
        values.append(float(seat.combos[cell]))
    if seat.equity is not None and seat.stderr is not None:
        values += ["" if np.isnan(v) else float(v) for v in (seat.equity[cell], seat.stderr[cell])]
    return values


PART_OF_FLOP = "Complete the flop: it has three cards."
INVITATION = (
    "This page shows how a range hits the board and which hands continue: give a seat a range on the left,\n"
    "e.g. “22+, ATs+, KQo”, then put a flop on the board."
)
HINT = "Point at a hand type to highlight its hands. Click a hand to see what it has."
NOBODY = "nobody"
FIRST_PINNED = 10
"""Seats of the pinned table are numbered from here on: above the seats of any table, and with the same colours."""
MAX_CHOICE_WIDTH, CHOICE_EDGES = 170, 62
"""Maximum width of a choice of seats, and the width of its edges, in pixels."""
VIEWS = {"list": "list", "chart": "chart"}
SIDE_SHARE, MIN_SIDE_WIDTH, MAX_SIDE_WIDTH = 0.37, 234, 420


class MadePage(DetailPage):
    """The page *Made hands*; shows the selected seat, or the first playing one if that has folded."""

    invitation = INVITATION

    def __init__(self, context: PageContext, parent: QWidget | None = None) -> None:
        document, session = context.document, context.session
        details = {"made": MadeEquities, "flopped": Flopped, "matrix": Matrix}
        super().__init__("made", "Made hands", details, document, session, parent)
        self._library, self._message = context.library, context.message
        self._seats: tuple[MadeNumbers, ...] = ()
        self._pinned: tuple[MadeNumbers, ...] = ()
        """The numbers of the same seats on the pinned table."""
        self._snapshot: Snapshot | None = None
        self._stale = False
        self._other_choice: int | None = -1
        """The seat to compare with: None for no seat, -1 for the default (the pinned table, else the next seat)."""
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
        self.seat = SeatChoice("made.seat", "Seat to show", self)
        self.other_seat = SeatChoice("made.beside", "Seat to compare with", self, nobody=NOBODY)
        self.answer = label(name="made.answer", role="", wrap=True)
        self.thirds = label(name="made.thirds", wrap=True)
        self._build()
        self.seat.chosen.connect(context.document.choose_seat)
        self.other_seat.chosen.connect(self._on_other_seat)
        self.view.asked.connect(self.ask_about)
        self.view.pointed.connect(self._on_pointed)
        self.view.toggled.connect(self._on_toggled)
        self.view.fold_clicked.connect(self._on_folded)
        self.map.picked.connect(self._on_picked)
        self.keep.changed.connect(self._on_kept)
        self.bar.save_requested.connect(self._on_save)
        context.document.cursor_changed.connect(self._render)
        self.start()

    def _build(self) -> None:
        """Lay out the list with the map on its right, or the chart instead; the seats and the switch are on top."""
        column, side = QWidget(), ((self.map, 1), self.map.legend, self.map.reading, self.thirds)
        filled(QVBoxLayout(column), *side, spacing=4, margins=NO_MARGINS)
        self._side = PageScroll(column, "made.side", "Hands of the range", wraps=True)
        numbers = QWidget()
        lists = filled(QHBoxLayout(), (self.view, 1), self._side, spacing=8)
        filled(QVBoxLayout(numbers), (lists, 1), self.bar, spacing=8, margins=(12, 0, 12, 8))
        views = stacked(numbers, self.chart)
        switch = ChoiceBar("made.view", "View", VIEWS, on="list", views=views)
        chosen = self.seat, label("vs"), self.other_seat, STRETCH, switch
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
        """Take over the latest made hands (before the flop: flopped ones) and the equities of the thirds."""
        on_board = board_size(self._document.scenario) > 0
        result: LatestDetail[MadeEquities] | LatestDetail[Flopped] | None
        result = self.detail("made", MadeEquities) if on_board else self.detail("flopped", Flopped)
        seats = result.value.seats if result is not None else ()
        if result is None or not seats:
            self._seats, self._snapshot = (), None
        else:
            self._seats = all_made_numbers(result.value, [seat.name for seat in result.snapshot.seats])
            self._snapshot, self._stale = result.snapshot, result.stale
        values = self.detail("matrix", Matrix)
        # A stale matrix belongs to an earlier table, and before the flop there are no equities.
        fits = values is not None and not values.stale and len(self._seats) > 1 and self._seats[0].combos is not None
        self._thirds = (
            {hands.seat: thirds_line(hands) for hands in sorted_hands(values.value)} if values and fits else {}
        )
        self._render()

    def update_state(self) -> None:
        """Render again if the numbers of the pinned table have changed."""
        # Comparing the arrays by identity is enough to notice another result.
        pinned = self._read_pinned()
        if [id(n.share) for n in pinned] != [id(n.share) for n in self._pinned]:
            self._pinned = pinned
            self._render()

    def _read_pinned(self) -> tuple[MadeNumbers, ...]:
        """Return the numbers of the table's seats on the pinned table, numbered from ``FIRST_PINNED`` on."""
        comparison = self._session.comparison
        if comparison is None or not any(comparison.seats):
            return ()
        pinned = comparison.before
        values = pinned.details.get("made" if board_size(self._document.scenario) else "flopped")
        if not isinstance(values, MadeEquities | Flopped):
            return ()
        # Seats may have been added or removed since: each seat of the table is matched with one of the pinned table.
        old_seats = matched_seats(pinned.scenario, comparison.after.scenario)
        names = [f"{seat.name}, pinned" for seat in pinned.seats]
        seats = {numbers.seat: numbers for numbers in all_made_numbers(values, names)}
        return tuple(
            replace(seats[old], seat=FIRST_PINNED + new, pinned=True)
            for new, old in enumerate(old_seats)
            if old in seats
        )

    @property
    def displayed(self) -> MadeNumbers | None:
        """The numbers of the displayed seat."""
        selected = self._document.cursor.seat
        return next((s for s in self._seats if s.seat == selected), next(iter(self._seats), None))

    @property
    def other(self) -> MadeNumbers | None:
        """The numbers of the seat to compare with, or None."""
        displayed = self.displayed
        others = [seat for seat in self._seats if displayed is not None and seat.seat != displayed.seat]
        if self._other_choice is None:
            return None
        # A selected pinned seat means "the same seat on the pinned table", also after another seat has been selected.
        if (self._other_choice < 0 or self._other_choice >= FIRST_PINNED) and self.displayed_pinned is not None:
            return self.displayed_pinned
        return next((seat for seat in others if seat.seat == self._other_choice), next(iter(others), None))

    @property
    def displayed_pinned(self) -> MadeNumbers | None:
        """The numbers of the displayed seat on the pinned table, or None."""
        displayed = self.displayed
        return next(
            (n for n in self._pinned if displayed is not None and n.seat == FIRST_PINNED + displayed.seat), None
        )

    @Slot()
    def _render(self) -> None:
        """Show the selected seat, the one to compare with, and the remaining part of the range."""
        displayed, other = self.displayed, self.other
        if displayed is None:
            self.view.show_classes(None, None, stale=False)
            self.chart.show_chart(None)
            return
        if displayed.seat != self.keep.seat:
            self.keep.show_seat(displayed.seat)
        self.seat.show_seats([s.seat for s in self._seats], [s.name for s in self._seats], displayed.seat)
        others = [
            (s.seat, s.name)
            for s in (*self._seats, self.displayed_pinned)
            if s is not None and s.seat != displayed.seat
        ]
        self.other_seat.show_seats([s for s, _ in others], [n for _, n in others], other.seat if other else -1)
        for choice in (self.seat, self.other_seat):
            texts = (NOBODY, *(choice.itemText(i) for i in range(choice.count())))
            width = max(map(QFontMetrics(font(TEXT)).horizontalAdvance, texts))
            fix(choice, width=min(width + CHOICE_EDGES, MAX_CHOICE_WIDTH))
        self.answer.setText(answer_line(displayed, other))
        self.answer.setEnabled(not self._stale)
        self.thirds.setText(self._thirds.get(displayed.seat, ""))
        seats = (displayed, other) if other else (displayed,)
        make = partial(made_chart, seats, self._snapshot) if self._snapshot is not None else None
        self.chart.show_chart(make, stale=self._stale)
        self._render_list()
        self._render_map()

    def _render_list(self) -> None:
        """Show the classes, with boxes if the seat has a range on a street; the selected class stays selected."""
        displayed, kept = self.displayed, self.keep.kept
        if displayed is None:
            return
        if self._pointed is not None and not displayed.share[self._pointed]:
            self._pointed = None
        chosen = self.view.chosen_cell
        listed = ListedClasses(displayed, self.other, unfolded=self._unfolded)
        # The model of the boxes computes the combos; until it has, those of the table's result are shown.
        if displayed.combos is not None:
            entering = kept.by_cell(kept.entering) if kept is not None else displayed.combos
            remaining = kept.by_cell(kept.remaining) if kept is not None else displayed.combos
            total = float(entering[:FIRST_KICKER].sum())
            listed = ListedClasses(displayed, self.other, entering, remaining, total, self._unfolded)
        keeping = self.keep.keeping if kept is not None and self.keep.possible else None
        self.view.show_classes(listed, keeping, stale=self._stale)
        if chosen != self.view.chosen_cell:
            self.view.choose_cell(chosen)
        if keeping is None:
            move_focus(self.bar, self.view)
        self.bar.setVisible(keeping is not None)

    def _render_map(self) -> None:
        kept, displayed = self.keep.kept, self.displayed
        if kept is None:
            move_focus(self._side, self.view)
        self._side.setVisible(kept is not None)
        self._map = HandMap(kept) if kept is not None else None
        if displayed is not None:
            self._render_highlight()

    def _render_highlight(self) -> None:
        """Highlight in the matrix the class under the mouse, or else the remaining hands, and explain the colours."""
        displayed = self.displayed
        if self._map is not None and displayed is not None:
            theme = current_theme()
            self.map.show_cells(self._map.cells(self._pointed, self._picked), theme.seat(displayed.seat))
            rest, highlighted = lit_colors(theme, theme.seat(displayed.seat))
            kept = self.keep.kept
            if self._pointed is not None:
                self.map.show_legend(((highlighted, class_label(self._pointed)), (rest, "the rest of the range")))
            elif kept is None or kept.is_complete:
                self.map.show_legend(())
            else:
                remaining, dropped = float(kept.remaining.sum()), float((kept.entering - kept.remaining).sum())
                kept_entry = highlighted, f"kept: {combos_text(remaining)}"
                self.map.show_legend((kept_entry, (rest, f"dropped: {as_combos(combos_text(dropped))}")))
            self.map.show_hint(self._map.text(self._picked) if self._picked is not None else HINT)
            self.view.emphasize(self._map.cells_of(self._picked) if self._picked is not None else frozenset())

    @Slot(object)
    def _on_pointed(self, cell: int | None) -> None:
        if cell != self._pointed:
            self._pointed = cell
            self._render_highlight()
        self.bar.show_cell(self.view.chosen_cell)

    @Slot(int)
    def _on_toggled(self, cell: int) -> None:
        keep = self.keep
        keep.keep(cell, 0.0 if keep.keeping.weights_in(cell, keep.present) == {1.0} else 1.0)

    @Slot()
    def _on_folded(self) -> None:
        self._unfolded = not self._unfolded
        self._render_list()

    @Slot(str)
    def _on_picked(self, name: str) -> None:
        """Pick a hand of the map, or unpick it, to show its classes in the list."""
        place = CELL_BY_NAME[name]
        self._picked = None if place == self._picked else place
        if self._picked is not None and self._map is not None and not self._unfolded:
            cells = self._map.cells_of(self._picked)
            # The picked hand's classes are written in bold, so the row of its kicker has to be visible.
            if any(FIRST_KICKER <= cell < FIRST_DRAW for cell in cells) and TOP_PAIR in cells:
                self._on_folded()
        self._render_highlight()

    @Slot()
    def _on_kept(self) -> None:
        self._render_list()
        self._render_map()

    @Slot(int)
    def _on_other_seat(self, seat: int) -> None:
        self._other_choice = None if seat < 0 else seat
        self._render()

    @Slot(str)
    def _on_save(self, name: str) -> None:
        kept = self.keep.kept
        if kept is not None:
            entry = self._library.add(
                LibraryEntry(name, weights_text(kept.remaining), game=self._document.scenario.game)
            )
            self._message.emit(f"Saved {entry.name} to the library", False)

    def customEvent(self, event: QEvent) -> None:
        self._render()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        width = round(SIDE_SHARE * self.width())
        self._side.setFixedWidth(min(max(width, px(MIN_SIDE_WIDTH)), px(MAX_SIDE_WIDTH)))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.keep.watch(on=True)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.keep.watch(on=False)


def made_page(context: PageContext) -> BuiltPage:
    """Return the page and its charts that can be exported."""
    page = MadePage(context)
    page.page_requested.connect(context.page_requested)
    return page, (ExportItem("made", "Made hands", page, page.chart, "holdem"),)
