"""The export menu: the charts of the page at hand under their own names, the others one level down, the results."""

import re

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QPushButton, QWidget

from gui.export.files import ExportItem, results_text
from gui.export.menu import ExportMenu, FontSheet
from gui.look.theme import DARK, FONT_FAMILY, PAPER_TEXTS, Paper
from gui.pages.equity.page import ClassesChart, ConvergenceChart
from gui.storage.settings import Settings
from tests.gui.chart_fakes import FakeSession, razz_two, simulation_of, three_sampled, two_exact

EQUITY, KELLY = "the page of equities", "the page of bets"


class Growth:
    """A chart that may have nothing to export although there is a result."""

    ready, answered = True, False

    def stem(self):
        return "growth"

    def table(self):
        return ("bet",), [(1,)]

    def png(self, paper):
        if not self.answered:
            raise ValueError("there is no result to export")
        return b"picture"


class Made:
    """The menu with a table of items, the questions that it asks and what it tells."""

    def __init__(self, window, folder):
        self.session, self.page, self.growth = FakeSession(three_sampled()), EQUITY, Growth()
        self.convergence = ConvergenceChart(self.session, window)
        classes = ClassesChart(self.session, simulation_of(self.session), window)
        self.items = (
            ExportItem("convergence", "Convergence", EQUITY, self.convergence),
            ExportItem("hands", "Hands", EQUITY, classes, "holdem"),
            ExportItem("outcomes", "Outcomes & more", EQUITY, classes, "razz"),
            ExportItem("growth", "Growth", KELLY, self.growth),
        )
        self.settings = Settings(QSettings(str(folder / "settings.ini"), QSettings.Format.IniFormat))
        self.settings.folder = str(folder)
        self.answers, self.questions, self.messages = [], [], []
        self.menu = ExportMenu(
            self.session,
            lambda: self.items,
            lambda: self.page,
            self.settings,
            window,
            ask=lambda *asked: self.asked(*asked),
        )
        self.menu.add(self.items)
        self.menu.message.connect(lambda text, bad: self.messages.append((text, bad)))

    def asked(self, parent, title, suggested, file_filter):
        self.questions.append((suggested, file_filter))
        return self.answers.pop() if self.answers else suggested

    def action(self, name):
        return next(action for action in self.menu.findChildren(object, name))

    def texts(self):
        self.menu.aboutToShow.emit()
        return [action.text() for action in self.menu.actions() if not action.isSeparator()]


@pytest.fixture
def made(qtbot, tmp_path):
    window = QWidget()
    qtbot.addWidget(window)
    return Made(window, tmp_path)


def test_charts_of_the_current_page_come_first_and_others_in_submenus(made):
    forms = ("PNG picture", "SVG picture", "PDF page", "CSV data")
    results = ["Copy results as text", "Results as CSV…", "Results as TXT…", "Results as JSON…", "&Look of pictures"]

    def entries(chart):
        copies = [f"Copy {chart} as a {kind}" for kind in ("picture", "table")]
        return [*copies, *(f"{chart} as {form}…" for form in forms)]

    equity = [*entries("Convergence"), *entries("Hands")]
    assert made.texts() == [*equity, "Growth", *results]
    made.page = KELLY
    assert made.texts() == [*entries("Growth"), "Convergence", "Hands", *results]
    submenu = next(action.menu() for action in made.menu.actions() if action.text() == "Hands")
    assert [action.text() for action in submenu.actions()] == entries("Hands")
    made.page = EQUITY
    assert made.texts() == [*equity, "Growth", *results]


def test_each_game_has_its_own_names(made):
    made.session.set(snapshot=razz_two())
    texts = made.texts()
    assert "Outcomes && more as PNG picture…" in texts
    assert not [text for text in texts if text.startswith("Hands")]
    assert not made.action("export.hands.png").isEnabled()
    assert made.action("export.outcomes.png").isEnabled()


def test_charts_without_a_result_are_not_offered(made):
    made.growth.ready = False
    assert "Growth" not in made.texts()
    made.page = KELLY
    assert made.texts()[2] == "Growth as PNG picture…"
    assert not made.action("export.growth.png").isEnabled()


def test_a_chart_that_turns_out_empty_is_a_message(made, tmp_path):
    made.action("export.growth.png").trigger()
    assert made.messages == [("Not exported: there is no result to export", True)]
    made.growth.answered = True
    made.action("export.growth.png").trigger()
    assert (tmp_path / "growth.png").read_bytes() == b"picture"


def test_the_actions_of_a_chart_for_its_own_menu(made):
    names = [action.objectName() for action in made.menu.actions_of(made.convergence)]
    assert names == [f"export.convergence.{suffix}" for suffix in ("copy", "table", "png", "svg", "pdf", "csv")] + [
        "export.paper"
    ]
    classes = made.items[1].chart
    assert [a.objectName() for a in made.menu.actions_of(classes) if a.isVisible()] == [
        f"export.hands.{suffix}" for suffix in ("copy", "table", "png", "svg", "pdf", "csv")
    ] + ["export.paper"]
    assert made.menu.actions_of(object()) == []


