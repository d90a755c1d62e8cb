"""The chart of the score, the error of every guess and the mean of the last twenty; the sentences of the page."""

import numpy as np

from engine import Estimate, Scenario
from engine.training.record import RECENT, Record, running_means
from gui.charts.ticks import Tick, count_ticks, nice_ceiling, percent_ticks
from gui.charts.values import Axis, Chart, Empty, Heading, Key, Line, Mark, Points, ReadOut, Row, Table
from gui.look.formatting import NO_BREAK, count, interval, percent

ASK = "What is the equity of {name}? Type a number and press Enter."
AGAIN = "You have missed this one before. "
COMPUTING = "Your guess is {guess}. The equity is being computed …"
EXACT_GUESS = 0.0005
"""Errors below a twentieth of a point are none."""


def points(share: float) -> str:
    """Return a difference of shares in percentage points, as in ``3.2 points``."""
    return f"{100 * share:.1f}{NO_BREAK}points"


def question(spot: Scenario, *, again: bool) -> str:
    """Return the question about a spot."""
    return f"{AGAIN if again else ''}{ASK.format(name=spot.seats[0].name)}"


def answer_parts(guess: float, result: Estimate) -> tuple[str, str]:
    """Return the equity, and how far the guess is off."""
    error = guess - result.equity
    off = "just right" if abs(error) < EXACT_GUESS else f"{points(abs(error))} too {'high' if error > 0 else 'low'}"
    sure = interval(result.stderr)
    head = percent(result.equity, result.stderr) + (f" {sure}" if sure else "")
    return head, f" your guess of {percent(guess, exact_digits=1)} is {off}. Enter goes on."


def score(record: Record) -> str:
    """Return how the guesses have been."""
    if record.mean is None or record.recent_mean is None:
        return "Your mean error stands here after the first guess."
    recent, means = min(RECENT, len(record.guesses)), (points(record.recent_mean), points(record.mean))
    if recent == record.given:
        return f"Mean error: {means[1]} over {recent} guess{'' if recent == 1 else 'es'}."
    return f"Mean error: {means[0]} over the last {recent}, {means[1]} over all {count(record.given)}."


EMPTY = Empty("Errors over time", ("Each guess adds a point here.",))
NOTE = "The error of a guess is its distance from the equity, in percentage points"
SEAT = 0
"""The seat whose colour the mean has."""
MEAN = f"mean of the last {RECENT}"
STOPS = 40
"""Guesses that the arrow keys visit; up to so many have a dot each."""
WIDTH, DOT = 2.0, 5.0
ROOM = 1.05
"""How much higher than the largest error the axis is."""


def score_chart(record: Record, hidden: frozenset[int] = frozenset()) -> Chart:
    """Return the chart of a record with at least one guess."""
    guesses, means = record.guesses, running_means(record.guesses)
    first = record.given - len(guesses) + 1
    errors = 100 * np.array([guess.error for guess in guesses])
    along = np.arange(first, first + len(errors), dtype=np.float64)
    marks: list[Mark] = [
        Line(along, errors, "muted", 1.0, "dash"),
        Line(along, 100 * np.array(means), SEAT, WIDTH),
        Points(((float(along[-1]), 100 * means[-1]),), SEAT),
    ]
    if len(guesses) <= STOPS:
        marks.append(Points(tuple(zip(along.tolist(), errors.tolist(), strict=True)), "muted", DOT))

    def read(x: float, y: float) -> ReadOut:
        place = min(max(round(x) - first, 0), len(guesses) - 1)
        rows = Row(SEAT, MEAN, (points(means[place]),)), Row(SEAT, "this guess", (points(guesses[place].error),))
        return ReadOut(f"Guess {first + place}", rows, first + place, line=True)

    last = len(guesses) - 1
    stops = sorted({round(i * last / STOPS) for i in range(STOPS + 1)})
    brief = f"in percentage points · last guess {points(guesses[-1].error)}"
    top = nice_ceiling(max(float(errors.max()) * ROOM, 1.0))
    return Chart(
        Heading(EMPTY.title, brief, (score(record),), (NOTE,), "Guesses of equities", "trainer-score", always=False),
        Axis(along[0], max(along[-1], along[0] + 1), count_ticks, "guesses", grid=False),
        Axis(0.0, top, point_ticks),
        tuple(marks),
        _table(record, first),
        keys=(Key(MEAN, "line", SEAT), Key("each guess", "dash", "muted")),
        read=read,
        stops=tuple((float(first + place), None) for place in stops),
    )


def _table(record: Record, first: int) -> Table:
    """Return a row for each guess: number, spot, guess, equity, error and mean."""
    header = ("guess", "spot", "guessed", "equity", "error", MEAN)
    rows = zip(record.guesses, running_means(record.guesses), strict=True)
    return header, [
        (first + i, guess.spot, guess.guess, guess.equity, guess.error, mean) for i, (guess, mean) in enumerate(rows)
    ]


def point_ticks(low: float, high: float, length: float) -> list[Tick]:
    """Return ticks of an axis of percentage points: a sign would make percents of them."""
    return [Tick(tick.value, tick.text.removesuffix(f"{NO_BREAK}%")) for tick in percent_ticks(low, high, length)]
