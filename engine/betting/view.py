"""A node of a solution as frozen values: frequencies, EV and equity of both players' hands, and its JSON.

Also the same node for other pages: as values of the Kelly page, and ranges as texts. EVs are the chips from the node
on. Hands are in the order of the solution.
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from engine.arrays import F64
from engine.betting.action_names import action_text
from engine.betting.classes import Balance, balances, combo_numbers, weighted_mean
from engine.betting.nodes import Array, HandValues, NodeReader, Position
from engine.cards import COMBOS, RAZZ_RANKS
from engine.kernels.betting.tree import DEAL, DECISION, RARE
from engine.ranges.holdem import HoldemRange, format_range
from engine.ranges.razz_text import parse_razz, slot_text
from engine.scenario.codec import JsonObject, json_field, plain
from engine.scenario.kelly import KellyPanel
from engine.scenario.kelly_responses import ListedBet, OpponentResponse

Pair = tuple[float | None, float | None]
"""The mean of each player, or None if no hands reach the node."""


@dataclass(frozen=True, slots=True, eq=False)
class HandRows(HandValues):
    """The hands of a player, without those that contain a card of the path.

    float64[hands]: ``weight``, a hand's initial weight times its frequencies on the path; ``joint``, that times the
    weight of all opponent's hands that are possible with it; ``equity`` at showdown without more betting and ``ev``,
    both NaN if the opponent has no such hand. float64[actions, hands], without rows for the player who does not decide:
    ``frequencies``, ``evs`` in chips and, with a bankroll, ``growth``, NaN if the complete bankroll can be lost.
    """

    names: tuple[str, ...]
    frequencies: Array
    evs: Array
    growth: Array | None = None

    @property
    def growth_of_play(self) -> Array | None:
        """The growth of each hand's mix of actions, float64[hands], or None without a bankroll.

        It is NaN if an action that the hand plays can lose the complete bankroll.
        """
        if self.growth is None:
            return None
        played = np.where(self.frequencies >= RARE, self.frequencies, 0.0)
        return np.asarray(np.where(played > 0, played * self.growth, 0.0).sum(axis=0) / played.sum(axis=0))

    def row(self, name: str) -> int | None:
        """Return the index of a hand, or None if there is none of this name."""
        return self.names.index(name) if name in self.names else None


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionView(JsonObject):
    """An action with its mean ``frequency``, ``ev`` and ``growth`` over the hands that reach the node.

    ``growth`` is None without a bankroll, and if the complete bankroll could be lost.
    """

    name: str = json_field(key="action")
    frequency: float | None
    ev: float | None
    growth: float | None = None

    @property
    def text(self) -> str:
        """The name for readers, with chips rounded to cents."""
        return action_text(self.name)


@dataclass(frozen=True, slots=True, kw_only=True)
class CardView(JsonObject):
    """A possible next card, in razz an up card for each player, and both players' means after it."""

    INNER = ("text",)
    text: str
    probability: float
    evs: Pair = json_field(key="ev")
    equities: Pair = json_field(key="equity")


@dataclass(frozen=True, slots=True, eq=False)
class NodeView:
    """A node.

    ``path``: the actions and cards that lead to it. ``probability``: of these actions, given the cards. ``seat``: the
    player who decides, 0 or 1 of the active seats, or None at a deal and at the end of the hand. ``pot`` includes the
    bet to call; ``to_call``: the price of a call. ``board``: the community cards including those of the path.
    ``actions``: at a decision; ``cards``: at a deal; neither at the end of the hand. ``balances``: bluffs and value of
    each bet or raise among the actions.
    """

    path: tuple[str, ...]
    probability: float
    seat: int | None
    pot: float
    to_call: float
    board: str
    evs: Pair
    equities: Pair
    hands: tuple[HandRows, HandRows]
    actions: tuple[ActionView, ...] = ()
    cards: tuple[CardView, ...] | None = None
    balances: tuple[Balance, ...] = ()

    @property
    def options(self) -> tuple[str, ...]:
        """The possible next steps, as a path names them."""
        return tuple(action.name for action in self.actions) + tuple(card.text for card in self.cards or ())

    def to_json(self, seats: Sequence[int]) -> dict[str, Any]:
        """Return the node as JSON of an answer; ``seats``: the numbers of the active seats in the table."""
        first = self.seat or 0
        result: dict[str, Any] = {
            "path": list(self.path),
            "probability": self.probability,
            "seat": None if self.seat is None else seats[self.seat],
            "pot": self.pot,
            "to_call": self.to_call,
            "board": self.board,
            "ev": list(self.evs),
            "equity": list(self.equities),
        }
        if self.seat is not None:
            result["actions"] = plain(self.actions)
        result["hands"] = _hands_json(self.hands[first], decides=self.seat is not None)
        result["other"] = _hands_json(self.hands[1 - first])
        if self.cards is not None:
            result["cards"] = {card.text: card.to_json() for card in self.cards}
        return result


