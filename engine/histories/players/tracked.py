"""The ranges of a hand in the Kelly tracker from descriptions of players: by position and by each player's actions."""

from collections.abc import Iterator

from engine.cards import TextError, parse_cards
from engine.kelly.hand.session import TrackedSession, state_before_hand
from engine.kelly.hand.turns import first_turn, seen_action
from engine.play.actions import apply_action
from engine.players.description import Player
from engine.players.first_street import FirstStreet, first_street
from engine.players.known import SeenAction, known_range
from engine.ranges.holdem_format import text_on_board


def range_in_hand(tracked: TrackedSession, seat: int, player: Player) -> str:
    """Return the range of a hold'em player after his actions in this hand, as *Histories* has it. Without an action on
    the first street he has the hands with which he would stay in."""
    state, actions = tracked.state, list(seen_in_hand(tracked, seat))
    start = None
    if not actions or not isinstance(actions[0].turn, FirstStreet):
        stays = first_street(player, state.game, first_turn(state, seat))
        start = stays.raises + stays.calls
    weights = known_range(player, state.game, actions, start)
    try:
        board = [card for card, _ in parse_cards(state.board)]
    except TextError:
        board = []
    return text_on_board(weights.round(2), board)


def seen_in_hand(tracked: TrackedSession, seat: int) -> Iterator[SeenAction]:
    """Yield the actions of a player in the current hand, each with the situation that makes it informative."""
    first = max((i for i, action in enumerate(tracked.actions) if action.kind == "hand"), default=0)
    state = state_before_hand(tracked)
    for action in tracked.actions[first:]:
        seen = seen_action(state, action.kind) if state.to_act == seat else None
        if seen is not None:
            yield seen
        state = apply_action(state, action)
