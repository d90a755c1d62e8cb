"""The two tables of the page *Compare*, A before B: which seats correspond, and the differences as table rows, as
labels and as texts for forums."""

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
    ("A", "table A"),
    ("B", "table B"),
    ("B − A", "B minus A; ± is its 95 % interval"),
)
OUTCOMES = (("win", "Win"), ("tie", "Tie"))

LETTERS: tuple[Letter, Letter] = ("A", "B")


@dataclass(frozen=True, eq=False)
class ComparedTables:
    """Both tables with their results, None for a result that is not known yet.

    ``on_table``: the letter of the table that is being edited. ``stale``: its result belongs to an earlier state.
    """

    scenarios: tuple[Scenario, Scenario]
    snapshots: tuple[Snapshot | None, Snapshot | None]
    on_table: Letter
    stale: bool = False
    bets: tuple[BetChange, ...] = ()
    """How the values of bets differ, once that has been computed by :func:`bets_of`."""

    @property
    def comparable(self) -> bool:
        """Whether there are two results, of the same game."""
        one, other = self.snapshots
        return one is not None and other is not None and one.scenario.game == other.scenario.game

    @property
    def results(self) -> tuple[Snapshot, Snapshot]:
        """Both results.

        Raises:
            ValueError: there are no two results of the same game.
        """
        one, other = self.snapshots
        if one is None or other is None or not self.comparable:
            raise ValueError("a comparison needs two results")
        return one, other

    @cached_property
    def matches(self) -> tuple[int | None, ...]:
        """For each seat of B the index of the same seat on A, or None if it is new."""
        one, other = self.results
        return matched_seats(one.scenario, other.scenario)

    @cached_property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """Indices on A and on B of the seats that contest the pot on both tables."""
        one, other = self.results
        matched = ((old, new) for new, old in enumerate(self.matches[: len(other.seats)]) if old is not None)
        return tuple(
            (old, new)
            for old, new in matched
            if old < len(one.seats) and one.seats[old].estimate and other.seats[new].estimate
        )

    def name(self, old: int | None, new: int) -> str:
        """Return the name of a seat of B, preceded by its name on A if the names differ."""
        one, other = (result.scenario.seats for result in self.results)
        names = dict.fromkeys((one[old].name, other[new].name) if old is not None else (other[new].name,))
        return " / ".join(names)

    @cached_property
    def seat_changes(self) -> tuple[SeatChange | None, ...]:
        """How the equity of each seat of B differs from A, None for a seat that cannot be compared."""
        return changes(*self.results)

    def shares(self, old: int, new: int) -> dict[str, Change]:
        """Return how the outcomes and hand classes of seat ``new`` of B differ from those of seat ``old`` of A."""
        one, other = self.results
        return share_changes(one, old, other, new)

    @property
    def paired(self) -> bool:
        """Whether both were sampled with the same random numbers."""
        return any(change is not None and change.paired for change in self.seat_changes)

    @property
    def about(self) -> tuple[str, ...]:
        """Both tables, on one line each."""
        return tuple(f"{letter}: {format_line(s)}" for letter, s in zip(LETTERS, self.scenarios, strict=True))

    @property
    def origin(self) -> str:
        """How the numbers of both tables were computed."""
        return ". ".join(f"{letter}: {provenance(s)}" for letter, s in zip(LETTERS, self.results, strict=True))

    @property
    def stem(self) -> str:
        """The beginning of file names."""
        return file_stem(self.scenarios[1], "compared")

    def table(self) -> Table:
        """Return all numbers of both tables and their differences as header and rows, with full precision."""
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
            action = "advised" if bet.advised else bet.after.action
            for title, value, unit in (("chips", bet.chips, Amount), ("growth", bet.growth, float)):
                if value is not None:
                    row = (unit(value.before), "", unit(value.after), "", unit(value.change), unit(value.stderr))
                    rows.append(("", f"{action} {bet.after.chips:g} {title}", *row))
        return header, rows


def sides_of(pinned: Pinned, scenario: Scenario, snapshot: Snapshot | None, *, stale: bool) -> ComparedTables:
    """Return both tables, A first, no matter which of them is pinned."""
    # A current result gets the present names and empty seats of the table, which may have changed since. A stale one
    # describes an earlier table and stays unchanged.
    known = None if snapshot is None else at_table(snapshot, scenario) if not stale else snapshot
    tables, results = (pinned.scenario, scenario), (pinned.snapshot, known)
    if pinned.letter == "B":
        return ComparedTables((tables[1], tables[0]), (results[1], results[0]), pinned.other, stale)
    return ComparedTables(tables, results, pinned.other, stale)


