"""Rebuild resources/tables/flop_subsets.json, the subsets of flops: ``python packaging/build_flop_subsets.py``.

Two minutes of one core. The file is compared with what is there and written only if any number differs, so that a
rebuild is also a check. Section 11 of ``engine/METHODS.md`` says what is computed here, and how well the subsets
reproduce all flops.

1. The flops are described by the equity of typical pairs of ranges, by the equity of groups of hands against two
   ranges, and by their texture.
2. In each stratum (suits and pairs) as many flops are selected as its share asks for: medoids, first one by one, then
   exchanged one by one as long as the mean squared distance of all flops to their medoid falls.
3. The weights are as near as possible to the numbers of flops that the medoids represent, on condition that the means
   of the descriptions are those of all flops: non-negative least squares.
"""

import json
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from engine.arrays import F64, Places
from engine.betting.flop_sets import FLOPS, SUBSETS_FILE, all_flops, texture_of
from engine.cards import RANKS, parse_cards
from engine.equity.holdem.card_sets import card_sets, flop_numbers
from engine.equity.holdem.flops import TwoRangeFlops
from engine.equity.holdem.setup import HoldemSetup
from engine.equity.rules import prepare
from engine.ranges.names import preset_ranges
from engine.scenario import Scenario, Seat

SIZES = (25, 49, 95, 184)
GROUPS = (
    "AA", "KK", "QQ", "JJ", "TT", "99-88", "77-66", "55-22", "A5s-A2s", "A9s-A6s", "AKs-ATs", "K9s-K2s", "KQs-KTs",
    "Q9s-Q2s", "QJs-QTs", "JTs", "J9s-J7s", "T9s-T7s", "98s-96s", "87s-85s", "76s-74s", "65s-63s", "54s-53s",
    "A9o-A2o", "AKo-ATo", "KQo-KTo", "K9o-K5o", "QJo-QTo", "Q9o-Q8o", "JTo", "J9o-J8o", "T9o-T8o", "98o", "87o",
)  # fmt: skip
"""Groups of hands of which ranges are made: the equity of a range is linear in them, up to its card removal."""
AGAINST = ("12%", "45%")
SHARES = (("8%", "20%", "45%"), ("12%", "30%", "70%", "random"))
CALLERS = (
    "JJ-22, AQs-A2s, KTs+, QTs+, JTs, T9s, 98s, AQo-AJo, KQo",
    "99-22, A9s-A2s, KJs-K2s, QTs-Q4s, J9s-J6s, T9s-T6s, 97s+, 86s+, 75s+, 64s+, 54s, AJo-A5o, KJo-K9o, QTo+, JTo, T9o",
    "QQ+, AK, A5s-A2s, 76s, 65s, 54s",
)
"""Ranges that no subset was built with: a tight caller, a wide big blind, a polar 3-bet."""
IN_MEDOIDS = 0.3
"""How much the texture counts in the distance of two flops; the standard deviation of their equities counts 1."""
WEIGHT_OF_GROUPS = 0.7
EQUITY, GROUP, TEXTURE, REMOVAL, TOTAL = 1000.0, 30.0, 300.0, 30.0, 1e4
"""How much a difference of the means counts against a relative change of the weights."""
MIN_SHARE = 0.2
"""The least weight of a flop, as a share of the flops that its medoid represents."""
LOW_RANKS = "23456789"


class Equities(NamedTuple):
    """Pairs of ranges on all flops, float64[pairs, flops]: the ``weight`` of their deals, relative to its mean, and the
    ``equity`` of the first range."""

    weight: F64
    equity: F64

    def deviations(self, probability: F64) -> F64:
        """Return by how much each flop moves the mean equity of each pair, float64[pairs, flops]."""
        return self.weight * (self.equity - ((self.weight * self.equity) @ probability)[:, None])


def typical_pairs() -> list[tuple[str, str]]:
    """Return an opener against each caller, his call of each 3-bet against it, and shares of the best hands."""
    ranges = {(*named.folders, named.name): named.text for named in preset_ranges()}
    opens = {name.split()[0]: text for (folder, name, *_), text in ranges.items() if folder == "6-max RFI"}
    result = []
    for path, text in ranges.items():
        if path[0] != "6-max, vs open":
            continue
        opener, (caller, action) = path[1].split()[1], path[2].split(": ")
        if action == "call":
            result.append((opens[opener], text))
            continue
        blinds = "Small blind against big blind" if opener == "SB" else "From the blinds"
        folder = blinds if caller in ("SB", "BB") else "From behind"
        result.append((ranges["6-max, vs 3-bet", folder, f"{opener}: call the 3-bet"], text))
    return result + [(first, second) for first in SHARES[0] for second in SHARES[1]]


def other_pairs() -> list[tuple[str, str]]:
    """Return pairs that the subsets are not built with: each opener of a full ring against each of ``CALLERS``."""
    opens = [named.text for named in preset_ranges() if named.folders == ("Full ring RFI",)]
    return [(opener, caller) for opener in opens for caller in CALLERS]


