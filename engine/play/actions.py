"""Actions of a hand in play: a pure function from a state and an action to the next state.

It follows Cassandra's session, without its limits on players and games. Undo is a matter of keeping the earlier states.

Betting actions give the chips that are added now, as the bet of the Kelly advice does. When the betting of a street is
over, the part of a bet that nobody called is returned. A hand ends when a single player is left, who takes the pot, or
at a showdown, whose winners are given. The next hand starts with the stacks and the bankroll of the last one.
"""

from collections.abc import Iterable
from dataclasses import replace

from engine.cards import TextError, parse_cards
from engine.games import GAMES
from engine.play.pots import chips_text
from engine.play.state import (
    CHIP_DECIMALS,
    CHIP_TOLERANCE,
    STREET_NAMES,
    LogEntry,
    Stakes,
    TablePlayer,
    TableState,
    bet_size,
    counts_as_full,
    illegal_size,
    legal_actions,
    next_to_act,
    seats_after,
)
from engine.scenario import Game
from engine.scenario.reading import fail
from engine.scenario.tracked_hand import TrackedAction

BOARD_CARDS = {"flop": 3, "turn": 1, "river": 1}


def new_session(
    game: Game,
    players: Iterable[TablePlayer],
    *,
    hero: int = 0,
    bankroll: float,
    stakes: Stakes | None = None,
    button: int | None = None,
    street: int = 0,
    board: str = "",
    pot: float = 0.0,
) -> TableState:
    """Return the initial state of a session.

    ``street`` and ``pot``: the street index and the pot if the session starts in the middle of a hand. ``button``: by
    default the last player, so that player 0 sits to the left of the button.

    Raises:
        ScenarioError: there are fewer than two players, a stack is negative, or the bankroll is less than hero's stack.
    """
    seated = tuple(players)
    if len(seated) < 2 or not 0 <= hero < len(seated):
        fail("players", "a hand needs hero and an opponent")
    if any(player.stack < 0.0 for player in seated):
        fail("players", "a stack cannot be negative")
    if bankroll < seated[hero].stack or bankroll <= 0.0:
        fail("bankroll", "the bankroll includes the stack at the table and cannot be smaller")
    dealer = len(seated) - 1 if button is None else button
    state = TableState(game, stakes or Stakes(), seated, hero, bankroll, dealer)
    state = replace(state, street=street, board=board, dead=pot)
    state = replace(state, players=tuple(replace(p, folded=p.stack == 0.0) for p in seated))
    return replace(state, to_act=next_to_act(state, dealer))


def apply_action(state: TableState, action: TrackedAction) -> TableState:
    """Return the state after an action.

    Raises:
        ScenarioError: the action is not legal now; its field is ``action`` or a field of the action.
    """
    if action.kind in ("hand", "rebuy"):
        return _next_hand(state, action) if action.kind == "hand" else _rebuy(state, action)
    if action.kind == "cards":
        index = _player(state, action)  # in razz the text grows from street to street
        state = _with(state, index, replace(state.players[index], cards=action.cards))
        return _logged(state, index, "cards", 0.0, action.note or action.cards)
    if state.over:
        fail("action", "the hand is over: start the next one")
    if action.kind == "street":
        return _next_street(state, action)
    if action.kind == "showdown":
        return _showdown(state, action)
    if action.kind in ("ante", "post", "bring-in"):
        return _forced(state, action)
    return _act(state, action)


def replay(state: TableState, actions: Iterable[TrackedAction]) -> tuple[TableState, ...]:
    """Return ``state`` and the state after each action, which undo steps through."""
    states = [state]
    for action in actions:
        states.append(apply_action(states[-1], action))
    return tuple(states)


def blinds(state: TableState) -> tuple[TrackedAction, ...]:
    """Return the antes and blinds of a hold'em hand. Heads up the button posts the small blind."""
    stakes = state.stakes
    order = [i for i in seats_after(state, state.button) if not state.players[i].folded]
    if len(order) == 2:
        order.reverse()
    antes = [TrackedAction("ante", i, stakes.ante) for i in order if stakes.ante]
    posts = [
        TrackedAction("post", i, amount)
        for i, amount in zip(order, (stakes.small_blind, stakes.big_blind), strict=False)
        if amount
    ]
    return (*antes, *posts)


