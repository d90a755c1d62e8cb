"""One player's hands at a node of the tree, in the form that matrix, tables, charts and texts need."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from engine import GAMES, RunOptions, Seat
from engine.betting.action_names import action_text, is_bet
from engine.betting.classes import Balance, GroupRow, combo_numbers, group_rows, holdem_groups, razz_groups
from engine.betting.view import HandRows, NodeView, holdem_text, razz_text, razz_weights
from engine.betting.watch import BettingView
from engine.cards import RAZZ_RANKS, parse_cards
from engine.ranges.holdem_matrix import ALL_CELLS, SIZE, MatrixCell, blocked_combos, class_name, combo_owners
from engine.ranges.razz_text import parse_razz, slot_text
from engine.trainer.hand_packs import HandPack
from gui.look.painting import HeatScale, equity_scale
from gui.look.theme import BET
from gui.parts.cells import Cell
from gui.words.formatting import NO_BREAK, THIN, chips, number_of, percent

F64 = NDArray[np.float64]
Bools = NDArray[np.bool_]
Show = Literal["actions", "equity", "ev"]
FIRST_BET, LAST_BET, ONLY_BET = 0.15, 0.85, 0.6
"""Strength of the colours (0 to 1) of the smallest and the largest bet that is not all in, and of a single bet."""
DOWN, UP = 2, 4
"""Down and up cards of a razz hand up to sixth street."""
RIVER_BOARD = 5
MIN_FREQUENCY = 0.005
"""Actions that are rarer are left out of texts."""
MIN_REACH = 1e-9
UNKNOWN = "–"
QUIZ = "Bet or check?"
"""Name of the trainer's pack that asks for the decision at a node."""
POT_DIGITS, MAX_DECIMALS = 3, 6
"""Digits of an amount after the first digit of the pot, and the maximum number of decimals."""


def capital(text: str) -> str:
    """Return a text with its first letter in upper case."""
    return text[:1].upper() + text[1:]


DOT = f"{NO_BREAK}· "
"""The separator between the actions of a strategy."""


def labeled(name: str, value: str) -> str:
    """Return a name and its value, as in ``Check 14 %``, or ``Bet 33: 49 %`` if the name ends with a digit."""
    return f"{name}{':' if name[-1:].isdigit() else ''} {value}"


def action_colors(actions: Sequence[str]) -> tuple[str, ...]:
    """Return the name of each action's colour (see ``Theme.named``); larger bets have stronger colours."""
    bets = [name for name in actions if is_bet(name) and not name.startswith("all in")]
    colors = []
    for name in actions:
        if name in bets:
            strength = ONLY_BET
            if len(bets) > 1:
                strength = FIRST_BET + (LAST_BET - FIRST_BET) * bets.index(name) / (len(bets) - 1)
            colors.append(f"{BET}{strength:.3g}")
        else:
            colors.append(f"{BET}1" if is_bet(name) else "fold" if name == "fold" else "call")
    return tuple(colors)


