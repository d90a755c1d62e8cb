"""Hands of a match as PHH texts (https://phh.readthedocs.io), which *Histories* and other programs read."""

from collections.abc import Sequence

from engine.kernels.players.playing import BUTTON, LOGGED, HandState, Rules
from engine.matches.request import CHIP
from engine.simulation import phh


def match_hand_text(
    number: int, names: Sequence[str], stacks: Sequence[int], results: Sequence[int], rules: Rules, state: HandState
) -> str:
    """Return a finished hand as a PHH text.

    ``names``, ``stacks`` (before the hand) and ``results`` are by seat, amounts in units of 1/100 chip. Players are
    listed from the left of the button on.
    """
    seats, button = len(names), int(state.numbers[BUTTON])
    order = [seat for seat in ((button + step) % seats for step in range(1, seats + 1)) if stacks[seat]]
    count = len(order)
    blinds = [rules.small_blind, rules.big_blind, *[0] * (count - 2)]
    hand = phh.PhhHand(
        number=number + 1, unit=CHIP, order=order, names=[names[seat] for seat in order],
        stacks=[stacks[seat] for seat in order], antes=[rules.ante] * count,
        # The two of a heads-up table are listed with the button last, who has the small blind.
        posts=blinds[::-1] if count == phh.HEADS_UP else blinds, rules=rules,
        log=state.log[: state.numbers[LOGGED]].tolist(),
        winnings=[results[seat] + int(state.paid[seat]) for seat in order],
    )  # fmt: skip
    return phh.phh_text(hand, state)
