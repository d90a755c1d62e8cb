"""Results of a tracked hand: hero's decision as a Kelly request or as panel values, pot odds, and the log."""

from collections.abc import Mapping
from typing import Any

from engine.games import GAMES
from engine.kelly.finishing_orders import JointResult
from engine.kelly.hand.session import TrackedSession, all_chips_whole
from engine.kelly.panel import needed_share, responds_as_player
from engine.play.pots import chips_text, largest_callable_bet
from engine.play.state import (
    STREET_NAMES,
    LogEntry,
    TableState,
    bet_size,
    full_bet_price,
    is_short_bet,
    legal_actions,
)
from engine.players.description import SHIPPED
from engine.scenario import Scenario
from engine.scenario.kelly import SET_BY_HAND, KellyPanel
from engine.scenario.kelly_responses import OpponentResponse

LOG_VERBS = {
    "ante": "antes",
    "post": "posts",
    "bring-in": "brings in",
    "check": "checks",
    "call": "calls",
    "bet": "bets",
    "raise": "raises to",
    "complete": "completes to",
    "fold": "folds",
    "cards": "has",
    "rebuy": "adds to the stack",
    "back": "takes back uncalled",
}
NOTE_ACTIONS = ("cards", *(street for streets in STREET_NAMES.values() for street in streets))
"""Actions whose note is the cards of a player or a street."""
RAISE_TO_ACTIONS = ("raise", "complete")
LOG_COLUMNS = ("hand", "street", "player", "action", "chips", "pot", "stack", "bankroll", "note")


def matched_chips(state: TableState) -> tuple[float, ...]:
    """Return how many of the chips that hero adds each opponent can match, in the order of ``state.opponents``."""
    hero, players = state.players[state.hero], [state.players[i] for i in state.opponents]
    return tuple(max(p.total + p.stack - hero.total, 0.0) for p in players)


def decision_request(state: TableState, orders: JointResult | None = None) -> dict[str, Any]:
    """Return the decision of hero, who has not folded, as a Kelly request without outcomes.

    The largest bet is one that every opponent can match who can match more than the call, so that it makes no new side
    pot; it is at least the minimum bet. Opponents who cannot match it are listed with their stacks ``behind``, and side
    pots are valued as in ``engine.kelly.growth``.

    ``orders``: the joint result of these players, with which each side pot is paid exactly and the largest bet is the
    most that any opponent can match. It is ignored if it is of other players.
    The flop is seen from the second street on, in razz too.
    """
    hero, opponents = state.players[state.hero], [state.players[i] for i in state.opponents]
    allowed, reach = legal_actions(state, state.hero), matched_chips(state)
    # Hero can win at most as much of each folded player's chips as hero can put in.
    hero_chips = hero.total + hero.stack
    folded = state.unmatched + sum(min(p.total, hero_chips) for p in state.players if p.folded)
    committed: dict[str, Any] = {"hero": hero.total, "opponents": [p.total for p in opponents], "folded": folded}
    request = {"bankroll": state.bankroll, "opponents": len(opponents), "committed": committed}
    request |= {"flop_seen": True} if state.street else {}
    if orders is not None and orders.players != (state.hero, *state.opponents):
        orders = None
    if orders is not None:
        request |= {"orders": orders.to_json()} | ({"order_trials": orders.trials} if orders.trials else {})
    # A bet or raise makes sense only if some opponent can put in more than the call.
    matched = [chips for chips in reach if chips > allowed.call]
    low = allowed.low if matched else None
    high = allowed.call
    if low is not None:
        max_bet = min(hero.stack, max(matched)) if orders is not None else largest_callable_bet(hero.stack, matched)
        high = low if state.stakes.fixed else max(max_bet, low)
    if min(reach) < high:
        behind = zip(opponents, reach, strict=True)
        committed["behind"] = [p.stack if m < high else None for p, m in behind]
    if low is None:
        return request | {"max_bet": allowed.call}
    if state.stakes.fixed:
        choices = {"call": allowed.call} if allowed.call else {}
        return request | {"choices": choices | {allowed.name: low}, "max_bet": hero.stack}
    request |= {"min_bet": low, "max_bet": high}
    return request | ({"can_raise": True} if allowed.call else {})


def needed_shares_now(scenario: Scenario, state: TableState) -> tuple[float | None, ...]:
    """Return the equity that each seat needs for a call to break even.

    None for a seat that has nothing to call or is not in the hand, and for all seats if nobody is to act.
    """
    if state.to_act is None:
        return (None,) * len(state.players)
    chips = [player.total for player in state.players]
    return tuple(
        needed_share(chips, i, legal_actions(state, i).call, state.unmatched)
        if seat.plays and not player.folded
        else None
        for i, (seat, player) in enumerate(zip(scenario.seats, state.players, strict=True))
    )


