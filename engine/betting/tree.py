"""The betting tree: the legal actions at each decision, and the payments at the ends of the hand.

Amounts are totals on the street. A size is rounded to whole chips if pot and stack are whole, and raised to the
smallest legal bet or raise. It becomes all in if it takes all remaining chips, or the share of them from which the
request wants it. Sizes with equal amounts are one action. The decisions that a request says are over (``played``)
have the action that was taken and no other.
"""

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from engine.betting.action_names import action_text, plain_step
from engine.betting.request import BettingRequest
from engine.equity.jobs import CancelCheck, never_cancelled
from engine.kernels.betting.tree import DEAL, DECISION, FOLD, SHOWDOWN, Tree
from engine.scenario import Problem, ScenarioError
from engine.scenario.betting import ANY_CARD, Size, sizes_to_text

CHIP_ROUNDING = 1e-9
"""Amounts of chips that differ by less are equal."""
PLAYED_BET = re.compile(r"(?:bet|raise to|all in) (\d+(?:\.\d+)?)")
"""The text of a bet or raise that was made, with the chips on the street that it was to."""
MAX_NODES = 150_000
"""A larger tree would take seconds and hundreds of megabytes even before its strategies are allocated."""
MAX_NODES_AT_ONCE = 1_024
"""The most nodes of the last street that are walked together. With the widest ranges their weights and values take ten
megabytes per thread."""
NODES_PER_CHECK = 256
"""Nodes that are built or laid out between two checks for cancellation: a few milliseconds."""
Pair = tuple[float, float]


@dataclass(slots=True)
class Node:
    """A node of the tree.

    ``chips``: put in by each player since the start of the tree. At a decision ``player`` chooses one of ``actions``,
    which lead to ``children``, and ``faced`` is the price of a call in chips. At an end of the hand ``pay``
    float64[2, 3] contains the chips that each player gets for a win, a tie and a loss.
    """

    kind: int
    street: int
    chips: Pair
    player: int = 0
    faced: float = 0.0
    # Tuples and not lists: Python's garbage collector, which halts the program for longer the more it has to follow,
    # does not follow those of texts and numbers.
    actions: tuple[str, ...] = ()
    children: tuple[int, ...] = ()
    pay: NDArray[np.float64] | None = None


@dataclass(frozen=True, slots=True)
class Edits:
    """The edits of a request at a decision.

    ``ahead``: (edit, how many steps of its path lead here) for those whose path may still be followed to its end.
    ``inside``: (edit, its player, whether it is about raises) for those whose path has ended here or before.
    """

    ahead: tuple[tuple[int, int], ...] = ()
    inside: tuple[tuple[int, int, bool], ...] = ()


NO_EDITS = Edits()


@dataclass(frozen=True, slots=True)
class StreetState:
    """The betting on a street so far.

    ``before`` and ``on``: the chips that each player put in before the street and on it. ``next``: the player to act;
    ``first``: the one who acted first. ``bets``: the number of bets and raises; ``last``: the chips by which the last
    one raised. ``checked``: whether the first player has checked. ``raiser``: the player who bet or raised last on the
    previous street, or -1. ``acted``: how many actions the street has had. ``edits``: those of the tree.
    """

    street: int
    before: Pair
    on: Pair
    next: int
    first: int = 0
    bets: int = 0
    last: float = 0.0
    checked: bool = False
    edits: Edits = NO_EDITS
    raiser: int = -1
    acted: int = 0

    @property
    def largest(self) -> float:
        """The larger bet."""
        return max(self.on)


