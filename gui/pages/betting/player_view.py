"""One player's hands at a node, as matrix, table, charts and words show them."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from engine import GAMES, RunOptions, Seat
from engine.betting.classes import Balance, GroupRow, combo_numbers, group_rows, holdem_groups, is_bet, razz_groups
from engine.betting.view import HandRows, NodeView, holdem_text, razz_text, razz_weights
from engine.betting.watch import BettingView
from engine.cards import RAZZ_RANKS, parse_cards
from engine.ranges.holdem_matrix import ALL_CELLS, SIZE, MatrixCell, blocked_combos, class_name, combo_owners
from engine.ranges.razz_text import parse_razz, slot_text
from engine.trainer.hand_packs import HandPack
from gui.look.painting import HeatScale, equity_scale
from gui.look.theme import BET
from gui.parts.cells import Cell
from gui.words.formatting import THIN, chips, number_of, percent

F64 = NDArray[np.float64]
Bools = NDArray[np.bool_]
Show = Literal["actions", "equity", "ev"]
FIRST_BET, LAST_BET, ONLY_BET = 0.15, 0.85, 0.6
"""Colours of the smallest and the largest bet that is not all in, and of a single one, from 0 to 1."""
DOWN, UP = 2, 4
RIVER_BOARD = 5
LEAST_PART = 0.005
"""A frequency that is worth a word."""
LEAST_REACH = 1e-9
UNKNOWN = "–"
QUIZ = "Bet or check?"
"""The pack of the trainer that asks for decisions at nodes."""
POT_DIGITS, MOST_DIGITS = 3, 6
"""Digits of an amount, counted from those of the pot, and the most decimals."""


def capital(text: str) -> str:
    """Return a text with its first letter in upper case."""
    return text[:1].upper() + text[1:]


def action_colors(actions: Sequence[str]) -> tuple[str, ...]:
    """Return the name of each action's colour (``Theme.named``): the larger a bet, the stronger."""
    bets = [name for name in actions if is_bet(name) and not name.startswith("all in")]
    colors = []
    for name in actions:
        if name in bets:
            place = ONLY_BET
            if len(bets) > 1:
                place = FIRST_BET + (LAST_BET - FIRST_BET) * bets.index(name) / (len(bets) - 1)
            colors.append(f"{BET}{place:.3g}")
        else:
            colors.append(f"{BET}1" if is_bet(name) else "fold" if name == "fold" else "call")
    return tuple(colors)


@dataclass(frozen=True, slots=True, eq=False)
class PlayerView:
    """``player`` 0 or 1 called ``name`` at a ``node``.

    ``weights`` float64[hands] from 0 to 1: what of each hand comes here. ``groups``: the hands by what they have, the
    most different first. ``places`` int64[hands]: the cell of each hand, 13 x row + column: its class in hold'em, its
    two lowest private ranks in razz. ``texts``: the range of each action, and of all hands. ``limit``: bets are of
    fixed sizes.
    """

    node: NodeView
    player: int
    name: str
    ranks_only: bool
    weights: F64
    groups: tuple[GroupRow, ...]
    places: NDArray[np.intp]
    texts: tuple[str, ...]
    limit: bool

    @property
    def rows(self) -> HandRows:
        """The hands."""
        return self.node.hands[self.player]

    @property
    def actions(self) -> tuple[str, ...]:
        """The names of the actions, none where the other decides or nobody does."""
        return tuple(action.name for action in self.node.actions) if self.decides else ()

    @property
    def colors(self) -> tuple[str, ...]:
        """The names of the actions' colours."""
        return action_colors(self.actions)

    @property
    def decides(self) -> bool:
        """Whether it is this player's turn."""
        return self.node.seat == self.player

    @property
    def cards_to_come(self) -> bool:
        """Whether hands may still be drawn to: this is not the last street."""
        return not self.three_private if self.ranks_only else len(parse_cards(self.node.board)) < RIVER_BOARD

    @property
    def three_private(self) -> bool:
        """Whether the hands are of razz with a third private card, so that a cell holds several."""
        return self.ranks_only and any(len(hand) > DOWN for hand in self.rows.names)

    @property
    def by_joint(self) -> F64:
        """The weight of each hand among the deals that reach the node; its own where no deal does."""
        return self.rows.joint if self.rows.joint.sum() > 0 else self.weights

    @property
    def dealable(self) -> Bools:
        """The hands that come here, bool[hands]: those of the range that can be dealt together with a hand of the
        other player's; all of the range if he has no hand left."""
        joint = self.rows.joint
        return np.asarray((self.weights > 0) & ((joint > 0) if joint.sum() > 0 else True), np.bool_)

    def mix(self, hands: Bools) -> tuple[float, ...]:
        """Return the mean frequencies of some hands."""
        weight = np.where(hands, self.by_joint, 0.0)
        total = float(weight.sum())
        return tuple((self.rows.frequencies @ weight / total).tolist()) if total > 0 and self.decides else ()

    def mean(self, values: F64, hands: Bools) -> float | None:
        """Return the mean of known values of some hands."""
        known = hands & np.isfinite(values) & (self.by_joint > 0)
        total = float(self.by_joint[known].sum())
        return float(self.by_joint[known] @ values[known]) / total if total > 0 else None

    def at(self, place: MatrixCell) -> Bools:
        """Return which hands are in a cell."""
        return np.asarray(self.places == SIZE * place[0] + place[1], np.bool_)

    def chips(self, value: float | None) -> str:
        """Return an amount in the digits that matter beside the pot, a dash where none is known."""
        return UNKNOWN if value is None or not np.isfinite(value) else rounded_chips(value, self.node.pot)

    def words(self, hands: Bools) -> str:
        """Return actions and worth of some hands, as in ``check 62 %, bet 100 38 %; EV 61.2; equity 58.1 %``."""
        return self.values_text(self.mix(hands), self.mean(self.rows.ev, hands), self.mean(self.rows.equity, hands))

    def values_text(self, mix: Sequence[float], ev: float | None, equity: float | None) -> str:
        """Return frequencies, EV and equity in words."""
        played = ", ".join(
            f"{name} {percent(share, exact_digits=0)}"
            for name, share in zip(self.actions, mix, strict=False)
            if share >= LEAST_PART
        )
        worth = f"EV {self.chips(ev)}" if ev is not None else ""
        share = f"equity {percent(equity, exact_digits=1)}" if equity is not None else ""
        return "; ".join(filter(None, (played, worth, share)))