def bets_of(sides: ComparedTables) -> tuple[BetChange, ...]:
    """Return how the values of bets differ, or () if there are no bets to compare."""
    one, other = sides.scenarios
    # A table without pot and prices gets those of the other one, so that the same bets are compared.
    scenarios = with_same_bets(one, other), with_same_bets(other, one)
    if scenarios[0].kelly is None:
        return ()
    first, second = (bet_request(s, r) for s, r in zip(scenarios, sides.results, strict=True))
    return () if first is None or second is None else bet_changes(sides.results[0], first, sides.results[1], second)


@dataclass(frozen=True, slots=True)
class ComparedNumber:
    """A number of both tables, as texts.

    ``direction``: 1 if it is larger on B, -1 if it is smaller, 0 if the errors leave that open. ``seat``: its index on
    B, None if the number belongs to no seat. ``main``: a heading to which the rows below belong.
    """

    title: str
    a: str
    b: str
    change: str
    direction: int = 0
    seat: int | None = None
    main: bool = False


def equity_rows(sides: ComparedTables) -> tuple[ComparedNumber, ...]:
    """Return equity, wins and ties of each seat of B, then the equities of the seats that exist only on A."""
    one, other = sides.results
    rows = []
    for new, seat in enumerate(other.seats):
        old = sides.matches[new]
        before = one.seats[old].estimate if old is not None and old < len(one.seats) else None
        change = sides.seat_changes[new]
        if seat.estimate is None and before is None:
            continue
        change_text = change_words(change) if change is not None else "–"
        direction = 0 if change is None or not is_seen(change) else _sign(change.change)
        name = sides.name(old, new)
        equities = _equity(before), _equity(seat.estimate)
        rows.append(ComparedNumber(name, *equities, change_text, direction, new, main=True))
        if before is not None and seat.estimate is not None and old is not None:
            shares = sides.shares(old, new)
            rows += [_share_row(f"    {title}", shares[name], before, seat.estimate) for name, title in OUTCOMES]
    gone = (seat for old, seat in enumerate(one.seats) if old not in sides.matches and seat.estimate is not None)
    rows += [ComparedNumber(seat.name, _equity(seat.estimate), "–", "–", main=True) for seat in gone]
    return tuple(rows)


def final_hand_rows(sides: ComparedTables) -> tuple[ComparedNumber, ...]:
    """Return the shares of the final hands of each seat that contests the pot on both tables."""
    one, other = sides.results
    names, rows = GAME_WORDS[other.scenario.game].classes.names, []
    for old, new in sides.pairs:
        before, after = one.seats[old].estimate, other.seats[new].estimate
        if before is None or after is None:
            continue
        rows.append(ComparedNumber(sides.name(old, new), "", "", "", seat=new, main=True))
        shares = sides.shares(old, new)
        for key, title in zip(GAMES[sides.scenarios[1].game].classes, names, strict=True):
            rows.append(_share_row(f"    {title}", shares[key], before, after))
    return tuple(rows)


def bet_rows(sides: ComparedTables) -> tuple[ComparedNumber, ...]:
    """Return expected chips and growth of hero's actions on both tables, the advice first."""
    rows = []
    for bet in sides.bets:
        name = "Best action" if bet.advised else bet.after.action.capitalize()
        texts = []
        for choice in (bet.before, bet.after):
            amount = f" {chips(choice.chips)}" if choice.chips else ""
            texts.append(f"{choice.action}{amount}" if bet.advised else amount.strip() or "–")
        rows.append(ComparedNumber(name, texts[0], texts[1], "", main=True))
        rows.append(_value_row("    Expected chips", bet.chips, signed_chips, change_in_chips))
        if bet.growth is not None:
            rows.append(_value_row("    Growth", bet.growth, growth_text, change_in_growth))
    return tuple(rows)


