"""Export: files that parse, carry title, inputs and seed, and are the same for the same result."""

import csv
import io
import re
import struct
import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from engine import snapshot_from_json
from engine.scenario.reading import read_json
from gui.charts import picture
from gui.export.files import results_csv, results_json, results_table, results_text, table_csv
from gui.look.theme import DARK, LIGHT, Paper, set_theme
from gui.pages.equity.page import ClassesChart, ConvergenceChart
from gui.words.captions import brief, file_stem, inputs, provenance
from tests.gui.chart_fakes import (
    FakeSession,
    exact,
    holdem_one_on_a_flop,
    razz_one,
    razz_two,
    scenario,
    simulation_of,
    ten_sampled,
    three_sampled,
    two_exact,
)
from tests.gui.texts import plain

PAPER_SIZE = (960, 600)
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def make(qtbot):
    def build(kind, snapshot, theme=LIGHT):
        set_theme(theme.name)
        session = FakeSession(snapshot)
        more = (simulation_of(session),) if kind is ClassesChart else ()
        chart = kind(session, *more)
        qtbot.addWidget(chart)
        return chart

    return build


CASES = [
    (ConvergenceChart, three_sampled),
    (ConvergenceChart, ten_sampled),
    (ConvergenceChart, two_exact),
    (ClassesChart, three_sampled),
    (ClassesChart, holdem_one_on_a_flop),
    (ClassesChart, razz_one),
    (ClassesChart, lambda: razz_two("sampled")),
]


def svg_texts(data):
    root = ET.fromstring(data)
    return root, [" ".join("".join(node.itertext()).split()) for node in root.iter(f"{SVG}text")]


@pytest.mark.parametrize(("kind", "result"), CASES)
def test_svg_is_well_formed_and_has_title_and_description(make, kind, result):
    snapshot = result()
    chart = make(kind, snapshot)
    root, texts = svg_texts(chart.svg())
    assert (root.get("width"), root.get("height")) == tuple(str(n) for n in PAPER_SIZE)
    text = "\n".join(texts)
    assert plain(chart.title) in text
    for line in (*inputs(snapshot.scenario), provenance(snapshot)):
        words = " ".join(line.split())
        assert words in text or words in " ".join(texts)  # wrapped
    assert "pyqtgraph" not in root.find(f"{SVG}title").text
    paths = [node.get("d") for node in root.iter(f"{SVG}path")]
    assert paths
    assert not [d for d in paths if "nan" in d or "inf" in d or "Z" in d]


def test_svg_names_every_seat_and_keeps_the_curves_inside_the_plot(make):
    chart = make(ConvergenceChart, three_sampled())
    root, texts = svg_texts(chart.svg())
    assert {"Hero", "CO", "BTN"} <= set(texts)
    paths = {path for defs in root.iter(f"{SVG}defs") for path in defs.iter(f"{SVG}clipPath")}
    assert paths == set(root.iter(f"{SVG}clipPath"))  # elsewhere Qt would draw them
    assert paths
    clipped = [node for node in root.iter(f"{SVG}g") if node.get("clip-path")]
    assert len(clipped) >= 1
    curves = [node for g in clipped for node in g.iter(f"{SVG}g") if (node.get("id") or "").startswith("PlotCurve")]
    assert len(curves) == 3
    for curve in curves:
        xs = [
            float(x) for d in (n.get("d") for n in curve.iter(f"{SVG}path")) for x in re.findall(r"[ML]?([-\d.e]+),", d)
        ]
        assert 40 < min(xs) < 80
        assert 600 < max(xs) < PAPER_SIZE[0]


@pytest.mark.parametrize(("kind", "result"), CASES[::2])
def test_png_has_twice_the_pixels_and_the_themes_background(make, kind, result):
    chart = make(kind, result(), DARK)
    data = chart.png()
    assert struct.unpack(">II", data[16:24]) == tuple(2 * n for n in PAPER_SIZE)
    image = QImage.fromData(data)
    assert image.pixelColor(3, 3).name() == DARK.surface
    assert provenance(result()) in image.text("Description")
    assert image.text("Title") == chart.title
    colors = {image.pixelColor(x, y).name() for x in range(0, image.width(), 3) for y in range(0, image.height(), 7)}
    assert DARK.seats[0] in colors


