"""The page *Flop report* as a user works with it: a set, a run, columns and filters, pause, restart, a flop in full."""

from dataclasses import replace
from types import SimpleNamespace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from engine import Problem, Scenario, ScenarioError, Seat
from engine.betting.flop_folder import FlopFolder
from engine.betting.flop_report import read_flops_request, report_json
from engine.betting.flop_solving import ReportState, solve_report
from engine.betting.panel import with_entries
from engine.equity.workers import CancelToken
from engine.scenario.reading import read_json
from gui.pages.betting.report.page import NO_LOCKS, OTHER_TABLE
from gui.pages.betting.report.rows import SECOND, report_chart
from gui.state.context import WindowParts
from gui.words.formatting import percent
from tests.gui.betting_fakes import Made as MadeBetting
from tests.gui.flop_report_fakes import FLOPS, TABLE
from tests.gui.flop_report_fakes import make as make
from tests.gui.texts import plain

NAMES = ["Ks7h2d", "QsJs4h", "8s8h3d"]


def report(made):
    """The report as the command line computes it of the request that the page copies."""
    made.click("flopReport.copy")
    request = read_flops_request(read_json(QGuiApplication.clipboard().text()))
    return report_json(request, made.model.rows)


def column(made, title):
    table = made.page.table
    return [plain(table.text(row, title)) for row in range(len(table.rows))]


def test_a_report_is_foretold_solved_and_averaged(make):
    made = make()
    assert made.flops == NAMES
    assert "of memory per flop" in made.page.setup.text()
    assert made.child("flopReport.progressText").text() == "Press Run (F5) to solve"
    made.click("flopReport.run")
    assert made.child("flopReport.progressText").text() == "Solved: 3 flops"
    answer = report(made)
    assert answer["final"]
    for row, flop in enumerate(answer["flops"]):
        assert column(made, "Bet 40 %")[row] == f"{100 * flop['actions']['bet 40']:.0f}"
        assert column(made, "EV Hero")[row] == f"{flop['ev'][0]:.1f}"
        assert column(made, "Equity Hero")[row] == f"{100 * flop['equity'][0]:.1f}"
    total = answer["total"]
    assert plain(f"Bet 40: {percent(total['actions']['bet 40'], exact_digits=0)}") in plain(made.page.card.text)
    assert plain(f"Average EV Hero {total['ev'][0]:.1f}") in plain(made.child("flopReport.reason").text())


def test_columns_sort_and_filters_leave_the_averages_of_what_remains(make):
    made = make()
    made.model.start()
    table = made.page.table
    table.sort_by(table.column("EV Hero"))
    evs = [made.model.rows[flop]["ev"][0] for flop in made.flops]
    assert evs == sorted(evs, reverse=True)
    made.select("pairing", "paired")
    assert made.flops == ["8s8h3d"]
    share = made.model.rows["8s8h3d"]["actions"]["all in 100"]
    assert plain(f"All in 100: {percent(share, exact_digits=0)}") in plain(made.page.card.text)
    made.select("high", "K high")
    assert made.flops == []
    assert "No solved flop has this texture" in made.page.card.text
    made.select("pairing", "paired or not")
    assert made.flops == ["Ks7h2d"]
    made.select("high", "9 high or lower")
    made.select("connected", "not connected")
    assert made.flops == ["8s8h3d"]


def test_the_other_player_s_response_to_a_check_is_a_click_away(make):
    made = make()
    made.model.start()
    made.click(f"flopReport.decision.{SECOND}")
    after = made.model.rows["Ks7h2d"]["after_check"]
    assert column(made, "Bet 40 %")[0] == f"{100 * after['bet 40']:.0f}"


def test_the_chart_has_the_order_of_the_table_and_exports_all_numbers(make):
    made = make()
    made.model.start()
    made.click("flopReport.view.chart")
    table = made.page.table
    table.sort_by(table.column("EV Hero"))
    chart = made.page.chart.value
    header, rows = chart.data
    assert [row[0] for row in rows] == made.flops
    evs = [float(row[header.index("Hero ev")]) for row in rows]
    assert evs == sorted(evs, reverse=True)
    assert {"flop", "share", "BTN equity", "bet 40 frequency", "BTN after check: bet 40 frequency"} <= set(header)
    assert chart.read(0.2, 50.0).header.startswith(made.flops[0])
    made.select("pairing", "paired")
    assert "paired" in made.page.chart.value.heading.brief
    assert report_chart(made.model.request, (), "first", "", solved=0) is None