def rounded_chips(value: float, pot: float) -> str:
    """Return an amount in the digits that matter beside a pot."""
    digits = min(max(POT_DIGITS - math.floor(math.log10(pot)), 0), MOST_DIGITS)
    text = f"{abs(value):,.{digits}f}".replace(",", THIN)
    return f"−{text}" if value < 0 and text.strip("0.") else text


def player_view(view: BettingView, player: int, name: str) -> PlayerView:
    """Return a player's hands at the node of a view."""
    solution, node = view.solution, view.node
    table = solution.request.table
    rows, ranks_only = node.hands[player], GAMES[table.game].ranks_only
    seat = table.seats[table.active_seats[player]].cards
    if ranks_only:
        start = solution.walker.start
        most = float(razz_weights(start.names[player], start.reach[player]).max())
        dealt = dealt_to(view, player)
        ups = [slot.rank for slot in parse_razz(seat).items[0].slots[DOWN : DOWN + UP] if slot.particular]
        ups += [RAZZ_RANKS.index(rank) for rank in dealt]
        groups = razz_groups(rows.names, ups)
        weights = razz_weights(rows.names, rows.weight) / most
        places = np.array([_lowest_two(hand) for hand in rows.names], np.intp)
        texts = [razz_text(rows.names, ways, most, seat, dealt) for ways in _by_action(rows)]
    else:
        groups = holdem_groups(rows.names, [card for card, _ in parse_cards(node.board)])
        weights = rows.weight
        places = combo_owners()[[combo_numbers()[hand] for hand in rows.names]]
        texts = [holdem_text(rows.names, own) for own in _by_action(rows)]
    groups_of = group_rows(groups, rows.joint, rows.frequencies, rows.ev, rows.equity)
    limit = solution.request.limit is not None
    return PlayerView(node, player, name, ranks_only, weights, groups_of, places, tuple(texts), limit)


def hand_pack(view: BettingView, shown: PlayerView, other: PlayerView, least: float) -> HandPack | None:
    """Return the decision of a player with each of the hands that come to a node, for the trainer; None where the
    opponent has none left. ``least``: chips by which the play may be wrong.
    """
    table, rows, node = view.solution.request.table, shown.rows, shown.node
    seats = [table.seats[seat] for seat in table.active_seats]
    hands = np.flatnonzero((rows.joint > 0) & np.isfinite(rows.evs).all(axis=0))
    if not len(hands) or not other.texts[-1]:
        return None
    ups = ""
    if shown.ranks_only:
        slots = parse_razz(seats[shown.player].cards).items[0].slots[DOWN : DOWN + UP]
        ups = "".join((*map(slot_text, slots), *dealt_to(view, shown.player)))
    names = [rows.names[hand] for hand in hands.tolist()]
    line = " · ".join(node.path)
    return HandPack(
        QUIZ,
        f"{shown.name}: {line}" if line else f"{shown.name}: first decision",
        replace(
            table.without_panels,
            seats=(Seat(shown.name, ""), Seat(other.name, other.texts[-1])),
            board="" if shown.ranks_only else node.board,
            run=RunOptions(),
        ),
        tuple(f"{name[:DOWN]}{ups}{name[DOWN:]}" if shown.ranks_only else name for name in names),
        rows.joint[hands] / rows.joint[hands].sum(),
        rows.equity[hands],
        shown.actions,
        rows.evs[:, hands],
        rows.frequencies[:, hands],
        node.pot,
        node.to_call,
        least / node.pot,
    )


