"""Ranges from shares: a player as a kind of player, which comes in with the best hands, as many as it is seen to play.

A share becomes the text of a percentage, by the order of hands of the table: with 24 % it opens ``24%``. It limps with
the hands behind those that it opens, calls an open with those behind the ones that it raises again, and comes along
with what goes on after its open was raised. On later streets it is known how often it folds to a bet.
"""

from collections.abc import Iterator, Mapping
from typing import Literal

from engine.histories.players.counting import HABITS, Habit
from engine.histories.players.shares import GOES_ON, Profile, Share
from engine.players.kinds import POSITIONS, PlayerKind, neutral_kind

End = Literal["low", "share", "high"]
"""Which value of a share a range takes: the low end of its interval, the share itself, or the high end."""
ENDS: tuple[End, ...] = ("low", "share", "high")
LEAST = 0.005
"""The least share that a range has: a pair."""
NO_CHANCE = "no chance seen: as the neutral player"
STREETS = ("flop", "turn", "river")
FREE = "big blind"
"""The position that has paid the price."""
ON = Habit(GOES_ON, "Goes on", "goes on against an open", "one raise before him, nobody has called")
WORDS: Mapping[str, Habit] = {habit.key: habit for habit in (*HABITS, ON)}


def as_kind(profile: Profile, end: End = "share") -> PlayerKind:
    """Return a player as a kind of player; where he had no chance the neutral kind stands in."""
    neutral = neutral_kind()
    first_in, against = dict(neutral.first_in), dict(neutral.against_raise)
    deeds: dict[str, dict[str, str]] = {
        "raised": {},
        "limped": {},
        "called": {},
        "reraised": {},
        "called a reraise": {},
    }
    for position in POSITIONS:
        opens, limps = (_value(profile, habit, position, end) for habit in ("open", "limp"))
        if position != FREE and opens is not None and limps is not None:
            first_in[position] = _text(opens + limps)
            deeds["raised"][position] = _text(opens)
            deeds["limped"][position] = _between(opens, opens + limps)
            folds = _value(profile, "fold to reraise", position, _other(end))
            if folds is not None:
                deeds["called a reraise"][position] = _text(opens * (1.0 - folds))
        goes, raises = (_value(profile, habit, position, end) for habit in (GOES_ON, "reraise"))
        if goes is not None and raises is not None:
            against[position] = _text(goes)
            deeds["reraised"][position] = _text(min(raises, goes))
            deeds["called"][position] = _between(min(raises, goes), goes)
    rests = {position: rests_on(profile, position) for position in POSITIONS}
    return PlayerKind(profile.name, rests_on(profile), first_in, against, deeds, rests, dict(_folds(profile, end)))


def _folds(profile: Profile, end: End) -> Iterator[tuple[str, tuple[float, str]]]:
    """Yield the streets on which a player has faced bets, with how often he folds to the first one."""
    for street in STREETS:
        share, folds = profile.share(f"fold {street}"), _value(profile, f"fold {street}", None, _other(end))
        if share is not None and folds is not None:
            yield street, (folds, share_words(share))


def rests_on(profile: Profile, position: str | None = None) -> str:
    """Return on what the ranges of a player rest, as in ``opens 23.8 % (15 of 63; ..), goes on against an open ..``."""
    rows = ((habit, profile.share(habit, position)) for habit in ("open", GOES_ON))
    words = [
        f"{WORDS[habit].does} {share_words(share)}" for habit, share in rows if share is not None and share.chances
    ]
    return ", ".join(words) or NO_CHANCE


def share_words(share: Share) -> str:
    """Return a share in words, with the estimate that ranges are made of.

    As in ``2.5 % (1 of 40; estimate 10 %, 90 % interval 5-17 %)``.
    """
    interval = f"{100 * share.low:.0f}-{100 * share.high:.0f} %"
    estimate = f"estimate {100 * share.share:.0f} %, 90 % interval {interval}"
    return f"{observed_text(share)} ({share.times} of {share.chances}; {estimate})"


def observed_text(share: Share) -> str:
    """Return the times as a percentage of the chances, with a decimal unless it is whole."""
    return f"{100 * share.observed:.1f}".removesuffix(".0") + " %"


def _other(end: End) -> End:
    """Return the end of a share of folds that belongs to an end of a range."""
    others: Mapping[End, End] = {"low": "high", "share": "share", "high": "low"}
    return others[end]


def _value(profile: Profile, habit: str, position: str | None, end: End) -> float | None:
    """Return a share where the player had the chance."""
    share = profile.share(habit, position)
    if share is None or not share.chances:
        return None
    values: Mapping[End, float] = {"low": share.low, "share": share.share, "high": share.high}
    return values[end]


def _percent(share: float) -> str:
    return f"{100 * share:.1f}".removesuffix(".0") + "%"


def _text(share: float) -> str:
    """Return the best share of all hands as a range text."""
    return _percent(min(max(share, LEAST), 1.0))


def _between(better: float, share: float) -> str:
    """Return the hands behind the ``better`` share down to ``share`` as a range text."""
    better = min(max(better, LEAST), 1.0 - LEAST)
    return f"{_percent(better)}-{_percent(min(max(share, better + LEAST), 1.0))}"