def decision_panel(panel: KellyPanel, tracked: TrackedSession) -> KellyPanel:
    """Return the panel with the values of hero's decision in a tracked hand.

    Stacks are used as in ``decision_request``: an opponent who is all in makes a side pot. A single opponent for whom a
    player was chosen responds to a bet as that player does after the first street, unless the panel says otherwise.
    """
    state = tracked.state
    allowed = legal_actions(state, state.hero)
    values: dict[str, Any] = {
        "seat": state.hero or None,
        "bankroll": state.bankroll,
        "chips": [player.total for player in state.players],
        "stacks": [None if player.folded else player.stack for player in state.players],
        "dead": state.unmatched or None,
        "put_in": state.players[state.hero].street,
        "no_raise": True if allowed.low is None else None,
        "chip": 1 if panel.entered("chip") is None and all_chips_whole(tracked) else panel.entered("chip"),
    }
    if state.stakes.fixed:
        values |= {"limit_bet": state.stakes.small_bet, "big_bet": state.stakes.big_bet}
        values["full_bet"] = True if allowed.name == "raise" else None
        third = GAMES[state.game].stud and state.street == 0
        # The panel handles the bring-in of third street itself.
        if is_short_bet(state) and not (third and state.price < bet_size(state)):
            values["raise_by"] = full_bet_price(state) - state.price
    else:
        values["min_bet"] = allowed.low or None
    answers = _responses(panel, tracked)
    values |= {"answers": answers} if answers != [panel.answer(i) for i in range(len(answers))] else {}
    return panel.with_entries(dict.fromkeys(SET_BY_HAND) | values)


def _responses(panel: KellyPanel, tracked: TrackedSession) -> list[OpponentResponse | None]:
    """Return the response of each player to a bet.

    A described player can only respond after the first street, heads-up and with chips left; otherwise he calls.
    """
    state, kinds = tracked.state, tracked.setup.kinds
    alone = len(state.opponents) == 1 and state.street > 0 and state.players[state.opponents[0]].stack > 0.0
    result = []
    for i in range(len(state.players)):
        answer, kind = panel.answer(i), kinds[i] if i < len(kinds) else ""
        if answer is None and (isinstance(kind, Mapping) or kind in SHIPPED):
            answer = OpponentResponse("player", player=kind)
        applies = alone and i in state.opponents
        result.append(None if responds_as_player(answer) and not applies else answer)
    return result


def log_rows(state: TableState) -> tuple[tuple[Any, ...], ...]:
    """Return the log as rows of ``LOG_COLUMNS``, to be written as CSV."""
    return tuple(tuple(getattr(entry, column) for column in LOG_COLUMNS) for entry in state.log)


def log_text(state: TableState) -> str:
    """Return the log as text: one line per step, with a heading for each hand."""
    lines: list[str] = []
    hand, put_in = 0, dict[tuple[str, int | None], float]()
    for entry in state.log:
        if entry.hand != hand:
            hand = entry.hand
            put_in.clear()
            lines.append(f"Hand {hand}")
        if entry.action not in ("hand", "ante"):
            put_in[entry.street, entry.seat] = put_in.get((entry.street, entry.seat), 0.0) + entry.chips
        if entry.action != "hand":
            words = _words(entry, put_in.get((entry.street, entry.seat), 0.0))
            lines.append(f"  {words}: pot {chips_text(entry.pot)}, bankroll {chips_text(entry.bankroll)}")
            lines[-1] += f" ({entry.note})" if entry.note and entry.action not in NOTE_ACTIONS else ""
    return "\n".join(lines)


def _words(entry: LogEntry, put_in: float) -> str:
    """Return an entry as text: player and action, or the cards of a new street.

    ``put_in``: all chips of the player on this street, to which a raise is stated.
    """
    if not entry.player:
        return f"{entry.street} {entry.note}".strip()
    size = put_in if entry.action in RAISE_TO_ACTIONS else entry.chips
    words = entry.note if entry.action in NOTE_ACTIONS else chips_text(size) if entry.chips else ""
    if entry.action == "cards":  # stud cards are recorded before their street begins
        return f"{entry.player} {LOG_VERBS[entry.action]} {words}"
    return f"{entry.street}, {entry.player} {LOG_VERBS.get(entry.action, entry.action)} {words}".strip()
