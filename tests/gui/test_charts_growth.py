"""The growth curve: what is marked, what is read out and what is exported."""

import csv
import io
import math

import pytest
from PySide6.QtCore import QPointF, QSettings, Qt
from PySide6.QtGui import QImage

from gui.export.files import FileActions
from gui.look.theme import DARK, set_theme
from gui.storage.settings import Settings
from tests.gui.chart_fakes import exact
from tests.gui.kelly_fakes import shown_kelly
from tests.gui.picture_texts import assert_fits
from tests.gui.table_fakes import result


@pytest.fixture
def kelly(qtbot, tmp_path):
    made = shown_kelly(qtbot, tmp_path, seats=("AhAd", "KhKd"))
    made.show(result(made.scenario, (0.6, 0.4)))
    made.set(bankroll=1000, multiplier=0.5, pot_typed=True, pot=50)
    return made


def test_optimum_multiplier_cassandra_and_zero_growth_are_marked(kelly):
    answer, values = kelly.model.question.answer, kelly.marks
    assert values["Optimum"].chips == pytest.approx(1000 * answer.fraction)
    assert values["Half Kelly"].chips == pytest.approx(answer.bet)
    assert values["Cassandra"].label == f"Cassandra {answer.cassandra.bet}"  # as the list of facts has it
    assert values["Cassandra"].growth == answer.cassandra.growth
    assert values["Break-even"].growth == pytest.approx(answer.growth_at_zero, abs=1e-12)
    assert len({mark.symbol for mark in values.values()}) == len({mark.color for mark in values.values()}) == 4
    for mark in values.values():  # net of a bet of x: 50 + x, or -x
        x = mark.chips
        assert mark.growth == pytest.approx(0.6 * math.log1p((50 + x) / 1000) + 0.4 * math.log1p(-x / 1000))
    (x0, x1), (y0, y1) = ((axis.low, axis.high) for axis in (kelly.chart.value.x, kelly.chart.value.y))
    assert all(x0 <= m.chips <= x1 and y0 <= 100 * m.growth <= y1 for m in values.values())


def test_facing_a_bet_the_call_is_marked_and_losing_everything_works(kelly):
    kelly.set(bankroll=1000, pot_typed=True, pot=300, to_call=100)
    assert kelly.marks["Call"].chips == 100
    kelly.show(result(kelly.scenario, (1.0, 0.0)))
    assert kelly.chart.ready
    kelly.show(result(kelly.scenario, (0.0, 1.0)))
    kelly.set(bankroll=1000, pot_typed=True, pot=1000, to_call=1000)
    assert kelly.marks["Call"].growth == -math.inf
    assert len(kelly.chart.table()[1]) > 200


def test_hover_and_arrow_keys_read_exact_values(kelly, qtbot):
    figure, chart = kelly.chart.figure, kelly.chart
    place = next(at for at in figure.stops() if figure.reading_at(at).header.startswith("Optimum"))
    reading = figure.reading_at(QPointF(place.x() + 2, place.y() + 30))
    assert reading.header == "Optimum 180, 18.00\xa0% of the bankroll"
    assert reading.rows[0].values[0].startswith("+")
    chart.setFocus()
    qtbot.keyClick(chart, Qt.Key.Key_Right)
    assert chart.reading.header.startswith("Bet 0, 0.00")
    assert "EV in chips" in chart.accessibleDescription()


def test_it_follows_the_question(kelly):
    first = kelly.marks["Optimum"].chips
    kelly.show(result(kelly.scenario, (0.7, 0.3)))
    assert kelly.marks["Optimum"].chips > first
    set_theme("dark")
    assert kelly.chart.figure.theme is DARK
    kelly.set(bankroll=None)
    assert not kelly.chart.ready
    with pytest.raises(ValueError, match="no result"):
        kelly.chart.png()


def test_exports_are_complete_without_the_window(kelly, qtbot):
    image = QImage.fromData(kelly.chart.png(), "PNG")
    assert (image.width(), image.height()) == (1920, 1200)
    assert "bankroll 1\u202f000, pot 50; win 60.00\xa0%" in image.text("Description")
    assert "exact, " in image.text("Description")
    svg = kelly.chart.svg().decode()
    for text in ("Half Kelly", "Cassandra", "no further betting", "bankroll"):
        assert text in svg
    assert kelly.chart.pdf().startswith(b"%PDF")
    header, rows = kelly.chart.table()
    assert header == ("mark", "bet", "share of bankroll", "growth", "chip EV")
    assert [row[0] for row in rows[:4]] == ["Half Kelly", "Optimum", "Cassandra", "Break-even"]
    assert len(rows) == 4 + 201


def test_the_menu_of_the_chart_exports_typed_outcomes_too(kelly, tmp_path):
    settings = Settings(QSettings(str(tmp_path / "t.ini"), QSettings.Format.IniFormat))
    message = []
    files = FileActions("kelly.export", settings, kelly.page, lambda *_: str(tmp_path / "growth"))
    files.message.connect(lambda text, error: message.append((text, error)))
    files.add_chart(kelly.chart)
    kelly.chart.set_export(files.actions)
    kelly.set(typed=True, win=0.55)
    kelly.chart.menu.aboutToShow.emit()
    actions = {action.objectName(): action for action in kelly.chart.menu.actions() if not action.isSeparator()}
    assert list(actions) == [f"kelly.export.{suffix}" for suffix in ("copy", "table", "png", "svg", "pdf", "csv")]
    assert not any(action.isEnabled() for action in actions.values())  # there is no answer
    kelly.set(typed=True, win=0.55, bankroll=1000)
    kelly.chart.menu.aboutToShow.emit()
    actions["kelly.export.csv"].trigger()
    assert message[-1] == ("Exported growth.csv", False)
    rows = list(csv.DictReader(io.StringIO((tmp_path / "growth.csv").read_text(encoding="utf-8"))))
    assert float(rows[0]["bet"]) == pytest.approx(100)


def test_a_picture_mentions_its_side_pot(qtbot, tmp_path):
    kelly = shown_kelly(qtbot, tmp_path, seats=("AhAd", "KhKd", "QhQd"))
    kelly.show(exact(kelly.scenario, (0.6, 0.3, 0.1)))
    kelly.set(bankroll=1000, chips=[50, 50, 50])
    assert len(kelly.chart.value.heading.notes) == 1
    kelly.questions.held = True  # the joint result is not known yet
    kelly.set(bankroll=1000, chips=[50, 50, 50], stacks=[900, 0, 900])
    assert "a side pot counts as won only together with the main pot" in "".join(kelly.chart.value.heading.notes)
    assert kelly.chart.value.x.name == "bet in chips, called by all up to their stacks"
    kelly.questions.held, kelly.questions.key = False, None
    kelly.set(bankroll=1000, chips=[50, 50, 50], stacks=[900, 20, 900])
    assert "Side pots are exact" in "".join(kelly.chart.value.heading.notes)


def test_the_exported_curve_has_room_for_its_texts(kelly):
    assert_fits(kelly.chart)


def test_the_exported_bars_have_room_for_their_texts(kelly):
    kelly.set(pot_typed=True, pot=5000, to_call=1500)
    assert kelly.page.bars.ready
    assert_fits(kelly.page.bars)
    kelly.set(pot_typed=True, pot=0)
    assert not kelly.page.bars.ready  # a single action is nothing to compare
