"""Keeps the table in step with a tracked hand: board, folded seats, cards and ranges.

A player without chips is not dealt in. His seat is folded with cards that do not affect the others, and its own text is
stored in ``away`` of the panel until he has chips again.

After the flop, each action of an opponent narrows his range by his description (``turns``). If the set-up specifies the
hands that bet or call (``bettor`` and ``caller``), a street filter is appended to the text instead; a fold then leaves
the hands that do not call. An action that narrows a range stores the previous text, so that it can be taken back. The
saved ``ranges`` are the texts that are restored for the next hand, by seat.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from engine.cards import TextError, cards_text, parse_cards
from engine.games import GAMES
from engine.kelly.hand.turns import RAISES, narrowed_weights, seen_action
from engine.kelly.panel import kelly_panel, street_of
from engine.play.state import TableState
from engine.ranges.filtered import filtered
from engine.ranges.holdem import live, parse_range
from engine.ranges.holdem_format import text_on_board
from engine.ranges.orders import Order, find_order
from engine.ranges.street_text import read_streets, split_streets
from engine.scenario import Problem, Scenario, ScenarioError
from engine.scenario.tracked_hand import BETTOR, PLAYS_ON, Kind, SessionSetup, TrackedAction
from engine.table.folding import any_cards, with_fold
from engine.table.hand_texts import UNKNOWN, plain_cards
from engine.table.seat_ranges import known_mask
from engine.table.slots import DOOR, holds_range, seat_slot_texts

LATER_STREET = "it already has cards of a later street; remove them for advice on this one."
BACK_IN_STEP = "undo the change with Ctrl+Z, or continue: the next step sets the table again."


def match_table(scenario: Scenario, state: TableState, orders: Sequence[Order] = ()) -> Scenario:
    """Return the scenario with the board and the folded seats of a hand; ``orders``: custom rankings of hands."""
    any_folds = kelly_panel(scenario).tracker.setup.any_folds
    for i, player in enumerate(state.players):
        if player.out or (any_folds and player.folded and i != state.hero and holds_range(scenario, i)):
            scenario = _sent_away(scenario, i, orders, out=player.out)
        else:
            back = bring_back(scenario, i)
            # A fold on the first street turns the range into its complement. Later folds must not: he has played these
            # hands until now.
            as_it_is = (
                player.folded and state.street > 0 and (GAMES[back.game].hands_are_combos or holds_range(back, i))
            )
            scenario = _folded_as_it_is(back, i) if as_it_is else with_fold(back, i, player.folded, orders)
    return replace(scenario, board=state.board if GAMES[scenario.game].has_board else "")


def _folded_as_it_is(scenario: Scenario, seat: int) -> Scenario:
    """Return the scenario with a seat folded and its range unchanged; the panel records this in ``kept``."""
    if scenario.seats[seat].folded:
        return scenario
    return replace(scenario.with_seat(seat, folded=True), kelly=kelly_panel(scenario).with_item("kept", seat, True))


def _sent_away(scenario: Scenario, seat: int, orders: Sequence[Order], *, out: bool) -> Scenario:
    """Return the scenario with a seat folded on cards that do not affect the deck; its own text is stored in the panel.

    ``out``: the player is not dealt in. Otherwise his fold shall say nothing about his cards. The text is stored
    because a folded range would be removed from the deck, and because it returns later.
    """
    if _away(scenario, seat) is not None:
        return scenario
    scenario = with_fold(scenario, seat, False, orders)
    text = scenario.seats[seat].cards
    cards = GAMES[scenario.game].any_hand if out else any_cards(scenario.game, text)
    kelly = kelly_panel(scenario).with_item("away", seat, text)
    return replace(scenario.with_seat(seat, cards=cards, folded=True), kelly=kelly)


def bring_back(scenario: Scenario, seat: int) -> Scenario:
    """Return the scenario with the stored cards of a seat back, if there are any."""
    cards = _away(scenario, seat)
    if cards is None:
        return scenario
    kelly = kelly_panel(scenario).with_item("away", seat, None)
    return replace(scenario.with_seat(seat, cards=cards, folded=False), kelly=kelly)


def _away(scenario: Scenario, seat: int) -> str | None:
    """Return the stored cards of a seat, or None if none are stored."""
    away = kelly_panel(scenario).away
    return away[seat] if seat < len(away) else None


def table_mismatch(scenario: Scenario, state: TableState) -> str:
    """Return why the result of the table does not apply to the hand, because they differ, or ""."""
    if any(seat.folded != player.folded for seat, player in zip(scenario.seats, state.players, strict=True)):
        return f"The folded players on the table differ from this hand: {BACK_IN_STEP}"
    if GAMES[scenario.game].has_board:
        if plain_cards(scenario.board) == plain_cards(state.board):
            return ""
        what = LATER_STREET if undealt_cards(scenario, state) else BACK_IN_STEP
        return f"The board on the table differs from this hand: {what}"
    if street_of(scenario) > state.street:
        return f"The table differs from this hand: {LATER_STREET}"
    hand = seat_slot_texts(scenario, state.hero)
    if hand is not None and UNKNOWN in hand[DOOR : DOOR + 1 + state.street]:
        return f"Enter your cards of {state.street_name} at the seat on the left."
    return ""


def clear_cards(scenario: Scenario, state: TableState, ranges: Sequence[str | None] = ()) -> Scenario:
    """Return the scenario without the cards of the last hand, dead cards included.

    Opponents get their saved ``ranges`` back, by seat. A range without a saved text stays.
    """
    for i, seat in enumerate(scenario.seats):
        if state.players[i].out:
            continue
        again = ranges[i] if i < len(ranges) else None
        if i != state.hero and again is not None:
            scenario = scenario.with_seat(i, cards=again)
        elif i == state.hero or GAMES[scenario.game].stud or plain_cards(seat.cards) is not None:
            scenario = scenario.with_seat(i, cards="")
    return replace(scenario, dead="")


def unrecorded_cards(scenario: Scenario, state: TableState) -> tuple[TrackedAction, ...]:
    """Return, as actions, the cards of hero and all exposed cards that the session has not recorded yet."""
    actions = []
    for i, (seat, player) in enumerate(zip(scenario.seats, state.players, strict=True)):
        text = seat.cards.strip()
        shown = i == state.hero or seat_slot_texts(scenario, i) is not None
        if shown and text and text != player.cards and not player.out:
            actions.append(TrackedAction("cards", i, cards=text))
    return tuple(actions)


def with_early_cards(after: Scenario, state: TableState, scenario: Scenario, before: TableState) -> Scenario:
    """Return the table ``after`` a step, keeping board cards that were typed before the hand dealt them.

    A step that deals a street, or takes one back, sets the board itself.
    """
    same = (state.hand, state.board) == (before.hand, before.board)
    if same and undealt_cards(scenario, before):
        return replace(after, board=scenario.board)
    return after


def undealt_cards(scenario: Scenario, state: TableState) -> str:
    """Return the cards on the board of the table that the hand has not dealt yet, or ""."""
    here, there = plain_cards(scenario.board) or (), plain_cards(state.board) or ()
    return cards_text(here[len(there) :]) if here[: len(there)] == there else ""


def board_cards(text: str) -> str:
    """Return typed cards in the notation of the board.

    Raises:
        ScenarioError: they cannot be read.
    """
    try:
        return " ".join(cards_text([card]) for card, _ in parse_cards(text))
    except TextError as error:
        raise ScenarioError(Problem("cards", error.message, error.position)) from None


RangeTexts = Sequence[str | None]


def kept_filter(kind: Kind, setup: SessionSetup) -> str:
    """Return the part of a range that takes the action ``kind`` by the set-up, as items of a street filter; "" if the
    set-up says nothing about it."""
    caller = setup.caller.strip()
    if kind == "fold":
        return f"!({caller})" if caller else ""
    return caller if kind == "call" else setup.bettor.strip() if kind in RAISES else ""


def check_kept_filter(text: str) -> None:
    """Check the items of a street filter that a player types.

    Raises:
        TextError: they cannot be read; its position is in ``text``.
    """
    head = "> flop "
    try:
        if text.strip():
            read_streets(f"{head}{text}", 0)
    except TextError as error:
        raise TextError(error.message, max(error.position - len(head), 0)) from None
    if ">" in text:
        raise TextError("only made hands and draws of one street here, without >", text.index(">"))


def narrow_range(
    scenario: Scenario, state: TableState, action: TrackedAction, setup: SessionSetup, orders: Sequence[Order]
) -> Scenario:
    """Return the scenario with the range of the opponent to act narrowed by an action.

    It is not narrowed if he has a single hand, has a filter on this street already, or would have no hand left.
    """
    seat = state.to_act
    if seat is None or seat == state.hero or not _has_range(scenario, seat) or not state.street:
        return scenario
    names, text = GAMES[scenario.game].streets, scenario.seats[seat].cards.rstrip()
    board = plain_cards(state.board) or ()
    try:
        order, mask = find_order(scenario.order, orders), known_mask(scenario, seat)
        read = partial(parse_range, dialect=scenario.dialect, order=order, names=scenario.names)
        range_ = read(text)
        # A fold instead of a free check says nothing about the hand.
        if seen_action(state, action.kind) is None or any(
            names.index(f.street) >= state.street for f in range_.streets
        ):
            return scenario
        kept = kept_filter(action.kind, setup)
        if action.kind == "check" and setup.bettor.strip():  # the filter says nothing about hands that do not bet
            return scenario
        if kept:
            narrowed = f"{text}{_filter_suffix(state, kept)}"
            filtered(read(narrowed), board, mask)
        else:
            before = filtered(range_, board, mask)
            weights = narrowed_weights(state, action.kind, setup, before.weights)
            # Filters by equity depend on the whole table, so that they cannot become weights.
            if before.streets or weights is None or not live(weights.round(2), mask).any():
                return scenario
            narrowed = text_on_board(weights.round(2), board)
    except (TextError, ScenarioError):
        return scenario
    return scenario.with_seat(seat, cards=narrowed)


def undo_narrowing(
    scenario: Scenario, state: TableState, action: TrackedAction, setup: SessionSetup, orders: Sequence[Order]
) -> Scenario:
    """Return the scenario with the change of :func:`narrow_range` to the range of the player to act undone.

    A range that has been edited since is not changed.
    """
    seat = state.to_act
    if seat is None or seat == state.hero:
        return scenario
    text = scenario.seats[seat].cards
    if action.range:
        before = scenario.with_seat(seat, cards=action.range)
        return before if narrow_range(before, state, action, setup, orders).seats[seat].cards == text else scenario
    # Version 1.0 appended filters without storing the previous text.
    filters = (kept_filter(action.kind, setup), BETTOR if action.kind in RAISES else f"!({PLAYS_ON})")
    suffixes = (_filter_suffix(state, kept) for kept in filters if kept)
    suffix = next((suffix for suffix in suffixes if text.endswith(suffix)), "")
    return scenario.with_seat(seat, cards=text.removesuffix(suffix)) if suffix else scenario


def narrowed_seats(actions: Sequence[TrackedAction]) -> frozenset[int]:
    """Return the seats whose ranges were narrowed in the hand that is played."""
    start = max((i for i, action in enumerate(actions) if action.kind == "hand"), default=0)
    return frozenset(action.player for action in actions[start:] if action.range and action.player is not None)


def saved_ranges(
    scenario: Scenario,
    state: TableState,
    previous: RangeTexts,
    narrowed: frozenset[int] = frozenset(),
    *,
    new_hand: bool = False,
) -> tuple[str | None, ...]:
    """Return the texts of ranges that return with the next hand: ``previous``, unless a text was edited meanwhile.

    ``narrowed``: the seats whose ranges are those of this hand alone. ``new_hand``: a hand begins, so street filters in
    the texts were typed by the user and stay.
    """
    texts = []
    for i in range(len(scenario.seats)):
        text, old = scenario.seats[i].cards, previous[i] if i < len(previous) else None
        gone = state.players[i].folded or scenario.seats[i].folded
        if i == state.hero or i in narrowed or gone or not _has_range(scenario, i):
            texts.append(old)
        elif new_hand:
            texts.append(text)
        else:
            base = _base(text)
            texts.append(old if old is not None and _base(old) == base else base)
    return tuple(texts)


def _has_range(scenario: Scenario, seat: int) -> bool:
    text = scenario.seats[seat].cards
    return GAMES[scenario.game].hands_are_combos and bool(text.strip()) and plain_cards(text) is None


def _base(text: str) -> str:
    try:
        return split_streets(text)[0].strip()
    except TextError:
        return text


def _filter_suffix(state: TableState, filter_text: str) -> str:
    return f" > {state.street_name} {filter_text}"
