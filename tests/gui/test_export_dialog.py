"""The export dialog, used as a player does: choose at the left, look at it, copy it or save it at the right."""

import re

import pytest
from PySide6.QtCore import QObject, QSettings, Qt, Signal
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QWidget

from gui.charts.view import PageChart
from gui.export.catalog import ExportCatalog
from gui.export.dialog import ExportDialog
from gui.export.files import ExportItem, results_text, table_csv
from gui.look.scale import set_text_scale
from gui.look.theme import DARK, FONT_FAMILY, PAPER_TEXTS, Paper, set_theme
from gui.pages.equity.page import ClassesChart, ConvergenceChart
from gui.storage.settings import Settings
from tests.gui.chart_fakes import FakeSession, simulation_of, three_sampled, two_exact
from tests.gui.object_names import operated

EQUITY, KELLY = "Equity", "Kelly"
CHART_FORMATS = ["PNG picture", "SVG picture", "PDF page", "CSV data"]
TABLE_FORMATS = ["Forum table", "Markdown table", "Spreadsheet table"]
SCREENS = ((100, 1024, 680), (150, 1280, 800))
FRAME = 40


class FakePages(QObject):
    """The pages of a window: ``page`` is displayed, ``exports`` are the charts of all that are built."""

    currentChanged = Signal(int)  # noqa: N815 – that of Qt is meant

    def __init__(self, exports):
        super().__init__()
        self.page, self.exports = EQUITY, exports

    def currentWidget(self):  # noqa: N802 – that of Qt is meant
        return self.page

    def title_of(self, page):
        return page

    def turn_to(self, page):
        self.page = page
        self.currentChanged.emit(0)


class Made:
    """The dialog with the charts of two pages, and what it told."""

    def __init__(self, qtbot, window, folder):
        self.qtbot, self.session, self.folder = qtbot, FakeSession(three_sampled()), folder
        self.convergence = ConvergenceChart(self.session, window)
        self.classes = ClassesChart(self.session, simulation_of(self.session), window)
        items = (
            ExportItem("convergence", "Convergence", EQUITY, self.convergence),
            ExportItem("hands", "Hands & more", EQUITY, self.classes, "holdem"),
            ExportItem("growth", "Growth", KELLY, PageChart(lambda: None)),
        )
        self.pages = FakePages(items)
        self.settings = Settings(QSettings(str(folder / "settings.ini"), QSettings.Format.IniFormat))
        self.settings.folder = str(folder)
        self.messages, self.folders, self.requests = [], [], []
        self.shown, self.can_show = [], True
        self.catalog = ExportCatalog(self.session, self.pages, self.settings, window)
        self.catalog.add(items)
        self.catalog.requested.connect(self.requests.append)
        self.catalog.message.connect(self.note)
        self.window = window
        self.dialog = self.new_dialog()

    def new_dialog(self):
        """Return a dialog as after a new start."""
        dialog = ExportDialog(self.catalog, self.settings, self.window, lambda *_: self.folders.pop(), self.show_folder)
        dialog.message.connect(self.note)
        return dialog

    def show_folder(self, folder):
        self.shown.append(folder)
        return self.can_show

    def note(self, text, bad):
        self.messages.append((text, bad))

    def open(self, title=""):
        self.dialog.open_with(title)
        self.draw()

    def draw(self):
        """Let the dialog draw its pictures."""
        dialog = self.dialog
        self.qtbot.waitUntil(lambda: not (dialog._outdated or dialog._is_preview_outdated))

    def rows(self):
        items = (self.dialog.list.item(row) for row in range(self.dialog.list.count()))
        return [item.text().replace("\n", ": ") for item in items]

    def choose(self, title):
        """Select an entry with the mouse."""
        view = self.dialog.list
        item = next(view.item(i) for i in range(view.count()) if view.item(i).text().split("\n")[0] == title)
        QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=view.visualItemRect(item).center())
        self.draw()

    def pick(self, combo, text):
        """Pick an entry of a combo box by its beginning, as with the keyboard."""
        combo.setFocus()
        index = next(i for i in range(combo.count()) if combo.itemText(i).startswith(text))
        step = 1 if index > combo.currentIndex() else -1
        while combo.currentIndex() != index:
            QTest.keyClick(combo, Qt.Key.Key_Down if step > 0 else Qt.Key.Key_Up)
        self.draw()

    def type(self, field, text):
        field.setFocus()
        field.selectAll()
        QTest.keyClick(field, Qt.Key.Key_Delete)
        QTest.keyClicks(field, text)

    def press(self, button):
        assert button.isVisible()
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)

    def written(self):
        return sorted(path.name for path in self.folder.iterdir() if path.name != "settings.ini")


