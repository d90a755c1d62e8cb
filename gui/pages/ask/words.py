"""The answer in words: how often, what each seat is worth then, and how that is known; the chart of what splits an
event."""

from collections.abc import Sequence

from engine import Scenario
from engine.asking.law import Answer, Step, Value
from engine.asking.one_text import seat_words
from engine.asking.sentence import clauses
from engine.asking.watch import AskView
from engine.details.next_tables import Z95
from engine.jobs.reasons import reason_words
from gui.charts.ticks import category_ticks, nice_ceiling, wide_share_ticks
from gui.charts.values import Axis, Bar, Bars, Chart, Empty, Heading, ReadOut, Row, Table
from gui.look.captions import brief, file_stem, inputs
from gui.look.formatting import change_text, deals, interval, odds, percent

MOST_CLAUSE = 160
"""A longer event is not said again in the answer: it stands above."""
MOST_VALUES = 4
"""Of a split in a sentence."""


def headline(answer: Answer) -> tuple[str, str]:
    """Return the probability, and its interval and the odds; of an event that is certain, which asks for its split
    alone, those of the likeliest value."""
    share, error, words = answer.probability, answer.stderr, "of the time"
    if _asks_split(answer):
        likeliest = _likeliest(answer)[0]
        share, error, words = likeliest.probability, likeliest.stderr, f"of the time {likeliest.value}, most often"
    elif 0 < share < 1:
        words = f"of the time, {odds(share)}"
    error = error if answer.method == "sampled" else 0.0
    return percent(share, error), " ".join(filter(None, (interval(error), words)))


def _asks_split(answer: Answer) -> bool:
    return answer.probability == 1.0 and len(answer.by) > 1


def _likeliest(answer: Answer) -> list[Value]:
    """Return the values of a split, the likeliest first."""
    return sorted(answer.by, key=lambda row: -row.probability)


def seat_of(view: AskView) -> int:
    """Return the seat that the sentence is about: the first that the question names and that has an equity."""
    active = view.table.active_seats
    places = (int(token.text) - 1 for token in seat_words(view.text))
    return next((place for place in places if place in active), active[0])


def sentence_of(view: AskView) -> str:
    """Return the answer in a sentence, as in *Hero has top pair or better on the flop 33.5 % of the time; then it has
    71.2 % of the pot instead of 48.3 %.*
    """
    answer, table = view.step.answer, view.table
    if answer is None:
        return ""
    event, given = clauses(view.text, table)
    condition = f"When {given}, " if given else ""
    if len(condition) + len(event) > MOST_CLAUSE:
        condition, event = "", "this happens"
    if _asks_split(answer):
        rows = _likeliest(answer)[:MOST_VALUES]
        values = ", ".join(f"{row.value} {percent(row.probability, row.stderr, exact_digits=1)}" for row in rows)
        text = f"{condition}{values}: the chart has them all."
        return f"{text[:1].upper()}{text[1:]}"
    share = percent(answer.probability, answer.stderr, exact_digits=1)
    text = f"{condition}{event} {share} of the time"
    text = f"{text[:1].upper()}{text[1:]}"
    if not answer.equity:
        return f"{text}: it cannot happen." if answer.method == "exact" else f"{text}: it has not happened."
    seat = seat_of(view)
    place, name = table.active_seats.index(seat), table.seats[seat].name
    after = percent(answer.equity[place], answer.equity_stderr[place], exact_digits=1)
    before = percent(answer.before[place], answer.before_stderr[place], exact_digits=1)
    alone = event.startswith(f"{name} ") and not any(f" {seat.name} " in event for seat in table.seats)
    return f"{text}; then {'it' if alone else name} has {after} of the pot instead of {before}."


def contradiction(text: str, table: Scenario) -> str:
    """Return what is given, where nothing can be answered about it; empty where nothing is."""
    given = clauses(text, table)[1]
    return f"At this table it never happens that {given}." if given else ""


def method_line(step: Step) -> str:
    """Return how the answer is known, and how far the work has come."""
    answer = step.answer
    words = reason_words(step.reason, counted=step.reason.kind.startswith("exact"))
    words = words[:1].upper() + words[1:]
    parts = [words]
    if answer is not None:
        parts.append(deals(answer.deals))
        if answer.given_probability < 1.0:
            parts.append(f"what is given holds in {percent(answer.given_probability, exact_digits=1)} of them")
    if step.progress < 1.0:
        parts.append(f"{percent(step.progress, exact_digits=0)} done")
    return "; ".join(parts)


