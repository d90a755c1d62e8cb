"""The part of a range that remains on a street: a street filter as boxes and fields, and the model that edits it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Signal, Slot

from engine import CancelToken, Problem, Scenario, ScenarioError, ranges_by_street, seat_field
from engine.cards import TextError, parse_cards
from engine.ranges.bases import with_street
from engine.ranges.holdem import HoldemRange, live, parse_range
from engine.ranges.made_hands import made_hands
from engine.ranges.made_names import CELLS, DRAWS, FIRST_DRAW, FIRST_KICKER, MADE, TOP_PAIR
from engine.ranges.orders import Order, find_order
from engine.ranges.street_filters import (
    BOARD_OF_STREET,
    STREETS,
    BestHands,
    ByEquity,
    FilterItem,
    InCell,
    Street,
    StreetFilter,
)
from engine.ranges.street_text import format_items, format_streets, read_streets
from engine.table.folding import dealt_in
from engine.table.seat_ranges import known_mask
from engine.table.slots import holds_range, with_seat_text
from gui.parts.detail_page import is_alone
from gui.state.document import Document
from gui.state.latest import Answers, Questions

KICKERS = range(FIRST_KICKER, FIRST_DRAW)
NOTHING = (0.0,) * CELLS
FAIR_DRAWS = tuple(FIRST_DRAW + DRAWS.index(name) for name in ("flush draw", "open-ended", "gutshot"))
"""The cells of strong draws, those that a preset keeps: without backdoor draws and overcards."""
MISSED = tuple(MADE.index(name) for name in ("king high", "nothing"))
"""The cells of missed draws on the river."""
RIVER = 5


@dataclass(frozen=True, slots=True)
class Keeping:
    """A street filter as the page edits it: a weight for each class, and fields for equities.

    A hand that matches several items gets the largest weight. ``weights``: from 0 (dropped) to 1, by cell
    (``engine.ranges.made_names``); top pair itself has none, its kickers do. ``best``: the share of the best hands by
    equity, or None; ``min_equity``: the smallest equity of hands that remain, or None. ``others``: items that the page
    cannot edit, such as exclusions.
    """

    weights: tuple[float, ...] = NOTHING
    best: float | None = None
    min_equity: float | None = None
    others: tuple[FilterItem, ...] = ()

    @classmethod
    def of(cls, items: Iterable[FilterItem]) -> "Keeping":
        """Return the boxes of the items of a filter."""
        weights, best, min_equity, others = list(NOTHING), None, None, list[FilterItem]()
        for item in items:
            condition = item.condition
            # Items without a field on the page are stored unchanged, so that editing a box does not lose them.
            if item.excluded or not isinstance(condition, (InCell, BestHands, ByEquity)):
                others.append(item)
            elif isinstance(condition, InCell):
                for cell in _cells_of(condition):
                    weights[cell] = max(weights[cell], item.weight)
            elif isinstance(condition, BestHands) and not condition.worst and best is None and item.weight == 1:
                best = condition.share
            elif isinstance(condition, ByEquity) and not condition.below and min_equity is None and item.weight == 1:
                min_equity = condition.threshold
            else:
                others.append(item)
        return cls(tuple(weights), best, min_equity, tuple(others))

    @property
    def all_kept(self) -> bool:
        """Whether there is no filter, so that all hands remain."""
        return self == Keeping()

    def weights_in(self, cell: int, present: NDArray[np.bool_]) -> frozenset[float]:
        """Return the weights of a class: several for top pair if its kickers differ.

        ``present`` bool[CELLS]: the cells of the hands in the range.
        """
        if cell != TOP_PAIR:
            return frozenset({self.weights[cell]})
        return frozenset(self.weights[kicker] for kicker in KICKERS if present[kicker]) or frozenset({0.0})

    def with_cell(self, cell: int, weight: float, present: NDArray[np.bool_]) -> "Keeping":
        """Return boxes that keep a class with ``weight``; the boxes of classes without hands are cleared.

        ``present`` bool[CELLS]: the cells of the hands in the range.
        """
        changed = KICKERS if cell == TOP_PAIR else (cell,)
        weights = (weight if i in changed else w if present[i] else 0.0 for i, w in enumerate(self.weights))
        return replace(self, weights=tuple(weights))

    def items(self, present: NDArray[np.bool_]) -> tuple[FilterItem, ...]:
        """Return the items of the street filter with these boxes.

        ``present`` bool[CELLS]: the cells of the hands in the range. ``two pair+`` is written if all better classes
        that are present have the same weight.
        """
        result = list(self._made_items(present))
        result += [FilterItem(InCell(cell), w) for cell, w in enumerate(self.weights) if cell >= FIRST_DRAW and w]
        result += [FilterItem(BestHands(self.best))] if self.best is not None else []
        result += [FilterItem(ByEquity(self.min_equity))] if self.min_equity is not None else []
        return (*result, *self.others)

    def _made_items(self, present: NDArray[np.bool_]) -> Iterator[FilterItem]:
        """Yield the items of made classes in the shortest form: a run of the best ones is a single item."""
        last, weight = self._leading_run(present)
        if last is not None:
            yield FilterItem(InCell(last, or_better=True), weight)
        for cell in range(0 if last is None else last + 1, FIRST_KICKER):
            class_weight = self._class_weight(cell, present)
            if class_weight:
                yield FilterItem(InCell(cell), class_weight)
            elif cell == TOP_PAIR:  # its kickers have different weights
                kickers = ((kicker, self.weights[kicker]) for kicker in reversed(KICKERS))
                yield from (FilterItem(InCell(kicker), w) for kicker, w in kickers if w)

    def _leading_run(self, present: NDArray[np.bool_]) -> tuple[int | None, float]:
        """Return the last class of the run of classes with equal weights that starts with the best, and the weight.

        The run is written as one item, such as ``two pair+``. With fewer than two classes the result is (None, 0).
        A class without a weight is skipped if the range has no hands of it.
        """
        run = list[int]()
        weight = 0.0
        for cell in range(FIRST_KICKER):
            class_weight = self._class_weight(cell, present)
            if class_weight and (not run or class_weight == weight):
                run.append(cell)
                weight = class_weight
            elif class_weight or present[cell]:
                break
        return (run[-1], weight) if len(run) > 1 else (None, 0.0)

    def _class_weight(self, cell: int, present: NDArray[np.bool_]) -> float:
        """Return the weight of a class, or 0 if the kickers of top pair have different weights."""
        if cell != TOP_PAIR:
            return self.weights[cell]
        has_some = any(present[kicker] for kicker in KICKERS)
        weights = self.weights_in(cell, present) if has_some else {self.weights[kicker] for kicker in KICKERS}
        return max(weights) if len(weights) == 1 else 0.0


def _cells_of(condition: InCell) -> Iterator[int]:
    """Yield the cells that match a condition, with all kickers instead of top pair."""
    # Made classes are numbered from the best on, kickers from the lowest on: "or better" runs down or up.
    if condition.or_better:
        cell = condition.cell
        cells = range(cell + 1) if cell < FIRST_KICKER else range(cell, FIRST_DRAW)
    else:
        cells = range(condition.cell, condition.cell + 1)
    for cell in cells:
        yield from KICKERS if cell == TOP_PAIR else (cell,)


@dataclass(frozen=True, slots=True, eq=False)
class KeptRange:
    """A range on a street, on a ``board`` of three to five cards.

    ``entering`` and ``remaining`` float64[1326]: the live weight of each combo before and after the street's filter.
    """

    board: tuple[int, ...]
    entering: NDArray[np.float64]
    remaining: NDArray[np.float64]

    def by_cell(self, weights: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the weight in each cell, float64[CELLS]; ``weights`` float64[1326]: the weight of each combo."""
        return made_hands(self.board).cells().astype(np.float64) @ weights

    @property
    def present(self) -> NDArray[np.bool_]:
        """The cells that contain hands of the range, bool[CELLS]."""
        return self.by_cell(self.entering) > 0

    @property
    def is_complete(self) -> bool:
        """Whether the filter removes nothing."""
        return np.array_equal(self.remaining, self.entering)

    @property
    def share(self) -> float:
        """The share of the range that remains, from 0 to 1."""
        return float(self.remaining.sum() / self.entering.sum()) if self.entering.any() else 0.0