@pytest.mark.parametrize("kind", [ConvergenceChart, ClassesChart])
def test_pdf_is_one_page_of_vectors(make, kind):
    data = make(kind, three_sampled()).pdf()
    assert data.startswith(b"%PDF-")
    assert data.rstrip().endswith(b"%%EOF")
    assert len(re.findall(rb"/Type /Page\b", data)) == 1
    assert b"/FontFile" in data
    assert b"/Subtype /Image" not in data
    box = re.search(rb"/MediaBox \[([^\]]*)\]", data)
    assert [round(float(v)) for v in box[1].split()] == [0, 0, 720, 450]


@pytest.mark.parametrize("kind", [ConvergenceChart, ClassesChart])
def test_svg_is_well_formed_for_any_characters_in_names(make, kind):
    hostile = "a<&" + "".join(map(chr, [*range(0x20), *range(0x7F, 0xA0), 0x2028, 0xD800, 0xFFFE, 0xFFFF])) + "b"
    result = three_sampled()
    seats = tuple(replace(seat, name=hostile) for seat in result.scenario.seats)
    names = tuple(replace(values, name=seat.name) for values, seat in zip(result.seats, seats, strict=True))
    snapshot = replace(result, scenario=replace(result.scenario, seats=seats), seats=names)
    root, texts = svg_texts(make(kind, snapshot).svg())
    assert root.tag == f"{SVG}svg"
    assert any(text.startswith("a<&") for text in texts)
    assert "b" in root.find(f"{SVG}desc").text


@pytest.mark.parametrize("form", ["png", "svg", "pdf"])
def test_equal_results_give_equal_files(make, form):
    one, two = make(ConvergenceChart, three_sampled()), make(ConvergenceChart, three_sampled())
    two.resize(500, 300)
    two.show()
    two.read_at(two.figure.stops()[5])
    two.hide()
    assert getattr(one, form)() == getattr(two, form)()
    other = make(ConvergenceChart, three_sampled(seed=2))
    assert getattr(one, form)() != getattr(other, form)()


@pytest.mark.parametrize("size", [(0, 600), (960, 0), (-1, 600), (100_000, 100_000)])
def test_a_page_of_no_or_too_many_pixels_is_rejected(size):
    with pytest.raises(ValueError, match="1 to 10,000 pixels"):
        Paper(None, *size)


def test_a_picture_too_large_for_memory_is_rejected(make, monkeypatch):
    class NoRoom(QImage):
        def __init__(self, *_):
            super().__init__()

    chart = make(ClassesChart, three_sampled())
    monkeypatch.setattr(picture, "QImage", NoRoom)
    with pytest.raises(ValueError, match="960 x 600 pixels cannot be drawn"):
        chart.png()


def test_pictures_have_the_selected_paper(make):
    """Light or dark whatever the window is, so many pixels, and text as much larger as all round it."""
    chart = make(ClassesChart, three_sampled())
    paper = Paper("dark", 1280, 720, 150)
    image = QImage.fromData(chart.png(paper))
    assert (image.width(), image.height()) == (2560, 1440)
    assert image.pixelColor(4, 4).name() == DARK.surface
    root, texts = svg_texts(chart.svg(paper))
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("1280", "720", "0 0 853 480")
    assert plain(chart.title) in "\n".join(texts)
    assert b"/MediaBox [0 0 960.000000 540.000000]" in chart.pdf(paper)
    assert chart.figure.theme is LIGHT
    assert QImage.fromData(chart.png()).pixelColor(4, 4).name() == LIGHT.surface


def test_the_texts_of_an_svg_keep_their_width_in_any_font(make):
    root, _ = svg_texts(make(ConvergenceChart, three_sampled()).svg())
    nodes = [node for node in root.iter(f"{SVG}text") if (node.text or "").strip()]
    assert len(nodes) > 5
    for node in nodes:
        assert 0 < float(node.get("textLength")) < PAPER_SIZE[0]
        assert node.get("lengthAdjust") == "spacingAndGlyphs"


@pytest.mark.parametrize("text", [100, 150])
def test_the_background_of_an_svg_fills_the_page_in_every_viewer(make, text):
    """Qt takes a width of 100 % for 100 pixels."""
    data = make(ConvergenceChart, three_sampled()).svg(Paper(theme="dark", text=text))
    picture = QImage(960, 600, QImage.Format.Format_RGB32)
    picture.fill(0xFFFFFF)
    painter = QPainter(picture)
    QSvgRenderer(data).render(painter)
    painter.end()
    assert {picture.pixelColor(x, y).name() for x in (2, 957) for y in (2, 597)} == {DARK.surface}


def test_seats_hidden_on_screen_are_hidden_on_paper_but_not_in_the_data(make):
    chart = make(ClassesChart, razz_two())
    assert chart.ready
    whole = chart.svg()
    chart.figure.toggle(1)
    assert chart.svg() != whole
    assert chart.table()[0] == ("class", "Hero", "Seat 2")


