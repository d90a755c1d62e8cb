"""Every chart of every page, in both games: the picture and the data say the same, in the same words and order."""

import csv
import io
from dataclasses import replace

import pytest

from engine.scenario import AskPanel
from engine.scenario.tournament import Tournament
from engine.table.one_line import parse_line
from gui.charts.values import Bars
from gui.export.files import table_csv
from gui.pages.ask.page import AskPage
from gui.pages.specs import PAGES
from gui.pages.tournament import TournamentPage
from tests.e2e.playing import RESULT_MS, go_to, part, result
from tests.gui.object_names import all_exports
from tests.gui.picture_texts import text_boxes
from tests.gui.texts import plain

TABLES = {
    "holdem": ('"Hero": AhKh v "Seat 2": QQ, JTs | Th 8h 2c', '"Hero": AhKh v "Seat 2": QdQc'),
    "razz": ('razz | "Hero": A2 9 3 v "Seat 2": K5 7 4', 'razz | "Hero": A2 9 3 4 v "Seat 2": K5 7 4 8'),
}
BUBBLE = Tournament((5000.0, 3000.0, 2000.0), (50.0, 30.0))
QUESTIONS = {"holdem": "1 wins by 1 river hand", "razz": "1 wins by 1 low"}
EQUITIES = {"equity", "win", "tie", "lose"}
"""Rows of comparisons before the classes that are drawn."""
ROW = 4.0
"""Pixels of height within which texts stand on one line."""


def reading_order(svg):
    """Return the texts of a picture from top to bottom, those of a line from left to right, without repetitions."""
    _, boxes = text_boxes(svg)
    places = sorted((round(box.center().y() / ROW), box.center().x(), plain(text)) for text, box in boxes)
    return list(dict.fromkeys(text for *_, text in places))


def check(item):
    """Compare the picture of a chart with its data.

    The data may divide a class further (``top pair, ace kicker``), and the picture may add another name of a class.
    """
    chart = item.chart
    header, rows = chart.table()
    read = list(csv.reader(io.StringIO(table_csv((header, rows)).decode())))
    assert (len(read), {len(row) for row in read}) == (len(rows) + 1, {len(header)}), item.title
    assert rows, item.title
    drawn = reading_order(chart.svg())
    assert plain(chart.title) in drawn, item.title
    for column, title in enumerate(header):
        words = list(dict.fromkeys(row[column] for row in rows if isinstance(row[column], str) and row[column]))
        words = [word for word in words if word not in EQUITIES]
        named = (text if text in words else text.partition(", ")[0] for text in drawn)
        seen = [text for text in dict.fromkeys(named) if text in words]
        lacking = [word for word in words if word not in seen and not word.startswith(tuple(f"{s}, " for s in seen))]
        assert not seen or not lacking, (item.title, title, lacking)
        if column == 0 and seen:
            assert seen == [word for word in words if word in seen], item.title
    value = getattr(chart, "value", None)
    for mark in value.marks if value is not None else ():
        for bar in mark.bars if isinstance(mark, Bars) else ():
            if bar.end > bar.start and bar.labels and not bar.hollow:
                assert any(plain(label) in drawn for label in bar.labels), (item.title, bar.labels)


@pytest.mark.slow
@pytest.mark.parametrize("game", list(TABLES))
def test_pictures_and_data_of_all_charts_agree(app, qtbot, game):
    pages, checked = part(app, "pages"), set()
    for text in TABLES[game]:
        app.document.replace(
            "Table", replace(parse_line(text), ask=AskPanel(question=QUESTIONS[game]), tournament=BUBBLE)
        )
        result(app, qtbot)
        for spec in PAGES:
            if game in spec.games and (not spec.of_pinned or app.session.pinned is not None):
                go_to(app, spec.title)
                result(app, qtbot)
            if spec.title == "Tournament":
                page = part(app, "tournamentPage", TournamentPage)
                qtbot.waitUntil(lambda page=page: page.factors.ready, timeout=RESULT_MS)
            if spec.title == "Ask":
                model = part(app, "ask", AskPage).model
                qtbot.waitUntil(lambda model=model: model.view is not None and not model.busy, timeout=RESULT_MS)
        for item in all_exports(pages):
            if item.game in (None, game) and item.chart.ready:
                check(item)
                checked.add(item.title)
        if app.session.pinned is None:
            app.session.pin()
    there = {chart.title for spec in PAGES if game in spec.games for chart in spec.charts if chart.game in (None, game)}
    assert len(checked) > len(there) / 4, there - checked  # other pages compute when asked to
