"""The page *Flop report*: best play on a set of flops, with the situation of the page *Betting*."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QFont, QGuiApplication, QHideEvent, QKeySequence, QShortcut, QShowEvent
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QVBoxLayout, QWidget

from engine.betting.flop_panel import EXAMPLE, before_the_flop, flops_text, flops_values, read_flops_text
from engine.betting.flop_report import FlopsRequest
from engine.betting.flop_sets import ALL, equity_error, set_names
from engine.betting.panel import BettingSituation, betting_panel, with_entries
from engine.cards import TextError, parse_cards
from gui.charts.values import Empty
from gui.charts.view import ChartView
from gui.export.files import BuiltPage, ExportItem
from gui.look.guard import Guarded
from gui.look.scale import at_least, keep_lines
from gui.pages.betting.node_tables import MixBar
from gui.pages.betting.player_view import action_colors
from gui.pages.betting.report.model import FlopReportModel
from gui.pages.betting.report.rows import (
    ANY,
    FILTERS,
    FIRST,
    MIX,
    SECOND,
    FlopRow,
    actions_of,
    flop_rows,
    frequencies_line,
    names_of,
    report_chart,
    rows_table,
    total_of,
    values_line,
)
from gui.pages.betting.words import memory, problem_line, setup_line
from gui.parts.answer_card import AnswerCard
from gui.parts.build import combo_box, filled, label, named, page_ground, stacked, tab_in_order
from gui.parts.chip_button import ChipFlow, chip_button
from gui.parts.choice_bar import ChoiceBar
from gui.parts.help import help_chip
from gui.parts.progress_line import ProgressLine
from gui.parts.table import TableView
from gui.parts.text_entry import TextField
from gui.state.context import PageContext, RunsModel
from gui.words.formatting import number_of, percent, time_left

TITLE = "Strategy by flop"
EMPTY = Empty(TITLE, ("The strategy on each flop is drawn here as soon as flops are solved.",))
LIST = "list"
SETS = {**{name: name for name in set_names() if name != ALL}, ALL: "all 1,755", LIST: "custom flops"}
VIEWS = {"table": "Table", "chart": "Chart"}
RUN_TEXTS = {"idle": "run", "running": "pause", "paused": "continue"}
RUN_TIPS = {
    "idle": "Solve the flops that are not solved yet (F5)",
    "running": "Pause in the middle of a flop (F5) and continue from there later",
    "paused": "Continue with the flop at which the run was paused (F5)",
}
TIP = (
    "<b>Averages</b> over the solved flops that pass the filters, weighted by their probability. "
    "Frequencies after a check count only the times it is checked."
)
HONEST = (
    "Each flop is solved on its own, with the ranges, pot, stacks and bet sizes of the page Betting. "
    "The solution is an equilibrium (GTO) for these bet sizes."
)
PRESS_RUN = "Press Run (F5) to solve"
OTHER_TABLE = "This report is about the table before your change: stop it (Esc) to report on the current table."
NO_LOCKS = "Reports ignore node locks."
NOT_SAVED = "{} not saved yet: {}. Kept in memory, and tried again after the next flop and by Run."
LIST_TIP = "Flops separated by commas, each with a weight after a colon if you like: <i>Ks7h2d, QsJs4h:2</i>"
SETUP_LINES, CARD_HEIGHT = 2, 84
AskFolder = Callable[[QWidget, str, str], str]


def set_tip(name: str) -> str:
    """Return the tool tip of a set of flops: their number, and how well they represent all flops."""
    if name == LIST:
        return "The flops that you type"
    if name == ALL:
        return "All strategically different flops"
    error = percent(equity_error(name), exact_digits=2)
    return f"{name} flops with weights: a range's equity on them is off by {error} of the pot on average"


NOT_KEPT = "The solution of {flop} was not kept: press Run (F5) to solve it"


class FlopReportPage(Guarded, QWidget, RunsModel[FlopReportModel]):
    """Displays a :class:`FlopReportModel`. ``run_changed`` is emitted when a run starts, ends or is paused."""

    run_changed = Signal()

    def __init__(self, context: PageContext, ask_folder: AskFolder = QFileDialog.getExistingDirectory) -> None:
        super().__init__()
        named(self, "flopReport", "Flop report")
        page_ground(self)
        self._document, self._settings, self._context = context.document, context.settings, context
        self._ask_folder = ask_folder
        unstored = context.unstored_flops
        self.model = FlopReportModel(context.document, context.questions, context.settings, unstored, self)
        self._run_state: tuple[object, ...] = ()
        self.decision = FIRST
        """The displayed decision: FIRST or SECOND."""
        self._rows: tuple[FlopRow, ...] = ()
        self._shown: tuple[object, ...] = ()
        """The objects from which the displayed rows were made."""
        self.card = AnswerCard("flopReport.answer", "Average strategy", "flopReport", TIP, self, assumed=HONEST)
        self.table: TableView[FlopRow] = TableView("flopReport.table", "Strategy on each flop")
        self._bar = MixBar(self.table)
        self.table.setItemDelegateForColumn(MIX, self._bar)
        self.chart = ChartView("flopReport", TITLE, EMPTY, context.session, self, menu="export")
        self._build()
        self.model.changed.connect(self._on_changed)
        self._document.changed.connect(self._on_changed)
        self._on_changed()

    def _build(self) -> None:
        """Build the chips, fields and filters, and lay them out above the table and the chart."""
        model = self.model
        self._set_bar = ChoiceBar("flopReport.set", "Flops", SETS, self)
        for name, chip in self._set_bar.chips.items():
            chip.setToolTip(set_tip(name))
        self._set_bar.chosen.connect(self._on_set)
        self.list = TextField(
            "flopReport.list", "Flops of the report", EXAMPLE, LIST_TIP, read_flops_text, str, self, normalizes=True
        )
        self.list.edited.connect(self._on_list)
        rows = (
            ("run", RUN_TIPS["idle"], model.run_or_pause),
            ("stop", "Stop; solved flops remain in the report (Esc)", model.stop),
            ("situation", "Ranges, pot, stacks and bet sizes: on the page Betting", self._on_situation),
            ("folder", "The folder for solved flops", self._on_folder),
            ("copy", "Copy this report as a request for `steelwheel betting --flops -`", self._on_copy),
            ("open", "Open the selected flop on the page Betting (Enter, double-click)", self._on_open),
        )
        self.chips = {
            name: chip_button(name, f"flopReport.{name}", handler, name.capitalize(), tip, parent=self)
            for name, tip, handler in rows
        }
        self._keep = chip_button(
            "keep solutions", "flopReport.keep", self._on_keep, "Keep solutions",
            "Keep the solution of each flop, to open it in full: up to 50 MB each", parent=self, checkable=True,
        )  # fmt: skip
        self._keep.setChecked(self._settings.keep_flop_solutions)
        self.chips["help"] = help_chip("flopReport", "About reports on many flops", parent=self)
        run, stop, *others = self.chips.values()
        self.setup = label("", self, name="flopReport.setup", weight=QFont.Weight.Normal, wrap=True)
        keep_lines(self.setup, SETUP_LINES)
        self.progress = ProgressLine("flopReport.progress", "flopReport.progressText", "Progress of the report", self)
        self.notices = label("", self, name="flopReport.notices", weight=QFont.Weight.Normal, wrap=True)
        self._filters = {
            key: combo_box(f"flopReport.filter.{key}", title, self._on_filter) for key, (title, _) in FILTERS.items()
        }
        for key, combo in self._filters.items():
            for choice, text in FILTERS[key][1].items():
                combo.addItem(text, choice)
        self._view_bar = ChoiceBar("flopReport.view", "View", VIEWS, self)
        self._stack = stacked(self.table, self.chart)
        self._view_bar.chosen.connect(self.show_view)
        self._decision_bar = ChoiceBar("flopReport.decision", "Decision", {FIRST: FIRST, SECOND: SECOND}, self)
        self._decision_bar.chosen.connect(self._on_decision)
        head = ChipFlow((self._set_bar, *others[:3], self._keep, *others[4:]), self)
        start = filled(QHBoxLayout(), run, stop, 4, (self.setup, 1), spacing=4)
        views = ChipFlow((self._view_bar, self._decision_bar, others[3]), self)
        filters = ChipFlow(tuple(self._filters.values()), self)
        above = head, self.list, start, self.progress, self.card, self.notices, views, filters
        filled(QVBoxLayout(self), *above, (self._stack, 1), spacing=4, margins=(12, 10, 12, 10))
        tab_in_order(*self._set_bar.chips.values(), *others[:3], self._keep, *others[4:], run, stop)
        self.table.doubleClicked.connect(self._on_open)
        for enter_key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            enter = QShortcut(QKeySequence(enter_key), self.table)
            enter.setContext(Qt.ShortcutContext.WidgetShortcut)
            enter.activated.connect(self._on_open)
        self.table.selectionModel().currentRowChanged.connect(self._on_selected)
        self.table.model().layoutChanged.connect(self._draw)
        at_least(self.table, height=120)
        self.show_view("table")

    @Slot(str)
    def show_view(self, key: str) -> None:
        """Show the table or the chart; ``key``: one of ``VIEWS``."""
        self._view_bar.show_choice(key)
        self._stack.setCurrentWidget(self.chart if key == "chart" else self.table)
        self._draw()

    @property
    def chosen(self) -> Mapping[str, str]:
        """The selected texture, by key of ``FILTERS``."""
        return {key: str(combo.currentData() or ANY) for key, combo in self._filters.items()}

    @Slot()
    def _on_changed(self) -> None:
        """Show the state of the run, and the rows that are solved so far."""
        model, request = self.model, self.model.request
        run = self.chips["run"]
        if run.text() != RUN_TEXTS[model.state]:
            run.setText(RUN_TEXTS[model.state])
            named(run, "flopReport.run", run.text().capitalize(), RUN_TIPS[model.state])
            run.updateGeometry()
        run.setEnabled(model.can_run)
        self.chips["stop"].setEnabled(model.can_stop)
        self.chips["copy"].setEnabled(model.situation.request is not None)
        run_state = model.state, model.can_run
        if run_state != self._run_state:
            self._run_state = run_state
            self.run_changed.emit()
        self.progress.show_state(*self._run_status())
        if not self.isVisible() and self._shown:
            self.chart.set_stale(stale=request is None)
            return
        self._show_situation()
        self._show_report(request)

    def _show_situation(self) -> None:
        """Show the selected set, the situation, the expected time and memory of the report, and notices."""
        model, scenario = self.model, self._document.scenario
        text = flops_text(scenario)
        key = text if text in SETS and text != LIST else LIST
        self._set_bar.show_choice(key)
        self.list.setVisible(key == LIST)
        self.list.show_value(text if key == LIST else "")
        parts = []
        if not model.situation.missing:
            parts.append(setup_line(BettingSituation(before_the_flop(scenario))))
        forecast = model.forecast
        if forecast is not None:
            parts.append(f"{memory(forecast.memory)} of memory per flop")
            seconds = model.seconds_left
            left = time_left(seconds).removesuffix(" left")
            if left and model.state == "idle":
                parts.append(f"{left} in total")
        self.setup.setText("; ".join(parts))
        self.chips["folder"].setToolTip(
            f"Solved flops are saved in {model.base_folder}. Click to select another folder"
        )
        lines = [OTHER_TABLE] if model.other_table else []
        if betting_panel(scenario).fixed:
            lines.append(NO_LOCKS)
        failed = [row for row in model.rows.values() if "error" in row]
        if failed:
            lines.append(f"{number_of(len(failed), 'flop')} not solved: {failed[0]['error']['message']}")
        if model.failure and model.solved:  # without rows it is on the card
            lines.append(model.failure)
        elif model.storing_problem:
            lines.append(NOT_SAVED.format(number_of(model.unstored, "solved flop"), model.storing_problem))
        self.notices.setText("\n".join(lines))
        self.notices.setVisible(bool(lines))

    def _run_status(self) -> tuple[float | None, str]:
        """Return the progress of the report, 0 to 1 (None: no bar), and the text next to it."""
        model, request = self.model, self.model.request
        if request is None or (model.state == "idle" and (model.problems or model.failure)):
            return None, ""
        count = f"{model.solved} of {number_of(len(request.flops), 'flop')}"
        if model.state == "idle":
            if model.final:
                return 1.0, f"Solved: {number_of(model.solved, 'flop')}"
            return model.progress, f"{count} solved. {PRESS_RUN}" if model.solved else PRESS_RUN
        flop = "" if model.current is None else f"solving {model.current.flop}"
        if model.state == "paused":
            return model.progress, f"Paused: {count} solved"
        return model.progress, "\u00a0· ".join(filter(None, (count, flop, time_left(model.seconds_left))))

    def _show_report(self, request: FlopsRequest | None) -> None:
        """Show the rows that pass the filters, their averages, and the chart; or why there are none."""
        model = self.model
        if request is None:
            problems = " ".join(problem_line(problem) for problem in model.problems[:2])
            self.card.show_answer("", model.situation.missing or problems, "", "", stale=True)
            self._rows, self._shown = (), ()
            self.table.show_table(type(self.table.table)())
            self._draw()
            return
        names = names_of(request)
        texts = {FIRST: names[0], SECOND: f"{names[1]} after a check"}
        for key, chip in self._decision_bar.chips.items():
            if chip.text() != texts[key]:
                chip.setText(texts[key])
                chip.setAccessibleName(f"Decision: {texts[key]}")
                chip.updateGeometry()
        self._decision_bar.show_choice(self.decision)
        shown = (
            id(model.rows),
            len(model.rows),
            request.digest,
            len(request.flops),
            self.decision,
            *self.chosen.values(),
        )
        if shown != self._shown:
            self._shown = shown
            self._rows = flop_rows(request, model.rows, self.chosen, self.decision)
            self._bar.colors = action_colors(actions_of(self._rows, self.decision))
            self.table.show_table(rows_table(request, self._rows, self.decision))
            self._draw()
            self._on_selected()
        self._show_card(request)

    def _show_card(self, request: FlopsRequest) -> None:
        """Show the average strategy of the displayed flops."""
        model, total = self.model, total_of(request, self._rows)
        if total is None:
            reasons = [problem_line(problem) for problem in model.problems[:2]]
            waiting = " ".join(reasons) or model.failure
            if not waiting and model.solved:
                waiting = "No solved flop has this texture."
            if not waiting:
                waiting = "Solving the first flop …" if model.state == "running" else f"{PRESS_RUN} these flops."
            self.card.show_answer("", waiting, "", "", stale=True)
        else:
            solved = sum(row.solved for row in self._rows)
            accuracy = total["share_of_pot"]
            error = "" if accuracy is None else f"Average exploitability {percent(accuracy)} of the pot; "
            share = percent(total["share"], exact_digits=1)
            self.card.show_answer(
                frequencies_line(total, self.decision),
                "",
                values_line(request, total),
                f"{error}{number_of(solved, 'flop')} ({share} of the deals of the set).",
                stale=False,
            )
        self.card.keep_height(CARD_HEIGHT)

    @property
    def caption(self) -> str:
        """Which flops are displayed, as in ``25 flops, K high, paired``."""
        chosen = (FILTERS[key][1][choice] for key, choice in self.chosen.items() if choice != ANY)
        return ", ".join((number_of(len(self._rows), "flop"), *chosen))

    @Slot()
    def _draw(self) -> None:
        """Draw the chart in the order of the table."""
        request = self.model.request
        if request is None or not self._rows:
            self.chart.show_chart(None)
            return
        rows, model = self.table.rows, self.model
        chart = report_chart(request, rows, self.decision, self.caption, solved=model.solved)
        unfinished = not model.final
        self.chart.show_chart(None if chart is None else lambda _: chart, unfinished=unfinished)

    @Slot()
    def _on_selected(self) -> None:
        row = self.table.selected_row
        self.chips["open"].setEnabled(row is not None and row.solved)

    @Slot(str)
    def _on_set(self, key: str) -> None:
        scenario = self._document.scenario
        text = key
        if key == LIST:
            try:
                board = "".join(scenario.board.split())
                text = board[:6] if len(parse_cards(board)) >= 3 else EXAMPLE
            except TextError:
                text = EXAMPLE
        self._edit(text)

    @Slot(object, str)
    def _on_list(self, text: str | None, merge: str) -> None:
        self._edit(text or EXAMPLE, merge)

    def _edit(self, text: str, merge: str = "") -> None:
        """Store the flops as one undo step."""
        scenario = with_entries(self._document.scenario, flops=text)
        self._document.replace("Flops of the report", scenario, merge=merge or None)

    @Slot(int)
    def _on_filter(self, _index: int) -> None:
        self._on_changed()

    @Slot(str)
    def _on_decision(self, key: str) -> None:
        self.decision = key
        self._on_changed()

    @Slot()
    def _on_keep(self) -> None:
        self._settings.keep_flop_solutions = self._keep.isChecked()
        self._keep.setChecked(self._settings.keep_flop_solutions)

    @Slot()
    def _on_situation(self) -> None:
        self._context.page_requested.emit("Betting")

    @Slot()
    def _on_folder(self) -> None:
        name = self._ask_folder(self, "Folder for flop reports", str(self.model.base_folder))
        if name:
            self.model.choose_folder(Path(name))

    @Slot()
    def _on_copy(self) -> None:
        text = json.dumps(flops_values(self._document.scenario), indent=2)
        QGuiApplication.clipboard().setText(text + "\n")
        self._context.message.emit("Request copied: paste it to `steelwheel betting --flops -`", False)

    @Slot()
    def _on_open(self) -> None:
        """Open the selected flop on the page *Betting*: its solution, or without one its board."""
        row = self.table.selected_row
        if row is None or not row.solved:
            return
        path = self.model.solution_of(row.flop.name)
        if path is not None and self._context.solution_requested is not None:
            self._context.solution_requested.emit(path)
        else:
            self._document.edit("Board", board=row.flop.name)
            self._context.page_requested.emit("Betting")
            self._context.message.emit(NOT_KEPT.format(flop=row.flop.name), False)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.model.watch(on=True)
        self._on_changed()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.model.watch(on=False)


def flop_report_page(context: PageContext) -> BuiltPage:
    """Return the page and its charts that can be exported."""
    page = FlopReportPage(context)
    return page, (ExportItem("flopReport", TITLE, page, page.chart, "holdem"),)
