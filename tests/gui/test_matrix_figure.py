"""The matrix as a chart for files: offered as long as the result stands, heat and numbers as on the range page."""

import csv
import io
import xml.etree.ElementTree as ET

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtGui import QImage

from engine import Folder, parse_range
from gui.charts.matrix_figure import MatrixFigure, matrix_table, matrix_title
from gui.charts.paper import PaperChart
from gui.export import table_csv
from gui.hand_equities import hand_equities
from gui.hand_matrix import HandMap
from gui.heat import heat_color
from gui.library import Library
from gui.pages import Pages
from gui.settings import Settings
from gui.theme import DARK, LIGHT, Look
from gui.wants import Found
from tests.gui.holdem_details import solved
from tests.gui.table_fakes import table

RANGE = "AA, QQ:0.5, AKs"


def result():
    return solved((RANGE, "KK"), "7h 8h 2c", ("matrix",))


def content():
    snapshot = result()
    equities = hand_equities(Found(snapshot.details["matrix"], snapshot, False), 0)
    return HandMap(parse_range(RANGE).weights, 0, equities), snapshot


@pytest.fixture(params=[LIGHT, DARK], ids=["light", "dark"])
def chart(request, qapp):
    look = Look(request.param)
    return PaperChart("heat", look, content, MatrixFigure, matrix_title, matrix_table)


def test_pictures_say_what_they_show_and_where_it_comes_from(chart):
    assert chart.ready
    assert chart.stem() == "AA_QQ0.5_AKs-v-KK-7h8h2c-heat"
    texts = " ".join("".join(ET.fromstring(chart.svg()).itertext()).split())
    for text in ("Equity of every hand in Hero's range", "QQ:0.5", "AKs", "fair 50.0", "exact over", "72o"):
        assert text in texts
    assert chart.pdf().startswith(b"%PDF")


def test_cells_have_the_colours_of_the_range_page(chart):
    image = QImage.fromData(chart.png())
    colors = {image.pixelColor(x, y).name() for x in range(0, image.width(), 5) for y in range(0, image.height(), 5)}
    classes = content()[0].equities.classes
    tone = content()[0].equities.scale.tone(classes["QQ"].equity)
    assert heat_color(chart.look.theme, tone).name() in colors


def test_the_data_has_classes_and_combos(chart):
    rows = list(csv.DictReader(io.StringIO(table_csv(chart.table()).decode())))
    classes = {row["hand"]: row for row in rows if not row["combo"]}
    assert list(classes) == ["AA", "AKs", "QQ"]
    assert float(classes["QQ"]["weight"]) == 0.5
    combos = [row for row in rows if row["combo"]]
    assert len(combos) == 6 + 4 + 6
    assert sum(float(row["share"] or 0) for row in combos) == pytest.approx(1)
    mean = sum(float(row["share"]) * float(row["equity"]) for row in combos if row["share"])
    assert mean == pytest.approx(result().seats[0].estimate.equity)
    blocked = [row for row in combos if row["share"] == ""]
    assert [row["equity"] for row in blocked] == [""] * len(blocked)


def test_without_equities_there_is_nothing_to_export(qapp):
    empty = PaperChart("heat", Look(LIGHT), lambda: None, MatrixFigure, matrix_title, matrix_table)
    assert not empty.ready
    assert empty.snapshot is None
    for method in (empty.stem, empty.table, empty.png, empty.svg, empty.pdf):
        with pytest.raises(ValueError, match="nothing to export"):
            method()


def test_pages_offer_their_charts_as_long_as_the_result_stands(qtbot, tmp_path):
    made = table(seats=(RANGE, "KK"), board="7h 8h 2c")
    library = Library(tmp_path / "library.json", Folder("Presets"))
    settings = Settings(QSettings(str(tmp_path / "s.ini"), QSettings.Format.IniFormat))
    pages = Pages(made.document, made.session, made.table_input, made.look, settings, library)
    qtbot.addWidget(pages)
    shown = [pages.tabText(i) for i in range(pages.count()) if pages.isTabVisible(i)]
    assert shown == ["Equity", "Range", "Next card", "Flops", "Kelly"]
    offers = {offer.name: offer for offer in pages.offers}
    assert list(offers) == ["convergence", "hands", "outcomes", "heat", "cardMap", "flops", "growth"]
    assert not any(offer.chart.ready for offer in pages.offers)
    made.session.show(solved((RANGE, "KK"), "7h 8h 2c", ("matrix", "next_card")))
    assert [name for name, offer in offers.items() if offer.chart.ready] == [
        "convergence", "hands", "outcomes", "heat", "cardMap"
    ]  # fmt: skip
    assert offers["heat"].chart.title == "Equity of every hand in Hero's range"
    made.document.edit("Board", board="7h 8h 2d")
    assert not offers["heat"].chart.ready
    made.document.replace("Razz", table("razz", seats=("A 2 9", "")).scenario)
    shown = [pages.tabText(i) for i in range(pages.count()) if pages.isTabVisible(i)]
    assert shown == ["Equity", "Range", "Next card", "Lows", "Starting hands", "Kelly"]