@dataclass(frozen=True, slots=True, eq=False)
class PlayerView:
    """The hands of one player, called ``name``, at a ``node``; ``index``: 0 for the player who acts first, else 1.

    ``weights`` float64[hands]: the share of each hand that comes to the node, from 0 to 1. ``groups``: the hands by
    made hand and draw, or by low in razz; those that are played most differently from the others come first.
    ``places`` int64[hands]: the cell of each hand, 13 x row + column: its class in hold'em, its two lowest private
    ranks in razz. ``texts``: the range of each action as text, and that of all hands at the end. ``limit``: whether
    bets have fixed sizes.
    """

    node: NodeView
    index: int
    name: str
    ranks_only: bool
    weights: F64
    groups: tuple[GroupRow, ...]
    places: NDArray[np.intp]
    texts: tuple[str, ...]
    limit: bool

    @property
    def rows(self) -> HandRows:
        """The names and numbers of the player's hands."""
        return self.node.hands[self.index]

    @property
    def actions(self) -> tuple[str, ...]:
        """The names of the actions, with chips rounded to cents; empty if this player does not decide."""
        return tuple(action.text for action in self.node.actions) if self.decides else ()

    @property
    def colors(self) -> tuple[str, ...]:
        """The names of the actions' colours."""
        return action_colors(self.actions)

    @property
    def decides(self) -> bool:
        """Whether it is this player's turn."""
        return self.node.seat == self.index

    @property
    def cards_to_come(self) -> bool:
        """Whether this is not the last street, so that hands can still improve."""
        return not self.three_private if self.ranks_only else len(parse_cards(self.node.board)) < RIVER_BOARD

    @property
    def three_private(self) -> bool:
        """Whether these are razz hands with a third private card, so that a cell contains several hands."""
        return self.ranks_only and any(len(hand) > DOWN for hand in self.rows.names)

    @property
    def joint_weights(self) -> F64:
        """The weight of each hand among all deals that reach the node; or ``weights`` if no deal reaches it."""
        return self.rows.joint if self.rows.joint.sum() > 0 else self.weights

    @property
    def dealable(self) -> Bools:
        """The hands that come to the node, bool[hands]: those in the range that can be dealt together with a hand of
        the other player; the complete range if the other player has no hand left."""
        return np.asarray((self.weights > 0) & (self.joint_weights > 0), np.bool_)

    def mix(self, hands: Bools) -> tuple[float, ...]:
        """Return the mean frequency of each action over ``hands`` bool[hands]; empty if this player does not decide."""
        weight = np.where(hands, self.joint_weights, 0.0)
        total = float(weight.sum())
        return tuple((self.rows.frequencies @ weight / total).tolist()) if total > 0 and self.decides else ()

    def mean(self, values: F64, hands: Bools) -> float | None:
        """Return the mean of ``values`` float64[hands] over ``hands`` bool[hands], without NaN, or None."""
        known = hands & np.isfinite(values) & (self.joint_weights > 0)
        total = float(self.joint_weights[known].sum())
        return float(self.joint_weights[known] @ values[known]) / total if total > 0 else None

    def at(self, place: MatrixCell) -> Bools:
        """Return the hands in a cell, bool[hands]."""
        return np.asarray(self.places == SIZE * place[0] + place[1], np.bool_)

    def chips(self, value: float | None) -> str:
        """Return an amount of chips, rounded as :func:`rounded_chips` does, or a dash if it is unknown."""
        return UNKNOWN if value is None or not np.isfinite(value) else rounded_chips(value, self.node.pot)

    def summary(self, hands: Bools) -> str:
        """Return the play of ``hands`` bool[hands], as in ``check 62 % · bet 100: 38 %; EV 61.2; equity 58.1 %``."""
        return self.values_text(self.mix(hands), self.mean(self.rows.ev, hands), self.mean(self.rows.equity, hands))

    def values_text(self, mix: Sequence[float], ev: float | None, equity: float | None) -> str:
        """Return frequencies, EV and equity as text, without those that are None or too rare."""
        played = DOT.join(
            labeled(name, percent(share, exact_digits=0))
            for name, share in zip(self.actions, mix, strict=False)
            if share >= MIN_FREQUENCY
        )
        value = f"EV {self.chips(ev)}" if ev is not None else ""
        share = f"equity {percent(equity, exact_digits=1)}" if equity is not None else ""
        return "; ".join(filter(None, (played, value, share)))


def player_names(view: BettingView) -> tuple[str, ...]:
    """Return the names of both players of a view, the one who acts first in front."""
    table = view.solution.request.table
    return tuple(table.seats[seat].name for seat in table.active_seats)


def rounded_chips(value: float, pot: float) -> str:
    """Return an amount of chips, rounded to about a thousandth of the pot."""
    digits = min(max(POT_DIGITS - math.floor(math.log10(pot)), 0), MAX_DECIMALS)
    text = f"{abs(value):,.{digits}f}".replace(",", THIN)
    return f"−{text}" if value < 0 and text.strip("0.") else text


