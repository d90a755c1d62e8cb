"""Heat maps for files: the range of hold'em, and what the pages of razz show; offered as long as a result stands."""

import csv
import io
import secrets
import xml.etree.ElementTree as ET

import pytest
from PySide6.QtCore import QEvent, QObject, QSettings, QTimer
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QLineEdit, QPushButton, QVBoxLayout, QWidget

from engine import GAMES, Scenario, Seat
from engine.equity.details.lows import meetings
from engine.equity.details.next_cards import next_tables
from engine.equity.details.starting_hands import dead_cards, path_steps, starting_chart
from engine.ranges.holdem import parse_range
from engine.ranges.library import Folder
from gui.charts.values import Bars, Line
from gui.charts.view import PageChart
from gui.export.files import table_csv
from gui.look.painting import heat_color
from gui.look.theme import Paper, current_theme, set_theme
from gui.pages.lows import meeting_chart
from gui.pages.next_card.charts import rank_columns
from gui.pages.range.hand_matrix import hand_equities
from gui.pages.range.page import range_chart
from gui.pages.specs import GROUPS, PAGES
from gui.pages.starting import dead_chart, pairs_chart, streets_chart
from gui.parts.build import filled
from gui.shell.pages import Pages
from gui.state.context import PageParts
from gui.state.document import NEW
from gui.state.latest import LatestDetail
from gui.state.preparation import Preparation
from gui.storage.library import Library
from gui.storage.player_files import OrderStore, OwnQuestions, Training
from gui.storage.settings import Settings
from tests.gui import razz_details
from tests.gui.holdem_details import solved
from tests.gui.journal_fakes import direct_journal
from tests.gui.object_names import all_exports
from tests.gui.preflop_fakes import DirectQuestions
from tests.gui.table_fakes import table
from tests.gui.texts import plain

RANGE = "AA, QQ:0.5, AKs"
LAYOUT_LEVELS = 8
"""Rounds of events after which layouts within layouts stand."""
RAZZ = ("joint", "next_card", "outcomes", "path", "sensitivity", "starting_hands")


def result():
    return solved((RANGE, "KK"), "7h 8h 2c", ("matrix",))


def hand_map():
    snapshot = result()
    equities = hand_equities(LatestDetail(snapshot.details["matrix"], snapshot, False), 0)
    return parse_range(RANGE).weights, 0, equities


def of_range():
    return range_chart(*hand_map())


def razz(**run):
    return razz_details.solved(("A 2 9 5", "3 4 7 8"), "K 7", RAZZ, **run)


def of_razz(name, **run):
    snapshot = razz(**run)
    result = LatestDetail(snapshot.details[name], snapshot, False)
    if name == "joint":
        return meeting_chart(meetings(result.value, snapshot)[0], snapshot)
    if name == "path":
        return streets_chart(path_steps(result.value), snapshot)
    if name == "sensitivity":
        return dead_chart(dead_cards(result.value), snapshot.seats[0], snapshot)
    if name == "next_card":
        return rank_columns(next_tables(result.value, snapshot)[0], snapshot)
    return pairs_chart(starting_chart(result.value, snapshot), snapshot)


@pytest.fixture(params=["light", "dark"])
def theme(request, qapp):
    set_theme(request.param)


def texts_of(data):
    return " ".join(plain("".join(ET.fromstring(data).itertext())).split())


def rows_of(chart):
    return list(csv.DictReader(io.StringIO(table_csv(chart.table()).decode())))


def test_pictures_say_what_they_show_and_where_it_comes_from(theme):
    chart = PageChart(of_range)
    assert chart.ready
    assert chart.stem() == "AA_QQ0.5_AKs-v-KK-7h8h2c-heat"
    texts = texts_of(chart.svg())
    for text in ("Equity of every hand in Hero's range", "QQ:0.5", "AKs", "break-even 50.0 %", "exact, ", "72o"):
        assert text in texts
    assert chart.pdf().startswith(b"%PDF")


def test_cells_have_the_colours_of_the_range_page(theme):
    image = QImage.fromData(PageChart(of_range).png())
    colors = {image.pixelColor(x, y).name() for x in range(0, image.width(), 5) for y in range(0, image.height(), 5)}
    *_, equities = hand_map()
    assert heat_color(current_theme(), equities.scale.tone(equities.classes["QQ"].equity)).name() in colors


def test_the_data_of_a_range_has_classes_and_combos(theme):
    rows = rows_of(PageChart(of_range))
    classes = {row["hand"]: row for row in rows if not row["combo"]}
    assert list(classes) == ["AA", "AKs", "QQ"]
    assert float(classes["QQ"]["weight"]) == 0.5
    combos = [row for row in rows if row["combo"]]
    assert len(combos) == 6 + 4 + 6
    assert sum(float(row["share"] or 0) for row in combos) == pytest.approx(1)
    mean = sum(float(row["share"]) * float(row["equity"]) for row in combos if row["share"])
    assert mean == pytest.approx(result().seats[0].estimate.equity)