def reading_text(words: str, answer: Answer) -> str:
    """Return another reading with its answer."""
    return f"{words}: {percent(answer.probability, answer.stderr, exact_digits=1)}"


def equities(values: Sequence[float], errors: Sequence[float], place: int) -> str:
    """Return an equity; a dash where there is none."""
    return percent(values[place], errors[place]) if values else "–"


def change_of(answer: Answer, place: int) -> str:
    """Return by how many points the event changes an equity; a dash where it has none."""
    if not answer.equity:
        return "–"
    noise = Z95 * (answer.equity_stderr[place] ** 2 + answer.before_stderr[place] ** 2) ** 0.5
    return change_text(answer.equity[place] - answer.before[place], noise)


TITLE = "How the event splits"
EMPTY = Empty(TITLE, ("A question with “by” is drawn here.",))
BAR, THICKEST = 0.7, 22.0
LEAST, ROW = 60.0, 16.0
"""The least height of the plot, and of a value in it."""
ROOM = 1.16
"""How much longer than the longest bar the axis is, for the labels."""


def split_chart(view: AskView, answer: Answer) -> Chart:
    """Return the values as lying bars, with the equity of the seat that the question is about at their right."""
    table, rows = view.table, answer.by
    seat = seat_of(view)
    place = table.active_seats.index(seat)
    names = tuple(row.value for row in rows)
    bars = tuple(
        Bar(
            i, BAR, 0.0, 100 * row.probability, "accent", error=100 * Z95 * row.stderr,
            labels=(percent(row.probability, row.stderr),),
        )
        for i, row in enumerate(rows)
    )  # fmt: skip
    equities = tuple(f"{percent(row.equity[place], exact_digits=1)}" for row in rows)
    top = nice_ceiling(ROOM * max((100 * row.probability + 196 * row.stderr for row in rows), default=1.0))
    return Chart(
        _heading(view, answer, table.seats[seat].name),
        Axis(0.0, top, wide_share_ticks, f"how likely; right: what {table.seats[seat].name} has of the pot"),
        Axis(-0.5, max(len(rows), 1) - 0.5, category_ticks(names), grid=False),
        (Bars(bars, lying=True, thickest=THICKEST),),
        _table(view, answer),
        read=lambda x, y: _read(view, answer, x, y),
        stops=tuple((top / 2, float(i)) for i in range(len(rows))),
        right=category_ticks(equities),
        down=True,
        least=max(LEAST, ROW * len(rows)),
        hides=False,
    )


def _heading(view: AskView, answer: Answer, name: str) -> Heading:
    table = view.table
    origin = f"exact over {deals(answer.deals)}"
    if answer.method == "sampled":
        origin = f"sampled, {deals(answer.deals)}, seed {table.run.seed}, whiskers 95 %"
    about = (*inputs(table), f"Question: {view.text}")
    note = f"at the right: {name}’s equity with each value"
    return Heading(TITLE, brief(table), about, (note,), origin, file_stem(table, "ask"), always=False)


def _table(view: AskView, answer: Answer) -> Table:
    names = [view.table.seats[seat].name for seat in view.table.active_seats]
    header = ("value", "probability", "stderr", *(f"{name} equity" for name in names))
    return header, [(row.value, row.probability, row.stderr, *row.equity) for row in answer.by]


def _read(view: AskView, answer: Answer, x: float, y: float) -> ReadOut | None:
    place = round(y)
    if not 0 <= place < len(answer.by):
        return None
    row = answer.by[place]
    seats = zip(view.table.active_seats, row.equity, strict=True)
    rows = tuple(Row(seat, view.table.seats[seat].name, (percent(equity),)) for seat, equity in seats)
    share = " ".join(filter(None, (percent(row.probability, row.stderr, exact_digits=4), interval(row.stderr))))
    return ReadOut(f"{row.value}: {share}", rows, x, y, region=(0.0, 1e3, place - 0.5, place + 0.5))
