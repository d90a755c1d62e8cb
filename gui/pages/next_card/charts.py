"""The charts of next cards: a map of the deck, maps of two cards together, and columns with numbers for export."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from engine import GAMES, Scenario, Snapshot
from engine.cards import DECK_SIZE, RANKS, RAZZ_RANKS, SUITS, card_text
from engine.equity.details.next_cards import EquityAfterCard, NextPairs, NextTable, Runouts, judging_index
from engine.ranges.razz_text import THIRD_STREET, min_slots, parse_razz, written_slots
from gui.charts.forms import ColumnBar, Place, columns_chart, map_chart
from gui.charts.ticks import Tick
from gui.charts.values import (
    Axis,
    Cells,
    Chart,
    Empty,
    Heading,
    Image,
    MapCell,
    Mark,
    NumberRow,
    Row,
    Rule,
    Table,
    Text,
)
from gui.look.painting import HeatScale, card_words, change_scale
from gui.pages.next_card.table import INKS, Group, card_groups, judge_first
from gui.words.captions import errors_clause, street_name
from gui.words.formatting import CARDS, change_text, interval, percent, percent_digits, table_scale

Array = NDArray[np.float64]
PAIRS, RUNOUTS = "Two next cards", "Turn and river together"
NO_CARDS = Empty("Next card", ("The equity after every possible card.",))
NO_PAIRS = Empty(PAIRS, ("The equity after your next card and an opponent's.",))
NO_RUNOUTS = Empty(RUNOUTS, ("The equity after every turn and river.",))
RANK_COUNT = len(RANKS)
CARD_NOTE = "numbers: equity in percent; colors: change in percentage points"
RUNOUT_NOTE = "colors: change in percentage points; the order of the two cards does not matter"
MIN_DECK_HEIGHT = 108.0
"""Minimum height of the map of the deck, in pixels: two lines in each card."""
SUIT_ROOM, HEAD_ROOM = 16.0, 78.0
"""Pixels for the suits at the edges of the map of turn and river, and for the texts to the left of it."""


def change_scale_texts(scale: HeatScale) -> tuple[str, str, str]:
    """Return the texts of a scale around the current equity: its lower end, middle and upper end."""
    reach = scale.high - scale.middle
    middle = f"now {percent(scale.middle, exact_digits=1)}"
    return change_text(-reach, digits=1), middle, change_text(reach, digits=1)


def _share(equity: EquityAfterCard) -> str:
    """Return an equity in percent, without the percent sign."""
    return f"{100 * equity.equity:.{min(1, percent_digits(equity.stderr))}f}"


def _values(equity: EquityAfterCard | None, digits: int) -> tuple[str, str, str]:
    """Return an equity, its interval and its change for a read-out; ``digits``: decimals of an exact equity."""
    if equity is None:
        return "–", "", ""
    change = change_text(equity.change, equity.noise)
    return percent(equity.equity, equity.stderr, exact_digits=digits), interval(equity.stderr), change


def _equity_heads(names: Sequence[str]) -> tuple[str, ...]:
    """Return the heads of the columns of :func:`_equity_cells`."""
    return tuple(f"{name} {column}" for name in names for column in ("equity", "stderr"))


def _equity_cells(equities: Sequence[EquityAfterCard | None]) -> list[object]:
    """Return equity and standard error of each seat as cells of an exported table."""
    return [value for each in equities for value in (("", "") if each is None else (each.equity, each.stderr))]


# The next card in hold'em: the deck.


def card_map_chart(table: NextTable, snapshot: Snapshot, hidden: frozenset[int] = frozenset()) -> Chart:
    """Return the deck with a row for each suit, coloured by the equity after each card of the seat that judges."""
    scale = table_scale(table)
    cards = {_deck_place(CARDS[entry.name]): (entry, equity) for entry, equity in table.judged}
    cells = []
    for number in range(DECK_SIZE):
        place, texts, tone = _deck_place(number), [RANKS[number >> 2]], None
        if place in cards:
            equity = cards[place][1]
            tone = scale.tone(equity.equity)
            texts += [_share(equity), change_text(equity.change, equity.noise, 1)]
        cells.append(MapCell(*place, tuple(texts), tone, faint=place not in cards, suit=number & 3))

    def tell(place: Place) -> tuple[str, tuple[Row, ...]]:
        entry, _ = cards[place]
        seats = zip(table.seats, table.names, entry.seats, strict=True)
        rows = tuple(Row(seat, name, _values(equity, 4)) for seat, name, equity in seats)
        chance = percent(entry.probability, entry.probability_stderr)
        header = f"{card_words(CARDS[entry.name])}: {chance}"
        return header[:1].upper() + header[1:], rows

    title = f"{table.names[table.judge]}'s equity on each {street_name(snapshot.scenario)} card"
    note = CARD_NOTE + errors_clause([equity.stderr for _, equity in table.judged])
    heading = Heading.of(snapshot, title, (note,), "cardMap")
    size, marks, words = (len(SUITS), RANK_COUNT), (Cells(tuple(cells)),), change_scale_texts(scale)
    chart = map_chart(heading, size, marks, _card_rows(table), scale=words, places=cards, tell=tell)
    return replace(chart, min_height=MIN_DECK_HEIGHT)


def _deck_place(card: int) -> Place:
    """Return row and column of a card (0-51): its suit, and its rank with the ace first."""
    return card & 3, RANK_COUNT - 1 - (card >> 2)


def _card_rows(table: NextTable) -> Table:
    """Return header and rows for export: the current equities, then those of every seat after each card, as shares."""
    cards = sorted(table.cards, key=lambda entry: _deck_place(CARDS[entry.name]))
    rows = [(entry.name, entry.probability, *_equity_cells(entry.seats)) for entry in cards]
    return ("card", "probability", *_equity_heads(table.names)), [
        ("now", "", *(value for equity_and_error in table.current for value in equity_and_error)),
        *rows,
    ]


# Two next cards in razz.


@dataclass(frozen=True, slots=True, eq=False)
class PairMap:
    """The equities after the next cards of two seats in razz: ``row_seat`` (rows) and ``column_seat``, ace to king.

    ``chance`` and ``chance_error`` float64[13, 13]: the probability of both cards and its standard error, NaN if they
    are not live. ``equity`` and ``stderr`` float64[13, 13, seats]: for each active seat, NaN if unknown. ``seats``: the
    indices of the active seats in the table; ``names``: their names; ``current``: their current equity and its
    standard error.
    """

    row_seat: int
    column_seat: int
    chance: Array
    chance_error: Array
    equity: Array
    stderr: Array
    seats: tuple[int, ...]
    names: tuple[str, ...]
    current: tuple[tuple[float, float], ...]

    def equity_after(self, cell: Place, index: int) -> EquityAfterCard:
        """Return the equity after the cards of a cell of the active seat ``index`` (an index into ``seats``)."""
        return EquityAfterCard(float(self.equity[cell][index]), float(self.stderr[cell][index]), *self.current[index])

    @property
    def judge(self) -> int:
        """The index into ``seats`` of the seat of the rows, whose equity the colours show."""
        return self.seats.index(self.row_seat)

    @property
    def titles(self) -> tuple[str, str]:
        """The names of the seats of the rows and of the columns."""
        return self.names[self.judge], self.names[self.seats.index(self.column_seat)]

    @property
    def known(self) -> list[Place]:
        """The cells whose equity is known, row by row."""
        return [(row, column) for row, column in np.argwhere(np.isfinite(self.equity[..., self.judge])).tolist()]

    @property
    def scale(self) -> HeatScale:
        """The colours of the changes from the current equity."""
        current, equity = self.current[self.judge][0], self.equity[..., self.judge]
        return change_scale(current, float(np.nanmax(np.abs(equity - current))) if np.isfinite(equity).any() else 0.0)


def pair_seats(value: NextPairs, seat: int) -> tuple[int, tuple[int, ...]] | None:
    """Return the seat of the rows and the seats that can be chosen for the columns, or None if fewer than two draw.

    The rows are for ``seat``, or for the first seat that draws if it does not draw.
    """
    drawing = sorted({seat for pair in value.pairs for seat in pair.seats})
    if not drawing:
        return None
    row_seat = seat if seat in drawing else drawing[0]
    return row_seat, tuple(other for other in drawing if other != row_seat)


def _active(snapshot: Snapshot) -> list[tuple[int, str, float, float]]:
    """Return index, name, equity and standard error of each active seat."""
    seats = ((i, seat.name, seat.estimate) for i, seat in enumerate(snapshot.seats))
    return [(i, name, e.equity, e.stderr) for i, name, e in seats if e is not None]


def pair_map(value: NextPairs, snapshot: Snapshot, row_seat: int, column_seat: int) -> PairMap:
    """Return the equities after the next cards of two seats that both draw."""
    pair = next(pair for pair in value.pairs if set(pair.seats) == {row_seat, column_seat})
    active, size = _active(snapshot), len(RAZZ_RANKS)
    # Each pair of seats is stored once: for the other order, rows and columns are swapped.
    row, column = pair.ranks.T if pair.seats == (row_seat, column_seat) else pair.ranks.T[::-1]
    chance, chance_error = np.full((2, size, size), np.nan)
    equity, error = np.full((2, size, size, len(active)), np.nan)
    for grid, values in (
        (chance, pair.probability), (chance_error, pair.probability_stderr), (equity, pair.equity), (error, pair.stderr)
    ):  # fmt: skip
        grid[row, column] = values
    seats, names = tuple(seat for seat, *_ in active), tuple(name for _, name, *_ in active)
    current = tuple((equity, stderr) for *_, equity, stderr in active)
    return PairMap(
        row_seat=row_seat, column_seat=column_seat, chance=chance, chance_error=chance_error, equity=equity,
        stderr=error, seats=seats, names=names, current=current,
    )  # fmt: skip


def pair_chart(map_: PairMap, snapshot: Snapshot, hidden: frozenset[int] = frozenset()) -> Chart:
    """Return the map of two next cards; a cell has the row seat's equity and the probability of both cards."""
    scale, known, (row_name, column_name) = map_.scale, map_.known, map_.titles
    judged = {cell: map_.equity_after(cell, map_.judge) for cell in known}
    cells = tuple(
        MapCell(*cell, (_share(equity), f"{100 * map_.chance[cell]:.2f}"), scale.tone(equity.equity))
        for cell, equity in judged.items()
    )

    def tell(cell: Place) -> tuple[str, tuple[Row, ...]]:
        seats = enumerate(zip(map_.seats, map_.names, strict=True))
        rows = tuple(Row(seat, name, _values(map_.equity_after(cell, i), 2)) for i, (seat, name) in seats)
        chance = percent(float(map_.chance[cell]), float(map_.chance_error[cell]), exact_digits=2)
        cards = ", ".join(f"{title} {RAZZ_RANKS[rank]}" for title, rank in zip(map_.titles, cell, strict=True))
        return f"{cards}: {chance}", rows

    note = (
        f"rows: {row_name}'s card, columns: {column_name}'s; {row_name}'s equity, below it the probability, both in "
        f"percent; colors: change in percentage points{errors_clause([each.stderr for each in judged.values()])}"
    )
    title = f"{row_name}'s {_next_street(snapshot.scenario)} card vs {column_name}'s"
    heading, ranks = Heading.of(snapshot, title, (note,), "nextPair"), tuple(RAZZ_RANKS)
    size, heads, texts = (len(ranks), len(ranks)), (ranks, ranks), change_scale_texts(scale)
    table = _pair_rows(map_)
    return map_chart(heading, size, (Cells(cells),), table, heads=heads, scale=texts, places=known, tell=tell)