def player_view(view: BettingView, index: int, name: str) -> PlayerView:
    """Return the hands of the player ``index`` (0 or 1), called ``name``, at the node of a view."""
    solution, node = view.solution, view.node
    table = solution.request.table
    rows, ranks_only = node.hands[index], GAMES[table.game].ranks_only
    seat = table.seats[table.active_seats[index]].cards
    if ranks_only:
        # Razz hands are counted in suited ways; the largest weight at the start of the tree is the full weight.
        start = solution.walker.start
        full = float(razz_weights(start.names[index], start.reach[index]).max())
        dealt = dealt_to(view, index)
        ups = [slot.rank for slot in parse_razz(seat).items[0].slots[DOWN : DOWN + UP] if slot.particular]
        ups += [RAZZ_RANKS.index(rank) for rank in dealt]
        groups = razz_groups(rows.names, ups)
        weights = razz_weights(rows.names, rows.weight) / full
        places = np.array([_lowest_two(hand) for hand in rows.names], np.intp)
        texts = [razz_text(rows.names, ways, full, seat, dealt) for ways in _by_action(rows)]
    else:
        groups = holdem_groups(rows.names, [card for card, _ in parse_cards(node.board)])
        weights = rows.weight
        places = combo_owners()[[combo_numbers()[hand] for hand in rows.names]]
        texts = [holdem_text(rows.names, action_weights) for action_weights in _by_action(rows)]
    return PlayerView(
        node=node, index=index, name=name, ranks_only=ranks_only, weights=weights, places=places, texts=tuple(texts),
        groups=group_rows(groups, rows.joint, rows.frequencies, rows.ev, rows.equity),
        limit=solution.request.limit is not None,
    )  # fmt: skip


def hand_pack(view: BettingView, player: PlayerView, other: PlayerView, tolerance: float) -> HandPack | None:
    """Return the decision of a player with each of the hands that come to a node, as a pack for the trainer.

    Returns None if the opponent has no hands left. ``tolerance``: the chips by which EVs may differ from best play.
    """
    table, rows, node = view.solution.request.table, player.rows, player.node
    seats = [table.seats[seat] for seat in table.active_seats]
    hands = np.flatnonzero((rows.joint > 0) & np.isfinite(rows.evs).all(axis=0))
    if not len(hands) or not other.texts[-1]:
        return None
    ups = ""
    if player.ranks_only:
        slots = parse_razz(seats[player.index].cards).items[0].slots[DOWN : DOWN + UP]
        ups = "".join((*map(slot_text, slots), *dealt_to(view, player.index)))
    names = [rows.names[hand] for hand in hands.tolist()]
    line = " · ".join(step.text for step in view.steps)
    return HandPack(
        QUIZ,
        f"{player.name}: {line}" if line else f"{player.name}: first to act",
        replace(
            table.without_panels,
            seats=(Seat(player.name, ""), Seat(other.name, other.texts[-1])),
            board="" if player.ranks_only else node.board,
            run=RunOptions(),
        ),
        tuple(f"{name[:DOWN]}{ups}{name[DOWN:]}" if player.ranks_only else name for name in names),
        rows.joint[hands] / rows.joint[hands].sum(),
        rows.equity[hands],
        player.actions,
        rows.evs[:, hands],
        rows.frequencies[:, hands],
        node.pot,
        node.to_call,
        tolerance / node.pot,
    )


def dealt_to(view: BettingView, player: int) -> tuple[str, ...]:
    """Return the up cards that a razz player was dealt on the path to the node of a view."""
    return tuple(step.text.split()[player] for step in view.steps if step.seat is None)


def _by_action(rows: HandRows) -> list[F64]:
    """Return the weights of the hands in the range of each action, then in that of all actions together.

    A hand that cannot be dealt has no frequencies, so it is in no action's range.
    """
    dealable = np.where(rows.joint > 0, rows.weight, 0.0)
    return [*(dealable * frequencies for frequencies in rows.frequencies), rows.weight]


def _lowest_two(hand: str) -> int:
    low, high, *_ = sorted(RAZZ_RANKS.index(rank) for rank in hand)
    return SIZE * low + high


def node_cells(
    player: PlayerView,
    show: Show,
    picked: MatrixCell | None = None,
    only: Bools | None = None,
    *,
    stale: bool = False,
) -> tuple[Cell | None, ...]:
    """Return the 169 cells of the matrix row by row; in razz those below the diagonal are None.

    ``show``: the meaning of the colours. ``picked``: the cell that gets a frame. ``only`` bool[hands]: the hands to
    display, None for all. ``stale``: whether the hands belong to an earlier table.
    """
    displayed = np.ones(len(player.weights), np.bool_) if only is None else only
    heights = _heights(player, displayed)
    tones = _tones(player, show)
    return tuple(
        None
        if player.ranks_only and place[0] > place[1]
        else replace(_cell(player, place, height, show, tones, displayed, picked), stale=stale)
        for place, height in zip(ALL_CELLS, heights.tolist(), strict=True)
    )


