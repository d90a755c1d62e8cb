"""The charts of next cards: a map of the deck, maps of two cards together, columns with numbers for files."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from engine import GAMES, Scenario, Snapshot
from engine.cards import DECK_SIZE, RANKS, RAZZ_RANKS, SUITS, card_text
from engine.equity.details.next_cards import EquityAfterCard, NextPairs, NextTable, Runouts, judging_index
from engine.ranges.razz_text import THIRD_STREET, min_slots, parse_razz, written_slots
from gui.charts.forms import ColumnBar, cell_read_out, columns_chart, map_chart
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
    ReadOut,
    Row,
    Rule,
    Table,
    Text,
)
from gui.look.painting import HeatScale, card_words, change_scale
from gui.pages.next_card.table import INKS, Group, grouped
from gui.words.captions import errors_clause, street_name
from gui.words.formatting import CARDS, change_text, interval, percent, percent_digits, table_scale

Array = NDArray[np.float64]
Place = tuple[int, int]
PAIRS, RUNOUTS = "Two next cards", "Turn and river together"
NO_CARDS = Empty("Next card", ("What every card that can come does to the equities is drawn here.",))
NO_PAIRS = Empty(PAIRS, ("What your next card and an opponent's do together is drawn here.",))
NO_RUNOUTS = Empty(RUNOUTS, ("What every turn and river do to the equities is drawn here.",))
RANK_COUNT = len(RANKS)
CARD_NOTE = "numbers, where there is room: equity in percent; colours: points more or less than now"
RUNOUT_NOTE = "colours: points more or less than now; it is the same which of two cards comes first"
LEAST_DECK = 108.0
"""The least height of the map of the deck: two lines in each card."""
SUIT_ROOM, HEAD_ROOM = 16.0, 78.0
"""Pixels for the suits of the cards at the sides of the map of turn and river, and for the texts left of it."""


def change_words(scale: HeatScale) -> tuple[str, str, str]:
    """Return the words of a scale round the present equity: its ends in points more or less."""
    reach = scale.high - scale.middle
    now = f"now {percent(scale.middle, exact_digits=1)}"
    return change_text(-reach, digits=1), now, change_text(reach, digits=1)


def _share(seen: EquityAfterCard) -> str:
    """Return an equity in percent without the sign."""
    return f"{100 * seen.equity:.{min(1, percent_digits(seen.stderr))}f}"


def _values(seen: EquityAfterCard | None, digits: int) -> tuple[str, str, str]:
    """Return an equity, its interval and its change for a read-out."""
    if seen is None:
        return "–", "", ""
    change = change_text(seen.change, seen.noise)
    return percent(seen.equity, seen.stderr, exact_digits=digits), interval(seen.stderr), change


def _heads(names: Sequence[str]) -> tuple[str, ...]:
    """Return the heads of the columns of :func:`_pairs`."""
    return tuple(f"{name} {what}" for name in names for what in ("equity", "stderr"))


def _pairs(numbers: Sequence[EquityAfterCard | None]) -> list[object]:
    """Return equity and standard error of each seat as cells of a table."""
    return [value for seen in numbers for value in (("", "") if seen is None else (seen.equity, seen.stderr))]


# The next card in hold'em: the deck.


def card_map_chart(table: NextTable, snapshot: Snapshot, hidden: frozenset[int] = frozenset()) -> Chart:
    """Return the deck, a row for each suit, coloured by the equity of the seat that judges after each card."""
    scale = table_scale(table)
    cards = {_place(CARDS[entry.name]): (entry, seen) for entry, seen in table.judged}
    cells = []
    for number in range(DECK_SIZE):
        place, texts, tone = _place(number), [RANKS[number >> 2]], None
        if place in cards:
            seen = cards[place][1]
            tone = scale.tone(seen.equity)
            texts += [_share(seen), change_text(seen.change, seen.noise, 1)]
        cells.append(MapCell(*place, tuple(texts), tone, faint=place not in cards, suit=number & 3))

    def read(x: float, y: float) -> ReadOut | None:
        place = int(y), int(x)
        if place not in cards:
            return None
        entry, _ = cards[place]
        seats = zip(table.seats, table.names, entry.seats, strict=True)
        rows = tuple(Row(seat, name, _values(seen, 4)) for seat, name, seen in seats)
        chance = percent(entry.probability, entry.probability_stderr)
        header = f"{card_words(CARDS[entry.name])}, comes {chance}"
        return cell_read_out(place, header[:1].upper() + header[1:], rows)

    title = f"{table.names[table.judge]}'s equity behind every {street_name(snapshot.scenario)} card"
    note = CARD_NOTE + errors_clause([seen.stderr for _, seen in table.judged])
    heading = Heading.of(snapshot, title, (note,), "cardMap")
    size = len(SUITS), RANK_COUNT
    chart = map_chart(heading, size, (Cells(tuple(cells)),), _card_rows(table), scale=change_words(scale))
    stops = tuple((column + 0.5, row + 0.5) for row, column in sorted(cards))
    return replace(chart, read=read, stops=stops, min_height=LEAST_DECK)


def _place(card: int) -> Place:
    """Return the row and the column of a card (0-51)."""
    return card & 3, RANK_COUNT - 1 - (card >> 2)


def _card_rows(table: NextTable) -> Table:
    """Return the equity of every seat after every card, row by row, with its standard error, as probabilities."""
    cards = sorted(table.cards, key=lambda entry: _place(CARDS[entry.name]))
    rows = [(entry.name, entry.probability, *_pairs(entry.seats)) for entry in cards]
    return ("card", "probability", *_heads(table.names)), [
        ("now", "", *(v for now in table.current for v in now)),
        *rows,
    ]


# Two next cards in razz.


@dataclass(frozen=True, slots=True, eq=False)
class PairMap:
    """The next card of the seat ``mine`` (rows) and of ``other`` (columns), ace to king.

    ``chance`` and ``chance_error``, float64[13, 13]: NaN where no such cards are live; ``equity`` and ``stderr``
    float64[13, 13, seats]: of the active seats at ``places``, with their ``names`` and what they have ``now``, equity
    and standard error; NaN where it is not known.
    """

    mine: int
    other: int
    chance: Array
    chance_error: Array
    equity: Array
    stderr: Array
    places: tuple[int, ...]
    names: tuple[str, ...]
    now: tuple[tuple[float, float], ...]

    def seen(self, cell: Place, place: int) -> EquityAfterCard:
        """Return the equity of the seat at ``place`` among the active ones after the cards of a cell."""
        return EquityAfterCard(float(self.equity[cell][place]), float(self.stderr[cell][place]), *self.now[place])

    @property
    def judge(self) -> int:
        """The place of the seat ``mine`` among the active ones."""
        return self.places.index(self.mine)

    @property
    def titles(self) -> tuple[str, str]:
        """The names of the seats of the rows and of the columns."""
        return self.names[self.judge], self.names[self.places.index(self.other)]

    @property
    def known(self) -> list[Place]:
        """The cells whose equity is known, row by row."""
        return [(row, column) for row, column in np.argwhere(np.isfinite(self.equity[..., self.judge])).tolist()]

    @property
    def scale(self) -> HeatScale:
        """The colours: round the present equity."""
        now, own = self.now[self.judge][0], self.equity[..., self.judge]
        return change_scale(now, float(np.nanmax(np.abs(own - now))) if np.isfinite(own).any() else 0.0)


def pair_seats(value: NextPairs, seat: int) -> tuple[int, tuple[int, ...]] | None:
    """Return whose card the rows are for, ``seat`` or else the first one that draws, and who else draws; None where
    fewer than two seats do."""
    drawing = sorted({one for pair in value.pairs for one in pair.seats})
    if not drawing:
        return None
    mine = seat if seat in drawing else drawing[0]
    return mine, tuple(one for one in drawing if one != mine)


def _active(snapshot: Snapshot) -> list[tuple[int, str, float, float]]:
    """Return place, name, equity and standard error of each active seat."""
    seats = ((i, seat.name, seat.estimate) for i, seat in enumerate(snapshot.seats))
    return [(i, name, e.equity, e.stderr) for i, name, e in seats if e is not None]


def pair_map(value: NextPairs, snapshot: Snapshot, mine: int, other: int) -> PairMap:
    """Return the values of the next cards of the seats ``mine`` and ``other``, which both draw."""
    pair = next(pair for pair in value.pairs if set(pair.seats) == {mine, other})
    active, size = _active(snapshot), len(RAZZ_RANKS)
    row, column = pair.ranks.T if pair.seats == (mine, other) else pair.ranks.T[::-1]
    chance, chance_error = np.full((2, size, size), np.nan)
    equity, error = np.full((2, size, size, len(active)), np.nan)
    for table, values in (
        (chance, pair.probability), (chance_error, pair.probability_stderr), (equity, pair.equity), (error, pair.stderr)
    ):  # fmt: skip
        table[row, column] = values
    places, names = tuple(seat for seat, *_ in active), tuple(name for _, name, *_ in active)
    now = tuple((equity, stderr) for *_, equity, stderr in active)
    return PairMap(mine, other, chance, chance_error, equity, error, places, names, now)


def pair_chart(map_: PairMap, snapshot: Snapshot, hidden: frozenset[int] = frozenset()) -> Chart:
    """Return the cells: the equity of the seat of the rows in percent, and below it the chance of the cell."""
    scale, known, (mine, other) = map_.scale, map_.known, map_.titles
    judged = {cell: map_.seen(cell, map_.judge) for cell in known}
    cells = tuple(
        MapCell(*cell, (_share(seen), f"{100 * map_.chance[cell]:.2f}"), scale.tone(seen.equity))
        for cell, seen in judged.items()
    )

    def read(x: float, y: float) -> ReadOut | None:
        cell = int(y), int(x)
        if cell not in judged:
            return None
        seats = enumerate(zip(map_.places, map_.names, strict=True))
        rows = tuple(Row(place, name, _values(map_.seen(cell, i), 2)) for i, (place, name) in seats)
        chance = percent(float(map_.chance[cell]), float(map_.chance_error[cell]), exact_digits=2)
        cards = ", ".join(f"{title} {RAZZ_RANKS[rank]}" for title, rank in zip(map_.titles, cell, strict=True))
        return cell_read_out(cell, f"{cards}: {chance}", rows)

    note = (
        f"rows: {mine}'s card, columns: {other}'s; {mine}'s equity, below it the chance of the cell, in percent; "
        f"colours: points more or less than now{errors_clause([seen.stderr for seen in judged.values()])}"
    )
    title = f"{mine}'s {_next_street(snapshot.scenario)} card by {other}'s"
    heading, ranks = Heading.of(snapshot, title, (note,), "nextPair"), tuple(RAZZ_RANKS)
    size, words = (len(ranks), len(ranks)), change_words(scale)
    chart = map_chart(heading, size, (Cells(cells),), _pair_rows(map_), heads=(ranks, ranks), scale=words)
    return replace(chart, read=read, stops=tuple((column + 0.5, row + 0.5) for row, column in known))


def _pair_rows(map_: PairMap) -> Table:
    """Return every two cards that can come: their chance and all equities, with their errors, as probabilities."""
    titles = (f"{title} card" for title in map_.titles)
    rows: list[tuple[object, ...]] = []
    for row, column in map_.known:
        values = np.stack([map_.equity[row, column], map_.stderr[row, column]], axis=1).ravel().tolist()
        chance = float(map_.chance[row, column]), float(map_.chance_error[row, column])
        rows.append((RAZZ_RANKS[row], RAZZ_RANKS[column], *chance, *values))
    return (*titles, "probability", "probability stderr", *_heads(map_.names)), rows


def _next_street(scenario: Scenario) -> str:
    """Return the name of the street that comes next, as in *fourth street*."""
    texts = (parse_razz(scenario.seats[seat].cards) for seat in scenario.active_seats)
    return GAMES[scenario.game].streets[min_slots(map(written_slots, texts)) + 1 - THIRD_STREET]


# Turn and river in hold'em.


@dataclass(frozen=True, slots=True, eq=False)
class RunoutMap:
    """The pairs of cards that can come. ``cards``: those in any of them, ace to deuce; ``chance`` float64[n, n] and
    ``equity`` float64[n, n, seats]: of each turn (row) and river (column), NaN where they cannot come together.

    ``places`` and ``names`` are those of the active seats, ``now`` their equities, ``judge`` the one that is coloured.
    """

    cards: tuple[int, ...]
    chance: Array
    equity: Array
    places: tuple[int, ...]
    names: tuple[str, ...]
    now: tuple[float, ...]
    judge: int

    @property
    def scale(self) -> HeatScale:
        """The colours: round the present equity."""
        now = self.now[self.judge]
        return change_scale(now, float(np.nanmax(np.abs(self.equity[..., self.judge] - now))))


def runout_map(value: Runouts, snapshot: Snapshot, seat: int) -> RunoutMap | None:
    """Return the values for ``seat``, the first active one where it is none; None where there are no pairs."""
    if not len(value.cards):
        return None
    active = _active(snapshot)
    cards = sorted(set(value.cards.reshape(-1).tolist()), key=lambda card: (-(card >> 2), card & 3))
    numbers = np.full(DECK_SIZE, -1)
    numbers[cards] = np.arange(len(cards))
    one, other = numbers[value.cards].T
    chance = np.full((len(cards), len(cards)), np.nan)
    equity = np.full((len(cards), len(cards), len(active)), np.nan)
    for row, column in ((one, other), (other, one)):
        chance[row, column] = value.probability / 2
        equity[row, column] = value.equity
    places, names, now, _ = zip(*active, strict=True)
    return RunoutMap(tuple(cards), chance, equity, places, names, now, judging_index(places, seat))


def runout_chart(map_: RunoutMap, snapshot: Snapshot, hidden: frozenset[int] = frozenset()) -> Chart:
    """Return every turn with every river as an image, between the cards and lines between their ranks."""
    count, scale, own = len(map_.cards), map_.scale, map_.equity[..., map_.judge]
    firsts = [i for i, card in enumerate(map_.cards) if i == 0 or card >> 2 != map_.cards[i - 1] >> 2]
    tones = np.clip((own - scale.middle) / (scale.high - scale.middle), -1.0, 1.0)
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

    def read(x: float, y: float) -> ReadOut | None:
        cell = min(int(y), count - 1), min(int(x), count - 1)
        if np.isnan(map_.chance[cell]):
            return None
        turn, river = (card_words(map_.cards[i]) for i in cell)
        seats = zip(map_.places, map_.names, map_.equity[cell].tolist(), map_.now, strict=True)
        rows = tuple(
            Row(seat, name, (percent(e, exact_digits=2), change_text(e - now))) for seat, name, e, now in seats
        )
        header = f"Turn {turn}, river {river}: {percent(float(map_.chance[cell]), exact_digits=3)}"
        return cell_read_out(cell, header, rows)

    title = f"{map_.names[map_.judge]}'s equity behind every turn and river"
    heading = Heading.of(snapshot, title, (RUNOUT_NOTE,), "runouts")
    chart = map_chart(heading, (count, count), marks, _runout_rows(map_), scale=change_words(scale))
    stops = np.argwhere(np.isfinite(map_.chance))[:, ::-1] + 0.5
    left = Axis(0.0, count, ranks, grid=False, line=False, gap=SUIT_ROOM, room=HEAD_ROOM)
    top = Axis(0.0, count, ranks, grid=False, line=False, gap=SUIT_ROOM)
    return replace(chart, y=left, top=top, read=read, stops=tuple(map(tuple, stops.tolist())))


def _runout_rows(map_: RunoutMap) -> Table:
    """Return every turn with every river: probability and equities."""
    names = [card_text(card) for card in map_.cards]
    header = ("turn", "river", "probability", *(f"{name} equity" for name in map_.names))
    return header, [
        (names[row], names[column], float(map_.chance[row, column]), *map_.equity[row, column].tolist())
        for row, column in np.argwhere(np.isfinite(map_.chance)).tolist()
    ]


# Columns for files.


def next_columns(table: NextTable, heading: Heading, counted: str, data: Table) -> Chart:
    """Return a column for each entry of ``table``: the bar of the seat that judges; below it how many cards are
    ``counted``, how likely they are, and all equities after them. The note of the heading is written here.
    """
    order, cards, judge = judge_first(table), table.cards, table.judge
    noise = table.max_errors(judge)[1]
    bars = [
        None if seen is None else ColumnBar(100 * seen.change, change_text(seen.change, noise, 1), INKS[seen.verdict])
        for seen in (card.seats[judge] for card in cards)
    ]
    now = ", ".join(f"{table.names[seat]} {percent(*table.current[seat])}" for seat in order)
    note = f"bars: points by which {table.names[judge]}'s equity moves; below: equities behind each; now: {now}"
    note += errors_clause([s.stderr for card in cards for s in card.seats if s is not None])
    rows = [
        NumberRow(counted, tuple("" if card.live is None else str(card.live) for card in cards)),
        NumberRow("chance", tuple(percent(c.probability, c.probability_stderr, exact_digits=1) for c in cards)),
    ]
    for seat in order:
        seen, error = (card.seats[seat] for card in cards), table.max_errors(seat)[0]
        texts = tuple("–" if s is None else percent(s.equity, error, exact_digits=1) for s in seen)
        rows.append(NumberRow(table.names[seat], texts, table.seats[seat]))
    names = [card.name for card in cards]
    return columns_chart(replace(heading, notes=(note,)), names, tuple(rows), data, bars=bars)


def judge_first(table: NextTable) -> list[int]:
    """Return the places among the active seats, that of the seat that judges first."""
    return sorted(range(len(table.seats)), key=lambda i: (i != table.judge, i))


def rank_columns(table: NextTable, snapshot: Snapshot) -> Chart:
    """Return the ranks that can come next in razz: live cards, chances and all equities."""
    order, rows = judge_first(table), list[tuple[object, ...]]()
    for card in table.cards:
        live = "" if card.live is None else card.live
        rows.append((card.name, live, card.probability, *_pairs([card.seats[seat] for seat in order])))
    header = ("card", "live", "probability", *_heads([table.names[seat] for seat in order]))
    title = f"The next card {'for everybody' if table.seat is None else f'to {table.title}'}"
    return next_columns(table, Heading.of(snapshot, title, (), "next-card"), "live", (header, rows))


def groups_chart(table: NextTable, snapshot: Snapshot, board: Sequence[int]) -> Chart:
    """Return the groups as columns: bars of the seat that judges, cards, chances and all equities."""
    groups = grouped(table, board)
    title = f"{table.names[table.judge]}'s equity behind groups of next cards"
    heading = Heading.of(snapshot, title, (), "next-card-groups")
    columns = replace(table, cards=tuple(group for group, _ in groups))
    return next_columns(columns, heading, "cards", groups_rows(table, groups))


def groups_rows(table: NextTable, groups: Sequence[Group]) -> Table:
    """Return the groups (``card`` empty) and the cards of each: probability, equities and their standard errors."""
    rows = [
        (group.name, *(("", len(cards)) if card is group else (card.name, 1)), card.probability, *_pairs(card.seats))
        for group, cards in groups
        for card in (group, *cards)
    ]
    return ("group", "card", "cards", "probability", *_heads(table.names)), rows
