"""The ranges of a tracked hand from kinds of players: by position, and by what each has done before the flop."""

from engine.cards import TextError
from engine.games import GAMES
from engine.histories.assumed import CALLS, RAISES, range_for_action
from engine.histories.players.kinds import STREETS
from engine.play.state import TableState
from engine.players.kinds import PlayerKind, position_at
from engine.ranges.street_text import split_streets


def range_in_hand(state: TableState, seat: int, kind: PlayerKind, text: str) -> str:
    """Return what a player of a kind holds after its first street: with what it comes in or goes on where it has not
    acted yet. Street filters behind its ``text`` stay."""
    count = len(state.players)
    order = [(state.button + step) % count for step in range(count)]
    dealt = [i for i in order if not state.players[i].out]
    place, players = dealt.index(seat), len(dealt)
    position, did, raises = position_at((place - 3) % players if players > 2 else place, players), "", 0
    for entry in state.log:
        if entry.hand != state.hand or entry.street != GAMES[state.game].streets[0] or entry.seat is None:
            continue
        if entry.action in ("bet", "raise"):
            did = RAISES[min(raises, len(RAISES) - 1)] if entry.seat == seat else did
            raises += 1
        elif entry.action in ("call", "check") and entry.seat == seat:
            did = CALLS[min(raises, len(CALLS) - 1)] if entry.action == "call" else "checked"
    base = range_for_action(kind, position, did) if did else (kind.against_raise if raises else kind.first_in)[position]
    try:
        _, at = split_streets(text)
    except TextError:
        at = len(text)
    return f"{base} {text[at:]}".strip()


def fold_shares(kind: PlayerKind) -> tuple[float | None, ...]:
    """Return to which share of first bets on the flop, turn and river a kind folds; empty where nothing is known."""
    shares = tuple(kind.folds[street][0] if street in kind.folds else None for street in STREETS)
    return shares if any(share is not None for share in shares) else ()