def _heights(player: PlayerView, displayed: Bools) -> F64:
    """Return the filled share of each cell's height, float64[169]: its mean weight relative to the largest mean.

    ``displayed`` bool[hands]: the hands that count. The largest mean is that of all hands, so that selecting a group
    does not change the scale.
    """
    count = SIZE * SIZE
    weights = np.where(player.dealable, player.weights, 0.0)
    sums = np.bincount(player.places, weights, count)
    if player.ranks_only:
        sizes: F64 = np.bincount(player.places, minlength=count).astype(np.float64)
    else:
        known = sum(1 << card for card, _ in parse_cards(player.node.board))
        # Combos blocked by the board are left out: otherwise cells with board cards could never be full.
        sizes = np.bincount(combo_owners(), ~blocked_combos(known), count).astype(np.float64)
    means = sums / np.maximum(sizes, 1)
    heights = np.bincount(player.places, np.where(displayed, weights, 0.0), count) / np.maximum(sizes, 1)
    largest = float(means.max(initial=0.0))
    return np.asarray(heights / largest if largest > MIN_REACH else heights)


def _tones(player: PlayerView, show: Show) -> HeatScale | None:
    """Return the scale of the cells' colours, around the fair equity or the mean EV; None: colours of actions."""
    if show == "equity":
        return equity_scale(2)
    if show == "ev":
        evs = player.rows.ev[np.isfinite(player.rows.ev) & (player.joint_weights > 0)]
        middle = player.node.evs[player.index]
        if len(evs) and middle is not None and evs.max() - evs.min() > 1e-9:
            # The middle must be strictly between the ends, even if all hands are better or worse than the mean.
            return HeatScale(min(float(evs.min()), middle - 1e-9), middle, max(float(evs.max()), middle + 1e-9))
    return None


def _cell(
    player: PlayerView, place: MatrixCell, height: float, show: Show, scale: HeatScale | None, displayed: Bools,
    picked: MatrixCell | None,
) -> Cell:  # fmt: skip
    """Return the cell of the hands at ``place``: empty, divided into actions, or coloured by equity or EV."""
    name = cell_name(place, ranks_only=player.ranks_only)
    hands = player.at(place) & displayed & player.dealable
    framed, strong = place == picked, place[0] == place[1]
    if height <= 0 or not hands.any():
        blocked = bool((player.at(place) & displayed & (player.weights > 0)).any())
        reason = "blocked by the other player's hands" if blocked else "does not reach this decision"
        return Cell(name, strong=strong, framed=framed, speech=f"{name}: {reason}")
    speech = f"{name}, {number_of(int(hands.sum()), 'hand')}: {player.summary(hands)}"
    if show == "actions" and player.decides:
        parts = tuple(
            (color, share) for color, share in zip(player.colors, player.mix(hands), strict=True) if share > 0
        )
        return Cell(name, height, strong=strong, speech=speech, framed=framed, parts=parts, part_height=height)
    if scale is None:
        return Cell(name, height, strong=strong, speech=speech, framed=framed)
    value = player.mean(player.rows.equity if show == "equity" else player.rows.ev, hands)
    note = "" if value is None else f"{100 * value:.0f}" if show == "equity" else player.chips(value)
    tone = None if value is None else scale.tone(value)
    return Cell(name, height, strong=strong, speech=speech, framed=framed, hot=True, tone=tone, note=note)


def cell_name(place: MatrixCell, *, ranks_only: bool) -> str:
    """Return the name of a cell, such as ``AKs``, or ``A2`` in razz."""
    return RAZZ_RANKS[place[0]] + RAZZ_RANKS[place[1]] if ranks_only else class_name(place)