def _forced(state: TableState, action: TrackedAction) -> TableState:
    """Apply an ante, which nobody has to match, or a blind or bring-in, which counts as a bet on this street."""
    index = _player(state, action)
    if state.street or any(player.acted for player in state.players):
        fail("action", "antes, blinds and the bring-in come before the betting")
    if action.chips is None or action.chips <= 0.0:
        fail("chips", f"how much is the {action.kind}?")
    chips = min(action.chips, state.players[index].stack)
    old_price = state.price
    state = _put(state, index, chips, live=action.kind != "ante")
    if action.kind != "ante" and state.price > old_price:
        full = state.stakes.fixed and state.price >= bet_size(state)
        level = state.price if full else 0.0
        state = replace(state, last_raise=state.price, raises=1 if full else 0, level=level, counted=state.price)
    if action.kind == "bring-in":
        state = _with(state, index, replace(state.players[index], acted=True))
    previous = state.button if state.to_act is None else state.to_act - 1
    last = previous % len(state.players) if action.kind == "ante" else index  # an ante does not pass the turn on
    following = next_to_act(state, last)
    return _with_uncalled_back(_logged(replace(state, to_act=following), index, action.kind, chips, action.note))


def _act(state: TableState, action: TrackedAction) -> TableState:
    """Return the state after a fold, check, call, bet or raise of the player to act.

    Raises:
        ScenarioError: it is not this player's turn, or the action is not legal.
    """
    if state.to_act is None:
        fail("action", "the betting of this street is over")
    index = _player(state, action)
    if index != state.to_act:
        fail("player", f"the action is on {state.players[state.to_act].name}")
    chips = 0.0 if action.kind == "fold" else _chips(state, index, action)
    if action.kind == "fold":
        state = _with(state, index, replace(state.players[index], folded=True, acted=True))
    else:
        state = _bet(state, index, chips)
    state = _logged(replace(state, to_act=next_to_act(state, index)), index, action.kind, chips, action.note)
    if len(state.live) == 1:
        return _paid(state, (state.live,), 0.0, "everybody else has folded")
    return _with_uncalled_back(state)


def _chips(state: TableState, index: int, action: TrackedAction) -> float:
    """Return the chips that a check, call, bet or raise adds.

    Raises:
        ScenarioError: it is not legal.
    """
    allowed = legal_actions(state, index)
    if action.kind == "check":
        if allowed.call:
            fail("action", f"{chips_text(allowed.call)} to call: call, raise or fold")
        return 0.0
    if action.kind == "call":
        if not allowed.call:
            fail("action", "there is no bet to call: check instead")
        return allowed.call
    if action.kind != allowed.name:
        fail("action", f"this is a {allowed.name}")
    stack = state.players[index].stack
    if action.unchecked and action.chips is not None and allowed.call < action.chips <= stack + CHIP_TOLERANCE:
        return min(action.chips, stack)
    if allowed.low is None or allowed.high is None:
        fail("action", "no bet or raise is possible now: call, check or fold")
    chips = action.chips if action.chips is not None or not state.stakes.fixed else allowed.low
    if chips is None:
        fail("chips", f"how much is the {action.kind}?")
    if chips <= allowed.call:
        more = chips_text(state.players[index].street + allowed.call)
        fail("chips", f"how much is the {action.kind}? It is to more than {more}")
    if not allowed.low - CHIP_TOLERANCE <= chips <= allowed.high + CHIP_TOLERANCE:
        fail("chips", illegal_size(state.players[index], allowed, chips))
    return chips


def _bet(state: TableState, index: int, chips: float) -> TableState:
    """Return the state after a call, bet or raise; a full bet or raise lets everybody else raise again."""
    old = state
    state = _put(state, index, chips, live=True)
    added = state.price - old.price
    if added > 0.0:
        # By the half-bet rule a short all-in does not count towards the cap; without it every raise does.
        full = _is_full(old, state.price)
        if full:
            players = tuple(replace(p, acted=False) for p in state.players)
            state = replace(state, players=players, level=state.price, counted=state.price)
        is_raise = full or not _by_half_bet(state)
        state = replace(state, last_raise=max(added, state.last_raise), raises=state.raises + is_raise)
    return _with(state, index, replace(state.players[index], acted=True))