@pytest.fixture
def made(qtbot, tmp_path):
    window = QWidget()
    qtbot.addWidget(window)
    window.show()
    made = Made(qtbot, window, tmp_path)
    yield made
    made.dialog.close()


def formats(made):
    return [made.dialog.format.itemText(i) for i in range(made.dialog.format.count())]


def test_the_charts_of_the_page_come_first_then_those_of_other_pages_and_the_results(made):
    made.open()
    assert made.rows() == ["Equity", "Convergence", "Hands & more", "Table", "Results"]
    assert formats(made) == [*CHART_FORMATS, *TABLE_FORMATS]
    assert made.dialog.heading.text() == made.convergence.title
    assert not made.dialog.picture.image.isNull()
    made.pages.turn_to(KELLY)
    made.dialog.refresh()
    assert made.rows() == [
        "Kelly", "Growth: No chart yet",
        "Other pages", "Convergence: Equity page", "Hands & more: Equity page",
        "Table", "Results",
    ]  # fmt: skip


def test_every_drawn_chart_has_a_thumbnail_and_the_preview_follows_the_selection(made):
    made.open()
    pictures = {item.icon().pixmap(96, 60).toImage().bits().tobytes() for item in made.dialog._items().values()}
    assert len(pictures) == len(("convergence", "hands", "results"))
    made.choose("Hands & more")
    assert made.dialog.heading.text() == made.classes.title
    assert "seed 1" in made.dialog.picture.accessibleDescription()
    made.choose("Results")
    assert made.dialog.data.toPlainText() == results_text(made.session.snapshot).rstrip()
    assert formats(made) == ["Plain text", "CSV data", "JSON, opens here again", *TABLE_FORMATS[:2]]


def test_a_chart_that_is_not_drawn_says_why_and_cannot_be_saved(made):
    """An exact result converges to nothing."""
    made.session.set(snapshot=two_exact())
    made.open()
    assert made.rows()[1:3] == ["Hands & more", "Convergence: No chart yet"]
    made.choose("Convergence")
    assert made.dialog.reason.isVisible()
    assert made.dialog.reason.text() == f"No chart yet. {made.convergence.reason}"
    assert not any(button.isEnabled() for button in (made.dialog.save, made.dialog.copy))
    QTest.keyClick(made.dialog.list, Qt.Key.Key_Return)
    assert made.written() == []


def test_without_a_result_nothing_can_be_saved(made):
    made.session.set(snapshot=None)
    made.open()
    assert made.rows() == [
        "Equity",
        "Convergence: No chart yet",
        "Hands & more: No chart yet",
        "Table",
        "Results: No result yet",
    ]
    for title in ("Convergence", "Results"):
        made.choose(title)
        buttons = (made.dialog.copy, made.dialog.save, made.dialog.save_all)
        assert not any(button.isEnabled() for button in buttons)


@pytest.mark.parametrize("title", ["PNG picture", "SVG picture", "PDF page", "CSV data"])
def test_a_chart_is_saved_with_enter(made, title):
    made.open("Hands & more")
    made.pick(made.dialog.format, title)
    suffix = title[:3].lower()
    name = f"{made.classes.stem()}.{suffix}"
    assert made.dialog.file.text() == name
    QTest.keyClick(made.dialog.list, Qt.Key.Key_Return)
    assert made.messages == [(f"Exported {name}", False)]
    assert made.dialog.note.text() == f"Exported {name}"
    expected = {"png": made.classes.png, "svg": made.classes.svg, "pdf": made.classes.pdf}
    if suffix in expected:
        assert (made.folder / name).read_bytes() == expected[suffix](made.settings.paper)


