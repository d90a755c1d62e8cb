"""The run bar and its options: states, edits of the document, fields that check themselves; icons."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit, QToolButton, QWidget

from gui.look.painting import icon
from gui.look.theme import DARK, LIGHT, set_theme
from gui.parts.field_text import FieldError, read_points, read_seconds, read_seed, read_trials
from gui.parts.text_entry import ProblemLine
from gui.shell.run_bar import RunBar
from gui.state.context import FrontRun
from gui.state.document import Document
from tests.gui.chart_fakes import FakeSession, scenario


@pytest.fixture
def parts(qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    document, session = Document(scenario("AhAd", "KhKd")), FakeSession()
    bar = RunBar(document, session, FrontRun(session), window)
    window.resize(700, 60)
    window.show()
    yield document, session, bar
    window.close()


def child(bar, kind, name):
    result = bar.findChild(kind, name)
    assert result is not None, name
    assert result.accessibleName()
    return result


def button(bar, name):
    return child(bar, QToolButton, f"runBar.{name}")


@pytest.mark.parametrize(
    ("state", "refine", "text", "stop"),
    [
        ("idle", False, "Run", False),
        ("idle", True, "Run", False),
        ("running", False, "Pause", True),
        ("paused", False, "Continue", True),
    ],
)
def test_buttons_follow_the_session(parts, state, refine, text, stop):
    _, session, bar = parts
    session.set(state=state, can_refine=refine)
    assert button(bar, "run").text() == text
    assert button(bar, "stop").isEnabled() is stop
    assert button(bar, "refine").isEnabled() is refine


def test_buttons_call_the_session(parts, qtbot):
    _, session, bar = parts
    qtbot.mouseClick(button(bar, "run"), Qt.MouseButton.LeftButton)
    session.set(state="running")
    qtbot.mouseClick(button(bar, "run"), Qt.MouseButton.LeftButton)
    qtbot.mouseClick(button(bar, "stop"), Qt.MouseButton.LeftButton)
    session.set(state="idle", can_refine=True)
    qtbot.mouseClick(button(bar, "refine"), Qt.MouseButton.LeftButton)
    assert session.calls == ["start", "toggle_pause", "stop", "refine"]


class Page:
    """A page with a run of its own."""

    state, can_run, can_stop, can_refine = "running", True, True, False

    def __init__(self):
        self.calls = []

    def run_or_pause(self):
        self.calls.append("run")

    def stop(self):
        self.calls.append("stop")

    def refine(self):
        self.calls.append("refine")


def test_the_buttons_mean_the_run_of_the_page_in_front(parts, qtbot):
    _, session, bar = parts
    page = Page()
    for own in (page, None, page):
        bar.front_run.page = lambda own=own: own
        bar.show_run()
        assert button(bar, "run").text() == ("Run" if own is None else "Pause")
        assert button(bar, "stop").isEnabled() is (own is not None)
        qtbot.mouseClick(button(bar, "run"), Qt.MouseButton.LeftButton)
    qtbot.mouseClick(button(bar, "stop"), Qt.MouseButton.LeftButton)
    assert (page.calls, session.calls) == (["run", "run", "stop"], ["start"])


def test_the_method_is_an_edit_that_can_be_undone(parts):
    document, _, bar = parts
    combo = child(bar, QComboBox, "runBar.method")
    combo.setCurrentIndex(2)
    combo.activated.emit(2)
    assert document.scenario.run.method == "sampled"
    document.undo_stack.undo()
    assert combo.currentData() == "auto"


def test_a_narrow_bar_keeps_every_button_and_drops_words(parts, qtbot):
    _, session, bar = parts
    session.set(exact_offer=8.9, can_refine=True)
    bar.resize(bar.sizeHint())
    assert button(bar, "stop").toolButtonStyle() == Qt.ToolButtonStyle.ToolButtonTextBesideIcon
    assert bar.minimumSizeHint().width() < bar.sizeHint().width() - 200
    bar.resize(bar.minimumSizeHint())
    bar.layout().activate()
    shown = [button(bar, name) for name in ("run", "stop", "refine", "makeExact", "options", "export")]
    assert all(b.toolButtonStyle() != Qt.ToolButtonStyle.ToolButtonTextBesideIcon for b in shown if b != shown[3])
    assert all(b.isVisible() and b.width() >= b.minimumSizeHint().width() for b in shown)
    assert shown[-1].geometry().right() <= bar.width()
    bar.resize(1200, bar.height())
    assert button(bar, "export").toolButtonStyle() == Qt.ToolButtonStyle.ToolButtonTextBesideIcon


def field(bar, name):
    return child(bar, QLineEdit, f"runOptions.{name}")


def type_into(qtbot, edit, text):
    edit.clear()
    qtbot.keyClicks(edit, text)


def test_valid_options_reach_the_document_as_one_step_each(parts, qtbot):
    document, _, bar = parts
    type_into(qtbot, field(bar, "seed"), "42")
    type_into(qtbot, field(bar, "maxTrials"), "5M")
    type_into(qtbot, field(bar, "targetError"), "0.01")
    type_into(qtbot, field(bar, "seconds"), "2.5")
    run = document.scenario.run
    assert (run.seed, run.max_trials, run.target_stderr, run.max_seconds) == (42, 5_000_000, 0.0001, 2.5)
    assert field(bar, "maxTrials").text() == "5M"
    for _ in range(4):
        document.undo_stack.undo()
    assert document.scenario.run == scenario("AhAd", "KhKd").run
    assert [field(bar, name).text() for name in ("seed", "maxTrials", "targetError", "seconds")] == ["1", "", "", ""]


def test_an_invalid_option_says_what_is_wanted_and_changes_nothing(parts, qtbot):
    document, _, bar = parts
    type_into(qtbot, field(bar, "maxTrials"), "many")
    error = bar.findChild(ProblemLine, "runOptions.maxTrials.problem")
    assert error.text == "a number"
    assert field(bar, "maxTrials").accessibleDescription() == "a number"
    assert document.scenario.run.max_trials is None
    type_into(qtbot, field(bar, "maxTrials"), "1000")
    assert error.text == ""


def test_an_option_refused_stays_to_be_put_right_while_another_is_typed(parts, qtbot):
    document, _, bar = parts
    type_into(qtbot, field(bar, "seed"), "-5")
    type_into(qtbot, field(bar, "seconds"), "2.5")
    assert document.scenario.run.max_seconds == 2.5
    assert document.scenario.run.seed == 1
    assert field(bar, "seed").text() == "-5"
    assert bar.findChild(ProblemLine, "runOptions.seed.problem").text == "a whole number of at least 0"


def test_the_options_open_under_their_button_with_what_the_document_says(parts, qtbot):
    document, _, bar = parts
    type_into(qtbot, field(bar, "seed"), "x")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bar.popup, "show", lambda: None)  # the offscreen platform cannot grab the keyboard
        qtbot.mouseClick(button(bar, "options"), Qt.MouseButton.LeftButton)
    assert field(bar, "seed").text() == str(document.scenario.run.seed)


@pytest.mark.parametrize(
    ("parse", "text", "value"),
    [
        (read_seed, "0", 0),
        (read_trials, "1 000 000", 1_000_000),
        (read_trials, "1e6", 1_000_000),
        (read_trials, "2.5k", 2_500),
        (read_trials, "", None),
        (read_points, "0.02", 0.0002),
        (read_points, "0.02 %", 0.0002),
        (read_points, "0,5", 0.005),
        (read_points, " ", None),
        (read_seconds, "30 s", 30.0),
        (read_seconds, "", None),
    ],
)
def test_fields_read(parse, text, value):
    assert parse(text) == value


@pytest.mark.parametrize(
    ("parse", "text"),
    [
        (read_seed, ""), (read_seed, "-1"), (read_seed, "1.5"), (read_seed, "²"), (read_seed, "9" * 20),
        (read_trials, "0"), (read_trials, "1.5"), (read_trials, "nan"), (read_trials, "1e999999"),
        (read_trials, "M"),
        (read_points, "0"), (read_points, "-1"), (read_points, "inf"), (read_points, "51"),
        (read_seconds, "0"), (read_seconds, "1e9"), (read_seconds, "soon"),
    ],
)  # fmt: skip
def test_fields_refuse(parse, text):
    with pytest.raises(FieldError):
        parse(text)


def test_icons_take_the_colour_of_the_theme(qapp):
    for theme in (LIGHT, DARK):
        set_theme(theme.name)
        image = icon("play").pixmap(24, 24).toImage()
        colors = {
            image.pixelColor(x, y).name() for x in range(24) for y in range(24) if image.pixelColor(x, y).alpha() == 255
        }
        assert theme.text in colors
    with pytest.raises(FileNotFoundError):
        icon("no such icon")


def test_a_result_that_could_be_exact_soon_has_a_button_for_it(parts):
    _, session, bar = parts
    exact = button(bar, "makeExact")
    assert exact.isHidden()
    session.set(exact_offer=4.2)
    assert not exact.isHidden()
    assert "4.2" in exact.text()
    exact.click()
    assert session.calls == ["make_exact"]


def test_a_run_moves_no_button_under_the_mouse(parts):
    _, session, bar = parts
    bar.resize(900, 60)
    names = ("run", "stop", "refine", "options", "export")

    def places():
        QApplication.processEvents()
        return [button(bar, name).geometry() for name in names] + [child(bar, QComboBox, "runBar.method").geometry()]

    session.set(state="idle", exact_offer=None)
    before = places()
    for state in ("running", "paused", "idle"):
        for offer in (None, 12.0, 0.5):
            session.set(state=state, exact_offer=offer)
            assert places() == before
