"""Reads a razz scenario: all texts as rank counts, ready for the methods (suits do not matter in razz), and whether a
deal is possible, that is whether every seat can have one of its choices, all from the same deck."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from engine.arrays import F32, F64, I8, I64
from engine.cards import DECK_SIZE, TextError
from engine.games import GAMES
from engine.ranges.razz import RazzHand, read_razz_hand
from engine.ranges.razz_shares import find_down_order
from engine.ranges.razz_text import RazzCard, RazzDeck, RazzText, parse_razz_cards
from engine.ranges.weight_text import scaled_up
from engine.scenario import Problem, Scenario, ScenarioError, Seat, seat_field

RANKS = 13
QUICK_STEPS = 500
"""Steps after which a search has nearly always found a deal if there is one."""

ROWS_AT_ONCE = 1_000


def possible(choices: Sequence[I64], live: I64) -> bool:
    """Return True if multisets of ranks, one from each of ``choices`` int64[n, 13], fit into ``live`` int64[13].

    The answer is exact, by search. Before a long search it is checked whether every set of ranks has as many cards as
    the seats need of it (Hall's condition), which decides most impossible tables.
    """
    seats = sorted(choices, key=len)
    quick = _Search(seats, QUICK_STEPS).possible(0, live)
    if quick is not None:
        return quick
    return _enough_cards(seats, live) and bool(_Search(seats, 1 << 62).possible(0, live))


class _Search:
    """A depth-first search, seat after seat, that remembers the decks that led nowhere and gives up after a number of
    steps."""

    def __init__(self, seats: Sequence[I64], steps: int) -> None:
        self._seats = seats
        self._steps = steps
        self._dead_ends: set[tuple[int, bytes]] = set()

    def possible(self, seat: int, live: I64) -> bool | None:
        """Return whether the seats from ``seat`` on fit into ``live``; None if the steps are used up."""
        if seat == len(self._seats):
            return True
        if (seat, live.tobytes()) in self._dead_ends:
            return False
        remaining = live - self._seats[seat]
        for after in remaining[(remaining >= 0).all(axis=1)]:
            self._steps -= 1
            result = self.possible(seat + 1, after) if self._steps > 0 else None
            if result is not False:
                return result
        self._dead_ends.add((seat, live.tobytes()))
        return False


def _enough_cards(seats: Sequence[I64], live: I64) -> bool:
    """Return True if the seats need no more cards of any set of ranks than ``live`` has."""
    sets = (np.arange(1 << RANKS)[:, None] >> np.arange(RANKS) & 1).astype(np.float32)
    needed: dict[bytes, F32] = {}
    total = np.zeros(len(sets), np.float32)
    for choices in seats:
        key = choices.tobytes()
        if key not in needed:
            parts = [choices[at : at + ROWS_AT_ONCE] for at in range(0, len(choices), ROWS_AT_ONCE)]
            min_needed = [(sets @ part.T.astype(np.float32)).min(axis=1) for part in parts]
            needed[key] = np.min(min_needed, axis=0)
        total += needed[key]
    return bool((total <= sets @ live.astype(np.float32)).all())


HAND = 7


@dataclass(frozen=True, slots=True, eq=False)
class RazzSeat:
    """The hand of one seat, by rank (0 ace .. 12 king).

    ``known`` int64[13]: its particular cards, which are already removed from ``RazzSetup.live``. ``choices`` int64[n,
    13]: the n multisets of ranks that its slots with a choice can have, in lexicographic order, all within ``live``.
    Multiset k is dealt in ``orders[k] * prod_i (live_i)_(choices[k, i])`` ordered ways, where (.)_k is the falling
    factorial; ``orders_per_set`` of them are the same set of suited cards. ``ways`` float64[n]: ``orders`` int64[n]
    times the weights of the text. ``free``: the number of its other cards, which can be any cards. A seat without a
    choice has one empty multiset. ``text``: the parsed text of the hand.
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

    ``live`` int64[13]: the cards of each rank that are left once every particular card and every dead card is removed.
    ``folded``: the folded seats with a choice of cards (their ``free`` is 0). With ``community`` each active seat has
    six cards of its own and all share one more. At least one deal is possible.
    """

    active: tuple[RazzSeat, ...]
    folded: tuple[RazzSeat, ...]
    live: I64
    community: bool
    seed: int
    detail: tuple[str, ...] = ()


def prepare_razz(scenario: Scenario, *_unused: object) -> RazzSetup:
    """Read all texts of a razz scenario. In razz no percentages depend on an order of hands, and nothing takes long.

    >>> from engine.scenario import Scenario, Seat
    >>> setup = prepare_razz(Scenario("razz", (Seat("Hero", "A 2 3"), Seat("Villain", "x x 8"))))
    >>> setup.live.tolist()  # aces to kings: one ace, deuce, three and eight are gone
    [3, 3, 3, 4, 4, 4, 4, 3, 4, 4, 4, 4, 4]
    >>> [seat.free for seat in setup.active]
    [4, 6]

    Raises:
        ScenarioError: one or more fields cannot be used; all problems are reported together.
    """
    return read_razz(scenario)[0]


def read_razz(scenario: Scenario) -> tuple[RazzSetup, tuple[RazzHand, ...]]:
    """Return the setup of :func:`prepare_razz`, and the parsed hand of each seat before card removal.

    Raises:
        ScenarioError: as :func:`prepare_razz`.
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
        raise ScenarioError(Problem("seats", "no deal is possible: the seats need the same cards"))
    return setup, tuple(reader.hands)


def has_common_razz_card(scenario: Scenario) -> bool:
    """Return True if seventh street is one card for all players because the deck is too small for seven cards each;
    False if the scenario is incomplete or impossible. Empty seats are not dealt in."""
    seats = tuple(seat for seat in scenario.seats if not seat.empty)
    return _has_common_card(seats, scenario.dead)


@lru_cache(maxsize=4)
def _has_common_card(seats: tuple[Seat, ...], dead: str) -> bool:
    try:
        return prepare_razz(Scenario("razz", seats, dead=dead)).community
    except ScenarioError:
        return False


class _Reader:
    """Reads the fields one after the other and collects their problems."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.problems: list[Problem] = []
        self.hands: list[RazzHand] = []
        self.dead: tuple[RazzCard, ...] = ()
        self.deck = RazzDeck()
        self._order: str | None = None

    def stop(self) -> None:
        """Raise :class:`ScenarioError` if there are problems so far."""
        if self.problems:
            raise ScenarioError(*self.problems)

    def read(self) -> None:
        """Read the table, the texts of the hands and the known cards."""
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
        """Read the text of a seat's hand and take its particular cards out of the deck."""
        if not seat.cards.strip():
            self.problems.append(Problem(field, "no cards yet; for an unknown hand write x", 0, incomplete=True))
            return
        try:
            hand = read_razz_hand(seat.cards, seat.folded, order=self._order)
            self._take(field, hand.cards)
            self.hands.append(hand)
            if not len(hand.choices):
                self.problems.append(Problem(field, "every hand of this range has weight 0", 0))
        except TextError as error:
            self.problems.append(Problem.from_text(field, error))

    def _take(self, field: str, cards: Iterable[RazzCard]) -> None:
        """Take particular cards out of the deck, with a problem for each that is not there."""
        for card in cards:
            try:
                self.deck.take(card)
            except TextError as error:
                self.problems.append(Problem.from_text(field, error))

    def seventh_street(self) -> bool:
        """Return True if seventh street is one common card. Add a problem if the deck is too small even then."""
        seats = self.scenario.seats
        active = sum(not seat.folded for seat in seats)
        removed = len(self.dead) + sum(
            len(hand.cards) + hand.choice_slots for hand, seat in zip(self.hands, seats, strict=True) if seat.folded
        )
        # If the deck has no card for each player, the last card is a common one.
        if HAND * active + removed <= DECK_SIZE:
            return False
        missing = (HAND - 1) * active + 1 + removed - DECK_SIZE
        if missing > 0:
            cards = "one card is" if missing == 1 else f"{missing} cards are"
            message = f"too few cards: {cards} missing even with a community card on seventh street"
            self.problems.append(Problem("dead" if self.dead else "seats", message))
            return True
        for index, hand in enumerate(self.hands):
            if hand.river is not None:
                message = "the deck is too small: seventh street is a community card, leave this slot empty"
                self.problems.append(Problem(seat_field(index), message, hand.river))
        return True

    def seat(self, index: int, community: bool) -> RazzSeat:
        """Return seat ``index`` with the choices that the known cards allow."""
        hand, seat = self.hands[index], self.scenario.seats[index]
        fits = (hand.choices <= self.deck.live).all(axis=1)
        if not fits.any():
            self.problems.append(Problem(seat_field(index), "the known cards leave no hand of this range", 0))
        known = np.zeros(13, dtype=np.int64)
        np.add.at(known, [card.rank for card in hand.cards], 1)
        hand_size = HAND - 1 if community else HAND
        return RazzSeat(
            known=known,
            choices=hand.choices[fits],
            ways=scaled_up(hand.ways[fits]),
            orders=hand.deals[fits],
            orders_per_set=hand.deals_per_set,
            free=0 if seat.folded else hand_size - len(hand.cards) - hand.choice_slots,
            text=hand.text,
        )


def falling(live: I64, taken: I64 | I8) -> F64:
    """Return the products over ranks (the last axis) of the falling factorials (live)_taken: the ordered ways to deal
    ``taken`` cards of each rank, 0 if there are not enough. float64[n] from ``live`` int64[13] or int64[n, 13] and
    ``taken`` int64[n, 13] or int8[n, 13].

    >>> falling(np.full(13, 4), np.array([[2, 1, *[0] * 11]])).tolist()  # two aces and a deuce: 4 * 3 * 4
    [48.0]
    """
    ways = np.ones(np.broadcast_shapes(live.shape, taken.shape))
    for k in range(4):
        ways *= np.where(taken > k, np.maximum(live - k, 0), 1)
    return np.asarray(ways.prod(axis=-1))
