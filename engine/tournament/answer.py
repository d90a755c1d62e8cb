"""The question of ``steelwheel icm`` and its answer."""

from typing import Any

import numpy as np

from engine.arrays import F64
from engine.scenario.fields import Bounds
from engine.scenario.reading import Collector, boolean, bounded, integer
from engine.tournament.icm import (
    MOST_EXACT,
    MOST_PLAYERS,
    bubble_factors,
    bubble_factors_of,
    chip_chop,
    many_place_probabilities,
    place_probabilities,
)

VERSION = 1
KEYS = ("steelwheel_icm", "stacks", "payouts", "player", "deal")
LARGEST = 1e12
CHIPS = bounded(Bounds(above=0.0, at_most=LARGEST))
PRIZE = bounded(Bounds(at_least=0.0, at_most=LARGEST))


def answer_json(value: Any) -> dict[str, Any]:
    """Answer a parsed request: expected prizes, places, bubble factors and, if requested, deals.

    Raises:
        ScenarioError: all problems, each naming its field.
    """
    fields = Collector(value, KEYS)
    if fields.take("steelwheel_icm", integer(), VERSION) != VERSION:
        fields.note("steelwheel_icm", f"this program reads requests of version {VERSION}")
    stacks = fields.take_all("stacks", CHIPS, 1.0)
    prizes = fields.take_all("payouts", PRIZE, 0.0)
    if fields.good("stacks") and not 2 <= len(stacks) <= MOST_PLAYERS:
        fields.note("stacks", f"expected 2 to {MOST_PLAYERS} stacks, found {len(stacks)}")
    if fields.good("stacks", "payouts") and not 1 <= len(prizes) <= len(stacks):
        fields.note("payouts", f"expected one prize or more, at most one for each stack, found {len(prizes)}")
    player = fields.take("player", integer(0, max(len(stacks) - 1, 0)), None)
    deal = fields.take("deal", boolean, False)
    fields.done()
    return _answer(
        np.array(stacks, np.float64), np.array([*prizes, *[0.0] * (len(stacks) - len(prizes))]), player, deal
    )


def _answer(stacks: F64, payouts: F64, player: int | None, deal: bool) -> dict[str, Any]:
    few = len(stacks) <= MOST_EXACT
    places = place_probabilities(stacks) if few else many_place_probabilities(stacks)
    equities = (places @ payouts).tolist()
    factors: list[list[float | None] | None] = [None] * len(stacks)
    if few:
        factors[:] = bubble_factors(stacks, payouts)
    elif player is not None:
        factors[player] = bubble_factors_of(stacks, payouts, player)
    answer = {
        "steelwheel_icm_result": VERSION,
        "equities": equities,
        "places": places.tolist(),
        "bubble_factors": factors,
    }
    if deal:
        answer["deal"] = {"icm": equities, "chips": chip_chop(stacks, payouts).tolist()}
    return answer
