"""Groups of the hands that a player has at a node, and the shares of bluffs and value in his bets.

In hold'em a group contains a made class or a draw on the board of the node. A hand has one class and any number of
draws. In razz a hand with five different ranks is a low, named after the highest card of its best five. Before seventh
street a hand with four different ranks is a draw. All others are pairs.

Whether a bet or raise is a bluff depends on the hand's equity when called: its share of the pot against the hands that
do not fold, on average over the cards to come and without more betting. If every hand folds, the equity is against all
hands of the opponent. On the last street a *bluff* wins less than a tenth of the pot and a *value* bet more than half.
A hand between them is a *thin value* bet, called by better and by worse hands. On earlier streets a hand that is behind
when called can still improve, so a hand with less than half of the pot is a bluff, and any other is value.

The opponent is indifferent between calling and folding a hand that beats only bluffs if bluffs are a share c / (P + c)
of the bets, where P is the pot with the bet in it and c the price of a call. For a bet of b into a pot of p that is
b / (p + 2 b). The formula holds for a *polar* range on the last street, which contains only bluffs and value; with thin
value in it, more bluffs are right.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal

import numpy as np

from engine.arrays import F64, Bools
from engine.betting.action_names import is_bet
from engine.betting.nodes import NodeReader, Position
from engine.cards import CARDS_BY_TEXT, COMBOS, RAZZ_RANKS, combo_text
from engine.kernels.betting.tree import RARE
from engine.ranges.made_hands import made_hands
from engine.ranges.made_names import CELLS, FIRST_DRAW, FIRST_KICKER, cell_name

BLUFF, VALUE, POLAR = 0.1, 0.5, 0.9
"""Limits on the last street: a bluff has less equity when called than the first, a value bet more than the second. A
range is polar if at least the third share of its bets are one or the other."""
GroupKind = Literal["made", "draw"]
LOW_CARDS, SEVEN_CARDS = 5, 7
SUIT_WORDS = {"s": "spade", "h": "heart", "d": "diamond", "c": "club"}
RANK_WORDS = {"A": "ace", "T": "ten", "J": "jack", "Q": "queen", "K": "king"}


@dataclass(frozen=True, slots=True, eq=False)
class HandGroup:
    """A named group of hands; ``hands`` bool[hands] is True for its members."""

    name: str
    kind: GroupKind
    hands: Bools


@dataclass(frozen=True, slots=True, eq=False)
class GroupRow:
    """The play of a group at a node.

    ``share``: of the deals that reach the node. ``frequencies``: the mean frequency of each action, empty if the player
    does not decide. ``ev`` in chips and ``equity``: means, or None if unknown. ``difference``: the share of the group's
    deals (0 to 1) that would be played differently with the mean frequencies of all hands."""

    group: HandGroup
    share: float
    frequencies: tuple[float, ...]
    ev: float | None
    equity: float | None
    difference: float


@dataclass(frozen=True, slots=True, eq=False)
class Balance:
    """How far a bet or raise is a bluff and how far value, and how many bluffs would be right.

    A bet with one hand is a bluff or a value bet by the hand's equity when called (see the module). The balance of the
    action is the share of each among all hands that bet, weighted by how often they do.

    ``frequency``: over all hands. ``bluffs`` and ``value``: their shares of the bets, or None if no hand bets.
    ``allowed``: the share of bluffs of :func:`allowed_bluffs`. ``chips``: the chips that the player adds.

    ``folds`` float64[hands]: how often the opponent folds to it against each hand. ``equity`` float64[hands]: the
    equity of each hand against the hands that do not fold. ``bluffing`` bool[hands]: the hands with which it is a
    bluff.
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
        """The share of thin value: of the bets that are neither a bluff nor value."""
        return max(1.0 - (self.bluffs or 0.0) - (self.value or 0.0), 0.0)

    @property
    def polar(self) -> bool:
        """Whether nearly all bets are bluffs or value. Only then ``bluffs`` can be compared with ``allowed``."""
        return self.thin <= 1.0 - POLAR


@cache
def combo_numbers() -> dict[str, int]:
    """Return the index of each combo by its text (``AhKh``)."""
    return {combo_text(number): number for number in range(len(COMBOS))}


