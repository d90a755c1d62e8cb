"""The tree of bets: what each player may do after what was done, and what the ends of the hand bring.

Amounts are totals on the street. A size is rounded to whole chips (where pot and stack are whole), lifted to the least
legal bet or raise, becomes all in where it takes all that is left, and counts once where two come to the same.
"""

import math
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from engine.betting.request import BettingRequest
from engine.equity.jobs import CancelCheck, never_cancelled
from engine.kernels.betting.tree import DEAL, DECISION, FOLD, SHOWDOWN, Tree
from engine.scenario import Problem, ScenarioError
from engine.scenario.betting import Size

EVEN = 1e-9
"""Chips that are none."""
MOST_NODES = 150_000
"""A larger tree would take seconds and hundreds of megabytes before its play takes any."""
NODES_A_CHECK = 256
"""Nodes that are built between two questions whether the work is cancelled: a few milliseconds."""
Pair = tuple[float, float]


@dataclass(slots=True)
class Node:
    """A node: ``player`` decides among ``children`` called ``actions``; ``chips``: what both have put in since the
    start; ``faced``: what a call costs; ``pay`` float64[2, 3] at an end of the hand."""

    kind: int
    street: int
    chips: Pair
    player: int = 0
    faced: float = 0.0
    actions: list[str] = field(default_factory=list)
    children: list[int] = field(default_factory=list)
    pay: NDArray[np.float64] | None = None


@dataclass(frozen=True, slots=True)
class State:
    """The betting on a street: both players' chips ``before`` it and ``on`` it, who is ``next`` and was ``first``, how
    many bets there were and by how much the last one raised, whether somebody has checked."""

    street: int
    before: Pair
    on: Pair
    next: int
    first: int = 0
    bets: int = 0
    last: float = 0.0
    checked: bool = False

    @property
    def most(self) -> float:
        """The larger bet."""
        return max(self.on)


class TreeBuilder:
    """Builds the tree of a request. ``first`` acts first; ``varies``: after the first deal both may, by the cards.

    Raises:
        ScenarioError: the tree has too many nodes.
        Cancelled: by ``check_cancelled``, which is called now and then.
    """

    def __init__(
        self,
        request: BettingRequest,
        first: int,
        *,
        varies: bool = False,
        check_cancelled: CancelCheck = never_cancelled,
    ) -> None:
        self.request, self.first, self.varies = request, first, varies
        self._check_cancelled = check_cancelled
        self.nodes: list[Node] = []
        self.streets = request.streets
        self.root = self._open(0, (0.0, 0.0), first)

    def _add(self, node: Node) -> int:
        if len(self.nodes) >= MOST_NODES:
            field = "limit" if self.request.limit is not None else "sizes"
            raise ScenarioError(
                Problem(field, f"the tree has more than {MOST_NODES:,} nodes: leave out sizes or raises")
            )
        if len(self.nodes) % NODES_A_CHECK == 0:
            self._check_cancelled()
        self.nodes.append(node)
        return len(self.nodes) - 1

    def _open(self, street: int, chips: Pair, first: int) -> int:
        """Begin a street with the action of ``first``; without chips left there is no betting."""
        if self.request.stack - chips[0] <= EVEN:
            return self._close(street, chips, first)
        return self._decide(State(street, chips, (0.0, 0.0), first, first=first))

    def _close(self, street: int, chips: Pair, first: int) -> int:
        """End the betting of a street: with the cards of the next, or the showdown."""
        if street == len(self.streets) - 1:
            return self._add(Node(SHOWDOWN, street, chips, pay=self._showdown_pay(chips[0])))
        node = self._add(Node(DEAL, street, chips))
        both = self.varies and street == 0 and len(self.streets) > 2
        for player in (0, 1) if both else (first,):
            self.nodes[node].children.append(self._open(street + 1, chips, player))
        return node

    def _taken(self, pot: float) -> float:
        return min(self.request.rake * pot, self.request.rake_cap)

    def _showdown_pay(self, each: float) -> NDArray[np.float64]:
        pot = self.request.pot + 2 * each
        left = pot - self._taken(pot)
        return np.array([[left - each, left / 2 - each, -each]] * 2)

    def _fold_pay(self, chips: Pair, loser: int) -> NDArray[np.float64]:
        called = min(chips)
        pot = self.request.pot + 2 * called
        pay = np.zeros((2, 3))
        pay[loser] = -called
        pay[1 - loser] = pot - self._taken(pot) - called
        return pay

    def _decide(self, state: State) -> int:
        who, faced = state.next, state.most - state.on[state.next]
        total = (state.before[0] + state.on[0], state.before[1] + state.on[1])
        node = Node(DECISION, state.street, total, who, faced)
        number = self._add(node)
        if faced > 0:
            fold = self._add(Node(FOLD, state.street, total, pay=self._fold_pay(total, who)))
            matched = (state.before[0] + state.most, state.before[1] + state.most)
            choices = [("fold", fold), ("call", self._close(state.street, matched, state.first))]
        elif state.checked:
            choices = [("check", self._close(state.street, total, state.first))]
        else:
            checked = replace(state, next=1 - who, checked=True)
            choices = [("check", self._decide(checked))]
        for amount in self._amounts(state):
            on = (amount, state.on[1]) if who == 0 else (state.on[0], amount)
            after = replace(state, on=on, next=1 - who, bets=state.bets + 1, last=amount - state.most)
            choices.append((self._name(state, amount), self._decide(after)))
        node.actions, node.children = [name for name, _ in choices], [child for _, child in choices]
        return number

    def _name(self, state: State, amount: float) -> str:
        if self._left(state) - amount <= EVEN:
            return f"all in {amount:.12g}"
        return f"raise to {amount:.12g}" if state.most > 0 else f"bet {amount:.12g}"

    def _left(self, state: State) -> float:
        """Return the chips that a player has for this street."""
        return self.request.stack - state.before[0]

    def _amounts(self, state: State) -> list[float]:
        """Return the bets or raises that are legal, as totals on the street, the smallest first."""
        left = self._left(state)
        if state.most >= left - EVEN:
            return []
        limit = self.request.limit
        if limit is not None:
            return [min(state.most + limit.bets[self.streets[state.street]], left)] if state.bets < limit.cap else []
        sizes = self.request.sizes[state.next][self.streets[state.street]]
        result: list[float] = []
        for size in sizes.raises if state.most > 0 else sizes.bets:
            amount = self._amount(size, state, left)
            if all(abs(amount - other) > EVEN for other in result):
                result.append(amount)
        return sorted(result)

    def _amount(self, size: Size, state: State, left: float) -> float:
        faced = state.most - state.on[state.next]
        pot = self.request.pot + sum(state.before) + sum(state.on) + faced
        amount = {
            "pot": state.most + size.amount * pot,
            "times": size.amount * state.most,
            "chips": size.amount,
            "all in": left,
        }[size.kind]
        if self.request.whole:
            amount = math.floor(amount + 0.5)
        least = self.request.min_bet if self.request.min_bet is not None else float(self.request.whole)
        amount = max(amount, state.most + max(state.last, least))
        return left if amount >= left - EVEN else float(amount)


