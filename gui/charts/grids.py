"""Heat maps as data for files: the range of hold'em; razz's starting hands, dead cards, path, meetings, next cards."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine import Snapshot
from engine.cards import RAZZ_RANKS, combo_text
from engine.details.lows import MEETING_RESULTS as RESULTS
from gui.look.formatting import NO_BREAK, interval, percent
from gui.look.heat import HeatScale, equity_scale
from gui.parts.hand_equities import HandEquity
from gui.parts.hand_matrix import ALL_PLACES, SIZE, HandMap, Weights, cells, class_name, combos_at
from gui.parts.outcomes import Meeting
from gui.parts.starting_pairs import STREETS, DeadCard, PathStep, StartingChart
from gui.state.next_cards import SIGNS, NextTable, change_text

Table = tuple[tuple[str, ...], list[tuple[object, ...]]]
PAINTED = 0.6
"""The tone of what a range holds, where nothing is told of its equity."""
SHORT = {"10": "T", "11": "J", "12": "Q", "13": "K", "paired": "pr"}


@dataclass(frozen=True, slots=True)
class GridCell:
    """A cell: ``tone`` from -1 to 1 colours it, None: its value is not known; ``height``: the coloured share of it;
    ``faint`` ones are only there for their place."""

    row: int
    column: int
    label: str
    notes: tuple[str, ...] = ()
    tone: float | None = None
    height: float = 1.0
    faint: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Grid:
    """A heat map of ``rows`` x ``columns`` cells; ``scale`` explains the colours: low end, middle, high end."""

    title: str
    remark: str
    rows: int
    columns: int
    cells: tuple[GridCell, ...]
    table: Table
    scale: tuple[str, str, str] | None = None
    row_heads: tuple[str, ...] = ()
    column_heads: tuple[str, ...] = ()


def _sampled(errors: Sequence[float | None]) -> str:
    """Return a clause that says how exact the numbers are."""
    widest = max((error for error in errors if error), default=0.0)
    return f"; sampled, at most {interval(widest)} (95{NO_BREAK}%)" if widest else ""


def _words(scale: HeatScale, middle: str) -> tuple[str, str, str]:
    low, centre, high = (percent(value, exact_digits=1) for value in (scale.low, scale.middle, scale.high))
    return low, f"{middle} {centre}", high


def range_grid(content: HandMap, snapshot: Snapshot) -> Grid:
    """Return the equity of every hand in a seat's range."""
    equities = content.equities
    shown = [
        GridCell(*place, c.label, (c.note,) if c.note else (), c.tone, c.weight, faint=c.weight == 0)
        for place, c in zip(ALL_PLACES, cells(content.weights, content.known, equities, hot=True), strict=True)
    ]
    errors = _sampled([hand.stderr for hand in equities.classes.values()])
    whole = next((s.estimate for s in snapshot.seats if s.name == equities.name), None)
    mean = f", all together {percent(whole.equity, whole.stderr)}" if whole is not None else ""
    return Grid(
        f"Equity of every hand in {equities.name}'s range",
        f"numbers: equity in percent{mean}; heights: weights{errors}",
        SIZE,
        SIZE,
        tuple(shown),
        _range_table(content),
        scale=_words(equities.scale, "fair"),
    )


def weights_grid(name: str, weights: Weights, known: int) -> Grid:
    """Return the weights of the range, float64[1326], of the seat ``name``, which cannot hold the cards ``known``."""
    shown = [
        GridCell(*place, c.label, (c.note,) if c.note else (), PAINTED, c.weight, faint=c.weight == 0)
        for place, c in zip(ALL_PLACES, cells(weights, known), strict=True)
    ]
    held = int((weights > 0).sum())
    return Grid(
        f"{name}'s range",
        f"heights: weights; {held} combo{'' if held == 1 else 's'} before known cards are removed",
        SIZE,
        SIZE,
        tuple(shown),
        _weights_table(weights),
    )


