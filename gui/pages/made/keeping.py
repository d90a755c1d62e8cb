"""What is kept of a range on a street, as boxes to be checked: read from a street filter, written as one. No Qt."""

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
"""What players call a draw: those to three cards of a suit and overcards are left out."""
MISSED = tuple(MADE.index(name) for name in ("king high", "nothing"))
"""What is left of draws on the river."""
RIVER = 5


@dataclass(frozen=True, slots=True)
class Keeping:
    """Boxes and fields, together a street filter; of several that fit a hand the largest weight counts.

    ``weights``: from 0 (not kept) to 1, by cell (``engine.ranges.made_names``); top pair itself has none, its kickers
    do. ``best``: the best share by equity, ``least``: what reaches an equity; ``others``: items that are no boxes,
    such as what is taken out.
    """

    weights: tuple[float, ...] = NOTHING
    best: float | None = None
    least: float | None = None
    others: tuple[FilterItem, ...] = ()

    @classmethod
    def of(cls, items: Iterable[FilterItem]) -> "Keeping":
        """Return the boxes of the items of a filter."""
        weights, best, least, others = list(NOTHING), None, None, list[FilterItem]()
        for item in items:
            condition = item.condition
            if item.excluded or not isinstance(condition, (InCell, BestHands, ByEquity)):
                others.append(item)
            elif isinstance(condition, InCell):
                for cell in _cells_of(condition):
                    weights[cell] = max(weights[cell], item.weight)
            elif isinstance(condition, BestHands) and not condition.worst and best is None and item.weight == 1:
                best = condition.share
            elif isinstance(condition, ByEquity) and not condition.below and least is None and item.weight == 1:
                least = condition.threshold
            else:
                others.append(item)
        return cls(tuple(weights), best, least, tuple(others))

    @property
    def all_kept(self) -> bool:
        """Whether nothing is filtered."""
        return self == Keeping()

    def weights_in(self, cell: int, present: NDArray[np.bool_]) -> frozenset[float]:
        """Return with which weights a class is kept: several where kickers differ. ``present`` bool[CELLS]: the cells
        that the range has."""
        if cell != TOP_PAIR:
            return frozenset({self.weights[cell]})
        return frozenset(self.weights[kicker] for kicker in KICKERS if present[kicker]) or frozenset({0.0})

    def with_cell(self, cell: int, weight: float, present: NDArray[np.bool_]) -> "Keeping":
        """Return boxes that keep a class with ``weight``; classes that the range lacks go."""
        changed = KICKERS if cell == TOP_PAIR else (cell,)
        kept = (weight if i in changed else w if present[i] else 0.0 for i, w in enumerate(self.weights))
        return replace(self, weights=tuple(kept))

    def items(self, present: NDArray[np.bool_]) -> tuple[FilterItem, ...]:
        """Return the items of a filter that keeps this; ``present`` as above: ``two pair+`` is said of the classes that
        there are."""
        result = list(self._made_items(present))
        result += [FilterItem(InCell(cell), w) for cell, w in enumerate(self.weights) if cell >= FIRST_DRAW and w]
        result += [FilterItem(BestHands(self.best))] if self.best is not None else []
        result += [FilterItem(ByEquity(self.least))] if self.least is not None else []
        return (*result, *self.others)

    def _made_items(self, present: NDArray[np.bool_]) -> Iterator[FilterItem]:
        last, weight = self._run(present)
        if last is not None:
            yield FilterItem(InCell(last, or_better=True), weight)
        for cell in range(0 if last is None else last + 1, FIRST_KICKER):
            together = self._together(cell, present)
            if together:
                yield FilterItem(InCell(cell), together)
            elif cell == TOP_PAIR:
                kept = ((kicker, self.weights[kicker]) for kicker in reversed(KICKERS))
                yield from (FilterItem(InCell(kicker), w) for kicker, w in kept if w)

    def _run(self, present: NDArray[np.bool_]) -> tuple[int | None, float]:
        """Return the last of at least two classes that are kept alike from the best on, and their weight."""
        kept = list[int]()
        weight = 0.0
        for cell in range(FIRST_KICKER):
            own = self._together(cell, present)
            if own and (not kept or own == weight):
                kept.append(cell)
                weight = own
            elif own or present[cell]:
                break
        return (kept[-1], weight) if len(kept) > 1 else (None, 0.0)

    def _together(self, cell: int, present: NDArray[np.bool_]) -> float:
        """Return the weight of a class, 0 where it is not kept or its kickers are not kept alike."""
        if cell != TOP_PAIR:
            return self.weights[cell]
        has_some = any(present[kicker] for kicker in KICKERS)
        own = self.weights_in(cell, present) if has_some else {self.weights[kicker] for kicker in KICKERS}
        return max(own) if len(own) == 1 else 0.0