def test_a_restart_finds_what_is_solved_and_a_larger_set_goes_on(make):
    first = make()
    first.model.start()
    evs = {flop: row["ev"] for flop, row in first.model.rows.items()}
    again = make()
    assert again.child("flopReport.progressText").text() == "Solved: 3 flops"
    assert {flop: row["ev"] for flop, row in again.model.rows.items()} == evs
    entry = again.child("flopReport.list")
    entry.setFocus()
    QTest.keyClick(entry, Qt.Key.Key_End)
    QTest.keyClicks(entry, ", Tc9c8h")
    QTest.keyClick(entry, Qt.Key.Key_Return)
    again.model.check()
    assert again.document.scenario.betting.flops == f"{FLOPS}, Tc9c8h"
    assert "3 of 4 flops solved" in again.child("flopReport.progressText").text()
    again.model.start()
    assert again.model.final
    again.document.undo_stack.undo()
    assert again.flops == NAMES


def test_a_set_is_chosen_by_a_click_and_undone(make):
    made = make()
    made.click("flopReport.set.49")
    made.model.check()
    assert len(made.flops) == 49
    assert not made.child("flopReport.list").isVisible()
    made.document.undo_stack.undo()
    assert made.flops == NAMES
    made.document.replace("Flops", with_entries(made.document.scenario, flops=None))
    assert len(made.flops) == 25
    made.click("flopReport.set.list")
    assert made.child("flopReport.list").text().startswith("Ks7h2d")


def test_a_paused_run_goes_on_and_a_stopped_one_is_kept(make, monkeypatch):
    made = make()
    request, folder = made.model.request, made.model.folder
    cancel = CancelToken()
    for state in solve_report(request, folder, cancel=cancel, workers=1):
        if len(state.rows) == 1 and state.unfinished is not None:
            cancel.cancel()
            half = state
    # The fake answers at once: hold it, and pass what a run has yielded half way.
    runs = made.questions.findChild(type(made.questions), "flop report")
    runs.held = True
    made.click("flopReport.run")
    runs.answered.emit(runs.key, half)
    assert "1 of 3 flops" in made.child("flopReport.progressText").text()
    assert f"solving {half.unfinished.flop}" in made.child("flopReport.progressText").text()
    made.click("flopReport.run")
    assert made.model.state == "paused"
    assert made.child("flopReport.run").text() == "continue"
    made.document.edit("Pot", betting=replace(TABLE.betting, pot=120.0))
    assert OTHER_TABLE in made.page.notices.text()
    seen = []
    monkeypatch.setattr(
        "gui.pages.betting.report.model.solve_report",
        lambda *parts, unfinished=None, **more: seen.append(unfinished) or solve_report(*parts, unfinished=unfinished),
    )
    runs.held = False
    made.click("flopReport.run")
    assert seen == [half.unfinished]
    assert made.model.state == "idle"
    made.document.undo_stack.undo()
    made.model.check()
    assert made.model.final
    assert isinstance(half, ReportState)


def test_flops_that_cannot_be_saved_are_displayed_and_saved_by_the_next_run(make, monkeypatch):
    made = make()
    write = FlopFolder.write_row

    def refuse(folder, row, **more):
        raise ScenarioError(Problem("folder", "no space left"))

    monkeypatch.setattr(FlopFolder, "write_row", refuse)
    made.click("flopReport.run")
    assert (made.model.solved, made.model.unstored) == (3, 3)
    assert "3 solved flops not saved yet: no space left." in made.page.notices.text()
    assert made.model.can_run
    made.model.check()
    assert made.model.solved == 3
    # Another report whose flops are saved does not hide that these are not.
    monkeypatch.setattr(FlopFolder, "write_row", write)
    made.document.replace("Pot", with_entries(made.document.scenario, pot=80, flops="Ks7h2d"))
    made.model.check()
    made.click("flopReport.run")
    assert (made.model.solved, made.model.unstored, made.page.notices.text()) == (1, 0, "")
    made.document.undo_stack.undo()
    made.model.check()
    assert "3 solved flops not saved yet: no space left." in made.page.notices.text()
    assert [len(flops) for flops in made.unstored_flops.values()] == [3, 0]
    solved = []
    monkeypatch.setattr("engine.betting.flop_solving._solving", lambda *parts: solved.append(parts))
    made.click("flopReport.run")
    assert (made.model.unstored, solved) == (0, [])
    assert "not saved" not in made.page.notices.text()
    assert not made.model.can_run
    assert len(made.model.folder.rows(NAMES, with_solutions=True)) == 3


