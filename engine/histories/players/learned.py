"""Learned players: a description of what somebody does, made from how often he was seen to do it.

He begins as the shipped player whom his counts make the most likely ("looks tight, 83 % after 31 hands"). Each share
that was counted moves his description from there: a row of the first street gets as many hands as the estimate says,
added or taken along that player's own ranking of hands; on later streets the odds of betting and raising are scaled,
and the margin is moved, until the examples of such decisions (``habits``) have the estimated frequency.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from math import exp
from typing import Any, Literal

import numpy as np

from engine.arrays import F64, I64
from engine.histories.players.counting import DOOR_CLASS, RAZZ_KEYS, Count, total_count
from engine.histories.players.frequencies import Frequency, Profile, frequency_of
from engine.histories.players.habits import StreetExamples, shipped_habits
from engine.histories.players.report import statistics_json
from engine.players.description import (
    NEUTRAL,
    GamePlay,
    Player,
    RangeRow,
    SituationRows,
    later_street_names,
    shipped_player,
)
from engine.players.first_hands import FIRST_HANDS
from engine.players.first_street import hand_order
from engine.players.later_streets import Curve, StreetPlay, continue_probability, curve_values
from engine.preflop.seat_play import WRITERS
from engine.ranges.holdem_hands import class_of_combo
from engine.scenario import Game, GameTable

IntervalEnd = Literal["low", "estimate", "high"]
"""Which value of a frequency a description uses: the low end of its interval, the estimate, or the high end."""
INTERVAL_ENDS: tuple[IntervalEnd, ...] = ("low", "estimate", "high")
OPPOSITE: Mapping[IntervalEnd, IntervalEnd] = {"low": "high", "estimate": "estimate", "high": "low"}
FIRST_STATISTICS: GameTable[Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]] = GameTable("learned habits", {
    "holdem": {
        "first": (("open", "isolate"), ("limp", "limp behind")),
        "open": (("reraise", "squeeze"), ("call", "overcall")),
    },
    "razz": {"first": (("complete",), ("limp third",)), "complete": (("raise completion",), ("call completion",))},
})  # fmt: skip
"""For each situation of the first street, the statistics that count raises, and those that count calls."""
CHECKS = ("big blind",)
"""Positions whose calls first in are free, so that nothing is counted."""
DIGITS = 2
"""Decimals of the weights of ranges."""
MAX_LOG_ODDS = 8.0
HALVINGS = 40
MAX_SHOWN = 0.995
"""A kind is never more certain than "over 99 %"."""


def looks_text(profile: Profile, game: Game) -> str:
    """Return the shipped player that somebody resembles, as in ``looks tight, 83 % after 31 hands``."""
    kind, hands = profile.kind(game), profile.hands_of(game)
    probability = profile.looks.get(game, {}).get(kind, 0.0)
    percent = "over 99 %" if probability >= MAX_SHOWN else f"{100 * probability:.0f} %"
    return f"looks {kind}, {percent} after {hands} hand{'' if hands == 1 else 's'}" if hands else "no hands"


def learned_player(profile: Profile, end: IntervalEnd = "estimate", name: str | None = None) -> Player:
    """Return the description of a player whose statistics have been counted.

    ``end``: use the estimate of each frequency, or one end of its interval; with the low end he plays the fewest hands
    and folds most. ``name``: the name in the description, by default his own.
    """
    neutral = shipped_player(NEUTRAL)
    games = {
        game: _learned_play(profile, game, end) if game in profile.games else play
        for game, play in neutral.games.items()
    }
    played = [game for game in games if game in profile.games]
    whys = [f"{game}: {looks_text(profile, game)}" for game in played]
    why = looks_text(profile, played[0]) if len(played) == 1 else "; ".join(whys)
    return Player(name or profile.name, games, why, counts={game: _counts_json(profile, game) for game in played})


def _counts_json(profile: Profile, game: Game) -> dict[str, Any]:
    looks = {kind: round(probability, 4) for kind, probability in profile.looks[game].items()}
    return {
        "hands": profile.hands_of(game),
        "looks": looks,
        "statistics": statistics_json(profile, game),
    }


def _learned_play(profile: Profile, game: Game, end: IntervalEnd) -> GamePlay:
    """Return the play of a player in a game."""
    kind = shipped_player(profile.kind(game))
    play = kind.games[game]
    rows = dict(play.first_street)
    for situation, statistics in FIRST_STATISTICS[game].items():
        rows[situation] = _learned_rows(profile, kind, game, situation, statistics, end)
    if "3-bet" in rows:
        rows["3-bet"] = _answers_to_raise(profile, kind, rows["first"], end)
    later = {
        street: _learned_street(profile, game, street, play.later[street], end) for street in later_street_names(game)
    }
    return replace(play, first_street=rows, later=later)


@dataclass(frozen=True, slots=True)
class _Observed:
    """A frequency that was counted, and the value of it that is used: his kind's share, and his own."""

    frequency: Frequency
    share: float

    def of(self, usual: float) -> float:
        """Return the player's share if players of his type have the share ``usual``: in proportion to the statistic."""
        prior = self.frequency.prior
        return min(usual * self.share / prior, 1.0) if prior > 0.0 else self.share

    def moved(self, usual: float) -> float:
        """Return the player's frequency if players of his type have ``usual``: with its odds in proportion."""
        prior, share = (min(max(value, 1e-6), 1.0 - 1e-6) for value in (self.frequency.prior, self.share))
        odds = share / (1.0 - share) / (prior / (1.0 - prior))
        return usual * odds / (1.0 - usual + usual * odds)


