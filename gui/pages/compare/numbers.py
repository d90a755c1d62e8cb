"""The numbers of both tables and their differences as rows: equities, final hands, bets."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from engine import Estimate
from engine.details.bet_changes import BetChange
from engine.details.changes import Change
from engine.details.next_tables import Z95
from gui.charts.class_axes import WORDS
from gui.look.changes import LEAST_WORTH, change_words, is_seen
from gui.look.formatting import (
    NO_BREAK,
    change_in_chips,
    change_in_growth,
    chips,
    growth_text,
    interval,
    percent,
    signed_chips,
)
from gui.pages.compare.sides import Sides, class_names
from gui.parts.table import Column, TableData

INKS = {1: "good", 0: "muted", -1: "bad"}
EXACT_DIGITS = 4
HEADS = (
    ("", "seat and number"),
    ("A", "the table that was pinned"),
    ("B", "the other table"),
    ("B − A", "how much more it is on B, with the half width of the 95 % interval of the difference"),
)
OUTCOMES = (("win", "Win"), ("tie", "Tie"))


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
    names, result = WORDS[other.scenario.game].names, []
    for old, new in sides.pairs:
        before, after = one.seats[old].estimate, other.seats[new].estimate
        if before is None or after is None:
            continue
        result.append(NumberRow(sides.name(old, new), "", "", "", seat=new, main=True))
        shares = sides.shares(old, new)
        for key, title in zip(class_names(sides), names, strict=True):
            result.append(_share_row(f"    {title}", shares[key], before, after))
    return tuple(result)


def bet_rows(sides: Sides) -> tuple[NumberRow, ...]:
    """Return expected chips and growth of hero's actions on both tables, the advice first."""
    result = []
    for bet in sides.bets:
        result.append(NumberRow(_bet_name(bet), *_done(bet), "", main=True))
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


def _bet_name(bet: BetChange) -> str:
    return "What is best" if bet.advised else bet.after.action.capitalize()


def _done(bet: BetChange) -> tuple[str, str]:
    texts = []
    for choice in (bet.before, bet.after):
        amount = f" {chips(choice.chips)}" if choice.chips else ""
        texts.append(f"{choice.action}{amount}" if bet.advised else amount.strip() or "–")
    return texts[0], texts[1]


def _worth_row(
    title: str, worth: Change, written: Callable[[float], str], changed: Callable[[float, float], str]
) -> NumberRow:
    words = changed(worth.change, Z95 * worth.stderr)
    direction = _sign(worth.change) if is_seen(worth, LEAST_WORTH) else 0
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
