"""Both tables in words, line by line, differences marked; and the whole comparison as texts to be posted."""

from dataclasses import dataclass
from html import escape

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QGridLayout, QLabel, QSizePolicy, QWidget

from engine import Scenario, Seat, Snapshot
from engine.details.changes import matched_seats
from gui.export.files import shortened
from gui.export.table_texts import in_columns, markdown_rows, markdown_text_of, plain_blanks
from gui.look.captions import how_exact, provenance
from gui.look.guard import Guarded
from gui.look.scale import set_text
from gui.look.styling import rich
from gui.look.theme import TEXT, current_theme
from gui.pages.compare.sides import LETTERS, NumberRow, Sides, bet_rows, equity_rows, hand_rows
from gui.parts.build import drop, label, named

NOTHING = "–"
DIFFERS = "≠"


@dataclass(frozen=True, slots=True)
class Line:
    """The texts of both sides; ``seat`` of B, or of A where B has none such, gives the colour. ``title_b``: the title
    on B, empty where it is the same."""

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
    result = []
    for new, seat in enumerate(other.seats):
        old = places[new]
        before = one.seats[old] if old is not None else None
        if before is not None or not seat.empty:
            title = seat.name if before is None else before.name
            result.append(Line(title, _cards(before), _cards(seat), new, seat.name))
    gone = [(i, seat) for i, seat in enumerate(one.seats) if i not in places and not seat.empty]
    result += [Line(seat.name, _cards(seat), NOTHING, i) for i, seat in gone]
    for title, texts in _others(one, other):
        if any(texts):
            result.append(Line(title, texts[0] or NOTHING, texts[1] or NOTHING))
    return tuple(result)


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
    """Return how sure the differences are, in a sentence."""
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


LONGEST = 160
"""Characters of a range that are displayed."""
TITLES = {True: "{}: on the left", False: "{}: pinned"}


def _state(snapshot: Snapshot | None, *, stale: bool) -> str:
    """Return how exact a result is, or why there is none."""
    if snapshot is None:
        return "no result yet"
    return "being computed" if stale else how_exact(snapshot)


class SidesView(Guarded, QWidget):
    """Labels ``compare.a<row>`` and ``compare.b<row>``, between them ``compare.mark<row>``; the table that is edited
    has a bold head.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "compare.words", "Both tables in words")
        self._sides: Sides | None = None
        self._labels: list[tuple[QLabel, ...]] = []
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(12)
        self._grid.setVerticalSpacing(3)
        for column in (0, 2):
            self._grid.setColumnStretch(column, 1)
        self._heads = tuple(label(name=f"compare.{letter.lower()}.head", role="") for letter in LETTERS)
        self._grid.addWidget(self._heads[0], 0, 0)
        self._grid.addWidget(self._heads[1], 0, 2)

    def show_sides(self, sides: Sides) -> None:
        """Show two tables."""
        self._sides = sides
        lines = lines_of(sides)
        self._fit(len(lines))
        for letter, head, snapshot in zip(LETTERS, self._heads, sides.snapshots, strict=True):
            edited = letter == sides.on_table
            set_text(head, TEXT, QFont.Weight.DemiBold if edited else QFont.Weight.Normal)
            state = _state(snapshot, stale=edited and sides.stale)
            head.setText(f"{TITLES[edited].format(letter)} · {state}")
        for line, (a, mark, b) in zip(lines, self._labels, strict=True):
            self._show(a, line, line.title, line.a)
            self._show(b, line, line.title_b or line.title, line.b)
            mark.setText(DIFFERS if line.differs else "")

    def _show(self, part: QLabel, line: Line, title: str, text: str) -> None:
        theme = current_theme()
        color = theme.text if line.seat is None else theme.seat(line.seat).name()
        shown = shortened(text, LONGEST)
        words = f"<b>{escape(shown)}</b>" if line.differs else escape(shown)
        part.setText(rich(f"<span style='color:{color}'>{escape(title)}</span> {words}"))
        part.setAccessibleName(f"{title}: {text}{', differs' if line.differs else ''}")
        part.setToolTip(escape(text) if "…" in shown else "")

    def _fit(self, count_of_lines: int) -> None:
        """Have two labels for each line, and one for the mark."""
        while len(self._labels) > count_of_lines:
            drop(self._grid, *self._labels.pop())
        while len(self._labels) < count_of_lines:
            row = len(self._labels)
            made = tuple(label(name=f"compare.{letter.lower()}{row}", role="", wrap=True) for letter in LETTERS)
            for part, column in zip(made, (0, 2), strict=True):
                part.setTextFormat(Qt.TextFormat.RichText)
                part.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
                part.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
                part.setAlignment(Qt.AlignmentFlag.AlignTop)
                self._grid.addWidget(part, row + 1, column)
            mark = label(name=f"compare.mark{row}", role="")
            set_text(mark, TEXT, QFont.Weight.DemiBold)
            self._grid.addWidget(mark, row + 1, 1, Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignHCenter)
            self._labels.append((made[0], mark, made[1]))

    def customEvent(self, event: QEvent) -> None:
        if self._sides is not None:
            self.show_sides(self._sides)