def dealt_to(view: BettingView, player: int) -> tuple[str, ...]:
    """Return the up cards of razz that a player got on the way to a node."""
    return tuple(step.text.split()[player] for step in view.steps if step.seat is None)


def _by_action(rows: HandRows) -> list[F64]:
    """Return the weights of the hands in each action, then in all together. A hand that cannot be dealt has no play,
    so that it is in no range of an action."""
    dealable = np.where(rows.joint > 0, rows.weight, 0.0)
    return [*(dealable * frequencies for frequencies in rows.frequencies), rows.weight]


def _lowest_two(hand: str) -> int:
    low, high, *_ = sorted(RAZZ_RANKS.index(rank) for rank in hand)
    return SIZE * low + high


def hand_cells(
    shown: PlayerView,
    show: Show,
    picked: MatrixCell | None = None,
    only: Bools | None = None,
    *,
    stale: bool = False,
) -> tuple[Cell | None, ...]:
    """Return the 169 cells, row by row; in razz None below the diagonal. ``only``: the hands that are displayed;
    ``stale``: they are of an earlier table."""
    displayed = np.ones(len(shown.weights), np.bool_) if only is None else only
    heights = _heights(shown, displayed)
    tones = _tones(shown, show)
    return tuple(
        None
        if shown.ranks_only and place[0] > place[1]
        else replace(_cell(shown, place, height, show, tones, displayed, picked), stale=stale)
        for place, height in zip(ALL_CELLS, heights.tolist(), strict=True)
    )


def _heights(shown: PlayerView, displayed: Bools) -> F64:
    """Return how high each cell is filled, float64[169]: the mean weight of its hands, of the largest."""
    count = SIZE * SIZE
    weights = np.where(shown.dealable, shown.weights, 0.0)
    sums = np.bincount(shown.places, weights, count)
    if shown.ranks_only:
        sizes = np.bincount(shown.places, minlength=count)
    else:
        known = sum(1 << card for card, _ in parse_cards(shown.node.board))
        sizes = np.bincount(combo_owners(), ~blocked_combos(known), count)
    means = sums / np.maximum(sizes, 1)
    own = np.bincount(shown.places, np.where(displayed, weights, 0.0), count) / np.maximum(sizes, 1)
    most = float(means.max(initial=0.0))
    return np.asarray(own / most if most > LEAST_REACH else own)


def _tones(shown: PlayerView, show: Show) -> HeatScale | None:
    if show == "equity":
        return equity_scale(2)
    if show == "ev":
        live = shown.rows.ev[np.isfinite(shown.rows.ev) & (shown.by_joint > 0)]
        middle = shown.node.evs[shown.player]
        if len(live) and middle is not None and live.max() - live.min() > 1e-9:
            return HeatScale(min(float(live.min()), middle - 1e-9), middle, max(float(live.max()), middle + 1e-9))
    return None


def _cell(
    shown: PlayerView, place: MatrixCell, height: float, show: Show, scale: HeatScale | None, displayed: Bools,
    picked: MatrixCell | None,
) -> Cell:  # fmt: skip
    name = cell_name(place, ranks_only=shown.ranks_only)
    hands = shown.at(place) & displayed & shown.dealable
    framed, strong = place == picked, place[0] == place[1]
    if height <= 0 or not hands.any():
        blocked = bool((shown.at(place) & displayed & (shown.weights > 0)).any())
        reason = "the other player's hands block it" if blocked else "not here"
        return Cell(name, strong=strong, framed=framed, speech=f"{name}: {reason}")
    speech = f"{name}, {number_of(hands.sum(), 'hand')}: {shown.words(hands)}"
    if show == "actions" and shown.decides:
        parts = tuple((color, share) for color, share in zip(shown.colors, shown.mix(hands), strict=True) if share > 0)
        return Cell(name, height, strong=strong, speech=speech, framed=framed, parts=parts, part_height=height)
    if scale is None:
        return Cell(name, height, strong=strong, speech=speech, framed=framed)
    value = shown.mean(shown.rows.equity if show == "equity" else shown.rows.ev, hands)
    note = "" if value is None else f"{100 * value:.0f}" if show == "equity" else shown.chips(value)
    tone = None if value is None else scale.tone(value)
    return Cell(name, height, strong=strong, speech=speech, framed=framed, hot=True, tone=tone, note=note)