ROWS: Mapping[str, Callable[[ComparedTables], tuple[ComparedNumber, ...]]] = {
    "equities": equity_rows,
    "hands": final_hand_rows,
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


def _share_row(title: str, share: Change, before: Estimate, after: Estimate) -> ComparedNumber:
    one = percent(share.before, before.stderr, exact_digits=EXACT_DIGITS)
    other = percent(share.after, after.stderr, exact_digits=EXACT_DIGITS)
    return ComparedNumber(title, one, other, change_words(share), _sign(share.change) if is_seen(share) else 0)


def _value_row(
    title: str, value: Change, format_value: Callable[[float], str], format_change: Callable[[float, float], str]
) -> ComparedNumber:
    """Return the row of a value and its change, with a direction only if the change is clear of its error."""
    change = format_change(value.change, Z95 * value.stderr)
    direction = _sign(value.change) if is_seen(value, MIN_EV) else 0
    return ComparedNumber(title, format_value(value.before), format_value(value.after), change, direction)


def comparison_table(rows: tuple[ComparedNumber, ...], *, stale: bool) -> TableData[ComparedNumber]:
    """Return rows of numbers as a table; for screen readers the name of a row includes its seat."""
    names, owner = dict[int, str](), ""
    for row in rows:
        owner = row.title if row.main else owner
        names[id(row)] = row.title.strip() if row.main else f"{owner}, {row.title.strip()}"
    (_, about), one, other, difference = HEADS
    columns: tuple[Column[ComparedNumber], ...] = (
        Column("", lambda row: row.title, about, number=False, swatch=lambda row: row.seat, wide=True, min_width=84),
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
class ComparedText:
    """A seat or another item of both tables as texts.

    ``seat`` decides the colour: its index on B, or on A if B has no such seat. ``title_b``: the title on B, "" if it is
    the same.
    """

    title: str
    a: str
    b: str
    seat: int | None = None
    title_b: str = ""

    @property
    def differs(self) -> bool:
        """Whether the texts of the two tables differ."""
        return self.a != self.b


def compared_texts(sides: ComparedTables) -> tuple[ComparedText, ...]:
    """Return the seats of both tables, the same seat on one line, then board, dead cards and bets.

    In tables of different games the same seat is one with the same index and name.
    """
    one, other = sides.scenarios
    matches = matched_seats(one, other) if one.game == other.game else _namesakes(one, other)
    texts = []
    for new, seat in enumerate(other.seats):
        old = matches[new]
        before = one.seats[old] if old is not None else None
        if before is not None or not seat.empty:
            title = seat.name if before is None else before.name
            texts.append(ComparedText(title, _cards(before), _cards(seat), new, seat.name))
    gone = [(i, seat) for i, seat in enumerate(one.seats) if i not in matches and not seat.empty]
    texts += [ComparedText(seat.name, _cards(seat), NOTHING, i) for i, seat in gone]
    texts += [ComparedText(title, a or NOTHING, b or NOTHING) for title, (a, b) in _others(one, other) if a or b]
    return tuple(texts)


def _namesakes(one: Scenario, other: Scenario) -> tuple[int | None, ...]:
    names = [seat.name for seat in one.seats]
    return tuple(i if names[i : i + 1] == [seat.name] else None for i, seat in enumerate(other.seats))


def _cards(seat: Seat | None) -> str:
    if seat is None:
        return NOTHING
    text = seat.cards.strip() or "no cards"
    return f"folded: {text}" if seat.folded else text


def _others(one: Scenario, other: Scenario) -> tuple[tuple[str, tuple[str, str]], ...]:
    """Return what else differs apart from the seats: a title and both texts each."""
    rows = [("Board", (one.board.strip(), other.board.strip())), ("Dead", (one.dead.strip(), other.dead.strip()))]
    if one.kelly != other.kelly and one.kelly is not None and other.kelly is not None:
        rows.append(("Bets", ("as on the page Kelly", "different")))
    if one.dialect != other.dialect or one.order != other.order:
        rows.append(("Range notation", (_reading(one), _reading(other))))
    own, others = ({name.title: name.text for name in scenario.names} for scenario in (one, other))
    rows += [
        (f"Range {title}", (text, others[title])) for title, text in own.items() if others.get(title, text) != text
    ]
    return tuple(rows)


def _reading(scenario: Scenario) -> str:
    return f"{scenario.dialect}, {scenario.order}" if scenario.order else scenario.dialect


def rests_on(sides: ComparedTables) -> str:
    """Return a sentence about the accuracy of the differences."""
    sampled = [snapshot.method == "sampled" for snapshot in sides.results]
    if not any(sampled):
        return "Both results are exact, and so are the differences."
    if not all(sampled):
        return "One result is sampled, the other exact: the differences are as accurate as the sampled one."
    if sides.paired:
        return "Both results are sampled with the same random numbers: much of the error cancels in the differences."
    bare = [letter for letter, result in zip(LETTERS, sides.results, strict=True) if result.trace is None]
    if bare:
        again = f"edit {' and '.join(bare)} and run again (F5) for more accurate differences"
        unknown = f"because the convergence of {bare[0]} was not saved"
        return f"Both results are sampled, and their errors add up {unknown}: {again}."
    if len({result.scenario.run.seed for result in sides.results}) == 1:
        return (
            "Both results are sampled with the same random numbers, but with too few deals to tell how much of the "
            "error cancels, so the errors add up. Refine (F6) adds deals."
        )
    return "Both results are sampled with different random numbers: their errors add up."


def blocks_of(sides: ComparedTables) -> tuple[tuple[ComparedNumber, ...], ...]:
    """Return the rows of numbers in blocks: equities, final hands, bets."""
    return tuple(filter(None, (equity_rows(sides), final_hand_rows(sides), bet_rows(sides))))


def plain_text(sides: ComparedTables) -> str:
    """Return the complete comparison as aligned text."""
    lines = [*sides.about, rests_on(sides)]
    for rows in blocks_of(sides):
        cells = [["", *LETTERS, "B − A"], *([row.title, row.a, row.b, row.change] for row in rows)]
        lines += ["", *in_columns(cells, 1)]
    lines += ["", *(f"{x}: {provenance(s)}" for x, s in zip(LETTERS, sides.results, strict=True))]
    return plain_blanks("\n".join(lines)) + "\n"


def markdown(sides: ComparedTables) -> str:
    """Return the complete comparison as Markdown tables."""
    blocks = ["\n".join(f"    {plain_blanks(line)}" for line in sides.about), markdown_text_of(rests_on(sides))]
    for rows in blocks_of(sides):
        cells = ((row.title, row.a, row.b, row.change) for row in rows)
        blocks.append(markdown_rows([["", *LETTERS, "B − A"], *([cell.strip() for cell in row] for row in cells)], 1))
    blocks += [markdown_text_of(f"{x}: {provenance(s)}") for x, s in zip(LETTERS, sides.results, strict=True)]
    return "\n\n".join(blocks) + "\n"


MAX_TEXT_LENGTH = 160
"""Characters of a range that are displayed; the tool tip has all."""
TITLES = {True: "{}: editing", False: "{}: pinned"}


def _state(snapshot: Snapshot | None, *, stale: bool) -> str:
    """Return how exact a result is, or why there is none."""
    if snapshot is None:
        return "no result yet"
    return "being computed" if stale else how_exact(snapshot)


class SidesView(Guarded, QWidget):
    """Both tables as labels ``compare.a<row>`` and ``compare.b<row>`` with a sign for differences between them
    (``compare.mark<row>``). The heading of the table that is being edited is bold.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "compare.words", "Both tables")
        self._sides: ComparedTables | None = None
        self._labels: list[tuple[QLabel, ...]] = []
        self._grid = bare_grid(self, 12, 3)
        for column in (0, 2):
            self._grid.setColumnStretch(column, 1)
        self._heads = tuple(label(name=f"compare.{letter.lower()}.head", role="") for letter in LETTERS)
        self._grid.addWidget(self._heads[0], 0, 0)
        self._grid.addWidget(self._heads[1], 0, 2)

    def show_sides(self, sides: ComparedTables) -> None:
        """Display two tables."""
        self._sides = sides
        texts = compared_texts(sides)
        self._fit(len(texts))
        for letter, head, snapshot in zip(LETTERS, self._heads, sides.snapshots, strict=True):
            edited = letter == sides.on_table
            set_text(head, TEXT, QFont.Weight.DemiBold if edited else QFont.Weight.Normal)
            state = _state(snapshot, stale=edited and sides.stale)
            head.setText(f"{TITLES[edited].format(letter)} · {state}")
        for item, (a, sign, b) in zip(texts, self._labels, strict=True):
            self._show(a, item, item.title, item.a)
            self._show(b, item, item.title_b or item.title, item.b)
            sign.setText(DIFFERS if item.differs else "")

    def _show(self, target: QLabel, item: ComparedText, title: str, text: str) -> None:
        """Show a text of one table in ``target``, bold if the other table has another one."""
        theme = current_theme()
        color = theme.text if item.seat is None else theme.seat(item.seat).name()
        short = shortened(text, MAX_TEXT_LENGTH)
        html = f"<b>{escape(short)}</b>" if item.differs else escape(short)
        target.setText(rich(f"<span style='color:{color}'>{escape(title)}</span> {html}"))
        target.setAccessibleName(f"{title}: {text}{', differs' if item.differs else ''}")
        target.setToolTip(escape(text) if "…" in short else "")

    def _fit(self, count: int) -> None:
        """Create or remove labels so that there are ``count`` rows of them."""
        while len(self._labels) > count:
            drop(self._grid, *self._labels.pop())
        while len(self._labels) < count:
            row = len(self._labels)
            both = tuple(label(name=f"compare.{letter.lower()}{row}", role="", wrap=True) for letter in LETTERS)
            for part, column in zip(both, (0, 2), strict=True):
                part.setTextFormat(Qt.TextFormat.RichText)
                part.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
                part.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
                part.setAlignment(Qt.AlignmentFlag.AlignTop)
                self._grid.addWidget(part, row + 1, column)
            sign = label(name=f"compare.mark{row}", role="")
            set_text(sign, TEXT, QFont.Weight.DemiBold)
            self._grid.addWidget(sign, row + 1, 1, Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignHCenter)
            self._labels.append((both[0], sign, both[1]))

    def customEvent(self, event: QEvent) -> None:
        if self._sides is not None:
            self.show_sides(self._sides)
