"""The hands of a player at a node in groups, by made hand and draw or by low, and how many of the bets are bluffs.

A group of hold'em is a made class or a draw on the board of the node (a hand has one class and any number of draws). In
razz a hand with five different ranks is a low, called by the highest card of its best five; before seventh street one
with four is a draw; all others are pairs.

What a bet or raise is depends on the hand's equity when called: its share of the pot, on average over the cards to
come and without more betting, against the hands that do not fold. If every hand folds, all of the opponent's hands
count. On the last street a *bluff* wins less than a tenth of the pot and *value* more than half; a hand between them
is bet as *thin value*, called by better and by worse hands. Earlier a hand that is behind when called may still draw
out: what has less than half of the pot is a bluff there, everything else value.

With bluffs in a share c / (P + c) of the bets, P the pot with the bet in it and c the price of a call, the opponent
gains nothing by calling with a hand that beats bluffs only: b / (p + 2 b) for a bet of b into a pot of p. This holds
for a *polar* range of the last street, of bluffs and value alone: with thin value in it more bluffs are right.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal

import numpy as np

from engine.arrays import F64, Bools
from engine.betting.nodes import Position, Reader
from engine.cards import COMBOS, RAZZ_RANKS, combo_text
from engine.kernels.betting.tree import RARE
from engine.ranges.made_hands import made_hands
from engine.ranges.made_names import CELLS, FIRST_DRAW, FIRST_KICKER, cell_name

BLUFF, VALUE, POLAR = 0.1, 0.5, 0.9
"""On the last street a bluff has less equity than the first when called, value more than the second; bets are polar if
at least this share of them is one or the other."""
GroupKind = Literal["made", "draw"]
LOW_CARDS, SEVEN_CARDS = 5, 7
BETS = ("bet ", "raise to ", "all in ")
"""The first words of the names of bets and raises."""
RANK_WORDS = {"A": "ace", "T": "ten", "J": "jack", "Q": "queen", "K": "king"}


@dataclass(frozen=True, slots=True, eq=False)
class Group:
    """Hands with a name; ``hands`` bool[hands] says which."""

    name: str
    kind: GroupKind
    hands: Bools


@dataclass(frozen=True, slots=True, eq=False)
class GroupRow:
    """A group's play: its ``share`` of the deals that reach the node, the mean ``frequencies`` of the actions (none
    where the player does not decide), EV and equity, None where they are not known. ``difference``: the share of its
    deals (0 to 1) that are played otherwise than by the mean of all hands."""

    group: Group
    share: float
    frequencies: tuple[float, ...]
    ev: float | None
    equity: float | None
    difference: float


@dataclass(frozen=True, slots=True, eq=False)
class Balance:
    """Bluffs and value of a bet or raise: its ``frequency`` over all hands, the shares of ``bluffs`` and of ``value``
    in it (None if nobody bets) and the share of bluffs that its size allows; ``chips`` that it adds.

    By hand, float64[hands]: how often the other ``folds`` to it (a raise is no fold), and the ``equity`` of the hand
    against those of his that do not; ``bluffing`` bool[hands]: the hands with which it is a bluff.
    """

    action: str
    frequency: float
    bluffs: float | None
    value: float | None
    allowed: float
    chips: float
    folds: F64
    equity: F64
    bluffing: Bools

    @property
    def thin(self) -> float:
        """The share of thin value: what is neither a bluff nor value."""
        return max(1.0 - (self.bluffs or 0.0) - (self.value or 0.0), 0.0)

    @property
    def polar(self) -> bool:
        """Whether nearly all bets are bluffs or value, so that the share of bluffs can be compared with ``allowed``."""
        return self.thin <= 1.0 - POLAR


@cache
def combo_numbers() -> dict[str, int]:
    """Return the number of each combo by its text."""
    return {combo_text(number): number for number in range(len(COMBOS))}


def holdem_groups(names: Sequence[str], board: Sequence[int]) -> tuple[Group, ...]:
    """Return the made classes, then the draws, that hands (``AhKh``) have on a board of three to five cards."""
    combos = np.array([combo_numbers()[name] for name in names], np.int64)
    made = made_hands(board)
    groups = []
    for cell in (*range(FIRST_KICKER), *range(FIRST_DRAW, CELLS)):
        hands = np.asarray(made.in_cell(cell)[combos], np.bool_) if len(combos) else np.zeros(0, np.bool_)
        if hands.any():
            groups.append(Group(cell_name(cell), "made" if cell < FIRST_KICKER else "draw", hands))
    return tuple(groups)


def razz_groups(names: Sequence[str], shown: Sequence[int]) -> tuple[Group, ...]:
    """Return the lows, draws and pairs, best first, of hands (``A4``, private ranks) with the ranks ``shown``."""
    order = [f"{_word(rank)} low" for rank in RAZZ_RANKS] + [f"draw to a {_word(rank)}" for rank in RAZZ_RANKS]
    order.append("pairs")
    labels = np.array([_razz_label(name, shown) for name in names])
    groups = []
    for name in order:
        hands = np.asarray(labels == name, np.bool_)
        if hands.any():
            groups.append(Group(name, "draw" if name.startswith("draw") else "made", hands))
    return tuple(groups)


def _word(rank: str) -> str:
    return RANK_WORDS.get(rank, rank)


def _razz_label(name: str, shown: Sequence[int]) -> str:
    cards = [*shown, *(RAZZ_RANKS.index(rank) for rank in name)]
    ranks = sorted(set(cards))
    if len(ranks) >= LOW_CARDS:
        return f"{_word(RAZZ_RANKS[ranks[LOW_CARDS - 1]])} low"
    if len(ranks) == LOW_CARDS - 1 and len(cards) < SEVEN_CARDS:
        return f"draw to a {_word(RAZZ_RANKS[ranks[-1]])}"
    return "pairs"


def weighted_mean(values: F64, joint: F64) -> float | None:
    """Return the mean of known values float64[hands] by ``joint`` float64[hands]; None where nothing is known."""
    known = np.isfinite(values) & (joint > 0)
    total = float(joint[known].sum())
    return float(joint[known] @ values[known]) / total if total > 0 else None


def group_rows(groups: Sequence[Group], joint: F64, frequencies: F64, ev: F64, equity: F64) -> tuple[GroupRow, ...]:
    """Return the play of groups, those first that differ most from the mean of all hands.

    ``joint``, ``ev``, ``equity`` float64[hands]: the weight of each hand with the other's, and what it is worth;
    ``frequencies`` float64[actions, hands], without rows where the player does not decide.
    """
    total = float(joint.sum())
    if total <= 0:
        return ()
    mean = frequencies @ joint / total
    rows = []
    for group in groups:
        own = np.where(group.hands, joint, 0.0)
        weight = float(own.sum())
        if weight <= 0:
            continue
        mix = frequencies @ own / weight
        rows.append(
            GroupRow(
                group,
                weight / total,
                tuple(mix.tolist()),
                weighted_mean(ev, own),
                weighted_mean(equity, own),
                float(np.abs(mix - mean).sum()) / 2,
            )
        )
    return tuple(sorted(rows, key=lambda row: -row.difference))


def is_bet(action: str) -> bool:
    """Return whether an action is a bet or a raise."""
    return action.startswith(BETS)


def allowed_bluffs(pot: float, price: float) -> float:
    """Return the share of bluffs at which a call neither gains nor loses, of a bet that makes a call cost ``price`` and
    the ``pot`` without the call so large."""
    return price / (pot + price)


def balances(reader: Reader, at: Position, pot: float) -> tuple[Balance, ...]:
    """Return the balance of each bet and raise at a decision; ``pot``: the chips before the betting."""
    walker, solver = reader.walker, reader.solver
    node = walker.node(at)
    player, other = node.player, 1 - node.player
    pairs_of_all, won_of_all = (way(player, at.place, at.reach[other]) for way in (solver.pairs, solver.showdowns))
    joint = at.reach[player] * pairs_of_all
    last_street = at.place.level == solver.deals.levels - 1
    strategy, total = walker.strategy(at), float(joint.sum())
    result = []
    for number, action in enumerate(node.actions):
        if not is_bet(action):
            continue
        after = walker.act(at, number)
        answered = walker.node(after)
        calling = at.reach[other]
        if "fold" in answered.actions:
            stays = 1.0 - walker.strategy(after)[answered.actions.index("fold")]
            calling = calling * np.where(stays >= RARE, stays, 0.0)
        pairs, won = (way(player, at.place, calling) for way in (solver.pairs, solver.showdowns))
        with np.errstate(divide="ignore", invalid="ignore"):
            equity = np.where(pairs > 0, won / pairs, won_of_all / pairs_of_all)
            folds = 1.0 - pairs / pairs_of_all
        bluffing = np.asarray(equity < (BLUFF if last_street else VALUE), np.bool_)
        valuable = np.asarray(equity > VALUE if last_street else ~bluffing, np.bool_)
        bets = joint * strategy[number]
        weight = float(bets.sum())
        result.append(
            Balance(
                action,
                weight / total if total > 0 else 0.0,
                float(bets[bluffing].sum()) / weight if weight > 0 else None,
                float(bets[valuable].sum()) / weight if weight > 0 else None,
                allowed_bluffs(pot + sum(answered.chips), answered.faced),
                answered.chips[player] - node.chips[player],
                folds,
                equity,
                bluffing,
            )
        )
    return tuple(result)