def test_the_look_of_pictures_is_stored_and_previewed(made):
    made.open("Hands & more")
    for combo, text in (
        (made.dialog.paper_theme, "Dark"),
        (made.dialog.paper_size, "Square"),
        (made.dialog.text_size, "125"),
    ):
        made.pick(combo, text)
    assert made.settings.paper == Paper("dark", 800, 800, 125)
    image = made.dialog.picture.image
    assert (image.width(), image.height(), image.pixelColor(4, 4).name()) == (1600, 1600, DARK.surface)
    made.press(made.dialog.save)
    assert QImage(str(made.folder / made.dialog.file.text())) == image
    made.press(made.dialog.copy)
    assert QGuiApplication.clipboard().image().size() == image.size()
    assert made.messages[-1] == ("Picture copied", False)
    made.settings.paper = Paper("light")  # as another window would do
    made.dialog.refresh()
    assert [combo.currentText() for combo in (made.dialog.paper_theme, made.dialog.text_size)] == [
        "Light",
        "100\u00a0%",
    ]


def test_the_look_is_for_pictures_only(made):
    made.open()
    fields = (made.dialog.paper_theme, made.dialog.paper_size, made.dialog.text_size, made.dialog.font_family)
    assert all(field.isEnabled() for field in fields)
    made.pick(made.dialog.format, "CSV")
    assert not any(field.isEnabled() for field in fields)
    assert made.dialog.data.toPlainText().splitlines()[0] == ",".join(made.convergence.table()[0])
    made.choose("Hands & more")
    assert made.dialog.heading.text() == "Hands & more"


def test_larger_text_is_offered_if_the_page_has_room_for_it(made):
    made.open()
    texts = made.dialog.text_size.model()

    def offered():
        return [texts.item(row).isEnabled() for row in range(len(PAPER_TEXTS))]

    assert offered() == [True] * 4
    made.pick(made.dialog.paper_size, "Forum")
    assert offered() == [True, True, False, False]


def test_a_font_is_chosen_and_a_missing_one_is_named(made):
    made.open("Hands & more")
    usual = made.classes.png(made.settings.paper)
    field = made.dialog.font_family.lineEdit()
    made.type(field, "DejaVu Sans")
    QTest.keyClick(field, Qt.Key.Key_Tab)
    assert made.settings.paper.family == "DejaVu Sans"
    made.press(made.dialog.save)
    assert (made.folder / made.dialog.file.text()).read_bytes() != usual
    made.type(field, "A & Font")
    QTest.keyClick(field, Qt.Key.Key_Tab)
    assert made.dialog.note.text() == "“A & Font” is not installed: pictures use Inter."
    assert made.settings.paper == Paper(family="A & Font")
    made.type(field, " ")
    QTest.keyClick(field, Qt.Key.Key_Tab)
    assert (made.settings.paper.family, field.text()) == (FONT_FAMILY, FONT_FAMILY)


def copied(made, title):
    made.pick(made.dialog.format, title)
    made.press(made.dialog.copy)
    return QGuiApplication.clipboard().text()


def test_the_data_of_a_chart_are_copied_as_tables(made):
    made.open("Hands & more")
    header, rows = made.classes.table()
    first, title, about, blank, names, rule, *lines, last = copied(made, "Forum").splitlines()
    assert (first, blank, last) == ("[code]", "", "[/code]")
    assert title == "Hand categories at showdown"
    assert "Hero: AhKh" in about
    assert "seed 1" in about
    assert set(rule) == {"-"}
    assert re.split(" {2,}", names) == list(header)
    assert [re.split(" {2,}", line)[0] for line in lines] == [row[0] for row in rows]
    head, about, table = copied(made, "Markdown").rstrip().split("\n\n")
    assert head == "**Hand categories at showdown**"
    assert len(table.splitlines()) == 2 + len(rows)
    sheet = [line.split("\t") for line in copied(made, "Spreadsheet").splitlines()]
    assert sheet == [list(header), *([str(cell) for cell in row] for row in rows)]
    assert set(made.messages) == {("Table copied", False)}


