"""The ranges of the players of a tracked hand after their actions.

An action multiplies the weight of each combo by the probability with which the player's description takes it with that
combo (``engine.players.known``), as for played hands.
"""

import json
from collections.abc import Mapping
from functools import lru_cache

from engine.arrays import F64
from engine.play.state import STREET_NAMES, TableState, legal_actions
from engine.players.description import NEUTRAL, SHIPPED, Player, read_player, shipped_player
from engine.players.first_hands import position_at
from engine.players.first_street import FirstStreet
from engine.players.known import ActionKind, LaterStreet, SeenAction, known_range
from engine.scenario.tracked_hand import Kind, SessionSetup

RAISES = ("bet", "raise", "complete")
SEEN: dict[Kind, ActionKind] = {
    "bet": "raise", "raise": "raise", "complete": "raise", "call": "call", "check": "check", "fold": "fold",
}  # fmt: skip
"""The actions that say something about a hand."""
CACHED_PLAYERS = 32


def player_in_seat(setup: SessionSetup, seat: int) -> Player:
    """Return the description of the player that was chosen for a seat, by default neutral.

    Raises:
        ScenarioError: the set-up has a description that cannot be read.
    """
    kind = setup.kinds[seat] if seat < len(setup.kinds) else ""
    if isinstance(kind, Mapping):
        return _player(json.dumps(kind))
    return shipped_player(kind if kind in SHIPPED else NEUTRAL)


@lru_cache(maxsize=CACHED_PLAYERS)
def _player(text: str) -> Player:
    """Return the player of a description as JSON text."""
    return read_player(json.loads(text), "kinds")


def position_in_hand(state: TableState, seat: int) -> str:
    """Return the position of a seat."""
    count = len(state.players)
    dealt = [i for i in ((state.button + step) % count for step in range(count)) if not state.players[i].out]
    # The order begins at the button, positions begin with the first player after the big blind.
    index, players = dealt.index(seat), len(dealt)
    return position_at((index - 3) % players if players > 2 else index, players)


def first_turn(state: TableState, seat: int, *, jam: bool = False) -> FirstStreet:
    """Return a player's turn on the first street after all that has happened there; ``jam``: he faces an all-in."""
    raisers = _raisers(state, 0)
    by = position_in_hand(state, raisers[-1]) if raisers else None
    return FirstStreet(position_in_hand(state, seat), len(raisers), by, jam)


def _raisers(state: TableState, street: int) -> list[int]:
    """Return who bet or raised on a street of the hand, in order."""
    here = state.hand, STREET_NAMES[state.game][street]
    log = (entry for entry in state.log if (entry.hand, entry.street) == here and entry.action in RAISES)
    return [entry.seat for entry in log if entry.seat is not None]


def seen_action(state: TableState, kind: Kind) -> SeenAction | None:
    """Return an action of the hold'em player to act with its turn, or None if it does not narrow a range.

    ``state``: the state before the action.
    """
    seat, seen = state.to_act, SEEN.get(kind)
    if seat is None or seen is None:
        return None
    call = legal_actions(state, seat).call
    if seen == "fold" and not call:  # instead of a free check
        return None
    raisers = _raisers(state, state.street)
    if not state.street:
        jam = bool(raisers) and (state.players[raisers[-1]].stack <= 0.0 or call >= state.players[seat].stack)
        return SeenAction(seen, first_turn(state, seat, jam=jam))
    last = next(reversed(_raisers(state, state.street - 1)), None)
    here = state.hand, state.street_name
    acted = {entry.seat for entry in state.log if (entry.hand, entry.street) == here and entry.action in SEEN}
    turn = LaterStreet(
        state.street,
        opponents=len(state.live) - 1,
        price=_call_share(state, seat, call) if raisers else 0.0,
        last_raiser=last == seat,
        raiser_behind=last in state.live and last not in {seat, *acted},
        board=state.board,
    )
    return SeenAction(seen, turn)


def _call_share(state: TableState, seat: int, call: float) -> float:
    """Return a call as a share of the pot after it, counting only the chips that the caller can win."""
    level = state.players[seat].total + call
    pot = call + state.unmatched + sum(min(player.total, level) for player in state.players)
    return min(max(call / pot, 0.0), 1.0) if pot > 0.0 else 0.0


def narrowed_weights(state: TableState, kind: Kind, setup: SessionSetup, weights: F64) -> F64 | None:
    """Return the weights float64[1326] of the player to act after an action, or None if it says nothing."""
    seen = seen_action(state, kind)
    if seen is None or state.to_act is None:
        return None
    return known_range(player_in_seat(setup, state.to_act), state.game, [seen], weights)
