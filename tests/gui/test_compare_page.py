"""The page *Compare*: both tables side by side, which of them is edited, the same random numbers, texts and files."""

from dataclasses import replace

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from engine import RunOptions, Scenario, Seat, solve
from engine.equity.results import at_table
from engine.scenario import RangeName
from engine.scenario.kelly import read_panel
from engine.table.folding import dealt_in
from gui.charts.picture import NOTHING
from gui.charts.values import Bars
from gui.look.theme import DARK, LIGHT, set_theme
from gui.pages.compare.page import OTHER_GAME, WAITING, ComparePage
from gui.pages.compare.sides import (
    bet_rows,
    bets_of,
    compared_texts,
    equity_rows,
    final_hand_rows,
    markdown,
    plain_text,
)
from gui.state.context import PageContext
from gui.state.document import Document
from gui.state.session import Session
from tests.gui.preflop_fakes import DirectQuestions
from tests.gui.range_fakes import PageSignals
from tests.gui.table_fakes import IdleRunner
from tests.gui.texts import plain

TABLE = Scenario("holdem", (Seat("Hero", "AhKh"), Seat("BB", "22+, ATs+")), board="7h 8h 2c")
OTHER = replace(TABLE, seats=(TABLE.seats[0], Seat("BB", "22+, ATs+, KQo")))
KELLY = {"bankroll": 5000.0, "pot_typed": True, "pot": 300.0, "to_call": 100.0}
RAZZ = Scenario("razz", (Seat("Hero", "A29"), Seat("BB", "(7-7-7)")))


def sampled(scenario, seed=1, trials=60_000):
    return replace(scenario, run=RunOptions("sampled", seed, max_trials=trials))


class Shown:
    """The page on a document; ``put`` computes what is on the table at once."""

    def __init__(self, qtbot, theme=LIGHT):
        set_theme(theme.name)
        self.document = Document(TABLE)
        self.session = Session(self.document, IdleRunner(self.document), self.document)
        signals = PageSignals(self.document)
        self.questions = DirectQuestions()
        self.questions.setParent(self.document)
        unused = (None,) * 3
        self.context = PageContext(
            self.document, self.session, *unused, self.questions, None, None, None,
            signals.message, signals.menu_requested, signals.table_pasted, signals.tracker_requested,
            signals.page_requested,
        )  # fmt: skip
        self.page = ComparePage(self.context)
        qtbot.addWidget(self.page)
        self.page.resize(560, 700)
        self.page.show()

    def put(self, scenario):
        self.document.replace("Table", scenario)
        self.compute()

    def compute(self):
        scenario = self.document.scenario
        self.session.show(at_table(solve(dealt_in(scenario)), scenario))
        self.session.stop()

    def compare(self, one, other):
        self.put(one)
        self.session.pin()
        self.put(other)

    def texts(self):
        view = self.page.numbers
        return [tuple(plain(view.text(row, i)) for i in range(4)) for row in range(len(view.rows))]

    def head(self, letter):
        return plain(self.page.findChild(object, f"compare.{letter}.head").text())


@pytest.fixture
def shown(qtbot):
    return Shown(qtbot)


def test_without_a_pinned_table_the_page_explains_how_to_pin(shown):
    assert shown.page.stack.currentIndex() == 0
    assert not shown.page.pin.isEnabled()
    shown.compute()
    shown.page.pin.click()
    assert shown.page.stack.currentIndex() == 1


def test_both_tables_are_described_and_differences_are_flagged(shown):
    shown.compare(TABLE, replace(OTHER, dead="Ks"))
    lines = compared_texts(shown.page.sides)
    assert [(line.title, line.differs) for line in lines] == [
        ("Hero", False), ("BB", True), ("Board", False), ("Dead", True),
    ]  # fmt: skip
    assert (lines[3].a, lines[3].b) == ("–", "Ks")
    marks = [shown.page.findChild(object, f"compare.mark{row}").text() for row in range(4)]
    assert marks == ["", "≠", "", "≠"]
    label = shown.page.findChild(object, "compare.b1")
    assert "≠" not in label.text()
    assert label.accessibleName() == "BB: 22+, ATs+, KQo, differs"
    assert shown.head("a").startswith("A: pinned · exact")
    assert shown.head("b").startswith("B: editing · exact")


def test_ranges_of_the_same_name_with_other_hands_are_a_difference(shown):
    named = replace(TABLE, seats=(TABLE.seats[0], Seat("BB", "mine")), names=(RangeName("mine", "QQ"),))
    shown.compare(named, replace(named, names=(RangeName("mine", "AKs"),)))
    line = compared_texts(shown.page.sides)[-1]
    assert (line.title, line.a, line.b) == ("Range mine", "QQ", "AKs")


