"""Nodes of a solved tree, reached by paths of actions and cards: the strategies and values of both players there."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NoReturn

import numpy as np
from numpy.typing import NDArray

from engine.betting.action_names import action_number
from engine.betting.deals import Deals, moved
from engine.betting.solver import DealState, Solver
from engine.betting.tree import Node, TreeBuilder
from engine.cards import CARDS_BY_TEXT, TextError, card_text, parse_cards
from engine.kernels.betting.tree import DEAL, DECISION
from engine.scenario import Problem, ScenarioError

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Position:
    """A node with the cards that led to it.

    ``state``: the deals so far. For both players: ``reach`` float64[hands], the weight of each hand times the
    player's own frequencies on the path; ``dealt`` float64[hands], the weights without the frequencies; ``names``, the
    hands. ``suits``: the permutation from the suits of the path to those of the tree, which contains only one of
    several equivalent cards. ``cards``: the cards of the path in their own suits.
    """

    node: int
    state: DealState
    reach: tuple[Array, Array]
    dealt: tuple[Array, Array]
    names: tuple[tuple[str, ...], tuple[str, ...]]
    suits: tuple[int, ...] = (0, 1, 2, 3)
    cards: tuple[str, ...] = ()


class Walker:
    """Follows paths through a solved tree."""

    def __init__(self, builder: TreeBuilder, deals: Deals, solver: Solver) -> None:
        self.builder, self.deals, self.solver = builder, deals, solver

    @property
    def start(self) -> Position:
        """The root."""
        names = self.deals.labels[0]
        return Position(0, self.solver.start, self.deals.weights, self.deals.weights, (names[0], names[1]))

    def node(self, at: Position) -> Node:
        """Return the node of a position."""
        return self.builder.nodes[at.node]

    def follow(self, path: Sequence[str], field: str = "path") -> Position:
        """Return the position at the end of a path.

        Raises:
            ScenarioError: a step does not exist; the message lists the possible next steps.
        """
        at = self.start
        for number, step in enumerate(path):
            at = self.step(at, step, f"{field}[{number}]")
        return at

    def step(self, at: Position, step: str, field: str) -> Position:
        """Return the position after the action or the cards that the text ``step`` names.

        Raises:
            ScenarioError: at ``field``: the step does not exist.
        """
        node = self.node(at)
        if node.kind == DECISION:
            action = action_number(step, node.actions)
            if action is None:
                _no_step(field, step, node.actions)
            return self.act(at, action)
        if node.kind != DEAL:
            raise ScenarioError(Problem(field, "the hand is over: no more actions"))
        return self.deal(at, step, field)

    def strategy(self, at: Position) -> Array:
        """Return the strategy of the player who decides at ``at``, float64[actions, hands]."""
        node = self.node(at)
        hands, actions = len(at.reach[node.player]), len(node.actions)
        begin = at.state.base + int(self.solver.tree.offset[at.node])
        sums = self.solver.sums[begin : begin + actions * hands].reshape(actions, hands).astype(np.float64)
        total = sums.sum(axis=0)
        result = np.divide(sums, total, out=np.full_like(sums, 1.0 / actions), where=total > 0)
        if len(self.solver.play.fixed):
            fixed = self.solver.play.fixed[begin : begin + actions * hands].reshape(actions, hands)
            result = np.where(fixed[0] >= 0, fixed, result)
        return np.asarray(result)

    def act(self, at: Position, action: int) -> Position:
        """Return the position after action number ``action``."""
        node = self.node(at)
        reach = list(at.reach)
        reach[node.player] = reach[node.player] * self.strategy(at)[action]
        after = replace(at, node=node.children[action], reach=(reach[0], reach[1]))
        # The private last card of razz is no step of a path, so it is dealt as soon as the betting before it is over.
        private = self.deals.cards.stud and self.node(after).kind == DEAL and not self.is_first(after)
        return self.private(after) if private else after

    def deal(self, at: Position, step: str, field: str) -> Position:
        """Return the position after the cards of a deal."""
        if self.deals.cards.stud:
            return self._deal_razz(at, step, field)
        try:
            result = [card for card, _ in parse_cards(step)]
        except TextError as error:
            raise ScenarioError(Problem.from_text(field, error)) from None
        # The tree has each card in the suits that the permutation of the earlier cards gives it.
        possible = {card for card, _, _ in self._group_cards(at)}
        mine = moved(result[0], at.suits) if len(result) == 1 else -1
        if mine not in possible:
            _no_step(field, step, self.cards_to_come(at))
        _, number, row = next(entry for entry in self._group_cards(at) if entry[0] == mine)
        return self._after_card(at, number, row, card_text(result[0]))

    def _group_cards(self, at: Position) -> Iterator[tuple[int, int, int]]:
        """Yield all cards of the next deal: (card, number of its representative in the tree, row of its map of hands).

        The map leads from hands with this card to the equivalent hands with the representative.
        """
        cards = self.deals.cards
        if self.is_first(at):
            firsts, of, rows, numbers = cards.turn_first, cards.turn_card, cards.turn_map, range(self.deals.turns)
        else:
            turn = at.state.turn
            numbers = range(int(cards.river_of[turn]), int(cards.river_of[turn + 1]))
            firsts, of, rows = cards.river_first, cards.river_card, cards.river_map
        for number in numbers:
            for entry in range(firsts[number], firsts[number + 1]):
                yield int(of[entry]), number, int(rows[entry])

    def is_first(self, at: Position) -> bool:
        """Return True if the deal at ``at`` is the first of two."""
        return int(self.solver.tree.street[at.node]) == 0

    def _after_card(self, at: Position, number: int, row: int, text: str) -> Position:
        """Return the position after a hold'em card, whose representative is ``number``; ``text``: the card itself."""
        cards, combos = self.deals.cards, self.deals.cards.combos
        state = self._after(at, number)
        card = int((cards.turn_card if self.is_first(at) else cards.river_card)[
            (cards.turn_first if self.is_first(at) else cards.river_first)[number]
        ])  # fmt: skip
        reach, dealt, names = [], [], []
        for player in (0, 1):
            hands = len(at.reach[player])
            free = (combos.high[player, :hands] != card) & (combos.low[player, :hands] != card)
            reach.append(np.where(free, at.reach[player], 0.0))
            dealt.append(np.where(free, at.dealt[player], 0.0))
            # Below the deal the tree has the hands of the representative. Each gets the name that it has on the path.
            own = [""] * hands
            for hand, mapped in enumerate(combos.maps[row, player, :hands].tolist()):
                own[mapped] = at.names[player][hand]
            names.append(tuple(own))
        suits = tuple(self.deals.suits[row][suit] for suit in at.suits)
        child = self.node(at).children[0]
        return Position(
            child, state, (reach[0], reach[1]), (dealt[0], dealt[1]), (names[0], names[1]), suits, (*at.cards, text)
        )

    def _after(self, at: Position, number: int) -> DealState:
        """Return the deals so far after card ``number`` of the deal at ``at``."""
        # The layout of the numbers (see ``lay_out``): after a first deal each card has a block for its own street and
        # one for each of its second cards; after a second deal there is one block per card.
        tree, cards, state = self.solver.tree, self.deals.cards, at.state
        start = state.base + int(tree.offset[at.node])
        if self.is_first(at):
            base = (
                start
                + int(tree.block_size[at.node]) * number
                + int(tree.size_per_river[at.node]) * int(cards.river_of[number])
            )
            return DealState(state.level + 1, base, number, -1)
        first, last = int(cards.river_of[state.turn]), int(cards.river_of[state.turn + 1])
        base = (
            start
            + int(tree.earlier_per_card[at.node]) * (last - first)
            + int(tree.block_size[at.node]) * (number - first)
        )
        return DealState(state.level + 1, base, state.turn, number)

    def _deal_razz(self, at: Position, step: str, field: str) -> Position:
        """Return the position after an up card for each player, as in ``7 K``; ``field`` is that of an error."""
        text = " ".join(step.upper().replace("10", "T").split())
        if text not in self.deals.dealt:
            _no_step(field, step, self.deals.dealt)
        number = self.deals.dealt.index(text)
        children = self.node(at).children
        version = int(self.deals.cards.opener[number]) if len(children) > 1 else 0
        return replace(at, node=children[version], state=self._after(at, number), cards=(*at.cards, text))

    def private(self, at: Position) -> Position:
        """Return the position after the private last cards of razz, which are not a step of a path."""
        cards = self.deals.cards
        number = int(cards.river_of[at.state.turn])
        state, level = self._after(at, number), at.state.level + 1
        reach: list[Array] = []
        dealt: list[Array] = []
        for player in (0, 1):
            # A hand keeps its weight for each rank that it can get; how many cards of the rank there are is in the
            # joint distribution of both players' hands.
            table = cards.ranks.grown[player, : len(at.reach[player])].astype(np.int64)
            for weights, into in ((at.reach[player], reach), (at.dealt[player], dealt)):
                more = np.zeros(int(cards.hands[level, player]))
                np.add.at(more, table[table >= 0], np.repeat(weights, 13).reshape(table.shape)[table >= 0])
                into.append(more)
        names = self.deals.labels[level]
        child = self.node(at).children[0]
        return replace(
            at,
            node=child,
            state=state,
            reach=(reach[0], reach[1]),
            dealt=(dealt[0], dealt[1]),
            names=(names[0], names[1]),
        )

    def cards_to_come(self, at: Position) -> list[str]:
        """Return the cards that the next deal can bring, as a path names them."""
        if self.deals.cards.stud:
            return list(self.deals.dealt)
        # The cards are dealt in the permuted suits of the solution; a path has them in the suits of the table.
        back = [at.suits.index(suit) for suit in range(4)]
        cards = sorted(moved(card, back) for card, _, _ in self._group_cards(at))
        return [card_text(card) for card in reversed(cards) if card_text(card) in CARDS_BY_TEXT]