def holdem_groups(names: Sequence[str], board: Sequence[int]) -> tuple[HandGroup, ...]:
    """Return the groups of hands (``AhKh``) on a board of three to five cards: made classes, then draws."""
    combos = np.array([combo_numbers()[name] for name in names], np.int64)
    made = made_hands(board)
    groups = []
    for cell in (*range(FIRST_KICKER), *range(FIRST_DRAW, CELLS)):
        hands = np.asarray(made.in_cell(cell)[combos], np.bool_) if len(combos) else np.zeros(0, np.bool_)
        if hands.any():
            groups.append(HandGroup(cell_name(cell), "made" if cell < FIRST_KICKER else "draw", hands))
    return tuple(groups)


def razz_groups(names: Sequence[str], shown: Sequence[int]) -> tuple[HandGroup, ...]:
    """Return the groups of razz hands, best first: lows, draws and pairs.

    ``names``: the private ranks of each hand (``A4``). ``shown``: the ranks of the up cards.
    """
    order = [f"{_word(rank)} low" for rank in RAZZ_RANKS] + [f"draw to a {_word(rank)}" for rank in RAZZ_RANKS]
    order.append("pairs")
    labels = np.array([_razz_label(name, shown) for name in names])
    groups = []
    for name in order:
        hands = np.asarray(labels == name, np.bool_)
        if hands.any():
            groups.append(HandGroup(name, "draw" if name.startswith("draw") else "made", hands))
    return tuple(groups)


def _word(rank: str) -> str:
    return RANK_WORDS.get(rank, rank)


def _razz_label(name: str, shown: Sequence[int]) -> str:
    """Return the name of the group of a razz hand with the private ranks ``name`` and the up cards ``shown``."""
    cards = [*shown, *(RAZZ_RANKS.index(rank) for rank in name)]
    ranks = sorted(set(cards))
    if len(ranks) >= LOW_CARDS:
        return f"{_word(RAZZ_RANKS[ranks[LOW_CARDS - 1]])} low"
    if len(ranks) == LOW_CARDS - 1 and len(cards) < SEVEN_CARDS:
        return f"draw to a {_word(RAZZ_RANKS[ranks[-1]])}"
    return "pairs"


def weighted_mean(values: F64, joint: F64) -> float | None:
    """Return the mean of ``values`` float64[hands] weighted by ``joint`` float64[hands].

    Values that are not finite are left out. Returns None if none remains.
    """
    known = np.isfinite(values) & (joint > 0)
    total = float(joint[known].sum())
    return float(joint[known] @ values[known]) / total if total > 0 else None


def group_rows(groups: Sequence[HandGroup], joint: F64, frequencies: F64, ev: F64, equity: F64) -> tuple[GroupRow, ...]:
    """Return the play of those groups that have hands at the node, in the order of ``groups``.

    ``joint`` float64[hands]: the weight of each hand together with the opponent's hands. ``ev`` and ``equity``
    float64[hands]. ``frequencies`` float64[actions, hands], without rows if the player does not decide.
    """
    total = float(joint.sum())
    if total <= 0:
        return ()
    mean = frequencies @ joint / total
    rows = []
    for group in groups:
        members = np.where(group.hands, joint, 0.0)
        weight = float(members.sum())
        if weight <= 0:
            continue
        # The actions of the group's hands, averaged by the probability of each hand.
        mix = frequencies @ members / weight
        rows.append(
            GroupRow(
                group,
                weight / total,
                tuple(mix.tolist()),
                weighted_mean(ev, members),
                weighted_mean(equity, members),
                float(np.abs(mix - mean).sum()) / 2,
            )
        )
    return tuple(rows)


@dataclass(frozen=True, slots=True, eq=False)
class HeldRow:
    """How the hands that hold a card, a suit or a rank are played, compared with the player's other hands.

    ``name``: the card (``As``), its rank in razz, or a suit in words. ``hands`` bool[hands]: those that hold it.
    ``share``: of the deals that reach the node. ``frequencies``: of each action with the hands that hold it, and
    ``others`` with those that do not; both empty if the player does not decide.
    """

    name: str
    hands: Bools
    share: float
    frequencies: tuple[float, ...]
    others: tuple[float, ...]

    def difference(self, action: int) -> float:
        """Return by how much more often an action is taken with these hands than with the others, -1 to 1."""
        return self.frequencies[action] - self.others[action]


