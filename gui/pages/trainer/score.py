"""How the answers have been: the line of a pack, its chart, the table of all packs."""

from collections.abc import Callable, Sequence

import numpy as np

from engine import GAMES, Game
from engine.training.record import LEVELS, RECENT, USUAL, Given, Guess, Tally, running_means
from gui.charts.ticks import Tick, count_ticks, nice_ceiling, percent_ticks
from gui.charts.values import Axis, Chart, Empty, Heading, Key, Line, Mark, Points, ReadOut, Row, Table
from gui.look.formatting import NO_BREAK, count
from gui.parts.table import Column, TableData

EVEN = 0.0005
"""Errors below a twentieth of a point are none."""
EMPTY = Empty("Errors over time", ("Each answer adds a point here.",))
NOTE = "The error of a guess is its distance from the equity, that of a choice the EV it loses, in % of the pot"
SEAT = 0
"""The seat whose colour the mean has."""
MEAN = f"mean of the last {RECENT}"
STOPS = 40
"""Answers that the arrow keys visit; up to so many have a dot each."""
WIDTH, DOT = 2.0, 5.0
ROOM = 1.05
"""How much higher than the largest error the axis is."""


def points(share: float) -> str:
    """Return a difference of shares in percentage points, as in ``3.2 points``."""
    return f"{100 * share:.1f}{NO_BREAK}points"


def of_pot(share: float) -> str:
    """Return a share of the pot, as in ``3.2 % of the pot``."""
    return f"{100 * share:.1f}{NO_BREAK}% of the pot"


def bias_words(bias: float) -> str:
    """Return in which direction guesses are wrong on average."""
    if abs(bias) < EVEN:
        return "on average neither too high nor too low"
    return f"you {'over' if bias > 0 else 'under'}rate by {points(abs(bias))} on average"


def level_words(level: int, *, chooses: bool) -> str:
    """Return what is no miss at a level, of guesses or where options are chosen, as in ``within 5 points``."""
    if chooses:
        return f"within {100 * LEVELS[level].loss:g}{NO_BREAK}% of the pot"
    number = 100 * LEVELS[level].points
    return f"within {number:g}{NO_BREAK}point{'' if number == 1 else 's'}"


def score(tally: Tally, answers: Sequence[Given], level: int = USUAL) -> str:
    """Return how the answers to a pack have been; ``answers`` are those kept."""
    if tally.mean is None or tally.bias is None or not answers:
        return "Your score stands here after the first answer."
    guesses = isinstance(answers[-1], Guess)
    size = points if guesses else of_pot
    number = f"{count(tally.given)} answer{'' if tally.given == 1 else 's'}"
    parts = [f"Mean {'error' if guesses else 'loss'} {size(tally.mean)} over {number}"]
    recent = answers[-RECENT:]
    if len(recent) < tally.given:
        parts.append(f"{size(sum(answer.error for answer in recent) / len(recent))} over the last {len(recent)}")
    if guesses:
        parts.append(bias_words(tally.bias))
    within = level_words(level, chooses=not guesses)
    return f"{', '.join(parts)}. Streak {within}: {tally.streak[level]}, longest {tally.longest[level]}."


