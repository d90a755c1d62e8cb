"""A played hand as a hand history: the text of PHH (https://phh.readthedocs.io) of a finished hand of the kernels."""

from collections.abc import Iterator, Sequence

from engine.cards import cards_text
from engine.kernels.players.playing import (
    BUTTON,
    FIXED_LIMIT,
    FOLD,
    LOG_CHIPS,
    LOG_KIND,
    LOG_SEAT,
    LOG_STREET,
    LOGGED,
    POST,
    RAISE,
    STREET,
    HandState,
    Rules,
)

BOARD_CARDS = ((0, 3), (3, 4), (4, 5))
"""The cards of the board that each later street deals."""


def hand_text(state: HandState, rules: Rules, stacks: Sequence[int], names: Sequence[str], chip: int = 1) -> str:
    """Return the PHH text of a finished hand at no limit or fixed limit, with the cards of all players.

    ``stacks``: the chips of each seat before the hand; ``chip``: the number of these that make a chip of the text. The
    first player of the text is the small blind, in razz the seat after the button.
    """
    seats = len(names)
    order = [(int(state.numbers[BUTTON]) + step) % seats for step in range(1, seats + 1)]
    place = {seat: f"p{number}" for number, seat in enumerate(order, 1)}

    def amount(chips: int) -> str:
        return f"{chips / chip:.10g}"

    fixed = rules.limit == FIXED_LIMIT
    fields = {
        "variant": "'FR'" if rules.stud else "'FT'" if fixed else "'NT'",
        "antes": f"[{', '.join([amount(rules.ante)] * seats)}]",
        **(
            {"bring_in": amount(rules.bring_in)} if rules.stud else {"blinds_or_straddles": _blinds(rules, seats, chip)}
        ),
        **(
            {"small_bet": amount(rules.small_bet), "big_bet": amount(rules.big_bet)}
            if fixed
            else {"min_bet": amount(rules.big_blind)}
        ),
        "starting_stacks": f"[{', '.join(amount(stacks[seat]) for seat in order)}]",
        "actions": f"[{', '.join(repr(action) for action in _actions(state, rules, order, place, chip))}]",
        "players": f"[{', '.join(repr(names[seat]) for seat in order)}]",
    }
    return "".join(f"{key} = {value}\n" for key, value in fields.items())


def _blinds(rules: Rules, seats: int, chip: int) -> str:
    blinds = [f"{blind / chip:.10g}" for blind in (rules.small_blind, rules.big_blind)]
    return f"[{', '.join([*blinds, *['0'] * (seats - 2)])}]"


def _actions(state: HandState, rules: Rules, order: Sequence[int], place: dict[int, str], chip: int) -> Iterator[str]:
    """Yield the actions of a hand in the words of PHH."""
    for seat in order:
        yield f"d dh {place[seat]} {cards_text(state.cards[seat, : 3 if rules.stud else 2])}"
    bets, folded, street = dict.fromkeys(order, 0), set[int](), 0
    for row in state.log[: state.numbers[LOGGED]].tolist():
        while row[LOG_STREET] > street:
            street += 1
            yield from _deal(state, rules, street, [seat for seat in order if seat not in folded], place)
            bets = dict.fromkeys(order, 0)
        seat, kind = row[LOG_SEAT], row[LOG_KIND]
        bets[seat] += row[LOG_CHIPS]
        if kind == FOLD:
            folded.add(seat)
            yield f"{place[seat]} f"
        elif kind == RAISE:
            yield f"{place[seat]} cbr {bets[seat] / chip:.10g}"
        elif kind != POST:
            yield f"{place[seat]} cc"
        elif rules.stud:
            yield f"{place[seat]} pb"
    live = [seat for seat in order if seat not in folded]
    if len(live) == 1:
        return
    for later in range(street + 1, int(state.numbers[STREET]) + 1):
        yield from _deal(state, rules, later, live, place)
    for seat in live:
        yield f"{place[seat]} sm {cards_text(state.cards[seat, : 7 if rules.stud else 2])}"


def _deal(state: HandState, rules: Rules, street: int, live: Sequence[int], place: dict[int, str]) -> Iterator[str]:
    """Yield the deals of a later street."""
    if not rules.stud:
        first, end = BOARD_CARDS[street - 1]
        yield f"d db {cards_text(state.board[first:end])}"
        return
    cards = [int(state.cards[seat, street + 2]) for seat in live]
    if len(set(cards)) < len(cards):  # the deck ran out: one card for all
        yield f"d db {cards_text(cards[:1])}"
        return
    for seat, card in zip(live, cards, strict=True):
        yield f"d dh {place[seat]} {cards_text([card])}"