def _observed(
    profile: Profile, statistics: tuple[str, ...], end: IntervalEnd, position: str | None = None
) -> _Observed | None:
    """Return the frequency of several statistics together, or None without a chance."""
    game: Game = "razz" if statistics[0] in RAZZ_KEYS else "holdem"
    habits, times, chances, expected = shipped_habits(game)[profile.kind(game)], 0, 0, 0.0
    for statistic in statistics:
        count = total_count(profile.counts, statistic, None if position is None else (position,))
        share = habits.share(statistic, position)
        if share is not None:
            times, chances, expected = times + count.times, chances + count.chances, expected + share * count.chances
    if not chances:
        return None
    frequency = frequency_of(Count(times, chances), expected / chances)
    values = {"low": frequency.low, "estimate": frequency.estimate, "high": frequency.high}
    return _Observed(frequency, values[end])


def _learned_rows(
    profile: Profile,
    kind: Player,
    game: Game,
    situation: str,
    statistics: tuple[tuple[str, ...], tuple[str, ...]],
    end: IntervalEnd,
) -> SituationRows:
    """Return the rows of a situation with the shares that were counted at each position."""
    usual = kind.games[game].first_street[situation]
    own, by = dict(usual.own), {position: dict(rows) for position, rows in usual.by.items()}
    for position in FIRST_HANDS[game].positions:
        counted = DOOR_CLASS[position] if FIRST_HANDS[game].by_door else position
        raises, calls = (_observed(profile, keys, end, counted) for keys in statistics)
        if calls is not None and situation == "first" and position in CHECKS:
            calls = None
        if raises is None:
            own[position] = replace(own[position], why=f"as a {kind.name} player: {own[position].why}")
            continue
        ladder = _ladder(kind, game, position)
        why = _why((("raised", raises), ("called", calls)))
        own[position] = _scaled_row(own[position], raises, calls, ladder, why)
        for raiser, row in by.get(position, {}).items():
            by[position][raiser] = _scaled_row(row, raises, calls, ladder, "")
    return SituationRows(own, by, usual.why)


@dataclass(frozen=True, slots=True, eq=False)
class _Ladder:
    """The hands in the order in which a kind of player plays them: ``rungs`` int64[hands], the number of the class of
    each hand from the best on; ``ways`` float64[hands]; how texts are read and written."""

    rungs: I64
    ways: F64
    read: Callable[[str], F64]
    write: Callable[[F64], str]

    def share(self, weights: F64) -> float:
        """Return the share of hands that ``weights`` have."""
        return float(weights @ self.ways) / max(float(self.ways.sum()), 1e-12)

    def with_share(self, weights: F64, share: float, room: F64) -> F64:
        """Return weights with another share: the next hands are added up to ``room``, or the last ones taken away.

        The class at the end gets a part of its weight, so that the share is met.
        """
        missing = (share - self.share(weights)) * float(self.ways.sum())
        movable = np.maximum(room - weights, 0.0) if missing > 0.0 else weights
        amounts = np.bincount(self.rungs, movable * self.ways, minlength=int(self.rungs.max()) + 1)
        if missing < 0.0:
            amounts = amounts[::-1]
        before = np.cumsum(amounts) - amounts
        moved = np.divide(
            np.clip(abs(missing) - before, 0.0, amounts), amounts, out=np.zeros_like(amounts), where=amounts > 0.0
        )
        if missing < 0.0:
            moved = -moved[::-1]
        return np.asarray(weights + movable * moved[self.rungs])


