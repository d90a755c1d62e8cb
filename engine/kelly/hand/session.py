"""The tracked hand as pure functions of a scenario; ``table_sync`` keeps the table in step with it.

The state is computed by replaying the saved actions from the start, so a step back only drops the last action. One edit
changes both the hand and the table: the board and the folded seats of the scenario are those of the hand. The players
are the seats, in the same order. A player who folds before the flop folds the complement of his range
(``engine.table.folding``). A player who folds later holds the part of his range with which he does not continue.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.cards import plain_name
from engine.games import GAMES
from engine.kelly.hand.table_sync import (
    bring_back,
    clear_cards,
    match_table,
    narrow_range,
    narrowed_seats,
    saved_ranges,
    undo_narrowing,
    unrecorded_cards,
    with_early_cards,
)
from engine.kelly.panel import is_tracking, kelly_panel
from engine.play.actions import apply_action, blinds, new_session
from engine.play.state import STREET_NAMES, Stakes, TablePlayer, TableState
from engine.players.description import Player as Described
from engine.players.description import brief_json
from engine.ranges.orders import Order
from engine.scenario import Problem, Scenario, ScenarioError, Seat
from engine.scenario.fields import specs_of
from engine.scenario.tracked_hand import OF_SESSION, UNREADABLE, SessionSetup, SetupSpec, TrackedAction, Tracking
from engine.table.hand_texts import plain_cards

CARD_KINDS = ("cards",)
"""Actions that are added together with the next action, and removed with it."""
FORCED_KINDS = ("ante", "post")
"""Actions that are added together with the hand that they begin."""
PANEL_KEYS = {"bankroll": "bankroll", "small_bet": "limit_bet", "big_bet": "big_bet"}
STAKES = tuple(spec.key for spec in specs_of(SessionSetup) if isinstance(spec, SetupSpec) and spec.stake)


@dataclass(frozen=True, slots=True)
class TrackedSession:
    """A session: how it began, the actions so far, and the state that they lead to."""

    setup: SessionSetup
    actions: tuple[TrackedAction, ...]
    state: TableState


def setup_of(scenario: Scenario) -> SessionSetup:
    """Return the set-up of the session; bankroll and limits default to those of the Kelly panel."""
    panel = kelly_panel(scenario)
    setup = panel.tracker.setup
    missing = {own: panel.entered(key) for own, key in PANEL_KEYS.items() if setup.entered(own) is None}
    limited = missing.get("small_bet") is not None
    if setup.entered("fixed") is None and (GAMES[scenario.game].fixed_limit or limited):
        missing["fixed"] = True
    return setup.with_entries(missing) if missing else setup


def all_chips_whole(tracked: TrackedSession) -> bool:
    """Return whether all stacks, blinds and bets of a session are whole numbers; advised bets are then whole, too."""
    stakes = [getattr(tracked.state.stakes, key) for key in STAKES]
    return all(float(x).is_integer() for x in (*(p.stack + p.total for p in tracked.state.players), *stakes))


def tracked_session(scenario: Scenario, known: TrackedSession | None = None) -> TrackedSession | None:
    """Return the tracked session, or None if there is none.

    ``known``: an earlier state of the session, whose actions need not be replayed.

    Raises:
        ScenarioError: the saved session is invalid, or belongs to another table.
    """
    if not is_tracking(scenario):
        return None
    setup = setup_of(scenario)
    actions = kelly_panel(scenario).tracker.actions
    if actions is None:
        raise ScenarioError(UNREADABLE)
    # A new action only extends the list, so the known state is continued instead of replaying the whole session.
    start, rest = None, actions
    if known is not None and known.setup == setup and actions[: len(known.actions)] == known.actions:
        start, rest = known.state, actions[len(known.actions) :]
    state = first_state(scenario, setup) if start is None else start
    for action in rest:
        state = apply_action(state, action)
    if state.game != scenario.game or len(state.players) != len(scenario.seats):
        raise ScenarioError(Problem("tracker", "the table has changed: the tracked hand had other players"))
    return TrackedSession(setup, actions, state)


def first_state(scenario: Scenario, setup: SessionSetup) -> TableState:
    """Return the state at the start of a session.

    In sessions of version 1.0 a player without a stack has the stack of the player before him; later ones list all.

    Raises:
        ScenarioError: a field of the set-up is missing or wrong.
    """
    stacks = setup.entered("stacks") or ()
    if "names" in setup.rejected or not isinstance(stacks, list | tuple):
        raise ScenarioError(Problem("players", "expected lists of names and stacks"))
    players: list[TablePlayer] = []
    for i, name in enumerate(setup.names or [seat.name for seat in scenario.seats]):
        stack = stacks[i] if i < len(stacks) else None
        if stack is None and not players:
            raise ScenarioError(Problem(f"stacks{i}", f"how many chips does {name} have?", incomplete=True))
        chips = players[-1].stack if stack is None else _number(stack, f"stacks{i}")
        players.append(TablePlayer(plain_name(name), chips))
    if setup.entered("bankroll") is None:
        raise ScenarioError(Problem("bankroll", "what is the bankroll?", incomplete=True))
    small, big, ante, bring_in, small_bet, big_bet = (_number(setup.entered(key) or 0.0, key) for key in STAKES)
    if setup.fixed and not small_bet:
        raise ScenarioError(Problem("small_bet", "how much is the small bet?", incomplete=True))
    big_bet = big_bet or 2 * small_bet
    stakes = Stakes(small, big, ante, bring_in, setup.fixed, small_bet, big_bet, half_bet=setup.half_bet or False)
    street = _index(setup.street, len(STREET_NAMES[scenario.game]))
    if "game" in setup.rejected:
        raise ScenarioError(UNREADABLE)
    return new_session(
        setup.game or scenario.game,
        players,
        hero=_index(setup.hero, len(players)),
        bankroll=_number(setup.entered("bankroll"), "bankroll"),
        stakes=stakes,
        button=_index(len(players) - 1 if setup.button is None else setup.button, len(players)),
        street=street,
        board=setup.board if street else "",
        pot=_number(setup.entered("pot" if street else "dead") or 0.0, "pot"),
    )


def begin_session(scenario: Scenario, orders: Sequence[Order] = (), name: str = "") -> Scenario:
    """Return the scenario with a session begun from the saved set-up; antes and blinds are posted.

    ``name`` identifies the session in the journal.

    Raises:
        ScenarioError: a field of the set-up is missing or wrong.
    """
    values: dict[str, Any] = {"names": tuple(seat.name for seat in scenario.seats), "game": scenario.game}
    setup = setup_of(scenario).with_entries(values | ({"session": name} if name else {}))
    setup = setup.with_all_stacks(len(scenario.seats))
    if setup.fixed and setup.half_bet is None:
        setup = setup.with_entry("half_bet", True)
    if setup.street:
        setup = setup.with_entry("board", _board_to_join(scenario, setup.street))
    state = first_state(scenario, setup)
    posts = () if state.street else blinds(state)
    for action in posts:
        state = apply_action(state, action)
    after = match_table(_saved(scenario, setup), state, orders)
    return _saved(after, setup, posts, saved_ranges(after, state, (), new_hand=True))


def _board_to_join(scenario: Scenario, street: int) -> str:
    """Return the board of a hand that is tracked from a later street on.

    Raises:
        ScenarioError: the table does not have the cards of that street.
    """
    index = _index(street, len(STREET_NAMES[scenario.game]))
    there, needed = len(plain_cards(scenario.board) or ()), index + 2
    if GAMES[scenario.game].has_board and there != needed:
        name = STREET_NAMES[scenario.game][index]
        text = f"to start on the {name}, put {needed} cards on the board first; there are {there}"
        raise ScenarioError(Problem("board", text))
    return scenario.board


def after_action(
    scenario: Scenario, tracked: TrackedSession, action: TrackedAction, orders: Sequence[Order] = ()
) -> Scenario:
    """Return the scenario after an action; a new hand posts its antes and blinds.

    Raises:
        ScenarioError: the action is not legal in this state.
    """
    added = [action] if action.kind == "hand" else [*unrecorded_cards(scenario, tracked.state), action]
    state = tracked.state
    for step in added:
        state = apply_action(state, step)
    if action.kind == "hand":
        for post in blinds(state):
            state = apply_action(state, post)
            added.append(post)
    narrowed = narrowed_seats(tracked.actions)
    ranges = saved_ranges(scenario, tracked.state, kelly_panel(scenario).tracker.ranges, narrowed)
    narrow, seat = narrow_range(scenario, tracked.state, action, tracked.setup, orders), tracked.state.to_act
    if narrow is not scenario and seat is not None:
        added = [replace(a, player=seat, range=scenario.seats[seat].cards) if a is action else a for a in added]
    actions = (*tracked.actions, *added)
    after = match_table(_saved(narrow, tracked.setup, actions, ranges), state, orders)
    after = with_early_cards(after, state, scenario, tracked.state)
    if action.kind != "hand":
        return after
    after = clear_cards(after, state, ranges)
    return _saved(after, tracked.setup, actions, saved_ranges(after, state, ranges, new_hand=True))


def with_any_folds(
    scenario: Scenario, tracked: TrackedSession, any_folds: bool, orders: Sequence[Order] = ()
) -> Scenario:
    """Return the scenario in which folded players hold any cards, or else the hands that they would fold."""
    setup = tracked.setup.with_entry("any_folds", True if any_folds else None)
    return match_table(
        _saved(scenario, setup, tracked.actions, kelly_panel(scenario).tracker.ranges), tracked.state, orders
    )


def with_kind(scenario: Scenario, tracked: TrackedSession, seat: int, player: Described) -> Scenario:
    """Return the scenario in which somebody plays on later streets as ``player``."""
    setup = tracked.setup
    kinds = [setup.kinds[i] if i < len(setup.kinds) else "" for i in range(len(tracked.state.players))]
    kinds[seat] = brief_json(player)
    setup = setup.with_entry("kinds", kinds)
    return _saved(scenario, setup, tracked.actions, kelly_panel(scenario).tracker.ranges)


def can_step_back(tracked: TrackedSession) -> bool:
    """Return True if a step can be taken back. The blinds of the first hand cannot."""
    return any(action.kind not in (*CARD_KINDS, *FORCED_KINDS) for action in tracked.actions)


def step_back(scenario: Scenario, tracked: TrackedSession, orders: Sequence[Order] = ()) -> Scenario:
    """Return the scenario without the last step and the actions that were added with it.

    Typed cards stay; the cards of an earlier hand return.
    """
    actions = list(tracked.actions)
    # Posts that were added with a new hand.
    while actions[-1].kind in FORCED_KINDS:
        actions.pop()
    last = actions.pop()
    # Cards that were recorded with the action.
    while actions and actions[-1].kind in CARD_KINDS:
        actions.pop()
    after = _saved(scenario, tracked.setup, tuple(actions), kelly_panel(scenario).tracker.ranges)
    previous = tracked_session(after)
    if previous is None:
        return after
    for i, player in enumerate(previous.state.players):
        after = after if player.out else bring_back(after, i)
    another = previous.state.hand != tracked.state.hand
    for i, player in enumerate(previous.state.players):
        if player.cards and (another or not after.seats[i].cards.strip()):
            after = after.with_seat(i, cards=player.cards)
    after = undo_narrowing(after, previous.state, last, tracked.setup, orders)
    after = match_table(after, previous.state, orders)
    return with_early_cards(after, previous.state, scenario, tracked.state)


def after_session(scenario: Scenario) -> Scenario:
    """Return the scenario without the session; the set-up stays, with the final stacks and bankroll.

    An unfinished hand is settled as in ``settled_state``.
    """
    try:
        tracked = tracked_session(scenario)
    except ScenarioError:  # an invalid session cannot be continued, but it can be ended
        tracked = None
    changes: dict[str, Any] = dict.fromkeys(OF_SESSION)
    for i in range(len(scenario.seats)):
        scenario = bring_back(scenario, i)
    if tracked is not None:
        last = settled_state(tracked)
        changes["stacks"] = [player.stack for player in last.players]
        changes["bankroll"] = None if tracked.setup.common else last.bankroll  # the common one is not the table's
        changes["button"] = tracked.state.button
    return _saved(scenario, setup_of(scenario).with_entries(changes))


def settled_state(tracked: TrackedSession) -> TableState:
    """Return the state with which a session ends; an unfinished hand is cancelled, and all chips are returned.

    If hero has folded, he loses the chips that he put in. It is not known which opponent won them, so the opponents'
    stacks are still those from before the hand.
    """
    state = tracked.state
    if state.over:
        return state
    before = state_before_hand(tracked)
    if not state.players[state.hero].folded or state.players[state.hero].out:
        return before
    players = list(before.players)
    players[state.hero] = replace(players[state.hero], stack=state.players[state.hero].stack)
    return replace(before, players=tuple(players), bankroll=state.bankroll)


def state_before_hand(tracked: TrackedSession) -> TableState:
    """Return the state at the start of the current hand."""
    names = [seat.name for seat in tracked.state.players]
    state = first_state(Scenario(tracked.state.game, tuple(Seat(name, "") for name in names)), tracked.setup)
    first = max((i for i, action in enumerate(tracked.actions) if action.kind == "hand"), default=0)
    for action in tracked.actions[:first]:
        state = apply_action(state, action)
    return state


def with_setup(scenario: Scenario, key: str, value: object) -> Scenario:
    """Return the scenario with a value of the set-up replaced."""
    return _saved(scenario, kelly_panel(scenario).tracker.setup.with_entry(key, value))


def _saved(
    scenario: Scenario,
    setup: SessionSetup,
    actions: tuple[TrackedAction, ...] | None = None,
    ranges: tuple[str | None, ...] = (),
) -> Scenario:
    """Return the scenario with this state of the tracker in its Kelly panel, or without one if the state is empty."""
    tracker = Tracking(setup=setup, actions=actions, ranges=ranges)
    return replace(scenario, kelly=kelly_panel(scenario).with_entry("tracker", None if tracker.empty else tracker))


def _number(value: object, field: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not value >= 0.0:
        raise ScenarioError(Problem(field, "expected a number of at least 0"))
    return float(value)


def _index(value: int, count: int) -> int:
    return min(max(value, 0), count - 1)