def _is_full(state: TableState, price: float) -> bool:
    """Return whether a bet or raise to ``price`` is a full one, which reopens the betting."""
    if _by_half_bet(state):
        return counts_as_full(state, price)
    size = bet_size(state)
    return price - state.price >= size - CHIP_TOLERANCE or (
        state.stakes.fixed and price >= size - CHIP_TOLERANCE > state.price
    )


def _by_half_bet(state: TableState) -> bool:
    """Return whether the half-bet rule of fixed limit applies (see ``counts_as_full``)."""
    return state.stakes.fixed and state.stakes.half_bet


def _with_uncalled_back(state: TableState) -> TableState:
    """Return the uncalled part of the largest bet to its player if the betting on this street is over."""
    second, largest = sorted(player.street for player in state.players)[-2:]
    if state.to_act is not None or largest - second <= CHIP_TOLERANCE:
        return state
    index = next(i for i, player in enumerate(state.players) if player.street == largest)
    return _logged(_put(state, index, second - largest, live=True), index, "back", largest - second, "")


def _next_street(state: TableState, action: TrackedAction) -> TableState:
    """Return the state at the beginning of the next street: bets are cleared, its cards are dealt.

    Raises:
        ScenarioError: the betting is not over, or the cards are not valid.
    """
    names = STREET_NAMES[state.game]
    if state.to_act is not None:
        fail("action", f"the action is still on {state.players[state.to_act].name}")
    if state.street + 1 >= len(names):
        fail("action", "this was the last street: select the winner of the showdown")
    board = _new_board(state, names[state.street + 1], action.cards)
    players = tuple(replace(p, street=0.0, acted=False) for p in state.players)
    state = replace(_without_bets(state), street=state.street + 1, board=board, players=players, to_act=None)
    first = action.player
    if first is not None and first not in state.live:
        fail("player", "only a player who has not folded can act first")
    previous = state.button if first is None else first - 1
    state = replace(state, to_act=next_to_act(state, previous))
    return _logged(state, None, state.street_name, 0.0, action.note or action.cards)


def _new_board(state: TableState, street: str, cards: str) -> str:
    """Return the board with the ``cards`` of ``street`` added; "" in games without a board.

    Raises:
        ScenarioError: the cards are not valid, or not as many as the street has.
    """
    spec = GAMES[state.game]
    if not spec.has_board:
        if cards:
            fail("cards", f"{spec.title.lower()} has no board: give each player its card")
        return ""
    try:
        added = parse_cards(cards)
        parse_cards(f"{state.board} {cards}")
    except TextError as error:
        fail("cards", error.message)
    needed = BOARD_CARDS[street]
    if len(added) != needed:
        fail("cards", f"the {street} has {needed} card{'' if needed == 1 else 's'}, not {len(added)}")
    return f"{state.board} {cards.strip()}".strip()


def _showdown(state: TableState, action: TrackedAction) -> TableState:
    """Return the state after a showdown in the order of ``action.ranking``, the best hands first.

    Raises:
        ScenarioError: the ranking or the rake is not possible.
    """
    if state.to_act is not None:
        fail("action", f"the action is still on {state.players[state.to_act].name}")
    ranked = [i for group in action.ranking for i in group]
    if not ranked:
        fail("ranking", "select the winner of the showdown")
    if len(set(ranked)) != len(ranked) or not set(ranked) <= set(state.live):
        fail("ranking", "select each winner once; only players who have not folded can win")
    if not 0.0 <= action.rake <= sum(amount for amount, players in state.pots if len(players) > 1):
        fail("rake", "the rake cannot be larger than the pot")
    if any(len(players) > 1 and not players & set(ranked) for _, players in state.pots):
        fail("ranking", "none of the selected players can win one of the side pots: select the next best hands too")
    return _paid(state, action.ranking, action.rake, action.note)