def test_closing_names_solved_flops_that_are_in_memory_only():
    saved = SimpleNamespace(save=lambda: None, unsaved=False)
    parts = SimpleNamespace(
        recovery=SimpleNamespace(keep=lambda: True), library=saved, training=saved, marks=saved,
        journal=SimpleNamespace(in_danger=False), unstored_flops={"written": {}},
    )  # fmt: skip
    assert WindowParts.keep_all(parts) == []
    parts.unstored_flops["unwritten"] = {"Ks7h2d": object()}
    assert WindowParts.keep_all(parts) == ["solved flops"]


def test_a_flop_opens_in_full_on_betting_and_the_report_stays(make, expose, tmp_path):
    made = make()
    made.model.start()
    table = made.page.table
    table.choose("8s8h3d")
    where = table.visualRect(table.currentIndex()).center()
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=where)
    assert made.solutions == []
    QTest.mouseDClick(table.viewport(), Qt.MouseButton.LeftButton, pos=where)
    assert made.solutions[-1] == made.model.solution_of("8s8h3d")
    betting = MadeBetting(made.document.scenario, tmp_path)
    expose(betting.page, None, betting)
    betting.page.open_file(made.solutions[-1])
    opened = betting.document.scenario
    assert opened.board == "8s8h3d"
    assert opened.seats == TABLE.seats
    assert opened.betting.flops == FLOPS
    assert not betting.model.stale
    assert betting.model.view.progress.ev[0] == pytest.approx(made.model.rows["8s8h3d"]["ev"][0], abs=0.05)
    betting.document.undo_stack.undo()
    assert betting.document.scenario.board == ""


def test_without_a_solution_the_flop_is_put_on_the_table(make):
    made = make()
    made.click("flopReport.keep")
    assert not made.settings.keep_flop_solutions
    made.model.start()
    made.page.table.choose("Ks7h2d")
    made.click("flopReport.open")
    assert made.document.scenario.board == "Ks7h2d"
    assert made.pages == ["Betting"]
    assert made.messages[-1] == ("The solution of Ks7h2d was not kept: press Run (F5) to solve it", False)
    assert made.flops == NAMES


def test_another_folder_has_another_report(make):
    made = make()
    made.model.start()
    made.click("flopReport.folder")
    assert made.settings.flops_folder == made.chosen_folder
    assert made.model.solved == 0
    made.model.start()
    assert made.model.solution_of("Ks7h2d").is_relative_to(made.chosen_folder)


@pytest.mark.parametrize(
    ("scenario", "text"),
    [
        (Scenario("holdem", (Seat("Hero", "AA"), Seat("BTN", ""))), "two players"),
        (with_entries(TABLE, pot=None, stack=0.0), "Stack"),
        (Scenario("holdem", (Seat("A", "AsKs"), Seat("B", "QQ"))), "suits alike"),
        (with_entries(TABLE, max_bytes=1000), "remove"),
    ],
)
def test_the_page_says_why_there_is_no_report(make, scenario, text):
    made = make(scenario)
    assert text in made.page.card.text
    assert not made.child("flopReport.run").isEnabled()


def test_locks_are_said_to_be_left_out(make):
    lock = {"seat": 1, "path": ["check"], "frequencies": {"check": 1}}
    made = make(with_entries(TABLE, fixed=[lock]))
    assert NO_LOCKS in made.page.notices.text()
    made.model.start()
    assert made.model.final