@pytest.mark.parametrize(
    ("name", "words", "cells"),
    [
        ("joint", ("Hero vs Seat 2: low against low", "Hero wins 40.38 %", "▲", "▼"), 100),
        ("starting_hands", ("Hero's starting hands with 95 up", "break-even 50.0 %", "blue: above"), 91),
    ],
)
def test_razz_charts(theme, name, words, cells):
    chart = PageChart(lambda: of_razz(name))
    texts = texts_of(chart.svg())
    for word in words:
        assert word in texts
    value = of_razz(name)
    (mark,) = value.marks
    assert len(mark.cells) == cells
    assert all(0 <= cell.row < value.y.high and 0 <= cell.column < value.x.high for cell in mark.cells)
    strongest = max(abs(cell.tone) for cell in mark.cells if cell.tone is not None)
    assert strongest == pytest.approx(1)
    assert not QImage.fromData(chart.png()).isNull()


@pytest.mark.parametrize(
    ("name", "words", "bars", "rows"),
    [
        ("next_card", ("Hero's next card", "now: Hero 40.38 %", "+22.7", "63.0 %", "live", "+5"), 13, 4),
        ("sensitivity", ("One more dead card: Hero's equity", "percentage points", "+2.65", "live", "−2"), 13, 2),
        ("path", ("Equity by street", "3rd", "4th", "40.38 %", "50 %"), 0, 2),
    ],
)
def test_razz_columns(theme, name, words, bars, rows):
    """Bars or lines with their scale, and live counts and equities below, as the pages show them."""
    chart = PageChart(lambda: of_razz(name))
    texts = texts_of(chart.svg())
    for word in words:
        assert word in texts
    value = of_razz(name)
    drawn = [bar for mark in value.marks if isinstance(mark, Bars) for bar in mark.bars]
    lines = [mark for mark in value.marks if isinstance(mark, Line)]
    assert (len(drawn), len(value.rows)) == (bars, rows)
    assert all(len(row.texts) == value.x.high for row in value.rows)
    values = [bar.end for bar in drawn] + [y for line in lines for y in line.y]
    assert value.y.low < min(values) <= max(values) < value.y.high
    if name == "path":
        hero = next(line for line in lines if line.color == 0)
        assert hero.y[-1] == pytest.approx(100 * razz().seats[0].estimate.equity)
    assert not QImage.fromData(chart.png(Paper(None, 800, 800, 150))).isNull()


def test_razz_data(theme):
    meeting = rows_of(PageChart(lambda: of_razz("joint")))
    total = sum(float(row[name]) for row in meeting for name in ("win", "tie", "lose"))
    assert total == pytest.approx(1)
    ranks = rows_of(PageChart(lambda: of_razz("next_card")))
    assert [row["card"] for row in ranks] == list("A23456789TJQK")
    mean = sum(float(row["probability"]) * float(row["Hero equity"]) for row in ranks)
    equity = razz().seats[0].estimate.equity
    assert mean == pytest.approx(equity)
    pairs = rows_of(PageChart(lambda: of_razz("starting_hands")))
    assert (pairs[0]["down 1"], pairs[0]["down 2"]) == ("A", "A")
    assert sum(float(row["probability"]) for row in pairs) == pytest.approx(1)
    dead = rows_of(PageChart(lambda: of_razz("sensitivity")))
    assert [row["rank"] for row in dead] == list("A23456789TJQK")
    assert float(dead[0]["equity"]) == pytest.approx(equity + float(dead[0]["change"]))
    path = rows_of(PageChart(lambda: of_razz("path")))
    assert [row["street"] for row in path] == ["3rd", "4th"]
    assert float(path[1]["Hero equity"]) == equity


def test_sampled_charts_tell_their_errors(theme):
    chart = of_razz("next_card", method="sampled", max_trials=20_000)
    assert "sampled, at most ±" in plain(chart.heading.notes[0])


def test_without_content_there_is_nothing_to_export(theme):
    empty = PageChart(lambda: None)
    assert not empty.ready
    for method in (empty.stem, empty.table, empty.png, empty.svg, empty.pdf):
        with pytest.raises(ValueError, match="nothing to export"):
            method()


class ShownWindows(QObject):
    """Notes the windows that are shown."""

    def __init__(self, parent):
        super().__init__(parent)
        self.names = []

    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Show and isinstance(watched, QWidget) and watched.isWindow():
            self.names.append(type(watched).__name__)
        return False


def titles(game, *groups):
    """Return the titles of the pages of a game, of some groups or all."""
    pages = [page for page in PAGES if game in page.games and not page.of_pinned]
    return [page.title for page in pages if page.group in (groups or GROUPS)]


