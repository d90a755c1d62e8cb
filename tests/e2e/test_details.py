"""What a hold'em player looks at besides the equities: heat, next cards, flops, files, the course of a saved run."""

import csv
import io
import json
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QImage
from PySide6.QtTest import QTest

from engine import RunOptions, Scenario, Seat
from engine.equity.details.matrix import Matrix
from tests.e2e.playing import RESULT_MS, export_file, go_to, part

FLOP = Scenario("holdem", (Seat("Hero", "AA, KK:0.5, AhKh"), Seat("CO", "22+, ATs+, KQo")), board="7h 8h 2c")


def wait_for(app, qtbot, detail):
    def there():
        result = app.session.detail(detail, object)
        return result is not None and not result.stale and app.session.state == "idle"

    qtbot.waitUntil(there, timeout=RESULT_MS)


def test_a_range_against_a_range_on_the_flop(app, qtbot, tmp_path):
    app.document.replace("Flop", FLOP)
    go_to(app, "Range")
    QTest.mouseClick(part(app, "range.show.equity"), Qt.MouseButton.LeftButton)
    wait_for(app, qtbot, "matrix")
    qtbot.waitUntil(lambda: part(app, "range.legend").isVisible())
    matrix = part(app, "range.matrix").model_
    aces, kings, queens = (matrix.cell((i, i)) for i in range(3))
    assert aces.tone > 0
    assert (kings.weight, kings.hot) == (0.5, True)
    assert queens.weight == 0
    assert queens.tone is None
    detail = app.session.detail("matrix", Matrix).value
    held = detail.share[0, :1326] > 0
    mean = detail.share[0, :1326][held] @ detail.equity[0, :1326][held]
    assert mean == pytest.approx(app.session.snapshot.seats[0].estimate.equity, abs=1e-9)
    texts = "".join(ElementTree.fromstring(export_file(app, "Range", tmp_path / "heat.svg")).itertext())
    assert "Equity of every hand in Hero" in texts

    go_to(app, "Next card")
    wait_for(app, qtbot, "next_card")
    assert part(app, "boardCards.table").isVisible()
    assert part(app, "deck.Ah").face.tone is not None
    assert part(app, "deck.7h").face.tone is None
    assert not QImage.fromData(export_file(app, "Next card", tmp_path / "cards.png")).isNull()
    data = list(csv.DictReader(io.StringIO(export_file(app, "Next card", tmp_path / "cards.csv").decode())))
    assert len(data) == 1 + 49
    assert sum(float(row["probability"]) for row in data[1:]) == pytest.approx(1)

    app.main_window.findChild(QAction, "action.tintDeck").trigger()
    assert part(app, "deck.Ah").face.tone is None
    QTest.mouseClick(part(app, "deck.Ah"), Qt.MouseButton.LeftButton)
    assert app.document.scenario.board == "7h 8h 2c Ah"
    wait_for(app, qtbot, "next_card")
    assert len(app.session.detail("next_card", object).value.cards) == 48


def test_flops_before_the_flop(app, qtbot, tmp_path):
    go_to(app, "Flops")
    app.document.replace("Hands", Scenario("holdem", (Seat("Hero", "AhKh"), Seat("CO", "QsQc"))))
    wait_for(app, qtbot, "flops")
    words = part(app, "flops.words").text()
    assert words.startswith("Hero has at least 50")
    pdf = export_file(app, "Equity by flop", tmp_path / "flops.pdf")
    assert pdf.startswith(b"%PDF")
    data = list(csv.DictReader(io.StringIO(export_file(app, "Equity by flop", tmp_path / "flops.csv").decode())))
    assert sum(float(row["Hero"]) for row in data) == pytest.approx(1)
    app.document.edit("Flop", board="7h 8h 2c")
    assert part(app, "flops.empty").isVisible()


def test_a_saved_simulation_shows_its_course_again(app, qtbot, tmp_path):
    run = RunOptions(method="sampled", max_trials=300_000)
    app.document.replace("Sampled", replace(FLOP, run=run))
    qtbot.waitUntil(lambda: app.session.snapshot is not None and app.session.state == "idle", timeout=RESULT_MS)
    before = app.session.snapshot
    path = tmp_path / "result.json"
    assert len(json.loads(export_file(app, "Results", path))["trace"]["trials"]) > 10
    app.document.replace("Other", replace(FLOP, board=""))
    assert app.main_window.commands.open_path(path)
    chart = part(app, "chart.convergence")
    deals = [row[0] for row in chart.table()[1]]
    assert len(deals) > 1
    assert deals[-1] == before.deals
