"""Results and charts as files: the formats and the texts. Pictures are drawn in ``gui.charts.picture``."""

import csv
import io
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine import Game, SeatResult, Snapshot, __version__, snapshot_to_json
from gui.charts.figure import Table
from gui.charts.picture import Exportable
from gui.look.captions import inputs, provenance, why_no_equity
from gui.look.formatting import interval, odds, percent, share_stderr


@dataclass(frozen=True, slots=True)
class ExportItem:
    """A chart that can be exported, a row of its page's table: an entry of the export menu.

    ``name`` is part of objectNames (``export.<name>.<suffix>``), ``title`` what the menu calls it; ``game``: the only
    one in which there is such a chart; ``own``: what the actions in the chart's own menu are called, where these are
    not the same.
    """

    name: str
    title: str
    page: object
    chart: Exportable
    game: Game | None = None
    own: str = ""


@dataclass(frozen=True, slots=True)
class Format:
    """A kind of file: its suffix without the dot, its name in menus and how a file of it is made."""

    suffix: str
    title: str
    chart: Callable[[Exportable], bytes] | None = None
    results: Callable[[Snapshot], bytes] | None = None


def table_csv(table: Table) -> bytes:
    """Return header and rows as CSV (RFC 4180, UTF-8); numbers in full: they read back as the same floats."""
    text = io.StringIO()
    writer = csv.writer(text)
    header, rows = table
    writer.writerow(_harmless(header))
    writer.writerows(_harmless(row) for row in rows)
    return text.getvalue().encode()


def _harmless(row: Sequence[object]) -> list[object]:
    """Put a quote before texts that a spreadsheet takes for a formula (a seat may be called ``=1+1``)."""
    return [f"'{cell}" if isinstance(cell, str) and cell[:1] in "=+-@\t\r" and cell else cell for cell in row]


def results_csv(snapshot: Snapshot) -> bytes:
    """Return one row a seat: all numbers as probabilities in full, and how they came about."""
    return table_csv(results_table(snapshot))


def results_table(snapshot: Snapshot) -> Table:
    """Return the results as header and rows, raw probabilities; a folded seat's numbers are empty."""
    estimates = [seat.estimate for seat in snapshot.seats if seat.estimate is not None]
    splits = max((len(e.split) for e in estimates), default=0)
    classes = list(estimates[0].classes) if estimates else []
    header = (
        "seat", "cards", "folded", "equity", "stderr", "win", *(f"split {k + 2} ways" for k in range(splits)),
        "lose", *(f"class {name}" for name in classes), "board", "dead", "method", "deals", "seed", "engine",
    )  # fmt: skip
    scenario = snapshot.scenario
    seed = scenario.run.seed if snapshot.method == "sampled" else ""
    tail = (scenario.board, scenario.dead, snapshot.method, snapshot.deals, seed, __version__)
    rows: list[tuple[object, ...]] = []
    for seat, described in zip(snapshot.seats, scenario.seats, strict=True):
        e = seat.estimate
        numbers: tuple[object, ...] = ("",) * (4 + splits + len(classes))
        if e is not None:
            numbers = (e.equity, e.stderr, e.win, *e.split, e.lose, *(e.classes[name] for name in classes))
        rows.append((seat.name, described.cards, "yes" if seat.folded else "no", *numbers, *tail))
    return header, rows


def results_json(snapshot: Snapshot) -> bytes:
    """Return the result as JSON; it can be opened again."""
    return (json.dumps(snapshot_to_json(snapshot, with_trace=True), indent=2, ensure_ascii=False) + "\n").encode()


def results_text(snapshot: Snapshot) -> str:
    """Return the results as an aligned table for a forum or a mail, with inputs and seed."""
    several = len(snapshot.active) > 1
    header = ["Seat", "Cards", "Equity", "95 %", "Win", "Tie", "Lose", "Odds"]
    cells = [header]
    for seat, described in zip(snapshot.seats, snapshot.scenario.seats, strict=True):
        cells.append([seat.name, shortened(described.cards), *_numbers(seat)])
    if not several:
        cells = [row[:3] for row in cells]
    keep = [i for i in range(len(cells[0])) if i < 3 or any(row[i] for row in cells[1:])]
    widths = {i: max(len(row[i]) for row in cells) for i in keep}
    lines = []
    for row in cells:
        parts = [row[i].ljust(widths[i]) if i < 2 else row[i].rjust(widths[i]) for i in keep]
        lines.append("  ".join(parts).rstrip())
    lines.insert(1, "-" * max(len(line) for line in lines))
    about = inputs(snapshot.scenario)[1:]  # the seats stand in the table
    text = "\n".join([*about, *lines, *_class_lines(snapshot), provenance(snapshot)])
    return _plain(text) + "\n"


def _numbers(seat: SeatResult) -> list[str]:
    e = seat.estimate
    if e is None:
        return [why_no_equity(seat), "", "", "", "", ""]
    shares = [percent(v, e.stderr, exact_digits=4) for v in (e.equity, e.win, sum(e.split), e.lose)]
    return [shares[0], interval(e.stderr), *shares[1:], odds(e.equity)]


def _class_lines(snapshot: Snapshot) -> list[str]:
    """Return the final hands of a seat that is alone: then they are the result."""
    if len(snapshot.active) != 1 or snapshot.active[0].estimate is None:
        return []
    classes = snapshot.active[0].estimate.classes
    trials = snapshot.deals if snapshot.method == "sampled" else 0
    width = max(len(name) for name in classes)
    lines = [""]
    for name, share in classes.items():
        text = percent(share, share_stderr(share, trials) if trials else 0.0, exact_digits=4)
        lines.append(f"{name.rjust(width)}  {text.rjust(9)}")
    return [*lines, ""]


CARDS_WIDTH = 32


def shortened(text: str) -> str:
    """Return the text of a seat's cards for a column or a line."""
    text = text.strip()
    return text if len(text) <= CARDS_WIDTH else f"{text[: CARDS_WIDTH - 1]}…"


def _plain(text: str) -> str:
    """Return ``text`` with ordinary blanks: fixed-width fonts make holes of others."""
    return text.replace("\u00a0", " ").replace("\u202f", " ")


FORMATS = (
    Format("png", "PNG picture", chart=lambda chart: chart.png()),
    Format("svg", "SVG picture", chart=lambda chart: chart.svg()),
    Format("pdf", "PDF page", chart=lambda chart: chart.pdf()),
    Format("csv", "CSV data", chart=lambda chart: table_csv(chart.table()), results=results_csv),
    Format("txt", "Text", results=lambda snapshot: results_text(snapshot).encode()),
    Format("json", "JSON result", results=results_json),
)
