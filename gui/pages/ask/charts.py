"""The chart of what splits an event: how likely each value is, and what the seats are worth with it."""

from engine.asking.law import Answer
from engine.asking.watch import AskView
from gui.charts.ticks import category_ticks, nice_ceiling, wide_share_ticks
from gui.charts.values import Axis, Bar, Bars, Chart, Empty, Heading, ReadOut, Row, Table
from gui.look.captions import brief, file_stem, inputs
from gui.look.formatting import deals, interval, percent
from gui.pages.ask.words import seat_of

TITLE = "How the event splits"
EMPTY = Empty(TITLE, ("A question with “by” is drawn here.",))
BAR, THICKEST = 0.7, 22.0
LEAST, ROW = 60.0, 16.0
"""The least height of the plot, and of a value in it."""
ROOM = 1.16
"""How much longer than the longest bar the axis is, for the labels."""
Z95 = 1.96


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
