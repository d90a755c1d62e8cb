"""The rows of a report, their filter by texture, the means over those that pass, and their table and chart."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from engine import __version__
from engine.betting.action_names import action_text
from engine.betting.flop_panel import before_the_flop
from engine.betting.flop_report import FlopsRequest, ReportFlop, report_total
from engine.betting.flop_solving import Rows
from gui.charts.ticks import category_ticks, percent_ticks
from gui.charts.values import Amount, Axis, Bar, Bars, Chart, Heading, Key, ReadOut, Row, Table
from gui.pages.betting.player_view import DOT, UNKNOWN, action_colors, capital, labeled, rounded_chips
from gui.pages.betting.words import RARE
from gui.parts.table import Column, Order, TableData
from gui.words.captions import brief, file_stem, inputs
from gui.words.formatting import chips, percent

ANY = "any"
HIGHS: Mapping[str, str] = (
    {ANY: "any high card"} | {rank: f"{rank} high" for rank in "AKQJT"} | {"low": "9 high or lower"}
)
PAIRINGS: Mapping[str, str] = {
    ANY: "paired or not", "unpaired": "unpaired", "paired": "paired", "trips": "three of a kind",
}  # fmt: skip
SUITS: Mapping[str, str] = {ANY: "any suits", "rainbow": "rainbow", "two-tone": "two-tone", "monotone": "monotone"}
CONNECTED: Mapping[str, str] = {ANY: "connected or not", "yes": "connected", "no": "not connected"}
FILTERS: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "high": ("High card", HIGHS),
    "pairing": ("Pairs", PAIRINGS),
    "suits": ("Suits", SUITS),
    "connected": ("Connected", CONNECTED),
}
"""The filters by texture: the title, and the texts of the choices by key."""
FIRST, SECOND = "first", "second"
"""The decisions of a report: of the player who acts first, and of the other one after a check."""
ACTIONS = {FIRST: "actions", SECOND: "after_check"}
MAX_NAMED_FLOPS = 30
"""A chart of more flops has no names below its bars."""
BAR, CLOSE = 0.72, 1.0
"""The width of the bars with and without names."""
MIX = 3
"""Index of the column with the bars."""
BAR_WIDTH = 90


@dataclass(frozen=True, slots=True, eq=False)
class FlopRow:
    """A flop of a report with its row, which is empty until the flop is solved.

    ``frequencies``: of the actions of the displayed decision.
    """

    flop: ReportFlop
    row: Mapping[str, Any]
    frequencies: tuple[float, ...]

    @property
    def solved(self) -> bool:
        """Whether the numbers are known."""
        return "ev" in self.row

    @property
    def texture(self) -> str:
        """The texture as text, as in ``K high, two-tone, paired``."""
        texture = self.flop.texture
        more = [texture.pairing] if texture.pairing != "unpaired" else []
        return ", ".join((f"{texture.high} high", texture.suits, *more, *(["connected"] if texture.connected else [])))

    def number(self, key: str, player: int) -> float | None:
        """Return the EV or the equity of a player, or None if it is unknown."""
        value: float | None = self.row[key][player] if self.solved else None
        return value


def passes(flop: ReportFlop, chosen: Mapping[str, str]) -> bool:
    """Return True if a flop has the ``chosen`` texture: the key of a choice by key of :data:`FILTERS`."""
    texture = flop.texture
    values = {
        "high": texture.high if texture.high in HIGHS else "low",
        "pairing": texture.pairing,
        "suits": texture.suits,
        "connected": "yes" if texture.connected else "no",
    }
    return all(choice in (ANY, values[key]) for key, choice in chosen.items())


def flop_rows(request: FlopsRequest, rows: Rows, chosen: Mapping[str, str], decision: str) -> tuple[FlopRow, ...]:
    """Return the rows of the flops that pass the filters, in the order of the set."""
    result = []
    for flop in request.flops:
        if passes(flop, chosen):
            row = rows.get(flop.name, {})
            frequencies = row.get(ACTIONS[decision], {}).values() if "ev" in row else ()
            result.append(FlopRow(flop, row, tuple(value or 0.0 for value in frequencies)))
    return tuple(result)


def actions_of(rows: Sequence[FlopRow], decision: str) -> tuple[str, ...]:
    """Return the names of the actions of a decision, or () before a flop is solved."""
    return next((tuple(row.row[ACTIONS[decision]]) for row in rows if row.solved), ())


def total_of(request: FlopsRequest, rows: Sequence[FlopRow]) -> Mapping[str, Any] | None:
    """Return the means over the solved flops among ``rows``, weighted by the probability of each, or None."""
    done = [(row.flop.share, row.row) for row in rows if row.solved]
    return report_total(done, request.first.pot) if done else None


def names_of(request: FlopsRequest) -> tuple[str, str]:
    """Return the names of both players, the one who acts first in front."""
    table, first = request.first.table, request.first.first
    names = [table.seats[seat].name for seat in table.active_seats]
    return names[first], names[1 - first]


def players_in_order(request: FlopsRequest) -> tuple[int, int]:
    """Return the indices of the players in the EVs and equities of rows, the one who acts first in front."""
    return request.first.first, 1 - request.first.first


def frequencies_line(total: Mapping[str, Any], decision: str) -> str:
    """Return the mean frequencies of a decision without rare actions, as in ``Check 62 % · Bet 33: 38 %``."""
    known = {name: share for name, share in total[ACTIONS[decision]].items() if share is not None and share >= RARE}
    return DOT.join(
        labeled(capital(action_text(name)), percent(share, exact_digits=0)) for name, share in known.items()
    )


def values_line(request: FlopsRequest, total: Mapping[str, Any]) -> str:
    """Return the mean EV and equity of both players as text."""
    pot = request.first.pot
    pairs = [(name, player) for name, player in zip(names_of(request), players_in_order(request), strict=True)]
    evs = ", ".join(labeled(name, rounded_chips(total["ev"][player], pot)) for name, player in pairs)
    equities = ", ".join(labeled(name, percent(total["equity"][player], exact_digits=1)) for name, player in pairs)
    return f"Average EV {evs} chips\u00a0· equity {equities}"


def _plain(value: float | None, digits: int = 1) -> str:
    return UNKNOWN if value is None else f"{100 * value:.{digits}f}"


def _known(value: float | None) -> tuple[bool, float]:
    """Return a sort key by which unknown values come last in descending order."""
    return (False, 0.0) if value is None else (True, value)


def rows_table(request: FlopsRequest, rows: tuple[FlopRow, ...], decision: str) -> TableData[FlopRow]:
    """Return the table of the flops, with the frequency of each action of a decision."""
    pot, names, players = request.first.pot, names_of(request), players_in_order(request)

    def ev_column(name: str, player: int, hide: int) -> Column[FlopRow]:
        def text(row: FlopRow) -> str:
            value = row.number("ev", player)
            return UNKNOWN if value is None else rounded_chips(value, pot)

        return Column(
            f"EV {name}", text, f"EV of {name} in chips", hide_order=hide,
            sort=lambda row: _known(row.number("ev", player)), descending=True,
        )  # fmt: skip

    def equity_column(name: str, player: int, hide: int) -> Column[FlopRow]:
        return Column(
            f"Equity {name}", lambda row: _plain(row.number("equity", player)), f"all-in equity of {name} in %",
            hide_order=hide, sort=lambda row: _known(row.number("equity", player)), descending=True,
        )  # fmt: skip

    def action_column(index: int, name: str) -> Column[FlopRow]:
        def share(row: FlopRow) -> float | None:
            return row.frequencies[index] if index < len(row.frequencies) else None

        title = action_text(name)
        return Column(
            f"{capital(title)} %", lambda row: _plain(share(row), 0), f"frequency of “{title}” in %",
            sort=lambda row: _known(share(row)), descending=True,
        )  # fmt: skip

    actions = actions_of(rows, decision)
    position = {row.flop.name: i for i, row in enumerate(rows)}
    columns = (
        Column(
            "Flop", lambda row: row.flop.name, "the flop, which represents all flops that differ from it only in suits",
            number=False, bold=True, sort=lambda row: position[row.flop.name],
        ),
        Column(
            "Texture", lambda row: row.texture, "high card, suits, pair, and whether a straight is possible",
            number=False, hide_order=5, wide=True, sort=lambda row: row.texture,
        ),
        Column(
            "Share", lambda row: _plain(row.flop.share), "% of the deals, by weight in the set and card removal",
            hide_order=6, sort=lambda row: row.flop.share, descending=True,
        ),
        Column(
            "Strategy", lambda row: "", "frequency of each action, in its color", number=False, extra=BAR_WIDTH,
            hide_order=4, spoken_title="strategy", spoken=partial(_spoken, actions),
        ),
        *(action_column(i, name) for i, name in enumerate(actions)),
        ev_column(names[0], players[0], 0),
        ev_column(names[1], players[1], 7),
        equity_column(names[0], players[0], 3),
        equity_column(names[1], players[1], 8),
        Column(
            "Accuracy", lambda row: _plain(row.row.get("share_of_pot"), 2), "exploitability in % of the pot",
            hide_order=9, sort=lambda row: _known(row.row.get("share_of_pot")), descending=True,
        ),
    )  # fmt: skip
    return TableData(
        columns, rows, key=lambda row: row.flop.name, name=lambda row: row.flop.name, tip=_tip,
        faint=lambda row: not row.solved, order=(0, Order.AscendingOrder), padding=(12, 20), keep_names=True,
    )  # fmt: skip


def _spoken(actions: Sequence[str], row: FlopRow) -> str:
    return ", ".join(
        labeled(action_text(name), percent(share, exact_digits=0))
        for name, share in zip(actions, row.frequencies, strict=False)
    )


def _tip(row: FlopRow) -> str:
    """Return the tool tip of a row: the reason why it has no numbers, or the effect of a double click."""
    if "error" in row.row:
        return f"Not solved: {row.row['error']['message']}"
    return "Double-click to open this flop on the page Betting" if row.solved else "Not solved yet"


def report_chart(
    request: FlopsRequest, rows: Sequence[FlopRow], decision: str, caption: str, *, solved: int
) -> Chart | None:
    """Return the strategy of a decision by flop as stacked bars, in the order of ``rows``; None before any is solved.

    ``caption``: which flops are displayed. ``solved``: the number of all flops that are solved.
    """
    rows = [row for row in rows if row.solved]
    actions = actions_of(rows, decision)
    total = total_of(request, rows)
    if total is None:
        return None
    colors, named_flops = action_colors(actions), len(rows) <= MAX_NAMED_FLOPS
    bars = []
    for i, row in enumerate(rows):
        start = 0.0
        for color, share in zip(colors, row.frequencies, strict=True):
            bars.append(Bar(i, BAR if named_flops else CLOSE, start, start + 100 * share, color))
            start += 100 * share
    means = total[ACTIONS[decision]]
    keys = tuple(
        Key(labeled(action_text(name), percent(means[name] or 0.0, exact_digits=1)), "part", color)
        for name, color in zip(actions, colors, strict=True)
    )
    names = tuple(row.flop.name for row in rows)
    return Chart(
        _heading(request, decision, caption, total, solved=solved),
        Axis(
            -0.5,
            len(rows) - 0.5,
            category_ticks(names, tuple(name[::2] for name in names)) if named_flops else None,
            grid=False,
        ),
        Axis(0.0, 100.0, percent_ticks),
        (Bars(tuple(bars)),),
        partial(_table, request, rows),
        keys=keys,
        read=partial(_read, request, rows, actions),
        stops=tuple((float(i), 50.0) for i in range(len(rows))),
        hides=False,
        spoken=frequencies_line(total, decision),
    )


def _heading(request: FlopsRequest, decision: str, caption: str, total: Mapping[str, Any], *, solved: int) -> Heading:
    """Return the heading of the chart: the decision, the situation, and how exact the numbers are."""
    first, second = names_of(request)
    title = f"Strategy of {first} by flop" if decision == FIRST else f"Strategy of {second} after a check, by flop"
    table = before_the_flop(request.first.table)
    money = f"Pot {chips(request.first.pot)}, stacks {chips(request.first.stack)}"
    share = total["share_of_pot"]
    accuracy = "" if share is None else f", exploitability {percent(share)} of the pot on average"
    count = f"{solved} of {len(request.flops)} flops solved"
    origin = f"Equilibrium for these bet sizes{accuracy}; {count}; Steel Wheel {__version__}"
    about = (*inputs(table), f"{money} · {caption}")
    return Heading(
        title, f"{brief(table)} · {money} · {caption}", about, (), origin, file_stem(table, "flop-report"), always=False
    )


def _table(request: FlopsRequest, rows: Sequence[FlopRow]) -> Table:
    """Return the data of the report: shares are probabilities, EVs are in chips."""
    (first, second), (one, other) = names_of(request), players_in_order(request)
    actions, after = (actions_of(rows, decision) for decision in (FIRST, SECOND))
    header = (
        "flop", "high card", "pairing", "suits", "connected", "share", f"{first} ev", f"{second} ev",
        f"{first} equity", f"{second} equity", *(f"{action_text(name)} frequency" for name in actions),
        *(f"{second} after check: {action_text(name)} frequency" for name in after), "exploitability share of pot",
    )  # fmt: skip
    data = [
        (
            row.flop.name, row.flop.texture.high, row.flop.texture.pairing, row.flop.texture.suits,
            "yes" if row.flop.texture.connected else "no", row.flop.share,
            Amount(row.row["ev"][one]), Amount(row.row["ev"][other]),
            row.row["equity"][one], row.row["equity"][other],
            *("" if value is None else value for value in row.row["actions"].values()),
            *("" if value is None else value for value in row.row["after_check"].values()),
            "" if row.row["share_of_pot"] is None else row.row["share_of_pot"],
        )
        for row in rows
    ]  # fmt: skip
    return header, data


def _read(request: FlopsRequest, rows: Sequence[FlopRow], actions: Sequence[str], x: float, _: float) -> ReadOut | None:
    """Return the read-out of the flop at ``x``: the frequencies, EV and equity of the player who acts first."""
    index = round(x)
    if not 0 <= index < len(rows):
        return None
    row, (name, _second), (player, _other) = rows[index], names_of(request), players_in_order(request)
    ev, equity = row.number("ev", player), row.number("equity", player)
    values = (
        f"EV {rounded_chips(ev or 0.0, request.first.pot)}",
        f"equity {percent(equity or 0.0, exact_digits=1)}",
    )
    seat = request.first.table.active_seats[player]
    return ReadOut(
        f"{row.flop.name}: {_spoken(actions, row)}", (Row(seat, name, values),), float(index), 50.0,
        region=(index - 0.5, index + 0.5, 0.0, 100.0),
    )  # fmt: skip
