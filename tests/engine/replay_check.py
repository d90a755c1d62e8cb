"""Moments of hands beside PokerKit's own replay, state by state: every number that a moment has, and the end."""

import warnings
from collections.abc import Mapping
from dataclasses import dataclass

from pokerkit.notation import HandHistory
from pokerkit.state import BoardDealing, ChipsPushing, HoleDealing, State

from engine.histories.hand import UNKNOWN_CARD, Moment, PlayedHand
from engine.histories.sites import site_record
from tests.engine.pokerkit_history import covered, history_of_record, replayable

ACTIONS = ("Folding", "CheckingOrCalling", "CompletionBettingOrRaisingTo", "BringInPosting")
THIRD = 3
"""Cards on third street."""
CLOSE = 1e-6
"""Chips by which floats may differ."""


@dataclass(frozen=True)
class Seen:
    """A state of PokerKit after an action or a dealing; ``chips`` is empty once the pot has been pushed, ``pots`` while
    bets are in front.
    """

    acted: int | None
    to_act: int | None
    price: float
    chips: tuple[float, ...]
    pots: tuple[tuple[float, tuple[int, ...]], ...]
    live: tuple[bool, ...]
    board: tuple[str, ...]
    cards: tuple[tuple[str, ...], ...]


def history_of(hand: PlayedHand) -> HandHistory:
    """Return what PokerKit replays of a hand."""
    return HandHistory.loads(hand.raw.text) if hand.raw.form == "phh" else history_of_record(site_record(hand.raw))


def differences(hand: PlayedHand) -> list[str]:
    """Return in what the moments and the result of a hand are not those of PokerKit's replay; empty: in nothing."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        history, message = history_of(hand), hand.raw.form == "phh"
        try:
            seen, last = _replay(replayable(history, told=message))
        except ValueError:
            other = covered(history)
            assert other is not None
            seen, last = _replay(replayable(other, told=message))
    if len(seen) != len(hand.moments):
        return [f"{len(hand.moments)} moments for {len(seen)} states"]
    result = [
        f"moment {place}, {moment.words}: {text}"
        for place, (moment, state) in enumerate(zip(hand.moments, seen, strict=True))
        for text in _differs(hand, moment, state)
    ]
    payoffs = [float(payoff) + (0.0 if player else hand.drop) for player, payoff in enumerate(last.payoffs)]
    if hand.gross is not None and not last.status and not _near(hand.gross, tuple(payoffs)):
        result.append(f"result {hand.gross}, not {last.payoffs}")
    return result


def _replay(history: HandHistory) -> tuple[list[Seen], State]:
    """Return the states after each action and each street dealt, and the last of all."""
    seen: list[Seen] = []
    read, spare = 0, history.user_defined_fields.get("_spare", {})
    for state, _ in history.state_actions:
        fresh, read = state.operations[read:], len(state.operations)
        acted = next((op.player_index for op in fresh if type(op).__name__ in ACTIONS), None)
        if acted is None and not any(isinstance(op, BoardDealing | HoleDealing) for op in fresh):
            continue
        now = _seen(state, acted, spare, paid=any(isinstance(op, ChipsPushing) for op in fresh))
        street, dealing = _street(now, history.variant), acted is None
        if dealing and seen and seen[-1].acted is None and _street(seen[-1], history.variant) == street:
            seen.pop()
        seen.append(now)
    return seen, state


def _street(seen: Seen, variant: str) -> int:
    """Return what tells one street from another: the cards on the board, and in razz the most cards of a player."""
    return len(seen.board) + (max(THIRD, *map(len, seen.cards)) if variant == "FR" else 0)


def _seen(state: State, acted: int | None, spare: Mapping[int, int], *, paid: bool) -> Seen:
    to_act = state.actor_index
    stacks = [stack - spare.get(i, 0) for i, stack in enumerate(state.stacks)]
    pots = (
        () if any(state.bets) else tuple((float(pot.amount), tuple(sorted(pot.player_indices))) for pot in state.pots)
    )
    return Seen(
        acted=acted,
        to_act=to_act,
        price=0.0 if to_act is None else float(state.checking_or_calling_amount or 0),
        chips=() if paid else tuple(map(float, (state.total_pot_amount, *stacks, *state.bets))),
        pots=() if paid or any(state.bets) else pots,
        live=tuple(state.statuses),
        board=tuple(repr(card) for cards in state.board_cards for card in cards[:1]),
        cards=tuple(tuple(map(repr, cards)) for cards in state.hole_cards),
    )


def _differs(hand: PlayedHand, moment: Moment, seen: Seen) -> list[str]:
    """Return in what a moment is not a state."""
    result = []
    if (moment.actor, moment.to_act) != (seen.acted, seen.to_act):
        result.append(f"acts {moment.actor}, to act {moment.to_act}; {seen.acted}, {seen.to_act}")
    if not _near((moment.price,), (seen.price,)):
        result.append(f"price {moment.price}, not {seen.price}")
    chips = moment.chips
    ours = (moment.pot, *(player.stack for player in chips), *(player.bet for player in chips))
    if seen.chips and not _near(ours, seen.chips):
        result.append(f"chips {ours}, not {seen.chips}")
    if tuple(not folded for folded in moment.folded) != seen.live and seen.chips:
        result.append(f"folded {moment.folded}, live {seen.live}")
    if seen.pots and not _same_pots(moment, seen):
        result.append(f"pots {moment.pots()}, not {seen.pots}")
    if moment.board != seen.board[:5]:
        result.append(f"board {moment.board}, not {seen.board}")
    for player, cards in enumerate(seen.cards):
        known = {card for card in cards if card != UNKNOWN_CARD}
        own = hand.cards[player][: moment.dealt[player]]
        if cards and (len(own) != len(cards) or not known <= set(own)):
            result.append(f"cards of {player} {own}, not {cards}")
    return result


def _same_pots(moment: Moment, seen: Seen) -> bool:
    ours = moment.pots()
    return [pot.players for pot in ours] == [players for _, players in seen.pots] and _near(
        tuple(pot.chips for pot in ours), tuple(chips for chips, _ in seen.pots)
    )


def _near(ours: tuple[float, ...], theirs: tuple[float, ...]) -> bool:
    return len(ours) == len(theirs) and all(a == b or abs(a - b) < CLOSE for a, b in zip(ours, theirs, strict=True))