def held_rows(names: Sequence[str], joint: F64, frequencies: F64, *, by_suit: bool = False) -> tuple[HeldRow, ...]:
    """Return a row for each card (in razz: rank) or suit that some but not all hands of a player hold.

    ``names``: the hands, as combos or as private ranks. ``joint`` float64[hands]: the weight of each hand together with
    the opponent's hands. ``frequencies`` float64[actions, hands], without rows if the player does not decide.

    >>> with_ace, with_king = held_rows(["As2h", "Ks2h"], np.ones(2), np.array([[1.0, 0.25], [0.0, 0.75]]))
    >>> with_ace.name, with_ace.frequencies, with_ace.others, with_ace.difference(0)
    ('As', (1.0, 0.0), (0.25, 0.75), 0.75)
    """
    total = float(joint.sum())
    rows = []
    for name, hands in _held_by_suit(names) if by_suit else _held_by_card(names):
        members, rest = np.where(hands, joint, 0.0), np.where(hands, 0.0, joint)
        weights = float(members.sum()), float(rest.sum())
        if min(weights) > 0:
            mix, others = (frequencies @ part / weight for part, weight in zip((members, rest), weights, strict=True))
            rows.append(HeldRow(name, hands, weights[0] / total, tuple(mix.tolist()), tuple(others.tolist())))
    return tuple(rows)


def _held_by_card(names: Sequence[str]) -> Iterator[tuple[str, Bools]]:
    """Yield each card or rank, the highest first, with the hands that hold it."""
    combos = all(name in combo_numbers() for name in names)
    for card in reversed(CARDS_BY_TEXT) if combos else RAZZ_RANKS:
        yield card, np.array([card in name for name in names], np.bool_)


def _held_by_suit(names: Sequence[str]) -> Iterator[tuple[str, Bools]]:
    """Yield each suit with the combos that hold it, and with those that hold two of it."""
    for suit, word in SUIT_WORDS.items():
        count = np.array([name.count(suit) for name in names])
        yield f"a {word}", np.asarray(count > 0, np.bool_)
        yield f"two {word}s", np.asarray(count > 1, np.bool_)


def allowed_bluffs(pot: float, price: float) -> float:
    """Return the share of bluffs among bets at which the opponent neither gains nor loses by calling.

    ``pot``: the chips in the pot with the bet in it. ``price``: the chips that a call costs.

    A bet of 100 into 100 makes a pot of 200 and costs 100 to call, so that a third of the bets can be bluffs:

    >>> round(allowed_bluffs(pot=200, price=100), 3)
    0.333
    """
    return price / (pot + price)


def balances(reader: NodeReader, at: Position, pot: float) -> tuple[Balance, ...]:
    """Return the balance between bluffs and value of each bet and raise at a decision.

    ``at``: the position of the decision. ``pot``: the chips before the betting.
    """
    walker, solver = reader.walker, reader.solver
    node = walker.node(at)
    player, other = node.player, 1 - node.player
    # Both are sums over the opponent's hands: of their weights, and of the weights that a hand beats (a tie is half).
    pairs_of_all, won_of_all = (way(player, at.state, at.reach[other]) for way in (solver.pairs, solver.showdowns))
    joint = at.reach[player] * pairs_of_all
    last_street = at.state.level == solver.deals.levels - 1
    strategy, total = walker.strategy(at), float(joint.sum())
    result = []
    for index, action in enumerate(node.actions):
        if not is_bet(action):
            continue
        after = walker.act(at, index)
        answered = walker.node(after)
        calling = at.reach[other]
        # The hands that call or raise. Frequencies below RARE remain from the first iterations and are not play.
        if "fold" in answered.actions:
            stays = 1.0 - walker.strategy(after)[answered.actions.index("fold")]
            calling = calling * np.where(stays >= RARE, stays, 0.0)
        pairs, won = (way(player, at.state, calling) for way in (solver.pairs, solver.showdowns))
        with np.errstate(divide="ignore", invalid="ignore"):
            equity = np.where(pairs > 0, won / pairs, won_of_all / pairs_of_all)
            folds = 1.0 - pairs / pairs_of_all
        bluffing = np.asarray(equity < (BLUFF if last_street else VALUE), np.bool_)
        valuable = np.asarray(equity > VALUE if last_street else ~bluffing, np.bool_)
        bets = joint * strategy[index]
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
