"""Results and charts as files and texts: the formats, and the actions that write or copy them.

Menus export by :class:`FileActions`, everything else by ``gui.export.dialog``. Pictures are drawn in
``gui.charts.picture``.
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
from PySide6.QtGui import QAction, QGuiApplication
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
from gui.state.context import PageContext
from gui.storage.files import with_end
from gui.storage.scenario_files import SIZE_LIMIT
from gui.storage.settings import Settings
from gui.words.captions import glance_shares, inputs, provenance, why_no_equity
from gui.words.formatting import interval, number_of, odds, percent

MAX_POSTED_ROWS = 200
"""Rows of a table that is copied for a forum; a file of data has all rows."""
DIGITS = 4
"""Significant digits of numbers in copied tables."""
_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~]|&(?=#?\w+;))")
_END_OF_CODE = re.compile(r"\[/code\]", re.IGNORECASE)
_BLANKS = re.compile(r"\s+")
_FORMULA = tuple("=+-@\t\r\n＝＋－＠")
"""First characters of texts that a spreadsheet may take for a formula."""


@dataclass(frozen=True, slots=True)
class PostedTable:
    """The data of a chart for a forum, with its title and the situation that it is ``about``."""

    title: str
    about: str
    table: Table

    def cells(self) -> list[list[str]]:
        """Return header and rows as texts, at most :data:`MAX_POSTED_ROWS` rows."""
        header, rows = self.table
        return [list(header), *([cell_text(cell) for cell in row] for row in rows[:MAX_POSTED_ROWS])]

    @property
    def omission(self) -> str:
        """A line about the rows that are left out, or ""."""
        omitted = len(self.table[1]) - MAX_POSTED_ROWS
        return f"… and {number_of(omitted, 'more row')} in the CSV data" if omitted > 0 else ""


def cell_text(value: object) -> str:
    """Return a value as text: numbers with four significant digits, never in exponential notation.

    >>> cell_text(0.123456), cell_text(12345.6)
    ('0.1235', '12346')
    """
    if not isinstance(value, float):
        return str(value)
    if abs(value) >= 10 ** (DIGITS - 1):
        return f"{value:.0f}"
    # The format "g" uses exponents for very small numbers; those get six decimals instead.
    text = f"{value:.{DIGITS}g}"
    return f"{value:.6f}" if "e" in text else text


def escape_formula(cell: object) -> object:
    """Return a cell of a table with a quote in front if a spreadsheet could take it for a formula.

    Names of seats and players are free texts, so that ``=1+1`` or worse can occur.
    """
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell


def aligned(cells: Sequence[Sequence[str]], left: int) -> list[str]:
    """Return the lines of a table of fixed width: header, rule, rows; the first ``left`` columns are left-aligned."""
    lines = in_columns(cells, left)
    lines.insert(1, "-" * max(len(line) for line in lines))
    return lines


def in_columns(cells: Sequence[Sequence[str]], left: int) -> list[str]:
    """Return rows as lines of fixed width; the first ``left`` columns are left-aligned, the others right-aligned."""
    rows = [[_BLANKS.sub(" ", cell) for cell in row] for row in cells]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        padded = [
            cell.ljust(w) if i < left else cell.rjust(w) for i, (cell, w) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(padded).rstrip())
    return lines


def left_columns(table: Table) -> int:
    """Return the number of columns before the first one that does not consist of texts."""
    header, rows = table
    texts = (all(isinstance(row[i], str) for row in rows) for i in range(len(header)))
    return next((i for i, text in enumerate(texts) if not text), len(header))


def forum_table(post: PostedTable) -> str:
    """Return the data as a block of BBCode, for forums."""
    lines = (post.title, post.about, "", *aligned(post.cells(), left_columns(post.table)), post.omission)
    return in_code("\n".join(lines).rstrip() + "\n")


def markdown_table(post: PostedTable) -> str:
    """Return the data as a Markdown table."""
    table = markdown_rows(post.cells(), left_columns(post.table))
    blocks = (f"**{markdown_text_of(post.title)}**", markdown_text_of(post.about), table, post.omission)
    return "\n\n".join(filter(None, blocks)) + "\n"


def tabbed_table(post: PostedTable) -> str:
    """Return all rows with tabs between the columns, for spreadsheets, with numbers in full precision."""
    header, rows = post.table
    lines = ("\t".join(_BLANKS.sub(" ", str(escape_formula(cell))) for cell in row) for row in (header, *rows))
    return "".join(f"{line}\n" for line in lines)


def in_code(text: str) -> str:
    """Return a text as a code block of BBCode, which keeps columns aligned."""
    return f"[code]\n{_END_OF_CODE.sub('[ /code]', plain_blanks(text))}[/code]\n"


def markdown_rows(cells: Sequence[Sequence[str]], left: int) -> str:
    """Return a Markdown table; the first row of ``cells`` is the header, the first ``left`` columns are
    left-aligned."""
    header, *rows = ([markdown_text_of(cell) for cell in row] for row in cells)
    rule = ["---" if i < left else "--:" for i in range(len(header))]
    return "\n".join(f"| {' | '.join(row)} |" for row in (header, rule, *rows))


def markdown_text_of(text: str) -> str:
    """Return ``text`` on one line, escaped so that Markdown displays it literally.

    >>> markdown_text_of("A*K")
    'A\\\\*K'
    """
    return _SPECIAL.sub(r"\\\1", _BLANKS.sub(" ", plain_blanks(text)))


def plain_blanks(text: str) -> str:
    """Return ``text`` with ordinary spaces, since other spaces have the wrong width in fixed-width fonts."""
    return text.replace("\u00a0", " ").replace("\u202f", " ")


CARDS_WIDTH = 32
COPIED_TABLES = ("forum", "markdown", "tabs")
"""Names of the formats in the menu *Copy as table* of a chart."""
NAMES = 2
"""Number of text columns in the table of results."""
AskPath = Callable[[QWidget, str, str, str], str]
"""(parent, title, suggested path, filter) -> the path that the player has chosen, or ""."""


@dataclass(frozen=True, slots=True)
class ExportItem:
    """A chart that can be exported; each page lists its charts.

    ``name``: part of objectNames. ``title``: its name in the export dialog. ``game``: the only game that has the chart,
    None for all. ``own``: the name of the actions in the chart's own menu, ``export.<name>`` if "".
    """

    name: str
    title: str
    page: object
    chart: Exportable
    game: Game | None = None
    own: str = ""


BuiltPage = tuple[QWidget, Sequence[ExportItem]]
"""A page and its charts that can be exported."""


@dataclass(frozen=True, slots=True)
class Format:
    """A format of files and of copied texts: its name in objectNames, its title, its suffix without the dot.

    ``chart`` and ``results`` make the file of a chart and of the results, None if there is no such file.
    ``is_picture``: whether it is a picture, and depends on the paper.
    """

    name: str
    title: str
    suffix: str
    chart: Callable[[Exportable, Paper], bytes] | None = None
    results: Callable[[Snapshot], bytes] | None = None
    is_picture: bool = False


def table_csv(table: Table) -> bytes:
    """Return header and rows as CSV (RFC 4180, UTF-8); floats are written so that they read back unchanged."""
    text = io.StringIO()
    writer = csv.writer(text)
    header, rows = table
    writer.writerows(map(escape_formula, row) for row in (header, *rows))
    return text.getvalue().encode()


def results_csv(snapshot: Snapshot) -> bytes:
    """Return the results as CSV, one row per seat; see :func:`results_table`."""
    return table_csv(results_table(snapshot))


def results_table(snapshot: Snapshot) -> Table:
    """Return header and one row per seat: probabilities in full precision, and how they were computed.

    The numbers of a folded seat are empty.
    """
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
    """Return the result as JSON, which can be opened again.

    Raises:
        ValueError: the file would be too large to be opened (only with megabytes of text in the table).
    """
    text = json.dumps(snapshot_to_json(snapshot, with_trace=True), indent=2, ensure_ascii=False)
    try:
        return checked_size(f"{whole_text(text)}\n".encode(), SIZE_LIMIT)
    except OSError as error:
        raise ValueError(error.strerror) from None


def results_text(snapshot: Snapshot) -> str:
    """Return the results as text: an aligned table, board and dead cards, and how the numbers were computed."""
    lines = aligned(result_cells(snapshot), NAMES)
    about = inputs(snapshot.scenario)[1:]  # without the seats, which are in the table
    text = "\n".join([*about, *lines, *class_lines(snapshot), provenance(snapshot)])
    return plain_blanks(text) + "\n"


def result_cells(snapshot: Snapshot) -> list[list[str]]:
    """Return header and one row per seat as displayed texts; columns without any text are left out."""
    cells = [["Seat", "Cards", "Equity", "95 %", "Win", "Tie", "Lose", "Odds"]]
    for seat, described in zip(snapshot.seats, snapshot.scenario.seats, strict=True):
        cells.append([seat.name, shortened(described.cards), *_numbers(seat)])
    if len(snapshot.active) == 1:
        cells = [row[:3] for row in cells]
    head, shares = glance_shares(snapshot)
    cells = [[*row, cell] for row, cell in zip(cells, (head, *shares), strict=True)] if head else cells
    keep = [i for i in range(len(cells[0])) if i < 3 or any(row[i] for row in cells[1:])]
    return [[row[i] for i in keep] for row in cells]


def _numbers(seat: SeatResult) -> list[str]:
    """Return the texts of a seat: equity, its interval, win, split, lose, odds; without a result the reason."""
    e = seat.estimate
    if e is None:
        return [why_no_equity(seat), "", "", "", "", ""]
    shares = [percent(v, e.stderr, exact_digits=4) for v in (e.equity, e.win, sum(e.split), e.lose)]
    return [shares[0], interval(e.stderr), *shares[1:], odds(e.equity)]


def class_lines(snapshot: Snapshot) -> list[str]:
    """Return the final hands as lines if only one seat is active, since they are the result then, or []."""
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
    """Return ``text``, cut off with an ellipsis after ``width`` characters."""
    text = text.strip()
    return text if len(text) <= width else f"{text[: width - 1]}…"


def _posted(format_table: Callable[[PostedTable], str]) -> Callable[[Exportable, Paper], bytes]:
    """Return the function that makes the data of a chart a text file, as ``format_table`` writes it."""

    def data(chart: Exportable, _: Paper) -> bytes:
        drawing = chart.drawing()
        return format_table(PostedTable(drawing.title, drawing.about, drawing.table())).encode()

    return data


def _written(write: Callable[[Snapshot], str]) -> Callable[[Snapshot], bytes]:
    """Return the function that makes the results a text file, as ``write`` writes it."""
    return lambda snapshot: write(snapshot).encode()


def line_with_result(snapshot: Snapshot) -> str:
    """Return the table as one line followed by its equities, which are ignored when the line is pasted."""
    cells = [_equity(seat.estimate) or why_no_equity(seat) for seat in snapshot.seats]
    head, shares = glance_shares(snapshot)
    if head:
        cells = [f"{cell} ({head} {share})" if share else cell for cell, share in zip(cells, shares, strict=True)]
    return f"{format_line(snapshot.scenario)} | {RESULT} {plain_blanks(', '.join([*cells, snapshot.method]))}"


def _equity(estimate: Estimate | None) -> str:
    if estimate is None:
        return ""
    return " ".join(filter(None, (percent(estimate.equity, estimate.stderr), interval(estimate.stderr))))


def forum_text(snapshot: Snapshot) -> str:
    """Return the results as a block of BBCode, for forums."""
    text = f"{format_line(snapshot.scenario)}\n\n{results_text(snapshot)}"
    return in_code(text)


def markdown_text(snapshot: Snapshot) -> str:
    """Return the results as Markdown: the table as one line, then the numbers."""
    blocks = [f"    {format_line(snapshot.scenario)}", markdown_rows(result_cells(snapshot), NAMES)]
    blocks += filter(None, ("\n".join(f"    {plain_blanks(line)}" for line in class_lines(snapshot) if line),))
    return "\n\n".join([*blocks, markdown_text_of(provenance(snapshot))]) + "\n"


FORMATS = (
    Format("png", "PNG picture", "png", lambda chart, paper: chart.png(paper), is_picture=True),
    Format("svg", "SVG picture", "svg", lambda chart, paper: chart.svg(paper), is_picture=True),
    Format("pdf", "PDF page", "pdf", lambda chart, paper: chart.pdf(paper), is_picture=True),
    Format("txt", "Plain text", "txt", results=_written(results_text)),
    Format("csv", "CSV data", "csv", lambda chart, _: table_csv(chart.table()), results_csv),
    Format("json", "JSON, opens here again", "json", results=results_json),
    Format("forum", "Forum table", "txt", _posted(forum_table), _written(forum_text)),
    Format("markdown", "Markdown table", "md", _posted(markdown_table), _written(markdown_text)),
    Format("tabs", "Spreadsheet table", "tsv", _posted(tabbed_table)),
)
"""In the order in which they are offered."""
PICTURE = FORMATS[0]
CHART_FORMATS = tuple(form for form in FORMATS if form.chart is not None)
RESULT_FORMATS = tuple(form for form in FORMATS if form.results is not None)


def ask_path(parent: QWidget, title: str, suggested: str, file_filter: str) -> str:
    """Ask for a file to write with the file dialog of the desktop; return its path, or "" if cancelled."""
    name, _ = QFileDialog.getSaveFileName(parent, title, suggested, file_filter)
    return name


def copy_as(form: Format, chart: Exportable, paper: Paper) -> tuple[str, bool]:
    """Copy a chart in a format that charts have: as a picture, or as the text that a file would have.

    Return a message for the status bar, and whether it is an error.
    """
    assert form.chart is not None
    clipboard = QGuiApplication.clipboard()
    try:
        if form.is_picture:
            clipboard.setImage(chart.image(paper))
            return "Picture copied", False
        clipboard.setText(form.chart(chart, paper).decode())
    except ValueError as error:
        return f"Not copied: {error}", True
    return "Table copied", False


def export_to(name: str, suffix: str, data: bytes, settings: Settings) -> tuple[str, bool]:
    """Write ``data`` to the file ``name``, with ``suffix`` if the name has none, and store its folder in the settings.

    Return a message for the status bar, and whether it is an error.
    """
    try:
        path = with_end(name, suffix)
        write_atomically(path, data)
    except OSError as error:
        return f"Not written: {whole_text(Path(name).name)}: {reason(error)}", True
    settings.export_folder = str(path.parent)
    return f"Exported {whole_text(path.name)}", False


def save_hands(page: QWidget, text: str, stem: str, context: PageContext, ask: AskPath) -> Path | None:
    """Save PHH hands to a file that the player picks, and report it in the status bar; return its path.

    Returns None if the player cancels or the file cannot be written.
    """
    suggested = str(Path(context.settings.export_folder) / f"{stem}.phhs")
    name = ask(page, "Save the hands", suggested, "Hand histories (*.phhs)")
    if not name:
        return None
    message, bad = export_to(name, ".phhs", text.encode(), context.settings)
    context.message.emit(message, bad)
    return None if bad else Path(name if Path(name).suffix else f"{name}.phhs")


@dataclass(frozen=True, slots=True)
class _File:
    """The file that an action writes; ``dialog_title`` and ``kind`` (the name of the file filter) are for the
    dialog."""

    suffix: str
    dialog_title: str
    kind: str
    stem: Callable[[], str]
    data: Callable[[], bytes]


class FileActions(QObject):
    """A list of actions ``<name>.<suffix>`` that export. :attr:`message` is emitted with a text for the status bar and
    whether it is an error.
    """

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
        dialog_title: str = "",
        kind: str = "",
    ) -> None:
        """Add an action that writes a file; ``stem`` and ``data`` are called when it is triggered.

        Both may raise ``ValueError``, whose text becomes the message. By default the dialog has the title of the action
        and the name of the files is their suffix.
        """
        action = QAction(f"{title}…", self)
        action.setObjectName(f"{self.objectName()}.{suffix}")
        action.setData(suffix)
        file = _File(suffix, dialog_title or title, kind or suffix.upper(), stem, data)
        action.triggered.connect(Keyed(action, self._on_triggered, file).plain)
        self.actions.append(action)

    def add_chart(self, chart: Exportable) -> None:
        """Add actions that copy a chart as a picture or as a table, and an action for each file format of charts."""
        copy = self._copying("copy", "Copy as picture", chart, PICTURE)
        # An action of its own: PySide loses QMenu.menuAction() when the menu that contains it is cleared.
        tables = QAction("Copy as table", self)
        tables.setObjectName(f"{self.objectName()}.table")
        self.tables = QMenu(tables.text(), self._window)
        tables.setMenu(self.tables)
        self.actions += [copy, tables]
        for form in CHART_FORMATS:
            if form.name in COPIED_TABLES:
                self.tables.addAction(self._copying(form.name, form.title, chart, form))
            else:
                data = partial(self._chart_file, form, chart)
                self.add(form.suffix, f"Save as {form.title}", chart.stem, data, f"Export as {form.title}", form.title)

    def _copying(self, name: str, title: str, chart: Exportable, form: Format) -> QAction:
        """Return an action that copies a chart."""
        action = QAction(title, self)
        action.setObjectName(f"{self.objectName()}.{name}")
        action.triggered.connect(Keyed(action, self._on_copy, (form, chart)).plain)
        return action

    def _on_copy(self, copy: tuple[Format, Exportable]) -> None:
        self.message.emit(*copy_as(*copy, self._settings.paper))

    def _chart_file(self, form: Format, chart: Exportable) -> bytes:
        """Return a file of the chart with the current choice of paper."""
        assert form.chart is not None
        return form.chart(chart, self._settings.paper)

    def _on_triggered(self, file: _File) -> None:
        try:
            # The data come first: if there is nothing to export, no dialog opens.
            stem, content = file.stem(), file.data()
        except ValueError as error:
            self.message.emit(f"Not exported: {error}", True)
            return
        suggested = str(Path(self._settings.export_folder) / f"{stem}.{file.suffix}")
        name = self._ask(self._window, file.dialog_title, suggested, f"{file.kind} (*.{file.suffix})")
        if name:
            self.message.emit(*export_to(name, f".{file.suffix}", content, self._settings))