def equities(pairs: Iterable[tuple[str, str]]) -> Equities:
    """Compute the equities of pairs of ranges on all flops, exactly."""
    rows = [_equity(*pair) for pair in pairs]
    return Equities(np.array([weight for weight, _ in rows]), np.array([equity for _, equity in rows]))


def _equity(first: str, second: str) -> tuple[F64, F64]:
    setup = prepare(Scenario("holdem", (Seat("", first), Seat("", second))))
    assert isinstance(setup, HoldemSetup)
    sets = card_sets(setup, 3, lambda: None)
    method = TwoRangeFlops(setup, sets)
    weight, equity = method.result([part() for part in method.parts(lambda: None)])
    # Flops in the order of ``all_flops``; the method has its own representatives of the same orbits.
    orbit_of = dict(zip(flop_numbers(sets.cards).tolist(), sets.orbit_of.tolist(), strict=True))
    numbers = flop_numbers(np.sort([[card for card, _ in parse_cards(flop)] for flop in all_flops()], axis=1))
    orbits = [orbit_of[number] for number in numbers.tolist()]
    each = (weight / sets.sizes)[orbits]
    return each / (each @ probabilities()), equity[orbits, 0]


def probabilities() -> F64:
    """Return the probability of each of all flops, float64[1755]."""
    return np.array(list(all_flops().values())) / FLOPS


def textures() -> dict[str, F64]:
    """Return by word whether each flop has the texture, 0 or 1, float64[1755]."""
    each = [texture_of(_cards(flop)) for flop in all_flops()]
    words = {word: [word in (one.pairing, one.suits) for one in each] for word in ("paired", "trips")}
    words |= {word: [one.suits == word for one in each] for word in ("monotone", "two-tone", "rainbow")}
    words |= {"connected": [one.connected for one in each]}
    words |= {f"{rank} high": [one.high == rank for one in each] for rank in RANKS[::-1] if rank not in LOW_RANKS}
    words |= {"lower": [one.high in LOW_RANKS for one in each]}
    return {word: np.array(values, np.float64) for word, values in words.items()}


def _cards(flop: str) -> tuple[int, int, int]:
    high, middle, low = (card for card, _ in parse_cards(flop))
    return high, middle, low


def main_components(values: F64, share: float) -> F64:
    """Return the scores float64[flops, n] of rows of ``values`` float64[rows, flops]: as many principal components as
    have ``share`` of their variance, scaled to a total variance of 1."""
    probability = probabilities()
    centred = (values - (values @ probability)[:, None]).T
    _, sizes, axes = np.linalg.svd(centred * np.sqrt(probability)[:, None], full_matrices=False)
    count = int(np.searchsorted(np.cumsum(sizes**2) / np.sum(sizes**2), share)) + 1
    return np.asarray(centred @ axes[:count].T / np.sqrt(np.sum(sizes[:count] ** 2)))


def medoids(distances: F64, masses: F64, count: int) -> list[int]:
    """Return the numbers of ``count`` flops with a small mean distance of all flops to the nearest of them.

    ``distances`` float64[n, n]; ``masses`` float64[n]: the probability of each flop.
    """
    chosen: list[int] = []
    nearest = np.full(len(masses), np.inf)
    for _ in range(count):
        chosen.append(_best(distances, masses, nearest, chosen))
        nearest = np.minimum(nearest, distances[:, chosen[-1]])
    changed = True
    while changed:
        changed = False
        for index in range(count):
            others = [flop for number, flop in enumerate(chosen) if number != index]
            nearest = distances[:, others].min(axis=1) if others else np.full(len(masses), np.inf)
            best = _best(distances, masses, nearest, others)
            cost, old = (masses @ np.minimum(nearest, distances[:, flop]) for flop in (best, chosen[index]))
            if cost < old * (1 - 1e-9):  # rounding must not move flops back and forth
                chosen[index], changed = best, True
    return chosen


def _best(distances: F64, masses: F64, nearest: F64, taken: list[int]) -> int:
    """Return the flop that lowers the mean of the distances ``nearest`` the most."""
    costs = masses @ np.minimum(nearest[:, None], distances)
    costs[taken] = np.inf
    return int(np.argmin(costs))


def least_squares(matrix: F64, goal: F64) -> F64:
    """Return x >= 0 with the least |matrix x - goal| (Lawson and Hanson, "Solving Least Squares Problems", 1974)."""
    count = matrix.shape[1]
    result, free = np.zeros(count), np.zeros(count, np.bool_)
    while not free.all():
        gradient = np.where(free, -np.inf, matrix.T @ (goal - matrix @ result))
        if gradient.max() <= 1e-9:
            break
        free[np.argmax(gradient)] = True
        while True:
            trial = np.zeros(count)
            trial[free] = np.linalg.lstsq(matrix[:, free], goal, rcond=None)[0]
            negative = free & (trial <= 0)
            if not negative.any():
                break
            step = np.min(result[negative] / (result[negative] - trial[negative]))
            result += step * (trial - result)
            free &= result > 1e-12
            result[~free] = 0.0
        result = trial
    return result