def test_numbers_and_differences_match_the_results(shown):
    shown.compare(TABLE, OTHER)
    one, other = (solve(table).seats[0].estimate for table in (TABLE, OTHER))
    name, a, b, change = shown.texts()[0]
    assert (name, a, b) == ("Hero", f"{100 * one.equity:.4f} %", f"{100 * other.equity:.4f} %")
    assert float(change.replace("−", "-")) == pytest.approx(100 * (other.equity - one.equity), abs=0.005)
    assert shown.texts()[1][0].strip() == "Win"
    assert shown.page.note.text().startswith("Both results are exact")


def test_final_hands_are_compared_class_by_class(shown):
    shown.compare(TABLE, OTHER)
    shown.page.rows.chips["hands"].click()
    rows = {row.title.strip(): row for row in final_hand_rows(shown.page.sides)[10:]}
    one, other = (solve(table).seats[1].estimate.classes for table in (TABLE, OTHER))
    assert plain(rows["Flush"].a) == f"{100 * one['flush']:.4f} %"
    assert plain(rows["Flush"].b) == f"{100 * other['flush']:.4f} %"
    assert len(shown.texts()) == 20


def test_bets_are_compared_if_both_tables_have_a_price(shown):
    shown.compare(replace(TABLE, kelly=read_panel(KELLY)), replace(OTHER, kelly=read_panel(KELLY)))
    assert shown.page.rows.chips["bets"].isEnabled()
    rows = bet_rows(shown.page.sides)
    assert rows[0].title == "Best action"
    assert [row.title.strip() for row in rows[1:3]] == ["Expected chips", "Growth"]
    shown.compare(TABLE, OTHER)
    assert not shown.page.rows.chips["bets"].isEnabled()
    assert bets_of(shown.page.sides) == ()


def test_either_table_can_be_edited_and_a_stays_on_the_left(shown):
    shown.compare(TABLE, OTHER)
    before = shown.texts()
    shown.page.edit.chips["A"].click()
    assert shown.document.scenario == TABLE
    assert shown.head("a").startswith("A: editing")
    assert shown.texts() == before
    assert shown.page.edit.chips["A"].isChecked()
    shown.document.undo_stack.undo()
    assert shown.document.scenario == OTHER
    assert shown.texts() == before


def test_seats_of_only_one_table_are_listed(shown):
    three = replace(TABLE, seats=(*TABLE.seats, Seat("UTG", "QsQc")))
    shown.compare(three, OTHER)
    last = equity_rows(shown.page.sides)[-1]
    assert (last.title, last.b, last.change) == ("UTG", "–", "–")
    shown.page.edit.chips["A"].click()
    shown.compare(OTHER, three)
    row = next(row for row in equity_rows(shown.page.sides) if row.title == "UTG")
    assert (row.a, row.change) == ("–", "–")


def test_a_renamed_seat_has_the_names_of_both_tables(shown):
    shown.compare(TABLE, replace(OTHER, seats=(OTHER.seats[0], replace(OTHER.seats[1], name="UTG"))))
    message = [shown.page.findChild(object, f"compare.{side}1").accessibleName() for side in "ab"]
    assert message == ["BB: 22+, ATs+, differs", "UTG: 22+, ATs+, KQo, differs"]
    assert [row.title for row in equity_rows(shown.page.sides) if row.main] == ["Hero", "BB / UTG"]
    assert [row.title for row in final_hand_rows(shown.page.sides) if row.main] == ["Hero", "BB / UTG"]
    header, rows = shown.page.sides.table()
    assert "BB / UTG" in {row[header.index("seat")] for row in rows}


def test_tables_of_different_games_are_not_compared(shown):
    shown.compare(TABLE, RAZZ)
    assert shown.page.note.text() == OTHER_GAME
    assert not shown.page.numbers.isVisible()
    lines = compared_texts(shown.page.sides)
    assert [(line.title, line.a, line.b) for line in lines][:2] == [
        ("Hero", "AhKh", "A29"), ("BB", "22+, ATs+", "(7-7-7)"),
    ]  # fmt: skip
    QApplication.processEvents()
    assert shown.page.words.height() <= shown.page.words.sizeHint().height()  # nothing is drawn out over the page


def test_razz_tables_have_their_outcomes(shown):
    shown.document.replace("Razz", RAZZ)
    shown.compare(RAZZ, replace(RAZZ, seats=(Seat("Hero", "A39"), RAZZ.seats[1])))
    assert shown.page.outcomes.ready
    assert "Wheel" in " ".join(row.title for row in final_hand_rows(shown.page.sides))


def test_an_edited_table_is_grey_until_its_result_arrives(shown):
    shown.compare(TABLE, OTHER)
    shown.document.edit("Board", board="7h 8h 2d")
    assert shown.page.sides.stale
    assert shown.head("b").endswith("being computed")
    shown.document.edit("Seats", seats=(*OTHER.seats, Seat("UTG", "QsQc")))
    assert len(shown.texts()) == 6


