"""The maps of the tournament page: who finishes where, and bubble factors."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from engine import __version__
from engine.tournament.deals import Worth, needed_against
from gui.charts.forms import cell_read_out, map_chart
from gui.charts.values import Cell, Cells, Chart, Heading, ReadOut, Row, Table
from gui.look.formatting import chips, count, percent, prize
from gui.look.painting import HeatScale

MOST_COLUMNS = 10
ORDINALS = {1: "1st", 2: "2nd", 3: "3rd"}
EVEN, LEAST_REACH = 1.0, 0.5
"""The bubble factor of chips, and how far above it the darkest one is at least."""
LEAST_CHART = 120.0


@dataclass(frozen=True, slots=True)
class Entry:
    """A cell: its text, its tone, and its values in words."""

    text: str
    tone: float | None
    words: tuple[str, ...]


def place_columns(worth: Worth) -> tuple[str, ...]:
    """Return the heads of the places: all of them, or the first ones and one for the rest."""
    if worth.left <= MOST_COLUMNS:
        return tuple(_ordinal(place + 1) for place in range(worth.left))
    return (*(_ordinal(place + 1) for place in range(MOST_COLUMNS - 1)), f"{_ordinal(MOST_COLUMNS)} on")


def _ordinal(place: int) -> str:
    return ORDINALS.get(place, f"{place}th")


def places_chart(worth: Worth, names: Sequence[str]) -> Chart:
    """Return how likely each player finishes in each place."""
    heads = place_columns(worth)
    last = len(heads) - 1
    rows = [(*player.places[:last], sum(player.places[last:])) for player in worth.players]
    scale = HeatScale(0.0, 1.0 / worth.left, max(max(row[: last or 1]) for row in rows))
    whole = worth.left <= MOST_COLUMNS
    entries = {
        (row, column): Entry(
            f"{100 * share:.1f}", scale.tone(share) if whole or column < last else 0.0, (percent(share),)
        )
        for row, shares in enumerate(rows)
        for column, share in enumerate(shares)
    }
    table = (
        ("player", "stack", *heads),
        [(name, player.stack, *shares) for name, player, shares in zip(names, worth.players, rows, strict=True)],
    )
    note = "percent; blue: likelier than with equal stacks, orange: less likely"
    return _map(_heading("Who finishes where", worth, names, note, "places"), entries, table, (names, heads))


def factors_chart(worth: Worth, names: Sequence[str]) -> Chart:
    """Return the bubble factors of the players in the rows against those in the columns."""
    factors = worth.factors or ()
    most = max((factor for row in factors for factor in row if factor is not None), default=EVEN)
    scale = HeatScale(-max(most, EVEN + LEAST_REACH), -EVEN, -EVEN + LEAST_REACH)
    entries = {}
    for row, values in enumerate(factors):
        for column, factor in enumerate(values):
            if factor is not None:
                words = chips(factor), f"a call needs {percent(needed_against(factor), exact_digits=1)}"
                entries[row, column] = Entry(
                    f"{factor:.2f}" if factor < 100 else chips(factor), scale.tone(-factor), words
                )
            elif row != column:
                entries[row, column] = Entry("–", None, ("winning brings nothing",))
    own = names[: len(factors)]
    table: Table = (
        ("player", *names),
        [
            (name, *("" if factor is None else factor for factor in values))
            for name, values in zip(own, factors, strict=True)
        ],
    )
    note = "what a lost all-in costs over what a won one brings (row against column); 1 is as in chips"
    return _map(_heading("Bubble factors", worth, names, note, "bubble-factors"), entries, table, (own, names))


def _heading(title: str, worth: Worth, names: Sequence[str], note: str, stem: str) -> Heading:
    stacks = ", ".join(f"{name} {count(player.stack)}" for name, player in zip(names, worth.players, strict=True))
    payouts = worth.tournament.payouts
    prizes = ", ".join(prize(x, worth.prizes) for x in payouts[:MOST_COLUMNS])
    about = f"Stacks: {stacks}", f"Prizes: {prizes}{' …' if len(payouts) > MOST_COLUMNS else ''}"
    origin = f"Malmuth and Harville, {worth.left} players · Steel Wheel {__version__}"
    return Heading(title, "", about, (note,), origin, f"tournament-{stem}")


def _map(
    heading: Heading,
    entries: Mapping[tuple[int, int], Entry],
    table: Table,
    heads: tuple[Sequence[str], Sequence[str]],
) -> Chart:
    """Return the map of ``entries`` by row and column, with the ``heads`` of both."""
    size = len(heads[0]), len(heads[1])
    cells = tuple(Cell(*place, (entry.text,), entry.tone) for place, entry in entries.items())

    def read(x: float, y: float) -> ReadOut | None:
        place = int(y), int(x)
        if place not in entries:
            return None
        header = f"{heads[0][place[0]]}, {heads[1][place[1]]}"
        return cell_read_out(place, header, (Row(place[0], heading.title, entries[place].words),))

    stops = tuple((column + 0.5, row + 0.5) for row, column in entries)
    chart = map_chart(heading, size, (Cells(cells),), table, heads=heads)
    return replace(chart, read=read, stops=stops, least=LEAST_CHART)