def _pair_rows(map_: PairMap) -> Table:
    """Return header and rows for export: every two possible cards, their probability and all equities, with errors."""
    titles = (f"{title} card" for title in map_.titles)
    rows: list[tuple[object, ...]] = []
    for row, column in map_.known:
        values = np.stack([map_.equity[row, column], map_.stderr[row, column]], axis=1).ravel().tolist()
        chance = float(map_.chance[row, column]), float(map_.chance_error[row, column])
        rows.append((RAZZ_RANKS[row], RAZZ_RANKS[column], *chance, *values))
    return (*titles, "probability", "probability stderr", *_equity_heads(map_.names)), rows


def _next_street(scenario: Scenario) -> str:
    """Return the name of the next street, such as *fourth street*."""
    texts = (parse_razz(scenario.seats[seat].cards) for seat in scenario.active_seats)
    return GAMES[scenario.game].streets[min_slots(map(written_slots, texts)) + 1 - THIRD_STREET]


# Turn and river in hold'em.


@dataclass(frozen=True, slots=True, eq=False)
class RunoutMap:
    """The equities after turn and river. ``cards``: the n possible cards, ace to deuce.

    ``chance`` float64[n, n] and ``equity`` float64[n, n, seats]: for each turn (row) and river (column), NaN if they
    cannot be dealt together. ``seats`` and ``names``: those of the active seats; ``current``: their current equities;
    ``judge``: the index of the seat whose equity the colours show.
    """

    cards: tuple[int, ...]
    chance: Array
    equity: Array
    seats: tuple[int, ...]
    names: tuple[str, ...]
    current: tuple[float, ...]
    judge: int

    @property
    def scale(self) -> HeatScale:
        """The colours of the changes from the current equity."""
        current = self.current[self.judge]
        return change_scale(current, float(np.nanmax(np.abs(self.equity[..., self.judge] - current))))


