"""The two tables that are compared, A before B: which seats belong together, and their differences as rows,
in words and as texts to be posted."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from html import escape

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from engine import GAMES, Estimate, Scenario, Seat, Snapshot
from engine.equity.details.changes import Change, SeatChange, changes, matched_seats, share_changes
from engine.equity.details.next_cards import Z95
from engine.equity.results import at_table
from engine.kelly.responses.bet_changes import BetChange, bet_changes, bet_request, with_same_bets
from engine.table.one_line import format_line
from gui.charts.forms import class_rows
from gui.charts.values import Amount, Table
from gui.export.files import in_columns, markdown_rows, markdown_text_of, plain_blanks, shortened
from gui.look.guard import Guarded
from gui.look.scale import set_text
from gui.look.styling import rich
from gui.look.theme import TEXT, current_theme
from gui.parts.build import bare_grid, drop, label, named
from gui.parts.table import Column, TableData
from gui.state.session import Letter, Pinned
from gui.words.captions import file_stem, how_exact, provenance
from gui.words.formatting import (
    MIN_EV,
    NO_BREAK,
    change_in_chips,
    change_in_growth,
    change_words,
    chips,
    growth_text,
    interval,
    is_seen,
    percent,
    signed_chips,
)
from gui.words.games import GAME_WORDS

INKS = {1: "good", 0: "muted", -1: "bad"}
EXACT_DIGITS = 4
HEADS = (
    ("", "seat and number"),
    ("A", "the table that was pinned"),
    ("B", "the other table"),
    ("B − A", "how much more it is on B, with the half width of the 95 % interval of the difference"),
)
OUTCOMES = (("win", "Win"), ("tie", "Tie"))

LETTERS: tuple[Letter, Letter] = ("A", "B")


@dataclass(frozen=True, eq=False)
class Sides:
    """Both tables with their results, None where one is not known yet. ``on_table``: the letter of the one that is
    being edited, ``stale``: its result is that of an earlier state."""

    scenarios: tuple[Scenario, Scenario]
    snapshots: tuple[Snapshot | None, Snapshot | None]
    on_table: Letter
    stale: bool = False
    bets: tuple[BetChange, ...] = ()
    """How the worth of bets differs, once that has been computed (:func:`bets_of`)."""

    @property
    def comparable(self) -> bool:
        """Whether there are two results of one game."""
        one, other = self.snapshots
        return one is not None and other is not None and one.scenario.game == other.scenario.game

    @property
    def results(self) -> tuple[Snapshot, Snapshot]:
        """Both results.

        Raises:
            ValueError: there are not two.
        """
        one, other = self.snapshots
        if one is None or other is None or not self.comparable:
            raise ValueError("there are not two results to compare yet")
        return one, other

    @cached_property
    def places(self) -> tuple[int | None, ...]:
        """For each seat of the result of B which one it is of A, None where it is new."""
        one, other = self.results
        return matched_seats(one.scenario, other.scenario)

    @cached_property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """Seats of A and of B that belong together and contest the pot on both tables."""
        one, other = self.results
        result = ((old, new) for new, old in enumerate(self.places[: len(other.seats)]) if old is not None)
        return tuple(
            (old, new)
            for old, new in result
            if old < len(one.seats) and one.seats[old].estimate and other.seats[new].estimate
        )

    def name(self, old: int | None, new: int) -> str:
        """Return the name of a seat of the result of B, after its name on A where that is another one."""
        one, other = (result.scenario.seats for result in self.results)
        names = dict.fromkeys((one[old].name, other[new].name) if old is not None else (other[new].name,))
        return " / ".join(names)

    @cached_property
    def seat_changes(self) -> tuple[SeatChange | None, ...]:
        """How the equity of each seat of B differs."""
        return changes(*self.results)

    def shares(self, old: int, new: int) -> dict[str, Change]:
        """Return how outcomes and classes of final hands of two seats differ."""
        one, other = self.results
        return share_changes(one, old, other, new)

    @property
    def paired(self) -> bool:
        """Whether both were sampled with the same random numbers."""
        return any(change is not None and change.paired for change in self.seat_changes)

    @property
    def about(self) -> tuple[str, ...]:
        """Both tables as lines."""
        return tuple(f"{letter}: {format_line(s)}" for letter, s in zip(LETTERS, self.scenarios, strict=True))

    @property
    def origin(self) -> str:
        """How the numbers of both came about."""
        return ". ".join(f"{letter}: {provenance(s)}" for letter, s in zip(LETTERS, self.results, strict=True))

    @property
    def stem(self) -> str:
        """Begins the names of files."""
        return file_stem(self.scenarios[1], "compared")

    def table(self) -> Table:
        """Return all numbers of both and their differences as header and rows, probabilities in full."""
        one, other = self.results
        header = ("seat", "number", "A", "A stderr", "B", "B stderr", "difference", "difference stderr")
        rows: list[tuple[object, ...]] = []
        for old, new in self.pairs:
            name, change = self.name(old, new), self.seat_changes[new]
            before, after = one.seats[old].estimate, other.seats[new].estimate
            if change is None or before is None or after is None:
                continue
            equities = before.equity, before.stderr, after.equity, after.stderr
            rows.append((name, "equity", *equities, change.change, change.stderr))
            shares = self.shares(old, new)
            classes = class_rows(other.scenario.game)
            outcomes = [(key, key) for key in shares if key not in dict(classes)]
            for key, title in (*outcomes, *classes):
                share = shares[key]
                rows.append((name, title, share.before, "", share.after, "", share.change, share.stderr))
        for bet in self.bets:
            what = "advised" if bet.advised else bet.after.action
            for title, worth, unit in (("chips", bet.chips, Amount), ("growth", bet.growth, float)):
                if worth is not None:
                    row = (unit(worth.before), "", unit(worth.after), "", unit(worth.change), unit(worth.stderr))
                    rows.append(("", f"{what} {bet.after.chips:g} {title}", *row))
        return header, rows


def sides_of(pinned: Pinned, scenario: Scenario, snapshot: Snapshot | None, *, stale: bool) -> Sides:
    """Return both tables, A first, whichever of them is pinned."""
    known = None if snapshot is None else at_table(snapshot, scenario) if not stale else snapshot
    tables, results = (pinned.scenario, scenario), (pinned.snapshot, known)
    if pinned.letter == "B":
        return Sides((tables[1], tables[0]), (results[1], results[0]), pinned.other, stale)
    return Sides(tables, results, pinned.other, stale)


def bets_of(sides: Sides) -> tuple[BetChange, ...]:
    """Return how the worth of bets differs, as far as both tables ask about bets."""
    one, other = sides.scenarios
    asked = with_same_bets(one, other), with_same_bets(other, one)
    if asked[0].kelly is None:
        return ()
    first, second = (bet_request(s, r) for s, r in zip(asked, sides.results, strict=True))
    return () if first is None or second is None else bet_changes(sides.results[0], first, sides.results[1], second)


@dataclass(frozen=True, slots=True)
class NumberRow:
    """A number of both tables: ``seat`` of B, None where it is nobody's; ``direction``: 1 where it is more on B, -1
    where less, 0 where the error leaves that open; ``main``: the rows below belong to it."""

    title: str
    a: str
    b: str
    change: str
    direction: int = 0
    seat: int | None = None
    main: bool = False


def equity_rows(sides: Sides) -> tuple[NumberRow, ...]:
    """Return equity, win and ties of each seat of B, and the equities of seats that B does not have."""
    one, other = sides.results
    result = []
    for new, seat in enumerate(other.seats):
        old = sides.places[new]
        before = one.seats[old].estimate if old is not None and old < len(one.seats) else None
        change = sides.seat_changes[new]
        if seat.estimate is None and before is None:
            continue
        words = change_words(change) if change is not None else "–"
        direction = 0 if change is None or not is_seen(change) else _sign(change.change)
        name = sides.name(old, new)
        result.append(NumberRow(name, _equity(before), _equity(seat.estimate), words, direction, new, main=True))
        if before is not None and seat.estimate is not None and old is not None:
            shares = sides.shares(old, new)
            result += [_share_row(f"    {title}", shares[name], before, seat.estimate) for name, title in OUTCOMES]
    gone = (seat for old, seat in enumerate(one.seats) if old not in sides.places and seat.estimate is not None)
    result += [NumberRow(seat.name, _equity(seat.estimate), "–", "–", main=True) for seat in gone]
    return tuple(result)


def hand_rows(sides: Sides) -> tuple[NumberRow, ...]:
    """Return the final hands of each seat that contests the pot on both tables."""
    one, other = sides.results
    names, result = GAME_WORDS[other.scenario.game].classes.names, []
    for old, new in sides.pairs:
        before, after = one.seats[old].estimate, other.seats[new].estimate
        if before is None or after is None:
            continue
        result.append(NumberRow(sides.name(old, new), "", "", "", seat=new, main=True))
        shares = sides.shares(old, new)
        for key, title in zip(GAMES[sides.scenarios[1].game].classes, names, strict=True):
            result.append(_share_row(f"    {title}", shares[key], before, after))
    return tuple(result)


def bet_rows(sides: Sides) -> tuple[NumberRow, ...]:
    """Return expected chips and growth of hero's actions on both tables, the advice first."""
    result = []
    for bet in sides.bets:
        name = "What is best" if bet.advised else bet.after.action.capitalize()
        texts = []
        for choice in (bet.before, bet.after):
            amount = f" {chips(choice.chips)}" if choice.chips else ""
            texts.append(f"{choice.action}{amount}" if bet.advised else amount.strip() or "–")
        result.append(NumberRow(name, texts[0], texts[1], "", main=True))
        result.append(_worth_row("    Expected chips", bet.chips, signed_chips, change_in_chips))
        if bet.growth is not None:
            result.append(_worth_row("    Growth", bet.growth, growth_text, change_in_growth))
    return tuple(result)


