"""All players of a tournament with the value of their chips, their places, bubble factors and deals; usual payouts."""

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
from engine.scenario.codec import Request, json_field, read_field
from engine.scenario.fields import fields_of
from engine.scenario.reading import boolean, each_of, integer
from engine.scenario.tournament import CHIPS, PRIZE
from engine.tournament.calls import TournamentPlayers
from engine.tournament.icm import (
    MAX_EXACT_PLAYERS,
    MAX_PLAYERS,
    all_place_probabilities,
    bubble_factors,
    bubble_factors_of,
    chip_chop,
)

STRUCTURES = Path(__file__).parents[2] / "resources" / "tournament" / "payouts.json"


@dataclass(frozen=True, slots=True)
class PayoutStructure:
    """A usual way to divide the prizes: a share for each place, the first place first."""

    name: str
    payouts: tuple[float, ...]


@cache
def payout_structures() -> tuple[PayoutStructure, ...]:
    """Return the payout structures that are shipped."""
    rows = json.loads(STRUCTURES.read_text(encoding="utf-8"))["structures"]
    return tuple(PayoutStructure(row["name"], tuple(map(float, row["payouts"]))) for row in rows)


@dataclass(frozen=True, slots=True)
class PlayerValue:
    """The value of one player's chips; ``seat`` is None for a player at another table.

    ``share``: the share of all chips. ``equity``: the expected prize, which is also the ICM deal. ``by_chips``: the
    chip chop (everybody gets the smallest open prize, the rest is divided by chips). ``even``: the share of all prizes
    by chips alone. ``places``: the probability of each place.
    """

    seat: int | None
    stack: float
    share: float
    equity: float
    by_chips: float
    even: float
    places: tuple[float, ...]


@dataclass(frozen=True, slots=True, eq=False)
class TournamentValues:
    """The value of all chips.

    ``players``: those with a seat, then those at other tables (a single one if all of these have the same stack).
    ``prizes``: the sum of the prizes that can still be won. ``remaining``: the number of players in the tournament.

    ``factors[i][j]``: the bubble factor of player i, who has a seat, against player j: the prize lost with an all-in
    against j, divided by the prize gained by winning it. An entry is None if nothing is gained, or for the same player;
    all is None until the factors are computed.
    """

    tournament: Tournament
    players: tuple[PlayerValue, ...]
    prizes: float
    remaining: int
    factors: tuple[tuple[float | None, ...], ...] | None = None

    @property
    def unpaid(self) -> int:
        """The number of prizes that nobody can win any more, because there are fewer players than prizes."""
        return max(len(self.tournament.payouts) - self.remaining, 0)


def tournament_values(tournament: Tournament, cancel: CancelToken) -> Iterator[TournamentValues]:
    """Yield the values of the chips, first without and then with the bubble factors."""
    field = TournamentPlayers.of(tournament)
    stacks, payouts, count = field.stacks, field.payouts, len(field.stacks)
    seats: list[int | None] = [seat for seat, player in enumerate(field.player_of_seat) if player is not None]
    seated = len(seats)
    other_tables = tournament.others
    seats += [None] * (0 if other_tables is None else len(other_tables.each) or 1)
    places = all_place_probabilities(stacks)
    cancel.check_cancelled()
    equities, chop, shares = places @ payouts, chip_chop(stacks, payouts), stacks / stacks.sum()
    players = tuple(
        PlayerValue(
            seat, float(stacks[i]), float(shares[i]), float(equities[i]), float(chop[i]),
            float(shares[i] * payouts.sum()), tuple(places[i].tolist()),
        )
        for i, seat in enumerate(seats)
    )  # fmt: skip
    result = TournamentValues(tournament, players, float(payouts.sum()), count)
    yield result
    yield replace(result, factors=_factors(stacks, payouts, seated, len(seats), cancel))


def _factors(
    stacks: F64, payouts: F64, seated: int, listed: int, cancel: CancelToken
) -> tuple[tuple[float | None, ...], ...]:
    """Return the bubble factors of the first ``seated`` players against the first ``listed``."""
    if len(stacks) <= MAX_EXACT_PLAYERS:
        return tuple(tuple(row[:listed]) for row in bubble_factors(stacks, payouts, cancel.check_cancelled)[:seated])
    rows = []
    for player in range(seated):
        cancel.check_cancelled()
        rows.append(tuple(bubble_factors_of(stacks, payouts, player)[:listed]))
    return tuple(rows)


def needed_against(factor: float) -> float:
    """Return how often an all-in against this bubble factor has to win if nothing else is in the pot."""
    return factor / (1.0 + factor)


def mean_stack(stacks: tuple[float | None, ...]) -> float | None:
    """Return the mean of the stacks that are known, or None without any.

    It is the first suggestion for players at other tables: a whole number of chips unless that would be 0.
    """
    known = [stack for stack in stacks if stack is not None]
    return round(float(np.mean(known))) or float(np.mean(known)) if known else None


@dataclass(frozen=True, kw_only=True)
class IcmRequest(Request):
    """A request of ``steelwheel icm``. ``player``: whose bubble factors are computed if there are many players."""

    VERSION_KEY = "steelwheel_icm"
    stacks: tuple[float, ...] = json_field(each_of(CHIPS, 1.0))
    payouts: tuple[float, ...] = json_field(each_of(PRIZE, 0.0))
    player: int | None = json_field(integer(0), None)
    deal: bool = json_field(boolean, False)


def icm_answer(value: object) -> dict[str, Any]:
    """Answer a parsed ICM request: expected prizes, places, bubble factors and, if requested, deals.

    Bubble factors of more than :data:`MAX_EXACT_PLAYERS` players are computed for ``player`` alone, because they take
    long.

    Raises:
        ScenarioError: all problems, each naming its field.
    """
    fields = IcmRequest.fields(value)
    stacks, prizes = fields.take_all("stacks", CHIPS, 1.0), fields.take_all("payouts", PRIZE, 0.0)
    if fields.good("stacks") and not 2 <= len(stacks) <= MAX_PLAYERS:
        fields.note("stacks", f"expected 2 to {MAX_PLAYERS} stacks, found {len(stacks)}")
    if fields.good("stacks", "payouts") and not 1 <= len(prizes) <= len(stacks):
        fields.note("payouts", f"expected one prize or more, at most one for each stack, found {len(prizes)}")
    player = fields.take("player", integer(0, max(len(stacks) - 1, 0)), None)
    deal = read_field(fields, fields_of(IcmRequest)["deal"])
    fields.done()
    return _answer(
        np.array(stacks, np.float64), np.array([*prizes, *[0.0] * (len(stacks) - len(prizes))]), player, deal
    )


def _answer(stacks: F64, payouts: F64, player: int | None, deal: bool) -> dict[str, Any]:
    """Return the answer to a valid request. ``player``: whose bubble factors are computed in a large field."""
    few = len(stacks) <= MAX_EXACT_PLAYERS
    places = all_place_probabilities(stacks)
    equities = (places @ payouts).tolist()
    factors: list[list[float | None] | None] = [None] * len(stacks)
    if few:
        factors[:] = bubble_factors(stacks, payouts)
    elif player is not None:
        factors[player] = bubble_factors_of(stacks, payouts, player)
    answer = {
        "steelwheel_icm_result": IcmRequest.VERSION,
        "equities": equities,
        "places": places.tolist(),
        "bubble_factors": factors,
    }
    if deal:
        answer["deal"] = {"icm": equities, "chips": chip_chop(stacks, payouts).tolist()}
    return answer