def test_a_pinned_table_without_a_result_is_computed(shown):
    shown.compare(TABLE, OTHER)
    shown.document.edit("Board", board="7h 8h 2d")
    shown.page.hide()
    shown.session.exchange()
    assert shown.session.pinned.snapshot is None
    shown.page.show()
    assert shown.session.pinned.snapshot.scenario.board == "7h 8h 2d"
    assert shown.page.sides.comparable


def test_same_random_numbers_sample_the_pinned_table_with_the_current_seed(shown):
    shown.compare(sampled(TABLE, 7), sampled(OTHER, 8, trials=400_000))
    assert shown.page.note.text().startswith("Both results are sampled with different random numbers")
    shown.page.same.click()
    pinned = shown.session.pinned
    assert (pinned.snapshot.deals, pinned.snapshot.scenario.run.seed) == (400_000, 8)
    assert pinned.scenario == sampled(TABLE, 7)
    assert shown.page.sides.paired
    assert "the same random numbers" in shown.page.note.text()
    again = solve(sampled(TABLE, 8, 400_000))
    assert pinned.snapshot.seats == again.seats


def test_a_result_without_its_course_is_explained(shown):
    shown.compare(sampled(TABLE), sampled(OTHER))
    shown.session.show(replace(shown.session.snapshot, trace=None))
    assert "the convergence of B was not saved" in shown.page.note.text()


def test_too_few_deals_of_one_seed_are_explained(shown):
    shown.compare(sampled(TABLE, 1, 1_000), sampled(OTHER, 1, 1_000))
    assert "too few deals" in shown.page.note.text()


def test_refining_one_table_refines_the_other(shown):
    shown.compare(sampled(TABLE, 8, 200_000), sampled(OTHER, 8, trials=200_000))
    shown.page.same.click()
    assert shown.session.pinned.snapshot.deals == 200_000
    shown.session.show(solve(sampled(OTHER, 8, 400_000)))
    assert shown.session.pinned.snapshot.deals == 400_000
    assert shown.session.pinned.snapshot.seats == solve(sampled(TABLE, 8, 400_000)).seats


def test_the_complete_comparison_is_copied(shown):
    shown.compare(replace(TABLE, kelly=read_panel(KELLY)), replace(OTHER, kelly=read_panel(KELLY)))
    shown.page.findChild(object, "compare.copy").click()
    text = QGuiApplication.clipboard().text()
    assert text == plain_text(shown.page.sides)
    assert text.splitlines()[0].startswith('A: "Hero": AhKh v "BB": 22+, ATs+')
    for part in ("B − A", "Flush", "Best action", "exact, "):
        assert part in text
    shown.page.findChild(object, "compare.markdown").click()
    assert QGuiApplication.clipboard().text() == markdown(shown.page.sides)
    assert "| --- | --: | --: | --: |" in markdown(shown.page.sides)


@pytest.mark.parametrize("other", [OTHER, sampled(OTHER)], ids=["exact", "sampled"])
@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_both_charts_are_written_to_files(qtbot, theme, other):
    shown = Shown(qtbot, theme)
    shown.compare(sampled(TABLE) if other.run.method == "sampled" else TABLE, other)
    ready = [chart for chart in (shown.page.outcomes, shown.page.course) if chart.ready]
    assert len(ready) == (2 if other.run.method == "sampled" else 1)
    for chart in ready:
        assert chart.png()[:4] == b"\x89PNG"
        assert b"A: &quot;Hero&quot;" in chart.svg() or b'A: "Hero"' in chart.svg()
        assert chart.table()[0][:3] == ("seat", "number", "A")
    if other is OTHER:
        with pytest.raises(ValueError, match=NOTHING):
            shown.page.course.drawing()


def test_charts_read_out_both_tables_and_the_difference(shown):
    shown.compare(sampled(TABLE), sampled(OTHER))
    figure = shown.page.outcomes.figure
    shown.page.charts.chips["outcomes"].click()
    reading = figure.reading_at(figure.stops()[3])
    assert [row.values[0][0] + row.values[1][0] for row in reading.rows] == ["AB", "AB"]
    shown.page.charts.chips["course"].click()
    assert not shown.page.course.grab().isNull()


def test_many_seats_have_columns_with_ticks(shown):
    many = replace(TABLE, seats=tuple(Seat(f"P{i}", cards) for i, cards in enumerate(("AhKh", "QdQc", "JsTs", "9d9c"))))
    shown.compare(many, replace(many, board="7h 8h 2d"))
    (mark,) = (mark for mark in shown.page.outcomes.value.marks if isinstance(mark, Bars))
    assert mark.columns == 4
    assert all(bar.exact is not None for bar in mark.bars)


def test_it_waits_for_a_result(shown):
    shown.compare(TABLE, OTHER)
    shown.session.snapshot = None
    shown.session.changed.emit()
    assert shown.page.note.text() == WAITING
