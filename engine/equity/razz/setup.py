"""A razz scenario with all texts read: rank counts, ready to compute with (suits do not matter in razz), and whether a
deal exists: whether every seat can hold one of its choices, all from the same deck."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from engine.arrays import F32, F64, I8, I64
from engine.cards import DECK_SIZE, TextError
from engine.games import GAMES
from engine.ranges.razz import RazzHand, read_hand
from engine.ranges.razz_shares import find_down_order
from engine.ranges.razz_text import RazzCard, RazzDeck, RazzText, parse_razz_cards
from engine.ranges.weight_text import scaled_up
from engine.scenario import Problem, Scenario, ScenarioError, Seat, seat_field

RANKS = 13
QUICK_STEPS = 500
"""Steps in which a search nearly always finds a deal if there is one."""

ROWS_AT_ONCE = 1_000


def possible(choices: Sequence[I64], live: I64) -> bool:
    """Return whether multisets of ranks, one from each of ``choices`` int64[n, 13], fit into ``live`` int64[13].

    Exact: a search. Before a long one it is asked whether each set of ranks has as many cards as the seats need of
    it, which settles what slots alone make impossible (Hall's condition).
    """
    seats = sorted(choices, key=len)
    quick = _Search(seats, QUICK_STEPS).possible(0, live)
    if quick is not None:
        return quick
    return _enough_cards(seats, live) and bool(_Search(seats, 1 << 62).possible(0, live))


class _Search:
    """Seat after seat, remembering the decks that led nowhere; gives up after a number of steps."""

    def __init__(self, seats: Sequence[I64], steps: int) -> None:
        self._seats = seats
        self._steps = steps
        self._dead_ends: set[tuple[int, bytes]] = set()

    def possible(self, seat: int, live: I64) -> bool | None:
        """Return whether the seats from ``seat`` on fit into ``live``; None when the steps are used up."""
        if seat == len(self._seats):
            return True
        if (seat, live.tobytes()) in self._dead_ends:
            return False
        left = live - self._seats[seat]
        for after in left[(left >= 0).all(axis=1)]:
            self._steps -= 1
            result = self.possible(seat + 1, after) if self._steps > 0 else None
            if result is not False:
                return result
        self._dead_ends.add((seat, live.tobytes()))
        return False


def _enough_cards(seats: Sequence[I64], live: I64) -> bool:
    """Return whether of each set of ranks the seats need no more cards than ``live`` has."""
    sets = (np.arange(1 << RANKS)[:, None] >> np.arange(RANKS) & 1).astype(np.float32)
    needed: dict[bytes, F32] = {}
    total = np.zeros(len(sets), np.float32)
    for choices in seats:
        key = choices.tobytes()
        if key not in needed:
            parts = [choices[at : at + ROWS_AT_ONCE] for at in range(0, len(choices), ROWS_AT_ONCE)]
            fewest = [(sets @ part.T.astype(np.float32)).min(axis=1) for part in parts]
            needed[key] = np.min(fewest, axis=0)
        total += needed[key]
    return bool((total <= sets @ live.astype(np.float32)).all())


HAND = 7


@dataclass(frozen=True, slots=True, eq=False)
class RazzSeat:
    """The hand of one seat, by rank (0 ace .. 12 king).

    ``known`` int64[13]: its particular cards, already out of ``RazzSetup.live``. The slots that admit a
    choice hold one of n multisets of ranks, ``choices`` int64[n, 13] in lexicographic order, all within
    ``live``: multiset k falls on ``orders[k] * prod_i (live_i)_(choices[k, i])`` dealings in order ((.)_k the
    falling factorial), ``orders_per_set`` for each set of suited cards; ``ways`` float64[n] is ``orders``
    int64[n] with the weights of the text. The other ``free`` cards are any cards. A seat without a choice has
    the empty multiset, once. ``text``: the hand as it is written.
    """

    known: I64
    choices: I64
    ways: F64
    orders: I64
    orders_per_set: int
    free: int
    text: RazzText


@dataclass(frozen=True, slots=True, eq=False)
class RazzSetup:
    """The input of the razz methods.

    ``live`` int64[13]: cards of each rank left after every particular card and every dead card is gone.
    ``folded`` are the folded seats that hold a choice of cards (``free`` is 0). With ``community`` each
    active seat has six cards of its own and all share one more. There is at least one possible deal.
    """

    active: tuple[RazzSeat, ...]
    folded: tuple[RazzSeat, ...]
    live: I64
    community: bool
    seed: int
    detail: tuple[str, ...] = ()


def prepare_razz(scenario: Scenario, order: object = None) -> RazzSetup:
    """Read all texts of a razz scenario; in razz no percentages go by an ``order`` of hands.

    Raises:
        ScenarioError: fields that cannot be used, all that can be found at once.
    """
    return read_razz(scenario)[0]


def read_razz(scenario: Scenario) -> tuple[RazzSetup, tuple[RazzHand, ...]]:
    """Return the setup of :func:`prepare_razz` and the hand of each seat as it is written, before removal.

    Raises:
        ScenarioError: as there.
    """
    reader = _Reader(scenario)
    reader.read()
    reader.stop()
    community = reader.seventh_street()
    reader.stop()
    seats = [reader.seat(i, community) for i in range(len(scenario.seats))]
    reader.stop()
    setup = RazzSetup(
        active=tuple(s for s, seat in zip(seats, scenario.seats, strict=True) if not seat.folded),
        folded=tuple(s for s, seat in zip(seats, scenario.seats, strict=True) if seat.folded and s.choices.any()),
        live=reader.deck.live,
        community=community,
        seed=scenario.run.seed,
        detail=scenario.run.detail,
    )
    if not possible([seat.choices for seat in (*setup.active, *setup.folded)], setup.live):
        raise ScenarioError(Problem("seats", "no deal is possible: the seats want the same cards"))
    return setup, tuple(reader.hands)


def has_common_razz_card(scenario: Scenario) -> bool:
    """Return whether seventh street is one card for everybody, as the deck is too small for seven cards each; no where
    the scenario is not filled in yet or impossible. Empty seats are not dealt in."""
    seats = tuple(seat for seat in scenario.seats if not seat.empty)
    return _has_common_card(seats, scenario.dead)


@lru_cache(maxsize=4)
def _has_common_card(seats: tuple[Seat, ...], dead: str) -> bool:
    try:
        return prepare_razz(Scenario("razz", seats, dead=dead)).community
    except ScenarioError:
        return False


class _Reader:
    """Reads the fields one after the other and collects what is wrong."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.problems: list[Problem] = []
        self.hands: list[RazzHand] = []
        self.dead: tuple[RazzCard, ...] = ()
        self.deck = RazzDeck()
        self._order: str | None = None

    def stop(self) -> None:
        """Give up if anything is wrong so far."""
        if self.problems:
            raise ScenarioError(*self.problems)

    def read(self) -> None:
        """Read the table, the texts and the known cards."""
        seats, limit = self.scenario.seats, GAMES["razz"].max_seats
        if not 1 <= len(seats) <= limit:
            self.problems.append(Problem("seats", f"razz has 1 to {limit} seats, not {len(seats)}"))
        elif all(seat.folded for seat in seats):
            self.problems.append(Problem("seats", "at least one seat must be active: all have folded"))
        try:
            self._order = find_down_order(self.scenario.order)
        except ScenarioError as error:
            self.problems += error.problems
        for index, seat in enumerate(seats):
            self._read_hand(seat_field(index), seat)
        if self.scenario.board.strip():
            self.problems.append(Problem("board", "razz has no board", 0))
        try:
            self.dead = parse_razz_cards(self.scenario.dead)
            self._take("dead", self.dead)
        except TextError as error:
            self.problems.append(Problem.from_text("dead", error))

    def _read_hand(self, field: str, seat: Seat) -> None:
        if not seat.cards.strip():
            self.problems.append(Problem(field, "no cards yet; x is a wholly unknown hand", 0, incomplete=True))
            return
        try:
            hand = read_hand(seat.cards, seat.folded, order=self._order)
            self._take(field, hand.cards)
            self.hands.append(hand)
            if not len(hand.choices):
                self.problems.append(Problem(field, "every hand of this range has weight 0", 0))
        except TextError as error:
            self.problems.append(Problem.from_text(field, error))

    def _take(self, field: str, cards: Iterable[RazzCard]) -> None:
        for card in cards:
            try:
                self.deck.take(card)
            except TextError as error:
                self.problems.append(Problem.from_text(field, error))

    def seventh_street(self) -> bool:
        """Return whether seventh street is one common card; note what is missing if the deck is too small even so."""
        seats = self.scenario.seats
        active = sum(not seat.folded for seat in seats)
        gone = len(self.dead) + sum(
            len(hand.cards) + hand.choice_slots for hand, seat in zip(self.hands, seats, strict=True) if seat.folded
        )
        if HAND * active + gone <= DECK_SIZE:
            return False
        missing = (HAND - 1) * active + 1 + gone - DECK_SIZE
        if missing > 0:
            cards = "one card is" if missing == 1 else f"{missing} cards are"
            message = f"too few cards: {cards} missing even with a common card on seventh street"
            self.problems.append(Problem("dead" if self.dead else "seats", message))
            return True
        for index, hand in enumerate(self.hands):
            if hand.river is not None:
                message = "the deck is too small: seventh street is one common card, leave this slot out"
                self.problems.append(Problem(seat_field(index), message, hand.river))
        return True

    def seat(self, index: int, community: bool) -> RazzSeat:
        """Return seat ``index`` with the choices that the known cards leave."""
        hand, seat = self.hands[index], self.scenario.seats[index]
        left = (hand.choices <= self.deck.live).all(axis=1)
        if not left.any():
            self.problems.append(Problem(seat_field(index), "the known cards leave no hand of this range", 0))
        known = np.zeros(13, dtype=np.int64)
        np.add.at(known, [card.rank for card in hand.cards], 1)
        own = HAND - 1 if community else HAND
        return RazzSeat(
            known=known,
            choices=hand.choices[left],
            ways=scaled_up(hand.ways[left]),
            orders=hand.orders[left],
            orders_per_set=hand.orders_per_set,
            free=0 if seat.folded else own - len(hand.cards) - hand.choice_slots,
            text=hand.text,
        )


def falling(live: I64, taken: I64 | I8) -> F64:
    """Return the products over ranks, the last axis, of the falling factorials (live)_taken, 0 beyond ``live``:
    float64[n] of ``live`` int64[13] or [n, 13] and ``taken`` int64[n, 13] or int8[n, 13]."""
    ways = np.ones(np.broadcast_shapes(live.shape, taken.shape))
    for k in range(4):
        ways *= np.where(taken > k, np.maximum(live - k, 0), 1)
    product: F64 = ways.prod(axis=-1)
    return product
