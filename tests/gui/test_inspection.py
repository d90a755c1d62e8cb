"""What a seat really holds: lines, searches, texts, and the list in the window."""

import csv
import io

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog

from engine import Scenario, Seat, inspect
from engine.equity.details.inspection import LazyTexts, class_lines, combo_lines, razz_lines
from engine.ranges.orders import find_order
from engine.ranges.range_search import combo_mask, row_mask
from engine.scenario import RangeName
from engine.table.seat_ranges import known_mask
from gui.look.styling import rich
from gui.pages.range.inspect_view import (
    ALONE,
    CANNOT_SEARCH,
    COMPUTING,
    HERE,
    NAME,
    WEIGHT,
    inspection_rows,
    largest_changes,
    removal_change_text,
)
from gui.pages.range.inspection_model import NOTHING_WRITTEN, listed_down
from gui.state.latest import Questions
from tests.gui.preflop_fakes import DirectQuestions
from tests.gui.range_fakes import page

"""Time for an answer: the first ones may have to wait for kernels to be compiled."""


def holdem(*texts, **more):
    return Scenario("holdem", tuple(Seat(f"Seat {i + 1}", text) for i, text in enumerate(texts)), **more)


def razz(*texts, **more):
    return Scenario("razz", tuple(Seat(f"Seat {i + 1}", text) for i, text in enumerate(texts)), **more)


def matching(search, columns):
    return row_mask(search, (columns.downs, columns.down), (columns.ups, columns.up))


def test_aces_against_aces():
    """AA, KK v AA: one pair of aces is left for the other six, all kings stay."""
    scenario = holdem("AA, KK", "AA")
    lines = class_lines(inspect(scenario, 0), known_mask(scenario, 0))
    assert lines.names == ("AA", "KK")
    assert lines.before_removal == pytest.approx([1 / 2, 1 / 2])
    assert lines.after_removal == pytest.approx([1 / 7, 6 / 7])
    assert lines.changes == pytest.approx([2 / 7 - 1, 12 / 7 - 1])
    assert largest_changes(lines) == (("AA", "50.00\u00a0%", "14.29\u00a0%"), ("KK", "50.00\u00a0%", "85.71\u00a0%"))


def test_combos_and_classes_add_up_and_blocked_combos_stay_visible():
    scenario = holdem("22+, AKs, KQo:0.5", "AhKh", "15%", board="7h 8h 2c", dead="Ks")
    result, known = inspect(scenario, 0), known_mask(scenario, 0)
    combos, classes = combo_lines(result, known), class_lines(result, known)
    for lines in (combos, classes):
        assert lines.before_removal.sum() == pytest.approx(1)
        assert lines.after_removal.sum() == pytest.approx(1)
    assert len(combos) == np.count_nonzero(result.weights)
    assert combos.names[:2] == ("AsAh", "AsAd")
    blocked = dict(zip(combos.names, combos.after_removal, strict=True))
    assert blocked["AsAh"] == 0 < blocked["AsAd"]
    by_name = {name: i for i, name in enumerate(classes.names)}
    assert classes.details[by_name["77"]] == "3 of 6"
    assert classes.details[by_name["99"]] == "6"
    assert classes.weights[by_name["KQo"]] == 0.5
    assert classes.after_removal[by_name["AA"]] == pytest.approx(
        sum(v for name, v in blocked.items() if name[0] == name[2] == "A")
    )


def test_corrected_razz_ranges_have_their_ways():
    """This ace: a second one three ways. Any ace: two of them six ways (4 x 3 / 2)."""
    scenario = razz("A7-9, [A]7-T", "x")
    result = inspect(scenario, 0)
    assert result.views == ("down", "whole", "items")
    this, any_ = inspect(razz("A7-9", "x"), 0), inspect(razz("[A]7-9", "x"), 0)
    assert this.views == ("down",)
    details = [
        dict(zip(lines.names, lines.details, strict=True))
        for lines in (razz_lines(this, "down"), razz_lines(any_, "down"))
    ]
    assert (details[0]["AA"], details[0]["A2"]) == ("3", "4")
    assert (details[1]["AA"], details[1]["A2"]) == ("4 × 3 / 2 = 6", "4 × 4 = 16")
    items = razz_lines(result, "items", ("A7-9", "[A]7-T"))
    assert tuple(items.names) == ("A7-9", "[A]7-T")
    whole = razz_lines(result, "whole")
    assert "A2 / 9" in whole.names
    for lines in (items, whole, razz_lines(result, "down")):
        assert lines.after_removal.sum() == pytest.approx(1)


@pytest.mark.parametrize("view", ["down", "whole", "items"])
def test_lines_of_razz_add_up_their_rows(view):
    result = inspect(razz("(7-7-)7-, [A]7-9@50, A29", "(9-9-9)", dead="4"), 0)
    groups = {}
    for row in result.rows:
        key = {"down": row.down, "whole": f"{row.down} / {row.up}", "items": f"item {row.item}"}[view]
        groups.setdefault(key, []).append(row)
    lines = razz_lines(result, view, [f"item {i}" for i in range(3)])
    assert lines.names[:] == tuple(groups)
    assert lines.after_removal == pytest.approx([sum(row.probability for row in group) for group in groups.values()])
    assert lines.counts == pytest.approx([sum(row.combos for row in group) for group in groups.values()])
    for name, detail in zip(lines.names, lines.details, strict=True):
        assert detail.endswith(f"{sum(row.combos for row in groups[name])}")
    assert (lines.before_removal.sum(), lines.after_removal.sum()) == pytest.approx((1, 1))