def bluff_line(player: PlayerView) -> str:
    """Return a sentence about the share of bluffs in each bet, or "" if the player does not bet.

    On the last street, a bet with a polar range is compared with the share of bluffs that its size allows; for other
    bets, the shares of value, thin value and bluffs are stated. On earlier streets many hands that are behind are
    draws, and the sentence says so.
    """
    bets = [bet for bet in player.node.balances if bet.bluffs is not None and bet.frequency >= MIN_FREQUENCY]
    if not player.decides or not bets:
        return ""
    if len(bets) == 1:
        bet = bets[0]
        kind = "raises" if bet.action.startswith("raise") or player.node.to_call > 0 else "bets"
        bluffs, allowed = (percent(share or 0.0, exact_digits=0) for share in (bet.bluffs, bet.allowed))
        if player.cards_to_come:
            share = f"{bluffs} of the {kind} are behind when called, draws included"
            return f"{share} (balanced with pure bluffs: {allowed})."
        if bet.polar:
            return f"{bluffs} of the {kind} are bluffs (balanced: {allowed})."
        return f"{capital(kind)}: {_shares_text(bet)}."
    if player.cards_to_come:
        parts = (
            f"{action_text(bet.action)}: {percent(bet.bluffs or 0.0, exact_digits=0)} "
            f"({percent(bet.allowed, exact_digits=0)})"
            for bet in bets
        )
        title = "Behind when called, draws included (balanced share of pure bluffs)"
        return f"{title}: {' · '.join(parts)}."
    parts = (
        f"{action_text(bet.action)}: {percent(bet.bluffs or 0.0, exact_digits=0)} bluffs "
        f"(balanced: {percent(bet.allowed, exact_digits=0)})"
        if bet.polar
        else f"{action_text(bet.action)}: {_shares_text(bet)}"
        for bet in bets
    )
    return f"{capital(' · '.join(parts))}."


def _shares_text(bet: Balance) -> str:
    """Return the composition of the bets of a size, as in ``60 % value, 30 % thin value, 10 % bluffs``."""
    value, thin, bluffs = (percent(share or 0.0, exact_digits=0) for share in (bet.value, bet.thin, bet.bluffs))
    return f"{value} value, {thin} thin value, {bluffs} bluffs"


BLUFFS = (
    "On the river (razz: seventh street) a <b>bluff</b> has less than 10 % equity when called, a <b>value bet</b> more "
    "than 50 %; <b>thin value</b> is in between: better and worse hands call. The range is <b>balanced</b> if b / (p + "
    "2 b) of the bets are bluffs, for a bet of b into a pot of p (1/3 for a pot-sized bet): then a bluff-catcher "
    "breaks even. With more bluffs every bluff-catcher calls. On earlier streets every hand with less than 50 % equity "
    "when called counts as behind. Many of these are draws, so their share may be higher."
)


def kelly_line(player: PlayerView, bankroll: float | None, tolerance: float) -> str:
    """Return how the best actions by growth of the bankroll differ from those by chips; "" without a bankroll.

    ``tolerance``: two actions are equally good if their EVs differ by at most this many chips.
    """
    rows = player.rows
    if rows.growth is None or bankroll is None or not player.decides or not len(rows.names):
        return ""
    growth = np.where(np.isfinite(rows.growth), rows.growth, -np.inf)
    live = (rows.joint > 0) & np.isfinite(rows.evs).all(axis=0) & np.isfinite(growth).any(axis=0)
    if not live.any():
        return f"Every action could lose the whole bankroll of {chips(bankroll)} chips."
    by_chips, by_growth = rows.evs.argmax(axis=0), growth.argmax(axis=0)
    hands = np.arange(len(rows.names))
    # An action that grows the bankroll most is different only if it costs more chips than the EVs are uncertain by.
    cost = rows.evs[by_chips, hands] - rows.evs[by_growth, hands]
    differ = live & (cost > tolerance)
    share = float(rows.joint[differ].sum() / rows.joint[live].sum())
    if not differ.any():
        return (
            f"With a bankroll of {chips(bankroll)} chips, the action with the highest EV is also the best one for the "
            "bankroll."
        )
    # The example is the hand with the largest difference, weighted by how often it is dealt.
    worst = int(np.where(differ, cost * rows.joint, -1.0).argmax())
    safe, wild = player.actions[by_growth[worst]], player.actions[by_chips[worst]]
    gain = player.chips(float(cost[worst]))
    return (
        f"With a bankroll of {chips(bankroll)} chips, Kelly prefers another action with "
        f"{percent(share, exact_digits=1)} of the hands. Example {rows.names[worst]}: the EV of {wild} is {gain} chips "
        f"higher than that of {safe}, but too much of the bankroll is at risk."
    )