def runout_map(value: Runouts, snapshot: Snapshot, seat: int) -> RunoutMap | None:
    """Return the equities after turn and river, or None if none were computed.

    The colours are those of ``seat``, or of the first active seat if it is not active.
    """
    if not len(value.cards):
        return None
    active = _active(snapshot)
    cards = sorted(set(value.cards.reshape(-1).tolist()), key=lambda card: (-(card >> 2), card & 3))
    index_of_card = np.full(DECK_SIZE, -1)
    index_of_card[cards] = np.arange(len(cards))
    first, second = index_of_card[value.cards].T
    chance = np.full((len(cards), len(cards)), np.nan)
    equity = np.full((len(cards), len(cards), len(active)), np.nan)
    # The pairs are unordered: each is the turn and the river in half of the cases.
    for row, column in ((first, second), (second, first)):
        chance[row, column] = value.probability / 2
        equity[row, column] = value.equity
    seats, names, current, _ = zip(*active, strict=True)
    return RunoutMap(
        cards=tuple(cards), chance=chance, equity=equity, seats=seats, names=names, current=current,
        judge=judging_index(seats, seat),
    )  # fmt: skip


def runout_chart(map_: RunoutMap, snapshot: Snapshot, hidden: frozenset[int] = frozenset()) -> Chart:
    """Return the map of turn and river: an image with the cards at its edges, and lines between the ranks."""
    count, scale, equity = len(map_.cards), map_.scale, map_.equity[..., map_.judge]
    # The cards are sorted by rank: a line is drawn before the first card of each rank, and its label between the lines.
    firsts = [i for i, card in enumerate(map_.cards) if i == 0 or card >> 2 != map_.cards[i - 1] >> 2]
    tones = np.clip((equity - scale.middle) / (scale.high - scale.middle), -1.0, 1.0)
    suits = [(i, card & 3) for i, card in enumerate(map_.cards)]
    marks: list[Mark] = [
        Image(tones),
        *(Rule(first, level, color="surface", dash="solid") for first in firsts[1:] for level in (True, False)),
        Cells(tuple(MapCell(i, -1, (), suit=suit, bare=True) for i, suit in suits)),
        Cells(tuple(MapCell(-1, i, (), suit=suit, bare=True) for i, suit in suits)),
        Text(0.0, 0.0, "turn ↓  river →", (1.0, 1.5), "muted"),
    ]

    def ranks(low: float, high: float, length: float) -> list[Tick]:
        ends = (*firsts[1:], count)
        return [Tick((i + j) / 2, RANKS[map_.cards[i] >> 2]) for i, j in zip(firsts, ends, strict=True)]

    def tell(cell: Place) -> tuple[str, tuple[Row, ...]]:
        turn, river = (card_words(map_.cards[i]) for i in cell)
        seats = zip(map_.seats, map_.names, map_.equity[cell].tolist(), map_.current, strict=True)
        rows = tuple(
            Row(seat, name, (percent(equity, exact_digits=2), change_text(equity - current)))
            for seat, name, equity, current in seats
        )
        header = f"Turn {turn}, river {river}: {percent(float(map_.chance[cell]), exact_digits=3)}"
        return header, rows

    title = f"{map_.names[map_.judge]}'s equity on each turn and river"
    heading = Heading.of(snapshot, title, (RUNOUT_NOTE,), "runouts")
    places = [(i, j) for i, j in np.argwhere(np.isfinite(map_.chance)).tolist()]
    table, texts = _runout_rows(map_), change_scale_texts(scale)
    chart = map_chart(heading, (count, count), marks, table, scale=texts, places=places, tell=tell)
    left = Axis(0.0, count, ranks, grid=False, line=False, gap=SUIT_ROOM, room=HEAD_ROOM)
    top = Axis(0.0, count, ranks, grid=False, line=False, gap=SUIT_ROOM)
    return replace(chart, y=left, top=top)