def test_the_results_are_copied_and_saved(made):
    made.open("Results")
    made.press(made.dialog.copy)
    assert QGuiApplication.clipboard().text() == results_text(made.session.snapshot)
    assert made.messages == [("Results copied", False)]
    made.pick(made.dialog.format, "JSON")
    made.press(made.dialog.save)
    assert made.written() == [made.dialog.file.text()]
    assert made.dialog.file.text().endswith("-results.json")


def test_save_all_saves_each_chart_of_the_page(made):
    made.open()
    assert made.dialog.save_all.text() == "Save all 2"
    made.press(made.dialog.save_all)
    assert made.written() == sorted(f"{chart.stem()}.png" for chart in (made.convergence, made.classes))
    assert made.messages == [(f"Exported 2 files to {made.folder}", False)]
    made.pick(made.dialog.format, "CSV")  # the results are a table, too
    made.press(made.dialog.save_all)
    assert len(made.written()) == 5


def test_charts_of_the_same_name_get_numbers(made):
    made.pages.exports = (*made.pages.exports, ExportItem("twin", "Twin", EQUITY, made.classes))
    made.open()
    made.press(made.dialog.save_all)
    assert f"{made.classes.stem()}-2.png" in made.written()
    assert len(made.written()) == 3


def test_an_existing_file_is_replaced_only_after_a_question(made):
    made.open("Results")
    made.type(made.dialog.file, "mine")
    path = made.folder / "mine.txt"
    path.write_bytes(b"dear")
    for refuse in (lambda: made.press(made.dialog.keep), lambda: QTest.keyClick(made.dialog, Qt.Key.Key_Escape)):
        QTest.keyClick(made.dialog.file, Qt.Key.Key_Return)
        assert made.dialog.note.text() == "mine.txt exists already. Replace it?"
        assert made.dialog.keep.hasFocus()
        refuse()
        assert made.dialog.isVisible()
        assert (made.dialog.note.text(), made.dialog.replace.isVisible(), path.read_bytes()) == ("", False, b"dear")
    made.press(made.dialog.save)
    made.press(made.dialog.replace)
    assert path.read_bytes() == results_text(made.session.snapshot).encode()
    assert made.messages == [("Exported mine.txt", False)]
    made.press(made.dialog.save)  # the second time it is a file of ours
    assert made.dialog.replace.isVisible()
    made.choose("Hands & more")
    assert not made.dialog.replace.isVisible()
    QTest.keyClick(made.dialog, Qt.Key.Key_Escape)
    assert not made.dialog.isVisible()


def test_save_all_asks_once_for_all_files(made):
    made.open()
    made.press(made.dialog.save_all)
    (made.folder / f"{made.classes.stem()}.png").write_bytes(b"old")
    made.press(made.dialog.save_all)
    assert made.dialog.note.text() == "2 of 2 files exist already. Replace them?"
    made.press(made.dialog.replace)
    assert QImage(str(made.folder / f"{made.classes.stem()}.png")) != QImage()


def test_a_name_keeps_its_typed_part_when_the_format_changes(made):
    made.open("Hands & more")
    made.type(made.dialog.file, "mine.v2.png")
    made.pick(made.dialog.format, "SVG")
    assert made.dialog.file.text() == "mine.v2.svg"
    made.type(made.dialog.file, "22+ v. KK")
    made.pick(made.dialog.format, "PNG")
    assert made.dialog.file.text() == "22+ v. KK.png"
    made.type(made.dialog.file, "")
    made.press(made.dialog.save)
    assert made.messages == [("Enter a file name", True)]


def test_another_folder_is_chosen_and_remembered(made):
    (made.folder / "deep").mkdir()
    made.open()
    made.folders = [str(made.folder / "deep"), ""]
    made.press(made.dialog.choose)  # cancelled
    assert made.dialog.folder.text() == str(made.folder)
    made.press(made.dialog.choose)
    made.press(made.dialog.save)
    assert [path.suffix for path in (made.folder / "deep").iterdir()] == [".png"]
    assert made.settings.export_folder == str(made.folder / "deep")
    assert made.settings.folder == str(made.folder)  # that of other files


