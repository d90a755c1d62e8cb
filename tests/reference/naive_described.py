"""What a bet is worth against a described player, by playing out every hand: slow, without the engine's formulas.

Each hand folds, calls or raises by its strength and the price, as section 17 of the format says. After a raise of each
size hero loses his bet, or calls it and sees the showdown, whichever grows more.
"""

import json
import math
from itertools import pairwise
from pathlib import Path
from typing import Any

PLAYERS = Path(__file__).parents[2] / "resources" / "players"


def play_of(reaction: dict[str, Any]) -> dict[str, Any]:
    """Return the play of a player on the street of a reaction; what a description lacks is neutral's."""
    street, player = reaction["street"], reaction["player"]
    game = "holdem" if street in ("flop", "turn", "river") else "razz"
    name = player if isinstance(player, str) else "neutral"
    data = json.loads((PLAYERS / f"{name}.json").read_text(encoding="utf-8"))
    own = {} if isinstance(player, str) else player.get(game, {}).get("later", {}).get(street, {})
    return {**data["players"][0][game]["later"][street], **own}


def curve(points: list[list[float]], s: float) -> float:
    """Return the value of a curve: linear between its points, constant beyond its ends."""
    if s <= points[0][0]:
        return points[0][1]
    for (a, p), (b, q) in pairwise(points):
        if s <= b:
            return p + (q - p) * (s - a) / (b - a)
    return points[-1][1]


def results(request: dict[str, Any], chips: float) -> list[tuple[float, float]]:
    """Return (probability, net chips) of everything that can happen after a bet of ``chips``."""
    reaction = request["reaction"]
    play, pot = play_of(reaction), pot_of(request)
    matched, to_call = _call(request, chips)
    after = pot + matched + to_call
    q = to_call / after
    chances = []
    for hand in reaction["hands"]:
        s = hand["strength"]
        if not to_call:
            goes_on = 1.0
        elif play["width"] == 0:
            goes_on = 1.0 if s >= q + play["margin"] else 0.0
        else:
            goes_on = 1.0 / (1.0 + math.exp(-(s - q - play["margin"]) / play["width"]))
        limit = min(request.get("max_bet", request["bankroll"]), request["bankroll"], reach_of(request))
        raises = min(curve(play["raise"], s), goes_on) if to_call and chips < limit else 0.0
        chances.append((hand["p"] * (1.0 - goes_on), hand["p"] * (goes_on - raises), hand["p"] * raises, hand))
    result = [(sum(row[0] for row in chances), _uncalled(request, pot))]
    for _, call, _, hand in chances:
        result += [(call * p, net) for p, net in _shown(request, chips, hand)]
    sizes = [[0.0, 1.0]] if "choices" in request else play["sizes"]
    for size, weight in sizes:
        share = weight / sum(row[1] for row in sizes)
        more = to_call if "choices" in request else size * after
        total = max(min(chips + more, limit), chips)
        called = [(share * row[2] * p, net) for row in chances for p, net in _shown(request, total, row[3])]
        lost = [(share * sum(row[2] for row in chances), -chips)]
        result += max((lost, called), key=lambda rows: _growth(request, rows))
    return result


def growth(request: dict[str, Any], chips: float) -> float:
    """Return the growth of a bet of ``chips``."""
    return _growth(request, results(request, chips))


def chip_ev(request: dict[str, Any], chips: float) -> float:
    """Return the expected chips of a bet."""
    return math.fsum(p * net for p, net in results(request, chips))


def _growth(request: dict[str, Any], rows: list[tuple[float, float]]) -> float:
    return math.fsum(
        p * (math.log1p(net / request["bankroll"]) if net > -request["bankroll"] else -math.inf) for p, net in rows if p
    )


def pot_of(request: dict[str, Any]) -> float:
    """Return all chips in the pot."""
    if "committed" not in request:
        return request["pot"]
    return request["committed"]["hero"] + sum(request["committed"]["opponents"]) + request["committed"]["folded"]


def _ahead(request: dict[str, Any]) -> float:
    """Return how much more than hero the opponent has put in."""
    if "committed" in request:
        return request["committed"]["opponents"][0] - request["committed"]["hero"]
    return min(request.get("to_call", 0.0), request["pot"])


def reach_of(request: dict[str, Any]) -> float:
    """Return how many of hero's chips the opponent can match."""
    behind = request.get("committed", {}).get("behind", [None])[0]
    return math.inf if behind is None else behind + _ahead(request)


def _call(request: dict[str, Any], chips: float) -> tuple[float, float]:
    """Return what counts of hero's chips, and what the opponent has to call."""
    matched = min(chips, reach_of(request))
    return matched, max(matched - _ahead(request), 0.0)


def _shown(request: dict[str, Any], chips: float, hand: dict[str, Any]) -> list[tuple[float, float]]:
    """Return (probability, net chips) at the showdown against a hand after hero has added ``chips``."""
    matched, to_call = _call(request, chips)
    final = pot_of(request) + matched + to_call
    kept = final - _charge(request, final)
    return [(hand["win"], kept - matched), (hand["split"], kept / 2 - matched), (hand["lose"], -matched)]


def _uncalled(request: dict[str, Any], pot: float) -> float:
    raked = request.get("flop_seen", False) or not request.get("no_flop_no_drop", True)
    return pot - (_charge(request, pot) if raked else 0.0)


def _charge(request: dict[str, Any], pot: float) -> float:
    cap = request.get("rake_cap")
    return min(request.get("rake", 0.0) * pot, math.inf if cap is None else cap)