def _runout_rows(map_: RunoutMap) -> Table:
    """Return header and rows for export: every turn and river, with their probability and all equities."""
    names = [card_text(card) for card in map_.cards]
    header = ("turn", "river", "probability", *(f"{name} equity" for name in map_.names))
    return header, [
        (names[row], names[column], float(map_.chance[row, column]), *map_.equity[row, column].tolist())
        for row, column in np.argwhere(np.isfinite(map_.chance)).tolist()
    ]


# Columns for files.


def next_columns(table: NextTable, heading: Heading, count_title: str, data: Table) -> Chart:
    """Return a chart with a column for each card (or group) of ``table``.

    A column has a bar for the change of equity of the seat that judges, and below it the number of cards (the row
    ``count_title``), their probability and all equities. The note of ``heading`` is replaced; ``data``: the export.
    """
    order, cards, judge = judge_first(table), table.cards, table.judge
    # One error for all columns of a seat, so that its numbers have the same digits.
    noise = table.max_errors(judge)[1]
    bars = [
        None if each is None else ColumnBar(100 * each.change, change_text(each.change, noise, 1), INKS[each.verdict])
        for each in (card.seats[judge] for card in cards)
    ]
    current = ", ".join(f"{table.names[seat]} {percent(*table.current[seat])}" for seat in order)
    change = f"change of {table.names[judge]}'s equity in percentage points"
    note = f"bars: {change}; below: equities after the card; now: {current}"
    note += errors_clause([equity.stderr for card in cards for equity in card.seats if equity is not None])
    rows = [
        NumberRow(count_title, tuple("" if card.live is None else str(card.live) for card in cards)),
        NumberRow("chance", tuple(percent(c.probability, c.probability_stderr, exact_digits=1) for c in cards)),
    ]
    for seat in order:
        equities, error = (card.seats[seat] for card in cards), table.max_errors(seat)[0]
        texts = tuple("–" if each is None else percent(each.equity, error, exact_digits=1) for each in equities)
        rows.append(NumberRow(table.names[seat], texts, table.seats[seat]))
    names = [card.name for card in cards]
    return columns_chart(replace(heading, notes=(note,)), names, tuple(rows), data, bars=bars)


