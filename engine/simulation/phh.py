"""Writes played hands as PHH texts (https://phh.readthedocs.io), which *Histories* and other programs can read."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.cards import card_text
from engine.kernels.players.playing import (
    CALL,
    CHECK,
    FIXED_LIMIT,
    FOLD,
    HAND_SIZE,
    LOG_CHIPS,
    LOG_KIND,
    LOG_SEAT,
    LOG_STREET,
    POST,
    STREET,
    HandState,
    Rules,
)
from engine.play.state import CHIP_DECIMALS

FLOP_CARDS, DOWN_CARDS, DOOR_CARDS = 3, 2, 3
DECK_SIZE, HEADS_UP = 52, 2
HIDDEN = (0, 1, HAND_SIZE - 1)
"""The slots of hidden cards."""
UNKNOWN = "??"


class PhhHand(NamedTuple):
    """The contents of a PHH text apart from the cards. All amounts are in units, of which a chip has ``unit``.

    ``number``: the number of the hand. ``order``: the rows of ``HandState`` in the order in which players are listed,
    the one left of the button first. ``names``, ``stacks`` (before the hand, None if unknown), ``antes``, ``posts``
    (blinds) and ``winnings`` (chips won from the pots; may be empty) are in this order. ``log``: the actions, as rows
    of ``HandState.log``. ``hero``: the only row whose hole cards are written, or None to write those of all players.
    """

    number: int
    unit: int
    order: Sequence[int]
    names: Sequence[str]
    stacks: Sequence[int | None]
    antes: Sequence[int]
    posts: Sequence[int]
    rules: Rules
    log: Sequence[Sequence[int]]
    winnings: Sequence[int] = ()
    hero: int | None = None


def phh_text(hand: PhhHand, state: HandState) -> str:
    """Return a finished hand as a PHH text; ``state`` contains its cards.

    PHH has no variant for pot limit, so such hands are written as no limit. If no blinds were posted, as in a hand that
    starts on a later street, the custom field ``_stakes`` contains the blinds of the table: half of the minimum bet,
    and the minimum bet.
    """
    rules, fixed = hand.rules, hand.rules.limit == FIXED_LIMIT
    # Heads up, too, the small blind is listed first, although that player is seated last.
    step = -1 if len(hand.order) == HEADS_UP else 1
    lines = [
        f"variant = '{'FR' if rules.stud else 'FT' if fixed else 'NT'}'",
        f"antes = {_amounts(hand.antes[::step], hand.unit)}",
    ]
    if rules.stud:
        lines.append(f"bring_in = {_amount(rules.bring_in, hand.unit)}")
    else:
        lines.append(f"blinds_or_straddles = {_amounts(hand.posts[::step], hand.unit)}")
    if fixed:
        lines += [
            f"small_bet = {_amount(rules.small_bet, hand.unit)}",
            f"big_bet = {_amount(rules.big_bet, hand.unit)}",
        ]
    else:
        lines.append(f"min_bet = {_amount(rules.big_blind, hand.unit)}")
        if not any(hand.posts):
            small, big = (f"{blind / hand.unit:g}" for blind in (rules.big_blind / 2, rules.big_blind))
            lines.append(f"_stakes = '{small}/{big}'")
    lines += [
        f"starting_stacks = {_amounts(hand.stacks, hand.unit)}",
        f"actions = [{', '.join(map(repr, _actions(hand, state)))}]",
        f"hand = {hand.number}",
        f"players = {list(hand.names)!r}",
    ]
    if hand.winnings:
        lines.append(f"winnings = {_amounts(hand.winnings, hand.unit)}")
    return "\n".join(lines) + "\n"


def _amount(chips: int | None, unit: int) -> str:
    if chips is None:
        return "inf"
    return f"{chips // unit}" if chips % unit == 0 else f"{chips / unit:.{CHIP_DECIMALS}f}".rstrip("0")


def _amounts(chips: Sequence[int | None], unit: int) -> str:
    return f"[{', '.join(_amount(one, unit) for one in chips)}]"


def _actions(hand: PhhHand, state: HandState) -> Iterator[str]:
    """Yield deals, actions and shown hands."""
    rules, name = hand.rules, {row: f"p{i + 1}" for i, row in enumerate(hand.order)}
    folded = set[int]()
    bets = dict.fromkeys(hand.order, 0)
    behind = {
        row: None if stack is None else stack - min(ante, stack)
        for row, stack, ante in zip(hand.order, hand.stacks, hand.antes, strict=True)
    }
    street, brought_in = 0, True
    yield from _dealt(0, hand, folded, name, state)
    for move in hand.log:
        row, kind, left = move[LOG_SEAT], move[LOG_KIND], behind[move[LOG_SEAT]]
        chips = move[LOG_CHIPS] if left is None else min(move[LOG_CHIPS], left)
        while street < move[LOG_STREET]:
            street += 1
            bets = dict.fromkeys(hand.order, 0)
            yield from _dealt(street, hand, folded, name, state)
        bets[row] += chips
        behind[row] = None if left is None else left - chips
        if kind == POST:
            # A player who is all in with the ante cannot bring in; the first caller does so instead.
            if rules.stud and chips:
                yield f"{name[row]} pb"
            brought_in = chips > 0
        elif kind == CALL and not brought_in:
            brought_in = True
            yield f"{name[row]} pb"
        elif kind == FOLD:
            folded.add(row)
            yield f"{name[row]} f"
        elif kind in (CHECK, CALL):
            yield f"{name[row]} cc"
        else:
            yield f"{name[row]} cbr {_amount(bets[row], hand.unit)}"
    live = [row for row in hand.order if row not in folded]
    while street < state.numbers[STREET]:
        street += 1
        yield from _dealt(street, hand, folded, name, state)
    if len(live) > 1:
        for row in live:
            cards = state.cards[row][: HAND_SIZE if rules.stud else DOWN_CARDS]
            yield f"{name[row]} sm {''.join(map(card_text, cards.tolist()))}"


def _dealt(street: int, hand: PhhHand, folded: set[int], name: dict[int, str], state: HandState) -> Iterator[str]:
    """Yield the cards that are dealt on a street."""
    stud = hand.rules.stud
    if street and not stud:
        first, end = (0, FLOP_CARDS) if street == 1 else (street + 1, street + 2)
        yield f"d db {''.join(map(card_text, state.board[first:end].tolist()))}"
        return
    live = [row for row in hand.order if row not in folded]
    first, end = 0, DOOR_CARDS if stud else DOWN_CARDS
    if street:
        first, end = street + DOWN_CARDS, street + DOOR_CARDS
    # If the deck has too few cards for seventh street, one community card is dealt.
    if end == HAND_SIZE and DECK_SIZE - (HAND_SIZE - 1) * len(state.stacks) < len(live):
        yield f"d db {card_text(int(state.cards[live[0], HAND_SIZE - 1]))}"
        return
    for row in live:
        known = hand.hero in (None, row)
        cards = (
            card_text(int(state.cards[row, place])) if known or place not in HIDDEN else UNKNOWN
            for place in range(first, end)
        )
        yield f"d dh {name[row]} {''.join(cards)}"
