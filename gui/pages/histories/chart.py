"""The chart of a hand: the equity of every player at every moment, the streets marked, the current moment in front."""

import numpy as np

from engine import GAMES
from engine.histories.path import HandPath
from gui.charts.ticks import NAME_SPACING, Tick, Ticks, percent_ticks
from gui.charts.values import Amount, Axis, Chart, Empty, Heading, Line, ReadOut, Row, Rule, Table
from gui.words.formatting import percent

EMPTY = Empty("Equity through the hand", ("Open a hand to draw its equities after every action.",))
LINE = 1.8
MARGIN = 0.3
"""Free space before the first and after the last moment, in moments."""
MARKER_ROOM = 2.0
"""Free space for markers below 0 % and above 100 %, in percentage points."""
MAX_MARKERS = 40
"""Number of moments up to which each one has a marker."""
ASSUMED = "all-in equity; assumed ranges for hands that were not shown"
ORIGIN = "all-in equities, each exact or sampled with a standard error of 0.2 points"


def path_chart(path: HandPath, place: int, title: str) -> Chart:
    """Return the chart of a hand with the current moment ``place``; ``title`` names the hand."""
    hand, last = path.hand, len(path.equities) - 1
    players = players_with_equity(path)
    streets = tuple((i, moment.street) for i, moment in enumerate(hand.moments) if moment.actor is None)
    names = GAMES[hand.game].streets
    starts = tuple(Tick(i, names[street].removesuffix(" street")) for i, street in streets)
    rules = tuple(Rule(tick.value, color="line", dash="solid") for tick in starts)
    now = Rule(place, color="accent", dash="solid", width=2.0)

    def read(x: float, y: float) -> ReadOut:
        """Return the hover text at the moment nearest to ``x``."""
        at = min(max(round(x), 0), last)
        moment = path.equities[at]
        rows = tuple(
            Row(i, hand.names[i], (percent(value, moment.stderr[i]),))
            for i in players
            if moment is not None and (value := moment.equity[i]) is not None
        )
        return ReadOut(moment_words(path, at), rows, at, line=True)

    return Chart(
        _heading(path, title),
        Axis(-MARGIN, max(last, 1) + MARGIN, _street_ticks(starts), grid=False),
        Axis(-MARKER_ROOM, 100.0 + MARKER_ROOM, percent_ticks),
        (*rules, now, *(_line(path, player) for player in reversed(players))),
        lambda: path_table(path),
        seats=tuple((player, hand.names[player]) for player in players),
        lines=True,
        read=read,
        stops=tuple((at, None) for at in range(last + 1)),
        hides=False,
    )


def _heading(path: HandPath, title: str) -> Heading:
    """Return the heading, with the hands that were shown, the final board and the assumptions about the others."""
    hand = path.hand
    who = ", ".join(
        f"{name}: {''.join(cards)}" for name, cards in zip(hand.names, hand.cards, strict=True) if "??" not in cards
    )
    board = "".join(hand.moments[-1].board)
    shown = f"Shown hands: {who or 'none'}" + (f"; board {board}" if board else "")
    about = f"{hand.raw.name}, {hand.variant}", shown
    brief = f"Equity after each action · {ASSUMED}"
    return Heading(title, brief, about, (ASSUMED,), ORIGIN, "hand-hand-path", always=False)


def _street_ticks(starts: tuple[Tick, ...]) -> Ticks:
    """Return a function that makes the ticks: the name of each street at its start, if there is room for it."""

    def ticks(low: float, high: float, length: float) -> list[Tick]:
        result: list[Tick] = []
        for tick in starts:
            if not result or (tick.value - result[-1].value) * length >= NAME_SPACING * (high - low):
                result.append(tick)
        return result

    return ticks


def _line(path: HandPath, player: int) -> Line:
    """Return the line of a player through the moments at which the equity of that player is known."""
    values = [
        (place, value) for place in range(len(path.equities)) if (value := equity_at(path, place, player)) is not None
    ]
    places, equities = np.array(values, dtype=np.float64).T
    # Markers of many moments would touch one another: then only the end of the line has one.
    first = 0 if len(path.equities) <= MAX_MARKERS else len(values) - 1
    return Line(places, 100 * equities, player, LINE, markers=tuple(range(first, len(values))))


def equity_at(path: HandPath, place: int, player: int) -> float | None:
    """Return the equity of a player at a moment, or None if there is none or it is not known yet."""
    moment = path.equities[place]
    return None if moment is None else moment.equity[player]


def players_with_equity(path: HandPath) -> tuple[int, ...]:
    """Return the players who have an equity somewhere."""
    places = range(len(path.equities))
    return tuple(
        player
        for player in range(len(path.hand.names))
        if any(equity_at(path, place, player) is not None for place in places)
    )


def path_table(path: HandPath) -> Table:
    """Return a row for each moment: street, player, action, pot, the equities."""
    hand = path.hand
    header = ("street", "player", "action", "pot", *(f"equity {name}" for name in hand.names))
    rows: list[tuple[object, ...]] = []
    for place, moment in enumerate(hand.moments):
        actor = "" if moment.actor is None else hand.names[moment.actor]
        equities = (equity_at(path, place, i) for i in range(len(hand.names)))
        shown = ("" if value is None else value for value in equities)
        rows.append((GAMES[hand.game].streets[moment.street], actor, moment.words, Amount(moment.pot), *shown))
    return header, rows


def moment_words(path: HandPath, place: int) -> str:
    """Return the street and the action of a moment, as in ``Flop: anna bets 12``."""
    hand, moment = path.hand, path.hand.moments[place]
    street = GAMES[hand.game].streets[moment.street].capitalize()
    return street if moment.actor is None else f"{street}: {hand.names[moment.actor]} {moment.words}"