@pytest.mark.parametrize("suffix", ["png", "svg", "pdf", "csv"])
def test_exports_a_chart(made, tmp_path, suffix):
    made.action(f"export.hands.{suffix}").trigger()
    ((suggested, file_filter),) = made.questions
    assert f"*.{suffix}" in file_filter
    written = list(tmp_path.glob(f"*-classes.{suffix}"))
    assert [str(path) for path in written] == [suggested]
    assert written[0].stat().st_size > 200
    assert made.messages == [(f"Exported {written[0].name}", False)]
    if suffix == "png":
        assert not QImage(str(written[0])).isNull()


def test_the_look_of_pictures_is_selected_and_stored(made, tmp_path):
    for name in ("paper.theme.dark", "paper.size.800x800", "paper.text.125"):
        made.action(name).trigger()
    assert made.settings.paper == Paper("dark", 800, 800, 125)
    made.action("export.hands.png").trigger()
    written = QImage(str(next(tmp_path.glob("*-classes.png"))))
    assert (written.width(), written.height()) == (1600, 1600)
    assert written.pixelColor(4, 4).name() == DARK.surface
    made.action("export.hands.copy").trigger()
    assert QGuiApplication.clipboard().image().size() == written.size()
    made.action("paper.theme.window").trigger()
    assert made.settings.paper.theme is None
    assert [made.action(f"paper.theme.{name}").isChecked() for name in ("window", "light", "dark")] == [
        True, False, False,
    ]  # fmt: skip


def font_sheet(made, qtbot):
    """Open what asks for the font; return it."""
    made.action("paper.font").trigger()
    return next(sheet for sheet in made.menu.parentWidget().findChildren(FontSheet) if sheet.isVisible())


def test_the_font_of_pictures_is_selected_and_stored(made, qtbot, tmp_path):
    assert made.settings.paper.family == FONT_FAMILY
    assert made.action("paper.font").text() == "&Font: Inter…"
    usual = made.items[1].chart.png(made.settings.paper)
    sheet = font_sheet(made, qtbot)
    sheet.families.setEditText("DejaVu Sans")
    assert sheet.sample.font().family() == "DejaVu Sans"
    assert "others" in sheet.note.text()
    sheet.accept()
    assert made.settings.paper.family == "DejaVu Sans"
    assert made.action("paper.font").text() == "&Font: DejaVu Sans…"
    made.action("export.hands.png").trigger()
    assert next(tmp_path.glob("*-classes.png")).read_bytes() != usual


def test_a_font_that_is_not_installed_is_reported_as_missing(made, qtbot):
    sheet = font_sheet(made, qtbot)
    sheet.families.setEditText("A & Font")
    assert sheet.note.text() == "“A & Font” is not on this machine: pictures are set in Inter."
    assert sheet.sample.font().family() == FONT_FAMILY
    sheet.accept()
    assert made.settings.paper == Paper(family="A & Font")
    assert made.action("paper.font").text() == "&Font: A && Font (not on this machine: Inter)…"
    again = font_sheet(made, qtbot)
    assert again.families.currentText() == "A & Font"
    again.findChild(QPushButton, "paperFont.usual").click()
    again.reject()
    assert made.settings.paper.family == "A & Font"
    again = font_sheet(made, qtbot)
    again.families.setEditText("  ")
    again.accept()
    assert made.settings.paper == Paper()


def test_larger_text_is_offered_if_the_page_has_room_for_it(made):
    def offered():
        return [made.action(f"paper.text.{text}").isEnabled() for text in PAPER_TEXTS]

    assert offered() == [True] * 4
    made.action("paper.size.640x400").trigger()
    made.texts()
    assert offered() == [True, True, False, False]


def test_flat_lines_are_not_offered(made):
    """An exact result converges to nothing."""
    made.session.set(snapshot=two_exact())
    made.texts()
    assert not made.action("export.convergence.png").isEnabled()
    assert not made.action("export.convergence.copy").isEnabled()
    assert made.action("export.hands.png").isEnabled()
    made.page = KELLY
    assert "Convergence" not in made.texts()


def test_a_chart_is_copied_as_the_picture_that_would_be_exported(made, tmp_path):
    made.action("export.hands.copy").trigger()
    made.action("export.hands.png").trigger()
    copied = QGuiApplication.clipboard().image()
    exported = QImage(str(next(tmp_path.glob("*-classes.png"))))
    assert copied.size() == exported.size()
    assert copied.pixel(400, 300) == exported.pixel(400, 300)
    assert made.messages[0] == ("Picture copied", False)
    made.action("export.growth.copy").trigger()
    assert made.messages[-1] == ("Not copied: there is no result to export", True)