class TreeBuilder:
    """Builds the tree of a request. ``first`` acts first; ``varies``: the cards of the first deal can change that.

    Raises:
        ScenarioError: the tree has too many nodes.
        Cancelled: by ``check_cancelled``, which is called every few milliseconds.
    """

    def __init__(
        self,
        request: BettingRequest,
        first: int,
        *,
        varies: bool = False,
        check_cancelled: CancelCheck = never_cancelled,
    ) -> None:
        """Build all nodes, depth first, and append them to ``nodes``; ``root`` is the index of the first one."""
        self.request, self.first, self.varies = request, first, varies
        self._check_cancelled = check_cancelled
        self.nodes: list[Node] = []
        self.streets = request.streets
        self._edit_paths = [[plain_step(step) for step in edit.path] for edit in request.edits]
        self._edited = set[int]()
        edits = Edits(tuple((index, 0) for index in range(len(request.edits))))
        self.root = self._open(0, (0.0, 0.0), first, edits)
        for index in range(len(request.edits)):
            if index not in self._edited:
                message = "there is no decision at the end of this path (a card is *)"
                raise ScenarioError(Problem(f"edits[{index}].path", message))

    def _add(self, node: Node) -> int:
        """Append a node and return its index. Raises ScenarioError if there are too many, and Cancelled."""
        if len(self.nodes) >= MAX_NODES:
            field = "limit" if self.request.limit is not None else "sizes"
            raise ScenarioError(
                Problem(field, f"the tree has more than {MAX_NODES:,} nodes: remove bet sizes or raises")
            )
        if len(self.nodes) % NODES_PER_CHECK == 0:
            self._check_cancelled()
        self.nodes.append(node)
        return len(self.nodes) - 1

    def _open(self, street: int, chips: Pair, first: int, edits: Edits, raiser: int = -1) -> int:
        """Add a street on which ``first`` acts first, or its end if no chips remain; return its root.

        ``raiser``: the player who bet or raised last on the previous street, or -1.
        """
        if self.request.stack - chips[0] <= CHIP_ROUNDING:
            return self._close(street, chips, first, edits)
        return self._decide(StreetState(street, chips, (0.0, 0.0), first, first=first, edits=edits, raiser=raiser))

    def _close(self, street: int, chips: Pair, first: int, edits: Edits, raiser: int = -1) -> int:
        """Add the deal after a street's betting with all that follows, or the showdown; return its node.

        ``raiser``: the player who bet or raised last on the street, or -1.
        """
        if street == len(self.streets) - 1:
            return self._add(Node(SHOWDOWN, street, chips, pay=self._showdown_pay(chips[0])))
        node = self._add(Node(DEAL, street, chips))
        # In razz the up cards of sixth street decide who acts first there. They are not known yet, so its betting is
        # built twice, with either player first. The card of seventh street is dealt face down and changes nothing.
        both = self.varies and street == 0 and len(self.streets) > 2
        for player in (0, 1) if both else (first,):
            opened = self._open(street + 1, chips, player, self._followed(edits, ANY_CARD), raiser)
            self.nodes[node].children = (*self.nodes[node].children, opened)
        return node

    def _followed(self, edits: Edits, step: str) -> Edits:
        """Return the edits after a step: those ahead whose path continues with it, and those already in effect."""
        if not edits.ahead:
            return edits
        paths, step = self._edit_paths, action_text(step)
        ahead = ((i, known + 1) for i, known in edits.ahead if known < len(paths[i]) and paths[i][known] == step)
        return replace(edits, ahead=tuple(ahead))

    def sizes_at(self, path: Sequence[str]) -> dict[str, tuple[Size, ...]]:
        """Return the sizes that make each bet or raise at the decision at the end of a path, by the action's name.

        ``path``: a path of the tree in which the first player to act is the same on all streets, as in hold'em.
        """
        state, result = self._bet_at(path), dict[str, tuple[Size, ...]]()
        if state is not None:
            for size in self._sizes(state):
                (name,) = self._names(state, (size,))
                result[name] = (*result.get(name, ()), size)
        return result

    def names_at(self, path: Sequence[str], sizes: Sequence[Size]) -> tuple[str, ...]:
        """Return the names of the bets or raises that ``sizes`` would make at the end of a path, the smallest first.

        They are empty if the player cannot bet or raise there. ``path``: as in :meth:`sizes_at`.
        """
        state = self._bet_at(path)
        return () if state is None else self._names(state, sizes)

    def _names(self, state: StreetState, sizes: Sequence[Size]) -> tuple[str, ...]:
        stack = self._stack(state)
        amounts = sorted(self._amount(size, state, stack) for size in sizes)
        return tuple(dict.fromkeys(self._name(state, amount) for amount in amounts))

    def _bet_at(self, path: Sequence[str]) -> StreetState | None:
        """Return the decision at the end of a path, or None if no bet or raise can be made or added there."""
        edits = Edits(tuple((index, 0) for index in range(len(self.request.edits))))
        state, card = StreetState(0, (0.0, 0.0), (0.0, 0.0), self.first, first=self.first, edits=edits), False
        for step in path:
            if card:  # the cards after a street, which has ended with the step before
                card = False
                continue
            state = self._entered(state)
            followed, played = self._followed(state.edits, step), PLAYED_BET.fullmatch(step)
            if played or (step == "check" and not state.checked):
                after = self._after(state, float(played[1]) if played else None)
                state = replace(after, edits=followed)
                continue
            called = (state.before[0] + state.largest, state.before[1] + state.largest)
            followed, card = self._followed(followed, ANY_CARD), True
            raiser = 1 - state.next if step == "call" else -1
            state = StreetState(
                state.street + 1, called, (0.0, 0.0), self.first, first=self.first, edits=followed, raiser=raiser
            )
        state = self._entered(state)
        over = state.street == 0 and state.acted < len(self.request.played)
        return None if over or state.largest >= self._stack(state) - CHIP_ROUNDING else state

    def _entered(self, state: StreetState) -> StreetState:
        """Return a decision at which the edits whose path ends there have taken effect; they also apply below it.

        Raises:
            ScenarioError: an edit removes a size that the player does not have there, or adds one that he cannot.
        """
        raises = state.largest > 0
        for index, known in state.edits.ahead:
            if known < len(self._edit_paths[index]):
                continue
            edit, sizes = self.request.edits[index], self._sizes(state)
            for i, size in enumerate(edit.remove):
                if size not in sizes:
                    message = f"this size is not among those here: {sizes_to_text(sizes) or 'none'}"
                    raise ScenarioError(Problem(f"edits[{index}].remove[{i}]", message))
            for i, size in enumerate(edit.add):
                if size.kind == "times" and not raises:
                    raise ScenarioError(Problem(f"edits[{index}].add[{i}]", "there is no bet here to be a multiple of"))
            self._edited.add(index)
            inside = (*state.edits.inside, (index, state.next, raises))
            state = replace(state, edits=replace(state.edits, inside=inside))
        return state

    def _rake(self, pot: float) -> float:
        return min(self.request.rake * pot, self.request.rake_cap)

    def _showdown_pay(self, each: float) -> NDArray[np.float64]:
        """Return the payments float64[2, 3] at a showdown for which each player has put in ``each`` chips."""
        pot = self.request.pot + 2 * each
        won = pot - self._rake(pot)
        return np.array([[won - each, won / 2 - each, -each]] * 2)

    def _fold_pay(self, chips: Pair, loser: int) -> NDArray[np.float64]:
        """Return the payments float64[2, 3] if ``loser`` folds: the same in all columns, as no hands are compared.

        A bet that was not called goes back, so each player has put in the smaller amount of ``chips``.
        """
        called = min(chips)
        pot = self.request.pot + 2 * called
        pay = np.zeros((2, 3))
        pay[loser] = -called
        pay[1 - loser] = pot - self._rake(pot) - called
        return pay

    def _decide(self, state: StreetState) -> int:
        """Add a decision with all that follows; return its node."""
        if state.edits.ahead:
            state = self._entered(state)
        who, faced = state.next, state.largest - state.on[state.next]
        total = (state.before[0] + state.on[0], state.before[1] + state.on[1])
        node = Node(DECISION, state.street, total, who, faced)
        number = self._add(node)
        if state.street == 0 and state.acted < len(self.request.played):
            amount = self._played_amount(state)
            node.actions = ("check" if amount is None else self._name(state, amount),)
            node.children = (self._next(state, amount),)
            return number
        if faced > 0:
            fold = self._add(Node(FOLD, state.street, total, pay=self._fold_pay(total, who)))
            matched = (state.before[0] + state.largest, state.before[1] + state.largest)
            called = self._followed(state.edits, "call")
            choices = [("fold", fold), ("call", self._close(state.street, matched, state.first, called, 1 - who))]
        elif state.checked:
            checked = self._followed(state.edits, "check")
            choices = [("check", self._close(state.street, total, state.first, checked))]
        else:
            choices = [("check", self._next(state, None))]
        # Each bet or raise leads to a decision of the other player, who then faces it.
        choices += [(self._name(state, amount), self._next(state, amount)) for amount in self._amounts(state)]
        node.actions, node.children = tuple(name for name, _ in choices), tuple(child for _, child in choices)
        return number

    def _next(self, state: StreetState, amount: float | None) -> int:
        """Add the other player's decision after a check (None), or after a bet or raise to ``amount``."""
        name = "check" if amount is None else self._name(state, amount)
        return self._decide(replace(self._after(state, amount), edits=self._followed(state.edits, name)))

    @staticmethod
    def _after(state: StreetState, amount: float | None) -> StreetState:
        """Return the other player's decision after a check (None), or after a bet or raise to ``amount``."""
        who, acted = state.next, state.acted + 1
        if amount is None:
            return replace(state, next=1 - who, checked=True, acted=acted)
        on = (amount, state.on[1]) if who == 0 else (state.on[0], amount)
        return replace(state, on=on, next=1 - who, bets=state.bets + 1, last=amount - state.largest, acted=acted)

    def _played_amount(self, state: StreetState) -> float | None:
        """Return the amount of the bet or raise that was made at a decision that is over, or None for a check.

        The amount is not checked against the sizes of the request: the bet that was made may have another size.

        Raises:
            ScenarioError: the text is no action that leads to another decision on the street.
        """
        step = self.request.played[state.acted]
        field, words = f"played[{state.acted}]", step.lower().split()
        if words == ["check"] and not state.checked and not state.largest:
            return None
        match = PLAYED_BET.fullmatch(" ".join(words))
        amount = float(match[1]) if match else 0.0
        stack = self._stack(state)
        if not state.largest < amount <= stack + CHIP_ROUNDING or state.largest >= stack - CHIP_ROUNDING:
            expected = "" if state.checked or state.largest else '"check", '
            message = f'expected {expected}"bet 12" or "raise to 40", more than {state.largest:g} and at most {stack:g}'
            raise ScenarioError(Problem(field, f"{message}, found {step!r}"))
        return min(amount, stack)

    def _name(self, state: StreetState, amount: float) -> str:
        if self._stack(state) - amount <= CHIP_ROUNDING:
            return f"all in {amount:.12g}"
        return f"raise to {amount:.12g}" if state.largest > 0 else f"bet {amount:.12g}"

    def _stack(self, state: StreetState) -> float:
        """Return the chips that each player has at the start of this street."""
        return self.request.stack - state.before[0]

    def _amounts(self, state: StreetState) -> list[float]:
        """Return the bets or raises that are legal, as totals on the street, the smallest first."""
        stack = self._stack(state)
        if state.largest >= stack - CHIP_ROUNDING:
            return []
        limit = self.request.limit
        if limit is not None:
            return (
                [min(state.largest + limit.bets[self.streets[state.street]], stack)] if state.bets < limit.cap else []
            )
        result: list[float] = []
        for size in self._sizes(state):
            amount = self._amount(size, state, stack)
            if all(abs(amount - other) > CHIP_ROUNDING for other in result):
                result.append(amount)
        return sorted(result)

    def _sizes(self, state: StreetState) -> tuple[Size, ...]:
        """Return the sizes of the raises, donk bets or other bets that are possible."""
        given = self.request.sizes[state.next][self.streets[state.street]]
        donks = not state.checked and state.raiser == 1 - state.next
        sizes = given.donks if donks and given.donks is not None else given.bets
        if state.largest > 0:
            sizes = given.raises
        for index, player, raises in state.edits.inside:
            if (player, raises) == (state.next, state.largest > 0):
                edit = self.request.edits[index]
                sizes = tuple(dict.fromkeys((*(size for size in sizes if size not in edit.remove), *edit.add)))
        return sizes

    def _amount(self, size: Size, state: StreetState, stack: float) -> float:
        """Return the amount of a size as a legal total on the street."""
        # A share of the pot is one of the pot after a call, as players count it.
        faced = state.largest - state.on[state.next]
        pot = self.request.pot + sum(state.before) + sum(state.on) + faced
        amount = {
            "pot": state.largest + size.amount * pot,
            "times": size.amount * state.largest,
            "chips": size.amount,
            "all in": stack,
        }[size.kind]
        if self.request.whole:
            amount = math.floor(amount + 0.5)
        min_raise = self.request.min_bet if self.request.min_bet is not None else float(self.request.whole)
        amount = max(amount, state.largest + max(state.last, min_raise))
        on, share = state.on[state.next], self.request.all_in_from
        from_here = stack if share is None else min(on + share * (stack - on), stack)
        return stack if amount >= from_here - CHIP_ROUNDING else float(amount)


