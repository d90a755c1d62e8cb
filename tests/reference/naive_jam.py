"""Jam or fold with stacks and prizes, chip by chip and class by class: slow and obvious."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from tests.reference import naive_icm


def settle(
    stacks: Sequence[int], antes: Sequence[int], blinds: Sequence[int], contenders: Sequence[int], places: Sequence[int]
) -> tuple[list[float], dict[int, list[int]]]:
    """Return the chips after a hand, and for each player who is out the winners of the last chip that he put in.

    The first contender is all in, the others call; less than the big blind is called by no more than that. Every chip
    of a blind, the all-in or a call goes to the best contender who has put in as many.
    """
    live = [stack - ante for stack, ante in zip(stacks, antes, strict=True)]
    paid = list(blinds)
    for k in contenders:
        short = live[contenders[0]] < max(blinds)
        while paid[k] < live[k] and (paid[k] < live[contenders[0]] or not short):
            paid[k] += 1
    after = [float(chips - put) for chips, put in zip(live, paid, strict=True)]
    place = dict(zip(contenders, places, strict=True))
    out: dict[int, list[int]] = {}
    for chip in range(1, max(paid) + 1):
        inside = [k for k in contenders if paid[k] >= chip]
        if not inside:
            for k, put in enumerate(paid):
                after[k] += put >= chip
            continue
        winners = [k for k in inside if place[k] == min(place[m] for m in inside)]
        pot = sum(put >= chip for put in paid) + (sum(antes) if chip == 1 else 0)
        for k in winners:
            after[k] += pot / len(winners)
        out |= {k: winners for k in inside if paid[k] == chip}
    return after, {k: winners for k, winners in out.items() if after[k] == 0.0}


@dataclass(eq=False)
class Game:
    """Players in order of acting in whole chips, and the classes of hands: ``given[i][j]`` a hand behind a jammer's,
    ``shown`` of the two or three hands the probabilities of the places."""

    stacks: Sequence[int]
    antes: Sequence[int]
    blinds: Sequence[int]
    payouts: Sequence[float]
    bounties: Sequence[float]
    held: Sequence[float]
    given: Sequence[Sequence[float]]
    shown: Callable[..., dict[tuple[int, ...], float]]
    jam: Any
    """jam[p][i]: how often position p is all in with class i when first in."""
    call: Any
    """call[p, q][j]: how often q calls p."""
    over: Any = field(default_factory=dict)
    """over[p, q, r][l]: how often r calls p and q, where two may call."""
    others: Sequence[float] = ()
    """The stacks of players at other tables."""

    def __post_init__(self) -> None:
        self.end = cache(self._end)
        self.showdown = cache(self._showdown)

    def _end(self, contenders: tuple[int, ...], places: tuple[int, ...]) -> list[float]:
        after, out = settle(self.stacks, self.antes, self.blinds, contenders, places)
        players = range(len(self.stacks))
        alive = [k for k in players if after[k] > 0]
        worth = [0.0 for _ in players]
        left = len(alive) + len(self.others)
        prizes = naive_icm.equities([*(after[k] for k in alive), *self.others], self.payouts[:left])
        for k, prize in zip(alive, prizes, strict=False):
            worth[k] = prize
        gone = sorted((k for k in players if after[k] == 0), key=lambda k: -self.stacks[k])
        for k in gone:
            shared = [left + at for at, m in enumerate(gone) if self.stacks[m] == self.stacks[k]]
            worth[k] = sum(self.payouts[place] for place in shared) / len(shared)
            for winner in out[k]:
                worth[winner] += self.bounties[k] / len(out[k])
        return worth

    def _showdown(self, contenders: tuple[int, ...], hands: tuple[int, ...]) -> list[float]:
        result = [0.0] * len(self.stacks)
        for places, chance in self.shown(*hands).items():
            for k, worth in enumerate(self.end(contenders, places)):
                result[k] += chance * worth
        return result

    def overcalled(self, p: int, i: int, q: int, j: int, r: int) -> list[float]:
        """Return what all expect after a jam and a call, when r is next to act."""
        if r == len(self.stacks) or not self.over:
            return self.showdown((p, q), (i, j))
        folded = self.overcalled(p, i, q, j, r + 1)
        result = [0.0] * len(self.stacks)
        for hand, chance in enumerate(self.given[i]):
            called = self.showdown((p, q, r), (i, j, hand))
            add(result, chance, mixed(self.over[p, q, r][hand], called, folded))
        return result

    def jammed(self, p: int, i: int, q: int) -> list[float]:
        """Return what all expect after a jam, when q is next to act and nobody has called."""
        if q == len(self.stacks):
            return self.end((p,), (0,))
        folded = self.jammed(p, i, q + 1)
        result = [0.0] * len(self.stacks)
        for j, chance in enumerate(self.given[i]):
            add(result, chance, mixed(self.call[p, q][j], self.overcalled(p, i, q, j, q + 1), folded))
        return result

    def first(self, p: int) -> list[float]:
        """Return what all expect when everybody before p has folded."""
        last = len(self.stacks) - 1
        if p == last:
            return self.end((last,), (0,))
        folded = self.first(p + 1)
        result = [0.0] * len(self.stacks)
        for i, chance in enumerate(self.held):
            add(result, chance, mixed(self.jam[p][i], self.jammed(p, i, p + 1), folded))
        return result

    def gains(self) -> list[float]:
        """Return what each position could gain by its best response, before the cards."""
        players, result = len(self.stacks), [0.0] * len(self.stacks)
        reach = 1.0
        for p in range(players - 1):
            folded = self.first(p + 1)[p]
            for i, chance in enumerate(self.held):
                worth = self.jammed(p, i, p + 1)[p] - folded
                result[p] += reach * chance * (max(worth, 0.0) - self.jam[p][i] * worth)
            for q in range(p + 1, players):
                self._add_calls(result, reach, p, q)
            reach *= 1.0 - sum(chance * jam for chance, jam in zip(self.held, self.jam[p], strict=True))
        return result

    def _add_calls(self, result: list[float], reach: float, p: int, q: int) -> None:
        worth = [0.0] * len(self.held)
        over = {r: [0.0] * len(self.held) for r in range(q + 1, len(self.stacks))} if self.over else {}
        for i, chance in enumerate(self.held):
            weight = chance * self.jam[p][i]
            for between in range(p + 1, q):
                weight *= sum(g * (1.0 - c) for g, c in zip(self.given[i], self.call[p, between], strict=True))
            folded = self.jammed(p, i, q + 1)[q]
            for j, g in enumerate(self.given[i]):
                worth[j] += weight * g * (self.overcalled(p, i, q, j, q + 1)[q] - folded)
                called = weight * g * self.call[p, q][j]
                for r, values in over.items():
                    left = self.overcalled(p, i, q, j, r + 1)[r]
                    for hand, other in enumerate(self.given[i]):
                        values[hand] += called * other * (self.showdown((p, q, r), (i, j, hand))[r] - left)
                    called *= sum(g * (1.0 - c) for g, c in zip(self.given[i], self.over[p, q, r], strict=True))
        for play, values, seat in [(self.call[p, q], worth, q), *((self.over[p, q, r], over[r], r) for r in over)]:
            result[seat] += reach * sum(max(x, 0.0) - often * x for often, x in zip(play, values, strict=True))


def mixed(part: float, one: Sequence[float], other: Sequence[float]) -> list[float]:
    return [part * x + (1.0 - part) * y for x, y in zip(one, other, strict=True)]


def add(result: list[float], chance: float, values: Sequence[float]) -> None:
    for k, value in enumerate(values):
        result[k] += chance * value
