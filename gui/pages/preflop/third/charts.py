"""The answer of third street as texts, charts and tables: fourth streets, hero's pairs, steals by door."""

import math
from collections.abc import Callable, Collection, Sequence

from engine import Scenario, __version__
from engine.cards import RAZZ_RANKS
from engine.equity.details.next_cards import Z95
from engine.preflop.answer import ClassValue
from engine.preflop.third.answer import DoorRow, FourthCardRow, ThirdAction, ThirdAnswer
from engine.preflop.third.request import ThirdRequest
from engine.preflop.third.run import Steals
from engine.preflop.third.steals import columns
from engine.ranges.razz_products import ALL_PAIRS
from gui.charts.forms import Place, map_chart
from gui.charts.ticks import category_ticks, chip_ticks
from gui.charts.values import (
    Amount,
    Axis,
    Bar,
    Bars,
    Cells,
    Chart,
    Empty,
    Heading,
    MapCell,
    ReadOut,
    Row,
    Rule,
    Table,
)
from gui.parts.table import NEVER, Column, TableData
from gui.words.captions import brief, file_stem, inputs
from gui.words.formatting import chips, deals, margin, percent, sampled_percent, signed_chips, worth

LEFT_OUT = (
    ("No re-raises", "A completion is called or folded to; there are no raises after it."),
    (
        "opponents pay on every fourth street",
        "Opponents pay the same share of the bets on every fourth street, good or bad.",
    ),
    (
        "one amount for all later bets",
        "All bets from fourth street on are one amount, put in by continuing.",
    ),
    ("free cards are worth 0", "A fourth street that hero gives up counts as 0, even if checking is free."),
)
"""The simplifications of the model, each in short and in a sentence."""


def action_name(action: str, request: ThirdRequest) -> str:
    """Return the name of an action with its amount, as in ``Complete to 2``."""
    if action == "complete" and request.raise_to is not None:
        return f"Complete to {chips(request.raise_to)}"
    return action.capitalize()


def headline(answer: ThirdAnswer) -> tuple[str, str]:
    """Return two texts: the best action, and its EV over the next best one."""
    ordered = sorted(answer.actions, key=lambda action: (action.action != answer.best, -action.ev))
    best, second = ordered[0], ordered[1]
    error = best.stderr + second.stderr
    around = margin(error)
    over = f"{worth(best.ev - second.ev, error)}{f' ({around})' if around else ''}"
    rest = f"  EV {over} chips vs {_phrase(second.action)}"
    return action_name(best.action, answer.request), rest


def _phrase(action: str) -> str:
    return {"fold": "folding", "call": "calling", "check": "checking", "complete": "completing"}[action]


def reason(answer: ThirdAnswer) -> str:
    """Return in one sentence why the best action is the best."""
    played = [action for action in answer.actions if action.action != "fold"]
    action = next((a for a in played if a.action == answer.best), max(played, key=lambda a: a.ev))
    if action.everybody_folds > 1 - 1e-9:
        return "Everybody folds every time."
    playable = sampled_percent(action.playable, action.playable_stderr)
    going = "every fourth street" if action.playable > 1 - 1e-9 else f"{playable} of fourth streets"
    going = f"you continue on {going}"
    share = f"{sampled_percent(action.equity, action.equity_stderr)} equity"
    if answer.best == "fold":
        return (
            f"{_phrase(action.action).capitalize()} would lose {chips(-action.ev)} chips on average: {going}, with "
            f"{share}."
        )
    if action.everybody_folds > 0:
        folds = sampled_percent(action.everybody_folds, action.everybody_folds_stderr)
        return f"Everybody folds {folds} of the time; otherwise {going}, with {share}."
    return f"{going[:1].upper()}{going[1:]}, with {share}."


def method_line(answer: ThirdAnswer) -> str:
    """Return how the numbers were computed."""
    how = "exact" if answer.method == "exact" else f"sampled, {deals(answer.trials or 0)}"
    return f"{how}: {answer.reason}"


def ev_text(action: ThirdAction) -> str:
    """Return the EV of an action with its interval."""
    around = margin(action.stderr)
    return f"{worth(action.ev, action.stderr, exact_digits=3)}{f' {around}' if around else ''}"


FOURTH = Empty("Fourth streets", ("The EV of every fourth street is drawn here.",))
STEALS = Empty("Steals", ("The EV of completing with each door card is drawn here.",))
BY_DOORS = Empty("Steals by door card", ("The EV of completing against other door cards is drawn here.",))
FREE = 0.12
"""The empty space above and below the values, as a share of their span."""