def _weights_table(weights: Weights) -> Table:
    """Return the mean weight of every class of the range (``combo`` empty), then of every combo."""
    rows: list[tuple[object, ...]] = []
    combos: list[tuple[object, ...]] = []
    for place in ALL_PLACES:
        name, all_combos = class_name(place), list(combos_at(place))
        held = [combo for combo in all_combos if weights[combo] > 0]
        if held:
            rows.append((name, "", float(weights[all_combos].mean())))
        combos += [(name, combo_text(combo), float(weights[combo])) for combo in held]
    return ("hand", "combo", "weight"), [*rows, *combos]


def _range_table(content: HandMap) -> Table:
    """Return weight, share and equity of every class of the range (``combo`` empty), then of every combo."""
    classes: list[tuple[object, ...]] = []
    combos: list[tuple[object, ...]] = []
    for place in ALL_PLACES:
        name, all_combos = class_name(place), list(combos_at(place))
        held = [combo for combo in all_combos if content.weights[combo] > 0]
        if held:
            mean = float(content.weights[all_combos].mean())
            classes.append((name, "", mean, *_numbers(content.equities.classes.get(name))))
        for combo in held:
            text = combo_text(combo)
            numbers = _numbers(content.equities.combos.get(text))
            combos.append((name, text, float(content.weights[combo]), *numbers))
    return ("hand", "combo", "weight", "share", "equity", "stderr"), [*classes, *combos]


def _numbers(hand: HandEquity | None) -> tuple[object, object, object]:
    if hand is None:
        return "", "", ""
    return hand.share, hand.equity, "" if hand.stderr is None else hand.stderr


def starting_grid(chart: StartingChart) -> Grid:
    """Return the triangle of razz down cards; the row is the lower card."""
    scale = chart.scale
    shown, rows = [], []
    for low, first in enumerate(RAZZ_RANKS):
        for high in range(low, len(RAZZ_RANKS)):
            name, pair = first + RAZZ_RANKS[high], chart.pairs.get((low, high))
            if pair is None:
                shown.append(GridCell(low, high, name, faint=True))
                continue
            shown.append(GridCell(low, high, name, (f"{100 * pair.equity:.1f}",), scale.tone(pair.equity)))
            rows.append((first, RAZZ_RANKS[high], pair.combos, pair.probability, pair.equity, pair.stderr))
    errors = [pair.stderr for pair in chart.pairs.values()]
    return Grid(
        f"{chart.name}'s starting hands with {chart.beside}",
        f"numbers: equity in percent; any two down cards {percent(chart.average, chart.average_stderr)}"
        f"; blue: more than a fair share, orange: less{_sampled(errors)}",
        len(RAZZ_RANKS),
        len(RAZZ_RANKS),
        tuple(shown),
        (("down 1", "down 2", "combos", "probability", "equity", "stderr"), list(rows)),
        _words(scale, "fair"),
    )


def dead_grid(dead: Mapping[int, DeadCard], name: str) -> Grid:
    """Return what one more dead card of each rank does to the equity of the seat ``name``."""
    shown, rows = [], []
    reach = max((abs(card.change) for card in dead.values() if card.change is not None), default=0.0) or 1.0
    for rank, sign in enumerate(RAZZ_RANKS):
        card = dead.get(rank)
        if card is None or card.equity is None or card.change is None:
            shown.append(GridCell(0, rank, sign, faint=True))
            continue
        notes = (change_text(card.change, 1.96 * card.stderr), percent(card.equity, card.stderr, exact_digits=1))
        shown.append(GridCell(0, rank, sign, notes, card.change / reach))
        rows.append((sign, card.live, card.equity, card.change, card.stderr))
    return Grid(
        f"One more dead card: {name}'s equity",
        "points of percent more or less than now, and the equity then"
        f"{_sampled([card.stderr for card in dead.values()])}",
        1,
        len(RAZZ_RANKS),
        tuple(shown),
        (("rank", "live", "equity", "change", "stderr"), list(rows)),
    )


