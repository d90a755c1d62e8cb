"""Hands at showdown: the order and the text of the best five of all cards of a player, high or ace-to-five low."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass

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
    """Return the best high hand of five to seven cards."""
    key = high_key(cards)
    return ShownHand(key, _high_words(key, MIN_KICKERS.get(key[0], 0)))


def best_low(ranks: Sequence[int]) -> ShownHand:
    """Return the best low of five or more ranks, 0 (ace) to 12 (king)."""
    key = low_key(ranks)
    groups = Counter(-rank for rank in key[-FIVE:])
    low = "-".join(RAZZ_RANKS[rank] for rank in sorted(groups.elements(), reverse=True))
    return ShownHand(key, low if len(groups) == FIVE else f"{low}, paired")


def high_key(cards: Sequence[int]) -> Key:
    """Return the value of the best five of five to seven cards; larger is better.

    It is the class, 0 (high card) to 8 (straight flush), then the ranks that decide, most significant first.
    """
    ranks = sorted(map(rank_of, cards), reverse=True)
    suits = Counter(map(suit_of, cards))
    # Seven cards contain at most one suit five times.
    flush = sorted((rank_of(card) for card in cards if suits[suit_of(card)] >= FIVE), reverse=True)
    if flush and (top := _straight(flush)) is not None:
        return 8, top
    groups = sorted(Counter(ranks).items(), key=lambda group: (group[1], group[0]), reverse=True)
    (first, largest_group), (second, second_group), *_ = groups
    others = [rank for rank in ranks if rank != first]
    if largest_group == 4:
        return 7, first, others[0]
    if largest_group == 3 and second_group >= 2:
        return 6, first, second
    if flush:
        return 5, *flush[:FIVE]
    if (top := _straight(ranks)) is not None:
        return 4, top
    if largest_group == 3:
        return 3, first, *others[:2]
    if largest_group == 2 and second_group == 2:
        return 2, first, second, max(rank for rank in others if rank != second)
    return (1, first, *others[:3]) if largest_group == 2 else (0, *ranks[:FIVE])


def _straight(ranks: Collection[int]) -> int | None:
    """Return the highest rank of a straight, or None if there is none."""
    straights = (top for top in range(12, 3, -1) if set(range(top - 4, top + 1)) <= set(ranks))
    return next(straights, WHEEL[1] if set(WHEEL) <= set(ranks) else None)


def _high_words(key: Key, kickers: int) -> str:
    """Return the text of a high hand with a number of kickers; ``key`` is that of :func:`high_key`."""
    one, two = RANK_NAMES[key[1]], RANK_NAMES[key[-1]] if len(key) < 3 else RANK_NAMES[key[2]]
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


def low_key(ranks: Sequence[int]) -> Key:
    """Return the value of the lowest five of five or more ranks, 0 (ace) to 12 (king); larger is better.

    Pairs make a hand worse, then the highest rank decides. The last five numbers are the ranks of the hand, negative.
    """
    counts = Counter(ranks)
    distinct = sorted(counts)
    hand = Counter(distinct[:FIVE])
    while hand.total() < FIVE:  # too few ranks: add pairs, as few and as low as possible
        hand[min((rank for rank in distinct if hand[rank] < counts[rank]), key=lambda rank: (hand[rank], rank))] += 1
    groups = sorted(((count, rank) for rank, count in hand.items()), reverse=True)
    shape = [count for count, _ in groups] + [0] * (FIVE - len(groups))
    return (*(-count for count in shape), *(-rank for count, rank in groups for _ in range(count)))


def _plural(name: str) -> str:
    return f"{name}es" if name.endswith("x") else f"{name}s"
