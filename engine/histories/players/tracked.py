"""The ranges of a hand in the Kelly tracker from descriptions of players: by position and by each player's actions on
the first street."""

from engine.cards import TextError
from engine.games import GAMES
from engine.histories.players.kinds import STREETS
from engine.play.state import TableState
from engine.players.description import Player
from engine.players.first_street import FirstStreet, first_street
from engine.players.kinds import PlayerKind, position_at
from engine.players.known import ActionKind, SeenAction, known_range
from engine.ranges.holdem_format import format_weights
from engine.ranges.street_text import split_streets


def range_in_hand(state: TableState, seat: int, player: Player, text: str) -> str:
    """Return the range of a hold'em player after his actions on the first street, as *Histories* has it; if he has not
    acted, the hands with which he would stay in.

    Street filters at the end of ``text``, his present range, stay.
    """
    actions, raises, raiser = [], 0, None
    kinds: dict[str, ActionKind] = {"bet": "raise", "raise": "raise", "call": "call", "check": "check"}
    for entry in state.log:
        kind = kinds.get(entry.action)
        if entry.hand != state.hand or entry.street != GAMES[state.game].streets[0] or entry.seat is None:
            continue
        if kind is not None and entry.seat == seat:
            actions.append(SeenAction(kind, FirstStreet(_position(state, seat), raises, raiser)))
        if kind == "raise":
            raises, raiser = raises + 1, _position(state, entry.seat)
    weights = known_range(player, state.game, actions)
    if not actions:
        stays = first_street(player, state.game, FirstStreet(_position(state, seat), raises, raiser))
        weights = stays.raises + stays.calls
    try:
        _, filter_start = split_streets(text)
    except TextError:
        filter_start = len(text)
    return f"{format_weights(weights.round(2))} {text[filter_start:]}".strip()


def _position(state: TableState, seat: int) -> str:
    """Return the position of a seat."""
    count = len(state.players)
    dealt = [i for i in ((state.button + step) % count for step in range(count)) if not state.players[i].out]
    # The order begins at the button, positions begin with the first player after the big blind.
    index, players = dealt.index(seat), len(dealt)
    return position_at((index - 3) % players if players > 2 else index, players)


def fold_shares(kind: PlayerKind) -> tuple[float | None, ...]:
    """Return the shares of first bets on flop, turn and river to which a kind folds, None for unknown ones; () if all
    are unknown."""
    shares = tuple(kind.folds[street][0] if street in kind.folds else None for street in STREETS)
    return shares if any(share is not None for share in shares) else ()
