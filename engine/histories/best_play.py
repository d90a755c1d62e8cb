"""Hero's decisions after the flop (razz: from fifth street on) between two players, judged by the best play of both.

Each decision is a game of its own (``engine.betting``), whose tree begins with the decision. Both players have the
ranges that follow from their earlier actions; hero's is the one that his opponent has to assume. The tree contains the
size that hero played, a smaller and a larger one, and a single size for later bets. Of a few trees of different detail
the largest one that is small enough for its street is used: a river takes a fraction of a second, a turn about a second
and a flop at most half a minute.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Literal, NoReturn

import numpy as np

from engine.betting.action_names import action_text
from engine.betting.deals import deals_of
from engine.betting.moments import (
    NO_CHIPS,
    PlayedStreet,
    StreetAction,
    betting_of,
    check_street,
    node_hand,
    refuse,
    with_hand,
    with_last_card,
)
from engine.betting.panel import betting_panel, betting_situation, betting_values, with_entries
from engine.betting.request import BYTES_A_NUMBER, BettingRequest
from engine.betting.run import run_betting
from engine.betting.tree import TreeBuilder, lay_out
from engine.equity.jobs import Cancelled
from engine.equity.workers import CancelToken
from engine.games import GAMES
from engine.histories.assumed import DEFAULT_ASSUMPTIONS, Assumptions
from engine.histories.hand import UNKNOWN_CARD, Moment, PlayedHand
from engine.histories.scenarios import range_at, scenario_at
from engine.play.state import CHIP_DECIMALS
from engine.scenario import Problem, Scenario, ScenarioError
from engine.scenario.betting import DEFAULT_CAP, STREETS, RunLimits, Size, Sizes
from engine.scenario.codec import JsonObject, json_field
from engine.scenario.reading import MAX_FLOAT, integer, number, one_of, or_none, text_up_to, tuple_of

VERSION = 1
"""Part of the digest: to be increased when the same decision would be judged by another game."""
MORE_PLAYERS = "more than two players"
UNKNOWN_CARDS = "hero's cards are not known"
MAX_TEXT = 200
CENTS = 2
"""Decimals of the sizes near the one that was played."""
SMALLER, LARGER = 0.6, 1.6
"""The alternatives to the size that was played, as multiples of the chips that the bet or raise adds."""
USUAL_BETS = Size("pot", 0.33), Size("pot", 0.75)
"""Hero's bets if he did not bet."""
BET, RAISE, ALL_IN = Size("pot", 0.66), Size("times", 3.0), Size("all in")
ALL_IN_FROM = 0.67
FEWER_RAISES = 3, 2
"""The caps of bets and raises on a street, at a fixed limit, of smaller trees."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is spent on a decision: the most ``bytes`` of its tree, its ``target`` (exploitability as a share of the
    pot), and the most ``seconds``."""

    bytes: int
    target: float
    seconds: float


EFFORTS = (Effort(1_500_000, 0.002, 5.0), Effort(10_000_000, 0.005, 15.0), Effort(160_000_000, 0.01, 25.0))
"""By the number of streets to come after the one of the decision."""

Mistake = Literal[
    "overfold", "overcall", "missed_value", "missed_bluff", "thin_value", "overbluff", "too_large", "too_small"
]
MISTAKES: tuple[Mistake, ...] = (
    "overfold", "overcall", "missed_value", "missed_bluff", "thin_value", "overbluff", "too_large", "too_small",
)  # fmt: skip
EVEN = 0.5
"""The equity from which on a bet counts as one for value."""
_AMOUNT, _SHARE = number(-MAX_FLOAT, MAX_FLOAT), number(0.0, 1.0)