@dataclass(frozen=True, slots=True)
class Layout:
    """The tree as arrays.

    ``numbers``: how many strategy numbers its decisions have. ``depth``: the nodes on its longest path. ``actions``:
    the most at one decision.
    """

    tree: Tree
    numbers: int
    depth: int
    actions: int


def lay_out(
    builder: TreeBuilder,
    hands: NDArray[np.int32],
    turns: int,
    rivers: int,
    check_cancelled: CancelCheck = never_cancelled,
) -> Layout:
    """Return the tree as arrays, with the index at which the numbers of each decision begin.

    ``hands`` int32[levels, 2]: the hands of both players after each number of deals. ``turns``: the cards of a first
    deal; ``rivers``: the cards of second deals, after all first cards together. A request that begins two streets
    before the last has first and second deals; one that begins a street before the last has only second deals.

    Raises:
        Cancelled: by ``check_cancelled``, which is called every few milliseconds.
    """
    nodes = builder.nodes
    count = len(nodes)
    offset, block_size, earlier_per_card, size_per_river = (np.zeros(count, np.int64) for _ in range(4))
    front = np.full(count, -1, np.int32)
    to_come = len(builder.streets) - 1
    # Numbers in 16 bits are multiples of a scale, which a decision stores in front of its numbers: ``offset``, the
    # index of the first number, leaves one entry free for it.
    scales = int(builder.request.storage == 16)

    def number_street(root: int, level: int) -> tuple[int, list[int]]:
        """Assign ``offset`` to the decisions of a street, one after the other from 0 on.

        Returns the count of their numbers, which is the size of the street's block, and the deals that end the street.
        A block's own start is added during the walks, because it depends on the cards.
        """
        size, deals, waiting = 0, [], [root]
        for number in _checking(_popped(waiting), check_cancelled):
            node = nodes[number]
            if node.kind == DECISION:
                offset[number] = size + scales
                size += len(node.actions) * int(hands[level, node.player]) + scales
                waiting += reversed(node.children)
            elif node.kind == DEAL:
                deals.append(number)
        return size, deals

    def number_last_streets(root: int, level: int) -> tuple[int, int]:
        """Index a street that ends with second deals; return the counts of its numbers and of those per second card."""
        size, deals = number_street(root, level)
        per_card = 0
        for deal in deals:
            offset[deal], earlier_per_card[deal] = size, per_card
            block_size[deal] = number_street(nodes[deal].children[0], level + 1)[0]
            per_card += int(block_size[deal])
        return size, per_card

    # One tree of bets is used for all cards of a deal, but each card has numbers of its own. They are in one block per
    # card, so that a task walks consecutive memory. If a deal has two versions (who acts first varies in razz), only
    # one of them occurs after each card, and both share the block.
    if to_come == 2:
        total, deals = number_street(builder.root, 0)
        for number, deal in enumerate(deals):
            versions = [number_last_streets(child, 1) for child in nodes[deal].children]
            size, per_card = max(size for size, _ in versions), max(per_card for _, per_card in versions)
            offset[deal], block_size[deal], size_per_river[deal], front[deal] = total, size, per_card, number
            total += size * turns + per_card * rivers
    elif to_come == 1:
        size, per_card = number_last_streets(builder.root, 0)
        total = size + per_card * rivers
        deals = [number for number, node in enumerate(nodes) if node.kind == DEAL]
        front[deals] = range(len(deals))
    else:
        total, _ = number_street(builder.root, 0)
    pay = np.zeros((count, 2, 3))
    for number in _checking(range(count), check_cancelled):
        node = nodes[number]
        if node.pay is not None:
            pay[number] = node.pay
    children = [child for node in nodes for child in node.children]
    check_cancelled()
    firsts = np.concatenate([[0], np.cumsum([len(node.children) for node in nodes])[:-1]])
    check_cancelled()
    tree = Tree(
        kind=np.array([node.kind for node in nodes], np.int8),
        player=np.array([node.player for node in nodes], np.int8),
        street=np.array([node.street + 2 - to_come for node in nodes], np.int8),
        first=firsts.astype(np.int32),
        children=np.array([len(node.children) for node in nodes], np.int32),
        child=np.array(children, np.int32),
        offset=offset, block_size=block_size, earlier_per_card=earlier_per_card, size_per_river=size_per_river,
        front=front, at_once=np.zeros(0, np.int32) if builder.varies else _at_once(nodes, to_come, check_cancelled),
        later=_later(nodes, check_cancelled), pay=pay,
    )  # fmt: skip
    deepest = _depth(nodes, builder.root, check_cancelled)
    return Layout(tree, int(total), deepest, max((len(node.actions) for node in nodes), default=1))