@pytest.mark.parametrize("folder", ["", "pictures"])
def test_nothing_is_written_into_a_folder_that_depends_on_the_start_of_the_program(made, folder):
    made.open("Hands & more")
    made.type(made.dialog.folder, folder)
    for button in (made.dialog.save, made.dialog.save_all):
        made.press(button)
        assert made.messages.pop() == ("Not exported: enter the full path of a folder", True)


def test_a_folder_that_is_not_there_is_named(made):
    made.open("Results")
    gone = str(made.folder / "gone")
    made.type(made.dialog.folder, gone)
    for button in (made.dialog.save, made.dialog.save_all):
        made.press(button)
        assert made.messages.pop() == (f"Not exported: there is no folder {gone}", True)
    assert made.settings.export_folder == str(made.folder)


@pytest.mark.parametrize("name", ["deep/x", "/x.txt"])
def test_a_folder_is_not_part_of_the_name(made, name):
    made.open("Results")
    made.type(made.dialog.file, name)
    made.press(made.dialog.save)
    assert made.messages == [("Enter a file name without a folder; the folder has its own field", True)]


def test_files_that_cannot_be_written_are_named_and_the_others_are_written(made):
    made.open("Hands & more")
    (made.folder / f"{made.convergence.stem()}.png").mkdir()
    made.press(made.dialog.save_all)
    text, bad = made.messages[-1]
    assert bad
    assert text.startswith(f"Not written: {made.convergence.stem()}.png: ")
    assert text.endswith(" (1 of 2 written)")
    assert (made.folder / f"{made.classes.stem()}.png").is_file()
    assert made.dialog.open_folder.isVisible()
    made.choose("Convergence")
    made.press(made.dialog.save)
    assert made.messages[-1][1]
    assert not made.dialog.open_folder.isVisible()


def test_the_folder_of_what_was_written_can_be_opened(made):
    made.open("Results")
    assert not made.dialog.open_folder.isVisible()
    made.press(made.dialog.save)
    made.press(made.dialog.open_folder)
    assert made.shown == [made.folder]
    made.can_show = False
    made.press(made.dialog.open_folder)
    assert made.messages[-1] == (f"{made.folder} cannot be opened", True)
    made.choose("Hands & more")
    assert not made.dialog.open_folder.isVisible()


def test_the_formats_of_charts_and_of_results_are_remembered(made):
    made.open("Hands & more")
    made.pick(made.dialog.format, "SVG")
    made.choose("Results")
    assert made.dialog.format.currentText() == "Plain text"
    made.pick(made.dialog.format, "JSON")
    made.dialog.close()
    made.dialog = made.new_dialog()
    made.open("Hands & more")
    assert made.dialog.format.currentText() == "SVG picture"
    made.choose("Results")
    assert made.dialog.format.currentText() == "JSON, opens here again"


def test_what_was_typed_stays_when_the_results_change(made):
    (made.folder / "deep").mkdir()
    made.open("Results")
    made.type(made.dialog.folder, str(made.folder / "deep"))
    made.type(made.dialog.file, "mine.txt")
    made.dialog.list.setFocus()
    made.session.set(snapshot=two_exact())
    made.dialog.refresh()
    made.press(made.dialog.save)
    assert (made.folder / "deep" / "mine.txt").read_bytes() == results_text(made.session.snapshot).encode()


def test_closing_the_dialog_writes_nothing_and_withdraws_the_question(made):
    made.open("Results")
    made.type(made.dialog.file, "mine.txt")
    (made.folder / "mine.txt").write_bytes(b"dear")
    made.press(made.dialog.save)
    made.dialog.close()
    assert not made.dialog.isVisible()
    made.open()
    assert not made.dialog.replace.isVisible()
    assert (made.folder / "mine.txt").read_bytes() == b"dear"


def test_a_chart_without_an_answer_says_so(made, monkeypatch):
    def nothing():
        raise ValueError("there is no result to export")

    made.open("Hands & more")
    monkeypatch.setattr(made.classes, "drawing", nothing)
    made.dialog.refresh()
    made.draw()
    assert made.dialog.reason.text() == "there is no result to export"
    made.press(made.dialog.copy)
    assert made.messages == [("Not copied: there is no result to export", True)]
    made.type(made.dialog.file, "x")
    made.press(made.dialog.save)
    assert made.messages[-1] == ("Not exported: there is no result to export", True)