def packs_table(
    tallies: Sequence[Tally], choices: frozenset[tuple[str, str]], level_of: Callable[[Game, str], int]
) -> TableData[Tally]:
    """Return a row for each pack of each game; ``choices`` are the packs, with their games, in which options are
    chosen, ``level_of`` the place of the level of a pack."""

    def streak(tally: Tally) -> str:
        return str(tally.streak[level_of(tally.game, tally.pack)])

    def longest(tally: Tally) -> str:
        return str(tally.longest[level_of(tally.game, tally.pack)])

    def within(tally: Tally) -> str:
        words = level_words(level_of(tally.game, tally.pack), chooses=(tally.game, tally.pack) in choices)
        return words.removeprefix("within ").removesuffix(" of the pot")

    def size(tally: Tally, share: float | None) -> str:
        if share is None:
            return ""
        return f"{100 * share:.1f}{NO_BREAK}%" if (tally.game, tally.pack) in choices else f"{100 * share:.1f}"

    def bias(tally: Tally) -> str:
        if tally.bias is None or (tally.game, tally.pack) in choices:
            return ""
        return f"{100 * tally.bias:+.1f}".replace("-", "−")

    tip = "Mean distance from the equity in percentage points; where options are chosen, the EV lost in % of the pot"
    columns: tuple[Column[Tally], ...] = (
        Column("Pack", lambda tally: f"{GAMES[tally.game].title}: {tally.pack}", number=False, wide=True),
        Column("answers", lambda tally: count(tally.given)),
        Column("error", lambda tally: size(tally, tally.mean), tip),
        Column("bias", bias, "Above 0: you overrate your hands, in percentage points"),
        Column("streak", streak, "Answers in a row without a miss", keep=1),
        Column("longest", longest, "The longest streak", keep=2),
        Column("within", within, "Larger errors are misses; chosen for each pack", keep=3, number=False),
    )
    rows = tuple(sorted(tallies, key=lambda tally: list(GAMES).index(tally.game)))
    return TableData(columns, rows, key=lambda tally: (tally.game, tally.pack))


def score_chart(
    answers: Sequence[Given], tally: Tally, level: int = USUAL, hidden: frozenset[int] = frozenset()
) -> Chart:
    """Return the chart of the answers to a pack, of at least one."""
    means = running_means(answers)
    first = tally.given - len(answers) + 1
    errors = 100 * np.array([answer.error for answer in answers])
    along = np.arange(first, first + len(errors), dtype=np.float64)
    marks: list[Mark] = [
        Line(along, errors, "muted", 1.0, "dash"),
        Line(along, 100 * np.array(means), SEAT, WIDTH),
        Points(((float(along[-1]), 100 * means[-1]),), SEAT),
    ]
    if len(answers) <= STOPS:
        marks.append(Points(tuple(zip(along.tolist(), errors.tolist(), strict=True)), "muted", DOT))
    size = points if isinstance(answers[-1], Guess) else of_pot

    def read(x: float, y: float) -> ReadOut:
        place = min(max(round(x) - first, 0), len(answers) - 1)
        rows = Row(SEAT, MEAN, (size(means[place]),)), Row(SEAT, "this answer", (size(answers[place].error),))
        return ReadOut(f"Answer {first + place}", rows, first + place, line=True)

    last = len(answers) - 1
    stops = sorted({round(i * last / STOPS) for i in range(STOPS + 1)})
    brief = f"{tally.pack} · last answer {size(answers[-1].error)}"
    top = nice_ceiling(max(float(errors.max()) * ROOM, 1.0))
    about = score(tally, answers, level)
    return Chart(
        Heading(EMPTY.title, brief, (about,), (NOTE,), "Answers of the trainer", "trainer-score", always=False),
        Axis(along[0], max(along[-1], along[0] + 1), count_ticks, "answers", grid=False),
        Axis(0.0, top, point_ticks),
        tuple(marks),
        _table(answers, first),
        keys=(Key(MEAN, "line", SEAT), Key("each answer", "dash", "muted")),
        read=read,
        stops=tuple((float(first + place), None) for place in stops),
    )


def _table(answers: Sequence[Given], first: int) -> Table:
    """Return a row for each answer: number, spot, answer, the right one, error and mean."""
    header = ("answer", "spot", "answered", "right", "error", MEAN)
    rows = zip(answers, running_means(answers), strict=True)
    return header, [
        (first + i, answer.spot, *_values(answer), answer.error, mean) for i, (answer, mean) in enumerate(rows)
    ]


def _values(answer: Given) -> tuple[float | str, float | str]:
    if isinstance(answer, Guess):
        return answer.guess, answer.equity
    return answer.choice, answer.best


def point_ticks(low: float, high: float, length: float) -> list[Tick]:
    """Return ticks of an axis of percentage points: a sign would make percents of them."""
    return [Tick(tick.value, tick.text.removesuffix(f"{NO_BREAK}%")) for tick in percent_ticks(low, high, length)]