def copied(made, name):
    made.action(f"export.hands.{name}").trigger()
    assert made.messages[-1] == ("Table copied", False)
    return QGuiApplication.clipboard().text()


def test_the_data_of_a_chart_is_copied_as_a_table(made):
    header, rows = made.items[1].chart.table()
    first, title, about, blank, names, rule, *lines, last = copied(made, "forum").splitlines()
    assert (first, blank, last) == ("[code]", "", "[/code]")
    assert title == "Hand categories at showdown"
    assert "Hero: AhKh" in about
    assert "seed 1" in about
    assert set(rule) == {"-"}
    assert re.split(" {2,}", names) == list(header)
    assert [re.split(" {2,}", line)[0] for line in lines] == [row[0] for row in rows]
    assert len({len(line) for line in (names, rule, *lines)}) == 1
    head, about, table = copied(made, "markdown").rstrip().split("\n\n")
    assert head == "**Hand categories at showdown**"
    assert len(table.splitlines()) == 2 + len(rows)
    assert table.splitlines()[1] == "| --- | " + " | ".join(["--:"] * (len(header) - 1)) + " |"
    sheet = [line.split("\t") for line in copied(made, "tabs").splitlines()]
    assert sheet == [list(header), *([str(cell) for cell in row] for row in rows)]


def test_the_menu_of_a_chart_opens_again_and_again(made):
    chart = made.convergence
    for _ in range(3):
        chart.menu.aboutToShow.emit()
        names = [action.objectName() for action in chart.menu.actions() if not action.isSeparator()]
        assert names[-7:] == [action.objectName() for action in made.menu.actions_of(chart)]
    made.session.set(snapshot=None)
    chart.menu.aboutToShow.emit()
    enabled = {action.objectName() for action in chart.menu.actions() if action.isEnabled()}
    assert "export.paper" in enabled
    assert not {"export.convergence.table", "export.convergence.png"} & enabled


def test_charts_that_are_ready_come_first(made):
    made.items = (ExportItem("curve", "Curve", KELLY, Growth()), *made.items[3:])
    made.items[0].chart.ready, made.page = False, KELLY
    made.menu.arrange()
    names = [action.objectName() for action in made.menu.actions() if action.objectName().startswith("export.")]
    assert names.index("export.growth.png") < names.index("export.curve.png")


def test_a_missing_table_is_a_message(made):
    made.session.set(snapshot=None)
    made.action("export.hands.forum").trigger()
    assert made.messages == [("Not copied: there is nothing to export yet", True)]


def test_ready_actions_contain_no_submenus(made):
    actions = made.menu.ready_actions()
    assert {"Copy Hands for a forum", "Copy Convergence as Markdown"} <= {action.text() for action in actions}
    assert all(action.menu() is None for action in actions)


def test_adds_the_suffix_and_remembers_the_folder(made, tmp_path):
    (tmp_path / "deep").mkdir()
    made.answers = [str(tmp_path / "deep" / "mine")]
    made.action("export.results.json").trigger()
    assert (tmp_path / "deep" / "mine.json").is_file()
    assert made.settings.folder == str(tmp_path / "deep")


def test_a_file_that_the_dialog_did_not_confirm_is_not_overwritten(made, tmp_path):
    (tmp_path / "mine.json").write_bytes(b"dear")
    made.answers = [str(tmp_path / "mine")]
    made.action("export.results.json").trigger()
    assert (tmp_path / "mine.json").read_bytes() == b"dear"
    assert made.messages == [("Not written: mine: mine.json exists already; choose that file to overwrite it", True)]
    made.answers = [str(tmp_path / "mine.json")]
    made.action("export.results.json").trigger()
    assert (tmp_path / "mine.json").read_bytes() != b"dear"


def test_a_full_or_missing_disk_is_a_message(made, tmp_path):
    made.answers = [str(tmp_path / "gone" / "x.csv")]
    made.action("export.results.csv").trigger()
    assert made.messages == [("Not written: x.csv: No such file or directory", True)]


def test_cancelling_writes_nothing(made, tmp_path):
    before = set(tmp_path.iterdir())
    made.answers = [""]
    made.action("export.convergence.png").trigger()
    assert set(tmp_path.iterdir()) == before
    assert made.messages == []


def test_copies_the_results(made):
    made.action("export.results.copy").trigger()
    assert QGuiApplication.clipboard().text() == results_text(made.session.snapshot)


def test_without_a_result_results_cannot_be_exported(made):
    made.session.set(snapshot=None)
    made.growth.ready = False
    made.menu.aboutToShow.emit()
    assert not any(action.isEnabled() for action in made.menu.actions() if not (action.isSeparator() or action.menu()))