def test_the_own_menu_of_a_chart_copies_saves_and_opens_the_dialog(made, monkeypatch):
    names = ["copy", "table", "png", "svg", "pdf", "csv", "dialog"]
    texts = ["Copy as picture", "Copy as table", *(f"Save as {title}…" for title in CHART_FORMATS), "Export…"]
    for _ in range(3):
        made.classes.menu.aboutToShow.emit()
        actions = [action for action in made.classes.menu.actions() if action.objectName().startswith("export.")]
        assert [action.objectName() for action in actions] == [f"export.hands.{name}" for name in names]
        assert [action.text() for action in actions] == texts
    assert [action.text() for action in actions[1].menu().actions()] == TABLE_FORMATS
    actions[0].trigger()
    assert made.messages == [("Picture copied", False)]
    path = made.folder / "mine.csv"
    path.write_bytes(b"old")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path.with_suffix("")), ""))
    actions[5].trigger()  # the file dialog has not asked about the name with the suffix
    assert path.read_bytes() == b"old"
    path.unlink()
    actions[5].trigger()
    assert path.read_bytes() == table_csv(made.classes.table())
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: ("", ""))
    actions[5].trigger()
    assert len(made.messages) == len(("copied", "exists", "exported"))
    actions[-1].trigger()
    assert made.requests == ["Hands & more"]
    made.open(made.requests[0])
    assert made.dialog.list.currentItem().text() == "Hands & more"
    made.session.set(snapshot=None)
    made.classes.menu.aboutToShow.emit()
    assert not any(action.isEnabled() for action in actions)


def test_the_keyboard_reaches_everything_and_every_part_has_a_name(made):
    made.open()
    QTest.keyClick(made.dialog.list, Qt.Key.Key_Down)
    QTest.keyClick(made.dialog.list, Qt.Key.Key_Down)  # over the heading
    made.draw()
    assert made.dialog.list.currentItem().text() == "Results"
    parts = operated(made.dialog)
    assert [part for part in parts if not part.objectName() or not part.accessibleName()] == []
    reached = []
    while (focus := made.dialog.focusWidget()) not in reached:
        reached.append(focus)
        QTest.keyClick(focus, Qt.Key.Key_Tab)
    usable = {part for part in parts if part.isVisible() and part.isEnabled()} - {made.dialog.font_family.lineEdit()}
    assert usable <= set(reached)


@pytest.mark.parametrize(("percent", "width", "height"), SCREENS)
def test_it_fits_on_a_small_screen(made, percent, width, height):
    set_text_scale(percent)
    made.open()
    least = made.dialog.minimumSizeHint()
    assert least.width() <= width
    assert least.height() <= height - FRAME
    made.dialog.resize(width, height - FRAME)
    QTest.qWait(0)
    for button in (made.dialog.copy, made.dialog.save_all, made.dialog.save, made.dialog.close_button):
        assert made.dialog.rect().contains(button.geometry())
        assert button.width() >= button.sizeHint().width()


def test_a_long_name_of_a_file_does_not_widen_the_dialog(made):
    set_text_scale(150)
    made.open("Results")
    width = made.dialog.minimumSizeHint().width()
    made.type(made.dialog.file, "x" * 120)
    made.press(made.dialog.save)
    assert made.written() == ["x" * 120 + ".txt"]
    QTest.qWait(0)
    assert made.dialog.minimumSizeHint().width() == width


@pytest.fixture
def usual_theme(qapp):
    """Restore the theme after the test."""
    set_theme("light")
    yield
    set_theme("light")


@pytest.mark.usefixtures("usual_theme")
def test_thumbnails_follow_the_theme(made):
    made.open()
    before = made.dialog._items()["hands"].icon().pixmap(96, 60).toImage().pixelColor(94, 30)
    set_theme("dark")
    made.draw()
    after = made.dialog._items()["hands"].icon().pixmap(96, 60).toImage().pixelColor(94, 30)
    assert before.lightness() > 200
    assert after.lightness() < 80
