"""Results and charts as files: the formats, the texts, and the actions that write them, the one path of all exports.

Pictures are drawn in ``gui.charts.picture``.
"""

import csv
import io
import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction, QGuiApplication, QImage
from PySide6.QtWidgets import QFileDialog, QMenu, QWidget

from engine import Estimate, Game, SeatResult, Snapshot, __version__, snapshot_to_json
from engine.cards import whole_text
from engine.storage.regular_files import reason
from engine.storage.writing import checked_size, write_atomically
from engine.table.one_line import RESULT, format_line
from gui.charts.picture import Exportable
from gui.charts.values import Table
from gui.look.guard import Keyed
from gui.look.theme import Paper
from gui.storage.files import with_end
from gui.storage.scenario_files import SIZE_LIMIT
from gui.storage.settings import Settings
from gui.words.captions import glance_shares, inputs, provenance, why_no_equity
from gui.words.formatting import interval, number_of, odds, percent

MOST_ROWS = 200
"""So many rows are posted; a file of data has them all."""
DIGITS = 4
_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~]|&(?=#?\w+;))")
_END_OF_CODE = re.compile(r"\[/code\]", re.IGNORECASE)
_BLANKS = re.compile(r"\s+")
_FORMULA = tuple("=+-@\t\r\n＝＋－＠")
"""How a text begins that a spreadsheet may take for a formula."""


@dataclass(frozen=True, slots=True)
class Post:
    """The data of a chart with its title and the situation that it is ``about``."""

    title: str
    about: str
    table: Table

    def cells(self, most: int | None = MOST_ROWS) -> list[list[str]]:
        """Return header and rows as texts, at most so many rows."""
        header, rows = self.table
        return [list(header), *([cell_text(cell) for cell in row] for row in rows[:most])]

    @property
    def rest(self) -> str:
        """A line on the rows that are not posted, empty where all are."""
        left = len(self.table[1]) - MOST_ROWS
        return f"… and {number_of(left, 'more row')}, which the CSV data has" if left > 0 else ""


def cell_text(value: object) -> str:
    """Return a value for people: numbers with four digits that count, never as powers of ten."""
    if not isinstance(value, float):
        return str(value)
    if abs(value) >= 10 ** (DIGITS - 1):
        return f"{value:.0f}"
    text = f"{value:.{DIGITS}g}"
    return f"{value:.6f}" if "e" in text else text


def harmless(cell: object) -> object:
    """Return a cell with a quote before a text that a spreadsheet takes for a formula (a seat may be called
    ``=1+1``)."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell


def aligned(cells: Sequence[Sequence[str]], left: int) -> list[str]:
    """Return rows of a table in fixed width below its header and a rule; the first columns begin at their left."""
    lines = in_columns(cells, left)
    lines.insert(1, "-" * max(len(line) for line in lines))
    return lines


def in_columns(cells: Sequence[Sequence[str]], left: int) -> list[str]:
    """Return rows in fixed width; the first columns begin at their left, the others end at their right."""
    rows = [[_BLANKS.sub(" ", cell) for cell in row] for row in cells]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        parts = [
            cell.ljust(w) if i < left else cell.rjust(w) for i, (cell, w) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(parts).rstrip())
    return lines


def left_columns(table: Table) -> int:
    """Return how many columns in front hold texts."""
    header, rows = table
    texts = (all(isinstance(row[i], str) for row in rows) for i in range(len(header)))
    return next((i for i, text in enumerate(texts) if not text), len(header))


def forum_table(post: Post) -> str:
    """Return the data for a forum that reads BBCode."""
    lines = (post.title, post.about, "", *aligned(post.cells(), left_columns(post.table)), post.rest)
    return in_code("\n".join(lines).rstrip() + "\n")


def markdown_table(post: Post) -> str:
    """Return the data as a table of Markdown."""
    table = markdown_rows(post.cells(), left_columns(post.table))
    blocks = (f"**{markdown_text_of(post.title)}**", markdown_text_of(post.about), table, post.rest)
    return "\n\n".join(filter(None, blocks)) + "\n"


def tabbed_table(post: Post) -> str:
    """Return all rows with tabs between the columns, as spreadsheets take them, numbers in full."""
    header, rows = post.table
    return "".join("\t".join(_BLANKS.sub(" ", str(harmless(cell))) for cell in row) + "\n" for row in (header, *rows))


def in_code(text: str) -> str:
    """Return a text in a block of code of BBCode, where columns stay under each other."""
    return f"[code]\n{_END_OF_CODE.sub('[ /code]', plain_blanks(text))}[/code]\n"


def markdown_rows(cells: Sequence[Sequence[str]], left: int) -> str:
    """Return the rows of a table of Markdown, the header first."""
    header, *rows = ([markdown_text_of(cell) for cell in row] for row in cells)
    rule = ["---" if i < left else "--:" for i in range(len(header))]
    return "\n".join(f"| {' | '.join(row)} |" for row in (header, rule, *rows))


def markdown_text_of(text: str) -> str:
    """Return ``text`` on one line so that Markdown shows it as it is."""
    return _SPECIAL.sub(r"\\\1", _BLANKS.sub(" ", plain_blanks(text)))


def plain_blanks(text: str) -> str:
    """Return ``text`` with ordinary blanks: fixed-width fonts make holes of others."""
    return text.replace("\u00a0", " ").replace("\u202f", " ")


CARDS_WIDTH = 32
NAMES = 2
"""Columns of results in words that hold names."""
AskPath = Callable[[QWidget, str, str, str], str]
"""(parent, title, suggested path, filter) -> the path chosen, empty where none."""


@dataclass(frozen=True, slots=True)
class ExportItem:
    """A chart that can be exported, a row of its page's table: an entry of the export menu.

    ``name`` is part of objectNames (``export.<name>.<suffix>``), ``title`` its entry of the menu; ``game``: the only
    one in which there is such a chart; ``own``: the name of the actions in the chart's own menu, where these are
    others.
    """

    name: str
    title: str
    page: object
    chart: Exportable
    game: Game | None = None
    own: str = ""


BuiltPage = tuple[QWidget, Sequence[ExportItem]]
"""A page, and its charts that can be exported."""


@dataclass(frozen=True, slots=True)
class Format:
    """A kind of file: its suffix without the dot, its name in menus and how a file of it is made."""

    suffix: str
    title: str
    chart: Callable[[Exportable, Paper], bytes] | None = None
    results: Callable[[Snapshot], bytes] | None = None


def table_csv(table: Table) -> bytes:
    """Return header and rows as CSV (RFC 4180, UTF-8); numbers in full: they read back as the same floats."""
    text = io.StringIO()
    writer = csv.writer(text)
    header, rows = table
    writer.writerows(map(harmless, row) for row in (header, *rows))
    return text.getvalue().encode()


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
    """Return the result as JSON; it can be opened again.

    Raises:
        ValueError: it would be too large for that, which takes a table with megabytes of text.
    """
    text = json.dumps(snapshot_to_json(snapshot, with_trace=True), indent=2, ensure_ascii=False)
    try:
        return checked_size(f"{whole_text(text)}\n".encode(), SIZE_LIMIT)
    except OSError as error:
        raise ValueError(error.strerror) from None


def results_text(snapshot: Snapshot) -> str:
    """Return the results as an aligned table for a mail, with inputs and seed."""
    lines = aligned(result_cells(snapshot), NAMES)
    about = inputs(snapshot.scenario)[1:]  # the seats stand in the table
    text = "\n".join([*about, *lines, *class_lines(snapshot), provenance(snapshot)])
    return plain_blanks(text) + "\n"


def result_cells(snapshot: Snapshot) -> list[list[str]]:
    """Return the results in words, a header and a row for each seat; columns in which nothing stands are left out."""
    cells = [["Seat", "Cards", "Equity", "95 %", "Win", "Tie", "Lose", "Odds"]]
    for seat, described in zip(snapshot.seats, snapshot.scenario.seats, strict=True):
        cells.append([seat.name, shortened(described.cards), *_numbers(seat)])
    if len(snapshot.active) == 1:
        cells = [row[:3] for row in cells]
    waited, shares = glance_shares(snapshot)
    cells = [[*row, cell] for row, cell in zip(cells, (waited, *shares), strict=True)] if waited else cells
    keep = [i for i in range(len(cells[0])) if i < 3 or any(row[i] for row in cells[1:])]
    return [[row[i] for i in keep] for row in cells]


def _numbers(seat: SeatResult) -> list[str]:
    e = seat.estimate
    if e is None:
        return [why_no_equity(seat), "", "", "", "", ""]
    shares = [percent(v, e.stderr, exact_digits=4) for v in (e.equity, e.win, sum(e.split), e.lose)]
    return [shares[0], interval(e.stderr), *shares[1:], odds(e.equity)]


def class_lines(snapshot: Snapshot) -> list[str]:
    """Return the final hands of a seat that is alone: then they are the result."""
    if len(snapshot.active) != 1 or snapshot.active[0].estimate is None:
        return []
    classes = snapshot.active[0].estimate.classes
    width = max(len(name) for name in classes)
    lines = [""]
    for name, share in classes.items():
        text = percent(share, snapshot.share_stderr(share), exact_digits=4)
        lines.append(f"{name.rjust(width)}  {text.rjust(9)}")
    return [*lines, ""]


def shortened(text: str, width: int = CARDS_WIDTH) -> str:
    """Return the text of a seat's cards for a column or a line."""
    text = text.strip()
    return text if len(text) <= width else f"{text[: width - 1]}…"


FORMATS = (
    Format("png", "PNG picture", chart=lambda chart, paper: chart.png(paper)),
    Format("svg", "SVG picture", chart=lambda chart, paper: chart.svg(paper)),
    Format("pdf", "PDF page", chart=lambda chart, paper: chart.pdf(paper)),
    Format("csv", "CSV data", chart=lambda chart, _: table_csv(chart.table()), results=results_csv),
    Format("txt", "Text", results=lambda snapshot: results_text(snapshot).encode()),
    Format("json", "JSON result", results=results_json),
)

TABLE_TEXTS: tuple[tuple[str, str, Callable[[Post], str]], ...] = (
    ("forum", "for a forum", forum_table),
    ("markdown", "as Markdown", markdown_table),
    ("tabs", "for a spreadsheet", tabbed_table),
)
"""The end of an action's name, the end of its title, and the function that writes the data of a chart."""


def ask_path(parent: QWidget, title: str, suggested: str, file_filter: str) -> str:
    """Ask for a file to write with the dialog of the desktop."""
    name, _ = QFileDialog.getSaveFileName(parent, title, suggested, file_filter)
    return name


def export_to(name: str, end: str, data: bytes, settings: Settings) -> tuple[str, bool]:
    """Write the file that the player has named, with the ``end`` of its form where the name has none, and remember its
    folder; return a line on it for the status bar, and whether it is an error.
    """
    try:
        path = with_end(name, end)
        write_atomically(path, data)
    except OSError as error:
        return f"Not written: {whole_text(Path(name).name)}: {reason(error)}", True
    settings.folder = str(path.parent)
    return f"Exported {whole_text(path.name)}", False


@dataclass(frozen=True, slots=True)
class _File:
    """The file that an action writes: ``asking`` is the title of the dialog, ``kind`` its name for such files."""

    suffix: str
    asking: str
    kind: str
    stem: Callable[[], str]
    data: Callable[[], bytes]


class FileActions(QObject):
    """Makes actions ``<name>.<suffix>``; ``message`` carries a line for the status bar and whether it is an error."""

    message = Signal(str, bool)

    def __init__(self, name: str, settings: Settings, window: QWidget, ask: AskPath = ask_path) -> None:
        super().__init__(window)
        self.setObjectName(name)
        self._settings, self._window, self._ask = settings, window, ask
        self.actions: list[QAction] = []

    def add(
        self,
        suffix: str,
        title: str,
        stem: Callable[[], str],
        data: Callable[[], bytes],
        asking: str = "",
        kind: str = "",
    ) -> None:
        """Add an action that writes ``data`` as it is then to a file; both functions may raise ``ValueError``.

        The dialog is called as the action and the files by their suffix, where nothing else is given.
        """
        action = QAction(f"{title}…", self)
        action.setObjectName(f"{self.objectName()}.{suffix}")
        action.setData(suffix)
        file = _File(suffix, asking or title, kind or suffix.upper(), stem, data)
        action.triggered.connect(Keyed(action, self._on_triggered, file).plain)
        self.actions.append(action)

    def add_chart(self, title: str, chart: Exportable) -> None:
        """Add an action for each format of a chart, and those that copy it as a picture and as a table."""
        copy = QAction(f"Copy {title} as a picture", self)
        copy.setObjectName(f"{self.objectName()}.copy")
        copy.triggered.connect(Keyed(copy, self._on_copy, chart).plain)
        tables = QAction(f"Copy {title} as a table", self)  # of our own: PySide takes a menu's from us on clear()
        tables.setObjectName(f"{self.objectName()}.table")
        self.tables = QMenu(tables.text(), self._window)
        tables.setMenu(self.tables)
        for name, end, written in TABLE_TEXTS:
            action = QAction(f"Copy {title} {end}", self)
            action.setObjectName(f"{self.objectName()}.{name}")
            action.setData(name)
            action.triggered.connect(Keyed(action, self._on_copy_table, (chart, written)).plain)
            self.tables.addAction(action)
        self.actions += [copy, tables]
        for form in FORMATS:
            if form.chart is not None:
                text, asking = f"{title} as {form.title}", f"Export as {form.title}"
                self.add(form.suffix, text, chart.stem, partial(self._drawn, form.chart, chart), asking, form.title)

    def _drawn(self, make: Callable[[Exportable, Paper], bytes], chart: Exportable) -> bytes:
        """Return the chart on the paper that is chosen now."""
        return make(chart, self._settings.paper)

    def _on_copy(self, chart: Exportable) -> None:
        """Copy a chart as it would be exported."""
        try:
            QGuiApplication.clipboard().setImage(QImage.fromData(chart.png(self._settings.paper)))
        except ValueError as error:
            self.message.emit(f"Not copied: {error}", True)
        else:
            self.message.emit("Picture copied", False)

    def _on_copy_table(self, copy: tuple[Exportable, Callable[[Post], str]]) -> None:
        """Copy the data of a chart as a text."""
        chart, written = copy
        try:
            drawing = chart.drawing()
            QGuiApplication.clipboard().setText(written(Post(drawing.title, drawing.about, drawing.table())))
        except ValueError as error:
            self.message.emit(f"Not copied: {error}", True)
        else:
            self.message.emit("Table copied", False)

    def _on_triggered(self, file: _File) -> None:
        try:
            stem, content = file.stem(), file.data()
        except ValueError as error:
            self.message.emit(f"Not exported: {error}", True)
            return
        suggested = str(Path(self._settings.folder) / f"{stem}.{file.suffix}")
        name = self._ask(self._window, file.asking, suggested, f"{file.kind} (*.{file.suffix})")
        if name:
            self.message.emit(*export_to(name, f".{file.suffix}", content, self._settings))


def line_with_result(snapshot: Snapshot) -> str:
    """Return the table as one line with its equities after it, which are ignored where the line is pasted."""
    shown = [_equity(seat.estimate) or why_no_equity(seat) for seat in snapshot.seats]
    waited, shares = glance_shares(snapshot)
    if waited:
        shown = [f"{cell} ({waited} {share})" if share else cell for cell, share in zip(shown, shares, strict=True)]
    return f"{format_line(snapshot.scenario)} | {RESULT} {plain_blanks(', '.join([*shown, snapshot.method]))}"


def _equity(estimate: Estimate | None) -> str:
    if estimate is None:
        return ""
    return " ".join(filter(None, (percent(estimate.equity, estimate.stderr), interval(estimate.stderr))))


def forum_text(snapshot: Snapshot) -> str:
    """Return the results for a forum that reads BBCode: in a block of code columns stay under each other."""
    text = f"{format_line(snapshot.scenario)}\n\n{results_text(snapshot)}"
    return in_code(text)


def markdown_text(snapshot: Snapshot) -> str:
    """Return the results as a table of Markdown, the line of the table above it."""
    blocks = [f"    {format_line(snapshot.scenario)}", markdown_rows(result_cells(snapshot), NAMES)]
    blocks += filter(None, ("\n".join(f"    {plain_blanks(line)}" for line in class_lines(snapshot) if line),))
    return "\n\n".join([*blocks, markdown_text_of(provenance(snapshot))]) + "\n"
