"""Both tables in words, line by line, what differs marked; and the whole comparison as texts to be posted."""

from dataclasses import dataclass

from engine import Scenario, Seat
from engine.details.changes import matched_seats
from gui.export.table_texts import in_columns, markdown_rows, markdown_text_of, plain_blanks
from gui.look.captions import provenance
from gui.pages.compare.numbers import NumberRow, bet_rows, equity_rows, hand_rows
from gui.pages.compare.sides import LETTERS, Sides

NOTHING = "–"
DIFFERS = "≠"


@dataclass(frozen=True, slots=True)
class Line:
    """What stands on either side; ``seat`` of B, or of A where B has none such, gives the colour. ``title_b``: what it
    is called on B, empty where as on A."""

    title: str
    a: str
    b: str
    seat: int | None = None
    title_b: str = ""

    @property
    def differs(self) -> bool:
        """Whether both sides say something else."""
        return self.a != self.b


def lines_of(sides: Sides) -> tuple[Line, ...]:
    """Return the seats of both tables, those that belong together on one line, then board, dead cards and bets. In
    two games these are the seats of one name in the same place.
    """
    one, other = sides.scenarios
    places = matched_seats(one, other) if one.game == other.game else _namesakes(one, other)
    found = []
    for new, seat in enumerate(other.seats):
        old = places[new]
        before = one.seats[old] if old is not None else None
        if before is not None or not seat.empty:
            title = seat.name if before is None else before.name
            found.append(Line(title, _cards(before), _cards(seat), new, seat.name))
    gone = [(i, seat) for i, seat in enumerate(one.seats) if i not in places and not seat.empty]
    found += [Line(seat.name, _cards(seat), NOTHING, i) for i, seat in gone]
    for title, texts in _others(one, other):
        if any(texts):
            found.append(Line(title, texts[0] or NOTHING, texts[1] or NOTHING))
    return tuple(found)


def _namesakes(one: Scenario, other: Scenario) -> tuple[int | None, ...]:
    names = [seat.name for seat in one.seats]
    return tuple(i if names[i : i + 1] == [seat.name] else None for i, seat in enumerate(other.seats))


def _cards(seat: Seat | None) -> str:
    if seat is None:
        return NOTHING
    text = seat.cards.strip() or "no cards"
    return f"folded: {text}" if seat.folded else text


def _others(one: Scenario, other: Scenario) -> tuple[tuple[str, tuple[str, str]], ...]:
    rows = [("Board", (one.board.strip(), other.board.strip())), ("Dead", (one.dead.strip(), other.dead.strip()))]
    if one.kelly != other.kelly and one.kelly is not None and other.kelly is not None:
        rows.append(("Bets", ("as on page Kelly", "other amounts")))
    if one.dialect != other.dialect or one.order != other.order:
        rows.append(("Reading", (_reading(one), _reading(other))))
    return tuple(rows)


def _reading(scenario: Scenario) -> str:
    return f"{scenario.dialect}, {scenario.order}" if scenario.order else scenario.dialect


def rests_on(sides: Sides) -> str:
    """Return what the differences rest on, in a sentence."""
    sampled = [snapshot.method == "sampled" for snapshot in sides.results]
    if not any(sampled):
        return "Both are exact, and so is every difference."
    if not all(sampled):
        return "One is sampled, the other exact: the differences are as sure as the sampled one."
    if sides.paired:
        return "Both are sampled with the same random numbers: much of their errors drops out of the differences."
    bare = [letter for letter, result in zip(LETTERS, sides.results, strict=True) if result.trace is None]
    if bare:
        again = f"edit {' and '.join(bare)} and run it again (F5) for surer differences"
        return f"Both are sampled; the errors of both are added, as the course of {bare[0]} is not known: {again}."
    if len({result.scenario.run.seed for result in sides.results}) == 1:
        return (
            "Both are sampled with the same random numbers, but with too few deals to see how much of their errors "
            "drops out of the differences: these are added. Refine (F6) tells more."
        )
    return "Both are sampled, with random numbers of their own: the errors of both are added."


def blocks_of(sides: Sides) -> tuple[tuple[NumberRow, ...], ...]:
    """Return the rows of numbers, block by block."""
    return tuple(filter(None, (equity_rows(sides), hand_rows(sides), bet_rows(sides))))


def plain_text(sides: Sides) -> str:
    """Return the whole comparison as aligned text."""
    lines = [*sides.about, rests_on(sides)]
    for rows in blocks_of(sides):
        cells = [["", *LETTERS, "B − A"], *([row.title, row.a, row.b, row.change] for row in rows)]
        lines += ["", *in_columns(cells, 1)]
    lines += ["", *(f"{x}: {provenance(s)}" for x, s in zip(LETTERS, sides.results, strict=True))]
    return plain_blanks("\n".join(lines)) + "\n"


def markdown(sides: Sides) -> str:
    """Return the whole comparison as tables of Markdown."""
    blocks = ["\n".join(f"    {plain_blanks(line)}" for line in sides.about), markdown_text_of(rests_on(sides))]
    for rows in blocks_of(sides):
        cells = ((row.title, row.a, row.b, row.change) for row in rows)
        blocks.append(markdown_rows([["", *LETTERS, "B − A"], *([cell.strip() for cell in row] for row in cells)], 1))
    blocks += [markdown_text_of(f"{x}: {provenance(s)}") for x, s in zip(LETTERS, sides.results, strict=True)]
    return "\n\n".join(blocks) + "\n"