@dataclass(frozen=True, slots=True)
class Layout:
    """The tree as arrays, how many numbers its decisions take, and how deep it is."""

    tree: Tree
    numbers: int
    depth: int
    actions: int


def lay_out(builder: TreeBuilder, hands: NDArray[np.int32], turns: int, rivers: int) -> Layout:
    """Give every decision its place, after how many ``hands`` int32[levels, 2] there are, first cards and second ones.
    In 16 bits the numbers of a decision have another one before them, for their scale.

    A request that begins two streets before the last has first deals (``turns``) and second ones (``rivers`` in all);
    one that begins a street before the last has second deals only.
    """
    nodes = builder.nodes
    count = len(nodes)
    place, own, before, after = (np.zeros(count, np.int64) for _ in range(4))
    front = np.full(count, -1, np.int32)
    to_come = len(builder.streets) - 1
    scales = int(builder.request.storage == 16)

    def block(root: int, level: int) -> tuple[int, list[int]]:
        """Place the decisions of a street below ``root``; return their numbers and the deals that end it."""
        size, deals, waiting = 0, [], [root]
        while waiting:
            number = waiting.pop()
            node = nodes[number]
            if node.kind == DECISION:
                place[number] = size + scales
                size += len(node.actions) * int(hands[level, node.player]) + scales
                waiting += reversed(node.children)
            elif node.kind == DEAL:
                deals.append(number)
        return size, deals

    def second(root: int, level: int) -> tuple[int, int]:
        """Place a street that ends with second deals; return its numbers and those for each of their cards."""
        size, deals = block(root, level)
        each = 0
        for deal in deals:
            place[deal], before[deal] = size, each
            own[deal] = block(nodes[deal].children[0], level + 1)[0]
            each += int(own[deal])
        return size, each

    if to_come == 2:
        total, deals = block(builder.root, 0)
        for number, deal in enumerate(deals):
            versions = [second(child, 1) for child in nodes[deal].children]
            mine, each = max(mine for mine, _ in versions), max(each for _, each in versions)
            place[deal], own[deal], after[deal], front[deal] = total, mine, each, number
            total += mine * turns + each * rivers
    elif to_come == 1:
        mine, each = second(builder.root, 0)
        total = mine + each * rivers
        deals = [number for number, node in enumerate(nodes) if node.kind == DEAL]
        front[deals] = range(len(deals))
    else:
        total, _ = block(builder.root, 0)
    children = [child for node in nodes for child in node.children]
    firsts = np.concatenate([[0], np.cumsum([len(node.children) for node in nodes])[:-1]])
    tree = Tree(
        kind=np.array([node.kind for node in nodes], np.int8),
        player=np.array([node.player for node in nodes], np.int8),
        street=np.array([node.street + 2 - to_come for node in nodes], np.int8),
        first=firsts.astype(np.int32),
        children=np.array([len(node.children) for node in nodes], np.int32),
        child=np.array(children, np.int32),
        place=place, own=own, before=before, after=after, front=front,
        pay=np.array([np.zeros((2, 3)) if node.pay is None else node.pay for node in nodes]),
    )  # fmt: skip
    deepest = _depth(nodes, builder.root)
    return Layout(tree, int(total), deepest, max((len(node.actions) for node in nodes), default=1))


def _depth(nodes: list[Node], root: int) -> int:
    longest, level = 0, [root]
    while level:
        longest += 1
        level = [child for number in level for child in nodes[number].children]
    return longest
