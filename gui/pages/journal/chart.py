"""The chart of the bankroll: hand by hand on a log scale, with the fan of where the advice would have led."""

import math
from collections.abc import Mapping
from functools import partial

import numpy as np
from numpy.typing import NDArray

from engine.journal.history import Curve, Fan, Move
from gui.charts.plot import Maker
from gui.charts.ticks import Tick, count_ticks, nice_step
from gui.charts.values import Amount, Axis, Band, Chart, Empty, Heading, Key, Line, Points, ReadOut, Row, Table
from gui.look.formatting import chips, grown
from gui.pages.journal.words import facts, hands_text
from gui.state.journal import Overview

EMPTY = Empty("Bankroll over time", ("Each hand that ends adds a point here.",))
SHADE = 0.16
TICK_SPACING = 24.0
NARROW = 0.5
"""Decades below which round numbers are marked in place of powers of ten."""
DIGITS = ((4, (1, 2, 5)), (2, (1, 3)))
"""Which of the numbers of a decade are marked where there is room for so many ticks."""
BUSTED = 0.5
"""Where a lost bankroll is drawn: this share of the smallest that is not lost."""
SEAT = 0
SYMBOL, FOOT = 10.0, 0.02
"""The size of a triangle in pixels, and its height above the axis as a share of the plot."""
SIGNS = (("Put in", 1.0, "t1", "good"), ("Taken out", -1.0, "t", "warn"))
"""Names of chips that are moved between hands, with their signs, symbols and colours."""
STOPS = 40
Array = NDArray[np.float64]


def bankroll_maker(overview: Overview | None) -> Maker | None:
    """Return the function that makes the chart of a journal, None where no hand has ended."""
    if overview is None or overview.curve is None or overview.advised is None or overview.chosen is None:
        return None
    return partial(bankroll_chart, overview, overview.curve, overview.advised, overview.chosen.name)


def bankroll_chart(overview: Overview, curve: Curve, fan: Fan, name: str, hidden: frozenset[int]) -> Chart:
    """Return the chart of the journal ``name`` with the fan of its advice."""
    moves = {move.after: move for move in curve.moves}
    lines = curve.bankroll, fan.low, fan.middle, fan.high
    places = [with_jumps(line, moves) for line in lines]
    along, levels = places[0][0], [values for _, values in places]
    positive = np.concatenate(levels)
    positive = positive[positive > 0.0]
    floor = BUSTED * float(positive.min()) if any((line <= 0.0).any() for line in levels) else float(positive.min())
    bankroll, low, middle, high = (np.log10(np.maximum(line, floor)) for line in levels)
    bottom, top = min(bankroll.min(), low.min()), max(bankroll.max(), high.max())
    room = max(0.06 * (top - bottom), 0.01)
    bottom, top = float(bottom - room), float(top + room)
    foot = bottom + FOOT * (top - bottom)
    landed = dict(zip(along.astype(int).tolist(), bankroll.tolist(), strict=True))
    drops = [Line(np.full(2, float(i)), np.array([foot, max(landed[i], foot)]), "muted", 1.0, "dot") for i in moves]
    present = [sign for sign in SIGNS if any(sign[1] * move.chips > 0.0 for move in moves.values())]
    symbols = [
        Points(
            tuple((float(i), foot) for i, move in moves.items() if sign * move.chips > 0.0), color, SYMBOL, (), symbol
        )
        for _, sign, symbol, color in present
    ]
    last = len(lines[0]) - 1
    stops = sorted({round(i * last / STOPS) for i in range(STOPS + 1)})
    return Chart(
        _heading(overview, name, moved=bool(moves)),
        Axis(0.0, float(along[-1]), count_ticks, "hands"),
        Axis(bottom, top, log_chip_ticks),
        (
            Band(along, low, high, SEAT, SHADE),
            Line(along, middle, "muted", 1.0, "dash"),
            Line(along, bankroll, SEAT, 2.0),
            *drops,
            *symbols,
        ),
        _table(curve, lines, moves),
        keys=(
            Key("Bankroll", "line", SEAT),
            Key("As advised, 5 to 95 %", "band", SEAT),
            Key("Half of them above", "dash", "muted"),
            *(Key(name, "symbol", color, symbol) for name, _, symbol, color in present),
        ),
        read=lambda x, _: _read(lines, moves, min(max(round(x), 0), last)),
        stops=tuple((float(place), (bottom + top) / 2) for place in stops),
    )


