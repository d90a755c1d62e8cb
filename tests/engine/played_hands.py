"""Hand histories for tests: those in ``tests/data/histories``, and hands that PokerKit has played at random."""

import warnings
from pathlib import Path
from random import Random
from typing import Any

from pokerkit.notation import HandHistory
from pokerkit.state import State

from engine.histories.hand import PlayedHand, RawHand
from engine.histories.reading import read_hand
from engine.histories.splitting import decoded, split_hands

FOLDER = Path(__file__).parents[1] / "data" / "histories"
FILES = sorted(path.name for path in FOLDER.iterdir())
DECK = [rank + suit for rank in "23456789TJQKA" for suit in "shdc"]
STAKES: dict[str, dict[str, Any]] = {
    "NT": {"min_bet": 10, "blinds_or_straddles": (5, 10)},
    "FT": {"small_bet": 10, "big_bet": 20, "blinds_or_straddles": (5, 10)},
    "FR": {"small_bet": 10, "big_bet": 20, "bring_in": 3},
}
Decision = tuple[int, float, tuple[float, ...], tuple[float, ...], tuple[bool, ...], tuple[str, ...], int]
"""Who acts, pot, stacks, bets of the street, who is in, board, cards of who has most."""


def raw_hands(name: str) -> tuple[RawHand, ...]:
    return split_hands(decoded((FOLDER / name).read_bytes()))


def hands_of(name: str) -> tuple[PlayedHand, ...]:
    return tuple(read_hand(raw) for raw in raw_hands(name))


def hand_of_text(text: str) -> PlayedHand:
    (raw,) = split_hands(text)
    return read_hand(raw)


def random_phh(variant: str, seed: int) -> str:
    """Return a hand as PHH text that was played at random by PokerKit's rules."""
    random = Random(seed)
    players = random.randint(2, 6)
    stakes = dict(STAKES[variant])
    if "blinds_or_straddles" in stakes:
        stakes["blinds_or_straddles"] = [*stakes["blinds_or_straddles"], *[0] * (players - 2)]
    history = HandHistory(
        variant=variant,
        antes=[random.choice([0, 2])] * players,
        starting_stacks=[random.choice([8, 25, 60, 200, 1000]) for _ in range(players)],
        actions=[],
        **stakes,
    )
    game, state = history.create_game(), history.create_state()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        _play(state, random, random.sample(DECK, len(DECK)))
        return HandHistory.from_game_state(game, state).dumps()


def _play(state: State, random: Random, deck: list[str]) -> None:
    """Play a hand to its end; folds are rare, so that many hands get far."""
    while state.status:
        if state.can_burn_card():
            state.burn_card("??")
        elif state.can_deal_hole():
            state.deal_hole(deck.pop())
        elif state.can_deal_board():
            state.deal_board("".join(deck.pop() for _ in range(state.board_dealing_count or 1)))
        elif state.can_post_bring_in():
            state.post_bring_in()
        elif state.actor_index is None:
            state.show_or_muck_hole_cards(True)
        elif state.can_complete_bet_or_raise_to() and random.random() < 0.3:
            low, high = _sizes(state)
            state.complete_bet_or_raise_to(low if random.random() < 0.7 else random.randint(low, high))
        elif state.can_fold() and state.checking_or_calling_amount and random.random() < 0.2:
            state.fold()
        else:
            state.check_or_call()


def _sizes(state: State) -> tuple[int, int]:
    low = state.min_completion_betting_or_raising_to_amount
    high = state.max_completion_betting_or_raising_to_amount
    assert low is not None
    assert high is not None
    return low, high


def decisions(hand: PlayedHand) -> list[Decision]:
    """Return every decision of a hand as the moments have it."""
    return [
        (
            moment.to_act,
            moment.pot,
            tuple(chips.stack for chips in moment.chips),
            tuple(chips.bet for chips in moment.chips),
            tuple(not folded for folded in moment.folded),
            moment.board,
            max(moment.dealt[i] for i in moment.live),
        )
        for moment in hand.moments
        if moment.to_act is not None
    ]


def replayed(history: HandHistory) -> list[Decision]:
    """Return every decision of a hand as PokerKit's replay has it."""
    found: list[Decision] = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for row in filter(None, map(_decision, history)):
            if not found or found[-1] != row:
                found.append(row)
    return found


def _decision(state: State) -> Decision | None:
    if state.actor_index is None:
        return None
    stacks, bets = tuple(map(float, state.stacks)), tuple(map(float, state.bets))
    board = tuple(repr(card) for cards in state.board_cards for card in cards[:1])
    most = max(map(len, state.hole_cards))
    return state.actor_index, float(state.total_pot_amount), stacks, bets, tuple(state.statuses), board, most