def cell_name(place: MatrixCell, *, ranks_only: bool) -> str:
    """Return the name of a cell: ``AKs``, in razz ``A2``."""
    return RAZZ_RANKS[place[0]] + RAZZ_RANKS[place[1]] if ranks_only else class_name(place)


def bluff_line(shown: PlayerView) -> str:
    """Return how many of the bets are bluffs; "" if nobody bets.

    On the last street a bet with a polar range is compared with the share of bluffs that its size allows, and of every
    other one the shares of value, thin value and bluffs are stated. With cards to come many hands that are behind are
    draws.
    """
    bets = [one for one in shown.node.balances if one.bluffs is not None and one.frequency >= LEAST_PART]
    if not shown.decides or not bets:
        return ""
    if len(bets) == 1:
        bet = bets[0]
        kind = "raises" if bet.action.startswith("raise") or shown.node.to_call > 0 else "bets"
        bluffs, allowed = (percent(share or 0.0, exact_digits=0) for share in (bet.bluffs, bet.allowed))
        if shown.cards_to_come:
            behind = f"{bluffs} of the {kind} are behind when called (draws included)"
            return f"{behind}; this size allows {allowed} of pure bluffs."
        if bet.polar:
            return f"{bluffs} of the {kind} are bluffs; this size allows {allowed}."
        return f"Of the {kind} {_shares_text(bet)}."
    if shown.cards_to_come:
        parts = (
            f"{one.action}: {percent(one.bluffs or 0.0, exact_digits=0)} behind, {percent(one.allowed, exact_digits=0)}"
            for one in bets
        )
        title = "Behind when called (draws included), and the pure bluffs that the size allows"
        return f"{title}: {' · '.join(parts)}."
    parts = (
        f"{one.action}: {percent(one.bluffs or 0.0, exact_digits=0)} bluffs, "
        f"{percent(one.allowed, exact_digits=0)} allowed"
        if one.polar
        else f"{one.action}: {_shares_text(one)}"
        for one in bets
    )
    return f"{capital(' · '.join(parts))}."


def _shares_text(one: Balance) -> str:
    """Return what the bets of a size are made of, as in ``60 % are value, 30 % thin value, 10 % bluffs``."""
    value, thin, bluffs = (percent(share or 0.0, exact_digits=0) for share in (one.value, one.thin, one.bluffs))
    return f"{value} are value, {thin} thin value, {bluffs} bluffs"


BLUFFS = (
    "On the last street a <b>bluff</b> is a bet that wins less than a tenth of the pot when it is called, <b>value</b> "
    "one that wins more than half; <b>thin value</b> is between them: it is called by better and by worse hands. If "
    "nearly all bets are bluffs or value, bluffs are right in b / (p + 2 b) of them, for a bet of b into a pot of p: "
    "with more, calling with any hand that beats bluffs wins chips. On earlier streets every hand that has less than "
    "half of the pot when called counts as behind; many of them are draws, and more of them are right."
)


def kelly_line(shown: PlayerView, bankroll: float | None, least: float) -> str:
    """Return where growth and chips choose otherwise; ``least``: chips below which two actions are equally good. Empty
    without a bankroll.
    """
    rows = shown.rows
    if rows.growth is None or bankroll is None or not shown.decides or not len(rows.names):
        return ""
    growth = np.where(np.isfinite(rows.growth), rows.growth, -np.inf)
    live = (rows.joint > 0) & np.isfinite(rows.evs).all(axis=0) & np.isfinite(growth).any(axis=0)
    if not live.any():
        return f"The bankroll of {chips(bankroll)} could be lost whole here, whatever is done."
    by_chips, by_growth = rows.evs.argmax(axis=0), growth.argmax(axis=0)
    hands = np.arange(len(rows.names))
    cost = rows.evs[by_chips, hands] - rows.evs[by_growth, hands]
    differ = live & (cost > least)
    share = float(rows.joint[differ].sum() / rows.joint[live].sum())
    if not differ.any():
        return f"The bankroll of {chips(bankroll)} changes no choice: what wins most chips grows it most."
    worst = int(np.where(differ, cost * rows.joint, -1.0).argmax())
    safe, wild = shown.actions[by_growth[worst]], shown.actions[by_chips[worst]]
    gain = shown.chips(float(cost[worst]))
    return (
        f"For a bankroll of {chips(bankroll)} the best action is another with {percent(share, exact_digits=1)} of the "
        f"hands. {rows.names[worst]}: {wild} wins {gain} chips more on average than {safe}, but risks more of the "
        f"bankroll than that is worth."
    )
