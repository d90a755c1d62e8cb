"""Orders of the player's own: kept in a folder, chosen beside the matrix, in force for texts, sliders, the engine."""

import json

import numpy as np
import pytest
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QFileDialog

from engine import Scenario, ScenarioError, Seat
from engine.cards import TextError
from engine.ranges.holdem import parse_range
from engine.ranges.holdem_hands import CLASSES, class_text
from engine.ranges.orders import Order, find_order, order_from_json
from engine.table.seat_ranges import read_seat
from gui.pages.range.holdem_tools import OrderBox
from gui.state.autosave import Autosave, Recovery
from gui.state.document import Document
from gui.state.runner import EngineRunner
from gui.storage import scenario_files
from gui.storage.autosave_file import AutosaveFile
from gui.storage.player_files import OrderStore
from gui.words.captions import combo_counts
from tests.gui.range_fakes import page
from tests.systems import MISSING

NAMES = [class_text(*class_) for class_ in CLASSES]
WORST_FIRST = [class_text(*CLASSES[i]) for i in find_order("v1").best_first[::-1]]
LIST = "\n".join(WORST_FIRST)


@pytest.fixture
def show(qtbot, tmp_path):
    return lambda *args, **kwargs: page(qtbot, tmp_path, *args, **kwargs)


@pytest.fixture
def shelf(tmp_path):
    return OrderStore(tmp_path / "orders")


def write(path, text=LIST):
    path.write_text(text, encoding="utf-8")
    return path


def test_an_imported_list_is_stored_and_read_again(shelf, tmp_path):
    order = shelf.import_file(write(tmp_path / "worst first.txt"))
    assert (order.name, class_text(*CLASSES[order.best_first[0]])) == ("worst first", WORST_FIRST[0])
    again = OrderStore(tmp_path / "orders")
    assert [kept.name for kept in again.kept] == ["worst first"]
    assert np.array_equal(again.kept[0].best_first, order.best_first)


def test_an_order_never_changes_under_its_name(shelf, tmp_path):
    first = shelf.import_file(write(tmp_path / "mine.txt"))
    assert shelf.import_file(tmp_path / "mine.txt") is first  # the same once more
    second = shelf.import_file(write(tmp_path / "mine.txt", "\n".join(WORST_FIRST[::-1])))
    assert second.name == "mine 2"
    assert shelf.add(Order("v1", "v1", np.arange(169.0))).name == "v1 2"
    assert len(list((tmp_path / "orders").iterdir())) == 3


def test_a_removed_order_stays_known_for_an_undo(shelf, tmp_path):
    shelf.import_file(write(tmp_path / "mine.txt"))
    shelf.remove("mine")
    assert shelf.kept == ()
    assert [order.name for order in shelf.orders] == ["mine"]
    assert OrderStore(tmp_path / "orders").orders == ()


def test_a_bad_file_is_reported_and_not_changed(tmp_path, shelf):
    shelf.import_file(write(tmp_path / "mine.txt"))
    bad = write(tmp_path / "orders" / "bad.json", "{nonsense")
    again = OrderStore(tmp_path / "orders")
    assert [order.name for order in again.kept] == ["mine"]
    assert "bad.json" in again.message
    assert bad.read_text(encoding="utf-8") == "{nonsense"
    for text in ("AA KK", "{}", "\0" * 20):
        with pytest.raises(TextError):
            again.import_file(write(tmp_path / "x.txt", text))
    with pytest.raises(OSError, match=MISSING):
        again.import_file(tmp_path / "missing.txt")


def test_the_document_and_the_engine_know_the_order(qtbot, shelf, tmp_path):
    order = shelf.import_file(write(tmp_path / "mine.txt"))
    scenario = Scenario("holdem", (Seat("Hero", "AhAd"), Seat("CO", "10%")), order="mine")
    document = Document(scenario, orders=lambda: shelf.orders)
    assert document.problems == ()
    assert document.edit("Board", board="7h 8h 2c") == ()
    assert Document(scenario).problems[0].field == "order"
    assert np.array_equal(read_seat(scenario, 1, document.orders).weights, parse_range("10%", order=order).weights)
    assert combo_counts(scenario, 1, document.orders)[0] == parse_range("10%", order=order).count
    runner = EngineRunner(orders=lambda: shelf.orders)
    values = []
    runner.snapshot_ready.connect(values.append)
    with qtbot.waitSignal(runner.ended):
        runner.run(scenario)
    runner.shut_down()
    assert values[-1].seats[0].estimate.equity > 0.85  # aces against the worst hands