def _heading(scenario: Scenario, answer: ThirdAnswer | Steals, title: str, note: str, name: str) -> Heading:
    how = "exact" if answer.method == "exact" else f"sampled, seed {answer.request.run.seed}, 95\u00a0% intervals"
    origin = f"Third street, bad fourth streets given up: {how} · Steel Wheel {__version__}"
    return Heading(title, brief(scenario), inputs(scenario), (note,), origin, file_stem(scenario, name))


def actions_table(answer: ThirdAnswer, *, stale: bool) -> TableData[ThirdAction]:
    """Return the table of the actions, the best first."""
    rows = sorted(answer.actions, key=lambda action: (action.action != answer.best, -action.ev))
    every: tuple[Column[ThirdAction], ...] = (
        Column("Action", lambda a: action_name(a.action, answer.request), number=False, wide=True),
        Column("EV", ev_text, "EV in chips, compared with folding now", bold=True),
        Column("Cost", lambda a: chips(a.cost), "Chips that hero puts in now", hide_order=4),
        Column(
            "All fold", lambda a: _share(a, a.everybody_folds, a.everybody_folds_stderr),
            "How often everybody folds before fourth street", hide_order=2,
            short=(lambda a: _share(a, a.everybody_folds, a.everybody_folds_stderr, terse=True),),
        ),
        Column(
            "Equity", lambda a: _share(a, a.equity, a.equity_stderr), "Hero's all-in equity", hide_order=1,
            short=(lambda a: _share(a, a.equity, a.equity_stderr, terse=True),),
        ),
        Column(
            "Continue", lambda a: _share(a, a.playable, a.playable_stderr),
            "Percentage of fourth streets on which hero continues", hide_order=3,
            short=(lambda a: _share(a, a.playable, a.playable_stderr, terse=True),),
        ),
    )  # fmt: skip
    return TableData(
        every, tuple(rows), stale=stale, key=lambda a: a.action, strong=lambda a: a is rows[0], levels=(4, 1)
    )


def _share(action: ThirdAction, value: float, stderr: float | None, *, terse: bool = False) -> str:
    return "" if action.action == "fold" else _percent(value, stderr, terse=terse)


def _percent(value: float, stderr: float | None, digits: int = 1, *, terse: bool = False) -> str:
    """Return a share in percent with its interval; ``terse``: without it, in the digits that it supports."""
    text = sampled_percent(value, stderr, exact_digits=digits)
    return text.partition(" ")[0] if terse else text


def _chips_with_error(value: float, stderr: float | None) -> str:
    return f"{worth(value, stderr or 0.0)} {margin(stderr or 0.0)}".strip()


def cards_table(action: ThirdAction, *, stale: bool) -> TableData[FourthCardRow]:
    """Return the table of the values of hero's fourth cards after an action."""
    every: tuple[Column[FourthCardRow], ...] = (
        Column("Fourth card", lambda r: RAZZ_RANKS[r.mine], number=False, wide=True),
        Column(
            "Probability",
            lambda r: _percent(r.probability, r.probability_stderr),
            "Probability of this card if there is a fourth street",
            hide_order=1,
            short=(lambda r: _percent(r.probability, r.probability_stderr, terse=True),),
        ),
        Column(
            "Equity",
            lambda r: _percent(r.equity, r.equity_stderr),
            "Hero's all-in equity with this card",
            short=(lambda r: _percent(r.equity, r.equity_stderr, terse=True),),
        ),
        Column(
            "Continue",
            lambda r: _percent(r.playable, r.playable_stderr, 0),
            "How often hero continues with it",
            short=(lambda r: _percent(r.playable, r.playable_stderr, 0, terse=True),),
        ),
        Column("EV", _card_value, "EV in chips; chips already paid are not deducted", bold=True),
    )
    given_up = lambda row: row.playable < 0.5  # noqa: E731
    return TableData(every, action.by_mine, stale=stale, key=lambda r: r.mine, faint=given_up, levels=(NEVER, 1))


def _card_value(row: FourthCardRow) -> str:
    if not row.value_stderr:
        return signed_chips(round(row.value, 3))
    return _chips_with_error(row.value, row.value_stderr)


