"""The ranges of a hand in the Kelly tracker from kinds of players: by position and by each player's actions before the
flop."""

from engine.cards import TextError
from engine.games import GAMES
from engine.histories.assumed import CALLS, RAISES, range_for_action
from engine.histories.players.kinds import STREETS
from engine.play.state import TableState
from engine.players.kinds import PlayerKind, position_at
from engine.ranges.street_text import split_streets


def range_in_hand(state: TableState, seat: int, kind: PlayerKind, text: str) -> str:
    """Return the range of a player of a kind after the first street: of his last action there, or of entering the pot
    (continuing after a raise) if he has not acted.

    Street filters at the end of ``text``, his present range, stay.
    """
    count = len(state.players)
    order = [(state.button + step) % count for step in range(count)]
    dealt = [i for i in order if not state.players[i].out]
    # ``order`` begins at the button, positions begin with the first player after the big blind.
    order_index, players = dealt.index(seat), len(dealt)
    position, action, raises = position_at((order_index - 3) % players if players > 2 else order_index, players), "", 0
    for entry in state.log:
        if entry.hand != state.hand or entry.street != GAMES[state.game].streets[0] or entry.seat is None:
            continue
        if entry.action in ("bet", "raise"):
            action = RAISES[min(raises, len(RAISES) - 1)] if entry.seat == seat else action
            raises += 1
        elif entry.action in ("call", "check") and entry.seat == seat:
            action = CALLS[min(raises, len(CALLS) - 1)] if entry.action == "call" else "checked"
    base = (
        range_for_action(kind, position, action)
        if action
        else (kind.against_raise if raises else kind.first_in)[position]
    )
    try:
        _, filter_start = split_streets(text)
    except TextError:
        filter_start = len(text)
    return f"{base} {text[filter_start:]}".strip()


def fold_shares(kind: PlayerKind) -> tuple[float | None, ...]:
    """Return the shares of first bets on flop, turn and river to which a kind folds, None for unknown ones; () if all
    are unknown."""
    shares = tuple(kind.folds[street][0] if street in kind.folds else None for street in STREETS)
    return shares if any(share is not None for share in shares) else ()
