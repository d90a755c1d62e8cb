"""The statistics of players as rows of a table and as JSON: what ``steelwheel hands --players`` prints."""

from collections.abc import Iterable
from typing import Any

from engine.histories.hand import HandError, RawHand
from engine.histories.players.counting import HABITS, Habit, Habits, Tally, positions_of
from engine.histories.players.shares import Profile, Share
from engine.histories.reading import read_hand

HEADER = (
    "player", "site", "hands", "statistic", "position", "times", "chances", "share", "low", "high",
    "estimate", "estimate_low", "estimate_high",
)  # fmt: skip
ALL = "all"
"""In place of a position: all of them together."""


def statistics_rows(players: Iterable[Profile]) -> tuple[tuple[str, ...], tuple[tuple[object, ...], ...]]:
    """Return header and rows of a table: a row for each statistic of a player and position with a chance."""
    rows: list[tuple[object, ...]] = []
    for profile in players:
        for habit in HABITS:
            for position in (None, *positions_of(habit.key)):
                share = _seen(profile, habit, position)
                if share is not None:
                    head = (profile.name, profile.site, len(profile.hands), habit.title, position or ALL)
                    estimate = (share.share, share.low, share.high)
                    rows.append((*head, share.times, share.chances, share.observed, *share.interval, *estimate))
    return HEADER, tuple(rows)


def player_json(profile: Profile) -> dict[str, Any]:
    """Return a player as JSON: by statistic its definition and counts, over all positions and by position."""
    statistics: dict[str, Any] = {}
    for habit in HABITS:
        share = _seen(profile, habit)
        if share is None:
            continue
        by_position = {
            position: _share_json(known, habit)
            for position in positions_of(habit.key)
            if (known := _seen(profile, habit, position)) is not None
        }
        about = {"game": habit.game, "counts": habit.does, "chance": habit.chance}
        statistics[habit.title] = {**about, **_share_json(share, habit), "by_position": by_position}
    return {"player": profile.name, "site": profile.site, "hands": len(profile.hands), "statistics": statistics}


def _share_json(share: Share, habit: Habit) -> dict[str, Any]:
    """Return a share as JSON; a ratio has its own value besides."""
    calls = share.chances - share.times
    ratio = {"ratio": share.times / calls if calls else None} if habit.ratio else {}
    return {
        "times": share.times,
        "chances": share.chances,
        "share": share.observed,
        "interval": list(share.interval),
        "estimate": share.share,
        "estimate_interval": [share.low, share.high],
        **ratio,
    }


def _seen(profile: Profile, habit: Habit, position: str | None = None) -> Share | None:
    """Return a share of which there has been a chance."""
    share = profile.share(habit.key, position)
    return share if share is not None and share.chances else None


def habits_of(hands: Iterable[RawHand]) -> Habits:
    """Return the counts of hands; those that cannot be read are left out."""
    tally = Tally()
    for raw in hands:
        try:
            tally.add(read_hand(raw))
        except HandError:
            continue
    return tally.habits()