def _paid(state: TableState, ranking: tuple[tuple[int, ...], ...], rake: float, note: str) -> TableState:
    """Pay each pot to its best hands. An uncalled bet is returned without rake.

    ``ranking``: groups of equal hands, the best group first. Contested pots pay the rake in proportion to their size.
    """
    won = [0.0] * len(state.players)
    contested = sum(amount for amount, players in state.pots if len(players) > 1)
    for amount, players in state.pots:
        # A pot with a single player is an uncalled bet: it is returned to this player, who may not be in the ranking.
        groups = (*ranking, tuple(players)) if len(players) == 1 else ranking
        winners = next(best for group in groups if (best := [i for i in group if i in players]))
        charge = rake * amount / contested if len(players) > 1 else 0.0
        for i in winners:
            won[i] += (amount - charge) / len(winners)
    cleared = tuple(
        replace(p, stack=p.stack + gain, street=0.0, total=0.0, ante=0.0)
        for p, gain in zip(state.players, won, strict=True)
    )
    state = replace(state, players=cleared, dead=0.0, bankroll=state.bankroll + won[state.hero], to_act=None, over=True)
    for i, gain in enumerate(won):
        if gain:
            state = _logged(state, i, "wins", gain, note)
    return state


def _next_hand(state: TableState, action: TrackedAction) -> TableState:
    """Return the state at the start of the next hand, with the button moved.

    Raises:
        ScenarioError: the hand is not over, or fewer than two players have chips.
    """
    if not state.over:
        fail("action", "the hand is not over yet")
    players = tuple(TablePlayer(p.name, p.stack, folded=p.stack <= 0.0) for p in state.players)
    if sum(not p.folded for p in players) < 2:
        fail("action", "fewer than two players have chips")
    state = replace(state, players=players, hand=state.hand + 1, street=0, board="", over=False)
    button = next(i for i in seats_after(state, state.button) if not players[i].folded)
    state = replace(_without_bets(state), button=button)
    return replace(_logged(state, None, "hand", 0.0, action.note), to_act=next_to_act(state, button))


def _without_bets(state: TableState) -> TableState:
    """Return the state with its records of bets and raises cleared, as before the first bet of a street."""
    return replace(state, last_raise=0.0, raises=0, level=0.0, counted=0.0)


def _rebuy(state: TableState, action: TrackedAction) -> TableState:
    """Add chips to a stack between hands; hero's chips come from the bankroll."""
    index = _player(state, action)
    if not state.over:
        fail("action", "chips can only be added between hands")
    if action.chips is None or action.chips <= 0.0:
        fail("chips", "how many chips are added?")
    stack = state.players[index].stack + action.chips
    if index == state.hero and stack > state.bankroll + CHIP_TOLERANCE:
        fail("chips", f"the bankroll is {chips_text(state.bankroll)}")
    return _logged(
        _with(state, index, replace(state.players[index], stack=stack)), index, "rebuy", action.chips, action.note
    )


def _player(state: TableState, action: TrackedAction) -> int:
    """Return the index of the player who makes an action.

    Raises:
        ScenarioError: the action names no player who exists.
    """
    index = state.to_act if action.player is None else action.player
    if index is None or not 0 <= index < len(state.players):
        fail("player", "this player does not exist")
    if state.players[index].folded and action.kind not in ("rebuy", "cards"):
        fail("player", f"{state.players[index].name} has folded")
    return index


def _put(state: TableState, index: int, chips: float, *, live: bool) -> TableState:
    """Move chips from a stack into the pot, or back if ``chips`` is negative; hero's chips leave the bankroll, too.

    Amounts are rounded, so that a player who goes all in by several bets has exactly nothing left.
    """
    player = state.players[index]
    put = chips if live else 0.0
    player = replace(
        player,
        stack=round(player.stack - chips, CHIP_DECIMALS),
        street=round(player.street + put, CHIP_DECIMALS),
        total=round(player.total + put, CHIP_DECIMALS),
        ante=round(player.ante + chips - put, CHIP_DECIMALS),
    )
    state = _with(state, index, player)
    return replace(state, bankroll=state.bankroll - chips) if index == state.hero else state


def _with(state: TableState, index: int, player: TablePlayer) -> TableState:
    return replace(state, players=(*state.players[:index], player, *state.players[index + 1 :]))


def _logged(state: TableState, index: int | None, action: str, chips: float, note: str) -> TableState:
    name, stack = ("", None) if index is None else (state.players[index].name, state.players[index].stack)
    entry = LogEntry(state.hand, state.street_name, name, action, chips, state.pot, stack, state.bankroll, note, index)
    return replace(state, log=(*state.log, entry))
