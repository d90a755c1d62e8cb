"""Hands at showdown as text: the best five of all cards of a seat, high or ace-to-five low."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from engine.cards import RANKS, RAZZ_RANKS, rank_of, suit_of
from engine.ranges.made_names import RANK_NAMES
from engine.scenario import GameTable, Scenario
from engine.table.hand_texts import plain_cards
from engine.table.slots import rank_of_token, seat_slot_texts

FIVE = 5
ALL_CARDS = 7
"""The number of cards of a hand at showdown."""
WHEEL = (12, 3, 2, 1, 0)
Key = tuple[int, ...]
NAMED = {0: 1, 1: 1, 2: 2, 3: 1, 5: 1, 7: 1}
"""How many ranks the name of a high hand contains, by its class, for classes in which kickers may decide.

The classes of lows are negative.
"""
MIN_KICKERS = {1: 1, 2: 1, 3: 1, 7: 1}
"""How many kickers are always named. The highest card of a flush or of no pair is part of its name."""


@dataclass(frozen=True, slots=True)
class ShownHand:
    """The hand of a seat: ``key`` is greater for better hands of the same game, ``words`` as in ``a pair of sixes, ace
    kicker``."""

    key: Key
    words: str


def distinct_texts(hands: Sequence[ShownHand]) -> tuple[str, ...]:
    """Return the hands of a showdown as text, with as many kickers as are needed to distinguish them.

    The texts are in the order of ``hands``, and equal hands have equal texts. With the usual single kicker, both *a
    pair of aces, king-queen kickers* and *a pair of aces, king-jack kickers* would be *a pair of aces, king kicker*,
    and nobody could see who wins.
    """
    return tuple(_distinct_text(hand, [other.key for other in hands]) for hand in hands)


def _distinct_text(hand: ShownHand, others: Sequence[Key]) -> str:
    """Return the text of ``hand`` next to hands with the keys ``others``."""
    key, kickers = hand.key, MIN_KICKERS.get(hand.key[0], 0)
    # The name must reach as far as the first rank that differs from another hand of the same class.
    for other in others:
        if other != key:
            differing = next(i for i, (a, b) in enumerate(zip(key, other, strict=False)) if a != b)
            kickers = max(kickers, differing - NAMED.get(key[0], differing) if differing else 0)
    return hand.words if kickers == MIN_KICKERS.get(key[0], 0) else _high_words(key, kickers)


def shown_hand(scenario: Scenario, seat: int) -> ShownHand | None:
    """Return the hand that a seat shows down, or None if not all of its cards are known."""
    return _SHOWN[scenario.game](scenario, seat)


def _shown_high(scenario: Scenario, seat: int) -> ShownHand | None:
    cards = (*(plain_cards(scenario.seats[seat].cards) or ()), *(plain_cards(scenario.board) or ()))
    return best_high(cards) if len(set(cards)) == ALL_CARDS else None


def _shown_low(scenario: Scenario, seat: int) -> ShownHand | None:
    tokens = seat_slot_texts(scenario, seat) or ()
    ranks = [rank for token in tokens if (rank := rank_of_token(token)) is not None]
    return best_low(ranks) if len(ranks) == ALL_CARDS else None


_SHOWN: GameTable[Callable[[Scenario, int], ShownHand | None]] = GameTable(
    "hands in words", {"holdem": _shown_high, "razz": _shown_low}
)


def ranked_seats(scenario: Scenario, seats: Iterable[int]) -> tuple[tuple[int, ...], ...]:
    """Return the seats whose hands are known, best first; seats with equal hands are in one tuple."""
    shown = {seat: result.key for seat in seats if (result := shown_hand(scenario, seat)) is not None}
    keys = sorted(set(shown.values()), reverse=True)
    return tuple(tuple(seat for seat, key in shown.items() if key == best) for best in keys)


def best_high(cards: Sequence[int]) -> ShownHand:
    """Return the best high hand of five or more cards."""
    key = max(_high_key(five) for five in combinations(cards, FIVE))
    return ShownHand(key, _high_words(key, MIN_KICKERS.get(key[0], 0)))


def best_low(ranks: Sequence[int]) -> ShownHand:
    """Return the best low of five or more ranks, 0 (ace) to 12 (king)."""
    key = max(_low_key(five) for five in combinations(ranks, FIVE))
    groups = Counter(-rank for rank in key[-FIVE:])
    low = "-".join(RAZZ_RANKS[rank] for rank in sorted(groups.elements(), reverse=True))
    return ShownHand(key, low if len(groups) == FIVE else f"{low}, paired")


def _high_key(cards: Sequence[int]) -> Key:
    """Return the class of five cards, 0 (high card) to 8 (straight flush), then the ranks, most significant first."""
    counts = sorted(((n, rank) for rank, n in Counter(map(rank_of, cards)).items()), reverse=True)
    shape, ranks = tuple(n for n, _ in counts), tuple(rank for _, rank in counts)
    flush = len(set(map(suit_of, cards))) == 1
    straight = len(ranks) == FIVE and (ranks[0] - ranks[-1] == FIVE - 1 or ranks == WHEEL)
    # In a wheel the ace is the lowest card.
    if ranks == WHEEL:
        ranks = (*ranks[1:], -1)
    if straight:
        return (8 if flush else 4, *ranks)
    classes = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}
    return (5 if flush else classes.get(shape, 0), *ranks)


def _high_words(key: Key, kickers: int) -> str:
    """Return the text of a high hand with a number of kickers; ``key`` is that of :func:`_high_key`."""
    one, two = RANK_NAMES[key[1]], RANK_NAMES[max(key[2], 0)]
    named = 1 + NAMED.get(key[0], 0)
    more = [RANK_NAMES[rank] for rank in key[named : named + kickers]]
    kicker = f", {'-'.join(more)} kicker{'s' if len(more) > 1 else ''}" if more else ""
    high = "-".join((one, *more))
    return (
        f"{high} high",
        f"a pair of {_plural(one)}{kicker}",
        f"two pair, {_plural(one)} and {_plural(two)}{kicker}",
        f"three {_plural(one)}{kicker}",
        f"a straight, {one} high",
        f"a flush, {high} high",
        f"a full house, {_plural(one)} over {_plural(two)}",
        f"four {_plural(one)}{kicker}",
        f"a straight flush, {one} high" if one != RANK_NAMES[len(RANKS) - 1] else "a royal flush",
    )[key[0]]


def _low_key(ranks: Sequence[int]) -> Key:
    """Return the key of five ranks as a low: pairs make it worse, then the highest rank decides."""
    counts = sorted(((n, rank) for rank, n in Counter(ranks).items()), reverse=True)
    shape = [n for n, _ in counts] + [0] * (FIVE - len(counts))
    return (*(-n for n in shape), *(-rank for n, rank in counts for _ in range(n)))


def _plural(name: str) -> str:
    return f"{name}es" if name.endswith("x") else f"{name}s"
