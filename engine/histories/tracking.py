"""A played hand as a hand of the Kelly tracker: its setup and actions as ``engine.kelly.hand.session`` saves them."""

import math
from dataclasses import replace

from engine.games import GAMES
from engine.histories.hand import HandMove, Moment, PlayedHand
from engine.kelly.hand.session import STAKES
from engine.play.actions import apply_action, new_session
from engine.play.state import CHIP_TOLERANCE, TablePlayer, TableState, legal_actions
from engine.scenario import ScenarioError
from engine.scenario.tracked_hand import SessionSetup, TrackedAction, Tracking


def tracker_values(hand: PlayedHand, moment: Moment, hero: int) -> Tracking | None:
    """Return a hand up to a moment in the form that the tracker saves.

    It is None if the tracker cannot follow: unknown stacks, posts out of turn, or play that its rules do not allow.
    """
    if any(math.isinf(stack) for stack in hand.starting) or not hand.starting[hero] > 0.0:
        return None
    state = new_session(
        hand.game,
        (TablePlayer(name, stack) for name, stack in zip(hand.names, hand.starting, strict=True)),
        hero=hero,
        bankroll=hand.starting[hero],
        stakes=replace(hand.stakes, half_bet=hand.stakes.fixed),
        pot=hand.drop,
    )
    actions: list[TrackedAction] = []
    try:
        for number, move in _in_turn(hand, moment):
            if move.kind == "check/call" and not move.chips and state.to_act is None:
                continue  # the tracker asks for no decision if nobody can call or raise the blind
            action = _action(hand, state, move, number)
            state = apply_action(state, action)
            actions.append(action)
    except ScenarioError:
        return None
    if tuple(player.folded for player in state.players) != moment.folded:
        return None
    return Tracking(setup=_setup(hand, hero), actions=tuple(actions))


def _in_turn(hand: PlayedHand, moment: Moment) -> list[tuple[int, HandMove]]:
    """Return the moves up to a moment with their indices. The posts are sorted so that the player before the first to
    act posts last: the tracker continues from there."""
    moves = list(enumerate(hand.moves[: moment.moves]))
    first, players = hand.moments[0].to_act, len(hand.names)
    posts = [(i, move) for i, move in moves if move.kind == "post"]
    if first is not None:
        posts.sort(key=lambda post: (first - 1 - (post[1].player or 0)) % players, reverse=True)
    first_post = min((i for i, _ in posts), default=0)
    moves[first_post : first_post + len(posts)] = posts
    return moves


def _setup(hand: PlayedHand, hero: int) -> SessionSetup:
    """Return the setup of the hand for the tracker."""
    stakes = {key: value for key in STAKES if (value := getattr(hand.stakes, key))}
    result = {
        "names": hand.names,
        "game": hand.game,
        "stacks": hand.starting,
        "bankroll": hand.starting[hero],
        "hero": hero,
        "button": len(hand.names) - 1,
        "fixed": hand.stakes.fixed,
        "half_bet": hand.stakes.fixed or None,
        "dead": hand.drop or None,
    }
    return SessionSetup().with_entries(result | stakes)


def _action(hand: PlayedHand, state: TableState, move: HandMove, number: int) -> TrackedAction:
    """Return a move as an action of the tracker, which distinguishes checks from calls and bets from raises.

    A bet of a size that the tracker's rules do not allow is marked as unchecked: sites have other sizes over a short
    all-in bet or after a straddle.
    """
    if move.player is None:
        return TrackedAction("street", _first_to_act(hand, number), cards=" ".join(move.cards))
    match move.kind:
        case "ante" | "post" | "bring-in":
            return TrackedAction(move.kind, move.player, move.chips)
        case "fold":
            return TrackedAction("fold", move.player)
        case "check/call":
            return TrackedAction("call" if move.chips else "check", move.player)
    allowed = legal_actions(state, move.player)
    legal = (
        allowed.low is not None and allowed.low - CHIP_TOLERANCE <= move.chips <= (allowed.high or 0.0) + CHIP_TOLERANCE
    )
    return TrackedAction(allowed.name, move.player, move.chips, unchecked=not legal)


def _first_to_act(hand: PlayedHand, number: int) -> int | None:
    """Return who acts first on the street that a move deals, or None to leave it to the tracker (hold'em)."""
    if not GAMES[hand.game].stud:
        return None
    return next((moment.to_act for moment in hand.moments if moment.moves == number + 1 and moment.actor is None), None)
