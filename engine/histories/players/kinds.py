"""Ranges from frequencies: a kind of player who plays the best hands as often as the observed player played any.

A frequency becomes the text of a percentage, which refers to the table's order of hands: a player who opens with 24 %
opens ``24%``. He limps with the hands after those that he opens, calls an open with the hands after those that he
re-raises, and continues after his open was raised with the best part of it. For later streets his frequency of folding
to a bet is known.
"""

from collections.abc import Iterator, Mapping
from typing import Literal

from engine.histories.players.counting import STATISTICS, Statistic
from engine.histories.players.frequencies import CONTINUES, Frequency, Profile
from engine.players.kinds import POSITIONS, PlayerKind, neutral_kind

IntervalEnd = Literal["low", "estimate", "high"]
"""Which value of a frequency a range uses: the low end of its interval, the estimate, or the high end."""
INTERVAL_ENDS: tuple[IntervalEnd, ...] = ("low", "estimate", "high")
MIN_SHARE = 0.005
"""The smallest share of hands in a range: about one pair."""
NO_CHANCE = "no data: as a neutral player"
STREETS = ("flop", "turn", "river")
BIG_BLIND = "big blind"
"""The position that need not enter the pot."""
CONTINUING = Statistic(CONTINUES, "Continue vs open", "continues against an open", "one raise before him, no callers")
STATISTICS_BY_KEY: Mapping[str, Statistic] = {statistic.key: statistic for statistic in (*STATISTICS, CONTINUING)}


def as_kind(profile: Profile, end: IntervalEnd = "estimate") -> PlayerKind:
    """Return a player as a kind of player. Positions without a chance are those of the neutral kind. ``end``: the value
    of each frequency that the ranges use."""
    neutral = neutral_kind()
    first_in, against = dict(neutral.first_in), dict(neutral.against_raise)
    action_ranges: dict[str, dict[str, str]] = {
        "raised": {},
        "limped": {},
        "called": {},
        "3-bet": {},
        "called a 3-bet": {},
    }
    for position in POSITIONS:
        opens, limps = (_value(profile, statistic, position, end) for statistic in ("open", "limp"))
        if position != BIG_BLIND and opens is not None and limps is not None:
            first_in[position] = _top_range(opens + limps)
            action_ranges["raised"][position] = _top_range(opens)
            action_ranges["limped"][position] = _range_between(opens, opens + limps)
            # Few folds make a wide range, so the low end of the range uses the high end of the folds.
            folds = _value(profile, "fold to reraise", position, _opposite_end(end))
            if folds is not None:
                action_ranges["called a 3-bet"][position] = _top_range(opens * (1.0 - folds))
        continues, raises = (_value(profile, statistic, position, end) for statistic in (CONTINUES, "reraise"))
        if continues is not None and raises is not None:
            against[position] = _top_range(continues)
            action_ranges["3-bet"][position] = _top_range(min(raises, continues))
            action_ranges["called"][position] = _range_between(min(raises, continues), continues)
    rests = {position: statistics_text(profile, position) for position in POSITIONS}
    return PlayerKind(
        profile.name, statistics_text(profile), first_in, against, action_ranges, rests, dict(_folds(profile, end))
    )


def _folds(profile: Profile, end: IntervalEnd) -> Iterator[tuple[str, tuple[float, str]]]:
    """Yield the streets on which a player has faced bets, with his frequency of folding to the first one and its
    text."""
    for street in STREETS:
        frequency, folds = (
            profile.frequency(f"fold {street}"),
            _value(profile, f"fold {street}", None, _opposite_end(end)),
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


def _opposite_end(end: IntervalEnd) -> IntervalEnd:
    """Return the end of a folding frequency that belongs to an end of a range."""
    others: Mapping[IntervalEnd, IntervalEnd] = {"low": "high", "estimate": "estimate", "high": "low"}
    return others[end]


def _value(profile: Profile, statistic: str, position: str | None, end: IntervalEnd) -> float | None:
    """Return a value of a player's frequency, or None if he never had the chance."""
    frequency = profile.frequency(statistic, position)
    if frequency is None or not frequency.chances:
        return None
    values: Mapping[IntervalEnd, float] = {"low": frequency.low, "estimate": frequency.estimate, "high": frequency.high}
    return values[end]


def _percent(share: float) -> str:
    return f"{100 * share:.1f}".removesuffix(".0") + "%"


def _top_range(share: float) -> str:
    """Return the best ``share`` of all hands as a range text."""
    return _percent(min(max(share, MIN_SHARE), 1.0))


def _range_between(better: float, share: float) -> str:
    """Return the hands after the ``better`` share up to ``share`` as a range text."""
    better = min(max(better, MIN_SHARE), 1.0 - MIN_SHARE)
    return f"{_percent(better)}-{_percent(min(max(share, better + MIN_SHARE), 1.0))}"