def _popped(waiting: list[int]) -> Iterator[int]:
    """Yield the last of the waiting numbers, to which the caller may add, until none is left."""
    while waiting:
        yield waiting.pop()


def _checking(numbers: Iterable[int], check_cancelled: CancelCheck) -> Iterator[int]:
    """Yield the numbers of nodes, and call ``check_cancelled`` every few milliseconds."""
    for count, number in enumerate(numbers):
        if count % NODES_PER_CHECK == 0:
            check_cancelled()
        yield number


def _later(nodes: list[Node], check_cancelled: CancelCheck) -> NDArray[np.int32]:
    """Return how many deals come after each deal, int32[nodes]; 1 if none."""
    deals = np.zeros(len(nodes), np.int32)
    for number in _checking(range(len(nodes) - 1, -1, -1), check_cancelled):
        below = sum(int(deals[child]) for child in nodes[number].children)
        deals[number] = max(below, 1) if nodes[number].kind == DEAL else below
    return deals


def _at_once(nodes: list[Node], last: int, check_cancelled: CancelCheck) -> NDArray[np.int32]:
    """Return how many nodes each node on the last street is with those below, int32[nodes]; 0 if too many.

    The nodes below one follow it, because the builder adds them depth first.
    """
    sizes = np.ones(len(nodes), np.int32)
    for number in _checking(range(len(nodes) - 1, -1, -1), check_cancelled):
        sizes[number] += sum(int(sizes[child]) for child in nodes[number].children)
    apart = np.array([node.street != last or node.kind == DEAL for node in nodes])
    sizes[apart | (sizes > MAX_NODES_AT_ONCE)] = 0
    return sizes


def _depth(nodes: list[Node], root: int, check_cancelled: CancelCheck) -> int:
    """Return the number of nodes on the longest path from ``root``. Trees can exceed Python's recursion limit."""
    depth, level = 0, [root]
    while level:
        depth += 1
        level = [child for number in _checking(level, check_cancelled) for child in nodes[number].children]
    return depth
