"""Watched players as kinds of players: the ranges of their learned descriptions by position and action, and the texts
that say on how many hands these are based. For later streets the frequency of folding to a bet is known."""

from collections.abc import Iterator, Mapping
from functools import cache, partial

from engine.games import GAMES
from engine.histories.players.counting import STATISTICS, Statistic
from engine.histories.players.frequencies import CONTINUES, Frequency, Profile
from engine.histories.players.learned import INTERVAL_ENDS, OPPOSITE, IntervalEnd, learned_player, looks_text
from engine.players.description import RangeRow, shipped_player
from engine.players.first_hands import FIRST_HANDS
from engine.players.kinds import POSITIONS, PlayerKind
from engine.scenario import Game
from engine.table.seat_ranges import weights_text

__all__ = ("INTERVAL_ENDS", "IntervalEnd", "as_kind", "frequency_text", "observed_text", "statistics_text")
NO_CHANCE = "no data: as a neutral player"
STREETS = ("flop", "turn", "river")
PLAYS_MORE = "loose"
"""The shipped player who does what the description of a watched one never does."""
ACTIONS: Mapping[str, tuple[str, bool]] = {
    "raised": ("first", True),
    "limped": ("first", False),
    "3-bet": ("open", True),
    "called": ("open", False),
    "called a 3-bet": ("3-bet", False),
}
"""Actions with the situation in which they are taken, and whether they are raises."""
CONTINUING = Statistic(CONTINUES, "Continue vs open", "continues against an open", "one raise before him, no callers")
STATISTICS_BY_KEY: Mapping[str, Statistic] = {statistic.key: statistic for statistic in (*STATISTICS, CONTINUING)}


def as_kind(profile: Profile, end: IntervalEnd = "estimate", game: Game = "holdem") -> PlayerKind:
    """Return a player as a kind of player of a game. ``end``: the value of each frequency that the ranges use."""
    learned = cache(partial(learned_player, profile, end))
    why = f"{looks_text(profile, game)}; {statistics_text(profile)}" if profile.hands_of(game) else NO_CHANCE
    if GAMES[game].stud:
        return PlayerKind(profile.name, looks_text(profile, game), {}, {}, learned=learned)
    play, more = (player.games[game].first_street for player in (learned(), shipped_player(PLAYS_MORE)))
    action_ranges = {
        action: {
            position: _text(play[situation].own[position], raises) or _text(more[situation].own[position], raises)
            for position in POSITIONS
        }
        for action, (situation, raises) in ACTIONS.items()
    }
    first_in, against = (
        {position: _continues(play[situation].own[position], position) for position in POSITIONS}
        for situation in ("first", "open")
    )
    basis = {position: statistics_text(profile, position) for position in POSITIONS}
    return PlayerKind(profile.name, why, first_in, against, action_ranges, basis, dict(_folds(profile, end)), learned)


def _text(row: RangeRow, raises: bool) -> str:
    return row.raise_ if raises else row.call


def _continues(row: RangeRow, position: str) -> str:
    """Return the hands that a row raises or calls."""
    hands = FIRST_HANDS["holdem"]
    return weights_text(hands.weights(row.raise_, position) + hands.weights(row.call, position))


def _folds(profile: Profile, end: IntervalEnd) -> Iterator[tuple[str, tuple[float, str]]]:
    """Yield the streets on which a player has faced bets, with his frequency of folding to the first one and its
    text."""
    for street in STREETS:
        frequency, folds = (
            profile.frequency(f"fold {street}"),
            _value(profile, f"fold {street}", None, OPPOSITE[end]),
        )
        if frequency is not None and folds is not None:
            yield street, (folds, frequency_text(frequency))


def statistics_text(profile: Profile, position: str | None = None) -> str:
    """Return the statistics on which the ranges of a player are based, as in ``RFI 23.8 % (15 of 63; ..),
    Continue vs open ..``."""
    rows = ((statistic, profile.frequency(statistic, position)) for statistic in ("open", CONTINUES))
    texts = [
        f"{STATISTICS_BY_KEY[statistic].title} {frequency_text(frequency)}"
        for statistic, frequency in rows
        if frequency is not None and frequency.chances
    ]
    return ", ".join(texts) or NO_CHANCE


def frequency_text(frequency: Frequency) -> str:
    """Return a frequency as text, with the estimate that ranges use.

    >>> from engine.histories.players.counting import Count
    >>> from engine.histories.players.frequencies import frequency_of
    >>> frequency_text(frequency_of(Count(1, 40), 0.15))
    '2.5 % (1 of 40; estimate 7 %, 90 % interval 2-13 %)'
    """
    interval = f"{100 * frequency.low:.0f}-{100 * frequency.high:.0f} %"
    estimate = f"estimate {100 * frequency.estimate:.0f} %, 90 % interval {interval}"
    return f"{observed_text(frequency)} ({frequency.times} of {frequency.chances}; {estimate})"


def observed_text(frequency: Frequency) -> str:
    """Return the observed proportion as a percentage, with one decimal unless it is whole."""
    return f"{100 * frequency.observed:.1f}".removesuffix(".0") + " %"


def _value(profile: Profile, statistic: str, position: str | None, end: IntervalEnd) -> float | None:
    """Return a value of a player's frequency, or None if he never had the chance."""
    frequency = profile.frequency(statistic, position)
    if frequency is None or not frequency.chances:
        return None
    values: Mapping[IntervalEnd, float] = {"low": frequency.low, "estimate": frequency.estimate, "high": frequency.high}
    return values[end]