def rank_columns(table: NextTable, snapshot: Snapshot) -> Chart:
    """Return the chart of the possible next ranks in razz, with live cards, probabilities and all equities."""
    order, rows = judge_first(table), list[tuple[object, ...]]()
    for card in table.cards:
        live = "" if card.live is None else card.live
        rows.append((card.name, live, card.probability, *_equity_cells([card.seats[seat] for seat in order])))
    header = ("card", "live", "probability", *_equity_heads([table.names[seat] for seat in order]))
    title = "The community card" if table.seat is None else f"{table.title}'s next card"
    return next_columns(table, Heading.of(snapshot, title, (), "next-card"), "live", (header, rows))


def card_groups_chart(table: NextTable, snapshot: Snapshot, board: Sequence[int]) -> Chart:
    """Return the chart of the groups of next cards, with their numbers of cards, probabilities and all equities."""
    groups = card_groups(table, board)
    title = f"{table.names[table.judge]}'s equity by type of next card"
    heading = Heading.of(snapshot, title, (), "next-card-groups")
    columns = replace(table, cards=tuple(group for group, _ in groups))
    return next_columns(columns, heading, "cards", groups_rows(table, groups))


def groups_rows(table: NextTable, groups: Sequence[Group]) -> Table:
    """Return header and rows for export: each group (with an empty ``card``), followed by its cards."""
    rows = [
        (
            group.name,
            *(("", len(cards)) if card is group else (card.name, 1)),
            card.probability,
            *_equity_cells(card.seats),
        )
        for group, cards in groups
        for card in (group, *cards)
    ]
    return ("group", "card", "cards", "probability", *_equity_heads(table.names)), rows