def test_a_long_list_computes_only_visible_texts():
    made = []
    texts = LazyTexts(lambda line: made.append(line) or str(line), 100_000)
    assert (texts[7], texts[-1], texts[2:4], len(texts)) == ("7", "99999", ("2", "3"), 100_000)
    assert any(texts)
    assert made == [7, 99_999, 2, 3, 0]


def test_unwritten_razz_cards_are_listed():
    assert listed_down("x") == "K-K-"
    assert listed_down("x x 9") == "K-K-9"
    assert listed_down("A29") == "A29"
    lines = razz_lines(inspect(razz(listed_down("x"), "AA9"), 0), "down")
    assert len(lines) == 91
    assert lines.after_removal.sum() == pytest.approx(1)


@pytest.mark.parametrize(
    ("search", "count"),
    [
        ("", 1326),
        ("AK", 16),
        ("Ah", 51),
        ("A", 6 + 48 + 144),
        ("Ah suited", 12),
        ("pairs", 78),
        ("pair", 78),
        ("TT+, AKs", 34),
        ("broadway offsuit", 120),
        ("A♥", 51),
        ("10", 6 + 192),
        ("AhKh,", 1),
    ],
)
def test_searches_of_combos(search, count):
    assert combo_mask(search, "core", find_order(None)).sum() == count


def test_a_search_that_cannot_be_read():
    assert combo_mask("AKx", "core", find_order(None)) is None
    rows = inspect(razz("K-K-9", "x"), 0).columns
    assert matching("(A", rows) is None
    assert matching("A23", rows) is None


@pytest.mark.parametrize(
    ("search", "count"),
    [
        ("", 91),
        ("A", 13),
        ("A2", 1),
        ("AA", 1),
        ("pairs", 13),
        ("no pairs", 78),
        ("3-3-", 6),
        ("A, K", 25),
        ("A no pairs", 12),
    ],
)
def test_searches_of_razz_rows(search, count):
    assert matching(search, inspect(razz("K-K-9", "x"), 0).columns).sum() == count


def test_searches_of_up_cards():
    values = inspect(razz("(3-3-)4-", "x"), 0)
    for search, kept in (("A2/4", {("A2", "4")}), ("/4", {("A2", "4"), ("A3", "4"), ("23", "4")})):
        mask = matching(search, values.columns)
        assert {(row.down, row.up) for row, here in zip(values.rows, mask, strict=True) if here} == kept


@pytest.mark.parametrize(
    ("change", "stderr", "text"),
    [
        (-0.83, 0, "−83\u00a0%"),
        (0.012, 0, "+1.2\u00a0%"),
        (0.0001, 0, "="),
        (0.012, 0.01, "+1\u00a0%"),
        (np.nan, 0, ""),
    ],
)
def test_changes_as_texts(change, stderr, text):
    assert removal_change_text(change, stderr, 0.1) == text


def test_a_file_has_all_digits():
    scenario = holdem("AA, KK", "AA")
    lines = class_lines(inspect(scenario, 0), 0)
    header, rows = inspection_rows(lines, "hands", (1, 0))
    assert header == ("hand", "combos", "weight", "alone", "here", "stderr")
    assert rows[0] == ("KK", 6, 1.0, lines.before_removal[1], lines.after_removal[1], 0.0)


@pytest.fixture
def show(qtbot, tmp_path):
    """A page whose questions are answered in the background."""
    questions = Questions("page")
    yield lambda *args, **kwargs: page(qtbot, tmp_path, *args, questions=questions, **kwargs)
    questions.shut_down()


def open_list(shown, qtbot):
    shown.part("range.showInspect").click()
    view = shown.page.inspect
    # A later part of the answer would replace the rows, and with them what is selected.
    qtbot.waitUntil(lambda: view.table.lines is not None and not view.inspection._answers.latest.busy)
    return view


def texts(view, column):
    return [view.table.text(row, column) for row in range(len(view.table.rows))]


def test_the_list_in_the_window(show, qtbot):
    shown = show(seats=("AA", "AA, KK, 22:0.5"), board="7h 8h 2c")
    view = open_list(shown, qtbot)
    assert view.isVisible()
    assert not shown.page.holdem.isVisible()
    assert texts(view, NAME) == ["KK", "22", "AA"]
    assert view.totals.text().startswith(rich("<b>3 lines</b> · 15 combos left").removesuffix("</span>"))
    view.table.setFocus()
    qtbot.keyClick(view.table, Qt.Key.Key_3)  # by weight
    assert texts(view, WEIGHT)[0] == "100\u00a0%"
    qtbot.keyClick(view.table, Qt.Key.Key_3)
    assert texts(view, NAME)[0] == "22"
    shown.part("inspect.combos").click()
    assert view.table.listed_view == "combos"
    assert len(texts(view, HERE)) == 18
    assert texts(view, HERE).count("blocked") == 3
    qtbot.keyClicks(shown.part("inspect.search"), "Kh")
    assert texts(view, NAME) == ["KsKh", "KhKd", "KhKc"]
    assert "after" in view.totals.text()
    shown.part("inspect.search").setText("Kx+")
    assert not view.table.rows
    assert view.empty.text() == CANNOT_SEARCH