def with_jumps(line: Array, moves: Mapping[int, Move]) -> tuple[Array, Array]:
    """Return places along the axis and values of a line float64[hands + 1] with its jumps, a point more for each."""
    places, values = [], []
    for i in range(len(line)):
        places.append(float(i))
        values.append(line[i : i + 1])
        if i in moves:
            places.append(float(i))
            values.append(moves[i].applied(line[i : i + 1]))
    return np.array(places), np.concatenate(values)


def _heading(overview: Overview, name: str, *, moved: bool) -> Heading:
    notes = (
        "Shaded: what the last decision of each hand may have brought, had it been as advised; the chips put in "
        "before it, cards and prices stay",
        *(("Triangles: chips put in or taken out between hands, in the draws too",) if moved else ()),
    )
    settings = settings_line(overview)
    about = (settings, *(f"{fact.title}: {fact.text}" for fact in facts(overview)))
    return Heading(f"Bankroll over time, {name}", settings, about, notes, "", "bankroll", always=False)


def settings_line(overview: Overview) -> str:
    """Return the number of hands and the scale on one line."""
    ended = len(overview.curve.bankroll) - 1 if overview.curve is not None else 0
    under_way = sum(hand.left is None for hand in overview.hands)
    return f"{hands_text(ended)}{f', {under_way} unfinished' if under_way else ''}; log scale"


def _read(lines: tuple[Array, ...], moves: Mapping[int, Move], place: int) -> ReadOut:
    """Return bankroll and fan after a hand."""
    bankroll, low, middle, high = (chips(float(line[place])) for line in lines)
    rows = [
        Row(SEAT, "bankroll", (bankroll,)),
        Row(SEAT, "as advised, 5 to 95 %", (f"{low} … {high}",)),
        Row(SEAT, "half of them above", (middle,)),
    ]
    change = moves[place].chips if place in moves else 0.0
    if change:
        rows.append(Row(SEAT, "then put in" if change > 0.0 else "then taken out", (chips(abs(change)),)))
    return ReadOut(
        "Before the first hand" if place == 0 else f"After hand {place}", tuple(rows), float(place), line=True
    )


def _table(curve: Curve, lines: tuple[Array, ...], moves: Mapping[int, Move]) -> Table:
    """Return bankroll, growth given up so far and the fan after each hand, and the chips put in then."""
    header = ("hand", "bankroll", "growth given up", "advice 5 %", "advice 50 %", "advice 95 %", "then put in")
    bankroll, low, middle, high = lines
    rows: list[tuple[object, ...]] = [
        (
            i,
            Amount(bankroll[i]),
            -grown(-float(curve.given_up[i])),
            *(Amount(line[i]) for line in (low, middle, high)),
            Amount(moves[i].chips if i in moves else 0.0),
        )
        for i in range(len(bankroll))
    ]
    return header, rows


def log_chip_ticks(low: float, high: float, length: float) -> list[Tick]:
    """Return ticks of an upright axis of log10(chips): 1, 2, 5 and so on, round numbers where few of them are seen."""
    if not high > low:
        return []
    smallest, largest = 10.0**low, 10.0**high
    if high - low < NARROW:
        step = nice_step(largest - smallest, length / TICK_SPACING)
        first, last = math.ceil(smallest / step - 1e-9), math.floor(largest / step + 1e-9)
        return [Tick(math.log10(i * step), chips(i * step)) for i in range(first, last + 1) if i > 0]
    decade = length / (high - low)
    digits = next((digits for room, digits in DIGITS if decade >= room * TICK_SPACING), (1,))
    every = max(1, math.ceil(TICK_SPACING / decade))
    powers = (power for power in range(math.floor(low), math.ceil(high) + 1) if power % every == 0)
    places = [digit * 10.0**power for power in powers for digit in digits]
    return [Tick(math.log10(v), chips(v)) for v in places if smallest * (1 - 1e-9) <= v <= largest * (1 + 1e-9)]
