"""What a bet is worth that opponents answer, and the best one, by trying: slow, without the engine's formulas.

Every set of opponents that may call is played out: chips go into the pots, the house takes its rake, main pot first,
the best hands share each pot. The best bet is searched for on a dense grid and then around the best places of it.
"""

import math
from itertools import product
from typing import Any

GRID = 200
REFINED = 3
THIRDS = 40


def growth(request: dict[str, Any], chips: float) -> float:
    """Return the growth of a bet of ``chips``, or of a check where it is 0."""
    return math.fsum(p * _log(net / request["bankroll"]) for p, net in results(request, chips) if p > 0.0)


def called(request: dict[str, Any], chips: float) -> float:
    """Return the growth of calling: nobody folds."""
    return math.fsum(p * _log(net / request["bankroll"]) for p, net in called_results(request, chips) if p)


def called_results(request: dict[str, Any], chips: float) -> list[tuple[float, float]]:
    """Return (probability, net chips) of everything that a call may bring."""
    outcomes = _outcomes(request)
    if "committed" in request or outcomes is None:
        return _shown(request, chips, tuple(range(request["opponents"])), outcomes)
    # of a typed pot it is not known who has put in what: a call wins it as it stands
    final = pot_of(request) + chips
    kept = final - _charge(request, final, math.inf)
    by_ties = [outcomes["win"], *outcomes.get("split", [])]
    return [*((p, kept / (1 + s) - chips) for s, p in enumerate(by_ties)), (outcomes["lose"], -chips)]


def results(request: dict[str, Any], chips: float) -> list[tuple[float, float]]:
    """Return (probability, net chips) of everything that can happen after a bet."""
    n, pot = request["opponents"], pot_of(request)
    everybody = tuple(range(n))
    reaction = request["reaction"]
    if not chips:
        return _shown(request, 0.0, everybody, _outcomes(request))
    if isinstance(reaction, dict) and "rows" in reaction:
        row = next(row for row in reaction["rows"] if row["bet"] == chips)
        kept = _shown(request, chips, everybody, row["outcomes"])
        return [(row["fold"], _uncalled(request, pot)), *((p * (1.0 - row["fold"]), net) for p, net in kept)]
    reactions = reaction if isinstance(reaction, list) else [reaction] * n
    folds = [_fold_share(one, chips, pot, n) for one in reactions]
    if "hands" in reactions[0]:
        return _by_hands(request, chips, reactions[0]["hands"], folds[0])
    result = []
    for calls in product((False, True), repeat=n):
        chance = math.prod(1.0 - f if yes else f for f, yes in zip(folds, calls, strict=True))
        callers = tuple(i for i in range(n) if calls[i])
        if chance == 0.0:
            continue
        if not callers:
            result.append((chance, _uncalled(request, pot)))
            continue
        result += [(chance * p, net) for p, net in _shown(request, chips, callers, _against(request, callers))]
    return result


def _by_hands(request: dict[str, Any], chips: float, hands: list[dict[str, Any]], fold: float) -> list[Any]:
    result = [(fold, _uncalled(request, pot_of(request)))]
    left = 1.0 - fold
    for hand in hands:
        share = max(min(hand["p"], left), 0.0)
        left -= share
        outcomes = {"win": hand["win"], "split": [hand["split"]], "lose": hand["lose"]}
        result += [(share * p, net) for p, net in _shown(request, chips, (0,), outcomes)]
    return result


def _outcomes(request: dict[str, Any]) -> dict[str, Any] | None:
    """Return the outcomes against all; None: from the orders."""
    reaction = request["reaction"]
    if isinstance(reaction, dict) and "hands" in reaction:
        hands = reaction["hands"]
        win, split, lose = (sum(h["p"] * h[key] for h in hands) for key in ("win", "split", "lose"))
        return {"win": win, "split": [split], "lose": lose}
    return request.get("outcomes")


def _against(request: dict[str, Any], callers: tuple[int, ...]) -> dict[str, Any] | None:
    for row in request.get("outcomes_by_callers", []):
        if tuple(sorted(row["callers"])) == callers:
            return row["outcomes"]
    return request.get("outcomes")


def _fold_share(one: dict[str, Any], chips: float, pot: float, n: int) -> float:
    if "fold" in one:
        return one["fold"]
    return (chips / (pot + chips)) ** (1.0 / n) if "defend" in one else 0.0