def _ladder(kind: Player, game: Game, position: str, within: F64 | None = None) -> _Ladder:
    """Return the hands of a kind of player in a position; ``within`` float64[hands]: the weights of those he can
    have."""
    hands = FIRST_HANDS[game]
    order = hand_order(kind, game, position)
    classes = np.arange(hands.count) if hands.by_door else class_of_combo()[0].astype(np.int64)
    _, first = np.unique(classes[order], return_index=True)
    rung_of_class = np.empty(len(first), np.int64)
    rung_of_class[classes[order][np.sort(first)]] = np.arange(len(first))
    ways = hands.ways(position) if within is None else hands.ways(position) * within

    def write(weights: F64) -> str:
        rounded = np.round(weights, DIGITS)
        return WRITERS[game](rounded, position) if rounded.any() else ""

    return _Ladder(rung_of_class[classes], ways, lambda text: hands.weights(text, position), write)


def _scaled_row(
    row: RangeRow, raises: _Observed | None, calls: _Observed | None, ladder: _Ladder, why: str
) -> RangeRow:
    """Return a row of a kind of player with the shares of a player; without a count of calls they stay."""
    raised, called = ladder.read(row.raise_), ladder.read(row.call)
    if raises is not None:
        raised = np.round(ladder.with_share(raised, raises.of(ladder.share(raised)), np.ones_like(raised)), DIGITS)
    room = 1.0 - raised
    target = ladder.share(called) if calls is None else calls.of(ladder.share(called))
    called = np.minimum(called, room)
    if calls is not None:
        called = np.minimum(ladder.with_share(called, target, room), room)
    # Weights are cut, not rounded up: raising and calling together are never more than 1.
    called = np.floor(called * 10**DIGITS + 1e-9) / 10**DIGITS
    return RangeRow(ladder.write(raised), ladder.write(called), why or row.why)


def _answers_to_raise(profile: Profile, kind: Player, first: SituationRows, end: IntervalEnd) -> SituationRows:
    """Return the rows against a 3-bet of a hold'em player who opens with the rows ``first``: he continues with the
    share of his opens that was counted, over all positions."""
    usual = kind.games["holdem"].first_street["3-bet"]
    folds = _observed(profile, ("fold to reraise",), OPPOSITE[end])
    raises = _observed(profile, ("4-bet",), end)
    if folds is None:
        return usual
    own, by = dict(usual.own), {position: dict(rows) for position, rows in usual.by.items()}
    for position in usual.own:
        opens = FIRST_HANDS["holdem"].weights(first.own[position].raise_, position)
        ladder = _ladder(kind, "holdem", position, opens)
        if not ladder.ways.any():
            continue
        why = _why((("folded", folds), ("raised", raises)))
        own[position] = _answer_row(own[position], folds, raises, ladder, why)
        for raiser, row in by.get(position, {}).items():
            by[position][raiser] = _answer_row(row, folds, raises, ladder, "")
    return SituationRows(own, by, usual.why)


def _answer_row(row: RangeRow, folds: _Observed, raises: _Observed | None, ladder: _Ladder, why: str) -> RangeRow:
    """Return a row against a raise in which a share of the hands that were raised folds."""
    raised, called = ladder.read(row.raise_), ladder.read(row.call)
    continues = 1.0 - folds.moved(1.0 - ladder.share(raised) - ladder.share(called))
    share = ladder.share(raised) if raises is None else raises.of(ladder.share(raised))
    raised = np.round(ladder.with_share(raised, min(share, continues), np.ones_like(raised)), DIGITS)
    room = 1.0 - raised
    called = ladder.with_share(np.minimum(called, room), max(continues - ladder.share(raised), 0.0), room)
    called = np.floor(np.minimum(called, room) * 10**DIGITS + 1e-9) / 10**DIGITS
    return RangeRow(ladder.write(raised), ladder.write(called), why or row.why)