def fourth_map(scenario: Scenario, answer: ThirdAnswer, action: ThirdAction) -> Chart | None:
    """Return the map of the EVs of hero's pairs, or of all fourth streets against the only opponent who may see one.

    None if hero's down cards are known and several opponents may see fourth street.
    """
    if answer.pairs:
        return _pairs_map(scenario, answer)
    if not action.by_card:
        return None
    rows = {(row.mine, row.his): row for row in action.by_card}
    # If all values are 0, any scale will do.
    reach = max(abs(row.raw) for row in rows.values()) or 1.0
    cells = tuple(MapCell(*place, (signed_chips(round(row.raw, 1)),), row.raw / reach) for place, row in rows.items())

    def tell(place: Place) -> tuple[str, tuple[Row, ...]]:
        """Return the hover text of a pair of fourth cards."""
        row, (mine, his) = rows[place], (RAZZ_RANKS[rank] for rank in place)
        doing = "continues" if row.raw > 0 else "gives up"
        values = percent(row.equity, exact_digits=2), f"EV {signed_chips(row.raw)} chips"
        header = f"Hero {mine}, opponent {his}: {percent(row.probability, exact_digits=2)}, hero {doing}"
        return header, (Row(0, "Hero", values),)

    note = "rows: hero's fourth card, columns: the opponent's; EV of continuing in chips"
    table: Table = (
        ("mine", "his", "probability", "equity", "EVraw"),
        [(RAZZ_RANKS[m], RAZZ_RANKS[h], row.probability, row.equity, Amount(row.raw)) for (m, h), row in rows.items()],
    )
    after = "completing" if action.action == "complete" else f"{action.action}ing"
    title = f"EV of fourth streets after {after}, in chips"
    return _map(_heading(scenario, answer, title, note, "fourth"), cells, table, rows, reach, tell)


def _map(
    heading: Heading,
    cells: tuple[MapCell, ...],
    table: Table,
    places: Collection[Place],
    reach: float,
    tell: Callable[[Place], tuple[str, tuple[Row, ...]]],
    heads: tuple[tuple[str, ...], tuple[str, ...]] = (tuple(RAZZ_RANKS),) * 2,
) -> Chart:
    """Return a map with a scale from minus ``reach`` to ``reach``, and read-outs at ``places``."""
    size, words = (len(heads[0]), len(heads[1])), (signed_chips(-reach), "0", signed_chips(reach))
    return map_chart(heading, size, (Cells(cells),), table, heads=heads, scale=words, places=places, tell=tell)


def _pairs_map(scenario: Scenario, answer: ThirdAnswer) -> Chart:
    """Return the map of the EV of the best action for each pair of hero's down cards, the lower rank in rows."""
    rows = {pair: answer.pairs[name] for pair in ALL_PAIRS if (name := _name(pair)) in answer.pairs}
    worths = {pair: max(0.0, *row.evs.values()) for pair, row in rows.items()}
    reach = max(worths.values()) or 1.0
    cells = tuple(
        MapCell(*pair, (worth(worths[pair]),), worths[pair] / reach if row.best != "fold" else -0.6)
        for pair, row in rows.items()
    )

    def tell(pair: Place) -> tuple[str, tuple[Row, ...]]:
        """Return the hover text of a pair of down cards."""
        values = tuple(f"{name} {_pair_value(rows[pair], name)}" for name in rows[pair].evs)
        header = f"{_name(pair)}: {rows[pair].best}, {percent(rows[pair].share, exact_digits=2)} of hero's hands"
        return header, (Row(0, "Hero", values),)

    note = "hero's down cards, the lower one in rows; EV of the best action in chips; other color: fold"
    names = sorted({name for row in rows.values() for name in row.evs})
    table: Table = (
        ("down cards", "share", "best", *names, *(f"{name} stderr" for name in names if answer.method == "sampled")),
        [
            (
                _name(pair),
                row.share,
                row.best,
                *(Amount(row.evs[name]) for name in names),
                *(Amount(row.stderrs[name]) for name in names if row.stderrs),
            )
            for pair, row in rows.items()
        ],
    )
    heading = _heading(scenario, answer, "Hero's down cards: EV of the best action, in chips", note, "thirdPairs")
    return _map(heading, cells, table, rows, reach, tell)


def _pair_value(row: ClassValue, name: str) -> str:
    """Return the EV of an action for a pair, with its interval if it is sampled."""
    error = row.stderrs.get(name, 0.0)
    if not math.isfinite(error):
        return "too few deals"
    return f"{worth(row.evs[name], error, exact_digits=3)} {margin(error)}".strip()


def _name(pair: tuple[int, int]) -> str:
    return "".join(RAZZ_RANKS[rank] for rank in pair)


_STEAL_COLUMNS = (
    "EV of completing", "stderr", "everybody folds", "stderr of that", "EV of the best action", "its stderr",
)  # fmt: skip


