"""The assembled application, used as a player uses it."""

import json
from xml.etree import ElementTree

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit

from engine import RunOptions, Scenario, Seat
from engine.scenario import PreflopPanel
from gui.parts.text_entry import ProblemLine
from gui.shell.actions import ACTIONS
from tests.e2e.playing import RESULT_MS, click, close, export_file, go_to, part, result, started, type_into


def equities(snapshot):
    return [seat.estimate.equity for seat in snapshot.active]


def test_holdem_by_clicks(app, qtbot):
    click(app, "deck.Ah", "deck.Ad", "deck.Kh", "deck.Kd")
    snapshot = result(app, qtbot)
    assert snapshot.method == "exact"
    assert equities(snapshot) == pytest.approx([0.826366113, 0.173633887], abs=1e-9)
    type_into(app, "seat1.text", "22+, ATs+, KQo")
    assert app.document.scenario.seats[1].cards == "22+, ATs+, KQo"
    ranged = equities(result(app, qtbot))
    assert ranged[0] > 0.8
    click(app, "board.slot0", "deck.7h", "deck.8h", "deck.2c")
    assert app.document.scenario.board == "7h 8h 2c"
    flop = equities(result(app, qtbot))
    click(app, "dead.slot0", "deck.As")
    assert app.document.scenario.dead == "As"
    dead = equities(result(app, qtbot))
    assert len({round(x, 9) for x in (ranged[0], flop[0], dead[0])}) == 3
    for _ in range(3):
        app.document.undo_stack.undo()
    assert app.document.scenario.dead == ""


def test_typing_cards_anywhere(app, qtbot):
    QTest.keyClicks(app.main_window, "ahadkhkd")
    assert [seat.cards for seat in app.document.scenario.seats] == ["AhAd", "KhKd"]
    assert equities(result(app, qtbot))[0] == pytest.approx(0.826366113, abs=1e-9)


def test_the_slash_key_goes_to_the_text_of_the_seat(app, qtbot):
    QTest.keyClicks(app.main_window, "ahad/")
    qtbot.waitUntil(lambda: app.main_window.focusWidget() is part(app, "seat1.text"))
    QTest.keyClicks(app.main_window.focusWidget(), "TT+, AQs+")
    assert app.document.scenario.seats[1].cards == "TT+, AQs+"


def test_six_seats_converge_stop_and_refine(app, qtbot):
    seats = (Seat("Hero", "AhKh"), *(Seat(f"Seat {i}", "random") for i in range(2, 7)))
    run = RunOptions(target_stderr=1e-7)
    assert app.document.replace("Six seats", Scenario("holdem", seats, run=run)) == ()
    qtbot.waitUntil(lambda: app.session.snapshot is not None and app.session.snapshot.deals > 10_000, timeout=RESULT_MS)
    assert app.session.state == "running"
    click(app, "runBar.stop")
    assert app.session.state == "idle"
    stopped = app.session.snapshot
    assert not stopped.final
    assert stopped.seats[0].estimate.stderr > 0
    qtbot.waitUntil(part(app, "runBar.refine").isEnabled)
    click(app, "runBar.refine")
    qtbot.waitUntil(lambda: app.session.snapshot.final, timeout=RESULT_MS)
    refined = app.session.snapshot
    assert refined.deals > 2 * stopped.deals
    assert max(s.estimate.stderr for s in refined.active) <= max(s.estimate.stderr for s in stopped.active) / 2


def test_razz_exact_with_dead_cards_and_one_seat(app, qtbot):
    click(app, "gameSwitch.razz", "deck.rank.A", "deck.rank.2", "deck.rank.9")
    assert app.document.scenario.seats[0].cards == "A 2 9"
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)  # the rows of the other game go
    type_into(app, "seat1.text", "(7-7-7)")
    snapshot = result(app, qtbot)
    assert snapshot.method == "exact"
    assert equities(snapshot)[0] == pytest.approx(0.41678, abs=5e-6)
    type_into(app, "dead.text", "7 7 K")
    assert app.document.scenario.dead == "7 7 K"
    assert equities(result(app, qtbot))[0] != pytest.approx(0.41678, abs=1e-4)
    one = Scenario("razz", (Seat("Hero", "A 2 3"),))
    app.document.replace("One seat", one)
    classes = result(app, qtbot).seats[0].estimate.classes
    assert classes["paired"] == pytest.approx(0.0283939662822, abs=1e-12)
    assert classes["5"] == pytest.approx(0.0715324057468, abs=1e-12)