@dataclass(frozen=True, slots=True)
class Preset:
    """A typical continuing range.

    ``draws``: the weight of strong draws; ``best``: the share of the best hands by equity, or None; ``made``: the
    lowest made class to keep, or "".
    """

    title: str
    draws: float = 0.0
    best: float | None = None
    made: str = ""

    def title_on(self, board: int) -> str:
        """Return the title on a board of ``board`` cards."""
        return self.title if board < RIVER else self.title.replace("draws", "bluffs")

    def keeping(self, board: int) -> Keeping:
        """Return the boxes on a board of ``board`` cards; on the river, missed draws replace draws."""
        weights = list(NOTHING)
        if self.made:
            for cell in _cells_of(InCell(MADE.index(self.made), or_better=True)):
                weights[cell] = 1.0
        for cell in FAIR_DRAWS if board < RIVER else MISSED:
            weights[cell] = max(weights[cell], self.draws)
        return Keeping(tuple(weights), self.best)


PRESETS = (
    *(Preset(f"Top {share} % + {draws}", weight, share / 100)
      for draws, weight in (("draws", 1.0), ("half the draws", 0.5)) for share in (20, 30, 40)),
    *(Preset(f"Top {share} %", best=share / 100) for share in (25, 50, 70)),
    *(Preset(f"{made.capitalize()} or better{draws}", weight, made=made)
      for made in ("two pair", "top pair", "second pair") for draws, weight in (("", 0.0), (" + draws", 1.0))),
)  # fmt: skip
"""Bettors keep their best hands and some bluffs, callers the hands that are good enough and their draws."""