def node_view(reader: NodeReader, at: Position, path: Sequence[str], pot: float, board: str) -> NodeView:
    """Return the node at a position; ``pot``: the chips before the betting, ``board``: the cards before it."""
    node = reader.walker.node(at)
    decides = node.kind == DECISION
    numbers = [reader.numbers(at, player) for player in (0, 1)]
    actions: tuple[ActionView, ...] = ()
    nothing = [np.zeros((0, len(names))) for names in at.names]
    frequencies, evs = list(nothing), list(nothing)
    growths: list[Array | None] = [None, None]
    if decides:
        player = node.player
        frequencies[player] = reader.walker.strategy(at)
        evs[player] = np.array(reader.action_values(at))
        growth = np.array(reader.action_values(at, growth=True)) if reader.bankroll is not None else None
        growths[player] = growth
        own = numbers[player]
        actions = tuple(
            ActionView(
                name=name,
                frequency=own.mean(frequencies[player][i]),
                ev=own.mean(evs[player][i]),
                growth=None if growth is None else _known(own.mean(growth[i])),
            )
            for i, name in enumerate(node.actions)
        )
    return NodeView(
        path=tuple(path),
        probability=reader.probability(at),
        seat=node.player if decides else None,
        pot=pot + sum(node.chips),
        to_call=node.faced if decides else 0,
        board="" if reader.solver.deals.cards.stud else "".join((board, *at.cards)),
        evs=_means(numbers, "ev"),
        equities=_means(numbers, "equity"),
        hands=(
            _rows(at, 0, numbers[0], frequencies[0], evs[0], growths[0]),
            _rows(at, 1, numbers[1], frequencies[1], evs[1], growths[1]),
        ),
        actions=actions,
        cards=_cards(reader, at) if node.kind == DEAL else None,
        balances=_balances(reader, at, pot) if decides else (),
    )


def _balances(reader: NodeReader, at: Position, pot: float) -> tuple[Balance, ...]:
    """Return the balances with the hands of :class:`HandRows` only."""
    dealt = at.dealt[reader.walker.node(at).player] > 0
    return tuple(
        replace(one, folds=one.folds[dealt], equity=one.equity[dealt], bluffing=one.bluffing[dealt])
        for one in balances(reader, at, pot)
    )


def _means(numbers: Sequence[HandValues], key: str) -> Pair:
    first, second = (one.mean(getattr(one, key)) for one in numbers)
    return first, second


def _rows(
    at: Position, player: int, numbers: HandValues, frequencies: Array, evs: Array, growth: Array | None
) -> HandRows:
    """Return the hands of a player at a position, without those that contain a card of the path.

    ``numbers``: the values of all his hands. ``frequencies``, ``evs`` and ``growth`` float64[actions, hands], without
    rows for the player who does not decide.
    """
    dealt = at.dealt[player] > 0
    names = tuple(at.names[player][hand] for hand in np.flatnonzero(dealt).tolist())
    each = (numbers.weight, numbers.joint, numbers.equity, numbers.ev)
    weight, joint, equity, ev = (values[dealt] for values in each)
    growths = None if growth is None else growth[:, dealt]
    return HandRows(weight, joint, equity, ev, names, frequencies[:, dealt], evs[:, dealt], growths)


def _cards(reader: NodeReader, at: Position) -> tuple[CardView, ...]:
    """Return the cards that can come, with both players' EV and equity after each."""
    result = []
    here = float(at.reach[0] @ reader.solver.pairs(0, at.state, at.reach[1]))
    share = reader.share(at)
    for text in reader.walker.cards_to_come(at):
        after = reader.walker.deal(at, text, "path")
        numbers = [reader.numbers(after, player, reader.front_values(at, after, player)) for player in (0, 1)]
        total = float(numbers[0].joint.sum())
        probability = share * total / here if here > 0 else 0.0
        evs, equities = _means(numbers, "ev"), _means(numbers, "equity")
        result.append(CardView(text=text, probability=probability, evs=evs, equities=equities))
    return tuple(result)


def _known(value: float | None) -> float | None:
    return None if value is None or not math.isfinite(value) else value


def _hands_json(rows: HandRows, *, decides: bool = False) -> Mapping[str, Any]:
    """Return the numbers of a player's hands by their names, as JSON; hands that never reach the node are left out.

    ``decides``: also the frequency and the EV of each action.
    """
    result: dict[str, Any] = {}
    growth = rows.growth_of_play
    for hand in np.flatnonzero(rows.weight > 0).tolist():
        row: dict[str, Any] = {
            "weight": float(rows.weight[hand]),
            "equity": _known(float(rows.equity[hand])),
            "ev": _known(float(rows.ev[hand])),
        }
        if decides:
            row["frequencies"] = [float(value) for value in rows.frequencies[:, hand]]
            row["evs"] = [_known(float(value)) for value in rows.evs[:, hand]]
        if growth is not None:
            row["growth"] = _known(float(growth[hand]))
        result[rows.names[hand]] = row
    return result


DIGITS = 4
"""Decimals of the shares in :func:`listed_bets`."""


