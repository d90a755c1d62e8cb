"""All players of a tournament with what their chips are worth, their places, bubble factors and deals; usual prizes."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from engine.arrays import F64
from engine.equity.workers import CancelToken
from engine.scenario import Tournament
from engine.scenario.fields import Bounds
from engine.scenario.reading import Collector, boolean, bounded, integer
from engine.tournament.calls import Players
from engine.tournament.icm import (
    MOST_EXACT,
    MOST_PLAYERS,
    bubble_factors,
    bubble_factors_of,
    chip_chop,
    many_place_probabilities,
    place_probabilities,
)

STRUCTURES = Path(__file__).parents[2] / "resources" / "tournament" / "payouts.json"


@dataclass(frozen=True, slots=True)
class Structure:
    """A usual way to share the prizes, the first place first."""

    name: str
    payouts: tuple[float, ...]


@cache
def structures() -> tuple[Structure, ...]:
    """Return the structures that are shipped."""
    rows = json.loads(STRUCTURES.read_text(encoding="utf-8"))["structures"]
    return tuple(Structure(row["name"], tuple(map(float, row["payouts"]))) for row in rows)


@dataclass(frozen=True, slots=True)
class PlayerWorth:
    """A player, or one at other tables (``seat`` is None): the stack and its share of all chips; the expected
    prize, which is the ICM deal too; the deal by chips (everybody the smallest open prize, the rest by chips);
    ``even``: all prizes by the share of chips; the probability of each place."""

    seat: int | None
    stack: float
    share: float
    equity: float
    by_chips: float
    even: float
    places: tuple[float, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Worth:
    """The value of all chips: the ``players`` with a seat, then those at other tables, one where all are alike;
    ``prizes``: the sum of those that can be won; ``left``: how many players there are.

    ``factors[i][j]``: what player i loses when he loses an all-in against j over what he gains when he wins it (None:
    no gain, or the same player); rows of players with a seat; None until they are computed.
    """

    tournament: Tournament
    players: tuple[PlayerWorth, ...]
    prizes: float
    left: int
    factors: tuple[tuple[float | None, ...], ...] | None = None

    @property
    def unpaid(self) -> int:
        """The number of prizes that nobody can win any more: there are fewer players than prizes."""
        return max(len(self.tournament.payouts) - self.left, 0)


def worth(tournament: Tournament, cancel: CancelToken) -> Iterator[Worth]:
    """Compute the values of chips, first without and then with the bubble factors."""
    field = Players.of(tournament)
    stacks, payouts, count = field.stacks, field.payouts, len(field.stacks)
    seats: list[int | None] = [seat for seat, place in enumerate(field.places) if place is not None]
    own = len(seats)
    others = tournament.others
    seats += [None] * (0 if others is None else len(others.each) or 1)
    places = place_probabilities(stacks) if count <= MOST_EXACT else many_place_probabilities(stacks)
    cancel.guard()
    equities, chop, shares = places @ payouts, chip_chop(stacks, payouts), stacks / stacks.sum()
    players = tuple(
        PlayerWorth(
            seat, float(stacks[i]), float(shares[i]), float(equities[i]), float(chop[i]),
            float(shares[i] * payouts.sum()), tuple(places[i].tolist()),
        )
        for i, seat in enumerate(seats)
    )  # fmt: skip
    result = Worth(tournament, players, float(payouts.sum()), count)
    yield result
    yield replace(result, factors=_factors(stacks, payouts, own, len(seats), cancel))


def _factors(
    stacks: F64, payouts: F64, own: int, shown: int, cancel: CancelToken
) -> tuple[tuple[float | None, ...], ...]:
    """Return the bubble factors of the first ``own`` players against the first ``shown``."""
    if len(stacks) <= MOST_EXACT:
        return tuple(tuple(row[:shown]) for row in bubble_factors(stacks, payouts, cancel.guard)[:own])
    rows = []
    for player in range(own):
        cancel.guard()
        rows.append(tuple(bubble_factors_of(stacks, payouts, player)[:shown]))
    return tuple(rows)


def needed_against(factor: float) -> float:
    """Return how often an all-in with this bubble factor has to win, when nothing else is in the pot."""
    return factor / (1.0 + factor)


def mean_stack(stacks: tuple[float | None, ...]) -> float | None:
    """Return the mean of the stacks that there are, None without any: what players at other tables have at first."""
    known = [stack for stack in stacks if stack is not None]
    return round(float(np.mean(known))) or float(np.mean(known)) if known else None


VERSION = 1
KEYS = ("steelwheel_icm", "stacks", "payouts", "player", "deal")
LARGEST = 1e12
CHIPS = bounded(Bounds(above=0.0, at_most=LARGEST))
PRIZE = bounded(Bounds(at_least=0.0, at_most=LARGEST))


def answer_json(value: object) -> dict[str, Any]:
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