class TestPages:
    @pytest.fixture
    def make(self, qtbot, tmp_path):
        def make():
            made = table(seats=(RANGE, "KK"), board="7h 8h 2c")
            library = Library(tmp_path / "library.json", Folder("Presets"))
            settings = Settings(QSettings(str(tmp_path / "s.ini"), QSettings.Format.IniFormat))
            shelf = OrderStore(tmp_path / "orders")
            made.questions = questions = DirectQuestions()
            parts = made.document, made.session, settings, library, shelf, questions
            training = Training(tmp_path / "training.json", made.document)
            own = OwnQuestions(tmp_path / "questions.json", made.document)
            journal = direct_journal(tmp_path, settings, made.document)
            made.pages = Pages(PageParts(*parts, journal, training, own), Preparation(made.document))
            qtbot.addWidget(made.pages)
            return made

        return make

    @pytest.fixture
    def made(self, make):
        return make()

    def shown(self, made):
        return [made.pages.tabText(i) for i in range(made.pages.count())]

    def ready(self, made):
        game = made.document.scenario.game
        return [item.name for item in all_exports(made.pages) if item.game in (None, game) and item.chart.ready]

    @pytest.mark.parametrize("go", [lambda part: part.setEnabled(False), lambda part: part.hide()])
    def test_the_keyboard_stays_on_the_page_when_the_part_that_has_it_goes(self, made, qtbot, go):
        """Qt would let it wander to the next part of the window: a seat, which would be marked."""
        window = QWidget()
        after = QLineEdit()
        filled(QVBoxLayout(window), made.pages, after)
        made.pages.setCurrentIndex(1)
        part = QPushButton(made.pages.currentWidget())
        window.show()
        window.activateWindow()
        qtbot.waitUntil(window.isActiveWindow)
        part.setFocus()
        assert part.hasFocus()
        go(part)
        assert made.pages.currentWidget().hasFocus()
        assert not after.hasFocus()
        made.pages.setParent(None)

    @pytest.mark.parametrize("game", GAMES)
    def test_what_a_page_offers_is_known_before_it_is_built(self, made, game):
        pages = made.pages
        made.document.replace("Game", NEW[game])
        known = pages.charts()
        assert any(type(pages.widget(tab)) is QWidget for tab in range(pages.count()))  # not built yet
        items = [item for item in all_exports(pages) if item.game in (None, game)]
        tabs = {pages.widget(tab): tab for tab in range(pages.count())}
        assert known == [(item.title, tabs[item.page]) for item in items]

    def test_a_page_is_built_when_it_is_first_shown(self, made):
        kinds = [type(made.pages.widget(place)).__name__ for place in range(made.pages.count())]
        assert kinds == ["EquityPage", *["QWidget"] * (len(kinds) - 1)]
        places = [titles("holdem").index(title) for title in ("Pre-flop", "Next card")]
        for place in places:
            made.pages.setCurrentIndex(place)
            assert made.pages.currentIndex() == place
            assert self.shown(made) == titles("holdem")
        shown = made.pages.widget(places[1])
        made.pages.setCurrentIndex(0)
        made.pages.setCurrentIndex(places[1])
        assert made.pages.currentWidget() is shown
        kinds = [type(made.pages.widget(place)).__name__ for place in range(made.pages.count())]
        built = [kind for kind in kinds if kind != "QWidget"]
        assert built == ["EquityPage", "HoldemNextCardPage", "PreflopPage"]
        assert made.pages.range is made.pages.widget(titles("holdem").index("Range"))
        assert made.pages.currentWidget() is shown

    def test_the_tabs_of_one_group_are_in_sight_and_each_group_knows_its_page(self, made):
        pages, groups = made.pages, made.pages.groups

        def in_sight():
            return [pages.tabText(i) for i in range(pages.count()) if pages.isTabVisible(i)]

        def title():
            return pages.tabText(pages.currentIndex())

        assert [groups.tabText(i) for i in range(groups.count())] == list(GROUPS)
        assert (in_sight(), groups.currentIndex()) == (titles("holdem", "Equities"), 0)
        groups.setCurrentIndex(1)
        assert (in_sight(), title()) == (titles("holdem", "Cards to come"), "Next card")
        pages.setCurrentIndex(self.shown(made).index("Histories"))
        assert (in_sight(), groups.currentIndex()) == (titles("holdem", "Hands played"), 3)
        groups.setCurrentIndex(0)
        assert title() == "Equity"
        groups.setCurrentIndex(3)
        assert title() == "Histories"
        made.document.replace("Razz", razz().scenario)
        assert (in_sight(), title()) == (titles("razz", "Hands played"), "Histories")
        groups.setCurrentIndex(1)
        assert in_sight() == titles("razz", "Cards to come")

    def test_pages_are_built_without_showing_a_window_of_their_own(self, made):
        """Parts that are not yet in the page are windows: they must not be shown then."""
        made.pages.show()
        seen = ShownWindows(made.pages)
        QApplication.instance().installEventFilter(seen)
        for place in range(made.pages.count()):
            made.pages.setCurrentIndex(place)
        QApplication.instance().removeEventFilter(seen)
        assert seen.names == []

    @pytest.mark.parametrize("game", ["holdem", "razz"])
    def test_a_page_built_late_shows_what_one_built_before_does(self, make, game, monkeypatch, qtbot):
        monkeypatch.setattr(secrets, "randbits", lambda bits: 7)  # the trainer draws the same spot in both
        monkeypatch.setattr("engine.trainer.spots.MAX_DETAIL_SECONDS", 3_600.0)  # and explains it to the end
        pictures = []
        for built_before in (True, False):
            made = make()
            details = ("made", "matrix", "next_card")
            snapshot = razz() if game == "razz" else solved((RANGE, "KK"), "7h 8h 2c", details)
            if built_before:
                assert all_exports(made.pages)
            made.document.replace("Table", snapshot.scenario)
            if built_before:
                assert all_exports(made.pages)
            made.session.show(snapshot)
            made.pages.resize(820, 680)
            made.pages.show()
            for place in range(made.pages.count()):
                made.pages.setCurrentIndex(place)
                # A page asks its questions a moment after the last edit: wait for that moment, then for the layout.
                timers = [timer for timer in made.pages.findChildren(QTimer) if timer.isSingleShot()]
                qtbot.waitUntil(lambda timers=timers: not any(timer.isActive() for timer in timers))
                for _ in range(LAYOUT_LEVELS):
                    QApplication.processEvents()
                pictures.append((built_before, made.pages.tabText(place), made.pages.currentWidget().grab()))
            made.pages.hide()
        before, late = ([(t, p.toImage()) for early, t, p in pictures if early is which] for which in (True, False))
        assert [title for title, _ in before] == [title for title, _ in late]
        assert [title for (title, a), (_, b) in zip(before, late, strict=True) if a != b] == []

    def test_another_game_shows_the_page_of_the_same_name_or_the_first(self, made):
        for title, after in (("Next card", "Next card"), ("Kelly", "Kelly"), ("Flops", "Equity")):
            made.document.replace("Hold'em", Scenario("holdem", (Seat("Hero", "AA"), Seat("Other", "KK"))))
            titles = [made.pages.tabText(i) for i in range(made.pages.count())]
            made.pages.setCurrentIndex(titles.index(title))
            made.document.replace("Razz", razz().scenario)
            current = made.pages.currentIndex()
            assert (made.pages.tabText(current), made.pages.isTabVisible(current)) == (after, True)

    def test_hold_em_offers_its_charts_as_long_as_the_result_stands(self, made):
        assert self.shown(made) == titles("holdem")
        assert self.ready(made) == []
        made.session.show(solved((RANGE, "KK"), "7h 8h 2c", ("matrix", "next_card")))
        assert self.ready(made) == ["hands", "heat", "groups", "equityGraph", "cardMap", "cardGroups"]
        heat = next(item.chart for item in all_exports(made.pages) if item.name == "heat")
        assert heat.title == "Seat 1's range"
        assert heat.table()[0] == ("hand", "combo", "weight")
        made.pages.range.holdem.heat_bar.choice.chips["equity"].click()
        assert heat.title == "Equity of every hand in Hero's range"
        made.document.edit("Board", board="7h 8h 2d")
        assert "heat" not in self.ready(made)

    def test_razz_has_charts_of_its_own(self, made):
        snapshot = razz()
        made.document.replace("Razz", snapshot.scenario)
        assert self.shown(made) == titles("razz")
        made.session.show(snapshot)
        ready = ["outcomes", "nextCard", "lows", "meeting", "starting", "dead", "path"]
        assert self.ready(made) == ready
        items = {item.name: item for item in all_exports(made.pages)}
        assert {items[name].game for name in ready} == {"razz"}
        assert "Hero's next card" in texts_of(items["nextCard"].chart.svg())
        lows = items["lows"].chart
        rows = rows_of(lows)
        assert sum(float(row["Hero"]) for row in rows) == pytest.approx(1)
        assert float(rows[-1]["Seat 2 or better"]) == pytest.approx(1)
        assert "chance of this hand or better" in texts_of(lows.svg())
        assert not QImage.fromData(lows.png()).isNull()
        words = texts_of(lows.svg()).split()
        assert [name for name in ("5", "6", "7", "8", "9", "T", "J", "Q", "K", "paired") if name not in words] == []
        made.document.edit("Dead", dead="K 7 7")
        assert not {"nextCard", "lows", "meeting", "starting", "dead", "path"} & set(self.ready(made))