def path_grid(steps: Sequence[PathStep], names: Sequence[str]) -> Grid:
    """Return the equities of the seats ``names`` street by street."""
    shown, rows = [], []
    scale = equity_scale(len(names))
    for column, step in enumerate(steps):
        for row in range(len(names)):
            if step.equity is None:
                shown.append(GridCell(row, column, "–", faint=True))
            else:
                equity = step.equity[row]
                shown.append(GridCell(row, column, percent(equity, step.stderr[row]), (), scale.tone(equity)))
        numbers = [("", "")] * len(names) if step.equity is None else zip(step.equity, step.stderr, strict=True)
        rows.append((STREETS[step.street], *(value for pair in numbers for value in pair)))
    errors = [error for step in steps for error in step.stderr]
    return Grid(
        "Equity street by street",
        f"the equity on each street, the cards known then and all dead cards considered{_sampled(errors)}",
        len(names),
        len(steps),
        tuple(shown),
        (("street", *(f"{name} {what}" for name in names for what in ("equity", "stderr"))), list(rows)),
        _words(scale, "fair"),
        row_heads=tuple(names),
        column_heads=tuple(STREETS[step.street] for step in steps),
    )


def meeting_grid(meeting: Meeting) -> Grid:
    """Return who of two razz seats beats whom with what."""
    names = tuple(SHORT.get(name, name) for name in meeting.classes)
    count = len(names)
    shares = [[sum(meeting.grids[r][i][j] for r in RESULTS) for j in range(count)] for i in range(count)]
    top = max(max(row) for row in shares) or 1.0
    shown, rows = [], []
    for i in range(count):
        for j in range(count):
            win, tie, lose = (meeting.grids[name][i][j] for name in RESULTS)
            rows.append((meeting.classes[i], meeting.classes[j], win, tie, lose))
            strength = (shares[i][j] / top) ** 0.5
            tone = 0.0 if tie > max(win, lose) else strength if win >= lose else -strength
            sign = "=" if tie > max(win, lose) else "▲" if win >= lose else "▼"
            label = f"{100 * shares[i][j]:.1f} {sign}" if shares[i][j] >= 0.0005 else ""
            shown.append(GridCell(i, j, label, (), tone, faint=not label))
    first, second = meeting.names
    results = ", ".join(f"{name}s {percent(meeting.share(name), meeting.stderr)}" for name in RESULTS)
    return Grid(
        f"{first} against {second}: who beats whom with what",
        f"rows: {first}'s low, columns: {second}'s; percent of all deals; {first} {results}"
        f"{_sampled([meeting.stderr])}",
        count,
        count,
        tuple(shown),
        ((first, second, "win", "tie", "lose"), list(rows)),
        row_heads=names,
        column_heads=names,
    )


def next_rank_grid(table: NextTable) -> Grid:
    """Return what each rank that can come next does to the seats: a row for each, the one that draws first."""
    order = sorted(range(len(table.places)), key=lambda i: (i != table.judge, i))
    reach = max((abs(s.change) for card in table.cards for s in card.seats if s is not None), default=0.0) or 1.0
    shown, rows = [], []
    for row, seat in enumerate(order):
        for column, card in enumerate(table.cards):
            seen = card.seats[seat]
            if seen is None:
                shown.append(GridCell(row, column, card.name, faint=True))
                continue
            change = f"{SIGNS[seen.verdict]} {change_text(seen.change, seen.noise, 1)}"
            notes = (percent(seen.equity, seen.stderr, exact_digits=1), change)
            shown.append(GridCell(row, column, card.name, notes, seen.change / reach))
    for card in table.cards:
        numbers = [("", "") if s is None else (s.equity, s.stderr) for s in (card.seats[seat] for seat in order)]
        live = "" if card.live is None else card.live
        rows.append((card.name, live, card.probability, *(value for pair in numbers for value in pair)))
    who = "for everybody" if table.seat is None else f"to {table.title}"
    errors = [s.stderr for card in table.cards for s in card.seats if s is not None]
    heads = tuple(table.names[seat] for seat in order)
    return Grid(
        f"The next card {who}",
        f"equity behind each card, and points more or less than now{_sampled(errors)}",
        len(order),
        len(table.cards),
        tuple(shown),
        (("card", "live", "probability", *(f"{name} {w}" for name in heads for w in ("equity", "stderr"))), list(rows)),
        row_heads=heads,
    )
