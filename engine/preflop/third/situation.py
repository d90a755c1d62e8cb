"""A request on third street with its texts as weights: the down cards and the calling range of every player.

Suits do not matter. A pair of down cards is a choice of ranks that is dealt in ``ways * prod_i (live_i)_(choice_i)``
ordered ways, where (n)_k is a falling factorial, as everywhere in razz (``engine.equity.razz.setup``).
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

import numpy as np

from engine.arrays import F64, I64
from engine.cards import RAZZ_RANKS, TextError
from engine.equity.razz.setup import HAND, RazzSeat, possible
from engine.preflop.request import Opponent
from engine.preflop.third.request import DOOR, THIRD, ThirdRequest, door_of, hand_items
from engine.ranges.razz import Pattern, deciding_item, pattern_rows
from engine.ranges.razz_pairs import down_notices, down_weights, indices_of
from engine.ranges.razz_products import ALL_PAIRS, RANK_COUNT, Pair
from engine.ranges.razz_text import RazzCard, RazzDeck, RazzText, effective_items, parse_razz_cards
from engine.scenario import Problem, ScenarioError
from engine.scenario.seat_panel import BetSize

NOTHING = np.zeros(RANK_COUNT, np.int64)
_CALLS = ("calls", "calls_raise")


@dataclass(frozen=True, slots=True, eq=False)
class Holding:
    """The hands of a player with the rank ``door`` as door card.

    ``known`` int64[13]: its cards that are known, door included, which are out of the deck; ``pairs`` int64[n]: its
    possible down cards as indices in ``ALL_PAIRS``; ``choices`` int64[n, 13]: the cards of each pair that are not
    known; ``ways`` float64[n]: the weighted number of orders of each pair.
    """

    door: int
    known: I64
    pairs: I64
    choices: I64
    ways: F64

    def dealt(self, live: I64) -> F64:
        """Return the weighted number of ways to deal each pair from the ``live`` int64[13] cards, float64[n]."""
        result = self.ways.copy()
        for taken in range(2):
            result *= np.where(self.choices > taken, live - taken, 1).prod(axis=1)
        return np.maximum(result, 0.0)

    def without_choice(self) -> bool:
        """Return whether the down cards are any two cards with equal weights."""
        return len(self.pairs) == len(ALL_PAIRS) and np.array_equal(self.ways, ANY_WAYS)


class FourthPlayer(NamedTuple):
    """An opponent in one action, with its index ``place`` in the request.

    ``goes`` and ``stays`` float64[n]: the ways of its hands with which it sees fourth street, and does not see it.
    """

    place: int
    goes: F64
    stays: F64


@dataclass(frozen=True, slots=True, eq=False)
class ThirdPlan:
    """One of hero's actions that is no fold.

    ``cost``: the chips that hero adds; ``level``: the chips that a player who continues has in the middle; ``bets``:
    hero's bets from fourth street on. ``goers``: the opponents who may see fourth street or fold a range.
    """

    name: str
    cost: float
    level: float
    bets: BetSize
    goers: tuple[FourthPlayer, ...]

    @property
    def coming(self) -> tuple[int, ...]:
        """The indices of the opponents who may see fourth street."""
        return tuple(goer.place for goer in self.goers if goer.goes.any())

    def sets(self) -> list[tuple[int, ...]]:
        """Return all sets of opponents, as indices, who may see fourth street together, the empty set included."""
        ways = [
            [None] * bool(goer.stays.any()) + [goer.place] * bool(goer.goes.any())
            for goer in self.goers
        ]  # fmt: skip
        result = [tuple(place for place in chosen if place is not None) for chosen in product(*ways)]
        return sorted(result, key=lambda places: (len(places), places))


@dataclass(frozen=True, slots=True, eq=False)
class ThirdSituation:
    """A request that can be computed.

    ``live`` int64[13]: the cards of each rank that are not known; ``actions``: those that are no fold, the cheaper
    first.
    """

    request: ThirdRequest
    live: I64
    hero: Holding
    opponents: tuple[Holding, ...]
    actions: tuple[ThirdPlan, ...]
    notices: tuple[str, ...]

    def common_card(self, players: int) -> bool:
        """Return whether seventh street is one card for all ``players`` who see fourth street.

        This is the case if the deck is too small for a card each.
        """
        return int(self.live.sum()) - self.down_cards() < (HAND - THIRD) * players

    def down_cards(self) -> int:
        """Return the number of down cards that are dealt and not known.

        Folded players of whom nothing is known are not dealt in.
        """
        folded = (False, *(opponent.folded for opponent in self.request.opponents))
        holdings = zip((self.hero, *self.opponents), folded, strict=True)
        return sum(int(h.choices[0].sum()) for h, gone in holdings if not (gone and h.without_choice()))

    def seat(self, place: int, ways: F64, free: int) -> RazzSeat | None:
        """Return an opponent with hands ``ways`` float64[n] and ``free`` cards to come, or None if it has no hand."""
        holding = self.opponents[place]
        fits = (ways > 0) & (holding.choices <= self.live).all(axis=1)
        if not fits.any():
            return None
        choices, ways = holding.choices[fits], ways[fits]
        order = np.lexsort(choices.T[::-1])
        return RazzSeat(holding.known, choices[order], ways[order], np.ones(len(ways), np.int64), 1, free, RazzText(()))


ANY_PAIRS = np.arange(len(ALL_PAIRS))
ANY_WAYS = np.array([1.0 if low == high else 2.0 for low, high in ALL_PAIRS])
ANY_CHOICES = np.array([np.bincount(pair, minlength=RANK_COUNT) for pair in ALL_PAIRS], np.int64)


def read_third_situation(request: ThirdRequest) -> ThirdSituation:
    """Return a request with its texts as weights.

    Raises:
        ScenarioError: cards in two places, or no deal is possible.
    """
    deck, problems = RazzDeck(), list[Problem]()
    own = request.hero if request.door is None else None
    hero = _holding(own, request.door, "hero", deck, problems, request.order)
    opponents = tuple(
        _holding(opponent.cards, opponent.door, f"opponents[{i}]", deck, problems, request.order)
        for i, opponent in enumerate(request.opponents)
    )
    _take(deck, parse_razz_cards(request.dead), "dead", problems)
    if problems:
        raise ScenarioError(*problems)
    live = deck.live.copy()
    levels = [("call" if request.price > request.hero_chips else "check", request.price, request.bets_called)]
    if request.raise_to is not None:
        levels.append(("complete", request.raise_to, request.bets_raised))
    actions = tuple(_plan(request, opponents, *level) for level in levels)
    odd = request.odd_chips(lambda place: _all(request.opponents[place]))
    situation = ThirdSituation(request, live, hero, opponents, actions, (*odd, *_text_notices(request, opponents)))
    _check_deal(situation)
    return situation


def _text_notices(request: ThirdRequest, opponents: tuple[Holding, ...]) -> Iterator[str]:
    """Yield the notices about the texts of a request, each with its field."""
    texts: list[tuple[str, str, int | None]] = []
    if request.door is None:
        texts.append(("hero.cards", request.hero, None))
    for i, (opponent, holding) in enumerate(zip(request.opponents, opponents, strict=True)):
        own = (("cards", opponent.cards, None), *((key, getattr(opponent, key), holding.door) for key in _CALLS))
        texts += [(f"opponents[{i}].{key}", text, door) for key, text, door in own if text is not None]
    for field, text, door in texts:
        yield from (f"{field}: {notice}" for notice in down_notices(text, door, request.order))


def _holding(
    cards: str | None, door: str | None, field: str, deck: RazzDeck, problems: list[Problem], order: str | None
) -> Holding:
    """Return the holding of a player, and remove its known cards from the ``deck``."""
    known = NOTHING.copy()
    if cards is None:
        taken = parse_razz_cards(door or "")
        _take(deck, taken, f"{field}.door", problems)
        known[taken[0].rank] = 1
        return Holding(taken[0].rank, known, ANY_PAIRS, ANY_CHOICES, ANY_WAYS)
    items = hand_items(cards, order)
    kept = tuple(items[i] for i in effective_items(RazzText(items)))
    slots = kept[0].slots if len(kept) == 1 else (kept[0].slots[DOOR],)
    taken = tuple(RazzCard(slot.rank, slot.suit, slot.position) for slot in slots if slot.particular)
    _take(deck, taken, f"{field}.cards", problems)
    np.add.at(known, [card.rank for card in taken], 1)
    # The particular cards of a single hand are known, of several hands only the door; a choice has the other cards.
    fixed = known - (np.arange(RANK_COUNT) == (rank := door_of(cards, None)))
    ways: dict[Pair, float] = {}
    for pair, weight in _pair_ways(RazzText(kept)):
        ways[pair] = ways.get(pair, 0.0) + weight
    pairs = sorted(pair for pair, weight in ways.items() if weight > 0)
    if not pairs:
        problems.append(Problem(f"{field}.cards", "all hands of this range have weight 0", 0))
        return Holding(rank, known, ANY_PAIRS, ANY_CHOICES, ANY_WAYS)
    places = np.array(indices_of(pairs))
    return Holding(rank, known, places, ANY_CHOICES[places] - fixed, np.array([ways[pair] for pair in pairs]))


def _pair_ways(hand: RazzText) -> Iterator[tuple[Pair, float]]:
    """Yield the pairs of down cards of a hand with their weighted orders."""
    pattern = Pattern(hand.items)
    for ranks, alive, orders in pattern_rows(pattern):
        weight = orders * hand.items[deciding_item(alive)].weight
        firsts, seconds = ((rank,) if rank >= 0 else range(RANK_COUNT) for rank in ranks[:DOOR])
        for first, second in product(firsts, seconds):
            yield (min(first, second), max(first, second)), weight


def _take(deck: RazzDeck, cards: Iterable[RazzCard], field: str, problems: list[Problem]) -> None:
    for card in cards:
        try:
            deck.take(card)
        except TextError as error:
            problems.append(Problem.from_text(field, error))


def _plan(request: ThirdRequest, opponents: tuple[Holding, ...], name: str, level: float, bets: BetSize) -> ThirdPlan:
    """Return the action ``name`` with the opponents who may see fourth street after it, each with the hands that do.

    ``level``: the chips in the pot of a player who continues. An opponent who never continues is left out if his down
    cards can be any two, because then they do not affect the hands of the others.
    """
    goers = []
    for place, (opponent, holding) in enumerate(zip(request.opponents, opponents, strict=True)):
        goes = _kept(name, opponent, holding.door, request.order)[holding.pairs] * holding.ways
        goer = FourthPlayer(place, goes, np.maximum(holding.ways - goes, 0.0))
        if goes.any() or not holding.without_choice():
            goers.append(goer)
    return ThirdPlan(name, level - request.hero_chips, level, bets, tuple(goers))


def _kept(name: str, opponent: Opponent, door: int, order: str | None) -> F64:
    """Return the share of each pair with which an opponent continues behind its ``door``, float64[91]."""
    if opponent.folded:
        return np.zeros(len(ALL_PAIRS))
    every = np.ones(len(ALL_PAIRS))
    calls = every if opponent.calls is None else down_weights(opponent.calls, door, order)
    if name != "complete" or opponent.calls_raise is None:
        return calls
    return (every if opponent.cards is None else calls) * down_weights(opponent.calls_raise, door, order)


def _check_deal(situation: ThirdSituation) -> None:
    """Check that all hands can be dealt together and that enough cards remain for the later streets.

    Raises:
        ScenarioError: a range is empty, cards are missing, or the players need the same cards.
    """
    fields = ("hero.cards", *(f"opponents[{i}].cards" for i in range(len(situation.opponents))))
    holdings = (situation.hero, *situation.opponents)
    for field, holding in zip(fields, holdings, strict=True):
        if not (holding.dealt(situation.live) > 0).any():
            raise ScenarioError(Problem(field, "the known cards remove all hands of this range", 0))
    players = 1 + max(len(action.coming) for action in situation.actions)
    left = int(situation.live.sum()) - situation.down_cards()
    missing = (HAND - THIRD - 1) * players + 1 - left
    if missing > 0:
        raise ScenarioError(Problem("dead", f"not enough cards: {missing} more needed than are left"))
    if not possible([holding.choices for holding in holdings], situation.live):
        raise ScenarioError(Problem("opponents", "no deal is possible: these hands need the same cards"))


def _all(opponent: Opponent) -> bool:
    door, calls = door_of(opponent.cards, opponent.door), opponent.calls
    return calls is not None and bool((down_weights(calls, door) == 1.0).all())


def pair_text(pair: int) -> str:
    """Return the down cards with an index in ``ALL_PAIRS``, as in ``A2``."""
    return "".join(RAZZ_RANKS[rank] for rank in ALL_PAIRS[pair])
