"""Spans of hands: their ranks, and, as PioSOLVER writes them, hands with given suits: ``8s8h+``, ``AhAs-QhQs``.

A span climbs or descends as that of classes does (``22+``, ``ATs+``, ``99-66``, ``A5s-A2s``, ``T9s-65s``); the suit of
the higher card and that of the lower one stay what they are.
"""

import re

from engine.cards import TextError, card, card_text, combo_index, rank_of, read_card, shown, suit_of

ACE = 12
SPAN_FORMS = "the ends of a span must be two pairs (99-66), share the top card (A5s-A2s) or have the same gap (T9s-65s)"

Ranks = tuple[int, int]
"""The higher rank and the lower one."""

Hand = tuple[int, int]
"""Two cards, the higher rank first; of a pair the suit that comes first in s, h, d, c."""


def ranks_upwards(first: Ranks, *, climbs: bool) -> list[Ranks]:
    """Return the ranks of ``22+``, ``ATs+``: pairs climb, else the kicker rises; connectors do if they ``climb``."""
    top, low = first
    if top == low or (top - low == 1 and climbs):
        return [(t, low + t - top) for t in range(top, ACE + 1)]
    return [(top, kicker) for kicker in range(low, top)]


def ranks_between(first: Ranks, last: Ranks) -> list[Ranks] | None:
    """Return the ranks of a span by its ends, None where they are not ends of one."""
    (top, low), (end_top, end_low) = sorted((first, last), reverse=True)
    if top - low == end_top - end_low:
        return [(t, t - top + low) for t in range(end_top, top + 1)]
    if top == end_top and top not in (low, end_low):
        return [(top, kicker) for kicker in range(end_low, low + 1)]
    return None


def climbing_notice(name: str, first: Ranks, highest: str) -> str | None:
    """Return how ``name`` with a ``+`` is read, where other programs climb to ``highest``; None for other ranks."""
    top, low = first
    if top - low != 1 or top == ACE:
        return None
    return f"{name}+ is {name} alone; programs that climb read {name}-{highest}"


def suited_span(found: re.Match[str], at: int, *, climbs: bool) -> tuple[list[int], str | None]:
    """Return the combos of a match of two cards, then ``+`` (group 2) or two more cards, and a notice.

    Groups 1 and 3 are the hands; the position of errors is ``at``.

    Raises:
        TextError: the same card twice, ends of different suits, or no span.
    """
    first = _hand(found[1], at)
    ranks, suits = _ranks(first), _suits(first)
    if found[2]:
        highest = _text((card(ACE, suits[0]), card(ACE - 1, suits[1])))
        notice = None if climbs else climbing_notice(_text(first), ranks, highest)
        return _combos(ranks_upwards(ranks, climbs=climbs), suits), notice
    last = _hand(found[3], at)
    steps = ranks_between(ranks, _ranks(last))
    if steps is None:
        raise TextError(f"'{shown(found[0])}': {SPAN_FORMS}", at)
    if suits != _suits(last):
        meant = f"{_text(first)}-{_text((card(rank_of(last[0]), suits[0]), card(rank_of(last[1]), suits[1])))}"
        raise TextError(f"'{shown(found[0])}': both ends of a span have the same suits; did you mean {meant}?", at)
    return _combos(steps, suits), None


def _hand(text: str, at: int) -> Hand:
    one, end = read_card(text, 0)
    other, _ = read_card(text, end)
    if one == other:
        raise TextError(f"'{shown(text)}': a hand cannot hold the same card twice", at)
    high, low = sorted((one, other), key=lambda c: (-rank_of(c), suit_of(c)))
    return high, low


def _ranks(hand: Hand) -> Ranks:
    return rank_of(hand[0]), rank_of(hand[1])


def _suits(hand: Hand) -> tuple[int, int]:
    return suit_of(hand[0]), suit_of(hand[1])


def _text(hand: Hand) -> str:
    return card_text(hand[0]) + card_text(hand[1])


def _combos(ranks: list[Ranks], suits: tuple[int, int]) -> list[int]:
    return [combo_index(card(top, suits[0]), card(low, suits[1])) for top, low in ranks]