def pot_of(request: dict[str, Any]) -> float:
    """Return the pot before hero acts."""
    if "committed" not in request:
        return request.get("pot", 0.0)
    chips = request["committed"]
    return chips["hero"] + sum(chips["opponents"]) + chips.get("folded", 0.0)


def price_of(request: dict[str, Any]) -> float:
    """Return what it costs to call."""
    if "committed" not in request:
        return request.get("to_call", 0.0)
    return max(0.0, max(request["committed"]["opponents"]) - request["committed"]["hero"])


def _uncalled(request: dict[str, Any], pot: float) -> float:
    raked = request.get("flop_seen", False) or not request.get("no_flop_no_drop", True)
    return pot - (_charge(request, pot, math.inf) if raked else 0.0)


def _charge(request: dict[str, Any], amount: float, taken: float) -> float:
    """Return the rake of an amount; ``taken``: what has been taken before, infinite: nothing."""
    cap = request.get("rake_cap")
    left = math.inf if cap is None else cap - (0.0 if math.isinf(taken) else taken)
    return min(request.get("rake", 0.0) * amount, left)


def _shown(
    request: dict[str, Any], chips: float, callers: tuple[int, ...], outcomes: dict[str, Any] | None
) -> list[tuple[float, float]]:
    """Return what hero wins net at the showdown with these callers."""
    if outcomes is None:
        return [(row["p"], _paid(request, chips, callers, row["order"]) - chips) for row in request["orders"]]
    pot, n = pot_of(request), request["opponents"]
    if "committed" in request:
        own = request["committed"]["hero"]
        final = pot + chips + sum(own + chips - request["committed"]["opponents"][i] for i in callers)
    else:
        put = min(n * request.get("to_call", 0.0), pot) / n
        final = pot + chips + len(callers) * (chips - put)
    kept = final - _charge(request, final, math.inf)
    by_ties = [outcomes["win"], *outcomes.get("split", [])]
    return [*((p, kept / (1 + s) - chips) for s, p in enumerate(by_ties)), (outcomes["lose"], -chips)]


def _paid(request: dict[str, Any], chips: float, callers: tuple[int, ...], order: list[list[int]]) -> float:
    """Return what hero gets out of all pots: chip by chip of each level of what has been put in."""
    own, others = request["committed"]["hero"], request["committed"]["opponents"]
    behind = request["committed"]["behind"]
    put = {0: own + chips}
    for i, chip in enumerate(others):
        most = math.inf if behind[i] is None else chip + behind[i]
        put[i + 1] = max(chip, min(most, own + chips)) if i in callers else chip
    live = {0, *(i + 1 for i in callers)}
    place = {player: rank for rank, group in enumerate(order) for player in group}
    won = taken = 0.0
    below = 0.0
    levels = sorted({put[i] for i in live})
    for level in levels:
        amount = sum(min(c, level) - min(c, below) for c in put.values())
        if level == levels[0]:
            amount += request["committed"].get("folded", 0.0)
        if level == levels[-1]:
            amount += sum(max(c - level, 0.0) for c in put.values())
        players = [i for i in live if put[i] >= level]
        charge = _charge(request, amount, taken) if len(players) > 1 else 0.0
        taken += charge
        best = min(place[i] for i in players)
        winners = [i for i in players if place[i] == best]
        won += (amount - charge) / len(winners) if 0 in winners else 0.0
        below = level
    return won


def _log(net: float) -> float:
    return math.log1p(net) if net > -1.0 else -math.inf


def best_bet(request: dict[str, Any], low: float, high: float) -> tuple[float, float]:
    """Return the best of the bets from ``low`` to ``high`` and its growth, found by trying."""
    high = min(high, request["bankroll"] * (1.0 - 1e-12))
    grid = sorted({low, high, *(low + (high - low) * i / GRID for i in range(1, GRID))})
    grid += [low + (high - low) * 10.0 ** (-i / 8) for i in range(1, 60)]
    grid = sorted(set(grid))
    values = [growth(request, x) for x in grid]
    best = max(zip(values, grid, strict=True))
    order = sorted(range(len(grid)), key=lambda i: -values[i])[:REFINED]
    for i in order:
        left, right = grid[max(i - 1, 0)], grid[min(i + 1, len(grid) - 1)]
        for _ in range(THIRDS):
            a, b = left + (right - left) / 3, right - (right - left) / 3
            if growth(request, a) < growth(request, b):
                left = a
            else:
                right = b
        best = max(best, (growth(request, 0.5 * (left + right)), 0.5 * (left + right)))
    return best[1], best[0]