def board_cards(scenario: Scenario) -> tuple[int, ...]:
    """Return the cards of the board; empty if its text is incomplete."""
    try:
        return tuple(card for card, _ in parse_cards(scenario.board))
    except TextError:
        return ()


class KeepModel(QObject):
    """The boxes of the displayed seat, first read from the text of its range; :meth:`apply` writes them to the text.

    ``changed`` is emitted when the boxes change, and when the range that they keep has been computed.
    """

    changed = Signal()

    def __init__(self, document: Document, questions: Questions, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self.seat = document.cursor.seat
        self.keeping = Keeping()
        """The boxes as the player has set them."""
        self._written = Keeping()
        """The boxes of the seat's text."""
        self._key: tuple[object, ...] = ()
        """The seat, text, street and game that the boxes were read from."""
        self._watched = False
        self._kept = Answers[KeptRange](questions, "kept", self)
        self.problem = ""
        """The reason why the boxes cannot be applied, or ""."""
        document.changed.connect(self._on_document_changed)
        self._kept.changed.connect(self._on_kept)

    @property
    def kept(self) -> KeptRange | None:
        """The latest range that the boxes keep, or None if none has been computed on this street."""
        return self._kept.latest.value

    @property
    def street(self) -> Street | None:
        """The street of the board, or None before the flop and while a flop is incomplete."""
        return next((street for street in STREETS if BOARD_OF_STREET[street] == self.board_size), None)

    @property
    def board_size(self) -> int:
        """The number of cards on the board."""
        return len(board_cards(self._document.scenario))

    @property
    def possible(self) -> bool:
        """Whether the seat has a range on a street; two specific cards cannot be filtered."""
        scenario = self._document.scenario
        seat = scenario.seats[self.seat]
        return self.street is not None and not seat.empty and holds_range(scenario, self.seat)

    @property
    def alone(self) -> bool:
        """Whether no other seat plays, so that there are no equities."""
        return is_alone(self._document.scenario)

    @property
    def pending(self) -> bool:
        """Whether the boxes differ from those of the text."""
        present = self.present
        return self.keeping.items(present) != self._written.items(present)

    @property
    def busy(self) -> bool:
        """Whether the range that the boxes keep is still being computed."""
        return self._kept.latest.busy and self._kept.latest.current is None

    @property
    def present(self) -> NDArray[np.bool_]:
        """The cells that contain hands of the range on this street, bool[CELLS]; all of them if that is not known."""
        return self.kept.present if self.kept is not None else np.ones(CELLS, np.bool_)

    @property
    def filter_text(self) -> str:
        """The boxes in the notation of street filters, which follows a range; "" if there is no filter."""
        street, items = self.street, self.keeping.items(self.present)
        return "" if street is None or not items else format_streets((StreetFilter(street, items),)).strip()

    def watch(self, *, on: bool) -> None:
        """Start or stop following the document; called when the page is displayed or hidden."""
        self._watched = on
        if on:
            self._follow()
        else:
            self._kept.stop()

    def show_seat(self, seat: int) -> None:
        """Switch to the boxes of ``seat``, and drop the range of the previous seat."""
        if seat != self.seat:
            self._kept.forget()
        self.seat = seat
        self._follow()

    def keep(self, cell: int, weight: float) -> None:
        """Keep a class with ``weight`` (0 to 1)."""
        self.put(self.keeping.with_cell(cell, weight, self.present))

    def put(self, keeping: Keeping) -> None:
        """Replace all boxes."""
        if keeping != self.keeping:
            self.keeping = keeping
            self._ask()
            self.changed.emit()

    @property
    def items_text(self) -> str:
        """The boxes as a filter without its street, as :meth:`put_text` reads it."""
        return format_items(self.keeping.items(self.present))

    def put_text(self, text: str) -> None:
        """Set the boxes to those of a filter without its street; a text that cannot be read is ignored."""
        try:
            (filter_,) = read_streets(f"> {self.street} {text}", 0)[0]
        except (TextError, ValueError):
            return
        self.put(Keeping.of(filter_.items))

    @Slot()
    def clear(self) -> None:
        """Keep everything."""
        self.put(Keeping())

    @Slot()
    def apply(self) -> None:
        """Write the boxes to the text of the seat's range, as one undo step."""
        document, street = self._document, self.street
        if street is not None:
            step = f"Keep on the {street} of {document.scenario.seats[self.seat].name}"
            problems = document.replace(step, self._candidate(), cursor=document.cursor)
            self.problem = _problem_text(problems, self.seat)
            self.changed.emit()

    @Slot(object, object)
    def _on_document_changed(self, old: Scenario, new: Scenario) -> None:
        if self._watched:
            self._follow()

    def _follow(self) -> None:
        """Read the boxes again if the text or the street has changed, and compute the range that they keep."""
        scenario = self._document.scenario
        if self.seat >= len(scenario.seats):
            self.seat = self._document.cursor.seat
        # Changes elsewhere, such as other seats' cards, must not reset boxes that have not been applied yet.
        key = (self.seat, scenario.seats[self.seat].cards, self.street, scenario.game)
        if key != self._key:
            self._key = key
            range_ = self._range()
            streets = range_.streets if range_ is not None else ()
            items = next((f.items for f in streets if f.street == self.street), ())
            self._written = self.keeping = Keeping.of(items)
        # The latest range stays visible while the next one is computed, unless it belongs to another board.
        if not self.possible or (self.kept is not None and self.kept.board != board_cards(scenario)):
            self._kept.forget()
        self._ask()
        self.changed.emit()

    def _range(self) -> HoldemRange | None:
        """Return the range of the seat, or None if its text cannot be read."""
        scenario = self._document.scenario
        try:
            order = find_order(scenario.order, self._document.orders)
            return parse_range(scenario.seats[self.seat].cards, scenario.dialect, order, scenario.names)
        except (TextError, ScenarioError):
            return None

    def _candidate(self) -> Scenario:
        """Return the table with the boxes written to the seat's range, as :meth:`apply` would do."""
        scenario, street = self._document.scenario, self.street
        # Unchanged boxes must not rewrite the text: the user's spelling of the filter stays.
        if self._range() is None or street is None or not self.pending:
            return scenario
        text = with_street(scenario.seats[self.seat].cards, street, self.keeping.items(self.present))
        return with_seat_text(scenario, self.seat, text)

    def _ask(self) -> None:
        """Compute the range that the boxes keep, in the background, unless the table has problems."""
        street, orders = self.street, self._document.orders
        if not self._watched or not self.possible or street is None or self._document.problems:
            self._kept.stop()
            return
        candidate = self._candidate()
        self._kept.ask((candidate, self.seat, orders), partial(_filtered_range, candidate, self.seat, street, orders))

    @Slot()
    def _on_kept(self) -> None:
        latest = self._kept.latest
        if latest.error is not None:
            problems = latest.error.problems if isinstance(latest.error, ScenarioError) else ()
            self.problem = _problem_text(problems, self.seat) or str(latest.error)
        elif latest.current is not None:
            self.problem = ""
        self.changed.emit()


def _filtered_range(
    scenario: Scenario, seat: int, street: Street, orders: tuple[Order, ...], cancel: CancelToken
) -> Iterator[KeptRange]:
    """Yield the range of ``seat`` before and after the filter of ``street``; runs in the background."""
    cancel.check_cancelled()
    ranges = ranges_by_street(dealt_in(scenario), orders)
    previous = list(ranges)[list(ranges).index(street) - 1]
    mask = known_mask(scenario, seat)
    board = board_cards(scenario)
    made_hands(board)  # classified here and cached: the window would wait for the kernel
    yield KeptRange(board, live(ranges[previous][seat], mask), live(ranges[street][seat], mask))


def _problem_text(problems: tuple[Problem, ...], seat: int) -> str:
    """Return the message of the seat's problem, or else of the first problem, or ""."""
    of_seat = next((problem for problem in problems if problem.field == seat_field(seat)), None)
    problem = of_seat or next(iter(problems), None)
    return problem.message if problem is not None else ""