def test_it_follows_edits_and_seats(show, qtbot):
    shown = show(seats=("AA", "AA, KK"))
    view = open_list(shown, qtbot)
    before = view.inspection.inspected
    shown.page.edits.write("AA, QQ", "Range")
    assert view.table.table.stale
    qtbot.waitUntil(lambda: view.inspection.inspected is not before and not view.table.table.stale)
    assert set(texts(view, NAME)) == {"AA", "QQ"}
    shown.page.edits.choose(0)
    assert view.table.lines is None or view.table.table.stale
    qtbot.waitUntil(lambda: texts(view, NAME) == ["AA"])
    shown.part("range.showPaint").click()
    assert view.inspection.seat is None


def test_a_range_of_the_same_name_with_other_hands_is_listed(show, qtbot):
    shown = show(seats=("AA", "QQ"))
    document = shown.page.edits.document
    seats = document.scenario.seats[0], Seat("Villain", "mine")
    document.edit("Name", seats=seats, names=(RangeName("mine", "QQ"),))
    view = open_list(shown, qtbot)
    assert texts(view, NAME) == ["QQ"]
    document.edit("Other hands", names=(RangeName("mine", "KK"),))
    qtbot.waitUntil(lambda: texts(view, NAME) == ["KK"])


def test_half_a_hand_counts_as_any_cards_and_an_empty_seat_is_not_dealt_in(show, qtbot):
    shown = show(seats=("", "AA, KK", "AA", "Ks"))
    view = open_list(shown, qtbot)
    assert view.inspection.inspected.assumed == ("Seat 4",)
    assert [seat.folded for seat in view.inspection.inspected.scenario.seats] == [True, False, False, False]
    assert "Seat 4" in shown.part("inspect.facts").text()
    shown.page.edits.choose(0)
    qtbot.waitUntil(lambda: view.empty.text() == NOTHING_WRITTEN)
    assert not shown.part("inspect.copy").isEnabled()


def test_the_inspection_runs_in_the_background(qtbot, tmp_path):
    shown = page(qtbot, tmp_path, seats=("AA", "AA, KK"))
    questions = shown.made.questions.findChild(DirectQuestions, "inspection")
    questions.held = True
    shown.part("range.showInspect").click()
    qtbot.waitUntil(lambda: bool(questions.asked))
    assert shown.page.inspect.empty.text() == COMPUTING
    questions.failed.emit(questions.key, ValueError("something"))
    assert shown.page.inspect.empty.text() == "something"


def test_copy_and_csv(show, qtbot, tmp_path, monkeypatch):
    shown = show(seats=("AA", "AA, KK"))
    view = open_list(shown, qtbot)
    shown.part("inspect.copy").click()
    lines = QGuiApplication.clipboard().text().splitlines()
    assert lines[0].startswith("Hand\tCombos\tWeight\tBefore\tAfter")
    assert lines[1].split("\t")[:4] == ["KK", "6", "100 %", "50.00 %"]
    view.table.selectRow(1)
    qtbot.keyClick(view.table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text().splitlines()[1].startswith("AA")
    path = tmp_path / "holds.csv"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *args: (str(path), ""))
    shown.part("inspect.csv").click()
    rows = list(csv.DictReader(io.StringIO(path.read_text(encoding="utf-8"))))
    assert [row["hand"] for row in rows] == ["KK", "AA"]
    assert float(rows[1]["here"]) == view.inspection.inspected.meaning.classes()["AA"]


def test_the_razz_list(show, qtbot):
    shown = show("razz", seats=("A 2 9", "(7-7-7), A39@50"))
    view = open_list(shown, qtbot)
    assert "A2" in texts(view, NAME)
    shown.part("inspect.items").click()
    assert set(texts(view, NAME)) == {"(7-7-7)", "A39@50"}
    shown.made.document.edit("Other game", game="holdem", seats=(Seat("Hero", "AhKh"), Seat("CO", "AA, KK")), board="")
    qtbot.waitUntil(lambda: texts(view, NAME)[:1] in (["AA"], ["KK"], ["AKs"]))
    assert texts(view, ALONE)


def test_an_inspection_ends_immediately_when_the_window_closes(qtbot):
    questions = Questions("inspection")
    scenario = holdem("15%", "20%", "30%", "40%", "15%")
    questions.ask("seat", lambda cancel: iter([inspect(scenario, 0, (), cancel.check_cancelled)]))
    with qtbot.assertNotEmitted(questions.answered, wait=100):
        questions.shut_down()
    assert questions.key is None
