"""The charts of a match: winnings over its hands, who won from whom, and how much bet sizes reveal."""

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from engine import GAMES, Game, __version__
from engine.matches.result import MatchResult, MatchStanding
from engine.scenario.played import MatchPanel
from gui.charts.forms import Place, map_chart
from gui.charts.ticks import PERCENT_SPACING, chip_ticks, count_ticks, percent_ticks
from gui.charts.values import (
    Amount,
    Array,
    Axis,
    Band,
    Cells,
    Chart,
    Empty,
    EndLabel,
    Heading,
    Line,
    MapCell,
    Mark,
    Points,
    ReadOut,
    Row,
)
from gui.look.painting import HeatScale
from gui.words.formatting import chips, number_of, percent, signed_chips

Z95 = 1.96
NO_WINNINGS = Empty("Winnings", ("The winnings of each player are drawn here during the match.",))
NO_MATRIX = Empty("Head-to-head results", ("The winnings of each player against each other player are shown here.",))
NO_SIZES = Empty("Strength by bet size", ("The mean strength of the hands behind each bet size is drawn here.",))
BAND = 0.12
ROOM = 0.06
MAX_STOPS = 40
MARKER = 8.0
MIN_BETS = 20
"""Sizes with fewer bets are left out of the chart: the mean of their strengths says little."""


def match_heading(title: str, result: MatchResult, panel: MatchPanel, game: Game, notes: Sequence[str]) -> Heading:
    """Return the heading of a chart of a match."""
    names = ", ".join(player.name for player in result.players)
    about = f"{number_of(result.hands, 'hand')}, stacks of {chips(panel.stack)}, seed {panel.seed}"
    stem = f"match-{title.lower().replace(' ', '-')}"
    return Heading(title, names, (names, about), tuple(notes), f"Match, {game} · Steel Wheel {__version__}", stem)


def winnings_chart(result: MatchResult, panel: MatchPanel, game: Game, hidden: frozenset[int]) -> Chart:
    """Return the winnings of each player over the hands, with the band in which 95 % of such matches would be."""
    curves = [np.array(player.curve) for player in result.players]
    bands = [_band(player, panel, game, curve) for player, curve in zip(result.players, curves, strict=True)]
    marks: list[Mark] = []
    for seat, (curve, band) in enumerate(zip(curves, bands, strict=True)):
        if band is not None and seat not in hidden:
            marks.append(Band(curve[:, 0], band[0], band[1], seat, BAND))
    marks += [Line(curve[:, 0], curve[:, 1], seat, 2.0) for seat, curve in enumerate(curves) if seat not in hidden]
    lows = [float(curve[:, 1].min()) for curve in curves] + [float(band[0].min()) for band in bands if band]
    highs = [float(curve[:, 1].max()) for curve in curves] + [float(band[1].max()) for band in bands if band]
    low, high = min(lows), max(highs)
    room = ROOM * (high - low) or 1.0
    end = max(result.hands, 1)
    header = ("hand", *(player.name for player in result.players))
    rows = [(int(curves[0][i, 0]), *(Amount(curve[i, 1]) for curve in curves)) for i in range(len(curves[0]))]
    last = "; ".join(f"{player.name} {signed_chips(player.won)} chips" for player in result.players)

    def read(x: float, _y: float) -> ReadOut | None:
        index = int(np.abs(curves[0][:, 0] - x).argmin())
        values = [
            Row(seat, player.name, (signed_chips(float(curve[index, 1])),))
            for seat, (player, curve) in enumerate(zip(result.players, curves, strict=True))
            if seat not in hidden
        ]
        hand = float(curves[0][index, 0])
        points = tuple((row.seat, hand, float(curves[row.seat][index, 1])) for row in values)
        return ReadOut(f"after {number_of(int(hand), 'hand')}", tuple(values), hand, line=True, points=points)

    notes = ("chips won; shaded: 95 % of matches at these win rates",)
    step = end / MAX_STOPS
    return Chart(
        match_heading("Winnings", result, panel, game, notes),
        Axis(0.0, float(end), count_ticks, "hands"),
        Axis(low - room, high + room, partial(chip_ticks, spacing=PERCENT_SPACING)),
        tuple(marks),
        (header, rows),
        seats=tuple((seat, player.name) for seat, player in enumerate(result.players)),
        lines=True,
        ends=tuple(
            EndLabel(seat, player.name, signed_chips(player.won), player.won, hidden=seat in hidden)
            for seat, player in enumerate(result.players)
        ),
        read=read,
        stops=tuple((i * step, None) for i in range(MAX_STOPS + 1)),
        spoken=last,
    )