def _cells_of(what: InCell) -> Iterator[int]:
    """Yield the boxes that a word checks."""
    if what.or_better:
        cells = range(what.cell + 1) if what.cell < FIRST_KICKER else range(what.cell, FIRST_DRAW)
    else:
        cells = range(what.cell, what.cell + 1)
    for cell in cells:
        yield from KICKERS if cell == TOP_PAIR else (cell,)


@dataclass(frozen=True, slots=True, eq=False)
class Kept:
    """What comes to a street and what is ``left`` of it there, live weights float64[1326] on ``board`` (three to five
    cards)."""

    board: tuple[int, ...]
    entering: NDArray[np.float64]
    left: NDArray[np.float64]

    def by_cell(self, weights: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the weight in each cell, float64[CELLS]."""
        return made_hands(self.board).cells().astype(np.float64) @ weights

    @property
    def present(self) -> NDArray[np.bool_]:
        """Which cells have a combo, bool[CELLS]."""
        return self.by_cell(self.entering) > 0

    @property
    def is_whole(self) -> bool:
        """Whether everything is kept."""
        return np.array_equal(self.left, self.entering)

    @property
    def share(self) -> float:
        """How much of the range is kept."""
        return float(self.left.sum() / self.entering.sum()) if self.entering.any() else 0.0


@dataclass(frozen=True, slots=True)
class Preset:
    """A usual way to go on: classes from ``made`` on upwards, the best ``best`` of the hands, draws with a weight."""

    title: str
    draws: float = 0.0
    best: float | None = None
    made: str = ""

    def title_on(self, board: int) -> str:
        """Return its name on a board of so many cards."""
        return self.title if board < RIVER else self.title.replace("draws", "bluffs")

    def keeping(self, board: int) -> Keeping:
        """Return its boxes on a board of so many cards; on the river what has missed stands in for the draws."""
        weights = list(NOTHING)
        if self.made:
            for cell in _cells_of(InCell(MADE.index(self.made), or_better=True)):
                weights[cell] = 1.0
        for cell in FAIR_DRAWS if board < RIVER else MISSED:
            weights[cell] = max(weights[cell], self.draws)
        return Keeping(tuple(weights), self.best)


PRESETS = (
    *(Preset(f"Best {share} % + {words}", weight, share / 100)
      for words, weight in (("draws", 1.0), ("half the draws", 0.5)) for share in (20, 30, 40)),
    *(Preset(f"Best {share} %", best=share / 100) for share in (25, 50, 70)),
    *(Preset(f"{made.capitalize()} or better{words}", weight, made=made)
      for made in ("two pair", "top pair", "second pair") for words, weight in (("", 0.0), (" + draws", 1.0))),
)  # fmt: skip
"""The bettor keeps his best and some bluffs, the caller what is good enough and his draws."""


def board_of(scenario: Scenario) -> tuple[int, ...]:
    """Return the cards of the board, none where its text is not finished."""
    try:
        return tuple(card for card, _ in parse_cards(scenario.board))
    except TextError:
        return ()


class KeepModel(QObject):
    """The boxes of the displayed seat. They begin as its text has them; :meth:`apply` writes them into it.

    ``changed`` is emitted when the boxes change, and when it is known what they leave.
    """

    changed = Signal()

    def __init__(self, document: Document, questions: Questions, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self.seat = document.mark.seat
        self.keeping = Keeping()
        self._written = Keeping()
        self._about: tuple[object, ...] = ()
        """What the boxes belong to: seat, text, street."""
        self._watched = False
        self._kept = Answers[Kept](questions, "kept", self)
        self.problem = ""
        """Why the boxes cannot be applied."""
        document.changed.connect(self._on_document_changed)
        self._kept.changed.connect(self._on_kept)

    @property
    def kept(self) -> Kept | None:
        """The hands that the boxes leave, as far as they are known; None: nothing is known of this street."""
        return self._kept.latest.value

    @property
    def street(self) -> Street | None:
        """The street of the board, None before the flop and where it is not dealt to the end."""
        return next((street for street in STREETS if BOARD_OF_STREET[street] == self.board_size), None)

    @property
    def board_size(self) -> int:
        """How many cards lie on the board."""
        return len(board_of(self._document.scenario))

    @property
    def possible(self) -> bool:
        """Whether the seat holds a range on a street: of two cards there is nothing to keep."""
        scenario = self._document.scenario
        seat = scenario.seats[self.seat]
        return self.street is not None and not seat.empty and holds_range(scenario, self.seat)

    @property
    def alone(self) -> bool:
        """Whether nobody else plays: there are no equities to go by."""
        return is_alone(self._document.scenario)

    @property
    def pending(self) -> bool:
        """Whether the boxes differ from those of the text."""
        present = self.present
        return self.keeping.items(present) != self._written.items(present)

    @property
    def asking(self) -> bool:
        """Whether the hands that the boxes leave are not known yet."""
        return self._kept.latest.busy and self._kept.latest.current is None

    @property
    def present(self) -> NDArray[np.bool_]:
        """Which cells the range has on this street, bool[CELLS]."""
        return self.kept.present if self.kept is not None else np.ones(CELLS, np.bool_)

    @property
    def filter_text(self) -> str:
        """How the boxes are written after the range, empty where everything is kept."""
        street, items = self.street, self.keeping.items(self.present)
        return "" if street is None or not items else format_streets((StreetFilter(street, items),)).strip()

    def watch(self, *, on: bool) -> None:
        """Follow the document from now on, or stop following it: the page is hidden."""
        self._watched = on
        if on:
            self._follow()
        else:
            self._kept.stop()

    def show_seat(self, seat: int) -> None:
        """Show the boxes of another seat; nothing is known of it at first."""
        if seat != self.seat:
            self._kept.forget()
        self.seat = seat
        self._follow()

    def keep(self, cell: int, weight: float) -> None:
        """Keep a class with ``weight`` (0 to 1)."""
        self.put(self.keeping.with_cell(cell, weight, self.present))

    def put(self, keeping: Keeping) -> None:
        """Check other boxes."""
        if keeping != self.keeping:
            self.keeping = keeping
            self._ask()
            self.changed.emit()

    @property
    def items_text(self) -> str:
        """The boxes as a filter without its street, which :meth:`put_text` takes."""
        return format_items(self.keeping.items(self.present))

    def put_text(self, text: str) -> None:
        """Check the boxes of a filter without its street; nothing where it cannot be read."""
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
        """Write the boxes into the range of the seat as one undo step."""
        document, street = self._document, self.street
        if street is not None:
            step = f"Keep on the {street} of {document.scenario.seats[self.seat].name}"
            problems = document.replace(step, self._candidate(), mark=document.mark)
            self.problem = _message(problems, self.seat)
            self.changed.emit()

    @Slot(object, object)
    def _on_document_changed(self, before: Scenario, after: Scenario) -> None:
        if self._watched:
            self._follow()

    def _follow(self) -> None:
        """Take the boxes from the text where that, or the street, is another one; ask what they leave now."""
        scenario = self._document.scenario
        if self.seat >= len(scenario.seats):
            self.seat = self._document.mark.seat
        about = (self.seat, scenario.seats[self.seat].cards, self.street, scenario.game)
        if about != self._about:
            self._about = about
            range_ = self._range()
            streets = range_.streets if range_ is not None else ()
            items = next((f.items for f in streets if f.street == self.street), ())
            self._written = self.keeping = Keeping.of(items)
        if not self.possible or (self.kept is not None and self.kept.board != board_of(scenario)):
            self._kept.forget()
        self._ask()
        self.changed.emit()

    def _range(self) -> HoldemRange | None:
        scenario = self._document.scenario
        try:
            order = find_order(scenario.order, self._document.orders)
            return parse_range(scenario.seats[self.seat].cards, scenario.dialect, order, scenario.names)
        except (TextError, ScenarioError):
            return None

    def _candidate(self) -> Scenario:
        scenario, street = self._document.scenario, self.street
        if self._range() is None or street is None or not self.pending:
            return scenario
        text = with_street(scenario.seats[self.seat].cards, street, self.keeping.items(self.present))
        return with_seat_text(scenario, self.seat, text)

    def _ask(self) -> None:
        street, orders = self.street, self._document.orders
        if not self._watched or not self.possible or street is None or self._document.problems:
            self._kept.stop()
            return
        candidate = self._candidate()
        self._kept.ask((candidate, self.seat, orders), partial(_kept_on, candidate, self.seat, street, orders))

    @Slot()
    def _on_kept(self) -> None:
        latest = self._kept.latest
        if latest.error is not None:
            problems = latest.error.problems if isinstance(latest.error, ScenarioError) else ()
            self.problem = _message(problems, self.seat) or str(latest.error)
        elif latest.current is not None:
            self.problem = ""
        self.changed.emit()


def _kept_on(
    scenario: Scenario, seat: int, street: Street, orders: tuple[Order, ...], cancel: CancelToken
) -> Iterator[Kept]:
    """Yield the range of ``seat`` that comes to ``street`` and what its filter leaves there."""
    cancel.check_cancelled()
    ranges = ranges_by_street(dealt_in(scenario), orders)
    before = list(ranges)[list(ranges).index(street) - 1]
    mask = known_mask(scenario, seat)
    yield Kept(board_of(scenario), live(ranges[before][seat], mask), live(ranges[street][seat], mask))


def _message(problems: tuple[Problem, ...], seat: int) -> str:
    """Return the message of the problem of the seat, else of the first one; empty where there is none."""
    own = next((problem for problem in problems if problem.field == seat_field(seat)), None)
    problem = own or next(iter(problems), None)
    return problem.message if problem is not None else ""