def listed_bets(node: NodeView, hand: str = "") -> tuple[ListedBet, ...]:
    """Return the bets and raises of a decision with the opponent's responses, as the Kelly page has them.

    They are the responses against ``hand``, or the mean over all hands of the player who decides if it is not among
    them. A tie counts as half a win.
    """
    if node.seat is None:
        return ()
    rows = node.hands[node.seat]
    index = rows.row(hand)
    weight = rows.joint if index is None else np.eye(len(rows.names))[index]
    result = []
    for one in node.balances:
        folds = weighted_mean(one.folds, weight)
        wins = weighted_mean(one.equity, weight * (1.0 - np.nan_to_num(one.folds)))
        if folds is not None:
            win = None if wins is None else round(wins, DIGITS)
            result.append(ListedBet(one.chips, round(folds, DIGITS), win))
    return tuple(result)


def kelly_at(panel: KellyPanel, node: NodeView, hero: int, opponent: int, hand: str = "") -> KellyPanel:
    """Return the panel of the Kelly page with pot, price of a call and opponent's responses of a decision of hero.

    ``hero`` and ``opponent``: the numbers of their seats.
    """
    response = OpponentResponse("rows", rows=listed_bets(node, hand))
    entries = {"seat": hero or None, "pot_typed": True, "pot": node.pot, "to_call": node.to_call or None}
    return panel.with_entries({**entries, "best_hands": None, "bet": None}).with_item("answers", opponent, response)


WEIGHT_DIGITS = 3
"""Decimals of the weights in a range text."""
SMALL_WEIGHT = 0.01
"""Weights up to this have the sign of percent: ``@1`` alone would be reported as a possible mistake."""
DOWN, UP = 2, 4
"""The numbers of first down cards and of up cards in razz."""
PAIR = 2


def holdem_text(names: Sequence[str], weights: F64) -> str:
    """Return the range text of hands (``AhKh``) with ``weights`` float64[hands] in [0, 1], or "" if all are 0."""
    every = np.zeros(len(COMBOS))
    every[[combo_numbers()[name] for name in names]] = np.round(np.clip(weights, 0.0, 1.0), WEIGHT_DIGITS)
    return format_range(HoldemRange(every)) if every.any() else ""


def razz_text(names: Sequence[str], ways: F64, max_weight: float, seat: str, dealt: Sequence[str] = ()) -> str:
    """Return the text of a razz seat with these private cards (``A4``, on seventh street ``A49``).

    Returns "" if all weights are 0. ``ways`` float64[hands]: the number of orders in which a hand is dealt, times its
    weight. ``max_weight``: the largest of :func:`razz_weights` among the hands of the seat, which gets weight 1.
    ``seat``: the text of the seat at the table. Its up cards and those ``dealt`` since are in each hand of the text.
    """
    shares = razz_weights(names, ways) / max_weight if max_weight > 0 else np.zeros(len(names))
    weights = np.round(np.minimum(shares, 1.0), WEIGHT_DIGITS)
    slots = parse_razz(seat).items[0].slots[DOWN : DOWN + UP]
    ups = "".join([*map(slot_text, slots), *dealt])
    pairs: dict[str, dict[tuple[int, int], float]] = {}
    for name, weight in zip(names, weights.tolist(), strict=True):
        if weight <= 0:
            continue
        ranks = sorted(RAZZ_RANKS.index(rank) for rank in name)
        # A text separates the last card from the first two, so a hand of three ranks is one item for each last card.
        for last in sorted(set(ranks)) if len(ranks) > PAIR else (None,):
            down = list(ranks)
            if last is not None:
                down.remove(last)
            private = "" if last is None else f"[{RAZZ_RANKS[last]}]"
            pairs.setdefault(private, {})[down[0], down[1]] = weight
    return ", ".join(item for private, weights_of in pairs.items() for item in _items(weights_of, ups + private))


def razz_weights(names: Sequence[str], ways: F64) -> F64:
    """Return the weights of razz hands as texts have them, float64[hands].

    ``ways`` float64[hands]: the weights in a solution, which include in how many orders the private ranks of each hand
    can be dealt. A text leaves these orders to its reader, so they are divided out.
    """
    orders = [
        math.factorial(len(name)) / math.prod(math.factorial(count) for count in Counter(name).values())
        for name in names
    ]
    return np.asarray(ways / np.array(orders))


def _items(pairs: Mapping[tuple[int, int], float], rest: str) -> list[str]:
    """Return the items of a text for pairs of down cards; pairs with the same low card and weight are one item."""
    groups: dict[tuple[int, float], list[int]] = {}
    for (low, high), weight in sorted(pairs.items()):
        groups.setdefault((low, weight), []).append(high)
    return [
        f"[{RAZZ_RANKS[low]}][{''.join(RAZZ_RANKS[high] for high in highs)}]{rest}"
        + ("" if weight == 1.0 else f"@{100 * weight:.10g}{'%' if weight <= SMALL_WEIGHT else ''}")
        for (low, weight), highs in groups.items()
    ]
