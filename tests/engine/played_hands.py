"""Hand histories for tests: those in ``tests/data/hands``, and hands that PokerKit has played at random."""

import warnings
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from pokerkit.notation import HandHistory
from pokerkit.state import HoleCardsShowingOrMucking, State

from engine.histories.hand import PlayedHand, RawHand
from engine.histories.reading import read_hand
from engine.histories.splitting import decode_history, split_hands

FOLDER = Path(__file__).parents[1] / "data" / "hands"
FILES = sorted(path.name for path in FOLDER.iterdir() if path.is_file())
PHH = """variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [100, 200, 50.5]
actions = ['d dh p1 AhKh', 'd dh p2 ????', 'd dh p3 ????', 'p3 cbr 6', 'p1 cc', 'p2 f', 'd db 7h8h2c', 'p1 cc', 'p3 f']
"""
DECK = [rank + suit for rank in "23456789TJQKA" for suit in "shdc"]
STAKES: dict[str, dict[str, Any]] = {
    "NT": {"min_bet": 10, "blinds_or_straddles": (5, 10)},
    "FT": {"small_bet": 10, "big_bet": 20, "blinds_or_straddles": (5, 10)},
    "FR": {"small_bet": 10, "big_bet": 20, "bring_in": 3},
}
BUTTON_OPENS = """PokerStars Hand #{number}: Hold'em No Limit ($1/$2) - 2024/01/01 10:00:00 ET
Table 'A' 6-max Seat #1 is the button
Seat 1: Ada ($200 in chips)
Seat 2: Bob ($200 in chips)
Seat 3: Cid ($200 in chips)
Bob: posts small blind $1
Cid: posts big blind $2
*** HOLE CARDS ***
Ada: {ada}
Bob: folds
Cid: {cid}
{rest}"""
RAISED = {
    "ada": "raises $2 to $4",
    "cid": "folds",
    "rest": """Uncalled bet ($2) returned to Ada
Ada collected $5 from pot
*** SUMMARY ***
Total pot $5 | Rake $0""",
}
PLAYED = {
    "ada": "raises $2 to $4",
    "cid": "calls $2",
    "rest": """*** FLOP *** [7h 8h 2c]
Cid: checks
Ada: bets $6
Cid: folds
Uncalled bet ($6) returned to Ada
Ada collected $9 from pot
*** SUMMARY ***
Total pot $9 | Rake $0
Board [7h 8h 2c]""",
}
"""How the button opens and what follows: the blinds fold, or the big blind calls and folds to a bet."""
Decision = tuple[int, float, tuple[float, ...], tuple[float, ...], tuple[bool, ...], tuple[str, ...], int]
"""Who acts, pot, stacks, bets of the street, who is in, board, cards of who has most."""


def raw_hands(name: str) -> tuple[RawHand, ...]:
    return split_hands(decode_history((FOLDER / name).read_bytes()))


def hands_of(name: str) -> tuple[PlayedHand, ...]:
    return tuple(read_hand(raw) for raw in raw_hands(name))


def hand_of(number: int, play: dict[str, str]) -> str:
    """Return a hand of three in which the button opens, with its number."""
    return BUTTON_OPENS.format(number=number, **play)


def hand_of_text(text: str) -> PlayedHand:
    (raw,) = split_hands(text)
    return read_hand(raw)


@cache
def random_phh(variant: str, seed: int, *, wild: bool = False) -> str:
    """Return a hand as PHH text that was played at random by PokerKit's rules.

    A ``wild`` one has up to nine players, antes of all kinds, straddles, mucked hands and cards that nobody saw.
    """
    while True:
        try:
            return _random_phh(variant, Random(seed), wild=wild)
        except (AssertionError, IndexError):  # PokerKit cannot go on where all but one are all in by antes
            seed += 1_000_000


def _random_phh(variant: str, random: Random, *, wild: bool) -> str:
    players = random.randint(2, (8 if variant == "FR" else 9) if wild else 6)
    stakes = dict(STAKES[variant])
    if "blinds_or_straddles" in stakes:
        stakes["blinds_or_straddles"] = [*stakes["blinds_or_straddles"], *[0] * (players - 2)]
        if wild and players > 3 and random.random() < 0.2:
            stakes["blinds_or_straddles"][2] = 20
    antes = [random.choice([0, 2])] * players
    if wild and variant == "NT" and random.random() < 0.3:
        antes = [0, 10, *[0] * (players - 2)]
    history = HandHistory(
        variant=variant,
        ante_trimming_status=wild and random.random() < 0.5,
        antes=antes,
        starting_stacks=[random.choice([1, 8, 25, 60, 200, 1000][not wild :]) for _ in range(players)],
        actions=[],
        **stakes,
    )
    game, state = history.create_game(), history.create_state()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        _play(state, random, random.sample(DECK, len(DECK)), muck=0.3 if wild else 0.0)
        played = HandHistory.from_game_state(game, state, ante_trimming_status=state.ante_trimming_status)
    return hidden(played, random).dumps() if wild else played.dumps()


class _Caller(Random):
    """Chances with which nobody bets or folds."""

    def random(self) -> float:
        return 1.0


def called_down(variant: str, players: int, seed: int) -> str:
    """Return a hand as PHH text in which everybody stays to the end."""
    stakes = {**STAKES[variant], "antes": [1] * players, "starting_stacks": [1000] * players}
    if "blinds_or_straddles" in stakes:
        stakes["blinds_or_straddles"] = [*stakes["blinds_or_straddles"], *[0] * (players - 2)]
    history = HandHistory(variant=variant, actions=[], **stakes)
    game, state = history.create_game(), history.create_state()
    _play(state, _Caller(seed), Random(seed).sample(DECK, len(DECK)), muck=0.0)
    return HandHistory.from_game_state(game, state).dumps()


def hidden(history: HandHistory, random: Random) -> HandHistory:
    """Return a history in which the down cards of some players who did not show are not known."""
    shown = {words[0] for action in history.actions if (words := action.split())[1] == "sm"}
    unseen = {f"p{i + 1}" for i in range(len(history.starting_stacks)) if random.random() < 0.4} - shown
    actions = []
    for action in history.actions:
        words = action.split()
        if words[:2] == ["d", "dh"] and words[2] in unseen and len(words[3]) >= 4:
            action = f"d dh {words[2]} ????{words[3][4:]}"
        actions.append(action)
    return replace(history, actions=actions)


def _play(state: State, random: Random, deck: list[str], muck: float) -> None:
    """Play a hand to its end; folds are rare, so that many hands get far. ``muck``: how often a hand is not shown."""
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
            last = state.street is state.streets[-1]
            seen = any(isinstance(operation, HoleCardsShowingOrMucking) for operation in state.operations)
            state.show_or_muck_hole_cards(not (last and seen and random.random() < muck))
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
    result: list[Decision] = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for row in filter(None, map(_decision, history)):
            if not result or result[-1] != row:
                result.append(row)
    return result


def _decision(state: State) -> Decision | None:
    if state.actor_index is None:
        return None
    stacks, bets = tuple(map(float, state.stacks)), tuple(map(float, state.bets))
    board = tuple(repr(card) for cards in state.board_cards for card in cards[:1])
    most = max(map(len, state.hole_cards))
    return state.actor_index, float(state.total_pot_amount), stacks, bets, tuple(state.statuses), board, most