def test_a_file_that_names_it_opens_where_it_is_known(shelf, tmp_path):
    shelf.import_file(write(tmp_path / "mine.txt"))
    path = tmp_path / "table.steelwheel"
    scenario_files.save(path, Scenario("holdem", (Seat("Hero", "AhAd"), Seat("CO", "10%")), order="mine"))
    assert scenario_files.read(path, shelf.orders)[0].order == "mine"
    with pytest.raises(ScenarioError, match=r"hand ranking .mine.*not on this computer; import that ranking first"):
        scenario_files.read(path)


def test_a_crash_does_not_lose_a_table_that_names_it(qapp, shelf, tmp_path):
    shelf.import_file(write(tmp_path / "mine.txt"))
    table = Scenario("holdem", (Seat("Hero", "AhAd"), Seat("CO", "10%")), order="mine")
    file = AutosaveFile.new(tmp_path / "autosave")
    file.write(table, None)
    file.release()
    document = Document(Scenario("holdem", (Seat("Hero", ""), Seat("CO", ""))), orders=lambda: shelf.orders)
    recovery = Recovery(document, Autosave(document, tmp_path / "autosave"), tmp_path / "autosave")
    recovery.restore()
    assert (document.scenario, document.problems) == (table, ())


def test_importing_an_order_in_the_window_selects_it(show, tmp_path, monkeypatch):
    shown = show(seats=("AhKh", "10%"))
    before = read_seat(shown.made.scenario, 1).weights
    path = write(tmp_path / "mine.txt")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *args: (str(path), ""))
    shown.page.findChild(QAction, "range.order.import").trigger()
    assert shown.made.scenario.order == "mine"
    box = shown.part("range.order")
    assert (box.currentText(), box.currentData()) == ("mine", "mine")
    assert shown.grid.model_.cell((0, 0)).weight == 0  # aces are not among the worst hands
    assert "by mine" in shown.page.problem_line.text
    shown.part("range.top").setValue(200)
    assert shown.text == "20%"
    shown.made.document.undo_stack.undo()
    shown.made.document.undo_stack.undo()
    assert np.array_equal(read_seat(shown.made.scenario, 1).weights, before)
    assert box.currentText() == "vs 1 random"


def test_failed_imports_are_reported(show, tmp_path):
    shown = show(seats=("AhKh", "10%"))
    box = shown.page.holdem.sliders.order
    box.import_file(write(tmp_path / "short.txt", "AA KK QQ"))
    assert box.line.is_error
    assert "166 of the 169" in box.line.text
    assert shown.made.scenario.order is None
    QGuiApplication.clipboard().setText("nothing")
    shown.page.findChild(QAction, "range.order.paste").trigger()
    assert "Not pasted" in box.line.text


def test_paste_save_and_remove(show, tmp_path, monkeypatch):
    shown = show(seats=("AhKh", "10%"))
    QGuiApplication.clipboard().setText(LIST)
    shown.page.findChild(QAction, "range.order.paste").trigger()
    assert shown.made.scenario.order == "pasted"
    path = tmp_path / "saved.json"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *args: (str(path), ""))
    shown.page.findChild(QAction, "range.order.save").trigger()
    saved = path.read_bytes()
    with monkeypatch.context() as patch:
        patch.setattr(QFileDialog, "getSaveFileName", lambda *args: (str(path.with_suffix("")), ""))
        shown.page.findChild(QAction, "range.order.save").trigger()
        assert "saved.json exists already" in shown.page.findChild(OrderBox).line.text
    assert path.read_bytes() == saved
    assert order_from_json(json.loads(path.read_text(encoding="utf-8"))).name == "pasted"
    shown.page.findChild(QAction, "range.order.remove").trigger()
    assert shown.made.scenario.order == "v1"
    assert shown.part("range.order").findData("pasted") < 0
    shown.made.document.undo_stack.undo()  # back to an order that is not on the shelf any more
    assert shown.made.scenario.order == "pasted"
    assert read_seat(shown.made.scenario, 1, shown.made.document.orders).weights.any()
    assert shown.part("range.order").currentText() == "pasted"
    assert not shown.page.findChild(QAction, "range.order.remove").isEnabled()
