"""Hands of a match as PHH texts (https://phh.readthedocs.io), which *Histories* and other programs read."""

from collections.abc import Iterator, Sequence

from engine.cards import card_text
from engine.kernels.players.playing import (
    BUTTON,
    CALL,
    CHECK,
    FIXED_LIMIT,
    FOLD,
    HAND_SIZE,
    LOG_CHIPS,
    LOG_KIND,
    LOG_SEAT,
    LOG_STREET,
    LOGGED,
    POST,
    STREET,
    HandState,
    Rules,
)
from engine.matches.request import CHIP

FLOP_CARDS, DOWN_CARDS, DOOR_CARDS = 3, 2, 3
DECK_SIZE = 52


def phh_text(
    number: int, names: Sequence[str], stacks: Sequence[int], results: Sequence[int], rules: Rules, state: HandState
) -> str:
    """Return a finished hand as a PHH text.

    ``names``, ``stacks`` (before the hand) and ``results`` are by seat, amounts in units of 1/100 chip. Players are
    listed from the left of the button on. Pot limit has no variant of its own in PHH, and is written as no limit.
    """
    seats, button = len(names), int(state.numbers[BUTTON])
    order = [seat for seat in ((button + step) % seats for step in range(1, seats + 1)) if stacks[seat]]
    count, fixed = len(order), rules.limit == FIXED_LIMIT
    won = [results[seat] + int(state.paid[seat]) for seat in order]
    variant = "FR" if rules.stud else "FT" if fixed else "NT"
    lines = [f"variant = '{variant}'", f"antes = {_amounts([rules.ante] * count)}"]
    if rules.stud:
        lines.append(f"bring_in = {_amount(rules.bring_in)}")
    else:
        # Heads up, too, the small blind is listed first, although that player is seated last.
        lines.append(f"blinds_or_straddles = {_amounts([rules.small_blind, rules.big_blind, *[0] * (count - 2)])}")
    if fixed:
        lines += [f"small_bet = {_amount(rules.small_bet)}", f"big_bet = {_amount(rules.big_bet)}"]
    else:
        lines.append(f"min_bet = {_amount(rules.big_blind)}")
    lines += [
        f"starting_stacks = {_amounts([stacks[seat] for seat in order])}",
        f"actions = [{', '.join(map(repr, _actions(order, stacks, rules, state)))}]",
        f"hand = {number + 1}",
        f"players = {[names[seat] for seat in order]!r}",
        f"winnings = {_amounts(won)}",
    ]
    return "\n".join(lines) + "\n"


def _amount(chips: int) -> str:
    return f"{chips // CHIP}" if chips % CHIP == 0 else f"{chips / CHIP:.2f}"


def _amounts(chips: Sequence[int]) -> str:
    return f"[{', '.join(map(_amount, chips))}]"


def _actions(order: Sequence[int], stacks: Sequence[int], rules: Rules, state: HandState) -> Iterator[str]:
    """Yield deals, actions and shown hands."""
    name = {seat: f"p{i + 1}" for i, seat in enumerate(order)}
    folded = set[int]()
    bets = dict.fromkeys(order, 0)
    behind = {seat: stacks[seat] - min(rules.ante, stacks[seat]) for seat in order}
    street, brought_in = 0, True
    yield from _dealt(0, order, folded, name, rules, state)
    for row in state.log[: state.numbers[LOGGED]].tolist():
        seat, kind, chips = row[LOG_SEAT], row[LOG_KIND], min(row[LOG_CHIPS], behind[row[LOG_SEAT]])
        while street < row[LOG_STREET]:
            street += 1
            bets = dict.fromkeys(order, 0)
            yield from _dealt(street, order, folded, name, rules, state)
        bets[seat] += chips
        behind[seat] -= chips
        if kind == POST:
            # Who is all in with the ante cannot bring in: then the first caller does.
            if rules.stud and chips:
                yield f"{name[seat]} pb"
            brought_in = chips > 0
        elif kind == CALL and not brought_in:
            brought_in = True
            yield f"{name[seat]} pb"
        elif kind == FOLD:
            folded.add(seat)
            yield f"{name[seat]} f"
        elif kind in (CHECK, CALL):
            yield f"{name[seat]} cc"
        else:
            yield f"{name[seat]} cbr {_amount(bets[seat])}"
    live = [seat for seat in order if seat not in folded]
    while street < state.numbers[STREET]:
        street += 1
        yield from _dealt(street, order, folded, name, rules, state)
    if len(live) > 1:
        for seat in live:
            cards = state.cards[seat][: HAND_SIZE if rules.stud else DOWN_CARDS]
            yield f"{name[seat]} sm {''.join(map(card_text, cards.tolist()))}"


def _dealt(
    street: int, order: Sequence[int], folded: set[int], name: dict[int, str], rules: Rules, state: HandState
) -> Iterator[str]:
    """Yield the cards that are dealt on a street."""
    if street and not rules.stud:
        first, end = (0, FLOP_CARDS) if street == 1 else (street + 1, street + 2)
        yield f"d db {''.join(map(card_text, state.board[first:end].tolist()))}"
        return
    live = [seat for seat in order if seat not in folded]
    first, end = 0, DOOR_CARDS if rules.stud else DOWN_CARDS
    if street:
        first, end = street + DOWN_CARDS, street + DOOR_CARDS
    # With too few cards for everybody's seventh street all share one.
    if end == HAND_SIZE and DECK_SIZE - (HAND_SIZE - 1) * len(state.stacks) < len(live):
        yield f"d db {card_text(int(state.cards[live[0], HAND_SIZE - 1]))}"
        return
    for seat in live:
        yield f"d dh {name[seat]} {''.join(map(card_text, state.cards[seat, first:end].tolist()))}"