@pytest.mark.parametrize(
    ("game", "field", "text"),
    [
        ("holdem", "seat1.text", "AKx+"),
        ("holdem", "seat1.text", "AhAh"),
        ("holdem", "seat1.text", "AhKd"),
        ("holdem", "dead.text", "Ah"),
        ("razz", "seat1.text", "(7-7"),
        ("razz", "seat1.text", "AAAA"),
        ("razz", "dead.text", "AAAA"),
    ],
)
def test_bad_text_changes_nothing_and_says_why(app, qtbot, game, field, text):
    good = {"holdem": ("AhAd", "KhKd"), "razz": ("A 2 9", "4 5 7")}[game]
    scenario = Scenario(game, (Seat("Hero", good[0]), Seat("Villain", good[1])))
    app.document.replace("Good", scenario)
    before = equities(result(app, qtbot))
    type_into(app, field, text)
    QTest.keyClick(part(app, field), Qt.Key.Key_Return)
    assert app.document.scenario.seats[0] == scenario.seats[0]
    bad = app.document.scenario.seats[1].cards == text or app.document.scenario.dead == text
    assert not bad
    assert part(app, field, QLineEdit).text() == text
    said = [line.text for line in app.main_window.findChildren(ProblemLine) if line.isVisible() and line.is_error]
    assert len(said) == 1
    QTest.keyClick(part(app, field), Qt.Key.Key_Escape)
    app.document.replace("Again", scenario)
    assert equities(result(app, qtbot)) == before


def test_save_and_open_give_the_same_picture(app, qtbot, tmp_path):
    seats = (Seat("Hero", "AhKh"), Seat("A", "random"), Seat("B", "random"))
    app.document.replace("Three", Scenario("holdem", seats, run=RunOptions(method="sampled", max_trials=50_000)))
    first = result(app, qtbot)
    path = tmp_path / "table.steelwheel"
    assert app.main_window.commands.save_to(path)
    app.document.replace("Other", Scenario("holdem", (Seat("Hero", "AhAd"), Seat("B", "random"))))
    result(app, qtbot)
    assert app.main_window.commands.open_path(path)
    second = result(app, qtbot)
    assert equities(second) == equities(first)
    assert second.trace.trials.tolist() == first.trace.trials.tolist()
    assert second.trace.equity.tolist() == first.trace.equity.tolist()


def test_every_shortcut_of_the_menus_is_a_key(app):
    named = {spec.id for spec in ACTIONS if spec.shortcut is not None}
    for name in named:
        assert app.main_window.actions_by_id.by_id[name].shortcut().toString(), name
    before = len(app.document.scenario.seats)
    QTest.keyClick(app.main_window, Qt.Key.Key_Plus, Qt.KeyboardModifier.ControlModifier)
    assert len(app.document.scenario.seats) == before + 1


@pytest.mark.parametrize(
    "content", [b"", b"{", b"\xff\xfe\x00", b'{"steelwheel": 1}', b'{"game": "chess", "seats": []}']
)
def test_a_corrupt_file_changes_nothing(app, qtbot, tmp_path, content):
    before = app.document.scenario
    path = tmp_path / "bad.steelwheel"
    path.write_bytes(content)
    assert not app.main_window.commands.open_path(path)
    assert app.document.scenario == before
    said = part(app, "status.text").text()
    assert said.count("bad.steelwheel") == 1
    assert "seats[" not in said


def test_charts_are_exported(app, qtbot, tmp_path):
    app.document.replace("Razz", Scenario("razz", (Seat("Hero", "A 2 9"), Seat("Villain", "(7-7-7)"))))
    snapshot = result(app, qtbot)
    png, svg, pdf, csv = (export_file(app, "Outcomes", tmp_path / f"chart.{s}") for s in ("png", "svg", "pdf", "csv"))
    assert not QImage.fromData(png).isNull()
    assert "(7-7-7)" in "".join(ElementTree.fromstring(svg).itertext())
    assert pdf.startswith(b"%PDF")
    assert csv.decode().count("\n") >= 2
    assert json.loads(export_file(app, "Results", tmp_path / "result.json"))["method"] == "exact"
    assert app.main_window.commands.open_path(tmp_path / "result.json")
    assert equities(app.session.snapshot) == equities(snapshot)


def test_closing_ends_a_run_that_would_last_for_days(qtbot, tmp_path):
    assembled = started(qtbot, tmp_path)
    seats = tuple(Seat(f"Seat {i}", "random") for i in range(1, 9))
    assembled.document.replace("Busy", Scenario("holdem", seats, run=RunOptions(max_trials=10**12)))
    qtbot.waitUntil(lambda: assembled.session.snapshot is not None, timeout=RESULT_MS)
    assert assembled.runner.running
    close(assembled)
    assert not assembled.session.snapshot.final


def test_closing_ends_the_look_at_all_hands_before_the_flop(qtbot, tmp_path):
    assembled = started(qtbot, tmp_path)
    seats = (Seat("Hero", "AhKh"), *(Seat(f"Seat {i}", "random") for i in range(2, 7)))
    run = RunOptions(method="sampled", max_trials=10**12)
    assembled.document.replace("Busy", Scenario("holdem", seats, run=run, preflop=PreflopPanel(raise_to=3.0)))
    go_to(assembled, "Pre-flop")
    click(assembled, "preflop.view.hands")
    questions = assembled.questions
    qtbot.waitUntil(
        lambda: questions.key is not None and part(assembled, "preflop.stop").isVisible(), timeout=RESULT_MS
    )
    ended = []
    questions.ended.connect(ended.append)
    close(assembled)
    assert (questions.key, ended) == (None, [])