def _learned_street(profile: Profile, game: Game, street: str, play: StreetPlay, end: IntervalEnd) -> StreetPlay:
    """Return the play on a later street, fitted to the frequencies that were counted.

    ``play``: the play of the shipped player whom he resembles, which remains if a frequency was not observed. Its
    curves and its margin are moved until they give his frequencies for the situations (``examples``) of that player.
    """
    examples = shipped_habits(game)[profile.kind(game)].later[street]
    bets, leads, raises = (_observed(profile, (f"{key} {street}",), end) for key in ("bet", "lead", "raise"))
    folds = _observed(profile, (f"fold {street}",), OPPOSITE[end])
    curve = play.last_raiser or play.bet
    if bets is not None and len(examples.bet):
        curve = _fitted(curve, bets, lambda tried: curve_values(tried, examples.bet))
    lead = play.bet
    if leads is not None and len(examples.lead):
        lead = _fitted(lead, leads, lambda tried: curve_values(tried, examples.lead))
    result = replace(play, bet=lead, last_raiser=None if play.last_raiser is None and bets is None else curve)
    if folds is not None and raises is not None and len(examples.facing):
        result = replace(result, margin=_fitted_margin(play, folds, examples))
        strengths, prices = examples.facing.T
        continues = continue_probability(result, strengths, prices)
        result = replace(
            result,
            raise_=_fitted(
                play.raise_,
                raises,
                lambda tried: np.minimum(curve_values(tried, strengths), continues),
                usual=np.minimum(curve_values(play.raise_, strengths), continue_probability(play, strengths, prices)),
            ),
        )
    why = _why((("bet as last raiser", bets), ("bet otherwise", leads), ("folded", folds), ("raised", raises)))
    return replace(result, why=why or play.why)


def _fitted(curve: Curve, observed: _Observed, values: Callable[[Curve], F64], usual: F64 | None = None) -> Curve:
    """Return a curve whose odds are scaled until the mean of ``values`` is that of the player."""
    target = observed.moved(float((values(curve) if usual is None else usual).mean()))

    def scaled(log_odds: float) -> Curve:
        odds = exp(log_odds)
        return tuple((s, p * odds / (1.0 - p + p * odds)) for s, p in curve)

    log_odds = _root(lambda tried: float(values(scaled(tried)).mean()) - target, -MAX_LOG_ODDS, MAX_LOG_ODDS)
    return tuple((s, round(p, 3)) for s, p in scaled(log_odds))


def _fitted_margin(play: StreetPlay, folds: _Observed, examples: StreetExamples) -> float:
    """Return the margin with which the examples that face a bet fold as often as the player does."""
    strengths, prices = examples.facing.T

    def folded(margin: float) -> float:
        return 1.0 - float(continue_probability(replace(play, margin=margin), strengths, prices).mean())

    target = folds.moved(folded(play.margin))
    return round(_root(lambda margin: folded(margin) - target, -1.0, 1.0), 3)


def _root(rising: Callable[[float], float], low: float, high: float) -> float:
    """Return the zero of a rising function by bisection, or the nearer end if it has none between the ends."""
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if rising(middle) < 0.0 else (low, middle)
    return (low + high) / 2


def _why(rows: tuple[tuple[str, _Observed | None], ...]) -> str:
    """Return the counts on which a row or street is based, with estimates and their intervals."""
    return "; ".join(f"{what} {_counted(row.frequency)}" for what, row in rows if row is not None)


def _counted(frequency: Frequency) -> str:
    low, high = (f"{100 * value:.0f}" for value in (frequency.low, frequency.high))
    return (
        f"{frequency.times} of {frequency.chances} times "
        f"(estimate {100 * frequency.estimate:.0f} %, 90 % interval {low}-{high} %)"
    )


def learned_players(profiles: tuple[Profile, ...]) -> tuple[Player, ...]:
    """Return the descriptions of several players, each with a name of its own: with the site if two have one name."""
    names = [profile.name for profile in profiles]
    return tuple(
        learned_player(
            profile, name=profile.name if names.count(profile.name) == 1 else f"{profile.name} ({profile.site})"
        )
        for profile in profiles
    )