def _no_step(field: str, step: str, possible: Sequence[str]) -> NoReturn:
    raise ScenarioError(Problem(field, f"{step!r} is not possible here; possible: {', '.join(possible)}"))


@dataclass(frozen=True, slots=True, eq=False)
class HandValues:
    """The values of a node to the hands of one player, float64[hands] each.

    ``weight``: of the hand itself. ``joint``: the weight together with all hands that the opponent can have with it.
    ``equity`` as a share of the pot, ``ev`` in chips.
    """

    weight: Array
    joint: Array
    equity: Array
    ev: Array

    def mean(self, values: Array) -> float | None:
        """Return the mean of ``values`` float64[hands] over the deals that reach the node, or None if none does."""
        total = float(self.joint.sum())
        live = self.joint > 0
        return float((self.joint * np.where(live, values, 0.0)).sum() / total) if total > 0 else None


class NodeReader:
    """Computes the values of positions of a solution."""

    def __init__(self, walker: Walker, bankroll: float | None = None) -> None:
        self.walker, self.solver, self.bankroll = walker, walker.solver, bankroll

    def numbers(self, at: Position, player: int, values: Array | None = None) -> HandValues:
        """Return the values of a position to the player's hands; ``values`` float64[hands]: sums of chips if known."""
        theirs = at.reach[1 - player]
        pairs = self.solver.pairs(player, at.state, theirs)
        won = self.solver.showdowns(player, at.state, theirs)
        paid = self.walker.node(at).chips[player]
        with np.errstate(divide="ignore", invalid="ignore"):
            if values is None:
                values = self.solver.values_below(player, at.node, at.state, theirs)
            ev = values / pairs + paid
            equity = won / pairs
        return HandValues(at.reach[player], at.reach[player] * pairs, equity, ev)

    def action_values(self, at: Position, *, growth: bool = False) -> list[Array]:
        """Return, for each action, its value to each hand of the player who decides, float64[hands].

        Values are the chips that are won from here on or, with ``growth``, the mean logarithm of the bankroll's growth
        from here on, NaN if the hand can lose the complete bankroll after this action.
        """
        node = self.walker.node(at)
        player, paid, theirs = node.player, node.chips[node.player], at.reach[1 - node.player]
        pairs = self.solver.pairs(player, at.state, theirs)
        result = []
        for child in node.children:
            if growth:
                assert self.bankroll is not None
                here = math.log(self.bankroll - paid) if self.bankroll > paid else math.nan
                values = self.solver.growth_below(player, self.bankroll, child, at.state, theirs)
            else:
                here = -paid
                values = self.solver.values_below(player, child, at.state, theirs)
            with np.errstate(divide="ignore", invalid="ignore"):
                result.append(values / pairs - here)
        return result

    def probability(self, at: Position) -> float:
        """Return the probability of the actions of the path, given its cards."""
        pairs = self.solver.pairs(0, at.state, at.reach[1])
        all_pairs = self.solver.pairs(0, at.state, at.dealt[1])
        total = float(at.dealt[0] @ all_pairs)
        return float(at.reach[0] @ pairs) / total if total > 0 else 0.0

    def share(self, at: Position) -> float:
        """Return the probability of each card that can be dealt at a position.

        Returns 1 in razz, because the joint distribution of its hands includes the cards to come.
        """
        cards = self.walker.deals.cards
        return 1.0 if cards.stud else float(cards.share[int(self.solver.tree.street[at.node])])

    def front_values(self, at: Position, after: Position, player: int) -> Array | None:
        """Return the values float64[hands] that a saved solution has instead of the play after a card, otherwise None.

        ``at`` and ``after``: the positions before and after the card.
        """
        left_out = self.solver.left_out
        if left_out is None or at.state.level > 0 or after.state.base in left_out.solved:
            return None
        dealt = after.state.turn if after.state.river < 0 else after.state.river
        values = left_out.values[player, self.solver.tree.front[at.node], dealt, : len(after.reach[player])]
        return values / self.share(at)
