"""The statistics of players as rows of a table and as JSON, as ``steelwheel hands --players`` prints them."""

from collections.abc import Iterable
from typing import Any

from engine.games import GAMES
from engine.histories.hand import HandError, RawHand
from engine.histories.players.counting import (
    STATISTICS,
    PlayerStatistics,
    Statistic,
    StatisticsTally,
    counted_positions,
)
from engine.histories.players.frequencies import Frequency, Profile
from engine.histories.reading import read_hand
from engine.scenario import Game

HEADER = (
    "player", "site", "hands", "statistic", "position", "times", "chances", "share", "low", "high",
    "estimate", "estimate_low", "estimate_high",
)  # fmt: skip
ALL_POSITIONS = "all"
"""The entry of the column of positions for all positions together."""


def statistics_rows(players: Iterable[Profile]) -> tuple[tuple[str, ...], tuple[tuple[object, ...], ...]]:
    """Return the header and the rows of a table: one row per player, statistic and position with at least one
    chance."""
    rows: list[tuple[object, ...]] = []
    for profile in players:
        for statistic in STATISTICS:
            for position in (None, *counted_positions(statistic.key)):
                frequency = _observed(profile, statistic, position)
                if frequency is not None:
                    head = (profile.name, profile.site, len(profile.hands), statistic.title, position or ALL_POSITIONS)
                    estimate = (frequency.estimate, frequency.low, frequency.high)
                    rows.append(
                        (*head, frequency.times, frequency.chances, frequency.observed, *frequency.interval, *estimate)
                    )
    return HEADER, tuple(rows)


def profile_json(profile: Profile) -> dict[str, Any]:
    """Return a player as JSON: for each statistic its definition, and its counts over all positions and by position."""
    statistics = {title: row for game in GAMES for title, row in statistics_json(profile, game).items()}
    return {"player": profile.name, "site": profile.site, "hands": len(profile.hands), "statistics": statistics}


def statistics_json(profile: Profile, game: Game) -> dict[str, Any]:
    """Return the statistics of a player in a game as JSON, by title."""
    statistics: dict[str, Any] = {}
    for statistic in STATISTICS:
        frequency = _observed(profile, statistic) if statistic.game == game else None
        if frequency is None:
            continue
        by_position = {
            position: _frequency_json(known, statistic)
            for position in counted_positions(statistic.key)
            if (known := _observed(profile, statistic, position)) is not None
        }
        about = {"game": statistic.game, "counts": statistic.does, "chance": statistic.chance}
        statistics[statistic.title] = {**about, **_frequency_json(frequency, statistic), "by_position": by_position}
    return statistics


def _frequency_json(frequency: Frequency, statistic: Statistic) -> dict[str, Any]:
    """Return a frequency as JSON. A ratio also has its own value."""
    calls = frequency.chances - frequency.times
    ratio = {"ratio": frequency.times / calls if calls else None} if statistic.ratio else {}
    return {
        "times": frequency.times,
        "chances": frequency.chances,
        "share": frequency.observed,
        "interval": list(frequency.interval),
        "estimate": frequency.estimate,
        "estimate_interval": [frequency.low, frequency.high],
        **ratio,
    }


def _observed(profile: Profile, statistic: Statistic, position: str | None = None) -> Frequency | None:
    """Return a frequency, or None if the player never had the chance."""
    frequency = profile.frequency(statistic.key, position)
    return frequency if frequency is not None and frequency.chances else None


def count_hands(hands: Iterable[RawHand]) -> PlayerStatistics:
    """Return the statistics of hands; those that cannot be read are left out."""
    tally = StatisticsTally()
    for raw in hands:
        try:
            tally.add(read_hand(raw))
        except HandError:
            continue
    return tally.statistics()