ROWS: Mapping[str, Callable[[Sides], tuple[NumberRow, ...]]] = {
    "equities": equity_rows,
    "hands": hand_rows,
    "bets": bet_rows,
}


def _sign(value: float) -> int:
    return 1 if value > 0 else -1


def _equity(estimate: Estimate | None) -> str:
    if estimate is None:
        return "–"
    text = percent(estimate.equity, estimate.stderr, exact_digits=EXACT_DIGITS)
    around = interval(estimate.stderr).removesuffix(f"{NO_BREAK}%")
    return " ".join(filter(None, (text, around)))


def _share_row(title: str, share: Change, before: Estimate, after: Estimate) -> NumberRow:
    one = percent(share.before, before.stderr, exact_digits=EXACT_DIGITS)
    other = percent(share.after, after.stderr, exact_digits=EXACT_DIGITS)
    return NumberRow(title, one, other, change_words(share), _sign(share.change) if is_seen(share) else 0)


def _worth_row(
    title: str, worth: Change, written: Callable[[float], str], changed: Callable[[float, float], str]
) -> NumberRow:
    words = changed(worth.change, Z95 * worth.stderr)
    direction = _sign(worth.change) if is_seen(worth, MIN_EV) else 0
    return NumberRow(title, written(worth.before), written(worth.after), words, direction)


def numbers_table(rows: tuple[NumberRow, ...], *, stale: bool) -> TableData[NumberRow]:
    """Return rows of numbers as a table; screen readers hear of a row whose number it is."""
    names, owner = dict[int, str](), ""
    for row in rows:
        owner = row.title if row.main else owner
        names[id(row)] = row.title.strip() if row.main else f"{owner}, {row.title.strip()}"
    (_, about), one, other, difference = HEADS
    columns: tuple[Column[NumberRow], ...] = (
        Column("", lambda row: row.title, about, number=False, swatch=lambda row: row.seat, wide=True, least=84),
        Column(one[0], lambda row: row.a, one[1]),
        Column(other[0], lambda row: row.b, other[1]),
        Column(difference[0], lambda row: row.change, difference[1], ink=lambda row: INKS[row.direction]),
    )
    return TableData(
        columns, rows, stale=stale, name=lambda row: names[id(row)], strong=lambda row: row.main, padding=(18, 40)
    )


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
        self._grid = bare_grid(self, 12, 3)
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