def test_csv_of_a_chart_reads_back_as_the_numbers_of_the_snapshot(make):
    snapshot = three_sampled()
    rows = list(csv.reader(io.StringIO(table_csv(make(ConvergenceChart, snapshot).table()).decode())))
    assert rows[0] == ["deals", "Hero equity", "Hero stderr", "CO equity", "CO stderr", "BTN equity", "BTN stderr"]
    assert [int(row[0]) for row in rows[1:]] == snapshot.trace.trials.tolist()
    assert [float(row[3]) for row in rows[1:]] == snapshot.trace.equity[:, 1].tolist()
    assert [float(row[6]) for row in rows[1:]] == snapshot.trace.stderr[:, 2].tolist()


def test_results_csv_contains_every_number(qapp):
    snapshot = three_sampled()
    header, *rows = csv.reader(io.StringIO(results_csv(snapshot).decode()))
    record = dict(zip(header, rows[1], strict=True))
    estimate = snapshot.seats[1].estimate
    assert record["cards"] == "22+, ATs+, KQo"
    assert float(record["equity"]) == estimate.equity
    assert [float(record["split 2 ways"]), float(record["split 3 ways"])] == list(estimate.split)
    assert float(record["class two pair"]) == estimate.classes["two pair"]
    assert (record["seed"], record["deals"], record["board"]) == ("1", str(snapshot.deals), "7h 8h 2c")


def test_a_seat_named_like_a_formula_is_escaped():
    snapshot = exact(scenario("AhAd", "KhKd", names=("=1+1", "@cmd")), (0.8, 0.2))
    rows = list(csv.reader(io.StringIO(results_csv(snapshot).decode())))
    assert [row[0] for row in rows[1:]] == ["'=1+1", "'@cmd"]


def test_results_json_can_be_opened():
    snapshot = two_exact()
    again = snapshot_from_json(read_json(results_json(snapshot).decode()))
    assert again.seats == snapshot.seats
    assert again.scenario == snapshot.scenario


def test_results_json_too_large_to_be_opened_is_not_written(monkeypatch):
    snapshot = two_exact()
    whole = len(results_json(snapshot))
    monkeypatch.setattr("gui.export.files.SIZE_LIMIT", whole)
    assert len(results_json(snapshot)) == whole
    monkeypatch.setattr("gui.export.files.SIZE_LIMIT", whole - 1)
    with pytest.raises(ValueError, match="it would be larger than"):
        results_json(snapshot)


def test_results_text_is_an_aligned_table():
    lines = results_text(three_sampled()).splitlines()
    assert lines[0] == "Board 7h 8h 2c · Dead Ks 2d"
    assert lines[1].split() == ["Seat", "Cards", "Equity", "95", "%", "Win", "Tie", "Lose", "Odds"]
    head, *rows = lines[1], *lines[3:6]
    ends = {head.index("Equity") + len("Equity")}
    assert {re.search(r"\d+\.\d+ %", row).end() for row in rows} == ends
    assert "seed 1" in lines[-1]
    assert "\u00a0" not in "".join(lines)


def test_results_text_of_folded_and_of_lone_seats():
    scene = scenario("AhKh", "15%", "random", folded=(1,))
    snapshot = exact(scene, (0.6, 0.4))
    assert "folded" in results_text(snapshot).splitlines()[3]
    assert results_table(snapshot)[1][1][3:6] == ("", "", "")
    text = results_text(razz_one())
    assert "\npaired   2.8394 %\n" in text
    assert "Odds" not in text


def test_captions():
    scene = scenario("AsKs", *["random"] * 5, board="7h 8h 2c")
    assert brief(scene) == "Hero AsKs vs random ×5 · Board 7h 8h 2c"
    assert inputs(scenario("A29", "(7-7-7)", game="razz", dead="7 K"))[1] == "Dead 7 K"
    assert file_stem(scene, "convergence").startswith("AsKs-v-random-v-random")
    assert len(file_stem(scenario("22+, " * 40, "KK"), "results")) < 80
    assert file_stem(scenario("♠/\\:*?", "<>|"), "x") == "v-x"
    assert file_stem(scene, "cardMap").endswith("-card-map")
    assert "seed" not in provenance(two_exact())
    assert "seed 7" in provenance(replace(three_sampled(), scenario=seeded(7)))


def seeded(seed):
    scene = three_sampled().scenario
    return replace(scene, run=replace(scene.run, seed=seed))