def _steal_values(row: DoorRow) -> tuple[float, ...]:
    """Return the values of ``_STEAL_COLUMNS``; the errors of exact values are 0."""
    return (
        Amount(row.ev), Amount(row.stderr), row.folds, row.folds_stderr or 0.0, Amount(row.best_ev),
        Amount(row.best_ev_stderr or 0.0),
    )  # fmt: skip


def _completing(row: DoorRow) -> Row:
    """Return the row of a read-out: what completing is worth, and how often everybody folds."""
    values = (
        f"{worth(row.ev, row.stderr, exact_digits=3)} {margin(row.stderr)}".strip(),
        f"all fold {sampled_percent(row.folds, row.folds_stderr, exact_digits=1)}",
        f"best action for each pair of down cards {_chips_with_error(row.best_ev, row.best_ev_stderr)}",
    )
    return Row(0, "Complete", values)


def steals_chart(scenario: Scenario, answer: Steals) -> Chart | None:
    """Return the chart of the EV of completing with each door and any two down cards, or None if none is known yet."""
    doors = {row.door: row for row in answer.doors}
    if not doors:
        return None
    low = min(0.0, *(row.ev - Z95 * row.stderr for row in doors.values()))
    high = max(0.0, *(row.ev + Z95 * row.stderr for row in doors.values()))
    free = FREE * max(high - low, 1e-9)
    bars = tuple(
        Bar(rank, 0.7, 0.0, row.ev, 0, error=Z95 * row.stderr, labels=(worth(row.ev, row.stderr),))
        for rank, row in doors.items()
    )

    def read(x: float, y: float) -> ReadOut | None:
        """Return the hover text of the door at ``x``, or None if it is not known."""
        rank = round(x)
        if rank not in doors:
            return None
        region = rank - 0.5, rank + 0.5, low - free, high + free
        return ReadOut(f"Door {RAZZ_RANKS[rank]}", (_completing(doors[rank]),), x, y, region=region)

    note = "completing any two down cards, against the door cards behind; whiskers: 95\u00a0% intervals"
    return Chart(
        _heading(scenario, answer, "Steals: EV of completing by hero's door card, in chips", note, "steals"),
        Axis(-0.5, len(RAZZ_RANKS) - 0.5, category_ticks(tuple(RAZZ_RANKS)), "hero's door card", grid=False),
        Axis(low - free, high + free, chip_ticks),
        (Rule(0.0, level=True, color="line", dash="solid"), Bars(bars)),
        (("door", *_STEAL_COLUMNS), [(RAZZ_RANKS[row.door], *_steal_values(row)) for row in answer.doors]),
        read=read,
        stops=tuple((float(rank), None) for rank in sorted(doors)),
        hides=False,
    )


def steals_map(scenario: Scenario, answer: Steals) -> Chart | None:
    """Return the map of the EV of completing with each door against other doors or players behind.

    None if none is known yet.
    """
    rows = {(row.door, row.behind): row for row in answer.steals}
    if not rows:
        return None
    behind = columns(answer.request)
    one = behind == tuple(RAZZ_RANKS)
    reach = max(abs(row.ev) for row in rows.values()) or 1.0
    places = {(door, behind.index(other)): row for (door, other), row in rows.items()}
    cells = tuple(MapCell(*place, (worth(row.ev, row.stderr),), row.ev / reach) for place, row in places.items())

    def tell(place: Place) -> tuple[str, tuple[Row, ...]]:
        """Return the hover text of two doors."""
        row = places[place]
        against = f"{row.behind} behind" if one else _behind(row.behind)
        return f"Door {RAZZ_RANKS[row.door]}, {against}", (_completing(row),)

    note = f"rows: hero's door card, columns: {'door card behind' if one else 'players behind'}; any two down cards"
    table: Table = (
        ("door", "behind", *_STEAL_COLUMNS),
        [(RAZZ_RANKS[row.door], row.behind, *_steal_values(row)) for row in answer.steals],
    )
    title = "Steals: EV of completing by door cards, in chips"
    heading = _heading(scenario, answer, title, note, "stealsByDoors")
    return _map(heading, cells, table, places, reach, tell, (tuple(RAZZ_RANKS), behind))


def _behind(who: str) -> str:
    return f"the last {who}" if who.endswith("left") else f"all behind {who}"


def doors_line(rows: Sequence[DoorRow]) -> str:
    """Return a sentence with the doors with which completing any two down cards has a positive EV."""
    good = [RAZZ_RANKS[row.door] for row in rows if row.ev > 0]
    if not rows:
        return ""
    if not good:
        return "No door card makes completing any two down cards profitable."
    return f"Completing any two down cards is profitable with {', '.join(good)} up."