def _band(player: MatchStanding, panel: MatchPanel, game: Game, curve: Array) -> tuple[Array, Array] | None:
    """Return the limits of a player's chips after each hand of ``curve``, or None if the error is not known."""
    hands = float(curve[-1, 0])
    if not math.isfinite(player.stderr) or not hands:
        return None
    unit = panel.big if GAMES[game].stud else panel.big_blind
    # The error of the mean per hand times the square root of the hands is the deviation of a single hand.
    deviation = player.stderr * unit / 100.0 * math.sqrt(hands)
    middle = player.won / hands * curve[:, 0]
    width = Z95 * deviation * np.sqrt(curve[:, 0])
    return middle - width, middle + width


def matrix_chart(result: MatchResult, panel: MatchPanel, game: Game, _hidden: frozenset[int]) -> Chart:
    """Return the map of the winnings of the player in each row from the player in each column."""
    names = [player.name for player in result.players]
    values = {
        (row, column): player.won_from[column]
        for row, player in enumerate(result.players)
        for column in range(len(names))
        if row != column
    }
    most = max((abs(value) for value in values.values()), default=0.0) or 1.0
    scale = HeatScale(-most, 0.0, most)
    cells = tuple(
        MapCell(*place, (signed_chips(round(value, 1)),), scale.tone(value)) for place, value in values.items()
    )

    def tell(place: Place) -> tuple[str, tuple[Row, ...]]:
        row, column = place
        text = f"{signed_chips(round(values[place], 2))} {result.unit}"
        return f"{names[row]} from {names[column]}", (Row(row, names[row], (text,)),)

    table = (
        ("player", *(f"from {name}" for name in names)),
        [(name, *(Amount(x) for x in player.won_from)) for name, player in zip(names, result.players, strict=True)],
    )
    notes = (f"{result.unit} won by the player of the row against the player of the column, before rake",)
    heading = match_heading("Head-to-head results", result, panel, game, notes)
    chart = map_chart(
        heading, (len(names), len(names)), (Cells(cells),), table, heads=(names, names), places=values, tell=tell
    )
    return replace(chart, min_height=120.0)


def has_sizes(result: MatchResult) -> bool:
    """Return whether there are enough bets of a size for :func:`sizes_chart`."""
    return any(row[2] >= MIN_BETS for player in result.players for row in player.reveals.by_size)


def sizes_chart(result: MatchResult, panel: MatchPanel, game: Game, hidden: frozenset[int]) -> Chart:
    """Return the mean strength of the hands with which each bet size was made."""
    rows = [
        [row for row in player.reveals.by_size if row[2] >= MIN_BETS and seat not in hidden]
        for seat, player in enumerate(result.players)
    ]
    marks: list[Mark] = []
    for seat, points in enumerate(rows):
        if points:
            xs, ys = np.array([p[0] for p in points]), np.array([p[1] for p in points])
            marks += [
                Line(100 * xs, 100 * ys, seat, 1.5),
                Points(tuple(zip(100 * xs, 100 * ys, strict=True)), seat, MARKER),
            ]
    end = 100 * max((p[0] for points in rows for p in points), default=1.0)
    table = [
        (player.name, size, strength, number)
        for player in result.players
        for size, strength, number in player.reveals.by_size
    ]

    def read(x: float, _y: float) -> ReadOut | None:
        values, points = [], []
        for seat, (player, sizes) in enumerate(zip(result.players, rows, strict=True)):
            if sizes:
                size, strength, number = min(sizes, key=lambda row: abs(100 * row[0] - x))
                texts = f"{percent(size, exact_digits=0)} of the pot", percent(strength, exact_digits=0)
                values.append(Row(seat, player.name, (*texts, number_of(number, "bet"))))
                points.append((seat, 100 * size, 100 * strength))
        return ReadOut("bet size, mean strength", tuple(values), x, line=True, points=tuple(points))

    notes = ("strength: the share of his opponents' hands that a bettor beats; a flat line gives nothing away",)
    return Chart(
        match_heading("Strength by bet size", result, panel, game, notes),
        Axis(0.0, 1.05 * end or 1.0, percent_ticks, "bet in % of the pot"),
        Axis(0.0, 100.0, percent_ticks, "strength"),
        tuple(marks),
        (("player", "bet / pot", "mean strength", "bets"), table),
        seats=tuple((seat, player.name) for seat, player in enumerate(result.players)),
        lines=True,
        read=read,
        stops=tuple((100 * p[0], None) for p in sorted({p for points in rows for p in points})),
    )