@dataclass(frozen=True, slots=True)
class JudgedAction(JsonObject):
    """One of hero's actions: its ``ev`` in chips from here on, and how often best play takes it."""

    action: str = json_field(text_up_to(MAX_TEXT))
    ev: float = json_field(_AMOUNT)
    frequency: float = json_field(_SHARE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement(JsonObject):
    """A decision compared with best play, amounts in chips.

    ``moment``: the index of the decision among the moments of the hand; ``street``: the index of its street.
    ``action``: hero's action; ``best``: the action with the highest EV among ``actions``; ``loss``: the EV of the best
    action minus the EV of hero's. ``bound``: the accuracy of the solution, twice its exploitability; a smaller loss
    proves nothing. ``mistake``: the kind of mistake, None if the loss is at most ``bound``. ``equity``: hero's all-in
    equity. ``pot`` includes the bet to call. ``digest``: identifies the game, so that a stored judgement with other
    assumptions is not reused.
    """

    moment: int = json_field(integer(0))
    street: int = json_field(integer(0))
    action: str = json_field(text_up_to(MAX_TEXT))
    best: str = json_field(text_up_to(MAX_TEXT))
    loss: float = json_field(number(0.0, MAX_FLOAT))
    bound: float = json_field(number(0.0, MAX_FLOAT))
    mistake: Mistake | None = json_field(or_none(one_of(*MISTAKES)))
    equity: float = json_field(_SHARE)
    pot: float = json_field(number(0.0, MAX_FLOAT))
    actions: tuple[JudgedAction, ...] = json_field(tuple_of(JudgedAction.from_json))
    seconds: float = json_field(number(0.0, MAX_FLOAT))
    digest: str = json_field(text_up_to(MAX_TEXT))

    @property
    def is_mistake(self) -> bool:
        """Whether the loss is larger than the solution's error."""
        return self.mistake is not None


@dataclass(frozen=True, slots=True)
class JudgedGame:
    """The game of a decision.

    ``table``: with the values of the page *Betting*, in the richest tree. ``tables``: all trees that may be taken, that
    one first. ``hand``: hero's hand as a node names it. ``played``: hero's action, ``total`` the chips on the street
    after a bet or raise. ``moment`` and ``street`` are those of :class:`Judgement`.
    """

    tables: tuple[Scenario, ...]
    hand: str
    played: str
    total: float
    moment: int
    street: int

    @property
    def table(self) -> Scenario:
        """The game in its richest tree."""
        return self.tables[0]

    @property
    def digest(self) -> str:
        """A digest of the game: cards, ranges, pot, stacks, line, sizes, and hero's hand and action."""
        efforts = [[effort.bytes, effort.target, effort.seconds] for effort in EFFORTS]
        values = [betting_values(table) for table in self.tables]
        about = [VERSION, efforts, values, self.hand, self.played, self.total, self.moment]
        return sha256(json.dumps(about, sort_keys=True).encode()).hexdigest()[:32]


def late_decisions(hand: PlayedHand, player: int) -> Iterator[int]:
    """Yield the indices of a player's decisions on the streets that best play is known for, with any opponents."""
    first = len(GAMES[hand.game].streets) - len(STREETS[hand.game])
    for index, moment in enumerate(hand.moments[:-1]):
        if moment.street >= first and moment.to_act == player:
            yield index


def judged_game(
    hand: PlayedHand,
    index: int,
    player: int,
    painted: Mapping[int, str] | None = None,
    assumptions: Assumptions = DEFAULT_ASSUMPTIONS,
) -> JudgedGame:
    """Return the game of a player's decision at the moment ``index``.

    Players who folded on the street leave their chips in the pot.

    Raises:
        ScenarioError: there are more than two players, the player's cards are not known, or the street is too early.
    """
    moment = hand.moments[index]
    check_street(hand.game, moment.street, 2)
    cards = hand.cards[player][: moment.dealt[player]]
    if len(moment.live) != 2:
        refuse(MORE_PLAYERS)
    if UNKNOWN_CARD in cards:
        refuse(UNKNOWN_CARDS)
    play = _street_before(hand, moment, player)
    if play.stack is None:
        refuse(NO_CHIPS)
    own, stakes = node_hand(hand.game, cards), hand.stakes
    limits = (stakes.small_bet, stakes.big_bet) if stakes.fixed else None
    table = _table_with_ranges(hand, moment, player, painted or {}, assumptions)
    table = betting_of(table, moment.street, play, limits, stakes.big_blind, own)
    path = betting_panel(table).path
    effort = EFFORTS[len(GAMES[hand.game].streets) - 1 - moment.street]
    table = with_entries(table, played=path or None, target=effort.target, run=RunLimits(max_seconds=effort.seconds))
    move = hand.moves[moment.moves]
    total = min(moment.chips[player].bet + move.chips, play.stack)
    played = {"fold": "fold", "check/call": "call" if moment.price else "check"}.get(move.kind, "")
    if limits is not None:
        tables = _fixed_limit_tables(table, raises=sum(step != "check" for step in path))
    else:
        # The price of a call ends at the effective stack, like the tree.
        largest = min(max(moment.chips[live].bet for live in moment.live), play.stack)
        tables = tuple(_tables(table, moment.street, player, largest, 0.0 if played else total))
    return JudgedGame(tables, own, played, 0.0 if played else total, index, moment.street)


def _table_with_ranges(
    hand: PlayedHand, moment: Moment, player: int, painted: Mapping[int, str], assumptions: Assumptions
) -> Scenario:
    """Return the table of a moment with the ranges of both live players; that of ``player`` contains his hand."""
    cards = hand.cards[player][: moment.dealt[player]]
    board = " ".join(moment.board) if GAMES[hand.game].has_board else ""
    seats = list(scenario_at(hand, moment, player, painted=painted, tracked=False, assumptions=assumptions).seats)
    for live in moment.live:
        text = painted.get(live) or range_at(hand, moment, live, assumptions).cards
        if live == player:
            text = with_hand(hand.game, text, cards, board)
        seats[live] = replace(seats[live], cards=with_last_card(hand.game, moment.street, text))
    return Scenario(hand.game, tuple(seats), board=board)


def _street_before(hand: PlayedHand, moment: Moment, player: int) -> PlayedStreet:
    """Return pot, stacks and actions of the street up to a moment, for the players who are still live.

    The chips of players who folded on this street are in the pot from its start, as if they had not acted.
    """
    first_index = hand.first_of(moment.street)
    start = moment if first_index is None else hand.moments[first_index]
    dead = sum(moment.chips[i].bet for i in range(len(hand.names)) if i not in moment.live)
    moves = [move for move in hand.moves[start.moves : moment.moves] if move.player in moment.live]
    actions = tuple(StreetAction(move.player or 0, move.chips) for move in moves)
    stacks = {live: None if np.isinf(stack := start.chips[live].stack) else stack for live in moment.live}
    return PlayedStreet(start.pot + dead, stacks, actions[0].player if actions else player, actions)


def _fixed_limit_tables(table: Scenario, *, raises: int) -> tuple[Scenario, ...]:
    """Return the game at fixed limit in its possible trees, the richest first: with fewer and fewer raises allowed.

    ``raises``: the bets and raises on the street so far, which the cap must exceed.
    """
    limit = betting_panel(table).limit
    assert limit is not None
    caps = (DEFAULT_CAP, *(cap for cap in FEWER_RAISES if cap > raises))
    return tuple(with_entries(table, limit=replace(limit, cap=cap)) for cap in caps)


def _tables(table: Scenario, street: int, hero: int, largest: float, total: float) -> Iterator[Scenario]:
    """Yield the game in its possible trees, the richest first.

    ``largest``: the largest bet on the street so far, ``total`` the chips that hero's bet or raise made it, 0 for
    another action.
    """
    names = STREETS[table.game]
    current = names[street - (len(GAMES[table.game].streets) - len(names))]
    later = names[names.index(current) + 1 :]
    added = total - largest
    factors: tuple[tuple[float, ...], ...] = ((SMALLER, 1.0, LARGER), (1.0,)) if total else ((1.0,),)
    # The parts dropped first matter least for the decision: raises on later streets, bets on the last one, other sizes.
    futures = (
        [Sizes((BET,), (RAISE,)) for _ in later],
        [Sizes((BET,), ()) for _ in later],
        [Sizes((BET,), ()) if name == later[0] else Sizes() for name in later],
        [Sizes() for _ in later],
    )
    for chosen in factors:
        for future in futures if later else futures[:1]:
            near = tuple(Size("chips", round(largest + factor * added, CENTS)) for factor in chosen) if total else ()
            more = () if later else (ALL_IN,)
            own = Sizes(USUAL_BETS, (RAISE, *more))
            if total:
                own = Sizes((*near, *more), (RAISE,)) if not largest else Sizes((), (*near, *more))
            seats = {seat: own if seat == hero else Sizes((BET,), (RAISE,)) for seat in table.active_seats}
            rest = dict(zip(later, future, strict=True))
            sizes = tuple({**rest, current: seats[seat]} for seat in table.active_seats)
            yield with_entries(table, sizes=sizes, all_in_from=ALL_IN_FROM)


def judge_decision(game: JudgedGame, *, cancel: CancelToken | None = None, workers: int | None = None) -> Judgement:
    """Solve the game of a decision, and compare hero's action with the best one.

    Raises:
        ScenarioError: the game cannot be solved.
        Cancelled: by ``cancel``.
    """
    cancel = cancel or CancelToken()
    request = _request(judged_table(game, cancel))
    *_, final = (None, *run_betting(request, cancel=cancel, abandon=cancel, workers=workers))
    cancel.check_cancelled()
    if final is None or final.progress.exploitability is None:
        raise Cancelled
    solution, exploitability = final.solution, final.progress.exploitability
    walker, reader = solution.walker, solution.reader
    at = walker.follow(request.played)
    node = walker.node(at)
    if game.hand not in at.names[node.player]:
        _fail("hero's hand is not in the game")
    row = at.names[node.player].index(game.hand)
    evs = [float(values[row]) for values in reader.action_values(at)]
    shares = [float(share) for share in walker.strategy(at)[:, row]]
    equity = float(reader.numbers(at, node.player, np.zeros(len(at.reach[node.player]))).equity[row])
    if not np.isfinite([*evs, equity]).all():
        _fail("no hand of the opponent's range is possible together with hero's hand")
    chosen = game.played or _nearest(node.actions, game.total)
    if chosen not in node.actions:
        _fail(f"{chosen!r} is not possible here; possible: {', '.join(node.actions)}")
    best = node.actions[int(np.argmax(evs))]
    loss = max(evs) - evs[node.actions.index(chosen)]
    bound = 2.0 * exploitability
    return Judgement(
        moment=game.moment,
        street=game.street,
        action=action_text(chosen),
        best=action_text(best),
        loss=loss,
        bound=bound,
        mistake=mistake_of(chosen, best, equity) if loss > bound else None,
        equity=min(max(equity, 0.0), 1.0),
        pot=round(request.pot + sum(node.chips), CHIP_DECIMALS),
        actions=tuple(map(JudgedAction, map(action_text, node.actions), evs, shares)),
        seconds=final.progress.solve_s,
        digest=game.digest,
    )


def _fail(message: str) -> NoReturn:
    raise ScenarioError(Problem("table", message))


def judged_table(game: JudgedGame, cancel: CancelToken | None = None) -> Scenario:
    """Return the table with the tree in which the game is solved, for the page *Betting*.

    It is the richest tree that is small enough for its street, else the smallest one.

    Raises:
        ScenarioError: the game cannot be solved.
        Cancelled: by ``cancel``.
    """
    check_cancelled = (cancel or CancelToken()).check_cancelled
    limit = EFFORTS[len(GAMES[game.table.game].streets) - 1 - game.street].bytes
    deals = None
    for table in game.tables[:-1]:
        request = _request(table)
        deals = deals or deals_of(request.table, request.first, check_cancelled=check_cancelled)
        builder = TreeBuilder(request, deals.opener, varies=deals.cards.stud, check_cancelled=check_cancelled)
        numbers = lay_out(builder, deals.cards.hands, deals.turns, deals.rivers).numbers
        if numbers * BYTES_A_NUMBER[request.storage] <= limit:
            return table
    return game.tables[-1]


def _request(table: Scenario) -> BettingRequest:
    """Return the request of a table. Raises ScenarioError if there is none."""
    situation = betting_situation(table)
    if situation.request is None:
        raise ScenarioError(*(situation.problems or (Problem("table", situation.missing),)))
    return situation.request


def _amount_of(action: str) -> float | None:
    """Return the chips of a bet or raise of a tree, or None for another action."""
    word = action.rpartition(" ")
    return float(word[2]) if word[0] else None


def _nearest(actions: Sequence[str], total: float) -> str:
    """Return the bet or raise that is nearest to ``total`` chips, or "" if there is none.

    The tree rounds to whole chips, and makes a bet of most of the stack all in.
    """
    amounts = [(abs(amount - total), action) for action in actions if (amount := _amount_of(action)) is not None]
    return min(amounts)[1] if amounts else ""


def mistake_of(action: str, best: str, equity: float) -> Mistake | None:
    """Return the kind of mistake of an action where ``best`` is the best one; None if they are the same.

    ``equity``: hero's, which distinguishes value from bluffs.
    """
    if action == best:
        return None
    amount, best_amount = _amount_of(action), _amount_of(best)
    if amount is not None and best_amount is not None:
        return "too_large" if amount > best_amount else "too_small"
    if amount is not None:
        return "thin_value" if equity >= EVEN else "overbluff"
    if action == "fold":
        return "overfold"
    if best_amount is not None:
        return "missed_value" if equity >= EVEN else "missed_bluff"
    return "overcall"