def strata(words: dict[str, F64]) -> Iterator[Places]:
    """Yield the numbers of the flops in each stratum: suits, and two cards of a rank or not (three count as two)."""
    pairs = (words["paired"] + words["trips"]) > 0
    for suits in ("monotone", "two-tone", "rainbow"):
        for paired in (False, True):
            inside = (words[suits] > 0) & (pairs == paired)
            if inside.any():
                yield np.flatnonzero(inside)


def counts_of(shares: list[float], count: int) -> list[int]:
    """Return how many flops each stratum gets, at least one: by its share, the largest remainders rounded up."""
    exact = [share * count for share in shares]
    result = [max(int(value), 1) for value in exact]
    while sum(result) < count:
        result[int(np.argmax([value - have for value, have in zip(exact, result, strict=True)]))] += 1
    return result


def subset(count: int, typical: Equities, groups: Equities) -> dict[str, float]:
    """Return the flops of a subset with the number of flops that each represents."""
    probability, words = probabilities(), textures()
    texture = np.array(list(words.values()))
    features = np.concatenate(
        [
            main_components(typical.equity, 0.999),
            WEIGHT_OF_GROUPS * main_components(groups.weight * groups.equity, 0.95),
            IN_MEDOIDS * texture.T,
        ],
        axis=1,
    )
    squares = (features**2).sum(axis=1)
    distances = np.maximum(squares[:, None] + squares - 2 * features @ features.T, 0.0)
    chosen: list[int] = []
    represented = list[float]()
    layers = list(strata(words))
    for inside, number in zip(layers, counts_of([probability[layer].sum() for layer in layers], count), strict=True):
        near = distances[np.ix_(inside, inside)]
        own = medoids(near, probability[inside], number)
        chosen += inside[own].tolist()
        represented += np.bincount(near[:, own].argmin(axis=1), probability[inside], number).tolist()
    first = np.array(represented)
    rows = [
        (EQUITY, typical.deviations(probability)), (GROUP, groups.deviations(probability)), (TEXTURE, texture),
        (REMOVAL, typical.weight), (0.1 * REMOVAL, groups.weight), (TOTAL, np.ones((1, len(probability)))),
    ]  # fmt: skip
    matrix = np.concatenate([factor * values[:, chosen] for factor, values in rows] + [np.diag(1 / np.sqrt(first))])
    goal = np.concatenate([factor * (values @ probability) for factor, values in rows] + [np.sqrt(first)])
    # Every flop of a subset should matter: the weights are MIN_SHARE of the first ones, and what is added to that.
    weights = MIN_SHARE * first + least_squares(matrix, goal - matrix @ (MIN_SHARE * first))
    names = list(all_flops())
    pairs = sorted(zip(chosen, (FLOPS * weights / weights.sum()).tolist(), strict=True))
    return {names[flop]: round(weight, 3) for flop, weight in pairs}


def accuracy(flops: dict[str, float], others: Equities) -> dict[str, float]:
    """Return the largest and the mean error of the equities of ``others``, and the largest one of a texture's share."""
    names, probability = list(all_flops()), probabilities()
    chosen = [names.index(flop) for flop in flops]
    weights = np.array(list(flops.values())) / FLOPS
    deals = others.weight[:, chosen] * weights
    errors = np.abs(
        (deals * others.equity[:, chosen]).sum(axis=1) / deals.sum(axis=1)
        - (others.weight * others.equity) @ probability
    )
    texture = [abs(float(values[chosen] @ weights - values @ probability)) for values in textures().values()]
    figures = {"equity_max": errors.max(), "equity_mean": errors.mean(), "texture_max": max(texture)}
    return {key: float(f"{value:.2g}") for key, value in figures.items()}


def main() -> None:
    """Compute the subsets, then compare or write them."""
    started = time.perf_counter()
    typical = equities(typical_pairs())
    groups = equities((group, other) for group in GROUPS for other in AGAINST)
    others = equities(other_pairs())
    print(f"equities on all flops in {time.perf_counter() - started:.0f} s")
    subsets = {str(size): subset(size, typical, groups) for size in SIZES}
    value = {"subsets": subsets, "accuracy": {size: accuracy(flops, others) for size, flops in subsets.items()}}
    for size, figures in value["accuracy"].items():
        print(size, figures)
    text = json.dumps(value, indent=1) + "\n"
    if SUBSETS_FILE.exists() and SUBSETS_FILE.read_text(encoding="utf-8") == text:
        print(f"{SUBSETS_FILE} holds the same numbers")
        return
    SUBSETS_FILE.write_text(text, encoding="utf-8")
    print(f"{SUBSETS_FILE} written")


if __name__ == "__main__":
    main()
