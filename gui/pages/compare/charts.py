"""The charts of both tables laid over one another: their final hands, and how their equities converge."""

import numpy as np

from engine import GAMES, Snapshot
from engine.details.changes import share_stderr
from engine.details.next_tables import Z95
from gui.charts.class_axes import WORDS, class_groups, class_rows
from gui.charts.courses import course_of, has_course
from gui.charts.forms import GroupBar
from gui.charts.ticks import log_count_ticks, percent_ticks
from gui.charts.values import Axis, Band, Chart, Empty, EndLabel, Heading, Key, Line, Mark, ReadOut, Row
from gui.look.changes import change_words
from gui.look.formatting import NO_BREAK, percent, percent_digits
from gui.pages.compare.sides import LETTERS, Sides

NO_OUTCOMES = Empty("Final hands of both", ("What the hands of both tables become is drawn here.",))
NO_COURSE = Empty(
    "Converging equity of both", ("Where a table is sampled, its equities are drawn here, deal by deal.",)
)
MOST_TOGETHER = 2
"""Up to so many seats stand in pairs of bars; more have a column each, with ticks for A."""
WIDTH, BAND = 1.6, 0.15
FAINT = 0.55
SETTLED = 0.3
"""The first part of the axis of deals, of which the wild beginning may leave the plot."""
LEAST_SPAN = 0.02


def _heading(sides: Sides, title: str, short: str, notes: tuple[str, ...], name: str) -> Heading:
    """Return the heading of a chart of both tables; ``short`` says how to read it."""
    brief = " · ".join((short, *sides.about))
    return Heading(title, brief, sides.about, notes, sides.origin, f"{sides.stem}-{name}", always=False)


def outcomes_chart(sides: Sides, hidden: frozenset[int] = frozenset()) -> Chart:
    """Return final hands: a hollow bar for A and a filled one for B, or a column of B with ticks for A."""
    one, other = sides.results
    game = other.scenario.game
    shares = [(new, sides.name(old, new), sides.shares(old, new)) for old, new in sides.pairs]
    together = len(shares) <= MOST_TOGETHER

    def group(name: str) -> tuple[GroupBar, ...]:
        bars = []
        for seat, _, changes in shares:
            share = changes[name]
            if together:
                bars.append(_bar(seat, share.before, one, hollow=True))
            bars.append(_bar(seat, share.after, other, tick=None if together else 100 * share.before))
        return tuple(bars)

    heads = tuple(name for _, name, _ in shares for _ in range(2 if together else 1))
    bars = class_groups(game, {name: group(name) for name in GAMES[game].classes}, heads, together=together)

    def read(x: float, y: float) -> ReadOut | None:
        category = bars.category(x, y)
        if category is None:
            return None
        key = class_rows(game)[category][0]
        rows = []
        for seat, name, changes in shares:
            share = changes[key]
            pairs = zip(LETTERS, (share.before, share.after), (one, other), strict=True)
            texts = (f"{letter} {percent(value, _stderr(value, result))}" for letter, value, result in pairs)
            rows.append(Row(seat, name, (*texts, change_words(share))))
        header = WORDS[game].names[GAMES[game].classes.index(key)]
        return bars.read_out(category, header, tuple(rows), x, y)

    sampled = any(result.method == "sampled" for result in sides.results)
    notes = (f"whiskers: 95{NO_BREAK}% intervals, binomial",) if sampled else ()
    seats, title = tuple((seat, name) for seat, name, _ in shares), f"{WORDS[game].title}: A and B"
    first = shares[0][0] if shares else 0
    sign_of_a = Key(LETTERS[0], "hollow", first) if together else Key(LETTERS[0], "tick", "text")
    keys = sign_of_a, Key(LETTERS[1], "box", first)
    return Chart(
        _heading(sides, title, "A hollow, B filled", notes, "compare-outcomes"),
        *bars.axes,
        bars.marks,
        sides.table,
        seats=seats if len(seats) > 1 else (),
        keys=keys if seats else (),
        read=read,
        stops=bars.stops,
        top=bars.top_axis,
        down=bars.down,
        hides=False,
    )


def _stderr(share: float, snapshot: Snapshot) -> float:
    return share_stderr(share, snapshot.deals) if snapshot.method == "sampled" else 0.0


def _bar(seat: int, share: float, snapshot: Snapshot, *, hollow: bool = False, tick: float | None = None) -> GroupBar:
    stderr = _stderr(share, snapshot)
    labels = percent(share, stderr), f"{100 * share:.{min(1, percent_digits(stderr))}f}"
    return GroupBar(seat, 100 * share, labels, 100 * Z95 * stderr, tick, hollow)


def any_course(sides: Sides) -> bool:
    """Return whether the course of a table is known."""
    return any(map(has_course, sides.results))


def course_chart(sides: Sides, hidden: frozenset[int] = frozenset()) -> Chart:
    """Return converging equities: B in full with its band, A faint; an exact one is a level line."""
    courses = [course_of(snapshot) for snapshot in sides.results]
    ends = [course.trials for course in courses if not course.flat]
    first, last = min(float(t[0]) for t in ends), max(float(t[-1]) for t in ends)
    span = np.log10([first, max(last, first * 10)])
    lines, bands, labels = list[Line](), list[Mark](), list[EndLabel]()
    for place, (letter, snapshot, course) in enumerate(zip(LETTERS, sides.results, courses, strict=True)):
        for pair in sides.pairs:
            seat, color = snapshot.seats[pair[place]], pair[1]
            estimate, column = seat.estimate, course.seats.index(pair[place])
            assert estimate is not None  # of a pair
            xs, ys = span if course.flat else np.log10(course.trials), course.equity[:, column]
            reach = Z95 * course.stderr[:, column]
            if place == 1 and not course.flat and reach.any():
                bands.append(Band(xs, ys - reach, ys + reach, color, BAND))
            lines.append(Line(xs, ys, color, WIDTH, opacity=1.0 if place else FAINT))
            value = percent(estimate.equity, estimate.stderr)
            labels.append(EndLabel(color, f"{letter} {seat.name}", value, 100 * estimate.equity, False))
    settled = span[0] + SETTLED * (span[1] - span[0])
    shown = [line.y[min(int(np.searchsorted(line.x, settled)), len(line.y) - 1) :] for line in lines]
    low, high = min(float(ys.min()) for ys in shown), max(float(ys.max()) for ys in shown)
    room = max(0.08 * (high - low), LEAST_SPAN)
    title = f"Converging equity of A and B, with the 95{NO_BREAK}% band of B"
    return Chart(
        _heading(sides, title, "A faint, B full", (), "compare-course"),
        Axis(float(span[0]), float(span[1]), log_count_ticks, "deals (log scale)"),
        Axis(low - room, high + room, percent_ticks),
        (*bands, *lines),
        sides.table,
        ends=tuple(labels),
        hides=False,
    )
